/// The drop-in for bump.lua: worlds and their items.
///
/// A world is a table, as in bump.lua, with a userdata under a key that no script has. Slots hold
/// the rectangles as given. The core's world holds them clamped to CORE_EDGE, as queries are, so
/// items that are not finite or lie farther away are found there. May call the core and Lua.
#include "bump.h"

#include <math.h>

#define CORE_EDGE 0x1p90

/* Queries of the core are wider by this part of the largest coordinate of the path and all items,
 * for the rounding of bump.lua's arithmetic, which decides. */
#define ROUNDING 0x1p-48

static const char world_key = 0;

/* The key of HBL_BUMP_HANDLE in the metatable of a handle that has its own. */
static const char handle_key = 0;

/* ---- Making and ending ----------------------------------------------------------------------- */

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    const hbl_bump_world *world = context;
    return world->alloc(world->alloc_context, block, block != NULL ? old_size : 0, new_size);
}

/* __gc of worlds' userdata, its only method. [-0, +0] */
static int collect_world(lua_State *L)
{
    hbl_bump_world *world = lua_touserdata(L, 1);
    if (world != NULL && world->core != NULL) {
        hb_world_destroy(world->core);
        (void)resize(world, world->slots, world->slot_count * sizeof *world->slots, 0);
        (void)resize(world, world->scratch, world->slot_count * sizeof *world->scratch, 0);
        *world = (hbl_bump_world){0};
    }
    return 0;
}

/* attach(world, cellSize[, inner]) -> handle, items, indices: make a table a world. For LuaJIT,
 * only debug.getmetatable(handle) finds `inner`. [-0, +3, v] */
static int attach(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    double cell_size = luaL_checknumber(L, 2);
    lua_settop(L, 3);
    hbl_bump_world *world = lua_newuserdatauv(L, sizeof *world, HBL_BUMP_USER_VALUES);
    *world = (hbl_bump_world){.cell_size = cell_size,
                              .patched = lua_touserdata(L, lua_upvalueindex(HBL_BUMP_PATCHED))};
    world->alloc = lua_getallocf(L, &world->alloc_context);
    for (int i = HBL_BUMP_ITEMS; i <= HBL_BUMP_INDICES; i++) {
        lua_newtable(L);
        lua_setiuservalue(L, -2, i);
    }
    lua_pushvalue(L, lua_upvalueindex(HBL_BUMP_HANDLE));
    if (lua_toboolean(L, 3)) {
        lua_createtable(L, 0, 4);
        lua_pushvalue(L, 3);
        lua_setfield(L, -2, "inner");
        lua_pushvalue(L, -2);
        lua_rawsetp(L, -2, &handle_key);
        (void)lua_getfield(L, -2, "__gc");
        lua_setfield(L, -2, "__gc");
        lua_pushboolean(L, false);
        lua_setfield(L, -2, "__metatable");
        lua_replace(L, -2);
    }
    lua_setmetatable(L, -2);
    /* items that only touch are found too, as bump.lua's margin may count them */
    hb_world_def def = {.policy = HB_TOUCH, .allocator = {resize, world}};
    hbl_check_status(L, 1, "world", hb_world_create(&def, &world->core));
    lua_pushvalue(L, -1);
    lua_rawsetp(L, 1, &world_key);
    lua_getiuservalue(L, -1, HBL_BUMP_ITEMS);
    lua_getiuservalue(L, -2, HBL_BUMP_INDICES);
    return 3;
}

/* patch([world]): note that a method was replaced, in one world or in all [-0, +0, v] */
static int patch(lua_State *L)
{
    if (lua_isnoneornil(L, 1)) {
        *(bool *)lua_touserdata(L, lua_upvalueindex(HBL_BUMP_PATCHED)) = true;
    } else {
        hbl_bump_check_world(L)->own_methods = true;
    }
    return 0;
}

/* Whether the value on top is the userdata of a world. [-0, +0] */
static bool is_handle(lua_State *L)
{
    if (lua_type(L, -1) != LUA_TUSERDATA || !lua_getmetatable(L, -1)) {
        return false;
    }
    bool is = lua_rawequal(L, -1, lua_upvalueindex(HBL_BUMP_HANDLE)) != 0;
    if (!is) {
        (void)lua_rawgetp(L, -1, &handle_key);
        is = lua_rawequal(L, -1, lua_upvalueindex(HBL_BUMP_HANDLE)) != 0;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return is;
}

hbl_bump_world *hbl_bump_check_world(lua_State *L)
{
    bool is_table = lua_type(L, 1) == LUA_TTABLE, found_elsewhere = false;
    if (is_table && lua_rawgetp(L, 1, &world_key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushlightuserdata(L, (void *)(uintptr_t)&world_key);
        lua_gettable(L, 1);
        found_elsewhere = true;
    }
    hbl_bump_world *world = is_table && is_handle(L) ? lua_touserdata(L, -1) : NULL;
    if (world == NULL || world->core == NULL) {
        luaL_error(L, "calling a method on bad self (a world of hitbox.bump expected, got %s)",
                   hbl_type_name(L, 1));
    }
    world->own_methods |= found_elsewhere; /* which may have other methods */
    return world;
}

bool hbl_bump_overridden(lua_State *L, const hbl_bump_world *world, int key, lua_CFunction function)
{
    if (!world->own_methods && !*world->patched) {
        return false;
    }
    hbl_bump_get_field(L, key);
    bool is = lua_tocfunction(L, -1) != function;
    if (is) { /* by a program, or by hitbox/ffi/bump.lua */
        (void)lua_rawget(L, lua_upvalueindex(HBL_BUMP_FFI_METHODS));
        is = !lua_toboolean(L, -1);
    }
    lua_pop(L, 1);
    return is;
}

/* ---- Items ----------------------------------------------------------------------------------- */

hbl_bump_slot *hbl_bump_find(lua_State *L, int handle, int index)
{
    const hbl_bump_world *world = lua_touserdata(L, handle);
    index = lua_absindex(L, index);
    lua_getiuservalue(L, handle, HBL_BUMP_INDICES);
    lua_pushvalue(L, index);
    (void)lua_rawget(L, -2);
    lua_Integer number = lua_tointeger(L, -1);
    lua_pop(L, 2);
    return hbl_bump_slot_at(world, number);
}

/* [-0, +0, v] */
static hbl_bump_slot *check_item(lua_State *L, int handle, int arg)
{
    hbl_bump_slot *slot = hbl_bump_find(L, handle, arg);
    if (slot == NULL) {
        hbl_bump_raise(L, HBL_BUMP_MISSING, arg, NULL);
    }
    return slot;
}

static double clamp(double value)
{
    return value < -CORE_EDGE ? -CORE_EDGE : value > CORE_EDGE ? CORE_EDGE : value;
}

static double largest(hb_aabb range)
{
    return fmax(fmax(fabs(range.x0), fabs(range.y0)), fmax(fabs(range.x1), fabs(range.y1)));
}

/* The bounds of a rectangle in the core; empty at (0, 0) for NaN. */
static hb_aabb core_box(const hbl_rect *rect)
{
    hb_aabb box = {clamp(rect->x), clamp(rect->y), clamp(rect->x + rect->w),
                   clamp(rect->y + rect->h)};
    bool somewhere = box.x0 <= box.x1 && box.y0 <= box.y1; /* no NaN */
    return somewhere ? box : (hb_aabb){0};
}

static bool is_within_core(const hbl_rect *rect)
{
    return fabs(rect->x) < CORE_EDGE && fabs(rect->y) < CORE_EDGE && rect->w < CORE_EDGE &&
           rect->h < CORE_EDGE;
}

/* Note whether the core clamps a rectangle, or rounding leaves it no extent; and its largest
 * coordinate. */
static void note_extent(hbl_bump_world *world, const hbl_rect *rect)
{
    double right = rect->x + rect->w, bottom = rect->y + rect->h;
    hb_aabb box = {rect->x, rect->y, right, bottom};
    world->odd_items |= !(is_within_core(rect) && right > rect->x && bottom > rect->y);
    world->reach = fmax(world->reach, fmax(largest(box), fmax(rect->w, rect->h)));
}

static hb_shape core_shape(const hbl_rect *rect, hb_aabb box)
{
    hb_shape shape;
    bool plain = is_within_core(rect);
    double w = plain ? rect->w : box.x1 - box.x0, h = plain ? rect->h : box.y1 - box.y0;
    (void)hb_make_aabb(&shape, 0.0, 0.0, w, h);
    return shape;
}

/* An item that has never moved is static, and the core stores it apart. The core has room for both
 * kinds from the first item on, so this cannot fail. [-0, +0, v] */
static void begin_to_move(const hbl_bump_world *world, hbl_bump_slot *slot)
{
    slot->moved = true;
    (void)hb_world_set_layers(world->core, slot->id, 1, 1);
}

hb_status hbl_bump_place(hbl_bump_world *world, hbl_bump_slot *slot, const hbl_rect *rect)
{
    const hbl_rect *was = &slot->rect;
    bool same_size = was->w == rect->w && was->h == rect->h;
    if (was->x == rect->x && was->y == rect->y && same_size) {
        return HB_OK;
    }
    hb_status status;
    if (!slot->moved) {
        begin_to_move(world, slot);
    }
    if (same_size && is_within_core(was) && is_within_core(rect)) {
        status = hb_world_set_position(world->core, slot->id, rect->x, rect->y);
    } else {
        hb_aabb box = core_box(rect);
        hb_shape shape = core_shape(rect, box);
        status = hb_world_set_shape(world->core, slot->id, &shape, box.x0, box.y0);
    }
    if (status == HB_OK) {
        slot->rect = *rect;
        slot->has_cells = false;
        note_extent(world, rect);
        world->changes++;
    }
    return status;
}

void hbl_bump_put(lua_State *L, hbl_bump_world *world, hbl_bump_slot *slot, const hbl_rect *rect)
{
    hbl_check_status(L, 2, "item", hbl_bump_place(world, slot, rect));
}

/* Make room for one more item, so that nothing fails once the core has it. [-0, +0, m] */
static void reserve(lua_State *L, int handle, hbl_bump_world *world)
{
    size_t old = world->slot_count, count = old < 8 ? 16 : 2 * old;
    if (hb_world_index_count(world->core) < old) {
        return;
    }
    lua_getiuservalue(L, handle, HBL_BUMP_ITEMS);
    for (size_t number = old + 1; number <= count; number++) {
        lua_pushboolean(L, false);
        lua_rawseti(L, -2, (lua_Integer)number);
    }
    lua_pop(L, 1);
    hb_id *scratch = resize(world, world->scratch, old * sizeof *scratch, count * sizeof *scratch);
    if (scratch == NULL) {
        (void)hbl_no_memory(L);
        return;
    }
    world->scratch = scratch;
    hbl_bump_slot *slots = resize(world, world->slots, old * sizeof *slots, count * sizeof *slots);
    if (slots == NULL) { /* shrink the scratch back, which cannot fail */
        world->scratch = resize(world, scratch, count * sizeof *scratch, old * sizeof *scratch);
        (void)hbl_no_memory(L);
        return;
    }
    memset(slots + old, 0, (count - old) * sizeof *slots);
    world->slots = slots;
    world->slot_count = count;
}

/* A float with an integral value is the same key as that integer. [-0, +0] */
static void normalize_key(lua_State *L, int arg)
{
    double value = lua_tonumber(L, arg);
    if (lua_type(L, arg) == LUA_TNUMBER && fabs(value) < 0x1p53 && floor(value) == value) {
        hbl_push_int64(L, (int64_t)value);
        lua_replace(L, arg);
    }
}

/* world:add(item, x, y, w, h) -> item [-0, +1, v] */
static int add(lua_State *L)
{
    lua_settop(L, 6);
    hbl_bump_world *world = hbl_bump_check_world(L);
    if (hbl_bump_find(L, 7, 2) != NULL) {
        hbl_bump_raise(L, HBL_BUMP_DUPLICATE, 2, NULL);
    }
    hbl_rect rect;
    hbl_bump_check_rect(L, 3, &rect);
    lua_pushvalue(L, 2); /* the result */
    normalize_key(L, 2);

    /* all allocations of Lua come before the core has the item */
    reserve(L, 7, world);
    lua_getiuservalue(L, 7, HBL_BUMP_INDICES);
    lua_pushvalue(L, 2);
    lua_pushinteger(L, 0);
    lua_rawset(L, 9);
    hb_aabb box = core_box(&rect);
    hb_item_def def = hb_default_item();
    def.shape = core_shape(&rect, box);
    def.x = box.x0;
    def.y = box.y0;
    def.mask = 0;
    hb_id id;
    hb_status status = hb_world_add(world->core, &def, &id);
    size_t index = status == HB_OK ? hb_id_index(id) : 0;
    lua_pushvalue(L, 2);
    if (status != HB_OK) {
        lua_pushnil(L);
        lua_rawset(L, 9);
        hbl_check_status(L, 2, "item", status);
    }
    lua_pushinteger(L, (lua_Integer)index + 1);
    lua_rawset(L, 9);
    lua_getiuservalue(L, 7, HBL_BUMP_ITEMS);
    lua_pushvalue(L, 2);
    lua_rawseti(L, 10, (lua_Integer)index + 1);

    world->slots[index] = (hbl_bump_slot){.id = id, .rect = rect};
    note_extent(world, &rect);
    world->item_count++;
    world->added++;
    world->changes++;
    lua_settop(L, 8);
    return 1;
}

/* Call the getRect of the world at 1 for the item at 2. [-0, +results, v] */
static void call_get_rect(lua_State *L, int results)
{
    hbl_bump_get_field(L, HBL_KEY_GET_RECT);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    (void)hbl_bump_call(L, 2, results, 0, 0, 0);
}

/* Keep the cells of the item at 2, which is to be removed, for countCells. [-0, +0, v] */
static void leave_cells(lua_State *L, hbl_bump_world *world)
{
    if (world->counted) {
        hbl_cells left = *hbl_bump_cells_of(world, check_item(L, 3, 2));
        lua_getiuservalue(L, 3, HBL_BUMP_LEFT);
        *(hbl_cells *)lua_newuserdatauv(L, sizeof left, 0) = left;
        lua_pushboolean(L, true);
        lua_rawset(L, -3);
        lua_pop(L, 1);
    }
}

/* world:remove(item) [-0, +0, v] */
static int remove_item(lua_State *L)
{
    lua_settop(L, 2);
    hbl_bump_world *world = hbl_bump_check_world(L);
    if (hbl_bump_overridden(L, world, HBL_KEY_GET_RECT, hbl_bump_get_rect)) {
        call_get_rect(L, 0);
    }
    leave_cells(L, world);
    hbl_bump_slot *slot = check_item(L, 3, 2);
    size_t index = hb_id_index(slot->id);
    (void)hb_world_remove(world->core, slot->id);
    slot->id = 0;
    world->item_count--;
    world->removals++;
    world->changes++;
    lua_getiuservalue(L, 3, HBL_BUMP_INDICES);
    lua_pushvalue(L, 2);
    lua_pushnil(L);
    lua_rawset(L, -3);
    lua_getiuservalue(L, 3, HBL_BUMP_ITEMS);
    lua_pushboolean(L, false);
    lua_rawseti(L, -2, (lua_Integer)index + 1);
    return 0;
}

/* world:update(item, x, y[, w, h]) [-0, +0, v] */
int hbl_bump_update(lua_State *L)
{
    lua_settop(L, 6);
    hbl_bump_world *world = hbl_bump_check_world(L);
    if (hbl_bump_overridden(L, world, HBL_KEY_GET_RECT, hbl_bump_get_rect)) {
        call_get_rect(L, 4);
    } else {
        const hbl_rect *rect = &check_item(L, 7, 2)->rect;
        lua_pushnil(L);
        lua_pushnil(L);
        hbl_bump_push(L, rect->w, (rect->whole & HBL_WHOLE_W) != 0);
        hbl_bump_push(L, rect->h, (rect->whole & HBL_WHOLE_H) != 0);
    }
    for (int i = 0; i < 2; i++) { /* nil or false keeps the size */
        if (!lua_toboolean(L, 5 + i)) {
            lua_pushvalue(L, 10 + i);
            lua_replace(L, 5 + i);
        }
    }
    hbl_rect rect;
    hbl_bump_check_rect(L, 3, &rect);
    hbl_bump_put(L, world, check_item(L, 7, 2), &rect);
    return 0;
}

/* world:getRect(item) -> x, y, w, h [-0, +4, v] */
int hbl_bump_get_rect(lua_State *L)
{
    lua_settop(L, 2);
    (void)hbl_bump_check_world(L);
    hbl_rect rect = check_item(L, 3, 2)->rect;
    hbl_bump_push(L, rect.x, (rect.whole & HBL_WHOLE_X) != 0);
    hbl_bump_push(L, rect.y, (rect.whole & HBL_WHOLE_Y) != 0);
    hbl_bump_push(L, rect.w, (rect.whole & HBL_WHOLE_W) != 0);
    hbl_bump_push(L, rect.h, (rect.whole & HBL_WHOLE_H) != 0);
    return 4;
}

/* world:hasItem(item) -> boolean [-0, +1, v] */
static int has_item(lua_State *L)
{
    lua_settop(L, 2);
    (void)hbl_bump_check_world(L);
    lua_pushboolean(L, hbl_bump_find(L, 3, 2) != NULL);
    return 1;
}

/* world:countItems() -> number [-0, +1, v] */
static int count_items(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)hbl_bump_check_world(L)->item_count);
    return 1;
}

/* world:getItems() -> items, number: in the order of adding [-0, +2, v] */
static int get_items(lua_State *L)
{
    lua_settop(L, 1);
    hbl_bump_world *world = hbl_bump_check_world(L);
    lua_createtable(L, (int)world->item_count, 0);
    lua_getiuservalue(L, 2, HBL_BUMP_ITEMS);
    lua_Integer count = 0;
    for (hb_id id = hb_world_next(world->core, 0); id != 0; id = hb_world_next(world->core, id)) {
        if (hbl_bump_slot_of(world, id) != NULL) {
            (void)lua_rawgeti(L, 4, (lua_Integer)hb_id_index(id) + 1);
            lua_rawseti(L, 3, ++count);
        }
    }
    lua_settop(L, 3);
    lua_pushinteger(L, count);
    return 2;
}

/* Push the cells of removed items; they are recorded from the first call on. [-0, +1, m]
 * @return the number of such items */
static size_t push_left(lua_State *L, int handle, hbl_bump_world *world)
{
    size_t count = 0;
    if (lua_getiuservalue(L, handle, HBL_BUMP_LEFT) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_createtable(L, 0, 1);
        lua_pushliteral(L, "k");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, handle, HBL_BUMP_LEFT);
        world->counted = true;
    }
    for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
        count++;
    }
    return count;
}

/* world:countCells() -> number [-0, +1, v] */
static int count_cells(lua_State *L)
{
    enum { HANDLE = 2, LEFT };
    lua_settop(L, 1);
    hbl_bump_world *world = hbl_bump_check_world(L);
    size_t capacity = push_left(L, HANDLE, world) + world->item_count, count = 0;
    hbl_cells *cells = lua_newuserdatauv(L, (capacity + 1) * sizeof *cells, 0);
    hbl_bump_edge *edges = lua_newuserdatauv(L, (2 * capacity + 1) * sizeof *edges, 0);
    double *rows = lua_newuserdatauv(L, (2 * capacity + 1) * sizeof *rows, 0);
    hbl_bump_node *nodes = lua_newuserdatauv(L, (4 * capacity + 1) * sizeof *nodes, 0);
    for (size_t i = 0; i < world->slot_count && count < capacity; i++) {
        hbl_bump_slot *slot = &world->slots[i];
        if (slot->id != 0) {
            cells[count] = *hbl_bump_cells_of(world, slot);
            count += hbl_bump_near(&cells[count], &cells[count]); /* unless it is empty */
        }
    }
    lua_pushnil(L);
    while (count < capacity && lua_next(L, LEFT) != 0) {
        cells[count] = *(const hbl_cells *)lua_touserdata(L, -2);
        count += hbl_bump_near(&cells[count], &cells[count]);
        lua_pop(L, 1);
    }
    double sum = hbl_bump_count(cells, count, edges, rows, nodes);
    hbl_bump_push(L, sum, sum <= 0x1p53);
    return 1;
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* @return how many there are; up to `capacity` are written */
int hbl_bump_query(const hbl_bump_world *world, hb_aabb range, hb_id *out, int capacity)
{
    double margin = ROUNDING * fmax(largest(range), world->reach);
    double x = clamp(clamp(range.x0) - margin), y = clamp(clamp(range.y0) - margin);
    double right = clamp(clamp(range.x1) + margin), bottom = clamp(clamp(range.y1) + margin);
    int found = hb_world_query_rect(world->core, x, y, right - x, bottom - y, NULL, out, capacity);
    return found > 0 ? found : 0; /* -1: NaN, which is nowhere */
}

const luaL_Reg hbl_bump_world_methods[] = {
    {"attach", attach},
    {"patch", patch},
    {"collect", collect_world},
    {"add", add},
    {"remove", remove_item},
    {"update", hbl_bump_update},
    {"getRect", hbl_bump_get_rect},
    {"hasItem", has_item},
    {"countItems", count_items},
    {"getItems", get_items},
    {"countCells", count_cells},
    {NULL, NULL},
};
