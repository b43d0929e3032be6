"""Random shapes that are hard on collision code, as text for the C tests and as exact points.

In a row a shape reads `<kind> <numbers>`, all numbers as C hex floats:

    p x y                point              s x1 y1 x2 y2        segment
    a x0 y0 x1 y1        AABB by edges      k x1 y1 x2 y2 r      capsule
    w x y w h            AABB by size       g n r x1 y1 ...      polygon of n points, radius r
    c x y r              circle

and `@ x y` after it places it there. Polygons come in either winding, from any corner, and may
hold doubled and collinear points, as a caller's may.
"""

import math

import exact

TRIPLES = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29), (1, 0, 1), (0, 1, 1)]
SMALLEST = 2.0**-100  # HB_MIN_COORD
LARGEST = 2.0**100  # HB_MAX_COORD


class Shape:
    def __init__(self, kind, points, radius=0.0, numbers=None, given=None):
        self.kind = kind
        self.points = points  # a superset of the core's corners
        self.radius = radius
        self.numbers = numbers  # as the row has them, where they are not the points themselves
        self.given = given  # a polygon's points with its doubled and collinear ones
        self.offset = None

    def text(self):
        if self.kind == "g":
            listed = self.given or self.points
            head, numbers = f"g {len(listed)} {self.radius.hex()}", flat(listed)
        else:
            head = self.kind
            numbers = self.numbers if self.numbers is not None else flat(self.points)
            if self.kind in "ck":
                numbers = numbers + [self.radius]
        body = " ".join(x.hex() for x in numbers)
        at = f" @ {self.offset[0].hex()} {self.offset[1].hex()}" if self.offset else ""
        return f"{head} {body}{at}"

    def placed(self):
        """The core's points as the core places them: each coordinate is rounded once."""
        if not self.offset:
            return self.points
        dx, dy = self.offset
        return [(settle(x + dx), settle(y + dy)) for x, y in self.points]

    def in_domain(self):
        numbers = flat(self.points) + flat(self.placed()) + [self.radius]
        return all(abs(x) <= LARGEST and (x == 0 or abs(x) >= SMALLEST) for x in numbers)


def flat(points):
    return [x for p in points for x in p]


def settle(x):
    return 0.0 if abs(x) < SMALLEST else x


def ulps(x, n):
    """The double n steps above x (below it for n < 0)."""
    for _ in range(abs(n)):
        x = math.nextafter(x, math.inf if n > 0 else -math.inf)
    return x


class Scale:
    """Where coordinates come from: a lattice, or full mantissas, at some magnitude."""

    def __init__(self, rng):
        self.rng = rng
        self.unit, self.whole = rng.choice([
            (1.0, True), (1.0, True), (0.5, True), (0.1, True), (0.7, True), (1.0, False),
            (100.0, False), (1e5, False), (1e15, True), (1e15, False), (2.0**86, True),
            (2.0**86, False), (2.0**-80, True), (2.0**-80, False), (2.0**25, True)])
        self.span = rng.choice([3, 8, 8, 40, 1000])
        self.base = 0.0
        if self.unit < 2.0**60:
            self.base = rng.choice([0.0, 0.0, 0.0, 0.0, 2.0**20, 2.0**30, -1e5]) * self.unit

    def length(self):
        if self.whole:
            return self.rng.randint(0, self.span) * self.unit
        return self.rng.random() * self.span * self.unit

    def coordinate(self):
        return settle(self.base + self.rng.choice((-1, 1)) * self.length())

    def point(self):
        return self.coordinate(), self.coordinate()


class LatticeScale(Scale):
    """Few whole numbers, so that edges are often parallel and corners at equal depths."""

    def __init__(self, rng):
        super().__init__(rng)
        self.unit, self.whole = rng.choice([1.0, 2.0**-20, 2.0**60]), True
        self.span, self.base = 4, 0.0


class EdgeScale(Scale):
    """The largest and the smallest coordinates of the domain."""

    def __init__(self, rng):
        super().__init__(rng)
        self.unit = rng.choice([2.0**97, 2.0**-100])
        self.span, self.base = 7, 0.0


class WildScale(Scale):
    """Every coordinate with an exponent of its own."""

    def __init__(self, rng):
        super().__init__(rng)
        self.low, self.high = rng.choice([(-90, 90), (-40, 40), (-5, 60), (-90, 0)])

    def length(self):
        mantissa = 1 + (self.rng.random() if self.rng.random() < 0.7 else 0)
        return math.ldexp(mantissa, self.rng.randint(self.low, self.high))

    def coordinate(self):
        return self.rng.choice((-1, 1, 0)) * self.length()


def exact_hull(points):
    numbers, _ = exact.lattice(flat(points))
    back = dict(zip(zip(numbers[::2], numbers[1::2]), points))
    return [back[p] for p in exact.hull(list(back))]


def random_corners(rng, scale):
    """Corners of a convex polygon with an interior, or None."""
    count = rng.choice([3, 3, 4, 4, 5, 6, 8, 12, 24])
    if rng.random() < 0.02:
        count = rng.choice([17, 33, 64, 96])
    if rng.random() < 0.3 or count > 24:  # near a circle: many corners survive
        (cx, cy), r = scale.point(), scale.length()
        start = rng.random()
        turns = [(start + i / count) * math.tau for i in range(count)]
        points = [(settle(cx + r * math.cos(t)), settle(cy + r * math.sin(t))) for t in turns]
    elif rng.random() < 0.3:  # a thin sliver along a line
        (x, y), (dx, dy) = scale.point(), (scale.length(), scale.length())
        points = [(settle(ulps(x + dx * i / count, rng.randint(-1, 1))), settle(y + dy * i / count))
                  for i in range(count)]
    else:
        points = [scale.point() for _ in range(count)]
    corners = exact_hull(points)
    return corners if len(corners) > 2 else None


def turned_box(rng, scale):
    """Four corners about a centre: exact ones in a Pythagorean direction, else rounded ones."""
    (cx, cy), w, h = scale.point(), scale.length(), scale.length()
    if rng.random() < 0.5:
        c, s, _ = rng.choice(TRIPLES)
    else:
        angle = rng.random() * math.tau
        c, s = math.cos(angle), math.sin(angle)
    signs = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    corners = exact_hull([(settle(cx + (i * w * c - j * h * s)),
                           settle(cy + (i * w * s + j * h * c))) for i, j in signs])
    return corners if len(corners) > 2 else None


def with_spares(rng, corners):
    """The same outline with doubled corners and exact midpoints, which a maker has to drop."""
    out = []
    for p, q in zip(corners, corners[1:] + corners[:1]):
        out += [p] * rng.choice([1, 1, 1, 2, 3])
        middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
        numbers, _ = exact.lattice(flat([p, middle, q]))
        on_line = exact.turn(numbers[0:2], numbers[2:4], numbers[4:6]) == 0
        if on_line and all(x == settle(x) for x in middle) and rng.random() < 0.5:
            out.append(middle)
    return out


def polygon(rng, corners, radius=0.0):
    """As a caller might give it: any winding, from any corner, at times with spare points."""
    corners = corners[:]
    if rng.random() < 0.5:
        corners.reverse()
    first = rng.randrange(len(corners))
    corners = corners[first:] + corners[:first]
    given = with_spares(rng, corners) if len(corners) <= 24 and rng.random() < 0.25 else None
    return Shape("g", corners, radius, given=given)


def aabb(x0, y0, x1, y1):
    return Shape("a", [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], numbers=[x0, y0, x1, y1])


def random_shape(rng, scale, kinds="paawccskkbggrr"):
    """One shape; b is a turned box and r a rounded polygon (both `g` in the row)."""
    while True:
        shape = try_shape(rng, scale, rng.choice(kinds))
        if shape and shape.in_domain():
            return shape


def try_shape(rng, scale, kind):
    p, q = scale.point(), scale.point()
    if kind == "p":
        return Shape("p", [p])
    if kind == "a":
        if rng.random() < 0.1:
            q = (p[0], q[1])
        return aabb(min(p[0], q[0]), min(p[1], q[1]), max(p[0], q[0]), max(p[1], q[1]))
    if kind == "w":
        w, h = abs(scale.length()), abs(scale.length())
        x1, y1 = settle(p[0] + w), settle(p[1] + h)
        shape = aabb(p[0], p[1], x1, y1)
        shape.kind, shape.numbers = "w", [*p, w, h]
        return shape if settle(w) == w and settle(h) == h else None
    if kind == "c":
        return Shape("c", [p], 0.0 if rng.random() < 0.1 else settle(scale.length()))
    if kind in "sk":
        if rng.random() < 0.15:
            q = p
        elif rng.random() < 0.2:
            q = (p[0], q[1])
        radius = 0.0 if kind == "s" or rng.random() < 0.1 else settle(scale.length())
        return Shape(kind, [p, q], radius)
    corners = turned_box(rng, scale) if kind == "b" else random_corners(rng, scale)
    if corners is None:
        return None
    return polygon(rng, corners, settle(scale.length()) if kind == "r" else 0.0)
