/// The drop-in for bump.lua: who is in a rectangle, at a point, and on a segment.
#include "bump.h"

#include <math.h>
#include <stdlib.h>

/* ---- Rectangles and points ------------------------------------------------------------------- */

typedef struct question {
    bool (*is_met)(const struct question *asked, const hbl_rect *rect);
    hbl_rect rect; ///< of a point x and y alone
    hbl_cells cells;
} question;

static bool meets_rect(const question *asked, const hbl_rect *rect)
{
    return hbl_bump_intersects(&asked->rect, rect);
}

static bool meets_point(const question *asked, const hbl_rect *rect)
{
    return hbl_bump_contains(rect, asked->rect.x, asked->rect.y);
}

/* filter(item), of the item on top; none wants all. [-0, +0, v]
 * @param slot  of the item; then as it is afterwards */
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

/* Fill a table with whom a question is about, of those that share a cell with it.
 * [-0, +2, v] @return 2: items, len */
static int answer(lua_State *L, int handle, const question *asked, int filter)
{
    const hbl_bump_world *world = lua_touserdata(L, handle);
    hbl_crowd crowd;
    lua_newtable(L);
    int out = lua_gettop(L), len = 0;
    hbl_crowd_find_in_cells(L, world, &asked->cells, &crowd);
    hbl_crowd_keep(L, handle, &crowd);
    for (int i = 0; i < crowd.count; i++) {
        hbl_crowd_push(L, &crowd, i);
        const hbl_bump_slot *slot = hbl_crowd_slot(L, handle, &crowd, i);
        bool is_there = slot != NULL;
        hbl_rect rect = is_there ? slot->rect : (hbl_rect){0};
        if (is_wanted(L, filter, handle, crowd.ids[i], &slot) && is_there &&
            asked->is_met(asked, slot != NULL ? &slot->rect : &rect)) {
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
    question asked = {.is_met = meets_rect};
    const hbl_rect *rect = &asked.rect;
    hbl_bump_check_rect(L, 2, &asked.rect);
    asked.cells = hbl_bump_cells(world->cell_size, rect->x, rect->y, rect->w, rect->h);
    return answer(L, 7, &asked, 6);
}

/* The cell that a place is in. Where a double does not tell the next one, as many as it tells. */
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
    question asked = {.is_met = meets_point};
    asked.rect.x = luaL_checknumber(L, 2);
    asked.rect.y = luaL_checknumber(L, 3);
    asked.cells = cell_at(world, asked.rect.x, asked.rect.y);
    return answer(L, 5, &asked, 4);
}

/* ---- The cells on a segment ------------------------------------------------------------------ */

/* Of a longer segment all cells between its ends are taken. */
#define MOST_CELLS 65536.0

/* What is found in cells that are taken one by one; those of a row are looked into at once. */
typedef struct finder {
    hbl_bump_world *world;
    hbl_crowd *crowd;
    int capacity;
    hbl_cells row;
} finder;

/* Look into the row, for what was not seen before. Takes no memory, so that no script is run. */
static void look(finder *to)
{
    hbl_bump_world *world = to->world;
    hbl_crowd *crowd = to->crowd;
    int found = hbl_bump_look(world, &to->row, world->scratch, (int)world->slot_count);
    for (int i = 0; i < found; i++) {
        hbl_bump_slot *slot = hbl_bump_slot_of(world, world->scratch[i]);
        if (slot == NULL || slot->seen == world->look) {
            continue;
        }
        slot->seen = world->look;
        if (crowd->count < to->capacity) {
            crowd->ids[crowd->count] = slot->id;
        }
        crowd->count++;
    }
}

/* Cells are counted from 1, as there, which tells in how times are rounded. */
static void take(finder *to, double column, double row)
{
    hbl_cells *cells = &to->row;
    if (row == cells->bottom) {
        cells->left = column - 1.0 < cells->left ? column - 1.0 : cells->left;
        cells->right = column > cells->right ? column : cells->right;
        return;
    }
    if (cells->top < cells->bottom) {
        look(to);
    }
    *cells = (hbl_cells){column - 1.0, row - 1.0, column, row};
}

/* How a walk from cell to cell goes along one axis. */
typedef struct pace {
    double cell, last;
    double step;        ///< -1, 0 or 1
    double every, next; ///< times of going over to the next cell
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
 * Tracing, 1987): through a corner those on both of its sides, and beside the last cell it is over.
 * Where roundings lead past the last cell it would go on for ever. */
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
    look(to);
}

/* [-0, +0|1, m] */
static void find_on_segment(lua_State *L, hbl_bump_world *world, const double ends[4],
                            hbl_crowd *crowd)
{
    pace x = pace_of(world->cell_size, ends[0], ends[2]);
    pace y = pace_of(world->cell_size, ends[1], ends[3]);
    if (cells_left(&x, &y) > MOST_CELLS) {
        hbl_cells all = {fmin(x.cell, x.last) - 1.0, fmin(y.cell, y.last) - 1.0,
                         fmax(x.cell, x.last), fmax(y.cell, y.last)};
        hbl_crowd_find_in_cells(L, world, &all, crowd);
        return;
    }
    int top = lua_gettop(L), capacity = HBL_BUMP_FEW;
    crowd->ids = crowd->few;
    for (;;) {
        finder to = {.world = world, .crowd = crowd, .capacity = capacity};
        to.row.bottom = NAN; /* none yet */
        crowd->count = 0;
        world->look++;
        walk(&to, x, y);
        if (crowd->count <= capacity) {
            return;
        }
        capacity = crowd->count; /* the collector may run, and let a script add more */
        lua_settop(L, top);
        crowd->ids = lua_newuserdatauv(L, (size_t)capacity * sizeof *crowd->ids, 0);
    }
}

/* ---- Segments -------------------------------------------------------------------------------- */

/* An item on a segment. */
typedef struct crossing {
    hbl_span span;
    double weight; ///< by which it is sorted: the time on the whole line
    int at;        ///< in the crowd
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

/* What querySegment works with. */
typedef struct segment {
    double ends[4];
    unsigned whole;
    hbl_crowd crowd;
    crossing few[HBL_BUMP_FEW], *crossings;
    int count;
} segment;

enum { SEGMENT_FILTER = 6, SEGMENT_HANDLE };

/* Read the arguments, and find what is on the segment, in order. [-0, +n, v] */
static void find_crossings(lua_State *L, segment *on)
{
    lua_settop(L, SEGMENT_FILTER);
    hbl_bump_world *world = hbl_bump_check_world(L);
    on->whole = 0;
    for (int i = 0; i < 4; i++) {
        (void)luaL_checknumber(L, 2 + i);
        on->ends[i] = hbl_bump_number(L, 2 + i, &on->whole, 1U << i);
    }
    find_on_segment(L, world, on->ends, &on->crowd);
    hbl_crowd_keep(L, SEGMENT_HANDLE, &on->crowd);
    on->crossings = on->few;
    if (on->crowd.count > HBL_BUMP_FEW) {
        on->crossings = lua_newuserdatauv(L, (size_t)on->crowd.count * sizeof *on->crossings, 0);
    }
    on->count = 0;
    for (int i = 0; i < on->crowd.count; i++) {
        hbl_crowd_push(L, &on->crowd, i);
        const hbl_bump_slot *slot = hbl_crowd_slot(L, SEGMENT_HANDLE, &on->crowd, i);
        bool wanted = is_wanted(L, SEGMENT_FILTER, SEGMENT_HANDLE, on->crowd.ids[i], &slot);
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
        hbl_crowd_push(L, &on.crowd, on.crossings[i].at);
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

/* Set where a segment is at a time, which is whole if it is an end of the segment. [-0, +0] */
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
        hbl_crowd_push(L, &on.crowd, on.crossings[i].at);
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
