/// Swept moves and their hits. May call the core, responses.h and Lua's API.
///
/// All moves of scripts and scenes are made by `pull`, and their hits are in hbl_world.hits.
///
/// A filter is a script's function, called during a move. It may raise errors, add, remove and move
/// items, even destroy the world. So a move with a filter takes the hits out of the world and
/// returns them at its end. A nested move uses the spare ones, or makes new ones; the hits of a
/// move that ends with an error are collected.
#include "responses.h"

#include <math.h>

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

/* ---- Hits ------------------------------------------------------------------------------------ */

/* [-0, +1, m] */
static hbl_hits *push_hits(lua_State *L, int capacity)
{
    hbl_hits *made = lua_newuserdatauv(L, sizeof *made + (size_t)capacity * sizeof(hb_hit), 1);
    *made = (hbl_hits){.capacity = capacity};
    return made;
}

void hbl_forget_hits(lua_State *L, hbl_world *world)
{
    hbl_hits *hits = world->hits;
    if (hits != NULL && hits->has_items) {
        lua_getiuservalue(L, 1, HBL_HITS);
        lua_getiuservalue(L, -1, 1);
        hbl_clear_rest(L, lua_gettop(L), 0, hits->count);
        lua_pop(L, 2);
    }
    if (hits != NULL) {
        hits->has_items = false;
        hits->count = 0;
    }
}

void hbl_hold_hits(lua_State *L, hbl_world *world, hb_id id)
{
    for (int i = 0; world->hits != NULL && i < world->hits->count; i++) {
        if (world->hits->list[i].other == id) {
            lua_getiuservalue(L, 1, HBL_HITS);
            lua_getiuservalue(L, -1, 1);
            lua_pushvalue(L, 2);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
            lua_pop(L, 2);
            world->hits->has_items = true;
        }
    }
}

/* Push the hits of the world, and their items; the caller owns them now. The spare ones take their
 * place. [-0, +2, m] */
static hbl_hits *take_hits(lua_State *L, hbl_world *world)
{
    hbl_hits *hits = world->hits;
    if (hits == NULL) {
        hits = push_hits(L, 8);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, -3, 1);
        return hits;
    }
    hbl_forget_hits(L, world);
    lua_getiuservalue(L, 1, HBL_HITS);
    lua_getiuservalue(L, 1, HBL_SPARE_HITS);
    lua_setiuservalue(L, 1, HBL_HITS);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, HBL_SPARE_HITS);
    world->hits = world->spare_hits;
    world->spare_hits = NULL;
    lua_getiuservalue(L, -1, 1);
    return hits;
}

/* Return them as the hits of the last finished move. [-0, +0] */
static void give_hits(lua_State *L, hbl_world *world, hbl_hits *hits, int count)
{
    hbl_clear_rest(L, HIT_ITEMS, count, hits->count);
    hits->count = count;
    hits->has_items = count > 0;
    if (world->hits != NULL) { /* of a nested move */
        hbl_forget_hits(L, world);
        lua_getiuservalue(L, 1, HBL_HITS);
        lua_setiuservalue(L, 1, HBL_SPARE_HITS);
        world->spare_hits = world->hits;
    }
    lua_pushvalue(L, HITS);
    lua_setiuservalue(L, 1, HBL_HITS);
    world->hits = hits;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* Run a move that has begun, or the walk that it belongs to, to its end, and place the mover.
 * @param walk  null for a move
 * @return HB_OK; HB_UNSUPPORTED if it was abandoned; else as hb_move_next and hb_move_end. On
 *         failure the mover stays where it was */
static inline hb_status pull(const hbl_move_def *def, hb_move *move, hb_walk *walk)
{
    hb_status status;
    for (;;) {
        hb_response response = HB_IGNORE;
        if (walk != NULL ? hb_walk_next(walk, &status) : hb_move_next(move, &status)) {
            if (!def->respond(def->context, move, &response)) {
                return HB_UNSUPPORTED;
            }
            if (walk != NULL) {
                hb_walk_respond(walk, response);
            } else {
                hb_move_respond(move, response);
            }
        } else if (status == HB_BUFFER_FULL && def->grow != NULL) {
            def->grow(def->context, move);
        } else {
            break;
        }
    }
    if (status == HB_OK && !def->stays) {
        status = walk != NULL ? hb_walk_end(walk, NULL, NULL) : hb_move_end(move, NULL, NULL);
    }
    return status;
}

bool hbl_move_without_script(lua_State *L, hbl_world *world, const hbl_move_def *def, hb_move *move)
{
    hbl_hits *hits = world->hits;
    if (hits == NULL || (L == NULL && hits->has_items) ||
        hb_move_begin(move, world->core, def->id, def->to.x, def->to.y, hits->list,
                      hits->capacity) != HB_OK) {
        return false;
    }
    if (hits->has_items) {
        hbl_forget_hits(L, world);
    }
    hits->count = 0;
    if (def->recover_depth != 0.0) {
        move->recover_depth = def->recover_depth;
    }
    if (pull(def, move, NULL) != HB_OK) {
        return false;
    }
    hits->count = move->count;
    return true;
}

bool hbl_respond_as_set(void *world, hb_move *move, hb_response *out)
{
    *out = hbl_own_response(world, move->id, move->hits[move->count - 1].other);
    return true;
}

/* ---- Filters --------------------------------------------------------------------------------- */

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

/* A move under way with a filter. */
typedef struct filtered_move {
    lua_State *L;
    hbl_world *world;
    hbl_mover mover;
    hbl_hits *hits; ///< at HITS; their count is the maximum of that of the move
    double bounce;  ///< the option
} filtered_move;

/* As in hbl_move_def. [-0, +0, v] */
static bool respond_by_filter(void *context, hb_move *move, hb_response *out)
{
    filtered_move *on = context;
    lua_State *L = on->L;
    const hb_hit *hit = &move->hits[move->count - 1];
    double bounce = on->bounce;
    lua_rawgeti(L, ITEMS, (lua_Integer)hb_id_index(hit->other) + 1);
    if (!goes_through(L, on->world->core, hit->other)) {
        *out = hbl_answer(L, on->world, &on->mover, hit, &bounce);
    }
    if (*out != HB_IGNORE) {
        lua_pushvalue(L, -1);
        lua_rawseti(L, HIT_ITEMS, move->count);
    }
    lua_pop(L, 1);
    (void)hbl_core(L, on->world); /* a finalizer may have destroyed it */
    move->bounce = bounce;
    on->hits->count = move->count > on->hits->count ? move->count : on->hits->count;
    return true;
}

/* As in hbl_move_def. [-0, +0, v] */
static void grow_hits(void *context, hb_move *move)
{
    filtered_move *on = context;
    lua_State *L = on->L;
    hbl_hits *hits = push_hits(L, 2 * on->hits->capacity);
    hits->count = on->hits->count;
    for (int i = 0; i < move->count; i++) {
        hits->list[i] = move->hits[i];
    }
    on->hits = hits;
    move->hits = hits->list;
    move->capacity = hits->capacity;
    lua_pushvalue(L, HIT_ITEMS);
    lua_setiuservalue(L, -2, 1);
    lua_replace(L, HITS);
    (void)hbl_core(L, on->world);
}

/* Run a move that has begun, or the walk whose move it is, and push its end. [-0, +6, v] */
static void run_filtered(lua_State *L, hbl_world *world, const hbl_mover *mover, bool stays,
                         hb_move *move, hb_walk *walk)
{
    filtered_move on = {L, world, *mover, NULL, move->bounce};
    hbl_move_def def = {
        .stays = stays, .respond = respond_by_filter, .grow = grow_hits, .context = &on};
    on.hits = take_hits(L, world);
    move->hits = on.hits->list;
    move->capacity = on.hits->capacity;
    lua_getiuservalue(L, 1, HBL_ITEMS);
    (void)hbl_core(L, world);
    hb_status status = pull(&def, move, walk);
    if (status != HB_STALE) { /* else a filter removed the mover */
        hbl_check_status(L, 2, "item", status);
    }
    give_hits(L, world, on.hits, move->count);
    lua_pushnumber(L, move->position.x);
    lua_pushnumber(L, move->position.y);
    lua_pushinteger(L, move->count);
}

/* ---- Methods --------------------------------------------------------------------------------- */

/* The common move: no filter and no wrong argument. [-0, +0] @return whether it was done */
static bool move_fast(lua_State *L, hbl_world *world, bool stays, hb_move *move)
{
    if (lua_gettop(L) != 4 && (!lua_isnoneornil(L, FILTER) || !lua_isnoneornil(L, OPTIONS))) {
        return false;
    }
    hb_id id = hbl_find_item(L, world, ITEM);
    if (id == 0 || lua_type(L, 3) != LUA_TNUMBER || lua_type(L, 4) != LUA_TNUMBER) {
        return false;
    }
    hbl_move_def def = hbl_plain_move(world, id, lua_tonumber(L, 3), lua_tonumber(L, 4));
    def.stays = stays;
    return hbl_move_without_script(L, world, &def, move);
}

/* [-0, +3, v] */
static int run_move(lua_State *L, bool stays)
{
    hbl_world *world = hbl_check_world(L);
    hb_move move;
    if (move_fast(L, world, stays, &move)) {
        lua_pushnumber(L, move.position.x);
        lua_pushnumber(L, move.position.y);
        lua_pushinteger(L, move.count);
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
    hb_status status = hb_move_begin(&move, world->core, mover.id, x, y, NULL, 0);
    hbl_check_status(L, 3, "every edge of the shape", status);
    move.corner_correction = assist;
    move.bounce = bounce;
    move.mask = mask;
    move.recover_depth = recover != 0.0 ? recover : move.recover_depth;
    run_filtered(L, world, &mover, stays, &move, NULL);
    return 3;
}

/* world:walk(item, dx, dy[, filter[, options]]) -> x, y, n, ground, nx, ny; ground is nil in the
 * air [-0, +6, v] */
static int world_walk(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    (void)hbl_check_item(L, world, ITEM);
    hb_walk_def walk_def = {.dx = hbl_coord(L, 3, "dx"), .dy = hbl_coord(L, 4, "dy")};
    lua_settop(L, OPTIONS);
    hbl_mover mover = check_mover(L, world);
    push_options(L, walk_options);
    walk_def.max_angle = hbl_ground_angle_at(L, MAX_ANGLE, OPTIONS, hb_default_motion().max_angle);
    walk_def.snap = option_size(L, SNAP, "snap", -1.0);
    walk_def.step_up = option_size(L, STEP_UP, "stepUp", 0.0);
    double recover = hbl_recover_at(L, WALK_RECOVER, OPTIONS);
    hb_layers mask = option_mask(L);
    hbl_read_responses(L, RESPONSES, FIRST_RESPONSE, OPTIONS, NULL, mover.responses);
    mover.id = hbl_check_item(L, world, ITEM);
    hb_walk walk;
    hb_status status = hb_walk_begin(&walk, world->core, mover.id, &walk_def, NULL, 0);
    hbl_check_status(L, 3, "every edge of the shape", status);
    walk.move.mask = mask;
    walk.move.recover_depth = recover != 0.0 ? recover : walk.move.recover_depth;
    run_filtered(L, world, &mover, false, &walk.move, &walk);
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
    return run_move(L, false);
}

/* world:check(item, x, y[, filter[, options]]) -> x, y, n: as move, but the item stays [-0, +3,
 * v] */
static int world_check(lua_State *L)
{
    return run_move(L, true);
}

/* Push the item of hit i of the last move, also if it was removed since. [-0, +n] */
static void push_hit_item(lua_State *L, const hbl_world *world, int i)
{
    if (world->hits->has_items) {
        lua_getiuservalue(L, 1, HBL_HITS);
        lua_getiuservalue(L, -1, 1);
        if (lua_rawgeti(L, -1, i) != LUA_TNIL) {
            return;
        }
    }
    lua_getiuservalue(L, 1, HBL_ITEMS);
    lua_rawgeti(L, -1, (lua_Integer)hb_id_index(world->hits->list[i - 1].other) + 1);
}

/* world:hit(i) -> other, nx, ny, t, response, inside, x, y, depth | nil: a hit of the last move
 * [-0, +1|9, v] */
static int world_hit(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    int64_t i = hbl_integer_at(L, 2, 2, "i");
    if (i < 1 || world->hits == NULL || i > world->hits->count) {
        lua_pushnil(L);
        return 1;
    }
    hb_hit hit = world->hits->list[i - 1];
    push_hit_item(L, world, (int)i);
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
