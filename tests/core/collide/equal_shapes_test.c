/// The same set of points in another form is the same shape: corners from any first one, in either
/// winding, doubled or in the middle of an edge; an AABB as a polygon or a rotated box, a disc as a
/// capsule of no length. All in small whole numbers, in which edges are often parallel and corners
/// equally deep: then the order of corners could show.
#include "testing.h"

enum { PAIRS = 100000, MOST_CORNERS = 6, MOST_GIVEN = 3 * MOST_CORNERS };

static test_rng rng;

/* low <= result <= high */
static int random_between(int low, int high)
{
    return low + rng_below(&rng, high - low + 1);
}

/* A shape, with room of its own for its corners. */
typedef struct form {
    hb_shape shape;
    hb_vec room[MOST_GIVEN];
} form;

static hb_vec random_vec(int reach)
{
    return (hb_vec){random_between(-reach, reach), random_between(-reach, reach)};
}

static hb_vec midway(hb_vec p, hb_vec q)
{
    return (hb_vec){(p.x + q.x) / 2.0, (p.y + q.y) / 2.0};
}

/* The outline from another corner, maybe the other way round, with corners that say nothing. */
static void make_again(form *out, const hb_vec *corners, int count, double radius)
{
    hb_vec given[MOST_GIVEN];
    int given_count = 0, step = random_between(0, 1) ? 1 : count - 1;
    int at = random_between(0, count - 1);
    for (int i = 0; i < count; i++, at = (at + step) % count) {
        given[given_count++] = corners[at];
        if (random_between(0, 5) == 0) {
            given[given_count++] = corners[at];
        }
        if (random_between(0, 5) == 0) {
            given[given_count++] = midway(corners[at], corners[(at + step) % count]);
        }
    }
    assert_status(hb_make_polygon(&out->shape, given, given_count, radius, out->room, NULL), HB_OK);
}

static void random_box(form *first, form *again)
{
    hb_vec at = random_vec(4);
    int w = random_between(1, 4), h = random_between(1, 4);
    first->shape = aabb(at.x, at.y, w, h);
    if (random_between(0, 2) == 0) {
        again->shape = box(at.x + w / 2.0, at.y + h / 2.0, w, h, 0.0);
    } else {
        make_again(again, hb_shape_points(&first->shape), 4, 0.0);
    }
}

static void random_line(form *first, form *again)
{
    hb_vec p = random_vec(4), q = random_vec(4);
    double r = random_between(0, 1) * random_between(1, 3);
    first->shape = capsule(p.x, p.y, q.x, q.y, r);
    again->shape = capsule(q.x, q.y, p.x, p.y, r);
}

static void random_disc(form *first, form *again)
{
    hb_vec at = random_vec(4);
    double r = random_between(1, 3);
    first->shape = circle(at.x, at.y, r);
    again->shape = capsule(at.x, at.y, at.x, at.y, r);
}

static void random_polygon(form *first, form *again)
{
    hb_vec corners[MOST_CORNERS];
    double r = random_between(0, 1) * random_between(1, 3);
    int count;
    do {
        count = random_between(3, MOST_CORNERS);
        for (int i = 0; i < count; i++) {
            corners[i] = random_vec(4);
        }
    } while (hb_make_polygon(&first->shape, corners, count, r, first->room, NULL) != HB_OK);
    make_again(again, corners, count, r);
}

static void random_forms(form *first, form *again)
{
    static void (*const makers[])(form *, form *) = {random_box, random_line, random_disc,
                                                     random_polygon, random_polygon};
    makers[random_between(0, COUNT_OF(makers) - 1)](first, again);
}

static void print_shape(const hb_shape *shape)
{
    print_error("  kind %d, radius %g:", (int)shape->kind, shape->radius);
    for (int i = 0; i < shape->count; i++) {
        print_error(" (%g, %g)", hb_shape_points(shape)[i].x, hb_shape_points(shape)[i].y);
    }
    print_error("\n");
}

typedef struct form_pair {
    form a, again_a, b, again_b;
} form_pair;

static void expect_alike(const form_pair *pair, const char *what, double first, double again,
                         double tolerance)
{
    if (!(first == again || fabs(first - again) <= tolerance * fabs(first))) {
        print_error("%s is %.17g and in another form %.17g, of\n", what, first, again);
        print_shape(&pair->a.shape);
        print_shape(&pair->b.shape);
        print_shape(&pair->again_a.shape);
        print_shape(&pair->again_b.shape);
        fail();
    }
}

static double depth_of(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    hb_contact contact;
    return hb_shape_contact(a, b, mode, &contact) ? contact.depth : -1.0;
}

static double time_of(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode)
{
    hb_cast_result cast;
    return hb_shape_cast(a, d.x, d.y, b, mode, &cast) ? cast.t : -1.0;
}

static void random_pair(form_pair *pair)
{
    random_forms(&pair->a, &pair->again_a);
    random_forms(&pair->b, &pair->again_b);
}

static void equal_shapes_overlap_the_same_in_any_form(void **state)
{
    (void)state;
    static form_pair pair;
    rng.state = 1;
    print_message("seed 1\n");
    for (int i = 0; i < PAIRS; i++) {
        random_pair(&pair);
        const hb_shape *a = &pair.a.shape, *b = &pair.b.shape;
        const hb_shape *c = &pair.again_a.shape, *d = &pair.again_b.shape;
        for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
            expect_alike(&pair, "yes or no", hb_shape_overlaps(a, b, mode),
                         hb_shape_overlaps(c, d, mode), 0.0);
            expect_alike(&pair, "depth", depth_of(a, b, mode), depth_of(c, d, mode), 1e-12);
        }
        expect_alike(&pair, "distance", hb_shape_distance(a, b, NULL, NULL),
                     hb_shape_distance(c, d, NULL, NULL), 1e-12);
    }
}

static void equal_shapes_stop_movers_in_any_form(void **state)
{
    (void)state;
    static form_pair pair;
    rng.state = 2;
    print_message("seed 2\n");
    for (int i = 0; i < PAIRS; i++) {
        random_pair(&pair);
        hb_vec way = random_vec(8);
        for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
            expect_alike(&pair, "time of impact", time_of(&pair.a.shape, way, &pair.b.shape, mode),
                         time_of(&pair.again_a.shape, way, &pair.again_b.shape, mode), 1e-11);
        }
    }
}

static bool same_contact(const hb_contact *p, const hb_contact *q)
{
    bool same = p->normal.x == q->normal.x && p->normal.y == q->normal.y && p->depth == q->depth &&
                p->count == q->count;
    for (int i = 0; i < p->count && same; i++) {
        same = p->points[i].x == q->points[i].x && p->points[i].y == q->points[i].y &&
               p->on_a[i].edge == q->on_a[i].edge && p->on_a[i].index == q->on_a[i].index &&
               p->on_b[i].edge == q->on_b[i].edge && p->on_b[i].index == q->on_b[i].index;
    }
    return same;
}

/* Which way of several of equal length is taken goes by the order of edges, which is the same. */
static void expect_one_contact(const form_pair *pair)
{
    hb_contact first = {0}, again = {0};
    bool meet = hb_shape_contact(&pair->a.shape, &pair->b.shape, HB_TOUCH, &first);
    expect_alike(pair, "whether there is a contact", meet,
                 hb_shape_contact(&pair->again_a.shape, &pair->again_b.shape, HB_TOUCH, &again), 0);
    expect_alike(pair, "the same contact", 1, same_contact(&first, &again), 0);
}

static void a_turned_box_of_angle_0_has_the_contacts_of_the_aabb(void **state)
{
    (void)state;
    static form_pair pair;
    for (int i = 0; i < 8 * 8 * 4 * 4 * 4 * 4; i++) {
        int x = i & 7, y = i >> 3 & 7;
        int w = (i >> 6 & 3) + 1, h = (i >> 8 & 3) + 1, v = (i >> 10 & 3) + 1, u = i >> 12;
        pair.a.shape = aabb(3, 3, w, h);
        pair.again_a.shape = box(3 + w / 2.0, 3 + h / 2.0, w, h, 0);
        pair.b.shape = aabb(x, y, u + 1, v);
        pair.again_b.shape = box(x + (u + 1) / 2.0, y + v / 2.0, u + 1, v, 0);
        expect_one_contact(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_shapes_overlap_the_same_in_any_form),
        cmocka_unit_test(equal_shapes_stop_movers_in_any_form),
        cmocka_unit_test(a_turned_box_of_angle_0_has_the_contacts_of_the_aabb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
