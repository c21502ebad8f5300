//! Finds discs: closed curves that deviate from a circle by at most 1 %.
//!
//! - In: the closed contours of a page.
//! - Out: the centre and radius of every contour that is a circle.
//! - Not here: ellipses, rounded rectangles and arcs.

use kurbo::{BezPath, ParamCurve, PathSeg, Point, Shape};

use super::SAME_POINT_MM;
use super::contour::{self, Contour};
use crate::Page;
use hexpress_base::geometry::is_curve;

/// The largest deviation of a disc from a circle, as a fraction of the radius.
const ROUNDNESS_TOLERANCE: f64 = 0.01;
/// The largest difference between the area of a disc and the area of a circle with the same radius,
/// as a fraction of the area of the circle. A radius that is wrong by 1 % makes the area wrong by
/// about 2 %.
const AREA_TOLERANCE: f64 = 3.0 * ROUNDNESS_TOLERANCE;
/// The curve parameters of the points that are measured on each segment.
const SAMPLE_PARAMETERS: [f64; 8] = [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];

/// A closed curve that deviates from a circle by at most 1 %.
#[derive(Debug, Clone, PartialEq)]
pub struct Disc {
    /// The centre of the bounding box, in mm.
    pub centre: Point,
    /// The radius in mm: the mean of the smallest and the largest distance from the centre.
    pub radius: f64,
    /// The index of the item that draws the disc, in the list of the page's items.
    pub item: usize,
    /// The largest deviation of the curve from the circle, as a fraction of the radius. It is 0 for
    /// a perfect circle, and 0.000 14 for the usual approximation of a circle by four Bézier
    /// curves.
    pub roundness: f64,
}

/// Returns the discs of a page in drawing order.
pub fn discs(page: &Page) -> Vec<Disc> {
    contour::each(page).filter_map(|contour| disc(&contour)).collect()
}

fn disc(contour: &Contour<'_>) -> Option<Disc> {
    // Counting curves is fast, and rejects most contours before a path is built.
    if contour.elements.clone().filter(is_curve).count() < 2 {
        return None;
    }
    let path: BezPath = contour.elements.clone().collect();
    let centre = path.bounding_box().center();
    let (mut smallest, mut largest) = (f64::INFINITY, 0.0_f64);
    for segment in path.segments() {
        if let PathSeg::Line(line) = segment {
            // A straight line that is too short to be visible may join two curves of a disc. A
            // longer line cuts off a part of the disc.
            if line.p0.distance(line.p1) > SAME_POINT_MM {
                return None;
            }
            continue;
        }
        for t in SAMPLE_PARAMETERS {
            let distance = segment.eval(t).distance(centre);
            smallest = smallest.min(distance);
            largest = largest.max(distance);
        }
    }
    let radius = f64::midpoint(smallest, largest);
    let roundness = (largest - smallest) / 2.0 / radius;
    let circle_area = std::f64::consts::PI * radius * radius;
    // If a curve runs along a circle and then back along the same circle, it encloses no area.
    let has_area = (path.area().abs() / circle_area - 1.0).abs() <= AREA_TOLERANCE;
    (roundness <= ROUNDNESS_TOLERANCE && has_area).then_some(Disc {
        centre,
        radius,
        item: contour.item,
        roundness,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::sample::page;
    use hexpress_base::round_shapes;
    use kurbo::{Affine, PathEl, Rect, Size};

    #[test]
    fn finds_a_circle() {
        let circle = round_shapes::circle(Point::new(30.0, 40.0), 6.0);
        let found = discs(&page([circle]));
        assert_eq!(found.len(), 1);
        let disc = found.first().unwrap();
        assert!(disc.centre.distance(Point::new(30.0, 40.0)) < 1e-9);
        assert!((disc.radius - 6.0).abs() < 0.003);
        assert!(disc.roundness < 0.001);
    }

    #[test]
    fn other_curves_are_no_discs() {
        let oval = round_shapes::ellipse(Point::ZERO, Size::new(20.0, 21.0));
        let rounded = round_shapes::rectangle(Rect::new(0.0, 0.0, 10.0, 10.0), 4.0);
        let mut half = round_shapes::circle(Point::ZERO, 6.0);
        half.truncate(3);
        half.close_path();
        assert_eq!(discs(&page([oval, rounded, half])), []);
        // The same oval is a circle after it is stretched.
        let mut stretched = round_shapes::ellipse(Point::ZERO, Size::new(20.0, 21.0));
        stretched.apply_affine(Affine::scale_non_uniform(1.05, 1.0));
        assert_eq!(discs(&page([stretched])).len(), 1);
    }

    #[test]
    fn a_curve_along_a_circle_and_back_is_no_disc() {
        let mut path = round_shapes::circle(Point::ZERO, 6.0);
        assert_eq!(path.pop(), Some(PathEl::ClosePath));
        let back = path.reverse_subpaths();
        path.extend(back.elements().iter().skip(1).copied());
        path.close_path();
        // The path encloses nothing, although all its points are on the circle.
        assert!(path.area().abs() < 1e-9);
        assert_eq!(discs(&page([path])), []);
    }
}
