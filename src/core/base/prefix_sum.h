/// Prefix sums of counts, for the step between the two passes of a counting sort. Calls nothing.
#ifndef HB_PREFIX_SUM_H
#define HB_PREFIX_SUM_H

#include <stddef.h>
#include <stdint.h>

/// Replace each count by `before` plus the sum of the counts before it.
/// @param squares  null, or the number to which the squares of all counts are added
/// @return `before` plus the sum of all counts
static inline uint32_t hb_prefix_sum(uint32_t *counts, size_t count, uint32_t before,
                                     uint64_t *squares)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t own = counts[i];
        sum += (uint64_t)own * own;
        counts[i] = before;
        before += own;
    }
    if (squares != NULL) {
        *squares += sum;
    }
    return before;
}

#endif
