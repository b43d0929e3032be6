/// Worlds: many shapes, who meets whom, and what is where.
#ifndef HITBOX_WORLD_H
#define HITBOX_WORLD_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Names one item of one world. 0 is never one. A removed item's handle stays dead, however many
/// are added after it.
///
/// Two things no handle says, as worlds that do the same give the same handles in each run. Which
/// world it is of: in another one the same number may name another item. And what a world has gone
/// back from: after hb_world_load, handles that were given out later than the saved moment are dead
/// until the next items get the same numbers. After a load, drop all handles that came later.
typedef uint64_t hb_id;

/// A set of up to 64 layers.
typedef uint64_t hb_layers;
#define HB_ALL_LAYERS UINT64_MAX

/// The broad phase behind a world: all give the same answers in the same order.
typedef enum hb_broad_kind {
    HB_BROAD_GRID,  ///< a grid for each size of things: the default, and the best choice
    HB_BROAD_BRUTE, ///< every box against every box: the oracle for the others
    HB_BROAD_TREE ///< a tree of boxes in boxes: what a question costs does not depend on the sizes
                  ///< of things or on how they lie
} hb_broad_kind;

/// How a world is to be. Start from hb_default_world().
typedef struct hb_world_def {
    hb_policy policy; ///< the contact policy of pairs, queries, moves and events
    hb_broad_kind broad;
    hb_allocator allocator; ///< {0} for malloc
    double
        recover_depth; ///< of hb_move: how deep an overlap may be that moves push out of; 0: half
                       ///< the smaller side of the mover, below 0: never
} hb_world_def;

/// HB_OVERLAP, a grid, malloc, and moves that push out of up to half the mover's smaller side.
hb_world_def hb_default_world(void);

typedef struct hb_world hb_world;

/// What a mover does when it meets an item: see move.h.
typedef enum hb_response {
    HB_IGNORE, ///< as if it were not there; the hit is not kept, so that after a turn it is asked
               ///< about again, and may be `inside` then
    HB_CROSS,  ///< go on through; reported once in a move
    HB_STOP,   ///< "touch": stay where it was met
    HB_SLIDE,  ///< go on along it with what is left of the motion; but not back against the motion,
               ///< nor into what it slid along before: in a wedge the move ends
    HB_BOUNCE  ///< go on with what is left of the motion mirrored, or less of it: hb_move.bounce
} hb_response;

/// What hb_world_add needs to know. Start from hb_default_item().
typedef struct hb_item_def {
    hb_shape shape;     ///< about the anchor: the anchor is the shape's origin; copied, corners too
    double x, y;        ///< where the anchor is
    double angle;       ///< as in hb_transform, with the next two
    double scale;       ///< 1 from hb_default_item
    bool mirrored;      ///< faces the other way
    hb_layers layers;   ///< what the item is
    hb_layers mask;     ///< what it looks for
    uint64_t user_data; ///< yours; the world only keeps it
    hb_vec one_way; ///< {0, 0}, or where what it stops has to come from: see hb_world_set_one_way
    hb_response mover_response; ///< what movers do when they meet it; HB_IGNORE leaves that to the
                                ///< mover: see hb_world_response_to
} hb_item_def;

/// A point at the origin, neither turned nor scaled, on layer bit 0, which looks for all layers.
hb_item_def hb_default_item(void);

/// Make an empty world. The allocator is kept; the rest of `def` is looked at here only.
/// @return HB_NO_MEMORY, HB_INVALID_ENUM, or HB_OK and a world that hb_world_destroy must end
hb_status hb_world_create(const hb_world_def *def, hb_world **out);

/// End a world, which may be null, and give back all memory that it has.
void hb_world_destroy(hb_world *world);

/// @name Items
/// Refusals: those of hb_shape_transform, HB_INVALID_SHAPE, HB_NO_MEMORY, HB_STALE, and
/// HB_UNSUPPORTED for a shape that has no meaning in a world of HB_PIXEL. A world keeps the shape
/// as made, so that an item that is turned over and over keeps its form. The edges of an AABB are
/// the sums of its anchor and its extents, also where such a sum is nearer to zero than
/// HB_MIN_COORD.
///
/// Memory is taken to add an item; to give it another shape; the first time that it is turned,
/// scaled or mirrored, and that it stops from one side only; and for a pair of layers and mask that
/// no other item has. Of such pairs there may be 2^23 - 1, and that of a removed item counts until
/// its index is used again: one more is refused with HB_NO_MEMORY.
/// @{

/// Add an item.
/// @param out  its handle; may be null
/// @return HB_OK; see above for the refusals
hb_status hb_world_add(hb_world *world, const hb_item_def *def, hb_id *out);

/// Take an item out. Its handle is dead from then on.
hb_status hb_world_remove(hb_world *world, hb_id id);

/// Remove all items. Their handles stay dead; the next hb_world_update_events reports their exits.
/// Gives back no memory of the world itself. Cost O(items).
void hb_world_clear(hb_world *world);

/// Put an item's anchor at (x, y), turned and scaled as it is.
hb_status hb_world_set_position(hb_world *world, hb_id id, double x, double y);

/// Where the anchor of an item is. @return HB_STALE, or HB_OK and *out
hb_status hb_world_get_position(const hb_world *world, hb_id id, hb_vec *out);

/// The same of the living item that has an index: see hb_id_index.
hb_status hb_world_set_position_at(hb_world *world, uint32_t index, double x, double y);

/// hb_world_set_position of many items, one after the other: for AABBs in some two thirds of the
/// time.
/// @param at  where the anchor of each of `ids` is to be
/// @return how many were put: `count`, or else the number of the first that hb_world_set_position
/// refuses, which is where it was, as are those after it
int hb_world_set_positions(hb_world *world, const hb_id *ids, const hb_vec *at, int count);

/// Replace the transform of an item.
hb_status hb_world_set_transform(hb_world *world, hb_id id, hb_transform transform);

/// Give an item another shape, about its anchor, which is put at (x, y); turned, scaled and
/// mirrored as the one before. The shape is copied.
hb_status hb_world_set_shape(hb_world *world, hb_id id, const hb_shape *shape, double x, double y);

/// Set what an item is, and what it looks for.
hb_status hb_world_set_layers(hb_world *world, hb_id id, hb_layers layers, hb_layers mask);

/// Read what hb_world_set_layers sets. @param layers, mask  may be null. @return HB_STALE or HB_OK
hb_status hb_world_get_layers(const hb_world *world, hb_id id, hb_layers *layers, hb_layers *mask);

/// Replace an item's user data. @return HB_OK; or HB_STALE, HB_NO_MEMORY
hb_status hb_world_set_user_data(hb_world *world, hb_id id, uint64_t user_data);

/// Read an item's user data. @return HB_STALE, or HB_OK and *out
hb_status hb_world_get_user_data(const hb_world *world, hb_id id, uint64_t *out);

/// Let an item stop others from one side only: {0, -1} is a ledge that is landed on from above, and
/// jumped through from below. {0, 0} stops from all sides.
///
/// It stops a mover whose leg begins wholly on that side of it, or beside it, and that meets it on
/// a side which faces that way, be it upright, sloped or round. For all others it is not there in a
/// move, so that nothing is thrown out that is inside. It never is a hindrance to
/// hb_world_query_blockers and hb_depenetration.
/// @param way  about the item's anchor: mirrored and turned with it; of any length
/// @return HB_STALE, HB_NO_MEMORY, or as every maker
hb_status hb_world_set_one_way(hb_world *world, hb_id id, hb_vec way);
/// @}

/// Whether a handle names a living item.
bool hb_world_has(const hb_world *world, hb_id id);

/// How many items there are.
int hb_world_item_count(const hb_world *world);
hb_policy hb_world_get_policy(const hb_world *world);
hb_broad_kind hb_world_get_broad(const hb_world *world);

/// Exchange the broad phase. The answers stay what they are.
/// @return HB_NO_MEMORY, HB_INVALID_ENUM, or HB_OK
hb_status hb_world_set_broad(hb_world *world, hb_broad_kind broad);

/// A part of the plane by which the broad phase finds things: to be drawn, to see how it works.
typedef struct hb_region {
    hb_aabb box; ///< roughly, as floats have it
    int depth;   ///< of a grid 0 for the smallest things; of a tree 0 for the root
    int count;   ///< of the things that begin in a cell, or that are in a box of the tree
} hb_region;

/// The regions of the broad phase. Of a grid the cells in which something begins, and one box
/// around those few things that have left their cells since all were sorted; of a tree its boxes,
/// without those of the things themselves; of brute force none. They depend on all that was done to
/// the world, and may be others in the next version.
/// @param out  up to `capacity` of them; may be null if that is 0
/// @return how many there are; -1 if the buffer is invalid
int hb_world_get_regions(const hb_world *world, hb_region *out, int capacity);

/// An item as it is now; as in hb_item_def.
typedef struct hb_item {
    hb_id id;
    double x, y;
    double angle, scale;
    bool mirrored;
    hb_layers layers, mask;
    uint64_t user_data;
    hb_vec one_way;
    hb_response mover_response;
} hb_item;

/// All of an item but its shape. @return HB_STALE, or HB_OK and *out
hb_status hb_world_get_item(const hb_world *world, hb_id id, hb_item *out);

/// The response of a mover to an item, from data: the first one among whose layers is one of the
/// item's; else the item's mover_response; else `otherwise`. Pass it to hb_move_respond,
/// hb_walk_respond and so on.
/// @param responses  HB_BOUNCE + 1 sets of layers, by response; may be null
/// @param other      if it was removed, its last layers and mover_response count
hb_response hb_world_response_to(const hb_world *world, hb_id other, const hb_layers *responses,
                                 hb_response otherwise);

/// Which form of an item's shape is asked for.
typedef enum hb_shape_form {
    HB_FORM_LOCAL,   ///< about the anchor, as it was given
    HB_FORM_ROTATED, ///< about the anchor, as the angle, the scale and mirroring leave it
    HB_FORM_WORLD    ///< where it is
} hb_shape_form;

/// The shape of an item. What it points to, if anything, is the world's and valid until the world
/// is changed: to keep it, hb_shape_copy.
/// @return HB_STALE, HB_INVALID_ENUM, or HB_OK and *out
hb_status hb_world_get_shape(const hb_world *world, hb_id id, hb_shape_form form, hb_shape *out);

/// How two items touch where they are: hb_shape_contact of their placed shapes, without a copy of
/// these.
/// @param out  what it fills is valid if this returns true
/// @return false if they do not touch under `policy`, or if one of them is stale
bool hb_world_contact(const hb_world *world, hb_id a, hb_id b, hb_policy policy, hb_contact *out);

/// Iterate over the items in the order of adding: the first item for id 0, then the item behind
/// `id`, which may have been removed meanwhile:
///
///     for (hb_id id = 0; (id = hb_world_next(world, id)) != 0;) {
///         if (is_over(id)) {
///             hb_world_remove(world, id);
///         }
///     }
///
/// Items may be added and removed between two calls: each item that stays is visited once, added
/// ones at the end. Cost O(1), and O(log items) behind a removed one, gaps aside.
/// @return 0 if there are no more items
hb_id hb_world_next(const hb_world *world, hb_id id);

/// The part of a handle that is small and used again, for arrays beside the world: from 0 up to one
/// less than as many items as were ever alive at once. Only after each 2^32 additions the indices
/// given out so far are retired, and it goes on behind them.
static inline uint32_t hb_id_index(hb_id id)
{
    return (uint32_t)(id & UINT32_MAX);
}

/// The handle of the living item that has an index, 0 if none has.
hb_id hb_world_id_at(const hb_world *world, uint32_t index);

/// How many indices there are so far. That of each item is below it; who is added next has one that
/// is below, or this one: so arrays beside the world can be made large enough before.
uint32_t hb_world_index_count(const hb_world *world);

/// The items that a query or a cast may find. Start from hb_default_query_filter(); null counts as
/// that. A line of sight leaves out its shooter:
///
///     hb_query_filter filter = hb_default_query_filter();
///     filter.exclude = &shooter;
///     filter.exclude_count = 1;
///     if (hb_world_raycast(world, x, y, dx, dy, &filter, &hit) == 1) {
typedef struct hb_query_filter {
    hb_layers mask;       ///< only items on one of these layers
    const hb_id *exclude; ///< items to leave out, e.g. the parts of one vehicle; null if none.
                          ///< Removed ones may be among them. Each candidate is compared with all
    int exclude_count;
} hb_query_filter;

/// All layers; no item is left out.
hb_query_filter hb_default_query_filter(void);

/// @name Queries
/// Each writes up to `capacity` results and returns how many there are. If those are more, what was
/// written is some of them: grow the buffer and ask again. `out` may be null if `capacity` is 0.
/// Results come in the order in which the items were added. The world's policy says what counts.
/// A null filter lets all items through. Queries take no memory.
/// -1: a value is not finite or outside the domain, a size is below zero, the policy has no meaning
/// for the shape, or a shape or buffer is invalid.
/// @{

/// The items at a point.
int hb_world_query_point(const hb_world *world, double x, double y, const hb_query_filter *filter,
                         hb_id *out, int capacity);

/// The items that a box meets, by its left top corner and size.
int hb_world_query_rect(const hb_world *world, double x, double y, double w, double h,
                        const hb_query_filter *filter, hb_id *out, int capacity);

/// A result of one of many queries.
typedef struct hb_batch_hit {
    hb_id id;
    int query; ///< the number of the query, from 0 on
} hb_batch_hit;

/// Run hb_world_query_point for each of some points. The answers are in the order of the points,
/// those of each in the order of adding. INT_MAX stands for that many and for any more. Returns -1
/// if a point is refused: then the contents of `out` mean nothing.
int hb_world_query_point_batch(const hb_world *world, const hb_vec *points, int count,
                               const hb_query_filter *filter, hb_batch_hit *out, int capacity);

/// The same of many boxes, each by its edges: as hb_world_query_rect.
int hb_world_query_rect_batch(const hb_world *world, const hb_aabb *rects, int count,
                              const hb_query_filter *filter, hb_batch_hit *out, int capacity);

/// The items that a disc meets, by its centre and radius.
int hb_world_query_circle(const hb_world *world, double x, double y, double r,
                          const hb_query_filter *filter, hb_id *out, int capacity);

/// The items that a shape meets where it is.
int hb_world_query_shape(const hb_world *world, const hb_shape *placed,
                         const hb_query_filter *filter, hb_id *out, int capacity);

/// An item, and where a ray or a moving shape meets it.
typedef struct hb_cast_hit {
    hb_id id;
    hb_cast_result result;
} hb_cast_hit;

/// The first item that a ray from (x, y) to (x + dx, y + dy) hits, as hb_shape_raycast decides,
/// under any policy. Of items at the same t: the one that was added first.
/// @return 1 and *out; 0; or -1, also if the end of the ray is outside the domain
int hb_world_raycast(const hb_world *world, double x, double y, double dx, double dy,
                     const hb_query_filter *filter, hb_cast_hit *out);

/// All items that a ray hits, as hb_world_raycast takes it: by t, then in the order of adding.
int hb_world_raycast_all(const hb_world *world, double x, double y, double dx, double dy,
                         const hb_query_filter *filter, hb_cast_hit *out, int capacity);

/// A ray: where it begins, and how far it goes.
typedef struct hb_ray {
    double x, y, dx, dy;
} hb_ray;

/// Run hb_world_raycast for each of some rays.
/// @param out  what each ray hits; its id is 0 and its time 1 where that is nothing
/// @return how many of them hit something; -1 if one of the rays is refused: then what was written
/// means nothing
int hb_world_raycast_batch(const hb_world *world, const hb_ray *rays, int count,
                           const hb_query_filter *filter, hb_cast_hit *out);

/// Where a segment enters an item, and where it leaves the item for good.
typedef struct hb_crossing {
    hb_cast_hit hit;     ///< where it enters
    hb_cast_result exit; ///< as of the segment reversed, but t counts from the start, and is never
                         ///< before hit.result.t. `inside`: the segment ends in the item, t is 1.
                         ///< An item that is met only at the segment's end is left there, too. The
                         ///< time is good to 1e-11, and to the rounding of the coordinates.
} hb_crossing;

/// All items that the segment from (x1, y1) to (x2, y2) crosses, with entry and exit: by t of the
/// entry, then in the order of adding. As hb_world_raycast_all, but for the end: it is exactly
/// (x2, y2), also where x2 - x1 is no double. What the segment grazes before its end, by less than
/// 2^-52 of its length, rounding decides. -1 also if the ends are farther apart than HB_MAX_COORD
/// along an axis.
int hb_world_query_segment(const hb_world *world, double x1, double y1, double x2, double y2,
                           const hb_query_filter *filter, hb_crossing *out, int capacity);

/// All items that a shape meets on a straight way, as hb_shape_cast says under the world's policy,
/// by t, then in the order of adding. What it overlaps at the start is met at t = 0.
int hb_world_shape_cast_all(const hb_world *world, const hb_shape *placed, double dx, double dy,
                            const hb_query_filter *filter, hb_cast_hit *out, int capacity);

/// The first of those: 1 and *out, or 0, or -1.
int hb_world_shape_cast(const hb_world *world, const hb_shape *placed, double dx, double dy,
                        const hb_query_filter *filter, hb_cast_hit *out);

/// An item, and how near it is.
typedef struct hb_nearest_item {
    hb_id id;
    double distance;          ///< 0 where the two share a point
    hb_vec on_shape, on_item; ///< the closest points
} hb_nearest_item;

/// The `capacity` nearest items to a shape, or fewer if no more are within `max_distance`,
/// which may be infinite: by the distance, as hb_shape_distance says it, then in the order of
/// adding, whatever the world's policy. Here nothing beyond the capacity is counted.
/// @return how many were written; -1 if `max_distance` is NaN or below 0, or a shape or buffer is
///             invalid
int hb_world_query_nearest(const hb_world *world, const hb_shape *placed, double max_distance,
                           const hb_query_filter *filter, hb_nearest_item *out, int capacity);

typedef struct hb_pair {
    hb_id a, b; ///< a was added before b
} hb_pair;

/// Every pair of items that meet and of which at least one looks for the other, once, ordered by a
/// and then by b in the order of adding. INT_MAX stands for that many and for any more, as there
/// are where 65,537 things lie in one place.
int hb_world_query_pairs(hb_world *world, hb_pair *out, int capacity);
/// @}

/// What the last hb_world_query_pairs or hb_world_update_events did.
typedef struct hb_stats {
    uint64_t tested; ///< pairs that the broad phase compared
    uint64_t found;  ///< pairs that meet, and of which one looks for the other
} hb_stats;

hb_stats hb_world_get_stats(const hb_world *world);

/// @name Events
/// An update compares the pairs that overlap now with those of the update before.
/// @{
typedef enum hb_event_kind { HB_ENTER, HB_STAY, HB_EXIT } hb_event_kind;

typedef struct hb_event {
    hb_event_kind kind;
    /// a was added before b. On HB_EXIT either may be removed by now, and another item may have its
    /// index: go by the user data.
    hb_id a, b;
    /// Of both items; of a removed one as it was when the two last overlapped in an update.
    uint64_t user_data_a, user_data_b;
} hb_event;

/// Find the pairs that overlap now, and make events of what has changed since the last update.
/// Moves nothing: see hb_world_move_all.
/// @return HB_NO_MEMORY, and the events are those of the update before; or HB_OK
hb_status hb_world_update_events(hb_world *world);

/// The events of the last update, ordered by a, then b. Valid until the next update.
const hb_event *hb_world_get_events(const hb_world *world, int *count);

/// The events of the last update without HB_STAY: pairs that began or ceased to overlap, in the
/// same order.
/// @param out  up to `capacity` of them; may be null if that is 0
/// @return how many there are; -1 if the buffer is invalid. Cost O(events)
int hb_world_get_changes(const hb_world *world, hb_event *out, int capacity);
/// @}

/// @name Saving
/// A whole world as bytes, for games that are saved and for going back by some frames:
///
///     size_t size = hb_world_save(world, HB_PIXELS_KEPT, buffer, capacity);
///     ...
///     hb_status status = hb_world_load(world, buffer, size, NULL, 0);
///
/// A world that was loaded goes on as the one that was saved would have, to the last bit: items
/// have their handles, and what is added gets those that it would have had; the order of adding,
/// motions, contacts and the policy are the same. So a handle that was given out after
/// the moment to which a world goes back is dead there only until another item gets it: see hb_id.
///
/// The bytes are the same from every processor and compiler, and so is what is made of them: sines
/// are the library's own (hb_direction). The allocator and the broad phase are not a part of it, as
/// no answer depends on them, and neither is hb_stats, which is 0 after a load.
/// @{

/// Whether the pixels of masks are among the bytes.
typedef enum hb_save_pixels {
    HB_PIXELS_SAVED, ///< each picture once: for files and for other programs
    HB_PIXELS_KEPT   ///< by you, in memory: for going back
} hb_save_pixels;

/// Write a world as bytes. Takes no memory. Cost O(items); each item that has a mask is compared
/// with all masks.
/// @param out  up to `capacity` bytes; may be null if that is 0
/// @return how many bytes there are; if those are more than `capacity`, none were written. 0 if
///         `pixels` is none of its values, or `out` is null with a capacity
size_t hb_world_save(const hb_world *world, hb_save_pixels pixels, void *out, size_t capacity);

/// Make a world what was saved: whatever it held is gone. Bytes from anywhere may be tried. What
/// both have in common is left as it is, and memory is taken only for what there is no room for. A
/// move, a walk, a depenetration or a carry that has begun goes on in the world as it is then.
/// @param masks  those of the items, which must outlive these, in the order of their first items:
///               for HB_PIXELS_KEPT as hb_world_get_masks has told them when it was saved, for
///               HB_PIXELS_SAVED one of hb_saved_mask_create for each number. Null if there are
///               none
/// @return HB_SAVE_DAMAGED, HB_SAVE_TOO_NEW, HB_SAVE_OTHER_MASKS, HB_TOO_MANY_CORNERS (a shape of
/// more than HB_MAX_CORNERS corners), HB_INVALID_BUFFER or HB_NO_MEMORY, and the world is as it
/// was; or HB_OK
hb_status hb_world_load(hb_world *world, const void *bytes, size_t size,
                        const hb_mask *const *masks, int mask_count);

/// The masks that a world's items have, each once.
/// @param out  up to `capacity` of them; may be null if that is 0
/// @return how many there are; -1 if the buffer is invalid
int hb_world_get_masks(const hb_world *world, const hb_mask **out, int capacity);

/// How many masks have their pixels in a saved world.
/// @return HB_SAVE_DAMAGED, HB_SAVE_TOO_NEW, or HB_OK and *count
hb_status hb_saved_mask_count(const void *bytes, size_t size, int *count);

/// Make one of them, 0 .. count - 1, which is yours. @return as hb_mask_create, and as above
hb_status hb_saved_mask_create(const hb_allocator *allocator, const void *bytes, size_t size,
                               int number, hb_mask **out);

/// A checksum, for what you keep beside a saved world. A change of one byte always changes it, any
/// other one nearly always. It does not protect from those who change bytes on purpose.
uint64_t hb_checksum(const void *bytes, size_t size);
/// @}

#ifdef __cplusplus
}
#endif

#endif
