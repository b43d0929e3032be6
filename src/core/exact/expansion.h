/// Expansions: sums of doubles that hold a value without error. Internal to the exact predicates.
/// May call fma.h.
/// Source: Shewchuk (1997), grow-expansion with zeros dropped; Dekker (1971) for exact products.
#ifndef HB_EXPANSION_H
#define HB_EXPANSION_H

#include "fma.h"

/* A sum of doubles that do not overlap, smallest first, without zeros. Its sign is that of the last
 * term. The caller owns the memory of the terms. */
typedef struct expansion {
    double *terms;
    int count;
} expansion;

/* The largest number of terms. A sum of two doubles has 2, a product of sums twice the product of
 * their terms, and a sum of expansions all terms of both. */
enum { SUM = 2, SQUARE = 2 * SUM * SUM };

static inline void add_term(expansion *sum, double value)
{
    int kept = 0;
    for (int i = 0; i < sum->count; i++) {
        /* Knuth's two-sum: total + error is the exact sum, whichever operand is larger */
        double total = value + sum->terms[i];
        double part = total - value;
        double error = (value - (total - part)) + (sum->terms[i] - part);
        if (error != 0.0) {
            sum->terms[kept++] = error;
        }
        value = total;
    }
    if (value != 0.0) {
        sum->terms[kept++] = value;
    }
    sum->count = kept;
}

/* Add sign * f * g; sign is 1 or -1. */
static inline void add_product(expansion *sum, double sign, const expansion *f, const expansion *g)
{
    for (int i = 0; i < f->count; i++) {
        for (int k = 0; k < g->count; k++) {
            double high = f->terms[i] * g->terms[k];
            double low = hb_fma(f->terms[i], g->terms[k], -high);
            add_term(sum, sign * low);
            add_term(sum, sign * high);
        }
    }
}

/* Return a + b; `room` holds SUM terms. */
static inline expansion sum_in(double *room, double a, double b)
{
    expansion sum = {room, 0};
    add_term(&sum, a);
    add_term(&sum, b);
    return sum;
}

/* Round an expansion to a double. Terms do not overlap, so the last is more than half of the sum:
 * adding from the small end has a relative error of a few HB_EPS. */
static inline double value_of(const expansion *sum)
{
    double value = 0.0;
    for (int i = 0; i < sum->count; i++) {
        value += sum->terms[i];
    }
    return value;
}

#endif
