/// Pixel masks: the solid pixels of a picture, one bit each.
#include "narrow.h"

void hb_mask_bound(hb_shape *shape)
{
    (void)shape;
}
