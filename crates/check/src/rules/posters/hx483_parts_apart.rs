//! HX483: drawings at a seam that are not the same on the two sheets that meet there.

use crate::facts::Facts;
use crate::facts::poster::SeamDifference;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::sorted_map::SortedMap;

pub const RULE: Rule = Rule {
    title: "the parts of a poster match at the seams",
    why: "Lines and cells that cross a seam are drawn on both sheets. If the two drawings differ, the \
        assembled board has a visible step.",
    right: "a cell on a seam, in the same place relative to the seam on both sheets",
    wrong: "a sheet whose drawings are shifted by 0.2 mm from its seams",
    ..Rule::error(codes::PARTS_APART, RuleFunction::All(parts_apart))
};

/// A sheet with differences that exceed the tolerance.
struct FaultySheet<'p> {
    worst: &'p SeamDifference,
    /// The number of these differences.
    count: usize,
}

fn parts_apart(facts: &Facts<'_>, findings: &mut Findings) {
    for poster in &facts.posters {
        // A misplaced sheet has many differences along its seam, so only one fault per sheet is
        // reported.
        let mut faulty: SortedMap<usize, FaultySheet<'_>> = SortedMap::new();
        for difference in &poster.differences {
            let by = difference.distance;
            if findings.measured(if by.is_finite() { by } else { 0.0 }, facts.tolerance) || by.is_infinite() {
                let entry =
                    faulty.entry(difference.sheet).or_insert(FaultySheet { worst: difference, count: 0 });
                entry.count += 1;
                if by > entry.worst.distance {
                    entry.worst = difference;
                }
            }
        }
        for (index, FaultySheet { worst, count }) in faulty {
            let what = match &*worst.id {
                Identity::Of(_, Feature::Seam(_, name)) => format!("the seam {name}"),
                id => id.to_string(),
            };
            let sheet = &facts.sheets[index];
            let more = match count {
                0 | 1 => String::new(),
                2 => "; 1 other drawing differs too".to_owned(),
                n => format!("; {} other drawings differ too", n - 1),
            };
            let (how, by) = match worst.distance.is_finite() {
                true => (format!("is {} away from where it is", format_mm(worst.distance)), worst.distance),
                false => ("differs from the same drawing".to_owned(), 1.0),
            };
            let message = format!("{what} {how} on the adjoining sheet{more}");
            facts.fault(findings, sheet, (Some(worst.rect), Some(&worst.id)), message).deviation(by);
        }
    }
}
