/// Exact signs about the line of a motion and the end of it, for what doubles leave open.
#ifndef HB_MOTION_PREDICATES_H
#define HB_MOTION_PREDICATES_H

#include "../hitbox/base.h"

/// (d x (b - a))^2 - (r + s)^2 |d|^2: below zero where the line from a along d leads through the
/// disc about b. The value is precise as well.
double hb_reach_ray_exact(hb_vec a, hb_vec d, hb_vec b, double r, double s);

/// The signs of hb_orient(a, b, c + d), of hb_reach_line(a, b, c + d, r, s), of
/// hb_reach_point(a + d, b, r, s) and of the dot product (b - (a + d)) . d.
/// @{
double hb_orient_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_reach_line_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d, double r, double s);
double hb_reach_point_moved(hb_vec a, hb_vec d, hb_vec b, double r, double s);
double hb_dot_moved(hb_vec a, hb_vec d, hb_vec b);
/// @}

/// The edge from a to b is pushed outward by r + s, and its end p with it, to p'. The sign of
/// d x (p' - c): on which side of p' the corner c passes on its way along d.
double hb_joint_exact(hb_vec a, hb_vec b, hb_vec p, hb_vec c, hb_vec d, double r, double s);

#endif
