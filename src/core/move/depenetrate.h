/// The blockers of an item at a position, and the translations out of them, for depenetrate.c,
/// recover.c and carry.c. See depenetrate.c.
#ifndef HB_DEPENETRATE_H
#define HB_DEPENETRATE_H

#include "sweep_step.h"

/// Maximum number of blockers kept at one position: the deepest ones.
#define HB_DEPENETRATE_KEPT 8

/// A blocker that the item overlaps, and the shortest translation out of it.
typedef struct hb_blocker {
    uint32_t obstacle;
    uint64_t serial;
    hb_vec normal;
    double depth;
} hb_blocker;

/// An item without a response yet. These are kept in the order of adding.
typedef struct hb_pending {
    hb_id id;
    uint64_t serial;
} hb_pending;

/// The items that an item overlaps at a position.
typedef struct hb_blockers {
    hb_pending unknowns[HB_DEPENETRATE_AHEAD]; ///< the first ones
    int unknown_count;
    hb_vec at;                              ///< the position
    hb_blocker blocks[HB_DEPENETRATE_KEPT]; ///< the deepest first
    int count;                              ///< of all blockers, also of those not kept
} hb_blockers;

/// The nearest free position so far.
typedef struct hb_free_position {
    hb_vec at;
    double distance; ///< from the start; above the maximum or infinite if there is none yet
} hb_free_position;

/// Add the last hit to the hash of hits by item.
void hb_depenetrate_record(hb_depenetration *search);

/// Whether the item must leave another item. An item without a response counts as a blocker.
bool hb_depenetrate_is_blocker(const hb_depenetration *search, hb_id other);

/// The hit to report for an item that the depenetrated item would overlap at a position.
hb_hit hb_depenetrate_hit(const hb_item_view *item, hb_vec from, hb_vec at, hb_id other);

/// Find the blockers of an item at a position.
/// @param blocks  whether to keep the blockers. If not, one is enough, and items without a response
///   are not searched for if there is one
/// @return false if the item cannot be placed there, or a response is missing
bool hb_depenetrate_find_blockers(const hb_depenetration *search, const hb_item_view *item,
                                  hb_vec at, bool blocks, hb_blockers *out);

/// The position after the shortest translation out of one blocker.
hb_vec hb_depenetrate_pushed(const hb_item_view *item, hb_vec at, const hb_blocker *out_of);

/// Find the free position nearest to `from`. @return false if a response is missing: the item is in
/// *now
bool hb_depenetrate_search(const hb_depenetration *search, const hb_item_view *item, hb_vec from,
                           hb_blockers *now, hb_free_position *best);

/// The maximum depth of an overlap that recovery removes; below 0: none.
/// @param recover  as hb_move.recover_depth
double hb_recover_limit(const hb_world *world, uint32_t index, double recover);

#endif
