/// Elements in order, where they are: heap sort (Williams 1964). It takes no memory, and always
/// O(n log n); O(n) where all is in order.
///
/// In line, so that the size of an element and what comes before what are constants in it.
#ifndef HB_HEAP_H
#define HB_HEAP_H

#include "inline.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include <string.h>

/// Whether a comes before b.
typedef bool hb_before(const void *a, const void *b, const void *context);

/// Room for an element that is moved, the largest that is sorted.
typedef union hb_element {
    max_align_t align;
    char bytes[160];
} hb_element;

/// Mend a heap of whose elements only that at `root` may come before those below it. It is held,
/// and others move up until there is a place for it.
HB_INLINE void hb_heap_mend(void *base, size_t root, size_t count, const size_t size,
                            hb_before *before, const void *context)
{
    char *bytes = base;
    hb_element held;
    assert(size <= sizeof held);
    memcpy(&held, bytes + root * size, size);
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        const char *two = bytes + child * size;
        /* which one is larger is random, and where numbers are compared decides no branch */
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

/// Make a heap of an array, its last element in front.
HB_INLINE void hb_heap_make(void *base, size_t count, const size_t size, hb_before *before,
                            const void *context)
{
    for (size_t root = count / 2; root-- > 0;) {
        hb_heap_mend(base, root, count, size, before, context);
    }
}

/// Sort, from the first one on.
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

#endif
