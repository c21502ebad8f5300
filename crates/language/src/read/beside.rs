//! What else is wrong with a file that is not TOML: its slips are taken out, and the rest is held against the schema.
//!
//! - Goes in: the text of a layout with slips.
//! - Comes out: mistakes that stay mistakes whatever the slips were meant to be: keys and values in places without a slip.
//! - Does not: report what may be missing only because it was taken out.

use toml::de::DeTable;

use super::walk;
use crate::diag::{FileId, Report};
use crate::spec::Tree;

/// A file with more slips is written in another language than TOML.
const MOST_SLIPS: usize = 20;
/// How often tables are taken out before the file is given up.
const ROUNDS: usize = 4;

/// Adds the other mistakes of a text in which the parser met slips to these, or to the last hint that there may be some.
pub fn add(file: FileId, text: &str, errors: &[toml::de::Error], slips: Report) -> Report {
    if errors.len() > MOST_SLIPS {
        return slips;
    }
    let mut report = Report::default();
    match readable(text, errors) {
        Some(rest) => {
            let (tree, _): (Tree<'_>, _) = DeTable::parse_recoverable(&rest);
            walk::walk(file, &rest, &tree, &mut report);
            report.extend(slips);
        }
        None => {
            let mut slips = slips.into_items();
            if let Some(last) = slips.last_mut() {
                let hint = last.hint.take().unwrap_or_else(|| "mend this first".to_owned());
                last.hint = Some(format!("{hint}; other mistakes of the file may show then"));
            }
            slips.into_iter().for_each(|slip| report.push(slip));
        }
    }
    report
}

/// The text without its slips: without the lines, or else without the tables in which they are. Everything else stays where
/// it is.
fn readable(text: &str, errors: &[toml::de::Error]) -> Option<String> {
    // Where a text goes on over several lines, nobody knows what was meant to be in it.
    if ["\"\"\"", "'''"].iter().any(|quotes| text.matches(quotes).count() % 2 == 1) {
        return None;
    }
    let lines = Lines::of(text);
    let slips = lines.slips(errors);
    // Within a list of several lines a line is a part of a value, which would be another one without it.
    if slips.iter().all(|line| lines.is_key(*line)) {
        let rest = lines.without(slips.iter().copied());
        if slips_in(&rest).is_empty() {
            return Some(rest);
        }
    }
    let mut out: Vec<usize> = slips.iter().flat_map(|line| lines.tables_of(*line)).collect();
    for _ in 0..ROUNDS {
        let rest = lines.without(out.iter().copied());
        let errors = slips_in(&rest);
        if errors.is_empty() {
            return Some(rest);
        }
        out.extend(lines.slips(&errors).iter().flat_map(|line| lines.tables_of(*line)));
    }
    None
}

fn slips_in(text: &str) -> Vec<toml::de::Error> {
    DeTable::parse_recoverable(text).1
}

/// A text by its lines.
struct Lines<'t> {
    all: Vec<&'t str>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        Self { all: text.split_inclusive('\n').collect() }
    }

    /// The lines at which the parser stumbled.
    fn slips(&self, errors: &[toml::de::Error]) -> Vec<usize> {
        let line = |at: usize| {
            let mut end = 0;
            let ends = self.all.iter().map(|line| {
                end += line.len();
                end
            });
            let ends: Vec<usize> = ends.collect();
            ends.partition_point(|end| *end <= at).min(self.all.len().saturating_sub(1))
        };
        errors.iter().map(|error| line(error.span().map_or(0, |span| span.start))).collect()
    }

    /// The name of the table that begins in a line.
    fn header(&self, line: usize) -> Option<&'t str> {
        let typed = self.all.get(line)?.trim_start();
        let name = typed.strip_prefix('[')?.trim_start_matches('[');
        Some(name.split(']').next().unwrap_or(name).trim())
    }

    /// Whether a line begins with a key, and not within a list or a table.
    fn is_key(&self, line: usize) -> bool {
        let begins = |line: &str| line.starts_with(|c: char| c.is_alphanumeric() || "\"'_".contains(c));
        self.all.get(line).is_some_and(|line| begins(line) && line.contains('='))
    }

    fn is_header(&self, line: usize) -> bool {
        self.header(line).is_some()
    }

    /// The lines of the table that a line is in, with the tables that belong to it. If the table begins in that line, the
    /// slip may be in the one above.
    fn tables_of(&self, line: usize) -> impl Iterator<Item = usize> {
        let begins = |line: usize| (0..=line).rev().find(|at| self.is_header(*at)).unwrap_or(0);
        let start = begins(line);
        let above = start.checked_sub(1).filter(|_| start == line).map_or(start, begins);
        (above..self.end_of(above)).chain(start..self.end_of(start))
    }

    fn end_of(&self, start: usize) -> usize {
        let name = self.header(start);
        let is_other = |at: &usize| match (self.header(*at), name) {
            (Some(own), Some(name)) => !own.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')),
            (own, _) => own.is_some(),
        };
        (start + 1..self.all.len()).find(is_other).unwrap_or(self.all.len())
    }

    /// The text with blanks in place of some lines.
    fn without(&self, out: impl Iterator<Item = usize>) -> String {
        let mut stays = vec![true; self.all.len()];
        for line in out {
            if let Some(stays) = stays.get_mut(line) {
                *stays = false;
            }
        }
        let line = |(line, stays): (&&str, bool)| match stays {
            true => (*line).to_owned(),
            // As many bytes, so that all others keep their places.
            false => line
                .bytes()
                .map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' })
                .collect(),
        };
        self.all.iter().zip(stays).map(line).collect()
    }
}
