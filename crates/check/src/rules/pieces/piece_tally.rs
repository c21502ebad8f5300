//! Counts the pieces that were asked for and the pieces that were found.

use std::collections::BTreeSet;

use crate::base::map::Map;
use crate::check::facts::{Facts, Format};
use crate::check::fault::Findings;
use crate::print::setup::Backs;

/// How often each piece of a component is found: its number, and whether it is the back.
pub(super) type Counts = Map<(usize, bool), usize>;

/// What should be there and what is, for each deck whose pages are all here.
pub(super) fn tallies<'e>(
    facts: &'e Facts<'_>,
    out: &mut Findings,
) -> Vec<(usize, &'e crate::model::Component, BTreeSet<(usize, bool)>, Counts)> {
    let Some(expected) = facts.expected else { return Vec::new() };
    // One SVG holds one sheet of many.
    let sheets: BTreeSet<usize> = facts.files.iter().filter_map(|f| Some(f.sheet?.0)).collect();
    let all = facts.files.iter().find_map(|f| Some(f.sheet?.1));
    let whole =
        facts.files.iter().any(|f| f.format == Format::Pdf) || all.is_none_or(|all| sheets.len() >= all);
    if !whole {
        out.not_judged("whether all pieces are there: some sheets of this build were not given");
        return Vec::new();
    }
    // Pages that are missing have been told, and take their pieces along.
    let pages = |(index, file): (usize, &crate::check::File)| {
        let own = facts.sheets.iter().filter(|sheet| sheet.file == index).count();
        file.record.as_ref().is_some_and(|record| record.pages.len() != own)
    };
    if facts.files.iter().enumerate().any(pages) {
        return Vec::new();
    }
    let mut tallies = Vec::new();
    for (i, component) in expected.game.components.iter().enumerate() {
        let Some(deck) = component.deck() else { continue };
        if !expected.prints(component) {
            continue;
        }
        let mut found = Counts::new();
        for piece in facts.sheets_of(i).flat_map(|sheet| &sheet.pieces) {
            if let Some(number) = piece.number {
                *found.entry((number, piece.back)).or_default() += 1;
            }
        }
        // A build may leave out backs.
        let wanted = !deck.back.is_empty() && expected.options.print_setup.backs != Some(Backs::None);
        let backs = wanted || found.keys().any(|(_, back)| *back);
        let numbers = (0..deck.pieces.len()).map(|n| deck.number(n));
        let sides = |number| [Some((number, false)), backs.then_some((number, true))];
        let asked = numbers.flat_map(sides).flatten().collect();
        tallies.push((i, component, asked, found));
    }
    tallies
}

pub(super) fn side(back: bool) -> &'static str {
    if back { "the back of piece" } else { "piece" }
}
