//! Compiles templates and computes their texts.
//!
//! - In: templates and conditions from a layout, and rows with values.
//! - Out: texts, values of fields, and the results of conditions.
//! - Not here: the filters of the expression language (`environment.rs`, `operators.rs`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, RwLock};

use minijinja::{Environment, Value};

use crate::Colours;
use crate::advice::Syntax;
use crate::compiled::{Template, TemplatePart};
use crate::environment::{add_colour_filters, environment};
use crate::fault::bad;
use crate::mistakes::{compile_error, explain, too_long};
use crate::plain::{join, split_plain};
use crate::remembered::{self, ComputedText, RememberedTexts};
use crate::row::Row;
use crate::{foreign, limits, operators, rewrite};
use hexpress_base::diag::Result;
use hexpress_language::values::parse_field::{Spelling, is_letter};
use hexpress_language::values::scalar::Scalar;

/// The message if another thread panicked while it was changing the environment.
const POISONED_MESSAGE: &str = "the expression language is not available";

/// The expression language with the filters of this program.
#[derive(Debug)]
pub struct Engine {
    /// The minijinja environment. It is created when the first template contains an expression.
    environment: LazyLock<RwLock<Environment<'static>>, MakeEnvironment>,
    /// The number of bytes that are left for all further texts of the layout together.
    pub(crate) bytes_left: AtomicU64,
    /// The total length, in bytes, of the long texts that [`Self::count_set`] has counted.
    bytes_set: AtomicU64,
    /// How numbers are written in fields, and which words in fields mean yes and no.
    spelling: Spelling,
    remembered: RememberedTexts,
}

type MakeEnvironment = Box<dyn FnOnce() -> RwLock<Environment<'static>> + Send>;

impl Engine {
    /// Creates an engine that knows the colours of a game.
    ///
    /// The filter `words` writes numbers in `language`.
    pub fn new(colours: Arc<dyn Colours>, language: &str, spelling: Spelling) -> Self {
        let language = language.to_owned();
        Self::lazy(spelling, move || {
            let mut environment = environment(&language, spelling);
            add_colour_filters(&mut environment, colours);
            environment
        })
    }

    fn lazy(spelling: Spelling, make: impl FnOnce() -> Environment<'static> + Send + 'static) -> Self {
        let make: MakeEnvironment = Box::new(|| RwLock::new(make()));
        Self {
            environment: LazyLock::new(make),
            bytes_left: AtomicU64::new(limits::MAX_TOTAL_BYTES),
            bytes_set: AtomicU64::new(0),
            spelling,
            remembered: RememberedTexts::default(),
        }
    }
}

impl Default for Engine {
    fn default() -> Self {
        let spelling = Spelling::default();
        Self::lazy(spelling, move || environment("en", spelling))
    }
}

impl Engine {
    /// Compiles a template.
    ///
    /// # Errors
    /// The template has a syntax error, or uses something that hexpress does not allow.
    pub fn compile(&self, source: &str) -> Result<Template> {
        if let Some(parts) = split_plain(source) {
            let names = parts.iter().filter_map(|part| match part {
                TemplatePart::Text(_) => None,
                TemplatePart::Name(name) => Some(Arc::clone(name)),
            });
            let needs = names.collect::<BTreeSet<_>>().into_iter().collect();
            let source: Arc<str> = source.into();
            return Ok(Template { key: Arc::clone(&source), source, needs, plain_parts: Some(parts) });
        }
        let rewritten =
            rewrite::template(source).map_err(|error| compile_error(&error, source, Syntax::Template))?;
        self.add(source, Syntax::Template, rewritten)
    }

    /// Compiles a condition such as the value of `when = "cost > 0"`.
    ///
    /// # Errors
    /// The condition has a syntax error, or uses something that hexpress does not allow.
    pub fn compile_condition(&self, source: &str) -> Result<Template> {
        if let Some(reason) = limits::refused(source) {
            return Err(bad(reason));
        }
        let rewritten = rewrite::condition(source).map_err(|error| match foreign::corrected(source) {
            Some(correction) if rewrite::condition(&correction.source).is_ok() => {
                let hint = correction.hint();
                bad(correction.fault).hint(hint)
            }
            _ => compile_error(&error, source, Syntax::Condition),
        })?;
        if let Some(name) = rewrite::quoted_field(source) {
            let hint = format!("write the field without quotes: {name}");
            return Err(bad(format!("`{source}` is text, so this condition is always true")).hint(hint));
        }
        if rewrite::compares_with_none(source) {
            let hint = "to test for an empty field, write kind == '' or kind != ''";
            return Err(bad("a field never has the value `none`").hint(hint));
        }
        if let Some((part, name)) = rewrite::lone_constant(source) {
            let message = format!("`{part}` is not compared with any field");
            let hint = match name {
                Some(name) => format!("repeat the field: {name} == {part}"),
                None => format!("compare it with a field, as in cost == {part}"),
            };
            return Err(bad(message).hint(hint));
        }
        self.add(source, Syntax::Condition, rewritten)
    }

    /// Adds a template to the environment, so that it is parsed only once for all pieces.
    fn add(&self, source: &str, syntax: Syntax, rewritten: String) -> Result<Template> {
        let key: Arc<str> = match syntax {
            Syntax::Template => source.into(),
            // A condition and a template can have the same source. The question mark makes the name
            // of the condition different from the name of the template.
            Syntax::Condition => format!("?{source}").into(),
        };
        let mut environment = self.environment.write().map_err(|_| bad(POISONED_MESSAGE))?;
        environment
            .add_template_owned(key.to_string(), rewritten)
            .map_err(|error| compile_error(&error, source, syntax))?;
        let compiled = environment
            .get_template(&key)
            .map_err(|error| compile_error(&error, source, Syntax::Template))?;
        let mut needs: Vec<Arc<str>> =
            compiled.undeclared_variables(false).into_iter().map(Arc::from).collect();
        needs.sort();
        Ok(Template { source: source.into(), key, needs, plain_parts: None })
    }
}

impl Engine {
    /// Returns the text of a template for one row.
    ///
    /// # Errors
    /// An expression in the template cannot be computed, or the texts of the layout together are
    /// too long.
    pub fn render(&self, template: &Template, row: &dyn Row) -> Result<String> {
        self.render_computed(template, row).map(|computed| computed.text)
    }

    fn render_computed(&self, template: &Template, row: &dyn Row) -> Result<ComputedText> {
        let computed = self.evaluate(template, row)?;
        let bytes = computed.text.len() as u64;
        let left = &self.bytes_left;
        if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes)).is_err() {
            let most = limits::MAX_TOTAL_BYTES >> 20;
            return Err(bad(format!("the texts of this layout are larger than {most} MiB")));
        }
        Ok(computed)
    }

    /// Adds the length of a long text to the total length of all long texts that are typeset. Returns
    /// the total in bytes. The caller decides which texts are long.
    pub fn count_set(&self, bytes: usize) -> u64 {
        self.bytes_set.fetch_add(bytes as u64, Ordering::Relaxed).saturating_add(bytes as u64)
    }

    /// Returns the value of a template for one row.
    ///
    /// If the template is only the name of a field, returns the value of the field unchanged. If the
    /// template computes a number with a fraction, returns the number and not its text. The text would
    /// have a decimal point, even if the layout uses a decimal comma.
    pub fn field(&self, template: &Template, row: &dyn Row) -> Result<Scalar> {
        let ComputedText { text, has_fraction } = self.render_computed(template, row)?;
        if let Some(parts) = &template.plain_parts {
            let named = match parts.as_slice() {
                [TemplatePart::Name(name)] => row.value(name).cloned(),
                _ => None,
            };
            return Ok(named.unwrap_or_else(|| Scalar::Text(text.into())));
        }
        let number = text.parse::<f64>().ok().filter(|_| has_fraction).map(Scalar::from_number);
        let same = number.filter(|number| number.to_string() == text);
        Ok(same.unwrap_or_else(|| Scalar::Text(text.into())))
    }

    /// Returns whether a condition is true for one row.
    ///
    /// # Errors
    /// The condition cannot be computed.
    pub fn is_met(&self, condition: &Template, row: &dyn Row) -> Result<bool> {
        self.evaluate(condition, row).map(|computed| !computed.text.is_empty())
    }

    /// Returns whether a condition is true, for each row.
    pub fn holds_each<'r>(
        &self,
        condition: &Template,
        rows: impl IntoIterator<Item = &'r dyn Row>,
    ) -> Vec<Result<bool>> {
        rows.into_iter().map(|row| self.is_met(condition, row)).collect()
    }

    fn evaluate(&self, template: &Template, row: &dyn Row) -> Result<ComputedText> {
        if let Some(parts) = &template.plain_parts {
            let text = join(&template.source, parts, row)?;
            return Ok(ComputedText { text, has_fraction: false });
        }
        let key = remembered::key(template, row);
        if let Some(computed) = key.as_deref().and_then(|key| self.remembered.find(key)) {
            return Ok(computed);
        }
        let computed = self.compute(template, row)?;
        if let Some(key) = key {
            self.remembered.add(key, &computed);
        }
        Ok(computed)
    }

    fn compute(&self, template: &Template, row: &dyn Row) -> Result<ComputedText> {
        let environment = self.environment.read().map_err(|_| bad(POISONED_MESSAGE))?;
        let compiled = environment
            .get_template(&template.key)
            .map_err(|error| compile_error(&error, &template.source, Syntax::Template))?;
        let context = self.context(template, row)?;
        let mut text = limits::BoundedText::default();
        // Only a condition has a key that differs from its source: the key begins with a question mark.
        limits::reset_counters(template.key != template.source);
        let rendered = compiled.render_captured_to(context, &mut text).map(|_| ());
        rendered.map_err(|error| {
            let fault = explain(&error, &environment, template, row);
            let field = fault.operand.as_deref().and_then(|operand| template.field_with(operand, row));
            fault.into_diagnostic().in_field(field)
        })?;
        Ok(ComputedText { text: text.into_string(), has_fraction: limits::emitted_fraction() })
    }

    /// Returns the fields that a template needs, each with its name and value.
    fn context<'t>(&self, template: &'t Template, row: &dyn Row) -> Result<BTreeMap<&'t str, Value>> {
        let fields: Vec<(&str, &Scalar)> =
            template.needs().filter_map(|name| Some((name, row.value(name)?))).collect();
        let longest = fields.iter().map(|(_, value)| text_length(value)).max().unwrap_or(0);
        if limits::values_may_be_too_large(&template.source, longest) {
            return Err(bad(too_long(&template.source)));
        }
        Ok(fields.into_iter().map(|(name, value)| (name, self.template_value(name, value, row))).collect())
    }

    fn template_value(&self, name: &str, value: &Scalar, row: &dyn Row) -> Value {
        match value {
            Scalar::Text(text) if is_letter(text) && row.has_letters(name) => Value::from(Arc::clone(text)),
            value => operators::to_value(value, self.spelling),
        }
    }

    /// Returns the number or the boolean that the value of a field stands for. Returns `None` if the
    /// value is only text.
    pub fn meaning(&self, value: &Scalar) -> Option<Scalar> {
        match value {
            Scalar::Text(text) => self.spelling.value(text),
            other => Some(other.clone()),
        }
    }

    /// Returns the whole number that the value of a field stands for. A text is read in the spelling of
    /// the layout.
    ///
    /// Returns `None` if the value is not a whole number.
    pub fn whole_number(&self, value: &Scalar) -> Option<i64> {
        match value {
            Scalar::Whole(number) => Some(*number),
            Scalar::Text(text) => match self.spelling.number(text) {
                Some(Scalar::Whole(number)) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns the length of a text in bytes. Returns 0 for other values, because they are short.
fn text_length(value: &Scalar) -> usize {
    match value {
        Scalar::Text(text) => text.len(),
        _ => 0,
    }
}
