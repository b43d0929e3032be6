/// `g`, with which a scene's `draw` function draws in world units: lines, shapes, pictures, text.
#ifndef SANDBOX_PAINT_H
#define SANDBOX_PAINT_H

#include "picture.h"
#include "primitive.h"
#include "sandbox/files.h"
#include "text_areas.h"

#include <lua.h>

struct SDL_Renderer;

/// Limits for a frame, `draw` and `drawAbove` together. Counted by what the script asks for, so a
/// run without pictures raises the same errors.
#define PAINT_MAX_COMMANDS 50000  ///< calls of g that draw
#define PAINT_MAX_CORNERS 1000000 ///< four for a glyph or a picture, 32 for a circle
#define PAINT_MAX_COVER 200       ///< times the view is covered by filled shapes, text, pictures

#define PAINT_MAX_TEXT 8000 ///< bytes that are drawn of a text

/// How much was drawn in this frame.
typedef struct sb_drawn {
    int commands, corners;
    double cover; ///< times the view
} sb_drawn;

/// {0} is a valid one that draws nothing: the arguments of a script's calls are checked all the
/// same, and missing pictures are an error. paint_free ends it.
typedef struct sb_paint {
    struct SDL_Renderer *renderer; ///< null: nothing is drawn
    sb_camera camera;
    hb_aabb view;             ///< the part of the world that the scene asks to show
    sb_pictures pictures;     ///< those read so far
    sb_primitives primitives; ///< of the shape that is drawn
    sb_text_areas texts;      ///< that were drawn in this frame
    sb_drawn drawn;
    bool trusts; ///< links are followed wherever they lead
} sb_paint;

/// Begin a frame, in which nothing has been drawn.
void paint_begin(sb_paint *paint);

/// Forget the pictures, so that they are loaded anew when they are needed, and all memory. Call it
/// before the renderer ends.
void paint_free(sb_paint *paint);

/// Push `g`. It draws nowhere until paint_aim. [-0, +1]
void paint_push(lua_State *L);

/// Let the `g` at `index` draw with `paint`, its pictures' paths being relative to `folder`, and
/// note those that it loads in `sources`; null ends that. All must live as long.
void paint_aim(lua_State *L, int index, sb_paint *paint, const char *folder, sb_sources *sources);

#endif
