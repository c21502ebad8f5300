//! Compares a captured page with the outlines that a layout cuts.
//!
//! - In: the captured shapes, and the outlines of the pieces on a sheet, in mm.
//! - Out: how far the cutting job is shifted on the page, or the reason why the page shows another job.
//!
//! A job may be anywhere on its page. However, the shapes must have the same sizes as in the layout,
//! and the same places relative to each other. The map from the layout to the page is fitted to the
//! corners of the boxes of all shapes by least squares.

use std::fmt;

use hexpress_base::geometry::median_of;
use hexpress_base::units::{ShortNumber, count_with_noun};
use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};

use super::outline::{FLATNESS, largest_distance, moments};
use super::{CapturedPage, CapturedShape};

/// The largest allowed difference between the scale and 1.
const MAX_SCALE: f64 = 0.001;
/// The largest allowed rotation, in degrees. A rotation by this angle moves a point at a distance of 200 mm
/// by about 0.1 mm.
const MAX_DEGREES: f64 = 0.03;
/// The largest allowed distance between a shape and its place in the layout, in mm. This is also the
/// limit for each point of its outline.
const MAX_PLACE_DISTANCE_MM: f64 = 0.15;
/// The largest allowed `max_side_error_mm` of a shape, in mm: half a pixel at 254 pixels per inch.
const MAX_SIDE_ERROR_MM: f64 = 0.05;

/// The place of a job on its page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JobPlace {
    /// The shift of the job, in mm. This is the mean of the vectors from the pieces in the layout to their
    /// shapes on the page.
    pub shift: Vec2,
    /// The measured scale of the job, horizontally and vertically.
    pub scale: [f64; 2],
    /// The largest distance between a side of a shape and its place in the layout, in mm.
    pub max_error_mm: f64,
}

/// The reason why a captured page does not belong to a layout. `shape` is the number of a shape, from 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mismatch {
    Count {
        found: usize,
        expected: usize,
    },
    /// The page shows shapes whose places or sizes differ from those of the layout.
    DifferentArrangement,
    /// The job was rotated clockwise. The value is the angle in degrees.
    Turned(f64),
    /// The job was scaled. The values are the horizontal and the vertical scale.
    Scaled([f64; 2]),
    /// A shape is `by` mm away from its place.
    Moved {
        shape: usize,
        by: f64,
    },
    /// A shape is too large by `by` mm. If it is too small, `by` is negative.
    Resized {
        shape: usize,
        by: f64,
    },
    /// The outline of a shape is up to `by` mm away from the outline of its piece.
    Outline {
        shape: usize,
        by: f64,
    },
    /// The area of a shape is too large by `by` mm². If it is too small, `by` is negative. Areas are compared
    /// only if the shape was measured in a picture.
    Area {
        shape: usize,
        by: f64,
    },
    /// The pixels are too large to measure the shapes. The value is the largest `max_side_error_mm`, in mm.
    Coarse(f64),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mm = |value: f64| format!("{} mm", ShortNumber::hundredths(value));
        match *self {
            Self::Count { found, expected } => {
                let (shapes, pieces) = (count_with_noun(found, "shape"), count_with_noun(expected, "piece"));
                write!(f, "it shows {shapes}, but the sheet has {pieces}")
            }
            Self::DifferentArrangement => write!(f, "its shapes are not arranged like the pieces"),
            Self::Turned(degrees) => write!(f, "it is turned by {}°", ShortNumber::hundredths(degrees)),
            Self::Scaled([across, down]) => {
                let [x, y] = [across, down].map(|scale| ShortNumber::hundredths(scale * 100.0).to_string());
                match x == y {
                    true => write!(f, "it is scaled to {x} %"),
                    false => write!(f, "it is scaled to {x} % across and {y} % down"),
                }
            }
            Self::Moved { shape, by } => write!(f, "shape {shape} is {} out of place", mm(by)),
            Self::Resized { shape, by } => {
                write!(
                    f,
                    "shape {shape} is {} too {}",
                    mm(by.abs()),
                    if by > 0.0 { "large" } else { "small" }
                )
            }
            Self::Outline { shape, by } => {
                write!(f, "the outline of shape {shape} differs from that of its piece by {}", mm(by))
            }
            Self::Area { shape, by } => write!(
                f,
                "shape {shape} has another outline: its area is {} mm² too {}",
                ShortNumber::hundredths(by.abs()),
                if by > 0.0 { "large" } else { "small" }
            ),
            Self::Coarse(max_side_error_mm) => {
                write!(
                    f,
                    "its resolution is too low: shapes can be measured only to {}",
                    mm(max_side_error_mm)
                )
            }
        }
    }
}

/// A piece, and the captured shape at its place.
struct Pair<'s> {
    piece: &'s BezPath,
    piece_box: Rect,
    /// The number of the shape, from 1.
    number: usize,
    shape: &'s CapturedShape,
    /// The box of the shape, in mm.
    shape_box: Rect,
}

impl CapturedPage {
    /// Compares the page with the outlines of a sheet, in mm. Returns the place of the job on the page.
    ///
    /// # Errors
    /// The page shows another job, or a job that was scaled, rotated or changed. Or its shapes cannot be
    /// measured exactly enough.
    pub fn place(&self, outlines: &[BezPath]) -> Result<JobPlace, Mismatch> {
        let [found, expected] = [self.shapes.len(), outlines.len()];
        if found != expected || found == 0 {
            return Err(Mismatch::Count { found, expected });
        }
        let (turn, pairs) = self.pairs(outlines).ok_or(Mismatch::DifferentArrangement)?;
        if turn != 0 {
            return Err(Mismatch::Turned(f64::from(turn) * 90.0));
        }
        let max_side_error_mm = self.shapes.iter().map(|shape| shape.max_side_error_mm).fold(0.0, f64::max);
        let all = pairs.iter().map(|pair| pair.piece_box).reduce(|a, b| a.union(b)).unwrap_or_default();
        if max_side_error_mm > MAX_SIDE_ERROR_MM
            || max_side_error_mm > MAX_SCALE * all.width().min(all.height())
        {
            return Err(Mismatch::Coarse(max_side_error_mm));
        }
        let map = fit(&pairs);
        let [a, b, c, d, ..] = map.as_coeffs();
        let scale = [libm::hypot(a, b), libm::hypot(c, d)];
        let is_scaled = scale.iter().any(|scale| (scale - 1.0).abs() > MAX_SCALE);
        // The job counts as scaled only if the fitted map matches all boxes. If only one shape was changed,
        // the fitted scale is also not 1, but then the map does not match the other boxes.
        if is_scaled && pairs.iter().all(|pair| pair.is_explained_by(map)) {
            return Err(Mismatch::Scaled(scale));
        }
        let (degrees, turned) = fit_turn(&pairs);
        let is_turned = |pair: &Pair<'_>| {
            (turned * pair.piece_box.center()).distance(pair.shape_box.center()) <= MAX_PLACE_DISTANCE_MM
        };
        if degrees.abs() > MAX_DEGREES && pairs.iter().all(is_turned) {
            return Err(Mismatch::Turned(degrees));
        }
        let usual = usual_shift(&pairs);
        pairs.iter().try_for_each(|pair| pair.check(usual).map(|_| ()))?;
        if is_scaled {
            return Err(Mismatch::Scaled(scale));
        }
        let total: Vec2 = pairs.iter().map(Pair::shift).fold(Vec2::ZERO, |sum, shift| sum + shift);
        let shift = total / pairs.len() as f64;
        let mut max_error_mm: f64 = 0.0;
        for pair in &pairs {
            max_error_mm = max_error_mm.max(pair.check(shift)?);
        }
        Ok(JobPlace { shift, scale, max_error_mm })
    }

    /// Finds the captured shape of each piece. Also returns the rotation of the job, in quarter turns.
    /// Returns `None` if the shapes are not arranged like the pieces.
    fn pairs<'s>(&'s self, outlines: &'s [BezPath]) -> Option<(u8, Vec<Pair<'s>>)> {
        let pieces: Vec<Rect> = outlines.iter().map(|outline| outline.bounding_box()).collect();
        let shapes: Vec<Rect> = self.shapes.iter().map(|shape| shape.bounds).collect();
        let scale = extent(&shapes) / extent(&pieces);
        if !(scale > 0.1 && scale < 10.0) {
            return None;
        }
        (0..4).find_map(|turn| {
            let places = Arrangement { pieces: &pieces, shapes: &shapes, scale, turn }.shapes_of_pieces()?;
            let pair = |(index, shape): (usize, usize)| Pair {
                piece: &outlines[index],
                piece_box: pieces[index],
                number: shape + 1,
                shape: &self.shapes[shape],
                shape_box: found_box(&self.shapes[shape], &outlines[index], pieces[index]),
            };
            Some((turn, places.into_iter().enumerate().map(pair).collect()))
        })
    }
}

/// Returns the box of a shape. `piece` is the outline of its piece, with the bounding box `piece_box`.
///
/// If a shape was measured in a picture, its own box is not exact. Therefore, the box of the piece is used.
/// It is scaled and moved until the piece has the spread and the centroid of the shape.
fn found_box(shape: &CapturedShape, piece: &BezPath, piece_box: Rect) -> Rect {
    if shape.path.is_some() {
        return shape.bounds;
    }
    let (mid, spread) = moments(piece, piece_box.center());
    let scale = Vec2::new(shape.spread.x / spread.x, shape.spread.y / spread.y);
    if !(scale.x.is_finite() && scale.y.is_finite()) {
        return shape.bounds;
    }
    let to_centre = piece_box.center() - mid;
    let centre = shape.centre + Vec2::new(to_centre.x * scale.x, to_centre.y * scale.y);
    Rect::from_center_size(centre, (piece_box.width() * scale.x, piece_box.height() * scale.y))
}

/// Returns a measure of the size of an arrangement of boxes. It is proportional to the root mean square
/// of the distances between the corners of all boxes and the middle of the arrangement.
fn extent(boxes: &[Rect]) -> f64 {
    let centre = centre(boxes);
    let corners = boxes.iter().flat_map(|rect| corners(*rect));
    let squares: f64 = corners.map(|corner| (corner - centre).hypot2()).sum();
    (squares / boxes.len().max(1) as f64).sqrt()
}

fn centre(boxes: &[Rect]) -> Point {
    let sum = boxes.iter().fold(Vec2::ZERO, |sum, rect| sum + rect.center().to_vec2());
    (sum / boxes.len().max(1) as f64).to_point()
}

fn corners(rect: Rect) -> [Point; 4] {
    hexpress_base::geometry::corners(rect)
}

/// A possible match between pieces and shapes: their boxes, and the rotation and scale of the job.
struct Arrangement<'r> {
    pieces: &'r [Rect],
    shapes: &'r [Rect],
    scale: f64,
    /// The clockwise rotation, in quarter turns.
    turn: u8,
}

impl Arrangement<'_> {
    /// For each piece, returns the index of the shape at its place. Returns `None` if a piece has no shape.
    fn shapes_of_pieces(&self) -> Option<Vec<usize>> {
        /// How far a shape may be from its place, as a fraction of the shorter side of its piece.
        const MAX_SHAPE_DISTANCE: f64 = 0.25;
        let (from, to) = (centre(self.pieces), centre(self.shapes));
        let mut is_free = vec![true; self.shapes.len()];
        self.pieces
            .iter()
            .map(|piece| {
                let away = self.turned(piece.center() - from) * self.scale;
                let size = self.turned(piece.size().to_vec2()) * self.scale;
                let [width, height] = [size.x.abs(), size.y.abs()];
                let near = width.min(height) * MAX_SHAPE_DISTANCE;
                let index = (0..self.shapes.len()).filter(|index| is_free[*index]).find(|index| {
                    let shape = self.shapes[*index];
                    shape.center().distance(to + away) < near
                        && (shape.width() - width).abs() < near
                        && (shape.height() - height).abs() < near
                })?;
                is_free[index] = false;
                Some(index)
            })
            .collect()
    }

    fn turned(&self, vector: Vec2) -> Vec2 {
        match self.turn {
            0 => vector,
            1 => Vec2::new(-vector.y, vector.x),
            2 => -vector,
            _ => Vec2::new(vector.y, -vector.x),
        }
    }
}

/// Fits a rotation and a scale that move the centres of the pieces' boxes to the centres of the shapes'
/// boxes. Returns the rotation in degrees clockwise, and the map from the pieces to the shapes.
fn fit_turn(pairs: &[Pair<'_>]) -> (f64, Affine) {
    let boxes = |of: fn(&Pair<'_>) -> Rect| pairs.iter().map(of).collect::<Vec<_>>();
    let (from, to) = (centre(&boxes(|pair| pair.piece_box)), centre(&boxes(|pair| pair.shape_box)));
    let (mut cross, mut dot, mut squares) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (p, q) = (pair.piece_box.center() - from, pair.shape_box.center() - to);
        (cross, dot, squares) = (cross + p.cross(q), dot + p.dot(q), squares + p.hypot2());
    }
    let (sin, cos) = if squares > 0.0 { (cross / squares, dot / squares) } else { (0.0, 1.0) };
    let map = Affine::translate(to.to_vec2())
        * Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
        * Affine::translate(-from.to_vec2());
    (libm::atan2(sin, cos).to_degrees(), map)
}

/// Returns the median of the horizontal shifts of all shapes, and the median of the vertical
/// shifts.
fn usual_shift(pairs: &[Pair<'_>]) -> Vec2 {
    let median =
        |of: fn(Vec2) -> f64| median_of(pairs.iter().map(|pair| of(pair.shift()))).unwrap_or_default();
    Vec2::new(median(|shift| shift.x), median(|shift| shift.y))
}

/// Returns the affine map from the boxes of the pieces to the boxes of their shapes, fitted by least
/// squares. `xx`, `xy`, `yy`, `by_x` and `by_y` are the sums in the normal equations.
fn fit(pairs: &[Pair<'_>]) -> Affine {
    let boxes = |of: fn(&Pair<'_>) -> Rect| pairs.iter().map(of).collect::<Vec<_>>();
    let (pieces, shapes) = (boxes(|pair| pair.piece_box), boxes(|pair| pair.shape_box));
    let (from, to) = (centre(&pieces), centre(&shapes));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let (mut by_x, mut by_y) = (Vec2::ZERO, Vec2::ZERO);
    for (piece, shape) in pieces.iter().zip(&shapes) {
        for (p, q) in corners(*piece).into_iter().zip(corners(*shape)) {
            let (p, q) = (p - from, q - to);
            (xx, xy, yy) = (xx + p.x * p.x, xy + p.x * p.y, yy + p.y * p.y);
            (by_x, by_y) = (by_x + q * p.x, by_y + q * p.y);
        }
    }
    let determinant = xx * yy - xy * xy;
    let (across, down) = ((by_x * yy - by_y * xy) / determinant, (by_y * xx - by_x * xy) / determinant);
    Affine::translate(to.to_vec2())
        * Affine::new([across.x, across.y, down.x, down.y, 0.0, 0.0])
        * Affine::translate(-from.to_vec2())
}

impl Pair<'_> {
    fn shift(&self) -> Vec2 {
        self.shape_box.center() - self.piece_box.center()
    }

    /// Returns whether a map moves the box of the piece to the box of its shape.
    fn is_explained_by(&self, map: Affine) -> bool {
        let ends = corners(self.piece_box).into_iter().zip(corners(self.shape_box));
        ends.into_iter().all(|(from, to)| (map * from).distance(to) <= MAX_PLACE_DISTANCE_MM)
    }

    /// Checks the size, the place and the outline of the shape. `shift` is the shift of the whole job.
    /// Returns the largest distance, in mm, between a side of the shape's box and its place in the
    /// layout.
    fn check(&self, shift: Vec2) -> Result<f64, Mismatch> {
        let (shape, expected) = (self.number, self.piece_box + shift);
        let bounds = self.shape_box;
        let by = (self.shift() - shift).hypot();
        if by > MAX_PLACE_DISTANCE_MM {
            return Err(Mismatch::Moved { shape, by });
        }
        let larger = bounds.size() - expected.size();
        let by = if larger.width.abs() > larger.height.abs() { larger.width } else { larger.height };
        if by.abs() > MAX_PLACE_DISTANCE_MM {
            return Err(Mismatch::Resized { shape, by });
        }
        match &self.shape.path {
            Some(path) => {
                let piece = Affine::translate(shift) * self.piece;
                let by = largest_distance(path, &piece).max(largest_distance(&piece, path));
                if by > MAX_PLACE_DISTANCE_MM {
                    return Err(Mismatch::Outline { shape, by });
                }
            }
            None => {
                // If an outline is moved outwards by a distance, the area grows by about this distance
                // times the perimeter.
                let by = self.shape.area - self.piece.area().abs();
                if by.abs()
                    > (MAX_PLACE_DISTANCE_MM / 2.0 + self.shape.max_side_error_mm)
                        * self.piece.perimeter(FLATNESS)
                {
                    return Err(Mismatch::Area { shape, by });
                }
            }
        }
        let sides = [
            bounds.x0 - expected.x0,
            bounds.y0 - expected.y0,
            bounds.x1 - expected.x1,
            bounds.y1 - expected.y1,
        ];
        Ok(sides.iter().fold(0.0, |most, side| f64::max(most, side.abs())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::round_shapes;
    use kurbo::Size;

    fn pieces() -> Vec<BezPath> {
        let places = [(20.0, 20.0), (85.0, 20.0), (150.0, 20.0), (20.0, 110.0), (85.0, 110.0)];
        places.map(|(x, y)| round_shapes::rectangle(Rect::new(x, y, x + 63.0, y + 88.0), 3.0)).to_vec()
    }

    fn page(paths: impl Iterator<Item = BezPath>) -> CapturedPage {
        CapturedPage {
            size: Size::new(297.0, 210.0),
            shapes: paths.map(CapturedShape::drawn).collect(),
            marks: Vec::new(),
        }
    }

    fn captured(map: Affine) -> Result<JobPlace, Mismatch> {
        page(pieces().iter().rev().map(|piece| map * piece)).place(&pieces())
    }

    #[test]
    fn a_shifted_job_is_found_exactly() {
        let place = captured(Affine::translate((7.25, -3.5))).unwrap();
        assert!((place.shift - Vec2::new(7.25, -3.5)).hypot() < 1e-9, "{place:?}");
        assert!(place.max_error_mm < 1e-9);
    }

    /// Returns the transform that rotates by an angle, in radians.
    fn turned(angle: f64) -> Affine {
        let (sin, cos) = libm::sincos(angle);
        Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
    }

    #[test]
    fn a_scaled_or_turned_job_is_refused_with_the_number() {
        let says = |map: Affine| captured(map).unwrap_err().to_string();
        assert_eq!(says(Affine::scale(0.997)), "it is scaled to 99.7 %");
        assert_eq!(
            says(Affine::scale_non_uniform(1.0, 1.004)),
            "it is scaled to 100 % across and 100.4 % down"
        );
        assert_eq!(says(turned(0.005)), "it is turned by 0.29°");
        assert_eq!(says(turned(std::f64::consts::FRAC_PI_2)), "it is turned by 90°");
        assert_eq!(says(turned(std::f64::consts::PI)), "it is turned by 180°");
        assert_eq!(says(Affine::scale(0.5)), "it is scaled to 50 %");
    }

    #[test]
    fn a_changed_shape_is_refused() {
        let changed = |index: usize, map: Affine| {
            let all = pieces().into_iter().enumerate();
            page(all.map(|(i, piece)| if i == index { map * piece } else { piece }))
                .place(&pieces())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(changed(4, Affine::translate((0.0, 1.0))), "shape 5 is 1 mm out of place");
        let larger = Affine::scale_about(1.01, Point::new(51.5, 64.0));
        assert_eq!(changed(0, larger), "shape 1 is 0.88 mm too large");
        assert_eq!(
            page(pieces().into_iter().skip(1)).place(&pieces()).unwrap_err().to_string(),
            "it shows 4 shapes, but the sheet has 5 pieces"
        );
        let square = pieces().iter().map(|piece| piece.bounding_box().to_path(0.1)).collect::<Vec<_>>();
        let mismatch = page(square.into_iter()).place(&pieces()).unwrap_err();
        assert!(matches!(mismatch, Mismatch::Outline { by, .. } if (by - 1.243).abs() < 0.01), "{mismatch}");
        let other = page((0..5).map(|i| Rect::new(0.0, 0.0, 9.0, 9.0 + f64::from(i)).to_path(0.1)));
        assert_eq!(other.place(&pieces()), Err(Mismatch::DifferentArrangement));
    }

    #[test]
    fn the_spread_of_a_rectangle_is_its_side_over_the_root_of_twelve() {
        let rect = Rect::new(10.0, 20.0, 22.0, 26.0);
        let (centre, spread) = moments(&rect.to_path(0.1), rect.center());
        assert!(centre.distance(rect.center()) < 1e-9);
        assert!((spread - Vec2::new(12.0, 6.0) / 12.0_f64.sqrt()).hypot() < 1e-9, "{spread:?}");
        let shape = CapturedShape { path: None, centre, spread, ..CapturedShape::drawn(rect.to_path(0.1)) };
        let found = found_box(&shape, &rect.to_path(0.1), rect);
        assert!((found.x0 - 10.0).abs() < 1e-9 && (found.y1 - 26.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_single_shape_is_measured_by_its_size() {
        let piece = [pieces().remove(0)];
        let place = |map: Affine| page(piece.iter().map(|piece| map * piece)).place(&piece);
        assert_eq!(place(Affine::scale(0.997)).unwrap_err().to_string(), "it is scaled to 99.7 %");
        assert!(place(Affine::translate((1.0, 2.0))).is_ok());
    }
}
