/// Movers that start inside something, at random: depths from one unit in the last place to half
/// the mover, all shapes, tiles of 0.1 and 0.7, two walls, acute corners. The exact overlap test
/// checks the position after the push; positions all around are tried if there is none.
#include "compounds.h"
#include "worlds.h"

enum { SOLIDS = 40 };

typedef struct solid {
    int kind;
    double r, w, angle; /* half sizes, and the turn */
    double x, y;
} solid;

typedef struct heap {
    solid mover, solids[SOLIDS];
    int count;
    hb_vec goal;
} heap;

enum { AABB, CIRCLE, BOX, CAPSULE, TRIANGLE, ELL, ELLIPSE, KINDS };

/* @param side  1, or -1 for its mirror image */
static hb_shape shape_of(const solid *s, double side)
{
    double r = s->r, w = s->w;
    switch (s->kind) {
    case CIRCLE:
        return circle(0, 0, r);
    case BOX:
        return box(0, 0, 2 * r, 2 * w, side * s->angle);
    case CAPSULE:
        return capsule(-side * r, 0, side * r, w, w);
    case TRIANGLE:
        return POLYGON(-side * r, w, side * r, w, side * r * 0.25, -w);
    case ELLIPSE:
        return ellipse(0, 0, r, w, side * s->angle);
    case ELL:
        return compound(0, aabb(-r, 0, 2 * r, w), aabb(side > 0 ? -r : 0, -w, r, w));
    default:
        return aabb(-r, -w, 2 * r, 2 * w);
    }
}

static solid random_solid(test_rng *rng, double least, double most, bool straight)
{
    return (solid){
        .kind = straight ? AABB : rng_below(rng, KINDS),
        .r = rng_between(rng, least, most),
        .w = rng_between(rng, least, most),
        .angle = rng_between(rng, 0, 6),
    };
}

static void put(heap *h, solid s, double x, double y)
{
    s.x = x;
    s.y = y;
    h->solids[h->count++] = s;
}

/* ---- Heaps ----------------------------------------------------------------------------------- */

static void make_tiles(heap *h, double size)
{
    double x = -8 * size;
    for (int i = 0; i < 16; i++, x += size) { /* so that the sums are rounded */
        put(h, (solid){.r = size / 2, .w = size / 2}, x + size / 2, size / 2);
        if (i % 5 == 4) {
            put(h, (solid){.r = size / 2, .w = size / 2}, x + size / 2, -size / 2);
        }
    }
}

static void make_walls(heap *h, double gap)
{
    put(h, (solid){.r = 5, .w = 60}, -5 - gap / 2, 0);
    put(h, (solid){.r = 5, .w = 60}, 5 + gap / 2, 0);
}

static void make_corner(heap *h, test_rng *rng)
{
    double half = rng_between(rng, 0.5, 1.2); /* of the angle between the sides, 60 degrees on */
    put(h, (solid){.kind = BOX, .r = 60, .w = 20, .angle = PI / 2 - half}, -20 * cos(half),
        20 * sin(half));
    put(h, (solid){.kind = BOX, .r = 60, .w = 20, .angle = half - PI / 2}, 20 * cos(half),
        20 * sin(half));
}

/* ---- Results --------------------------------------------------------------------------------- */

typedef struct placed_heap {
    hb_world *world;
    hb_id mover, ids[SOLIDS];
} placed_heap;

static placed_heap build(const heap *h, double side, bool backwards)
{
    placed_heap out = {.world = new_world(HB_OVERLAP)};
    for (int i = 0; i < h->count; i++) {
        int k = backwards ? h->count - 1 - i : i;
        const solid *s = &h->solids[k];
        out.ids[k] = add(out.world, shape_of(s, side), side * s->x, s->y);
    }
    const solid *m = &h->mover;
    out.mover = add(out.world, shape_of(m, side), side * m->x, m->y);
    return out;
}

static double depth_in(const placed_heap *p, hb_id other)
{
    hb_contact contact;
    bool in = hb_shape_contact(placed_of(p->world, other), placed_of(p->world, p->mover),
                               HB_OVERLAP, &contact);
    return in ? contact.depth : 0;
}

/* The largest coordinate. */
static double size_of(const placed_heap *p)
{
    hb_aabb b = placed_of(p->world, p->mover)->bounds;
    return fmax(fmax(fabs(b.x0), fabs(b.x1)), fmax(fabs(b.y0), fabs(b.y1)));
}

static double limit_of(const placed_heap *p)
{
    hb_aabb b = placed_of(p->world, p->mover)->bounds;
    return fmin(b.x1 - b.x0, b.y1 - b.y0) / 2;
}

static bool is_free(const placed_heap *p, const heap *h)
{
    for (int i = 0; i < h->count; i++) {
        if (hb_shape_overlaps(placed_of(p->world, p->mover), placed_of(p->world, p->ids[i]),
                              HB_OVERLAP)) {
            return false;
        }
    }
    return true;
}

/* Whether one of many places around is free, no farther than the mover may be deep. */
static bool has_free_place(const placed_heap *p, const heap *h)
{
    double limit = limit_of(p);
    bool found = false;
    for (int ring = 1; ring <= 24 && !found; ring++) {
        for (int k = 0; k < 32 && !found; k++) {
            double r = limit * ring / 24, a = 2 * PI * k / 32;
            assert_status(hb_world_set_position(p->world, p->mover, h->mover.x + r * cos(a),
                                                h->mover.y + r * sin(a)),
                          HB_OK);
            found = is_free(p, h);
        }
    }
    assert_status(hb_world_set_position(p->world, p->mover, h->mover.x, h->mover.y), HB_OK);
    return found;
}

/* Move out, without a motion of its own; and check all that must hold. */
static hb_vec check_way_out(const heap *h, uint64_t seed, int *freed)
{
    placed_heap p = build(h, 1, false);
    double before[SOLIDS], deepest = 0, size = size_of(&p);
    for (int i = 0; i < h->count; i++) {
        before[i] = depth_in(&p, p.ids[i]);
        deepest = fmax(deepest, before[i]);
    }
    bool can = deepest <= limit_of(&p) && has_free_place(&p, h);
    run result = move_to(p.world, p.mover, h->mover.x, h->mover.y, HB_SLIDE);
    bool free = is_free(&p, h);
    for (int i = 0; i < h->count; i++) {
        double now = depth_in(&p, p.ids[i]);
        if (now > before[i] + 1e-12 * size) {
            fail_msg("seed %llu: deeper in %d, %.17g after %.17g", (unsigned long long)seed, i, now,
                     before[i]);
        }
    }
    if (can && !free) {
        fail_msg("seed %llu: stays where a free place is near", (unsigned long long)seed);
    }
    for (int i = 0; i < result.count; i++) {
        const hb_hit *hit = &result.hits[i];
        bool overlaps = hb_shape_overlaps(placed_of(p.world, p.mover),
                                          placed_of(p.world, hit->other), HB_OVERLAP);
        if (hit->depth > 0 && !hit->inside) {
            assert_equal(hit->t, 0);
            assert_false(overlaps);
        }
        assert_true(overlaps || !hit->inside || hit->response != HB_SLIDE);
    }
    *freed += free;
    hb_world_destroy(p.world);
    return result.at;
}

static void check_alike(const heap *h, uint64_t seed, double tolerance)
{
    hb_vec ends[3];
    for (int i = 0; i < 3; i++) {
        double side = i == 1 ? -1 : 1;
        placed_heap p = build(h, side, i == 2);
        run result = move_to(p.world, p.mover, side * h->goal.x, h->goal.y, HB_SLIDE);
        ends[i] = (hb_vec){side * result.at.x, result.at.y};
        hb_world_destroy(p.world);
    }
    for (int i = 1; i < 3; i++) {
        if (!(fabs(ends[i].x - ends[0].x) <= tolerance &&
              fabs(ends[i].y - ends[0].y) <= tolerance)) {
            fail_msg("seed %llu: %s ends at %.17g %.17g, and not at %.17g %.17g",
                     (unsigned long long)seed, i == 1 ? "mirrored" : "added backwards", ends[i].x,
                     ends[i].y, ends[0].x, ends[0].y);
        }
    }
}

/* ---- Starts ---------------------------------------------------------------------------------- */

/* Bring the mover against something from a place outside, and then into it by a depth from one unit
 * in the last place to half its smaller side. */
static void press(heap *h, test_rng *rng, double from_x, double from_y, double to_x, double to_y)
{
    h->mover.x = from_x;
    h->mover.y = from_y;
    placed_heap p = build(h, 1, false);
    hb_cast_hit hit;
    double dx = to_x - from_x, dy = to_y - from_y;
    if (is_free(&p, h) && hb_world_shape_cast(p.world, placed_of(p.world, p.mover), dx, dy,
                                              ON(~(hb_layers)2), &hit)) {
        double depth = ldexp(limit_of(&p), -rng_below(rng, 56));
        h->mover.x = from_x + hit.result.t * dx - depth * hit.result.normal.x;
        h->mover.y = from_y + hit.result.t * dy - depth * hit.result.normal.y;
    }
    hb_world_destroy(p.world);
    h->goal.x = h->mover.x + rng_between(rng, -20, 20);
    h->goal.y = h->mover.y + rng_between(rng, -20, 20);
}

enum { ONE, TILES, TENTHS, WALLS, CORNER, RUBBLE, SORTS };

static void make(heap *h, test_rng *rng, int sort, bool straight)
{
    double size = sort == TENTHS ? 0.1 : 0.7;
    *h = (heap){.count = 0};
    h->mover = random_solid(rng, 1, 4, straight);
    double x = rng_between(rng, -2, 2), from_x = rng_between(rng, -6, 6), from_y = -12;
    switch (sort) {
    case ONE:
        put(h, random_solid(rng, 1, 8, straight), x, 0);
        from_y = rng_below(rng, 2) == 0 ? -25 : 25;
        break;
    case TILES:
    case TENTHS:
        h->mover = random_solid(rng, size, 3 * size, straight);
        make_tiles(h, size);
        x *= size, from_x = x, from_y = -8 * size;
        break;
    case WALLS:
        make_walls(h, rng_between(rng, 2, 9));
        put(h, (solid){.r = 20, .w = 5}, 0, 10);
        x = 0, from_x = 0;
        break;
    case CORNER:
        make_corner(h, rng);
        x = 0, from_x *= 0.1, from_y = -25;
        break;
    default:
        for (int i = 0; i < 8; i++) {
            put(h, random_solid(rng, 0.5, 2, straight), rng_between(rng, -6, 6),
                rng_between(rng, -6, 6));
        }
        from_x = rng_below(rng, 2) == 0 ? -20 : 20;
    }
    press(h, rng, from_x, from_y, x, 0);
}

static void pushes_free_what_can_be_freed_and_never_deeper(void **state)
{
    (void)state;
    for (int sort = ONE; sort < SORTS; sort++) {
        int freed = 0, rounds = 2000 / ROWS_SHARE;
        for (int i = 0; i < rounds; i++) {
            uint64_t seed = (uint64_t)(sort * 100000 + i + 1);
            test_rng rng = {seed};
            heap h;
            make(&h, &rng, sort, i % 3 == 0);
            (void)check_way_out(&h, seed, &freed);
        }
        print_message("sort %d: %d of %d are free\n", sort, freed, rounds);
        assert_true(freed > rounds / 4);
    }
}

static void the_mirror_image_and_any_order_of_adding_end_alike(void **state)
{
    (void)state;
    for (int sort = ONE; sort < SORTS; sort++) {
        for (int i = 0; i < 1000 / ROWS_SHARE; i++) {
            uint64_t seed = (uint64_t)(sort * 100000 + 50000 + i);
            test_rng rng = {seed};
            heap h;
            bool straight = i % 3 == 0;
            make(&h, &rng, sort, straight);
            check_alike(&h, seed, straight && sort != CORNER ? 0 : 1e-9);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_free_what_can_be_freed_and_never_deeper),
        cmocka_unit_test(the_mirror_image_and_any_order_of_adding_end_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
