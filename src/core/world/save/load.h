/// Shared by load_validate.c and load.c. Internal to the core.
#ifndef HB_LOAD_H
#define HB_LOAD_H

#include "../filter.h"
#include "save_format.h"

/// Flags of an index, stored in the scratch of queries.
enum {
    HB_NOTE_UNUSED = 1,
    HB_NOTE_WANTED = 2,    ///< a saved item has this index
    HB_NOTE_PRESENT = 4,   ///< an item of the world has this index
    HB_NOTE_UNCHANGED = 8, ///< the world's item equals the saved one
    HB_NOTE_HAS_STORED_SHAPE = 16,
    HB_NOTE_NEW_STORED_SHAPE = 32 ///< a new stored shape was made for it
};

typedef struct hb_loading {
    hb_world *world;
    hb_saved saved;
    const hb_mask *const *masks;
    uint32_t *notes;        ///< by index
    hb_stored_shape **made; ///< new stored shapes, in the order of their items
    uint32_t made_count, made_capacity;
    hb_policy mode; ///< policy of the world before the load
} hb_loading;

/// load_validate.c
/// Check all bytes and allocate all memory. After HB_OK no step of load.c can fail.
/// During the call the world's policy must be the saved one.
hb_status hb_loading_validate(hb_loading *l, int mask_count);

hb_mover hb_read_mover(const hb_saved *s, const unsigned char *from);

static inline hb_item_record hb_read_record(const unsigned char *item)
{
    hb_item_record record;
    uint64_t words[HB_RECORD_NUMBERS];
    for (int i = 0; i < HB_RECORD_NUMBERS; i++) {
        words[i] = hb_read_64(item + HB_ITEM_RECORD + 8 * i);
    }
    memcpy(&record, words, sizeof record);
    return record;
}

static inline hb_response hb_read_mover_response(const unsigned char *item)
{
    return (hb_response)(hb_read_32(item + HB_ITEM_FLAGS) / HB_ITEM_RESPONSE);
}

/// Find the filter of a saved item. Cannot fail after hb_loading_validate, which makes it.
static inline hb_status hb_read_filter_at(hb_world *world, const unsigned char *item, uint32_t *out)
{
    return hb_filter_find(world, hb_read_64(item + HB_ITEM_LAYERS), hb_read_64(item + HB_ITEM_MASK),
                          hb_read_mover_response(item), out);
}

static inline hb_transform hb_read_transform(const unsigned char *item)
{
    hb_vec at = hb_read_vec(item + HB_ITEM_RECORD);
    return (hb_transform){
        .x = at.x,
        .y = at.y,
        .angle = hb_read_double(item + HB_ITEM_ANGLE),
        .scale = hb_read_double(item + HB_ITEM_SCALE),
        .mirrored = (hb_read_32(item + HB_ITEM_FLAGS) & HB_ITEM_MIRRORED) != 0,
    };
}

static inline bool hb_is_same_transform(const hb_transform *a, const hb_transform *b)
{
    return hb_same_double(a->x, b->x) && hb_same_double(a->y, b->y) &&
           hb_same_double(a->angle, b->angle) && hb_same_double(a->scale, b->scale) &&
           a->mirrored == b->mirrored;
}

#endif
