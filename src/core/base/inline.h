/// What is compiled into its callers, and what is not, where a measurement said so.
#ifndef HB_INLINE_H
#define HB_INLINE_H

#if defined(__GNUC__)
/// In line wherever it is called: what is constant there is so in it.
#define HB_INLINE static inline __attribute__((always_inline))
/// Never in line, so that the usual way beside it stays short.
#define HB_NOINLINE static __attribute__((noinline))
#else
#define HB_INLINE static inline
#define HB_NOINLINE static
#endif

#endif
