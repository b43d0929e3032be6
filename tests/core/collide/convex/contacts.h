/// Helpers for tests of contacts.
#ifndef HB_CONTACTS_H
#define HB_CONTACTS_H

#include "testing.h"

typedef struct contacts {
    hb_contact forth, back;
} contacts;

static inline void assert_same_feature(hb_feature a, hb_feature b)
{
    assert_int_equal(a.part, b.part);
    assert_int_equal(a.index, b.index);
    assert_int_equal(a.edge, b.edge);
}

/// The two are the same contact, seen from either shape.
static inline contacts contacts_of(hb_shape a, hb_shape b, hb_policy mode)
{
    contacts both = {0};
    const hb_contact *forth = &both.forth, *back = &both.back;
    assert_true(hb_shape_contact(&a, &b, mode, &both.forth));
    assert_true(hb_shape_contact(&b, &a, mode, &both.back));
    assert_near(hypot(forth->normal.x, forth->normal.y), 1, 1e-15);
    assert_equal(back->normal.x, -forth->normal.x);
    assert_equal(back->normal.y, -forth->normal.y);
    assert_equal(back->depth, forth->depth);
    assert_int_equal(back->count, forth->count);
    for (int i = 0; i < forth->count; i++) {
        assert_equal(back->points[i].x, forth->points[i].x);
        assert_equal(back->points[i].y, forth->points[i].y);
        assert_same_feature(back->on_a[i], forth->on_b[i]);
        assert_same_feature(back->on_b[i], forth->on_a[i]);
    }
    return both;
}

/// How two shapes that meet do.
static inline hb_contact contact_of(hb_shape a, hb_shape b, hb_policy mode)
{
    hb_contact contact = {0};
    assert_true(hb_shape_contact(&a, &b, mode, &contact));
    assert_near(hypot(contact.normal.x, contact.normal.y), 1, 1e-15);
    assert_in_range(contact.count, 1, 2);
    return contact;
}

static inline void assert_at(hb_vec point, double x, double y)
{
    assert_near(point.x, x, 1e-12);
    assert_near(point.y, y, 1e-12);
}

/// A square turned in a Pythagorean direction: from (4k, 3k) go its sides, all exact.
static inline hb_shape turned_square(double x, double y, double k)
{
    return POLYGON(x - k, y - 7 * k, x + 7 * k, y - k, x + k, y + 7 * k, x - 7 * k, y + k);
}

/// @param room  of as many corners, which must outlive the shape
static inline hb_shape large_polygon(const hb_vec *corners, int count, double radius, hb_vec *room)
{
    hb_shape shape = {0};
    assert_status(hb_make_polygon(&shape, corners, count, radius, room, NULL), HB_OK);
    return shape;
}

#endif
