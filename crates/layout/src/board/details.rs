//! Draws details: the lines, elements and labels that a layout puts on the edges and corners of cells.
//!
//! - In: the details of a board, and its place on the sheet.
//! - Out: lines along edges, which are joined into long runs. Elements and labels are drawn over these
//!   lines. Labels are on small white plates.
//! - Not here: drawing anything inside cells (`cells`).

use std::collections::HashMap;

use kurbo::{Affine, Point, Rect, Size};

use super::cell_parts::fixed_text;
use super::fit::BoardFit;
use super::name_ink;
use crate::draw::bounds::bounds;
use crate::draw::frame::Frame;
use crate::draw::painter::{Context, Painter};
use crate::sheet_builder::{SheetBuilder, open_line};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::Feature;
use hexpress_base::round_shapes;
use hexpress_base::tiling::{ExactPoint, Tiling};
use hexpress_game::{Board, Detail, EdgeOrCorner, Element, NameStyle, PerRow};
use hexpress_language::values::value::ElementPlace;
use hexpress_scene::{Drawing, Ink, Stroke};
use hexpress_template::NoRow;

/// The side length of the square frame in which a label on an edge or corner is drawn, in mm. The frame is
/// larger than any sheet, so it never limits the label.
const LABEL_FRAME: f64 = 10_000.0;

/// Draws the details of a board. Lines come first, so that no line crosses a label.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    draw_lines(board, fit, page);
    draw_contents(board, fit, page);
}

/// Draws the lines along edges. Lines that come from the same entry of the layout are joined.
fn draw_lines(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    let mut lines = 0;
    let lined: Vec<&Detail> = board.details.iter().filter(|detail| detail.line.is_some()).collect();
    for group in lined.chunk_by(|a, b| a.place == b.place && a.line == b.line) {
        let Some(line) = group.iter().find_map(|detail| detail.line.as_ref()) else { continue };
        // The dashes of a line are adapted to the cells so that every corner has a dash. A solid
        // line has round ends, so that lines look joined where they meet.
        let stroke = match line.dash.is_empty() {
            true => Stroke { round: true, ..Stroke::clone(line) },
            false => line.with_dashes_for(fit.side),
        };
        for run in runs(board.grid.tiling, group) {
            let points: Vec<Point> =
                run.iter().map(|corner| fit.corner(corner.address, corner.number)).collect();
            let is_closed = run.len() > 2
                && run[0].exact(board.grid.tiling) == run[run.len() - 1].exact(board.grid.tiling);
            lines += 1;
            let drawn = if is_closed { closed_line(points, &stroke) } else { line_through(&points, &stroke) };
            page.push(Feature::EdgeLine(lines), Affine::IDENTITY, vec![drawn]);
        }
    }
}

fn line_through(points: &[Point], stroke: &Stroke) -> Drawing {
    Drawing::stroked(open_line(points), stroke.clone())
}

fn draw_contents(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    for (number, detail) in (1..).zip(&board.details) {
        let spot = match detail.spot {
            EdgeOrCorner::Edge(k) => {
                fit.corner(detail.address, k).midpoint(fit.corner(detail.address, k + 1))
            }
            EdgeOrCorner::Corner(k) => fit.corner(detail.address, k),
        };
        let painter = &mut page.painter;
        let who = painter.identity(Feature::Detail(number)).to_string();
        let frame = Frame::cell(board.grid, detail.address, fit.side);
        let context = Context::new(&frame, detail.row(), &who);
        let mut drawn: Vec<_> = detail.draws.iter().flat_map(|e| painter.element(e, context)).collect();
        drawn.extend(label_on_plate(detail, board.name_style, painter));
        if !drawn.is_empty() {
            page.push(Feature::Detail(number), Affine::translate(spot.to_vec2()), drawn);
        }
    }
}

/// Draws the label of an edge or a corner on a small white plate.
fn label_on_plate(detail: &Detail, style: NameStyle, painter: &mut Painter<'_, '_>) -> Vec<Drawing> {
    if detail.label.is_empty() {
        return Vec::new();
    }
    let element = Element {
        shape: fixed_text(&detail.label, style.font, style.size, style.size),
        places: vec![PerRow::Fixed(ElementPlace::CENTRE)],
        colour: Some(PerRow::Fixed(name_ink::ink())),
        ..Element::nothing(detail.place)
    };
    // A label on an edge belongs to no cell, so it may be larger than a cell.
    let frame = Frame::rectangle(Size::new(LABEL_FRAME, LABEL_FRAME));
    let drawings = painter.element(&element, Context::new(&frame, &NoRow, ""));
    let cap = painter.shaper.cap_height(style.font);
    let Some(covered) = letters_box(&drawings, cap) else { return drawings };
    let path = round_shapes::rectangle(covered.inflate(0.9, 0.8), 0.8);
    let plate = Drawing::filled(path, Ink::new("white", [0xFF; 3]));
    [vec![plate], drawings].concat()
}

/// Returns the bounding box of all texts, and of the icons in these texts. For each text, the box extends
/// from the baseline to the height of capitals. `cap` is this height in ems. Returns `None` if there are no
/// texts or icons.
fn letters_box(drawings: &[Drawing], cap: f64) -> Option<Rect> {
    let boxes = drawings.iter().filter_map(|drawing| match drawing {
        Drawing::Text(text) => {
            let Rect { x0, x1, .. } = bounds(std::slice::from_ref(drawing))?;
            Some(Rect::new(x0, text.origin.y - cap * text.size, x1, text.origin.y))
        }
        Drawing::Group(group) => {
            letters_box(&group.drawings, cap).map(|covered| group.transform.transform_rect_bbox(covered))
        }
        other => bounds(std::slice::from_ref(other)),
    });
    boxes.reduce(|a, b| a.union(b))
}

/// Draws a closed run of edges: a run that ends where it begins.
///
/// A dashed run starts in the middle of a gap, so that every corner has a dash. A solid run has
/// round ends.
fn closed_line(mut points: Vec<Point>, stroke: &Stroke) -> Drawing {
    let [dash, gap] = stroke.dash[..] else { return line_through(&points, stroke) };
    if let [first, second, ..] = points[..] {
        let begin = first + (second - first) / first.distance(second) * ((dash + gap) / 2.0);
        points[0] = begin;
        points.push(begin);
    }
    line_through(&points, &Stroke { phase: dash + gap / 2.0, ..stroke.clone() })
}

#[derive(Debug, Clone, Copy)]
struct CellCorner {
    address: CellAddress,
    number: usize,
}

impl CellCorner {
    /// Returns the exact place of the corner. A corner has an address in each cell around it. The place
    /// is the same for all of these addresses.
    fn exact(self, tiling: Tiling) -> ExactPoint {
        tiling.corner(self.address, self.number)
    }
}

/// Joins edges that have a line into runs. A run is the longest possible chain of such edges, given as a list
/// of corners. A closed run ends at the corner where it begins.
fn runs(tiling: Tiling, group: &[&Detail]) -> Vec<Vec<CellCorner>> {
    let edges: Vec<[CellCorner; 2]> = group
        .iter()
        .filter_map(|detail| match detail.spot {
            EdgeOrCorner::Edge(k) => {
                Some([k, k + 1].map(|number| CellCorner { address: detail.address, number }))
            }
            EdgeOrCorner::Corner(_) => None,
        })
        .collect();
    let mut meeting: HashMap<ExactPoint, Vec<usize>> = HashMap::new();
    for (index, ends) in edges.iter().enumerate() {
        for end in ends {
            meeting.entry(end.exact(tiling)).or_default().push(index);
        }
    }
    // A run begins at a free end, where one edge ends, or at a junction, where three or more edges meet. The
    // edges that are then left form closed runs.
    let is_end = |corner: CellCorner| meeting[&corner.exact(tiling)].len() != 2;
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|&index| !edges[index].iter().any(|corner| is_end(*corner)));
    let mut used = vec![false; edges.len()];
    let mut runs = Vec::new();
    for first in order {
        if std::mem::replace(&mut used[first], true) {
            continue;
        }
        let [a, b] = edges[first];
        let (start, mut end) = if is_end(a) { (a, b) } else { (b, a) };
        let mut run = vec![start, end];
        while let Some(&next) = meeting[&end.exact(tiling)].iter().find(|edge| !used[**edge]) {
            used[next] = true;
            let [near, far] = edges[next];
            end = if near.exact(tiling) == end.exact(tiling) { far } else { near };
            run.push(end);
        }
        runs.push(run);
    }
    runs
}
