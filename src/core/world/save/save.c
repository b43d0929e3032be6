/// Saves a world to bytes: see save_format.h for the format and load.c for loading.
///
/// Allocates nothing: the scratch of queries holds an item for each mask.
#include "../../shape/mask.h"
#include "save_format.h"

/* ---- Masks ----------------------------------------------------------------------------------- */

/* The distinct masks of a world: for each number an item that has the mask. */
typedef struct mask_list {
    const hb_world *world;
    bool by_content; /* compare masks by content, else by address */
    uint32_t *items;
    uint32_t count;
} mask_list;

/* The mask of an item, or null. */
static const hb_mask *mask_of(const hb_world *world, uint32_t index)
{
    if ((world->kinds[index] & HB_KIND_MASK) != HB_MASK) {
        return NULL;
    }
    hb_shape room;
    return hb_placed_shape_at(world, index, &room)->mask;
}

static bool is_same(const mask_list *list, const hb_mask *a, const hb_mask *b)
{
    return a == b || (list->by_content && a->count == b->count && hb_mask_equal(a, b));
}

/* The number of a mask, or list->count. Searches from the last mask, as most items have the mask
 * of the item before. */
static uint32_t number_of(const mask_list *list, const hb_mask *mask)
{
    for (uint32_t i = list->count; i-- > 0;) {
        if (is_same(list, mask_of(list->world, list->items[i]), mask)) {
            return i;
        }
    }
    return list->count;
}

static mask_list list_masks(const hb_world *world, bool by_content)
{
    mask_list list = {world, by_content, world->candidates, 0};
    for (uint32_t rank = world->order_first; rank < world->order_count; rank++) {
        uint32_t index = hb_id_index(world->handles[rank]);
        const hb_mask *mask = world->handles[rank] != 0 ? mask_of(world, index) : NULL;
        if (mask != NULL && number_of(&list, mask) == list.count) {
            list.items[list.count++] = index;
        }
    }
    return list;
}

int hb_world_get_masks(const hb_world *world, const hb_mask **out, int capacity)
{
    if (!hb_is_buffer(out, capacity)) {
        return -1;
    }
    mask_list list = list_masks(world, false);
    for (uint32_t i = 0; i < list.count && (int)i < capacity; i++) {
        out[i] = mask_of(world, list.items[i]);
    }
    return (int)list.count;
}

static uint64_t mask_size(const hb_mask *mask, bool has_pixels)
{
    return HB_MASK_WORDS + (has_pixels ? (uint64_t)mask->stripes * (uint64_t)mask->height * 8 : 0);
}

static unsigned char *write_mask(unsigned char *to, const hb_mask *mask, bool has_pixels)
{
    hb_write_32(to, (uint32_t)mask->width);
    hb_write_32(to + HB_MASK_HEIGHT, (uint32_t)mask->height);
    hb_write_32(to + HB_MASK_COUNT, (uint32_t)mask->count);
    hb_write_32(to + HB_MASK_COUNT + 4, 0);
    to += HB_MASK_WORDS;
    for (int k = 0; k < mask->stripes && has_pixels; k++) {
        for (int y = 0; y < mask->height; y++, to += 8) {
            hb_write_64(to, hb_mask_word(mask, k, y));
        }
    }
    return to;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static uint64_t part_size(const hb_shape *shape)
{
    return HB_SHAPE_POINTS +
           (uint64_t)hb_saved_points(shape->kind, (uint32_t)shape->count) * HB_SAVED_POINT;
}

static uint64_t shape_size(const hb_shape *shape)
{
    uint64_t size = part_size(shape);
    for (int i = 0; shape->kind == HB_COMPOUND && i < shape->part_count; i++) {
        size += part_size(&shape->parts[i]);
    }
    return size;
}

/* Write a shape that is no compound, or the head of a compound. */
static unsigned char *write_part(unsigned char *to, const hb_shape *shape, uint32_t count)
{
    uint32_t points = hb_saved_points(shape->kind, count);
    bool is_mask = shape->kind == HB_MASK, is_aabb = shape->kind == HB_AABB;
    const hb_vec *from = hb_shape_points(shape);
    hb_vec corners[2] = {{shape->bounds.x0, shape->bounds.y0},
                         {shape->bounds.x1, shape->bounds.y1}};
    hb_write_32(to, (uint32_t)shape->kind);
    hb_write_32(to + HB_SHAPE_COUNT, count);
    hb_write_double(to + HB_SHAPE_RADIUS, is_mask ? shape->local[1].x : shape->radius);
    to += HB_SHAPE_POINTS;
    for (uint32_t i = 0; i < points; i++, to += HB_SAVED_POINT) {
        hb_write_vec(to, is_aabb ? corners[i] : from[i]);
    }
    return to;
}

/* Write a shape; its bounds need not be set.
 * @param mask  the number of its mask, if it is a mask
 * @return the byte behind it */
static unsigned char *write_shape(unsigned char *to, const hb_shape *shape, uint32_t mask)
{
    bool is_compound = shape->kind == HB_COMPOUND;
    int count = is_compound ? shape->part_count : shape->count;
    to = write_part(to, shape, shape->kind == HB_MASK ? mask : (uint32_t)count);
    for (int i = 0; is_compound && i < count; i++) {
        to = write_part(to, &shape->parts[i], (uint32_t)shape->parts[i].count);
    }
    return to;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Whether an item is saved as more than a box: it is no AABB, or it is one-way, or its stored shape
 * is rotated, scaled or mirrored. */
static bool needs_storing(const hb_world *world, uint32_t index)
{
    if ((world->kinds[index] & (HB_KIND_MASK | HB_KIND_ONE_WAY)) != HB_AABB) {
        return true;
    }
    if (hb_stored_shape_at(world, index) == NULL) {
        return false;
    }
    hb_transform pose = hb_transform_of(world, index);
    return !hb_transform_only_moves(&pose);
}

/* Whether any item may need that. */
static bool may_need_storing(const hb_world *world)
{
    return world->stored_capacity > 0 || world->round;
}

static bool has_user_data(const hb_world *world)
{
    bool found = false;
    for (uint32_t rank = world->order_first;
         rank < world->order_count && world->user_data_capacity > 0 && !found; rank++) {
        uint32_t index = hb_id_index(world->handles[rank]);
        found = world->handles[rank] != 0 && hb_user_data_at(world, index) != 0;
    }
    return found;
}

static bool has_event_user_data(const hb_world *world)
{
    bool found = false;
    for (uint32_t i = 0; i < world->event_count && world->user_data_capacity > 0 && !found; i++) {
        found = (world->events[i].user_data_a | world->events[i].user_data_b) != 0;
    }
    return found;
}

static uint64_t count_stored(const hb_world *world)
{
    uint64_t size = 0;
    hb_shape made;
    for (uint32_t rank = world->order_first; rank < world->order_count && may_need_storing(world);
         rank++) {
        uint32_t index = hb_id_index(world->handles[rank]);
        if (world->handles[rank] != 0 && needs_storing(world, index)) {
            hb_unpack_points(world, index, &made);
            size += shape_size(&made);
        }
    }
    return size;
}

static uint32_t count_free(const hb_world *world)
{
    uint32_t count = 0;
    for (uint32_t i = world->first_free; i != HB_NO_INDEX; i = world->ranks[i] & ~HB_NO_RANK) {
        count++;
    }
    return count;
}

/* Movers of removed items are not saved. */
static uint32_t count_movers(const hb_world *world)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->mover_count; i++) {
        count += hb_is_alive(world, world->movers[i].id);
    }
    return count;
}

static hb_saved describe(const hb_world *world, bool has_pixels, const mask_list *masks)
{
    hb_saved out = {
        .mode = world->mode,
        .recover = world->recover,
        .has_pixels = has_pixels,
        .has_user_data = has_user_data(world),
        .has_event_user_data = has_event_user_data(world),
        .next_serial = world->next_serial,
        .active_layers = world->active_layers,
        .living = world->living,
        .index_count = world->index_count,
        .free_count = count_free(world),
        .epoch_count = world->epoch_count,
        .mover_count = count_movers(world),
        .event_count = world->event_count,
        .mask_count = masks->count,
        .stored_bytes = count_stored(world),
    };
    for (uint32_t i = 0; i < masks->count; i++) {
        out.mask_bytes += mask_size(mask_of(world, masks->items[i]), has_pixels);
    }
    return out;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* The writable address of a part, as found by hb_saved_lay_out. */
static unsigned char *part(const unsigned char *at)
{
    return (unsigned char *)(uintptr_t)at;
}

static void write_head(unsigned char *head, hb_saved *s, uint64_t size)
{
    memcpy(head, HB_SAVED_MAGIC, 8);
    hb_write_32(head + HB_HEAD_VERSION, HB_SAVED_VERSION);
    hb_write_32(head + HB_HEAD_FLAGS, (uint32_t)s->mode | (s->has_pixels ? HB_SAVED_PIXELS : 0) |
                                          (s->has_user_data ? HB_SAVED_USER_DATA : 0) |
                                          (s->has_event_user_data ? HB_SAVED_EVENT_USER_DATA : 0));
    hb_write_64(head + HB_HEAD_SIZE, size);
    hb_transfer_head(&(hb_cursor){head + HB_HEAD_NUMBERS, true}, s);
}

static void write_indices(const hb_world *world, const hb_saved *s)
{
    unsigned char *to = part(s->epochs);
    for (uint32_t i = 0; i < world->epoch_count; i++, to += 4) {
        hb_write_32(to, world->epochs[i]);
    }
    for (uint32_t i = world->first_free; i != HB_NO_INDEX; to += 4) {
        hb_write_32(to, i);
        i = world->ranks[i] & ~HB_NO_RANK;
    }
    uint32_t retired_end = world->epoch_count > 0 ? world->epochs[world->epoch_count - 1] : 0;
    for (uint32_t i = 0; i < retired_end; i++) {
        if (world->ranks[i] >= HB_NO_RANK) {
            hb_write_32(to, i);
            to += 4;
        }
    }
    memset(to, 0, (size_t)(s->items - to));
}

static inline void write_filter(unsigned char *to, const hb_filter *filter)
{
    hb_write_64(to + HB_ITEM_LAYERS, filter->layers);
    hb_write_64(to + HB_ITEM_MASK, filter->mask);
}

/* Write an item with its record. */
static inline void write_record(unsigned char *to, hb_id id, const hb_item_record *record,
                                const hb_filter *filter)
{
    _Static_assert(sizeof *record == 8 * HB_RECORD_NUMBERS, "the size of an item record");
    uint64_t words[HB_RECORD_NUMBERS];
    memcpy(words, record, sizeof words);
    hb_write_64(to + HB_ITEM_ID, id);
    for (int i = 0; i < HB_RECORD_NUMBERS; i++) {
        hb_write_64(to + HB_ITEM_RECORD + 8 * i, words[i]);
    }
    write_filter(to, filter);
    hb_write_64(to + HB_ITEM_FLAGS, HB_ITEM_RESPONSE * (uint64_t)filter->mover_response);
}

/* Write the pose of an item with a stored shape. */
static void write_pose(unsigned char *to, const hb_world *world, hb_id id)
{
    uint32_t index = hb_id_index(id);
    hb_transform pose = hb_transform_of(world, index);
    hb_write_64(to + HB_ITEM_ID, id);
    hb_write_vec(to + HB_ITEM_RECORD, (hb_vec){pose.x, pose.y});
    hb_write_double(to + HB_ITEM_ANGLE, pose.angle);
    hb_write_double(to + HB_ITEM_SCALE, pose.scale);
    hb_write_vec(to + HB_ITEM_ONE_WAY, hb_one_way_at(world, index));
    const hb_filter *filter = hb_filter_at(world, index);
    write_filter(to, filter);
    hb_write_64(to + HB_ITEM_FLAGS, HB_ITEM_HAS_STORED_SHAPE |
                                        (pose.mirrored ? HB_ITEM_MIRRORED : 0) |
                                        HB_ITEM_RESPONSE * (uint64_t)filter->mover_response);
}

static void write_items(const hb_world *world, const hb_saved *s, const mask_list *masks)
{
    unsigned char *to = part(s->items), *stored_shapes = part(s->stored_shapes);
    bool stored = may_need_storing(world);
    hb_shape made;
    for (uint32_t rank = world->order_first; rank < world->order_count; rank++) {
        hb_id id = world->handles[rank];
        uint32_t index = hb_id_index(id);
        if (id == 0) {
            continue;
        }
        if (stored && needs_storing(world, index)) {
            hb_unpack_points(world, index, &made);
            uint32_t mask = made.kind == HB_MASK ? number_of(masks, made.mask) : 0;
            stored_shapes = write_shape(stored_shapes, &made, mask);
            write_pose(to, world, id);
        } else {
            write_record(to, id, &world->records[index], hb_filter_at(world, index));
        }
        to += HB_SAVED_ITEM;
    }
}

static void write_user_data(const hb_world *world, const hb_saved *s)
{
    unsigned char *to = part(s->user_data);
    for (uint32_t rank = world->order_first; rank < world->order_count; rank++) {
        uint32_t index = hb_id_index(world->handles[rank]);
        if (world->handles[rank] != 0) {
            hb_write_64(to, hb_user_data_at(world, index));
            to += 8;
        }
    }
}

static void write_masks(const hb_saved *s, const mask_list *masks)
{
    unsigned char *to = part(s->masks);
    for (uint32_t i = 0; i < masks->count; i++) {
        to = write_mask(to, mask_of(masks->world, masks->items[i]), s->has_pixels);
    }
}

static void write_movers(const hb_world *world, const hb_saved *s)
{
    unsigned char *to = part(s->movers);
    for (uint32_t i = 0; i < world->mover_count; i++) {
        if (hb_is_alive(world, world->movers[i].id)) {
            hb_mover mover = world->movers[i];
            hb_transfer_mover(&(hb_cursor){to, true}, &mover);
            to += HB_SAVED_MOVER;
        }
    }
}

static void write_events(const hb_world *world, const hb_saved *s)
{
    unsigned char *to = part(s->events), *kinds = part(s->kinds);
    for (uint32_t i = 0; i < world->event_count; i++, to += 16) {
        hb_write_64(to, world->events[i].a);
        hb_write_64(to + 8, world->events[i].b);
        *kinds++ = (unsigned char)world->events[i].kind;
    }
    memset(kinds, 0, (size_t)(s->event_user_data - kinds));
    to = part(s->event_user_data);
    for (uint32_t i = 0; i < world->event_count && s->has_event_user_data; i++, to += 16) {
        hb_write_64(to, world->events[i].user_data_a);
        hb_write_64(to + 8, world->events[i].user_data_b);
    }
}

size_t hb_world_save(const hb_world *world, hb_save_pixels pixels, void *out, size_t capacity)
{
    if ((unsigned)pixels > HB_PIXELS_KEPT || (out == NULL && capacity > 0)) {
        return 0;
    }
    bool has_pixels = pixels == HB_PIXELS_SAVED;
    mask_list masks = {.world = world};
    if (world->stored_capacity > 0) {
        masks = list_masks(world, has_pixels);
    }
    hb_saved saved = describe(world, has_pixels, &masks);
    uint64_t size = hb_saved_lay_out(&saved, NULL) + 8;
    if (size > capacity) {
        return (size_t)size;
    }
    (void)hb_saved_lay_out(&saved, out);
    write_head(out, &saved, size);
    write_indices(world, &saved);
    write_items(world, &saved, &masks);
    if (saved.has_user_data) {
        write_user_data(world, &saved);
    }
    write_masks(&saved, &masks);
    write_movers(world, &saved);
    write_events(world, &saved);
    hb_write_64(part(saved.end), hb_checksum(out, (size_t)size - 8));
    return (size_t)size;
}
