/// See sums.h. One by one each sum waits for the one before it; where the processor has AVX2, eight
/// at once.
#include "sums.h"
#include "../inline.h"
#include "../instructions.h"

#ifdef HB_HAS_AVX2
#include <immintrin.h>
#endif

static uint32_t sum_up(uint32_t *counts, size_t count, uint32_t before, uint64_t *squares)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t own = counts[i];
        sum += (uint64_t)own * own;
        counts[i] = before;
        before += own;
    }
    *squares += sum;
    return before;
}

#ifdef HB_HAS_AVX2

#define AVX2 __attribute__((target("avx2")))

/* Of eight numbers the sums up to each, in three steps: of two, of four, of eight. */
AVX2 HB_INLINE __m256i sums_of_eight(__m256i own)
{
    __m256i sums = _mm256_add_epi32(own, _mm256_slli_si256(own, 4));
    sums = _mm256_add_epi32(sums, _mm256_slli_si256(sums, 8));
    __m256i low = _mm256_permute2x128_si256(sums, sums, 0x08); /* 0, and the lower four */
    return _mm256_add_epi32(sums, _mm256_shuffle_epi32(low, 0xff));
}

/* @param squares  null: not to be summed; a constant in the loop */
AVX2 HB_INLINE uint32_t sum_eights(uint32_t *counts, size_t count, uint32_t before,
                                   uint64_t *squares)
{
    const __m256i last = _mm256_set1_epi32(7);
    __m256i carry = _mm256_set1_epi32((int)before), sum = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i += 8) {
        __m256i *at = (__m256i *)(void *)(counts + i), own = _mm256_loadu_si256(at);
        __m256i up_to = sums_of_eight(own);
        _mm256_storeu_si256(at, _mm256_add_epi32(carry, _mm256_sub_epi32(up_to, own)));
        carry = _mm256_add_epi32(carry, _mm256_permutevar8x32_epi32(up_to, last));
        if (squares != NULL) {
            __m256i odd = _mm256_srli_epi64(own, 32);
            sum = _mm256_add_epi64(sum, _mm256_mul_epu32(own, own));
            sum = _mm256_add_epi64(sum, _mm256_mul_epu32(odd, odd));
        }
    }
    if (squares != NULL) {
        uint64_t each[4];
        _mm256_storeu_si256((__m256i *)(void *)each, sum);
        *squares += each[0] + each[1] + each[2] + each[3];
    }
    return (uint32_t)_mm256_extract_epi32(carry, 0);
}

AVX2 static uint32_t sum_up_avx2(uint32_t *counts, size_t count, uint32_t before, uint64_t *squares)
{
    before = squares != NULL ? sum_eights(counts, count, before, squares)
                             : sum_eights(counts, count, before, NULL);
    _mm256_zeroupper(); /* as in batch.c: gcc 12 may leave it out */
    return before;
}

#endif

uint32_t hb_sum_up(uint32_t *counts, size_t count, uint32_t before, uint64_t *squares)
{
    uint64_t none = 0;
    size_t eights = 0;
#ifdef HB_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        eights = count / 8 * 8;
        before = sum_up_avx2(counts, eights, before, squares);
    }
#endif
    return sum_up(counts + eights, count - eights, before, squares != NULL ? squares : &none);
}
