/// What finding pairs (pairs.c) and ordering them (pairs_order.c) share.
#ifndef HB_PAIRS_H
#define HB_PAIRS_H

#include "world.h"

/// The keys of a world of few ranks are brief: half as long, so that ordering them moves half the
/// memory.
#define HB_BRIEF_BITS 16

/// Pairs that were found, in the caller's buffer and in any order. Each is a number: the rank of
/// the first item and, in the low half, that of the second.
typedef struct hb_pair_keys {
    uint64_t *keys; ///< where the buffer begins
    uint64_t count;
    bool brief; ///< numbers of 32 bits
} hb_pair_keys;

/// Make brief keys, from the beginning of a buffer on, into others.
void hb_widen_keys(uint64_t *keys, uint64_t count);

/// Sort them and write what they stand for.
/// @param capacity  of `out`, the buffer: at least as many as there are, of two keys each
void hb_order_pairs(const hb_world *world, hb_pair_keys keys, hb_pair *out, uint64_t capacity);

/// Write what the first keys in a buffer stand for into that, as they are.
void hb_write_backward(const hb_world *world, const uint64_t *keys, uint64_t count, hb_pair *out);

#endif
