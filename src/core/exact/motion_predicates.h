/// Exact signs for the line and the end of a motion, used if doubles cannot decide. May call
/// expansion.h.
#ifndef HB_MOTION_PREDICATES_H
#define HB_MOTION_PREDICATES_H

#include "../hitbox/base.h"

/// Return (d x (b - a))^2 - (r + s)^2 |d|^2.
/// Below zero if the line from a along d crosses the disc around b. The value is precise as well.
double hb_reach_ray_exact(hb_vec a, hb_vec d, hb_vec b, double r, double s);

/// Return the signs of hb_orient(a, b, c + d), of hb_reach_line(a, b, c + d, r, s), of
/// hb_reach_point(a + d, b, r, s) and of the dot product (b - (a + d)) . d.
/// @{
double hb_orient_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_reach_line_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d, double r, double s);
double hb_reach_point_moved(hb_vec a, hb_vec d, hb_vec b, double r, double s);
double hb_dot_moved(hb_vec a, hb_vec d, hb_vec b);
/// @}

/// Return the sign of d x (p' - c): on which side of p' the corner c passes as it moves along d.
/// p' is the end p of the edge from a to b after the edge is moved outward by r + s.
double hb_joint_exact(hb_vec a, hb_vec b, hb_vec p, hb_vec c, hb_vec d, double r, double s);

#endif
