/// Sums of counts: what sorting by counting spends its time on between its two looks at the things.
#ifndef HB_SUMS_H
#define HB_SUMS_H

#include <stddef.h>
#include <stdint.h>

/// Replace each of some counts by the sum of those before it and `before`.
/// @param squares  null, or to which the squares of all counts are added
/// @return the sum of all, and `before`
uint32_t hb_sum_up(uint32_t *counts, size_t count, uint32_t before, uint64_t *squares);

#endif
