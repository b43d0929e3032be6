/// What the files of escape/ share: an item's obstacles at a place, and the ways out of them. See
/// depenetrate.c.
#ifndef HB_DEPENETRATE_H
#define HB_DEPENETRATE_H

#include "../../collide/collide.h"
#include "../../world/world.h"

/// How many obstacles are looked at in one place: the deepest ones.
#define HB_DEPENETRATE_KEPT 8

/// An obstacle that the item overlaps, and the least way out of it.
typedef struct hb_blocker {
    uint32_t obstacle;
    uint64_t serial;
    hb_vec normal;
    double depth;
} hb_blocker;

/// An item without an answer yet, in the order of adding.
typedef struct hb_pending {
    hb_id id;
    uint64_t serial;
} hb_pending;

/// What the item overlaps at a place.
typedef struct hb_blockers {
    hb_pending unknowns[HB_DEPENETRATE_AHEAD]; ///< the first ones
    int unknown_count;
    hb_vec at;                              ///< the place
    hb_blocker blocks[HB_DEPENETRATE_KEPT]; ///< the deepest first
    int count;                              ///< of all that stop the item, also of those not kept
} hb_blockers;

/// A place that may be taken.
typedef struct hb_free_place {
    hb_vec at;
    double distance; ///< more than it may be, or infinite, as long as there is none
} hb_free_place;

/// Have the last hit found by the item that was hit.
void hb_depenetrate_record(hb_depenetration *escape);

/// Whether an escape has to lead out of an item. An item without an answer counts as one that
/// stops.
bool hb_depenetrate_is_blocker(const hb_depenetration *escape, hb_id other);

/// Remember an answer without its hit, where there is room for that.
void hb_depenetrate_remember(hb_depenetration *escape, hb_id other, hb_response response);

/// Place the item, in the world's room for tried places.
bool hb_depenetrate_place(const hb_item_view *item, hb_vec at, hb_shape *out);

/// The hit of an item to be asked about, which the item that escapes would be inside of at a place.
hb_hit hb_depenetrate_hit(const hb_item_view *item, hb_vec from, hb_vec at, hb_id other);

/// Whether one of some items overlaps a shape.
bool hb_is_blocked(const hb_world *world, const uint32_t *items, int count, const hb_shape *placed);

/// Find what stops the item at a place.
/// @param blocks  whether to keep the obstacles: without that one is enough, and nothing is asked
/// @return false if the item cannot be there, or an answer is missing
bool hb_depenetrate_find_blockers(const hb_depenetration *escape, const hb_item_view *item,
                                  hb_vec at, bool blocks, hb_blockers *out);

/// Where the least translation out of one obstacle leads.
hb_vec hb_depenetrate_pushed(const hb_item_view *item, hb_vec at, const hb_blocker *out_of);

/// Find the free place that is nearest to `from`. @return false if an answer is missing: it is in
/// *now
bool hb_depenetrate_search(const hb_depenetration *escape, const hb_item_view *item, hb_vec from,
                           hb_blockers *now, hb_free_place *best);

/// How deep an overlap may be that an item is pushed out of; below 0: never.
/// @param recover  as in hb_move
double hb_recover_limit(const hb_world *world, uint32_t index, double recover);

#endif
