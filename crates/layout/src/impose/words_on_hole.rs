//! Reports texts, icons and arrows at places where a hole is punched.
//!
//! - In: the drawings of an element on one piece, and the holes of the piece.
//! - Out: an error if a hole touches a text, an icon or an arrow.
//! - Not here: other elements, such as frames and pictures, because a hole may be punched into
//!   them.

use kurbo::{Affine, BezPath, ParamCurve as _, ParamCurveArclen as _, Point, Rect, Vec2};

use crate::draw::painter::Painter;
use crate::marks::punch::PunchedHole;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::geometry::{corners, winding};
use hexpress_game::{Element, Shape};
use hexpress_scene::{Drawing, Leaf, leaves};

/// Returns an error if a hole touches a text, an icon or an arrow. Otherwise, returns `None`.
pub fn check(
    element: &Element,
    drawings: &[Drawing],
    holes: &[PunchedHole],
    painter: &Painter<'_, '_>,
) -> Option<Diagnostic> {
    let what = match &element.shape {
        Shape::Text(..) => "text",
        Shape::Icon(_) => "icon",
        Shape::Arrow(_) => "arrow",
        _ => return None,
    };
    let holes: Vec<HoleArea> = holes.iter().map(HoleArea::new).collect();
    let mut parts = leaves(drawings, Affine::IDENTITY).with_shared();
    parts.any(|leaf| holes.iter().any(|hole| hole.is_on(&leaf, painter))).then(|| {
        let message = format!("a hole is punched through this {what}");
        codes::NOT_SAFE.error(message).hint(format!("move the {what}, make it smaller, or move the hole"))
    })
}

struct HoleArea {
    centre: Point,
    /// The radius in mm; `None` if the hole is not round.
    radius: Option<f64>,
    path: BezPath,
    /// Points inside the hole and on its edge.
    samples: Vec<Point>,
}

impl HoleArea {
    fn new(hole: &PunchedHole) -> Self {
        let (centre, radius) = hole.middle();
        let path = hole.path();
        let samples = match radius {
            Some(radius) => samples(centre, radius),
            None => [centre].into_iter().chain(points_along(&path)).collect(),
        };
        Self { centre, radius, path, samples }
    }

    /// Returns whether the hole touches one drawing of an element. The drawing is a text, or a filled path of
    /// an icon or an arrow.
    fn is_on(&self, leaf: &Leaf<'_>, painter: &Painter<'_, '_>) -> bool {
        let to_drawing = leaf.frame.inverse();
        match leaf.draw {
            Drawing::Text(text) => {
                let Ok(shaped) = painter.shaper.shape(text.font, &text.string) else { return false };
                let ink = shaped.ink.scale_from_origin(text.size) + text.origin.to_vec2();
                ink.area() > 0.0 && self.meets(ink, leaf.frame)
            }
            Drawing::Path { path, fill: Some(_), .. } => {
                self.samples.iter().any(|point| winding(path, to_drawing * *point) != 0)
            }
            _ => false,
        }
    }

    /// Returns whether the hole overlaps the box `ink` of a drawing. `frame` maps the box to the
    /// piece.
    fn meets(&self, ink: Rect, frame: Affine) -> bool {
        let to_drawing = frame.inverse();
        if let Some(radius) = self.radius {
            let centre = to_drawing * self.centre;
            let nearest = Point::new(centre.x.clamp(ink.x0, ink.x1), centre.y.clamp(ink.y0, ink.y1));
            return (frame * nearest).distance(self.centre) < radius;
        }
        let is_inside = |point: Point| winding(&self.path, frame * point) != 0;
        corners(ink).into_iter().chain([ink.center()]).any(is_inside)
            || self.samples[1..].iter().any(|point| ink.contains(to_drawing * *point))
    }
}

/// Returns points along a path.
fn points_along(path: &BezPath) -> Vec<Point> {
    /// The distance between points, in mm. It is less than the width of any letter.
    const STEP: f64 = 0.25;
    let mut points = Vec::new();
    for segment in path.segments() {
        let count = (segment.arclen(STEP) / STEP).ceil().max(1.0);
        points.extend((0..count as usize).map(|step| segment.eval(step as f64 / count)));
    }
    points
}

/// Returns nine points of a round hole: its middle, and eight points on its edge.
fn samples(centre: Point, radius: f64) -> Vec<Point> {
    const D: f64 = std::f64::consts::FRAC_1_SQRT_2;
    [(0.0, 0.0), (1.0, 0.0), (D, D), (0.0, 1.0), (-D, D), (-1.0, 0.0), (-D, -D), (0.0, -1.0), (D, -D)]
        .map(|offset| centre + Vec2::from(offset) * radius)
        .to_vec()
}
