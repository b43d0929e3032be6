/* Calls nothing. */
#include "text_areas.h"

void text_areas_add(sb_text_areas *areas, ui_point a, ui_point b)
{
    if (areas->count < TEXT_AREAS_MAX) {
        areas->at[areas->count].a = a;
        areas->at[areas->count].b = b;
        areas->count++;
    }
}

bool text_areas_are_free(const sb_text_areas *areas, ui_point a, ui_point b)
{
    for (int i = 0; i < areas->count; i++) {
        if (a.x < areas->at[i].b.x && areas->at[i].a.x < b.x && a.y < areas->at[i].b.y &&
            areas->at[i].a.y < b.y) {
            return false;
        }
    }
    return true;
}
