//! HX447: crop marks and lines for cutting that touch a piece.

use kurbo::Rect;

use super::line_depth::deepest;
use crate::check::facts::PageContext;
use crate::check::facts::cut::{CropMark, Cut, crop_marks, straight_lines};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX447.
pub const RULE: Rule = Rule {
    title: "marks and lines for cutting touch no piece",
    why: "A mark on a piece stays on it, and a cut along a line through a piece cuts it in two.",
    right: "marks that begin 1 mm outside the cards, lines that pass along the sides of hexagons",
    wrong: "a mark that runs 0.5 mm into a card",
    ..Rule::error(codes::MARK_ON_PIECE, Run::Pieces(mark_on_piece))
};

/// Lines for straight cuts on a sheet of hexagons or discs: they touch no piece.
fn lines_outside(context: &PageContext<'_>, out: &mut Findings) {
    let round =
        || context.sheet.pieces.iter().filter(|p| matches!(p.cut, Some(Cut::Polygon(_) | Cut::Disc(_))));
    if round().next().is_none() {
        return;
    }
    for line in straight_lines(context.page) {
        let along = Rect::from_points(line.from, line.to);
        for piece in round() {
            let Some(cut) = piece.cut.as_ref().filter(|cut| cut.bounds().overlaps(along)) else { continue };
            let by = deepest(&line, cut);
            if by > context.tolerance {
                let message = format!("a line for cutting passes {} inside {}", mm(by), piece.name());
                context.fault_of(out, cut.bounds(), piece.id.as_ref(), message).by(by);
                break;
            }
        }
    }
}

/// Reports crop marks and lines for cutting that touch a piece.
fn mark_on_piece(context: &PageContext<'_>, out: &mut Findings) {
    lines_outside(context, out);
    for mark in crop_marks(context.page) {
        let ends = [mark.from, mark.from.midpoint(mark.to), mark.to];
        for piece in &context.sheet.pieces {
            let Some(cut) = &piece.cut else { continue };
            // Lines may pass along the slanted sides of hexagons, and of what is round they may touch nothing.
            if !matches!(cut, Cut::Box(..)) {
                continue;
            }
            // A mark lies on the cut it shows; only along its length can it come into a piece. Two cuts meet at a
            // corner, so it must stay away from the box, not from the line.
            let box_ = cut.bounds();
            let covers = mark.covers();
            // A line along a whole side is no mark: it is the cut.
            if along_side(&mark, box_, context.tolerance) {
                continue;
            }
            let into = (covers.x1.min(box_.x1) - covers.x0.max(box_.x0))
                .min(covers.y1.min(box_.y1) - covers.y0.max(box_.y0));
            if into <= 0.0 {
                continue;
            }
            let by = ends.iter().map(|p| (p.x.clamp(box_.x0, box_.x1), p.y.clamp(box_.y0, box_.y1)));
            let long = by.map(|(x, y)| {
                if mark.upright() { (y - box_.y0).min(box_.y1 - y) } else { (x - box_.x0).min(box_.x1 - x) }
            });
            let by = long.fold(0.0, f64::max);
            if by > context.tolerance {
                let message = format!("a mark for cutting runs {} along {}", mm(by), piece.name());
                context.fault_of(out, mark.covers(), piece.id.as_ref(), message).by(by);
                break;
            }
        }
    }
}

/// Whether a line runs along the whole of a side of a box, and on it.
fn along_side(line: &CropMark, rect: Rect, tolerance: f64) -> bool {
    let (a, b) = (line.from, line.to);
    if line.upright() {
        let on = |x: f64| (a.x - x).abs().max((b.x - x).abs()) <= tolerance;
        (on(rect.x0) || on(rect.x1)) && a.y.min(b.y) <= rect.y0 && a.y.max(b.y) >= rect.y1
    } else {
        let on = |y: f64| (a.y - y).abs().max((b.y - y).abs()) <= tolerance;
        (on(rect.y0) || on(rect.y1)) && a.x.min(b.x) <= rect.x0 && a.x.max(b.x) >= rect.x1
    }
}
