"""Draw what bench_world has measured.

    build/bench_world --csv > worlds.csv
    tests/bench/plot.py worlds.csv > docs/pictures/worlds.svg
    tests/bench/plot.py --table worlds.csv

Several files are taken together; of a row that is there twice the last one counts. The curves are
the rows "curve", and "uniform" of the other engines; the bars are those of 10,000 things whose
numbers say nothing of where they are. With --table it prints the rows of 10,000 things as Markdown.
"""

import csv
import math
import sys

FRAME = "all moved, all pairs"
KINDS = ["uniform", "clustered", "mixed", "static", "sparse"]
COLORS = {  # from the best that there is in this plot down
    "hitbox": "#3b7dd8",
    "hitbox tree": "#2aa198",
    "Chipmunk hash": "#e0a030",
    "Chipmunk tree": "#c9772b",
    "Box2D tree": "#c04a4a",
}
IN_TABLES = [*COLORS]
IN_TABLES.insert(-1, "Chipmunk space")
NAMES = {"hitbox": "hitbox, grid", "hitbox tree": "hitbox, tree"}
INK, DIM, RULE = "#2b3440", "#69737f", "#d9dbd6"
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'
MOST_BARS = 10000


class Svg:
    def __init__(self, width, height):
        self.lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
                      f'height="{height}" viewBox="0 0 {width} {height}">',
                      f'<rect width="{width}" height="{height}" rx="6" fill="#f7f7f4"/>']

    def text(self, x, y, text, size=11, color=DIM, anchor="start"):
        self.lines.append(f'<text x="{x:.1f}" y="{y:.1f}" {FONT} font-size="{size}" '
                          f'fill="{color}" text-anchor="{anchor}">{text}</text>')

    def rect(self, x, y, width, height, color):
        self.lines.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                          f'height="{height:.1f}" fill="{color}"/>')

    def path(self, points, color, width=1.0):
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.lines.append(f'<polyline points="{line}" fill="none" stroke="{color}" '
                          f'stroke-width="{width}"/>')

    def dot(self, x, y, color):
        self.lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>')

    def __str__(self):
        return "\n".join([*self.lines, "</svg>", ""])


class Scale:
    """A logarithmic axis from `low` at pixel `start` to `high` at pixel `end`."""

    def __init__(self, low, high, start, end):
        self.low, self.high, self.start, self.end = low, high, start, end

    def __call__(self, value):
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self):
        """The powers of ten, and two values between each two."""
        power = 10.0 ** math.floor(math.log10(self.low))
        while power <= self.high:
            for value in (power, 2 * power, 5 * power):
                if self.low <= value <= self.high:
                    yield value, value == power
            power *= 10


def short(value):
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def read(paths):
    """(scene, count, order, query, engine) -> row"""
    rows = {}
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                # not the head of a file that was put behind another, nor what Chipmunk greets with
                if row["scene"] != "scene" and row["ns"] is not None:
                    key = (row["scene"], int(row["count"]), row["order"], row["query"],
                           row["engine"])
                    rows[key] = row
    return rows


def engines_of(rows, known):
    there = {key[4] for key in rows}
    return [engine for engine in known if engine in there]


def curve_of(rows, engine):
    """[(things, ns)] of evenly spread things, all of which move."""
    curve = {}
    for scene in ("uniform", "curve"):
        for (of, count, order, query, by), row in rows.items():
            if (of, order, query, by) == (scene, "ordered", FRAME, engine):
                curve[count] = float(row["ns"])
    return sorted(curve.items())


def axis(svg, y, left, right):
    for value, strong in y.ticks():
        svg.path([(left, y(value)), (right, y(value))], RULE, 1.0 if strong else 0.5)
        svg.text(left - 6, y(value) + 4, short(value), 10, DIM, "end")


def draw_curves(svg, rows, y, left, right):
    x = Scale(800, 1.3e6, left, right)
    svg.text(left - 30, 34, "a frame: all move, all pairs are found", 13, INK)
    svg.text(left - 30, 52, "ns for each thing, by how many there are; evenly spread")
    axis(svg, y, left, right)
    for value in (1e3, 1e4, 1e5, 1e6):
        svg.text(x(value), y.start + 18, short(value), 10, DIM, "middle")
    for engine in engines_of(rows, COLORS):
        points = [(x(count), y(ns)) for count, ns in curve_of(rows, engine)]
        if points:
            svg.path(points, COLORS[engine], 2)
            for at in points:
                svg.dot(*at, COLORS[engine])


def draw_bars(svg, rows, y, left, right):
    engines = engines_of(rows, COLORS)
    kinds = [kind for kind in KINDS
             if any(key[:4] == (kind, MOST_BARS, "random", FRAME) for key in rows)]
    svg.text(left - 30, 34, f"the same for {MOST_BARS:,} things", 13, INK)
    svg.text(left - 30, 52, "numbered at random")
    axis(svg, y, left, right)
    group = (right - left) / max(len(kinds), 1)
    bar = group * 0.8 / max(len(engines), 1)
    for k, kind in enumerate(kinds):
        start = left + k * group + 0.1 * group
        svg.text(start + 0.4 * group, y.start + 18, kind, 10, DIM, "middle")
        for e, engine in enumerate(engines):
            row = rows.get((kind, MOST_BARS, "random", FRAME, engine))
            if row:
                top = y(float(row["ns"]))
                svg.rect(start + e * bar, top, bar - 1, y.start - top, COLORS[engine])


def draw(rows):
    svg = Svg(1000, 430)
    y = Scale(2, 2000, 360, 70)
    draw_curves(svg, rows, y, 54, 470)
    draw_bars(svg, rows, y, 544, 980)
    at = 54
    for engine in engines_of(rows, COLORS):
        name = NAMES.get(engine, engine)
        svg.rect(at, 396, 12, 12, COLORS[engine])
        svg.text(at + 18, 406, name, 11, INK)
        at += 50 + 7.2 * len(name)
    return str(svg)


def table(rows):
    engines = engines_of(rows, IN_TABLES)
    lines = ["| | | " + " | ".join(NAMES.get(e, e) for e in engines) + " |",
             "|---" * (len(engines) + 2) + "|"]
    seen = []
    for scene, count, order, query, _ in rows:
        if count == MOST_BARS and order == "random" and (scene, query) not in seen:
            seen.append((scene, query))
    for scene, query in seen:
        cells = []
        for engine in engines:
            row = rows.get((scene, MOST_BARS, "random", query, engine))
            value = float(row["ns"]) if row else math.nan
            cells.append(f"{value:.0f}" if value >= 100 else f"{value:.3g}" if row else "")
        lines.append(f"| {scene} | {query} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def main(arguments):
    paths = [argument for argument in arguments if argument != "--table"]
    if not paths or any(path.startswith("-") for path in paths):
        sys.exit(__doc__)
    rows = read(paths)
    sys.stdout.write(table(rows) if "--table" in arguments else draw(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
