/// Checks the arguments of a script, and raises errors. May call the core and Lua's API.
///
/// Errors read `bad argument #4 to 'add' (w must be >= 0, got -3)`, however the function was
/// called: names come from an upvalue, as Lua itself knows none for pcall(world.add, ...).
#include "binding.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int hbl_arg_error(lua_State *L, int arg, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const char *what = lua_pushvfstring(L, format, values);
    va_end(values);
    const char *name = lua_tostring(L, lua_upvalueindex(HBL_UP_NAME));
    if (!lua_toboolean(L, lua_upvalueindex(HBL_UP_METHOD))) {
        return luaL_error(L, "bad argument #%d to '%s' (%s)", arg, name, what);
    }
    if (arg == 1 && strstr(what, " expected") != NULL && strstr(what, "another ") == NULL) {
        const char *self = strstr(what, "hitbox.world") == what ? "world" : "shape";
        return luaL_error(L, "calling '%s' on bad self (%s): is it called with ':', as %s:%s(...)?",
                          name, what, self, name);
    }
    if (arg == 1) {
        return luaL_error(L, "calling '%s' on bad self (%s)", name, what);
    }
    return luaL_error(L, "bad argument #%d to '%s' (%s)", arg - 1, name, what);
}

int hbl_status_error(lua_State *L, int arg, const char *name, hb_status status)
{
    if (status == HB_NO_MEMORY) {
        return hbl_no_memory(L);
    }
    if (status == HB_MASK_ROTATED || status == HB_MASK_IN_COMPOUND) { /* a whole sentence */
        return hbl_arg_error(L, arg, "%s", hb_status_text(status));
    }
    return hbl_arg_error(L, arg, "%s %s", name, hb_status_text(status));
}

int hbl_pixel_error(lua_State *L, int arg)
{
    return hbl_arg_error(L, arg,
                         "\"pixel\" has a meaning for points, AABBs and masks only; "
                         "use \"overlap\" or \"touch\"");
}

/* Whether a userdata named as a shape or a world belongs to another copy of this binary. [-0, +0]
 * */
static bool is_of_copy(lua_State *L, int index, const char *name)
{
    if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) {
        return false;
    }
    bool is_ours = true;
    if (strcmp(name, "hitbox.shape") == 0) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_shape_key);
        is_ours = lua_rawequal(L, -1, -2);
        lua_pop(L, 1);
    } else if (strcmp(name, "hitbox.world") == 0) {
        is_ours = lua_rawgetp(L, -1, &hbl_world_mark) != LUA_TNIL;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return !is_ours;
}

const char *hbl_type_name(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    int type = luaL_getmetafield(L, index, "__name");
    if (type == LUA_TSTRING) {
        const char *name = lua_tostring(L, -1);
        return !is_of_copy(L, index, name)
                   ? name
                   : lua_pushfstring(
                         L, "%s of another copy of hitbox; require it from one folder only", name);
    }
    lua_pop(L, type != LUA_TNIL); /* which is no name */
    return luaL_typename(L, index);
}

const char *hbl_number_text(lua_State *L, int index)
{
    if (isnan(lua_tonumber(L, index))) {
        lua_pushliteral(L, "NaN"); /* printf may give it a sign, which it does not have */
    } else {
        lua_pushvalue(L, index);
    }
    return lua_tostring(L, -1);
}

const char *hbl_integer_text(lua_State *L, intmax_t value)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%jd", value);
    lua_pushstring(L, digits);
    return lua_tostring(L, -1);
}

bool hbl_is_coord(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TNUMBER && fabs(lua_tonumber(L, index)) <= HB_MAX_COORD;
}

double hbl_coord_at(lua_State *L, int index, int arg, const char *name)
{
    /* a numeric string is refused too: it is more often a mistake than meant */
    if (lua_type(L, index) != LUA_TNUMBER) {
        hbl_arg_error(L, arg, "number expected for %s, got %s", name, hbl_type_name(L, index));
    }
    double value = lua_tonumber(L, index);
    if (!(fabs(value) <= HB_MAX_COORD)) {
        hb_status status = isfinite(value) ? HB_TOO_LARGE : HB_NOT_FINITE;
        hbl_arg_error(L, arg, "%s %s, got %s", name, hb_status_text(status),
                      hbl_number_text(L, index));
    }
    return value;
}

double hbl_size_at(lua_State *L, int index, int arg, const char *name)
{
    double value = hbl_coord_at(L, index, arg, name);
    if (value < 0.0) {
        hbl_arg_error(L, arg, "%s %s, got %s", name, hb_status_text(HB_NEGATIVE),
                      hbl_number_text(L, index));
    }
    return value;
}

int64_t hbl_integer_at(lua_State *L, int index, int arg, const char *name)
{
    if (lua_type(L, index) != LUA_TNUMBER) {
        hbl_arg_error(L, arg, "integer expected for %s, got %s", name, hbl_type_name(L, index));
    }
    int exact;
    int64_t value = hbl_exact_integer(L, index, &exact);
    if (!exact) {
        hbl_arg_error(L, arg, "%s must be an integer, got %s", name, hbl_number_text(L, index));
    }
    return value;
}

/* ---- Names ----------------------------------------------------------------------------------- */

enum { LONGEST_WORD = 24 }; /* letters compared; the longest name of ours has 12 */

static int min_of(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static size_t word_length(const char *word)
{
    size_t length = 0;
    while (length < LONGEST_WORD && word[length] != '\0') {
        length++;
    }
    return length;
}

/* The edit distance of two words (Levenshtein, Binary codes capable of correcting deletions,
 * insertions, and reversals, 1966). */
static int edit_distance(const char *a, const char *b)
{
    size_t a_length = word_length(a), b_length = word_length(b);
    int row[LONGEST_WORD + 1];
    for (size_t j = 0; j <= b_length; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 0; i < a_length; i++) {
        int diagonal = row[0];
        row[0] = (int)i + 1;
        for (size_t j = 0; j < b_length; j++) {
            int above = row[j + 1];
            row[j + 1] = min_of(above + 1, row[j] + 1, diagonal + (a[i] != b[j]));
            diagonal = above;
        }
    }
    return row[b_length];
}

static size_t longer(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The name most similar to a word; null if none is similar: if more than half of the letters
   differ, and the word does not begin with it. */
static const char *nearest_name(const char *word, const char *const *names)
{
    const char *nearest = NULL;
    int best = LONGEST_WORD + 1;
    for (int i = 0; names[i] != NULL; i++) {
        int distance = edit_distance(word, names[i]);
        int max = (int)longer(word_length(word), word_length(names[i])) / 2;
        if (distance < best && distance <= max) {
            best = distance;
            nearest = names[i];
        }
    }
    for (int i = 0; names[i] != NULL && nearest == NULL; i++) {
        nearest = strncmp(word, names[i], strlen(names[i])) == 0 ? names[i] : NULL;
    }
    return nearest;
}

/* Push a hint for a word: the most similar name, or all of them. [-0, +1] */
static const char *push_hint(lua_State *L, const char *word, const char *const *names)
{
    const char *nearest = nearest_name(word, names);
    if (nearest != NULL) {
        return lua_pushfstring(L, ", did you mean \"%s\"?", nearest);
    }
    luaL_Buffer hint;
    luaL_buffinit(L, &hint);
    luaL_addstring(&hint, "; known are ");
    for (int i = 0; names[i] != NULL; i++) {
        luaL_addstring(&hint, i > 0 ? ", " : "");
        luaL_addstring(&hint, names[i]);
    }
    luaL_pushresult(&hint);
    return lua_tostring(L, -1);
}

static int find_name(const char *word, const char *const *names)
{
    for (int i = 0; names[i] != NULL; i++) {
        if (strcmp(word, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

int hbl_name_at(lua_State *L, int index, int arg, const char *what, const char *const *names)
{
    if (lua_type(L, index) != LUA_TSTRING) {
        hbl_arg_error(L, arg, "name expected for %s, got %s", what, hbl_type_name(L, index));
    }
    const char *word = lua_tostring(L, index);
    int found = find_name(word, names);
    if (found < 0) {
        hbl_arg_error(L, arg, "unknown %s \"%s\"%s", what, word, push_hint(L, word, names));
    }
    return found;
}

static const char *const policies[] = {"overlap", "touch", "pixel", NULL}; /* as in hb_policy */

const char *hbl_policy_name(hb_policy mode)
{
    return policies[mode];
}

hb_policy hbl_policy_at(lua_State *L, int index, int arg, const char *what)
{
    return (hb_policy)hbl_name_at(L, index, arg, what, policies);
}

hb_policy hbl_policy(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? HB_OVERLAP : hbl_policy_at(L, arg, arg, "policy");
}

void hbl_options_at(lua_State *L, int index, int arg, const char *const *names)
{
    bool given = !lua_isnoneornil(L, index);
    /* leaves the caller as much stack as it had */
    luaL_checkstack(L, 2 * LUA_MINSTACK, "too many options");
    if (given && !lua_istable(L, index)) {
        hbl_arg_error(L, arg, "table expected for options, got %s", hbl_type_name(L, index));
    }
    if (given) {
        lua_pushnil(L);
        while (lua_next(L, index) != 0) {
            hbl_name_at(L, -2, arg, "option", names);
            lua_pop(L, 1);
        }
    }
    /* raw, so that no script runs between two checks */
    for (int i = 0; names[i] != NULL; i++) {
        lua_pushstring(L, names[i]);
        if (given) {
            lua_rawget(L, index);
        } else {
            lua_pop(L, 1);
            lua_pushnil(L);
        }
    }
}

void hbl_options(lua_State *L, int index, const char *const *names)
{
    hbl_options_at(L, index, index, names);
}

/* ---- Anchors --------------------------------------------------------------------------------- */

/* Row by row, so that an index gives the fractions; "feet" is a synonym of "bottom". */
static const char *const anchor_names[] = {
    "top-left",    "top",    "top-right",    "left", "center", "right",
    "bottom-left", "bottom", "bottom-right", "feet", NULL,
};
enum { BOTTOM = 7, FEET = 9 };

/* Pop one number of the anchor. [-1, +0, v] */
static double pop_part(lua_State *L, int arg, const char *name)
{
    double part = hbl_coord_at(L, -1, arg, name);
    lua_pop(L, 1);
    return part;
}

hbl_anchor hbl_anchor_at(lua_State *L, int index, int arg)
{
    if (lua_type(L, index) == LUA_TSTRING) {
        int i = hbl_name_at(L, index, arg, "anchor", anchor_names);
        if (i == FEET) {
            i = BOTTOM;
        }
        return (hbl_anchor){HBL_ANCHOR_FRACTION, 0.5 * (i % 3), 0.5 * (i / 3)};
    }
    if (!lua_istable(L, index)) {
        hbl_arg_error(L, arg, "name, {fx, fy} or {px=, py=} expected for anchor, got %s",
                      hbl_type_name(L, index));
    }
    lua_pushliteral(L, "py");
    lua_rawget(L, index);
    lua_pushliteral(L, "px");
    lua_rawget(L, index);
    if (!lua_isnil(L, -1) || !lua_isnil(L, -2)) {
        double px = pop_part(L, arg, "anchor.px");
        double py = pop_part(L, arg, "anchor.py");
        return (hbl_anchor){HBL_ANCHOR_PIXELS, px, py};
    }
    lua_pop(L, 2);
    lua_rawgeti(L, index, 2);
    lua_rawgeti(L, index, 1);
    double fx = pop_part(L, arg, "anchor[1]");
    double fy = pop_part(L, arg, "anchor[2]");
    return (hbl_anchor){HBL_ANCHOR_FRACTION, fx, fy};
}

hb_aabb hbl_anchor_extents(hbl_anchor anchor, double w, double h)
{
    double left = 0.0, up = 0.0;
    if (anchor.unit == HBL_ANCHOR_FRACTION) {
        left = anchor.x * w;
        up = anchor.y * h;
    } else if (anchor.unit == HBL_ANCHOR_PIXELS) {
        left = anchor.x;
        up = anchor.y;
    }
    return (hb_aabb){0.0 - left, 0.0 - up, w - left, h - up};
}

/* ---- Output tables --------------------------------------------------------------------------- */

void hbl_check_out(lua_State *L, int arg, const char *name)
{
    int type = lua_type(L, arg);
    if (type == LUA_TNONE || type == LUA_TNIL) {
        if (lua_gettop(L) < arg) {
            lua_settop(L, arg);
        }
        lua_newtable(L);
        lua_replace(L, arg);
    } else if (type != LUA_TTABLE) {
        hbl_arg_error(L, arg, "table expected for %s, got %s", name, hbl_type_name(L, arg));
    }
}

void hbl_check_results(lua_State *L, int arg)
{
    int type = lua_type(L, arg);
    if (type == LUA_TSTRING) {
        hbl_arg_error(L, arg, "table expected for out, got string; the mask comes last");
    }
    if (type == LUA_TFUNCTION) { /* as in bump.lua */
        hbl_arg_error(L, arg,
                      "table expected for out, got function; a query takes no filter, but "
                      "layers as the mask");
    }
    hbl_check_out(L, arg, "out");
}

lua_Integer hbl_out_table(lua_State *L, int arg)
{
    hbl_check_out(L, arg, "out");
    return (lua_Integer)lua_rawlen(L, arg);
}

void hbl_clear_entry(lua_State *L, int table, lua_Integer i)
{
    table = lua_absindex(L, table);
    if (lua_rawgeti(L, table, i) != LUA_TNIL) {
        lua_pushnil(L);
        lua_rawseti(L, table, i);
    }
    lua_pop(L, 1);
}

void hbl_clear_rest(lua_State *L, int index, lua_Integer count, lua_Integer old_count)
{
    for (lua_Integer i = count + 1; i <= old_count; i++) {
        hbl_clear_entry(L, index, i);
    }
}
