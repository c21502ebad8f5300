//! HX412: lines, arcs and roads that are missing or that connect other cells or points than in the
//! layout.
//!
//! The rule compares two kinds of lines with the layout: lines between the points of a board, and
//! roads between cells.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Point, Rect};

use crate::facts::PageContext;
use crate::facts::board::FoundBoard;
use crate::facts::lattice::Lattice;
use crate::facts::points::{FoundBow, bows_of, lines_of};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::geometry::bounds_of_points;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_game::{Board, EdgeOrCorner, PointArc, Points, Stop};
use hexpress_read::{ItemKind, Page};

pub const RULE: Rule = Rule {
    title: "lines and roads join the same points and cells as in the layout",
    why: "If pieces move along lines, a missing line removes a move and an extra line adds one. A line that \
        ends next to its point seems to lead elsewhere.",
    right: "an alquerque board with 56 lines between its 25 points",
    wrong: "the same board without one of its diagonals",
    ..Rule::error(codes::LINES_DIFFER, RuleFunction::EachBoard(lines_differ))
};

fn lines_differ(context: &PageContext<'_>, findings: &mut Findings) {
    let (Some(board), Some(layout)) = (context.found, context.board()) else { return };
    report_roads(context, board, layout, findings);
    if let Some(points) = layout.points.as_ref().filter(|points| points.line.width > 0.0) {
        let id = context
            .component()
            .map(|component| Identity::Of(component.name.clone(), Feature::Single(Single::Lines)).into());
        let judge = LineJudge { context, lattice: &board.lattice, layout, points, id };
        let drawn = judge.report_ends(findings);
        judge.report_arcs(findings);
        judge.report_links(&drawn, findings);
    }
}

/// Two points that a line connects. The point with the smaller address comes first.
type PointPair = [CellAddress; 2];

/// An arc from one point to another. Its centre is a third point, `about`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LinkArc {
    from: CellAddress,
    about: CellAddress,
    to: CellAddress,
}

/// Compares the drawn lines of a board of points with the lines in the layout.
struct LineJudge<'page> {
    context: &'page PageContext<'page>,
    lattice: &'page Lattice,
    layout: &'page Board,
    points: &'page Points,
    /// The id of the drawing that contains the lines of the board. `None` if no drawing contains such lines.
    id: Option<std::sync::Arc<Identity>>,
}

impl LineJudge<'_> {
    /// Reports lines whose ends are not exactly on a point, and lines that are drawn twice.
    ///
    /// Returns how many times a line is drawn between each pair of points.
    fn report_ends(&self, findings: &mut Findings) -> BTreeMap<PointPair, usize> {
        let mut drawn: BTreeMap<PointPair, usize> = BTreeMap::new();
        for line in lines_of(self.context.page) {
            let ends = [line.p0, line.p1].map(|end| (end, self.nearest(end)));
            for (end, address) in ends {
                let point = self.lattice.centre(address);
                let distance = end.distance(point);
                if findings.measured(distance, self.context.tolerance) {
                    let message = format!("a line ends {} from {}", format_mm(distance), self.name(address));
                    self.report(findings, [end, point], message, distance);
                }
            }
            let [a, b] = ends.map(|(_, address)| address);
            let count = drawn.entry([a.min(b), a.max(b)]).or_default();
            *count += 1;
            if *count == 2 {
                let twice = format!("the line from {} to {} is drawn twice", self.name(a), self.name(b));
                self.report(findings, [line.p0, line.p1], twice, self.lattice.side);
            }
        }
        drawn
    }

    /// Returns the address of the point nearest to the end of a line.
    ///
    /// If the layout gives the place of each point, most addresses have no point. Then returns the
    /// address of the nearest point of the layout, if it is close enough.
    fn nearest(&self, end: Point) -> CellAddress {
        let exact = self.lattice.nearest(end);
        if !self.lattice.grid.is_free() || self.layout.cell_at(exact).is_some() {
            return exact;
        }
        let cells = self
            .layout
            .cells
            .iter()
            .map(|cell| (self.lattice.centre(cell.address).distance(end), cell.address));
        let nearest = cells.min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest
            .filter(|(distance, _)| *distance < self.lattice.shortest() / 2.0)
            .map_or(exact, |(_, address)| address)
    }

    /// Reports missing arcs, arcs that are not in the layout, and arcs that deviate from their circles.
    fn report_arcs(&self, findings: &mut Findings) {
        let mut expected = self.expected_arcs();
        for found in bows_of(self.context.page) {
            let [from, to] = found.ends.map(|end| self.nearest(end));
            let candidates = expected.iter().filter(|arc| arc.from == from && arc.to == to);
            let nearest = candidates
                .map(|arc| (self.distance_from_circle(&found, arc), *arc))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let (from, to) = (self.name(from), self.name(to));
            let Some((distance, arc)) = nearest else {
                let extra = format!("an arc leads from {from} to {to}; the layout has none there");
                self.report(findings, found.ends, extra, self.lattice.side);
                continue;
            };
            expected.remove(&arc);
            if findings.measured(distance, self.context.tolerance) {
                let off =
                    format!("the arc from {from} to {to} is up to {} off its circle", format_mm(distance));
                self.report(findings, found.ends, off, distance);
            }
        }
        for arc in expected {
            let message = format!("the arc from {} to {} is missing", self.name(arc.from), self.name(arc.to));
            self.report(findings, self.centres([arc.from, arc.to]), message, self.lattice.side);
        }
    }

    fn expected_arcs(&self) -> BTreeSet<LinkArc> {
        let arcs = self.points.arcs.iter().filter_map(|PointArc { from, centre: about, to }| {
            Some(LinkArc { from: self.address(*from)?, about: self.address(*about)?, to: self.address(*to)? })
        });
        arcs.collect()
    }

    /// Returns the largest distance between a drawn arc and the circle of an arc in the layout, in
    /// mm.
    fn distance_from_circle(&self, found: &FoundBow, arc: &LinkArc) -> f64 {
        let centre = self.lattice.centre(arc.about);
        let radius = self.lattice.centre(arc.from).distance(centre);
        let points = found.on.iter().chain(&found.ends);
        points.map(|point| (point.distance(centre) - radius).abs()).fold(0.0, f64::max)
    }

    /// Reports missing lines, and lines that are not in the layout.
    fn report_links(&self, drawn: &BTreeMap<PointPair, usize>, findings: &mut Findings) {
        let expected = self.expected_links();
        for link in expected.iter().filter(|link| !drawn.contains_key(*link)) {
            let [a, b] = link.map(|address| self.name(address));
            let message = format!("the line from {a} to {b} is missing");
            self.report(findings, self.centres(*link), message, self.lattice.side);
        }
        for link in drawn.keys().filter(|link| !expected.contains(*link)) {
            let [a, b] = link.map(|address| self.name(address));
            let extra = format!("a line leads from {a} to {b}; the layout has none there");
            self.report(findings, self.centres(*link), extra, self.lattice.side);
        }
    }

    fn expected_links(&self) -> BTreeSet<PointPair> {
        let links =
            self.points.links.iter().filter_map(|[a, b]| Some([self.address(*a)?, self.address(*b)?]));
        links.map(|[a, b]| [a.min(b), a.max(b)]).collect()
    }

    fn address(&self, number: usize) -> Option<CellAddress> {
        self.layout.cells.get(number).map(|cell| cell.address)
    }

    fn centres(&self, link: PointPair) -> [Point; 2] {
        link.map(|address| self.lattice.centre(address))
    }

    /// Returns the name of a point for messages. Names of cells are used for points too, with the word
    /// `point` instead of `cell`.
    fn name(&self, address: CellAddress) -> String {
        let name = self.layout.cell_at(address).and_then(|index| self.layout.cell_name(index));
        name.map_or_else(|| format!("the place {address}"), |name| name.replacen("cell", "point", 1))
    }

    fn report(&self, findings: &mut Findings, ends: [Point; 2], message: String, by: f64) {
        let rect = Rect::from_points(ends[0], ends[1]).inflate(1.0, 1.0);
        let fault = self.context.fault_of(findings, rect, self.id.as_ref(), message);
        fault.in_layout(self.points.place).deviation(by);
    }
}

/// Reports roads that are missing, or that do not pass through the places that the layout gives.
fn report_roads(context: &PageContext<'_>, board: &FoundBoard, layout: &Board, findings: &mut Findings) {
    let drawn = drawn_roads(context.page);
    let component = context.component().map(|component| component.name.clone());
    for (number, road) in (1..).zip(&layout.roads) {
        let expected: Vec<Point> = road.stops.iter().map(|stop| place_of(stop, board)).collect();
        let found = drawn.get(&number).map_or(&[][..], Vec::as_slice);
        let off = if found.len() == expected.len() {
            found.iter().zip(&expected).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
        } else {
            board.lattice.side
        };
        if findings.measured(off, context.tolerance) {
            let id = component.clone().map(|name| Identity::Of(name, Feature::Road(number)).into());
            let rect = bounds_of_points(if found.is_empty() { &expected } else { found }).inflate(1.0, 1.0);
            let message = match (found.len(), expected.len()) {
                (0, _) => format!("road {number} is missing"),
                (a, b) if a == b => format!("road {number} is up to {} off its cells", format_mm(off)),
                (a, b) => {
                    format!("road {number} passes through {a} places; in the layout, it passes through {b}")
                }
            };
            context.fault_of(findings, rect, id.as_ref(), message).in_layout(Some(road.place)).deviation(off);
        }
    }
}

/// Returns the points of each road on a page. The key is the number of the road.
fn drawn_roads(page: &Page) -> BTreeMap<usize, Vec<Point>> {
    let mut roads: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for item in &page.items {
        if let (Some(Feature::Road(number)), ItemKind::Path { path, stroke: Some(_), .. }) =
            (item.id.as_deref().and_then(Identity::feature), &item.kind)
        {
            roads.entry(*number).or_default().extend(path.ends());
        }
    }
    roads
}

/// Returns the position of a stop on a road. A stop is the middle of a cell, the middle of an edge, or
/// a corner.
fn place_of(stop: &Stop, board: &FoundBoard) -> Point {
    let corners = board.lattice.corners(stop.address);
    let count = corners.len().max(1);
    match stop.spot {
        None => board.lattice.centre(stop.address),
        Some(EdgeOrCorner::Edge(edge)) => corners[edge % count].midpoint(corners[(edge + 1) % count]),
        Some(EdgeOrCorner::Corner(corner)) => corners[corner % count],
    }
}
