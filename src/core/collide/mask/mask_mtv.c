/// Compute the minimum translation that separates a mask from another mask, or from a box.
///
/// The set of pixels that the other shape meets changes only where one of its edges comes to lie on
/// an edge of a pixel. These positions form lines through the plane of its positions, and the lines
/// divide the plane into cells. A whole cell overlaps or is free, so one test at its middle
/// decides. The shortest push leads to the nearest point of a free cell. The cells are tested in
/// rings around the other shape's position. The search ends if the best push so far is shorter than
/// the distance of the next ring. Cells more than MAX_RINGS away are not tested: then the given
/// push stays, that of compound_mtv.c along an axis.
#include "mask_overlap.h"

/* Maximum number of rings: about 128 x 128 cells, or some hundred microseconds. */
#define MAX_RINGS 64

/* The lines of one axis. They are at the whole numbers, where the low edge meets an edge of a
 * pixel, and `part` beyond, where the high edge does. If the size is whole, the two are the
 * same. */
typedef struct comb {
    double part;
    int64_t from; /* the cell that contains `position`; lines are numbered upwards */
    double position;
} comb;

typedef struct grid {
    hb_shape mask, other; /* relative to the mask's left top corner */
    comb across, down;
    double width, height, slack;
} grid;

static int lines_per_pixel(const comb *c)
{
    return c->part > 0.0 ? 2 : 1;
}

static double line_at(const comb *c, int64_t number)
{
    double line = (double)number;
    if (!(c->part > 0.0)) {
        return line;
    }
    double pixel = floor(0.5 * line);
    return pixel + (line - 2.0 * pixel) * c->part;
}

static comb comb_of(double position, double size)
{
    comb c = {.part = ceil(size) - size, .position = position};
    c.from = (int64_t)floor(position) * lines_per_pixel(&c);
    while (line_at(&c, c.from + 1) <= position) {
        c.from++;
    }
    return c;
}

/* Move the other shape so that its left top corner is at a position. */
static void put_other(grid *g, hb_vec at)
{
    if (g->other.kind == HB_MASK) {
        bool flipped = g->other.local[1].x < 0.0;
        g->other.local[0] = (hb_vec){flipped ? at.x + g->width : at.x, at.y};
        hb_mask_bound(&g->other);
    } else {
        g->other = hb_box_of_edges((hb_aabb){at.x, at.y, at.x + g->width, at.y + g->height});
    }
}

static grid grid_of(const hb_shape *mask, const hb_shape *other, double slack)
{
    hb_aabb p = mask->bounds, q = other->bounds;
    grid g = {.mask = *mask, .other = *other, .slack = slack};
    g.width = q.x1 - q.x0;
    g.height = q.y1 - q.y0;
    g.mask.local[0] = (hb_vec){mask->local[1].x < 0.0 ? p.x1 - p.x0 : 0.0, 0.0};
    hb_mask_bound(&g.mask);
    g.across = comb_of(q.x0 - p.x0, g.width);
    g.down = comb_of(q.y0 - p.y0, g.height);
    return g;
}

/* Return the cell `right` cells to the right of and `down` cells below the other shape's
 * position. */
static hb_aabb cell_at(const grid *g, int right, int down)
{
    int64_t x = g->across.from + right, y = g->down.from + down;
    return (hb_aabb){line_at(&g->across, x), line_at(&g->down, y), line_at(&g->across, x + 1),
                     line_at(&g->down, y + 1)};
}

/* Return the displacement to a cell, and at least `into` inside it. */
static hb_vec way_to(const grid *g, hb_aabb cell, double into)
{
    double x = g->across.position, y = g->down.position;
    return (hb_vec){fmin(fmax(x, cell.x0 + into), cell.x1 - into) - x,
                    fmin(fmax(y, cell.y0 + into), cell.y1 - into) - y};
}

/* The least width of a cell. A cell into which the other shape fits exactly, up to rounding, is not
 * free. */
static double narrowest(double slack)
{
    return 4.0 * slack;
}

static bool is_free(grid *g, hb_aabb cell)
{
    double narrow = narrowest(g->slack);
    if (cell.x1 - cell.x0 < narrow || cell.y1 - cell.y0 < narrow) {
        return false;
    }
    put_other(g, (hb_vec){0.5 * (cell.x0 + cell.x1), 0.5 * (cell.y0 + cell.y1)});
    return !hb_mask_overlaps(&g->mask, &g->other, HB_OVERLAP);
}

/* Whether a displacement, a little longer, separates the shapes at their positions. */
static bool surely_parts(const grid *g, const hb_shape *mask, const hb_shape *other,
                         hb_vec displacement)
{
    hb_shape there;
    double length = hb_vec_length(displacement), longer = (length + g->slack) / length;
    return length > 0.0 &&
           hb_shape_translate(other, displacement.x * longer, displacement.y * longer, NULL,
                              &there) == HB_OK &&
           !hb_mask_overlaps(mask, &there, HB_OVERLAP);
}

/* The distance of the nearest cell of a ring. */
static double ring_distance(const grid *g, int ring)
{
    const comb *combs[] = {&g->across, &g->down};
    double min = INFINITY;
    for (int i = 0; i < 2; i++) {
        const comb *c = combs[i];
        min = fmin(min, line_at(c, c->from + ring) - c->position);
        min = fmin(min, c->position - line_at(c, c->from - ring + 1));
    }
    return ring > 0 ? min : 0.0;
}

static void ask_cell(grid *g, const hb_shape *mask, const hb_shape *other, hb_aabb cell,
                     hb_vec *best)
{
    hb_vec displacement = way_to(g, cell, 0.0);
    if (!(hb_vec_length(displacement) < hb_vec_length(*best) - g->slack) || !is_free(g, cell)) {
        return;
    }
    /* on a line where rounding has put the other shape, it may still overlap on one side */
    displacement =
        surely_parts(g, mask, other, displacement) ? displacement : way_to(g, cell, g->slack);
    if (!hb_vec_is_zero(displacement)) {
        *best = displacement;
    }
}

bool hb_is_mask_pair(const hb_shape *a, const hb_shape *b)
{
    bool is_pair = a->kind == HB_MASK && (b->kind == HB_MASK || b->kind == HB_AABB);
    return is_pair || (a->kind == HB_AABB && b->kind == HB_MASK);
}

hb_vec hb_mask_mtv(const hb_shape *a, const hb_shape *b, double slack, hb_vec push)
{
    if (a->kind != HB_MASK) {
        return hb_vec_scale(hb_mask_mtv(b, a, slack, hb_vec_scale(push, -1.0)), -1.0);
    }
    if (narrowest(slack) > 1.0) {
        return push; /* for so large a box no cell is wide enough, and no line number exact */
    }
    grid g = grid_of(a, b, slack);
    for (int n = 0; n <= MAX_RINGS && ring_distance(&g, n) < hb_vec_length(push); n++) {
        for (int down = -n; down <= n; down++) {
            int step = down == -n || down == n ? 1 : 2 * n;
            for (int right = -n; right <= n; right += step) {
                ask_cell(&g, a, b, cell_at(&g, right, down), &push);
            }
        }
    }
    return push;
}
