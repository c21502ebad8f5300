//! Themes: what a game looks like where it does not say. A theme is a layout without pieces: tables for each sort of
//! component that those of the game start from, as if they were `like` it, and colours, places and looks by name.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::like::laid_over;
use super::walk;
use crate::diag::{Diagnostic, FileId, Place, Report, Sources, codes, near};
use crate::files::{Files, NoFile};
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

/// The text of a theme, and where the layout names it.
#[derive(Debug)]
pub struct Theme {
    text: Cow<'static, str>,
    span: Range<usize>,
    /// The file of a theme of one's own.
    file: Option<FileId>,
}

impl Theme {
    /// Moves the mistakes of a theme's own file there, from where the layout names it: to the first place of the word
    /// that they are about.
    pub fn at_home(&self, layout: FileId, report: Report) -> Report {
        let Some(file) = self.file else { return report };
        let named = Place::new(layout, self.span.clone());
        let mut moved = Report::default();
        for mut item in report.into_items() {
            if item.place == Some(named) {
                let words = item.message.split('`').skip(1).step_by(2);
                let found = words.filter_map(|word| word_in(&self.text, word)).next();
                item.place = found.map(|span| Place::new(file, span)).or(item.place);
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

/// The theme that a layout names; none where it names none, or where that has mistakes, which are told.
pub fn fetch(file: FileId, sources: &mut Sources, files: &Files, report: &mut Report) -> Option<Theme> {
    let text = sources.get(file).map(|source| source.text()).filter(|text| text.contains("theme"))?;
    let (tree, _) = DeTable::parse_recoverable(text);
    let game = tree.get_ref().get("game")?.get_ref().as_table()?;
    let value = game.get("theme")?;
    let (name, span) = (value.get_ref().as_str()?.to_owned(), value.span());
    if let Some((_, text)) = THEMES.iter().find(|(known, _)| *known == name) {
        return Some(Theme { text: Cow::Borrowed(text), span, file: None });
    }
    let place = Place::new(file, span.clone());
    if !name.ends_with(".toml") {
        let known: Vec<&str> = THEMES.iter().map(|(name, _)| *name).collect();
        let message = format!("no theme is called `{name}`, and a file of your own ends in `.toml`");
        let own = format!("{name}.toml");
        let hint = match files.look_at(&own).is_ok() {
            true => format!("your own theme is named with its ending: theme = \"{own}\""),
            false => near::among(&name, &known, "there are:"),
        };
        report.push(codes::UNKNOWN_NAME.error(message).hint(hint).at(place));
        return None;
    }
    let bytes = match files.get(&name) {
        Ok(bytes) => bytes,
        Err(why) => {
            let wrong = codes::UNREADABLE.error(format!("`{name}` cannot be read: {why}")).at(place);
            let absent = why == NoFile::Absent(None);
            let themes: Vec<&str> = THEMES.iter().map(|(name, _)| *name).collect();
            let own = format!(
                "put the file into the folder of the layout, or take a theme of the program: {}",
                themes.join(", ")
            );
            report.push(wrong.maybe_hint(if absent { Some(own) } else { why.hint(&name) }));
            return None;
        }
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        report.push(codes::UNREADABLE.error(format!("`{name}` is not UTF-8 text")).at(place));
        return None;
    };
    let words = said(tree.get_ref());
    let own = sources.add(name, text);
    let theme = Theme { text: Cow::Owned(text.to_owned()), span, file: Some(own) };
    judge(own, text, &words, report).then_some(theme)
}

/// A theme of the program in the place of one that cannot be had, and whether the names are known that the other one has: all
/// themes of the program have the same.
pub fn stand_in(file: FileId, sources: &Sources) -> Option<(Theme, bool)> {
    let (tree, _) = DeTable::parse_recoverable(sources.get(file)?.text());
    let value = tree.get_ref().get("game")?.get_ref().as_table()?.get("theme")?;
    let is_known = !value.get_ref().as_str().is_some_and(|name| name.ends_with(".toml"));
    let (_, text) = THEMES.first()?;
    Some((Theme { text: Cow::Borrowed(text), span: value.span(), file: None }, is_known))
}

/// Whether a theme has no mistake; those that it has are told.
fn judge(file: FileId, text: &str, words: &[String], report: &mut Report) -> bool {
    let (tree, errors) = DeTable::parse_recoverable(text);
    let before = report.has_errors();
    if !errors.is_empty() {
        report.extend(super::syntax::mistakes(file, text, &errors));
        return false;
    }
    let span = tree.span();
    let mut root = DeTable::new();
    let mut own = Report::default();
    for (key, mut value) in tree.into_inner() {
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
        root.insert(key, value);
    }
    walk::walk(file, text, &Tree::new(span, root), &mut own);
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

/// The words that the rows of all components of a layout have, but for those of files.
fn said(layout: &DeTable<'_>) -> Vec<String> {
    let lists = COMPONENTS.iter().filter_map(|name| layout.get(*name)?.get_ref().as_array());
    let tables = lists.flat_map(|list| list.iter()).filter_map(|one| one.get_ref().as_table());
    tables.flat_map(known).collect()
}

/// A layout with what its theme says.
pub fn resolve<'a>(theme: &'a Theme, tree: Tree<'a>) -> Tree<'a> {
    let span = tree.span();
    let mut root = tree.into_inner();
    let (base, _) = DeTable::parse_recoverable(&theme.text);
    for (key, value) in base.get_ref() {
        let name = key.get_ref().as_ref();
        let value = told_at(value, &theme.span);
        let DeValue::Table(own) = value.get_ref() else { continue };
        if BY_NAME.contains(&name) {
            by_name(key, &value, &mut root);
        }
        let list = root.get_mut(name).filter(|_| COMPONENTS.contains(&name)).map(Spanned::get_mut);
        let Some(DeValue::Array(list)) = list else { continue };
        for component in list.iter_mut() {
            if let DeValue::Table(table) = component.get_mut() {
                *table = laid_over(fitting(own.clone(), table), table);
            }
        }
    }
    Tree::new(span, root)
}

/// Adds what a layout has not by the same name, above what it has, which may be made of it.
fn by_name<'a>(key: &Spanned<Cow<'a, str>>, value: &Spanned<DeValue<'a>>, root: &mut DeTable<'a>) {
    match root.get_mut(key.get_ref().as_ref()).map(Spanned::get_mut) {
        None => _ = root.insert(key.clone(), value.clone()),
        Some(DeValue::Table(table)) => {
            let more = value.get_ref().as_table().into_iter().flatten();
            let more = more.filter(|(name, _)| table.get(name.get_ref().as_ref()).is_none());
            let mut all: DeTable<'a> = more.map(|(name, value)| (name.clone(), value.clone())).collect();
            all.extend(std::mem::take(table));
            *table = all;
        }
        Some(_) => {}
    }
}

/// What a theme says of a component, as far as it fits what the component says of itself.
fn fitting<'a>(mut base: DeTable<'a>, own: &DeTable<'a>) -> DeTable<'a> {
    let text = |key: &str| own.get(key).and_then(|value| value.get_ref().as_str());
    // Only rectangles have corners to round, and only hexagons stand one way or the other.
    if text("shape").is_some_and(|shape| !["rectangle", "square"].contains(&shape)) {
        base.remove("round");
        base.remove("size");
    }
    if text("shape").is_some_and(|shape| shape != "hexagon") {
        base.remove("cells");
    }
    if text("shape") == Some("square") {
        base.remove("size");
    }
    // A sheet that is cut already has places of one size.
    if text("sheet").is_some_and(|sheet| !["large", "small"].contains(&sheet)) {
        ["size", "across", "round"].iter().for_each(|key| _ = base.remove(*key));
    }
    if text("play-on") == Some("points") {
        // Points have no cells to draw round: what would be their line joins them. Only rows of points without a gap
        // have a ground in one piece.
        if let Some(line) = base.remove("line") {
            base.insert(Spanned::new(line.span(), Cow::Borrowed("lines")), line);
        }
        base.remove("round");
        let in_one = text("shape").is_some_and(|shape| !shape.trim_start().starts_with("morris"));
        if !in_one || own.contains_key("without") {
            ["cell", "rim"].iter().for_each(|key| _ = base.remove(*key));
        }
    }
    if own.contains_key("face") {
        base.remove("face");
    }
    words(&mut base, own);
    base
}

/// Words of rows that are no headline: those that the program knows, and those that name a colour.
const NO_HEADLINE: [&str; 7] = ["edge", "edges", "paths", "number", "of", "owner", "colour"];

/// Words that every piece knows.
const OF_GAME: [&str; 2] = ["title", "author"];

/// The face that a theme gives and what it says is read aloud, for the words that the rows of a component have: `headline`
/// is the first of them, `details` are all others, and what asks for a word that they do not have is left out.
fn words<'a>(base: &mut DeTable<'a>, own: &DeTable<'a>) {
    let known = known(own);
    let mut said = known.iter().map(String::as_str).filter(|word| !NO_HEADLINE.contains(word));
    let headline = said.next().map(str::to_owned);
    // A word that a row leaves out has no line there.
    let line = |word: &str| format!("'{} ' ~ {word} if {word} != '' else ''", word.replace('_', " "));
    let others: Vec<String> = said.map(line).collect();
    let details =
        (!others.is_empty()).then(|| format!("{{{{ [{}] | select | join('\\n') }}}}", others.join(", ")));
    let fits = |key: &str, text: &str| -> Option<String> {
        let mut text = text.to_owned();
        if text.contains("{{ details }}") {
            text = text.replace("{{ details }}", details.as_ref()?);
        }
        if text.contains("headline") && (key == "when" || text.contains("{{")) {
            text = text.replace("headline", headline.as_ref()?);
        }
        let fits = asked(&text).all(|word| OF_GAME.contains(&word) || known.iter().any(|one| one == word));
        fits.then_some(text)
    };
    if let Some(alt) = base.remove("alt") {
        let fit = alt.get_ref().as_str().and_then(|text| fits("alt", text));
        let fit = fit.map(|text| Spanned::new(alt.span(), DeValue::String(Cow::Owned(text))));
        // A text that is none is reported as it stands.
        let fit = fit.or_else(|| (!alt.get_ref().is_str()).then_some(alt.clone()));
        base.extend(fit.map(|fit| (Spanned::new(alt.span(), Cow::Borrowed("alt")), fit)));
    }
    let Some(DeValue::Array(face)) = base.get_mut("face").map(Spanned::get_mut) else { return };
    let mut kept = DeArray::new();
    for element in face.iter() {
        let DeValue::Table(table) = element.get_ref() else { continue };
        let mut table = table.clone();
        let fit = table.iter_mut().all(|(key, value)| {
            let Some(text) = value.get_ref().as_str() else { return true };
            let Some(text) = fits(key.get_ref(), text) else { return false };
            *value = Spanned::new(value.span(), DeValue::String(Cow::Owned(text)));
            true
        });
        if fit {
            kept.push(Spanned::new(element.span(), DeValue::Table(table)));
        }
    }
    *face = kept;
}

/// The words that the templates of a text ask for: the first of each.
fn asked(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).filter_map(|rest| {
        let word = rest.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
        word.filter(|word| !word.is_empty())
    })
}

/// The words that the rows of a component have, in their order.
fn known(own: &DeTable<'_>) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    let mut add = |table: &DeTable<'_>| {
        let mut keys: Vec<_> = table.iter().map(|(key, _)| key).collect();
        keys.sort_by_key(|key| key.span().start);
        for key in keys {
            let name = key.get_ref().as_ref();
            let more: &[&str] = match name {
                "copies" => &[],
                "edges" => &["edges", "edge"],
                name => &[name],
            };
            for name in more {
                if known.iter().all(|one| one != name) {
                    known.push((*name).to_owned());
                }
            }
        }
    };
    let rows = own.get("rows").and_then(|rows| rows.get_ref().as_array());
    rows.into_iter()
        .flat_map(|rows| rows.iter())
        .filter_map(|row| row.get_ref().as_table())
        .for_each(&mut add);
    ["each", "set"].iter().filter_map(|key| own.get(*key)?.get_ref().as_table()).for_each(&mut add);
    if let Some(deck) = own.get("deck").and_then(|deck| deck.get_ref().as_table()) {
        let joins = deck.contains_key("join");
        known.extend(
            if joins { &["paths"][..] } else { &["edges", "edge"] }.iter().map(|word| (*word).to_owned()),
        );
    }
    known.extend(["number", "of"].map(str::to_owned));
    known
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
            let told = |(key, value): (&Spanned<Cow<'a, str>>, &Spanned<DeValue<'a>>)| {
                (Spanned::new(span.clone(), key.get_ref().clone()), told_at(value, span))
            };
            DeValue::Table(table.iter().map(told).collect())
        }
        other => other.clone(),
    })
}
