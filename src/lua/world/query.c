/// Queries of a world: items in an area, on a segment, on a path, and nearest ones. May call the
/// core and Lua's API.
///
/// The core writes into memory of the world, and returns the size that it needs if that is too
/// small. The results stay there until the next query, for world:result.
#include "../binding.h"

#include <limits.h>
#include <math.h>

/* ---- Running queries ------------------------------------------------------------------------- */

typedef struct query query;
struct query {
    int (*find)(hb_world *world, const query *q, void *out, int capacity);
    hbl_result_kind kind;
    double x, y, u, v;
    const hb_shape *shape;
    hb_id item;    /* whose shape is used instead */
    int max_count; /* the maximum number of nearest items */
    hb_layers mask;
};

/* The size of one result, by hbl_result_kind. Each begins with an hb_id. */
static const size_t result_sizes[] = {sizeof(hb_id),       sizeof(hb_crossing),
                                      sizeof(hb_cast_hit), sizeof(hb_nearest_item),
                                      sizeof(hb_pair),     sizeof(hb_batch_hit)};

void hbl_grow_scratch(lua_State *L, hbl_world *world, size_t size)
{
    size += size / 2;
    void *scratch = lua_newuserdatauv(L, size, 0);
    if (hbl_core(L, world) != NULL) {
        world->scratch = scratch;
        world->scratch_size = size;
        world->result_count = 0; /* a finalizer may have left some in the old one */
        lua_setiuservalue(L, 1, HBL_SCRATCH);
    }
}

/* Run a query, again until the scratch holds all results. [-0, +0, v]
 * @return the number of results in world->scratch, or -1 */
static int run_query(lua_State *L, hbl_world *world, const query *q)
{
    size_t size = result_sizes[q->kind];
    for (;;) {
        int capacity = (int)(world->scratch_size / size);
        int found = q->find(hbl_core(L, world), q, world->scratch, capacity);
        if (found < 0) {
            return -1; /* refused: the results of the last query stay */
        }
        if (found <= capacity) {
            world->results = world->scratch;
            world->result_kind = q->kind;
            world->result_count = found;
            return found;
        }
        world->result_count = 0;
        hbl_grow_scratch(L, world, (size_t)found * size);
    }
}

hb_layers hbl_mask_at(lua_State *L, int arg)
{
    if (lua_type(L, arg) == LUA_TFUNCTION) {
        hbl_arg_error(L, arg,
                      "name or list of names expected for mask, got function; a query takes "
                      "no filter");
    }
    return lua_isnoneornil(L, arg) ? HB_ALL_LAYERS : hbl_layers_at(L, arg, arg, "mask", NULL);
}

static hb_id id_of(const char *result)
{
    return *(const hb_id *)(const void *)result;
}

void hbl_clear_behind(lua_State *L, int table, lua_Integer count)
{
    const int top = lua_gettop(L);
    for (lua_Integer i = count + 1; lua_rawgeti(L, table, i) != LUA_TNIL; i++) {
        lua_pushnil(L);
        lua_seti(L, table, i); /* an existing entry is set without metamethods */
        if (i % 4 == 0) {
            lua_settop(L, top);
        }
    }
}

void hbl_fill_items(lua_State *L, int out, const void *results, size_t size, int count)
{
    const char *result = results;
    hbl_clear_behind(L, out, count);
    if (count <= 0) {
        return;
    }
    lua_getiuservalue(L, 1, HBL_ITEMS);
    const int items = lua_gettop(L);
    if (lua_getmetatable(L, out)) { /* which must not be called */
        for (int i = 1; i <= count; i++, result += size) {
            lua_rawgeti(L, items, (lua_Integer)hb_id_index(id_of(result)) + 1);
            lua_rawseti(L, out, i);
        }
        return;
    }
    /* These find a place in an array by themselves, where the raw ones call others: the next one
     * can begin earlier, so that they take less time, though more instructions. */
    for (int i = 1; i <= count; i++, result += size) {
        lua_geti(L, items, (lua_Integer)hb_id_index(id_of(result)) + 1);
        lua_seti(L, out, i);
    }
}

/* Fill the table at `out` with the items of the results, and push n, out. [-0, +2, m] */
static int push_items(lua_State *L, const hbl_world *world, hbl_result_kind kind, int found,
                      int out)
{
    hbl_fill_items(L, out, world->scratch, result_sizes[kind], found);
    lua_pushinteger(L, found);
    lua_pushvalue(L, out);
    return 2;
}

/* Read the arguments out and mask, run the query, and push n, out. [-0, +2, v] */
static int query_items(lua_State *L, hbl_world *world, query *q, int out)
{
    hbl_check_results(L, out);
    q->mask = hbl_mask_at(L, out + 1);
    int found = run_query(L, world, q);
    if (found < 0 && q->shape != NULL) {
        return hbl_pixel_error(L, 2);
    }
    if (found < 0) {
        const char *what = q->kind == HBL_RESULT_CROSSING ? "the way along the segment"
                                                          : "every edge of the rectangle";
        return hbl_status_error(L, 2, what, HB_TOO_LARGE);
    }
    return push_items(L, world, q->kind, found, out);
}

static int find_shape(hb_world *world, const query *q, void *out, int capacity)
{
    return hb_world_query_shape(world, q->shape, HBL_ON(q->mask), out, capacity);
}

/* The shape is read each time: making room runs finalizers, which may change or remove the item. A
 * removed item has no results. */
static int find_item(hb_world *world, const query *q, void *out, int capacity)
{
    hb_shape placed;
    if (hb_world_get_shape(world, q->item, HB_FORM_WORLD, &placed) != HB_OK) {
        return 0;
    }
    return hb_world_query_shape(world, &placed, HBL_ON(q->mask), out, capacity);
}

static int find_sweep(hb_world *world, const query *q, void *out, int capacity)
{
    return hb_world_shape_cast_all(world, q->shape, q->x, q->y, HBL_ON(q->mask), out, capacity);
}

/* The room is known beforehand: the maximum number, or the number of items. */
static int find_nearest(hb_world *world, const query *q, void *out, int capacity)
{
    int count = hb_world_item_count(world), wanted = q->max_count < count ? q->max_count : count;
    return capacity < wanted
               ? wanted
               : hb_world_query_nearest(world, q->shape, q->u, HBL_ON(q->mask), out, wanted);
}

static int find_segment(hb_world *world, const query *q, void *out, int capacity)
{
    return hb_world_query_segment(world, q->x, q->y, q->u, q->v, HBL_ON(q->mask), out, capacity);
}

static int find_rect(hb_world *world, const query *q, void *out, int capacity)
{
    return hb_world_query_rect(world, q->x, q->y, q->u, q->v, HBL_ON(q->mask), out, capacity);
}

static int find_point(hb_world *world, const query *q, void *out, int capacity)
{
    return hb_world_query_point(world, q->x, q->y, HBL_ON(q->mask), out, capacity);
}

/* world:queryRect(x, y, w, h[, out[, mask]]) -> n, out [-0, +2, v] */
static int query_rect(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query q = {.find = find_rect, .kind = HBL_RESULT_ITEM};
    q.x = hbl_coord(L, 2, "x");
    q.y = hbl_coord(L, 3, "y");
    q.u = hbl_size(L, 4, "w");
    q.v = hbl_size(L, 5, "h");
    return query_items(L, world, &q, 6);
}

/* world:queryPoint(x, y[, out[, mask]]) -> n, out [-0, +2, v] */
static int query_point(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query q = {.find = find_point, .kind = HBL_RESULT_ITEM};
    q.x = hbl_coord(L, 2, "x");
    q.y = hbl_coord(L, 3, "y");
    return query_items(L, world, &q, 4);
}

/* world:queryCircle(x, y, r[, out[, mask]]) -> n, out [-0, +2, v] */
static int query_circle(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    double x = hbl_coord(L, 2, "x"), y = hbl_coord(L, 3, "y"), r = hbl_size(L, 4, "r");
    hb_shape circle;
    hbl_check_status(L, 2, "every edge of the circle", hb_make_circle(&circle, x, y, r));
    query q = {.find = find_shape, .kind = HBL_RESULT_ITEM, .shape = &circle};
    return query_items(L, world, &q, 5);
}

/* world:queryShape(shape[, out[, mask]]) -> n, out [-0, +2, v] */
static int query_shape(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query q = {.find = find_shape, .kind = HBL_RESULT_ITEM};
    q.shape = hbl_check_shape(L, 2, "shape");
    return query_items(L, world, &q, 3);
}

/* Remove an item from the results, if it is among them. @return the number left */
static int leave_out(hb_id *found, int count, hb_id item)
{
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (found[i] != item) {
            found[left++] = found[i];
        }
    }
    return left;
}

/* world:queryItem(item[, out[, mask]]) -> n, out: the items that an item overlaps, without itself;
 * by its own mask if none is given [-0, +2, v] */
static int query_item(lua_State *L)
{
    enum { ITEM = 2, OUT = 3 };
    hbl_world *world = hbl_check_world(L);
    hb_item item;
    hbl_read_item(L, world, ITEM, &item);
    query q = {.find = find_item, .kind = HBL_RESULT_ITEM, .item = item.id, .mask = item.mask};
    hbl_check_results(L, OUT);
    if (!lua_isnoneornil(L, OUT + 1)) {
        q.mask = hbl_mask_at(L, OUT + 1);
    }
    /* never refused, as the world has accepted its shape */
    int found = run_query(L, world, &q); /* which may move the scratch */
    found = leave_out(world->scratch, found, item.id);
    world->result_count = found;
    return push_items(L, world, HBL_RESULT_ITEM, found, OUT);
}

/* world:querySegment(x1, y1, x2, y2[, out[, mask]]) -> n, out, by the order along it [-0, +2, v] */
static int query_segment(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query q = {.find = find_segment, .kind = HBL_RESULT_CROSSING};
    q.x = hbl_coord(L, 2, "x1");
    q.y = hbl_coord(L, 3, "y1");
    q.u = hbl_coord(L, 4, "x2");
    q.v = hbl_coord(L, 5, "y2");
    return query_items(L, world, &q, 6);
}

/* world:querySweep(shape, dx, dy[, out[, mask]]) -> n, out, by time [-0, +2, v] */
static int query_sweep(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query q = {.find = find_sweep, .kind = HBL_RESULT_HIT};
    q.shape = hbl_check_shape(L, 2, "shape");
    q.x = hbl_coord(L, 3, "dx");
    q.y = hbl_coord(L, 4, "dy");
    return query_items(L, world, &q, 5);
}

static int find_pairs(hb_world *world, const query *q, void *out, int capacity)
{
    (void)q;
    return hb_world_query_pairs(world, out, capacity);
}

/* world:queryPairs([out]) -> n, out: the items of all overlapping pairs, two by two [-0, +2, v] */
static int query_pairs(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query q = {.find = find_pairs, .kind = HBL_RESULT_PAIR};
    hbl_check_out(L, 2, "out");
    int found = run_query(L, world, &q);
    if (found > INT_MAX / 2) {
        return hbl_no_memory(L);
    }
    hbl_fill_items(L, 2, world->scratch, sizeof(hb_id), 2 * found);
    lua_pushinteger(L, found);
    lua_pushvalue(L, 2);
    return 2;
}

/* ---- Nearest items --------------------------------------------------------------------------- */

/* A shape at 2, or the point x, y, and nothing else. [-0, +0, v] @return the next argument */
static int check_origin(lua_State *L, hb_shape *point, const hb_shape **shape)
{
    *shape = hbl_to_shape(L, 2);
    if (*shape != NULL) {
        return 3;
    }
    double x = hbl_coord(L, 2, "x"), y = hbl_coord(L, 3, "y");
    (void)hb_make_point(point, x, y); /* as both were checked */
    *shape = point;
    return 4;
}

/* The maximum distance; unlimited if not given. [-0, +0, v] */
static double check_max_distance(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? INFINITY : hbl_size(L, arg, "maxDistance");
}

/* [-0, +6] */
static int push_near(lua_State *L, const hb_nearest_item *near)
{
    hbl_push_item(L, 1, near->id);
    lua_pushnumber(L, near->distance);
    lua_pushnumber(L, near->on_shape.x);
    lua_pushnumber(L, near->on_shape.y);
    lua_pushnumber(L, near->on_item.x);
    lua_pushnumber(L, near->on_item.y);
    return 6;
}

/* world:nearest(shape | x, y[, maxDistance[, mask]]) -> item, d, ax, ay, bx, by | nil
 * [-0, +1|6, v] */
static int world_nearest(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hb_shape point;
    const hb_shape *shape;
    int next = check_origin(L, &point, &shape);
    double max = check_max_distance(L, next);
    hb_layers mask = hbl_mask_at(L, next + 1);
    hb_nearest_item found;
    if (hb_world_query_nearest(world->core, shape, max, HBL_ON(mask), &found, 1) == 0) {
        lua_pushnil(L);
        return 1;
    }
    return push_near(L, &found);
}

/* world:queryNearest(shape | x, y, count[, maxDistance[, out[, mask]]]) -> n, out, by distance
 * [-0, +2, v] */
static int query_nearest(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query q = {.find = find_nearest, .kind = HBL_RESULT_NEAR};
    hb_shape point;
    int next = check_origin(L, &point, &q.shape);
    int64_t count = hbl_integer_at(L, next, next, "count");
    if (count < 0) {
        return hbl_arg_error(L, next, "count must be >= 0, got %s", hbl_integer_text(L, count));
    }
    q.max_count = count < INT_MAX ? (int)count : INT_MAX;
    q.u = check_max_distance(L, next + 1);
    return query_items(L, world, &q, next + 2);
}

/* ---- The first hit --------------------------------------------------------------------------- */

/* [-0, +5] */
static int push_hit(lua_State *L, const hb_cast_hit *hit)
{
    hbl_push_item(L, 1, hit->id);
    lua_pushnumber(L, hit->result.t);
    lua_pushnumber(L, hit->result.normal.x);
    lua_pushnumber(L, hit->result.normal.y);
    lua_pushboolean(L, hit->result.inside);
    return 5;
}

/* world:raycast(x, y, dx, dy[, mask]) -> item, t, nx, ny, inside | nil [-0, +1|5, v] */
static int world_raycast(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    double x = hbl_coord(L, 2, "x"), y = hbl_coord(L, 3, "y");
    double dx = hbl_coord(L, 4, "dx"), dy = hbl_coord(L, 5, "dy");
    hb_layers mask = hbl_mask_at(L, 6);
    hb_cast_hit hit;
    int found = hb_world_raycast(world->core, x, y, dx, dy, HBL_ON(mask), &hit);
    if (found < 0) {
        return hbl_status_error(L, 2, "the end of the ray", HB_TOO_LARGE);
    }
    if (found == 0) {
        lua_pushnil(L);
        return 1;
    }
    return push_hit(L, &hit);
}

/* world:castShape(shape, dx, dy[, mask]) -> item, t, nx, ny, inside | nil [-0, +1|5, v] */
static int cast_shape(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    const hb_shape *shape = hbl_check_shape(L, 2, "shape");
    double dx = hbl_coord(L, 3, "dx"), dy = hbl_coord(L, 4, "dy");
    hb_layers mask = hbl_mask_at(L, 5);
    hb_cast_hit hit;
    int found = hb_world_shape_cast(world->core, shape, dx, dy, HBL_ON(mask), &hit);
    if (found < 0) {
        return hbl_pixel_error(L, 2);
    }
    if (found == 0) {
        lua_pushnil(L);
        return 1;
    }
    return push_hit(L, &hit);
}

/* ---- More of the last query ------------------------------------------------------------------ */

/* [-0, +8] */
static int push_crossing(lua_State *L, const hb_crossing *crossing)
{
    (void)push_hit(L, &crossing->hit);
    lua_pushnumber(L, crossing->exit.t);
    lua_pushnumber(L, crossing->exit.normal.x);
    lua_pushnumber(L, crossing->exit.normal.y);
    return 8;
}

/* world:result(i) -> item and the other results of the last query for it:
 *   of querySegment  t, nx, ny, inside, exit t, exit nx, exit ny
 *   of querySweep    t, nx, ny, inside; of raycastMany likewise
 *   of queryNearest  d, ax, ay, bx, by
 *   of queryPairs    the other item
 *   of queryPoints   the number of the point, from 1 on; of queryRects likewise
 * or nil. [-0, +1|..|8, v] */
static int world_result(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    int64_t i = hbl_integer_at(L, 2, 2, "i");
    if (i < 1 || i > world->result_count) {
        lua_pushnil(L);
        return 1;
    }
    const char *result =
        (const char *)world->results + (size_t)(i - 1) * result_sizes[world->result_kind];
    const void *at = result;
    switch (world->result_kind) {
    case HBL_RESULT_CROSSING:
        return push_crossing(L, at);
    case HBL_RESULT_HIT:
        if (((const hb_cast_hit *)at)->id == 0) { /* a ray that hits nothing */
            lua_pushnil(L);
            return 1;
        }
        return push_hit(L, at);
    case HBL_RESULT_NEAR:
        return push_near(L, at);
    case HBL_RESULT_PAIR:
        hbl_push_item(L, 1, ((const hb_pair *)at)->a);
        hbl_push_item(L, 1, ((const hb_pair *)at)->b);
        return 2;
    case HBL_RESULT_FOUND:
        hbl_push_item(L, 1, ((const hb_batch_hit *)at)->id);
        lua_pushinteger(L, (lua_Integer)((const hb_batch_hit *)at)->query + 1);
        return 2;
    default:
        hbl_push_item(L, 1, *(const hb_id *)at);
        return 1;
    }
}

/* ---- Regions of the broad phase -------------------------------------------------------------- */

/* world:regions([out]) -> n, out: x, y, w, h, depth, count of each [-0, +2, v] */
static int world_regions(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    lua_Integer old_count = hbl_out_table(L, 2), at = 0;
    int found;
    world->result_count = 0; /* their memory is used here */
    for (;;) {
        int capacity = (int)(world->scratch_size / sizeof(hb_region));
        found = hb_world_get_regions(hbl_core(L, world), world->scratch, capacity);
        if (found <= capacity) {
            break;
        }
        hbl_grow_scratch(L, world, (size_t)found * sizeof(hb_region));
    }
    const hb_region *regions = world->scratch;
    for (int i = 0; i < found; i++) {
        hb_aabb box = regions[i].box;
        const double numbers[] = {box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0};
        for (int k = 0; k < 4; k++) {
            lua_pushnumber(L, numbers[k]);
            lua_rawseti(L, 2, ++at);
        }
        lua_pushinteger(L, regions[i].depth);
        lua_rawseti(L, 2, ++at);
        lua_pushinteger(L, regions[i].count);
        lua_rawseti(L, 2, ++at);
    }
    hbl_clear_rest(L, 2, at, old_count);
    lua_pushinteger(L, found);
    lua_pushvalue(L, 2);
    return 2;
}

const luaL_Reg hbl_query_methods[] = {
    {"queryRect", query_rect},   {"queryPoint", query_point},     {"queryCircle", query_circle},
    {"queryShape", query_shape}, {"queryItem", query_item},       {"querySegment", query_segment},
    {"querySweep", query_sweep}, {"queryNearest", query_nearest}, {"queryPairs", query_pairs},
    {"nearest", world_nearest},  {"raycast", world_raycast},      {"castShape", cast_shape},
    {"result", world_result},    {"regions", world_regions},      {NULL, NULL},
};
