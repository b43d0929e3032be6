/// The format of saved worlds, which saves.c writes and loads.c reads. May call the core.
///
/// A string holds the binding's data of a world, then the core's bytes. All numbers are little
/// endian, without padding:
///
///     magic, and the size of all fields from here to the core's bytes, u64
///     version u32, checksum of the core's bytes u64, gravity 2 f64
///     names of layers: number u32, each by its length u32 and its characters
///     items, in the order of adding: number u32; of each unit of its anchor, response and flags,
///         u8 each, the anchor 2 f64, the layers of each response, u64 each, if the flags say so,
///         and its name
///     removed items that events may name: number u32; handle u64, whether it was removed before
///         the last step u8, name
///     checksum of all fields from the version on u64
///
/// A name is its kind, u8, and a number, or length and characters.
#ifndef HITBOX_SAVES_H
#define HITBOX_SAVES_H

#include "../binding.h"

#include <math.h>
#include <string.h>

#define MAGIC "hitboxL\n"
enum { MAGIC_SIZE = 8, HEAD_SIZE = 16, VERSION = 1 };

enum { NAME_FALSE, NAME_TRUE, NAME_NUMBER, NAME_INTEGER, NAME_STRING };

/// Flags of an item.
enum { RECORD_MIRRORED = 1, RECORD_RESPONSES = 2 };

/// Writes bytes; without a buffer it only counts them.
typedef struct sink {
    unsigned char *to;
    size_t size;
} sink;

static inline void put(sink *out, const void *bytes, size_t size)
{
    if (out->to != NULL && size > 0) {
        memcpy(out->to + out->size, bytes, size);
    }
    out->size += size;
}

static inline void put_whole(sink *out, uint64_t value, int width)
{
    unsigned char bytes[8];
    for (int i = 0; i < width; i++) {
        bytes[i] = (unsigned char)(value >> 8 * i);
    }
    put(out, bytes, (size_t)width);
}

static inline void put_number(sink *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_whole(out, bits, 8);
}

/// Reads bytes; after a failure it returns zeros.
typedef struct source {
    const unsigned char *at, *end;
    bool failed;
} source;

static inline const unsigned char *take(source *in, size_t size)
{
    const unsigned char *at = in->at;
    in->failed = in->failed || (size_t)(in->end - at) < size;
    in->at += in->failed ? 0 : size;
    return in->failed ? NULL : at;
}

static inline uint64_t take_whole(source *in, int width)
{
    const unsigned char *bytes = take(in, (size_t)width);
    uint64_t value = 0;
    for (int i = width; i-- > 0 && bytes != NULL;) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static inline double take_number(source *in)
{
    uint64_t bits = take_whole(in, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double take_coordinate(source *in)
{
    double value = take_number(in);
    in->failed = in->failed || !(fabs(value) <= HB_MAX_COORD);
    return value;
}

#endif
