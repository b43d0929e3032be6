/* Calls level.h and raster.h. Edges of cells are rounded to the same pixel on both sides: so there
   are no seams between tiles at any zoom. */
#include "level_draw.h"

#include <limits.h>
#include <math.h>

#define FAR 1.0e9                 /* pixels */
#define SIXTH 1.04719755119659775 /* of a turn, in radians */
#define SPARSE 16       /* times as many cells as are in pages: far more than a view has */
#define MIN_CELLS 65536 /* of a view, that take no time to try */

/* A layer that is drawn, and the pixels. */
typedef struct sb_easel {
    const sb_raster *raster;
    sb_level *level;
    const sb_layer *layer;
    sb_aim aim; ///< from the layer's corner
} sb_easel;

static int pixel_at(double place, double from, double zoom)
{
    return (int)fmin(fmax(floor((place - from) * zoom + 0.5), -FAR), FAR);
}

static sb_area area_on(sb_aim aim, double x0, double y0, double x1, double y1)
{
    return (sb_area){pixel_at(x0, aim.x, aim.zoom), pixel_at(y0, aim.y, aim.zoom),
                     pixel_at(x1, aim.x, aim.zoom), pixel_at(y1, aim.y, aim.zoom)};
}

static bool is_seen(const sb_raster *raster, sb_area area)
{
    return area.x0 < raster->width && area.y0 < raster->height && area.x1 > 0 && area.y1 > 0;
}

/* The tile that is shown where this one lies. */
static sb_tile *shown_tile(const sb_level *level, int index)
{
    sb_tile *tile = &level->tiles[index];
    return tile->animation >= 0 ? &level->tiles[level->animations[tile->animation].shown] : tile;
}

static sb_tint faded(sb_tint tint, float opacity)
{
    tint.a = (uint8_t)((float)tint.a * opacity + 0.5f);
    return tint;
}

/* Draw a tile over an area. */
static void draw_tile(const sb_easel *easel, int index, sb_area area, unsigned flips, sb_tint tint)
{
    sb_tile *tile = shown_tile(easel->level, index);
    if (!is_seen(easel->raster, area)) {
        return;
    }
    if (tile->image < 0) {
        uint32_t pixel = level_plain_pixel(easel->level, index);
        raster_fill(easel->raster, area,
                    raster_pixel(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255, tint.a));
        return;
    }
    bool lies = (flips & RASTER_DIAGONAL) != 0;
    double width = (double)area.x1 - area.x0, height = (double)area.y1 - area.y0;
    sb_source source =
        level_source(easel->level, tile, lies ? height : width, lies ? width : height);
    raster_draw(easel->raster, &source, area, flips, tint);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* A tile of a hexagonal map that is turned, with its middle at x, y. */
static void draw_hexagon(const sb_easel *easel, int index, unsigned flips, double x, double y)
{
    sb_aim aim = easel->aim;
    sb_tile *tile = shown_tile(easel->level, index);
    double w = tile->drawn_width / 2 * aim.zoom, h = tile->drawn_height / 2 * aim.zoom;
    double sixths = ((flips & RASTER_DIAGONAL) != 0) + 2 * ((flips & RASTER_TURNED) != 0);
    hb_transform turn = {.angle = sixths * SIXTH, .scale = 1};
    hb_vec right = hb_transform_point(turn, (hb_vec){(flips & RASTER_ACROSS) != 0 ? -w : w, 0});
    hb_vec down = hb_transform_point(turn, (hb_vec){0, (flips & RASTER_DOWN) != 0 ? -h : h});
    uint32_t missing = level_plain_pixel(easel->level, index);
    sb_source source = {&missing, 1, 1, 1, true};
    if (tile->image >= 0) {
        source = level_source(easel->level, tile, 2 * w, 2 * h);
    }
    sb_pose_of_image pose = {
        (x - aim.x) * aim.zoom, (y - aim.y) * aim.zoom, right.x, right.y, down.x, down.y};
    raster_draw_turned(easel->raster, &source, pose, easel->layer->tint);
}

/* A tile without an image in an isometric map: the rhomb of its cell, with the middle at x, y. */
static void draw_rhomb(const sb_easel *easel, int index, double x, double y)
{
    sb_aim aim = easel->aim;
    double w = easel->layer->lattice.width / 4 * aim.zoom;
    double h = easel->layer->lattice.height / 4 * aim.zoom;
    uint32_t pixel = level_plain_pixel(easel->level, index);
    sb_source source = {&pixel, 1, 1, 1, true};
    sb_pose_of_image pose = {(x - aim.x) * aim.zoom, (y - aim.y) * aim.zoom, w, h, -w, h};
    raster_draw_turned(easel->raster, &source, pose, easel->layer->tint);
}

static void draw_cell(const sb_easel *easel, int col, int row, uint32_t cell)
{
    int index = (int)(cell & LEVEL_TILE) - 1;
    const sb_tile *tile = &easel->level->tiles[index];
    unsigned flips = cell >> 28;
    double x, y;
    level_place(&easel->layer->lattice, col, row, &x, &y);
    const sb_lattice *lattice = &easel->layer->lattice;
    bool is_hexagon = lattice->side > 0;
    bool lies = (flips & RASTER_DIAGONAL) != 0 && !is_hexagon;
    if (is_hexagon && (flips & (RASTER_DIAGONAL | RASTER_TURNED)) != 0) {
        draw_hexagon(easel, index, flips, x + tile->middle_x, y + tile->middle_y);
        return;
    }
    if (lattice->kind != LATTICE_ORTHOGONAL && !is_hexagon &&
        shown_tile(easel->level, index)->image < 0) {
        draw_rhomb(easel, index, x + lattice->width / 2, y - lattice->height / 2);
        return;
    }
    x += tile->middle_x + (lies ? tile->lift : 0);
    y += tile->middle_y + (lies ? tile->lift : 0);
    double w = (lies ? tile->drawn_height : tile->drawn_width) / 2;
    double h = (lies ? tile->drawn_width : tile->drawn_height) / 2;
    draw_tile(easel, index, area_on(easel->aim, x - w, y - h, x + w, y + h), flips,
              easel->layer->tint);
}

/* A row of a page, from a column up to another. */
static void draw_part_of_row(const sb_easel *easel, const sb_page *page, int row, int from, int to)
{
    const uint32_t *cells = page->cells + (row - page->row * LEVEL_PAGE) * LEVEL_PAGE;
    unsigned hidden = page->hidden[row - page->row * LEVEL_PAGE] |
                      (unsigned)page->lifted[row - page->row * LEVEL_PAGE];
    bool reversed = easel->layer->from_right;
    for (int i = from; i < to; i++) {
        int col = reversed ? from + to - 1 - i : i;
        int at = col - page->col * LEVEL_PAGE;
        if (cells[at] != 0 && (hidden >> at & 1) == 0) {
            draw_cell(easel, col, row, cells[at]);
        }
    }
}

static int page_at(int cell)
{
    return (int)floor((double)cell / LEVEL_PAGE);
}

/* The cells that may be seen. */
typedef struct sb_span {
    int left, top, right, bottom; /* up to these, without them */
} sb_span;

static int cell_at(double place, double size)
{
    return (int)fmin(fmax(floor(place / size), -FAR), FAR);
}

/* The part of the map that is on the raster, with as much around it as tiles go beyond their
   cells. */
static hb_aabb seen_of(const sb_easel *easel)
{
    double zoom = easel->aim.zoom, reach = easel->layer->reach + 1 / zoom;
    return (hb_aabb){easel->aim.x - reach, easel->aim.y - reach,
                     easel->aim.x + easel->raster->width / zoom + reach,
                     easel->aim.y + easel->raster->height / zoom + reach};
}

/* Of cells in rows and columns. */
static sb_span span_of(const sb_lattice *lattice, hb_aabb seen)
{
    bool staggered = lattice->kind == LATTICE_STAGGERED;
    double across =
        staggered && lattice->by_columns ? (lattice->width + lattice->side) / 2 : lattice->width;
    double down =
        staggered && !lattice->by_columns ? (lattice->height + lattice->side) / 2 : lattice->height;
    return (sb_span){cell_at(seen.x0, across) - staggered, cell_at(seen.y0, down) - staggered,
                     cell_at(seen.x1, across) + 1, cell_at(seen.y1, down) + 1};
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* One row of cells: those of each page, in the order of drawing. */
static void draw_row(const sb_easel *easel, sb_span span, int row)
{
    const sb_layer *layer = easel->layer;
    int first = level_find_page(layer, page_at(span.left), page_at(row));
    int last = level_find_page(layer, page_at(span.right - 1) + 1, page_at(row));
    for (int i = first; i < last; i++) {
        const sb_page *page = &layer->pages[layer->from_right ? first + last - 1 - i : i];
        draw_part_of_row(easel, page, row, larger(span.left, page->col * LEVEL_PAGE),
                         smaller(span.right, (page->col + 1) * LEVEL_PAGE));
    }
}

/* Rows of which every second column is lower: those come after the others. */
static void draw_shifted_row(const sb_easel *easel, sb_span span, int row)
{
    const sb_layer *layer = easel->layer;
    int first = level_find_page(layer, page_at(span.left), page_at(row));
    int last = level_find_page(layer, page_at(span.right - 1) + 1, page_at(row));
    for (int pass = 0; pass < 2; pass++) {
        for (int i = first; i < last; i++) {
            int left = larger(span.left, layer->pages[i].col * LEVEL_PAGE);
            int right = smaller(span.right, (layer->pages[i].col + 1) * LEVEL_PAGE);
            for (int col = left; col < right; col++) {
                bool is_low = (col & 1) == !layer->lattice.is_even;
                if (is_low == pass) {
                    draw_part_of_row(easel, &layer->pages[i], row, col, col + 1);
                }
            }
        }
    }
}

/* Rows of cells, those that have pages: between them there may be a thousand million others. */
static void draw_rows(const sb_easel *easel, sb_span span)
{
    const sb_layer *layer = easel->layer;
    bool shifted = layer->lattice.kind == LATTICE_STAGGERED && layer->lattice.by_columns;
    int first = level_find_page(layer, INT_MIN, page_at(span.top));
    int last = level_find_page(layer, INT_MIN, page_at(span.bottom - 1) + 1);
    while (first < last) {
        int page_row = layer->pages[layer->from_below ? last - 1 : first].row;
        int top = larger(span.top, page_row * LEVEL_PAGE);
        int bottom = smaller(span.bottom, (page_row + 1) * LEVEL_PAGE);
        for (int i = top; i < bottom; i++) {
            int row = layer->from_below ? top + bottom - 1 - i : i;
            if (shifted) {
                draw_shifted_row(easel, span, row);
            } else {
                draw_row(easel, span, row);
            }
        }
        if (layer->from_below) {
            last = level_find_page(layer, INT_MIN, page_row);
        } else {
            first = level_find_page(layer, INT_MIN, page_row + 1);
        }
    }
}

/* Rows of an isometric map go down to the right: what is higher on the screen comes first. Where
   most of what is seen has no page, as far from the map, cells go by rows and columns. */
static void draw_isometric(const sb_easel *easel, hb_aabb seen)
{
    const sb_lattice *lattice = &easel->layer->lattice;
    double half_width = lattice->width / 2, half_height = lattice->height / 2;
    int top = cell_at(seen.y0, half_height) - 2, bottom = cell_at(seen.y1, half_height) + 1;
    const sb_page *pages = easel->layer->pages;
    int count = easel->layer->page_count;
    double least = pages[0].row * (double)LEVEL_PAGE;
    double most = (pages[count - 1].row + 1.0) * LEVEL_PAGE;
    double left = (seen.x0 - lattice->origin) / half_width - 1;
    double right = (seen.x1 - lattice->origin) / half_width + 1;
    double cells = ((double)bottom - top) * fmin((right - left) / 2 + 1, most - least);
    if (cells > SPARSE * ((double)count * LEVEL_PAGE * LEVEL_PAGE + MIN_CELLS)) {
        draw_rows(easel, (sb_span){-(int)FAR, -(int)FAR, (int)FAR, (int)FAR});
        return;
    }
    for (int sum = top; sum < bottom; sum++) { /* of column and row; their difference is across */
        int from = (int)fmax(ceil((sum + left) / 2), sum - most);
        int to = (int)fmin(floor((sum + right) / 2), sum - least);
        for (int col = from; col <= to; col++) {
            const sb_page *page = level_page(easel->layer, col, sum - col);
            if (page != NULL) {
                draw_part_of_row(easel, page, sum - col, col, col + 1);
            }
        }
    }
}

static void draw_cells(const sb_easel *easel)
{
    const sb_layer *layer = easel->layer;
    hb_aabb seen = seen_of(easel);
    if (layer->page_count > 0 && layer->lattice.kind == LATTICE_ISOMETRIC) {
        draw_isometric(easel, seen);
    } else if (layer->page_count > 0) {
        draw_rows(easel, span_of(&layer->lattice, seen));
    }
}

/* ---- Sprites --------------------------------------------------------------------------------- */

/* Where a direction or, with `at`, a point has gone with the thing that it follows. */
static hb_vec followed(const sb_sprite *sprite, double x, double y, bool at)
{
    hb_transform back = {.angle = -sprite->first.angle, .scale = 1};
    hb_transform now = sprite->now;
    if (!at) {
        now.x = now.y = 0;
    } else {
        x -= sprite->first.x;
        y -= sprite->first.y;
    }
    hb_vec local = hb_transform_point(back, (hb_vec){x, y});
    double scale = sprite->first.scale > 0 ? sprite->first.scale : 1;
    local.x = (sprite->first.mirrored ? -local.x : local.x) / scale;
    local.y /= scale;
    return hb_transform_point(now, local);
}

/* Half the sides of a sprite, as its image has them: to the right, and down. */
typedef struct sb_sides {
    hb_vec middle, right, down;
} sb_sides;

static sb_sides sides_of(const sb_layer *layer, const sb_sprite *sprite)
{
    double w = sprite->width / 2, h = sprite->height / 2;
    double fx = (sprite->flips & RASTER_ACROSS) != 0 ? -1 : 1;
    double fy = (sprite->flips & RASTER_DOWN) != 0 ? -1 : 1;
    bool lies = (sprite->flips & RASTER_DIAGONAL) != 0;
    hb_transform turn = {.angle = sprite->angle, .scale = 1};
    sb_sides sides = {{sprite->x, sprite->y},
                      lies ? (hb_vec){0, fy * w} : (hb_vec){fx * w, 0},
                      lies ? (hb_vec){fx * h, 0} : (hb_vec){0, fy * h}};
    if (sprite->angle != 0) {
        sides.right = hb_transform_point(turn, sides.right);
        sides.down = hb_transform_point(turn, sides.down);
    }
    if (level_has_moved(sprite)) {
        hb_vec middle =
            followed(sprite, sides.middle.x + layer->x, sides.middle.y + layer->y, true);
        sides.middle = (hb_vec){middle.x - layer->x, middle.y - layer->y};
        sides.right = followed(sprite, sides.right.x, sides.right.y, false);
        sides.down = followed(sprite, sides.down.x, sides.down.y, false);
    }
    return sides;
}

static void draw_turned(const sb_easel *easel, const sb_sprite *sprite, const sb_sides *sides,
                        sb_tint tint)
{
    sb_aim aim = easel->aim;
    sb_tile *tile = shown_tile(easel->level, sprite->tile);
    uint32_t missing = level_plain_pixel(easel->level, sprite->tile);
    sb_source source = {&missing, 1, 1, 1, true};
    if (tile->image >= 0) {
        source =
            level_source(easel->level, tile, 2 * hypot(sides->right.x, sides->right.y) * aim.zoom,
                         2 * hypot(sides->down.x, sides->down.y) * aim.zoom);
    }
    sb_pose_of_image pose = {
        (sides->middle.x - aim.x) * aim.zoom,
        (sides->middle.y - aim.y) * aim.zoom,
        sides->right.x * aim.zoom,
        sides->right.y * aim.zoom,
        sides->down.x * aim.zoom,
        sides->down.y * aim.zoom,
    };
    raster_draw_turned(easel->raster, &source, pose, tint);
}

static void draw_sprite(const sb_easel *easel, const sb_sprite *sprite)
{
    sb_sides sides = sides_of(easel->layer, sprite);
    sb_tint tint = faded(easel->layer->tint, sprite->opacity);
    bool upright = sides.right.y == 0 && sides.down.x == 0;
    bool lies = sides.right.x == 0 && sides.down.y == 0;
    if (!upright && !lies) {
        draw_turned(easel, sprite, &sides, tint);
        return;
    }
    double w = fabs(sides.right.x + sides.down.x), h = fabs(sides.right.y + sides.down.y);
    unsigned flips = (lies ? RASTER_DIAGONAL : 0) |
                     (sides.right.x + sides.down.x < 0 ? RASTER_ACROSS : 0) |
                     (sides.right.y + sides.down.y < 0 ? RASTER_DOWN : 0);
    draw_tile(easel, sprite->tile,
              area_on(easel->aim, sides.middle.x - w, sides.middle.y - h, sides.middle.x + w,
                      sides.middle.y + h),
              flips, tint);
}

static void draw_sprites(const sb_easel *easel)
{
    hb_aabb seen = seen_of(easel);
    for (int i = 0; i < easel->layer->sprite_count; i++) {
        const sb_sprite *sprite = &easel->layer->sprites[i];
        bool may_be_seen = sprite->follows || (sprite->x >= seen.x0 && sprite->x <= seen.x1 &&
                                               sprite->y >= seen.y0 && sprite->y <= seen.y1);
        if (may_be_seen && !sprite->hidden) {
            draw_sprite(easel, sprite);
        }
    }
}

/* ---- Images and fills ------------------------------------------------------------------------ */

/* A layer of one image, once or again and again as far as the raster reaches. */
static void draw_image(const sb_easel *easel)
{
    const sb_layer *layer = easel->layer;
    double w = layer->width, h = layer->height;
    hb_aabb seen = seen_of(easel);
    if (!(w > 0 && h > 0) || easel->level->tiles[layer->tile].image < 0) {
        return;
    }
    bool repeats_x = layer->repeats_x && w * easel->aim.zoom >= 1;
    bool repeats_y = layer->repeats_y && h * easel->aim.zoom >= 1;
    double left = repeats_x ? floor(seen.x0 / w) : 0, top = repeats_y ? floor(seen.y0 / h) : 0;
    double right = repeats_x ? floor(seen.x1 / w) : 0, bottom = repeats_y ? floor(seen.y1 / h) : 0;
    for (double row = top; row <= bottom; row++) {
        for (double col = left; col <= right; col++) {
            draw_tile(easel, layer->tile,
                      area_on(easel->aim, col * w, row * h, (col + 1) * w, (row + 1) * h), 0,
                      layer->tint);
        }
    }
}

void level_draw_layer(const sb_raster *raster, sb_level *level, const sb_layer *layer, sb_aim aim)
{
    aim.x -= layer->x;
    aim.y -= layer->y;
    sb_easel easel = {raster, level, layer, aim};
    switch (layer->kind) {
    case LAYER_FILL:
        raster_fill(raster, area_on(aim, 0, 0, layer->width, layer->height), layer->pixel);
        break;
    case LAYER_IMAGE:
        draw_image(&easel);
        break;
    case LAYER_TILES:
        draw_cells(&easel);
        break;
    case LAYER_SPRITES:
        draw_sprites(&easel);
        break;
    }
}

hb_aabb level_area_of_cell(const sb_layer *layer, int col, int row)
{
    double x, y;
    level_place(&layer->lattice, col, row, &x, &y);
    double reach = layer->reach + fmax(layer->lattice.width, layer->lattice.height);
    return (hb_aabb){layer->x + x - reach, layer->y + y - reach, layer->x + x + reach,
                     layer->y + y + reach};
}
