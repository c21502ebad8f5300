"""Draws every board with cairo into a PDF: each cell filled, then outlined by a path of its own.

    python3 tests/foreign/cairo_pdf.py        (needs pycairo)
"""

import os

import cairo

from boards import BOARDS, layout

HERE = os.path.dirname(os.path.abspath(__file__))
PT = 72 / 25.4


def draw(board):
    name, cells, page = board[0], board[1], board[6]
    drawn, shaken, one = layout(board)
    surface = cairo.PDFSurface(os.path.join(HERE, f"cairo-{name}.pdf"), page[0] * PT, page[1] * PT)
    surface.set_metadata(cairo.PDFMetadata.CREATE_DATE, "2020-01-01T00:00:00Z")
    ctx = cairo.Context(surface)
    ctx.scale(PT, PT)
    ctx.set_line_width(0.3)
    for number, (cell, corners) in enumerate(zip(cells, drawn)):
        corners = [shaken(p) for p in corners]
        if one and cell == (1, 1):
            corners[2] = (corners[2][0] + 0.3, corners[2][1])
        # A group of its own, turned to and fro, as programs do.
        ctx.save()
        ctx.translate(100, 50)
        for k, (x, y) in enumerate(corners):
            (ctx.move_to if k == 0 else ctx.line_to)(x - 100, y - 50)
        ctx.close_path()
        if number % 3 == 0:
            ctx.set_source_rgb(0.62, 0.74, 0.86)
        else:
            ctx.set_source_rgb(1, 1, 1)
        ctx.fill_preserve()
        ctx.set_source_rgb(0, 0, 0)
        ctx.stroke()
        ctx.restore()
    surface.finish()


for board in BOARDS:
    draw(board)
