/// Moving platforms: carrying and pushing. May call the core, responses.h and Lua's API.
///
/// As in move.c, a filter may change the world during a carry. So the list of passengers is taken
/// out of the world and returned at the end. A table of the items beside it allows reading it after
/// an item was removed.
#include "responses.h"

#include <math.h>

/* world:carry(platform, x, y, filter, options) */
enum { PLATFORM = 2, FILTER = 5, OPTIONS, LAYER, MAX_ANGLE, MOST, LIST, NAMES, ITEMS, ASKED };

static const char *const options[] = {"layer", "maxAngle", "maxPush", NULL};

hbl_passengers *hbl_new_passengers(lua_State *L, int capacity)
{
    hbl_passengers *made =
        lua_newuserdatauv(L, sizeof *made + (size_t)capacity * sizeof(hb_passenger), 1);
    *made = (hbl_passengers){.capacity = capacity};
    return made;
}

hbl_passengers *hbl_take_passengers(lua_State *L, hbl_world *world)
{
    hbl_passengers *list = world->passengers;
    if (list == NULL) {
        list = hbl_new_passengers(L, 8);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, -3, 1);
        return list;
    }
    lua_getiuservalue(L, 1, HBL_PASSENGERS);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, HBL_PASSENGERS);
    world->passengers = NULL;
    lua_getiuservalue(L, -1, 1);
    return list;
}

void hbl_give_passengers(lua_State *L, hbl_world *world, int at, int count)
{
    hbl_passengers *list = lua_touserdata(L, at);
    lua_getiuservalue(L, 1, HBL_ITEMS);
    int items = lua_gettop(L);
    for (int i = 0; i < count; i++) {
        const hb_id ids[] = {list->list[i].id, list->list[i].by};
        for (int k = 0; k < 2; k++) {
            lua_rawgeti(L, items, (lua_Integer)hb_id_index(ids[k]) + 1);
            if (!hb_world_has(hbl_core(L, world), ids[k])) {
                lua_pop(L, 1);
                lua_pushboolean(L, false);
            }
            lua_rawseti(L, at + 1, 2 * (lua_Integer)i + k + 1);
        }
    }
    hbl_clear_rest(L, at + 1, 2 * (lua_Integer)count, 2 * (lua_Integer)list->count);
    list->count = count;
    world->passengers = list;
    lua_pushvalue(L, at);
    lua_setiuservalue(L, 1, HBL_PASSENGERS);
    lua_settop(L, items - 1);
}

void hbl_forget_passengers(lua_State *L, hbl_world *world)
{
    if (world->passengers != NULL) {
        lua_getiuservalue(L, 1, HBL_PASSENGERS);
        lua_getiuservalue(L, -1, 1);
        hbl_clear_rest(L, lua_gettop(L), 0, 2 * (lua_Integer)world->passengers->count);
        world->passengers->count = 0;
        lua_pop(L, 2);
    }
}

/* [-0, +0, m] */
static hbl_passengers *grow_list(lua_State *L, hb_carry *carry)
{
    const hbl_passengers *old = lua_touserdata(L, LIST);
    hbl_passengers *list = hbl_new_passengers(L, 2 * old->capacity);
    list->count = old->count;
    for (int i = 0; i < carry->count; i++) {
        list->list[i] = carry->passengers[i];
    }
    carry->passengers = list->list;
    carry->capacity = list->capacity;
    lua_pushvalue(L, NAMES);
    lua_setiuservalue(L, -2, 1);
    lua_replace(L, LIST);
    return list;
}

/* Respond by the filter, or without one by the passenger's own responses. [-0, +0, v] */
static void answer(lua_State *L, const hbl_world *world, hbl_mover mover, hb_carry *carry)
{
    hb_hit hit = carry->hit;
    mover.id = carry->item;
    lua_rawgeti(L, ITEMS, (lua_Integer)hb_id_index(mover.id) + 1);
    lua_rawgeti(L, ITEMS, (lua_Integer)hb_id_index(hit.other) + 1);
    hb_response response = hbl_answer(L, world, &mover, &hit, NULL);
    lua_settop(L, ITEMS);
    hb_carry_respond(carry, response);
}

/* [-0, +0, v] */
static hb_carry_def check_def(lua_State *L, const hbl_world *world)
{
    hb_carry_def def = hb_default_carry();
    def.x = hbl_coord(L, 3, "x");
    def.y = hbl_coord(L, 4, "y");
    hb_item item;
    hbl_read_item(L, world, PLATFORM, &item);
    lua_settop(L, OPTIONS);
    hbl_options(L, OPTIONS, options);
    if (!lua_isnil(L, LAYER)) {
        def.layers = hbl_layers_at(L, LAYER, OPTIONS, "layer", NULL);
    }
    def.max_angle = hbl_ground_angle_at(L, MAX_ANGLE, OPTIONS, def.max_angle);
    double length = fmin(hypot(def.x - item.x, def.y - item.y), HB_MAX_COORD);
    def.max_push = lua_isnil(L, MOST) ? length : hbl_size_at(L, MOST, OPTIONS, "maxPush");
    return def;
}

/* world:carry(platform, x, y[, filter[, options]]) -> number of passengers, number of crushed ones
 * [-0, +2, v] */
static int world_carry(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    (void)hbl_check_item(L, world, PLATFORM);
    hb_carry_def def = check_def(L, world);
    hbl_mover mover = {.item = ASKED, .arg = FILTER};
    hbl_read_filter(L, FILTER, FILTER, &mover);
    hbl_passengers *list = hbl_take_passengers(L, world);
    hb_id id = hbl_check_item(L, world, PLATFORM); /* again, as the collector may have run */
    lua_getiuservalue(L, 1, HBL_ITEMS);
    hb_carry carry;
    hb_status status = hb_carry_begin(&carry, world->core, id, &def, list->list, list->capacity);
    hbl_check_status(L, 3, "every edge of the shape", status);
    while (hb_carry_next(&carry, &status) || status == HB_BUFFER_FULL) {
        if (status == HB_BUFFER_FULL) {
            list = grow_list(L, &carry);
        } else {
            answer(L, world, mover, &carry);
        }
        (void)hbl_core(L, world); /* a finalizer may have destroyed it */
    }
    int count = hb_carry_end(&carry), crushed = 0;
    for (int i = 0; i < count; i++) {
        crushed += list->list[i].is_crushed;
    }
    hbl_give_passengers(L, world, LIST, count);
    lua_pushinteger(L, count);
    lua_pushinteger(L, crushed);
    return 2;
}

/* world:passenger(i) -> item, dx, dy, crushed, rides, by | nil: a passenger of the last carry
 * [-0, +1|6, v] */
static int world_passenger(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    int64_t i = hbl_integer_at(L, 2, 2, "i");
    if (world->passengers == NULL || i < 1 || i > world->passengers->count) {
        lua_pushnil(L);
        return 1;
    }
    const hb_passenger *item = &world->passengers->list[i - 1];
    lua_getiuservalue(L, 1, HBL_PASSENGERS);
    lua_getiuservalue(L, -1, 1);
    int names = lua_gettop(L);
    lua_rawgeti(L, names, 2 * i - 1);
    lua_pushnumber(L, item->at.x - item->from.x);
    lua_pushnumber(L, item->at.y - item->from.y);
    lua_pushboolean(L, item->is_crushed);
    lua_pushboolean(L, item->is_rider);
    lua_rawgeti(L, names, 2 * i);
    return 6;
}

const luaL_Reg hbl_carry_methods[] = {
    {"carry", world_carry},
    {"passenger", world_passenger},
    {NULL, NULL},
};
