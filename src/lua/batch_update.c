/// Sets the positions of many items in one call. May call the core and Lua's API.
///
/// The items and positions are copied into memory of the world and checked; then the core sets all
/// of them. No script runs meanwhile, as tables are read raw.
#include "binding.h"

#include <limits.h>
#include <math.h>

/* The items of the last call, by their index in its list. A game mostly passes the same list in
 * each frame, so the addresses of tables are kept and compared first. */
struct hbl_batch_update {
    lua_Integer capacity;
    lua_Integer known;      /* the number of entries whose address belongs to the id, or is null */
    double removals;        /* of the world at that time; another number invalidates all ids */
    const void **addresses; /* after at and ids, in the same block */
    hb_id *ids;
    hb_vec at[];
};

/* Stack indices: arguments, and the entries being read. */
enum { ITEMS = 2, XS, YS, ITEM, X, Y };

void hbl_note_reach(hbl_world *world, const hb_shape *shape, double scale)
{
    hb_aabb box = shape->bounds;
    double x = fmax(fabs(box.x0), fabs(box.x1)), y = fmax(fabs(box.y0), fabs(box.y1));
    world->reaches_far = world->reaches_far || !(fmax(x, y) * scale <= HBL_NEAR);
}

void hbl_note_reaches(hbl_world *world)
{
    const hb_world *core = world->core;
    for (hb_id id = hb_world_next(core, 0); id != 0; id = hb_world_next(core, id)) {
        hb_shape shape;
        if (hb_world_get_shape(core, id, HB_FORM_ROTATED, &shape) == HB_OK) {
            hbl_note_reach(world, &shape, 1.0);
        }
    }
}

/* ---- Room ------------------------------------------------------------------------------------ */

/* [-0, +0, m] */
static void grow(lua_State *L, hbl_world *world, lua_Integer capacity)
{
    size_t n = (size_t)capacity, size = sizeof(hb_vec) + sizeof(hb_id) + sizeof(void *);
    hbl_batch_update *batch = lua_newuserdatauv(L, sizeof *batch + n * size, 0);
    *batch = (hbl_batch_update){.capacity = capacity};
    batch->ids = (hb_id *)(void *)(batch->at + n);
    batch->addresses = (const void **)(void *)(batch->ids + n);
    /* a finalizer may have called this too, or destroyed the world */
    if (world->core != NULL &&
        (world->batch_update == NULL || world->batch_update->capacity < capacity)) {
        world->batch_update = batch;
        lua_setiuservalue(L, 1, HBL_BATCH_UPDATE);
    } else {
        lua_pop(L, 1);
    }
}

/* Make room for `count` entries, and keep the known ones. [-0, +0, v] */
static hbl_batch_update *reserve(lua_State *L, hbl_world *world, lua_Integer count)
{
    if (count > INT_MAX / 64) {
        hbl_no_memory(L);
    }
    if (world->batch_update == NULL || world->batch_update->capacity < count) {
        grow(L, world, count + count / 2 + 8);
        (void)hbl_core(L, world);
    }
    hbl_batch_update *batch = world->batch_update;
    if (batch->removals != world->ffi.removals) {
        batch->known = 0;
        batch->removals = world->ffi.removals;
    }
    return batch;
}

/* ---- Errors in an entry ---------------------------------------------------------------------- */

/* Push the text of a value, for a message. [-0, +1, m] */
static const char *push_text(lua_State *L, int index)
{
    if (lua_type(L, index) == LUA_TNUMBER) {
        return hbl_number_text(L, index);
    }
    if (lua_type(L, index) == LUA_TSTRING) {
        return lua_pushfstring(L, "\"%s\"", lua_tostring(L, index));
    }
    return hbl_type_name(L, index);
}

/* Raise that the value at ITEM is no item of the world. Does not return. [v] */
static void refuse_item(lua_State *L, lua_Integer i)
{
    if (lua_isnil(L, ITEM)) {
        hbl_arg_error(L, ITEMS, "item expected for items[%d], got nil", (int)i);
    }
    hbl_arg_error(L, ITEMS, "items[%d] is not in this world, got %s", (int)i, push_text(L, ITEM));
}

/* Check the values at X and Y, which are not both near numbers: far ones are valid. A name is
 * pushed only for an error, as that may run a finalizer. [-0, +0, v] */
static void check_far(lua_State *L, lua_Integer i)
{
    if (!hbl_is_coord(L, X)) {
        (void)hbl_coord_at(L, X, XS, lua_pushfstring(L, "xs[%d]", (int)i));
    }
    if (!hbl_is_coord(L, Y)) {
        (void)hbl_coord_at(L, Y, YS, lua_pushfstring(L, "ys[%d]", (int)i));
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Find the item at ITEM, and store it at its index in the list. [-0, +0, v] */
static void find(lua_State *L, const hbl_world *world, hbl_batch_update *batch, lua_Integer at,
                 const void *address)
{
    hb_id id = hbl_find_item(L, world, ITEM);
    if (id == 0) {
        refuse_item(L, at + 1);
    }
    batch->ids[at] = id;
    batch->addresses[at] = address;
}

/* Read the items and positions. [-0, +0, v] @return whether all positions are near */
static inline bool gather(lua_State *L, const hbl_world *world, hbl_batch_update *batch,
                          lua_Integer count, bool plain)
{
    const lua_Integer known = batch->known;
    bool all_near = true;
    for (lua_Integer i = 0; i < count; i++) {
        int type = hbl_push_entry(L, ITEMS, i + 1, plain);
        const void *address = type == LUA_TTABLE ? lua_topointer(L, ITEM) : NULL;
        if (address == NULL || i >= known || address != batch->addresses[i]) {
            find(L, world, batch, i, address);
        }
        bool has_x = hbl_push_entry(L, XS, i + 1, plain) == LUA_TNUMBER;
        bool has_y = hbl_push_entry(L, YS, i + 1, plain) == LUA_TNUMBER;
        double x = has_x ? lua_tonumber(L, X) : (double)NAN;
        double y = has_y ? lua_tonumber(L, Y) : (double)NAN;
        if (!(fabs(x) <= HBL_NEAR) || !(fabs(y) <= HBL_NEAR)) {
            check_far(L, i + 1);
            all_near = false;
        }
        batch->at[i] = (hb_vec){x, y};
        lua_settop(L, YS);
    }
    return all_near;
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Set the positions from `first` on, some of which the core may refuse. Then all items return to
 * their old positions, the last one first, as an item may be in the list twice. [-0, +0, v] */
static void place_carefully(lua_State *L, const hbl_world *world, hbl_batch_update *batch,
                            int first, int count)
{
    for (int i = first; i < count; i++) {
        hb_vec *at = &batch->at[i];
        hb_item before = {0};
        hb_status status = hb_world_get_item(world->core, batch->ids[i], &before);
        if (status == HB_OK) {
            status = hb_world_set_position(world->core, batch->ids[i], at->x, at->y);
        }
        if (status != HB_OK) {
            while (i-- > first) {
                (void)hb_world_set_position(world->core, batch->ids[i], batch->at[i].x,
                                            batch->at[i].y);
            }
            const char *name =
                lua_pushfstring(L, "every edge of items[%d]", (int)(at - batch->at) + 1);
            hbl_check_status(L, XS, name, status);
        }
        *at = (hb_vec){before.x, before.y};
    }
}

/* world:updateMany(items, xs, ys): set the position of each item of a list, in order; all of them,
 * or none and an error [-0, +0, v] */
static int update_many(lua_State *L)
{
    static const char *const lists[] = {[ITEMS] = "items", [XS] = "xs", [YS] = "ys"};
    hbl_world *world = hbl_check_world(L);
    lua_settop(L, YS);
    for (int arg = ITEMS; arg <= YS; arg++) {
        if (!lua_istable(L, arg)) {
            hbl_arg_error(L, arg, "table expected for %s, got %s", lists[arg],
                          hbl_type_name(L, arg));
        }
    }
    lua_Integer count = (lua_Integer)lua_rawlen(L, ITEMS);
    hbl_batch_update *batch = reserve(L, world, count);
    bool plain = true; /* from here on no finalizer runs that could set metatables */
    for (int arg = ITEMS; arg <= YS; arg++) {
        plain = plain && !lua_getmetatable(L, arg);
    }
    lua_settop(L, YS);
    bool all_near =
        plain ? gather(L, world, batch, count, true) : gather(L, world, batch, count, false);
    if (count > batch->known) {
        batch->known = count;
    }
    int placed = 0;
    if (all_near && !world->reaches_far) { /* the core refuses none of these */
        placed = hb_world_set_positions(world->core, batch->ids, batch->at, (int)count);
    }
    place_carefully(L, world, batch, placed, (int)count);
    return 0;
}

/* ---- At one position ------------------------------------------------------------------------- */

/* [-0, +0] */
static double number_or_nan(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : (double)NAN;
}

/* world:updateGroup(items, x, y) -> true, or false and the number of items set: set all items of a
 * list to one position, in order, up to one that is not in the world or that the core refuses. This
 * is no error, so that the caller can raise its own [-0, +1|2, v] */
static int world_update_group(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    if (!lua_istable(L, 2)) {
        hbl_arg_error(L, 2, "table expected for items, got %s", hbl_type_name(L, 2));
    }
    lua_settop(L, 4);
    lua_Integer count = (lua_Integer)lua_rawlen(L, 2), placed = 0;
    double x = number_or_nan(L, 3), y = number_or_nan(L, 4);
    bool can = fabs(x) <= HB_MAX_COORD && fabs(y) <= HB_MAX_COORD;
    while (can && placed < count) {
        lua_rawgeti(L, 2, placed + 1);
        hb_id id = hbl_find_item(L, world, 5);
        can = id != 0 && hb_world_set_position(world->core, id, x, y) == HB_OK;
        placed += can;
        lua_settop(L, 4);
    }
    lua_pushboolean(L, can);
    if (can) {
        return 1;
    }
    lua_pushinteger(L, placed);
    return 2;
}

const luaL_Reg hbl_batch_update_methods[] = {
    {"updateGroup", world_update_group},
    {"updateMany", update_many},
    {NULL, NULL},
};
