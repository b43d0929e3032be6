/// Tests whether an item fits with another shape, pose or position, and pushes an item out of
/// overlaps. May call the core, responses.h and Lua's API.
#include "responses.h"

/* world:fits(item, options, filter) */
enum { ITEM = 2, OPTIONS, FILTER };

static const char *const names[] = {"x",      "y",      "w",     "h",     "shape",
                                    "anchor", "facing", "angle", "scale", NULL};
enum { AT_X = FILTER + 1, AT_Y, AT_W, AT_H, AT_SHAPE, AT_ANCHOR, AT_FACING, AT_ANGLE, AT_SCALE };

/* Up to this number, hits need no memory of Lua, which would be garbage in each tick. */
enum { FEW = 16 };

/* Find the items that would be overlapped, in `few`, or in a block of memory if there are more.
 * Push that block, or nil. [-0, +1, v] */
static const hb_id *push_blockers(lua_State *L, const hbl_world *world, hb_id id,
                                  const hb_shape *placed, hb_id few[FEW], int *count)
{
    int capacity = FEW;
    hb_id *ids = few;
    lua_pushnil(L);
    for (;;) {
        *count = hb_world_query_blockers(hbl_core(L, world), id, placed, ids, capacity);
        if (*count <= capacity) {
            return ids;
        }
        capacity = *count;
        lua_pop(L, 1);
        ids = lua_newuserdatauv(L, (size_t)capacity * sizeof *ids, 0);
    }
}

/* The overlap of the mover with an item, for a filter. */
static bool hit_of(const hb_world *core, hb_id other, const hb_shape *placed, hb_hit *hit)
{
    hb_shape obstacle;
    hb_contact contact;
    if (hb_world_get_shape(core, other, HB_FORM_WORLD, &obstacle) != HB_OK ||
        !hb_shape_contact(&obstacle, placed, HB_OVERLAP, &contact)) {
        return false;
    }
    *hit = (hb_hit){.other = other, .normal = contact.normal, .inside = true};
    return true;
}

bool hbl_push_blocker(lua_State *L, const hbl_world *world, const hbl_mover *mover,
                      const hb_shape *placed)
{
    int count, base = lua_gettop(L);
    hb_id few[FEW];
    const hb_id *ids = push_blockers(L, world, mover->id, placed, few, &count);
    lua_getiuservalue(L, 1, HBL_ITEMS);
    for (int i = 0; i < count; i++) {
        hb_hit hit;
        if (!hit_of(hbl_core(L, world), ids[i], placed, &hit)) {
            continue; /* a filter has moved or removed it meanwhile */
        }
        lua_rawgeti(L, base + 2, (lua_Integer)hb_id_index(ids[i]) + 1);
        if (hbl_answer(L, world, mover, &hit, NULL) >= HB_STOP) {
            lua_replace(L, base + 1);
            lua_settop(L, base + 1);
            return true;
        }
        lua_pop(L, 1);
    }
    lua_settop(L, base);
    lua_pushnil(L);
    return false;
}

/* Push a copy of the item's original shape. A finalizer that runs during the allocation may give
 * the item a larger shape: then try again. [-0, +2, v] */
static hb_shape push_own_shape(lua_State *L, const hbl_world *world, hb_id id)
{
    hb_shape shape, copy;
    size_t room;
    void *memory;
    hbl_check_status(L, ITEM, "item",
                     hb_world_get_shape(hbl_core(L, world), id, HB_FORM_LOCAL, &shape));
    do {
        room = hb_shape_bytes(&shape);
        memory = hbl_push_room(L, &shape);
        hbl_check_status(L, ITEM, "item",
                         hb_world_get_shape(hbl_core(L, world), id, HB_FORM_LOCAL, &shape));
    } while (hb_shape_bytes(&shape) > room);
    hb_shape_copy(&shape, memory, &copy);
    lua_getiuservalue(L, 1, HBL_SHAPES); /* a mask's pixels stay, whatever a filter removes */
    lua_rawgeti(L, -1, (lua_Integer)hb_id_index(id) + 1);
    lua_remove(L, -2);
    return copy;
}

/* Push the shape to test, about its anchor: a new one, or the item's own. [-0, +2, v] */
static hb_shape push_shape(lua_State *L, const hbl_world *world, hb_id id)
{
    hbl_record record = world->records[hb_id_index(id)];
    hbl_extent to = {.shape = NULL};
    bool sized = !lua_isnil(L, AT_W) || !lua_isnil(L, AT_H);
    if (!lua_isnil(L, AT_SHAPE)) {
        if (sized) {
            hbl_arg_error(L, OPTIONS, "give either w and h, or shape");
        }
        to.shape = hbl_to_shape(L, AT_SHAPE);
        if (to.shape == NULL) {
            hbl_arg_error(L, OPTIONS, "shape expected for shape, got %s",
                          hbl_type_name(L, AT_SHAPE));
        }
    } else if (sized) {
        to.w = hbl_size_at(L, AT_W, OPTIONS, "w");
        to.h = hbl_size_at(L, AT_H, OPTIONS, "h");
    } else if (!lua_isnil(L, AT_ANCHOR) || !lua_isnil(L, AT_FACING)) {
        hbl_arg_error(L, OPTIONS, "anchor and facing need w and h, or shape");
    } else {
        return push_own_shape(L, world, id);
    }
    hbl_read_anchor(L, OPTIONS, AT_ANCHOR, &record);
    return hbl_push_shape(L, OPTIONS, &to, &record);
}

/* [-0, +0, v] */
static hb_transform read_pose(lua_State *L, const hbl_world *world)
{
    hb_item item;
    hbl_read_item(L, world, ITEM, &item);
    hb_transform pose = hbl_pose_of(&item);
    if (!lua_isnil(L, AT_X)) {
        pose.x = hbl_coord_at(L, AT_X, OPTIONS, "x");
    }
    if (!lua_isnil(L, AT_Y)) {
        pose.y = hbl_coord_at(L, AT_Y, OPTIONS, "y");
    }
    if (!lua_isnil(L, AT_ANGLE)) {
        pose.angle = hbl_coord_at(L, AT_ANGLE, OPTIONS, "angle");
    }
    if (!lua_isnil(L, AT_SCALE)) {
        pose.scale = hbl_size_at(L, AT_SCALE, OPTIONS, "scale");
    }
    return pose;
}

/* world:fits(item[, options[, filter]]) -> true, or false and the item in the way [-0, +2, v] */
static int world_fits(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, ITEM);
    lua_settop(L, FILTER);
    hbl_options(L, OPTIONS, names);
    id = hbl_check_item(L, world, ITEM); /* again, as a finalizer may have run */
    hbl_mover mover = {.id = id, .item = ITEM, .arg = FILTER};
    hb_transform pose = read_pose(L, world);
    hb_shape shape = push_shape(L, world, id), placed;
    void *room = hbl_push_room(L, &shape);
    hbl_check_status(L, OPTIONS, "every edge of the shape",
                     hb_shape_transform(&shape, pose, room, &placed));
    if (!hb_policy_applies(hb_world_get_policy(hbl_core(L, world)), placed.kind, placed.kind)) {
        return hbl_pixel_error(L, OPTIONS);
    }
    hbl_read_filter(L, FILTER, FILTER, &mover);
    bool blocked = hbl_push_blocker(L, world, &mover, &placed);
    lua_pushboolean(L, !blocked);
    lua_insert(L, -2);
    return 2;
}

/* ---- Depenetration --------------------------------------------------------------------------- */

/* world:depenetrate(item, filter, maxDistance) */
enum { DEPENETRATE_FILTER = 3, MAX_DISTANCE, DEPENETRATE_HITS, DEPENETRATE_ITEMS };

hb_hit *hbl_grow_hits(lua_State *L, int index, const hb_hit *hits, int count, int *capacity)
{
    *capacity *= 2;
    hb_hit *grown = lua_newuserdatauv(L, (size_t)*capacity * sizeof *grown, 0);
    for (int i = 0; i < count; i++) {
        grown[i] = hits[i];
    }
    lua_replace(L, index);
    return grown;
}

/* [-0, +0, v] */
static void respond_by_filter(lua_State *L, const hbl_world *world, const hbl_mover *mover,
                              hb_depenetration *on)
{
    hb_hit hit = on->hits[on->count - 1];
    lua_rawgeti(L, DEPENETRATE_ITEMS, (lua_Integer)hb_id_index(hit.other) + 1);
    hb_response response = hbl_answer(L, world, mover, &hit, NULL);
    lua_pop(L, 1);
    hb_depenetrate_respond(on, response);
}

/* world:depenetrate(item[, filter[, maxDistance]]) -> whether it is free, x, y [-0, +3, v] */
static int world_depenetrate(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, ITEM);
    lua_settop(L, MAX_DISTANCE);
    hbl_mover mover = {.id = id, .item = ITEM, .arg = DEPENETRATE_FILTER};
    hbl_read_filter(L, DEPENETRATE_FILTER, DEPENETRATE_FILTER, &mover);
    double max =
        lua_isnil(L, MAX_DISTANCE) ? HB_MAX_COORD : hbl_size(L, MAX_DISTANCE, "maxDistance");
    mover.id = hbl_check_item(L, world, ITEM); /* again, as the collector may have run */
    hb_depenetration on;
    hb_hit few[FEW];
    hb_status status = hb_depenetrate_begin(&on, world->core, mover.id, max, few, FEW);
    hbl_check_status(L, ITEM, "item", status);
    lua_pushnil(L);
    lua_getiuservalue(L, 1, HBL_ITEMS);
    while (hb_depenetrate_next(&on, &status) || status == HB_BUFFER_FULL) {
        if (status == HB_BUFFER_FULL) {
            on.hits = hbl_grow_hits(L, DEPENETRATE_HITS, on.hits, on.count, &on.capacity);
        } else {
            respond_by_filter(L, world, &mover, &on);
        }
        (void)hbl_core(L, world); /* a finalizer may have destroyed it */
    }
    if (status == HB_OK) { /* else a filter removed it */
        hbl_check_status(L, ITEM, "item", hb_depenetrate_end(&on, NULL, NULL));
    }
    lua_pushboolean(L, on.is_free);
    lua_pushnumber(L, on.position.x);
    lua_pushnumber(L, on.position.y);
    return 3;
}

const luaL_Reg hbl_fit_methods[] = {
    {"fits", world_fits},
    {"depenetrate", world_depenetrate},
    {NULL, NULL},
};
