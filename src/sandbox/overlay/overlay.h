/// The overlays: what the sandbox draws over a scene to show its boxes, contacts and the like.
/// Knows no Lua.
///
/// One table, in overlay.c, lists them all. A new overlay is one entry there and one function that
/// draws it (drawing.h); the panel of F2 and --show take names and texts from the table.
#ifndef SANDBOX_OVERLAY_H
#define SANDBOX_OVERLAY_H

#include <stdbool.h>

struct sb_overlay_view;

#define OVERLAYS_MAX 32

/// Which overlays are shown, by their place in the table.
typedef struct sb_overlays {
    bool on[OVERLAYS_MAX];
} sb_overlays;

/// Layers, in the order in which they are drawn.
typedef enum sb_overlay_layer {
    OVERLAY_GROUND,
    OVERLAY_BELOW, ///< the last one below the scene's own drawing
    OVERLAY_ABOVE,
    OVERLAY_TEXT, ///< keeps clear of what is drawn before it
    OVERLAY_LAYERS
} sb_overlay_layer;

/// What an overlay changes elsewhere.
enum {
    OVERLAY_NEEDS_REGIONS = 1,  ///< the snapshot has the regions of the broad phase
    OVERLAY_SHOWS_PICTURES = 4, ///< the pictures of the level are drawn
    OVERLAY_SHOWS_CROWDS = 2, ///< the others draw all, also where there are too many to tell apart
};

typedef struct sb_overlay {
    const char *name; ///< for --show
    const char *help; ///< at its check box in the panel of F2
    bool is_default;
    sb_overlay_layer layer;
    void (*draw)(const struct sb_overlay_view *view); ///< null: it only has effects
    unsigned effects;
} sb_overlay;

int overlay_count(void);
const sb_overlay *overlay_at(int index);

/// The overlays that are shown unless the user chooses others.
sb_overlays overlays_default(void);

/// Show or hide overlays by a list of names, such as "cells,-grid": a "-" hides.
/// @return false if there is no overlay of one of the names
bool overlays_choose(sb_overlays *shown, const char *list);

/// The effects of all overlays that are shown.
unsigned overlays_effects(const sb_overlays *shown);

/// Draw what lies below the scene's own drawing, and what lies above it.
void overlays_draw_below(const struct sb_overlay_view *view, const sb_overlays *shown);
void overlays_draw_above(const struct sb_overlay_view *view, const sb_overlays *shown);

#endif
