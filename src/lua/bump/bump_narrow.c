/// The arithmetic of bump.lua: hits of rectangles on straight paths, and the cells of rectangles.
///
/// Each operation is bump.lua's, so that each rounding is the same; NaN takes the same branches as
/// in Lua. The method: the mover shrinks to the origin while the other grows by its size (their
/// Minkowski difference), and the path is clipped side by side (Liang and Barsky, A New Concept and
/// Method for Line Clipping, 1984). May call libm only.
#include "bump.h"

#include <math.h>

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Clip by one side. `speed` is the outward speed of the line, and `depth` how far inside the side
 * the line begins. */
static inline bool clip_side(double speed, double depth, int nx, int ny, hbl_span *span)
{
    if (speed == 0.0) {
        return !(depth <= 0.0);
    }
    double t = depth / speed;
    if (speed < 0.0) {
        if (t > span->out) {
            return false;
        }
        if (t > span->in) {
            span->in = t;
            span->in_x = nx;
            span->in_y = ny;
        }
    } else {
        if (t < span->in) {
            return false;
        }
        if (t < span->out) {
            span->out = t;
            span->out_x = nx;
            span->out_y = ny;
        }
    }
    return true;
}

bool hbl_bump_clip(const hbl_rect *rect, double x1, double y1, double x2, double y2, hbl_span *span)
{
    double dx = x2 - x1, dy = y2 - y1;
    return clip_side(-dx, x1 - rect->x, -1, 0, span) &&
           clip_side(dx, rect->x + rect->w - x1, 1, 0, span) &&
           clip_side(-dy, y1 - rect->y, 0, -1, span) &&
           clip_side(dy, rect->y + rect->h - y1, 0, 1, span);
}

/* ---- Rectangles ------------------------------------------------------------------------------ */

bool hbl_bump_contains(const hbl_rect *rect, double x, double y)
{
    return x - rect->x > HBL_BUMP_DELTA && y - rect->y > HBL_BUMP_DELTA &&
           rect->x + rect->w - x > HBL_BUMP_DELTA && rect->y + rect->h - y > HBL_BUMP_DELTA;
}

bool hbl_bump_intersects(const hbl_rect *a, const hbl_rect *b)
{
    return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

static double square_of_distance(const hbl_rect *a, const hbl_rect *b)
{
    double dx = a->x - b->x + (a->w - b->w) / 2.0;
    double dy = a->y - b->y + (a->h - b->h) / 2.0;
    return dx * dx + dy * dy;
}

/* The end of an interval that is nearer to 0. @param whole  of the start; set to that of the end */
static double nearer_end(double start, double length, bool *whole, bool whole_length)
{
    double end = start + length;
    if (fabs(start) < fabs(end)) {
        return start;
    }
    *whole = *whole && whole_length;
    return end;
}

/* The nearest corner of a difference to the origin. */
static hbl_position nearest_corner(const hbl_rect *difference)
{
    unsigned whole = difference->whole;
    bool whole_x = (whole & HBL_WHOLE_X) != 0, whole_y = (whole & HBL_WHOLE_Y) != 0;
    hbl_position corner;
    corner.x = nearer_end(difference->x, difference->w, &whole_x, (whole & HBL_WHOLE_W) != 0);
    corner.y = nearer_end(difference->y, difference->h, &whole_y, (whole & HBL_WHOLE_H) != 0);
    corner.whole = (whole_x ? HBL_WHOLE_X : 0U) | (whole_y ? HBL_WHOLE_Y : 0U);
    return corner;
}

/* Set minus the shared area, from the nearest corner of the difference. */
static void set_area(const hbl_rect *rect, hbl_position corner, hbl_meeting *out)
{
    double w = rect->w, h = rect->h;
    unsigned whole_w = rect->whole & HBL_WHOLE_W, whole_h = rect->whole & HBL_WHOLE_H;
    if (fabs(corner.x) < w) {
        w = fabs(corner.x);
        whole_w = corner.whole & HBL_WHOLE_X;
    }
    if (fabs(corner.y) < h) {
        h = fabs(corner.y);
        whole_h = corner.whole & HBL_WHOLE_Y;
    }
    out->ti = -w * h;
    out->whole = whole_w != 0 && whole_h != 0 ? HBL_WHOLE_TI : 0U;
}

static int sign(double value)
{
    return value > 0.0 ? 1 : value == 0.0 ? 0 : -1;
}

/* Push the mover out of an overlap: by the shorter axis if it rests, else back along its path. */
static bool push_out(const hbl_rect *rect, const hbl_rect *difference, double dx, double dy,
                     hbl_position corner, hbl_meeting *out)
{
    if (dx == 0.0 && dy == 0.0) {
        unsigned kept = HBL_WHOLE_X; /* the axis on which it does not move */
        if (fabs(corner.x) < fabs(corner.y)) {
            corner.y = 0.0;
            kept = HBL_WHOLE_Y;
        } else {
            corner.x = 0.0;
        }
        out->nx = sign(corner.x);
        out->ny = sign(corner.y);
        out->touch.x = rect->x + corner.x;
        out->touch.y = rect->y + corner.y;
        out->touch.whole = rect->whole & (corner.whole | kept) & (HBL_WHOLE_X | HBL_WHOLE_Y);
        return true;
    }
    hbl_span span = {.in = -INFINITY, .out = 1.0};
    if (!hbl_bump_clip(difference, 0.0, 0.0, dx, dy, &span)) {
        return false;
    }
    out->nx = span.in_x;
    out->ny = span.in_y;
    out->touch = (hbl_position){rect->x + dx * span.in, rect->y + dy * span.in, 0};
    return true;
}

/* The whole numbers of the difference: its position is whole if both positions and the mover's size
 * are, its size if both sizes are. */
static unsigned whole_of_difference(unsigned rect, unsigned other)
{
    unsigned both = rect & other;
    unsigned size = rect & (HBL_WHOLE_W | HBL_WHOLE_H);
    unsigned position = both & (HBL_WHOLE_X | HBL_WHOLE_Y) & (size >> 2);
    return position | (both & (HBL_WHOLE_W | HBL_WHOLE_H));
}

bool hbl_bump_meet(const hbl_rect *rect, const hbl_rect *other, const hbl_position *goal,
                   hbl_meeting *out)
{
    double dx = goal->x - rect->x, dy = goal->y - rect->y;
    hbl_rect difference = {other->x - rect->x - rect->w, other->y - rect->y - rect->h,
                           rect->w + other->w, rect->h + other->h,
                           whole_of_difference(rect->whole, other->whole)};
    out->overlaps = hbl_bump_contains(&difference, 0.0, 0.0);
    if (out->overlaps) {
        hbl_position corner = nearest_corner(&difference);
        set_area(rect, corner, out);
        if (!push_out(rect, &difference, dx, dy, corner, out)) {
            return false;
        }
    } else {
        hbl_span span = {.in = -INFINITY, .out = INFINITY};
        bool met = hbl_bump_clip(&difference, 0.0, 0.0, dx, dy, &span) && span.in < 1.0 &&
                   fabs(span.in - span.out) >= HBL_BUMP_DELTA && /* else it passes a corner */
                   (0.0 < span.in + HBL_BUMP_DELTA || (0.0 == span.in && span.out > 0.0));
        if (!met) {
            return false;
        }
        out->ti = span.in;
        out->whole = 0;
        out->nx = span.in_x;
        out->ny = span.in_y;
        out->touch = (hbl_position){rect->x + dx * span.in, rect->y + dy * span.in, 0};
    }
    out->square = square_of_distance(rect, other);
    return true;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

hbl_cells hbl_bump_cells(double cell_size, double x, double y, double w, double h)
{
    return (hbl_cells){floor(x / cell_size), floor(y / cell_size), ceil((x + w) / cell_size),
                       ceil((y + h) / cell_size)};
}

hbl_cells hbl_bump_path_cells(double cell_size, const hbl_rect *rect, const hbl_position *goal)
{
    double right = rect->x + rect->w, bottom = rect->y + rect->h;
    double goal_right = goal->x + rect->w, goal_bottom = goal->y + rect->h;
    double x0 = rect->x < goal->x ? rect->x : goal->x, y0 = rect->y < goal->y ? rect->y : goal->y;
    double x1 = right > goal_right ? right : goal_right;
    double y1 = bottom > goal_bottom ? bottom : goal_bottom;
    return hbl_bump_cells(cell_size, x0, y0, x1 - x0, y1 - y0);
}
