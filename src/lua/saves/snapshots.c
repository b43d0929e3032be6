/// Snapshots: take and restore the state of a world within one program. May call the core and Lua's
/// API.
///
/// A snapshot holds the core's world as bytes, and the binding's data beside it: by index the
/// items, the shapes that they use, and the records. Each record has a version, unique in its
/// world. So only items that were added, removed or reshaped are copied between tables of Lua. A
/// snapshot that is taken again and again makes no garbage.
///
/// A restore must not fail half way. So all allocations of Lua come first. They are repeated until
/// none was needed, as each may run a finalizer that changes the world. Then the core restores its
/// world, which succeeds or changes nothing; and then values move from one table to another.
#include "../binding.h"

/* User values of a snapshot. */
enum {
    WORLD = 1,   /* its world */
    ITEMS,       /* as HBL_ITEMS */
    SHAPES,      /* as HBL_SHAPES */
    GONE,        /* as HBL_GONE */
    GONE_BEFORE, /* as HBL_GONE_BEFORE */
    LAYERS,      /* HBL_LAYERS itself */
    BYTES,       /* memory of hbl_snapshot.bytes */
    MASKS,       /* of hbl_snapshot.masks */
    RECORDS,     /* of hbl_snapshot.records */
    USER_VALUES = RECORDS
};

typedef struct hbl_snapshot {
    const hbl_world *world; /* null before it is first taken */
    uint64_t taken;         /* grows each time */
    void *bytes;
    size_t size, capacity;
    const hb_mask **masks;
    int mask_count, mask_capacity;
    hbl_record *records;
    size_t record_count;
    int gone_count, gone_before_count, layer_count;
    hb_layers used_layers;
    hb_vec gravity;
} hbl_snapshot;

static const char snapshot_key = 0; /* of the registry: the metatable */

/* ---- The userdata ---------------------------------------------------------------------------- */

/* [-0, +1, m] */
static void push_metatable(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &snapshot_key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushliteral(L, "hitbox.snapshot");
        hbl_set_field(L, -2, "__name");
        lua_pushboolean(L, false);
        hbl_set_field(L, -2, "__metatable");
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &snapshot_key);
    }
}

/* @return the snapshot at `index`, null if it is something else. [-0, +0, m] */
static hbl_snapshot *to_snapshot(lua_State *L, int index)
{
    hbl_snapshot *snapshot = lua_touserdata(L, index);
    if (snapshot == NULL || !lua_getmetatable(L, index)) {
        return NULL;
    }
    push_metatable(L);
    bool ours = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return ours ? snapshot : NULL;
}

/* [-0, +1, m] */
static hbl_snapshot *push_snapshot(lua_State *L)
{
    hbl_snapshot *made = lua_newuserdatauv(L, sizeof *made, USER_VALUES);
    *made = (hbl_snapshot){0};
    for (int i = ITEMS; i <= GONE_BEFORE; i++) {
        lua_newtable(L);
        lua_setiuservalue(L, -2, i);
    }
    push_metatable(L);
    lua_setmetatable(L, -2);
    return made;
}

/* Memory as a user value of the snapshot at 2. [-0, +0, m] */
static void *new_block(lua_State *L, int user_value, size_t size)
{
    void *block = lua_newuserdatauv(L, size, 0);
    lua_setiuservalue(L, 2, user_value);
    return block;
}

/* ---- Taking ---------------------------------------------------------------------------------- */

/* The stack of both functions: the world, the snapshot, and their tables; for a restore, the names
 * of layers for the world, or nil. */
enum {
    SELF = 1,
    SNAPSHOT,
    WORLD_ITEMS,
    WORLD_NUMBERS,
    WORLD_SHAPES,
    SAVED_ITEMS,
    SAVED_SHAPES,
    TOP = SAVED_SHAPES,
    NAMES
};

/* [-0, +5] */
static void push_tables(lua_State *L)
{
    lua_getiuservalue(L, SELF, HBL_ITEMS);
    lua_getiuservalue(L, SELF, HBL_NUMBERS);
    lua_getiuservalue(L, SELF, HBL_SHAPES);
    lua_getiuservalue(L, SNAPSHOT, ITEMS);
    lua_getiuservalue(L, SNAPSHOT, SHAPES);
}

/* Push the world's tables again: a finalizer may have loaded a string. [-0, +0, v] */
static void check_again(lua_State *L, const hbl_world *world)
{
    (void)hbl_core(L, world);
    lua_getiuservalue(L, SELF, HBL_ITEMS);
    lua_replace(L, WORLD_ITEMS);
    lua_getiuservalue(L, SELF, HBL_NUMBERS);
    lua_replace(L, WORLD_NUMBERS);
    lua_getiuservalue(L, SELF, HBL_SHAPES);
    lua_replace(L, WORLD_SHAPES);
}

/* The version of the item at an index; 0 if there is none. */
static uint64_t version_at(const hbl_record *records, size_t count, size_t i)
{
    return i < count ? records[i].version : 0;
}

/* Whether the items at an index differ in the snapshot and the world. */
static bool differs(const hbl_world *world, const hbl_snapshot *snapshot, size_t i)
{
    return version_at(world->records, world->record_count, i) !=
           version_at(snapshot->records, snapshot->record_count, i);
}

/* Copy entry i of a table, false if there is none. [-0, +0, m] */
static void copy_entry(lua_State *L, int from, int to, size_t i)
{
    if (lua_rawgeti(L, from, (lua_Integer)i + 1) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushboolean(L, false);
    }
    lua_rawseti(L, to, (lua_Integer)i + 1);
}

/* Copy the items of the world to the snapshot. [-0, +0, m] @return whether none differed */
static bool take_items(lua_State *L, const hbl_world *world, hbl_snapshot *snapshot)
{
    bool was_done = true;
    if (snapshot->record_count < world->record_count) {
        size_t count = world->record_count;
        hbl_record *records = lua_newuserdatauv(L, count * sizeof *records, 0);
        for (size_t i = 0; i < count; i++) {
            records[i] = i < snapshot->record_count ? snapshot->records[i] : (hbl_record){0};
        }
        lua_setiuservalue(L, SNAPSHOT, RECORDS);
        snapshot->size = 0; /* a finalizer may have taken it anew */
        snapshot->records = records;
        snapshot->record_count = count;
        return false; /* the collector may have run */
    }
    for (size_t i = 0; i < snapshot->record_count; i++) {
        if (!differs(world, snapshot, i)) {
            continue;
        }
        uint64_t version = version_at(world->records, world->record_count, i);
        was_done = false;
        copy_entry(L, WORLD_ITEMS, SAVED_ITEMS, i);
        lua_rawgeti(L, WORLD_SHAPES, (lua_Integer)i + 1);
        lua_rawseti(L, SAVED_SHAPES, (lua_Integer)i + 1);
        snapshot->records[i].version = version;
    }
    return was_done;
}

/* The same for removed items that events may name. [-0, +0, m] */
static void take_gone(lua_State *L, const hbl_world *world, hbl_snapshot *snapshot)
{
    static const int from[] = {HBL_GONE, HBL_GONE_BEFORE}, to[] = {GONE, GONE_BEFORE};
    const int had[] = {snapshot->gone_count, snapshot->gone_before_count};
    snapshot->gone_count = snapshot->gone_before_count = 0;
    for (int k = 0; k < 2; k++) {
        lua_getiuservalue(L, SNAPSHOT, to[k]);
        if (had[k] > 0) {
            hbl_clear_table(L);
        }
        lua_getiuservalue(L, SELF, from[k]);
        int count = 0, events = 0;
        for (int i = 0; world->gone_count + world->gone_before_count > 0; i++) {
            const hb_event *list = hb_world_get_events(hbl_core(L, world), &events);
            if (i / 2 >= events) {
                break;
            }
            hbl_push_id(L, i % 2 == 0 ? list[i / 2].a : list[i / 2].b);
            lua_pushvalue(L, -1);
            lua_rawget(L, -3);
            count += !lua_isnil(L, -1);
            lua_rawset(L, -4);
        }
        lua_pop(L, 2);
        snapshot->gone_count = k == 0 ? count : snapshot->gone_count;
        snapshot->gone_before_count = k == 1 ? count : snapshot->gone_before_count;
    }
}

/* Make room for the bytes and the masks. [-0, +0, m] @return whether there was enough */
static bool make_room(lua_State *L, const hb_world *core, hbl_snapshot *snapshot)
{
    size_t size = hb_world_save(core, HB_PIXELS_KEPT, NULL, 0);
    int masks = hb_world_get_masks(core, NULL, 0);
    bool was_enough = size <= snapshot->capacity && masks <= snapshot->mask_capacity;
    if (size > snapshot->capacity) {
        snapshot->capacity = 0;
        snapshot->bytes = new_block(L, BYTES, size + size / 8);
        snapshot->capacity = size + size / 8;
    }
    if (masks > snapshot->mask_capacity) {
        size_t count = (size_t)masks * 2;
        snapshot->mask_capacity = 0;
        snapshot->masks = new_block(L, MASKS, count * sizeof *snapshot->masks);
        snapshot->mask_capacity = (int)count;
    }
    snapshot->size = 0; /* a finalizer may have taken it anew */
    return was_enough;
}

/* Take all data that needs no allocation. @return false if there is not enough room */
static bool take_rest(const hbl_world *world, hbl_snapshot *snapshot)
{
    size_t size = hb_world_save(world->core, HB_PIXELS_KEPT, snapshot->bytes, snapshot->capacity);
    int masks = hb_world_get_masks(world->core, snapshot->masks, snapshot->mask_capacity);
    if (size > snapshot->capacity || masks > snapshot->mask_capacity) {
        return false;
    }
    snapshot->taken++;
    snapshot->size = size;
    snapshot->mask_count = masks;
    /* not the versions, which belong to the snapshot's items and shapes: making room may have run
     * the collector since these were taken. */
    for (size_t i = 0; i < world->record_count && i < snapshot->record_count; i++) {
        uint64_t version = snapshot->records[i].version;
        snapshot->records[i] = world->records[i];
        snapshot->records[i].version = version;
    }
    snapshot->gravity = world->gravity;
    snapshot->layer_count = world->layer_count;
    snapshot->used_layers = world->used_layers;
    return true;
}

/* The snapshot at 2, to be filled anew, or a new one. [-0, +0, v] */
static hbl_snapshot *check_into(lua_State *L, const hbl_world *world)
{
    hbl_snapshot *snapshot = to_snapshot(L, SNAPSHOT);
    if (snapshot == NULL) {
        if (!lua_isnoneornil(L, SNAPSHOT)) {
            hbl_arg_error(L, SNAPSHOT, "hitbox.snapshot expected, got %s",
                          hbl_type_name(L, SNAPSHOT));
        }
        lua_settop(L, SELF);
        snapshot = push_snapshot(L);
    }
    lua_settop(L, SNAPSHOT);
    if (snapshot->world != NULL && snapshot->world != world) {
        hbl_arg_error(L, SNAPSHOT, "snapshot belongs to another world");
    }
    return snapshot;
}

/* world:snapshot([into]) -> a snapshot: into, or a new one [-0, +1, v] */
static int world_snapshot(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hbl_snapshot *snapshot = check_into(L, world);
    lua_pushvalue(L, SELF);
    lua_setiuservalue(L, SNAPSHOT, WORLD);
    luaL_checkstack(L, TOP + 8, NULL);
    push_tables(L);
    snapshot->world = world;
    snapshot->size = 0; /* invalid until all is done */
    uint64_t before;
    do {
        before = world->version;
        (void)hbl_core(L, world);
        take_gone(L, world, snapshot);
        do {
            check_again(L, world);
        } while (!take_items(L, world, snapshot));
        while (!take_rest(world, snapshot)) {
            (void)make_room(L, hbl_core(L, world), snapshot);
            (void)hbl_core(L, world);
        }
    } while (before != world->version);
    lua_getiuservalue(L, SELF, HBL_LAYERS);
    lua_setiuservalue(L, SNAPSHOT, LAYERS);
    lua_settop(L, SNAPSHOT);
    return 1;
}

/* ---- Restoring ------------------------------------------------------------------------------- */

/* Make sure that a table has an entry. [-0, +0, m] @return whether it had */
static bool reserve_entry(lua_State *L, int table, size_t i)
{
    bool has = lua_rawgeti(L, table, (lua_Integer)i + 1) != LUA_TNIL;
    lua_pop(L, 1);
    if (!has) {
        lua_pushboolean(L, false);
        lua_rawseti(L, table, (lua_Integer)i + 1);
    }
    return has;
}

/* Make entries for the snapshot's items in the world's tables. An entry of false in HBL_NUMBERS
 * belongs to no item. [-0, +0, m] @return whether none was missing */
static bool reserve_items(lua_State *L, hbl_world *world, const hbl_snapshot *snapshot)
{
    bool was_done = true;
    if (snapshot->record_count > world->record_count) {
        hbl_grow_records(L, world, snapshot->record_count - 1);
        return false; /* the collector may have run */
    }
    for (size_t i = 0; i < snapshot->record_count; i++) {
        if (snapshot->records[i].version == 0 || !differs(world, snapshot, i)) {
            continue;
        }
        was_done &= reserve_entry(L, WORLD_ITEMS, i);
        lua_rawgeti(L, SAVED_SHAPES, (lua_Integer)i + 1);
        was_done &= !lua_toboolean(L, -1) || reserve_entry(L, WORLD_SHAPES, i);
        lua_pop(L, 1);
        lua_rawgeti(L, SAVED_ITEMS, (lua_Integer)i + 1);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, WORLD_NUMBERS) == LUA_TNIL) {
            was_done = false;
            lua_pop(L, 1);
            lua_pushboolean(L, false);
            lua_rawset(L, WORLD_NUMBERS);
        } else {
            lua_pop(L, 2);
        }
    }
    return was_done;
}

/* Remove the items that are not in the snapshot. [-0, +0] */
static void take_out(lua_State *L, const hbl_world *world, const hbl_snapshot *snapshot)
{
    for (size_t i = 0; i < world->record_count; i++) {
        if (world->records[i].version != 0 && differs(world, snapshot, i)) {
            lua_rawgeti(L, WORLD_ITEMS, (lua_Integer)i + 1);
            hbl_forget_address(L, world, -1);
            lua_pushboolean(L, false); /* not nil: the item may get another index */
            lua_rawset(L, WORLD_NUMBERS);
        }
    }
}

/* Clear the entries of items that were not restored. [-0, +0] */
static void clear_up(lua_State *L, const hbl_world *world, const hbl_snapshot *snapshot)
{
    for (size_t i = 0; i < world->record_count; i++) {
        if (world->records[i].version == 0 || !differs(world, snapshot, i)) {
            continue;
        }
        lua_rawgeti(L, WORLD_ITEMS, (lua_Integer)i + 1);
        lua_pushvalue(L, -1);
        lua_rawget(L, WORLD_NUMBERS);
        if (!lua_toboolean(L, -1)) {
            lua_pushvalue(L, -2);
            lua_pushnil(L);
            lua_rawset(L, WORLD_NUMBERS);
        }
        lua_pop(L, 2);
    }
}

/* [-0, +0] */
static void put_in_numbers(lua_State *L, const hbl_world *world, const hbl_snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->record_count; i++) {
        if (snapshot->records[i].version != 0 && differs(world, snapshot, i)) {
            lua_rawgeti(L, SAVED_ITEMS, (lua_Integer)i + 1);
            lua_pushinteger(L, (lua_Integer)i + 1);
            lua_rawset(L, WORLD_NUMBERS);
        }
    }
}

/* [-0, +0] */
static void put_in_shape(lua_State *L, size_t i)
{
    lua_rawgeti(L, SAVED_SHAPES, (lua_Integer)i + 1);
    if (lua_toboolean(L, -1)) { /* for which there is an entry: see reserve_items */
        lua_rawseti(L, WORLD_SHAPES, (lua_Integer)i + 1);
    } else {
        lua_pop(L, 1);
        hbl_drop_shape(L, WORLD_SHAPES, (lua_Integer)i + 1);
    }
}

/* [-0, +0] */
static void put_in_items(lua_State *L, hbl_world *world, const hbl_snapshot *snapshot)
{
    for (size_t i = 0; i < world->record_count; i++) {
        bool is_there = version_at(snapshot->records, snapshot->record_count, i) != 0;
        if (differs(world, snapshot, i) && is_there) {
            copy_entry(L, SAVED_ITEMS, WORLD_ITEMS, i);
            put_in_shape(L, i);
        } else if (differs(world, snapshot, i)) {
            lua_pushboolean(L, false);
            lua_rawseti(L, WORLD_ITEMS, (lua_Integer)i + 1);
            hbl_drop_shape(L, WORLD_SHAPES, (lua_Integer)i + 1);
        }
        world->records[i] = is_there ? snapshot->records[i] : (hbl_record){0};
    }
}

/* Push tables of removed items for the world: new ones, as the snapshot keeps its own; nil for an
 * empty one. [-0, +2, m] */
static void push_gone(lua_State *L, const hbl_snapshot *snapshot)
{
    static const int from[] = {GONE, GONE_BEFORE};
    const int counts[] = {snapshot->gone_count, snapshot->gone_before_count};
    for (int k = 0; k < 2; k++) {
        if (counts[k] == 0) {
            lua_pushnil(L);
            continue;
        }
        lua_createtable(L, 0, counts[k]);
        int to = lua_gettop(L);
        lua_getiuservalue(L, SNAPSHOT, from[k]);
        lua_pushnil(L);
        while (lua_next(L, to + 1) != 0) {
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, to);
        }
        lua_settop(L, to);
    }
}

/* Pop two tables into the world, or clear its own for nil. [-2, +0] */
static void put_in_gone(lua_State *L, hbl_world *world, const hbl_snapshot *snapshot)
{
    static const int to[] = {HBL_GONE_BEFORE, HBL_GONE};
    const int had[] = {world->gone_before_count, world->gone_count};
    for (int k = 0; k < 2; k++) {
        if (!lua_isnil(L, -1)) {
            lua_setiuservalue(L, SELF, to[k]);
        } else {
            lua_getiuservalue(L, SELF, to[k]);
            if (had[k] > 0) {
                hbl_clear_table(L);
            }
            lua_pop(L, 2);
        }
    }
    world->gone_count = snapshot->gone_count;
    world->gone_before_count = snapshot->gone_before_count;
}

/* Whether the world has the snapshot's names of layers, and no others. [-0, +0] */
static bool has_layers(lua_State *L, const hbl_world *world, const hbl_snapshot *snapshot)
{
    lua_getiuservalue(L, SNAPSHOT, LAYERS);
    lua_getiuservalue(L, SELF, HBL_LAYERS);
    bool has = lua_rawequal(L, -1, -2) && world->layer_count == snapshot->layer_count;
    lua_pop(L, 2);
    return has;
}

/* Copy the snapshot's names of layers if the world needs them. The world must not add names to the
 * old table: a later snapshot may have other names there. [-0, +0, m] @return whether no copy was
 * needed */
static bool reserve_layers(lua_State *L, const hbl_world *world, const hbl_snapshot *snapshot)
{
    if (!lua_isnil(L, NAMES) || has_layers(L, world, snapshot)) {
        return true;
    }
    lua_createtable(L, snapshot->layer_count, snapshot->layer_count);
    lua_replace(L, NAMES);
    lua_getiuservalue(L, SNAPSHOT, LAYERS);
    for (int bit = 0; bit < snapshot->layer_count; bit++) {
        lua_rawgeti(L, -1, bit + 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, NAMES, bit + 1);
        lua_pushinteger(L, bit);
        lua_rawset(L, NAMES);
    }
    lua_pop(L, 1);
    return false; /* the collector may have run */
}

/* [-0, +0] */
static void put_in_layers(lua_State *L, hbl_world *world, const hbl_snapshot *snapshot)
{
    if (!has_layers(L, world, snapshot)) {
        lua_pushvalue(L, NAMES);
        lua_pushvalue(L, NAMES);
        lua_setiuservalue(L, SELF, HBL_LAYERS);
        lua_setiuservalue(L, SNAPSHOT, LAYERS);
        world->layer_count = snapshot->layer_count;
    }
}

void hbl_go_back(lua_State *L, hbl_world *world)
{
    const hbl_snapshot *snapshot = lua_touserdata(L, SNAPSHOT);
    if (snapshot->world != world || snapshot->size == 0) {
        hbl_arg_error(L, SNAPSHOT,
                      snapshot->world != world ? "snapshot belongs to another world"
                                               : "snapshot is empty; fill it by world:snapshot");
    }
    uint64_t taken = snapshot->taken;
    luaL_checkstack(L, NAMES + 8, NULL);
    push_tables(L);
    lua_pushnil(L); /* NAMES */
    push_gone(L, snapshot);
    do {
        check_again(L, world);
    } while (!reserve_items(L, world, snapshot) || !reserve_layers(L, world, snapshot));
    if (snapshot->taken != taken) { /* by a finalizer: then these tables are of an older one */
        luaL_error(L, "the snapshot was taken again while the world was restored from it");
    }
    hb_status status = hb_world_load(hbl_core(L, world), snapshot->bytes, snapshot->size,
                                     snapshot->masks, snapshot->mask_count);
    hbl_check_status(L, SNAPSHOT, "snapshot", status);
    put_in_gone(L, world, snapshot);
    take_out(L, world, snapshot);
    put_in_numbers(L, world, snapshot);
    clear_up(L, world, snapshot);
    put_in_items(L, world, snapshot);
    put_in_layers(L, world, snapshot);
    world->gravity = snapshot->gravity;
    world->used_layers = snapshot->used_layers;
    world->version++; /* interrupted adds and snapshots start again */
    hbl_forget_results(L, world);
    lua_settop(L, SNAPSHOT);
    hbl_update_ffi(L);
}

bool hbl_is_snapshot(lua_State *L, int index)
{
    return to_snapshot(L, index) != NULL;
}

const luaL_Reg hbl_snapshot_methods[] = {
    {"snapshot", world_snapshot},
    {NULL, NULL},
};
