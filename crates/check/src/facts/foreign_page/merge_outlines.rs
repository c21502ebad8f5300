//! Merges the outlines of a cell that is drawn several times. For example, a cell may first be filled
//! and then outlined, or it may be painted again.
//!
//! - In: all polygons of a page.
//! - Out: one polygon for each cell.

use hexpress_base::point_index::PointIndex;
use hexpress_read::find::Polygon;
use hexpress_read::{ItemKind, Page, Rgb};

/// The largest distance between the corners of two outlines of one cell, in mm.
pub(super) const SAME_CORNER_MM: f64 = 0.06;
/// The largest distance between the centres of two outlines of one cell, in mm.
const SAME_CENTRE_MM: f64 = 0.5;
/// At most this number of polygons at one place are compared. If there are hundreds, they are not cells.
const MAX_POLYGONS_AT_PLACE: usize = 64;

/// Returns the polygons. If several of them are outlines of the same cell, returns only one of these.
pub(super) fn once(page: &Page, polygons: Vec<Polygon>) -> Vec<Polygon> {
    let mut kept: Vec<Polygon> = Vec::with_capacity(polygons.len());
    let mut index = PointIndex::<2>::with_limit(SAME_CENTRE_MM, MAX_POLYGONS_AT_PLACE);
    for polygon in polygons {
        let centre = [polygon.centre.x, polygon.centre.y];
        let known = index
            .near(centre, SAME_CENTRE_MM)
            .map(|(i, _)| i)
            .find(|&i| is_same_cell(page, &kept[i], &polygon));
        match known {
            // The line hides the edge of the area under it, so only the line is kept.
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

/// Returns whether two polygons are outlines of the same cell. This is the case if every corner of
/// `above` is near a corner of `below`.
fn is_same_cell(page: &Page, below: &Polygon, above: &Polygon) -> bool {
    let line = line_over(page, below, above).or(line_over(page, above, below)).unwrap_or(0.0);
    let off = SAME_CORNER_MM.max(line).max(line_of_repainted(page, below, above));
    above.corners.iter().all(|corner| below.corners.iter().any(|other| corner.distance(*other) <= off))
}

#[derive(PartialEq)]
struct PathLook {
    fill: Option<Rgb>,
    line: Option<Rgb>,
    /// The width of the line, in mm. It is 0 if there is no line.
    width: f64,
}

impl PathLook {
    fn new(page: &Page, polygon: &Polygon) -> Option<Self> {
        let ItemKind::Path { fill, stroke, .. } = &page.items.get(polygon.item)?.kind else { return None };
        let line = stroke.as_ref().map(|stroke| stroke.colour);
        let width = stroke.as_ref().map_or(0.0, |stroke| stroke.width);
        Some(Self { fill: *fill, line, width })
    }
}

/// Returns half the width of `line`, in mm, if it is only a line and is drawn after `area`, which is
/// only a fill. Otherwise returns `None`.
fn line_over(page: &Page, area: &Polygon, line: &Polygon) -> Option<f64> {
    let (below, above) = (PathLook::new(page, area)?, PathLook::new(page, line)?);
    let is_area = below.fill.is_some() && below.line.is_none();
    let is_line = above.fill.is_none() && above.line.is_some();
    (is_area && is_line && area.item < line.item).then_some(above.width / 2.0)
}

/// A cell may be painted again with another look. Returns how far apart the two drawings may then be, in
/// mm. Up to this distance, the line hides that they are in different places.
///
/// The distance is half the width of the wider of the two lines. It is 0 if the drawings look the same.
fn line_of_repainted(page: &Page, below: &Polygon, above: &Polygon) -> f64 {
    match (PathLook::new(page, below), PathLook::new(page, above)) {
        (Some(below), Some(above)) if below != above => below.width.max(above.width) / 2.0,
        _ => 0.0,
    }
}
