#!/usr/bin/env python3
"""Polygons, boxes, segments and points against GEOS, by way of Shapely.

Our "touch" is its `intersects`. Our "overlap" is that the interiors share a point, with two
exceptions that GEOS knows no word for: segments on one line share interior points and can yet be
parted by the least push, and a point is its own interior.

On a lattice GEOS is robust, and every answer must be the same. Elsewhere it computes with rounded
places: there exact arithmetic (tests/oracle) has the last word, and what differs is counted.
"""

import support  # first: it knows where the next three are

import logging

import exact
import pairs
from shapes import Shape, aabb, exact_hull, polygon
from shapely.errors import TopologicalError
from shapely.geometry import LineString, Point, Polygon


def lattice_shape(rng, scale):
    unit, base = scale
    span = rng.choice([3, 5, 8])

    def number():
        return base + rng.randint(0, span) * unit

    kind = rng.choice("pssaaggg")
    p, q = (number(), number()), (number(), number())
    if kind == "p":
        return Shape("p", [p])
    if kind == "s":
        return Shape("s", [p, q])
    if kind == "a":
        return aabb(min(p[0], q[0]), min(p[1], q[1]), max(p[0], q[0]), max(p[1], q[1]))
    corners = exact_hull([(number(), number()) for _ in range(rng.randint(3, 8))])
    return polygon(rng, corners) if len(corners) > 2 else Shape("p", [p])


def lattice_pair(rng):
    scale = rng.choice([(1.0, 0.0), (0.5, 0.0), (2.0**-10, 64.0), (1.0, 2.0**20)])
    return lattice_shape(rng, scale), lattice_shape(rng, scale)


def hard_pair(rng):
    """Of the oracle's pairs one without radii and of ordinary size."""
    while True:
        _, a, b = pairs.random_pair(rng)
        numbers = [abs(x) for s in (a, b) for p in s.placed() for x in p]
        if a.radius == b.radius == 0 and all(x == 0 or 1e-6 < x < 1e9 for x in numbers):
            return a, b


def geometry(shape):
    corners = exact_hull(shape.placed())
    if len(corners) > 2:
        return Polygon(corners)
    return LineString(corners) if len(corners) == 2 else Point(corners[0])


def ask_geos(a, b):
    """(overlap, touch), or None where GEOS gives up."""
    p, q = geometry(a), geometry(b)
    try:
        inner = p.relate(q)[0]  # the dimension of what the interiors share, or F
    except TopologicalError:
        return None
    if p.area == 0 and q.area == 0:
        overlap = inner == "0" and p.length > 0 and q.length > 0
    else:
        overlap = inner != "F"
    return overlap, p.intersects(q)


def compare(rows, ask, must_agree, faults):
    wrong = 0
    for (a, b), (overlap, touch, _) in zip(rows, ask(rows)):
        ours, theirs = (overlap, touch), ask_geos(a, b)
        if ours == theirs:
            continue
        h, r, _ = pairs.cores(a, b)
        truth = exact.overlap(h, r), exact.touch(h, r)
        wrong += theirs != truth
        if ours != truth or must_agree:
            faults.add(f"(overlap, touch) is {ours}, GEOS says {theirs}, exactly {truth}", a, b)
    return wrong


def main():
    logging.getLogger("shapely.geos").disabled = True  # what it gives up is counted here
    rng, rows, ask = support.begin(__doc__.splitlines()[0], rows=8000)
    faults = support.Faults()
    compare([lattice_pair(rng) for _ in range(rows)], ask, True, faults)
    hard = [hard_pair(rng) for _ in range(rows // 4)]
    wrong = compare(hard, ask, False, faults)
    print(f"of {len(hard)} hard rows GEOS has {wrong} wrong")
    faults.end()


if __name__ == "__main__":
    main()
