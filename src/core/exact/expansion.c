/// The third stage of predicates.h: expansions, which hold a value without error. May call only
/// expansion.h.
#include "expansion.h"
#include "predicates.h"

#include <assert.h>

enum { CROSS = 2 * SQUARE, LINE = 2 * CROSS * CROSS + 2 * SQUARE * CROSS };

/* Return (b - a) x (d - c); `room` holds CROSS terms. */
static expansion cross_in(double *room, hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double rooms[4][SUM];
    expansion bx = sum_in(rooms[0], b.x, -a.x), by = sum_in(rooms[1], b.y, -a.y);
    expansion dx = sum_in(rooms[2], d.x, -c.x), dy = sum_in(rooms[3], d.y, -c.y);
    expansion cross = {room, 0};
    add_product(&cross, 1.0, &bx, &dy);
    add_product(&cross, -1.0, &by, &dx);
    assert(cross.count <= CROSS);
    return cross;
}

/* Return |b - a|^2, as the cross product with the same vector rotated by a right angle. */
static expansion length_in(double *room, hb_vec a, hb_vec b)
{
    return cross_in(room, a, b, (hb_vec){b.y, a.x}, (hb_vec){a.y, b.x});
}

double hb_cross_expanded(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double room[CROSS];
    expansion cross = cross_in(room, a, b, c, d);
    return value_of(&cross);
}

double hb_reach_point_expanded(hb_vec a, hb_vec b, double r, double s)
{
    double room[CROSS + SQUARE], sum_room[SUM];
    expansion value = length_in(room, a, b), sum = sum_in(sum_room, r, s);
    add_product(&value, -1.0, &sum, &sum);
    return value_of(&value);
}

double hb_reach_line_expanded(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    double rooms[4][CROSS], room[LINE];
    expansion cross = cross_in(rooms[0], a, b, a, p), length = length_in(rooms[1], a, b);
    expansion sum = sum_in(rooms[2], r, s), square = {rooms[3], 0}, value = {room, 0};
    add_product(&square, 1.0, &sum, &sum);
    add_product(&value, 1.0, &cross, &cross);
    add_product(&value, -1.0, &square, &length);
    assert(value.count <= LINE);
    return value_of(&value);
}
