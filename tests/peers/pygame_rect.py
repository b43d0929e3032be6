#!/usr/bin/env python3
"""Boxes and points with whole coordinates, against pygame.Rect.

pygame's rectangles are half-open, and one without width or height holds nothing: our "pixel". Of
boxes with an interior, "overlap" says the same.
"""

import os

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame
import support
from shapes import Shape, aabb


def random_box(rng, span):
    x, y = rng.randint(-span // 2, span), rng.randint(-span // 2, span)
    return pygame.Rect(x, y, rng.randint(0, span), rng.randint(0, span))


def as_shape(rect):
    if isinstance(rect, tuple):
        return Shape("p", [tuple(map(float, rect))])
    return aabb(*map(float, (rect.left, rect.top, rect.right, rect.bottom)))


def main():
    rng, rows, ask = support.begin(__doc__.splitlines()[0])
    faults = support.Faults()
    pairs = []
    for _ in range(rows):
        span = rng.choice([2, 4, 4, 8, 1000, 2**29])
        a = random_box(rng, span)
        # A corner of the first box is a likely place for the other.
        b = random_box(rng, span) if rng.random() < 0.7 else (
            rng.choice([a.left, a.right, rng.randint(-span, span)]),
            rng.choice([a.top, a.bottom, rng.randint(-span, span)]))
        pairs.append((a, b))
    shapes = [(as_shape(a), as_shape(b)) for a, b in pairs]
    hits = 0
    for (a, b), (p, q), (overlap, _, pixel) in zip(pairs, shapes, ask(shapes)):
        point = isinstance(b, tuple)
        theirs = bool(a.collidepoint(b) if point else a.colliderect(b))
        hits += theirs
        if pixel != theirs:
            faults.add(f"pixel is {pixel}, pygame says {theirs}", p, q)
        if not point and a.w and a.h and b.w and b.h and overlap != theirs:
            faults.add(f"overlap is {overlap}, pygame says {theirs}", p, q)
    print(f"{hits} meet")
    faults.end()


if __name__ == "__main__":
    main()
