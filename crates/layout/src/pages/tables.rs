//! Typesets tables.
//!
//! - In: a head and rows of cells.
//! - Out: an atom (a part that is never divided) for each row. A table that continues in the next
//!   column repeats its head.

use std::sync::Arc;

use super::atom::{Atom, Strip, TaggedDrawings};
use super::line_tags::LineTags;
use super::text_lines::{natural_width, widest_word};
use super::typeset::Typesetter;
use hexpress_base::diag::codes;
use hexpress_base::units::ShortNumber;
use hexpress_game::TextFormat;
use hexpress_game::pages::{Prose, Table, quoted_words};
use hexpress_scene::{Stroke, TextElement};
use kurbo::Point;

/// The distances between the text of a cell and the edges of the cell, in ems of the text.
const PAD_ACROSS: f64 = 0.5;
const PAD_DOWN: f64 = 0.22;
/// The distance above and below a table, in ems of the text.
const TABLE_SPACE_EMS: f64 = 0.8;
/// The width of the lines between rows, as a fraction of the width of the line below the head.
const ROW_LINE_WIDTH: f64 = 0.5;

/// The two limits for the width of a column, in mm: the width of its widest word (`least`), and its
/// width without line breaks (`natural`).
#[derive(Debug, Clone, Copy, Default)]
struct ColumnWidths {
    least: f64,
    natural: f64,
}

impl Typesetter<'_, '_> {
    pub fn table(&mut self, table: &Table) {
        let style = self.style();
        let Some(widths) = self.column_widths(table) else { return };
        let step = self.step(TextElement::Table);
        self.path.push(step);
        self.need_gap(TABLE_SPACE_EMS);
        let first = self.atoms.len();
        self.row(&table.head, table, &widths, &style.table_head);
        let total: f64 = widths.iter().sum();
        let left = self.left_of(self.left, total);
        if let Some(head) = self.atoms.get_mut(first) {
            head.keeps_next = true;
            head.strips.extend(style.shade.clone().map(|ink| Strip {
                left,
                right: left + total,
                ink,
                over: Some(0.0),
                under: 0.0,
            }));
        }
        let head = self.atoms.get(first).cloned().map(Arc::new);
        for (index, row) in table.rows.iter().enumerate() {
            let before = self.atoms.len();
            self.row(row, table, &widths, &style.small);
            if let Some(atom) = self.atoms.get_mut(before).filter(|_| index > 0) {
                atom.head.clone_from(&head);
            }
        }
        self.path.pop();
        self.need_gap(TABLE_SPACE_EMS);
    }

    /// Returns the widths of the columns, including the space around their texts. If the table is too wide,
    /// or if a letter, a style or an icon is missing, reports this and returns `None`.
    fn column_widths(&mut self, table: &Table) -> Option<Vec<f64>> {
        let style = self.style();
        let pad = 2.0 * PAD_ACROSS * self.em();
        let mut columns = vec![ColumnWidths::default(); table.columns.len()];
        let head = std::iter::once((&table.head, &style.table_head));
        for (row, format) in head.chain(table.rows.iter().map(|row| (row, &style.small))) {
            for (cell, column) in row.iter().zip(&mut columns) {
                let string = quoted_words(cell);
                match self.settler.block(format, cell, &string) {
                    Ok(block) => {
                        column.least = column.least.max(widest_word(&block, format) + pad + 0.01);
                        column.natural = column.natural.max(natural_width(&block, format) + pad + 0.01);
                    }
                    Err(diagnostic) => {
                        self.report.push(diagnostic.at(self.place));
                        return None;
                    }
                }
            }
        }
        let width = self.right - self.left;
        let least: f64 = columns.iter().map(|column| column.least).sum();
        let natural: f64 = columns.iter().map(|column| column.natural).sum();
        if least > width {
            let excess = ShortNumber(((least - width) * 10.0).ceil() / 10.0);
            let message = format!("this table is {excess} mm wider than the column of the page");
            let hint = "use fewer columns or shorter words in the table, a smaller `font`, or fewer `columns` on \
                the page";
            self.report.push(codes::TEXT_TOO_LARGE.error(message).hint(hint).at(self.place));
            return None;
        }
        // A table is as wide as a column of the page. If its text would need more width without line breaks,
        // table columns with long texts get most of the available width.
        let spread = if natural <= width { 1.0 } else { (width - least) / (natural - least) };
        let widths = columns.iter().map(|column| {
            let own = column.least + spread * (column.natural - column.least);
            if natural <= width { own * width / natural } else { own }
        });
        Some(widths.collect())
    }

    fn row(&mut self, cells: &[Prose], table: &Table, widths: &[f64], format: &TextFormat) {
        let style = self.style();
        let is_head = std::ptr::eq(format, &style.table_head);
        let (across, down) = (PAD_ACROSS * self.em(), PAD_DOWN * self.em());
        let row = self.step(TextElement::Row);
        self.path.push(row);
        let (mut left, mut height, mut parts) = (self.left, 0.0, Vec::new());
        for ((cell, width), align) in cells.iter().zip(widths).zip(&table.columns) {
            let Some(mut lines) = self.broken(cell, format, width - 2.0 * across, false) else { continue };
            lines.align = *align;
            let element = if is_head { TextElement::HeadCell } else { TextElement::Cell };
            let mut tags = LineTags::new(self, element, &cell.links);
            let at = Point::new(self.left_of(left, *width) + across, down);
            let mut of_cell = Vec::new();
            for index in 0..lines.lines.len() {
                let at = Point::new(at.x, at.y + index as f64 * lines.pitch());
                of_cell.extend(self.line_parts(&lines, index, at, &style.ink, &cell.links, &mut tags));
            }
            if of_cell.is_empty() {
                // Even an empty cell gets a part, so that screen readers find the same number of cells
                // in every row.
                of_cell.push(self.part(Arc::clone(&tags.paragraph), Vec::new()));
            }
            parts.extend(of_one_tag(of_cell));
            height = f64::max(height, lines.lines.len() as f64 * lines.pitch());
            left += width;
        }
        self.path.pop();
        height += 2.0 * down;
        let width = if is_head { style.line.width } else { style.line.width * ROW_LINE_WIDTH };
        let line = Stroke { width, ..style.line.clone() };
        parts.push(self.decoration(vec![self.line_across(self.left, left, height, line)]));
        self.push(Atom { height, parts, ..Atom::default() });
    }
}

/// Joins neighbouring parts that have the same tag, e.g. the lines of a cell without links.
fn of_one_tag(parts: Vec<TaggedDrawings>) -> Vec<TaggedDrawings> {
    let mut joined: Vec<TaggedDrawings> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if last.tag == part.tag => last.drawings.extend(part.drawings),
            _ => joined.push(part),
        }
    }
    joined
}
