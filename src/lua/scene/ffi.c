/// The most used functions of scenes, for LuaJIT, which does not compile calls through Lua's API.
/// See hitbox/ffi/scene.lua, and world/ffi.c for worlds. No function here allocates memory of Lua,
/// raises an error, or runs a script. Unusual calls return REFUSED or LONG, and change nothing.
#include "../world/responses.h"
#include "store.h"

#include <stddef.h>

/* As hitbox/ffi/scene.lua has them. */
enum { REFUSED = -1, LONG = -2 };
_Static_assert(offsetof(hbl_store, out) == 0, "");
_Static_assert(offsetof(hbl_store, reads) == HBL_STORE_OUT * sizeof(double), "");

/* As hbl_place_thing. @return 0 or REFUSED */
static int place(const hbl_store *in, int order, double x, double y)
{
    return hbl_place_thing(in, order, (hb_vec){x, y}) ? 0 : REFUSED;
}

/* As hbl_assign_place. @return 0 or REFUSED */
static int assign(const hbl_store *in, int order, int is_x, double value)
{
    return hbl_assign_place(in, order, is_x != 0, value) ? 0 : REFUSED;
}

/* @return the number of hits; REFUSED: Lua has to make the move; LONG: call `move` of moves.c,
 * which returns more */
static int move(hbl_store *in, int order, double x, double y, double dx, double dy, int bounces)
{
    hbl_thing_move made;
    if (in->world->hits != NULL && in->world->hits->has_items) {
        return LONG;
    }
    if (!hbl_move_thing(NULL, in, order, (hb_vec){x, y}, (hb_vec){dx, dy}, bounces != 0, &made)) {
        return made.unknown != 0 ? LONG : REFUSED;
    }
    return made.count;
}

/* Write the anchor of a thing's boxes to `out`. */
static void where(hbl_store *in, int order)
{
    const hbl_scene_thing *thing = hbl_thing_of(in, order);
    hb_vec at;
    if (thing != NULL && hbl_thing_position(in, thing, &at)) {
        in->out[0] = at.x;
        in->out[1] = at.y;
    }
    in->reads++;
}

/* As hbl_next_firing. @return 4 times its index in the list, plus 1 if it was fresh, plus 2 if it
 * had a record; 0 if there is none */
static int firing(const hbl_store *in, int i)
{
    uint32_t at = (uint32_t)i, flags;
    if (hbl_next_firing(in, &at, &flags) == NULL) {
        return 0;
    }
    return 4 * (int)at + (flags & HBL_FRESH ? 1 : 0) + (flags & HBL_RECORDED ? 2 : 0);
}

/* The number of the item of an id, 0 if it was removed. */
static double number_of(const hb_world *core, hb_id id)
{
    return core != NULL && hb_world_has(core, id) ? (double)hb_id_index(id) + 1.0 : 0.0;
}

/* Write the i-th live contact to `out`. */
static void read(hbl_store *in, int i)
{
    uint32_t number = in->lists[HBL_LIVE].at[i - 1];
    const hbl_scene_contact *one = &in->contacts[number - 1];
    const hb_world *core = in->world->core;
    bool flipped = one->flags & HBL_FLIPPED;
    in->out[0] = number;
    in->out[1] = one->nx;
    in->out[2] = one->ny;
    in->out[3] = one->depth;
    in->out[4] = one->x;
    in->out[5] = one->y;
    in->out[6] = one->rule;
    in->out[7] = number_of(core, flipped ? one->b : one->a);
    in->out[8] = number_of(core, flipped ? one->a : one->b);
    in->out[9] = one->speed;
    in->reads++;
}

static const hbl_ffi_function functions[] = {
    {"place", (void (*)(void))place},
    {"assign", (void (*)(void))assign},
    {"move", (void (*)(void))move},
    {"where", (void (*)(void))where},
    {"firing", (void (*)(void))firing},
    {"read", (void (*)(void))read},
    {NULL, NULL},
};

static int push_functions(lua_State *L)
{
    hbl_push_ffi_functions(L, functions);
    return 1;
}

/* items(world) -> the items of a world by their numbers [-0, +1, v] */
static int items(lua_State *L)
{
    (void)hbl_check_world(L);
    lua_getiuservalue(L, 1, HBL_ITEMS);
    return 1;
}

const luaL_Reg hbl_scene_ffi[] = {
    {"ffi", push_functions},
    {"items", items},
    {NULL, NULL},
};
