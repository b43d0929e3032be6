/* The frames of a sprite: cels in their order, and groups. Calls aseprite_sprite.h and blend.h. */
#include "aseprite_sprite.h"
#include "blend.h"

#include <stdlib.h>
#include <string.h>

enum { CEL_RAW, CEL_LINKED, CEL_PACKED, CEL_TILES };

/* Pixels of a frame. */
typedef struct canvas {
    unsigned char *pixels; /* red, green, blue, alpha */
    size_t pitch;          /* bytes */
} canvas;

/* A cel of a frame. */
typedef struct item {
    const ase_sprite *of;
    int layer, z; /* how many layers it is moved up */
} item;

/* A cel, and where it is drawn. */
typedef struct target {
    const ase_layer *layer;
    canvas on;
    int x, y;
    unsigned opacity;
} target;

/* ---- Pixels ---------------------------------------------------------------------------------- */

static void color_of(const ase_sprite *s, const ase_layer *of, const unsigned char *pixel,
                     unsigned char out[4])
{
    if (s->depth == 4) {
        memcpy(out, pixel, 4);
    } else if (s->depth == 2) {
        out[0] = out[1] = out[2] = pixel[0];
        out[3] = pixel[1];
    } else {
        memcpy(out, s->palette[pixel[0]], 4);
        out[3] = pixel[0] == s->transparent && !of->is_opaque ? 0 : out[3];
    }
}

/* Grey has no hue: Aseprite draws such layers as normal ones. */
static int blend_of(const ase_sprite *s, const ase_layer *of)
{
    bool is_whole = of->blend >= BLEND_HUE && of->blend <= BLEND_LUMINOSITY;
    return s->depth == 2 && is_whole ? BLEND_NORMAL : of->blend;
}

/* How a tile is laid down: first its axes are swapped, then it is mirrored. */
typedef struct flips {
    bool across, down, diagonal;
} flips;

/* Draw pixels in rows of `width` at a place of the frame, as far as they are within it. */
static void draw_pixels(const ase_sprite *s, const target *to, int x, int y, int width, int height,
                        const unsigned char *pixels, flips flip)
{
    int blend = blend_of(s, to->layer);
    for (int row = SDL_max(0, -y); row < height && y + row < s->height; row++) {
        unsigned char *line = to->on.pixels + (size_t)(y + row) * to->on.pitch;
        for (int column = SDL_max(0, -x); column < width && x + column < s->width; column++) {
            int u = flip.across ? width - 1 - column : column;
            int v = flip.down ? height - 1 - row : row;
            if (flip.diagonal && (u >= height || v >= width)) {
                continue;
            }
            size_t index = flip.diagonal ? (size_t)u * (size_t)width + (size_t)v
                                         : (size_t)v * (size_t)width + (size_t)u;
            unsigned char color[4];
            color_of(s, to->layer, pixels + index * (size_t)s->depth, color);
            blend_pixel(blend, line + (size_t)(x + column) * 4, color, to->opacity);
        }
    }
}

/* ---- Cels ------------------------------------------------------------------------------------ */

static bool draw_image(ase_sprite *s, ase_reader *from, const target *to, bool is_raw)
{
    int width = (int)ase_number(from, 2), height = (int)ase_number(from, 2);
    double count = (double)width * height;
    if (is_raw) {
        const unsigned char *pixels = ase_take(from, (size_t)count * (size_t)s->depth);
        bool fine = pixels != NULL && ase_spend(s, count);
        if (fine) {
            draw_pixels(s, to, to->x, to->y, width, height, pixels, (flips){0});
        }
        return fine;
    }
    unsigned char *pixels = ase_unpack(s, from, count, (size_t)s->depth);
    if (pixels != NULL) {
        draw_pixels(s, to, to->x, to->y, width, height, pixels, (flips){0});
        SDL_free(pixels);
    }
    return pixels != NULL;
}

/* Draw a cel of tiles. If their tileset lies in another file, nothing is drawn. */
static bool draw_tiles(ase_sprite *s, ase_reader *from, const target *to)
{
    int width = (int)ase_number(from, 2), height = (int)ase_number(from, 2);
    unsigned bits = ase_number(from, 2), id_mask = ase_number(from, 4);
    unsigned across = ase_number(from, 4), down = ase_number(from, 4),
             diagonal = ase_number(from, 4);
    ase_take(from, 10);
    static const ase_tileset none = {0};
    const ase_tileset *set =
        to->layer->tileset < ASE_MAX_TILESETS ? &s->tilesets[to->layer->tileset] : &none;
    unsigned char *cells = bits == 32 ? ase_unpack(s, from, (double)width * height, 4) : NULL;
    bool fine = cells != NULL;
    for (int i = 0; fine && set->pixels != NULL && i < width * height; i++) {
        ase_reader bytes = {cells + 4 * (size_t)i, cells + 4 * (size_t)i + 4, false};
        unsigned cell = ase_number(&bytes, 4), id = cell & id_mask;
        size_t tile = (size_t)set->width * (size_t)set->height;
        long x = to->x + (long)(i % width) * set->width,
             y = to->y + (long)(i / width) * set->height;
        bool is_empty = set->has_empty && id == 0;
        if (!is_empty && id < (unsigned)set->count && x < s->width && y < s->height) {
            fine = ase_spend(s, (double)tile);
            flips flip = {(cell & across) != 0, (cell & down) != 0, (cell & diagonal) != 0};
            draw_pixels(s, to, (int)x, (int)y, set->width, set->height,
                        set->pixels + id * tile * (size_t)s->depth, flip);
        }
    }
    SDL_free(cells);
    return fine;
}

static ase_reader cel_at(const ase_sprite *s, int frame, int layer)
{
    return s->cels[(size_t)frame * (size_t)s->layer_count + (size_t)layer];
}

/* Follow links to the cel that has pixels. @return its type, read up to its data, or -1 if there is
   none */
static int follow_links(const ase_sprite *s, int layer, ase_reader *cel)
{
    for (int i = 0; i <= s->frames && cel->at != NULL; i++) {
        ase_take(cel, 7);
        int type = (int)ase_number(cel, 2);
        ase_take(cel, 7);
        if (type != CEL_LINKED || cel->failed) {
            return cel->failed ? -1 : type;
        }
        int other = (int)ase_number(cel, 2);
        *cel = other < s->frames ? cel_at(s, other, layer) : (ase_reader){.failed = true};
    }
    return -1;
}

/* Draw the cel of a layer in a frame. @return false if it is damaged */
static bool draw_cel(ase_sprite *s, int frame, int layer, canvas on)
{
    ase_reader cel = cel_at(s, frame, layer), head = cel;
    target to = {.layer = &s->layers[layer], .on = on};
    ase_take(&head, 2);
    to.x = ase_signed_word(&head);
    to.y = ase_signed_word(&head);
    to.opacity = (ase_number(&head, 1) * to.layer->opacity + 127) / 255;
    int type = follow_links(s, layer, &cel);
    if (type < 0) {
        return !head.failed && !cel.failed && cel.at == NULL;
    } else if (type > CEL_TILES) {
        return false;
    }
    return type == CEL_TILES ? draw_tiles(s, &cel, &to) : draw_image(s, &cel, &to, type == CEL_RAW);
}

/* ---- Order and groups ------------------------------------------------------------------------ */

/* The layer or the group around it that lies in `nested` groups. */
static int ancestor_at(const ase_sprite *s, int layer, int nested)
{
    while (s->layers[layer].nested > nested) {
        layer = s->layers[layer].group;
    }
    return layer;
}

/* Cels are moved among the layers of their group: by their z-index, from where the layer is. */
static int compare_items(const void *a, const void *b)
{
    const item *p = a, *q = b;
    const ase_layer *layers = p->of->layers;
    int nested = SDL_min(layers[p->layer].nested, layers[q->layer].nested);
    int first = ancestor_at(p->of, p->layer, nested), second = ancestor_at(q->of, q->layer, nested);
    while (layers[first].group != layers[second].group) {
        first = layers[first].group;
        second = layers[second].group;
    }
    int z = first == p->layer ? p->z : 0, other_z = second == q->layer ? q->z : 0;
    int difference = first + z - (second + other_z);
    difference = difference != 0 ? difference : z - other_z;
    return difference != 0 ? difference : p->layer - q->layer;
}

/* List the cels that are seen in a frame, from below to above. @return how many; -1 if there is no
   memory */
static int list_items(const ase_sprite *s, int frame, item **out)
{
    int count = 0;
    item *items = SDL_calloc((size_t)s->layer_count + 1, sizeof *items);
    for (int i = 0; items != NULL && i < s->layer_count; i++) {
        ase_reader cel = cel_at(s, frame, i);
        if (cel.at != NULL && s->layers[i].is_shown && !s->layers[i].is_group) {
            ase_take(&cel, 9);
            items[count++] = (item){s, i, ase_signed_word(&cel)};
        }
    }
    if (items != NULL) {
        qsort(items, (size_t)count, sizeof *items, compare_items);
    }
    *out = items;
    return items != NULL ? count : -1;
}

/* The canvases of a frame: its own, then those of the groups that are open. */
typedef struct stack {
    ase_sprite *of;
    canvas canvases[ASE_MAX_NESTED + 1];
    int groups[ASE_MAX_NESTED + 1];
    int open;
} stack;

static bool open_group(stack *to, int group)
{
    size_t size = (size_t)to->of->width * (size_t)to->of->height * 4;
    unsigned char *pixels = ase_spend(to->of, (double)size / 4) ? SDL_calloc(1, size) : NULL;
    if (pixels != NULL) {
        to->open++;
        to->canvases[to->open] = (canvas){pixels, (size_t)to->of->width * 4};
        to->groups[to->open] = group;
    }
    return pixels != NULL;
}

/* Draw the group that was opened last over what is below it. */
static void close_group(stack *to)
{
    const ase_sprite *s = to->of;
    const ase_layer *group = &s->layers[to->groups[to->open]];
    canvas above = to->canvases[to->open--], below = to->canvases[to->open];
    for (int y = 0; y < s->height; y++) {
        for (int x = 0; x < s->width; x++) {
            blend_pixel(blend_of(s, group), below.pixels + (size_t)y * below.pitch + (size_t)x * 4,
                        above.pixels + (size_t)y * above.pitch + (size_t)x * 4, group->opacity);
        }
    }
    SDL_free(above.pixels);
}

/* Close and open groups up to the one that a layer lies in. */
static bool enter_group(stack *to, int layer)
{
    const ase_layer *layers = to->of->layers;
    int nested = layers[layer].nested, path[ASE_MAX_NESTED + 1] = {0};
    for (int i = nested, at = layer; i > 0; i--) {
        at = layers[at].group;
        path[i] = at;
    }
    int shared = 0;
    while (shared < nested && shared < to->open && path[shared + 1] == to->groups[shared + 1]) {
        shared++;
    }
    while (to->open > shared) {
        close_group(to);
    }
    bool fine = true;
    while (fine && to->open < nested) {
        fine = open_group(to, path[to->open + 1]);
    }
    return fine;
}

bool ase_draw_frame(ase_sprite *s, int frame)
{
    size_t left = (size_t)(frame % s->columns) * (size_t)s->width;
    size_t top = (size_t)(frame / s->columns) * (size_t)s->height;
    size_t pitch = (size_t)s->surface->pitch;
    stack to = {
        .of = s,
        .canvases = {{(unsigned char *)s->surface->pixels + top * pitch + left * 4, pitch}},
    };
    item *items;
    int count = list_items(s, frame, &items);
    bool fine = count >= 0;
    for (int i = 0; i < count && fine; i++) {
        fine = enter_group(&to, items[i].layer) &&
               draw_cel(s, frame, items[i].layer, to.canvases[to.open]);
    }
    while (to.open > 0) {
        close_group(&to);
    }
    SDL_free(items);
    return fine;
}
