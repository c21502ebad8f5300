//! Merges several outlines of one cell that are drawn on top of each other. A cell may be filled
//! and then outlined, or painted again.
//!
//! - In: all polygons of a page.
//! - Out: each cell once.

use hexpress_base::point_index::PointIndex;
use hexpress_read::find::Polygon;
use hexpress_read::{ItemKind, Page, Rgb};

/// The largest distance between the corners of two outlines of one cell, in mm.
pub(super) const TWICE: f64 = 0.06;
/// The largest distance between the centres of two outlines of one cell, in mm.
const REACH: f64 = 0.5;
/// At one place, at most this many polygons are compared. Hundreds of polygons at one place are not
/// cells.
const CROWD: usize = 64;

/// Returns the polygons without duplicates. If several polygons are outlines of the same cell, only
/// one is returned.
pub(super) fn once(page: &Page, polygons: Vec<Polygon>) -> Vec<Polygon> {
    let mut kept: Vec<Polygon> = Vec::with_capacity(polygons.len());
    let mut index = PointIndex::<2>::crowded(REACH, CROWD);
    for polygon in polygons {
        let centre = [polygon.centre.x, polygon.centre.y];
        let known =
            index.near(centre, REACH).map(|(i, _)| i).find(|&i| is_same_cell(page, &kept[i], &polygon));
        match known {
            // The line hides the edge of the area, so the line is kept.
            Some(i) if line_over(page, &kept[i], &polygon).is_some() => kept[i] = polygon,
            Some(_) => {}
            None => {
                index.insert(centre, kept.len());
                kept.push(polygon);
            }
        }
    }
    kept
}

/// Returns whether two polygons are outlines of the same cell: every corner of one is near a corner
/// of the other.
fn is_same_cell(page: &Page, below: &Polygon, above: &Polygon) -> bool {
    let line = line_over(page, below, above).or(line_over(page, above, below)).unwrap_or(0.0);
    let off = TWICE.max(line).max(line_of_repainted(page, below, above));
    above.corners.iter().all(|corner| below.corners.iter().any(|other| corner.distance(*other) <= off))
}

#[derive(PartialEq)]
struct PathLook {
    fill: Option<Rgb>,
    line: Option<Rgb>,
    /// The width of the line in mm; 0 without a line.
    width: f64,
}

impl PathLook {
    fn of(page: &Page, polygon: &Polygon) -> Option<Self> {
        let ItemKind::Path { fill, stroke, .. } = &page.items.get(polygon.item)?.kind else { return None };
        let line = stroke.as_ref().map(|stroke| stroke.colour);
        let width = stroke.as_ref().map_or(0.0, |stroke| stroke.width);
        Some(Self { fill: *fill, line, width })
    }
}

/// Returns half the width of a line that is drawn on top of the edge of an area, in mm. The area
/// must have no line of its own. Returns `None` for other drawings.
fn line_over(page: &Page, area: &Polygon, line: &Polygon) -> Option<f64> {
    let (below, above) = (PathLook::of(page, area)?, PathLook::of(page, line)?);
    let is_area = below.fill.is_some() && below.line.is_none();
    let is_line = above.fill.is_none() && above.line.is_some();
    (is_area && is_line && area.item < line.item).then_some(above.width / 2.0)
}

/// Returns half the width of the wider line of two drawings, in mm, or 0 if the drawings look the
/// same.
///
/// If a cell is painted again, its line hides the earlier drawing of the cell. This is so even if
/// the earlier drawing is out of place by this distance.
fn line_of_repainted(page: &Page, below: &Polygon, above: &Polygon) -> f64 {
    match (PathLook::of(page, below), PathLook::of(page, above)) {
        (Some(below), Some(above)) if below != above => below.width.max(above.width) / 2.0,
        _ => 0.0,
    }
}
