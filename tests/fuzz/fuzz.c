/// See fuzz.h. The bytes are read so that a change of one byte changes one number or one choice.
#include "fuzz.h"

#include "narrow/narrow.h"

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

/* ---- Numbers --------------------------------------------------------------------------------- */

fuzz_input fuzz_begin(const uint8_t *data, size_t size)
{
    static const double units[] = {1.0, 1.0, 1.0,     0.5,    0.1,    0.7,
                                   3.0, 1e5, 0x1p-80, 0x1p60, 0x1p-20};
    current.data = data;
    current.size = size;
    current.a = current.b = NULL;
    current.motion = (hb_vec){0.0, 0.0};
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
        (void)hb_admit_vec(&points[i]);
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

bool fuzz_place(const hb_shape *shape, double x, double y, fuzz_shape *out)
{
    if (hb_shape_room(shape) > sizeof out->room) {
        abort(); /* FUZZ_ROOM is too small */
    }
    return hb_shape_place(shape, x, y, out->room, &out->shape) == HB_OK;
}

void fuzz_shape_next(fuzz_input *in, fuzz_shape *out)
{
    static fuzz_shape made; /* large, and what it holds is copied before it is used again */
    unsigned choice = fuzz_byte(in);
    fuzz_shape *first = choice >= 192 ? &made : out;
    if (make_core(in, choice % 16, first) != HB_OK) {
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

double fuzz_gap(const hb_shape *a, const hb_shape *b)
{
    hb_contact contact;
    return hb_shape_contact(a, b, HB_OVERLAP, &contact) ? -contact.depth
                                                        : hb_shape_distance(a, b, NULL, NULL);
}

static double largest(hb_aabb box)
{
    return fmax(fmax(fabs(box.x0), fabs(box.y0)), fmax(fabs(box.x1), fabs(box.y1)));
}

double fuzz_extent(const hb_shape *a, const hb_shape *b)
{
    return fmax(fmax(largest(a->bounds), largest(b->bounds)), fmax(a->radius, b->radius));
}

bool fuzz_same_place(const hb_shape *a, const hb_shape *b)
{
    if (a->count != b->count || a->radius != b->radius || a->count == 0) {
        return memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0;
    }
    return memcmp(hb_shape_points(a), hb_shape_points(b), (size_t)a->count * sizeof(hb_vec)) == 0;
}

/* ---- Failures -------------------------------------------------------------------------------- */

void fuzz_about(const hb_shape *a, const hb_shape *b, hb_vec motion)
{
    current.a = a;
    current.b = b;
    current.motion = motion;
}

static void print_shape(const hb_shape *shape)
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

_Noreturn void fuzz_fail(const char *promise, const char *file, int line)
{
    (void)fprintf(stderr, "%s:%d: not so: %s\nshapes:", file, line, promise);
    for (int i = 0; i < 2; i++) {
        const hb_shape *shape = i == 0 ? current.a : current.b;
        if (shape != NULL) {
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
