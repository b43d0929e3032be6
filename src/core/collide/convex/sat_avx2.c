/// The overlap test of sat.c again, for processors with AVX2.
#define HB_WITH_AVX2
#include "../../base/compiler.h"

#ifdef HB_HAS_AVX2
HB_BEGIN_AVX2
#include "sat.c"
HB_END_AVX2
#endif
