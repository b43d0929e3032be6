/// The shared header of src/lua/scene/: the data of a scene in C, beside its world.
///
///   contacts.c  the contacts, by number, and the lists of a tick
///   pairs.c     the world's pairs of a tick: the contacts that last, begin, or need Lua
///   things.c    things, by their order of creation, and their boxes
///   moves.c     moves of things that need no rule of Lua
///   ffi.c       the most used functions, for LuaJIT's FFI
///
/// Most contacts only last, or begin under a rule without conditions. C finds and measures them,
/// and does not enter Lua for them. scene/rules/contacts.lua decides about all other pairs, and
/// receives the contacts that have a function to call. It calls the functions of
/// hbl_scene_functions with the world first and the store second; no script has a store. May call
/// the core and ../binding.h.
#ifndef HITBOX_SCENE_STORE_H
#define HITBOX_SCENE_STORE_H

#include "../binding.h"

#ifdef __GNUC__
#define HBL_PREFETCH(address) __builtin_prefetch(address)
#else
#define HBL_PREFETCH(address) (void)(address)
#endif

/* Flags of a contact, and of the rule for two classes. As in scene/rules/codes.lua. */
enum {
    HBL_PLAIN = 1,       ///< it may last without Lua; of classes: it may begin without Lua
    HBL_RULED = 2,       ///< it has a rule; without this flag it is known to have none
    HBL_FLIPPED = 4,     ///< the rule names the second box, which is the younger one, first
    HBL_PUSHES = 8,      ///< the rule pushes the two boxes apart
    HBL_LASTS = 16,      ///< the rule may have a function to call in each tick
    HBL_FIRES = 32,      ///< the rule has a function to call
    HBL_FRESH = 64,      ///< the contact has begun, and no function was called yet
    HBL_RECORDED = 128,  ///< Lua has a record of it
    HBL_FIRST = 256,     ///< a lookup by its pair finds this one of the pair's contacts
    HBL_ASKS = 512,      ///< of classes: Lua decides about each pair, in each tick
    HBL_KEEPS = 1024,    ///< it gets a record when its function is called
    HBL_EXITS = 2048,    ///< the rule has a function to call when it ends
    HBL_SIDED = 4096,    ///< of classes: instead of a rule there is an index of hbl_store.sides
    HBL_RESPONSE = 8192, ///< of classes: times an hb_response + 1, or 0 if a move needs Lua
    HBL_RESPONSES_END = 8,
    HBL_RULE = 65536 ///< times the number of the rule
};

typedef struct hbl_scene_contact {
    hb_id a, b; ///< in the order of adding; 0: this number is free
    uint32_t flags, rule, next_free;
    double seen, swept; ///< the ticks in which it was last found, and found by a move
    double nx, ny, depth, x, y, speed;
} hbl_scene_contact;

/// A box, by the index of its id.
typedef struct hbl_scene_box {
    hb_id id;             ///< 0: there is none
    uint32_t thing, root; ///< index + 1 of the thing, and of the root of its hierarchy
    uint32_t next;        ///< index + 1 of the next box of the thing, 0: the last one
    uint32_t class : 31;
    uint32_t is_push : 1; ///< its kind is "push"
} hbl_scene_box;

typedef struct hbl_scene_thing {
    uint32_t order; ///< its number in the order of creation, 0: this index is free
    uint32_t next;  ///< index + 1 of its first box, 0: it has none; of the next free index
    uint32_t root;  ///< index + 1 of the root of its hierarchy, which may be itself
    bool linked;    ///< it has a parent or children
    bool stuck;     ///< it sticks to another one
    bool sweeps;    ///< it was moved by hbl_move_thing
    hb_vec from;    ///< its position at the start of the tick
    hb_vec lost;    ///< the part of its moves in this tick that was blocked
    double recover; ///< as in hb_move, 0: the world's
    double moved;   ///< the last tick with a move, even a blocked one; 0: never
} hbl_scene_thing;

/// A list of the numbers of contacts.
typedef struct hbl_numbers {
    uint32_t *at;
    uint32_t count, capacity;
} hbl_numbers;

enum { HBL_LIVE, HBL_FOUND, HBL_ENDED, HBL_PUSHING, HBL_LISTS };

/// User values of a store: its memory.
enum {
    HBL_STORE_CONTACTS = 1,
    HBL_STORE_SLOTS,
    HBL_STORE_PAIRS,
    HBL_STORE_BOXES,
    HBL_STORE_THINGS,
    HBL_STORE_ORDERS,
    HBL_STORE_CODES,
    HBL_STORE_SIDES,
    HBL_STORE_LIST, ///< and those of the other lists
    HBL_STORE_VALUES = HBL_STORE_LIST + HBL_LISTS - 1
};

/// What LuaJIT reads by its FFI: see ffi.c.
enum { HBL_STORE_OUT = 10 };

typedef struct hbl_store {
    double out[HBL_STORE_OUT]; ///< comes first
    double reads;              ///< the number of times it was filled; comes next
    const void *mark;
    hbl_world *world;
    double tick; ///< the current tick, from 1 on
    bool asks;   ///< a rule reads the speed of things during moves

    hbl_scene_contact *contacts; ///< by number - 1
    uint32_t contact_capacity, free_contact;
    uint32_t *slots; ///< hash table from pair to number, 0 if empty: open addressing
    uint32_t slot_bits;
    int memory[HBL_LISTS]; ///< the user values of the lists; two of them swap
    hbl_numbers lists[HBL_LISTS];

    hb_pair *pairs; ///< of this tick
    int pair_capacity, pair_count, pair_next;
    double removals; ///< of the world when the pairs were found

    hbl_scene_box *boxes; ///< by the index of an id
    uint32_t box_capacity;
    hbl_scene_thing *things; ///< most of them by order - 1, see hbl_thing_of
    uint32_t thing_capacity, free_thing;
    uint32_t *orders; ///< hash table from order to index + 1, 0 if empty: open addressing
    uint32_t *codes;  ///< the flags of two classes, by their numbers - 1; 0: not known yet
    uint32_t class_capacity;
    uint32_t (*sides)[4]; ///< the flags if the older box came from above, below, left or right
    uint32_t side_count, side_capacity;
} hbl_store;

/// The store at 2, after the world at 1. [-0, +0, v]
hbl_store *hbl_check_store(lua_State *L);

/// Begin a contact of a pair; there is room for it. @return its number
uint32_t hbl_begin_contact(hbl_store *into, const hb_world *core, hb_pair pair, uint32_t flags,
                           uint32_t rule);

/// Make room for one more contact. [-0, +0, v]
void hbl_reserve_contact(lua_State *L, hbl_store *into);

/// Make room for `capacity` numbers in a list. [-0, +0, m]
void hbl_reserve_numbers(lua_State *L, hbl_store *into, int list, uint32_t capacity);

/// Append to a list that has room for all contacts.
void hbl_append(hbl_store *into, int list, uint32_t number);

/// The first contact of a pair, null if there is none.
hbl_scene_contact *hbl_find_contact(const hbl_store *from, hb_id a, hb_id b);

/// Prefetch the memory for hbl_find_contact: of a pair that is next, and of a later one.
void hbl_prefetch_contact(const hbl_store *from, hb_pair soon, hb_pair later);

/// Mark a contact as found in this tick.
void hbl_see(hbl_store *in, hbl_scene_contact *one);

/// Measure the contact of its two boxes. After a move with a hit, that hit's point is kept.
void hbl_measure(const hb_world *core, double tick, hbl_scene_contact *one);

/// The motion of a box's thing since the tick began, with the blocked part of its moves.
hb_vec hbl_motion_of(const hbl_store *in, const hb_world *core, hb_id id);

/// The box of an id, null if the scene has none.
static inline const hbl_scene_box *hbl_box_of(const hbl_store *in, hb_id id)
{
    uint32_t index = hb_id_index(id);
    return index < in->box_capacity && in->boxes[index].id == id ? &in->boxes[index] : NULL;
}

/// The thing of an order, null if there is none.
hbl_scene_thing *hbl_thing_of(const hbl_store *in, lua_Integer order);

/// The flags of the rule for two boxes, of which `a` is the older one; 0 if not known.
static inline uint32_t hbl_code_of(const hbl_store *in, const hbl_scene_box *a,
                                   const hbl_scene_box *b)
{
    bool are_known = a->class <= in->class_capacity && b->class <= in->class_capacity;
    return are_known ? in->codes[(size_t)(a->class - 1) * in->class_capacity + (b->class - 1)] : 0;
}

/// Read the anchor of a thing's boxes. @return false if it has no box in the world
bool hbl_thing_position(const hbl_store *in, const hbl_scene_thing *thing, hb_vec *out);

/// Set the position of all boxes of a thing, but not of its children.
/// @return false if Lua has to do it and raise the error; some boxes may have moved then
bool hbl_place_thing(const hbl_store *in, lua_Integer order, hb_vec at);

/// The same for one coordinate, of a thing without a parent.
bool hbl_assign_place(const hbl_store *in, lua_Integer order, bool is_x, double value);

/// The result of a move of a thing.
typedef struct hbl_thing_move {
    int count; ///< of its hits, which are those of the last move of the world
    hb_vec at;
    hb_id unknown; ///< if Lua has to make it: the box whose rules the store lacks, or 0
} hbl_thing_move;

/// Move a thing that is at `from`.
/// @param L  as in hbl_move_without_script
/// @return false if Lua has to make the move; then nothing has changed
bool hbl_move_thing(lua_State *L, hbl_store *in, lua_Integer order, hb_vec from, hb_vec by,
                    bool bounces, hbl_thing_move *out);

/// The first live contact from the i-th on with a function to call. Its flag HBL_FRESH is cleared,
/// and HBL_RECORDED is set if the contact has HBL_KEEPS and its boxes are still in the world.
/// @param flags  set to its flags before that
/// @return null if there is none
const hbl_scene_contact *hbl_next_firing(const hbl_store *in, uint32_t *i, uint32_t *flags);

/// All things begin the next tick where they are.
void hbl_settle_things(hbl_store *in, const hb_world *core);

extern const luaL_Reg hbl_scene_ffi[], hbl_scene_contacts[], hbl_scene_pairs[], hbl_scene_things[],
    hbl_scene_moves[];

#endif
