/// Memory for drawing that the system or the cap of a script refuses: the drawing call fails with
/// an error, nothing of it is kept, and all goes on afterwards.
#include "sandbox/draw/picture.h"
#include "sandbox/draw/primitive.h"
#include "sandbox/host/host.h"

#include "hosts.h"
#include "refusals.h"
#include "testing.h"

#include <unistd.h>

/* ---- Allocators that fail -------------------------------------------------------------------- */

/* From now on `count` allocations succeed, SDL's included. */
static void fail_after(long count)
{
    SDL_SetMemoryFunctions(__wrap_malloc, __wrap_calloc, __wrap_realloc, free);
    refuses_further = true;
    until_refusal = count;
    was_refused = false;
}

/* @return whether an allocation failed since fail_after */
static bool end_failing(void)
{
    until_refusal = -1;
    return was_refused;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static hb_mask *make_ring(void)
{
    unsigned char alpha[20 * 20];
    for (int i = 0; i < 400; i++) {
        int x = i % 20 - 10, y = i / 20 - 10, d = x * x + y * y;
        alpha[i] = d < 90 && d > 30 ? 255 : 0;
    }
    hb_mask *mask;
    assert_status(hb_mask_create(NULL, 20, 20, alpha, 1, 20, 128, &mask), HB_OK);
    return mask;
}

/* A mask, a compound of two squares side by side, and an ellipse. */
static void make_shapes(hb_shape *out, hb_shape *parts, const hb_mask *mask)
{
    static hb_shape room[8];
    assert_status(hb_make_aabb(&parts[0], 0, 0, 10, 10), HB_OK);
    assert_status(hb_make_aabb(&parts[1], 10, 0, 10, 10), HB_OK);
    assert_status(hb_make_mask(&out[0], mask, 3, 4), HB_OK);
    assert_status(hb_make_compound(&out[1], parts, 2, room), HB_OK);
    assert_status(hb_make_ellipse(&out[2], 1, 2, 3, 4, 0), HB_OK);
}

static sb_primitive_status add_all(sb_primitives *all, const hb_shape *shapes, sb_primitive *out)
{
    sb_primitive_status status = PRIMITIVE_ADDED;
    for (int i = 0; i < 3 && status == PRIMITIVE_ADDED; i++) {
        int pieces = all->piece_count, corners = all->corner_count;
        status = primitives_add(all, &shapes[i], &out[i]);
        if (status != PRIMITIVE_ADDED) {
            assert_int_equal(all->piece_count, pieces);
            assert_int_equal(all->corner_count, corners);
        }
    }
    return status;
}

static void shapes_are_stored_whole_or_not_at_all_where_memory_is_refused(void **state)
{
    (void)state;
    hb_mask *mask = make_ring();
    hb_shape shapes[3], parts[2];
    make_shapes(shapes, parts, mask);
    sb_primitives whole = {0};
    sb_primitive wanted[3], got[3];
    assert_int_equal(add_all(&whole, shapes, wanted), PRIMITIVE_ADDED);
    sb_memory memory = {0};
    sb_primitives all = {.memory = &memory};
    long refusals = 0;
    for (bool refused = true; refused; refusals++) {
        fail_after(refusals);
        sb_primitive_status status = add_all(&all, shapes, got);
        refused = end_failing();
        assert_int_equal(status, refused ? PRIMITIVE_NO_MEMORY : PRIMITIVE_ADDED);
        assert_false(memory.refused); /* the system did it, not the cap */
        if (refused) {
            primitives_free(&all);
            assert_int_equal(memory.used, 0);
            assert_ptr_equal(all.memory, &memory);
        }
    }
    assert_true(refusals > 5);
    assert_int_equal(all.piece_count, whole.piece_count);
    assert_int_equal(all.corner_count, whole.corner_count);
    assert_memory_equal(all.corners, whole.corners, (size_t)all.corner_count * sizeof *all.corners);
    assert_memory_equal(got, wanted, sizeof got);
    primitives_free(&all);
    primitives_free(&whole);
    hb_mask_destroy(mask);
    assert_int_equal(memory.used, 0);
}

static void shapes_of_one_mask_have_the_same_pieces(void **state)
{
    (void)state;
    hb_mask *mask = make_ring();
    sb_primitives all = {0};
    sb_primitive first, second;
    hb_shape shape, turned;
    assert_status(hb_make_mask(&shape, mask, 1, 2), HB_OK);
    assert_int_equal(primitives_add(&all, &shape, &first), PRIMITIVE_ADDED);
    int pieces = all.piece_count;
    assert_status(hb_make_mask(&turned, mask, 50.5, 70), HB_OK);
    assert_int_equal(primitives_add(&all, &turned, &second), PRIMITIVE_ADDED);
    assert_int_equal(all.piece_count, pieces);
    assert_int_equal(second.first, first.first);
    assert_int_equal(second.count, first.count);
    assert_equal(second.at.x - first.at.x, 49.5);
    assert_equal(second.at.y - first.at.y, 68);
    primitives_clear(&all); /* another mask may come to lie where this one was */
    assert_int_equal(primitives_add(&all, &turned, &second), PRIMITIVE_ADDED);
    assert_int_equal(all.piece_count, pieces);
    primitives_free(&all);
    hb_mask_destroy(mask);
}

/* ---- Files and pictures ---------------------------------------------------------------------- */

static void notes_of_files_are_counted_and_survive_refusals(void **state)
{
    (void)state;
    sb_memory memory = {0};
    sb_sources sources = {.paths.memory = &memory};
    long refusals = 0;
    for (bool refused = true; refused; refusals++) {
        fail_after(refusals);
        bool noted = true;
        for (int i = 0; i < 40 && noted; i++) {
            char name[32];
            snprintf(name, sizeof name, "file %d", i);
            int count = sources.paths.count;
            noted = files_note(&sources, name);
            assert_true(noted || sources.paths.count == count);
        }
        refused = end_failing();
        assert_int_equal(noted, !refused);
        assert_true(noted || strcmp(files_refusal(&sources), "not enough memory") == 0);
    }
    assert_true(refusals > 1);
    assert_int_equal(sources.paths.count, 40);
    memory.cap = memory.used + 100;
    while (files_note(&sources, (char[]){'a', (char)('a' + sources.paths.count), '\0'})) {
    }
    assert_non_null(strstr(files_refusal(&sources), "a script may have"));
    files_forget(&sources);
    assert_int_equal(memory.used, 0);
}

static void pictures_survive_refusals_and_can_be_read_afterwards(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "/tmp/hitbox-memory-%ld.png", (long)getpid());
    SDL_Surface *square = SDL_CreateRGBSurfaceWithFormat(0, 32, 32, 32, SDL_PIXELFORMAT_RGBA32);
    assert_true(picture_write(square, path));
    SDL_FreeSurface(square);
    sb_memory memory = {0};
    long refusals = 0;
    for (bool refused = true; refused; refusals++) {
        sb_pictures all = {.memory = &memory};
        fail_after(refusals);
        const sb_picture *picture = pictures_read(&all, path);
        refused = end_failing();
        if (refused && picture != NULL) {
            assert_non_null(picture->error);
        } else if (!refused) {
            assert_non_null(picture);
            assert_null(picture->error);
            assert_int_equal(picture->width, 32);
            assert_true(memory.used >= 4096);
        }
        pictures_free(&all);
        assert_int_equal(memory.used, 0);
    }
    assert_true(refusals > 3);
    sb_pictures all = {.memory = &memory};
    memory.cap = 1000;
    const sb_picture *picture = pictures_read(&all, path);
    assert_null(picture); /* so that it is read once there is room */
    assert_non_null(strstr(memory_shortage(&memory), "a script may have"));
    memory.cap = 100000;
    assert_null(pictures_read(&all, path)->error);
    pictures_free(&all);
    remove(path);
}

/* ---- A scene --------------------------------------------------------------------------------- */

static const char SCENE[] =
    "local hitbox = require 'hitbox'\n"
    "local mask = hitbox.mask { '##..##', '#.##.#', '..##..' }\n"
    "return hitbox.scene { view = { 320, 200 }, rules = { { 'a', 'b' } },\n"
    "  start = function(s) for i = 1, 40 do\n"
    "    s:spawn { 'a', at = { 4 * i, 20 }, shape = mask, facing = i % 2 * 2 - 1 }\n"
    "    s:spawn { 'b', at = { 4 * i, 22 }, w = 10, h = 10 }\n"
    "    s:spawn { 'b', at = { 4 * i, 60 }, points = { 0, 0, 9, 0, 9, 3, 3, 3, 3, 9, 0, 9 } }\n"
    "  end end,\n"
    "  draw = function(s, g) g:shape(mask) g:circle(1, 2, 3) g:text(1, 2, 'text' .. s.ticks)\n"
    "    g:polygon { 0, 0, 1, 0, 0, 1 } end }\n";

/* Load the scene from a file of its own. */
static sb_host *open_scene(char *path, size_t size)
{
    snprintf(path, size, "/tmp/hitbox-memory-%ld.lua", (long)getpid());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(SCENE, file);
    fclose(file);
    sb_host *host = new_host(false, false);
    assert_true(host_load(host, path));
    return host;
}

static void a_scene_is_looked_at_and_drawn_again_after_memory_was_refused(void **state)
{
    (void)state;
    char path[64];
    sb_host *host = open_scene(path, sizeof path);
    long refusals = 0;
    for (bool refused = true; refused; refusals += 1 + refusals / 20) { /* of some thousands */
        sb_memory *memory = host_memory(host);
        sb_snapshot seen = {.wants_regions = true, .wants_all = true, .memory = memory};
        sb_paint paint = {.pictures.memory = memory, .primitives.memory = memory};
        fail_after(refusals);
        bool fine = host_take_snapshot(host, &seen);
        paint.view = seen.view;
        fine = fine && host_draw(host, &paint, "draw");
        refused = end_failing();
        if (!fine) {
            assert_true(refused);
            assert_non_null(strstr(host_failure(host), "not enough memory"));
        } else {
            assert_int_equal(seen.box_count, 120);
        }
        snapshot_free(&seen);
        paint_free(&paint);
        assert_true(host_restart(host));
    }
    assert_true(refusals > 10);
    host_destroy(host);
    remove(path);
}

/* A snapshot counts as memory of its script, and the message names the cap. */
static void the_stored_part_of_a_scene_counts_as_its_memory(void **state)
{
    (void)state;
    char path[64];
    sb_host *host = open_scene(path, sizeof path);
    sb_memory *memory = host_memory(host);
    sb_snapshot seen = {.wants_all = true, .memory = memory};
    size_t before = memory->used;
    assert_true(host_take_snapshot(host, &seen));
    assert_true(memory->used > before + 120 * sizeof(sb_box));
    snapshot_free(&seen);
    memory->cap = memory->used + memory->held + 2000;
    seen.memory = memory;
    seen.wants_all = true;
    assert_false(host_take_snapshot(host, &seen));
    assert_non_null(strstr(host_failure(host), "not enough memory: a script may have"));
    memory->cap = 0;
    assert_true(host_restart(host));
    assert_true(host_take_snapshot(host, &seen));
    snapshot_free(&seen);
    host_destroy(host);
    remove(path);
}

int main(void)
{
    SDL_ClearError(); /* SDL allocates room for errors: it does not survive that this is refused */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_stored_whole_or_not_at_all_where_memory_is_refused),
        cmocka_unit_test(shapes_of_one_mask_have_the_same_pieces),
        cmocka_unit_test(notes_of_files_are_counted_and_survive_refusals),
        cmocka_unit_test(pictures_survive_refusals_and_can_be_read_afterwards),
        cmocka_unit_test(a_scene_is_looked_at_and_drawn_again_after_memory_was_refused),
        cmocka_unit_test(the_stored_part_of_a_scene_counts_as_its_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
