//! Words that a file leaves to a font: `<text>`. No font is looked for, so how wide they are is not known; what is
//! taken is less than any usual font has, and nothing is said of words that they do not bear out.

use kurbo::{Affine, Point, Rect, Vec2};
use roxmltree::Node;

use super::paint::length;
use super::style::State;
use crate::read::item::degrees;
use crate::read::{Balance, Text};

/// The width that a letter has at least, in ems, on average; of scripts that are written in squares, one.
const NARROW: f64 = 0.4;
/// The height of letters above the baseline, in ems.
const HIGH: f64 = 0.7;

/// A line of words as it stands in a file.
pub struct SvgLine<'s> {
    pub string: String,
    /// Where it begins, in the units of the element.
    pub at: Point,
    pub state: &'s State,
    /// How wide it is, where the file says so.
    pub width: Option<f64>,
}

/// Where a `text` or a `tspan` says that it stands: the first of each of its lists.
pub fn place(node: Node<'_, '_>, state: &State) -> (Option<f64>, Option<f64>, Vec2) {
    let first = |key: &str, whole: f64| {
        let text = node.attribute(key)?;
        length(text.split([',', ' ']).find(|word| !word.is_empty())?, whole, state.words.size)
    };
    let (w, h) = state.frame;
    let shift = Vec2::new(first("dx", w).unwrap_or(0.0), first("dy", h).unwrap_or(0.0));
    (first("x", w), first("y", h), shift)
}

/// How wide a line of words is at least, in ems.
pub fn narrow(string: &str) -> f64 {
    string.chars().map(|c| if u32::from(c) >= 0x2E80 { 0.9 } else { NARROW }).sum()
}

/// Words with blanks as XML has them: many are one, and none at the ends.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl SvgLine<'_> {
    /// The words on the page; none where they have no size.
    pub fn text(&self) -> Option<Text> {
        let words = &self.state.words;
        let transform = self.state.transform;
        let em = words.size;
        let wide = self.width.unwrap_or_else(|| narrow(&self.string) * em);
        let start = self.at + Vec2::new(-wide * words.anchor, words.drop * em);
        let place = transform * Affine::translate(start.to_vec2());
        let along = place * Point::new(1.0, 0.0) - place * Point::ORIGIN;
        let size = transform.determinant().abs() / along.hypot() * em;
        let colour = self.state.area().filter(|_| size.is_finite() && size > 0.0)?;
        let corners =
            [(0.0, 0.0), (wide, 0.0), (wide, -HIGH * em), (0.0, -HIGH * em)].map(|c| place * Point::from(c));
        let [a, b, c, d] = corners;
        Some(Text {
            string: self.string.clone(),
            font: self.state.words.family.clone(),
            size,
            angle: degrees(along),
            origin: place * Point::ORIGIN,
            corners,
            colour,
            outline: Rect::from_points(a, c).union(Rect::from_points(b, d)),
            invisible: false,
            balance: Balance::default(),
            glyphs: 0,
        })
    }
}
