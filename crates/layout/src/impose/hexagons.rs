//! Straight cuts that part hexagons.

use kurbo::{Point, Rect, Vec2};

use super::lines::{CutLine, along, distinct};
use crate::base::hex::Orientation;

/// The normals of the three ways that sides run; first that of the sides that strips share.
fn normals(orientation: Orientation) -> [Vec2; 3] {
    match orientation {
        Orientation::FlatTop => [0, 1, 2].map(|edge| orientation.edge_normal(edge)),
        Orientation::PointyTop => [2, 0, 1].map(|edge| orientation.edge_normal(edge)),
    }
}

/// Full lines in three directions, each from edge to edge of the sheet, or of a part of it; or of `strips`, full lines that part them, then
/// slanted cuts both ways through each.
pub fn hexagon_cuts(
    orientation: Orientation,
    strips: bool,
    middles: &[Point],
    across: f64,
    sheet: Rect,
) -> Vec<CutLine> {
    let half = across / 2.0;
    let ways = || (0..).zip(normals(orientation));
    let full = ways().take(if strips { 1 } else { 3 });
    let full = full.map(|(stage, way)| along(middles.iter().copied(), way, half, sheet, stage));
    let mut cuts = full.flatten().collect::<Vec<_>>();
    if !strips {
        return cuts;
    }
    let upright = orientation == Orientation::PointyTop;
    let place = |middle: &Point| if upright { middle.x } else { middle.y };
    let strips = distinct(middles.iter().map(place), half);
    for (stage, normal) in ways().skip(1) {
        for strip in &strips {
            let band = if upright {
                Rect { x0: strip - half, x1: strip + half, ..sheet }
            } else {
                Rect { y0: strip - half, y1: strip + half, ..sheet }
            };
            let own = middles.iter().copied().filter(|middle| (place(middle) - strip).abs() < half);
            cuts.extend(along(own, normal, half, band, stage));
        }
    }
    cuts
}
