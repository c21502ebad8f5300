//! Makes a gap around a part of an element, for the key `knock-out`. To make the gap, an area
//! around the part is cut out of the drawings behind the part.
//!
//! - In: the drawings behind the part, the part itself, and the drawings of the part.
//! - Out: the drawings behind the part, without the area of the part and its gap. This area is an
//!   ellipse, a piece of a ring, or a box.
//! - Not here: computing how wide the gap is (`hexpress-settle`).

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size, Vec2};

use super::figure;
use crate::draw::bounds::{DESCENT_EMS, bounds};
use crate::draw::frame::Frame;
use hexpress_base::round_shapes;
use hexpress_game::element::GuillocheKind;
use hexpress_game::{Element, Figure, Shape};
use hexpress_scene::{Drawing, Group, leaves};

/// The size of the outer rectangle of a clip path with a hole, in mm. The rectangle is larger than any
/// sheet, so only the hole cuts something off.
const CLIP_RECTANGLE_MM: Size = Size::new(10_000.0, 10_000.0);
/// The largest error of curves that replace arcs, in mm.
const MAX_ARC_ERROR_MM: f64 = 0.01;
/// Two circles count as one circle if their centres are at most this far apart, in mm.
const ONE_CIRCLE: f64 = 0.01;
/// Two consecutive letters count as letters on a circle only if the angle between them is at least
/// this large, in radians.
const MIN_TURN: f64 = 1e-6;

/// Cuts an area around the part `part` out of the drawings `drawings`, which are behind the part. The area
/// extends `amount` mm beyond the part on every side. `drawn` contains the drawings of the part.
pub fn knock_out(drawings: Vec<Drawing>, part: &Element, drawn: &[Drawing], amount: f64) -> Vec<Drawing> {
    let Some(covered) = bounds(drawn).filter(|_| !drawings.is_empty()) else { return drawings };
    // Areas may overlap, so they are cut out one by one.
    let holes = if is_bent(part) { rings(drawn, amount) } else { Vec::new() };
    if holes.is_empty() {
        return without(drawings, &hole_of_box(part, covered.inflate(amount, amount), amount));
    }
    holes.iter().fold(drawings, |drawings, ring| without(drawings, &ring.outline()))
}

/// Cuts the area inside the outline `hole` out of drawings. The outline runs clockwise.
fn without(drawings: Vec<Drawing>, hole: &BezPath) -> Vec<Drawing> {
    let mut clip =
        Rect::from_center_size(hole.bounding_box().center(), CLIP_RECTANGLE_MM).to_path(MAX_ARC_ERROR_MM);
    clip.extend(hole.reverse_subpaths());
    vec![Drawing::Group(Group { clip: Some(clip), ..Group::plain(drawings) })]
}

/// Returns the area that is cut out for a part whose bounding box is `covered`. `round` is the
/// radius of the corners of the area, in mm.
fn hole_of_box(part: &Element, covered: Rect, round: f64) -> BezPath {
    let is_round = match &part.shape {
        Shape::Figure { figure, .. } => matches!(figure, Figure::Disc | Figure::Ellipse),
        Shape::Guilloche(lines) => lines.kind == GuillocheKind::Rosette,
        _ => false,
    };
    let outline = match is_round {
        true => figure::outline(Figure::Ellipse, covered.size()),
        false => Frame::rounded(covered.size(), round).outline(),
    };
    Affine::translate(covered.center().to_vec2()) * outline
}

/// Returns whether a part is a text on a circle.
fn is_bent(part: &Element) -> bool {
    let varies = part.typesetting.as_ref().is_some_and(|typesetting| typesetting.bend.is_some());
    matches!(&part.shape, Shape::Text(_, format) if format.bend.is_some() || varies)
}

/// A letter of a text on a circle.
struct Letter {
    /// The middle of the letter's baseline.
    base: Point,
    /// The unit vector from the baseline to the top of the letter.
    up: Vec2,
    /// Half of the letter's width, in mm.
    half: f64,
    /// The size of the letter's em, in mm.
    size: f64,
}

/// A piece of a ring, bounded by two arcs around the same middle.
struct Ring {
    centre: Point,
    /// The inner and the outer radius, in mm.
    radii: [f64; 2],
    /// The angles of the two ends in radians, measured clockwise from the direction to the right.
    angles: [f64; 2],
}

/// Returns pieces of rings that cover the letters of texts on circles. The pieces extend beyond the
/// letters by `amount` mm on every side.
fn rings(drawn: &[Drawing], amount: f64) -> Vec<Ring> {
    let letters: Vec<Letter> = leaves(drawn, Affine::IDENTITY)
        .with_shared()
        .filter_map(|leaf| {
            let Drawing::Text(text) = leaf.draw else { return None };
            let advance = text.glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() / 1000.0 * text.size;
            let centre = text.origin + Vec2::new(advance / 2.0, 0.0);
            let (base, above) = (leaf.frame * centre, leaf.frame * (centre - Vec2::new(0.0, 1.0)));
            Some(Letter { base, up: (above - base).normalize(), half: advance / 2.0, size: text.size })
        })
        .collect();
    let mut rings: Vec<Ring> = Vec::new();
    let mut before = None;
    for (index, letter) in letters.iter().enumerate() {
        let next = letters.get(index + 1).and_then(|next| letter.circle_with(next));
        let Some(radius) = before.filter(|radius| letter.is_on(*radius, rings.last())).or(next) else {
            continue;
        };
        let ring = letter.ring(radius, amount);
        match rings.last_mut().filter(|_| before == Some(radius)) {
            Some(last) => last.extend(&ring),
            None => rings.push(ring),
        }
        before = Some(radius);
    }
    let halos = leaves(drawn, Affine::IDENTITY).with_shared();
    for leaf in halos {
        let Drawing::Path { path, stroke, .. } = leaf.draw else { continue };
        let width = stroke.as_ref().map_or(0.0, |stroke| stroke.width) + amount;
        let points = path.elements().iter().filter_map(|element| element.end_point());
        for point in points.map(|point| leaf.frame * point) {
            if let Some(ring) = rings.first_mut() {
                ring.reach(ring.centre.distance(point), width);
            }
        }
    }
    rings
}

impl Letter {
    /// Returns the radius of the circle through this letter and the letter `next`. With this radius, `centre`
    /// returns the same point for both letters. The radius is negative if the letters are on the inside of
    /// the circle. Returns `None` if the letters are not on a circle.
    fn circle_with(&self, next: &Self) -> Option<f64> {
        let turned = self.up - next.up;
        (turned.hypot() > MIN_TURN).then(|| (self.base - next.base).dot(turned) / turned.hypot2())
    }

    /// Returns the middle of the circle on which the letter is.
    fn centre(&self, radius: f64) -> Point {
        self.base - self.up * radius
    }

    /// Returns whether the letter is on the same circle as `ring`. `radius` is the radius of the
    /// letter's circle.
    fn is_on(&self, radius: f64, ring: Option<&Ring>) -> bool {
        ring.is_some_and(|ring| ring.centre.distance(self.centre(radius)) < ONE_CIRCLE)
    }

    /// Returns a piece of a ring that covers the letter, and extends `amount` mm beyond the letter
    /// on every side.
    fn ring(&self, radius: f64, amount: f64) -> Ring {
        let (above, below) = (self.size + amount, self.size * DESCENT_EMS + amount);
        let outwards = self.up * radius.signum();
        let (inner, outer) = if radius > 0.0 { (below, above) } else { (above, below) };
        let at = libm::atan2(outwards.y, outwards.x);
        let reach = (self.half + amount) / radius.abs();
        Ring {
            centre: self.centre(radius),
            radii: [(radius.abs() - inner).max(0.0), radius.abs() + outer],
            angles: [at - reach, at + reach],
        }
    }
}

impl Ring {
    /// Extends the piece of the ring to the end of `next`, the piece for the next letter.
    fn extend(&mut self, next: &Self) {
        let [from, to] = self.angles;
        let middle = (from + to) / 2.0;
        let turn = ((next.angles[0] + next.angles[1]) / 2.0 - middle) / std::f64::consts::TAU;
        let whole = turn.round() * std::f64::consts::TAU;
        self.angles = [from.min(next.angles[0] - whole), to.max(next.angles[1] - whole)];
        self.radii = [self.radii[0].min(next.radii[0]), self.radii[1].max(next.radii[1])];
    }

    /// Makes the ring wide enough to include a point with a gap of `amount` mm around it. `distance` is
    /// the distance from the middle of the ring to the point.
    fn reach(&mut self, distance: f64, amount: f64) {
        self.radii = [self.radii[0].min((distance - amount).max(0.0)), self.radii[1].max(distance + amount)];
    }

    /// Returns the outline of the ring, clockwise.
    fn outline(&self) -> BezPath {
        let ([inner, outer], [from, to]) = (self.radii, self.angles);
        let mut path = BezPath::new();
        if to - from >= std::f64::consts::TAU {
            path.extend(round_shapes::circle(self.centre, outer));
            if inner > 0.0 {
                path.extend(round_shapes::circle(self.centre, inner).reverse_subpaths());
            }
            return path;
        }
        path.move_to(self.at(outer, from));
        self.arc(&mut path, outer, [from, to]);
        path.line_to(self.at(inner, to));
        if inner > 0.0 {
            self.arc(&mut path, inner, [to, from]);
        }
        path.close_path();
        path
    }

    fn at(&self, radius: f64, angle: f64) -> Point {
        self.centre + Vec2::new(libm::cos(angle), libm::sin(angle)) * radius
    }

    fn arc(&self, path: &mut BezPath, radius: f64, [from, to]: [f64; 2]) {
        let count = ((to - from).abs() / std::f64::consts::FRAC_PI_4).ceil().max(1.0);
        let step = (to - from) / count;
        let handle = 4.0 / 3.0 * libm::tan(step / 4.0) * radius;
        for number in 0..count as usize {
            let start = from + number as f64 * step;
            let [a, b] = [start, start + step].map(|angle| Vec2::new(libm::cos(angle), libm::sin(angle)));
            let along = |at: Vec2| Vec2::new(-at.y, at.x) * handle;
            let [begin, end] = [a, b].map(|at| self.centre + at * radius);
            path.curve_to(begin + along(a), end - along(b), end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::angle::turn;

    #[test]
    fn a_piece_of_a_ring_is_as_large_as_its_angle() {
        let whole = std::f64::consts::PI * (10.0 * 10.0 - 6.0 * 6.0);
        for (to, share) in [(0.5, 0.25), (1.0, 0.5), (1.7, 0.85), (2.0, 1.0)] {
            let angles = [0.3, 0.3 + to * std::f64::consts::PI];
            let ring = Ring { centre: Point::new(3.0, 4.0), radii: [6.0, 10.0], angles };
            let area = ring.outline().area();
            assert!((area - share * whole).abs() < 0.01, "{to}: {area}");
        }
    }

    #[test]
    fn letters_are_on_their_circle() {
        let letter = |degrees: f64| {
            let out = turn(degrees) * Point::new(0.0, -1.0);
            Letter { base: (out.to_vec2() * 20.0).to_point(), up: out.to_vec2(), half: 1.0, size: 3.0 }
        };
        let radius = letter(10.0).circle_with(&letter(20.0)).unwrap();
        assert!((radius - 20.0).abs() < 1e-9, "{radius}");
        assert!(letter(5.0).centre(radius).to_vec2().hypot() < 1e-9);
        let ring = letter(0.0).ring(radius, 1.0);
        assert!(
            (ring.radii[0] - (20.0 - 3.0 * DESCENT_EMS - 1.0)).abs() < 1e-9
                && (ring.radii[1] - 24.0).abs() < 1e-9
        );
    }
}
