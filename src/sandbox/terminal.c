/* Calls libc and Lua. UTF-8 as in RFC 3629: no surrogates, no longer form than needed. */
#include "terminal.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Characters ------------------------------------------------------------------------------ */

/* The character that a text begins with. @return its bytes, 0 if it is not UTF-8 */
static size_t decode(const unsigned char *text, size_t length, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = *text < 0x80   ? 1
                  : *text < 0xc0 ? 0
                  : *text < 0xe0 ? 2
                  : *text < 0xf0 ? 3
                  : *text < 0xf8 ? 4
                                 : 0;
    if (size == 0 || size > length) {
        return 0;
    }
    *code = size == 1 ? *text : *text & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
        *code = *code << 6 | (text[i] & 0x3f);
    }
    bool is_surrogate = *code >= 0xd800 && *code <= 0xdfff;
    return *code < least[size] || *code > 0x10ffff || is_surrogate ? 0 : size;
}

static bool is_printable(uint32_t code)
{
    bool is_control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    bool turns_line = (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return !is_control && !turns_line && code != 0xfffe && code != 0xffff;
}

size_t terminal_escape(const char *text, size_t length, bool is_line, char out[TERMINAL_ROOM])
{
    uint32_t code = 0;
    size_t size = decode((const unsigned char *)text, length, &code);
    if (size == 0) {
        (void)snprintf(out, TERMINAL_ROOM, "\\%d", (unsigned char)*text);
        return 1;
    }
    if (is_printable(code) || code == '\t' || (code == '\n' && !is_line)) {
        memcpy(out, text, size);
        out[size] = '\0';
    } else {
        (void)snprintf(out, TERMINAL_ROOM, code < 256 ? "\\%u" : "\\u{%X}", (unsigned)code);
    }
    return size;
}

/* ---- Printing -------------------------------------------------------------------------------- */

/* Print a text escaped; each line after the first begins with `indent`. @return bytes printed */
static size_t print_escaped(FILE *file, const char *text, size_t length, bool is_line,
                            const char *indent)
{
    char out[TERMINAL_ROOM];
    size_t printed = 0;
    while (length > 0) {
        size_t taken = terminal_escape(text, length, is_line, out);
        fputs(out, file);
        fputs(*out == '\n' ? indent : "", file);
        printed += strlen(out);
        text += taken;
        length -= taken;
    }
    return printed;
}

static size_t print_line(FILE *file, const char *text)
{
    return print_escaped(file, text, strlen(text), true, "");
}

void terminal_print(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (const char *at = format; *at != '\0'; at++) {
        if (*at != '%') {
            putc(*at, file);
            continue;
        }
        at++;
        size_t width = *at == '-' ? strtoul(at + 1, (char **)&at, 10) : 0;
        if (*at == 's') {
            for (size_t n = print_line(file, va_arg(arguments, const char *)); n < width; n++) {
                putc(' ', file);
            }
        } else if (*at == 'd') {
            fprintf(file, "%d", va_arg(arguments, int));
        } else if (*at == 'l') {
            fprintf(file, "%ld", va_arg(arguments, long));
            at++;
        } else {
            putc(*at, file);
        }
    }
    va_end(arguments);
}

void terminal_print_lines(FILE *file, const char *text, const char *indent)
{
    print_escaped(file, text, strlen(text), false, indent);
    putc('\n', file);
}

void terminal_copy(char *out, size_t size, const char *text)
{
    char escaped[TERMINAL_ROOM];
    size_t length = strlen(text), used = 0;
    while (length > 0) {
        size_t taken = terminal_escape(text, length, true, escaped);
        size_t more = strlen(escaped);
        if (used + more >= size) {
            break;
        }
        memcpy(out + used, escaped, more);
        used += more;
        text += taken;
        length -= taken;
    }
    out[used] = '\0';
}

/* ---- From Lua -------------------------------------------------------------------------------- */

int terminal_lua_escape(lua_State *L)
{
    char out[TERMINAL_ROOM];
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    bool is_line = lua_toboolean(L, 2);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    while (length > 0) {
        size_t taken = terminal_escape(text, length, is_line, out);
        luaL_addstring(&buffer, out);
        text += taken;
        length -= taken;
    }
    luaL_pushresult(&buffer);
    return 1;
}

int terminal_lua_print(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    if (lua_toboolean(L, 2)) {
        fwrite(text, 1, length, stdout);
    } else {
        print_escaped(stdout, text, length, false, "");
    }
    putc('\n', stdout);
    return 0;
}
