//! Draws a border: lace along four sides, and a medallion at each corner.
//!
//! - In: the size of the box, the depth, and the numbers of waves and strands.
//! - Out: rules, lace and medallions.
//! - Not here: limiting the depth (the caller).

use kurbo::{BezPath, Size, Vec2};

use super::curve::{CurvePoint, Dual, Lace, PIECES, add_curve};
use super::rosette::medallion;
use super::strands::{Paths, Strand};
use crate::draw::angle::sin_cos;

/// The largest gap between two parallel rules of a border, in mm. A border with little depth has a
/// smaller gap.
const RULE_GAP: f64 = 0.5;

/// Draws lace between rules along the four sides of a box, and a medallion at each corner.
/// Medallions are `depth` mm wide.
pub fn border(size: Size, depth: f64, waves: u32, strands: u32, paths: &mut Paths) {
    let corner = depth / 2.0;
    // Half of the thickness of the sides, which are slightly thinner than the medallions.
    let band = corner * 0.74;
    let gap = RULE_GAP.min(band / 4.0);
    let (x, y) = (size.width / 2.0 - corner, size.height / 2.0 - corner);
    let around = 4.0 * (x + y - depth);
    for number in 0..4 {
        let (sin, cos) = sin_cos(90.0 * f64::from(number));
        let (half, distance_from_middle) = if number % 2 == 0 { (x, y) } else { (y, x) };
        let side = BorderSide {
            along: Vec2::new(cos, sin),
            out: Vec2::new(sin, -cos),
            half,
            distance_from_middle,
            corner,
            band,
            gap,
        };
        medallion(side.out * distance_from_middle + side.along * half, corner, paths.lines());
        if side.length() <= 0.0 {
            continue;
        }
        side.draw_rules(paths.lines());
        let beads = (f64::from(waves) / 2.0 * side.length() / around).round().max(1.0) as u32;
        side.draw_lace(beads, strands, paths);
    }
}

/// A side of a border, between two medallions.
struct BorderSide {
    /// The unit vector along the side.
    along: Vec2,
    /// The unit vector that points out of the box.
    out: Vec2,
    /// Half the distance between the middles of the medallions, in mm.
    half: f64,
    /// The distance from the middle of the box to the middle of the side, in mm.
    distance_from_middle: f64,
    /// The radius of the medallions, in mm.
    corner: f64,
    /// Half of the thickness of the side, in mm.
    band: f64,
    /// The gap between the two outer rules, in mm.
    gap: f64,
}

impl BorderSide {
    /// Returns the length of the lace, in mm.
    fn length(&self) -> f64 {
        2.0 * (self.half - self.corner)
    }

    /// Returns half of the width of a medallion along a line that is parallel to the side, in mm. `offset` is
    /// the distance between this line and the middle of the side, in mm.
    fn rim(&self, offset: f64) -> f64 {
        (self.corner * self.corner - offset * offset).sqrt()
    }

    /// Draws one rule along the inside of the side, and two along its outside. The rules end at the
    /// rims of the medallions.
    fn draw_rules(&self, path: &mut BezPath) {
        for offset in [-self.band, self.band, self.band - self.gap] {
            let half_length = self.half - self.rim(offset);
            path.move_to(
                (self.out * (self.distance_from_middle + offset) - self.along * half_length).to_point(),
            );
            path.line_to(
                (self.out * (self.distance_from_middle + offset) + self.along * half_length).to_point(),
            );
        }
    }

    /// Draws the strands, and a chain that crosses them. The chain consists of the two edges of a lace,
    /// without strands between them.
    ///
    /// Strands begin and end with a neck at the rims of the medallions. The chain is wide where the
    /// strands have necks. If the number of strands is even, the strands touch the rims in pairs.
    fn draw_lace(&self, beads: u32, strands: u32, paths: &mut Paths) {
        let lace = Lace { swing: self.band - self.gap * 1.2, pinch: 0.3, beads, phase: 0.5 };
        let max_width = lace.max_width(self.length(), 1.0, strands);
        for strand in 0..strands {
            let first = if strands.is_multiple_of(2) { 0.5 } else { 0.0 };
            let phase = (f64::from(strand) + first) / f64::from(strands);
            let end = self.rim(lace.strand(phase, 0.0).value - self.gap / 2.0);
            let stretch = 2.0 * (self.half - end) / self.length();
            let at = |t: f64| {
                let CurvePoint { point, tangent } = self.point(t, lace.strand(phase, t));
                let further = self.along * (self.length() * (stretch - 1.0));
                CurvePoint { point: point + further * (t - 0.5), tangent: tangent + further }
            };
            let pieces = beads * 2 * PIECES;
            let weight = |t: f64| lace.weight(t);
            paths.add(strand, &Strand { pieces, closed: false, at, weight, max_width });
        }
        // The chain extends to the rims of the medallions.
        let chain = Lace { phase: 0.0, ..lace };
        let further = (self.corner - self.rim(lace.swing)) / self.length();
        let stretch = 1.0 + 2.0 * further;
        for sign in [-1.0, 1.0] {
            add_curve(paths.lines(), beads * PIECES, |t| {
                let stretched = t * stretch - further;
                let Dual { value, slope } = chain.edge(stretched);
                let offset = Dual { value: sign * value, slope: sign * slope };
                let CurvePoint { point, tangent } = self.point(stretched, offset);
                CurvePoint { point, tangent: tangent * stretch }
            });
        }
    }

    /// Returns a point of the lace.
    ///
    /// `t` is the position along the lace, as a fraction of its length. `offset` is the distance outwards
    /// from the middle of the lace. The lace is between the rule along the inside of the border and the
    /// nearer one of the two rules along its outside.
    fn point(&self, t: f64, offset: Dual) -> CurvePoint {
        let middle = self.distance_from_middle - self.gap / 2.0;
        let length = self.length();
        let point = self.out * (middle + offset.value) + self.along * (length * (t - 0.5));
        CurvePoint { point: point.to_point(), tangent: self.along * length + self.out * offset.slope }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{PathEl, Point};

    #[test]
    fn strands_begin_and_end_at_the_rims_of_the_medallions() {
        let side = BorderSide {
            along: Vec2::new(1.0, 0.0),
            out: Vec2::new(0.0, -1.0),
            half: 40.0,
            distance_from_middle: 20.0,
            corner: 5.0,
            band: 3.7,
            gap: 0.5,
        };
        let medallions = [-40.0, 40.0].map(|x| Point::new(x, -20.0));
        for strands in 1..=4 {
            let mut paths = Paths::new(true, None);
            side.draw_lace(6, strands, &mut paths);
            // The strands are drawn before the chain.
            let elements = paths.drawn[0].elements();
            let starts: Vec<usize> = (0..elements.len())
                .filter(|index| matches!(elements[*index], PathEl::MoveTo(_)))
                .take(strands as usize + 1)
                .collect();
            for pair in starts.windows(2) {
                let ends = [pair[0], pair[1] - 1].map(|index| elements[index].end_point().unwrap());
                for (end, medallion) in ends.iter().zip(medallions) {
                    assert!((end.distance(medallion) - side.corner).abs() < 1e-9, "{strands}: {end}");
                    // The strand is between the medallions.
                    assert!(end.x.abs() < side.half, "{strands}: {end}");
                }
            }
        }
    }
}
