/// What the benchmarks share: random pairs of shapes, the other libraries behind one interface, a
/// race of several functions over the same work, and rows of a table.
#ifndef HB_BENCH_H
#define HB_BENCH_H

#include "hitbox.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_PAIRS = 2048, BENCH_CORNERS = 8, BENCH_MOST_RACERS = 4 };

typedef struct bench_pair {
    hb_shape a, b;
    hb_vec from, way; ///< of a ray from `from` against b; a sweep moves a by `way`
} bench_pair;

/// Room for the corners of each shape. Beside the pairs, so that those lie close together.
typedef hb_vec bench_corners[BENCH_PAIRS][2][BENCH_CORNERS];

typedef enum bench_query {
    BENCH_BOXES,   ///< bounding boxes only, yes or no
    BENCH_MANY,    ///< bench_one's box against all obstacles', and which of them meet
    BENCH_YES_NO,  ///< the shapes, yes or no
    BENCH_CONTACT, ///< with normal, depth and points
    BENCH_RAY,
    BENCH_CIRCLE_SWEEP, ///< the mover is a circle
    BENCH_SWEEP,
    BENCH_QUERIES
} bench_query;

/// A library to compare with.
typedef struct bench_peer {
    const char *name;
    double slack; ///< nearer to touching than this, its answers may differ from ours
    void (*load)(const bench_pair *pairs); ///< make its own shapes of all BENCH_PAIRS
    void (*unload)(void);
    /// Of one pair; null where it has no such function.
    bool (*ask[BENCH_QUERIES])(int pair);
    /// How many of all pairs hit.
    long (*count[BENCH_QUERIES])(void);
} bench_peer;

extern const bench_peer bench_chipmunk, bench_box2d;

extern const bench_peer *const bench_peers[]; ///< those that were there when this was built
extern const int bench_peer_count;

/// The order in which a run asks its pairs: another one in every run, even of the same round. Of
/// answers that come again in the same order a processor learns thousands by heart, in a single
/// run, and then the branches of a test cost nothing.
typedef struct bench_order {
    unsigned first, step; ///< the step is odd
} bench_order;

extern bench_order bench_now;

/// The pair that comes as number i, of 0..BENCH_PAIRS - 1.
static inline int bench_nth(int i)
{
    return (int)((bench_now.first + (unsigned)i * bench_now.step) % BENCH_PAIRS);
}

/// The mover that meets all obstacles in this run.
static inline int bench_one(void)
{
    return bench_nth(0);
}

/// Where all write which of many meet, so that none of them can leave that out.
extern int bench_found[BENCH_PAIRS];

/// 0 <= result < 1
double bench_random(void);

/// Run each function in turn, again and again, and take its median time, in ns per test. Each runs
/// once before it is timed: what a broad phase hands on is in the cache as well.
void bench_race(long (*const runs[])(void), int count, int tests, double seconds, double *ns);

/// One row. The mark is how many times faster than the named library we mean to be, 0 for none;
/// times of a library that has no answer are 0.
void bench_print_head(const char *title);
void bench_print_row(const char *name, double hit_share, const double *ns, double mark,
                     const char *against);

/// @name The subjects
/// Each prints a table. @return false if an answer is wrong: then the times mean nothing
/// @{
bool bench_pairs(double seconds);
bool bench_casts(double seconds);
bool bench_masks(double seconds);
bool bench_filter(double seconds);
/// @}

/// Make shapes of about radius 1 in random places: 0 corners for circles, 4 upright for AABBs, else
/// a regular polygon, turned.
void bench_make_shape(hb_shape *out, hb_vec *corners, int count, bool upright, double x, double y);

/// Race a query over `pairs` against all peers, after checking that they say the same.
/// @return false if they do not
bool bench_run_row(const char *name, const bench_pair *pairs, bench_query query, double seconds,
                   double mark, const char *against);

#ifdef __cplusplus
}
#endif

#endif
