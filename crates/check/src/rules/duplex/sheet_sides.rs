//! Pairs the pages that are printed on the front and on the back of the same sheet.

use std::collections::BTreeMap;

use kurbo::{Affine, Line, Size};

use crate::facts::pieces::{FoundPiece, turns_upright};
use crate::facts::sheet::SheetOfBuild;
use crate::facts::{Facts, Format, FoundSheet};
use crate::fault::Findings;
use hexpress_base::piece_side::PieceSide;
use hexpress_scene::print::setup::Backs;

/// Returns how backs are printed, according to the options in the record. Returns `None` if there is no
/// record.
pub(super) fn backs_setup(facts: &Facts<'_>) -> Option<Backs> {
    facts.expected.map(|expected| expected.options.print_setup.backs_or_default())
}

/// Returns whether a page shows fronts. A part of a poster counts as showing neither fronts nor backs.
pub(super) fn has_fronts(sheet: &FoundSheet) -> bool {
    sheet.poster_part().is_none()
        && sheet.pieces().iter().any(|piece| piece.number.is_some() && piece.side == PieceSide::Front)
}

/// Returns whether a page shows backs. A part of a poster counts as showing neither fronts nor backs.
pub(super) fn has_backs(sheet: &FoundSheet) -> bool {
    sheet.poster_part().is_none()
        && sheet.pieces().iter().any(|piece| piece.number.is_some() && piece.side == PieceSide::Back)
}

pub(super) fn is_back(sheet: &FoundSheet) -> bool {
    has_backs(sheet) && !has_fronts(sheet)
}

/// Finds a page of the judged files by its number.
struct PageIndex {
    /// Maps the index of a file and the number of a page to the index of the page in [`Facts::sheets`].
    /// If there are several such pages, the first one counts.
    sheets: BTreeMap<(usize, usize), usize>,
    /// Maps the number of a sheet in the build to the index of the SVG file that shows it. If there are
    /// several such files, the first one counts.
    files: BTreeMap<usize, usize>,
}

impl PageIndex {
    fn from_facts(facts: &Facts<'_>) -> Self {
        let sheets = facts.sheets.iter().enumerate().rev();
        let files = facts.files.iter().enumerate().rev();
        Self {
            sheets: sheets.map(|(index, sheet)| ((sheet.file, sheet.number), index)).collect(),
            files: files.filter_map(|(index, file)| Some((file.sheet?.number, index))).collect(),
        }
    }

    /// Returns the front of the page `back`, which is the page before it. Returns `None` if that page is
    /// not among the judged pages, or shows the fronts of another component.
    fn front_of<'page>(&self, facts: &'page Facts<'_>, back: &FoundSheet) -> Option<&'page FoundSheet> {
        let file = facts.files.get(back.file)?;
        let front = match (file.format, file.sheet) {
            (Format::Pdf, _) => *self.sheets.get(&(back.file, back.number.checked_sub(1)?))?,
            (Format::Svg, Some(SheetOfBuild { number, .. })) => {
                let file = *self.files.get(&number.checked_sub(1)?)?;
                self.sheets.range((file, 0)..(file + 1, 0)).map(|(_, sheet)| *sheet).min()?
            }
            (Format::Svg, None) => return None,
        };
        facts.sheets.get(front)?.views().find(|front| front.name == back.name || !has_fronts(front))
    }
}

/// The front and the back of one sheet of paper.
pub(super) struct SheetSides<'page> {
    pub front: &'page FoundSheet,
    pub back: &'page FoundSheet,
    /// The transform from the front to the back. It maps each point to the point directly behind it.
    pub to_back: Affine,
    /// Whether pieces that are upright on the front are also upright on the back.
    pub is_upright: bool,
}

impl<'page> SheetSides<'page> {
    /// Returns all pages with backs, each with the page that shows the fronts of the same pieces. If a
    /// page shows both fronts and backs, it is folded, and counts as both.
    ///
    /// If the page with the fronts is not among the judged pages, the backs are not judged. Adds a note
    /// about this to `findings`.
    pub fn all(facts: &'page Facts<'_>, findings: &mut Findings) -> Vec<Self> {
        let Some(backs) = backs_setup(facts) else { return Vec::new() };
        let pages = PageIndex::from_facts(facts);
        let mut all = Vec::new();
        for back in facts.views().filter(|sheet| has_backs(sheet)) {
            if has_fronts(back) {
                // A page with both fronts and backs must be folded. If it has no fold line, another
                // rule reports this.
                all.extend(back.folds.first().map(|fold| Self::folded(back, *fold)));
            } else if let Some(front) = pages.front_of(facts, back) {
                let is_upright = turns_upright(backs, back.size);
                all.push(Self { front, back, to_back: mirror(is_upright, back.size), is_upright });
            } else {
                findings.not_judged(
                    "whether backs are behind their fronts: the fronts are not among these pages",
                );
            }
        }
        all
    }

    /// Returns a folded page as both the front and the back of a sheet. `fold` is the line along which
    /// the page is folded.
    fn folded(page: &'page FoundSheet, fold: Line) -> Self {
        let Line { p0, p1 } = fold;
        let is_upright = (p0.x - p1.x).abs() < (p0.y - p1.y).abs();
        let centre = fold.midpoint();
        let to_back = mirror(is_upright, Size::new(2.0 * centre.x, 2.0 * centre.y));
        Self { front: page, back: page, to_back, is_upright }
    }

    pub fn fronts(&self) -> BTreeMap<usize, &'page FoundPiece> {
        self.front.fronts().filter_map(|piece| Some((piece.number?, piece))).collect()
    }

    pub fn backs(&self) -> impl Iterator<Item = (usize, &'page FoundPiece)> {
        self.back
            .pieces()
            .iter()
            .filter(|piece| piece.side == PieceSide::Back)
            .filter_map(|piece| Some((piece.number?, piece)))
    }
}

/// Returns the transform from points on the front of a sheet to points on its back.
///
/// If `is_upright` is true, the sheet is turned over around a vertical line, and pieces stay upright.
/// Otherwise, it is turned over around a horizontal line. `size` is the size of the sheet in mm.
fn mirror(is_upright: bool, size: Size) -> Affine {
    if is_upright {
        Affine::new([-1.0, 0.0, 0.0, 1.0, size.width, 0.0])
    } else {
        Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, size.height])
    }
}
