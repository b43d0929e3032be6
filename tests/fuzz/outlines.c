/// Outlines of any form: self-intersecting ones are refused, and the parts of the others contain
/// exactly the points of the outline.
#include "support/fuzz.h"

#include "collide/collide.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = FUZZ_POINTS, PROBES = 8 };

static hb_vec next_of(const hb_vec *points, int count, int i)
{
    return hb_next_point(points, count, i);
}

static bool meet(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    hb_shape p, q;
    FUZZ_CHECK(hb_make_segment(&p, a.x, a.y, b.x, b.y) == HB_OK);
    FUZZ_CHECK(hb_make_segment(&q, c.x, c.y, d.x, d.y) == HB_OK);
    return hb_shape_overlaps(&p, &q, HB_TOUCH);
}

/* Whether an outline without doubled corners is simple: no edges meet but neighbours, and those in
 * their common corner only. */
static bool is_simple(const hb_vec *points, int count)
{
    for (int i = 0; i < count; i++) {
        hb_vec a = points[i], b = next_of(points, count, i);
        hb_vec c = next_of(points, count, (i + 1) % count);
        if (hb_orient(a, b, c) == 0.0 && hb_dot(b, a, b, c) > 0.0) {
            return false; /* back along the same line */
        }
        for (int k = i + 2; k < count - (i == 0); k++) {
            if (meet(a, b, points[k], next_of(points, count, k))) {
                return false;
            }
        }
    }
    return true;
}

/* 1 inside, 0 on the outline, -1 outside: the number of edges that a ray to the right crosses.
 * Source: Hormann and Agathos, The point in polygon problem (2001). */
static int place_of(const hb_vec *points, int count, hb_vec p)
{
    bool inside = false;
    for (int i = 0; i < count; i++) {
        hb_vec a = points[i], b = next_of(points, count, i);
        double side = hb_orient(a, b, p);
        if (side == 0.0 && hb_dot(p, a, p, b) <= 0.0) {
            return 0;
        }
        if ((a.y <= p.y) != (b.y <= p.y) && (side > 0.0) == (a.y <= p.y)) {
            inside = !inside;
        }
    }
    return inside ? 1 : -1;
}

static void check_parts(const hb_shape *shape)
{
    for (int i = 0; i < shape->part_count; i++) {
        const hb_shape *part = &shape->parts[i];
        const hb_vec *p = hb_shape_points(part);
        FUZZ_CHECK(part->kind == HB_POLYGON && part->count >= 3);
        for (int k = 0; k < part->count; k++) {
            hb_vec next = p[(k + 1) % part->count], after = p[(k + 2) % part->count];
            FUZZ_CHECK(hb_orient(p[k], next, after) > 0.0);
        }
        for (int k = 0; k < i; k++) {
            FUZZ_CHECK(!hb_shape_overlaps(part, &shape->parts[k], HB_OVERLAP));
        }
    }
}

static void check_probe(const hb_shape *shape, const hb_vec *points, int count, hb_vec at)
{
    hb_shape probe;
    FUZZ_CHECK(hb_make_point(&probe, at.x, at.y) == HB_OK);
    int place = place_of(points, count, probe.local[0]);
    FUZZ_CHECK(hb_shape_overlaps(&probe, shape, HB_TOUCH) == (place >= 0));
    FUZZ_CHECK(hb_shape_overlaps(&probe, shape, HB_OVERLAP) == (place > 0));
}

static int read_outline(fuzz_input *in, hb_vec *points)
{
    int given = (int)(fuzz_byte(in) % (MOST + 1)), count = 0;
    for (int i = 0; i < given; i++) {
        hb_vec p = fuzz_vec(in);
        (void)hb_validate_vec(&p);
        if (count == 0 || !hb_vec_equal(p, points[count - 1])) {
            points[count++] = p;
        }
    }
    while (count > 1 && hb_vec_equal(points[0], points[count - 1])) {
        count--;
    }
    return count;
}

/* Take out corners at which the outline folds back, and doubled ones, until there are none. */
static int drop_folds(hb_vec *points, int count)
{
    for (int i = 0; i < count && count > 2;) {
        hb_vec before = points[(i + count - 1) % count], at = points[i];
        hb_vec after = next_of(points, count, i);
        bool folds = hb_orient(before, at, after) == 0.0 && hb_dot(at, before, at, after) > 0.0;
        if (!folds && !hb_vec_equal(at, after) && !hb_vec_equal(at, before)) {
            i++;
            continue;
        }
        for (int k = i + 1; k < count; k++) {
            points[k - 1] = points[k];
        }
        count--;
        i = 0;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hb_vec points[MOST];
    fuzz_input in = fuzz_begin(data, size);
    int count = read_outline(&in, points), where[2] = {-1, -1};
    void *room = malloc(hb_outline_bytes(count) + 1); /* just this, for the address sanitizer */
    hb_shape shape = {.kind = HB_MASK};
    hb_status status = hb_make_outline(&shape, points, count, 0.0, room, where);
    int given = count;
    count = drop_folds(points, count);
    if (status == HB_OK) {
        fuzz_about(&shape, NULL, (hb_vec){0.0, 0.0});
        FUZZ_CHECK(is_simple(points, count));
        FUZZ_CHECK(shape.kind == HB_COMPOUND || shape.kind == HB_POLYGON);
        check_parts(&shape);
        for (int i = 0; i < count; i++) {
            check_probe(&shape, points, count, points[i]);
        }
        for (int i = 0; i < PROBES; i++) {
            check_probe(&shape, points, count, fuzz_vec(&in));
        }
    } else {
        FUZZ_CHECK(shape.kind == HB_MASK && shape.count == 0);
        FUZZ_CHECK(status == HB_TOO_FEW_CORNERS || status == HB_SELF_CROSSING);
        FUZZ_CHECK(status == HB_TOO_FEW_CORNERS || !is_simple(points, count));
        FUZZ_CHECK(status == HB_TOO_FEW_CORNERS ||
                   (where[0] >= 0 && where[0] < given && where[1] >= 0 && where[1] < given));
    }
    free(room);
    return 0;
}
