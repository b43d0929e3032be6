/* Draws texts of levels. Calls ui.h. */
#include "level_draw.h"

#include <stdio.h>
#include <string.h>

#define MIN_PIXELS 3    /* of the glyphs: smaller ones cannot be read */
#define MAX_PIXELS 1000 /* larger ones fill more than a window */

enum { MAX_LINES = 200, MAX_LINE = 1024 /* bytes */ };

/* Where a line ends, and where the next one begins. */
static const char *end_of_line(const char *words, float pixels, float width, const char **next)
{
    size_t length = strcspn(words, "\n");
    const char *end = words + length;
    if (width > 0) {
        const char *wrapped = ui_text_wrap(pixels, words, end, width);
        end = wrapped > words ? wrapped : end;
    }
    *next = *end == '\n' || *end == ' ' ? end + 1 : end;
    return end;
}

void level_text_draw(const sb_level_text *text, sb_aim aim, int width, int height)
{
    float pixels = (float)(text->size * aim.zoom);
    ui_point a = {(float)((text->x - aim.x) * aim.zoom), (float)((text->y - aim.y) * aim.zoom)};
    ui_point size = {(float)(text->width * aim.zoom), (float)(text->height * aim.zoom)};
    bool is_seen = a.x < (float)width && a.y < (float)height && a.x + size.x > 0 &&
                   a.y + size.y > 0 && pixels >= MIN_PIXELS && pixels <= MAX_PIXELS;
    struct {
        const char *words;
        size_t length;
    } lines[MAX_LINES];
    int count = 0;
    for (const char *at = text->words; is_seen && *at != '\0' && count < MAX_LINES; count++) {
        const char *next, *end = end_of_line(at, pixels, text->wraps ? size.x : 0, &next);
        lines[count].words = at;
        lines[count].length = (size_t)(end - at);
        at = next;
    }
    float line_height = ui_text_extent(pixels, "X").y;
    float top = a.y + text->align.y * (size.y - (float)count * line_height);
    for (int i = 0; i < count; i++) {
        float y = top + (float)i * line_height;
        if (y > a.y - line_height / 2 && y < a.y + size.y - line_height / 2) {
            char line[MAX_LINE];
            snprintf(line, sizeof line, "%.*s", (int)lines[i].length, lines[i].words);
            float wide = ui_text_extent(pixels, line).x;
            ui_text((ui_point){a.x + text->align.x * (size.x - wide), y}, pixels, text->color,
                    line);
        }
    }
}
