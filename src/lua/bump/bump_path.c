/// The drop-in for bump.lua: finds the hits on a path, and makes the steps of a check.
///
/// bump_move.c, for Lua's API, and bump_ffi.c, for LuaJIT, make a check of the same steps. With a
/// filter a script is called for each candidate, and may change the world. Without one, as in most
/// moves, no call goes through Lua. May call Lua and the queries of the other files.
#include "bump.h"

#include <math.h>

/* ---- Hits ------------------------------------------------------------------------------------ */

static bool calls_script(const hbl_path *on)
{
    return on->filter != 0 || on->has_own_get_rect;
}

static bool was_met(const hbl_path *on, hb_id id)
{
    bool met = id == on->own;
    for (int i = 0; i < on->met_count; i++) {
        met |= id == on->met[i];
    }
    return met;
}

static hb_aabb range_of(const hbl_path *on)
{
    const hbl_rect *from = &on->from;
    const hbl_position *goal = &on->goal;
    return (hb_aabb){fmin(from->x, goal->x), fmin(from->y, goal->y),
                     fmax(from->x, goal->x) + from->w, fmax(from->y, goal->y) + from->h};
}

const hbl_cells *hbl_bump_cells_on(hbl_path *on)
{
    if (!on->has_cells) {
        on->cells = hbl_bump_path_cells(on->world->cell_size, &on->from, &on->goal);
        on->has_cells = true;
    }
    return &on->cells;
}

bool hbl_bump_narrow_down(hbl_path *on)
{
    const hbl_cells *cells = hbl_bump_cells_on(on), *found = &on->found;
    hbl_candidates *candidates = &on->candidates;
    bool is_within = cells->left >= found->left && cells->right <= found->right &&
                     cells->top >= found->top && cells->bottom <= found->bottom;
    if (!is_within || found->left >= found->right || on->changes != on->world->changes) {
        return false;
    }
    candidates->count = hbl_bump_keep_near(on->world, candidates->ids, candidates->count, cells);
    hbl_bump_drop_met(on);
    return true;
}

void hbl_bump_drop_met(hbl_path *on)
{
    hbl_candidates *candidates = &on->candidates;
    int count = 0;
    on->found = *hbl_bump_cells_on(on);
    on->changes = on->world->changes;
    for (int i = 0; i < candidates->count; i++) {
        candidates->ids[count] = candidates->ids[i];
        count += !was_met(on, candidates->ids[i]);
    }
    candidates->count = count;
}

void hbl_bump_find_candidates(lua_State *L, hbl_path *on)
{
    hbl_candidates *candidates = &on->candidates;
    on->next = 0;
    on->has_cells = false;
    if (!calls_script(on)) {
        hbl_candidates_find(L, on->world, range_of(on), candidates);
        return;
    }
    bool is_here = candidates->ids == candidates->few; /* ids on the stack are gone by now */
    if (!is_here || !hbl_bump_narrow_down(on)) {
        hbl_candidates_find_in_cells(L, on->world, hbl_bump_cells_on(on), candidates);
        hbl_bump_drop_met(on);
    }
    hbl_candidates_keep(L, on->handle, candidates);
}

/* Get the rectangle of the item on top by the world's own getRect. [-0, +0, v] */
static void call_own_get_rect(lua_State *L, hbl_rect *out)
{
    int other = lua_gettop(L);
    hbl_bump_get_field(L, HBL_KEY_GET_RECT);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, other);
    (void)hbl_bump_call(L, 2, 4, 0, 0, 0);
    hbl_bump_check_rect(L, other + 1, out);
    lua_settop(L, other);
}

/* Call the filter for the item on top, and push its type. [-0, +1, v]
 * @return the item's slot, null if it was removed */
static const hbl_bump_slot *call_filter(lua_State *L, const hbl_path *on, hb_id id)
{
    int other = lua_gettop(L);
    if (on->filter == 0) {
        lua_pushvalue(L, lua_upvalueindex(HBL_KEY_SLIDE));
        return hbl_bump_find_again(L, on->handle, id, other);
    }
    lua_pushvalue(L, on->filter);
    lua_pushvalue(L, on->item);
    lua_pushvalue(L, other);
    return hbl_bump_call(L, 2, 1, on->handle, id, other);
}

/* Whether an accepted item is hit. The item and its type are on top. [-0, +0, v] */
static bool is_met(lua_State *L, const hbl_path *on, const hbl_bump_slot *slot, hbl_hit *out)
{
    if (on->has_own_get_rect) {
        lua_insert(L, -2);
        call_own_get_rect(L, &out->other);
        lua_insert(L, -2);
    } else if (slot != NULL) {
        out->other = slot->rect;
    } else {
        return false; /* the filter has removed it */
    }
    return hbl_bump_meet(&on->from, &out->other, &on->goal, &out->meeting);
}

/* The next hit in no order, with a script called for each item. [-0, +0|2, v] */
static bool next_filtered(lua_State *L, hbl_path *on, hbl_hit *out)
{
    int top = lua_gettop(L);
    while (on->next < on->candidates.count) {
        int i = on->next++;
        out->id = on->candidates.ids[i];
        hbl_candidates_push(L, &on->candidates, i);
        const hbl_bump_slot *slot = call_filter(L, on, out->id);
        if (lua_toboolean(L, -1) && is_met(L, on, slot, out)) {
            return true;
        }
        lua_settop(L, top);
    }
    return false;
}

/* The next hit in no order, without a script. */
static bool next_unfiltered(hbl_path *on, hbl_hit *out)
{
    while (on->next < on->candidates.count) {
        hb_id id = on->candidates.ids[on->next++];
        hbl_bump_slot *slot = hbl_bump_slot_of(on->world, id);
        if (slot != NULL && !was_met(on, id) &&
            hbl_bump_meet(&on->from, &slot->rect, &on->goal, &out->meeting) &&
            hbl_bump_near(hbl_bump_cells_of(on->world, slot), hbl_bump_cells_on(on))) {
            out->other = slot->rect;
            out->id = id;
            return true;
        }
    }
    return false;
}

/* Push the item of a hit without a filter, and its type. [-0, +2] */
static void push_unfiltered(lua_State *L, const hbl_path *on, const hbl_hit *found)
{
    lua_getiuservalue(L, on->handle, HBL_BUMP_ITEMS);
    (void)lua_rawgeti(L, -1, (lua_Integer)hb_id_index(found->id) + 1);
    lua_replace(L, -2);
    lua_pushvalue(L, lua_upvalueindex(HBL_KEY_SLIDE));
}

bool hbl_bump_next_hit(lua_State *L, hbl_path *on, hbl_hit *out)
{
    if (calls_script(on)) {
        return next_filtered(L, on, out);
    }
    bool found = next_unfiltered(on, out);
    if (found) {
        push_unfiltered(L, on, out);
    }
    return found;
}

/* ---- The steps of a check -------------------------------------------------------------------- */

void hbl_bump_begin(hbl_check *on, const hbl_bump_world *world, const hbl_bump_slot *slot,
                    const hbl_position *goal)
{
    hbl_path *path = &on->path;
    on->start = slot->rect;
    on->reached = *goal;
    on->added = world->added;
    on->any = false;
    path->world = world;
    path->filter = 0;
    path->has_own_get_rect = false;
    path->from = slot->rect;
    path->goal = *goal;
    path->own = slot->id;
    path->met = on->met;
    path->met_count = 0;
    path->candidates.ids = NULL;
}

/* Whether one hit is before another in the order of hits. */
static bool is_before(const hbl_meeting *a, const hbl_meeting *b)
{
    return a->ti == b->ti ? a->square < b->square : a->ti < b->ti;
}

bool hbl_bump_keep_first(hbl_check *on, const hbl_hit *found)
{
    bool is_first = !on->any || is_before(&found->meeting, &on->first.meeting);
    if (is_first) {
        on->first = *found;
        on->any = true;
    }
    return is_first;
}

static hbl_position slide_goal(const hbl_path *on, const hbl_meeting *meeting)
{
    hbl_position motion = hbl_bump_motion(&on->from, &on->goal), goal = on->goal;
    const hbl_position *touch = &meeting->touch;
    if (motion.x != 0.0 || motion.y != 0.0) {
        unsigned bit = meeting->nx != 0 ? HBL_WHOLE_X : HBL_WHOLE_Y;
        *(meeting->nx != 0 ? &goal.x : &goal.y) = meeting->nx != 0 ? touch->x : touch->y;
        goal.whole = (goal.whole & ~bit) | (touch->whole & bit);
    }
    return goal;
}

static hbl_position bounce_goal(const hbl_path *on, const hbl_meeting *meeting)
{
    hbl_position motion = hbl_bump_motion(&on->from, &on->goal);
    hbl_position touch = meeting->touch;
    if (motion.x == 0.0 && motion.y == 0.0) {
        return touch;
    }
    double x = on->goal.x - touch.x, y = on->goal.y - touch.y;
    if (meeting->nx == 0) {
        y = -y;
    } else {
        x = -x;
    }
    return (hbl_position){touch.x + x, touch.y + y, touch.whole & on->goal.whole};
}

/* The goal after one of the four responses to a hit. */
static hbl_position goal_after(hbl_response how, const hbl_path *on, const hbl_meeting *meeting)
{
    switch (how) {
    case HBL_BUMP_SLIDES:
        return slide_goal(on, meeting);
    case HBL_BUMP_BOUNCES:
        return bounce_goal(on, meeting);
    case HBL_BUMP_TOUCHES:
        return meeting->touch;
    default:
        return on->goal;
    }
}

int hbl_bump_respond(hbl_check *on, hbl_response how)
{
    hbl_path *path = &on->path;
    const hbl_hit *first = &on->first;
    const hbl_rect *start = &on->start;
    const hbl_position *touch = &first->meeting.touch;
    hbl_position goal = goal_after(how, path, &first->meeting);
    on->hit =
        (hbl_check_hit){path->from, first->other, path->goal, goal, first->meeting, first->id};
    /* an item added since the beginning may have been hit under another id */
    if (how == HBL_BUMP_CUSTOM || path->met_count + 1 == HBL_BUMP_MAX_HITS ||
        path->world->added != on->added) {
        return HBL_BUMP_SLOW_PATH;
    }
    on->any = false;
    on->met[path->met_count++] = first->id;
    path->goal = goal;
    on->reached = goal;
    if (how == HBL_BUMP_CROSSES) {
        path->from = *start; /* and not from the last hit */
    } else if (how != HBL_BUMP_TOUCHES) {
        path->from = (hbl_rect){touch->x, touch->y, start->w, start->h,
                                touch->whole | (start->whole & (HBL_WHOLE_W | HBL_WHOLE_H))};
    }
    return how == HBL_BUMP_TOUCHES ? HBL_BUMP_ENDS : HBL_BUMP_GOES_ON;
}

/* ---- Sliding --------------------------------------------------------------------------------- */

static bool is_within(const hb_aabb *a, const hb_aabb *b)
{
    return a->x0 >= b->x0 && a->y0 >= b->y0 && a->x1 <= b->x1 && a->y1 <= b->y1;
}

/* Find the candidates, into the world's scratch, unless the last range holds the new one. */
static void find_unfiltered(hbl_path *on)
{
    hb_aabb range = range_of(on);
    on->next = 0;
    on->has_cells = false;
    if (on->candidates.ids == NULL || !is_within(&range, &on->range)) {
        on->range = range;
        on->candidates.ids = on->world->scratch;
        on->candidates.count =
            hbl_bump_query(on->world, range, on->world->scratch, (int)on->world->slot_count);
    }
}

int hbl_bump_slide(hbl_bump_world *world, hbl_bump_slot *slot, hbl_position *goal,
                   hbl_check_hit hits[HBL_BUMP_MAX_HITS])
{
    hbl_check on;
    hbl_hit found;
    hbl_bump_begin(&on, world, slot, goal);
    for (int count = 0;; count++) {
        find_unfiltered(&on.path);
        while (next_unfiltered(&on.path, &found)) {
            (void)hbl_bump_keep_first(&on, &found);
        }
        if (!on.any) {
            *goal = on.reached;
            return count;
        }
        if (hbl_bump_respond(&on, HBL_BUMP_SLIDES) == HBL_BUMP_SLOW_PATH) {
            return -1;
        }
        hits[count] = on.hit;
    }
}
