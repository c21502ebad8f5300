//! Finds the pages of a booklet or a leaflet. Each side of a sheet shows several pages next to each
//! other.
//!
//! - In: the sides of the sheets, in the order of the file.
//! - Out: the pages in the order of reading, each with its words and its place on the sheet.
//! - Not here: judging the pages.

use kurbo::{Affine, Point, Rect, Size};

use super::{FoundNumber, FoundWords};
use crate::facts::pieces::turns_upright;
use crate::facts::{Facts, FoundSheet};
use hexpress_game::Component;
use hexpress_game::pages::{FoldedForm, Pages};
use hexpress_language::values::choice::LeafletFold;
use hexpress_scene::print::setup::Backs;
use hexpress_scene::text::Direction;

/// A page of a booklet or a leaflet that was found on a side of a sheet.
pub struct FoundPage<'page> {
    /// The number of the page in the order of reading, from 1.
    pub number: usize,
    pub sheet: &'page FoundSheet,
    pub words: Vec<&'page FoundWords>,
    /// The texts on the page that may be its page number.
    pub numbers: Vec<&'page FoundNumber>,
    /// The transform from the upright page to the side of the sheet that it is on. The origin of the
    /// upright page is its top left corner.
    pub to_sheet: Affine,
    /// The distance by which the page is moved to the right on its sheet, in mm. Pages are moved
    /// because the folded sheets have a thickness ("creep").
    pub creep: f64,
}

/// Returns the edge along which the sheets of the files are turned over.
///
/// This is the edge that the user chose. If the user chose none, it is the long edge if any piece has a
/// back, and the short edge otherwise. Folded sheets are always printed on both sides, even if no piece
/// has a back. Returns `None` if the options of the build are unknown.
pub fn edge_of_folded(facts: &Facts<'_>) -> Option<Backs> {
    let chosen = facts.expected?.options.print_setup.backs;
    let has_backs = || facts.sheets.iter().flat_map(FoundSheet::pieces).any(|piece| piece.side.is_back());
    Some(match chosen {
        Some(edge @ (Backs::FlipLong | Backs::FlipShort)) => edge,
        None if has_backs() => Backs::FlipLong,
        _ => Backs::FlipShort,
    })
}

/// Returns whether a page of a file is a side of a sheet that will be folded.
pub fn is_side(facts: &Facts<'_>, sheet: &FoundSheet) -> bool {
    let components = facts.expected.map(|expected| &expected.game.components);
    let component = components.zip(sheet.component).and_then(|(all, index)| all.get(index));
    component.and_then(Component::pages).is_some_and(|pages| pages.folding.is_some())
}

/// Returns whether a page of a file is the second side of a sheet that will be folded.
pub fn is_second_side(facts: &Facts<'_>, sheet: &FoundSheet) -> bool {
    let is_before = |other: &&FoundSheet| {
        other.file == sheet.file && other.component == sheet.component && other.number < sheet.number
    };
    is_side(facts, sheet) && facts.sheets.iter().filter(is_before).count() % 2 == 1
}

/// The place of a page: its sheet, the side of that sheet, and the panel on that side. A panel is a
/// part of a side between two folds.
struct PagePlace {
    /// The index of the sheet. The outermost sheet has the index 0.
    sheet: usize,
    is_outer: bool,
    /// The index of the panel. The leftmost panel has the index 0.
    panel: usize,
}

/// Returns the places of the pages of a booklet with `sheets` sheets, in the order of reading.
fn places_in_booklet(sheets: usize) -> Vec<PagePlace> {
    // A leaf is half of a folded sheet, and has a page on each of its two sides.
    let leaves = 2 * sheets;
    let places = (0..2 * leaves).map(|index| {
        let leaf = index / 2;
        let panel = usize::from(index % 2 == 0);
        // The sheets are nested: the first leaf and the last one are halves of the outermost sheet.
        let sheet = leaf.min(leaves - 1 - leaf);
        // In the first half of the booklet, the right pages are on the outer side of their sheet.
        PagePlace { sheet, is_outer: (panel == 1) == (leaf < leaves / 2), panel }
    });
    places.collect()
}

/// Returns the places of the pages of a leaflet with two folds, in the order of reading: the cover,
/// then all panels of the inner side, then the other panels of the outer side.
fn places_in_thirds() -> Vec<PagePlace> {
    let outer = |panel| PagePlace { sheet: 0, is_outer: true, panel };
    let inner = |panel| PagePlace { sheet: 0, is_outer: false, panel };
    vec![outer(2), inner(0), inner(1), inner(2), outer(0), outer(1)]
}

/// Returns the pages of a text on folded sheets, in the order of reading. `sides` are the sides of all
/// sheets of the text.
pub fn pages<'page>(
    facts: &Facts<'_>,
    pages: &Pages,
    form: FoldedForm,
    sides: &[&'page FoundSheet],
) -> Vec<FoundPage<'page>> {
    let edge = edge_of_folded(facts).unwrap_or(Backs::FlipShort);
    let places = match form {
        FoldedForm::Leaflet(LeafletFold::Letter | LeafletFold::Z) => places_in_thirds(),
        FoldedForm::Booklet { .. } | FoldedForm::Leaflet(LeafletFold::Half) => {
            places_in_booklet(sides.len().div_ceil(2))
        }
    };
    // Text that runs from right to left is bound on the right.
    let leftwards = pages.direction == Direction::RightToLeft;
    let found = places.iter().enumerate().filter_map(|(index, place)| {
        let side = sides.get(2 * place.sheet + usize::from(!place.is_outer))?;
        let is_turned = !place.is_outer && !turns_upright(edge, side.size);
        let turn = if is_turned { half_turn(side.size) } else { Affine::IDENTITY };
        let size = pages.page_size(side.size);
        let centre = side.size.to_rect().center();
        let count = form.panels();
        // The panel that is folded inside is narrower than the others. In text from left to right, it is
        // on the left of the outer side, and on the right of the inner side.
        let narrower = form.narrower() / if place.is_outer == leftwards { 2.0 } else { -2.0 };
        let panel = if leftwards { count - 1 - place.panel } else { place.panel };
        let left = centre.x + narrower + (panel as f64 - count as f64 / 2.0) * size.width;
        let shift = place.sheet as f64 * form.thickness();
        let upright = Affine::translate((left, centre.y - size.height / 2.0));
        let is_on_page = |rect: Rect| {
            let x = (turn * rect.center()).x;
            (panel == 0 || x > left) && (panel + 1 == count || x <= left + size.width)
        };
        let text = side.text()?;
        Some(FoundPage {
            number: index + 1,
            sheet: side,
            words: text.words.iter().filter(|words| is_on_page(words.rect)).collect(),
            numbers: text.numbers.iter().filter(|number| is_on_page(number.rect)).collect(),
            to_sheet: turn * upright,
            creep: if panel == 0 { shift } else { -shift },
        })
    });
    found.collect()
}

/// Returns the distance of each fold from the left edge of an outer side, in mm. `width` is the width
/// of the sheet.
pub fn folds(form: FoldedForm, direction: Direction, width: f64) -> Vec<f64> {
    let panels = form.panels() as f64;
    let panel = (width + form.narrower()) / panels;
    let narrower = if direction == Direction::RightToLeft { 0.0 } else { form.narrower() };
    (1..form.panels()).map(|index| index as f64 * panel - narrower).collect()
}

/// Returns the transform that rotates a sheet by half a turn.
fn half_turn(sheet: Size) -> Affine {
    Affine::new([-1.0, 0.0, 0.0, -1.0, sheet.width, sheet.height])
}

impl FoundPage<'_> {
    /// Converts a point on the side of the sheet to a point on the upright page, as if there were no
    /// creep.
    pub fn on_page(&self, point: Point) -> Point {
        let Point { x, y } = self.to_sheet.inverse() * point;
        Point::new(x - self.creep, y)
    }

    /// Converts a box on the side of the sheet to a box on the upright page, as if there were no creep.
    pub fn rect_on_page(&self, rect: Rect) -> Rect {
        let [from, to] = [(rect.x0, rect.y0), (rect.x1, rect.y1)].map(|corner| self.on_page(corner.into()));
        Rect::from_points(from, to)
    }
}
