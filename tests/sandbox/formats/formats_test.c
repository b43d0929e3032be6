/// Reading XML, packed bytes and rows of numbers: results, refusals, damaged bytes, and memory that
/// runs out. zlib and zstd themselves pack the bytes.
///
///     formats_test [ROUNDS]      number of damaged texts and of damaged bytes of each format
#include "sandbox/cage/limits.h"
#include "sandbox/formats/formats.h"

#include "testing.h"

#include <lauxlib.h>
#include <lualib.h>
#include <zlib.h>
#include <zstd.h>

static long rounds = 2000;

/* ---- A state with the functions, and those that pack ----------------------------------------- */

static int pack_zlib(lua_State *L, int window)
{
    size_t length;
    const char *bytes = luaL_checklstring(L, 1, &length);
    luaL_Buffer buffer;
    char *out = luaL_buffinitsize(L, &buffer, length + 1000);
    z_stream stream = {0};
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)length;
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)length + 1000;
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    luaL_pushresultsize(&buffer, stream.total_out);
    deflateEnd(&stream);
    return 1;
}

static int zlib_of(lua_State *L)
{
    return pack_zlib(L, 15);
}

static int gzip_of(lua_State *L)
{
    return pack_zlib(L, 15 + 16);
}

static int zstd_of(lua_State *L)
{
    size_t length;
    const char *bytes = luaL_checklstring(L, 1, &length);
    luaL_Buffer buffer;
    char *out = luaL_buffinitsize(L, &buffer, ZSTD_compressBound(length));
    size_t size = ZSTD_compress(out, ZSTD_compressBound(length), bytes, length, 19);
    assert_false(ZSTD_isError(size));
    luaL_pushresultsize(&buffer, size);
    return 1;
}

/* Compares data deeply. */
static const char *const SAME =
    "function same(a, b)"
    "  if type(a) ~= 'table' or type(b) ~= 'table' then return a == b end"
    "  for k, v in pairs(a) do if not same(v, b[k]) then return false end end"
    "  for k in pairs(b) do if a[k] == nil then return false end end"
    "  return true "
    "end "
    "function check(got, want)"
    "  assert(same(got, want), tostring(got) .. ' is not ' .. tostring(want)) "
    "end";

typedef struct state {
    sb_limits limits;
    lua_State *L;
} state;

static void open_state(state *s)
{
    *s = (state){.limits.memory.unlimited = true};
    s->L = lua_newstate(limits_resize, &s->limits);
    assert_non_null(s->L);
    luaL_openlibs(s->L);
    formats_push(s->L);
    lua_setglobal(s->L, "formats");
    lua_register(s->L, "zlib_of", zlib_of);
    lua_register(s->L, "gzip_of", gzip_of);
    lua_register(s->L, "zstd_of", zstd_of);
    lua_pushinteger(s->L, rounds);
    lua_setglobal(s->L, "rounds");
    assert_int_equal(luaL_dostring(s->L, SAME), LUA_OK);
}

static void run(const char *code)
{
    state s;
    open_state(&s);
    if (luaL_dostring(s.L, code) != LUA_OK) {
        fail_msg("%s", lua_tostring(s.L, -1));
    }
    lua_close(s.L);
    assert_int_equal(s.limits.memory.held, 0);
}

/* ---- XML ------------------------------------------------------------------------------------- */

static void xml_becomes_elements_with_attributes_and_texts(void **unused)
{
    (void)unused;
    run("local root = formats.xml [=[<?xml version='1.0' encoding='UTF-8'?>\n"
        "<!DOCTYPE map SYSTEM 'http://mapeditor.org/dtd/1.0/map.dtd'><!-- a note -->\n"
        "<map a='1' b=\"x &lt; &#233;\"><x/> "
        "<data>1,\n2</data><p>a<q/>b<![CDATA[<c>]]></p></map>]=]\n"
        "check(root, { name = 'map', attributes = { a = '1', b = 'x < \\xC3\\xA9' },\n"
        "  { name = 'x', attributes = {} }, { name = 'data', attributes = {}, text = '1,\\n2' },\n"
        "  { name = 'p', attributes = {}, text = 'ab<c>', { name = 'q', attributes = {} } } })");
}

static void other_encodings_of_xml_become_utf8(void **unused)
{
    (void)unused;
    run("check(formats.xml \"<?xml version='1.0' encoding='ISO-8859-1'?><a n='\\xE9'/>\","
        "  { name = 'a', attributes = { n = '\\xC3\\xA9' } })"
        "check(formats.xml '\\xEF\\xBB\\xBF<a/>', { name = 'a', attributes = {} })"
        "check(formats.xml '\\xFF\\xFE<\\0a\\0/\\0>\\0', { name = 'a', attributes = {} })");
}

static void leaves_that_are_alike_are_one_table(void **unused)
{
    (void)unused;
    run("local root = formats.xml \"<d><t g='1'/><t g='2'/><t g='1'/><t h='1'/><t "
        "g='1'>x</t><u/><u/></d>\"\n"
        "assert(root[1] == root[3] and root[1] ~= root[2] and root[1] ~= root[5] and root[6] == "
        "root[7])\n"
        "check(root, { name = 'd', attributes = {}, { name = 't', attributes = { g = '1' } },\n"
        "  { name = 't', attributes = { g = '2' } }, { name = 't', attributes = { g = '1' } },\n"
        "  { name = 't', attributes = { h = '1' } },\n"
        "  { name = 't', attributes = { g = '1' }, text = 'x' },\n"
        "  { name = 'u', attributes = {} }, { name = 'u', attributes = {} } })");
}

static void wrong_xml_is_refused_with_the_place(void **unused)
{
    (void)unused;
    run("local function refused(text, why)\n"
        "  local root, message = formats.xml(text)\n"
        "  assert(root == nil and message == why, message)\n"
        "end\n"
        "refused('', 'line 1, column 1: no element found')\n"
        "refused('<a>\\n <b></a>', 'line 2, column 7: mismatched tag')\n"
        "refused('<a x=1/>', 'line 1, column 6: not well-formed (invalid token)')\n"
        "refused('<a/><b/>', 'line 1, column 5: junk after document element')\n"
        "refused('<a>&b;</a>', 'line 1, column 4: undefined entity')");
}

/* A few bytes that would stand for a gigabyte, a file, or the stack. */
static void xml_does_not_grow(void **unused)
{
    (void)unused;
    run("local function refused(text, why)\n"
        "  local root, message = formats.xml(text)\n"
        "  assert(root == nil and message:find(why, 1, true), message)\n"
        "end\n"
        "refused('<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>', 'an "
        "entity')\n"
        "refused('<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>', 'an "
        "entity')\n"
        "refused('<!DOCTYPE a [<!ENTITY % b SYSTEM \"x\"> %b;]><a/>', 'an entity')\n"
        "refused('<!DOCTYPE a [<!ATTLIST c d CDATA \"dddd\">]><a><c/><c/></a>', 'attributes')\n"
        "refused(('<a>'):rep(101), 'too deep')\n"
        "assert(formats.xml(('<a>'):rep(100) .. ('</a>'):rep(100)))");
}

/* ---- Packed bytes ---------------------------------------------------------------------------- */

static void packed_bytes_are_unpacked(void **unused)
{
    (void)unused;
    run("for _, bytes in ipairs { '', 'a', ('ab\\0'):rep(50000) } do\n"
        "  check(formats.inflate(zlib_of(bytes), #bytes), bytes)\n"
        "  check(formats.inflate(gzip_of(bytes), #bytes), bytes)\n"
        "  check(formats.zstd(zstd_of(bytes), #bytes), bytes)\n"
        "end\n"
        /* Each by another program: gzip, Python's zlib, and zstd. */
        "check(formats.inflate('"
        "\\x1f\\x8b\\x08\\x00\\x00\\x00\\x00\\x00\\x00\\x03\\xcb\\xc8\\x2c\\x49\\xca\\xaf\\x00\\x00"
        "\\x4b\\x9f\\xf2\\xd2\\x06\\x00\\x00\\x00', 6), 'hitbox')\n"
        "check(formats.inflate('"
        "\\x78\\x9c\\xcb\\xc8\\x2c\\x49\\xca\\xaf\\x00\\x00\\x08\\xcf\\x02\\x8f', 6), 'hitbox')\n"
        "check(formats.zstd('"
        "\\x28\\xb5\\x2f\\xfd\\x04\\x58\\x31\\x00\\x00\\x68\\x69\\x74\\x62\\x6f\\x78\\x28\\x1e\\xb1"
        "\\x86', 6), 'hitbox')");
}

static void more_bytes_than_there_should_be_are_not_unpacked(void **unused)
{
    (void)unused;
    run("local bytes = ('a'):rep(1000000)\n"
        "for _, one in ipairs { { 'inflate', zlib_of, 'more bytes are packed than there should be' "
        "},\n"
        "  { 'inflate', gzip_of, 'more bytes are packed than there should be' },\n"
        "  { 'zstd', zstd_of, 'Destination buffer is too small' } } do\n"
        "  for _, size in ipairs { 0, 1, 999999 } do\n"
        "    local got, why = formats[one[1]](one[2](bytes), size)\n"
        "    assert(got == nil and why == one[3], why)\n"
        "  end\n"
        "  local got, why = formats[one[1]](one[2](bytes):sub(1, -9), 1000000)\n"
        "  assert(got == nil and type(why) == 'string')\n"
        "  local got, why = formats[one[1]]('', 10)\n"
        "  assert(got == nil or got == '', why)\n"
        "  for _, size in ipairs { -1, 2 ^ 29 } do\n"
        "    check({ formats[one[1]]('x', size) }, { nil, 'there are too many bytes' })\n"
        "  end\n"
        "end");
}

/* The rows of RFC 4648, 10. */
static void base64_becomes_bytes(void **unused)
{
    (void)unused;
    run("for text, bytes in pairs { [''] = '', ['Zg=='] = 'f', ['Zm8='] = 'fo', Zm9v = 'foo',\n"
        "  ['Zm9vYg=='] = 'foob', ['Zm9vYmE='] = 'fooba', Zm9vYmFy = 'foobar',\n"
        "  ['\\n  Zm9v\\r\\nYmFy\\n'] = 'foobar', ['+/+/'] = '\\xfb\\xff\\xbf' } do\n"
        "  check(formats.base64(text), bytes)\n"
        "end\n"
        "check({ formats.base64 'Zm9v!' }, { nil, 'the text is not base64' })");
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void integers_are_little_endian(void **unused)
{
    (void)unused;
    run("check(formats.integers '', {})\n"
        "check(formats.integers '\\1\\0\\0\\0\\2\\3\\4\\xff\\5', { 1, 0xff040302 })");
}

static void numbers_end_where_none_follows_with_a_comma(void **unused)
{
    (void)unused;
    run("local function read(text, at, list)\n"
        "  local n, after = formats.numbers(text, at or 1, list or {}, #(list or {}))\n"
        "  return n, after\n"
        "end\n"
        "local list = { 7 }\n"
        "check({ read('[12, 3,\\n4294967295 , 5]', 2, list) }, { 4, 22 })\n"
        "check(list, { 7, 12, 3, 4294967295 })\n"
        "for _, text in ipairs { '', ',', '5', '-5,', '1.5,', '1e5,', '05,', '0x1,', "
        "'1234567890123456,',\n"
        "  'a,', '5\\0,' } do\n"
        "  check({ read(text) }, { 0, 1 })\n"
        "end\n"
        "check({ read('0,10,010,') }, { 2, 6 })\n"
        "check({ read('123456789012345,') }, { 1, 17 })\n"
        "assert(not pcall(read, 'a', 3) and not pcall(read, 'a', 0))");
}

/* ---- Damage ---------------------------------------------------------------------------------- */

/* Damaged bytes are read or refused, and nothing is read or written outside of them, as the
   sanitizers see. */
static void damaged_bytes_are_read_or_refused(void **unused)
{
    (void)unused;
    run("local state = 1\n"
        "local function random(n)\n"
        "  state = state * 48271 % 2147483647\n"
        "  return state % n + 1\n"
        "end\n"
        "local pieces = { '<', '>', '/', '\"', \"'\", '&', '&#0;', '&amp;', '<!', '<![CDATA[', "
        "']]>', '<!--',\n"
        "  '-->', '<?', '?>', '\\0', '\\xff', '\\xc3', ' a=\"b\"', '<!DOCTYPE a [', '<!ENTITY b "
        "\"c\">', '&b;',\n"
        "  ('<a>'):rep(200), ('x'):rep(70000), '<?xml version=\"1.1\" encoding=\"UTF-16\"?>' }\n"
        "local function damage(bytes)\n"
        "  for _ = 1, random(4) do\n"
        "    local at, kind = random(#bytes + 1), random(4)\n"
        "    if kind == 1 then bytes = bytes:sub(1, at - 1)\n"
        "    elseif kind == 2 then bytes = bytes:sub(1, at - 1) .. bytes:sub(at + random(10))\n"
        "    elseif kind == 3 then bytes = bytes:sub(1, at - 1) .. string.char(random(256) - 1) .. "
        "bytes:sub(at + 1)\n"
        "    else bytes = bytes:sub(1, at - 1) .. pieces[random(#pieces)] .. bytes:sub(at) end\n"
        "  end\n"
        "  return bytes\n"
        "end\n"
        "local xml = \"<?xml version='1.0'?><map a='1' b='&lt;'><t g='1'/><t "
        "g='1'/><d>1,2<e/>x</d></map>\"\n"
        "local bytes = ('\\1\\0\\0\\0\\2\\0\\0\\0'):rep(300)\n"
        "local zlib, gzip, zstd = zlib_of(bytes), gzip_of(bytes), zstd_of(bytes)\n"
        "local read, refused = 0, 0\n"
        "local function count(value, why)\n"
        "  if value ~= nil then read = read + 1 else assert(type(why) == 'string') refused = "
        "refused + 1 end\n"
        "end\n"
        "for _ = 1, rounds do\n"
        "  count(formats.xml(damage(xml)))\n"
        "  count(formats.inflate(damage(zlib), #bytes))\n"
        "  count(formats.inflate(damage(gzip), #bytes))\n"
        "  count(formats.zstd(damage(zstd), #bytes))\n"
        "  count(formats.base64(damage('Zm9vYmFyZm9vYmFy')))\n"
        "  formats.numbers(damage('1,2,3,44,555,'), 1, {}, 0)\n"
        "end\n"
        "assert(read > rounds / 10 and refused > rounds / 2, read .. ' ' .. refused)");
}

/* At each size of memory a call is done, or raises the error of Lua, and leaves nothing behind. */
static void memory_that_runs_out_is_an_error(void **unused)
{
    (void)unused;
    static const char *const calls[] = {
        "return formats.xml('<a>' .. ('<b c=\"1\" d=\"2\">x</b><t g=\"1\"/>'):rep(500) .. '</a>')",
        "return formats.inflate(packed, 100000)",
        "return formats.base64(('Zm9v'):rep(10000))",
        "return formats.integers(('abcd'):rep(10000))",
        "return formats.numbers(('1,'):rep(10000), 1, {}, 0)",
    };
    for (int i = 0; i < COUNT_OF(calls); i++) {
        state s;
        open_state(&s);
        assert_int_equal(luaL_dostring(s.L, "packed = zlib_of(('a'):rep(100000))"), LUA_OK);
        lua_gc(s.L, LUA_GCCOLLECT);
        size_t before = s.limits.memory.held;
        s.limits.memory.unlimited = false;
        bool fine = false;
        int refused = 0;
        for (size_t room = 0; !fine && room < (8 << 20); room += room < 20000 ? 500 : 20000) {
            s.limits.memory.cap = before + room;
            fine = luaL_loadstring(s.L, calls[i]) == LUA_OK && lua_pcall(s.L, 0, 1, 0) == LUA_OK &&
                   !lua_isnil(s.L, -1);
            refused += !fine;
            s.limits.memory.cap = (size_t)1 << 30;
            lua_settop(s.L, 0);
            lua_gc(s.L, LUA_GCCOLLECT);
        }
        assert_true(fine);
        assert_true(refused > 5);
        lua_close(s.L);
        assert_int_equal(s.limits.memory.held, 0);
    }
}

int main(int argc, char **argv)
{
    rounds = argc > 1 ? strtol(argv[1], NULL, 10) : rounds;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xml_becomes_elements_with_attributes_and_texts),
        cmocka_unit_test(other_encodings_of_xml_become_utf8),
        cmocka_unit_test(leaves_that_are_alike_are_one_table),
        cmocka_unit_test(wrong_xml_is_refused_with_the_place),
        cmocka_unit_test(xml_does_not_grow),
        cmocka_unit_test(packed_bytes_are_unpacked),
        cmocka_unit_test(more_bytes_than_there_should_be_are_not_unpacked),
        cmocka_unit_test(base64_becomes_bytes),
        cmocka_unit_test(integers_are_little_endian),
        cmocka_unit_test(numbers_end_where_none_follows_with_a_comma),
        cmocka_unit_test(damaged_bytes_are_read_or_refused),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
