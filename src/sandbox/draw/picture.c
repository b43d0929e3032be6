/* Calls SDL_image. A picture may be far larger than its file, and its decoder only knows how large:
   so while one is read, SDL's allocator refuses what exceeds the room that is left. */
#include "picture.h"

#include <SDL_image.h>
#include <stdlib.h>
#include <string.h>

/* Of all pictures of a scene: far above what scenes need. */
#define MEGABYTES 512

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

static const size_t BYTES_PER_PIXEL = 4; /* as they are drawn, however they are stored */

/* SDL's allocators have no context. Other threads meet them for a moment, and only with less. */
static struct {
    SDL_malloc_func malloc;
    SDL_calloc_func calloc;
    SDL_realloc_func realloc;
    SDL_free_func free;
    size_t most;  /* bytes of one block */
    bool refused; /* one was larger */
} memory;

static bool refuses(size_t count, size_t size)
{
    bool refused = size > 0 && count > memory.most / size;
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

/* @return null if it is none, or has not that many bytes */
static SDL_Surface *read_limited(const char *path, size_t most)
{
    SDL_GetMemoryFunctions(&memory.malloc, &memory.calloc, &memory.realloc, &memory.free);
    memory.most = most;
    memory.refused = false;
    SDL_SetMemoryFunctions(limited_malloc, limited_calloc, limited_realloc, memory.free);
    SDL_Surface *surface = IMG_Load(path);
    SDL_SetMemoryFunctions(memory.malloc, memory.calloc, memory.realloc, memory.free);
    return surface;
}

sb_picture *pictures_find(const sb_pictures *all, const char *path)
{
    sb_picture *known = all->first;
    while (known != NULL && strcmp(known->path, path) != 0) {
        known = known->next;
    }
    return known;
}

sb_picture *pictures_read(sb_pictures *all, const char *path)
{
    size_t room = ((size_t)MEGABYTES << 20) - all->bytes;
    SDL_Surface *surface = read_limited(path, room);
    size_t pixels = surface != NULL ? (size_t)surface->w * (size_t)surface->h : 0;
    if (memory.refused || pixels > room / BYTES_PER_PIXEL) {
        SDL_FreeSurface(surface);
        SDL_SetError("too large: the pictures of a scene may have " TEXT_OF(
            MEGABYTES) " megabytes, four bytes a pixel");
        return NULL;
    }
    size_t length = strlen(path) + 1;
    sb_picture *picture = surface != NULL ? malloc(sizeof *picture + length) : NULL;
    if (picture == NULL) {
        if (surface != NULL) {
            SDL_OutOfMemory();
        }
        SDL_FreeSurface(surface);
        return NULL;
    }
    *picture = (sb_picture){.next = all->first, .surface = surface};
    memcpy(picture->path, path, length);
    all->first = picture;
    all->bytes += pixels * BYTES_PER_PIXEL;
    return picture;
}

SDL_Texture *pictures_texture(sb_picture *picture, SDL_Renderer *renderer)
{
    if (picture->texture == NULL) {
        picture->texture = SDL_CreateTextureFromSurface(renderer, picture->surface);
    }
    return picture->texture;
}

void pictures_free(sb_pictures *all)
{
    while (all->first != NULL) {
        sb_picture *next = all->first->next;
        if (all->first->texture != NULL) {
            SDL_DestroyTexture(all->first->texture);
        }
        SDL_FreeSurface(all->first->surface);
        free(all->first);
        all->first = next;
    }
    all->bytes = 0;
}

bool picture_write(SDL_Surface *pixels, const char *path)
{
    SDL_RWops *file = SDL_RWFromFile(path, "wb");
    if (file == NULL) {
        return false;
    }
    bool written = IMG_SavePNG_RW(pixels, file, 0) == 0;
    return SDL_RWclose(file) == 0 && written; /* what was kept back may find no room */
}
