/// A shape that moves and one that rests: no hit comes late, none is made up, and none is missed.
#include "support/fuzz.h"

#include "collide/collide.h"
#include "collide/convex/convex.h"

#include <math.h>
#include <string.h>

/* Largest error of a position, beside the largest coordinate of the pair and the motion: some
 * rounded sums and products of it. Values next to zero are set to zero. */
#define ROUNDING 0x1p-45
#define NEXT_TO_ZERO (4.0 * HB_MIN_COORD)

/* How far off a time may be, as a part of the whole motion. */
#define TIME_ERROR 1e-9

/* How far off a normal may be, its sine. */
#define NORMAL_ERROR 1e-9

typedef struct scene {
    const hb_shape *a, *b;
    hb_vec d;
    double slack; /* how far off a place on the way may be */
    bool free;    /* no overlap at the start */
} scene;

/* How far apart the two are at time t; NAN where that is out of the domain. */
static double gap_at(const scene *s, double t)
{
    static fuzz_shape moved;
    return fuzz_place(s->a, s->d.x * t, s->d.y * t, &moved) ? fuzz_gap(&moved.shape, s->b) : NAN;
}

/* The gap of two cores along a normal of the obstacle, with the mover moved. */
static double gap_along(const scene *s, double t, hb_vec normal)
{
    const hb_vec *p = hb_shape_points(s->a), *q = hb_shape_points(s->b);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < s->a->count; i++) {
        low = fmin(low, hb_vec_dot(normal, p[i]) + t * hb_vec_dot(normal, s->d));
    }
    for (int i = 0; i < s->b->count; i++) {
        high = fmax(high, hb_vec_dot(normal, q[i]));
    }
    return low - s->a->radius - high - s->b->radius;
}

static void check_clear_until(const scene *s, double t)
{
    static const double parts[] = {1.0 - TIME_ERROR, 0.875, 0.5, 0.25, 0x1p-10};
    for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
        FUZZ_CHECK(!(gap_at(s, t * parts[i]) < -s->slack));
    }
}

/* How much the normal may be off. About a corner the normal turns within the radius, and a place on
 * the way that is off by `e` sees it turned by up to sqrt(2 e / radius). */
static double tilt(const scene *s)
{
    double reach = s->a->radius + s->b->radius;
    double rounding = ROUNDING * (fuzz_extent(s->a, s->b) + hypot(s->d.x, s->d.y));
    return NORMAL_ERROR + (reach > 0.0 ? sqrt(2.0 * rounding / reach) : 0.0);
}

static void check_hit(const scene *s, const hb_cast_result *hit)
{
    FUZZ_CHECK(hit->t >= 0.0 && hit->t <= 1.0);
    FUZZ_CHECK(fabs(hypot(hit->normal.x, hit->normal.y) - 1.0) < 1e-9);
    FUZZ_CHECK(hit->inside == !s->free);
    if (hit->inside) {
        hb_contact contact;
        FUZZ_CHECK(hit->t == 0.0);
        FUZZ_CHECK(hb_shape_contact(s->a, s->b, HB_OVERLAP, &contact));
        FUZZ_CHECK(hit->normal.x == -contact.normal.x && hit->normal.y == -contact.normal.y);
        return;
    }
    double length = hypot(s->d.x, s->d.y);
    FUZZ_CHECK(length > 0.0);
    FUZZ_CHECK(hb_vec_dot(hit->normal, s->d) <= 1e-9 * length);
    check_clear_until(s, hit->t);
    FUZZ_CHECK(!(fabs(gap_at(s, hit->t)) > s->slack));
    if (hb_is_convex(s->a) && hb_is_convex(s->b) && !hb_pair_is_flat(s->a, s->b)) {
        double lever = fuzz_extent(s->a, s->b);
        FUZZ_CHECK(fabs(gap_along(s, hit->t, hit->normal)) <= s->slack + tilt(s) * lever);
    }
}

static void check_miss(const scene *s)
{
    FUZZ_CHECK(s->free);
    check_clear_until(s, 1.0);
    FUZZ_CHECK(!(gap_at(s, 1.0) < -s->slack));
}

static void check_other_way(const scene *s, hb_policy mode, bool hits, const hb_cast_result *hit)
{
    hb_cast_result back;
    FUZZ_CHECK(hb_shape_cast(s->b, -s->d.x, -s->d.y, s->a, mode, &back) == hits);
    if (!hits) {
        return;
    }
    FUZZ_CHECK(hit->t == back.t && hit->inside == back.inside);
    if (hb_part_order(s->a, s->b) != 0) { /* else they are equal, and the normal may be the same */
        FUZZ_CHECK(hit->normal.x == -back.normal.x && hit->normal.y == -back.normal.y);
    }
}

static bool check_sweep(const scene *s, hb_policy mode, hb_cast_result *hit)
{
    hb_cast_result none;
    memset(&none, 0x5a, sizeof none);
    memcpy(hit, &none, sizeof none);
    bool hits = hb_shape_cast(s->a, s->d.x, s->d.y, s->b, mode, hit);
    if (hits) {
        check_hit(s, hit);
    } else {
        FUZZ_CHECK(memcmp(hit, &none, sizeof none) == 0);
        check_miss(s);
    }
    check_other_way(s, mode, hits, hit);
    return hits;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_shape a, b;
    fuzz_input in = fuzz_begin(data, size);
    unsigned choice = fuzz_byte(&in);
    fuzz_pair_next(&in, &a, &b);
    hb_vec d = fuzz_vec(&in);
    if (choice & 1) { /* straight at the other, or away from it */
        hb_vec on_a, on_b;
        (void)hb_shape_distance(&a.shape, &b.shape, &on_a, &on_b);
        d = hb_vec_scale(hb_vec_sub(on_b, on_a), choice & 2 ? 1.0 : (choice & 4 ? 2.0 : -1.0));
    }
    (void)hb_validate_vec(&d);
    fuzz_about(&a.shape, &b.shape, d);
    double reach = fmax(fabs(d.x), fabs(d.y));
    scene s = {&a.shape, &b.shape, d, 0.0, !hb_shape_overlaps(&a.shape, &b.shape, HB_OVERLAP)};
    s.slack = ROUNDING * (fuzz_extent(s.a, s.b) + reach) + TIME_ERROR * reach + NEXT_TO_ZERO;
    hb_cast_result flush, through;
    bool touches = check_sweep(&s, HB_TOUCH, &flush);
    if (check_sweep(&s, HB_OVERLAP, &through)) {
        FUZZ_CHECK(touches);
        FUZZ_CHECK(flush.t == through.t && flush.inside == through.inside);
        bool one = hb_is_convex(s.a) && hb_is_convex(s.b); /* else other parts may be met */
        FUZZ_CHECK(!one || hb_vec_equal(flush.normal, through.normal));
    }
    return 0;
}
