//! Words worked out for each piece: `{{ steps | words }}`.
//!
//! minijinja is the only expression language. A text that is no more than words and plain names is put
//! together here without it, which gives the same result much sooner.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, RwLock};

use minijinja::value::Rest;
use minijinja::{AutoEscape, Environment, ErrorKind, State, UndefinedBehavior, Value};

use crate::diag::{Diagnostic, Place, Result, codes};
use crate::print::language::in_words;
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::{Spelling, is_letter};
use mistakes::{explain, told, uncompiled, unknown, unlike_all};

mod advice;
pub mod asked;
pub mod heard;
mod meant;
pub mod mistakes;
mod operators;
mod rewrite;
pub mod words;
pub mod work;

/// A compiled text.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    source: Arc<str>,
    /// Under which the expression language keeps it.
    key: Arc<str>,
    /// The names it asks for, sorted.
    needs: Vec<Arc<str>>,
    /// Words and names in turn, if it is no more than that.
    plain: Option<Vec<TemplatePart>>,
}

#[derive(Debug, Clone, PartialEq)]
enum TemplatePart {
    Words(Arc<str>),
    /// What stands under a name.
    Name(Arc<str>),
}

/// The most steps of the expression language that one text may take: a loop in a loop would never end.
pub const MOST_STEPS: u64 = 200_000;

/// The lock is poisoned: another thread panicked while it held the expression language.
const LOST: &str = "the expression language is not to be had";

/// What a row's words belong to, for what is said of a word that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A piece with words.
    Piece,
    /// A row before its pieces are made.
    Row,
    /// A piece that has none but the game's.
    BarePiece,
    /// A cell, an edge or a corner, which have none.
    Cell,
    /// A cell that a file of data says something of.
    DataCell,
    /// A sheet, which has the game's.
    Sheet,
}

/// Where the values of names come from.
pub trait Row {
    /// What has these words.
    fn of(&self) -> Of {
        Of::Piece
    }

    /// The value behind `name`, if there is one.
    fn value(&self, name: &str) -> Option<&Scalar>;
    /// Every name there is.
    fn names(&self) -> Vec<&str>;
    /// Whether `y` and `n` behind `name` are letters, and say neither yes nor no.
    fn has_letters(&self, _name: &str) -> bool {
        false
    }
    /// Where the value behind `name` stands in a file, if it does.
    fn place(&self, _name: &str) -> Option<Place> {
        None
    }
    /// The line of a file of data that these names come from, and what it is called; its cell if there is one name.
    fn origin(&self, _needs: &[&str]) -> Option<(Place, String)> {
        None
    }
}

/// A row without words: a cell, an edge or a corner.
#[derive(Debug, Clone, Copy)]
pub struct NoRow;

impl Row for NoRow {
    fn of(&self) -> Of {
        Of::Cell
    }

    fn value(&self, _: &str) -> Option<&Scalar> {
        None
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// The expression language with this program's filters.
#[derive(Debug)]
pub struct Engine {
    /// Made when a text first asks for more than names.
    environment: LazyLock<RwLock<Environment<'static>>, Making>,
    /// How many more bytes all its texts may have.
    left: AtomicU64,
    /// How many bytes of long texts have been set.
    set: AtomicU64,
    /// What texts of fields mean.
    spelling: Spelling,
}

type Making = Box<dyn FnOnce() -> RwLock<Environment<'static>> + Send>;

impl Engine {
    /// An engine that knows the icons of the game's colours, numbers in the words of its language, and how it spells them.
    pub fn new(names: &super::Names, language: &str, spelling: Spelling) -> Self {
        let (names, language) = (names.clone(), language.to_owned());
        Self::of(spelling, move || {
            let mut environment = environment(&language, spelling);
            let pairs = names.colours.iter().zip(&names.icons);
            let icons: BTreeMap<String, String> = pairs
                .filter_map(|(ink, icon)| Some((ink.name.to_string(), icon.as_ref()?.to_string())))
                .collect();
            environment
                .add_filter("icon", move |colour: &str| icons.get(colour).cloned().unwrap_or_default());
            environment.add_filter("contrast", move |colour: &str| contrast(colour, &names));
            environment
        })
    }

    fn of(spelling: Spelling, environment: impl FnOnce() -> Environment<'static> + Send + 'static) -> Self {
        let making: Making = Box::new(|| RwLock::new(environment()));
        let left = AtomicU64::new(work::MOST_IN_ALL);
        Self { environment: LazyLock::new(making), left, set: AtomicU64::new(0), spelling }
    }
}

impl Default for Engine {
    fn default() -> Self {
        let spelling = Spelling::default();
        Self::of(spelling, move || environment("en", spelling))
    }
}

/// The language with the filters that need to know no game.
fn environment(language: &str, spelling: Spelling) -> Environment<'static> {
    let language = language.to_owned();
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(MOST_STEPS));
    // What a text ends in says nothing: it is printed as it is.
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    work::bound(&mut environment);
    operators::add(&mut environment, spelling);
    environment.add_filter("words", move |n: Value| match i64::try_from(operators::meant(&n)) {
        Ok(n) => Ok(in_words(&language, n).unwrap_or_else(|| words::in_words(n))),
        Err(_) => Err(unfit(&format!("`words` takes a whole number, not `{n}`"))),
    });
    environment.add_filter("plural", |word: Cow<'_, str>, n: Value| {
        match f64::try_from(operators::meant(&n)) {
            Ok(n) => Ok(words::plural(&word, if n == 1.0 { 1 } else { 2 })),
            Err(_) => Err(unfit(&format!("`plural` takes a number, not `{n}`"))),
        }
    });
    // What a row leaves out is empty, and so is the cell of a file that says nothing.
    environment.add_filter("default", otherwise);
    environment.add_filter("d", otherwise);
    environment.add_test("defined", |value: &Value| !is_left_out(value));
    environment.add_test("undefined", is_left_out);
    environment
}

/// Whether there is no value, or an empty text, or nothing but blanks.
fn is_left_out(value: &Value) -> bool {
    value.is_undefined() || operators::is_empty(value)
}

/// minijinja's `default`, also for an empty text.
fn otherwise(state: &State<'_, '_>, value: &Value, others: Rest<Value>) -> Result<Value, minijinja::Error> {
    let value = if is_left_out(value) { &Value::UNDEFINED } else { value };
    minijinja::filters::default(state, value, others)
}

/// Something in a template that cannot be read or worked out.
fn bad(what: impl Into<String>) -> Diagnostic {
    codes::BAD_TEMPLATE.error(what)
}

/// A filter met a value that it can do nothing with.
fn unfit(what: &str) -> minijinja::Error {
    minijinja::Error::new(ErrorKind::InvalidOperation, what.to_owned())
}

impl Engine {
    /// Compiles a text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn compile(&self, source: &str) -> Result<Template> {
        if let Some(parts) = plain_parts(source) {
            let names = parts.iter().filter_map(|part| match part {
                TemplatePart::Words(_) => None,
                TemplatePart::Name(name) => Some(Arc::clone(name)),
            });
            let needs = names.collect::<BTreeSet<_>>().into_iter().collect();
            let source: Arc<str> = source.into();
            return Ok(Template { key: Arc::clone(&source), source, needs, plain: Some(parts) });
        }
        let written = rewrite::template(source).map_err(|e| uncompiled(&e, source, false))?;
        self.keep(source, source.into(), written)
    }

    /// Keeps a text under a key of its own, so that each is read once, however many pieces there are.
    fn keep(&self, source: &str, key: Arc<str>, written: String) -> Result<Template> {
        let mut environment = self.environment.write().map_err(|_| bad(LOST))?;
        environment
            .add_template_owned(key.to_string(), written)
            .map_err(|e| uncompiled(&e, source, key.starts_with('?')))?;
        let compiled = environment.get_template(&key).map_err(|e| uncompiled(&e, source, false))?;
        let mut needs: Vec<Arc<str>> =
            compiled.undeclared_variables(false).into_iter().map(Arc::from).collect();
        needs.sort();
        Ok(Template { source: source.into(), key, needs, plain: None })
    }

    /// The text for one row.
    ///
    /// # Errors
    /// What cannot be worked out.
    pub fn render(&self, template: &Template, row: &dyn Row) -> Result<String> {
        let text = self.worked_out(template, row)?;
        let less = |left: u64| left.checked_sub(text.len() as u64);
        let all = work::MOST_IN_ALL >> 20;
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        left.map_err(|_| bad(format!("the texts of this layout come to more than {all} MiB")))?;
        Ok(text)
    }

    /// Counts the bytes of a long text that is set. Returns those of all of them.
    pub fn count_set(&self, bytes: usize) -> u64 {
        self.set.fetch_add(bytes as u64, Ordering::Relaxed).saturating_add(bytes as u64)
    }

    /// The field that a text makes for one row: a field that is only named stays as it is, and what is computed is a number
    /// in every language.
    ///
    /// # Errors
    /// What cannot be worked out.
    pub fn field(&self, template: &Template, row: &dyn Row) -> Result<Scalar> {
        let text = self.render(template, row)?;
        if let Some(parts) = &template.plain {
            let named = match parts.as_slice() {
                [TemplatePart::Name(name)] => row.value(name).cloned(),
                _ => None,
            };
            return Ok(named.unwrap_or_else(|| Scalar::Text(text.into())));
        }
        let number = text.parse::<f64>().ok().filter(|_| work::emitted_fraction());
        let number = number.map(Scalar::from_number).filter(|number| number.to_string() == text);
        Ok(number.unwrap_or_else(|| Scalar::Text(text.into())))
    }

    fn worked_out(&self, template: &Template, row: &dyn Row) -> Result<String> {
        if let Some(parts) = &template.plain {
            return put_together(&template.source, parts, row);
        }
        let environment = self.environment.read().map_err(|_| bad(LOST))?;
        let compiled =
            environment.get_template(&template.key).map_err(|e| uncompiled(&e, &template.source, false))?;
        let context = self.context(template, row)?;
        let mut text = work::Bounded::default();
        work::begin();
        let done = compiled.render_captured_to(context, &mut text).map(|_| ());
        done.map_err(|e| told(&explain(&e, &environment, template, row), template, row))?;
        Ok(text.text())
    }

    /// The values that a template asks for.
    fn context<'t>(&self, template: &'t Template, row: &dyn Row) -> Result<BTreeMap<&'t str, Value>> {
        let named = || template.needs().filter_map(|name| Some((name, row.value(name)?)));
        let length = |(_, value): (&str, &Scalar)| match value {
            Scalar::Text(text) => text.len(),
            _ => 0,
        };
        if work::is_too_heavy(&template.source, named().map(length).max().unwrap_or(0)) {
            return Err(bad(mistakes::too_long(&template.source)));
        }
        let meant = |name: &str, value: &Scalar| match value {
            Scalar::Text(text) if is_letter(text) && row.has_letters(name) => Value::from(Arc::clone(text)),
            value => operators::to_value(value, self.spelling),
        };
        Ok(named().map(|(name, value)| (name, meant(name, value))).collect())
    }

    /// The number, or the yes or no, that a field means; `None` if it is only text.
    pub fn meaning(&self, value: &Scalar) -> Option<Scalar> {
        match value {
            Scalar::Text(text) => self.spelling.value(text),
            other => Some(other.clone()),
        }
    }

    /// The whole number that a field is, however it is written.
    pub fn whole(&self, value: &Scalar) -> Option<i64> {
        match value {
            Scalar::Whole(n) => Some(*n),
            Scalar::Text(text) => match self.spelling.number(text) {
                Some(Scalar::Whole(n)) => Some(n),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a condition holds for one row.
    ///
    /// # Errors
    /// What cannot be worked out.
    pub fn holds(&self, condition: &Template, row: &dyn Row) -> Result<bool> {
        self.worked_out(condition, row).map(|text| !text.is_empty())
    }

    /// Whether a condition holds, for each of many rows.
    pub fn holds_each<'r>(
        &self,
        condition: &Template,
        rows: impl IntoIterator<Item = &'r dyn Row>,
    ) -> Vec<Result<bool>> {
        rows.into_iter().map(|row| self.holds(condition, row)).collect()
    }

    /// Compiles a condition, as in `when = "cost > 0"`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn compile_condition(&self, source: &str) -> Result<Template> {
        if let Some(why) = work::refused(source) {
            return Err(bad(why));
        }
        let written = rewrite::condition(source).map_err(|error| {
            let meant = meant::meant(source);
            match meant.filter(|(right, _)| rewrite::condition(right).is_ok()) {
                Some((right, what)) => bad(what).hint(format!("write \"{}\"", right.replace('"', "'"))),
                None => uncompiled(&error, source, true),
            }
        })?;
        if let Some(name) = rewrite::quoted_field(source) {
            let hint = format!("a field has no quotes: {name}");
            return Err(bad(format!("`{source}` is a text, which always holds")).hint(hint));
        }
        if rewrite::compares_with_nothing(source) {
            let hint = "an empty field is '': kind == '', or kind != ''";
            return Err(bad("no field is `none`").hint(hint));
        }
        if let Some((part, name)) = rewrite::by_itself(source) {
            let message = format!("`{part}` by itself is no comparison");
            let hint = match name {
                Some(name) => format!("compare it as well: {name} == {part}"),
                None => format!("compare it with a field: cost == {part}"),
            };
            return Err(bad(message).hint(hint));
        }
        // A text may read as a condition does.
        self.keep(source, format!("?{source}").into(), written)
    }
}

impl Template {
    /// A text in which nothing is worked out, whatever stands in it.
    pub fn fixed(text: &Arc<str>) -> Self {
        let source = Arc::clone(text);
        let plain = Some(vec![TemplatePart::Words(Arc::clone(&source))]);
        Self { plain, key: Arc::clone(&source), source, needs: Vec::new() }
    }

    /// The names it asks for, sorted.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        self.needs.iter().map(AsRef::as_ref)
    }

    /// As typed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the field of a row that a part of the template's text comes from; `None` if that cannot be known.
    pub fn field_of(&self, text: &str, part: Option<Range<usize>>, row: &dyn Row) -> Option<&str> {
        let is_traced = self.plain.is_some() && part.is_some();
        if let ([only], false) = (self.needs.as_slice(), is_traced) {
            return Some(only);
        }
        let part = part.unwrap_or(0..text.len());
        let Some(parts) = &self.plain else { return self.field_with(text.get(part)?, row) };
        let mut start = 0;
        let mut found = None;
        for of_text in parts {
            let length = match of_text {
                TemplatePart::Words(words) => words.len(),
                TemplatePart::Name(name) => match row.value(name)? {
                    Scalar::Text(value) => value.len(),
                    other => other.to_string().len(),
                },
            };
            let is_in = part.start < start + length && start < part.end;
            start += length;
            match (of_text, found) {
                (TemplatePart::Name(name), None) if is_in => found = Some(&**name),
                (TemplatePart::Name(name), Some(known)) if is_in && known != &**name => return None,
                _ => {}
            }
        }
        found
    }

    /// Returns the field that it asks for whose value is `text`.
    fn field_with(&self, text: &str, row: &dyn Row) -> Option<&str> {
        let has_it = |need: &&str| row.value(need).is_some_and(|value| value.to_string() == text.trim());
        self.needs().find(has_it)
    }
}

/// `black` or `white`, whichever is read more easily on a colour; black where there is none.
fn contrast(colour: &str, names: &super::Names) -> Result<&'static str, minijinja::Error> {
    if colour.is_empty() {
        return Ok("black");
    }
    let ink = names
        .colour(colour)
        .map_err(|wrong| minijinja::Error::new(ErrorKind::BadSerialization, wrong.message))?;
    Ok(if ink.is_light() { "black" } else { "white" })
}

/// Words and values in turn.
fn put_together(source: &str, parts: &[TemplatePart], row: &dyn Row) -> Result<String> {
    let mut text = String::new();
    for part in parts {
        match part {
            TemplatePart::Words(words) => text.push_str(words),
            TemplatePart::Name(name) => {
                let value = row.value(name).ok_or_else(|| unlike_all(&unknown(name, row)))?;
                match value {
                    Scalar::Text(value) => text.push_str(value),
                    other => text.push_str(&other.to_string()),
                }
            }
        }
        if text.len() > work::MOST_BYTES {
            return Err(bad(mistakes::too_long(source)));
        }
    }
    Ok(text)
}

/// Splits `{{ sign }}{{ value }}` and the like; none where there is more to it.
fn plain_parts(source: &str) -> Option<Vec<TemplatePart>> {
    if source.contains("{%") || source.contains("{#") || source.ends_with('\n') {
        return None;
    }
    let mut parts = Vec::new();
    let mut rest = source;
    while let Some(open) = rest.find("{{") {
        let close = rest[open..].find("}}")? + open;
        if open > 0 {
            parts.push(TemplatePart::Words(rest[..open].into()));
        }
        let name = rest[open + 2..close].trim();
        let identifier = name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !identifier || ["true", "false", "none"].contains(&name) {
            return None;
        }
        parts.push(TemplatePart::Name(name.into()));
        rest = &rest[close + 2..];
    }
    if !rest.is_empty() {
        parts.push(TemplatePart::Words(rest.into()));
    }
    Some(parts)
}

#[cfg(test)]
mod tests;
