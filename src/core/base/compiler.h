/// The extensions of C that the core uses if the compiler has them: instruction sets, inlining and
/// bit counts. No other file tests for the processor. Calls nothing.
#ifndef HB_COMPILER_H
#define HB_COMPILER_H

#include <stdint.h>

/* The instruction sets beside plain C, which gives the same results. HB_PORTABLE selects plain C,
 * for other processors and for tests. */
#if defined(__GNUC__) && !defined(HB_PORTABLE)
#if defined(__x86_64__)
#define HB_HAS_AVX2 ///< AVX2 functions can be built; they are chosen if the processor has AVX2
#endif
#if defined(__SSE2__)
#define HB_HAS_SSE2 ///< every x86-64 has it
#endif
#if defined(__aarch64__) && defined(__ARM_NEON)
#define HB_HAS_NEON
#endif
#endif

/* Macros that force or forbid inlining, used where a measurement justifies it. */
#if defined(__GNUC__)
/// Always inlined, so that constant arguments are constants in the function.
#define HB_INLINE static inline __attribute__((always_inline))
/// Never inlined, so that the common path beside it stays short.
#define HB_NOINLINE static __attribute__((noinline))
#else
#define HB_INLINE static inline
#define HB_NOINLINE static
#endif

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
