/* Calls level.h. */
#include "level_tiles.h"

#include <math.h>
#include <string.h>

enum { MAX_TILES = 1 << 18 }; /* of a tileset */

/* ---- Tilesets -------------------------------------------------------------------------------- */

/* The pixels of a tile, if all of them are in its image. */
static void set_part(const sb_level *level, sb_tile *tile, int image, sb_area part)
{
    bool is_there = image >= 0 && image < level->image_count;
    const sb_level_image *of = is_there ? &level->images[image] : NULL;
    bool fits = of != NULL && of->pixels != NULL && part.x0 >= 0 && part.y0 >= 0 &&
                part.x1 > part.x0 && part.y1 > part.y0 && part.x1 <= of->width &&
                part.y1 <= of->height;
    tile->image = fits ? image : -1;
    tile->source = image;
    tile->x = part.x0;
    tile->y = part.y0;
    tile->width = part.x1 - part.x0;
    tile->height = part.y1 - part.y0;
    tile->opaque =
        fits && level_is_opaque(of, part.x0, part.y0, part.x1 - part.x0, part.y1 - part.y0);
}

/* How a tile is drawn in a cell: as it is, or as large as that; see tilesets.drawn in
   scene/maps/tilesets.lua. */
static void fit(const sb_level *level, const sb_tileset_form *form, sb_tile *tile)
{
    double width = fmax(tile->width, 1), height = fmax(tile->height, 1);
    tile->room_width = form->is_grid ? level->cell_width : width;
    tile->room_height = form->is_grid ? level->cell_height : height;
    double across = tile->room_width / width, down = tile->room_height / height;
    if (form->is_fit) {
        across = down = fmin(across, down);
    }
    tile->drawn_width = width * across;
    tile->drawn_height = height * down;
    tile->middle_x = tile->room_width / 2 + form->x * across;
    tile->middle_y = -tile->room_height / 2 + form->y * down;
    tile->lift = (tile->room_height - tile->room_width) / 2;
}

static int columns_of(const sb_level *level, const sb_tileset_form *form, int *rows)
{
    const sb_level_image *image =
        form->image >= 0 && form->image < level->image_count ? &level->images[form->image] : NULL;
    double across = fmax((double)form->width + form->spacing, 1);
    double down = fmax((double)form->height + form->spacing, 1);
    bool is_there = image != NULL && image->pixels != NULL;
    *rows = is_there ? (int)((image->height - form->margin + form->spacing) / down) : 0;
    return is_there ? (int)((image->width - form->margin + form->spacing) / across) : 0;
}

sb_tileset *tiles_add_set(sb_level *level, double first, const sb_tileset_form *form)
{
    int rows, columns = columns_of(level, form, &rows);
    double count = fmax(fmax(form->count, (double)columns * rows), 1); /* its size may be unknown */
    count = fmin(form->most > 0 ? fmin(count, form->most) : count, MAX_TILES);
    sb_tile *tiles = level_add(level, (void **)&level->tiles, &level->tile_count, &level->tile_room,
                               sizeof *tiles, (int)fmax(count, 0));
    sb_tileset *set = tiles != NULL ? level_add(level, (void **)&level->sets, &level->set_count,
                                                &level->set_room, sizeof *set, 1)
                                    : NULL;
    if (set == NULL) {
        return NULL;
    }
    *set = (sb_tileset){first, level->tile_count - (int)count, (int)count};
    columns = columns > 0 ? columns : (int)fmax(form->columns, 1);
    for (int i = 0; i < (int)count; i++) {
        double x = form->margin + (double)(i % columns) * ((double)form->width + form->spacing);
        double y = form->margin + (double)(i / columns) * ((double)form->height + form->spacing);
        bool is_far = fmax(fabs(x), fabs(y)) > 1e6;
        int left = is_far ? 0 : (int)x, top = is_far ? 0 : (int)y;
        tiles[i].animation = -1;
        set_part(level, &tiles[i], is_far ? -1 : form->image,
                 (sb_area){left, top, left + form->width, top + form->height});
        fit(level, form, &tiles[i]);
    }
    return set;
}

void tiles_set_image(sb_level *level, const sb_tileset *set, const sb_tileset_form *form, int id,
                     int image, sb_area part)
{
    int tile = tiles_of_set(set, id);
    if (tile < 0) {
        return;
    }
    bool is_there = image >= 0 && image < level->image_count;
    if (is_there && level->images[image].pixels != NULL) { /* some say its size, others a part */
        const sb_level_image *of = &level->images[image];
        part.x1 = part.x1 > 0 && part.x1 <= of->width - part.x0 ? part.x1 : of->width - part.x0;
        part.y1 = part.y1 > 0 && part.y1 <= of->height - part.y0 ? part.y1 : of->height - part.y0;
    }
    bool is_far = fmax(fmax(part.x0, part.y0), fmax(part.x1, part.y1)) > 1e6;
    part.x1 = part.x1 > 0 ? part.x1 : form->width;
    part.y1 = part.y1 > 0 ? part.y1 : form->height;
    set_part(level, &level->tiles[tile], is_far ? -1 : image,
             (sb_area){part.x0, part.y0, part.x0 + part.x1, part.y0 + part.y1});
    fit(level, form, &level->tiles[tile]);
}

int tiles_of_set(const sb_tileset *set, int id)
{
    return id >= 0 && id < set->count ? set->begin + id : -1;
}

uint32_t tiles_cell(const sb_level *level, uint32_t gid)
{
    double number = gid & LEVEL_TILE;
    int low = 0, high = level->set_count;
    while (low < high) { /* the first set that begins after it */
        int middle = low + (high - low) / 2;
        if (level->sets[middle].first <= number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    int tile = low > 0
                   ? tiles_of_set(&level->sets[low - 1], (int)(number - level->sets[low - 1].first))
                   : -1;
    return tile >= 0 ? (gid & ~LEVEL_TILE) | (uint32_t)(tile + 1) : 0;
}

/* ---- Parts of images ------------------------------------------------------------------------- */

/* Where a part is in the hash table, or may be put: open addressing. */
static int *place_of(const sb_level *level, int image, sb_area part)
{
    uint64_t hash = (uint64_t)(uint32_t)image;
    const int values[] = {part.x0, part.y0, part.x1, part.y1};
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ (uint32_t)values[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    size_t mask = (size_t)level->place_room - 1;
    for (size_t at = (size_t)hash & mask;; at = (at + 1) & mask) {
        int *place = &level->places[at];
        const sb_tile *tile = *place > 0 ? &level->tiles[*place - 1] : NULL;
        if (tile == NULL ||
            (tile->source == image && tile->x == part.x0 && tile->y == part.y0 &&
             tile->width == part.x1 - part.x0 && tile->height == part.y1 - part.y0)) {
            return place;
        }
    }
}

/* Have room for one more. */
static bool grow_places(sb_level *level)
{
    if (2 * (level->place_count + 1) <= level->place_room) {
        return true;
    }
    sb_level old = *level;
    int room = old.place_room > 0 ? 2 * old.place_room : 64;
    int *places = memory_resize(level->memory, NULL, 0, (size_t)room * sizeof *places);
    if (places == NULL) {
        return false;
    }
    memset(places, 0, (size_t)room * sizeof *places);
    level->places = places;
    level->place_room = room;
    for (int i = 0; i < old.place_room; i++) {
        if (old.places[i] > 0) {
            const sb_tile *tile = &level->tiles[old.places[i] - 1];
            sb_area part = {tile->x, tile->y, tile->x + tile->width, tile->y + tile->height};
            *place_of(level, tile->source, part) = old.places[i];
        }
    }
    memory_resize(level->memory, old.places, (size_t)old.place_room * sizeof *places, 0);
    return true;
}

int tiles_at_place(sb_level *level, int image, int x, int y, int width, int height)
{
    bool is_near = fmax(fmax(x, y), fmax(width, height)) <= 1e6 && width > 0 && height > 0;
    sb_area part = is_near ? (sb_area){x, y, x + width, y + height} : (sb_area){0, 0, 1, 1};
    image = is_near ? image : -1;
    if (!grow_places(level)) {
        return -1;
    }
    int *place = place_of(level, image, part);
    if (*place == 0) {
        sb_tile *tile = level_add(level, (void **)&level->tiles, &level->tile_count,
                                  &level->tile_room, sizeof *tile, 1);
        if (tile == NULL) {
            return -1;
        }
        set_part(level, tile, image, part);
        tile->animation = -1;
        *place = level->tile_count;
        level->place_count++;
    }
    return *place - 1;
}

/* ---- Sprites --------------------------------------------------------------------------------- */

void tiles_lift(const sb_level *level, const sb_layer *layer, int col, int row, uint32_t cell,
                sb_sprite *out)
{
    int index = (int)(cell & LEVEL_TILE) - 1;
    const sb_tile *tile = &level->tiles[index];
    double x, y;
    level_place(&layer->lattice, col, row, &x, &y);
    *out = (sb_sprite){.tile = index, .flips = cell >> 28, .opacity = 1};
    double lift = (out->flips & RASTER_DIAGONAL) != 0 ? tile->lift : 0;
    out->x = x + tile->middle_x + lift;
    out->y = y + tile->middle_y + lift;
    out->width = tile->drawn_width;
    out->height = tile->drawn_height;
}

/* ---- The end of reading ---------------------------------------------------------------------- */

/* How far tiles go beyond their cells. */
static double reach_of(const sb_level *level)
{
    double reach = 0;
    for (int i = 0; i < level->tile_count; i++) {
        const sb_tile *tile = &level->tiles[i];
        double size = fmax(tile->drawn_width, tile->drawn_height);
        double away = fmax(fabs(tile->middle_x), fabs(tile->middle_y)) + fabs(tile->lift);
        reach = fmax(reach, size / 2 + away);
    }
    return reach;
}

/* Whether a layer stays as it is, but for hidden cells. */
static bool is_still(const sb_layer *layer)
{
    for (int i = 0; i < layer->sprite_count; i++) {
        if (layer->sprites[i].follows) {
            return false;
        }
    }
    return !layer->repeats_x && !layer->repeats_y;
}

void tiles_finish(sb_level *level)
{
    memory_resize(level->memory, level->places, (size_t)level->place_room * sizeof(int), 0);
    level->places = NULL;
    level->place_count = level->place_room = 0;
    double reach = reach_of(level);
    bool was_still = false;
    for (int i = 0; i < level->layer_count; i++) {
        sb_layer *layer = &level->layers[i];
        const sb_layer *before = i > 0 ? layer - 1 : layer;
        bool still = is_still(layer);
        bool goes_on = i > 0 && still && was_still && before->parallax_x == layer->parallax_x &&
                       before->parallax_y == layer->parallax_y && before->scale == layer->scale;
        layer->group = before->group + !goes_on;
        layer->reach = layer->kind == LAYER_TILES ? reach : 0;
        for (int k = 0; k < layer->sprite_count; k++) {
            layer->reach =
                fmax(layer->reach, hypot(layer->sprites[k].width, layer->sprites[k].height) / 2);
        }
        was_still = still;
    }
}
