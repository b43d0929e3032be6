/// The number of cells of bump.lua's grid that hold an item.
///
/// No cell is stored: each call measures the area of the union of all ranges of cells, by a line
/// that sweeps over it from left to right (Bentley, Algorithms for Klee's rectangle problems,
/// 1977). May call libc only.
#include "bump.h"

#include <stdlib.h>

/* In cells. Neither a difference nor an area of clamped coordinates overflows. */
#define FARTHEST 0x1p500

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
    size_t first = 0;
    for (size_t rest = count; rest > 1;) {
        size_t half = rest / 2;
        first += rows[first + half] <= row ? half : 0;
        rest -= half;
    }
    return first;
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

/* A range over all rows of a node covers it; else the sum of its halves counts. No term is
 * negative, so the rounded sums of far edges are not negative either. */
static void update(hbl_bump_node *nodes, size_t leaves, size_t i)
{
    hbl_bump_node *node = &nodes[i];
    if (node->tally != 0) {
        node->covered = node->length;
    } else {
        node->covered = i < leaves ? nodes[2 * i].covered + nodes[2 * i + 1].covered : 0.0;
    }
}

static void step_node(hbl_bump_node *nodes, size_t leaves, size_t i, int step)
{
    nodes[i].tally += (unsigned)step;
    update(nodes, leaves, i);
}

/* A range begins or ends in the rows of an edge. The tree lies in an array, leaves last. */
static void step_rows(hbl_bump_node *nodes, size_t leaves, const hbl_bump_edge *edge)
{
    size_t top = leaves + edge->top, bottom = leaves + edge->bottom;
    for (size_t a = top, b = bottom; a < b; a /= 2, b /= 2) {
        if (a % 2 == 1) {
            step_node(nodes, leaves, a++, edge->step);
        }
        if (b % 2 == 1) {
            step_node(nodes, leaves, --b, edge->step);
        }
    }
    for (size_t i = top / 2; i >= 1; i /= 2) {
        update(nodes, leaves, i);
    }
    for (size_t i = (bottom - 1) / 2; i >= 1; i /= 2) {
        update(nodes, leaves, i);
    }
}

static void make_tree(hbl_bump_node *nodes, const double *rows, size_t leaves)
{
    for (size_t i = 2 * leaves - 1; i >= 1; i--) {
        double length = i < leaves ? nodes[2 * i].length + nodes[2 * i + 1].length
                                   : rows[i - leaves + 1] - rows[i - leaves];
        nodes[i] = (hbl_bump_node){.length = length};
    }
}

double hbl_bump_count(const hbl_cells *cells, size_t count, hbl_bump_edge *edges, double *rows,
                      hbl_bump_node *nodes)
{
    size_t row_count = collect_rows(cells, count, rows);
    if (row_count < 2) { /* no range, or all of them lie beyond FARTHEST */
        return 0.0;
    }
    for (size_t i = 0; i < count; i++) {
        size_t top = find_row(rows, row_count, clamp(cells[i].top));
        size_t bottom = find_row(rows, row_count, clamp(cells[i].bottom));
        edges[2 * i] = (hbl_bump_edge){clamp(cells[i].left), top, bottom, 1};
        edges[2 * i + 1] = (hbl_bump_edge){clamp(cells[i].right), top, bottom, -1};
    }
    qsort(edges, 2 * count, sizeof *edges, compare_edges);
    make_tree(nodes, rows, row_count - 1);
    double sum = 0.0, last = 0.0;
    for (size_t i = 0; i < 2 * count; i++) {
        sum += nodes[1].covered * (edges[i].at - last);
        last = edges[i].at;
        if (edges[i].top < edges[i].bottom) {
            step_rows(nodes, row_count - 1, &edges[i]);
        }
    }
    return sum;
}
