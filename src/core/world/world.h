/// What the files of the world share. Internal to the core.
///
/// An item has an index, which is used again, and a handle, which is not: its upper half is the
/// lower half of how many were added before (its serial), so that a stale one never comes back to
/// life. Every 2^32 additions no index is used again that was in use before: see hb_serial_of.
/// A living item's rank is its place in the order of adding: results are sorted by it, whatever the
/// broad phase names first. Ranks change when gaps are closed; serials never do.
///
/// The tag of an AABB that is neither turned nor scaled says all of it. Any other item has a stored
/// shape (shape_store.c). hb_unpack_* and hb_placed_shape_at make a shape of an item.
#ifndef HB_WORLD_H
#define HB_WORLD_H

#include "../base/simd.h"
#include "../broad/broad.h"
#include "../collide/collide.h"
#include "../hitbox/move.h"

#define HB_NO_INDEX INT32_MAX

/// The layers and the mask of items, and their response to movers: see filter.c.
typedef struct hb_filter {
    hb_layers layers, mask;
    hb_response mover_response;
    uint32_t users; ///< indices that have it
    uint32_t next;  ///< of the same hash; of those that are free
    uint32_t first; ///< of those whose hash is this place
} hb_filter;

/// What hb_world.kinds says of an item in one word: see hb_item_set_kind.
/// @{
#define HB_KIND_MASK 0x0fU        ///< the hb_shape_kind of its shape where it is placed
#define HB_KIND_SIMPLE_AABB 0x10U ///< a box on some layer, and the policy is not HB_PIXEL
#define HB_KIND_ALL_MASK 0x20U    ///< it looks for all layers: whoever is on one is wanted
#define HB_KIND_ONE_WAY 0x40U     ///< it stops from one side only
#define HB_KIND_STATIC 0x80U      ///< it looks for nobody
#define HB_KIND_MOVABLE                                                                            \
    0x100U                   ///< alive, told of by its tag, and can be wherever its anchor is plain
#define HB_KIND_FLAGS 0x1ffU ///< all of these
#define HB_FILTER_SHIFT 9    ///< the rest is the number of its filter
#define HB_MAX_FILTERS (1U << (32 - HB_FILTER_SHIFT))
/// @}

/// The rank of a dead one; where its index is free, with the next that is, or HB_NO_INDEX.
#define HB_NO_RANK (1U << 31)

/// What is kept of an item beyond its tag: see shape_store.c.
typedef struct hb_stored_shape hb_stored_shape;

/// An item as it is unpacked, to be looked at; valid until the world is changed.
typedef struct hb_item_view {
    const struct hb_world *world;
    hb_id id;
    uint32_t index;
    uint64_t serial;
    hb_vec one_way;  ///< about the anchor, as made
    hb_shape placed; ///< where it is
    /* of what hb_obstacle_at unpacked the pose if it stops from one side only, else nothing: */
    hb_transform pose;
    hb_shape turned; ///< about the anchor
} hb_item_view;

/// What scratch for the points of large shapes is used for.
typedef enum hb_scratch_use {
    HB_SCRATCH_FROM,   ///< where a leg of a move begins
    HB_SCRATCH_TO,     ///< where it leads
    HB_SCRATCH_TRIED,  ///< where the mover may stop
    HB_SCRATCH_PUSHER, ///< where what pushes it is going
    HB_SCRATCH_COUNT
} hb_scratch_use;

/// So many neighbours of a mover are remembered.
#define HB_MAX_NEIGHBOURS 16

/// Four boxes, by their edges: those of one kind lie together, to be compared at once.
typedef struct hb_box_x4 {
    double x0[4], y0[4], x1[4], y1[4];
} hb_box_x4;

/// What is near a mover: all candidates in a range, as of a version of the world.
typedef struct hb_neighbours {
    hb_id id;         ///< of the mover, or 0
    hb_layers wanted; ///< on which layers it looked
    uint64_t version; ///< the world's `version`; if `lasting`, what hb_await_changes has said
    hb_aabb range;
    double size; ///< neither the range nor any of these has an edge that is farther from 0
    int count;
    bool lasting;
    uint32_t items[HB_MAX_NEIGHBOURS];
    hb_box_x4 bounds[HB_MAX_NEIGHBOURS / 4]; ///< of these: side by side, they take no time
} hb_neighbours;

/// So many movers have neighbours that are remembered; more share their places.
#define HB_MAX_REMEMBERED 4096

/// What hb_item_def.tag was of the two items of a pair.
typedef struct hb_user_data_pair {
    uint64_t a, b;
} hb_user_data_pair;

/// An item that moves by itself.
typedef struct hb_mover {
    hb_id id;
    uint64_t serial; ///< of its item; movers are in this order
    hb_motion motion;
} hb_mover;

/// For each of up to HB_FEW numbers below 2^31, no two of them equal, how many are less. Both
/// arrays have room for 7 more.
#define HB_FEW 64
typedef void hb_find_ranks(const uint32_t *numbers, uint32_t count, uint32_t *places);

/// The best way for this processor; all give the same.
hb_find_ranks *hb_best_find_ranks(void);

/// Scratch for a number of each of so many items, and HB_SPARE more; and behind the numbers for a
/// bit of each rank, of which there are no more than 2 * capacity + 17.
#define HB_CANDIDATE_CAPACITY(capacity) ((capacity) + (capacity) / 16 + HB_SPARE)

struct hb_world {
    hb_allocator allocator;
    hb_policy mode;
    double recover; ///< of hb_world_def
    hb_find_ranks *find_ranks;
    hb_broad_kind broad_kind;
    const hb_broad_ops *broad_ops;
    void *broad;
    const bool *rebuild_flag; ///< hb_broad_ops.rebuild_flag of it, or one that is never set
    /* by index; in one block */
    void *block;
    hb_item_record *records;
    uint32_t *ranks;
    uint32_t *candidates; ///< scratch of one query, HB_CANDIDATE_CAPACITY of them
    uint32_t *kinds;
    uint32_t index_count, index_capacity;
    uint32_t first_free; ///< the others are behind it in their ranks
    hb_filter *filters;
    uint32_t filter_end, filter_capacity, first_free_filter;
    bool keeps_unused_filters; ///< also those that nobody has, as a world is being loaded
    bool has_mover_responses;  ///< some item has, or had, a mover_response
    /* by index, as far as anything needs them */
    hb_stored_shape **stored_shapes;
    uint64_t *user_data;
    uint32_t stored_capacity, user_data_capacity;
    void *rooms; ///< for each hb_scratch_use, as much as the largest shape needs
    size_t room_size;
    uint32_t living;
    bool mixed;     ///< there may be items that are no plain ones, or look for some layers only
    bool round;     ///< there may be circles that their tags tell of
    hb_id *handles; ///< items by rank; 0 in gaps
    uint32_t order_first, order_count, order_capacity;
    uint64_t next_serial;
    uint32_t *epochs; ///< the first index of each 2^32 additions but the first
    uint32_t epoch_count, epoch_capacity;
    hb_neighbours *near; ///< of movers, by index, as many as there is room for; and one for those
                         ///< that are of no use to anybody's next move: see move_aabb.c
    uint32_t near_count, near_capacity;
    uint32_t lasting; ///< items of which hb_may_last is true
    uint64_t version; ///< grows with whatever may change who is a candidate for whom
    /* see changes.h */
    hb_layers changed;       ///< layers with changes for which nobody has waited yet
    hb_layers ever_changed;  ///< all others that have ever had any
    uint64_t changes;        ///< grows where somebody waits for such a layer's next ones
    uint64_t changed_at[64]; ///< of each layer, what that was when it last had any
    hb_layers active_layers; ///< of all items that have ever looked for somebody
    hb_pair *met, *meeting;  ///< the pairs of the last step, in order; those of this one
    uint32_t met_count, met_capacity, meeting_capacity;
    hb_user_data_pair
        *met_user_data; ///< the tags of the pairs of the last step, if `has_met_user_data`
    uint32_t met_user_data_capacity;
    bool has_met_user_data;
    hb_event *events;
    uint32_t event_count, event_capacity;
    hb_stats stats;
    hb_mover *movers; ///< those of removed items too, until the next step
    uint32_t mover_count, mover_capacity;
};

/// Whether a handle names something alive.
static inline bool hb_is_alive(const hb_world *world, hb_id id)
{
    uint32_t index = hb_id_index(id);
    uint32_t rank = index < world->index_count ? world->ranks[index] : HB_NO_RANK;
    return rank < world->order_count && world->handles[rank] == id;
}

/// What an item is on and looks for; also of one that was removed, until its index is used again.
static inline const hb_filter *hb_filter_at(const hb_world *world, uint32_t index)
{
    return &world->filters[world->kinds[index] >> HB_FILTER_SHIFT];
}

/// hb_item_def.tag of an item.
static inline uint64_t hb_user_data_at(const hb_world *world, uint32_t index)
{
    return index < world->user_data_capacity ? world->user_data[index] : 0;
}

/// Whether what is near an item on the layers of a mask can be remembered for its next moves: not
/// if it is on one of these itself, as then each of its moves changes what is there (move_aabb.c).
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

/// How many were added before an item, living or dead; of two items the one added first has the
/// lower one. An index is used by the items of one epoch only, so that it says the upper half.
static inline uint64_t hb_serial_of(const hb_world *world, hb_id id)
{
    uint64_t epoch = 0;
    while (epoch < world->epoch_count && world->epochs[epoch] <= hb_id_index(id)) {
        epoch++;
    }
    return epoch << 32 | id >> 32;
}

/// Whether the magnitudes of some coordinates, `least` to `most`, are surely neither beyond the
/// domain nor next to nothing, so that hb_validate_coord leaves them as they are: by their floats,
/// with some room for rounding. NaN is not.
static inline bool hb_are_in_domain(f32x4 least, f32x4 most)
{
    return f32x4_between(f32x4_all((float)(2.0 * HB_MIN_COORD)), least, most,
                         f32x4_all((float)(0.5 * HB_MAX_COORD)));
}

static inline bool hb_is_surely_valid(f32x4 a)
{
    a = f32x4_abs(a);
    return hb_are_in_domain(a, a);
}

/// The same of twice as many; `a` is NaN where `b` is. Of two of which one is NaN, the least and
/// the greatest are the second one.
static inline bool hb_are_surely_valid(f32x4 a, f32x4 b)
{
    a = f32x4_abs(a), b = f32x4_abs(b);
    return hb_are_in_domain(f32x4_min(b, a), f32x4_max(b, a));
}

/// Room for so many indices (world.c).
hb_status hb_world_reserve(hb_world *world, uint64_t wanted);

/// Room for the tags of users, by index; new ones are 0 (world.c).
hb_status hb_world_reserve_user_data(hb_world *world, uint64_t wanted);

/// Keep the tags of the pairs that met in the last step, as its events say, if there is room for
/// them (events.c).
void hb_keep_met_user_data(hb_world *world);

/// Room for the neighbours of so many movers that keep theirs (items.c).
hb_status hb_world_reserve_near(hb_world *world, uint32_t lasting);

/// Note an item's kind, whose tag says where it is, and whether its layers can go without saying;
/// and where its stored shape says that it is, which is new (items.c).
void hb_item_set_kind(hb_world *world, uint32_t index, hb_shape_kind kind);
void hb_item_find_record(hb_world *world, uint32_t index);

/// Round a motion to the domain. @return what of hb_world_set_motion is about it (advance.c)
hb_status hb_motion_validate(hb_motion *motion);

/// Unpack a living item: into *out, which is returned; null if the handle is stale.
const hb_item_view *hb_item_view_of(const hb_world *world, hb_id id, hb_item_view *out);
const hb_item_view *hb_item_view_at(const hb_world *world, uint32_t index, hb_item_view *out);

/// The same without what its moves alone need.
const hb_item_view *hb_obstacle_at(const hb_world *world, uint32_t index, hb_item_view *out);

/// The shape of a living item where it is; *room is for one that is not kept as it is.
const hb_shape *hb_placed_shape_at(const hb_world *world, uint32_t index, hb_shape *room);

/// Whether an item is an AABB as it is placed: then its tag says where.
static inline bool hb_is_box(const hb_world *world, uint32_t index)
{
    return (world->kinds[index] & HB_KIND_MASK) == HB_AABB;
}

/// Where an item's anchor is; and that of one with a stored shape (shape_store.c).
hb_vec hb_stored_anchor(const hb_world *world, uint32_t index);

static inline hb_vec hb_anchor_at(const hb_world *world, uint32_t index)
{
    return hb_is_box(world, index) ? world->records[index].at : hb_stored_anchor(world, index);
}

/// Where an unpacked item's anchor is.
static inline hb_vec hb_view_position(const hb_item_view *slot)
{
    return (hb_vec){slot->pose.x, slot->pose.y};
}

/// What no coordinate of an unpacked item is above in magnitude if its anchor is at a place.
static inline double hb_item_view_reach(const hb_item_view *slot, hb_vec at)
{
    return hb_vec_largest(at) + hb_aabb_largest(slot->turned.bounds);
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

/// Candidates whose boxes share a point with the range and which are on a layer of `mask`, into
/// world->candidates.
int hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask);

/// Settle the normal of an impact, where it is of an exact corner. @return whether it is
/// (corner_normal.c)
bool hb_choose_corner_side(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                           hb_cast_result *impact);

/// The same of a strike of compounds or masks: its parts become those that have the normal.
bool hb_choose_corner_part(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                           hb_part_hit *strike);

/// Whether and where a mover on a straight way meets one item where that is, as if there was no
/// other, and is not let through (sweep_step.c). @param out its normal is settled as that of an
/// hb_hit
bool hb_would_hit(hb_world *world, const hb_item_view *mover, hb_vec from, hb_vec goal,
                  const hb_item_view *other, hb_cast_result *out);

/// Where a mover that comes straight `from` a place is stopped by a shape: beside it to the last
/// bit and not within it. @return `goal` if it is not met, `from` if it was within it there
hb_vec hb_place_beside(const hb_item_view *mover, hb_vec from, hb_vec goal,
                       const hb_shape *obstacle);

/// Whether an item stops others from one side only (one_way.c).
static inline bool hb_is_one_way(const hb_item_view *slot)
{
    return !hb_vec_is_zero(slot->one_way);
}

/// Whether a mover at a place is not where such an item would stop it: inside of it, or behind it.
bool hb_one_way_lets_through(const hb_shape *mover, const hb_item_view *one_way);

/// Whether a side of such an item, by its normal, faces the way from which it stops.
bool hb_one_way_faces(const hb_item_view *one_way, hb_vec normal);

/// Whether two shapes may share a world of this policy.
static inline bool hb_world_takes(const hb_world *world, hb_shape_kind kind)
{
    return hb_policy_applies(world->mode, kind, kind);
}

/// Whether a number is one of hb_response.
static inline bool hb_is_response(hb_response response)
{
    return (unsigned)response <= HB_BOUNCE;
}

/// A caller's response; HB_IGNORE for a number that is none, as there is no status to refuse it.
static inline hb_response hb_response_of(hb_response response)
{
    return hb_is_response(response) ? response : HB_IGNORE;
}

/// Whether a query may be about a caller's shape.
static inline bool hb_is_valid_query(const hb_world *world, const hb_shape *shape)
{
    return hb_shape_is_readable(shape) && hb_world_takes(world, shape->kind);
}

/// Sort numbers, of which no two are equal, from the least on.
void hb_sort_keys(uint64_t *keys, size_t count);

/// The same of up to HB_FEW numbers below 2^31.
void hb_sort_few(const hb_world *world, uint32_t *numbers, uint32_t count);

/// Sort the ranks with which the world's scratch begins.
void hb_sort_ranks(const hb_world *world, uint32_t count);

#endif
