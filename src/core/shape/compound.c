/// Makes compounds, and iterates over the parts of any shape. May call base and the other files of
/// this folder.
///
/// The iteration skips parts out of range by the boxes around several of them (compound.h).
#include "compound.h"
#include "mask.h"

/* ---- Making ---------------------------------------------------------------------------------- */

/* Return the shapes that a compound takes from a shape: its parts, or the shape itself. */
static const hb_shape *parts_of(const hb_shape *shape, int *count)
{
    bool is_compound = shape->kind == HB_COMPOUND;
    *count = is_compound ? shape->part_count : 1;
    return is_compound ? shape->parts : shape;
}

size_t hb_compound_bytes(const hb_shape *parts, int count)
{
    size_t room = 0, total = 0;
    for (int i = 0; parts != NULL && i < count; i++) {
        if (!hb_shape_is_readable(&parts[i])) {
            return 0;
        }
        int part_count;
        const hb_shape *flat = parts_of(&parts[i], &part_count);
        total += (size_t)part_count;
        for (int k = 0; k < part_count; k++) {
            room += hb_shape_bytes(&flat[k]) + sizeof *parts;
        }
    }
    return room + hb_part_boxes_room((uint32_t)total);
}

hb_status hb_make_compound(hb_shape *out, const hb_shape *parts, int count, void *room)
{
    int total = 0;
    long long corners = 0;
    if (count > 0 && parts == NULL) {
        return HB_INVALID_BUFFER;
    }
    for (int i = 0; i < count; i++) {
        hb_status status =
            parts[i].kind == HB_MASK ? HB_MASK_IN_COMPOUND : hb_shape_validate(&parts[i]);
        if (status != HB_OK) {
            return status;
        }
        total += parts[i].kind == HB_COMPOUND ? parts[i].part_count : 1;
        corners += hb_count_corners(&parts[i]);
        if (corners > HB_MAX_CORNERS) {
            return HB_TOO_MANY_CORNERS;
        }
    }
    if (total == 0) {
        return HB_EMPTY_COMPOUND;
    }
    if (room == NULL) {
        return HB_INVALID_BUFFER;
    }
    hb_shape *own = room;
    char *points = (char *)room + (size_t)total * sizeof *own + hb_part_boxes_room((uint32_t)total);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int flat_count;
        const hb_shape *flat = parts_of(&parts[i], &flat_count);
        for (int k = 0; k < flat_count; k++) {
            hb_shape_copy(&flat[k], points, &own[kept++]);
            points += hb_shape_bytes(&flat[k]);
        }
    }
    *out = (hb_shape){.kind = HB_COMPOUND, .part_count = total, .parts = own};
    hb_set_bounds(out);
    return HB_OK;
}

hb_aabb hb_bounds_of_parts(const hb_shape *compound)
{
    hb_aabb box = compound->parts[0].bounds;
    for (int i = 1; i < compound->part_count; i++) {
        box = hb_aabb_hull(box, compound->parts[i].bounds);
    }
    return box;
}

void hb_compound_bound(hb_shape *shape)
{
    hb_aabb *boxes = (hb_aabb *)(uintptr_t)hb_part_boxes(shape), *below = NULL;
    shape->bounds = hb_bounds_of_parts(shape);
    for (int count = shape->part_count; count > HB_PARTS_IN_BOX;) {
        int next_count = (count - 1) / HB_PARTS_IN_BOX + 1;
        for (int i = 0; i < count; i++) {
            hb_aabb box = below != NULL ? below[i] : shape->parts[i].bounds;
            hb_aabb *to = &boxes[i / HB_PARTS_IN_BOX];
            *to = i % HB_PARTS_IN_BOX == 0 ? box : hb_aabb_hull(*to, box);
        }
        below = boxes;
        boxes += next_count;
        count = next_count;
    }
}

/* ---- Iterating over parts -------------------------------------------------------------------- */

hb_part_iterator hb_part_iterate(const hb_shape *shape, hb_aabb range)
{
    return (hb_part_iterator){.of = shape, .range = range, .index = -1};
}

/* Whether a shape can touch anything: a convex shape without a corner touches nothing. */
static bool has_points(const hb_shape *shape)
{
    return shape->count > 0 || shape->kind == HB_ELLIPSE;
}

/* Return the first part, from the current one on, that may be in range. The boxes around several
 * parts decide. */
static int pass_by_boxes(hb_part_iterator *walk)
{
    const hb_shape *compound = walk->of;
    int count = compound->part_count, index = walk->index;
    while (index < count && index % HB_PARTS_IN_BOX == 0) {
        const hb_aabb *boxes = hb_part_boxes(compound);
        int at = index, size = 1, passed = 0; /* size: the parts in each box of the level of `at` */
        for (int left = count; left > HB_PARTS_IN_BOX && at % HB_PARTS_IN_BOX == 0;) {
            HB_STEP();
            walk->steps++;
            at /= HB_PARTS_IN_BOX;
            if (hb_aabb_touch(boxes[at], walk->range)) {
                break;
            }
            size *= HB_PARTS_IN_BOX;
            passed = size;
            left = (left - 1) / HB_PARTS_IN_BOX + 1;
            boxes += left;
        }
        if (passed == 0) {
            break;
        }
        index = passed < count - index ? index + passed : count;
    }
    return index;
}

const hb_shape *hb_part_next(hb_part_iterator *walk)
{
    if (walk->of->kind == HB_MASK) {
        hb_aabb edges;
        walk->steps++;
        bool found = hb_mask_next_box(walk->of, walk->range, &walk->index, &edges);
        walk->box = found ? hb_box_of_edges(edges) : walk->box;
        return found ? &walk->box : NULL;
    }
    int count;
    const hb_shape *parts = parts_of(walk->of, &count);
    while (++walk->index < count) {
        if (count > HB_PARTS_IN_BOX && walk->index % HB_PARTS_IN_BOX == 0) {
            walk->index = pass_by_boxes(walk);
            if (walk->index == count) {
                break;
            }
        }
        HB_STEP();
        walk->steps++;
        const hb_shape *part = &parts[walk->index];
        if (has_points(part) && hb_aabb_touch(part->bounds, walk->range)) {
            return part;
        }
    }
    return NULL;
}

hb_aabb hb_part_bounds(const hb_shape *shape, int index)
{
    hb_part_iterator walk = hb_part_iterate(shape, shape->bounds);
    walk.index = index - 1;
    return hb_part_next(&walk)->bounds;
}

int hb_part_order(const hb_shape *a, const hb_shape *b)
{
    int order = hb_reading_order(a, b);
    hb_part_iterator of_a = hb_part_iterate(a, a->bounds), of_b = hb_part_iterate(b, b->bounds);
    while (order == 0 && (hb_has_parts(a) || hb_has_parts(b))) {
        const hb_shape *p = hb_part_next(&of_a), *q = hb_part_next(&of_b);
        if (p == NULL || q == NULL) {
            return (p != NULL) - (q != NULL);
        }
        order = hb_reading_order(p, q);
    }
    return order;
}
