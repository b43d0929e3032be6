/// Finds the ranks of a few numbers: see hb_find_ranks in world.h. Compiled again by ranks_avx2.c.
///
/// Counts, for each number, the smaller ones. That takes more comparisons than sorting, but several
/// run at once, and none is a branch.
#include "../base/simd.h"
#include "world.h"

/* Find the ranks of 8 * eights of the numbers. The loops over the vectors must be unrolled, so
 * that the vectors stay in registers. */
HB_INLINE void find_eights(const uint32_t *own, const int eights, const uint32_t *numbers,
                           uint32_t count, uint32_t *ranks)
{
    u32x8 limits[4], before[4];
#pragma GCC unroll 4
    for (int i = 0; i < eights; i++) {
        limits[i] = u32x8_load(own + 8 * i);
        before[i] = u32x8_all(0);
    }
    for (uint32_t k = 0; k < count; k++) {
        u32x8 number = u32x8_all(numbers[k]);
#pragma GCC unroll 4
        for (int i = 0; i < eights; i++) {
            before[i] = u32x8_sub(before[i], u32x8_where_less(number, limits[i]));
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < eights; i++) {
        u32x8_store(ranks + 8 * i, before[i]);
    }
}

/* Find the ranks of up to eight numbers, without a loop of random length. */
HB_INLINE void find_few(const uint32_t *numbers, uint32_t count, uint32_t *ranks)
{
    u32x8 own = u32x8_load(numbers), before = u32x8_all(0);
    u32x8 is_one = u32x8_where_less(u32x8_load(hb_numbers8), u32x8_all(count));
    /* all numbers are below 2^31; entries behind the last one become INT32_MAX and do not count */
    u32x8 all = u32x8_choose(is_one, own, u32x8_all(INT32_MAX));
#pragma GCC unroll 8
    for (uint32_t k = 0; k < 8; k++) {
        before = u32x8_sub(before, u32x8_where_less(u32x8_nth(all, k), own));
    }
    u32x8_store(ranks, before);
}

void HB_KERNEL(hb_find_ranks)(const uint32_t *numbers, uint32_t count, uint32_t *ranks)
{
    if (count <= 8) {
        find_few(numbers, count, ranks);
        hb_end_avx2();
        return;
    }
    for (uint32_t i = 0; i < count; i += 32) {
        uint32_t left = count - i; /* makes the number of vectors a constant in the loops */
        if (left > 24) {
            find_eights(numbers + i, 4, numbers, count, ranks + i);
        } else if (left > 16) {
            find_eights(numbers + i, 3, numbers, count, ranks + i);
        } else if (left > 8) {
            find_eights(numbers + i, 2, numbers, count, ranks + i);
        } else {
            find_eights(numbers + i, 1, numbers, count, ranks + i);
        }
    }
    hb_end_avx2();
}
