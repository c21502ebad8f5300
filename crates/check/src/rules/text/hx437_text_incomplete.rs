//! HX437: pages on which words of their text are missing, in another order, or in the margin.
//!
//! The rule compares the printed words with the Markdown. Spaces and hyphens do not count, because
//! a line may end at any space or hyphen.

use kurbo::Size;

use crate::facts::{Facts, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::Component;
use hexpress_game::pages::{Block, BlockKind, Pages, printed_words};

pub const RULE: Rule = Rule {
    title: "pages have all words of their text",
    why: "Players learn the game from its rules. A sentence that is cut off, printed twice or in another place \
        changes the game.",
    right: "a page with every word of rules.md, in the same order",
    wrong: "a page on which the last line of a paragraph is missing",
    of_words: true,
    ..Rule::error(codes::TEXT_INCOMPLETE, RuleFunction::All(text_incomplete))
};

/// How many letters around a difference a message quotes.
const QUOTED: usize = 24;

fn text_incomplete(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (index, component) in expected.game.components.iter().enumerate() {
        let Some(pages) = component.pages().filter(|_| expected.prints(component)) else { continue };
        // A component that is missing as a whole is reported by another rule.
        let sheets: Vec<&FoundSheet> = facts.sheets_of(index).collect();
        // If only some pages are printed, nothing is known about the words of the others.
        let is_complete = expected.options.pieces.is_empty();
        for (number, block) in (1..).zip(&pages.blocks).filter(|_| is_complete) {
            if block.kind != BlockKind::Contents && !sheets.is_empty() {
                let words = printed_words(block, expected.game).concat();
                compare(&sheets, component, number, block, &letters(&words), out);
            }
        }
        for sheet in sheets {
            report_outside(facts, sheet, pages, out);
        }
    }
}

/// Compares the printed words of a block with `expected`, which has neither spaces nor hyphens.
fn compare(
    sheets: &[&FoundSheet],
    component: &Component,
    number: usize,
    block: &Block,
    expected: &str,
    out: &mut Findings,
) {
    let words = || sheets.iter().filter_map(|sheet| Some((*sheet, sheet.text()?)));
    let of_block = || words().flat_map(|(sheet, text)| text.words.iter().map(move |words| (sheet, words)));
    let mut found = of_block().filter(|(_, words)| words.block == number);
    let printed: String = found.clone().map(|(_, words)| letters(&words.string)).collect();
    if printed == expected {
        return;
    }
    let same = printed.chars().zip(expected.chars()).take_while(|(printed, expected)| printed == expected);
    let from = same.count().saturating_sub(QUOTED / 2);
    let quoted = |text: &str| text.chars().skip(from).take(QUOTED).collect::<String>();
    let message = format!(
        "a text of `{}` differs from its Markdown: \"{}\" is printed, \"{}\" was expected",
        component.name,
        quoted(&printed),
        quoted(expected)
    );
    let sheet = found.next().map(|(sheet, _)| sheet).or(sheets.first().copied());
    let fault = out.fault(message).line(Some(block.place));
    if let Some(sheet) = sheet {
        fault.at(sheet.file, sheet.number, None);
    }
}

/// Reports words outside the margins of their page.
fn report_outside(facts: &Facts<'_>, sheet: &FoundSheet, pages: &Pages, out: &mut Findings) {
    let Some(text) = sheet.text() else { return };
    let Size { width, height } = sheet.size;
    let area = pages
        .area(Size::new(width, height))
        .inflate(facts.tolerance + OVERSHOOT, facts.tolerance + OVERSHOOT);
    for words in &text.words {
        if area.union(words.rect) != area {
            let message = format!("\"{}\" is in the margin of the page", words.string.trim());
            let place = words.block.checked_sub(1).and_then(|index| Some(pages.blocks.get(index)?.place));
            out.fault(message).at(sheet.file, sheet.number, Some(words.rect)).line(place);
        }
    }
}

/// How far letters such as `f` may reach over the edge of their line, in mm.
const OVERSHOOT: f64 = 0.6;

/// Returns a text without spaces and hyphens.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{ad}' | '\u{200b}')).collect()
}
