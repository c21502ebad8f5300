//! Finds drawings that may be QR codes: right-angled areas on a square grid.
//!
//! - In: the items of a page.
//! - Out: the place and the grid of each possible code.
//! - Not here: reading the modules.

use std::sync::Arc;

use kurbo::{Affine, PathEl, Point, Rect, Vec2};

use hexpress_base::geometry::is_curve;
use hexpress_base::identity::Identity;
use hexpress_read::{Item, ItemKind, Outline, Rgb, nearest_qr_side};

/// The areas of a code together have at least this number of sides.
const MIN_LINES: usize = 100;
/// A group of areas is examined only if the areas together have at most this number of sides.
const MAX_LINES: usize = 200_000;
/// A side counts as parallel or perpendicular to the first side if it deviates by at most this, in mm.
const MAX_SIDE_DEVIATION_MM: f64 = 0.004;
/// The shortest side of an area and the side of a module may differ by at most this fraction. A module
/// is a square of the code.
const MAX_MODULE_DEVIATION: f64 = 0.02;

/// A drawing that may be a QR code.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The transform from coordinates in modules to mm on the page. The origin is a corner of the code.
    pub to_page: Affine,
    /// The number of modules along each side.
    pub side: usize,
    /// The side of a module, in mm.
    pub module: f64,
    /// The box of the code, in mm.
    pub rect: Rect,
    pub id: Option<Arc<Identity>>,
}

impl Candidate {
    /// Returns a box that contains the code and a zone around it, even if the code is rotated. `zone`
    /// is the width of the zone, in modules.
    pub fn area(&self, zone: f64) -> Rect {
        self.rect.inflate(
            zone * self.module * std::f64::consts::SQRT_2,
            zone * self.module * std::f64::consts::SQRT_2,
        )
    }
}

/// A straight side of an area, in mm.
#[derive(Debug, Clone, Copy)]
struct AreaSide {
    from: Point,
    to: Point,
}

/// Areas that follow each other in drawing order, with the same colour and id.
#[derive(Default)]
struct Run {
    id: Option<Arc<Identity>>,
    colour: Option<Rgb>,
    sides: Vec<AreaSide>,
}

impl Run {
    fn candidate(&self) -> Option<Candidate> {
        candidate(&self.sides, self.id.as_ref())
    }
}

/// Returns the drawings that may be QR codes.
pub fn candidates(items: &[Item]) -> Vec<Candidate> {
    let (mut found, mut run) = (Vec::new(), Run::default());
    for item in items {
        let area = match &item.kind {
            ItemKind::Path { path, fill: Some(fill), stroke: None } => Some((path, *fill)),
            _ => None,
        };
        let sides = area.and_then(|(path, fill)| Some((sides_of(path)?, fill)));
        let Some((sides, fill)) = sides else {
            found.extend(std::mem::take(&mut run).candidate());
            continue;
        };
        // A code is usually a single drawing, so each drawing is first examined on its own.
        if let Some(candidate) = candidate(&sides, item.id.as_ref()) {
            found.extend(std::mem::take(&mut run).candidate());
            found.push(candidate);
            continue;
        }
        if run.colour != Some(fill) || run.id != item.id {
            found.extend(std::mem::take(&mut run).candidate());
            run = Run { id: item.id.clone(), colour: Some(fill), sides: Vec::new() };
        }
        if run.sides.len() + sides.len() <= MAX_LINES {
            run.sides.extend(sides);
        }
    }
    found.extend(run.candidate());
    found
}

/// Returns the sides of an area. Returns `None` if a side is curved, or if there are too many sides.
fn sides_of(path: &Outline) -> Option<Vec<AreaSide>> {
    if path.kinds().len() > MAX_LINES || path.kinds().iter().any(is_curve) {
        return None;
    }
    let (mut start, mut last) = (Point::ORIGIN, Point::ORIGIN);
    let mut sides = Vec::with_capacity(path.kinds().len());
    for element in path.elements() {
        let to = match element {
            PathEl::MoveTo(point) => {
                (start, last) = (point, point);
                continue;
            }
            PathEl::ClosePath => start,
            other => other.end_point().unwrap_or(last),
        };
        if to != last {
            sides.push(AreaSide { from: last, to });
        }
        last = to;
    }
    Some(sides)
}

/// Returns the code that areas with these sides may form. Returns `None` if they cannot form a code.
fn candidate(sides: &[AreaSide], id: Option<&Arc<Identity>>) -> Option<Candidate> {
    if sides.len() < MIN_LINES {
        return None;
    }
    let first = sides.first()?;
    let along = (first.to - first.from).normalize();
    let across = Vec2::new(-along.y, along.x);
    let mut shortest = f64::INFINITY;
    let mut bounds: Option<Rect> = None;
    for side in sides {
        let vector = side.to - side.from;
        let [u, v] = [vector.dot(along).abs(), vector.dot(across).abs()];
        if u.min(v) > MAX_SIDE_DEVIATION_MM || u.is_nan() {
            return None;
        }
        shortest = shortest.min(u.max(v));
        let end = Point::new(side.to.to_vec2().dot(along), side.to.to_vec2().dot(across));
        bounds = Some(bounds.map_or(Rect::from_points(end, end), |bounds| bounds.union_pt(end)));
    }
    let bounds = bounds?;
    let length = bounds.width().max(bounds.height());
    if !(shortest > 0.0
        && (bounds.width() - bounds.height()).abs()
            <= MAX_MODULE_DEVIATION * shortest + MAX_SIDE_DEVIATION_MM)
    {
        return None;
    }
    let side = nearest_qr_side(length / shortest)?;
    let module = length / side as f64;
    if (module - shortest).abs() > MAX_MODULE_DEVIATION * module + MAX_SIDE_DEVIATION_MM {
        return None;
    }
    let corner = along * bounds.x0 + across * bounds.y0;
    let to_page = Affine::new([
        along.x * module,
        along.y * module,
        across.x * module,
        across.y * module,
        corner.x,
        corner.y,
    ]);
    let whole = Rect::new(0.0, 0.0, side as f64, side as f64);
    Some(Candidate { to_page, side, module, rect: to_page.transform_rect_bbox(whole), id: id.cloned() })
}
