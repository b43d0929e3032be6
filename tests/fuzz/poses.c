/// Poses: exact ones change no result, others stay within their bounds, and one pose after the
/// other equals their product.
#include "support/fuzz.h"

#include "collide/collide.h"

#include <math.h>
#include <string.h>

#define QUARTER 0x1.921fb54442d18p+0

/* Largest error of a position, beside all that is added up for it, and for each radian of an angle,
 * whose own last place is a lever there: some roundings. Values next to zero are set to zero. */
#define ROUNDING 0x1p-48
#define NEXT_TO_ZERO (4.0 * HB_MIN_COORD)

/* Ellipses and what is round are decided by a gap that is good to this part of the sizes. */
#define UNDECIDED 1e-24

/* A pose that rounds nothing, but for its place. */
typedef struct exact_pose {
    hb_transform pose;
    int quarters, exponent;
} exact_pose;

static exact_pose read_exact(fuzz_input *in)
{
    static const double snaps[] = {0.0, 0.0, 1.0, -1.0};
    unsigned choice = fuzz_byte(in);
    exact_pose out = {.pose = hb_transform_at(0.0, 0.0)};
    out.quarters = (int)(fuzz_byte(in) % 32) - 16;
    out.exponent = choice & 4 ? (int)(fuzz_byte(in) % 64) - 32 : 0;
    out.pose.angle = out.quarters * QUARTER;
    double next = snaps[choice & 3]; /* a unit in the last place beside it is still one */
    if (next != 0.0 && out.quarters != 0) {
        out.pose.angle = nextafter(out.pose.angle, next * INFINITY);
    }
    out.pose.scale = ldexp(1.0, out.exponent);
    out.pose.mirrored = choice & 8;
    if (choice & 16) { /* the only ones that a mask may have */
        out.quarters = out.exponent = 0;
        out.pose.angle = 0.0;
        out.pose.scale = 1.0;
    }
    return out;
}

/* What an exact pose but for its place makes of a point. */
static hb_vec turned(const exact_pose *by, hb_vec p)
{
    p.x = by->pose.mirrored ? -p.x : p.x;
    for (unsigned i = (unsigned)by->quarters & 3; i > 0; i--) {
        p = (hb_vec){-p.y, p.x};
    }
    return hb_vec_canonical((hb_vec){ldexp(p.x, by->exponent), ldexp(p.y, by->exponent)});
}

/* ---- One part after the other ---------------------------------------------------------------- */

static const hb_shape *part_of(const hb_shape *shape, int i)
{
    return shape->kind == HB_COMPOUND ? &shape->parts[i] : shape;
}

static int part_count(const hb_shape *shape)
{
    return shape->kind == HB_COMPOUND ? shape->part_count : 1;
}

/* The points that a part is made of: corners, or an ellipse's centre and half axes. */
static int point_count(const hb_shape *part)
{
    return part->kind == HB_ELLIPSE ? 3 : part->kind == HB_MASK ? 1 : part->count;
}

/* Which of these a move leaves alone. */
static bool is_way(const hb_shape *part, int i)
{
    return part->kind == HB_ELLIPSE && i > 0;
}

static bool has_point(const hb_shape *part, hb_vec p)
{
    for (int i = 0; i < point_count(part); i++) {
        if (hb_vec_equal(hb_shape_points(part)[i], p)) {
            return true;
        }
    }
    return false;
}

static bool same_part(const hb_shape *a, const hb_shape *b)
{
    bool same = a->kind == b->kind && a->count == b->count && a->radius == b->radius &&
                memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0;
    for (int i = 0; same && i < point_count(a); i++) {
        same = has_point(b, hb_shape_points(a)[i]);
    }
    return same && (a->kind != HB_MASK || a->local[1].x == b->local[1].x);
}

static bool same_shape(const hb_shape *a, const hb_shape *b)
{
    bool same = a->kind == b->kind && part_count(a) == part_count(b);
    for (int i = 0; same && i < part_count(a); i++) {
        same = same_part(part_of(a, i), part_of(b, i));
    }
    return same;
}

static bool is_placeable(double value)
{
    return fabs(value) <= HB_MAX_COORD && (value == 0.0 || fabs(value) >= HB_MIN_COORD);
}

static bool is_placeable_vec(hb_vec p)
{
    return is_placeable(p.x) && is_placeable(p.y);
}

static bool adds_exactly(double a, double b)
{
    double sum = a + b, part = sum - a;
    return (a - (sum - part)) + (b - part) == 0.0;
}

/* Whether an exact pose leads every number of a part to a double of the domain. */
static bool fits(const exact_pose *by, const hb_shape *part)
{
    bool fit = is_placeable(ldexp(part->radius, by->exponent));
    for (int i = 0; fit && i < point_count(part); i++) {
        hb_vec p = turned(by, hb_shape_points(part)[i]);
        fit = is_placeable_vec(p);
        if (!is_way(part, i)) {
            fit = fit && adds_exactly(p.x, by->pose.x) && adds_exactly(p.y, by->pose.y) &&
                  is_placeable_vec((hb_vec){p.x + by->pose.x, p.y + by->pose.y});
        }
    }
    return fit;
}

static void check_part(const exact_pose *by, const hb_shape *part, const hb_shape *posed)
{
    FUZZ_CHECK(posed->kind == part->kind && posed->count == part->count);
    FUZZ_CHECK(posed->radius == ldexp(part->radius, by->exponent));
    for (int i = 0; i < point_count(part); i++) {
        hb_vec p = turned(by, hb_shape_points(part)[i]);
        if (!is_way(part, i)) {
            p = hb_vec_canonical((hb_vec){p.x + by->pose.x, p.y + by->pose.y});
        }
        FUZZ_CHECK(part->kind == HB_MASK || has_point(posed, p));
    }
}

/* Pose a shape exactly. @return whether nothing was rounded */
static bool pose_exactly(const exact_pose *by, const hb_shape *shape, fuzz_shape *out)
{
    bool fit = true;
    for (int i = 0; i < part_count(shape); i++) {
        fit = fit && fits(by, part_of(shape, i));
    }
    hb_status status = hb_shape_transform(shape, by->pose, out->room, &out->shape);
    if (shape->kind == HB_MASK) {
        bool upright = by->exponent == 0 && ((unsigned)by->quarters & 3) == 0;
        FUZZ_CHECK(status == HB_OK ||
                   (upright ? status == HB_MASK_TOO_FAR || status == HB_TOO_LARGE
                            : status == HB_MASK_ROTATED || status == HB_TOO_LARGE));
        hb_vec p = turned(by, shape->local[0]);
        return status == HB_OK && fit && out->shape.local[0].x == p.x + by->pose.x &&
               out->shape.local[0].y == p.y + by->pose.y;
    }
    FUZZ_CHECK(status == HB_OK || status == HB_TOO_LARGE);
    if (!fit) {
        return false;
    }
    FUZZ_CHECK(status == HB_OK);
    FUZZ_CHECK(part_count(&out->shape) == part_count(shape));
    for (int i = 0; i < part_count(shape); i++) {
        check_part(by, part_of(shape, i), part_of(&out->shape, i));
    }
    return true;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static bool has_rounds(const hb_shape *shape, bool ellipses_only)
{
    for (int i = 0; i < part_count(shape); i++) {
        const hb_shape *part = part_of(shape, i);
        if (part->kind == HB_ELLIPSE || (!ellipses_only && part->radius > 0.0)) {
            return true;
        }
    }
    return false;
}

static bool is_decided_exactly(const hb_shape *a, const hb_shape *b)
{
    return !(has_rounds(a, true) && has_rounds(b, false)) &&
           !(has_rounds(b, true) && has_rounds(a, false));
}

/* The two, posed alike without rounding, meet as they did before. */
static void check_answers(const hb_shape *a, const hb_shape *b, const hb_shape *posed_a,
                          const hb_shape *posed_b)
{
    for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
        bool meet = hb_shape_overlaps(a, b, mode),
             meet_posed = hb_shape_overlaps(posed_a, posed_b, mode);
        FUZZ_CHECK(meet == meet_posed || (!is_decided_exactly(a, b) &&
                                          fabs(fuzz_gap(a, b)) <= UNDECIDED * fuzz_extent(a, b)));
    }
}

static void check_exact(fuzz_input *in, const hb_shape *a, const hb_shape *b)
{
    static fuzz_shape posed_a, posed_b, again;
    exact_pose by = read_exact(in), next = read_exact(in);
    bool both = pose_exactly(&by, a, &posed_a);
    if (both && pose_exactly(&next, &posed_a.shape, &again)) { /* about the origin: no place yet */
        hb_transform then = hb_transform_then(by.pose, next.pose);
        FUZZ_CHECK(hb_shape_transform(a, then, posed_b.room, &posed_b.shape) == HB_OK);
        FUZZ_CHECK(same_shape(&again.shape, &posed_b.shape));
    }
    by.pose.x = fuzz_number(in);
    by.pose.y = fuzz_number(in);
    (void)hb_validate_coord(&by.pose.x);
    (void)hb_validate_coord(&by.pose.y);
    both = pose_exactly(&by, a, &posed_a);
    both = pose_exactly(&by, b, &posed_b) && both;
    if (both) {
        check_answers(a, b, &posed_a.shape, &posed_b.shape);
    }
}

static void check_mirror(const hb_shape *a)
{
    static fuzz_shape once, twice, posed;
    hb_transform mirror = {.scale = 1.0, .mirrored = true};
    hb_shape_mirror(a, once.room, &once.shape);
    hb_shape_mirror(&once.shape, twice.room, &twice.shape);
    FUZZ_CHECK(same_shape(a, &twice.shape));
    FUZZ_CHECK(hb_shape_transform(a, mirror, posed.room, &posed.shape) == HB_OK);
    FUZZ_CHECK(same_shape(&once.shape, &posed.shape));
}

/* ---- Any pose -------------------------------------------------------------------------------- */

static hb_transform read_pose(fuzz_input *in)
{
    unsigned choice = fuzz_byte(in);
    hb_transform pose = {.x = fuzz_number(in), .y = fuzz_number(in)};
    pose.angle = choice & 1 ? fuzz_number(in) : (double)choice * 0.0245436926061703;
    pose.scale = choice & 2 ? fuzz_size(in) : 1.0;
    pose.mirrored = choice & 4;
    return pose;
}

/* Largest error of a point that a pose transforms: a scale or a scaled coordinate next to zero
 * counts as zero. */
static double slack_of(hb_transform pose, hb_vec p)
{
    double far = fabs(p.x) + fabs(p.y), sum = pose.scale * far;
    return ROUNDING * (sum * (1.0 + fabs(pose.angle)) + fabs(pose.x) + fabs(pose.y)) +
           NEXT_TO_ZERO * (1.0 + far + pose.scale);
}

/* Where it leads, by the words of the header. */
static hb_vec plainly(hb_transform pose, hb_vec p)
{
    double c = cos(pose.angle), s = sin(pose.angle);
    p.x = (pose.mirrored ? -p.x : p.x) * pose.scale;
    p.y *= pose.scale;
    return (hb_vec){c * p.x - s * p.y + pose.x, s * p.x + c * p.y + pose.y};
}

static bool is_near(hb_vec p, hb_vec q, double slack)
{
    return fabs(p.x - q.x) <= slack && fabs(p.y - q.y) <= slack;
}

/* Each of its points is one of the shape's, put where the pose leads it. */
static void check_places(hb_transform pose, const hb_shape *part, const hb_shape *posed)
{
    FUZZ_CHECK(posed->count <= part->count || posed->count <= 2); /* a slim ellipse is a segment */
    for (int i = 0; i < posed->count && part->kind != HB_ELLIPSE; i++) {
        bool found = false;
        for (int k = 0; k < part->count && !found; k++) {
            hb_vec p = hb_shape_points(part)[k];
            found = is_near(hb_shape_points(posed)[i], plainly(pose, p), slack_of(pose, p));
        }
        FUZZ_CHECK(found);
    }
}

static void check_any(fuzz_input *in, const hb_shape *a)
{
    static fuzz_shape posed, placed, turned_only;
    hb_transform pose = read_pose(in), at_origin = pose;
    hb_shape none;
    memset(&none, 0x5a, sizeof none);
    memcpy(&posed.shape, &none, sizeof none);
    hb_status status = hb_shape_transform(a, pose, posed.room, &posed.shape);
    if (status != HB_OK) {
        FUZZ_CHECK(memcmp(&posed.shape, &none, sizeof none) == 0);
        FUZZ_CHECK(a->kind == HB_MASK || status == HB_TOO_LARGE);
        return;
    }
    FUZZ_CHECK(isfinite(posed.shape.bounds.x0) && isfinite(posed.shape.bounds.y1));
    FUZZ_CHECK(part_count(&posed.shape) == part_count(a));
    for (int i = 0; i < part_count(a) && a->kind != HB_MASK; i++) {
        check_places(pose, part_of(a, i), part_of(&posed.shape, i));
    }
    at_origin.x = at_origin.y = 0.0;
    FUZZ_CHECK(hb_shape_transform(a, at_origin, turned_only.room, &turned_only.shape) == HB_OK);
    FUZZ_CHECK(hb_shape_translate(&turned_only.shape, pose.x, pose.y, placed.room, &placed.shape) ==
               HB_OK);
    FUZZ_CHECK(same_shape(&posed.shape, &placed.shape));
}

/* ---- One after the other --------------------------------------------------------------------- */

static bool is_in_domain(hb_vec p)
{
    return fabs(p.x) <= HB_MAX_COORD && fabs(p.y) <= HB_MAX_COORD;
}

static void check_then(fuzz_input *in)
{
    hb_transform first = read_pose(in), next = read_pose(in), then = hb_transform_then(first, next);
    hb_vec p = fuzz_vec(in), between = hb_transform_point(first, p),
           to = hb_transform_point(next, between);
    FUZZ_CHECK(fabs(then.angle) <= 2.0 * QUARTER);
    FUZZ_CHECK(then.mirrored == (first.mirrored != next.mirrored));
    if (!is_in_domain(between) || !is_in_domain(to)) {
        return;
    }
    FUZZ_CHECK(is_near(between, plainly(first, p), slack_of(first, p)));
    double slack = next.scale * slack_of(first, p) + slack_of(next, between);
    double lever = first.scale * next.scale * (fabs(p.x) + fabs(p.y));
    slack += slack_of(next, (hb_vec){first.x, first.y}) +
             ROUNDING * lever * (1.0 + fabs(first.angle) + fabs(next.angle));
    FUZZ_CHECK(is_near(to, hb_transform_point(then, p), slack + slack_of(then, p)));
}

static void check_refusals(fuzz_input *in, const hb_shape *a)
{
    static fuzz_shape posed;
    hb_shape none;
    hb_transform pose = {fuzz_wild(in), fuzz_wild(in), fuzz_wild(in), fuzz_wild(in), false};
    memset(&none, 0x5a, sizeof none);
    memcpy(&posed.shape, &none, sizeof none);
    bool finite =
        isfinite(pose.x) && isfinite(pose.y) && isfinite(pose.angle) && isfinite(pose.scale);
    hb_status status = hb_shape_transform(a, pose, posed.room, &posed.shape);
    FUZZ_CHECK(finite || status == HB_NOT_FINITE || status == HB_TOO_LARGE);
    FUZZ_CHECK(!(pose.scale < 0.0) || status != HB_OK);
    FUZZ_CHECK(status == HB_OK || memcmp(&posed.shape, &none, sizeof none) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_shape a, b;
    fuzz_input in = fuzz_begin(data, size);
    fuzz_pair_next(&in, &a, &b);
    check_mirror(&a.shape);
    check_exact(&in, &a.shape, &b.shape);
    check_any(&in, &a.shape);
    check_then(&in);
    check_refusals(&in, &b.shape);
    return 0;
}
