//! Describes the pages of drawings that have no layout.
//!
//! - In: the contents of pages that other programs made.
//! - Out: a description of each page: its boards, its pieces, and why it has no board.
//! - Not here: faults.

use super::against_lines::is_compared;
use crate::facts::board::FoundBoard;
use crate::facts::closest_drawing::{boards, is_board};
use crate::facts::foreign_page::{ForeignPage, OpenLines};
use crate::facts::qr_codes::{FoundCode, quoted_text};
use crate::facts::{Facts, FoundSheet};
use crate::fault::{counted, point};
use hexpress_base::tiling::Tiling;
use hexpress_game::Game;
use hexpress_game::shape::BoardShape;
use hexpress_read::ItemKind;

/// At most this number of descriptions are listed. In files with many pages of pieces, the descriptions
/// are similar, so the first ones are enough.
const MAX_DESCRIPTIONS: usize = 100;

/// Describes the pages of the files without a record. If several pages of a file have the same
/// description, it is listed once, with the numbers of all these pages.
pub fn descriptions(facts: &Facts<'_>, known: &[(String, Game)]) -> Vec<String> {
    let mut described: Vec<Described> = Vec::new();
    for sheet in &facts.sheets {
        if facts.files.get(sheet.file).is_none_or(|file| file.record.is_some()) {
            continue;
        }
        let boards = sheet.boards();
        let mut here: Vec<String> =
            boards.filter_map(|board| board_description(sheet, board, known)).collect();
        if let Some(drawing) = sheet.foreign() {
            describe_others(drawing, here.is_empty() && !is_compared(facts, sheet), &mut here);
        }
        here.extend(sheet.codes.codes.iter().filter_map(qr_code_description));
        for what in here {
            // A page may have two equal boards, and each needs its own description. So a description
            // that already has this page is not used again.
            let is_same = |one: &&mut Described| {
                one.file == sheet.file && one.what == what && one.pages.last() != Some(&sheet.number)
            };
            if let Some(known) = described.iter_mut().find(is_same) {
                known.pages.push(sheet.number);
            } else if described.len() < MAX_DESCRIPTIONS {
                described.push(Described { file: sheet.file, pages: vec![sheet.number], what });
            }
        }
    }
    let place = |one: &Described| match facts.files.as_slice() {
        [_] => pages(&one.pages),
        files => format!("{}, {}", files[one.file].name, pages(&one.pages)),
    };
    described.iter().map(|one| format!("{}: {}", place(one), one.what)).collect()
}

/// Describes a QR code. Returns `None` if the code cannot be read.
fn qr_code_description(code: &FoundCode) -> Option<String> {
    let text = code.reading.text()?;
    Some(format!("a QR code at {} that reads \"{}\"", point(code.rect.center()), quoted_text(text)))
}

/// A description, and the pages of a file to which it applies.
struct Described {
    file: usize,
    pages: Vec<usize>,
    what: String,
}

/// Returns page numbers in words, e.g. `page 3` or `pages 1 to 4, 7`.
fn pages(numbers: &[usize]) -> String {
    let runs: Vec<String> = numbers
        .chunk_by(|a, b| a + 1 == *b)
        .filter_map(|run| match (run.first()?, run.last()?) {
            (first, last) if first == last => Some(first.to_string()),
            (first, last) => Some(format!("{first} to {last}")),
        })
        .collect();
    format!("{} {}", if numbers.len() == 1 { "page" } else { "pages" }, runs.join(", "))
}

/// Describes the shape of a board, and names the known games that have the same board.
fn board_description(sheet: &FoundSheet, board: &FoundBoard, known: &[(String, Game)]) -> Option<String> {
    let mut text = board.named.as_ref()?.words();
    if let Some([across, down]) = points_between(sheet, board) {
        text.push_str(&format!("; its lines meet in a grid of {across} x {down} points"));
    }
    let same =
        known.iter().filter(|(_, game)| boards(game).any(|(_, own_board)| is_board(own_board, sheet, board)));
    let games: Vec<&str> = same.map(|(name, _)| name.as_str()).collect();
    if !games.is_empty() {
        text.push_str(&format!("; as in {}", games.join(" and in ")));
    }
    Some(text)
}

/// Returns how many columns and rows of points a board of squares has. The points are where the lines
/// around the squares meet. A game may be played on these points instead of the squares.
///
/// Returns `None` if each square has its own outline, because the squares are then cells.
pub(super) fn points_between(sheet: &FoundSheet, board: &FoundBoard) -> Option<[u32; 2]> {
    let known = board.named.as_ref()?.shape.as_ref().filter(|known| known.is_exact())?;
    let BoardShape::Rectangle { columns, rows } = known.shape else { return None };
    let items = &sheet.page.as_ref()?.items;
    let is_between_lines = board.lattice.grid.tiling == Tiling::Square
        && board.cells.iter().all(|cell| {
            let kind = items.get(cell.outline.item).map(|item| &item.kind);
            matches!(kind, Some(ItemKind::Path { path, fill: None, .. }) if !path.closes())
        });
    is_between_lines.then_some([columns + 1, rows + 1])
}

/// Adds to `here` descriptions of everything on a page except its boards. If `no_board` is true, also
/// says why no board was found.
fn describe_others(drawing: &ForeignPage, no_board: bool, here: &mut Vec<String>) {
    /// The largest number of forms and sizes of shapes that are listed.
    const MAX_LISTED_SHAPES: usize = 4;
    for (count, what) in drawing.pieces.iter().take(MAX_LISTED_SHAPES) {
        // A single shape that is not a hexagon is probably a line around the page, and not a piece.
        if *count > 1 || what.starts_with("hexagon") {
            let many = if *count == 1 { what.clone() } else { what.replacen(' ', "s ", 1) };
            here.push(format!("{count} {many}"));
        }
    }
    if !no_board {
        return;
    }
    let OpenLines { count, ends, usual_length } = drawing.lines;
    let why = if count >= 12 {
        let meet = match ends {
            0 => "their ends meet, but they do not form hexagons",
            _ => "their ends do not meet, so they do not enclose cells: draw each line from corner to corner",
        };
        format!("{count} straight lines, most of them {usual_length:.2} mm long; {meet}")
    } else if drawing.pictures > 0 {
        let pictures = match drawing.pictures {
            1 => "a picture".to_owned(),
            n => format!("{n} pictures"),
        };
        format!("{pictures} made of pixels, in which lines cannot be measured")
    } else if drawing.bent >= 3 {
        let what = "closed shapes with curved sides or rounded corners; a cell must have straight sides";
        format!("{} {what}", drawing.bent)
    } else if drawing.empty && drawing.white > 0 {
        let drawings = counted(drawing.white, "drawing", "drawings");
        format!("{drawings} in white on white paper cannot be seen")
    } else if drawing.empty {
        "the page is empty".to_owned()
    } else {
        "the page has no hexagons, squares or triangles that share edges".to_owned()
    };
    here.push(format!("no board: {why}{}", not_read(drawing)));
}

/// Describes shapes on a page that look like parts of a board, although no board was found there.
fn not_read(drawing: &ForeignPage) -> String {
    /// The smallest number of equal discs that may be points of a board.
    const MIN_POINTS: usize = 9;
    /// The smallest number of equal squares that may be cells of a board.
    const MIN_CELLS: usize = 8;
    /// The smallest number of narrow rectangles that may be lines of a board.
    const MIN_BARS: usize = 6;
    let mut words = String::new();
    if has_pieces(drawing, MIN_POINTS, "disc") {
        words.push_str("; to check points joined by lines, name their layout with --against");
    }
    if has_pieces(drawing, MIN_CELLS, "rectangle") {
        words.push_str(
            "; squares that touch only at their corners count as cells only if the squares between them are \
                filled",
        );
    }
    if drawing.bars >= MIN_BARS {
        let bars = drawing.bars;
        words.push_str(&format!(
            "; {bars} narrow rectangles look like lines, but only stroked lines are read as lines"
        ));
    }
    words
}

/// Returns whether a page has at least `least` equal shapes whose name begins with `kind`, e.g. `disc`.
fn has_pieces(drawing: &ForeignPage, least: usize, kind: &str) -> bool {
    drawing.pieces.iter().any(|(count, name)| *count >= least && name.starts_with(kind))
}
