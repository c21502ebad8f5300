//! Crop marks: where to cut, drawn outside the pieces.

use kurbo::{BezPath, Point, Rect};

use super::furniture::Space;
use crate::scene::{Draw, Group, Ink, Role, Stroke};

/// Width of a crop mark, mm: a quarter of a point, as print shops draw them, is 0.09.
const WEIGHT: f64 = 0.15;
/// Between a piece and its marks, mm.
const GAP: f64 = 1.0;
/// The length of a mark, mm; less where less is left.
const LENGTH: f64 = 5.0;
/// Shorter marks cannot be seen.
const SHORTEST: f64 = 1.0;

/// Marks at both ends of every cut through a block of pieces that lie edge to edge.
pub fn crop(pieces: &[Rect], space: &mut Space, draws: &mut Vec<Draw>) {
    let Some(block) = pieces.iter().copied().reduce(|a, b| a.union(b)) else { return };
    let printable = space.printable();
    let mut path = BezPath::new();
    let mut taken = Vec::new();
    let mut mark = |from: Point, to: Point| {
        path.move_to(from);
        path.line_to(to);
        taken.push(Rect::from_points(from, to).inflate(WEIGHT, WEIGHT));
    };
    let length = |room: f64| (room - GAP).min(LENGTH);
    let (left, right) = (length(block.x0 - printable.x0), length(printable.x1 - block.x1));
    let (above, below) = (length(block.y0 - printable.y0), length(printable.y1 - block.y1));
    for x in edges(pieces.iter().flat_map(|p| [p.x0, p.x1])) {
        // The lowest piece at this cut: a last sheet may be half empty.
        let touching = pieces.iter().filter(|p| (p.x0 - x).abs() < 0.001 || (p.x1 - x).abs() < 0.001);
        let bottom = touching.map(|p| p.y1).fold(block.y0, f64::max);
        if above >= SHORTEST {
            mark(Point::new(x, block.y0 - GAP), Point::new(x, block.y0 - GAP - above));
        }
        let below = if bottom < block.y1 - 0.001 { LENGTH.min(block.y1 - bottom) } else { below };
        if below >= SHORTEST {
            mark(Point::new(x, bottom + GAP), Point::new(x, bottom + GAP + below));
        }
    }
    for y in edges(pieces.iter().flat_map(|p| [p.y0, p.y1])) {
        let touching = pieces.iter().filter(|p| (p.y0 - y).abs() < 0.001 || (p.y1 - y).abs() < 0.001);
        let end = touching.map(|p| p.x1).fold(block.x0, f64::max);
        if left >= SHORTEST {
            mark(Point::new(block.x0 - GAP, y), Point::new(block.x0 - GAP - left, y));
        }
        let right = if end < block.x1 - 0.001 { LENGTH } else { right };
        if right >= SHORTEST {
            mark(Point::new(end + GAP, y), Point::new(end + GAP + right, y));
        }
    }
    for rect in taken {
        space.take(rect);
    }
    let stroke = Stroke::solid(WEIGHT, Ink::black());
    let marks = Draw::Path { path, fill: None, stroke: Some(stroke) };
    let mut cuts = vec![marks];
    if left.min(right) < SHORTEST || above.min(below) < SHORTEST {
        cuts = outlines(pieces);
    }
    let group = Group { role: Role::Cut, id: Some("cut".into()), ..Group::plain(cuts) };
    draws.push(Draw::Group(group));
}

/// Where no mark fits beside the pieces, a hairline round each.
fn outlines(pieces: &[Rect]) -> Vec<Draw> {
    let outline = |piece: &Rect| {
        let corners =
            [(piece.x0, piece.y0), (piece.x1, piece.y0), (piece.x1, piece.y1), (piece.x0, piece.y1)];
        let path = crate::hex::polygon(&corners.map(Point::from));
        Draw::Path { path, fill: None, stroke: Some(Stroke::solid(0.1, Ink::new("#999999", [0x99; 3]))) }
    };
    pieces.iter().map(outline).collect()
}

/// Sorted, each once.
fn edges(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < 0.001);
    values
}
