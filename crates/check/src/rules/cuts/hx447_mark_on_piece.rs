//! HX447: crop marks and cut lines that touch a piece.

use kurbo::Rect;

use super::line_depth::line_depth;
use crate::facts::PageContext;
use crate::facts::cut::{Axis, CropMark, Cut, crop_marks, straight_lines};
use crate::facts::pieces::FoundPiece;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "crop marks and cut lines do not touch pieces",
    why: "A mark on a piece stays visible, and a cut along a line through a piece cuts the piece in two.",
    right: "marks that begin 1 mm outside the cards, and lines along the sides of hexagons",
    wrong: "a mark that runs 0.5 mm into a card",
    ..Rule::error(codes::MARK_ON_PIECE, RuleFunction::Pieces(mark_on_piece))
};

fn mark_on_piece(context: &PageContext<'_>, findings: &mut Findings) {
    report_lines(context, findings);
    for mark in crop_marks(context.page) {
        for piece in context.sheet.pieces() {
            // Only rectangles are checked here. Crop marks may pass along the slanted sides of
            // hexagons, and discs have no crop marks.
            let Some(cut @ Cut::Box { .. }) = &piece.cut else { continue };
            let depth = depth_along_mark(&mark, cut.bounds(), context.tolerance);
            if depth > context.tolerance {
                let message = format!("a crop mark runs {} into {}", format_mm(depth), piece.name());
                context.fault_of(findings, mark.bounds(), piece.id.as_ref(), message).deviation(depth);
                break;
            }
        }
    }
}

/// Reports cut lines that pass through a piece. Only pieces that are not rectangles are checked here.
fn report_lines(context: &PageContext<'_>, findings: &mut Findings) {
    let pieces: Vec<(&FoundPiece, &Cut)> = context
        .sheet
        .pieces()
        .iter()
        .filter_map(|piece| Some((piece, piece.cut.as_ref()?)))
        .filter(|(_, cut)| matches!(cut, Cut::Polygon(_) | Cut::Disc(_) | Cut::Path(_)))
        .collect();
    if pieces.is_empty() {
        return;
    }
    for line in straight_lines(context.page) {
        let bounds = Rect::from_points(line.from, line.to);
        for (piece, cut) in pieces.iter().filter(|(_, cut)| cut.bounds().overlaps(bounds)) {
            let depth = line_depth(&line, cut);
            if depth > context.tolerance {
                let message = format!("a cut line runs {} inside {}", format_mm(depth), piece.name());
                context.fault_of(findings, cut.bounds(), piece.id.as_ref(), message).deviation(depth);
                break;
            }
        }
    }
}

/// Returns the distance by which a crop mark enters a box, in mm. It is measured along the mark.
///
/// Returns 0 if the mark does not touch the box, or if it runs along a whole side of the box.
fn depth_along_mark(mark: &CropMark, rect: Rect, tolerance: f64) -> f64 {
    let bounds = mark.bounds();
    let overlap_x = bounds.x1.min(rect.x1) - bounds.x0.max(rect.x0);
    let overlap_y = bounds.y1.min(rect.y1) - bounds.y0.max(rect.y0);
    if overlap_x.min(overlap_y) <= 0.0 || is_whole_side(mark, rect, tolerance) {
        return 0.0;
    }
    let depths = [mark.from, mark.from.midpoint(mark.to), mark.to].map(|point| {
        let (x, y) = (point.x.clamp(rect.x0, rect.x1), point.y.clamp(rect.y0, rect.y1));
        match mark.axis() {
            Axis::Vertical => (y - rect.y0).min(rect.y1 - y),
            Axis::Horizontal => (x - rect.x0).min(rect.x1 - x),
        }
    });
    depths.into_iter().fold(0.0, f64::max)
}

/// Returns whether a line runs along a whole side of a box.
fn is_whole_side(line: &CropMark, rect: Rect, tolerance: f64) -> bool {
    let (a, b) = (line.from, line.to);
    if line.axis() == Axis::Vertical {
        let is_on_left_or_right =
            [rect.x0, rect.x1].iter().any(|x| (a.x - x).abs().max((b.x - x).abs()) <= tolerance);
        is_on_left_or_right && a.y.min(b.y) <= rect.y0 && a.y.max(b.y) >= rect.y1
    } else {
        let is_on_top_or_bottom =
            [rect.y0, rect.y1].iter().any(|y| (a.y - y).abs().max((b.y - y).abs()) <= tolerance);
        is_on_top_or_bottom && a.x.min(b.x) <= rect.x0 && a.x.max(b.x) >= rect.x1
    }
}
