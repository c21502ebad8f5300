//! Groups faults that have the same cause, so that the report is short enough to read.
//!
//! - In: faults, the worst first.
//! - Out: causes, in the same order.
//! - Not here: the report for other programs, which lists every fault separately.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::fault::Fault;
use hexpress_base::diag::{Code, Diagnostic, Severity, SourceSpan};
use hexpress_base::identity::Identity;
use hexpress_base::sorted_map::SortedMap;

/// The largest number of causes that one rule reports separately for one page. If there are more, all of
/// them are merged into one, because a long list would hide the faults of other rules.
const MAX_CAUSES: usize = 20;

/// Faults with the same cause. They are reported as one fault.
#[derive(Debug)]
pub struct Cause<'v> {
    /// The worst fault.
    pub first: &'v Fault,
    pub others: Vec<&'v Fault>,
    /// True if this cause was merged from several causes, because one rule found too many on one page.
    /// In this case, the faults have only their rule and their page in common.
    pub is_sum: bool,
}

/// Two faults have the same cause if all of these values are equal.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct CauseKey<'v> {
    code: Code,
    severity: Severity,
    file: Option<usize>,
    component: Option<&'v Arc<str>>,
    /// Where the layout describes the element with the fault. `None` if this is unknown, or if
    /// [`Fault::cause`] is set. Messages about the same place are compared without their first quoted
    /// text, because one element may draw a different text on each piece.
    place: Option<SourceSpan>,
    /// The text of [`Fault::cause`], or the message if no cause is set.
    text: Cow<'v, str>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RuleOnPage {
    code: Code,
    severity: Severity,
    file: usize,
    page: usize,
}

/// Groups faults by their cause. The causes are in the order of their first faults.
pub fn causes(faults: &[Fault]) -> Vec<Cause<'_>> {
    let mut known: SortedMap<CauseKey<'_>, usize> = SortedMap::new();
    let mut all: Vec<Cause<'_>> = Vec::new();
    for fault in faults {
        let at = match key(fault) {
            Some(key) => *known.entry(key).or_insert(all.len()),
            None => all.len(),
        };
        match all.get_mut(at) {
            Some(cause) => cause.others.push(fault),
            None => all.push(Cause { first: fault, others: Vec::new(), is_sum: false }),
        }
    }
    summed(all)
}

/// Returns the key of a fault's cause. Returns `None` if the fault is never grouped with other faults.
fn key(fault: &Fault) -> Option<CauseKey<'_>> {
    let alike = crate::registry::find(fault.code).is_some_and(|rule| rule.merges_same_messages);
    let (text, place) = match (fault.cause.as_deref(), fault.place) {
        (Some(cause), _) => (Cow::Borrowed(cause), None),
        (None, _) if !alike => return None,
        (None, Some(place)) => (without_quoted(&fault.message), Some(place)),
        (None, None) => (Cow::Borrowed(&*fault.message), None),
    };
    Some(CauseKey {
        code: fault.code,
        severity: fault.severity,
        file: fault.spot.as_ref().map(|spot| spot.file),
        component: fault.id.as_deref().and_then(Identity::component),
        place,
        text,
    })
}

/// Returns a message without the first text in double quotes.
fn without_quoted(message: &str) -> Cow<'_, str> {
    let quoted = message.split_once('"').and_then(|(before, rest)| Some((before, rest.split_once('"')?.1)));
    quoted.map_or(Cow::Borrowed(message), |(before, after)| Cow::Owned(format!("{before}{after}")))
}

/// Merges the causes of one rule on one page if there are more than [`MAX_CAUSES`].
fn summed(causes: Vec<Cause<'_>>) -> Vec<Cause<'_>> {
    let mut counts: SortedMap<RuleOnPage, usize> = SortedMap::new();
    for key in causes.iter().filter_map(Cause::on_page) {
        *counts.entry(key).or_default() += 1;
    }
    let mut sums: SortedMap<RuleOnPage, usize> = SortedMap::new();
    let mut all: Vec<Cause<'_>> = Vec::new();
    for cause in causes {
        let key = cause.on_page().filter(|key| counts.get(key).is_some_and(|count| *count > MAX_CAUSES));
        let at = key.map_or(all.len(), |key| *sums.entry(key).or_insert(all.len()));
        match all.get_mut(at) {
            Some(sum) => {
                sum.others.extend(cause.faults());
                sum.is_sum = true;
            }
            None => all.push(cause),
        }
    }
    all
}

impl<'v> Cause<'v> {
    /// Returns all faults, the worst first.
    pub fn faults(&self) -> impl Iterator<Item = &'v Fault> {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }

    /// Returns the rule and the page of the first fault. Returns `None` if the fault has no place on paper.
    fn on_page(&self) -> Option<RuleOnPage> {
        let Fault { spot, .. } = self.first;
        let (code, severity) = (self.first.code, self.first.severity);
        spot.as_ref().map(|spot| RuleOnPage { code, severity, file: spot.file, page: spot.page })
    }

    /// Returns all faults as one diagnostic. It has the place and the message of the first fault, and
    /// states the number of the other faults.
    pub fn diagnostic(&self, files: &[String]) -> Diagnostic {
        self.first.diagnostic(files, &self.more())
    }

    /// Returns the text that follows the message of the first fault, such as
    /// ` (4 cells on 2 pages have this fault)`. It is empty if there is only one fault.
    fn more(&self) -> String {
        if self.others.is_empty() {
            return String::new();
        }
        if self.is_sum {
            let (more, code) = (self.others.len(), self.first.code);
            return format!(" ({more} more faults with the code {code} on this page)");
        }
        let ids: BTreeSet<&Arc<Identity>> = self.faults().filter_map(|fault| fault.id.as_ref()).collect();
        let pages: BTreeSet<usize> =
            self.faults().filter_map(|fault| Some(fault.spot.as_ref()?.page)).collect();
        let on_pages = match pages.len() {
            0 | 1 => String::new(),
            n => format!(" on {n} pages"),
        };
        if ids.len() > 1 && ids.iter().all(|id| id.cell().is_some()) {
            format!(" ({} cells{on_pages} have this fault)", ids.len())
        } else if ids.len() > 1 && ids.iter().all(|id| id.piece().is_some()) {
            format!(" ({} pieces{on_pages} have this fault)", ids.len())
        } else {
            format!(" (in {} places{on_pages})", self.others.len() + 1)
        }
    }
}
