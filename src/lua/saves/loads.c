/// Loads worlds from strings, which may be forged. See saves.h. May call the core and Lua's API.
///
/// A string is first loaded into a new world, which is checked and whose items are found. Then the
/// target takes over that world, which succeeds or changes nothing.
#include "saves.h"

/* [-0, +1] */
static void push_integer(lua_State *L, uint64_t bits)
{
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    hbl_push_int64(L, value);
}

/* [-0, +1, m] */
static void push_name(lua_State *L, source *in)
{
    uint64_t kind = take_whole(in, 1);
    if (kind == NAME_STRING) {
        size_t length = (size_t)take_whole(in, 4);
        const unsigned char *text = take(in, length);
        lua_pushlstring(L, text != NULL ? (const char *)text : "", text != NULL ? length : 0);
    } else if (kind == NAME_NUMBER) {
        lua_pushnumber(L, take_number(in));
    } else if (kind == NAME_INTEGER) {
        push_integer(L, take_whole(in, 8));
    } else {
        in->failed = in->failed || kind > NAME_TRUE;
        lua_pushboolean(L, kind == NAME_TRUE);
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The stack while a world is loaded. */
enum {
    TEXT = 2,
    ITEM_OF,
    SCRATCH, /* a world with the string's items */
    MASKS,   /* number + 1 -> shape */
    MASK_POINTERS,
    FIRST_TABLE, /* tables of the new world, in the order of its user values */
    ITEMS = FIRST_TABLE,
    NUMBERS,
    SHAPES,
    GONE,
    GONE_BEFORE,
    LAYERS,
    RECORDS
};

/* The data read so far. */
typedef struct loaded {
    hbl_world *world, *scratch;
    int text_arg, item_arg; /* arguments that errors name */
    source own;
    const unsigned char *core;
    size_t core_size;
    hb_vec gravity;
    hbl_record *records;
    size_t record_count;
    const hb_mask **masks;
    int mask_count, layer_count, gone_count, gone_before_count;
} loaded;

static void refuse(lua_State *L, const loaded *l, hb_status status)
{
    hbl_check_status(L, l->text_arg, "string", status);
}

/* Find both parts of the string. [-0, +0, v] */
static void find_parts(lua_State *L, loaded *l)
{
    size_t size;
    const unsigned char *text = (const unsigned char *)lua_tolstring(L, TEXT, &size);
    source head = {text, text + size, false};
    const unsigned char *magic = take(&head, MAGIC_SIZE);
    uint64_t own_size = take_whole(&head, 8);
    if (head.failed || memcmp(magic, MAGIC, MAGIC_SIZE) != 0 || own_size < 20 ||
        own_size > (uint64_t)(head.end - head.at)) {
        refuse(L, l, HB_SAVE_DAMAGED);
    }
    l->own = (source){head.at, head.at + own_size - 8, false};
    source sum = {l->own.end, l->own.end + 8, false};
    l->core = sum.end;
    l->core_size = (size_t)(head.end - sum.end);
    uint64_t version = take_whole(&l->own, 4);
    if (version > VERSION) {
        refuse(L, l, HB_SAVE_TOO_NEW);
    }
    if (version != VERSION || take_whole(&sum, 8) != hb_checksum(head.at, (size_t)own_size - 8) ||
        take_whole(&l->own, 8) != hb_checksum(l->core, l->core_size)) {
        refuse(L, l, HB_SAVE_DAMAGED);
    }
}

/* Make the masks, and load the core's bytes into a world of their own. [-0, +3, v] */
static void push_scratch(lua_State *L, loaded *l)
{
    l->scratch = hbl_new_world(L, (hb_world_def){.policy = HB_OVERLAP});
    refuse(L, l, hb_saved_mask_count(l->core, l->core_size, &l->mask_count));
    lua_newtable(L);
    l->masks = lua_newuserdatauv(L, ((size_t)l->mask_count + 1) * sizeof *l->masks, 0);
    for (int i = 0; i < l->mask_count; i++) {
        l->masks[i] = hbl_push_saved_mask(L, l->text_arg, l->core, l->core_size, i);
        lua_rawseti(L, MASKS, i + 1);
    }
    refuse(L, l, hb_world_load(l->scratch->core, l->core, l->core_size, l->masks, l->mask_count));
}

/* [-0, +0, v] */
static void read_layers(lua_State *L, loaded *l)
{
    uint64_t count = take_whole(&l->own, 4);
    l->own.failed = l->own.failed || count > HBL_MAX_LAYERS;
    for (uint64_t i = 0; i < count && !l->own.failed; i++) {
        size_t length = (size_t)take_whole(&l->own, 4);
        const unsigned char *name = take(&l->own, length);
        if (name == NULL) {
            break;
        }
        lua_pushlstring(L, (const char *)name, length);
        lua_pushvalue(L, -1);
        l->own.failed = lua_rawget(L, LAYERS) != LUA_TNIL; /* a name has one bit */
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, LAYERS, (lua_Integer)i + 1);
        lua_pushinteger(L, (lua_Integer)i);
        lua_rawset(L, LAYERS);
    }
    l->layer_count = (int)count;
}

/* Replace the name on top by its item. [-1, +1, v] */
static void find_item(lua_State *L, const hbl_world *world)
{
    if (!lua_isnil(L, ITEM_OF)) {
        lua_pushvalue(L, ITEM_OF);
        lua_pushvalue(L, -2);
        (void)hbl_call(L, world, 1, 1);
        lua_remove(L, -2);
    }
}

/* A name for a message. [-0, +1, m] */
static const char *name_text(lua_State *L, int index)
{
    if (lua_isboolean(L, index)) {
        lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
    } else {
        lua_pushvalue(L, index);
    }
    return lua_tostring(L, -1);
}

/* The same for an item of the new world. [-1, +1, v] */
static void find_new_item(lua_State *L, const loaded *l)
{
    lua_pushvalue(L, -1);
    find_item(L, l->world);
    if (lua_isnil(L, -1) || !lua_rawequal(L, -1, -1)) {
        const char *got = lua_isnil(L, -1) ? "nil" : "NaN";
        hbl_arg_error(L, l->item_arg, "itemOf must return an item for each name, got %s for %s",
                      got, name_text(L, -2));
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, NUMBERS) != LUA_TNIL) {
        hbl_arg_error(
            L, l->item_arg,
            lua_isnil(L, ITEM_OF)
                ? "function expected for itemOf, as two items have the name %s"
                : "itemOf must return a different item for each name, but repeats one for %s",
            name_text(L, -3));
    }
    lua_pop(L, 1);
    lua_remove(L, -2);
}

/* Read the binding's data of an item. [-0, +0] */
static hbl_record read_record(loaded *l)
{
    hbl_record record = {.version = 1};
    uint64_t unit = take_whole(&l->own, 1), response = take_whole(&l->own, 1);
    uint64_t flags = take_whole(&l->own, 1);
    l->own.failed = l->own.failed || unit > HBL_ANCHOR_PIXELS || response < HB_CROSS ||
                    response > HB_BOUNCE || flags > (RECORD_MIRRORED | RECORD_RESPONSES);
    record.anchor.unit = unit == HBL_ANCHOR_PIXELS     ? HBL_ANCHOR_PIXELS
                         : unit == HBL_ANCHOR_FRACTION ? HBL_ANCHOR_FRACTION
                                                       : HBL_ANCHOR_NONE;
    record.response = (hb_response)(l->own.failed ? HB_CROSS : response);
    record.mirrored = (flags & RECORD_MIRRORED) != 0;
    record.anchor.x = take_coordinate(&l->own);
    record.anchor.y = take_coordinate(&l->own);
    for (int i = 0; i < HBL_RESPONSES && (flags & RECORD_RESPONSES) != 0; i++) {
        record.responses[i] = take_whole(&l->own, 8);
    }
    return record;
}

/* Store the shape that holds the pixels of an item's mask. [-0, +0, m] */
static void hold_mask(lua_State *L, const loaded *l, hb_id id)
{
    hb_shape shape;
    (void)hb_world_get_shape(l->scratch->core, id, HB_FORM_LOCAL, &shape);
    for (int i = 0; shape.kind == HB_MASK && i < l->mask_count; i++) {
        if (l->masks[i] == shape.mask) {
            lua_rawgeti(L, MASKS, i + 1);
            lua_rawseti(L, SHAPES, (lua_Integer)hb_id_index(id) + 1);
            return;
        }
    }
}

/* [-0, +0, v] */
static void read_items(lua_State *L, loaded *l)
{
    const hb_world *core = l->scratch->core;
    uint64_t count = take_whole(&l->own, 4);
    if (l->own.failed || count != (uint64_t)hb_world_item_count(core)) {
        refuse(L, l, HB_SAVE_DAMAGED);
    }
    for (hb_id id = hb_world_next(core, 0); id != 0; id = hb_world_next(core, id)) {
        size_t index = hb_id_index(id);
        l->record_count = index >= l->record_count ? index + 1 : l->record_count;
    }
    l->records = lua_newuserdatauv(L, (l->record_count + 1) * sizeof *l->records, 0);
    for (size_t i = 0; i < l->record_count; i++) {
        l->records[i] = (hbl_record){0};
        lua_pushboolean(L, false); /* so that the table is an array */
        lua_rawseti(L, ITEMS, (lua_Integer)i + 1);
    }
    for (hb_id id = hb_world_next(core, 0); id != 0; id = hb_world_next(core, id)) {
        l->records[hb_id_index(id)] = read_record(l);
        push_name(L, &l->own);
        if (l->own.failed) {
            refuse(L, l, HB_SAVE_DAMAGED);
        }
        find_new_item(L, l);
        lua_pushvalue(L, -1);
        lua_rawseti(L, ITEMS, (lua_Integer)hb_id_index(id) + 1);
        lua_pushinteger(L, (lua_Integer)hb_id_index(id) + 1);
        lua_rawset(L, NUMBERS);
        hold_mask(L, l, id);
    }
}

/* [-0, +0, v] */
static void read_gone(lua_State *L, loaded *l)
{
    uint64_t count = take_whole(&l->own, 4);
    for (uint64_t i = 0; i < count && !l->own.failed; i++) {
        hb_id id = take_whole(&l->own, 8);
        uint64_t before = take_whole(&l->own, 1);
        l->own.failed = l->own.failed || before > 1;
        hbl_push_id(L, id);
        push_name(L, &l->own);
        if (l->own.failed) {
            break;
        }
        find_item(L, l->world);
        int *number = before != 0 ? &l->gone_before_count : &l->gone_count;
        *number += !lua_isnil(L, -1);
        lua_rawset(L, before != 0 ? GONE_BEFORE : GONE);
    }
    if (l->own.failed || l->own.at != l->own.end) {
        refuse(L, l, HB_SAVE_DAMAGED);
    }
}

/* Replace the world by the one read: no step fails once the core is loaded. [-0, +0, v] */
static void become(lua_State *L, loaded *l)
{
    static const struct {
        int user_value, at;
    } values[] = {{HBL_ITEMS, ITEMS},    {HBL_NUMBERS, NUMBERS}, {HBL_SHAPES, SHAPES},
                  {HBL_GONE, GONE},      {HBL_LAYERS, LAYERS},   {HBL_GONE_BEFORE, GONE_BEFORE},
                  {HBL_RECORDS, RECORDS}};
    hbl_world *world = l->world;
    hbl_grow_slots(L, world, l->record_count);
    refuse(L, l, hb_world_load(hbl_core(L, world), l->core, l->core_size, l->masks, l->mask_count));
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        lua_pushvalue(L, values[i].at);
        lua_setiuservalue(L, 1, values[i].user_value);
    }
    for (size_t i = 0; i < l->record_count; i++) {
        l->records[i].version = l->records[i].version != 0 ? ++world->version : 0;
    }
    hbl_forget_addresses(world);
    world->records = l->records;
    world->record_count = l->record_count;
    world->item_room = world->shape_room = 0;
    world->gravity = l->gravity;
    world->layer_count = l->layer_count;
    world->used_layers = 0;
    for (hb_id id = hb_world_next(world->core, 0); id != 0; id = hb_world_next(world->core, id)) {
        hb_item item;
        (void)hb_world_get_item(world->core, id, &item);
        world->used_layers |= item.layers;
    }
    world->gone_count = l->gone_count;
    world->gone_before_count = l->gone_before_count;
    hbl_note_reaches(world);
    hbl_forget_results(L, world);
    hbl_update_ffi(L);
}

/* Load the string at 2 into the world at 1, by the function at 3 or nil. [-0, +0, v] */
static void load_string(lua_State *L, hbl_world *world, int text_arg, int item_arg)
{
    loaded l = {.world = world, .text_arg = text_arg, .item_arg = item_arg};
    if (lua_type(L, TEXT) != LUA_TSTRING) {
        hbl_arg_error(L, text_arg, "string expected, got %s", hbl_type_name(L, TEXT));
    }
    if (!lua_isnil(L, ITEM_OF) && !lua_isfunction(L, ITEM_OF)) {
        hbl_arg_error(L, item_arg, "function expected for itemOf, got %s",
                      hbl_type_name(L, ITEM_OF));
    }
    luaL_checkstack(L, RECORDS + 8, NULL);
    find_parts(L, &l);
    push_scratch(L, &l);
    for (int i = FIRST_TABLE; i <= LAYERS; i++) {
        lua_newtable(L);
    }
    l.gravity.x = take_coordinate(&l.own);
    l.gravity.y = take_coordinate(&l.own);
    read_layers(L, &l);
    read_items(L, &l);
    read_gone(L, &l);
    become(L, &l);
    hb_world_destroy(l.scratch->core);
    l.scratch->core = NULL;
    lua_settop(L, ITEM_OF);
}

/* hitbox.load(string[, itemOf]) -> world: itemOf(name) -> its item [-0, +1, v] */
static int load_world(lua_State *L)
{
    lua_settop(L, 2);
    hbl_world *world = hbl_new_world(L, (hb_world_def){.policy = HB_OVERLAP});
    lua_insert(L, 1);
    load_string(L, world, 1, 2);
    lua_settop(L, 1);
    return 1;
}

/* world:restore(snapshot) or restore(string[, itemOf]) [-0, +0, v] */
static int world_restore(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    if (hbl_is_snapshot(L, 2)) {
        lua_settop(L, 2);
        hbl_go_back(L, world);
        return 0;
    }
    lua_settop(L, ITEM_OF);
    if (lua_type(L, TEXT) != LUA_TSTRING) {
        hbl_arg_error(L, TEXT, "hitbox.snapshot or string expected, got %s",
                      hbl_type_name(L, TEXT));
    }
    load_string(L, world, TEXT, ITEM_OF);
    return 0;
}

const luaL_Reg hbl_load_methods[] = {
    {"restore", world_restore},
    {NULL, NULL},
};

const luaL_Reg hbl_load_functions[] = {
    {"load", load_world},
    {NULL, NULL},
};
