//! Reads the key `map = '''…'''` of a board. The map is a grid of characters. Each cell of the board is
//! a sign in this grid.
//!
//! - In: the text of a map.
//! - Out: the cells of the map. Signs between two cells are reported.
//! - Not here: what the signs mean.
//!
//! | cells | position of a sign in its line | lines |
//! |---|---|---|
//! | flat-top | columns are four characters apart | a column has a cell on every other line |
//! | pointy-top, bricks | cells are four characters apart | every other line is shifted by two characters |
//! | squares, triangles | cells are two characters apart | one row of cells on each line |
//! | several shapes | columns of cell centres are two characters apart | one row of cell centres on each line |
//!
//! Triangles alternately point up and down, or left and right. The first triangle on the first line
//! points up or left.

use std::collections::HashSet;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::shifted::{self, Between};
use crate::context::Resolver;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{FileId, Report, SourceSpan, codes};
use hexpress_base::tiling::{Ranks, Tiling};
use hexpress_game::cells::adjacencies;

/// The number of characters from one column of flat-top hexagons to the next. On maps of pointy-top
/// hexagons and bricks, it is the number of characters from one cell of a row to the next.
pub const CHARACTERS_PER_COLUMN: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapCell {
    pub address: CellAddress,
    /// The sign: a character for the kind of the cell, and then characters for its marks.
    pub sign: String,
    /// The byte range of the sign in the file.
    pub span: Range<usize>,
}

/// The text of a map, and the position of the text in the file.
#[derive(Debug, Clone)]
pub struct MapText<'a> {
    pub text: &'a str,
    /// The byte range of the whole value of `map`, including the quotes.
    pub span: Range<usize>,
    /// The byte range of the first `\` at the end of a line. TOML joins such a line with the next line.
    /// `None` if no line ends with `\`.
    pub joined: Option<Range<usize>>,
    /// The offset in the file at which `text` begins. `None` if the file does not contain `text`
    /// unchanged, for example because of escapes.
    pub start: Option<usize>,
}

impl<'a> MapText<'a> {
    /// Creates a map text. TOML removes a line break after the opening quotes, so `text` starts after
    /// it.
    pub fn new(text: &'a str, span: Range<usize>, source: &str) -> Self {
        let raw = source.get(span.clone()).unwrap_or("");
        let is_literal = raw.starts_with('\'') || !raw.contains('\\');
        if is_literal {
            let start = raw.find(text).map(|at| span.start + at);
            return Self { text, span, joined: None, start };
        }
        let joined = joining_backslash(raw).map(|at| span.start + at..span.start + at + 1);
        Self { text, span, joined, start: None }
    }

    /// Returns the byte range that a part of the text has in the file. If the file does not contain
    /// the text unchanged, returns the byte range of the whole value.
    fn span_of(&self, range: Range<usize>) -> Range<usize> {
        self.start.map_or(self.span.clone(), |start| start + range.start..start + range.end)
    }
}

/// Returns the offset of the first unescaped `\` at the end of a line. Returns `None` if no line ends
/// with an unescaped `\`.
fn joining_backslash(raw: &str) -> Option<usize> {
    let mut start = 0;
    for line in raw.split_inclusive('\n') {
        let end = line.trim_end();
        let backslashes = end.len() - end.trim_end_matches('\\').len();
        if backslashes % 2 == 1 && line.ends_with('\n') {
            return Some(start + end.len() - 1);
        }
        start += line.len();
    }
    None
}

/// A part of a line of a map that contains no white space.
struct Word {
    /// The column of the first character, as an editor counts columns: a wide character counts as two.
    column: usize,
    /// The byte range of the word in its line.
    range: Range<usize>,
}

/// Splits a word such as `g*w+g` into the cells `g*`, `w+` and `g`. On a map of squares, marks such as
/// `*` may take the place of the spaces between cells. Any other word is one sign.
fn split_cells(line: &str, word: Word, tiling: Tiling, kind_signs: &str) -> Vec<Word> {
    let chars: Vec<(usize, char)> = line.get(word.range.clone()).unwrap_or_default().char_indices().collect();
    // Kinds and marks must alternate, as in `g*w+g`.
    let is_row = tiling == Tiling::Square
        && chars.len() > 2
        && chars
            .iter()
            .enumerate()
            .all(|(index, (_, c))| (index % 2 == 0) == kind_signs.contains(*c) && c.width() == Some(1));
    if !is_row {
        return vec![word];
    }
    let cells = chars.chunks(2).enumerate().map(|(cell, pair)| {
        let start = word.range.start + pair[0].0;
        let length: usize = pair.iter().map(|(_, c)| c.len_utf8()).sum();
        Word { column: word.column + 2 * cell, range: start..start + length }
    });
    cells.collect()
}

/// The signs of `[board.key]`.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeySigns<'a> {
    /// All signs of kinds, joined to one text.
    pub kind_signs: &'a str,
    /// All signs of marks, joined to one text. On a map of squares, a mark may fill the gap after
    /// the cell to which it belongs.
    pub marks: &'a str,
}

/// Reads the cells of a map, in the order of the text.
pub fn read(
    map: &MapText<'_>,
    tiling: Tiling,
    key: KeySigns<'_>,
    file: FileId,
    report: &mut Report,
) -> Vec<MapCell> {
    let has_shapes = tiling.polygons() > 1 && !tiling.is_triangles();
    let ranks = tiling.ranks().filter(|_| has_shapes);
    if has_shapes && ranks.is_none() {
        let message = format!(
            "the cells of the tiling `{}` are not in rows and columns, so a map cannot show them",
            tiling.word()
        );
        let hint = "use a `shape` such as \"rectangle 4 x 4\", with `without` for the cells that are missing";
        report.push(codes::BAD_MAP.error(message).at(SourceSpan::new(file, map.span.clone())).hint(hint));
        return Vec::new();
    }
    if let Some(joined) = &map.joined {
        let diagnostic =
            codes::BAD_MAP.error("this \\ joins its line to the next line, so the cells of both are lost");
        let place = SourceSpan::new(file, joined.clone());
        report.push(
            diagnostic.at(place).hint("write the map between ''' and ''', where \\ is an ordinary character"),
        );
        return Vec::new();
    }
    let Some(signs) = signs(map, tiling, key.kind_signs, file, report) else { return Vec::new() };
    let Some(first) = signs.first() else {
        let nothing = codes::NOTHING.error("this map has no cell");
        report.push(nothing.at(SourceSpan::new(file, map.span.clone())));
        return Vec::new();
    };
    let anchor = ranks.as_ref().map_or((0, 0), |ranks| {
        let places: Vec<_> = signs.iter().map(|sign| (sign.column as i64, sign.line as i64)).collect();
        anchor(tiling, ranks, &places)
    });
    // Triangles in even and in odd columns point in different directions. On a map of triangles,
    // columns are therefore counted from the left margin.
    let first_column = if tiling.is_triangles() { 0 } else { first.column };
    let column_step = column_step(tiling);
    let grid = Grid { tiling, column_step, ranks, anchor, first_column, first_line: first.line };
    place_signs(map, signs, &grid, key, file, report)
}

struct MapSign {
    line: usize,
    /// The column of the first character, as an editor counts columns: a wide character counts as two.
    column: usize,
    /// The byte range of the sign in the text of the map.
    range: Range<usize>,
}

/// Returns the signs of a map. Reports tabs, and leaves out lines with tabs. Returns `None` if
/// every line has a tab.
fn signs(
    map: &MapText<'_>,
    tiling: Tiling,
    kind_signs: &str,
    file: FileId,
    report: &mut Report,
) -> Option<Vec<MapSign>> {
    let mut signs = Vec::new();
    let mut has_tabs = false;
    let mut offset = 0;
    for (number, line) in map.text.split('\n').enumerate() {
        let trimmed = line.strip_suffix('\r').unwrap_or(line);
        if let Some(tab) = trimmed.find('\t') {
            has_tabs = true;
            let span = map.span_of(offset + tab..offset + tab + 1);
            report.push(
                codes::BAD_MAP
                    .error("a map cannot contain a tab, because the width of a tab varies")
                    .at(SourceSpan::new(file, span))
                    .hint(format!("type spaces instead of the tab: {}", sign_places(tiling))),
            );
        } else {
            let cells =
                words(trimmed).into_iter().flat_map(|word| split_cells(trimmed, word, tiling, kind_signs));
            signs.extend(cells.map(|Word { column, range }| MapSign {
                line: number,
                column,
                range: offset + range.start..offset + range.end,
            }));
        }
        offset += line.len() + 1;
    }
    (!has_tabs || !signs.is_empty()).then_some(signs)
}

/// Converts between the characters of a map and the cells of a board.
struct Grid {
    tiling: Tiling,
    /// The number of characters from one column of cell centres to the next.
    column_step: i64,
    /// The columns and rows of cell centres. Only for a tiling whose cells have several shapes.
    ranks: Option<Ranks>,
    /// The column and row of the first sign, as indices in `ranks`.
    anchor: (i32, i32),
    first_column: usize,
    first_line: usize,
}

impl Grid {
    /// Returns whether a cell can be at a position. `across` counts characters and `down` counts lines
    /// from the first sign. For a tiling whose cells have several shapes, only the column is checked.
    fn has_place(&self, across: i64, down: i64) -> bool {
        let is_between_rows =
            self.tiling.has_hexagon_neighbours() && (across / self.column_step + down).rem_euclid(2) != 0;
        across.rem_euclid(self.column_step) == 0 && !is_between_rows
    }

    /// Returns the cell at a position. `across` counts characters and `down` counts lines from the
    /// first sign. Returns `None` if no cell can be at this position.
    fn cell(&self, across: i64, down: i64) -> Option<CellAddress> {
        if !self.has_place(across, down) {
            return None;
        }
        let column = across / self.column_step;
        match &self.ranks {
            Some(ranks) => {
                ranks.cell((clamp(column + i64::from(self.anchor.0)), clamp(down + i64::from(self.anchor.1))))
            }
            None => Some(axial(self.tiling, column, down)),
        }
    }
}

/// Returns the cell of each sign. Reports signs between cells, and two signs for the same cell.
fn place_signs(
    map: &MapText<'_>,
    signs: Vec<MapSign>,
    grid: &Grid,
    key: KeySigns<'_>,
    file: FileId,
    report: &mut Report,
) -> Vec<MapCell> {
    let mut cells = Vec::new();
    let mut taken: HashSet<CellAddress> = HashSet::new();
    let mut before: Option<(usize, Range<usize>)> = None;
    let (mut between, mut on_cells) = (Vec::new(), Vec::new());
    for MapSign { line, column, range } in signs {
        let left = before.replace((line, range.clone())).filter(|(left_line, _)| *left_line == line);
        let span = map.span_of(range.clone());
        let place = SourceSpan::new(file, span.clone());
        let sign = map.text[range].to_owned();
        let across = column as i64 - grid.first_column as i64;
        let down = line as i64 - grid.first_line as i64;
        let Some(address) = grid.cell(across, down) else {
            match left {
                Some((_, left))
                    if sign.chars().all(|c| key.marks.contains(c) && !key.kind_signs.contains(c)) =>
                {
                    let cell = &map.text[left];
                    let message = format!("`{sign}` is separated from the cell that it marks");
                    let hint =
                        format!("write the mark right after the character of its cell: `{cell}{sign}`");
                    report.push(codes::BAD_MAP.error(message).at(place).hint(hint));
                }
                _ => between.push(Between { across, down, sign, span }),
            }
            continue;
        };
        if !taken.insert(address) {
            let overlap = codes::BAD_MAP.error(format!("`{sign}` overlaps another cell"));
            report.push(overlap.at(place).hint(format!("move it: {}", sign_places(grid.tiling))));
            continue;
        }
        on_cells.push((across, down));
        cells.push(MapCell { address, sign, span });
    }
    let start = cells.first().map_or(0, |cell| cell.span.start);
    let rows = shifted::MapRows {
        on_cells: grid.ranks.is_none().then_some(on_cells.as_slice()),
        first_row: start..cells.last().map_or(start, |cell| cell.span.end),
        has_place: &|across, down| grid.has_place(across, down),
        hint: sign_places(grid.tiling),
    };
    rows.report(&between, file, report);
    cells
}

/// Reports a map of squares on which no square has a neighbour in its row. The user probably left as
/// much space between the squares as on a map of hexagons.
pub fn check_spacing(tiling: Tiling, cells: &[CellAddress], place: SourceSpan, resolver: &mut Resolver<'_>) {
    /// The smallest number of cells for which such a map is reported. On a smaller board, the cells may
    /// be apart on purpose.
    const MIN_CELLS: usize = 3;
    let board: HashSet<CellAddress> = cells.iter().copied().collect();
    let has_neighbour = cells.iter().any(|cell| board.contains(&(*cell + CellAddress::new(1, 0))));
    let has_second_neighbour = cells.iter().any(|cell| board.contains(&(*cell + CellAddress::new(2, 0))));
    if tiling != Tiling::Square || cells.len() < MIN_CELLS || has_neighbour || !has_second_neighbour {
        return;
    }
    let hint = "for squares, put one space between cells, and start every row at the same column: \"s g g s\"; for hexagons, write cells = \"pointy-top\"";
    if adjacencies(tiling, cells) == 0 {
        resolver.error_with_hint(codes::BAD_MAP, place, "no two squares of this map touch", hint);
    } else {
        let warning = codes::BAD_MAP.warning("no square of this map has a neighbour to its right");
        resolver.warnings.push(warning.at(place).hint(hint));
    }
}

/// Returns the number of characters from one column of cell centres to the next.
fn column_step(tiling: Tiling) -> i64 {
    match tiling {
        Tiling::FlatTop => CHARACTERS_PER_COLUMN as i64,
        _ => CHARACTERS_PER_COLUMN as i64 / 2,
    }
}

/// Returns the place of the first sign among the columns and rows of cell centres. The tiling must have
/// cells of several shapes. `signs` contains the column and line of each sign, in characters.
///
/// Tries every possible position of the first sign, and takes the one that puts the most signs on cells.
/// If several are equally good, takes the one at which the most cells touch. If there are still several,
/// prefers one whose leftmost column contains the first of the tiling's shapes.
fn anchor(tiling: Tiling, ranks: &Ranks, signs: &[(i64, i64)]) -> (i32, i32) {
    let Some(&first) = signs.first() else { return (0, 0) };
    let left = signs.iter().map(|(column, _)| *column).min().unwrap_or(0);
    let places = (0..tiling.polygons())
        .rev()
        .map(|k| ranks.place(CellAddress { polygon: k, ..CellAddress::new(0, 0) }));
    let best = places.max_by_key(|place| {
        let even = signs.iter().filter(|sign| (sign.0 - first.0) % 2 == 0);
        let cells: Vec<CellAddress> = even
            .filter_map(|sign| {
                let column = anchored_column(sign.0 - first.0, place.0);
                ranks.cell((column, clamp(sign.1 - first.1 + i64::from(place.1))))
            })
            .collect();
        let leftmost = anchored_column(left - first.0, place.0);
        (cells.len(), adjacencies(tiling, &cells), ranks.has_first(leftmost))
    });
    best.unwrap_or((0, 0))
}

/// Returns the column of cell centres for a sign that is `across` characters to the right of a sign in
/// the column `column`. Only for tilings whose cells have several shapes.
fn anchored_column(across: i64, column: i32) -> i32 {
    clamp(across.div_euclid(2) + i64::from(column))
}

/// Returns the spaces between the sign of a cell and the next sign in the same row of a map.
pub fn cell_gap(tiling: Tiling) -> &'static str {
    match tiling {
        Tiling::FlatTop => "       ",
        Tiling::PointyTop | Tiling::Brick => "   ",
        _ => " ",
    }
}

/// Returns the part of a message that explains at which columns and lines signs must be.
fn sign_places(tiling: Tiling) -> &'static str {
    match tiling {
        Tiling::FlatTop => "columns are four characters apart, and a column has a cell on every second line",
        Tiling::PointyTop | Tiling::Brick => {
            "cells are four characters apart, and every other row is shifted by two"
        }
        Tiling::Square => "squares are two characters apart",
        Tiling::Triangles | Tiling::TrianglesSideways => "triangles are two characters apart",
        _ => "docs/reference/maps.md shows where the cells of each tiling are on a map",
    }
}

/// Converts a coordinate to 32 bits. A number that is too large becomes 0. Only a map of more than 2 GB
/// has such numbers.
fn clamp(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(0)
}

/// Converts doubled coordinates to axial coordinates. The row numbers are doubled on flat-top grids,
/// and the column numbers on pointy-top grids. On all other tilings, `across` is the column and `down`
/// the row.
///
/// Source: <https://www.redblobgames.com/grids/hexagons/#coordinates-doubled>.
pub(super) fn axial(tiling: Tiling, across: i64, down: i64) -> CellAddress {
    match tiling {
        Tiling::FlatTop => CellAddress::new(clamp(across), clamp((down - across).div_euclid(2))),
        Tiling::PointyTop | Tiling::Brick => {
            CellAddress::new(clamp((across - down).div_euclid(2)), clamp(down))
        }
        Tiling::Triangles | Tiling::TrianglesSideways => tiling.triangle_at((clamp(across), clamp(down))),
        _ => CellAddress::new(clamp(across), clamp(down)),
    }
}

/// Splits a line at white space.
fn words(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut open: Option<Word> = None;
    let mut column = 0;
    for (byte, c) in line.char_indices() {
        if c.is_whitespace() {
            words.extend(open.take());
        } else {
            let word = open.get_or_insert(Word { column, range: byte..byte });
            word.range.end = byte + c.len_utf8();
        }
        // In an editor, a Chinese character is as wide as two Latin characters.
        column += if c.is_ascii() { 1 } else { c.width().unwrap_or(0) };
    }
    words.extend(open);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, tiling: Tiling) -> (Vec<MapCell>, Report) {
        let mut report = Report::default();
        let map = MapText { text, span: 0..text.len(), joined: None, start: Some(0) };
        let cells = read(&map, tiling, KeySigns::default(), FileId(0), &mut report);
        (cells, report)
    }

    #[test]
    fn flat_top_columns_are_four_apart() {
        let (found, report) = cells("    a\nb       c\n    d*\n", Tiling::FlatTop);
        assert!(report.is_empty());
        let addresses: Vec<_> = found.iter().map(|c| c.address).collect();
        let a = CellAddress::new(0, 0);
        assert_eq!(addresses, [a, CellAddress::new(-1, 1), CellAddress::new(1, 0), CellAddress::new(0, 1)]);
        assert_eq!(found[3].sign, "d*");
        assert!(
            addresses[1..3].iter().all(|h| h.distance(a) == 1 && h.distance(CellAddress::new(0, 1)) == 1)
        );
    }

    #[test]
    fn pointy_top_rows_are_shifted_by_two() {
        let (found, report) = cells("  a   b\nc   d   e\n", Tiling::PointyTop);
        assert!(report.is_empty());
        let addresses: Vec<_> = found.iter().map(|c| c.address).collect();
        assert_eq!(addresses[0].distance(addresses[1]), 1);
        assert_eq!(addresses[0].distance(addresses[2]), 1);
        assert_eq!(addresses[0].distance(addresses[3]), 1);
        assert_eq!(addresses[0].distance(addresses[4]), 2);
    }

    #[test]
    fn wide_signs_stand_where_an_editor_shows_them() {
        let narrow = cells("    a\nb       c\n    d*\n", Tiling::FlatTop).0;
        let (wide, report) = cells("    山\n海      山\n    海*\n", Tiling::FlatTop);
        assert!(report.is_empty());
        let addresses = |cells: &[MapCell]| cells.iter().map(|c| c.address).collect::<Vec<_>>();
        assert_eq!(addresses(&wide), addresses(&narrow));
    }

    #[test]
    fn says_which_cell_is_off() {
        let (found, report) = cells("a   b\n", Tiling::FlatTop);
        assert_eq!(found.len(), 1);
        assert!(report.sorted()[0].message.contains("`b` is between two cells of the map"));
        let (_, report) = cells("a\n\tb\n", Tiling::FlatTop);
        assert!(report.sorted()[0].message.contains("tab"));
        assert_eq!(report.sorted()[0].place.unwrap().start, 2);
        let (_, report) = cells("  \n", Tiling::FlatTop);
        assert_eq!(report.sorted()[0].code, codes::NOTHING);
    }
}
