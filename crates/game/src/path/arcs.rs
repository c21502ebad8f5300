//! Reads SVG paths with elliptical arcs.
//!
//! - In: the text of a path.
//! - Out: a path of lines and curves, identical on every machine.
//! - Not here: messages about mistakes in a path.

use std::f64::consts::{FRAC_PI_4, PI, TAU};

use kurbo::{Affine, BezPath, PathEl, Point, SvgParseError, Vec2};

/// Why a text is not a path.
#[derive(Debug)]
pub enum PathError {
    /// The text of an arc's flag, which is neither `0` nor `1`.
    Flag(String),
    Parser(SvgParseError),
}

impl From<SvgParseError> for PathError {
    fn from(error: SvgParseError) -> Self {
        Self::Parser(error)
    }
}

/// Parses an SVG path. Each arc is replaced by cubic curves. Such a curve spans at most an eighth
/// of an ellipse.
///
/// # Errors
/// The text is not a path.
pub fn parse(text: &str) -> Result<BezPath, PathError> {
    let Some(first) = text.find(is_arc) else { return Ok(BezPath::from_svg(text)?) };
    let mut path = BezPath::from_svg(&text[..first])?;
    let mut pen = Pen::default();
    path.iter().for_each(|element| pen.follow(element));
    if path.elements().is_empty() {
        return Err(SvgParseError::UninitializedPath.into());
    }
    let mut rest = &text[first..];
    while let Some(letter) = rest.chars().next() {
        // The numbers of a command end before the next letter. Only the letter `e` may be a part of a
        // number, as in `1e3`.
        let is_letter = |c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E');
        let end = rest[1..].find(is_letter).map_or(rest.len(), |end| end + 1);
        if is_arc(letter) {
            let mut numbers = ArcNumbers(&rest[1..end]);
            loop {
                let arc = EllipticArc::read(&mut numbers, &pen, letter == 'a')?;
                arc.append(pen.at, &mut path);
                pen.at = arc.to;
                if numbers.is_empty() {
                    break;
                }
            }
            rest = &rest[end..];
        } else {
            let end = rest.find(is_arc).unwrap_or(rest.len());
            // The commands after an arc may refer to the current point and to the start of the subpath.
            // So an `M` and an `L` that set these two points are put in front. The result leaves them
            // out.
            let from = format!("M{},{} L{},{} ", pen.start.x, pen.start.y, pen.at.x, pen.at.y);
            let run = BezPath::from_svg(&(from + &rest[..end]))?;
            for element in run.iter().skip(2) {
                pen.follow(element);
                path.push(element);
            }
            rest = &rest[end..];
        }
    }
    Ok(path)
}

fn is_arc(letter: char) -> bool {
    matches!(letter, 'a' | 'A')
}

/// The current position while a path is drawn.
#[derive(Default)]
struct Pen {
    /// The first point of the current subpath.
    start: Point,
    at: Point,
}

impl Pen {
    fn follow(&mut self, element: PathEl) {
        match element {
            PathEl::MoveTo(point) => (self.start, self.at) = (point, point),
            PathEl::ClosePath => self.at = self.start,
            other => self.at = other.end_point().unwrap_or(self.at),
        }
    }
}

/// The text that follows the letter `A` or `a` of an arc. It contains the numbers of the arc.
struct ArcNumbers<'t>(&'t str);

impl ArcNumbers<'_> {
    fn skip_separators(&mut self) {
        self.0 = self.0.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    }

    fn is_empty(&mut self) -> bool {
        self.skip_separators();
        self.0.is_empty()
    }

    fn number(&mut self) -> Result<f64, SvgParseError> {
        self.skip_separators();
        let (mut has_dot, mut has_exponent) = (false, false);
        let mut before = ' ';
        let end = self.0.find(|c: char| {
            let belongs = match c {
                '0'..='9' => true,
                '+' | '-' => matches!(before, ' ' | 'e' | 'E'),
                '.' => !has_dot && !has_exponent,
                'e' | 'E' => !has_exponent && before.is_ascii_digit(),
                _ => false,
            };
            has_dot |= c == '.';
            has_exponent |= matches!(c, 'e' | 'E');
            before = c;
            !belongs
        });
        let (number, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        if number.is_empty() && rest.is_empty() {
            return Err(SvgParseError::UnexpectedEof);
        }
        self.0 = rest;
        number.parse().map_err(|_| SvgParseError::Wrong)
    }

    /// Reads the flag `0` or `1`. The next number may follow directly, without a space.
    fn flag(&mut self) -> Result<bool, PathError> {
        self.skip_separators();
        let flag = match self.0.chars().next() {
            Some('0') => false,
            Some('1') => true,
            Some(_) => {
                let found = self.0.split([' ', ',']).next().unwrap_or_default();
                return Err(PathError::Flag(found.to_owned()));
            }
            None => return Err(SvgParseError::UnexpectedEof.into()),
        };
        self.0 = &self.0[1..];
        Ok(flag)
    }
}

/// An arc with the same parameters as in an SVG path.
struct EllipticArc {
    radii: Vec2,
    /// The direction of the first radius, in degrees clockwise. 0 is to the right.
    degrees: f64,
    /// Whether the longer one of the two possible arcs is drawn.
    is_large: bool,
    /// Whether the arc runs clockwise on the sheet.
    is_clockwise: bool,
    to: Point,
}

impl EllipticArc {
    fn read(numbers: &mut ArcNumbers<'_>, pen: &Pen, is_relative: bool) -> Result<Self, PathError> {
        let radii = Vec2::new(numbers.number()?.abs(), numbers.number()?.abs());
        let degrees = numbers.number()?;
        let (is_large, is_clockwise) = (numbers.flag()?, numbers.flag()?);
        let end = Vec2::new(numbers.number()?, numbers.number()?);
        let to = if is_relative { pen.at + end } else { end.to_point() };
        Ok(Self { radii, degrees, is_large, is_clockwise, to })
    }

    /// Adds the arc to a path. The arc begins at `from`.
    ///
    /// The centre is computed from the two ends as in SVG 2 (B.2.4).
    fn append(&self, from: Point, path: &mut BezPath) {
        if from == self.to {
            return;
        }
        if self.radii.x * self.radii.y == 0.0 || !(self.radii.x * self.radii.y).is_finite() {
            path.line_to(self.to);
            return;
        }
        let (sine, cosine) = match self.degrees {
            0.0 => (0.0, 1.0),
            degrees => libm::sincos(degrees.to_radians()),
        };
        // The coordinates are converted so that the ellipse becomes a circle of radius 1. Both ends
        // are then at a distance of 1 from the centre.
        let turned = Affine::new([cosine, sine, -sine, cosine, 0.0, 0.0]);
        let back = Affine::new([cosine, -sine, sine, cosine, 0.0, 0.0]);
        let half = (back * (((from - self.to) / 2.0).to_point())).to_vec2();
        let reach = Vec2::new(half.x / self.radii.x, half.y / self.radii.y).hypot();
        // Radii that are too small are enlarged so that both ends are on the ellipse.
        let radii = self.radii * reach.max(1.0);
        let to_sheet = turned * Affine::scale_non_uniform(radii.x, radii.y);
        let unit_half = Vec2::new(half.x / radii.x, half.y / radii.y);
        let length = unit_half.hypot();
        let aside = (1.0 / (length * length) - 1.0).max(0.0).sqrt();
        let side = if self.is_large == self.is_clockwise { -1.0 } else { 1.0 };
        let centre = Vec2::new(unit_half.y, -unit_half.x) * (aside * side);
        let (start, end) = (unit_half - centre, -unit_half - centre);
        let from_angle = libm::atan2(start.y, start.x);
        let mut sweep = libm::atan2(end.y, end.x) - from_angle;
        if self.is_clockwise && sweep < 0.0 {
            sweep += TAU;
        } else if !self.is_clockwise && sweep > 0.0 {
            sweep -= TAU;
        }
        let mid = from.midpoint(self.to).to_vec2();
        let place = Affine::translate(mid) * to_sheet * Affine::translate(centre);
        append_unit(from_angle, sweep, place, self.to, path);
    }
}

/// Adds an arc of a circle of radius 1 to a path. `place` transforms the arc to its place in the
/// path, and the transformed arc ends exactly at `to`.
fn append_unit(from: f64, sweep: f64, place: Affine, to: Point, path: &mut BezPath) {
    /// An arc is still a single curve if it exceeds an eighth of a circle by at most this fraction. Such
    /// a small excess is the result of rounding.
    const MAX_ROUNDING_EXCESS: f64 = 1e-9;
    let parts = ((sweep.abs() / FRAC_PI_4) - MAX_ROUNDING_EXCESS).ceil().clamp(1.0, 2.0 * PI / FRAC_PI_4);
    let step = sweep / parts;
    // The length of the handles of a cubic curve that approximates an arc of the angle `step`.
    let handle = 4.0 / 3.0 * libm::tan(step / 4.0);
    let at = |angle: f64| {
        let (sine, cosine) = libm::sincos(angle);
        (Vec2::new(cosine, sine), Vec2::new(-sine, cosine) * handle)
    };
    for part in 0..parts as u32 {
        let (start, start_handle) = at(from + step * f64::from(part));
        let (end, end_handle) = at(from + step * f64::from(part + 1));
        let last = if f64::from(part + 1) == parts { to } else { place * end.to_point() };
        path.curve_to(place * (start + start_handle).to_point(), place * (end - end_handle).to_point(), last);
    }
}

#[cfg(test)]
mod tests {
    use kurbo::Shape as _;

    use super::*;

    /// Returns the bounding box of a path, rounded to micrometres.
    fn covered(text: &str) -> [f64; 4] {
        let rect = parse(text).unwrap().bounding_box();
        [rect.x0, rect.y0, rect.x1, rect.y1].map(|mm| (mm * 1000.0).round() / 1000.0 + 0.0)
    }

    #[test]
    fn arcs_have_the_size_and_the_side_that_their_flags_give() {
        // The first half circle runs clockwise over the top. The second runs counterclockwise along
        // the bottom.
        assert_eq!(covered("M -5 0 A 5 5 0 0 1 5 0"), [-5.0, -5.0, 5.0, 0.0]);
        assert_eq!(covered("M -5 0 a 5 5 0 0 0 10 0"), [-5.0, 0.0, 5.0, 5.0]);
        // An arc of a quarter of a circle, and then the other three quarters.
        assert_eq!(covered("M 0 -5 A 5 5 0 0 1 5 0"), [0.0, -5.0, 5.0, 0.0]);
        assert_eq!(covered("M 0 -5 A 5 5 0 1 0 5 0"), [-5.0, -5.0, 5.0, 5.0]);
        // An ellipse whose first radius points down.
        assert_eq!(covered("M 0 -8 A 8 3 90 1 1 0 8 A 8 3 90 0 1 0 -8 Z"), [-3.0, -8.0, 3.0, 8.0]);
        // Radii that are too small are enlarged.
        assert_eq!(covered("M -5 0 A 1 1 0 0 1 5 0"), [-5.0, -5.0, 5.0, 0.0]);
    }

    #[test]
    fn commands_after_an_arc_start_at_its_end() {
        let path = parse("M 1 1 h4 a2 2 0 012 2 2 2 0 01-2 2 h-4 z l 1 0").unwrap();
        let ends: Vec<Point> = path.elements().iter().filter_map(PathEl::end_point).collect();
        assert_eq!(ends[1], Point::new(5.0, 1.0));
        assert_eq!(ends.last(), Some(&Point::new(2.0, 1.0)));
        assert!(ends.contains(&Point::new(7.0, 3.0)) && ends.contains(&Point::new(1.0, 5.0)));
    }

    #[test]
    fn broken_arcs_are_mistakes() {
        assert!(parse("A 5 5 0 0 1 5 0").is_err());
        assert!(parse("M 0 0 A 5 5 0 2 1 5 0").is_err());
        assert!(parse("M 0 0 A 5 5 0 0 1 5").is_err());
        assert!(parse("M 0 0 A").is_err());
    }
}
