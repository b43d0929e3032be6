/* Unpacks the tiles of a layer: base64, zlib, gzip and zstd to bytes, and bytes or text to lists of
   numbers. The caller says how many bytes there should be, and no more are unpacked. */
#define ZLIB_CONST /* what is packed is not changed */

#include "formats.h"

#include "sandbox/cage/shield.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#define MAX_BYTES (1 << 28)

static int refuse(lua_State *L, const char *why)
{
    lua_pushnil(L);
    lua_pushstring(L, why);
    return 2;
}

/* Unpack zlib or gzip, whichever it is, into room for `*size` bytes; then `*size` are there.
   @return null, or why it cannot be */
static const char *unpack_zlib(const char *bytes, size_t length, char *out, size_t *size)
{
    z_stream stream = {.next_in = (const Bytef *)bytes,
                       .avail_in = (uInt)length,
                       .next_out = (Bytef *)out,
                       .avail_out = (uInt)*size};
    if (inflateInit2(&stream, MAX_WBITS + 32) != Z_OK) { /* 32: by the header */
        return "not enough memory";
    }
    int status = inflate(&stream, Z_FINISH);
    *size -= stream.avail_out;
    const char *why = status == Z_STREAM_END                    ? NULL
                      : status == Z_MEM_ERROR                   ? "not enough memory"
                      : status != Z_BUF_ERROR && status != Z_OK ? "the packed bytes are damaged"
                      : stream.avail_out == 0 ? "more bytes are packed than there should be"
                                              : "the packed bytes end too early";
    inflateEnd(&stream);
    return why;
}

/* The same for zstd. */
static const char *unpack_zstd(const char *bytes, size_t length, char *out, size_t *size)
{
    size_t written = ZSTD_decompress(out, *size, bytes, length);
    if (ZSTD_isError(written)) {
        return ZSTD_getErrorName(written);
    }
    *size = written;
    return NULL;
}

/* For bytes and the number of them once unpacked: these, or nil and why there are none.
   [-0, +1 or +2] */
static int unpack(lua_State *L, const char *(*by)(const char *, size_t, char *, size_t *))
{
    size_t length;
    const char *bytes = luaL_checklstring(L, 1, &length);
    lua_Integer most = luaL_checkinteger(L, 2);
    if (length > MAX_BYTES || most < 0 || most > MAX_BYTES) {
        return refuse(L, "there are too many bytes");
    }
    size_t size = (size_t)most;
    char *out = lua_newuserdatauv(L, size + 1, 0);
    shield_begin_reading(L);
    const char *why = by(bytes, length, out, &size);
    shield_end();
    if (why != NULL) {
        return refuse(L, why);
    }
    lua_pushlstring(L, out, size);
    return 1;
}

static int inflate_bytes(lua_State *L)
{
    return unpack(L, unpack_zlib);
}

static int zstd_bytes(lua_State *L)
{
    return unpack(L, unpack_zstd);
}

/* ---- Base64 ---------------------------------------------------------------------------------- */

/* The six bits that a character stands for; -1 for white space, -2 at the end, -3 for others. */
static int bits_of(char c)
{
    static const char order[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static signed char bits[256];
    static bool is_made;
    if (!is_made) {
        memset(bits, -3, sizeof bits);
        bits[' '] = bits['\t'] = bits['\r'] = bits['\n'] = -1;
        bits['='] = -2;
        for (int i = 0; i < 64; i++) {
            bits[(unsigned char)order[i]] = (signed char)i;
        }
        is_made = true;
    }
    return bits[(unsigned char)c];
}

static int base64_bytes(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    luaL_Buffer buffer;
    char *out = luaL_buffinitsize(L, &buffer, length / 4 * 3 + 3);
    unsigned long gathered = 0;
    int count = 0; /* of its bits that are not written yet */
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        int bits = bits_of(text[i]);
        if (bits == -2) {
            break;
        }
        if (bits == -3) {
            return refuse(L, "the text is not base64");
        }
        if (bits >= 0) {
            gathered = (gathered << 6 | (unsigned)bits) & 0xffffff;
            count += 6;
        }
        if (count >= 8) {
            count -= 8;
            out[size++] = (char)(gathered >> count);
        }
    }
    luaL_pushresultsize(&buffer, size);
    return 1;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* integers(bytes) -> list of the unsigned 32-bit integers in them, little-endian [-0, +1] */
static int integers(lua_State *L)
{
    size_t length;
    const unsigned char *bytes = (const unsigned char *)luaL_checklstring(L, 1, &length);
    lua_createtable(L, (int)(length / 4), 0);
    for (size_t i = 0; i < length / 4; i++) {
        const unsigned char *at = bytes + 4 * i;
        lua_pushinteger(L, (lua_Integer)at[0] | (lua_Integer)at[1] << 8 | (lua_Integer)at[2] << 16 |
                               (lua_Integer)at[3] << 24);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') {
        at++;
    }
    return at;
}

#define MAX_DIGITS 15

/* numbers(text, at, list, n) -> n, at: add the whole numbers that stand in a row from a place on,
   each with a comma behind it, to a list of n entries. Others are the caller's. [-0, +2] */
static int numbers(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer start = luaL_checkinteger(L, 2);
    lua_Integer n = luaL_checkinteger(L, 4);
    luaL_argcheck(L, start >= 1 && (size_t)start <= length + 1, 2, "outside of the text");
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_settop(L, 3);
    const char *next = text + start - 1;
    for (;;) { /* a zero byte ends the text */
        const char *at = next;
        lua_Integer number = 0;
        while (*at >= '0' && *at <= '9' && at - next < MAX_DIGITS) {
            number = 10 * number + (*at++ - '0');
        }
        bool is_plain = at > next && (*next != '0' || at == next + 1);
        at = skip_blanks(at);
        if (!is_plain || *at != ',') {
            break;
        }
        lua_pushinteger(L, number);
        lua_rawseti(L, 3, ++n);
        next = skip_blanks(at + 1);
    }
    lua_pushinteger(L, n);
    lua_pushinteger(L, next - text + 1);
    return 2;
}

void formats_push(lua_State *L)
{
    static const luaL_Reg functions[] = {{"xml", formats_xml},       {"json", formats_json},
                                         {"inflate", inflate_bytes}, {"zstd", zstd_bytes},
                                         {"base64", base64_bytes},   {"integers", integers},
                                         {"numbers", numbers},       {NULL, NULL}};
    luaL_newlib(L, functions);
}
