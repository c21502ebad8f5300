#!/usr/bin/env python3
"""Makes the pictures of docs/how-do-i and docs/idioms.md from the examples below them, and that of the games' pieces.

    python3 docs/pictures/answers.py target/debug/hexpress [NAME …]

A picture `how-NAME.png` shows what the example that follows it prints: its pieces one by one, or its board. Needs Pillow.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

ROOT = Path(__file__).resolve().parents[2]
PICTURE = re.compile(r"!\[[^\]]*\]\((?:\.\./)?pictures/how-([a-z-]+)\.png\)\n\n```toml\n(.*?)^```", re.S | re.M)
TABLE = re.compile(r"`([a-z]+\.csv)`[^`]*```csv\n(.*?)```", re.S)
GROUND = (214, 216, 212)
DPI = 80
# The most pieces that a picture shows, if not four.
MOST = {"back": 1, "deck": 5, "each": 5}
# Holes that are punched later, in the order of the pieces' names: the diameter as a share of the piece's width, and the
# height of the centre as a share of its height.
HOLES = {
    "hole": [(8 / 30, 1 / 2)],
    "clock": [(4 / 160, 1 / 2), (4 / 12, 42 / 48), (4 / 12, 66 / 72)],
    "pin": [(4 / 12, 36 / 41), (4 / 100, 1 / 2)],
}
# From the centre of the island to the centre of a frame piece, in mm.
TO_FRAME = 85
# The largest width and height of a picture of small pieces, and the most by which pieces are enlarged.
SMALL_WIDTH, SMALL_HEIGHT, ENLARGED = 720, 380, 4
BOARD_WIDTH = 460
PAGE_WIDTH = 885
# A picture keeps all its colours if more than this share of its pixels would have an error of so much out of 255.
SEEN, SHARE = 24, 0.002
# Pieces of the bundled games: a row of four and a row of five.
PIECES = [
    ("hexagonal-thing", "movement", 1),
    ("hexagonal-thing", "movement", 8),
    ("hexagonal-thing", "pounds", 4),
    ("hexagonal-thing", "dollars", 10),
    ("auction-hexes", "deck", 1),
    ("auction-hexes", "deck", 3),
    ("hex-nut", "pieces", 1),
    ("hex-nut", "pieces", 11),
    ("hexemergo", "men", 1),
]
GAP = 14


def save(picture, path, share=SHARE):
    """Writes a picture with 256 colours if these show it well, as in flat drawings, and with all its colours if not."""
    few = picture.quantize(256, kmeans=2, dither=Image.Dither.NONE)
    red, green, blue = ImageChops.difference(picture, few.convert("RGB")).split()
    errors = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    (few if sum(errors[SEEN:]) <= share * sum(errors) else picture).save(path, optimize=True)


def pages():
    return [*sorted((ROOT / "docs/how-do-i").glob("*.md")), ROOT / "docs/idioms.md"]


def build(program, layout, tables, *options):
    """The pictures that an example makes, by their paths."""
    folder = Path(tempfile.mkdtemp())
    (folder / "x.toml").write_text(layout)
    for name, table in tables:
        (folder / name).write_text(table)
    command = [program, "build", "x.toml", "--no-check", "--quiet", "--format", "png", *options]
    subprocess.run(command, cwd=folder, check=True)
    return sorted((folder / "output").rglob("*.png"))


def board(path, most=BOARD_WIDTH):
    """A board without the white paper round it."""
    sheet = Image.open(path).convert("RGB")
    white = Image.new("RGB", sheet.size, (255, 255, 255))
    left, top, right, bottom = ImageChops.difference(sheet, white).getbbox()
    sheet = sheet.crop((max(left - 12, 0), max(top - 12, 0), right + 12, bottom + 12))
    if sheet.width > most:
        sheet = sheet.resize((most, sheet.height * most // sheet.width), Image.LANCZOS)
    return sheet


def row(pictures):
    """Pieces next to one another, on a ground that shows where they end."""
    width = sum(one.width for one in pictures) + GAP * (len(pictures) + 1)
    height = max(one.height for one in pictures) + 2 * GAP
    out = Image.new("RGB", (width, height), GROUND)
    left = GAP
    for one in pictures:
        out.paste(one, (left, (height - one.height) // 2), one)
        left += one.width + GAP
    return out


def pieces(name, found):
    fronts = [path for path in found if "back" not in path.name][: MOST.get(name, 4)]
    backs = [path for path in found if "back" in path.name][:1]
    pictures = [Image.open(path).convert("RGBA") for path in fronts + backs]
    for picture, (share, height) in zip(pictures, HOLES.get(name, [])):
        middle = (picture.width / 2, picture.height * height)
        ImageDraw.Draw(picture).circle(middle, picture.width * share / 2, fill=GROUND)
    return row(pictures)


def enlarged(picture):
    """How many times as large the pieces of a picture are drawn, so that small pieces can be seen."""
    return max(1, min(ENLARGED, SMALL_WIDTH / picture.width, SMALL_HEIGHT / picture.height))


def island(found):
    """Six frame pieces, put together around the board."""
    middle = board(next(path for path in found if path.name == "island.png"), BOARD_WIDTH * 2).convert("RGBA")
    side = round(240 / 25.4 * DPI)
    out = Image.new("RGBA", (side, side), (255, 255, 255, 255))
    out.paste(middle, ((side - middle.width) // 2, (side - middle.height) // 2))
    for number, path in enumerate(path for path in found if path.parent.name == "frame"):
        piece = Image.open(path).convert("RGBA")
        layer = Image.new("RGBA", out.size, (255, 255, 255, 0))
        layer.paste(piece, ((side - piece.width) // 2, round(side / 2 - TO_FRAME / 25.4 * DPI - piece.height / 2)))
        out.alpha_composite(layer.rotate(-60 * number, Image.BICUBIC))
    return out.convert("RGB").resize((BOARD_WIDTH, BOARD_WIDTH), Image.LANCZOS)


def marks(program, layout, tables):
    """Part of the same sheet with and without marks."""
    parts = []
    for layout in (layout, layout.replace('"none"', '"edge"')):
        sheet = Image.open(build(program, layout, tables, "--dpi", "150")[0]).convert("RGBA")
        part = sheet.crop((0, 46, 812, 736))
        parts.append(part.resize((412, 350), Image.LANCZOS))
    return row(parts)


def games(program):
    """Cards, money, tiles and men of the bundled games, for the README."""
    folder = Path(tempfile.mkdtemp())
    options = ["--no-check", "--quiet", "--format", "png", "--each", "piece", "--dpi", "70"]
    subprocess.run([program, "build", *{game for game, _, _ in PIECES}, *options], cwd=folder, check=True)
    found = []
    for game, component, number in PIECES:
        found += sorted((folder / "output" / f"{game}-iso" / component).glob(f"{number:03}*.png"))
    rows = [row([Image.open(path).convert("RGBA") for path in part]) for part in (found[:4], found[4:])]
    out = Image.new("RGB", (max(one.width for one in rows), sum(one.height for one in rows) - GAP), GROUND)
    top = 0
    for one in rows:
        out.paste(one, ((out.width - one.width) // 2, top))
        top += one.height - GAP
    return out


def main():
    program = str(Path(sys.argv[1]).resolve())
    if not sys.argv[2:]:
        save(games(program), ROOT / "docs/pictures/pieces.png")
    # Pictures of the page are taken larger than they are shown.
    for path in (ROOT / "docs/pictures").glob("page-*.png"):
        taken = Image.open(path)
        if taken.width > PAGE_WIDTH:
            # A red or brown word is small, and keeps its colour too.
            small = taken.convert("RGB").resize((PAGE_WIDTH, taken.height * PAGE_WIDTH // taken.width), Image.LANCZOS)
            save(small, path, share=0)
    for page in pages():
        if not page.exists():
            continue
        text = page.read_text()
        tables = TABLE.findall(text)
        for name, layout in PICTURE.findall(text):
            if sys.argv[2:] and name not in sys.argv[2:]:
                continue
            if name == "marks":
                picture = marks(program, layout, tables)
            else:
                found = build(program, layout, tables, "--each", "piece", "--dpi", str(DPI))
                boards = [path for path in found if path.name == "board.png"]
                if not boards and name != "island":
                    dpi = round(DPI * enlarged(pieces(name, found)))
                    found = build(program, layout, tables, "--each", "piece", "--dpi", str(dpi))
                if name == "island":
                    picture = island(found)
                else:
                    picture = board(boards[0]) if boards else pieces(name, found)
            save(picture, ROOT / f"docs/pictures/how-{name}.png")
            print(name, picture.size)


main()
