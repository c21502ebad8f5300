//! HX437: pages of text with words that are missing, in a wrong order, or in the margin.
//!
//! The rule compares the printed words with the Markdown. It ignores spaces and hyphens, because a line
//! may end at any of them.

use kurbo::Rect;

use crate::facts::text::folded::{self, FoundPage};
use crate::facts::text::{FoundWords, letters};
use crate::facts::{Facts, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_game::Component;
use hexpress_game::pages::{Block, BlockKind, Pages, printed_words};
use hexpress_scene::print::margins::Margins;

pub const RULE: Rule = Rule {
    title: "pages have all words of their text",
    why: "Players learn the game from its rules. A sentence that is cut off, printed twice or in another place \
        changes the game.",
    right: "a page with every word of rules.md, in the same order",
    wrong: "a page on which the last line of a paragraph is missing",
    measures_text: true,
    ..Rule::error(codes::TEXT_INCOMPLETE, RuleFunction::All(text_incomplete))
};

/// The number of letters that a message quotes at a difference.
const QUOTED_LETTERS: usize = 24;

fn text_incomplete(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (index, component) in expected.game.components.iter().enumerate() {
        let Some(pages) = component.pages().filter(|_| expected.prints(component)) else { continue };
        // If all sheets of a component are missing, another rule reports this.
        let sheets: Vec<&FoundSheet> = facts.sheets_of(index).collect();
        // If only some pages are printed, it is unknown which words should be on them.
        let is_complete = expected.options.pieces.is_empty();
        let copies = match pages.folding {
            Some(folding) if is_complete => {
                vec![on_folded(&folded::pages(facts, pages, folding.form, &sheets))]
            }
            Some(_) => continue,
            None => on_pages(pages, &sheets),
        };
        for printed in &copies {
            for (number, block) in (1..).zip(&pages.blocks).filter(|_| is_complete) {
                if block.kind != BlockKind::Contents && !sheets.is_empty() {
                    let words = printed_words(block, expected.game).concat();
                    let of_block = printed.iter().filter(|printed| printed.words.block == number).collect();
                    compare(of_block, component, block, &letters(&words), findings);
                }
            }
            report_outside(facts, printed, pages, expected.options.margin, findings);
            report_cut_off(printed, pages, findings);
            report_exchanged(printed, pages, findings);
        }
    }
}

/// Words of a text, with the page on which they are printed.
struct PrintedWords<'page> {
    sheet: &'page FoundSheet,
    words: &'page FoundWords,
    /// The number of the page in the order of reading.
    page: usize,
    /// The box of the letters, in mm from the top left corner of the upright page.
    on_page: Rect,
}

/// Returns the words on sheets that are not folded. A sheet may have several copies of a page; each copy
/// of the text then gets its own list.
fn on_pages<'page>(pages: &Pages, sheets: &[&'page FoundSheet]) -> Vec<Vec<PrintedWords<'page>>> {
    let mut copies: Vec<Vec<PrintedWords<'page>>> = vec![Vec::new()];
    for (page, sheet) in sheets.iter().enumerate() {
        let Some(text) = sheet.text() else { continue };
        let areas = match pages.copy_grid(sheet.size) {
            Some(grid) => grid.copies().collect(),
            None => vec![sheet.size.to_rect()],
        };
        copies.resize_with(copies.len().max(areas.len()), Vec::new);
        for words in &text.words {
            // Words outside all copies are counted as words of the first copy. They are then reported
            // as words in its margin.
            let on_copy = areas.iter().position(|area| area.contains(words.rect.center())).unwrap_or(0);
            let on_page = areas.get(on_copy).map_or(words.rect, |area| words.rect - area.origin().to_vec2());
            copies[on_copy].push(PrintedWords { sheet, words, page, on_page });
        }
    }
    copies
}

/// Returns the words on folded sheets, in the order of reading.
fn on_folded<'page>(pages: &[FoundPage<'page>]) -> Vec<PrintedWords<'page>> {
    let words = pages.iter().flat_map(|page| {
        page.words.iter().map(|words| PrintedWords {
            sheet: page.sheet,
            words,
            page: page.number,
            on_page: page.rect_on_page(words.rect),
        })
    });
    words.collect()
}

/// Compares the printed words of a block with `expected`, which is the text of the block without spaces
/// and hyphens.
fn compare(
    found: Vec<&PrintedWords<'_>>,
    component: &Component,
    block: &Block,
    expected: &str,
    findings: &mut Findings,
) {
    let printed: String = found.iter().map(|found| letters(&found.words.string)).collect();
    if printed == expected {
        return;
    }
    let same = printed.chars().zip(expected.chars()).take_while(|(printed, expected)| printed == expected);
    let from = same.count().saturating_sub(QUOTED_LETTERS / 2);
    let quoted = |text: &str| text.chars().skip(from).take(QUOTED_LETTERS).collect::<String>();
    let message = format!(
        "a text of `{}` differs from its Markdown: \"{}\" is printed, \"{}\" was expected",
        component.name,
        quoted(&printed),
        quoted(expected)
    );
    let fault = findings.fault(message).in_layout(Some(block.place));
    if let Some(PrintedWords { sheet, .. }) = found.first() {
        fault.at(sheet.file, sheet.number, None);
    }
}

/// Reports words outside the margins of their page.
fn report_outside(
    facts: &Facts<'_>,
    printed: &[PrintedWords<'_>],
    pages: &Pages,
    margin: Margins,
    findings: &mut Findings,
) {
    let by = facts.tolerance + MAX_OVERSHOOT_MM;
    for PrintedWords { sheet, words, on_page, .. } in printed {
        // If each page of the text is a whole sheet, the margins are measured from the edges of the
        // found sheet. HX443 reports a sheet with a wrong size.
        let is_whole = pages.folding.is_none() && !pages.fills_sheet;
        let size = if is_whole { sheet.size } else { pages.page_size(sheet.size) };
        let area = pages.area(size, margin).inflate(by, by);
        if area.union(*on_page) != area {
            let message = format!("\"{}\" is in the margin of the page", words.string.trim());
            findings
                .fault(message)
                .at(sheet.file, sheet.number, Some(words.rect))
                .in_layout(place_of(words, pages));
        }
    }
}

/// Reports the first words that are cut off.
fn report_cut_off(printed: &[PrintedWords<'_>], pages: &Pages, findings: &mut Findings) {
    let first = printed.iter().find(|printed| printed.words.is_cut_off);
    let Some(PrintedWords { sheet, words, .. }) = first else { return };
    let message = format!("a part of \"{}\" is cut off", words.string.trim());
    findings.fault(message).at(sheet.file, sheet.number, Some(words.rect)).in_layout(place_of(words, pages));
}

/// Reports the first words that are printed higher on the page than the words before them.
///
/// Words in the next column may be higher, and are not reported.
fn report_exchanged(printed: &[PrintedWords<'_>], pages: &Pages, findings: &mut Findings) {
    let next = printed.iter().zip(printed.iter().skip(1));
    let exchanged = next.into_iter().find(|(a, b)| {
        let (own_rect, above) = (a.on_page, b.on_page);
        let is_in_column = own_rect.x0.max(above.x0) < own_rect.x1.min(above.x1);
        a.page == b.page && is_in_column && above.center().y < own_rect.y0
    });
    let Some((before, PrintedWords { sheet, words, .. })) = exchanged else { return };
    let [later, earlier] = [words, before.words].map(|words| words.string.trim());
    let message = format!("\"{later}\" is printed above \"{earlier}\", but comes after it in the text");
    findings.fault(message).at(sheet.file, sheet.number, Some(words.rect)).in_layout(place_of(words, pages));
}

/// Returns the place in the Markdown of the block that contains the words. Returns `None` if there is no such
/// block.
fn place_of(words: &FoundWords, pages: &Pages) -> Option<SourceSpan> {
    words.block.checked_sub(1).and_then(|index| Some(pages.blocks.get(index)?.place))
}

/// The largest distance by which a letter such as `f` may extend beyond the end of its line, in mm.
const MAX_OVERSHOOT_MM: f64 = 0.6;
