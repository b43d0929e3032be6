"""Time pygame.mask on the work of tests/bench/shapes/mask.c, next to that.

    mask.py BENCH [SECONDS]

BENCH is the benchmark's program; its rows that begin with "mask" are read. pygame's time is taken
with and without that of a call from Python, which a test of masks that are far apart takes. Half
pixels are left out, which pygame does not have. Needs pygame (python3-pygame).
"""

import random
import statistics
import subprocess
import sys
import time

import pygame.mask

PLACES = 64


def draw(size, is_solid):
    mask = pygame.mask.Mask((size, size))
    for y in range(size):
        for x in range(size):
            if is_solid(x, y):
                mask.set_at((x, y))
    return mask


def triangles(size):
    places = [(i % 8, i // 8) for i in range(PLACES)]
    upper = draw(size, lambda x, y: x + y < size - 2)
    return upper, draw(size, lambda x, y: x + y > size), places


def discs(size):
    def is_solid(x, y):
        return (2 * x + 1 - size) ** 2 + (2 * y + 1 - size) ** 2 < size * size

    state, numbers = 1, []
    for _ in range(2 * PLACES):
        state = state * 48271 % 2147483647  # Lehmer's generator
        numbers.append(state % (2 * size) - size)
    disc = draw(size, is_solid)
    return disc, disc, list(zip(numbers[::2], numbers[1::2]))


def measure(a, b, places, seconds):
    """Nanoseconds per test, as the benchmark takes them (the median, and each round in another
    order), and how many of 100 hit."""
    overlap, times, end = a.overlap, [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        random.shuffle(places)
        start = time.perf_counter()
        for place in places:
            overlap(b, place)
        times.append(time.perf_counter() - start)
    hits = sum(overlap(b, place) is not None for place in places)
    return statistics.median(times) * 1e9 / len(places), 100 * hits / len(places)


bench = sys.argv[1]
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
lines = subprocess.run([bench, str(seconds)], check=True, capture_output=True, text=True).stdout
ours = {}
for words in (line.split() for line in lines.splitlines() if line.startswith("mask ")):
    ours[int(words[1]), words[2]] = float(words[3]), float(words[4])

print(f"{'ns per pair':18} {'hit %':>5} {'hitbox':>10} {'pygame':>10} {'less call':>10}")
fine = len(ours) > 0
for size in sorted({size for size, _ in ours}):
    for name, work in ("apart", triangles), ("discs", discs):
        a, b, places = work(size)
        call, _ = measure(a, b, [(9 * size, 9 * size)] * PLACES, seconds)
        theirs, hits = measure(a, b, places, seconds)
        share, mine = ours[size, name]
        fine = fine and abs(share - hits) < 1
        print(f"{f'mask {size} {name}':18} {hits:5.0f} {mine:10.1f} {theirs:10.1f}"
              f" {theirs - call:10.1f} {theirs / mine:9.1f}x {(theirs - call) / mine:9.1f}x")
if not fine:
    print("the answers differ: the times mean nothing")
sys.exit(0 if fine else 1)
