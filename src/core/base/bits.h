/// Bits of a word.
#ifndef HB_BITS_H
#define HB_BITS_H

#include <stdint.h>

/// Which is the lowest one, of a word that has any.
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
