/* Calls SDL_image and limited.h. */
#include "picture.h"

#include "sandbox/limited.h"

#include <SDL_image.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Of all pictures of a scene: far above what scenes need. */
#define MEGABYTES 512

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

static const size_t BYTES_PER_PIXEL = 4; /* as they are drawn, however they are stored */

sb_picture *pictures_find(const sb_pictures *all, const char *path)
{
    sb_picture *known = all->first;
    while (known != NULL && strcmp(known->path, path) != 0) {
        known = known->next;
    }
    return known;
}

/* As IMG_Load, but for what SDL_image's decoders do not survive if it is damaged, or too large. */
static SDL_Surface *load(const char *path)
{
    const char *ending = strrchr(path, '.');
    SDL_RWops *file = SDL_RWFromFile(path, "rb");
    if (file != NULL && (IMG_isLBM(file) || IMG_isXCF(file) || IMG_isXPM(file))) {
        SDL_RWclose(file);
        SDL_SetError("pictures in the formats LBM, XCF and XPM are not read");
        return NULL;
    }
    return file != NULL ? IMG_LoadTyped_RW(file, 1, ending != NULL ? ending + 1 : NULL) : NULL;
}

sb_picture *pictures_read(sb_pictures *all, const char *path)
{
    size_t room = ((size_t)MEGABYTES << 20) - all->bytes;
    limited_begin(room, SIZE_MAX);
    SDL_Surface *surface = load(path);
    bool refused = limited_end();
    size_t pixels = surface != NULL ? (size_t)surface->w * (size_t)surface->h : 0;
    if (refused || pixels > room / BYTES_PER_PIXEL) {
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
