//! Discs: closed curves that are circles as near as can be seen.

use kurbo::{BezPath, ParamCurve, PathEl, PathSeg, Point, Shape};

use super::SAME;
use super::contour::{self, Contour};
use crate::read::Page;

/// How far from the radius a curve may run, as a share of it.
const ROUND: f64 = 0.01;
/// Where each piece of a curve is measured.
const SAMPLES: [f64; 8] = [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];

/// A closed curve within 1 % of a circle.
#[derive(Debug, Clone, PartialEq)]
pub struct Disc {
    /// The middle, in mm.
    pub centre: Point,
    /// Halfway between the least and the greatest distance from the middle, in mm.
    pub radius: f64,
    /// The place in the page's items of the item that draws it.
    pub item: usize,
    /// The largest distance of the curve from the circle as a share of its
    /// radius: 0 is a perfect circle, four Bézier curves reach 0.000 14.
    pub roundness: f64,
}

/// The discs of a page in drawing order.
pub fn discs(page: &Page) -> Vec<Disc> {
    contour::each(page).filter_map(|contour| disc(&contour)).collect()
}

fn disc(contour: &Contour<'_>) -> Option<Disc> {
    // Most contours are told from a circle by their straight lines.
    let curved = |e: &PathEl| matches!(e, PathEl::CurveTo(..) | PathEl::QuadTo(..));
    if contour.elements.clone().filter(curved).count() < 2 {
        return None;
    }
    let path: BezPath = contour.elements.clone().collect();
    let bounds = path.bounding_box();
    let centre = bounds.center();
    let (mut least, mut greatest) = (f64::INFINITY, 0.0_f64);
    for piece in path.segments() {
        if let PathSeg::Line(line) = piece {
            // A curve may be joined by a line too short to see, not cut by one.
            if line.p0.distance(line.p1) > SAME {
                return None;
            }
            continue;
        }
        for t in SAMPLES {
            let distance = piece.eval(t).distance(centre);
            least = least.min(distance);
            greatest = greatest.max(distance);
        }
    }
    let radius = f64::midpoint(least, greatest);
    let roundness = (greatest - least) / 2.0 / radius;
    let circle = std::f64::consts::PI * radius * radius;
    // The area tells a circle from a curve that goes to and fro along one.
    let filled = (path.area().abs() / circle - 1.0).abs() <= 3.0 * ROUND;
    (roundness <= ROUND && filled).then_some(Disc { centre, radius, item: contour.item, roundness })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::round;
    use crate::find::sample::page;
    use kurbo::{Affine, Rect, Size};

    #[test]
    fn finds_a_circle() {
        let circle = round::circle(Point::new(30.0, 40.0), 6.0);
        let found = discs(&page([circle]));
        assert_eq!(found.len(), 1);
        let disc = found.first().unwrap();
        assert!(disc.centre.distance(Point::new(30.0, 40.0)) < 1e-9);
        assert!((disc.radius - 6.0).abs() < 0.003);
        assert!(disc.roundness < 0.001);
    }

    #[test]
    fn other_curves_are_no_discs() {
        let oval = round::ellipse(Point::ZERO, Size::new(20.0, 21.0));
        let rounded = round::rectangle(Rect::new(0.0, 0.0, 10.0, 10.0), 4.0);
        let mut half = round::circle(Point::ZERO, 6.0);
        half.truncate(3);
        half.close_path();
        assert_eq!(discs(&page([oval, rounded, half])), []);
        // A curve that runs along a circle and back again encloses nothing.
        let mut to_and_fro = round::circle(Point::ZERO, 6.0);
        to_and_fro.truncate(5);
        let back = to_and_fro.reverse_subpaths();
        to_and_fro.extend(back.elements().iter().skip(1).copied());
        to_and_fro.close_path();
        assert_eq!(discs(&page([to_and_fro])), []);
        // The same oval, stretched to a circle, is one.
        let mut stretched = round::ellipse(Point::ZERO, Size::new(20.0, 21.0));
        stretched.apply_affine(Affine::scale_non_uniform(1.05, 1.0));
        assert_eq!(discs(&page([stretched])).len(), 1);
    }
}
