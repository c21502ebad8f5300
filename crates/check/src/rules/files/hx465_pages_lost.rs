//! HX465: missing pages, and pages in the wrong order.

use super::recorded_pages::{BUILD_AGAIN_HINT, recorded_digests};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;

pub const RULE: Rule = Rule {
    title: "all pages are in the file, in their original order",
    why: "If a page is missing, the pieces on it are missing too.",
    right: "a record of four pages, and four pages",
    wrong: "a record of four pages, and only the first three of them",
    ..Rule::error(codes::PAGES_LOST, RuleFunction::All(pages_lost))
};

fn pages_lost(facts: &Facts<'_>, findings: &mut Findings) {
    for (index, file) in facts.files.iter().enumerate() {
        let Some(digests) = recorded_digests(file).filter(|digests| !digests.is_empty()) else { continue };
        let own_sheets = facts.sheets.iter().filter(|sheet| sheet.file == index);
        let (found, expected) = (own_sheets.clone().count(), digests.len());
        if found != expected {
            let count = match found < expected {
                true => format!("only {found} of {expected} pages are in the file"),
                false => format!("the file has {found} pages, but its record lists only {expected}"),
            };
            findings.fault(format!("{}: {count}", file.name)).hint(BUILD_AGAIN_HINT);
            continue;
        }
        let recorded_positions: SortedMap<&str, usize> =
            (1..).zip(digests).map(|(n, page)| (page.as_str(), n)).collect();
        for (sheet, _) in own_sheets.zip(digests).filter(|(sheet, digest)| sheet.digest != **digest) {
            if let Some(recorded_position) = recorded_positions.get(sheet.digest.as_str()) {
                let message = format!("page {recorded_position} is where page {} should be", sheet.number);
                findings.fault(message).at(index, sheet.number, None);
            }
        }
    }
}
