#!/usr/bin/env python3
"""Prints the bundled games through the filters of CUPS, and measures the rulers on the raster that a printer would get.

usage: measure.py PROGRAM [GAME...]

PROGRAM is a built hexpress. For each paper of TABLE, the files of each game go through `pdftopdf` and `gstoraster` of
cups-filters with the options that a queue has by itself, at 600 dpi. A ruler must be as long as it says, within a pixel
(0.042 mm). The last job is one that must fail: sheets of two sizes in one file.
"""

import bisect
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
# A ruler stands at an edge of what the printer reaches, which is where the raster begins.
STRIP = round(20 / PIXEL)
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


def length(middles, steps):
    """How many pixels a ruler of so many steps has that stands on this line; none where there is no such ruler."""

    def stands(tick):
        near = bisect.bisect(middles, tick)
        return any(abs(middle - tick) <= EVEN for middle in middles[max(0, near - 1) : near + 1])

    for first in middles:
        low, high = (first + steps * (STEP + loose) for loose in (-LOOSE, LOOSE))
        for last in middles[bisect.bisect(middles, low) : bisect.bisect(middles, high)]:
            step = (last - first) / steps
            if all(stands(first + n * step) for n in range(1, steps)):
                return last - first
    return None


def said(pdf):
    """How many mm each page of a file of ours says that its rulers have, across and down as it is printed upright."""
    data = pdf.read_bytes()
    boxes = re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", data)
    told = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S):
        try:
            stream = zlib.decompress(stream)
        except zlib.error:
            pass
        # Its ticks: the first at its zero, the others further along it.
        found = {}
        for way, drawn in re.findall(rb"/Id \(ruler-(across|down)\)>> BDC(.*?)\bS\b", stream, re.S):
            ends = [[float(n) for n in tick.split()] for tick in re.findall(rb"([-\d. ]+) m\n", drawn)]
            along = max(abs(end[axis] - ends[0][axis]) for end in ends for axis in (0, 1))
            found[way.decode()] = round(along / 72 * 25.4)
        if found:
            told.append(found)
    lying = [float(width) > float(height) for width, height in boxes]
    turned = {"across": "down", "down": "across"}
    return [{turned[way] if lies else way: mm for way, mm in rulers.items()} for rulers, lies in zip(told, lying)]


def measured(page, told):
    """The rulers of a page: which way, how many mm each says, and how many it has on the raster."""
    width, height, line, data = page
    # 0 is white in some colour spaces, and black in others.
    sample = data[:: len(data) // 9999]
    white = max(set(sample), key=sample.count)
    edges = lambda end: [*range(min(STRIP, end)), *range(max(0, end - STRIP), end)]
    lines = {
        "across": lambda: (data[y * line : y * line + width] for y in edges(height)),
        "down": lambda: (data[x : height * line : line] for x in edges(width)),
    }
    for way, says in told.items():
        lengths = (length(dark(one, white), says // 10) for one in lines[way]())
        lengths = sorted(one for one in lengths if one)
        yield way, says, lengths[len(lengths) // 2] * PIXEL if lengths else 0.0


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
                for way, says, has in measured(page, told):
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
            (_, says, has), *_ = measured(page, told)
            print(f"one file of A3 and A4 on A4, \"{options}\": {says} mm are {has:.3f}")
            if (abs(has - says) <= PIXEL) != (options != ""):
                sys.exit("that is not what the files of one size are for")
    print(f"{count} rulers, worst {worst:.3f} mm from right, a pixel is {PIXEL:.3f} mm")
    if worst > PIXEL or not count:
        sys.exit(1)


main()
