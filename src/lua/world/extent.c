/// The extent of an item: a rectangle or a shape, about its anchor, with its facing. May call the
/// core and Lua's API.
#include "../binding.h"

hbl_extent hbl_check_extent(lua_State *L, int arg)
{
    const hb_shape *shape = hbl_to_shape(L, arg);
    if (shape != NULL) {
        return (hbl_extent){.shape = shape, .next = arg + 1};
    }
    if (lua_type(L, arg) != LUA_TNUMBER) {
        hbl_arg_error(L, arg, "number or shape expected for w, got %s", hbl_type_name(L, arg));
    }
    double w = hbl_size(L, arg, "w"), h = hbl_size(L, arg + 1, "h");
    return (hbl_extent){.w = w, .h = h, .next = arg + 2};
}

void *hbl_push_room(lua_State *L, const hb_shape *shape)
{
    size_t size = hb_shape_bytes(shape);
    if (size == 0) {
        lua_pushnil(L);
        return NULL;
    }
    return lua_newuserdatauv(L, size, 0);
}

hb_shape hbl_push_shape(lua_State *L, int arg, const hbl_extent *from, const hbl_record *record)
{
    hb_shape shape = {0};
    hb_status status = HB_OK;
    if (from->shape == NULL) {
        hb_aabb edges = hbl_anchor_extents(record->anchor, from->w, from->h);
        status = hb_make_aabb_edges(&shape, edges);
        lua_pushnil(L);
    } else if (record->anchor.unit == HBL_ANCHOR_NONE) {
        shape = *from->shape;
        lua_pushnil(L);
    } else {
        hb_aabb box = from->shape->bounds;
        hb_aabb edges = hbl_anchor_extents(record->anchor, box.x1 - box.x0, box.y1 - box.y0);
        void *room = hbl_push_room(L, from->shape);
        status =
            hb_shape_translate(from->shape, edges.x0 - box.x0, edges.y0 - box.y0, room, &shape);
    }
    if (status != HB_OK) {
        hbl_status_error(L, arg, "every edge of the shape", status);
    }
    if (record->mirrored) {
        hb_shape about_anchor = shape;
        hb_shape_mirror(&about_anchor, hbl_push_room(L, &about_anchor), &shape);
    } else {
        lua_pushnil(L);
    }
    return shape;
}

void hbl_read_anchor(lua_State *L, int arg, int index, hbl_record *record)
{
    int facing = index + 1;
    if (!lua_isnil(L, index)) {
        record->anchor = hbl_anchor_at(L, index, arg);
    }
    if (!lua_isnil(L, facing)) {
        double facing_sign = hbl_coord_at(L, facing, arg, "facing");
        if (facing_sign != 1.0 && facing_sign != -1.0) {
            hbl_arg_error(L, arg, "facing must be 1 or -1, got %s", hbl_number_text(L, facing));
        }
        record->mirrored = facing_sign < 0.0;
    }
}

hb_vec hbl_one_way_at(lua_State *L, int index, int arg, bool mirrored)
{
    static const char *const sides[] = {"above", "below", "left", "right", NULL};
    static const hb_vec directions[] = {{0.0, -1.0}, {0.0, 1.0}, {-1.0, 0.0}, {1.0, 0.0}};
    hb_vec direction = {0.0, 0.0};
    if (lua_type(L, index) == LUA_TSTRING) {
        direction = directions[hbl_name_at(L, index, arg, "side", sides)];
    } else if (lua_istable(L, index)) {
        lua_rawgeti(L, index, 1);
        lua_rawgeti(L, index, 2);
        direction.x = hbl_coord_at(L, -2, arg, "oneWay[1]");
        direction.y = hbl_coord_at(L, -1, arg, "oneWay[2]");
        lua_pop(L, 2);
    } else if (lua_toboolean(L, index) || lua_type(L, index) == LUA_TNUMBER) {
        hbl_arg_error(L, arg, "side, {x, y} or false expected for oneWay, got %s",
                      hbl_type_name(L, index));
    }
    direction.x = mirrored ? 0.0 - direction.x : direction.x;
    return direction;
}
