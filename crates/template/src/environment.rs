//! Creates the minijinja environment with its limits, filters and tests.
//!
//! - In: the language for numbers in words, the spelling of fields, and the colours of the game.
//! - Out: a minijinja environment.
//! - Not here: the filters that implement operators (`operators.rs`).

use std::borrow::Cow;
use std::sync::Arc;

use crate::fault::Fault;
use minijinja::value::Rest;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior, Value};

use crate::Colours;
use crate::limits::{self, MAX_STEPS};
use crate::{english, operators};
use hexpress_language::values::parse_field::Spelling;
use hexpress_scene::print::language::in_words;

/// Creates the environment without the filters that need the colours of a game.
pub(crate) fn environment(language: &str, spelling: Spelling) -> Environment<'static> {
    let language = language.to_owned();
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(MAX_STEPS));
    // If the name of a template ends in `.html`, minijinja escapes its text. In this program, the name of
    // a template is its source, which may happen to end in `.html`. So escaping is turned off.
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    limits::add(&mut environment);
    operators::add(&mut environment, spelling);
    environment.add_filter("words", move |n: Value| match i64::try_from(operators::typed_value(&n)) {
        Ok(n) => Ok(in_words(&language, n).unwrap_or_else(|| english::in_words(n))),
        Err(_) => Err(unfit(format!("the filter `words` takes only whole numbers, found `{n}`"))),
    });
    environment.add_filter("plural", |word: Cow<'_, str>, n: Value| {
        match f64::try_from(operators::typed_value(&n)) {
            Ok(n) => Ok(english::plural(&word, if n == 1.0 { 1 } else { 2 })),
            Err(_) => Err(unfit(format!(
                "`plural` takes a number in its parentheses, but the value there is `{n}`"
            ))),
        }
    });
    // The filters and tests below replace those of minijinja with the same names. They treat an
    // empty text, such as an empty cell of a table, as undefined.
    environment.add_filter("default", default_value);
    environment.add_filter("d", default_value);
    environment.add_test("defined", |value: &Value| !is_left_out(value));
    environment.add_test("undefined", is_left_out);
    environment
}

/// Adds the filters that need the colours of a game: `icon` and `contrast`.
pub(crate) fn add_colour_filters(environment: &mut Environment<'static>, colours: Arc<dyn Colours>) {
    let icons = Arc::clone(&colours);
    environment.add_filter("icon", move |colour: &str| icons.icon(colour).unwrap_or_default().to_owned());
    environment.add_filter("contrast", move |colour: &str| contrast(colour, &*colours));
}

/// Returns whether a value is undefined, or a text without visible characters.
fn is_left_out(value: &Value) -> bool {
    value.is_undefined() || operators::is_empty(value)
}

/// Implements the filter `default`. Unlike the filter of minijinja, it also replaces empty texts.
fn default_value(state: &State<'_, '_>, value: &Value, others: Rest<Value>) -> Result<Value, Error> {
    let replaced = if is_left_out(value) { &Value::UNDEFINED } else { value };
    minijinja::filters::default(state, replaced, others)
}

/// Returns `black` or `white`: the one with more contrast to a colour.
///
/// Returns `black` if the name of the colour is empty.
fn contrast(colour: &str, colours: &dyn Colours) -> Result<&'static str, Error> {
    if colour.is_empty() {
        return Ok("black");
    }
    let is_light = colours
        .is_light(colour)
        .map_err(|diagnostic| Error::new(ErrorKind::BadSerialization, diagnostic.message))?;
    Ok(if is_light { "black" } else { "white" })
}

/// Returns the error for a filter that cannot use its input.
fn unfit(message: String) -> Error {
    Fault::new(message).into_error()
}
