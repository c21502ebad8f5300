"""Boards for the three programs beside this file: which cells there are, and where their corners lie.

Nothing here is taken from hexpress: a hexagon's corners are sines and cosines, and shapes are told by hand.
"""

import math
import random

SQRT3 = math.sqrt(3)


def hexhex(n):
    return [(q, r) for q in range(1 - n, n) for r in range(1 - n, n) if abs(q + r) < n]


def rhombus(w, h):
    return [(q, r) for q in range(w) for r in range(h)]


def rectangle(w, h, first=0):
    """Rows of pointy-top cells; `first` = 1 pushes the first row in, 0 the second."""
    return [(c - (r + first) // 2 if first else c - r // 2, r) for r in range(h) for c in range(w)]


def columns(w, h):
    """Columns of flat-top cells, the second pushed down."""
    return [(c, r - c // 2) for c in range(w) for r in range(h)]


def triangle(n):
    return [(q, r) for r in range(n) for q in range(-r, 1)]


def star(n):
    def one(q, r):
        return q <= n and r <= n and -q - r <= n

    def other(q, r):
        return q >= -n and r >= -n and -q - r >= -n

    span = range(-2 * n, 2 * n + 1)
    return [(q, r) for q in span for r in span if one(q, r) or other(q, r)]


# name, cells, flat-top?, across flats in mm, turned in degrees, noise in mm, page in mm
A3, A4 = (297.0, 420.0), (210.0, 297.0)
BOARDS = [
    ("hexhex-5-turned-17", hexhex(5), False, 28.0, 17.0, 0.0, A3),
    ("hexhex-4-flat", hexhex(4), True, 24.0, 0.0, 0.0, A4),
    ("hexhex-6-noise", hexhex(6), True, 17.5, 5.0, 0.02, A4),
    ("rhombus-11", rhombus(11, 11), False, 11.0, 0.0, 0.0, A4),
    ("parallelogram-7x5", rhombus(7, 5), False, 16.0, -8.0, 0.0, A4),
    ("rectangle-8x10", rectangle(8, 10), False, 19.05, 0.0, 0.0, A4),
    ("rectangle-8x10-first", rectangle(8, 10, 1), False, 19.05, 3.0, 0.0, A4),
    ("rectangle-9x7-flat", columns(9, 7), True, 20.0, 0.0, 0.02, A4),
    ("triangle-6", triangle(6), False, 22.0, 0.0, 0.0, A4),
    ("triangle-6-down", [(-q, -r) for q, r in triangle(6)], False, 22.0, 0.0, 0.0, A4),
    ("star-2", star(2), False, 15.0, 0.0, 0.0, A4),
    ("star-3-flat", star(3), True, 12.0, 11.0, 0.0, A4),
    ("ring", [c for c in hexhex(4) if c != (0, 0)], True, 21.0, 0.0, 0.0, A4),
    ("islands", [c for c in hexhex(5) if c[0] not in (1, 2) and c != (-2, 0)], False, 18.0, 0.0, 0.0, A4),
    ("tiny", hexhex(3), True, 5.0, 0.0, 0.0, A4),
    ("large", hexhex(3), False, 50.8, 9.0, 0.0, A3),
    ("inches", hexhex(4), True, 25.4, 0.0, 0.0, A3),
    ("rhombus-5-right", [(q - r, r) for q, r in rhombus(5, 5)], False, 26.0, 0.0, 0.02, A3),
    ("one-vertex", hexhex(4), True, 24.0, 0.0, 0.0, A4),
    ("one-vertex-noise", hexhex(4), False, 23.0, 6.0, 0.02, A4),
]


def layout(board):
    """The cells of a board, each with its six corners in mm, in the middle of its page."""
    name, cells, flat, across, turned, noise, page = board
    side = across / SQRT3
    chance = random.Random(name)

    def centre(q, r):
        if flat:
            return 1.5 * q * side, SQRT3 * (r + q / 2) * side
        return SQRT3 * (q + r / 2) * side, 1.5 * r * side

    angle = math.radians(turned)

    def turn(x, y):
        return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)

    first = 0 if flat else 30
    drawn = []
    for q, r in cells:
        cx, cy = centre(q, r)
        ways = [math.radians(first + 60 * k) for k in range(6)]
        drawn.append([turn(cx + side * math.cos(a), cy + side * math.sin(a)) for a in ways])
    xs = [x for cell in drawn for x, _ in cell]
    ys = [y for cell in drawn for _, y in cell]
    left = page[0] / 2 - (min(xs) + max(xs)) / 2
    top = page[1] / 2 - (min(ys) + max(ys)) / 2
    drawn = [[(x + left, y + top) for x, y in cell] for cell in drawn]

    def shaken(point):
        return tuple(v + chance.uniform(-noise, noise) for v in point)

    shared = name.startswith("one-vertex")
    return drawn, shaken, shared
