//! Breaks a paragraph into lines.
//!
//! - In: a shaped text and the width of its column.
//! - Out: lines with their height, and the drawings of each line.

use hexpress_base::geometry::span;
use hexpress_game::TextFormat;
use hexpress_game::pages::{CellAlignment, Link};
use hexpress_scene::text::wrap::fill_lines::{FillRules, LineRoom};
use hexpress_scene::text::wrap::{TextLine, WordPart};
use hexpress_scene::{Drawing, Ink};
use hexpress_settle::Block;
use kurbo::{Point, Rect};

use crate::elements::text_block::TextBlock;

/// A text that is broken into lines.
pub struct SetLines {
    block: Block,
    pub lines: Vec<TextLine>,
    /// The size of an em, in mm.
    size: f64,
    /// The width of the column, in mm.
    room: f64,
    pub align: CellAlignment,
}

/// A part of a line that belongs to a single link, or to no link.
pub struct LineSegment {
    /// The index of the link to which the part belongs. `None` if the part belongs to no link.
    pub link: Option<usize>,
    pub drawings: Vec<Drawing>,
    /// The box of the part, in mm. It is as high as the line.
    pub area: Rect,
}

impl SetLines {
    /// Breaks a text into lines that are at most `width` mm wide.
    pub fn new(block: Block, format: &TextFormat, width: f64, justify: bool) -> Self {
        let room = LineRoom { width: width / format.size, indent: 0.0, indented_lines: 0 };
        let rules = FillRules { justify, ..FillRules::default() };
        let lines = block.paragraph.filled_lines(room, rules);
        Self { block, lines, size: format.size, room: width, align: CellAlignment::Start }
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

    /// Draws a line of text. `at` is the upper left corner of the space for the line in its column.
    pub fn draw(&self, line: usize, at: Point, ink: &Ink) -> Vec<Drawing> {
        self.segments(line, at, &[], ink).into_iter().flat_map(|segment| segment.drawings).collect()
    }

    /// Returns the box of a line in mm. `at` is the upper left corner of the space for the line in its
    /// column.
    pub fn area(&self, line: usize, at: Point) -> Rect {
        let Some(found) = self.lines.get(line) else { return Rect::ZERO };
        let left = at.x + self.shift(found);
        Rect::new(left, at.y, left + self.width_of(line), at.y + self.pitch())
    }

    /// Returns the distance from the left edge of the column to the left end of a line, in mm. If
    /// text runs from right to left, lines begin at the right edge.
    fn shift(&self, line: &TextLine) -> f64 {
        let free = self.room - line.end() * self.size;
        match self.align {
            _ if free.is_infinite() => 0.0,
            CellAlignment::Start if self.block.paragraph.runs_leftwards() => free,
            CellAlignment::Start | CellAlignment::Left => 0.0,
            CellAlignment::Middle => free / 2.0,
            CellAlignment::Right => free,
        }
    }

    /// Draws a line of text as segments. A new segment begins where a link begins or ends. `at` is the
    /// upper left corner of the space for the line in its column.
    pub fn segments(&self, line: usize, at: Point, links: &[Link], ink: &Ink) -> Vec<LineSegment> {
        let Some(line) = self.lines.get(line) else { return Vec::new() };
        let left = at.x + self.shift(line) + (line.indent - line.hang) * self.size;
        let mut pen = Point::new(left, at.y + self.baseline());
        let link_of = |part: &WordPart| links.iter().position(|link| link.inlines.contains(&part.index));
        let text = TextBlock(&self.block);
        let area = |x0: f64, x1: f64| Rect::new(x0, at.y, x1, at.y + self.pitch());
        let mut segments = Vec::new();
        if let Some(placed) = self.block.paragraph.placed_parts(line) {
            for chunk in placed.chunk_by(|a, b| link_of(a.part) == link_of(b.part)) {
                let mut drawings = Vec::new();
                text.draw_placed(chunk, pen, self.size, ink, &mut drawings);
                let link = chunk.first().and_then(|placed| link_of(placed.part));
                let ends = chunk.iter().map(|placed| [placed.left, placed.left + placed.part.advance()]);
                let (x0, x1) = span(ends.flatten().map(|x| pen.x + x * self.size));
                segments.push(LineSegment { link, drawings, area: area(x0, x1) });
            }
            return segments;
        }
        let parts: Vec<(&WordPart, f64)> = self.block.paragraph.parts(line).collect();
        for chunk in parts.chunk_by(|(a, _), (b, _)| link_of(a) == link_of(b)) {
            let mut drawings = Vec::new();
            let start = pen.x;
            pen = text.draw_parts(chunk.iter().copied(), pen, self.size, ink, &mut drawings);
            let link = chunk.first().and_then(|(part, _)| link_of(part));
            segments.push(LineSegment { link, drawings, area: area(start, pen.x) });
        }
        segments
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
