/* The parts of a level that may change: which cells are hidden, and where sprites are. Calls Lua,
   fields.h, level.h. */
#include "level_lua.h"
#include "level_read.h"
#include "sandbox/host/fields.h"

#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>

/* A function to call for cells. */
typedef struct sb_listener {
    level_changed *changed;
    void *by;
} sb_listener;

/* ---- Hidden cells ---------------------------------------------------------------------------- */

/* The next field of the table on the stack whose key is a cell's number. The key before it is on
   top of the stack; false leaves nothing there. [-1, +0|2] */
static bool next_cell(lua_State *L, int table, int *cell)
{
    while (lua_next(L, table) != 0) {
        double key = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : NAN;
        if (fabs(key) <= LEVEL_MAX_PLACE) {
            *cell = (int)floor(key);
            return true;
        }
        lua_pop(L, 1);
    }
    return false;
}

/* Mark the cells of the table on top of the stack: by row and column. */
static void mark(lua_State *L, const sb_layer *layer)
{
    int rows = lua_gettop(L), row, col;
    lua_pushnil(L);
    while (next_cell(L, rows, &row)) {
        int cols = lua_gettop(L);
        if (lua_istable(L, cols)) {
            lua_pushnil(L);
            while (next_cell(L, cols, &col)) {
                sb_page *page = level_page(layer, col, row);
                if (page != NULL) {
                    page->marked[row - page->row * LEVEL_PAGE] |=
                        (uint16_t)(1u << (col - page->col * LEVEL_PAGE));
                }
                lua_pop(L, 1);
            }
        }
        lua_settop(L, rows + 1);
    }
}

/* The marked cells are hidden now, and no others. */
static void hide_cells(sb_layer *layer, sb_listener listener)
{
    for (int i = 0; i < layer->page_count; i++) {
        sb_page *page = &layer->pages[i];
        for (int row = 0; row < LEVEL_PAGE; row++) {
            unsigned differ = page->hidden[row] ^ (unsigned)page->marked[row];
            for (int col = 0; differ >> col != 0; col++) {
                if ((differ >> col & 1) != 0) {
                    listener.changed(listener.by, layer, page->col * LEVEL_PAGE + col,
                                     page->row * LEVEL_PAGE + row);
                }
            }
            page->hidden[row] = page->marked[row];
            page->marked[row] = 0;
        }
    }
}

/* The same for sprites that lie in cells. Goes before: it needs the marks. */
static void hide_sprites(const sb_layer *layer)
{
    for (int i = 0; i < layer->sprite_count; i++) {
        sb_sprite *sprite = &layer->sprites[i];
        const sb_page *page = level_page(layer, sprite->col, sprite->row);
        sprite->hidden = page != NULL && (page->marked[sprite->row - page->row * LEVEL_PAGE] >>
                                              (sprite->col - page->col * LEVEL_PAGE) &
                                          1) != 0;
    }
}

/* The cells of the Tiles that belong to the picture on the stack, if they have changed. */
static void look_at_cells(lua_State *L, int picture, sb_layer *layer, bool anew,
                          sb_listener listener)
{
    if (fields_push(L, picture, "layer") == LUA_TTABLE) {
        int tiles = lua_gettop(L);
        double changes = fields_number(L, tiles, "changes");
        if ((changes != layer->changes || anew) && fields_push(L, tiles, "changed") == LUA_TTABLE) {
            mark(L, layer);
            hide_sprites(layer);
            hide_cells(layer, listener);
            layer->changes = changes;
        }
        lua_settop(L, tiles);
    }
    lua_pop(L, 1);
}

/* ---- Things ---------------------------------------------------------------------------------- */

/* The keys of what is read of each thing. */
enum { KEY_ALIVE, KEY_HIDDEN, KEY_X, KEY_Y, KEY_FACING, KEY_ANGLE, KEY_SCALE, KEYS };

static double number_or(lua_State *L, int own, int key, double otherwise)
{
    double value = fields_push_own(L, own, key) == LUA_TNUMBER ? lua_tonumber(L, -1) : otherwise;
    lua_pop(L, 1);
    return isfinite(value) ? value : otherwise;
}

/* The thing on top of the stack, whose fields are its own or those of its metatable. */
static void look_at_thing(lua_State *L, int keys, sb_sprite *sprite)
{
    int thing = lua_gettop(L);
    sprite->hidden = true;
    if (!lua_istable(L, thing) || fields_own_boolean(L, thing, keys + KEY_HIDDEN) ||
        !lua_getmetatable(L, thing)) {
        lua_settop(L, thing);
        return;
    }
    lua_pushvalue(L, keys + KEY_ALIVE);
    fields_push_of_key(L, thing + 1);
    sprite->hidden = !lua_toboolean(L, -1);
    sprite->now = (hb_transform){.x = number_or(L, thing + 1, keys + KEY_X, 0),
                                 .y = number_or(L, thing + 1, keys + KEY_Y, 0),
                                 .mirrored = number_or(L, thing + 1, keys + KEY_FACING, 1) < 0,
                                 .angle = number_or(L, thing + 1, keys + KEY_ANGLE, 0),
                                 .scale = number_or(L, thing + 1, keys + KEY_SCALE, 1)};
    lua_settop(L, thing);
}

/* A sprite that has not left its cell is drawn there. */
static void look_at_cell_of(sb_layer *of, sb_sprite *sprite, sb_listener listener)
{
    sb_page *page = level_page(of, sprite->col, sprite->row);
    bool is_away = sprite->hidden || level_has_moved(sprite);
    sprite->hidden = sprite->hidden || !is_away;
    if (page != NULL) {
        uint16_t *bits = &page->lifted[sprite->row - page->row * LEVEL_PAGE];
        uint16_t bit = (uint16_t)(1u << (sprite->col - page->col * LEVEL_PAGE));
        if (((*bits & bit) != 0) != is_away) {
            *bits ^= bit;
            listener.changed(listener.by, of, sprite->col, sprite->row);
        }
    }
}

static void look_at_things(lua_State *L, int picture, int keys, sb_layer *layer,
                           sb_listener listener)
{
    bool has = fields_push(L, picture, "things") == LUA_TTABLE;
    for (int i = 0; has && i < layer->sprite_count; i++) {
        if (layer->sprites[i].follows) {
            lua_rawgeti(L, -1, i + 1);
            look_at_thing(L, keys, &layer->sprites[i]);
            if (layer->lifts) {
                look_at_cell_of(layer - 1, &layer->sprites[i], listener);
            }
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

/* ---- All ------------------------------------------------------------------------------------- */

void level_look(lua_State *L, sb_level *level, double ticks, level_changed *changed, void *by)
{
    static const char *const NAMES[] = {"alive", "hidden", "x", "y", "facing", "angle", "scale"};
    _Static_assert(sizeof NAMES / sizeof *NAMES == KEYS, "each key has a name");
    int table = lua_gettop(L);
    luaL_checkstack(L, KEYS + 16, NULL);
    for (int i = 0; i < KEYS; i++) {
        lua_pushstring(L, NAMES[i]);
    }
    bool went_back = ticks < level->ticks;
    for (int i = 0; i < level->layer_count; i++) {
        sb_layer *layer = &level->layers[i];
        if (lua_rawgeti(L, table, layer->picture) == LUA_TTABLE) {
            int picture = lua_gettop(L);
            bool follows = layer->sprite_count > 0 && layer->lattice.width == 0;
            if (follows) {
                look_at_things(L, picture, table + 1, layer, (sb_listener){changed, by});
            } else {
                look_at_cells(L, picture, layer, went_back, (sb_listener){changed, by});
            }
        }
        lua_settop(L, table + KEYS);
    }
    level->ticks = ticks;
    lua_settop(L, table);
}
