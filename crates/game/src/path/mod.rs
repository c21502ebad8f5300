//! Reads the paths and polygons of elements.
//!
//! - In: the text of a path or a polygon.
//! - Out: a path in mm, which is at most as large as the largest sheet.
//! - Not here: where the path is placed.

pub mod along;
mod arcs;

use kurbo::{BezPath, Point, Shape as _, SvgParseError};

use self::arcs::PathError;
use hexpress_base::diag::{Result, codes};
use hexpress_base::units::ShortNumber;

/// The largest length in an element, in mm. It is the length of the largest sheet.
pub const MAX_LENGTH_MM: f64 = hexpress_scene::print::paper::MAX_SHEET;

/// The hint for a path that does not begin with the command `M`, which sets the first point.
const WITH_START: &str = "begin with M and two numbers in mm, such as \"M 0 0 L 10 5\": a line from 0 0 to 10 mm \
    right and 5 mm down";

/// Parses an SVG path in mm: `"M 0 0 L 5 5"`.
///
/// # Errors
/// The text is not a path, or the path extends too far from the origin.
pub fn curve(text: &str) -> Result<BezPath> {
    let path = arcs::parse(text).map_err(|error| {
        let no_start = matches!(error, PathError::Parser(SvgParseError::UninitializedPath));
        let message = format!("this is not an SVG path: {}", reason(error));
        let hint = without_percent(text).or_else(|| no_start.then_some(WITH_START));
        codes::BAD_VALUE.error(message).maybe_hint(hint)
    })?;
    check_reach(path)
}

/// Returns the reason why a text is not a path, for a message.
fn reason(error: PathError) -> String {
    match error {
        PathError::Flag(found) => {
            format!("the fourth and the fifth number after A must be 0 or 1, not `{found}`")
        }
        PathError::Parser(error) => match error {
            SvgParseError::Wrong => {
                "a number is missing or cannot be read; M and L take two numbers, Q four, C six, A seven"
                    .to_owned()
            }
            SvgParseError::UnexpectedEof => {
                "a number is missing at the end; M and L take two numbers, Q four, C six, A seven".to_owned()
            }
            SvgParseError::UnknownCommand(letter) => {
                format!("expected one of the letters M, L, H, V, C, S, Q, T, A and Z, found `{letter}`")
            }
            SvgParseError::UninitializedPath => "expected a starting point first, such as M 0 0".to_owned(),
            other => other.to_string(),
        },
    }
}

/// Parses the corners of a polygon in mm: `"0 0, 10 0, 5 8"`.
///
/// # Errors
/// The text has fewer than three points, a part of it is not a point, or a point is too far from the
/// origin.
pub fn polygon(text: &str) -> Result<BezPath> {
    const TOO_FEW: &str = "expected at least three points in mm, such as \"0 0, 10 0, 5 8\"";
    let mut points = Vec::new();
    for part in text.split(',') {
        let Some(point) = point(part) else {
            let message = match part.trim() {
                "" if text.trim().is_empty() => TOO_FEW.to_owned(),
                "" => "a point is missing next to a comma".to_owned(),
                part => format!("`{part}` is not a point: expected two numbers in mm, such as `10 0`"),
            };
            return Err(codes::BAD_VALUE.error(message).maybe_hint(without_percent(text)));
        };
        points.push(point);
    }
    if points.len() < 3 {
        return Err(codes::BAD_VALUE.error(TOO_FEW));
    }
    check_reach(hexpress_base::geometry::polygon(&points))
}

/// Returns a hint if the text contains percentages. Otherwise returns `None`.
fn without_percent(text: &str) -> Option<&'static str> {
    let hint = "write numbers without %; with size = \"100% x 40%\", the numbers -50 to 50 span this width \
        and height";
    text.contains('%').then_some(hint)
}

/// Parses a point, such as `10 0` or `10mm 0mm`. Returns `None` for any other text.
fn point(text: &str) -> Option<Point> {
    let numbers: Vec<&str> = text.split_whitespace().collect();
    let [x, y] = numbers.as_slice() else { return None };
    Some(Point::new(coordinate(x)?, coordinate(y)?))
}

fn coordinate(text: &str) -> Option<f64> {
    let number: f64 = text.strip_suffix("mm").unwrap_or(text).parse().ok()?;
    number.is_finite().then_some(number)
}

/// Checks that no coordinate of a path is farther than [`MAX_LENGTH_MM`] from the origin. Returns the
/// path.
fn check_reach(path: BezPath) -> Result<BezPath> {
    let bounds = path.bounding_box();
    let most = bounds.x0.abs().max(bounds.x1.abs()).max(bounds.y0.abs()).max(bounds.y1.abs());
    if most <= MAX_LENGTH_MM {
        return Ok(path);
    }
    Err(codes::BAD_VALUE
        .error(format!("this path extends more than {} mm from its origin", ShortNumber(MAX_LENGTH_MM))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_reach_at_most_the_largest_length() {
        assert!(polygon(&format!("0 0, {MAX_LENGTH_MM} 0, 5 8mm")).is_ok());
        assert!(polygon(&format!("0 0, {} 0, 5 8", MAX_LENGTH_MM + 0.001)).is_err());
        assert!(polygon("0 0, 1 1").is_err());
    }
}
