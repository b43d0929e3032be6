/// A broken script is loaded again after a repair: that works, and the new scene is as in a state
/// of its own. poisons.lua lists the damage that the scripts do.
#include "sandbox/host/host_state.h"

#include "hosts.h"
#include "testing.h"

#include <unistd.h>

#define TICKS 12

static char folder[] = "/tmp/hitbox-reload-XXXXXX";
static char path[64];
static char *walk, *poisons, *full; /* the texts of the files beside this one */

static char *read_text(const char *name)
{
    char file_name[1024];
    snprintf(file_name, sizeof file_name, "%s/sandbox/cage/scripts/%s", TESTS_DIR, name);
    FILE *file = fopen(file_name, "rb");
    assert_non_null(file);
    char *text = calloc(1, 65536);
    assert_non_null(text);
    assert_true(fread(text, 1, 65535, file) < 65535);
    fclose(file);
    return text;
}

/* Write the scene with something before it and at the begin of its update. */
static void write_full(const char *head, const char *begin)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    const char *at = strstr(full, "    reached.input,");
    assert_non_null(at);
    fprintf(file, "%s%.*s%s%s", head, (int)(at - full), full, begin, at);
    fclose(file);
}

/* The scene, which has no others to switch to any more: else it would go on in one. */
static void write_good(void)
{
    char *scenes = strstr(full, "  scenes = {");
    assert_non_null(scenes);
    memcpy(scenes, "--", 2);
    write_full("", "");
    memcpy(scenes, "  ", 2);
}

/* The same scene, which in each tick first runs a line. */
static void write_poisoned(const char *line)
{
    char *head = malloc(strlen(walk) + strlen(poisons) + 2);
    assert_non_null(head);
    sprintf(head, "%s\n%s", walk, poisons);
    write_full(head, line);
    free(head);
}

static void tick(sb_host *host, int count)
{
    static const sb_input_state nothing_held;
    for (int i = 0; i < count && host_failure(host) == NULL; i++) {
        host_tick(host, &nothing_held);
    }
}

/* The state some ticks after the begin, or why there is none. */
static const char *begin(sb_host *host)
{
    host_restart(host);
    tick(host, TICKS);
    return host_failure(host) != NULL ? host_failure(host) : host_hash(host);
}

static int poison_count(void)
{
    sb_host *host = new_host(false, false);
    write_poisoned("error(#poisons .. '', 0)");
    assert_true(host_load(host, path));
    tick(host, 1);
    int count = atoi(host_failure(host));
    assert_true(count > 250);
    host_destroy(host);
    return count;
}

/* Load what a poison makes of the scene, run it, and then load the scene itself.
 * @return what is wrong then, or null */
static const char *wrong_after(sb_host *host, int n, const char *want)
{
    char line[64];
    snprintf(line, sizeof line, "poisons[%d][2](s)", n);
    write_poisoned(line);
    if (!host_load(host, path)) {
        fail_msg("poison %d does not load: %s", n, host_failure(host));
    }
    tick(host, 3);
    write_good();
    if (!host_load(host, path)) {
        return host_failure(host);
    }
    tick(host, 3);
    if (host_failure(host) != NULL) {
        return host_failure(host);
    }
    const char *got = begin(host);
    return strcmp(got, want) != 0 ? got : NULL;
}

static void a_reload_repairs_everything_that_a_script_broke(void **state)
{
    (void)state;
    char want[32];
    int count = poison_count(), bad = 0;
    sb_host *host = new_host(false, false);
    write_good();
    assert_true(host_load(host, path));
    snprintf(want, sizeof want, "%s", begin(host));
    host_destroy(host);
    for (int n = 1; n <= count; n++) {
        host = new_host(false, false);
        const char *wrong = wrong_after(host, n, want);
        if (wrong != NULL) {
            print_error("after poison %d: %s\n", n, wrong);
            bad++;
        }
        host_destroy(host);
    }
    assert_int_equal(bad, 0);
}

static int set_up(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/scene.lua", folder);
    walk = read_text("walk.lua");
    poisons = read_text("poisons.lua");
    full = read_text("full.lua");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    rmdir(folder);
    free(walk);
    free(poisons);
    free(full);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reload_repairs_everything_that_a_script_broke),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
