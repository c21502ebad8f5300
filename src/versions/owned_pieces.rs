//! Determines which pieces the user has after several prints.
//!
//! - In: the printed versions, the earliest first, and what each print contained.
//! - Out: the pieces of the last version, as far as the user has them. Each has the look of its last
//!   print.
//! - Not here: reading the prints.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::game_version::{
    BoardVersion, CellVersion, ComponentVersion, DeckVersion, GameVersion, Parts, Piece,
};
use super::match_rows::match_rows;
use crate::make::PieceSelection;
use hexpress_base::diag::Report;
use hexpress_language::record::Options;
use hexpress_layout::PosterLooks;

/// Returns the pieces that the user has after a print.
///
/// `before` are the pieces that the user had before this print. `version` is the version that was
/// printed. `chosen` are the options of the print, which say which components and pieces were printed.
///
/// # Errors
/// The choice of pieces cannot be read.
pub fn on_the_table(
    before: &[ComponentVersion],
    version: &GameVersion,
    chosen: &Options,
) -> Result<Vec<ComponentVersion>, Report> {
    let wanted = PieceSelection::parse(&chosen.pieces)?;
    let mut table = Vec::new();
    for part in &version.parts {
        let earlier = before.iter().find(|earlier| earlier.name == part.name);
        let is_among = chosen.only.is_empty() || chosen.only.iter().any(|name| **name == *part.name);
        let is_printed = |number: u32| is_among && (wanted.is_empty() || wanted.contains(&part.name, number));
        let contents = match (&part.contents, earlier.map(|earlier| &earlier.contents)) {
            (Parts::Deck(deck), earlier) => {
                let earlier = match earlier {
                    Some(Parts::Deck(earlier)) => Some(earlier),
                    _ => None,
                };
                let is_complete = chosen.exchange;
                Parts::Deck(deck_on_table(earlier, deck, is_printed, is_complete))
            }
            (Parts::Board(board), earlier) => {
                if let Some(numbers) = wanted.cells_of(&part.name) {
                    table.push(ComponentVersion {
                        contents: Parts::Board(patched(earlier, board, numbers)),
                        ..part.clone()
                    });
                    continue;
                }
                let sheets = 1..=board.sheet_count();
                let printed: Vec<usize> = sheets.filter(|number| is_printed(*number as u32)).collect();
                match earlier {
                    Some(earlier) if printed.is_empty() => earlier.clone(),
                    None if printed.is_empty() && !chosen.exchange => continue,
                    Some(Parts::Board(earlier)) if !chosen.exchange => {
                        Parts::Board(board_on_table(earlier, board, &printed))
                    }
                    _ => Parts::Board(board.clone()),
                }
            }
        };
        table.push(ComponentVersion { name: Arc::clone(&part.name), print: part.print, contents });
    }
    Ok(table)
}

/// Returns the pieces of a deck that the user has after a print.
///
/// - A piece that this print contains has its new look.
/// - Any other piece that the user already had keeps its old look.
/// - All other pieces are included only if `is_complete` is true, because the user then has the whole
///   deck after this print.
fn deck_on_table(
    before: Option<&DeckVersion>,
    deck: &DeckVersion,
    is_printed: impl Fn(u32) -> bool,
    is_complete: bool,
) -> DeckVersion {
    let none = DeckVersion { key: deck.key.clone(), pieces: Vec::new() };
    let mut pieces: Vec<Piece> = Vec::new();
    for pair in match_rows(before.unwrap_or(&none), deck).pairs {
        let Some(row) = pair.new else { continue };
        let mut earlier = pair.old.map(|old| old.pieces).unwrap_or_default().into_iter();
        for piece in row.pieces {
            let was = earlier.next();
            if is_printed(piece.number) {
                pieces.push(piece.clone());
            } else if let Some(was) = was {
                pieces.push(was.clone());
            } else if is_complete {
                pieces.push(piece.clone());
            }
        }
    }
    DeckVersion { key: deck.key.clone(), pieces }
}

/// Returns the board that the user has after stickers were put on some of its cells. `before` is the
/// board without the stickers, `board` is the new version, and `numbers` are the cells with stickers.
///
/// If nothing outside of the cells changed, or if there is no old version, returns the new version.
/// Otherwise, returns the old version, with the new look for the cells with stickers.
fn patched(before: Option<&Parts>, board: &BoardVersion, numbers: &BTreeSet<u32>) -> BoardVersion {
    let Some(Parts::Board(before)) =
        before.filter(|before| !matches!(before, Parts::Board(b) if b.rest == board.rest))
    else {
        return board.clone();
    };
    let mended = (1..).zip(&board.cells).filter(|(number, _)| numbers.contains(number));
    let mended: Vec<&CellVersion> = mended.map(|(_, cell)| cell).collect();
    let on_table = before.cells.iter().map(|cell| {
        mended.iter().find(|new| new.name == cell.name).map_or_else(|| cell.clone(), |new| (*new).clone())
    });
    BoardVersion { cells: on_table.collect(), ..before.clone() }
}

/// Returns the board that the user has after some of its sheets were printed. `printed` contains the
/// numbers of these sheets, counted from 1.
fn board_on_table(before: &BoardVersion, board: &BoardVersion, printed: &[usize]) -> BoardVersion {
    if printed.len() == board.sheet_count() {
        return board.clone();
    }
    let (Some(earlier), Some(poster)) = (&before.poster, &board.poster) else { return before.clone() };
    // If the seams or the number of sheets changed, the new sheets do not fit between the old ones. The
    // user keeps the old board.
    if earlier.seams != poster.seams || earlier.sheets.len() != poster.sheets.len() {
        return before.clone();
    }
    let is_printed = |sheet: usize| printed.contains(&(sheet + 1));
    let pairs = earlier.sheets.iter().zip(&poster.sheets).enumerate();
    let sheets = pairs.map(|(sheet, (was, is))| if is_printed(sheet) { *is } else { *was }).collect();
    let kept = before.cells.iter().filter(|cell| !is_printed(cell.sheet));
    let new = board.cells.iter().filter(|cell| is_printed(cell.sheet));
    BoardVersion {
        cells: kept.chain(new).cloned().collect(),
        poster: Some(PosterLooks { sheets, ..earlier.clone() }),
        ..before.clone()
    }
}
