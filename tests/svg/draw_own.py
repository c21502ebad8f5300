#!/usr/bin/env python3
"""Draws the sample of SVG pictures in `tests/svg/own`, and its references with a browser.

    tests/svg/draw_own.py [--browser chromium]

Each drawing tests one combination of features. Without a browser, only the SVG files are written. The references need
Pillow. The texts use bundled fonts, so the browser draws them from `crates/scene/fonts` by `@font-face`.
"""

import argparse
import itertools
import pathlib
import subprocess
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "own"
SIZE = 100
COLOURS = ["#2f5d8a", "#a8452c", "#3f7d4e", "#d9a441"]
SHAPES = {
    "disc": '<circle cx="50" cy="50" r="40" {}/>',
    "star": '<path d="M50 5 78 92 4 38h92L22 92z" {}/>',
    "ring": '<path d="M50 8a42 42 0 0 1 0 84 42 42 0 0 1 0-84zM50 30a20 20 0 0 1 0 40 20 20 0 0 1 0-40z" {}/>',
    "boxes": '<g {}><rect x="8" y="8" width="50" height="50"/><rect x="42" y="42" width="50" height="50"/></g>',
}
MODES = ["multiply", "screen", "overlay", "darken", "lighten", "hard-light", "difference", "exclusion", "hue", "luminosity"]


def paints():
    """Paints by name: the definition, and the value of `fill`."""
    for kind, spread in itertools.product(["linear", "radial"], ["pad", "repeat", "reflect"]):
        place = 'x2="0.3"' if kind == "linear" else 'r="0.25" fx="0.45"'
        for name, opacity in [("", "1"), ("-fading", "0.2")]:
            stops = f'<stop stop-color="#2f5d8a"/><stop offset="1" stop-color="#d9a441" stop-opacity="{opacity}"/>'
            gradient = f'<{kind}Gradient id="p" {place} spreadMethod="{spread}">{stops}</{kind}Gradient>'
            yield f"{kind}-{spread}{name}", gradient
    tile = '<circle cx="5" cy="5" r="4" fill="#a8452c"/><rect width="3" height="3" fill="#3f7d4e"/>'
    for name, more in [("plain", ""), ("turned", ' patternTransform="rotate(30)"'), ("skewed", ' patternTransform="skewX(20) scale(1.4)"')]:
        yield f"pattern-{name}", f'<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"{more}>{tile}</pattern>'


def drawings():
    for (paint, definition), shape in itertools.product(paints(), SHAPES):
        for rule in ["nonzero"] if shape != "star" else ["nonzero", "evenodd"]:
            yield f"paint-{paint}-{shape}-{rule}", definition, SHAPES[shape].format(f'fill="url(#p)" fill-rule="{rule}"')
    for shape, kind in itertools.product(SHAPES, ["luminance", "alpha"]):
        grey = '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>'
        mask = f'<mask id="m" style="mask-type:{kind}">{SHAPES[shape].format(chr(102) + "ill=" + chr(34) + "url(#g)" + chr(34))}</mask>'
        yield f"mask-{kind}-{shape}", grey + mask, '<rect width="100" height="100" fill="#2f5d8a" mask="url(#m)"/>'
    for shape, rule in itertools.product(SHAPES, ["nonzero", "evenodd"]):
        clip = f'<clipPath id="c">{SHAPES[shape].format(chr(99) + "lip-rule=" + chr(34) + rule + chr(34))}</clipPath>'
        if shape != "boxes":
            yield f"clip-{rule}-{shape}", clip, '<rect width="100" height="100" fill="#a8452c" clip-path="url(#c)"/>'
    for mode, shape in itertools.product(MODES, ["disc", "star"]):
        below = '<rect width="60" height="100" fill="#d9a441"/><rect y="50" width="100" height="50" fill="#2f5d8a" opacity="0.6"/>'
        yield f"blend-{mode}-{shape}", "", below + SHAPES[shape].format(f'fill="#a8452c" style="mix-blend-mode:{mode}"')
    for cap, join, dash in itertools.product(["butt", "round", "square"], ["miter", "round", "bevel"], ["none", "14 9", "0 12"]):
        line = f'fill="none" stroke="#3f7d4e" stroke-width="7" stroke-linecap="{cap}" stroke-linejoin="{join}" stroke-dasharray="{dash}"'
        if not (cap == "butt" and dash == "0 12"):
            yield f"line-{cap}-{join}-{dash.replace(' ', '-')}", "", f'<path d="M12 85 40 15 62 80 88 30" {line}/>'
    families = ["Source Sans 3", "Alegreya", "Barlow Condensed"]
    # Without the inner quotes, CSS does not accept a family that ends with a number.
    quoted = "font-family=\"'{}'\""
    for family, weight, style in itertools.product(families, ["normal", "bold"], ["normal", "italic"]):
        font = f'{quoted.format(family)} font-weight="{weight}" font-style="{style}" font-size="26"'
        yield f"words-{family}-{weight}-{style}".replace(" ", "-").lower(), "", f'<text x="50" y="45" text-anchor="middle" {font}>Ab fi<tspan x="50" dy="30" fill="#a8452c">gj 12</tspan></text>'
    for name, more in [("turned", 'transform="rotate(-20 50 50)"'), ("spaced", 'letter-spacing="4"'), ("squeezed", 'textLength="60" lengthAdjust="spacingAndGlyphs"'), ("lined", 'stroke="#2f5d8a" fill="none"'), ("underlined", 'text-decoration="underline"')]:
        yield f"words-{name}", "", f'<text x="8" y="58" {quoted.format("Source Sans 3")} font-size="22" {more}>Harbour</text>'
    path = '<path id="w" d="M10 60C30 10 70 10 90 60" fill="none"/>'
    yield "words-along", path, '<text font-family="Alegreya" font-size="17"><textPath href="#w">along a curve</textPath></text>'
    for deviation in ["1", "4"]:
        yield f"filter-blur-{deviation}", f'<filter id="f"><feGaussianBlur stdDeviation="{deviation}"/></filter>', SHAPES["star"].format('fill="#a8452c" filter="url(#f)"')
    shadow = '<filter id="f"><feDropShadow dx="5" dy="5" stdDeviation="2" flood-color="#2f5d8a"/></filter>'
    yield "filter-shadow", shadow, SHAPES["disc"].format('fill="#d9a441" filter="url(#f)"')


def svg(definitions, body, fonts=""):
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}">'
    defs = f"<defs>{definitions}</defs>" if definitions else ""
    return f"{start}{fonts}{defs}{body}</svg>\n"


def faces():
    """The rules of CSS for the fonts of the texts."""
    root = FOLDER.parents[2] / "crates/scene/fonts"
    folders = {"Source Sans 3": "source-sans-3/SourceSans3", "Alegreya": "alegreya/Alegreya", "Barlow Condensed": "barlow-condensed/BarlowCondensed"}
    for family, stem in folders.items():
        for part, weight, style in [("Regular", 400, "normal"), ("Bold", 700, "normal"), ("Italic", 400, "italic"), ("BoldItalic", 700, "italic")]:
            path = next(root.glob(f"{stem}-{part}.*"))
            yield f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};src:url('{path.as_uri()}')}}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--browser")
    args = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    all_drawings = list(drawings())
    for name, definitions, body in all_drawings:
        (FOLDER / f"{name}.svg").write_text(svg(definitions, body))
    print(len(all_drawings), "drawings")
    if args.browser:
        references(args.browser, all_drawings)


def references(browser, all_drawings):
    """Lets the browser draw all drawings on one page, and cuts them out."""
    from PIL import Image

    columns = 10
    rows = -(-len(all_drawings) // columns)
    cells = []
    for index, (_, definitions, body) in enumerate(all_drawings):
        # Definitions of one page need different names.
        text = svg(definitions, body)
        for key in "pgmcfw":
            text = text.replace(f'id="{key}"', f'id="{key}{index}"').replace(f"url(#{key})", f"url(#{key}{index})").replace(f'href="#{key}"', f'href="#{key}{index}"')
        place = f"left:{index % columns * SIZE}px;top:{index // columns * SIZE}px"
        cells.append(f'<div style="position:absolute;isolation:isolate;width:{SIZE}px;height:{SIZE}px;overflow:hidden;{place}">{text}</div>')
    with tempfile.TemporaryDirectory() as temporary:
        page, shot = pathlib.Path(temporary) / "page.html", pathlib.Path(temporary) / "shot.png"
        page.write_text(f"<style>{''.join(faces())}body{{margin:0}}</style>{''.join(cells)}")
        options = ["--headless", "--no-sandbox", "--hide-scrollbars", "--allow-file-access-from-files", "--virtual-time-budget=5000"]
        window = f"--window-size={columns * SIZE},{rows * SIZE + 200}"
        subprocess.run([browser, *options, window, f"--screenshot={shot}", page.as_uri()], check=True, capture_output=True)
        image = Image.open(shot).convert("RGB")
    for index, (name, _, _) in enumerate(all_drawings):
        left, top = index % columns * SIZE, index // columns * SIZE
        image.crop((left, top, left + SIZE, top + SIZE)).quantize(64).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
