/// How a world lies in bytes: what save.c writes and load.c reads. Internal to the core.
///
/// All numbers are little endian and of fixed width, doubles by their bits; every part begins at a
/// multiple of 8 bytes. In this order:
///
///     head      what hb_saved has before `epochs`, at the offsets below
///     epochs    u32 each; then the free indices, the next one to be taken first, and those that
///               are not used again, all u32; padded. With the items' each index is there once
///     items     HB_SAVED_ITEM each, in the order of adding
///     user data, u64 for each item; none if none has one
///     stored shapes   the shapes of those items that are more than an AABB where it is
///     masks     their sizes, and their pixels if those are saved
///     movers    HB_SAVED_MOVER each, in the order of adding
///     events    a and b of each, u64; then the kinds, u8 each; padded
///     checksum  of all before it, u64
///
/// The pairs of the last step are those of its events that are no exits. Ranks have no gaps, and
/// what follows from the rest is left out.
#ifndef HB_SAVE_FORMAT_H
#define HB_SAVE_FORMAT_H

#include "../shape_store.h"

#include <string.h>

/// Grows with each change that older programs cannot read.
#define HB_SAVED_VERSION 1

/// Offsets in the head.
enum {
    HB_HEAD_MAGIC = 0,
    HB_HEAD_VERSION = 8,
    HB_HEAD_FLAGS = 12,
    HB_HEAD_SIZE = 16,
    HB_HEAD_NEXT_SERIAL = 24,
    HB_HEAD_ACTIVE_LAYERS = 32,
    HB_HEAD_RECOVER = 40,
    HB_HEAD_LIVING = 56, ///< 8 bytes of nothing before it
    HB_HEAD_SLOTS = 60,
    HB_HEAD_FREE = 64,
    HB_HEAD_EPOCHS = 68,
    HB_HEAD_MOVERS = 72,
    HB_HEAD_EVENTS = 76,
    HB_HEAD_MASKS = 80,
    HB_HEAD_STORED_SHAPE_BYTES = 88, ///< 4 bytes of nothing before it
    HB_HEAD_MASK_BYTES = 96,
    HB_HEAD_END = 104
};

/// As PNG does: what changes the ends of lines is noticed.
#define HB_SAVED_MAGIC "hitbox\r\n"

/// Of HB_HEAD_FLAGS.
enum {
    HB_SAVED_MODE = 0xff,
    HB_SAVED_PIXELS = 0x100,
    HB_SAVED_USER_DATA = 0x200,
    HB_SAVED_EVENT_USER_DATA = 0x400
};

/// Offsets in an item. Of an AABB that is neither turned nor scaled, and stops from all sides, what
/// is between handle and flags is its tag; of others the box is left out, and in its place is how
/// they stand.
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

/// Of a tag.
enum { HB_RECORD_NUMBERS = 6 };

/// Of HB_ITEM_FLAGS; from HB_ITEM_RESPONSE on is the mover_response.
enum { HB_ITEM_HAS_STORED_SHAPE = 1, HB_ITEM_MIRRORED = 2, HB_ITEM_RESPONSE = 4 };

/// A shape: its kind and count, u32 each; its radius, of a mask -1 if it is mirrored, else 1; and
/// hb_saved_points of it. The count is that of corners, or of a compound's parts, which follow, or
/// the number of a mask.
enum { HB_SHAPE_COUNT = 4, HB_SHAPE_RADIUS = 8, HB_SHAPE_POINTS = 16, HB_SAVED_POINT = 16 };

/// A mask: its width, height and solid pixels, u32 each, and 4 bytes of nothing; and if pixels are
/// saved the words of its stripes, row by row, one stripe after the other.
enum { HB_MASK_HEIGHT = 4, HB_MASK_COUNT = 8, HB_MASK_WORDS = 16 };

/// A mover: velocity, acceleration, gravity, bounce, max_angle, snap, step_up, most, recover; the
/// layers of each response; layers, ground; response and flags, u32 each; and its handle.
enum {
    HB_MOVER_NUMBERS = 11,
    HB_MOVER_RESPONSES = 88,
    HB_MOVER_LAYERS = 128,
    HB_MOVER_GROUND = 136,
    HB_MOVER_RESPONSE = 144,
    HB_MOVER_FLAGS = 148,
    HB_MOVER_ID = 152,
    HB_SAVED_MOVER = 160
};

/// Of HB_MOVER_FLAGS.
enum { HB_MOVER_WALKS = 1, HB_MOVER_CARRIES = 2 };

/// A saved world, as found in bytes.
typedef struct hb_saved {
    hb_policy mode;
    double recover; ///< of hb_world_def
    bool has_pixels, has_user_data, has_event_tags;
    uint64_t next_serial, active_layers;
    uint32_t living, free_count; ///< together not more than slot_count
    uint32_t index_count, epoch_count, mover_count, event_count, mask_count;
    uint64_t stored_bytes, mask_bytes;
    const unsigned char *epochs, *free, *items, *user_data, *stored_shapes, *masks, *movers,
        *events, *kinds, *event_user_data, *end; ///< where the checksum is
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

/// The same bits: a zero and a negative one are not.
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

/// Fill in where the parts are behind the head, whose counts are set.
/// @return where the checksum is, from the beginning
uint64_t hb_saved_lay_out(hb_saved *saved, const unsigned char *bytes);

/// Find a world in bytes: all its parts are there, but what is in them has yet to be looked at.
/// @return HB_OK, HB_SAVE_DAMAGED or HB_SAVE_TOO_NEW
hb_status hb_saved_find(const void *bytes, size_t size, hb_saved *out);

/// Where a mask is, by its number. @return null if its part ends before that
const unsigned char *hb_saved_mask_at(const hb_saved *saved, uint32_t number, uint64_t *words);

/// Whether a mask is the saved one, as far as that says.
bool hb_is_saved_mask(const hb_saved *saved, uint32_t number, const hb_mask *mask);

/// Find the numbers of a motion, in the order in which they are saved.
void hb_saved_numbers(hb_motion *m, double *numbers[HB_MOVER_NUMBERS]);

/* ---- save_shapes.c --------------------------------------------------------------------------- */

/// How many points of a shape are saved; those of a compound's parts are theirs.
static inline uint32_t hb_saved_points(hb_shape_kind kind, uint32_t count)
{
    return kind == HB_AABB       ? 2
           : kind == HB_ELLIPSE  ? 3
           : kind == HB_MASK     ? 1
           : kind == HB_COMPOUND ? 0
                                 : count;
}

/// How many bytes a shape takes.
uint64_t hb_saved_shape_size(const hb_shape *shape);

/// Write one that needs no bounds. @param mask  its number, if it is one @return what is behind it
unsigned char *hb_write_shape(unsigned char *to, const hb_shape *shape, uint32_t mask);

/// Look at the size of the shape at *from, and go on behind it.
/// @param room  is raised to what hb_read_shape needs
/// @return false if it does not end before `end`, or is of no kind
bool hb_pass_shape(const unsigned char **from, const unsigned char *end, uint64_t *room);

/// Read one that hb_pass_shape has passed, as it is: without bounds, unless it is an AABB.
const unsigned char *hb_read_shape(const unsigned char *from, const hb_mask *const *masks,
                                   void *room, hb_shape *out);

/// Whether a shape is one that the library may have made; its bounds are set.
bool hb_validate_saved_shape(hb_shape *shape);

/// Whether two shapes are the same to the last bit, bounds apart.
bool hb_same_shape(const hb_shape *a, const hb_shape *b);

#endif
