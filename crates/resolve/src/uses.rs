//! Notes which names of the layout are used: looks, places, fonts, fields of `set`, numbers of
//! random decks, and signs of boards.
//!
//! - In: every use, while components are compiled.
//! - Out: the names with their uses.
//! - Not here: the warnings (`unused.rs`), and columns and fields of rows (`doubts.rs`).

use std::collections::{BTreeMap, BTreeSet};

use hexpress_base::diag::Place;

/// The names of the layout, and whether a component uses them.
#[derive(Debug, Default)]
pub struct Uses {
    /// The looks that a face or a back names.
    pub looks: BTreeSet<String>,
    /// The named places that an element is in.
    pub places: BTreeSet<String>,
    /// The families of fonts that an element uses.
    pub fonts: BTreeSet<String>,
    /// The fields of `set` by the places of their names. Components that are `like` others share
    /// them.
    pub set_fields: BTreeMap<Place, SetField>,
    /// The numbers of random decks by the places of their names.
    pub numbers: BTreeMap<Place, DeckNumber>,
    /// The keys and signs of boards that may show nothing, by their places.
    pub signs: BTreeMap<Place, Sign>,
    /// The values of `[board.at]` in `signs` that a later line overrides, by their places.
    pub covered: BTreeMap<Place, Covering>,
}

/// A field of `set`.
#[derive(Debug)]
pub struct SetField {
    pub name: String,
    pub usage: SetUse,
}

/// How components use a field of `set`.
#[derive(Debug, Clone, Copy, Default)]
pub struct SetUse {
    /// Whether anything uses the field.
    pub is_asked: bool,
    /// Whether a row leaves the field out, so that it takes the value of `set`.
    pub is_taken: bool,
}

/// A number of a random deck.
#[derive(Debug)]
pub struct DeckNumber {
    pub name: String,
    pub is_asked: bool,
}

/// A key or a sign of a board that may show nothing.
#[derive(Debug)]
pub struct Sign {
    /// The message and the hint of the warning, if nothing shows the sign.
    pub message: String,
    pub hint: &'static str,
    pub is_shown: bool,
}

/// A line of `[board.at]` that overrides a value of an earlier one.
#[derive(Debug)]
pub struct Covering {
    /// The place of the key of the later line.
    pub by: Place,
    /// The key of the earlier value, such as `fill`.
    pub key: &'static str,
    /// The address of the earlier line.
    pub line: String,
}

impl Uses {
    /// Notes the use of a field of `set`.
    pub fn note_set_field(&mut self, place: Place, name: &str, usage: SetUse) {
        let field = self
            .set_fields
            .entry(place)
            .or_insert_with(|| SetField { name: name.to_owned(), usage: SetUse::default() });
        field.usage.is_asked |= usage.is_asked;
        field.usage.is_taken |= usage.is_taken;
    }

    /// Notes a number of a random deck.
    pub fn note_number(&mut self, place: Place, name: &str, is_asked: bool) {
        let number = self
            .numbers
            .entry(place)
            .or_insert_with(|| DeckNumber { name: name.to_owned(), is_asked: false });
        number.is_asked |= is_asked;
    }

    /// Notes a key or a sign of a board, with the warning if no board shows it.
    pub fn note_sign(&mut self, place: Place, message: &str, hint: &'static str, is_shown: bool) {
        let sign = self.signs.entry(place).or_insert_with(|| Sign {
            message: message.to_owned(),
            hint,
            is_shown: false,
        });
        sign.is_shown |= is_shown;
    }
}
