/// The drop-in for bump.lua: check and move with a filter, and the positions of items, for LuaJIT.
///
/// hitbox/ffi/bump.lua calls the filter, and the functions here by the FFI, so LuaJIT compiles both
/// into one trace. The steps are those of bump_move.c. A filter may change the world between any
/// two steps, so each step finds its items again. No function here allocates memory of Lua, raises
/// an error, or runs a script. May call bump_path.c and the queries.
#include "bump.h"

/* A running check. hitbox/ffi/bump.lua reads the fields up to `reached`, and allocates it. */
typedef struct filtered_check {
    hbl_slide_hit hit;    ///< the last hit; `slide` is the goal after any response
    hbl_rect start;       ///< the item's rectangle
    hbl_position reached; ///< the goal after all responses so far
    hbl_path way;
    uint64_t added; ///< of the world, at the beginning
    hb_id met[HBL_BUMP_MAX_HITS];
    hbl_hit first; ///< the nearest hit on this path, if `any`
    bool any;
} filtered_check;

/* Results of a step. hitbox/ffi/bump.lua has the same numbers. */
enum { REFUSED = -1, IS_GONE = -2, SLOW_PATH = -3 };

/* Begin a check of an item, by its index + 1. */
static int begin(filtered_check *on, const hbl_bump_world *world, int number, double x, double y)
{
    const hbl_bump_slot *slot = hbl_bump_slot_at(world, number);
    if (slot == NULL) {
        return REFUSED;
    }
    on->start = slot->rect;
    on->reached = (hbl_position){x, y, 0};
    on->added = world->added;
    on->way.world = world;
    on->way.from = slot->rect;
    on->way.goal = on->reached;
    on->way.own = slot->id;
    on->way.met = on->met;
    on->way.met_count = 0;
    on->way.candidates.ids = NULL;
    return 0;
}

/* Find the items on the rest of the path, for the filter. @return their number; if it is above
 * `capacity`, call it again with more room */
static int find_candidates(filtered_check *on, hb_id *ids, int capacity)
{
    hbl_path *way = &on->way;
    on->any = false;
    way->has_cells = false;
    if (way->candidates.ids == ids && hbl_bump_narrow_down(way)) {
        return way->candidates.count;
    }
    int found = hbl_bump_query_cells(way->world, hbl_bump_cells_on(way), ids, capacity);
    if (found > capacity) {
        way->candidates.ids = NULL;
        return found;
    }
    way->candidates.ids = ids;
    way->candidates.count = found;
    hbl_bump_drop_met(way);
    return way->candidates.count;
}

/* Test one candidate. @param number  its new index + 1 if it was removed and added again
 * @return 1 if it is the nearest hit so far, else 0; or IS_GONE */
static int meet(filtered_check *on, int i, int number)
{
    hb_id id = on->way.candidates.ids[i];
    const hbl_bump_slot *slot = hbl_bump_slot_of(on->way.world, id);
    if (slot == NULL) {
        slot = hbl_bump_slot_at(on->way.world, number);
    }
    if (slot == NULL) {
        return IS_GONE;
    }
    hbl_hit found = {.other = slot->rect, .id = id};
    bool is_first = hbl_bump_meet(&on->way.from, &found.other, &on->way.goal, &found.meeting) &&
                    (!on->any || hbl_bump_is_before(&found.meeting, &on->first.meeting));
    if (is_first) {
        on->first = found;
        on->any = true;
    }
    return is_first;
}

/* Respond to the nearest hit. @return whether the path continues; SLOW_PATH if hitbox/bump.lua has
 * to respond to this hit and all later ones */
static int respond(filtered_check *on, int how)
{
    hbl_path *way = &on->way;
    hbl_response response = (hbl_response)how;
    hbl_position goal = hbl_bump_goal_after(response, way, &on->first.meeting);
    on->hit = (hbl_slide_hit){way->from, on->first.other,   way->goal,
                              goal,      on->first.meeting, on->first.id};
    /* as in bump_move.c: an item added since then may have been hit under another id */
    if (response == HBL_BUMP_CUSTOM || way->met_count + 1 == HBL_BUMP_MAX_HITS ||
        way->world->added != on->added) {
        return SLOW_PATH;
    }
    on->met[way->met_count++] = on->first.id;
    way->goal = goal;
    on->reached = goal;
    if (response == HBL_BUMP_CROSSES) {
        way->from = on->start;
    } else if (response != HBL_BUMP_TOUCHES) {
        hbl_bump_continue(way, &on->start, &on->first.meeting);
    }
    return response != HBL_BUMP_TOUCHES;
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

static const hbl_foreign functions[] = {
    {"begin", (void (*)(void))begin},
    {"findCandidates", (void (*)(void))find_candidates},
    {"meet", (void (*)(void))meet},
    {"respond", (void (*)(void))respond},
    {"put", (void (*)(void))put},
    {"where", (void (*)(void))where},
    {NULL, NULL},
};

/* ffi() -> pointers to these functions, the size of a filtered_check [-0, +2, m] */
static int push_ffi_functions(lua_State *L)
{
    hbl_push_foreign(L, functions);
    lua_pushinteger(L, sizeof(filtered_check));
    return 2;
}

const luaL_Reg hbl_bump_ffi_functions[] = {
    {"ffi", push_ffi_functions},
    {NULL, NULL},
};
