/// Tables of pictures that are damaged, and memory that is refused while they are read: a level is
/// read, looked at and drawn, or there is an error, and all memory is given back.
///
///     level_read_test [ROUNDS [SEED]]      number of damaged tables
///
/// level_tables.lua makes the tables. A failure names the table's seed.
#include "sandbox/level/distant.h"
#include "sandbox/level/read/level_read.h"

#include "refusals.h"
#include "testing.h"

#include <SDL.h>
#include <lauxlib.h>
#include <lualib.h>
#include <time.h>
#include <unistd.h>

#define CAP ((size_t)64 << 20) /* bytes of a level */
#define MAX_SECONDS 20         /* of processor time for one table; most take some milliseconds */
#define WIDTH 96
#define HEIGHT 64

static long rounds = 2000, first_seed = 1;
static char folder[40] = "/tmp/hitbox-level-XXXXXX"; /* with the slash, in the end */
static char image[64];

/* ---- Allocations that are refused ------------------------------------------------------------ */

static long refused_next = -1; /* until_refusal of the next reading */

/* ---- Levels ---------------------------------------------------------------------------------- */

/* A level that is read from a table, and the memory in which it is counted. */
typedef struct case_of {
    lua_State *L;
    sb_memory memory;
    sb_level *level; ///< level_free frees it, too
    sb_level_files files;
    sb_sources sources;
    sb_distant distant;
} case_of;

static void change(void *by, const sb_layer *layer, int col, int row)
{
    case_of *c = by;
    distant_change(&c->distant, c->level, layer, level_area_of_cell(layer, col, row));
}

/* The case and the table are on the stack. */
static int read_level(lua_State *L)
{
    case_of *c = lua_touserdata(L, 1);
    level_read(L, c->level, &c->files);
    return 0;
}

static int look_at_level(lua_State *L)
{
    case_of *c = lua_touserdata(L, 1);
    level_look(L, c->level, 1, change, c);
    return 0;
}

/* Call a function with the table on top of the stack, which stays. @return whether it succeeds */
static bool call(case_of *c, lua_CFunction function)
{
    int table = lua_gettop(c->L);
    lua_pushcfunction(c->L, function);
    lua_pushlightuserdata(c->L, c);
    lua_pushvalue(c->L, table);
    bool fine = lua_pcall(c->L, 2, 0, 0) == LUA_OK;
    if (!fine && strstr(lua_tostring(c->L, -1), "memory") == NULL) {
        fail_msg("%s", lua_tostring(c->L, -1));
    }
    lua_settop(c->L, table);
    return fine;
}

/* @return whether the table on top of the stack could be read with `cap` bytes */
static bool read_table(case_of *c, size_t cap)
{
    c->memory = (sb_memory){.cap = sizeof *c->level + cap};
    c->level = memory_resize(NULL, NULL, 0, sizeof *c->level);
    assert_non_null(c->level);
    *c->level = (sb_level){.memory = &c->memory};
    c->memory.used = sizeof *c->level;
    c->sources = (sb_sources){.paths.memory = &c->memory};
    c->files = (sb_level_files){.folder = folder, .sources = &c->sources};
    c->distant = (sb_distant){.memory = &c->memory};
    until_refusal = refused_next;
    refused_next = -1;
    return call(c, read_level);
}

static void end_table(case_of *c)
{
    distant_free(&c->distant);
    level_free(c->level);
    files_forget(&c->sources);
    assert_int_equal(c->memory.used, 0);
    lua_settop(c->L, 0);
}

static void draw(case_of *c)
{
    static uint32_t pixels[WIDTH * HEIGHT];
    static const sb_aim aims[] = {{-8, -8, 1}, {3.5, 4.25, 6}, {-300, -200, 0.11}, {1e8, -1e8, 2}};
    sb_raster raster = {pixels, WIDTH, HEIGHT};
    level_animate(c->level, 250);
    for (int k = 0; k < COUNT_OF(aims); k++) {
        raster_clear(&raster, 0xff000000u);
        for (int i = 0; i < c->level->layer_count; i++) {
            level_draw_layer(&raster, c->level, &c->level->layers[i], aims[k]);
        }
        for (int first = 0, end; first < c->level->layer_count; first = end) {
            end = first + 1;
            while (end < c->level->layer_count &&
                   c->level->layers[end].group == c->level->layers[first].group) {
                end++;
            }
            distant_draw(&c->distant, &raster, c->level, first, end, aims[k]);
        }
    }
}

/* Push a table that level_tables.lua makes. */
static void push_table(lua_State *L, const char *maker, long number)
{
    lua_settop(L, 0);
    lua_getglobal(L, "tables");
    lua_getfield(L, -1, maker);
    lua_pushinteger(L, number);
    lua_pushstring(L, image);
    if (lua_pcall(L, 2, 1, 0) != LUA_OK) {
        fail_msg("%s", lua_tostring(L, -1));
    }
}

static int table_count(lua_State *L)
{
    lua_getglobal(L, "tables");
    lua_getfield(L, -1, "count");
    int count = (int)lua_tointeger(L, -1);
    lua_settop(L, 0);
    return count;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void whole_tables_are_read_and_drawn(void **state)
{
    case_of *c = *state;
    for (int i = 1; i <= table_count(c->L); i++) {
        push_table(c->L, "whole", i);
        assert_true(read_table(c, CAP));
        assert_string_equal(c->files.remark, "");
        assert_true(c->level->id == 1);
        assert_true(c->level->layer_count >= 4 && c->level->tile_count >= 3);
        assert_true(call(c, look_at_level));
        draw(c);
        end_table(c);
    }
}

static void damaged_tables_are_read_and_drawn_or_refused(void **state)
{
    case_of *c = *state;
    long fine = 0;
    for (long seed = first_seed; seed < first_seed + rounds; seed++) {
        clock_t begin = clock();
        push_table(c->L, "damaged", seed);
        if (read_table(c, CAP)) {
            fine++;
            call(c, look_at_level);
            draw(c);
        }
        end_table(c);
        double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (seconds > MAX_SECONDS) {
            fail_msg("seed %ld takes %g seconds", seed, seconds);
        }
    }
    assert_true(fine >= rounds / 2);
}

static void each_refused_allocation_is_an_error_or_a_missing_image(void **state)
{
    case_of *c = *state;
    int refused = 0;
    for (int i = 1; i <= table_count(c->L); i++) {
        bool refuses = true;
        for (int k = 0; refuses; k++) {
            assert_true(k < 1000);
            push_table(c->L, "whole", i);
            refused_next = k;
            bool fine = read_table(c, CAP);
            refuses = until_refusal < 0;
            until_refusal = -1;
            refused += refuses;
            if (!refuses) {
                assert_true(fine);
                assert_string_equal(c->files.remark, "");
            } else if (fine) { /* the level is there, in plain colours */
                assert_int_equal(c->level->missing > 0, c->files.remark[0] != '\0');
                assert_true(call(c, look_at_level));
                draw(c);
            }
            end_table(c);
        }
    }
    assert_true(refused > 50);
}

static void each_cap_is_an_error_or_a_missing_image(void **state)
{
    case_of *c = *state;
    for (int i = 1; i <= table_count(c->L); i++) {
        bool fine = false;
        for (size_t cap = 1; !fine; cap += cap / 16 + 64) {
            push_table(c->L, "whole", i);
            fine = read_table(c, cap) && c->files.remark[0] == '\0';
            draw(c); /* what there is of it: chunks may be refused */
            end_table(c);
        }
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static int set_up(void **state)
{
    static case_of c;
    static const char code[] =
        "package.path = '" MODULE_DIR "/?.lua;" MODULE_DIR "/?/init.lua;./?.lua;' .. package.path\n"
        "tables = require 'tests.sandbox.level.level_tables'";
    assert_non_null(mkdtemp(folder));
    snprintf(image, sizeof image, "%s/set.bmp", folder);
    strcat(folder, "/");
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, 64, 32, 32, SDL_PIXELFORMAT_ARGB8888);
    for (int i = 0; i < 64 * 32; i++) {
        ((uint32_t *)surface->pixels)[i] = 0x01000000u * (uint32_t)(i * 7 % 256) + (uint32_t)i * 99;
    }
    assert_int_equal(SDL_SaveBMP(surface, image), 0);
    SDL_FreeSurface(surface);
    c.L = luaL_newstate();
    luaL_openlibs(c.L);
    if (luaL_dostring(c.L, code) != LUA_OK) {
        fail_msg("%s", lua_tostring(c.L, -1));
    }
    *state = &c;
    return 0;
}

static int tear_down(void **state)
{
    lua_close(((case_of *)*state)->L);
    remove(image);
    rmdir(folder);
    return 0;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_tables_are_read_and_drawn),
        cmocka_unit_test(damaged_tables_are_read_and_drawn_or_refused),
        cmocka_unit_test(each_refused_allocation_is_an_error_or_a_missing_image),
        cmocka_unit_test(each_cap_is_an_error_or_a_missing_image),
    };
    rounds = count > 1 ? atol(arguments[1]) : rounds / ROWS_SHARE;
    first_seed = count > 2 ? atol(arguments[2]) : first_seed;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
