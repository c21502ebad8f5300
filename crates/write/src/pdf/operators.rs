//! Writes the operators that draw the paths of a page, with their operands.
//!
//! - In: shapes in mm, with y pointing down.
//! - Out: text in points, with y pointing up. It is appended to `out`.
//! - Not here: deciding what is drawn.

use kurbo::{Affine, BezPath, PathEl, Point};

use super::colours::Colours;
use crate::number;
use hexpress_base::units::PT_PER_MM;
use hexpress_scene::{Ink, Stroke};

/// Appends numbers with three decimals. A space follows each number.
///
/// With three decimals of a point, the rounding error of a length is at most 0.18 µm.
pub fn numbers(values: &[f64], out: &mut String) {
    for value in values {
        number::push(out, *value, 3);
        out.push(' ');
    }
}

/// Appends the coefficients of a matrix with seven decimals.
///
/// With only three decimals, a point at a distance of 400 mm from the origin could move by 0.2 mm.
pub fn fine(cells: &[f64], out: &mut String) {
    for cell in cells {
        number::push(out, *cell, 7);
        out.push(' ');
    }
}

/// Appends the operator `cm` for a transform. The transform is for coordinates in mm, with y
/// pointing down. Appends nothing for the identity.
pub fn transform(transform: Affine, out: &mut String) {
    if transform == Affine::IDENTITY {
        return;
    }
    let [a, b, c, d, e, f] = transform.as_coeffs();
    if [a, b, c, d] == [1.0, 0.0, 0.0, 1.0] {
        out.push_str("1 0 0 1 ");
    } else {
        fine(&[a, -b, -c, d], out);
    }
    point(Point::new(e, f), out);
    out.push_str("cm\n");
}

/// Appends the operator `cm` for a picture. `transform` maps the unit square to the area of the
/// picture.
///
/// In a PDF, the first row of pixels is at `y = 1`.
pub fn square(transform: Affine, out: &mut String) {
    let [a, b, c, d, e, f] = transform.as_coeffs();
    fine(&[a, -b, -c, d, c + e, -d - f].map(|cell| cell * PT_PER_MM), out);
    out.push_str("cm ");
}

/// Appends a point whose coordinates are given in mm.
pub fn point(point: Point, out: &mut String) {
    numbers(&[point.x * PT_PER_MM, -point.y * PT_PER_MM], out);
}

/// Appends a path, and the operators that fill and stroke it.
pub fn paint(
    colours: &Colours,
    path: &BezPath,
    fill: Option<&Ink>,
    given_stroke: Option<&Stroke>,
    out: &mut String,
) {
    // A line of width 0 is left out. If it were in the PDF, viewers would draw it as thin as the device can.
    let stroke = given_stroke.filter(|stroke| stroke.width > 0.0);
    if let Some(fill) = fill {
        colours.fill(fill, out);
    }
    if let Some(stroke) = stroke {
        colours.stroke(&stroke.ink, out);
        numbers(&[stroke.width * PT_PER_MM], out);
        out.push_str("w\n");
        if stroke.round {
            out.push_str("1 J 1 j\n");
        }
        if !stroke.dash.is_empty() {
            out.push('[');
            for length in &stroke.dash {
                numbers(&[length * PT_PER_MM], out);
            }
            out.push_str("] ");
            numbers(&[stroke.phase * PT_PER_MM], out);
            out.push_str("d\n");
        }
    }
    outline(path, out);
    out.push_str(match (fill, stroke) {
        (Some(_), Some(_)) => "B\n",
        (Some(_), None) => "f\n",
        (None, Some(_)) => "S\n",
        (None, None) => "n\n",
    });
    if let Some(stroke) = stroke {
        if stroke.round {
            out.push_str("0 J 0 j\n");
        }
        if !stroke.dash.is_empty() {
            out.push_str("[] 0 d\n");
        }
    }
}

/// Appends a path that is filled by the even-odd rule.
pub fn even_odd(colours: &Colours, path: &BezPath, fill: &Ink, out: &mut String) {
    colours.fill(fill, out);
    outline(path, out);
    out.push_str("f*\n");
}

/// Appends the segments of a path.
pub fn outline(path: &BezPath, out: &mut String) {
    let mut last = Point::ZERO;
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => segment(&[p], "m\n", out),
            PathEl::LineTo(p) => segment(&[p], "l\n", out),
            // A quadratic curve becomes a cubic curve. A control point of the cubic curve is two thirds
            // of the way from an end to the control point of the quadratic curve.
            PathEl::QuadTo(c, p) => {
                segment(&[last + (c - last) * (2.0 / 3.0), p + (c - p) * (2.0 / 3.0), p], "c\n", out);
            }
            PathEl::CurveTo(a, b, p) => segment(&[a, b, p], "c\n", out),
            PathEl::ClosePath => out.push_str("h\n"),
        }
        last = element.end_point().unwrap_or(last);
    }
}

/// Appends points in mm, followed by an operator.
fn segment(points: &[Point], operator: &str, out: &mut String) {
    for end in points {
        point(*end, out);
    }
    out.push_str(operator);
}

/// The two hexadecimal digits of each byte, from 00 to FF.
const HEX_DIGITS: &str = "\
    000102030405060708090A0B0C0D0E0F\
    101112131415161718191A1B1C1D1E1F\
    202122232425262728292A2B2C2D2E2F\
    303132333435363738393A3B3C3D3E3F\
    404142434445464748494A4B4C4D4E4F\
    505152535455565758595A5B5C5D5E5F\
    606162636465666768696A6B6C6D6E6F\
    707172737475767778797A7B7C7D7E7F\
    808182838485868788898A8B8C8D8E8F\
    909192939495969798999A9B9C9D9E9F\
    A0A1A2A3A4A5A6A7A8A9AAABACADAEAF\
    B0B1B2B3B4B5B6B7B8B9BABBBCBDBEBF\
    C0C1C2C3C4C5C6C7C8C9CACBCCCDCECF\
    D0D1D2D3D4D5D6D7D8D9DADBDCDDDEDF\
    E0E1E2E3E4E5E6E7E8E9EAEBECEDEEEF\
    F0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF\
    ";

/// Appends a number as four hexadecimal digits.
pub fn push_hex(out: &mut String, number: u16) {
    for byte in number.to_be_bytes() {
        let at = 2 * usize::from(byte);
        out.push_str(HEX_DIGITS.get(at..at + 2).unwrap_or_default());
    }
}
