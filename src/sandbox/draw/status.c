/* Calls ui.h. */
#include "status.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEIGHT 26 /* points */
#define TEXT_SIZE 13
#define PAD 12
#define GAP "     " /* between two parts */
#define ABOVE 10    /* where the line of time is while the scene is paused */
#define TEXT_BYTES 384

float status_height(void)
{
    return roundf(HEIGHT * ui_scale());
}

/* Take away the last of some words that lie apart by three spaces or more. @return false if there
   is but one */
static bool shorten(char *words)
{
    char *gap = strstr(words, "   ");
    if (gap == NULL) {
        return false;
    }
    for (char *next = gap; next != NULL; next = strstr(next + strspn(next, " "), "   ")) {
        gap = next;
    }
    *gap = '\0';
    return true;
}

static float width_of(const char *text)
{
    return ui_text_extent(TEXT_SIZE * ui_scale(), text).x;
}

void status_draw(const char *left, const char *right, ui_color color, int width, int height)
{
    float size = TEXT_SIZE * ui_scale();
    float pad = PAD * ui_scale();
    float top = (float)height - status_height();
    ui_rect_fill((ui_point){0, top}, (ui_point){(float)width, (float)height}, 0x0d1014ff);
    ui_rect_fill((ui_point){0, top}, (ui_point){(float)width, top + roundf(ui_scale())},
                 0x2b333dff);
    char first[TEXT_BYTES];
    char rest[TEXT_BYTES];
    snprintf(first, sizeof first, "%s", left);
    snprintf(rest, sizeof rest, "%s", right);
    /* In a narrow window the keys make room first, down to the one for help, then the counts. */
    while (width_of(first) + width_of(rest) + 3 * pad > (float)width &&
           (shorten(rest) || shorten(first))) {
    }
    float y = top + (status_height() - ui_text_extent(size, first).y) / 2;
    ui_text((ui_point){pad, y}, size, color, first);
    ui_text((ui_point){(float)width - pad - width_of(rest), y}, size, 0x7d8894ff, rest);
}

bool status_has_room(const char *name, const char *words, const char *right, int width)
{
    char text[2 * TEXT_BYTES];
    char rest[TEXT_BYTES];
    snprintf(text, sizeof text, "%s" GAP "%s", name, words);
    snprintf(rest, sizeof rest, "%s", right);
    while (shorten(rest)) {
    }
    return width_of(text) + width_of(rest) + 3 * PAD * ui_scale() <= (float)width;
}

/* How many bytes of a text make a line: up to a space, or all of a word that is longer. */
static int line_of(const char *text, float room)
{
    char line[TEXT_BYTES];
    int fits = 0;
    for (const char *end = text; *end != '\0';) {
        end += strspn(end, " ");
        end += strcspn(end, " ");
        snprintf(line, sizeof line, "%.*s", (int)(end - text), text);
        if (fits > 0 && width_of(line) > room) {
            break;
        }
        fits = (int)(end - text);
    }
    return fits;
}

void status_draw_above(const char *words, ui_color color, int width, int height)
{
    float size = TEXT_SIZE * ui_scale(), pad = PAD * ui_scale();
    float bottom = (float)height - status_height() - ABOVE * ui_scale();
    float room = (float)width - 2 * pad;
    char line[TEXT_BYTES];
    int lines = 0;
    for (const char *at = words; *at != '\0'; lines++) {
        at += line_of(at, room);
        at += strspn(at, " ");
    }
    float high = ui_text_extent(size, "A").y;
    float y = bottom - (float)lines * high;
    ui_rect_fill((ui_point){0, y - pad / 2}, (ui_point){(float)width, bottom + pad / 2},
                 0x0d1014e0);
    for (const char *at = words; *at != '\0'; y += high) {
        int bytes = line_of(at, room);
        snprintf(line, sizeof line, "%.*s", bytes, at);
        ui_text((ui_point){pad, y}, size, color, line);
        at += bytes;
        at += strspn(at, " ");
    }
}
