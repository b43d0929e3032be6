/// Worlds: making and ending them, and their items.
///
/// Owns the slots. Whatever can be refused is refused before anything is changed.
#include "world.h"
#include "../broad/grid.h"
#include "../exact/lanes.h"
#include "../memory.h"
#include "../narrow/narrow.h"

#include <string.h>

#ifdef __GNUC__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

hb_item_def hb_default_item(void)
{
    hb_item_def def = {.scale = 1.0, .layers = 1, .mask = HB_ALL_LAYERS};
    (void)hb_make_point(&def.shape, 0.0, 0.0);
    return def;
}

static const hb_broad_ops *const broad_phases[] = {
    [HB_BROAD_GRID] = &hb_broad_grid,
    [HB_BROAD_BRUTE] = &hb_broad_brute,
    [HB_BROAD_TREE] = &hb_broad_tree,
};

hb_status hb_world_create(const hb_world_def *def, hb_world **out)
{
    hb_world *world = hb_allocate(&def->allocator, sizeof *world);
    if (world == NULL) {
        return HB_NO_MEMORY;
    }
    *world = (hb_world){
        .allocator = def->allocator,
        .mode = def->mode,
        .find_places = hb_best_find_places(),
        .broad_kind = def->broad,
        .broad_ops = broad_phases[def->broad],
        .first_free = HB_NO_SLOT,
        .version = 1,
        .passive_version = 1,
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
    hb_release_aligned(&allocator, world->tag_block, world->tag_capacity * sizeof *world->tags);
    hb_release(&allocator, world->badges, world->badge_capacity * sizeof *world->badges);
    hb_release(&allocator, world->kinds, world->kind_capacity * sizeof *world->kinds);
    hb_release(&allocator, world->handles, world->order_capacity * sizeof *world->handles);
    hb_release(&allocator, world->tally, world->tally_capacity * sizeof *world->tally);
    hb_release(&allocator, world->candidates,
               world->candidate_capacity * sizeof *world->candidates);
    hb_release(&allocator, world->pairs, world->pair_capacity * sizeof *world->pairs);
    hb_release(&allocator, world->met, world->met_capacity * sizeof *world->met);
    hb_release(&allocator, world->meeting, world->meeting_capacity * sizeof *world->meeting);
    hb_release(&allocator, world->events, world->event_capacity * sizeof *world->events);
    hb_release(&allocator, world->movers, world->mover_capacity * sizeof *world->movers);
    hb_release(&allocator, world->near, world->near_capacity * sizeof *world->near);
    hb_release(&allocator, world, sizeof *world);
}

hb_id hb_slot_id(const hb_world *world, const hb_slot *slot)
{
    return (hb_id)slot->generation << 32 | (hb_id)(slot - world->slots);
}

hb_slot *hb_slot_at(const hb_world *world, uint32_t index)
{
    hb_slot *slot = &world->slots[index];
    if ((world->kinds[index] & HB_BEHIND) != 0) {
        const hb_tag *tag = &world->tags[index];
        slot->placed = hb_box_of_edges(hb_tag_bounds(tag));
        slot->pose.x = tag->at.x;
        slot->pose.y = tag->at.y;
        world->kinds[index] &= (uint8_t)~HB_BEHIND;
    }
    return slot;
}

hb_slot *hb_world_slot(const hb_world *world, hb_id id)
{
    return hb_is_alive(world, id) ? hb_slot_at(world, hb_id_index(id)) : NULL;
}

/* An item's shape in the making: as made, about its anchor, and where it is. */
typedef struct figure {
    hb_pose pose;
    hb_shape shape, turned, placed;
    void *room;
    size_t size;
} figure;

static void end_figure(hb_world *world, const figure *made)
{
    hb_release(&world->allocator, made->room, made->size);
}

/* Turn and place a figure's shape. HB_UNSUPPORTED as hb_world_add. */
static hb_status set_pose(const hb_world *world, figure *made)
{
    void *turned = hb_room_for(made->room, made->size, HB_ROOM_TURNED);
    void *placed = hb_room_for(made->room, made->size, HB_ROOM_PLACED);
    hb_status status = hb_shape_turn(&made->shape, made->pose, turned, &made->turned);
    if (status == HB_OK && !hb_world_takes(world, made->turned.kind)) {
        status = HB_UNSUPPORTED; /* a turned box among pixels */
    }
    if (status == HB_OK) {
        status = hb_shape_place(&made->turned, made->pose.x, made->pose.y, placed, &made->placed);
    }
    (void)hb_admit(&made->pose.x);
    (void)hb_admit(&made->pose.y);
    return status;
}

/* A copy of a shape with room for all its uses, posed; end_figure lets go of it. */
static hb_status make_figure(hb_world *world, const hb_shape *shape, hb_pose pose, figure *out)
{
    if (!hb_world_takes(world, shape->kind)) {
        return HB_UNSUPPORTED;
    }
    *out = (figure){.pose = pose, .size = HB_ROOM_USES * hb_shape_room(shape)};
    out->room = out->size > 0 ? hb_allocate(&world->allocator, out->size) : NULL;
    if (out->size > 0 && out->room == NULL) {
        return HB_NO_MEMORY;
    }
    hb_shape_copy(shape, hb_room_for(out->room, out->size, HB_ROOM_SHAPE), &out->shape);
    hb_status status = set_pose(world, out);
    if (status != HB_OK) {
        end_figure(world, out);
    }
    return status;
}

/* Note an item's kind, and whether its layers can go without saying. */
static void set_kind(hb_world *world, uint32_t index, hb_kind kind)
{
    const hb_tag *tag = &world->tags[index];
    bool plain = kind == HB_AABB && tag->layers != 0 && world->mode != HB_PIXEL;
    world->kinds[index] =
        (uint8_t)(kind | (plain ? HB_PLAIN : 0) | (tag->mask == HB_ALL_LAYERS ? HB_EAGER : 0) |
                  (hb_is_one_way(&world->slots[index]) ? HB_SIDED : 0));
}

/* Tell the tag where a slot's shape is. */
static void set_tag(hb_world *world, uint32_t index)
{
    const hb_slot *slot = &world->slots[index];
    bool is_box = slot->placed.kind == HB_AABB;
    set_kind(world, index, slot->placed.kind);
    world->tags[index].at = is_box ? (hb_vec){slot->pose.x, slot->pose.y} : (hb_vec){0.0, 0.0};
    world->tags[index].box = is_box ? slot->turned.bounds : slot->placed.bounds;
}

static void give_figure(hb_world *world, hb_slot *slot, const figure *made)
{
    slot->pose = made->pose;
    slot->shape = made->shape;
    slot->turned = made->turned;
    slot->placed = made->placed;
    slot->room = made->room;
    slot->room_size = made->size;
    set_tag(world, (uint32_t)(slot - world->slots));
}

/* ---- The order of adding --------------------------------------------------------------------- */

/* Close the gaps that removals have left. */
static void close_ranks(hb_world *world)
{
    uint32_t count = 0;
    for (uint32_t i = world->order_first; i < world->order_count; i++) {
        hb_id id = world->handles[i];
        if (id != 0) {
            world->badges[hb_id_index(id)].rank = count;
            world->handles[count++] = id;
        }
    }
    world->order_first = 0;
    world->order_count = count;
}

/* Half of the order may be gaps: then closing them costs no more than what has made them. */
static bool has_many_gaps(const hb_world *world)
{
    return world->order_count / 2 > world->living + 8;
}

static void leave_order(hb_world *world, uint32_t rank)
{
    world->handles[rank] = 0;
    while (world->order_first < world->order_count && world->handles[world->order_first] == 0) {
        world->order_first++;
    }
    if (has_many_gaps(world)) {
        close_ranks(world);
    }
}

static void note_layers(hb_world *world, hb_layers layers, hb_layers mask)
{
    world->active_layers |= mask != 0 ? layers : 0;
}

/* An item comes, goes, or is elsewhere. */
static inline void note_change(hb_world *world, uint32_t index)
{
    world->version++;
    world->passive_version += world->tags[index].mask == 0;
}

/* ---- Items ----------------------------------------------------------------------------------- */

/* So that ranks are positive as signed numbers, which processors compare. */
#define MOST_ITEMS INT32_MAX

/* Room for the neighbours of one more mover, of which nothing that is remembered is kept. There are
 * as many places as a power of two, so that any index finds its own at once. */
static hb_status reserve_near(hb_world *world)
{
    uint32_t before = world->near_count, count = before > 0 ? before : 1;
    while (count < HB_MOST_REMEMBERED && count <= world->active) {
        count *= 2;
    }
    hb_status status = hb_reserve(&world->allocator, &world->near, &world->near_capacity, count,
                                  sizeof *world->near);
    if (status == HB_OK && count != before) {
        memset(world->near, 0, count * sizeof *world->near);
        world->near_count = count;
    }
    return status;
}

/* Room for one more living item, so that what follows cannot be refused. */
static hb_status reserve_slot(hb_world *world, bool active)
{
    const hb_allocator *allocator = &world->allocator;
    uint64_t wanted = (uint64_t)world->slot_count + (world->first_free == HB_NO_SLOT);
    uint64_t ranks = (uint64_t)world->order_count + 1;
    if (wanted > MOST_ITEMS || ranks > MOST_ITEMS) {
        return HB_NO_MEMORY;
    }
    hb_status status;
    if ((status = hb_reserve(allocator, &world->candidates, &world->candidate_capacity,
                             wanted + HB_SPARE, sizeof *world->candidates)) != HB_OK ||
        (status = hb_reserve_aligned(allocator, &world->tag_block, &world->tags,
                                     &world->tag_capacity, wanted, sizeof *world->tags)) != HB_OK ||
        (status = hb_reserve(allocator, &world->badges, &world->badge_capacity, wanted,
                             sizeof *world->badges)) != HB_OK ||
        (status = hb_reserve(allocator, &world->kinds, &world->kind_capacity, wanted,
                             sizeof *world->kinds)) != HB_OK ||
        (status = hb_reserve(allocator, &world->handles, &world->order_capacity, ranks,
                             sizeof *world->handles)) != HB_OK ||
        (status = hb_reserve(allocator, &world->tally, &world->tally_capacity, ranks + 1,
                             sizeof *world->tally)) != HB_OK) {
        return status;
    }
    if (active && (status = reserve_near(world)) != HB_OK) {
        return status;
    }
    return hb_reserve(allocator, &world->slots, &world->slot_capacity, wanted,
                      sizeof *world->slots);
}

static hb_slot *take_slot(hb_world *world)
{
    if (world->first_free == HB_NO_SLOT) {
        hb_slot *slot = &world->slots[world->slot_count++];
        *slot = (hb_slot){.generation = 1};
        return slot;
    }
    hb_slot *slot = &world->slots[world->first_free];
    world->first_free = slot->next_free;
    slot->generation++;
    return slot;
}

hb_status hb_world_add(hb_world *world, const hb_item_def *def, hb_id *out)
{
    hb_pose pose = {def->x, def->y, def->angle, def->scale, def->mirrored};
    hb_vec one_way = def->one_way;
    figure made;
    hb_status status;
    if ((status = hb_admit_vec(&one_way)) != HB_OK ||
        (status = reserve_slot(world, def->mask != 0)) != HB_OK ||
        (status = make_figure(world, &def->shape, pose, &made)) != HB_OK) {
        return status;
    }
    uint32_t index = world->first_free != HB_NO_SLOT ? world->first_free : world->slot_count;
    status = world->broad_ops->insert(world->broad, index, made.placed.bounds, def->mask == 0);
    if (status != HB_OK) {
        end_figure(world, &made);
        return status;
    }
    hb_slot *slot = take_slot(world);
    *slot = (hb_slot){.generation = slot->generation,
                      .serial = world->next_serial++,
                      .tag = def->tag,
                      .one_way = one_way};
    world->badges[index] = (hb_badge){slot->generation, world->order_count};
    world->tags[index] = (hb_tag){.layers = def->layers, .mask = def->mask};
    give_figure(world, slot, &made);
    *out = hb_slot_id(world, slot);
    world->handles[world->order_count++] = *out;
    world->living++;
    world->active += def->mask != 0;
    note_layers(world, def->layers, def->mask);
    note_change(world, index);
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
    world->badges[index].generation = 0;
    slot->room = NULL;
    slot->room_size = 0;
    if (slot->generation < UINT32_MAX) { /* else retired: its last handle must stay dead */
        slot->next_free = world->first_free;
        world->first_free = index;
    }
    world->living--;
    world->active -= world->active > 0 && world->tags[index].mask != 0;
    note_change(world, index);
    leave_order(world, world->badges[index].rank);
    return HB_OK;
}

/* Whether the magnitudes of a box's edges and of a point, given twice, are surely neither beyond the
 * domain nor next to nothing: by their floats, with some room for rounding. NaN is not. */
static inline bool are_plain(fours box, fours at)
{
    fours a = fours_abs(box), b = fours_abs(at);
    return fours_between(fours_all((float)(2.0 * HB_MIN_COORD)), fours_min(a, b), fours_max(a, b),
                         fours_all((float)(0.5 * HB_MAX_COORD)));
}

/* Put an AABB where nothing needs to be refused or placed at zero, which is nearly anywhere.
 * @return false, and nothing done, elsewhere */
static inline bool place_box(hb_world *world, uint32_t index, double x, double y)
{
    hb_tag *tag = &world->tags[index];
    lanes at = lanes_of(x, y);
    hb_aabb box;
    double ends[2];
    lanes_store(ends, at);
    lanes_store(&box.x0, lanes_add(lanes_load(&tag->box.x0), at));
    lanes_store(&box.x1, lanes_add(lanes_load(&tag->box.x1), at));
    fours rounded = fours_of_doubles(&box.x0, &box.x1);
    if (!are_plain(rounded, fours_of_doubles(ends, ends))) {
        return false;
    }
    lanes_store(&tag->at.x, at);
    world->kinds[index] |= HB_BEHIND;
    if (world->broad_ops == &hb_broad_grid) {
        hb_grid_move(world->broad, index, rounded); /* the usual way: no call */
    } else {
        world->broad_ops->move(world->broad, index, &box);
    }
    note_change(world, index);
    return true;
}

/* Put any other shape, or an AABB anywhere. Not inlined, so that the usual way is short. */
static NOINLINE hb_status place_shape(hb_world *world, uint32_t index, double x, double y)
{
    hb_slot *slot = hb_slot_at(world, index);
    hb_status status;
    if ((status = hb_admit(&x)) != HB_OK || (status = hb_admit(&y)) != HB_OK) {
        return status;
    }
    void *room = hb_room_for(slot->room, slot->room_size, HB_ROOM_PLACED);
    hb_shape placed;
    status = hb_shape_place(&slot->turned, x, y, room, &placed);
    if (status != HB_OK) {
        return status;
    }
    slot->pose.x = x;
    slot->pose.y = y;
    slot->placed = placed;
    set_tag(world, index);
    world->broad_ops->move(world->broad, index, &placed.bounds);
    note_change(world, index);
    return HB_OK;
}

hb_status hb_world_place(hb_world *world, hb_id id, double x, double y)
{
    uint32_t index = hb_id_index(id);
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    return hb_is_box(world, index) && place_box(world, index, x, y)
               ? HB_OK
               : place_shape(world, index, x, y);
}

hb_status hb_world_pose(hb_world *world, hb_id id, hb_pose pose)
{
    hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    void *room = slot->room;
    size_t size = slot->room_size;
    figure made = {.pose = pose, .shape = slot->shape, .room = room, .size = size};
    hb_status status = set_pose(world, &made);
    if (status != HB_OK) {
        made.pose = slot->pose; /* the room was overwritten: put it back, which succeeded before */
        (void)set_pose(world, &made);
    }
    give_figure(world, slot, &made);
    world->broad_ops->move(world->broad, hb_id_index(id), &made.placed.bounds);
    note_change(world, hb_id_index(id));
    return status;
}

hb_status hb_world_reshape(hb_world *world, hb_id id, const hb_shape *shape, double x, double y)
{
    hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    hb_pose pose = slot->pose;
    pose.x = x;
    pose.y = y;
    figure made;
    hb_status status = make_figure(world, shape, pose, &made);
    if (status != HB_OK) {
        return status;
    }
    hb_release(&world->allocator, slot->room, slot->room_size);
    give_figure(world, slot, &made);
    world->broad_ops->move(world->broad, hb_id_index(id), &made.placed.bounds);
    note_change(world, hb_id_index(id));
    return HB_OK;
}

hb_status hb_world_set_layers(hb_world *world, hb_id id, hb_layers layers, hb_layers mask)
{
    hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    hb_tag *tag = hb_slot_tag(world, slot);
    tag->layers = layers;
    tag->mask = mask;
    set_kind(world, hb_id_index(id), slot->placed.kind);
    world->broad_ops->set_passive(world->broad, hb_id_index(id), mask == 0);
    note_layers(world, layers, mask);
    world->version++;
    world->passive_version++;
    return HB_OK;
}

bool hb_world_has(const hb_world *world, hb_id id)
{
    return hb_is_alive(world, id);
}

int hb_world_count(const hb_world *world)
{
    return (int)world->living;
}

hb_mode hb_world_mode(const hb_world *world)
{
    return world->mode;
}

hb_broad_kind hb_world_broad(const hb_world *world)
{
    return world->broad_kind;
}

hb_status hb_world_set_broad(hb_world *world, hb_broad_kind broad)
{
    const hb_broad_ops *ops = broad_phases[broad];
    void *made;
    hb_status status = ops->create(&world->allocator, &made);
    if (status != HB_OK) {
        return status;
    }
    for (uint32_t rank = world->order_first; rank < world->order_count && status == HB_OK; rank++) {
        hb_id id = world->handles[rank];
        if (id != 0) {
            const hb_tag *tag = &world->tags[hb_id_index(id)];
            status = ops->insert(made, hb_id_index(id), hb_tag_bounds(tag), tag->mask == 0);
        }
    }
    if (status != HB_OK) {
        ops->destroy(made);
        return status;
    }
    world->broad_ops->destroy(world->broad);
    world->broad_kind = broad;
    world->broad_ops = ops;
    world->broad = made;
    return HB_OK;
}

int hb_world_regions(const hb_world *world, hb_region *out, int capacity)
{
    return world->broad_ops->regions(world->broad, out, capacity);
}

hb_status hb_world_get(const hb_world *world, hb_id id, hb_item *out)
{
    const hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL) {
        return HB_STALE;
    }
    const hb_tag *tag = hb_slot_tag(world, slot);
    *out = (hb_item){
        .id = id,
        .x = slot->pose.x,
        .y = slot->pose.y,
        .angle = slot->pose.angle,
        .scale = slot->pose.scale,
        .mirrored = slot->pose.mirrored,
        .layers = tag->layers,
        .mask = tag->mask,
        .tag = slot->tag,
        .one_way = slot->one_way,
        .shape = &slot->shape,
        .turned = &slot->turned,
        .placed = &slot->placed,
    };
    return HB_OK;
}

hb_id hb_world_next(const hb_world *world, hb_id id)
{
    uint32_t rank = world->order_first;
    if (id != 0) {
        if (!hb_is_alive(world, id)) {
            return 0;
        }
        rank = world->badges[hb_id_index(id)].rank + 1;
    }
    while (rank < world->order_count && world->handles[rank] == 0) {
        rank++;
    }
    return rank < world->order_count ? world->handles[rank] : 0;
}

hb_stats hb_world_stats(const hb_world *world)
{
    return world->stats;
}
