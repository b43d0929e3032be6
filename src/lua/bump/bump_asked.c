/// The drop-in for bump.lua: check and move with a filter, and where items are, for LuaJIT.
///
/// There a filter is called by a function of Lua's, which LuaJIT compiles into one with it, and
/// what is here is called by that past Lua's API: see hitbox/ffi/bump.lua. The steps are those of
/// bump_move.c. A filter may do anything to the world between any two of them, so each looks at the
/// world anew, and nothing here takes memory of Lua's, raises, or runs a script.
#include "bump.h"

/* A check under way. hitbox/ffi/bump.lua knows the fields up to `reached`, and how long it is. */
typedef struct asked {
    hbl_slid hit; ///< the last that was answered; `slide` is where it leads, whatever the response
    hbl_rect start;    ///< where the item is
    hbl_place reached; ///< by what was answered so far
    hbl_way way;
    uint64_t added; ///< to the world, before it began
    hb_id met[HBL_BUMP_MOST_MET];
    hbl_hit first; ///< of the hits on this way
    bool any;
} asked;

/* What a step says; hitbox/ffi/bump.lua knows the numbers. */
enum { REFUSED = -1, IS_GONE = -2, GO_LONG = -3 };

/* Begin with an item, by its index + 1. */
static int begin(asked *on, const hbl_bump_world *world, int number, double x, double y)
{
    const hbl_bump_slot *slot = hbl_bump_slot_at(world, number);
    if (slot == NULL) {
        return REFUSED;
    }
    on->start = slot->rect;
    on->reached = (hbl_place){x, y, 0};
    on->added = world->added;
    on->way.world = world;
    on->way.from = slot->rect;
    on->way.goal = on->reached;
    on->way.own = slot->id;
    on->way.met = on->met;
    on->way.met_count = 0;
    on->way.crowd.ids = NULL;
    return 0;
}

/* Find whom a filter is to be asked about on the way that is left. @return how many they are; if
 * more than `capacity`, again */
static int set_out(asked *on, hb_id *ids, int capacity)
{
    hbl_way *way = &on->way;
    on->any = false;
    way->has_cells = false;
    if (way->crowd.ids == ids && hbl_bump_narrow_down(way)) {
        return way->crowd.count;
    }
    int found = hbl_bump_look(way->world, hbl_bump_cells_on(way), ids, capacity);
    if (found > capacity) {
        way->crowd.ids = NULL;
        return found;
    }
    way->crowd.ids = ids;
    way->crowd.count = found;
    hbl_bump_leave_out_met(way);
    return way->crowd.count;
}

/* Measure one candidate. @param number  where that item is by now if it was removed and added again
 * @return whether it is met, and before all others so far; or IS_GONE */
static int meet(asked *on, int i, int number)
{
    hb_id id = on->way.crowd.ids[i];
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

/* Answer the first hit. @return whether the way goes on; or GO_LONG, where hitbox/bump.lua is to
 * answer this hit, and all others */
static int answer(asked *on, int how)
{
    hbl_way *way = &on->way;
    hbl_response response = (hbl_response)how;
    hbl_place goal = hbl_bump_goal_after(response, way, &on->first.meeting);
    on->hit =
        (hbl_slid){way->from, on->first.other, way->goal, goal, on->first.meeting, on->first.id};
    /* as in bump_move.c: what was added since then may have been met under another id */
    if (response == HBL_BUMP_OWN || way->met_count + 1 == HBL_BUMP_MOST_MET ||
        way->world->added != on->added) {
        return GO_LONG;
    }
    on->met[way->met_count++] = on->first.id;
    way->goal = goal;
    on->reached = goal;
    if (response == HBL_BUMP_CROSSES) {
        way->from = on->start;
    } else if (response != HBL_BUMP_TOUCHES) {
        hbl_bump_go_on(way, &on->start, &on->first.meeting);
    }
    return response != HBL_BUMP_TOUCHES;
}

/* Put an item somewhere; of a size of 0 is what it has. */
static int put(hbl_bump_world *world, int number, double x, double y, double w, double h)
{
    hbl_bump_slot *slot = hbl_bump_slot_at(world, number);
    if (slot == NULL) {
        return REFUSED;
    }
    hbl_rect rect = {x, y, w != 0.0 ? w : slot->rect.w, h != 0.0 ? h : slot->rect.h, 0};
    return hbl_bump_place(world, slot, &rect) == HB_OK ? 0 : REFUSED;
}

/* Where an item is. */
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
    {"setOut", (void (*)(void))set_out},
    {"meet", (void (*)(void))meet},
    {"answer", (void (*)(void))answer},
    {"put", (void (*)(void))put},
    {"where", (void (*)(void))where},
    {NULL, NULL},
};

/* asked() -> pointers to these, and the size of what they work on [-0, +2, m] */
static int push_asked(lua_State *L)
{
    hbl_push_foreign(L, functions);
    lua_pushinteger(L, sizeof(asked));
    return 2;
}

const luaL_Reg hbl_bump_asked_functions[] = {
    {"asked", push_asked},
    {NULL, NULL},
};
