/// The drop-in for bump.lua: queries by rectangle, point and segment. May call Lua, bump_near.c and
/// bump_narrow.c.
#include "bump.h"

#include <math.h>
#include <stdlib.h>

/* ---- Rectangles and points ------------------------------------------------------------------- */

typedef struct area_query {
    bool (*matches)(const struct area_query *query, const hbl_rect *rect);
    hbl_rect rect; ///< for a point only x and y
    hbl_cells cells;
} area_query;

static bool matches_rect(const area_query *query, const hbl_rect *rect)
{
    return hbl_bump_intersects(&query->rect, rect);
}

static bool matches_point(const area_query *query, const hbl_rect *rect)
{
    return hbl_bump_contains(rect, query->rect.x, query->rect.y);
}

/* Call filter(item) for the item on top; without a filter all pass. [-0, +0, v]
 * @param slot  of the item; found again after the call */
static bool is_wanted(lua_State *L, int filter, int handle, hb_id id, const hbl_bump_slot **slot)
{
    if (!lua_toboolean(L, filter)) {
        return true;
    }
    int item = lua_gettop(L);
    lua_pushvalue(L, filter);
    lua_pushvalue(L, item);
    *slot = hbl_bump_call(L, 1, 1, handle, id, item);
    bool wanted = lua_toboolean(L, -1) != 0;
    lua_pop(L, 1);
    return wanted;
}

/* Push a table of the items that share a cell with a query and match it.
 * [-0, +2, v] @return 2: items, len */
static int run_query(lua_State *L, int handle, const area_query *query, int filter)
{
    const hbl_bump_world *world = lua_touserdata(L, handle);
    hbl_candidates candidates;
    lua_newtable(L);
    int out = lua_gettop(L), len = 0;
    hbl_candidates_find_in_cells(L, world, &query->cells, &candidates);
    hbl_candidates_keep(L, handle, &candidates);
    for (int i = 0; i < candidates.count; i++) {
        hbl_candidates_push(L, &candidates, i);
        const hbl_bump_slot *slot = hbl_candidates_slot(L, handle, &candidates, i);
        bool is_there = slot != NULL;
        hbl_rect rect = is_there ? slot->rect : (hbl_rect){0};
        if (is_wanted(L, filter, handle, candidates.ids[i], &slot) && is_there &&
            query->matches(query, slot != NULL ? &slot->rect : &rect)) {
            lua_rawseti(L, out, ++len);
            continue;
        }
        lua_pop(L, 1);
    }
    lua_settop(L, out);
    lua_pushinteger(L, len);
    return 2;
}

/* world:queryRect(x, y, w, h[, filter]) -> items, len [-0, +2, v] */
static int query_rect(lua_State *L)
{
    lua_settop(L, 6);
    const hbl_bump_world *world = hbl_bump_check_world(L);
    area_query query = {.matches = matches_rect};
    const hbl_rect *rect = &query.rect;
    hbl_bump_check_rect(L, 2, &query.rect);
    query.cells = hbl_bump_cells(world->cell_size, rect->x, rect->y, rect->w, rect->h);
    return run_query(L, 7, &query, 6);
}

/* The cell of a point. Beyond 2^53, where left + 1 is rounded, up to the next double. */
static hbl_cells cell_at(const hbl_bump_world *world, double x, double y)
{
    double left = floor(x / world->cell_size), top = floor(y / world->cell_size);
    return (hbl_cells){left, top, fmax(left + 1.0, nextafter(left, INFINITY)),
                       fmax(top + 1.0, nextafter(top, INFINITY))};
}

/* world:queryPoint(x, y[, filter]) -> items, len [-0, +2, v] */
static int query_point(lua_State *L)
{
    lua_settop(L, 4);
    const hbl_bump_world *world = hbl_bump_check_world(L);
    area_query query = {.matches = matches_point};
    query.rect.x = luaL_checknumber(L, 2);
    query.rect.y = luaL_checknumber(L, 3);
    query.cells = cell_at(world, query.rect.x, query.rect.y);
    return run_query(L, 5, &query, 4);
}

/* ---- The cells on a segment ------------------------------------------------------------------ */

/* A longer segment takes all cells of its bounds. */
#define MAX_CELLS 65536.0

/* Collects the items of cells given one by one; the cells of a row are searched at once. */
typedef struct finder {
    hbl_bump_world *world;
    hbl_candidates *candidates;
    int capacity;
    hbl_cells row;
} finder;

/* Collect the new items of the row. Allocates nothing, so that no finalizer runs. */
static void find_in_row(finder *to)
{
    hbl_bump_world *world = to->world;
    hbl_candidates *candidates = to->candidates;
    int found = hbl_bump_query_cells(world, &to->row, world->scratch, (int)world->slot_count);
    for (int i = 0; i < found; i++) {
        hbl_bump_slot *slot = hbl_bump_slot_of(world, world->scratch[i]);
        if (slot == NULL || slot->visit == world->visit) {
            continue;
        }
        slot->visit = world->visit;
        if (candidates->count < to->capacity) {
            candidates->ids[candidates->count] = slot->id;
        }
        candidates->count++;
    }
}

/* Cells are counted from 1, as in bump.lua, since that changes how times are rounded. */
static void take(finder *to, double column, double row)
{
    hbl_cells *cells = &to->row;
    if (row == cells->bottom) {
        cells->left = column - 1.0 < cells->left ? column - 1.0 : cells->left;
        cells->right = column > cells->right ? column : cells->right;
        return;
    }
    if (cells->top < cells->bottom) {
        find_in_row(to);
    }
    *cells = (hbl_cells){column - 1.0, row - 1.0, column, row};
}

/* A walk from cell to cell along one axis. */
typedef struct pace {
    double cell, last;
    double step;        ///< -1, 0 or 1
    double every, next; ///< the time between two cells, and of the next change of cell
} pace;

static pace pace_of(double size, double from, double to)
{
    double v = to - from;
    pace p = {floor(from / size) + 1.0, floor(to / size) + 1.0, 0.0, INFINITY, INFINITY};
    if (v > 0.0) {
        p.step = 1.0;
        p.every = size / v;
        p.next = ((p.cell + v) * size - from) / v;
    } else if (v < 0.0) {
        p.step = -1.0;
        p.every = -size / v;
        p.next = ((p.cell + v - 1.0) * size - from) / v;
    }
    return p;
}

static void step(pace *p)
{
    p->next += p->every;
    p->cell += p->step;
}

static double cells_left(const pace *x, const pace *y)
{
    return fabs(x->cell - x->last) + fabs(y->cell - y->last);
}

/* Take all cells that bump.lua takes (Amanatides and Woo, A Fast Voxel Traversal Algorithm for Ray
 * Tracing, 1987): at a corner the cells on both sides, and it ends beside the last cell. The bound
 * on steps ends a walk that rounding led past the last cell. */
static void walk(finder *to, pace x, pace y)
{
    take(to, x.cell, y.cell);
    for (double steps = cells_left(&x, &y) + 2.0; cells_left(&x, &y) > 1.0 && steps > 0.0;
         steps--) {
        if (x.next < y.next) {
            step(&x);
        } else {
            if (x.next == y.next) {
                take(to, x.cell + x.step, y.cell);
            }
            step(&y);
        }
        take(to, x.cell, y.cell);
    }
    take(to, x.last, y.last);
    find_in_row(to);
}

/* [-0, +0|1, m] */
static void find_on_segment(lua_State *L, hbl_bump_world *world, const double ends[4],
                            hbl_candidates *candidates)
{
    pace x = pace_of(world->cell_size, ends[0], ends[2]);
    pace y = pace_of(world->cell_size, ends[1], ends[3]);
    if (cells_left(&x, &y) > MAX_CELLS) {
        hbl_cells all = {fmin(x.cell, x.last) - 1.0, fmin(y.cell, y.last) - 1.0,
                         fmax(x.cell, x.last), fmax(y.cell, y.last)};
        hbl_candidates_find_in_cells(L, world, &all, candidates);
        return;
    }
    int top = lua_gettop(L), capacity = HBL_BUMP_FEW;
    candidates->ids = candidates->few;
    for (;;) {
        finder to = {.world = world, .candidates = candidates, .capacity = capacity};
        to.row.bottom = NAN; /* none yet */
        candidates->count = 0;
        world->visit++;
        walk(&to, x, y);
        if (candidates->count <= capacity) {
            return;
        }
        capacity = candidates->count; /* the collector may run, and let a script add more */
        lua_settop(L, top);
        candidates->ids = lua_newuserdatauv(L, (size_t)capacity * sizeof *candidates->ids, 0);
    }
}

/* ---- Segments -------------------------------------------------------------------------------- */

/* An item on a segment. */
typedef struct crossing {
    hbl_span span;
    double weight; ///< the sort key: the time on the whole line
    int at;        ///< index in the candidates
} crossing;

static int compare_crossings(const void *a, const void *b)
{
    const crossing *p = a, *q = b;
    int order = (p->weight > q->weight) - (p->weight < q->weight);
    return order != 0 ? order : (p->at > q->at) - (p->at < q->at);
}

static bool cross(const hbl_rect *rect, const double ends[4], crossing *out)
{
    hbl_span *span = &out->span, line = {.in = -INFINITY, .out = INFINITY};
    *span = (hbl_span){.in = 0.0, .out = 1.0};
    bool met = hbl_bump_clip(rect, ends[0], ends[1], ends[2], ends[3], span) &&
               ((0.0 < span->in && span->in < 1.0) || (0.0 < span->out && span->out < 1.0));
    if (met) {
        (void)hbl_bump_clip(rect, ends[0], ends[1], ends[2], ends[3], &line);
        out->weight = line.out < line.in ? line.out : line.in;
    }
    return met;
}

/* The state of querySegment. */
typedef struct segment {
    double ends[4];
    unsigned whole;
    hbl_candidates candidates;
    crossing few[HBL_BUMP_FEW], *crossings;
    int count;
} segment;

enum { SEGMENT_FILTER = 6, SEGMENT_HANDLE };

/* Read the arguments, and find the items on the segment, in order. [-0, +n, v] */
static void find_crossings(lua_State *L, segment *on)
{
    lua_settop(L, SEGMENT_FILTER);
    hbl_bump_world *world = hbl_bump_check_world(L);
    on->whole = 0;
    for (int i = 0; i < 4; i++) {
        (void)luaL_checknumber(L, 2 + i);
        on->ends[i] = hbl_bump_number(L, 2 + i, &on->whole, 1U << i);
    }
    find_on_segment(L, world, on->ends, &on->candidates);
    hbl_candidates_keep(L, SEGMENT_HANDLE, &on->candidates);
    on->crossings = on->few;
    if (on->candidates.count > HBL_BUMP_FEW) {
        on->crossings =
            lua_newuserdatauv(L, (size_t)on->candidates.count * sizeof *on->crossings, 0);
    }
    on->count = 0;
    for (int i = 0; i < on->candidates.count; i++) {
        hbl_candidates_push(L, &on->candidates, i);
        const hbl_bump_slot *slot = hbl_candidates_slot(L, SEGMENT_HANDLE, &on->candidates, i);
        bool wanted = is_wanted(L, SEGMENT_FILTER, SEGMENT_HANDLE, on->candidates.ids[i], &slot);
        lua_pop(L, 1);
        crossing *next = &on->crossings[on->count];
        if (wanted && slot != NULL && cross(&slot->rect, on->ends, next)) {
            next->at = i;
            on->count++;
        }
    }
    qsort(on->crossings, (size_t)on->count, sizeof *on->crossings, compare_crossings);
}

/* world:querySegment(x1, y1, x2, y2[, filter]) -> items, len [-0, +2, v] */
static int query_segment(lua_State *L)
{
    segment on;
    find_crossings(L, &on);
    lua_createtable(L, on.count, 0);
    for (int i = 0; i < on.count; i++) {
        hbl_candidates_push(L, &on.candidates, on.crossings[i].at);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, on.count);
    return 2;
}

/* Set a number of the table on top. [-0, +0] */
static void set_number(lua_State *L, int key, double value, bool whole)
{
    lua_pushvalue(L, lua_upvalueindex(key));
    hbl_bump_push(L, value, whole);
    lua_rawset(L, -3);
}

/* Set the point of a segment at a time; `whole` if it is an end of the segment. [-0, +0] */
static void set_end(lua_State *L, const segment *on, double t, bool whole, int key_x, int key_y)
{
    const double *ends = on->ends;
    bool whole_x = whole && (on->whole & 5U) == 5U, whole_y = whole && (on->whole & 10U) == 10U;
    set_number(L, key_x, ends[0] + (ends[2] - ends[0]) * t, whole_x);
    set_number(L, key_y, ends[1] + (ends[3] - ends[1]) * t, whole_y);
}

/* world:querySegmentWithCoords(x1, y1, x2, y2[, filter]) -> infos, len [-0, +2, v] */
static int query_segment_with_coords(lua_State *L)
{
    segment on;
    find_crossings(L, &on);
    lua_createtable(L, on.count, 0);
    for (int i = 0; i < on.count; i++) {
        const hbl_span *span = &on.crossings[i].span;
        bool from_start = span->in_x == 0 && span->in_y == 0;
        bool to_end = span->out_x == 0 && span->out_y == 0;
        lua_createtable(L, 0, 7);
        lua_pushvalue(L, lua_upvalueindex(HBL_KEY_ITEM));
        hbl_candidates_push(L, &on.candidates, on.crossings[i].at);
        lua_rawset(L, -3);
        set_number(L, HBL_KEY_TI1, span->in, from_start);
        set_number(L, HBL_KEY_TI2, span->out, to_end);
        set_end(L, &on, span->in, from_start, HBL_KEY_X1, HBL_KEY_Y1);
        set_end(L, &on, span->out, to_end, HBL_KEY_X2, HBL_KEY_Y2);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, on.count);
    return 2;
}

/* rect.getSegmentIntersectionIndices(x, y, w, h, x1, y1, x2, y2[, ti1, ti2])
 * -> ti1, ti2, nx1, ny1, nx2, ny2 | nil [-0, +1|6, v] */
static int segment_indices(lua_State *L)
{
    lua_settop(L, 10);
    double numbers[8];
    for (int i = 0; i < 8; i++) {
        numbers[i] = luaL_checknumber(L, i + 1);
    }
    hbl_rect rect = {numbers[0], numbers[1], numbers[2], numbers[3], 0};
    unsigned whole = 0;
    bool has_in = lua_toboolean(L, 9) != 0, has_out = lua_toboolean(L, 10) != 0;
    hbl_span span = {.in = has_in ? luaL_checknumber(L, 9) : 0.0,
                     .out = has_out ? luaL_checknumber(L, 10) : 1.0};
    (void)hbl_bump_number(L, 9, &whole, 1);
    (void)hbl_bump_number(L, 10, &whole, 2);
    if (!hbl_bump_clip(&rect, numbers[4], numbers[5], numbers[6], numbers[7], &span)) {
        lua_pushnil(L);
        return 1;
    }
    bool in_cut = span.in_x != 0 || span.in_y != 0, out_cut = span.out_x != 0 || span.out_y != 0;
    hbl_bump_push(L, span.in, !in_cut && (!has_in || (whole & 1U) != 0));
    hbl_bump_push(L, span.out, !out_cut && (!has_out || (whole & 2U) != 0));
    lua_pushinteger(L, span.in_x);
    lua_pushinteger(L, span.in_y);
    lua_pushinteger(L, span.out_x);
    lua_pushinteger(L, span.out_y);
    return 6;
}

const luaL_Reg hbl_bump_query_methods[] = {
    {"queryRect", query_rect},
    {"queryPoint", query_point},
    {"querySegment", query_segment},
    {"querySegmentWithCoords", query_segment_with_coords},
    {"getSegmentIntersectionIndices", segment_indices},
    {NULL, NULL},
};
