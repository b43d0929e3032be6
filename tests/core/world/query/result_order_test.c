/// The order of many results; and that of pairs if few items have a mask: for any of these, any
/// number of them, and any room left in the buffer.
#include "worlds.h"

#include <stdlib.h>

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Tiles of one unit side by side, and movers above some of them: each is above a block of tiles of
 * its own, so that the pairs are known. */
enum { ROW = 300, MOST_SIDE = 9, SPACING = 10 };

typedef enum standing { FIRST, LAST, SPREAD, STANDINGS } standing;

typedef struct field {
    hb_world *world;
    int tiles, movers;
    hb_id *ids; ///< of tiles
    hb_pair *pairs;
    int count, room; ///< of pairs
} field;

static int mover_before(standing where, int tile, const field *f)
{
    switch (where) {
    case FIRST:
        return tile == 0 ? f->movers : 0;
    case LAST:
        return tile == f->tiles ? f->movers : 0;
    default:
        return (tile + 1) * f->movers / (f->tiles + 1) - tile * f->movers / (f->tiles + 1);
    }
}

/* The tiles from `left` to `right` - 1 of some rows, likewise. */
typedef struct block {
    int left, top, right, bottom;
} block;

/* The sides differ. No mover is above the first tiles, one is above the last ones. */
static block block_of(const field *f, int number)
{
    int per_row = ROW / SPACING, all = f->tiles / ROW / SPACING * per_row;
    int spot = all > f->movers ? (number + 1) * all / f->movers - 1 : number;
    int left = spot % per_row * SPACING, top = spot / per_row * SPACING;
    return (block){left, top, left + 1 + number % MOST_SIDE,
                   top + 1 + number / MOST_SIDE % MOST_SIDE};
}

static hb_id add_mover(const field *f, int number)
{
    block at = block_of(f, number);
    hb_shape shape = aabb(0, 0, at.right - at.left - 0.5, at.bottom - at.top - 0.5);
    return add_layered(f->world, shape, at.left + 0.25, at.top + 0.25, 1, 1);
}

static int tiles_below(const field *f, int number, int *out)
{
    block at = block_of(f, number);
    int count = 0;
    for (int row = at.top; row < at.bottom; row++) {
        for (int column = at.left; column < at.right; column++) {
            if (row * ROW + column < f->tiles) {
                out[count++] = row * ROW + column;
            }
        }
    }
    return count;
}

static int by_age(const void *a, const void *b)
{
    const hb_pair *p = a, *q = b; /* nothing was removed: so ids are in the order of adding */
    uint64_t first = p->a != q->a ? p->a : p->b, second = p->a != q->a ? q->a : q->b;
    return (first > second) - (first < second);
}

static field make_field(int tiles, int movers, standing where)
{
    hb_world_def def = {.policy = HB_OVERLAP, .broad = broad_tested};
    field f = {.tiles = tiles, .movers = movers};
    assert_status(hb_world_create(&def, &f.world), HB_OK);
    f.ids = calloc((size_t)tiles, sizeof *f.ids);
    hb_id *own = calloc((size_t)movers, sizeof *own);
    f.room = movers * MOST_SIDE * MOST_SIDE;
    f.pairs = calloc((size_t)f.room, sizeof *f.pairs);
    assert_true(f.ids != NULL && own != NULL && f.pairs != NULL);
    for (int tile = 0, number = 0; tile <= tiles; tile++) {
        for (int more = mover_before(where, tile, &f); more > 0; more--, number++) {
            own[number] = add_mover(&f, number);
        }
        if (tile < tiles) {
            f.ids[tile] = add_layered(f.world, aabb(0, 0, 1, 1), tile % ROW, tile / ROW, 1, 0);
        }
    }
    for (int i = 0; i < movers; i++) {
        int below[MOST_SIDE * MOST_SIDE], count = tiles_below(&f, i, below);
        for (int k = 0; k < count; k++) {
            hb_id tile = f.ids[below[k]];
            f.pairs[f.count++] = tile < own[i] ? (hb_pair){tile, own[i]} : (hb_pair){own[i], tile};
        }
    }
    qsort(f.pairs, (size_t)f.count, sizeof *f.pairs, by_age);
    free(own);
    return f;
}

static void free_field(field *f)
{
    hb_world_destroy(f->world);
    free(f->ids);
    free(f->pairs);
}

/* A buffer of just that size, so that what is written behind it is found. */
static void assert_in_order(const field *f, int capacity)
{
    hb_pair *got = malloc((size_t)(capacity + 1) * sizeof *got);
    assert_non_null(got);
    hb_pair guard = {UINT64_MAX, UINT64_MAX};
    got[capacity] = guard;
    assert_int_equal(hb_world_query_pairs(f->world, got, capacity), f->count);
    assert_memory_equal(got, f->pairs, (size_t)f->count * sizeof *got);
    assert_memory_equal(&got[capacity], &guard, sizeof guard);
    free(got);
}

static void pairs_of_few_movers_are_in_the_order_of_adding(void **state)
{
    (void)state;
    /* few tiles and more than 2^16, so that a rank takes more than 16 bits; a few
     * pairs, and more than are sorted by counting */
    static const int tiles[] = {100, 5000, 30000, 40000, 66000};
    static const int movers[] = {1, 4, 30, 200};
    int most = broad_tested == HB_BROAD_GRID ? COUNT_OF(tiles) : 2;
    for (int i = 0; i < most; i++) {
        for (int k = 0; k < COUNT_OF(movers); k++) {
            for (standing where = FIRST; where < STANDINGS; where++) {
                if (tiles[i] > 5000 && (k + (int)where) % 2 != 0) {
                    continue; /* large worlds are filled slowly */
                }
                field f = make_field(tiles[i], movers[k], where);
                assert_in_range(f.count, 1, f.room);
                assert_in_order(&f, f.count);
                assert_in_order(&f, f.count + 1);
                assert_in_order(&f, f.count + f.count / 4 + 1);
                assert_in_order(&f, 2 * f.count);
                assert_in_order(&f, 8 * f.count + 64);
                free_field(&f);
            }
        }
    }
}

/* One that meets more than are sorted by counting, beside others. */
static void a_mover_above_many_tiles_has_them_in_the_order_of_adding(void **state)
{
    (void)state;
    for (int far = 0; far < 2; far++) {
        hb_world *world = new_world(HB_OVERLAP);
        enum { SIDE = 40, FAR = 3000 };
        hb_id tiles[SIDE * SIDE];
        static hb_pair got[2 * SIDE * SIDE];
        hb_id mover = add(world, aabb(0, 0, SIDE, SIDE), 0, 0);
        hb_id other = add(world, aabb(0, 0, 1, 2), 5, 5);
        for (int i = 0; i < far * FAR; i++) {
            (void)add_layered(world, aabb(0, 0, 1, 1), 1000 + i, 0, 1, 0);
        }
        for (int i = 0; i < SIDE * SIDE; i++) { /* not as they lie */
            int at = i * 7 % (SIDE * SIDE);
            tiles[i] = add_layered(world, aabb(0, 0, 1, 1), at % SIDE, at / SIDE, 1, 0);
        }
        assert_int_equal(hb_world_query_pairs(world, got, COUNT_OF(got)), SIDE * SIDE + 3);
        assert_true(got[0].a == mover && got[0].b == other);
        for (int i = 0; i < SIDE * SIDE; i++) {
            assert_true(got[1 + i].a == mover && got[1 + i].b == tiles[i]);
        }
        assert_true(got[1 + SIDE * SIDE].a == other && got[2 + SIDE * SIDE].a == other);
        assert_true(got[1 + SIDE * SIDE].b < got[2 + SIDE * SIDE].b);
        hb_world_destroy(world);
    }
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Tiles as above, but added in another order than that in which they lie: which one the n-th is. */
static int shuffled(int n, int tiles)
{
    return (int)((int64_t)n * 7919 % tiles); /* a prime that divides none of the numbers of tiles */
}

/* Those of `columns` columns and `rows` rows, from the corner on. */
static int tiles_within(const hb_id *ids, int tiles, int columns, int rows, hb_id *out)
{
    int count = 0;
    for (int i = 0; i < tiles; i++) {
        int at = shuffled(i, tiles);
        if (at % ROW < columns && at / ROW < rows) {
            out[count++] = ids[i];
        }
    }
    return count;
}

static void assert_answers(const hb_world *world, hb_aabb range, const hb_id *wanted, int count,
                           int capacity)
{
    int written = count < capacity ? count : capacity, more = 2 * capacity;
    hb_id *got = malloc((size_t)capacity * sizeof *got);
    hb_batch_hit *found = malloc((size_t)more * sizeof *found);
    assert_true(got != NULL && found != NULL);
    double w = range.x1 - range.x0, h = range.y1 - range.y0;
    assert_int_equal(hb_world_query_rect(world, range.x0, range.y0, w, h, NULL, got, capacity),
                     count);
    assert_memory_equal(got, wanted, (size_t)written * sizeof *got);
    hb_aabb twice[] = {range, range};
    assert_int_equal(hb_world_query_rect_batch(world, twice, 2, NULL, found, more), 2 * count);
    for (int i = 0; i < more && i < 2 * count; i++) {
        assert_true(found[i].id == wanted[i % count] && found[i].query == i / count);
    }
    free(got);
    free(found);
}

static void many_answers_are_in_the_order_of_adding(void **state)
{
    (void)state;
    static const int tiles[] = {300, 5100, 70200}; /* ranks of two digits, and of three */
    static const struct {
        int columns, rows;
    } asked[] = {{65, 1}, {100, 1}, {13, 9}, {30, 16}, {60, 50}, {ROW, 234}};
    int most = broad_tested == HB_BROAD_BRUTE ? 2 : COUNT_OF(tiles);
    for (int i = 0; i < most; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id *ids = calloc((size_t)tiles[i], sizeof *ids);
        hb_id *wanted = calloc((size_t)tiles[i], sizeof *wanted);
        assert_true(ids != NULL && wanted != NULL);
        for (int n = 0; n < tiles[i]; n++) {
            int at = shuffled(n, tiles[i]);
            ids[n] = add(world, aabb(0, 0, 1, 1), at % ROW, at / ROW);
        }
        for (int k = 0; k < COUNT_OF(asked); k++) {
            int columns = asked[k].columns, rows = asked[k].rows;
            int count = tiles_within(ids, tiles[i], columns, rows, wanted);
            hb_aabb range = {-0.5, -0.5, columns - 0.5, rows - 0.5};
            assert_in_range(count, 1, columns * rows);
            assert_answers(world, range, wanted, count, count);
            assert_answers(world, range, wanted, count, count / 2 + 1);
            assert_answers(world, range, wanted, count, 2 * count);
        }
        hb_world_destroy(world);
        free(ids);
        free(wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_of_few_movers_are_in_the_order_of_adding),
        cmocka_unit_test(a_mover_above_many_tiles_has_them_in_the_order_of_adding),
        cmocka_unit_test(many_answers_are_in_the_order_of_adding),
    };
    return run_with_each_broad_phase(tests);
}
