//! Reads a theme. A theme is a layout without pieces. It provides the values that the layout of a game
//! does not set.
//!
//! A theme has a table for each kind of component, and named colours, places and looks.
//!
//! - In: the name of a built-in theme, or of a file.
//! - Out: the tables of the theme. The place of every value in these tables is the place where the
//!   layout names the theme. Mistakes in the file of the theme are reported.
//! - Not here: combining the theme with the layout.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::apply_theme::{OF_GAME, fields_of_layout, template_fields};
use super::node::Node;
use super::walk;
use crate::tables::layout::Layout;
use crate::tables::theme_tables::ThemeTables;
use crate::{COMPONENTS, Tree};
use hexpress_base::diag::{Diagnostic, FileId, Hint, Report, SourceSpan, Sources, codes, near};
use hexpress_base::files::{FileError, Files};

/// The names of the built-in themes, and their texts.
pub const THEMES: [(&str, &str); 7] = [
    ("plain", include_str!("../../themes/plain.toml")),
    ("parchment", include_str!("../../themes/parchment.toml")),
    ("slate", include_str!("../../themes/slate.toml")),
    ("linen", include_str!("../../themes/linen.toml")),
    ("ink", include_str!("../../themes/ink.toml")),
    ("midnight", include_str!("../../themes/midnight.toml")),
    ("classic", include_str!("../../themes/classic.toml")),
];

/// The tables in which the author of a theme can choose the keys, as in `[colours]`.
const NAMED_TABLES: [&str; 3] = ["colours", "places", "look"];

/// The keys of components that have a list of elements as their value.
const FACES: [&str; 3] = ["face", "ground", "back"];

/// The length, in bytes, of the shortest word that a hint suggests as a correct spelling.
const MIN_SUGGESTED_WORD_BYTES: usize = 4;

/// The name of a layout's theme.
#[derive(Debug, Clone)]
pub struct ThemeName {
    /// The name in the layout: a built-in theme or a file.
    pub name: String,
    /// The byte range of the name in the layout.
    pub span: Range<usize>,
}

impl ThemeName {
    /// Returns the name of a layout's theme. Returns `None` if the layout has no theme.
    pub(crate) fn of_layout(root: &DeTable<'_>) -> Option<Self> {
        let value = root.get("game")?.get_ref().as_table()?.get("theme")?;
        Some(Self { name: value.get_ref().as_str()?.to_owned(), span: value.span() })
    }
}

/// A theme. The place of every value in it is the place where the layout names the theme.
#[derive(Debug)]
pub struct Theme {
    pub(super) tables: ThemeTables,
    span: Range<usize>,
    /// The file of the theme. `None` for a built-in theme.
    file: Option<ThemeFile>,
}

#[derive(Debug)]
struct ThemeFile {
    id: FileId,
    text: String,
}

impl Theme {
    /// Converts a tree to a theme. Returns `None` if the tree has mistakes.
    fn from_tree(tree: &DeTable<'_>, span: &Range<usize>, file: Option<ThemeFile>) -> Option<Self> {
        let root = moved_table(tree, span);
        let tables = ThemeTables::deserialize(Node::root(Tree::new(span.clone(), root))).ok()?;
        Some(Self { tables, span: span.clone(), file })
    }

    /// Returns a built-in theme.
    fn built_in(text: &'static str, span: &Range<usize>) -> Option<Self> {
        let (tree, _) = DeTable::parse_recoverable(text);
        Self::from_tree(tree.get_ref(), span, None)
    }

    /// Returns a built-in theme to use instead of a theme that cannot be read.
    ///
    /// Also returns whether both themes define the same names of colours, places and looks. This is
    /// true for a misspelt name such as `plian`, because all built-in themes define the same names. It
    /// is false for the name of a file, such as `my.toml`.
    pub fn stand_in(named: &ThemeName) -> Option<(Self, bool)> {
        let (_, text) = THEMES.first()?;
        Some((Self::built_in(text, &named.span)?, !named.name.ends_with(".toml")))
    }

    /// Moves mistakes about the theme from the layout to the file of the theme.
    ///
    /// The message of a mistake quotes words between backticks. The mistake moves to the first of these
    /// words that occurs in the file.
    pub fn moved_to_file(&self, layout: FileId, report: Report) -> Report {
        let Some(ThemeFile { id, text }) = &self.file else { return report };
        let named = SourceSpan::new(layout, self.span.clone());
        let mut moved = Report::default();
        for mut item in report.into_items() {
            if item.place == Some(named) {
                let words = item.message.split('`').skip(1).step_by(2);
                let found = words.filter_map(|word| find_word(text, word)).next();
                item.place = found.map(|span| SourceSpan::new(*id, span)).or(item.place);
            }
            moved.push(item);
        }
        moved
    }
}

/// Returns the first occurrence of a word in a text, ignoring occurrences inside longer words. Returns
/// `None` if the word does not occur.
fn find_word(text: &str, word: &str) -> Option<Range<usize>> {
    text.match_indices(word)
        .map(|(start, _)| start..start + word.len())
        .find(|place| {
            !text[..place.start].ends_with(is_in_word) && !text[place.end..].starts_with(is_in_word)
        })
        .filter(|_| !word.is_empty())
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

/// Reads the theme that a layout names. Returns `None` after a mistake.
pub fn fetch_theme(
    named: &ThemeName,
    layout: Option<&Layout>,
    file: FileId,
    sources: &mut Sources,
    files: &Files,
    report: &mut Report,
) -> Option<Theme> {
    let ThemeName { name, span } = named;
    if let Some((_, text)) = THEMES.iter().find(|(known, _)| known == name) {
        return Theme::built_in(text, span);
    }
    let place = SourceSpan::new(file, span.clone());
    if !name.ends_with(".toml") {
        report.push(unknown_theme(name, files).at(place));
        return None;
    }
    let bytes = match files.get(name) {
        Ok(bytes) => bytes,
        Err(why) => {
            report.push(unreadable(name, &why).at(place));
            return None;
        }
    };
    let Ok(text) = str::from_utf8(&bytes) else {
        let diagnostic = codes::UNREADABLE.error(format!("`{name}` is not UTF-8 text"));
        report.push(diagnostic.hint("save it as UTF-8 in your editor").at(place));
        return None;
    };
    let id = sources.add(name, text);
    let (tree, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        report.extend(super::syntax::mistakes(id, text, &errors));
        return None;
    }
    let fields = layout.map(fields_of_layout).unwrap_or_default();
    if !check(id, text, &tree, &fields, report) {
        return None;
    }
    Theme::from_tree(tree.get_ref(), span, Some(ThemeFile { id, text: text.to_owned() }))
}

fn theme_names() -> Vec<&'static str> {
    THEMES.iter().map(|(name, _)| *name).collect()
}

/// Returns the mistake for an unknown theme.
fn unknown_theme(name: &str, files: &Files) -> Diagnostic {
    let message = format!("unknown theme `{name}`");
    let file_name = format!("{name}.toml");
    let hint = match files.get_uncached(&file_name).is_ok() {
        true => {
            let words =
                format!("for a theme of your own, write the name of its file: theme = \"{file_name}\"");
            Hint::replacing(words, name, &file_name)
        }
        false => {
            near::among(name, &theme_names(), "write the name of your own .toml file, or choose one of:")
        }
    };
    codes::UNKNOWN_NAME.error(message).hint(hint)
}

/// Returns the mistake for a file that cannot be read.
fn unreadable(name: &str, why: &FileError) -> Diagnostic {
    let hint = match why {
        FileError::Absent(None) => Some(
            format!(
                "put the file into the folder of the layout, or choose a bundled theme: {}",
                theme_names().join(", ")
            )
            .into(),
        ),
        _ => why.hint(name),
    };
    codes::UNREADABLE.error(format!("`{name}` cannot be read: {why}")).maybe_hint(hint)
}

/// Reports the mistakes of a theme. Returns false if the theme has mistakes.
///
/// `fields` contains the fields in the rows of the layout.
fn check(file: FileId, text: &str, tree: &Tree<'_>, fields: &[String], report: &mut Report) -> bool {
    let had_errors = report.has_errors();
    let mut root = DeTable::new();
    let mut found = Report::default();
    for (key, value) in tree.get_ref() {
        let name = key.get_ref().as_ref();
        if let Some(diagnostic) = wrong_table(name, value.get_ref()) {
            found.push(diagnostic.at(SourceSpan::new(file, key.span())));
            continue;
        }
        if COMPONENTS.contains(&name) && value.get_ref().is_table() {
            check_keys(file, value, &mut found);
            check_fields(file, value, fields, &mut found);
            // The schema is for layouts, in which components are lists, so the table is put into a
            // list.
            let mut list = DeArray::new();
            list.push(value.clone());
            root.insert(key.clone(), Spanned::new(value.span(), DeValue::Array(list)));
        } else {
            root.insert(key.clone(), value.clone());
        }
    }
    walk::walk(file, text, &Tree::new(tree.span(), root), &mut found);
    let is_right = !found.has_errors();
    report.extend(found);
    is_right && (had_errors || !report.has_errors())
}

/// Returns the mistake for a table that a theme cannot have, or cannot have as a list. Returns `None`
/// for a table that is allowed.
fn wrong_table(name: &str, value: &DeValue<'_>) -> Option<Diagnostic> {
    if COMPONENTS.contains(&name) {
        let message = format!("`{name}` is a list here, but must be a single table in a theme");
        let hint = format!("write [{name}] with single brackets");
        return value.is_array().then(|| codes::WRONG_TYPE.error(message).hint(hint));
    }
    if NAMED_TABLES.contains(&name) {
        return None;
    }
    let known: Vec<&str> = NAMED_TABLES.into_iter().chain(COMPONENTS).collect();
    let hint = match near::nearest(name, known.iter().copied()) {
        Some(near) => Hint::replacing(format!("did you mean [{near}]?"), name, near),
        None => format!("a theme can have: {}", known.join(", ")).into(),
    };
    Some(codes::UNKNOWN_KEY.error(format!("a theme cannot have `{name}`")).hint(hint))
}

/// Keys of components that set what pieces contain, and not how they look. A theme cannot have these
/// keys.
const CONTENT: [&str; 10] =
    ["name", "like", "rows", "data", "each", "deck", "where", "map", "points", "must"];

/// Reports those keys of a component that are not allowed in a theme.
fn check_keys(file: FileId, component: &Spanned<DeValue<'_>>, report: &mut Report) {
    for (key, _) in component.get_ref().as_table().into_iter().flatten() {
        let name = key.get_ref().as_ref();
        if CONTENT.contains(&name) {
            let diagnostic = codes::UNKNOWN_KEY.error(format!("a theme cannot have `{name}`"));
            let hint = "move it to the layout: a theme sets only how components look";
            report.push(diagnostic.hint(hint).at(SourceSpan::new(file, key.span())));
        }
    }
}

/// Warns about elements that are never printed because they use a misspelt field.
///
/// `fields` contains the fields in the rows of the layout.
fn check_fields(file: FileId, component: &Spanned<DeValue<'_>>, fields: &[String], report: &mut Report) {
    let known: Vec<&str> = ["headline", "figure", "rank", "details"]
        .into_iter()
        .chain(OF_GAME)
        .chain(fields.iter().map(String::as_str))
        .collect();
    let values = FACES
        .iter()
        .filter_map(|key| component.get_ref().as_table()?.get(*key)?.get_ref().as_array())
        .flat_map(|elements| elements.iter())
        .filter_map(|element| element.get_ref().as_table())
        .flat_map(|element| element.values());
    for value in values {
        let Some(text) = value.get_ref().as_str() else { continue };
        for field in template_fields(text).filter(|field| !known.contains(field)) {
            let meant = known
                .iter()
                .find(|known| known.len() >= MIN_SUGGESTED_WORD_BYTES && near::is_slip(field, known));
            let Some(meant) = meant else { continue };
            let message = format!("no row has the field `{field}`, so this is not printed");
            let warning = codes::IDLE_KEY.warning(message).hint(Hint::did_you_mean(field, meant));
            report.push(warning.at(SourceSpan::new(file, value.span())));
        }
    }
}

/// Returns a copy of a table in which `span` is the place of all keys and values.
fn moved_table<'t>(table: &DeTable<'t>, span: &Range<usize>) -> DeTable<'t> {
    table
        .iter()
        .map(|(key, value)| {
            (Spanned::new(span.clone(), key.get_ref().clone()), moved_value(value.get_ref(), span))
        })
        .collect()
}

/// Returns a copy of a value in which `span` is the place of the value and of everything in it.
fn moved_value<'t>(value: &DeValue<'t>, span: &Range<usize>) -> Spanned<DeValue<'t>> {
    let moved = match value {
        DeValue::Array(list) => {
            DeValue::Array(list.iter().map(|item| moved_value(item.get_ref(), span)).collect())
        }
        DeValue::Table(table) => DeValue::Table(moved_table(table, span)),
        other => other.clone(),
    };
    Spanned::new(span.clone(), moved)
}
