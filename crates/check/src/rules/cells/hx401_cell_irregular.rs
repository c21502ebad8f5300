//! HX401: cells that have unequal sides or angles. The rule also finds the corner that is out of
//! place.

use kurbo::{Point, Rect};

use crate::facts::PageContext;
use crate::facts::board::{FoundBoard, FoundCell};
use crate::fault::{Findings, format_mm, point};
use crate::hints::foreign_tolerances::stretch_allowed;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::geometry::span;

pub const RULE: Rule = Rule {
    title: "cells are regular",
    why: "Only regular cells fit together in every rotation. A tile or counter sticks out of an irregular \
        cell, and the neighbours of the cell are irregular too.",
    right: "a hexagon with six sides of 20 mm whose corners are all on one circle",
    wrong: "a hexagon with one corner 0.2 mm too far out",
    ..Rule::error(codes::CELL_IRREGULAR, RuleFunction::EachBoard(cell_irregular))
};

/// If a page has at most this number of loose ends, they are compared with the corners of irregular
/// cells. A loose end is the end of a line that does not reach the corner where it should end.
///
/// If there are more, every irregular cell is assumed to have a loose end. Then a cell is reported only
/// if its deviation is larger than the widest gap at a loose end.
const MAX_LOOSE_ENDS: usize = 20;
/// Several irregular cells may share one wrong corner. The rule examines at most this number of cells to
/// find it.
///
/// If more cells are irregular, a single corner is not the cause.
const MAX_SEARCHED: usize = 300;

struct CrookedCell<'board> {
    cell: &'board FoundCell,
    /// The largest distance between a corner and its place, in mm.
    by: f64,
}

/// A corner that is out of place and belongs to several irregular cells.
struct SharedCorner {
    corner: Point,
    /// The distance between the corner and its place, in mm.
    by: f64,
    cells: Vec<CellAddress>,
}

/// The position where a corner is drawn, and its right place on the lattice.
struct WrongCorner {
    drawn: Point,
    right: Point,
}

fn cell_irregular(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    if board.lattice.stretch > stretch_allowed(context, board) {
        return;
    }
    let crooked = crooked_cells(context, board, findings);
    let shared = shared_corners(board, &crooked);
    for crooked in crooked {
        let address = crooked.cell.address;
        if let Some(corner) = shared.iter().find(|corner| corner.cells.contains(&address)) {
            // Several cells share the corner, so it is reported only for the first of them.
            if corner.cells.first() == Some(&address) {
                report_shared_corner(context, board, crooked.cell, corner, findings);
            }
        } else if let Some(corner) = only_wrong_corner(context, board, crooked.cell) {
            report_corner(context, crooked.cell, &corner, findings);
        } else {
            let (least, most) = span(crooked.cell.outline.sides.iter().copied());
            let message = format!(
                "is not regular: a corner is {} from its place, and the sides measure {} to {}",
                format_mm(crooked.by),
                format_mm(least),
                format_mm(most)
            );
            context.cell(findings, crooked.cell, &message).deviation(crooked.by);
        }
    }
}

/// Returns the irregular cells. If a line ends before it reaches a corner of a cell, the cell may be
/// irregular for this reason. Such a cell is left out, because another rule reports the line.
fn crooked_cells<'board>(
    context: &PageContext<'_>,
    board: &'board FoundBoard,
    findings: &mut Findings,
) -> Vec<CrookedCell<'board>> {
    let widest_gap = widest_gap(context);
    let mut crooked = Vec::new();
    for cell in &board.cells {
        let by = cell.outline.irregularity();
        let is_explained = by <= widest_gap && has_loose_corner(context, cell);
        if findings.measured(by, context.tolerance) && !is_explained {
            crooked.push(CrookedCell { cell, by });
        }
    }
    crooked
}

fn report_shared_corner(
    context: &PageContext<'_>,
    board: &FoundBoard,
    cell: &FoundCell,
    shared: &SharedCorner,
    findings: &mut Findings,
) {
    let others = match shared.cells.len() {
        2 => "one more cell".to_owned(),
        count => format!("{} more cells", count - 1),
    };
    let message = format!(
        "{} and {others} share a corner that is {} from its place, so these cells are not regular",
        context.name_of(cell),
        format_mm(shared.by)
    );
    let rect = Rect::from_center_size(shared.corner, (board.lattice.side, board.lattice.side));
    let fault = context.fault_of(findings, rect, cell.id.as_ref(), message).deviation(shared.by);
    if let Some(right) = nearest(&board.lattice.corners(cell.address), shared.corner) {
        fault.shifted(shared.corner, right);
    }
}

fn report_corner(context: &PageContext<'_>, cell: &FoundCell, corner: &WrongCorner, findings: &mut Findings) {
    let by = corner.drawn.distance(corner.right);
    let message = format!(
        "is not regular: its corner at {} should be at {}, {} away",
        point(corner.drawn),
        point(corner.right),
        format_mm(by)
    );
    context
        .cell(findings, cell, &message)
        .hint("move that corner, or replace the cell by a copy of another")
        .deviation(by)
        .shifted(corner.drawn, corner.right);
}

/// Returns the widest gap between the end of a line and the corner that it should reach, in mm.
fn widest_gap(context: &PageContext<'_>) -> f64 {
    let loose_ends = context.sheet.foreign().into_iter().flat_map(|foreign| &foreign.loose);
    loose_ends.map(|loose| loose.end.distance(loose.target)).fold(0.0, f64::max)
}

/// Returns whether a line ends before it reaches a corner of the cell. Always returns true if the page
/// has more than [`MAX_LOOSE_ENDS`] loose ends.
fn has_loose_corner(context: &PageContext<'_>, cell: &FoundCell) -> bool {
    let Some(drawing) = context.sheet.foreign() else { return false };
    drawing.loose.len() > MAX_LOOSE_ENDS
        || drawing.loose.iter().any(|loose| {
            let gap = loose.end.distance(loose.target) + context.tolerance;
            cell.outline.corners.iter().any(|corner| corner.distance(loose.end) <= gap)
        })
}

/// If exactly one corner of a cell is wrong, returns this corner. Otherwise, or if hexpress drew the
/// board, returns `None`.
fn only_wrong_corner(context: &PageContext<'_>, board: &FoundBoard, cell: &FoundCell) -> Option<WrongCorner> {
    board.named.as_ref()?;
    let right_corners = board.lattice.corners(cell.address);
    let corners = cell.outline.corners.iter();
    let mut wrong = corners
        .filter_map(|corner| Some(WrongCorner { drawn: *corner, right: nearest(&right_corners, *corner)? }))
        .filter(|corner| corner.drawn.distance(corner.right) > context.tolerance);
    let first = wrong.next()?;
    wrong.next().is_none().then_some(first)
}

fn nearest(points: &[Point], target: Point) -> Option<Point> {
    points.iter().copied().min_by(|a, b| a.distance(target).total_cmp(&b.distance(target)))
}

/// Finds the worst corner of each irregular cell. Returns a corner if it is the worst one of at least
/// two cells.
fn shared_corners(board: &FoundBoard, crooked: &[CrookedCell<'_>]) -> Vec<SharedCorner> {
    let mut shared: Vec<SharedCorner> = Vec::new();
    for CrookedCell { cell, .. } in crooked.iter().take(MAX_SEARCHED) {
        let right_corners = board.lattice.corners(cell.address);
        let corners = cell.outline.corners.iter();
        let distances = corners.map(|corner| (*corner, least_distance(&right_corners, *corner)));
        let Some((corner, by)) = distances.max_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
        match shared.iter_mut().find(|known| known.corner.distance(corner) <= 0.01) {
            Some(known) => known.cells.push(cell.address),
            None => shared.push(SharedCorner { corner, by, cells: vec![cell.address] }),
        }
    }
    shared.retain(|corner| corner.cells.len() > 1);
    shared
}

/// Returns the distance between `target` and the nearest of the points, in mm.
fn least_distance(points: &[Point], target: Point) -> f64 {
    points.iter().map(|point| point.distance(target)).fold(f64::INFINITY, f64::min)
}
