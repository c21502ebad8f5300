//! Counts the pieces that should be on the pages and the pieces that are.

use std::collections::BTreeSet;

use crate::File;
use crate::facts::{Facts, Format};
use crate::fault::Findings;
use hexpress_base::ordered_map::Map;
use hexpress_game::Component;
use hexpress_scene::print::setup::Backs;

/// A side of a piece of a component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PieceSide {
    pub number: usize,
    pub is_back: bool,
}

impl PieceSide {
    /// Returns what messages call the side: `piece 7`, `the back of piece 7`.
    pub fn name(self) -> String {
        let side = if self.is_back { "the back of piece" } else { "piece" };
        format!("{side} {}", self.number)
    }
}

/// The pieces of a component that should be on the pages, and those that are.
pub(super) struct PieceTally<'page> {
    /// The number of the component in the game.
    pub index: usize,
    pub component: &'page Component,
    pub expected: BTreeSet<PieceSide>,
    /// How often each side is found.
    pub found: Map<PieceSide, usize>,
}

/// Counts the pieces of each deck. Returns nothing if pages are missing, as these take their pieces along.
pub(super) fn piece_tallies<'page>(facts: &'page Facts<'_>, out: &mut Findings) -> Vec<PieceTally<'page>> {
    let Some(expected) = facts.expected else { return Vec::new() };
    if !has_all_sheets(facts) {
        out.not_judged("whether all pieces are there: some sheets of this build were not given");
        return Vec::new();
    }
    if facts.files.iter().enumerate().any(|(index, file)| has_other_page_count(facts, index, file)) {
        return Vec::new();
    }
    let mut tallies = Vec::new();
    for (index, component) in expected.game.components.iter().enumerate() {
        let Some(deck) = component.deck().filter(|_| expected.prints(component)) else { continue };
        let mut found: Map<PieceSide, usize> = Map::new();
        for piece in facts.sheets_of(index).flat_map(|sheet| &sheet.pieces) {
            if let Some(number) = piece.number {
                *found.entry(PieceSide { number, is_back: piece.back }).or_default() += 1;
            }
        }
        // A build may leave out backs.
        let wants_backs = !deck.back.is_empty() && expected.options.print_setup.backs != Some(Backs::None);
        let has_backs = wants_backs || found.keys().any(|side| side.is_back);
        let numbers = (0..deck.pieces.len()).map(|piece| deck.number(piece));
        let sides = numbers.flat_map(|number| [false, true].map(|is_back| PieceSide { number, is_back }));
        let expected_sides = sides.filter(|side| has_backs || !side.is_back).collect();
        tallies.push(PieceTally { index, component, expected: expected_sides, found });
    }
    tallies
}

/// Returns whether all sheets of a build were given. A PDF has all of them, an SVG has one.
fn has_all_sheets(facts: &Facts<'_>) -> bool {
    let given: BTreeSet<usize> = facts.files.iter().filter_map(|file| Some(file.sheet?.0)).collect();
    let count = facts.files.iter().find_map(|file| Some(file.sheet?.1));
    facts.files.iter().any(|file| file.format == Format::Pdf)
        || count.is_none_or(|count| given.len() >= count)
}

/// Returns whether a file has more or fewer pages than its record. Another rule reports it.
fn has_other_page_count(facts: &Facts<'_>, index: usize, file: &File) -> bool {
    let count = facts.sheets.iter().filter(|sheet| sheet.file == index).count();
    file.record.as_ref().is_some_and(|record| record.pages.len() != count)
}
