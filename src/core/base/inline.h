/// Macros that force or forbid inlining, used where a measurement justifies it. Calls nothing.
#ifndef HB_INLINE_H
#define HB_INLINE_H

#if defined(__GNUC__)
/// Always inlined, so that constant arguments are constants in the function.
#define HB_INLINE static inline __attribute__((always_inline))
/// Never inlined, so that the common path beside it stays short.
#define HB_NOINLINE static __attribute__((noinline))
#else
#define HB_INLINE static inline
#define HB_NOINLINE static
#endif

#endif
