/// The world struct and the helpers that its files share. Internal to the core.
///
/// An item has an index, which is reused, and a handle, which is not. An item's serial is the
/// number of items added before it. The upper half of a handle is the lower half of the serial, so
/// a stale handle never becomes valid again. Every 2^32 additions all indices used so far are
/// retired: see hb_serial_of. A living item's rank is its position in the order of adding. Results
/// are sorted by rank, not by the order of the broad phase. Ranks change when gaps are closed;
/// serials never do.
///
/// The record of an AABB that is neither rotated nor scaled describes it completely. The same holds
/// for a circle about its anchor. Any other item has a stored shape (shape_store.c).
/// hb_unpack_* and hb_placed_shape_at build the shape of an item.
#ifndef HB_WORLD_H
#define HB_WORLD_H

#include "../base/simd.h"
#include "../broad/broad.h"
#include "../collide/collide.h"
#include "../hitbox/world.h"

#define HB_NO_INDEX INT32_MAX

/// The layers, the mask and the response to movers of items: see filter.c.
typedef struct hb_filter {
    hb_layers layers, mask;
    hb_response mover_response;
    uint32_t users; ///< indices that have this filter
    uint32_t next;  ///< next filter in the same hash bucket, or next free filter
    uint32_t first; ///< first filter of the hash bucket with this number
} hb_filter;

/// The bits of hb_world.kinds, one word for each item: see hb_item_set_kind.
/// @{
#define HB_KIND_MASK 0x0fU        ///< the hb_shape_kind of the placed shape
#define HB_KIND_SIMPLE_AABB 0x10U ///< a box on some layer, and the policy is not HB_PIXEL
#define HB_KIND_ALL_MASK 0x20U    ///< its mask has all layers
#define HB_KIND_ONE_WAY 0x40U     ///< it blocks from one side only
#define HB_KIND_STATIC 0x80U      ///< its mask is 0
#define HB_KIND_MOVABLE                                                                            \
    0x100U                   ///< alive, its record describes it, and it may be at any plain anchor
#define HB_KIND_FLAGS 0x1ffU ///< all of these
#define HB_FILTER_SHIFT 9    ///< the other bits are the number of its filter
#define HB_MAX_FILTERS (1U << (32 - HB_FILTER_SHIFT))
/// @}

/// The rank of a removed item. If its index is free, the lower bits hold the next free index or
/// HB_NO_INDEX.
#define HB_NO_RANK (1U << 31)

/// The data of an item that does not fit in its record: see shape_store.c.
typedef struct hb_stored_shape hb_stored_shape;

/// An unpacked item. Valid until the world changes.
typedef struct hb_item_view {
    const struct hb_world *world;
    hb_id id;
    uint32_t index;
    uint64_t serial;
    hb_vec one_way;  ///< about the anchor, as made
    hb_shape placed; ///< the shape at the item's position
    /* hb_obstacle_at fills `pose` only for a one-way item, and never `rotated`: */
    hb_transform pose;
    hb_shape rotated; ///< about the anchor
} hb_item_view;

/// The uses of the scratch for the points of large shapes.
typedef enum hb_scratch_use {
    HB_SCRATCH_FROM,   ///< the mover where a sweep step begins
    HB_SCRATCH_TO,     ///< the mover where the sweep step ends
    HB_SCRATCH_TRIED,  ///< the mover where it may stop
    HB_SCRATCH_PUSHER, ///< the pusher at its goal
    HB_SCRATCH_COUNT
} hb_scratch_use;

/// Neighbours that are cached for one mover.
#define HB_MAX_NEIGHBOURS 16

/// Four boxes, stored by edge, so that one comparison covers four edges.
typedef struct hb_box_x4 {
    double x0[4], y0[4], x1[4], y1[4];
} hb_box_x4;

/// The cached neighbours of a mover: all candidates in a range, for one version of the world.
typedef struct hb_neighbours {
    hb_id id;         ///< the mover, or 0
    hb_layers wanted; ///< the mask of the query
    uint64_t version; ///< the world's `version`; if `lasting`, the result of hb_await_changes
    hb_aabb range;
    double size; ///< no edge of the range or of a neighbour is farther from 0
    int count;
    bool lasting;
    uint32_t items[HB_MAX_NEIGHBOURS];
    hb_box_x4 bounds[HB_MAX_NEIGHBOURS / 4]; ///< bounds of `items`
} hb_neighbours;

/// Movers that have a cache of neighbours of their own; further movers share them.
#define HB_MAX_REMEMBERED 4096

/// The user data that the two items of a pair had.
typedef struct hb_user_data_pair {
    uint64_t a, b;
} hb_user_data_pair;

/// An item with a motion of its own.
typedef struct hb_mover {
    hb_id id;
    uint64_t serial; ///< of its item; movers are sorted by it
    hb_motion motion;
} hb_mover;

/// Count, for each of up to HB_FEW distinct numbers below 2^31, the numbers that are less.
/// Both arrays have room for 7 more.
#define HB_FEW 64
typedef void hb_find_ranks(const uint32_t *numbers, uint32_t count, uint32_t *ranks);
hb_find_ranks hb_find_ranks_any, hb_find_ranks_avx2;

/// The fastest version for this processor. All versions give the same result.
hb_find_ranks *hb_best_find_ranks(void);

/// Scratch size in numbers: one for each item, HB_SPARE more, and behind them a bit for each rank.
/// There are at most 2 * capacity + 17 ranks.
#define HB_CANDIDATE_CAPACITY(capacity) ((capacity) + (capacity) / 16 + HB_SPARE)

struct hb_world {
    hb_allocator allocator;
    hb_policy mode;
    double recover; ///< hb_world_def.recover
    hb_find_ranks *find_ranks;
    hb_broad_kind broad_kind;
    const hb_broad_ops *broad_ops;
    void *broad;
    const bool *rebuild_flag; ///< hb_broad_ops.rebuild_flag, or a flag that is never set
    /* arrays by index, in one block */
    void *block;
    hb_item_record *records;
    uint32_t *ranks;
    uint32_t *candidates; ///< scratch of one query, HB_CANDIDATE_CAPACITY numbers
    uint32_t *kinds;
    uint32_t index_count, index_capacity;
    uint32_t first_free; ///< head of the free list, linked by the ranks
    hb_filter *filters;
    uint32_t filter_end, filter_capacity, first_free_filter;
    bool keeps_unused_filters; ///< true while a world is loaded: unused filters stay
    bool has_mover_responses;  ///< some item has, or had, a mover_response
    /* arrays by index, allocated up to the highest index in need */
    hb_stored_shape **stored_shapes;
    uint64_t *user_data;
    uint32_t stored_capacity, user_data_capacity;
    void *rooms; ///< for each hb_scratch_use, the bytes that the largest shape needs
    size_t room_size;
    uint32_t living;
    bool mixed;     ///< some item may be no simple AABB, or have a mask of some layers only
    bool round;     ///< some circle may be described by its record
    hb_id *handles; ///< items by rank; 0 in gaps
    uint32_t order_first, order_count, order_capacity;
    uint64_t next_serial;
    uint32_t *epochs; ///< the first index of each 2^32 additions, without the first
    uint32_t epoch_count, epoch_capacity;
    hb_neighbours *near; ///< caches of movers, by index modulo near_count, and one more for results
                         ///< that no later move can use: see move_aabb.c
    uint32_t near_count, near_capacity;
    uint32_t lasting;        ///< items for which hb_may_last is true
    uint64_t version;        ///< grows with every change that may change the candidates of a mover
    hb_layers changed;       ///< layers with changes that are not yet in `changed_at`
    hb_layers ever_changed;  ///< layers with an entry in `changed_at`
    uint64_t changes;        ///< counts the calls that moved layers from `changed`
    uint64_t changed_at[64]; ///< for each layer, `changes` at its last recorded change
    hb_layers active_layers; ///< layers of all items that ever had a mask other than 0
    hb_pair *last_pairs, *new_pairs; ///< of the last step and of this one, in order
    uint32_t last_count, last_capacity, new_capacity;
    hb_user_data_pair
        *pair_user_data; ///< user data of the pairs of the last step, if `has_pair_user_data`
    uint32_t pair_user_data_capacity;
    bool has_pair_user_data;
    hb_event *events;
    uint32_t event_count, event_capacity;
    hb_stats stats;
    hb_mover *movers; ///< includes movers of removed items until the next step
    uint32_t mover_count, mover_capacity;
};

/// Whether a handle names a living item.
static inline bool hb_is_alive(const hb_world *world, hb_id id)
{
    uint32_t index = hb_id_index(id);
    uint32_t rank = index < world->index_count ? world->ranks[index] : HB_NO_RANK;
    return rank < world->order_count && world->handles[rank] == id;
}

/// The filter of an item. A removed item keeps its filter until its index is reused.
static inline const hb_filter *hb_filter_at(const hb_world *world, uint32_t index)
{
    return &world->filters[world->kinds[index] >> HB_FILTER_SHIFT];
}

/// The user data of an item.
static inline uint64_t hb_user_data_at(const hb_world *world, uint32_t index)
{
    return index < world->user_data_capacity ? world->user_data[index] : 0;
}

/// Whether the neighbours of an item on the layers of a mask can be cached for its next moves.
/// Not if the item is on one of these layers: each of its moves would change them (move_aabb.c).
static inline bool hb_may_last(hb_layers layers, hb_layers mask)
{
    return mask != 0 && (mask & layers) == 0;
}

static inline bool hb_is_static(const hb_world *world, uint32_t index)
{
    return (world->kinds[index] & HB_KIND_STATIC) != 0;
}

/// The handle of a living item.
static inline hb_id hb_id_at(const hb_world *world, uint32_t index)
{
    return world->handles[world->ranks[index]];
}

/// The number of items added before an item, living or removed.
/// Of two items the one added first has the lower serial. An index belongs to one epoch of 2^32
/// additions, so the index gives the upper half.
static inline uint64_t hb_serial_of(const hb_world *world, hb_id id)
{
    uint64_t epoch = 0;
    while (epoch < world->epoch_count && world->epochs[epoch] <= hb_id_index(id)) {
        epoch++;
    }
    return epoch << 32 | id >> 32;
}

/// Whether hb_validate_coord surely leaves coordinates of magnitudes `min` to `max` unchanged.
/// They must be neither beyond the domain nor near zero. The test uses floats, with a margin of a
/// factor of 2 for rounding. False for NaN.
static inline bool hb_are_in_domain(f32x4 min, f32x4 max)
{
    return f32x4_between(f32x4_all((float)(2.0 * HB_MIN_COORD)), min, max,
                         f32x4_all((float)(0.5 * HB_MAX_COORD)));
}

static inline bool hb_is_surely_valid(f32x4 a)
{
    a = f32x4_abs(a);
    return hb_are_in_domain(a, a);
}

/// The same test for two vectors; `a` must be NaN where `b` is.
/// If one operand of f32x4_min or f32x4_max is NaN, the result is the second operand.
static inline bool hb_are_surely_valid(f32x4 a, f32x4 b)
{
    a = f32x4_abs(a), b = f32x4_abs(b);
    return hb_are_in_domain(f32x4_min(b, a), f32x4_max(b, a));
}

/// The layers that changed (world.c). A cached query of some layers stays valid while only other
/// layers change.
/// @{

/// Note that an item is added, removed, moved or altered.
/// If its layers change, call this before and after.
static inline void hb_note_change_of(hb_world *world, uint32_t index)
{
    world->changed |= hb_filter_at(world, index)->layers;
}

/// Begin to wait for changes on some layers. @return the `since` for hb_have_changed
uint64_t hb_await_changes(hb_world *world, hb_layers layers);

/// The slow part of hb_have_changed: tests the changes that a later hb_await_changes recorded.
bool hb_had_changed(const hb_world *world, hb_layers layers, uint64_t since);

/// Whether an item on some layers may have changed since hb_await_changes returned `since`.
static inline bool hb_have_changed(const hb_world *world, hb_layers layers, uint64_t since)
{
    return (world->changed & layers) != 0 ||
           (world->changes != since && hb_had_changed(world, layers, since));
}
/// @}

/// Make room for `wanted` indices (world.c).
hb_status hb_world_reserve(hb_world *world, uint64_t wanted);

/// Make room for the user data of `wanted` indices; new entries are 0 (world.c).
hb_status hb_world_reserve_user_data(hb_world *world, uint64_t wanted);

/// Store the user data of the pairs of the last step, taken from its events (events.c).
/// Stores nothing if there is no room.
void hb_keep_pair_user_data(hb_world *world);

/// Make room for the neighbour caches of `lasting` movers (items.c).
hb_status hb_world_reserve_near(hb_world *world, uint32_t lasting);

/// Find the number of a combination of layers, mask and response to movers, or make one (filter.c).
/// Allocates if it is new and there is no room.
/// The number stays valid until the next one is made, or while it is set for an index.
/// @return HB_NO_MEMORY, also if there are 2^23 - 1 combinations; or HB_OK and *out
hb_status hb_filter_find(hb_world *world, hb_layers layers, hb_layers mask,
                         hb_response mover_response, uint32_t *out);

/// Give the item at an index a filter. The index keeps it until it gets another one, even if its
/// item is removed.
void hb_filter_set(hb_world *world, uint32_t index, uint32_t filter);

/// Set the kind flags of an item from its record, filter and one-way direction (items.c).
/// hb_item_find_record first sets the record from a new stored shape.
void hb_item_set_kind(hb_world *world, uint32_t index, hb_shape_kind kind);
void hb_item_find_record(hb_world *world, uint32_t index);

/// Default maximum angle of ground in radians: 45 degrees.
#define HB_DEFAULT_GROUND_ANGLE 0x1.921fb54442d18p-1

/// Round a motion to the domain. @return the errors of hb_world_set_motion for it (motion.c)
hb_status hb_motion_validate(hb_motion *motion);

/// The movers of a world: the index of the first with at least this serial number; the mover of an
/// item, or null; and removing those of removed items (motion.c).
uint32_t hb_mover_index(const hb_world *world, uint64_t serial);
hb_mover *hb_mover_of(const hb_world *world, hb_id id);
void hb_drop_dead_movers(hb_world *world);

/// Unpack a living item into *out. @return out, or null if the handle is stale
const hb_item_view *hb_item_view_of(const hb_world *world, hb_id id, hb_item_view *out);
const hb_item_view *hb_item_view_at(const hb_world *world, uint32_t index, hb_item_view *out);

/// The same without the fields that only moves of the item need.
const hb_item_view *hb_obstacle_at(const hb_world *world, uint32_t index, hb_item_view *out);

/// The placed shape of a living item; *room holds it if it is not stored as placed.
const hb_shape *hb_placed_shape_at(const hb_world *world, uint32_t index, hb_shape *room);

/// Whether the placed shape of an item is an AABB. Then its record holds the anchor.
static inline bool hb_is_box(const hb_world *world, uint32_t index)
{
    return (world->kinds[index] & HB_KIND_MASK) == HB_AABB;
}

/// The position of an item's anchor; hb_stored_anchor is for items that are no box (shape_store.c).
hb_vec hb_stored_anchor(const hb_world *world, uint32_t index);

static inline hb_vec hb_anchor_at(const hb_world *world, uint32_t index)
{
    return hb_is_box(world, index) ? world->records[index].at : hb_stored_anchor(world, index);
}

/// The position of an unpacked item's anchor.
static inline hb_vec hb_view_position(const hb_item_view *slot)
{
    return (hb_vec){slot->pose.x, slot->pose.y};
}

/// An upper bound of the coordinate magnitudes of an unpacked item with its anchor at `at`.
static inline double hb_item_view_reach(const hb_item_view *slot, hb_vec at)
{
    return hb_vec_largest(at) + hb_aabb_largest(slot->rotated.bounds);
}

static inline const hb_filter *hb_item_view_filter(const hb_item_view *slot)
{
    return hb_filter_at(slot->world, slot->index);
}

/// Scratch for the points of an item's shape; null if no item needs any.
static inline void *hb_scratch_for(const hb_world *world, hb_scratch_use use)
{
    return world->rooms != NULL ? (char *)world->rooms + world->room_size * use : NULL;
}

/// Write the items on a layer of `mask` whose boxes share a point with the range to
/// world->candidates. @return their number
int hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask);

/// Whether an item blocks movers from one side only.
static inline bool hb_is_one_way(const hb_item_view *slot)
{
    return !hb_vec_is_zero(slot->one_way);
}

/// Whether the world's policy allows a shape kind.
static inline bool hb_world_takes(const hb_world *world, hb_shape_kind kind)
{
    return hb_policy_applies(world->mode, kind, kind);
}

/// Whether a number is a value of hb_response.
static inline bool hb_is_response(hb_response response)
{
    return (unsigned)response <= HB_BOUNCE;
}

/// The response of a caller, or HB_IGNORE for an invalid number, as no status can refuse it.
static inline hb_response hb_response_of(hb_response response)
{
    return hb_is_response(response) ? response : HB_IGNORE;
}

/// Whether a caller's shape is valid for a query in this world.
static inline bool hb_is_valid_query(const hb_world *world, const hb_shape *shape)
{
    return hb_shape_is_readable(shape) && hb_world_takes(world, shape->kind);
}

/// Sort distinct numbers in ascending order.
void hb_sort_keys(uint64_t *keys, size_t count);

/// The same for up to HB_FEW numbers below 2^31.
void hb_sort_few(const hb_world *world, uint32_t *numbers, uint32_t count);

/// Sort the first `count` numbers of the world's scratch, which are ranks.
void hb_sort_ranks(const hb_world *world, uint32_t count);

#endif
