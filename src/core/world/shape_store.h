/// What is kept of an item that is more than an AABB where its tag says: see shape_store.c.
#ifndef HB_SHAPE_STORE_H
#define HB_SHAPE_STORE_H

#include "world.h"

#include <math.h>

/// Make what is kept of a shape in a pose.
/// @param out      null for what the tag tells of: an AABB, or a circle about its anchor, that is
///                 neither turned nor scaled, and stops from all sides
/// @param turned   unpacked, as is `placed`: valid as long as the stored shape and the shape are
/// @param pose     its coordinates are rounded to the domain
/// @return HB_UNSUPPORTED as hb_world_add, HB_NO_MEMORY, or as hb_shape_transform: then there is
///                        none
hb_status hb_stored_shape_make(hb_world *world, const hb_shape *shape, hb_transform *pose,
                               hb_vec one_way, hb_stored_shape **out, hb_shape *turned,
                               hb_shape *placed);
void hb_stored_shape_end(hb_world *world, hb_stored_shape *stored);

/// The same, but a circle gets a stored shape too (for hb_item_find_record to take away).
hb_status hb_stored_shape_make_any(hb_world *world, const hb_shape *shape, hb_transform *pose,
                                   hb_vec one_way, hb_stored_shape **out, hb_shape *turned,
                                   hb_shape *placed);

/// Whether the tag would say as much.
bool hb_stored_shape_is_idle(const hb_stored_shape *stored);

/// Make room for one more, by an item's index; and set it, null for none, which needs no room.
hb_status hb_stored_shape_reserve(hb_world *world, uint32_t index);
void hb_stored_shape_set(hb_world *world, uint32_t index, hb_stored_shape *stored);

/// The stored shape of an item, or null.
static inline hb_stored_shape *hb_stored_shape_at(const hb_world *world, uint32_t index)
{
    return index < world->stored_capacity ? world->stored_shapes[index] : NULL;
}

/// Whether the tag of an item of this kind, or of its own, tells where its anchor is, and the rest
/// of its shape.
static inline bool hb_would_be_simple(const hb_world *world, uint32_t index, hb_shape_kind kind)
{
    return kind == HB_AABB || (kind == HB_CIRCLE && hb_stored_shape_at(world, index) == NULL);
}

static inline bool hb_is_simple(const hb_world *world, uint32_t index)
{
    return hb_would_be_simple(world, index, (hb_shape_kind)(world->kinds[index] & HB_KIND_MASK));
}

/// Whether an item is a circle about its anchor that its tag tells of.
static inline bool hb_is_simple_circle(const hb_world *world, uint32_t index)
{
    return !hb_is_box(world, index) && hb_is_simple(world, index);
}

/// What encloses an item's shape. The tag's bounds of a circle may be less, as they are rounded to
/// the nearest numbers; still, what touches it touches these.
static inline hb_aabb hb_bounds_at(const hb_world *world, uint32_t index)
{
    hb_aabb b = hb_item_record_bounds(&world->records[index]);
    if (hb_is_simple_circle(world, index)) {
        const double more = 0x1p-52; /* of a coordinate it is rounded by less */
        b.x0 -= fabs(b.x0) * more;
        b.y0 -= fabs(b.y0) * more;
        b.x1 += fabs(b.x1) * more;
        b.y1 += fabs(b.y1) * more;
    }
    return b;
}

/// Place a stored shape elsewhere. Allocates nothing. @return as hb_shape_translate
hb_status hb_stored_shape_place(hb_stored_shape *stored, double x, double y, hb_shape *placed);

/// Give a stored shape that can be turned another pose. Allocates nothing. A refused pose changes
/// nothing. @return as hb_stored_shape_make
hb_status hb_stored_shape_transform(hb_world *world, hb_stored_shape *stored, hb_transform *pose,
                                    hb_shape *turned, hb_shape *placed);

/// Whether it has room for that.
bool hb_stored_shape_is_posed(const hb_stored_shape *stored);

/// Where an item stops others from, null if it has no room for that.
hb_vec *hb_stored_shape_one_way(hb_stored_shape *stored);

/// From where an item stops others; {0, 0} from all sides.
static inline hb_vec hb_one_way_at(const hb_world *world, uint32_t index)
{
    hb_stored_shape *stored = hb_stored_shape_at(world, index);
    const hb_vec *way = stored != NULL ? hb_stored_shape_one_way(stored) : NULL;
    return way != NULL ? *way : (hb_vec){0.0, 0.0};
}

/// The shape of an item as made, and as it is turned.
void hb_unpack_made(const hb_world *world, uint32_t index, hb_shape *out);
void hb_unpack_turned(const hb_world *world, uint32_t index, hb_shape *out);

/// As hb_unpack_made; without bounds, unless it is an AABB or its tag tells of it.
void hb_unpack_points(const hb_world *world, uint32_t index, hb_shape *out);

/// Make room in each scratch (hb_scratch_for) for so many bytes of what a shape points to.
hb_status hb_scratch_reserve(hb_world *world, size_t wanted);

/// Where the anchor of a stored shape is, its placed shape, and if it is an AABB its turned shape.
void hb_stored_shape_look(const hb_stored_shape *stored, hb_vec *at, hb_shape *turned,
                          hb_shape *placed);

/// How an item stands.
hb_transform hb_transform_of(const hb_world *world, uint32_t index);

#endif
