#!/usr/bin/env python3
"""Write rows of two shapes and whether they overlap and touch, decided by exact arithmetic.

    pairs.py [--seed 1] [--rows 1000]

A row: `<case> <overlap> <touch> <pixel> | <shape a> | <shape b>`, with 1 or 0 for the answers and
- for a pair that the pixel policy has no meaning for. `shapes.py` says how a shape reads.
"""

import argparse
import math
import random
import signal
import sys

import exact
import shapes


def integers(*parts):
    """Lists of points and numbers, all over one power of two: the same lists, as integers."""
    flattened = [x for part in parts for p in part for x in p]
    numbers, shift = exact.lattice(flattened)
    pairs = iter(zip(numbers[::2], numbers[1::2]))
    return [[next(pairs) for _ in part] for part in parts], shift


def cores(a, b, *more):
    """(H, r, shift, *more) of a pair as placed; `more` are points in the same units."""
    (pa, pb, radii, rest), shift = integers(a.placed(), b.placed(), [(a.radius, b.radius)], more)
    return exact.difference(pa, pb), sum(radii[0]), shift, *rest


def pixel(a, b):
    """Half-open boxes: left and top edges belong, right and bottom do not; a point is itself."""
    if a.kind not in "paw" or b.kind not in "paw":
        return None

    def spans(s):
        points = s.placed()
        lo = [min(p[i] for p in points) for i in (0, 1)]
        hi = [max(p[i] for p in points) for i in (0, 1)]
        return list(zip(lo, hi)), s.kind == "p"

    (sa, point_a), (sb, point_b) = spans(a), spans(b)
    for (a0, a1), (b0, b1) in zip(sa, sb):
        first, last = max(a0, b0), min(a1, b1)
        closed = point_a and point_b
        in_a = point_a or first < a1
        in_b = point_b or first < b1
        if not (first <= last if closed else first <= last and in_a and in_b):
            return False
    return True


def nudge(rng, x):
    if rng.random() < 0.1:  # as far as the error bounds of the core reach, and beyond
        return shapes.settle(x + rng.randint(-200, 200) * math.ulp(x))
    return shapes.settle(shapes.ulps(x, rng.choice([-3, -2, -1, -1, 0, 0, 1, 1, 2, 3])))


def shift_to(rng, b, corner, target):
    """b moved so that its corner comes to lie at (or a few ulps from) the target; rounds."""
    dx, dy = target[0] - corner[0], target[1] - corner[1]
    points = [(shapes.settle(x + dx), shapes.settle(y + dy)) for x, y in b.points]
    if rng.random() < 0.7:
        i = b.points.index(corner)
        points[i] = (nudge(rng, target[0]), nudge(rng, target[1]))
    if b.kind == "g":
        points = shapes.exact_hull(points)
        return shapes.polygon(rng, points, b.radius) if len(points) > 2 else None
    if b.kind in "aw":
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return shapes.aabb(min(xs), min(ys), max(xs), max(ys))
    return shapes.Shape(b.kind, points, b.radius)


def corner_on_edge(rng, scale):
    """A corner of b is put on an edge or corner of a, most often with b on the outer side."""
    a = shapes.random_shape(rng, scale, "aaskbgggr")
    b = shapes.random_shape(rng, scale, "paacskbgggr")
    corners = shapes.exact_hull(a.points)
    i = rng.randrange(len(corners))
    p, q = corners[i], corners[(i + 1) % len(corners)]
    part = rng.choice([0.0, 0.25, 0.5, 0.75, 1.0, rng.random()])
    target = (p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part)
    out = (q[1] - p[1], p[0] - q[0])
    if rng.random() < 0.15:
        out = (-out[0], -out[1])
    corner = min(b.points, key=lambda v: v[0] * out[0] + v[1] * out[1])
    return a, shift_to(rng, b, corner, target)


def radius_at_gap(rng, scale):
    """The radii together are the rounded distance of the cores, give or take a few ulps."""
    a = shapes.random_shape(rng, scale, "paccskgr")
    b = shapes.random_shape(rng, scale, "cckkr")
    a.radius, b.radius = (0.0 if a.kind in "pas" else a.radius), 0.0
    h, _, shift = cores(a, b)
    if exact.touch(h, 0):
        return a, None
    wanted = exact.to_double(exact.gap(h, 0), shift)
    a.radius = min(a.radius, wanted) * rng.choice([0.0, 0.5, rng.random()])
    b.radius = nudge(rng, wanted - a.radius)
    return a, b if b.radius >= 0 else None


def pythagorean(rng, scale):
    """Round shapes exactly touching, where the way between them is a Pythagorean triple."""
    x, y, d = rng.choice(shapes.TRIPLES)
    x, y = rng.choice([(x, y), (y, x), (-x, y), (x, -y)])
    k = rng.randint(1, 1 << rng.choice([4, 20, 45])) * scale.unit
    px, py = scale.point()
    far = (px + x * k, py + y * k)
    rest = rng.randint(0, d)
    ra, rb = rest * k, (d - rest) * k
    along = (-y * scale.unit * rng.randint(0, 9), x * scale.unit * rng.randint(0, 9))
    # A core that starts at `far` and runs square to the way touches in that one point or along it.
    turn = rng.choice([0, 1]) * scale.unit * rng.randint(1, 64)
    across = (far[0] - y * turn, far[1] + x * turn) if rng.random() < 0.7 else (
        far[0] + along[0], far[1] + along[1])
    a = shapes.Shape("c", [(px, py)], ra)
    b = shapes.Shape("k", [far, across], nudge(rng, rb) if rng.random() < 0.5 else rb)
    return a, b if b.radius >= 0 else None


def pythagorean_edge(rng, scale):
    """An edge in a Pythagorean direction and a corner exactly at the radii's distance from it."""
    x, y, d = rng.choice(shapes.TRIPLES)
    x, y = rng.choice([(x, y), (y, x), (-x, y), (-y, -x)])
    unit = scale.unit * 2.0 ** rng.randint(0, 8)
    px, py = scale.point()
    k, m, depth = rng.randint(2, 9), rng.choice([0, 0, 1, 3]), rng.randint(1, 5)

    def at(along, out):
        return (px + (x * along + y * out) * unit, py + (y * along - x * out) * unit)

    reach = d * m * unit
    part = rng.choice([0, 1, 0.5]) * reach
    # the edge at `out` 0, the rest of a on the other side of it
    a = rng.choice([shapes.Shape("k", [at(0, 0), at(k, 0)], part),
                    shapes.Shape("g", [at(0, 0), at(k, 0), at(k, -depth), at(0, -depth)], part),
                    shapes.Shape("g", [at(0, 0), at(k, 0), at(1, -depth)], part)])
    place = rng.choice([0, k, rng.randint(0, k), -1])
    corner = at(place, m)
    far = [at(place + rng.randint(-3, 3), m + rng.randint(0, 4)) for _ in range(4)]
    rest = nudge(rng, reach - part) if rng.random() < 0.3 else reach - part
    points = shapes.exact_hull([corner] + far)
    kind = rng.choice("pcskg")
    if kind == "g" and len(points) > 2:
        b = shapes.polygon(rng, points, rest)
    elif kind in "sk" and far[0] != corner:
        b = shapes.Shape("k", [corner, far[0]], rest)
    else:
        b = shapes.Shape("c", [corner], rest)
    a.points = [(shapes.settle(u), shapes.settle(v)) for u, v in a.points]
    b.points = [(shapes.settle(u), shapes.settle(v)) for u, v in b.points]
    if b.given or b.radius < 0 or (a.kind == "g" and len(shapes.exact_hull(a.points)) < 3):
        return a, None
    return a, b


def same_edges(rng, scale):
    """AABBs that share an edge coordinate, or miss it by an ulp."""
    a = shapes.random_shape(rng, scale, "aw")
    b = shapes.random_shape(rng, scale, "aaw")
    (x0, y0), (x1, y1) = a.points[0], a.points[2]
    (u0, v0), (u1, v1) = b.points[0], b.points[2]
    if rng.random() < 0.7:
        u0 = nudge(rng, x1) if rng.random() < 0.5 else x1
        u1 = shapes.settle(u0 + abs(scale.length()))
    if rng.random() < 0.5:
        v1 = nudge(rng, y0) if rng.random() < 0.5 else y0
        v0 = shapes.settle(v1 - abs(scale.length()))
    return a, shapes.aabb(u0, v0, u1, v1) if u0 <= u1 and v0 <= v1 else None


def nested(rng, scale):
    """b is a smaller copy of a, in it or at its rim."""
    a = shapes.random_shape(rng, scale, "akbggr")
    part = rng.choice([0.5, 0.25, rng.random()])
    corners = shapes.exact_hull(a.points)
    cx, cy = rng.choice(corners + [tuple(sum(c) / len(corners) for c in zip(*corners))])
    points = [(shapes.settle(cx + (x - cx) * part), shapes.settle(cy + (y - cy) * part))
              for x, y in a.points]
    if a.kind == "k":
        return a, shapes.Shape("k", points, a.radius * part)
    points = shapes.exact_hull(points)
    if len(points) < 3:
        return a, shapes.Shape("p", points[:1])
    return a, shapes.polygon(rng, points, a.radius * part)


def lined_up(rng, scale):
    """Segments and points on one line, or nearly so."""
    (x, y), (dx, dy) = scale.point(), (scale.length(), scale.length())
    at = [rng.randint(-4, 4) for _ in range(4)]
    ends = [(shapes.settle(x + dx * i), shapes.settle(y + dy * i)) for i in at]
    if rng.random() < 0.4:
        i = rng.randrange(4)
        ends[i] = (nudge(rng, ends[i][0]), ends[i][1])
    a = shapes.Shape("s", ends[:2])
    return a, shapes.Shape("p", ends[2:3]) if rng.random() < 0.3 else shapes.Shape("s", ends[2:])


def anything(rng, scale):
    other = shapes.Scale(rng) if rng.random() < 0.2 else scale
    return shapes.random_shape(rng, scale), shapes.random_shape(rng, other)


def far_away(rng, scale):
    """Shapes made about their anchors and placed far off, where their corners round."""
    a, b = anything(rng, scale)
    reach = rng.choice([0.1, 1.0, 33.3, 1e6, 1e15]) * scale.unit
    spot = tuple(shapes.settle(rng.uniform(-1, 1) * reach) for _ in range(2))
    a.offset = spot
    near = (spot[0] + scale.length(), spot[1] - scale.length())
    b.offset = rng.choice([spot, tuple(shapes.settle(x) for x in near)])
    return a, b


CASES = [(anything, 4), (corner_on_edge, 6), (radius_at_gap, 3), (pythagorean, 2),
         (pythagorean_edge, 3), (same_edges, 2), (nested, 1), (lined_up, 1), (far_away, 3)]


def random_pair(rng, edges=False):
    """(name of the case, a, b); edges: at the edges of the domain as well"""
    while True:
        case = rng.choices(*zip(*CASES))[0]
        scale = (shapes.WildScale if rng.random() < 0.1 else shapes.Scale)(rng)
        if edges and rng.random() < 0.08:
            scale = shapes.EdgeScale(rng)
        a, b = case(rng, scale)
        if a and b and a.in_domain() and b.in_domain():
            return case.__name__, *((a, b) if rng.random() < 0.5 else (b, a))


def begin(description):
    """Read the command line. Returns the random numbers of its seed, and how many rows to write."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that stops early is no error
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=1000)
    args = parser.parse_args()
    return random.Random(args.seed), args.rows


def main():
    rng, rows = begin(__doc__.splitlines()[0])
    for _ in range(rows):
        case, a, b = random_pair(rng, edges=True)
        h, r, _ = cores(a, b)
        half_open = {None: "-", True: "1", False: "0"}[pixel(a, b)]
        sys.stdout.write(f"{case} {exact.overlap(h, r):d} {exact.touch(h, r):d} {half_open}"
                         f" | {a.text()} | {b.text()}\n")


if __name__ == "__main__":
    main()
