/// plain_sat.h for processors with AVX2.
#define HB_WITH_AVX2
#include "base/compiler.h"

#ifdef HB_HAS_AVX2
HB_BEGIN_AVX2
#include "collide/convex/convex.h"

#include "plain_sat.h"
HB_END_AVX2
#endif
