/// Ellipses against everything convex.
#include "narrow.h"

hb_status hb_make_ellipse(hb_shape *out, double cx, double cy, double rx, double ry, double angle)
{
    (void)out, (void)cx, (void)cy, (void)rx, (void)ry, (void)angle;
    return HB_NO_MEMORY;
}

void hb_ellipse_bound(hb_shape *shape)
{
    (void)shape;
}

bool hb_ellipse_overlaps(const hb_shape *a, const hb_shape *b, hb_mode mode)
{
    (void)a, (void)b, (void)mode;
    return false;
}

bool hb_ellipse_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    (void)a, (void)b, (void)mode, (void)out;
    return false;
}

double hb_ellipse_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    (void)a, (void)b, (void)on_a, (void)on_b;
    return 0.0;
}

bool hb_ellipse_sweep(const hb_shape *a, hb_vec way, const hb_shape *b, hb_mode mode,
                      hb_impact *out)
{
    (void)a, (void)way, (void)b, (void)mode, (void)out;
    return false;
}
