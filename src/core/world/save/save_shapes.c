/// Writes shapes to bytes and reads them back. A shape that is read is checked as a caller's shape
/// is (shape/validate.c).
#include "../../collide/collide.h"
#include "save_format.h"

/* ---- Writing --------------------------------------------------------------------------------- */

uint64_t hb_saved_shape_size(const hb_shape *shape)
{
    uint64_t size =
        HB_SHAPE_POINTS + (uint64_t)hb_saved_points(shape->kind, (uint32_t)shape->count) * 16;
    for (int i = 0; shape->kind == HB_COMPOUND && i < shape->part_count; i++) {
        const hb_shape *part = &shape->parts[i];
        size += HB_SHAPE_POINTS + (uint64_t)hb_saved_points(part->kind, (uint32_t)part->count) * 16;
    }
    return size;
}

/* Write a shape that is no compound, or the head of a compound. */
static unsigned char *write_part(unsigned char *to, const hb_shape *shape, uint32_t count)
{
    uint32_t points = hb_saved_points(shape->kind, count);
    bool is_mask = shape->kind == HB_MASK, is_aabb = shape->kind == HB_AABB;
    const hb_vec *from = hb_shape_points(shape);
    hb_vec corners[2] = {{shape->bounds.x0, shape->bounds.y0},
                         {shape->bounds.x1, shape->bounds.y1}};
    hb_write_32(to, (uint32_t)shape->kind);
    hb_write_32(to + HB_SHAPE_COUNT, count);
    hb_write_double(to + HB_SHAPE_RADIUS, is_mask ? shape->local[1].x : shape->radius);
    to += HB_SHAPE_POINTS;
    for (uint32_t i = 0; i < points; i++, to += HB_SAVED_POINT) {
        hb_write_vec(to, is_aabb ? corners[i] : from[i]);
    }
    return to;
}

unsigned char *hb_write_shape(unsigned char *to, const hb_shape *shape, uint32_t mask)
{
    if (shape->kind == HB_MASK) {
        return write_part(to, shape, mask);
    }
    if (shape->kind != HB_COMPOUND) {
        return write_part(to, shape, (uint32_t)shape->count);
    }
    to = write_part(to, shape, (uint32_t)shape->part_count);
    for (int i = 0; i < shape->part_count; i++) {
        to = write_part(to, &shape->parts[i], (uint32_t)shape->parts[i].count);
    }
    return to;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Pass a shape that is no compound, or the head of a compound. @return its count, or -1 */
static int64_t pass_part(const unsigned char **from, const unsigned char *end, uint32_t *kind,
                         uint64_t *room)
{
    if (end - *from < HB_SHAPE_POINTS) {
        return -1;
    }
    uint32_t count = hb_read_32(*from + HB_SHAPE_COUNT);
    *kind = hb_read_32(*from);
    *from += HB_SHAPE_POINTS;
    if (*kind > HB_MASK || count > INT32_MAX) {
        return -1;
    }
    uint64_t size = (uint64_t)hb_saved_points((hb_shape_kind)*kind, count) * HB_SAVED_POINT;
    if ((uint64_t)(end - *from) < size) {
        return -1;
    }
    *from += size;
    *room += *kind <= HB_POLYGON && count > HB_LOCAL_POINTS ? size : 0;
    return count;
}

bool hb_pass_shape(const unsigned char **from, const unsigned char *end, uint64_t *room)
{
    uint32_t kind, part_kind = 0;
    uint64_t own = 0;
    int64_t count = pass_part(from, end, &kind, &own);
    if (count >= 0 && kind == HB_COMPOUND) {
        bool sound = count > 0;
        for (int64_t i = 0; i < count && sound; i++) {
            sound = pass_part(from, end, &part_kind, &own) >= 0 && part_kind < HB_COMPOUND;
        }
        count = sound ? count : -1;
        own += (uint64_t)count * sizeof(hb_shape) + hb_part_boxes_room((uint32_t)count);
    }
    *room = count >= 0 && own > *room ? own : *room;
    return count >= 0;
}

/* Read a shape that is no compound. */
static const unsigned char *read_part(const unsigned char *from, const hb_mask *const *masks,
                                      hb_vec *room, hb_shape *out)
{
    hb_shape_kind kind = (hb_shape_kind)hb_read_32(from);
    uint32_t count = hb_read_32(from + HB_SHAPE_COUNT), points = hb_saved_points(kind, count);
    double radius = hb_read_double(from + HB_SHAPE_RADIUS);
    from += HB_SHAPE_POINTS;
    const unsigned char *end = from + (size_t)points * HB_SAVED_POINT;
    *out = (hb_shape){.kind = kind};
    if (kind == HB_AABB) {
        hb_vec low = hb_read_vec(from), high = hb_read_vec(from + HB_SAVED_POINT);
        *out = hb_box_of_edges((hb_aabb){low.x, low.y, high.x, high.y});
        out->radius = radius; /* so that validation sees it */
        return end;
    }
    hb_vec *to = points > HB_LOCAL_POINTS ? room : out->local;
    for (uint32_t i = 0; i < points; i++, from += HB_SAVED_POINT) {
        to[i] = hb_read_vec(from);
    }
    if (kind == HB_MASK) {
        out->local[1] = (hb_vec){radius, 1.0};
        out->mask = masks[count];
        return end;
    }
    out->count = (int)(kind == HB_ELLIPSE ? 0 : count);
    out->radius = radius;
    if (points > HB_LOCAL_POINTS) {
        out->more = room;
    }
    return end;
}

const unsigned char *hb_read_shape(const unsigned char *from, const hb_mask *const *masks,
                                   void *room, hb_shape *out)
{
    if ((hb_shape_kind)hb_read_32(from) != HB_COMPOUND) {
        return read_part(from, masks, room, out);
    }
    uint32_t count = hb_read_32(from + HB_SHAPE_COUNT);
    hb_shape *parts = room;
    hb_vec *corners = (hb_vec *)(void *)((char *)(parts + count) + hb_part_boxes_room(count));
    *out = (hb_shape){.kind = HB_COMPOUND, .part_count = (int)count, .parts = parts};
    from += HB_SHAPE_POINTS;
    for (uint32_t i = 0; i < count; i++) {
        from = read_part(from, masks, corners, &parts[i]);
        corners += parts[i].count > HB_LOCAL_POINTS ? parts[i].count : 0;
    }
    return from;
}

/* ---- Validating ------------------------------------------------------------------------------ */

/* Validate a shape that is no compound. */
static bool admit_part(hb_shape *shape)
{
    bool sound = hb_part_is_valid(shape);
    if (sound && shape->kind != HB_AABB) {
        hb_set_bounds(shape);
    }
    return sound;
}

bool hb_validate_saved_shape(hb_shape *shape)
{
    if (shape->kind != HB_COMPOUND) {
        return admit_part(shape);
    }
    hb_shape *parts = (hb_shape *)(uintptr_t)shape->parts;
    for (int i = 0; i < shape->part_count; i++) {
        if (!admit_part(&parts[i])) {
            return false;
        }
    }
    hb_set_bounds(shape);
    return true;
}

static bool is_same_part(const hb_shape *a, const hb_shape *b)
{
    if (a->kind != b->kind || a->count != b->count || !hb_same_double(a->radius, b->radius)) {
        return false;
    }
    if (a->kind == HB_MASK) {
        return a->mask == b->mask && hb_same_vec(a->local[0], b->local[0]) &&
               a->local[1].x == b->local[1].x;
    }
    return memcmp(hb_shape_points(a), hb_shape_points(b),
                  hb_saved_points(a->kind, (uint32_t)a->count) * sizeof(hb_vec)) == 0;
}

bool hb_same_shape(const hb_shape *a, const hb_shape *b)
{
    if (a->kind == HB_AABB && b->kind == HB_AABB) {
        return memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0;
    }
    if (a->kind != HB_COMPOUND || b->kind != HB_COMPOUND) {
        return is_same_part(a, b);
    }
    bool same = a->part_count == b->part_count;
    for (int i = 0; i < a->part_count && same; i++) {
        const hb_shape *p = &a->parts[i], *q = &b->parts[i];
        same = p->kind == HB_AABB && q->kind == HB_AABB
                   ? memcmp(&p->bounds, &q->bounds, sizeof p->bounds) == 0
                   : is_same_part(p, q);
    }
    return same;
}
