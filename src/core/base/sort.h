/// Sorts arrays in place by heap sort (Williams 1964). Allocates no memory. Cost O(n log n), or
/// O(n) if the array is sorted. Calls only the comparison. Also prefix sums of counts, for the step
/// between the two passes of a counting sort.
///
/// The functions are inlined so that the element size and the comparison are constants in them.
#ifndef HB_SORT_H
#define HB_SORT_H

#include "compiler.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// Whether a comes before b.
typedef bool hb_before(const void *a, const void *b, const void *context);

/// Storage for one element while it is moved; it limits the element size.
typedef union hb_element {
    max_align_t align;
    char bytes[160];
} hb_element;

/// Restore a heap in which only the element at `root` may be out of order with those below it.
/// The element is held while larger ones move up, until its position is found.
HB_INLINE void hb_heap_mend(void *base, size_t root, size_t count, const size_t size,
                            hb_before *before, const void *context)
{
    char *bytes = base;
    hb_element held;
    assert(size <= sizeof held);
    memcpy(&held, bytes + root * size, size);
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        const char *two = bytes + child * size;
        /* no branch, as the result is random: this adds the comparison's result to the index */
        child += child + 1 < count && before(two, two + size, context);
        const char *larger = bytes + child * size;
        if (!before(&held, larger, context)) {
            break;
        }
        memcpy(bytes + root * size, larger, size);
        root = child;
    }
    memcpy(bytes + root * size, &held, size);
}

/// Turn an array into a heap, with the last element of the order in front.
HB_INLINE void hb_heap_make(void *base, size_t count, const size_t size, hb_before *before,
                            const void *context)
{
    for (size_t root = count / 2; root-- > 0;) {
        hb_heap_mend(base, root, count, size, before, context);
    }
}

/// Sort an array in ascending order.
HB_INLINE void hb_sort(void *base, size_t count, const size_t size, hb_before *before,
                       const void *context)
{
    char *bytes = base;
    size_t sorted = 1;
    while (sorted < count && !before(bytes + sorted * size, bytes + (sorted - 1) * size, context)) {
        sorted++;
    }
    if (sorted >= count) {
        return;
    }
    hb_heap_make(base, count, size, before, context);
    for (size_t last = count - 1; last > 0; last--) {
        hb_element largest;
        memcpy(&largest, bytes, size);
        memcpy(bytes, bytes + last * size, size);
        memcpy(bytes + last * size, &largest, size);
        hb_heap_mend(base, 0, last, size, before, context);
    }
}

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
