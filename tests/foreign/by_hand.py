"""Writes every board as somebody would who knows SVG: one hexagon in <defs>, used for each cell; groups in groups; all
kinds of transforms; colours in a style sheet. A board that is a little off in its corners has a polygon for each cell.

    python3 tests/foreign/by_hand.py
"""

import math
import os

from boards import BOARDS, SQRT3, layout

HERE = os.path.dirname(os.path.abspath(__file__))


def draw(board):
    name, cells, flat, across, turned, noise, page = board
    drawn, shaken, one = layout(board)
    side = across / SQRT3
    first = 0 if flat else 30
    # The hexagon in <defs> is 100 units wide from corner to corner, and stands upright.
    corners = [(50 * math.cos(math.radians(first + 60 * k)), 50 * math.sin(math.radians(first + 60 * k))) for k in range(6)]
    points = " ".join(f"{x:.6f},{y:.6f}" for x, y in corners)
    scale = side / 50
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{page[0] / 10}cm" height="{page[1] / 10}cm" viewBox="{-page[0] / 2} {-page[1] / 2} {page[0]} {page[1]}">\n'
        "<style>/* cells */ .cell { fill: white; stroke: black } #board .dark { fill: rgb(62%, 74%, 86%) }</style>\n"
        f'<defs><symbol id="unused" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></symbol><polygon id="cell" points="{points}"/></defs>\n'
    ]
    if noise or one:
        out.append(f'<g id="board" stroke-width="0.3" transform="translate({-page[0] / 2} {-page[1] / 2})">\n<g>\n<g>\n<g>\n')
    else:
        out.append(
            f'<g id="board" stroke-width="{0.3 / scale:.4f}">\n<g transform="rotate({turned})">\n'
            f'<g transform="scale({scale:.8f})">\n<g transform="skewX(20) skewX(-20) translate(10,-4)">\n'
        )
    for number, (cell, own) in enumerate(zip(cells, drawn)):
        kind = "cell dark" if number % 3 == 0 else "cell"
        if noise or one:
            own = [shaken(p) for p in own]
            if one and cell == (1, 1):
                own[2] = (own[2][0] + 0.3, own[2][1])
            d = "M" + " L".join(f"{x:.5f} {y:.5f}" for x, y in own) + "z"
            out.append(f'<path class="{kind}" d="{d}"/>\n')
            continue
        # From the middle of the page, turned back, in the units of the hexagon.
        x = sum(p[0] for p in own) / 6 - page[0] / 2
        y = sum(p[1] for p in own) / 6 - page[1] / 2
        angle = math.radians(-turned)
        x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        x, y = x / scale - 10, y / scale + 4
        if number % 2:
            out.append(f'<use xlink:href="#cell" x="{x:.6f}" y="{y:.6f}" class="{kind}"/>\n')
        else:
            out.append(f'<g class="{kind}"><use href="#cell" transform="matrix(1 0 0 1 {x:.6f} {y:.6f})"/></g>\n')
    out.append("</g>\n</g>\n</g>\n</g>\n</svg>\n")
    with open(os.path.join(HERE, f"hand-{name}.svg"), "w") as file:
        file.write("".join(out))


for board in BOARDS:
    draw(board)
