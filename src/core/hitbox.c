/// The version, and the texts of the statuses.
#include "hitbox.h"

const char *hb_version(void)
{
    return HB_VERSION;
}

const char *hb_status_text(hb_status status)
{
    switch (status) {
    case HB_OK:
        return "fine";
    case HB_NOT_FINITE:
        return "must be finite";
    case HB_TOO_LARGE:
        return "must be at most 2^100 in magnitude";
    case HB_NEGATIVE:
        return "must be >= 0";
    case HB_TOO_FEW_CORNERS:
        return "needs at least three distinct corners that are not on one line";
    case HB_CONCAVE:
        return "must be convex and must not cross itself";
    case HB_SELF_CROSSING:
        return "must not cross or touch itself";
    case HB_NO_MEMORY:
        return "out of memory";
    case HB_STALE:
        return "names nothing alive";
    case HB_UNSUPPORTED:
        return "the pixel policy has a meaning for points, AABBs and masks only";
    case HB_MASK_IN_COMPOUND:
        return "a mask cannot be part of a compound";
    case HB_MASK_ROTATED:
        return "a mask can be moved and mirrored, but not rotated or scaled";
    case HB_MASK_TOO_LARGE:
        return "must be at most 16384 pixels";
    case HB_MASK_TOO_FAR:
        return "must be at most 2^51 in magnitude for a mask";
    case HB_BUFFER_FULL:
        return "the buffer is full";
    case HB_SAVE_DAMAGED:
        return "is no saved world, or was cut or changed";
    case HB_SAVE_TOO_NEW:
        return "was saved by a newer version";
    case HB_SAVE_OTHER_MASKS:
        return "needs the masks that it was saved with";
    case HB_INVALID_ENUM:
        return "must be one of the values of its type";
    case HB_INVALID_SHAPE:
        return "must be a shape that was made by hb_make_...";
    case HB_INVALID_BUFFER:
        return "must have a count >= 0, and not be null if that is > 0";
    case HB_EMPTY_COMPOUND:
        return "needs at least one part";
    case HB_ABOVE_ONE:
        return "must be <= 1";
    case HB_TOO_MANY_CORNERS:
        return "must have at most 4096 corners (each part counts as 4 or more, an ellipse as 64); "
               "make several shapes of it";
    }
    return "unknown status";
}
