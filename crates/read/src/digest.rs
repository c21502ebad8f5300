//! Computes digests. hexpress compares the looks of two drawings by comparing digests. The look of a drawing
//! is everything that affects its appearance, except colour.
//!
//! - In: numbers, text and outlines.
//! - Out: digests of 64 bits. A plain look, without effects such as a mask or a blend mode, has the
//!   digest 0.

use kurbo::{BezPath, PathEl, Point};

/// Returns a digest of numbers.
pub(crate) fn of_numbers(numbers: &[u64]) -> u64 {
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

/// Returns a digest of text. It is never 0, because 0 stands for a plain look.
pub(crate) fn of_text(text: &str) -> u64 {
    of_numbers(&text.bytes().map(u64::from).collect::<Vec<_>>()).max(1)
}

/// Returns a digest of an outline. Coordinates are first rounded to multiples of `step`, because
/// programs differ in the precision of their numbers.
pub(crate) fn of_outline(path: &BezPath, step: f64) -> u64 {
    let mut bytes: Vec<u8> = Vec::with_capacity(path.elements().len() * 24);
    for element in path.elements() {
        let (kind, points): (u64, &[Point]) = match element {
            PathEl::MoveTo(p) => (0, &[*p]),
            PathEl::LineTo(p) => (1, &[*p]),
            PathEl::QuadTo(p, q) => (2, &[*p, *q]),
            PathEl::CurveTo(p, q, r) => (3, &[*p, *q, *r]),
            PathEl::ClosePath => (4, &[]),
        };
        bytes.extend(kind.to_le_bytes());
        for value in points.iter().flat_map(|p| [p.x, p.y]) {
            bytes.extend(((value / step).round() as i64).to_le_bytes());
        }
    }
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

/// Combines two digests. `own` is the digest of a drawing's own look. `outer` is the digest of the
/// effects that the clips and groups around the drawing have on it. The result is 0 only if both
/// digests are 0.
pub(crate) fn combined(outer: u64, own: u64) -> u64 {
    match (outer, own) {
        (0, one) | (one, 0) => one,
        (outer, own) => of_numbers(&[outer, own]).max(1),
    }
}
