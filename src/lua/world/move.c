/// Swept moves and their hits. May call the core, responses.h and Lua's API.
///
/// A filter is a script's function, called during a move. It may raise errors, add, remove and move
/// items, even destroy the world. So a move takes the buffer for its hits out of the world and
/// returns it at its end. A nested move finds no buffer and makes its own; the buffer of a move
/// that ends with an error is collected.
#include "responses.h"

#include <math.h>

/* The hits of a move. The user value is a table of the items, in the same order: the hits can still
 * be read after an item was removed. */
typedef struct hbl_hits {
    int count, capacity;
    hb_hit hits[];
} hbl_hits;

/* Stack indices of a move. */
enum {
    ITEM = 2,
    FILTER = 5,
    OPTIONS,
    THROUGH,
    MASK,
    RESPONSES,
    ASSIST,
    SNAP = ASSIST, /* of a walk */
    MAX_ANGLE,
    BOUNCE = MAX_ANGLE, /* of a move */
    STEP_UP,            /* of a walk */
    MOVE_RECOVER = STEP_UP,
    WALK_RECOVER,
    FIRST_RESPONSE,
    HITS = FIRST_RESPONSE + HBL_RESPONSES,
    HIT_ITEMS,
    ITEMS
};

static const char *const move_options[] = {"through", "mask",    "responses", "cornerCorrection",
                                           "bounce",  "recover", NULL};
static const char *const walk_options[] = {"through",  "mask",   "responses", "snap",
                                           "maxAngle", "stepUp", "recover",   NULL};

static const char *const responses[] = {"cross", "touch", "slide", "bounce",
                                        NULL}; /* from HB_CROSS */

hb_response hbl_response_at(lua_State *L, int index, int arg, const char *what)
{
    return (hb_response)(HB_CROSS + hbl_name_at(L, index, arg, what, responses));
}

const char *hbl_response_name(hb_response response)
{
    return responses[response - HB_CROSS];
}

double hbl_ground_angle_at(lua_State *L, int index, int arg, double usual)
{
    const double right_angle = 0x1.921fb54442d18p0;
    double angle = lua_isnil(L, index) ? usual : hbl_size_at(L, index, arg, "maxAngle");
    if (!lua_isnil(L, index) && angle >= right_angle) {
        hbl_arg_error(L, arg, "maxAngle must be below pi/2, got %s", hbl_number_text(L, index));
    }
    return angle;
}

double hbl_recover_at(lua_State *L, int index, int arg)
{
    if (lua_isnil(L, index)) {
        return 0.0;
    }
    double recover = hbl_size_at(L, index, arg, "recover");
    return recover > 0.0 ? recover : -1.0;
}

/* [-0, +1, m] */
static hbl_hits *push_hits(lua_State *L, int capacity)
{
    hbl_hits *made = lua_newuserdatauv(L, sizeof *made + (size_t)capacity * sizeof(hb_hit), 1);
    *made = (hbl_hits){.capacity = capacity};
    return made;
}

/* Clear the items that tables hold for hits of removed items. [-0, +0] */
static void let_go(lua_State *L, hbl_world *world)
{
    int top = lua_gettop(L);
    lua_getiuservalue(L, 1, HBL_HELD);
    for (int i = 1; i <= HBL_FFI_HITS; i++) {
        hbl_clear_entry(L, top + 1, i);
    }
    if (world->hits != NULL) {
        lua_getiuservalue(L, 1, HBL_HITS);
        lua_getiuservalue(L, -1, 1);
        hbl_clear_rest(L, lua_gettop(L), 0, world->hits->count);
        world->hits->count = 0;
    }
    lua_settop(L, top);
    world->ffi.holds = 0.0;
}

void hbl_forget_hits(lua_State *L, hbl_world *world)
{
    if (world->ffi.holds != 0.0) {
        let_go(L, world);
    }
    world->ffi_count = world->ffi_count > 0 ? 0 : world->ffi_count;
    world->ffi.hit_count = world->ffi_count;
}

/* Push the buffer of the world and its table of items; the caller owns them now. [-0, +2, m] */
static hbl_hits *take_hits(lua_State *L, hbl_world *world)
{
    hbl_hits *hits = world->hits;
    if (world->ffi.holds != 0.0) {
        let_go(L, world);
    }
    world->ffi_count = -1;
    world->ffi.hit_count = -1.0;
    if (hits == NULL) {
        hits = push_hits(L, 8);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, -3, 1);
        return hits;
    }
    lua_getiuservalue(L, 1, HBL_HITS);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, HBL_HITS);
    world->hits = NULL;
    lua_getiuservalue(L, -1, 1);
    return hits;
}

/* Return it as the hits of the last finished move. [-0, +0] */
static void give_hits(lua_State *L, hbl_world *world, hbl_hits *hits, int count)
{
    hbl_clear_rest(L, HIT_ITEMS, count, hits->count);
    hits->count = count;
    world->hits = hits;
    world->ffi_count = -1;
    world->ffi.hit_count = -1.0;
    world->ffi.holds = world->ffi.holds != 0.0 || count > 0;
    lua_pushvalue(L, HITS);
    lua_setiuservalue(L, 1, HBL_HITS);
}

/* [-0, +0, m] */
static hbl_hits *grow_hits(lua_State *L, hb_move *move)
{
    const hbl_hits *old = lua_touserdata(L, HITS);
    hbl_hits *hits = push_hits(L, 2 * old->capacity);
    hits->count = old->count;
    for (int i = 0; i < move->count; i++) {
        hits->hits[i] = move->hits[i];
    }
    move->hits = hits->hits;
    move->capacity = hits->capacity;
    lua_pushvalue(L, HIT_ITEMS);
    lua_setiuservalue(L, -2, 1);
    lua_replace(L, HITS);
    return hits;
}

void hbl_read_filter(lua_State *L, int index, int arg, hbl_mover *mover)
{
    int type = lua_type(L, index);
    if (type == LUA_TSTRING) {
        mover->response = hbl_response_at(L, index, arg, "response");
        return;
    }
    mover->filter = type == LUA_TNIL ? 0 : index;
    if (type == LUA_TFUNCTION || type == LUA_TNIL) {
        return;
    }
    if (luaL_getmetafield(L, index, "__call") == LUA_TNIL) {
        hbl_arg_error(L, arg, "function or name expected for filter, got %s%s",
                      hbl_type_name(L, index), type == LUA_TTABLE ? "; options come after it" : "");
    }
    lua_pop(L, 1);
}

hb_response hbl_call_filter(lua_State *L, const hbl_world *world, const hbl_mover *mover,
                            const hb_hit *hit, double *bounce)
{
    int other = lua_gettop(L);
    lua_pushvalue(L, mover->filter);
    lua_pushvalue(L, mover->item);
    lua_pushvalue(L, other);
    lua_pushnumber(L, hit->normal.x);
    lua_pushnumber(L, hit->normal.y);
    lua_pushnumber(L, hit->t);
    lua_pushboolean(L, hit->inside);
    (void)hbl_call(L, world, 6, 2);
    hb_response response = HB_IGNORE;
    if (lua_type(L, -2) == LUA_TSTRING) {
        response = hbl_response_at(L, -2, mover->arg, "response");
    } else if (lua_toboolean(L, -2)) {
        hbl_arg_error(L, mover->arg, "filter must return a name, nil or false, got %s",
                      hbl_type_name(L, -2));
    }
    if (bounce != NULL && response == HB_BOUNCE && lua_type(L, -1) == LUA_TNUMBER) {
        *bounce = hbl_size_at(L, lua_gettop(L), mover->arg, "the filter's bounce");
    }
    lua_pop(L, 2);
    return response;
}

/* Push the options, or nils, and the layers of the option `responses`. [-0, +HITS - OPTIONS, v] */
static void push_options(lua_State *L, const char *const *names)
{
    if (!lua_isnil(L, OPTIONS)) {
        hbl_options(L, OPTIONS, names);
        if (lua_isboolean(L, THROUGH) && !lua_toboolean(L, THROUGH)) {
            lua_pushnil(L);
            lua_replace(L, THROUGH);
        }
    }
    lua_settop(L, WALK_RECOVER);
    hbl_push_responses(L, RESPONSES, OPTIONS);
}

/* [-0, +0, v] */
static double option_size(lua_State *L, int index, const char *name, double otherwise)
{
    return lua_isnil(L, index) ? otherwise : hbl_size_at(L, index, OPTIONS, name);
}

/* The mask of a move: the part of the mover's mask that the options leave. [-0, +0, v] */
static hb_layers option_mask(lua_State *L)
{
    return lua_isnil(L, MASK) ? HB_ALL_LAYERS : hbl_layers_at(L, MASK, OPTIONS, "mask", NULL);
}

/* Whether a move passes through the item on top. The option is true for all one-way items, an item,
 * or a list of items. [-0, +0] */
static bool goes_through(lua_State *L, const hb_world *core, hb_id other)
{
    if (lua_isnil(L, THROUGH)) {
        return false;
    }
    if (lua_isboolean(L, THROUGH)) {
        hb_item item;
        return hb_world_get_item(core, other, &item) == HB_OK &&
               (item.one_way.x != 0.0 || item.one_way.y != 0.0);
    }
    bool found = lua_rawequal(L, -1, THROUGH);
    lua_Integer count = lua_istable(L, THROUGH) ? (lua_Integer)lua_rawlen(L, THROUGH) : 0;
    for (lua_Integer i = 1; i <= count && !found; i++) {
        lua_rawgeti(L, THROUGH, i);
        found = lua_rawequal(L, -1, -2);
        lua_pop(L, 1);
    }
    return found;
}

/* Read the mover and its responses. [-0, +0, v] */
static hbl_mover check_mover(lua_State *L, const hbl_world *world)
{
    hbl_mover mover = {.id = hbl_check_item(L, world, ITEM), .item = ITEM, .arg = FILTER};
    hbl_read_filter(L, FILTER, FILTER, &mover);
    return mover;
}

/* [-0, +0, v] */
static hb_response answer(lua_State *L, const hbl_world *world, const hbl_mover *mover,
                          const hb_move *move, double *bounce)
{
    const hb_hit *hit = &move->hits[move->count - 1];
    hb_response response = HB_IGNORE;
    lua_rawgeti(L, ITEMS, (lua_Integer)hb_id_index(hit->other) + 1);
    if (!goes_through(L, world->core, hit->other)) {
        response = hbl_answer(L, world, mover, hit, bounce);
    }
    if (response != HB_IGNORE) {
        lua_pushvalue(L, -1);
        lua_rawseti(L, HIT_ITEMS, move->count);
    }
    lua_pop(L, 1);
    return response;
}

/* Pull a move to its end, or the walk whose move it is. [-0, +3, v] */
static hb_status pull(lua_State *L, hbl_world *world, const hbl_mover *mover, hb_move *move,
                      hb_walk *walk, hbl_hits **hits)
{
    hb_status status;
    const double usual_bounce = move->bounce;
    *hits = take_hits(L, world);
    move->hits = (*hits)->hits;
    move->capacity = (*hits)->capacity;
    lua_getiuservalue(L, 1, HBL_ITEMS);
    for (;;) {
        (void)hbl_core(L, world);
        bool met = walk != NULL ? hb_walk_next(walk, &status) : hb_move_next(move, &status);
        if (met) {
            double bounce = usual_bounce;
            hb_response response = answer(L, world, mover, move, &bounce);
            move->bounce = bounce;
            if (move->count > (*hits)->count) { /* so that the end clears all items */
                (*hits)->count = move->count;
            }
            if (walk != NULL) {
                hb_walk_respond(walk, response);
            } else {
                hb_move_respond(move, response);
            }
        } else if (status == HB_BUFFER_FULL) {
            *hits = grow_hits(L, move);
        } else {
            return status;
        }
    }
}

/* [-0, +3, v] */
static void push_end(lua_State *L, hbl_world *world, const hb_move *move, hbl_hits *hits)
{
    give_hits(L, world, hits, move->count);
    lua_pushnumber(L, move->position.x);
    lua_pushnumber(L, move->position.y);
    lua_pushinteger(L, move->count);
}

/* ---- Fast moves ------------------------------------------------------------------------------ */

/* The common move: no filter and no wrong argument. [-0, +0] @return whether it was done */
static bool move_fast(lua_State *L, hbl_world *world, bool place)
{
    if (lua_gettop(L) != 4 && (!lua_isnoneornil(L, FILTER) || !lua_isnoneornil(L, OPTIONS))) {
        return false;
    }
    hb_id id = hbl_find_item(L, world, ITEM);
    if (id == 0 || lua_type(L, 3) != LUA_TNUMBER || lua_type(L, 4) != LUA_TNUMBER) {
        return false;
    }
    hb_move move;
    hb_vec to = {lua_tonumber(L, 3), lua_tonumber(L, 4)};
    if (!hbl_begin_ffi_move(world, id, to, &move)) {
        return false;
    }
    if (world->ffi.holds != 0.0) {
        let_go(L, world);
    }
    return hbl_ffi_move(world, &move, HB_IGNORE, place) >= 0;
}

/* [-0, +3, v] */
static int run_move(lua_State *L, bool place)
{
    hbl_world *world = hbl_check_world(L);
    if (move_fast(L, world, place)) {
        lua_pushnumber(L, world->ffi.x);
        lua_pushnumber(L, world->ffi.y);
        lua_pushinteger(L, world->ffi_count);
        return 3;
    }
    (void)hbl_check_item(L, world, ITEM);
    double x = hbl_coord(L, 3, "x"), y = hbl_coord(L, 4, "y");
    lua_settop(L, OPTIONS);
    hbl_mover mover = check_mover(L, world);
    push_options(L, move_options);
    double assist = option_size(L, ASSIST, "cornerCorrection", 0.0);
    double bounce = option_size(L, BOUNCE, "bounce", 1.0);
    double recover = hbl_recover_at(L, MOVE_RECOVER, OPTIONS);
    hb_layers mask = option_mask(L);
    hbl_read_responses(L, RESPONSES, FIRST_RESPONSE, OPTIONS, NULL, mover.responses);
    mover.id = hbl_check_item(L, world, ITEM); /* again, as the collector may have run */
    hb_move move;
    hb_status status = hb_move_begin(&move, world->core, mover.id, x, y, NULL, 0);
    hbl_check_status(L, 3, "every edge of the shape", status);
    move.corner_correction = assist;
    move.bounce = bounce;
    move.mask = mask;
    move.recover_depth = recover != 0.0 ? recover : move.recover_depth;
    hbl_hits *hits;
    status = pull(L, world, &mover, &move, NULL, &hits);
    if (place && status == HB_OK) { /* else a filter removed the mover */
        hbl_check_status(L, 2, "item", hb_move_end(&move, NULL, NULL));
    }
    push_end(L, world, &move, hits);
    return 3;
}

/* world:walk(item, dx, dy[, filter[, options]]) -> x, y, n, ground, nx, ny; ground is nil in the
 * air [-0, +6, v] */
static int world_walk(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    (void)hbl_check_item(L, world, ITEM);
    hb_walk_def def = {.dx = hbl_coord(L, 3, "dx"), .dy = hbl_coord(L, 4, "dy")};
    lua_settop(L, OPTIONS);
    hbl_mover mover = check_mover(L, world);
    push_options(L, walk_options);
    def.max_angle = hbl_ground_angle_at(L, MAX_ANGLE, OPTIONS, hb_default_motion().max_angle);
    def.snap = option_size(L, SNAP, "snap", -1.0);
    def.step_up = option_size(L, STEP_UP, "stepUp", 0.0);
    double recover = hbl_recover_at(L, WALK_RECOVER, OPTIONS);
    hb_layers mask = option_mask(L);
    hbl_read_responses(L, RESPONSES, FIRST_RESPONSE, OPTIONS, NULL, mover.responses);
    mover.id = hbl_check_item(L, world, ITEM);
    hb_walk walk;
    hb_status status = hb_walk_begin(&walk, world->core, mover.id, &def, NULL, 0);
    hbl_check_status(L, 3, "every edge of the shape", status);
    walk.move.mask = mask;
    walk.move.recover_depth = recover != 0.0 ? recover : walk.move.recover_depth;
    hbl_hits *hits;
    status = pull(L, world, &mover, &walk.move, &walk, &hits);
    if (status == HB_OK) {
        hbl_check_status(L, 2, "item", hb_walk_end(&walk, NULL, NULL));
    }
    push_end(L, world, &walk.move, hits);
    if (hb_world_has(world->core, walk.ground)) {
        lua_rawgeti(L, ITEMS, (lua_Integer)hb_id_index(walk.ground) + 1);
    } else {
        lua_pushnil(L);
    }
    lua_pushnumber(L, walk.normal.x);
    lua_pushnumber(L, walk.normal.y);
    return 6;
}

/* world:move(item, x, y[, filter[, options]]) -> x, y, n [-0, +3, v] */
static int world_move(lua_State *L)
{
    return run_move(L, true);
}

/* world:check(item, x, y[, filter[, options]]) -> x, y, n: as move, but the item stays [-0, +3,
 * v] */
static int world_check(lua_State *L)
{
    return run_move(L, false);
}

/* Push the item of a hit of a fast move, also if it was removed since. [-0, +2] */
static void push_met(lua_State *L, const hbl_world *world, int i)
{
    hb_id id = world->ffi.hits[i - 1].other;
    if (hb_world_has(world->core, id)) {
        lua_getiuservalue(L, 1, HBL_ITEMS);
        lua_rawgeti(L, -1, (lua_Integer)hb_id_index(id) + 1);
    } else {
        lua_getiuservalue(L, 1, HBL_HELD);
        lua_rawgeti(L, -1, i);
    }
}

/* world:hit(i) -> other, nx, ny, t, response, inside, x, y, depth | nil: a hit of the last move
 * [-0, +1|9, v] */
static int world_hit(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    int64_t i = hbl_integer_at(L, 2, 2, "i");
    int count = world->hits != NULL ? world->hits->count : 0;
    const hb_hit *hits = world->hits != NULL ? world->hits->hits : NULL;
    bool is_ffi = world->ffi_count >= 0;
    if (is_ffi) {
        count = world->ffi_count;
        hits = world->ffi.hits;
    }
    if (i < 1 || i > count) {
        lua_pushnil(L);
        return 1;
    }
    hb_hit hit = hits[i - 1];
    if (is_ffi) {
        push_met(L, world, (int)i);
    } else {
        lua_getiuservalue(L, 1, HBL_HITS);
        lua_getiuservalue(L, -1, 1);
        lua_rawgeti(L, -1, i);
    }
    lua_pushnumber(L, hit.normal.x);
    lua_pushnumber(L, hit.normal.y);
    lua_pushnumber(L, hit.t);
    lua_pushstring(L, hbl_response_name(hit.response));
    lua_pushboolean(L, hit.inside);
    lua_pushnumber(L, hit.at.x);
    lua_pushnumber(L, hit.at.y);
    lua_pushnumber(L, hit.depth);
    return 9;
}

const luaL_Reg hbl_move_methods[] = {
    {"move", world_move}, {"check", world_check}, {"walk", world_walk},
    {"hit", world_hit},   {NULL, NULL},
};
