#!/usr/bin/env python3
"""Pixel masks and boxes at whole coordinates, against pygame.mask.

pygame knows whole pixels and no policies. Masks touch if they overlap where one of them is moved by
up to one pixel in each axis.
"""

import os

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame.mask
import support
from shapes import aabb

SIZES = [1, 2, 3, 5, 8, 17, 31, 63, 64, 65, 100]  # around those at which a word of pixels ends


class Picture:
    """A mask at a place, seen in a mirror or not."""

    def __init__(self, rng):
        self.width, self.height = rng.choice(SIZES), rng.choice(SIZES[:7])
        share = rng.choice([0, 0.02, 0.5, 0.95, 1])
        self.solid = {(x, y) for x in range(self.width) for y in range(self.height)
                      if rng.random() < share}
        self.mirrored = rng.random() < 0.5
        self.place = (0, 0)

    def text(self):
        rows = ("".join("#" if (x, y) in self.solid else "." for x in range(self.width))
                for y in range(self.height))
        x, y = self.place
        return f"m {x} {y} {int(self.mirrored)} {'|'.join(rows)}"

    def theirs(self):
        mask = pygame.mask.Mask((self.width, self.height))
        for x, y in self.solid:
            mask.set_at((self.width - 1 - x if self.mirrored else x, y))
        return mask


class Box:
    def __init__(self, rng):
        self.width, self.height = rng.choice(SIZES), rng.choice(SIZES[:7])
        self.place = (0, 0)

    def text(self):
        x, y = map(float, self.place)
        return aabb(x, y, x + self.width, y + self.height).text()

    def theirs(self):
        return pygame.mask.Mask((self.width, self.height), fill=True)


def random_pair(rng):
    a, b = Picture(rng), Picture(rng) if rng.random() < 0.7 else Box(rng)
    a.place = (rng.randint(-200, 200), rng.randint(-200, 200))
    # Where the pictures meet, or are a few pixels apart.
    b.place = (a.place[0] + rng.randint(-b.width - 2, a.width + 2),
               a.place[1] + rng.randint(-b.height - 2, a.height + 2))
    return a, b


def main():
    rng, rows, ask = support.begin(__doc__.splitlines()[0], rows=6000)
    faults = support.Faults()
    pairs = [random_pair(rng) for _ in range(rows)]
    overlapping = touching = 0
    for (a, b), (overlap, touch, pixel) in zip(pairs, ask(pairs)):
        mask, other = a.theirs(), b.theirs()
        dx, dy = b.place[0] - a.place[0], b.place[1] - a.place[1]
        overlaps = mask.overlap(other, (dx, dy)) is not None
        touches = any(mask.overlap(other, (dx + i, dy + k)) is not None
                      for i in (-1, 0, 1) for k in (-1, 0, 1))
        overlapping += overlaps
        touching += touches and not overlaps
        for name, ours, pygames in (("overlap", overlap, overlaps), ("touch", touch, touches),
                                    ("pixel", pixel, overlaps)):
            if ours != pygames:
                faults.add(f"{name} is {ours}, pygame says {pygames}", a, b)
    print(f"{overlapping} overlap, {touching} only touch")
    if min(overlapping, touching) < rows // 50:
        raise SystemExit("too few of either to mean anything")
    faults.end()


if __name__ == "__main__":
    main()
