/// The drop-in for bump.lua: project, check and move.
///
/// Where no script can tell, the short way is taken: of what a check projects only the first hit is
/// made a record, as no other is seen, and the four responses that are known here call nobody.
/// As soon as a world has a method or a response of its own, hitbox/bump.lua goes the long way.
#include "bump.h"

#include <math.h>
#include <stdlib.h>

/// So many hits of one check are remembered here; with more it goes the long way.
enum { MOST_MET = 32 };

/* ---- Who is met on a way --------------------------------------------------------------------- */

typedef struct way {
    const hbl_bump_world *world;
    int handle, item, filter; ///< on the stack; no filter is 0
    bool asks_for_rects;      ///< by a getRect of the world's own
    hbl_rect from;
    hbl_place goal;
    hb_id own; ///< of the item, 0 if it is not in the world
    const hb_id *met;
    int met_count;
    hbl_cells cells;
    bool has_cells;
    hbl_crowd crowd; ///< all that is in `range`, as of so many changes of the world
    hb_aabb range;
    uint64_t changes;
    int next;
} way;

typedef struct hit {
    hbl_meeting meeting;
    hbl_rect other;
    hb_id id;
} hit;

static bool asks(const way *on)
{
    return on->filter != 0 || on->asks_for_rects;
}

static bool was_met(const way *on, hb_id id)
{
    bool met = id == on->own;
    for (int i = 0; i < on->met_count; i++) {
        met |= id == on->met[i];
    }
    return met;
}

static hb_aabb range_of(const way *on)
{
    const hbl_rect *from = &on->from;
    const hbl_place *goal = &on->goal;
    return (hb_aabb){fmin(from->x, goal->x), fmin(from->y, goal->y),
                     fmax(from->x, goal->x) + from->w, fmax(from->y, goal->y) + from->h};
}

static bool is_within(const hb_aabb *a, const hb_aabb *b)
{
    return a->x0 >= b->x0 && a->y0 >= b->y0 && a->x1 <= b->x1 && a->y1 <= b->y1;
}

static const hbl_cells *cells_of(way *on)
{
    if (!on->has_cells) {
        on->cells = hbl_bump_way_cells(on->world->cell_size, &on->from, &on->goal);
        on->has_cells = true;
    }
    return &on->cells;
}

/* Find who may be met. A filter is asked about all with whom the way shares a cell; without one only
 * who is really near is of interest. [-0, +n, m] */
static void set_out(lua_State *L, way *on)
{
    hbl_crowd *crowd = &on->crowd;
    on->next = 0;
    on->has_cells = false;
    if (!asks(on)) {
        hb_aabb range = range_of(on);
        bool is_kept = crowd->ids == crowd->few && on->changes == on->world->changes;
        if (!is_kept || !is_within(&range, &on->range)) {
            on->changes = on->world->changes;
            on->range = range;
            hbl_crowd_find(L, on->world, range, crowd);
        }
        return;
    }
    hbl_crowd_find_in_cells(L, on->world, cells_of(on), crowd);
    int count = 0;
    for (int i = 0; i < crowd->count; i++) {
        crowd->ids[count] = crowd->ids[i];
        count += !was_met(on, crowd->ids[i]);
    }
    crowd->count = count;
    hbl_crowd_keep(L, on->handle, crowd);
}

/* The rectangle of the item on top, as the world's own getRect says. [-0, +0, v] */
static void ask_for_rect(lua_State *L, hbl_rect *out)
{
    int other = lua_gettop(L);
    lua_pushvalue(L, lua_upvalueindex(HBL_KEY_GET_RECT));
    lua_gettable(L, 1);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, other);
    lua_call(L, 2, 4);
    hbl_bump_check_rect(L, other + 1, out);
    lua_settop(L, other);
}

/* [-0, +0|1, v] @return whether the item on top, of the crowd, is wanted: then its type is pushed */
static bool ask_filter(lua_State *L, const way *on)
{
    if (on->filter == 0) {
        lua_pushvalue(L, lua_upvalueindex(HBL_KEY_SLIDE));
        return true;
    }
    lua_pushvalue(L, on->filter);
    lua_pushvalue(L, on->item);
    lua_pushvalue(L, -3);
    lua_call(L, 2, 1);
    if (lua_toboolean(L, -1)) {
        return true;
    }
    lua_pop(L, 1);
    return false;
}

/* The next hit in no order, with a script being asked. [-0, +0|2, v] */
static bool next_asked(lua_State *L, way *on, hit *out)
{
    int top = lua_gettop(L);
    while (on->next < on->crowd.count) {
        int i = on->next++;
        lua_settop(L, top);
        hbl_crowd_push(L, &on->crowd, i);
        if (!ask_filter(L, on)) {
            continue;
        }
        const hbl_bump_slot *slot = hbl_crowd_slot(L, on->handle, &on->crowd, i);
        if (on->asks_for_rects) {
            lua_insert(L, -2);
            ask_for_rect(L, &out->other);
            lua_insert(L, -2);
        } else if (slot != NULL) {
            out->other = slot->rect;
        } else {
            continue; /* the filter has removed it */
        }
        out->id = on->crowd.ids[i];
        if (hbl_bump_meet(&on->from, &out->other, &on->goal, &out->meeting)) {
            return true;
        }
    }
    lua_settop(L, top);
    return false;
}

/* The next hit in no order, with nobody being asked. */
static bool next_unasked(way *on, hit *out)
{
    while (on->next < on->crowd.count) {
        hb_id id = on->crowd.ids[on->next++];
        hbl_bump_slot *slot = hbl_bump_slot_of(on->world, id);
        if (slot != NULL && !was_met(on, id) &&
            hbl_bump_meet(&on->from, &slot->rect, &on->goal, &out->meeting) &&
            hbl_bump_near(hbl_bump_cells_of(on->world, slot), cells_of(on))) {
            out->other = slot->rect;
            out->id = id;
            return true;
        }
    }
    return false;
}

/* Push the item of a hit of which nobody was asked, and its type. [-0, +2] */
static void push_unasked(lua_State *L, const way *on, const hit *found)
{
    lua_getiuservalue(L, on->handle, HBL_BUMP_ITEMS);
    (void)lua_rawgeti(L, -1, (lua_Integer)hb_id_index(found->id) + 1);
    lua_replace(L, -2);
    lua_pushvalue(L, lua_upvalueindex(HBL_KEY_SLIDE));
}

/* The next hit in no order. [-0, +0|2, v]
 * @return whether there is one; then the item and the type are pushed */
static bool next_hit(lua_State *L, way *on, hit *out)
{
    if (asks(on)) {
        return next_asked(L, on, out);
    }
    bool found = next_unasked(on, out);
    if (found) {
        push_unasked(L, on, out);
    }
    return found;
}

static bool is_before(const hbl_meeting *a, const hbl_meeting *b)
{
    return a->ti == b->ti ? a->square < b->square : a->ti < b->ti;
}

/* ---- Records --------------------------------------------------------------------------------- */

static inline void push_place(lua_State *L, const hbl_place *place)
{
    hbl_bump_push(L, place->x, (place->whole & HBL_WHOLE_X) != 0);
    hbl_bump_push(L, place->y, (place->whole & HBL_WHOLE_Y) != 0);
}

static inline void push_rect(lua_State *L, const hbl_rect *rect)
{
    hbl_bump_push(L, rect->x, (rect->whole & HBL_WHOLE_X) != 0);
    hbl_bump_push(L, rect->y, (rect->whole & HBL_WHOLE_Y) != 0);
    hbl_bump_push(L, rect->w, (rect->whole & HBL_WHOLE_W) != 0);
    hbl_bump_push(L, rect->h, (rect->whole & HBL_WHOLE_H) != 0);
}

static hbl_place motion_of(const hbl_rect *from, const hbl_place *goal)
{
    return (hbl_place){goal->x - from->x, goal->y - from->y, goal->whole & from->whole};
}

/* Push a record of the item, the other and the type, which are on top.
 * @param slide  where it slides to, or null [-3, +1, v] */
static void push_record(lua_State *L, const hbl_rect *from, const hbl_rect *other,
                        const hbl_place *goal, const hbl_meeting *meeting, const hbl_place *slide)
{
    hbl_place motion = motion_of(from, goal);
    int first = lua_gettop(L) - 2;
    lua_pushvalue(L, lua_upvalueindex(slide != NULL ? HBL_BUMP_SLID : HBL_BUMP_RECORD));
    lua_insert(L, first);
    lua_pushboolean(L, meeting->overlaps);
    hbl_bump_push(L, meeting->ti, meeting->whole != 0);
    push_place(L, &motion);
    lua_pushinteger(L, meeting->nx);
    lua_pushinteger(L, meeting->ny);
    push_place(L, &meeting->touch);
    push_rect(L, from);
    push_rect(L, other);
    if (slide != NULL) {
        push_place(L, slide);
    }
    lua_call(L, slide != NULL ? 21 : 19, 1);
}

/* ---- project --------------------------------------------------------------------------------- */

/* A goal's coordinate, or what it is if there is none. [-0, +0, v] */
static double goal_at(lua_State *L, int arg, const char *name, int otherwise, hbl_place *goal,
                      unsigned bit)
{
    if (!lua_toboolean(L, arg)) {
        arg = otherwise;
    } else if (!lua_isnumber(L, arg)) {
        hbl_arg_error(L, arg, "%s must be a number, got %s", name, hbl_type_name(L, arg));
    }
    return hbl_bump_number(L, arg, &goal->whole, bit);
}

/* Of a record in the order of being found, by which equal ones stay as they are. */
typedef struct rank {
    double ti, square;
    int at;
} rank;

static int compare_ranks(const void *a, const void *b)
{
    const rank *p = a, *q = b;
    double left = p->ti, right = q->ti;
    if (left == right) {
        left = p->square;
        right = q->square;
    }
    int order = (left > right) - (left < right);
    return order != 0 ? order : (p->at > q->at) - (p->at < q->at);
}

/* Bring the records of the table on top into order. [-0, +0] */
static void sort_records(lua_State *L, rank *ranks, int count)
{
    qsort(ranks, (size_t)count, sizeof *ranks, compare_ranks);
    for (int i = 0; i < count; i++) { /* each cycle of what goes where, by itself */
        if (ranks[i].at == i) {
            continue;
        }
        (void)lua_rawgeti(L, -1, i + 1);
        int to = i;
        while (ranks[to].at != i) {
            int from = ranks[to].at;
            (void)lua_rawgeti(L, -2, from + 1);
            lua_rawseti(L, -3, to + 1);
            ranks[to].at = to;
            to = from;
        }
        lua_rawseti(L, -2, to + 1);
        ranks[to].at = to;
    }
}

/* world:project(item, x, y, w, h[, goalX, goalY[, filter]]) -> cols, len [-0, +2, v] */
int hbl_bump_project(lua_State *L)
{
    enum { ITEM = 2, RECT, GOAL = RECT + 4, FILTER = GOAL + 2, HANDLE, COLS, RANKS };
    lua_settop(L, FILTER);
    way on = {.handle = HANDLE, .item = ITEM};
    on.world = hbl_bump_check_world(L);
    hbl_bump_check_rect(L, RECT, &on.from);
    on.goal.x = goal_at(L, GOAL, "goalX", RECT, &on.goal, HBL_WHOLE_X);
    on.goal.y = goal_at(L, GOAL + 1, "goalY", RECT + 1, &on.goal, HBL_WHOLE_Y);
    on.filter = lua_toboolean(L, FILTER) ? FILTER : 0;
    on.asks_for_rects = hbl_bump_overridden(L, on.world, HBL_KEY_GET_RECT, hbl_bump_get_rect);
    const hbl_bump_slot *slot = hbl_bump_find(L, HANDLE, ITEM);
    on.own = slot != NULL ? slot->id : 0;

    lua_newtable(L);
    lua_pushnil(L);
    set_out(L, &on);
    rank few[HBL_BUMP_FEW], *ranks = few;
    if (on.crowd.count > HBL_BUMP_FEW) {
        ranks = lua_newuserdatauv(L, (size_t)on.crowd.count * sizeof *ranks, 0);
        lua_replace(L, RANKS);
    }
    int len = 0, top = lua_gettop(L);
    hit found;
    while (next_hit(L, &on, &found)) {
        ranks[len] = (rank){found.meeting.ti, found.meeting.square, len};
        len++;
        lua_pushvalue(L, ITEM);
        lua_insert(L, top + 1);
        push_record(L, &on.from, &found.other, &on.goal, &found.meeting, NULL);
        lua_rawseti(L, COLS, len);
        lua_settop(L, top);
    }
    lua_settop(L, COLS + 1);
    lua_pushvalue(L, COLS);
    if (len > 1) {
        sort_records(L, ranks, len);
    }
    lua_pushinteger(L, len);
    return 2;
}

/* ---- check and move -------------------------------------------------------------------------- */

/* Where check and move keep what. */
enum { ITEM = 2, GOAL_X, GOAL_Y, FILTER, HANDLE, COLS, OTHER, TYPE, TOP = TYPE };

typedef enum response { OWN, TOUCH, BOUNCE, CROSS, SLIDE } response;

/* Find the response of the type at TYPE. [-0, +0, v] @return OWN if the script has to do it */
static response find_response(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(HBL_KEY_RESPONSES));
    lua_gettable(L, 1);
    lua_pushvalue(L, TYPE);
    lua_gettable(L, -2);
    if (!lua_toboolean(L, -1)) {
        hbl_bump_raise(L, HBL_BUMP_UNKNOWN, TYPE, NULL);
    }
    int found = SLIDE; /* the first that are tried are the most frequent ones */
    while (found != OWN &&
           !lua_rawequal(L, -1, lua_upvalueindex((int)HBL_BUMP_TOUCH + found - (int)TOUCH))) {
        found--;
    }
    lua_pop(L, 2);
    return (response)found;
}

/* Where a slide leads from a hit. */
static hbl_place slide_goal(const way *on, const hbl_meeting *meeting)
{
    hbl_place motion = motion_of(&on->from, &on->goal), goal = on->goal;
    const hbl_place *touch = &meeting->touch;
    if (motion.x != 0.0 || motion.y != 0.0) {
        unsigned bit = meeting->nx != 0 ? HBL_WHOLE_X : HBL_WHOLE_Y;
        *(meeting->nx != 0 ? &goal.x : &goal.y) = meeting->nx != 0 ? touch->x : touch->y;
        goal.whole = (goal.whole & ~bit) | (touch->whole & bit);
    }
    return goal;
}

static hbl_place bounce_goal(const way *on, const hbl_meeting *meeting)
{
    hbl_place motion = motion_of(&on->from, &on->goal);
    hbl_place touch = meeting->touch;
    if (motion.x == 0.0 && motion.y == 0.0) {
        return touch;
    }
    double x = on->goal.x - touch.x, y = on->goal.y - touch.y;
    if (meeting->nx == 0) {
        y = -y;
    } else {
        x = -x;
    }
    return (hbl_place){touch.x + x, touch.y + y, touch.whole & on->goal.whole};
}

/* Where the way leads from a hit, as one of the four says. */
static hbl_place goal_after(response how, const way *on, const hbl_meeting *meeting)
{
    switch (how) {
    case SLIDE:
        return slide_goal(on, meeting);
    case BOUNCE:
        return bounce_goal(on, meeting);
    case TOUCH:
        return meeting->touch;
    default:
        return on->goal;
    }
}

/* Add the record of a hit, of OTHER as TYPE, to the table at COLS. [-0, +0, v] */
static void add_record(lua_State *L, const way *on, const hit *found, response how,
                       const hbl_place *goal, int len)
{
    if (len == 1) {
        lua_createtable(L, 1, 0);
        lua_replace(L, COLS);
    }
    lua_pushvalue(L, ITEM);
    lua_pushvalue(L, OTHER);
    lua_pushvalue(L, TYPE);
    push_record(L, &on->from, &found->other, &on->goal, &found->meeting,
                how == SLIDE ? goal : NULL);
    if (how == BOUNCE) {
        lua_pushvalue(L, lua_upvalueindex(HBL_KEY_BOUNCE));
        lua_createtable(L, 0, 2);
        lua_pushvalue(L, lua_upvalueindex(HBL_KEY_X));
        hbl_bump_push(L, goal->x, (goal->whole & HBL_WHOLE_X) != 0);
        lua_rawset(L, -3);
        lua_pushvalue(L, lua_upvalueindex(HBL_KEY_Y));
        hbl_bump_push(L, goal->y, (goal->whole & HBL_WHOLE_Y) != 0);
        lua_rawset(L, -3);
        lua_rawset(L, -3);
    }
    lua_rawseti(L, COLS, len);
}

static bool first_asked(lua_State *L, way *on, hit *first)
{
    bool any = false;
    int top = lua_gettop(L);
    hit found;
    while (next_asked(L, on, &found)) {
        if (!any || is_before(&found.meeting, &first->meeting)) {
            *first = found;
            lua_replace(L, TYPE);
            lua_replace(L, OTHER);
        }
        any = true;
        lua_settop(L, top);
    }
    return any;
}

static bool first_unasked(lua_State *L, way *on, hit *first)
{
    bool any = false;
    hit found;
    while (next_unasked(on, &found)) {
        if (!any || is_before(&found.meeting, &first->meeting)) {
            *first = found;
        }
        any = true;
    }
    if (any) {
        push_unasked(L, on, first);
        lua_replace(L, TYPE);
        lua_replace(L, OTHER);
    }
    return any;
}

/* The first hit of a way: the item at OTHER and its type at TYPE. [-0, +0, v] */
static bool first_hit(lua_State *L, way *on, hit *first)
{
    set_out(L, on);
    bool any = asks(on) ? first_asked(L, on, first) : first_unasked(L, on, first);
    lua_settop(L, TOP);
    return any;
}

static void push_numbers(lua_State *L, const double *values, int count, unsigned whole)
{
    for (int i = 0; i < count; i++) {
        hbl_bump_push(L, values[i], (whole & (1U << i)) != 0);
    }
}

/* Go the long way from a hit on, which is the last of so many. [-0, +4, v] */
static void respond_in_lua(lua_State *L, const hbl_rect *start, const hbl_place *goal, int len)
{
    const double rect[] = {start->x, start->y, start->w, start->h}, to[] = {goal->x, goal->y};
    lua_pushvalue(L, lua_upvalueindex(HBL_BUMP_RESPOND));
    lua_pushvalue(L, 1);
    lua_pushvalue(L, ITEM);
    push_numbers(L, rect, 4, start->whole);
    push_numbers(L, to, 2, goal->whole);
    lua_pushvalue(L, FILTER);
    lua_pushvalue(L, COLS);
    lua_pushinteger(L, len);
    lua_call(L, 11, 4);
}

/* check, of two numbers as a goal. [-0, +4, v] */
static void check_shortly(lua_State *L, const hbl_bump_world *world, const hbl_bump_slot *slot)
{
    const hbl_rect start = slot->rect;
    const uint64_t added = world->added;
    hb_id met[MOST_MET];
    way on = {.world = world,
              .handle = HANDLE,
              .item = ITEM,
              .filter = lua_toboolean(L, FILTER) ? FILTER : 0,
              .from = start,
              .own = slot->id,
              .met = met};
    on.goal.x = hbl_bump_number(L, GOAL_X, &on.goal.whole, HBL_WHOLE_X);
    on.goal.y = hbl_bump_number(L, GOAL_Y, &on.goal.whole, HBL_WHOLE_Y);
    luaL_checkstack(L, 2 * LUA_MINSTACK, NULL);
    lua_settop(L, TOP);

    int len = 0;
    hit first;
    while (first_hit(L, &on, &first)) {
        response how = find_response(L);
        hbl_place goal = goal_after(how, &on, &first.meeting);
        add_record(L, &on, &first, how, &goal, ++len);
        /* what was added since then may have been met under another id */
        if (how == OWN || len == MOST_MET || world->added != added) {
            respond_in_lua(L, &start, &on.goal, len);
            return;
        }
        met[on.met_count++] = first.id;
        on.goal = goal;
        if (how == TOUCH) {
            break;
        }
        on.from = start; /* to cross goes on from there, and not from where it is by now */
        if (how != CROSS) {
            const hbl_place *touch = &first.meeting.touch;
            on.from.x = touch->x;
            on.from.y = touch->y;
            on.from.whole = touch->whole | (start.whole & (HBL_WHOLE_W | HBL_WHOLE_H));
        }
    }
    hbl_bump_push(L, on.goal.x, (on.goal.whole & HBL_WHOLE_X) != 0);
    hbl_bump_push(L, on.goal.y, (on.goal.whole & HBL_WHOLE_Y) != 0);
    if (len == 0) {
        lua_newtable(L);
    } else {
        lua_pushvalue(L, COLS);
    }
    lua_pushinteger(L, len);
}

/* Call the long way of check or move with all arguments. [-0, +4, v] */
static int go_the_long_way(lua_State *L, int function)
{
    lua_settop(L, FILTER);
    lua_pushvalue(L, lua_upvalueindex(function));
    lua_insert(L, 1);
    lua_call(L, FILTER, 4);
    return 4;
}

/* Whether what check itself calls is what is here, and goals are numbers. [-0, +0, v] */
static bool is_short(lua_State *L, const hbl_bump_world *world)
{
    return lua_type(L, GOAL_X) == LUA_TNUMBER && lua_type(L, GOAL_Y) == LUA_TNUMBER &&
           !hbl_bump_overridden(L, world, HBL_KEY_PROJECT, hbl_bump_project) &&
           !hbl_bump_overridden(L, world, HBL_KEY_GET_RECT, hbl_bump_get_rect);
}

/* world:check(item, goalX, goalY[, filter]) -> x, y, cols, len [-0, +4, v] */
static int check(lua_State *L)
{
    lua_settop(L, FILTER);
    const hbl_bump_world *world = hbl_bump_check_world(L);
    const hbl_bump_slot *slot = is_short(L, world) ? hbl_bump_find(L, HANDLE, ITEM) : NULL;
    if (slot == NULL) {
        return go_the_long_way(L, HBL_BUMP_CHECK);
    }
    check_shortly(L, world, slot);
    return 4;
}

/* world:move(item, goalX, goalY[, filter]) -> x, y, cols, len [-0, +4, v] */
static int move(lua_State *L)
{
    lua_settop(L, FILTER);
    hbl_bump_world *world = hbl_bump_check_world(L);
    bool may = is_short(L, world) && !hbl_bump_overridden(L, world, HBL_KEY_CHECK, check) &&
               !hbl_bump_overridden(L, world, HBL_KEY_UPDATE, hbl_bump_update);
    hbl_bump_slot *slot = may ? hbl_bump_find(L, HANDLE, ITEM) : NULL;
    if (slot == NULL) {
        return go_the_long_way(L, HBL_BUMP_MOVE);
    }
    hb_id id = slot->id;
    check_shortly(L, world, slot);
    int end = lua_gettop(L) - 3;
    slot = hbl_bump_slot_of(world, id);
    if (slot == NULL) { /* a filter has removed it, and may have added it again */
        slot = hbl_bump_find(L, HANDLE, ITEM);
    }
    if (slot == NULL) {
        return hbl_bump_raise(L, HBL_BUMP_MISSING, ITEM, NULL);
    }
    hbl_rect rect = slot->rect;
    hbl_bump_check_place(L, end, &rect);
    hbl_bump_put(L, world, slot, &rect);
    return 4;
}

/* ---- bump.rect ------------------------------------------------------------------------------- */

/* rect.detectCollision(x1, y1, w1, h1, x2, y2, w2, h2[, goalX, goalY]) -> record
 * [-0, +0|1, v] */
static int detect_collision(lua_State *L)
{
    lua_settop(L, 10);
    hbl_rect rects[2];
    for (int i = 0; i < 2; i++) {
        hbl_rect *rect = &rects[i];
        double *numbers[] = {&rect->x, &rect->y, &rect->w, &rect->h};
        rect->whole = 0;
        for (int k = 0; k < 4; k++) {
            (void)luaL_checknumber(L, 4 * i + k + 1);
            *numbers[k] = hbl_bump_number(L, 4 * i + k + 1, &rect->whole, 1U << k);
        }
    }
    hbl_place goal = {0};
    goal.x = goal_at(L, 9, "goalX", 1, &goal, HBL_WHOLE_X);
    goal.y = goal_at(L, 10, "goalY", 2, &goal, HBL_WHOLE_Y);
    hbl_meeting meeting;
    if (!hbl_bump_meet(&rects[0], &rects[1], &goal, &meeting)) {
        return 0;
    }
    lua_pushnil(L);
    lua_pushnil(L);
    lua_pushnil(L);
    push_record(L, &rects[0], &rects[1], &goal, &meeting, NULL);
    return 1;
}

const luaL_Reg hbl_bump_move_methods[] = {
    {"project", hbl_bump_project},         {"check", check}, {"move", move},
    {"detectCollision", detect_collision}, {NULL, NULL},
};
