/// The items of a world: adds, removes, moves and alters them.
///
/// Owns the item records, ranks and handles. All checks and allocations come before the first
/// change, so a refused call changes nothing.
#include "../base/compiler.h"
#include "../base/memory.h"
#include "../base/simd.h"
#include "../collide/collide.h"
#include "shape_store.h"

#include <string.h>

hb_item_def hb_default_item(void)
{
    hb_item_def def = {.scale = 1.0, .layers = 1, .mask = HB_ALL_LAYERS};
    (void)hb_make_point(&def.shape, 0.0, 0.0);
    return def;
}

/* ---- Records and kinds ----------------------------------------------------------------------- */

/* Numbers with magnitudes in this range are multiples of HB_MIN_COORD. So a sum of two of them is
 * zero or at least HB_MIN_COORD. It is not beyond HB_MAX_COORD either. */
#define MIN_PLAIN (HB_MIN_COORD * 0x1p53)
#define MAX_PLAIN (0.5 * HB_MAX_COORD)

static bool is_plain_or_zero(double edge)
{
    return edge == 0.0 || (fabs(edge) >= MIN_PLAIN && fabs(edge) <= MAX_PLAIN);
}

/* Whether an item with this box about its anchor is valid at every plain anchor: no coordinate is
 * refused or rounded to zero. */
static bool is_movable(const hb_aabb *box)
{
    f64x2 low = f64x2_abs(f64x2_load(&box->x0)), high = f64x2_abs(f64x2_load(&box->x1));
    if (f64x2_between(f64x2_both(MIN_PLAIN), f64x2_min(low, high), f64x2_max(low, high),
                      f64x2_both(MAX_PLAIN))) {
        return true; /* the common case */
    }
    return is_plain_or_zero(box->x0) && is_plain_or_zero(box->y0) && is_plain_or_zero(box->x1) &&
           is_plain_or_zero(box->y1);
}

void hb_item_set_kind(hb_world *world, uint32_t index, hb_shape_kind kind)
{
    const hb_filter *filter = hb_filter_at(world, index);
    hb_vec direction = hb_one_way_at(world, index);
    bool plain = kind == HB_AABB && filter->layers != 0 && world->mode != HB_PIXEL;
    bool is_simple = hb_would_be_simple(world, index, kind);
    uint32_t flags = (plain ? HB_KIND_SIMPLE_AABB : 0) |
                     (filter->mask == HB_ALL_LAYERS ? HB_KIND_ALL_MASK : 0) |
                     (hb_vec_is_zero(direction) ? 0 : HB_KIND_ONE_WAY) |
                     (filter->mask == 0 ? HB_KIND_STATIC : 0) |
                     (is_simple && is_movable(&world->records[index].box) ? HB_KIND_MOVABLE : 0);
    world->round |= is_simple && kind == HB_CIRCLE;
    world->mixed |= !plain || (flags & (HB_KIND_ALL_MASK | HB_KIND_STATIC)) == 0;
    world->kinds[index] = (world->kinds[index] & ~HB_KIND_FLAGS) | (uint32_t)kind | flags;
}

/* Set the record of an item from its shape. */
static void set_record(hb_world *world, uint32_t index, hb_vec at, const hb_shape *rotated,
                       const hb_shape *placed)
{
    double r = placed->radius;
    hb_item_record *record = &world->records[index];
    if (placed->kind == HB_AABB) {
        *record = (hb_item_record){.at = at, .box = rotated->bounds};
    } else if (hb_would_be_simple(world, index, placed->kind)) {
        *record = (hb_item_record){.at = at, .box = {-r, -r, r, r}};
    } else {
        *record = (hb_item_record){.at = {0.0, 0.0}, .box = placed->bounds};
    }
    hb_item_set_kind(world, index, placed->kind);
}

void hb_item_find_record(hb_world *world, uint32_t index)
{
    hb_vec at;
    hb_shape rotated, placed;
    hb_stored_shape *stored = world->stored_shapes[index];
    hb_stored_shape_read(stored, &at, &rotated, &placed);
    if (hb_stored_shape_is_idle(stored)) {
        hb_stored_shape_set(world, index, NULL);
        hb_stored_shape_end(world, stored);
    }
    set_record(world, index, at, &rotated, &placed);
}

/* ---- The order of adding --------------------------------------------------------------------- */

/* Close the gaps that removals left. */
static void close_ranks(hb_world *world)
{
    uint32_t count = 0;
    for (uint32_t i = world->order_first; i < world->order_count; i++) {
        hb_id id = world->handles[i];
        if (id != 0) {
            world->ranks[hb_id_index(id)] = count;
            world->handles[count++] = id;
        }
    }
    world->order_first = 0;
    world->order_count = count;
}

/* Up to half of the order may be gaps, so that closing them costs no more than the removals. */
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

/* Note that an item is added, removed, moved or altered. */
static inline void note_change(hb_world *world, uint32_t index)
{
    world->version++;
    hb_note_change_of(world, index);
}

/* ---- Items ----------------------------------------------------------------------------------- */

/* Keeps ranks positive as signed numbers, which vector instructions compare. */
#define MAX_ITEMS INT32_MAX

/* The number of caches is a power of two, so that a bit mask maps an index to its cache. If the
 * number grows, all caches are cleared. */
hb_status hb_world_reserve_near(hb_world *world, uint32_t lasting)
{
    uint32_t before = world->near_count, count = before > 0 ? before : 1;
    while (count < HB_MAX_REMEMBERED && count < lasting) {
        count *= 2;
    }
    hb_status status = hb_reserve(&world->allocator, &world->near, &world->near_capacity,
                                  (uint64_t)count + 1, sizeof *world->near);
    if (status == HB_OK && count != before) {
        memset(world->near, 0, (count + 1) * sizeof *world->near);
        world->near_count = count;
    }
    return status;
}

/* Whether the next item is the first of a new epoch of 2^32 additions. */
static bool begins_epoch(const hb_world *world)
{
    return (uint32_t)world->next_serial == 0;
}

/* Whether the next item gets an index that was never used. */
static bool takes_new_index(const hb_world *world)
{
    return world->first_free == HB_NO_INDEX || begins_epoch(world);
}

/* Make room for one more living item, so that the following steps cannot fail. */
static hb_status reserve_item(hb_world *world, const hb_item_def *def)
{
    const hb_allocator *allocator = &world->allocator;
    uint64_t wanted = (uint64_t)world->index_count + takes_new_index(world);
    uint64_t ranks = (uint64_t)world->order_count + 1;
    if (wanted > MAX_ITEMS || ranks > MAX_ITEMS) {
        return HB_NO_MEMORY;
    }
    hb_status status;
    if ((status = hb_world_reserve(world, wanted)) != HB_OK ||
        (status = hb_reserve(allocator, &world->handles, &world->order_capacity, ranks,
                             sizeof *world->handles)) != HB_OK ||
        (status = hb_reserve(allocator, &world->epochs, &world->epoch_capacity,
                             (uint64_t)world->epoch_count + begins_epoch(world),
                             sizeof *world->epochs)) != HB_OK) {
        return status;
    }
    bool lasting = hb_may_last(def->layers, def->mask);
    return def->mask == 0 ? HB_OK : hb_world_reserve_near(world, world->lasting + lasting);
}

static uint32_t next_index(const hb_world *world)
{
    return takes_new_index(world) ? world->index_count : world->first_free;
}

/* Take an index and a handle that was never used. Indices of an older epoch are not reused, as the
 * lower halves of serials start again in each epoch. */
static hb_id take_handle(hb_world *world)
{
    if (begins_epoch(world)) {
        world->epochs[world->epoch_count++] = world->index_count;
        world->first_free = HB_NO_INDEX;
        world->next_serial++; /* no handle is 0 */
    }
    uint32_t index = next_index(world);
    if (index == world->index_count) {
        world->kinds[index] = 0;
        world->index_count++;
    } else {
        world->first_free = world->ranks[index] & ~HB_NO_RANK;
    }
    return world->next_serial++ << 32 | index;
}

static hb_status set_user_data(hb_world *world, uint32_t index, uint64_t user_data)
{
    hb_status status =
        user_data != 0 ? hb_world_reserve_user_data(world, (uint64_t)index + 1) : HB_OK;
    if (status == HB_OK && index < world->user_data_capacity) {
        world->user_data[index] = user_data;
    }
    return status;
}

/* Enter an item after all checks and allocations. Cannot fail. */
static hb_id enter(hb_world *world, const hb_item_def *def, uint32_t filter,
                   hb_stored_shape *stored)
{
    hb_id id = take_handle(world);
    uint32_t index = hb_id_index(id);
    world->lasting += hb_may_last(def->layers, def->mask);
    world->ranks[index] = world->order_count;
    world->handles[world->order_count++] = id;
    hb_filter_set(world, index, filter);
    hb_stored_shape_set(world, index, stored);
    world->living++;
    note_layers(world, def->layers, def->mask);
    return id;
}

hb_status hb_world_add(hb_world *world, const hb_item_def *def, hb_id *out)
{
    hb_transform pose = {def->x, def->y, def->angle, def->scale, def->mirrored};
    hb_vec one_way = def->one_way;
    hb_stored_shape *stored;
    hb_shape rotated, placed;
    hb_status status;
    uint32_t filter;
    if (!hb_is_response(def->mover_response)) {
        return HB_INVALID_ENUM;
    }
    if ((status = hb_shape_validate(&def->shape)) != HB_OK ||
        (status = hb_validate_vec(&one_way)) != HB_OK ||
        (status = reserve_item(world, def)) != HB_OK ||
        (status = hb_filter_find(world, def->layers, def->mask, def->mover_response, &filter)) !=
            HB_OK ||
        (status = hb_stored_shape_make(world, &def->shape, &pose, one_way, false, &stored, &rotated,
                                       &placed)) != HB_OK) {
        return status;
    }
    uint32_t index = next_index(world);
    if ((stored != NULL && (status = hb_stored_shape_reserve(world, index)) != HB_OK) ||
        (status = set_user_data(world, index, def->user_data)) != HB_OK ||
        (status = world->broad_ops->insert(world->broad, index, placed.bounds, def->mask == 0)) !=
            HB_OK) {
        hb_stored_shape_end(world, stored);
        return status;
    }
    hb_id id = enter(world, def, filter, stored);
    if (out != NULL) {
        *out = id;
    }
    set_record(world, index, (hb_vec){pose.x, pose.y}, &rotated, &placed);
    note_change(world, index);
    return HB_OK;
}

hb_status hb_world_remove(hb_world *world, hb_id id)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    uint32_t index = hb_id_index(id), rank = world->ranks[index];
    const hb_filter *filter = hb_filter_at(world, index);
    world->broad_ops->remove(world->broad, index);
    hb_stored_shape_end(world, hb_stored_shape_at(world, index));
    hb_stored_shape_set(world, index, NULL);
    note_change(world, index);
    world->ranks[index] = HB_NO_RANK;
    world->kinds[index] &=
        ~HB_KIND_MOVABLE; /* so move_record need not test that the item is alive */
    if (world->epoch_count == 0 || index >= world->epochs[world->epoch_count - 1]) {
        world->ranks[index] |= world->first_free;
        world->first_free = index;
    } /* else the index is retired: its last handle must stay stale */
    world->living--;
    world->mixed &= world->living > 0;
    world->round &= world->living > 0;
    world->lasting -= hb_may_last(filter->layers, filter->mask);
    leave_order(world, rank);
    return HB_OK;
}

void hb_world_clear(hb_world *world)
{
    for (hb_id id; (id = hb_world_next(world, 0)) != 0;) {
        (void)hb_world_remove(world, id);
    }
}

/* Place an item with any shape at any position. */
HB_NOINLINE hb_status place_shape(hb_world *world, uint32_t index, double x, double y)
{
    hb_status status;
    if ((status = hb_validate_coord(&x)) != HB_OK || (status = hb_validate_coord(&y)) != HB_OK) {
        return status;
    }
    hb_item_record *record = &world->records[index];
    bool is_simple = hb_is_simple(world, index);
    hb_shape rotated, placed;
    if (is_simple) {
        hb_unpack_rotated(world, index, &rotated);
        status = hb_shape_translate(&rotated, x, y, NULL, &placed);
    } else {
        status = hb_stored_shape_place(world->stored_shapes[index], x, y, &placed);
    }
    if (status != HB_OK) {
        return status;
    }
    if (is_simple) {
        record->at = (hb_vec){x, y};
    } else {
        record->box = placed.bounds;
    }
    world->broad_ops->move(world->broad, index, &placed.bounds);
    note_change(world, index);
    return HB_OK;
}

/* Report the new position of an item to the broad phase. @return HB_OK */
HB_NOINLINE hb_status report_move(hb_world *world, uint32_t index)
{
    if (world->broad_ops->note_move != NULL) {
        world->broad_ops->note_move(world->broad, index);
        return HB_OK;
    }
    hb_aabb box = hb_bounds_at(world, index);
    world->broad_ops->move(world->broad, index, &box);
    return HB_OK;
}

/* Whether a movable item can be at a position without a refusal or rounding to zero. True for
 * nearly all positions. */
static inline bool is_plain_position(f64x2 at)
{
    f64x2 far = f64x2_abs(at);
    return f64x2_between(f64x2_both(MIN_PLAIN), far, far, f64x2_both(MAX_PLAIN));
}

/* Place a movable item at a plain position. A call, if any, comes last, so that the common path
 * saves no registers over a call.
 * @return false without a change if the item is not movable, is dead, or the position is not plain;
 * else true, and *status is the result */
static inline bool move_record(hb_world *world, uint32_t index, double x, double y,
                               hb_status *status)
{
    uint32_t kind = world->kinds[index];
    f64x2 at = f64x2_of(x, y);
    if ((kind & HB_KIND_MOVABLE) == 0 || !is_plain_position(at)) {
        return false;
    }
    f64x2_store(&world->records[index].at.x, at);
    note_change(world, index);
    *status = *world->rebuild_flag ? HB_OK : report_move(world, index);
    return true;
}

/* Place an item that move_record does not handle. */
HB_NOINLINE hb_status place_if_alive(hb_world *world, uint32_t index, double x, double y)
{
    bool is_alive = index < world->index_count && world->ranks[index] < HB_NO_RANK;
    return is_alive ? place_shape(world, index, x, y) : HB_STALE;
}

hb_status hb_world_set_position(hb_world *world, hb_id id, double x, double y)
{
    hb_status status;
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    return move_record(world, hb_id_index(id), x, y, &status)
               ? status
               : place_shape(world, hb_id_index(id), x, y);
}

hb_status hb_world_set_position_at(hb_world *world, uint32_t index, double x, double y)
{
    hb_status status;
    return index < world->index_count && move_record(world, index, x, y, &status)
               ? status
               : place_if_alive(world, index, x, y);
}

/* Place movable items, up to the first that needs hb_world_set_position. For a broad phase with
 * note_move. As move_record, but shared values are read and noted once: this runs for each moving
 * item of a frame, so a few instructions for each item count.
 * @param listed  a constant in the loop: whether each move is noted, until the rebuild flag is set
 * @return the number of items placed */
HB_INLINE int move_records(hb_world *world, const hb_id *ids, const hb_vec *at, int count,
                           bool listed)
{
    const hb_broad_ops *ops = world->broad_ops;
    const bool *is_known = world->rebuild_flag;
    hb_item_record *records = world->records;
    const uint32_t *ranks = world->ranks, *kinds = world->kinds;
    const hb_id *handles = world->handles;
    uint32_t index_count = world->index_count;
    uint32_t last = 0; /* the kind last noted: most items have the same kind */
    int placed = 0;
    if (!listed && !*is_known) {
        return 0;
    }
    for (; placed < count && !(listed && *is_known); placed++) {
        hb_id id = ids[placed];
        uint32_t index = hb_id_index(id);
        f64x2 to = f64x2_load(&at[placed].x);
        bool is_plain = is_plain_position(to); /* first, so that its limits stay in registers */
        if (index >= index_count || ranks[index] >= HB_NO_RANK || handles[ranks[index]] != id) {
            break;
        }
        uint32_t kind = kinds[index];
        if (!is_plain || (kind & HB_KIND_MOVABLE) == 0) {
            break;
        }
        f64x2_store(&records[index].at.x, to);
        if (kind != last) {
            last = kind;
            hb_note_change_of(world, index);
        }
        if (listed) {
            ops->note_move(world->broad, index);
        }
    }
    world->version += (uint64_t)placed;
    return placed;
}

int hb_world_set_positions(hb_world *world, const hb_id *ids, const hb_vec *at, int count)
{
    int placed = 0;
    if (!hb_is_buffer(ids, count) || !hb_is_buffer(at, count)) {
        return 0;
    }
    while (placed < count) {
        if (world->broad_ops->note_move != NULL) {
            placed += move_records(world, ids + placed, at + placed, count - placed, true);
            placed += move_records(world, ids + placed, at + placed, count - placed, false);
        }
        if (placed < count) {
            if (hb_world_set_position(world, ids[placed], at[placed].x, at[placed].y) != HB_OK) {
                break;
            }
            placed++;
        }
    }
    return placed;
}

/* Update record and broad phase after an item got a new shape or pose. */
static void finalize_shape(hb_world *world, uint32_t index, hb_vec at, const hb_shape *rotated,
                           const hb_shape *placed)
{
    set_record(world, index, at, rotated, placed);
    world->broad_ops->move(world->broad, index, &placed->bounds);
    note_change(world, index);
}

/* Give an item a shape in a pose. */
static hb_status restore_shape(hb_world *world, uint32_t index, const hb_shape *shape,
                               hb_transform pose, hb_vec one_way)
{
    hb_stored_shape *stored;
    hb_shape rotated, placed;
    hb_status status =
        hb_stored_shape_make(world, shape, &pose, one_way, false, &stored, &rotated, &placed);
    if (status == HB_OK && stored != NULL &&
        (status = hb_stored_shape_reserve(world, index)) != HB_OK) {
        hb_stored_shape_end(world, stored);
    }
    if (status != HB_OK) {
        return status;
    }
    hb_stored_shape *before = hb_stored_shape_at(world, index);
    hb_stored_shape_set(world, index, stored);
    finalize_shape(world, index, (hb_vec){pose.x, pose.y}, &rotated, &placed);
    hb_stored_shape_end(world, before); /* last, as `shape` may point into it */
    return HB_OK;
}

hb_status hb_world_set_transform(hb_world *world, hb_id id, hb_transform pose)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    uint32_t index = hb_id_index(id);
    hb_stored_shape *stored = hb_stored_shape_at(world, index);
    hb_shape rotated, placed;
    bool is_posed = stored != NULL && hb_stored_shape_is_posed(stored);
    if (!is_posed && hb_transform_only_moves(&pose)) {
        return hb_world_set_position(world, id, pose.x, pose.y);
    }
    if (!is_posed) { /* the new stored shape has room for a rotated shape */
        hb_unpack_made(world, index, &rotated);
        return restore_shape(world, index, &rotated, pose, hb_one_way_at(world, index));
    }
    hb_status status = hb_stored_shape_transform(world, stored, &pose, &rotated, &placed);
    if (status == HB_OK) {
        finalize_shape(world, index, (hb_vec){pose.x, pose.y}, &rotated, &placed);
    }
    return status;
}

hb_status hb_world_set_shape(hb_world *world, hb_id id, const hb_shape *shape, double x, double y)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    hb_status status = hb_shape_validate(shape);
    if (status != HB_OK) {
        return status;
    }
    uint32_t index = hb_id_index(id);
    hb_transform pose = hb_transform_of(world, index);
    pose.x = x;
    pose.y = y;
    return restore_shape(world, index, shape, pose, hb_one_way_at(world, index));
}

hb_status hb_world_set_one_way(hb_world *world, hb_id id, hb_vec direction)
{
    hb_status status;
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    if ((status = hb_validate_vec(&direction)) != HB_OK) {
        return status;
    }
    uint32_t index = hb_id_index(id);
    hb_stored_shape *stored = hb_stored_shape_at(world, index);
    hb_vec *own = stored != NULL ? hb_stored_shape_one_way(stored) : NULL;
    if (own == NULL && !hb_vec_is_zero(direction)) {
        hb_shape shape;
        hb_unpack_made(world, index, &shape);
        return restore_shape(world, index, &shape, hb_transform_of(world, index), direction);
    }
    if (own != NULL) {
        *own = direction;
        world->version++; /* cached neighbours of movers on it may be wrong now */
        hb_item_set_kind(world, index, (hb_shape_kind)(world->kinds[index] & HB_KIND_MASK));
    }
    return HB_OK;
}

hb_status hb_world_set_layers(hb_world *world, hb_id id, hb_layers layers, hb_layers mask)
{
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    uint32_t index = hb_id_index(id), filter;
    const hb_filter *before = hb_filter_at(world, index);
    uint32_t lasting =
        world->lasting - hb_may_last(before->layers, before->mask) + hb_may_last(layers, mask);
    hb_status status;
    if ((status = hb_filter_find(world, layers, mask, before->mover_response, &filter)) != HB_OK ||
        (mask != 0 && (status = hb_world_reserve_near(world, lasting)) != HB_OK)) {
        return status;
    }
    hb_note_change_of(world, index);
    hb_filter_set(world, index, filter);
    world->lasting = lasting;
    hb_item_set_kind(world, index, (hb_shape_kind)(world->kinds[index] & HB_KIND_MASK));
    world->broad_ops->set_static(world->broad, index, mask == 0);
    note_layers(world, layers, mask);
    note_change(world, index);
    return HB_OK;
}

hb_status hb_world_set_user_data(hb_world *world, hb_id id, uint64_t user_data)
{
    return hb_is_alive(world, id) ? set_user_data(world, hb_id_index(id), user_data) : HB_STALE;
}
