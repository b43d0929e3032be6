/// How many cells of bump.lua's grid are taken.
///
/// No cell is kept: the area of the union of all rectangles of cells is measured when it is asked
/// for, by a line that sweeps over it from left to right (Bentley, Algorithms for Klee's rectangle
/// problems, 1977). May call libc only.
#include "bump.h"

#include <stdlib.h>

/* Beyond this there is nothing to be counted exactly; differences must be finite. */
#define FARTHEST 0x1p60

static double clamp(double cell)
{
    return cell < -FARTHEST ? -FARTHEST : cell > FARTHEST ? FARTHEST : cell;
}

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_rows(const void *a, const void *b)
{
    return compare(*(const double *)a, *(const double *)b);
}

static int compare_edges(const void *a, const void *b)
{
    return compare(((const hbl_bump_edge *)a)->at, ((const hbl_bump_edge *)b)->at);
}

static size_t find_row(const double *rows, size_t count, double row)
{
    size_t least = 0;
    for (size_t rest = count; rest > 1;) {
        size_t half = rest / 2;
        least += rows[least + half] <= row ? half : 0;
        rest -= half;
    }
    return least;
}

/* The distinct tops and bottoms, in order. */
static size_t collect_rows(const hbl_cells *cells, size_t count, double *rows)
{
    for (size_t i = 0; i < count; i++) {
        rows[2 * i] = clamp(cells[i].top);
        rows[2 * i + 1] = clamp(cells[i].bottom);
    }
    qsort(rows, 2 * count, sizeof *rows, compare_rows);
    size_t kept = 0;
    for (size_t i = 0; i < 2 * count; i++) {
        if (kept == 0 || rows[kept - 1] < rows[i]) {
            rows[kept++] = rows[i];
        }
    }
    return kept;
}

double hbl_bump_count(const hbl_cells *cells, size_t count, hbl_bump_edge *edges, double *rows,
                      unsigned *tally)
{
    size_t row_count = collect_rows(cells, count, rows);
    for (size_t i = 0; i < count; i++) {
        size_t top = find_row(rows, row_count, clamp(cells[i].top));
        size_t bottom = find_row(rows, row_count, clamp(cells[i].bottom));
        edges[2 * i] = (hbl_bump_edge){clamp(cells[i].left), top, bottom, 1};
        edges[2 * i + 1] = (hbl_bump_edge){clamp(cells[i].right), top, bottom, -1};
    }
    qsort(edges, 2 * count, sizeof *edges, compare_edges);
    for (size_t row = 0; row < row_count; row++) {
        tally[row] = 0;
    }
    double sum = 0.0, covered = 0.0, last = 0.0;
    for (size_t i = 0; i < 2 * count; i++) {
        sum += covered * (edges[i].at - last);
        last = edges[i].at;
        for (size_t row = edges[i].top; row < edges[i].bottom; row++) {
            bool before = tally[row] != 0;
            tally[row] += (unsigned)edges[i].step;
            bool after = tally[row] != 0;
            covered += ((int)after - (int)before) * (rows[row + 1] - rows[row]);
        }
    }
    return sum;
}
