/// Growing arrays over the caller's allocator. Internal to the core.
#ifndef HB_MEMORY_H
#define HB_MEMORY_H

#include "hitbox.h"

/// Make room for `wanted` elements, at least half as many again. A null `resize` means malloc.
/// @return HB_NO_MEMORY and the array as it was, or HB_OK
hb_status hb_reserve(const hb_allocator *allocator, void *array_pointer, uint32_t *capacity,
                     uint64_t wanted, size_t size);

/// As hb_reserve, for an array that begins at a multiple of HB_LINE bytes, within `block`.
hb_status hb_reserve_aligned(const hb_allocator *allocator, void **block, void *array_pointer,
                             uint32_t *capacity, uint64_t wanted, size_t size);
void hb_release_aligned(const hb_allocator *allocator, void *block, size_t size);

/// A cache line.
#define HB_LINE 64

/// A single block; null if refused.
void *hb_allocate(const hb_allocator *allocator, size_t size);

void hb_release(const hb_allocator *allocator, void *block, size_t size);

#endif
