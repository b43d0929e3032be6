/* Calls SDL, picture_file.h and files.h. */
#include "level_images.h"

#include "sandbox/picture_file.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

/* A level may read files of the scene's folder. @return why it may not read this one, or null */
static const char *refusal_of(const sb_level_files *files, const char *path)
{
    size_t length = strlen(files->folder);
    if (files->trusts) {
        return NULL;
    } else if (strncmp(path, files->folder, length) != 0 || !files_is_below(path + length)) {
        return "it lies outside of the scene's folder; put it there, or start hitbox with --trust";
    }
    return files_leads_out(files->folder, path) ? FILES_LEADS_OUT : NULL;
}

/* Multiply the colours of all pixels by their alpha; pixels of one colour have none. */
static void multiply(SDL_Surface *surface, long transparent, uint32_t *out)
{
    for (int y = 0; y < surface->h; y++) {
        const uint32_t *row = (const uint32_t *)(const void *)((const char *)surface->pixels +
                                                               (ptrdiff_t)y * surface->pitch);
        for (int x = 0; x < surface->w; x++) {
            uint32_t p = row[x];
            bool is_clear = (long)(p & 0xffffff) == transparent;
            *out++ = is_clear ? 0 : raster_pixel(p >> 16 & 255, p >> 8 & 255, p & 255, p >> 24);
        }
    }
}

/* @return the surface with a pixel as 0xAARRGGBB; null, and SDL_GetError says why, if that fails */
static SDL_Surface *decode(const sb_picture_file *file)
{
    SDL_Surface *surface = picture_file_decode(file);
    SDL_Surface *converted =
        surface != NULL ? SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_ARGB8888, 0) : NULL;
    SDL_FreeSurface(surface);
    return converted;
}

static bool read_pixels(sb_level *level, const char *path, long transparent, sb_level_image *out)
{
    sb_picture_file file;
    if (!picture_file_read(&file, path)) {
        return false;
    }
    size_t size = (size_t)file.width * (size_t)file.height * sizeof(uint32_t);
    out->pixels = memory_resize(level->memory, NULL, 0, size);
    SDL_Surface *surface = out->pixels != NULL ? decode(&file) : NULL;
    if (surface != NULL) {
        multiply(surface, transparent, out->pixels);
        out->width = file.width;
        out->height = file.height;
    } else if (out->pixels == NULL) {
        SDL_SetError("%s", memory_shortage(level->memory));
    } else {
        memory_resize(level->memory, out->pixels, size, 0);
        out->pixels = NULL;
    }
    SDL_FreeSurface(surface);
    picture_file_free(&file);
    return out->pixels != NULL;
}

/* @return why the image cannot be read, or null */
static const char *try_image(sb_level *level, sb_level_files *files, const char *path,
                             long transparent, sb_level_image *out)
{
    const char *why = refusal_of(files, path);
    if (why == NULL && !files_note(files->sources, path)) {
        why = files_refusal(files->sources);
    } else if (why == NULL && !read_pixels(level, path, transparent, out)) {
        why = SDL_GetError();
    }
    return why;
}

void level_read_image(sb_level *level, sb_level_files *files, const char *path, const char *beside,
                      long transparent, sb_level_image *out)
{
    char text[LEVEL_REMARK_SIZE / 2];
    const char *why = try_image(level, files, path, transparent, out);
    snprintf(text, sizeof text, "%s", why != NULL ? why : "");
    if (why == NULL || (strcmp(path, beside) != 0 && files_is_file(beside) &&
                        try_image(level, files, beside, transparent, out) == NULL)) {
        return;
    }
    level->missing++;
    if (files->remark[0] == '\0') {
        snprintf(files->remark, sizeof files->remark,
                 "picture '%s' of the map is drawn in plain colours: %s", path, text);
    }
}
