/// Validates a saved world from an untrusted source, before the world is changed.
///
/// For any bytes, no read goes past their end, and the memory allocated is at most some dozen times
/// their size. A shape that is read is checked as a caller's shape is (shape/validate.c).
#include "../../base/memory.h"
#include "../../collide/collide.h"
#include "../../shape/mask.h"
#include "save_format.h"

/* ---- Reading shapes -------------------------------------------------------------------------- */

/* Pass a shape that is no compound, or the head of a compound. @return its count, or -1 */
static int64_t pass_part(const unsigned char **from, const unsigned char *end, uint32_t *kind,
                         uint64_t *room)
{
    if (end - *from < HB_SHAPE_POINTS) {
        return -1;
    }
    uint32_t count = hb_read_32(*from + HB_SHAPE_COUNT);
    *kind = hb_read_32(*from);
    *from += HB_SHAPE_POINTS;
    if (*kind > HB_MASK || count > INT32_MAX) {
        return -1;
    }
    uint64_t size = (uint64_t)hb_saved_points((hb_shape_kind)*kind, count) * HB_SAVED_POINT;
    if ((uint64_t)(end - *from) < size) {
        return -1;
    }
    *from += size;
    *room += *kind <= HB_POLYGON && count > HB_LOCAL_POINTS ? size : 0;
    return count;
}

/* Check the size of the shape at *from, and move *from behind it.
 * @param room  raised to the bytes that read_shape needs
 * @return false if it does not end before `end`, or its kind is invalid */
static bool pass_shape(const unsigned char **from, const unsigned char *end, uint64_t *room)
{
    uint32_t kind, part_kind = 0;
    uint64_t own = 0;
    int64_t count = pass_part(from, end, &kind, &own);
    if (count >= 0 && kind == HB_COMPOUND) {
        bool sound = count > 0;
        for (int64_t i = 0; i < count && sound; i++) {
            sound = pass_part(from, end, &part_kind, &own) >= 0 && part_kind < HB_COMPOUND;
        }
        count = sound ? count : -1;
        own += (uint64_t)count * sizeof(hb_shape) + hb_part_boxes_room((uint32_t)count);
    }
    *room = count >= 0 && own > *room ? own : *room;
    return count >= 0;
}

/* Read a shape that is no compound. */
static const unsigned char *read_part(const unsigned char *from, const hb_mask *const *masks,
                                      hb_vec *room, hb_shape *out)
{
    hb_shape_kind kind = (hb_shape_kind)hb_read_32(from);
    uint32_t count = hb_read_32(from + HB_SHAPE_COUNT), points = hb_saved_points(kind, count);
    double radius = hb_read_double(from + HB_SHAPE_RADIUS);
    from += HB_SHAPE_POINTS;
    const unsigned char *end = from + (size_t)points * HB_SAVED_POINT;
    *out = (hb_shape){.kind = kind};
    if (kind == HB_AABB) {
        hb_vec low = hb_read_vec(from), high = hb_read_vec(from + HB_SAVED_POINT);
        *out = hb_box_of_edges((hb_aabb){low.x, low.y, high.x, high.y});
        out->radius = radius; /* so that validation sees it */
        return end;
    }
    hb_vec *to = points > HB_LOCAL_POINTS ? room : out->local;
    for (uint32_t i = 0; i < points; i++, from += HB_SAVED_POINT) {
        to[i] = hb_read_vec(from);
    }
    if (kind == HB_MASK) {
        out->local[1] = (hb_vec){radius, 1.0};
        out->mask = masks[count];
        return end;
    }
    out->count = (int)(kind == HB_ELLIPSE ? 0 : count);
    out->radius = radius;
    if (points > HB_LOCAL_POINTS) {
        out->more = room;
    }
    return end;
}

/* Read a shape that pass_shape has accepted, without bounds, unless it is an AABB. */
static const unsigned char *read_shape(const unsigned char *from, const hb_mask *const *masks,
                                       void *room, hb_shape *out)
{
    if ((hb_shape_kind)hb_read_32(from) != HB_COMPOUND) {
        return read_part(from, masks, room, out);
    }
    uint32_t count = hb_read_32(from + HB_SHAPE_COUNT);
    hb_shape *parts = room;
    hb_vec *corners = (hb_vec *)(void *)((char *)(parts + count) + hb_part_boxes_room(count));
    *out = (hb_shape){.kind = HB_COMPOUND, .part_count = (int)count, .parts = parts};
    from += HB_SHAPE_POINTS;
    for (uint32_t i = 0; i < count; i++) {
        from = read_part(from, masks, corners, &parts[i]);
        corners += parts[i].count > HB_LOCAL_POINTS ? parts[i].count : 0;
    }
    return from;
}

/* ---- Validating shapes ----------------------------------------------------------------------- */

/* Validate a shape that is no compound. */
static bool validate_part(hb_shape *shape)
{
    bool sound = hb_part_is_valid(shape);
    if (sound && shape->kind != HB_AABB) {
        hb_set_bounds(shape);
    }
    return sound;
}

/* Whether the library may have made a shape. Sets its bounds. */
static bool validate_shape(hb_shape *shape)
{
    if (shape->kind != HB_COMPOUND) {
        return validate_part(shape);
    }
    hb_shape *parts = (hb_shape *)(uintptr_t)shape->parts;
    for (int i = 0; i < shape->part_count; i++) {
        if (!validate_part(&parts[i])) {
            return false;
        }
    }
    hb_set_bounds(shape);
    return true;
}

static bool is_same_part(const hb_shape *a, const hb_shape *b)
{
    if (a->kind != b->kind) {
        return false;
    }
    if (a->kind == HB_AABB) {
        return memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0;
    }
    if (a->kind == HB_MASK) {
        return a->mask == b->mask && hb_same_vec(a->local[0], b->local[0]) &&
               a->local[1].x == b->local[1].x;
    }
    return a->count == b->count && hb_same_double(a->radius, b->radius) &&
           memcmp(hb_shape_points(a), hb_shape_points(b),
                  hb_saved_points(a->kind, (uint32_t)a->count) * sizeof(hb_vec)) == 0;
}

/* Whether two shapes are bitwise equal, bounds apart. */
static bool is_same_shape(const hb_shape *a, const hb_shape *b)
{
    bool same = is_same_part(a, b);
    if (same && a->kind == HB_COMPOUND) {
        same = a->part_count == b->part_count;
        for (int i = 0; i < a->part_count && same; i++) {
            same = is_same_part(&a->parts[i], &b->parts[i]);
        }
    }
    return same;
}

/* ---- Room ------------------------------------------------------------------------------------ */

static uint32_t count_exits(const hb_saved *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->event_count; i++) {
        count += s->kinds[i] == HB_EXIT;
    }
    return count;
}

/* Make room in all arrays by index and in those of the whole world. */
static hb_status reserve_all(hb_world *world, const hb_saved *s)
{
    const hb_allocator *allocator = &world->allocator;
    hb_status status;
    if ((status = hb_world_reserve(world, s->index_count)) != HB_OK ||
        (status = hb_reserve(allocator, &world->handles, &world->order_capacity, s->living,
                             sizeof *world->handles)) != HB_OK ||
        (status = hb_reserve(allocator, &world->epochs, &world->epoch_capacity, s->epoch_count,
                             sizeof *world->epochs)) != HB_OK ||
        (status = hb_reserve(allocator, &world->movers, &world->mover_capacity, s->mover_count,
                             sizeof *world->movers)) != HB_OK ||
        (status = hb_reserve(allocator, &world->events, &world->event_capacity, s->event_count,
                             sizeof *world->events)) != HB_OK ||
        (status = hb_reserve(allocator, &world->last_pairs, &world->last_capacity,
                             s->event_count - count_exits(s), sizeof *world->last_pairs)) !=
            HB_OK) {
        return status;
    }
    bool has_user_data = s->has_user_data || s->has_event_user_data;
    status = has_user_data ? hb_world_reserve_user_data(world, s->index_count) : HB_OK;
    if (status == HB_OK && has_user_data) {
        status = hb_reserve(allocator, &world->pair_user_data, &world->pair_user_data_capacity,
                            s->event_count - count_exits(s), sizeof *world->pair_user_data);
    }
    return status == HB_OK ? world->broad_ops->reserve(world->broad, s->index_count) : status;
}

/* ---- Checks: indices and handles ------------------------------------------------------------- */

static bool check_epochs(const hb_saved *s)
{
    uint32_t before = 0;
    bool sound = true;
    for (uint32_t i = 0; i < s->epoch_count && sound; i++) {
        uint32_t first = hb_read_32(s->epochs + 4 * (size_t)i);
        sound = first >= before && first <= s->index_count;
        before = first;
    }
    return sound;
}

/* The first index of the current epoch of 2^32 additions. Lower indices are not reused. */
static uint32_t first_reused(const hb_saved *s)
{
    return s->epoch_count > 0 ? hb_read_32(s->epochs + 4 * (size_t)(s->epoch_count - 1)) : 0;
}

/* Check the indices that no item has. */
static bool check_unused(const hb_loading *l)
{
    const hb_saved *s = &l->saved;
    bool sound = true;
    for (uint32_t i = 0; i < s->index_count - s->living && sound; i++) {
        uint32_t index = hb_read_32(s->free + 4 * (size_t)i);
        bool is_free = i < s->free_count;
        sound =
            index < s->index_count && (index >= first_reused(s)) == is_free && l->notes[index] == 0;
        if (sound) {
            l->notes[index] = HB_NOTE_UNUSED;
        }
    }
    return sound;
}

/* As hb_serial_of, for the saved world. */
static uint64_t serial_of(const hb_saved *s, hb_id id)
{
    uint64_t epoch = 0;
    while (epoch < s->epoch_count && hb_read_32(s->epochs + 4 * (size_t)epoch) <= hb_id_index(id)) {
        epoch++;
    }
    return epoch << 32 | id >> 32;
}

/* Whether the saved world has given out a handle. */
static bool was_given(const hb_saved *s, hb_id id)
{
    return id >> 32 != 0 && hb_id_index(id) < s->index_count && serial_of(s, id) < s->next_serial;
}

/* ---- Checks: items --------------------------------------------------------------------------- */

/* Whether the record of an AABB is valid: its edges, relative and absolute, are in the domain. */
static bool check_record(const hb_item_record *record)
{
    hb_aabb box = record->box, bounds = hb_item_record_bounds(record);
    return hb_is_valid_coord(record->at.x) & hb_is_valid_coord(record->at.y) &
           hb_is_valid_coord(box.x0) & hb_is_valid_coord(box.y0) & hb_is_valid_coord(box.x1) &
           hb_is_valid_coord(box.y1) & (box.x0 <= box.x1) & (box.y0 <= box.y1) &
           (fabs(bounds.x0) <= HB_MAX_COORD) & (fabs(bounds.y0) <= HB_MAX_COORD) &
           (fabs(bounds.x1) <= HB_MAX_COORD) & (fabs(bounds.y1) <= HB_MAX_COORD);
}

static bool has_layers(const hb_world *world, uint32_t index, const unsigned char *item)
{
    const hb_filter *filter = hb_filter_at(world, index);
    return filter->layers == hb_read_64(item + HB_ITEM_LAYERS) &&
           filter->mask == hb_read_64(item + HB_ITEM_MASK) &&
           filter->mover_response == hb_read_mover_response(item);
}

/* An upper bound of the coordinates of a shape without bounds. */
static double extent_of(const hb_shape *shape)
{
    double extent = shape->radius;
    if (shape->kind == HB_AABB) {
        return hb_aabb_largest(shape->bounds);
    }
    uint32_t count = hb_saved_points(shape->kind, (uint32_t)shape->count);
    for (uint32_t i = 0; i < count; i++) {
        extent += hb_vec_largest(hb_shape_points(shape)[i]);
    }
    for (int i = 0; i < shape->part_count; i++) {
        extent += extent_of(&shape->parts[i]);
    }
    return shape->kind == HB_MASK ? extent + HB_MAX_MASK_SIZE : extent;
}

/* Whether a shape of the world surely accepts a pose: all its corners stay far inside the domain,
 * and it is rotated only if the policy allows that. */
static bool surely_fits(const hb_world *world, const hb_shape *shape, const hb_transform *pose)
{
    double limit = shape->kind == HB_MASK ? 0x1p40 : 0x1p80;
    bool upright = pose->angle == 0.0 && pose->scale == 1.0;
    return (upright || (shape->kind != HB_MASK && world->mode != HB_PIXEL)) &&
           isfinite(pose->angle) && pose->scale >= 0.0 && pose->scale <= 0x1p10 &&
           hb_is_valid_coord(pose->scale) && hb_is_valid_coord(pose->x) &&
           hb_is_valid_coord(pose->y) && fabs(pose->x) <= limit && fabs(pose->y) <= limit &&
           extent_of(shape) <= limit;
}

/* Whether an item of the world can keep its stored shape for the saved item. */
static bool can_keep(const hb_world *world, uint32_t index, const hb_shape *shape,
                     const hb_transform *pose, hb_vec one_way)
{
    hb_stored_shape *stored = hb_stored_shape_at(world, index);
    hb_shape made;
    bool is_sided = !hb_vec_is_zero(one_way);
    bool is_posed = !hb_transform_only_moves(pose);
    if ((is_sided && (stored == NULL || hb_stored_shape_one_way(stored) == NULL)) ||
        (is_posed && (stored == NULL || !hb_stored_shape_is_posed(stored))) ||
        (stored == NULL && !hb_is_simple_circle(world, index))) {
        return false;
    }
    hb_unpack_points(world, index, &made);
    return is_same_shape(&made, shape) && surely_fits(world, shape, pose);
}

/* Make the stored shape of a saved item. load.c gives it to the item after all checks. */
static hb_status make_stored(hb_loading *l, hb_shape *shape, hb_transform *pose, hb_vec one_way)
{
    const hb_allocator *allocator = &l->world->allocator;
    hb_shape rotated, placed;
    hb_status status;
    if (hb_count_corners(shape) > HB_MAX_CORNERS) {
        return HB_TOO_MANY_CORNERS;
    }
    if (!validate_shape(shape) || !hb_is_valid_coord(pose->x) || !hb_is_valid_coord(pose->y)) {
        return HB_SAVE_DAMAGED;
    }
    if ((status = hb_reserve(allocator, &l->made, &l->made_capacity, (uint64_t)l->made_count + 1,
                             sizeof *l->made)) != HB_OK) {
        return status;
    }
    hb_stored_shape **to = &l->made[l->made_count];
    status = hb_stored_shape_make(l->world, shape, pose, one_way, true, to, &rotated, &placed);
    if (status == HB_OK && *to == NULL) {
        return HB_SAVE_DAMAGED; /* it should have been saved as a record */
    }
    l->made_count += status == HB_OK;
    return status == HB_OK || status == HB_NO_MEMORY ? status : HB_SAVE_DAMAGED;
}

/* Check an item with a stored shape. @param shape  in: its shape; out: the byte behind it */
static hb_status check_stored(hb_loading *l, uint32_t index, const unsigned char *item,
                              const unsigned char **shape, uint32_t *note)
{
    hb_world *world = l->world;
    hb_transform pose = hb_read_transform(item);
    hb_vec one_way = hb_read_vec(item + HB_ITEM_ONE_WAY);
    hb_shape made;
    if (!hb_is_valid_coord(one_way.x) || !hb_is_valid_coord(one_way.y)) {
        return HB_SAVE_DAMAGED;
    }
    *shape = read_shape(*shape, l->masks, hb_scratch_for(world, HB_SCRATCH_FROM), &made);
    *note |= HB_NOTE_HAS_STORED_SHAPE;
    if ((*note & HB_NOTE_PRESENT) == 0 || l->mode != world->mode ||
        !can_keep(world, index, &made, &pose, one_way)) {
        *note |= HB_NOTE_NEW_STORED_SHAPE;
        hb_status status = make_stored(l, &made, &pose, one_way);
        return status == HB_OK ? hb_stored_shape_reserve(world, index) : status;
    }
    hb_transform now = hb_transform_of(world, index);
    if (hb_is_same_transform(&now, &pose) && hb_same_vec(hb_one_way_at(world, index), one_way) &&
        has_layers(world, index, item)) {
        *note |= HB_NOTE_UNCHANGED;
    }
    return HB_OK;
}

static hb_status check_item(hb_loading *l, const unsigned char *item, const unsigned char **shape,
                            uint64_t *last_serial)
{
    hb_world *world = l->world;
    hb_id id = hb_read_64(item + HB_ITEM_ID);
    uint32_t index = hb_id_index(id), flags = hb_read_32(item + HB_ITEM_FLAGS);
    uint64_t serial = serial_of(&l->saved, id);
    if (!was_given(&l->saved, id) || serial <= *last_serial || l->notes[index] != 0 ||
        flags / HB_ITEM_RESPONSE > HB_BOUNCE || hb_read_32(item + HB_ITEM_FLAGS + 4) != 0) {
        return HB_SAVE_DAMAGED;
    }
    *last_serial = serial;
    bool is_present = index < world->index_count && world->ranks[index] < HB_NO_RANK;
    uint32_t note = HB_NOTE_WANTED | (is_present ? HB_NOTE_PRESENT : 0);
    hb_status status = HB_OK;
    if ((flags & HB_ITEM_HAS_STORED_SHAPE) != 0) {
        status = check_stored(l, index, item, shape, &note);
    } else {
        hb_item_record record = hb_read_record(item);
        bool same = is_present && hb_stored_shape_at(world, index) == NULL &&
                    l->mode == world->mode && has_layers(world, index, item) &&
                    memcmp(&record, &world->records[index], sizeof record) == 0;
        note |= same ? HB_NOTE_UNCHANGED : 0;
        status = flags % HB_ITEM_RESPONSE == 0 && (same || check_record(&record)) ? HB_OK
                                                                                  : HB_SAVE_DAMAGED;
    }
    l->notes[index] = note;
    uint32_t filter;
    if (status == HB_OK && (note & HB_NOTE_UNCHANGED) == 0) {
        status = hb_read_filter_at(world, item, &filter); /* makes the filter for load.c */
    }
    return status;
}

/* Check that each item with a stored shape has one in the bytes, and make room for reading them. */
static hb_status check_shapes(hb_loading *l)
{
    const hb_saved *s = &l->saved;
    const unsigned char *at = s->stored_shapes, *end = s->stored_shapes + s->stored_bytes;
    uint64_t room = 0;
    bool sound = true;
    for (uint32_t i = 0; i < s->living && sound; i++) {
        const unsigned char *item = s->items + (size_t)i * HB_SAVED_ITEM;
        if ((hb_read_32(item + HB_ITEM_FLAGS) & HB_ITEM_HAS_STORED_SHAPE) != 0) {
            const unsigned char *shape = at;
            sound =
                pass_shape(&at, end, &room) && (hb_read_32(shape) != HB_MASK ||
                                                hb_read_32(shape + HB_SHAPE_COUNT) < s->mask_count);
        }
    }
    if (!sound || at != end) {
        return HB_SAVE_DAMAGED;
    }
    return room <= SIZE_MAX ? hb_scratch_reserve(l->world, (size_t)room) : HB_NO_MEMORY;
}

static hb_status check_items(hb_loading *l)
{
    const hb_saved *s = &l->saved;
    const unsigned char *shape = s->stored_shapes, *item = s->items;
    uint64_t last_serial = 0;
    hb_status status = HB_OK;
    for (uint32_t i = 0; i < s->living && status == HB_OK; i++, item += HB_SAVED_ITEM) {
        status = check_item(l, item, &shape, &last_serial);
    }
    return status;
}

/* ---- Checks: masks, movers, events ----------------------------------------------------------- */

/* Whether a mask equals the saved one: in size, number of solid pixels, and pixels if saved. */
static bool is_saved_mask(const hb_saved *saved, uint32_t number, const hb_mask *mask)
{
    uint64_t words;
    const unsigned char *at = hb_saved_mask_at(saved, number, &words);
    if (at == NULL || hb_read_32(at) != (uint32_t)mask->width ||
        hb_read_32(at + HB_MASK_HEIGHT) != (uint32_t)mask->height ||
        hb_read_32(at + HB_MASK_COUNT) != (uint32_t)mask->count) {
        return false;
    }
    bool same = true;
    for (uint64_t i = 0; i < words && same; i++) {
        int stripe = (int)(i / (unsigned)mask->height), row = (int)(i % (unsigned)mask->height);
        same = hb_read_64(at + HB_MASK_WORDS + 8 * i) == hb_mask_word(mask, stripe, row);
    }
    return same;
}

static hb_status check_masks(const hb_loading *l, int mask_count)
{
    const hb_saved *s = &l->saved;
    uint64_t words;
    if ((uint64_t)mask_count != s->mask_count) {
        return HB_SAVE_OTHER_MASKS;
    }
    for (uint32_t i = 0; i < s->mask_count; i++) {
        if (hb_saved_mask_at(s, i, &words) == NULL) {
            return HB_SAVE_DAMAGED;
        }
        if (l->masks[i] == NULL || !is_saved_mask(s, i, l->masks[i])) {
            return HB_SAVE_OTHER_MASKS;
        }
    }
    return HB_OK;
}

hb_mover hb_read_mover(const hb_saved *s, const unsigned char *from)
{
    hb_mover out = {0};
    hb_cursor c = hb_reader(from);
    hb_transfer_mover(&c, &out);
    out.serial = serial_of(s, out.id);
    return out;
}

static bool check_movers(const hb_loading *l)
{
    const hb_saved *s = &l->saved;
    uint64_t last = 0;
    bool sound = true;
    for (uint32_t i = 0; i < s->mover_count && sound; i++) {
        const unsigned char *from = s->movers + (size_t)i * HB_SAVED_MOVER;
        hb_mover mover = hb_read_mover(s, from);
        hb_motion rounded = mover.motion;
        sound = was_given(s, mover.id) && (l->notes[hb_id_index(mover.id)] & HB_NOTE_WANTED) != 0 &&
                mover.serial > last &&
                hb_read_32(from + HB_MOVER_FLAGS) <= (HB_MOVER_WALKS | HB_MOVER_CARRIES) &&
                (mover.motion.ground == 0 || was_given(s, mover.motion.ground)) &&
                hb_motion_validate(&rounded) == HB_OK;
        last = mover.serial;
    }
    return sound;
}

/* Check the events. They must be in the order of adding, by a, then by b. */
static bool check_events(const hb_saved *s)
{
    uint64_t last_a = 0, last_b = 0;
    bool sound = true;
    for (uint32_t i = 0; i < s->event_count && sound; i++) {
        hb_id a = hb_read_64(s->events + 16 * (size_t)i);
        hb_id b = hb_read_64(s->events + 16 * (size_t)i + 8);
        sound = was_given(s, a) && was_given(s, b) && s->kinds[i] <= HB_EXIT;
        uint64_t serial_a = serial_of(s, a), serial_b = serial_of(s, b);
        sound = sound && serial_a < serial_b &&
                (serial_a > last_a || (serial_a == last_a && serial_b > last_b));
        last_a = serial_a;
        last_b = serial_b;
    }
    return sound;
}

hb_status hb_loading_validate(hb_loading *l, int mask_count)
{
    hb_world *world = l->world;
    const hb_saved *s = &l->saved;
    hb_status status;
    if (!check_epochs(s)) {
        return HB_SAVE_DAMAGED;
    }
    if ((status = check_masks(l, mask_count)) != HB_OK || (status = check_shapes(l)) != HB_OK ||
        (status = reserve_all(world, s)) != HB_OK) {
        return status;
    }
    l->notes = world->candidates;
    uint32_t indices = s->index_count > world->index_count ? s->index_count : world->index_count;
    if (indices > 0) {
        memset(l->notes, 0, indices * sizeof *l->notes);
    }
    if (!check_unused(l)) {
        return HB_SAVE_DAMAGED;
    }
    if ((status = check_items(l)) != HB_OK) {
        return status;
    }
    return check_movers(l) && check_events(s) ? HB_OK : HB_SAVE_DAMAGED;
}
