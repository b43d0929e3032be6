/// A scene at one moment, as plain arrays for drawing: the boxes from the world itself, the rest
/// from Lua. A snapshot does not change while the script runs on.
#ifndef SANDBOX_SNAPSHOT_H
#define SANDBOX_SNAPSHOT_H

#include "core/hitbox.h"
#include "sandbox/draw/camera.h"
#include "sandbox/draw/primitive.h"
#include "sandbox/ui/ui.h"

#include <lua.h>
#include <stdbool.h>

#define SNAPSHOT_KINDS 32
#define SNAPSHOT_NAME_SIZE 64 /* bytes: some twenty letters of three each */
#define SNAPSHOT_CROWD 300    /* things; more are a crowd: see wants_crowd */

typedef struct sb_box {
    hb_shape_kind shape;
    hb_aabb bounds;
    sb_primitive primitive; ///< its pieces in snapshot.primitives
    bool by_bounds;         ///< it has none: what is to be drawn are the bounds
    int kind;               ///< 1 .. SNAPSHOT_KINDS - 1; 0 for those beyond
    int thing;              ///< boxes with the same number belong to one thing
    ui_color color;         ///< 0: that of its kind
    bool in_contact;
    int level_label; ///< of a thing of a map: where its type begins in snapshot.labels; else 0
    bool inspected;  ///< of the thing that a panel describes
    hb_vec one_way; ///< the direction from which it stops movers; 0, 0: it stops them from anywhere
} sb_box;

/// A thing that is not hidden. A hollow room has none, as nothing of it is at its anchor.
typedef struct sb_thing {
    hb_vec anchor;
    hb_vec velocity; ///< its vx and vy, world units a tick; 0 for what is no finite number
} sb_thing;

typedef struct sb_contact {
    double x, y, nx, ny, depth;
    bool is_inspected; ///< of the thing that a panel describes
} sb_contact;

/// Keys that are the window's unless the scene gives them to an action.
typedef enum sb_window_key { KEY_SPACE = 1, KEY_DOT = 2, KEY_COMMA = 4, KEY_R = 8 } sb_window_key;

/// {0} is a valid empty one. Reused from frame to frame; snapshot_free ends it.
typedef struct sb_snapshot {
    sb_box *boxes;            ///< that are on the screen, or close to it
    sb_primitives primitives; ///< what the boxes look like
    sb_thing *things;         ///< all, or, of a crowd, those that have such a box: see wants_crowd
    sb_contact *contacts;
    hb_region *regions; ///< of the broad phase
    int box_count, thing_count, contact_count, region_count;
    int box_room, thing_room, contact_room, region_room;
    int all_boxes; ///< how many there are in the world, seen or not
    int coarse;    ///< boxes whose shapes are too large: they are drawn as their bounds
    hb_id *ids;    ///< of what is seen, hidden things included
    int id_count, id_room;
    const void *
        *contact_boxes; ///< the boxes in contacts, by their addresses: a hash table, null: free
    int contact_boxes_size, contact_boxes_room;
    char *labels;               ///< texts that end with a 0 each; the first one is empty
    int label_size, label_room; ///< bytes
    int next_checked;           ///< the box whose colour is judged next: see rehearses
    hb_aabb area;               ///< of the world: what is looked at
    sb_memory *memory;          ///< where all this is counted, or null
    /* set by the caller before a snapshot is taken */
    bool wants_regions;       ///< else there are none
    bool wants_all;           ///< not only what is on the screen
    bool wants_crowd;         ///< all things; else, of a crowd, enough to know that it is one
    bool rehearses;           ///< nothing is drawn: the view and the colours are judged, no more
    struct sb_levels *levels; ///< are looked at, too, unless it rehearses; null: there are none
    int width, height;        ///< of the screen; 0: what the scene asks to show is what is seen
    sb_camera_change change;  ///< of what is on the screen

    char kinds[SNAPSHOT_KINDS][SNAPSHOT_NAME_SIZE];
    char title[128];
    hb_aabb view; ///< the part of the world that the scene asks to show
    ui_color background;
    long ticks;  ///< run so far
    double rate; ///< ticks a second
    int all_things;
    bool uses_mouse;    ///< the left button belongs to the scene
    unsigned used_keys; ///< of sb_window_key, which belong to the scene
} sb_snapshot;

/// Push the function that tells host.lua's `snapshot` what is on the screen. [-0, +1]
void snapshot_push_visible(lua_State *L, sb_snapshot *out);

/// Fill a snapshot from the table that host.lua returned, on top of the stack. Raises a
/// Lua error for what cannot be shown, such as a colour that is none. [-0, +0]
void snapshot_read(lua_State *L, sb_snapshot *out);

/// The word for a box in texts for people: for the push box of a thing of a map the thing's type,
/// else the box's kind.
const char *snapshot_label(const sb_snapshot *seen, const sb_box *box);

void snapshot_free(sb_snapshot *seen);

#endif
