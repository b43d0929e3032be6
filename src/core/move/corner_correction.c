/// Corner correction: move a mover past a corner that it hits. See hb_move_respond.
#include "move_aabb.h"
#include "sweep_step.h"

/* The positions on one axis at which the mover is past the obstacle. If the move has a direction on
 * the axis, only the end on that side counts. Otherwise both ends count, the nearer one first.
 * @param first, last  where the mover would touch each end of the obstacle
 * @param most  maximum distance
 * @return the number of positions */
static int find_ends(double at, double goal, double first, double last, double most, double ends[2])
{
    bool back = at - first > 0.0 && at - first <= most && goal <= at;
    bool ahead = last - at > 0.0 && last - at <= most && goal >= at;
    bool is_nearer = last - at <= at - first;
    ends[0] = ahead && (is_nearer || !back) ? last : first;
    ends[1] = is_nearer ? first : last;
    return back + ahead;
}

/* Step aside to a position past the obstacle, if the way there is free and some of the way on is
 * too.
 * @return false if not */
static bool step_aside(hb_move *move, const hb_item_view *mover, const hb_hit *hit, hb_vec aside,
                       hb_layers like)
{
    hb_vec at = hit->at, then = move->internal.goal;
    if (aside.x != at.x) {
        then.x = aside.x < at.x ? fmin(then.x, aside.x) : fmax(then.x, aside.x);
    } else {
        then.y = aside.y < at.y ? fmin(then.y, aside.y) : fmax(then.y, aside.y);
    }
    hb_cast_result first;
    if (!hb_step_is_free(move, mover, at, aside, like, &first) ||
        (!hb_step_is_free(move, mover, aside, then, like, &first) && !(first.t > 0.0))) {
        return false;
    }
    move->internal.from = at;
    move->internal.goal = aside;
    move->internal.then = then;
    move->internal.slipping = true;
    move->internal.spent = hit->t;
    hb_step_begin(move);
    move->internal.last_normal = (hb_vec){0.0, 0.0};
    move->internal.over = ++move->internal.deflections > HB_MAX_DEFLECTIONS;
    return true;
}

bool hb_correct_corner(hb_move *move, const hb_hit *hit)
{
    hb_item_view rooms[2];
    const hb_item_view *mover = hb_item_view_of(move->internal.world, move->id, &rooms[0]);
    const hb_item_view *other = hb_item_view_of(move->internal.world, hit->other, &rooms[1]);
    if (other == NULL || (hit->normal.x != 0.0 && hit->normal.y != 0.0)) {
        return false;
    }
    hb_aabb side, wall;
    hb_step_path way = hb_step_path_to(move, mover, other);
    if (!hb_step_sides(&way, &side, &wall)) {
        return false;
    }
    bool level = hit->normal.x == 0.0;
    double x0 = hb_place_before(wall.x0, side.x1), x1 = hb_place_behind(wall.x1, side.x0);
    double y0 = hb_place_before(wall.y0, side.y1), y1 = hb_place_behind(wall.y1, side.y0);
    double ends[2];
    int count =
        level ? find_ends(hit->at.x, move->internal.goal.x, x0, x1, move->corner_correction, ends)
              : find_ends(hit->at.y, move->internal.goal.y, y0, y1, move->corner_correction, ends);
    hb_layers like = hb_item_view_filter(other)->layers;
    for (int i = 0; i < count; i++) {
        hb_vec aside = level ? (hb_vec){ends[i], hit->at.y} : (hb_vec){hit->at.x, ends[i]};
        if (step_aside(move, mover, hit, aside, like)) {
            return true;
        }
    }
    return false;
}
