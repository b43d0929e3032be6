/// The instruction sets that the core may use beside plain C, which gives the same results. No
/// other file tests for the processor. HB_PORTABLE selects plain C, for other processors and for
/// tests.
#ifndef HB_INSTRUCTIONS_H
#define HB_INSTRUCTIONS_H

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

#endif
