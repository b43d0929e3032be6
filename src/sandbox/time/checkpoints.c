/* Calls libc, the arena and memory.h.

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

/* A block is used again for what is smaller by up to this part of it. */
#define SPARE_WASTE 8

/* @return null if there is no memory */
static void *allocate(sb_memory *memory, size_t size)
{
    void *bytes = malloc(size);
    if (bytes != NULL && memory != NULL) {
        memory->kept += size;
    }
    return bytes;
}

void checkpoint_free(sb_checkpoint *one, sb_memory *memory)
{
    free(one->bytes);
    if (memory != NULL) {
        memory->kept -= one->size;
    }
    *one = (sb_checkpoint){0};
}

static void drop(sb_checkpoints *all, int index)
{
    checkpoint_free(&all->spare, all->memory);
    all->spare = all->list[index];
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

/* Bytes that may be kept if so many more are. @return false if those are too many by themselves */
static bool find_room(const sb_memory *memory, size_t size, size_t *most)
{
    size_t room = memory != NULL ? memory_room(memory) : SIZE_MAX;
    *most = size <= room ? room - size : 0;
    return size <= room && size <= MOST_SINGLE;
}

sb_checkpoint checkpoint_take(const sb_arena *arena, const sb_checkpoint_facts *facts,
                              sb_memory *memory)
{
    size_t size = arena_size(arena);
    size_t most;
    if (!find_room(memory, size, &most)) {
        return (sb_checkpoint){0};
    }
    if (memory != NULL && memory->kept > most) {
        memory->yield(memory->keeper, most);
    }
    void *bytes = allocate(memory, size);
    if (bytes == NULL) {
        return (sb_checkpoint){0};
    }
    arena_keep(arena, bytes);
    return (sb_checkpoint){*facts, bytes, size};
}

void checkpoints_yield(sb_checkpoints *all, size_t most)
{
    if (all->memory->kept > most) {
        checkpoint_free(&all->spare, all->memory);
    }
    while (all->count > 0 && all->memory->kept > most) {
        if (all->count > 2) {
            thin(all, all->list[all->count - 1].facts.moment.ticks);
        } else {
            drop(all, 0);
        }
        checkpoint_free(&all->spare, all->memory);
    }
}

/* The block let go last, or a new one. @return {0} if there is no memory */
static sb_checkpoint take(sb_checkpoints *all, size_t size)
{
    sb_checkpoint spare = all->spare;
    if (spare.size >= size && spare.size - size <= spare.size / SPARE_WASTE &&
        spare.size <= MOST_SIZE - all->size) {
        all->spare = (sb_checkpoint){0};
        return spare;
    }
    checkpoint_free(&all->spare, all->memory);
    void *bytes = allocate(all->memory, size);
    return (sb_checkpoint){.bytes = bytes, .size = bytes != NULL ? size : 0};
}

void checkpoints_add(sb_checkpoints *all, const sb_arena *arena, const sb_checkpoint_facts *facts)
{
    size_t size = arena_size(arena);
    size_t most;
    int index = count_until(all, facts->moment);
    bool known = index > 0 && !is_after(facts->moment, all->list[index - 1].facts.moment);
    if (known || !find_room(all->memory, size, &most)) {
        return;
    }
    while (all->count > 1 && (all->count == CHECKPOINTS_MOST || all->size > MOST_SIZE - size)) {
        thin(all, facts->moment.ticks);
    }
    if (all->memory != NULL) {
        checkpoints_yield(all, most);
    }
    sb_checkpoint new = take(all, size);
    if (new.bytes == NULL) {
        return;
    }
    new.facts = *facts;
    arena_keep(arena, new.bytes);
    index = count_until(all, facts->moment);
    memmove(&all->list[index + 1], &all->list[index],
            (size_t)(all->count - index) * sizeof all->list[0]);
    all->list[index] = new;
    all->count++;
    all->size += new.size;
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
    checkpoint_free(&all->spare, all->memory);
}
