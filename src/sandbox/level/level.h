/// The pictures of a map, as they were read: images and their tiles, and layers of them from below
/// to above. They do not change but for which cells are hidden, where sprites are, and which frame
/// an animation shows. Knows no Lua, no SDL.
#ifndef SANDBOX_LEVEL_H
#define SANDBOX_LEVEL_H

#include "core/hitbox.h"
#include "level_texts.h"
#include "raster.h"
#include "sandbox/memory.h"

#include <stddef.h>

/// A file. Its pixels are freed with the level.
typedef struct sb_level_image {
    uint32_t *pixels; ///< null: it could not be read
    int width, height;
} sb_level_image;

/// A rectangle of an image, and how it is drawn in a cell.
typedef struct sb_tile {
    int image;  ///< -1: none that can be read
    int source; ///< the image that it is said to be in
    int x, y, width, height;
    bool opaque;
    uint32_t pixel;    ///< its colour if it has no image; 0: none is given
    int animation;     ///< its index, or -1
    double room_width; ///< of what is drawn, before it is laid on its side
    double room_height;
    double middle_x, middle_y; ///< of it, from the left lower corner of the cell
    double lift;               ///< what is added to both if it is laid on its side
    double drawn_width, drawn_height;
    uint32_t *smaller[8]; ///< half, a quarter ... of the size; null until they are needed
} sb_tile;

/// The tiles of a tileset, one after the other in the level's list.
typedef struct sb_tileset {
    double first; ///< the number of its first tile in cells
    int begin, count;
} sb_tileset;

typedef struct sb_frame {
    int tile;
    double until; ///< milliseconds from the begin
} sb_frame;

typedef struct sb_animation {
    int first, count; ///< of the level's frames
    int shown;        ///< the tile of now
} sb_animation;

#define LEVEL_PAGE 16          ///< cells on a side of a page
#define LEVEL_TILE 0x0fffffffu ///< of a cell: the tile's index + 1

/// 16 x 16 cells. The highest four bits of a cell are the flips of RASTER_.
typedef struct sb_page {
    int col, row; ///< in pages
    uint16_t hidden[LEVEL_PAGE], marked[LEVEL_PAGE];
    uint16_t lifted[LEVEL_PAGE]; ///< their things have left them, or are gone
    uint32_t cells[LEVEL_PAGE * LEVEL_PAGE];
} sb_page;

typedef struct sb_sprite {
    int tile;
    unsigned flips;
    bool hidden;
    float opacity;
    double x, y, width, height, angle; ///< the middle, in the map; the size before it is laid down
    int col, row;                      ///< of its cell, in the layer before if the layer lifts
    bool follows;                      ///< a thing:
    hb_transform first, now;           ///< its pose
} sb_sprite;

typedef enum sb_layer_kind { LAYER_FILL, LAYER_IMAGE, LAYER_TILES, LAYER_SPRITES } sb_layer_kind;

typedef enum sb_lattice_kind {
    LATTICE_ORTHOGONAL,
    LATTICE_ISOMETRIC,
    LATTICE_STAGGERED ///< also hexagonal
} sb_lattice_kind;

/// How the cells of a map lie, as Tiled has it: https://doc.mapeditor.org, "orientation".
typedef struct sb_lattice {
    sb_lattice_kind kind;
    double width, height; ///< of a cell
    double origin;        ///< isometric: where the top of cell 0, 0 is, from the left
    double side;          ///< of hexagons; 0 for staggered rhombs
    bool by_columns;      ///< every second column is shifted, not row
    bool is_even;         ///< the even ones are
} sb_lattice;

typedef struct sb_layer {
    sb_layer_kind kind;
    int picture; ///< its index in the list that it was read from, from 1 on
    double x, y; ///< world units
    sb_tint tint;
    double parallax_x, parallax_y;
    double scale;  ///< about the middle of the view
    int group;     ///< layers with the same one lie still, beside each other: see distant.h
    double width;  ///< of a fill or an image
    double height; ///< the same
    sb_lattice lattice;
    uint32_t pixel;     ///< of a fill
    int tile;           ///< of an image
    bool repeats_x;     ///< an image
    bool repeats_y;     ///< the same
    bool from_right;    ///< cells are drawn from the right to the left
    bool from_below;    ///< and rows from below to above
    sb_page *pages;     ///< in the order of rows, then columns
    int page_count;     ///< with room for as many
    sb_sprite *sprites; ///< in their order
    int sprite_count;
    bool lifts;     ///< its sprites are cells of the layer before, and drawn once they leave these
    double reach;   ///< how far tiles and sprites go beyond their cells or middles
    double changes; ///< how often its cells were changed, as of the last look; -1: never looked
} sb_layer;

typedef struct sb_level {
    struct sb_level *next;
    double id;
    sb_level_image *images;
    sb_tile *tiles;
    sb_animation *animations;
    sb_frame *frames;
    sb_layer *layers;
    sb_tileset *sets; ///< in the order of their first numbers
    int image_count, tile_count, animation_count, frame_count, layer_count, set_count;
    int image_room, tile_room, animation_room, frame_room, layer_room, set_room;
    sb_level_text *texts;
    int text_count, text_room;
    double cell_width, cell_height; ///< of the map
    double parallax_x,
        parallax_y; ///< where the middle of the view is for parallax to shift nothing
    double ticks;   ///< as of the last look
    sb_memory *memory;
    int *places; ///< while it is read: a hash table of tiles by their image and place; 0: free
    int place_count, place_room;
    int missing; ///< images that cannot be read
} sb_level;

/// Append zeroed elements to an array of a level. @return the first; null if there is no memory
void *level_add(sb_level *level, void **list, int *count, int *room, size_t size, int added);

/// Where the pixels of a tile are, in about the size in which they are to be drawn.
/// @param width, height  pixels on the screen
sb_source level_source(sb_level *level, sb_tile *tile, double width, double height);

/// Whether all pixels of a rectangle of an image have full alpha.
bool level_is_opaque(const sb_level_image *image, int x, int y, int width, int height);

/// Sort the pages of a layer, before cells are put. @return false if there is no memory
bool level_sort_pages(sb_level *level, sb_layer *layer);

/// The first page at or after a place, in the order of rows. @return its index
int level_find_page(const sb_layer *layer, int col, int row);

/// The page with a cell, or null.
sb_page *level_page(const sb_layer *layer, int col, int row);

/// The cell at a place, or null.
uint32_t *level_cell(const sb_layer *layer, int col, int row);

/// The left lower corner of a cell, from the layer's corner.
void level_place(const sb_lattice *lattice, int col, int row, double *x, double *y);

/// Whether the thing that a sprite follows is not where and as it was at first.
bool level_has_moved(const sb_sprite *sprite);

/// Which tile an animated tile shows after some milliseconds, for all animations.
void level_animate(sb_level *level, double milliseconds);

/// The colour of a tile without an image: its own, or one for its index.
uint32_t level_plain_pixel(const sb_level *level, int tile);

void level_free(sb_level *level);

#endif
