/* Calls libc. */
#include "memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static size_t cap_of(const sb_memory *memory)
{
    return memory->cap != 0 ? memory->cap : (size_t)MEMORY_MEGABYTES << 20;
}

bool memory_take(sb_memory *memory, size_t bytes)
{
    size_t cap = memory->unlimited ? SIZE_MAX : cap_of(memory);
    if (memory->used > cap || bytes > cap - memory->used) {
        memory->refused = true;
        return false;
    }
    memory->used += bytes;
    return true;
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
