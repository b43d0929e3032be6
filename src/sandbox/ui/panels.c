/* Calls ui.h. */
#include "panels.h"

#include "sandbox/draw/status.h"
#include "sandbox/host/snapshot.h"
#include "ui.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const ui_color DIM = 0x93a0aeff;
static const ui_color PLAIN = 0xdfe5ecff;
static const ui_color WARM = 0xff9d8fff;
static const ui_color BRIGHT = 0xffd35aff;

static ui_place centred(int width, int height)
{
    return (ui_place){.x = (float)width / 2,
                      .y = (float)height / 2,
                      .pivot_x = 0.5f,
                      .pivot_y = 0.5f,
                      .max_height = (float)height - 2 * status_height()};
}

/* Lines of a word, a tab and a text; a line without a tab is a word alone. */
static void list_entries(const char *lines, float column)
{
    while (*lines != '\0') {
        char line[256];
        size_t length = strcspn(lines, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, lines);
        char *tab = line + strcspn(line, "\t");
        bool is_entry = *tab != '\0';
        *tab = '\0';
        ui_entry(line, is_entry ? tab + 1 : "", column);
        lines += length;
        lines += *lines == '\n';
    }
}

#define HELP_COLUMN 170 /* points */

static void list_rows(const char *const rows[][2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ui_entry(rows[i][0], rows[i][1], HELP_COLUMN * ui_scale());
    }
}

#define LIST_ROWS(rows) list_rows(rows, sizeof(rows) / sizeof *(rows))

/* A key that the window has unless the scene uses it, and a key that it always has. */
static void list_key(unsigned is_used, const char *key, const char *always, const char *what)
{
    char keys[32];
    snprintf(keys, sizeof keys, "%s%s%s", is_used ? "" : key, is_used ? "" : " or ", always);
    ui_entry(keys, what, HELP_COLUMN * ui_scale());
}

static void list_keys_of_scene(unsigned used, bool uses_mouse)
{
    static const char *const own_mouse[][2] = {
        {"left mouse button", "used by the scene"},
        {"right mouse button", "drag a thing, also while paused; elsewhere move the view"},
    };
    static const char *const free_mouse[][2] = {
        {"left mouse button", "drag a thing, also while paused"},
        {"right mouse button", "the same; elsewhere move the view"},
    };
    static const char *const rest[][2] = {
        {"wheel", "zoom about the mouse"},
        {"middle button", "move the view"},
        {"Home", "back to the scene's own view"},
        {"F1", "this help, which pauses the scene"},
        {"F2", "choose the overlays that are shown"},
        {"F3", "inspect the thing at the mouse, its contacts and rules"},
        {"Shift F3", "the same, and the panel stays with that thing"},
        {"F4", "the meaning of the level's words"},
        {"F5", "save the input so far as a test of the scene"},
        {"F6", "write the scene of an opened level as a script beside it"},
        {"F11", "full screen"},
        {"F12", "save a picture"},
        {"Esc", "close, or leave the scene"},
    };
    float column = HELP_COLUMN * ui_scale();
    list_key(used & KEY_SPACE, "space", "F8", "pause, continue");
    list_key(used & KEY_DOT, ".", "F10", "one tick forward; with Shift one second");
    list_key(used & KEY_COMMA, ",", "F9", "one tick back; with Shift one second");
    ui_entry("line at the bottom", "while paused: drag to any earlier tick", column);
    list_key(used & KEY_R, "R", "F7", "restart the scene");
    if (uses_mouse) {
        LIST_ROWS(own_mouse);
    } else {
        LIST_ROWS(free_mouse);
    }
    LIST_ROWS(rest);
}

static void list_keys_of_list(void)
{
    static const char *const rows[][2] = {
        {"up, down", "choose a scene"},
        {"Page Up, Page Down", "ten further up, ten further down"},
        {"Home, End", "the first one, the last one"},
        {"a letter or digit", "the next one whose name begins so"},
        {"Enter or click", "show it"},
        {"F1", "this help"},
        {"F11", "full screen"},
        {"F12", "save a picture"},
        {"Esc", "close, or leave"},
    };
    LIST_ROWS(rows);
}

void panel_help(const panel_help_text *text, int width, int height)
{
    ui_place place = centred(width, height);
    place.width = fminf((float)width, 580 * ui_scale());
    ui_panel_begin("Help", place);
    if (text->about[0] != '\0') {
        ui_paragraph(text->about, PLAIN);
        ui_space();
    }
    if (text->actions[0] != '\0') {
        list_entries(text->actions, HELP_COLUMN * ui_scale());
        ui_space();
    }
    if (text->is_list) {
        list_keys_of_list();
    } else {
        list_keys_of_scene(text->used_keys, text->uses_mouse);
        ui_space();
        ui_paragraph("Save the script: the scene goes on with the new text from its present state.",
                     DIM);
    }
    ui_panel_end();
}

void panel_overlays(sb_overlays *shown, bool *is_heard, int width, int height)
{
    float margin = 12 * ui_scale();
    float most = (float)height - status_height() - 2 * margin;
    ui_panel_begin(
        "Show",
        (ui_place){.x = (float)width - margin, .y = margin, .pivot_x = 1, .max_height = most});
    for (int i = 0; i < overlay_count(); i++) {
        ui_checkbox(overlay_at(i)->help, &shown->on[i]);
    }
    ui_checkbox("sound", is_heard);
    ui_panel_end();
}

void panel_meanings(const char *lines, int width, int height)
{
    float margin = 12 * ui_scale();
    float most = (float)height - status_height() - 2 * margin;
    ui_panel_begin("Words of the level",
                   (ui_place){.x = margin,
                              .y = margin,
                              .max_height = most,
                              .width = fminf((float)width - 2 * margin, 620 * ui_scale())});
    if (lines == NULL || lines[0] == '\0') {
        ui_paragraph("The scene has a word of its own for all that is in its map.", DIM);
    } else {
        ui_paragraph(lines, PLAIN);
    }
    ui_panel_end();
}

#define LOW 500 /* points: of a window in which a panel leaves little to be seen */

/* How wide the panel was so far for a thing: else it trembled with each of its numbers, and cut off
   what is longer than the tick before. */
typedef struct inspector_width {
    char name[256];
    float scale, width;
    bool is_new; /* the panel is still as wide as it was for another thing */
} inspector_width;

static inspector_width *width_of_inspector(const char *name)
{
    static inspector_width last;
    last.is_new = strcmp(name, last.name) != 0 || ui_scale() != last.scale;
    if (last.is_new) {
        snprintf(last.name, sizeof last.name, "%s", name);
        last.scale = ui_scale();
        last.width = 0;
    }
    return &last;
}

/* The part of a low window's height that the panel may have, though it covers the thing. */
#define MIN_PART 0.35f

void panel_inspector(const char *about, bool stays, panel_thing thing, bool beside_overlays,
                     int width, int height)
{
    /* At the other side of the window, or, where the panel of F2 is, above or below. In a low
       window it is so in any case, as it may be as wide as all of it. */
    bool dense = (float)height < LOW * ui_scale();
    bool at_left = thing.place.x < (float)width / 2;
    bool lower = thing.place.y > (float)height / 2;
    bool at_right = at_left && !beside_overlays;
    float margin = (dense ? 6 : 12) * ui_scale();
    float bottom = (float)height - status_height() - margin;
    float most = bottom - margin;
    bool at_top = lower && at_left && beside_overlays;
    if (dense) { /* where there is more room, and no higher than that, but beside a wall */
        float above = thing.top - 2 * margin;
        float below = bottom - thing.bottom - margin;
        float least = MIN_PART * most;
        at_top = fmaxf(above, below) < least ? lower : above > below;
        most = fmaxf(at_top ? above : below, least);
    }
    /* No wider than the half at which the thing is not, where its words fit into that. */
    float widest =
        fminf(fmaxf((float)width / 2 - margin, 330 * ui_scale()), (float)width - 2 * margin);
    const char *end = about + strcspn(about, "\n");
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)(end - about), about);
    inspector_width *so_far = width_of_inspector(line);
    ui_panel_begin(stays ? "Thing, until Shift F3###Thing" : "Thing###Thing",
                   (ui_place){.x = at_right ? (float)width - margin : margin,
                              .y = at_top ? margin : bottom,
                              .pivot_x = at_right ? 1 : 0,
                              .pivot_y = at_top ? 0 : 1,
                              .max_height = most,
                              .min_width = fminf(so_far->width, widest),
                              .max_width = widest,
                              .dense = dense});
    so_far->width = so_far->is_new ? 0 : fmaxf(so_far->width, ui_panel_width());
    ui_label(line, BRIGHT);
    if (dense && stays) {
        ui_label("until Shift F3", DIM);
    }
    list_entries(*end != '\0' ? end + 1 : end, 88 * ui_scale());
    ui_panel_end();
}

void panel_failure(const char *failure, bool goes_on, int width, int height)
{
    float margin = 24 * ui_scale();
    float wide = fminf((float)width - 2 * margin, 900 * ui_scale());
    ui_panel_begin("Stopped by an error", (ui_place){.x = (float)width / 2,
                                                     .y = margin,
                                                     .pivot_x = 0.5f,
                                                     .width = wide,
                                                     .max_height = (float)height - 3 * margin});
    ui_paragraph(failure, WARM);
    ui_space();
    ui_paragraph(goes_on ? "Fix the file and save it: the scene goes on. R restarts it."
                         : "Fix the file and save it: the scene starts.",
                 DIM);
    ui_panel_end();
}

bool panel_scenes(const sb_paths *scenes, int *chosen, bool scroll, int width, int height)
{
    bool picked = false;
    ui_place place = centred(width, height);
    place.width = fminf((float)width, 900 * ui_scale());
    ui_panel_begin("Scenes: click on one, or choose with the arrows and Enter", place);
    for (int i = 0; i < scenes->count; i++) {
        char name[64];
        char about[160];
        files_name(scenes->paths[i], name, sizeof name);
        files_first_comment(scenes->paths[i], about, sizeof about);
        ui_choice_result result =
            ui_choice(name, about, 130 * ui_scale(), i == *chosen, scroll && i == *chosen);
        if (result != UI_NOTHING) {
            *chosen = i;
            picked = result == UI_PICKED;
        }
    }
    ui_panel_end();
    return picked;
}
