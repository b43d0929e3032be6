/// What the files of carrying share: the list of passengers, in the caller's buffer. See carry.c.
#ifndef HB_CARRY_H
#define HB_CARRY_H

#include "../../base/heap.h"
#include "../depenetrate/depenetrate.h"
#include "../walk/ground.h"

/// The present step of a carry.
typedef enum hb_carry_phase {
    HB_CARRY_RIDERS,
    HB_CARRY_PUSHES,
    HB_CARRY_MORE_RIDERS,
    HB_CARRY_MOVE_PUSHED,
    HB_CARRY_MOVE_RIDERS,
    HB_CARRY_PART,
    HB_CARRY_OVER
} hb_carry_phase;

/// How far rounding reaches where an item is.
static inline double hb_slack_at(const hb_item_view *slot)
{
    return HB_STANDS_WITHIN * hb_item_view_reach(slot, hb_view_position(slot));
}

/// Its entry in the list, null if there is none. @param by  of those that did not join, only the
/// one about whether that takes it along counts; 0 for none of them
hb_passenger *hb_carry_find(const hb_carry *carry, hb_id id, hb_id by);

/// Append an entry. @return false without room
bool hb_carry_enter(hb_carry *carry, const hb_passenger *entry);

/// Forget all entries from a number on.
void hb_carry_cut(hb_carry *carry, int count);

/// Forget the entries that nobody was asked about; and sort the others by when that was.
void hb_carry_drop_pending(hb_carry *carry);
void hb_carry_compact(hb_carry *carry);

/// Sort the list. @param before  of entries, with the hb_carry as context
void hb_carry_sort(hb_carry *carry, hb_before *before);

/// The entries that wait to be asked about in the order of time: put one there; take out the first.
/// @return its number, or -1
void hb_carry_wait(hb_carry *carry, int entry);
int hb_carry_next_waiting(hb_carry *carry);

/// Which item has which role: see hb_carry_phase. @return whether there is a question
bool hb_carry_find_riders(hb_carry *carry, hb_status *status);
bool hb_carry_find_pushed(hb_carry *carry, hb_status *status);

#endif
