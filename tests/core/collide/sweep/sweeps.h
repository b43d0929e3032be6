/// Helpers for hand-made tests of sweeps.
#ifndef HB_SWEEPS_H
#define HB_SWEEPS_H

#include "testing.h"

/// Under either policy, and whichever of the two comes.
static inline void expect_hit(hb_shape a, double dx, double dy, hb_shape b, double t, double nx,
                              double ny)
{
    hb_cast_result cast;
    assert_true(hb_shape_cast(&a, dx, dy, &b, HB_OVERLAP, &cast));
    assert_false(cast.inside);
    assert_near(cast.t, t, 1e-14);
    assert_near(cast.normal.x, nx, 1e-14);
    assert_near(cast.normal.y, ny, 1e-14);
    assert_true(hb_shape_cast(&a, dx, dy, &b, HB_TOUCH, &cast));
    assert_near(cast.t, t, 1e-14);
    /* the other one coming is the same meeting */
    assert_true(hb_shape_cast(&b, -dx, -dy, &a, HB_OVERLAP, &cast));
    assert_near(cast.t, t, 1e-14);
    assert_near(cast.normal.x, -nx, 1e-14);
    assert_near(cast.normal.y, -ny, 1e-14);
}

#endif
