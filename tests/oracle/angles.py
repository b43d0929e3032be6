#!/usr/bin/env python3
"""Write rows of an angle with its cosine and sine, and of a vector with its angle.

    angles.py [--seed 1] [--rows 1000]

A row: `<angle> <cos> <rest> <sin> <rest> <x> <y> <angle of it> <rest>`, as hexadecimal floats. Each value is
the nearest double and the one nearest to what that is short of. Computed with whole numbers: full turns are
left out in fractions of 2^1536, the rest is done in those of 2^384: sines by Taylor's series of a 2^12th of the
angle, doubled as often; the angle of a vector by Newton's method from atan2.
"""

import argparse
import math
import random
from fractions import Fraction

BITS = 384
ONE = 1 << BITS
MORE = 1536 - BITS


def fixed(value):
    return int(Fraction(value) * ONE)


def arc_cotangent(n):
    term = total = (ONE << MORE) // n
    k = 1
    while term:
        term //= -n * n
        k += 2
        total += term // k
    return total


FULL_TURN = 8 * (4 * arc_cotangent(5) - arc_cotangent(239))  # Machin 1706


def cosine_and_sine(angle):
    """Of an angle in units of 1 / ONE, or of a double."""
    angle = int(Fraction(angle) * (ONE << MORE)) if isinstance(angle, float) else angle << MORE
    small = angle % FULL_TURN >> MORE + 12
    square = small * small >> BITS
    sums = []
    for term, k in ((ONE, 0), (small, 1)):
        total = term
        while term:
            k += 2
            term = (term * square >> BITS) // (k * (k - 1))
            total += -term if k % 4 > 1 else term
        sums.append(total)
    c, s = sums
    for _ in range(12):
        c, s = (c * c - s * s) >> BITS, 2 * s * c >> BITS
    return c, s


def angle_of(x, y):
    angle = fixed(math.atan2(y, x))
    for _ in range(4):  # each doubles the digits
        c, s = cosine_and_sine(angle)
        x_part, y_part = Fraction(x) * c + Fraction(y) * s, Fraction(y) * c - Fraction(x) * s
        angle += int(y_part / x_part * ONE)
    return angle


def halves(value):
    whole = Fraction(value, ONE)
    high = float(whole)
    return f"{high.hex()} {float(whole - Fraction(high)).hex()}"


# Angles that are as near to a number of quarter turns as doubles can be, of any size: Kahan, Minimizing
# q * m - n (1983).
NEAR = (6381956970095103 * 2.0**797, -6381956970095103 * 2.0**797, 5.0**22, 3.0**33 * 2.0**60)


def random_angle(rng):
    return rng.choice((
        lambda: rng.uniform(-7, 7),
        lambda: rng.uniform(-1.6e6, 1.6e6),
        lambda: math.ldexp(rng.uniform(-1, 1), rng.randrange(-60, 10)),
        lambda: rng.randrange(-2**20, 2**20) * math.pi / 2 + rng.uniform(-1e-9, 1e-9),
        lambda: math.radians(rng.randrange(-720, 720)),
        lambda: rng.randrange(-9, 9) / 8,
        lambda: math.ldexp(rng.uniform(-1, 1), rng.randrange(20, 1024)),
        lambda: rng.choice(NEAR),
    ))()


def random_vector(rng):
    scale = rng.choice((0, 0, 0, 900, -900, 30, -30))
    x, y = rng.choice((
        lambda: (rng.uniform(-1, 1), rng.uniform(-1, 1)),
        lambda: (rng.uniform(-1, 1), math.ldexp(rng.uniform(-1, 1), -rng.randrange(60))),
        lambda: (float(rng.randrange(-64, 65)), float(rng.randrange(-64, 65))),
        lambda: (math.ldexp(rng.uniform(-1, 1), -rng.randrange(60)), rng.uniform(-1, 1)),
    ))()
    return (math.ldexp(x, scale), math.ldexp(y, scale)) if x or y else (1.0, 0.0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=1000)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for _ in range(options.rows):
        angle, (x, y) = random_angle(rng), random_vector(rng)
        c, s = cosine_and_sine(angle)
        print(angle.hex(), halves(c), halves(s), x.hex(), y.hex(), halves(angle_of(x, y)))


if __name__ == "__main__":
    main()
