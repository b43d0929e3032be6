/* Reads the scene into plain arrays. Calls Lua, and the core for the boxes as they are placed. What
   the script has made is read without its metamethods: they might destroy the world meanwhile. */
#include "snapshot.h"

#include "sandbox/draw/color.h"

#include <lauxlib.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MARGIN 16 /* pixels around what is on the screen */

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

/* What things and boxes share is so many tables behind them at the most. */
enum { MOST_BEHIND = 3 };

/* Push a field, also one of the tables behind a table, without calling a metamethod.
 * @return its type [-0, +1] */
static int field(lua_State *L, int table, const char *name)
{
    if (!lua_istable(L, table)) {
        luaL_error(L, "%s cannot be read: no table, but a %s", name, luaL_typename(L, table));
    }
    lua_pushvalue(L, table);
    for (int behind = 0;; behind++) {
        lua_pushstring(L, name);
        if (lua_rawget(L, -2) != LUA_TNIL || behind == MOST_BEHIND || !lua_getmetatable(L, -2)) {
            break;
        }
        lua_pushliteral(L, "__index");
        lua_rawget(L, -2);
        if (!lua_istable(L, -1)) {
            lua_pop(L, 2);
            break;
        }
        lua_replace(L, -4);
        lua_pop(L, 2);
    }
    lua_remove(L, -2);
    return lua_type(L, -1);
}

static double number_field(lua_State *L, int table, const char *name)
{
    field(L, table, name);
    double value = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return value;
}

/* A whole number, 0 if it is none that an int holds: a script may have put anything there. */
static int int_field(lua_State *L, int table, const char *name)
{
    double value = number_field(L, table, name);
    return fabs(value) <= INT_MAX ? (int)value : 0;
}

static bool boolean_field(lua_State *L, int table, const char *name)
{
    field(L, table, name);
    bool value = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return value;
}

static void text_field(lua_State *L, int table, const char *name, char *out, size_t size)
{
    field(L, table, name);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    snprintf(out, size, "%s", text);
    lua_pop(L, 1);
}

/* A colour field of `owner`, or `missing` if it is nil or false. */
static ui_color color_field(lua_State *L, int table, const char *name, const char *owner,
                            ui_color missing)
{
    ui_color color = missing;
    field(L, table, name);
    if (lua_toboolean(L, -1) && !color_read(L, -1, &color)) {
        luaL_error(L, "%s of %s: " COLOR_EXPECTED ", got %s", name, owner, color_show(L, -1));
    }
    lua_pop(L, 1);
    return color;
}

static bool has_field(lua_State *L, int table, const char *name)
{
    bool has = field(L, table, name) != LUA_TNIL;
    lua_pop(L, 1);
    return has;
}

/* The first `count` numbers of a list. */
static void read_numbers(lua_State *L, int table, const char *name, double *out, int count)
{
    field(L, table, name);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        out[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_marks(lua_State *L, int table, sb_snapshot *out)
{
    int count = int_field(L, table, "anchor_count");
    out->anchors = grow(L, out, out->anchors, &out->anchor_room, count, sizeof *out->anchors);
    read_numbers(L, table, "anchors", (double *)out->anchors, 2 * count);
    out->anchor_count = count;

    count = int_field(L, table, "contact_count");
    out->contacts = grow(L, out, out->contacts, &out->contact_room, count, sizeof *out->contacts);
    read_numbers(L, table, "contacts", (double *)out->contacts, 6 * count);
    out->contact_count = count;
}

static void read_kinds(lua_State *L, int table, sb_snapshot *out)
{
    bool is_list = field(L, table, "kinds") == LUA_TTABLE;
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
    out->ticks = int_field(L, table, "ticks");
    out->rate = number_field(L, table, "rate");
    out->things = int_field(L, table, "things");
    out->uses_mouse = boolean_field(L, table, "mouse");
    out->used_keys = (unsigned)int_field(L, table, "keys");
    text_field(L, table, "title", out->title, sizeof out->title);
    out->background = color_field(L, table, "background", "the scene", UI_GROUND);
}

/* The part of the world that the scene asks to show. */
static hb_aabb read_view(lua_State *L, int view)
{
    double x = number_field(L, view, "x");
    double y = number_field(L, view, "y");
    double w = number_field(L, view, "w");
    double h = number_field(L, view, "h");
    if (!(fabs(x) <= HB_MAX_COORD && fabs(y) <= HB_MAX_COORD && w > 0 && w <= HB_MAX_COORD &&
          h > 0 && h <= HB_MAX_COORD)) {
        luaL_error(L, "view of the scene must be { x =, y =, w =, h = }, with x and y within "
                      "2^100, w and h > 0");
    }
    return (hb_aabb){x, y, x + w, y + h};
}

/* What of the world is on the screen, and a little more. */
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
    out->figures.memory = out->memory;
    sb_figure_status status = figures_add(&out->figures, shape, &box->figure);
    if (status == FIGURE_NO_MEMORY) {
        luaL_error(L, "%s", memory_shortage(out->memory));
    }
    box->by_bounds = status == FIGURE_TOO_LARGE;
    out->coarse += box->by_bounds;
}

/* Where what an item stops comes from, as the item lies: of the length 1, or 0, 0 for anywhere. */
static hb_vec way_of(const hb_item *item)
{
    double length = hypot(item->one_way.x, item->one_way.y);
    if (!(length > 0)) {
        return (hb_vec){0};
    }
    hb_pose turn = {.angle = item->angle, .scale = 1, .mirrored = item->mirrored};
    return hb_pose_point(turn, (hb_vec){item->one_way.x / length, item->one_way.y / length});
}

/* Push the name of a thing [-0, +1] */
static void push_name(lua_State *L, int thing)
{
    if (!lua_getmetatable(L, thing)) { /* where all is that is its own */
        luaL_error(L, "a thing has no name");
    }
    field(L, -1, "name");
    lua_remove(L, -2);
}

/* What read_boxes knows of the box before. */
typedef struct sb_before {
    const void *thing;
    int number;
} sb_before;

/* Which thing the box on top of the stack belongs to; the thing is left on top. [-0, +1] */
static void read_thing(lua_State *L, sb_before *before, sb_box *box)
{
    field(L, -1, "thing");
    before->number += lua_topointer(L, -1) != before->thing;
    before->thing = lua_topointer(L, -1);
    box->thing = before->number;
}

/* The colour of the box below a thing: the one assigned to the box, else that of the definition of
   the box, else the one assigned to the thing, else that of its definition; 0 if there is none.
   [-0, +0] */
static ui_color color_of(lua_State *L, int thing, const char *owner)
{
    int box = thing - 1;
    int own = thing + 1;
    int def = thing + 2;
    if (!lua_getmetatable(L, thing)) { /* where all is that is its own */
        return 0;
    }
    field(L, box, "def");
    field(L, own, "def");
    bool has_own_definition = !lua_rawequal(L, def, -1);
    ui_color color = color_field(L, has_field(L, thing, "color") ? thing : own, "color", owner, 0);
    if (has_field(L, box, "color")) {
        color = color_field(L, box, "color", owner, color);
    } else if (has_own_definition) {
        color = color_field(L, def, "color", owner, color);
    }
    lua_settop(L, thing);
    return color;
}

/* The box's looks, from the box and the thing on top of the stack. @return false if it is hidden.
   [-0, +0] */
static bool read_looks(lua_State *L, int met, double frame, bool has_colors, sb_box *box)
{
    int thing = lua_gettop(L);
    lua_pushvalue(L, thing - 1);
    lua_rawget(L, met);
    box->met = lua_tonumber(L, -1) == frame;
    lua_pop(L, 1);
    if (!has_colors) {
        return true;
    }
    char owner[64];
    push_name(L, thing);
    snprintf(owner, sizeof owner, "thing '%s'", lua_tostring(L, -1));
    lua_pop(L, 1);
    box->color = color_of(L, thing, owner);
    return !boolean_field(L, thing, "hidden");
}

/* Those items of the world that meet an area, in the order of adding. */
static void find_ids(lua_State *L, const hb_world *world, const hb_aabb *area, sb_snapshot *out)
{
    double w = area->x1 - area->x0;
    double h = area->y1 - area->y0;
    int room;
    do {
        room = out->id_room;
        out->id_count =
            hb_query_rect(world, area->x0, area->y0, w, h, HB_ALL_LAYERS, out->ids, room);
        out->ids = grow(L, out, out->ids, &out->id_room, out->id_count, sizeof *out->ids);
    } while (room != out->id_room);
}

/* The Lua table has the answers to the same question, so that they are in the same order. */
static void read_boxes(lua_State *L, int table, sb_snapshot *out)
{
    field(L, table, "core");
    const hb_world *world = lua_touserdata(L, -1);
    field(L, table, "items");
    int items = lua_gettop(L);
    field(L, table, "met");
    int met = lua_gettop(L);
    double frame = number_field(L, table, "frame");
    bool has_colors = boolean_field(L, table, "has_colors");
    field(L, table, "pointed");
    const void *pointed = lua_topointer(L, -1);

    find_ids(L, world, &out->area, out);
    out->all_boxes = hb_world_count(world);
    out->box_count = out->coarse = 0;
    figures_clear(&out->figures);
    out->boxes = grow(L, out, out->boxes, &out->box_room, out->id_count, sizeof *out->boxes);
    sb_before before = {0};
    for (int i = 0; i < out->id_count && lua_rawgeti(L, items, i + 1) == LUA_TTABLE; i++) {
        hb_id id = out->ids[i];
        hb_item item;
        hb_shape placed;
        sb_box box = {0};
        read_thing(L, &before, &box);
        box.pointed = before.thing == pointed;
        if (read_looks(L, met, frame, has_colors, &box) &&
            hb_world_get(world, id, &item) == HB_OK &&
            hb_world_shape(world, id, HB_AS_PLACED, &placed) == HB_OK) {
            box.kind = item.tag < SNAPSHOT_KINDS ? (int)item.tag : 0;
            box.way = way_of(&item);
            read_shape(L, &placed, out, &box);
            out->boxes[out->box_count++] = box;
        }
        lua_pop(L, 2);
    }
}

static void read_regions(lua_State *L, int table, sb_snapshot *out)
{
    field(L, table, "core");
    const hb_world *world = lua_touserdata(L, -1);
    out->region_count = 0;
    if (out->wants_regions) {
        int count = hb_world_regions(world, NULL, 0);
        out->regions = grow(L, out, out->regions, &out->region_room, count, sizeof *out->regions);
        out->region_count = hb_world_regions(world, out->regions, count);
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
    luaL_checkstack(L, 16, NULL);
    read_about(L, table, out);
    read_kinds(L, table, out);
    read_marks(L, table, out);
    read_boxes(L, table, out);
    read_regions(L, table, out);
    lua_settop(L, table);
}

void snapshot_free(sb_snapshot *seen)
{
    sb_memory *memory = seen->memory;
    memory_resize(memory, seen->boxes, (size_t)seen->box_room * sizeof *seen->boxes, 0);
    memory_resize(memory, seen->ids, (size_t)seen->id_room * sizeof *seen->ids, 0);
    memory_resize(memory, seen->anchors, (size_t)seen->anchor_room * sizeof *seen->anchors, 0);
    memory_resize(memory, seen->contacts, (size_t)seen->contact_room * sizeof *seen->contacts, 0);
    memory_resize(memory, seen->regions, (size_t)seen->region_room * sizeof *seen->regions, 0);
    figures_free(&seen->figures);
    memset(seen, 0, sizeof *seen);
}
