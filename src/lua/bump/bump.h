/// The shared header of the drop-in for bump.lua:
///
///   bump_narrow.c       its arithmetic, without Lua
///   bump_count.c        counts the cells that hold items
///   bump_world.c        worlds and their items
///   bump_candidates.c   lists of items that a move or query may hit
///   bump_args.c         reads and pushes numbers
///   bump_path.c         the hits on a path, and the steps of a check
///   bump_project.c      project, and the records of hits
///   bump_move.c         check and move
///   bump_ffi.c          the same for LuaJIT
///   bump_query.c        queries
///   bump.c              opens the module; hitbox/bump.lua has the rest
///
/// The drop-in returns the results of bump.lua, to the last bit. So it repeats that library's
/// arithmetic in doubles, tolerance included, where the rest of hitbox is exact. It stores no grid:
/// it computes whether two items share a cell. A world of the core finds the items nearby.
/// May call the core, ../binding.h and Lua. Source: kikito, bump.lua 3.1.7.
#ifndef HITBOX_BUMP_H
#define HITBOX_BUMP_H

#include "../binding.h"

/* ---- bump_narrow.c --------------------------------------------------------------------------- */

/// The margin of bump.lua: in units for positions, without a unit for times.
#define HBL_BUMP_DELTA 1e-10

/// Bits of the numbers that are integers in Lua: from 5.3 on, sums of integers are integers.
enum {
    HBL_WHOLE_X = 1,
    HBL_WHOLE_Y = 2,
    HBL_WHOLE_W = 4,
    HBL_WHOLE_H = 8,
    HBL_WHOLE_TI = 16,
};

typedef struct hbl_rect {
    double x, y, w, h;
    unsigned whole;
} hbl_rect;

typedef struct hbl_position {
    double x, y;
    unsigned whole;
} hbl_position;

/// The cells of a grid from left + 1 to right and from top + 1 to bottom; may be empty.
typedef struct hbl_cells {
    double left, top, right, bottom;
} hbl_cells;

/// How a moving rectangle hits another.
typedef struct hbl_meeting {
    double ti;     ///< the part of the path before the hit, or minus the shared area at its start
    double square; ///< of the distance of the centres
    hbl_position touch;
    int nx, ny;
    unsigned whole; ///< of `ti`
    bool overlaps;
} hbl_meeting;

/// The times at which a line enters and leaves a rectangle, and the normals of those sides.
typedef struct hbl_span {
    double in, out;
    int in_x, in_y, out_x, out_y;
} hbl_span;

/// Clip a span to the part of the line from (x1, y1) to (x2, y2) within a rectangle.
/// @return whether the rest is not empty
bool hbl_bump_clip(const hbl_rect *rect, double x1, double y1, double x2, double y2,
                   hbl_span *span);

/// @return whether `rect` hits `other` on its straight path to a goal; then *out
bool hbl_bump_meet(const hbl_rect *rect, const hbl_rect *other, const hbl_position *goal,
                   hbl_meeting *out);

/// Whether a point is within a rectangle, by more than the margin.
bool hbl_bump_contains(const hbl_rect *rect, double x, double y);

bool hbl_bump_intersects(const hbl_rect *a, const hbl_rect *b);

/// The cells of a rectangle, and those of its path to a goal, by bump.lua's rounding.
hbl_cells hbl_bump_cells(double cell_size, double x, double y, double w, double h);
hbl_cells hbl_bump_path_cells(double cell_size, const hbl_rect *rect, const hbl_position *goal);

/// Whether two ranges share a cell.
static inline bool hbl_bump_near(const hbl_cells *a, const hbl_cells *b)
{
    return a->left < a->right && a->top < a->bottom && b->left < b->right && b->top < b->bottom &&
           a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* ---- bump_count.c ---------------------------------------------------------------------------- */

/// A left or right edge of a range of cells.
typedef struct hbl_bump_edge {
    double at;
    size_t top, bottom; ///< as indices of `rows`
    int step;           ///< 1 or -1
} hbl_bump_edge;

/// A node of the segment tree over the rows between all tops and bottoms.
typedef struct hbl_bump_node {
    double length, covered; ///< numbers of rows: all, and those that are covered
    unsigned tally;         ///< of the ranges that cover all its rows
} hbl_bump_node;

/// Count the cells in the union of some ranges, none of which is empty.
/// @param edges, rows, nodes  room for two, two and four for each range
/// @return the count: exact below 2^53, never negative, always finite
double hbl_bump_count(const hbl_cells *cells, size_t count, hbl_bump_edge *edges, double *rows,
                      hbl_bump_node *nodes);

/* ---- bump_world.c ---------------------------------------------------------------------------- */

/// An item, by the index of its id.
typedef struct hbl_bump_slot {
    hb_id id; ///< 0 if there is none
    hbl_rect rect;
    hbl_cells cells; ///< see hbl_bump_cells_of
    bool has_cells;
    uint64_t visit; ///< the last walk along a segment that found it
    bool moved;     ///< whether it has ever moved
} hbl_bump_slot;

typedef struct hbl_bump_world {
    double removals; ///< grows with each; hitbox/ffi/bump.lua reads it, so it comes first
    hb_world *core;  ///< null once it is collected
    lua_Alloc alloc;
    void *alloc_context;
    double cell_size;
    hbl_bump_slot *slots;
    hb_id *scratch; ///< room for slot_count ids
    size_t slot_count;
    size_t item_count;
    uint64_t added;      ///< grows with each item added
    uint64_t changes;    ///< grows with each item added, removed or moved
    uint64_t visit;      ///< the number of the last walk along a segment
    const bool *patched; ///< whether a method of all worlds was replaced
    bool own_methods;    ///< whether a method of this world was replaced
    double reach;        ///< the largest coordinate or size that an item ever had
    bool counted;        ///< whether countCells was ever called: see HBL_BUMP_LEFT
    bool odd_items;      ///< whether it ever had an item that is far, NaN, or without extent
} hbl_bump_world;

/// User values of a world's userdata.
enum {
    HBL_BUMP_ITEMS = 1, ///< index of an id + 1 -> item
    HBL_BUMP_INDICES,   ///< item -> index of its id + 1
    HBL_BUMP_LEFT,      ///< weak keys: the cells of removed items once countCells was called; as
                        ///< in bump.lua they count until the next collection
    HBL_BUMP_USER_VALUES = HBL_BUMP_LEFT
};

/// Upvalues of every function of the drop-in. Functions and strings come from hitbox/bump.lua and
/// bump.c.
enum {
    HBL_BUMP_HANDLE = 1, ///< the metatable of worlds' userdata
    HBL_BUMP_PATCHED,    ///< the target of hbl_bump_world.patched
    /* functions that raise an error */
    HBL_BUMP_MISSING,   ///< missing(item)
    HBL_BUMP_DUPLICATE, ///< duplicate(item)
    HBL_BUMP_NUMBER,    ///< notNumber(value, name)
    HBL_BUMP_SIZE,      ///< notSize(value, name)
    HBL_BUMP_UNKNOWN,   ///< unknownType(name)
    /* the slow paths, for any methods and responses */
    HBL_BUMP_MOVE,    ///< move(world, item, goalX, goalY, filter)
    HBL_BUMP_CHECK,   ///< check(world, item, goalX, goalY, filter)
    HBL_BUMP_RESPOND, ///< respond(world, item, x, y, w, h, goalX, goalY, filter, cols, len)
    /* the functions that make a record: see push_record */
    HBL_BUMP_RECORD,
    HBL_BUMP_SLIDE_RECORD,
    /* the responses that C has too */
    HBL_BUMP_TOUCH,
    HBL_BUMP_BOUNCE,
    HBL_BUMP_CROSS,
    HBL_BUMP_SLIDE,
    HBL_BUMP_FFI_METHODS, ///< a set of the methods of hitbox/ffi/bump.lua: see hbl_bump_overridden
    /* keys */
    HBL_KEY_PROJECT,
    HBL_KEY_CHECK,
    HBL_KEY_UPDATE,
    HBL_KEY_GET_RECT,
    HBL_KEY_RESPONSES,
    HBL_KEY_ITEM,
    HBL_KEY_OTHER,
    HBL_KEY_TYPE,
    HBL_KEY_OVERLAPS,
    HBL_KEY_TI,
    HBL_KEY_MOVE,
    HBL_KEY_NORMAL,
    HBL_KEY_TOUCH,
    HBL_KEY_ITEM_RECT,
    HBL_KEY_OTHER_RECT,
    HBL_KEY_SLIDE,
    HBL_KEY_BOUNCE,
    HBL_KEY_X,
    HBL_KEY_Y,
    HBL_KEY_W,
    HBL_KEY_H,
    HBL_KEY_TI1,
    HBL_KEY_TI2,
    HBL_KEY_X1,
    HBL_KEY_Y1,
    HBL_KEY_X2,
    HBL_KEY_Y2,
    HBL_BUMP_UPVALUES = HBL_KEY_Y2
};

extern const luaL_Reg hbl_bump_world_methods[], hbl_bump_project_methods[], hbl_bump_move_methods[],
    hbl_bump_query_methods[], hbl_bump_ffi_functions[];

/// Push the userdata of the world at 1, or of the world in its __index. [-0, +1, v]
hbl_bump_world *hbl_bump_check_world(lua_State *L);

/// @return the slot of the item at `index` in the world at `handle`, null if it has none. [-0, +0]
hbl_bump_slot *hbl_bump_find(lua_State *L, int handle, int index);

/// The slot of an id, null if its item was removed.
static inline hbl_bump_slot *hbl_bump_slot_of(const hbl_bump_world *world, hb_id id)
{
    size_t index = hb_id_index(id);
    hbl_bump_slot *slot = index < world->slot_count ? &world->slots[index] : NULL;
    return slot != NULL && id != 0 && slot->id == id ? slot : NULL;
}

/// The slot of an index + 1 given by Lua, null if no item has it.
static inline hbl_bump_slot *hbl_bump_slot_at(const hbl_bump_world *world, lua_Integer number)
{
    bool is_known = number >= 1 && (uint64_t)number <= world->slot_count;
    return is_known && world->slots[number - 1].id != 0 ? &world->slots[number - 1] : NULL;
}

/// The slot of an item that was found before, null if it was removed.
/// @param item  its stack index, if it may have been added again; or 0 [-0, +0]
static inline hbl_bump_slot *hbl_bump_find_again(lua_State *L, int handle, hb_id id, int item)
{
    hbl_bump_slot *slot = hbl_bump_slot_of(lua_touserdata(L, handle), id);
    return slot == NULL && item != 0 ? hbl_bump_find(L, handle, item) : slot;
}

/// Call Lua, as lua_call does. No other function here calls Lua. A script may change the world in
/// any way, so a slot found before the call is not valid after it.
/// @param handle, id, item  the item to find again, as for hbl_bump_find_again; or 0
/// @return its slot [-(args + 1), +results, v]
static inline hbl_bump_slot *hbl_bump_call(lua_State *L, int args, int results, int handle,
                                           hb_id id, int item)
{
    lua_call(L, args, results);
    return handle != 0 ? hbl_bump_find_again(L, handle, id, item) : NULL;
}

/// Push a field of the world at 1. This may run a script, as hbl_bump_call does. [-0, +1, v]
static inline void hbl_bump_get_field(lua_State *L, int key)
{
    lua_pushvalue(L, lua_upvalueindex(key));
    lua_gettable(L, 1);
}

/// The cells of an item. They are computed on demand, as most moving items need none.
static inline const hbl_cells *hbl_bump_cells_of(const hbl_bump_world *world, hbl_bump_slot *slot)
{
    if (!slot->has_cells) {
        const hbl_rect *rect = &slot->rect;
        slot->cells = hbl_bump_cells(world->cell_size, rect->x, rect->y, rect->w, rect->h);
        slot->has_cells = true;
    }
    return &slot->cells;
}

/// Set the rectangle of an item, if it differs. @return HB_NO_MEMORY, or HB_OK
hb_status hbl_bump_place(hbl_bump_world *world, hbl_bump_slot *slot, const hbl_rect *rect);

/// The same, and raise an error if memory runs out. [-0, +0, v]
void hbl_bump_put(lua_State *L, hbl_bump_world *world, hbl_bump_slot *slot, const hbl_rect *rect);

/// Whether a program has replaced a method of the world at 1. [-0, +0, v]
bool hbl_bump_overridden(lua_State *L, const hbl_bump_world *world, int key,
                         lua_CFunction function);

int hbl_bump_get_rect(lua_State *L);
int hbl_bump_update(lua_State *L);
int hbl_bump_project(lua_State *L);

/* ---- bump_near.c ----------------------------------------------------------------------------- */

/// Find the items that share a cell with a range, into an array. Allocates nothing.
/// @return their number; if it is above `capacity`, the array may hold none of them
int hbl_bump_query_cells(const hbl_bump_world *world, const hbl_cells *cells, hb_id *out,
                         int capacity);

/// Keep only the ids whose items share a cell with a range. @return their number
int hbl_bump_keep_near(const hbl_bump_world *world, hb_id *ids, int count, const hbl_cells *cells);

/* ---- bump_args.c ----------------------------------------------------------------------------- */

/// Read numbers. Other values raise bump.lua's errors. [-0, +0, v]
/// @{
double hbl_bump_number(lua_State *L, int index, unsigned *whole, unsigned bit);
void hbl_bump_check_rect(lua_State *L, int arg, hbl_rect *out);
void hbl_bump_check_position(lua_State *L, int arg, hbl_rect *out); ///< x and y alone
/// @}

/// Push a number, as an integer if it is whole. [-0, +1]
void hbl_bump_push(lua_State *L, double value, bool whole);

/// Call one of the functions that raise an error, with the value at `index`. Does not return.
int hbl_bump_raise(lua_State *L, int function, int index, const char *name);

/* ---- bump_candidates.c ----------------------------------------------------------------------- */

enum { HBL_BUMP_FEW = 48 };

/// The items found by a query. If a script is called for each, which may remove them, the items are
/// on the stack as well, or in a table if there are many.
typedef struct hbl_candidates {
    hb_id few[HBL_BUMP_FEW];
    hb_id *ids;
    int count;
    int at; ///< the stack index of the first item, or of the table
    bool tabled;
} hbl_candidates;

/// As hbl_candidates_find, into an array, which may be the scratch. Allocates nothing.
/// @return their number; up to `capacity` are written
int hbl_bump_query(const hbl_bump_world *world, hb_aabb range, hb_id *out, int capacity);

/// Find the items in a range, wider by the rounding of bump.lua. A value left on the stack may own
/// the memory. [-0, +0|1, m]
void hbl_candidates_find(lua_State *L, const hbl_bump_world *world, hb_aabb range,
                         hbl_candidates *candidates);

/// As hbl_bump_query_cells, for any number of items. [-0, +0|1, m]
void hbl_candidates_find_in_cells(lua_State *L, const hbl_bump_world *world, const hbl_cells *cells,
                                  hbl_candidates *candidates);

/// Push all items found, or a table of them. [-0, +count|1, m]
void hbl_candidates_keep(lua_State *L, int handle, hbl_candidates *candidates);

/// Push the i-th item kept. [-0, +1]
void hbl_candidates_push(lua_State *L, const hbl_candidates *candidates, int i);

/// @return the slot of the i-th item kept, also if it was added again; null if removed. [-0, +0]
hbl_bump_slot *hbl_candidates_slot(lua_State *L, int handle, const hbl_candidates *candidates,
                                   int i);

/* ---- bump_path.c ----------------------------------------------------------------------------- */

/// The straight path of a rectangle to a goal.
typedef struct hbl_path {
    const hbl_bump_world *world;
    int handle, item, filter; ///< stack indices; filter is 0 if there is none
    bool has_own_get_rect;    ///< whether the world's getRect was replaced
    hbl_rect from;
    hbl_position goal;
    hb_id own; ///< the mover's id, 0 if it is not in the world
    const hb_id *met;
    int met_count;
    hbl_cells cells;
    bool has_cells;
    hbl_candidates candidates;
    hb_aabb range;    ///< that was searched for candidates, without a filter
    hbl_cells found;  ///< that were searched, with a filter; empty before the first search
    uint64_t changes; ///< of the world, at the last search
    int next;
} hbl_path;

/// A hit on a path.
typedef struct hbl_hit {
    hbl_meeting meeting;
    hbl_rect other;
    hb_id id;
} hbl_hit;

/// The cells of a path.
const hbl_cells *hbl_bump_cells_on(hbl_path *on);

/// Narrow the candidates to the rest of a path, if that stays within the cells that were searched.
/// Most paths do. @return false if the world must be searched again
bool hbl_bump_narrow_down(hbl_path *on);

/// Drop the mover and the items that it has hit before from new candidates.
void hbl_bump_drop_met(hbl_path *on);

/// Find the candidates for hits. With a filter these are all items that share a cell with the path,
/// as bump.lua calls the filter for each; without one, only items near the path. [-0, +n, m]
void hbl_bump_find_candidates(lua_State *L, hbl_path *on);

/// The next hit in no order. [-0, +0|2, v]
/// @return false if there is none; else the item and its type are pushed
bool hbl_bump_next_hit(lua_State *L, hbl_path *on, hbl_hit *out);

/// The maximum number of hits of one check in C; with more the slow path takes over.
enum { HBL_BUMP_MAX_HITS = 32 };

/// The response to a hit: a script's own, or one of the four in C, in the order of HBL_BUMP_TOUCH
/// and so on. hitbox/ffi/bump.lua has the same numbers.
typedef enum hbl_response {
    HBL_BUMP_CUSTOM,
    HBL_BUMP_TOUCHES,
    HBL_BUMP_BOUNCES,
    HBL_BUMP_CROSSES,
    HBL_BUMP_SLIDES
} hbl_response;

/// A hit with a response. hitbox/ffi/bump.lua reads these fields.
typedef struct hbl_check_hit {
    hbl_rect from, other;
    hbl_position goal, next_goal; ///< before and after the response
    hbl_meeting meeting;
    hb_id id;
} hbl_check_hit;

/// A check under way. hitbox/ffi/bump.lua reads the fields up to `reached`, and allocates it.
typedef struct hbl_check {
    hbl_check_hit hit;    ///< the last one with a response
    hbl_rect start;       ///< the item's rectangle
    hbl_position reached; ///< the goal after all responses so far
    hbl_path path;        ///< to the next hit
    uint64_t added;       ///< of the world, at the beginning
    hb_id met[HBL_BUMP_MAX_HITS];
    hbl_hit first; ///< the nearest hit on this path, if `any`
    bool any;
} hbl_check;

/// Begin a check without a filter; set those fields of its path for one.
void hbl_bump_begin(hbl_check *on, const hbl_bump_world *world, const hbl_bump_slot *slot,
                    const hbl_position *goal);

/// Keep a hit if it is the nearest so far. @return whether it is
bool hbl_bump_keep_first(hbl_check *on, const hbl_hit *found);

/// The next step after a response. hitbox/ffi/bump.lua has the same numbers.
enum { HBL_BUMP_ENDS, HBL_BUMP_GOES_ON, HBL_BUMP_SLOW_PATH };

/// Respond to the nearest hit, which becomes on->hit. @return HBL_BUMP_SLOW_PATH if hitbox/bump.lua
/// has to respond to this hit and all later ones
int hbl_bump_respond(hbl_check *on, hbl_response how);

/// Slide towards a goal, which becomes the position reached. Allocates nothing.
/// @return the number of hits, -1 if there are too many
int hbl_bump_slide(hbl_bump_world *world, hbl_bump_slot *slot, hbl_position *goal,
                   hbl_check_hit hits[HBL_BUMP_MAX_HITS]);

static inline hbl_position hbl_bump_motion(const hbl_rect *from, const hbl_position *goal)
{
    return (hbl_position){goal->x - from->x, goal->y - from->y, goal->whole & from->whole};
}

/* ---- bump_project.c -------------------------------------------------------------------------- */

void hbl_bump_push_position(lua_State *L, const hbl_position *position); ///< x and y [-0, +2]

/// Push a record of the item, the other and the type, which are on top.
/// @param slide  the goal of the slide, or null [-3, +1, v]
void hbl_bump_push_record(lua_State *L, const hbl_rect *from, const hbl_rect *other,
                          const hbl_position *goal, const hbl_meeting *meeting,
                          const hbl_position *slide);

#endif
