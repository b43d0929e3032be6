/// The kernels of the grid again, for processors with AVX2.
#define HB_WITH_AVX2
#include "../../base/compiler.h"

#ifdef HB_HAS_AVX2
HB_BEGIN_AVX2
#include "grid_count.c"
#include "grid_pairs_x8.c"
#include "grid_query_x8.c"
#include "grid_ray.c"
HB_END_AVX2
#endif
