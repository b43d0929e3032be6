/// Two shapes of any kinds: what the answers about them promise each other.
#include "fuzz.h"

#include "narrow/narrow.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* How far off a place may be, beside the largest coordinate of the pair: some rounded sums and
 * products of it. What is next to zero is placed at zero. */
#define ROUNDING 0x1p-46
#define NEXT_TO_ZERO (4.0 * HB_MIN_COORD)

/* Of several parts, those that overlap by less than 2^-44 of the coordinates count as touching. */
#define ROUNDING_OF_PARTS 0x1p-43

/* How far off a depth or a distance may be, as a part of it. */
#define PRECISION 1e-11

static double rounding(const hb_shape *a, const hb_shape *b)
{
    return ROUNDING * fuzz_extent(a, b) + NEXT_TO_ZERO;
}

static bool is_unit(hb_vec v)
{
    return fabs(hypot(v.x, v.y) - 1.0) < 1e-9;
}

static void check_answers(const hb_shape *a, const hb_shape *b)
{
    bool overlap = hb_overlaps(a, b, HB_OVERLAP), touch = hb_overlaps(a, b, HB_TOUCH);
    bool pixel = hb_overlaps(a, b, HB_PIXEL);
    FUZZ_CHECK(hb_overlaps(b, a, HB_OVERLAP) == overlap);
    FUZZ_CHECK(hb_overlaps(b, a, HB_TOUCH) == touch);
    FUZZ_CHECK(hb_overlaps(b, a, HB_PIXEL) == pixel);
    FUZZ_CHECK(touch || !overlap);
    FUZZ_CHECK(touch || !pixel);
    FUZZ_CHECK(hb_mode_applies(HB_PIXEL, a->kind, b->kind) || !pixel);
}

static void check_mirrored(const hb_contact *c, const hb_contact *back)
{
    FUZZ_CHECK(c->depth == back->depth);
    FUZZ_CHECK(c->normal.x == -back->normal.x && c->normal.y == -back->normal.y);
    FUZZ_CHECK(c->count == back->count);
    for (int i = 0; i < c->count; i++) {
        const hb_feature *p = &c->on_a[i], *q = &back->on_b[i];
        FUZZ_CHECK(c->points[i].x == back->points[i].x && c->points[i].y == back->points[i].y);
        FUZZ_CHECK(p->part == q->part && p->index == q->index && p->edge == q->edge);
        p = &c->on_b[i], q = &back->on_a[i];
        FUZZ_CHECK(p->part == q->part && p->index == q->index && p->edge == q->edge);
    }
}

/* How far off a contact point may be, as a part of the extent: what sides may be off from flat. */
#define FLATNESS 1e-12

/* How far a place is from a shape. */
static double distance_to(const hb_shape *shape, hb_vec place)
{
    hb_shape point;
    bool placed = hb_make_point(&point, place.x, place.y) == HB_OK;
    return placed ? hb_shape_distance(&point, shape, NULL, NULL) : INFINITY;
}

/* Contact points are about midway between the two surfaces, which are `depth` apart; of shapes of
 * several parts at most that far away. At one of them at least, those of cores are just so far apart:
 * what is half of the depth ahead is a's, and what is half of it behind is b's. */
static void check_points(const hb_shape *a, const hb_shape *b, const hb_contact *c)
{
    bool composed = hb_is_composed(a) || hb_is_composed(b);
    double slack = rounding(a, b) + FLATNESS * fuzz_extent(a, b);
    double reach = (composed ? 1.0 : 0.5) * c->depth + slack;
    hb_vec half = hb_vec_scale(c->normal, 0.5 * c->depth);
    bool deepest = !hb_is_core(a) || !hb_is_core(b);
    slack += PRECISION * c->depth;
    for (int i = 0; i < c->count; i++) {
        hb_vec at = c->points[i];
        FUZZ_CHECK(distance_to(a, at) <= reach);
        FUZZ_CHECK(distance_to(b, at) <= reach);
        deepest = deepest || (distance_to(a, hb_vec_add(at, half)) <= slack &&
                              distance_to(b, hb_vec_sub(at, half)) <= slack);
    }
    FUZZ_CHECK(deepest);
}

/* Whether rounding could open a seam between parts, in which something flat finds room. */
static bool has_seams(const hb_shape *shape)
{
    return shape->kind == HB_COMPOUND && shape->part_count > 1;
}

/* Pushed out, the shapes overlap no more, and no shorter push does that. */
static void check_push(const hb_shape *a, const hb_shape *b, const hb_contact *c, unsigned turn)
{
    static fuzz_shape moved;
    double slack = rounding(a, b) + PRECISION * c->depth;
    if (hb_is_composed(a) || hb_is_composed(b)) {
        slack += ROUNDING_OF_PARTS * fuzz_extent(a, b);
    }
    if (fuzz_place(b, c->normal.x * c->depth, c->normal.y * c->depth, &moved)) {
        FUZZ_CHECK(fuzz_gap(a, &moved.shape) >= -slack);
    }
    double angle = turn * 0.0245436926061703, shorter = 0.999 * c->depth - slack;
    if (shorter > 0.0 && fuzz_place(b, cos(angle) * shorter, sin(angle) * shorter, &moved) &&
        !has_seams(a) && !has_seams(b)) {
        FUZZ_CHECK(hb_overlaps(a, &moved.shape, HB_OVERLAP));
    }
}

static void check_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, unsigned turn)
{
    hb_contact none, contact, back;
    memset(&none, 0x5a, sizeof none);
    memcpy(&contact, &none, sizeof contact);
    back = contact;
    bool meets = hb_overlaps(a, b, mode);
    FUZZ_CHECK(hb_shape_contact(a, b, mode, &contact) == meets);
    FUZZ_CHECK(hb_shape_contact(b, a, mode, &back) == meets);
    if (!meets) {
        FUZZ_CHECK(memcmp(&contact, &none, sizeof none) == 0);
        return;
    }
    FUZZ_CHECK(is_unit(contact.normal));
    FUZZ_CHECK(contact.depth >= 0.0 && contact.depth <= DBL_MAX);
    FUZZ_CHECK((contact.depth > 0.0) == hb_overlaps(a, b, HB_OVERLAP));
    FUZZ_CHECK(contact.count == 1 || contact.count == 2);
    if (hb_part_order(a, b) != 0) { /* else they are equal, and the normal is the same for both */
        check_mirrored(&contact, &back);
    }
    check_points(a, b, &contact);
    check_push(a, b, &contact, turn);
}

/* Without a point there is no distance. */
static bool is_empty(const hb_shape *shape)
{
    return shape->kind == HB_MASK && hb_mask_count(shape->mask) == 0;
}

static void check_distance(const hb_shape *a, const hb_shape *b)
{
    if (is_empty(a) || is_empty(b)) {
        FUZZ_CHECK(hb_shape_distance(a, b, NULL, NULL) == INFINITY);
        return;
    }
    hb_vec on_a, on_b, back_a, back_b;
    double distance = hb_shape_distance(a, b, &on_a, &on_b);
    FUZZ_CHECK(distance >= 0.0 && distance <= DBL_MAX);
    FUZZ_CHECK((distance == 0.0) == hb_overlaps(a, b, HB_TOUCH));
    FUZZ_CHECK(hb_shape_distance(b, a, &back_b, &back_a) == distance);
    FUZZ_CHECK(hb_shape_distance(a, b, NULL, NULL) == distance);
    if (hb_part_order(a, b) != 0) {
        FUZZ_CHECK(on_a.x == back_a.x && on_a.y == back_a.y);
        FUZZ_CHECK(on_b.x == back_b.x && on_b.y == back_b.y);
    }
    double slack = rounding(a, b) + PRECISION * distance;
    FUZZ_CHECK(fabs(hypot(on_a.x - on_b.x, on_a.y - on_b.y) - distance) <= slack);
    hb_shape p, q;
    FUZZ_CHECK(hb_make_point(&p, on_a.x, on_a.y) == HB_OK);
    FUZZ_CHECK(hb_make_point(&q, on_b.x, on_b.y) == HB_OK);
    if (distance > 0.0) { /* else the point is a contact's */
        FUZZ_CHECK(hb_shape_distance(&p, a, NULL, NULL) <= slack);
        FUZZ_CHECK(hb_shape_distance(&q, b, NULL, NULL) <= slack);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_shape a, b;
    fuzz_input in = fuzz_begin(data, size);
    unsigned turn = fuzz_byte(&in);
    fuzz_pair_next(&in, &a, &b);
    check_answers(&a.shape, &b.shape);
    for (hb_mode mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
        check_contact(&a.shape, &b.shape, mode, turn);
    }
    check_distance(&a.shape, &b.shape);
    return 0;
}
