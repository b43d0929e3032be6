/* Layers of a level, from the pictures that they are read from. Calls Lua, fields.h, level.h and
   level_tiles.h. */
#include "level_lua.h"
#include "level_tiles.h"
#include "sandbox/host/fields.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

#define MAX_CELLS_OF_BLOCK 1e8 /* far above what there is memory for */
#define MAX_PAGES 1e6          /* of a layer: a gigabyte */

/* ---- Layers ---------------------------------------------------------------------------------- */

static uint8_t byte_of(double value)
{
    return (uint8_t)(level_within(value, 0, 255) + 0.5);
}

static sb_tint read_tint(lua_State *L, int picture)
{
    level_push_list(L, picture, "tint");
    int list = lua_gettop(L);
    sb_tint tint = {byte_of(level_entry(L, list, 1)), byte_of(level_entry(L, list, 2)),
                    byte_of(level_entry(L, list, 3)),
                    byte_of(255 * fields_number(L, picture, "opacity"))};
    lua_pop(L, 1);
    return tint;
}

/* Add a layer for a picture. */
static sb_layer *add_layer(lua_State *L, int picture, int index, sb_layer_kind kind,
                           sb_level *level)
{
    sb_layer *layer = level_checked(L, level,
                                    level_add(level, (void **)&level->layers, &level->layer_count,
                                              &level->layer_room, sizeof *layer, 1));
    layer->kind = kind;
    layer->picture = index;
    layer->x = level_number(L, picture, "x");
    layer->y = level_number(L, picture, "y");
    layer->tint = read_tint(L, picture);
    layer->parallax_x = level_number(L, picture, "parallaxx");
    layer->parallax_y = level_number(L, picture, "parallaxy");
    double scale = level_number(L, picture, "scale");
    layer->scale = scale > 0 ? scale : 1;
    layer->changes = -1;
    return layer;
}

static void read_fill(lua_State *L, int picture, int index, sb_level *level)
{
    sb_layer *layer = add_layer(L, picture, index, LAYER_FILL, level);
    layer->width = level_number(L, picture, "w");
    layer->height = level_number(L, picture, "h");
    level_push_list(L, picture, "color");
    int list = lua_gettop(L);
    layer->pixel = raster_pixel(byte_of(level_entry(L, list, 1)), byte_of(level_entry(L, list, 2)),
                                byte_of(level_entry(L, list, 3)), layer->tint.a);
    lua_pop(L, 1);
}

static void read_image(lua_State *L, int picture, int index, sb_level *level)
{
    sb_layer *layer = add_layer(L, picture, index, LAYER_IMAGE, level);
    int image = level_int(L, picture, "image") - 1;
    int part[4] = {0, 0, 0, 0};
    if (image >= 0 && image < level->image_count) {
        part[2] = level->images[image].width;
        part[3] = level->images[image].height;
    }
    if (level_push_list(L, picture, "crop") == 4) {
        for (int i = 0; i < 4; i++) {
            part[i] = (int)level_entry(L, lua_gettop(L), i + 1);
        }
    }
    lua_pop(L, 1);
    layer->tile = tiles_at_place(level, image, part[0], part[1], part[2], part[3]);
    if (layer->tile < 0) {
        luaL_error(L, "%s", memory_shortage(level->memory));
    }
    double w = level_number(L, picture, "w"), h = level_number(L, picture, "h");
    layer->width = w > 0 ? w : part[2];
    layer->height = h > 0 ? h : part[3];
    layer->repeats_x = fields_boolean(L, picture, "repeatx");
    layer->repeats_y = fields_boolean(L, picture, "repeaty");
}

static sb_lattice read_lattice(lua_State *L, int picture)
{
    char kind[16], axis[4], index[8];
    fields_text(L, picture, "orientation", kind, sizeof kind);
    fields_text(L, picture, "staggeraxis", axis, sizeof axis);
    fields_text(L, picture, "staggerindex", index, sizeof index);
    double w = fmax(level_number(L, picture, "w"), 1), h = fmax(level_number(L, picture, "h"), 1);
    bool isometric = strcmp(kind, "isometric") == 0;
    bool staggered = strcmp(kind, "staggered") == 0 || strcmp(kind, "hexagonal") == 0;
    return (sb_lattice){
        .kind = isometric   ? LATTICE_ISOMETRIC
                : staggered ? LATTICE_STAGGERED
                            : LATTICE_ORTHOGONAL,
        .width = w,
        .height = h,
        .origin = level_number(L, picture, "originx"),
        .side = strcmp(kind, "hexagonal") == 0
                    ? level_within(fields_number(L, picture, "hexsidelength"), 0,
                                   axis[0] == 'x' ? w : h)
                    : 0,
        .by_columns = axis[0] == 'x',
        .is_even = strcmp(index, "even") == 0,
    };
}

/* A block of cells. */
typedef struct sb_block {
    int left, top, cols, rows;
} sb_block;

/* The block in the table on top of the stack. */
static sb_block read_block(lua_State *L)
{
    int table = lua_gettop(L);
    sb_block block = {level_int(L, table, "left"), level_int(L, table, "top"),
                      level_int(L, table, "cols"), level_int(L, table, "rows")};
    bool is_right =
        block.cols > 0 && block.rows > 0 && (double)block.cols * block.rows <= MAX_CELLS_OF_BLOCK;
    return is_right ? block : (sb_block){0};
}

/* The pages that a block lies on. */
static sb_block pages_of(sb_block block)
{
    int left = (int)floor((double)block.left / LEVEL_PAGE);
    int top = (int)floor((double)block.top / LEVEL_PAGE);
    int right = (int)floor((block.left + block.cols - 1.0) / LEVEL_PAGE);
    int bottom = (int)floor((block.top + block.rows - 1.0) / LEVEL_PAGE);
    return (sb_block){left, top, right - left + 1, bottom - top + 1};
}

/* Have pages for all blocks of the list on top of the stack. */
static void make_pages(lua_State *L, sb_level *level, sb_layer *layer, int blocks)
{
    double count = 0;
    sb_page *page = NULL;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i <= blocks; i++) {
            sb_block block = level_push_entry(L, i) ? read_block(L) : (sb_block){0};
            lua_pop(L, 1);
            sb_block pages = block.cols > 0 ? pages_of(block) : block;
            count += pass == 0 ? (double)pages.cols * pages.rows : 0;
            for (int k = 0; pass == 1 && k < pages.cols * pages.rows; k++, page++) {
                page->col = pages.left + k % pages.cols;
                page->row = pages.top + k / pages.cols;
            }
        }
        if (pass == 0 && count > 0) {
            size_t size = (size_t)fmin(count, MAX_PAGES) * sizeof *page;
            page = level_checked(
                L, level, count <= MAX_PAGES ? memory_resize(level->memory, NULL, 0, size) : NULL);
            memset(page, 0, size);
            layer->pages = page;
            layer->page_count = (int)count;
        }
    }
    if (!level_sort_pages(level, layer)) {
        luaL_error(L, "%s", memory_shortage(level->memory));
    }
}

/* The numbers of a block are a list or, four bytes each, a text, on top of the stack. */
static void put_cells(lua_State *L, const sb_level *level, const sb_layer *layer, sb_block block)
{
    size_t size = 0;
    const unsigned char *bytes = NULL;
    if (lua_type(L, -1) == LUA_TSTRING) {
        bytes = (const unsigned char *)lua_tolstring(L, -1, &size);
    } else if (!lua_istable(L, -1)) {
        return;
    }
    size_t at = 0;
    for (int row = block.top; row < block.top + block.rows; row++) {
        sb_page *page = NULL;
        for (int col = block.left; col < block.left + block.cols; col++, at++) {
            uint32_t gid = 0;
            if (bytes == NULL) {
                lua_rawgeti(L, -1, (lua_Integer)at + 1);
                gid = (uint32_t)level_within(lua_tonumber(L, -1), 0, 4294967295.0);
                lua_pop(L, 1);
            } else if (4 * at + 4 <= size) {
                gid = (uint32_t)bytes[4 * at] | (uint32_t)bytes[4 * at + 1] << 8 |
                      (uint32_t)bytes[4 * at + 2] << 16 | (uint32_t)bytes[4 * at + 3] << 24;
            }
            uint32_t cell = gid != 0 ? tiles_cell(level, gid) : 0;
            if (cell != 0) {
                if (page == NULL || col >= (page->col + 1) * LEVEL_PAGE) {
                    page = level_page(layer, col, row);
                }
                page->cells[(row - page->row * LEVEL_PAGE) * LEVEL_PAGE + col -
                            page->col * LEVEL_PAGE] = cell;
            }
        }
    }
}

static void read_blocks(lua_State *L, int picture, sb_level *level, sb_layer *layer)
{
    int count = level_push_list(L, picture, "blocks");
    make_pages(L, level, layer, count);
    for (int i = 1; i <= count; i++) {
        if (level_push_entry(L, i)) {
            sb_block block = read_block(L);
            fields_push(L, -1, "gids");
            put_cells(L, level, layer, block);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Have room for sprites, of which there are none yet. */
static void make_sprites(lua_State *L, sb_level *level, sb_layer *layer, int count)
{
    size_t size = (size_t)count * sizeof *layer->sprites;
    if (count > 0) {
        layer->sprites = level_checked(L, level, memory_resize(level->memory, NULL, 0, size));
        memset(layer->sprites, 0, size);
        layer->sprite_count = count;
    }
}

/* The thing and first pose of a sprite, if it follows one. */
static void read_pose(lua_State *L, int picture, int i, sb_sprite *out)
{
    level_push_list(L, picture, "things");
    out->follows = lua_rawgeti(L, -1, i + 1) == LUA_TTABLE;
    lua_pop(L, 2);
    level_push_list(L, picture, "poses");
    int list = lua_gettop(L);
    double pose[5];
    for (int k = 0; k < 5; k++) {
        pose[k] = level_entry(L, list, 5 * i + k + 1);
    }
    lua_pop(L, 1);
    out->first = out->now = (hb_transform){
        .x = pose[0], .y = pose[1], .mirrored = pose[2] < 0, .angle = pose[3], .scale = pose[4]};
}

/* Tiles that are things of their own become sprites as soon as these leave their cells. */
static void read_followers(lua_State *L, int picture, int index, sb_level *level)
{
    int count = level_push_list(L, picture, "cells") / 2;
    int cells = lua_gettop(L);
    int tiles = level->layer_count - 1;
    sb_layer *layer = count > 0 ? add_layer(L, picture, index, LAYER_SPRITES, level) : NULL;
    if (layer != NULL) {
        make_sprites(L, level, layer, count);
        layer->lifts = true;
    }
    for (int i = 0; i < count; i++) {
        int col = (int)level_entry(L, cells, 2 * i + 1),
            row = (int)level_entry(L, cells, 2 * i + 2);
        uint32_t *cell = level_cell(&level->layers[tiles], col, row);
        sb_sprite *sprite = &layer->sprites[i];
        sprite->hidden = cell == NULL || *cell == 0;
        if (!sprite->hidden) {
            tiles_lift(level, &level->layers[tiles], col, row, *cell, sprite);
            sprite->col = col;
            sprite->row = row;
            read_pose(L, picture, i, sprite);
        }
    }
    lua_pop(L, 1);
}

static void read_tiles(lua_State *L, int picture, int index, sb_level *level)
{
    sb_layer *layer = add_layer(L, picture, index, LAYER_TILES, level);
    char order[16];
    fields_text(L, picture, "renderorder", order, sizeof order);
    layer->lattice = read_lattice(L, picture);
    layer->from_right = strncmp(order, "left", 4) == 0;
    layer->from_below = strstr(order, "up") != NULL;
    read_blocks(L, picture, level, layer);
    read_followers(L, picture, index, level);
}

/* Tiles that are put down freely. */
static void read_sprites(lua_State *L, int picture, int index, sb_level *level)
{
    sb_layer *layer = add_layer(L, picture, index, LAYER_SPRITES, level);
    int count = level_push_list(L, picture, "gids");
    level_push_list(L, picture, "at");
    int at = lua_gettop(L), gids = at - 1;
    make_sprites(L, level, layer, count);
    for (int i = 0; i < count; i++) {
        sb_sprite *sprite = &layer->sprites[i];
        lua_rawgeti(L, gids, i + 1);
        uint32_t cell =
            tiles_cell(level, (uint32_t)level_within(lua_tonumber(L, -1), 0, 4294967295.0));
        lua_pop(L, 1);
        sprite->hidden = cell == 0;
        if (cell != 0) {
            *sprite = (sb_sprite){.tile = (int)(cell & LEVEL_TILE) - 1, .flips = cell >> 28};
            sprite->x = level_entry(L, at, 6 * i + 1) - layer->x;
            sprite->y = level_entry(L, at, 6 * i + 2) - layer->y;
            sprite->width = level_entry(L, at, 6 * i + 3);
            sprite->height = level_entry(L, at, 6 * i + 4);
            sprite->angle = level_entry(L, at, 6 * i + 5);
            sprite->opacity = (float)level_within(level_entry(L, at, 6 * i + 6), 0, 1);
            read_pose(L, picture, i, sprite);
        }
    }
    lua_pop(L, 2);
}

/* Parts of images, as LDtk's entities have them. */
static void read_parts(lua_State *L, int picture, int index, sb_level *level)
{
    sb_layer *layer = add_layer(L, picture, index, LAYER_SPRITES, level);
    int count = level_push_list(L, picture, "at") / 10;
    int at = lua_gettop(L);
    make_sprites(L, level, layer, count);
    for (int i = 0; i < count; i++) {
        sb_sprite *sprite = &layer->sprites[i];
        double v[10];
        for (int k = 0; k < 10; k++) {
            v[k] = level_entry(L, at, 10 * i + k + 1);
        }
        sprite->tile =
            tiles_at_place(level, (int)v[0] - 1, (int)v[5], (int)v[6], (int)v[7], (int)v[8]);
        if (sprite->tile < 0) {
            sprite->tile = 0;
            sprite->hidden = true;
            luaL_error(L, "%s", memory_shortage(level->memory));
        }
        sprite->x = v[1];
        sprite->y = v[2];
        sprite->width = v[3];
        sprite->height = v[4];
        sprite->opacity = (float)level_within(v[9], 0, 1);
        read_pose(L, picture, i, sprite);
    }
    lua_pop(L, 1);
}

/* The middle of a tile in a cell, from where that begins. Flipped, it is mirrored about the middle
   of the cell. */
static double middle_in(double cell, double size, double pivot, bool flipped)
{
    double middle = size / 2 + pivot * (cell - size);
    return flipped ? cell - middle : middle;
}

/* Tiles of LDtk's layers. */
typedef struct sb_quads {
    int image, size;
    double cell_width, cell_height;
    double pivot_x, pivot_y; ///< what of a tile is where in a cell
} sb_quads;

/* The tile in the table on top of the stack, as a sprite. */
static void read_quad(lua_State *L, sb_level *level, const sb_quads *of, sb_sprite *out)
{
    level_push_list(L, -1, "px");
    int px = lua_gettop(L);
    level_push_list(L, -2, "src");
    int src = px + 1;
    out->tile = tiles_at_place(level, of->image, (int)level_entry(L, src, 1),
                               (int)level_entry(L, src, 2), of->size, of->size);
    double x = level_entry(L, px, 1), y = level_entry(L, px, 2);
    lua_pop(L, 2);
    out->width = out->height = of->size;
    unsigned flips = (unsigned)level_int(L, -1, "f");
    out->col = (int)floor(x / of->cell_width);
    out->row = (int)floor(y / of->cell_height);
    out->x = x + middle_in(of->cell_width, of->size, of->pivot_x, (flips & 1) != 0);
    out->y = y + middle_in(of->cell_height, of->size, of->pivot_y, (flips & 2) != 0);
    out->flips = ((flips & 1) != 0 ? RASTER_ACROSS : 0) | ((flips & 2) != 0 ? RASTER_DOWN : 0);
    bool has_alpha = fields_push(L, -1, "a") == LUA_TNUMBER;
    out->opacity = has_alpha ? (float)level_within(lua_tonumber(L, -1), 0, 1) : 1;
    lua_pop(L, 1);
    if (out->tile < 0) {
        out->tile = 0;
        out->hidden = true;
        luaL_error(L, "%s", memory_shortage(level->memory));
    }
}

static void read_quads(lua_State *L, int picture, int index, sb_level *level)
{
    sb_layer *layer = add_layer(L, picture, index, LAYER_SPRITES, level);
    layer->lattice = (sb_lattice){.width = fmax(level_number(L, picture, "w"), 1),
                                  .height = fmax(level_number(L, picture, "h"), 1)};
    read_blocks(L, picture, level, layer); /* of cells, in which the tiles lie */
    sb_quads of = {.image = level_int(L, picture, "image") - 1,
                   .size = (int)level_within(fields_number(L, picture, "size"), 1, 1e6),
                   .cell_width = layer->lattice.width,
                   .cell_height = layer->lattice.height,
                   .pivot_x = level_number(L, picture, "pivotx"),
                   .pivot_y = level_number(L, picture, "pivoty")};
    int lists = level_push_list(L, picture, "lists"), count = 0;
    for (int k = 1; k <= lists; k++) {
        count += level_push_entry(L, k)
                     ? (int)level_within((double)lua_rawlen(L, -1), 0, LEVEL_MAX_LENGTH)
                     : 0;
        lua_pop(L, 1);
    }
    make_sprites(L, level, layer, count);
    sb_sprite *sprite = layer->sprites;
    for (int k = 1; k <= lists; k++) {
        bool is_list = level_push_entry(L, k);
        for (int i = 1; is_list && sprite < layer->sprites + count && level_push_entry(L, i); i++) {
            read_quad(L, level, &of, sprite++);
            lua_pop(L, 1);
        }
        lua_settop(L, picture + 1);
    }
    for (; sprite < layer->sprites + count; sprite++) {
        sprite->hidden = true; /* the list was made shorter since */
    }
    lua_settop(L, picture);
}

void level_read_picture(lua_State *L, int picture, int index, sb_level *level)
{
    char kind[16];
    fields_text(L, picture, "kind", kind, sizeof kind);
    if (!fields_boolean(L, picture, "shown")) {
        return;
    } else if (strcmp(kind, "fill") == 0) {
        read_fill(L, picture, index, level);
    } else if (strcmp(kind, "image") == 0) {
        read_image(L, picture, index, level);
    } else if (strcmp(kind, "tiles") == 0) {
        read_tiles(L, picture, index, level);
    } else if (strcmp(kind, "sprites") == 0) {
        read_sprites(L, picture, index, level);
    } else if (strcmp(kind, "parts") == 0) {
        read_parts(L, picture, index, level);
    } else if (strcmp(kind, "quads") == 0) {
        read_quads(L, picture, index, level);
    } else if (strcmp(kind, "texts") == 0) {
        level_read_texts(L, picture, level);
    }
}
