//! Remembers the texts of templates that were computed recently.
//!
//! - In: a template, the fields that it needs, and the text that was computed from them.
//! - Out: the same text, for the same template and fields.
//!
//! The same texts are often needed again. For example, a drawing with a hundred sectors may be on
//! each of thirty pieces.

use std::fmt::Write as _;
use std::sync::Mutex;

use rustc_hash::FxHashMap;

use crate::compiled::Template;
use crate::row::Row;
use hexpress_language::values::scalar::Scalar;

/// The largest number of texts that are remembered. When it is reached, all texts are forgotten.
const MAX_TEXTS: usize = 1 << 13;

/// The largest length of a text that is remembered, and of its key, in bytes.
const MAX_BYTES: usize = 200;

/// The text of a template for one row.
#[derive(Debug, Clone)]
pub struct ComputedText {
    pub text: String,
    /// Whether the template wrote a number with a fraction.
    pub has_fraction: bool,
}

/// The texts that were computed recently.
#[derive(Debug, Default)]
pub struct RememberedTexts(Mutex<FxHashMap<String, ComputedText>>);

impl RememberedTexts {
    /// Returns the text that was computed for this key. Returns `None` if it is not remembered.
    pub fn find(&self, key: &str) -> Option<ComputedText> {
        self.0.lock().ok()?.get(key).cloned()
    }

    pub fn add(&self, key: String, computed: &ComputedText) {
        if key.len().max(computed.text.len()) > MAX_BYTES {
            return;
        }
        let Ok(mut texts) = self.0.lock() else { return };
        if texts.len() >= MAX_TEXTS {
            texts.clear();
        }
        texts.insert(key, computed.clone());
    }
}

/// Returns the key under which the text of a template is remembered for a row. If two rows have the
/// same key, the template has the same text for both.
///
/// Returns `None` if a field is a table.
pub fn key(template: &Template, row: &dyn Row) -> Option<String> {
    let mut key = String::from(&*template.key);
    for name in template.needs() {
        // Each text follows its length, so that it is clear where the next field begins. Writing to a
        // string does not fail.
        let written = match row.value(name) {
            None => write!(key, "\0-"),
            Some(Scalar::Text(text)) => {
                let kind = if row.has_letters(name) { 'l' } else { 't' };
                write!(key, "\0{kind}{}:{text}", text.len())
            }
            Some(Scalar::Whole(number)) => write!(key, "\0w{number}"),
            Some(Scalar::Number(number)) => write!(key, "\0f{:x}", number.to_bits()),
            Some(Scalar::Flag(flag)) => write!(key, "\0b{flag}"),
            Some(Scalar::Table(_)) => return None,
        };
        written.ok()?;
    }
    Some(key)
}
