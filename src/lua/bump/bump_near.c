/// The drop-in for bump.lua: finds the items that share a cell with a range of cells. Filters are
/// called for these only. May call queries of the core, libc and libm.
#include "bump.h"

#include <math.h>
#include <string.h>

/* The smallest double `width` with from + width >= to. */
static double reach(double from, double to)
{
    double width = to - from;
    while (from + width < to) {
        width = nextafter(width, INFINITY);
    }
    return width;
}

/* The next double above a finite one, or below it if the step is -1: C's nextafter takes ten times
 * as many instructions. The bits of doubles of one sign are in the order of their magnitudes. */
static inline double next_to(double value, int step)
{
    int64_t bits;
    if (value == 0.0) {
        return step * 0x1p-1074;
    }
    memcpy(&bits, &value, sizeof bits);
    bits += value > 0.0 ? step : -step;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

static bool is_exact(double edge)
{
    return fabs(edge) <= 0x1p52;
}

/* As hbl_bump_query, for the items that may share a cell: those that overlap the range of the cells
 * by more than an edge. If the cell size is whole, the edges of cells are doubles. The range then
 * ends before the next cells, and items that only touch it from there, as tiles do, are not found.
 *
 * An item that begins before the last cell's end and ends after the first cell's start shares a
 * cell: division by the size never rounds a number to that of such an edge, since the doubles next
 * to the edge are more than half a last bit away, relative to its size. No other item is found,
 * unless an edge is 0 (all numbers next to it count as 0), the range's width was rounded up to an
 * edge, or an item has no extent.
 * @param sure  set to whether each item found shares a cell */
static int find_in_cells(const hbl_bump_world *world, const hbl_cells *cells, hb_id *out,
                         int capacity, bool *sure)
{
    double size = world->cell_size;
    hb_aabb range = {cells->left * size, cells->top * size, cells->right * size,
                     cells->bottom * size};
    bool exact = size == floor(size) && is_exact(range.x0) && is_exact(range.y0) &&
                 is_exact(range.x1) && is_exact(range.y1);
    *sure = false;
    if (!exact || range.x0 >= range.x1 || range.y0 >= range.y1) {
        return hbl_bump_query(world, range, out, capacity);
    }
    double x = next_to(range.x0, 1), y = next_to(range.y0, 1);
    double w = reach(x, next_to(range.x1, -1)), h = reach(y, next_to(range.y1, -1));
    bool has_zero = range.x0 == 0.0 || range.y0 == 0.0 || range.x1 == 0.0 || range.y1 == 0.0;
    *sure = !world->odd_items && !has_zero && x + w < range.x1 && y + h < range.y1;
    return hb_world_query_rect(world->core, x, y, w, h, NULL, out, capacity);
}

int hbl_bump_keep_near(const hbl_bump_world *world, hb_id *ids, int count, const hbl_cells *cells)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        hbl_bump_slot *slot = hbl_bump_slot_of(world, ids[i]);
        if (slot != NULL && hbl_bump_near(hbl_bump_cells_of(world, slot), cells)) {
            ids[kept++] = ids[i];
        }
    }
    return kept;
}

int hbl_bump_query_cells(const hbl_bump_world *world, const hbl_cells *cells, hb_id *out,
                         int capacity)
{
    bool sure;
    int found = find_in_cells(world, cells, out, capacity, &sure);
    return found > capacity || sure ? found : hbl_bump_keep_near(world, out, found, cells);
}
