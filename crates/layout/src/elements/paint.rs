//! Chooses the inks of a shape.
//!
//! - In: the settled colours of an element (all their values are computed).
//! - Out: a fill, a line, and a colour for shapes that have neither fill nor line.
//! - Not here: replacing inks for printing with little ink (`draw::inking`).

use kurbo::BezPath;

use crate::draw::frame::Frame;
use hexpress_scene::{Drawing, Ink, Stroke};
use hexpress_settle::Colours;

/// The inks of an element.
#[derive(Debug, Clone)]
pub struct Paint {
    /// Whether the layout sets a fill. True also for `fill = "none"`, because this value replaces
    /// the default fill of a shape.
    pub given: bool,
    pub fill: Option<Ink>,
    pub line: Option<Stroke>,
    /// The ink for shapes that have neither a fill nor a line. The default is black.
    pub colour: Ink,
}

impl Paint {
    /// Returns the inks for the settled colours of an element.
    pub fn new(Colours { given, fill, line, colour }: &Colours) -> Self {
        let colour = colour.clone().unwrap_or_else(Ink::black);
        Self { given: *given, fill: fill.clone(), line: line.clone(), colour }
    }

    /// Returns the inks of a figure. If the figure would have neither fill nor line, it is filled
    /// with its colour so that it is visible.
    pub fn of_figure(self) -> Self {
        let is_bare = !self.given && self.line.is_none();
        Self { fill: if is_bare { Some(self.colour.clone()) } else { self.fill }, ..self }
    }

    /// Returns a path drawn in these inks.
    pub fn draw(self, path: BezPath) -> Drawing {
        Drawing::Path { path, fill: self.fill, stroke: self.line }
    }

    /// Fills the whole piece including its bleed, and draws the line along the cut.
    pub fn fill_piece(self, frame: &Frame) -> Vec<Drawing> {
        if frame.bleed == 0.0 {
            return vec![self.draw(frame.outline())];
        }
        let area = Drawing::Path { path: frame.bled().outline(), fill: self.fill, stroke: None };
        let rim = self.line.map(|line| Drawing::stroked(frame.outline(), line));
        [area].into_iter().chain(rim).collect()
    }
}
