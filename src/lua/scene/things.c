/// Things and their boxes. Lua names a thing by its order of creation. Its boxes are items of the
/// world, and all have their anchor at the thing's. May call the core and store.h.
#include "store.h"

#include <string.h>

/* ---- Things by order ------------------------------------------------------------------------- */

/* Where the search for an order begins: Knuth's multiplicative hash (The Art of Computer
 * Programming 3, 6.4). There are twice as many slots as things. */
static uint32_t home_of(const hbl_store *in, uint32_t order)
{
    return (uint32_t)((order * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (2 * in->thing_capacity - 1);
}

/* The slot of an order, or the empty one for it. */
static uint32_t *slot_of(const hbl_store *in, uint32_t order)
{
    uint32_t slot = home_of(in, order);
    while (in->orders[slot] != 0 && in->things[in->orders[slot] - 1].order != order) {
        slot = (slot + 1) & (2 * in->thing_capacity - 1);
    }
    return &in->orders[slot];
}

/* Empty a slot, and close the gap: Knuth's algorithm 6.4 R. */
static void empty_slot(const hbl_store *in, uint32_t gap)
{
    uint32_t mask = 2 * in->thing_capacity - 1;
    for (uint32_t slot = (gap + 1) & mask; in->orders[slot] != 0; slot = (slot + 1) & mask) {
        uint32_t home = home_of(in, in->things[in->orders[slot] - 1].order);
        if (((slot - home) & mask) >= ((slot - gap) & mask)) {
            in->orders[gap] = in->orders[slot];
            gap = slot;
        }
    }
    in->orders[gap] = 0;
}

/* Until the first removal all things have the index order - 1, and need no slot. */
static bool is_in_place(const hbl_store *in, uint32_t order)
{
    return order <= in->thing_capacity && in->things[order - 1].order == order;
}

hbl_scene_thing *hbl_thing_of(const hbl_store *in, lua_Integer order)
{
    if (order < 1 || order > INT32_MAX || in->thing_capacity == 0) {
        return NULL;
    }
    if (is_in_place(in, (uint32_t)order)) {
        return &in->things[order - 1];
    }
    uint32_t found = *slot_of(in, (uint32_t)order);
    return found != 0 ? &in->things[found - 1] : NULL;
}

/* ---- Adding and removing --------------------------------------------------------------------- */

/* The thing with the order at 3. [-0, +0, v] */
static hbl_scene_thing *check_thing(lua_State *L, const hbl_store *in)
{
    hbl_scene_thing *thing = hbl_thing_of(in, lua_tointeger(L, 3));
    if (thing == NULL) {
        luaL_error(L, "there is no thing %s", hbl_number_text(L, 3));
    }
    return thing;
}

/* [-0, +0, m] */
static void grow_things(lua_State *L, hbl_store *in)
{
    uint32_t known = in->thing_capacity, capacity = known == 0 ? 16 : 2 * known;
    hbl_scene_thing *things = lua_newuserdatauv(L, capacity * sizeof *things, 0);
    uint32_t *orders = lua_newuserdatauv(L, 2 * (size_t)capacity * sizeof *orders, 0);
    if (in->thing_capacity != known) { /* a finalizer has added things */
        lua_pop(L, 2);
        return;
    }
    memset(orders, 0, 2 * (size_t)capacity * sizeof *orders);
    if (known > 0) {
        memcpy(things, in->things, known * sizeof *things);
    }
    for (uint32_t index = capacity; index > known; index--) {
        things[index - 1] = (hbl_scene_thing){.next = in->free_thing};
        in->free_thing = index;
    }
    in->things = things;
    in->thing_capacity = capacity;
    in->orders = orders;
    for (uint32_t index = 0; index < known; index++) {
        if (things[index].order != index + 1) {
            *slot_of(in, things[index].order) = index + 1;
        }
    }
    lua_setiuservalue(L, 2, HBL_STORE_ORDERS);
    lua_setiuservalue(L, 2, HBL_STORE_THINGS);
}

/* addThing(world, store, order, x, y, recover) [-0, +0, v] */
static int add_thing(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    lua_Integer order = lua_tointeger(L, 3);
    luaL_argcheck(L, order >= 1 && order <= INT32_MAX && hbl_thing_of(in, order) == NULL, 3,
                  "too many things");
    while (in->free_thing == 0) {
        grow_things(L, in);
    }
    uint32_t index = in->free_thing;
    hbl_scene_thing *thing = &in->things[index - 1];
    in->free_thing = thing->next;
    if (index != (uint32_t)order) {
        *slot_of(in, (uint32_t)order) = index;
    }
    *thing = (hbl_scene_thing){.order = (uint32_t)order,
                               .root = index,
                               .from = {lua_tonumber(L, 4), lua_tonumber(L, 5)},
                               .recover = hbl_recover_at(L, 6, 6)};
    return 0;
}

/* removeThing(world, store, order) [-0, +0, v] */
static int remove_thing(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    hbl_scene_thing *thing = hbl_thing_of(in, lua_tointeger(L, 3));
    if (thing != NULL) {
        if (!is_in_place(in, thing->order)) {
            empty_slot(in, (uint32_t)(slot_of(in, thing->order) - in->orders));
        }
        *thing = (hbl_scene_thing){.next = in->free_thing};
        in->free_thing = (uint32_t)(thing - in->things) + 1;
    }
    return 0;
}

/* setRoot(world, store, order, root): set the root of a thing's hierarchy [-0, +0, v] */
static int set_root(lua_State *L)
{
    const hbl_store *in = hbl_check_store(L);
    hbl_scene_thing *thing = hbl_thing_of(in, lua_tointeger(L, 3));
    const hbl_scene_thing *root = hbl_thing_of(in, lua_tointeger(L, 4));
    if (thing != NULL && root != NULL) {
        thing->root = (uint32_t)(root - in->things) + 1;
        for (uint32_t box = thing->next; box != 0; box = in->boxes[box - 1].next) {
            in->boxes[box - 1].root = thing->root;
        }
    }
    return 0;
}

/* Make room for the boxes of all items. [-0, +0, m] */
static void grow_boxes(lua_State *L, hbl_store *in, uint32_t count)
{
    uint32_t known = in->box_capacity, capacity = count + count / 2 + 16;
    hbl_scene_box *boxes = lua_newuserdatauv(L, capacity * sizeof *boxes, 0);
    memset(boxes, 0, capacity * sizeof *boxes);
    if (known > 0) {
        memcpy(boxes, in->boxes, known * sizeof *boxes);
    }
    in->boxes = boxes;
    in->box_capacity = capacity;
    lua_setiuservalue(L, 2, HBL_STORE_BOXES);
}

/* setBox(world, store, order, item, class, push): make an item a box of a thing, with a class
 * [-0, +0, v] */
static int set_box(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hbl_store *in = hbl_check_store(L);
    hbl_scene_thing *thing = check_thing(L, in);
    uint32_t index = (uint32_t)(thing - in->things) + 1;
    lua_Integer class = lua_tointeger(L, 5);
    luaL_argcheck(L, class >= 1 && class <= INT32_MAX, 5, "no class");
    uint32_t count = hb_world_index_count(hbl_core(L, world));
    if (count > in->box_capacity) {
        grow_boxes(L, in, count);
    }
    hb_id id = hbl_check_item(L, world, 4);
    hbl_scene_box *box = &in->boxes[hb_id_index(id)];
    if (box->id != id) {
        *box = (hbl_scene_box){.id = id, .thing = index, .root = thing->root, .next = thing->next};
        thing->next = hb_id_index(id) + 1;
    }
    box->class = (uint32_t) class & INT32_MAX;
    box->is_push = lua_toboolean(L, 6) ? 1 : 0;
    return 0;
}

/* dropBox(world, store, order, item): remove a box from its thing [-0, +0, v] */
static int drop_box(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    const hbl_store *in = hbl_check_store(L);
    uint32_t *link = &check_thing(L, in)->next;
    hb_id id = hbl_find_item(L, world, 4);
    while (*link != 0 && in->boxes[*link - 1].id != id) {
        link = &in->boxes[*link - 1].next;
    }
    if (*link != 0) {
        hbl_scene_box *box = &in->boxes[*link - 1];
        *link = box->next;
        *box = (hbl_scene_box){0};
    }
    return 0;
}

/* setLinked(world, store, order, yes): set whether a thing has a parent or children [-0, +0, v] */
static int set_linked(lua_State *L)
{
    hbl_scene_thing *thing = hbl_thing_of(hbl_check_store(L), lua_tointeger(L, 3));
    if (thing != NULL) {
        thing->linked = lua_toboolean(L, 4);
    }
    return 0;
}

/* setStuck(world, store, order, yes): set whether a thing sticks to another [-0, +0, v] */
static int set_stuck(lua_State *L)
{
    hbl_scene_thing *thing = hbl_thing_of(hbl_check_store(L), lua_tointeger(L, 3));
    if (thing != NULL) {
        thing->stuck = lua_toboolean(L, 4);
    }
    return 0;
}

/* sweeps(world, store, order) -> whether a thing was moved by hbl_move_thing [-0, +1, v] */
static int sweeps(lua_State *L)
{
    const hbl_scene_thing *thing = hbl_thing_of(hbl_check_store(L), lua_tointeger(L, 3));
    lua_pushboolean(L, thing != NULL && thing->sweeps);
    return 1;
}

/* @return false if the position is far, or the core refuses it for a box; other boxes may have
 * moved then */
static bool place_boxes(const hbl_store *in, const hbl_scene_thing *thing, hb_vec at)
{
    bool can = fabs(at.x) <= HBL_NEAR && fabs(at.y) <= HBL_NEAR;
    for (uint32_t box = thing->next; can && box != 0; box = in->boxes[box - 1].next) {
        can = hb_world_set_position(in->world->core, in->boxes[box - 1].id, at.x, at.y) == HB_OK;
    }
    return can;
}

bool hbl_place_thing(const hbl_store *in, lua_Integer order, hb_vec at)
{
    const hbl_scene_thing *thing = hbl_thing_of(in, order);
    return in->world->core != NULL && thing != NULL && place_boxes(in, thing, at);
}

bool hbl_thing_position(const hbl_store *in, const hbl_scene_thing *thing, hb_vec *out)
{
    return thing->next != 0 &&
           hb_world_get_position(in->world->core, in->boxes[thing->next - 1].id, out) == HB_OK;
}

bool hbl_assign_place(const hbl_store *in, lua_Integer order, bool is_x, double value)
{
    const hbl_scene_thing *thing = hbl_thing_of(in, order);
    hb_vec at;
    if (in->world->core == NULL || thing == NULL || thing->linked ||
        !hbl_thing_position(in, thing, &at)) {
        return false;
    }
    return place_boxes(in, thing, (hb_vec){is_x ? value : at.x, is_x ? at.y : value});
}

/* place(world, store, order, x, y) -> done: as hbl_place_thing [-0, +1, v] */
static int place(lua_State *L)
{
    (void)hbl_check_world(L);
    const hbl_store *in = hbl_check_store(L);
    bool are_numbers = lua_type(L, 4) == LUA_TNUMBER && lua_type(L, 5) == LUA_TNUMBER;
    hb_vec at = {lua_tonumber(L, 4), lua_tonumber(L, 5)};
    lua_pushboolean(L, are_numbers && hbl_place_thing(in, lua_tointeger(L, 3), at));
    return 1;
}

/* Upvalues of `assign` and `set_position`. */
enum { SET_STORE = 1, SET_OTHER, SET_WORLD, SET_ORDER, SET_X, SET_Y, SET_ASSIGN };

/* Push the own table of the thing at 1. @return its order, 0 if it is no thing. [-0, +1|2] */
static lua_Integer push_own(lua_State *L)
{
    if (!lua_getmetatable(L, 1)) {
        return 0;
    }
    lua_pushvalue(L, lua_upvalueindex(SET_ORDER));
    lua_rawget(L, -2);
    lua_Integer order = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return order;
}

/* Set x or y, in a thing's own table on top, to the value at an index. [-0, +0] */
static void set_own(lua_State *L, int name, int value)
{
    lua_pushvalue(L, lua_upvalueindex(name));
    lua_pushvalue(L, value);
    lua_rawset(L, -3);
}

/* Call the Lua function for all other cases. [-count, +0, v] */
static void call_other(lua_State *L, int count)
{
    lua_settop(L, count);
    lua_pushvalue(L, lua_upvalueindex(SET_OTHER));
    lua_insert(L, 1);
    (void)hbl_call(L, NULL, count, 0);
}

/* __newindex of things: sets x and y, the most frequent keys. The Lua function sets all other keys,
 * and raises the errors. [-0, +0, v] */
static int assign(lua_State *L)
{
    const hbl_store *in = lua_touserdata(L, lua_upvalueindex(SET_STORE));
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    bool is_place = lua_gettop(L) == 3 && (key[0] == 'x' || key[0] == 'y') && key[1] == '\0';
    if (is_place && lua_type(L, 3) == LUA_TNUMBER &&
        hbl_assign_place(in, push_own(L), key[0] == 'x', lua_tonumber(L, 3))) {
        set_own(L, key[0] == 'x' ? SET_X : SET_Y, 3);
        return 0;
    }
    call_other(L, 3);
    return 0;
}

/* thing:setPosition(x, y) of a thing without a parent. Lua handles things of other scenes.
 * [-0, +0, v] */
static int set_position(lua_State *L)
{
    const hbl_store *in = lua_touserdata(L, lua_upvalueindex(SET_STORE));
    int count = lua_gettop(L);
    if (count == 3 && lua_type(L, 2) == LUA_TNUMBER && lua_type(L, 3) == LUA_TNUMBER) {
        lua_Integer order = push_own(L);
        if (order != 0) {
            lua_pushliteral(L, "__newindex");
            lua_rawget(L, 4);
            bool is_here = lua_rawequal(L, -1, lua_upvalueindex(SET_ASSIGN));
            lua_pop(L, 1);
            hb_vec at = {lua_tonumber(L, 2), lua_tonumber(L, 3)};
            if (is_here && hbl_place_thing(in, order, at)) {
                set_own(L, SET_X, 2);
                set_own(L, SET_Y, 3);
                return 0;
            }
        }
    }
    call_other(L, count);
    return 0;
}

/* Push all upvalues of both functions but the last one. */
static void push_upvalues(lua_State *L, int other)
{
    lua_pushvalue(L, 2);
    lua_pushvalue(L, other);
    lua_pushvalue(L, 1); /* keeps alive the world that the store points to */
    lua_pushliteral(L, "order");
    lua_pushliteral(L, "x");
    lua_pushliteral(L, "y");
}

/* setters(world, store, assign, setPosition) -> __newindex and `setPosition` of the things of a
 * scene, which call the given functions for all other cases [-0, +2, v] */
static int setters(lua_State *L)
{
    (void)hbl_check_world(L);
    (void)hbl_check_store(L);
    push_upvalues(L, 3);
    lua_pushcclosure(L, assign, SET_Y);
    push_upvalues(L, 4);
    lua_pushvalue(L, -SET_Y - 1);
    lua_pushcclosure(L, set_position, SET_ASSIGN);
    return 2;
}

/* ---- Motion ---------------------------------------------------------------------------------- */

hb_vec hbl_motion_of(const hbl_store *in, const hb_world *core, hb_id id)
{
    const hbl_scene_box *box = hbl_box_of(in, id);
    hb_vec at;
    if (box == NULL || hb_world_get_position(core, id, &at) != HB_OK) {
        return (hb_vec){0};
    }
    const hbl_scene_thing *thing = &in->things[box->thing - 1];
    return (hb_vec){at.x - thing->from.x + thing->lost.x, at.y - thing->from.y + thing->lost.y};
}

void hbl_settle_things(hbl_store *in, const hb_world *core)
{
    for (uint32_t index = 0; index < in->box_capacity; index++) {
        const hbl_scene_box *box = &in->boxes[index];
        hb_vec at;
        if (box->id != 0 && hb_world_get_position(core, box->id, &at) == HB_OK) {
            hbl_scene_thing *thing = &in->things[box->thing - 1];
            if (thing->from.x != at.x || thing->from.y != at.y || thing->lost.x != 0.0 ||
                thing->lost.y != 0.0) {
                thing->moved = in->tick;
                thing->from = (hb_vec){at.x, at.y};
                thing->lost = (hb_vec){0};
            }
        }
    }
}

/* motion(world, store, order, x, y) -> dx, dy, fromX, fromY, moved: the motion of a thing at (x, y)
 * since the tick began, with the blocked part of its moves; its position at the start of the tick;
 * and the last tick with a move, even a blocked one, 0 if none or if it was removed [-0, +5, v] */
static int motion(lua_State *L)
{
    const hbl_store *in = hbl_check_store(L);
    double x = lua_tonumber(L, 4), y = lua_tonumber(L, 5);
    const hbl_scene_thing *thing = hbl_thing_of(in, lua_tointeger(L, 3));
    const hbl_scene_thing gone = {.from = {x, y}};
    thing = thing != NULL ? thing : &gone;
    bool moves =
        x != thing->from.x || y != thing->from.y || thing->lost.x != 0.0 || thing->lost.y != 0.0;
    lua_pushnumber(L, x - thing->from.x + thing->lost.x);
    lua_pushnumber(L, y - thing->from.y + thing->lost.y);
    lua_pushnumber(L, thing->from.x);
    lua_pushnumber(L, thing->from.y);
    lua_pushnumber(L, moves ? in->tick : thing->moved);
    return 5;
}

/* lose(world, store, order, dx, dy): add the blocked part of a move [-0, +0, v] */
static int lose(lua_State *L)
{
    hbl_scene_thing *thing = hbl_thing_of(hbl_check_store(L), lua_tointeger(L, 3));
    if (thing != NULL) { /* else a function of a rule has removed it */
        thing->lost.x += lua_tonumber(L, 4);
        thing->lost.y += lua_tonumber(L, 5);
    }
    return 0;
}

/* shift(world, store, order, x, y, toX, toY): the anchor of a thing at (x, y) changes; this is no
 * motion [-0, +0, v] */
static int shift(lua_State *L)
{
    hbl_scene_thing *thing = check_thing(L, hbl_check_store(L));
    double x = lua_tonumber(L, 4), y = lua_tonumber(L, 5);
    double to_x = lua_tonumber(L, 6), to_y = lua_tonumber(L, 7);
    thing->from.x = thing->from.x == x ? to_x : thing->from.x + (to_x - x);
    thing->from.y = thing->from.y == y ? to_y : thing->from.y + (to_y - y);
    return 0;
}

const luaL_Reg hbl_scene_things[] = {
    {"addThing", add_thing}, {"removeThing", remove_thing},
    {"setRoot", set_root},   {"setBox", set_box},
    {"dropBox", drop_box},   {"setLinked", set_linked},
    {"setStuck", set_stuck}, {"sweeps", sweeps},
    {"place", place},        {"setters", setters},
    {"motion", motion},      {"lose", lose},
    {"shift", shift},        {NULL, NULL},
};
