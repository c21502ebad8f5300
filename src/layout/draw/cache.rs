//! What a core keeps from sheet to sheet, so that nothing is done for each piece that can be done once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::face_cache::Faces;
use crate::layout::impose::PackFit;
use crate::layout::marks::furniture::Rulers;
use crate::model::Deck;
use crate::text::Shaper;

/// Shaped words and finished drawings. They change how soon a sheet is drawn, never what is on it.
#[derive(Debug)]
pub struct Workbench<'a> {
    /// Sets lines of text.
    pub(crate) shaper: Shaper<'a>,
    /// Pieces of decks.
    pub(crate) faces: KnownFaces<'a>,
    /// Rulers.
    pub(crate) rulers: Rulers,
}

/// More sheets than this are many: what is the same on most of them stands in a file once. In a small file that would
/// cost more than it saves.
const MANY: usize = 8;

/// The faces of decks, by component and side.
#[derive(Debug)]
pub struct KnownFaces<'a> {
    known: BTreeMap<(Arc<str>, bool), Faces<'a>>,
    many: bool,
}

impl<'a> Workbench<'a> {
    /// One that knows nothing yet, for so many sheets.
    pub(crate) fn new(shaper: Shaper<'a>, sheets: usize) -> Self {
        let many = sheets > MANY;
        Self { shaper, faces: KnownFaces { known: BTreeMap::new(), many }, rulers: Rulers::new(many) }
    }
}

impl<'a> KnownFaces<'a> {
    /// The fronts, or the backs, of the deck called `name`.
    pub fn of(&mut self, name: &Arc<str>, deck: &'a Deck, back: bool, fit: &PackFit) -> &mut Faces<'a> {
        let many = self.many;
        self.known.entry((Arc::clone(name), back)).or_insert_with(|| Faces::new(deck, back, fit, many))
    }
}
