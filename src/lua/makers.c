/// Makers of shapes: check the arguments of a script, and make a shape. May call the core and Lua's
/// API.
#include "binding.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Push a shape made of checked numbers. A sum such as x + w outside of the domain is still an
 * error.
 * [-0, +1, v] */
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
    if (!hbl_is_coord(L, index)) { /* a name is made only for an error */
        const char *name = lua_pushfstring(L, "%c%d", k % 2 == 1 ? 'x' : 'y', (k + 1) / 2);
        if (in_table && lua_istable(L, index)) { /* a list of points */
            hbl_arg_error(
                L, 1, "number expected for %s, got table; corners are x1, y1, x2, y2, ...", name);
        }
        (void)hbl_coord_at(L, index, in_table ? 1 : k, name);
    }
    double value = lua_tonumber(L, index);
    if (in_table) {
        lua_pop(L, 1);
    }
    return value;
}

/* Check all numbers. @return their number [-0, +0, v] */
static int check_corners(lua_State *L, bool in_table)
{
    size_t numbers = in_table ? (size_t)lua_rawlen(L, 1) : (size_t)lua_gettop(L);
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

/* The first corner from `from` on that is another point than corner i; `count` if none is. */
static int find_other(const hb_vec *corners, int count, int from, int i)
{
    while (from < count && corners[from].x == corners[i].x && corners[from].y == corners[i].y) {
        from++;
    }
    return from;
}

/* The next corner that is another point; 0 if that is the first one again. */
static int next_corner(const hb_vec *corners, int count, int i)
{
    int next = find_other(corners, count, i + 1, i);
    return find_other(corners, count, next, 0) < count ? next : 0;
}

/* Raise the error of an outline, with the corners at which two of its edges begin. Does not
 * return. */
static int crossing_error(lua_State *L, const hb_vec *corners, int count, const int where[2],
                          bool in_table)
{
    bool follows = next_corner(corners, count, where[0]) == where[1];
    if (follows || next_corner(corners, count, where[1]) == where[0]) {
        int fold = follows ? where[1] : where[0];
        return hbl_arg_error(
            L, in_table ? 1 : 2 * fold + 1,
            "outline with a radius folds back onto itself at corner %d; leave that "
            "corner out",
            fold + 1);
    }
    return hbl_arg_error(L, in_table ? 1 : 2 * where[0] + 1,
                         "outline crosses itself: the edge from corner %d meets the edge from "
                         "corner %d",
                         where[0] + 1, where[1] + 1);
}

/* Push an outline that is not convex, as a compound of convex parts. [-0, +2, v] */
static int push_outline(lua_State *L, const hb_vec *corners, int count, double radius,
                        bool in_table)
{
    hb_shape shape;
    int where[2] = {0, 0};
    void *room = lua_newuserdatauv(L, hb_outline_bytes(count), 0); /* gone when this returns */
    hb_status status = hb_make_outline(&shape, corners, count, radius, room, where);
    if (status == HB_SELF_CROSSING) {
        return crossing_error(L, corners, count, where, in_table);
    }
    hbl_check_status(L, 1, "outline", status);
    hbl_shape *made = hbl_new_shape(L, hb_shape_bytes(&shape));
    hb_shape_copy(&shape, made->room, &made->shape);
    return 1;
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
    size_t room = count > HB_LOCAL_POINTS ? (size_t)count * sizeof *corners : 0;
    hbl_shape *made = hbl_new_shape(L, room);
    hb_vec *storage = (void *)made->room;
    hb_status status = hb_make_polygon(&made->shape, corners, count, radius, storage, NULL);
    if (status == HB_CONCAVE) {
        return push_outline(L, corners, count, radius, in_table);
    }
    return status == HB_OK ? 1 : hbl_status_error(L, 1, "outline", status);
}

/* ellipse(cx, cy, rx, ry[, angle]) [-0, +1, v] */
static int make_ellipse(lua_State *L)
{
    double cx = hbl_coord(L, 1, "cx"), cy = hbl_coord(L, 2, "cy");
    double rx = hbl_size(L, 3, "rx"), ry = hbl_size(L, 4, "ry");
    double angle = lua_isnoneornil(L, 5) ? 0.0 : hbl_coord(L, 5, "angle");
    hb_shape shape;
    hb_status status = hb_make_ellipse(&shape, cx, cy, rx, ry, angle);
    return push_made(L, &shape, status);
}

/* Push a table of the parts of a compound, from arguments or the table at 1; no finalizer can
 * change it. @return their number [-0, +1, v] */
static int gather_parts(lua_State *L, bool in_table)
{
    size_t given = in_table ? (size_t)lua_rawlen(L, 1) : (size_t)lua_gettop(L);
    if (given > INT_MAX / (int)sizeof(hb_shape)) {
        hbl_arg_error(L, 1, "too many parts");
    }
    int count = given > 0 ? (int)given : 1; /* then the error names a missing first part */
    lua_createtable(L, count, 0);
    int parts = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        int arg = in_table ? 1 : i;
        if (in_table) {
            lua_rawgeti(L, 1, i);
        } else if (i < parts) {
            lua_pushvalue(L, i);
        } else {
            lua_pushnil(L);
        }
        const hb_shape *part = hbl_to_shape(L, -1);
        if (part == NULL) {
            const char *got = !in_table && i >= parts ? "no value" : hbl_type_name(L, -1);
            hbl_arg_error(L, arg, "shape expected for part %d, got %s", i, got);
        }
        if (part->kind == HB_MASK) {
            hbl_status_error(L, arg, "part", HB_MASK_IN_COMPOUND);
        }
        lua_rawseti(L, parts, i);
    }
    return count;
}

/* compound(shape, ...) or compound({shape, ...}) [-0, +1, v] */
static int make_compound(lua_State *L)
{
    int count = gather_parts(L, lua_istable(L, 1));
    int table = lua_gettop(L);
    hb_shape *parts = lua_newuserdatauv(L, (size_t)count * sizeof *parts, 0);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, table, i + 1);
        parts[i] = *hbl_to_shape(L, -1);
        lua_pop(L, 1);
    }
    hbl_shape *made = hbl_new_shape(L, hb_compound_bytes(parts, count));
    hbl_check_status(L, 1, "compound", hb_make_compound(&made->shape, parts, count, made->room));
    return 1;
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
    {"ellipse", make_ellipse},
    {"compound", make_compound},
    {NULL, NULL},
};
