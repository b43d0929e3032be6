/// Outlines of any form: splitting a concave one into convex parts.
#include "narrow.h"

hb_status hb_make_outline(hb_shape *out, const hb_vec *points, int count, double radius, void *room,
                          int where[2])
{
    (void)out, (void)points, (void)count, (void)radius, (void)room, (void)where;
    return HB_NO_MEMORY;
}

size_t hb_outline_room(int count)
{
    (void)count;
    return 0;
}
