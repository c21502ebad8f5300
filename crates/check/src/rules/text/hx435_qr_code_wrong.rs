//! HX435: QR codes that cannot be read, or that contain another text than the layout says.
//!
//! The rule reads each code from the pixels of the page. For this, it uses another library than the
//! one that drew the code. On a page by another program, the expected texts are unknown, so the
//! rule only reports codes that cannot be read.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::facts::PageContext;
use crate::facts::expected_codes::{ExpectedCode, expected_codes, has_codes};
use crate::facts::qr_codes::{CodeResult, FoundCode, quoted_text};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::Identity;

pub const RULE: Rule = Rule {
    title: "each QR code reads as the layout says",
    why: "A code that is covered, damaged or out of date looks like any other, so nobody notices before the \
        game is printed. The checker reads every code from the finished page, as a phone does.",
    right: "a card with qr = \"https://example.org/{{ name }}\", and a code that reads https://example.org/ann",
    wrong: "the same card with a picture over a corner of the code",
    ..Rule::error(codes::QR_CODE_WRONG, RuleFunction::Sheet(qr_codes_wrong))
};

fn qr_codes_wrong(context: &PageContext<'_>, findings: &mut Findings) {
    let page = &context.sheet.codes;
    if page.are_incomplete {
        findings.not_judged("some QR codes: there are too many on a page, or the page is too large");
    }
    let mut by_id: BTreeMap<&Identity, CodesOfId<'_>> = BTreeMap::new();
    if let Some(expected) = context.expected.filter(|expected| has_codes(expected.game)) {
        for id in context.page.items.iter().filter_map(|item| item.id.as_ref()) {
            by_id.entry(id).or_insert_with(|| CodesOfId {
                id,
                expected: expected_codes(expected, id, context.sheet_number),
                found: Vec::new(),
            });
        }
    }
    for code in &page.codes {
        match code.id.as_ref().and_then(|id| by_id.get_mut(&**id)).filter(|one| !one.expected.is_empty()) {
            Some(one) => one.found.push(code),
            None => report_unreadable(context, code, findings),
        }
    }
    // On a poster, each sheet may show only a part of a code.
    let is_whole = context.sheet.poster_part().is_none() && !page.are_incomplete;
    by_id
        .values()
        .filter(|one| !one.expected.is_empty())
        .for_each(|one| one.report(context, is_whole, findings));
}

/// All codes of one piece, cell or drawing, which have the same id: those in the layout, and those on
/// the page.
struct CodesOfId<'c> {
    id: &'c Arc<Identity>,
    expected: Vec<ExpectedCode>,
    found: Vec<&'c FoundCode>,
}

impl CodesOfId<'_> {
    fn report(&self, context: &PageContext<'_>, is_whole: bool, findings: &mut Findings) {
        let mut missing: Vec<&ExpectedCode> = self.expected.iter().collect();
        let mut others = Vec::new();
        for code in &self.found {
            let text = code.reading.text();
            match missing.iter().position(|expected| text.is_some() && expected.text.as_deref() == text) {
                Some(index) => drop(missing.remove(index)),
                // One element of the layout may draw the same code in several places. So an expected
                // text may occur again.
                None if text.is_some()
                    && self.expected.iter().any(|expected| expected.text.as_deref() == text) => {}
                None => others.push(*code),
            }
        }
        for code in others {
            let expected = if missing.is_empty() { None } else { Some(missing.remove(0)) };
            if is_whole || code.reading.text().is_some() {
                self.report_other(context, code, expected, findings);
            }
        }
        for expected in missing.into_iter().filter(|_| is_whole) {
            let Some(text) = &expected.text else { continue };
            let message = format!("{} shows no QR code with the text \"{}\"", self.id, quoted_text(text));
            let rects = context.page.items.iter().filter(|item| item.id.as_ref() == Some(self.id));
            let place = rects.filter_map(|item| item.painted_bounds).reduce(|all, rect| all.union(rect));
            let fault = context.fault_of(findings, place.unwrap_or_default(), Some(self.id), message);
            fault.in_layout(Some(expected.place));
        }
    }

    /// Reports a code that cannot be read, or whose text is not in the layout.
    fn report_other(
        &self,
        context: &PageContext<'_>,
        code: &FoundCode,
        expected: Option<&ExpectedCode>,
        findings: &mut Findings,
    ) {
        let wanted = expected.and_then(|expected| expected.text.as_deref());
        let message = match (&code.reading, wanted) {
            (CodeResult::Text(_), None) if expected.is_some() => return,
            (CodeResult::Text(text), Some(wanted)) => {
                format!(
                    "the QR code reads \"{}\"; the layout says \"{}\"",
                    quoted_text(text),
                    quoted_text(wanted)
                )
            }
            (CodeResult::Text(text), None) => {
                format!("the QR code reads \"{}\", which the layout does not have", quoted_text(text))
            }
            (reading, _) => unreadable(reading),
        };
        let fault = context.fault_of(findings, code.rect, Some(self.id), message);
        if let Some(expected) = expected {
            fault.in_layout(Some(expected.place));
        }
    }
}

/// Reports a code that cannot be read and is not in the layout.
fn report_unreadable(context: &PageContext<'_>, code: &FoundCode, findings: &mut Findings) {
    // Without the large squares in its corners, the drawing is probably not a code, but another pattern
    // of squares.
    if matches!(code.reading, CodeResult::Text(_) | CodeResult::WithoutCorners) {
        return;
    }
    context.fault_of(findings, code.rect, code.id.as_ref(), unreadable(&code.reading));
}

/// Returns the message about a code that at least some programs cannot read.
fn unreadable(reading: &CodeResult) -> String {
    match reading {
        CodeResult::Text(text) => format!("the QR code reads \"{}\"", quoted_text(text)),
        CodeResult::Mirrored(_) => "the QR code is mirrored, and many programs cannot read it".to_owned(),
        CodeResult::Inverted => "the QR code is light on dark, and many programs cannot read it".to_owned(),
        CodeResult::WithoutCorners => {
            "the QR code cannot be read: a square in one of its corners is covered or damaged".to_owned()
        }
        CodeResult::Damaged => {
            "the QR code cannot be read: more of its small squares are wrong than it can correct".to_owned()
        }
    }
}
