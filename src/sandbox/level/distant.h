/// Levels seen from afar: where a cell is a few pixels, layers that lie still are drawn once, each
/// pixel an average, into chunks that are kept. So a frame costs what is in view, at any zoom.
#ifndef SANDBOX_LEVEL_DISTANT_H
#define SANDBOX_LEVEL_DISTANT_H

#include "level_draw.h"

#define DISTANT_CHUNKS 1024 ///< of 64 kilobytes
#define DISTANT_SIDE 128    ///< pixels of a chunk

/// A square of a group of layers, drawn at a zoom that is a power of two.
typedef struct sb_chunk {
    const sb_level *level; ///< null: it is free
    int group, halvings;   ///< the zoom is 0.5 to this power
    int col, row;          ///< in chunks
    unsigned long used;    ///< when it was drawn last, by the clock
    bool is_empty;         ///< nothing is in it
    uint32_t *pixels;
} sb_chunk;

/// {0} is a valid empty one; distant_free ends it.
typedef struct sb_distant {
    sb_chunk *chunks;
    unsigned long clock; ///< frames
    uint32_t *finer;     ///< room to draw a chunk in more pixels than it has
    size_t finer_size;   ///< bytes
    sb_memory *memory;
} sb_distant;

/// Draw the layers of one group, from `first` up to `end`, if they are far away.
/// @return false if they are near, or there is no memory: then they are to be drawn as they are
bool distant_draw(sb_distant *distant, const sb_raster *raster, sb_level *level, int first, int end,
                  sb_aim aim);

/// A part of a layer looks different now.
void distant_change(sb_distant *distant, const sb_level *level, const sb_layer *layer,
                    hb_aabb area);

/// Forget all of a level, which is about to end.
void distant_forget(sb_distant *distant, const sb_level *level);

void distant_free(sb_distant *distant);

#endif
