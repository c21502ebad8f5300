//! Faults of names that are printed outside a board. The boards have unusual lines of cells: octagons with
//! squares, bricks, a track of long cells, and triangles.

use hexpress::check::Verdict;

use super::Wrong;
use super::board::wrongs;
use super::rules::{own, paper};

const OCTAGONS: &str = r#"
[[board]]
sheet = "small"
cells = "4.8.8"
side  = "14mm"
shape = "rectangle 3 x 3"
names = { like = "chess", column = "abc" }
show-names = "outside"
[board.must]
names = "unique"
"#;

const TRACK: &str = r#"
[[board]]
sheet = "small"
cells = "square"
size  = "20 x 60mm"
shape = "rectangle 6 x 2"
names = { like = "snake", from = "bottom-right" }
show-names = "outside"
[board.must]
names = "unique"
"#;

const TRIANGLES: &str = r#"
[[board]]
sheet = "small"
cells = "triangles"
side  = "20mm"
shape = "hexhex 2"
names = "chess"
show-names = "outside"
[board.must]
lines = 7
names = "unique"
"#;

fn bricks(changes: &[(&str, &str)]) -> Verdict {
    let bricks = OCTAGONS.replace("\"4.8.8\"\nside  = \"14mm\"", "\"brick\"\nacross = \"14mm\"");
    paper(&bricks, changes)
}

pub const WRONGS: super::Wrongs = wrongs![
    "octagons without names next to them", "HX506", 1, "next to the board `board` for its line a", &[],
        paper(OCTAGONS, &[("show-names = \"outside\"", "show-names = \"none\"")]);
    "the names of two columns of octagons exchanged", "HX506", 1, "next to the board `board` for its line a", &[],
        paper(OCTAGONS, &[("\"abc\"", "\"bac\"")]);
    "rows of octagons counted from the top", "HX506", 1, "next to the board `board` for its line 1", &[],
        paper(OCTAGONS, &[("{ like", "{ from = \"top-left\", like")]);
    "the names of two columns of bricks exchanged", "HX506", 1, "next to the board `board` for its line b", &[],
        bricks(&[("\"abc\"", "\"acb\"")]);
    "a column of triangles left out of the names", "HX506", 1, "next to the board `board` for its line b", &[],
        paper(TRIANGLES, &[("names = \"chess\"", "names = { like = \"chess\", column = \"aBcdefg\" }")]);
    "cells of a track numbered from the other side", "HX506", 1, "no name is printed next to the cell 1", &[],
        paper(TRACK, &[("bottom-right", "bottom-left")]);
    "a strip of triangles that is too short", "HX510", 1, "has 7 cells, but must have 8", &[],
        own(TRIANGLES, &[("lines = 7", "lines = 8")]);
];
