//! Runs rules on a page, and collects their findings in the order in which the rules run.
//!
//! - In: a page, for rules that judge one page.
//! - Out: the findings of each rule.
//! - Not here: deciding whether a fault is allowed.

use crate::facts::PageContext;
use crate::fault::{Fault, Findings};
use crate::registry::rules;
use crate::rule::RuleFunction;

/// The findings of several rules.
#[derive(Default)]
pub struct Collected {
    pub faults: Vec<Fault>,
    /// What could not be judged, each with the reason.
    pub not_judged: Vec<String>,
    /// The largest measured deviation, in mm.
    pub largest_deviation: f64,
}

impl Collected {
    /// Adds the findings of a rule. Reasons why something was not judged are added only once.
    pub fn add(&mut self, findings: Findings) {
        let Findings { faults, not_judged, largest_deviation, .. } = findings;
        self.append(Self { faults, not_judged, largest_deviation });
    }

    pub fn append(&mut self, later: Self) {
        self.faults.extend(later.faults);
        for reason in later.not_judged {
            if !self.not_judged.contains(&reason) {
                self.not_judged.push(reason);
            }
        }
        self.largest_deviation = self.largest_deviation.max(later.largest_deviation);
    }
}

/// A rule that judges one page.
type PageRule = fn(&PageContext<'_>, &mut Findings);

/// Runs those rules for which `select` returns a function, and returns their findings.
pub fn run_page_rules(
    context: &PageContext<'_>,
    select: impl Fn(RuleFunction) -> Option<PageRule>,
) -> Vec<Findings> {
    let selected = rules().filter_map(|rule| Some((rule, select(rule.run)?)));
    selected
        .map(|(rule, run)| {
            let mut findings = Findings::new(rule.code, rule.severity);
            run(context, &mut findings);
            findings
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Collected;

    #[test]
    fn a_reason_is_kept_once() {
        let reason = || Collected { not_judged: vec!["boxes".to_owned()], ..Collected::default() };
        let mut all = reason();
        all.append(Collected { largest_deviation: 0.5, ..reason() });
        assert_eq!((all.not_judged.len(), all.largest_deviation), (1, 0.5));
    }
}
