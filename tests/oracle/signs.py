#!/usr/bin/env python3
"""Write rows of arguments for the functions of exact.h, with their exact values.

    signs.py [--seed 1] [--rows 1000]

A row: `<function> <sign> <value> <numbers>`: cross and dot with a, b, c, d; point with a, b, r, s;
line with a, b, p, r, s. The value is the nearest double. Most rows are close to zero by more or
less, so that each stage of the arithmetic has some to decide: the doubles, the pairs of doubles
(for values below some 10^-15 of their terms), the expansions (below some 10^-17 of them, with
differences that are no doubles).
"""

import math
import sys
from fractions import Fraction

import pairs
import shapes


def vec(p, q):
    return Fraction(q[0]) - Fraction(p[0]), Fraction(q[1]) - Fraction(p[1])


def cross(a, b, c, d):
    (x, y), (u, v) = vec(a, b), vec(c, d)
    return x * v - y * u


def dot(a, b, c, d):
    (x, y), (u, v) = vec(a, b), vec(c, d)
    return x * u + y * v


def point(a, b, r, s):
    return dot(a, b, a, b) - (Fraction(r) + Fraction(s)) ** 2


def line(a, b, p, r, s):
    return cross(a, b, a, p) ** 2 - (Fraction(r) + Fraction(s)) ** 2 * dot(a, b, a, b)


def some(rng, low=-100, high=99):
    """A double of a magnitude within low..high, as powers of two; with few bits or many."""
    bits = rng.choice([1, 4, 20, 53, 53])
    mantissa = 1 + rng.getrandbits(bits) / 2.0**bits
    return rng.choice((-1, 1)) * math.ldexp(min(mantissa, 2 - 2.0**-52), rng.randint(low, high))


def spread(rng):
    """(low, high) powers of two for the numbers of one row."""
    middle = rng.choice([0, 0, 0, -60, 60, rng.randint(-90, 90)])
    width = rng.choice([0, 2, 10, 50, 100])
    return max(middle - width, -100), min(middle + width, 99)


def shifted(rng, x):
    """x, or some of its neighbours: up to one ulp or up to 2^50 of them away."""
    steps = rng.choice([0, 0, rng.randint(-2, 2), rng.randint(-(1 << rng.randint(1, 50)), 1 << 50)])
    if x == 0.0 or steps == 0:
        return x
    return shapes.settle(min(max(x + steps * math.ulp(x), -shapes.LARGEST), shapes.LARGEST))


def on_line(rng, low, high):
    """Four points exactly on one line (or two parallel ones), whatever their magnitudes."""
    kx, ky = rng.choice([(1, 1), (1, -1), (1, 2), (1, 0), (0, 1), (4, -1)])
    places = [some(rng, low, max(low, high - 2)) for _ in range(4)]
    return [(kx * t, ky * t) for t in places]


def parallel(rng, low, high):
    """b - a and d - c nearly parallel, rounded."""
    a, b, c = ((some(rng, low, high), some(rng, low, high)) for _ in range(3))
    part = rng.choice([1.0, -0.5, rng.random(), 3.0, some(rng, -3, 0)])
    return [a, b, c, (c[0] + part * (b[0] - a[0]), c[1] + part * (b[1] - a[1]))]


def four_points(rng):
    low, high = spread(rng)
    points = rng.choice([on_line, parallel, parallel])(rng, low, high)
    if rng.random() < 0.3:
        return points
    return [tuple(shifted(rng, x) for x in p) for p in points]


def square_points(rng):
    """The second vector turned by a right angle: what was parallel is then square to it."""
    a, b, c, d = four_points(rng)
    return a, b, (-c[1], c[0]), (-d[1], d[0])


def split(rng, total):
    """Two radii with about that sum: exactly, rounded, or a large and a small one."""
    part = rng.choice([0.0, 0.5, rng.random(), math.ldexp(1.0, -rng.randint(1, 60))])
    r = shapes.settle(abs(total) * part)
    return r, shapes.settle(abs(shifted(rng, abs(total) - r)))


def reach_point(rng):
    low, high = spread(rng)
    x, y, d = rng.choice(shapes.TRIPLES)
    k, a = some(rng, low, max(low, high - 6)), (some(rng, low, high), some(rng, low, high))
    if rng.random() < 0.3:
        a = (0.0, 0.0)
    b = (shifted(rng, a[0] + x * k), shifted(rng, a[1] + y * k))
    if rng.random() < 0.3:  # any direction
        b = (some(rng, low, high), some(rng, low, high))
        return a, b, *split(rng, math.hypot(b[0] - a[0], b[1] - a[1]))
    return a, b, *split(rng, d * k)


def reach_line(rng):
    low, high = spread(rng)
    x, y, d = rng.choice(shapes.TRIPLES)
    k, m = some(rng, low, max(low, high - 6)), some(rng, low, max(low, high - 6))
    a = (0.0, 0.0) if rng.random() < 0.3 else (some(rng, low, high), some(rng, low, high))
    b = (shifted(rng, a[0] + x * k), shifted(rng, a[1] + y * k))
    along = rng.choice([0, 1, 2, rng.random()])
    p = (shifted(rng, a[0] + along * x * k - y * m), shifted(rng, a[1] + along * y * k + x * m))
    if rng.random() < 0.3:  # the distance of some point, rounded
        p = (some(rng, low, high), some(rng, low, high))
        length = dot(a, b, a, b)
        if length:
            return a, b, p, *split(rng, abs(float(cross(a, b, a, p))) / math.sqrt(float(length)))
    return a, b, p, *split(rng, d * m)


MAKERS = [("cross", cross, four_points, 4), ("dot", dot, square_points, 2),
          ("point", point, reach_point, 3), ("line", line, reach_line, 3)]


def random_row(rng):
    """(name, exact value, numbers)"""
    while True:
        name, value, make, _ = rng.choices(MAKERS, [m[3] for m in MAKERS])[0]
        arguments = make(rng)
        numbers = [x for p in arguments for x in (p if isinstance(p, tuple) else (p,))]
        if all(abs(x) <= shapes.LARGEST and shapes.settle(x) == x for x in numbers):
            return name, value(*arguments), numbers


def main():
    rng, rows = pairs.begin(__doc__.splitlines()[0])
    for _ in range(rows):
        name, value, numbers = random_row(rng)
        sign = (value > 0) - (value < 0)
        sys.stdout.write(f"{name} {sign} {float(value).hex()} "
                         f"{' '.join(x.hex() for x in numbers)}\n")


if __name__ == "__main__":
    main()
