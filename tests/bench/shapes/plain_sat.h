/// sat.c once more, with no error and nothing behind: both checks then fall away. For filter.c.
#define hb_sat_overlap_any plain_edges_meet_any
#define hb_sat_overlap_avx2 plain_edges_meet_avx2
#define hb_inside_error(look) 0.0
#define hb_depth_error(look) 0.0
#define hb_convex_overlap_exact(a, b, closed) false
bool plain_edges_meet_any(const hb_shape *a, const hb_shape *b, bool closed);
bool plain_edges_meet_avx2(const hb_shape *a, const hb_shape *b, bool closed);
#include "collide/convex/sat.c"
#undef hb_sat_overlap_any
#undef hb_sat_overlap_avx2
#undef hb_inside_error
#undef hb_depth_error
#undef hb_convex_overlap_exact
