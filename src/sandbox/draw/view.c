/* Draws a snapshot. Calls camera.h, color.h, figure.h, ground.h, status.h and ui.h. */
#include "view.h"

#include "color.h"
#include "ground.h"
#include "status.h"

#include <math.h>
#include <stdio.h>

#define LABEL_SIZE 11     /* points, as are all lengths that do not say otherwise */
#define LABEL_GROUND 0xb0 /* 0..255: the scene shows through */
#define OPAQUE_GROUND 0xd8
#define LEAST_LUMA 150.0f /* 0..255, for 6 to 1 against black and more */
#define ARROW_LENGTH 22
#define ARROW_HEAD 6
#define LEAST_DEPTH                                                                                \
    0.1 /* world units: what overlaps less is at rest, more or less, unless the ... */
#define LEAST_PIXELS 1 /* ... overlap can be seen, as in a scene in metres */
#define ROUNDING 1e-9  /* world units: two that differ by less are drawn as one */
#define WAY_LENGTH 12
#define CROSS 4
#define FRAME_GAP 4

/* A crowd of marks hides what it marks. */
#define MAX_CONTACTS 10 /* but for those of the thing of which something is said */
#define MAX_ANCHORS 300
#define MAX_NAMED_THINGS 6 /* those of several kinds are named if there are no more */
#define TALLEST_NAMES 2    /* and if the names are no taller than so many times their thing */

static const ui_color ANCHOR_COLOR = 0xffffffd0;
static const ui_color CONTACT_COLOR = 0xffffffff;
static const ui_color POINTED_COLOR = 0xffffffff;
static const ui_color RIM_COLOR = 0x00000090; /* around these, for light grounds */

/* push, hurt, hit and sensor have fixed colours that are told apart without red or without green as
   well: any two are 35 apart in CIELAB, as seen so according to Vienot, Brettel and Mollon (1999).
   Kinds of the user's own take turns. */
static const ui_color KIND_COLORS[] = {0x9aa5b1ff, 0x5aa9ffff, 0x45dfa5ff, 0xf0524fff, 0xffd35aff};
static const ui_color MORE_COLORS[] = {0xb78bffff, 0xff9f4aff, 0x56d4e0ff,
                                       0xff8fc7ff, 0xa5d75aff, 0xc9a27cff};

const sb_view_options VIEW_DEFAULT = {
    .fill = true,
    .outline = true,
    .aabb = true,
    .anchor = true,
    .contact = true,
    .name = true,
    .grid = true,
};

void words_add(sb_words *words, ui_point a, ui_point b)
{
    if (words->count < VIEW_MAX_WORDS) {
        words->at[words->count].a = a;
        words->at[words->count].b = b;
        words->count++;
    }
}

/* ---- The broad phase ------------------------------------------------------------------------- */

#define MIN_REGION 3 /* smaller ones are nothing but dots */

/* Cells of larger things, and boxes further down in a tree, take other colours. */
static void draw_regions(const sb_snapshot *seen, const sb_camera *camera, int width, int height)
{
    const int colors = (int)(sizeof MORE_COLORS / sizeof MORE_COLORS[0]);
    for (int i = 0; i < seen->region_count; i++) {
        const hb_region *region = &seen->regions[i];
        ui_point a = camera_to_screen(camera, region->box.x0, region->box.y0);
        ui_point b = camera_to_screen(camera, region->box.x1, region->box.y1);
        bool shown = b.x > 0 && b.y > 0 && a.x < (float)width && a.y < (float)height &&
                     fmaxf(b.x - a.x, b.y - a.y) > MIN_REGION * ui_scale();
        if (shown) { /* of a box without end the part that can be seen */
            ui_color color = MORE_COLORS[region->depth % colors];
            a = (ui_point){fmaxf(a.x, -2), fmaxf(a.y, -2)};
            b = (ui_point){fminf(b.x, (float)width + 2), fminf(b.y, (float)height + 2)};
            ui_rect_line(a, b, ui_fade(color, 0.45f), ui_scale());
        }
    }
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static ui_color box_color(const sb_box *box)
{
    if (box->color != 0) {
        return box->color;
    }
    const int fixed = (int)(sizeof KIND_COLORS / sizeof KIND_COLORS[0]);
    const int more = (int)(sizeof MORE_COLORS / sizeof MORE_COLORS[0]);
    return box->kind < fixed ? KIND_COLORS[box->kind] : MORE_COLORS[(box->kind - fixed) % more];
}

static void draw_fill(const sb_snapshot *seen, const sb_box *box, const sb_camera *camera)
{
    ui_color color = ui_fade(box_color(box), box->met ? 0.42f : 0.22f);
    if (box->by_bounds) {
        ui_rect_fill(camera_to_screen(camera, box->bounds.x0, box->bounds.y0),
                     camera_to_screen(camera, box->bounds.x1, box->bounds.y1), color);
    } else {
        figures_fill(&seen->figures, &box->figure, camera, color);
    }
}

static void draw_outline(const sb_snapshot *seen, const sb_box *box, const sb_camera *camera)
{
    ui_color ink = color_seen_on(seen->background, box_color(box));
    ui_color color = ui_fade(ink, box->met ? 1.0f : 0.8f);
    float width = (box->met ? 2.0f : 1.0f) * ui_scale();
    if (box->by_bounds) {
        ui_rect_line(camera_to_screen(camera, box->bounds.x0, box->bounds.y0),
                     camera_to_screen(camera, box->bounds.x1, box->bounds.y1), color, width);
    } else {
        figures_line(&seen->figures, &box->figure, camera, color, width);
    }
}

/* An arrow to where what a one-way box stops comes from, as that of hitbox.debug. Names leave it
   room. */
static void draw_way(const sb_box *box, const sb_camera *camera, sb_words *words)
{
    if (box->way.x == 0 && box->way.y == 0) {
        return;
    }
    ui_color color = ui_fade(box_color(box), box->met ? 1.0f : 0.8f);
    float x = (float)box->way.x * ui_scale();
    float y = (float)box->way.y * ui_scale();
    ui_point from = camera_to_screen(camera, (box->bounds.x0 + box->bounds.x1) / 2,
                                     (box->bounds.y0 + box->bounds.y1) / 2);
    ui_point tip = {from.x + WAY_LENGTH * x, from.y + WAY_LENGTH * y};
    float head = WAY_LENGTH / 3;
    float width = 1.5f * ui_scale();
    ui_line(from, tip, color, width);
    ui_line(tip, (ui_point){tip.x - head * (x + y), tip.y - head * (y - x)}, color, width);
    ui_line(tip, (ui_point){tip.x - head * (x - y), tip.y - head * (y + x)}, color, width);
    float side = head * ui_scale();
    words_add(words, (ui_point){fminf(from.x, tip.x) - side, fminf(from.y, tip.y) - side},
              (ui_point){fmaxf(from.x, tip.x) + side, fmaxf(from.y, tip.y) + side});
}

static void draw_aabb(const sb_box *box, const sb_camera *camera)
{
    if (box->shape != HB_AABB && box->shape != HB_POINT) {
        ui_rect_line(camera_to_screen(camera, box->bounds.x0, box->bounds.y0),
                     camera_to_screen(camera, box->bounds.x1, box->bounds.y1),
                     ui_fade(box_color(box), 0.22f), ui_scale());
    }
}

static bool on_screen(const sb_box *box, const sb_camera *camera)
{
    ui_point a = camera_to_screen(camera, box->bounds.x0, box->bounds.y0);
    ui_point b = camera_to_screen(camera, box->bounds.x1, box->bounds.y1);
    float margin = 8 * ui_scale();
    return b.x > -margin && b.y > -margin && a.x < 2 * camera->centre.x + margin &&
           a.y < 2 * camera->centre.y + status_height() + margin;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* A colour with so much white that it can be read on a dark ground. */
static ui_color lightened(ui_color color)
{
    float parts[] = {(float)(color >> 24), (float)(color >> 16 & 0xff), (float)(color >> 8 & 0xff)};
    float dark = fminf(color_luma(color), LEAST_LUMA);
    float white = (LEAST_LUMA - dark) / (255.0f - dark);
    ui_color out = 0;
    for (int i = 0; i < 3; i++) {
        out = out << 8 | (ui_color)(parts[i] + white * (255.0f - parts[i]) + 0.5f);
    }
    return out << 8 | 0xff;
}

/* Whether a place is in the window, and no words are there. */
static bool is_free(const sb_words *words, const sb_camera *camera, ui_point a, ui_point b)
{
    if (a.x < 0 || a.y < 0 || b.x > 2 * camera->centre.x || b.y > 2 * camera->centre.y) {
        return false;
    }
    for (int i = 0; i < words->count; i++) {
        if (a.x < words->at[i].b.x && words->at[i].a.x < b.x && a.y < words->at[i].b.y &&
            words->at[i].a.y < b.y) {
            return false;
        }
    }
    return true;
}

/* Small letters on a dark ground of their own, as boxes may have any colour.
   @param ground  how dark that is, 0..255 */
static void draw_label(ui_point at, ui_color color, ui_color ground, const char *text,
                       sb_words *words)
{
    float size = LABEL_SIZE * ui_scale();
    float pad = 2 * ui_scale();
    ui_point extent = ui_text_extent(size, text);
    ui_point a = {at.x - pad, at.y};
    ui_point b = {at.x + extent.x + pad, at.y + extent.y};
    ui_rect_fill(a, b, 0x0b0d1000 | ground);
    ui_text(at, size, lightened(color), text);
    words_add(words, a, b);
}

static hb_aabb bounds_of(const sb_snapshot *seen, int from, int to)
{
    hb_aabb all = seen->boxes[from].bounds;
    for (int i = from + 1; i < to; i++) {
        hb_aabb b = seen->boxes[i].bounds;
        all = (hb_aabb){fmin(all.x0, b.x0), fmin(all.y0, b.y0), fmax(all.x1, b.x1),
                        fmax(all.y1, b.y1)};
    }
    return all;
}

/* Whether no box of a thing before this one has the same kind. */
static bool is_first_of_kind(const sb_snapshot *seen, int from, int i)
{
    int k = from;
    while (seen->boxes[k].kind != seen->boxes[i].kind) {
        k++;
    }
    return k == i;
}

static bool has_several_kinds(const sb_snapshot *seen, int from, int to)
{
    int i = from;
    while (i < to && seen->boxes[i].kind == seen->boxes[from].kind) {
        i++;
    }
    return i < to;
}

/* How much room the names of a thing's kinds take as a list. */
static ui_point extent_of_names(const sb_snapshot *seen, int from, int to)
{
    ui_point all = {0};
    for (int i = from; i < to; i++) {
        if (!is_first_of_kind(seen, from, i)) {
            continue;
        }
        ui_point one = ui_text_extent(LABEL_SIZE * ui_scale(), seen->kinds[seen->boxes[i].kind]);
        all = (ui_point){fmaxf(all.x, one.x), all.y + one.y};
    }
    return all;
}

/* Whether a place lies on another thing, whose names they would seem to be. What all of the thing
   is in, such as a room, is none of these; and of a crowd nobody can tell.
   @param all  the bounds of the thing's boxes, which are from..to - 1 */
static bool is_on_another(const sb_snapshot *seen, int from, int to, hb_aabb all,
                          const sb_camera *camera, ui_point a, ui_point b)
{
    if (seen->box_count > MAX_ANCHORS) {
        return false;
    }
    for (int i = 0; i < seen->box_count; i++) {
        hb_aabb box = seen->boxes[i].bounds;
        bool holds = box.x0 <= all.x0 && box.y0 <= all.y0 && all.x1 <= box.x1 && all.y1 <= box.y1;
        ui_point c = camera_to_screen(camera, box.x0, box.y0);
        ui_point d = camera_to_screen(camera, box.x1, box.y1);
        if ((i < from || i >= to) && !holds && a.x < d.x && c.x < b.x && a.y < d.y && c.y < b.y) {
            return true;
        }
    }
    return false;
}

/* Where the names of a thing's boxes are put: the name of a single one in a corner of what is seen
   of it if there is room, else they are at a side of the thing, the right one first, or above it.
   None lies on words, anchors and arrows, nor on another thing if there is a place beside it.
   @return false if there is no free place; then *out is a corner, or the right side if there is no
   room in it: beside what fills the window nothing would be seen */
static bool find_place(const sb_snapshot *seen, int from, int to, const sb_camera *camera,
                       const sb_words *words, ui_point *out)
{
    float gap = 4 * ui_scale();
    float pad = 2 * ui_scale();
    hb_aabb all = bounds_of(seen, from, to);
    ui_point a = camera_to_screen(camera, all.x0, all.y0);
    ui_point b = camera_to_screen(camera, all.x1, all.y1);
    ui_point extent = extent_of_names(seen, from, to);
    ui_point right = {b.x + gap, a.y};
    ui_point left = {a.x - gap - extent.x, a.y};
    ui_point above = {a.x + pad, a.y - gap - extent.y};
    ui_point c = {fmaxf(a.x, 0), fmaxf(a.y, 0)};
    ui_point d = {fminf(b.x, 2 * camera->centre.x), fminf(b.y, 2 * camera->centre.y)};
    ui_point places[] = {{c.x + gap, c.y + gap / 2},
                         {d.x - gap - extent.x, c.y + gap / 2},
                         {c.x + gap, d.y - gap / 2 - extent.y},
                         {d.x - gap - extent.x, d.y - gap / 2 - extent.y},
                         right,
                         left,
                         above,
                         right,
                         left};
    /* from where on these are no corners, and may lie on another thing */
    enum { BESIDE = 4, ANYWAY = 7, PLACES = sizeof places / sizeof *places };
    bool fits = extent.x + 2 * gap < d.x - c.x && extent.y < d.y - c.y;
    bool inside = fits && to - from == 1 && seen->boxes[from].shape == HB_AABB;
    for (int i = inside ? 0 : BESIDE; i < PLACES; i++) {
        ui_point start = {places[i].x - pad, places[i].y};
        ui_point end = {places[i].x + extent.x + pad, places[i].y + extent.y};
        bool is_to_be_alone = i >= BESIDE && i < ANYWAY;
        if (is_free(words, camera, start, end) &&
            !(is_to_be_alone && is_on_another(seen, from, to, all, camera, start, end))) {
            *out = places[i];
            return true;
        }
    }
    *out = fits ? places[0] : right;
    return false;
}

static void draw_names(const sb_snapshot *seen, int from, int to, ui_point at, ui_color ground,
                       sb_words *words)
{
    for (int i = from; i < to; i++) {
        const char *name = seen->kinds[seen->boxes[i].kind];
        if (is_first_of_kind(seen, from, i)) {
            draw_label(at, box_color(&seen->boxes[i]), ground, name, words);
            at.y += ui_text_extent(LABEL_SIZE * ui_scale(), name).y;
        }
    }
}

static bool is_under(const sb_snapshot *seen, int from, int to, const sb_camera *camera,
                     const ui_point *mouse)
{
    double x;
    double y;
    if (mouse == NULL) {
        return false;
    }
    camera_to_world(camera, *mouse, &x, &y);
    hb_aabb all = bounds_of(seen, from, to);
    return all.x0 <= x && x <= all.x1 && all.y0 <= y && y <= all.y1;
}

/* The end of the boxes of one thing. */
static int end_of_thing(const sb_snapshot *seen, int from)
{
    int to = from + 1;
    while (to < seen->box_count && seen->boxes[to].thing == seen->boxes[from].thing) {
        to++;
    }
    return to;
}

/* A frame around all boxes of the thing of which something is said. */
static void draw_pointed(const sb_snapshot *seen, const sb_camera *camera)
{
    float gap = FRAME_GAP * ui_scale();
    for (int from = 0; from < seen->box_count; from = end_of_thing(seen, from)) {
        if (seen->boxes[from].pointed) {
            hb_aabb all = bounds_of(seen, from, end_of_thing(seen, from));
            ui_point a = camera_to_screen(camera, all.x0, all.y0);
            ui_point b = camera_to_screen(camera, all.x1, all.y1);
            float rim = gap + ui_scale();
            ui_rect_line((ui_point){a.x - rim, a.y - rim}, (ui_point){b.x + rim, b.y + rim},
                         RIM_COLOR, 3 * ui_scale());
            ui_rect_line((ui_point){a.x - gap, a.y - gap}, (ui_point){b.x + gap, b.y + gap},
                         POINTED_COLOR, ui_scale());
        }
    }
}

/* Whether the names of several boxes are no list that hides more than it tells. */
static bool are_short(const sb_snapshot *seen, int from, int to, const sb_camera *camera)
{
    hb_aabb all = bounds_of(seen, from, to);
    double names = extent_of_names(seen, from, to).y;
    return names <= TALLEST_NAMES * (all.y1 - all.y0) * camera->zoom;
}

/* The kinds of a thing are named where it has several: else its name would say no more than its
   colour does. What is at the mouse is named for sure, and first; other names are left out where
   there is no room for them. */
static void draw_all_names(const sb_snapshot *seen, const sb_camera *camera, bool crowded,
                           const ui_point *mouse, sb_words *words)
{
    int several = 0;
    int to;
    for (int from = 0; from < seen->box_count; from = to) {
        to = end_of_thing(seen, from);
        bool is_named = crowded || has_several_kinds(seen, from, to);
        several += is_named && on_screen(&seen->boxes[from], camera);
        ui_point at;
        if (is_named && is_under(seen, from, to, camera, mouse)) {
            find_place(seen, from, to, camera, words, &at);
            draw_names(seen, from, to, at, OPAQUE_GROUND, words);
        }
    }
    for (int from = 0; from < seen->box_count && !ui_left_out(); from = to) {
        to = end_of_thing(seen, from);
        bool shown = crowded || (several <= MAX_NAMED_THINGS && has_several_kinds(seen, from, to) &&
                                 are_short(seen, from, to, camera));
        ui_point at;
        if (shown && on_screen(&seen->boxes[from], camera) &&
            !is_under(seen, from, to, camera, mouse) &&
            (find_place(seen, from, to, camera, words, &at) || crowded)) {
            draw_names(seen, from, to, at, LABEL_GROUND, words);
        }
    }
}

/* ---- Marks ----------------------------------------------------------------------------------- */

/* A cross of a line's width about a pixel, and wider by `rim` on all sides. */
static void draw_cross(ui_point at, float arm, float line, float rim, ui_color color)
{
    ui_rect_fill((ui_point){at.x - arm - rim, at.y - rim},
                 (ui_point){at.x + arm + line + rim, at.y + line + rim}, color);
    ui_rect_fill((ui_point){at.x - rim, at.y - arm - rim},
                 (ui_point){at.x + line + rim, at.y + arm + line + rim}, color);
}

/* Names leave a cross alone, but not the points of a crowd. */
static void draw_anchor(hb_vec anchor, const sb_camera *camera, bool small, sb_words *words)
{
    ui_point at = camera_to_screen(camera, anchor.x, anchor.y);
    float line = fmaxf(roundf(ui_scale()), 1.0f);
    float arm = (small ? 1 : CROSS) * line;
    at = (ui_point){floorf(at.x), floorf(at.y)};
    if (!small) {
        draw_cross(at, arm, line, line, ui_fade(RIM_COLOR, 0.6f));
        words_add(words, (ui_point){at.x - arm, at.y - arm},
                  (ui_point){at.x + arm + line, at.y + arm + line});
    }
    draw_cross(at, arm, line, 0, ANCHOR_COLOR);
}

/* An arrow from where the two meet, the way the first is pushed. @return its tip */
static ui_point draw_arrow(const sb_contact *contact, const sb_camera *camera, bool small)
{
    float s = small ? 0.5f * ui_scale() : ui_scale();
    ui_color color = ui_fade(CONTACT_COLOR, small ? 0.6f : 1.0f);
    ui_point from = camera_to_screen(camera, contact->x, contact->y);
    ui_point n = {(float)contact->nx, (float)contact->ny};
    ui_point tip = {from.x + n.x * ARROW_LENGTH * s, from.y + n.y * ARROW_LENGTH * s};
    float head = ARROW_HEAD * s;
    ui_point neck = {tip.x - n.x * head, tip.y - n.y * head};
    ui_point wings[] = {tip,
                        {neck.x - n.y * head / 2, neck.y + n.x * head / 2},
                        {neck.x + n.y * head / 2, neck.y - n.x * head / 2}};
    if (!small) {
        ui_line(from, neck, RIM_COLOR, 1.5f * s + 2 * ui_scale());
        ui_shape_fill(wings, 3, ui_scale(), RIM_COLOR);
        ui_shape_fill(&from, 1, 2.5f * s + ui_scale(), RIM_COLOR);
    }
    ui_line(from, neck, color, 1.5f * s);
    ui_shape_fill(wings, 3, 0, color);
    ui_shape_fill(&from, 1, 2.5f * s, color);
    return tip;
}

/* How deep the two are in, beyond the arrow's tip; where words are there, a line below or above. */
static void draw_depth(const sb_contact *contact, ui_point tip, const sb_camera *camera,
                       sb_words *words)
{
    float s = ui_scale();
    char text[32];
    snprintf(text, sizeof text, "%.3g", contact->depth);
    ui_point extent = ui_text_extent(LABEL_SIZE * s, text);
    ui_point middle = {tip.x + (float)contact->nx * (extent.x / 2 + 4 * s),
                       tip.y + (float)contact->ny * extent.y * 0.8f};
    static const float LINES[] = {0, 1, -1, 2, 0};
    ui_point at = {middle.x - extent.x / 2, 0};
    for (int i = 0; i < 5; i++) {
        at.y = middle.y + (LINES[i] - 0.5f) * extent.y;
        if (is_free(words, camera, at, (ui_point){at.x + extent.x, at.y + extent.y})) {
            break;
        }
    }
    draw_label(at, CONTACT_COLOR, LABEL_GROUND, text, words);
}

/* Whether an earlier contact is alike, as where boxes of one thing are. */
static bool is_repeated(const sb_snapshot *seen, int i)
{
    const sb_contact *a = &seen->contacts[i];
    const sb_contact *b = seen->contacts;
    while (b < a && fabs(b->x - a->x) + fabs(b->y - a->y) + fabs(b->depth - a->depth) > ROUNDING) {
        b++;
    }
    return b < a;
}

/* Whether there is something to be seen of a contact: an overlap, or a hit of a move, which has the
   depth 0. */
static bool is_marked(const sb_contact *contact, const sb_camera *camera)
{
    ui_point at = camera_to_screen(camera, contact->x, contact->y);
    bool is_on_screen = at.x >= 0 && at.y >= 0 && at.x < 2 * camera->centre.x &&
                        at.y < 2 * camera->centre.y + status_height();
    return is_on_screen && (contact->depth == 0 || contact->depth >= LEAST_DEPTH ||
                            camera_length(camera, contact->depth) >= LEAST_PIXELS * ui_scale());
}

/* Whether there are more contacts to be marked than can be told apart. */
static bool are_many(const sb_snapshot *seen, const sb_camera *camera)
{
    int count = 0;
    for (int i = 0; i < seen->contact_count && count <= MAX_CONTACTS; i++) {
        count += is_marked(&seen->contacts[i], camera) && !is_repeated(seen, i);
    }
    return count > MAX_CONTACTS;
}

static void draw_contacts(const sb_snapshot *seen, const sb_camera *camera,
                          const sb_view_options *options, sb_words *words)
{
    bool many = are_many(seen, camera);
    for (int i = 0; i < seen->contact_count; i++) {
        const sb_contact *contact = &seen->contacts[i];
        bool small = many && !(options->pointed && contact->is_pointed);
        if ((small && !options->crowded) || !is_marked(contact, camera)) {
            continue;
        }
        ui_point tip = draw_arrow(contact, camera, small);
        if (contact->depth > 0 && !small && !is_repeated(seen, i)) {
            draw_depth(contact, tip, camera, words);
        }
    }
}

static void draw_marks(const sb_snapshot *seen, const sb_camera *camera,
                       const sb_view_options *options, sb_words *words)
{
    bool many = seen->anchor_count > MAX_ANCHORS;
    for (int i = 0; i < seen->anchor_count && options->anchor && (!many || options->crowded); i++) {
        draw_anchor(seen->anchors[i], camera, many, words);
    }
    if (options->contact) {
        draw_contacts(seen, camera, options, words);
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

void view_below(const sb_snapshot *seen, const sb_camera *camera, const sb_view_options *options,
                int width, int height)
{
    if (options->grid) {
        ground_grid(seen, camera, width, height);
    }
    ground_frame(seen, camera, width, height);
    draw_regions(seen, camera, width, height);
    for (int i = 0; i < seen->box_count && options->fill; i++) {
        if (on_screen(&seen->boxes[i], camera)) {
            draw_fill(seen, &seen->boxes[i], camera);
        }
    }
}

void view_above(const sb_snapshot *seen, const sb_camera *camera, const sb_view_options *options,
                const ui_point *mouse, sb_words *words)
{
    for (int i = 0; i < seen->box_count; i++) {
        if (on_screen(&seen->boxes[i], camera)) {
            if (options->aabb) {
                draw_aabb(&seen->boxes[i], camera);
            }
            if (options->outline) {
                draw_outline(seen, &seen->boxes[i], camera);
                draw_way(&seen->boxes[i], camera, words);
            }
        }
    }
    draw_marks(seen, camera, options, words);
    if (options->pointed) {
        draw_pointed(seen, camera);
    }
    if (options->name) {
        draw_all_names(seen, camera, options->crowded, mouse, words);
    }
}
