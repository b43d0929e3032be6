#!/usr/bin/env python3
"""Write rows of two shapes and a motion: whether it is stopped, when and by what normal.

    sweeps.py [--seed 1] [--rows 1000]

A row: `<case> <inside> <hit> <flush> <latest> <n> <nx> <ny> ... <dx> <dy> | <a> | <b>`. a moves by
(dx, dy) while b rests. inside, hit and flush are 1 or 0 for whether they overlap at the start,
whether the motion is stopped, and whether it is where arriving flush counts too. latest is the
largest double that is not after the exact time of impact, - where there is none. n normals follow,
the nearest doubles, any of which is right: there are two where a corner is met.

Decided with integers. Many rows lie at the decision: grazing exactly, arriving exactly, passing
exactly where an edge and an arc of an outline join, or a few units in the last place off.
"""

import math
import sys
from decimal import Decimal
from fractions import Fraction

import exact
import pairs
import shapes

ALIKE = Decimal(10) ** -40  # times that differ by a smaller part are compared by integers

# Where two edges are met at nearly the same time, either has the normal: rounding may choose.
NEAR = Fraction(1, 10**11)


# ---- The right answers ---------------------------------------------------------------------------

def is_flat(h, r):
    return r == 0 and len(h) < 3


def flat_hit(h, d):
    """A point that moves by d against the segment h: it crosses or reaches it, or an end of it,
    from beside its line."""
    p, q = h[0], h[-1]
    e = exact.sub(q, p)
    start, end = exact.cross(e, p), exact.cross(e, exact.sub(p, d))
    return (p != q and start != 0 and (end == 0 or (start > 0) != (end > 0)) and
            (exact.cross(d, p) > 0) - (exact.cross(d, p) < 0) !=
            (exact.cross(d, q) > 0) - (exact.cross(d, q) < 0))


def hits(h, r, d):
    """(stopped, stopped where arriving flush counts)"""
    if is_flat(h, r):
        return (flat_hit(h, d),) * 2
    if d == (0, 0):
        return (exact.overlap(h, r),) * 2
    hit = exact.blocked(h, r, d, flush=False)
    return hit, hit or exact.blocked(h, r, d, flush=True)


def entries(h, d):
    """(time, edge) of the edges of h through which a motion along d comes from outside."""
    out = []
    for p, q in exact.edges(h) if len(h) > 2 else [(h[0], h[1]), (h[1], h[0])]:
        e = exact.sub(q, p)
        outside, speed = exact.cross(e, p), exact.cross(e, d)
        if speed > 0 and outside >= 0:
            out.append((Fraction(outside, speed), e))
    return out


def sharp_impact(h, d):
    found = entries(h, d)
    time = max(t for t, _ in found)
    return time, [(e[1], -e[0]) for t, e in found if t >= time * (1 - NEAR)]


def nearest(h, x, y):
    """The point of h that is nearest to (x, y)."""
    best = None
    for p, q in exact.edges(h):
        ex, ey = exact.sub(q, p)
        along = (x - p[0]) * ex + (y - p[1]) * ey
        part = min(max(along / (ex * ex + ey * ey), Decimal(0)), Decimal(1)) if ex or ey else 0
        cx, cy = p[0] + part * ex, p[1] + part * ey
        square = (x - cx) ** 2 + (y - cy) ** 2
        if best is None or square < best[0]:
            best = square, cx, cy
    return best[1:]


def rounded_impact(h, r, d):
    time = exact.time_of_impact(h, r, d)
    x, y = time * d[0], time * d[1]
    cx, cy = nearest(h, x, y)
    return time, [(x - cx, y - cy)]


def unit(n):
    x, y = Decimal(n[0]), Decimal(n[1])
    length = (x * x + y * y).sqrt()
    return float(x / length), float(y / length)


def latest_double(time, h, r, d):
    """The largest double that is not after the time."""
    near = float(time)
    if isinstance(time, Fraction):
        return near if Fraction(near) <= time else math.nextafter(near, 0.0)
    if abs(Decimal(near) - time) <= ALIKE * time:
        # too near for digits: it is not after the time if the two meet by going on from there
        num, den = near.as_integer_ratio()
        there = [(den * x - num * d[0], den * y - num * d[1]) for x, y in h]
        ahead = exact.swept(there, (den * d[0], den * d[1]))
        late = exact.overlap(there, den * r) or not exact.overlap(ahead, den * r)
        return math.nextafter(near, 0.0) if late else near
    return near if Decimal(near) <= time else math.nextafter(near, 0.0)


def answer(h, r, d):
    """(inside, hit, flush, latest or None, normals)"""
    if not is_flat(h, r) and exact.overlap(h, r):
        return True, True, True, 0.0, []
    hit, flush = hits(h, r, d)
    if not flush:
        return False, hit, flush, None, []
    time, normals = rounded_impact(h, r, d) if r else sharp_impact(h, d)
    return False, hit, flush, latest_double(time, h, r, d), [unit(n) for n in normals]


# ---- Motions at the decision ---------------------------------------------------------------------

def few_ulps(rng, d):
    """The motion itself, or one a few units in the last place off."""
    if rng.random() < 0.5:
        return d
    i = rng.randrange(2)
    return tuple(pairs.nudge(rng, x) if i == k else x for k, x in enumerate(d))


def spread(a, b):
    """The power of two at the largest coordinate of the pair."""
    largest = max(abs(x) for s in (a, b) for p in s.placed() for x in (*p, s.radius))
    return math.ldexp(1.0, math.frexp(largest)[1] - 1) if largest > 0 else 1.0


def motion(rng, a, b):
    """One for a: of any direction, along an axis, or corner to corner and a little more or less."""
    unit = spread(a, b)
    kind = rng.randrange(5)
    if kind == 0:
        d = rng.uniform(-2, 2) * unit, rng.uniform(-2, 2) * unit
    elif kind == 1:
        d = rng.randint(-8, 8) * unit / 4, rng.randint(-8, 8) * unit / 4
    elif kind == 2:
        d = rng.choice([(unit, 0.0), (-unit, 0.0), (0.0, unit), (0.0, -unit)])
        far = rng.choice([0.25, 1.0, 3.0, 1000.0])
        d = d[0] * far, d[1] * far
    elif kind == 3:
        p, q = rng.choice(a.placed()), rng.choice(b.placed())
        part = rng.choice([1.0, 1.0, 1.0, 0.5, 2.0, 1.0 + 2.0**-52, 1.0 - 2.0**-53, rng.random()])
        d = (q[0] - p[0]) * part, (q[1] - p[1]) * part
    else:
        d = rng.choice([(0.0, 0.0), (rng.choice([-1, 1]) * unit / 2**30, 0.0)])
    return shapes.settle(d[0]), shapes.settle(d[1])


def backed_off(rng, a, b):
    """A motion that brings a to (or short of, or past) where it is now; a starts that far back."""
    d = motion(rng, a, b)
    a.offset = (-d[0], -d[1])
    part = rng.choice([1.0, 1.0, 2.0, 0.5, 1.0 + 2.0**-52, 1.0 - 2.0**-53])
    return shapes.settle(d[0] * part), shapes.settle(d[1] * part)


def anything(rng):
    _, a, b = pairs.random_pair(rng)
    back = a.offset is None and rng.random() < 0.5
    return a, b, backed_off(rng, a, b) if back else motion(rng, a, b)


def triple(rng):
    x, y, c = rng.choice(shapes.TRIPLES)
    x, y = rng.choice([(x, y), (y, x)])
    return rng.choice((-1, 1)) * x, rng.choice((-1, 1)) * y, c


def round_shape(rng, at, r, unit):
    """A circle at a point, or a capsule or rounded polygon that has a corner there."""
    kind = rng.choice("cckg")
    if kind == "c":
        return shapes.Shape("c", [at], r)
    ends = [at] + [(at[0] + rng.randint(-9, 9) * unit, at[1] + rng.randint(-9, 9) * unit)
                   for _ in range(3)]
    if kind == "k":
        return shapes.Shape("k", ends[:2], r)
    corners = shapes.exact_hull(ends)
    return shapes.polygon(rng, corners, r) if len(corners) > 2 else shapes.Shape("c", [at], r)


def split(rng, reach, unit):
    """Two radii that add up to reach * unit."""
    first = rng.randint(0, reach)
    return first * unit, (reach - first) * unit


def grazing(rng):
    """Round corners whose distance from the way is, or nearly, the sum of the radii."""
    unit = rng.choice([1.0, 0.5, 2.0**-20, 2.0**40])
    x, y, c = triple(rng)
    k, m = rng.randint(1, 400), rng.randint(1, 60)
    px, py = rng.choice([0.0, 0.0, 2.0**20 * unit]), rng.randint(-9, 9) * unit
    at = (px + (x * k - y * m) * unit, py + (y * k + x * m) * unit)
    ra, rb = split(rng, c * m, unit)
    if rng.random() < 0.4:
        rb = abs(pairs.nudge(rng, rb))
    far = rng.choice([k, 2 * k, k // 2, k + 1, 10**6]) * unit
    a, b = round_shape(rng, (px, py), ra, unit), round_shape(rng, at, rb, unit)
    return a, b, few_ulps(rng, (x * far, y * far))


def joining(rng):
    """A way through the point of an outline where an edge, pushed outward, meets an arc."""
    unit = rng.choice([1.0, 0.25, 2.0**-30])
    x, y, c = triple(rng)
    m, long = rng.randint(1, 30), rng.randint(1, 60)
    px, py = rng.randint(-99, 99), rng.randint(-99, 99)
    p, q = (px, py), (px + x * long, py + y * long)
    behind = (px - y * rng.randint(1, 40) + rng.randint(-9, 9),
              py + x * rng.randint(1, 40) + rng.randint(-9, 9))
    corners = shapes.exact_hull([(u * unit, v * unit) for u, v in (p, q, behind)])
    if len(corners) < 3:
        return None
    ra, rb = split(rng, c * m, unit)
    end = rng.choice([p, q])
    joint = end[0] + y * m, end[1] - x * m
    back = rng.choice([1.0, 1.0, 2.0, 0.5])
    start = (joint[0] + rng.randint(-200, 200)) * unit, (joint[1] + rng.randint(-200, 200)) * unit
    d = ((joint[0] * unit - start[0]) * back, (joint[1] * unit - start[1]) * back)
    b = shapes.polygon(rng, corners, rb) if rng.random() < 0.7 else shapes.Shape(
        "k", [(u * unit, v * unit) for u, v in (p, q)], rb)
    a = round_shape(rng, start, ra, unit) if rng.random() < 0.5 else shapes.Shape("c", [start], ra)
    return a, b, few_ulps(rng, d)


def along_tiles(rng):
    """A box or a disc on a row of tiles whose size is no double, pressed down on it or not."""
    size = rng.choice([0.1, 0.7, 1.0, 33.3])
    left = rng.choice([0.0, 1e3, -1e5, 1e7]) + rng.randint(0, 200) * size
    top = rng.choice([0.0, 1e3, 1e7]) + size
    tile = shapes.aabb(left, top, left + size, top + size)
    at = rng.choice([0.0, 1e3, -1e5, 1e7]) + rng.random() * 20 * size
    if rng.random() < 0.6:
        hero = shapes.aabb(at, top - size, at + size, pairs.nudge(rng, top))
    else:
        hero = shapes.Shape("c", [(at, top - size / 2)], size / 2)
    d = (rng.choice([-1, 1]) * rng.random() * 300 * size,
         rng.choice([0.0, 0.0, 1e-9 * size, -1e-9 * size, size, 5e-324]))
    return hero, tile, (shapes.settle(d[0]), shapes.settle(d[1]))


def arriving(rng):
    """From where the shapes touch, back by a motion: exactly, or a few units off."""
    _, a, b = pairs.random_pair(rng)
    if a.offset is not None:
        return None
    d = motion(rng, a, b)
    unit = spread(a, b)
    if rng.random() < 0.7:  # most differences are then doubles
        d = tuple(round(x / unit * 8) * unit / 8 for x in d)
    a.offset = (-d[0], -d[1])
    part = rng.choice([1.0, 1.0, 1.0, 2.0, 0.5])
    return a, b, few_ulps(rng, (d[0] * part, d[1] * part))


def touching(rng):
    """Shapes that touch, or nearly, and a motion along, into or away from each other."""
    _, a, b = pairs.random_pair(rng)
    i = rng.randrange(len(b.points))
    p, q = b.points[i - 1], b.points[i]
    if p == q or rng.random() < 0.4:
        p = rng.choice(a.points)
    d = (q[0] - p[0], q[1] - p[1])
    return a, b, few_ulps(rng, rng.choice([d, (-d[0], -d[1]), (-d[1], d[0]), (d[1], -d[0])]))


def ray(rng):
    """A point against a shape: to or through corners and edges of it, or from inside of it."""
    scale = (shapes.WildScale if rng.random() < 0.1 else shapes.Scale)(rng)
    b = shapes.random_shape(rng, scale, "aacsskbggr")
    p, q = rng.choice(b.points), rng.choice(b.points)
    part = rng.choice([0.0, 0.5, 1.0, rng.random()])
    through = p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part
    start = rng.choice([scale.point(), through, p])
    far = rng.choice([0.0, 0.5, 1.0, 1.0, 2.0, 1000.0])
    d = (through[0] - start[0]) * far, (through[1] - start[1]) * far
    if d == (0.0, 0.0) and rng.random() < 0.8:
        d = scale.length(), -scale.length()
    return shapes.Shape("p", [tuple(map(shapes.settle, start))]), b, few_ulps(rng, d)


def on_lattice(rng):
    """All in few whole numbers: ties of every kind."""
    scale = shapes.LatticeScale(rng)
    a, b = (shapes.random_shape(rng, scale, "paacskkbgggrr") for _ in range(2))
    back = (rng.randint(-8, 8) * scale.unit, rng.randint(-8, 8) * scale.unit)
    a.offset = (-back[0], -back[1])
    d = (rng.randint(-8, 8) * scale.unit, rng.randint(-8, 8) * scale.unit)
    return a, b, d if rng.random() < 0.5 else back


CASES = [(anything, 5), (grazing, 3), (joining, 3), (along_tiles, 1), (arriving, 4), (touching, 2),
         (on_lattice, 4), (ray, 4)]


def random_sweep(rng):
    """(name of the case, a, b, d)"""
    while True:
        case = rng.choices(*zip(*CASES))[0]
        found = case(rng)
        if not found or not found[0] or not found[1]:
            continue
        a, b, d = found
        d = tuple(map(shapes.settle, d))
        if a.in_domain() and b.in_domain() and max(map(abs, d)) <= shapes.LARGEST:
            return case.__name__, a, b, d


def main():
    rng, rows = pairs.begin(__doc__.splitlines()[0])
    for _ in range(rows):
        case, a, b, way = random_sweep(rng)
        h, r, _, d = pairs.cores(a, b, way)
        inside, hit, flush, latest, normals = answer(h, r, d)
        latest = "-" if latest is None else latest.hex()
        listed = " ".join([str(len(normals))] + [x.hex() for n in normals for x in n])
        sys.stdout.write(f"{case} {inside:d} {hit:d} {flush:d} {latest} {listed}"
                         f" {way[0].hex()} {way[1].hex()} | {a.text()} | {b.text()}\n")


if __name__ == "__main__":
    main()
