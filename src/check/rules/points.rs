//! Boards of points: lines join those that the layout joins.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Point, Rect};

use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, Single};
use crate::check::facts::PageContext;
use crate::check::facts::points::lines_of;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::Board;

/// The rules of this group.
pub const RULES: &[Rule] = &[Rule {
    title: "lines join the points that the layout joins",
    why: "Where pieces move along lines, a line too few takes a move away, and one too many gives one. A line that ends \
          beside its point looks as if it led elsewhere.",
    right: "a board for alquerque with 56 lines between its 25 points",
    wrong: "the same board without one of its diagonals",
    ..Rule::error(codes::LINES_DIFFER, Run::EachBoard(joined))
}];

fn joined(context: &PageContext<'_>, out: &mut Findings) {
    let (Some(board), Some(layout)) = (context.found, context.board()) else { return };
    let Some(points) = layout.points.as_ref().filter(|points| points.line.width > 0.0) else { return };
    let lattice = &board.lattice;
    let name = |hex: Hex| layout.cell_at(hex).and_then(|i| layout.cell_name(i)).map(|name| on_points(&name));
    let called = |hex: Hex| name(hex).unwrap_or_else(|| format!("the place {hex}"));
    let id = context
        .component()
        .map(|component| Identity::Of(component.name.clone(), Feature::Single(Single::Lines)).into());
    let fault = |out: &mut Findings, from: Point, to: Point, message: String, by: f64| {
        let rect = Rect::from_points(from, to).inflate(1.0, 1.0);
        context.fault_of(out, rect, id.as_ref(), message).line(points.place).by(by);
    };
    let mut drawn: BTreeMap<[Hex; 2], usize> = BTreeMap::new();
    for line in lines_of(context.page) {
        let (a, b) = (lattice.nearest(line.p0), lattice.nearest(line.p1));
        for (end, hex) in [(line.p0, a), (line.p1, b)] {
            let right = lattice.centre(hex);
            if out.measured(end.distance(right), context.tolerance) {
                let by = end.distance(right);
                let message = format!("a line ends {} from {}", mm(by), called(hex));
                fault(out, end, right, message, by);
            }
        }
        let count = drawn.entry([a.min(b), a.max(b)]).or_default();
        *count += 1;
        if *count == 2 {
            let message = format!("the line from {} to {} is drawn twice", called(a), called(b));
            fault(out, line.p0, line.p1, message, lattice.side);
        }
    }
    let asked = links(layout);
    for [a, b] in asked.iter().filter(|link| !drawn.contains_key(*link)) {
        let message = format!("the line from {} to {} is missing", called(*a), called(*b));
        fault(out, lattice.centre(*a), lattice.centre(*b), message, lattice.side);
    }
    for [a, b] in drawn.keys().filter(|link| !asked.contains(*link)) {
        let message =
            format!("a line leads from {} to {}, and the layout has none there", called(*a), called(*b));
        fault(out, lattice.centre(*a), lattice.centre(*b), message, lattice.side);
    }
}

/// What is called a cell elsewhere.
fn on_points(name: &str) -> String {
    name.replacen("cell", "point", 1)
}

fn links(layout: &Board) -> BTreeSet<[Hex; 2]> {
    let hex = |point: usize| layout.cells.get(point).map(|cell| cell.hex);
    let links = layout.points.iter().flat_map(|points| &points.links);
    let ends = links.filter_map(|[a, b]| Some([hex(*a)?, hex(*b)?]));
    ends.map(|[a, b]| [a.min(b), a.max(b)]).collect()
}
