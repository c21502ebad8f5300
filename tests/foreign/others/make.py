"""Writes drawings of one board in the manner of other kinds of programs.

Each shows a hexhex 3 of 19 cells with sides of 12 mm on a sheet of A4. What the checker tells of NAME stands in
NAME.txt beside it.

    python3 tests/foreign/others/make.py
"""

import math
import os

HERE = os.path.dirname(os.path.abspath(__file__))
SIDE = 12.0
HIGH = SIDE * math.sqrt(3)
CELLS = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) < 3]
# The outlines of three letters, on a square of 10, y down.
LETTERS = {
    "A": [[(0, 10), (4, 0), (6, 0), (10, 10), (8, 10), (7, 7), (3, 7), (2, 10)]],
    "E": [[(0, 0), (9, 0), (9, 2), (2, 2), (2, 4), (7, 4), (7, 6), (2, 6), (2, 8), (9, 8), (9, 10), (0, 10)]],
    "T": [[(0, 0), (10, 0), (10, 2), (6, 2), (6, 10), (4, 10), (4, 2), (0, 2)]],
}


def place(q, r, spread=1.0):
    return 105 + 1.5 * SIDE * spread * q, 148 + HIGH * spread * (r + q / 2)


def corners(at, side=SIDE, first=0):
    turns = [math.radians(first + 60 * k) for k in range(6)]
    return [(at[0] + side * math.cos(t), at[1] + side * math.sin(t)) for t in turns]


def points(all):
    return " ".join(f"{x:.4f},{y:.4f}" for x, y in all)


def path(all):
    return "M" + "L".join(f"{x:.4f} {y:.4f}" for x, y in all) + "z"


def svg(name, body, more=""):
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="210mm" height="297mm"'
        f' viewBox="0 0 210 297">\n{more}{body}</svg>\n'
    )
    with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
        file.write(text)


def pdf(name, contents, resources="", objects=()):
    """A file with one page; `objects` begin with number 5."""
    box = "/MediaBox [0 0 595.276 841.89]"
    all = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R {box} /Contents 4 0 R /Resources << {resources} >> >>",
        stream("", contents),
        *objects,
    ]
    text, places = "%PDF-1.4\n", []
    for number, body in enumerate(all, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    start = len(text)
    text += f"xref\n0 {len(all) + 1}\n0000000000 65535 f \n" + "".join(f"{at:010} 00000 n \n" for at in places)
    text += f"trailer\n<< /Size {len(all) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    with open(os.path.join(HERE, name), "w", newline="\n") as file:
        file.write(text)


def stream(keys, contents):
    return f"<< {keys} /Length {len(contents)} >>\nstream\n{contents}\nendstream"


# From millimetres, y down, to points, y up.
MM = f"{72 / 25.4:.8f} 0 0 {-72 / 25.4:.8f} 0 841.89 cm\n"


def lines(all):
    (x, y), *rest = all
    return f"{x:.4f} {y:.4f} m " + " ".join(f"{x:.4f} {y:.4f} l" for x, y in rest) + " h"


# Cells with wide gaps, a third of their width.
cells = [f'<polygon points="{points(corners(place(q, r, 1.3)))}"/>\n' for q, r in CELLS]
svg("gaps.svg", '<g fill="#cfe3f5" stroke="#223" stroke-width=".3">\n' + "".join(cells) + "</g>\n")

# A map editor: six triangles for each cell, without lines.
body = ""
for q, r in CELLS:
    at = place(q, r)
    own = corners(at)
    fill = "#d9c08a" if (q - r) % 3 else "#7fa650"
    for k in range(6):
        body += f'<polygon fill="{fill}" points="{points([at, own[k], own[(k + 1) % 6]])}"/>\n'
svg("triangles.svg", body)

# A drawing program that rounds corners by a tenth of a millimetre.
body = ""
for q, r in CELLS:
    own = corners(place(q, r))
    cut = 0.1 * math.tan(math.radians(30))
    d = ""
    for k in range(6):
        (x, y), (u, v), (a, b) = own[k - 1], own[k], own[(k + 1) % 6]
        first = (u + (x - u) * cut / SIDE, v + (y - v) * cut / SIDE)
        last = (u + (a - u) * cut / SIDE, v + (b - v) * cut / SIDE)
        d += f"{'L' if d else 'M'}{first[0]:.4f} {first[1]:.4f}A.1 .1 0 0 1 {last[0]:.4f} {last[1]:.4f}"
    body += f'<path d="{d}z"/>\n'
svg("rounded.svg", '<g fill="#f4e8c8" stroke="#553" stroke-width=".4">\n' + body + "</g>\n")

# A web page: each cell a rectangle of colour, cut by a clip; transforms are those of style sheets.
body = ""
for number, (q, r) in enumerate(CELLS):
    x, y = place(q, r)
    fill = ["#e9d8a6", "#005f73", "#ca6702"][(q - r) % 3]
    style = f"transform: translate({x:.4f}px, {y:.4f}px) rotate({60 * (number % 6)}deg)"
    body += f'<rect class="cell" clip-path="url(#hex)" fill="{fill}" style="{style}" x="-15" y="-15" width="30" height="30"/>\n'
hexagon = f'<clipPath id="hex"><polygon points="{points(corners((0, 0)))}"/></clipPath>'
svg("clips.svg", body, f"<defs>{hexagon}</defs>\n")

# The same by transforms of a style sheet, about the middle of each shape and in units of all kinds.
body = ""
for number, (q, r) in enumerate(CELLS):
    x, y = place(q, r)
    turn = ["60deg", "0.5turn", "200grad", "1.0471975512rad"][number % 4]
    style = f"translate: none; transform: translate({x - 20:.4f}px, {y - 20:.4f}px) rotate({turn})"
    body += f'<polygon class="cell" style="{style}" points="{points(corners((20, 20)))}"/>\n'
sheet = ".cell { fill: #fff6e0; stroke: #321; stroke-width: .3px; transform-box: fill-box; transform-origin: center }"
svg("css.svg", body, f"<style>{sheet}</style>\n")

# A background of hexagons that is a pattern: a tile of two cells, each drawn line by line.
w, h = 3 * SIDE, HIGH
d = f"M0 {h / 2:.4f}L{SIDE / 2} 0H{1.5 * SIDE}L{2 * SIDE} {h / 2:.4f}L{1.5 * SIDE} {h:.4f}M{2 * SIDE} {h / 2:.4f}H{w}"
d += f"M0 {h / 2:.4f}L{SIDE / 2} {h:.4f}"
pattern = (
    f'<pattern id="hexagons" patternUnits="userSpaceOnUse" width="{w}" height="{h:.6f}" patternTransform="translate(3 5)">\n'
    f'<path d="{d}" fill="none" stroke="#456" stroke-width=".4"/>\n</pattern>'
)
svg("pattern.svg", '<rect x="20" y="30" width="170" height="150" fill="url(#hexagons)"/>\n', f"<defs>{pattern}</defs>\n")

# A hatching, which is no drawing of its own.
dots = (
    '<pattern id="dots" patternUnits="userSpaceOnUse" width="1" height="1">'
    '<path d="M.5 0V1" stroke="#789" stroke-width=".2"/></pattern>'
)
cells = [f'<polygon points="{points(corners(place(q, r)))}"/>\n' for q, r in CELLS]
svg("hatched.svg", '<g fill="url(#dots)" stroke="#223" stroke-width=".3">\n' + "".join(cells) + "</g>\n", f"<defs>{dots}</defs>\n")

# Words as curves: letters that are used, as cairo writes them. The two kinds have colours that are hard to tell apart.
letters = "".join(
    f'<g id="glyph-{name}"><path d="{"".join(path([(x * 0.4, y * 0.4 - 4) for x, y in part]) for part in parts)}"/></g>\n'
    for name, parts in LETTERS.items()
)
body = ""
for q, r in CELLS:
    x, y = place(q, r)
    fill, word = ("#9fc48a", "TEA") if (q - r) % 3 else ("#c4b88a", "EAT")
    body += f'<polygon points="{points(corners((x, y)))}" fill="{fill}" stroke="black" stroke-width=".3"/>\n<g fill="black">'
    for k, letter in enumerate(word):
        body += f'<use xlink:href="#glyph-{letter}" x="{x - 7 + 5 * k:.4f}" y="{y + 2:.4f}"/>'
    body += "</g>\n"
svg("curves.svg", body, f"<defs>{letters}</defs>\n")

# The same, with all words of the board in one path.
body, d = "", ""
for q, r in CELLS:
    x, y = place(q, r)
    fill, word = ("#9fc48a", "TEA") if (q - r) % 3 else ("#c4b88a", "EAT")
    body += f'<polygon points="{points(corners((x, y)))}" fill="{fill}" stroke="black" stroke-width=".3"/>\n'
    for k, letter in enumerate(word):
        for part in LETTERS[letter]:
            d += path([(x - 7 + 5 * k + u * 0.4, y - 2 + v * 0.4) for u, v in part]) + "\n"
svg("combined.svg", body + f'<path d="{d}"/>\n')

# A PDF with a Type 3 font, drawn in units of its own and without a table of what its codes mean.
contents = MM + "0.3 w\n"
for q, r in CELLS:
    x, y = place(q, r)
    colour, word = ("0.624 0.769 0.541", "ABC") if (q - r) % 3 else ("0.769 0.722 0.541", "ABA")
    contents += f"{colour} rg {lines(corners((x, y)))} B\n"
    contents += f"q 0 g 1 0 0 -1 {x - 7:.4f} {y + 2:.4f} cm BT /F1 0.05 Tf ({word}) Tj ET Q\n"
# A letter is 4 mm high: 10 units of the font, by its matrix 80 times as many as its size says.
programs = [
    stream("", "12.5 0 0 0 10 10 d1\n" + " ".join(lines([(x, 10 - y) for x, y in part]) for part in LETTERS[name]) + " f")
    for name in "TEA"
]


def type3(unicode):
    names = ["/T", "/E", "/A"] if unicode else ["/g1", "/g2", "/g3"]
    procs = " ".join(f"{name} {number} 0 R" for number, name in enumerate(names, 6))
    return (
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [8 0 0 8 0 0] /FirstChar 65 /LastChar 67"
        f" /Widths [12.5 12.5 12.5] /CharProcs << {procs} >> /Resources << >>"
        f" /Encoding << /Type /Encoding /Differences [65 {' '.join(names)}] >> >>"
    )


# The words of two cells in one run, with a wide move of the pen between them, and narrow ones between letters.
runs = MM + "0.3 w 1 0.97 0.88 rg\n" + "".join(f"{lines(corners(place(q, r)))} B\n" for q, r in CELLS)
for q, r in CELLS:
    x, y = place(q, r)
    # From one word to the next there are 36 mm, of which three letters take 15.
    words = {-2: "[(A) -2000 (B) 2000 (C)]", -1: f"[(A) (B) -500 (C) {-21 * 20000} (C) (B) (A)]", 0: "(BAC)"}.get(q)
    if words and (q != -1 or (1, r - 1) in CELLS):
        runs += f"q 0 g 1 0 0 -1 {x - 7:.4f} {y + 2:.4f} cm BT /F1 0.05 Tf {words} {'Tj' if q == 0 else 'TJ'} ET Q\n"
pdf("kerned.pdf", runs, "/Font << /F1 5 0 R >>", [type3(True), *programs])
pdf("type3.pdf", contents, "/Font << /F1 5 0 R >>", [type3(True), *programs])
pdf("type3-nameless.pdf", contents, "/Font << /F1 5 0 R >>", [type3(False), *programs])

# A PDF with a tiling pattern.
tile = "0.4 w 0.2 0.3 0.4 RG\n" + (
    f"0 {h / 2:.4f} m {SIDE / 2} 0 l {1.5 * SIDE} 0 l {2 * SIDE} {h / 2:.4f} l {1.5 * SIDE} {h:.4f} l S\n"
    f"{2 * SIDE} {h / 2:.4f} m {w} {h / 2:.4f} l S 0 {h / 2:.4f} m {SIDE / 2} {h:.4f} l S"
)
scale = 72 / 25.4
keys = (
    f"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 {w} {h:.4f}] /XStep {w} /YStep {h:.6f}"
    f" /Resources << >> /Matrix [{scale:.8f} 0 0 {scale:.8f} 8 5]"
)
pdf("tiling.pdf", MM + "/Pattern cs /P1 scn 20 30 170 150 re f", "/Pattern << /P1 5 0 R >>", [stream(keys, tile)])

# A PDF whose cells are cut by clips out of squares, half of them see-through.
contents = MM
for q, r in CELLS:
    x, y = place(q, r)
    colour = "/Half gs 0.2 0.4 0.8 rg" if (q - r) % 3 else "/Whole gs 1 0.9 0.6 rg"
    contents += f"q 0 0 210 297 re W n {lines(corners((x, y)))} W n {colour} {x - 15:.4f} {y - 15:.4f} 30 30 re f Q\n"
states = "/ExtGState << /Half << /ca 0.5 >> /Whole << /ca 1 >> >>"
pdf("clips.pdf", contents, states)

# White words on dark cells, words of another colour on light ones, and a sign that few fonts have.
body = ""
for q, r in CELLS:
    x, y = place(q, r)
    fill, ink, word = ("#1d3557", "white", "Sea") if (q - r) % 3 else ("#f1faee", "#9b2226", "Isle ⸎")
    body += f'<polygon points="{points(corners((x, y)))}" fill="{fill}"/>\n'
    body += f'<text x="{x:.4f}" y="{y:.4f}" font-size="4" text-anchor="middle" fill="{ink}">{word}</text>\n'
svg("white-words.svg", body)
