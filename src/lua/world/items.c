/// Items of a world: the tables that hold them; adding, changing and reading items. May call the
/// core and Lua's API.
#include "responses.h"

#include <assert.h>
#include <math.h>

/* ---- The tables of items --------------------------------------------------------------------- */

hb_id hbl_check_item(lua_State *L, const hbl_world *world, int arg)
{
    (void)hbl_core(L, world); /* a destroyed world has no tables */
    if (lua_isnoneornil(L, arg)) {
        hbl_arg_error(L, arg, "item expected, got %s", hbl_type_name(L, arg));
    }
    hb_id id = hbl_find_item(L, world, arg);
    if (id == 0) {
        hbl_arg_error(L, arg, "item is not in this world; add it first");
    }
    return id;
}

static void check_new_item(lua_State *L, const hbl_world *world, int arg)
{
    if (lua_isnoneornil(L, arg)) {
        hbl_arg_error(L, arg, "item expected, got %s", hbl_type_name(L, arg));
    }
    if (lua_type(L, arg) == LUA_TNUMBER && !lua_rawequal(L, arg, arg)) {
        hbl_arg_error(L, arg, "item must be equal to itself, got NaN");
    }
    if (hbl_find_item(L, world, arg) != 0) {
        hbl_arg_error(L, arg, "item is already in this world; change it by update or reshape");
    }
}

void hbl_push_item(lua_State *L, int world_index, hb_id id)
{
    const hbl_world *world = lua_touserdata(L, world_index);
    if (world->core != NULL && hb_world_has(world->core, id)) {
        lua_getiuservalue(L, world_index, HBL_ITEMS);
        lua_rawgeti(L, -1, (lua_Integer)hb_id_index(id) + 1);
        lua_remove(L, -2);
        return;
    }
    lua_pushnil(L);
    for (int table = HBL_GONE; table <= HBL_GONE_BEFORE && lua_isnil(L, -1); table++) {
        lua_pop(L, 1);
        hbl_push_id(L, id);
        if (lua_getiuservalue(L, world_index, table) != LUA_TNIL) { /* of a destroyed world */
            lua_insert(L, -2);
            lua_rawget(L, -2);
        }
        lua_remove(L, -2);
    }
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static const char *const add_options[] = {"anchor", "facing",        "angle",     "scale",
                                          "layer",  "mask",          "response",  "tag",
                                          "oneWay", "moverResponse", "responses", NULL};
static const char *const reshape_options[] = {"anchor", "facing", "fits", NULL};

/* Stack offsets of the values of hbl_options, from the argument that holds them. */
enum {
    OPTION_ANCHOR = 1,
    OPTION_FACING,
    OPTION_ANGLE,
    OPTION_SCALE,
    OPTION_LAYER,
    OPTION_MASK,
    OPTION_RESPONSE,
    OPTION_TAG,
    OPTION_ONE_WAY,
    OPTION_MOVER_RESPONSE,
    OPTION_RESPONSES,
    OPTION_FIRST_RESPONSE,
    OPTION_FITS = OPTION_FACING + 1 /* of a reshape */
};

/* ---- Shapes that own memory ------------------------------------------------------------------ */

/* A mask's pixels are not copied into the world: the shape of the item, which holds them, stays. */

/* Add a missing entry to a table, as false. [-0, +0, m] */
static void reserve_entry(lua_State *L, int table, lua_Integer i)
{
    table = lua_absindex(L, table);
    if (lua_rawgeti(L, table, i) == LUA_TNIL) {
        lua_pushboolean(L, false);
        lua_rawseti(L, table, i);
    }
    lua_pop(L, 1);
}

/* Make sure that keep_shape, for the item with this index, cannot fail. [-0, +0, m] */
static void reserve_shape(lua_State *L, uint32_t index, const hb_shape *shape)
{
    if (shape->kind == HB_MASK) {
        lua_getiuservalue(L, 1, HBL_SHAPES);
        reserve_entry(L, -1, (lua_Integer)index + 1);
        lua_pop(L, 1);
    }
}

void hbl_drop_shape(lua_State *L, int table, lua_Integer i)
{
    table = lua_absindex(L, table);
    if (lua_rawgeti(L, table, i) != LUA_TNIL) {
        lua_pushboolean(L, false); /* not nil: see reserve_entries */
        lua_rawseti(L, table, i);
    }
    lua_pop(L, 1);
}

/* Keep the shape at `arg` alive for an item if it owns memory, instead of the old one. [-0, +0] */
static void keep_shape(lua_State *L, uint32_t index, int arg, const hb_shape *shape)
{
    lua_getiuservalue(L, 1, HBL_SHAPES);
    if (shape != NULL && shape->kind == HB_MASK) {
        lua_pushvalue(L, arg);
        lua_rawseti(L, -2, (lua_Integer)index + 1);
    } else {
        hbl_drop_shape(L, -1, (lua_Integer)index + 1);
    }
    lua_pop(L, 1);
}

/* ---- Adding and removing --------------------------------------------------------------------- */

void hbl_grow_records(lua_State *L, hbl_world *world, size_t index)
{
    if (index < world->record_count) {
        return;
    }
    size_t count = index < 8 ? 16 : 2 * index;
    hbl_grow_slots(L, world, count);
    hbl_record *records = lua_newuserdatauv(L, count * sizeof *records, 0);
    /* a finalizer may have added items or destroyed the world */
    if (count > world->record_count && world->core != NULL) {
        for (size_t i = 0; i < count; i++) {
            records[i] = i < world->record_count ? world->records[i] : (hbl_record){0};
        }
        world->records = records;
        world->record_count = count;
        lua_setiuservalue(L, 1, HBL_RECORDS);
    } else {
        lua_pop(L, 1);
    }
}

/* Make room for a record of one item more. [-0, +0, v] */
static void reserve_record(lua_State *L, hbl_world *world)
{
    luaL_checkstack(L, 2 * LUA_MINSTACK, NULL);
    while (hb_world_index_count(hbl_core(L, world)) >= world->record_count) {
        hbl_grow_records(L, world, hb_world_index_count(world->core));
    }
}

/* Make room in the tables for the item at 2, whatever index it gets. [-0, +0, m] */
static void reserve_entries(lua_State *L, hbl_world *world, const hb_shape *shape)
{
    lua_Integer count = (lua_Integer)hb_world_index_count(world->core) + 1;
    lua_getiuservalue(L, 1, HBL_ITEMS);
    for (; world->item_room < count; world->item_room++) {
        reserve_entry(L, -1, world->item_room + 1);
    }
    lua_getiuservalue(L, 1, HBL_SHAPES);
    for (; shape->kind == HB_MASK && world->shape_room < count; world->shape_room++) {
        reserve_entry(L, -1, world->shape_room + 1);
    }
    lua_getiuservalue(L, 1, HBL_NUMBERS);
    lua_pushvalue(L, 2);
    lua_pushboolean(L, false);
    lua_rawset(L, -3);
    lua_pop(L, 3);
}

/* Set the number of the item at 2, which has an entry, or nil if there is none. [-1, +0] */
static void set_number(lua_State *L)
{
    lua_getiuservalue(L, 1, HBL_NUMBERS);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -3);
    lua_rawset(L, -3);
    lua_pop(L, 2);
}

/* Check again that the item at 2 is new, and the bits of its layers, and add it: from here on no
 * collector runs, so all steps are done or none. The options follow `arg`. [-0, +0, v] */
static void enter_item(lua_State *L, hbl_world *world, hb_item_def *def, hbl_record record, int arg)
{
    check_new_item(L, world, 2);
    int layer_count = world->layer_count;
    def->layers = hbl_layers_at(L, arg + OPTION_LAYER, arg, "layer", &layer_count);
    if (!lua_isnil(L, arg + OPTION_MASK)) {
        def->mask = hbl_layers_at(L, arg + OPTION_MASK, arg, "mask", &layer_count);
    }
    hbl_read_responses(L, arg + OPTION_RESPONSES, arg + OPTION_FIRST_RESPONSE, arg, &layer_count,
                       record.responses);
    reserve_entries(L, world, &def->shape);
    hb_id id;
    hb_status status = hb_world_add(world->core, def, &id);
    if (status != HB_OK) {
        lua_pushnil(L);
        set_number(L);
        hbl_check_status(L, 5, "every edge of the shape", status);
    }
    uint32_t index = hb_id_index(id);
    assert(index < world->record_count);
    lua_getiuservalue(L, 1, HBL_ITEMS);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, (lua_Integer)index + 1);
    lua_pop(L, 1);
    lua_pushinteger(L, (lua_Integer)index + 1);
    set_number(L);
    record.version = ++world->version;
    world->records[index] = record;
    world->layer_count = layer_count;
    world->used_layers |= def->layers;
    hbl_note_reach(world, &def->shape, def->scale);
    hbl_keep_address(L, world, 2, id);
    keep_shape(L, index, 5, &def->shape);
}

/* world:add(item, x, y, w, h[, options]) or add(item, x, y, shape[, options]) -> item
 * [-0, +1, v] */
static int world_add(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    check_new_item(L, world, 2);
    hb_item_def def = hb_default_item();
    def.x = hbl_coord(L, 3, "x");
    def.y = hbl_coord(L, 4, "y");
    hbl_extent from = hbl_check_extent(L, 5);
    int arg = from.next;
    lua_settop(L, arg);
    hbl_options(L, arg, add_options);
    hbl_push_responses(L, arg + OPTION_RESPONSES, arg);

    hbl_record record = {.response = HB_SLIDE};
    hbl_read_anchor(L, arg, arg + OPTION_ANCHOR, &record);
    if (!lua_isnil(L, arg + OPTION_ANGLE)) {
        def.angle = hbl_coord_at(L, arg + OPTION_ANGLE, arg, "angle");
    }
    if (!lua_isnil(L, arg + OPTION_SCALE)) {
        def.scale = hbl_size_at(L, arg + OPTION_SCALE, arg, "scale");
    }
    def.shape = hbl_push_shape(L, 5, &from, &record);
    if (lua_isnil(L, arg + OPTION_LAYER)) {
        lua_pushliteral(L, "default");
        lua_replace(L, arg + OPTION_LAYER);
    }
    if (!lua_isnil(L, arg + OPTION_RESPONSE)) {
        record.response = hbl_response_at(L, arg + OPTION_RESPONSE, arg, "response");
    }
    if (!lua_isnil(L, arg + OPTION_MOVER_RESPONSE)) {
        def.mover_response = hbl_response_at(L, arg + OPTION_MOVER_RESPONSE, arg, "moverResponse");
    }
    if (!lua_isnil(L, arg + OPTION_TAG)) {
        def.user_data = (uint64_t)hbl_integer_at(L, arg + OPTION_TAG, arg, "tag");
    }
    def.one_way = hbl_one_way_at(L, arg + OPTION_ONE_WAY, arg, record.mirrored);
    reserve_record(L, world);
    enter_item(L, world, &def, record, arg);
    lua_settop(L, 2);
    return 1;
}

/* ---- Changing items -------------------------------------------------------------------------- */

/* world:remove(item) [-0, +0, v] */
static int world_remove(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, 2);
    hbl_hold_hits(L, world, id);
    if (world->ffi.steps > 0.0) {
        lua_getiuservalue(L, 1, HBL_GONE);
        hbl_push_id(L, id);
        lua_pushvalue(L, 2);
        lua_rawset(L, -3);
        world->gone_count++;
    }
    hbl_check_status(L, 2, "item", hb_world_remove(world->core, id));
    hbl_forget_address(L, world, 2);
    world->records[hb_id_index(id)].version = 0;
    world->version++;
    world->ffi.removals++;
    world->ffi.queries++;
    keep_shape(L, hb_id_index(id), 0, NULL);
    lua_getiuservalue(L, 1, HBL_ITEMS);
    lua_pushboolean(L, false); /* not nil, so that the table stays an array */
    lua_rawseti(L, -2, (lua_Integer)hb_id_index(id) + 1);
    lua_pushnil(L);
    set_number(L);
    return 0;
}

static void mirror_one_way(hb_world *core, hb_id id)
{
    hb_item item;
    if (hb_world_get_item(core, id, &item) == HB_OK) {
        (void)hb_world_set_one_way(core, id, (hb_vec){0.0 - item.one_way.x, item.one_way.y});
    }
}

/* Set the shape and position of an item. [-0, +2, v] */
static void reshape(lua_State *L, hbl_world *world, int arg, const hb_shape *shape,
                    hbl_record record, double x, double y)
{
    hb_id id = hbl_check_item(L, world, 2);
    reserve_shape(L, hb_id_index(id), shape);
    id = hbl_check_item(L, world, 2);
    hb_status status = hb_world_set_shape(hbl_core(L, world), id, shape, x, y);
    hbl_check_status(L, arg, "every edge of the shape", status);
    hb_item item;
    hbl_read_item(L, world, 2, &item);
    hbl_note_reach(world, shape, item.scale);
    if (record.mirrored != world->records[hb_id_index(id)].mirrored) {
        mirror_one_way(world->core, id);
    }
    record.version = ++world->version;
    world->records[hb_id_index(id)] = record;
    keep_shape(L, hb_id_index(id), arg, shape);
}

/* The common update: only a position, and no wrong argument. [-0, +0] @return whether it was done
 * */
static bool place_fast(lua_State *L, const hbl_world *world)
{
    if (lua_gettop(L) != 4 || lua_type(L, 3) != LUA_TNUMBER || lua_type(L, 4) != LUA_TNUMBER) {
        return false;
    }
    hb_id id = hbl_find_item(L, world, 2);
    return id != 0 && hb_world_set_position_at(world->core, hb_id_index(id), lua_tonumber(L, 3),
                                               lua_tonumber(L, 4)) == HB_OK;
}

/* world:update(item, x, y[, w, h]) or update(item, x, y, shape): set the position, and the size or
 * shape if given; anchor, facing, angle and scale stay [-0, +0, v] */
static int world_update(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    if (place_fast(L, world)) {
        return 0;
    }
    hb_id id = hbl_check_item(L, world, 2);
    double x = hbl_coord(L, 3, "x"), y = hbl_coord(L, 4, "y");
    if (lua_isnoneornil(L, 5)) {
        hb_status status = hb_world_set_position(world->core, id, x, y);
        hbl_check_status(L, 3, "every edge of the shape", status);
        return 0;
    }
    hbl_extent to = hbl_check_extent(L, 5);
    hbl_record record = world->records[hb_id_index(id)];
    hb_shape shape = hbl_push_shape(L, 5, &to, &record);
    reshape(L, world, 5, &shape, record, x, y);
    return 0;
}

/* Test the option `fits` of a reshape, and push the item in the way, or nil. [-0, +1, v]
 * @return whether there is one */
static bool push_hindrance(lua_State *L, const hbl_world *world, int arg, const hb_shape *shape)
{
    void *room = hbl_push_room(L, shape);
    hb_item item;
    hbl_read_item(L, world, 2, &item);
    hb_shape placed;
    hb_status status = hb_shape_transform(shape, hbl_pose_of(&item), room, &placed);
    hbl_check_status(L, 3, "every edge of the shape", status);
    int option = arg + OPTION_FITS;
    hbl_mover mover = {.id = item.id, .item = 2, .arg = arg};
    if (lua_type(L, option) != LUA_TBOOLEAN) {
        hbl_read_filter(L, option, arg, &mover);
    }
    return lua_toboolean(L, option) && hbl_push_blocker(L, world, &mover, &placed);
}

/* world:reshape(item, w, h[, options]) or reshape(item, shape[, options]) -> true, or false and the
 * item in the way: the position of its anchor stays; the options are anchor and facing, which stay
 * by default, and fits [-0, +2, v] */
static int world_reshape(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, 2);
    hbl_extent to = hbl_check_extent(L, 3);
    int arg = to.next;
    lua_settop(L, arg);
    hbl_options(L, arg, reshape_options);
    id = hbl_check_item(L, world, 2);
    hbl_record record = world->records[hb_id_index(id)];
    hbl_read_anchor(L, arg, arg + OPTION_ANCHOR, &record);
    hb_shape shape = hbl_push_shape(L, 3, &to, &record);
    if (!lua_isnil(L, arg + OPTION_FITS) && push_hindrance(L, world, arg, &shape)) {
        lua_pushboolean(L, false);
        lua_insert(L, -2);
        return 2;
    }
    hb_item item;
    hbl_read_item(L, world, 2, &item);
    reshape(L, world, 3, &shape, record, item.x, item.y);
    lua_pushboolean(L, true);
    return 1;
}

/* world:setTransform(item, angle[, scale]): set the angle and scale about the anchor [-0, +0, v] */
static int world_set_transform(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_item item;
    hbl_read_item(L, world, 2, &item);
    hb_transform pose = hbl_pose_of(&item);
    pose.angle = hbl_coord(L, 3, "angle");
    if (!lua_isnoneornil(L, 4)) {
        pose.scale = hbl_size(L, 4, "scale");
    }
    hb_status status = hb_world_set_transform(world->core, item.id, pose);
    hbl_check_status(L, 3, "every edge of the shape", status);
    hb_shape made;
    hbl_check_status(L, 2, "item", hb_world_get_shape(world->core, item.id, HB_FORM_LOCAL, &made));
    hbl_note_reach(world, &made, pose.scale);
    return 0;
}

/* world:setOneWay(item, side): a side, {x, y}, or false for all sides [-0, +0, v] */
static int world_set_one_way(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, 2);
    lua_settop(L, 3);
    hb_vec side = hbl_one_way_at(L, 3, 3, world->records[hb_id_index(id)].mirrored);
    hbl_check_status(L, 2, "item", hb_world_set_one_way(world->core, id, side));
    return 0;
}

/* ---- Readers --------------------------------------------------------------------------------- */

/* world:has(item) -> boolean [-0, +1, v] */
static int world_has(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    lua_settop(L, 2);
    lua_pushboolean(L, hbl_find_item(L, world, 2) != 0);
    return 1;
}

/* world:items([out]) -> the items in the order of adding [-0, +1, v] */
static int world_items(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    lua_Integer old_count = hbl_out_table(L, 2), count = 0;
    lua_settop(L, 2);
    lua_getiuservalue(L, 1, HBL_ITEMS);
    const hb_world *core = hbl_core(L, world);
    for (hb_id id = hb_world_next(core, 0); id != 0; id = hb_world_next(core, id)) {
        lua_rawgeti(L, 3, (lua_Integer)hb_id_index(id) + 1);
        lua_rawseti(L, 2, ++count);
    }
    hbl_clear_rest(L, 2, count, old_count);
    lua_settop(L, 2);
    return 1;
}

/* The handle of the item at `arg`. *out is its shape, which points into the world. [-0, +0, v] */
static hb_id get_shape(lua_State *L, const hbl_world *world, int arg, hb_shape_form form,
                       hb_shape *out)
{
    hb_id id = hbl_check_item(L, world, arg);
    hbl_check_status(L, arg, "item", hb_world_get_shape(world->core, id, form, out));
    return id;
}

/* world:position(item) -> x, y of its anchor [-0, +2, v] */
static int world_position(lua_State *L)
{
    hb_item item;
    hbl_read_item(L, hbl_check_world(L), 2, &item);
    lua_pushnumber(L, item.x);
    lua_pushnumber(L, item.y);
    return 2;
}

/* world:angle(item) -> angle, scale [-0, +2, v] */
static int world_angle(lua_State *L)
{
    hb_item item;
    hbl_read_item(L, hbl_check_world(L), 2, &item);
    lua_pushnumber(L, item.angle);
    lua_pushnumber(L, item.scale);
    return 2;
}

/* world:rect(item) -> x, y, w, h: left, top and size of its bounds. The size is that of the shape
 * about its anchor, so that 0.1 comes back as 0.1 wherever the item is [-0, +4, v] */
static int world_rect(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hb_shape turned, placed;
    (void)get_shape(L, world, 2, HB_FORM_ROTATED, &turned);
    (void)get_shape(L, world, 2, HB_FORM_WORLD, &placed);
    hb_aabb size = turned.bounds;
    lua_pushnumber(L, placed.bounds.x0);
    lua_pushnumber(L, placed.bounds.y0);
    lua_pushnumber(L, size.x1 - size.x0);
    lua_pushnumber(L, size.y1 - size.y0);
    return 4;
}

/* world:edges(item) -> left, top, right, bottom of its bounds, without the rounding of left plus
 * width in rect [-0, +4, v] */
static int world_edges(lua_State *L)
{
    hb_shape placed;
    (void)get_shape(L, hbl_check_world(L), 2, HB_FORM_WORLD, &placed);
    lua_pushnumber(L, placed.bounds.x0);
    lua_pushnumber(L, placed.bounds.y0);
    lua_pushnumber(L, placed.bounds.x1);
    lua_pushnumber(L, placed.bounds.y1);
    return 4;
}

/* world:shape(item) -> its shape in world coordinates [-0, +1, v] */
static int world_shape(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    size_t room;
    hbl_shape *copy;
    hb_shape placed;
    hb_id id = get_shape(L, world, 2, HB_FORM_WORLD, &placed);
    do { /* again if making room ran a finalizer that set a larger shape */
        room = hb_shape_bytes(&placed);
        copy = hbl_new_shape(L, room);
        id = get_shape(L, world, 2, HB_FORM_WORLD, &placed);
    } while (hb_shape_bytes(&placed) > room);
    hb_shape_copy(&placed, copy->room, &copy->shape);
    lua_getiuservalue(L, 1, HBL_SHAPES);
    lua_rawgeti(L, -1, (lua_Integer)hb_id_index(id) + 1);
    lua_setiuservalue(L, -3, HBL_LEANS_ON);
    lua_pop(L, 1);
    return 1;
}

/* world:contact(a, b[, policy]) -> nx, ny, depth, px, py[, qx, qy] | nil: the contact of two
 * items, as contact(a, b) of two shapes; by the world's policy if nil
 * [-0, +1|5|7, v] */
static int world_contact(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hb_shape a, b;
    (void)get_shape(L, world, 2, HB_FORM_WORLD, &a);
    (void)get_shape(L, world, 3, HB_FORM_WORLD, &b);
    hb_policy mode =
        lua_isnoneornil(L, 4) ? hb_world_get_policy(world->core) : hbl_policy_for(L, 4, &a, &b);
    return hbl_push_contact(L, &a, &b, mode);
}

const luaL_Reg hbl_item_methods[] = {
    {"add", world_add},
    {"remove", world_remove},
    {"update", world_update},
    {"reshape", world_reshape},
    {"setTransform", world_set_transform},
    {"setOneWay", world_set_one_way},
    {"has", world_has},
    {"items", world_items},
    {"position", world_position},
    {"angle", world_angle},
    {"rect", world_rect},
    {"edges", world_edges},
    {"shape", world_shape},
    {"contact", world_contact},
    {NULL, NULL},
};
