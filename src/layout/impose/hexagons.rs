//! Hexagons: as a honeycomb, or so that straight cuts part them.

use kurbo::{Point, Rect, Size, Vec2};

use super::grid::{grid, in_columns, staggered};
use super::lines::{CutLine, along};
use crate::base::hex::{Orientation, SQRT_3};
use crate::spec::values::value::Grid;

/// Every hexagon shares its edges with its neighbours, or is `gap` mm away from them: rows of hexagons that stand on a
/// corner, every other row pushed in by half a piece; or the same turned by a right angle, in columns.
pub fn honeycomb(
    orientation: Orientation,
    piece: Size,
    gap: f64,
    room: Size,
    wish: Option<Grid>,
) -> Vec<Point> {
    let rows = |piece: Size, room, wish| {
        staggered(piece.width + gap, piece.height * 0.75 + gap * SQRT_3 / 2.0, piece, room, wish)
    };
    match orientation {
        Orientation::PointyTop => rows(piece, room, wish),
        Orientation::FlatTop => in_columns(room, wish, |room, wish| rows(turned(piece), room, wish)),
    }
}

/// Hexagons meet at their corners alone, with a triangle between each three: all their sides lie on straight lines that
/// pass no hexagon. `pushed`: every other row by half the way to the next, so that the lines run through the whole
/// sheet; else row below row, in strips, which are cut apart first.
pub fn at_corners(
    orientation: Orientation,
    piece: Size,
    gap: f64,
    pushed: bool,
    room: Size,
    wish: Option<Grid>,
) -> Vec<Point> {
    let rows = |piece: Size, room, wish| {
        // From corner to corner, and beyond the gap between two slanted sides.
        let (across, down) = (piece.width + gap * 2.0 / SQRT_3, piece.height + gap);
        if pushed {
            staggered(across, down, piece, room, wish)
        } else {
            grid(piece, Size::new(across, down), room, wish)
        }
    };
    match orientation {
        Orientation::FlatTop => rows(piece, room, wish),
        Orientation::PointyTop => in_columns(room, wish, |room, wish| rows(turned(piece), room, wish)),
    }
}

/// The normals of the three ways that sides run; first that of the sides that strips share.
fn normals(orientation: Orientation) -> [Vec2; 3] {
    match orientation {
        Orientation::FlatTop => [0, 1, 2].map(|edge| orientation.edge_normal(edge)),
        Orientation::PointyTop => [2, 0, 1].map(|edge| orientation.edge_normal(edge)),
    }
}

/// Full lines in three directions, each from edge to edge of the sheet.
pub fn straight_cuts(orientation: Orientation, middles: &[Point], across: f64, sheet: Size) -> Vec<CutLine> {
    let within = sheet.to_rect();
    let ways = (0..).zip(normals(orientation));
    ways.flat_map(|(stage, normal)| along(middles.iter().copied(), normal, across / 2.0, within, stage))
        .collect()
}

/// Full lines that part strips, then slanted cuts both ways through each strip.
pub fn strip_cuts(orientation: Orientation, middles: &[Point], across: f64, sheet: Size) -> Vec<CutLine> {
    let [first, ..] = normals(orientation);
    let half = across / 2.0;
    let mut cuts = along(middles.iter().copied(), first, half, sheet.to_rect(), 0);
    let upright = orientation == Orientation::PointyTop;
    let place = |middle: &Point| if upright { middle.x } else { middle.y };
    let mut strips: Vec<f64> = middles.iter().map(place).collect();
    strips.sort_by(f64::total_cmp);
    strips.dedup_by(|a, b| (*a - *b).abs() < half);
    for (stage, normal) in (0..).zip(normals(orientation)).skip(1) {
        for strip in &strips {
            let band = if upright {
                Rect::new(strip - half, 0.0, strip + half, sheet.height)
            } else {
                Rect::new(0.0, strip - half, sheet.width, strip + half)
            };
            let own = middles.iter().copied().filter(|middle| (place(middle) - strip).abs() < half);
            cuts.extend(along(own, normal, half, band, stage));
        }
    }
    cuts
}

fn turned(size: Size) -> Size {
    Size::new(size.height, size.width)
}
