//! Computes the texts of templates that contain only plain text and names, without minijinja.
//!
//! - In: the source of a template, and a row.
//! - Out: the parts of the template, and its text.
//! - Not here: expressions and statements.

use crate::compiled::TemplatePart;
use crate::fault::bad;
use crate::limits::MAX_BYTES;
use crate::mistakes::{too_long, unknown};
use crate::row::Row;
use hexpress_base::diag::Result;
use hexpress_language::values::scalar::Scalar;

/// Returns the text of a template that consists of these parts. `source` is used in messages.
pub(crate) fn join(source: &str, parts: &[TemplatePart], row: &dyn Row) -> Result<String> {
    let mut text = String::new();
    for part in parts {
        match part {
            TemplatePart::Text(copied) => text.push_str(copied),
            TemplatePart::Name(name) => {
                let value = row.value(name).ok_or_else(|| unknown(name, row).into_diagnostic())?;
                match value {
                    Scalar::Text(value) => text.push_str(value),
                    Scalar::Table(fields) => {
                        let diagnostic = bad(format!("`{name}` is a table, so it cannot be printed"));
                        let first = fields.first().map_or("Up", |field| &*field.name);
                        return Err(
                            diagnostic.hint(format!("write one of its fields: {{{{ {name}['{first}'] }}}}"))
                        );
                    }
                    other => text.push_str(&other.to_string()),
                }
            }
        }
        if text.len() > MAX_BYTES {
            return Err(bad(too_long(source)));
        }
    }
    Ok(text)
}

/// Splits a template such as `{{ sign }}{{ value }}` into text and names.
///
/// Returns `None` if the template contains expressions or statements.
pub(crate) fn split_plain(source: &str) -> Option<Vec<TemplatePart>> {
    // minijinja removes a line feed at the end of a template, so such a template is left to minijinja.
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
