/// The drop-in for bump.lua: items that were found, held while a script is asked about them.
#include "bump.h"

/* Make room for as many as there are, in what is on the stack above `top`. [-0, +0|1, m] */
static void grow_crowd(lua_State *L, hbl_crowd *crowd, int *capacity, int top)
{
    *capacity = crowd->count; /* the collector may run, and let a script add more */
    lua_settop(L, top);
    crowd->ids = lua_newuserdatauv(L, (size_t)*capacity * sizeof *crowd->ids, 0);
}

void hbl_crowd_find(lua_State *L, const hbl_bump_world *world, hb_aabb range, hbl_crowd *crowd)
{
    int capacity = HBL_BUMP_FEW, top = lua_gettop(L);
    crowd->ids = crowd->few;
    while ((crowd->count = hbl_bump_query(world, range, crowd->ids, capacity)) > capacity) {
        grow_crowd(L, crowd, &capacity, top);
    }
}

void hbl_crowd_find_in_cells(lua_State *L, const hbl_bump_world *world, const hbl_cells *cells,
                             hbl_crowd *crowd)
{
    int capacity = HBL_BUMP_FEW, top = lua_gettop(L);
    crowd->ids = crowd->few;
    while ((crowd->count = hbl_bump_look(world, cells, crowd->ids, capacity)) > capacity) {
        grow_crowd(L, crowd, &capacity, top);
    }
}

void hbl_crowd_keep(lua_State *L, int handle, hbl_crowd *crowd)
{
    enum { MOST_ON_STACK = 256 };
    const hbl_bump_world *world = lua_touserdata(L, handle);
    lua_getiuservalue(L, handle, HBL_BUMP_ITEMS);
    int items = lua_gettop(L), kept = 0;
    crowd->tabled = crowd->count > MOST_ON_STACK;
    if (crowd->tabled) {
        lua_createtable(L, crowd->count, 0);
    } else {
        luaL_checkstack(L, 2 * crowd->count + LUA_MINSTACK, "items");
    }
    for (int i = 0; i < crowd->count; i++) {
        hb_id id = crowd->ids[i];
        if (hbl_bump_slot_of(world, id) == NULL) {
            continue; /* the collector, asked for a table, has run a script */
        }
        crowd->ids[kept++] = id;
        (void)lua_rawgeti(L, items, (lua_Integer)hb_id_index(id) + 1);
        if (crowd->tabled) {
            lua_rawseti(L, items + 1, kept);
        }
    }
    crowd->count = kept;
    crowd->at = items + 1;
}

void hbl_crowd_push(lua_State *L, const hbl_crowd *crowd, int i)
{
    if (crowd->tabled) {
        (void)lua_rawgeti(L, crowd->at, i + 1);
    } else {
        lua_pushvalue(L, crowd->at + i);
    }
}

hbl_bump_slot *hbl_crowd_slot(lua_State *L, int handle, const hbl_crowd *crowd, int i)
{
    hbl_crowd_push(L, crowd, i);
    hbl_bump_slot *slot = hbl_bump_find_again(L, handle, crowd->ids[i], lua_gettop(L));
    lua_pop(L, 1);
    return slot;
}
