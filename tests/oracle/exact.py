"""Exact answers about pairs of convex shapes, for the tests of the core.

A shape is a convex core, the hull of some points, widened by a radius. Two shapes A and B become
one: D = {b - a}, the hull H of all differences of core points, widened by the sum of both radii.
They overlap iff the origin is inside of D, and touch iff it is in D.

All coordinates are Python integers (see `lattice`), so every yes/no answer is exact. Lengths and
times come as Decimal with DIGITS digits; differences of nearly equal roots are rewritten so that
nothing cancels.

The core decides by separating axes and floating-point filters; nothing here does.
"""

from decimal import Decimal, getcontext
from fractions import Fraction
from math import inf

DIGITS = 100
getcontext().prec = DIGITS
getcontext().Emax = 10**6
getcontext().Emin = -(10**6)


def lattice(numbers):
    """The doubles as integers over one power of two: (integers, exponent of that power)."""
    ratios = [x.as_integer_ratio() for x in numbers]
    shift = max((den.bit_length() - 1 for _, den in ratios), default=0)
    return [num << (shift - (den.bit_length() - 1)) for num, den in ratios], shift


def sub(p, q):
    return p[0] - q[0], p[1] - q[1]


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1]


def cross(p, q):
    return p[0] * q[1] - p[1] * q[0]


def turn(o, p, q):
    """Twice the signed area of the triangle o, p, q."""
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def hull(points):
    """Corners of the convex hull, each turn to the positive side; 1 or 2 points if it is flat."""
    points = sorted(set(points))
    if len(points) < 3:
        return points

    def chain(order):
        out = []
        for p in order:
            while len(out) > 1 and turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    return chain(points) + chain(reversed(points))


def difference(a, b):
    """H of the text above: where the origin lies in it says how the cores of a and b meet."""
    return hull([sub(q, p) for p in a for q in b])


def edges(h):
    return list(zip(h, h[1:] + h[:1])) if len(h) > 2 else [(h[0], h[-1])]


def place_of_origin(h):
    """1: inside of the hull, 0: on its boundary (all of a flat one is boundary), -1: outside."""
    if len(h) > 2:
        sides = [cross(p, q) for p, q in edges(h)]
        return 1 if min(sides) > 0 else 0 if min(sides) == 0 else -1
    p, q = h[0], h[-1]
    return 0 if cross(p, q) == 0 and dot(p, q) <= 0 else -1


def squared_distance(p, q):
    """From the origin to the segment p q, as an exact fraction (numerator, denominator)."""
    e = sub(q, p)
    along = -dot(p, e)
    if along <= 0:
        return dot(p, p), 1
    if along >= dot(e, e):
        return dot(q, q), 1
    return cross(p, q) ** 2, dot(e, e)


def squared_gap(h):
    """Squared distance from the origin, which is outside, to the hull."""
    best = squared_distance(*edges(h)[0])
    for p, q in edges(h)[1:]:
        other = squared_distance(p, q)
        if other[0] * best[1] < best[0] * other[1]:
            best = other
    return best


def overlap(h, r):
    where = place_of_origin(h)
    if where == 1 or r == 0:
        return where == 1
    if where == 0:
        return True
    num, den = squared_gap(h)
    return num < r * r * den


def touch(h, r):
    if place_of_origin(h) >= 0:
        return True
    num, den = squared_gap(h)
    return num <= r * r * den


def root(num, den=1):
    return Decimal(num).sqrt() / Decimal(den).sqrt()


def gap(h, r):
    """The distance between the shapes: |H| - r, or 0."""
    if touch(h, r):
        return Decimal(0)
    num, den = squared_gap(h)
    return Decimal(num - r * r * den) / Decimal(den) / (root(num, den) + r)


def depth(h, r):
    """The length of the least translation that parts two shapes that touch."""
    if place_of_origin(h) >= 0:
        if len(h) < 3:
            return Decimal(r)
        return min(Decimal(abs(cross(p, q))) / root(dot(sub(q, p), sub(q, p)))
                   for p, q in edges(h)) + r
    num, den = squared_gap(h)
    return Decimal(r * r * den - num) / Decimal(den) / (root(num, den) + r)


def swept(h, d):
    """H with the mover's way from 0 to d taken in."""
    return hull(h + [sub(p, d) for p in h])


def blocked(h, r, d, flush):
    """Whether moving a by d is stopped by b: some way inside of 0..1 goes through the inside of D.
    flush: coming to rest at b, where going on would enter, counts as well."""
    if overlap(swept(h, d), r):
        return True
    return (flush and touch([sub(p, d) for p in h], r) and
            overlap(swept(h, (2 * d[0], 2 * d[1])), r))


def margin(h, r, d):
    """How far a motion is from the other answer of `blocked`: what 0 is inside of, or away from,
    the whole way's difference. Shapes that touch at the start have none where they move along each
    other; there it is the length of the motion across the surface."""
    if touch(h, r) and not overlap(h, r):
        if r == 0:
            return Decimal(inf)
        return abs(across(h, d))
    way = swept(h, d)
    return depth(way, r) if touch(way, r) else gap(way, r)


def across(h, d):
    """The part of d that is square to the surface at the point of H that is nearest to 0."""
    best = None
    for p, q in edges(h):
        e = sub(q, p)
        part = min(max(Fraction(-dot(p, e), dot(e, e) or 1), 0), 1)
        at = p[0] + part * e[0], p[1] + part * e[1]
        if best is None or dot(at, at) < dot(best, best):
            best = at
    num, den = dot(best, d).as_integer_ratio()
    square = dot(best, best).as_integer_ratio()
    return Decimal(num) / Decimal(den) / root(*square)


def time_of_impact(h, r, d):
    """The first s >= 0 with s * d in D, for a motion that is `blocked`."""
    if touch(h, r):
        return Decimal(0)
    return min([corner_time(p, r, d) for p in h] + [edge_time(p, q, r, d) for p, q in edges(h)])


def corner_time(v, r, d):
    """When s * d enters the circle of radius r about v; the origin is outside of it."""
    a, b, c = dot(d, d), dot(d, v), dot(v, v) - r * r
    disc = b * b - a * c
    if b <= 0 or disc < 0:
        return Decimal(inf)
    return Decimal(c) / (b + root(disc))


def edge_time(p, q, r, d):
    """When s * d comes within r of the inner part of the segment p q."""
    e = sub(q, p)
    start, speed, length = -cross(e, p), cross(e, d), dot(e, e)
    if start * speed >= 0 or start * start < r * r * length:
        return Decimal(inf)
    reach = r * root(length)
    s = Decimal(start * start - r * r * length) / (abs(start) + reach) / abs(speed)
    along = s * dot(d, e) - dot(p, e)
    return s if 0 <= along <= length else Decimal(inf)


def to_double(value, shift=0):
    """A Decimal of `lattice` units as the nearest double."""
    return float(value / (Decimal(2) ** shift))
