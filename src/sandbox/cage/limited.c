/* Calls SDL. */
#include "limited.h"

#include <SDL.h>
#include <stdint.h>

/* SDL's allocators have no context. Other threads meet them for a moment, and only with little. */
static struct {
    SDL_malloc_func malloc;
    SDL_calloc_func calloc;
    SDL_realloc_func realloc;
    SDL_free_func free;
    size_t block, left; /* bytes */
    bool refused;
} memory;

static bool refuses(size_t count, size_t size)
{
    size_t max = memory.block < memory.left ? memory.block : memory.left;
    bool refused = size > 0 && count > max / size;
    if (!refused) {
        memory.left -= count * size;
    }
    memory.refused = memory.refused || refused;
    return refused;
}

static void *limited_malloc(size_t size)
{
    return refuses(1, size) ? NULL : memory.malloc(size);
}

static void *limited_calloc(size_t count, size_t size)
{
    return refuses(count, size) ? NULL : memory.calloc(count, size);
}

static void *limited_realloc(void *block, size_t size)
{
    return refuses(1, size) ? NULL : memory.realloc(block, size);
}

void limited_begin(size_t block, size_t sum)
{
    SDL_GetMemoryFunctions(&memory.malloc, &memory.calloc, &memory.realloc, &memory.free);
    memory.block = block;
    memory.left = sum;
    memory.refused = false;
    SDL_SetMemoryFunctions(limited_malloc, limited_calloc, limited_realloc, memory.free);
}

bool limited_end(void)
{
    SDL_SetMemoryFunctions(memory.malloc, memory.calloc, memory.realloc, memory.free);
    return memory.refused;
}
