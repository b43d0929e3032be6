/// Growing arrays over the caller's allocator. Internal to the core. Calls only the allocator.
#ifndef HB_MEMORY_H
#define HB_MEMORY_H

#include "../hitbox/base.h"

/// Return the new capacity of an array that must hold `wanted` elements, or 0 if it is too large.
/// It grows by at least a twelfth, so little memory lies idle. On average, adding one element costs
/// as much as copying thirteen.
uint64_t hb_grown_count(uint32_t capacity, uint64_t wanted, size_t size);

/// Grow an array to hold `wanted` elements. If `resize` is null, malloc is used.
/// @return HB_OK, or HB_NO_MEMORY with the array unchanged
hb_status hb_reserve(const hb_allocator *allocator, void *array_pointer, uint32_t *capacity,
                     uint64_t wanted, size_t size);

/// The size of a cache line in bytes.
#define HB_CACHE_LINE 64

/// Allocate a block, or return null without memory.
void *hb_allocate(const hb_allocator *allocator, size_t size);

void hb_release(const hb_allocator *allocator, void *block, size_t size);

#endif
