/// The clock of the benchmarks in C, and what of several times counts.
#ifndef HB_BENCH_CLOCK_H
#define HB_BENCH_CLOCK_H

#include <stdlib.h>
#include <time.h>

/// Seconds since the first call: since 1970 they would leave a double no more than 240 ns.
static inline double bench_seconds(void)
{
    static struct timespec first;
    struct timespec time;
    (void)timespec_get(&time, TIME_UTC);
    if (first.tv_sec == 0) {
        first = time;
    }
    return (double)(time.tv_sec - first.tv_sec) + (double)(time.tv_nsec - first.tv_nsec) * 1e-9;
}

static inline int bench_compare(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

/// Sorts the samples.
static inline double bench_median(double *samples, int count)
{
    qsort(samples, (size_t)count, sizeof *samples, bench_compare);
    return samples[count / 2];
}

#endif
