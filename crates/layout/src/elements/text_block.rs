//! Sets blocks of text: breaks lines, aligns them in a box, shrinks them to fit, and draws them.
//!
//! - In: a settled block of text (all its values are computed), and its box.
//! - Out: a [`BlockLayout`], and its drawings.
//! - Not here: shaping letters. The text of the block is already shaped.

use kurbo::{Affine, Point, Rect, Size, Vec2};
use std::ops::Deref;

use super::font_run::FontRun;
use super::text_fit::{SetText, next_smaller};
use crate::draw::painter::line_of_text;
use crate::draw::placing::Placing;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::{PT_PER_MM, ShortNumber};
use hexpress_game::TextFormat;
use hexpress_game::text_flow::TextColumns;
use hexpress_language::values::value::Alignment;
use hexpress_scene::text::wrap::fill_lines::{FillRules, LineRoom};
use hexpress_scene::text::wrap::{PartContent, PlacedPart, TextLine, WordPart};
use hexpress_scene::{Drawing, Group, Ink};
use hexpress_settle::shaped_texts::{ICON_SPACE_EMS, beginning};
use hexpress_settle::{Block, DropCapital, InlineIcon};

/// A block of text that is not yet broken into lines.
pub struct TextBlock<'b>(pub &'b Block);

impl Deref for TextBlock<'_> {
    type Target = Block;

    fn deref(&self) -> &Block {
        self.0
    }
}

#[derive(Debug, Clone, Copy)]
pub struct BlockAlignment {
    pub across: Alignment,
    pub down: Alignment,
}

/// A block that is broken into lines. All lengths are in mm. Coordinates are relative to the middle
/// of the block's box.
pub struct BlockLayout {
    lines: Vec<PlacedLine>,
    columns: ColumnGrid,
    /// The size of an em, which is the font size.
    pub size: f64,
    /// The size of the box in which the lines are aligned.
    pub object: Size,
    /// The y coordinate of the first baseline.
    first: f64,
    across: Alignment,
}

struct PlacedLine {
    line: TextLine,
    column: u32,
    /// The index of the line in its column.
    row: usize,
}

/// The columns of a block, in mm.
#[derive(Clone, Copy)]
struct ColumnGrid {
    count: u32,
    width: f64,
    /// The distance from the left edge of a column to the left edge of the next one.
    step: f64,
}

/// The smallest font size that hints propose, in points. Smaller letters would be hard to read.
const MIN_PROPOSED_PT: f64 = 5.0;
/// The largest difference that counts as a rounding error, in mm.
const ROUNDING_MM: f64 = 1e-6;

impl TextBlock<'_> {
    /// Breaks a text without a box into lines. Lines end only at the line breaks of the text.
    ///
    /// # Errors
    /// A line extends beyond the edge of its piece.
    pub fn without_box(
        &self,
        format: &TextFormat,
        across: Alignment,
        at: &Placing<'_>,
    ) -> Result<BlockLayout> {
        let lines = self.in_columns(self.paragraph.lines(f64::INFINITY), 1, |_| true);
        let widest = widest_advance(&lines);
        let last = lines.len().saturating_sub(1) as f64;
        let columns = ColumnGrid { count: 1, width: 0.0, step: 0.0 };
        let (size, object) = (format.size, Size::ZERO);
        let mut layout = BlockLayout { lines, columns, size, object, first: 0.0, across };
        at.shrunk(format, &self.string, |size| {
            let height = (last * self.pitch + self.cap) * size;
            layout.size = size;
            if !format.align.baseline {
                layout.object = Size::new(widest * size, height);
                layout.first = self.cap * size - height / 2.0;
            }
            layout.columns.width = layout.object.width;
            SetText { object: layout.object, ink: self.ink_bounds(&layout) }
        })?;
        Ok(layout)
    }

    /// Breaks a block into lines in its box, at the largest font size that fits.
    ///
    /// # Errors
    /// The block does not fit even at its smallest size. The error contains the distance by which the
    /// block is too large.
    pub fn in_box(&self, format: &TextFormat, area: Size, alignment: BlockAlignment) -> Result<BlockLayout> {
        let columns = column_grid(format, area)?;
        let room = Size::new(columns.width, area.height);
        let mut size = format.size;
        let lines = loop {
            let broken = self.broken(format, (room.width + ROUNDING_MM) / size, alignment.across);
            let has_room = |lines: &[PlacedLine]| self.excess(lines, size, room).height <= ROUNDING_MM;
            let lines = self.in_columns(broken, columns.count, has_room);
            let excess = self.excess(&lines, size, room);
            if excess.width <= 2.0 * ROUNDING_MM && excess.height <= ROUNDING_MM {
                break lines;
            }
            if size <= format.min_size {
                return Err(self.too_large(excess, size, room));
            }
            size = next_smaller(format, size);
        };
        let last = self.last_row(&lines) as f64;
        let half = area.height / 2.0;
        let first = match alignment.down {
            Alignment::Start => self.above * size - half,
            Alignment::Middle => (self.cap - last * self.pitch) * size / 2.0,
            Alignment::End => half - (self.below + last * self.pitch) * size,
        };
        // The last line of a justified text is not justified. It is aligned with the side at which
        // lines begin.
        let across = match alignment.across {
            Alignment::Start if format.align.justify && self.paragraph.runs_leftwards() => Alignment::End,
            across => across,
        };
        let mut layout = BlockLayout { lines, columns, size, object: area, first, across };
        // If accents on capitals are higher than the ascent of the font, the block moves down, so that the
        // accents are inside the box.
        let ink = self.ink_bounds(&layout);
        layout.first += (-half - ink.y0).max(0.0) - (ink.y1 - half).max(0.0);
        Ok(layout)
    }

    /// Breaks a block into lines that are at most `width` ems long.
    fn broken(&self, format: &TextFormat, width: f64, across: Alignment) -> Vec<TextLine> {
        let (flow, justify) = (format.flow, format.align.justify);
        if !justify && !flow.hangs && flow.hyphens.is_none() && self.drop_capital.is_none() {
            return self.paragraph.lines(width);
        }
        let (indent, indented_lines) =
            self.drop_capital.as_ref().map_or((0.0, 0), |capital| (capital.indent, capital.lines as usize));
        let rules = FillRules {
            justify,
            hang_left: flow.hangs && across == Alignment::Start,
            hang_right: flow.hangs && (justify || across == Alignment::End),
        };
        self.paragraph.filled_lines(LineRoom { width, indent, indented_lines }, rules)
    }

    /// Distributes lines over columns of about the same height.
    ///
    /// If a column break would separate a single line from the rest of its paragraph, tries columns with one
    /// more row. `has_room` returns whether these columns fit.
    fn in_columns(
        &self,
        lines: Vec<TextLine>,
        count: u32,
        has_room: impl Fn(&[PlacedLine]) -> bool,
    ) -> Vec<PlacedLine> {
        let rows = lines.len().div_ceil(count.max(1) as usize);
        let higher = (count > 1).then(|| self.in_rows(lines.clone(), count, rows + 1));
        let even = self.in_rows(lines, count, rows);
        match higher {
            Some(higher)
                if self.separates_a_line(&even) && !self.separates_a_line(&higher) && has_room(&higher) =>
            {
                higher
            }
            _ => even,
        }
    }

    /// Returns whether the first or the last line of a paragraph is in another column than the rest of
    /// the paragraph.
    fn separates_a_line(&self, lines: &[PlacedLine]) -> bool {
        let ends = |index: usize| self.paragraph.ends_paragraph(&lines[index].line);
        (1..lines.len()).filter(|next| lines[next - 1].column != lines[*next].column).any(|next| {
            let begins_before = next == 1 || ends(next - 2);
            !ends(next - 1) && (begins_before || next + 1 == lines.len() || ends(next))
        })
    }

    /// Distributes lines over columns with `rows` rows each. An empty line at the top of a column is
    /// left out, except in the first column.
    fn in_rows(&self, lines: Vec<TextLine>, count: u32, rows: usize) -> Vec<PlacedLine> {
        let mut placed: Vec<PlacedLine> = Vec::with_capacity(lines.len());
        let (mut column, mut row) = (0, 0);
        for line in lines {
            if row == rows && column + 1 < count {
                (column, row) = (column + 1, 0);
            }
            if column > 0 && row == 0 && self.paragraph.parts(&line).next().is_none() {
                continue;
            }
            placed.push(PlacedLine { line, column, row });
            row += 1;
        }
        placed
    }

    /// Returns the index of the last row with a line. If the large first letter extends farther down, returns
    /// the last row of this letter.
    fn last_row(&self, lines: &[PlacedLine]) -> usize {
        let capital = self.drop_capital.as_ref().map_or(0, |capital| capital.lines as usize - 1);
        lines.iter().map(|placed| placed.row).fold(capital, usize::max)
    }

    /// Returns by how much the lines exceed the box `area`, in width and in height, in mm.
    fn excess(&self, lines: &[PlacedLine], size: f64, area: Size) -> Size {
        let last_row = self.last_row(lines);
        let inks = |row| {
            let in_row = lines.iter().filter(move |placed| placed.row == row);
            in_row.map(|placed| self.paragraph.ink_bounds(&placed.line))
        };
        let above = inks(0).map(|ink| -ink.y0).fold(self.above, f64::max);
        let below = inks(last_row).map(|ink| ink.y1).fold(self.below, f64::max);
        let height = last_row as f64 * self.pitch + above + below;
        Size::new(widest_advance(lines) * size - area.width, height * size - area.height)
    }

    /// Returns the error for a block that is larger than its box.
    fn too_large(&self, excess: Size, size: f64, area: Size) -> Diagnostic {
        let text = beginning(&self.string);
        // The text fits at `share` times its font size. Every word then becomes narrower by this factor. The
        // height of the text shrinks by at least this factor, because more words fit on a line.
        let shrink = |share: f64| {
            let fits = (size * PT_PER_MM * share * 4.0).floor() / 4.0;
            match fits >= MIN_PROPOSED_PT {
                true => format!("let the text shrink to {0} pt (shrink = \"{0}pt\")", ShortNumber(fits)),
                false => "write a smaller size in `font`".to_owned(),
            }
        };
        let (message, hint) = if excess.width > ROUNDING_MM {
            let word = beginning(&self.widest_word());
            let what = if word == text { format!("\"{text}\"") } else { format!("\"{word}\" in \"{text}\"") };
            let smaller_word = shrink(area.width / (area.width + excess.width));
            let hyphen =
                "type \\u00AD where the word may break (a soft hyphen; the text needs double quotes)";
            let message = format!("{what} is {} mm too wide", tenths_up(excess.width));
            (message, format!("use a wider `size`, {smaller_word}, or {hyphen}"))
        } else {
            let message = format!("\"{text}\" is {} mm too tall", tenths_up(excess.height));
            let smaller_text = shrink(area.height / (area.height + excess.height));
            (message, format!("use a taller `size`, use fewer words, or {smaller_text}"))
        };
        let [w, h, pt] = [area.width, area.height, size * PT_PER_MM].map(ShortNumber);
        codes::TEXT_TOO_LARGE.error(format!("{message} for a box of {w} x {h} mm at {pt} pt")).hint(hint)
    }

    /// Returns the widest word, as it is written in the layout.
    fn widest_word(&self) -> String {
        let parts = self.paragraph.widest().map(|part| match &part.shows {
            PartContent::Words(shaped) => shaped.string.to_string(),
            PartContent::Icon { .. } => {
                self.icon(part.index).map_or_else(String::new, |icon| format!(":{}:", icon.name))
            }
        });
        parts.collect()
    }

    fn icon(&self, run: usize) -> Option<&InlineIcon> {
        self.icons.get(run).and_then(Option::as_ref)
    }

    /// Returns the start of a line's baseline.
    fn origin(&self, layout: &BlockLayout, placed: &PlacedLine) -> Point {
        let ColumnGrid { width: room, step, .. } = layout.columns;
        let (line, size) = (&placed.line, layout.size);
        let (half, width) = (room / 2.0, line.advance * size);
        let middle = f64::from(placed.column) * step + half - layout.object.width / 2.0;
        let x = match layout.across {
            Alignment::Start => middle - half + line.indent * size,
            Alignment::Middle => middle + (line.indent * size - width) / 2.0,
            Alignment::End => middle + half - width,
        };
        Point::new(x - line.hang * size, layout.first + placed.row as f64 * self.pitch * size)
    }

    /// Returns the start of the baseline of the large first letter.
    fn capital_origin(&self, layout: &BlockLayout, capital: &DropCapital) -> Point {
        let rows = f64::from(capital.lines - 1);
        let left = -layout.object.width / 2.0 - capital.shaped.ink.x0 * capital.scale * layout.size;
        Point::new(left, layout.first + rows * self.pitch * layout.size)
    }

    /// Returns the bounding box of the letters of all lines. If there are no letters, the box is
    /// empty.
    pub fn ink_bounds(&self, layout: &BlockLayout) -> Rect {
        let lines = layout.lines.iter().filter_map(|placed| {
            let ink = self.paragraph.ink_bounds(&placed.line);
            let rect = ink.scale_from_origin(layout.size) + self.origin(layout, placed).to_vec2();
            (ink.width() > 0.0).then_some(rect)
        });
        let capital = self.drop_capital.iter().map(|capital| {
            let ink = capital.shaped.ink.scale_from_origin(capital.scale * layout.size);
            ink + self.capital_origin(layout, capital).to_vec2()
        });
        lines.chain(capital).reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
    }

    /// Returns a box that extends from the top of the capitals in the first line down to the last
    /// baseline. It is as wide as the box in which the lines are aligned.
    pub fn letters_box(&self, layout: &BlockLayout) -> Rect {
        let last = self.last_row(&layout.lines) as f64;
        let half = layout.object.width / 2.0;
        let (top, bottom) = (-self.cap * layout.size, last * self.pitch * layout.size);
        Rect::new(-half, layout.first + top, half, layout.first + bottom)
    }

    /// Draws the lines. Consecutive words in the same font become one text.
    pub fn drawings(&self, layout: &BlockLayout, ink: &Ink) -> Vec<Drawing> {
        let mut drawings = Vec::with_capacity(layout.lines.len());
        let mut lines = layout.lines.iter();
        if let Some(capital) = &self.drop_capital {
            let first = lines.next();
            self.draw_capital(capital, first, layout, ink, &mut drawings);
        }
        for placed in lines {
            self.draw_line(&placed.line, self.origin(layout, placed), layout.size, ink, &mut drawings);
        }
        drawings
    }

    /// Draws the large first letter and the first line next to it. The letter and the rest of its word
    /// form one group, so that PDF readers can find and copy the whole word.
    fn draw_capital(
        &self,
        capital: &DropCapital,
        first: Option<&PlacedLine>,
        layout: &BlockLayout,
        ink: &Ink,
        drawings: &mut Vec<Drawing>,
    ) {
        let origin = self.capital_origin(layout, capital);
        let letter = line_of_text(&capital.shaped, capital.scale * layout.size, origin, ink.clone());
        let Some(placed) = first.filter(|_| capital.begins_word) else {
            drawings.push(letter);
            let parts = first.into_iter().flat_map(|placed| self.paragraph.parts(&placed.line));
            let start = first.map_or(origin, |placed| self.origin(layout, placed));
            self.draw_parts(parts, start, layout.size, ink, drawings);
            return;
        };
        let count = self.paragraph.parts_of_first_word(&placed.line);
        let mut word = capital.shaped.string.to_string();
        for (part, _) in self.paragraph.parts(&placed.line).take(count) {
            if let Some(shaped) = part.shaped() {
                word.push_str(&shaped.string);
            }
        }
        let mut inside = vec![letter];
        let parts = self.paragraph.parts(&placed.line);
        let start = self.origin(layout, placed);
        let pen = self.draw_parts(parts.take(count), start, layout.size, ink, &mut inside);
        drawings.push(Drawing::Group(Group { actual_text: Some(word.into()), ..Group::plain(inside) }));
        self.draw_parts(self.paragraph.parts(&placed.line).skip(count), pen, layout.size, ink, drawings);
    }

    /// Draws parts of a line, beginning at the point `pen` on the baseline. Returns the point at which
    /// the baseline ends.
    ///
    /// `parts` contains pairs: a part, and the additional space after it, in ems.
    pub fn draw_parts<'w>(
        &self,
        parts: impl Iterator<Item = (&'w WordPart, f64)>,
        mut pen: Point,
        size: f64,
        ink: &Ink,
        drawings: &mut Vec<Drawing>,
    ) -> Point {
        let mut run: Option<FontRun> = None;
        for (part, space) in parts {
            match &part.shows {
                PartContent::Words(shaped) => {
                    if let Some(ended) = run.take_if(|run| run.font != shaped.font) {
                        drawings.push(ended.into_text(size, ink));
                    }
                    run.get_or_insert_with(|| FontRun::new(shaped.font, pen)).push(
                        &shaped.string,
                        &shaped.glyphs,
                        space,
                    );
                }
                PartContent::Icon { .. } => {
                    drawings.extend(run.take().map(|run| run.into_text(size, ink)));
                    drawings.extend(self.icon(part.index).map(|icon| self.icon_draw(icon, pen, size, ink)));
                }
            }
            pen.x += (part.advance() + space) * size;
        }
        drawings.extend(run.map(|run| run.into_text(size, ink)));
        pen
    }

    /// Draws a line. The left end of its baseline is at `pen`.
    fn draw_line(&self, line: &TextLine, pen: Point, size: f64, ink: &Ink, drawings: &mut Vec<Drawing>) {
        match self.paragraph.placed_parts(line) {
            Some(parts) => self.draw_placed(&parts, pen, size, ink, drawings),
            None => _ = self.draw_parts(self.paragraph.parts(line), pen, size, ink, drawings),
        }
    }

    /// Draws parts of a line that contains text in both directions. The parts are drawn in reading
    /// order. The left end of the line is at `pen`.
    pub fn draw_placed(
        &self,
        parts: &[PlacedPart<'_>],
        pen: Point,
        size: f64,
        ink: &Ink,
        drawings: &mut Vec<Drawing>,
    ) {
        let is_same_run = |a: &PlacedPart<'_>, b: &PlacedPart<'_>| {
            let fonts = [a, b].map(|placed| placed.part.shaped().map(|shaped| shaped.font));
            a.part.level == b.part.level && fonts[0].is_some() && fonts[0] == fonts[1]
        };
        for run in parts.chunk_by(is_same_run) {
            let left = run.iter().map(|placed| placed.left).fold(f64::INFINITY, f64::min);
            let start = pen + Vec2::new(left * size, 0.0);
            let Some(first) = run.first() else { continue };
            let Some(shaped) = first.part.shaped() else {
                drawings
                    .extend(self.icon(first.part.index).map(|icon| self.icon_draw(icon, start, size, ink)));
                continue;
            };
            let mut joined = FontRun::new(shaped.font, start);
            let leftwards = first.part.level % 2 == 1;
            for placed in run {
                let Some(shaped) = placed.part.shaped() else { continue };
                if leftwards {
                    joined.push_before(&shaped.string, &shaped.glyphs, placed.space);
                } else {
                    joined.push(&shaped.string, &shaped.glyphs, placed.space);
                }
            }
            joined.is_leftward = leftwards;
            drawings.push(joined.into_text(size, ink));
        }
    }

    /// Draws an icon in a line. The space for the icon begins at `pen` on the baseline.
    fn icon_draw(&self, icon: &InlineIcon, pen: Point, size: f64, ink: &Ink) -> Drawing {
        let centre = pen + Vec2::new((ICON_SPACE_EMS - icon.left) * size, -icon.middle * size);
        let drawn = icon.icon.drawings(icon.scale * size, icon.ink.as_ref().unwrap_or(ink), None);
        let mut drawings = vec![Drawing::moved(Affine::translate(centre.to_vec2()), drawn)];
        drawings.extend(self.space.as_ref().map(|space| line_of_text(space, size, pen, ink.clone())));
        Drawing::Group(Group { actual_text: Some(icon.name.as_str().into()), ..Group::plain(drawings) })
    }
}

/// Returns the length of the longest line, in ems.
fn widest_advance(lines: &[PlacedLine]) -> f64 {
    lines.iter().map(|placed| placed.line.end()).fold(0.0, f64::max)
}

/// Returns the columns of a box.
///
/// # Errors
/// The gutters between the columns leave no space for the columns.
fn column_grid(format: &TextFormat, area: Size) -> Result<ColumnGrid> {
    let Some(TextColumns { count, gutter }) = format.flow.columns else {
        return Ok(ColumnGrid { count: 1, width: area.width, step: area.width });
    };
    let width = (area.width - f64::from(count - 1) * gutter) / f64::from(count);
    if width > 0.0 {
        return Ok(ColumnGrid { count, width, step: width + gutter });
    }
    let [gutter, box_width] = [gutter, area.width].map(ShortNumber);
    let message =
        format!("{count} columns with a gutter of {gutter} mm have no room in a width of {box_width} mm");
    Err(codes::BAD_SIZE.error(message).hint("reduce `gutter` or `columns`, or use a wider `size`"))
}

/// Returns a length in mm, rounded up to tenths.
fn tenths_up(mm: f64) -> ShortNumber {
    ShortNumber((mm * 10.0 - 1e-6).ceil() / 10.0)
}
