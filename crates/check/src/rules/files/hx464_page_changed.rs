//! HX464: pages that were changed after the file was made.

use std::collections::BTreeSet;

use super::recorded_pages::{AGAIN, told_pages};
use crate::check::facts::{Facts, FoundSheet};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::carried::Lost;
use crate::record::Record;

/// The rule behind HX464.
pub const RULE: Rule = Rule {
    title: "pages are as they were made",
    why: "The record holds a digest of each page. A page that was changed since is no longer what its layout says, \
          and is not built again from it.",
    right: "a file that was copied, sent and renamed",
    wrong: "a file in which a word was moved with a PDF editor",
    ..Rule::error(codes::PAGE_CHANGED, Run::All(page_changed))
};

/// Reports pages that were changed after the file was made.
fn page_changed(facts: &Facts<'_>, out: &mut Findings) {
    for (index, file) in facts.files.iter().enumerate() {
        let Some(told) = told_pages(file) else { continue };
        if let Some(Err(lost)) = file.record.as_ref().map(|record| is_of(record, index, facts)) {
            out.fault(format!("{}: {lost}", file.name)).hint(AGAIN);
            continue;
        }
        let own: Vec<_> = facts.sheets.iter().filter(|sheet| sheet.file == index).collect();
        if file.is_changed
            && let Some(message) = changed(told, &own)
        {
            out.fault(format!("{}: {message}", file.name)).hint(AGAIN).warning();
            continue;
        }
        let known: BTreeSet<&str> = told.iter().map(String::as_str).collect();
        for sheet in own {
            // A page that is there but elsewhere has another rule.
            if !known.contains(sheet.digest.as_str()) {
                let message = format!("page {} was changed after the file was made", sheet.number);
                facts.page_fault(out, sheet, message).hint(AGAIN);
            }
        }
    }
}

/// What a warning says of a file without its layout that was changed; none if some of its pages are others, which is
/// an error of each. A program that writes a page in its own words signs the file as its own, so that nothing is said.
fn changed(told: &[String], own: &[&FoundSheet]) -> Option<&'static str> {
    let is_same = own.iter().map(|sheet| &sheet.digest).eq(told);
    if is_same {
        Some("the file was changed after it was made; what its pages say is the same")
    } else {
        told.is_empty().then_some("the file was changed after it was made")
    }
}

/// Whether the record is of this file's pages. Where there is one page, it is told as one that was changed, unless it
/// shows what the record's game does not have.
fn is_of(record: &Record, file: usize, facts: &Facts<'_>) -> Result<(), Lost> {
    let own = || facts.sheets.iter().filter(|sheet| sheet.file == file);
    let count = own().count();
    let named = own().any(|sheet| record.pages.contains(&sheet.digest));
    let strange = own().any(|sheet| {
        let name = sheet.name.as_deref().zip(facts.expected);
        name.is_some_and(|(name, expected)| name != "cut-plan" && expected.component(name).is_none())
    });
    if named || count == 0 || (count == 1 && !strange) { Ok(()) } else { Err(Lost::Pages(count)) }
}
