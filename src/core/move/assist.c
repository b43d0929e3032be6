/// Slipping past corners: see hb_move_respond.
#include "boxes.h"
#include "legs.h"

/* Where along one axis the mover is past what it met, going its way or the shorter one: not further
 * than `most`. @param first, last  where it would touch the one end of that, and the other */
static bool find_end(double at, double goal, double first, double last, double most, double *to)
{
    bool back = at - first > 0.0 && at - first <= most && goal <= at;
    bool ahead = last - at > 0.0 && last - at <= most && goal >= at;
    if (back && ahead) {
        ahead = last - at <= at - first;
    }
    *to = ahead ? last : first;
    return back || ahead;
}

/* Step aside, where what was met is passed by then, and go on from there. */
bool hb_slip_past(hb_move *move, const hb_hit *hit)
{
    hb_slot rooms[2];
    const hb_slot *mover = hb_world_slot(move->world, move->id, &rooms[0]);
    const hb_slot *other = hb_world_slot(move->world, hit->other, &rooms[1]);
    if (other == NULL || (hit->normal.x != 0.0 && hit->normal.y != 0.0)) {
        return false;
    }
    hb_aabb side, wall;
    hb_leg_way way = hb_way_to(move, mover, other);
    if (!hb_leg_sides(&way, &side, &wall)) {
        return false;
    }
    hb_vec aside = hit->at, then = move->goal;
    double x0 = hb_place_before(wall.x0, side.x1), x1 = hb_place_behind(wall.x1, side.x0);
    double y0 = hb_place_before(wall.y0, side.y1), y1 = hb_place_behind(wall.y1, side.y0);
    if (hit->normal.x == 0.0) {
        if (!find_end(hit->at.x, then.x, x0, x1, move->assist, &aside.x)) {
            return false;
        }
        then.x = aside.x < hit->at.x ? fmin(then.x, aside.x) : fmax(then.x, aside.x);
    } else {
        if (!find_end(hit->at.y, then.y, y0, y1, move->assist, &aside.y)) {
            return false;
        }
        then.y = aside.y < hit->at.y ? fmin(then.y, aside.y) : fmax(then.y, aside.y);
    }
    hb_impact first;
    hb_layers like = hb_slot_role(other)->layers;
    if (!hb_leg_is_free(move, mover, hit->at, aside, like, &first) ||
        (!hb_leg_is_free(move, mover, aside, then, like, &first) && !(first.t > 0.0))) {
        return false;
    }
    move->from = hit->at;
    move->goal = aside;
    move->then = then;
    move->slipping = true;
    move->spent = hit->t;
    hb_leg_begin(move);
    move->last_normal = (hb_vec){0.0, 0.0};
    move->over = ++move->turns > HB_MAX_TURNS;
    return true;
}
