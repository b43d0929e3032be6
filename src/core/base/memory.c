/// See memory.h. The only place that calls malloc.
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static void *resize(const hb_allocator *allocator, void *block, size_t old_size, size_t new_size)
{
    if (allocator->resize != NULL) {
        return allocator->resize(allocator->context, block, old_size, new_size);
    }
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

uint64_t hb_grown_count(uint32_t capacity, uint64_t wanted, size_t size)
{
    uint64_t roomy = (uint64_t)capacity + capacity / 12 + 8;
    uint64_t count = wanted > roomy ? wanted : roomy;
    return count > UINT32_MAX || count > (SIZE_MAX - HB_CACHE_LINE) / size ? 0 : count;
}

hb_status hb_reserve(const hb_allocator *allocator, void *array_pointer, uint32_t *capacity,
                     uint64_t wanted, size_t size)
{
    if (wanted <= *capacity) {
        return HB_OK;
    }
    uint64_t count = hb_grown_count(*capacity, wanted, size);
    if (count == 0) {
        return HB_NO_MEMORY;
    }
    void *array;
    memcpy(&array, array_pointer, sizeof array); /* works for a pointer of any type */
    void *grown = resize(allocator, array, *capacity * size, (size_t)count * size);
    if (grown == NULL) {
        return HB_NO_MEMORY;
    }
    memcpy(array_pointer, &grown, sizeof grown);
    *capacity = (uint32_t)count;
    return HB_OK;
}

void *hb_allocate(const hb_allocator *allocator, size_t size)
{
    return resize(allocator, NULL, 0, size);
}

void hb_release(const hb_allocator *allocator, void *block, size_t size)
{
    if (block != NULL) {
        (void)resize(allocator, block, size, 0);
    }
}
