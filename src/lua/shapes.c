/// Shapes in Lua: immutable userdata, equal by value. May call the core and Lua's API.
///
/// A rotated, scaled, mirrored or translated shape is computed from the original and one pose,
/// which combines all transforms: ten thousand rotations in a row do not deform it.
#include "binding.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const kind_names[] = {"point", "aabb",    "circle",  "segment",  "capsule",
                                         "box",   "polygon", "ellipse", "compound", "mask"};

const char *hbl_kind_name(hb_shape_kind kind)
{
    return kind_names[kind];
}

hbl_shape *hbl_new_shape(lua_State *L, size_t room)
{
    hbl_shape *made = lua_newuserdatauv(L, sizeof *made + room, 1);
    made->shape = (hb_shape){0};
    made->made = &made->shape;
    made->pose = hb_transform_at(0.0, 0.0);
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

/* shape:axes() -> ux, uy, vx, vy, the half axes of an ellipse | nil [-0, +1|4, v] */
static int shape_axes(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "self");
    if (shape->kind != HB_ELLIPSE) {
        lua_pushnil(L);
        return 1;
    }
    for (int i = 1; i <= 2; i++) {
        lua_pushnumber(L, shape->local[i].x);
        lua_pushnumber(L, shape->local[i].y);
    }
    return 4;
}

/* shape:parts([out]) -> {shape, ...}, those of a compound; of any other shape itself [-0, +1, v] */
static int shape_parts(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "self");
    lua_Integer old_count = hbl_out_table(L, 2);
    lua_settop(L, 2);
    int count = shape->kind == HB_COMPOUND ? shape->part_count : 0;
    for (int i = 0; i < count; i++) {
        const hb_shape *part = &shape->parts[i];
        hbl_shape *copy = hbl_new_shape(L, hb_shape_bytes(part));
        hb_shape_copy(part, copy->room, &copy->shape);
        lua_rawseti(L, 2, i + 1);
    }
    if (shape->kind != HB_COMPOUND) {
        lua_pushvalue(L, 1);
        lua_rawseti(L, 2, ++count);
    }
    hbl_clear_rest(L, 2, count, old_count);
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

/* shape:corePointer() -> the hb_shape, as light userdata, for hosts in C that draw it
 * [-0, +1, v] */
static int shape_core_pointer(lua_State *L)
{
    lua_pushlightuserdata(L, (void *)(uintptr_t)hbl_check_shape(L, 1, "self"));
    return 1;
}

/* ---- Poses ----------------------------------------------------------------------------------- */

/* Push the shape at 1 with one more pose. Checked numbers can still fail: a corner outside of the
 * domain, or a mask that cannot be rotated. [-0, +1, v] */
static int push_posed(lua_State *L, hb_transform next)
{
    const hbl_shape *from = lua_touserdata(L, 1);
    hb_transform pose = hb_transform_then(from->pose, next);
    hbl_shape *made = hbl_new_shape(L, hb_shape_bytes(from->made));
    hb_status status = hb_shape_transform(from->made, pose, made->room, &made->shape);
    if (status != HB_OK) {
        return hbl_status_error(L, 2, "every edge of the shape", status);
    }
    made->made = from->made;
    made->pose = pose;
    if (from->made == &from->shape) {
        lua_pushvalue(L, 1);
    } else {
        lua_getiuservalue(L, 1, HBL_LEANS_ON);
    }
    lua_setiuservalue(L, -2, HBL_LEANS_ON);
    return 1;
}

/* shape:translated(x, y) -> the same shape, moved by x, y [-0, +1, v] */
static int shape_translated(lua_State *L)
{
    (void)hbl_check_shape(L, 1, "self");
    double x = hbl_coord(L, 2, "x"), y = hbl_coord(L, 3, "y");
    return push_posed(L, hb_transform_at(x, y));
}

/* shape:mirrored() -> the same shape, mirrored about x = 0 [-0, +1, v] */
static int shape_mirrored(lua_State *L)
{
    (void)hbl_check_shape(L, 1, "self");
    hb_transform pose = hb_transform_at(0.0, 0.0);
    pose.mirrored = true;
    return push_posed(L, pose);
}

/* shape:rotated(angle) -> the same shape, rotated about the origin [-0, +1, v] */
static int shape_rotated(lua_State *L)
{
    (void)hbl_check_shape(L, 1, "self");
    hb_transform pose = hb_transform_at(0.0, 0.0);
    pose.angle = hbl_coord(L, 2, "angle");
    return push_posed(L, pose);
}

/* shape:scaled(factor) -> the same shape, larger or smaller about the origin [-0, +1, v] */
static int shape_scaled(lua_State *L)
{
    (void)hbl_check_shape(L, 1, "self");
    hb_transform pose = hb_transform_at(0.0, 0.0);
    pose.scale = hbl_size(L, 2, "factor");
    return push_posed(L, pose);
}

/* shape:transformed{x=, y=, angle=, scale=, mirrored=} -> the same shape, mirrored, then scaled,
 * rotated and translated [-0, +1, v] */
static int shape_transformed(lua_State *L)
{
    static const char *const names[] = {"x", "y", "angle", "scale", "mirrored", NULL};
    (void)hbl_check_shape(L, 1, "self");
    lua_settop(L, 2);
    hbl_options(L, 2, names);
    hb_transform pose = hb_transform_at(0.0, 0.0);
    double *const numbers[] = {&pose.x, &pose.y, &pose.angle};
    for (int i = 0; i < 3; i++) {
        if (!lua_isnil(L, 3 + i)) {
            *numbers[i] = hbl_coord_at(L, 3 + i, 2, names[i]);
        }
    }
    if (!lua_isnil(L, 6)) {
        pose.scale = hbl_size_at(L, 6, 2, "scale");
    }
    if (!lua_isnil(L, 7) && !lua_isboolean(L, 7)) {
        hbl_arg_error(L, 2, "boolean expected for mirrored, got %s", hbl_type_name(L, 7));
    }
    pose.mirrored = lua_toboolean(L, 7);
    return push_posed(L, pose);
}

const luaL_Reg hbl_shape_methods[] = {
    {"kind", shape_kind},
    {"bounds", shape_bounds},
    {"center", shape_center},
    {"radius", shape_radius},
    {"axes", shape_axes},
    {"points", shape_points},
    {"parts", shape_parts},
    {"translated", shape_translated},
    {"mirrored", shape_mirrored},
    {"rotated", shape_rotated},
    {"scaled", shape_scaled},
    {"transformed", shape_transformed},
    {"corePointer", shape_core_pointer},
    {NULL, NULL},
};

/* ---- Metamethods ----------------------------------------------------------------------------- */

/* The number of points that define a shape: its corners, an ellipse's centre and half axes, or a
 * mask's corner and direction. */
static int own_points(const hb_shape *shape)
{
    return shape->kind == HB_ELLIPSE ? 3 : shape->kind == HB_MASK ? 2 : shape->count;
}

static bool same_part(const hb_shape *a, const hb_shape *b)
{
    bool same = a->kind == b->kind && a->count == b->count && a->radius == b->radius &&
                a->part_count == b->part_count &&
                (a->kind != HB_MASK || hb_mask_equal(a->mask, b->mask));
    for (int i = 0; same && i < own_points(a); i++) {
        hb_vec p = hb_shape_points(a)[i], q = hb_shape_points(b)[i];
        same = p.x == q.x && p.y == q.y;
    }
    return same;
}

/* [-0, +1] */
static int shape_eq(lua_State *L)
{
    const hb_shape *a = hbl_to_shape(L, 1), *b = hbl_to_shape(L, 2);
    bool same = a != NULL && b != NULL && same_part(a, b);
    for (int i = 0; same && a->kind == HB_COMPOUND && i < a->part_count; i++) {
        same = same_part(&a->parts[i], &b->parts[i]);
    }
    lua_pushboolean(L, same);
    return 1;
}

/* With a decimal point in each locale, as commas separate the numbers. */
static void add_number(luaL_Buffer *text, const char *separator, double value)
{
    char digits[64];
    (void)snprintf(digits, sizeof digits, "%.14g", value);
    size_t whole = strspn(digits, "0123456789-+e");
    luaL_addstring(text, separator);
    luaL_addlstring(text, digits, whole);
    if (digits[whole] != '\0') { /* the mark, of one byte or more */
        luaL_addchar(text, '.');
        luaL_addstring(text, digits + whole + strcspn(digits + whole, "0123456789"));
    }
}

static void add_corners(luaL_Buffer *text, const hb_vec *points, int count)
{
    for (int i = 0; i < count; i++) {
        add_number(text, i > 0 ? ", " : "", points[i].x);
        add_number(text, ", ", points[i].y);
    }
}

static void add_ellipse(luaL_Buffer *text, const hb_shape *shape)
{
    hb_vec u = shape->local[1], v = shape->local[2];
    add_corners(text, shape->local, 1);
    add_number(text, ", ", hypot(u.x, u.y));
    add_number(text, ", ", hypot(v.x, v.y));
    if (u.y != 0.0) {
        add_number(text, ", ", atan2(u.y, u.x));
    }
}

static void add_part(luaL_Buffer *text, const hb_shape *shape)
{
    const hb_vec *points = hb_shape_points(shape);
    hb_shape_kind kind = shape->kind;
    bool braced = kind == HB_BOX || (kind == HB_POLYGON && shape->radius > 0.0);
    luaL_addstring(text, kind_names[kind]);
    luaL_addstring(text, braced ? "({" : "(");
    if (kind == HB_AABB || kind == HB_MASK) {
        hb_aabb box = shape->bounds;
        add_corners(text, (hb_vec[]){{box.x0, box.y0}, {box.x1 - box.x0, box.y1 - box.y0}}, 2);
    } else if (kind == HB_SEGMENT || kind == HB_CAPSULE) {
        add_corners(text, (hb_vec[]){points[0], points[shape->count - 1]}, 2);
    } else if (kind == HB_ELLIPSE) {
        add_ellipse(text, shape);
    } else {
        add_corners(text, points, shape->count);
    }
    luaL_addstring(text, braced ? "}" : "");
    if (kind == HB_CIRCLE || kind == HB_CAPSULE || shape->radius > 0.0) {
        add_number(text, ", ", shape->radius);
    }
    luaL_addchar(text, ')');
}

/* "circle(70, 16, 8)": the call of its maker; for a box its corners, for a mask its bounds. A
 * rounded polygon is "polygon({0, 0, 4, 0, 4, 3}, 2)"
 * [-0, +1] */
static int shape_tostring(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "self");
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    if (shape->kind != HB_COMPOUND) {
        add_part(&text, shape);
    } else {
        luaL_addstring(&text, "compound(");
        for (int i = 0; i < shape->part_count; i++) {
            luaL_addstring(&text, i > 0 ? ", " : "");
            add_part(&text, &shape->parts[i]);
        }
        luaL_addchar(&text, ')');
    }
    luaL_pushresult(&text);
    return 1;
}

const luaL_Reg hbl_shape_metamethods[] = {
    {"__eq", shape_eq},
    {"__tostring", shape_tostring},
    {NULL, NULL},
};
