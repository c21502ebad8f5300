//! The frame in which elements are placed: a card, a cell, or the printable area of a sheet.
//!
//! - In: the outline and size of a piece, or a cell of a board.
//! - Out: edges, corners and places, in mm from the middle of the frame. The y axis points down. Also
//!   how far a point or box is outside the frame.
//! - Not here: drawing.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Size, Vec2};

use hexpress_base::cell_address::CellAddress;
use hexpress_base::contour::Contour;
use hexpress_base::geometry::{corners, grown, polygon};
use hexpress_base::round_shapes;
use hexpress_base::tiling::hex::{Orientation, SQRT_3};
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_game::{BleedShape, Outline};
use hexpress_language::values::value::{Alignment, Anchor, ElementPlace, Pair};

/// An outline around the origin, in mm. The outline is a convex polygon, a disc, or a *form*: any
/// other outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The size of the bounding box, in mm.
    pub size: Size,
    /// The corners, clockwise as seen on the sheet.
    ///
    /// A disc has no corners. A form has the corners of its bounding box.
    corners: Vec<Point>,
    /// The radius of a disc, or of the round corners of a rectangle, in mm.
    radius: f64,
    /// The outline, if it is neither a polygon nor a disc. Otherwise `None`.
    form: Option<Arc<FrameForm>>,
    /// True for the frame of the back of a piece. The edges of a back have the same numbers as the
    /// edges in front of them. For example, edge 1 of the back is behind edge 1 of the front.
    is_back: bool,
    /// The width of the bleed around the frame, in mm.
    pub bleed: f64,
    pub bleed_shape: BleedShape,
    /// The distance that texts and icons must keep from the edge, in mm. The safe zone is the area
    /// of the frame that is at least this far from the edge.
    pub safe: f64,
}

/// An outline that is neither a polygon nor a disc.
#[derive(Debug, PartialEq)]
struct FrameForm {
    path: BezPath,
    contour: Contour,
    /// The distance by which the edge of the frame is outside the path, in mm. A negative value
    /// means that the edge is inside the path.
    grown: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// The corner at which the edge begins, in clockwise order.
    pub from: Point,
    /// The corner at which the edge ends.
    pub to: Point,
    /// The direction that the edge faces, in degrees clockwise from straight up.
    pub degrees: f64,
}

/// The largest difference between directions that count as the same, in degrees.
const SAME_DIRECTION: f64 = 1e-6;

impl Edge {
    /// Returns the edge from one corner to the next one in clockwise order.
    fn between(from: Point, to: Point) -> Self {
        let along = to - from;
        let exact = libm::atan2(along.y, along.x).to_degrees();
        // Edges of all tilings face directions of whole degrees. Rounding removes the small error of `atan2`,
        // so that rotations by multiples of 30 degrees are exact.
        let whole = exact.round();
        let degrees = if (exact - whole).abs() < SAME_DIRECTION { whole } else { exact };
        Self { from, to, degrees: degrees.rem_euclid(360.0) }
    }

    pub fn centre(&self) -> Point {
        self.from.midpoint(self.to)
    }

    /// Returns whether this edge, on the back of a piece, is behind the edge `front` of the front. The piece
    /// is turned over from left to right.
    fn is_behind(&self, front: &Self) -> bool {
        let difference = (front.degrees + self.degrees).rem_euclid(360.0);
        difference.min(360.0 - difference) < SAME_DIRECTION
    }
}

impl Frame {
    fn new(size: Size, corners: Vec<Point>, radius: f64) -> Self {
        Self {
            size,
            corners,
            radius,
            form: None,
            bleed: 0.0,
            bleed_shape: BleedShape::Outline,
            safe: 0.0,
            is_back: false,
        }
    }

    /// Returns a rectangle around the origin.
    pub fn rectangle(size: Size) -> Self {
        Self::rounded(size, 0.0)
    }

    /// Returns a rectangle with round corners. The radius is in mm and is limited to half of the
    /// shorter side.
    pub fn rounded(size: Size, radius: f64) -> Self {
        let (x, y) = (size.width / 2.0, size.height / 2.0);
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map(Point::from);
        Self::new(size, corners.to_vec(), radius.min(x).min(y))
    }

    /// Returns a hexagon around the origin. Its sides are `side` mm long.
    pub fn hexagon(orientation: Orientation, side: f64) -> Self {
        let (w, h) = orientation.unit_size();
        let mut corners = orientation.unit_corners().map(|corner| (corner * side).to_point());
        if orientation == Orientation::PointyTop {
            // On a grid, edge 0 of a hexagon is the upper left edge. In layouts, the first edge of a tile is
            // the upper right edge.
            corners.rotate_left(1);
        }
        Self::new(Size::new(w * side, h * side), corners.to_vec(), 0.0)
    }

    /// Returns the outline of a cell of a board. The sides of cells are `side` mm long.
    pub fn cell(grid: Grid, address: CellAddress, side: f64) -> Self {
        match grid.tiling {
            Tiling::FlatTop => Self::hexagon(Orientation::FlatTop, side),
            Tiling::PointyTop => Self::hexagon(Orientation::PointyTop, side),
            _ => {
                let corners = grid.sharp_corners(address).map(|corner| (corner * side).to_point()).collect();
                Self::new(grid.bounds(address).size() * side, corners, 0.0)
            }
        }
    }

    /// Returns a disc around the origin.
    pub fn disc(diameter: f64) -> Self {
        Self::new(Size::new(diameter, diameter), Vec::new(), diameter / 2.0)
    }

    pub fn piece(outline: &Outline, size: Size) -> Self {
        match *outline {
            Outline::Path(ref form) => Self::rectangle(size).with_form(form.stretched(size), 0.0),
            Outline::Rectangle(radius) => Self::rounded(size, radius),
            Outline::Hexagon(orientation) => {
                Self::hexagon(orientation, size.width / orientation.unit_size().0)
            }
            Outline::Regular(tiling) => {
                let first = CellAddress::new(0, 0);
                let side = size.width / tiling.unit_bounds(first).width();
                Self { size, ..Self::cell(tiling.grid(), first, side) }
            }
            Outline::Disc => Self::disc(size.width),
        }
    }

    /// Returns the frame for the back of a piece. Its edges have the same numbers as the edges in front
    /// of them. For example, edge 1 of the back is behind edge 1 of the front.
    pub fn of_back(self) -> Self {
        let turned = match &self.form {
            Some(form) => {
                let mirror = Affine::scale_non_uniform(-1.0, 1.0);
                self.clone().with_form(mirror * &form.path, form.grown)
            }
            None => self,
        };
        Self { is_back: true, ..turned }
    }

    fn with_form(self, path: BezPath, grown: f64) -> Self {
        let contour = Contour::new(&path);
        Self { form: Some(Arc::new(FrameForm { path, contour, grown })), ..self }
    }

    /// Returns whether the outline is a form: neither a polygon nor a disc.
    pub fn has_form(&self) -> bool {
        self.form.is_some()
    }

    /// Returns whether this is the frame of the back of a piece.
    pub fn is_back(&self) -> bool {
        self.is_back
    }

    /// Returns the frame with a bleed of `bleed` mm, and with a safe zone that is `safe` mm inside the
    /// edge.
    pub fn with_bleed_and_safe(self, bleed: f64, safe: f64) -> Self {
        Self { bleed, safe, ..self }
    }

    /// Returns the radius of round corners, in mm. The radius is 0 for sharp corners and for a
    /// disc.
    pub fn rounding(&self) -> f64 {
        if self.corners.is_empty() { 0.0 } else { self.radius }
    }

    /// Returns the frame enlarged by its bleed.
    pub fn bled(&self) -> Self {
        match self.bleed_shape {
            BleedShape::Outline => self.grown(self.bleed),
            BleedShape::Rectangle => {
                Self { is_back: self.is_back, ..Self::rectangle(grown(self.size, self.bleed)) }
            }
        }
    }

    /// Returns the corners, clockwise as seen on the sheet. A disc has no corners.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Returns the frame with its sides moved outwards by `by` mm, or inwards if `by` is negative.
    ///
    /// The centres of the arcs of round corners do not move. Sharp corners stay sharp.
    pub fn grown(&self, by: f64) -> Self {
        if let Some(FrameForm { path, contour, grown }) = self.form.as_deref() {
            let size = Size::new(self.size.width + 2.0 * by, self.size.height + 2.0 * by);
            let form = FrameForm { path: path.clone(), contour: contour.clone(), grown: grown + by };
            return Self {
                form: Some(Arc::new(form)),
                is_back: self.is_back,
                ..Self::rectangle(size.max(Size::ZERO))
            };
        }
        let grown = match self.corners.len() {
            0 => Self::disc(2.0 * (self.radius + by)),
            6 => {
                // The distance from the middle of a regular hexagon to a corner is also the length of
                // its sides.
                let side = self.corners[0].to_vec2().hypot();
                self.scaled((side + by * 2.0 / SQRT_3) / side)
            }
            3 | 5.. => {
                // All sides of a regular polygon are equally far from the middle.
                let apothem = self.corners[0].midpoint(self.corners[1]).to_vec2().hypot();
                self.scaled(((apothem + by) / apothem).max(0.0))
            }
            _ => {
                let size = Size::new(self.size.width + 2.0 * by, self.size.height + 2.0 * by);
                let radius = if self.radius > 0.0 { (self.radius + by).max(0.0) } else { 0.0 };
                Self::rounded(size, radius)
            }
        };
        Self { is_back: self.is_back, ..grown }
    }

    fn scaled(&self, scale: f64) -> Self {
        let corners = self.corners.iter().map(|corner| (corner.to_vec2() * scale).to_point()).collect();
        Self::new(self.size * scale, corners, 0.0)
    }

    /// Returns the outline as a closed path.
    pub fn outline(&self) -> BezPath {
        if let Some(FrameForm { path, contour, grown }) = self.form.as_deref() {
            return match *grown {
                0.0 => path.clone(),
                by if by > 0.0 => contour.grown(by),
                by => contour.shrunk(-by),
            };
        }
        if self.corners.is_empty() {
            round_shapes::circle(Point::ZERO, self.radius)
        } else if self.radius > 0.0 {
            round_shapes::rectangle(Rect::from_center_size(Point::ZERO, self.size), self.radius)
        } else {
            polygon(&self.corners)
        }
    }

    /// Returns the edges in clockwise order.
    ///
    /// A disc has no edges. A form has the edges of its bounding box.
    ///
    /// The first edge is the top edge. If there is no top edge, as in a pointy-top hexagon, the first edge is
    /// the upper right edge. The edges of a back run counterclockwise, and begin with the top edge or the
    /// upper left edge.
    pub fn edges(&self) -> Vec<Edge> {
        let next = self.corners.iter().cycle().skip(1);
        let edges: Vec<Edge> =
            self.corners.iter().zip(next).map(|(&from, &to)| Edge::between(from, to)).collect();
        if !self.is_back {
            return edges;
        }
        edges.iter().filter_map(|front| edges.iter().find(|back| back.is_behind(front)).copied()).collect()
    }

    pub fn edge(&self, index: usize) -> Option<Edge> {
        if self.is_back {
            return self.edges().get(index).copied();
        }
        let (from, to) = (self.corners.get(index)?, self.corners.get((index + 1) % self.corners.len())?);
        Some(Edge::between(*from, *to))
    }

    /// Returns the middle of an object that is aligned with a place of the frame, such as a corner.
    ///
    /// `object` is the size of the object. `inset` is the distance that the object keeps from the edges at
    /// this place.
    pub fn centre(&self, place: ElementPlace, inset: Pair, object: Size) -> Point {
        match place {
            ElementPlace::Offset(offset) => Point::new(offset.x, offset.y),
            ElementPlace::Anchor(anchor) => Point::new(
                anchored(anchor.across, self.size.width, inset.x, object.width),
                anchored(anchor.down, self.size.height, inset.y, object.height),
            ),
            ElementPlace::EachCorner | ElementPlace::EachEdge => Point::ZERO,
        }
    }

    /// Returns how far a point is outside the frame, in mm. The value is negative if the point is
    /// inside. Round corners are treated as if they were sharp.
    pub fn outside(&self, point: Point) -> f64 {
        if let Some(form) = &self.form {
            return -form.contour.depth(point) - form.grown;
        }
        if self.corners.is_empty() {
            return point.to_vec2().hypot() - self.radius;
        }
        let next = self.corners.iter().cycle().skip(1);
        self.corners
            .iter()
            .zip(next)
            .map(|(&from, &to)| distance_outside(from, to, point))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns how far a point is outside the frame, in mm. The value is negative if the point is
    /// inside. Unlike [`Frame::outside`], takes round corners into account.
    pub fn outside_corners(&self, point: Point) -> f64 {
        let rounded = self.rounding();
        let (x, y) = (self.size.width / 2.0 - rounded, self.size.height / 2.0 - rounded);
        let beyond = Vec2::new(point.x.abs() - x, point.y.abs() - y);
        let at_corner = rounded > 0.0 && beyond.x > 0.0 && beyond.y > 0.0;
        let corner = if at_corner { beyond.hypot() - rounded } else { f64::NEG_INFINITY };
        self.outside(point).max(corner)
    }

    /// Returns whether a box is inside the frame with its round corners. `transform` maps the box
    /// into the frame.
    pub fn holds(&self, rect: Rect, transform: Affine) -> bool {
        self.test_points(rect, transform).all(|corner| self.outside_corners(corner) <= 1e-6)
    }

    /// Returns the corners of a box after `transform`. If the frame has a form, also returns points on the
    /// sides of the box: a dent of the form may touch a side without touching a corner.
    fn test_points(&self, rect: Rect, transform: Affine) -> impl Iterator<Item = Point> {
        /// The number of points on each side of the box.
        const POINTS: u32 = 16;
        let points = if self.has_form() { POINTS } else { 1 };
        let corners = corners(rect);
        (0..4).flat_map(move |side| {
            let (from, to) = (corners[side], corners[(side + 1) % 4]);
            (0..points).map(move |n| transform * from.lerp(to, f64::from(n) / f64::from(points)))
        })
    }

    /// Returns how far a box extends outside the frame, in mm. The value is negative if the whole
    /// box is inside. `transform` maps the box into the frame.
    pub fn box_distance_outside(&self, rect: Rect, transform: Affine) -> f64 {
        self.test_points(rect, transform).map(|corner| self.outside(corner)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Returns how far a point is outside an edge, in mm, measured at a right angle to the edge. The
/// value is negative if the point is inside.
fn distance_outside(from: Point, to: Point, point: Point) -> f64 {
    let along = to - from;
    // The corners run clockwise as seen on the sheet, so the outside is to the left of each edge.
    -along.cross(point - from) / along.hypot()
}

/// Returns the coordinate of an object's middle along one axis. `frame` is the length of the frame
/// along this axis, and `object` is the length of the object.
fn anchored(alignment: Alignment, frame: f64, inset: f64, object: f64) -> f64 {
    match alignment {
        Alignment::Start => -frame / 2.0 + inset + object / 2.0,
        Alignment::Middle => 0.0,
        Alignment::End => frame / 2.0 - inset - object / 2.0,
    }
}

/// Returns the four corners if `place` is `each-corner`. Otherwise, returns only `place`.
pub fn single_places(place: ElementPlace) -> Vec<ElementPlace> {
    match place {
        ElementPlace::EachCorner => {
            let sides = [Alignment::Start, Alignment::End];
            let corners = sides.into_iter().flat_map(|down| sides.map(|across| Anchor::new(across, down)));
            corners.map(ElementPlace::Anchor).collect()
        }
        single => vec![single],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_is_measured_from_the_nearest_edge() {
        let card = Frame::rectangle(Size::new(40.0, 60.0));
        assert!((card.outside(Point::new(23.0, 0.0)) - 3.0).abs() < 1e-12);
        assert!((card.outside(Point::ZERO) + 20.0).abs() < 1e-12);
        let cell = Frame::hexagon(Orientation::FlatTop, 10.0);
        assert!(cell.outside(Point::new(0.0, -8.0)) < 0.0);
        assert!(cell.outside(Point::new(9.0, -5.0)) > 0.0);
        assert!(cell.outside(Point::new(-9.9, 0.0)) < 0.0);
    }

    #[test]
    fn a_rectangle_has_no_radius_beyond_half_of_its_shorter_side() {
        let card = Frame::rounded(Size::new(40.0, 60.0), 25.0);
        assert_eq!(card.rounding(), 20.0);
        assert_eq!(card.grown(-20.0).rounding(), 0.0);
    }
}
