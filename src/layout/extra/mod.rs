//! Pages that are no part of the game: where to cut, and a sheet to try paper and printer with.

pub mod calibration;
mod cut_plan;
pub(crate) mod single;
mod steps;
mod test_sheet;

use kurbo::{Affine, Point, Rect};

pub use cut_plan::{CutPlan, add_cut_plans};
pub use test_sheet::{TestSheet, test_sheet};

use super::draw::cache::KnownFaces;
use super::elements::face::{Painter, line_of_text};
use super::plan::space::Space;
use crate::base::identity::{CUT_PLAN, Feature, Identity, Single, TEST_SHEET};
use crate::base::units::Mm;
use crate::scene::{Draw, Group, Ink};

/// A page that is no part of the game.
#[derive(Debug)]
pub enum Aside<'a> {
    /// Where to cut the sheets of a component, and in which order.
    Cuts(CutPlan<'a>),
    /// A sheet to try paper and printer with.
    Test(TestSheet<'a>),
}

/// Between the printable area's edge, where rulers stand, and what such a page shows, in mm.
const BORDER: f64 = 6.0;

impl<'a> Aside<'a> {
    /// Draws it.
    pub(super) fn draw(
        &self,
        faces: &mut KnownFaces<'a>,
        painter: &mut Painter<'_, '_>,
        space: &mut Space,
        draws: &mut Vec<Draw>,
    ) {
        let room = space.printable().inset(-BORDER);
        space.take(room);
        let (name, content) = match self {
            Self::Cuts(plan) => (CUT_PLAN, plan.draws(room, painter)),
            Self::Test(sheet) => (TEST_SHEET, sheet.draws(room, faces, painter)),
        };
        let id = Identity::Of(name.into(), Feature::Single(Single::Page));
        draws.push(Draw::Group(Group::piece(id, Affine::IDENTITY, content)));
    }
}

/// The writing on such pages.
struct Pen<'p, 'q, 'r> {
    painter: &'q Painter<'q, 'r>,
    draws: &'p mut Vec<Draw>,
}

/// Where a line of text stands from the point it is given.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Side {
    /// It begins there.
    Right,
    /// It ends there.
    Left,
    /// It stands on both sides of it.
    Middle,
}

impl Pen<'_, '_, '_> {
    /// A line of text in so many points, its baseline at `at`. How long it is, in mm.
    fn write(&mut self, text: &str, points: f64, at: Point, side: Side, ink: &Ink) -> f64 {
        let shaper = self.painter.shaper;
        let Some(font) = shaper.default_font() else { return 0.0 };
        let Ok(shaped) = shaper.plain(font, text) else { return 0.0 };
        let size = Mm::from_pt(points).0;
        let length = shaped.advance * size;
        let back = match side {
            Side::Right => 0.0,
            Side::Left => length,
            Side::Middle => length / 2.0,
        };
        let origin = Point::new(at.x - back, at.y);
        self.draws.push(line_of_text(&shaped, font, size, origin, ink.clone()));
        length
    }

    /// How long a line of text in so many points is, in mm.
    fn length(&self, text: &str, points: f64) -> f64 {
        let shaper = self.painter.shaper;
        let shaped = shaper.default_font().and_then(|font| shaper.plain(font, text).ok());
        shaped.map_or(0.0, |shaped| shaped.advance * Mm::from_pt(points).0)
    }

    /// A paragraph in lines no longer than `width` mm. Where the next one begins.
    fn paragraph(&mut self, text: &str, points: f64, at: Point, width: f64, ink: &Ink) -> Point {
        let size = Mm::from_pt(points).0;
        let (mut line, mut at) = (String::new(), at);
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if !line.is_empty() && self.length(&longer, points) > width {
                self.write(&line, points, at, Side::Right, ink);
                at.y += size * 1.3;
                line = word.to_owned();
            } else {
                line = longer;
            }
        }
        self.write(&line, points, at, Side::Right, ink);
        Point::new(at.x, at.y + size * 1.3)
    }
}

/// A box of this size in the upper left corner of another one.
fn corner(room: Rect, width: f64, height: f64) -> Rect {
    Rect::new(room.x0, room.y0, room.x0 + width, room.y0 + height)
}
