/// See fuzz.h. The bytes are read so that a change of one byte changes one number or one choice.
#include "fuzz.h"

#include "collide/collide.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const uint8_t *data;
    size_t size;
    const hb_shape *a, *b;
    hb_vec motion;
} current;

/* The masks of one input: nothing of it is freed, and with the next input all are gone. */
static struct {
    size_t used;
    alignas(max_align_t) unsigned char bytes[4 * FUZZ_ROOM];
} masks;

/* ---- Numbers --------------------------------------------------------------------------------- */

fuzz_input fuzz_begin(const uint8_t *data, size_t size)
{
    static const double units[] = {1.0, 1.0, 1.0,     0.5,    0.1,    0.7,
                                   3.0, 1e5, 0x1p-80, 0x1p60, 0x1p-20};
    current.data = data;
    current.size = size;
    current.a = current.b = NULL;
    current.motion = (hb_vec){0.0, 0.0};
    masks.used = 0;
    fuzz_input in = {.at = data, .end = data + size};
    in.unit = units[fuzz_byte(&in) % (sizeof units / sizeof *units)];
    return in;
}

unsigned fuzz_byte(fuzz_input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

static uint64_t read_bits(fuzz_input *in, int bytes)
{
    uint64_t bits = 0;
    for (int i = 0; i < bytes; i++) {
        bits = bits << 8 | fuzz_byte(in);
    }
    return bits;
}

double fuzz_wild(fuzz_input *in)
{
    uint64_t bits = read_bits(in, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Brought into the domain, with room for sums of a few. */
static double tame(double value)
{
    int exponent;
    if (!isfinite(value)) {
        return 0.0;
    }
    double mantissa = frexp(value, &exponent);
    if (exponent > 90 || exponent < -90) {
        value = ldexp(mantissa, exponent % 90);
    }
    return value;
}

static double nudge(double value, unsigned steps)
{
    double towards = steps & 8 ? INFINITY : -INFINITY;
    for (unsigned i = 0; i <= (steps & 3); i++) {
        value = nextafter(value, towards);
    }
    return value;
}

static double recent(const fuzz_input *in, unsigned which)
{
    return in->recent[which % FUZZ_RECENT];
}

double fuzz_number(fuzz_input *in)
{
    unsigned tag = fuzz_byte(in), more;
    double value;
    if (tag < 96) {
        value = ((double)tag - 48.0) * in->unit;
    } else if (tag < 144) {
        value = recent(in, tag);
    } else if (tag < 176) {
        value = nudge(recent(in, tag), fuzz_byte(in));
    } else if (tag < 192) {
        more = fuzz_byte(in);
        value = recent(in, more) + (tag & 1 ? -1.0 : 1.0) * recent(in, more / FUZZ_RECENT);
    } else if (tag < 208) {
        more = fuzz_byte(in);
        value = 0.5 * (recent(in, more) + recent(in, more / FUZZ_RECENT));
    } else if (tag < 240) {
        value = ((double)read_bits(in, 2) - 32768.0) / 512.0 * in->unit;
    } else {
        value = fuzz_wild(in);
    }
    value = tame(value);
    in->recent[in->numbers++ % FUZZ_RECENT] = value;
    return value;
}

double fuzz_size(fuzz_input *in)
{
    return fabs(fuzz_number(in));
}

hb_vec fuzz_vec(fuzz_input *in)
{
    double x = fuzz_number(in);
    return (hb_vec){x, fuzz_number(in)};
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static int from_left_to_right(const void *left, const void *right)
{
    const hb_vec *p = left, *q = right;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/* Andrew's monotone chain (1979): another method than the core's. */
int fuzz_hull(hb_vec *points, int count)
{
    hb_vec chain[2 * FUZZ_POINTS + 2];
    int kept = 0, distinct = 0;
    qsort(points, (size_t)count, sizeof *points, from_left_to_right);
    for (int i = 0; i < count; i++) {
        if (i == 0 || from_left_to_right(&points[i], &points[distinct - 1]) != 0) {
            points[distinct++] = points[i];
        }
    }
    if (distinct < 3) {
        return distinct;
    }
    for (int side = 0; side < 2; side++) {
        int base = kept;
        for (int i = 0; i < distinct; i++) {
            hb_vec p = points[side == 0 ? i : distinct - 1 - i];
            while (kept > base + 1 && hb_orient(chain[kept - 2], chain[kept - 1], p) <= 0.0) {
                kept--;
            }
            chain[kept++] = p;
        }
        kept--; /* the other side begins with it */
    }
    memcpy(points, chain, (size_t)kept * sizeof *points);
    return kept;
}

static hb_status make_polygon(fuzz_input *in, double radius, fuzz_shape *out)
{
    hb_vec points[FUZZ_POINTS];
    int count = 3 + (int)(fuzz_byte(in) % (FUZZ_POINTS - 2));
    for (int i = 0; i < count; i++) {
        points[i] = fuzz_vec(in);
        (void)hb_validate_vec(&points[i]);
    }
    count = fuzz_hull(points, count);
    return hb_make_polygon(&out->shape, points, count, radius, (hb_vec *)(void *)out->room, NULL);
}

static hb_status make_core(fuzz_input *in, unsigned kind, fuzz_shape *out)
{
    hb_vec p = fuzz_vec(in), q;
    double w;
    switch (kind) {
    case 0:
        return hb_make_point(&out->shape, p.x, p.y);
    case 1:
    case 2:
        w = fuzz_size(in);
        return hb_make_aabb(&out->shape, p.x, p.y, w, fuzz_size(in));
    case 3:
        q = fuzz_vec(in);
        return hb_make_aabb_edges(
            &out->shape, (hb_aabb){fmin(p.x, q.x), fmin(p.y, q.y), fmax(p.x, q.x), fmax(p.y, q.y)});
    case 4:
    case 5:
        return hb_make_circle(&out->shape, p.x, p.y, fuzz_size(in));
    case 6:
        q = fuzz_vec(in);
        return hb_make_segment(&out->shape, p.x, p.y, q.x, q.y);
    case 7:
        q = fuzz_vec(in);
        return hb_make_capsule(&out->shape, p.x, p.y, q.x, q.y, fuzz_size(in));
    case 8:
        w = fuzz_size(in);
        q.y = fuzz_size(in);
        return hb_make_box(&out->shape, p.x, p.y, w, q.y, fuzz_number(in));
    default:
        return make_polygon(in, kind & 1 ? 0.0 : fuzz_size(in), out);
    }
}

static hb_status make_ellipse(fuzz_input *in, fuzz_shape *out)
{
    hb_vec at = fuzz_vec(in);
    double rx = fuzz_size(in), ry = fuzz_size(in);
    return hb_make_ellipse(&out->shape, at.x, at.y, rx, ry, fuzz_number(in));
}

static void check_room(size_t size)
{
    if (size > FUZZ_ROOM) {
        (void)fprintf(stderr, "FUZZ_ROOM must be %zu\n", size);
        abort();
    }
}

static hb_status make_compound(fuzz_input *in, fuzz_shape *out)
{
    enum { MOST = 4 };
    static fuzz_shape made[MOST];
    hb_shape parts[MOST];
    int count = 0, wanted = 1 + (int)(fuzz_byte(in) % MOST);
    while (count < wanted) {
        unsigned kind = fuzz_byte(in) % 17;
        hb_status status =
            kind < 16 ? make_core(in, kind, &made[count]) : make_ellipse(in, &made[count]);
        if (status != HB_OK) {
            return status;
        }
        parts[count] = made[count].shape;
        count++;
    }
    check_room(hb_compound_bytes(parts, count));
    return hb_make_compound(&out->shape, parts, count, out->room);
}

static hb_status make_outline(fuzz_input *in, fuzz_shape *out)
{
    hb_vec points[FUZZ_POINTS];
    int count = 3 + (int)(fuzz_byte(in) % (FUZZ_POINTS - 2));
    for (int i = 0; i < count; i++) {
        points[i] = fuzz_vec(in);
    }
    double radius = fuzz_byte(in) & 1 ? fuzz_size(in) : 0.0;
    int where[2];
    check_room(hb_outline_bytes(count));
    return hb_make_outline(&out->shape, points, count, radius, out->room, where);
}

static void *resize_masks(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context, (void)block, (void)old_size;
    size_t size =
        (new_size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    if (new_size == 0 || size > sizeof masks.bytes - masks.used) {
        return NULL;
    }
    masks.used += size;
    return &masks.bytes[masks.used - size];
}

static hb_status make_mask(fuzz_input *in, fuzz_shape *out)
{
    static const hb_allocator allocator = {resize_masks, NULL};
    unsigned char pixels[FUZZ_MASK_HEIGHT * FUZZ_MASK_WIDTH];
    hb_mask *mask;
    unsigned sizes = fuzz_byte(in); /* most are small, some have rows of more than a word */
    int width = (int)(sizes < 224 ? sizes % 12 : FUZZ_MASK_WIDTH - sizes % 12);
    int height = (int)(fuzz_byte(in) % (FUZZ_MASK_HEIGHT + 1));
    fuzz_pixels(in, pixels, width * height);
    hb_status status = hb_mask_create(&allocator, width, height, pixels, 1, width, 128, &mask);
    hb_vec at = fuzz_vec(in);
    return status != HB_OK ? status : hb_make_mask(&out->shape, mask, at.x, at.y);
}

void fuzz_pixels(fuzz_input *in, unsigned char *pixels, int count)
{
    for (int i = 0; i < count;) {
        unsigned choice = fuzz_byte(in); /* a run, or eight pixels */
        for (int run = (int)(choice % 32), k = 0; choice >= 128 && k < run && i < count; k++) {
            pixels[i++] = choice & 32 ? 255 : 0;
        }
        for (int k = 0; choice < 128 && k < 7 && i < count; k++) {
            pixels[i++] = choice >> k & 1 ? 255 : 0;
        }
        if (choice >= 128 && choice % 32 == 0) {
            pixels[i++] = 0; /* always one at least */
        }
    }
}

static hb_status make_any(fuzz_input *in, unsigned kind, fuzz_shape *out)
{
    switch (kind) {
    case 16:
        return make_ellipse(in, out);
    case 17:
        return make_compound(in, out);
    case 18:
        return make_outline(in, out);
    case 19:
        return make_mask(in, out);
    default:
        return make_core(in, kind, out);
    }
}

bool fuzz_place(const hb_shape *shape, double x, double y, fuzz_shape *out)
{
    check_room(hb_shape_bytes(shape));
    return hb_shape_translate(shape, x, y, out->room, &out->shape) == HB_OK;
}

void fuzz_shape_next(fuzz_input *in, fuzz_shape *out)
{
    static fuzz_shape made; /* large, and what it holds is copied before it is used again */
    unsigned choice = fuzz_byte(in);
    fuzz_shape *first = choice >= 192 ? &made : out;
    if (make_any(in, choice % FUZZ_KINDS, first) != HB_OK) {
        hb_vec p = {recent(in, 0), recent(in, 1)};
        (void)hb_make_point(&first->shape, p.x, p.y);
    }
    if (choice >= 224) {
        hb_shape_mirror(&made.shape, out->room, &out->shape);
    } else if (choice >= 192) {
        hb_vec by = fuzz_vec(in);
        if (!fuzz_place(&made.shape, by.x, by.y, out)) {
            hb_shape_copy(&made.shape, out->room, &out->shape);
        }
    }
}

/* Where b has to go to touch a, but for rounding. */
static hb_vec way_to_touch(const hb_shape *a, const hb_shape *b)
{
    hb_contact contact;
    if (hb_shape_contact(a, b, HB_OVERLAP, &contact)) {
        return (hb_vec){contact.normal.x * contact.depth, contact.normal.y * contact.depth};
    }
    hb_vec on_a = {0.0, 0.0}, on_b = {0.0, 0.0};
    (void)hb_shape_distance(a, b, &on_a, &on_b);
    return (hb_vec){on_a.x - on_b.x, on_a.y - on_b.y};
}

void fuzz_pair_next(fuzz_input *in, fuzz_shape *a, fuzz_shape *b)
{
    static fuzz_shape made;
    unsigned choice = fuzz_byte(in) % 16;
    hb_vec way;
    fuzz_shape_next(in, a);
    if (choice == 0) { /* the same again, moved */
        way = fuzz_vec(in);
        if (!fuzz_place(&a->shape, way.x, way.y, b)) {
            hb_shape_copy(&a->shape, b->room, &b->shape);
        }
    } else if (choice < 6) {
        fuzz_shape_next(in, &made);
        fuzz_about(&a->shape, &made.shape, way = (hb_vec){0.0, 0.0});
        way = way_to_touch(&a->shape, &made.shape);
        if (choice < 3) {
            way = (hb_vec){nudge(way.x, fuzz_byte(in)), nudge(way.y, fuzz_byte(in))};
        }
        if (!fuzz_place(&made.shape, way.x, way.y, b)) {
            hb_shape_copy(&made.shape, b->room, &b->shape);
        }
    } else {
        fuzz_shape_next(in, b);
    }
    fuzz_about(&a->shape, &b->shape, (hb_vec){0.0, 0.0});
}

static double deepest(const hb_shape *a, const hb_shape *b)
{
    double depth = 0.0;
    hb_part_iterator of_a = hb_part_iterate(a, b->bounds);
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_iterator of_b = hb_part_iterate(b, p->bounds);
        while ((q = hb_part_next(&of_b)) != NULL) {
            hb_contact contact;
            if (hb_shape_contact(p, q, HB_OVERLAP, &contact)) {
                depth = fmax(depth, contact.depth);
            }
        }
    }
    return depth;
}

double fuzz_gap(const hb_shape *a, const hb_shape *b)
{
    return hb_shape_overlaps(a, b, HB_TOUCH) ? -deepest(a, b) : hb_shape_distance(a, b, NULL, NULL);
}

static double largest(hb_aabb box)
{
    return fmax(fmax(fabs(box.x0), fabs(box.y0)), fmax(fabs(box.x1), fabs(box.y1)));
}

double fuzz_extent(const hb_shape *a, const hb_shape *b)
{
    return fmax(fmax(largest(a->bounds), largest(b->bounds)), fmax(a->radius, b->radius));
}

/* ---- Failures -------------------------------------------------------------------------------- */

void fuzz_about(const hb_shape *a, const hb_shape *b, hb_vec motion)
{
    current.a = a;
    current.b = b;
    current.motion = motion;
}

static void print_other(const hb_shape *shape)
{
    static const char *const names[] = {[HB_ELLIPSE] = "ellipse", [HB_MASK] = "mask"};
    const hb_vec *v = shape->local;
    (void)fprintf(stderr, " | %s %a %a  %a %a  %a %a", names[shape->kind], v[0].x, v[0].y, v[1].x,
                  v[1].y, v[2].x, v[2].y);
    for (int y = 0; shape->kind == HB_MASK && y < hb_mask_height(shape->mask); y++) {
        (void)fprintf(stderr, "\n    ");
        for (int x = 0; x < hb_mask_width(shape->mask); x++) {
            (void)fputc(hb_mask_is_solid(shape->mask, x, y) ? '#' : '.', stderr);
        }
    }
}

static void print_core(const hb_shape *shape)
{
    const hb_vec *p = hb_shape_points(shape);
    if (shape->kind == HB_AABB) {
        (void)fprintf(stderr, " | a %a %a %a %a", shape->bounds.x0, shape->bounds.y0,
                      shape->bounds.x1, shape->bounds.y1);
        return;
    }
    static const char kinds[] = {'?', 'p', 's'}; /* of a core of up to two corners, sharp */
    static const char round_kinds[] = {'?', 'c', 'k'};
    if (shape->count > 2) {
        (void)fprintf(stderr, " | g %d %a", shape->count, shape->radius);
    } else {
        (void)fprintf(stderr, " | %c", (shape->radius > 0.0 ? round_kinds : kinds)[shape->count]);
    }
    for (int i = 0; i < shape->count; i++) {
        (void)fprintf(stderr, " %a %a", p[i].x, p[i].y);
    }
    if (shape->count <= 2 && shape->radius > 0.0) {
        (void)fprintf(stderr, " %a", shape->radius);
    }
}

static void print_shape(const hb_shape *shape)
{
    if (hb_is_convex(shape)) {
        print_core(shape);
    } else if (shape->kind == HB_COMPOUND) {
        (void)fprintf(stderr, " | compound of");
        for (int i = 0; i < shape->part_count; i++) {
            (hb_is_convex(&shape->parts[i]) ? print_core : print_other)(&shape->parts[i]);
        }
    } else {
        print_other(shape);
    }
}

_Noreturn void fuzz_fail(const char *promise, const char *file, int line)
{
    (void)fprintf(stderr, "%s:%d: not so: %s\nshapes:", file, line, promise);
    for (int i = 0; i < 2; i++) {
        const hb_shape *shape = i == 0 ? current.a : current.b;
        if (shape != NULL) {
            (void)fprintf(stderr, "\n ");
            print_shape(shape);
        }
    }
    (void)fprintf(stderr, "\nmotion: %a %a\ninput:", current.motion.x, current.motion.y);
    for (size_t i = 0; i < current.size; i++) {
        (void)fprintf(stderr, "%s%02x", i % 32 == 0 ? "\n    " : "", (unsigned)current.data[i]);
    }
    (void)fprintf(stderr, "\n");
    abort();
}
