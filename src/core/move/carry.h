/// The list of passengers, shared by the files of carrying. It lies in the caller's buffer. See
/// carry.c.
#ifndef HB_CARRY_H
#define HB_CARRY_H

#include "../base/sort.h"
#include "depenetrate.h"
#include "sweep_step.h"

/// The present phase of a carry.
typedef enum hb_carry_phase {
    HB_CARRY_RIDERS,
    HB_CARRY_PUSHES,
    HB_CARRY_MORE_RIDERS,
    HB_CARRY_MOVE_PUSHED,
    HB_CARRY_MOVE_RIDERS,
    HB_CARRY_PART,
    HB_CARRY_OVER
} hb_carry_phase;

/// The largest rounding error at an item's position.
static inline double hb_slack_at(const hb_item_view *slot)
{
    return HB_STANDS_WITHIN * hb_item_view_reach(slot, hb_view_position(slot));
}

/// Find the entry of an item, or null.
/// @param by  also find a candidate that has not joined, if this item carries or pushes it; 0: none
hb_passenger *hb_carry_find(const hb_carry *carry, hb_id id, hb_id by);

/// Append an entry. @return false if the buffer is full
bool hb_carry_enter(hb_carry *carry, const hb_passenger *entry);

/// Remove all entries from index `count` on.
void hb_carry_cut(hb_carry *carry, int count);

/// Remove the entries that were not reported yet (`number` is 0). hb_carry_compact also sorts the
/// rest by the order of their reports.
void hb_carry_drop_pending(hb_carry *carry);
void hb_carry_compact(hb_carry *carry);

/// The heap of candidates, ordered by time of impact: insert an entry, or remove the first one.
/// @return the index of the removed entry, or -1
void hb_carry_wait(hb_carry *carry, int entry);
int hb_carry_next_waiting(hb_carry *carry);

/// Find the riders, and the pushed items: see hb_carry_phase.
/// @return true if a hit waits for a response
bool hb_carry_find_riders(hb_carry *carry, hb_status *status);
bool hb_carry_find_pushed(hb_carry *carry, hb_status *status);

#endif
