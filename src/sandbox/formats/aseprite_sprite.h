/// Inside of aseprite.c and aseprite_draw.c: a file of Aseprite as it is read, and drawn.
#ifndef SANDBOX_ASEPRITE_SPRITE_H
#define SANDBOX_ASEPRITE_SPRITE_H

#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>

enum { ASE_MAX_LAYERS = 4096, ASE_MAX_TILESETS = 256 };

/// Groups within each other that are drawn apart; those deeper are drawn as if they were none.
enum { ASE_MAX_NESTED = 8 };

/// Bytes that are read one after the other. Bytes beyond the end are 0, and set `failed`.
typedef struct ase_reader {
    const unsigned char *at, *end;
    bool failed;
} ase_reader;

typedef struct ase_layer {
    bool is_shown;  ///< and so are all groups around it
    bool is_opaque; ///< the background, which has no transparent colour
    bool is_group;
    int depth;  ///< groups around it in the file
    int group;  ///< the one that it is drawn into, or -1
    int nested; ///< how many such groups lie around it
    int blend;
    unsigned opacity; ///< 0..255
    unsigned tileset;
} ase_layer;

typedef struct ase_tileset {
    int width, height, count;
    bool has_empty;        ///< its first tile is none
    unsigned char *pixels; ///< count pictures, one below the other
} ase_tileset;

typedef struct ase_sprite {
    int frames, width, height, columns;
    int depth; ///< bytes a pixel: 1 is an index, 2 grey and alpha, 4 red, green, blue and alpha
    unsigned transparent;
    bool has_opacities, has_groups; ///< valid ones of layers; of groups
    bool has_palette;               ///< a chunk of the newer kind
    unsigned char palette[256][4];
    ase_layer *layers;
    int layer_count;
    ase_tileset tilesets[ASE_MAX_TILESETS];
    int tileset_count;
    ase_reader *cels; ///< of each frame, those of all layers; at null: there is none
    double spent;     ///< pixels that were unpacked or drawn
    SDL_Surface *surface;
} ase_sprite;

/// The next bytes. @return null if there are fewer
const unsigned char *ase_take(ase_reader *from, size_t count);

unsigned ase_number(ase_reader *from, int size);

int ase_signed_word(ase_reader *from);

/// Count pixels that are unpacked or drawn. @return false if they are too many
bool ase_spend(ase_sprite *s, double pixels);

/// Unpack pixels. @return null if they are damaged, too many, or there is no memory
unsigned char *ase_unpack(ase_sprite *s, ase_reader *from, double pixels, size_t pixel);

/// Draw a frame into the surface, with the palette as it is. @return false if it is damaged
bool ase_draw_frame(ase_sprite *s, int frame);

#endif
