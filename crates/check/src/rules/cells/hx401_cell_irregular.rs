//! HX401: cells whose sides or angles differ, and the corner that is to blame.

use kurbo::{Point, Rect};

use crate::base::geometry::span;
use crate::base::hex::Hex;
use crate::check::facts::PageContext;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::fault::{Findings, mm, point};
use crate::check::foreign::drawn::stretch_allowed;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX401.
pub const RULE: Rule = Rule {
    title: "cells are regular",
    why: "Only regular cells lie edge to edge however they are turned. A tile or a counter laid on a crooked \
          cell stands over its edge, and the next cell is crooked too.",
    right: "a hexagon whose six sides measure 20 mm and whose corners all lie on one circle",
    wrong: "a hexagon one corner of which was drawn 0.2 mm too far out",
    ..Rule::error(codes::CELL_IRREGULAR, Run::EachBoard(cell_irregular))
};

/// Reports cells whose sides or angles differ, and the corner that is to blame.
fn cell_irregular(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    if board.lattice.stretch > stretch_allowed(context, board) {
        return;
    }
    let widest = widest(context);
    let mut crooked: Vec<(&FoundCell, f64)> = Vec::new();
    for cell in &board.cells {
        let irregular = cell.outline.irregularity();
        // A line that does not reach its corner is reported as such.
        let explained = irregular <= widest && is_open(context, cell);
        if out.measured(irregular, context.tolerance) && !explained {
            crooked.push((cell, irregular));
        }
    }
    let shared = shared_corners(board, &crooked);
    for (cell, irregular) in crooked {
        let at = shared.iter().find(|(_, _, cells)| cells.contains(&cell.hex));
        if let Some((corner, by, cells)) = at {
            if cells.first() == Some(&cell.hex) {
                let message = format!(
                    "and {} that share a corner with it are not regular: that corner lies {} from where it should",
                    if cells.len() == 2 {
                        "one more cell".to_owned()
                    } else {
                        format!("{} more cells", cells.len() - 1)
                    },
                    mm(*by)
                );
                let rect = Rect::from_center_size(*corner, (board.lattice.side, board.lattice.side));
                let message = format!("{} {message}", context.name_of(cell));
                let fault = context.fault_of(out, rect, cell.id.as_ref(), message).by(*by);
                if let Some(right) = nearest(&board.lattice.corners(cell.hex), *corner) {
                    fault.shifted(*corner, right);
                }
            }
            continue;
        }
        let (least, most) = span(cell.outline.sides.iter().copied());
        if let Some((corner, right)) = one_corner(context, board, cell) {
            let by = corner.distance(right);
            let message = format!(
                "is not regular: its corner at {} should lie at {}, {} away",
                point(corner),
                point(right),
                mm(by)
            );
            context
                .cell(out, cell, &message)
                .hint("move that corner there, or draw the cell anew as a copy of another")
                .by(by)
                .shifted(corner, right);
            continue;
        }
        let message = format!(
            "is not regular: a corner lies {} from where it should, and its sides measure {} to {}",
            mm(irregular),
            mm(least),
            mm(most)
        );
        context.cell(out, cell, &message).by(irregular);
    }
}

/// The widest gap between lines that should meet, in mm.
fn widest(context: &PageContext<'_>) -> f64 {
    let loose = context.sheet.foreign.iter().flat_map(|foreign| &foreign.loose);
    loose.map(|loose| loose.end.distance(loose.meant)).fold(0.0, f64::max)
}

/// Whether lines should meet at a corner of a cell, and do not.
fn is_open(context: &PageContext<'_>, cell: &FoundCell) -> bool {
    let Some(drawing) = &context.sheet.foreign else { return false };
    // Where many do not, none is reported by itself.
    drawing.loose.len() > 20
        || drawing.loose.iter().any(|loose| {
            let gap = loose.end.distance(loose.meant) + context.tolerance;
            cell.outline.corners.iter().any(|c| c.distance(loose.end) <= gap)
        })
}

/// The one corner of a cell that is wrong, and where the lattice has it, on a board without a layout to be held to.
fn one_corner(context: &PageContext<'_>, board: &FoundBoard, cell: &FoundCell) -> Option<(Point, Point)> {
    board.named.as_ref()?;
    let right = board.lattice.corners(cell.hex);
    let mut wrong = cell
        .outline
        .corners
        .iter()
        .filter_map(|p| Some((*p, nearest(&right, *p)?)))
        .filter(|(corner, right)| corner.distance(*right) > context.tolerance);
    let first = wrong.next()?;
    wrong.next().is_none().then_some(first)
}

/// The nearest of some points.
fn nearest(all: &[Point], to: Point) -> Option<Point> {
    all.iter().copied().min_by(|a, b| a.distance(to).total_cmp(&b.distance(to)))
}

/// Corners that several crooked cells have in common, and that are what is wrong with each of them: the place, how far
/// that is from right, and the cells.
fn shared_corners(board: &FoundBoard, crooked: &[(&FoundCell, f64)]) -> Vec<(Point, f64, Vec<Hex>)> {
    let mut shared: Vec<(Point, f64, Vec<Hex>)> = Vec::new();
    // Where everything is crooked, no corner is to blame.
    for (cell, _) in crooked.iter().take(300) {
        let right = board.lattice.corners(cell.hex);
        let off = |p: &Point| right.iter().map(|c| c.distance(*p)).fold(f64::INFINITY, f64::min);
        let worst = cell.outline.corners.iter().map(|p| (*p, off(p))).max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((corner, by)) = worst else { continue };
        match shared.iter_mut().find(|(other, ..)| other.distance(corner) <= 0.01) {
            Some((_, _, cells)) => cells.push(cell.hex),
            None => shared.push((corner, by, vec![cell.hex])),
        }
    }
    shared.retain(|(_, _, cells)| cells.len() > 1);
    shared
}
