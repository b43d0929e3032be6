/* Calls level_draw.h. */
#include "distant.h"

#include <math.h>
#include <string.h>

#define NEAR_CELL 8.0 /* pixels: larger cells are drawn one by one */
#define MAX_SHOWN 600 /* chunks on the screen: half as sharp, there are a quarter of them */
#define MAX_FINER 3   /* halvings between what is drawn and what is kept */
#define MAX_HALVINGS 40

/* ---- Chunks that are kept -------------------------------------------------------------------- */

static sb_chunk *find(const sb_distant *distant, const sb_chunk *wanted)
{
    for (int i = 0; i < DISTANT_CHUNKS; i++) {
        sb_chunk *chunk = &distant->chunks[i];
        if (chunk->level == wanted->level && chunk->group == wanted->group &&
            chunk->halvings == wanted->halvings && chunk->col == wanted->col &&
            chunk->row == wanted->row) {
            return chunk;
        }
    }
    return NULL;
}

/* One that is free, or was not drawn for the longest time. @return null if there is no memory */
static sb_chunk *take(sb_distant *distant)
{
    const size_t size = (size_t)DISTANT_SIDE * DISTANT_SIDE * sizeof(uint32_t);
    sb_chunk *best = distant->chunks;
    for (int i = 0; i < DISTANT_CHUNKS; i++) {
        sb_chunk *chunk = &distant->chunks[i];
        bool is_better = chunk->level == NULL ? best->level != NULL || best->pixels == NULL
                                              : best->level != NULL && chunk->used < best->used;
        best = is_better ? chunk : best;
    }
    if (best->pixels == NULL) {
        best->pixels = memory_resize(distant->memory, NULL, 0, size);
    }
    return best->pixels != NULL ? best : NULL;
}

/* ---- Drawing a chunk ------------------------------------------------------------------------- */

/* The shortest side of a cell of a group; 0: there are none. */
static double shortest_of(const sb_level *level, int first, int end)
{
    double shortest = 0;
    for (int i = first; i < end; i++) {
        const sb_lattice *lattice = &level->layers[i].lattice;
        double side = fmin(lattice->width, lattice->height);
        shortest = side > 0 && (shortest == 0 || side < shortest) ? side : shortest;
    }
    return shortest;
}

/* Room for a chunk in as many pixels as are drawn for it. */
static uint32_t *finer_room(sb_distant *distant, int side)
{
    size_t size = (size_t)side * (size_t)side * sizeof(uint32_t);
    if (size > distant->finer_size) {
        uint32_t *room = memory_resize(distant->memory, distant->finer, distant->finer_size, size);
        if (room == NULL) {
            return NULL;
        }
        distant->finer = room;
        distant->finer_size = size;
    }
    return distant->finer;
}

static bool is_clear(const uint32_t *pixels)
{
    for (int i = 0; i < DISTANT_SIDE * DISTANT_SIDE; i++) {
        if (pixels[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Draw the layers, cells as pixels or larger, and keep the averages. @return whether there was
   memory for it */
static bool draw_chunk(sb_distant *distant, sb_chunk *chunk, sb_level *level, int first, int end)
{
    double zoom = ldexp(1, -chunk->halvings);
    double cell = shortest_of(level, first, end) * zoom;
    int finer = 0;
    while (finer < MAX_FINER && ldexp(cell, finer) < 1) {
        finer++;
    }
    int side = DISTANT_SIDE << finer;
    uint32_t *pixels = finer > 0 ? finer_room(distant, side) : chunk->pixels;
    if (pixels == NULL) {
        return false;
    }
    sb_raster raster = {pixels, side, side};
    double extent = DISTANT_SIDE / zoom;
    sb_aim aim = {chunk->col * extent, chunk->row * extent, ldexp(zoom, finer)};
    raster_clear(&raster, 0);
    for (int i = first; i < end; i++) {
        level_draw_layer(&raster, level, &level->layers[i], aim);
    }
    if (finer > 0) {
        sb_source source = {pixels, side, side, side, false};
        raster_shrink(&source, chunk->pixels, DISTANT_SIDE, DISTANT_SIDE);
    }
    chunk->is_empty = is_clear(chunk->pixels);
    return true;
}

/* The chunk at a place, drawn now if it is not there. @return null if there is no memory */
static sb_chunk *chunk_at(sb_distant *distant, const sb_chunk *wanted, sb_level *level, int first,
                          int end)
{
    sb_chunk *chunk = find(distant, wanted);
    if (chunk == NULL) {
        chunk = take(distant);
        if (chunk == NULL) {
            return NULL;
        }
        uint32_t *pixels = chunk->pixels;
        *chunk = *wanted;
        chunk->pixels = pixels;
        if (!draw_chunk(distant, chunk, level, first, end)) {
            chunk->level = NULL;
            return NULL;
        }
    }
    chunk->used = distant->clock;
    return chunk;
}

/* ---- Drawing what is seen -------------------------------------------------------------------- */

/* The chunks that are seen. */
typedef struct sb_chunks_seen {
    int left, top, right, bottom; /* with these */
} sb_chunks_seen;

static sb_chunks_seen seen_of(const sb_raster *raster, sb_aim aim, int halvings)
{
    double extent = ldexp(DISTANT_SIDE, halvings);
    return (sb_chunks_seen){(int)floor(aim.x / extent), (int)floor(aim.y / extent),
                            (int)floor((aim.x + raster->width / aim.zoom) / extent),
                            (int)floor((aim.y + raster->height / aim.zoom) / extent)};
}

/* How often the zoom is halved: so that a pixel of a chunk is at most one on the screen, unless
   there would be too many chunks. */
static int halvings_of(const sb_raster *raster, sb_aim aim)
{
    int halvings = (int)fmax(floor(-log2(aim.zoom)), 0);
    for (; halvings < MAX_HALVINGS; halvings++) {
        sb_chunks_seen seen = seen_of(raster, aim, halvings);
        if ((seen.right - seen.left + 1.0) * (seen.bottom - seen.top + 1.0) <= MAX_SHOWN) {
            break;
        }
    }
    return halvings;
}

static int pixel_at(double place, double from, double zoom)
{
    return (int)floor((place - from) * zoom + 0.5);
}

bool distant_draw(sb_distant *distant, const sb_raster *raster, sb_level *level, int first, int end,
                  sb_aim aim)
{
    double shortest = shortest_of(level, first, end);
    bool is_far = shortest > 0 && shortest * aim.zoom < NEAR_CELL && aim.zoom < 1;
    const size_t size = DISTANT_CHUNKS * sizeof *distant->chunks;
    if (is_far && distant->chunks == NULL) {
        distant->chunks = memory_resize(distant->memory, NULL, 0, size);
        if (distant->chunks != NULL) {
            memset(distant->chunks, 0, size);
        }
    }
    if (!is_far || distant->chunks == NULL) {
        return false;
    }
    int halvings = halvings_of(raster, aim);
    double extent = ldexp(DISTANT_SIDE, halvings);
    sb_chunks_seen seen = seen_of(raster, aim, halvings);
    for (int row = seen.top; row <= seen.bottom; row++) {
        for (int col = seen.left; col <= seen.right; col++) {
            sb_chunk wanted = {level, level->layers[first].group, halvings, col, row, 0, false,
                               NULL};
            const sb_chunk *chunk = chunk_at(distant, &wanted, level, first, end);
            if (chunk == NULL) {
                return false;
            }
            sb_source source = {chunk->pixels, DISTANT_SIDE, DISTANT_SIDE, DISTANT_SIDE, false};
            sb_area area = {pixel_at(col * extent, aim.x, aim.zoom),
                            pixel_at(row * extent, aim.y, aim.zoom),
                            pixel_at((col + 1) * extent, aim.x, aim.zoom),
                            pixel_at((row + 1) * extent, aim.y, aim.zoom)};
            if (!chunk->is_empty) {
                raster_draw(raster, &source, area, 0, RASTER_NO_TINT);
            }
        }
    }
    return true;
}

/* ---- Changes --------------------------------------------------------------------------------- */

void distant_change(sb_distant *distant, const sb_level *level, const sb_layer *layer, hb_aabb area)
{
    for (int i = 0; i < DISTANT_CHUNKS && distant->chunks != NULL; i++) {
        sb_chunk *chunk = &distant->chunks[i];
        double extent = ldexp(DISTANT_SIDE, chunk->halvings);
        if (chunk->level == level && chunk->group == layer->group &&
            area.x1 >= chunk->col * extent && area.x0 <= (chunk->col + 1) * extent &&
            area.y1 >= chunk->row * extent && area.y0 <= (chunk->row + 1) * extent) {
            chunk->level = NULL;
        }
    }
}

void distant_forget(sb_distant *distant, const sb_level *level)
{
    for (int i = 0; i < DISTANT_CHUNKS && distant->chunks != NULL; i++) {
        if (distant->chunks[i].level == level) {
            distant->chunks[i].level = NULL;
        }
    }
}

void distant_free(sb_distant *distant)
{
    const size_t size = (size_t)DISTANT_SIDE * DISTANT_SIDE * sizeof(uint32_t);
    for (int i = 0; i < DISTANT_CHUNKS && distant->chunks != NULL; i++) {
        uint32_t *pixels = distant->chunks[i].pixels;
        memory_resize(distant->memory, pixels, pixels != NULL ? size : 0, 0);
    }
    memory_resize(distant->memory, distant->chunks, DISTANT_CHUNKS * sizeof *distant->chunks, 0);
    memory_resize(distant->memory, distant->finer, distant->finer_size, 0);
    *distant = (sb_distant){.memory = distant->memory};
}
