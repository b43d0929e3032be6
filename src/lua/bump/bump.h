/// What the files of the drop-in for bump.lua share:
///
///   bump_narrow.c   its arithmetic, without Lua
///   bump_count.c    how many cells of its grid are taken
///   bump_world.c    worlds and their items
///   bump_crowd.c    the items that may be met
///   bump_args.c     numbers that come and go
///   bump_way.c      who is met on a way, and where sliding leads
///   bump_project.c  project, and the records of what is met
///   bump_move.c     check and move
///   bump_asked.c    the same with a filter, for LuaJIT
///   bump_query.c    queries
///   bump.c          opening it; hitbox/bump.lua has the rest
///
/// The drop-in gives what bump.lua gives, to the last bit. So it repeats that library's arithmetic
/// in doubles, tolerance included, where everything else here is exact; and of the grid of cells
/// that it keeps it knows who shares a cell with whom, without having any cells. Who is near is
/// asked of a world of the core.
#ifndef HITBOX_BUMP_H
#define HITBOX_BUMP_H

#include "../binding.h"

/* ---- bump_narrow.c --------------------------------------------------------------------------- */

/// bump.lua's margin, in units for places and without one for times.
#define HBL_BUMP_DELTA 1e-10

/// Which of some numbers Lua has as integers: from 5.3 on sums of such are integers again.
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

typedef struct hbl_place {
    double x, y;
    unsigned whole;
} hbl_place;

/// The cells of a grid from left + 1 to right and from top + 1 to bottom; none if that is nothing.
typedef struct hbl_cells {
    double left, top, right, bottom;
} hbl_cells;

/// How a rectangle that moves meets another.
typedef struct hbl_meeting {
    double ti; ///< the part of the way before it, or minus the area that they share at its start
    double square; ///< of the distance of their centres
    hbl_place touch;
    int nx, ny;
    unsigned whole; ///< of `ti`
    bool overlaps;
} hbl_meeting;

/// Between which times a line is within a rectangle, and on which sides it comes in and leaves.
typedef struct hbl_span {
    double in, out;
    int in_x, in_y, out_x, out_y;
} hbl_span;

/// Cut a span down to what of the line from (x1, y1) to (x2, y2) is within a rectangle.
/// @return whether anything is left
bool hbl_bump_clip(const hbl_rect *rect, double x1, double y1, double x2, double y2,
                   hbl_span *span);

/// @return whether `rect`, on its straight way to a place, meets `other`; then *out
bool hbl_bump_meet(const hbl_rect *rect, const hbl_rect *other, const hbl_place *goal,
                   hbl_meeting *out);

/// Whether a place is within a rectangle, by more than the margin.
bool hbl_bump_contains(const hbl_rect *rect, double x, double y);

bool hbl_bump_intersects(const hbl_rect *a, const hbl_rect *b);

/// The cells that a rectangle is in, and those that it goes through on its way, as bump.lua says.
hbl_cells hbl_bump_cells(double cell_size, double x, double y, double w, double h);
hbl_cells hbl_bump_way_cells(double cell_size, const hbl_rect *rect, const hbl_place *goal);

/// Whether two share a cell.
static inline bool hbl_bump_near(const hbl_cells *a, const hbl_cells *b)
{
    return a->left < a->right && a->top < a->bottom && b->left < b->right && b->top < b->bottom &&
           a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* ---- bump_count.c ---------------------------------------------------------------------------- */

/// Where cells begin or end to be taken, from left to right.
typedef struct hbl_bump_edge {
    double at;
    size_t top, bottom; ///< as indices of `rows`
    int step;           ///< 1 or -1
} hbl_bump_edge;

/// A node of a tree over the rows between such edges.
typedef struct hbl_bump_node {
    double length, covered; ///< numbers of rows: all, and those in which something is
    unsigned tally;         ///< of what is in all of them
} hbl_bump_node;

/// How many cells are in at least one of some rectangles of cells, of which none is empty. Exact
/// below 2^53; never negative, and finite.
/// @param edges, rows, nodes  room for two, two and four, for each of those
double hbl_bump_count(const hbl_cells *cells, size_t count, hbl_bump_edge *edges, double *rows,
                      hbl_bump_node *nodes);

/* ---- bump_world.c ---------------------------------------------------------------------------- */

/// An item, by the index of its id.
typedef struct hbl_bump_slot {
    hb_id id; ///< 0 if there is none
    hbl_rect rect;
    hbl_cells cells; ///< see hbl_bump_cells_of
    bool has_cells;
    uint64_t seen; ///< the last look that came upon it
    bool moved;    ///< ever
} hbl_bump_slot;

typedef struct hbl_bump_world {
    double removals; ///< grows with each; hitbox/ffi/bump.lua knows its place
    hb_world *core;  ///< null once it is collected
    lua_Alloc alloc;
    void *alloc_context;
    double cell_size;
    hbl_bump_slot *slots;
    hb_id *scratch; ///< as many
    size_t slot_count;
    size_t item_count;
    uint64_t added;      ///< how often something was
    uint64_t changes;    ///< how often something was added, removed or put elsewhere
    uint64_t look;       ///< the number of the last one
    const bool *patched; ///< whether a method of all worlds was replaced
    bool own_methods;    ///< whether one of this world was
    double reach;        ///< the largest coordinate or size that an item ever had
    bool counted;        ///< whether its cells ever were: see HBL_BUMP_LEFT
    bool odd_items;      ///< whether there ever was one that is far, nowhere, or has no extent
} hbl_bump_world;

/// User values of a world's userdata.
enum {
    HBL_BUMP_ITEMS = 1, ///< index of an id + 1 -> item
    HBL_BUMP_INDICES,   ///< item -> index of its id + 1
    HBL_BUMP_LEFT,      ///< weak keys: cells of removed items, where cells are counted; as in
                        ///< bump.lua these count until the next collection
    HBL_BUMP_USER_VALUES = HBL_BUMP_LEFT
};

/// Upvalues of every function of the drop-in. Functions and strings come from hitbox/bump.lua and
/// bump.c.
enum {
    HBL_BUMP_HANDLE = 1, ///< the metatable of worlds' userdata
    HBL_BUMP_PATCHED,    ///< where hbl_bump_world.patched points to
    /* functions that raise an error */
    HBL_BUMP_MISSING, ///< missing(item)
    HBL_BUMP_TWICE,   ///< twice(item)
    HBL_BUMP_NUMBER,  ///< notNumber(value, name)
    HBL_BUMP_SIZE,    ///< notSize(value, name)
    HBL_BUMP_UNKNOWN, ///< unknownType(name)
    /* the long ways, by any methods and responses */
    HBL_BUMP_MOVE,    ///< move(world, item, goalX, goalY, filter)
    HBL_BUMP_CHECK,   ///< check(world, item, goalX, goalY, filter)
    HBL_BUMP_RESPOND, ///< respond(world, item, x, y, w, h, goalX, goalY, filter, cols, len)
    /* the functions that make a record: see push_record */
    HBL_BUMP_RECORD,
    HBL_BUMP_SLID,
    /* the responses that are known here */
    HBL_BUMP_TOUCH,
    HBL_BUMP_BOUNCE,
    HBL_BUMP_CROSS,
    HBL_BUMP_SLIDE,
    HBL_BUMP_QUICK, ///< a set of LuaJIT's functions in place of those here: see hbl_bump_overridden
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
    hbl_bump_query_methods[], hbl_bump_way_functions[], hbl_bump_asked_functions[];

/// Push the userdata of the world at 1, which is as good as one whose fields are found through it.
/// [-0, +1, v]
hbl_bump_world *hbl_bump_check_world(lua_State *L);

/// @return the slot of the item at `index` in the world at `handle`, null if it is not there.
/// [-0, +0]
hbl_bump_slot *hbl_bump_find(lua_State *L, int handle, int index);

/// The slot of an id, null if its item is gone.
static inline hbl_bump_slot *hbl_bump_slot_of(const hbl_bump_world *world, hb_id id)
{
    size_t index = hb_id_index(id);
    hbl_bump_slot *slot = index < world->slot_count ? &world->slots[index] : NULL;
    return slot != NULL && id != 0 && slot->id == id ? slot : NULL;
}

/// The slot of an index + 1 that comes from Lua, null if no item has it.
static inline hbl_bump_slot *hbl_bump_slot_at(const hbl_bump_world *world, lua_Integer number)
{
    bool is_known = number >= 1 && (uint64_t)number <= world->slot_count;
    return is_known && world->slots[number - 1].id != 0 ? &world->slots[number - 1] : NULL;
}

/// The slot of an item that was found before, null if the item is gone.
/// @param item  where it is on the stack, as it may have been added again; or 0 [-0, +0]
static inline hbl_bump_slot *hbl_bump_find_again(lua_State *L, int handle, hb_id id, int item)
{
    hbl_bump_slot *slot = hbl_bump_slot_of(lua_touserdata(L, handle), id);
    return slot == NULL && item != 0 ? hbl_bump_find(L, handle, item) : slot;
}

/// Call Lua, as lua_call does: no other function here does so. A script may do anything to the
/// world, so no slot that was found before is valid afterwards.
/// @param handle, id, item  of the item that the caller needs, as of hbl_bump_find_again; or 0
/// @return the slot of that [-(args + 1), +results, v]
static inline hbl_bump_slot *hbl_bump_call(lua_State *L, int args, int results, int handle,
                                           hb_id id, int item)
{
    lua_call(L, args, results);
    return handle != 0 ? hbl_bump_find_again(L, handle, id, item) : NULL;
}

/// Push a field of the world at 1. That may run a script, as hbl_bump_call. [-0, +1, v]
static inline void hbl_bump_get_field(lua_State *L, int key)
{
    lua_pushvalue(L, lua_upvalueindex(key));
    lua_gettable(L, 1);
}

/// The cells that an item is in. Most that move are never asked.
static inline const hbl_cells *hbl_bump_cells_of(const hbl_bump_world *world, hbl_bump_slot *slot)
{
    if (!slot->has_cells) {
        const hbl_rect *rect = &slot->rect;
        slot->cells = hbl_bump_cells(world->cell_size, rect->x, rect->y, rect->w, rect->h);
        slot->has_cells = true;
    }
    return &slot->cells;
}

/// Put an item there, if it is not there already. @return HB_NO_MEMORY, or HB_OK
hb_status hbl_bump_place(hbl_bump_world *world, hbl_bump_slot *slot, const hbl_rect *rect);

/// Put the item at `index` there, if it is not there already. [-0, +0, v]
void hbl_bump_put(lua_State *L, hbl_bump_world *world, hbl_bump_slot *slot, const hbl_rect *rect);

/// Whether a method of the world at 1 is not this function. [-0, +0, v]
bool hbl_bump_overridden(lua_State *L, const hbl_bump_world *world, int key,
                         lua_CFunction function);

int hbl_bump_get_rect(lua_State *L);
int hbl_bump_update(lua_State *L);
int hbl_bump_project(lua_State *L);

/* ---- bump_near.c ----------------------------------------------------------------------------- */

/// Find what shares a cell with any of some, into an array. Takes no memory.
/// @return how many there are; if they are more than `capacity` all may be missing
int hbl_bump_look(const hbl_bump_world *world, const hbl_cells *cells, hb_id *out, int capacity);

/// Of some, keep those that share a cell with any of some. @return how many
int hbl_bump_keep_near(const hbl_bump_world *world, hb_id *ids, int count, const hbl_cells *cells);

/* ---- bump_args.c ----------------------------------------------------------------------------- */

/// Read numbers. Those that are none are what bump.lua calls them. [-0, +0, v]
/// @{
double hbl_bump_number(lua_State *L, int index, unsigned *whole, unsigned bit);
void hbl_bump_check_rect(lua_State *L, int arg, hbl_rect *out);
void hbl_bump_check_place(lua_State *L, int arg, hbl_rect *out); ///< x and y alone
/// @}

/// Push a number, as an integer if it is to be one. [-0, +1]
void hbl_bump_push(lua_State *L, double value, bool whole);

/// Call one of the functions that raise an error, about the value at `index`. Does not return.
int hbl_bump_raise(lua_State *L, int function, int index, const char *name);

/* ---- bump_crowd.c ---------------------------------------------------------------------------- */

enum { HBL_BUMP_FEW = 48 };

/// Items that were found. Where a script is asked about each, which may remove them meanwhile, they
/// are on the stack as well, or in a table if they are many.
typedef struct hbl_crowd {
    hb_id few[HBL_BUMP_FEW];
    hb_id *ids;
    int count;
    int at; ///< on the stack: of the first item, or of the table
    bool tabled;
} hbl_crowd;

/// As below, into an array, which may be the scratch. Takes no memory.
/// @return how many there are; up to `capacity` are written
int hbl_bump_query(const hbl_bump_world *world, hb_aabb range, hb_id *out, int capacity);

/// Find what is in a range, give or take what rounding does. What is left on the stack holds it.
/// [-0, +0|1, m]
void hbl_crowd_find(lua_State *L, const hbl_bump_world *world, hb_aabb range, hbl_crowd *crowd);

/// As hbl_bump_look, any number. [-0, +0|1, m]
void hbl_crowd_find_in_cells(lua_State *L, const hbl_bump_world *world, const hbl_cells *cells,
                             hbl_crowd *crowd);

/// Keep the items of what was found. [-0, +count|1, m]
void hbl_crowd_keep(lua_State *L, int handle, hbl_crowd *crowd);

/// Push one that was kept. [-0, +1]
void hbl_crowd_push(lua_State *L, const hbl_crowd *crowd, int i);

/// @return the slot of one that was kept, null if it is gone; also if it was added again. [-0, +0]
hbl_bump_slot *hbl_crowd_slot(lua_State *L, int handle, const hbl_crowd *crowd, int i);

/* ---- bump_way.c ------------------------------------------------------------------------------ */

/// The way of a rectangle to a goal.
typedef struct hbl_way {
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
    hbl_crowd crowd;
    hb_aabb range;    ///< in which the crowd is, where nobody is asked
    hbl_cells found;  ///< in which it is, where a filter is; none if there is no crowd yet
    uint64_t changes; ///< to the world, before it was found
    int next;
} hbl_way;

/// Who is met on it.
typedef struct hbl_hit {
    hbl_meeting meeting;
    hbl_rect other;
    hb_id id;
} hbl_hit;

/// Whether one hit is before another in the order of hits.
bool hbl_bump_is_before(const hbl_meeting *a, const hbl_meeting *b);

/// Where a slide leads from a hit.
hbl_place hbl_bump_slide_goal(const hbl_way *on, const hbl_meeting *meeting);

/// Let a way go on from where a hit is. @param start  the rectangle whose size it has
void hbl_bump_go_on(hbl_way *on, const hbl_rect *start, const hbl_meeting *meeting);

/// The cells that a way goes through.
const hbl_cells *hbl_bump_cells_on(hbl_way *on);

/// Whether the crowd holds all that a filter is to be asked about on the way that is left: then it
/// is cut down to those, as most ways that go on stay in the cells that they were in.
bool hbl_bump_narrow_down(hbl_way *on);

/// The crowd is new: leave out who was met before, and the item itself.
void hbl_bump_leave_out_met(hbl_way *on);

/// Find who may be met. A filter is asked about all with whom the way shares a cell; without one
/// only who is really near is of interest. [-0, +n, m]
void hbl_bump_set_out(lua_State *L, hbl_way *on);

/// The next hit in no order. [-0, +0|2, v]
/// @return whether there is one; then the item and the type are pushed
bool hbl_bump_next_hit(lua_State *L, hbl_way *on, hbl_hit *out);

/// What is met on a way along which everything is slid along. hitbox/bump.lua knows these fields.
typedef struct hbl_slid {
    hbl_rect from, other;
    hbl_place goal, slide;
    hbl_meeting meeting;
    hb_id id;
} hbl_slid;

/// So many hits of one check are remembered in C; with more it goes the long way.
enum { HBL_BUMP_MOST_MET = 32 };

/// Slide towards a goal, which becomes where that ends. Takes no memory.
/// @return how many hits there are, -1 if there are too many
int hbl_bump_slide(hbl_bump_world *world, hbl_bump_slot *slot, hbl_place *goal,
                   hbl_slid hits[HBL_BUMP_MOST_MET]);

/// How a hit is answered: as a script does it, or by one of the four that are known here, in the
/// order of HBL_BUMP_TOUCH and so on. hitbox/ffi/bump.lua knows the numbers.
typedef enum hbl_response {
    HBL_BUMP_OWN,
    HBL_BUMP_TOUCHES,
    HBL_BUMP_BOUNCES,
    HBL_BUMP_CROSSES,
    HBL_BUMP_SLIDES
} hbl_response;

/// Where the way leads from a hit, as one of the four says.
hbl_place hbl_bump_goal_after(hbl_response how, const hbl_way *on, const hbl_meeting *meeting);

static inline hbl_place hbl_bump_motion(const hbl_rect *from, const hbl_place *goal)
{
    return (hbl_place){goal->x - from->x, goal->y - from->y, goal->whole & from->whole};
}

/* ---- bump_project.c -------------------------------------------------------------------------- */

void hbl_bump_push_place(lua_State *L, const hbl_place *place); ///< x and y [-0, +2]

/// Push a record of the item, the other and the type, which are on top.
/// @param slide  where it slides to, or null [-3, +1, v]
void hbl_bump_push_record(lua_State *L, const hbl_rect *from, const hbl_rect *other,
                          const hbl_place *goal, const hbl_meeting *meeting,
                          const hbl_place *slide);

#endif
