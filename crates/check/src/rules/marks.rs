//! Marks for cutting: they lie on no piece, and those of one cut agree.

use kurbo::{Point, Rect};

use super::lines::lines_outside;
use crate::base::identity::Identity;
use crate::check::facts::PageContext;
use crate::check::facts::cut::{CropMark, Cut, ONE_CUT, crop_marks, is_closed_cut};
use crate::check::facts::marked::at_corners;
use crate::check::fault::{Findings, mm};

/// Marks and lines for cutting touch no piece.
pub fn outside(context: &PageContext<'_>, out: &mut Findings) {
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

/// Marks at both ends of a side show the same side.
fn corners_agree(corners: &[Point], context: &PageContext<'_>, out: &mut Findings) {
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let by = (a.x - b.x).abs().min((a.y - b.y).abs());
        if out.measured(by, context.tolerance) {
            let message = format!("the marks at both ends of a side are {} apart", mm(by));
            context.fault_of(out, Rect::from_points(*a, b), Some(&Identity::Cut.into()), message).by(by);
        }
    }
}

/// The marks of one cut, or of one side, show the same one.
pub fn agree(context: &PageContext<'_>, out: &mut Findings) {
    let marks = crop_marks(context.page);
    let outlined = context.page.items.iter().any(is_closed_cut);
    let corners = if outlined { Vec::new() } else { at_corners(context.page) };
    // Each mark shows a side of its own piece then, which may well lie close to that of another.
    let paired = corners.is_empty();
    for corners in corners.iter().filter(|corners| corners.len() == 4) {
        corners_agree(corners, context, out);
    }
    for upright in [true, false] {
        let mut own: Vec<_> = marks.iter().filter(|m| m.upright() == upright).collect();
        own.sort_by(|a, b| a.at().total_cmp(&b.at()));
        for pair in own.windows(2).filter(|_| paired) {
            let by = pair[1].at() - pair[0].at();
            if by <= ONE_CUT && out.measured(by, context.tolerance) {
                let message = format!("two marks of one cut are {} apart", mm(by));
                let rect = pair[0].covers().union(pair[1].covers());
                context.fault_of(out, rect, Some(&Identity::Cut.into()), message).by(by);
            }
        }
        // A mark that is askew shows no cut at all.
        for mark in own {
            let (dx, dy) = ((mark.from.x - mark.to.x).abs(), (mark.from.y - mark.to.y).abs());
            let askew = dx.min(dy);
            if out.measured(askew, context.tolerance) {
                let message = format!("a mark for cutting is askew by {}", mm(askew));
                context.fault(out, mark.covers(), message).about(Some(&Identity::Cut.into())).by(askew);
            }
        }
    }
}
