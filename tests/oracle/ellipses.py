#!/usr/bin/env python3
"""Write rows of an ellipse and another convex shape, and how they meet.

    ellipses.py [--seed 1] [--rows 1000]

A row: `<case> <overlap> <touch> <gap> <hit> <flush> <margin> <time> <dx> <dy> | <ellipse> | <b>`,
with 1 or 0 for yes or no and - for what the row does not say. An ellipse reads `e cx cy ux uy vx
vy`: {c + s u + t v : s^2 + t^2 <= 1}. shapes.py says how the others read.

Against a core without radius the answers are exact: the map that makes the ellipse a disc leaves
lines straight and times as they are, and exact.py knows discs. The ellipse moves by (dx, dy) while
the other rests; hit and flush are as in sweeps.py, time is the nearest double; margin, a part of
all that the disc, the core and the way measure there, says how far the motion is from the other
answer.

Rows of the case `gap`, of any pair, have the distance, or, negative, the least way out, as the
nearest double of a result to 30 digits: the greatest distance between two parallel lines that
part the two, by sampling all directions and golden sections about the best. The core climbs by
derivatives and proves bounds; nothing here does.
"""

import math
import sys
from decimal import Decimal, localcontext
from fractions import Fraction

import exact
import pairs
import shapes

DIRECTIONS = 240
SLIMMEST = 2.0**30  # of ellipses whose times are asked for: slimmer ones are made segments
DECIDED = Decimal(10) ** -24  # a smaller gap, as a part of the size, is none or as good as none
GOLDEN = (Decimal(5).sqrt() - 1) / 2


class Ellipse:
    kind, radius, offset = "e", 0.0, None

    def __init__(self, centre, u, v):
        self.centre, self.u, self.v = centre, u, v

    @property
    def points(self):
        return [self.centre]

    def text(self):
        return "e " + " ".join(x.hex() for x in (*self.centre, *self.u, *self.v))

    def in_domain(self):
        numbers = [*self.centre, *self.u, *self.v]
        return all(abs(x) <= shapes.LARGEST and (x == 0 or abs(x) >= shapes.SMALLEST)
                   for x in numbers)

    def at(self, s, t):
        """c + s u + t v, rounded."""
        return tuple(shapes.settle(c + s * u + t * v)
                     for c, u, v in zip(self.centre, self.u, self.v))


def has_area(u, v):
    numbers, _ = exact.lattice([*u, *v])
    return exact.cross(numbers[:2], numbers[2:]) != 0


def any_ellipse(rng, scale):
    """Half axes of any two directions, or square to each other but for rounding."""
    while True:
        u, v = scale.point(), scale.point()
        if rng.random() < 0.6:
            a, b, turn = scale.length(), scale.length(), rng.random() * math.tau
            if rng.random() < 0.3:
                turn = rng.randrange(4) * math.pi / 2
            c, s = round(math.cos(turn), 15), round(math.sin(turn), 15)
            u, v = (a * c, a * s), (-b * s, b * c)
            u, v = tuple(map(shapes.settle, u)), tuple(map(shapes.settle, v))
        found = Ellipse(scale.point(), u, v)
        if found.in_domain() and has_area(u, v):
            return found


def pythagorean_ellipse(rng, scale):
    """One with boundary points without rounding, and such a point's (s, t), times its hypotenuse.
    """
    x, y, d = rng.choice(shapes.TRIPLES)
    x, y = rng.choice([(x, y), (y, x), (-x, y), (x, -y), (-y, -x)])
    while True:
        entries = [rng.randint(-scale.span, scale.span) * scale.unit * d for _ in range(4)]
        found = Ellipse(scale.point(), tuple(entries[:2]), tuple(entries[2:]))
        if found.in_domain() and has_area(found.u, found.v):
            return found, x / d, y / d


# ---- Pairs -------------------------------------------------------------------------------------

def nudged(rng, point, chance=0.5):
    if rng.random() < chance:
        return point
    return pairs.nudge(rng, point[0]), pairs.nudge(rng, point[1])


def anything(rng, scale):
    other = shapes.Scale(rng) if rng.random() < 0.2 else scale
    return any_ellipse(rng, scale), shapes.random_shape(rng, other, "paawssbbggg")


def point_on_rim(rng, scale):
    """A point, or a corner of a box, on the boundary or a few ulps off."""
    e, s, t = pythagorean_ellipse(rng, scale)
    x, y = nudged(rng, e.at(s, t))
    if rng.random() < 0.4:
        return e, shapes.Shape("p", [(x, y)])
    w, h = scale.length(), scale.length()
    side = 1 if x > e.centre[0] else -1, 1 if y > e.centre[1] else -1
    if rng.random() < 0.2:
        side = rng.choice([-1, 1]), rng.choice([-1, 1])
    far = shapes.settle(x + side[0] * w), shapes.settle(y + side[1] * h)
    return e, shapes.aabb(min(x, far[0]), min(y, far[1]), max(x, far[0]), max(y, far[1]))


def edge_on_rim(rng, scale):
    """A segment or triangle with an edge along a tangent, or a few ulps off."""
    e, s, t = pythagorean_ellipse(rng, scale)
    reach = rng.choice([0, 1, 1, 2, 7])
    ends = [e.at(s - k * t, t + k * s) for k in (-reach, rng.choice([0, 1, 3, 5]))]
    ends = [nudged(rng, p, 0.7) for p in ends]
    if rng.random() < 0.4:
        return e, shapes.Shape("s", ends)
    k, turn = rng.choice([2, 3, 0.5, -1]), rng.choice([0, 1, -2])
    corners = shapes.exact_hull(ends + [e.at(k * s - turn * t, k * t + turn * s)])
    return e, shapes.polygon(rng, corners) if len(corners) > 2 else None


def nested(rng, scale):
    """A polygon about the ellipse or within it, with an edge or a corner near the rim."""
    e = any_ellipse(rng, scale)
    count = rng.choice([3, 4, 5, 8, 24])
    start = rng.random() * math.tau
    size = rng.choice([1.0, 1.0, 1 / math.cos(math.pi / count), rng.uniform(0.1, 3)])
    turns = [start + i * math.tau / count for i in range(count)]
    corners = shapes.exact_hull([e.at(size * math.cos(a), size * math.sin(a)) for a in turns])
    return e, shapes.polygon(rng, corners) if len(corners) > 2 else None


CASES = [(anything, 4), (point_on_rim, 3), (edge_on_rim, 4), (nested, 2)]


def random_pair(rng):
    while True:
        case = rng.choices(*zip(*CASES))[0]
        wild = case in (anything, point_on_rim) and rng.random() < 0.15
        scale = (shapes.WildScale if wild else shapes.Scale)(rng)
        e, b = case(rng, scale)
        if e and b and e.in_domain() and b.in_domain():
            return case.__name__, e, b


# ---- Exact answers -----------------------------------------------------------------------------

def mapped(e, b, way):
    """(h, r, d) of exact.py where the ellipse is a disc: all by the adjugate of its matrix."""
    (centre, (u, v), points, (d,)), _ = pairs.integers([e.centre], [e.u, e.v], b.placed(), [way])

    def image(p):
        return exact.cross(p, v), exact.cross(u, p)

    h = exact.hull([image(exact.sub(p, centre[0])) for p in points])
    return h, abs(exact.cross(u, v)), image(d)


def slimness(e):
    """The ratio of the axes, and up to one more."""
    (u, v), = pairs.integers([e.u, e.v])[0]
    square = Fraction(exact.dot(u, u) + exact.dot(v, v), abs(exact.cross(u, v)))
    return float(square) if square < 10**100 else math.inf


def exact_row(rng, case, e, b):
    unit = max(abs(x) for x in (*e.u, *e.v))
    way = rng.uniform(-4, 4) * unit, rng.uniform(-4, 4) * unit
    if rng.random() < 0.5:  # from where it is met towards a corner
        p = rng.choice(b.placed())
        way = tuple((x - c) * rng.choice([1, 2, 0.5, -1]) for x, c in zip(p, e.centre))
    way = tuple(shapes.settle(max(-2.0**99, min(x, 2.0**99))) for x in way)
    h, r, d = mapped(e, b, way)
    flush = exact.blocked(h, r, d, flush=True)
    sizes = r + math.isqrt(max(exact.dot(p, p) for p in h + [d]))
    margin = float(exact.margin(h, r, d) / sizes) if slimness(e) <= SLIMMEST else 0.0
    time = repr(exact.to_double(exact.time_of_impact(h, r, d))) if flush else "-"
    return (f"{case} {exact.overlap(h, r):d} {exact.touch(h, r):d} - "
            f"{exact.blocked(h, r, d, flush=False):d} {flush:d} {margin!r} {time} "
            f"{way[0].hex()} {way[1].hex()}")


# ---- Gaps --------------------------------------------------------------------------------------

class Lines:
    """How far two lines square to (x, y) part an ellipse from the other, in any kind of number."""

    def __init__(self, e, b, number):
        def vec(p):
            return number(p[0]), number(p[1])

        c = vec(e.centre)
        self.rounds = [(vec(e.u), vec(e.v))] + ([(vec(b.u), vec(b.v))] if b.kind == "e" else [])
        self.corners = [exact.sub(vec(p), c) for p in b.points]
        self.radius = number(b.radius)
        self.root = Decimal.sqrt if number is Decimal else math.sqrt

    def __call__(self, n):
        gap = min(exact.dot(n, p) for p in self.corners)
        for u, v in self.rounds:
            gap -= self.root(exact.dot(n, u) ** 2 + exact.dot(n, v) ** 2)
        return gap / self.root(exact.dot(n, n)) - self.radius


def directions(e, b):
    """All round, and denser where the shapes are curved: in order, of any length."""
    found = [(math.cos(a), math.sin(a))
             for a in (i * math.tau / DIRECTIONS for i in range(DIRECTIONS))]
    for shape in (e, b):
        if shape.kind == "e":
            u, v = shape.u, shape.v
            sign = math.copysign(1, exact.cross(u, v))
            for i in range(DIRECTIONS):
                s, t = math.cos(i * math.tau / DIRECTIONS), math.sin(i * math.tau / DIRECTIONS)
                found.append((sign * (s * v[1] - t * u[1]), sign * (t * u[0] - s * v[0])))
    for p in b.points:
        for q in b.points:
            found.append((p[1] - q[1], q[0] - p[0]))
    found = sorted((math.atan2(y, x), x, y) for x, y in found if x != 0 or y != 0)
    apart = found[:1]  # of those that are all but equal one, for noise must not make a peak
    for n in found[1:]:
        if n[0] - apart[-1][0] > 1e-7 and apart[0][0] + math.tau - n[0] > 1e-7:
            apart.append(n)
    return [(x, y) for _, x, y in apart]


def unit(n):
    x, y = map(Decimal, n)
    r = (x * x + y * y).sqrt()
    return x / r, y / r


def golden_section(lines, p, q):
    """The greatest gap between two directions that have one such."""
    def along(part):
        return lines((p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])))

    low, high = Decimal(0), Decimal(1)
    left, right = high - GOLDEN, GOLDEN
    at_left, at_right = along(left), along(right)
    for _ in range(90):
        if at_left < at_right:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = along(right)
        else:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = along(left)
    n = tuple(x + left * (y - x) for x, y in zip(p, q))
    return at_left, n


def gap_of(e, b):
    """The gap, and the direction of the lines that part the two by it."""
    rough, lines = Lines(e, b, float), Lines(e, b, Decimal)
    around = directions(e, b)
    gaps = [rough(n) for n in around]
    count = len(gaps)
    peaks = [(gaps[i], i) for i in range(count)
             if gaps[i] >= gaps[i - 1] and gaps[i] >= gaps[(i + 1) % count]]
    peaks.sort(reverse=True)
    found = []
    for _, i in peaks[:4]:
        found.append(golden_section(lines, unit(around[i - 1]), unit(around[(i + 1) % count])))
    corners = lines.corners  # along an edge the lines are parted most without being level
    for p, q in zip(corners, corners[1:] + corners[:1]):
        for n in ((p[1] - q[1], q[0] - p[0]), (q[1] - p[1], p[0] - q[0])):
            if p != q:
                found.append((lines(n), unit(n)))
    return max(found)


def brought_together(b, gap, n):
    """The same but for the gap's nearest double, so that roundings are left of the gap."""
    if b.kind == "e":
        moved = (c - float(gap * x) for c, x in zip(b.centre, n))
        return Ellipse(tuple(map(shapes.settle, moved)), b.u, b.v)
    radius = shapes.settle(b.radius + float(gap))
    if b.kind not in "ckg" or not 0 <= radius <= shapes.LARGEST:
        return None
    b.radius = radius
    return b


def gap_row(rng):
    scale = shapes.Scale(rng)
    scale.base = 0.0
    e = any_ellipse(rng, scale)
    kinds = "eeeepaccssskkbggrr"
    kind = rng.choice(kinds)
    b = any_ellipse(rng, scale) if kind == "e" else shapes.random_shape(rng, scale, kind)
    if kind == "e" and rng.random() < 0.2:
        b.centre = e.centre
    with localcontext() as context:
        context.prec = 60
        gap, n = gap_of(e, b)
        near = brought_together(b, gap, n) if rng.random() < 0.4 else None
        if near:
            b, (gap, n) = near, gap_of(e, near)
    if abs(gap) < DECIDED * Decimal(scale.unit):
        return f"gap - - {float(gap)!r} - - - - - -", e, b
    return f"gap {gap < 0:d} {gap < 0:d} {float(gap)!r} - - - - - -", e, b


def main():
    rng, rows = pairs.begin(__doc__.splitlines()[0])
    for i in range(rows):
        if i % 10 == 0:
            head, e, b = gap_row(rng)
        else:
            case, e, b = random_pair(rng)
            head = exact_row(rng, case, e, b)
        sys.stdout.write(f"{head} | {e.text()} | {b.text()}\n")


if __name__ == "__main__":
    main()
