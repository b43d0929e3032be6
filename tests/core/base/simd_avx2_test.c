/// The vectors of simd.h, with AVX2.
#define HB_WITH_AVX2
#include "base/compiler.h"

#include <stdio.h>

#ifdef HB_HAS_AVX2

HB_BEGIN_AVX2
#include "simd_each.h"
HB_END_AVX2

int main(void)
{
    return HB_CPU_HAS_AVX2 ? run_all() : puts("this processor has no AVX2") < 0;
}

#else

int main(void)
{
    return puts("not for this processor") < 0;
}

#endif
