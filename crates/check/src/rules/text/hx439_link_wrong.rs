//! HX439: links of a text that are missing, are not on their words, or lead to a wrong place.
//!
//! The rule compares the links of the file with the links in the Markdown. In a PDF, a link is a box on
//! a page. SVG files are not judged.

use kurbo::{Point, Rect};

use crate::facts::text::folded;
use crate::facts::text::{FoundWords, letters};
use crate::facts::{Facts, Format, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::Component;
use hexpress_game::pages::{BlockKind, Pages, PrintedLink, headings, plain_words, printed_links};
use hexpress_read::{LinkEnd, PageLink};
use hexpress_scene::text::LinkTarget;

pub const RULE: Rule = Rule {
    title: "links are on their words and lead to their target",
    why: "A reader who clicks a link expects what its words say.",
    right: "a link on the words \"the set-up\" that leads to the heading \"Set-up\"",
    wrong: "a link that leads to the heading above it",
    measures_text: true,
    ..Rule::error(codes::LINK_WRONG, RuleFunction::All(link_wrong))
};

/// Letters may extend beyond the box of their link by this distance in mm, or by half their height if
/// that is more.
const MAX_OVERSHOOT_MM: f64 = 0.6;
/// The largest distance between the target of a link and the heading to which the link leads, in mm.
const MAX_HEADING_DISTANCE_MM: f64 = 5.0;

/// Words that are a link in the Markdown, with the link in the file that is on these words.
struct LinkedWords<'page> {
    sheet: &'page FoundSheet,
    words: &'page FoundWords,
    link: Option<&'page PageLink>,
}

fn link_wrong(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected.filter(|expected| expected.options.pieces.is_empty()) else { return };
    // The standards for print shops forbid links, so files for print shops have none.
    if expected.options.print_setup.standard.is_some() {
        return;
    }
    for (index, component) in expected.game.components.iter().enumerate() {
        let Some(pages) = component.pages().filter(|_| expected.prints(component)) else { continue };
        let sheets: Vec<&FoundSheet> = facts.sheets_of(index).filter(|sheet| is_pdf(facts, sheet)).collect();
        let found = linked_words(facts, pages, &sheets);
        for (number, block) in (1..).zip(&pages.blocks) {
            let of_block: Vec<_> = found.iter().filter(|linked| linked.words.block == number).collect();
            let links = printed_links(block, &pages.blocks);
            let has_numbers = block.kind == BlockKind::Contents;
            if let Some((sheet, rect, message)) = difference(facts, pages, &links, &of_block, has_numbers) {
                findings.fault(message).at(sheet.file, sheet.number, Some(rect)).in_layout(Some(block.place));
            }
        }
        report_stray(facts, component, &sheets, &found, findings);
    }
}

fn is_pdf(facts: &Facts<'_>, sheet: &FoundSheet) -> bool {
    facts.files.get(sheet.file).is_some_and(|file| file.format != Format::Svg)
}

/// Returns the words that are links, in the order of reading. If a sheet has several copies of a page,
/// only the first copy has links.
fn linked_words<'page>(
    facts: &Facts<'_>,
    pages: &Pages,
    sheets: &[&'page FoundSheet],
) -> Vec<LinkedWords<'page>> {
    let linked = |sheet: &'page FoundSheet, words: &'page FoundWords| {
        let links = sheet.text().map_or(&[][..], |text| &text.links);
        let link = links.iter().find(|link| link.area.contains(words.rect.center()));
        LinkedWords { sheet, words, link }
    };
    if let Some(folding) = pages.folding {
        let found = folded::pages(facts, pages, folding.form, sheets);
        let words = found.iter().flat_map(|page| page.words.iter().map(|words| (page.sheet, *words)));
        return words.filter(|(_, words)| words.is_link).map(|(sheet, words)| linked(sheet, words)).collect();
    }
    let words = sheets.iter().filter_map(|sheet| Some((*sheet, sheet.text()?))).flat_map(|(sheet, text)| {
        let first = pages.copy_grid(sheet.size).and_then(|grid| grid.copies().next());
        let is_first = move |words: &&FoundWords| first.is_none_or(|copy| copy.contains(words.rect.center()));
        text.words.iter().filter(|words| words.is_link).filter(is_first).map(move |words| (sheet, words))
    });
    words.map(|(sheet, words)| linked(sheet, words)).collect()
}

/// Compares the expected `links` of a block with the links that were found. For the first difference,
/// returns the sheet, the box on the sheet, and a message.
///
/// `has_numbers` is true for a table of contents. In it, a page number follows the words of each link.
fn difference<'page>(
    facts: &Facts<'_>,
    pages: &Pages,
    links: &[PrintedLink],
    found: &[&LinkedWords<'page>],
    has_numbers: bool,
) -> Option<(&'page FoundSheet, Rect, String)> {
    let mut rest = found.iter();
    for link in links {
        let mut missing = letters(&link.words);
        while !missing.is_empty() {
            let linked = rest.next()?;
            let FoundWords { string, rect, .. } = linked.words;
            let fault = |message: String| Some((linked.sheet, *rect, message));
            let own = letters(string);
            let Some(later) = missing.strip_prefix(&own) else {
                // Page numbers in a table of contents are skipped. If other words are wrong, another
                // rule reports them.
                if has_numbers && own.chars().all(char::is_numeric) {
                    continue;
                }
                return None;
            };
            missing = later.to_owned();
            let Some(on_words) = linked.link else {
                return fault(format!("no link is on \"{}\"", string.trim()));
            };
            let reach = MAX_OVERSHOOT_MM.max(rect.height() / 2.0) + facts.tolerance;
            if on_words.area.inflate(reach, reach).union(*rect) != on_words.area.inflate(reach, reach) {
                return fault(format!("a link covers only a part of \"{}\"", string.trim()));
            }
            if let Some(elsewhere) = leads_elsewhere(facts, pages, &link.to, on_words, linked.sheet) {
                return fault(format!("the link on \"{}\" {elsewhere}", string.trim()));
            }
        }
    }
    None
}

/// Describes how the target of a link differs from the expected target `to`. Returns `None` if the
/// target is right.
fn leads_elsewhere(
    facts: &Facts<'_>,
    pages: &Pages,
    to: &LinkTarget,
    found: &PageLink,
    from: &FoundSheet,
) -> Option<String> {
    match (to, &found.to) {
        (LinkTarget::Address(address), LinkEnd::Address(own)) if **address == **own => None,
        (LinkTarget::Address(address), LinkEnd::Address(own)) => {
            Some(format!("leads to {own}, and not to {address}"))
        }
        (LinkTarget::Address(address), _) => Some(format!("does not lead to {address}")),
        (LinkTarget::Heading(number), end) => {
            let all = headings(&pages.blocks);
            let heading = plain_words(all.get(number.checked_sub(1)?)?.words);
            let is_there = match end {
                LinkEnd::Place { page, at } => facts
                    .sheets
                    .iter()
                    .filter(|sheet| sheet.file == from.file && sheet.number == *page)
                    .any(|sheet| begins_at(sheet, *at, &letters(&heading))),
                LinkEnd::Address(_) | LinkEnd::Unknown => false,
            };
            (!is_there).then(|| format!("does not lead to the heading \"{heading}\""))
        }
    }
}

/// Returns whether a heading begins near a point of a sheet.
fn begins_at(sheet: &FoundSheet, at: Point, heading: &str) -> bool {
    let words = sheet.text().map_or(&[][..], |text| &text.words);
    words.iter().any(|words| {
        let own = letters(&words.string);
        !own.is_empty()
            && heading.starts_with(&own)
            && words.rect.inflate(MAX_HEADING_DISTANCE_MM, MAX_HEADING_DISTANCE_MM).contains(at)
    })
}

/// Reports links in the file that are on words without a link in the Markdown.
fn report_stray(
    facts: &Facts<'_>,
    component: &Component,
    sheets: &[&FoundSheet],
    found: &[LinkedWords<'_>],
    findings: &mut Findings,
) {
    for sheet in sheets {
        let Some(text) = sheet.text() else { continue };
        for link in &text.links {
            let is_used = found.iter().any(|linked| linked.link.is_some_and(|own| std::ptr::eq(own, link)));
            // A link may be on an icon. Icons have no words, so such links cannot be judged.
            let is_on_words = text.words.iter().any(|words| link.area.overlaps(words.rect));
            if !is_used && is_on_words {
                let message = format!("a link of `{}` is not on its words", component.name);
                facts.page_fault(findings, sheet, message).at(sheet.file, sheet.number, Some(link.area));
            }
        }
    }
}
