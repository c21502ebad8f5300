//! Templates: texts with values that are computed for each row, as in `{{ steps | words }}`.
//!
//! - In: the text of a layout, and a row of values.
//! - Out: the text for that row, and the names that it needs.
//! - Not here: how a text is set on a piece.
//!
//! minijinja is the only expression language. A template with only plain text and names is joined here without it, which gives the
//! same result faster.

use std::ops::Range;
use std::sync::Arc;

use crate::diag::{Diagnostic, Place, Result, codes};
use crate::spec::values::scalar::Scalar;
pub use engine::Engine;

mod advice;
pub mod alt_text;
pub mod comparisons;
mod engine;
mod english;
mod environment;
mod fault;
mod foreign;
pub mod limits;
pub mod mistakes;
mod operators;
mod rewrite;

/// The most steps of the expression language that one template may take. Nested loops could otherwise run for hours.
pub const MOST_STEPS: u64 = 200_000;

/// A compiled template or condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    source: Arc<str>,
    /// The key of the template in the expression language.
    key: Arc<str>,
    /// The names that the template needs, sorted.
    needs: Vec<Arc<str>>,
    /// The parts of a template that has only plain text and names.
    plain: Option<Vec<TemplatePart>>,
}

/// The syntax of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Syntax {
    /// Text with expressions in braces.
    Template,
    /// One expression without braces.
    Condition,
}

#[derive(Debug, Clone, PartialEq)]
enum TemplatePart {
    /// Text that is copied.
    Text(Arc<str>),
    /// The name of a field.
    Name(Arc<str>),
}

/// The owner of the fields of a row. Messages about an unknown name depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowOwner {
    /// A piece with fields.
    Piece,
    /// A row before its pieces are made.
    Row,
    /// A piece that has only the fields of the game.
    BarePiece,
    /// A cell, an edge or a corner, which have no fields.
    Cell,
    /// A cell with a row in a data file.
    DataCell,
    /// A sheet, which has the fields of the game.
    Sheet,
}

/// The values of the names in a template.
pub trait Row {
    /// Returns the owner of the fields.
    fn owner(&self) -> RowOwner {
        RowOwner::Piece
    }

    /// Returns the value of a field; `None` if there is no such field.
    fn value(&self, name: &str) -> Option<&Scalar>;

    /// Returns the names of all fields.
    fn names(&self) -> Vec<&str>;

    /// Returns whether `y` and `n` in a field are letters, not yes and no.
    fn has_letters(&self, _name: &str) -> bool {
        false
    }

    /// Returns the place of a field in a file.
    fn place(&self, _name: &str) -> Option<Place> {
        None
    }

    /// Returns the place of the values behind some names in a data file, and what that place is called: a cell for one column, a
    /// row for several.
    fn origin(&self, _needs: &[&str]) -> Option<(Place, String)> {
        None
    }
}

/// A row without fields: a cell, an edge or a corner.
#[derive(Debug, Clone, Copy)]
pub struct NoRow;

impl Row for NoRow {
    fn owner(&self) -> RowOwner {
        RowOwner::Cell
    }

    fn value(&self, _: &str) -> Option<&Scalar> {
        None
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Returns an error in a template that cannot be read or computed.
fn bad(message: impl Into<String>) -> Diagnostic {
    codes::BAD_TEMPLATE.error(message)
}

impl Template {
    /// Returns a template that copies a text, whatever signs it has.
    pub fn fixed(text: &Arc<str>) -> Self {
        let source = Arc::clone(text);
        let plain = Some(vec![TemplatePart::Text(Arc::clone(&source))]);
        Self { plain, key: Arc::clone(&source), source, needs: Vec::new() }
    }

    /// Returns the names that the template needs, sorted.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        self.needs.iter().map(AsRef::as_ref)
    }

    /// Returns the template as it is typed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the field of a row from which a part of the text comes; `None` if that cannot be known. No `part` means the whole
    /// text.
    pub fn source_field(&self, text: &str, part: Option<Range<usize>>, row: &dyn Row) -> Option<&str> {
        let is_traced = self.plain.is_some() && part.is_some();
        if let ([only], false) = (self.needs.as_slice(), is_traced) {
            return Some(only);
        }
        let bytes = part.unwrap_or(0..text.len());
        let Some(parts) = &self.plain else { return self.field_with(text.get(bytes)?, row) };
        let mut start = 0;
        let mut found = None;
        for template_part in parts {
            let length = match template_part {
                TemplatePart::Text(text) => text.len(),
                TemplatePart::Name(name) => match row.value(name)? {
                    Scalar::Text(value) => value.len(),
                    other => other.to_string().len(),
                },
            };
            let overlaps = bytes.start < start + length && start < bytes.end;
            start += length;
            match (template_part, found) {
                (TemplatePart::Name(name), None) if overlaps => found = Some(&**name),
                (TemplatePart::Name(name), Some(known)) if overlaps && known != &**name => return None,
                _ => {}
            }
        }
        found
    }

    /// Returns the needed field whose value is `text`.
    fn field_with(&self, text: &str, row: &dyn Row) -> Option<&str> {
        self.needs().find(|name| row.value(name).is_some_and(|value| value.to_string() == text.trim()))
    }
}

/// Joins the parts of a template without expressions.
fn join(source: &str, parts: &[TemplatePart], row: &dyn Row) -> Result<String> {
    let mut text = String::new();
    for part in parts {
        match part {
            TemplatePart::Text(copied) => text.push_str(copied),
            TemplatePart::Name(name) => {
                let value = row.value(name).ok_or_else(|| mistakes::unknown(name, row).into_diagnostic())?;
                match value {
                    Scalar::Text(value) => text.push_str(value),
                    other => text.push_str(&other.to_string()),
                }
            }
        }
        if text.len() > limits::MOST_BYTES {
            return Err(bad(mistakes::too_long(source)));
        }
    }
    Ok(text)
}

/// Splits a template such as `{{ sign }}{{ value }}` into text and names. Returns `None` if it has expressions or statements.
fn split_plain(source: &str) -> Option<Vec<TemplatePart>> {
    // minijinja removes a line feed at the very end.
    if source.contains("{%") || source.contains("{#") || source.ends_with('\n') {
        return None;
    }
    let mut parts = Vec::new();
    let mut rest = source;
    while let Some(open) = rest.find("{{") {
        let close = rest[open..].find("}}")? + open;
        if open > 0 {
            parts.push(TemplatePart::Text(rest[..open].into()));
        }
        let name = rest[open + 2..close].trim();
        let is_identifier = name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_identifier || ["true", "false", "none"].contains(&name) {
            return None;
        }
        parts.push(TemplatePart::Name(name.into()));
        rest = &rest[close + 2..];
    }
    if !rest.is_empty() {
        parts.push(TemplatePart::Text(rest.into()));
    }
    Some(parts)
}

#[cfg(test)]
mod tests;
