/// The test of aabb_batch.c again, for processors with AVX2.
#define HB_WITH_AVX2
#include "../base/compiler.h"

#ifdef HB_HAS_AVX2
HB_BEGIN_AVX2
#include "aabb_batch.c"
HB_END_AVX2
#endif
