/// The shared header of the Lua binding. One file per subject:
///
///   compat.h   Lua's API, for each Lua version
///   module.c   opens the module, makes the metatables
///   args.c     checks arguments, raises errors
///   call.h     calls functions of a script
///   shapes.c   shapes as userdata: readers and poses
///   makers.c   makers of shapes
///   masks.c    shapes made of pixels
///   narrow.c   tests of two shapes, and of plain numbers
///   addresses.c  finds items by address
///   batch_update.c  positions of many items
///   batch_query.c   queries of many points, rectangles and rays
///   drawing.c  outlines, layers and responses, for drawing
///   world/     worlds:
///     world.c    creation and destruction
///     items.c    the items in a world
///     extent.c   the rectangle or shape of an item
///     layers.c   names of layers
///     query.c    queries, rays and nearest items
///     loops.c    pairs, steps and events
///     move.c     swept moves and their hits
///     responses.c  the response of a mover to an item
///     ffi.c      the most used methods, for LuaJIT's FFI
///     fit.c      whether an item would fit
///     carry.c    moving platforms
///     separate.c pushes overlapping items apart
///     motion.c   items that move by themselves
///   saves/     saved worlds:
///     snapshots.c  snapshots within one program
///     saves.c    writes worlds to strings
///     loads.c    loads worlds from strings
///   scene/     the data of scenes in C, beside their worlds: see scene/store.h
///   bump/      the drop-in for bump.lua: see bump/bump.h
///
/// May call the core's public header and Lua's API. A function checks its arguments from left to
/// right before it touches the core, and notes its stack effect as Lua's manual does.
///
/// Each allocation may run the collector, and with it a script's finalizers, which may change or
/// destroy a world. So data read from a world's core before an allocation is read again after it.
#ifndef HITBOX_BINDING_H
#define HITBOX_BINDING_H

#include "call.h"
#include "compat.h"
#include "core/hitbox.h"

/* ---- module.c -------------------------------------------------------------------------------- */

/// Upvalues of every function that a script can call.
enum {
    HBL_UP_SHAPE = 1, ///< the metatable of shapes
    HBL_UP_NAME,      ///< its name, for error messages
    HBL_UP_METHOD,    ///< whether its first argument is `self`, which messages do not count
    HBL_UPVALUES = HBL_UP_METHOD
};

/// Keys of the registry, by address: copies of the module in other files have other keys.
extern const char hbl_shape_key; ///< the metatable of shapes
extern const char hbl_world_key; ///< the metatable of the tables that hold worlds' own fields

/// Put the functions of a list, with their upvalues, into the table on top. [-0, +0, m]
void hbl_register(lua_State *L, const luaL_Reg *list, bool methods);

/* ---- args.c ---------------------------------------------------------------------------------- */

/// Raise "bad argument #n to 'name' (...)", formatted as by lua_pushfstring. Does not return.
int hbl_arg_error(lua_State *L, int arg, const char *format, ...);

/// Raise the error of a status for an argument: "name must be finite". Does not return.
int hbl_status_error(lua_State *L, int arg, const char *name, hb_status status);

/// Raise that "pixel" has no meaning for a shape. Does not return.
int hbl_pixel_error(lua_State *L, int arg);

/// "number", "hitbox.shape", "no value" and so on.
const char *hbl_type_name(lua_State *L, int index);

/// Push a number as Lua writes it. [-0, +1, m]
const char *hbl_number_text(lua_State *L, int index);
const char *hbl_integer_text(lua_State *L, intmax_t value);

/// @name Numbers
/// Coordinates are finite and within HB_MAX_COORD, sizes are also >= 0. The _at forms read `index`,
/// and errors name `arg`. [-0, +0, v]
/// @{
bool hbl_is_coord(lua_State *L, int index);
double hbl_coord_at(lua_State *L, int index, int arg, const char *name);
double hbl_size_at(lua_State *L, int index, int arg, const char *name);
int64_t hbl_integer_at(lua_State *L, int index, int arg, const char *name);

static inline double hbl_coord(lua_State *L, int arg, const char *name)
{
    double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : NAN;
    return fabs(value) <= HB_MAX_COORD ? value : hbl_coord_at(L, arg, arg, name);
}

static inline double hbl_size(lua_State *L, int arg, const char *name)
{
    double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : NAN;
    return value >= 0.0 && value <= HB_MAX_COORD ? value : hbl_size_at(L, arg, arg, name);
}
/// @}

/// Find a string in a list of names that a null ends. [-0, +0, v]
int hbl_name_at(lua_State *L, int index, int arg, const char *what, const char *const *names);

/// The contact policy at `arg`, HB_OVERLAP if there is none. [-0, +0, v]
hb_policy hbl_policy(lua_State *L, int arg);
/// The same, which must have a meaning for the two shapes. [-0, +0, v]
hb_policy hbl_policy_for(lua_State *L, int arg, const hb_shape *a, const hb_shape *b);
hb_policy hbl_policy_at(lua_State *L, int index, int arg, const char *what);
const char *hbl_policy_name(hb_policy mode);

/// Push the fields of a table with the given names, nil for missing ones; all nil if `index` is nil
/// or none. A field with another name is an error; `arg` is the argument that holds the table.
/// [-0, +number of names, v]
void hbl_options(lua_State *L, int index, const char *const *names);
void hbl_options_at(lua_State *L, int index, int arg, const char *const *names);

/// The point of an item at its position.
typedef struct hbl_anchor {
    enum {
        HBL_ANCHOR_NONE, ///< left top of a rectangle; for a shape its own origin
        HBL_ANCHOR_FRACTION,
        HBL_ANCHOR_PIXELS
    } unit;
    double x, y; ///< from the left top
} hbl_anchor;

/// A name, {fx, fy} or {px=, py=}. [-0, +0, v]
hbl_anchor hbl_anchor_at(lua_State *L, int index, int arg);

/// The edges of a w x h rectangle about its anchor.
hb_aabb hbl_anchor_extents(hbl_anchor anchor, double w, double h);

/// Set entry i of a table to nil if it exists; else that may allocate. [-0, +0]
void hbl_clear_entry(lua_State *L, int table, lua_Integer i);

/// Clear the entries of an older, longer sequence after filling it. [-0, +0]
void hbl_clear_rest(lua_State *L, int index, lua_Integer count, lua_Integer old_count);

/// Check that `arg` is a table; replace nil or none by a new one. [-0, +0, v]
void hbl_check_out(lua_State *L, int arg, const char *name);

/// The same for `out` of a query, which a mask follows; and with its present length.
void hbl_check_results(lua_State *L, int arg);
lua_Integer hbl_out_table(lua_State *L, int arg);

/* ---- shapes.c, makers.c ---------------------------------------------------------------------- */

/// The user value of a shape keeps its memory alive: the pixels of a mask, or the original shape of
/// a posed one.
enum { HBL_LEANS_ON = 1 };

/// A shape as a script holds it, with room for data that does not fit into hb_shape. Lua aligns
/// userdata for doubles, and shapes need no more.
typedef struct hbl_shape {
    hb_shape shape;
    const hb_shape *made; ///< the original of a posed shape; else itself
    hb_transform pose;    ///< from `made` to `shape`
    double room[];
} hbl_shape;

extern const luaL_Reg hbl_shape_makers[], hbl_shape_methods[], hbl_shape_metamethods[];

const char *hbl_kind_name(hb_shape_kind kind);

/// Push a shape with this many bytes of room, still {0} and without a mask. [-0, +1, m]
hbl_shape *hbl_new_shape(lua_State *L, size_t room);

/// @return the shape at `index`, null if it is something else. [-0, +0]
const hb_shape *hbl_to_shape(lua_State *L, int index);

/// [-0, +0, v]
const hb_shape *hbl_check_shape(lua_State *L, int arg, const char *name);

/* ---- masks.c --------------------------------------------------------------------------------- */

extern const luaL_Reg hbl_mask_makers[], hbl_mask_methods[];

/// Push the shape of a mask of a saved world, by its number. [-0, +1, v] @return the mask
const hb_mask *hbl_push_saved_mask(lua_State *L, int arg, const void *bytes, size_t size,
                                   int number);

/* ---- narrow.c -------------------------------------------------------------------------------- */

extern const luaL_Reg hbl_tests[];

/// Push a contact: nx, ny, depth, px, py[, qx, qy], or nil. [-0, +1|5|7]
/// @return the number of values
int hbl_push_contact(lua_State *L, const hb_shape *a, const hb_shape *b, hb_policy mode);

/* ---- world/world.c --------------------------------------------------------------------------- */

/// User values of a world. They hold the script's items, so that cycles are collected.
enum {
    HBL_IDLE = 1,     ///< the first of the cursors that no loop uses now
    HBL_ITEMS,        ///< index of an id + 1 -> item, false where there is none
    HBL_NUMBERS,      ///< item -> index of its id + 1
    HBL_SHAPES,       ///< index of an id + 1 -> its shape if that is a mask, else false or nil
    HBL_GONE,         ///< id -> item: removed since the last step, for the next events
    HBL_GONE_BEFORE,  ///< id -> item: removed before the last step, for its events
    HBL_LAYERS,       ///< name -> bit, bit + 1 -> name
    HBL_RECORDS,      ///< memory of hbl_world.records
    HBL_SLOTS,        ///< memory of hbl_world.slots
    HBL_HITS,         ///< memory of hbl_world.hits
    HBL_SPARE_HITS,   ///< memory of hbl_world.spare_hits
    HBL_PASSENGERS,   ///< memory of hbl_world.passengers
    HBL_MET,          ///< memory of hbl_world.met
    HBL_SCRATCH,      ///< memory of hbl_world.scratch
    HBL_BATCH_UPDATE, ///< memory of hbl_world.batch_update
    HBL_BATCH_QUERY,  ///< memory of hbl_world.batch_query
    HBL_SEPARATING,   ///< memory of hbl_world.separating
    HBL_USER_VALUES = HBL_SEPARATING
};

/// The number of responses that a table can choose by layer: all of hb_response.
enum { HBL_RESPONSES = HB_BOUNCE + 1 };

/// The binding's data of an item, beside the core's.
typedef struct hbl_record {
    hbl_anchor anchor;
    hb_response response;
    hb_layers responses[HBL_RESPONSES]; ///< layers of each response, as in hb_world_response_to
    bool mirrored;
    uint64_t version; ///< of the item and its mask, unique in its world; 0: no item
} hbl_record;

typedef struct hbl_slot hbl_slot;
struct hbl_hits;
struct hbl_passengers;
struct hbl_met;
typedef struct hbl_batch_update hbl_batch_update;
typedef struct hbl_batch_query hbl_batch_query;
typedef struct hbl_separating hbl_separating;

/// The type of the results of the last query.
typedef enum hbl_result_kind {
    HBL_RESULT_ITEM,     ///< an hb_id
    HBL_RESULT_CROSSING, ///< an hb_crossing
    HBL_RESULT_HIT,      ///< an hb_cast_hit
    HBL_RESULT_NEAR,     ///< an hb_nearest_item
    HBL_RESULT_PAIR,     ///< an hb_pair
    HBL_RESULT_FOUND     ///< an hb_batch_hit
} hbl_result_kind;

/// The results of calls by the FFI and of fast paths. Only numbers, as reading a pointer by the FFI
/// makes garbage in interpreted code. hitbox/ffi/world.lua has the same offsets.
typedef struct hbl_ffi {
    double x, y, w, h; ///< results of the last call
    double removals;   ///< grows with each item that is removed, and at the world's end
    double queries;    ///< grows with each query by the FFI, and with each item that is removed
    double steps;      ///< grows with each step
    hb_hit hit;        ///< that was read last
} hbl_ffi;

typedef struct hbl_world {
    hbl_ffi ffi;      ///< comes first: LuaJIT passes its address as the world
    const void *mark; ///< of a live world: see hbl_to_world
    hb_world *core;   ///< null once it is destroyed
    lua_Alloc alloc;
    void *alloc_context;
    hbl_record *records; ///< by the index of an id
    size_t record_count;
    lua_Integer item_room,
        shape_room;              ///< entries of HBL_ITEMS and HBL_SHAPES, some false
    hbl_slot *slots;             ///< hash table by address: see addresses.c
    int slot_bits;               ///< of the hash of an address
    struct hbl_hits *hits;       ///< of the last finished move; null if there is no memory for them
    struct hbl_hits *spare_hits; ///< memory for moves that a filter makes, or null
    int found_room;              ///< room of `found`, in ids
    hb_id *found;                ///< results of queries by the FFI: memory of hitbox/ffi/world.lua
    struct hbl_passengers *passengers; ///< the same of the last finished carry, or step
    struct hbl_met *met;               ///< hits of the last step that moved an item
    hb_vec gravity;                    ///< of steps
    void *scratch;                     ///< results of queries
    size_t scratch_size;
    const void *results; ///< of the last query: in `scratch` or `found`
    hbl_result_kind result_kind;
    int result_count;
    hbl_batch_update *batch_update; ///< of hbl_batch_update_methods; null before the first call
    hbl_batch_query *batch_query;   ///< of hbl_batch_query_methods, likewise
    hbl_separating *separating; ///< for the next separation; null before the first and during one
    bool reaches_far;           ///< whether some item reached beyond HBL_NEAR, seen from its anchor
    int layer_count;
    hb_layers used_layers; ///< layers that had an item since the world was made or loaded
    int gone_count, gone_before_count;
    uint64_t version; ///< grows with each step and each item added, removed or reshaped
} hbl_world;

extern const luaL_Reg hbl_world_makers[], hbl_world_methods[];

/// Push an empty world, which uses the state's allocator. [-0, +1, m]
hbl_world *hbl_new_world(lua_State *L, hb_world_def def);

/// @return the world at `index`, destroyed or not; null if it is something else. [-0, +0]
hbl_world *hbl_to_world(lua_State *L, int index);

/// A mark: only live worlds hold its address, and only metatables of worlds have it as a key.
extern const char hbl_world_mark;

/// @return the world at `index`, null if it is something else, or destroyed. Faster than comparing
/// metatables. [-0, +0]
static inline hbl_world *hbl_to_living_world(lua_State *L, int index)
{
    hbl_world *world = lua_touserdata(L, index);
    bool lives =
        world != NULL && lua_rawlen(L, index) == sizeof *world && world->mark == &hbl_world_mark;
    return lives ? world : NULL;
}

/// `self` of a method: a world that is not destroyed. [-0, +0, v]
hbl_world *hbl_check_other_world(lua_State *L);

static inline hbl_world *hbl_check_world(lua_State *L)
{
    hbl_world *world = hbl_to_living_world(L, 1);
    return world != NULL ? world : hbl_check_other_world(L);
}

/// The core of a world, checked again after a call that may have destroyed it. [-0, +0, v]
hb_world *hbl_core(lua_State *L, const hbl_world *world);

/// Raise the error of a status: out of memory, or a bad `arg`. HB_OK returns. [-0, +0, v]
void hbl_check_status(lua_State *L, int arg, const char *name, hb_status status);

/* ---- world/extent.c -------------------------------------------------------------------------- */

/// A w x h rectangle, or a shape, as a script gives it.
typedef struct hbl_extent {
    const hb_shape *shape; ///< null for a rectangle
    double w, h;
    int next; ///< the argument after it
} hbl_extent;

/// w and h, or a shape, from `arg` on. [-0, +0, v]
hbl_extent hbl_check_extent(lua_State *L, int arg);

/// The shape about its anchor. For a rectangle the anchor gives its position; a shape has its own
/// origin, unless an anchor is given, which then refers to its bounds. Facing left mirrors it about
/// the anchor. The memory that it points to is on the stack. [-0, +2, v]
hb_shape hbl_push_shape(lua_State *L, int arg, const hbl_extent *from, const hbl_record *record);

/// Push room for the memory of a copied shape, for this call. [-0, +1, m]
void *hbl_push_room(lua_State *L, const hb_shape *shape);

/// The options `anchor`, at `index`, and `facing`, after it; nil keeps the record's.
/// [-0, +0, v]
void hbl_read_anchor(lua_State *L, int arg, int index, hbl_record *record);

/// A side by its name, or {x, y}, or false: the side from which an item blocks movers. Mirrored
/// with the item by `facing`. [-0, +0, v]
hb_vec hbl_one_way_at(lua_State *L, int index, int arg, bool mirrored);

/* ---- world/items.c --------------------------------------------------------------------------- */

extern const luaL_Reg hbl_item_methods[];

/// The id of the item at `arg` in the world at 1. [-0, +0, v]
hb_id hbl_check_item(lua_State *L, const hbl_world *world, int arg);

/// Read the core's data of the item at `arg` in the world at 1. [-0, +0, v]
static inline void hbl_read_item(lua_State *L, const hbl_world *world, int arg, hb_item *out)
{
    hb_id id = hbl_check_item(L, world, arg);
    hbl_check_status(L, arg, "item", hb_world_get_item(world->core, id, out));
}

/// The pose of an item.
static inline hb_transform hbl_pose_of(const hb_item *item)
{
    return (hb_transform){item->x, item->y, item->angle, item->scale, item->mirrored};
}

/// Push the item of an id in the world at `world_index`, also a removed one that events may still
/// name; else nil. [-0, +1]
void hbl_push_item(lua_State *L, int world_index, hb_id id);

/// Clear entry i of a table as HBL_SHAPES. [-0, +0]
void hbl_drop_shape(lua_State *L, int table, lua_Integer i);

/// Make sure that there is a record for an index of the world at 1. [-0, +0, m]
void hbl_grow_records(lua_State *L, hbl_world *world, size_t index);

/* ---- addresses.c ----------------------------------------------------------------------------- */

/// The id of the value at `index` in the world at 1, 0 if it is none of its items. [-0, +0]
hb_id hbl_find_item(lua_State *L, const hbl_world *world, int index);

/// Add the value at `index` as the item of this id. [-0, +0]
void hbl_keep_address(lua_State *L, const hbl_world *world, int index, hb_id id);

/// Remove the value at `index`, or all values. [-0, +0]
void hbl_forget_address(lua_State *L, const hbl_world *world, int index);
void hbl_forget_addresses(const hbl_world *world);

/// Make room for the addresses of this many items of the world at 1. [-0, +0, m]
void hbl_grow_slots(lua_State *L, hbl_world *world, size_t count);

/* ---- batch_update.c -------------------------------------------------------------------------- */

extern const luaL_Reg hbl_batch_update_methods[];

/// World units. An item whose extent about its anchor is within this can be placed at any position
/// within this, as the core allows masks up to four times as far, and other shapes farther.
#define HBL_NEAR (0.25 * HB_MAX_MASK_COORD)

/// Note the extent of an item that is added, or gets another shape or scale.
/// @param shape  about its anchor, before it is scaled and turned
void hbl_note_reach(hbl_world *world, const hb_shape *shape, double scale);

/// The same of all items of a world.
void hbl_note_reaches(hbl_world *world);

/// Push entry i of a table, without metamethods.
/// @param plain  a constant: whether the table has no metatable; lua_geti is faster then.
/// [-0, +1]
static inline int hbl_push_entry(lua_State *L, int table, lua_Integer i, bool plain)
{
    return plain ? lua_geti(L, table, i) : lua_rawgeti(L, table, i);
}

/// The filter of a query: items on these layers.
#define HBL_ON(layers) (&(hb_query_filter){.mask = (layers)})

/* ---- batch_query.c --------------------------------------------------------------------------- */

extern const luaL_Reg hbl_batch_query_methods[];

/// The end of a rectangle, as in hb_world_query_rect: numbers next to zero count as zero before the
/// sum.
static inline double hbl_end_of(double at, double size)
{
    return (fabs(at) < HB_MIN_COORD ? 0.0 : at) + (size < HB_MIN_COORD ? 0.0 : size);
}

/* ---- world/layers.c -------------------------------------------------------------------------- */

/// The number of bits of an hb_layers.
enum { HBL_MAX_LAYERS = 64 };

extern const luaL_Reg hbl_layer_methods[];

/// The layers that `index` names: a name or a list of names, for the world at 1.
/// @param count  new names take the bits from *count on, and raise it; they are valid once the
///               caller stores it in world->layer_count. If null, new names have no layer.
/// [-0, +0, v]
hb_layers hbl_layers_at(lua_State *L, int index, int arg, const char *what, int *count);

/// Push a list of the names of layers, in the order of their first use. [-0, +1, m]
void hbl_push_layers(lua_State *L, const hbl_world *world, hb_layers layers);

/* ---- world/query.c, loops.c, move.c, fit.c, carry.c, motion.c -------------------------------- */

extern const luaL_Reg hbl_query_methods[], hbl_loop_methods[], hbl_move_methods[],
    hbl_fit_methods[], hbl_carry_methods[], hbl_motion_methods[], hbl_snapshot_methods[],
    hbl_separate_methods[], hbl_save_methods[], hbl_load_methods[], hbl_load_functions[];

/// Make room for more than this many bytes in the scratch of the world at 1. Its content is lost.
/// [-0, +0, v]
void hbl_grow_scratch(lua_State *L, hbl_world *world, size_t size);

/// The optional mask at `arg`, all layers if there is none. [-0, +0, v]
hb_layers hbl_mask_at(lua_State *L, int arg);

/// Clear the entries of an older result after `count`, up to the first nil. Reading the length
/// first would be slower, as Lua searches for it by bisection. Leaves up to five values on the
/// stack, as popping them takes time too. [-0, +5]
void hbl_clear_behind(lua_State *L, int table, lua_Integer count);

/// Fill the table at `out` with the items of `count` results of this size, each of which starts
/// with an hb_id, and clear the entries after them. Leaves some values on the stack. [-0, +7]
void hbl_fill_items(lua_State *L, int out, const void *results, size_t size, int count);

/// The option `maxAngle` at `index`, `usual` if nil; and the option `recover` in the form of
/// hb_move: 0 for nil, below 0 for 0. [-0, +0, v]
double hbl_ground_angle_at(lua_State *L, int index, int arg, double usual);
double hbl_recover_at(lua_State *L, int index, int arg);

/// Double the room for hits. `index` is the stack index of its memory. [-0, +0, m]
hb_hit *hbl_grow_hits(lua_State *L, int index, const hb_hit *hits, int count, int *capacity);

/// Clear the hits of the last move. [-0, +0]
void hbl_forget_hits(lua_State *L, hbl_world *world);

/* ---- world/carry.c, motion.c ----------------------------------------------------------------- */

/// The passengers of a platform. The user value is a table: the item of each, and its carrier.
typedef struct hbl_passengers {
    int count, capacity;
    hb_passenger list[];
} hbl_passengers;

/// Push a list without a table. [-0, +1, m]
hbl_passengers *hbl_new_passengers(lua_State *L, int capacity);

/// Push the world's list and its table, which the caller owns until it returns them. [-0, +2, m]
hbl_passengers *hbl_take_passengers(lua_State *L, hbl_world *world);

/// Return the list at `at`, and its table after it, for world:passenger. [-0, +0, v]
void hbl_give_passengers(lua_State *L, hbl_world *world, int at, int count);

/// Clear the passengers of the last carry. [-0, +0]
void hbl_forget_passengers(lua_State *L, hbl_world *world);

/// Move all items with a motion, and store the hits. [-0, +0, v]
void hbl_advance(lua_State *L, hbl_world *world, double dt, int *met_count, int *carried_count);

/* ---- drawing.c ------------------------------------------------------------------------------- */

extern const luaL_Reg hbl_shape_drawing_methods[], hbl_world_drawing_methods[];

/* ---- world/loops.c, motion.c ----------------------------------------------------------------- */

/// Clear the table on top. [-0, +0]
void hbl_clear_table(lua_State *L);

/// Clear all results of the world at 1, after a load or restore. [-0, +0]
void hbl_forget_results(lua_State *L, hbl_world *world);

/// eventItems(world, i) -> a, b of event i, from 0 on, of the last step [-0, +2, v]
int hbl_event_items(lua_State *L);

/* ---- world/ffi.c ----------------------------------------------------------------------------- */

/// A function that LuaJIT calls by the FFI, of any type; a null `name` ends a list.
typedef struct hbl_ffi_function {
    const char *name;
    void (*function)(void);
} hbl_ffi_function;

/// Push a table of pointers to these functions, by name. [-0, +1, m]
void hbl_push_ffi_functions(lua_State *L, const hbl_ffi_function *functions);

/// Push the function that opens hitbox/ffi/world.lua, or nil if it has been called. [-0, +1, m]
void hbl_push_open_ffi(lua_State *L);

/// Give the world on top its data for hitbox/ffi/world.lua. [-0, +0, v]
void hbl_attach_ffi(lua_State *L, hbl_world *world);

/// Set the tables in that data to those that the world at 1 has now. [-0, +0]
void hbl_update_ffi(lua_State *L);

/// Remove that data from the world at 1, which is destroyed. [-0, +0]
void hbl_detach_ffi(lua_State *L);

/* ---- saves/snapshots.c, loads.c -------------------------------------------------------------- */

/// Whether the value at `index` is a snapshot. [-0, +0, m]
bool hbl_is_snapshot(lua_State *L, int index);

/// Restore the world at 1 from the snapshot at 2; the stack holds nothing else. [-0, +0, v]
void hbl_go_back(lua_State *L, hbl_world *world);

/* ---- bump/bump.c ----------------------------------------------------------------------------- */

/// Open the drop-in for bump.lua, for hitbox/bump.lua.
int hbl_open_bump(lua_State *L);

#endif
