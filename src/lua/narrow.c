/// Tests of two shapes, and of plain numbers, without a world; and angles. May call the core and
/// Lua's API.
#include "binding.h"

#include <math.h>

hb_policy hbl_policy_for(lua_State *L, int arg, const hb_shape *a, const hb_shape *b)
{
    hb_policy mode = hbl_policy(L, arg);
    if (!hb_policy_applies(mode, a->kind, b->kind)) {
        hbl_pixel_error(L, arg);
    }
    return mode;
}

/* ---- Two shapes ------------------------------------------------------------------------------ */

/* overlaps(a, b[, policy]) -> boolean [-0, +1, v] */
static int overlaps(lua_State *L)
{
    const hb_shape *a = hbl_check_shape(L, 1, "a"), *b = hbl_check_shape(L, 2, "b");
    lua_pushboolean(L, hb_shape_overlaps(a, b, hbl_policy_for(L, 3, a, b)));
    return 1;
}

int hbl_push_contact(lua_State *L, const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    hb_contact found;
    if (!hb_shape_contact(a, b, mode, &found)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, found.normal.x);
    lua_pushnumber(L, found.normal.y);
    lua_pushnumber(L, found.depth);
    for (int i = 0; i < found.count; i++) {
        lua_pushnumber(L, found.points[i].x);
        lua_pushnumber(L, found.points[i].y);
    }
    return 3 + 2 * found.count;
}

/* contact(a, b[, policy]) -> nx, ny, depth, px, py[, qx, qy] | nil [-0, +1|5|7, v] */
static int contact(lua_State *L)
{
    const hb_shape *a = hbl_check_shape(L, 1, "a"), *b = hbl_check_shape(L, 2, "b");
    return hbl_push_contact(L, a, b, hbl_policy_for(L, 3, a, b));
}

/* distance(a, b) -> d, ax, ay, bx, by; the first alone if one is empty [-0, +1|5, v] */
static int distance(lua_State *L)
{
    const hb_shape *a = hbl_check_shape(L, 1, "a"), *b = hbl_check_shape(L, 2, "b");
    hb_vec on_a, on_b;
    double d = hb_shape_distance(a, b, &on_a, &on_b);
    lua_pushnumber(L, d);
    if (d == INFINITY) { /* one is empty */
        return 1;
    }
    lua_pushnumber(L, on_a.x);
    lua_pushnumber(L, on_a.y);
    lua_pushnumber(L, on_b.x);
    lua_pushnumber(L, on_b.y);
    return 5;
}

/* [-0, +1|4] */
static int push_impact(lua_State *L, bool hit, const hb_cast_result *impact)
{
    if (!hit) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, impact->t);
    lua_pushnumber(L, impact->normal.x);
    lua_pushnumber(L, impact->normal.y);
    lua_pushboolean(L, impact->inside);
    return 4;
}

/* sweep(a, dx, dy, b[, policy]) -> t, nx, ny, inside | nil [-0, +1|4, v] */
static int sweep(lua_State *L)
{
    const hb_shape *a = hbl_check_shape(L, 1, "a");
    double dx = hbl_coord(L, 2, "dx"), dy = hbl_coord(L, 3, "dy");
    const hb_shape *b = hbl_check_shape(L, 4, "b");
    hb_policy mode = hbl_policy_for(L, 5, a, b);
    hb_cast_result impact = {0};
    bool hit = hb_shape_cast(a, dx, dy, b, mode, &impact);
    return push_impact(L, hit, &impact);
}

/* raycast(shape, x, y, dx, dy) -> t, nx, ny, inside | nil [-0, +1|4, v] */
static int raycast(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "shape");
    double x = hbl_coord(L, 2, "x"), y = hbl_coord(L, 3, "y");
    double dx = hbl_coord(L, 4, "dx"), dy = hbl_coord(L, 5, "dy");
    hb_cast_result impact = {0};
    bool hit = hb_shape_raycast(shape, x, y, dx, dy, &impact);
    return push_impact(L, hit, &impact);
}

/* ---- Plain numbers --------------------------------------------------------------------------- */

/* These read a shape from the arguments from `arg` on. Checked numbers can still put an edge
 * outside of the domain. [-0, +0, v] */

static hb_shape read_point(lua_State *L, int arg, const char *const names[2])
{
    hb_shape shape = {0};
    double x = hbl_coord(L, arg, names[0]), y = hbl_coord(L, arg + 1, names[1]);
    (void)hb_make_point(&shape, x, y);
    return shape;
}

static hb_shape read_circle(lua_State *L, int arg, const char *const names[3])
{
    hb_shape shape = {0};
    double x = hbl_coord(L, arg, names[0]), y = hbl_coord(L, arg + 1, names[1]);
    double r = hbl_size(L, arg + 2, names[2]);
    hb_status status = hb_make_circle(&shape, x, y, r);
    if (status != HB_OK) {
        hbl_status_error(L, arg, "every edge of the circle", status);
    }
    return shape;
}

static hb_shape read_aabb(lua_State *L, int arg, const char *const names[4])
{
    hb_shape shape = {0};
    double x = hbl_coord(L, arg, names[0]), y = hbl_coord(L, arg + 1, names[1]);
    double w = hbl_size(L, arg + 2, names[2]), h = hbl_size(L, arg + 3, names[3]);
    hb_status status = hb_make_aabb(&shape, x, y, w, h);
    if (status != HB_OK) {
        hbl_status_error(L, arg, "every edge of the box", status);
    }
    return shape;
}

/* [-0, +1, v] */
static int answer(lua_State *L, const hb_shape *a, const hb_shape *b, int policy_arg)
{
    lua_pushboolean(L, hb_shape_overlaps(a, b, hbl_policy_for(L, policy_arg, a, b)));
    return 1;
}

/* aabbAabb(x1, y1, w1, h1, x2, y2, w2, h2[, policy]) -> boolean [-0, +1, v] */
static int aabb_aabb(lua_State *L)
{
    hb_shape a = read_aabb(L, 1, (const char *const[]){"x1", "y1", "w1", "h1"});
    hb_shape b = read_aabb(L, 5, (const char *const[]){"x2", "y2", "w2", "h2"});
    return answer(L, &a, &b, 9);
}

/* pointAabb(px, py, x, y, w, h[, policy]) -> boolean [-0, +1, v] */
static int point_aabb(lua_State *L)
{
    hb_shape a = read_point(L, 1, (const char *const[]){"px", "py"});
    hb_shape b = read_aabb(L, 3, (const char *const[]){"x", "y", "w", "h"});
    return answer(L, &a, &b, 7);
}

/* pointCircle(px, py, x, y, r[, policy]) -> boolean [-0, +1, v] */
static int point_circle(lua_State *L)
{
    hb_shape a = read_point(L, 1, (const char *const[]){"px", "py"});
    hb_shape b = read_circle(L, 3, (const char *const[]){"x", "y", "r"});
    return answer(L, &a, &b, 6);
}

/* circleCircle(x1, y1, r1, x2, y2, r2[, policy]) -> boolean [-0, +1, v] */
static int circle_circle(lua_State *L)
{
    hb_shape a = read_circle(L, 1, (const char *const[]){"x1", "y1", "r1"});
    hb_shape b = read_circle(L, 4, (const char *const[]){"x2", "y2", "r2"});
    return answer(L, &a, &b, 7);
}

/* circleAabb(cx, cy, r, x, y, w, h[, policy]) -> boolean [-0, +1, v] */
static int circle_aabb(lua_State *L)
{
    hb_shape a = read_circle(L, 1, (const char *const[]){"cx", "cy", "r"});
    hb_shape b = read_aabb(L, 4, (const char *const[]){"x", "y", "w", "h"});
    return answer(L, &a, &b, 8);
}

/* ---- Angles ---------------------------------------------------------------------------------- */

/* direction(angle) -> x, y [-0, +2, v] */
static int direction(lua_State *L)
{
    hb_vec unit = hb_direction(hbl_coord(L, 1, "angle"));
    lua_pushnumber(L, unit.x);
    lua_pushnumber(L, unit.y);
    return 2;
}

/* angle(x, y) -> angle [-0, +1, v] */
static int angle(lua_State *L)
{
    double x = hbl_coord(L, 1, "x"), y = hbl_coord(L, 2, "y");
    lua_pushnumber(L, hb_angle(x, y));
    return 1;
}

const luaL_Reg hbl_tests[] = {
    {"overlaps", overlaps},
    {"contact", contact},
    {"distance", distance},
    {"sweep", sweep},
    {"raycast", raycast},
    {"aabbAabb", aabb_aabb},
    {"pointAabb", point_aabb},
    {"pointCircle", point_circle},
    {"circleCircle", circle_circle},
    {"circleAabb", circle_aabb},
    {"direction", direction},
    {"angle", angle},
    {NULL, NULL},
};
