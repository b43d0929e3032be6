/// Growing arrays over the caller's allocator. Internal to the core.
#ifndef HB_MEMORY_H
#define HB_MEMORY_H

#include "../hitbox/base.h"

/// How many elements an array that is to hold `wanted` gets: a twelfth more than it has, so that
/// what lies idle is little, and adding one costs what copying thirteen does, on the average. 0 if
/// it cannot have so many.
uint64_t hb_grown_count(uint32_t capacity, uint64_t wanted, size_t size);

/// Make room for `wanted` elements. A null `resize` means malloc.
/// @return HB_NO_MEMORY and the array as it was, or HB_OK
hb_status hb_reserve(const hb_allocator *allocator, void *array_pointer, uint32_t *capacity,
                     uint64_t wanted, size_t size);

/// A cache line.
#define HB_CACHE_LINE 64

/// A single block; null if refused.
void *hb_allocate(const hb_allocator *allocator, size_t size);

void hb_release(const hb_allocator *allocator, void *block, size_t size);

#endif
