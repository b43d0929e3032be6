/// Items that move by themselves: their motions, and the step that moves all of them. May call the
/// core, responses.h and Lua's API.
#include "responses.h"

/* The hits of the last step. */
typedef struct hbl_met {
    int count, capacity;
    hb_mover_hit list[];
} hbl_met;

/* ---- Motions --------------------------------------------------------------------------------- */

/* world:setMotion(item, options) */
enum {
    ITEM = 2,
    OPTIONS,
    VX,
    VY,
    AX,
    AY,
    GRAVITY,
    BOUNCE,
    RESPONSE,
    RESPONSES,
    WALKS,
    CARRIES,
    MAX_ANGLE,
    SNAP,
    STEP_UP,
    LAYER,
    MOST,
    RECOVER,
    FIRST_RESPONSE
};

static const char *const options[] = {
    "vx",      "vy",       "ax",   "ay",     "gravity", "bounce",  "response", "responses", "walks",
    "carries", "maxAngle", "snap", "stepUp", "layer",   "maxPush", "recover",  NULL};

/* The motion of an item, or a new one with the responses of its moves. [-0, +0] */
static hb_motion motion_of(const hbl_world *world, hb_id id)
{
    hb_motion motion;
    if (!hb_world_get_motion(world->core, id, &motion)) {
        motion = hb_default_motion();
        const hbl_record *own = &world->records[hb_id_index(id)];
        motion.response = own->response;
        for (int i = 0; i < HBL_RESPONSES; i++) {
            motion.responses[i] = own->responses[i];
        }
    }
    return motion;
}

/* Read an option that is a number, if it is given. [-0, +0, v] */
static void read_number(lua_State *L, int index, const char *name, double *out)
{
    if (!lua_isnil(L, index)) {
        *out = hbl_coord_at(L, index, OPTIONS, name);
    }
}

static void read_size(lua_State *L, int index, const char *name, double *out)
{
    if (!lua_isnil(L, index)) {
        *out = hbl_size_at(L, index, OPTIONS, name);
    }
}

static void read_flag(lua_State *L, int index, const char *name, bool *out)
{
    if (!lua_isnil(L, index) && !lua_isboolean(L, index)) {
        hbl_arg_error(L, OPTIONS, "boolean expected for %s, got %s", name, hbl_type_name(L, index));
    }
    *out = lua_isnil(L, index) ? *out : (bool)lua_toboolean(L, index);
}

/* world:setMotion(item, options | false): options not given stay; at first they have their defaults
 * [-0, +0, v] */
static int world_set_motion(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, ITEM);
    lua_settop(L, OPTIONS);
    if (lua_isboolean(L, OPTIONS) && !lua_toboolean(L, OPTIONS)) {
        hbl_check_status(L, ITEM, "item", hb_world_set_motion(world->core, id, NULL));
        return 0;
    }
    hbl_options(L, OPTIONS, options);
    hbl_push_responses(L, RESPONSES, OPTIONS);
    id = hbl_check_item(L, world, ITEM); /* from here on no collector runs */
    hb_motion motion = motion_of(world, id);
    int layer_count = world->layer_count;
    read_number(L, VX, "vx", &motion.velocity.x);
    read_number(L, VY, "vy", &motion.velocity.y);
    read_number(L, AX, "ax", &motion.acceleration.x);
    read_number(L, AY, "ay", &motion.acceleration.y);
    read_number(L, GRAVITY, "gravity", &motion.gravity);
    read_size(L, BOUNCE, "bounce", &motion.bounce);
    if (!lua_isnil(L, RESPONSE)) {
        motion.response = hbl_response_at(L, RESPONSE, OPTIONS, "response");
    }
    read_flag(L, WALKS, "walks", &motion.is_walker);
    read_flag(L, CARRIES, "carries", &motion.is_platform);
    motion.max_angle = hbl_ground_angle_at(L, MAX_ANGLE, OPTIONS, motion.max_angle);
    read_size(L, SNAP, "snap", &motion.snap);
    read_size(L, STEP_UP, "stepUp", &motion.step_up);
    if (!lua_isnil(L, LAYER)) {
        motion.layers = hbl_layers_at(L, LAYER, OPTIONS, "layer", &layer_count);
    }
    read_size(L, MOST, "maxPush", &motion.max_push);
    if (!lua_isnil(L, RECOVER)) {
        motion.recover_depth = hbl_recover_at(L, RECOVER, OPTIONS);
    }
    hbl_read_responses(L, RESPONSES, FIRST_RESPONSE, OPTIONS, &layer_count, motion.responses);
    hbl_check_status(L, OPTIONS, "motion", hb_world_set_motion(world->core, id, &motion));
    world->layer_count = layer_count;
    return 0;
}

/* world:setVelocity(item, vx, vy) [-0, +0, v] */
static int world_set_velocity(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, ITEM);
    hb_motion motion = {.velocity = {hbl_coord(L, 3, "vx"), hbl_coord(L, 4, "vy")}};
    hb_vec velocity = motion.velocity;
    hb_status status;
    if (hb_world_get_motion(world->core, id, &motion)) {
        status = hb_world_set_velocity(world->core, id, velocity.x, velocity.y);
    } else {
        motion = motion_of(world, id);
        motion.velocity = velocity;
        status = hb_world_set_motion(world->core, id, &motion);
    }
    hbl_check_status(L, ITEM, "item", status);
    return 0;
}

/* world:velocity(item) -> vx, vy, ground; nil if it has no motion [-0, +1|3, v] */
static int world_velocity(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hb_motion motion;
    if (!hb_world_get_motion(world->core, hbl_check_item(L, world, ITEM), &motion)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, motion.velocity.x);
    lua_pushnumber(L, motion.velocity.y);
    if (motion.ground != 0) {
        hbl_push_item(L, 1, motion.ground);
    } else {
        lua_pushnil(L);
    }
    return 3;
}

static void set_number(lua_State *L, const char *name, double value)
{
    lua_pushnumber(L, value);
    hbl_set_field(L, -2, name);
}

static void set_flag(lua_State *L, const char *name, bool value)
{
    lua_pushboolean(L, value);
    hbl_set_field(L, -2, name);
}

/* world:motion(item) -> a table as setMotion takes it; nil if it has no motion [-0, +1, v] */
static int world_motion(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hb_motion motion;
    if (!hb_world_get_motion(world->core, hbl_check_item(L, world, ITEM), &motion)) {
        lua_pushnil(L);
        return 1;
    }
    lua_createtable(L, 0, FIRST_RESPONSE - VX);
    set_number(L, "vx", motion.velocity.x);
    set_number(L, "vy", motion.velocity.y);
    set_number(L, "ax", motion.acceleration.x);
    set_number(L, "ay", motion.acceleration.y);
    set_number(L, "gravity", motion.gravity);
    set_number(L, "bounce", motion.bounce);
    lua_pushstring(L, hbl_response_name(motion.response));
    hbl_set_field(L, -2, "response");
    hbl_push_response_layers(L, world, motion.responses);
    hbl_set_field(L, -2, "responses");
    set_flag(L, "walks", motion.is_walker);
    set_flag(L, "carries", motion.is_platform);
    set_number(L, "maxAngle", motion.max_angle);
    if (motion.snap >= 0.0) {
        set_number(L, "snap", motion.snap);
    }
    set_number(L, "stepUp", motion.step_up);
    if (motion.layers != HB_ALL_LAYERS) {
        hbl_push_layers(L, world, motion.layers);
        hbl_set_field(L, -2, "layer");
    }
    set_number(L, "maxPush", motion.max_push);
    if (motion.recover_depth != 0.0) {
        set_number(L, "recover", motion.recover_depth > 0.0 ? motion.recover_depth : 0.0);
    }
    return 1;
}

/* world:gravity() -> x, y [-0, +2, v] */
static int world_gravity(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    lua_pushnumber(L, world->gravity.x);
    lua_pushnumber(L, world->gravity.y);
    return 2;
}

/* world:setGravity(x, y) [-0, +0, v] */
static int world_set_gravity(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    double x = hbl_coord(L, 2, "x"), y = hbl_coord(L, 3, "y");
    world->gravity = (hb_vec){x, y};
    return 0;
}

/* ---- The step -------------------------------------------------------------------------------- */

#define FIRST_MET 256

/* [-0, +1, m] */
static hbl_met *push_met(lua_State *L, int capacity)
{
    hbl_met *made = lua_newuserdatauv(L, sizeof *made + (size_t)capacity * sizeof(hb_mover_hit), 0);
    *made = (hbl_met){.capacity = capacity};
    return made;
}

/* Push the list of the world, which the caller owns now. [-0, +1, m] */
static hbl_met *take_met(lua_State *L, hbl_world *world)
{
    hbl_met *met = world->met;
    if (met == NULL) {
        return push_met(L, FIRST_MET);
    }
    lua_getiuservalue(L, 1, HBL_MET);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, HBL_MET);
    world->met = NULL;
    return met;
}

/* Stack offsets of a step, from its base. */
enum { MET = 1, PASSENGERS, NAMES };

/* Make both lists twice as large. [-0, +0, m] */
static void grow(lua_State *L, int base, hb_motion_step *step)
{
    hbl_met *met = push_met(L, 2 * step->hit_capacity);
    for (int i = 0; i < step->hit_count; i++) {
        met->list[i] = step->hits[i];
    }
    step->hits = met->list;
    step->hit_capacity = met->capacity;
    lua_replace(L, base + MET);
    const hbl_passengers *old = lua_touserdata(L, base + PASSENGERS);
    hbl_passengers *passengers = hbl_new_passengers(L, 2 * old->capacity);
    passengers->count = old->count; /* the number of items in the table */
    for (int i = 0; i < step->passenger_count; i++) {
        passengers->list[i] = step->passengers[i];
    }
    step->passengers = passengers->list;
    step->passenger_capacity = passengers->capacity;
    lua_pushvalue(L, base + NAMES);
    lua_setiuservalue(L, -2, 1);
    lua_replace(L, base + PASSENGERS);
}

void hbl_advance(lua_State *L, hbl_world *world, double dt, int *met_count, int *carried_count)
{
    int base = lua_gettop(L);
    hbl_met *met = take_met(L, world);
    hbl_passengers *passengers = hbl_take_passengers(L, world);
    hb_motion_step step = {
        .dt = dt,
        .gravity = world->gravity,
        .hits = met->list,
        .hit_capacity = met->capacity,
        .passengers = passengers->list,
        .passenger_capacity = passengers->capacity,
    };
    hb_status status;
    while ((status = hb_world_move_all(hbl_core(L, world), &step)) == HB_BUFFER_FULL) {
        grow(L, base, &step);
    }
    hbl_check_status(L, 2, "dt", status);
    hbl_give_passengers(L, world, base + PASSENGERS, step.passenger_count);
    (void)hbl_core(L, world);
    met = lua_touserdata(L, base + MET);
    met->count = step.hit_count;
    world->met = met;
    lua_pushvalue(L, base + MET);
    lua_setiuservalue(L, 1, HBL_MET);
    lua_settop(L, base);
    *met_count = step.hit_count;
    *carried_count = step.passenger_count;
}

void hbl_forget_results(lua_State *L, hbl_world *world)
{
    world->result_count = 0;
    if (world->met != NULL) {
        world->met->count = 0;
    }
    hbl_forget_hits(L, world);
    hbl_forget_passengers(L, world);
    world->ffi.removals++; /* running loops see it */
    world->ffi.queries++;
    world->ffi.steps++;
    world->version++;
}

/* world:stepHit(i) -> mover, other, nx, ny, t, response, inside, x, y, depth | nil: a hit of the
 * last step [-0, +1|10, v] */
static int world_step_hit(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    int64_t i = hbl_integer_at(L, 2, 2, "i");
    if (world->met == NULL || i < 1 || i > world->met->count) {
        lua_pushnil(L);
        return 1;
    }
    hb_mover_hit met = world->met->list[i - 1];
    hbl_push_item(L, 1, met.mover);
    hbl_push_item(L, 1, met.hit.other);
    lua_pushnumber(L, met.hit.normal.x);
    lua_pushnumber(L, met.hit.normal.y);
    lua_pushnumber(L, met.hit.t);
    lua_pushstring(L, hbl_response_name(met.hit.response));
    lua_pushboolean(L, met.hit.inside);
    lua_pushnumber(L, met.hit.at.x);
    lua_pushnumber(L, met.hit.at.y);
    lua_pushnumber(L, met.hit.depth);
    return 10;
}

const luaL_Reg hbl_motion_methods[] = {
    {"setMotion", world_set_motion}, {"setVelocity", world_set_velocity},
    {"velocity", world_velocity},    {"setGravity", world_set_gravity},
    {"motion", world_motion},        {"gravity", world_gravity},
    {"stepHit", world_step_hit},     {NULL, NULL},
};
