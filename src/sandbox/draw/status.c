/* Calls ui.h. */
#include "status.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEIGHT 26 /* points */
#define TEXT_SIZE 13
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
    float pad = 12 * ui_scale();
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
