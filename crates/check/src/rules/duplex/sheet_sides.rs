//! Pairs the pages that are printed on both sides of one sheet.

use std::collections::BTreeMap;

use kurbo::{Affine, Size};

use crate::check::facts::pieces::{FoundPiece, turns_upright};
use crate::check::facts::{Facts, Format, FoundSheet};
use crate::check::fault::Findings;
use crate::print::setup::Backs;

/// How the record says that backs are printed.
pub(super) fn way(facts: &Facts<'_>) -> Option<Backs> {
    facts.expected.map(|expected| expected.options.print_setup.way())
}

/// Whether a page shows fronts. A part of a poster shows neither these nor backs: its sheets have one side.
pub(super) fn has_fronts(sheet: &FoundSheet) -> bool {
    sheet.part.is_none() && sheet.pieces.iter().any(|piece| piece.number.is_some() && !piece.back)
}

/// Whether a page shows backs.
pub(super) fn has_backs(sheet: &FoundSheet) -> bool {
    sheet.part.is_none() && sheet.pieces.iter().any(|piece| piece.number.is_some() && piece.back)
}

/// Whether a page shows backs alone.
pub(super) fn is_back(sheet: &FoundSheet) -> bool {
    has_backs(sheet) && !has_fronts(sheet)
}

/// The page that is printed on the other side of one with backs; none where it was not given.
fn front_of<'e>(facts: &'e Facts<'_>, pages: &Pages, back: &FoundSheet) -> Option<&'e FoundSheet> {
    let file = facts.files.get(back.file)?;
    let front = match (file.format, file.sheet) {
        (Format::Pdf, _) => pages.in_file.get(&(back.file, back.number.checked_sub(1)?)),
        (Format::Svg, Some((which, _))) => {
            let front = pages.files.get(&which.checked_sub(1)?)?;
            pages.in_file.range((*front, 0)..(*front + 1, 0)).map(|(_, sheet)| sheet).min()
        }
        (Format::Svg, None) => None,
    };
    facts.sheets.get(*front?)?.views().find(|front| front.name == back.name || !has_fronts(front))
}

/// Where the pages are, to find each by its number.
struct Pages {
    /// The first sheet of this file and number.
    in_file: BTreeMap<(usize, usize), usize>,
    /// The first file that holds the one sheet of this number.
    files: BTreeMap<usize, usize>,
}

impl Pages {
    fn of(facts: &Facts<'_>) -> Self {
        let sheets = facts.sheets.iter().enumerate().rev();
        let files = facts.files.iter().enumerate().rev();
        Self {
            in_file: sheets.map(|(i, sheet)| ((sheet.file, sheet.number), i)).collect(),
            files: files.filter_map(|(i, file)| Some((file.sheet?.0, i))).collect(),
        }
    }
}

/// From a place on a front to the place behind it on a sheet of this size: upright, for a line from top to bottom about
/// which the sheet is turned over.
fn over(upright: bool, size: Size) -> Affine {
    if upright {
        Affine::new([-1.0, 0.0, 0.0, 1.0, size.width, 0.0])
    } else {
        Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, size.height])
    }
}

/// Fronts and backs that are printed on one sheet, and the way from the one to the other.
pub(super) struct Both<'e> {
    pub front: &'e FoundSheet,
    pub back: &'e FoundSheet,
    pub over: Affine,
    /// Whether what stands upright on the front does so on the back.
    pub upright: bool,
}

impl<'e> Both<'e> {
    /// All of them, with what could not be judged.
    pub fn all(facts: &'e Facts<'_>, out: &mut Findings) -> Vec<Self> {
        let Some(way) = way(facts) else { return Vec::new() };
        let pages = Pages::of(facts);
        let mut all = Vec::new();
        for back in facts.views().filter(|sheet| has_backs(sheet)) {
            if has_fronts(back) {
                // A page without a line to fold along is reported by another rule.
                let Some((from, to)) = back.fold else { continue };
                let upright = (from.x - to.x).abs() < (from.y - to.y).abs();
                let middle = from.midpoint(to);
                let over = over(upright, Size::new(2.0 * middle.x, 2.0 * middle.y));
                all.push(Self { front: back, back, over, upright });
                continue;
            }
            let Some(front) = front_of(facts, &pages, back) else {
                out.not_judged("whether backs lie behind their fronts: the fronts are not among these pages");
                continue;
            };
            let upright = turns_upright(way, back.size);
            all.push(Self { front, back, over: over(upright, back.size), upright });
        }
        all
    }

    /// The fronts by their numbers.
    pub fn fronts(&self) -> BTreeMap<usize, &'e FoundPiece> {
        self.front.fronts().filter_map(|p| Some((p.number?, p))).collect()
    }

    pub fn backs(&self) -> impl Iterator<Item = (usize, &'e FoundPiece)> {
        self.back.pieces.iter().filter(|piece| piece.back).filter_map(|piece| Some((piece.number?, piece)))
    }
}
