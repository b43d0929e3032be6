/// Names of layers: each world assigns a bit to each name on its first use. May call the core and
/// Lua's API.
///
/// A world's table of layers maps name -> bit and bit + 1 -> name. An entry holds only if its bit
/// is below the count and both directions agree. So a function that fails after it added names need
/// not remove them: it does not raise the world's count.
#include "../binding.h"

/* The bit of the name on top, entered if it is new and `count` is given; else -1. [-1, +0, v] */
static int pop_bit(lua_State *L, int layers, int arg, const char *what, int known, int *count)
{
    int name = lua_gettop(L);
    lua_pushvalue(L, name);
    if (lua_rawget(L, layers) == LUA_TNUMBER) {
        int bit = (int)lua_tointeger(L, -1);
        lua_rawgeti(L, layers, bit + 1);
        if (bit < known && lua_rawequal(L, -1, name)) {
            lua_settop(L, name - 1);
            return bit;
        }
    }
    lua_settop(L, name);
    if (count == NULL) {
        lua_pop(L, 1);
        return -1;
    }
    if (*count == HBL_MAX_LAYERS) {
        hbl_arg_error(L, arg, "%s \"%s\" is one too many: a world has at most %d layers", what,
                      lua_tostring(L, name), HBL_MAX_LAYERS);
    }
    lua_pushvalue(L, name);
    lua_rawseti(L, layers, *count + 1);
    lua_pushinteger(L, *count);
    lua_rawset(L, layers);
    return (*count)++;
}

/* Refuse a table that is not a list, such as { wall = true }: it would count as an empty mask. Only
 * a table without list entries is searched for other keys. [-0, +0, v] */
static void check_empty(lua_State *L, int table, int arg, const char *what)
{
    lua_pushnil(L);
    if (lua_next(L, table) != 0) {
        lua_pop(L, 1);
        int type = lua_type(L, -1);
        const char *key = type == LUA_TSTRING   ? lua_pushfstring(L, "\"%s\"", lua_tostring(L, -1))
                          : type == LUA_TNUMBER ? hbl_number_text(L, -1)
                                                : hbl_type_name(L, -1);
        hbl_arg_error(L, arg, "%s must be a name or a list of names, got the key %s", what, key);
    }
}

hb_layers hbl_layers_at(lua_State *L, int index, int arg, const char *what, int *count)
{
    hbl_world *world = lua_touserdata(L, 1);
    (void)hbl_core(L, world);
    world->version += count != NULL; /* interrupted calls with new names start again */
    int known = count != NULL ? *count : world->layer_count;
    bool list = lua_istable(L, index);
    size_t names = list ? (size_t)lua_rawlen(L, index) : 1;
    hb_layers layers = 0;
    if (list && names == 0) {
        check_empty(L, lua_absindex(L, index), arg, what);
    }
    lua_getiuservalue(L, 1, HBL_LAYERS);
    int table = lua_gettop(L);
    for (size_t i = 1; i <= names; i++) {
        if (list) {
            lua_rawgeti(L, index, (lua_Integer)i);
        } else {
            lua_pushvalue(L, index);
        }
        if (lua_type(L, -1) != LUA_TSTRING) {
            hbl_arg_error(L, arg, "name%s expected for %s, got %s",
                          list ? "s" : " or list of names", what, hbl_type_name(L, -1));
        }
        int bit = pop_bit(L, table, arg, what, known, count);
        if (bit >= 0) {
            layers |= (hb_layers)1 << bit;
        }
        known = count != NULL ? *count : known;
    }
    lua_pop(L, 1);
    return layers;
}

void hbl_push_layers(lua_State *L, const hbl_world *world, hb_layers layers)
{
    lua_getiuservalue(L, 1, HBL_LAYERS);
    lua_newtable(L);
    int count = 0;
    for (int bit = 0; bit < world->layer_count; bit++) {
        if ((layers >> bit & 1) != 0) {
            lua_rawgeti(L, -2, bit + 1);
            lua_rawseti(L, -2, ++count);
        }
    }
    lua_remove(L, -2);
}

/* world:setLayers(item, layer, mask): names or lists of names; nil keeps the old one, and a mask of
 * true holds all layers, as that of an item added without a mask [-0, +0, v] */
static int world_set_layers(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_item item;
    hbl_read_item(L, world, 2, &item);
    lua_settop(L, 4);
    int count = world->layer_count;
    if (!lua_isnil(L, 3)) {
        item.layers = hbl_layers_at(L, 3, 3, "layer", &count);
    }
    if (lua_isboolean(L, 4) && lua_toboolean(L, 4)) {
        item.mask = HB_ALL_LAYERS;
    } else if (!lua_isnil(L, 4)) {
        item.mask = hbl_layers_at(L, 4, 4, "mask", &count);
    }
    hb_status status = hb_world_set_layers(world->core, item.id, item.layers, item.mask);
    hbl_check_status(L, 2, "item", status);
    world->layer_count = count;
    world->used_layers |= item.layers;
    return 0;
}

const luaL_Reg hbl_layer_methods[] = {
    {"setLayers", world_set_layers},
    {NULL, NULL},
};
