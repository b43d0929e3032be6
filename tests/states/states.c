/// The module in several states of Lua, loaded again and again, collected at every allocation, and
/// with memory running out at each of them. Linked with one Lua; run where LUA_PATH finds hitbox,
/// in the root of the project. The allocator is malloc, so that the sanitizers see each block.
///
///     states_lua5.4              all tests
///     states_lua5.4 NAME...      these functions of all.lua, such as enterFully
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL "tests/states/all.lua"

typedef struct memory {
    long left;  /* allocations until they fail; below 0 they never do */
    bool ended; /* whether one has failed */
} memory;

/* Before each block. The sandbox has an allocator that goes by the sizes that it receives; LuaJIT
   tells wrong ones when memory runs out. */
typedef union header {
    size_t size;
    max_align_t unused;
} header;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void *allocate(void *context, void *block, size_t old_size, size_t new_size)
{
    memory *from = context;
    header *head = block != NULL ? (header *)block - 1 : NULL;
    if (head != NULL && head->size != old_size && LUA_VERSION_NUM >= 504) {
        fail("allocator", "told of another size than the block has");
    }
    if (new_size == 0) {
        free(head);
        return NULL;
    }
    /* Shrinking a block must not fail: Lua 5.1 to 5.3 count on it. */
    if ((block == NULL || new_size > old_size) && from->left >= 0 && from->left-- == 0) {
        from->left = 0; /* and so does the next */
        from->ended = true;
        return NULL;
    }
    head = realloc(head, sizeof *head + new_size);
    if (head == NULL) {
        return NULL;
    }
    head->size = new_size;
    return head + 1;
}

/* Call the function `name` of the table at 1, which the script has returned. */
static bool call(lua_State *L, const char *name)
{
    lua_getfield(L, 1, name);
    return lua_pcall(L, 0, 0, 0) == 0;
}

static void check(lua_State *L, const char *name)
{
    if (!call(L, name)) {
        fail(name, lua_tostring(L, -1));
    }
}

static lua_State *open(memory *from, const char *script)
{
    from->left = -1;
#if LUA_VERSION_NUM >= 505
    lua_State *L = lua_newstate(allocate, from, 1); /* the same seed each time */
#else
    lua_State *L = lua_newstate(allocate, from);
#endif
    if (L == NULL) {
        fail("lua_newstate", "no state");
    }
    luaL_openlibs(L);
    if (luaL_loadfile(L, script) != 0 || lua_pcall(L, 0, 1, 0) != 0) {
        fail(script, lua_tostring(L, -1));
    }
    return L;
}

/* Three at a time, which are ended in another order than they were made. */
static void test_states(void)
{
    memory memories[3];
    lua_State *states[3];
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 3; i++) {
            states[i] = open(&memories[i], ALL);
            check(states[i], "use");
        }
        for (int i = 0; i < 3; i++) {
            check(states[i], "useAgain");
        }
        for (int i = 0; i < 3; i++) {
            lua_close(states[(i + round) % 3]);
        }
    }
    printf("ok: 20 x 3 states\n");
}

static void test_script(const char *name)
{
    memory from;
    lua_State *L = open(&from, ALL);
    check(L, name);
    lua_close(L);
    printf("ok: %s\n", name);
}

/* Memory runs out at the n-th allocation, for each n, or one in `share`: an error, and the world
 * goes on.
 * @return how often */
static long run_out(lua_State *L, memory *from, int share)
{
    long count = 0;
    do {
        check(L, "prepare");
        from->left = count++ * share;
        from->ended = false;
        bool worked = call(L, "use");
        bool ended = from->ended;
        from->left = -1;
        if (!worked && !ended) {
            fail("use", lua_tostring(L, -1));
        }
        lua_settop(L, 1);
        check(L, "useAgain");
    } while (from->ended);
    return count - 1;
}

/* So for each of the `cases` of a script. */
static void test_memory(const char *script, int share)
{
    memory from;
    lua_State *L = open(&from, script);
    lua_getfield(L, 1, "cases");
    long count = (long)lua_tonumber(L, -1), sum = 0;
    for (long i = 1; i <= count; i++) {
        lua_settop(L, 1);
        lua_pushnumber(L, (lua_Number)i);
        lua_setfield(L, 1, "case");
        sum += run_out(L, &from, share);
    }
    lua_close(L);
    printf("ok: memory runs out %ld times in %s\n", sum, script);
}

/* The same for each function of the module by itself, which is refused and changes nothing. */
static void test_calls(void)
{
    memory from;
    lua_State *L = open(&from, ALL);
    long calls = 0, refusals = 0;
    for (;;) {
        lua_getfield(L, 1, "nextCall");
        if (lua_pcall(L, 0, 1, 0) != 0) {
            fail("nextCall", lua_tostring(L, -1));
        }
        if (!lua_toboolean(L, -1)) {
            break;
        }
        calls++;
        for (long n = 0; n == 0 || from.ended; n++) {
            lua_settop(L, 1);
            check(L, "prepareCall");
            from.left = n;
            from.ended = false;
            bool worked = call(L, "makeCall");
            from.left = -1;
            if (!worked && !(from.ended && strcmp(lua_tostring(L, -1), "not enough memory") == 0)) {
                fail("makeCall", lua_tostring(L, -1));
            }
            if (!worked) {
                refusals++;
                check(L, "refused");
            }
        }
    }
    lua_close(L);
    printf("ok: memory runs out %ld times in %ld calls\n", refusals, calls);
}

/* Without the sanitizers CI does a part of what they see better, or what each Lua does alike. */
static bool is_short(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return false;
#else
    const char *ci = getenv("CI");
    return ci != NULL && strcmp(ci, "true") == 0;
#endif
}

/* The readers of files are all Lua, and take most of the time: in CI one Lua, without the
 * sanitizers, does a ninth of it. */
static void test_readers(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    if (!is_short() || LUA_VERSION_NUM == 503) {
        test_memory("tests/states/readers.lua", is_short() ? 9 : 1);
    }
#endif
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        test_script(arguments[i]);
    }
    if (count > 1) {
        return 0;
    }
    test_states();
    test_script("useDeeply");
    test_script("useOften");
    test_script(is_short() ? "enterShortly" : "enter");
    test_script("reload");
    test_script("reloadCollecting");
    test_script("useCollecting");
    test_memory(ALL, 1);
    test_memory("tests/states/bump.lua", 1);
    test_readers();
    test_calls();
    return 0;
}
