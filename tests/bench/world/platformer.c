/// A platformer: 10,000 tiles and 1,000 movers that run, jump, fall and slide, through a loop of
/// hb_move and through hb_world_move_all.
///
/// First both must give the same positions in every tick as brute force and as the path for all
/// shapes, to the last bit, and nothing may ever overlap a tile. A hash of all positions is
/// printed, to compare two builds. A time is that of one move, with the work that a game does
/// around it: gravity, jumps, turning round at walls.
#include "clock.h"
#include "world.h"

#include "hitbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILES = 10000,
    MOVERS = 1000,
    COLUMNS = 400,
    ROWS = 100,
    SIZE = 16,
    CHECKED = 240,
    TICKS = 60
};
enum { TILE_LAYER = 1, MOVER_LAYER = 2 };

#define GRAVITY 0.25 /* units a tick and tick */
#define JUMP 5.0
#define FASTEST 8.0

typedef struct mover {
    hb_id id;
    double x, y, vx, vy;
    bool grounded, jumps, turned;
} mover;

typedef struct level {
    hb_world *world;
    mover movers[MOVERS];
    uint64_t random;
    hb_layers tile_mask;
    long hits;
} level;

static uint64_t next_random(level *l) /* xorshift64 (Marsaglia 2003) */
{
    l->random ^= l->random << 13;
    l->random ^= l->random >> 7;
    l->random ^= l->random << 17;
    return l->random;
}

static int below(level *l, int n)
{
    return (int)(next_random(l) % (uint64_t)n);
}

static hb_id add_box(hb_world *world, double x, double y, double w, double h, hb_layers layers,
                     hb_layers mask)
{
    hb_item_def item = hb_default_item();
    hb_id id = 0;
    item.x = x;
    item.y = y;
    item.layers = layers;
    item.mask = mask;
    if (hb_make_aabb(&item.shape, 0.0, 0.0, w, h) != HB_OK ||
        hb_world_add(world, &item, &id) != HB_OK) {
        abort();
    }
    return id;
}

/* A frame of tiles, floors with gaps on every fifth row, and single tiles in between. */
static void add_tiles(level *l, bool *taken)
{
    for (int n = 0; n < TILES;) {
        int column = below(l, COLUMNS), row = below(l, ROWS), length = 1;
        if (n < 2 * (COLUMNS + ROWS)) {
            int i = n;
            column = i < 2 * COLUMNS ? i / 2 : i % 2 * (COLUMNS - 1);
            row = i < 2 * COLUMNS ? i % 2 * (ROWS - 1) : (i - 2 * COLUMNS) / 2;
            n += taken[row * COLUMNS + column]; /* a corner of the frame, which counts twice */
        } else if (n < TILES * 6 / 10) {
            row = row / 5 * 5;
            length = 4 + below(l, 12);
        }
        for (int k = 0; k < length && column + k < COLUMNS && n < TILES; k++) {
            bool *cell = &taken[row * COLUMNS + column + k];
            if (!*cell) {
                (void)add_box(l->world, (column + k) * SIZE, row * SIZE, SIZE, SIZE, TILE_LAYER,
                              l->tile_mask);
                *cell = true;
                n++;
            }
        }
    }
}

/* @param tile_mask  mask of the tiles: no move uses it */
static level *make_level(hb_broad_kind broad, hb_layers tile_mask)
{
    static bool taken[COLUMNS * ROWS];
    level *l = calloc(1, sizeof *l);
    hb_world_def def = {.broad = broad};
    if (l == NULL || hb_world_create(&def, &l->world) != HB_OK) {
        abort();
    }
    memset(taken, 0, sizeof taken);
    l->random = 88172645463325252U;
    l->tile_mask = tile_mask;
    add_tiles(l, taken);
    for (int i = 0; i < MOVERS;) {
        int column = below(l, COLUMNS), row = below(l, ROWS);
        if (taken[row * COLUMNS + column]) {
            continue;
        }
        mover *m = &l->movers[i++];
        m->x = column * SIZE + 0.25 * below(l, 17);
        m->y = row * SIZE + 0.25 * below(l, 9);
        m->vx = (below(l, 2) == 0 ? -1 : 1) * (1.0 + 0.125 * below(l, 17));
        m->id = add_box(l->world, m->x, m->y, 12, 14, MOVER_LAYER, TILE_LAYER);
    }
    return l;
}

static void free_level(level *l)
{
    hb_world_destroy(l->world);
    free(l);
}

/* ---- Both ways ------------------------------------------------------------------------------- */

static void tick_by_moves(level *l)
{
    hb_hit hits[HB_MAX_DEFLECTIONS + 4];
    for (int i = 0; i < MOVERS; i++) {
        mover *m = &l->movers[i];
        if (m->grounded && below(l, 50) == 0) {
            m->vy = -JUMP;
        }
        m->vy = m->vy + GRAVITY < FASTEST ? m->vy + GRAVITY : FASTEST;
        m->grounded = false;
        hb_move move;
        hb_status status = hb_move_begin(&move, l->world, m->id, m->x + m->vx, m->y + m->vy, hits,
                                         HB_MAX_DEFLECTIONS + 4);
        while (status == HB_OK && hb_move_next(&move, &status)) {
            hb_move_respond(&move, HB_SLIDE);
        }
        if (hb_move_end(&move, &m->x, &m->y) != HB_OK) {
            abort();
        }
        l->hits += move.count;
        for (int k = 0; k < move.count; k++) {
            m->grounded = m->grounded || hits[k].normal.y < 0.0;
            m->vx = hits[k].normal.x != 0.0 ? -m->vx : m->vx;
            m->vy = hits[k].normal.y != 0.0 ? 0.0 : m->vy;
        }
    }
}

static hb_mover_hit met[MOVERS * (HB_MAX_DEFLECTIONS + 2) + HB_MAX_MOVER_HITS];

static void set_velocity(level *l, const mover *m)
{
    if (hb_world_set_velocity(l->world, m->id, m->vx, m->vy) != HB_OK) {
        abort();
    }
}

/* A mover that has landed may jump in the next tick; and it turns round where it was stopped, at
 * which its speed is 0 in the world. */
static void meet(level *l, mover *m, const hb_hit *hit)
{
    if (hit->normal.y != 0.0) {
        m->vy = 0.0;
        m->jumps = hit->normal.y < 0.0 && !m->grounded ? below(l, 50) == 0 : m->jumps;
        m->grounded = m->grounded || hit->normal.y < 0.0;
    }
    if (hit->normal.x != 0.0) {
        m->vx = -m->vx;
        m->turned = true;
    }
}

/* The same game: a jump is a speed that is set. */
static void tick_by_step(level *l)
{
    hb_motion_step step = {.dt = 1.0,
                           .gravity = {0.0, GRAVITY},
                           .hits = met,
                           .hit_capacity = (int)(sizeof met / sizeof *met)};
    for (int i = 0; i < MOVERS; i++) {
        mover *m = &l->movers[i];
        bool falls = m->vy + GRAVITY > FASTEST;
        if (m->jumps || falls || m->turned) {
            m->vy = m->jumps ? -JUMP : falls ? FASTEST - GRAVITY : m->vy;
            set_velocity(l, m);
        }
        m->vy += GRAVITY;
        m->grounded = m->turned = m->jumps = false;
    }
    if (hb_world_move_all(l->world, &step) != HB_OK) {
        abort();
    }
    l->hits += step.hit_count;
    uint32_t first = hb_id_index(l->movers[0].id); /* they were added one after the other */
    for (int k = 0; k < step.hit_count; k++) {
        meet(l, &l->movers[hb_id_index(met[k].mover) - first], &met[k].hit);
    }
}

/* ---- Right answers --------------------------------------------------------------------------- */

static bool same_places(const level *a, const level *b)
{
    for (int i = 0; i < MOVERS; i++) {
        hb_item p, q;
        if (hb_world_get_item(a->world, a->movers[i].id, &p) != HB_OK ||
            hb_world_get_item(b->world, b->movers[i].id, &q) != HB_OK || p.x != q.x || p.y != q.y) {
            printf("platformer: mover %d is not where it should be\n", i);
            return false;
        }
    }
    return true;
}

/* Of the bits of all places (FNV-1a, by words). */
static uint64_t hash_places(const level *l, uint64_t hash)
{
    for (int i = 0; i < MOVERS; i++) {
        uint64_t bits[2];
        hb_vec at = {l->movers[i].x, l->movers[i].y};
        memcpy(bits, &at, sizeof bits);
        hash = (hash ^ bits[0]) * 1099511628211U;
        hash = (hash ^ bits[1]) * 1099511628211U;
        hash ^= hash >> 29; /* upwards alone the highest bits would not get anywhere */
    }
    return hash;
}

/* A box that stops from above alone, and that contains everything, blocks no mover; but then the
 * movers are not among simple AABBs alone, and the path for all shapes finds their sweep steps. */
static void take_the_general_way(level *l)
{
    double far = 2.0 * COLUMNS * SIZE;
    hb_id id = add_box(l->world, -far, -far, 2.0 * far, 2.0 * far, TILE_LAYER, 0);
    if (hb_world_set_one_way(l->world, id, (hb_vec){0.0, -1.0}) != HB_OK) {
        abort();
    }
}

static bool all_are_free(const level *l)
{
    for (int i = 0; i < MOVERS; i++) {
        if (hb_world_query_blockers(l->world, l->movers[i].id, NULL, NULL, 0) != 0) {
            printf("platformer: mover %d overlaps a tile\n", i);
            return false;
        }
    }
    return true;
}

/* @param slow_ticks  for how many of the ticks brute force and the general way are asked as well */
static bool check(int slow_ticks, uint64_t *hash)
{
    level *moves = make_level(HB_BROAD_GRID, 0), *step = make_level(HB_BROAD_GRID, MOVER_LAYER);
    level *brute = make_level(HB_BROAD_BRUTE, 0), *general = make_level(HB_BROAD_GRID, 0);
    bool right = all_are_free(moves);
    take_the_general_way(general);
    for (int i = 0; i < MOVERS; i++) {
        set_velocity(step, &step->movers[i]);
    }
    *hash = 0;
    for (int tick = 0; tick < CHECKED && right; tick++) {
        tick_by_moves(moves);
        tick_by_step(step);
        *hash = hash_places(moves, *hash);
        right = same_places(moves, step) && all_are_free(moves);
        if (tick < slow_ticks) {
            tick_by_moves(brute);
            tick_by_moves(general);
            right = right && same_places(moves, brute) && same_places(moves, general);
        }
    }
    free_level(moves);
    free_level(step);
    free_level(brute);
    free_level(general);
    return right;
}

/* ---- Times ----------------------------------------------------------------------------------- */

/* The median of rounds of a second's ticks, in ns for each move. */
static double time_of(void (*tick)(level *), hb_layers tile_mask, double seconds, double *hits)
{
    enum { MOST_ROUNDS = 400 };
    double samples[MOST_ROUNDS];
    level *l = make_level(HB_BROAD_GRID, tile_mask);
    int rounds = 0;
    for (int i = 0; i < MOVERS; i++) {
        set_velocity(l, &l->movers[i]);
    }
    for (int i = 0; i < CHECKED; i++) {
        tick(l);
    }
    l->hits = 0;
    for (double end = bench_seconds() + seconds;
         rounds < 3 || (bench_seconds() < end && rounds < MOST_ROUNDS);) {
        double start = bench_seconds();
        for (int i = 0; i < TICKS; i++) {
            tick(l);
        }
        samples[rounds++] = (bench_seconds() - start) * 1e9 / TICKS / MOVERS;
    }
    *hits = (double)l->hits / rounds / TICKS / MOVERS;
    free_level(l);
    return bench_median(samples, rounds);
}

bool bench_platformer(double seconds, bool csv)
{
    uint64_t hash;
    bool right = check(seconds < 0.1 ? 3 : 60, &hash);
    double hits, by_moves = time_of(tick_by_moves, 0, seconds, &hits);
    double looked_for = time_of(tick_by_moves, HB_ALL_LAYERS, seconds, &hits);
    double by_step = time_of(tick_by_step, 0, seconds, &hits);
    const char *form = csv ? "platformer,%d,ordered,%s,hitbox,0,%.3f,1,0\n"
                           : "platformer %8d movers, %s %9.1f ns\n";
    printf(form, MOVERS, csv ? "move" : "one hb_move each", by_moves);
    printf(form, MOVERS, csv ? "move among lookers" : "the same, tiles look for all", looked_for);
    printf(form, MOVERS, csv ? "step" : "hb_world_move_all", by_step);
    if (!csv) {
        printf("platformer %8.2f hits for each move; hash of all places %016llx\n", hits,
               (unsigned long long)hash);
    }
    return right;
}
