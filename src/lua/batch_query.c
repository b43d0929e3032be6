/// Queries of many points, rectangles or rays in one call. May call the core and Lua's API.
///
/// All numbers are read into memory of the world and checked first; then the core runs the queries,
/// and the script's tables are filled. No script runs meanwhile, as tables are read raw.
#include "binding.h"

#include <limits.h>
#include <math.h>

/* The queries of one call. */
struct hbl_batch_query {
    lua_Integer capacity;
    double numbers[]; /* of a point x and y, of a rectangle its four edges, of a ray an hb_ray */
};

typedef enum sort { POINTS, RECTS, RAYS } sort;

/* Arguments: lists of numbers from XS on; then out, the other output table, mask. */
enum { XS = 2, MAX_LISTS = 4 };
static const int list_counts[] = {[POINTS] = 2, [RECTS] = 4, [RAYS] = 4};
static const char *const list_names[][MAX_LISTS] = {[POINTS] = {"xs", "ys"},
                                                    [RECTS] = {"xs", "ys", "ws", "hs"},
                                                    [RAYS] = {"xs", "ys", "dxs", "dys"}};
static const char *const other_names[] = {[POINTS] = "asked", [RECTS] = "asked", [RAYS] = "ts"};

/* The size and kind of one result. */
static const size_t result_sizes[] = {
    [POINTS] = sizeof(hb_batch_hit), [RECTS] = sizeof(hb_batch_hit), [RAYS] = sizeof(hb_cast_hit)};
static const hbl_result_kind result_kinds[] = {
    [POINTS] = HBL_RESULT_FOUND, [RECTS] = HBL_RESULT_FOUND, [RAYS] = HBL_RESULT_HIT};

/* ---- Room ------------------------------------------------------------------------------------ */

/* [-0, +0, v] */
static void grow(lua_State *L, hbl_world *world, lua_Integer capacity)
{
    hbl_batch_query *batch =
        lua_newuserdatauv(L, sizeof *batch + (size_t)capacity * sizeof(double), 0);
    batch->capacity = capacity;
    /* a finalizer may have called this too, or destroyed the world */
    (void)hbl_core(L, world);
    if (world->batch_query == NULL || world->batch_query->capacity < capacity) {
        world->batch_query = batch;
        lua_setiuservalue(L, 1, HBL_BATCH_QUERY);
    } else {
        lua_pop(L, 1);
    }
}

/* Make room for the numbers of these lists. [-0, +0, v] @return the number of queries */
static lua_Integer reserve(lua_State *L, hbl_world *world, int lists)
{
    lua_Integer count = (lua_Integer)lua_rawlen(L, XS);
    if (count > INT_MAX / 64) {
        hbl_no_memory(L);
    }
    lua_Integer room = count * lists;
    if (world->batch_query == NULL || world->batch_query->capacity < room) {
        grow(L, world, room + room / 2 + 8);
        lua_Integer length =
            (lua_Integer)lua_rawlen(L, XS); /* which a finalizer may have changed */
        count = length < count ? length : count;
    }
    return count;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Whether a list holds sizes, which are never below 0. */
static inline bool holds_sizes(sort of, int k)
{
    return of == RECTS && k >= 2;
}

/* The value at `index`, entry i of list k, is no such number. Does not return. [v] */
static void refuse(lua_State *L, int index, sort of, int k, lua_Integer i)
{
    const char *name = lua_pushfstring(L, "%s[%d]", list_names[of][k], (int)i);
    (void)(holds_sizes(of, k) ? hbl_size_at : hbl_coord_at)(L, index, XS + k, name);
}

/* Read entry i of all lists. [-0, +0, v]
 * @param plain  as for hbl_push_entry */
static inline void read_entries(lua_State *L, lua_Integer i, const sort of, const bool plain,
                                double *numbers)
{
    const int top = lua_gettop(L), lists = list_counts[of];
    for (int k = 0; k < lists; k++) {
        bool has = hbl_push_entry(L, XS + k, i, plain) == LUA_TNUMBER;
        double value = has ? lua_tonumber(L, top + 1 + k) : (double)NAN;
        double min = holds_sizes(of, k) ? 0.0 : -HB_MAX_COORD;
        if (!(value >= min && value <= HB_MAX_COORD)) {
            refuse(L, top + 1 + k, of, k, i);
        }
        numbers[k] = value;
    }
    lua_settop(L, top);
}

/* The end of rectangle or ray i along an axis. [-0, +0, v]
 * @param k  the list of the starts */
static inline double end_of(lua_State *L, lua_Integer i, sort of, int k, const double *numbers)
{
    double at = numbers[k], size = numbers[k + 2];
    double end = of == RECTS ? hbl_end_of(at, size) : at + size;
    if (!(fabs(end) <= HB_MAX_COORD)) {
        lua_pushnumber(L, end);
        const char *got = hbl_number_text(L, -1);
        hbl_arg_error(L, XS + k, "%s[%d] + %s[%d] %s, got %s", list_names[of][k], (int)i,
                      list_names[of][k + 2], (int)i, hb_status_text(HB_TOO_LARGE), got);
    }
    return end;
}

/* Read all entries of all lists. [-0, +0, v] */
static inline void gather_all(lua_State *L, lua_Integer count, const sort of, const bool plain,
                              double *numbers)
{
    for (lua_Integer i = 1; i <= count; i++, numbers += list_counts[of]) {
        read_entries(L, i, of, plain, numbers);
        if (of != POINTS) {
            double x = end_of(L, i, of, 0, numbers), y = end_of(L, i, of, 1, numbers);
            numbers[2] = of == RECTS ? x : numbers[2];
            numbers[3] = of == RECTS ? y : numbers[3];
        }
    }
}

static void gather(lua_State *L, lua_Integer count, sort of, double *numbers)
{
    const int top = lua_gettop(L);
    bool plain = true;
    for (int k = 0; k < list_counts[of]; k++) {
        plain = plain && !lua_getmetatable(L, XS + k);
    }
    lua_settop(L, top);
    if (of == POINTS && plain) { /* each call is compiled for its constants */
        gather_all(L, count, POINTS, true, numbers);
    } else if (of == RECTS && plain) {
        gather_all(L, count, RECTS, true, numbers);
    } else if (plain) {
        gather_all(L, count, RAYS, true, numbers);
    } else {
        gather_all(L, count, of, false, numbers);
    }
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* @return the number of results, which may be above the room */
static int query(const hbl_world *world, sort of, int count, hb_layers mask)
{
    const void *numbers = world->batch_query->numbers;
    void *out = world->scratch;
    int capacity = (int)(world->scratch_size / result_sizes[of]);
    switch (of) {
    case POINTS:
        return hb_world_query_point_batch(world->core, numbers, count, HBL_ON(mask), out, capacity);
    case RECTS:
        return hb_world_query_rect_batch(world->core, numbers, count, HBL_ON(mask), out, capacity);
    default:
        break;
    }
    bool fits = count <= capacity;
    return fits && hb_world_raycast_batch(world->core, numbers, count, HBL_ON(mask), out) < 0
               ? -1
               : count;
}

/* Read the arguments and run the queries, until the scratch holds all results: growing it may run a
 * finalizer with other queries. [-0, +0, v] @return the number of results in world->scratch */
static int run(lua_State *L, hbl_world *world, sort of, hb_layers mask)
{
    const size_t size = result_sizes[of];
    for (;;) {
        lua_Integer count = reserve(L, world, list_counts[of]);
        gather(L, count, of, world->batch_query->numbers);
        world->result_count = 0;
        int found = query(world, of, (int)count, mask);
        if (found < 0 || found > INT_MAX / 2) {
            return hbl_no_memory(L); /* checked queries fail for no other reason */
        }
        if ((size_t)found <= world->scratch_size / size) {
            world->results = world->scratch;
            world->result_kind = result_kinds[of];
            world->result_count = found;
            return found;
        }
        hbl_grow_scratch(L, world, (size_t)found * size);
    }
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Fill a table with what is on the top of the stack, entry by entry. [-1, +0, m] */
static inline void set_entry(lua_State *L, int table, int i, const bool plain)
{
    if (plain) {
        lua_seti(L, table, i);
    } else {
        lua_rawseti(L, table, i);
    }
}

static bool is_plain(lua_State *L, int table)
{
    if (lua_getmetatable(L, table)) {
        lua_pop(L, 1);
        return false;
    }
    return true;
}

/* Fill a table with the numbers of the queries, and clear older entries. [-0, +0, m] */
static void fill_asked(lua_State *L, int table, const hb_batch_hit *found, int count)
{
    hbl_clear_behind(L, table, count);
    bool plain = is_plain(L, table);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, (lua_Integer)found[i].query + 1);
        set_entry(L, table, i + 1, plain);
    }
}

/* Fill two tables with the item that each ray hits, or false, and the time. [-0, +0, m]
 * @return the number of hits */
static int fill_hits(lua_State *L, int out, int ts, const hb_cast_hit *hits, int count)
{
    hbl_clear_behind(L, out, count);
    hbl_clear_behind(L, ts, count);
    bool plain_out = is_plain(L, out), plain_ts = is_plain(L, ts);
    int hit = 0;
    lua_getiuservalue(L, 1, HBL_ITEMS);
    const int items = lua_gettop(L);
    for (int i = 0; i < count; i++) {
        hit += hits[i].id != 0;
        lua_rawgeti(L, items, hits[i].id != 0 ? (lua_Integer)hb_id_index(hits[i].id) + 1 : 0);
        if (lua_isnil(L, -1)) {
            lua_pop(L, 1);
            lua_pushboolean(L, false);
        }
        set_entry(L, out, i + 1, plain_out);
        lua_pushnumber(L, hits[i].result.t);
        set_entry(L, ts, i + 1, plain_ts);
    }
    lua_pop(L, 1);
    return hit;
}

/* Check, run the queries, and push n, out and the other table. [-0, +3, v] */
static int query_many(lua_State *L, sort of)
{
    hbl_world *world = hbl_check_world(L);
    const int out = XS + list_counts[of], other = out + 1, mask = out + 2;
    lua_settop(L, mask);
    for (int k = 0; k < list_counts[of]; k++) {
        if (!lua_istable(L, XS + k)) {
            hbl_arg_error(L, XS + k, "table expected for %s, got %s", list_names[of][k],
                          hbl_type_name(L, XS + k));
        }
    }
    hbl_check_results(L, out);
    hbl_check_out(L, other, other_names[of]);
    if (lua_rawequal(L, out, other)) {
        hbl_arg_error(L, other, "%s must not be the same table as out", other_names[of]);
    }
    hb_layers layers = hbl_mask_at(L, mask);
    int found = run(L, world, of, layers);
    if (of == RAYS) {
        found = fill_hits(L, out, other, world->scratch, found);
    } else {
        hbl_fill_items(L, out, world->scratch, sizeof(hb_batch_hit), found);
        fill_asked(L, other, world->scratch, found);
    }
    lua_pushinteger(L, found);
    lua_pushvalue(L, out);
    lua_pushvalue(L, other);
    return 3;
}

/* world:queryPoints(xs, ys[, out[, asked[, mask]]]) -> n, out, asked [-0, +3, v] */
static int query_points(lua_State *L)
{
    return query_many(L, POINTS);
}

/* world:queryRects(xs, ys, ws, hs[, out[, asked[, mask]]]) -> n, out, asked [-0, +3, v] */
static int query_rects(lua_State *L)
{
    return query_many(L, RECTS);
}

/* world:raycastMany(xs, ys, dxs, dys[, out[, ts[, mask]]]) -> n, out, ts [-0, +3, v] */
static int raycast_many(lua_State *L)
{
    return query_many(L, RAYS);
}

const luaL_Reg hbl_batch_query_methods[] = {
    {"queryPoints", query_points},
    {"queryRects", query_rects},
    {"raycastMany", raycast_many},
    {NULL, NULL},
};
