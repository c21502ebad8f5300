//! The writing on pages that are no part of the game.

use kurbo::Point;

use crate::base::units::Mm;
use crate::layout::draw::painter::line_of_text;
use crate::scene::{Draw, Ink};
use crate::text::Shaper;

/// Writes on such a page.
pub struct Pen<'s, 'f> {
    shaper: &'s Shaper<'f>,
    /// Everything that was drawn.
    pub draws: Vec<Draw>,
    /// What it writes in.
    pub ink: Ink,
}

/// Where a line of text stands from the point it is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TextSide {
    /// It begins there.
    Right,
    /// It ends there.
    Left,
    /// It stands on both sides of it.
    Middle,
}

impl<'s, 'f> Pen<'s, 'f> {
    /// A pen for an empty page, in black.
    pub fn new(shaper: &'s Shaper<'f>) -> Self {
        Self { shaper, draws: Vec::new(), ink: Ink::black() }
    }

    /// A line of text in so many points, its baseline at `at`. How long it is, in mm.
    pub fn write(&mut self, text: &str, points: f64, at: Point, side: TextSide) -> f64 {
        let Some(shaped) = self.shaper.plain(text) else { return 0.0 };
        let size = Mm::from_pt(points).0;
        let length = shaped.advance * size;
        let back = match side {
            TextSide::Right => 0.0,
            TextSide::Left => length,
            TextSide::Middle => length / 2.0,
        };
        self.draws.push(line_of_text(&shaped, size, Point::new(at.x - back, at.y), self.ink.clone()));
        length
    }

    /// How long a line of text in so many points is, in mm.
    pub fn length(&self, text: &str, points: f64) -> f64 {
        self.shaper.plain(text).map_or(0.0, |shaped| shaped.advance * Mm::from_pt(points).0)
    }

    /// A paragraph in lines no longer than `width` mm. Where the next one begins.
    pub fn paragraph(&mut self, text: &str, points: f64, mut at: Point, width: f64) -> Point {
        for line in lines(text, |line| self.length(line, points) <= width) {
            self.write(&line, points, at, TextSide::Right);
            at.y += Mm::from_pt(points).0 * 1.3;
        }
        at
    }
}

/// The lines of a paragraph: as many words in each as fit, and one at least.
pub fn lines(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().map(|line| (format!("{line} {word}"), line)) {
            Some((longer, line)) if fits(&longer) => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
