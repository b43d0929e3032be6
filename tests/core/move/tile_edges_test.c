/// Along rows of tiles: the edges between them stop no slide, and a slide hits only the surface on
/// which it slides. And up to a tile: a move that ends flush with it, by numbers with a point, hits
/// it if touching counts, and else does not.
///
///     tile_edges_test [MOVES]    in all; default: 200000
///
#include "worlds.h"

#define TILES 32

static int moves_wanted = 200000;

/* A row of tiles, and the way that presses a mover against it. */
typedef struct row {
    hb_world *world;
    hb_id tiles[TILES];
    hb_vec along, into; ///< one of them is along x, the other along y
    double size;
    double surface; ///< where all tiles have their side, along `into`
    double begin, end;
} row;

static double part(hb_vec v, hb_vec axis)
{
    return v.x * axis.x + v.y * axis.y;
}

/* Tiles as games place them: each at a multiple of the size from the first, rounded. */
static row new_row(test_rng *rng, double size, double reach)
{
    static const hb_vec ways[] = {
        {0, 1}, {1, 0}, {0, -1}, {-1, 0}}; /* floor, wall, ceiling, wall */
    row made = {.world = new_world(rng_below(rng, 2) == 0 ? HB_OVERLAP : HB_TOUCH), .size = size};
    made.into = ways[rng_below(rng, 4)];
    made.along = (hb_vec){fabs(made.into.y), fabs(made.into.x)};
    bool whole = size == floor(size) && rng_below(rng, 2) == 0; /* so that corners meet exactly */
    double x = rng_between(rng, -reach, reach), y = rng_between(rng, -reach, reach);
    x = whole ? floor(x) : x;
    y = whole ? floor(y) : y;
    bool backwards = rng_below(rng, 2) == 0; /* no result may depend on which was added first */
    for (int i = 0; i < TILES; i++) {
        double at = (backwards ? TILES - 1 - i : i) * size;
        made.tiles[i] =
            add(made.world, aabb(0, 0, size, size), x + at * made.along.x, y + at * made.along.y);
    }
    hb_aabb side = placed_of(made.world, made.tiles[0])->bounds;
    made.surface = made.into.x + made.into.y > 0 ? part((hb_vec){side.x0, side.y0}, made.into)
                                                 : part((hb_vec){side.x1, side.y1}, made.into);
    made.begin = part((hb_vec){x, y}, made.along);
    made.end = made.begin + TILES * size;
    return made;
}

static hb_shape random_mover(test_rng *rng, double size)
{
    static const double factors[] = {0.25, 0.5, 0.875, 1, 1.5, 2.9};
    double w = size * factors[rng_below(rng, 6)], h = size * factors[rng_below(rng, 6)];
    switch (rng_below(rng, 6)) {
    case 0:
    case 1:
        return aabb(-w / 2, -h / 2, w, h);
    case 2:
        return circle(0, 0, w / 2);
    case 3:
        return capsule(-w / 2, 0, w / 2, rng_below(rng, 2) * h, h / 4);
    case 4:
        return POLYGON(0, -h, w, 0, 0, h, -w, 0);
    default:
        return box(0, 0, w, h, rng_between(rng, 0, 6));
    }
}

/* How far the mover is from the surface, rounded once. */
static double clearance(const row *r, hb_id mover)
{
    hb_aabb box = placed_of(r->world, mover)->bounds;
    hb_vec front = r->into.x + r->into.y > 0 ? (hb_vec){box.x1, box.y1} : (hb_vec){box.x0, box.y0};
    return r->surface - part(front, r->into);
}

static void assert_clear(const row *r, hb_id mover)
{
    hb_item item = item_of(r->world, mover);
    for (int i = 0; i < TILES; i++) {
        hb_item tile = item_of(r->world, r->tiles[i]);
        assert_false(hb_shape_overlaps(placed_of(r->world, item.id), placed_of(r->world, tile.id),
                                       HB_OVERLAP));
    }
}

/* Whatever is met is the surface, up to how a normal of length 1 is rounded. */
static void assert_only_surface(const row *r, const run *result)
{
    for (int i = 0; i < result->count; i++) {
        assert_false(result->hits[i].inside);
        assert_near(result->hits[i].normal.x, -r->into.x, 1e-7);
        assert_near(result->hits[i].normal.y, -r->into.y, 1e-7);
    }
}

static void walk(row *r, test_rng *rng, hb_id mover, int moves)
{
    bool whole = r->size == floor(r->size);
    double ulp = 0x1p-52 * (fabs(r->begin) + fabs(r->surface) + 100 * r->size);
    double way = 1, reach = 8 * r->size; /* the longest mover stays on the row */
    for (int i = 0; i < moves; i++) {
        hb_item item = item_of(r->world, mover);
        double at = part((hb_vec){item.x, item.y}, r->along);
        way = at > r->end - reach ? -1 : at < r->begin + reach ? 1 : way;
        double speed = rng_between(rng, 0, 1.5 * r->size), weight = rng_between(rng, 0, r->size);
        if (whole && rng_below(rng, 2) == 0) {
            speed = rng_below(rng, 3) * r->size / 2;
            weight = (1 + rng_below(rng, 4)) * r->size / 4;
        }
        double x = item.x + way * speed * r->along.x + weight * r->into.x;
        double y = item.y + way * speed * r->along.y + weight * r->into.y;
        run result = move_to(r->world, mover, x, y, HB_SLIDE);
        assert_only_surface(r, &result);
        assert_near(part(result.at, r->along), part((hb_vec){x, y}, r->along), 4 * ulp);
        assert_clear(r, mover);
        assert_near(clearance(r, mover), 0, 8 * ulp);
        /* and along it the way is free */
        x = result.at.x + way * r->size * r->along.x;
        y = result.at.y + way * r->size * r->along.y;
        hb_vec back = result.at;
        result = move_to(r->world, mover, x, y, HB_SLIDE);
        assert_ends(&result, x, y, 0);
        assert_status(hb_world_set_position(r->world, mover, back.x, back.y), HB_OK);
    }
}

static void internal_edges_neither_stop_nor_divert_a_slide(void **state)
{
    (void)state;
    static const double sizes[] = {0.1, 0.7, 1, 16, 33.3};
    static const double reaches[] = {0, 100, 1e4, 1e6};
    const int per_row = 100;
    for (int i = 0; i * 2 * per_row < moves_wanted; i++) { /* two moves in each round of `walk` */
        test_rng rng = {(uint64_t)(i + 1) * UINT64_C(0x9e3779b97f4a7c15)};
        row r = new_row(&rng, sizes[i % 5], reaches[i / 5 % 4]);
        hb_shape shape = random_mover(&rng, r.size);
        double middle = (r.begin + r.end) / 2, away = r.surface * (r.into.x + r.into.y);
        hb_vec start = {middle * r.along.x + away * fabs(r.into.x) - 4 * r.size * r.into.x,
                        middle * r.along.y + away * fabs(r.into.y) - 4 * r.size * r.into.y};
        hb_id mover = add(r.world, shape, start.x, start.y);
        run result = move_to(r.world, mover, start.x + 8 * r.size * r.into.x,
                             start.y + 8 * r.size * r.into.y, HB_SLIDE);
        assert_true(result.count > 0);
        walk(&r, &rng, mover, per_row);
        hb_world_destroy(r.world);
    }
}

/* ---- Flush ----------------------------------------------------------------------------------- */

static double tenths(test_rng *rng, int low, int high)
{
    return (10 * low + rng_below(rng, 10 * (high - low))) / 10.0;
}

enum { ROOM = 4096 };

/* One of each kind: an AABB of the fast way, and others. */
static hb_shape sized(int kind, double w, double h)
{
    static _Alignas(max_align_t) char room[2][ROOM];
    static int used;
    hb_vec outline[] = {{0, 0}, {w, 0}, {w, h / 4}, {w / 4, h / 4}, {w / 4, h}, {0, h}};
    hb_shape made;
    int where[2];
    switch (kind) {
    case 0:
        return aabb(0, 0, w, h);
    case 1:
        return circle(0, 0, w);
    case 2:
        return POLYGON(-w, 0, w, 0, 0, w, -w, 0);
    case 3:
        return capsule(0, 0, 0, h, w / 2);
    default:
        assert_true(hb_outline_bytes(6) <= ROOM);
        assert_status(hb_make_outline(&made, outline, 6, 0.0, room[used++ % 2], where), HB_OK);
        return made;
    }
}

/* Move up to a tile, turned into all four directions, so that the two are flush by their rounded
 * places, of which exact tests say that; or a last bit short of that, or too far.
 * @return how often they were flush */
static int come_to_a_tile(test_rng *rng, hb_policy mode, int kind, int other)
{
    int turn = rng_below(rng, 4), bits = rng_below(rng, 3) - 1;
    hb_vec into = {turn == 0 ? 1 : turn == 1 ? -1 : 0, turn == 2 ? 1 : turn == 3 ? -1 : 0};
    hb_vec across = {fabs(into.y), fabs(into.x)};
    hb_shape shape = sized(kind, tenths(rng, 1, 9), tenths(rng, 1, 9)), there;
    hb_shape tile = sized(other, tenths(rng, 20, 40), tenths(rng, 20, 40));
    double far = rng_below(rng, 2) * 1000.0, away = tenths(rng, 80, 150),
           aside = rng_below(rng, 2) * tenths(rng, 1, 3);
    hb_vec at = {far + tenths(rng, 60, 90), far + tenths(rng, 60, 90)}, goal = at;
    hb_aabb a = shape.bounds, b = tile.bounds;
    goal.x = turn == 0 ? at.x + b.x0 - a.x1 : turn == 1 ? at.x + b.x1 - a.x0 : at.x + aside;
    goal.y = turn == 2 ? at.y + b.y0 - a.y1 : turn == 3 ? at.y + b.y1 - a.y0 : at.y + aside;
    for (int i = 0; i < abs(bits); i++) {
        goal.x = nextafter(goal.x, goal.x + bits * into.x);
        goal.y = nextafter(goal.y, goal.y + bits * into.y);
    }
    hb_world *world = new_world(mode);
    hb_id wall = add(world, tile, at.x, at.y);
    hb_vec from = {goal.x - away * into.x + 0.3 * across.x,
                   goal.y - away * into.y + 0.3 * across.y};
    hb_id mover = add(world, shape, from.x, from.y);
    static _Alignas(max_align_t) char room[ROOM];
    assert_status(hb_shape_translate(&shape, goal.x, goal.y, room, &there), HB_OK);
    bool is_in = hb_shape_overlaps(&there, placed_of(world, wall), HB_OVERLAP);
    bool touches = hb_shape_overlaps(&there, placed_of(world, wall), HB_TOUCH);
    run result = move_to(world, mover, goal.x, goal.y, HB_STOP);
    assert_int_equal(result.count, mode == HB_TOUCH ? touches : is_in);
    if (result.count == 0) {
        assert_ends(&result, goal.x, goal.y, 0);
    }
    hb_world_destroy(world);
    return touches && !is_in;
}

static void a_mover_that_ends_flush_hits_if_touching_counts(void **state)
{
    (void)state;
    test_rng rng = {7};
    print_message("seed %d\n", (int)rng.state);
    for (int mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
        int flush = 0;
        for (int i = 0; i < 10000; i++) {
            flush += come_to_a_tile(&rng, (hb_policy)mode, i % 5, i / 5 % 5);
        }
        assert_in_range(flush, 1000, 9999);
    }
}

/* A ball reaches as far as its radius, not as far as a number that is rounded. */
static void a_mover_along_a_ball_hits_the_tile_it_would_enter(void **state)
{
    (void)state;
    test_rng rng = {8};
    print_message("seed %d\n", (int)rng.state);
    int met = 0;
    for (int i = 0; i < 1000; i++) {
        double x = tenths(&rng, 10, 100), y = tenths(&rng, 10, 100), r = tenths(&rng, 1, 9);
        double w = tenths(&rng, 1, 9);
        hb_world *world = new_world(HB_OVERLAP);
        hb_id ball = add(world, circle(0, 0, r), x, y);
        double beside = i % 2 == 0 ? x - r - w : x + r;
        hb_id mover = add(world, aabb(0, 0, w, 4), beside, y - 30);
        hb_shape there = aabb(beside, y - 2, w, 4);
        bool is_in = hb_shape_overlaps(&there, placed_of(world, ball), HB_OVERLAP);
        met += is_in;
        run result = move_to(world, mover, beside, y - 2, HB_STOP);
        assert_int_equal(result.count, is_in);
        assert_false(
            hb_shape_overlaps(placed_of(world, mover), placed_of(world, ball), HB_OVERLAP));
        hb_world_destroy(world);
    }
    assert_in_range(met, 100, 900);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        moves_wanted = atoi(argv[1]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mover_that_ends_flush_hits_if_touching_counts),
        cmocka_unit_test(a_mover_along_a_ball_hits_the_tile_it_would_enter),
        cmocka_unit_test(internal_edges_neither_stop_nor_divert_a_slide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
