/* Texts of a level, from the pictures that they are read from. Calls Lua, fields.h and level.h. */
#include "level_lua.h"
#include "sandbox/host/fields.h"

#include <lauxlib.h>
#include <string.h>

#define MAX_BYTES 100000 /* of a text, as the format has it (scene/maps/formats.lua) */

static float fraction_of(lua_State *L, int table, const char *name)
{
    return (float)level_within(fields_number(L, table, name), 0, 1);
}

/* The colour in the list "color", with the opacity of the layer. */
static ui_color color_of(lua_State *L, int table, double opacity)
{
    level_push_list(L, table, "color");
    int list = lua_gettop(L);
    ui_color color = 0;
    for (int i = 1; i <= 4; i++) {
        double value = level_within(level_entry(L, list, i), 0, 255);
        color = color << 8 | (ui_color)((i == 4 ? opacity : 1) * value + 0.5);
    }
    lua_pop(L, 1);
    return color;
}

/* Read the text in the table on top of the stack. */
static void read_text(lua_State *L, int picture, sb_level *level)
{
    int table = lua_gettop(L);
    sb_level_text *text = level_checked(L, level,
                                        level_add(level, (void **)&level->texts, &level->text_count,
                                                  &level->text_room, sizeof *text, 1));
    *text = (sb_level_text){
        .x = level_number(L, table, "x"),
        .y = level_number(L, table, "y"),
        .width = level_number(L, table, "w"),
        .height = level_number(L, table, "h"),
        .size = level_number(L, table, "size"),
        .parallax_x = level_number(L, picture, "parallaxx"),
        .parallax_y = level_number(L, picture, "parallaxy"),
        .color = color_of(L, table, level_within(fields_number(L, picture, "opacity"), 0, 1)),
        .align = {fraction_of(L, table, "alignx"), fraction_of(L, table, "aligny")},
        .wraps = fields_boolean(L, table, "wraps"),
    };
    size_t length = 0;
    const char *words =
        fields_push(L, table, "text") == LUA_TSTRING ? lua_tolstring(L, -1, &length) : "";
    length = length < MAX_BYTES ? length : MAX_BYTES;
    text->words = level_checked(L, level, memory_resize(level->memory, NULL, 0, length + 1));
    text->bytes = length + 1;
    memcpy(text->words, words, length);
    text->words[length] = '\0';
    lua_pop(L, 1);
}

void level_read_texts(lua_State *L, int picture, sb_level *level)
{
    int count = level_push_list(L, picture, "texts");
    for (int i = 1; i <= count; i++) {
        if (level_push_entry(L, i)) {
            read_text(L, picture, level);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}
