//! Themes: what a game looks like where it does not say. A theme is a layout without pieces: tables for each sort of
//! component that those of the game start from, as if they were `like` it, and colours, places and looks by name.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::node::Node;
use super::themed::{OF_GAME, asked, said};
use super::walk;
use crate::diag::{Diagnostic, FileId, Place, Report, Sources, codes, near};
use crate::files::{Files, NoFile};
use crate::spec::tables::layout::Layout;
use crate::spec::tables::theme::ThemeTables;
use crate::spec::{COMPONENTS, Tree};

/// The themes that are part of the program, each with its text.
pub const THEMES: [(&str, &str); 6] = [
    ("plain", include_str!("../../themes/plain.toml")),
    ("parchment", include_str!("../../themes/parchment.toml")),
    ("slate", include_str!("../../themes/slate.toml")),
    ("linen", include_str!("../../themes/linen.toml")),
    ("ink", include_str!("../../themes/ink.toml")),
    ("midnight", include_str!("../../themes/midnight.toml")),
];

/// The tables of a theme whose entries are there by name.
const BY_NAME: [&str; 3] = ["colours", "places", "look"];

/// The theme that a layout names.
#[derive(Debug, Clone)]
pub struct ThemeName {
    /// As typed.
    pub name: String,
    /// Where.
    pub span: Range<usize>,
}

impl ThemeName {
    /// The theme that a file names; `None` if it names none.
    pub fn of(root: &DeTable<'_>) -> Option<Self> {
        let value = root.get("game")?.get_ref().as_table()?.get("theme")?;
        Some(Self { name: value.get_ref().as_str()?.to_owned(), span: value.span() })
    }
}

/// What a theme says, all of it at the place where the layout names the theme.
#[derive(Debug)]
pub struct Theme {
    pub(super) tables: ThemeTables,
    span: Range<usize>,
    /// The file of a theme of one's own, and its text.
    own: Option<(FileId, String)>,
}

impl Theme {
    /// A theme from its tree, which has no mistakes.
    fn new(tree: &DeTable<'_>, span: &Range<usize>, own: Option<(FileId, String)>) -> Option<Self> {
        let root: DeTable<'_> = tree.iter().map(|(key, value)| told(key, value, span)).collect();
        let tables = ThemeTables::deserialize(Node::root(Tree::new(span.clone(), root))).ok()?;
        Some(Self { tables, span: span.clone(), own })
    }

    /// A theme of the program.
    fn of_program(text: &'static str, span: &Range<usize>) -> Option<Self> {
        let (tree, _) = DeTable::parse_recoverable(text);
        Self::new(tree.get_ref(), span, None)
    }

    /// A theme of the program in the place of one that cannot be had, and whether the names are known that the other one
    /// has: all themes of the program have the same.
    pub fn stand_in(named: &ThemeName) -> Option<(Self, bool)> {
        let (_, text) = THEMES.first()?;
        Some((Self::of_program(text, &named.span)?, !named.name.ends_with(".toml")))
    }

    /// Moves the mistakes of a theme's own file there, from where the layout names it: to the first place of the word
    /// that they are about.
    pub fn at_home(&self, layout: FileId, report: Report) -> Report {
        let Some((file, text)) = &self.own else { return report };
        let named = Place::new(layout, self.span.clone());
        let mut moved = Report::default();
        for mut item in report.into_items() {
            if item.place == Some(named) {
                let words = item.message.split('`').skip(1).step_by(2);
                let found = words.filter_map(|word| word_in(text, word)).next();
                item.place = found.map(|span| Place::new(*file, span)).or(item.place);
            }
            moved.push(item);
        }
        moved
    }
}

/// The first place of a word in a text, where it is not a part of another word.
fn word_in(text: &str, word: &str) -> Option<Range<usize>> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let whole = |at: &usize| {
        !is_part(text[..*at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next())
    };
    let mut places = text.match_indices(word).map(|(at, _)| at);
    places.find(whole).filter(|_| !word.is_empty()).map(|at| at..at + word.len())
}

/// The theme that a layout names; `None` after a mistake.
pub fn fetch(
    named: &ThemeName,
    layout: Option<&Layout>,
    file: FileId,
    sources: &mut Sources,
    files: &Files,
    report: &mut Report,
) -> Option<Theme> {
    let ThemeName { name, span } = named;
    if let Some((_, text)) = THEMES.iter().find(|(known, _)| known == name) {
        return Theme::of_program(text, span);
    }
    let place = Place::new(file, span.clone());
    if !name.ends_with(".toml") {
        let known: Vec<&str> = THEMES.iter().map(|(name, _)| *name).collect();
        let message = format!("no theme is called `{name}`, and a file of your own ends in `.toml`");
        let own = format!("{name}.toml");
        let hint = match files.look_at(&own).is_ok() {
            true => format!("your own theme is named with its ending: theme = \"{own}\""),
            false => near::among(name, &known, "there are:"),
        };
        report.push(codes::UNKNOWN_NAME.error(message).hint(hint).at(place));
        return None;
    }
    let bytes = match files.get(name) {
        Ok(bytes) => bytes,
        Err(why) => {
            let wrong = codes::UNREADABLE.error(format!("`{name}` cannot be read: {why}")).at(place);
            let absent = why == NoFile::Absent(None);
            let themes: Vec<&str> = THEMES.iter().map(|(name, _)| *name).collect();
            let own = format!(
                "put the file into the folder of the layout, or take a theme of the program: {}",
                themes.join(", ")
            );
            report.push(wrong.maybe_hint(if absent { Some(own) } else { why.hint(name) }));
            return None;
        }
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        report.push(codes::UNREADABLE.error(format!("`{name}` is not UTF-8 text")).at(place));
        return None;
    };
    let own = sources.add(name, text);
    let (tree, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        report.extend(super::syntax::mistakes(own, text, &errors));
        return None;
    }
    let words = layout.map(said).unwrap_or_default();
    let is_right = judge(own, text, &tree, &words, report);
    is_right.then(|| Theme::new(tree.get_ref(), span, Some((own, text.to_owned())))).flatten()
}

/// Whether a theme has no mistake; those that it has are told.
fn judge(file: FileId, text: &str, tree: &Tree<'_>, words: &[String], report: &mut Report) -> bool {
    let before = report.has_errors();
    let mut root = DeTable::new();
    let mut own = Report::default();
    for (key, value) in tree.get_ref() {
        let mut value = value.clone();
        let name = key.get_ref().as_ref();
        if let Some(wrong) = wrong_table(name, value.get_ref()) {
            own.push(wrong.at(Place::new(file, key.span())));
            continue;
        }
        // A layout has lists of components, a theme one of each sort.
        if COMPONENTS.contains(&name) && value.get_ref().is_table() {
            content(file, &value, &mut own);
            unasked(file, &value, words, &mut own);
            let mut list = DeArray::new();
            list.push(value.clone());
            value = Spanned::new(value.span(), DeValue::Array(list));
        }
        root.insert(key.clone(), value);
    }
    walk::walk(file, text, &Tree::new(tree.span(), root), &mut own);
    let well = !own.has_errors();
    report.extend(own);
    well && (before || !report.has_errors())
}

/// What is wrong with a table that no theme has, or that a theme has once.
fn wrong_table(name: &str, value: &DeValue<'_>) -> Option<Diagnostic> {
    if COMPONENTS.contains(&name) {
        let message = format!("a theme has one `{name}`, and not a list of them");
        let hint = format!("write it with single brackets: [{name}]");
        return value.is_array().then(|| codes::WRONG_TYPE.error(message).hint(hint));
    }
    if BY_NAME.contains(&name) {
        return None;
    }
    let all = || BY_NAME.into_iter().chain(COMPONENTS);
    let hint = match near::nearest(name, all()) {
        Some(near) => format!("did you mean [{near}]?"),
        None => format!("a theme has: {}", all().collect::<Vec<_>>().join(", ")),
    };
    Some(codes::UNKNOWN_KEY.error(format!("`{name}` is no part of a theme")).hint(hint))
}

/// Keys of components that say what there is to print, and not what it looks like.
const CONTENT: [&str; 10] =
    ["name", "like", "rows", "data", "each", "deck", "where", "map", "points", "must"];

/// Reports keys of a component that a theme cannot say.
fn content(file: FileId, component: &Spanned<DeValue<'_>>, report: &mut Report) {
    for (key, _) in component.get_ref().as_table().into_iter().flatten() {
        let name = key.get_ref().as_ref();
        if CONTENT.contains(&name) {
            let wrong = codes::UNKNOWN_KEY.error(format!("`{name}` is no part of a theme"));
            let hint = "a theme says what components look like: move it to the layout";
            report.push(wrong.hint(hint).at(Place::new(file, key.span())));
        }
    }
}

/// Warns of elements that no piece has, since they ask for a word that nobody says but nearly `headline` or `details`, or
/// nearly a word of the rows.
fn unasked(file: FileId, component: &Spanned<DeValue<'_>>, words: &[String], report: &mut Report) {
    let lists = ["face", "ground", "back"].iter().filter_map(|key| component.get_ref().as_table()?.get(*key));
    let elements = lists.filter_map(|list| list.get_ref().as_array()).flat_map(|list| list.iter());
    for value in elements.filter_map(|element| element.get_ref().as_table()).flat_map(|table| table.values())
    {
        let Some(text) = value.get_ref().as_str() else { continue };
        let known =
            || ["headline", "details"].into_iter().chain(OF_GAME).chain(words.iter().map(String::as_str));
        for word in asked(text).filter(|word| known().all(|known| known != *word)) {
            let Some(near) = known().find(|known| known.len() > 3 && near::is_slip(word, known)) else {
                continue;
            };
            let message = format!("no row has the word `{word}`, so this is left out");
            let warning = codes::IDLE_KEY.warning(message).hint(format!("did you mean `{near}`?"));
            report.push(warning.at(Place::new(file, value.span())));
        }
    }
}

/// An entry of a theme, all of it at the place where the layout names the theme.
fn told<'a>(
    key: &Spanned<Cow<'a, str>>,
    value: &Spanned<DeValue<'a>>,
    span: &Range<usize>,
) -> (Spanned<Cow<'a, str>>, Spanned<DeValue<'a>>) {
    (Spanned::new(span.clone(), key.get_ref().clone()), told_at(value, span))
}

/// A value of a theme, all of it told at the place where the layout names the theme.
fn told_at<'a>(value: &Spanned<DeValue<'a>>, span: &Range<usize>) -> Spanned<DeValue<'a>> {
    let here = |value| Spanned::new(span.clone(), value);
    here(match value.get_ref() {
        DeValue::Array(list) => {
            let mut all = DeArray::new();
            list.iter().for_each(|value| all.push(told_at(value, span)));
            DeValue::Array(all)
        }
        DeValue::Table(table) => {
            DeValue::Table(table.iter().map(|(key, value)| told(key, value, span)).collect())
        }
        other => other.clone(),
    })
}
