//! Paths and polygons as they are typed.

use kurbo::{BezPath, Shape as _, SvgParseError};

use crate::base::units::Trimmed;
use crate::diag::{Result, codes};

/// The largest length an element may have, in mm.
pub const LARGEST: f64 = crate::print::paper::MAX_SHEET;

/// `"M 0 0 L 5 5"`: a path as SVG writes it, in mm, without arcs.
///
/// # Errors
/// What is wrong with it.
pub fn curve(text: &str) -> Result<BezPath> {
    if text.contains(['a', 'A']) {
        // Their conversion needs the platform's sine, which differs from machine to machine.
        return Err(codes::BAD_VALUE.error("arcs are not taken here: draw them with C, S, Q or T"));
    }
    let path = BezPath::from_svg(text).map_err(|error| match error {
        SvgParseError::Wrong => "this is no SVG path: something stands where a number is meant".to_owned(),
        SvgParseError::UnexpectedEof => {
            "this is no SVG path: it ends where another number is meant; M and L take two, Q four, C six"
                .to_owned()
        }
        SvgParseError::UnknownCommand(letter) => {
            format!("this is no SVG path: `{letter}` is none of the letters M, L, H, V, C, S, Q, T and Z")
        }
        SvgParseError::UninitializedPath => {
            "this is no SVG path: it begins with a place to start from, such as M 0 0".to_owned()
        }
        other => format!("this is no SVG path: {other}"),
    });
    path.map_err(|what| codes::BAD_VALUE.error(what)).and_then(within_reach)
}

/// `"0 0, 10 0, 5 8"`: points in mm.
///
/// # Errors
/// These are not three points or more.
pub fn polygon(text: &str) -> Result<BezPath> {
    let wrong =
        || codes::BAD_VALUE.error("a polygon is at least three points in mm, such as \"0 0, 10 0, 5 8\"");
    let mut points = Vec::new();
    for pair in text.split(',') {
        let numbers: Vec<&str> = pair.split_whitespace().collect();
        let [x, y] = numbers.as_slice() else { return Err(wrong()) };
        let number =
            |t: &str| t.strip_suffix("mm").unwrap_or(t).parse::<f64>().ok().filter(|n| n.is_finite());
        let (Some(x), Some(y)) = (number(x), number(y)) else { return Err(wrong()) };
        points.push(kurbo::Point::new(x, y));
    }
    if points.len() < 3 { Err(wrong()) } else { within_reach(crate::base::hex::polygon(&points)) }
}

/// A path that reaches no further than an element may.
fn within_reach(path: BezPath) -> Result<BezPath> {
    let bounds = path.bounding_box();
    let most = bounds.x0.abs().max(bounds.x1.abs()).max(bounds.y0.abs()).max(bounds.y1.abs());
    let message = || format!("this path reaches further than {} mm", Trimmed(LARGEST));
    if most <= LARGEST { Ok(path) } else { Err(codes::BAD_VALUE.error(message())) }
}
