//! Finds the pages of a booklet on the sides of its sheets.
//!
//! - In: the sides of the sheets, in the order of the file.
//! - Out: the pages in the order of reading, with their words and their places.
//! - Not here: judging the pages.

use kurbo::{Affine, Point, Rect, Size};

use super::{FoundNumber, FoundWords};
use crate::facts::pieces::turns_upright;
use crate::facts::{Facts, FoundSheet};
use hexpress_game::Component;
use hexpress_game::pages::{Booklet, Pages};
use hexpress_scene::print::setup::Backs;

/// A page of a booklet, as it is found on a side of a sheet.
pub struct FoundPage<'page> {
    /// The number of the page in the booklet, from 1.
    pub number: usize,
    pub sheet: &'page FoundSheet,
    pub words: Vec<&'page FoundWords>,
    /// The texts that may be the number of the page.
    pub numbers: Vec<&'page FoundNumber>,
    /// The map from the upright page, whose upper left corner is the origin, to the side.
    pub to_sheet: Affine,
    /// By how much the page should move to the right because of the thickness of the paper, in mm.
    pub creep: f64,
}

/// Returns how the sheets of the files are turned over.
///
/// A booklet needs both sides, even if pieces have no backs. If nothing else decides, booklets are
/// turned over their short edge.
pub fn edge_of_booklets(facts: &Facts<'_>) -> Option<Backs> {
    let chosen = facts.expected?.options.print_setup.backs;
    let has_backs = || facts.sheets.iter().flat_map(FoundSheet::pieces).any(|piece| piece.side.is_back());
    Some(match chosen {
        Some(edge @ (Backs::FlipLong | Backs::FlipShort)) => edge,
        None if has_backs() => Backs::FlipLong,
        _ => Backs::FlipShort,
    })
}

/// Returns whether a page of a file is a side of a booklet.
pub fn is_side(facts: &Facts<'_>, sheet: &FoundSheet) -> bool {
    let components = facts.expected.map(|expected| &expected.game.components);
    let component = components.zip(sheet.component).and_then(|(all, index)| all.get(index));
    component.and_then(Component::pages).is_some_and(|pages| pages.booklet.is_some())
}

/// Returns whether a page of a file is the second side of a sheet of a booklet.
pub fn is_second_side(facts: &Facts<'_>, sheet: &FoundSheet) -> bool {
    let is_before = |other: &&FoundSheet| {
        other.file == sheet.file && other.component == sheet.component && other.number < sheet.number
    };
    is_side(facts, sheet) && facts.sheets.iter().filter(is_before).count() % 2 == 1
}

/// Returns the pages of a booklet, in the order of reading. `sides` are the sides of all its sheets.
pub fn pages<'page>(
    facts: &Facts<'_>,
    pages: &Pages,
    booklet: Booklet,
    sides: &[&'page FoundSheet],
) -> Vec<FoundPage<'page>> {
    let edge = edge_of_booklets(facts).unwrap_or(Backs::FlipShort);
    // Every sheet has two leaves, and every leaf two pages.
    let leaves = 2 * sides.len().div_ceil(2);
    let found = (0..2 * leaves).filter_map(|index| {
        let leaf = index / 2;
        // The sheets are nested: the first leaf and the last one are halves of the outermost sheet.
        let sheet = leaf.min(leaves - 1 - leaf);
        let is_right = index % 2 == 0;
        // In the first half of the booklet, the right pages are on the outer side of their sheet.
        let is_outer = is_right == (leaf < leaves / 2);
        let side = sides.get(2 * sheet + usize::from(!is_outer))?;
        let is_turned = !is_outer && !turns_upright(edge, side.size);
        let size = pages.page_size(side.size);
        let shift = sheet as f64 * booklet.thickness;
        let creep = if is_right { -shift } else { shift };
        let middle = side.size.to_rect().center();
        let left = if is_right { middle.x } else { middle.x - size.width };
        let upright = Affine::translate((left, middle.y - size.height / 2.0));
        let turn = if is_turned { turned(side.size) } else { Affine::IDENTITY };
        let is_on_page = |rect: Rect| ((turn * rect.center()).x > middle.x) == is_right;
        let text = side.text()?;
        Some(FoundPage {
            number: index + 1,
            sheet: side,
            words: text.words.iter().filter(|words| is_on_page(words.rect)).collect(),
            numbers: text.numbers.iter().filter(|number| is_on_page(number.rect)).collect(),
            to_sheet: turn * upright,
            creep,
        })
    });
    found.collect()
}

/// Returns the half turn of a sheet.
fn turned(sheet: Size) -> Affine {
    Affine::new([-1.0, 0.0, 0.0, -1.0, sheet.width, sheet.height])
}

impl FoundPage<'_> {
    /// Returns a point of the side in the frame of the upright page, without creep.
    pub fn on_page(&self, point: Point) -> Point {
        let Point { x, y } = self.to_sheet.inverse() * point;
        Point::new(x - self.creep, y)
    }

    /// Returns a box of the side in the frame of the upright page, without creep.
    pub fn rect_on_page(&self, rect: Rect) -> Rect {
        let [from, to] = [(rect.x0, rect.y0), (rect.x1, rect.y1)].map(|corner| self.on_page(corner.into()));
        Rect::from_points(from, to)
    }
}
