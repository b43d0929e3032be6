/// See hb_sort in world.h.
#include "world.h"

#include <string.h>

/* The largest element that is sorted. */
#define MAX_SIZE sizeof(hb_ray_hit)

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
    for (size_t root = count / 2; root-- > 0;) {
        sift_down(bytes, root, count, size, before, context);
    }
    for (size_t last = count - 1; last > 0; last--) {
        swap(bytes, bytes + last * size, size);
        sift_down(bytes, 0, last, size, before, context);
    }
}
