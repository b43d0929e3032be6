/// Worlds: making and ending them, and their items.
///
/// Owns the slots. Whatever can be refused is refused before anything is changed.
#include "world.h"
#include "../narrow/narrow.h"
#include "memory.h"

#include <string.h>

hb_item_def hb_default_item(void)
{
    hb_item_def def = {.layers = 1, .mask = HB_ALL_LAYERS};
    (void)hb_make_point(&def.shape, 0.0, 0.0);
    return def;
}

static const hb_broad_ops *const broad_phases[] = {[HB_BROAD_BRUTE] = &hb_broad_brute};

hb_status hb_world_create(const hb_world_def *def, hb_world **out)
{
    hb_world *world = hb_allocate(&def->allocator, sizeof *world);
    if (world == NULL) {
        return HB_NO_MEMORY;
    }
    *world = (hb_world){
        .allocator = def->allocator,
        .mode = def->mode,
        .broad_ops = broad_phases[def->broad],
        .first_free = HB_NO_SLOT,
        .first = HB_NO_SLOT,
        .last = HB_NO_SLOT,
    };
    hb_status status = world->broad_ops->create(&world->allocator, &world->broad);
    if (status != HB_OK) {
        hb_release(&def->allocator, world, sizeof *world);
        return status;
    }
    *out = world;
    return HB_OK;
}

void hb_world_destroy(hb_world *world)
{
    if (world == NULL) {
        return;
    }
    for (uint32_t i = 0; i < world->slot_count; i++) {
        hb_release(&world->allocator, world->slots[i].room, world->slots[i].room_size);
    }
    world->broad_ops->destroy(world->broad);
    hb_allocator allocator = world->allocator;
    hb_release(&allocator, world->slots, world->slot_capacity * sizeof *world->slots);
    hb_release(&allocator, world->candidates,
               world->candidate_capacity * sizeof *world->candidates);
    hb_release(&allocator, world->pairs, world->pair_capacity * sizeof *world->pairs);
    hb_release(&allocator, world->met, world->met_capacity * sizeof *world->met);
    hb_release(&allocator, world->meeting, world->meeting_capacity * sizeof *world->meeting);
    hb_release(&allocator, world->events, world->event_capacity * sizeof *world->events);
    hb_release(&allocator, world, sizeof *world);
}

hb_id hb_slot_id(const hb_world *world, const hb_slot *slot)
{
    return (hb_id)slot->generation << 32 | (hb_id)(slot - world->slots);
}

hb_slot *hb_world_slot(const hb_world *world, hb_id id)
{
    uint32_t index = hb_id_index(id);
    if (index >= world->slot_count) {
        return NULL;
    }
    hb_slot *slot = &world->slots[index];
    return slot->alive && slot->generation == (uint32_t)(id >> 32) ? slot : NULL;
}

/* Take room for a shape in all its uses, and copy it into the first. */
static hb_status own_shape(hb_world *world, const hb_shape *shape, hb_shape *own, void **room,
                           size_t *size)
{
    *size = HB_ROOM_USES * hb_shape_room(shape);
    *room = *size > 0 ? hb_allocate(&world->allocator, *size) : NULL;
    if (*size > 0 && *room == NULL) {
        return HB_NO_MEMORY;
    }
    hb_shape_copy(shape, hb_room_for(*room, *size, HB_ROOM_SHAPE), own);
    return HB_OK;
}

/* Room for one more living item, so that what follows cannot be refused. */
static hb_status reserve_slot(hb_world *world)
{
    if (world->first_free != HB_NO_SLOT) {
        return HB_OK;
    }
    uint64_t wanted = (uint64_t)world->slot_count + 1;
    if (wanted >= HB_NO_SLOT) {
        return HB_NO_MEMORY;
    }
    hb_status status = hb_reserve(&world->allocator, &world->candidates, &world->candidate_capacity,
                                  wanted, sizeof *world->candidates);
    if (status == HB_OK) {
        status = hb_reserve(&world->allocator, &world->slots, &world->slot_capacity, wanted,
                            sizeof *world->slots);
    }
    return status;
}

static hb_slot *take_slot(hb_world *world)
{
    if (world->first_free == HB_NO_SLOT) {
        hb_slot *slot = &world->slots[world->slot_count++];
        *slot = (hb_slot){.generation = 1};
        return slot;
    }
    hb_slot *slot = &world->slots[world->first_free];
    world->first_free = slot->after;
    slot->generation++;
    return slot;
}

static void link_last(hb_world *world, hb_slot *slot)
{
    uint32_t index = (uint32_t)(slot - world->slots);
    slot->before = world->last;
    slot->after = HB_NO_SLOT;
    if (world->last != HB_NO_SLOT) {
        world->slots[world->last].after = index;
    } else {
        world->first = index;
    }
    world->last = index;
}

hb_status hb_world_add(hb_world *world, const hb_item_def *def, hb_id *out)
{
    if (!hb_world_takes(world, def->shape.kind)) {
        return HB_UNSUPPORTED;
    }
    double x = def->x, y = def->y;
    void *room;
    size_t size;
    hb_shape own, placed;
    hb_status status;
    if ((status = hb_admit(&x)) != HB_OK || (status = hb_admit(&y)) != HB_OK ||
        (status = reserve_slot(world)) != HB_OK ||
        (status = own_shape(world, &def->shape, &own, &room, &size)) != HB_OK) {
        return status;
    }
    status = hb_shape_place(&own, x, y, hb_room_for(room, size, HB_ROOM_PLACED), &placed);
    if (status == HB_OK) {
        uint32_t index = world->first_free != HB_NO_SLOT ? world->first_free : world->slot_count;
        status = world->broad_ops->insert(world->broad, index, placed.bounds);
    }
    if (status != HB_OK) {
        hb_release(&world->allocator, room, size);
        return status;
    }
    hb_slot *slot = take_slot(world);
    *slot = (hb_slot){
        .generation = slot->generation,
        .alive = true,
        .serial = world->next_serial++,
        .x = x,
        .y = y,
        .layers = def->layers,
        .mask = def->mask,
        .tag = def->tag,
        .shape = own,
        .placed = placed,
        .room = room,
        .room_size = size,
    };
    link_last(world, slot);
    world->living++;
    *out = hb_slot_id(world, slot);
    return HB_OK;
}

hb_status hb_world_remove(hb_world *world, hb_id id)
{
    hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    uint32_t index = hb_id_index(id);
    world->broad_ops->remove(world->broad, index);
    hb_release(&world->allocator, slot->room, slot->room_size);
    if (slot->before != HB_NO_SLOT) {
        world->slots[slot->before].after = slot->after;
    } else {
        world->first = slot->after;
    }
    if (slot->after != HB_NO_SLOT) {
        world->slots[slot->after].before = slot->before;
    } else {
        world->last = slot->before;
    }
    slot->alive = false;
    slot->room = NULL;
    slot->room_size = 0;
    if (slot->generation < UINT32_MAX) { /* else retired: its last handle must stay dead */
        slot->after = world->first_free;
        world->first_free = index;
    }
    world->living--;
    return HB_OK;
}

hb_status hb_world_place(hb_world *world, hb_id id, double x, double y)
{
    hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    hb_status status;
    if ((status = hb_admit(&x)) != HB_OK || (status = hb_admit(&y)) != HB_OK) {
        return status;
    }
    void *room = hb_room_for(slot->room, slot->room_size, HB_ROOM_PLACED);
    hb_shape placed;
    status = hb_shape_place(&slot->shape, x, y, room, &placed);
    if (status != HB_OK) {
        return status;
    }
    status = world->broad_ops->move(world->broad, hb_id_index(id), placed.bounds);
    if (status != HB_OK) {
        /* the room was overwritten: put it back, which succeeded before */
        (void)hb_shape_place(&slot->shape, slot->x, slot->y, room, &slot->placed);
        return status;
    }
    slot->x = x;
    slot->y = y;
    slot->placed = placed;
    return HB_OK;
}

hb_status hb_world_reshape(hb_world *world, hb_id id, const hb_shape *shape, double x, double y)
{
    hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    if (!hb_world_takes(world, shape->kind)) {
        return HB_UNSUPPORTED;
    }
    void *room;
    size_t size;
    hb_shape own, placed;
    hb_status status;
    if ((status = hb_admit(&x)) != HB_OK || (status = hb_admit(&y)) != HB_OK ||
        (status = own_shape(world, shape, &own, &room, &size)) != HB_OK) {
        return status;
    }
    status = hb_shape_place(&own, x, y, hb_room_for(room, size, HB_ROOM_PLACED), &placed);
    if (status == HB_OK) {
        status = world->broad_ops->move(world->broad, hb_id_index(id), placed.bounds);
    }
    if (status != HB_OK) {
        hb_release(&world->allocator, room, size);
        return status;
    }
    hb_release(&world->allocator, slot->room, slot->room_size);
    slot->room = room;
    slot->room_size = size;
    slot->shape = own;
    slot->placed = placed;
    slot->x = x;
    slot->y = y;
    return HB_OK;
}

hb_status hb_world_set_layers(hb_world *world, hb_id id, hb_layers layers, hb_layers mask)
{
    hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    slot->layers = layers;
    slot->mask = mask;
    return HB_OK;
}

bool hb_world_has(const hb_world *world, hb_id id)
{
    return hb_world_slot(world, id) != NULL;
}

int hb_world_count(const hb_world *world)
{
    return (int)world->living;
}

hb_mode hb_world_mode(const hb_world *world)
{
    return world->mode;
}

hb_status hb_world_get(const hb_world *world, hb_id id, hb_item *out)
{
    const hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    *out = (hb_item){
        .id = id,
        .x = slot->x,
        .y = slot->y,
        .layers = slot->layers,
        .mask = slot->mask,
        .tag = slot->tag,
        .shape = &slot->shape,
        .placed = &slot->placed,
    };
    return HB_OK;
}

hb_id hb_world_next(const hb_world *world, hb_id id)
{
    const hb_slot *slot = hb_world_slot(world, id);
    uint32_t next = id == 0 ? world->first : slot != NULL ? slot->after : HB_NO_SLOT;
    return next != HB_NO_SLOT ? hb_slot_id(world, &world->slots[next]) : 0;
}

hb_stats hb_world_stats(const hb_world *world)
{
    return world->stats;
}
