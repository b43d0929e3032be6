/* Reads XML into tables. expat turns the text into a list of events in bytes, during which nothing
   of Lua is called: no error can leave expat half done. Then tables are built from the events.

   A document type may name its grammar, as old maps do, but may not declare entities or values of
   attributes: a few bytes of those can stand for any number of bytes. */
#include "formats.h"

#include "sandbox/cage/shield.h"

#include <expat.h>
#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MAX_BYTES (256 << 20) /* of a text: a map of 1,000 x 1,000 as elements has 70 million */
#define MAX_DEPTH 100
#define MAX_MESSAGE 160

/* Events: START name \0 {attribute \0 value \0} \0, TEXT length bytes, and END. */
enum { START = 's', TEXT = 't', END = 'e' };

typedef struct events {
    char *bytes; /* of Lua's allocator */
    size_t length, room;
    lua_Alloc allocate;
    void *context;
    XML_Parser parser;
    size_t text;         /* where the last event begins, if it is TEXT and goes on; else 0 */
    int depth;           /* of elements */
    const char *refusal; /* why parsing was stopped, or null */
} events;

#define BOX "hitbox.events"

static void free_events(events *all)
{
    all->allocate(all->context, all->bytes, all->room, 0);
    all->bytes = NULL;
    all->room = 0;
}

/* If an error of Lua has left them. [-0, +0] */
static int collect_events(lua_State *L)
{
    free_events(luaL_checkudata(L, 1, BOX));
    return 0;
}

/* [-0, +1] */
static events *new_events(lua_State *L)
{
    void *context;
    lua_Alloc allocate = lua_getallocf(L, &context);
    events *all = lua_newuserdatauv(L, sizeof *all, 0);
    *all = (events){.allocate = allocate, .context = context};
    if (luaL_newmetatable(L, BOX)) {
        lua_pushcfunction(L, collect_events);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return all;
}

/* ---- From the text to events ----------------------------------------------------------------- */

static void refuse(events *all, const char *why)
{
    if (all->refusal == NULL) {
        all->refusal = why;
        XML_StopParser(all->parser, XML_FALSE);
    }
}

static void add(events *all, const void *bytes, size_t length)
{
    if (all->refusal != NULL) {
        return;
    }
    if (all->room - all->length < length) {
        size_t room = 2 * all->room + length + 1024;
        char *larger = all->allocate(all->context, all->bytes, all->room, room);
        if (larger == NULL) {
            refuse(all, "not enough memory");
            return;
        }
        all->bytes = larger;
        all->room = room;
    }
    memcpy(all->bytes + all->length, bytes, length);
    all->length += length;
}

static void add_event(events *all, char kind)
{
    all->text = 0;
    add(all, &kind, 1);
}

static void on_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
    events *all = data;
    if (++all->depth > MAX_DEPTH) {
        refuse(all, "elements lie too deep in each other");
    }
    add_event(all, START);
    add(all, name, strlen(name) + 1);
    for (; *attributes != NULL; attributes++) {
        add(all, *attributes, strlen(*attributes) + 1);
    }
    add(all, "", 1);
}

static void on_end(void *data, const XML_Char *name)
{
    events *all = data;
    (void)name;
    all->depth--;
    add_event(all, END);
}

static void on_text(void *data, const XML_Char *text, int length)
{
    events *all = data;
    size_t more = (size_t)length;
    size_t before = 0;
    if (all->text == 0) {
        add_event(all, TEXT);
        all->text = all->length;
        add(all, &before, sizeof before);
    }
    add(all, text, more);
    if (all->refusal == NULL) {
        memcpy(&before, all->bytes + all->text, sizeof before);
        before += more;
        memcpy(all->bytes + all->text, &before, sizeof before);
    }
}

static void on_entity(void *data, const XML_Char *name, int is_parameter, const XML_Char *value,
                      int length, const XML_Char *base, const XML_Char *system,
                      const XML_Char *public, const XML_Char *notation)
{
    (void)name, (void)is_parameter, (void)value, (void)length;
    (void)base, (void)system, (void)public, (void)notation;
    refuse(data, "it declares an entity, which is not read");
}

static void on_attribute_list(void *data, const XML_Char *element, const XML_Char *attribute,
                              const XML_Char *type, const XML_Char *value, int is_required)
{
    (void)element, (void)attribute, (void)type, (void)value, (void)is_required;
    refuse(data, "it declares attributes, which is not read");
}

/* Parse a text, without calling Lua. @return whether that went well; if not, why */
static bool parse(events *all, const char *text, size_t length, char *message)
{
    all->parser = XML_ParserCreate(NULL);
    if (all->parser == NULL) {
        snprintf(message, MAX_MESSAGE, "not enough memory");
        return false;
    }
    XML_SetUserData(all->parser, all);
    XML_SetElementHandler(all->parser, on_start, on_end);
    XML_SetCharacterDataHandler(all->parser, on_text);
    XML_SetEntityDeclHandler(all->parser, on_entity);
    XML_SetAttlistDeclHandler(all->parser, on_attribute_list);
    bool fine = XML_Parse(all->parser, text, (int)length, XML_TRUE) == XML_STATUS_OK;
    if (!fine) {
        const char *why =
            all->refusal != NULL ? all->refusal : XML_ErrorString(XML_GetErrorCode(all->parser));
        snprintf(message, MAX_MESSAGE, "line %lu, column %lu: %s",
                 (unsigned long)XML_GetCurrentLineNumber(all->parser),
                 (unsigned long)XML_GetCurrentColumnNumber(all->parser) + 1, why);
    }
    XML_ParserFree(all->parser);
    all->parser = NULL;
    return fine;
}

/* ---- From events to tables ------------------------------------------------------------------- */

/* The string after one. */
static const char *after(const char *string)
{
    return string + strlen(string) + 1;
}

/* Push an element without children: its name is at `at`. @return the event after it. [-0, +1] */
static const char *push_element(lua_State *L, const char *at)
{
    lua_createtable(L, 0, 2);
    lua_pushstring(L, at);
    lua_setfield(L, -2, "name");
    lua_newtable(L);
    for (at = after(at); *at != '\0'; at = after(at)) {
        lua_pushstring(L, at);
        at = after(at);
        lua_pushstring(L, at);
        lua_rawset(L, -3);
    }
    lua_setfield(L, -2, "attributes");
    return at + 1;
}

/* The event after an element that has at most one attribute and nothing else; else null. */
static const char *after_leaf(const char *at)
{
    const char *end = after(at);
    if (*end != '\0') {
        end = after(after(end));
    }
    return end[0] == '\0' && end[1] == END ? end + 2 : NULL;
}

/* Push the element of such a leaf, which is one table for all that are alike: the tiles of a layer
   may be a million elements. The table of these is at `known`. [-0, +1] */
static void push_leaf(lua_State *L, int known, const char *at, const char *end)
{
    lua_pushlstring(L, at, (size_t)(end - at));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, known) == LUA_TNIL) {
        lua_pop(L, 1);
        push_element(L, at);
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, known);
    }
    lua_remove(L, -2);
}

/* Add a text to the element on top, unless it is white space. [-0, +0] */
static void add_text(lua_State *L, const char *text, size_t length)
{
    size_t blanks = 0;
    while (blanks < length && strchr(" \t\r\n", text[blanks]) != NULL) {
        blanks++;
    }
    if (blanks == length) {
        return;
    }
    lua_getfield(L, -1, "text");
    bool follows = !lua_isnil(L, -1);
    lua_pushlstring(L, text, length);
    if (follows) {
        lua_concat(L, 2);
    } else {
        lua_remove(L, -2);
    }
    lua_setfield(L, -2, "text");
}

/* Add the value on top to the list of the element below it. [-1, +0] */
static void add_child(lua_State *L, lua_Integer *count)
{
    lua_rawseti(L, -2, ++*count);
}

/* Push the root. [-0, +1] */
static void build(lua_State *L, const events *all)
{
    lua_Integer counts[MAX_DEPTH + 1] = {0};
    const char *at = all->bytes;
    const char *end = all->bytes + all->length;
    int depth = 0;
    lua_newtable(L);
    int known = lua_gettop(L);
    luaL_checkstack(L, MAX_DEPTH + 10, NULL);
    while (at < end) {
        char kind = *at++;
        const char *next = kind == START && depth > 0 ? after_leaf(at) : NULL;
        if (next != NULL) {
            push_leaf(L, known, at, next - 2);
            add_child(L, &counts[depth]);
            at = next;
        } else if (kind == START) {
            at = push_element(L, at);
            counts[++depth] = 0;
        } else if (kind == TEXT) {
            size_t length;
            memcpy(&length, at, sizeof length);
            at += sizeof length;
            add_text(L, at, length);
            at += length;
        } else if (--depth > 0) {
            add_child(L, &counts[depth]);
        }
    }
    lua_remove(L, known);
}

int formats_xml(lua_State *L)
{
    size_t length;
    char message[MAX_MESSAGE];
    const char *text = luaL_checklstring(L, 1, &length);
    if (length > MAX_BYTES) {
        lua_pushnil(L);
        lua_pushfstring(L, "more than %d megabytes", MAX_BYTES >> 20);
        return 2;
    }
    events *all = new_events(L);
    shield_begin_reading(L);
    bool fine = parse(all, text, length, message);
    if (fine) {
        build(L, all);
    }
    shield_end();
    if (!fine) {
        lua_pushnil(L);
        lua_pushstring(L, message);
    }
    free_events(all);
    return fine ? 1 : 2;
}
