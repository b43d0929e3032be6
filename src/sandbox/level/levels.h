/// The levels of a scene: their pictures are read once from Lua, kept outside of it, and drawn
/// below all else. They stay valid when the scene goes back in time: a map has the number of its
/// pictures, and those that are not kept any more are read again.
#ifndef SANDBOX_LEVELS_H
#define SANDBOX_LEVELS_H

#include "distant.h"
#include "read/level_read.h"
#include "sandbox/draw/camera.h"

#include <lua.h>

struct SDL_Renderer;
struct SDL_Texture;

/// {0} is a valid empty one; levels_free ends it.
typedef struct sb_levels {
    sb_level *first; ///< those of the present scene come first, in the order of its maps
    int shown;       ///< how many these are
    sb_distant distant;
    struct SDL_Texture *texture; ///< what was drawn last
    uint32_t *pixels;            ///< the same
    int width, height;           ///< of these
    char remark[LEVEL_REMARK_SIZE];
    bool has_remark; ///< that was not asked for yet
    bool trusts;     ///< files outside of the scene's folder may be read
    sb_memory *memory;
} sb_levels;

/// Look at the maps of the scene, which are in the list on top of the stack; those whose pictures
/// are not known yet are read. Raises an error if there is no memory. [-0, +0, e]
/// @param folder   of the scene, with the slash
/// @param sources  where files are noted that are read
void levels_look(lua_State *L, sb_levels *levels, const char *folder, sb_sources *sources,
                 double ticks);

/// Draw what is seen of all levels on a ground of one colour, stretched to all of the renderer.
/// @param seconds  that the scene has run
/// @return false if there is nothing to draw, or it cannot be drawn
bool levels_draw(sb_levels *levels, struct SDL_Renderer *renderer, const sb_camera *camera,
                 ui_color ground, double seconds, int width, int height);

/// Draw the texts of all levels, above their pictures.
void levels_draw_texts(const sb_levels *levels, const sb_camera *camera, int width, int height);

/// A sentence about an image that cannot be read; null if there is none. Once for each level.
const char *levels_remark(sb_levels *levels);

/// Whether the scene has pictures of a level.
bool levels_are_there(const sb_levels *levels);

/// Forget them all, before their renderer ends.
void levels_free(sb_levels *levels);

#endif
