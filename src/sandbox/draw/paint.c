/* The binding of `g`. Calls Lua, picture.h, ui.h and, while a file is decoded, shield.h. */
#include "paint.h"

#include "color.h"
#include "sandbox/cage/shield.h"

#include <SDL.h>
#include <lauxlib.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#define METATABLE "hitbox.paint"
#define MAX_CORNERS 256
#define DEFAULT_COLOR 0xe6ebf1ffu
#define DEFAULT_TEXT_SIZE 8.0
#define CIRCLE_CORNERS 32 /* as it is counted, at any zoom */
#define GLYPH_CORNERS 4
#define MAX_NAME 1024   /* bytes, of a picture */
#define GLYPH_WIDTH 0.6 /* of its height, about, where there are no glyphs to measure */
#define MIN_ALPHA 32    /* of 255; of a black text that is fainter nothing is seen */

#define NO_TEXT "a text expected, got nil: tostring(value) shows that as well"
#define TOO_MANY "draw: more than %d "
#define DRAW_FEWER "draw fewer, such as those in the view alone, or one picture for many shapes"

typedef struct sb_pencil {
    sb_paint *paint; /* null outside of draw(s, g) */
    const char *folder;
    sb_sources *sources;
} sb_pencil;

/* ---- Limits ---------------------------------------------------------------------------------- */

void paint_begin(sb_paint *paint)
{
    paint->texts.count = 0;
    paint->drawn = (sb_drawn){0};
}

/* How much of the view a rectangle covers, 0 to 1. */
static double cover_of(const sb_paint *paint, hb_aabb box)
{
    hb_aabb view = paint->view;
    double across = fmin(box.x1, view.x1) - fmax(box.x0, view.x0);
    double down = fmin(box.y1, view.y1) - fmax(box.y0, view.y0);
    double area = (view.x1 - view.x0) * (view.y1 - view.y0);
    return across > 0 && down > 0 && area > 0 ? across * down / area : 0;
}

/* A rectangle of that size in the view's corner: for texts and lines, wherever they are. */
static hb_aabb at_view(const sb_paint *paint, double w, double h)
{
    return (hb_aabb){paint->view.x0, paint->view.y0, paint->view.x0 + w, paint->view.y0 + h};
}

/* Count a command that is about to be drawn. Raises an error if it is one too many. */
static void count(lua_State *L, sb_paint *paint, int corners, double cover)
{
    sb_drawn *drawn = &paint->drawn;
    drawn->commands += drawn->commands <= PAINT_MAX_COMMANDS; /* it counts no further */
    drawn->corners += drawn->corners <= PAINT_MAX_CORNERS ? corners : 0;
    drawn->cover += cover;
    if (drawn->commands > PAINT_MAX_COMMANDS) {
        luaL_error(L, TOO_MANY "commands in a frame; " DRAW_FEWER, PAINT_MAX_COMMANDS);
    } else if (drawn->corners > PAINT_MAX_CORNERS) {
        luaL_error(
            L, TOO_MANY "corners in a frame, of which a circle has %d and a letter %d; " DRAW_FEWER,
            PAINT_MAX_CORNERS, CIRCLE_CORNERS, GLYPH_CORNERS);
    } else if (drawn->cover > PAINT_MAX_COVER) {
        luaL_error(L, "draw: the view is covered more than %d times in a frame; " DRAW_FEWER,
                   PAINT_MAX_COVER);
    }
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* Raise "bad argument #n to 'name' (...)", formatted as by lua_pushfstring. Does not return. */
static void bad_argument(lua_State *L, int index, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const char *text = lua_pushvfstring(L, format, values);
    va_end(values);
    luaL_argerror(L, index, text);
}

static sb_paint *check_paint(lua_State *L)
{
    sb_pencil *pencil = luaL_checkudata(L, 1, METATABLE);
    if (pencil->paint == NULL) {
        luaL_error(L, "g draws only while the scene's draw function runs");
    }
    return pencil->paint;
}

static double check_number(lua_State *L, int index, const char *name)
{
    if (!lua_isnumber(L, index)) {
        bad_argument(L, index, "number expected for %s, got %s", name, luaL_typename(L, index));
    }
    double value = lua_tonumber(L, index);
    if (!isfinite(value)) {
        const char *got = isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf";
        bad_argument(L, index, "%s must be finite, got %s", name, got);
    }
    return value;
}

static double check_size(lua_State *L, int index, const char *name)
{
    double value = check_number(L, index, name);
    if (value < 0) {
        bad_argument(L, index, "%s must be >= 0, got %f", name, value);
    }
    return value;
}

static ui_color check_color(lua_State *L, int index)
{
    ui_color color = DEFAULT_COLOR;
    if (!lua_isnoneornil(L, index) && !color_read(L, index, &color)) {
        bad_argument(L, index, "%s, got %s", COLOR_EXPECTED, color_show(L, index));
    }
    return color;
}

/* Raise an error if there are arguments behind the last one: red, green and blue, most likely. */
static void check_last(lua_State *L, int last)
{
    luaL_argcheck(L, lua_isnoneornil(L, last + 1), last + 1,
                  "nothing follows there; a colour is one argument, as \"#ff8800\"");
}

/* The last argument of what may be filled. A word, as "line", would be as good as true. */
static bool check_filled(lua_State *L, int index)
{
    if (lua_type(L, index) == LUA_TSTRING) {
        bad_argument(L, index, "filled is true or false, got '%s'", lua_tostring(L, index));
    }
    check_last(L, index);
    return lua_toboolean(L, index);
}

static ui_point check_point(lua_State *L, int index, const sb_paint *paint)
{
    double x = check_number(L, index, "x");
    double y = check_number(L, index + 1, "y");
    return camera_to_screen(&paint->camera, x, y);
}

/* The corners in a table {x1, y1, ...}, on the screen, and their bounds. @return how many */
static int check_corners(lua_State *L, int index, int least, const sb_paint *paint, ui_point *out,
                         hb_aabb *bounds)
{
    if (!lua_istable(L, index)) {
        bad_argument(L, index, "a table of corners {x1, y1, x2, y2, ...} expected, got %s",
                     luaL_typename(L, index));
    }
    lua_Unsigned numbers = lua_rawlen(L, index);
    if (numbers % 2 != 0 || numbers < 2 * (lua_Unsigned)least || numbers > 2 * MAX_CORNERS) {
        bad_argument(L, index, "%d to %d corners {x1, y1, x2, y2, ...} expected", least,
                     MAX_CORNERS);
    }
    int corners = (int)numbers / 2;
    *bounds = (hb_aabb){HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < corners; i++) {
        lua_rawgeti(L, index, 2 * i + 1);
        lua_rawgeti(L, index, 2 * i + 2);
        double x = lua_tonumber(L, -2);
        double y = lua_tonumber(L, -1);
        if (!lua_isnumber(L, -2) || !lua_isnumber(L, -1) || !isfinite(x) || !isfinite(y)) {
            bad_argument(L, index, "corner %d must be two finite numbers", i + 1);
        }
        lua_pop(L, 2);
        out[i] = camera_to_screen(&paint->camera, x, y);
        *bounds = (hb_aabb){fmin(bounds->x0, x), fmin(bounds->y0, y), fmax(bounds->x1, x),
                            fmax(bounds->y1, y)};
    }
    return corners;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* g:line(x1, y1, x2, y2, color, width) [-0, +0] */
static int line(lua_State *L)
{
    sb_paint *paint = check_paint(L);
    ui_point a = check_point(L, 2, paint);
    ui_point b = check_point(L, 4, paint);
    ui_color color = check_color(L, 6);
    double width = lua_isnoneornil(L, 7) ? 0 : check_size(L, 7, "width");
    check_last(L, 7);
    double length =
        hypot(lua_tonumber(L, 4) - lua_tonumber(L, 2), lua_tonumber(L, 5) - lua_tonumber(L, 3));
    count(L, paint, 2, cover_of(paint, at_view(paint, length, width)));
    if (paint->renderer != NULL) {
        ui_line(a, b, color, fmaxf(camera_length(&paint->camera, width), 1.5f * ui_scale()));
    }
    return 0;
}

/* g:rect(x, y, w, h, color, filled) [-0, +0] */
static int rect(lua_State *L)
{
    sb_paint *paint = check_paint(L);
    double x = check_number(L, 2, "x");
    double y = check_number(L, 3, "y");
    double w = check_size(L, 4, "w");
    double h = check_size(L, 5, "h");
    ui_color color = check_color(L, 6);
    bool filled = check_filled(L, 7);
    hb_aabb box = {x, y, x + w, y + h};
    count(L, paint, 4, filled ? cover_of(paint, box) : 0);
    ui_point a = camera_to_screen(&paint->camera, box.x0, box.y0);
    ui_point b = camera_to_screen(&paint->camera, box.x1, box.y1);
    if (paint->renderer != NULL && filled) {
        ui_rect_fill(a, b, color);
    } else if (paint->renderer != NULL) {
        ui_rect_line(a, b, color, ui_scale());
    }
    return 0;
}

static void draw_shape(const sb_paint *paint, const ui_point *core, int corners, float radius,
                       ui_color color, bool filled)
{
    if (paint->renderer != NULL && filled) {
        ui_shape_fill(core, corners, radius, color);
    } else if (paint->renderer != NULL) {
        ui_shape_line(core, corners, radius, color, 1.5f * ui_scale());
    }
}

/* g:circle(x, y, r, color, filled) [-0, +0] */
static int circle(lua_State *L)
{
    sb_paint *paint = check_paint(L);
    ui_point centre = check_point(L, 2, paint);
    double r = check_size(L, 4, "r");
    ui_color color = check_color(L, 5);
    bool filled = check_filled(L, 6);
    double x = lua_tonumber(L, 2), y = lua_tonumber(L, 3);
    hb_aabb box = {x - r, y - r, x + r, y + r};
    count(L, paint, CIRCLE_CORNERS, filled ? cover_of(paint, box) : 0);
    draw_shape(paint, &centre, 1, camera_length(&paint->camera, r), color, filled);
    return 0;
}

/* g:polygon({x1, y1, ...}, color, filled) [-0, +0] */
static int polygon(lua_State *L)
{
    sb_paint *paint = check_paint(L);
    ui_point corners[MAX_CORNERS];
    hb_aabb box;
    int size = check_corners(L, 2, 3, paint, corners, &box);
    ui_color color = check_color(L, 3);
    bool filled = check_filled(L, 4);
    count(L, paint, size, filled ? cover_of(paint, box) : 0);
    if (paint->renderer != NULL && filled) {
        ui_polygon_fill(corners, size, color);
    } else {
        draw_shape(paint, corners, size, 0, color, false);
    }
    return 0;
}

/* g:shape(shape, color, filled): a shape of the module [-0, +0] */
static int shape(lua_State *L)
{
    sb_paint *paint = check_paint(L);
    ui_color color = check_color(L, 3);
    bool filled = check_filled(L, 4);
    if (lua_type(L, 2) != LUA_TUSERDATA || luaL_getmetafield(L, 2, "__name") != LUA_TSTRING ||
        strcmp(lua_tostring(L, -1), "hitbox.shape") != 0) {
        luaL_typeerror(L, 2, "shape");
    }
    lua_getfield(L, 2, "corePointer");
    lua_pushvalue(L, 2);
    lua_call(L, 1, 1);
    const hb_shape *given = lua_touserdata(L, -1);
    sb_primitives *primitives = &paint->primitives;
    primitives_clear(primitives);
    sb_primitive primitive;
    sb_primitive_status status = primitives_add(primitives, given, &primitive);
    if (status == PRIMITIVE_NO_MEMORY) {
        luaL_error(L, "%s", memory_shortage(primitives->memory));
    }
    luaL_argcheck(
        L, status == PRIMITIVE_ADDED, 2,
        "its parts or runs of pixels are too many to be drawn; draw its bounds, or a picture");
    count(L, paint, primitives->corner_count + 4 * primitives->piece_count,
          filled ? cover_of(paint, given->bounds) : 0);
    if (paint->renderer != NULL && filled) {
        primitives_fill(primitives, &primitive, &paint->camera, color);
    } else if (paint->renderer != NULL) {
        primitives_line(primitives, &primitive, &paint->camera, color, 1.5f * ui_scale());
    }
    return 0;
}

/* ---- Text and pictures ----------------------------------------------------------------------- */

/* Raise an error if the colour is the second value that gsub returns: how often it has replaced.
   As a colour that is black and nearly transparent. */
static void check_count(lua_State *L, int index)
{
    bool last = lua_gettop(L) == index && lua_isinteger(L, index);
    if (last && lua_tointeger(L, index) >= 0 && lua_tointeger(L, index) < MIN_ALPHA) {
        bad_argument(L, index,
                     "the colour %d is an invisible black; text:gsub(a, b) returns a count behind "
                     "the text: write (text:gsub(a, b)) for the text alone",
                     (int)lua_tointeger(L, index));
    }
}

/* Which point of a text may be named, as fractions of its width and height: as the anchors of
   things. */
static const struct {
    const char *name;
    ui_point at;
} ANCHORS[] = {
    {"top-left", {0, 0}},     {"top", {0.5f, 0}},   {"top-right", {1, 0}},   {"left", {0, 0.5f}},
    {"center", {0.5f, 0.5f}}, {"right", {1, 0.5f}}, {"bottom-left", {0, 1}}, {"bottom", {0.5f, 1}},
    {"bottom-right", {1, 1}}, {"feet", {0.5f, 1}},
};

/* @return null if what is at `index` names no anchor */
static const ui_point *find_anchor(lua_State *L, int index)
{
    const char *name = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
    for (size_t i = 0; i < sizeof ANCHORS / sizeof ANCHORS[0]; i++) {
        if (strcmp(name, ANCHORS[i].name) == 0) {
            return &ANCHORS[i].at;
        }
    }
    return NULL;
}

static ui_point check_anchor(lua_State *L, int index)
{
    const ui_point *anchor = find_anchor(L, index);
    if (anchor == NULL && !lua_isnoneornil(L, index)) {
        bad_argument(L, index,
                     "an anchor expected: top-left, top, top-right, left, center, "
                     "right, bottom-left, bottom or bottom-right, got %s",
                     color_show(L, index));
    }
    return anchor != NULL ? *anchor : ANCHORS[0].at;
}

/* Raise an error if an anchor is where the colour or the size is. */
static void check_no_anchor(lua_State *L, int index)
{
    if (find_anchor(L, index) != NULL) {
        bad_argument(L, index,
                     "'%s' is an anchor, which comes last: "
                     "g:text(x, y, text, color, size, \"%s\")",
                     lua_tostring(L, index), lua_tostring(L, index));
    }
}

static double check_text_size(lua_State *L, int index)
{
    return lua_isnoneornil(L, index) ? DEFAULT_TEXT_SIZE : check_size(L, index, "size");
}

/* Push what is drawn of the text at `index`, which may be any value but nil. [-0, +1] */
static const char *push_text(lua_State *L, int index)
{
    const char *words = color_show(L, index);
    if (lua_rawlen(L, -1) > PAINT_MAX_TEXT) {
        words = lua_pushlstring(L, words, PAINT_MAX_TEXT);
        lua_remove(L, -2);
    }
    return words;
}

/* How large a text is in glyphs: the longest line, and how many lines there are. */
static ui_point count_glyphs(const char *words)
{
    int longest = 0, lines = 1, glyphs = 0;
    for (; *words != '\0'; words++) {
        if (*words == '\n') {
            lines += words[1] != '\0';
            glyphs = 0;
        } else if (((unsigned char)*words & 0xc0) != 0x80) { /* the first byte of a glyph */
            glyphs++;
        }
        longest = glyphs > longest ? glyphs : longest;
    }
    return (ui_point){(float)longest, (float)lines};
}

/* Draw a text, each line of which has its own point of that name at `at`. */
static void draw_text(lua_State *L, sb_paint *paint, ui_point at, ui_point anchor, float pixels,
                      ui_color color, const char *words)
{
    ui_point extent = ui_text_extent(pixels, words);
    ui_point first = {at.x - anchor.x * extent.x, at.y - anchor.y * extent.y};
    ui_point end = {first.x + extent.x, first.y + extent.y};
    text_areas_add(&paint->texts, first, end);
    if (!(anchor.x > 0)) {
        ui_text(first, pixels, color, words);
        return;
    }
    for (float y = first.y; y < end.y - 0.5f;) {
        size_t length = strcspn(words, "\n");
        const char *line = lua_pushlstring(L, words, length);
        ui_point size = ui_text_extent(pixels, line);
        ui_text((ui_point){at.x - anchor.x * size.x, y}, pixels, color, line);
        lua_pop(L, 1);
        words += length + (words[length] != '\0');
        y += size.y;
    }
}

/* g:text(x, y, text, color, size, anchor) [-0, +0] */
static int text(lua_State *L)
{
    sb_paint *paint = check_paint(L);
    ui_point at = check_point(L, 2, paint);
    luaL_argcheck(L, !lua_isnoneornil(L, 4), 4, NO_TEXT);
    check_count(L, 5);
    check_no_anchor(L, 5);
    ui_color color = check_color(L, 5);
    check_no_anchor(L, 6);
    double size = check_text_size(L, 6);
    ui_point anchor = check_anchor(L, 7);
    check_last(L, 7);
    float pixels = camera_length(&paint->camera, size);
    const char *words = push_text(L, 4);
    ui_point glyphs = count_glyphs(words);
    count(L, paint, GLYPH_CORNERS * (int)strlen(words),
          cover_of(paint, at_view(paint, glyphs.x * GLYPH_WIDTH * size, glyphs.y * size)));
    if (paint->renderer != NULL && pixels >= 1.0f) {
        draw_text(L, paint, at, anchor, pixels, color, words);
    }
    return 0;
}

/* g:textSize(text, size) -> w, h in world units, as it is drawn at this zoom [-0, +2] */
static int text_size(lua_State *L)
{
    const sb_paint *paint = check_paint(L);
    luaL_argcheck(L, !lua_isnoneornil(L, 2), 2, NO_TEXT);
    double size = check_text_size(L, 3);
    check_last(L, 3);
    float pixels = camera_length(&paint->camera, size);
    const char *words = push_text(L, 2);
    if (paint->renderer != NULL && pixels >= 1.0f) {
        ui_point extent = ui_text_extent(pixels, words);
        lua_pushnumber(L, extent.x / paint->camera.zoom);
        lua_pushnumber(L, extent.y / paint->camera.zoom);
    } else {
        ui_point glyphs = count_glyphs(words);
        lua_pushnumber(L, glyphs.x * GLYPH_WIDTH * size);
        lua_pushnumber(L, glyphs.y * size);
    }
    return 2;
}

/* The picture named at `index`. The time that it takes to read one is not the script's.
   [-0, +1] */
static sb_picture *load_picture(lua_State *L, const sb_pencil *pencil, int index)
{
    size_t length;
    sb_paint *paint = pencil->paint;
    const char *name = luaL_checklstring(L, index, &length);
    luaL_argcheck(L, length <= MAX_NAME, index, "a path of at most 1024 bytes expected");
    if (!files_is_below(name)) {
        luaL_error(L, "picture '%s' must be a file beside the scene's or below", name);
    }
    const char *path = lua_pushfstring(L, "%s%s", pencil->folder, name);
    sb_picture *picture = pictures_find(&paint->pictures, path);
    if (picture == NULL && !files_note(pencil->sources, path)) {
        luaL_error(L, "picture '%s': %s", name, files_refusal(pencil->sources));
    } else if (picture == NULL && !paint->trusts && files_leads_out(pencil->folder, path)) {
        luaL_error(L, "picture '%s': " FILES_LEADS_OUT, name);
    } else if (picture == NULL) {
        shield_begin_reading(L);
        picture = pictures_read(&paint->pictures, path);
        shield_end();
    }
    if (picture == NULL || picture->error != NULL) {
        const char *why =
            picture != NULL ? picture->error : memory_shortage(paint->pictures.memory);
        luaL_error(L, "picture '%s': %s", name, why);
    }
    return picture;
}

/* The field of the table at `index`, a number of pixels from 0 to most. [-0, +0] */
static double check_pixels(lua_State *L, int index, const char *key, int most)
{
    lua_getfield(L, index, key);
    double value = lua_tonumber(L, -1);
    if (!lua_isnumber(L, -1) || !(value >= 0 && value <= most)) {
        bad_argument(L, index, "%s of the part must be within the picture's %d pixels", key, most);
    }
    lua_pop(L, 1);
    return value;
}

/* Which part of a picture is meant, in pixels: the one at `index`, or all of it. [-0, +0] */
static SDL_FRect check_part(lua_State *L, int index, const sb_picture *of)
{
    SDL_FRect part = {0, 0, (float)of->width, (float)of->height};
    if (!lua_isnoneornil(L, index)) {
        luaL_checktype(L, index, LUA_TTABLE);
        part.x = (float)check_pixels(L, index, "x", of->width);
        part.y = (float)check_pixels(L, index, "y", of->height);
        part.w = (float)check_pixels(L, index, "w", of->width - (int)part.x);
        part.h = (float)check_pixels(L, index, "h", of->height - (int)part.y);
    }
    return part;
}

/* g:picture(path, x, y, w, h, part): the part, or all of it, from x to x + w and from y to y + h,
 * and mirrored where w or h is below 0; w and h default to one unit a pixel [-0, +0] */
static int draw_picture(lua_State *L)
{
    sb_paint *paint = check_paint(L);
    const sb_pencil *pencil = lua_touserdata(L, 1);
    lua_settop(L, 7); /* what is pushed below is no argument */
    luaL_checkstring(L, 2);
    double x = check_number(L, 3, "x");
    double y = check_number(L, 4, "y");
    bool sized = !lua_isnoneornil(L, 5) || !lua_isnoneornil(L, 6);
    double w = sized ? check_number(L, 5, "w") : 0;
    double h = sized ? check_number(L, 6, "h") : 0;
    sb_picture *shown = load_picture(L, pencil, 2);
    SDL_FRect part = check_part(L, 7, shown);
    if (!sized) {
        w = part.w;
        h = part.h;
    }
    hb_aabb box = {fmin(x, x + w), fmin(y, y + h), fmax(x, x + w), fmax(y, y + h)};
    count(L, paint, 4, cover_of(paint, box));
    if (paint->renderer == NULL) {
        return 0;
    }
    SDL_Texture *texture = pictures_texture(shown, paint->renderer);
    if (texture == NULL) {
        luaL_error(L, "picture '%s': %s", lua_tostring(L, 2), SDL_GetError());
    }
    float across = (float)shown->width, down = (float)shown->height;
    ui_picture(texture, camera_to_screen(&paint->camera, x, y),
               camera_to_screen(&paint->camera, x + w, y + h),
               (ui_point){part.x / across, part.y / down},
               (ui_point){(part.x + part.w) / across, (part.y + part.h) / down});
    return 0;
}

/* g:width() -> world units [-0, +1] */
static int width(lua_State *L)
{
    hb_aabb view = check_paint(L)->view;
    lua_pushnumber(L, view.x1 - view.x0);
    return 1;
}

/* g:height() -> world units [-0, +1] */
static int height(lua_State *L)
{
    hb_aabb view = check_paint(L)->view;
    lua_pushnumber(L, view.y1 - view.y0);
    return 1;
}

/* ---- g --------------------------------------------------------------------------------------- */

void paint_push(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"line", line},   {"rect", rect},          {"circle", circle}, {"polygon", polygon},
        {"text", text},   {"textSize", text_size}, {"shape", shape},   {"picture", draw_picture},
        {"width", width}, {"height", height},      {NULL, NULL},
    };
    sb_pencil *pencil = lua_newuserdatauv(L, sizeof *pencil, 0);
    memset(pencil, 0, sizeof *pencil);
    if (luaL_newmetatable(L, METATABLE)) {
        luaL_newlib(L, methods);
        lua_setfield(L, -2, "__index");
        lua_pushboolean(L, false);
        lua_setfield(L, -2, "__metatable");
    }
    lua_setmetatable(L, -2);
}

void paint_aim(lua_State *L, int index, sb_paint *paint, const char *folder, sb_sources *sources)
{
    *(sb_pencil *)lua_touserdata(L, index) = (sb_pencil){paint, folder, sources};
}

void paint_free(sb_paint *paint)
{
    pictures_free(&paint->pictures);
    primitives_free(&paint->primitives);
}
