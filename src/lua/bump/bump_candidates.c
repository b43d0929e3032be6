/// The drop-in for bump.lua: the items found by a query, held while a script is called for each.
/// May call Lua and the queries of the other files.
#include "bump.h"

/* Make room for all items, in a userdata at `top` + 1. [-0, +0|1, m] */
static void grow_candidates(lua_State *L, hbl_candidates *candidates, int *capacity, int top)
{
    *capacity = candidates->count; /* the collector may run, and let a script add more */
    lua_settop(L, top);
    candidates->ids = lua_newuserdatauv(L, (size_t)*capacity * sizeof *candidates->ids, 0);
}

void hbl_candidates_find(lua_State *L, const hbl_bump_world *world, hb_aabb range,
                         hbl_candidates *candidates)
{
    int capacity = HBL_BUMP_FEW, top = lua_gettop(L);
    candidates->ids = candidates->few;
    while ((candidates->count = hbl_bump_query(world, range, candidates->ids, capacity)) >
           capacity) {
        grow_candidates(L, candidates, &capacity, top);
    }
}

void hbl_candidates_find_in_cells(lua_State *L, const hbl_bump_world *world, const hbl_cells *cells,
                                  hbl_candidates *candidates)
{
    int capacity = HBL_BUMP_FEW, top = lua_gettop(L);
    candidates->ids = candidates->few;
    while ((candidates->count = hbl_bump_query_cells(world, cells, candidates->ids, capacity)) >
           capacity) {
        grow_candidates(L, candidates, &capacity, top);
    }
}

void hbl_candidates_keep(lua_State *L, int handle, hbl_candidates *candidates)
{
    enum { MAX_ON_STACK = 256 };
    const hbl_bump_world *world = lua_touserdata(L, handle);
    lua_getiuservalue(L, handle, HBL_BUMP_ITEMS);
    int items = lua_gettop(L), kept = 0;
    candidates->tabled = candidates->count > MAX_ON_STACK;
    if (candidates->tabled) {
        lua_createtable(L, candidates->count, 0);
    } else {
        luaL_checkstack(L, 2 * candidates->count + LUA_MINSTACK, "items");
    }
    for (int i = 0; i < candidates->count; i++) {
        hb_id id = candidates->ids[i];
        if (hbl_bump_slot_of(world, id) == NULL) {
            continue; /* creating the table ran a finalizer, which removed it */
        }
        candidates->ids[kept++] = id;
        (void)lua_rawgeti(L, items, (lua_Integer)hb_id_index(id) + 1);
        if (candidates->tabled) {
            lua_rawseti(L, items + 1, kept);
        }
    }
    candidates->count = kept;
    candidates->at = items + 1;
}

void hbl_candidates_push(lua_State *L, const hbl_candidates *candidates, int i)
{
    if (candidates->tabled) {
        (void)lua_rawgeti(L, candidates->at, i + 1);
    } else {
        lua_pushvalue(L, candidates->at + i);
    }
}

hbl_bump_slot *hbl_candidates_slot(lua_State *L, int handle, const hbl_candidates *candidates,
                                   int i)
{
    hbl_candidates_push(L, candidates, i);
    hbl_bump_slot *slot = hbl_bump_find_again(L, handle, candidates->ids[i], lua_gettop(L));
    lua_pop(L, 1);
    return slot;
}
