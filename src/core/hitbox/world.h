/// Worlds: items with shapes and layers, queries, casts, pairs, events and saved worlds.
#ifndef HITBOX_WORLD_H
#define HITBOX_WORLD_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A handle that names one item of one world. 0 is never a handle. The handle of a removed item
/// stays dead, however many items are added later.
///
/// A handle names neither its world nor a moment in it, as worlds that do the same give the same
/// handles in each run. In another world the same number may name another item. After
/// hb_world_load, handles that were given out after the saved moment are dead until new items get
/// the same numbers: drop all such handles after a load.
typedef uint64_t hb_id;

/// A set of up to 64 layers.
typedef uint64_t hb_layers;
#define HB_ALL_LAYERS UINT64_MAX

/// The broad phase of a world. All kinds give the same results in the same order.
typedef enum hb_broad_kind {
    HB_BROAD_GRID,  ///< a grid for each size of items: the default, and the best choice
    HB_BROAD_BRUTE, ///< tests every box against every box: the oracle for the others
    HB_BROAD_TREE   ///< a tree of boxes in boxes: the cost of a query does not depend on the sizes
                    ///< or the positions of items
} hb_broad_kind;

/// The settings of a world. Start from hb_default_world().
typedef struct hb_world_def {
    hb_policy policy; ///< the contact policy of pairs, queries, moves and events
    hb_broad_kind broad;
    hb_allocator allocator; ///< {0} for malloc
    double
        recover_depth; ///< default of hb_move: how deep an overlap may be that moves push out of;
                       ///< 0: half the smaller side of the mover, below 0: never
} hb_world_def;

/// HB_OVERLAP, a grid, malloc; moves push out of overlaps up to half the mover's smaller side.
hb_world_def hb_default_world(void);

typedef struct hb_world hb_world;

/// How a mover responds to an item that it hits: see move.h.
typedef enum hb_response {
    HB_IGNORE, ///< as if it were not there; the hit is not kept, so after a deflection the item may
               ///< be hit again, and may be `inside` then
    HB_CROSS,  ///< pass through; reported once in a move
    HB_STOP,   ///< "touch": stay at the position of the hit
    HB_SLIDE,  ///< go on along it with the rest of the motion, but not back against the motion, nor
               ///< into an obstacle that it slid along before: in a wedge the move ends
    HB_BOUNCE  ///< go on with the rest of the motion mirrored, or a part of it: hb_move.bounce
} hb_response;

/// The properties of a new item. Start from hb_default_item().
typedef struct hb_item_def {
    hb_shape shape;     ///< its origin is the item's anchor; copied, corners too
    double x, y;        ///< position of the anchor
    double angle;       ///< as in hb_transform, with the next two
    double scale;       ///< 1 from hb_default_item
    bool mirrored;      ///< faces the other way
    hb_layers layers;   ///< the layers that the item is on
    hb_layers mask;     ///< the layers that it can hit or overlap
    uint64_t user_data; ///< yours; the world only keeps it
    hb_vec one_way;     ///< {0, 0}, or the side from which it blocks: see hb_world_set_one_way
    hb_response mover_response; ///< how movers respond to it; HB_IGNORE leaves that to the mover:
                                ///< see hb_world_response_to
} hb_item_def;

/// A point at the origin, neither rotated nor scaled, on layer bit 0, with all layers in its mask.
hb_item_def hb_default_item(void);

/// Create an empty world. It keeps the allocator; the rest of `def` is read here only.
/// @return HB_NO_MEMORY, HB_INVALID_ENUM, or HB_OK and a world for hb_world_destroy
hb_status hb_world_create(const hb_world_def *def, hb_world **out);

/// Destroy a world, which may be null, and free all its memory.
void hb_world_destroy(hb_world *world);

/// @name Items
/// Errors: those of hb_shape_transform, HB_INVALID_SHAPE, HB_NO_MEMORY, HB_STALE, and
/// HB_UNSUPPORTED for a shape that has no meaning in a world of HB_PIXEL. A world keeps the shape
/// as made, so an item keeps its form however often it is rotated. The edges of an AABB are the
/// sums of its anchor and its extents, also if such a sum is nearer to zero than HB_MIN_COORD.
///
/// The world allocates memory to add an item and to give it another shape. It also does so the
/// first time that an item is rotated, scaled, mirrored or made one-way, and for a pair of
/// layers and mask that no other item has. At most 2^23 - 1 such pairs can exist; one more is
/// refused with HB_NO_MEMORY. The pair of a removed item counts until its index is used again.
/// @{

/// Add an item.
/// @param out  its handle; may be null
/// @return HB_OK; see above for the errors
hb_status hb_world_add(hb_world *world, const hb_item_def *def, hb_id *out);

/// Remove an item. Its handle is dead from then on.
hb_status hb_world_remove(hb_world *world, hb_id id);

/// Remove all items. Their handles stay dead; the next hb_world_update_events reports their exits.
/// Frees no memory of the world itself. Cost O(items).
void hb_world_clear(hb_world *world);

/// Move an item's anchor to (x, y) without a sweep. Rotation and scale stay.
hb_status hb_world_set_position(hb_world *world, hb_id id, double x, double y);

/// Read the position of an item's anchor. @return HB_STALE, or HB_OK and *out
hb_status hb_world_get_position(const hb_world *world, hb_id id, hb_vec *out);

/// Do the same for the living item that has this index: see hb_id_index.
hb_status hb_world_set_position_at(hb_world *world, uint32_t index, double x, double y);

/// Set the positions of many items, one after the other, as hb_world_set_position does. For AABBs
/// it takes about two thirds of the time.
/// @param at  the new anchor position of each of `ids`
/// @return how many were placed: `count`, or else the number of the first that
/// hb_world_set_position refuses, which stays where it was, as do those after it
int hb_world_set_positions(hb_world *world, const hb_id *ids, const hb_vec *at, int count);

/// Replace the transform of an item.
hb_status hb_world_set_transform(hb_world *world, hb_id id, hb_transform transform);

/// Replace an item's shape and move its anchor to (x, y). Rotation, scale and mirroring stay. The
/// shape is copied.
hb_status hb_world_set_shape(hb_world *world, hb_id id, const hb_shape *shape, double x, double y);

/// Set the layers that an item is on, and its mask: the layers that it can hit or overlap.
hb_status hb_world_set_layers(hb_world *world, hb_id id, hb_layers layers, hb_layers mask);

/// Read an item's layers and mask. @param layers, mask  may be null. @return HB_STALE or HB_OK
hb_status hb_world_get_layers(const hb_world *world, hb_id id, hb_layers *layers, hb_layers *mask);

/// Replace an item's user data. @return HB_OK; or HB_STALE, HB_NO_MEMORY
hb_status hb_world_set_user_data(hb_world *world, hb_id id, uint64_t user_data);

/// Read an item's user data. @return HB_STALE, or HB_OK and *out
hb_status hb_world_get_user_data(const hb_world *world, hb_id id, uint64_t *out);

/// Let an item block movers from one side only: {0, -1} is a ledge that movers land on from above,
/// and jump through from below. {0, 0} blocks from all sides.
///
/// It blocks a mover whose sweep step begins wholly on that side of it, or beside it, and hits it
/// on a side that faces that way: upright, sloped or round. All other moves ignore it, so no item
/// inside it is thrown out. hb_world_query_blockers and hb_depenetration always ignore it.
/// @param direction  about the item's anchor: mirrored and rotated with it; of any length
/// @return HB_STALE, HB_NO_MEMORY, or as every maker
hb_status hb_world_set_one_way(hb_world *world, hb_id id, hb_vec direction);
/// @}

/// Whether a handle names a living item.
bool hb_world_has(const hb_world *world, hb_id id);

/// How many items there are.
int hb_world_item_count(const hb_world *world);

/// The contact policy and the broad phase of a world.
hb_policy hb_world_get_policy(const hb_world *world);
hb_broad_kind hb_world_get_broad(const hb_world *world);

/// Replace the broad phase. The results of queries stay the same.
/// @return HB_NO_MEMORY, HB_INVALID_ENUM, or HB_OK
hb_status hb_world_set_broad(hb_world *world, hb_broad_kind broad);

/// List the regions of the broad phase. A grid has the cells in which items begin, and one box
/// around the few items that left their cells since the last sort. A tree has its boxes, without
/// those of the items themselves; brute force has none. The regions depend on all earlier changes
/// to the world, and may differ in the next version.
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

/// Read all of an item but its shape. @return HB_STALE, or HB_OK and *out
hb_status hb_world_get_item(const hb_world *world, hb_id id, hb_item *out);

/// Choose a mover's response to an item: the first response whose set in `responses` has one of the
/// item's layers; else the item's mover_response; else `otherwise`. Pass it to hb_move_respond,
/// hb_walk_respond and so on.
/// @param responses  HB_BOUNCE + 1 sets of layers, by response; may be null
/// @param other      if it was removed, its last layers and mover_response count
hb_response hb_world_response_to(const hb_world *world, hb_id other, const hb_layers *responses,
                                 hb_response otherwise);

/// The form in which hb_world_get_shape returns a shape.
typedef enum hb_shape_form {
    HB_FORM_LOCAL,   ///< about the anchor, as it was given
    HB_FORM_ROTATED, ///< about the anchor, after mirroring, scaling and rotating
    HB_FORM_WORLD    ///< in world coordinates
} hb_shape_form;

/// Read the shape of an item. Memory that it points to belongs to the world, and is valid until the
/// world is changed: use hb_shape_copy to keep it.
/// @return HB_STALE, HB_INVALID_ENUM, or HB_OK and *out
hb_status hb_world_get_shape(const hb_world *world, hb_id id, hb_shape_form form, hb_shape *out);

/// Find the contact of two items: hb_shape_contact of their placed shapes, without a copy.
/// @param out  set if this returns true
/// @return false if they do not touch under `policy`, or if one of them is stale
bool hb_world_contact(const hb_world *world, hb_id a, hb_id b, hb_policy policy, hb_contact *out);

/// Iterate over the items in the order of adding. Returns the first item for id 0, else the item
/// after `id`, which may have been removed meanwhile:
///
///     for (hb_id id = 0; (id = hb_world_next(world, id)) != 0;) {
///         if (is_over(id)) {
///             hb_world_remove(world, id);
///         }
///     }
///
/// Items may be added and removed between two calls. Each item that stays is visited once, added
/// ones at the end. Cost O(1), or O(log items) after a removed item, gaps not counted.
/// @return 0 if there are no more items
hb_id hb_world_next(const hb_world *world, hb_id id);

/// The part of a handle that is small and used again, for arrays beside the world. It is from 0 up
/// to one less than the largest number of items that were ever alive at once. Only after each 2^32
/// additions the indices given out so far are retired, and numbering continues after them.
static inline uint32_t hb_id_index(hb_id id)
{
    return (uint32_t)(id & UINT32_MAX);
}

/// The handle of the living item that has an index, 0 if none has.
hb_id hb_world_id_at(const hb_world *world, uint32_t index);

/// How many indices exist so far. Each item's index is below this number. The next added item has
/// one that is below it or equal, so arrays beside the world can be made large enough before.
uint32_t hb_world_index_count(const hb_world *world);

/// The items that a query or a cast may find. Start from hb_default_query_filter(); null counts as
/// that default. A line of sight leaves out its shooter:
///
///     hb_query_filter filter = hb_default_query_filter();
///     filter.exclude = &shooter;
///     filter.exclude_count = 1;
///     if (hb_world_raycast(world, x, y, dx, dy, &filter, &hit) == 1) {
typedef struct hb_query_filter {
    hb_layers mask;       ///< only items on one of these layers
    const hb_id *exclude; ///< items to leave out, e.g. the parts of one vehicle; null if none.
                          ///< May contain removed items. Each candidate is compared with all
    int exclude_count;
} hb_query_filter;

/// All layers; no item is left out.
hb_query_filter hb_default_query_filter(void);

/// @name Queries
/// Each writes up to `capacity` results and returns how many there are. If there are more, some of
/// them were written: enlarge the buffer and query again. `out` may be null if `capacity` is 0.
/// Results come in the order in which the items were added. The world's policy decides which items
/// count. A null filter lets all items through. Queries allocate nothing.
/// -1: a value is not finite or outside the domain, a size is below zero, the policy has no meaning
/// for the shape, or a shape or buffer is invalid.
/// @{

/// Find the items at a point.
int hb_world_query_point(const hb_world *world, double x, double y, const hb_query_filter *filter,
                         hb_id *out, int capacity);

/// Find the items that a box overlaps, by its left top corner and size.
int hb_world_query_rect(const hb_world *world, double x, double y, double w, double h,
                        const hb_query_filter *filter, hb_id *out, int capacity);

/// A result of one of many queries.
typedef struct hb_batch_hit {
    hb_id id;
    int query; ///< the number of the query, from 0 on
} hb_batch_hit;

/// Run hb_world_query_point for each of several points. Results come in the order of the points,
/// those of each in the order of adding. INT_MAX stands for that many or more. Returns -1 if a
/// point is refused: then the contents of `out` are undefined.
int hb_world_query_point_batch(const hb_world *world, const hb_vec *points, int count,
                               const hb_query_filter *filter, hb_batch_hit *out, int capacity);

/// Run hb_world_query_rect for each of several boxes, given by their edges.
int hb_world_query_rect_batch(const hb_world *world, const hb_aabb *rects, int count,
                              const hb_query_filter *filter, hb_batch_hit *out, int capacity);

/// Find the items that a disc overlaps, by its centre and radius.
int hb_world_query_circle(const hb_world *world, double x, double y, double r,
                          const hb_query_filter *filter, hb_id *out, int capacity);

/// Find the items that a placed shape overlaps.
int hb_world_query_shape(const hb_world *world, const hb_shape *placed,
                         const hb_query_filter *filter, hb_id *out, int capacity);

/// An item, and where a ray or a moving shape hits it.
typedef struct hb_cast_hit {
    hb_id id;
    hb_cast_result result;
} hb_cast_hit;

/// Find the first item that a ray from (x, y) to (x + dx, y + dy) hits, as hb_shape_raycast
/// decides, under any policy. Of items at the same t, the one that was added first comes first.
/// @return 1 and *out; 0; or -1, also if the end of the ray is outside the domain
int hb_world_raycast(const hb_world *world, double x, double y, double dx, double dy,
                     const hb_query_filter *filter, hb_cast_hit *out);

/// Find all items that a ray hits, as hb_world_raycast does: by t, then in the order of adding.
int hb_world_raycast_all(const hb_world *world, double x, double y, double dx, double dy,
                         const hb_query_filter *filter, hb_cast_hit *out, int capacity);

/// A ray: its start and its displacement.
typedef struct hb_ray {
    double x, y, dx, dy;
} hb_ray;

/// Run hb_world_raycast for each of several rays.
/// @param out  the hit of each ray; without a hit its id is 0 and its time 1
/// @return how many rays hit an item; -1 if one of the rays is refused: then the contents of `out`
/// are undefined
int hb_world_raycast_batch(const hb_world *world, const hb_ray *rays, int count,
                           const hb_query_filter *filter, hb_cast_hit *out);

/// Where a segment enters an item, and where it leaves the item for good.
typedef struct hb_crossing {
    hb_cast_hit hit;     ///< where it enters
    hb_cast_result exit; ///< as of the segment reversed, but t counts from the start, and is never
                         ///< before hit.result.t. `inside`: the segment ends in the item, t is 1.
                         ///< An item that is hit only at the segment's end is left there, too. The
                         ///< time is good to 1e-11, and to the rounding of the coordinates.
} hb_crossing;

/// Find all items that the segment from (x1, y1) to (x2, y2) crosses, with entry and exit: by t of
/// the entry, then in the order of adding. Like hb_world_raycast_all, but the end is exactly
/// (x2, y2), also if x2 - x1 is no double. Rounding decides about items that the segment grazes
/// before its end by less than 2^-52 of its length. -1 also if the ends are farther apart than
/// HB_MAX_COORD along an axis.
int hb_world_query_segment(const hb_world *world, double x1, double y1, double x2, double y2,
                           const hb_query_filter *filter, hb_crossing *out, int capacity);

/// Find all items that a shape hits on a straight way, as hb_shape_cast decides under the world's
/// policy: by t, then in the order of adding. Items that it overlaps at the start are hit at t = 0.
int hb_world_shape_cast_all(const hb_world *world, const hb_shape *placed, double dx, double dy,
                            const hb_query_filter *filter, hb_cast_hit *out, int capacity);

/// Find the first of those. @return 1 and *out; 0; or -1
int hb_world_shape_cast(const hb_world *world, const hb_shape *placed, double dx, double dy,
                        const hb_query_filter *filter, hb_cast_hit *out);

/// Find the items that would block an item of this shape and position: all that the shape overlaps
/// on a layer of the item's mask, under any policy, except itself and one-way items. 0: it fits.
/// For crouching, standing up, rotating and placing: make the new shape with hb_shape_transform,
/// query, and only then change the item. Allocates nothing.
/// @param placed  null for the item's own shape where it is
/// @param out     up to `capacity` of them, in the order of adding; may be null if that is 0
/// @return how many there are; -1 if the item is stale, or the shape or the buffer is invalid
int hb_world_query_blockers(const hb_world *world, hb_id id, const hb_shape *placed, hb_id *out,
                            int capacity);

/// An item and its distance.
typedef struct hb_nearest_item {
    hb_id id;
    double distance;          ///< 0 if the two share a point
    hb_vec on_shape, on_item; ///< the closest points
} hb_nearest_item;

/// Find the `capacity` nearest items to a shape, or fewer if no more are within `max_distance`,
/// which may be infinite. They come by distance, as hb_shape_distance measures it, then in the
/// order of adding, under any policy. Items beyond the capacity are not counted.
/// @return how many were written; -1 if `max_distance` is NaN or below 0, or a shape or buffer is
///             invalid
int hb_world_query_nearest(const hb_world *world, const hb_shape *placed, double max_distance,
                           const hb_query_filter *filter, hb_nearest_item *out, int capacity);

typedef struct hb_pair {
    hb_id a, b; ///< a was added before b
} hb_pair;

/// Find every pair of items that overlap and of which at least one has the other on its mask, once.
/// Pairs come ordered by a, then by b, in the order of adding. INT_MAX stands for that many or
/// more, as for 65,537 items in one place.
int hb_world_query_pairs(hb_world *world, hb_pair *out, int capacity);
/// @}

/// The counts of the last hb_world_query_pairs or hb_world_update_events.
typedef struct hb_stats {
    uint64_t tested; ///< pairs that the broad phase compared
    uint64_t found;  ///< pairs that overlap, and of which one has the other on its mask
} hb_stats;

/// Read those counts; 0 before the first query of pairs, and after a load.
hb_stats hb_world_get_stats(const hb_world *world);

/// @name Events
/// An update compares the pairs that overlap now with those of the update before.
/// @{
typedef enum hb_event_kind { HB_ENTER, HB_STAY, HB_EXIT } hb_event_kind;

typedef struct hb_event {
    hb_event_kind kind;
    /// a was added before b. On HB_EXIT either may be removed by now, and another item may have its
    /// index: use the user data.
    hb_id a, b;
    /// Of both items; of a removed one as of the last update in which the two overlapped.
    uint64_t user_data_a, user_data_b;
} hb_event;

/// Find the pairs that overlap now, and make events of the changes since the last update. Moves no
/// items: see hb_world_move_all.
/// @return HB_OK; or HB_NO_MEMORY, and the events of the last update stay
hb_status hb_world_update_events(hb_world *world);

/// Read the events of the last update, ordered by a, then b. Valid until the next update.
const hb_event *hb_world_get_events(const hb_world *world, int *count);

/// Read the events of the last update without HB_STAY: pairs that began or ceased to overlap, in
/// the same order.
/// @param out  up to `capacity` of them; may be null if that is 0
/// @return how many there are; -1 if the buffer is invalid. Cost O(events)
int hb_world_get_changes(const hb_world *world, hb_event *out, int capacity);
/// @}

/// @name Motions
/// An item may have a motion of its own. The world keeps and saves it, and hb_world_move_all moves
/// the item by it.
/// @{

/// How an item moves. Start from hb_default_motion().
typedef struct hb_motion {
    hb_vec velocity;      ///< units per second
    hb_vec acceleration;  ///< its own, units per second squared
    double gravity;       ///< factor on the gravity of the step
    double bounce;        ///< >= 0: which part of the normal speed a bounce returns: 1 rises to the
                          ///< height that it fell from, 0 slides. See hb_world_move_all
    hb_response response; ///< to items without a mover_response, if `responses` has none either
    hb_layers responses[HB_BOUNCE + 1]; ///< as in hb_world_response_to
    bool is_walker;       ///< moves by hb_walk; on the ground the y of its velocity is 0
    bool is_platform;     ///< moves by hb_carry: a platform, which nothing stops
    double max_angle;     ///< of ground and of carrying sides against the horizontal, in radians
    double snap;          ///< as in hb_walk_def
    double step_up;       ///< as in hb_walk_def
    hb_layers layers;     ///< as in hb_carry_def: of items that a platform carries and pushes
    double max_push;      ///< as in hb_carry_def
    double recover_depth; ///< as in hb_move; 0: that of the world
    hb_id ground;         ///< the item that it stood on after the last step, else 0; may be stale
} hb_motion;

/// At rest; gravity 1; slides; bounces lose no speed; 45 degrees; all layers; `max_push` is 0.
hb_motion hb_default_motion(void);

/// Give an item a motion, or take it away if `motion` is null. A `ground` that is no handle of this
/// world, as in a motion from another one, becomes 0.
/// @return HB_OK; or HB_STALE, HB_NO_MEMORY, HB_INVALID_ENUM for the response, or HB_NOT_FINITE,
///         HB_TOO_LARGE and HB_NEGATIVE for a number of the motion
hb_status hb_world_set_motion(hb_world *world, hb_id id, const hb_motion *motion);

/// Set only the velocity of an item; one without a motion gets hb_default_motion() with it.
/// @return as hb_world_set_motion
hb_status hb_world_set_velocity(hb_world *world, hb_id id, double vx, double vy);

/// Read the motion of an item. @return false, and *out as {0}, if it has none or is stale
bool hb_world_get_motion(const hb_world *world, hb_id id, hb_motion *out);
/// @}

/// @name Saving
/// A whole world as bytes, for saved games and for rollback by some frames:
///
///     size_t size = hb_world_save(world, HB_PIXELS_KEPT, buffer, capacity);
///     ...
///     hb_status status = hb_world_load(world, buffer, size, NULL, 0);
///
/// A loaded world continues as the saved one would have, to the last bit. Items have their handles,
/// and added items get those that they would have got. The order of adding, motions, contacts and
/// the policy are the same. So a handle from after the saved moment is dead only until another item
/// gets it: see hb_id.
///
/// The bytes are the same from every processor and compiler, and so is the loaded world: sines are
/// the library's own (hb_direction). The allocator and the broad phase are not saved, as no result
/// depends on them. hb_stats is not saved either: it is 0 after a load.
/// @{

/// Whether the pixels of masks are among the bytes.
typedef enum hb_save_pixels {
    HB_PIXELS_SAVED, ///< each picture once: for files and for other programs
    HB_PIXELS_KEPT   ///< by you, in memory: for rollback
} hb_save_pixels;

/// Write a world as bytes. Allocates nothing. Cost O(items); each item that has a mask is compared
/// with all masks.
/// @param out  up to `capacity` bytes; may be null if that is 0
/// @return how many bytes there are; if they are more than `capacity`, none were written. 0 if
///         `pixels` is none of its values, or `out` is null with a capacity
size_t hb_world_save(const hb_world *world, hb_save_pixels pixels, void *out, size_t capacity);

/// Replace the content of a world by a saved one. Bytes from any source are safe to try. Parts that
/// both have in common stay as they are, and memory is allocated only if there is not enough room.
/// A move, walk, depenetration or carry under way continues in the loaded world.
/// @param masks  those of the items, which must outlive the items, in the order of their first
///               items: for HB_PIXELS_KEPT as hb_world_get_masks returned them at the save, for
///               HB_PIXELS_SAVED one of hb_saved_mask_create for each number. Null if there are
///               none
/// @return HB_SAVE_DAMAGED, HB_SAVE_TOO_NEW, HB_SAVE_OTHER_MASKS, HB_TOO_MANY_CORNERS (a shape of
/// more than HB_MAX_CORNERS corners), HB_INVALID_BUFFER or HB_NO_MEMORY, and the world is as it
/// was; or HB_OK
hb_status hb_world_load(hb_world *world, const void *bytes, size_t size,
                        const hb_mask *const *masks, int mask_count);

/// List the masks that a world's items have, each once.
/// @param out  up to `capacity` of them; may be null if that is 0
/// @return how many there are; -1 if the buffer is invalid
int hb_world_get_masks(const hb_world *world, const hb_mask **out, int capacity);

/// How many masks have their pixels in a saved world.
/// @return HB_SAVE_DAMAGED, HB_SAVE_TOO_NEW, or HB_OK and *count
hb_status hb_saved_mask_count(const void *bytes, size_t size, int *count);

/// Create one of these masks, 0 .. count - 1; it is yours. @return as hb_mask_create, and as above
hb_status hb_saved_mask_create(const hb_allocator *allocator, const void *bytes, size_t size,
                               int number, hb_mask **out);

/// Compute a checksum, for data that you keep beside a saved world. A change of one byte always
/// changes it, any other change nearly always. It does not protect from people who change bytes on
/// purpose.
uint64_t hb_checksum(const void *bytes, size_t size);
/// @}

#ifdef __cplusplus
}
#endif

#endif
