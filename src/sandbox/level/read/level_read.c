/* Calls Lua, fields.h, level.h, level_images.h and level_tiles.h. The tables were checked as the
   map was read (scene/maps/formats.lua), but a script may have changed tables that it gave itself:
   so all numbers are clamped here. */
#include "level_read.h"

#include "level_lua.h"
#include "level_tiles.h"
#include "sandbox/host/fields.h"

#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double level_within(double value, double least, double most)
{
    return value >= least ? fmin(value, most) : least; /* also for NaN */
}

double level_number(lua_State *L, int table, const char *name)
{
    return level_within(fields_number(L, table, name), -LEVEL_MAX_PLACE, LEVEL_MAX_PLACE);
}

int level_int(lua_State *L, int table, const char *name)
{
    return (int)level_number(L, table, name);
}

/* Push a field that is a list; else an empty one. @return its length [-0, +1] */
int level_push_list(lua_State *L, int table, const char *name)
{
    if (fields_push(L, table, name) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    return (int)level_within((double)lua_rawlen(L, -1), 0, LEVEL_MAX_LENGTH);
}

/* Push an entry of the list on top of the stack. @return whether it is a table [-0, +1] */
bool level_push_entry(lua_State *L, int i)
{
    return lua_rawgeti(L, -1, i) == LUA_TTABLE;
}

double level_entry(lua_State *L, int list, int i)
{
    lua_rawgeti(L, list, i);
    double value = level_within(lua_tonumber(L, -1), -LEVEL_MAX_PLACE, LEVEL_MAX_PLACE);
    lua_pop(L, 1);
    return value;
}

void *level_checked(lua_State *L, const sb_level *level, void *block)
{
    if (block == NULL) {
        luaL_error(L, "%s", memory_shortage(level->memory));
    }
    return block;
}

/* ---- Images and tilesets --------------------------------------------------------------------- */

static void read_images(lua_State *L, int table, sb_level *level, sb_level_files *files)
{
    int count = level_push_list(L, table, "images");
    for (int i = 1; i <= count; i++) {
        sb_level_image *image =
            level_checked(L, level,
                          level_add(level, (void **)&level->images, &level->image_count,
                                    &level->image_room, sizeof *image, 1));
        char path[2048], beside[2048], transparent[16];
        if (level_push_entry(L, i)) {
            fields_text(L, -1, "path", path, sizeof path);
            fields_text(L, -1, "beside", beside, sizeof beside);
            fields_text(L, -1, "transparent", transparent, sizeof transparent);
            const char *digits = transparent[0] == '#' ? transparent + 1 : transparent;
            bool has = strlen(digits) == 6;
            level_read_image(level, files, path, beside, has ? strtol(digits, NULL, 16) : -1,
                             image);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Animations name tiles of their own set. */
static void read_animations(lua_State *L, int set, sb_level *level, const sb_tileset *of)
{
    int count = level_push_list(L, set, "animations");
    for (int i = 1; i <= count; i++) {
        int frames =
            level_push_entry(L, i) ? (int)level_within((double)lua_rawlen(L, -1), 0, 1000) : 0;
        int tile = frames > 0 ? tiles_of_set(of, level_int(L, -1, "id")) : -1;
        if (tile >= 0) {
            sb_animation *one =
                level_checked(L, level,
                              level_add(level, (void **)&level->animations, &level->animation_count,
                                        &level->animation_room, sizeof *one, 1));
            *one = (sb_animation){level->frame_count, frames, tile};
            level->tiles[tile].animation = level->animation_count - 1;
            sb_frame *list =
                level_checked(L, level,
                              level_add(level, (void **)&level->frames, &level->frame_count,
                                        &level->frame_room, sizeof *list, frames));
            double until = 0;
            for (int k = 0; k < frames; k++) {
                int shown = -1;
                if (lua_rawgeti(L, -1, k + 1) == LUA_TTABLE) {
                    shown = tiles_of_set(of, level_int(L, -1, "tileid"));
                    until += level_within(fields_number(L, -1, "duration"), 0, LEVEL_MAX_PLACE);
                }
                lua_pop(L, 1);
                list[k] = (sb_frame){shown >= 0 ? shown : tile, until};
            }
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Colours of tiles without an image, three numbers each. */
static void read_colors(lua_State *L, int set, sb_level *level, const sb_tileset *of)
{
    int count = level_push_list(L, set, "colors") / 3, list = lua_gettop(L);
    for (int i = 0; i < count && i < of->count; i++) {
        uint32_t parts[3];
        for (int k = 0; k < 3; k++) {
            parts[k] = (uint32_t)level_within(level_entry(L, list, 3 * i + k + 1), 0, 255);
        }
        level->tiles[of->begin + i].pixel = raster_pixel(parts[0], parts[1], parts[2], 255);
    }
    lua_pop(L, 1);
}

static void read_set(lua_State *L, int set, sb_level *level)
{
    sb_tileset_form form = {
        .image = level_int(L, set, "image") - 1,
        .count = level_int(L, set, "count"),
        .most = level_int(L, set, "most"),
        .columns = level_int(L, set, "columns"),
        .width = level_int(L, set, "width"),
        .height = level_int(L, set, "height"),
        .margin = level_int(L, set, "margin"),
        .spacing = level_int(L, set, "spacing"),
        .x = level_number(L, set, "x"),
        .y = level_number(L, set, "y"),
        .is_grid = fields_boolean(L, set, "isGrid"),
        .is_fit = fields_boolean(L, set, "isFit"),
    };
    sb_tileset *out =
        level_checked(L, level, tiles_add_set(level, level_number(L, set, "first"), &form));
    int count = level_push_list(L, set, "tiles");
    for (int i = 1; i <= count; i++) {
        if (level_push_entry(L, i)) {
            sb_area part = {level_int(L, -1, "x"), level_int(L, -1, "y"), level_int(L, -1, "width"),
                            level_int(L, -1, "height")};
            tiles_set_image(level, out, &form, level_int(L, -1, "id"),
                            level_int(L, -1, "image") - 1, part);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    read_animations(L, set, level, out);
    read_colors(L, set, level, out);
}

/* ---- All ------------------------------------------------------------------------------------- */

void level_read(lua_State *L, sb_level *level, sb_level_files *files)
{
    int table = lua_gettop(L);
    luaL_checkstack(L, 32, NULL);
    level->cell_width = fmax(level_number(L, table, "w"), 1);
    level->cell_height = fmax(level_number(L, table, "h"), 1);
    fields_text(L, table, "remark", files->remark, sizeof files->remark);
    level->parallax_x = level_number(L, table, "parallaxx");
    level->parallax_y = level_number(L, table, "parallaxy");
    read_images(L, table, level, files);
    int sets = level_push_list(L, table, "sets");
    for (int i = 1; i <= sets; i++) {
        if (level_push_entry(L, i)) {
            read_set(L, lua_gettop(L), level);
        }
        lua_settop(L, table + 1);
    }
    lua_settop(L, table);
    int count = (int)level_within((double)lua_rawlen(L, table), 0, LEVEL_MAX_LENGTH);
    for (int i = 1; i <= count; i++) {
        if (level_push_entry(L, i)) {
            level_read_picture(L, table + 1, i, level);
        }
        lua_settop(L, table);
    }
    tiles_finish(level);
    level->id = fields_number(L, table, "id");
}
