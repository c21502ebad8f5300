//! Writes text on pages that are not part of the game.
//!
//! - In: strings, sizes in points, and places in mm.
//! - Out: texts in the default font.
//! - Not here: drawing pieces.

use kurbo::Point;

use crate::draw::painter::line_of_text;
use hexpress_base::units::Mm;
use hexpress_scene::text::Shaper;
use hexpress_scene::{Drawing, Ink};

/// The distance between baselines in a paragraph, in ems.
const LINE_PITCH: f64 = 1.3;

/// Writes text on a page.
pub struct TextPen<'s, 'f> {
    shaper: &'s Shaper<'f>,
    /// The drawings that are already on the page. Callers may add drawings directly.
    pub drawings: Vec<Drawing>,
    /// The ink for texts that are written later.
    pub ink: Ink,
}

/// The position of a line of text relative to the point at which it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TextSide {
    /// The line begins at the point.
    Right,
    /// The line ends at the point.
    Left,
    /// The middle of the line is at the point.
    Middle,
}

impl<'s, 'f> TextPen<'s, 'f> {
    /// Returns a pen with black ink for an empty page.
    pub fn new(shaper: &'s Shaper<'f>) -> Self {
        Self { shaper, drawings: Vec::new(), ink: Ink::black() }
    }

    /// Writes a line of text. `at` is a point on the baseline: its start, end or middle, depending
    /// on `side`. Returns the length of the line in mm.
    pub fn write(&mut self, text: &str, points: f64, at: Point, side: TextSide) -> f64 {
        let Some(shaped) = self.shaper.plain(text) else { return 0.0 };
        let size = Mm::from_pt(points).0;
        let length = shaped.advance * size;
        let back = match side {
            TextSide::Right => 0.0,
            TextSide::Left => length,
            TextSide::Middle => length / 2.0,
        };
        self.drawings.push(line_of_text(&shaped, size, Point::new(at.x - back, at.y), self.ink.clone()));
        length
    }

    /// Returns the length of a line of text, in mm.
    pub fn length(&self, text: &str, points: f64) -> f64 {
        self.shaper.plain(text).map_or(0.0, |shaped| shaped.advance * Mm::from_pt(points).0)
    }

    /// Writes a paragraph. Its lines are at most `width` mm long, and the first baseline begins at
    /// `at`. Returns the point where the next line would begin.
    pub fn paragraph(&mut self, text: &str, points: f64, mut at: Point, width: f64) -> Point {
        for line in wrapped(text, |line| self.length(line, points) <= width) {
            self.write(&line, points, at, TextSide::Right);
            at.y += Mm::from_pt(points).0 * LINE_PITCH;
        }
        at
    }
}

/// Breaks a paragraph into lines. Each line has as many words as possible, but at least one. `fits`
/// returns whether a line is short enough.
pub fn wrapped(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().map(|line| (format!("{line} {word}"), line)) {
            Some((longer, line)) if fits(&longer) => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_too_long_has_a_line_of_its_own() {
        let lines = wrapped("a bc  defghi j", |line| line.len() <= 4);
        assert_eq!(lines, ["a bc", "defghi", "j"]);
        assert!(wrapped("  ", |_| true).is_empty());
    }
}
