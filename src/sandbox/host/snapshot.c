/* Reads the scene into plain arrays. Calls Lua, fields.h, and the core for the boxes as they are
   placed. */
#include "snapshot.h"

#include "fields.h"
#include "sandbox/draw/color.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MARGIN 16   /* pixels around what is on the screen */
#define KIND_PUSH 1 /* the first of a scene's kinds */

/* Make room for `count` elements, or raise an error. */
static void *grow(lua_State *L, const sb_snapshot *of, void *block, int *room, int count,
                  size_t size)
{
    if (count <= *room) {
        return block;
    }
    int wanted = count > 2 * *room ? count : 2 * *room;
    void *larger = memory_resize(of->memory, block, (size_t)*room * size, (size_t)wanted * size);
    if (larger == NULL) {
        luaL_error(L, "%s", memory_shortage(of->memory));
    }
    *room = wanted;
    return larger;
}

/* Push the name of a thing. [-0, +1] */
static void push_name(lua_State *L, int thing)
{
    if (!lua_getmetatable(L, thing)) { /* where all is that is its own */
        luaL_error(L, "a thing has no name");
    }
    fields_push(L, -1, "name");
    lua_remove(L, -2);
}

/* The colour on top of the stack, `missing` if it is nil or false. [-1, +0, v]
 * @param thing  whose colour it is; 0: it is the ground of the scene */
static ui_color take_color(lua_State *L, int thing, ui_color missing)
{
    ui_color color = missing;
    if (lua_toboolean(L, -1) && !color_read(L, -1, &color)) {
        const char *got = color_show(L, -1);
        if (thing == 0) {
            luaL_error(L, "background of the scene: " COLOR_EXPECTED ", got %s", got);
        }
        push_name(L, thing);
        luaL_error(L, "color of thing '%s': " COLOR_EXPECTED ", got %s", lua_tostring(L, -1), got);
    }
    lua_pop(L, 1);
    return color;
}

static void read_things(lua_State *L, int table, sb_snapshot *out)
{
    int count = fields_int(L, table, "thing_count");
    out->things = grow(L, out, out->things, &out->thing_room, count, sizeof *out->things);
    fields_numbers(L, table, "things", (double *)out->things, 4 * count);
    out->thing_count = count;
    for (int i = 0; i < count; i++) {
        hb_vec *velocity = &out->things[i].velocity;
        if (!(isfinite(velocity->x) && isfinite(velocity->y))) {
            *velocity = (hb_vec){0};
        }
    }
}

static void read_kinds(lua_State *L, int table, sb_snapshot *out)
{
    bool is_list = fields_push(L, table, "kinds") == LUA_TTABLE;
    for (int i = 1; is_list && i < SNAPSHOT_KINDS; i++) {
        lua_rawgeti(L, -1, i);
        const char *name = lua_tostring(L, -1);
        snprintf(out->kinds[i], SNAPSHOT_NAME_SIZE, "%s", name != NULL ? name : "");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_about(lua_State *L, int table, sb_snapshot *out)
{
    out->ticks = fields_int(L, table, "ticks");
    out->rate = fields_number(L, table, "rate");
    out->all_things = fields_int(L, table, "all_things");
    out->uses_mouse = fields_boolean(L, table, "mouse");
    out->used_keys = (unsigned)fields_int(L, table, "keys");
    fields_text(L, table, "title", out->title, sizeof out->title);
    fields_push(L, table, "background");
    out->background = take_color(L, 0, UI_GROUND);
}

/* The part of the world that the scene asks to show. */
static hb_aabb read_view(lua_State *L, int view)
{
    double x = fields_number(L, view, "x");
    double y = fields_number(L, view, "y");
    double w = fields_number(L, view, "w");
    double h = fields_number(L, view, "h");
    if (!(fabs(x) <= HB_MAX_COORD && fabs(y) <= HB_MAX_COORD && w > 0 && w <= HB_MAX_COORD &&
          h > 0 && h <= HB_MAX_COORD)) {
        luaL_error(L, "view of the scene must be { x =, y =, w =, h = }, with x and y within "
                      "2^100, w and h > 0");
    }
    return (hb_aabb){x, y, x + w, y + h};
}

/* The part of the world that is on the screen, and a little more. */
static hb_aabb area_of(const sb_snapshot *out)
{
    if (out->wants_all) {
        return (hb_aabb){-HB_MAX_COORD, -HB_MAX_COORD, HB_MAX_COORD, HB_MAX_COORD};
    } else if (out->width == 0) {
        return out->view;
    }
    hb_aabb area;
    sb_camera camera = camera_fit(out->view, &out->change, out->width, out->height);
    ui_point beyond = {(float)out->width + MARGIN, (float)out->height + MARGIN};
    camera_to_world(&camera, (ui_point){-MARGIN, -MARGIN}, &area.x0, &area.y0);
    camera_to_world(&camera, beyond, &area.x1, &area.y1);
    return area;
}

static double within(double coordinate)
{
    return fmin(fmax(coordinate, -HB_MAX_COORD / 4), HB_MAX_COORD / 4);
}

/* visible(view) -> x, y, w, h of what is seen. The upvalue is the snapshot. [-1, +4, e] */
static int visible(lua_State *L)
{
    sb_snapshot *out = lua_touserdata(L, lua_upvalueindex(1));
    out->view = read_view(L, 1);
    hb_aabb area = area_of(out);
    out->area = (hb_aabb){within(area.x0), within(area.y0), within(area.x1), within(area.y1)};
    lua_pushnumber(L, out->area.x0);
    lua_pushnumber(L, out->area.y0);
    lua_pushnumber(L, out->area.x1 - out->area.x0);
    lua_pushnumber(L, out->area.y1 - out->area.y0);
    return 4;
}

/* A shape that is too large, or one too many, is drawn as its bounds, as is a box. */
static void read_shape(lua_State *L, const hb_shape *shape, sb_snapshot *out, sb_box *box)
{
    box->shape = shape->kind;
    box->bounds = shape->bounds;
    box->by_bounds = shape->kind == HB_AABB;
    if (box->by_bounds) {
        return;
    }
    out->primitives.memory = out->memory;
    sb_primitive_status status = primitives_add(&out->primitives, shape, &box->primitive);
    if (status == PRIMITIVE_NO_MEMORY) {
        luaL_error(L, "%s", memory_shortage(out->memory));
    }
    box->by_bounds = status == PRIMITIVE_TOO_LARGE;
    out->coarse += box->by_bounds;
}

/* The direction from which an item stops movers, as the item lies: of the length 1, or 0, 0 if it
   stops them from anywhere. */
static hb_vec one_way_of(const hb_item *item)
{
    double length = hypot(item->one_way.x, item->one_way.y);
    if (!(length > 0)) {
        return (hb_vec){0};
    }
    hb_transform turn = {.angle = item->angle, .scale = 1, .mirrored = item->mirrored};
    return hb_transform_point(turn, (hb_vec){item->one_way.x / length, item->one_way.y / length});
}

/* ---- Fields of many tables ------------------------------------------------------------------- */

/* The keys of what is read of each box and contact: they lie on the stack meanwhile. */
enum {
    KEY_THING,
    KEY_COLOR,
    KEY_HIDDEN,
    KEY_LEVEL_LABEL,
    KEY_DEF,
    KEY_A,
    KEY_B,
    KEY_BOX_A,
    KEY_BOX_B,
    KEY_X,
    KEY_Y,
    KEY_NX,
    KEY_NY,
    KEY_DEPTH,
    KEYS
};

/* @return where the first one is [-0, +KEYS] */
static int push_keys(lua_State *L)
{
    static const char *const NAMES[] = {"thing", "color", "hidden", "_levelLabel", "def",
                                        "a",     "b",     "boxA",   "boxB",        "x",
                                        "y",     "nx",    "ny",     "depth"};
    _Static_assert(sizeof NAMES / sizeof *NAMES == KEYS, "each key has a name");
    for (int i = 0; i < KEYS; i++) {
        lua_pushstring(L, NAMES[i]);
    }
    return lua_gettop(L) - KEYS + 1;
}

/* The address of a field's table, and whether that is hidden. */
static const void *own_address(lua_State *L, int table, int key, int hidden_key, bool *hidden)
{
    *hidden = fields_push_own(L, table, key) == LUA_TTABLE && hidden_key != 0 &&
              fields_own_boolean(L, lua_gettop(L), hidden_key);
    const void *address = lua_topointer(L, -1);
    lua_pop(L, 1);
    return address;
}

/* ---- Contacts -------------------------------------------------------------------------------- */

/* The slot of an address in the table of boxes in contact: open addressing, Knuth's algorithm
   6.4 L. */
static const void **contact_slot(const sb_snapshot *of, const void *box)
{
    size_t mask = (size_t)of->contact_boxes_size - 1;
    size_t slot = (size_t)((uint64_t)(uintptr_t)box * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (of->contact_boxes[slot] != NULL && of->contact_boxes[slot] != box) {
        slot = (slot + 1) & mask;
    }
    return &of->contact_boxes[slot];
}

static bool is_in_contact(const sb_snapshot *of, const void *box)
{
    return of->contact_boxes_size > 0 && *contact_slot(of, box) != NULL;
}

static void note_contact(lua_State *L, int contact, int key, sb_snapshot *out)
{
    if (fields_push_own(L, contact, key) == LUA_TTABLE) {
        const void *box = lua_topointer(L, -1);
        *contact_slot(out, box) = box;
    }
    lua_pop(L, 1);
}

/* Make room for the boxes of a number of contacts, and forget those before. */
static void clear_contact_boxes(lua_State *L, sb_snapshot *out, int contacts)
{
    int size = contacts > 0 ? 16 : 0;
    while (size < 4 * contacts) { /* so that half of it stays free */
        size *= 2;
    }
    out->contact_boxes = grow(L, out, (void *)out->contact_boxes, &out->contact_boxes_room, size,
                              sizeof *out->contact_boxes);
    out->contact_boxes_size = size;
    if (size > 0) {
        memset((void *)out->contact_boxes, 0, (size_t)size * sizeof *out->contact_boxes);
    }
}

/* Which boxes are in a contact, and where these are to be marked. */
static void read_contacts(lua_State *L, int table, int keys, sb_snapshot *out)
{
    int count = fields_int(L, table, "contact_count");
    fields_push(L, table, "inspected");
    const void *inspected = lua_topointer(L, -1);
    fields_push(L, table, "contacts");
    int list = lua_gettop(L);
    int hidden = fields_boolean(L, table, "has_colors") ? keys + KEY_HIDDEN : 0; /* else none is */
    clear_contact_boxes(L, out, count);
    out->contacts = grow(L, out, out->contacts, &out->contact_room, count, sizeof *out->contacts);
    out->contact_count = 0;
    for (int i = 0; i < count; i++) {
        if (lua_rawgeti(L, list, i + 1) == LUA_TTABLE) {
            int one = lua_gettop(L);
            bool hides_a, hides_b;
            const void *a = own_address(L, one, keys + KEY_A, hidden, &hides_a);
            const void *b = own_address(L, one, keys + KEY_B, hidden, &hides_b);
            note_contact(L, one, keys + KEY_BOX_A, out);
            note_contact(L, one, keys + KEY_BOX_B, out);
            out->contacts[out->contact_count] = (sb_contact){
                .x = fields_own_number(L, one, keys + KEY_X),
                .y = fields_own_number(L, one, keys + KEY_Y),
                .nx = fields_own_number(L, one, keys + KEY_NX),
                .ny = fields_own_number(L, one, keys + KEY_NY),
                .depth = fields_own_number(L, one, keys + KEY_DEPTH),
                .is_inspected = inspected != NULL && (a == inspected || b == inspected),
            };
            out->contact_count += !(hides_a || hides_b);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Where the numbers of the keys, and the box and the thing that are read are, on the stack. */
typedef struct sb_places {
    int keys, box, thing;
} sb_places;

/* The thing of the last box that was read. */
typedef struct sb_last {
    const void *thing;
    int number;
    bool hidden;
    int level_label;
    ui_color color;
} sb_last;

/* The colour that was assigned to a thing, else that of its definition; 0 if there is none. */
static ui_color thing_color(lua_State *L, const sb_places *at)
{
    if (fields_push_own(L, at->thing, at->keys + KEY_COLOR) == LUA_TNIL &&
        lua_getmetatable(L, at->thing)) { /* where all is that is its own */
        lua_pushvalue(L, at->keys + KEY_COLOR);
        fields_push_of_key(L, lua_gettop(L) - 1);
    }
    ui_color color = take_color(L, at->thing, 0);
    lua_settop(L, at->thing);
    return color;
}

/* Whether a box has a definition that is not its thing's, which is pushed then. [-0, +0|1] */
static bool push_own_definition(lua_State *L, const sb_places *at)
{
    lua_pushvalue(L, at->keys + KEY_DEF);
    bool has = fields_push_of_key(L, at->box) == LUA_TTABLE;
    int def = lua_gettop(L);
    if (has && lua_getmetatable(L, at->thing)) {
        lua_pushvalue(L, at->keys + KEY_DEF);
        fields_push_of_key(L, def + 1);
        has = !lua_rawequal(L, def, -1);
    }
    lua_settop(L, has ? def : def - 1);
    return has;
}

/* The colour assigned to the box, else that of its own definition, else its thing's. [-0, +0] */
static ui_color box_color(lua_State *L, const sb_places *at, ui_color of_thing)
{
    lua_pushvalue(L, at->keys + KEY_COLOR);
    if (fields_push_of_key(L, at->box) == LUA_TNIL && push_own_definition(L, at)) {
        lua_pushvalue(L, at->keys + KEY_COLOR);
        fields_push_of_key(L, lua_gettop(L) - 1);
    }
    ui_color color = take_color(L, at->thing, of_thing);
    lua_settop(L, at->thing);
    return color;
}

/* Add a text to the labels. @return where it begins [-0, +0, e] */
static int add_label(lua_State *L, const char *text, sb_snapshot *out)
{
    int length = (int)strnlen(text, SNAPSHOT_NAME_SIZE - 1);
    int from = out->label_size > 0 ? out->label_size : 1;
    int size = from + length + 1;
    out->labels = grow(L, out, out->labels, &out->label_room, size, sizeof *out->labels);
    out->labels[0] = '\0';
    memcpy(out->labels + from, text, (size_t)length);
    out->labels[size - 1] = '\0';
    out->label_size = size;
    return from;
}

/* The label of a thing of a map, else 0. Most have that of the thing before. [-0, +0, e] */
static int level_label_of(lua_State *L, const sb_places *at, int before, sb_snapshot *out)
{
    int label = 0;
    if (lua_getmetatable(L, at->thing) && /* where all is that is its own */
        fields_push_own(L, at->thing + 1, at->keys + KEY_LEVEL_LABEL) == LUA_TSTRING) {
        const char *text = lua_tostring(L, -1);
        bool is_same = before > 0 && strcmp(out->labels + before, text) == 0;
        label = is_same ? before : add_label(L, text, out);
    }
    lua_settop(L, at->thing);
    return label;
}

/* Which thing a box belongs to, and the looks of both. */
static void read_looks(lua_State *L, const sb_places *at, bool has_colors, sb_last *last,
                       sb_snapshot *out, sb_box *box)
{
    const void *thing = lua_topointer(L, at->thing);
    if (thing != last->thing) {
        last->thing = thing;
        last->number++;
        last->level_label = level_label_of(L, at, last->level_label, out);
        if (has_colors) {
            last->color = thing_color(L, at);
            last->hidden = fields_own_boolean(L, at->thing, at->keys + KEY_HIDDEN);
        }
    }
    box->thing = last->number;
    box->level_label = last->level_label;
    box->color = has_colors ? box_color(L, at, last->color) : 0;
}

/* Those items of the world that meet an area, in the order of adding. */
static void find_ids(lua_State *L, const hb_world *world, const hb_aabb *area, sb_snapshot *out)
{
    double w = area->x1 - area->x0;
    double h = area->y1 - area->y0;
    int room;
    do {
        room = out->id_room;
        out->id_count = hb_world_query_rect(world, area->x0, area->y0, w, h, NULL, out->ids, room);
        out->ids = grow(L, out, out->ids, &out->id_room, out->id_count, sizeof *out->ids);
    } while (room != out->id_room);
}

/* Push a box of a list, and its thing. @return whether both are there [-0, +0|2] */
static bool push_box(lua_State *L, int items, int i, sb_places *at)
{
    lua_rawgeti(L, items, i + 1);
    at->box = lua_gettop(L);
    at->thing = at->box + 1;
    if (lua_istable(L, at->box) &&
        fields_push_own(L, at->box, at->keys + KEY_THING) == LUA_TTABLE) {
        return true;
    }
    lua_settop(L, at->box - 1);
    return false;
}

/* The Lua table has the results of the same query, in the same order. */
static void read_boxes(lua_State *L, int table, int keys, sb_snapshot *out)
{
    fields_push(L, table, "pointer");
    const hb_world *world = lua_touserdata(L, -1);
    bool has_colors = fields_boolean(L, table, "has_colors");
    fields_push(L, table, "inspected");
    const void *inspected = lua_topointer(L, -1);
    fields_push(L, table, "items");
    int items = lua_gettop(L);

    find_ids(L, world, &out->area, out);
    out->all_boxes = hb_world_item_count(world);
    out->box_count = out->coarse = 0;
    primitives_clear(&out->primitives);
    out->boxes = grow(L, out, out->boxes, &out->box_room, out->id_count, sizeof *out->boxes);
    sb_last last = {0};
    sb_places at = {.keys = keys};
    for (int i = 0; i < out->id_count && push_box(L, items, i, &at); i++) {
        hb_id id = out->ids[i];
        hb_item item;
        hb_shape placed;
        sb_box box = {.in_contact = is_in_contact(out, lua_topointer(L, at.box))};
        read_looks(L, &at, has_colors, &last, out, &box);
        box.inspected = last.thing == inspected;
        if (!last.hidden && hb_world_get_item(world, id, &item) == HB_OK &&
            hb_world_get_shape(world, id, HB_FORM_WORLD, &placed) == HB_OK) {
            box.kind = item.user_data < SNAPSHOT_KINDS ? (int)item.user_data : 0;
            box.one_way = one_way_of(&item);
            read_shape(L, &placed, out, &box);
            out->boxes[out->box_count++] = box;
        }
        lua_settop(L, items);
    }
    lua_settop(L, table + KEYS);
}

/* The number of boxes whose colours are checked at a time, in turn. */
#define CHECKED_BOXES 256

/* Raise an error for a wrong colour, also of boxes that are not drawn. */
static void check_colors(lua_State *L, int table, int keys, sb_snapshot *out)
{
    int count = fields_int(L, table, "item_count");
    fields_push(L, table, "items");
    int items = lua_gettop(L);
    sb_last last = {0};
    sb_places at = {.keys = keys};
    for (int i = 0; i < count && i < CHECKED_BOXES; i++) {
        out->next_checked = out->next_checked + 1 < count ? out->next_checked + 1 : 0;
        if (push_box(L, items, out->next_checked, &at)) {
            sb_box box;
            read_looks(L, &at, true, &last, out, &box);
        }
        lua_settop(L, items);
    }
    lua_pop(L, 1);
}

static void read_regions(lua_State *L, int table, sb_snapshot *out)
{
    fields_push(L, table, "pointer");
    const hb_world *world = lua_touserdata(L, -1);
    out->region_count = 0;
    if (out->wants_regions) {
        int count = hb_world_get_regions(world, NULL, 0);
        out->regions = grow(L, out, out->regions, &out->region_room, count, sizeof *out->regions);
        out->region_count = hb_world_get_regions(world, out->regions, count);
    }
}

void snapshot_push_visible(lua_State *L, sb_snapshot *out)
{
    lua_pushlightuserdata(L, out);
    lua_pushcclosure(L, visible, 1);
}

void snapshot_read(lua_State *L, sb_snapshot *out)
{
    int table = lua_gettop(L);
    luaL_checkstack(L, KEYS + 16, NULL);
    int keys = push_keys(L);
    out->label_size = 0;
    read_about(L, table, out);
    if (out->rehearses) {
        out->box_count = out->thing_count = out->contact_count = out->region_count = 0;
        check_colors(L, table, keys, out);
    } else {
        read_kinds(L, table, out);
        read_things(L, table, out);
        read_contacts(L, table, keys, out);
        read_boxes(L, table, keys, out);
        read_regions(L, table, out);
    }
    lua_settop(L, table);
}

const char *snapshot_label(const sb_snapshot *seen, const sb_box *box)
{
    bool is_type = box->kind == KIND_PUSH && box->level_label > 0;
    return is_type ? seen->labels + box->level_label : seen->kinds[box->kind];
}

void snapshot_free(sb_snapshot *seen)
{
    sb_memory *memory = seen->memory;
    memory_resize(memory, seen->boxes, (size_t)seen->box_room * sizeof *seen->boxes, 0);
    memory_resize(memory, seen->ids, (size_t)seen->id_room * sizeof *seen->ids, 0);
    memory_resize(memory, (void *)seen->contact_boxes,
                  (size_t)seen->contact_boxes_room * sizeof *seen->contact_boxes, 0);
    memory_resize(memory, seen->labels, (size_t)seen->label_room, 0);
    memory_resize(memory, seen->things, (size_t)seen->thing_room * sizeof *seen->things, 0);
    memory_resize(memory, seen->contacts, (size_t)seen->contact_room * sizeof *seen->contacts, 0);
    memory_resize(memory, seen->regions, (size_t)seen->region_room * sizeof *seen->regions, 0);
    primitives_free(&seen->primitives);
    memset(seen, 0, sizeof *seen);
}
