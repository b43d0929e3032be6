#!/usr/bin/env python3
"""Tests of the oracle itself: hand values, and other ways to the same answers."""

import random
import unittest
from decimal import Decimal
from fractions import Fraction

import exact
import pairs
import shapes
import sweeps

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]


def clipped_area(a, b):
    """Twice the area that two convex polygons share: b cut off along each edge of a in turn."""
    part = [(Fraction(x), Fraction(y)) for x, y in b]
    for p, q in zip(a, a[1:] + a[:1]):
        kept = []
        for u, v in zip(part, part[1:] + part[:1]):
            su, sv = exact.turn(p, q, u), exact.turn(p, q, v)
            if su >= 0:
                kept.append(u)
            if (su > 0 > sv) or (su < 0 < sv):
                t = su / (su - sv)
                kept.append((u[0] + t * (v[0] - u[0]), u[1] + t * (v[1] - u[1])))
        part = kept
    return sum(exact.cross(u, v) for u, v in zip(part, part[1:] + part[:1]))


def meets(a, b, r=0):
    h = exact.difference(a, b)
    return exact.overlap(h, r), exact.touch(h, r)


class Exact(unittest.TestCase):
    def test_hand_values(self):
        right = [(x + 4, y) for x, y in SQUARE]
        self.assertEqual(meets(SQUARE, right), (False, True))
        self.assertEqual(meets(SQUARE, [(x - 1, y) for x, y in right]), (True, True))
        self.assertEqual(meets(SQUARE, [(x + 1, y) for x, y in right]), (False, False))
        self.assertEqual(meets([(0, 0)], [(6, 8)], 10), (False, True))
        self.assertEqual(meets([(0, 0)], [(6, 8)], 11), (True, True))
        self.assertEqual(meets([(0, 0), (8, 4)], [(0, 4), (8, 0)]), (True, True))
        self.assertEqual(meets([(0, 0), (8, 4)], [(4, 2), (12, 6)]), (False, True))
        self.assertEqual(meets([(2, 2)], [(2, 2)]), (False, True))
        self.assertEqual(meets([(1, 1), (3, 2)], SQUARE), (True, True))

    def test_polygons_overlap_where_they_share_an_area(self):
        rng = random.Random(1)
        for _ in range(3000):
            a, b = ([(rng.randint(-5, 5), rng.randint(-5, 5)) for _ in range(rng.randint(3, 7))]
                    for _ in range(2))
            a, b = exact.hull(a), exact.hull(b)
            if len(a) > 2 and len(b) > 2:
                self.assertEqual(meets(a, b)[0], clipped_area(a, b) > 0)

    def test_depth_and_gap_by_hand(self):
        h = exact.difference(SQUARE, [(x + 3, y + 1) for x, y in SQUARE])
        self.assertEqual(exact.depth(h, 0), 1)
        self.assertEqual(exact.depth(exact.difference([(0, 0)], [(3, 4)]), 7), 2)
        self.assertEqual(exact.gap(exact.difference(SQUARE, [(7, 8)]), 2), 3)
        self.assertEqual(exact.depth(exact.difference([(-5, 0), (5, 0)], [(0, -2), (0, 10)]), 3), 5)

    def test_times_by_hand(self):
        def time(a, b, r, d, flush=False):
            h = exact.difference(a, b)
            return exact.time_of_impact(h, r, d) if exact.blocked(h, r, d, flush) else None

        far = [(x + 8, y) for x, y in SQUARE]
        self.assertEqual(time(SQUARE, far, 0, (8, 0)), Decimal("0.5"))
        self.assertEqual(time([(0, 0)], [(14, 3)], 5, (20, 0)), Decimal("0.5"))
        self.assertEqual(time([(0, 0)], [(4, -4), (4, 4)], 0, (8, 0)), Decimal("0.5"))
        self.assertIsNone(time([(0, 0)], [(4, 0), (4, 4)], 0, (8, 0)))
        self.assertIsNone(time(SQUARE, far, 0, (4, 0)))
        self.assertEqual(time(SQUARE, far, 0, (4, 0), flush=True), 1)
        self.assertIsNone(time(SQUARE, [(x + 4, y) for x, y in SQUARE], 0, (0, 9), flush=True))
        self.assertEqual(time(SQUARE, [(x + 4, y) for x, y in SQUARE], 0, (1, 9)), 0)

    def test_shapes_meet_at_the_time_of_impact_and_not_before(self):
        rng = random.Random(2)
        found = 0
        while found < 300:
            _, a, b, way = sweeps.random_sweep(rng)
            h, r, _, d = pairs.cores(a, b, way)
            if exact.touch(h, r) or not exact.blocked(h, r, d, flush=False):
                continue
            found += 1
            t = Fraction(exact.time_of_impact(h, r, d))
            near = Fraction(1, 10**30)
            num, den = (t * (1 - near)).as_integer_ratio()
            before = [(den * x - num * d[0], den * y - num * d[1]) for x, y in h]
            self.assertFalse(exact.touch(before, den * r))
            num, rest = (2 * t * near * den).as_integer_ratio()
            before = [(rest * x, rest * y) for x, y in before]
            way = exact.swept(before, (num * d[0], num * d[1]))
            self.assertTrue(exact.touch(way, rest * den * r))

    def test_a_row_says_what_its_numbers_say(self):
        rng = random.Random(3)
        for _ in range(300):
            _, a, b = pairs.random_pair(rng)
            for shape in (a, b):
                numbers = [float.fromhex(x) for x in shape.text().replace("@", "").split()[1:]
                           if "x" in x]
                self.assertTrue(set(shapes.flat(shape.points)) <= set(numbers) or
                                shape.kind in "aw")


if __name__ == "__main__":
    unittest.main()
