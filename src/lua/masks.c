/// Pixel masks: shapes made of strings, bytes, a function or an image, and their readers. May call
/// the core and Lua's API.
///
/// A mask lies in two userdata that no script sees. No finalizer frees them; they live as long as a
/// shape uses them, also while finalizers of a script run.
#include "binding.h"

#include <math.h>
#include <string.h>

/* ---- Making ---------------------------------------------------------------------------------- */

/* The core's allocator: leaves each block on the stack. Raises if Lua has no memory; the core then
 * has nothing to free. */
static void *take_block(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)block, (void)old_size;
    return new_size > 0 ? lua_newuserdatauv(context, new_size, 1) : NULL;
}

/* Pop the two blocks of a mask, of which the first is the mask, and push a shape that uses them.
 * [-2, +1, m] */
static hbl_shape *push_mask_shape(lua_State *L)
{
    lua_setiuservalue(L, -2, 1);
    hbl_shape *made = hbl_new_shape(L, 0);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, HBL_LEANS_ON);
    return made;
}

/* The bytes of a picture, `stride` apart. */
typedef struct picture {
    int width, height;
    const unsigned char *alpha;
    int stride;
    int threshold; /* a byte from which on a pixel is solid */
} picture;

/* Push the shape of a picture, with its left top corner at the origin. [-0, +1, v] */
static int push_mask(lua_State *L, const picture *p)
{
    hb_allocator allocator = {take_block, L};
    hb_mask *mask;
    luaL_checkstack(L, 4, NULL);
    hb_status status = hb_mask_create(&allocator, p->width, p->height, p->alpha, p->stride,
                                      (ptrdiff_t)p->width * p->stride, p->threshold, &mask);
    hbl_check_status(L, 1, "mask", status);
    hbl_shape *made = push_mask_shape(L);
    (void)hb_make_mask(&made->shape, mask, 0.0, 0.0);
    return 1;
}

const hb_mask *hbl_push_saved_mask(lua_State *L, int arg, const void *bytes, size_t size,
                                   int number)
{
    hb_allocator allocator = {take_block, L};
    hb_mask *mask;
    luaL_checkstack(L, 4, NULL);
    hbl_check_status(L, arg, "string",
                     hb_saved_mask_create(&allocator, bytes, size, number, &mask));
    hbl_shape *made = push_mask_shape(L);
    (void)hb_make_mask(&made->shape, mask, 0.0, 0.0);
    return mask;
}

/* Push memory for a byte a pixel. [-0, +1, m] */
static unsigned char *push_bytes(lua_State *L, picture *p)
{
    size_t size = (size_t)p->width * (size_t)p->height;
    unsigned char *bytes = lua_newuserdatauv(L, size > 0 ? size : 1, 0);
    p->alpha = bytes;
    p->stride = 1;
    p->threshold = 128;
    return bytes;
}

/* The integer at `index` as a width or height. [-0, +0, v] */
static int check_side(lua_State *L, int index, int arg, const char *name)
{
    int64_t side = hbl_integer_at(L, index, arg, name);
    hb_status status = side < 0 ? HB_NEGATIVE : side > HB_MAX_MASK_SIZE ? HB_MASK_TOO_LARGE : HB_OK;
    if (status != HB_OK) {
        hbl_arg_error(L, arg, "%s %s, got %s", name, hb_status_text(status),
                      hbl_integer_text(L, side));
    }
    return (int)side;
}

/* The alpha from which on a pixel is solid, from 0 to 1, 0.5 if there is none. [-0, +0, v] */
static double check_threshold(lua_State *L, int arg)
{
    double threshold = lua_isnoneornil(L, arg) ? 0.5 : hbl_coord(L, arg, "threshold");
    if (threshold < 0.0 || threshold > 1.0) {
        hbl_arg_error(L, arg, "threshold must be from 0 to 1, got %s", hbl_number_text(L, arg));
    }
    return threshold;
}

/* mask{"..##..", ".####."} [-0, +1, v] */
static int make_of_rows(lua_State *L)
{
    picture p = {0};
    lua_settop(L, 1);
    size_t rows = (size_t)lua_rawlen(L, 1);
    if (rows > HB_MAX_MASK_SIZE) {
        hbl_status_error(L, 1, "number of rows", HB_MASK_TOO_LARGE);
    }
    p.height = (int)rows;
    unsigned char *bytes = NULL;
    for (int y = 0; y < p.height; y++) {
        size_t length;
        if (lua_rawgeti(L, 1, y + 1) != LUA_TSTRING) {
            hbl_arg_error(L, 1, "string expected for row %d, got %s", y + 1, hbl_type_name(L, -1));
        }
        const char *row = lua_tolstring(L, -1, &length);
        if (y == 0 && length > HB_MAX_MASK_SIZE) {
            hbl_status_error(L, 1, "row 1", HB_MASK_TOO_LARGE);
        }
        if (y == 0) {
            p.width = (int)length;
            bytes = push_bytes(L, &p);
            lua_insert(L, 2);
        }
        if (length != (size_t)p.width) {
            hbl_arg_error(L, 1, "row %d must be as long as row 1, which has %d characters, got %s",
                          y + 1, p.width, hbl_integer_text(L, (intmax_t)length));
        }
        for (int x = 0; x < p.width; x++) {
            *bytes++ = row[x] == ' ' || row[x] == '.' ? 0 : 255;
        }
        lua_pop(L, 1);
    }
    return push_mask(L, &p);
}

/* mask(width, height, bytes[, threshold]): a byte of alpha, or four of RGBA, for each pixel
 * [-0, +1, v] */
static int make_of_string(lua_State *L, picture *p)
{
    size_t length, size = (size_t)p->width * (size_t)p->height;
    const char *bytes = lua_tolstring(L, 3, &length);
    if (length != size && length != 4 * size) {
        hbl_arg_error(L, 3, "bytes must be %s or %s long for %d x %d pixels, got %s",
                      hbl_integer_text(L, (intmax_t)size), hbl_integer_text(L, 4 * (intmax_t)size),
                      p->width, p->height, hbl_integer_text(L, (intmax_t)length));
    }
    p->stride = length == size ? 1 : 4;
    p->alpha = (const unsigned char *)bytes + p->stride - 1;
    p->threshold = (int)ceil(check_threshold(L, 4) * 255.0);
    return push_mask(L, p);
}

/* Whether a pixel is solid, by its alpha on top, from the function or getPixel.
 * [-0, +0, v] */
static bool check_alpha(lua_State *L, int arg, int x, int y, double threshold)
{
    if (lua_type(L, -1) != LUA_TNUMBER) {
        hbl_arg_error(L, arg, "number expected for alpha of pixel %d, %d, got %s", x, y,
                      hbl_type_name(L, -1));
    }
    double alpha = lua_tonumber(L, -1);
    if (!isfinite(alpha)) {
        hbl_arg_error(L, arg, "alpha of pixel %d, %d %s", x, y, hb_status_text(HB_NOT_FINITE));
    }
    return alpha >= threshold;
}

/* mask(width, height, function(x, y) -> boolean | alpha end[, threshold]) [-0, +1, v] */
static int make_of_function(lua_State *L, picture *p)
{
    double threshold = check_threshold(L, 4);
    unsigned char *bytes = push_bytes(L, p);
    for (int y = 0; y < p->height; y++) {
        for (int x = 0; x < p->width; x++) {
            lua_pushvalue(L, 3);
            lua_pushinteger(L, x);
            lua_pushinteger(L, y);
            (void)hbl_call(L, NULL, 2, 1);
            bool plain = lua_isboolean(L, -1) || lua_isnil(L, -1);
            bool solid = plain ? lua_toboolean(L, -1) : check_alpha(L, 3, x, y, threshold);
            *bytes++ = solid ? 255 : 0;
            lua_pop(L, 1);
        }
    }
    return push_mask(L, p);
}

/* Push a method of the image at 1, and the image. [-0, +2, v] */
static void push_method(lua_State *L, const char *name)
{
    if (hbl_get_field(L, NULL, 1, name) != LUA_TFUNCTION) {
        hbl_arg_error(L, 1, "function expected for %s of the image, got %s", name,
                      hbl_type_name(L, -1));
    }
    lua_pushvalue(L, 1);
}

/* [-0, +0, v] */
static int read_side(lua_State *L, const char *method, const char *name)
{
    push_method(L, method);
    (void)hbl_call(L, NULL, 1, 1);
    int side = check_side(L, -1, 1, name);
    lua_pop(L, 1);
    return side;
}

/* Whether a pixel of the image is solid. [-0, +0, v] */
static bool ask_pixel(lua_State *L, int x, int y, double threshold)
{
    push_method(L, "getPixel");
    lua_pushinteger(L, x);
    lua_pushinteger(L, y);
    (void)hbl_call(L, NULL, 3, 4);
    bool solid = check_alpha(L, 1, x, y, threshold);
    lua_pop(L, 4);
    return solid;
}

/* Push the result of a method of a userdata at 1, nil if it has no such method. [-0, +1, v] */
static void push_answer(lua_State *L, const char *name)
{
    if (lua_type(L, 1) != LUA_TUSERDATA || hbl_get_field(L, NULL, 1, name) != LUA_TFUNCTION) {
        lua_settop(L, 2);
        lua_pushnil(L);
    } else {
        lua_pushvalue(L, 1);
        (void)hbl_call(L, NULL, 1, 1);
    }
}

/* Push all bytes of an image in RGBA format, as most of LÖVE's have; else nil. The stack holds only
 * the arguments. [-0, +1, v] @return the bytes, or null */
static const unsigned char *push_rgba(lua_State *L, const picture *p)
{
    push_answer(L, "getFormat");
    const char *format = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    bool is_rgba = strcmp(format, "rgba8") == 0;
    lua_settop(L, 2);
    if (!is_rgba) {
        lua_pushnil(L);
        return NULL;
    }
    push_answer(L, "getString");
    size_t length = 0;
    const char *bytes = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    bool is_whole = length == 4 * (size_t)p->width * (size_t)p->height;
    return is_whole ? (const unsigned char *)bytes : NULL;
}

/* mask(image[, threshold]): an object with getWidth, getHeight and getPixel, which returns red,
 * green, blue and alpha from 0 to 1, such as an ImageData of LÖVE. If its bytes are known, getPixel
 * is called for one pixel of each alpha only, as these calls take most time [-0, +1, v] */
static int make_of_image(lua_State *L)
{
    double threshold = check_threshold(L, 2);
    picture p = {0};
    p.width = read_side(L, "getWidth", "width");
    p.height = read_side(L, "getHeight", "height");
    lua_settop(L, 2);
    const unsigned char *rgba = push_rgba(L, &p);
    enum { UNKNOWN = 1 };
    unsigned char answers[256];
    memset(answers, UNKNOWN, sizeof answers);
    unsigned char *bytes = push_bytes(L, &p);
    for (int y = 0; y < p.height; y++) {
        for (int x = 0; x < p.width; x++) {
            size_t at = 4 * ((size_t)y * (size_t)p.width + (size_t)x) + 3;
            unsigned char alpha = rgba != NULL ? rgba[at] : 0;
            if (rgba == NULL || answers[alpha] == UNKNOWN) {
                answers[alpha] = ask_pixel(L, x, y, threshold) ? 255 : 0;
            }
            *bytes++ = answers[alpha];
        }
    }
    return push_mask(L, &p);
}

/* Whether the argument has the methods of an image. [-0, +0, v] */
static bool is_image(lua_State *L, int arg)
{
    bool indexed = lua_istable(L, arg);
    if (lua_isuserdata(L, arg) && luaL_getmetafield(L, arg, "__index") != LUA_TNIL) {
        lua_pop(L, 1);
        indexed = true;
    }
    if (indexed) {
        indexed = hbl_get_field(L, NULL, arg, "getPixel") != LUA_TNIL;
        lua_pop(L, 1);
    }
    return indexed;
}

/* mask of rows, bytes, a function or an image: see above [-0, +1, v] */
static int make_mask(lua_State *L)
{
    if (lua_type(L, 1) == LUA_TNUMBER) {
        picture p = {0};
        p.width = check_side(L, 1, 1, "width");
        p.height = check_side(L, 2, 2, "height");
        if (lua_type(L, 3) == LUA_TSTRING) {
            return make_of_string(L, &p);
        }
        if (!lua_isfunction(L, 3)) {
            hbl_arg_error(L, 3, "function or string expected for pixels, got %s",
                          hbl_type_name(L, 3));
        }
        return make_of_function(L, &p);
    }
    if (is_image(L, 1)) {
        return make_of_image(L);
    }
    if (!lua_istable(L, 1)) {
        hbl_arg_error(L, 1,
                      "rows, width or image with getPixel, as love.image.newImageData, expected, "
                      "got %s",
                      hbl_type_name(L, 1));
    }
    return make_of_rows(L);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* `self` of a method: a shape that is a mask. [-0, +0, v] */
static const hb_shape *check_mask(lua_State *L)
{
    const hb_shape *shape = hbl_check_shape(L, 1, "self");
    if (shape->kind != HB_MASK) {
        hbl_arg_error(L, 1, "mask expected, got another kind of shape");
    }
    return shape;
}

/* mask:size() -> width, height of its picture in pixels [-0, +2, v] */
static int mask_size(lua_State *L)
{
    const hb_mask *mask = check_mask(L)->mask;
    lua_pushinteger(L, hb_mask_width(mask));
    lua_pushinteger(L, hb_mask_height(mask));
    return 2;
}

/* mask:count() -> number of solid pixels [-0, +1, v] */
static int mask_count(lua_State *L)
{
    lua_pushinteger(L, hb_mask_solid_count(check_mask(L)->mask));
    return 1;
}

/* mask:get(x, y) -> whether a pixel of its picture is solid, counted from 0, 0 at any position of
 * the mask; false outside [-0, +1, v] */
static int mask_get(lua_State *L)
{
    const hb_mask *mask = check_mask(L)->mask;
    int64_t x = hbl_integer_at(L, 2, 2, "x"), y = hbl_integer_at(L, 3, 3, "y");
    bool within = x >= 0 && x < hb_mask_width(mask) && y >= 0 && y < hb_mask_height(mask);
    lua_pushboolean(L, within && hb_mask_is_solid(mask, (int)x, (int)y));
    return 1;
}

typedef hb_status change_mask(const hb_allocator *allocator, const hb_shape *shape,
                              const hb_shape *other, hb_mask **out);

/* Push a mask at the same position, changed by another shape [-0, +1, v] */
static int changed(lua_State *L, change_mask *change, const char *name)
{
    const hb_shape *shape = check_mask(L), *other = hbl_check_shape(L, 2, name);
    hb_allocator allocator = {take_block, L};
    hb_mask *mask;
    luaL_checkstack(L, 4, NULL);
    hbl_check_status(L, 1, "mask", change(&allocator, shape, other, &mask));
    hbl_shape *made = push_mask_shape(L);
    made->shape = *shape;
    made->shape.mask = mask;
    return 1;
}

/* mask:cut(hole) -> a mask at the same position, without the pixels that a shape overlaps
 * [-0, +1, v] */
static int mask_cut(lua_State *L)
{
    return changed(L, hb_mask_cut, "hole");
}

/* mask:fill(patch) -> a mask at the same position, with the pixels that a shape overlaps
 * [-0, +1, v] */
static int mask_fill(lua_State *L)
{
    return changed(L, hb_mask_fill, "patch");
}

const luaL_Reg hbl_mask_makers[] = {
    {"mask", make_mask},
    {NULL, NULL},
};

const luaL_Reg hbl_mask_methods[] = {
    {"size", mask_size}, {"count", mask_count}, {"get", mask_get},
    {"cut", mask_cut},   {"fill", mask_fill},   {NULL, NULL},
};
