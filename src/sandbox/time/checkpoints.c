/* Calls libc, the arena and memory.h.

   Those of long ago lie farther apart, so that what is run again to come to one grows with its
   distance. See Griewank and Walther, Evaluating Derivatives (2008), 12, for what can be had with a
   given number of them. */
#include "checkpoints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of all that is kept, and of a single one. */
#define MAX_SIZE ((size_t)128 << 20)
#define MAX_SINGLE (MAX_SIZE / 2)

/* A moment that differs by more than 1 / MAX_CHANGE from the last one that was kept whole is kept
   whole as well, so that later ones differ less. */
#define MAX_CHANGE 2

/* @return null if there is no memory */
static void *allocate(sb_memory *memory, size_t size)
{
    void *bytes = malloc(size);
    if (bytes != NULL && memory != NULL) {
        memory->kept += size;
    }
    return bytes;
}

static void release(sb_memory *memory, void *bytes, size_t size)
{
    free(bytes);
    if (memory != NULL) {
        memory->kept -= size;
    }
}

/* How many bytes would be free again without a checkpoint. */
static size_t own_size(const sb_checkpoint *one)
{
    return one->size + (one->whole != NULL && one->whole->users == 1 ? one->whole->size : 0);
}

void checkpoint_free(sb_checkpoint *one, sb_memory *memory)
{
    if (one->change != NULL) {
        release(memory, one->change, one->size);
    }
    if (one->whole != NULL && --one->whole->users == 0) {
        release(memory, one->whole->bytes, one->whole->size);
        free(one->whole);
    }
    *one = (sb_checkpoint){0};
}

void checkpoint_put_back(const sb_checkpoint *one, sb_arena *arena)
{
    if (one->change != NULL) {
        arena_put_back_change(arena, one->whole->bytes, one->change);
    } else {
        arena_put_back(arena, one->whole->bytes);
    }
}

static void drop(sb_checkpoints *all, int index)
{
    all->size -= own_size(&all->list[index]);
    checkpoint_free(&all->list[index], all->memory);
    all->count--;
    memmove(&all->list[index], &all->list[index + 1],
            (size_t)(all->count - index) * sizeof all->list[0]);
}

/* Let go of the one whose neighbours then lie least far apart, as seen from now, of those whose
   memory is free then. If there is none in between, the first one goes, or else the last. */
static void thin(sb_checkpoints *all, long now, bool keeps_first)
{
    bool goes_first = !keeps_first && own_size(&all->list[0]) > 0;
    int chosen = goes_first ? 0 : all->count - 1;
    double min_gap = HUGE_VAL;
    for (int i = 1; i + 1 < all->count; i++) {
        double gap =
            (double)(all->list[i + 1].facts.moment.ticks - all->list[i - 1].facts.moment.ticks);
        double far = fabs((double)(now - all->list[i].facts.moment.ticks)) + 1;
        if (gap / far < min_gap && own_size(&all->list[i]) > 0) {
            min_gap = gap / far;
            chosen = i;
        }
    }
    drop(all, chosen);
}

static bool is_after(sb_moment a, sb_moment b)
{
    return a.ticks > b.ticks || (a.ticks == b.ticks && a.user_actions > b.user_actions);
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
static bool find_room(const sb_memory *memory, size_t size, size_t *max)
{
    size_t room = memory != NULL ? memory_room(memory) : SIZE_MAX;
    *max = size <= room ? room - size : 0;
    return size <= room && size <= MAX_SINGLE;
}

/* Keep the arena as a whole. @return {0} if there is no memory */
static sb_checkpoint keep_whole(const sb_arena *arena, const sb_checkpoint_facts *facts,
                                sb_memory *memory)
{
    size_t size = arena_size(arena);
    sb_whole *whole = malloc(sizeof *whole);
    void *bytes = whole != NULL ? allocate(memory, size) : NULL;
    if (bytes == NULL) {
        free(whole);
        return (sb_checkpoint){0};
    }
    arena_keep(arena, bytes);
    *whole = (sb_whole){.size = size, .users = 1, .bytes = bytes};
    return (sb_checkpoint){.facts = *facts, .whole = whole};
}

sb_checkpoint checkpoint_take(const sb_arena *arena, const sb_checkpoint_facts *facts,
                              sb_memory *memory)
{
    size_t max;
    if (!find_room(memory, arena_size(arena), &max)) {
        return (sb_checkpoint){0};
    }
    if (memory != NULL && memory->kept > max) {
        memory->yield(memory->keeper, max);
    }
    return keep_whole(arena, facts, memory);
}

void checkpoints_yield(sb_checkpoints *all, size_t max)
{
    while (all->count > 0 && all->memory->kept > max) {
        thin(all, all->list[all->count - 1].facts.moment.ticks, false);
    }
}

/* Let go of so many that another one of that size may be kept. The first one stays: without it the
   scene would have to begin anew.
   @param with  bytes that are kept already and have to stay
   @return false if it is too large */
static bool make_room(sb_checkpoints *all, size_t size, size_t with, long now)
{
    size_t max;
    if (!find_room(all->memory, size + with, &max)) {
        return false;
    }
    while (all->count > 1 && (all->count >= CHECKPOINTS_MAX || all->size > MAX_SIZE - size)) {
        thin(all, now, true);
    }
    if (all->memory != NULL) {
        checkpoints_yield(all, max + with);
    }
    return true;
}

/* Keep what differs from a moment that is kept whole, if that is little.
   @return {0} if it is not, or there is no room */
static sb_checkpoint keep_change(sb_checkpoints *all, sb_whole *whole, const sb_arena *arena,
                                 const sb_checkpoint_facts *facts)
{
    size_t size = arena_change_size(arena, whole->bytes);
    if (size > arena_size(arena) / MAX_CHANGE) {
        return (sb_checkpoint){0};
    }
    sb_checkpoint new = {.facts = *facts, .whole = whole};
    whole->users++; /* it stays, whichever go */
    if (make_room(all, size, whole->size, facts->moment.ticks)) {
        new.change = allocate(all->memory, size);
    }
    if (new.change == NULL) {
        all->size -= own_size(&new);
        checkpoint_free(&new, all->memory);
        return new;
    }
    new.size = size;
    all->size += size;
    arena_keep_change(arena, whole->bytes, new.change);
    return new;
}

void checkpoints_add(sb_checkpoints *all, const sb_arena *arena, const sb_checkpoint_facts *facts)
{
    int index = count_until(all, facts->moment);
    sb_checkpoint new = {0};
    if (index > 0) {
        if (!is_after(facts->moment, all->list[index - 1].facts.moment)) {
            return; /* it is kept */
        }
        new = keep_change(all, all->list[index - 1].whole, arena, facts);
    }
    if (new.whole == NULL && make_room(all, arena_size(arena), 0, facts->moment.ticks)) {
        new = keep_whole(arena, facts, all->memory);
        all->size += own_size(&new);
    }
    if (new.whole == NULL) {
        return;
    }
    index = count_until(all, facts->moment);
    memmove(&all->list[index + 1], &all->list[index],
            (size_t)(all->count - index) * sizeof all->list[0]);
    all->list[index] = new;
    all->count++;
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
}
