//! HX438: booklets and leaflets whose pages are in a wrong order or at a wrong place on their
//! sheet.
//!
//! The rule computes how the sheets of the file are folded. Then it goes through the pages in the order
//! of reading.

use kurbo::Line;

use crate::facts::text::folded::{self, FoundPage};
use crate::facts::{Facts, Format, FoundSheet};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::Component;
use hexpress_game::pages::{FoldedForm, Pages};
use hexpress_scene::print::margins::Margins;
use hexpress_scene::text::Direction;

pub const RULE: Rule = Rule {
    title: "the pages of folded sheets are in order",
    why: "The order of pages on sheets is not the order of reading. A mistake is seen only when the \
        sheets are folded.",
    right: "pages 8 and 1 on the outer side of the first of two sheets",
    wrong: "pages 1 and 8 on the outer side of the first of two sheets",
    measures_text: true,
    ..Rule::error(codes::BOOKLET_WRONG, RuleFunction::All(booklet_wrong))
};

/// The largest distance between the number of a page and its expected place, in mm. A text that is
/// farther away is not the page number.
const MAX_NUMBER_DISTANCE_MM: f64 = 8.0;
/// The largest distance between a fold and its mark, in mm. A mark that is farther away belongs to
/// another fold.
const MAX_FOLD_MARK_DISTANCE_MM: f64 = 20.0;
/// The tolerance for the places of page numbers in SVG files, in mm. Letters in these files are
/// outlines, and the middle of the outlines is not exactly the middle of the line of text.
const SVG_TOLERANCE: f64 = 0.3;

fn booklet_wrong(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected.filter(|expected| expected.options.pieces.is_empty()) else { return };
    for (index, component) in expected.game.components.iter().enumerate() {
        let Some(pages) = component.pages().filter(|_| expected.prints(component)) else { continue };
        let Some(folding) = pages.folding else { continue };
        let sides: Vec<&FoundSheet> = facts.sheets_of(index).collect();
        let found = folded::pages(facts, pages, folding.form, &sides);
        report_order(facts, component, &found, findings);
        report_numbers(facts, pages, expected.options.margin, &found, findings);
        report_folds(facts, pages.direction, folding.form, &sides, findings);
    }
}

/// Reports the first text that comes too early: a reader sees it before a text that it should follow.
fn report_order(facts: &Facts<'_>, component: &Component, found: &[FoundPage<'_>], findings: &mut Findings) {
    let words = || found.iter().flat_map(|page| page.words.iter().map(move |words| (page, *words)));
    let misplaced = words().zip(words().skip(1)).find(|((_, words), (_, next))| words.block > next.block);
    let Some(((page, words), (next_page, next))) = misplaced else { return };
    let message = format!(
        "`{}`: \"{}\" on page {} comes before \"{}\" on page {}, but should come after it",
        component.name,
        words.string.trim(),
        page.number,
        next.string.trim(),
        next_page.number
    );
    facts.page_fault(findings, next_page.sheet, message);
}

/// Reports pages without their page number, and pages that are not moved by the right distance on their
/// sheet.
///
/// Pages are moved towards the fold because the folded sheets have a thickness ("creep"). The position
/// of the page number shows by how much a page was moved.
fn report_numbers(
    facts: &Facts<'_>,
    pages: &Pages,
    margin: Margins,
    found: &[FoundPage<'_>],
    findings: &mut Findings,
) {
    let is_filled = |page: &&FoundPage<'_>| !page.words.is_empty();
    // If a text fills only one page, the page needs no number.
    if found.iter().filter(is_filled).count() < 2 {
        return;
    }
    for page in found.iter().filter(is_filled) {
        let size = pages.page_size(page.sheet.size);
        let middle = size.width / 2.0;
        let area = pages.area(size, margin);
        let own = page.number.to_string();
        let offsets = page.numbers.iter().filter(|number| number.string.trim() == own);
        let at_foot = offsets.map(|number| page.on_page(number.centre)).filter(|at| at.y > area.y1);
        let offset = at_foot.map(|at| at.x - middle).min_by(|a, b| a.abs().total_cmp(&b.abs()));
        let Some(offset) = offset.filter(|offset| offset.abs() < MAX_NUMBER_DISTANCE_MM) else {
            let message = format!("the page number {own} is missing on page {own} of the text");
            facts.page_fault(findings, page.sheet, message);
            continue;
        };
        let is_svg = facts.files.get(page.sheet.file).is_some_and(|file| file.format == Format::Svg);
        let tolerance = if is_svg { SVG_TOLERANCE } else { facts.tolerance };
        if findings.measured(offset.abs(), tolerance) {
            let message = format!(
                "page {own} of the text is {} from its place: the pages of this sheet move {} towards the fold",
                format_mm(offset.abs()),
                format_mm(page.creep.abs())
            );
            facts.page_fault(findings, page.sheet, message).deviation(offset.abs());
        }
    }
}

/// Reports the outer side of a sheet if the mark for a fold is missing or misplaced.
fn report_folds(
    facts: &Facts<'_>,
    direction: Direction,
    form: FoldedForm,
    sides: &[&FoundSheet],
    findings: &mut Findings,
) {
    for side in sides.iter().step_by(2) {
        for place in folded::folds(form, direction, side.size.width) {
            let distance = |fold: &Line| (fold.p0.x - place).abs().max((fold.p1.x - place).abs());
            let nearest = side.folds.iter().map(distance).min_by(f64::total_cmp);
            let Some(by) = nearest.filter(|by| *by < MAX_FOLD_MARK_DISTANCE_MM) else {
                let message =
                    format!("no mark shows where to fold the sheet, {} from its left edge", format_mm(place));
                facts.page_fault(findings, side, message);
                continue;
            };
            if findings.measured(by, facts.tolerance) {
                let message = format!("the mark for the fold is {} from its place", format_mm(by));
                facts.page_fault(findings, side, message).deviation(by);
            }
        }
    }
}
