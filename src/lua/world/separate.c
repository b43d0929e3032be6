/// Pushes overlapping items of a crowd apart. May call the core, responses.h and Lua's API.
///
/// As in move.c, a filter may change the world meanwhile. So the memory for the pairs, and for the
/// space around the items, is taken out of the world and returned at the end.
#include "responses.h"

#include <limits.h>

/* world:separate(pairs, share, filter, options) */
enum { PAIRS = 2, SHARE, FILTER, OPTIONS, MASK, MEMORY, HITS, ITEMS, MOVER };

static const char *const options[] = {"mask", NULL};

/* Up to this number, hits of one item need no memory of Lua. */
enum { FEW = 16 };

struct hbl_separating {
    int pair_capacity, around_capacity;
    hb_free_space *around; /* behind the pairs */
    hb_pair pairs[];
};

/* [-0, +1, m] */
static hbl_separating *new_memory(lua_State *L, int pairs, int around)
{
    size_t size = sizeof(hbl_separating) + (size_t)pairs * sizeof(hb_pair) +
                  (size_t)around * sizeof(hb_free_space);
    hbl_separating *made = lua_newuserdatauv(L, size, 0);
    *made = (hbl_separating){.pair_capacity = pairs, .around_capacity = around};
    made->around = (hb_free_space *)(void *)(made->pairs + pairs);
    return made;
}

/* Push memory for `count` pairs, which the caller owns until it returns it. [-0, +1, m] */
static hbl_separating *take_memory(lua_State *L, hbl_world *world, int pairs)
{
    hbl_separating *memory = world->separating;
    int around = hb_world_item_count(hbl_core(L, world)); /* a finalizer may have destroyed it */
    if (memory == NULL || memory->pair_capacity < pairs || memory->around_capacity < around) {
        return new_memory(L, pairs + pairs / 2, around + around / 2);
    }
    lua_getiuservalue(L, 1, HBL_SEPARATING);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, HBL_SEPARATING);
    world->separating = NULL;
    return memory;
}

/* [-0, +0] */
static void give_memory(lua_State *L, hbl_world *world, hbl_separating *memory)
{
    lua_pushvalue(L, MEMORY);
    lua_setiuservalue(L, 1, HBL_SEPARATING);
    world->separating = memory;
}

/* The number of pairs. [-0, +0, v] */
static int check_pairs(lua_State *L)
{
    if (!lua_istable(L, PAIRS)) {
        hbl_arg_error(L, PAIRS, "table expected for pairs, got %s", hbl_type_name(L, PAIRS));
    }
    size_t count = lua_rawlen(L, PAIRS);
    if (count % 2 != 0) {
        hbl_arg_error(L, PAIRS, "pairs must hold an even number of items, got %d", (int)count);
    }
    if (count > INT_MAX / 64) {
        hbl_no_memory(L);
    }
    return (int)count / 2;
}

/* [-0, +0, v] */
static hb_id item_at(lua_State *L, const hbl_world *world, int i)
{
    lua_rawgeti(L, PAIRS, i);
    hb_id id = hbl_find_item(L, world, MOVER);
    if (id == 0) {
        hbl_arg_error(L, PAIRS, "pairs[%d] is not in this world, got %s", i,
                      hbl_type_name(L, MOVER));
    }
    lua_pop(L, 1);
    return id;
}

/* [-0, +0, v] */
static double check_share(lua_State *L)
{
    double share = lua_isnil(L, SHARE) ? 0.5 : hbl_size(L, SHARE, "share");
    if (share > 1.0) {
        hbl_arg_error(L, SHARE, "share must be from 0 to 1, got %s", hbl_number_text(L, SHARE));
    }
    return share;
}

/* Respond by the filter, or without one by the item's own responses. [-0, +0, v] */
static void answer(lua_State *L, const hbl_world *world, hbl_mover mover, hb_separation *s)
{
    hb_hit hit = s->move.hits[s->move.count - 1];
    double bounce = 1.0;
    mover.id = s->item;
    lua_rawgeti(L, ITEMS, (lua_Integer)hb_id_index(mover.id) + 1);
    lua_rawgeti(L, ITEMS, (lua_Integer)hb_id_index(hit.other) + 1);
    hb_response response = hbl_answer(L, world, &mover, &hit, &bounce);
    lua_settop(L, ITEMS);
    s->move.bounce = bounce;
    hb_separate_respond(s, response);
}

/* [-0, +0, v] */
static void run(lua_State *L, const hbl_world *world, const hbl_mover *mover, hb_separation *s)
{
    hb_status status;
    while (hb_separate_next(s, &status) || status == HB_BUFFER_FULL) {
        if (status == HB_BUFFER_FULL) {
            s->move.hits = hbl_grow_hits(L, HITS, s->move.hits, s->move.count, &s->move.capacity);
        } else {
            answer(L, world, *mover, s);
        }
        (void)hbl_core(L, world); /* a finalizer may have destroyed it */
    }
    hbl_check_status(L, PAIRS, "every edge of the items", status);
}

/* world:separate(pairs[, share[, filter[, options]]]) -> number of overlapping pairs [-0, +1, v] */
static int world_separate(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    lua_settop(L, OPTIONS);
    int count = check_pairs(L);
    double share = check_share(L);
    hbl_mover mover = {.item = MOVER, .arg = FILTER};
    hbl_read_filter(L, FILTER, FILTER, &mover);
    hbl_options(L, OPTIONS, options);
    hb_layers mask = HB_ALL_LAYERS;
    if (!lua_isnil(L, MASK)) {
        mask = hbl_layers_at(L, MASK, OPTIONS, "mask", NULL);
    }
    hbl_separating *memory = take_memory(L, world, count);
    lua_pushnil(L);
    lua_getiuservalue(L, 1, HBL_ITEMS);
    hb_world *core = hbl_core(L, world); /* the collector may have run */
    for (int i = 0; i < count; i++) {
        hb_id a = item_at(L, world, 2 * i + 1);
        memory->pairs[i] = (hb_pair){a, item_at(L, world, 2 * i + 2)};
    }
    hb_separation s;
    hb_hit few[FEW];
    (void)hb_separate_begin(&s, core, memory->pairs, count, share); /* which was checked */
    s.mask = mask;
    s.move.hits = few;
    s.move.capacity = FEW;
    s.free_space = memory->around;
    s.free_space_count = memory->around_capacity;
    run(L, world, &mover, &s);
    give_memory(L, world, memory);
    lua_pushinteger(L, s.separated);
    return 1;
}

const luaL_Reg hbl_separate_methods[] = {
    {"separate", world_separate},
    {NULL, NULL},
};
