//! Records which names in the layout are used: looks, places, fonts, fields of `set`, numbers of random
//! decks, and signs of boards. A sign is an entry of `[board.key]` or `[board.at]`.
//!
//! - In: every use of a name while components are compiled.
//! - Out: the names, and whether they are used.
//! - Not here: the warnings (`unused.rs`), and columns and fields of rows (`unused_columns.rs`).

use std::collections::{BTreeMap, BTreeSet};

use hexpress_base::diag::SourceSpan;

/// Records whether the names in the layout are used.
#[derive(Debug, Default)]
pub struct Uses {
    /// The names of the `[look]` tables that faces and backs use.
    pub looks: BTreeSet<String>,
    /// The named places that elements use.
    pub places: BTreeSet<String>,
    /// The font families that elements use.
    pub fonts: BTreeSet<String>,
    /// The fields of `set`. The key is the place of the field's name. A component with the key `like`
    /// shares the fields of the other component, so both have the same entry.
    pub set_fields: BTreeMap<SourceSpan, SetField>,
    /// The numbers that the tiles of random decks have, such as `cost`. The key is the place at
    /// which the layout defines the number.
    pub numbers: BTreeMap<SourceSpan, DeckNumber>,
    /// Keys and signs of boards that may have no effect.
    pub signs: BTreeMap<SourceSpan, UnusedCandidate>,
    /// The values in `signs` that a later entry of `[board.at]` overrides. The key is the place of the
    /// overridden value.
    pub overrides: BTreeMap<SourceSpan, Override>,
}

#[derive(Debug)]
pub struct SetField {
    pub name: String,
    pub usage: SetFieldUse,
}

/// How a component uses a field of `set`.
#[derive(Debug, Clone, Copy, Default)]
pub struct SetFieldUse {
    /// Whether an element or a template uses the field.
    pub is_used: bool,
    /// Whether at least one row uses the value in `set`, because it has no value of its own.
    pub is_needed_by_a_row: bool,
    /// If every row has its own value of the field, where these values are. `None` if a row has no value
    /// of its own.
    pub overridden_by: Option<FieldSource>,
}

/// Where the values of a field are, for a field that has its own value in every row.
#[derive(Debug, Clone, Copy)]
pub enum FieldSource {
    /// The table `rows` of the layout.
    Rows,
    /// The table `each` of the layout.
    Each,
    /// A column of a data file.
    File,
}

#[derive(Debug)]
pub struct DeckNumber {
    pub name: String,
    pub is_used: bool,
}

/// A key or sign of a board that may have no effect.
#[derive(Debug)]
pub struct UnusedCandidate {
    /// The message of the warning that is given if the key or sign has no effect.
    pub message: String,
    pub hint: &'static str,
    pub is_shown: bool,
}

/// An entry of `[board.at]` that overrides a value of an earlier entry.
#[derive(Debug)]
pub struct Override {
    /// The place of the key that overrides the value.
    pub by: SourceSpan,
    /// The key whose value is overridden, such as `fill`.
    pub key: &'static str,
    /// The address of the earlier entry, such as `a1`.
    pub line: String,
}

impl Uses {
    /// Records how a component uses a field of `set`.
    pub fn note_set_field(&mut self, place: SourceSpan, name: &str, usage: SetFieldUse) {
        let field = self
            .set_fields
            .entry(place)
            .or_insert_with(|| SetField { name: name.to_owned(), usage: SetFieldUse::default() });
        field.usage.is_used |= usage.is_used;
        field.usage.is_needed_by_a_row |= usage.is_needed_by_a_row;
        field.usage.overridden_by = field.usage.overridden_by.or(usage.overridden_by);
    }

    /// Records whether a number of a random deck is used.
    pub fn note_number(&mut self, place: SourceSpan, name: &str, is_used: bool) {
        let number =
            self.numbers.entry(place).or_insert_with(|| DeckNumber { name: name.to_owned(), is_used: false });
        number.is_used |= is_used;
    }

    /// Records whether a key or sign of a board has an effect. `message` and `hint` are the texts of
    /// the warning about a key or sign without an effect.
    pub fn note_sign(&mut self, place: SourceSpan, message: &str, hint: &'static str, is_shown: bool) {
        let sign = self.signs.entry(place).or_insert_with(|| UnusedCandidate {
            message: message.to_owned(),
            hint,
            is_shown: false,
        });
        sign.is_shown |= is_shown;
    }
}
