#!/usr/bin/env python3
"""Prints the bundled games through the filters of CUPS, and measures the rulers on the raster that a printer would get.

usage: measure.py PROGRAM [GAME...]

PROGRAM is a built hexpress. For each paper of TABLE, the files of each game go through `pdftopdf` and `gstoraster` of
cups-filters with the options that a queue has by itself, at 600 dpi. A ruler must be as long as it says, within a pixel
(0.042 mm). The last job is one that must fail: sheets of two sizes in one file.
"""

import bisect
import dataclasses
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
FILTERS = pathlib.Path("/usr/lib/cups/filter")
DPI = 600
PIXEL = 25.4 / DPI
# Pixels in the 10 mm between two long ticks of a ruler, and how far a printed one may be from that to be seen as one.
STEP = 10 / PIXEL
LOOSE = 0.12 * STEP
# How far a tick may be from where it would stand if all were evenly spaced, in pixels.
EVEN = 1.2
# How far a ruler may be from where it should lie; four times as far where a queue makes sheets smaller.
NEAR = 5 / PIXEL
# The strip along each edge that the printer of queue.ppd cannot reach, and its papers, in points.
REACH = 18
PAPERS = {"A4": (595, 842), "A3": (842, 1191), "Letter": (612, 792), "Tabloid": (792, 1224)}
# The thickest line that is a tick, in pixels.
THICK = 10

# What is asked for, the end of a file's name, and the size of the queue's paper. A file whose name has no size is small.
TABLE = [
    ("iso", "-a3.pdf", "A3"),
    ("iso", ".pdf", "A4"),
    ("us", "-tabloid.pdf", "Tabloid"),
    ("us", ".pdf", "Letter"),
    ("both", "-large.pdf", "A3"),
    ("both", "-large.pdf", "Tabloid"),
    ("both", ".pdf", "A4"),
    ("both", ".pdf", "Letter"),
]
LARGE = ("-a3.pdf", "-tabloid.pdf", "-large.pdf")


def pages(raster):
    """The pages of a CUPS raster of version 3, in grey: their width and rows."""
    with open(raster, "rb") as file:
        order = {b"RaS3": ">", b"3SaR": "<"}[file.read(4)]
        while header := file.read(1796):
            # cups_page_header2_t: cupsWidth, cupsHeight, ..., cupsBitsPerPixel, cupsBytesPerLine, cupsColorOrder.
            width, height = struct.unpack_from(order + "2I", header, 372)
            bits, line = struct.unpack_from(order + "2I", header, 388)
            assert bits == 8, f"{bits} bits to the pixel"
            yield width, height, line, file.read(height * line)


def dark(line, white):
    """The middles of the thin dark runs of a line of pixels, to the fraction of one."""
    # Most lines at an edge are empty.
    if line.count(white) == len(line):
        return []
    middles = []
    for run in re.finditer(b"[^" + re.escape(bytes([white])) + b"]+", line):
        if run.end() - run.start() <= THICK:
            ink = [abs(white - pixel) for pixel in run.group()]
            weight = sum(ink)
            if weight > 100:
                middles.append(run.start() + 0.5 + sum(i * w for i, w in enumerate(ink)) / weight)
    return middles


def length(middles, steps, starts, loose):
    """How many pixels a ruler of so many steps has that stands on this line and begins near one of `starts`; none where
    there is no such ruler."""

    def stands(tick):
        near = bisect.bisect(middles, tick)
        return any(abs(middle - tick) <= EVEN for middle in middles[max(0, near - 1) : near + 1])

    for first in middles:
        if not any(abs(first - start) <= loose for start in starts):
            continue
        low, high = (first + steps * step for step in (STEP - LOOSE, STEP + LOOSE))
        for last in middles[bisect.bisect(middles, low) : bisect.bisect(middles, high)]:
            step = (last - first) / steps
            if all(stands(first + n * step) for n in range(1, steps)):
                return last - first
    return None


@dataclasses.dataclass
class Ruler:
    """A ruler as the file has it. Lengths are in points from the upper left corner of the page."""

    # How many mm it says that it has.
    says: int
    # From where to where it reaches, x and y.
    start: tuple
    end: tuple
    # Width and height of its page.
    page: tuple

    def on(self, paper):
        """Which way it lies on upright paper of this size, and where it may begin, and where it may lie, in pixels from
        the corner of what the printer reaches. A page that lies is turned, one way or the other."""
        ends = [self.start, self.end]
        turned = (self.page[0] > self.page[1]) != (paper[0] > paper[1])
        if turned:
            ends = [(y, x) for x, y in ends]
        page = self.page[::-1] if turned else self.page
        axis = 0 if abs(ends[0][0] - ends[1][0]) > abs(ends[0][1] - ends[1][1]) else 1
        places = []
        for along in (axis, 1 - axis):
            low, high = sorted(end[along] for end in ends)
            # A page that is smaller than its paper is printed in its middle.
            shift = (paper[along] - page[along]) / 2 - REACH
            places.append([low + shift] + [page[along] - high + shift] * turned)
        starts, lines = ([place / 72 * DPI for place in some] for some in places)
        return axis, starts, lines


def said(pdf):
    """The rulers of each page of a file of ours."""
    data = pdf.read_bytes()
    boxes = re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", data)
    told = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S):
        try:
            stream = zlib.decompress(stream)
        except zlib.error:
            pass
        rulers = re.findall(rb"/Id \(ruler-(?:across|down)\)>> BDC\nq ([-\d. ]+) cm(.*?)\bS\b", stream, re.S)
        if rulers:
            told.append([])
        for matrix, ticks in rulers:
            a, b, c, d, e, f = (float(number) for number in matrix.split())
            ticks = [[float(number) for number in tick.split()] for tick in re.findall(rb"([-\d. ]+) m\n", ticks)]
            # Ticks stand on a line along the first axis.
            reach = [min(tick[0] for tick in ticks), max(tick[0] for tick in ticks)]
            start, end = ((a * x + c * ticks[0][1] + e, -(b * x + d * ticks[0][1] + f)) for x in reach)
            page = tuple(float(side) for side in boxes[len(told) - 1])
            told[-1].append(Ruler(round((reach[1] - reach[0]) / 72 * 25.4), start, end, page))
    assert len(told) == len(boxes), f"{pdf.name}: {len(told)} of {len(boxes)} pages have rulers"
    return told


def measured(page, rulers, paper, loose=NEAR):
    """The rulers of a page: how many mm each says, and how many it has on the raster."""
    width, height, line, data = page
    # 0 is white in some colour spaces, and black in others.
    white = max((0, 255), key=data.count)
    for ruler in rulers:
        axis, starts, places = ruler.on(PAPERS[paper])
        across = axis == 0
        near = {n for place in places for n in range(round(place - loose), round(place + loose))}
        near = sorted(near & set(range(height if across else width)))
        strip = (data[n * line : n * line + width] if across else data[n : height * line : line] for n in near)
        lengths = (length(dark(one, white), ruler.says // 10, starts, loose) for one in strip)
        lengths = sorted(one for one in lengths if one)
        yield "across" if across else "down", ruler.says, lengths[len(lengths) // 2] * PIXEL if lengths else 0.0


def printed(pdf, paper, folder, options=""):
    """What a queue with this paper makes of a file."""
    ppd = folder / "queue.ppd"
    words = r"^(\*Default(?:PageSize|PageRegion|ImageableArea|PaperDimension)): .*$"
    ppd.write_text(re.sub(words, rf"\1: {paper}", (HERE / "queue.ppd").read_text(), flags=re.M))
    last = {"CONTENT_TYPE": "application/pdf", "FINAL_CONTENT_TYPE": "application/vnd.cups-raster"}
    env = os.environ | last | {"PPD": str(ppd), "PRINTER": "queue", "TMPDIR": str(folder)}
    made = pdf
    for program, out in [("pdftopdf", "queue.pdf"), ("gstoraster", "queue.ras")]:
        args = [FILTERS / program, "1", "somebody", pdf.name, "1", options]
        with open(made, "rb") as given, open(folder / out, "wb") as file:
            subprocess.run(args, stdin=given, stdout=file, stderr=subprocess.PIPE, env=env, check=True)
        made = folder / out
    return pages(made)


def jobs(program, games, folder):
    """The files to print, each with the paper of its queue."""
    for paper in dict.fromkeys(paper for paper, _, _ in TABLE):
        out = folder / paper
        build = [program, "build", *games, "--paper", paper, "--output", out, "--quiet", "--no-check"]
        subprocess.run(build, check=True)
        for asked, end, size in TABLE:
            if asked == paper:
                for pdf in sorted(out.glob("*.pdf")):
                    if pdf.name.endswith(end) and (end in LARGE or not pdf.name.endswith(LARGE)):
                        yield pdf, size


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, games = os.path.abspath(sys.argv[1]), sys.argv[2:]
    missing = [one for one in ("pdftopdf", "gstoraster") if not (FILTERS / one).exists()]
    missing += [] if shutil.which("gs") else ["gs"]
    if missing:
        print(f"left out: no {', '.join(missing)} here (apt-get install cups-filters ghostscript)")
        return
    worst = count = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for pdf, size in jobs(program, games, folder):
            for number, (page, told) in enumerate(zip(printed(pdf, size, folder), said(pdf), strict=True), 1):
                for way, says, has in measured(page, told, size):
                    off = has - says
                    worst, count = max(worst, abs(off)), count + 1
                    wrong = "" if abs(off) <= PIXEL else "   WRONG"
                    print(f"{pdf.name:<36} {size:<8} page {number} {way:<6} {says:3} mm: {has:8.3f}{wrong}", flush=True)
        mixed = folder / "mixed"
        build = [program, "build", "hexagonal-thing", "--one-file", "--output", mixed, "--quiet", "--no-check"]
        subprocess.run(build, check=True)
        pdf = mixed / "hexagonal-thing-iso.pdf"
        for options in ("", "print-scaling=none"):
            *_, (page, told) = zip(printed(pdf, "A4", folder, options), said(pdf), strict=True)
            (_, says, has), *_ = measured(page, told, "A4", 4 * NEAR)
            print(f"one file of A3 and A4 on A4, \"{options}\": {says} mm are {has:.3f}")
            right = abs(has - says) <= PIXEL if options else 0 < has < says - 1
            if not right:
                sys.exit("that is not what the files of one size are for")
    print(f"{count} rulers, worst {worst:.3f} mm from right, a pixel is {PIXEL:.3f} mm")
    if worst > PIXEL or not count:
        sys.exit(1)


main()
