/// Two shapes of any kinds: consistency of all results about them.
#include "support/fuzz.h"

#include "collide/collide.h"
#include "collide/convex/convex_contact.h"
#include "collide/mask/mask_overlap.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Largest error of a position, beside the largest coordinate of the pair: some rounded sums and
 * products of it. Values next to zero are set to zero. */
#define ROUNDING 0x1p-46
#define NEXT_TO_ZERO (4.0 * HB_MIN_COORD)

/* Of several parts, those that overlap by less than 2^-44 of the coordinates count as touching. */
#define ROUNDING_OF_PARTS 0x1p-44

/* Beside other parts an ellipse counts as one that is larger by this: what the polygon of 48
 * tangents at equal steps of a circle reaches, 1 / cos(pi / 48). */
#define WIDER 1.00215

/* The most parts and corners (an ellipse's 64) for which a push is promised to be the least. */
#define MOST_PAIRS 64
#define MOST_CORNERS 512
#define CORNERS_OF_ELLIPSE 64
#define MOST_PIXELS 31.0

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
    bool overlap = hb_shape_overlaps(a, b, HB_OVERLAP), touch = hb_shape_overlaps(a, b, HB_TOUCH);
    bool pixel = hb_shape_overlaps(a, b, HB_PIXEL);
    FUZZ_CHECK(hb_shape_overlaps(b, a, HB_OVERLAP) == overlap);
    FUZZ_CHECK(hb_shape_overlaps(b, a, HB_TOUCH) == touch);
    FUZZ_CHECK(hb_shape_overlaps(b, a, HB_PIXEL) == pixel);
    FUZZ_CHECK(touch || !overlap);
    FUZZ_CHECK(touch || !pixel);
    FUZZ_CHECK(hb_policy_applies(HB_PIXEL, a->kind, b->kind) || !pixel);
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
 * several parts at most that far away. At one of them at least, those of cores are just so far
 * apart: what is half of the depth ahead is a's, and what is half of it behind is b's. */
static void check_points(const hb_shape *a, const hb_shape *b, const hb_contact *c)
{
    bool composed = hb_has_parts(a) || hb_has_parts(b);
    double slack = rounding(a, b) + FLATNESS * fuzz_extent(a, b);
    double reach = (composed ? 1.0 : 0.5) * c->depth + slack;
    hb_vec half = hb_vec_scale(c->normal, 0.5 * c->depth);
    bool deepest = !hb_is_convex(a) || !hb_is_convex(b);
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

static int corners_of(const hb_shape *part)
{
    return part->kind == HB_ELLIPSE ? CORNERS_OF_ELLIPSE : part->count;
}

/* Whether few enough parts are in reach of a push for it to be the least. */
static bool is_within_limits(const hb_shape *a, const hb_shape *b, double reach)
{
    int pairs = 0, corners = 0;
    if (hb_is_mask_pair(a, b)) {
        return reach < MOST_PIXELS;
    }
    hb_part_iterator of_a = hb_part_iterate(a, a->bounds);
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        hb_aabb box = p->bounds;
        hb_part_iterator of_b = hb_part_iterate(
            b, (hb_aabb){box.x0 - reach, box.y0 - reach, box.x1 + reach, box.y1 + reach});
        while ((q = hb_part_next(&of_b)) != NULL) {
            pairs++;
            corners += corners_of(p) + corners_of(q);
        }
    }
    return pairs <= MOST_PAIRS && corners <= MOST_CORNERS;
}

static void widen(hb_shape *ellipse)
{
    for (int i = 1; i <= 2; i++) {
        ellipse->local[i] = hb_vec_scale(ellipse->local[i], WIDER);
    }
    hb_set_bounds(ellipse);
}

/* The shape with its ellipses a little larger. */
static void copy_wider(const hb_shape *shape, fuzz_shape *out)
{
    hb_shape_copy(shape, out->room, &out->shape);
    if (shape->kind == HB_ELLIPSE) {
        widen(&out->shape);
    }
    for (int i = 0; i < shape->part_count; i++) {
        hb_shape *part = (hb_shape *)(void *)out->room + i;
        if (part->kind == HB_ELLIPSE) {
            widen(part);
        }
    }
    if (shape->kind == HB_COMPOUND) {
        hb_set_bounds(&out->shape);
    }
}

/* Whether b has room there, and to each side by that much: gaps that it fits exactly do not count.
 * A nearer obstacle would be seen from one of the steps, each of half the length. */
static bool has_room(const hb_shape *a, const hb_shape *b, hb_vec there, double wide)
{
    static fuzz_shape moved;
    const hb_vec sides[] = {{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}};
    if (!fuzz_place(b, there.x, there.y, &moved) ||
        hb_shape_overlaps(a, &moved.shape, HB_OVERLAP)) {
        return false;
    }
    for (int i = 0; i < 4 * 10; i++) {
        double by = ldexp(wide, -i / 4);
        hb_vec at = hb_vec_add(there, hb_vec_scale(sides[i % 4], by));
        if (!fuzz_place(b, at.x, at.y, &moved) || hb_shape_overlaps(a, &moved.shape, HB_OVERLAP)) {
            return false;
        }
    }
    return true;
}

/* No push that is shorter parts the two. */
static void check_shorter(const hb_shape *a, const hb_shape *b, hb_vec way, double slack)
{
    static fuzz_shape wide_a, wide_b, moved;
    bool composed = hb_has_parts(a) || hb_has_parts(b);
    if (!composed) {
        FUZZ_CHECK(!fuzz_place(b, way.x, way.y, &moved) ||
                   hb_shape_overlaps(a, &moved.shape, HB_OVERLAP));
    } else if (is_within_limits(a, b, hb_vec_length(way) * 1.01 + slack)) {
        copy_wider(a, &wide_a);
        copy_wider(b, &wide_b);
        FUZZ_CHECK(!has_room(&wide_a.shape, &wide_b.shape, way, 8.0 * slack));
    }
}

/* Pushed out, the shapes overlap no more, and no shorter push does that. */
static void check_push(const hb_shape *a, const hb_shape *b, const hb_contact *c, unsigned turn)
{
    static fuzz_shape moved;
    double slack = rounding(a, b) + PRECISION * c->depth;
    if (hb_has_parts(a) || hb_has_parts(b)) {
        slack += ROUNDING_OF_PARTS * fuzz_extent(a, b);
    }
    if (fuzz_place(b, c->normal.x * c->depth, c->normal.y * c->depth, &moved)) {
        FUZZ_CHECK(fuzz_gap(a, &moved.shape) >= -slack);
    }
    double angle = turn * 0.0245436926061703, shorter = 0.999 * c->depth - slack;
    if (shorter > 0.0) {
        check_shorter(a, b, (hb_vec){cos(angle) * shorter, sin(angle) * shorter}, slack);
    }
}

/* AVX2 finds of polygons what other processors find, to the last bit. */
static void check_any_processor(const hb_shape *a, const hb_shape *b, hb_policy mode,
                                const hb_contact *contact)
{
    bool boxes = a->kind == HB_AABB && b->kind == HB_AABB;
    if (a->count < 4 || b->count < 4 || boxes || mode == HB_PIXEL) {
        return;
    }
    hb_contact plain;
    FUZZ_CHECK(hb_convex_contact(a, b, mode, &plain) && plain.count == contact->count);
    FUZZ_CHECK(memcmp(&plain.normal, &contact->normal, sizeof plain.normal) == 0);
    FUZZ_CHECK(memcmp(&plain.depth, &contact->depth, sizeof plain.depth) == 0);
    for (int i = 0; i < plain.count; i++) {
        const hb_feature *p = &plain.on_a[i], *q = &plain.on_b[i];
        const hb_feature *r = &contact->on_a[i], *t = &contact->on_b[i];
        FUZZ_CHECK(memcmp(&plain.points[i], &contact->points[i], sizeof plain.points[i]) == 0);
        FUZZ_CHECK(p->part == r->part && p->index == r->index && p->edge == r->edge);
        FUZZ_CHECK(q->part == t->part && q->index == t->index && q->edge == t->edge);
    }
}

static void check_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, unsigned turn)
{
    hb_contact none, contact, back;
    memset(&none, 0x5a, sizeof none);
    memcpy(&contact, &none, sizeof contact);
    back = contact;
    bool meets = hb_shape_overlaps(a, b, mode);
    FUZZ_CHECK(hb_shape_contact(a, b, mode, &contact) == meets);
    FUZZ_CHECK(hb_shape_contact(b, a, mode, &back) == meets);
    if (!meets) {
        FUZZ_CHECK(memcmp(&contact, &none, sizeof none) == 0);
        return;
    }
    FUZZ_CHECK(is_unit(contact.normal));
    FUZZ_CHECK(contact.depth >= 0.0 && contact.depth <= DBL_MAX);
    FUZZ_CHECK((contact.depth > 0.0) == hb_shape_overlaps(a, b, HB_OVERLAP));
    FUZZ_CHECK(contact.count == 1 || contact.count == 2);
    if (hb_part_order(a, b) != 0) { /* else they are equal, and the normal is the same for both */
        check_mirrored(&contact, &back);
    }
    check_any_processor(a, b, mode, &contact);
    check_points(a, b, &contact);
    check_push(a, b, &contact, turn);
}

/* Without a point there is no distance. */
static bool is_empty(const hb_shape *shape)
{
    return shape->kind == HB_MASK && hb_mask_solid_count(shape->mask) == 0;
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
    FUZZ_CHECK((distance == 0.0) == hb_shape_overlaps(a, b, HB_TOUCH));
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
    for (hb_policy mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
        check_contact(&a.shape, &b.shape, mode, turn);
    }
    check_distance(&a.shape, &b.shape);
    return 0;
}
