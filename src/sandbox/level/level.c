/* Calls raster.h and memory.h. */
#include "level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLER = sizeof((sb_tile *)0)->smaller / sizeof(uint32_t *) };

void *level_add(sb_level *level, void **list, int *count, int *room, size_t size, int added)
{
    if (*list == NULL || *count + added > *room) { /* also for none: null is a failure */
        int wanted = *count + added > 2 * *room ? *count + added : 2 * *room + 1;
        void *larger =
            memory_resize(level->memory, *list, (size_t)*room * size, (size_t)wanted * size);
        if (larger == NULL) {
            return NULL;
        }
        *list = larger;
        *room = wanted;
    }
    void *first = (char *)*list + (size_t)*count * size;
    memset(first, 0, (size_t)added * size);
    *count += added;
    return first;
}

/* ---- Images ---------------------------------------------------------------------------------- */

bool level_is_opaque(const sb_level_image *image, int x, int y, int width, int height)
{
    for (int row = y; row < y + height; row++) {
        const uint32_t *pixels = image->pixels + (size_t)row * (size_t)image->width;
        for (int i = x; i < x + width; i++) {
            if (pixels[i] >> 24 != 255) {
                return false;
            }
        }
    }
    return true;
}

/* Of a tile, half as large as often as `level` says. */
static int side_of(int side, int level)
{
    return side >> level > 1 ? side >> level : 1;
}

static size_t bytes_of(const sb_tile *tile, int level)
{
    return (size_t)side_of(tile->width, level) * (size_t)side_of(tile->height, level) *
           sizeof(uint32_t);
}

sb_source level_source(sb_level *level, sb_tile *tile, double width, double height)
{
    const sb_level_image *image = &level->images[tile->image];
    sb_source whole = {image->pixels + (size_t)tile->y * (size_t)image->width + tile->x,
                       image->width, tile->width, tile->height, tile->opaque};
    int wanted = 0;
    while (wanted < SMALLER && side_of(tile->width, wanted + 1) >= width &&
           side_of(tile->height, wanted + 1) >= height &&
           (tile->width | tile->height) >> wanted > 1) {
        wanted++;
    }
    if (wanted == 0) {
        return whole;
    }
    uint32_t **smaller = &tile->smaller[wanted - 1];
    int w = side_of(tile->width, wanted), h = side_of(tile->height, wanted);
    if (*smaller == NULL) {
        *smaller = memory_resize(level->memory, NULL, 0, bytes_of(tile, wanted));
        if (*smaller == NULL) {
            return whole;
        }
        raster_shrink(&whole, *smaller, w, h);
    }
    return (sb_source){*smaller, w, w, h, tile->opaque};
}

/* Colours that differ from neighbour to neighbour: the golden angle around a circle of hues. */
uint32_t level_plain_pixel(const sb_level *level, int tile)
{
    if (level->tiles[tile].pixel != 0) {
        return level->tiles[tile].pixel;
    }
    double hue = fmod(tile * 137.50776405, 360) * 3.14159265358979 / 180;
    return raster_pixel((uint32_t)(120 + 60 * cos(hue)), (uint32_t)(120 + 60 * cos(hue - 2.0944)),
                        (uint32_t)(120 + 60 * cos(hue + 2.0944)), 255);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static int compare_pages(const void *a, const void *b)
{
    const sb_page *p = a, *q = b;
    return p->row != q->row ? (p->row > q->row) - (p->row < q->row)
                            : (p->col > q->col) - (p->col < q->col);
}

bool level_sort_pages(sb_level *level, sb_layer *layer)
{
    if (layer->page_count == 0) {
        return true;
    }
    qsort(layer->pages, (size_t)layer->page_count, sizeof *layer->pages, compare_pages);
    int kept = 1;
    for (int i = 1; i < layer->page_count; i++) {
        if (compare_pages(&layer->pages[i], &layer->pages[kept - 1]) != 0) {
            layer->pages[kept++] = layer->pages[i];
        }
    }
    sb_page *pages =
        memory_resize(level->memory, layer->pages, (size_t)layer->page_count * sizeof *pages,
                      (size_t)kept * sizeof *pages);
    if (pages != NULL) {
        layer->pages = pages;
        layer->page_count = kept;
    }
    return pages != NULL;
}

int level_find_page(const sb_layer *layer, int col, int row)
{
    sb_page wanted = {.col = col, .row = row};
    int low = 0, high = layer->page_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_pages(&layer->pages[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int page_of(int cell)
{
    return cell >= 0 ? cell / LEVEL_PAGE : -1 - (-1 - cell) / LEVEL_PAGE;
}

sb_page *level_page(const sb_layer *layer, int col, int row)
{
    int at = level_find_page(layer, page_of(col), page_of(row));
    sb_page *page = at < layer->page_count ? &layer->pages[at] : NULL;
    return page != NULL && page->col == page_of(col) && page->row == page_of(row) ? page : NULL;
}

uint32_t *level_cell(const sb_layer *layer, int col, int row)
{
    sb_page *page = level_page(layer, col, row);
    return page != NULL ? &page->cells[(row - page->row * LEVEL_PAGE) * LEVEL_PAGE + col -
                                       page->col * LEVEL_PAGE]
                        : NULL;
}

void level_place(const sb_lattice *lattice, int col, int row, double *x, double *y)
{
    double w = lattice->width, h = lattice->height;
    if (lattice->kind == LATTICE_ORTHOGONAL) {
        *x = col * w;
        *y = (row + 1) * h;
    } else if (lattice->kind == LATTICE_ISOMETRIC) {
        *x = lattice->origin + ((double)col - row - 1) * w / 2;
        *y = ((double)col + row) * h / 2 + h;
    } else if (lattice->by_columns) {
        *x = col * ((w + lattice->side) / 2);
        *y = row * h + ((col & 1) == !lattice->is_even ? h / 2 : 0) + h;
    } else {
        *x = col * w + ((row & 1) == !lattice->is_even ? w / 2 : 0);
        *y = row * ((h + lattice->side) / 2) + h;
    }
}

bool level_has_moved(const sb_sprite *sprite)
{
    const hb_transform *a = &sprite->first, *b = &sprite->now;
    return sprite->follows && (a->x != b->x || a->y != b->y || a->angle != b->angle ||
                               a->scale != b->scale || a->mirrored != b->mirrored);
}

/* ---- Animations ------------------------------------------------------------------------------ */

void level_animate(sb_level *level, double milliseconds)
{
    for (int i = 0; i < level->animation_count; i++) {
        sb_animation *one = &level->animations[i];
        const sb_frame *frames = level->frames + one->first;
        double whole = frames[one->count - 1].until;
        double at = whole > 0 ? fmod(milliseconds, whole) : 0;
        int k = 0;
        while (k < one->count - 1 && at >= frames[k].until) {
            k++;
        }
        one->shown = frames[k].tile;
    }
}

/* ---- The end --------------------------------------------------------------------------------- */

static void free_tiles(sb_level *level)
{
    for (int i = 0; i < level->tile_count; i++) {
        for (int k = 0; k < SMALLER; k++) {
            sb_tile *tile = &level->tiles[i];
            if (tile->smaller[k] != NULL) {
                memory_resize(level->memory, tile->smaller[k], bytes_of(tile, k + 1), 0);
            }
        }
    }
}

void level_free(sb_level *level)
{
    sb_memory *memory = level->memory;
    free_tiles(level);
    for (int i = 0; i < level->image_count; i++) {
        sb_level_image *image = &level->images[i];
        memory_resize(memory, image->pixels,
                      (size_t)image->width * (size_t)image->height * sizeof(uint32_t), 0);
    }
    for (int i = 0; i < level->layer_count; i++) {
        sb_layer *layer = &level->layers[i];
        memory_resize(memory, layer->pages, (size_t)layer->page_count * sizeof *layer->pages, 0);
        memory_resize(memory, layer->sprites, (size_t)layer->sprite_count * sizeof *layer->sprites,
                      0);
    }
    for (int i = 0; i < level->text_count; i++) {
        memory_resize(memory, level->texts[i].words, level->texts[i].bytes, 0);
    }
    memory_resize(memory, level->texts, (size_t)level->text_room * sizeof *level->texts, 0);
    memory_resize(memory, level->images, (size_t)level->image_room * sizeof *level->images, 0);
    memory_resize(memory, level->tiles, (size_t)level->tile_room * sizeof *level->tiles, 0);
    memory_resize(memory, level->animations,
                  (size_t)level->animation_room * sizeof *level->animations, 0);
    memory_resize(memory, level->frames, (size_t)level->frame_room * sizeof *level->frames, 0);
    memory_resize(memory, level->layers, (size_t)level->layer_room * sizeof *level->layers, 0);
    memory_resize(memory, level->sets, (size_t)level->set_room * sizeof *level->sets, 0);
    memory_resize(memory, level->places, (size_t)level->place_room * sizeof *level->places, 0);
    memory_resize(memory, level, sizeof *level, 0);
}
