/* Reads JSON (RFC 8259) as hitbox/scene/data/json.lua does, many times as fast. It makes no errors:
   of a text that is not as it should be, that reader says what is wrong. */
#include "formats.h"

#include "sandbox/cage/shield.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_DEPTH = 200,  /* that of json.lua */
    MAX_NUMBER = 300, /* characters: the same */
    MAX_PLAIN = 15,   /* digits of integers that cannot overflow */
    USUAL_FIELDS = 8, /* of an object; most in levels have about as many */
};

/* A list or object that is not at its end. */
typedef struct open_value {
    bool is_list;
    lua_Integer count; /* of the list */
} open_value;

/* The text ends with a zero byte. On the stack are the tables of all open values and, in objects,
   the key of the value that is read. */
typedef struct reader {
    lua_State *L;
    const char *at;
    open_value open[MAX_DEPTH];
    int depth;
} reader;

static void skip(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n') {
        r->at++;
    }
}

/* ---- Strings --------------------------------------------------------------------------------- */

static bool is_plain(char sign)
{
    return (unsigned char)sign >= ' ' && sign != '"' && sign != '\\';
}

/* The four digits behind \u. @return -1 if they are none */
static long code_at(const char *at)
{
    long code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digit =
            at[i] != '\0' ? strchr("0123456789abcdef0123456789ABCDEF", at[i]) : NULL;
        if (digit == NULL) {
            return -1;
        }
        code = 16 * code + (digit - "0123456789abcdef0123456789ABCDEF") % 16;
    }
    return code;
}

/* Add what is behind a backslash. */
static bool add_escape(reader *r, luaL_Buffer *buffer)
{
    static const char names[] = "\"\\/bfnrt", signs[] = "\"\\/\b\f\n\r\t";
    char name = *r->at++;
    const char *known = name != '\0' ? strchr(names, name) : NULL;
    if (known != NULL) {
        luaL_addchar(buffer, signs[known - names]);
        return true;
    }
    long code = name == 'u' ? code_at(r->at) : -1;
    r->at += 4;
    if (code >= 0xd800 && code < 0xdc00 && r->at[0] == '\\' && r->at[1] == 'u') {
        long low = code_at(r->at + 2);
        code =
            low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00 : -1;
        r->at += 6;
    }
    if (code < 0 || (code >= 0xd800 && code < 0xe000)) {
        return false;
    }
    lua_pushfstring(r->L, "%U", code);
    luaL_addvalue(buffer);
    return true;
}

/* Push the string that begins here. [-0, +0|1] */
static bool read_string(reader *r)
{
    const char *begin = ++r->at;
    while (is_plain(*r->at)) {
        r->at++;
    }
    if (*r->at == '"') {
        lua_pushlstring(r->L, begin, (size_t)(r->at++ - begin));
        return true;
    }
    luaL_Buffer buffer;
    luaL_buffinit(r->L, &buffer);
    for (;;) {
        luaL_addlstring(&buffer, begin, (size_t)(r->at - begin));
        if (*r->at == '"') {
            r->at++;
            luaL_pushresult(&buffer);
            return true;
        }
        if (*r->at++ != '\\' || !add_escape(r, &buffer)) {
            return false;
        }
        begin = r->at;
        while (is_plain(*r->at)) {
            r->at++;
        }
    }
}

/* ---- Numbers and words ----------------------------------------------------------------------- */

static const char *skip_digits(const char *at)
{
    while (*at >= '0' && *at <= '9') {
        at++;
    }
    return at;
}

/* Push a number that Lua reads: one with a point, an exponent, or many digits. [-0, +0|1] */
static bool read_long_number(reader *r, const char *begin, const char *at)
{
    char digits[MAX_NUMBER + 1];
    if (at[0] == '.') {
        const char *part = skip_digits(at + 1);
        if (part == at + 1) {
            return false;
        }
        at = part;
    }
    if (at[0] == 'e' || at[0] == 'E') {
        const char *part = at + 1 + (at[1] == '+' || at[1] == '-');
        if (skip_digits(part) == part) {
            return false;
        }
        at = skip_digits(part);
    }
    if (at - begin > MAX_NUMBER) {
        return false;
    }
    snprintf(digits, sizeof digits, "%.*s", (int)(at - begin), begin);
    r->at = at;
    return lua_stringtonumber(r->L, digits) != 0 &&
           lua_tonumber(r->L, -1) - lua_tonumber(r->L, -1) == 0; /* it is finite */
}

/* [-0, +0|1] */
static bool read_number(reader *r)
{
    const char *begin = r->at, *digits = begin + (*begin == '-'), *at = skip_digits(digits);
    if (at == digits || (*digits == '0' && at != digits + 1)) {
        return false;
    }
    if (at - digits > MAX_PLAIN || *at == '.' || *at == 'e' || *at == 'E') {
        return read_long_number(r, begin, at);
    }
    lua_Integer number = 0;
    for (const char *digit = digits; digit < at; digit++) {
        number = 10 * number + (*digit - '0');
    }
    lua_pushinteger(r->L, *begin == '-' ? -number : number);
    r->at = at;
    return true;
}

static bool read_word(reader *r)
{
    static const char *const words[] = {"null", "true", "false"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(r->at, words[i], length) == 0) {
            r->at += length;
            if (i == 0) {
                lua_pushnil(r->L);
            } else {
                lua_pushboolean(r->L, i == 1);
            }
            return true;
        }
    }
    return false;
}

/* ---- Lists and objects ----------------------------------------------------------------------- */

/* Push the key of the next field, up to its value. [-0, +0|1] */
static bool read_key(reader *r)
{
    if (*r->at != '"' || !read_string(r)) {
        return false;
    }
    skip(r);
    if (*r->at++ != ':') {
        return false;
    }
    skip(r);
    return true;
}

/* How many entries a list may have that begins here: all if it has no other lists in it. */
static int count_entries(const char *at)
{
    int commas = 0;
    for (; *at != '\0' && *at != '[' && *at != '{' && *at != '"' && *at != ']'; at++) {
        commas += *at == ',';
    }
    return *at == ']' ? commas + 1 : 0;
}

/* Push an empty table for the list or object that begins here. @return whether it goes on */
static bool begin_table(reader *r, bool *fine)
{
    bool is_list = *r->at++ == '[';
    skip(r);
    bool is_empty = *r->at == (is_list ? ']' : '}');
    int entries = is_list && !is_empty ? count_entries(r->at) : 0;
    lua_createtable(r->L, entries, is_list || is_empty ? 0 : USUAL_FIELDS);
    r->at += is_empty;
    if (is_empty) {
        return false;
    }
    *fine = r->depth < MAX_DEPTH;
    if (*fine) {
        r->open[r->depth++] = (open_value){.is_list = is_list};
        *fine = is_list || read_key(r);
    }
    return true;
}

/* Put the value on top into the innermost table. [-1|2, +0] */
static bool put_value(reader *r)
{
    open_value *in = &r->open[r->depth - 1];
    if (in->is_list) { /* null leaves a hole */
        lua_rawseti(r->L, -2, ++in->count);
        return true;
    }
    lua_pushvalue(r->L, -2);
    bool is_new = lua_rawget(r->L, -4) == LUA_TNIL;
    lua_pop(r->L, 1);
    lua_rawset(r->L, -3);
    return is_new;
}

/* A value is read: put it into its table, which may be whole by that, and so on. Then comes another
   value, or *done. */
static bool go_on(reader *r, bool *done)
{
    while (r->depth > 0) {
        bool is_list = r->open[r->depth - 1].is_list;
        if (!put_value(r)) {
            return false;
        }
        skip(r);
        char sign = *r->at++;
        if (sign == ',') {
            skip(r);
            return is_list || read_key(r);
        } else if (sign != (is_list ? ']' : '}')) {
            return false;
        }
        r->depth--;
    }
    *done = true;
    return true;
}

/* Push the value of the text. [-0, +any] */
static bool read_text(reader *r)
{
    bool fine = true, done = false;
    skip(r);
    while (fine && !done) {
        char sign = *r->at;
        if (sign == '[' || sign == '{') {
            if (begin_table(r, &fine)) {
                continue;
            }
        } else if (sign == '"') {
            fine = read_string(r);
        } else if (sign == '-' || (sign >= '0' && sign <= '9')) {
            fine = read_number(r);
        } else {
            fine = read_word(r);
        }
        fine = fine && go_on(r, &done);
    }
    if (fine) {
        skip(r);
    }
    return fine;
}

int formats_json(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_settop(L, 1);
    luaL_checkstack(L, 2 * MAX_DEPTH + 20, NULL);
    reader r = {.L = L, .at = text};
    shield_begin_reading(L);
    bool fine = read_text(&r) && r.at == text + length;
    shield_end();
    lua_settop(L, fine ? 2 : 1);
    lua_pushboolean(L, fine);
    if (fine) {
        lua_insert(L, 2);
    }
    return fine ? 2 : 1;
}
