/// The world's pairs of a tick. Lua computes the flags of the rule for two classes once; most
/// contacts under a rule then begin and last here. May call the core and store.h.
#include "store.h"

#include <limits.h>
#include <string.h>

/* With more classes Lua decides about each pair: the table of all codes would be too large. */
enum { MAX_CLASSES = 1024 };

/* [-0, +0, m] */
static void grow_codes(lua_State *L, hbl_store *in, lua_Integer classes)
{
    uint32_t known = in->class_capacity, capacity = 4;
    while ((lua_Integer)capacity < classes) {
        capacity *= 2;
    }
    uint32_t *codes = lua_newuserdatauv(L, (size_t)capacity * capacity * sizeof *codes, 0);
    memset(codes, 0, (size_t)capacity * capacity * sizeof *codes);
    for (size_t i = 0; i < known; i++) {
        memcpy(codes + i * capacity, in->codes + i * known, known * sizeof *codes);
    }
    in->codes = codes;
    in->class_capacity = capacity;
    lua_setiuservalue(L, 2, HBL_STORE_CODES);
}

/* Keep the four codes from index 6 on. @return their index [-0, +0, m] */
static uint32_t keep_sides(lua_State *L, hbl_store *in)
{
    if (in->side_count == in->side_capacity) {
        uint32_t capacity = in->side_capacity == 0 ? 4 : 2 * in->side_capacity;
        uint32_t(*sides)[4] = lua_newuserdatauv(L, capacity * sizeof *sides, 0);
        if (in->side_count > 0) {
            memcpy(sides, in->sides, in->side_count * sizeof *sides);
        }
        in->sides = sides;
        in->side_capacity = capacity;
        lua_setiuservalue(L, 2, HBL_STORE_SIDES);
    }
    for (int i = 0; i < 4; i++) {
        in->sides[in->side_count][i] = (uint32_t)lua_tointeger(L, 6 + i);
    }
    return in->side_count++;
}

/* setCode(world, store, a, b, code[, above, below, left, right]): set the flags for boxes of two
 * classes, of which a is the older box; for a rule with a side, the flags for each side [-0, +0, v]
 * */
static int set_code(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    lua_Integer a = lua_tointeger(L, 3), b = lua_tointeger(L, 4), larger = a > b ? a : b;
    luaL_argcheck(L, a >= 1 && b >= 1, 3, "no class");
    if (larger > MAX_CLASSES) {
        return 0;
    }
    if (larger > (lua_Integer)in->class_capacity) {
        grow_codes(L, in, larger);
    }
    uint32_t code = (uint32_t)lua_tointeger(L, 5);
    if (lua_type(L, 6) == LUA_TNUMBER && in->side_count < HBL_RULE) {
        code += HBL_SIDED + HBL_RULE * keep_sides(L, in);
    }
    in->codes[(size_t)(a - 1) * in->class_capacity + (size_t)(b - 1)] = code;
    return 0;
}

/* pairs(world, store): find the pairs of this tick [-0, +0, v] */
static int find_pairs(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hbl_store *in = hbl_check_store(L);
    while ((in->pair_count = hb_world_query_pairs(hbl_core(L, world), in->pairs,
                                                  in->pair_capacity)) > in->pair_capacity) {
        int count = in->pair_count, capacity = count < INT_MAX / 2 ? count + count / 2 : count;
        in->pair_count = in->pair_capacity = 0;
        in->pairs = lua_newuserdatauv(L, (size_t)capacity * sizeof *in->pairs, 0);
        in->pair_capacity = capacity;
        lua_setiuservalue(L, 2, HBL_STORE_PAIRS);
    }
    in->pair_next = 0;
    in->removals = world->ffi.removals;
    in->lists[HBL_PUSHING].count = 0;
    hbl_reserve_numbers(L, in, HBL_PUSHING, (uint32_t)in->pair_capacity);
    return 0;
}

/* The bounds of a box at the start of the tick. */
static hb_aabb edges_before(const hbl_store *in, const hb_world *core, const hbl_scene_box *box)
{
    hb_shape placed = {0};
    hb_vec at = {0};
    (void)hb_world_get_shape(core, box->id, HB_FORM_WORLD, &placed);
    (void)hb_world_get_position(core, box->id, &at);
    hb_vec from = in->things[box->thing - 1].from, by = {from.x - at.x, from.y - at.y};
    hb_aabb edges = placed.bounds;
    return (hb_aabb){edges.x0 + by.x, edges.y0 + by.y, edges.x1 + by.x, edges.y1 + by.y};
}

/* The flags for two boxes by the side from which `a` came: the side with the widest gap between the
 * two, or the least overlap. As cameFrom in rules/contacts.lua. */
static uint32_t side_code(const hbl_store *in, const hb_world *core, uint32_t code,
                          const hbl_scene_box *a, const hbl_scene_box *b)
{
    hb_aabb one = edges_before(in, core, a), two = edges_before(in, core, b);
    const double gaps[4] = {two.y0 - one.y1, one.y0 - two.y1, two.x0 - one.x1, one.x0 - two.x1};
    int side = 0;
    for (int i = 1; i < 4; i++) {
        side = gaps[i] > gaps[side] ? i : side;
    }
    return in->sides[code / HBL_RULE][side];
}

/* Take a contact of this tick. */
static void take(hbl_store *in, const hb_world *core, hbl_scene_contact *one, uint32_t number)
{
    hbl_see(in, one);
    if (one->flags & HBL_RULED) {
        hbl_measure(core, in->tick, one);
    }
    if (one->flags & HBL_PUSHES) {
        hbl_append(in, HBL_PUSHING, number);
    }
}

/* Process a pair of this tick without Lua. [-0, +0, v] @return false if Lua has to decide */
static bool decide(lua_State *L, hbl_store *in, const hbl_world *world, hb_pair pair)
{
    const hbl_scene_box *a = hbl_box_of(in, pair.a), *b = hbl_box_of(in, pair.b);
    uint32_t code = a != NULL && b != NULL ? hbl_code_of(in, a, b) : 0;
    if (code == 0 || code & HBL_ASKS) {
        return false;
    }
    if (!(code & HBL_RULED) || a->root == b->root) {
        return true; /* they have no rule */
    }
    hbl_scene_contact *one = hbl_find_contact(in, pair.a, pair.b);
    if (one == NULL && code & (HBL_PLAIN | HBL_SIDED)) {
        if (in->free_contact == 0) {
            hbl_reserve_contact(L, in); /* which may run a finalizer */
            (void)hbl_core(L, world);
            a = hbl_box_of(in, pair.a);
            b = hbl_box_of(in, pair.b);
            if (a == NULL || b == NULL) {
                return true;
            }
        }
        code = code & HBL_SIDED ? side_code(in, world->core, code, a, b) : code;
        uint32_t number =
            hbl_begin_contact(in, world->core, pair, code % HBL_RESPONSE, code / HBL_RULE);
        one = &in->contacts[number - 1];
    }
    if (one == NULL || !(one->flags & HBL_PLAIN)) {
        return false;
    }
    take(in, world->core, one, (uint32_t)(one - in->contacts) + 1);
    return true;
}

/* The number of pairs to prefetch ahead: the data of 50,000 things does not fit into the cache. */
enum { SOON = 6, LATER = 12 };

static void prefetch(const hbl_store *in)
{
    if (in->pair_next + LATER < in->pair_count) {
        hb_pair later = in->pairs[in->pair_next + LATER];
        uint32_t a = hb_id_index(later.a), b = hb_id_index(later.b);
        HBL_PREFETCH(&in->boxes[a < in->box_capacity ? a : 0]);
        HBL_PREFETCH(&in->boxes[b < in->box_capacity ? b : 0]);
        hbl_prefetch_contact(in, in->pairs[in->pair_next + SOON], later);
    }
}

/* next(world, store) -> a, b: the next pair that needs Lua [-0, +0|2, v] */
static int next_pair(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hbl_store *in = hbl_check_store(L);
    while (in->pair_next < in->pair_count) {
        prefetch(in);
        hb_pair pair = in->pairs[in->pair_next++];
        const hb_world *core = hbl_core(L, world);
        bool are_there = in->removals == world->ffi.removals ||
                         (hb_world_has(core, pair.a) && hb_world_has(core, pair.b));
        if (are_there && !decide(L, in, world, pair)) {
            hbl_push_item(L, 1, pair.a);
            hbl_push_item(L, 1, pair.b);
            return 2;
        }
    }
    return 0;
}

const luaL_Reg hbl_scene_pairs[] = {
    {"setCode", set_code},
    {"pairs", find_pairs},
    {"next", next_pair},
    {NULL, NULL},
};
