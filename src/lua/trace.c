/// What who draws a world has to know beside its queries: outlines as lines of corners, layers,
/// responses, and from where an item stops what meets it.
#include "binding.h"

#include <math.h>

#define PI 3.14159265358979323846
#define TOLERANCE_USUAL 0.25 /* world units: a quarter of a pixel, where these are pixels */
#define MIN_CHORDS 16        /* of a full turn */
#define MAX_CHORDS 256

/* ---- Lines ----------------------------------------------------------------------------------- */

/* An edge of a part of a compound. */
typedef struct trace_edge {
    hb_vec a, b;
    double radius;
    int part;
    bool seam; /* another part has it too, the other way round */
    bool done;
} trace_edge;

/* Lines one after another: how many numbers follow, then a line's corners. What finds no room is
 * counted all the same. */
typedef struct trace_lines {
    double tolerance;
    double *numbers;
    int capacity, count;
    int line_count;
    int begin; /* of the line that is being drawn */
} trace_lines;

static void put_number(trace_lines *lines, double value)
{
    if (lines->count < lines->capacity) {
        lines->numbers[lines->count] = value;
    }
    lines->count++;
}

static void put(trace_lines *lines, hb_vec at)
{
    put_number(lines, at.x);
    put_number(lines, at.y);
}

static void begin_line(trace_lines *lines)
{
    lines->begin = lines->count;
    put_number(lines, 0.0);
}

static void end_line(trace_lines *lines)
{
    if (lines->begin < lines->capacity) {
        lines->numbers[lines->begin] = lines->count - lines->begin - 1;
    }
    lines->line_count++;
}

/* So many chords of a full turn are off by no more than the tolerance. */
static double chords_of_turn(const trace_lines *lines, double radius)
{
    double chords = PI * sqrt(radius / (2.0 * lines->tolerance));
    return fmin(fmax(chords, MIN_CHORDS), MAX_CHORDS);
}

/* An ellipse by its centre and half axes. */
static void trace_ellipse(trace_lines *lines, hb_vec centre, hb_vec u, hb_vec v)
{
    double size = fmax(hypot(u.x, u.y), hypot(v.x, v.y));
    int chords = (int)ceil(chords_of_turn(lines, size));
    begin_line(lines);
    for (int i = 0; i < chords; i++) {
        double c = cos(2.0 * PI * i / chords), s = sin(2.0 * PI * i / chords);
        put(lines, (hb_vec){centre.x + c * u.x + s * v.x, centre.y + c * u.y + s * v.y});
    }
    end_line(lines);
}

/* The normal of an edge, of length 1, to the outside of what lies to the right of it on a screen;
 * to the other side if `side` is -1. */
static hb_vec normal_of(hb_vec a, hb_vec b, double side)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
    return length > 0.0 ? (hb_vec){side * dy / length, -side * dx / length} : (hb_vec){0.0, 0.0};
}

/* What a corner becomes between edges of normals m and n that are moved out by a radius: an arc, or
 * where the outline is hollow, the point where the moved edges cross. */
static void trace_corner(trace_lines *lines, hb_vec at, hb_vec m, hb_vec n, double side,
                         double radius)
{
    double cross = side * (m.x * n.y - m.y * n.x), dot = m.x * n.x + m.y * n.y;
    if (cross < 0.0 && dot > -0.999) { /* else nearly a spike: as if it were turned round */
        double far = radius / (1.0 + dot);
        put(lines, (hb_vec){at.x + far * (m.x + n.x), at.y + far * (m.y + n.y)});
        return;
    }
    double turn = cross == 0.0 && dot < 0.0 ? PI : atan2(cross, dot), from = atan2(m.y, m.x);
    int chords = (int)ceil(turn / (2.0 * PI) * chords_of_turn(lines, radius));
    put(lines, (hb_vec){at.x + radius * m.x, at.y + radius * m.y});
    for (int i = 1; i < chords; i++) {
        double angle = from + side * turn * i / chords;
        put(lines, (hb_vec){at.x + radius * cos(angle), at.y + radius * sin(angle)});
    }
    if (chords > 0) {
        put(lines, (hb_vec){at.x + radius * n.x, at.y + radius * n.y});
    }
}

/* A closed line of corners, widened by a radius. */
static void trace_loop(trace_lines *lines, const hb_vec *corners, int count, double side,
                       double radius)
{
    if (count == 1 && radius > 0.0) {
        trace_ellipse(lines, corners[0], (hb_vec){radius, 0.0}, (hb_vec){0.0, radius});
        return;
    }
    begin_line(lines);
    for (int i = 0; i < count; i++) {
        hb_vec before = corners[(i + count - 1) % count], after = corners[(i + 1) % count];
        if (radius > 0.0) {
            trace_corner(lines, corners[i], normal_of(before, corners[i], side),
                         normal_of(corners[i], after, side), side, radius);
        } else {
            put(lines, corners[i]);
        }
    }
    end_line(lines);
}

/* 1 if the corners go round clockwise on the screen, else -1. */
static double side_of(const hb_vec *corners, int count)
{
    double area = 0.0;
    for (int i = 2; i < count; i++) {
        area += (corners[i - 1].x - corners[0].x) * (corners[i].y - corners[0].y) -
                (corners[i - 1].y - corners[0].y) * (corners[i].x - corners[0].x);
    }
    return area < 0.0 ? -1.0 : 1.0;
}

/* A core with its radius, or an ellipse. */
static void trace_convex(trace_lines *lines, const hb_shape *shape)
{
    if (shape->kind == HB_ELLIPSE) {
        trace_ellipse(lines, shape->local[0], shape->local[1], shape->local[2]);
        return;
    }
    const hb_vec *corners = hb_shape_points(shape);
    trace_loop(lines, corners, shape->count, side_of(corners, shape->count), shape->radius);
}

/* ---- Compounds ------------------------------------------------------------------------------- */

static bool same(hb_vec a, hb_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/* The edges of all parts that have an area. @return how many; `out` may be null */
static int collect_edges(const hb_shape *compound, trace_edge *out)
{
    int count = 0;
    for (int p = 0; p < compound->part_count; p++) {
        const hb_shape *part = &compound->parts[p];
        const hb_vec *corners = hb_shape_points(part);
        for (int i = 0; part->count > 2 && i < part->count; i++, count++) {
            hb_vec next = corners[i + 1 < part->count ? i + 1 : 0];
            if (out != NULL) {
                out[count] = (trace_edge){corners[i], next, part->radius, p, false, false};
            }
        }
    }
    return count;
}

static bool is_seam(const trace_edge *e, const trace_edge *f)
{
    return e->part != f->part && e->radius == f->radius && same(e->a, f->b) && same(e->b, f->a);
}

static void find_seams(trace_edge *edges, int count)
{
    for (int i = 0; i < count; i++) {
        for (int k = i + 1; k < count && !edges[i].seam; k++) {
            if (is_seam(&edges[i], &edges[k])) {
                edges[i].seam = edges[k].seam = true;
            }
        }
    }
}

/* The line around parts that share edges, from one of its edges on. Its corners go to `corners`. */
static int follow_edges(trace_edge *edges, int count, int at, hb_vec *corners)
{
    double radius = edges[at].radius;
    int length = 0;
    while (at < count) {
        edges[at].done = true;
        corners[length++] = edges[at].a;
        hb_vec end = edges[at].b;
        for (at = 0; at < count; at++) {
            const trace_edge *next = &edges[at];
            if (!next->seam && !next->done && next->radius == radius && same(next->a, end)) {
                break;
            }
        }
    }
    return length;
}

/* `edges` has room for all, and behind them `corners` for as many. */
static void trace_compound(trace_lines *lines, const hb_shape *compound, trace_edge *edges,
                           hb_vec *corners)
{
    int count = collect_edges(compound, edges);
    find_seams(edges, count);
    for (int p = 0; p < compound->part_count; p++) {
        if (compound->parts[p].count < 3) {
            trace_convex(lines, &compound->parts[p]);
        }
    }
    for (int i = 0; i < count; i++) {
        if (!edges[i].seam && !edges[i].done) {
            const hb_shape *part = &compound->parts[edges[i].part];
            double side = side_of(hb_shape_points(part), part->count);
            int length = follow_edges(edges, count, i, corners);
            trace_loop(lines, corners, length, side, edges[i].radius);
        }
    }
}

/* ---- Masks ----------------------------------------------------------------------------------- */

/* `corners` has room for the whole outline: closed lines, each of which ends with its first one. */
static void trace_mask(trace_lines *lines, const hb_shape *shape, hb_vec *corners, int count)
{
    (void)hb_mask_outline(shape, corners, count);
    for (int i = 0; i < count; i++) {
        hb_vec first = corners[i];
        begin_line(lines);
        do {
            put(lines, corners[i++]);
        } while (!same(corners[i], first));
        end_line(lines);
    }
}

/* ---- Any shape ------------------------------------------------------------------------------- */

/* The memory that all outlines are made in is kept between calls, so that what is drawn in every
 * frame makes no garbage: in the registry, by the address of this. */
static const char memory_key = 0;

/* What is needed of it beside the numbers: edges and corners of a compound, corners of a mask. */
typedef struct trace_need {
    int edges, corners;
} trace_need;

static trace_need need_of(const hb_shape *shape)
{
    trace_need need = {0, 0};
    if (shape->kind == HB_COMPOUND) {
        need.edges = need.corners = collect_edges(shape, NULL);
    } else if (shape->kind == HB_MASK) {
        need.corners = hb_mask_outline(shape, NULL, 0);
    }
    return need;
}

static size_t size_of(trace_need need, int numbers)
{
    return (size_t)need.edges * sizeof(trace_edge) + (size_t)need.corners * sizeof(hb_vec) +
           (size_t)numbers * sizeof(double);
}

/* Push memory of at least that size, which is the caller's until it is given back: what runs
 * meanwhile finds none there. [-0, +1, m] */
static void take_memory(lua_State *L, size_t size)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &memory_key);
    if (!lua_isuserdata(L, -1) || lua_rawlen(L, -1) < size) {
        lua_pop(L, 1);
        (void)lua_newuserdatauv(L, size, 0);
    } else {
        lua_pushboolean(L, false);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &memory_key);
    }
}

/* Trace a shape into the memory on top, which is large enough but perhaps for the numbers. */
static trace_lines trace(lua_State *L, const hb_shape *shape, trace_need need, double tolerance)
{
    size_t before = size_of(need, 0), room = (lua_rawlen(L, -1) - before) / sizeof(double);
    trace_edge *edges = lua_touserdata(L, -1);
    hb_vec *corners = (hb_vec *)(void *)(edges + need.edges);
    trace_lines lines = {.tolerance = tolerance, .numbers = (double *)(corners + need.corners)};
    lines.capacity = room < INT_MAX ? (int)room : INT_MAX;
    if (shape->kind == HB_COMPOUND) {
        trace_compound(&lines, shape, edges, corners);
    } else if (shape->kind == HB_MASK) {
        trace_mask(&lines, shape, corners, need.corners);
    } else {
        trace_convex(&lines, shape);
    }
    return lines;
}

/* The shape at 1, or that of the item at 2 of the world at 1. [-0, +0, v] */
static hb_shape shape_at(lua_State *L, bool of_item)
{
    if (!of_item) {
        return *hbl_check_shape(L, 1, "self");
    }
    hb_shape shape;
    const hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, 2);
    hbl_check_status(L, 2, "item", hb_world_shape(world->core, id, HB_AS_PLACED, &shape));
    return shape;
}

/* Fill the table at `out` with the lines of a shape. While memory is taken, a finalizer may give the
 * item a larger shape: then again. [-0, +3, v] */
static int push_lines(lua_State *L, bool of_item, int out)
{
    (void)shape_at(L, of_item);
    lua_Integer old_count = hbl_out_table(L, out);
    double tolerance = TOLERANCE_USUAL;
    if (!lua_isnoneornil(L, out + 1)) {
        tolerance = hbl_coord(L, out + 1, "tolerance");
        if (!(tolerance > 0.0)) {
            return hbl_arg_error(L, out + 1, "tolerance must be > 0, got %s",
                                 hbl_number_text(L, out + 1));
        }
    }
    lua_settop(L, out);
    hb_shape shape = shape_at(L, of_item);
    trace_need need = need_of(&shape);
    size_t size = size_of(need, 64);
    trace_lines lines;
    do {
        lua_settop(L, out);
        take_memory(L, size);
        shape = shape_at(L, of_item);
        need = need_of(&shape);
        lines = (trace_lines){.count = 1};
        if (size_of(need, 0) <= lua_rawlen(L, -1)) {
            lines = trace(L, &shape, need, tolerance);
        }
        size = size_of(need, lines.count);
    } while (lines.count > lines.capacity);
    for (int i = 0; i < lines.count; i++) {
        lua_pushnumber(L, lines.numbers[i]);
        lua_rawseti(L, out, i + 1);
    }
    hbl_clear_rest(L, out, lines.count, old_count);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &memory_key);
    lua_pushinteger(L, lines.line_count);
    lua_pushvalue(L, out);
    lua_pushstring(L, hbl_kind_name(shape.kind));
    return 3;
}

/* shape:trace([out[, tolerance]]) -> n, out, kind: its outline, as n lines one after another, each
 * the count of its numbers and then its corners [-0, +3, v] */
static int shape_trace(lua_State *L)
{
    return push_lines(L, false, 2);
}

/* world:trace(item[, out[, tolerance]]) -> n, out, kind: the same of an item [-0, +3, v] */
static int world_trace(lua_State *L)
{
    return push_lines(L, true, 3);
}

/* ---- What an item is ------------------------------------------------------------------------- */

/* The item at 2 of the world at 1. [-0, +0, v] */
static hb_item item_at(lua_State *L)
{
    hb_item item;
    const hbl_world *world = hbl_check_world(L);
    hb_id id = hbl_check_item(L, world, 2);
    hbl_check_status(L, 2, "item", hb_world_get(world->core, id, &item));
    return item;
}

/* Fill the table at 3 with the names of layers. [-0, +2, v] */
static int push_names(lua_State *L, const hbl_world *world, hb_layers layers)
{
    lua_Integer old_count = hbl_out_table(L, 3);
    lua_settop(L, 3);
    lua_getiuservalue(L, 1, HBL_LAYERS);
    int count = 0;
    for (int bit = 0; bit < world->layer_count; bit++) {
        if ((layers >> bit & 1) != 0) {
            lua_rawgeti(L, 4, bit + 1);
            lua_rawseti(L, 3, ++count);
        }
    }
    hbl_clear_rest(L, 3, count, old_count);
    lua_pushinteger(L, count);
    lua_pushvalue(L, 3);
    return 2;
}

/* world:layers(item[, out]) -> n, out: what it is [-0, +2, v] */
static int world_layers(lua_State *L)
{
    hb_item item = item_at(L);
    return push_names(L, hbl_to_world(L, 1), item.layers);
}

/* world:mask(item[, out]) -> n, out: what it looks for; nil if that is everything [-0, +1|2, v] */
static int world_mask(lua_State *L)
{
    hb_item item = item_at(L);
    if (item.mask == ~(hb_layers)0) {
        lua_pushnil(L);
        return 1;
    }
    return push_names(L, hbl_to_world(L, 1), item.mask);
}

/* world:response(item) -> what its moves do about what they meet [-0, +1, v] */
static int world_response(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    const hbl_record *record = &world->records[hb_id_index(hbl_check_item(L, world, 2))];
    lua_pushstring(L, hbl_responses[record->response - HB_CROSS]);
    return 1;
}

/* world:oneWay(item) -> x, y, of length 1, from where it stops what meets it | nil [-0, +1|2, v] */
static int world_one_way(lua_State *L)
{
    hb_item item = item_at(L);
    hb_vec way = item.one_way;
    double length = hypot(way.x, way.y);
    if (length == 0.0) {
        lua_pushnil(L);
        return 1;
    }
    double x = (item.mirrored ? -way.x : way.x) / length, y = way.y / length;
    double c = cos(item.angle), s = sin(item.angle);
    lua_pushnumber(L, c * x - s * y);
    lua_pushnumber(L, s * x + c * y);
    return 2;
}

const luaL_Reg hbl_shape_trace_methods[] = {
    {"trace", shape_trace},
    {NULL, NULL},
};

const luaL_Reg hbl_world_trace_methods[] = {
    {"trace", world_trace},       {"layers", world_layers},  {"mask", world_mask},
    {"response", world_response}, {"oneWay", world_one_way}, {NULL, NULL},
};
