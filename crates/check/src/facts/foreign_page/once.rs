//! Outlines of one cell that were drawn one upon the other: filled, then outlined, or painted anew. The input is all
//! polygons of a page; the output is each cell once.

use kurbo::Point;

use crate::base::point_index::PointIndex;
use crate::find::Polygon;
use crate::read::{ItemKind, Page, Rgb};

/// How far apart two outlines of one cell may lie, in mm: what is filled first and outlined later.
pub(super) const TWICE: f64 = 0.06;

/// Outlines of one cell that were drawn one upon the other are one: filled, then outlined; or by two lines.
pub(super) fn once(page: &Page, hexagons: Vec<Polygon>) -> Vec<Polygon> {
    // Where hundreds lie on one spot, they are no cells.
    let (reach, crowd) = (0.5, 64);
    let mut kept: Vec<Polygon> = Vec::with_capacity(hexagons.len());
    let mut index = PointIndex::<2>::crowded(reach, crowd);
    for hexagon in hexagons {
        let same = |other: &Polygon| {
            let off = TWICE
                .max(line_over(page, other, &hexagon).or(line_over(page, &hexagon, other)).unwrap_or(0.0))
                .max(under_line(page, other, &hexagon));
            let meets = |p: &Point| other.corners.iter().any(|q| p.distance(*q) <= off);
            hexagon.corners.iter().all(meets)
        };
        let centre = [hexagon.centre.x, hexagon.centre.y];
        let known = index.near(centre, reach).map(|(i, _)| i).find(|i| same(&kept[*i]));
        match known {
            // The line is what is seen.
            Some(i) if line_over(page, &kept[i], &hexagon).is_some() => kept[i] = hexagon,
            Some(_) => {}
            None => {
                index.insert(centre, kept.len());
                kept.push(hexagon);
            }
        }
    }
    kept
}

/// Half the width of a line that is drawn over the rim of an area without one, in mm: it hides the rim; `None` for other
/// drawings.
fn line_over(page: &Page, area: &Polygon, line: &Polygon) -> Option<f64> {
    let look = |own: &Polygon| match &page.items.get(own.item)?.kind {
        ItemKind::Path { fill, stroke, .. } => Some((fill.is_some(), stroke.as_ref().map(|line| line.width))),
        _ => None,
    };
    match (look(area)?, look(line)?) {
        ((true, None), (false, Some(width))) if area.item < line.item => Some(width / 2.0),
        _ => None,
    }
}

/// Returns half the width of the line of one of two drawings that look different, in mm: a cell that is painted anew on the
/// place of another one, and lies no farther beside it, hides it. 0 for drawings that look the same.
fn under_line(page: &Page, below: &Polygon, above: &Polygon) -> f64 {
    let look = |own: &Polygon| match &page.items.get(own.item)?.kind {
        ItemKind::Path { fill, stroke, .. } => {
            Some((*fill, stroke.as_ref().map(|line| (line.colour, line.width))))
        }
        _ => None,
    };
    let (Some(below), Some(above)) = (look(below), look(above)) else { return 0.0 };
    let width = |look: &(Option<Rgb>, Option<(Rgb, f64)>)| look.1.map_or(0.0, |(_, width)| width);
    if below == above { 0.0 } else { width(&below).max(width(&above)) / 2.0 }
}
