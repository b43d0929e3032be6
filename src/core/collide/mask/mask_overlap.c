/// Test whether a mask overlaps a mask, a box, a line, a point or a disc: word by word, exactly.
///
/// For each axis, the code first decides which columns (or rows) of pixels the other shape meets,
/// by comparing numbers that are doubles without error. The rest is a bitwise AND.
#include "mask_overlap.h"
#include "../../base/compiler.h"
#include "../../base/simd.h"

#include <assert.h>

/* ---- Columns and rows ------------------------------------------------------------------------ */

hb_span hb_cells_met(double low, double high, double origin, int from, int end, bool closed)
{
    hb_span none = {0, -1, false};
    double first_edge = origin + from, last_edge = origin + end;
    if (from >= end || high < first_edge || low > last_edge) {
        return none;
    }
    bool whole;
    if (low == high && !closed) { /* inside a cell, or between two */
        int at = hb_whole_difference(low, origin, &whole);
        bool inside = at < end && (at > from || !whole);
        return inside ? (hb_span){at, at, whole} : none;
    }
    hb_span span = {from, end - 1, false};
    if (low > first_edge) {
        int at = hb_whole_difference(low, origin, &whole);
        span.first = closed && whole ? at - 1 : at;
    }
    if (high < last_edge) {
        int at = hb_whole_difference(high, origin, &whole);
        span.last = !closed && whole ? at - 1 : at;
    }
    return span;
}

/* One of the two pictures of a mask, at its position. */
typedef struct view {
    const hb_mask *mask;
    const uint64_t *rows;
    double left, top;
    hb_pixels solid;
} view;

/* View a mask's picture.
 * @param swapped  the mirrored picture: that of the mask mirrored about x = 0 */
HB_INLINE view view_of(const hb_shape *shape, bool swapped)
{
    const hb_mask *mask = shape->mask;
    bool flipped = (shape->local[1].x < 0.0) != swapped;
    view seen = {mask, flipped ? mask->mirrored : mask->rows,
                 swapped ? -shape->bounds.x1 : shape->bounds.x0, shape->bounds.y0, mask->solid};
    if (flipped) {
        seen.solid.x0 = (uint16_t)(mask->width - mask->solid.x1);
        seen.solid.x1 = (uint16_t)(mask->width - mask->solid.x0);
    }
    return seen;
}

static hb_span columns_met(const view *v, double low, double high, bool closed)
{
    return hb_cells_met(low, high, v->left, v->solid.x0, v->solid.x1, closed);
}

static hb_span rows_met(const view *v, double low, double high, bool closed)
{
    return hb_cells_met(low, high, v->top, v->solid.y0, v->solid.y1, closed);
}

/* ---- Points and boxes ------------------------------------------------------------------------ */

static bool any_bit(const uint64_t *words, int count, uint64_t bits)
{
    while (count >= HB_ROW_BLOCK) {
        uint64_t found = 0;
        for (int i = 0; i < HB_ROW_BLOCK; i++) {
            found |= words[i];
        }
        if (found & bits) {
            return true;
        }
        words += HB_ROW_BLOCK;
        count -= HB_ROW_BLOCK;
    }
    uint64_t found = 0;
    for (int i = 0; i < count; i++) {
        found |= words[i];
    }
    return (found & bits) != 0;
}

static bool any_solid(const view *v, hb_span columns, hb_span rows)
{
    int count = rows.last - rows.first + 1;
    if (columns.last < columns.first || count <= 0) {
        return false;
    }
    for (int k = columns.first / 64; k <= columns.last / 64; k++) {
        int first = columns.first - 64 * k, end = columns.last - 64 * k + 1;
        uint64_t bits = hb_bits_between(first > 0 ? first : 0, end < 64 ? end : 64);
        if (any_bit(v->rows + k * v->mask->stride + rows.first, count, bits)) {
            return true;
        }
    }
    return false;
}

static bool is_solid(const view *v, int x, int y)
{
    return v->rows[x / 64 * v->mask->stride + y] >> (x % 64) & 1;
}

/* Whether the pixels on either side of a line between pixels are solid: then the line is within the
 * mask. A shape that is flat in one axis only meets inner points of every row or column along it,
 * so crossing other lines adds nothing. */
static bool any_solid_beside(const view *v, hb_span columns, hb_span rows)
{
    for (int y = rows.first; y <= rows.last; y++) {
        for (int x = columns.first; x <= columns.last; x++) {
            if (is_solid(v, x, y) && (!columns.seam || is_solid(v, x - 1, y)) &&
                (!rows.seam || is_solid(v, x, y - 1)) &&
                (!columns.seam || !rows.seam || is_solid(v, x - 1, y - 1))) {
                return true;
            }
        }
    }
    return false;
}

static bool meets_box(const view *v, hb_aabb box, bool closed)
{
    hb_span columns = columns_met(v, box.x0, box.x1, closed);
    hb_span rows = rows_met(v, box.y0, box.y1, closed);
    return columns.seam || rows.seam ? any_solid_beside(v, columns, rows)
                                     : any_solid(v, columns, rows);
}

/* Whether the pixel at a point is solid. A pixel includes its left and upper edge. The point must
 * be within the picture's bounds. */
static bool has_point(const view *v, hb_vec p)
{
    bool whole;
    int x = hb_whole_difference(p.x, v->left, &whole), y = hb_whole_difference(p.y, v->top, &whole);
    return x < v->mask->width && y < v->mask->height && is_solid(v, x, y);
}

/* ---- Discs ----------------------------------------------------------------------------------- */

typedef struct disc {
    hb_vec centre;
    double radius;
    bool closed;
} disc;

static double between(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static bool disc_meets_pixel(const view *v, const disc *d, int x, int y)
{
    double left = v->left + x, top = v->top + y;
    hb_vec nearest = {between(d->centre.x, left, left + 1.0), between(d->centre.y, top, top + 1.0)};
    double gap = hb_reach_point_sign(d->centre, nearest, d->radius, 0.0);
    return gap < 0.0 || (d->closed && gap == 0.0);
}

/* Whether a disc meets a solid pixel. In a row it meets the pixels around the column nearest to its
 * centre. Their ends move little from row to row. So all rows together take as many steps as the
 * disc has rows and columns within the picture. */
static bool meets_disc(const view *v, const hb_shape *circle, bool closed)
{
    disc d = {circle->local[0], circle->radius, closed};
    hb_span columns = columns_met(v, circle->bounds.x0, circle->bounds.x1, true);
    hb_span rows = rows_met(v, circle->bounds.y0, circle->bounds.y1, true);
    if (!any_solid(v, columns, rows)) {
        return false;
    }
    int nearest = columns.first;
    if (d.centre.x > v->left + columns.first) {
        bool whole;
        nearest = d.centre.x < v->left + columns.last
                      ? hb_whole_difference(d.centre.x, v->left, &whole)
                      : columns.last;
    }
    hb_span span = {nearest, nearest, false};
    for (int y = rows.first; y <= rows.last; y++) {
        if (!disc_meets_pixel(v, &d, nearest, y)) {
            continue;
        }
        while (!disc_meets_pixel(v, &d, span.first, y)) {
            span.first++;
        }
        while (span.first > columns.first && disc_meets_pixel(v, &d, span.first - 1, y)) {
            span.first--;
        }
        while (!disc_meets_pixel(v, &d, span.last, y)) {
            span.last--;
        }
        while (span.last < columns.last && disc_meets_pixel(v, &d, span.last + 1, y)) {
            span.last++;
        }
        if (any_solid(v, span, (hb_span){y, y, false})) {
            return true;
        }
    }
    return false;
}

/* ---- Segments -------------------------------------------------------------------------------- */

/* Whether the line from p down to the right to q has (x, y) on its right (upper) side, or on it if
 * closed. */
static bool is_right_of(hb_vec p, hb_vec q, double x, double y, bool closed)
{
    double side = hb_orient_sign(p, q, (hb_vec){x, y});
    return side < 0.0 || (closed && side == 0.0);
}

static bool is_left_of(hb_vec p, hb_vec q, double x, double y, bool closed)
{
    double side = hb_orient_sign(p, q, (hb_vec){x, y});
    return side > 0.0 || (closed && side == 0.0);
}

/* Whether a segment that runs down to the right meets a solid pixel. In a row its pixels begin
 * where it crosses the row's upper edge, and end where it crosses the lower one. Both move to the
 * right from row to row. Where it crosses a border of pixels, it has inner points of the adjacent
 * pixels. So an inner point of the mask is one of a pixel too. Column -1 ends where the picture
 * begins; its own begin need not be a double. */
static bool meets_slope(const view *v, hb_vec p, hb_vec q, bool closed)
{
    hb_span columns = columns_met(v, p.x, q.x, closed), rows = rows_met(v, p.y, q.y, closed);
    if (!any_solid(v, columns, rows)) {
        return false;
    }
    hb_span span = {columns.first, columns.first - 1, false};
    for (int y = rows.first; y <= rows.last && span.first <= columns.last; y++) {
        double upper = v->top + y, lower = upper + 1.0;
        while (span.first <= columns.last &&
               !is_right_of(p, q, v->left + (span.first + 1), upper, closed)) {
            span.first++;
        }
        while (span.last < columns.last &&
               is_left_of(p, q, v->left + (span.last + 1), lower, closed)) {
            span.last++;
        }
        if (span.first <= span.last && any_solid(v, span, (hb_span){y, y, false})) {
            return true;
        }
    }
    return false;
}

static bool meets_segment(const hb_shape *shape, hb_vec p, hb_vec q, bool closed)
{
    if (p.y > q.y) {
        hb_vec held = p;
        p = q;
        q = held;
    }
    view seen = view_of(shape, p.x > q.x);
    if (p.x > q.x) {
        p.x = -p.x;
        q.x = -q.x;
    }
    if (p.x == q.x || p.y == q.y) {
        return meets_box(&seen, (hb_aabb){p.x, p.y, q.x, q.y}, closed);
    }
    return meets_slope(&seen, p, q, closed);
}

/* ---- Two masks ------------------------------------------------------------------------------- */

/* A pixel i of one mask meets the `count` pixels of the other from i + first on. */
typedef struct shift {
    int first, count;
} shift;

/* Find the shift for an offset. At a whole offset a pixel lies on one pixel, and touches those
 * beside it as well. Otherwise it lies across two. */
static shift find_shift(double edge, double other_edge, bool closed)
{
    bool whole;
    int offset = hb_whole_difference(edge, other_edge, &whole);
    if (!whole) {
        return (shift){offset, 2};
    }
    return closed ? (shift){offset - 1, 3} : (shift){offset, 1};
}

/* The pixels that meet any of the other's solid pixels. */
static hb_span find_shifted(int first, int end, int other_first, int other_end, shift by)
{
    int low = other_first - by.first - by.count + 1, high = other_end - by.first;
    return (hb_span){low > first ? low : first, (high < end ? high : end) - 1, false};
}

static bool shifted_meet(const view *a, const view *b, shift across, shift down)
{
    if (across.count == 3) { /* needs bits of three words: two tests of two */
        return shifted_meet(a, b, (shift){across.first, 2}, down) ||
               shifted_meet(a, b, (shift){across.first + 1, 2}, down);
    }
    hb_span columns = find_shifted(a->solid.x0, a->solid.x1, b->solid.x0, b->solid.x1, across);
    hb_span rows = find_shifted(a->solid.y0, a->solid.y1, b->solid.y0, b->solid.y1, down);
    int count = rows.last - rows.first + 1;
    if (columns.last < columns.first || count <= 0) {
        return false;
    }
    for (int k = columns.first / 64; k <= columns.last / 64; k++) {
        /* start one stripe before the other's first, as the columns do meet */
        int bit = 64 * k + across.first + 64, stripe = bit / 64 - 1;
        const uint64_t *words = a->rows + k * a->mask->stride + rows.first;
        const uint64_t *low = b->rows + stripe * b->mask->stride + rows.first + down.first;
        hb_stripes_under u = {low, low + b->mask->stride, stripe >= 0,
                              stripe + 1 < b->mask->stripes, bit % 64};
        if (HB_CALL_KERNEL(hb_stripes_meet, words, &u, count, across.count, down.count)) {
            return true;
        }
    }
    return false;
}

/* hb_masks_overlap for masks of any size at any position. */
static bool large_masks_overlap(const hb_shape *a, const hb_shape *b, bool closed)
{
    if (!hb_aabb_overlaps(a->bounds, b->bounds, HB_TOUCH)) {
        return false; /* as in hb_mask_overlaps */
    }
    view seen = view_of(a, false), beside = view_of(b, false);
    return shifted_meet(&seen, &beside, find_shift(seen.left, beside.left, closed),
                        find_shift(seen.top, beside.top, closed));
}

/* ---- Any ------------------------------------------------------------------------------------- */

bool hb_mask_overlaps(const hb_shape *shape, const hb_shape *other, hb_policy mode)
{
    bool closed = mode == HB_TOUCH;
    if (other->kind == HB_MASK) {
        return hb_masks_overlap(shape, other, closed);
    }
    if (!hb_aabb_overlaps(shape->bounds, other->bounds, HB_TOUCH)) {
        return false; /* so the numbers below are of the size of a picture */
    }
    view seen = view_of(shape, false);
    if (other->kind == HB_AABB) {
        bool holds = mode != HB_PIXEL || other->count == 4;
        return holds && meets_box(&seen, other->bounds, closed);
    }
    if (other->count == 2) {
        return meets_segment(shape, other->local[0], other->local[1], closed);
    }
    if (other->radius > 0.0) {
        return meets_disc(&seen, other, closed);
    }
    assert(other->count <= 1); /* compound.c passes no other shape */
    return other->count == 1 && (mode == HB_PIXEL ? has_point(&seen, other->local[0])
                                                  : meets_box(&seen, other->bounds, closed));
}

/* ---- Small masks ----------------------------------------------------------------------------- */

/* Masks up to 64 columns wide and at a whole offset, as most sprites are: then a row is one word,
 * and lies on one word of the other. Such a pair takes only a few words, so a short start matters
 * most. The offset is computed without the bounding boxes, for both axes at once. Source: Dekker, A
 * floating-point technique for extending the available precision (1971), 4. */

/* Find the offset of b to a, if it is whole. The larger of two doubles minus their rounded
 * difference is exact. So a difference that leads from either to the other is exact itself. */
HB_INLINE bool find_offset(const hb_shape *a, const hb_shape *b, int *x, int *y)
{
    f64x2 from = f64x2_load(&a->bounds.x0), to = f64x2_load(&b->bounds.x0);
    f64x2 displacement = f64x2_sub(to, from);
    if (!f64x2_less(f64x2_abs(displacement), f64x2_both(HB_MAX_MASK_SIZE))) {
        return false; /* it may not fit an int */
    }
    *x = (int)f64x2_first(displacement);
    *y = (int)f64x2_first(f64x2_swap(displacement));
    return (f64x2_same(f64x2_of(*x, *y), displacement) &
            f64x2_same(f64x2_add(from, displacement), to) &
            f64x2_same(f64x2_sub(to, displacement), from)) == 3;
}

HB_INLINE const uint64_t *rows_of(const hb_shape *shape)
{
    return shape->local[1].x < 0.0 ? shape->mask->mirrored : shape->mask->rows;
}

HB_INLINE hb_rows_beside rows_beside(const hb_shape *a, const hb_shape *b, int x, int y)
{
    int first = y > 0 ? y : 0, end = y + b->mask->height;
    end = end < a->mask->height ? end : a->mask->height;
    return (hb_rows_beside){rows_of(a) + first, rows_of(b) + first - y, end - first, x > 0 ? x : 0,
                            x < 0 ? -x : 0};
}

bool hb_masks_overlap(const hb_shape *a, const hb_shape *b, bool closed)
{
    const hb_mask *p = a->mask, *q = b->mask;
    int x, y;
    if (closed || p->stripes != 1 || q->stripes != 1 || !find_offset(a, b, &x, &y)) {
        return large_masks_overlap(a, b, closed);
    }
    if (x >= p->width || -x >= q->width || y >= p->height || -y >= q->height) {
        return false;
    }
    hb_rows_beside rows = rows_beside(a, b, x, y);
    return HB_CALL_KERNEL(hb_rows_meet, &rows);
}
