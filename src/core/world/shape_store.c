/// The shape store: the shapes of items, each packed into one block of memory.
///
/// An hb_shape has 128 bytes, and an item has three shapes: as made, as rotated about its anchor,
/// and as placed. Most blocks hold only the points of these shapes; hb_unpack_* builds the rest.
/// The item record has the bounds of the placed shape, and the other bounds follow from the points.
/// The placed points are stored although they follow from the rotated ones: rounding may make the
/// placed outline concave, and the repair is slow.
///
/// The shape as made equals the rotated one unless there is an angle, a scale or mirroring. Without
/// one of these an AABB, or a circle about its anchor, has no stored shape: its box about the
/// anchor, in the record, describes it. Compounds and masks are stored whole, and so are placed
/// shapes of three or four points.
#include "shape_store.h"
#include "../base/memory.h"
#include "../collide/collide.h"

#include <string.h>

/* A block holds its head, the placed shape (next to the head, as all queries read it), the rotated
 * shape, and then the optional parts. */
enum {
    IS_POSED = 1,    /* a third shape, as made, and a struct posed */
    HAS_ONE_WAY = 2, /* an hb_vec */
    IS_WHOLE = 4,    /* whole hb_shapes and the data they point to, instead of points */
    IS_MIRRORED = 8
};

struct hb_stored_shape {
    hb_vec at;     /* the anchor; unused for an AABB, whose record has it */
    double radius; /* of the rotated and the placed shape */
    uint32_t room; /* points of each shape; with IS_WHOLE, units of 8 bytes behind it */
    uint32_t rotated_count, placed_count;
    uint8_t parts;
    uint8_t kind; /* of the rotated and the placed shape */
};

typedef struct posed {
    double angle, scale;
    double radius;
    uint32_t count;
    hb_shape_kind kind;
} posed;

typedef enum form { PLACED, ROTATED, MADE } form;

/* ---- The block ------------------------------------------------------------------------------- */

static size_t form_size(const hb_stored_shape *stored)
{
    return (stored->parts & IS_WHOLE) != 0 ? sizeof(hb_shape) + (size_t)stored->room * 8
                                           : (size_t)stored->room * sizeof(hb_vec);
}

/* Whether the placed shape is stored as an hb_shape: if it is whole, or has as many points as an
 * hb_shape may carry. Unpacking these points would take longer than the queries of them, as pairs
 * of corners are read just after they were written one by one. With fewer points unpacking is
 * fast; more points need not be copied. */
static inline bool keeps_placed(const hb_stored_shape *stored)
{
    return (stored->parts & IS_WHOLE) != 0 ||
           (stored->room >= 3 && stored->room <= HB_LOCAL_POINTS);
}

static inline size_t placed_size(const hb_stored_shape *stored)
{
    bool as_it_is = keeps_placed(stored) && (stored->parts & IS_WHOLE) == 0;
    return as_it_is ? sizeof(hb_shape) : form_size(stored);
}

bool hb_stored_shape_is_posed(const hb_stored_shape *stored)
{
    return (stored->parts & IS_POSED) != 0;
}

/* The address of one of the shapes: an hb_shape and its data, or points. */
static inline void *form_of(const hb_stored_shape *stored, form which)
{
    char *placed = (char *)(uintptr_t)(stored + 1);
    return which == PLACED
               ? placed
               : placed + placed_size(stored) + form_size(stored) * (size_t)(which - ROTATED);
}

static posed *posed_of(const hb_stored_shape *stored)
{
    return (posed *)((char *)form_of(stored, MADE) + form_size(stored));
}

hb_vec *hb_stored_shape_one_way(hb_stored_shape *stored)
{
    void *at =
        hb_stored_shape_is_posed(stored) ? (void *)(posed_of(stored) + 1) : form_of(stored, MADE);
    return (stored->parts & HAS_ONE_WAY) != 0 ? at : NULL;
}

static size_t block_size(const hb_stored_shape *stored)
{
    bool is_posed = hb_stored_shape_is_posed(stored);
    return sizeof *stored + placed_size(stored) + form_size(stored) * (is_posed ? 2 : 1) +
           (is_posed ? sizeof(posed) : 0) +
           ((stored->parts & HAS_ONE_WAY) != 0 ? sizeof(hb_vec) : 0);
}

/* The room for the data that a shape points to. */
static void *room_of(const hb_stored_shape *stored, form which)
{
    char *at = form_of(stored, which);
    return (stored->parts & IS_WHOLE) != 0 ? at + sizeof(hb_shape) : at;
}

/* ---- Packing --------------------------------------------------------------------------------- */

static bool must_be_whole(const hb_shape *shape)
{
    return shape->kind >= HB_COMPOUND;
}

/* The number of points that describe a shape: the edges of an AABB, the centre and half axes of an
 * ellipse, or the corners. */
static uint32_t point_count(const hb_shape *shape)
{
    return shape->kind == HB_AABB ? 2 : shape->kind == HB_ELLIPSE ? 3 : (uint32_t)shape->count;
}

/* The maximum number of points of a rotated shape: a rotated AABB is a polygon of 4. */
static uint32_t max_points(const hb_shape *shape, bool is_posed)
{
    return shape->kind == HB_AABB && is_posed ? 4 : point_count(shape);
}

static void pack(hb_stored_shape *stored, form which, const hb_shape *shape)
{
    if ((stored->parts & IS_WHOLE) != 0 || (which == PLACED && keeps_placed(stored))) {
        memcpy(form_of(stored, which), shape, sizeof *shape);
        return;
    }
    hb_vec *points = form_of(stored, which);
    if (shape->kind == HB_AABB) {
        memcpy(points, &shape->bounds, sizeof shape->bounds);
    } else if (hb_shape_points(shape) != points) { /* else they were made in place */
        memcpy(points, hb_shape_points(shape), point_count(shape) * sizeof *points);
    }
}

/* Copy both numbers at once, as readers load both at once: two separate stores would stall them. */
static inline void copy_point(hb_vec *to, const hb_vec *from)
{
    f64x2_store(&to->x, f64x2_load(&from->x));
}

/* Unpack a shape without its bounds. The entries behind the last point are not set. */
static inline void unpack(const hb_vec *points, hb_shape_kind kind, uint32_t count, double radius,
                          hb_shape *out)
{
    out->kind = kind;
    out->count = (int)count;
    out->part_count = 0;
    out->radius = radius;
    out->more = count > HB_LOCAL_POINTS ? points : NULL;
    switch (kind == HB_ELLIPSE ? 3 : count) { /* most are circles and boxes */
    case 1:
        copy_point(&out->local[0], &points[0]);
        break;
    case 4:
        copy_point(&out->local[3], &points[3]); /* fall through */
    case 3:
        copy_point(&out->local[2], &points[2]); /* fall through */
    case 2:
        copy_point(&out->local[1], &points[1]);
        copy_point(&out->local[0], &points[0]);
        break;
    case 0: /* an empty shape has the bounds of a point at its anchor */
        out->local[0] = (hb_vec){0.0, 0.0};
        break;
    default:
        break;
    }
}

static hb_shape unpack_aabb(const hb_stored_shape *stored, form which)
{
    hb_aabb edges;
    memcpy(&edges, form_of(stored, which), sizeof edges);
    return hb_box_of_edges(edges);
}

/* Unpack the rotated or the made shape; without bounds, unless it is an AABB or whole. */
static void unpack_unbound(const hb_stored_shape *stored, form which, hb_shape *out)
{
    bool as_made = which == MADE && hb_stored_shape_is_posed(stored);
    form from = as_made ? MADE : ROTATED;
    hb_shape_kind kind = as_made ? posed_of(stored)->kind : (hb_shape_kind)stored->kind;
    if ((stored->parts & IS_WHOLE) != 0) {
        memcpy(out, form_of(stored, from), sizeof *out);
    } else if (kind == HB_AABB) {
        *out = unpack_aabb(stored, from);
    } else if (as_made) {
        unpack(form_of(stored, MADE), kind, posed_of(stored)->count, posed_of(stored)->radius, out);
    } else {
        unpack(form_of(stored, ROTATED), kind, stored->rotated_count, stored->radius, out);
    }
}

static void unpack_about_anchor(const hb_stored_shape *stored, form which, hb_shape *out)
{
    unpack_unbound(stored, which, out);
    if ((stored->parts & IS_WHOLE) == 0 && out->kind != HB_AABB) {
        hb_set_bounds(out);
    }
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* Excludes -0: the circle is read back with a centre of +0. */
static bool is_at_zero(hb_vec point)
{
    return point.x == 0.0 && point.y == 0.0 && !signbit(point.x) && !signbit(point.y);
}

static void set_rotated(hb_stored_shape *stored, const hb_shape *rotated)
{
    stored->kind = (uint8_t)rotated->kind;
    stored->radius = rotated->radius;
    stored->rotated_count = (uint32_t)rotated->count;
    pack(stored, ROTATED, rotated);
}

static void set_placed(hb_stored_shape *stored, const hb_shape *placed, double x, double y)
{
    stored->at = (hb_vec){x, y};
    stored->placed_count = (uint32_t)placed->count;
    pack(stored, PLACED, placed);
}

/* Rotate and place a shape into the rooms of a stored shape. The old contents are lost, even if
 * the pose is refused. */
static hb_status rotate_and_place(const hb_world *world, hb_stored_shape *stored,
                                  const hb_shape *shape, hb_transform *pose, hb_shape *rotated,
                                  hb_shape *placed)
{
    hb_status status = hb_shape_rotate(shape, *pose, room_of(stored, ROTATED), rotated);
    if (status == HB_OK && !hb_world_takes(world, rotated->kind)) {
        status = HB_UNSUPPORTED; /* a rotated box in a world with HB_PIXEL */
    }
    if (status == HB_OK) {
        status = hb_shape_translate(rotated, pose->x, pose->y, room_of(stored, PLACED), placed);
    }
    if (status != HB_OK) {
        return status;
    }
    (void)hb_validate_coord(&pose->x);
    (void)hb_validate_coord(&pose->y);
    set_rotated(stored, rotated);
    set_placed(stored, placed, pose->x, pose->y);
    return HB_OK;
}

static void set_posed(hb_stored_shape *stored, const hb_transform *pose)
{
    posed_of(stored)->angle = pose->angle + 0.0; /* makes -0 into +0, as loading does */
    posed_of(stored)->scale = pose->scale + 0.0;
    stored->parts = (uint8_t)((stored->parts & ~IS_MIRRORED) | (pose->mirrored ? IS_MIRRORED : 0));
}

/* Store a shape as made, before it is rotated. */
static void set_made(hb_stored_shape *stored, const hb_shape *shape, const hb_transform *pose)
{
    hb_shape made;
    hb_shape_copy(shape, room_of(stored, MADE), &made);
    pack(stored, MADE, &made);
    *posed_of(stored) =
        (posed){.radius = made.radius, .count = (uint32_t)made.count, .kind = made.kind};
    set_posed(stored, pose);
}

hb_status hb_scratch_reserve(hb_world *world, size_t wanted)
{
    if (wanted > SIZE_MAX / (2 * HB_SCRATCH_COUNT)) {
        return HB_NO_MEMORY;
    }
    wanted = (wanted + 15) / 16 * 16;
    if (wanted <= world->room_size) {
        return HB_OK;
    }
    void *grown = hb_allocate(&world->allocator, wanted * HB_SCRATCH_COUNT);
    if (grown == NULL) {
        return HB_NO_MEMORY;
    }
    hb_release(&world->allocator, world->rooms, world->room_size * HB_SCRATCH_COUNT);
    world->rooms = grown;
    world->room_size = wanted;
    return HB_OK;
}

/* Allocate an empty block for a shape. */
static hb_status allocate(hb_world *world, const hb_shape *shape, uint8_t parts,
                          hb_stored_shape **out)
{
    size_t room = hb_shape_bytes(shape);
    hb_status status = hb_scratch_reserve(world, room);
    if (status != HB_OK) {
        return status;
    }
    hb_stored_shape head = {.parts = parts};
    head.room = max_points(shape, (parts & IS_POSED) != 0);
    if (must_be_whole(shape)) {
        head.parts |= IS_WHOLE;
        head.room = (uint32_t)(room / 8);
    }
    hb_stored_shape *stored =
        room / 8 <= UINT32_MAX ? hb_allocate(&world->allocator, block_size(&head)) : NULL;
    if (stored == NULL) {
        return HB_NO_MEMORY;
    }
    *stored = head;
    *out = stored;
    return HB_OK;
}

bool hb_stored_shape_is_idle(const hb_stored_shape *stored)
{
    const hb_vec *points = form_of(stored, ROTATED);
    return stored->kind == HB_CIRCLE && stored->parts == 0 && is_at_zero(points[0]);
}

hb_status hb_stored_shape_make(hb_world *world, const hb_shape *shape, hb_transform *pose,
                               hb_vec one_way, bool for_circles, hb_stored_shape **out,
                               hb_shape *rotated, hb_shape *placed)
{
    bool is_sided = !hb_vec_is_zero(one_way), is_posed = !hb_transform_only_moves(pose);
    *out = NULL;
    if (!hb_world_takes(world, shape->kind)) {
        return HB_UNSUPPORTED;
    }
    hb_status status;
    bool is_simple = shape->kind == HB_AABB || (shape->kind == HB_CIRCLE && !for_circles &&
                                                is_at_zero(hb_shape_points(shape)[0]));
    if (is_simple && !is_posed && !is_sided) {
        *rotated = *shape;
        status = hb_shape_translate(shape, pose->x, pose->y, NULL, placed);
        (void)hb_validate_coord(&pose->x);
        (void)hb_validate_coord(&pose->y);
        return status;
    }
    uint8_t parts = (uint8_t)((is_sided ? HAS_ONE_WAY : 0) | (is_posed ? IS_POSED : 0));
    hb_stored_shape *stored;
    if ((status = allocate(world, shape, parts, &stored)) != HB_OK) {
        return status;
    }
    if (is_sided) {
        *hb_stored_shape_one_way(stored) = one_way;
    }
    if (is_posed) {
        set_made(stored, shape, pose);
    }
    status = rotate_and_place(world, stored, shape, pose, rotated, placed);
    if (status != HB_OK) {
        hb_stored_shape_end(world, stored);
        return status;
    }
    *out = stored;
    return HB_OK;
}

void hb_stored_shape_end(hb_world *world, hb_stored_shape *stored)
{
    if (stored != NULL) {
        hb_release(&world->allocator, stored, block_size(stored));
    }
}

hb_status hb_stored_shape_reserve(hb_world *world, uint32_t index)
{
    uint32_t before = world->stored_capacity;
    hb_status status = hb_reserve(&world->allocator, &world->stored_shapes, &world->stored_capacity,
                                  (uint64_t)index + 1, sizeof *world->stored_shapes);
    for (uint32_t i = before; i < world->stored_capacity; i++) {
        world->stored_shapes[i] = NULL;
    }
    return status;
}

void hb_stored_shape_set(hb_world *world, uint32_t index, hb_stored_shape *stored)
{
    if (index < world->stored_capacity) {
        world->stored_shapes[index] = stored;
    }
}

/* ---- Moving ---------------------------------------------------------------------------------- */

hb_status hb_stored_shape_place(hb_stored_shape *stored, double x, double y, hb_shape *placed)
{
    hb_shape rotated;
    unpack_unbound(stored, ROTATED, &rotated);
    hb_status status = hb_shape_translate(&rotated, x, y, room_of(stored, PLACED), placed);
    if (status == HB_OK) {
        set_placed(stored, placed, x, y);
    }
    return status;
}

hb_status hb_stored_shape_transform(hb_world *world, hb_stored_shape *stored, hb_transform *pose,
                                    hb_shape *rotated, hb_shape *placed)
{
    hb_shape made;
    const posed *old = posed_of(stored);
    hb_transform before = {stored->at.x, stored->at.y, old->angle, old->scale,
                           (stored->parts & IS_MIRRORED) != 0};
    unpack_about_anchor(stored, MADE, &made);
    hb_status status = rotate_and_place(world, stored, &made, pose, rotated, placed);
    if (status != HB_OK) { /* the rooms were overwritten: restore them */
        (void)rotate_and_place(world, stored, &made, &before, rotated, placed);
        return status;
    }
    set_posed(stored, pose);
    return HB_OK;
}

/* ---- Unpacking ------------------------------------------------------------------------------- */

/* Make a circle about a point, as hb_make_circle. The caller sets the bounds. */
static inline void make_circle(hb_vec at, double radius, hb_shape *out)
{
    out->kind = HB_CIRCLE;
    out->count = 1;
    out->part_count = 0;
    out->radius = radius;
    out->local[0] = at;
    out->more = NULL;
}

/* Unpack an item without a stored shape, about its anchor. */
static void unpack_record(const hb_world *world, uint32_t index, hb_shape *out)
{
    const hb_item_record *record = &world->records[index];
    if (hb_is_box(world, index)) {
        *out = hb_box_of_edges(record->box);
    } else {
        make_circle((hb_vec){0.0, 0.0}, record->box.x1, out);
        out->bounds = record->box;
    }
}

void hb_unpack_made(const hb_world *world, uint32_t index, hb_shape *out)
{
    const hb_stored_shape *stored = hb_stored_shape_at(world, index);
    if (stored == NULL) {
        unpack_record(world, index, out);
    } else {
        unpack_about_anchor(stored, MADE, out);
    }
}

void hb_unpack_points(const hb_world *world, uint32_t index, hb_shape *out)
{
    const hb_stored_shape *stored = hb_stored_shape_at(world, index);
    if (stored == NULL) {
        unpack_record(world, index, out);
    } else {
        unpack_unbound(stored, MADE, out);
    }
}

void hb_unpack_rotated(const hb_world *world, uint32_t index, hb_shape *out)
{
    const hb_stored_shape *stored =
        hb_is_box(world, index) ? NULL : hb_stored_shape_at(world, index);
    if (stored == NULL) {
        unpack_record(world, index, out);
    } else {
        unpack_about_anchor(stored, ROTATED, out);
    }
}

void hb_stored_shape_read(const hb_stored_shape *stored, hb_vec *at, hb_shape *rotated,
                          hb_shape *placed)
{
    *at = stored->at;
    if (stored->kind == HB_AABB) {
        *rotated = unpack_aabb(stored, ROTATED);
    }
    if (keeps_placed(stored)) {
        *placed = *(const hb_shape *)form_of(stored, PLACED);
    } else if (stored->kind == HB_AABB) {
        *placed = unpack_aabb(stored, PLACED);
    } else {
        unpack(form_of(stored, PLACED), (hb_shape_kind)stored->kind, stored->placed_count,
               stored->radius, placed);
        hb_set_bounds(placed);
    }
}

/* hb_box_of_edges with a fast path: nearly all boxes have an area. */
static inline void make_box(hb_aabb edges, hb_shape *out)
{
    if (!((edges.x0 < edges.x1) & (edges.y0 < edges.y1))) {
        *out = hb_box_of_edges(edges);
        return;
    }
    out->kind = HB_AABB;
    out->count = 4;
    out->part_count = 0;
    out->radius = 0.0;
    out->bounds = edges;
    out->local[0] = (hb_vec){edges.x0, edges.y0};
    out->local[1] = (hb_vec){edges.x1, edges.y0};
    out->local[2] = (hb_vec){edges.x1, edges.y1};
    out->local[3] = (hb_vec){edges.x0, edges.y1};
    out->more = NULL;
}

const hb_shape *hb_placed_shape_at(const hb_world *world, uint32_t index, hb_shape *room)
{
    const hb_item_record *record = &world->records[index];
    if (hb_is_box(world, index)) {
        make_box(hb_item_record_bounds(record), room);
        return room;
    }
    const hb_stored_shape *stored = hb_stored_shape_at(world, index);
    if (stored == NULL) {
        make_circle(record->at, record->box.x1, room);
        hb_set_bounds(room);
        return room;
    }
    if (keeps_placed(stored)) {
        return form_of(stored, PLACED);
    }
    unpack(form_of(stored, PLACED), (hb_shape_kind)stored->kind, stored->placed_count,
           stored->radius, room);
    f64x2_store(&room->bounds.x0, f64x2_load(&record->box.x0));
    f64x2_store(&room->bounds.x1, f64x2_load(&record->box.x1));
    return room;
}

hb_vec hb_stored_anchor(const hb_world *world, uint32_t index)
{
    const hb_stored_shape *stored = hb_stored_shape_at(world, index);
    return stored != NULL ? stored->at : world->records[index].at;
}

hb_transform hb_transform_of(const hb_world *world, uint32_t index)
{
    hb_vec at = hb_anchor_at(world, index);
    const hb_stored_shape *stored = hb_stored_shape_at(world, index);
    hb_transform pose = hb_transform_at(at.x, at.y);
    if (stored != NULL && hb_stored_shape_is_posed(stored)) {
        pose.angle = posed_of(stored)->angle;
        pose.scale = posed_of(stored)->scale;
        pose.mirrored = (stored->parts & IS_MIRRORED) != 0;
    }
    return pose;
}

const hb_item_view *hb_obstacle_at(const hb_world *world, uint32_t index, hb_item_view *out)
{
    out->world = world;
    out->id = hb_id_at(world, index);
    out->index = index;
    out->serial = hb_serial_of(world, out->id);
    out->one_way = (hb_vec){0.0, 0.0};
    if ((world->kinds[index] & HB_KIND_ONE_WAY) != 0) {
        out->one_way = hb_one_way_at(world, index);
        out->pose = hb_transform_of(world, index);
    }
    const hb_shape *placed = hb_placed_shape_at(world, index, &out->placed);
    if (placed != &out->placed) {
        out->placed = *placed;
    }
    return out;
}

const hb_item_view *hb_item_view_at(const hb_world *world, uint32_t index, hb_item_view *out)
{
    out->pose = hb_transform_of(world, index);
    hb_unpack_rotated(world, index, &out->rotated);
    return hb_obstacle_at(world, index, out);
}

const hb_item_view *hb_item_view_of(const hb_world *world, hb_id id, hb_item_view *out)
{
    return hb_is_alive(world, id) ? hb_item_view_at(world, hb_id_index(id), out) : NULL;
}
