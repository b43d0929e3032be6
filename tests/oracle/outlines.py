"""Rows about concave outlines and what meets them, for tests/core/compound.

    overlap touch distance | o n x1 y1 ... | shape

The outline is simple, with whole corners; the shape is one of shapes.py. Answers are those for the
outline itself, a region bounded by edges: nothing here splits it into parts. A point is inside by
the parity of the edges above it. A segment is inside where the middle of one of the stretches is,
into which the edges cut it. Two regions overlap where an edge of one comes inside of the other, or
they are the same. With a radius it is the distance that counts.
"""

import math
from fractions import Fraction

from exact import cross, dot, edges, hull, sub, turn
from pairs import begin
from shapes import Shape


def on_segment(a, b, p):
    return turn(a, b, p) == 0 and dot(sub(a, p), sub(b, p)) <= 0


def place(outline, p):
    """1 inside, 0 on the boundary, -1 outside."""
    inside = False
    for a, b in edges(outline):
        if on_segment(a, b, p):
            return 0
        if (a[0] > p[0]) != (b[0] > p[0]):
            side = turn(a, b, p)
            inside ^= (side > 0) == (b[0] > a[0])
    return 1 if inside else -1


def cuts(a, b, outline):
    """Where along the segment a b (0 to 1) edges begin, end or cross it."""
    d, found = sub(b, a), {Fraction(0), Fraction(1)}
    for p, q in edges(outline):
        e = sub(q, p)
        bend = cross(d, e)
        if bend != 0:
            t = Fraction(cross(sub(p, a), e), bend)
            u = Fraction(cross(sub(p, a), d), bend)
            if 0 <= t <= 1 and 0 <= u <= 1:
                found.add(t)
        elif cross(d, sub(p, a)) == 0:
            for end in (p, q):
                t = Fraction(dot(sub(end, a), d), dot(d, d))
                if 0 <= t <= 1:
                    found.add(t)
    return sorted(found)


def comes_inside(a, b, outline):
    at = cuts(a, b, outline)
    middles = [(s + t) / 2 for s, t in zip(at, at[1:])]
    return any(place(outline, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))) > 0
               for t in middles)


def segments_touch(a, b, c, d):
    if any(on_segment(*s) for s in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))):
        return True
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def squared_to_segment(a, b, p):
    d = sub(b, a)
    square = dot(d, d)
    t = min(max(Fraction(dot(sub(p, a), d), square), Fraction(0)), Fraction(1)) if square else 0
    x, y = a[0] + t * d[0] - p[0], a[1] + t * d[1] - p[1]
    return x * x + y * y


def squared_distance(outline, core):
    """Between the closed outline and the hull of the core's corners."""
    sides = edges(core) if len(core) > 1 else [(core[0], core[0])]
    if place(outline, core[0]) >= 0:
        return Fraction(0)
    if len(core) > 2 and place(core, outline[0]) >= 0:
        return Fraction(0)
    best = None
    for a, b in edges(outline):
        for c, d in sides:
            if segments_touch(a, b, c, d):
                return Fraction(0)
            for s in ((a, b, c), (a, b, d), (c, d, a), (c, d, b)):
                found = squared_to_segment(*s)
                best = found if best is None else min(best, found)
    return best


def overlaps(outline, core, radius):
    if radius > 0:
        return squared_distance(outline, core) < radius * radius
    if len(core) == 1:
        return place(outline, core[0]) > 0
    if len(core) == 2:
        return comes_inside(*core, outline)
    middle = (Fraction(sum(p[0] for p in core), len(core)),
              Fraction(sum(p[1] for p in core), len(core)))
    return (place(outline, middle) > 0 or
            any(comes_inside(a, b, outline) for a, b in edges(core)) or
            any(comes_inside(a, b, core) for a, b in edges(outline)))


def is_simple(p):
    n = len(p)
    for i in range(n):
        a, b = p[i], p[(i + 1) % n]
        for k in range(i + 1, n):
            c, d = p[k], p[(k + 1) % n]
            if k == i + 1 or (i == 0 and k == n - 1):
                tip, one, two = (b, a, d) if k == i + 1 else (a, b, c)
                if tip in (one, two) or (turn(tip, one, two) == 0 and
                                         dot(sub(one, tip), sub(two, tip)) > 0):
                    return False
            elif segments_touch(a, b, c, d):
                return False
    return True


def random_outline(rng):
    """Corners by angle about a middle, at any distance; or anywhere, until they happen to do."""
    while True:
        n, span = rng.randint(4, 9), rng.choice([4, 6, 12, 60])
        p = [(rng.randint(-span, span), rng.randint(-span, span)) for _ in range(n)]
        if rng.random() < 0.7:
            p.sort(key=lambda q: math.atan2(q[1], q[0]))
        if is_simple(p) and any(turn(p[i - 2], p[i - 1], p[i]) < 0 for i in range(n)):
            return p if rng.random() < 0.5 else p[::-1]


def on_line(rng, p, q):
    """A point on the line through p and q, whole: often a corner, the middle, or beyond an end."""
    d = sub(q, p)
    g = math.gcd(*d)
    step = (d[0] // g, d[1] // g)
    k = rng.choice([0, g, rng.randint(0, g), rng.randint(-2, g + 2)])
    return p[0] + k * step[0], p[1] + k * step[1]


def random_shape(rng, outline):
    """On corners, edges and diagonals, for most."""
    def somewhere():
        if rng.random() < 0.75:
            return on_line(rng, *rng.sample(outline, 2))
        span = max(abs(x) for p in outline for x in p) + 1
        return rng.randint(-span, span), rng.randint(-span, span)

    kind = rng.choice("psssacckg")
    if kind == "p":
        return Shape("p", [somewhere()])
    if kind in "sk":
        p, q = somewhere(), somewhere()
        if rng.random() < 0.4:  # both on one line through two corners
            line = rng.sample(outline, 2)
            p, q = on_line(rng, *line), on_line(rng, *line)
        return Shape(kind, [p, q], rng.choice([1, 2, 5]) if kind == "k" else 0)
    if kind == "a":
        p, q = somewhere(), somewhere()
        x0, x1 = sorted((p[0], q[0]))
        y0, y1 = sorted((p[1], q[1]))
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        return Shape("a", corners, numbers=[x0, y0, x1, y1])
    if kind == "c":
        return Shape("c", [somewhere()], rng.choice([1, 5, 13, 2]))
    while True:
        corners = hull([somewhere() for _ in range(4)])
        if len(corners) > 2:
            return Shape("g", corners, rng.choice([0, 0, 0, 1, 5]))


def as_floats(shape):
    shape.points = [(float(x), float(y)) for x, y in shape.points]
    shape.radius = float(shape.radius)
    if shape.numbers is not None:
        shape.numbers = [float(x) for x in shape.numbers]
    return shape


def row(rng):
    outline = random_outline(rng)
    shape = random_shape(rng, outline)
    core = hull(shape.points)
    square = squared_distance(outline, core)
    gap = max(math.sqrt(square) - shape.radius, 0.0)
    touch = square <= shape.radius * shape.radius
    corners = " ".join(float(x).hex() for p in outline for x in p)
    return (f"{int(overlaps(outline, core, shape.radius))} {int(touch)} "
            f"{0.0 if touch else gap:.17g} | o {len(outline)} {corners} | "
            f"{as_floats(shape).text()}")


def main():
    rng, rows = begin(__doc__.splitlines()[0])
    for _ in range(rows):
        print(row(rng))


if __name__ == "__main__":
    main()
