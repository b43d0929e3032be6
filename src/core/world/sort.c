/// Sorts keys and ranks: see hb_sort_keys, hb_sort_few and hb_sort_ranks in world.h.
#include "../base/sort.h"
#include "../base/compiler.h"
#include "world.h"

#include <string.h>

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

hb_find_ranks *hb_best_find_ranks(void)
{
#ifdef HB_HAS_AVX2
    if (HB_CPU_HAS_AVX2) {
        return hb_find_ranks_avx2;
    }
#endif
    return hb_find_ranks_any;
}
