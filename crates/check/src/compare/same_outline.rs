//! Compares the outlines of two items.
//!
//! - In: paths and lines.
//! - Out: whether they are the same, or whether one is a part of the other.
//! - Not here: the places of texts and pictures; `same_items` compares them.

use kurbo::{Affine, BezPath, ParamCurve, PathEl, Point, Shape, Vec2};

use super::painted_items::{PaintedForm, PaintedItem, SAME_PLACE_MM};
use hexpress_read::Stroke;

/// Returns whether two lines have the same dashes. Two solid lines count as equal.
pub fn same_dashes(a: &Stroke, b: &Stroke) -> bool {
    a.dash.len() == b.dash.len()
        && a.dash.iter().zip(&b.dash).all(|(a, b)| (a - b).abs() <= SAME_PLACE_MM)
        && (a.phase - b.phase).abs() <= SAME_PLACE_MM
}

/// Returns whether the outline `a`, moved by the vector `-by`, is the outline `b`.
///
/// The outlines are first compared element by element. Another program may have written the same
/// outline with other elements. Points along both outlines are therefore compared, too.
pub(super) fn same_path(a: &BezPath, b: &BezPath, by: Vec2) -> bool {
    let (all_a, all_b) = (a.elements(), b.elements());
    if all_a.len() == all_b.len() && all_a.iter().zip(all_b).all(|(a, b)| same_element(*a, *b, by)) {
        return true;
    }
    if all_a.len() * all_b.len() > MAX_ELEMENT_PAIRS {
        return false;
    }
    let back = Affine::translate(-by) * a.clone();
    is_along(&back, b) && is_along(b, &back)
}

/// Returns whether an item is a part of a line, or a part of the line's outline.
pub fn is_part_of(item: &PaintedItem, line: &PaintedItem) -> bool {
    match (&item.form, &line.form) {
        (PaintedForm::Surface(outline, _), PaintedForm::Line(path, stroke)) => {
            is_edge_of(outline, path, stroke.width)
        }
        (PaintedForm::Line(part, own_stroke), PaintedForm::Line(path, stroke)) => {
            (own_stroke.width - stroke.width).abs() <= SAME_PLACE_MM / 2.0
                && same_dashes(own_stroke, stroke)
                && part.elements().len() * path.elements().len() <= MAX_ELEMENT_PAIRS
                && is_along(part, path)
        }
        _ => false,
    }
}

/// Returns whether two elements have the same points and control points after the first one is moved by
/// the vector `-by`. The distance between the curves is then at most the distance between these points.
fn same_element(a: PathEl, b: PathEl, by: Vec2) -> bool {
    match (a, b) {
        (PathEl::MoveTo(p), PathEl::MoveTo(q)) | (PathEl::LineTo(p), PathEl::LineTo(q)) => {
            are_near(&[p], &[q], by)
        }
        (PathEl::QuadTo(p1, p2), PathEl::QuadTo(q1, q2)) => are_near(&[p1, p2], &[q1, q2], by),
        (PathEl::CurveTo(p1, p2, p3), PathEl::CurveTo(q1, q2, q3)) => {
            are_near(&[p1, p2, p3], &[q1, q2, q3], by)
        }
        (PathEl::ClosePath, PathEl::ClosePath) => true,
        _ => false,
    }
}

/// Returns whether the points `a`, moved by the vector `-by`, are the points `b`.
fn are_near<const N: usize>(a: &[Point; N], b: &[Point; N], by: Vec2) -> bool {
    a.iter().zip(b).all(|(p, q)| (*p - by).distance(*q) <= SAME_PLACE_MM)
}

/// Returns whether an outline is a part of the outline of a line. `width` is the width of the line, in
/// mm.
///
/// At least half of the outline's points must be at a distance of `width / 2` from the middle of the
/// line. Points at the ends and corners of a line may have other distances.
fn is_edge_of(outline: &BezPath, line: &BezPath, width: f64) -> bool {
    use kurbo::ParamCurveNearest;
    /// The largest deviation from the distance `width / 2`, in mm.
    const MAX_WIDTH_DEVIATION_MM: f64 = 0.01;
    if outline.elements().len() * line.elements().len() > MAX_ELEMENT_PAIRS {
        return false;
    }
    let (mut along, mut all) = (0, 0);
    for point in outline.segments().flat_map(|segment| [0.0, 0.3, 0.5, 0.8].map(|t| segment.eval(t))) {
        let nearest = line.segments().map(|segment| segment.nearest(point, 1e-3).distance_sq);
        let far = nearest.fold(f64::INFINITY, f64::min).sqrt();
        along += usize::from((far - width / 2.0).abs() <= MAX_WIDTH_DEVIATION_MM);
        all += 1;
    }
    all > 0 && 2 * along >= all
}

/// Points along two outlines are compared only if the product of their numbers of elements is at most this.
const MAX_ELEMENT_PAIRS: usize = 160_000;

/// Returns whether the outline `a` runs along the outline `b`: four points of each segment of `a`
/// must be on `b`.
fn is_along(a: &BezPath, b: &BezPath) -> bool {
    use kurbo::ParamCurveNearest;
    a.segments().flat_map(|segment| [0.0, 0.3, 0.5, 0.8].map(|t| segment.eval(t))).all(|point| {
        b.segments().any(|other| {
            other.bounding_box().inflate(SAME_PLACE_MM, SAME_PLACE_MM).contains(point)
                && other.nearest(point, 1e-3).distance_sq <= SAME_PLACE_MM * SAME_PLACE_MM
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::painted_items::ItemsOfBoth;
    use kurbo::Rect;

    /// Returns a line from (10, 10) with this length and width, in mm.
    fn line(length: f64, width: f64) -> PaintedItem {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" viewBox=\"0 0 99 99\">\
             <path d=\"M10 10h{length}\" fill=\"none\" stroke=\"red\" stroke-width=\"{width}\"/></svg>"
        );
        let page = hexpress_read::svg(text.as_bytes()).unwrap().document.pages.remove(0);
        ItemsOfBoth::new(&page, &page, Rect::new(0.0, 0.0, 99.0, 99.0)).found.remove(0)
    }

    #[test]
    fn a_part_of_a_line_is_as_wide_as_the_line() {
        let whole = line(40.0, 1.0);
        assert!(is_part_of(&line(20.0, 1.0), &whole));
        assert!(!is_part_of(&line(60.0, 1.0), &whole));
        assert!(is_part_of(&line(20.0, 1.0 + 0.9 * SAME_PLACE_MM / 2.0), &whole));
        assert!(!is_part_of(&line(20.0, 1.0 + 1.1 * SAME_PLACE_MM / 2.0), &whole));
    }

    #[test]
    fn an_outline_that_ends_early_is_another_outline() {
        let path = |svg: &str| BezPath::from_svg(svg).unwrap();
        let (short, long) = (path("M 10 10 h 20"), path("M 10 10 h 20 h 20"));
        assert!(!same_path(&short, &long, Vec2::ZERO));
        assert!(!same_path(&long, &short, Vec2::ZERO));
        assert!(same_path(&path("M 10 10 h 40"), &long, Vec2::ZERO));
        assert!(same_path(&path("M 13 10 h 40"), &long, Vec2::new(3.0, 0.0)));
    }
}
