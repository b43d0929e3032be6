/// The byte format of a saved world: save.c writes it and load.c reads it. Internal to the core.
///
/// All numbers are little endian with fixed width; doubles are stored as their bits. Each part
/// begins at a multiple of 8 bytes. The parts, in this order:
///
///     head      the offsets below
///     epochs    u32 each; then the free indices, the next one to be taken first, and the retired
///               indices, all u32; padded. Together with the items each index is there once
///     items     HB_SAVED_ITEM bytes each, in the order of adding
///     user data, u64 for each item; absent if no item has any
///     stored shapes   the shapes of the items that their record does not describe
///     masks     their sizes, and their pixels if those are saved
///     movers    HB_SAVED_MOVER bytes each, in the order of adding
///     events    a and b of each, u64; then the kinds, u8 each; padded
///     checksum  of all bytes before it, u64
///
/// The pairs of the last step are those of its events that are no exits. Ranks have no gaps. Data
/// that follows from the rest is not saved.
#ifndef HB_SAVE_FORMAT_H
#define HB_SAVE_FORMAT_H

#include "../shape_store.h"

#include <string.h>

/// Raised with each change that older programs cannot read.
#define HB_SAVED_VERSION 1

/// Offsets in the head.
enum {
    HB_HEAD_MAGIC = 0,
    HB_HEAD_VERSION = 8,
    HB_HEAD_FLAGS = 12,
    HB_HEAD_SIZE = 16,
    HB_HEAD_NUMBERS = 24, ///< see hb_transfer_head
    HB_HEAD_END = 104
};

/// Ends with CR LF, as the PNG signature does, so that a conversion of line ends is detected.
#define HB_SAVED_MAGIC "hitbox\r\n"

/// Bits of HB_HEAD_FLAGS.
enum {
    HB_SAVED_MODE = 0xff,
    HB_SAVED_PIXELS = 0x100,
    HB_SAVED_USER_DATA = 0x200,
    HB_SAVED_EVENT_USER_DATA = 0x400
};

/// Offsets in an item. An AABB that is neither rotated nor scaled nor one-way has its record behind
/// the handle. Other items have angle, scale and one-way direction in place of the record's box.
enum {
    HB_ITEM_ID = 0,
    HB_ITEM_RECORD = 8, ///< at, box
    HB_ITEM_ANGLE = 24,
    HB_ITEM_SCALE = 32,
    HB_ITEM_ONE_WAY = 40,
    HB_ITEM_LAYERS = 56,
    HB_ITEM_MASK = 64,
    HB_ITEM_FLAGS = 72,
    HB_SAVED_ITEM = 80
};

/// The numbers in an item record.
enum { HB_RECORD_NUMBERS = 6 };

/// Bits of HB_ITEM_FLAGS. The bits from HB_ITEM_RESPONSE on are the mover_response.
enum { HB_ITEM_HAS_STORED_SHAPE = 1, HB_ITEM_MIRRORED = 2, HB_ITEM_RESPONSE = 4 };

/// A shape: its kind and count, u32 each; its radius; and its hb_saved_points points. A mask has
/// radius -1 if it is mirrored, else 1. The count is the number of corners, or of the parts of a
/// compound, which follow; for a mask it is the mask's index.
enum { HB_SHAPE_COUNT = 4, HB_SHAPE_RADIUS = 8, HB_SHAPE_POINTS = 16, HB_SAVED_POINT = 16 };

/// A mask: its width, height and number of solid pixels, u32 each, and 4 bytes of padding. If
/// pixels are saved: the words of its stripes, row by row, one stripe after the other.
enum { HB_MASK_HEIGHT = 4, HB_MASK_COUNT = 8, HB_MASK_WORDS = 16 };

/// Offsets in a mover: see hb_transfer_mover.
enum { HB_MOVER_GROUND = 136, HB_MOVER_FLAGS = 148, HB_SAVED_MOVER = 160 };

/// Bits of HB_MOVER_FLAGS.
enum { HB_MOVER_WALKS = 1, HB_MOVER_CARRIES = 2 };

/// A saved world, as found in bytes.
typedef struct hb_saved {
    hb_policy mode;
    double recover; ///< hb_world_def.recover
    bool has_pixels, has_user_data, has_event_user_data;
    uint64_t next_serial, active_layers;
    uint32_t living, free_count; ///< together at most index_count
    uint32_t index_count, epoch_count, mover_count, event_count, mask_count;
    uint64_t stored_bytes, mask_bytes;
    const unsigned char *epochs, *free, *items, *user_data, *stored_shapes, *masks, *movers,
        *events, *kinds, *event_user_data, *end; ///< the checksum
} hb_saved;

/* ---- Numbers --------------------------------------------------------------------------------- */

static inline uint64_t hb_little_64(uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(value);
#else
    return value;
#endif
}

static inline uint32_t hb_little_32(uint32_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap32(value);
#else
    return value;
#endif
}

static inline uint64_t hb_read_64(const unsigned char *from)
{
    uint64_t value;
    memcpy(&value, from, sizeof value);
    return hb_little_64(value);
}

static inline uint32_t hb_read_32(const unsigned char *from)
{
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return hb_little_32(value);
}

static inline double hb_read_double(const unsigned char *from)
{
    uint64_t bits = hb_read_64(from);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline hb_vec hb_read_vec(const unsigned char *from)
{
    return (hb_vec){hb_read_double(from), hb_read_double(from + 8)};
}

static inline void hb_write_64(unsigned char *to, uint64_t value)
{
    value = hb_little_64(value);
    memcpy(to, &value, sizeof value);
}

static inline void hb_write_32(unsigned char *to, uint32_t value)
{
    value = hb_little_32(value);
    memcpy(to, &value, sizeof value);
}

static inline void hb_write_double(unsigned char *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    hb_write_64(to, bits);
}

static inline void hb_write_vec(unsigned char *to, hb_vec value)
{
    hb_write_double(to, value.x);
    hb_write_double(to + 8, value.y);
}

/// A cursor that writes or reads numbers one after the other: so one function is the layout of a
/// part for both.
typedef struct hb_cursor {
    unsigned char *at;
    bool writes;
} hb_cursor;

static inline hb_cursor hb_reader(const unsigned char *from)
{
    return (hb_cursor){(unsigned char *)(uintptr_t)from, false};
}

static inline void hb_transfer_64(hb_cursor *c, uint64_t *value)
{
    if (c->writes) {
        hb_write_64(c->at, *value);
    } else {
        *value = hb_read_64(c->at);
    }
    c->at += 8;
}

static inline void hb_transfer_32(hb_cursor *c, uint32_t *value)
{
    if (c->writes) {
        hb_write_32(c->at, *value);
    } else {
        *value = hb_read_32(c->at);
    }
    c->at += 4;
}

static inline void hb_transfer_double(hb_cursor *c, double *value)
{
    if (c->writes) {
        hb_write_double(c->at, *value);
    } else {
        *value = hb_read_double(c->at);
    }
    c->at += 8;
}

/// Whether two doubles have the same bits. 0 and -0 differ.
static inline bool hb_same_double(double a, double b)
{
    uint64_t p, q;
    memcpy(&p, &a, sizeof p);
    memcpy(&q, &b, sizeof q);
    return p == q;
}

static inline bool hb_same_vec(hb_vec a, hb_vec b)
{
    return hb_same_double(a.x, b.x) && hb_same_double(a.y, b.y);
}

static inline uint64_t hb_padded(uint64_t size)
{
    return (size + 7) / 8 * 8;
}

/* ---- save_format.c --------------------------------------------------------------------------- */

/// Set the addresses of the parts behind the head, from the counts, which must be set.
/// @return the offset of the checksum in bytes
uint64_t hb_saved_lay_out(hb_saved *saved, const unsigned char *bytes);

/// Find the parts of a saved world. Checks that they are complete, but not their contents.
/// @return HB_OK, HB_SAVE_DAMAGED or HB_SAVE_TOO_NEW
hb_status hb_saved_find(const void *bytes, size_t size, hb_saved *out);

/// The address of a mask, by its number. @return null if the masks end before it
const unsigned char *hb_saved_mask_at(const hb_saved *saved, uint32_t number, uint64_t *words);

/// Write or read the numbers of the head, or a mover without its serial number.
void hb_transfer_head(hb_cursor *c, hb_saved *s);
void hb_transfer_mover(hb_cursor *c, hb_mover *mover);

/// The number of points saved for a shape, without those of a compound's parts.
static inline uint32_t hb_saved_points(hb_shape_kind kind, uint32_t count)
{
    return kind == HB_AABB       ? 2
           : kind == HB_ELLIPSE  ? 3
           : kind == HB_MASK     ? 1
           : kind == HB_COMPOUND ? 0
                                 : count;
}

/* ---- load_validate.c ------------------------------------------------------------------------- */

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
