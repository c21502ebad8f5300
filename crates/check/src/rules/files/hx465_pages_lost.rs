//! HX465: missing pages, and pages in the wrong order.

use super::recorded_pages::{AGAIN, told_pages};
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
        let Some(told) = told_pages(file).filter(|told| !told.is_empty()) else { continue };
        let own_sheets = facts.sheets.iter().filter(|sheet| sheet.file == index);
        let (found, asked) = (own_sheets.clone().count(), told.len());
        if found != asked {
            let count = match found < asked {
                true => format!("only {found} of {asked} pages are in the file"),
                false => format!("the file has {found} pages, but its record lists only {asked}"),
            };
            findings.fault(format!("{}: {count}", file.name)).hint(AGAIN);
            continue;
        }
        let homes: SortedMap<&str, usize> = (1..).zip(told).map(|(n, page)| (page.as_str(), n)).collect();
        for (sheet, _) in own_sheets.zip(told).filter(|(sheet, told)| sheet.digest != **told) {
            if let Some(home) = homes.get(sheet.digest.as_str()) {
                let message = format!("page {home} is where page {} should be", sheet.number);
                findings.fault(message).at(index, sheet.number, None);
            }
        }
    }
}
