/// Drawing and panels: the only interface to Dear ImGui. The C++ files in this folder implement it;
/// they call Dear ImGui, SDL and each other, and for glyphs FreeType and files.h.
///
/// All lengths are pixels of the render target, y down. Between ui_begin and ui_end any of the
/// functions may be called; drawings lie under panels, each in the order of the calls. One window
/// at a time: Dear ImGui keeps its state in one place.
#ifndef SANDBOX_UI_H
#define SANDBOX_UI_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct SDL_Renderer;
struct SDL_Texture;

/// A colour as 0xRRGGBBAA.
typedef uint32_t ui_color;

/// The background unless a scene chooses another.
#define UI_GROUND 0x14181dffu

typedef struct ui_point {
    float x, y;
} ui_point;

/// The same colour with its opacity multiplied by 0..1.
static inline ui_color ui_fade(ui_color color, float opacity)
{
    return (color & ~0xffu) | (ui_color)((float)(color & 0xffu) * opacity + 0.5f);
}

/// Begin to draw on a renderer. @return false if there is no memory
bool ui_open(struct SDL_Renderer *renderer);

/// End that before the renderer ends; nothing if it was not begun.
void ui_close(void);

/// Begin a frame.
/// @param scale    pixels per point: 1 on a plain screen, 2 on a dense one
/// @param seconds  since the last frame
void ui_begin(int width, int height, float scale, double seconds);

/// Draw the frame onto the renderer.
void ui_end(void);

/// Where the mouse is, which of its left, right and middle buttons (bits 1, 2, 4) are held, and how
/// far the wheel turned since the last frame. For the panels.
void ui_mouse(float x, float y, unsigned buttons, float wheel);

/// Whether the mouse is over a panel, as of the last frame.
bool ui_takes_mouse(void);

/// The scale handed to ui_begin.
float ui_scale(void);

/// Limits of a frame's drawings, some 1 to 2 seconds of SDL's software renderer: that one looks at
/// each pixel of the rectangle around a triangle.
#define UI_MAX_CORNERS 3000000 ///< of triangles
#define UI_MAX_PIXELS                                                                              \
    1.5e9 ///< of the rectangles around them, within the target; textured: three times

/// From now on, and until the same is called with false, leave out drawings beyond the limits.
void ui_limit(bool limited);

/// Whether a drawing was left out since ui_limit(true).
bool ui_left_out(void);

/// Cover the whole target.
void ui_clear(ui_color color);

/* ---- Drawing --------------------------------------------------------------------------------- */

void ui_line(ui_point a, ui_point b, ui_color color, float width);

/// An axis-aligned rectangle, its edges moved to the nearest pixels so that they are crisp. The
/// outline lies inside.
void ui_rect_fill(ui_point a, ui_point b, ui_color color);
void ui_rect_line(ui_point a, ui_point b, ui_color color, float width);

/// A convex core of 1..n corners, either winding, widened by a radius: a circle, a line, a capsule,
/// a polygon, a rounded polygon. The outline lies astride the edge, and may be one that is not
/// convex.
void ui_shape_fill(const ui_point *convex, int count, float radius, ui_color color);

/// The same for one of several that lie side by side: its edges are hard, so that no seam shows.
void ui_part_fill(const ui_point *convex, int count, float radius, ui_color color);
void ui_shape_line(const ui_point *convex, int count, float radius, ui_color color, float width);

/// A polygon that does not cross itself, convex or not, either winding.
void ui_polygon_fill(const ui_point *corners, int count, ui_color color);

/// One line of text or more. `size` is the height of a line's glyphs and is rounded to whole
/// pixels; `at` is the left top corner.
void ui_text(ui_point at, float size, ui_color color, const char *text);
ui_point ui_text_extent(float size, const char *text);

/// Where the first line of a text is to end, so that it is not wider than `width` pixels.
const char *ui_text_wrap(float size, const char *text, const char *end, float width);

/// The part of a texture from `from` to `to`, in fractions of it, between the corners a and b.
void ui_picture(struct SDL_Texture *texture, ui_point a, ui_point b, ui_point from, ui_point to);

/* ---- Panels ---------------------------------------------------------------------------------- */

/// Where a panel lies: its corner or middle on the window, and its size; a size of 0 fits what is
/// in it.
typedef struct ui_place {
    float x, y;              ///< pixels
    float pivot_x, pivot_y;  ///< 0..1: which part of the panel lies there
    float width, max_height; ///< pixels
    float min_width;         ///< of what fits what is in it
    float max_width;         ///< of the same; entries wrap there
    bool dense;              ///< without a title, and with little room about the lines
} ui_place;

void ui_panel_begin(const char *title, ui_place place);
void ui_panel_end(void);

/// How wide the panel that was begun is.
float ui_panel_width(void);

void ui_label(const char *text, ui_color color);

/// Text that wraps at the panel's edge.
void ui_paragraph(const char *text, ui_color color);

/// Two columns: what, and what it does.
void ui_entry(const char *left, const char *right, float column);
void ui_space(void);
void ui_checkbox(const char *label, bool *value);

typedef enum ui_choice_result {
    UI_NOTHING,
    UI_POINTED, ///< the mouse was moved onto it
    UI_PICKED   ///< it was clicked
} ui_choice_result;

/// A line to pick, with a dimmer hint beside it. Only the chosen one is marked: another on which
/// the mouse rests, while keys choose, is not.
ui_choice_result ui_choice(const char *label, const char *hint, float column, bool chosen,
                           bool scroll_to);

#ifdef __cplusplus
}
#endif

#endif
