/// Where text is in the picture of a scene, so that names are put beside it.
#ifndef SANDBOX_TEXT_AREAS_H
#define SANDBOX_TEXT_AREAS_H

#include "sandbox/ui/ui.h"

#include <stdbool.h>

#define TEXT_AREAS_MAX 256

/// {0} is none; more than TEXT_AREAS_MAX are not stored.
typedef struct sb_text_areas {
    struct {
        ui_point a, b;
    } at[TEXT_AREAS_MAX];
    int count;
} sb_text_areas;

/// Add an area by its left top and right bottom corners.
void text_areas_add(sb_text_areas *areas, ui_point a, ui_point b);

/// Whether no area overlaps the rectangle between two corners.
bool text_areas_are_free(const sb_text_areas *areas, ui_point a, ui_point b);

#endif
