//! Text that a program sets in a font: `<text>`.
//!
//! An element goes in. Its text comes out, with a width that no usual font falls below, because no font is loaded. Text
//! that hexpress wrote has outlines and is read in `letters`.

use kurbo::{Affine, Point, Rect, Vec2};
use roxmltree::Node;

use super::paint::length;
use super::style::State;
use crate::item::degrees;
use crate::{Balance, Text};

/// The least width of a letter on average, in ems. A letter of an ideographic script has 0.9.
const NARROW: f64 = 0.4;
/// The height of letters above the baseline, in ems.
const HIGH: f64 = 0.7;

/// A line of text of an SVG.
pub struct SvgLine<'s> {
    pub string: String,
    /// Where it begins, in the units of the element.
    pub at: Point,
    pub state: &'s State,
    /// The width that the file gives the line.
    pub width: Option<f64>,
}

/// Returns the place that a `text` or a `tspan` gives its text: the first entry of each of its lists.
pub fn place(node: Node<'_, '_>, state: &State) -> TextPlace {
    let (w, h) = state.frame;
    let [dx, dy] = [("dx", w), ("dy", h)].map(|(key, whole)| first_length(node, key, whole, state));
    let shift = Vec2::new(dx.unwrap_or(0.0), dy.unwrap_or(0.0));
    TextPlace { x: first_length(node, "x", w, state), y: first_length(node, "y", h, state), shift }
}

/// The place that an element gives its text, in the units of the element.
pub struct TextPlace {
    /// The start across; `None` if the text goes on where the last one ended.
    pub x: Option<f64>,
    /// The baseline; `None` if it is that of the last text.
    pub y: Option<f64>,
    /// A vector from there.
    pub shift: Vec2,
}

/// Returns the first length of a list in an attribute. A percentage is a share of `whole`.
fn first_length(node: Node<'_, '_>, key: &str, whole: f64, state: &State) -> Option<f64> {
    let list = node.attribute(key)?;
    length(list.split([',', ' ']).find(|word| !word.is_empty())?, whole, state.words.size)
}

/// Returns the least width of a line of text, in ems.
pub fn narrow(string: &str) -> f64 {
    string.chars().map(|c| if u32::from(c) >= 0x2E80 { 0.9 } else { NARROW }).sum()
}

/// Returns a text without white space at its ends, and with one space for each run of white space inside.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl SvgLine<'_> {
    /// Returns the text on the page; `None` if it has no size.
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
