/* The table of overlays. Calls the functions of drawing.h. */
#include "overlay.h"

#include "drawing.h"

#include <string.h>

/* In the order of their check boxes; within a layer, they are drawn in this order. */
static const sb_overlay OVERLAYS[] = {
    {"fill", "fill", true, OVERLAY_BELOW, overlay_fill, 0},
    {"aabb", "bounding box (AABB)", true, OVERLAY_ABOVE, overlay_aabb, 0},
    {"outline", "outline", true, OVERLAY_ABOVE, overlay_outline, 0},
    {"one-way", "one-way direction", true, OVERLAY_ABOVE, overlay_one_way, 0},
    {"anchor", "anchor", true, OVERLAY_ABOVE, overlay_anchor, 0},
    {"contact", "contact: normal and depth", true, OVERLAY_ABOVE, overlay_contact, 0},
    {"velocity", "velocity: the next 10 ticks", false, OVERLAY_ABOVE, overlay_velocity, 0},
    {"name", "name of the kind", true, OVERLAY_TEXT, overlay_name, 0},
    {"pictures", "pictures of the level", true, OVERLAY_GROUND, NULL, OVERLAY_SHOWS_PICTURES},
    {"grid", "grid", true, OVERLAY_GROUND, overlay_grid, 0},
    {"crowd", "draw all marks in a crowd", false, OVERLAY_TEXT, NULL, OVERLAY_SHOWS_CROWDS},
    {"cells", "broad phase: cells or tree", false, OVERLAY_GROUND, overlay_cells,
     OVERLAY_NEEDS_REGIONS},
};

enum { COUNT = sizeof OVERLAYS / sizeof OVERLAYS[0] };

_Static_assert(COUNT <= OVERLAYS_MAX, "sb_overlays has room for all");

int overlay_count(void)
{
    return COUNT;
}

const sb_overlay *overlay_at(int index)
{
    return &OVERLAYS[index];
}

sb_overlays overlays_default(void)
{
    sb_overlays shown = {0};
    for (int i = 0; i < COUNT; i++) {
        shown.on[i] = OVERLAYS[i].is_default;
    }
    return shown;
}

bool overlays_choose(sb_overlays *shown, const char *list)
{
    for (const char *name = list;; name++) {
        bool is_shown = *name != '-';
        name += !is_shown;
        size_t length = strcspn(name, ",");
        int i = 0;
        while (i < COUNT && (strlen(OVERLAYS[i].name) != length ||
                             memcmp(OVERLAYS[i].name, name, length) != 0)) {
            i++;
        }
        if (i == COUNT) {
            return false;
        }
        shown->on[i] = is_shown;
        name += length;
        if (*name == '\0') {
            return true;
        }
    }
}

unsigned overlays_effects(const sb_overlays *shown)
{
    unsigned effects = 0;
    for (int i = 0; i < COUNT; i++) {
        effects |= shown->on[i] ? OVERLAYS[i].effects : 0;
    }
    return effects;
}

static void draw_layer(const sb_overlay_view *view, const sb_overlays *shown,
                       sb_overlay_layer layer)
{
    for (int i = 0; i < COUNT; i++) {
        if (shown->on[i] && OVERLAYS[i].layer == layer && OVERLAYS[i].draw != NULL) {
            OVERLAYS[i].draw(view);
        }
    }
}

void overlays_draw_below(const sb_overlay_view *view, const sb_overlays *shown)
{
    draw_layer(view, shown, OVERLAY_GROUND);
    overlay_shade(view);
    draw_layer(view, shown, OVERLAY_BELOW);
}

void overlays_draw_above(const sb_overlay_view *view, const sb_overlays *shown)
{
    draw_layer(view, shown, OVERLAY_ABOVE);
    overlay_inspected(view);
    draw_layer(view, shown, OVERLAY_TEXT);
}
