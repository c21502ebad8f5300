//! The layout language: its tables and its values, each with its place in the file. Also the record of a
//! build, which is attached to the PDF.
//!
//! - In: TOML, and tables of rows as CSV, XLSX and JSON.
//! - Out: typed tables and values with their places, and all mistakes of a file at once.
//! - Not here: looking up names, and what values mean in a game.
//!
//! [`read()`] parses a file into a tree in which every value has its place in the file. Then each
//! component with `like` gets the keys of the component that it names. Serde makes typed tables from the
//! tree, and stops at the first mistake. After a mistake, `walk` compares the whole tree with the schema
//! of the same types, and reports all mistakes. A test checks that schema and types agree.
//!
//! # Example
//!
//! A layout is read into tables. If it has mistakes, all of them are reported at once:
//!
//! ```
//! use hexpress_base::diag::Sources;
//!
//! let mut sources = Sources::default();
//! let file = sources.add("right.toml", "[[cards]]\nsize = 'poker'\ncopies = 3\n");
//! let layout = hexpress_language::read(file, &sources).unwrap();
//! assert_eq!(layout.cards.len(), 1);
//!
//! let file = sources.add("wrong.toml", "[game]\ntitel = 'Friends'\n[[cards]]\nsice = 'poker'\n");
//! let report = hexpress_language::read(file, &sources).unwrap_err();
//! let mistakes: Vec<String> =
//!     report.sorted().iter().map(|mistake| format!("{}: {}", mistake.code, mistake.message)).collect();
//! assert_eq!(mistakes, ["HX003: unknown key `titel`", "HX003: unknown key `sice`"]);
//! ```

use std::sync::LazyLock;

/// Declares the tables of a file, with the derives and attributes that all tables need.
///
/// A key that is missing in the file is `None`. An unknown key is a mistake.
macro_rules! toml_tables {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident { $($fields:tt)* })+) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, Default, serde::Deserialize)]
            #[cfg_attr(test, derive(schemars::JsonSchema))]
            #[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
            $vis struct $name { $($fields)* }
        )+
    };
}

/// Declares enumerations whose values are words of the layout language.
macro_rules! choices {
    ($($(#[$meta:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal,)+ })+) => {
        $(
            hexpress_base::word_enum::word_enum! {
                $(#[$meta])*
                #[derive(serde::Deserialize)]
                #[cfg_attr(test, derive(schemars::JsonSchema))]
                $name: $($(#[$of])* #[serde(rename = $word)] $variant = $word,)+
            }
        )+
    };
}

pub mod data;
pub mod read;
pub mod record;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod values;

use read::node::Node;
use read::{like, misplaced, other_mistakes, syntax, walk};
use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use hexpress_base::diag::{FileId, Report, SourceSpan, Sources};
pub use read::files::fetch;
pub use read::keys::Keys;
pub use read::remove_mistakes::{RemovedPart, Unknowns};
pub use read::theme::{THEMES, Theme, ThemeName, fetch_theme};
pub use tables::layout::Layout;

/// The keys under which a layout lists its components, such as `cards` for `[[cards]]`.
pub const COMPONENTS: [&str; 7] = ["board", "cards", "notes", "tiles", "counters", "page", "box"];

/// The parts of a layout file that can be read.
#[derive(Debug)]
pub struct Attempt {
    /// The layout without the components that have mistakes.
    ///
    /// It is `None` if no component is left, or if there are mistakes outside of components or in a
    /// key `like`.
    pub layout: Option<Layout>,
    /// The name of the layout's theme.
    pub theme: Option<ThemeName>,
    /// Every mistake that can be found without compiling the game.
    pub report: Report,
}

/// Reads a layout. The values of its theme are not added.
///
/// # Errors
/// The file has mistakes. The report has every mistake that can be found without compiling the
/// game.
pub fn read(file: FileId, sources: &Sources) -> Result<Layout, Report> {
    match read_partial(file, sources) {
        Attempt { layout: Some(layout), report, .. } if report.is_empty() => Ok(layout),
        Attempt { report, .. } => Err(report),
    }
}

/// Reads as much of a layout as possible.
///
/// If all mistakes are in components, leaves out these components, and every component that may use
/// one of them.
pub fn read_partial(file: FileId, sources: &Sources) -> Attempt {
    let text = sources.get(file).map_or("", |s| s.text());
    let (tree, errors) = DeTable::parse_recoverable(text);
    let theme = ThemeName::of_layout(tree.get_ref());
    if !errors.is_empty() {
        let slips = syntax::mistakes(file, text, &errors);
        return Attempt { layout: None, theme, report: other_mistakes::add(file, text, &errors, slips) };
    }
    let mut report = Report::default();
    misplaced::check(file, tree.get_ref(), &mut report);
    if report.has_errors() {
        walk::walk(file, text, &tree, &mut report);
        return Attempt { layout: None, theme, report };
    }
    let keys = Keys::of_file(tree.get_ref());
    let resolved = like::resolve(file, tree, &mut report);
    let layout = match Layout::deserialize(Node::root(resolved)) {
        Ok(layout) => Some(layout).filter(|_| report.is_empty()),
        Err(error) => {
            walk::explain(schema(), file, text, &error, &mut report);
            without_wrong_components(file, text).map(|layout| Layout { is_partial: true, ..layout })
        }
    };
    Attempt { layout: layout.map(|layout| Layout { keys, ..layout }), theme, report }
}

/// Returns the layout without two kinds of components: those that have mistakes, and those that may use
/// a component with mistakes.
///
/// Returns `None` if there are mistakes elsewhere, or if no component remains.
fn without_wrong_components(file: FileId, text: &str) -> Option<Layout> {
    let (tree, _) = DeTable::parse_recoverable(text);
    let mut report = Report::default();
    let rest = walk::without_wrong_components(file, text, tree);
    walk::walk(file, text, &rest, &mut report);
    let resolved = like::resolve(file, rest, &mut report);
    let has_components = COMPONENTS
        .iter()
        .filter_map(|key| resolved.get_ref().get(*key))
        .any(|list| list.get_ref().as_array().is_some_and(|list| !list.is_empty()));
    if !report.is_empty() || !has_components {
        return None;
    }
    Layout::deserialize(Node::root(resolved)).ok()
}

/// Returns the layout without the values at `places`. Also returns the facts about the layout that are
/// unknown without these values.
///
/// Returns `None` if the rest is not a layout. If a value is in an element, `removed_part` says whether
/// the value or the whole element is removed. If the value of the key `decimal` or `language` is
/// removed, the key `decimal` gets the value of the parameter `decimal`.
pub fn read_without_values(
    file: FileId,
    sources: &Sources,
    places: &[SourceSpan],
    removed_part: RemovedPart,
    decimal: &'static str,
) -> Option<(Layout, Unknowns)> {
    let (tree, errors) = DeTable::parse_recoverable(sources.get(file)?.text());
    if !errors.is_empty() {
        return None;
    }
    let keys = Keys::of_file(tree.get_ref());
    let rest = read::remove_mistakes::without(tree, places, removed_part, decimal)?;
    let mut report = Report::default();
    let resolved = like::resolve(file, rest.tree, &mut report);
    let layout = Layout::deserialize(Node::root(resolved)).ok().filter(|_| report.is_empty())?;
    Some((Layout { keys, is_partial: true, ..layout }, rest.unknowns))
}

/// The JSON Schema of the layout language, as text.
pub const SCHEMA: &str = include_str!(concat!(env!("OUT_DIR"), "/layout.json"));

/// Returns the JSON Schema of the layout language. It is parsed only once.
pub fn schema() -> &'static serde_json::Value {
    static PARSED: LazyLock<serde_json::Value> =
        LazyLock::new(|| serde_json::from_str(SCHEMA).unwrap_or_default());
    &PARSED
}

/// The tree of a whole file, as the TOML parser returns it.
type Tree<'a> = Spanned<DeTable<'a>>;
