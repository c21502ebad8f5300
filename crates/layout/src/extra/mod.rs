//! Draws pages that are not part of the game, such as cut plans. Also draws pieces without a sheet.
//!
//! - In: the plan of a game, or a printer to calibrate.
//! - Out: cut plans, a test sheet, a calibration sheet, and pictures of pieces without a sheet.
//! - Not here: drawing sheets of pieces or boards (`impose` and `board`).

pub mod calibration;
mod cut_instructions;
mod cut_numbers;
pub(super) mod cut_plan;
mod cut_steps;
mod cut_table;
pub(crate) mod piece_pictures;
pub(super) mod test_sheet;
mod text_pen;

pub use cut_plan::{CutBlock, CutPlan};
pub use test_sheet::{TestDeck, TestSheet};

use super::draw::painter::Painter;
use super::draw::space::Space;
use super::impose::face_cache::FaceCaches;
use hexpress_base::identity::{CUT_PLAN, Feature, Identity, Single, TEST_SHEET};
use hexpress_scene::Drawing;

/// A page that is not part of the game.
#[derive(Debug)]
pub enum ExtraSheet<'a> {
    Cuts(CutPlan<'a>),
    /// The sheet with which users try out their paper and printer.
    Test(TestSheet<'a>),
}

/// Along the edges of the printable area, a strip of this width is kept free for rulers, in mm.
pub const BORDER: f64 = 6.0;

impl<'a> ExtraSheet<'a> {
    /// Draws the page, and marks the area that it covers as taken, so that no printer's mark is placed
    /// there.
    pub(super) fn draw(
        &self,
        faces: &mut FaceCaches<'a>,
        painter: &mut Painter<'_, '_>,
        space: &mut Space,
        drawings: &mut Vec<Drawing>,
    ) {
        let room = space.printable().inset(-BORDER);
        space.take(room);
        let (name, content) = match self {
            Self::Cuts(plan) => (CUT_PLAN, plan.drawings(room, painter)),
            Self::Test(sheet) => (TEST_SHEET, sheet.drawings(room, faces, painter)),
        };
        let id = Identity::Of(name.into(), Feature::Single(Single::Page));
        drawings.push(Drawing::named(id, content));
    }
}
