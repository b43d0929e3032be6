/// Stored shapes of items whose record is not enough to describe them: see shape_store.c.
#ifndef HB_SHAPE_STORE_H
#define HB_SHAPE_STORE_H

#include "world.h"

#include <math.h>

/// Make the stored shape of a shape in a pose.
/// @param for_circles  whether a circle always gets a stored shape (hb_item_find_record may remove
///                 it)
/// @param out      null if the record is enough: for an AABB, or a circle about its anchor, that is
///                 neither rotated nor scaled, and is not one-way
/// @param rotated  the unpacked rotated shape; it and `placed` are valid as long as both the stored
///                 shape and `shape` are
/// @param pose     its coordinates are rounded to the domain
/// @return HB_OK, HB_UNSUPPORTED as hb_world_add, HB_NO_MEMORY, or the errors of
///         hb_shape_transform; after an error there is no stored shape
hb_status hb_stored_shape_make(hb_world *world, const hb_shape *shape, hb_transform *pose,
                               hb_vec one_way, bool for_circles, hb_stored_shape **out,
                               hb_shape *rotated, hb_shape *placed);
void hb_stored_shape_end(hb_world *world, hb_stored_shape *stored);

/// Whether a stored shape holds no more than the record would.
bool hb_stored_shape_is_idle(const hb_stored_shape *stored);

/// Make room for the stored shape of an index; set it. Null means none and needs no room.
hb_status hb_stored_shape_reserve(hb_world *world, uint32_t index);
void hb_stored_shape_set(hb_world *world, uint32_t index, hb_stored_shape *stored);

/// The stored shape of an item, or null.
static inline hb_stored_shape *hb_stored_shape_at(const hb_world *world, uint32_t index)
{
    return index < world->stored_capacity ? world->stored_shapes[index] : NULL;
}

/// Whether the record describes the item completely: anchor and shape. hb_would_be_simple takes
/// the kind as an argument, hb_is_simple the kind of the item.
static inline bool hb_would_be_simple(const hb_world *world, uint32_t index, hb_shape_kind kind)
{
    return kind == HB_AABB || (kind == HB_CIRCLE && hb_stored_shape_at(world, index) == NULL);
}

static inline bool hb_is_simple(const hb_world *world, uint32_t index)
{
    return hb_would_be_simple(world, index, (hb_shape_kind)(world->kinds[index] & HB_KIND_MASK));
}

/// Whether an item is a circle about its anchor without a stored shape.
static inline bool hb_is_simple_circle(const hb_world *world, uint32_t index)
{
    return !hb_is_box(world, index) && hb_is_simple(world, index);
}

/// Bounds that enclose an item's shape. For a circle the bounds of its record may be too small, as
/// they are rounded to nearest; still, a shape that touches the circle touches those bounds.
static inline hb_aabb hb_bounds_at(const hb_world *world, uint32_t index)
{
    hb_aabb b = hb_item_record_bounds(&world->records[index]);
    if (hb_is_simple_circle(world, index)) {
        const double more = 0x1p-52; /* more than the relative rounding error of a coordinate */
        b.x0 -= fabs(b.x0) * more;
        b.y0 -= fabs(b.y0) * more;
        b.x1 += fabs(b.x1) * more;
        b.y1 += fabs(b.y1) * more;
    }
    return b;
}

/// Place a stored shape at another position. Allocates nothing. @return as hb_shape_translate
hb_status hb_stored_shape_place(hb_stored_shape *stored, double x, double y, hb_shape *placed);

/// Give a stored shape another pose, if hb_stored_shape_is_posed. Allocates nothing. A refused pose
/// changes nothing. @return as hb_stored_shape_make
hb_status hb_stored_shape_transform(hb_world *world, hb_stored_shape *stored, hb_transform *pose,
                                    hb_shape *rotated, hb_shape *placed);

/// Whether a stored shape has room for an angle, a scale and mirroring.
bool hb_stored_shape_is_posed(const hb_stored_shape *stored);

/// The one-way direction of a stored shape, or null if it has no room for one.
hb_vec *hb_stored_shape_one_way(hb_stored_shape *stored);

/// The one-way direction of an item; {0, 0} if it blocks from all sides.
static inline hb_vec hb_one_way_at(const hb_world *world, uint32_t index)
{
    hb_stored_shape *stored = hb_stored_shape_at(world, index);
    const hb_vec *direction = stored != NULL ? hb_stored_shape_one_way(stored) : NULL;
    return direction != NULL ? *direction : (hb_vec){0.0, 0.0};
}

/// Unpack the shape of an item as made, or as rotated about its anchor.
void hb_unpack_made(const hb_world *world, uint32_t index, hb_shape *out);
void hb_unpack_rotated(const hb_world *world, uint32_t index, hb_shape *out);

/// As hb_unpack_made, but without bounds, unless it is an AABB or has no stored shape.
void hb_unpack_points(const hb_world *world, uint32_t index, hb_shape *out);

/// Make room in each scratch (hb_scratch_for) for `wanted` bytes of points or parts of a shape.
hb_status hb_scratch_reserve(hb_world *world, size_t wanted);

/// Read the anchor and the placed shape of a stored shape, and for an AABB its rotated shape.
void hb_stored_shape_read(const hb_stored_shape *stored, hb_vec *at, hb_shape *rotated,
                          hb_shape *placed);

/// The pose of an item: position, angle, scale and mirroring.
hb_transform hb_transform_of(const hb_world *world, uint32_t index);

#endif
