"""Draws every board edge by edge, each edge once however many cells share it, into an SVG of single lines; some of them
joined to polylines, and some given in other units.

    python3 tests/foreign/each_edge_once.py
"""

import os
import random

from boards import BOARDS, layout

HERE = os.path.dirname(os.path.abspath(__file__))


def edges(drawn, shaken):
    """Each edge once, by its ends, which lie in exactly one place for all the edges that meet there."""
    places = {}

    def place(point):
        key = (round(point[0], 3), round(point[1], 3))
        return places.setdefault(key, shaken(point))

    known = set()
    for corners in drawn:
        for a, b in zip(corners, corners[1:] + corners[:1]):
            a, b = place(a), place(b)
            if (b, a) not in known:
                known.add((a, b))
    return sorted(known)


def draw(board):
    name, cells, page = board[0], board[1], board[6]
    drawn, shaken, one = layout(board)
    if one:
        # The corner that three cells share, in all of them.
        at = drawn[cells.index((0, 0))][2]
        near = lambda p: abs(p[0] - at[0]) + abs(p[1] - at[1]) < 1e-6
        drawn = [[(p[0] + 0.3, p[1]) if near(p) else p for p in cell] for cell in drawn]
    lines = edges(drawn, shaken)
    random.Random(name).shuffle(lines)
    unit = [("mm", 1.0), ("px", 96 / 25.4), ("pt", 72 / 25.4)][len(name) % 3]
    scale = unit[1]
    out = [
        '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"'
        ' "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page[0]}mm" height="{page[1]}mm"'
        f' viewBox="0 0 {page[0] * scale:.6f} {page[1] * scale:.6f}">\n'
        f'<g style="fill: none; stroke: #333; stroke-width: {0.3 * scale:.4f}">\n'
    ]
    # Every fifth line goes on along the next, as a pen would.
    while lines:
        a, b = lines.pop()
        points = [a, b]
        if len(lines) % 5 == 0:
            after = next((line for line in lines if line[0] == b), None)
            if after:
                lines.remove(after)
                points.append(after[1])
        text = " ".join(f"{x * scale:.5f},{y * scale:.5f}" for x, y in points)
        if len(points) == 2:
            (x1, y1), (x2, y2) = points
            out.append(
                f'<line x1="{x1 * scale:.5f}" y1="{y1 * scale:.5f}" x2="{x2 * scale:.5f}" y2="{y2 * scale:.5f}"/>\n'
            )
        else:
            out.append(f'<polyline points="{text}"/>\n')
    out.append("</g>\n</svg>\n")
    with open(os.path.join(HERE, f"edges-{name}.svg"), "w") as file:
        file.write("".join(out))


for board in BOARDS:
    draw(board)
