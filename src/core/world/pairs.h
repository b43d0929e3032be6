/// What finding pairs (pairs.c) and ordering them (pair_order.c) share. Each pair is a key: the
/// rank of the first item and, in the low half, that of the second. Keys lie in the caller's
/// buffer, from its beginning on, in any order.
#ifndef HB_PAIRS_H
#define HB_PAIRS_H

#include "world.h"

/// Sort keys and write the pairs that they stand for.
/// @param out  the buffer, with room for `capacity` pairs, of two keys each: all of them at least
void hb_order_pairs(const hb_world *world, uint64_t *keys, uint64_t count, hb_pair *out,
                    uint64_t capacity);

/// Write the pairs for the first keys, in their order.
void hb_write_backward(const hb_world *world, const uint64_t *keys, uint64_t count, hb_pair *out);

#endif
