/* Calls libc and the arena.

   Those of long ago lie farther apart, so that what is run again to come to one grows with its
   distance. See Griewank and Walther, Evaluating Derivatives (2008), 12, for what can be had with a
   given number of them. */
#include "checkpoints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of all that is kept, and of a single one. */
#define MOST_SIZE ((size_t)256 << 20)
#define MOST_SINGLE (MOST_SIZE / 4)

static void drop(sb_checkpoints *all, int index)
{
    free(all->spare);
    all->spare = all->list[index].bytes;
    all->spare_size = all->list[index].size;
    all->size -= all->list[index].size;
    all->count--;
    memmove(&all->list[index], &all->list[index + 1],
            (size_t)(all->count - index) * sizeof all->list[0]);
}

/* Let go of the one whose neighbours then lie least far apart, as seen from now. The first one
   stays: without it the scene would have to begin anew. */
static void thin(sb_checkpoints *all, long now)
{
    int least = all->count - 1;
    double least_gap = HUGE_VAL;
    for (int i = 1; i + 1 < all->count; i++) {
        double gap =
            (double)(all->list[i + 1].facts.moment.ticks - all->list[i - 1].facts.moment.ticks);
        double far = fabs((double)(now - all->list[i].facts.moment.ticks)) + 1;
        if (gap / far < least_gap) {
            least_gap = gap / far;
            least = i;
        }
    }
    drop(all, least);
}

static bool is_after(sb_moment a, sb_moment b)
{
    return a.ticks > b.ticks || (a.ticks == b.ticks && a.deeds > b.deeds);
}

/* How many are at a moment or before. */
static int count_until(const sb_checkpoints *all, sb_moment moment)
{
    int count = all->count;
    while (count > 0 && is_after(all->list[count - 1].facts.moment, moment)) {
        count--;
    }
    return count;
}

sb_checkpoint checkpoint_take(const sb_arena *arena, const sb_checkpoint_facts *facts)
{
    size_t size = arena_size(arena);
    void *bytes = size <= MOST_SINGLE ? malloc(size) : NULL;
    if (bytes == NULL) {
        return (sb_checkpoint){0};
    }
    arena_keep(arena, bytes);
    return (sb_checkpoint){*facts, bytes, size};
}

static void *take(sb_checkpoints *all, size_t size)
{
    void *bytes = all->spare;
    all->spare = NULL;
    if (bytes == NULL || all->spare_size < size) {
        free(bytes);
        bytes = malloc(size);
    }
    return bytes;
}

void checkpoints_add(sb_checkpoints *all, const sb_arena *arena, const sb_checkpoint_facts *facts)
{
    size_t size = arena_size(arena);
    int index = count_until(all, facts->moment);
    bool known = index > 0 && !is_after(facts->moment, all->list[index - 1].facts.moment);
    if (known || size > MOST_SINGLE) {
        return;
    }
    while (all->count > 1 && (all->count == CHECKPOINTS_MOST || all->size > MOST_SIZE - size)) {
        thin(all, facts->moment.ticks);
    }
    void *bytes = take(all, size);
    if (bytes == NULL) {
        return;
    }
    arena_keep(arena, bytes);
    index = count_until(all, facts->moment);
    memmove(&all->list[index + 1], &all->list[index],
            (size_t)(all->count - index) * sizeof all->list[0]);
    all->list[index] = (sb_checkpoint){*facts, bytes, size};
    all->count++;
    all->size += size;
}

const sb_checkpoint *checkpoints_find(const sb_checkpoints *all, long tick)
{
    int count = all->count;
    while (count > 0 && all->list[count - 1].facts.moment.ticks > tick) {
        count--;
    }
    return count > 0 ? &all->list[count - 1] : NULL;
}

void checkpoints_cut(sb_checkpoints *all, sb_moment end)
{
    while (all->count > count_until(all, end)) {
        drop(all, all->count - 1);
    }
}

void checkpoints_clear(sb_checkpoints *all)
{
    while (all->count > 0) {
        drop(all, all->count - 1);
    }
    free(all->spare);
    all->spare = NULL;
}
