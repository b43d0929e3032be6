/// Helpers for tests of poses.
#ifndef POSES_H
#define POSES_H

#include "worlds.h"

#define ROOM 4096

/* Room for one copy of a shape, aligned as malloc does. */
typedef union room {
    max_align_t align;
    char bytes[ROOM];
} room;

static inline hb_transform turned(double angle)
{
    hb_transform pose = hb_transform_at(0, 0);
    pose.angle = angle;
    return pose;
}

static inline hb_transform scaled(double scale)
{
    hb_transform pose = hb_transform_at(0, 0);
    pose.scale = scale;
    return pose;
}

static inline hb_transform mirrored(void)
{
    hb_transform pose = hb_transform_at(0, 0);
    pose.mirrored = true;
    return pose;
}

static inline hb_shape posed_in(const hb_shape *shape, hb_transform pose, room *in)
{
    hb_shape out = {0};
    assert_true(hb_shape_bytes(shape) <= sizeof *in);
    assert_status(hb_shape_transform(shape, pose, in, &out), HB_OK);
    return out;
}

/* For shapes that carry their corners. */
static inline hb_shape posed(hb_shape shape, hb_transform pose)
{
    hb_shape out = {0};
    assert_status(hb_shape_transform(&shape, pose, NULL, &out), HB_OK);
    return out;
}

static inline void assert_same(const hb_shape *a, const hb_shape *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->count, b->count);
    assert_equal(a->radius, b->radius);
    assert_bounds(a, b->bounds.x0, b->bounds.y0, b->bounds.x1, b->bounds.y1);
    for (int i = 0; i < a->count; i++) {
        assert_equal(hb_shape_points(a)[i].x, hb_shape_points(b)[i].x);
        assert_equal(hb_shape_points(a)[i].y, hb_shape_points(b)[i].y);
    }
}

static inline void assert_corners(const hb_shape *shape, int count, const double *xy)
{
    assert_int_equal(shape->count, count);
    for (int i = 0; i < count; i++) {
        assert_has_corner(shape, xy[2 * i], xy[2 * i + 1]);
    }
}
#define assert_corners_are(shape, ...)                                                             \
    assert_corners(shape, (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double) / 2),             \
                   (double[]){__VA_ARGS__})

static inline hb_shape wheel(int corners, double radius, hb_vec *storage)
{
    hb_vec points[64];
    for (int i = 0; i < corners; i++) {
        points[i] =
            (hb_vec){radius * cos(i * 2 * PI / corners), radius * sin(i * 2 * PI / corners)};
    }
    hb_shape shape = {0};
    assert_status(hb_make_polygon(&shape, points, corners, 0.5, storage, NULL), HB_OK);
    return shape;
}

/* One shape of each kind of core. */
static inline int each_core(hb_shape out[8])
{
    out[0] = point(3, -1);
    out[1] = aabb(1, 2, 3, 4);
    out[2] = circle(2, 1, 1.5);
    out[3] = segment(-1, 0.5, 2, 3);
    out[4] = capsule(0.1, 0.2, 0.7, -3, 0.3);
    out[5] = box(0.5, 0.25, 4, 2, 0.3);
    out[6] = POLYGON(0, 0, 4, 1, 3, 3);
    out[7] = ROUNDED_POLYGON(0.25, -2, -1, 2, -1, 3, 1, -1, 2);
    return 8;
}

#endif
