/* Reads JSON (RFC 8259) into the tables of hitbox/scene/data/json.lua, many times as fast. yajl
   calls the functions below for each value. They make no errors of their own: of a text that is
   not as it should be, that reader says what is wrong. An error of Lua's leaves yajl where it is,
   and Lua frees it. */
#include "formats.h"

#include "sandbox/cage/shield.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

enum {
    MAX_DEPTH = 200,  /* that of json.lua */
    MAX_NUMBER = 300, /* characters: the same */
    USUAL_FIELDS = 8, /* of an object; most in levels have about as many */
};

#define BOX "hitbox.json"

/* On the stack are the tables of all lists and objects that are open and, in objects, the key of
   the value that is read. */
typedef struct reader {
    lua_State *L;
    yajl_handle parser;
    size_t end; /* of the value, in the text */
    int depth;
    lua_Integer counts[MAX_DEPTH]; /* of lists; -1 for objects */
} reader;

/* ---- Memory: yajl does not expect to be refused any ------------------------------------------ */

static void *resize(void *state, void *block, size_t size)
{
    void *resized = realloc(block, size);
    if (resized == NULL && size > 0) {
        luaL_error(state, "not enough memory");
    }
    return resized;
}

static void *allocate(void *state, size_t size)
{
    return resize(state, NULL, size);
}

static void release(void *state, void *block)
{
    (void)state;
    free(block);
}

/* [-0, +0] */
static int collect_reader(lua_State *L)
{
    reader *r = luaL_checkudata(L, 1, BOX);
    if (r->parser != NULL) {
        yajl_free(r->parser);
        r->parser = NULL;
    }
    return 0;
}

/* [-0, +1] */
static reader *new_reader(lua_State *L)
{
    reader *r = lua_newuserdatauv(L, sizeof *r, 0);
    *r = (reader){.L = L};
    if (luaL_newmetatable(L, BOX)) {
        lua_pushcfunction(L, collect_reader);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return r;
}

/* ---- Values: each function returns whether to go on ------------------------------------------ */

/* Put the value on top into the innermost table, if there is one. [-0|1|2, +0] */
static int put_value(reader *r)
{
    lua_State *L = r->L;
    lua_Integer *count = &r->counts[r->depth > 0 ? r->depth - 1 : 0];
    if (r->depth == 0) {
        return true;
    }
    if (*count >= 0) { /* null leaves a hole */
        lua_rawseti(L, -2, ++*count);
        return true;
    }
    lua_pushvalue(L, -2);
    bool is_new = lua_rawget(L, -4) == LUA_TNIL;
    lua_pop(L, 1);
    lua_rawset(L, -3);
    return is_new;
}

static int on_null(void *context)
{
    reader *r = context;
    lua_pushnil(r->L);
    return put_value(r);
}

static int on_boolean(void *context, int value)
{
    reader *r = context;
    lua_pushboolean(r->L, value);
    return put_value(r);
}

static int on_number(void *context, const char *text, size_t length)
{
    reader *r = context;
    char digits[MAX_NUMBER + 1];
    if (length > MAX_NUMBER) {
        return false;
    }
    memcpy(digits, text, length);
    digits[length] = '\0';
    bool is_finite = lua_stringtonumber(r->L, digits) != 0 &&
                     lua_tonumber(r->L, -1) - lua_tonumber(r->L, -1) == 0;
    return is_finite && put_value(r);
}

static int on_string(void *context, const unsigned char *text, size_t length)
{
    reader *r = context;
    lua_pushlstring(r->L, (const char *)text, length);
    return put_value(r);
}

static int on_key(void *context, const unsigned char *text, size_t length)
{
    reader *r = context;
    lua_pushlstring(r->L, (const char *)text, length);
    return true;
}

/* [-0, +1] */
static int begin_table(reader *r, int fields, lua_Integer count)
{
    if (r->depth == MAX_DEPTH) {
        return false;
    }
    lua_createtable(r->L, 0, fields);
    r->counts[r->depth++] = count;
    return true;
}

static int on_list(void *context)
{
    return begin_table(context, 0, 0);
}

static int on_object(void *context)
{
    return begin_table(context, USUAL_FIELDS, -1);
}

static int on_end(void *context)
{
    reader *r = context;
    r->depth--;
    r->end = yajl_get_bytes_consumed(r->parser);
    return put_value(r);
}

/* ---- The text -------------------------------------------------------------------------------- */

/* Whether characters are written as pairs of escapes, of which yajl takes halves as well. */
static bool has_surrogates(const char *text)
{
    while ((text = strchr(text, '\\')) != NULL && text[1] != '\0') {
        if (text[1] == 'u' && (text[2] == 'd' || text[2] == 'D') && text[3] > '7') {
            return true;
        }
        text += 2;
    }
    return false;
}

/* Push the value of a text: a list or object, as yajl takes half a string behind it. [-0, +any] */
static bool read_text(lua_State *L, const char *text, size_t length)
{
    static const yajl_callbacks callbacks = {.yajl_null = on_null,
                                             .yajl_boolean = on_boolean,
                                             .yajl_number = on_number,
                                             .yajl_string = on_string,
                                             .yajl_start_map = on_object,
                                             .yajl_map_key = on_key,
                                             .yajl_end_map = on_end,
                                             .yajl_start_array = on_list,
                                             .yajl_end_array = on_end};
    yajl_alloc_funcs memory = {.malloc = allocate, .realloc = resize, .free = release, .ctx = L};
    reader *r = new_reader(L);
    r->parser = yajl_alloc(&callbacks, &memory, r);
    yajl_config(r->parser, yajl_dont_validate_strings, 1);
    return yajl_parse(r->parser, (const unsigned char *)text, length) == yajl_status_ok &&
           yajl_complete_parse(r->parser) == yajl_status_ok && r->end > 0 &&
           r->end + strspn(text + r->end, " \t\r\n") == length;
}

int formats_json(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_settop(L, 1);
    luaL_checkstack(L, 2 * MAX_DEPTH + 20, NULL);
    shield_begin_reading(L);
    bool fine = !has_surrogates(text) && read_text(L, text, length);
    shield_end();
    if (!fine) {
        lua_pushboolean(L, false);
        return 1;
    }
    lua_pushboolean(L, true);
    lua_insert(L, -2);
    return 2;
}
