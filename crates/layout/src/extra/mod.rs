//! Pages that are no part of the game: where to cut, and a sheet to try paper and printer with.

pub mod calibration;
pub(super) mod cut_plan;
mod pen;
pub(crate) mod single;
mod steps;
pub(super) mod test_sheet;

pub use cut_plan::{Block, CutPlan};
pub use test_sheet::TestSheet;

use super::draw::painter::Painter;
use super::draw::space::Space;
use super::impose::face_cache::FaceCaches;
use crate::base::identity::{CUT_PLAN, Feature, Identity, Single, TEST_SHEET};
use crate::scene::Draw;

/// A page that is no part of the game.
#[derive(Debug)]
pub enum ExtraSheet<'a> {
    /// Where to cut the sheets of a component, and in which order.
    Cuts(CutPlan<'a>),
    /// A sheet to try paper and printer with.
    Test(TestSheet<'a>),
}

/// Between the printable area's edge, where rulers stand, and what such a page shows, in mm.
pub const BORDER: f64 = 6.0;

impl<'a> ExtraSheet<'a> {
    /// Draws it.
    pub(super) fn draw(
        &self,
        faces: &mut FaceCaches<'a>,
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
        draws.push(Draw::named(id, content));
    }
}
