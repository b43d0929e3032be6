/// What the files of the world share. Internal to the core.
///
/// An item lives in a slot; its handle is the slot's index and generation. A removal ends the
/// generation; a slot whose generations are used up is retired, so that a stale handle never comes
/// back to life. Living slots are linked in the order of adding, and `serial` is that order:
/// results are sorted by it, whatever the broad phase names first.
#ifndef HB_WORLD_H
#define HB_WORLD_H

#include "../hitbox.h"
#include "broad.h"

#define HB_NO_SLOT UINT32_MAX

typedef struct hb_slot {
    uint32_t generation; ///< of the item that lives here, or that lived here last
    bool alive;
    uint32_t before, after; ///< living: neighbours in the order of adding; free: after is the next
    uint64_t serial;
    hb_pose pose;
    hb_layers layers, mask;
    uint64_t tag;
    hb_shape shape;  ///< as made
    hb_shape turned; ///< about the anchor; what moves place, so that only hb_world_pose turns it
    hb_shape placed;
    void *room; ///< what hb_shape_room asks for, for each hb_room_use
    size_t room_size;
} hb_slot;

typedef enum hb_room_use {
    HB_ROOM_SHAPE,  ///< of slot->shape
    HB_ROOM_TURNED, ///< of slot->turned
    HB_ROOM_PLACED, ///< of slot->placed
    HB_ROOM_FROM,   ///< scratch of a move: where a leg begins
    HB_ROOM_TO,     ///< where it leads
    HB_ROOM_TRIED,  ///< where the mover may stop
    HB_ROOM_USES
} hb_room_use;

/// A pair that met, with its place in the order, which outlives the items.
typedef struct hb_meeting {
    hb_id a, b;
    uint64_t serial_a, serial_b;
} hb_meeting;

struct hb_world {
    hb_allocator allocator;
    hb_mode mode;
    const hb_broad_ops *broad_ops;
    void *broad;
    hb_slot *slots;
    uint32_t slot_count, slot_capacity; ///< slots ever used
    uint32_t first_free, first, last;
    uint32_t living;
    uint64_t next_serial;
    uint32_t *candidates; ///< scratch of one query, room for every slot
    uint32_t candidate_capacity;
    hb_pair *pairs; ///< scratch of a step
    uint32_t pair_capacity;
    hb_meeting *met, *meeting; ///< the pairs of the last step, in order; those of this one
    uint32_t met_count, met_capacity, meeting_capacity;
    hb_event *events;
    uint32_t event_count, event_capacity;
    hb_stats stats;
};

/// The slot of a living item, or null.
hb_slot *hb_world_slot(const hb_world *world, hb_id id);

/// The part of an item's room that is for one use, null for a shape that needs none.
static inline void *hb_room_for(void *room, size_t size, hb_room_use use)
{
    return room != NULL ? (char *)room + size / HB_ROOM_USES * use : NULL;
}

/// The handle of a living slot.
hb_id hb_slot_id(const hb_world *world, const hb_slot *slot);

/// Candidates whose boxes share a point with the range and which are on a layer of `mask`, into
/// world->candidates.
int hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask);

/// Whether two shapes may share a world of this policy.
static inline bool hb_world_takes(const hb_world *world, hb_kind kind)
{
    return hb_mode_applies(world->mode, kind, kind);
}

/// Whether a comes before b.
typedef bool hb_before(const void *a, const void *b, const void *context);

/// Heap sort (Williams 1964): in place, no memory, O(n log n) always, O(n) where all is in order.
void hb_sort(void *base, size_t count, size_t size, hb_before *before, const void *context);

#endif
