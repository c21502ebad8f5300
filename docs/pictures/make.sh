#!/bin/sh
# Makes the pictures of README.md, docs/reference, docs/first-game.md, docs/printing.md, docs/calibrate.md and docs/cookbook anew. Needs cargo,
# pdftoppm (of poppler), and Python with Pillow.
#
#     sh docs/pictures/make.sh
set -eu
cd "$(dirname "$0")"
pictures=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd ../..
cargo build --quiet
program=$(pwd)/${CARGO_TARGET_DIR:-target}/debug/hexpress

# A sheet of small cards lies in the middle of its page: page, name, height of all cards in mm. They are 180 mm wide.
cut_out() {
    dpi=100
    px() { echo $(($1 * dpi * 10 / 254)); }
    pdftoppm -r $dpi -png -singlefile -f "$1" -l "$1" -x "$(px 15)" -y "$(px "$(((297 - $3) / 2))")" \
        -W "$(px 181)" -H "$(px "$(($3 + 1))")" "$work/elements-iso.pdf" "$pictures/$2"
}

# A page as a whole: file, page, name, dots per inch.
page() {
    pdftoppm -r "$4" -png -singlefile -f "$2" -l "$2" "$work/$1.pdf" "$pictures/$3"
}

# The board of the README. Its pieces are in answers.py.
"$program" build hexagonal-thing --only board --no-check --output "$work"
page hexagonal-thing-iso 1 board 50

cargo run --quiet -- build docs/pictures/elements.toml --output "$work"
cut_out 1 elements 108
cut_out 2 placing 72
cut_out 3 style 36
cut_out 4 keys 36
cut_out 5 icons 195
cut_out 6 icons-more 182
cut_out 7 patterns 81
cut_out 8 shapes 72
cut_out 9 runs 72

# The game of docs/reference, in each theme: its board, and a card in the middle of its sheet.
for theme in parchment slate linen ink midnight; do
    sed "s/THEME/$theme/" docs/pictures/themes.toml >"$work/theme.toml"
    cargo run --quiet -- build "$work/theme.toml" --no-check --output "$work"
    page theme-iso 1 "theme-$theme" 24
    pdftoppm -r 40 -png -singlefile -f 2 -l 2 -x 105 -y 150 -W 122 -H 168 "$work/theme-iso.pdf" "$pictures/theme-$theme-cards"
done

cargo run --quiet -- build docs/pictures/several-sorts.toml --no-check --output "$work"
pdftoppm -r 60 -png -singlefile -x 46 -y 128 -W 404 -H 444 "$work/several-sorts-iso.pdf" "$pictures/several-sorts"

# The games of the gallery: those with a board on their large or small sheet, the others by their cards.
for game in layouts/gallery/*.toml; do
    name=$(basename "$game" .toml)
    cargo run --quiet -- build "$name" --no-check --output "$work"
    for sheet in -a3 -a4 ""; do
        [ ! -e "$work/$name-iso$sheet.pdf" ] || break
    done
    page "$name-iso$sheet" 1 "gallery-$name" 22
done

FIRST_GAME="$work" cargo test --quiet --test it first_game::the_page
page summit 1 summit-board 42
page summit 3 summit-cards 50
# The page with these two pictures must be small, so the pictures have at most 256 colours.
python3 - "$pictures/summit-board.png" "$pictures/summit-cards.png" <<'END'
import sys
from PIL import Image
for path in sys.argv[1:]:
    Image.open(path).quantize(256, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)
END

cargo run --quiet -- build hexagonal-thing --paper a4 --only board --output "$work"
page hexagonal-thing-a4 2 poster 60
cargo run --quiet -- calibrate --output "$work"
page calibration-a4 1 calibration-front 40
page calibration-a4 2 calibration-back 40
# Part of the front: name, left, top, width and height in mm.
part() {
    dpi=130
    px() { echo $(($1 * dpi * 10 / 254)); }
    pdftoppm -r $dpi -png -singlefile -f 1 -l 1 -x "$(px "$2")" -y "$(px "$3")" -W "$(px "$4")" -H "$(px "$5")" \
        "$work/calibration-a4.pdf" "$pictures/$1"
}
part calibration-light 20 186 44 42
part calibration-edge 70 0 70 17

# The cookbook: recipe, page of its file, dots per inch; left, top, width and height in mm; options.
while read -r name number dpi left top width height options; do
    layout=docs/cookbook/$name.toml
    [ -e "$layout" ] || layout=$name
    "$program" build "$layout" --output "$work/$name" --quiet --no-check $options
    px() { echo $(($1 * dpi * 10 / 254)); }
    pdftoppm -r "$dpi" -png -singlefile -f "$number" -l "$number" -x "$(px "$left")" -y "$(px "$top")" \
        -W "$(px "$width")" -H "$(px "$height")" "$work/$name"/*.pdf "$pictures/recipe-$name"
done <<'TABLE'
valley 1 80 2 13 199 246
poster 2 80 0 0 210 297 --paper a4
connect 1 89 22 33 252 164
meadows 1 59 14 8 182 281
paths 1 73 30 6 238 196
railway 1 85 14 39 182 218
deck52 3 65 0 8 210 279
harbour 1 90 32 10 146 183
art 1 120 76 48 145 112
mat 1 90 10 8 190 270
money 1 150 42 51 106 107
counters 1 130 46 116 118 66
stickers 1 74 30 91 150 115
labels 1 65 0 9 210 279
backs 2 68 4 10 202 278
plotter 1 80 34 32 230 145
shop 1 80 0 8 297 200
laminated 1 80 30 20 240 165
tidewrack 1 90 148 0 149 210 --only rules
TABLE

# The box of docs/reference/boxes.md.
"$program" build tidewrack --only box --output "$work/box" --quiet --no-check
pdftoppm -r 70 -png -singlefile -f 1 -l 1 -y 190 -W 579 -H 440 "$work/box/tidewrack-iso.pdf" "$pictures/box"

# The example of docs/versions.md: its layout, and its two tables.
blocks() { awk -v language="$1" -v number="$2" '/^```/ { inside = ($0 == "```" language); if (inside) count++; next } inside && count == number' docs/versions.md; }
mkdir "$work/before" "$work/after"
blocks toml 1 >"$work/before/harbour.toml"
sed 's/"0.1"/"0.2"/' "$work/before/harbour.toml" >"$work/after/harbour.toml"
blocks csv 1 >"$work/before/cards.csv"
blocks csv 2 >"$work/after/cards.csv"
"$program" diff "$work/before" "$work/after" --pdf "$work/changes.pdf" --quiet || [ $? = 1 ]
pdftoppm -r 64 -png -singlefile -f 1 -l 1 -x 20 -y 15 -W 489 -H 403 "$work/changes.pdf" "$pictures/versions-first"
pdftoppm -r 64 -png -singlefile -f 2 -l 2 -x 20 -y 15 -W 489 -H 338 "$work/changes.pdf" "$pictures/versions-pair"

# The answers and the idioms: their examples say what is drawn. Needs Python with Pillow.
python3 docs/pictures/answers.py "$program"

# The page in the browser, which `web/build` makes: node docs/pictures/page.mjs
