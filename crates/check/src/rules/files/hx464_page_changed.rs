//! HX464: pages that were changed after the file was made.

use std::collections::BTreeSet;

use super::recorded_pages::{BUILD_AGAIN_HINT, recorded_digests};
use crate::facts::{Facts, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::CUT_PLAN;
use hexpress_language::record::Record;
use hexpress_read::build_data::BuildDataError;

pub const RULE: Rule = Rule {
    title: "no page was changed after the file was built",
    why: "The record has a digest of each page. A page that was changed may no longer match its layout, and \
        hexpress does not build it again.",
    right: "a file that was copied, sent and renamed",
    wrong: "a file in which a PDF editor moved some text",
    ..Rule::error(codes::PAGE_CHANGED, RuleFunction::All(page_changed))
};

fn page_changed(facts: &Facts<'_>, findings: &mut Findings) {
    for (index, file) in facts.files.iter().enumerate() {
        let Some(digests) = recorded_digests(file) else { continue };
        if let Some(Err(lost)) = file.record.as_ref().map(|record| is_of(record, index, facts)) {
            findings.fault(format!("{}: {lost}", file.name)).hint(BUILD_AGAIN_HINT);
            continue;
        }
        let own_sheets: Vec<_> = facts.sheets.iter().filter(|sheet| sheet.file == index).collect();
        if file.is_changed
            && let Some(message) = changed(digests, &own_sheets)
        {
            findings.fault(format!("{}: {message}", file.name)).hint(BUILD_AGAIN_HINT).warning();
            continue;
        }
        let known: BTreeSet<&str> = digests.iter().map(String::as_str).collect();
        for sheet in own_sheets {
            // If a page is only in the wrong position, another rule reports it.
            if !known.contains(sheet.digest.as_str()) {
                let message = format!("page {} was changed after the file was built", sheet.number);
                facts.page_fault(findings, sheet, message).hint(BUILD_AGAIN_HINT);
            }
        }
    }
}

/// Returns the text of a warning that the file was changed. `told` contains the digests of the pages
/// from when the file was built.
///
/// Returns `None` if digests were recorded and some pages differ from them. Each of these pages is
/// reported as an error instead.
fn changed(digests: &[String], own: &[&FoundSheet]) -> Option<&'static str> {
    let is_same = own.iter().map(|sheet| &sheet.digest).eq(digests);
    if is_same {
        Some("the file was changed after it was built, but the appearance of its pages was not")
    } else {
        digests.is_empty().then_some("the file was changed after it was built")
    }
}

/// Checks that a record belongs to the pages of a file.
///
/// A record belongs to the file if at least one page is unchanged. If a file has only one page, which
/// was changed, the record may still belong to it; another message reports the change. But it does not
/// belong to the file if the page shows a component that the game in the record lacks.
fn is_of(record: &Record, file: usize, facts: &Facts<'_>) -> Result<(), BuildDataError> {
    let own_sheets = facts.sheets.iter().filter(|sheet| sheet.file == file);
    let count = own_sheets.clone().count();
    let has_known_page = own_sheets.clone().any(|sheet| record.pages.contains(&sheet.digest));
    let has_unknown_component = own_sheets.into_iter().any(|sheet| {
        let name = sheet.name.as_deref().zip(facts.expected);
        name.is_some_and(|(name, expected)| name != CUT_PLAN && expected.component(name).is_none())
    });
    if has_known_page || count == 0 || (count == 1 && !has_unknown_component) {
        Ok(())
    } else {
        Err(BuildDataError::Pages(count))
    }
}
