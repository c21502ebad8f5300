//! Finds further mistakes in a file that is not valid TOML.
//!
//! Removes the lines with syntax errors, and compares the rest of the file with the schema.
//!
//! - In: the text of a layout with syntax errors.
//! - Out: mistakes in keys and values of the other lines. A mistake is left out if correcting the
//!   syntax errors may also remove it.
//! - Not here: missing keys, because their lines may have been removed.

use toml::de::DeTable;

use super::walk;
use crate::Tree;
use hexpress_base::diag::{FileId, Report};

/// The largest number of syntax errors. A file with more errors is probably not meant to be TOML.
const MAX_ERRORS: usize = 20;

/// The largest number of times that tables with syntax errors are removed. After each time, the parser
/// may find errors in other tables.
const MAX_ROUNDS: usize = 4;

/// Adds mistakes to `slips`, a report that contains the syntax errors. The added mistakes are in lines
/// without syntax errors.
///
/// If they cannot be found, the hint of the last syntax error says that there may be more mistakes.
pub fn add(file: FileId, text: &str, errors: &[toml::de::Error], slips: Report) -> Report {
    if errors.len() > MAX_ERRORS {
        return slips;
    }
    let mut report = Report::default();
    if let Some(rest) = readable(text, errors) {
        let (tree, _): (Tree<'_>, _) = DeTable::parse_recoverable(&rest);
        walk::walk(file, &rest, &tree, &mut report);
        report.extend(slips);
        return report;
    }
    let mut items = slips.into_items();
    if let Some(last) = items.last_mut() {
        let hint = last.hint.take().unwrap_or_else(|| "correct this first".to_owned());
        last.hint = Some(format!("{hint}; the next run may report more mistakes"));
    }
    items.into_iter().for_each(|slip| report.push(slip));
    report
}

/// Replaces the lines with errors by spaces, and returns the text.
///
/// If the rest is still not valid TOML, the tables that contain these lines are replaced, too. Returns
/// `None` if even this is not enough.
fn readable(text: &str, errors: &[toml::de::Error]) -> Option<String> {
    // If a multi-line text has no end, everything after it counts as text.
    if ["\"\"\"", "'''"].iter().any(|quotes| text.matches(quotes).count() % 2 == 1) {
        return None;
    }
    let lines = Lines::split(text);
    let slips = lines.with_errors(errors);
    // A line inside a list of several lines cannot be removed alone, because the list would have another
    // value. So single lines are removed only if each of them begins with a key.
    if slips.iter().all(|line| lines.is_key(*line)) {
        let rest = lines.blanked(&slips);
        if syntax_errors(&rest).is_empty() {
            return Some(rest);
        }
    }
    let mut removed: Vec<usize> = slips.iter().flat_map(|line| lines.tables_around(*line)).collect();
    for _ in 0..MAX_ROUNDS {
        let rest = lines.blanked(&removed);
        let others = syntax_errors(&rest);
        if others.is_empty() {
            return Some(rest);
        }
        removed.extend(lines.with_errors(&others).iter().flat_map(|line| lines.tables_around(*line)));
    }
    None
}

fn syntax_errors(text: &str) -> Vec<toml::de::Error> {
    DeTable::parse_recoverable(text).1
}

/// The lines of a text, counted from 0.
struct Lines<'t> {
    /// Each line includes its line break.
    lines: Vec<&'t str>,
    /// The byte offset of the end of each line.
    ends: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn split(text: &'t str) -> Self {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut end = 0;
        let mut ends = Vec::with_capacity(lines.len());
        for line in &lines {
            end += line.len();
            ends.push(end);
        }
        Self { lines, ends }
    }

    /// Returns the line that contains the byte with this offset. Returns the last line for an
    /// offset after the text.
    fn line_at(&self, byte: usize) -> usize {
        self.ends.partition_point(|end| *end <= byte).min(self.lines.len().saturating_sub(1))
    }

    /// Returns the lines in which the parser found errors.
    fn with_errors(&self, errors: &[toml::de::Error]) -> Vec<usize> {
        errors.iter().map(|error| self.line_at(error.span().map_or(0, |span| span.start))).collect()
    }

    /// Returns the name in the header of a table. Returns `None` if the line is not such a header.
    fn header(&self, line: usize) -> Option<&'t str> {
        let typed = self.lines.get(line)?.trim_start();
        let name = typed.strip_prefix('[')?.trim_start_matches('[');
        Some(name.split(']').next().unwrap_or(name).trim())
    }

    /// Returns whether a line begins with a key. Returns false for a line inside a value.
    fn is_key(&self, line: usize) -> bool {
        self.lines.get(line).is_some_and(|line| {
            line.contains('=') && line.starts_with(|c: char| c.is_alphanumeric() || "\"'_".contains(c))
        })
    }

    /// Returns the lines of the table that contains `line`, including its inner tables.
    ///
    /// If `line` is a header, also returns the lines of the table above, because the mistake may be at
    /// the end of that table.
    fn tables_around(&self, line: usize) -> impl Iterator<Item = usize> {
        let start = self.table_start(line);
        let above = match start.checked_sub(1) {
            Some(before) if start == line => self.table_start(before),
            _ => start,
        };
        (above..self.table_end(above)).chain(start..self.table_end(start))
    }

    /// Returns the last line with a header, up to and including `line`. Returns 0 if there is no
    /// header.
    fn table_start(&self, line: usize) -> usize {
        (0..=line).rev().find(|number| self.header(*number).is_some()).unwrap_or(0)
    }

    /// Returns the line of the next header that does not begin an inner table.
    fn table_end(&self, start: usize) -> usize {
        let table = self.header(start);
        (start + 1..self.lines.len())
            .find(|number| match (self.header(*number), table) {
                (Some(other), Some(table)) => !is_inner_table(other, table),
                (other, _) => other.is_some(),
            })
            .unwrap_or(self.lines.len())
    }

    /// Returns the text with some lines replaced by spaces. All other bytes stay at their offsets.
    fn blanked(&self, removed: &[usize]) -> String {
        let mut is_removed = vec![false; self.lines.len()];
        for line in removed {
            if let Some(is_removed) = is_removed.get_mut(*line) {
                *is_removed = true;
            }
        }
        let mut text = String::new();
        for (line, is_removed) in self.lines.iter().zip(is_removed) {
            if is_removed { text.extend(line.bytes().map(blank)) } else { text.push_str(line) }
        }
        text
    }
}

/// Returns whether the table `name` is inside the other table. For example, `board.at` is inside
/// `board`.
fn is_inner_table(name: &str, table: &str) -> bool {
    name.strip_prefix(table).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns a space for a byte, but keeps line breaks.
fn blank(byte: u8) -> char {
    if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_ends_before_the_next_header_that_is_not_within_it() {
        let lines = Lines::split("[[board]]\na = 1\n[board.at]\nb = 2\n[[cards]]\n");
        assert_eq!(lines.tables_around(1).max(), Some(3));
        assert_eq!(lines.tables_around(4).min(), Some(2));
    }

    #[test]
    fn every_other_byte_keeps_its_place() {
        assert_eq!(Lines::split("a\nü = 1\r\nb\n").blanked(&[1]), "a\n      \r\nb\n");
    }
}
