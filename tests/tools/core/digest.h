/// One number for all results of a run, to compare runs to the last bit.
#ifndef HB_SEEN_H
#define HB_SEEN_H

#include "testing.h"

/// Values in the order seen. (Fowler, Noll and Vo's FNV-1a, of 64 bits at a time.)
typedef struct play_hash {
    uint64_t value;
} play_hash;

static inline void see(play_hash *hash, uint64_t value)
{
    hash->value = (hash->value ^ value) * UINT64_C(1099511628211);
    hash->value ^= hash->value >> 29;
}

static inline void see_number(play_hash *hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    see(hash, bits);
}

static inline void see_vec(play_hash *hash, hb_vec value)
{
    see_number(hash, value.x);
    see_number(hash, value.y);
}

#endif
