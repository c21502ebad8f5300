//! Reading: what TOML may say, with the place of every value.
//!
//! [`read`] parses a file into a spanned tree, lets components that are `like` another start from its keys,
//! and hands the tree to serde. Serde stops at the first mistake; so where it does, `walk` goes over the
//! whole tree with the schema that the same serde types give, and tells all of them.

pub mod copies;
pub mod data;
pub mod element;
pub mod layout;
mod like;
pub mod place;
mod read_value;
pub mod scalar;
pub mod value;
mod walk;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

use crate::diag::{Diagnostic, FileId, Place, Report, Sources, codes};
pub use layout::Layout;

/// The tables of a layout that hold components.
pub const COMPONENTS: [&str; 5] = ["board", "cards", "notes", "tiles", "counters"];

/// Reads a layout.
///
/// # Errors
/// Every mistake of the file that can be seen without knowing the game.
pub fn read(file: FileId, sources: &Sources) -> Result<Layout, Report> {
    let text = sources.get(file).map_or("", |s| s.text.as_str());
    let (tree, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(walk::syntax(file, text, &errors));
    }
    let mut report = Report::default();
    let merged = like::resolve(file, tree, &mut report);
    match Layout::deserialize(Deserializer::from(merged)) {
        Ok(layout) if report.is_empty() => Ok(layout),
        Ok(_) => Err(report),
        Err(error) => {
            // The tree is used up; mistakes are rare enough to read the file once more.
            walk::walk(file, text, &DeTable::parse_recoverable(text).0, &mut report);
            if !report.has_errors() {
                let diagnostic = Diagnostic::error(codes::BAD_VALUE, error.message().trim().to_owned());
                report.push(match error.span() {
                    Some(span) => diagnostic.at(Place::new(file, span)),
                    None => diagnostic,
                });
            }
            Err(report)
        }
    }
}

/// The JSON Schema of the layout language.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::SchemaGenerator::default().into_root_schema_for::<Layout>().to_value()
}

type Tree<'a> = Spanned<DeTable<'a>>;
