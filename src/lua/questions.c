/// Asking a world about many points, or rectangles, by one call.
///
/// Their numbers are read into memory that the world keeps and looked at first: the core is asked,
/// and a script's tables are filled, once all of them are right. Nothing here asks a script, as
/// tables are read raw.
#include "binding.h"

#include <limits.h>

/* What a call asks about. */
struct hbl_questions {
    lua_Integer capacity;
    double numbers[]; /* of a point its place, of a rectangle its four edges */
};

/* Arguments: lists of numbers, so many for each sort of question; behind them out, asked, mask. */
enum { XS = 2, YS, WS, HS, POINT_LISTS = 2, RECT_LISTS = 4 };

/* ---- Room ------------------------------------------------------------------------------------ */

/* [-0, +0, v] */
static void grow(lua_State *L, hbl_world *world, lua_Integer capacity)
{
    hbl_questions *questions =
        lua_newuserdatauv(L, sizeof *questions + (size_t)capacity * sizeof(double), 0);
    questions->capacity = capacity;
    /* A finalizer may have done the same, or ended the world. */
    (void)hbl_core(L, world);
    if (world->questions == NULL || world->questions->capacity < capacity) {
        world->questions = questions;
        lua_setiuservalue(L, 1, HBL_QUESTIONS);
    } else {
        lua_pop(L, 1);
    }
}

/* Room for what so many lists hold. [-0, +0, v] @return how many questions these are */
static lua_Integer reserve(lua_State *L, hbl_world *world, int lists)
{
    lua_Integer count = (lua_Integer)lua_rawlen(L, XS);
    if (count > INT_MAX / 64) {
        luaL_error(L, "not enough memory");
    }
    lua_Integer room = count * lists;
    if (world->questions == NULL || world->questions->capacity < room) {
        grow(L, world, room + room / 2 + 8);
        lua_Integer length =
            (lua_Integer)lua_rawlen(L, XS); /* which a finalizer may have changed */
        count = length < count ? length : count;
    }
    return count;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static const char *const list_names[] = {[XS] = "xs", [YS] = "ys", [WS] = "ws", [HS] = "hs"};

/* The value at `index`, which is this entry of a list, is no such number. Does not return. [v] */
static void refuse(lua_State *L, int index, int list, lua_Integer i)
{
    const char *name = lua_pushfstring(L, "%s[%d]", list_names[list], (int)i);
    (void)(list < WS ? hbl_coord_at : hbl_size_at)(L, index, list, name);
}

/* Read entry i of some lists. [-0, +0, v]
 * @param plain  as for hbl_push_entry */
static inline void read_entries(lua_State *L, lua_Integer i, int lists, bool plain, double *numbers)
{
    const int top = lua_gettop(L);
    for (int k = 0; k < lists; k++) {
        bool has = hbl_push_entry(L, XS + k, i, plain) == LUA_TNUMBER;
        double value = has ? lua_tonumber(L, top + 1 + k) : (double)NAN;
        double least = k < POINT_LISTS ? -HB_MAX_COORD : 0.0;
        if (!(value >= least && value <= HB_MAX_COORD)) {
            refuse(L, top + 1 + k, XS + k, i);
        }
        numbers[k] = value;
    }
    lua_settop(L, top);
}

/* [-0, +0, v] */
static inline void gather_points(lua_State *L, lua_Integer count, bool plain, double *numbers)
{
    for (lua_Integer i = 1; i <= count; i++, numbers += POINT_LISTS) {
        read_entries(L, i, POINT_LISTS, plain, numbers);
    }
}

/* Where rectangle i ends. [-0, +0, v] */
static inline double end_of(lua_State *L, lua_Integer i, int list, double at, double size)
{
    double end = hbl_end_of(at, size);
    if (!(end <= HB_MAX_COORD)) {
        lua_pushnumber(L, end);
        const char *got = hbl_number_text(L, -1);
        hbl_arg_error(L, list, "%s[%d] + %s[%d] %s, got %s", list_names[list], (int)i,
                      list_names[list + WS - XS], (int)i, hb_status_text(HB_TOO_LARGE), got);
    }
    return end;
}

/* [-0, +0, v] */
static inline void gather_rects(lua_State *L, lua_Integer count, bool plain, double *numbers)
{
    for (lua_Integer i = 1; i <= count; i++, numbers += RECT_LISTS) {
        read_entries(L, i, RECT_LISTS, plain, numbers);
        numbers[2] = end_of(L, i, XS, numbers[0], numbers[2]);
        numbers[3] = end_of(L, i, YS, numbers[1], numbers[3]);
    }
}

/* Read all entries of some lists into the room that is there. [-0, +0, v] */
static void gather(lua_State *L, lua_Integer count, int lists, double *numbers)
{
    const int top = lua_gettop(L);
    bool plain = true;
    for (int k = 0; k < lists; k++) {
        plain = plain && !lua_getmetatable(L, XS + k);
    }
    lua_settop(L, top);
    if (lists == POINT_LISTS && plain) {
        gather_points(L, count, true, numbers);
    } else if (lists == POINT_LISTS) {
        gather_points(L, count, false, numbers);
    } else if (plain) {
        gather_rects(L, count, true, numbers);
    } else {
        gather_rects(L, count, false, numbers);
    }
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static int ask(const hbl_world *world, int lists, int count, hb_layers mask, hb_found *out,
               int capacity)
{
    const void *numbers = world->questions->numbers;
    return lists == POINT_LISTS ? hb_query_points(world->core, numbers, count, mask, out, capacity)
                                : hb_query_rects(world->core, numbers, count, mask, out, capacity);
}

/* Read and ask, and do so again for as long as there is more than the scratch holds: as that is
 * made, a finalizer may ask the world something else. [-0, +0, v]
 * @return how many answers there are in world->scratch */
static int run(lua_State *L, hbl_world *world, int lists, hb_layers mask)
{
    for (;;) {
        lua_Integer count = reserve(L, world, lists);
        gather(L, count, lists, world->questions->numbers);
        world->result_count = 0;
        int capacity = (int)(world->scratch_size / sizeof(hb_found));
        int found = ask(world, lists, (int)count, mask, world->scratch, capacity);
        if (found < 0 || found > INT_MAX / 2) {
            return luaL_error(L, "not enough memory"); /* as no question is refused any more */
        }
        if (found <= capacity) {
            world->results = world->scratch;
            world->result_kind = HBL_RESULT_FOUND;
            world->result_count = found;
            return found;
        }
        hbl_grow_scratch(L, world, (size_t)found * sizeof(hb_found));
    }
}

/* Fill a table with the numbers of the questions, and clear what is left behind them. [-0, +0] */
static void fill_asked(lua_State *L, int table, const hb_found *found, int count)
{
    hbl_clear_behind(L, table, count);
    bool plain = !lua_getmetatable(L, table);
    if (!plain) {
        lua_pop(L, 1);
    }
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, (lua_Integer)found[i].asked + 1);
        if (plain) {
            lua_seti(L, table, i + 1);
        } else {
            lua_rawseti(L, table, i + 1);
        }
    }
}

/* The rest of it: check, ask, and answer n, out, asked. [-0, +3, v] */
static int answer(lua_State *L, int lists)
{
    hbl_world *world = hbl_check_world(L);
    const int out = XS + lists, asked = out + 1, mask = out + 2;
    lua_settop(L, mask);
    for (int arg = XS; arg < out; arg++) {
        if (!lua_istable(L, arg)) {
            hbl_arg_error(L, arg, "table expected for %s, got %s", list_names[arg],
                          hbl_type_name(L, arg));
        }
    }
    hbl_check_out(L, out, "out");
    hbl_check_out(L, asked, "asked");
    if (lua_rawequal(L, out, asked)) {
        hbl_arg_error(L, asked, "asked must be another table than out");
    }
    hb_layers layers = hbl_mask_at(L, mask);
    int found = run(L, world, lists, layers);
    hbl_fill_items(L, out, world->scratch, sizeof(hb_found), found);
    fill_asked(L, asked, world->scratch, found);
    lua_pushinteger(L, found);
    lua_pushvalue(L, out);
    lua_pushvalue(L, asked);
    return 3;
}

/* world:queryPoints(xs, ys[, out[, asked[, mask]]]) -> n, out, asked [-0, +3, v] */
static int query_points(lua_State *L)
{
    return answer(L, POINT_LISTS);
}

/* world:queryRects(xs, ys, ws, hs[, out[, asked[, mask]]]) -> n, out, asked [-0, +3, v] */
static int query_rects(lua_State *L)
{
    return answer(L, RECT_LISTS);
}

const luaL_Reg hbl_question_methods[] = {
    {"queryPoints", query_points},
    {"queryRects", query_rects},
    {NULL, NULL},
};
