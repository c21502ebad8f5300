"""Drawings in the manner of several kinds of programs, written to the folder `programs`.

Beside each stands what the checker tells of it (`NAME.txt`). Nothing here is taken from hexpress.
"""

import math
import pathlib

HERE = pathlib.Path(__file__).parent / "programs"
SQRT3 = math.sqrt(3)
PT = 72 / 25.4


def corners(x, y, side, first=0.0):
    """Corners clockwise from the right; `first` = 30 gives pointy-top cells."""
    turn = [math.radians(first + 60 * k) for k in range(6)]
    return [(x + side * math.cos(a), y + side * math.sin(a)) for a in turn]


def n(value):
    return f"{value:.3f}".rstrip("0").rstrip(".")


def points(corners):
    return " ".join(f"{n(x)},{n(y)}" for x, y in corners)


def svg(name, body, defs="", size=(210, 297)):
    w, h = size
    HERE.joinpath(name + ".svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{w}mm" '
        f'height="{h}mm" viewBox="0 0 {w} {h}">\n{defs}{body}</svg>\n'
    )


# Letters that a file brings along, drawn in thousandths of their size: byte, name, width, drawing.
STROKE = ("/", "slash", 278, "137 -215 m 177 -215 l 640 715 l 600 715 l h f")
EQUALS = ("E", "equal", 778, "56 133 666 40 re 56 327 666 40 re f")
LETTERS = [("a", "a", 500, "50 0 400 430 re f"), ("b", "b", 500, "50 0 100 690 re 150 0 300 400 re f")]


def pdf(name, content, size=(210, 297), fonts=()):
    """One page, its content in millimetres from the top left corner; each font is one letter of the above."""
    w, h = size[0] * PT, size[1] * PT
    head = f"{PT:.6f} 0 0 {-PT:.6f} 0 {h:.3f} cm\n"
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", b"", b""]

    def stream(text):
        return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text.encode("latin-1"))

    named = ""
    for number, (byte, letter, width, drawing) in enumerate(fonts):
        objects.append(stream(f"{width} 0 d0 {drawing}"))
        code = ord(byte)
        objects.append(
            f"<< /Type /Font /Subtype /Type3 /FontBBox [0 -250 1000 750] /FontMatrix [.001 0 0 .001 0 0] "
            f"/CharProcs << /{letter} {len(objects)} 0 R >> /FirstChar {code} /LastChar {code} /Widths [{width}] "
            f"/Encoding << /Type /Encoding /Differences [{code} /{letter}] >> /Resources << >> >>".encode()
        )
        named += f"/F{number} {len(objects)} 0 R "
    objects[2] = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {w:.3f} {h:.3f}] /Contents 4 0 R "
        f"/Resources << /Font << {named}>> >> >>"
    ).encode()
    objects[3] = stream(head + content)
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    HERE.joinpath(name + ".pdf").write_bytes(out)


def flat(q, r, side, at):
    return at[0] + 1.5 * side * q, at[1] + SQRT3 * side * (r + q / 2)


def hexhex(k):
    return [(q, r) for q in range(1 - k, k) for r in range(1 - k, k) if abs(q + r) < k]


def polygons(places, side, first=0.0, more=""):
    return "".join(f'<polygon points="{points(corners(x, y, side, first))}" {more}/>\n' for x, y in places)


def group(body, fill="none", width=0.3):
    return f'<g fill="{fill}" stroke="black" stroke-width="{width}">\n{body}</g>\n'


BOARD = [flat(q, r, 12, (105, 148)) for q, r in hexhex(3)]


def alternating(rows, long, side, short_first=False, at=(30, 40)):
    """Pointy-top rows of `long` and `long` - 1 cells in turn, as map makers draw them."""
    places = []
    for row in range(rows):
        short = row % 2 != short_first
        count = long - 1 if short else long
        left = at[0] + (SQRT3 * side / 2 if short else 0)
        places += [(left + SQRT3 * side * c, at[1] + 1.5 * side * row) for c in range(count)]
    return places


def wargame():
    """Rows of 8 and 7, with the number of each hex at its top; columns of 7 and 6 on another map."""
    for name, rows, long, first in [("wargame-rows", 9, 8, False), ("wargame-rows-short-first", 8, 8, True)]:
        svg(name, group(polygons(alternating(rows, long, 11, first), 11, 30)))
    places = alternating(9, 7, 11)
    turned = [(y, x) for x, y in places]
    numbers = "".join(
        f'<text x="{n(x)}" y="{n(y - 6)}" font-size="2.5" text-anchor="middle">{round((x - 40) / 16.5) + 1:02}{k:02}</text>\n'
        for k, (x, y) in enumerate(turned)
    )
    svg("wargame-columns", group(polygons(turned, 11, 0)) + numbers)
    # A map of two countries: no shape at all, but for a bay here and a cape there.
    coast = [p for k, p in enumerate(alternating(8, 8, 11)) if k not in (0, 7, 14, 21, 33, 52)]
    svg("wargame-coast", group(polygons(coast, 11, 30)))


def crop_marks():
    """The marks and the ruler of a prepress program, which is no part of the board."""
    marks = ""
    for x, way in [(10, -1), (200, 1)]:
        for y, up in [(10, -1), (287, 1)]:
            marks += f"M{x} {y + up * 1} v{up * 2} M{x + way * 1} {y} h{way * 2} "
    ruler = "M20 270 h100 " + "".join(f"M{20 + 5 * k} 270 v{-3 if k % 2 else -5} " for k in range(21))
    body = group(polygons(BOARD, 12)) + f'<path d="{marks}" stroke="black" stroke-width=".25" fill="none"/>\n'
    body += f'<path d="{ruler}" stroke="black" stroke-width=".25" fill="none"/>\n'
    svg("crop-marks-and-ruler", body)
    # The same with every tick a line of its own, as most programs write PDF; the tick lengths are near to the sides.
    lines = ["0.7 w"]
    for x, y in BOARD:
        own = corners(x, y, 12)
        lines.append(f"{n(own[0][0])} {n(own[0][1])} m " + " ".join(f"{n(a)} {n(b)} l" for a, b in own[1:]) + " h S")
    for k in range(21):
        lines.append(f"{20 + 5 * k} 270 m {20 + 5 * k} {268 if k % 2 else 266} l S")
    lines += ["20 270 m 120 270 l S", "9.2 20 m 20.7 20.1 l S", "20 8.9 m 20 19.3 l S"]
    pdf("crop-marks-and-ruler", "0.25 w\n" + "\n".join(lines[1:]) + "\n")


def swamp():
    """Symbols and a coast drawn as lines over closed cells."""
    body = group(polygons(BOARD, 12))
    for x, y in BOARD[::3]:
        tufts = "".join(f"M{n(x + d)} {n(y + 2)} v-4 M{n(x + d)} {n(y + 2)} l1.4 -3.5 " for d in (-4, 0, 4))
        body += f'<path d="{tufts}" stroke="#264" stroke-width=".3" fill="none"/>\n'
    coast = [(60 + 3.1 * k, 150 + 22 * math.sin(k / 3.3)) for k in range(30)]
    body += f'<polyline points="{points(coast)}" stroke="#06c" stroke-width=".8" fill="none"/>\n'
    svg("swamps-and-a-coast", body)


def ruler_and_one_off():
    """One cell lies 0.2 mm beside its place, and a ruler lies below the board, whose ticks are as long as edges."""
    places = list(BOARD)
    places[9] = (places[9][0] + 0.2, places[9][1])
    ticks = "".join(f'<line x1="{30 + 10 * k}" y1="240" x2="{30 + 10 * k}" y2="252"/>\n' for k in range(16))
    ticks += '<line x1="30" y1="252" x2="180" y2="252"/>\n'
    svg("ruler-and-one-cell-off", group(polygons(places, 12)) + group(ticks))


def tiles():
    """A base hexagon, and the tiles of the terrain laid upon it, a little smaller or of the same size."""
    base = polygons(BOARD, 12, more='fill="#f3ead2" stroke="#444" stroke-width=".3"')
    colours = ["#7bb661", "#e8d174", "#4a78a8"]
    laid = "".join(
        f'<polygon points="{points(corners(x, y, 12))}" fill="{colours[k % 3]}" stroke="#444" stroke-width=".3"/>\n'
        f'<text x="{n(x)}" y="{n(y + 1.5)}" font-size="4" text-anchor="middle">{"FHS"[k % 3]}</text>\n'
        for k, (x, y) in enumerate(BOARD)
        if k % 2
    )
    svg("tiles-on-a-base", base + laid)
    inner = "".join(
        f'<polygon points="{points(corners(x + 0.3, y - 0.2, 11.8))}" fill="#e8d174"/>\n'
        for k, (x, y) in enumerate(BOARD)
        if k % 4 == 1
    )
    svg("smaller-tiles-on-a-base", base + inner)


def heat_map():
    """Cells coloured by a number, as `hexbin` of a plotting program draws them, without words."""
    places = [(30 + SQRT3 * 6 * (c + (r % 2) / 2), 40 + 9 * r) for r in range(16) for c in range(12)]
    body = ""
    for x, y in places:
        heat = math.exp(-((x - 95) ** 2 + (y - 110) ** 2) / 2500)
        rgb = (round(68 + 185 * heat), round(1 + 230 * heat), round(84 - 47 * heat))
        body += f'<polygon points="{points(corners(x, y, 6, 30))}" fill="rgb{rgb}" stroke="none"/>\n'.replace(" ", "", 0)
    svg("heat-map", body)
    lines = []
    for x, y in places:
        heat = math.exp(-((x - 95) ** 2 + (y - 110) ** 2) / 2500)
        own = corners(x, y, 6, 30)
        colour = f"{0.27 + 0.72 * heat:.3f} {0.9 * heat:.3f} {0.33 - 0.18 * heat:.3f}"
        lines.append(
            f"{colour} rg {colour} RG 0.1 w {n(own[0][0])} {n(own[0][1])} m "
            + " ".join(f"{n(a)} {n(b)} l" for a, b in own[1:])
            + " h B"
        )
    # Axes: the ticks are 0.8 points wide and painted by `B`, as matplotlib does.
    tick = 0.8 / PT
    lines.append(f"0 g 0 G {tick:.5f} w")
    lines += [f"{30 + 20 * k} 190 m {30 + 20 * k} 191.235 l B" for k in range(7)]
    pdf("heat-map", "\n".join(lines) + "\n")


def gaps():
    """Cells drawn 0.8 mm apart on purpose; and some whose wide line fills the gap."""
    spread = [flat(q, r, 12 + 0.8 / SQRT3, (105, 148)) for q, r in hexhex(3)]
    svg("constant-gaps", polygons(spread, 12, more='fill="#ddeedd" stroke="none"'))
    svg("lines-that-fill-the-gaps", polygons(spread, 12, more='fill="#ddeedd" stroke="black" stroke-width="0.8"'))


def edges_once():
    """Each edge a line of its own, from corner to corner, with crop marks at the corners of the sheet."""
    seen, lines = set(), ""
    for x, y in BOARD:
        own = corners(x, y, 12)
        for a, b in zip(own, own[1:] + own[:1]):
            key = tuple(sorted([(round(a[0], 2), round(a[1], 2)), (round(b[0], 2), round(b[1], 2))]))
            if key not in seen:
                seen.add(key)
                lines += f'<line x1="{n(a[0])}" y1="{n(a[1])}" x2="{n(b[0])}" y2="{n(b[1])}"/>\n'
    svg("edges-once", group(lines))
    marks = "M30 20 v-12 M31 21 h12 M29 21 h-12 M180 20 v-12 M181 21 h12 M179 21 h-12"
    svg("edges-once-with-marks", group(lines) + f'<path d="{marks}" stroke="black" stroke-width=".25"/>\n')


def clips():
    """A clip that is used, as an illustration program writes it; a mask; and a picture that hangs over them."""
    defs = (
        '<defs><polygon id="frame" points="40,80 170,80 170,216 40,216"/>'
        '<clipPath id="cut"><use xlink:href="#frame"/></clipPath>'
        '<mask id="hole"><rect x="40" y="80" width="130" height="136" fill="white"/></mask></defs>\n'
    )
    sea = "<rect x='-60' y='-40' width='400' height='500' fill='#eef6ff'/>\n"
    body = f'<g clip-path="url(#cut)">{sea}</g>\n' + group(polygons(BOARD, 12))
    svg("clip-by-use", body, defs)
    body = f'<g mask="url(#hole)">{sea}</g>\n' + group(polygons(BOARD, 12))
    svg("mask", body, defs)


def few():
    svg("two-hexagons", group(polygons([flat(0, 0, 20, (80, 100)), flat(1, 0, 20, (80, 100))], 20)))
    squares = "".join(
        f'<rect x="{25 + 20 * c}" y="{40 + 20 * r}" width="20" height="20" fill="{"#b58863" if (c + r) % 2 else "#f0d9b5"}"/>\n'
        for r in range(8)
        for c in range(8)
    )
    svg("64-squares", squares)
    upside = [(x, -y) for x, y in [(SQRT3 * 11 * (c - r / 2), 16.5 * r) for r in range(6) for c in range(r + 1)]]
    svg("upside-down", group(polygons([(105 + x, 180 + y) for x, y in upside], 11, 30)))


def outline(x, y, side, first=0):
    own = corners(x, y, side, first)
    return f"{n(own[0][0])} {n(own[0][1])} m " + " ".join(f"{n(a)} {n(b)} l" for a, b in own[1:]) + " h S\n"


def typeset():
    """A sign that a typesetting program puts together: a stroke of no width, and an equals sign."""
    content = "0.3 w\n" + "".join(outline(x, y, 12) for x, y in BOARD)
    for x, y in BOARD[::6]:
        own = [(2, -4, "a"), (0, 0, "/"), (1, 0, "E"), (3, 4, "b")]
        content += "".join(f"BT /F{f} 5 Tf 1 0 0 -1 {n(x - 2 + dx)} {n(y)} Tm ({c}) Tj ET\n" for f, dx, c in own)
    pdf("a-sign-of-two-letters", content, fonts=[STROKE, EQUALS, *LETTERS])


def irregular():
    """A rectangle whose corners on one side are cut off for a table, and a hexhex with a cape and without a bay."""
    places = [(40 + SQRT3 * 9 * (c + (r % 2) / 2), 40 + 13.5 * r) for r in range(10) for c in range(8)]
    svg("corners-for-a-table", group(polygons([p for k, p in enumerate(places) if k not in (0, 1)], 9, 30)))
    cells = [c for c in hexhex(4) if c != (3, -1)] + [(4, -3)]
    svg("a-cape-and-a-bay", group(polygons([flat(q, r, 12, (105, 148)) for q, r in cells], 12)))


HERE.mkdir(exist_ok=True)
for make in [wargame, crop_marks, swamp, ruler_and_one_off, tiles, heat_map, gaps, edges_once, clips, few, typeset, irregular]:
    make()
