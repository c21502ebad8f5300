//! A board as a picture of itself: signs in a grid of characters.
//!
//! A column is four characters wide. On a flat-top board cells of one column stand on every other line; on a
//! pointy-top board cells of one row stand four characters apart and every other row is shifted by two. Squares stand
//! two characters apart, one row on each line, and so do triangles, which point up and down in turn: up at the left edge of the first line. Where
//! they point left and right, columns stand two characters apart, and their cells on the lines one after the other.
//! Cells of several sorts have a line for each row in which their middles lie, and two characters for each column.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::shifted::{self, Between};
use crate::base::hex::Hex;
use crate::base::tiling::{Ranks, Tiling};
use crate::diag::{FileId, Place, Report, codes};
use crate::model::cells::adjacencies;
use crate::resolve::context::Compiler;

/// Characters from one column of cells to the next.
pub const STEP: usize = 4;

/// A cell that the map shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapCell {
    /// Where it lies.
    pub hex: Hex,
    /// Its sign: the kind's first, then its marks'.
    pub sign: String,
    /// The sign's bytes in the file.
    pub span: Range<usize>,
}

/// The text of a map and where it begins in the file, so that its characters have places.
#[derive(Debug, Clone)]
pub struct MapText<'a> {
    /// The picture.
    pub text: &'a str,
    /// The bytes of the whole value, quotes included.
    pub span: Range<usize>,
    /// Where a `\` at the end of a line joins it to the next one.
    pub joined: Option<Range<usize>>,
    /// The first byte of the picture, if its bytes stand in the file as they are (a literal string).
    pub start: Option<usize>,
}

impl<'a> MapText<'a> {
    /// Finds where the picture begins: after the opening quotes and the line break that follows them.
    pub fn new(text: &'a str, span: Range<usize>, source: &str) -> Self {
        let raw = source.get(span.clone()).unwrap_or("");
        let literal = raw.starts_with('\'') || !raw.contains('\\');
        let start = if literal { raw.find(text).map(|n| span.start + n) } else { None };
        let joined = if literal { None } else { joined(raw).map(|at| span.start + at..span.start + at + 1) };
        Self { text, span, joined, start }
    }

    fn span_of(&self, range: Range<usize>) -> Range<usize> {
        self.start.map_or(self.span.clone(), |s| s + range.start..s + range.end)
    }
}

/// The last `\` of a line, where nothing but blanks follows it and no other one takes its meaning away.
fn joined(raw: &str) -> Option<usize> {
    let mut at = 0;
    for line in raw.split_inclusive('\n') {
        let end = line.trim_end();
        let signs = end.len() - end.trim_end_matches('\\').len();
        if signs % 2 == 1 && line.ends_with('\n') {
            return Some(at + end.len() - 1);
        }
        at += line.len();
    }
    None
}

/// The signs of the cells that stand in one word: several, on squares, where marks fill the gaps between them.
fn parted(
    line: &str,
    column: usize,
    range: Range<usize>,
    tiling: Tiling,
    letters: &str,
) -> Vec<(usize, Range<usize>)> {
    let word = line.get(range.clone()).unwrap_or_default();
    let chars: Vec<(usize, char)> = word.char_indices().collect();
    let is_kind = |at: usize| chars.get(at).is_some_and(|(_, c)| letters.contains(*c));
    // Each cell has a sign and a mark, but for the last one, which may have none.
    let pairs = tiling == Tiling::Square
        && chars.len() > 2
        && (0..chars.len()).all(|at| (at % 2 == 0) == is_kind(at) && chars[at].1.width() == Some(1));
    if !pairs {
        return vec![(column, range)];
    }
    let end = |at: usize| chars.get(at).map_or(word.len(), |(byte, _)| *byte);
    let cells = (0..chars.len()).step_by(2);
    cells.map(|at| (column + at, range.start + end(at)..range.start + end(at + 2))).collect()
}

/// Reads the cells of a map, top line first, each line from left to right.
///
/// `letters` are the signs of kinds, and `marks` those of marks: on squares a mark fills the gap to the next cell, whose
/// sign follows without a blank.
pub fn read(
    map: &MapText<'_>,
    tiling: Tiling,
    [letters, marks]: [&str; 2],
    file: FileId,
    report: &mut Report,
) -> Vec<MapCell> {
    let several = tiling.polygons() > 1 && !tiling.is_triangles();
    let ranks = tiling.ranks().filter(|_| several);
    if several && ranks.is_none() {
        let message = format!("{} cells lie in no rows and columns that a map could show", tiling.word());
        let hint = "a `shape` such as \"rectangle 4 x 4\", and `without`";
        report.push(codes::BAD_MAP.error(message).at(Place::new(file, map.span.clone())).hint(hint));
        return Vec::new();
    }
    if let Some(joined) = &map.joined {
        let message = "this \\ joins its line to the next one, so the cells of both are lost";
        let hint = "between ''' and ''' a map is taken as it stands";
        report.push(codes::BAD_MAP.error(message).at(Place::new(file, joined.clone())).hint(hint));
        return Vec::new();
    }
    let mut signs = Vec::new();
    let mut tabs = false;
    let mut offset = 0;
    for (line_number, line) in map.text.split('\n').enumerate() {
        let trimmed = line.strip_suffix('\r').unwrap_or(line);
        if let Some(tab) = trimmed.find('\t') {
            tabs = true;
            let span = map.span_of(offset + tab..offset + tab + 1);
            report.push(
                codes::BAD_MAP
                    .error("a tab in a map: nobody can tell how wide it is")
                    .at(Place::new(file, span))
                    .hint("use spaces; a column is four characters wide"),
            );
        } else {
            for (column, range) in words(trimmed) {
                for (column, range) in parted(trimmed, column, range, tiling, letters) {
                    signs.push((line_number, column, offset + range.start..offset + range.end));
                }
            }
        }
        offset += line.len() + 1;
    }
    if tabs && signs.is_empty() {
        return Vec::new();
    }
    let Some(&(first_line, mut first_column, _)) = signs.first() else {
        let place = Place::new(file, map.span.clone());
        report.push(codes::NOTHING.error("this map shows no cell").at(place));
        return Vec::new();
    };
    let half = half_steps(tiling);
    if tiling.is_triangles() {
        // Which way a triangle points follows from where it stands.
        first_column = 0;
    }
    let anchor = ranks.as_ref().map_or((0, 0), |ranks| {
        let places = signs.iter().map(|(line, column, _)| (*column as i64, *line as i64));
        anchor(tiling, ranks, &places.collect::<Vec<_>>())
    });
    let mut cells = Vec::new();
    let mut taken: HashMap<Hex, Range<usize>> = HashMap::new();
    let mut before: Option<(usize, Range<usize>)> = None;
    let (mut between, mut on_cells) = (Vec::new(), Vec::new());
    for (line, column, range) in signs {
        let left = before.replace((line, range.clone())).filter(|(above, _)| *above == line);
        let span = map.span_of(range.clone());
        let place = Place::new(file, span.clone());
        let sign = map.text[range].to_owned();
        let across = column as i64 - first_column as i64;
        let down = line as i64 - first_line as i64;
        let shifted = tiling.lies_as_hexagons() && (across / half + down).rem_euclid(2) != 0;
        let hex = if across.rem_euclid(half) != 0 || shifted {
            None
        } else if let Some(ranks) = &ranks {
            ranks.cell((clamp(across / half + i64::from(anchor.0)), clamp(down + i64::from(anchor.1))))
        } else {
            Some(doubled(tiling, across / half, down))
        };
        let Some(hex) = hex else {
            if let Some((_, left)) = left
                && sign.chars().all(|c| marks.contains(c) && !letters.contains(c))
            {
                let cell = &map.text[left];
                let message = format!("`{sign}` is parted from the cell that it marks");
                let hint = format!("a mark stands right after the sign of its cell: `{cell}{sign}`");
                report.push(codes::BAD_MAP.error(message).at(place).hint(hint));
                continue;
            }
            between.push(Between { across, down, sign, span });
            continue;
        };
        if taken.insert(hex, span.clone()).is_some() {
            report.push(codes::BAD_MAP.error(format!("`{sign}` overlaps another cell")).at(place));
            continue;
        }
        on_cells.push((across, down));
        cells.push(MapCell { hex, sign, span });
    }
    let stands = |across: i64, down: i64| {
        across.rem_euclid(half) == 0
            && !(tiling.lies_as_hexagons() && (across / half + down).rem_euclid(2) != 0)
    };
    let on_cells = ranks.is_none().then_some(on_cells.as_slice());
    let start = cells.first().map_or(0, |cell| cell.span.start);
    let first_row = start..cells.last().map_or(start, |cell| cell.span.end);
    shifted::report(&between, on_cells, first_row, &stands, how_they_stand(tiling), file, report);
    cells
}

/// Reports squares of which none touches another at its side: they are typed as hexagons are.
pub fn loose(tiling: Tiling, cells: &[Hex], place: Place, compiler: &mut Compiler<'_>) {
    /// Fewer may well lie apart.
    const FEWEST: usize = 3;
    let there: HashSet<Hex> = cells.iter().copied().collect();
    let has_neighbour = cells.iter().any(|cell| there.contains(&(*cell + Hex::new(1, 0))));
    let in_a_row = cells.iter().any(|cell| there.contains(&(*cell + Hex::new(2, 0))));
    if tiling != Tiling::Square || cells.len() < FEWEST || has_neighbour || !in_a_row {
        return;
    }
    let hint = "squares stand two characters apart, and each row begins below the one above: \"s g g s\"; rows that are \
        shifted by two are those of hexagons, cells = \"pointy-top\"";
    if adjacencies(tiling, cells) == 0 {
        compiler.hinted(codes::BAD_MAP, place, "no two squares of this map touch", hint);
    } else {
        let warning = codes::BAD_MAP.warning("no square of this map has another to its right");
        compiler.warnings.push(warning.at(place).hint(hint));
    }
}

/// Characters in half a step of the doubled coordinate that runs across.
fn half_steps(tiling: Tiling) -> i64 {
    match tiling {
        Tiling::FlatTop => STEP as i64,
        _ => STEP as i64 / 2,
    }
}

/// The column and row of the first sign, of several sorts of cells: those that give the most signs a cell. Of several, those
/// with which most cells touch; then those with a cell of the first sort in the leftmost column.
fn anchor(tiling: Tiling, ranks: &Ranks, signs: &[(i64, i64)]) -> (i32, i32) {
    let Some(&first) = signs.first() else { return (0, 0) };
    let left = signs.iter().map(|sign| sign.0).min().unwrap_or(0);
    let worth = |place: &(i32, i32)| {
        let column = |at: i64| clamp((at - first.0).div_euclid(2) + i64::from(place.0));
        let row = |at: i64| clamp(at - first.1 + i64::from(place.1));
        let even = signs.iter().filter(|sign| (sign.0 - first.0) % 2 == 0);
        let cells: Vec<Hex> = even.filter_map(|sign| ranks.cell((column(sign.0), row(sign.1)))).collect();
        (cells.len(), adjacencies(tiling, &cells), ranks.has_first(column(left)))
    };
    let places = (0..tiling.polygons()).rev().map(|k| ranks.place(Hex { k, ..Hex::new(0, 0) }));
    places.max_by_key(worth).unwrap_or((0, 0))
}

/// The blanks from the sign of a cell to the next one in its row.
pub fn between(tiling: Tiling) -> &'static str {
    match tiling {
        Tiling::FlatTop => "       ",
        Tiling::PointyTop | Tiling::Brick => "   ",
        _ => " ",
    }
}

/// Where the signs of a tiling's cells stand, in words.
fn how_they_stand(tiling: Tiling) -> &'static str {
    match tiling {
        Tiling::FlatTop => {
            "a column is four characters wide, and cells of one column stand on every other line"
        }
        Tiling::PointyTop | Tiling::Brick => {
            "cells stand four characters apart, and every other row is shifted by two"
        }
        Tiling::Square => "squares stand two characters apart",
        Tiling::Triangles | Tiling::TrianglesSideways => "triangles stand two characters apart",
        _ => {
            "two characters lead from a column of middles to the next, and a line from a row to the next: docs/layout.md \
              has a map of each tiling"
        }
    }
}

fn clamp(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(0)
}

/// From doubled coordinates to axial ones: doubled height on flat-top, doubled width on pointy-top grids.
fn doubled(tiling: Tiling, across: i64, down: i64) -> Hex {
    match tiling {
        Tiling::FlatTop => Hex::new(clamp(across), clamp((down - across).div_euclid(2))),
        Tiling::PointyTop | Tiling::Brick => Hex::new(clamp((across - down).div_euclid(2)), clamp(down)),
        Tiling::Triangles | Tiling::TrianglesSideways => tiling.triangle_at((clamp(across), clamp(down))),
        _ => Hex::new(clamp(across), clamp(down)),
    }
}

/// The words of a line: the column each begins at, as an editor shows it, and its bytes.
fn words(line: &str) -> Vec<(usize, Range<usize>)> {
    let mut words = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut column = 0;
    for (byte, c) in line.char_indices() {
        let here = column;
        // A Chinese sign is as wide as two Latin ones.
        column += if c.is_ascii() { 1 } else { c.width().unwrap_or(0) };
        match (c.is_whitespace(), open) {
            (false, None) => open = Some((here, byte)),
            (true, Some((start, from))) => {
                words.push((start, from..byte));
                open = None;
            }
            _ => {}
        }
    }
    if let Some((start, from)) = open {
        words.push((start, from..line.len()));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, tiling: Tiling) -> (Vec<MapCell>, Report) {
        let mut report = Report::default();
        let map = MapText { text, span: 0..text.len(), joined: None, start: Some(0) };
        let cells = read(&map, tiling, ["", ""], FileId(0), &mut report);
        (cells, report)
    }

    #[test]
    fn flat_top_columns_are_four_apart() {
        let (found, report) = cells("    a\nb       c\n    d*\n", Tiling::FlatTop);
        assert!(report.is_empty());
        let hexes: Vec<_> = found.iter().map(|c| c.hex).collect();
        let a = Hex::new(0, 0);
        assert_eq!(hexes, [a, Hex::new(-1, 1), Hex::new(1, 0), Hex::new(0, 1)]);
        assert_eq!(found[3].sign, "d*");
        assert!(hexes[1..3].iter().all(|h| h.distance(a) == 1 && h.distance(Hex::new(0, 1)) == 1));
    }

    #[test]
    fn pointy_top_rows_are_shifted_by_two() {
        let (found, report) = cells("  a   b\nc   d   e\n", Tiling::PointyTop);
        assert!(report.is_empty());
        let hexes: Vec<_> = found.iter().map(|c| c.hex).collect();
        assert_eq!(hexes[0].distance(hexes[1]), 1);
        assert_eq!(hexes[0].distance(hexes[2]), 1);
        assert_eq!(hexes[0].distance(hexes[3]), 1);
        assert_eq!(hexes[0].distance(hexes[4]), 2);
    }

    #[test]
    fn wide_signs_stand_where_an_editor_shows_them() {
        let narrow = cells("    a\nb       c\n    d*\n", Tiling::FlatTop).0;
        let (wide, report) = cells("    山\n海      山\n    海*\n", Tiling::FlatTop);
        assert!(report.is_empty());
        let hexes = |cells: &[MapCell]| cells.iter().map(|c| c.hex).collect::<Vec<_>>();
        assert_eq!(hexes(&wide), hexes(&narrow));
    }

    #[test]
    fn says_which_cell_is_off() {
        let (found, report) = cells("a   b\n", Tiling::FlatTop);
        assert_eq!(found.len(), 1);
        assert!(report.sorted()[0].message.contains("`b` stands between two cells"));
        let (_, report) = cells("a\n\tb\n", Tiling::FlatTop);
        assert!(report.sorted()[0].message.contains("tab"));
        assert_eq!(report.sorted()[0].place.unwrap().start, 2);
        let (_, report) = cells("  \n", Tiling::FlatTop);
        assert_eq!(report.sorted()[0].code, codes::NOTHING);
    }
}
