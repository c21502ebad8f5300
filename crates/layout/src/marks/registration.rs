//! Draws the registration marks of cutting machines.
//!
//! - In: the cutting tool, and a sheet of the plan.
//! - Out: black marks, in corners in which nothing else is printed.
//! - Not here: keeping pieces away from the marks (`plan`).

use kurbo::{Affine, Size};

use crate::page::Page;
use crate::plan::{Content, SheetPlan};
use hexpress_base::geometry::polygon;
use hexpress_base::identity::Identity;
use hexpress_scene::print::registration::RegistrationMarks;
use hexpress_scene::{Draw, Group, Ink, Role};

/// Returns whether a machine cuts this sheet. It cuts sheets from the side of the fronts, so only
/// sheets of fronts have registration marks.
pub fn is_on(sheet: &SheetPlan<'_>) -> bool {
    matches!(&sheet.content, Content::Fronts(deck, ..) if deck.die_sheet.is_none())
}

/// Marks the corners with registration marks as taken, so that no printer's mark is near them.
pub fn take_corners(marks: &RegistrationMarks, sheet: Size, page: &mut Page<'_, '_>) {
    let zones: Vec<_> = marks.corners().iter().map(|corner| marks.zone(*corner, sheet)).collect();
    page.space.take_all(&zones);
}

pub fn draw(marks: &RegistrationMarks, sheet: Size, page: &mut Page<'_, '_>) {
    for corner in marks.corners() {
        let mark = Draw::filled(polygon(&marks.outline(*corner, sheet)), Ink::black());
        let group = Group::piece(Identity::Registration, Affine::IDENTITY, vec![mark]);
        page.draws.push(Draw::Group(Group { role: Role::PrinterMark, ..group }));
    }
}
