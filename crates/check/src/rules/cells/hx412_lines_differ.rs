//! HX412: lines, arcs and roads that do not join what the layout joins.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Point, Rect};

use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, Single};
use crate::check::facts::PageContext;
use crate::check::facts::board::FoundBoard;
use crate::check::facts::points::{FoundBow, bows_of, lines_of};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::{Board, Bow, DetailSpot, Stop};
use crate::read::ItemKind;

/// The rule behind HX412.
pub const RULE: Rule = Rule {
    title: "lines join the points, and roads the cells, that the layout joins",
    why: "Where pieces move along lines, a line too few takes a move away, and one too many gives one. A line that ends \
          beside its point looks as if it led elsewhere.",
    right: "a board for alquerque with 56 lines between its 25 points",
    wrong: "the same board without one of its diagonals",
    ..Rule::error(codes::LINES_DIFFER, Run::EachBoard(lines_differ))
};

/// Reports lines, arcs and roads that do not join what the layout joins.
fn lines_differ(context: &PageContext<'_>, out: &mut Findings) {
    let (Some(board), Some(layout)) = (context.found, context.board()) else { return };
    roads(context, board, layout, out);
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
    let mut arcs: BTreeSet<[Hex; 3]> = BTreeSet::new();
    let hex = |point: usize| layout.cells.get(point).map(|cell| cell.hex);
    for Bow { from, about, to } in &points.bows {
        let (Some(from), Some(about), Some(to)) = (hex(*from), hex(*about), hex(*to)) else { continue };
        arcs.insert([from, about, to]);
    }
    for FoundBow { ends, on } in bows_of(context.page) {
        let [from, to] = ends.map(|end| lattice.nearest(end));
        // How far its worst place lies beside a circle: of all arcs between these points, the best.
        let off = |about: Hex| {
            let middle = lattice.centre(about);
            let right = lattice.centre(from).distance(lattice.centre(about));
            on.iter().chain(&ends).map(|p| (p.distance(middle) - right).abs()).fold(0.0, f64::max)
        };
        let own = arcs.iter().filter(|arc| arc[0] == from && arc[2] == to).copied();
        let best = own.min_by(|a, b| off(a[1]).total_cmp(&off(b[1])));
        let Some(best) = best else {
            let message = format!(
                "an arc leads from {} to {}, and the layout has none there",
                called(from),
                called(to)
            );
            fault(out, ends[0], ends[1], message, lattice.side);
            continue;
        };
        arcs.remove(&best);
        let by = off(best[1]);
        if out.measured(by, context.tolerance) {
            let message = format!(
                "the arc from {} to {} lies up to {} beside its circle",
                called(from),
                called(to),
                mm(by)
            );
            fault(out, ends[0], ends[1], message, by);
        }
    }
    for [from, _, to] in arcs {
        let message = format!("the arc from {} to {} is missing", called(from), called(to));
        fault(out, lattice.centre(from), lattice.centre(to), message, lattice.side);
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

/// The ways of all roads, from place to place.
fn roads(context: &PageContext<'_>, board: &FoundBoard, layout: &Board, out: &mut Findings) {
    let place = |stop: &Stop| {
        let corners = board.lattice.corners(stop.hex);
        let corner = |k: usize| corners[k % corners.len().max(1)];
        match stop.spot {
            None => board.lattice.centre(stop.hex),
            Some(DetailSpot::Edge(edge)) => corner(edge).midpoint(corner(edge + 1)),
            Some(DetailSpot::Corner(k)) => corner(k),
        }
    };
    let mut drawn: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for item in &context.page.items {
        if let (Some(Feature::Road(number)), ItemKind::Path { path, stroke: Some(_), .. }) =
            (item.id.as_deref().and_then(Identity::feature), &item.kind)
        {
            let ends = path.ends();
            drawn.entry(*number).or_default().extend(ends);
        }
    }
    let component = context.component().map(|component| component.name.clone());
    for (number, road) in (1..).zip(&layout.roads) {
        let meant: Vec<Point> = road.stops.iter().map(place).collect();
        let is = drawn.get(&number).map_or(&[][..], Vec::as_slice);
        let off = match is.len() == meant.len() {
            true => is.iter().zip(&meant).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max),
            false => board.lattice.side,
        };
        if out.measured(off, context.tolerance) {
            let id = component.clone().map(|name| Identity::Of(name, Feature::Road(number)).into());
            let rect = crate::base::hex::bounds(if is.is_empty() { &meant } else { is }).inflate(1.0, 1.0);
            let message = match (is.len(), meant.len()) {
                (0, _) => format!("road {number} is missing"),
                (a, b) if a == b => format!("road {number} lies up to {} beside its cells", mm(off)),
                (a, b) => format!("road {number} leads to {a} places, and the layout names {b}"),
            };
            context.fault_of(out, rect, id.as_ref(), message).line(Some(road.place)).by(off);
        }
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
