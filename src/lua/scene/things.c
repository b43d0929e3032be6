/// Things and their boxes. A thing is a number here, from 1 on, and its boxes are items of the
/// world, all of which have their anchor where the thing has it.
#include "store.h"

#include <string.h>

/* The thing with the number at 3. [-0, +0, v] */
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
    if (known > 0) {
        memcpy(things, in->things, known * sizeof *things);
    }
    for (uint32_t number = capacity; number > known; number--) {
        things[number - 1] = (hbl_scene_thing){.next_free = in->free_thing};
        in->free_thing = number;
    }
    in->things = things;
    in->thing_capacity = capacity;
    lua_setiuservalue(L, 2, HBL_STORE_THINGS);
}

/* addThing(world, store, x, y, recover) -> number [-0, +1, m] */
static int add_thing(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    if (in->free_thing == 0) {
        grow_things(L, in);
    }
    uint32_t number = in->free_thing;
    hbl_scene_thing *thing = &in->things[number - 1];
    in->free_thing = thing->next_free;
    *thing = (hbl_scene_thing){.root = number,
                               .from = {lua_tonumber(L, 3), lua_tonumber(L, 4)},
                               .recover = hbl_recover_at(L, 5, 5)};
    lua_pushinteger(L, (lua_Integer)number);
    return 1;
}

/* removeThing(world, store, number) [-0, +0, v] */
static int remove_thing(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    hbl_scene_thing *thing = check_thing(L, in);
    *thing = (hbl_scene_thing){.next_free = in->free_thing};
    in->free_thing = (uint32_t)(thing - in->things) + 1;
    return 0;
}

/* setRoot(world, store, number, root): on which thing a thing hangs at last [-0, +0, v] */
static int set_root(lua_State *L)
{
    const hbl_store *in = hbl_check_store(L);
    lua_Integer root = lua_tointeger(L, 4);
    luaL_argcheck(L, root >= 1 && root <= (lua_Integer)in->thing_capacity, 4, "no thing");
    check_thing(L, in)->root = (uint32_t)root;
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

/* setBox(world, store, number, item, class, push): an item is a box of a thing, and of a class
 * [-0, +0, v] */
static int set_box(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hbl_store *in = hbl_check_store(L);
    hbl_scene_thing *thing = check_thing(L, in);
    uint32_t number = (uint32_t)(thing - in->things) + 1;
    lua_Integer class = lua_tointeger(L, 5);
    luaL_argcheck(L, class >= 1 && class <= INT32_MAX, 5, "no class");
    uint32_t count = hb_world_index_count(hbl_core(L, world));
    if (count > in->box_capacity) {
        grow_boxes(L, in, count);
    }
    hb_id id = hbl_check_item(L, world, 4);
    hbl_scene_box *box = &in->boxes[hb_id_index(id)];
    if (box->id != id) {
        *box = (hbl_scene_box){.id = id, .thing = number, .next = thing->boxes};
        thing->boxes = hb_id_index(id) + 1;
    }
    box->class = (uint32_t) class;
    box->is_push = lua_toboolean(L, 6);
    return 0;
}

/* dropBox(world, store, number, item): an item is no box of a thing any more [-0, +0, v] */
static int drop_box(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    const hbl_store *in = hbl_check_store(L);
    uint32_t *link = &check_thing(L, in)->boxes;
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

/* setLinked(world, store, number, yes): whether a thing hangs on another, or another on it
 * [-0, +0, v] */
static int set_linked(lua_State *L)
{
    check_thing(L, hbl_check_store(L))->linked = lua_toboolean(L, 4);
    return 0;
}

/* setStuck(world, store, number, yes): whether a thing sticks to another one [-0, +0, v] */
static int set_stuck(lua_State *L)
{
    check_thing(L, hbl_check_store(L))->stuck = lua_toboolean(L, 4);
    return 0;
}

/* @return false if the place is not near, or one of the boxes cannot be there; others may be there
 * then */
static bool place_boxes(const hbl_store *in, const hbl_scene_thing *thing, hb_vec at)
{
    bool can = fabs(at.x) <= HBL_NEAR && fabs(at.y) <= HBL_NEAR;
    for (uint32_t box = thing->boxes; can && box != 0; box = in->boxes[box - 1].next) {
        can = hb_world_set_position(in->world->core, in->boxes[box - 1].id, at.x, at.y) == HB_OK;
    }
    return can;
}

bool hbl_place_thing(const hbl_store *in, lua_Integer number, hb_vec at)
{
    const hbl_scene_thing *thing = hbl_thing_of(in, number);
    return in->world->core != NULL && thing != NULL && place_boxes(in, thing, at);
}

bool hbl_assign_place(const hbl_store *in, lua_Integer number, bool is_x, double value)
{
    const hbl_scene_thing *thing = hbl_thing_of(in, number);
    hb_item item;
    if (in->world->core == NULL || thing == NULL || thing->linked || thing->boxes == 0 ||
        hb_world_get_item(in->world->core, in->boxes[thing->boxes - 1].id, &item) != HB_OK) {
        return false;
    }
    return place_boxes(in, thing, (hb_vec){is_x ? value : item.x, is_x ? item.y : value});
}

/* place(world, store, number, x, y) -> done: as hbl_place_thing [-0, +1, v] */
static int place(lua_State *L)
{
    (void)hbl_check_world(L);
    const hbl_store *in = hbl_check_store(L);
    bool are_numbers = lua_type(L, 4) == LUA_TNUMBER && lua_type(L, 5) == LUA_TNUMBER;
    hb_vec at = {lua_tonumber(L, 4), lua_tonumber(L, 5)};
    lua_pushboolean(L, are_numbers && hbl_place_thing(in, lua_tointeger(L, 3), at));
    return 1;
}

/* Upvalues of `assign`. */
enum { ASSIGN_STORE = 1, ASSIGN_OTHER, ASSIGN_NUMBER, ASSIGN_WORLD };

/* Assign x or y of a thing. [-0, +2] @return false if it was not done, and why is for Lua to say */
static bool assign_place(lua_State *L, bool is_x)
{
    const hbl_store *in = lua_touserdata(L, lua_upvalueindex(ASSIGN_STORE));
    if (lua_type(L, 3) != LUA_TNUMBER || !lua_getmetatable(L, 1)) {
        return false;
    }
    lua_pushvalue(L, lua_upvalueindex(ASSIGN_NUMBER));
    lua_rawget(L, 4);
    if (!hbl_assign_place(in, lua_tointeger(L, -1), is_x, lua_tonumber(L, 3))) {
        return false;
    }
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_rawset(L, 4);
    return true;
}

/* __newindex of things: x and y, which games assign most, are done here; all else, and what is
 * wrong, by the function of Lua. [-0, +0, v] */
static int assign(lua_State *L)
{
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    bool is_place = lua_gettop(L) == 3 && (key[0] == 'x' || key[0] == 'y') && key[1] == '\0';
    if (is_place && assign_place(L, key[0] == 'x')) {
        return 0;
    }
    lua_settop(L, 3);
    lua_pushvalue(L, lua_upvalueindex(ASSIGN_OTHER));
    lua_insert(L, 1);
    (void)hbl_call(L, NULL, 3, 0);
    return 0;
}

/* assigner(world, store, other) -> __newindex of the things of a scene, of which `other` does what
 * is not done here [-0, +1, v] */
static int assigner(lua_State *L)
{
    (void)hbl_check_world(L);
    (void)hbl_check_store(L);
    lua_settop(L, 3);
    lua_pushliteral(L, "_number");
    lua_pushvalue(L, 1); /* which the store points to */
    lua_pushcclosure(L, assign, ASSIGN_WORLD);
    return 1;
}

/* ---- Motion ---------------------------------------------------------------------------------- */

hb_vec hbl_motion_of(const hbl_store *in, const hb_world *core, hb_id id)
{
    const hbl_scene_box *box = hbl_box_of(in, id);
    hb_item item;
    if (box == NULL || hb_world_get_item(core, id, &item) != HB_OK) {
        return (hb_vec){0};
    }
    const hbl_scene_thing *thing = &in->things[box->thing - 1];
    return (hb_vec){item.x - thing->from.x + thing->lost.x, item.y - thing->from.y + thing->lost.y};
}

void hbl_settle_things(hbl_store *in, const hb_world *core)
{
    for (uint32_t index = 0; index < in->box_capacity; index++) {
        const hbl_scene_box *box = &in->boxes[index];
        hb_item item;
        if (box->id != 0 && hb_world_get_item(core, box->id, &item) == HB_OK) {
            hbl_scene_thing *thing = &in->things[box->thing - 1];
            if (thing->from.x != item.x || thing->from.y != item.y || thing->lost.x != 0.0 ||
                thing->lost.y != 0.0) {
                thing->moved = in->tick;
                thing->from = (hb_vec){item.x, item.y};
                thing->lost = (hb_vec){0};
            }
        }
    }
}

/* motion(world, store, number, x, y) -> dx, dy, fromX, fromY, moved: how far a thing that is at
 * (x, y) has come since the tick began, with what was asked of its moves; where it was then; and
 * the last tick in which it moved, or was to move, 0 if it never did [-0, +5, v] */
static int motion(lua_State *L)
{
    const hbl_store *in = hbl_check_store(L);
    const hbl_scene_thing *thing = check_thing(L, in);
    double x = lua_tonumber(L, 4), y = lua_tonumber(L, 5);
    bool moves =
        x != thing->from.x || y != thing->from.y || thing->lost.x != 0.0 || thing->lost.y != 0.0;
    lua_pushnumber(L, x - thing->from.x + thing->lost.x);
    lua_pushnumber(L, y - thing->from.y + thing->lost.y);
    lua_pushnumber(L, thing->from.x);
    lua_pushnumber(L, thing->from.y);
    lua_pushnumber(L, moves ? in->tick : thing->moved);
    return 5;
}

/* lose(world, store, number, dx, dy): a move could not go so much further [-0, +0, v] */
static int lose(lua_State *L)
{
    hbl_scene_thing *thing = check_thing(L, hbl_check_store(L));
    thing->lost.x += lua_tonumber(L, 4);
    thing->lost.y += lua_tonumber(L, 5);
    return 0;
}

/* shift(world, store, number, x, y, toX, toY): the anchor of a thing that is at (x, y) is
 * elsewhere, by which it has not moved [-0, +0, v] */
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
    {"addThing", add_thing},
    {"removeThing", remove_thing},
    {"setRoot", set_root},
    {"setBox", set_box},
    {"dropBox", drop_box},
    {"setLinked", set_linked},
    {"setStuck", set_stuck},
    {"place", place},
    {"assigner", assigner},
    {"motion", motion},
    {"lose", lose},
    {"shift", shift},
    {NULL, NULL},
};
