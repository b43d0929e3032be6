/// Pixel masks against a loop over their pixels as unit squares, with random pictures: in whole
/// numbers if doubles could decide otherwise.
#include "masks.h"

#include "processor.h"

/* ---- Against a loop over pixels -------------------------------------------------------------- */

static bool pixels_meet(hb_aabb p, hb_aabb q, bool closed)
{
    return closed ? p.x0 <= q.x1 && q.x0 <= p.x1 && p.y0 <= q.y1 && q.y0 <= p.y1
                  : p.x0 < q.x1 && q.x0 < p.x1 && p.y0 < q.y1 && q.y0 < p.y1;
}

/* Whether any solid pixel meets a box that has an area. */
static bool box_meets(const hb_shape *shape, hb_aabb box, bool closed)
{
    const hb_mask *mask = shape->mask;
    for (int y = 0; y < hb_mask_height(mask); y++) {
        for (int x = 0; x < hb_mask_width(mask); x++) {
            if (hb_mask_is_solid(mask, x, y) &&
                pixels_meet(pixel_edges(shape, x, y), box, closed)) {
                return true;
            }
        }
    }
    return false;
}

static bool masks_meet(const hb_shape *a, const hb_shape *b, bool closed)
{
    for (int y = 0; y < hb_mask_height(a->mask); y++) {
        for (int x = 0; x < hb_mask_width(a->mask); x++) {
            hb_aabb pixel = pixel_edges(a, x, y);
            if (!hb_mask_is_solid(a->mask, x, y) || !pixels_meet(pixel, b->bounds, closed)) {
                continue;
            }
            /* the other's pixels near it: all that can meet it lie at most two from there */
            double across = pixel.x0 - b->local[0].x;
            int column = (int)(b->local[1].x < 0.0 ? -across : across);
            int row = (int)(pixel.y0 - b->local[0].y);
            for (int j = row - 2; j <= row + 2; j++) {
                for (int i = column - 3; i <= column + 3; i++) {
                    if (hb_mask_is_solid(b->mask, i, j) &&
                        pixels_meet(pixel, pixel_edges(b, i, j), closed)) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

static double random_part(test_rng *rng)
{
    const double parts[] = {0, 0, 0, 0.5, 0.25, 0.1, 1.0 / 3, 0.9999999999};
    return parts[rng_below(rng, COUNT_OF(parts))];
}

static hb_shape any_place(test_rng *rng, const hb_mask *mask, double far)
{
    double x = far + rng_below(rng, 20) + random_part(rng);
    double y = far + rng_below(rng, 20) + random_part(rng);
    hb_shape shape = shape_of(mask, x, y);
    return rng_below(rng, 2) == 0 ? shape
                                  : placed_at(mirrored(shape), 2 * x + rng_below(rng, 150), 0);
}

static bool any_solid_pixel(test_rng *rng, const hb_shape *shape, hb_aabb *out)
{
    int count = hb_mask_solid_count(shape->mask), skip = count > 0 ? rng_below(rng, count) : 0;
    for (int i = 0; i < MOST * MOST && count > 0; i++) {
        if (hb_mask_is_solid(shape->mask, i % MOST, i / MOST) && skip-- == 0) {
            *out = pixel_edges(shape, i % MOST, i / MOST);
            return true;
        }
    }
    return false;
}

static void check_both(const hb_shape *a, const hb_shape *b, bool overlap, bool touch)
{
    assert_int_equal(hb_mask_overlaps(a, b, HB_OVERLAP), overlap);
    assert_int_equal(hb_mask_overlaps(a, b, HB_TOUCH), touch);
}

static void masks_meet_as_their_pixels_do(void **state)
{
    (void)state;
    test_rng rng = {314159};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    int hits = 0, touching = 0;
    for (int round = 0; round < 4000; round++) {
        picture p = round % 4 ? sparse_picture(&rng) : any_picture(&rng);
        picture q = round % 3 ? sparse_picture(&rng) : any_picture(&rng);
        hb_mask *a = mask_of_picture(&p), *b = mask_of_picture(&q);
        double far = round % 5 == 0 ? 1e6 : 0;
        hb_shape left = any_place(&rng, a, far), right = any_place(&rng, b, far);
        hb_aabb on_left, on_right;
        if (round % 8 != 0 && any_solid_pixel(&rng, &left, &on_left) &&
            any_solid_pixel(&rng, &right, &on_right)) { /* bring these two together */
            double dx = rng_below(&rng, 4) - 2 + random_part(&rng);
            double dy = rng_below(&rng, 4) - 2 + random_part(&rng);
            right = placed_at(right, on_left.x0 - on_right.x0 + dx, on_left.y0 - on_right.y0 + dy);
        }
        bool overlap = masks_meet(&left, &right, false), touch = masks_meet(&left, &right, true);
        check_both(&left, &right, overlap, touch);
        check_both(&right, &left, overlap, touch);
        assert_int_equal(hb_mask_overlaps(&left, &right, HB_PIXEL), overlap);
        hits += overlap;
        touching += touch && !overlap;
        hb_mask_destroy(a);
        hb_mask_destroy(b);
    }
    assert_in_range(hits, 500, 3500);
    assert_in_range(touching, 50, 3500);
}

static void masks_meet_as_their_pixels_do_without_avx2(void **state)
{
    processor_hide(PROCESSOR_AVX2);
    masks_meet_as_their_pixels_do(state);
    processor_show(PROCESSOR_AVX2);
}

static void boxes_meet_masks_as_they_meet_their_pixels(void **state)
{
    (void)state;
    test_rng rng = {2718281};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    int hits = 0, touching = 0;
    for (int round = 0; round < 3000; round++) {
        picture p = round % 3 ? sparse_picture(&rng) : any_picture(&rng);
        hb_mask *mask = mask_of_picture(&p);
        hb_shape shape = any_place(&rng, mask, round % 5 == 0 ? 1e6 : 0);
        double x = shape.bounds.x0 + rng_below(&rng, p.width + 2) - 2 + random_part(&rng);
        double y = shape.bounds.y0 + rng_below(&rng, p.height + 2) - 2 + random_part(&rng);
        double w = 1 + rng_below(&rng, 1 + p.width / 2), h = 1 + rng_below(&rng, 1 + p.height / 2);
        hb_shape box = aabb(x, y, w, h + random_part(&rng));
        bool overlap = box_meets(&shape, box.bounds, false);
        bool touch = box_meets(&shape, box.bounds, true);
        check_both(&shape, &box, overlap, touch);
        assert_int_equal(hb_mask_overlaps(&shape, &box, HB_PIXEL), overlap);
        hits += overlap;
        touching += touch && !overlap;
        hb_mask_destroy(mask);
    }
    assert_in_range(hits, 300, 2700);
    assert_in_range(touching, 30, 2700);
}

/* ---- In whole numbers: coordinates are sixteenths -------------------------------------------- */

enum { PART = 16 };

typedef struct lattice {
    hb_shape shape;
    int64_t left, top; /* of the picture as it lies, in parts */
} lattice;

static bool lattice_solid(const lattice *l, int64_t x, int64_t y)
{
    int column = (int)x;
    if (l->shape.local[1].x < 0.0) {
        column = hb_mask_width(l->shape.mask) - 1 - column;
    }
    return hb_mask_is_solid(l->shape.mask, column, (int)y);
}

/* The point (x, y) / scale, from the picture's left top corner, in pixels. In the open set if all
 * pixels around it are solid, in the closed one if any is. */
static bool holds_point(const lattice *l, int64_t x, int64_t y, int64_t scale, bool closed)
{
    int64_t reach = 1000 * scale; /* so that division rounds down */
    int64_t column = (x + reach) / scale - 1000, row = (y + reach) / scale - 1000;
    int columns = x == column * scale ? 2 : 1, rows = y == row * scale ? 2 : 1;
    int solid = 0;
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < columns; i++) {
            solid += lattice_solid(l, column - i, row - j);
        }
    }
    return closed ? solid > 0 : solid == columns * rows;
}

/* A segment meets an open or a closed set of pixels if one of these points is in it: its ends,
 * where it crosses a line between pixels, and those half way from one of these to the next. At
 * p + (q - p) k / (2 d), where d is |dx dy|, all of them are at a whole k; so all k are tried that
 * are one of these. */
static bool segment_meets(const lattice *l, const int64_t p[2], const int64_t q[2], bool closed)
{
    int64_t x = p[0] - l->left, y = p[1] - l->top, dx = q[0] - p[0], dy = q[1] - p[1];
    int64_t d = (dx != 0 ? llabs(dx) : 1) * (dy != 0 ? llabs(dy) : 1);
    int64_t crossings[600];
    int count = 0;
    crossings[count++] = 0;
    crossings[count++] = 2 * d;
    for (int64_t line = -160; line <= 160; line++) {
        for (int axis = 0; axis < 2; axis++) {
            int64_t way = axis == 0 ? dx : dy, to = line * PART - (axis == 0 ? x : y);
            if (way != 0 && to * way > 0 && llabs(to) < llabs(way)) {
                crossings[count++] = 2 * d / llabs(way) * llabs(to);
            }
        }
    }
    for (int i = 0; i < count; i++) {
        int64_t next = 2 * d;
        for (int k = 0; k < count; k++) {
            next = crossings[k] > crossings[i] && crossings[k] < next ? crossings[k] : next;
        }
        for (int half = 0; half < 2; half++) {
            int64_t k = half ? (crossings[i] + next) / 2 : crossings[i];
            if (holds_point(l, 2 * d * x + dx * k, 2 * d * y + dy * k, 2 * d * PART, closed)) {
                return true;
            }
        }
    }
    return false;
}

static bool disc_meets(const lattice *l, const int64_t c[2], int64_t r, bool closed)
{
    for (int64_t j = 0; j < hb_mask_height(l->shape.mask); j++) {
        for (int64_t i = 0; i < hb_mask_width(l->shape.mask); i++) {
            int64_t x = l->left + i * PART, y = l->top + j * PART;
            int64_t dx = c[0] < x ? x - c[0] : c[0] > x + PART ? c[0] - x - PART : 0;
            int64_t dy = c[1] < y ? y - c[1] : c[1] > y + PART ? c[1] - y - PART : 0;
            int64_t gap = dx * dx + dy * dy - r * r;
            if (lattice_solid(l, i, j) && (gap < 0 || (closed && gap == 0))) {
                return true;
            }
        }
    }
    return false;
}

static lattice any_lattice(test_rng *rng, const hb_mask *mask, int64_t far)
{
    int64_t x = far * PART + rng_below(rng, 40 * PART), y = rng_below(rng, 40 * PART) - far * PART;
    if (rng_below(rng, 2) == 0) {
        x = x / PART * PART;
        y = y / PART * PART;
    }
    lattice l = {shape_of(mask, (double)x / PART, (double)y / PART), x, y};
    if (rng_below(rng, 2) == 0) {
        l.shape = mirrored(l.shape);
        l.left = -x - (int64_t)hb_mask_width(mask) * PART;
    }
    return l;
}

static void near_picture(test_rng *rng, const lattice *l, int64_t out[2])
{
    out[0] = l->left + rng_below(rng, (hb_mask_width(l->shape.mask) + 4) * PART) - 2 * PART;
    out[1] = l->top + rng_below(rng, (hb_mask_height(l->shape.mask) + 4) * PART) - 2 * PART;
    for (int i = 0; i < 2; i++) { /* often on a line between pixels */
        int64_t from = i == 0 ? l->left : l->top;
        if (rng_below(rng, 3) == 0) {
            out[i] = from + (out[i] - from) / PART * PART;
        }
    }
}

static void segments_and_points_meet_masks_as_they_meet_their_pixels(void **state)
{
    (void)state;
    test_rng rng = {161803};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    int hits = 0, touching = 0;
    for (int round = 0; round < 6000; round++) {
        picture p =
            round % 3 ? sparse_picture(&rng)
                      : random_picture(&rng, 1 + rng_below(&rng, 12), 1 + rng_below(&rng, 12), 60);
        hb_mask *mask = mask_of_picture(&p);
        lattice l = any_lattice(&rng, mask, round % 5 == 0 ? 100000 : 0);
        int64_t ends[2][2];
        near_picture(&rng, &l, ends[0]);
        near_picture(&rng, &l, ends[1]);
        for (int i = 0; i < 2; i++) { /* often upright, or a point */
            if (rng_below(&rng, 4) == 0) {
                ends[1][i] = ends[0][i];
            }
        }
        double x1 = (double)ends[0][0] / PART, y1 = (double)ends[0][1] / PART;
        double x2 = (double)ends[1][0] / PART, y2 = (double)ends[1][1] / PART;
        bool overlap = segment_meets(&l, ends[0], ends[1], false);
        bool touch = segment_meets(&l, ends[0], ends[1], true);
        hb_shape line = segment(x1, y1, x2, y2), back = segment(x2, y2, x1, y1);
        check_both(&l.shape, &line, overlap, touch);
        check_both(&l.shape, &back, overlap, touch);
        if (x1 == x2 || y1 == y2) {
            hb_shape flat = aabb(fmin(x1, x2), fmin(y1, y2), fabs(x1 - x2), fabs(y1 - y2));
            check_both(&l.shape, &flat, overlap, touch);
        }
        if (line.count == 1) {
            hb_shape dot = point(x1, y1);
            check_both(&l.shape, &dot, overlap, touch);
        }
        hits += overlap;
        touching += touch && !overlap;
        hb_mask_destroy(mask);
    }
    assert_in_range(hits, 600, 5400);
    assert_in_range(touching, 100, 5400);
}

static void discs_meet_masks_as_they_meet_their_pixels(void **state)
{
    (void)state;
    test_rng rng = {57721};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    int hits = 0, touching = 0;
    for (int round = 0; round < 6000; round++) {
        picture p = round % 4 ? sparse_picture(&rng) : any_picture(&rng);
        hb_mask *mask = mask_of_picture(&p);
        lattice l = any_lattice(&rng, mask, round % 5 == 0 ? 100000 : 0);
        int64_t centre[2], r = 1 + rng_below(&rng, 30 * PART);
        near_picture(&rng, &l, centre);
        if (round % 2 == 0) { /* touching the corner of some pixel: 3-4-5, 5-12-13, 8-15-17 */
            static const int ways[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {0, 1, 1}};
            const int *way = ways[rng_below(&rng, COUNT_OF(ways))];
            int64_t k = 1 + rng_below(&rng, 40);
            centre[0] = l.left + (int64_t)rng_below(&rng, p.width + 1) * PART +
                        (rng_below(&rng, 2) ? k : -k) * way[0];
            centre[1] = l.top + (int64_t)rng_below(&rng, p.height + 1) * PART +
                        (rng_below(&rng, 2) ? k : -k) * way[1];
            r = k * way[2];
        }
        hb_shape disc =
            circle((double)centre[0] / PART, (double)centre[1] / PART, (double)r / PART);
        bool overlap = disc_meets(&l, centre, r, false), touch = disc_meets(&l, centre, r, true);
        check_both(&l.shape, &disc, overlap, touch);
        hits += overlap;
        touching += touch && !overlap;
        hb_mask_destroy(mask);
    }
    assert_in_range(hits, 600, 5400);
    assert_in_range(touching, 30, 5400);
}

/* At places that are no multiples of anything: against the core's own exact test of a box. */
static void discs_and_slopes_anywhere_meet_masks_as_they_meet_their_pixels(void **state)
{
    (void)state;
    test_rng rng = {137035};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    int hits = 0;
    for (int round = 0; round < 2000; round++) {
        picture p = round % 4 ? sparse_picture(&rng) : any_picture(&rng);
        hb_mask *mask = mask_of_picture(&p);
        hb_shape shape = any_place(&rng, mask, round % 5 == 0 ? 1e6 : 0);
        double far = round % 3 == 0 ? 1000 * rng_between(&rng, 0, 1) : 1;
        double x1 = rng_between(&rng, shape.bounds.x0 - far, shape.bounds.x1);
        double y1 = rng_between(&rng, shape.bounds.y0 - far, shape.bounds.y1);
        double x2 = rng_between(&rng, shape.bounds.x0, shape.bounds.x1 + far);
        double y2 = rng_between(&rng, shape.bounds.y0, shape.bounds.y1 + far);
        double r = far * rng_between(&rng, 0.1, 3);
        hb_shape other = round % 2 ? circle(x1, y1, r) : segment(x1, y1, x2, y2);
        bool overlap = false;
        for (int y = 0; y < p.height; y++) {
            for (int x = 0; x < p.width; x++) {
                hb_shape pixel = {0};
                assert_status(hb_make_aabb_edges(&pixel, pixel_edges(&shape, x, y)), HB_OK);
                overlap = overlap || (hb_mask_is_solid(mask, x, y) &&
                                      hb_shape_overlaps(&pixel, &other, HB_OVERLAP));
            }
        }
        assert_int_equal(hb_mask_overlaps(&shape, &other, HB_OVERLAP), overlap);
        hits += overlap;
        hb_mask_destroy(mask);
    }
    assert_in_range(hits, 200, 1800);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* A pixel's width left of this picture there is no double: the edge between the first two columns
 * was once sought from there, a rounding off. In fractions, the first segment is 3.2e-17 within the
 * pixel's corner; the second ends in one. */
static void a_slope_meets_the_first_column_where_the_one_before_has_no_place(void **state)
{
    (void)state;
    hb_mask *mask = mask_of(".##|#.#");
    hb_shape shape = shape_of(mask, -0x1.03f1eb851eb85p+0, -0x1.129147ae147aep+1);
    hb_shape through = segment(-7, -1, 0, 0);
    hb_shape pixel = {0};
    assert_status(hb_make_aabb_edges(&pixel, pixel_edges(&shape, 0, 1)), HB_OK);
    assert_true(hb_shape_overlaps(&pixel, &through, HB_OVERLAP));
    assert_true(hb_shape_overlaps(&shape, &through, HB_OVERLAP));
    assert_true(hb_shape_overlaps(&through, &shape, HB_OVERLAP));
    hb_mask_destroy(mask);
    mask = mask_of("#.|#.");
    const double x = 0x1.e03d2fe5041b1p+2, y = 0x1.165ab92dc6499p+4;
    shape = placed_at(mirrored(shape_of(mask, 0, 0)), x, y);
    hb_shape to = segment(x, y + 2, -x, 0x1.ecdea3691cdb4p+5);
    assert_bounds(&shape, x - 2, y, x, y + 2);
    assert_true(hb_shape_overlaps(&shape, &to, HB_TOUCH));
    assert_false(hb_shape_overlaps(&shape, &to, HB_OVERLAP));
    assert_equal(hb_shape_distance(&shape, &to, NULL, NULL), 0);
    hb_mask_destroy(mask);
}

static void boxes_cover_the_solid_pixels_once(void **state)
{
    (void)state;
    test_rng rng = {141421};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    for (int round = 0; round < 300; round++) {
        picture p = any_picture(&rng);
        hb_mask *mask = mask_of_picture(&p);
        hb_shape shape = any_place(&rng, mask, 0.5 * rng_below(&rng, 9));
        hb_aabb all[MOST * MOST / 2 + 1], box,
            everywhere = {-INFINITY, -INFINITY, INFINITY, INFINITY};
        static unsigned char covered[MOST][MOST];
        memset(covered, 0, sizeof covered);
        int index = -1, count = 0;
        while (hb_mask_next_box(&shape, everywhere, &index, &box)) {
            assert_int_equal(index, count);
            all[count++] = box;
            for (double y = box.y0; y < box.y1; y++) {
                for (double x = box.x0; x < box.x1; x++) {
                    covered[(int)(y - shape.bounds.y0)][(int)(x - shape.bounds.x0)]++;
                }
            }
        }
        for (int y = 0; y < p.height; y++) {
            for (int x = 0; x < p.width; x++) {
                int column = shape.local[1].x < 0.0 ? p.width - 1 - x : x;
                assert_int_equal(covered[y][column], hb_mask_is_solid(mask, x, y));
            }
        }
        for (int i = 0; i < 20; i++) { /* and those of a part are those that touch it */
            double x = shape.bounds.x0 + rng_between(&rng, -3, p.width), w = rng_below(&rng, 9);
            double y = shape.bounds.y0 + rng_below(&rng, p.height + 2) - 1, h = rng_below(&rng, 9);
            hb_aabb range = {x, y, x + w, y + h};
            if (i % 2 == 0) {
                range.x0 = floor(x);
                range.x1 = floor(x) + w;
            }
            bool got[MOST * MOST / 2 + 1] = {false};
            for (index = -1; hb_mask_next_box(&shape, range, &index, &box);) {
                assert_in_range(index, 0, count - 1);
                assert_false(got[index]);
                got[index] = true;
                assert_memory_equal(&box, &all[index], sizeof box);
            }
            for (int k = 0; k < count; k++) {
                assert_int_equal(got[k], pixels_meet(all[k], range, true));
            }
        }
        hb_mask_destroy(mask);
    }
}

/* ---- Outlines -------------------------------------------------------------------------------- */

/* True of every outline: the areas of its lines, with their signs, add up to the solid area, each
 * edge lies between a solid pixel on its right hand and a clear one on its left, and corners
 * turn. */
static void check_lines(const hb_shape *shape)
{
    static hb_vec corners[4 * MOST * MOST];
    int count = hb_mask_outline(shape, corners, COUNT_OF(corners));
    assert_in_range(count, 0, COUNT_OF(corners));
    double area = 0.0, length = 0.0, edges = 0.0;
    for (int start = 0, i; start < count; start = i) {
        double turned = 0.0;
        i = start;
        do {
            hb_vec a = corners[i], b = corners[i + 1];
            assert_true((a.x == b.x) != (a.y == b.y));
            area += (a.x * b.y - a.y * b.x) / 2;
            length += fabs(a.x - b.x) + fabs(a.y - b.y);
            hb_vec c = hb_vec_equal(b, corners[start]) ? corners[start + 1] : corners[i + 2];
            double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
            assert_true(turn != 0.0);
            turned += turn > 0.0 ? 1 : -1;
            i++;
        } while (!hb_vec_equal(corners[i], corners[start]));
        i++;
        assert_true(fabs(turned) == 4.0);
        for (int k = start; k < i; k++) { /* the first corner is the uppermost */
            assert_true(corners[k].y >= corners[start].y);
        }
    }
    const hb_mask *mask = shape->mask;
    for (int y = 0; y <= hb_mask_height(mask); y++) {
        for (int x = 0; x <= hb_mask_width(mask); x++) {
            edges += hb_mask_is_solid(mask, x, y) != hb_mask_is_solid(mask, x - 1, y);
            edges += hb_mask_is_solid(mask, x, y) != hb_mask_is_solid(mask, x, y - 1);
        }
    }
    assert_equal(area, hb_mask_solid_count(mask));
    assert_equal(length, edges);
}

static void outlines_enclose_as_much_as_is_solid(void **state)
{
    (void)state;
    test_rng rng = {662607};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    for (int round = 0; round < 400; round++) {
        picture p = round % 2
                        ? any_picture(&rng)
                        : random_picture(&rng, 1 + rng_below(&rng, 9), 1 + rng_below(&rng, 9), 55);
        hb_mask *mask = mask_of_picture(&p);
        hb_shape shape = any_place(&rng, mask, 0);
        check_lines(&(hb_shape){
            .kind = HB_MASK, .local = {{(int)shape.local[0].x, 3}, shape.local[1]}, .mask = mask});
        hb_mask_destroy(mask);
    }
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static void cuts_and_fills_change_the_pixels_that_a_shape_overlaps(void **state)
{
    (void)state;
    test_rng rng = {299792};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    for (int round = 0; round < 200; round++) {
        picture p = random_picture(&rng, random_size(&rng), random_size(&rng), 90 - round % 70);
        hb_mask *mask = mask_of_picture(&p), *left = NULL, *more = NULL;
        hb_shape shape = any_place(&rng, mask, 0);
        double x = shape.bounds.x0 + rng_below(&rng, p.width) + random_part(&rng);
        double y = shape.bounds.y0 + rng_below(&rng, p.height) + random_part(&rng);
        hb_shape hole = round % 2 ? circle(x, y, rng_below(&rng, 20))
                                  : box(x, y, 1 + rng_below(&rng, 9), rng_below(&rng, 30), round);
        assert_status(hb_mask_cut(NULL, &shape, &hole, &left), HB_OK);
        assert_status(hb_mask_fill(NULL, &shape, &hole, &more), HB_OK);
        for (int j = 0; j < p.height; j++) {
            for (int i = 0; i < p.width; i++) {
                hb_shape pixel = {0};
                assert_status(hb_make_aabb_edges(&pixel, pixel_edges(&shape, i, j)), HB_OK);
                bool met = hb_shape_overlaps(&pixel, &hole, HB_OVERLAP),
                     was = hb_mask_is_solid(mask, i, j);
                assert_int_equal(hb_mask_is_solid(left, i, j), was && !met);
                assert_int_equal(hb_mask_is_solid(more, i, j), was || met);
            }
        }
        hb_mask_destroy(more);
        hb_mask_destroy(left);
        hb_mask_destroy(mask);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_meet_as_their_pixels_do),
        cmocka_unit_test(masks_meet_as_their_pixels_do_without_avx2),
        cmocka_unit_test(boxes_meet_masks_as_they_meet_their_pixels),
        cmocka_unit_test(segments_and_points_meet_masks_as_they_meet_their_pixels),
        cmocka_unit_test(discs_meet_masks_as_they_meet_their_pixels),
        cmocka_unit_test(discs_and_slopes_anywhere_meet_masks_as_they_meet_their_pixels),
        cmocka_unit_test(a_slope_meets_the_first_column_where_the_one_before_has_no_place),
        cmocka_unit_test(boxes_cover_the_solid_pixels_once),
        cmocka_unit_test(outlines_enclose_as_much_as_is_solid),
        cmocka_unit_test(cuts_and_fills_change_the_pixels_that_a_shape_overlaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
