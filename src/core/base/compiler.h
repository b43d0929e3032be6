/// The extensions of C that the core uses if the compiler has them: instruction sets, inlining and
/// bit counts. No other file but simd.h tests for the processor. Calls nothing.
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
#if defined(__AARCH64EL__) && defined(__ARM_NEON)
#define HB_HAS_NEON
#endif
#endif

/* Kernels are functions on wide vectors (f32x8, f64x4 of simd.h). A source X.c with kernels is
 * compiled for every processor; X_avx2.c defines HB_WITH_AVX2, and compiles it again for processors
 * with AVX2. HB_KERNEL names a function of such a source, and HB_CALL_KERNEL calls the version for
 * this processor. All versions give the same results. */
#ifdef HB_WITH_AVX2
#define HB_KERNEL(name) name##_avx2
#else
#define HB_KERNEL(name) name##_any
#endif
#ifdef HB_HAS_AVX2
#define HB_PRAGMA(...) _Pragma(#__VA_ARGS__)
#if defined(__clang__)
#define HB_BEGIN_AVX2                                                                              \
    HB_PRAGMA(clang attribute push(__attribute__((target("avx2,bmi2,popcnt,fma"))),                \
                                   apply_to = function))
#define HB_END_AVX2 HB_PRAGMA(clang attribute pop)
#else
#define HB_BEGIN_AVX2 HB_PRAGMA(GCC push_options) HB_PRAGMA(GCC target("avx2,bmi2,popcnt,fma"))
#define HB_END_AVX2 HB_PRAGMA(GCC pop_options)
#endif
#define HB_CPU_HAS_AVX2                                                                            \
    (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&                           \
     __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma"))
#define HB_CALL_KERNEL(name, ...)                                                                  \
    (HB_CPU_HAS_AVX2 ? name##_avx2(__VA_ARGS__) : name##_any(__VA_ARGS__))
#else
#define HB_CALL_KERNEL(name, ...) name##_any(__VA_ARGS__)
#endif

/* Macros that force or forbid inlining, used where a measurement justifies it. */
#if defined(__GNUC__)
/// Always inlined, so that constant arguments are constants in the function.
#define HB_INLINE static inline __attribute__((always_inline))
/// Never inlined, so that the common path beside it stays short.
#define HB_NOINLINE static __attribute__((noinline))
/// A condition that is nearly always true, or nearly always false.
#define HB_LIKELY(condition) __builtin_expect(condition, 1)
#define HB_UNLIKELY(condition) __builtin_expect(condition, 0)
#else
#define HB_INLINE static inline
#define HB_NOINLINE static
#define HB_LIKELY(condition) (condition)
#define HB_UNLIKELY(condition) (condition)
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
