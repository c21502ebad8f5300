#!/usr/bin/env python3
"""Draws pages with all renderers that can be had, and says how far they agree.

usage: compare.py PROGRAM [--seconds N] [FILE.pdf...]

PROGRAM is a built hexpress. Without files: one of each kind of drawing, a picture of pixels, and the five games on ISO
paper. After so many seconds no further file is begun. Needs numpy; README.md says how to get the renderers.
"""

import argparse
import dataclasses
import itertools
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

try:
    import numpy
except ImportError:
    numpy = None

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DPI = 150
# How far a pixel may be from that of another renderer, of 255: both within one colour, and both beside an edge, where
# the pixels beside it count too. Renderers smooth edges, and thicken thin lines, each in its own way.
FLAT = 8
LOOSE = 64
# How far, at an edge, the mean of a square of pixels may be, 1.5 mm wide: a letter or a line more is farther.
MEAN = 16
REACH = 4
# The largest share of the pixels of a page that may differ.
MOST = 0.005


@dataclasses.dataclass
class Renderer:
    name: str
    version: str
    draw: callable


def ppm(path):
    """The pixels of a binary PPM or PGM file."""
    data = path.read_bytes()
    words, at = [], 0
    while len(words) < 4:
        end = at
        while data[end : end + 1] not in (b" ", b"\n", b"\t"):
            end += 1
        word = data[at:end]
        if word.startswith(b"#"):
            end = data.index(b"\n", at)
        elif word:
            words.append(word)
        at = end + 1
    width, height = int(words[1]), int(words[2])
    parts = {b"P6": 3, b"P5": 1}[words[0]]
    pixels = numpy.frombuffer(data, numpy.uint8, width * height * parts, at).reshape(height, width, parts)
    return numpy.broadcast_to(pixels, (height, width, 3))


def by_command(*command):
    """Draws all pages by a program that writes one file for each; OUT and FILE stand for names."""

    def draw(file, folder):
        out = folder / "page"
        words = [str(word).replace("OUT", str(out)).replace("FILE", str(file)) for word in command]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
        pages = sorted(folder.glob("page-*.p?m"), key=lambda path: int(path.stem.rsplit("-", 1)[1]))
        drawn = [ppm(page) for page in pages]
        for page in pages:
            page.unlink()
        return drawn

    return draw


def pdfium(file, folder):
    import pypdfium2

    document = pypdfium2.PdfDocument(str(file))
    return [page.render(scale=DPI / 72, rev_byteorder=True).to_numpy()[:, :, :3].copy() for page in document]


def version(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return next(iter((done.stdout + done.stderr).split("\n")), "").strip()


def renderers():
    """Those that can be had here."""
    found = []
    if shutil.which("pdftoppm"):
        draw = by_command("pdftoppm", "-r", DPI, "FILE", "OUT")
        found.append(Renderer("poppler", version("pdftoppm", "-v"), draw))
    if shutil.which("mutool"):
        draw = by_command("mutool", "draw", "-q", "-r", DPI, "-c", "rgb", "-F", "ppm", "-o", "OUT-%d.ppm", "FILE")
        found.append(Renderer("mupdf", version("mutool", "-v"), draw))
    if shutil.which("gs"):
        smooth = ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"]
        page = ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=ppmraw", f"-r{DPI}", "-sOutputFile=OUT-%d.ppm"]
        found.append(Renderer("ghostscript", version("gs", "--version"), by_command("gs", *page, *smooth, "FILE")))
    try:
        import pypdfium2

        found.append(Renderer("pdfium", f"pypdfium2 {pypdfium2.version.PYPDFIUM_INFO}", pdfium))
    except ImportError:
        pass
    modules = os.environ.get("NODE_MODULES")
    if modules and shutil.which("node") and (pathlib.Path(modules) / "pdfjs-dist").is_dir():
        text = (pathlib.Path(modules) / "pdfjs-dist/package.json").read_text()
        draw = by_command("node", HERE / "pdfjs.mjs", modules, "FILE", DPI, "OUT")
        found.append(Renderer("pdf.js", text.split('"version": "')[1].split('"')[0], draw))
    return found


def mean(image, by):
    """For each value, the mean of the square of values around it that reaches so many to each side."""
    for axis in (0, 1):
        padding = [(by + 1, by) if axis == at else (0, 0) for at in range(2)]
        sums = numpy.pad(image, padding, mode="edge").cumsum(axis, dtype=numpy.float32)
        count = sums.shape[axis] - 2 * by - 1
        image = (sums.take(range(2 * by + 1, sums.shape[axis]), axis) - sums.take(range(count), axis)) / (2 * by + 1)
    return image


def around(image, rows, columns):
    """The least and the most of each of these pixels and those beside it."""
    height, width = image.shape[:2]
    low = high = image[rows, columns]
    for down, right in itertools.product((-1, 0, 1), repeat=2):
        near = image[(rows + down).clip(0, height - 1), (columns + right).clip(0, width - 1)]
        low, high = numpy.minimum(low, near), numpy.maximum(high, near)
    return low, high


def differ(one, other):
    """The share of pixels that the two draw otherwise, but for how smooth their edges are."""
    height, width = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    if abs(one.shape[0] - other.shape[0]) > 1 or abs(one.shape[1] - other.shape[1]) > 1:
        return 1.0
    one, other = (image[:height, :width].astype(numpy.int16) for image in (one, other))
    apart = one - other
    rows, columns = (abs(apart) > FLAT).any(axis=2).nonzero()
    (low, high), (least, most) = around(one, rows, columns), around(other, rows, columns)
    flat = ((high - low <= FLAT) & (most - least <= FLAT)).all(axis=1)
    a, b = one[rows, columns], other[rows, columns]
    strange = (a < least - LOOSE) | (a > most + LOOSE) | (b < low - LOOSE) | (b > high + LOOSE)
    heavier = abs(mean(apart.mean(axis=2, dtype=numpy.float32), REACH)[rows, columns]) > MEAN
    wrong = flat | (strange.any(axis=1) & heavier)
    return float(wrong.sum() / (height * width))


def photo(path):
    """A picture of pixels that are partly transparent."""
    size = 120
    rows = b"".join(
        b"\0" + b"".join(bytes((x * 2, y * 2, 120, 255 - (x + y))) for x in range(size)) for y in range(size)
    )
    chunk = lambda kind, data: (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    )
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    path.write_bytes(png)


def made(program, folder):
    """The files to compare, small ones first."""
    (folder / "in").mkdir()
    photo(folder / "in/photo.png")
    pixels = folder / "in/pixels.toml"
    pixels.write_text(
        '[[cards]]\nsize = "poker"\nface = [{ fill = "gold" }, { image = "photo.png", size = "15mm" }]\n'
    )
    games = sorted(path.stem for path in (ROOT / "layouts").glob("*.toml"))
    what = [ROOT / "docs/pictures/elements.toml", pixels, *games]
    command = [program, "build", *what, "--output", folder / "out", "--no-check", "--quiet"]
    subprocess.run([str(word) for word in command], check=True)
    is_game = lambda path: path.name.startswith(tuple(games))
    return sorted((folder / "out").glob("*.pdf"), key=lambda path: (is_game(path), path.stat().st_size))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    arguments = parser.parse_args()
    if numpy is None:
        print("left out: numpy cannot be had here")
        return 0
    present = renderers()
    for renderer in present:
        print(f"{renderer.name}: {renderer.version}")
    if len(present) < 2:
        print("left out: fewer than two renderers can be had here")
        return 0
    worst = {}
    began, count = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for file in arguments.files or made(arguments.program, folder):
            if time.monotonic() - began > arguments.seconds:
                print(f"from {file.name} on left out: it takes too long")
                break
            drawn = {renderer.name: renderer.draw(file, folder) for renderer in present}
            numbers = {name: len(pages) for name, pages in drawn.items()}
            if len(set(numbers.values())) != 1:
                print(f"{file.name}: numbers of pages differ: {numbers}")
                return 1
            count += numbers[present[0].name]
            for (one, pages), (other, others) in itertools.combinations(drawn.items(), 2):
                for page, (a, b) in enumerate(zip(pages, others), 1):
                    share = differ(a, b)
                    if share > worst.get((one, other), (-1,))[0]:
                        worst[one, other] = (share, f"{file.name}, page {page}")
                    if share >= MOST:
                        print(f"  {one} and {other} differ: {file.name}, page {page}: {share:.3%}")
    for (one, other), (share, where) in worst.items():
        print(f"{one} and {other}: at most {share:.4%} of the pixels of a page differ ({where})")
    print(f"{count} pages, {time.monotonic() - began:.0f} s")
    return int(any(share >= MOST for share, _ in worst.values()))


sys.exit(main())
