//! What is read aloud of pieces and boards, where the layout says it.

use crate::check::facts::{Facts, Format, FoundSheet};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::{Body, Component, Game, Stated};

/// The rules of this group.
pub const RULES: &[Rule] = &[Rule {
    title: "what is read aloud is what the layout says",
    why: "A screen reader says this text in place of the piece. With another text, a player who cannot see the page takes \
          it for another piece.",
    right: "a counter with alt = \"{{ side }} king\" that is read as \"men 1: white king\"",
    wrong: "the same counter, read as \"men 1\"",
    ..Rule::error(codes::HEARD_WRONG, Run::All(heard))
}];

/// Whether a layout says of some component what is heard of it.
pub fn is_said(game: &Game) -> bool {
    game.components.iter().any(|component| match &component.body {
        Body::Board(board) => board.alt.is_some(),
        Body::Deck(deck) => deck.alt.is_some(),
    })
}

fn heard(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (index, component) in expected.game.components.iter().enumerate() {
        match &component.body {
            Body::Board(board) => {
                let Some(Ok(alt)) = expected.game.board_alt_text(board) else { continue };
                let place = board.alt.as_ref().map(|alt| alt.place);
                for sheet in facts.sheets_of(index) {
                    let Some(lost) = lost(facts, sheet, component, None, &alt) else { continue };
                    facts.page_fault(out, sheet, lost).line(place);
                }
            }
            Body::Deck(deck) => {
                let Some(Stated { value: template, place }) = &deck.alt else { continue };
                for (sheet, piece) in facts.fronts_of(index) {
                    let Some(number) = piece.number else { continue };
                    let row = deck.index_of(number).and_then(|index| deck.piece(index));
                    let Some(Ok(alt)) = row.map(|row| expected.game.engine.render(template, &row)) else {
                        continue;
                    };
                    let Some(lost) = lost(facts, sheet, component, Some(number), alt.trim()) else {
                        continue;
                    };
                    facts.piece_fault(out, (sheet, piece), lost).line(Some(*place));
                }
            }
        }
    }
}

/// What is wrong with what is read aloud of a component on a page, or of one of its pieces.
fn lost(
    facts: &Facts<'_>,
    sheet: &FoundSheet,
    component: &Component,
    number: Option<usize>,
    alt: &str,
) -> Option<String> {
    let file = facts.files.get(sheet.file).filter(|file| file.format == Format::Pdf)?;
    // What another program wrote anew may have no tags: it is judged by what it draws.
    let words = file.document.heard.as_ref()?.get(sheet.number.checked_sub(1)?)?;
    let name = &*component.name;
    let called = number.map_or_else(|| name.to_owned(), |number| format!("{name} {number}"));
    // On pages with very much, all of one component is one figure.
    let together = |words: &&String| number.is_some() && words.starts_with(name) && words.contains(" to ");
    let own = |words: &&String| {
        words.strip_prefix(&*called).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    match words.iter().find(own) {
        Some(own) if alt.is_empty() && *own == called => None,
        Some(own) if !alt.is_empty() && *own == format!("{called}: {alt}") => None,
        // Only so much of a long text is read.
        Some(own) if own.ends_with('…') => None,
        Some(own) => Some(format!("is read aloud as `{own}`, and the layout says `{called}: {alt}`")),
        None if words.iter().filter(together).any(|all| all.contains(alt) || all.ends_with('…')) => None,
        None => Some(format!("is not read aloud, and the layout says `{called}: {alt}`")),
    }
}
