/// The drop-in for bump.lua: check and move, and the positions of items, for LuaJIT.
///
/// hitbox/ffi/bump.lua calls the filter, and the functions here by the FFI, so LuaJIT compiles both
/// into one trace. A filter may change the world between any two steps, so each step finds its
/// items again. No function here allocates memory of Lua, raises an error, or runs a script. May
/// call bump_path.c and the queries.
#include "bump.h"

/* hitbox/ffi/bump.lua has the same numbers. */
enum { REFUSED = -1, IS_GONE = -2 };

/* Slide an item, by its index + 1, towards goal[0], goal[1], which become the position reached.
 * @return as hbl_bump_slide */
static int slide(hbl_bump_world *world, int number, double goal[2], hbl_check_hit *hits)
{
    hbl_bump_slot *slot = hbl_bump_slot_at(world, number);
    if (slot == NULL) {
        return REFUSED;
    }
    hbl_position to = {goal[0], goal[1], 0};
    int count = hbl_bump_slide(world, slot, &to, hits);
    goal[0] = to.x;
    goal[1] = to.y;
    return count;
}

/* Begin a check of an item, by its index + 1. */
static int begin(hbl_check *on, const hbl_bump_world *world, int number, double x, double y)
{
    const hbl_bump_slot *slot = hbl_bump_slot_at(world, number);
    if (slot == NULL) {
        return REFUSED;
    }
    hbl_bump_begin(on, world, slot, &(hbl_position){x, y, 0});
    return 0;
}

/* Find the items on the rest of the path, for the filter. @return their number; if it is above
 * `capacity`, call it again with more room */
static int find_candidates(hbl_check *on, hb_id *ids, int capacity)
{
    hbl_path *path = &on->path;
    on->any = false;
    path->has_cells = false;
    if (path->candidates.ids == ids && hbl_bump_narrow_down(path)) {
        return path->candidates.count;
    }
    int found = hbl_bump_query_cells(path->world, hbl_bump_cells_on(path), ids, capacity);
    if (found > capacity) {
        path->candidates.ids = NULL;
        return found;
    }
    path->candidates.ids = ids;
    path->candidates.count = found;
    hbl_bump_drop_met(path);
    return path->candidates.count;
}

/* Test one candidate. @param number  its new index + 1 if it was removed and added again
 * @return 1 if it is the nearest hit so far, else 0; or IS_GONE */
static int meet(hbl_check *on, int i, int number)
{
    hb_id id = on->path.candidates.ids[i];
    const hbl_bump_slot *slot = hbl_bump_slot_of(on->path.world, id);
    if (slot == NULL) {
        slot = hbl_bump_slot_at(on->path.world, number);
    }
    if (slot == NULL) {
        return IS_GONE;
    }
    hbl_hit found = {.other = slot->rect, .id = id};
    return hbl_bump_meet(&on->path.from, &found.other, &on->path.goal, &found.meeting) &&
           hbl_bump_keep_first(on, &found);
}

/* As hbl_bump_respond. */
static int respond(hbl_check *on, int how)
{
    return hbl_bump_respond(on, (hbl_response)how);
}

/* Set the rectangle of an item; a size of 0 keeps the size. */
static int put(hbl_bump_world *world, int number, double x, double y, double w, double h)
{
    hbl_bump_slot *slot = hbl_bump_slot_at(world, number);
    if (slot == NULL) {
        return REFUSED;
    }
    hbl_rect rect = {x, y, w != 0.0 ? w : slot->rect.w, h != 0.0 ? h : slot->rect.h, 0};
    return hbl_bump_place(world, slot, &rect) == HB_OK ? 0 : REFUSED;
}

/* Write the rectangle of an item. */
static int where(const hbl_bump_world *world, int number, hbl_rect *out)
{
    const hbl_bump_slot *slot = hbl_bump_slot_at(world, number);
    if (slot == NULL) {
        return REFUSED;
    }
    *out = slot->rect;
    return 0;
}

static const hbl_ffi_function functions[] = {
    {"slide", (void (*)(void))slide},
    {"begin", (void (*)(void))begin},
    {"findCandidates", (void (*)(void))find_candidates},
    {"meet", (void (*)(void))meet},
    {"respond", (void (*)(void))respond},
    {"put", (void (*)(void))put},
    {"where", (void (*)(void))where},
    {NULL, NULL},
};

/* ffi() -> pointers to these functions, the sizes of an hbl_check and an hbl_check_hit
 * [-0, +3, m] */
static int push_ffi_functions(lua_State *L)
{
    hbl_push_ffi_functions(L, functions);
    lua_pushinteger(L, sizeof(hbl_check));
    lua_pushinteger(L, sizeof(hbl_check_hit));
    return 3;
}

const luaL_Reg hbl_bump_ffi_functions[] = {
    {"ffi", push_ffi_functions},
    {NULL, NULL},
};
