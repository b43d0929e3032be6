/// Helpers for all tests of the core: cmocka's headers, makers that cannot fail, and checks that
/// print both values.
#ifndef HB_TESTING_H
#define HB_TESTING_H

#include "hitbox.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* One in this many of the rounds and rows that a test has: for slow builds, for example those with
 * sanitizers (HITBOX_ROWS_SHARE in CMakePresets.json). */
#ifndef ROWS_SHARE
#define ROWS_SHARE 1
#endif

#define PI 3.14159265358979323846
#define ABOVE_MAX (HB_MAX_COORD * 1.0000001)
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

#define assert_status(got, wanted) assert_string_equal(hb_status_text(got), hb_status_text(wanted))

/// Doubles that must be the same number. Negative zero equals zero.
static inline void expect_equal(double got, double wanted, const char *file, int line)
{
    if (!(got == wanted)) {
        print_error("got %.17g, want %.17g\n", got, wanted);
        _fail(file, line);
    }
}
#define assert_equal(got, wanted) expect_equal(got, wanted, __FILE__, __LINE__)

static inline void expect_near(double got, double wanted, double tolerance, const char *file,
                               int line)
{
    if (!(fabs(got - wanted) <= tolerance)) {
        print_error("got %.17g, want %.17g within %g\n", got, wanted, tolerance);
        _fail(file, line);
    }
}
#define assert_near(got, wanted, tolerance) expect_near(got, wanted, tolerance, __FILE__, __LINE__)

static inline hb_shape point(double x, double y)
{
    hb_shape shape = {0};
    assert_status(hb_make_point(&shape, x, y), HB_OK);
    return shape;
}

static inline hb_shape aabb(double x, double y, double w, double h)
{
    hb_shape shape = {0};
    assert_status(hb_make_aabb(&shape, x, y, w, h), HB_OK);
    return shape;
}

static inline hb_shape circle(double x, double y, double r)
{
    hb_shape shape = {0};
    assert_status(hb_make_circle(&shape, x, y, r), HB_OK);
    return shape;
}

static inline hb_shape segment(double x1, double y1, double x2, double y2)
{
    hb_shape shape = {0};
    assert_status(hb_make_segment(&shape, x1, y1, x2, y2), HB_OK);
    return shape;
}

static inline hb_shape capsule(double x1, double y1, double x2, double y2, double r)
{
    hb_shape shape = {0};
    assert_status(hb_make_capsule(&shape, x1, y1, x2, y2, r), HB_OK);
    return shape;
}

static inline hb_shape box(double cx, double cy, double w, double h, double angle)
{
    hb_shape shape = {0};
    assert_status(hb_make_box(&shape, cx, cy, w, h, angle), HB_OK);
    return shape;
}

static inline hb_shape ellipse(double cx, double cy, double rx, double ry, double angle)
{
    hb_shape shape = {0};
    assert_status(hb_make_ellipse(&shape, cx, cy, rx, ry, angle), HB_OK);
    return shape;
}

/// A polygon of up to HB_LOCAL_POINTS corners: POLYGON(x1, y1, x2, y2, ...).
static inline hb_shape small_polygon(int count, const double *xy, double radius)
{
    hb_vec corners[HB_LOCAL_POINTS];
    assert_in_range(count, 3, HB_LOCAL_POINTS);
    for (int i = 0; i < count; i++) {
        corners[i] = (hb_vec){xy[2 * i], xy[2 * i + 1]};
    }
    hb_shape shape = {0};
    assert_status(hb_make_polygon(&shape, corners, count, radius, NULL, NULL), HB_OK);
    return shape;
}
#define POLYGON(...) ROUNDED_POLYGON(0, __VA_ARGS__)
#define ROUNDED_POLYGON(radius, ...)                                                               \
    small_polygon((int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double) / 2),                     \
                  (double[]){__VA_ARGS__}, radius)

/// A shape moved by (x, y); for shapes that carry their corners.
static inline hb_shape placed(hb_shape shape, double x, double y)
{
    hb_shape out = {0};
    assert_status(hb_shape_translate(&shape, x, y, NULL, &out), HB_OK);
    return out;
}

/// Neither policy has a hit, whichever of the two moves, and `out` is left alone.
static inline void expect_free(hb_shape a, double dx, double dy, hb_shape b)
{
    hb_cast_result pattern, cast;
    memset(&pattern, 0x5a, sizeof pattern);
    for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
        cast = pattern;
        assert_false(hb_shape_cast(&a, dx, dy, &b, mode, &cast));
        assert_false(hb_shape_cast(&b, -dx, -dy, &a, mode, &cast));
        assert_memory_equal(&cast, &pattern, sizeof pattern);
    }
}

/// A shape no maker makes, to see that a refusal leaves it alone.
static inline hb_shape untouched(void)
{
    hb_shape shape;
    memset(&shape, 0x5a, sizeof shape);
    return shape;
}

static inline bool is_untouched(const hb_shape *shape)
{
    hb_shape pattern = untouched();
    return memcmp(shape, &pattern, sizeof pattern) == 0;
}

/// The header's promises about corners, for coordinates whose products are exact.
static inline void assert_tidy(const hb_shape *shape)
{
    const hb_vec *p = hb_shape_points(shape);
    int n = shape->count;
    assert_true(n >= 1);
    assert_true((shape->more != NULL) == (n > HB_LOCAL_POINTS));
    for (int i = 0; i < n && n > 2; i++) {
        hb_vec a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
        assert_true((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0.0);
    }
    if (n == 2) {
        assert_true(p[0].x != p[1].x || p[0].y != p[1].y);
    }
}

static inline void assert_has_corner(const hb_shape *shape, double x, double y)
{
    const hb_vec *p = hb_shape_points(shape);
    for (int i = 0; i < shape->count; i++) {
        if (p[i].x == x && p[i].y == y) {
            return;
        }
    }
    fail_msg("no corner at (%g, %g)", x, y);
}

static inline void assert_bounds(const hb_shape *shape, double x0, double y0, double x1, double y1)
{
    assert_equal(shape->bounds.x0, x0);
    assert_equal(shape->bounds.y0, y0);
    assert_equal(shape->bounds.x1, x1);
    assert_equal(shape->bounds.y1, y1);
}

/// A small generator (xorshift64*, Vigna 2016), so that a printed seed means the same everywhere.
typedef struct test_rng {
    uint64_t state; ///< never 0
} test_rng;

static inline uint64_t rng_next(test_rng *rng)
{
    rng->state ^= rng->state >> 12;
    rng->state ^= rng->state << 25;
    rng->state ^= rng->state >> 27;
    return rng->state * UINT64_C(2685821657736338717);
}

/// 0 .. n - 1
static inline int rng_below(test_rng *rng, int n)
{
    return (int)((rng_next(rng) >> 33) % (uint64_t)n);
}

static inline double rng_between(test_rng *rng, double low, double high)
{
    return low + (high - low) * ((double)(rng_next(rng) >> 11) * 0x1p-53);
}

/// A filter of queries: items on these layers.
#define ON(layers) (&(hb_query_filter){.mask = (layers)})

#endif
