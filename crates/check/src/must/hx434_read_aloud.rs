//! HX434: text for screen readers that differs from the layout.

use crate::facts::{Facts, Format, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::{Body, Component, Game, Located};

pub const RULE: Rule = Rule {
    title: "the text for screen readers is the text of the layout",
    why: "A screen reader reads this text instead of the piece. With a wrong text, a player who cannot see \
        the page takes it for another piece.",
    right: "a counter with alt = \"{{ side }} king\" that is read as \"men 1: white king\"",
    wrong: "the same counter, read as \"men 1\"",
    ..Rule::error(codes::HEARD_WRONG, RuleFunction::All(read_aloud_wrong))
};

/// Returns whether a component of the layout has text for screen readers.
pub fn has_alt_text(game: &Game) -> bool {
    game.components.iter().any(|component| match &component.body {
        Body::Board(board) => board.alt.is_some(),
        Body::Pieces(deck) => deck.alt.is_some(),
        Body::Pages(_) => false,
    })
}

/// Reports boards and pieces whose text for screen readers is missing or differs from the layout.
fn read_aloud_wrong(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (index, component) in expected.game.components.iter().enumerate() {
        match &component.body {
            Body::Board(board) => {
                let Some(Ok(alt)) = expected.game.board_alt_text(board) else { continue };
                let place = board.alt.as_ref().map(|alt| alt.place);
                for sheet in facts.sheets_of(index) {
                    let Some(wrong) = difference(facts, sheet, component, None, &alt) else { continue };
                    facts.page_fault(findings, sheet, wrong).in_layout(place);
                }
            }
            Body::Pieces(deck) => {
                let Some(Located { value: template, place }) = &deck.alt else { continue };
                for (sheet, piece) in facts.fronts_of(index) {
                    let Some(number) = piece.number else { continue };
                    let row = deck.index_of(number).and_then(|index| deck.piece(index));
                    let Some(Ok(alt)) = row.map(|row| expected.game.engine.render(template, &row)) else {
                        continue;
                    };
                    let Some(wrong) = difference(facts, sheet, component, Some(number), alt.trim()) else {
                        continue;
                    };
                    facts.piece_fault(findings, (sheet, piece), wrong).in_layout(Some(*place));
                }
            }
            Body::Pages(_) => {}
        }
    }
}

/// Describes how the text for screen readers differs from `alt`; `None` if it does not differ or cannot
/// be judged.
///
/// The text belongs to a component, or to the piece `number` of the component.
fn difference(
    facts: &Facts<'_>,
    sheet: &FoundSheet,
    component: &Component,
    number: Option<usize>,
    alt: &str,
) -> Option<String> {
    let file = facts.files.get(sheet.file).filter(|file| file.format == Format::Pdf)?;
    // If another program rewrote the file, it may have dropped all texts for screen readers. The
    // missing text is then not a fault.
    let texts = file.document.spoken_text.as_ref()?.get(sheet.number.checked_sub(1)?)?;
    let name = &*component.name;
    let called = number.map_or_else(|| name.to_owned(), |number| format!("{name} {number}"));
    match texts.iter().find(|text| is_about(text, &called)) {
        Some(own) if alt.is_empty() && *own == called => None,
        Some(own) if !alt.is_empty() && *own == format!("{called}: {alt}") => None,
        // Long texts are shortened when they are written, so they cannot be compared.
        Some(own) if own.ends_with('…') => None,
        Some(own) => Some(format!("is read aloud as `{own}`; the layout says `{called}: {alt}`")),
        None if number.is_some() && is_in_group(texts, name, alt) => None,
        None => Some(format!("is not read aloud; the layout says `{called}: {alt}`")),
    }
}

/// Returns whether a text belongs to the board or piece `name`. Such a text consists of the name, or
/// begins with the name and a colon.
fn is_about(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

/// Returns whether a text that describes a group of pieces of a component contains `alt`.
///
/// Pages with very many drawings have one text for each group of pieces, instead of one for each piece.
fn is_in_group(texts: &[String], component: &str, alt: &str) -> bool {
    let mut groups = texts.iter().filter(|text| text.starts_with(component) && text.contains(" to "));
    groups.any(|text| text.contains(alt) || text.ends_with('…'))
}
