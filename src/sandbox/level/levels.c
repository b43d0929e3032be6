/* Calls SDL, Lua, fields.h and the files of this folder. */
#include "levels.h"

#include "sandbox/cage/shield.h"
#include "sandbox/host/fields.h"

#include <SDL.h>
#include <lauxlib.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEPT = 4 }; /* levels of other moments */

/* ---- Looking at the scene -------------------------------------------------------------------- */

/* Take a level out of the list. @return null if there is none of that number */
static sb_level *take_level(sb_levels *levels, double id)
{
    sb_level **link = &levels->first;
    while (*link != NULL && (*link)->id != id) {
        link = &(*link)->next;
    }
    sb_level *level = *link;
    if (level != NULL) {
        *link = level->next;
    }
    return level;
}

/* Put a level at the end of those that are shown. */
static void show(sb_levels *levels, sb_level *level)
{
    sb_level **link = &levels->first;
    for (int i = 0; i < levels->shown; i++) {
        link = &(*link)->next;
    }
    level->next = *link;
    *link = level;
    levels->shown++;
}

static void end_level(sb_levels *levels, sb_level **link)
{
    sb_level *level = *link;
    *link = level->next;
    distant_forget(&levels->distant, level);
    level_free(level);
}

/* Let go of levels that are half read, and of those behind the first ones. */
static void drop_others(sb_levels *levels, int kept)
{
    sb_level **link = &levels->first;
    for (int i = 0; *link != NULL;) {
        if ((*link)->id <= 0 || i >= kept) {
            end_level(levels, link);
        } else {
            link = &(*link)->next;
            i++;
        }
    }
}

/* Read the level in the table on top of the stack. The time that this takes is not the script's. */
static sb_level *read_level(lua_State *L, sb_levels *levels, sb_level_files *files)
{
    sb_level *level = memory_resize(levels->memory, NULL, 0, sizeof *level);
    if (level == NULL) {
        luaL_error(L, "%s", memory_shortage(levels->memory));
    }
    *level = (sb_level){.next = levels->first, .memory = levels->memory};
    levels->first = level; /* an error while it is read leaves it there, without a number */
    shield_begin_reading(L);
    level_read(L, level, files);
    shield_end();
    if (files->remark[0] != '\0') {
        memcpy(levels->remark, files->remark, sizeof levels->remark);
        levels->has_remark = true;
    }
    return take_level(levels, level->id);
}

static void tell_change(void *by, const sb_layer *layer, int col, int row)
{
    sb_levels *levels = by;
    sb_level *level = levels->first;
    while (level != NULL &&
           !(layer >= level->layers && layer < level->layers + level->layer_count)) {
        level = level->next;
    }
    if (level != NULL) {
        distant_change(&levels->distant, level, layer, level_area_of_cell(layer, col, row));
    }
}

void levels_look(lua_State *L, sb_levels *levels, const char *folder, sb_sources *sources,
                 double ticks)
{
    int maps = lua_gettop(L);
    levels->distant.memory = levels->memory;
    levels->shown = 0;
    drop_others(levels, INT_MAX);
    int count = lua_istable(L, maps) ? (int)lua_rawlen(L, maps) : 0;
    for (int i = 1; i <= count; i++) {
        if (lua_rawgeti(L, maps, i) == LUA_TTABLE && fields_push(L, -1, "pictures") == LUA_TTABLE) {
            double id = fields_number(L, -1, "id");
            sb_level *level = id > 0 ? take_level(levels, id) : NULL;
            sb_level_files files = {.folder = folder, .sources = sources, .trusts = levels->trusts};
            level = level == NULL && id > 0 ? read_level(L, levels, &files) : level;
            if (level != NULL) {
                show(levels, level);
                level_look(L, level, ticks, tell_change, levels);
            }
        }
        lua_settop(L, maps);
    }
    drop_others(levels, levels->shown + MAX_KEPT);
}

bool levels_are_there(const sb_levels *levels)
{
    return levels->shown > 0;
}

const char *levels_remark(sb_levels *levels)
{
    bool has = levels->has_remark;
    levels->has_remark = false;
    return has ? levels->remark : NULL;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* Have a texture of that size, and its pixels. */
static bool have_room(sb_levels *levels, SDL_Renderer *renderer, int width, int height)
{
    if (levels->texture != NULL && levels->width == width && levels->height == height) {
        return true;
    }
    if (levels->texture != NULL) {
        SDL_DestroyTexture(levels->texture);
    }
    free(levels->pixels);
    levels->pixels = calloc((size_t)width * (size_t)height, sizeof *levels->pixels);
    levels->texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888,
                                        SDL_TEXTUREACCESS_STREAMING, width, height);
    levels->width = width;
    levels->height = height;
    if (levels->texture != NULL) {
        SDL_SetTextureBlendMode(levels->texture, SDL_BLENDMODE_NONE);
    }
    return levels->texture != NULL && levels->pixels != NULL;
}

/* How a layer is seen: with parallax it follows the middle of the view by a part of its way. */
static sb_aim aim_at(const sb_level *level, const sb_layer *layer, const sb_camera *camera)
{
    double scale = layer->scale, zoom = camera->zoom * scale;
    double shift_x = (camera->x - level->parallax_x) * (1 - layer->parallax_x / scale);
    double shift_y = (camera->y - level->parallax_y) * (1 - layer->parallax_y / scale);
    return (sb_aim){camera->x - camera->centre.x / zoom - shift_x,
                    camera->y - camera->centre.y / zoom - shift_y, zoom};
}

static void draw_level(sb_levels *levels, const sb_raster *raster, sb_level *level,
                       const sb_camera *camera)
{
    for (int first = 0, end; first < level->layer_count; first = end) {
        end = first + 1;
        while (end < level->layer_count && level->layers[end].group == level->layers[first].group) {
            end++;
        }
        sb_aim aim = aim_at(level, &level->layers[first], camera);
        if (!distant_draw(&levels->distant, raster, level, first, end, aim)) {
            for (int i = first; i < end; i++) {
                level_draw_layer(raster, level, &level->layers[i], aim);
            }
        }
    }
}

void levels_draw_texts(const sb_levels *levels, const sb_camera *camera, int width, int height)
{
    const sb_level *level = levels->first;
    for (int i = 0; i < levels->shown; i++, level = level->next) {
        for (int k = 0; k < level->text_count; k++) {
            const sb_level_text *text = &level->texts[k];
            sb_layer layer = {
                .parallax_x = text->parallax_x, .parallax_y = text->parallax_y, .scale = 1};
            level_text_draw(text, aim_at(level, &layer, camera), width, height);
        }
    }
}

bool levels_draw(sb_levels *levels, SDL_Renderer *renderer, const sb_camera *camera,
                 ui_color ground, double seconds, int width, int height)
{
    if (levels->shown == 0 || !have_room(levels, renderer, width, height)) {
        return false;
    }
    sb_raster raster = {levels->pixels, width, height};
    raster_clear(&raster, 0xff000000u | ground >> 8);
    levels->distant.clock++;
    sb_level *level = levels->first;
    for (int i = 0; i < levels->shown; i++, level = level->next) {
        level_animate(level, seconds * 1000);
        draw_level(levels, &raster, level, camera);
    }
    return SDL_UpdateTexture(levels->texture, NULL, levels->pixels, width * 4) == 0 &&
           SDL_RenderCopy(renderer, levels->texture, NULL, NULL) == 0;
}

void levels_free(sb_levels *levels)
{
    if (levels->texture != NULL) {
        SDL_DestroyTexture(levels->texture);
    }
    free(levels->pixels);
    while (levels->first != NULL) {
        end_level(levels, &levels->first);
    }
    distant_free(&levels->distant);
    *levels = (sb_levels){.memory = levels->memory, .trusts = levels->trusts};
}
