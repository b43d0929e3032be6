/* Calls SDL, and picture_file.h; SDL_image to write. */
#include "picture.h"

#include "sandbox/picture_file.h"

#include <SDL_image.h>
#include <stdlib.h>
#include <string.h>

/* Of all pictures of a scene: far above what scenes need. */
#define MEGABYTES 512

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

sb_picture *pictures_find(const sb_pictures *all, const char *path)
{
    sb_picture *known = all->first;
    while (known != NULL && strcmp(known->path, path) != 0) {
        known = known->next;
    }
    return known;
}

/* Decode a file within what all pictures may take. *bytes is what it takes, also if that fails: a
   script may ask for one damaged picture after another.
   @return null if that fails; SDL_GetError says why, unless it is the memory that it lacks */
static SDL_Surface *decode(const sb_pictures *all, sb_picture_file *file, size_t *bytes)
{
    size_t needed = (size_t)file->width * (size_t)file->height * PICTURE_BYTES_PER_PIXEL;
    if (needed > ((size_t)MEGABYTES << 20) - all->bytes) {
        SDL_SetError("too large: the pictures of a scene may have " TEXT_OF(
            MEGABYTES) " megabytes, four bytes a pixel");
        return NULL;
    }
    if (all->memory != NULL && !memory_take(all->memory, needed)) {
        file->lacks_memory = true;
        return NULL;
    }
    *bytes = needed;
    SDL_Surface *surface = picture_file_decode(file);
    if (surface == NULL && all->memory != NULL) {
        memory_give(all->memory, needed);
    }
    return surface;
}

static size_t size_of(const char *path, const char *error)
{
    return sizeof(sb_picture) + strlen(path) + 1 + (error != NULL ? strlen(error) + 1 : 0);
}

/* @return null if there is no memory */
static sb_picture *add(sb_pictures *all, const char *path, const char *error)
{
    sb_picture *picture = memory_resize(all->memory, NULL, 0, size_of(path, error));
    if (picture != NULL) {
        *picture = (sb_picture){.next = all->first};
        memcpy(picture->path, path, strlen(path) + 1);
        if (error != NULL) {
            char *copy = picture->path + strlen(path) + 1;
            memcpy(copy, error, strlen(error) + 1);
            picture->error = copy;
        }
        all->first = picture;
    }
    return picture;
}

sb_picture *pictures_read(sb_pictures *all, const char *path)
{
    sb_picture_file file = {0};
    size_t bytes = 0;
    SDL_Surface *surface = NULL;
    if (picture_file_read(&file, path)) {
        surface = decode(all, &file, &bytes);
        picture_file_free(&file);
    }
    all->bytes += bytes;
    if (surface == NULL && file.lacks_memory) { /* there may be some the next time */
        return NULL;
    }
    sb_picture *picture = add(all, path, surface == NULL ? SDL_GetError() : NULL);
    if (surface != NULL && picture == NULL) {
        SDL_FreeSurface(surface);
        if (all->memory != NULL) {
            memory_give(all->memory, bytes);
        }
    } else if (surface != NULL) {
        picture->surface = surface;
        picture->width = surface->w;
        picture->height = surface->h;
        picture->bytes = bytes;
    }
    return picture;
}

SDL_Texture *pictures_texture(sb_picture *picture, SDL_Renderer *renderer)
{
    if (picture->texture == NULL) {
        picture->texture = SDL_CreateTextureFromSurface(renderer, picture->surface);
        if (picture->texture != NULL) { /* which has all that is drawn */
            SDL_FreeSurface(picture->surface);
            picture->surface = NULL;
        }
    }
    return picture->texture;
}

void pictures_free(sb_pictures *all)
{
    while (all->first != NULL) {
        sb_picture *picture = all->first;
        all->first = picture->next;
        if (picture->texture != NULL) {
            SDL_DestroyTexture(picture->texture);
        }
        SDL_FreeSurface(picture->surface);
        if (all->memory != NULL) {
            memory_give(all->memory, picture->bytes);
        }
        memory_resize(all->memory, picture, size_of(picture->path, picture->error), 0);
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
