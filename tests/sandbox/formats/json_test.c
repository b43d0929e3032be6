/// Reading JSON fast: values that were written by hand, and the same results as the library's own
/// reader for texts that are right, wrong or damaged.
///
///     json_test [ROUNDS]      number of damaged texts
#include "sandbox/cage/limits.h"
#include "sandbox/formats/formats.h"

#include "testing.h"

#include <lauxlib.h>
#include <lualib.h>

static long rounds = 3000;

/* `read` is our reader, and `slow` the library's without it. To that one, texts with halves of
   characters are left, and those that are no list or object. */
static const char *const TOOLS =
    "package.path = MODULES .. '/?.lua;' .. MODULES .. '/?/init.lua'\n"
    "local json = require 'hitbox.scene.data.json'\n"
    "read = formats.json\n"
    "function slow(text) return pcall(json.decode, text) end\n"
    "function same(a, b)\n"
    "  if type(a) ~= 'table' or type(b) ~= 'table' then\n"
    "    return a == b and math.type(a) == math.type(b)\n"
    "  end\n"
    "  for k, v in pairs(a) do if not same(v, b[k]) then return false end end\n"
    "  for k in pairs(b) do if a[k] == nil then return false end end\n"
    "  return true\n"
    "end\n"
    "function compare(text)\n"
    "  local fine, value = read(text)\n"
    "  local also, want = slow(text)\n"
    "  local is_left = not fine and (text:find('\\\\u[dD][89a-fA-F]') or not "
    "text:find('^%s*[%[{]'))\n"
    "  assert(is_left or fine == also, ('%q: %s, but %s'):format(text, fine, want))\n"
    "  assert(not fine or same(value, want), ('%q'):format(text))\n"
    "  return fine\n"
    "end";

static lua_State *new_state(sb_limits *limits)
{
    lua_State *L = lua_newstate(limits_resize, limits);
    assert_non_null(L);
    luaL_openlibs(L);
    formats_push(L);
    lua_setglobal(L, "formats");
    return L;
}

static void run_with(lua_Integer number, const char *code)
{
    sb_limits limits = {.memory.unlimited = true};
    lua_State *L = new_state(&limits);
    lua_pushstring(L, MODULE_DIR);
    lua_setglobal(L, "MODULES");
    lua_pushinteger(L, number);
    lua_setglobal(L, "rounds");
    if (luaL_dostring(L, TOOLS) != LUA_OK || luaL_dostring(L, code) != LUA_OK) {
        fail_msg("%s", lua_tostring(L, -1));
    }
    lua_close(L);
    assert_int_equal(limits.memory.held, 0);
}

static void values_are_those_of_the_text(void **unused)
{
    (void)unused;
    run_with(0,
             "local function check(text, want)\n"
             "  local fine, value = read('[' .. text .. ']')\n"
             "  assert(fine and same(value, { want }), text)\n"
             "end\n"
             "check('[]', {}) check(' {\\n} ', {}) check('null', nil) check('true', true)\n"
             "check('[1, -2,0,-0, 123456789012345, 9007199254740993]',\n"
             "  { 1, -2, 0, 0, 123456789012345, 9007199254740993 })\n"
             "check('[1.0, -0.5e1, 1E+2, 12345678901234567890]', { 1.0, -5.0, 100.0, "
             "12345678901234567890.0 })\n"
             "check('[null, 2, null]', { nil, 2 })\n"
             "check('[[1, 2], [], [[3]]]', { { 1, 2 }, {}, { { 3 } } })\n"
             "check('{\"a\": {\"b\": [true, false]}, \"c\": null, \"\": \"\"}', { a = { b = { "
             "true, false } }, [''] = '' })\n"
             "check('\"\\\\\"\\\\\\\\\\\\/\\\\b\\\\f\\\\n\\\\r\\\\t\"', '\"\\\\/\\b\\f\\n\\r\\t')\n"
             "check('\"x\\\\u0041\\\\u00e9\\\\u20AC\\\\ud7ffy\"', "
             "'xA\\u{e9}\\u{20ac}\\u{d7ff}y')\n"
             "check('\"\\127\\xff\"', '\\127\\xff')");
}

static void texts_that_are_wrong_are_not_read(void **unused)
{
    (void)unused;
    run_with(0, "for _, text in ipairs { '', ' ', '[', '{', '[1', '[1,', '[1,]', '[1 2]', "
                "'{\"a\"}', '{\"a\":}',\n"
                "  '{\"a\":1,}', '{a:1}', '{\"a\":1 \"b\":2}', '{\"a\":1,\"a\":2}', '[1]]', '1 2', "
                "'01', '-', '-a', '1.',\n"
                "  '.5', '1e', '1e+', '+1', '0x10', '1e999', 'nul', 'True', 'nan', '\"', '\"a', "
                "'\"\\\\', '\"\\\\x\"',\n"
                "  '\"\\\\u12\"', '\"\\\\u12', '\"\\\\ud800\"', '\"\\\\ud800\\\\u0041\"', "
                "'\"\\\\udc00\"', '\"\\n\"',\n"
                "  '\"\\0\"', '[1\\0]', '1\\0', '[}', '{]', '[1}', '{\"a\":1]', ('9'):rep(301), "
                "'[\"\\\\ud800\\\\u',\n"
                "  '\"\\\\ud800\\\\u\"' } do\n"
                "  assert(read(text) == false and select('#', read(text)) == 1, text)\n"
                "  compare(text)\n"
                "end");
}

static void depth_has_an_end(void **unused)
{
    (void)unused;
    run_with(0, "for _, depth in ipairs { 1, 199, 200, 202, 100000 } do\n"
                "  for _, pair in ipairs { { '[', ']' }, { '{\"a\":', '}' } } do\n"
                "    local text = pair[1]:rep(depth) .. '1' .. pair[2]:rep(depth)\n"
                "    assert(compare(text) == (depth <= 200), depth)\n"
                "  end\n"
                "end");
}

static void damaged_texts_are_read_as_the_library_reads_them(void **unused)
{
    (void)unused;
    run_with(rounds, "math.randomseed(7)\n"
                     "local random, fine = math.random, 0\n"
                     "local pieces = { ',', ':', '[', ']', '{', '}', '\"', '\\\\', '1', '-', '0', "
                     "'.', 'e', ' ', 'null',\n"
                     "  'true', '\\\\u00e9', '\\\\ud83d\\\\ude00', '\\0', '\\n', "
                     "'12345678901234567890', '1.5e3', '\"k\":' }\n"
                     "local texts = { '{\"levels\": [{\"px\": [16, 32], \"src\": [0, 8], \"f\": 0, "
                     "\"t\": 5, \"a\": 1.0}, null],\\n'\n"
                     "  .. ' \"name\": \"caf\\\\u00e9 \\\\n\", \"on\": true, \"none\": null, "
                     "\"csv\": [0,1,2,30,-4]}', '[1,2,3]', '\"abc\"' }\n"
                     "for _ = 1, rounds do\n"
                     "  local text = texts[random(#texts)]\n"
                     "  for _ = 1, random(3) do\n"
                     "    local at = random(#text + 1)\n"
                     "    text = text:sub(1, at - 1) .. (random(2) == 1 and "
                     "pieces[random(#pieces)] or '') .. text:sub(at + random(3) - 1)\n"
                     "  end\n"
                     "  fine = fine + (compare(text) and 1 or 0)\n"
                     "end\n"
                     "assert(fine > rounds / 20 and fine < rounds * 0.9, fine)");
}

/* At each size of memory the text is read, or Lua's error raised, and nothing left behind. */
static void memory_that_runs_out_is_an_error(void **unused)
{
    (void)unused;
    sb_limits limits = {.memory.unlimited = true};
    lua_State *L = new_state(&limits);
    lua_gc(L, LUA_GCCOLLECT);
    size_t before = limits.memory.held;
    limits.memory.unlimited = false;
    bool fine = false;
    int refused = 0;
    for (size_t room = 0; !fine && room < (8 << 20); room += room < 20000 ? 500 : 20000) {
        limits.memory.cap = before + room;
        fine =
            luaL_loadstring(
                L,
                "local t = ('{\"k\": [1, {\"a\\\\n\": \"' .. ('x'):rep(90) .. '\"}]},'):rep(300)\n"
                "return formats.json('[' .. t .. '1]')") == LUA_OK &&
            lua_pcall(L, 0, 1, 0) == LUA_OK && lua_toboolean(L, -1);
        refused += !fine;
        limits.memory.cap = (size_t)1 << 30;
        lua_settop(L, 0);
        lua_gc(L, LUA_GCCOLLECT);
    }
    assert_true(fine);
    assert_true(refused > 5);
    lua_close(L);
    assert_int_equal(limits.memory.held, 0);
}

int main(int argc, char **argv)
{
    rounds = argc > 1 ? strtol(argv[1], NULL, 10) : rounds;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_text),
        cmocka_unit_test(texts_that_are_wrong_are_not_read),
        cmocka_unit_test(depth_has_an_end),
        cmocka_unit_test(damaged_texts_are_read_as_the_library_reads_them),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
