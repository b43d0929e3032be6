/// Loads a saved world into a world that may hold any items.
///
/// First load_validate.c checks all bytes and allocates all memory. Only then the world is changed,
/// and no change can fail. So a refused load leaves the world as it was. Items that are the same in
/// both are not changed. So a rollback by some frames costs little more than a comparison of each
/// item, and allocates nothing.
#include "../../base/memory.h"
#include "save_format.h"

/* ---- Changing the world ---------------------------------------------------------------------- */

static void remove_others(const hb_loading *l)
{
    hb_world *world = l->world;
    for (hb_id id = 0; (id = hb_world_next(world, id)) != 0;) {
        if ((l->notes[hb_id_index(id)] & HB_NOTE_WANTED) == 0) {
            (void)hb_world_remove(world, id);
        }
    }
}

/* Set the handles, their order and the free indices. */
static void set_handles(const hb_loading *l)
{
    hb_world *world = l->world;
    const hb_saved *s = &l->saved;
    for (uint32_t i = world->index_count; i < s->index_count; i++) {
        world->ranks[i] = HB_NO_RANK;
        world->kinds[i] = 0;
    }
    world->index_count = s->index_count;
    world->living = s->living;
    world->order_first = 0;
    world->order_count = s->living;
    world->recover = s->recover;
    world->next_serial = s->next_serial;
    for (uint32_t rank = 0; rank < s->living; rank++) {
        hb_id id = hb_read_64(s->items + (size_t)rank * HB_SAVED_ITEM);
        world->handles[rank] = id;
        world->ranks[hb_id_index(id)] = rank;
    }
    world->first_free = HB_NO_INDEX;
    for (uint32_t i = s->free_count; i-- > 0;) {
        uint32_t index = hb_read_32(s->free + 4 * (size_t)i);
        world->ranks[index] = HB_NO_RANK | world->first_free;
        world->first_free = index;
    }
    world->epoch_count = s->epoch_count;
    for (uint32_t i = 0; i < s->epoch_count; i++) {
        world->epochs[i] = hb_read_32(s->epochs + 4 * (size_t)i);
    }
}

/* Report a new or moved item to the broad phase. */
static void report_move(hb_world *world, uint32_t index, uint32_t note, bool was_static)
{
    hb_aabb bounds = hb_bounds_at(world, index);
    bool is_static = hb_is_static(world, index);
    if ((note & HB_NOTE_PRESENT) == 0) {
        (void)world->broad_ops->insert(world->broad, index, bounds, is_static);
        return;
    }
    world->broad_ops->move(world->broad, index, &bounds);
    if (is_static != was_static) {
        world->broad_ops->set_static(world->broad, index, is_static);
    }
}

/* Whether an item was present and static. */
static bool was_static_item(const hb_world *world, uint32_t index, uint32_t note)
{
    return (note & HB_NOTE_PRESENT) != 0 && hb_is_static(world, index);
}

/* Note the change of an item and set its filter.
 * @return whether it was present with that filter */
static bool set_filter(hb_world *world, uint32_t index, uint32_t note, const unsigned char *item)
{
    uint32_t filter, before = world->kinds[index] >> HB_FILTER_SHIFT;
    bool was_there = (note & HB_NOTE_PRESENT) != 0;
    if (was_there) {
        hb_note_change_of(world, index);
    }
    (void)hb_read_filter_at(world, item, &filter);
    hb_filter_set(world, index, filter);
    hb_note_change_of(world, index);
    return was_there && filter == before;
}

static void set_record(hb_world *world, uint32_t index, uint32_t note, const unsigned char *item)
{
    bool was_static = was_static_item(world, index, note);
    bool same_filter = set_filter(world, index, note, item);
    hb_stored_shape *stored = hb_stored_shape_at(world, index);
    hb_item_record record = hb_read_record(item);
    bool same_box = stored == NULL && hb_is_box(world, index) &&
                    memcmp(&record.box, &world->records[index].box, sizeof record.box) == 0;
    world->records[index] = record;
    if (!same_filter || !same_box) { /* else the item only moved */
        hb_stored_shape_end(world, stored);
        hb_stored_shape_set(world, index, NULL);
        hb_item_set_kind(world, index, HB_AABB);
    }
    report_move(world, index, note, was_static);
}

/* Give an item its new stored shape. */
static void set_stored(hb_world *world, uint32_t index, uint32_t note, hb_stored_shape *stored,
                       const unsigned char *item)
{
    bool was_static = was_static_item(world, index, note);
    (void)set_filter(world, index, note, item);
    hb_stored_shape_end(world, hb_stored_shape_at(world, index));
    hb_stored_shape_set(world, index, stored);
    hb_item_find_record(world, index);
    report_move(world, index, note, was_static);
}

/* Set the pose of an item that keeps its stored shape. */
static void pose_item(hb_world *world, hb_id id, uint32_t note, const unsigned char *item)
{
    uint32_t index = hb_id_index(id);
    bool was_static = hb_is_static(world, index);
    hb_transform pose = hb_read_transform(item), now = hb_transform_of(world, index);
    hb_vec one_way = hb_read_vec(item + HB_ITEM_ONE_WAY);
    bool is_rotated = !hb_same_double(now.angle, pose.angle) ||
                      !hb_same_double(now.scale, pose.scale) || now.mirrored != pose.mirrored;
    if (!hb_same_vec(hb_one_way_at(world, index), one_way)) {
        (void)hb_world_set_one_way(world, id, one_way);
    }
    if (is_rotated) {
        (void)hb_world_set_transform(world, id, pose);
    } else if (!hb_is_same_transform(&now, &pose)) {
        (void)hb_world_set_position(world, id, pose.x, pose.y);
    }
    if (!set_filter(world, index, note, item)) {
        hb_item_set_kind(world, index, (hb_shape_kind)(world->kinds[index] & HB_KIND_MASK));
        report_move(world, index, note, was_static);
    }
}

static void set_items(const hb_loading *l)
{
    hb_world *world = l->world;
    const unsigned char *item = l->saved.items;
    uint32_t next_stored = 0;
    for (uint32_t i = 0; i < l->saved.living; i++, item += HB_SAVED_ITEM) {
        hb_id id = world->handles[i];
        uint32_t index = hb_id_index(id), note = l->notes[index];
        if ((note & HB_NOTE_UNCHANGED) != 0) {
            continue;
        }
        if ((note & HB_NOTE_NEW_STORED_SHAPE) != 0) {
            set_stored(world, index, note, l->made[next_stored++], item);
        } else if ((note & HB_NOTE_HAS_STORED_SHAPE) != 0) {
            pose_item(world, id, note, item);
        } else {
            set_record(world, index, note, item);
        }
    }
}

static void set_user_data(hb_world *world, const hb_saved *s)
{
    for (uint32_t i = 0; i < s->living && world->user_data_capacity > 0; i++) {
        uint32_t index = hb_id_index(world->handles[i]);
        if (index < world->user_data_capacity) {
            world->user_data[index] =
                s->has_user_data ? hb_read_64(s->user_data + 8 * (size_t)i) : 0;
        }
    }
}

static void set_events(hb_world *world, const hb_saved *s)
{
    world->event_count = s->event_count;
    world->last_count = 0;
    for (uint32_t i = 0; i < s->event_count; i++) {
        const unsigned char *at = s->events + 16 * (size_t)i;
        const unsigned char *data =
            s->has_event_user_data ? s->event_user_data + 16 * (size_t)i : NULL;
        hb_event event = {(hb_event_kind)s->kinds[i], hb_read_64(at), hb_read_64(at + 8),
                          data != NULL ? hb_read_64(data) : 0,
                          data != NULL ? hb_read_64(data + 8) : 0};
        world->events[i] = event;
        if (event.kind != HB_EXIT) {
            world->last_pairs[world->last_count++] = (hb_pair){event.a, event.b};
        }
    }
    hb_keep_pair_user_data(world);
}

/* Set the whole world. Cached neighbours stay valid only if all items on their layers are
 * unchanged. The same holds for a new item that gets the handle of an item added after the save. */
static void set_all(const hb_loading *l)
{
    hb_world *world = l->world;
    const hb_saved *s = &l->saved;
    remove_others(l);
    set_handles(l);
    set_items(l);
    set_user_data(world, s);
    set_events(world, s);
    world->mover_count = s->mover_count;
    for (uint32_t i = 0; i < s->mover_count; i++) {
        world->movers[i] = hb_read_mover(s, s->movers + (size_t)i * HB_SAVED_MOVER);
    }
    world->stats = (hb_stats){0, 0};
    world->version++;
}

/* Compute hb_world.active_layers and hb_world.lasting from the saved items, as the saved totals may
 * be wrong. */
static void count_active(const hb_saved *s, hb_layers *active, uint32_t *lasting)
{
    *active = s->active_layers;
    *lasting = 0;
    for (uint32_t i = 0; i < s->living; i++) {
        const unsigned char *item = s->items + (size_t)i * HB_SAVED_ITEM;
        hb_layers layers = hb_read_64(item + HB_ITEM_LAYERS);
        hb_layers mask = hb_read_64(item + HB_ITEM_MASK);
        *active |= mask != 0 ? layers : 0;
        *lasting += hb_may_last(layers, mask);
    }
}

hb_status hb_world_load(hb_world *world, const void *bytes, size_t size,
                        const hb_mask *const *masks, int mask_count)
{
    if (!hb_is_buffer(masks, mask_count)) {
        return HB_INVALID_BUFFER;
    }
    hb_loading l = {.world = world, .masks = masks, .mode = world->mode};
    hb_status status = hb_saved_find(bytes, size, &l.saved);
    if (status != HB_OK) {
        return status;
    }
    world->mode = l.saved.mode; /* the policy decides which shapes are valid */
    world->keeps_unused_filters = true;
    status = hb_loading_validate(&l, mask_count);
    hb_layers active;
    uint32_t lasting;
    count_active(&l.saved, &active, &lasting);
    if (status == HB_OK) {
        status = active != 0 ? hb_world_reserve_near(world, lasting) : HB_OK;
    }
    if (status == HB_OK) {
        set_all(&l);
        world->active_layers = active;
        world->lasting = lasting;
    } else {
        world->mode = l.mode;
        for (uint32_t i = 0; i < l.made_count; i++) {
            hb_stored_shape_end(world, l.made[i]);
        }
    }
    world->keeps_unused_filters = false;
    hb_release(&world->allocator, l.made, l.made_capacity * sizeof *l.made);
    return status;
}
