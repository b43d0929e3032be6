/// Bit operations on words. Calls nothing.
#ifndef HB_BITS_H
#define HB_BITS_H

#include <stdint.h>

/// Return the index of the lowest set bit of a word that is not 0.
static inline int hb_lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    int i = 0;
    for (; (word & 1) == 0; word >>= 1) {
        i++;
    }
    return i;
#endif
}

#endif
