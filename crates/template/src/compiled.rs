//! Compiled templates.
//!
//! - In: the source of a template.
//! - Out: the fields that the template needs, and for a part of the resulting text, the field from which
//!   this part comes.
//! - Not here: the resulting texts, which [`crate::Engine`] computes.

use std::ops::Range;
use std::sync::Arc;

use crate::row::Row;
use hexpress_language::values::scalar::Scalar;

/// A compiled template or condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    pub(crate) source: Arc<str>,
    /// The name under which minijinja stores the template.
    pub(crate) key: Arc<str>,
    /// The names of the fields that the template needs, sorted.
    pub(crate) needs: Vec<Arc<str>>,
    /// The parts of the template, if it contains only plain text and names. `None` if it contains
    /// expressions.
    pub(crate) plain_parts: Option<Vec<TemplatePart>>,
}

/// A part of a template that contains only plain text and names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TemplatePart {
    /// Text that is copied unchanged.
    Text(Arc<str>),
    Name(Arc<str>),
}

impl Template {
    /// Returns a template whose text is always `text`, even if `text` contains `{{`.
    pub fn fixed(text: &Arc<str>) -> Self {
        let source = Arc::clone(text);
        let plain_parts = Some(vec![TemplatePart::Text(Arc::clone(&source))]);
        Self { plain_parts, key: Arc::clone(&source), source, needs: Vec::new() }
    }

    /// Returns the names of the fields that the template needs, sorted.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        self.needs.iter().map(AsRef::as_ref)
    }

    /// Returns the source of the template as the user typed it.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the field from which a part of the template's text comes.
    ///
    /// `text` is the text of the template for this row. `part` is a range of bytes in `text`, or
    /// `None` for the whole text. Returns `None` if the field is not known.
    pub fn source_field(&self, text: &str, part: Option<Range<usize>>, row: &dyn Row) -> Option<&str> {
        let is_traced = self.plain_parts.is_some() && part.is_some();
        if let ([only], false) = (self.needs.as_slice(), is_traced) {
            return Some(only);
        }
        let bytes = part.unwrap_or(0..text.len());
        let Some(parts) = &self.plain_parts else { return self.field_with(text.get(bytes)?, row) };
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

    /// Returns the first field with the value `text` among the fields that the template needs. Returns
    /// `None` if there is no such field.
    pub(crate) fn field_with(&self, text: &str, row: &dyn Row) -> Option<&str> {
        self.needs().find(|name| row.value(name).is_some_and(|value| value.to_string() == text.trim()))
    }
}
