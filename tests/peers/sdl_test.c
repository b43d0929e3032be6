/// Boxes and points with whole coordinates, against SDL's rectangles: they are half-open, and one
/// without width or height holds nothing, which is our HB_PIXEL. Of boxes with an interior
/// HB_OVERLAP says the same.
#include "testing.h"

#include <SDL_rect.h>

static test_rng rng;

static SDL_Rect random_rect(int span)
{
    return (SDL_Rect){rng_below(&rng, 2 * span) - span, rng_below(&rng, 2 * span) - span,
                      rng_below(&rng, span + 1), rng_below(&rng, span + 1)};
}

static hb_shape box_of(const SDL_Rect *rect)
{
    return aabb(rect->x, rect->y, rect->w, rect->h);
}

static const int spans[] = {2, 4, 8, 1000, 1 << 29};

static void boxes_meet_as_sdl_says(void **state)
{
    (void)state;
    rng.state = 1;
    print_message("seed 1\n");
    long hits = 0;
    for (int i = 0; i < 100000; i++) {
        SDL_Rect p = random_rect(spans[i % COUNT_OF(spans)]);
        SDL_Rect q = random_rect(spans[i % COUNT_OF(spans)]);
        hb_shape a = box_of(&p), b = box_of(&q);
        bool wanted = SDL_HasIntersection(&p, &q) == SDL_TRUE;
        hits += wanted;
        bool solid = p.w > 0 && p.h > 0 && q.w > 0 && q.h > 0;
        if (hb_shape_overlaps(&a, &b, HB_PIXEL) != wanted ||
            hb_shape_overlaps(&b, &a, HB_PIXEL) != wanted ||
            (solid && hb_shape_overlaps(&a, &b, HB_OVERLAP) != wanted)) {
            print_error("SDL says %d of (%d, %d, %d, %d) and (%d, %d, %d, %d)\n", wanted, p.x, p.y,
                        p.w, p.h, q.x, q.y, q.w, q.h);
            fail();
        }
    }
    assert_in_range(hits, 10000, 90000);
}

static void a_point_is_in_a_box_as_sdl_says(void **state)
{
    (void)state;
    rng.state = 2;
    print_message("seed 2\n");
    for (int i = 0; i < 100000; i++) {
        SDL_Rect rect = random_rect(spans[i % COUNT_OF(spans)]);
        SDL_Point at = {rect.x + rect.w * rng_below(&rng, 3) - rect.w, rect.y + rng_below(&rng, 5)};
        hb_shape a = box_of(&rect), b = point(at.x, at.y);
        bool wanted = SDL_PointInRect(&at, &rect) == SDL_TRUE;
        if (hb_shape_overlaps(&a, &b, HB_PIXEL) != wanted ||
            hb_shape_overlaps(&b, &a, HB_PIXEL) != wanted) {
            print_error("SDL says %d of (%d, %d) in (%d, %d, %d, %d)\n", wanted, at.x, at.y, rect.x,
                        rect.y, rect.w, rect.h);
            fail();
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_meet_as_sdl_says),
        cmocka_unit_test(a_point_is_in_a_box_as_sdl_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
