/// Makers with hostile corners: a shape that is made is canonical and contains its input; each
/// refusal has a visible reason.
#include "support/fuzz.h"

#include "collide/collide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 24 };

static bool is_admitted(double value)
{
    return fabs(value) <= HB_MAX_COORD; /* false for NaN */
}

static bool is_vec_admitted(hb_vec v)
{
    return is_admitted(v.x) && is_admitted(v.y);
}

static bool has_corner(const hb_shape *shape, hb_vec wanted)
{
    const hb_vec *p = hb_shape_points(shape);
    for (int i = 0; i < shape->count; i++) {
        if (hb_vec_equal(p[i], wanted)) {
            return true;
        }
    }
    return false;
}

/* Corners turn one way, go around once, and are each inside of the bounds. The signs are the
 * core's own: tests/oracle checks those. */
static void check_tidy(const hb_shape *shape)
{
    const hb_vec *p = hb_shape_points(shape);
    int n = shape->count, starts = 0;
    FUZZ_CHECK(n >= 1);
    for (int i = 0; i < n; i++) {
        hb_vec next = p[(i + 1) % n], after = p[(i + 2) % n];
        FUZZ_CHECK(is_vec_admitted(p[i]));
        FUZZ_CHECK(n < 2 || !hb_vec_equal(p[i], next));
        FUZZ_CHECK(n < 3 || hb_orient(p[i], next, after) > 0.0);
        bool rises = next.x > p[i].x || (next.x == p[i].x && next.y > p[i].y);
        bool rises_on = after.x > next.x || (after.x == next.x && after.y > next.y);
        starts += !rises && rises_on;
        FUZZ_CHECK(p[i].x - shape->radius >= shape->bounds.x0 ||
                   nextafter(p[i].x - shape->radius, INFINITY) >= shape->bounds.x0);
        FUZZ_CHECK(p[i].x >= shape->bounds.x0 && p[i].x <= shape->bounds.x1);
        FUZZ_CHECK(p[i].y >= shape->bounds.y0 && p[i].y <= shape->bounds.y1);
    }
    FUZZ_CHECK(n < 3 || starts == 1);
}

static void check_holds(const hb_shape *shape, const hb_vec *points, int count)
{
    for (int i = 0; i < count; i++) {
        hb_shape point;
        FUZZ_CHECK(hb_make_point(&point, points[i].x, points[i].y) == HB_OK);
        FUZZ_CHECK(hb_shape_overlaps(&point, shape, HB_TOUCH));
    }
}

static void check_placed(fuzz_input *in, const hb_shape *shape)
{
    static fuzz_shape moved, mirrored, back;
    hb_vec by = fuzz_byte(in) & 1 ? (hb_vec){fuzz_wild(in), fuzz_wild(in)} : fuzz_vec(in);
    hb_vec corners[MOST];
    bool fits = is_vec_admitted(by);
    (void)hb_validate_vec(&by);
    for (int i = 0; i < shape->count; i++) {
        corners[i] = hb_vec_add(hb_shape_points(shape)[i], by);
        fits = fits && is_vec_admitted(corners[i]);
    }
    FUZZ_CHECK(fuzz_place(shape, by.x, by.y, &moved) == fits);
    if (fits) {
        fuzz_about(shape, &moved.shape, by);
        check_tidy(&moved.shape);
        check_holds(&moved.shape, corners, shape->count);
    }
    hb_shape_mirror(shape, mirrored.room, &mirrored.shape);
    fuzz_about(shape, &mirrored.shape, by);
    check_tidy(&mirrored.shape);
    hb_shape_mirror(&mirrored.shape, back.room, &back.shape);
    FUZZ_CHECK(hb_reading_order(&back.shape, shape) == 0);
    for (int i = 0; i < shape->count; i++) {
        hb_vec p = hb_shape_points(shape)[i];
        FUZZ_CHECK(has_corner(&mirrored.shape, (hb_vec){-p.x, p.y}));
    }
}

static void check_refusal(hb_status status, const hb_vec *points, int count, double radius,
                          int where)
{
    int first = 0;
    while (first < count && is_vec_admitted(points[first])) {
        first++;
    }
    if (first < count) {
        bool finite = isfinite(points[first].x) && isfinite(points[first].y);
        bool large = isfinite(points[first].x) && !is_admitted(points[first].x);
        FUZZ_CHECK(status == (finite || large ? HB_TOO_LARGE : HB_NOT_FINITE));
        FUZZ_CHECK(where == first);
        return;
    }
    if (!(radius >= 0.0) || !is_admitted(radius)) {
        FUZZ_CHECK(status == HB_NEGATIVE || status == HB_TOO_LARGE || status == HB_NOT_FINITE);
        return;
    }
    FUZZ_CHECK(status == HB_TOO_FEW_CORNERS || status == HB_CONCAVE);
    FUZZ_CHECK(status != HB_CONCAVE || (where >= 0 && where < count));
}

/* Whether an outline is convex does not depend on its winding and on where it starts. */
static void check_turned_round(const hb_vec *points, int count, hb_status status, int corners)
{
    hb_vec other[MOST], storage[MOST];
    hb_shape shape;
    for (int i = 0; i < count; i++) {
        other[i] = points[count - 1 - (i + count / 2) % count];
    }
    FUZZ_CHECK(hb_make_polygon(&shape, other, count, 0.0, storage, NULL) == status);
    FUZZ_CHECK(status != HB_OK || shape.count == corners);
}

static void check_polygon(fuzz_input *in)
{
    unsigned choice = fuzz_byte(in);
    bool wild = choice & 1, as_hull = !wild && (choice & 2);
    int count = (int)(fuzz_byte(in) % (as_hull ? FUZZ_POINTS + 1 : MOST + 1));
    double radius = choice & 4 ? fuzz_size(in) : choice & 8 ? fuzz_wild(in) : 0.0;
    hb_vec points[MOST];
    for (int i = 0; i < count; i++) {
        points[i] = wild ? (hb_vec){fuzz_wild(in), fuzz_wild(in)} : fuzz_vec(in);
    }
    if (as_hull) {
        for (int i = 0; i < count; i++) {
            (void)hb_validate_vec(&points[i]);
        }
        count = fuzz_hull(points, count);
    }
    size_t room = (size_t)count * sizeof(hb_vec);
    hb_vec *storage = malloc(room + 1); /* of just this size, for the address sanitizer */
    int where = -1;
    hb_shape shape = {.kind = HB_MASK};
    hb_status status = hb_make_polygon(&shape, points, count, radius, storage, &where);
    if (status == HB_OK) {
        fuzz_about(&shape, NULL, (hb_vec){0.0, 0.0});
        FUZZ_CHECK(shape.kind == HB_POLYGON && shape.count >= 3 && shape.count <= count);
        FUZZ_CHECK(!as_hull || shape.count == count);
        check_tidy(&shape);
        check_holds(&shape, points, count);
        check_placed(in, &shape);
    } else {
        FUZZ_CHECK(shape.kind == HB_MASK && shape.count == 0);
        check_refusal(status, points, count, radius, where);
        FUZZ_CHECK(!as_hull || count < 3 || status != HB_CONCAVE);
    }
    if (status == HB_OK || status == HB_TOO_FEW_CORNERS || status == HB_CONCAVE) {
        check_turned_round(points, count, status, shape.count);
    }
    free(storage);
}

static void check_box(fuzz_input *in)
{
    hb_vec centre = fuzz_vec(in);
    double w = fuzz_size(in), h = fuzz_size(in);
    double angle = fuzz_byte(in) & 1 ? fuzz_wild(in) : fuzz_number(in);
    hb_shape shape;
    hb_status status = hb_make_box(&shape, centre.x, centre.y, w, h, angle);
    FUZZ_CHECK(status == HB_OK || !isfinite(angle));
    if (status == HB_OK) {
        fuzz_about(&shape, NULL, (hb_vec){angle, 0.0});
        check_tidy(&shape);
        check_placed(in, &shape);
    }
}

/* Any doubles at all: made in the domain, or refused with nothing written. */
static void check_wild_makers(fuzz_input *in)
{
    double v[5];
    for (int i = 0; i < 5; i++) {
        v[i] = fuzz_byte(in) & 1 ? fuzz_wild(in) : fuzz_number(in);
    }
    for (int maker = 0; maker < 6; maker++) {
        hb_shape shape = {.kind = HB_MASK};
        const hb_aabb edges = {v[0], v[1], v[2], v[3]};
        hb_status status = maker == 0   ? hb_make_aabb(&shape, v[0], v[1], v[2], v[3])
                           : maker == 1 ? hb_make_aabb_edges(&shape, edges)
                           : maker == 2 ? hb_make_circle(&shape, v[0], v[1], v[2])
                           : maker == 3 ? hb_make_segment(&shape, v[0], v[1], v[2], v[3])
                           : maker == 4 ? hb_make_capsule(&shape, v[0], v[1], v[2], v[3], v[4])
                                        : hb_make_box(&shape, v[0], v[1], v[2], v[3], v[4]);
        if (status != HB_OK) {
            FUZZ_CHECK(shape.kind == HB_MASK && shape.count == 0);
            continue;
        }
        fuzz_about(&shape, NULL, (hb_vec){0.0, 0.0});
        FUZZ_CHECK(is_admitted(shape.radius) && shape.radius >= 0.0);
        check_tidy(&shape);
        check_placed(in, &shape);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    unsigned choice = fuzz_byte(&in) % 8;
    if (choice == 0) {
        check_wild_makers(&in);
    } else if (choice == 1) {
        check_box(&in);
    } else {
        check_polygon(&in);
    }
    return 0;
}
