/// The drop-in for bump.lua: project, and the records of hits. May call Lua and bump_path.c.
#include "bump.h"

#include <stdlib.h>

/* ---- Records --------------------------------------------------------------------------------- */

void hbl_bump_push_position(lua_State *L, const hbl_position *position)
{
    hbl_bump_push(L, position->x, (position->whole & HBL_WHOLE_X) != 0);
    hbl_bump_push(L, position->y, (position->whole & HBL_WHOLE_Y) != 0);
}

static inline void push_rect(lua_State *L, const hbl_rect *rect)
{
    hbl_bump_push(L, rect->x, (rect->whole & HBL_WHOLE_X) != 0);
    hbl_bump_push(L, rect->y, (rect->whole & HBL_WHOLE_Y) != 0);
    hbl_bump_push(L, rect->w, (rect->whole & HBL_WHOLE_W) != 0);
    hbl_bump_push(L, rect->h, (rect->whole & HBL_WHOLE_H) != 0);
}

void hbl_bump_push_record(lua_State *L, const hbl_rect *from, const hbl_rect *other,
                          const hbl_position *goal, const hbl_meeting *meeting,
                          const hbl_position *slide)
{
    hbl_position motion = hbl_bump_motion(from, goal);
    int first = lua_gettop(L) - 2;
    lua_pushvalue(L, lua_upvalueindex(slide != NULL ? HBL_BUMP_SLIDE_RECORD : HBL_BUMP_RECORD));
    lua_insert(L, first);
    lua_pushboolean(L, meeting->overlaps);
    hbl_bump_push(L, meeting->ti, meeting->whole != 0);
    hbl_bump_push_position(L, &motion);
    lua_pushinteger(L, meeting->nx);
    lua_pushinteger(L, meeting->ny);
    hbl_bump_push_position(L, &meeting->touch);
    push_rect(L, from);
    push_rect(L, other);
    if (slide != NULL) {
        hbl_bump_push_position(L, slide);
    }
    (void)hbl_bump_call(L, slide != NULL ? 21 : 19, 1, 0, 0, 0);
}

/* ---- project --------------------------------------------------------------------------------- */

/* A coordinate of the goal. Default: the one at `otherwise`. [-0, +0, v] */
static double goal_at(lua_State *L, int arg, const char *name, int otherwise, hbl_position *goal,
                      unsigned bit)
{
    if (!lua_toboolean(L, arg)) {
        arg = otherwise;
    } else if (!lua_isnumber(L, arg)) {
        hbl_bump_raise(L, HBL_BUMP_NUMBER, arg, name);
    }
    return hbl_bump_number(L, arg, &goal->whole, bit);
}

/* The sort key of a record; `at` keeps the order of equal ones. */
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

/* Sort the records of the table on top. [-0, +0] */
static void sort_records(lua_State *L, rank *ranks, int count)
{
    qsort(ranks, (size_t)count, sizeof *ranks, compare_ranks);
    for (int i = 0; i < count; i++) { /* each cycle of the permutation */
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
    hbl_path on = {.handle = HANDLE, .item = ITEM};
    on.world = hbl_bump_check_world(L);
    hbl_bump_check_rect(L, RECT, &on.from);
    on.goal.x = goal_at(L, GOAL, "goalX", RECT, &on.goal, HBL_WHOLE_X);
    on.goal.y = goal_at(L, GOAL + 1, "goalY", RECT + 1, &on.goal, HBL_WHOLE_Y);
    on.filter = lua_toboolean(L, FILTER) ? FILTER : 0;
    on.has_own_get_rect = hbl_bump_overridden(L, on.world, HBL_KEY_GET_RECT, hbl_bump_get_rect);
    const hbl_bump_slot *slot = hbl_bump_find(L, HANDLE, ITEM);
    on.own = slot != NULL ? slot->id : 0;

    luaL_checkstack(L, 2 * LUA_MINSTACK, NULL);
    lua_newtable(L);
    lua_pushnil(L);
    hbl_bump_find_candidates(L, &on);
    rank few[HBL_BUMP_FEW], *ranks = few;
    if (on.candidates.count > HBL_BUMP_FEW) {
        ranks = lua_newuserdatauv(L, (size_t)on.candidates.count * sizeof *ranks, 0);
        lua_replace(L, RANKS);
    }
    int len = 0, top = lua_gettop(L);
    hbl_hit found;
    while (hbl_bump_next_hit(L, &on, &found)) {
        ranks[len] = (rank){found.meeting.ti, found.meeting.square, len};
        len++;
        lua_pushvalue(L, ITEM);
        lua_insert(L, top + 1);
        hbl_bump_push_record(L, &on.from, &found.other, &on.goal, &found.meeting, NULL);
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

/* ---- bump.rect ------------------------------------------------------------------------------- */

/* rect.detectCollision(x1, y1, w1, h1, x2, y2, w2, h2[, goalX, goalY]) -> record
 * [-0, +0|1, v] */
static int detect_collision(lua_State *L)
{
    lua_settop(L, 10);
    luaL_checkstack(L, 2 * LUA_MINSTACK, NULL);
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
    hbl_position goal = {0};
    goal.x = goal_at(L, 9, "goalX", 1, &goal, HBL_WHOLE_X);
    goal.y = goal_at(L, 10, "goalY", 2, &goal, HBL_WHOLE_Y);
    hbl_meeting meeting;
    if (!hbl_bump_meet(&rects[0], &rects[1], &goal, &meeting)) {
        return 0;
    }
    lua_pushnil(L);
    lua_pushnil(L);
    lua_pushnil(L);
    hbl_bump_push_record(L, &rects[0], &rects[1], &goal, &meeting, NULL);
    return 1;
}

const luaL_Reg hbl_bump_project_methods[] = {
    {"project", hbl_bump_project},
    {"detectCollision", detect_collision},
    {NULL, NULL},
};
