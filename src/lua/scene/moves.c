/// Moves of things with one push box that have no parent or children and stick to nothing, if the
/// flags of the classes hold the response to each box hit. Lua makes all other moves; nothing has
/// changed by then. May call the core and store.h.
#include "../world/responses.h"
#include "store.h"

/* The only box of such a thing, null for any other thing. */
static const hbl_scene_box *sole_box(const hbl_store *in, const hbl_scene_thing *thing)
{
    const hbl_scene_box *box = thing->next != 0 ? &in->boxes[thing->next - 1] : NULL;
    bool is_sole = box != NULL && box->next == 0 && box->is_push;
    return is_sole && !thing->linked && !thing->stuck ? box : NULL;
}

/* The response of a mover to another box, + 1; 0 if Lua has to decide. *unknown is set if Lua can
 * add the flags to the store. */
static uint32_t response_code(const hbl_store *in, const hbl_scene_box *mover, hb_id other,
                              bool *unknown)
{
    const hbl_scene_box *met = hbl_box_of(in, other);
    if (met == NULL) {
        return 0;
    }
    uint32_t code = hbl_code_of(in, mover, met);
    if (code == 0) {
        code = hbl_code_of(in, met, mover);
    }
    *unknown = code == 0;
    return code / HBL_RESPONSE % HBL_RESPONSES_END;
}

/* A move of a thing under way. */
typedef struct thing_move {
    const hbl_store *in;
    const hbl_scene_box *box;
    bool bounces;  ///< whether it may bounce
    hb_id unknown; ///< the box whose flags Lua can add to the store, or 0
} thing_move;

/* As in hbl_move_def; false if Lua has to make the move. */
static bool respond(void *context, hb_move *move, hb_response *out)
{
    thing_move *on = context;
    hb_id other = move->hits[move->count - 1].other;
    bool is_unknown = false;
    uint32_t code = response_code(on->in, on->box, other, &is_unknown);
    if (code == 0 || (code == HB_BOUNCE + 1 && !on->bounces)) {
        on->unknown = is_unknown ? other : 0;
        return false;
    }
    *out = (hb_response)(code - 1);
    return true;
}

/* Add the blocked part of a move, as contacts.lua does for other moves. */
static void note_lost(const hbl_store *in, hbl_scene_thing *thing, hb_vec by, hb_vec gone)
{
    if (in->asks) {
        thing->lost.x = thing->lost.x + by.x - gone.x;
        thing->lost.y = thing->lost.y + by.y - gone.y;
    } else if (gone.x != by.x || gone.y != by.y) {
        thing->lost.x += by.x - gone.x;
        thing->lost.y += by.y - gone.y;
    }
}

bool hbl_move_thing(lua_State *L, hbl_store *in, lua_Integer order, hb_vec from, hb_vec by,
                    bool bounces, hbl_thing_move *out)
{
    hbl_world *world = in->world;
    *out = (hbl_thing_move){0};
    hbl_scene_thing *thing = hbl_thing_of(in, order);
    if (world->core == NULL || thing == NULL) {
        return false; /* it was removed */
    }
    const hbl_scene_box *box = sole_box(in, thing);
    hb_vec to = {from.x + by.x, from.y + by.y};
    if (box == NULL || !(fabs(to.x) <= HBL_NEAR && fabs(to.y) <= HBL_NEAR)) {
        return false;
    }
    thing_move on = {.in = in, .box = box, .bounces = bounces};
    hbl_move_def def = hbl_plain_move(world, box->id, to.x, to.y);
    def.recover_depth = thing->recover;
    def.respond = respond;
    def.context = &on;
    hb_move move;
    if (!hbl_move_without_script(L, world, &def, &move)) {
        out->unknown = on.unknown;
        return false;
    }
    out->count = move.count;
    out->at = move.position;
    thing->sweeps = true;
    note_lost(in, thing, by, (hb_vec){out->at.x - from.x, out->at.y - from.y});
    return true;
}

/* move(world, store, order, x, y, dx, dy, bounces) -> n, x, y | nil, box: as hbl_move_thing. nil:
 * Lua has to make the move; `box` is the one whose rules the store lacks, or nil [-0, +0|2|3, v] */
static int move_thing(lua_State *L)
{
    (void)hbl_check_world(L);
    hbl_store *in = hbl_check_store(L);
    if (lua_type(L, 6) != LUA_TNUMBER || lua_type(L, 7) != LUA_TNUMBER) {
        return 0;
    }
    hb_vec from = {lua_tonumber(L, 4), lua_tonumber(L, 5)};
    hb_vec by = {lua_tonumber(L, 6), lua_tonumber(L, 7)};
    hbl_thing_move made;
    if (!hbl_move_thing(L, in, lua_tointeger(L, 3), from, by, lua_toboolean(L, 8), &made)) {
        lua_pushnil(L);
        hbl_push_item(L, 1, made.unknown);
        return 2;
    }
    lua_pushinteger(L, made.count);
    lua_pushnumber(L, made.at.x);
    lua_pushnumber(L, made.at.y);
    return 3;
}

const luaL_Reg hbl_scene_moves[] = {
    {"move", move_thing},
    {NULL, NULL},
};
