/// The vectors of simd.h, as every processor has them.
#include "simd_each.h"

int main(void)
{
    return run_all();
}
