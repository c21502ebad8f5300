//! Counts how often each piece is on the pages, and compares this with the expected number.

use std::collections::BTreeSet;

use crate::facts::File;
use crate::facts::{Facts, Format};
use crate::fault::Findings;
use hexpress_base::identity::NumberedSide;
use hexpress_base::piece_side::PieceSide;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::Component;
use hexpress_scene::print::setup::Backs;

/// Returns the name of a side of a piece for messages, e.g. `piece 7` or `the back of piece 7`.
pub(super) fn side_name(NumberedSide { number, side }: NumberedSide) -> String {
    match side {
        PieceSide::Front => format!("piece {number}"),
        PieceSide::Back => format!("the back of piece {number}"),
    }
}

/// The expected and the found pieces of a component.
pub(super) struct PieceTally<'page> {
    /// The index of the component in the game.
    pub index: usize,
    pub component: &'page Component,
    pub expected: BTreeSet<NumberedSide>,
    /// How often each side was found.
    pub found: SortedMap<NumberedSide, usize>,
}

/// Counts the pieces of each deck.
///
/// Returns an empty list if some pages are missing, so that the pieces on these pages are not reported
/// as missing.
pub(super) fn piece_tallies<'page>(
    facts: &'page Facts<'_>,
    findings: &mut Findings,
) -> Vec<PieceTally<'page>> {
    let Some(expected) = facts.expected else { return Vec::new() };
    if !has_all_sheets(facts) {
        findings.not_judged(
            "whether all pieces are there: some sheets of this build are not among the checked files",
        );
        return Vec::new();
    }
    if facts.files.iter().enumerate().any(|(index, file)| has_other_page_count(facts, index, file)) {
        return Vec::new();
    }
    let mut tallies = Vec::new();
    for (index, component) in expected.game.components.iter().enumerate() {
        let Some(deck) = component.deck().filter(|_| expected.prints(component)) else { continue };
        let mut found: SortedMap<NumberedSide, usize> = SortedMap::new();
        for piece in facts.sheets_of(index).flat_map(|sheet| sheet.pieces()) {
            if let Some(number) = piece.number {
                *found.entry(NumberedSide { number, side: piece.side }).or_default() += 1;
            }
        }
        // A build may leave out backs. They are then expected only if at least one was found.
        let wants_backs = !deck.back.is_empty() && expected.options.print_setup.backs != Some(Backs::None);
        let has_backs = wants_backs || found.keys().any(|found| found.side.is_back());
        let numbers = (0..deck.pieces.len()).map(|piece| deck.number(piece));
        let sides = numbers.flat_map(|number| PieceSide::BOTH.map(|side| NumberedSide { number, side }));
        let expected_sides = sides.filter(|wanted| has_backs || !wanted.side.is_back()).collect();
        tallies.push(PieceTally { index, component, expected: expected_sides, found });
    }
    tallies
}

/// Returns whether all sheets of a build were given. A PDF contains all sheets, but an SVG contains only
/// one.
fn has_all_sheets(facts: &Facts<'_>) -> bool {
    let given: BTreeSet<usize> = facts.files.iter().filter_map(|file| Some(file.sheet?.number)).collect();
    let count = facts.files.iter().find_map(|file| Some(file.sheet?.count));
    facts.files.iter().any(|file| file.format == Format::Pdf)
        || count.is_none_or(|count| given.len() >= count)
}

/// Returns whether the number of pages of a file differs from the number in its record. Another rule
/// reports this.
fn has_other_page_count(facts: &Facts<'_>, index: usize, file: &File) -> bool {
    let count = facts.sheets.iter().filter(|sheet| sheet.file == index).count();
    file.record.as_ref().is_some_and(|record| record.pages.len() != count)
}
