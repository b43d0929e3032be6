/// Shapes as a script sees them: immutable userdata, equal by value.
#include "binding.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

static const char *const kind_names[] = {"point",   "aabb", "circle", "segment",
                                         "capsule", "box",  "polygon"}; /* as in hb_kind */

hbl_shape *hbl_new_shape(lua_State *L, int count)
{
    size_t corners = count > HB_LOCAL_POINTS ? (size_t)count : 0;
    size_t size = sizeof(hbl_shape) + corners * sizeof(hb_vec);
    hbl_shape *made = lua_newuserdatauv(L, size, 0);
    made->shape = (hb_shape){0};
    lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_shape_key);
    lua_setmetatable(L, -2);
    return made;
}

const hb_shape *hbl_to_shape(lua_State *L, int index)
{
    const hbl_shape *made = lua_touserdata(L, index);
    if (made == NULL || !lua_getmetatable(L, index)) {
        return NULL;
    }
    bool ours = lua_rawequal(L, -1, lua_upvalueindex(HBL_UP_SHAPE));
    lua_pop(L, 1);
    return ours ? &made->shape : NULL;
}

const hb_shape *hbl_check_shape(lua_State *L, int arg, const char *name)
{
    const hb_shape *shape = hbl_to_shape(L, arg);
    if (shape == NULL) {
        hbl_arg_error(L, arg, "shape expected for %s, got %s", name, hbl_type_name(L, arg));
    }
    return shape;
}

/* ---- Makers ---------------------------------------------------------------------------------- */

/* Push a shape that was just made of checked numbers. What can still be refused is a corner that
 * these put outside the domain together, as x + w. [-0, +1, v] */
static int push_made(lua_State *L, const hb_shape *shape, hb_status status)
{
    if (status != HB_OK) {
        return hbl_status_error(L, 1, "every edge of the shape", status);
    }
    hbl_new_shape(L, 0)->shape = *shape;
    return 1;
}

/* point(x, y) [-0, +1, v] */
static int make_point(lua_State *L)
{
    double x = hbl_coord(L, 1, "x"), y = hbl_coord(L, 2, "y");
    hb_shape shape;
    hb_status status = hb_make_point(&shape, x, y);
    return push_made(L, &shape, status);
}

/* aabb(x, y, w, h) [-0, +1, v] */
static int make_aabb(lua_State *L)
{
    double x = hbl_coord(L, 1, "x"), y = hbl_coord(L, 2, "y");
    double w = hbl_size(L, 3, "w"), h = hbl_size(L, 4, "h");
    hb_shape shape;
    hb_status status = hb_make_aabb(&shape, x, y, w, h);
    return push_made(L, &shape, status);
}

/* aabbCorners(x1, y1, x2, y2): any two opposite corners [-0, +1, v] */
static int make_aabb_corners(lua_State *L)
{
    double x1 = hbl_coord(L, 1, "x1"), y1 = hbl_coord(L, 2, "y1");
    double x2 = hbl_coord(L, 3, "x2"), y2 = hbl_coord(L, 4, "y2");
    hb_aabb edges = {fmin(x1, x2), fmin(y1, y2), fmax(x1, x2), fmax(y1, y2)};
    hb_shape shape;
    hb_status status = hb_make_aabb_edges(&shape, edges);
    return push_made(L, &shape, status);
}

/* aabbCenter(cx, cy, w, h): halves are not truncated, so an odd size has its edges at .5
 * [-0, +1, v] */
static int make_aabb_center(lua_State *L)
{
    double cx = hbl_coord(L, 1, "cx"), cy = hbl_coord(L, 2, "cy");
    double w = hbl_size(L, 3, "w") / 2, h = hbl_size(L, 4, "h") / 2;
    hb_shape shape;
    hb_status status = hb_make_aabb_edges(&shape, (hb_aabb){cx - w, cy - h, cx + w, cy + h});
    return push_made(L, &shape, status);
}

/* aabbAnchor(x, y, w, h, anchor) [-0, +1, v] */
static int make_aabb_anchor(lua_State *L)
{
    double x = hbl_coord(L, 1, "x"), y = hbl_coord(L, 2, "y");
    double w = hbl_size(L, 3, "w"), h = hbl_size(L, 4, "h");
    hb_aabb from = hbl_anchor_extents(hbl_anchor_at(L, 5, 5), w, h);
    hb_aabb edges = {x + from.x0, y + from.y0, x + from.x1, y + from.y1};
    hb_shape shape;
    hb_status status = hb_make_aabb_edges(&shape, edges);
    return push_made(L, &shape, status);
}

/* circle(x, y, r) [-0, +1, v] */
static int make_circle(lua_State *L)
{
    double x = hbl_coord(L, 1, "x"), y = hbl_coord(L, 2, "y"), r = hbl_size(L, 3, "r");
    hb_shape shape;
    hb_status status = hb_make_circle(&shape, x, y, r);
    return push_made(L, &shape, status);
}

/* segment(x1, y1, x2, y2) [-0, +1, v] */
static int make_segment(lua_State *L)
{
    double x1 = hbl_coord(L, 1, "x1"), y1 = hbl_coord(L, 2, "y1");
    double x2 = hbl_coord(L, 3, "x2"), y2 = hbl_coord(L, 4, "y2");
    hb_shape shape;
    hb_status status = hb_make_segment(&shape, x1, y1, x2, y2);
    return push_made(L, &shape, status);
}

/* capsule(x1, y1, x2, y2, r) [-0, +1, v] */
static int make_capsule(lua_State *L)
{
    double x1 = hbl_coord(L, 1, "x1"), y1 = hbl_coord(L, 2, "y1");
    double x2 = hbl_coord(L, 3, "x2"), y2 = hbl_coord(L, 4, "y2"), r = hbl_size(L, 5, "r");
    hb_shape shape;
    hb_status status = hb_make_capsule(&shape, x1, y1, x2, y2, r);
    return push_made(L, &shape, status);
}

/* box(cx, cy, w, h, angle) [-0, +1, v] */
static int make_box(lua_State *L)
{
    double cx = hbl_coord(L, 1, "cx"), cy = hbl_coord(L, 2, "cy");
    double w = hbl_size(L, 3, "w"), h = hbl_size(L, 4, "h"), angle = hbl_coord(L, 5, "angle");
    hb_shape shape;
    hb_status status = hb_make_box(&shape, cx, cy, w, h, angle);
    return push_made(L, &shape, status);
}

/* Number k of a corner list: argument k, or element k of the table at 1. [-0, +0, v] */
static double corner_number(lua_State *L, int k, bool in_table)
{
    int index = k;
    if (in_table) {
        lua_rawgeti(L, 1, k);
        index = lua_gettop(L);
    }
    if (!hbl_is_coord(L, index)) { /* so that a name is made up only where one is needed */
        const char *name = lua_pushfstring(L, "%c%d", k % 2 == 1 ? 'x' : 'y', (k + 1) / 2);
        (void)hbl_coord_at(L, index, in_table ? 1 : k, name);
    }
    double value = lua_tonumber(L, index);
    if (in_table) {
        lua_pop(L, 1);
    }
    return value;
}

/* @return how many numbers there are, all of them checked. [-0, +0, v] */
static int check_corners(lua_State *L, bool in_table)
{
    lua_Unsigned numbers = in_table ? lua_rawlen(L, 1) : (lua_Unsigned)lua_gettop(L);
    if (numbers > INT_MAX) {
        hbl_arg_error(L, 1, "too many corners");
    }
    int count = (int)numbers;
    for (int k = 1; k <= count; k++) {
        (void)corner_number(L, k, in_table);
    }
    if (count % 2 != 0) {
        hbl_arg_error(L, in_table ? 1 : count + 1, "number expected for y%d, got no value",
                      count / 2 + 1);
    }
    return count;
}

/* polygon(x1, y1, ...) or polygon({x1, y1, ...}[, radius]) [-0, +1, v] */
static int make_polygon(lua_State *L)
{
    bool in_table = lua_istable(L, 1);
    int count = check_corners(L, in_table) / 2;
    double radius = in_table && !lua_isnoneornil(L, 2) ? hbl_size(L, 2, "radius") : 0.0;

    hb_vec few[HB_LOCAL_POINTS], *corners = few;
    if (count > HB_LOCAL_POINTS) { /* gone when this returns */
        corners = lua_newuserdatauv(L, (size_t)count * sizeof *corners, 0);
    }
    for (int i = 0; i < count; i++) {
        corners[i].x = corner_number(L, 2 * i + 1, in_table);
        corners[i].y = corner_number(L, 2 * i + 2, in_table);
    }
    hbl_shape *made = hbl_new_shape(L, count);
    int where = 0;
    hb_status status = hb_make_polygon(&made->shape, corners, count, radius, made->corners, &where);
    if (status == HB_CONCAVE) {
        return hbl_arg_error(L, in_table ? 1 : 2 * where + 1, "outline %s: see corner %d",
                             hb_status_text(status), where + 1);
    }
    return status == HB_OK ? 1 : hbl_status_error(L, 1, "outline", status);
}

const luaL_Reg hbl_shape_makers[] = {
    {"point", make_point},
    {"aabb", make_aabb},
    {"aabbCorners", make_aabb_corners},
    {"aabbCenter", make_aabb_center},
    {"aabbAnchor", make_aabb_anchor},
    {"circle", make_circle},
    {"segment", make_segment},
    {"capsule", make_capsule},
    {"box", make_box},
    {"polygon", make_polygon},
    {NULL, NULL},
};

/* ---- Readers --------------------------------------------------------------------------------- */

/* shape:kind() -> "aabb", ... [-0, +1, v] */
static int shape_kind(lua_State *L)
{
    lua_pushstring(L, kind_names[hbl_check_shape(L, 1, "self")->kind]);
    return 1;
}

/* shape:bounds() -> x, y, w, h [-0, +4, v] */
static int shape_bounds(lua_State *L)
{
    hb_aabb box = hbl_check_shape(L, 1, "self")->bounds;
    lua_pushnumber(L, box.x0);
    lua_pushnumber(L, box.y0);
    lua_pushnumber(L, box.x1 - box.x0);
    lua_pushnumber(L, box.y1 - box.y0);
    return 4;
}

/* shape:center() -> x, y of the bounds' middle [-0, +2, v] */
static int shape_center(lua_State *L)
{
    hb_aabb box = hbl_check_shape(L, 1, "self")->bounds;
    lua_pushnumber(L, (box.x0 + box.x1) / 2);
    lua_pushnumber(L, (box.y0 + box.y1) / 2);
    return 2;
}

/* shape:radius() -> r, 0 for a shape with sharp corners [-0, +1, v] */
static int shape_radius(lua_State *L)
{
    lua_pushnumber(L, hbl_check_shape(L, 1, "self")->radius);
    return 1;
}

/* shape:points([out]) -> {x1, y1, ...}, the corners of the core [-0, +1, v] */
static int shape_points(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "self");
    lua_Integer old_count = hbl_out_table(L, 2);
    lua_settop(L, 2);
    const hb_vec *points = hb_shape_points(shape);
    for (int i = 0; i < shape->count; i++) {
        lua_pushnumber(L, points[i].x);
        lua_rawseti(L, 2, 2 * i + 1);
        lua_pushnumber(L, points[i].y);
        lua_rawseti(L, 2, 2 * i + 2);
    }
    hbl_clear_rest(L, 2, 2 * shape->count, old_count);
    return 1;
}

/* shape:placed(x, y) -> the same shape, moved by x, y [-0, +1, v] */
static int shape_placed(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "self");
    double x = hbl_coord(L, 2, "x"), y = hbl_coord(L, 3, "y");
    hbl_shape *made = hbl_new_shape(L, shape->count);
    hb_status status = hb_shape_place(shape, x, y, made->corners, &made->shape);
    return status == HB_OK ? 1 : hbl_status_error(L, 2, "every edge of the shape", status);
}

/* shape:mirrored() -> the same shape, mirrored about x = 0 [-0, +1, v] */
static int shape_mirrored(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "self");
    hbl_shape *made = hbl_new_shape(L, shape->count);
    hb_shape_mirror(shape, made->corners, &made->shape);
    return 1;
}

const luaL_Reg hbl_shape_methods[] = {
    {"kind", shape_kind},         {"bounds", shape_bounds},
    {"center", shape_center},     {"radius", shape_radius},
    {"points", shape_points},     {"placed", shape_placed},
    {"mirrored", shape_mirrored}, {NULL, NULL},
};

/* ---- Metamethods ----------------------------------------------------------------------------- */

/* [-0, +1] */
static int shape_eq(lua_State *L)
{
    const hb_shape *a = hbl_to_shape(L, 1), *b = hbl_to_shape(L, 2);
    bool same = a != NULL && b != NULL && a->kind == b->kind && a->count == b->count &&
                a->radius == b->radius;
    for (int i = 0; same && i < a->count; i++) {
        hb_vec p = hb_shape_points(a)[i], q = hb_shape_points(b)[i];
        same = p.x == q.x && p.y == q.y;
    }
    lua_pushboolean(L, same);
    return 1;
}

static void add_number(luaL_Buffer *text, const char *separator, double value)
{
    char digits[64];
    (void)snprintf(digits, sizeof digits, "%s%.14g", separator, value);
    luaL_addstring(text, digits);
}

static void add_corners(luaL_Buffer *text, const hb_vec *points, int count)
{
    for (int i = 0; i < count; i++) {
        add_number(text, i > 0 ? ", " : "", points[i].x);
        add_number(text, ", ", points[i].y);
    }
}

/* "circle(70, 16, 8)": as it was made, but for a box, of which only the corners are known, and a
 * widened polygon: "polygon({0, 0, 4, 0, 4, 3}, 2)" [-0, +1] */
static int shape_tostring(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "self");
    const hb_vec *points = hb_shape_points(shape);
    hb_kind kind = shape->kind;
    bool braced = kind == HB_BOX || (kind == HB_POLYGON && shape->radius > 0.0);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    luaL_addstring(&text, kind_names[kind]);
    luaL_addstring(&text, braced ? "({" : "(");
    if (kind == HB_AABB) {
        hb_aabb box = shape->bounds;
        add_corners(&text, (hb_vec[]){{box.x0, box.y0}, {box.x1 - box.x0, box.y1 - box.y0}}, 2);
    } else if (kind == HB_SEGMENT || kind == HB_CAPSULE) {
        add_corners(&text, (hb_vec[]){points[0], points[shape->count - 1]}, 2);
    } else {
        add_corners(&text, points, shape->count);
    }
    luaL_addstring(&text, braced ? "}" : "");
    if (kind == HB_CIRCLE || kind == HB_CAPSULE || shape->radius > 0.0) {
        add_number(&text, ", ", shape->radius);
    }
    luaL_addchar(&text, ')');
    luaL_pushresult(&text);
    return 1;
}

const luaL_Reg hbl_shape_metamethods[] = {
    {"__eq", shape_eq},
    {"__tostring", shape_tostring},
    {NULL, NULL},
};
