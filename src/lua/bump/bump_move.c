/// The drop-in for bump.lua: check and move.
///
/// The fast path makes a record of the first hit of each projection only, as scripts see no other,
/// and calls no script for the four responses in C. If a world has a method or a response of its
/// own, the slow path of hitbox/bump.lua takes over. May call Lua, bump_path.c and bump_project.c.
#include "bump.h"

/* Stack indices in check and move. */
enum { ITEM = 2, GOAL_X, GOAL_Y, FILTER, HANDLE, COLS, OTHER, TYPE, TOP = TYPE };

/* Find the response of the type at TYPE. [-0, +0, v] @return HBL_BUMP_CUSTOM if it is a script's
 * own */
static hbl_response find_response(lua_State *L)
{
    hbl_bump_get_field(L, HBL_KEY_RESPONSES);
    lua_pushvalue(L, TYPE);
    lua_gettable(L, -2);
    if (!lua_toboolean(L, -1)) {
        hbl_bump_raise(L, HBL_BUMP_UNKNOWN, TYPE, NULL);
    }
    int found = HBL_BUMP_SLIDES; /* the most frequent one is tried first */
    while (found != HBL_BUMP_CUSTOM &&
           !lua_rawequal(L, -1,
                         lua_upvalueindex((int)HBL_BUMP_TOUCH + found - (int)HBL_BUMP_TOUCHES))) {
        found--;
    }
    lua_pop(L, 2);
    return (hbl_response)found;
}

/* Add the record of the last hit, with OTHER and TYPE, to the table at COLS. [-0, +0, v] */
static void add_record(lua_State *L, const hbl_check_hit *hit, hbl_response how, int len)
{
    const hbl_position *goal = &hit->next_goal;
    if (len == 1) {
        lua_createtable(L, 1, 0);
        lua_replace(L, COLS);
    }
    lua_pushvalue(L, ITEM);
    lua_pushvalue(L, OTHER);
    lua_pushvalue(L, TYPE);
    hbl_bump_push_record(L, &hit->from, &hit->other, &hit->goal, &hit->meeting,
                         how == HBL_BUMP_SLIDES ? goal : NULL);
    if (how == HBL_BUMP_BOUNCES) {
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

/* Find the first hit of a path; its item goes to OTHER, its type to TYPE. [-0, +0, v] */
static bool first_filtered(lua_State *L, hbl_check *on)
{
    hbl_bump_find_candidates(L, &on->path);
    int top = lua_gettop(L);
    hbl_hit found;
    while (hbl_bump_next_hit(L, &on->path, &found)) {
        if (hbl_bump_keep_first(on, &found)) {
            lua_replace(L, TYPE);
            lua_replace(L, OTHER);
        }
        lua_settop(L, top);
    }
    lua_settop(L, TOP);
    return on->any;
}

static void push_numbers(lua_State *L, const double *values, int count, unsigned whole)
{
    for (int i = 0; i < count; i++) {
        hbl_bump_push(L, values[i], (whole & (1U << i)) != 0);
    }
}

/* Take the slow path from the last of `len` hits on. [-0, +4, v] */
static void respond_in_lua(lua_State *L, const hbl_check *on, int len)
{
    const hbl_rect *start = &on->start;
    const double rect[] = {start->x, start->y, start->w, start->h};
    lua_pushvalue(L, lua_upvalueindex(HBL_BUMP_RESPOND));
    lua_pushvalue(L, 1);
    lua_pushvalue(L, ITEM);
    push_numbers(L, rect, 4, start->whole);
    hbl_bump_push_position(L, &on->hit.goal);
    lua_pushvalue(L, FILTER);
    lua_pushvalue(L, COLS);
    lua_pushinteger(L, len);
    (void)hbl_bump_call(L, 11, 4, 0, 0, 0);
}

/* Push the results of check. [-0, +4, m] */
static void push_end(lua_State *L, const hbl_position *end, int len)
{
    hbl_bump_push_position(L, end);
    if (len == 0) {
        lua_newtable(L);
    } else {
        lua_pushvalue(L, COLS);
    }
    lua_pushinteger(L, len);
}

/* The goal of check, two numbers. [-0, +0] */
static hbl_position read_goal(lua_State *L)
{
    hbl_position goal = {0};
    goal.x = hbl_bump_number(L, GOAL_X, &goal.whole, HBL_WHOLE_X);
    goal.y = hbl_bump_number(L, GOAL_Y, &goal.whole, HBL_WHOLE_Y);
    return goal;
}

/* check with a filter. [-0, +4, v] */
static void check_filtered(lua_State *L, const hbl_bump_world *world, const hbl_bump_slot *slot)
{
    hbl_position goal = read_goal(L);
    hbl_check on;
    hbl_bump_begin(&on, world, slot, &goal);
    on.path.handle = HANDLE;
    on.path.item = ITEM;
    on.path.filter = FILTER;
    luaL_checkstack(L, 2 * LUA_MINSTACK, NULL);
    lua_settop(L, TOP);
    int len = 0, next = HBL_BUMP_GOES_ON;
    while (next == HBL_BUMP_GOES_ON && first_filtered(L, &on)) {
        hbl_response how = find_response(L);
        next = hbl_bump_respond(&on, how);
        add_record(L, &on.hit, how, ++len);
        if (next == HBL_BUMP_SLOW_PATH || world->added != on.added) {
            respond_in_lua(L, &on, len);
            return;
        }
    }
    push_end(L, &on.reached, len);
}

/* check without a filter: each hit slides. [-0, +4, v]
 * @return false if there are too many hits */
static bool check_sliding(lua_State *L, hbl_bump_world *world, hbl_bump_slot *slot)
{
    hbl_check_hit hits[HBL_BUMP_MAX_HITS];
    hbl_position goal = read_goal(L);
    int len = hbl_bump_slide(world, slot, &goal, hits);
    if (len < 0) {
        return false;
    }
    enum { ITEMS = COLS + 1 };
    lua_settop(L, COLS);
    luaL_checkstack(L, len + 2 * LUA_MINSTACK, NULL);
    lua_getiuservalue(L, HANDLE, HBL_BUMP_ITEMS);
    /* all items first, as a finalizer may remove some */
    for (int i = 0; i < len; i++) {
        (void)lua_rawgeti(L, ITEMS, (lua_Integer)hb_id_index(hits[i].id) + 1);
    }
    if (len > 0) {
        lua_createtable(L, len, 0);
        lua_replace(L, COLS);
    }
    for (int i = 0; i < len; i++) {
        const hbl_check_hit *hit = &hits[i];
        lua_pushvalue(L, ITEM);
        lua_pushvalue(L, ITEMS + 1 + i);
        lua_pushvalue(L, lua_upvalueindex(HBL_KEY_SLIDE));
        hbl_bump_push_record(L, &hit->from, &hit->other, &hit->goal, &hit->meeting,
                             &hit->next_goal);
        lua_rawseti(L, COLS, i + 1);
    }
    push_end(L, &goal, len);
    return true;
}

/* Call the slow path of check or move with all arguments. [-0, +4, v] */
static int call_slow_path(lua_State *L, int function)
{
    lua_settop(L, FILTER);
    lua_pushvalue(L, lua_upvalueindex(function));
    lua_insert(L, 1);
    (void)hbl_bump_call(L, FILTER, 4, 0, 0, 0);
    return 4;
}

/* Whether the methods that check calls are not replaced, and goals are numbers. [-0, +0, v] */
static bool can_use_fast_path(lua_State *L, const hbl_bump_world *world)
{
    return lua_type(L, GOAL_X) == LUA_TNUMBER && lua_type(L, GOAL_Y) == LUA_TNUMBER &&
           !hbl_bump_overridden(L, world, HBL_KEY_PROJECT, hbl_bump_project) &&
           !hbl_bump_overridden(L, world, HBL_KEY_GET_RECT, hbl_bump_get_rect);
}

/* Whether the world's "slide" is the one in C. [-0, +0, v] */
static bool slides(lua_State *L)
{
    hbl_bump_get_field(L, HBL_KEY_RESPONSES);
    lua_pushvalue(L, lua_upvalueindex(HBL_KEY_SLIDE));
    lua_gettable(L, -2);
    bool known = lua_rawequal(L, -1, lua_upvalueindex(HBL_BUMP_SLIDE)) != 0;
    lua_pop(L, 2);
    return known;
}

/* [-0, +4|0, v] @return the item's id before the check, 0 if the slow path has to do it */
static hb_id check_fast(lua_State *L, hbl_bump_world *world)
{
    if (!can_use_fast_path(L, world)) {
        return 0;
    }
    bool has_filter = lua_toboolean(L, FILTER) != 0;
    bool known = has_filter || slides(L);
    hbl_bump_slot *slot = hbl_bump_find(L, HANDLE, ITEM);
    if (slot == NULL || !known) {
        return 0;
    }
    hb_id id = slot->id;
    if (has_filter) {
        check_filtered(L, world, slot);
        return id;
    }
    return check_sliding(L, world, slot) ? id : 0;
}

/* world:check(item, goalX, goalY[, filter]) -> x, y, cols, len [-0, +4, v] */
static int check(lua_State *L)
{
    lua_settop(L, FILTER);
    hbl_bump_world *world = hbl_bump_check_world(L);
    return check_fast(L, world) != 0 ? 4 : call_slow_path(L, HBL_BUMP_CHECK);
}

/* world:move(item, goalX, goalY[, filter]) -> x, y, cols, len [-0, +4, v] */
static int move(lua_State *L)
{
    lua_settop(L, FILTER);
    hbl_bump_world *world = hbl_bump_check_world(L);
    bool overridden = hbl_bump_overridden(L, world, HBL_KEY_CHECK, check) ||
                      hbl_bump_overridden(L, world, HBL_KEY_UPDATE, hbl_bump_update);
    hb_id id = overridden ? 0 : check_fast(L, world);
    if (id == 0) {
        return call_slow_path(L, HBL_BUMP_MOVE);
    }
    int end = lua_gettop(L) - 3;
    hbl_bump_slot *slot = hbl_bump_find_again(L, HANDLE, id, ITEM);
    if (slot == NULL) { /* a filter has removed it */
        return hbl_bump_raise(L, HBL_BUMP_MISSING, ITEM, NULL);
    }
    hbl_rect rect = slot->rect;
    hbl_bump_check_position(L, end, &rect);
    hbl_bump_put(L, world, slot, &rect);
    return 4;
}

const luaL_Reg hbl_bump_move_methods[] = {
    {"check", check},
    {"move", move},
    {NULL, NULL},
};
