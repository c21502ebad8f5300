//! Packs several components as if they were one deck. Their pieces have the same size and outline.
//!
//! - In: a class, which is a list of components whose pieces have the same size and outline.
//! - Out: a block for each sheet, or nothing if this does not save a sheet. Full sheets come first. Sheets
//!   with the remaining pieces of several decks follow.
//!
//! The module `shared_sheets` decides which components form a class.

use super::shared_sheets::{PieceRange, SheetBlock, SheetList, count_pieces, fronts};
use crate::impose;
use crate::setup::Setup;

/// Packs a class of components as if they were one deck, and returns a block for each sheet.
/// Returns `None` if this saves no sheet.
pub fn as_one_deck<'a>(class: &[&SheetList<'a>], setup: &Setup) -> Option<Vec<SheetBlock<'a>>> {
    let decks: Vec<PieceRange<'a>> =
        class.iter().filter_map(|list| fronts(list).next()).map(|(part, _)| part.whole_deck()).collect();
    let (first, first_packing) = fronts(class.first()?).next()?;
    let count = decks.iter().map(|part| part.pieces.len()).sum();
    let paper = setup.paper.sheet(first.component.class);
    let packing = impose::best_packing_for(count, first.deck, first_packing.piece, paper, setup)?;
    let holds = packing.slots.len();
    let separate: usize = class.iter().map(|list| fronts(list).count()).sum();
    if count.div_ceil(holds) >= separate {
        return None;
    }
    let (mut full, rests) = divided(decks, holds);
    let mut sheets_of_parts = unbroken_rests(&rests, holds);
    if full.len() + sheets_of_parts.len() > count.div_ceil(holds) {
        sheets_of_parts = broken_rests(rests, holds);
    }
    full.extend(sheets_of_parts);
    Some(full.into_iter().map(|parts| SheetBlock { parts, packing: packing.clone() }).collect())
}

/// Divides each deck into parts of `holds` pieces, each of which fills a sheet. The second list contains the
/// rest of each deck: the pieces that do not fill another sheet.
fn divided(decks: Vec<PieceRange<'_>>, holds: usize) -> (Vec<Vec<PieceRange<'_>>>, Vec<PieceRange<'_>>) {
    let (mut full, mut rests) = (Vec::new(), Vec::new());
    for part in decks {
        let end = part.pieces.end;
        let rest_start = end / holds * holds;
        for from in (0..rest_start).step_by(holds) {
            full.push(vec![PieceRange { pieces: from..from + holds, ..part }]);
        }
        if rest_start < end {
            rests.push(PieceRange { pieces: rest_start..end, ..part });
        }
    }
    (full, rests)
}

/// Distributes the rests of decks over sheets. A rest contains the pieces that are left over after a
/// deck's full sheets. No rest is divided between sheets.
fn unbroken_rests<'a>(rests: &[PieceRange<'a>], holds: usize) -> Vec<Vec<PieceRange<'a>>> {
    let mut sheets: Vec<Vec<PieceRange<'a>>> = Vec::new();
    for rest in rests {
        match sheets.iter_mut().find(|sheet| count_pieces(sheet) + rest.pieces.len() <= holds) {
            Some(sheet) => sheet.push(rest.clone()),
            None => sheets.push(vec![rest.clone()]),
        }
    }
    sheets
}

/// Distributes the rests of decks over sheets. A rest contains the pieces that are left over after a
/// deck's full sheets. If a rest does not fit on a sheet, it continues on the next sheet.
fn broken_rests(rests: Vec<PieceRange<'_>>, holds: usize) -> Vec<Vec<PieceRange<'_>>> {
    let mut sheets: Vec<Vec<PieceRange<'_>>> = Vec::new();
    for rest in rests {
        let mut from = rest.pieces.start;
        while from < rest.pieces.end {
            let mut sheet = match sheets.pop() {
                Some(last) if count_pieces(&last) < holds => last,
                full => {
                    sheets.extend(full);
                    Vec::new()
                }
            };
            let to = rest.pieces.end.min(from + holds - count_pieces(&sheet));
            sheet.push(PieceRange { pieces: from..to, ..rest });
            sheets.push(sheet);
            from = to;
        }
    }
    sheets
}
