/// Standing on the edge of a step: see hb_walk.
#include "step_edge.h"
#include "ground.h"

/* More than the rounding error of a hit's time. */
#define BEFORE 0x1p-40

bool hb_step_leads_to_ground(const hb_walk *walk, hb_vec at, double height, const hb_hit *edge,
                             hb_vec *normal)
{
    const hb_move *move = &walk->move;
    hb_item_view rooms[2];
    hb_cast_result first;
    const hb_item_view *mover = hb_item_view_of(move->internal.world, move->id, &rooms[0]);
    const hb_item_view *other = hb_item_view_of(move->internal.world, edge->other, &rooms[1]);
    if (mover == NULL || other == NULL || edge->normal.x == 0.0 || height < 0.0) {
        return false;
    }
    hb_layers like = hb_item_view_filter(other)->layers;
    hb_aabb size = mover->turned.bounds;
    double within = HB_STANDS_WITHIN * hb_item_view_reach(mover, at), rise = height + within;
    hb_vec up = {at.x, at.y - rise};
    if (!hb_step_is_free(move, mover, at, up, like, &first)) {
        up.y = at.y - rise * fmax(first.t - BEFORE, 0.0);
    }
    hb_vec on = {up.x - copysign((size.x1 - size.x0) / 2.0, edge->normal.x), up.y};
    hb_vec down = {on.x, at.y + within};
    if (!hb_step_is_free(move, mover, up, on, like, &first) ||
        hb_step_is_free(move, mover, on, down, like, &first) || !(first.t > 0.0) ||
        !hb_is_ground(first.normal, walk->internal.least_up)) {
        return false;
    }
    *normal = first.normal;
    return true;
}
