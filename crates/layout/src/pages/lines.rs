//! Breaks a paragraph into lines.
//!
//! - In: a shaped text and the width of its column.
//! - Out: lines with their height, and the drawings of each line.

use hexpress_game::TextFormat;
use hexpress_scene::text::wrap::TextLine;
use hexpress_scene::text::wrap::fill_lines::{FillRules, LineRoom};
use hexpress_scene::{Draw, Ink};
use hexpress_settle::Block;
use kurbo::Point;

use crate::elements::text_block::TextBlock;

/// A text that is broken into lines.
pub struct SetLines {
    block: Block,
    pub lines: Vec<TextLine>,
    /// The size of an em, in mm.
    size: f64,
}

impl SetLines {
    /// Breaks a text into lines that are at most `width` mm wide.
    pub fn new(block: Block, format: &TextFormat, width: f64, justify: bool) -> Self {
        let room = LineRoom { width: width / format.size, indent: 0.0, indented: 0 };
        let rules = FillRules { justify, ..FillRules::default() };
        let lines = block.paragraph.filled_lines(room, rules);
        Self { block, lines, size: format.size }
    }

    /// Returns the distance between two baselines, in mm.
    pub fn pitch(&self) -> f64 {
        self.block.pitch * self.size
    }

    /// Returns the width of the widest line, in mm.
    pub fn width(&self) -> f64 {
        self.lines.iter().map(TextLine::end).fold(0.0, f64::max) * self.size
    }

    /// Returns the width of a line, in mm.
    pub fn width_of(&self, line: usize) -> f64 {
        self.lines.get(line).map_or(0.0, |line| line.end() * self.size)
    }

    /// Returns the distance from the top of a line down to its baseline, in mm.
    pub fn baseline(&self) -> f64 {
        let Block { pitch, above, below, .. } = &self.block;
        ((pitch - above - below) / 2.0 + above) * self.size
    }

    /// Draws a line. Its upper left corner is at `at`.
    pub fn draw(&self, line: usize, at: Point, ink: &Ink) -> Vec<Draw> {
        let mut draws = Vec::new();
        let Some(line) = self.lines.get(line) else { return draws };
        let pen = Point::new(at.x + (line.indent - line.hang) * self.size, at.y + self.baseline());
        let parts = self.block.paragraph.parts(line);
        TextBlock(&self.block).draw_parts(parts, pen, self.size, ink, &mut draws);
        draws
    }
}

/// Returns the width of the widest word of a text, in mm.
pub fn widest_word(block: &Block, format: &TextFormat) -> f64 {
    block.paragraph.widest().map(|part| part.advance()).sum::<f64>() * format.size
}

/// Returns the width of a text on a single line, in mm.
pub fn natural_width(block: &Block, format: &TextFormat) -> f64 {
    let lines = block.paragraph.lines(f64::INFINITY);
    lines.iter().map(TextLine::end).fold(0.0, f64::max) * format.size
}
