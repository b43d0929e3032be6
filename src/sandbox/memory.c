/* Calls libc. */
#include "memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static size_t cap_of(const sb_memory *memory)
{
    return memory->cap != 0 ? memory->cap : (size_t)MEMORY_MEGABYTES << 20;
}

/* Bytes of the machine's memory that the script causes. */
static size_t resident(const sb_memory *memory)
{
    return memory->used + (memory->extent > memory->held ? memory->extent : memory->held);
}

static bool fits(size_t taken, size_t more, size_t max)
{
    return taken <= max && more <= max - taken;
}

/* Free kept blocks to make room for a number of bytes. */
static void make_room(sb_memory *memory, size_t more)
{
    size_t cap = cap_of(memory);
    size_t taken = resident(memory);
    size_t room = fits(taken, more, cap) ? cap - taken - more : 0;
    if (memory->kept > room) {
        memory->yield(memory->keeper, room);
    }
}

bool memory_allows(sb_memory *memory, size_t bytes)
{
    size_t cap = cap_of(memory);
    if (!memory->unlimited && !fits(memory->used + memory->held, bytes, cap)) {
        memory->refused = true;
        return false;
    }
    make_room(memory, bytes);
    return true;
}

bool memory_take(sb_memory *memory, size_t bytes)
{
    bool extends = !memory->unlimited && !fits(resident(memory), bytes, 2 * cap_of(memory));
    memory->refused |= extends;
    bool allowed = !extends && memory_allows(memory, bytes);
    memory->used += allowed ? bytes : 0;
    return allowed;
}

size_t memory_max_extent(const sb_memory *memory)
{
    size_t max = 2 * cap_of(memory);
    return memory->unlimited ? SIZE_MAX : max > memory->used ? max - memory->used : 0;
}

void memory_set_extent(sb_memory *memory, size_t extent)
{
    memory->extent = extent;
    make_room(memory, 0);
}

size_t memory_room(const sb_memory *memory)
{
    size_t cap = cap_of(memory);
    size_t taken = resident(memory);
    return taken < cap ? cap - taken : 0;
}

void memory_give(sb_memory *memory, size_t bytes)
{
    memory->used -= bytes;
}

void *memory_resize(sb_memory *memory, void *block, size_t old_size, size_t new_size)
{
    size_t before = block != NULL ? old_size : 0;
    if (memory != NULL && new_size > before && !memory_take(memory, new_size - before)) {
        return NULL;
    }
    void *larger = NULL;
    if (new_size == 0) {
        free(block);
    } else {
        larger = realloc(block, new_size);
    }
    bool kept = larger == NULL && new_size > 0;
    if (memory != NULL && kept && new_size > before) {
        memory_give(memory, new_size - before);
    } else if (memory != NULL && !kept && new_size < before) {
        memory_give(memory, before - new_size);
    }
    return larger;
}

const char *memory_refusal(const sb_memory *memory)
{
    static char text[96];
    if (!memory->refused) {
        return NULL;
    }
    snprintf(text, sizeof text, "not enough memory: a script may have %zu megabytes of it",
             cap_of(memory) >> 20);
    return text;
}

const char *memory_shortage(const sb_memory *memory)
{
    const char *refusal = memory != NULL ? memory_refusal(memory) : NULL;
    return refusal != NULL ? refusal : "not enough memory";
}
