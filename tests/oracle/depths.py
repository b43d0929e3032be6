#!/usr/bin/env python3
"""Write rows of two shapes, how far they are from each other, and how deep in each other.

    depths.py [--seed 1] [--rows 1000]

A row: `<case> <distance> <depth> <overlap> | <a> | <b>`. Depth is - where the two do not touch;
overlap is 1 or 0. Lengths are the nearest doubles of results to a hundred digits. Besides the pairs
of pairs.py there are some whose measures are hard: of many corners, with ways out that are equally
long or nearly so, and thin.
"""

import math
import sys

import exact
import pairs
import shapes


def regular(rng, centre, radius, count):
    """A polygon of many corners, all of them on a circle but for rounding; or None."""
    start = rng.random() * math.tau
    corners = shapes.exact_hull([
        (shapes.settle(centre[0] + radius * math.cos(start + i * math.tau / count)),
         shapes.settle(centre[1] + radius * math.sin(start + i * math.tau / count)))
        for i in range(count)])
    return corners if len(corners) > 2 else None


def many_corners(rng, scale):
    """More edges than are looked at at once, against one another or against few."""
    centre, radius = scale.point(), scale.length()
    a = regular(rng, centre, radius, rng.choice([20, 32, 33, 64, 65, 100]))
    if a is None:
        return None, None
    rounded = shapes.settle(scale.length()) if rng.random() < 0.3 else 0.0
    if rng.random() < 0.5:
        b = shapes.random_shape(rng, scale)
    else:
        turn, far = rng.random() * math.tau, radius * rng.choice([0.5, 1.0, 1.9, 2.0, 2.1])
        at = centre[0] + far * math.cos(turn), centre[1] + far * math.sin(turn)
        corners = regular(rng, at, radius, rng.choice([8, 31, 48]))
        b = shapes.Shape("g", corners, rounded) if corners else None
    return shapes.Shape("g", a, rounded), b


def tied(rng, scale):
    """b sits in the middle of a square a, or on its diagonal, so that ways out are equally long, or
    longer by an ulp or so. The square is turned in a Pythagorean direction, all of it exact."""
    x, y, _ = rng.choice(shapes.TRIPLES)
    k = rng.randint(1, 1 << rng.choice([2, 10, 22])) * 16 * scale.unit
    cx, cy = (rng.randint(-1000, 1000) * scale.unit for _ in range(2))

    def square(mx, my, half):
        u, v = (x * half, y * half), (-y * half, x * half)
        return [(mx + i * u[0] + j * v[0], my + i * u[1] + j * v[1])
                for i, j in [(-1, -1), (1, -1), (1, 1), (-1, 1)]]

    a = shapes.polygon(rng, shapes.exact_hull(square(cx, cy, k)))
    off = rng.choice([0, 0, 2, 4, 8, 15]) * k / 16
    mx, my = cx + off * (x - y), cy + off * (y + x)  # along the diagonal of a
    kind = rng.randrange(4)
    if kind == 0:
        b = shapes.Shape("p", [(nudged(rng, mx), nudged(rng, my))])
    elif kind == 1:
        b = shapes.Shape("c", [(nudged(rng, mx), nudged(rng, my))], rng.choice([1, 2, 7]) * k)
    elif kind == 2:
        corners = [(nudged(rng, px), nudged(rng, py)) for px, py in square(mx, my, k / 4)]
        b = shapes.exact_hull(corners)
        b = shapes.polygon(rng, b, rng.choice([0.0, k])) if len(b) > 2 else None
    else:
        b = shapes.aabb(mx - k / 4, my - k / 4, mx + k / 4, my + k / 4)
    return a, b


def nudged(rng, x):
    return shapes.settle(shapes.ulps(x, rng.choice([-1, 0, 0, 0, 0, 1])))


def slivers(rng, scale):
    """Triangles that are some ulps thin, on or near one line."""
    (x, y), (dx, dy) = scale.point(), (scale.length(), scale.length())

    def sliver():
        at = [rng.choice([0, 1, 2, 3, rng.random() * 3]) for _ in range(3)]
        corners = shapes.exact_hull([
            (shapes.settle(shapes.ulps(x + dx * t, rng.randint(-2, 2))),
             shapes.settle(shapes.ulps(y + dy * t, rng.randint(-2, 2)))) for t in at])
        radius = rng.choice([0.0, 0.0, 0.0, scale.length(), scale.unit / 2**30])
        return shapes.polygon(rng, corners, shapes.settle(radius)) if len(corners) > 2 else None

    return sliver(), sliver()


CASES = [many_corners, tied, tied, slivers]


def random_pair(rng):
    """A pair that is hard to decide about, or one that is hard to measure."""
    while rng.random() < 0.25:
        case = rng.choice(CASES)
        scale = (shapes.WildScale if rng.random() < 0.1 else shapes.Scale)(rng)
        a, b = case(rng, scale)
        if a and b and a.in_domain() and b.in_domain():
            return case.__name__, *((a, b) if rng.random() < 0.5 else (b, a))
    return pairs.random_pair(rng)


def main():
    rng, rows = pairs.begin(__doc__.splitlines()[0])
    for _ in range(rows):
        case, a, b = random_pair(rng)
        h, r, shift = pairs.cores(a, b)
        depth = repr(exact.to_double(exact.depth(h, r), shift)) if exact.touch(h, r) else "-"
        sys.stdout.write(f"{case} {exact.to_double(exact.gap(h, r), shift)!r} {depth}"
                         f" {exact.overlap(h, r):d} | {a.text()} | {b.text()}\n")


if __name__ == "__main__":
    main()
