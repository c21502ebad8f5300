//! Draws the registration marks with which cutting machines find the sheet.
//!
//! - In: a sheet of the plan, and either the cutting tool or a captured page. The program of the
//!   cutting machine has printed the captured page to a PDF.
//! - Out: marks, in parts of the sheet in which nothing else is printed.
//! - Not here: keeping pieces away from the marks (`plan`).

use kurbo::{Affine, Size};

use crate::plan::{Content, SheetPlan};
use crate::sheet_builder::SheetBuilder;
use hexpress_base::geometry::polygon;
use hexpress_base::identity::Identity;
use hexpress_scene::print::capture::{CapturedJob, CapturedMark, CapturedPage};
use hexpress_scene::print::registration::RegistrationMarks;
use hexpress_scene::{Drawing, Group, Ink, Role, Stroke};

/// The distance from the marks of a captured page to other marks and texts, in mm.
const CLEAR: f64 = 5.0;

/// Returns whether a machine cuts this sheet. Machines cut from the side of the fronts, so only
/// sheets of fronts have registration marks.
pub fn is_on(sheet: &SheetPlan<'_>) -> bool {
    matches!(&sheet.content, Content::Fronts(deck, ..) if deck.die_sheet.is_none())
}

/// Marks the corners of the sheet as taken, so that no printer's mark is near the registration marks
/// there.
pub fn take_corners(marks: &RegistrationMarks, sheet: Size, page: &mut SheetBuilder<'_, '_>) {
    let clear_squares: Vec<_> =
        marks.corners().iter().map(|corner| marks.clear_square(*corner, sheet)).collect();
    page.space.take_all(&clear_squares);
}

pub fn draw(marks: &RegistrationMarks, sheet: Size, page: &mut SheetBuilder<'_, '_>) {
    for corner in marks.corners() {
        let mark = Drawing::filled(polygon(&marks.outline(*corner, sheet)), Ink::black());
        let group = Group::piece(Identity::Registration, Affine::IDENTITY, vec![mark]);
        page.drawings.push(Drawing::Group(Group { role: Role::PrinterMark, ..group }));
    }
}

/// Returns the captured page that shows where a machine cuts this sheet. Returns `None` for sheets of
/// backs, and if no captured page belongs to the sheet.
pub fn captured_page<'c>(
    sheet: &SheetPlan<'_>,
    capture: Option<&'c CapturedJob>,
) -> Option<&'c CapturedPage> {
    let Content::Fronts(_, packing, _) = &sheet.content else { return None };
    capture?.pages.get(packing.captured_page?)
}

/// Marks the areas around the marks of a captured page as taken.
pub fn take_captured(captured: &CapturedPage, page: &mut SheetBuilder<'_, '_>) {
    let boxes = captured.marks.iter().flat_map(CapturedMark::boxes);
    page.space.take_all(&boxes.map(|rect| rect.inflate(CLEAR, CLEAR)).collect::<Vec<_>>());
}

/// Draws the marks of a captured page behind everything else on the sheet.
pub fn draw_captured(captured: &CapturedPage, page: &mut SheetBuilder<'_, '_>) {
    if captured.marks.is_empty() {
        return;
    }
    let ink = |rgb: [u8; 3]| if rgb == [0; 3] { Ink::black() } else { Ink::from_rgb(rgb) };
    let drawings = captured.marks.iter().map(|mark| Drawing::Path {
        path: mark.path.clone(),
        fill: mark.fill.map(ink),
        stroke: mark.stroke.map(|(width, rgb)| Stroke::solid(width, ink(rgb))),
    });
    let group = Group::piece(Identity::Registration, Affine::IDENTITY, drawings.collect());
    page.drawings.insert(0, Drawing::Group(Group { role: Role::PrinterMark, ..group }));
}
