/// See hb_sort in world.h.
#include "../broad/fours.h"
#include "world.h"

#include <string.h>

/* The largest elements that are sorted. */
typedef union element {
    hb_crossing crossing;
    hb_carried carried;
} element;

#define MAX_SIZE sizeof(element)

static void swap(char *a, char *b, size_t size)
{
    char held[MAX_SIZE];
    memcpy(held, a, size);
    memcpy(a, b, size);
    memcpy(b, held, size);
}

static void sift_down(char *base, size_t root, size_t count, size_t size, hb_before *before,
                      const void *context)
{
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && before(base + child * size, base + (child + 1) * size, context)) {
            child++;
        }
        if (!before(base + root * size, base + child * size, context)) {
            return;
        }
        swap(base + root * size, base + child * size, size);
        root = child;
    }
}

void hb_heap_make(void *base, size_t count, size_t size, hb_before *before, const void *context)
{
    for (size_t root = count / 2; root-- > 0;) {
        sift_down(base, root, count, size, before, context);
    }
}

void hb_heap_mend(void *base, size_t count, size_t size, hb_before *before, const void *context)
{
    sift_down(base, 0, count, size, before, context);
}

void hb_sort(void *base, size_t count, size_t size, hb_before *before, const void *context)
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
        swap(bytes, bytes + last * size, size);
        sift_down(bytes, 0, last, size, before, context);
    }
}

/* Up to so many numbers are sorted by insertion. */
#define FEW 24

/* Heaps of numbers, as hb_sort, but the compiler knows what it compares. */
#define SORT_NUMBERS(name, type)                                                                   \
    static void name##_sift(type *numbers, size_t root, size_t count)                              \
    {                                                                                              \
        type held = numbers[root];                                                                 \
        for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {                   \
            child += child + 1 < count && numbers[child] < numbers[child + 1];                     \
            if (held >= numbers[child]) {                                                          \
                break;                                                                             \
            }                                                                                      \
            numbers[root] = numbers[child];                                                        \
            root = child;                                                                          \
        }                                                                                          \
        numbers[root] = held;                                                                      \
    }                                                                                              \
    static void name(type *numbers, size_t count)                                                  \
    {                                                                                              \
        size_t sorted = 1;                                                                         \
        while (sorted < count && numbers[sorted - 1] <= numbers[sorted]) {                         \
            sorted++;                                                                              \
        }                                                                                          \
        if (count <= FEW) {                                                                        \
            for (; sorted < count; sorted++) {                                                     \
                type held = numbers[sorted];                                                       \
                size_t at = sorted;                                                                \
                for (; at > 0 && numbers[at - 1] > held; at--) {                                   \
                    numbers[at] = numbers[at - 1];                                                 \
                }                                                                                  \
                numbers[at] = held;                                                                \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (size_t root = count / 2; sorted < count && root-- > 0;) {                             \
            name##_sift(numbers, root, count);                                                     \
        }                                                                                          \
        for (size_t last = count; sorted < count && last-- > 1;) {                                 \
            type largest = numbers[0];                                                             \
            numbers[0] = numbers[last];                                                            \
            numbers[last] = largest;                                                               \
            name##_sift(numbers, 0, last);                                                         \
        }                                                                                          \
    }

SORT_NUMBERS(sort_many_numbers, uint32_t)
SORT_NUMBERS(sort_many_keys, uint64_t)

void hb_sort_keys(uint64_t *keys, size_t count)
{
    sort_many_keys(keys, count);
}

/* Up to so many numbers are sorted by counting, for each, how many come before it: more comparisons
 * than other ways make, but several at once, and none is a branch. */
#define MOST_COUNTED 64

void hb_sort_numbers(uint32_t *numbers, size_t count)
{
    uint32_t sorted[MOST_COUNTED];
    if (count < 2) {
        return;
    }
    if (count > MOST_COUNTED) {
        sort_many_numbers(numbers, count);
        return;
    }
    for (size_t i = 0; i < count; i += 4) {
        uint32_t own[4] = {0}, before[4];
        size_t some = count - i < 4 ? count - i : 4;
        memcpy(own, numbers + i, some * sizeof *own);
        fours_count_below(own, numbers, count, before);
        for (size_t k = 0; k < some; k++) {
            sorted[before[k]] = own[k];
        }
    }
    memcpy(numbers, sorted, count * sizeof *numbers);
}
