/// Writes worlds to strings, for saved games and other programs. See saves.h. May call the core and
/// Lua's API.
#include "saves.h"

/* ---- Names ----------------------------------------------------------------------------------- */

static bool is_name(lua_State *L, int index)
{
    int type = lua_type(L, index);
    return type == LUA_TSTRING || type == LUA_TBOOLEAN ||
           (type == LUA_TNUMBER && lua_rawequal(L, index, index));
}

/* Whether the number on top is whole. An integer and a float of the same value are one name: they
 * are equal as keys, and before 5.3 there are no integers. [-0, +0] */
static bool is_whole(lua_State *L, int64_t *value)
{
    if (hbl_is_integer(L, -1)) {
        *value = (int64_t)lua_tointeger(L, -1);
        return true;
    }
    double number = lua_tonumber(L, -1);
    bool whole = floor(number) == number && number >= -0x1p63 && number < 0x1p63;
    *value = whole ? (int64_t)number : 0;
    return whole;
}

/* The name on top. [-0, +0] */
static void put_name(lua_State *L, sink *out)
{
    size_t length;
    const char *text;
    int64_t integer;
    switch (lua_type(L, -1)) {
    case LUA_TSTRING:
        text = lua_tolstring(L, -1, &length);
        put_whole(out, NAME_STRING, 1);
        put_whole(out, length, 4);
        put(out, text, length);
        break;
    case LUA_TNUMBER:
        if (is_whole(L, &integer)) {
            put_whole(out, NAME_INTEGER, 1);
            put_whole(out, (uint64_t)integer, 8);
        } else {
            put_whole(out, NAME_NUMBER, 1);
            put_number(out, lua_tonumber(L, -1));
        }
        break;
    default:
        put_whole(out, lua_toboolean(L, -1) ? NAME_TRUE : NAME_FALSE, 1);
    }
}

/* ---- Saving ---------------------------------------------------------------------------------- */

/* The stack of world:save. */
enum { SELF = 1, NAME_OF, NAMES, SAVE_BUFFER };

/* The number of tries, if the world changes while it is saved. */
enum { MOST_TRIES = 8 };

/* Replace the item on top by its name. A removed item needs none. [-1, +1, v] */
static void name_item(lua_State *L, const hbl_world *world, bool is_gone)
{
    if (!lua_isnil(L, NAME_OF)) {
        lua_pushvalue(L, NAME_OF);
        lua_insert(L, -2);
        (void)hbl_call(L, world, 1, 1);
    }
    if (is_name(L, -1)) {
        return;
    }
    if (is_gone) {
        lua_pop(L, 1);
        lua_pushnil(L);
    } else if (lua_isnil(L, NAME_OF)) {
        hbl_arg_error(L, NAME_OF,
                      "function expected for nameOf, as an item is a %s, not a string, number "
                      "or boolean",
                      hbl_type_name(L, -1));
    } else {
        hbl_arg_error(L, NAME_OF, "nameOf must return a string, number or boolean, got %s",
                      lua_type(L, -1) == LUA_TNUMBER ? "NaN" : hbl_type_name(L, -1));
    }
}

/* Push a or b of event i / 2 if it is a removed item, else nil. [-0, +1]
 * @return the table that holds it */
static int push_gone(lua_State *L, const hbl_world *world, int i, hb_id *id)
{
    int count;
    const hb_event *event = hb_world_get_events(world->core, &count) + i / 2;
    *id = i % 2 == 0 ? event->a : event->b;
    lua_pushnil(L);
    for (int table = HBL_GONE; table <= HBL_GONE_BEFORE && !hb_world_has(world->core, *id);
         table++) {
        lua_pop(L, 1);
        lua_getiuservalue(L, SELF, table);
        hbl_push_id(L, *id);
        lua_rawget(L, -2);
        lua_remove(L, -2);
        if (!lua_isnil(L, -1)) {
            return table;
        }
    }
    return 0;
}

static int count_gone(const hbl_world *world)
{
    int count;
    (void)hb_world_get_events(world->core, &count);
    return world->gone_count + world->gone_before_count > 0 ? 2 * count : 0;
}

/* Fill the table of names, by an item's index in the order of adding; then those of removed items,
 * by their index in the events. [-0, +0, v] @return false if the world has changed meanwhile */
static bool name_all(lua_State *L, const hbl_world *world)
{
    uint64_t before = world->version;
    lua_Integer n = 0;
    bool same = true;
    hb_id id = hb_world_next(hbl_core(L, world), 0);
    for (; id != 0 && same; id = same ? hb_world_next(world->core, id) : 0) {
        hbl_push_item(L, SELF, id);
        name_item(L, world, false);
        lua_rawseti(L, NAMES, ++n);
        same = hbl_core(L, world) != NULL && world->version == before;
    }
    for (int i = 0; same && i < count_gone(world); i++) {
        if (push_gone(L, world, i, &id) != 0) {
            name_item(L, world, true);
        }
        lua_rawseti(L, NAMES, ++n);
        same = hbl_core(L, world) != NULL && world->version == before;
    }
    return same;
}

/* [-0, +0] */
static void put_layers(lua_State *L, const hbl_world *world, sink *out)
{
    put_whole(out, (uint64_t)world->layer_count, 4);
    lua_getiuservalue(L, SELF, HBL_LAYERS);
    for (int i = 0; i < world->layer_count; i++) {
        size_t length;
        lua_rawgeti(L, -1, i + 1);
        const char *name = lua_tolstring(L, -1, &length);
        put_whole(out, length, 4);
        put(out, name, length);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* [-0, +0] */
static void put_items(lua_State *L, const hbl_world *world, sink *out)
{
    lua_Integer n = 0;
    put_whole(out, (uint64_t)hb_world_item_count(world->core), 4);
    for (hb_id id = hb_world_next(world->core, 0); id != 0; id = hb_world_next(world->core, id)) {
        hbl_record record = world->records[hb_id_index(id)];
        put_whole(out, (uint64_t)record.anchor.unit, 1);
        put_whole(out, (uint64_t)record.response, 1);
        hb_layers named = 0;
        for (int i = 0; i < HBL_RESPONSES; i++) {
            named |= record.responses[i];
        }
        put_whole(out,
                  (record.mirrored ? RECORD_MIRRORED : 0) | (named != 0 ? RECORD_RESPONSES : 0), 1);
        put_number(out, record.anchor.x);
        put_number(out, record.anchor.y);
        for (int i = 0; i < HBL_RESPONSES && named != 0; i++) {
            put_whole(out, record.responses[i], 8);
        }
        lua_rawgeti(L, NAMES, ++n);
        put_name(L, out);
        lua_pop(L, 1);
    }
}

/* [-0, +0] */
static void put_gone(lua_State *L, const hbl_world *world, sink *out)
{
    int living = hb_world_item_count(world->core), gone = count_gone(world);
    uint32_t count = 0;
    for (int i = 0; i < gone; i++) {
        lua_rawgeti(L, NAMES, (lua_Integer)living + i + 1);
        count += !lua_isnil(L, -1);
        lua_pop(L, 1);
    }
    put_whole(out, count, 4);
    for (int i = 0; i < gone; i++) {
        lua_rawgeti(L, NAMES, (lua_Integer)living + i + 1);
        if (!lua_isnil(L, -1)) {
            hb_id id;
            int table = push_gone(L, world, i, &id);
            lua_pop(L, 1);
            put_whole(out, id, 8);
            put_whole(out, table == HBL_GONE_BEFORE, 1);
            put_name(L, out);
        }
        lua_pop(L, 1);
    }
}

/* Write all fields from the version on, without the checksum. [-0, +0] */
static void put_all(lua_State *L, const hbl_world *world, uint64_t core_sum, sink *out)
{
    put_whole(out, VERSION, 4);
    put_whole(out, core_sum, 8);
    put_number(out, world->gravity.x);
    put_number(out, world->gravity.y);
    put_layers(L, world, out);
    put_items(L, world, out);
    put_gone(L, world, out);
}

/* Write the string into the buffer on top. [-0, +0] */
static void write_string(lua_State *L, const hbl_world *world, size_t own_size, size_t core_size)
{
    unsigned char *bytes = lua_touserdata(L, -1), *core = bytes + HEAD_SIZE + own_size;
    (void)hb_world_save(world->core, HB_PIXELS_SAVED, core, core_size);
    sink out = {bytes, 0};
    put(&out, MAGIC, MAGIC_SIZE);
    put_whole(&out, own_size, 8);
    put_all(L, world, hb_checksum(core, core_size), &out);
    put_whole(&out, hb_checksum(bytes + HEAD_SIZE, own_size - 8), 8);
}

/* world:save([nameOf]) -> string: nameOf(item) -> its name [-0, +1, v] */
static int world_save(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    lua_settop(L, NAME_OF);
    if (!lua_isnil(L, NAME_OF) && !lua_isfunction(L, NAME_OF)) {
        hbl_arg_error(L, NAME_OF, "function expected for nameOf, got %s",
                      hbl_type_name(L, NAME_OF));
    }
    for (int i = 0; i < MOST_TRIES; i++) {
        lua_settop(L, NAME_OF);
        lua_newtable(L);
        uint64_t before = world->version;
        if (!name_all(L, world)) {
            continue;
        }
        sink own = {0};
        put_all(L, world, 0, &own);
        size_t core_size = hb_world_save(world->core, HB_PIXELS_SAVED, NULL, 0);
        (void)lua_newuserdatauv(L, HEAD_SIZE + own.size + 8 + core_size, 0);
        (void)hbl_core(L, world); /* as the collector may have run */
        sink again = {0};
        put_all(L, world, 0, &again);
        if (before == world->version && own.size == again.size &&
            hb_world_save(world->core, HB_PIXELS_SAVED, NULL, 0) == core_size) {
            write_string(L, world, own.size + 8, core_size);
            lua_pushlstring(L, lua_touserdata(L, SAVE_BUFFER),
                            HEAD_SIZE + own.size + 8 + core_size);
            return 1;
        }
    }
    return luaL_error(L, "the world changed while it was saved; nameOf must not change it");
}

const luaL_Reg hbl_save_methods[] = {
    {"save", world_save},
    {NULL, NULL},
};
