/// Sorts keys and ranks: see hb_sort_keys, hb_sort_few and hb_sort_ranks in world.h.
#include "../base/sort.h"
#include "../base/compiler.h"
#include "../base/simd.h"
#include "world.h"

#include <string.h>

#ifdef HB_HAS_AVX2
#include <immintrin.h>
#endif

static bool is_less(const void *a, const void *b, const void *context)
{
    (void)context;
    return *(const uint64_t *)a < *(const uint64_t *)b;
}

void hb_sort_keys(uint64_t *keys, size_t count)
{
    hb_sort(keys, count, sizeof *keys, is_less, NULL);
}

/* LSD radix sort: a counting sort for each digit, from the lowest digit on. No branch depends on a
 * comparison. All digits have the same number of bits, at most this. */
enum { DIGIT = 8 };

/* Sort by one digit. @param shift  the number of bits below it */
static void sort_digit(const uint32_t *from, size_t count, uint32_t shift, uint32_t width,
                       uint32_t *to)
{
    uint32_t starts[1U << DIGIT], mask = (1U << width) - 1;
    memset(starts, 0, sizeof *starts << width);
    for (size_t i = 0; i < count; i++) {
        starts[from[i] >> shift & mask]++;
    }
    (void)hb_prefix_sum(starts, (size_t)1 << width, 0, NULL);
    for (size_t i = 0; i < count; i++) {
        to[starts[from[i] >> shift & mask]++] = from[i];
    }
}

/* Sort numbers up to `max`; `room` is scratch for `count` numbers. */
static void sort_digits(uint32_t *numbers, size_t count, uint32_t max, uint32_t *room)
{
    uint32_t bits = 1, *from = numbers, *to = room;
    while (bits < 32 && max >> bits != 0) {
        bits++;
    }
    uint32_t digits = (bits + DIGIT - 1) / DIGIT, width = (bits + digits - 1) / digits;
    for (uint32_t i = 0; i < digits; i++) {
        sort_digit(from, count, i * width, width, to);
        uint32_t *held = from;
        from = to;
        to = held;
    }
    if (from != numbers) {
        memcpy(numbers, from, count * sizeof *numbers);
    }
}

/* Sort ranks by a bit set, in the scratch behind them: set a bit for each rank, then read the bits
 * in order. */
static void sort_by_bits(const hb_world *world, uint32_t count)
{
    uint32_t *ranks = world->candidates, *bits = ranks + count, sorted = 0;
    uint32_t words = world->order_count / 32 + 1;
    memset(bits, 0, words * sizeof *bits);
    for (uint32_t i = 0; i < count; i++) {
        bits[ranks[i] / 32] |= 1U << ranks[i] % 32;
    }
    for (uint32_t i = 0; i < words; i++) {
        for (uint32_t left = bits[i]; left != 0; left &= left - 1) {
            ranks[sorted++] = 32 * i + (uint32_t)hb_lowest_bit(left);
        }
    }
}

void hb_sort_few(const hb_world *world, uint32_t *numbers, uint32_t count)
{
    uint32_t own[HB_FEW + 8], ranks[HB_FEW + 8];
    memcpy(own, numbers, count * sizeof *own);
    memset(own + count, 0, 8 * sizeof *own); /* find_ranks reads 8 numbers at once */
    world->find_ranks(own, count, ranks);
    for (uint32_t i = 0; i < count; i++) {
        numbers[ranks[i]] = own[i];
    }
}

/* If at least one in this many ranks is present, the bit set is faster. */
#define DENSE 8

void hb_sort_ranks(const hb_world *world, uint32_t count)
{
    uint32_t *ranks = world->candidates;
    if (count <= 1) {
        return;
    } else if (count <= HB_FEW) {
        hb_sort_few(world, ranks, count);
    } else if (count > world->order_count / DENSE) {
        sort_by_bits(world, count);
    } else {
        sort_digits(ranks, count, world->order_count, ranks + count);
    }
}

/* Few numbers are sorted by counting, for each one, the smaller numbers. That takes more
 * comparisons than other sorts, but several run at once, and none is a branch. */

static void find_ranks(const uint32_t *numbers, uint32_t count, uint32_t *ranks)
{
    for (uint32_t i = 0; i < count; i += 4) {
        f32x4_count_below(numbers + i, numbers, count, ranks + i);
    }
}

#ifdef HB_HAS_AVX2

#define AVX2 __attribute__((target("avx2")))

/* Find the ranks of 8 * eights of the numbers. The loops over the vectors must be unrolled, so
 * that the vectors stay in registers. */
AVX2 static inline __attribute__((always_inline)) void find_eights(const uint32_t *own,
                                                                   const int eights,
                                                                   const uint32_t *numbers,
                                                                   uint32_t count, uint32_t *ranks)
{
    __m256i limits[4], before[4];
#pragma GCC unroll 4
    for (int i = 0; i < eights; i++) {
        limits[i] = _mm256_loadu_si256((const __m256i *)(const void *)(own + 8 * i));
        before[i] = _mm256_setzero_si256();
    }
    for (uint32_t k = 0; k < count; k++) {
        __m256i number = _mm256_set1_epi32((int)numbers[k]);
#pragma GCC unroll 4
        for (int i = 0; i < eights; i++) {
            before[i] = _mm256_sub_epi32(before[i], _mm256_cmpgt_epi32(limits[i], number));
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < eights; i++) {
        _mm256_storeu_si256((__m256i *)(void *)(ranks + 8 * i), before[i]);
    }
}

/* Find the ranks of up to eight numbers, without a loop of random length. */
AVX2 static inline __attribute__((always_inline)) void find_few(const uint32_t *numbers,
                                                                uint32_t count, uint32_t *ranks)
{
    __m256i own = _mm256_loadu_si256((const __m256i *)(const void *)numbers);
    __m256i number_of = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i is_one = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), number_of);
    /* all numbers are below 2^31; entries behind the last one become INT32_MAX and do not count */
    __m256i all = _mm256_blendv_epi8(_mm256_set1_epi32(INT32_MAX), own, is_one);
    __m256i before = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        __m256i number = _mm256_permutevar8x32_epi32(all, _mm256_set1_epi32(k));
        before = _mm256_sub_epi32(before, _mm256_cmpgt_epi32(own, number));
    }
    _mm256_storeu_si256((__m256i *)(void *)ranks, before);
}

AVX2 static void find_ranks_avx2(const uint32_t *numbers, uint32_t count, uint32_t *ranks)
{
    if (count <= 8) {
        find_few(numbers, count, ranks);
        _mm256_zeroupper(); /* as in aabb_batch.c: gcc 12 may leave it out */
        return;
    }
    for (uint32_t i = 0; i < count; i += 32) {
        uint32_t left = count - i; /* makes the number of vectors a constant in the loops */
        if (left > 24) {
            find_eights(numbers + i, 4, numbers, count, ranks + i);
        } else if (left > 16) {
            find_eights(numbers + i, 3, numbers, count, ranks + i);
        } else if (left > 8) {
            find_eights(numbers + i, 2, numbers, count, ranks + i);
        } else {
            find_eights(numbers + i, 1, numbers, count, ranks + i);
        }
    }
    _mm256_zeroupper();
}

#endif

hb_find_ranks *hb_best_find_ranks(void)
{
#ifdef HB_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        return find_ranks_avx2;
    }
#endif
    return find_ranks;
}
