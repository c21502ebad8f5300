#!/usr/bin/env python3
"""Compares SVG pictures, as hexpress prints them, with reference pictures.

    tests/svg/suite.py PROGRAM FOLDER [--fonts FOLDER] [--browser PROGRAM] [--reader pdfium] [--part TEXT]
                       [--keep FOLDER] [--jobs N]

FOLDER has SVG files, each with a PNG of the same name. `crates/resvg/tests/tests` of the repository linebender/resvg is
such a folder, and `crates/resvg/tests/fonts` has its fonts. `tests/svg/own` has drawings of this project.

For each file the script writes a layout with one card that shows the picture, and builds it. Poppler (`pdftoppm`) draws
the page at the size of the reference. With `--reader pdfium`, pdfium draws it (`pip install pypdfium2`). A file is like
its reference if fewer than 0.2 % of the pixels differ by more than 72 of 255 after an erosion with a square of 3 x 3
pixels. The script prints a table of the folders, and each file that is not like its reference or is refused. With
`--browser chromium`, a file that differs from its reference also counts if it is like the picture that this browser
draws with the same fonts: some references are older than the rule that they test. The script needs numpy and Pillow.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import numpy
from PIL import Image

# The families that the references were made with, by the names that CSS gives to generic families. `serif` is always the
# bundled family, so the script writes another name for it into its copies of the drawings.
GENERIC = {
    "cursive": "Yellowtail-Regular.ttf",
    "fantasy": "SedgwickAveDisplay-Regular.ttf",
    "monospace": "NotoMono-Regular.ttf",
    "sans-serif": "NotoSans-Regular.ttf",
}
SERIF = re.compile(r"""(font-family\s*[=:]\s*["']?)serif\b""")
MOST_DIFFERENT = 72
MOST_PIXELS = 0.002
MM_PER_PIXEL = 0.2


def eroded(mask):
    """Keeps a pixel if all its neighbours are set."""
    padded = numpy.pad(mask, 1)
    height, width = mask.shape
    parts = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    return numpy.logical_and.reduce(parts)


def on_white(path, size=None):
    image = Image.open(path).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image)
    image = white.convert("RGB")
    if size and image.size != size:
        image = image.resize(size)
    return numpy.asarray(image, dtype=numpy.int16)


def share_of_differences(ours, reference):
    different = numpy.abs(ours - reference).max(axis=2) > MOST_DIFFERENT
    return eroded(different).mean()


def layout(name, width, height, fonts):
    lines = ["[game]", 'title = "picture"', ""]
    if fonts:
        lines.append("[fonts]")
        lines += [f'{key} = "fonts/{file}"' for key, file in fonts.items() if key != "sans-serif"]
        if "sans-serif" in fonts:
            styles = {"regular": "Regular", "bold": "Bold", "italic": "Italic"}
            files = ", ".join(f'{key} = "fonts/NotoSans-{style}.ttf"' for key, style in styles.items())
            lines.append(f"sans-serif = {{ {files} }}")
        lines.append("")
    mm = [round(side * MM_PER_PIXEL, 4) for side in (width, height)]
    lines += ["[[cards]]", f'size = "{mm[0]} x {mm[1]}mm"', f'face = [{{ image = "{name}", crop = false }}]']
    return "\n".join(lines) + "\n"


def fonts_in(folder):
    """The fonts of a folder by a name for the layout. Fonts without outlines cannot be used."""
    found = dict(GENERIC)
    for path in sorted(folder.glob("*.[ot]tf")):
        found.setdefault("f-" + path.stem.lower().replace(".", "-"), path.name)
    return {key: file for key, file in found.items() if has_outlines(folder / file)}


def has_outlines(path):
    """Whether a font has one of the two tables of outlines."""
    head = path.read_bytes()[:600] if path.exists() else b""
    return b"glyf" in head or b"CFF " in head


def judge(job):
    program, svg, fonts, folder, resources, keep, browser, reader = job
    reference = svg.with_suffix(".png")
    with Image.open(reference) as image:
        width, height = image.size
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        # Some files name pictures in `../../../resources`.
        copy = work / "a/b/c/picture.svg"
        copy.parent.mkdir(parents=True)
        try:
            text = SERIF.sub(r"\1Noto Serif", svg.read_text(encoding="utf-8"))
            copy.write_text(text, encoding="utf-8")
        except UnicodeDecodeError:
            shutil.copy(svg, copy)
        if folder:
            shutil.copytree(folder, work / "fonts")
        if resources:
            shutil.copytree(resources, work / "resources")
        (work / "a.toml").write_text(layout("a/b/c/picture.svg", width, height, fonts))
        build = [program, "build", "a.toml", "--output", "out"]
        run = subprocess.run(build, cwd=work, capture_output=True, text=True, timeout=300)
        files = sorted((work / "out").glob("*.pdf")) if (work / "out").exists() else []
        if not files:
            first = (run.stderr or "no file").splitlines()[0]
            return svg, "refused", first
        READERS[reader](files[0], work / "page.png")
        return compare(svg, reference, (width, height), work, keep, browser)


def draw_with_poppler(pdf, png):
    command = ["pdftoppm", "-r", f"{25.4 / MM_PER_PIXEL}", "-png", "-singlefile", pdf, png.with_suffix("")]
    subprocess.run(command, check=True)


def draw_with_pdfium(pdf, png):
    import pypdfium2

    # pdfium draws one page at a time.
    with PDFIUM:
        page = pypdfium2.PdfDocument(pdf)[0]
        page.render(scale=25.4 / MM_PER_PIXEL / 72).to_pil().save(png)


READERS = {"poppler": draw_with_poppler, "pdfium": draw_with_pdfium}
PDFIUM = threading.Lock()


def compare(svg, reference, size, work, keep, browser):
    # The card is in the middle of the page.
    ours = on_white(work / "page.png")
    target = on_white(reference)
    height, width = target.shape[:2]
    top, left = round((ours.shape[0] - height) / 2), round((ours.shape[1] - width) / 2)
    best = least_difference(ours, top, left, target)
    if keep and best >= MOST_PIXELS:
        name = "-".join(svg.with_suffix("").parts[-3:])
        part = ours[top : top + height, left : left + width].astype(numpy.uint8)
        Image.fromarray(numpy.hstack([part, target.astype(numpy.uint8)])).save(pathlib.Path(keep) / f"{name}.png")
    if best >= MOST_PIXELS and browser:
        best = min(best, least_difference(ours, top, left, in_browser(browser, svg, size, work)))
    return svg, "alike" if best < MOST_PIXELS else "different", f"{best:.2%}"


def least_difference(ours, top, left, target):
    """The share of pixels that differ at the best of the places that are at most a pixel away."""
    height, width = target.shape[:2]
    best = 1.0
    for dy in (0, -1, 1):
        for dx in (0, -1, 1):
            part = ours[top + dy : top + dy + height, left + dx : left + dx + width]
            if part.shape == target.shape:
                best = min(best, share_of_differences(part, target))
    return best


def in_browser(browser, svg, size, work):
    """What a browser shows with the fonts of the suite."""
    width, height = size
    page, shot, settings = work / "page.html", work / "shot.png", work / "fonts.conf"
    settings.write_text(f"<fontconfig><dir>{work / 'fonts'}</dir><cachedir>{work / 'cache'}</cachedir></fontconfig>")
    environment = {**os.environ, "FONTCONFIG_FILE": str(settings)} if (work / "fonts").exists() else None
    page.write_text(f'<body style="margin:0"><img src="{svg.resolve().as_uri()}" width="{width}" height="{height}">')
    options = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={width},{height + 200}"]
    command = [browser, *options, f"--screenshot={shot}", page.as_uri()]
    subprocess.run(command, capture_output=True, timeout=120, check=True, env=environment)
    return on_white(shot)[:height, :width]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--fonts", type=pathlib.Path)
    parser.add_argument("--browser")
    parser.add_argument("--reader", choices=READERS, default="poppler")
    parser.add_argument("--part", default="")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    program = pathlib.Path(args.program).resolve()
    folder = args.fonts.resolve() if args.fonts else None
    fonts = fonts_in(folder) if folder else {}
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
    files = [svg for svg in sorted(args.folder.rglob("*.svg")) if args.part in str(svg)]
    resources = args.folder.resolve().parent / "resources"
    resources = resources if resources.is_dir() else None
    files = [svg for svg in files if svg.with_suffix(".png").exists()]
    more = (fonts, folder, resources, args.keep, args.browser, args.reader)
    jobs = [(program, svg, *more) for svg in files]
    counts = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for svg, verdict, detail in pool.map(judge, jobs):
            parts = svg.relative_to(args.folder).parts
            group = parts[0] if len(parts) > 1 else svg.stem.split("-")[0]
            counts[group][verdict] += 1
            if verdict != "alike":
                print(f"{verdict}: {svg.relative_to(args.folder)}: {detail}")
    total = collections.Counter()
    print(f"{'folder':<16}{'files':>7}{'taken':>7}{'alike':>7}")
    for group, verdicts in [*sorted(counts.items()), ("all", None)]:
        verdicts = total if verdicts is None else verdicts
        total.update(verdicts if verdicts is not total else {})
        taken = verdicts["alike"] + verdicts["different"]
        print(f"{group:<16}{sum(verdicts.values()):>7}{taken:>7}{verdicts['alike']:>7}")
    return 1 if total["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
