/// Creates and destroys worlds, records which layers change, and reads the state of a world outside
/// of queries.
///
/// Owns the memory of the arrays by index. items.c owns their contents.
#include "../base/compiler.h"
#include "../base/memory.h"
#include "../collide/collide.h"
#include "shape_store.h"

#include <string.h>

static const hb_broad_ops *const broad_phases[] = {
    [HB_BROAD_GRID] = &hb_broad_grid,
    [HB_BROAD_BRUTE] = &hb_broad_brute,
    [HB_BROAD_TREE] = &hb_broad_tree,
};

static bool is_broad_kind(hb_broad_kind broad)
{
    return (unsigned)broad <= HB_BROAD_TREE;
}

hb_world_def hb_default_world(void)
{
    return (hb_world_def){.policy = HB_OVERLAP, .broad = HB_BROAD_GRID};
}

/* Set the broad phase of a world. */
static void set_broad(hb_world *world, const hb_broad_ops *ops, void *broad)
{
    static const bool never = false;
    world->broad_ops = ops;
    world->broad = broad;
    world->rebuild_flag = ops->rebuild_flag != NULL ? ops->rebuild_flag(broad) : &never;
}

hb_status hb_world_create(const hb_world_def *def, hb_world **out)
{
    if (!hb_is_mode(def->policy) || !is_broad_kind(def->broad)) {
        return HB_INVALID_ENUM;
    }
    double recover = def->recover_depth;
    hb_status status = hb_validate_coord(&recover);
    if (status != HB_OK) {
        return status;
    }
    hb_world *world = hb_allocate(&def->allocator, sizeof *world);
    if (world == NULL) {
        return HB_NO_MEMORY;
    }
    *world = (hb_world){
        .allocator = def->allocator,
        .mode = def->policy,
        .recover = recover,
        .find_ranks = hb_best_find_ranks(),
        .broad_kind = def->broad,
        .first_free = HB_NO_INDEX,
        .next_serial = 1,
        .version = 1,
    };
    void *made;
    const hb_broad_ops *ops = broad_phases[def->broad];
    status = ops->create(&world->allocator, &made);
    if (status != HB_OK) {
        hb_release(&def->allocator, world, sizeof *world);
        return status;
    }
    set_broad(world, ops, made);
    *out = world;
    return HB_OK;
}

/* ---- Memory by index: one block for all arrays ----------------------------------------------- */

static void follow_records(const hb_world *world)
{
    if (world->broad_ops->follow != NULL) {
        world->broad_ops->follow(world->broad, world->records, world->ranks);
    }
}

/* Lay out the arrays in a block. The records start at its first cache line boundary.
 * @return the size of the block in bytes */
static size_t lay_out(hb_world *world, char *block, size_t capacity)
{
    size_t records = capacity * sizeof *world->records, ranks = capacity * sizeof *world->ranks;
    size_t candidates = HB_CANDIDATE_CAPACITY(capacity) * sizeof *world->candidates;
    if (block != NULL) {
        char *first = block + (HB_CACHE_LINE - (uintptr_t)block % HB_CACHE_LINE) % HB_CACHE_LINE;
        world->block = block;
        world->records = (hb_item_record *)(void *)first;
        world->ranks = (uint32_t *)(void *)(first + records);
        world->candidates = (uint32_t *)(void *)(first + records + ranks);
        world->kinds = (uint32_t *)(void *)(first + records + ranks + candidates);
    }
    return HB_CACHE_LINE + records + ranks + candidates + capacity * sizeof *world->kinds;
}

/* An upper bound of the bytes that lay_out takes for an index, unless there are only a few. */
static size_t size_for_each(const hb_world *world)
{
    return sizeof *world->records + sizeof *world->ranks + sizeof *world->kinds +
           2 * sizeof *world->candidates;
}

static void release_block(hb_world *world)
{
    hb_release(&world->allocator, world->block, lay_out(world, NULL, world->index_capacity));
}

hb_status hb_world_reserve(hb_world *world, uint64_t wanted)
{
    if (wanted <= world->index_capacity) {
        return HB_OK;
    }
    uint64_t capacity = hb_grown_count(world->index_capacity, wanted, size_for_each(world));
    char *block = capacity > 0
                      ? hb_allocate(&world->allocator, lay_out(world, NULL, (size_t)capacity))
                      : NULL;
    if (block == NULL) {
        return HB_NO_MEMORY;
    }
    hb_world before = *world;
    (void)lay_out(world, block, (size_t)capacity);
    if (before.index_count > 0) {
        memcpy(world->records, before.records, before.index_count * sizeof *world->records);
        memcpy(world->ranks, before.ranks, before.index_count * sizeof *world->ranks);
        memcpy(world->kinds, before.kinds, before.index_count * sizeof *world->kinds);
    }
    release_block(&before);
    world->index_capacity = (uint32_t)capacity;
    follow_records(world);
    return HB_OK;
}

hb_status hb_world_reserve_user_data(hb_world *world, uint64_t wanted)
{
    uint32_t before = world->user_data_capacity;
    hb_status status = hb_reserve(&world->allocator, &world->user_data, &world->user_data_capacity,
                                  wanted, sizeof *world->user_data);
    for (uint32_t i = before; i < world->user_data_capacity; i++) {
        world->user_data[i] = 0;
    }
    return status;
}

void hb_world_destroy(hb_world *world)
{
    if (world == NULL) {
        return;
    }
    for (uint32_t i = 0; i < world->stored_capacity; i++) {
        hb_stored_shape_end(world, world->stored_shapes[i]);
    }
    world->broad_ops->destroy(world->broad);
    release_block(world);
    hb_allocator allocator = world->allocator;
    hb_release(&allocator, world->stored_shapes,
               world->stored_capacity * sizeof *world->stored_shapes);
    hb_release(&allocator, world->user_data, world->user_data_capacity * sizeof *world->user_data);
    hb_release(&allocator, world->filters, world->filter_capacity * sizeof *world->filters);
    hb_release(&allocator, world->rooms, world->room_size * HB_SCRATCH_COUNT);
    hb_release(&allocator, world->handles, world->order_capacity * sizeof *world->handles);
    hb_release(&allocator, world->epochs, world->epoch_capacity * sizeof *world->epochs);
    hb_release(&allocator, world->last_pairs, world->last_capacity * sizeof *world->last_pairs);
    hb_release(&allocator, world->pair_user_data,
               world->pair_user_data_capacity * sizeof *world->pair_user_data);
    hb_release(&allocator, world->new_pairs, world->new_capacity * sizeof *world->new_pairs);
    hb_release(&allocator, world->events, world->event_capacity * sizeof *world->events);
    hb_release(&allocator, world->movers, world->mover_capacity * sizeof *world->movers);
    hb_release(&allocator, world->near, world->near_capacity * sizeof *world->near);
    hb_release(&allocator, world, sizeof *world);
}

/* ---- Layers that changed --------------------------------------------------------------------- */

/* A change adds the layers of its item to one word. The time of a change is stored only when a
 * cache begins to wait for changes of that layer. So an item that moves in each frame costs no more
 * than that as long as no cache waits for its layers. */
uint64_t hb_await_changes(hb_world *world, hb_layers layers)
{
    hb_layers changed = world->changed & layers;
    world->changes += changed != 0;
    world->changed &= ~changed;
    world->ever_changed |= changed;
    for (; changed != 0; changed &= changed - 1) {
        world->changed_at[hb_lowest_bit(changed)] = world->changes;
    }
    return world->changes;
}

bool hb_had_changed(const hb_world *world, hb_layers layers, uint64_t since)
{
    for (layers &= world->ever_changed; layers != 0; layers &= layers - 1) {
        if (world->changed_at[hb_lowest_bit(layers)] > since) {
            return true;
        }
    }
    return false;
}

/* ---- Reading the state ----------------------------------------------------------------------- */

hb_id hb_world_id_at(const hb_world *world, uint32_t index)
{
    uint32_t rank = index < world->index_count ? world->ranks[index] : HB_NO_RANK;
    return rank < world->order_count ? world->handles[rank] : 0;
}

uint32_t hb_world_index_count(const hb_world *world)
{
    return world->index_count;
}

bool hb_world_has(const hb_world *world, hb_id id)
{
    return hb_is_alive(world, id);
}

int hb_world_item_count(const hb_world *world)
{
    return (int)world->living;
}

hb_policy hb_world_get_policy(const hb_world *world)
{
    return world->mode;
}

hb_broad_kind hb_world_get_broad(const hb_world *world)
{
    return world->broad_kind;
}

hb_status hb_world_set_broad(hb_world *world, hb_broad_kind broad)
{
    if (!is_broad_kind(broad)) {
        return HB_INVALID_ENUM;
    }
    const hb_broad_ops *ops = broad_phases[broad];
    void *made;
    hb_status status = ops->create(&world->allocator, &made);
    if (status != HB_OK) {
        return status;
    }
    for (uint32_t rank = world->order_first; rank < world->order_count && status == HB_OK; rank++) {
        hb_id id = world->handles[rank];
        if (id != 0) {
            uint32_t index = hb_id_index(id);
            status =
                ops->insert(made, index, hb_bounds_at(world, index), hb_is_static(world, index));
        }
    }
    if (status != HB_OK) {
        ops->destroy(made);
        return status;
    }
    world->broad_ops->destroy(world->broad);
    world->broad_kind = broad;
    set_broad(world, ops, made);
    follow_records(world);
    return HB_OK;
}

int hb_world_get_regions(const hb_world *world, hb_region *out, int capacity)
{
    if (!hb_is_buffer(out, capacity)) {
        return -1;
    }
    return world->broad_ops->regions(world->broad, out, capacity);
}

hb_status hb_world_get_item(const hb_world *world, hb_id id, hb_item *out)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    uint32_t index = hb_id_index(id);
    const hb_filter *filter = hb_filter_at(world, index);
    hb_transform pose = hb_transform_of(world, index);
    *out = (hb_item){
        .id = id,
        .x = pose.x,
        .y = pose.y,
        .angle = pose.angle,
        .scale = pose.scale,
        .mirrored = pose.mirrored,
        .layers = filter->layers,
        .mask = filter->mask,
        .user_data = hb_user_data_at(world, index),
        .one_way = hb_one_way_at(world, index),
        .mover_response = filter->mover_response,
    };
    return HB_OK;
}

hb_status hb_world_get_position(const hb_world *world, hb_id id, hb_vec *out)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    *out = hb_anchor_at(world, hb_id_index(id));
    return HB_OK;
}

hb_status hb_world_get_layers(const hb_world *world, hb_id id, hb_layers *layers, hb_layers *mask)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    const hb_filter *filter = hb_filter_at(world, hb_id_index(id));
    if (layers != NULL) {
        *layers = filter->layers;
    }
    if (mask != NULL) {
        *mask = filter->mask;
    }
    return HB_OK;
}

hb_status hb_world_get_user_data(const hb_world *world, hb_id id, uint64_t *out)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    *out = hb_user_data_at(world, hb_id_index(id));
    return HB_OK;
}

hb_status hb_world_get_shape(const hb_world *world, hb_id id, hb_shape_form form, hb_shape *out)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    if ((unsigned)form > HB_FORM_WORLD) {
        return HB_INVALID_ENUM;
    }
    uint32_t index = hb_id_index(id);
    *out = (hb_shape){0}; /* also clears the entries behind the last point */
    if (form == HB_FORM_LOCAL) {
        hb_unpack_made(world, index, out);
    } else if (form == HB_FORM_ROTATED) {
        hb_unpack_rotated(world, index, out);
    } else {
        const hb_shape *placed = hb_placed_shape_at(world, index, out);
        if (placed != out) {
            *out = *placed;
        }
    }
    return HB_OK;
}

bool hb_world_contact(const hb_world *world, hb_id a, hb_id b, hb_policy mode, hb_contact *out)
{
    if (!hb_is_alive(world, a) || !hb_is_alive(world, b)) {
        return false;
    }
    hb_shape room_a, room_b;
    return hb_shape_contact(hb_placed_shape_at(world, hb_id_index(a), &room_a),
                            hb_placed_shape_at(world, hb_id_index(b), &room_b), mode, out);
}

/* The first rank behind all items with a serial up to `serial`; it may be a gap.
 * Serials grow with the ranks. */
static uint32_t rank_after(const hb_world *world, uint64_t serial)
{
    uint32_t first = world->order_first, last = world->order_count;
    while (first < last) {
        uint32_t middle = first + (last - first) / 2, at = middle;
        while (at < last && world->handles[at] == 0) {
            at++;
        }
        if (at < last && hb_serial_of(world, world->handles[at]) <= serial) {
            first = at + 1;
        } else {
            last = middle;
        }
    }
    return first;
}

hb_id hb_world_next(const hb_world *world, hb_id id)
{
    uint32_t rank = world->order_first;
    if (id != 0) {
        rank = hb_is_alive(world, id) ? world->ranks[hb_id_index(id)] + 1
                                      : rank_after(world, hb_serial_of(world, id));
    }
    while (rank < world->order_count && world->handles[rank] == 0) {
        rank++;
    }
    return rank < world->order_count ? world->handles[rank] : 0;
}

hb_stats hb_world_get_stats(const hb_world *world)
{
    return world->stats;
}
