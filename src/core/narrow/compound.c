/// Compounds and masks against everything: part by part.
#include "narrow.h"

hb_status hb_make_compound(hb_shape *out, const hb_shape *parts, int count, void *room)
{
    (void)out, (void)parts, (void)count, (void)room;
    return HB_NO_MEMORY;
}

size_t hb_compound_room(const hb_shape *parts, int count)
{
    (void)parts, (void)count;
    return 0;
}

void hb_compound_bound(hb_shape *shape)
{
    (void)shape;
}

bool hb_compound_overlaps(const hb_shape *a, const hb_shape *b, hb_mode mode)
{
    (void)a, (void)b, (void)mode;
    return false;
}

bool hb_compound_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    (void)a, (void)b, (void)mode, (void)out;
    return false;
}

double hb_compound_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    (void)a, (void)b, (void)on_a, (void)on_b;
    return 0.0;
}

bool hb_compound_sweep(const hb_shape *a, hb_vec way, const hb_shape *b, hb_mode mode,
                       hb_impact *out)
{
    (void)a, (void)way, (void)b, (void)mode, (void)out;
    return false;
}
