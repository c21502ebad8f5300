//! Compares a sheet with a job: a PDF that the program of a cutting machine printed. The job shows
//! the shapes to cut, and the marks by which the machine finds the sheet. The rule HX458 uses this
//! module.
//!
//! - In: the drawings of a sheet, and the pages of the job. A build copies these pages into its record,
//!   which is attached to the finished file.
//! - Out: faults for missing or changed marks, for drawings too close to marks, and for pieces too far
//!   from their shapes in the job.

use kurbo::{BezPath, Rect, Shape as _, Size};

use crate::facts::PageContext;
use crate::facts::pieces::FoundPiece;
use crate::facts::sheet::SheetContent;
use crate::facts::visible_bounds;
use crate::fault::{Findings, format_mm};
use hexpress_base::piece_side::PieceSide;
use hexpress_read::{Item, ItemKind, Rgb};
use hexpress_scene::print::capture::{CapturedJob, CapturedMark, CapturedPage};

/// A page of the job belongs to a sheet if both have the same width and height. They may differ by at
/// most this, in mm.
const SAME_SIZE: f64 = 0.01;
/// A piece may be at most this far from its shape in the job, in mm. A build allows the same distance.
const FROM_SHAPE: f64 = 0.15;
/// The smallest distance between a mark and other drawings, in mm.
const MIN_MARK_DISTANCE_MM: f64 = 1.0;

/// Reports the differences between a sheet and its page in the job. `marks` are the marks for the
/// machine that are drawn on the sheet.
pub fn captured_job(
    context: &PageContext<'_>,
    capture: &CapturedJob,
    marks: &[&Item],
    findings: &mut Findings,
) {
    let SheetContent::Pieces(sheet) = &context.sheet.content else { return };
    let pieces: Vec<&FoundPiece> =
        sheet.pieces.iter().filter(|piece| piece.side == PieceSide::Front).collect();
    let size = context.sheet.size;
    let pages = capture.pages.iter().filter(|page| is_like(page.size, size));
    // `best` is the page of the job with shapes for the most pieces of the sheet.
    let best = pages.min_by_key(|page| pieces.iter().filter(|piece| !is_on_shape(piece, page)).count());
    let Some(page) = best else {
        let message = format!("no page of {} has the size of this sheet", capture.name);
        context.fault(findings, size.to_rect(), message);
        return;
    };
    for piece in pieces {
        let Some(rect) = piece.place() else { continue };
        let by = page
            .shapes
            .iter()
            .map(|shape| largest_side_distance(rect, shape.bounds))
            .fold(f64::INFINITY, f64::min);
        if findings.measured((by - FROM_SHAPE).max(0.0), context.tolerance) {
            let message =
                format!("{} is {} away from the shape that the machine cuts", piece.name(), format_mm(by));
            context.fault_of(findings, rect, piece.id.as_ref(), message).deviation(by);
        }
    }
    for mark in &page.marks {
        let expected = mark.path.bounding_box();
        if !marks.iter().any(|item| is_drawn(mark, item, context.tolerance)) {
            context.fault(findings, expected, "a mark of the machine is missing or changed");
        }
        let zones: Vec<Rect> = mark
            .boxes()
            .iter()
            .map(|rect| rect.inflate(MIN_MARK_DISTANCE_MM, MIN_MARK_DISTANCE_MM))
            .collect();
        for item in
            context.page.items.iter().filter(|item| !marks.iter().any(|mark| std::ptr::eq(*mark, *item)))
        {
            if let Some(rect) =
                visible_bounds(item).filter(|rect| zones.iter().any(|zone| rect.overlaps(*zone)))
            {
                context.fault_of(findings, rect, item.id.as_ref(), "a drawing is near a mark of the machine");
            }
        }
    }
    if marks.len() > page.marks.len() {
        let message = format!("the page has {} marks of the machine, not {}", marks.len(), page.marks.len());
        context.fault(findings, size.to_rect(), message);
    }
}

fn is_like(a: Size, b: Size) -> bool {
    (a.width - b.width).abs().max((a.height - b.height).abs()) <= SAME_SIZE
}

fn is_on_shape(piece: &FoundPiece, page: &CapturedPage) -> bool {
    let place = piece.place().unwrap_or_default();
    page.shapes.iter().any(|shape| largest_side_distance(place, shape.bounds) <= FROM_SHAPE)
}

/// Returns the largest distance between corresponding sides of two boxes, in mm.
fn largest_side_distance(a: Rect, b: Rect) -> f64 {
    let sides = [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1];
    sides.iter().fold(0.0, |most, side| f64::max(most, side.abs()))
}

/// Returns whether an item draws this mark of the job, with the same colours, place and size.
fn is_drawn(mark: &CapturedMark, item: &Item, tolerance: f64) -> bool {
    let ItemKind::Path { path, fill, stroke } = &item.kind else { return false };
    let line = stroke.as_ref().map(|stroke| (stroke.width, stroke.colour.0));
    let is_line = match (mark.stroke, line) {
        (Some((width, colour)), Some((own_width, own_colour))) => {
            colour == own_colour && (width - own_width).abs() <= tolerance
        }
        (expected, own) => expected.is_none() && own.is_none(),
    };
    let own_path: BezPath = path.elements().collect();
    is_line
        && fill.map(|Rgb(colour)| colour) == mark.fill
        && largest_side_distance(own_path.bounding_box(), mark.path.bounding_box()) <= tolerance
        && (own_path.area() - mark.path.area()).abs() <= tolerance * mark.path.perimeter(0.01).max(1.0)
}
