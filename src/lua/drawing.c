/// The data for drawing a world: outlines as polylines, layers and responses of items, and the side
/// from which a one-way item blocks.
#include "world/responses.h"

#include <math.h>

#define TOLERANCE_USUAL 0.25 /* world units: a quarter of a pixel, where these are pixels */

/* Of most shapes. */
#define CORNERS_USUAL 64
#define LINES_USUAL 8

/* ---- Outlines -------------------------------------------------------------------------------- */

/* The key, in the registry, of the memory for all outlines. It is kept between calls, so that
 * drawing in each frame makes no garbage. */
static const char memory_key = 0;

/* What lies in it: the core's room, then corners, then lines. */
typedef struct trace_need {
    size_t room;
    int corners, lines;
} trace_need;

static size_t size_of(trace_need need)
{
    return need.room + (size_t)need.corners * sizeof(hb_vec) +
           (size_t)need.lines * sizeof(hb_outline_line);
}

/* Push memory of at least that size, which is the caller's until it is given back: what runs
 * meanwhile finds none there. [-0, +1, m] */
static void take_memory(lua_State *L, size_t size)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &memory_key);
    if (!lua_isuserdata(L, -1) || lua_rawlen(L, -1) < size) {
        lua_pop(L, 1);
        (void)lua_newuserdatauv(L, size, 0);
    } else {
        lua_pushboolean(L, false);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &memory_key);
    }
}

/* Trace a shape into the memory on top, if that is large enough for what is needed. @return whether
 * it was; else that is in *need */
static bool trace(lua_State *L, const hb_shape *shape, double tolerance, trace_need *need,
                  hb_outline *out)
{
    need->room = hb_shape_outline_bytes(shape);
    if (size_of(*need) > lua_rawlen(L, -1)) {
        return false;
    }
    char *room = lua_touserdata(L, -1);
    out->corners = (hb_vec *)(void *)(room + need->room);
    out->lines = (hb_outline_line *)(void *)(out->corners + need->corners);
    out->corner_capacity = need->corners;
    out->line_capacity = need->lines;
    hb_shape_outline(shape, tolerance, room, out);
    need->corners = out->corner_count > need->corners ? out->corner_count : need->corners;
    need->lines = out->line_count > need->lines ? out->line_count : need->lines;
    return out->corner_count <= out->corner_capacity && out->line_count <= out->line_capacity;
}

/* Write lines one after another into the table at `out`: how many numbers follow, then its corners.
 * @return how many there are in all [-0, +0, m] */
static int write_lines(lua_State *L, const hb_outline *lines, int out)
{
    int count = 0;
    for (int i = 0; i < lines->line_count; i++) {
        hb_outline_line line = lines->lines[i];
        lua_pushnumber(L, 2 * line.count);
        lua_rawseti(L, out, ++count);
        for (int k = line.first; k < line.first + line.count; k++) {
            lua_pushnumber(L, lines->corners[k].x);
            lua_rawseti(L, out, ++count);
            lua_pushnumber(L, lines->corners[k].y);
            lua_rawseti(L, out, ++count);
        }
    }
    return count;
}

/* The shape at 1, or that of the item at 2 of the world at 1. [-0, +0, v] */
static hb_shape shape_at(lua_State *L, bool of_item)
{
    if (!of_item) {
        return *hbl_check_shape(L, 1, "self");
    }
    hb_shape shape;
    const hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, 2);
    hbl_check_status(L, 2, "item", hb_world_get_shape(world->core, id, HB_FORM_WORLD, &shape));
    return shape;
}

/* Fill the table at `out` with the lines of a shape. While memory is taken, a finalizer may give
 * the item a larger shape: then again. [-0, +3, v] */
static int push_lines(lua_State *L, bool of_item, int out)
{
    (void)shape_at(L, of_item);
    lua_Integer old_count = hbl_out_table(L, out);
    double tolerance = TOLERANCE_USUAL;
    if (!lua_isnoneornil(L, out + 1)) {
        tolerance = hbl_coord(L, out + 1, "tolerance");
        if (!(tolerance > 0.0)) {
            return hbl_arg_error(L, out + 1, "tolerance must be > 0, got %s",
                                 hbl_number_text(L, out + 1));
        }
    }
    lua_settop(L, out);
    hb_shape shape = shape_at(L, of_item);
    trace_need need = {hb_shape_outline_bytes(&shape), CORNERS_USUAL, LINES_USUAL};
    hb_outline lines;
    do {
        lua_settop(L, out);
        take_memory(L, size_of(need));
        shape = shape_at(L, of_item);
    } while (!trace(L, &shape, tolerance, &need, &lines));
    hbl_clear_rest(L, out, write_lines(L, &lines, out), old_count);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &memory_key);
    lua_pushinteger(L, lines.line_count);
    lua_pushvalue(L, out);
    lua_pushstring(L, hbl_kind_name(shape.kind));
    return 3;
}

/* shape:outline([out[, tolerance]]) -> n, out, kind: n lines one after another, each the count of
 * its numbers and then its corners [-0, +3, v] */
static int shape_outline(lua_State *L)
{
    return push_lines(L, false, 2);
}

/* world:outline(item[, out[, tolerance]]) -> n, out, kind: the same of an item [-0, +3, v] */
static int world_outline(lua_State *L)
{
    return push_lines(L, true, 3);
}

/* ---- Properties of an item ------------------------------------------------------------------- */

/* Fill the table at 3 with the names of layers. [-0, +2, v] */
static int push_names(lua_State *L, const hbl_world *world, hb_layers layers)
{
    lua_Integer old_count = hbl_out_table(L, 3);
    lua_settop(L, 3);
    lua_getiuservalue(L, 1, HBL_LAYERS);
    int count = 0;
    for (int bit = 0; bit < world->layer_count; bit++) {
        if ((layers >> bit & 1) != 0) {
            lua_rawgeti(L, 4, bit + 1);
            lua_rawseti(L, 3, ++count);
        }
    }
    hbl_clear_rest(L, 3, count, old_count);
    lua_pushinteger(L, count);
    lua_pushvalue(L, 3);
    return 2;
}

/* world:layers(item[, out]) -> n, out: what it is [-0, +2, v] */
static int world_layers(lua_State *L)
{
    hb_item item;
    const hbl_world *world = hbl_check_world(L);
    hbl_read_item(L, world, 2, &item);
    return push_names(L, world, item.layers);
}

/* world:mask(item[, out]) -> n, out: what it looks for; nil if that is everything [-0, +1|2, v] */
static int world_mask(lua_State *L)
{
    hb_item item;
    const hbl_world *world = hbl_check_world(L);
    hbl_read_item(L, world, 2, &item);
    if (item.mask == HB_ALL_LAYERS) {
        lua_pushnil(L);
        return 1;
    }
    return push_names(L, world, item.mask);
}

/* world:unusedLayers([out]) -> n, out: layers that masks and responses name, but that no item had
 * [-0, +2, v] */
static int world_unused_layers(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    lua_settop(L, 2);
    hbl_check_out(L, 2, "out");
    lua_pushvalue(L, 2); /* push_names fills the table on top */
    return push_names(L, world, ~world->used_layers);
}

/* world:response(item) -> the response of its moves [-0, +1, v] */
static int world_response(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    const hbl_record *record = &world->records[hb_id_index(hbl_check_item(L, world, 2))];
    lua_pushstring(L, hbl_response_name(record->response));
    return 1;
}

/* world:responses(item) -> a table of layers by response | nil: the responses to some layers
 * [-0, +1, v] */
static int world_responses(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hbl_record record = world->records[hb_id_index(hbl_check_item(L, world, 2))];
    hbl_push_response_layers(L, world, record.responses);
    return 1;
}

/* world:moverResponse(item) -> the response of other movers that hit it | nil [-0, +1, v] */
static int world_mover_response(lua_State *L)
{
    hb_item item;
    hbl_read_item(L, hbl_check_world(L), 2, &item);
    if (item.mover_response != HB_IGNORE) {
        lua_pushstring(L, hbl_response_name(item.mover_response));
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* world:oneWay(item) -> x, y, of length 1, the side from which it blocks movers | nil
 * [-0, +1|2, v] */
static int world_one_way(lua_State *L)
{
    hb_item item;
    hbl_read_item(L, hbl_check_world(L), 2, &item);
    double length = hypot(item.one_way.x, item.one_way.y);
    if (length == 0.0) {
        lua_pushnil(L);
        return 1;
    }
    hb_transform turn = {.angle = item.angle, .scale = 1.0, .mirrored = item.mirrored};
    hb_vec direction = {item.one_way.x / length, item.one_way.y / length};
    direction = hb_transform_point(turn, direction);
    lua_pushnumber(L, direction.x);
    lua_pushnumber(L, direction.y);
    return 2;
}

const luaL_Reg hbl_shape_drawing_methods[] = {
    {"outline", shape_outline},
    {NULL, NULL},
};

const luaL_Reg hbl_world_drawing_methods[] = {
    {"unusedLayers", world_unused_layers},
    {"outline", world_outline},
    {"layers", world_layers},
    {"mask", world_mask},
    {"response", world_response},
    {"responses", world_responses},
    {"moverResponse", world_mover_response},
    {"oneWay", world_one_way},
    {NULL, NULL},
};
