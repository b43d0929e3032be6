#!/usr/bin/env python3
"""Write rows of two shapes and what lies between them: distance, depth, time of impact.

    measures.py [--seed 1] [--rows 1000]

A row: `<case> <distance> <depth> <inside> <hit> <flush> <margin> <time> <dx> <dy> | <a> | <b>`.
Depth is - where the two do not touch. a moves by (dx, dy) while b rests: inside, hit and flush are
1 or 0 for whether they overlap at the start, whether the motion is stopped, and whether it is where
arriving flush counts too; margin says how far that is from the other answer; time is - where
nothing stops it. Lengths and the time are the nearest doubles of results to a hundred digits.
"""

import math
import sys

import exact
import pairs
import shapes


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


def random_motion(rng):
    """(name of the case, a, b, d)"""
    while True:
        case, a, b = pairs.random_pair(rng)
        back = a.offset is None and rng.random() < 0.5
        d = backed_off(rng, a, b) if back else motion(rng, a, b)
        if a.in_domain() and max(abs(d[0]), abs(d[1])) <= shapes.LARGEST / 4:
            return case, a, b, d


def main():
    rng, rows = pairs.begin(__doc__.splitlines()[0])
    for _ in range(rows):
        case, a, b, way = random_motion(rng)
        h, r, shift, d = pairs.cores(a, b, way)
        meets = exact.touch(h, r)
        depth = repr(exact.to_double(exact.depth(h, r), shift)) if meets else "-"
        flush = exact.blocked(h, r, d, flush=True)
        margin = exact.to_double(exact.margin(h, r, d), shift)
        time = repr(exact.to_double(exact.time_of_impact(h, r, d))) if flush else "-"
        sys.stdout.write(f"{case} {exact.to_double(exact.gap(h, r), shift)!r} {depth}"
                         f" {exact.overlap(h, r):d} {exact.blocked(h, r, d, flush=False):d}"
                         f" {flush:d} {margin!r} {time} {way[0].hex()} {way[1].hex()}"
                         f" | {a.text()} | {b.text()}\n")


if __name__ == "__main__":
    main()
