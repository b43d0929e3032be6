/// Helpers for fuzz targets: numbers and shapes read from bytes, and checks that print the shapes
/// with which they failed. Each target is one LLVMFuzzerTestOneInput, run by libFuzzer if the build
/// has it (preset `fuzz`), else by driver.c with random bytes.
#ifndef HB_FUZZ_H
#define HB_FUZZ_H

#include "hitbox.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FUZZ_POINTS 12 ///< most corners that a polygon is given
#define FUZZ_RECENT 16
#define FUZZ_MASK_WIDTH 72 ///< most pixels in a row: more than a word
#define FUZZ_MASK_HEIGHT 6
#define FUZZ_ROOM 8192 ///< bytes, enough for any shape that fuzz_shape_next makes

/// The rest of an input, and values that were read from it.
typedef struct fuzz_input {
    const uint8_t *at, *end;
    double unit; ///< of the small whole numbers among the coordinates
    double recent[FUZZ_RECENT];
    unsigned numbers; ///< read so far
} fuzz_input;

/// A shape with the memory that it points to.
typedef struct fuzz_shape {
    hb_shape shape;
    alignas(max_align_t) unsigned char room[FUZZ_ROOM];
} fuzz_shape;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

fuzz_input fuzz_begin(const uint8_t *data, size_t size);

/// The next byte; 0 after the last.
unsigned fuzz_byte(fuzz_input *in);

/// Any double at all, infinities and NaN among them.
double fuzz_wild(fuzz_input *in);

/// A double of the domain. Likely are small multiples of one unit, what was read before, its
/// neighbours in the last place, sums and middles: numbers that make shapes touch.
double fuzz_number(fuzz_input *in);
double fuzz_size(fuzz_input *in);
hb_vec fuzz_vec(fuzz_input *in);

/// The corners of the convex hull of `points`, in their place; fewer than 3 if it is flat.
int fuzz_hull(hb_vec *points, int count);

/// Solid and clear pixels, 255 and 0, in runs and mixed.
void fuzz_pixels(fuzz_input *in, unsigned char *pixels, int count);

/// A shape of the first FUZZ_KINDS kinds (the build says how many: cores, or all of them), at times
/// one that was placed or mirrored.
void fuzz_shape_next(fuzz_input *in, fuzz_shape *out);

/// `shape` moved by (x, y). @return false if that leads out of the domain
bool fuzz_place(const hb_shape *shape, double x, double y, fuzz_shape *out);

/// Two shapes, more often than by chance just touching, nearly touching, or alike.
void fuzz_pair_next(fuzz_input *in, fuzz_shape *a, fuzz_shape *b);

/// How far apart two shapes are; where they overlap, minus the depth, of shapes of several parts
/// that of the deepest two of these. No move can change it by more than its length. (The depth of
/// all the parts can jump: where a gap closes, the way out is another one.)
double fuzz_gap(const hb_shape *a, const hb_shape *b);

/// The largest magnitude among what places two shapes.
double fuzz_extent(const hb_shape *a, const hb_shape *b);

/// Name what a failed check is about. The shapes must live until the next call; b may be null.
void fuzz_about(const hb_shape *a, const hb_shape *b, hb_vec motion);

/// Print the broken promise, the shapes (as tests/oracle/shapes.py reads them) and the input, then
/// abort.
_Noreturn void fuzz_fail(const char *promise, const char *file, int line);

/// Unlike an assert it is there in every build.
#define FUZZ_CHECK(promise) ((promise) ? (void)0 : fuzz_fail(#promise, __FILE__, __LINE__))

#endif
