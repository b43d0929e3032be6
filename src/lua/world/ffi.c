/// The most used functions of worlds, without Lua's API. May call the core and responses.h.
///
/// LuaJIT, which cannot compile a call through Lua's API, calls them by its FFI: see
/// hitbox/ffi/world.lua. The fast paths of C functions use some too. No function here allocates
/// memory of Lua, raises an error, or runs a script. Unusual calls return REFUSED and change
/// nothing; then Lua calls the C function of the same name, which raises an error if there is one.
///
/// An item is given by its number, the index of its id + 1, and a layer by its bit.
#include "responses.h"

#include <math.h>

enum { REFUSED = -1, ALL_LAYERS = -1 };

/* As in hitbox/ffi/world.lua: a hit is a row of doubles, the last of which holds two integers. */
_Static_assert(sizeof(hb_hit) == 8 * sizeof(double) && offsetof(hb_hit, t) == 1 * sizeof(double) &&
                   offsetof(hb_hit, normal) == 2 * sizeof(double) &&
                   offsetof(hb_hit, at) == 4 * sizeof(double) &&
                   offsetof(hb_hit, depth) == 6 * sizeof(double) &&
                   offsetof(hb_hit, response) == 14 * sizeof(int32_t) &&
                   offsetof(hb_hit, inside) == 15 * sizeof(int32_t),
               "");
_Static_assert(offsetof(hbl_ffi, hit) == 7 * sizeof(double), "");

/* The address of `ffi` is that of the world. */
_Static_assert(offsetof(hbl_world, ffi) == 0, "");
_Static_assert(sizeof(hb_pair) == 2 * sizeof(hb_id) && sizeof(hb_batch_hit) <= 2 * sizeof(hb_id),
               "");

/* ---- Moves ----------------------------------------------------------------------------------- */

/* The id of an item, 0 if there is none, or if the world is destroyed. */
static hb_id find_id(const hbl_world *world, int number)
{
    return world->core != NULL ? hb_world_id_at(world->core, (uint32_t)number - 1) : 0;
}

/* As in hbl_move_def. */
static bool respond_always(void *response, hb_move *move, hb_response *out)
{
    (void)move;
    *out = *(const hb_response *)response;
    return true;
}

/* @param response  to all hits; HB_IGNORE for the responses of mover and items
 * @return the number of hits */
static int move(hbl_world *world, int number, double x, double y, int response, int stays)
{
    hb_response always = (hb_response)response;
    hbl_move_def def = hbl_plain_move(world, find_id(world, number), x, y);
    def.stays = stays != 0;
    if (always != HB_IGNORE) {
        def.respond = respond_always;
        def.context = &always;
    }
    hb_move move;
    if (def.id == 0 || !hbl_move_without_script(NULL, world, &def, &move)) {
        return REFUSED;
    }
    world->ffi.x = move.position.x;
    world->ffi.y = move.position.y;
    return move.count;
}

/* Read a hit of the last move. @return the number of its item; REFUSED for none, and if its item
 * was removed */
static int hit(hbl_world *world, int i)
{
    const hbl_hits *hits = world->hits;
    if (hits == NULL || hits->has_items || i < 1 || i > hits->count) {
        return REFUSED;
    }
    world->ffi.hit = hits->list[i - 1];
    return (int)hb_id_index(world->ffi.hit.other) + 1;
}

/* ---- Positions of items ---------------------------------------------------------------------- */

/* @return 0, or an error */
static int place(hbl_world *world, int number, double x, double y)
{
    return world->core != NULL
               ? (int)hb_world_set_position_at(world->core, (uint32_t)number - 1, x, y)
               : REFUSED;
}

/* Set the positions of many items. Far positions are left to the C function.
 * @param ids       the indices of the items, which become ids; or the ids if they are known
 * @param removals  of the world, when the indices were looked up
 * @return 0 or REFUSED: then some positions may be set */
static int update_many(hbl_world *world, hb_id *ids, const hb_vec *at, int count, int known,
                       double removals)
{
    const hb_world *core = world->core;
    bool near = core != NULL && !world->reaches_far && world->ffi.removals == removals;
    for (int i = 0; near && i < count; i++) {
        near = (fabs(at[i].x) <= HBL_NEAR) & (fabs(at[i].y) <= HBL_NEAR);
    }
    for (int i = 0; near && !known && i < count; i++) {
        ids[i] = hb_world_id_at(core, hb_id_index(ids[i]));
    }
    return near && hb_world_set_positions(world->core, ids, at, count) == count ? 0 : REFUSED;
}

static int position(hbl_world *world, int number)
{
    hb_id id = find_id(world, number);
    hb_vec at;
    if (id == 0 || hb_world_get_position(world->core, id, &at) != HB_OK) {
        return REFUSED;
    }
    world->ffi.x = at.x;
    world->ffi.y = at.y;
    return 0;
}

static int rect(hbl_world *world, int number)
{
    hb_id id = find_id(world, number);
    hb_shape turned, placed;
    if (id == 0 || hb_world_get_shape(world->core, id, HB_FORM_ROTATED, &turned) != HB_OK ||
        hb_world_get_shape(world->core, id, HB_FORM_WORLD, &placed) != HB_OK) {
        return REFUSED;
    }
    world->ffi.x = placed.bounds.x0;
    world->ffi.y = placed.bounds.y0;
    world->ffi.w = turned.bounds.x1 - turned.bounds.x0;
    world->ffi.h = turned.bounds.y1 - turned.bounds.y0;
    return 0;
}

static int edges(hbl_world *world, int number)
{
    hb_id id = find_id(world, number);
    hb_shape placed;
    if (id == 0 || hb_world_get_shape(world->core, id, HB_FORM_WORLD, &placed) != HB_OK) {
        return REFUSED;
    }
    world->ffi.x = placed.bounds.x0;
    world->ffi.y = placed.bounds.y0;
    world->ffi.w = placed.bounds.x1;
    world->ffi.h = placed.bounds.y1;
    return 0;
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* The mask of a bit; 0 if no layer has that bit. */
static hb_layers layers_of(const hbl_world *world, int layer)
{
    if (layer == ALL_LAYERS) {
        return HB_ALL_LAYERS;
    }
    return layer >= 0 && layer < world->layer_count ? (hb_layers)1 << layer : 0;
}

/* Set the memory for the results of queries. */
static void set_room(hbl_world *world, hb_id *found, int room)
{
    world->found = found;
    world->found_room = room;
}

/* Make the results of a query those of the last one, for world:result. A refused query keeps the
 * old ones; one with too many results has none, so that the caller may free the memory.
 * @return the number of results; minus the number if there is not enough room */
static int keep_results(hbl_world *world, hbl_result_kind kind, int room, int found)
{
    world->ffi.queries++;
    if (found < 0) {
        return REFUSED;
    }
    world->results = world->found;
    world->result_kind = kind;
    world->result_count = found <= room ? found : 0;
    return found <= room ? found : -found;
}

static int keep_items(hbl_world *world, int found)
{
    return keep_results(world, HBL_RESULT_ITEM, world->found_room, found);
}

static int query_rect(hbl_world *world, double x, double y, double w, double h, int layer)
{
    if (world->core == NULL) {
        return REFUSED;
    }
    hb_layers layers = layers_of(world, layer);
    return keep_items(world, hb_world_query_rect(world->core, x, y, w, h, HBL_ON(layers),
                                                 world->found, world->found_room));
}

static int query_point(hbl_world *world, double x, double y, int layer)
{
    if (world->core == NULL) {
        return REFUSED;
    }
    hb_layers layers = layers_of(world, layer);
    return keep_items(world, hb_world_query_point(world->core, x, y, HBL_ON(layers), world->found,
                                                  world->found_room));
}

static int query_circle(hbl_world *world, double x, double y, double r, int layer)
{
    if (world->core == NULL) {
        return REFUSED;
    }
    hb_layers layers = layers_of(world, layer);
    return keep_items(world, hb_world_query_circle(world->core, x, y, r, HBL_ON(layers),
                                                   world->found, world->found_room));
}

static int query_shape(hbl_world *world, const hbl_shape *shape, int layer)
{
    if (world->core == NULL) {
        return REFUSED;
    }
    hb_layers layers = layers_of(world, layer);
    return keep_items(world, hb_world_query_shape(world->core, &shape->shape, HBL_ON(layers),
                                                  world->found, world->found_room));
}

/* As in hitbox/ffi/batch.lua, in integers: the first one is the index of the id. */
_Static_assert(offsetof(hb_batch_hit, query) == 2 * sizeof(int32_t), "");

/* Convert positions and sizes to edges. @return 0, or an error */
static int ends(hb_aabb *rects, int count)
{
    bool are_sizes = true;
    for (int i = 0; i < count; i++) {
        hb_aabb *rect = &rects[i];
        double w = rect->x1, h = rect->y1;
        are_sizes = are_sizes && w >= 0.0 && h >= 0.0 && w <= HB_MAX_COORD && h <= HB_MAX_COORD;
        rect->x1 = hbl_end_of(rect->x0, w);
        rect->y1 = hbl_end_of(rect->y0, h);
    }
    return are_sizes ? 0 : REFUSED;
}

/* The room in results of the size of two ids. */
static int keep_pairs(hbl_world *world, hbl_result_kind kind, int found)
{
    return keep_results(world, kind, world->found_room / 2, found);
}

static bool are_coords(const double *numbers, size_t count)
{
    bool are = true;
    for (size_t i = 0; i < count; i++) {
        are &= fabs(numbers[i]) <= HB_MAX_COORD;
    }
    return are;
}

/* All numbers are checked first, so that a refused call leaves the results of the last query.
 * @param width  the numbers of each query: 2 for points, 4 for the edges of rectangles */
static int query_many(hbl_world *world, const void *asked, int width, int count, int layer)
{
    if (world->core == NULL || !are_coords(asked, (size_t)width * (size_t)count)) {
        return REFUSED;
    }
    hb_layers layers = layers_of(world, layer);
    hb_batch_hit *out = (hb_batch_hit *)(void *)world->found;
    int room = world->found_room / 2;
    int found =
        width == 2
            ? hb_world_query_point_batch(world->core, asked, count, HBL_ON(layers), out, room)
            : hb_world_query_rect_batch(world->core, asked, count, HBL_ON(layers), out, room);
    return keep_pairs(world, HBL_RESULT_FOUND, found);
}

static int query_pairs(hbl_world *world)
{
    if (world->core == NULL) {
        return REFUSED;
    }
    hb_pair *out = (hb_pair *)(void *)world->found;
    return keep_pairs(world, HBL_RESULT_PAIR,
                      hb_world_query_pairs(world->core, out, world->found_room / 2));
}

/* @return the number of the item hit, 0 for none; then x is the time, y is 1 if the ray begins
 * inside of the item, and w and h are the normal */
static int raycast(hbl_world *world, double x, double y, double dx, double dy, int layer)
{
    hb_cast_hit hit;
    if (world->core == NULL) {
        return REFUSED;
    }
    int found = hb_world_raycast(world->core, x, y, dx, dy, HBL_ON(layers_of(world, layer)), &hit);
    if (found <= 0) {
        return found;
    }
    world->ffi.x = hit.result.t;
    world->ffi.y = hit.result.inside;
    world->ffi.w = hit.result.normal.x;
    world->ffi.h = hit.result.normal.y;
    return (int)hb_id_index(hit.id) + 1;
}

/* As in hitbox/ffi/batch.lua; the first half of an id is its index. */
_Static_assert(offsetof(hb_cast_hit, result) == 8 && offsetof(hb_cast_result, normal) == 8 &&
                   offsetof(hb_cast_result, inside) == 24,
               "");

/* @return the number of rays with a hit; minus the number of rays if there is not enough room */
static int raycast_many(hbl_world *world, const hb_ray *rays, int count, int layer)
{
    if (world->core == NULL || !are_coords(&rays->x, 4 * (size_t)count)) {
        return REFUSED;
    }
    for (int i = 0; i < count; i++) {
        double end[2] = {rays[i].x + rays[i].dx, rays[i].y + rays[i].dy};
        if (!are_coords(end, 2)) {
            return REFUSED;
        }
    }
    hb_layers layers = layers_of(world, layer);
    hb_cast_hit *out = (hb_cast_hit *)(void *)world->found;
    int room = (int)((size_t)world->found_room * sizeof(hb_id) / sizeof *out);
    int hits =
        count > room ? 0 : hb_world_raycast_batch(world->core, rays, count, HBL_ON(layers), out);
    int kept = keep_results(world, HBL_RESULT_HIT, room, count);
    return kept < 0 ? kept : hits;
}

/* ---- Loops ----------------------------------------------------------------------------------- */

static int find_pairs(hbl_world *world, hb_pair *out, int capacity)
{
    return world->core != NULL ? hb_world_query_pairs(world->core, out, capacity) : REFUSED;
}

/* An event as hitbox/ffi/world.lua reads it. */
typedef struct event {
    int32_t kind, a, b; ///< a and b: numbers of items; 0 of one that is removed
} event;

static int32_t number_of(const hb_world *core, hb_id id)
{
    return hb_world_has(core, id) ? (int32_t)hb_id_index(id) + 1 : 0;
}

static int find_events(hbl_world *world, event *out, int capacity)
{
    if (world->core == NULL) {
        return REFUSED;
    }
    int count;
    const hb_event *events = hb_world_get_events(world->core, &count);
    for (int i = 0; i < count && i < capacity; i++) {
        const hb_event *from = &events[i];
        out[i] = (event){(int32_t)from->kind, number_of(world->core, from->a),
                         number_of(world->core, from->b)};
    }
    return count;
}

/* Whether both items of a pair are in the world. */
static int has_pair(const hbl_world *world, const hb_pair *pair)
{
    return world->core != NULL && hb_world_has(world->core, pair->a) &&
           hb_world_has(world->core, pair->b);
}

/* ---- Angles ---------------------------------------------------------------------------------- */

/* @param left  gets y, and after it the number of calls
 * @return x */
static double direction(double angle, double left[2])
{
    hb_vec unit = hb_direction(angle);
    left[0] = unit.y;
    left[1]++;
    return unit.x;
}

/* ---- Data for LuaJIT ------------------------------------------------------------------------- */

/* Keys of the registry: the function that makes the data of a world, and the key of that data in
 * the world's metatable, which differs between copies of the binary. */
static const char equip_key = 0, name_key = 0;

/* The tables of a world in that data: the name of each, and a key of the registry for the name, as
 * pushing a string runs the collector. */
static const struct {
    const char *name;
    int user_value;
} tables[] = {{"items", HBL_ITEMS}, {"itemNumbers", HBL_NUMBERS}, {"layers", HBL_LAYERS}};
enum { TABLES = sizeof tables / sizeof *tables };

void hbl_push_ffi_functions(lua_State *L, const hbl_ffi_function *functions)
{
    lua_newtable(L);
    for (; functions->name != NULL; functions++) {
        union {
            void (*function)(void);
            void *pointer;
        } of = {functions->function};
        lua_pushlightuserdata(L, of.pointer);
        hbl_set_field(L, -2, functions->name);
    }
}

static const hbl_ffi_function functions[] = {
    {"move", (void (*)(void))move},
    {"hit", (void (*)(void))hit},
    {"place", (void (*)(void))place},
    {"updateMany", (void (*)(void))update_many},
    {"position", (void (*)(void))position},
    {"rect", (void (*)(void))rect},
    {"edges", (void (*)(void))edges},
    {"setRoom", (void (*)(void))set_room},
    {"queryRect", (void (*)(void))query_rect},
    {"queryPoint", (void (*)(void))query_point},
    {"queryCircle", (void (*)(void))query_circle},
    {"queryShape", (void (*)(void))query_shape},
    {"queryPairs", (void (*)(void))query_pairs},
    {"ends", (void (*)(void))ends},
    {"queryMany", (void (*)(void))query_many},
    {"raycast", (void (*)(void))raycast},
    {"raycastMany", (void (*)(void))raycast_many},
    {"pairs", (void (*)(void))find_pairs},
    {"events", (void (*)(void))find_events},
    {"hasPair", (void (*)(void))has_pair},
    {"direction", (void (*)(void))direction},
    {"angle", (void (*)(void))hb_angle},
    {NULL, NULL},
};

/* openFfi(open, hitbox): open is the function of hitbox/ffi/world.lua, hitbox the module
 * [-0, +0, v] */
static int open_ffi(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_pushvalue(L, 1);
    lua_pushfstring(L, "ffi %p", (const void *)&name_key);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &name_key);
    for (int i = 0; i < TABLES; i++) {
        lua_pushstring(L, tables[i].name);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &tables[i]);
    }
    hbl_push_ffi_functions(L, functions);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_world_key);
    (void)hbl_raw_field(L, -1, "__index");
    lua_replace(L, -2);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_shape_key);
    lua_pushcfunction(L, hbl_event_items);
    lua_pushvalue(L, 2);
    (void)hbl_call(L, NULL, 6, 1);
    luaL_checktype(L, -1, LUA_TFUNCTION);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &equip_key);
    return 0;
}

/* Only once, even if the module is loaded under another name, as both share worlds and methods. */
void hbl_push_open_ffi(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &equip_key) != LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushnil(L);
    } else {
        lua_pop(L, 1);
        lua_pushcfunction(L, open_ffi);
    }
}

void hbl_attach_ffi(lua_State *L, hbl_world *world)
{
    int at = lua_gettop(L);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &equip_key) != LUA_TNIL) {
        lua_pushlightuserdata(L, &world->ffi);
        lua_getiuservalue(L, at, HBL_ITEMS);
        lua_getiuservalue(L, at, HBL_NUMBERS);
        lua_getiuservalue(L, at, HBL_LAYERS);
        (void)hbl_call(L, world, 4, 1);
        lua_getmetatable(L, at);
        lua_rawgetp(L, LUA_REGISTRYINDEX, &name_key);
        lua_pushvalue(L, at + 1);
        lua_rawset(L, -3);
    }
    lua_settop(L, at);
}

void hbl_update_ffi(lua_State *L)
{
    int at = lua_gettop(L);
    lua_getmetatable(L, 1);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &name_key) != LUA_TNIL && lua_rawget(L, -2) != LUA_TNIL) {
        for (int i = 0; i < TABLES; i++) {
            lua_rawgetp(L, LUA_REGISTRYINDEX, &tables[i]);
            lua_getiuservalue(L, 1, tables[i].user_value);
            lua_rawset(L, -3);
        }
    }
    lua_settop(L, at);
}

void hbl_detach_ffi(lua_State *L)
{
    lua_getmetatable(L, 1);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &name_key) != LUA_TNIL) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, -3) != LUA_TNIL) { /* to set what is not there may take memory */
            lua_pop(L, 1);
            lua_pushnil(L);
            lua_rawset(L, -3);
            lua_pushnil(L);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}
