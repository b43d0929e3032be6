/// What the benchmark of worlds shares: scenes of moving boxes, and the engines that follow them.
#ifndef HB_BENCH_WORLD_H
#define HB_BENCH_WORLD_H

#include "hitbox.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A box that goes to and fro along a straight line. All numbers are multiples of 1/8, so that
/// floats hold them and every engine sees the same boxes.
typedef struct bench_thing {
    double x, y, w, h;
    double vx, vy; ///< a frame; 0 for what never moves
} bench_thing;

typedef struct bench_scene {
    const char *name;
    bench_thing *things;
    int count;
    int mover_count; ///< this many things, the first ones, move, the others never do
    double side;     ///< of the square in which they are
} bench_scene;

typedef enum bench_kind {
    BENCH_UNIFORM,
    BENCH_CLUSTERED,
    BENCH_MIXED,  ///< 1 % have sides 10 times as long
    BENCH_STATIC, ///< 90 % never move, and do not look for each other
    BENCH_SPARSE, ///< heaps in a thousand times the area
    BENCH_FEW,    ///< as static, but 99 %
    BENCH_KINDS
} bench_kind;

/// @param in_order  whether neighbours in the scene have numbers close to each other
bench_scene bench_make_scene(bench_kind kind, int count, bool in_order);
void bench_free_scene(bench_scene *scene);

/// The next of the random numbers of which scenes are made, from 0 to less than 1.
double bench_random_unit(void);

/// What pairs or hits add up to, in any order.
static inline uint64_t bench_mix(uint32_t a, uint32_t b)
{
    return (uint64_t)(a ^ b) * UINT64_C(0x9e3779b97f4a7c15) + a + b;
}

typedef struct bench_answer {
    long count;
    uint64_t sum; ///< of bench_mix
} bench_answer;

/// Where queries are asked: `count` places, and rays from there.
typedef struct bench_probe {
    double x, y, dx, dy;
} bench_probe;

typedef struct bench_engine {
    const char *name;
    /// @param variant  0 .. variants - 1: of which the caller takes the fastest
    void *(*create)(const bench_scene *scene, int variant);
    void (*destroy)(void *self);
    int variants;
    /// Put all movers at these places, and report every pair once.
    bench_answer (*frame)(void *self, const hb_vec *places);
    /// Put some of the movers where these boxes are, and report the partners of each. This and all
    /// that follow may be null, where an engine has no such query or none of its own.
    bench_answer (*few)(void *self, const int *which, const hb_aabb *boxes, int count);
    bench_answer (*points)(void *self, const bench_probe *probes, int count);
    bench_answer (*rects)(void *self, const bench_probe *probes, int count, double side);
    /// The first hit of each. Only the count is compared.
    bench_answer (*rays)(void *self, const bench_probe *probes, int count);
    /// The nearest thing to each; and the first one that a box of `side` meets on the ray's way.
    /// The sum is over their indices.
    bench_answer (*nearest)(void *self, const bench_probe *probes, int count);
    bench_answer (*casts)(void *self, const bench_probe *probes, int count, double side);
    /// What it holds, or 0 to count what malloc gave.
    size_t (*held)(const void *self);
    bool asks_only; ///< its frames are another one's
} bench_engine;

extern const bench_engine bench_hitbox, bench_hitbox_tree, bench_hitbox_brute, bench_chipmunk_hash,
    bench_chipmunk_tree, bench_chipmunk_space, bench_box2d_tree;

/// The sizes of cells of Chipmunk's hashes, which are the first variants of its engines.
enum { BENCH_CELL_SIZES = 6 };
extern const double bench_cell_sizes[BENCH_CELL_SIZES];

/// A platformer of tiles and movers, by hitbox alone. @return whether all was right
bool bench_platformer(double seconds, bool csv);

/// The cost of a frame among up to this many resting things, for hitbox alone.
void bench_resting(int most, double seconds);

/// The memory of up to this many things of each kind, for hitbox alone.
void bench_memory(int most);

/// The cost of saving and loading worlds of up to this many things of each kind.
void bench_save(int most, double seconds);

#ifdef __cplusplus
}
#endif

#endif
