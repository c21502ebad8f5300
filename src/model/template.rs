//! Words worked out for each piece: `{{ steps | words }}`.
//!
//! minijinja is the only expression language. A text that is no more than words and plain names is put
//! together here without it, which gives the same result much sooner.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use std::sync::RwLock;

use minijinja::{Environment, ErrorKind, UndefinedBehavior, Value};

use super::words;
use crate::spec::scalar::Scalar;

/// A compiled text.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    source: Arc<str>,
    /// The names it asks for, sorted.
    needs: Vec<Arc<str>>,
    /// Words and names in turn, if it is no more than that.
    plain: Option<Vec<Part>>,
}

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Words(Arc<str>),
    /// A name, and the simplest filters behind it.
    Name(Arc<str>, Vec<Filter>),
}

/// Filters that are worked out without minijinja where their value is of the usual kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filter {
    /// A whole number in words.
    InWords,
    /// A text in capitals.
    Upper,
    /// A text in small letters.
    Lower,
    /// The first character of a text.
    First,
}

impl Filter {
    fn named(name: &str) -> Option<Self> {
        match name {
            "words" => Some(Self::InWords),
            "upper" => Some(Self::Upper),
            "lower" => Some(Self::Lower),
            "first" => Some(Self::First),
            _ => None,
        }
    }

    /// The filtered value; none where it is of an unusual kind, which is minijinja's matter.
    fn apply(self, value: &Scalar) -> Option<Scalar> {
        match (self, value) {
            (Self::InWords, Scalar::Whole(n)) => Some(Scalar::Text(words::in_words(*n))),
            (Self::Upper, Scalar::Text(text)) => Some(Scalar::Text(text.to_uppercase())),
            (Self::Lower, Scalar::Text(text)) => Some(Scalar::Text(text.to_lowercase())),
            (Self::First, Scalar::Text(text)) => text.chars().next().map(|c| Scalar::Text(c.to_string())),
            _ => None,
        }
    }
}

/// A value through its filters; none where minijinja must do it.
fn filtered(value: &Scalar, filters: &[Filter]) -> Option<Scalar> {
    let (first, rest) = filters.split_first()?;
    let mut value = first.apply(value)?;
    for filter in rest {
        value = filter.apply(&value)?;
    }
    Some(value)
}

/// Another core fell over while it held the expression language.
const LOST: &str = "the expression language is not to be had";

/// Where the values of names come from.
pub trait Row {
    /// The value behind `name`, if there is one.
    fn value(&self, name: &str) -> Option<&Scalar>;
    /// Every name there is.
    fn names(&self) -> Vec<&str>;
    /// Where the value behind `name` stands in a file, if it does.
    fn place(&self, _name: &str) -> Option<crate::diag::Place> {
        None
    }
}

/// The expression language with this program's filters.
#[derive(Debug)]
pub struct Engine(RwLock<Environment<'static>>);

impl Engine {
    /// An engine that knows the icons of the game's colours.
    #[must_use]
    pub fn new(names: &super::Names) -> Self {
        let mut environment = environment();
        let pairs = names.colours.iter().zip(&names.icons);
        let icons: BTreeMap<String, String> = pairs
            .filter_map(|(ink, icon)| Some((ink.name.to_string(), icon.as_ref()?.to_string())))
            .collect();
        environment.add_filter("icon", move |colour: &str| icons.get(colour).cloned().unwrap_or_default());
        let names = names.clone();
        environment.add_filter("contrast", move |colour: &str| contrast(colour, &names));
        Self(RwLock::new(environment))
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self(RwLock::new(environment()))
    }
}

/// The language with the filters that need to know no game.
fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("words", |n: i64| words::in_words(n));
    environment.add_filter("plural", |word: &str, n: i64| words::plural(word, n));
    environment
}

impl Engine {
    /// Compiles a text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn compile(&self, source: &str) -> Result<Template, String> {
        if let Some(parts) = plain_parts(source) {
            let names = parts.iter().filter_map(|part| match part {
                Part::Words(_) => None,
                Part::Name(name, _) => Some(Arc::clone(name)),
            });
            let needs = names.collect::<BTreeSet<_>>().into_iter().collect();
            return Ok(Template { source: source.into(), needs, plain: Some(parts) });
        }
        let mut environment = self.0.write().map_err(|_| LOST.to_owned())?;
        // Kept under its own text, so that each is read once, however many pieces there are.
        environment.add_template_owned(source.to_owned(), source.to_owned()).map_err(|e| describe(&e))?;
        let compiled = environment.get_template(source).map_err(|e| describe(&e))?;
        let mut needs: Vec<Arc<str>> =
            compiled.undeclared_variables(false).iter().map(|name| Arc::from(name.as_str())).collect();
        needs.sort();
        Ok(Template { source: source.into(), needs, plain: None })
    }

    /// The text for one row.
    ///
    /// # Errors
    /// What cannot be worked out.
    pub fn render(&self, template: &Template, row: &dyn Row) -> Result<String, String> {
        if let Some(parts) = &template.plain
            && let Some(text) = put_together(parts, row)
        {
            return text;
        }
        let environment = self.0.read().map_err(|_| LOST.to_owned())?;
        let compiled = match template.plain {
            // A filter met a value of an unusual kind: rare enough to be read anew.
            Some(_) => environment.template_from_str(&template.source),
            None => environment.get_template(&template.source),
        };
        let compiled = compiled.map_err(|e| describe(&e))?;
        let context: BTreeMap<&str, Value> =
            template.needs.iter().filter_map(|n| Some((n.as_ref(), to_value(row.value(n)?)))).collect();
        compiled.render(context).map_err(|e| explain(&e, template, row))
    }

    /// Whether a condition holds for one row.
    ///
    /// # Errors
    /// What cannot be worked out.
    pub fn holds(&self, condition: &Template, row: &dyn Row) -> Result<bool, String> {
        let environment = self.0.read().map_err(|_| LOST.to_owned())?;
        let compiled = environment.compile_expression(&condition.source).map_err(|e| describe(&e))?;
        let context: BTreeMap<&str, Value> =
            condition.needs.iter().filter_map(|n| Some((n.as_ref(), to_value(row.value(n)?)))).collect();
        compiled.eval(context).map(|v| v.is_true()).map_err(|e| explain(&e, condition, row))
    }

    /// Compiles a condition, as in `when = "cost > 0"`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn compile_condition(&self, source: &str) -> Result<Template, String> {
        let environment = self.0.read().map_err(|_| LOST.to_owned())?;
        let compiled = environment.compile_expression(source).map_err(|e| describe(&e))?;
        let mut needs: Vec<Arc<str>> =
            compiled.undeclared_variables(false).iter().map(|name| Arc::from(name.as_str())).collect();
        needs.sort();
        Ok(Template { source: source.into(), needs, plain: None })
    }
}

impl Template {
    /// The names it asks for, sorted.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        self.needs.iter().map(AsRef::as_ref)
    }

    /// As typed.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }
}

/// `black` or `white`, whichever is read more easily on a colour; black where there is none.
fn contrast(colour: &str, names: &super::Names) -> Result<&'static str, minijinja::Error> {
    if colour.is_empty() {
        return Ok("black");
    }
    let ink = names
        .colour(colour)
        .map_err(|(_, what, _)| minijinja::Error::new(ErrorKind::BadSerialization, what))?;
    Ok(if ink.reads_black() { "black" } else { "white" })
}

/// Where the first `{{` or `{%` stands that has no end, and what would end it.
#[must_use]
pub fn unclosed(source: &str) -> Option<(usize, &'static str)> {
    let mut at = 0;
    while let Some(open) = source.get(at..).and_then(|rest| rest.find('{')).map(|found| at + found) {
        let close = match source.get(open..open + 2) {
            Some("{{") => "}}",
            Some("{%") => "%}",
            Some("{#") => "#}",
            _ => {
                at = open + 1;
                continue;
            }
        };
        match source.get(open + 2..).and_then(|rest| rest.find(close)) {
            Some(end) => at = open + 2 + end + 2,
            None => return Some((open, close)),
        }
    }
    None
}

fn unknown(name: &str, row: &dyn Row) -> String {
    let names = row.names();
    if name.strip_prefix("edge").is_some_and(|n| n.chars().all(|c| c.is_ascii_digit())) {
        return match (name, names.contains(&"edges")) {
            ("edge", true) => "`edge` is the word of the edge at hand, which only an element that stands at = \"each edge\" has".to_owned(),
            (_, true) => format!("`{name}` is not known for this piece: it has fewer edges"),
            (_, false) => format!("`{name}` is not known for this piece: its row has no `edges`, a word for each edge such as \"red - blue -\""),
        };
    }
    if names.is_empty() {
        return format!("`{name}` is not known for this piece: words come from its `rows`, `each` or `set`");
    }
    match crate::diag::near::nearest(name, names.iter().copied()) {
        Some(near) => format!("`{name}` is not known for this piece: did you mean `{near}`?"),
        None => format!("`{name}` is not known for this piece; known: {}", names.join(", ")),
    }
}

/// A name that is not there is told before what it led to: a filter may stumble over it first.
fn explain(error: &minijinja::Error, template: &Template, row: &dyn Row) -> String {
    let missing = match error.kind() {
        ErrorKind::UndefinedError | ErrorKind::InvalidOperation => {
            template.needs.iter().find(|name| row.value(name).is_none())
        }
        _ => None,
    };
    missing.map_or_else(|| describe(error), |name| unknown(name, row))
}

/// Filters that are offered where one is misspelt.
const FILTERS: [&str; 18] = [
    "words",
    "plural",
    "icon",
    "contrast",
    "upper",
    "lower",
    "title",
    "first",
    "last",
    "capitalize",
    "trim",
    "replace",
    "join",
    "length",
    "default",
    "round",
    "abs",
    "int",
];

fn describe(error: &minijinja::Error) -> String {
    if error.kind() == ErrorKind::UnknownFilter
        && let Some(name) = error.detail().and_then(|d| d.split_whitespace().nth(1))
    {
        return match crate::diag::near::nearest(name, FILTERS) {
            Some(near) => format!("no filter is called `{name}`: did you mean `{near}`?"),
            None => format!("no filter is called `{name}`; there are {} and more", FILTERS.join(", ")),
        };
    }
    match error.detail() {
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    }
}

fn to_value(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Text(text) => Value::from(text.as_str()),
        Scalar::Whole(n) => Value::from(*n),
        Scalar::Number(x) => Value::from(*x),
        Scalar::Flag(b) => Value::from(*b),
    }
}

/// Words and values in turn; none where minijinja must do it.
fn put_together(parts: &[Part], row: &dyn Row) -> Option<Result<String, String>> {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Words(words) => text.push_str(words),
            Part::Name(name, filters) => match row.value(name) {
                None => return Some(Err(unknown(name, row))),
                Some(value) if filters.is_empty() => text.push_str(&value.to_string()),
                Some(value) => text.push_str(&filtered(value, filters)?.to_string()),
            },
        }
    }
    Some(Ok(text))
}

/// Splits `{{ sign }}{{ value }}` and the like; none where there is more to it.
fn plain_parts(source: &str) -> Option<Vec<Part>> {
    if source.contains("{%") || source.contains("{#") || source.ends_with('\n') {
        return None;
    }
    let mut parts = Vec::new();
    let mut rest = source;
    while let Some(open) = rest.find("{{") {
        let close = rest[open..].find("}}")? + open;
        if open > 0 {
            parts.push(Part::Words(rest[..open].into()));
        }
        let mut steps = rest[open + 2..close].split('|').map(str::trim);
        let name = steps.next()?;
        let filters = steps.map(Filter::named).collect::<Option<Vec<_>>>()?;
        let identifier = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !identifier || ["true", "false", "none"].contains(&name) {
            return None;
        }
        parts.push(Part::Name(name.into(), filters));
        rest = &rest[close + 2..];
    }
    if !rest.is_empty() {
        parts.push(Part::Words(rest.into()));
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Pairs(Vec<(&'static str, Scalar)>);

    impl Row for Pairs {
        fn value(&self, name: &str) -> Option<&Scalar> {
            self.0.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
        }
        fn names(&self) -> Vec<&str> {
            self.0.iter().map(|(n, _)| *n).collect()
        }
    }

    fn row() -> Pairs {
        Pairs(vec![("steps", Scalar::Whole(3)), ("direction", Scalar::Text("North".into()))])
    }

    #[test]
    fn works_out_names_and_filters() {
        let engine = Engine::default();
        let say = |source: &str| engine.render(&engine.compile(source).unwrap(), &row()).unwrap();
        assert_eq!(say("{{ steps }}{{ direction | first }}"), "3N");
        assert_eq!(say("{{ steps | words | upper }} {{ direction | upper }}"), "THREE NORTH");
        assert_eq!(say("{{ steps }} {{direction}}!"), "3 North!");
        assert_eq!(say("{{ 'Pound' | plural(steps) }}"), "Pounds");
    }

    #[test]
    fn simple_filters_do_as_minijinja_does() {
        let engine = Engine::default();
        let strange = Pairs(vec![
            ("steps", Scalar::Whole(-21)),
            ("word", Scalar::Text("ßtraße é".into())),
            ("empty", Scalar::Text(String::new())),
            ("half", Scalar::Number(0.5)),
        ]);
        for name in ["steps", "word", "empty", "half"] {
            for filters in
                ["upper", "lower", "first", "words", "words | upper", "upper | first", "lower | upper"]
            {
                let simple = engine.compile(&format!("{{{{ {name} | {filters} }}}}")).unwrap();
                // A comment keeps the text from being put together here.
                let full = engine.compile(&format!("{{{{ {name} | {filters} }}}}{{# #}}")).unwrap();
                assert!(simple.plain.is_some() && full.plain.is_none());
                assert_eq!(
                    engine.render(&simple, &strange),
                    engine.render(&full, &strange),
                    "{name} | {filters}"
                );
            }
        }
    }

    #[test]
    fn names_what_is_not_known() {
        let engine = Engine::default();
        for source in ["{{ stpes }}", "{{ stpes | words }}"] {
            let error = engine.render(&engine.compile(source).unwrap(), &row()).unwrap_err();
            assert_eq!(error, "`stpes` is not known for this piece: did you mean `steps`?");
        }
        assert!(engine.compile("{{ steps").is_err());
        assert!(
            engine.compile("{{ steps | wrods }}").is_err()
                || engine.render(&engine.compile("{{ steps | wrods }}").unwrap(), &row()).is_err()
        );
    }

    #[test]
    fn ink_that_is_read_on_a_colour() {
        let ink = |name: &str, rgb| crate::scene::Ink::new(name, rgb);
        let names = crate::model::Names {
            colours: vec![ink("lemon", [0xF0, 0xE4, 0x42]), ink("indigo", [0x33, 0x22, 0x88])],
            ..crate::model::Names::default()
        };
        let engine = Engine::new(&names);
        let on = |colour: &str| {
            let row = Pairs(vec![("edge", Scalar::Text(colour.into()))]);
            engine.render(&engine.compile("{{ edge | contrast }}").unwrap(), &row)
        };
        assert_eq!(on("lemon").unwrap(), "black");
        assert_eq!(on("indigo").unwrap(), "white");
        assert_eq!(on("#4477AA").unwrap(), "white");
        assert_eq!(on("").unwrap(), "black");
        assert!(on("lemmon").unwrap_err().contains("no colour is called `lemmon`"));
    }

    #[test]
    fn conditions() {
        let engine = Engine::default();
        let holds = |source: &str| engine.holds(&engine.compile_condition(source).unwrap(), &row()).unwrap();
        assert!(holds("steps > 2"));
        assert!(!holds("direction == 'South'"));
    }
}
