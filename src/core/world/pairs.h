/// Shared by the search for pairs (pairs.c) and their sort (pair_order.c). Each pair is a key: the
/// rank of the first item in the upper half, the rank of the second in the lower half. Keys are
/// stored from the start of the caller's buffer, in any order.
#ifndef HB_PAIRS_H
#define HB_PAIRS_H

#include "world.h"

/// Sort keys and write their pairs.
/// @param out  the buffer of the keys, with room for `capacity` pairs of two keys each;
///             `capacity` is at least `count`
void hb_order_pairs(const hb_world *world, uint64_t *keys, uint64_t count, hb_pair *out,
                    uint64_t capacity);

/// Write the pairs of the first `count` keys, in the order of the keys.
void hb_write_backward(const hb_world *world, const uint64_t *keys, uint64_t count, hb_pair *out);

#endif
