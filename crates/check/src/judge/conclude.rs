//! Builds the verdict from the findings of the rules.
//!
//! - In: the findings of all rules, and the facts.
//! - Out: a [`Verdict`] with the faults, the worst one first. Faults that the layout allows are left
//!   out.
//! - Not here: running rules.

use std::collections::BTreeSet;

use super::JudgeRun;
use super::findings::Collected;
use crate::facts::shape::FoundShape;
use crate::facts::{Expected, Facts};
use crate::fault::Fault;
use crate::foreign::{against_lines, drawn_boards, infer, page_descriptions};
use crate::registry::{find, rules};
use crate::shown::PageInventory;
use crate::verdict::{AllowedFaults, Verdict};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::Severity;
use hexpress_base::diag::codes::FONT_NOT_EMBEDDED;
use hexpress_game::cells::adjacencies;

impl JudgeRun<'_> {
    /// Builds the verdict from all findings.
    pub fn verdict(self) -> Verdict {
        let Self { options, facts, on_pages, afterwards, mut printers } = self;
        let mut all = on_pages;
        all.append(afterwards);
        all.leave_out_unknown_letters();
        let allowed = facts.expected.map_or_else(Vec::new, |expected| all.leave_out_allowed(expected));
        all.faults.sort_by(worst_first);
        printers.dedup();
        let boards = BoardCounts::from_facts(&facts);
        let mut found = page_descriptions::descriptions(&facts, options.known);
        found.extend(drawn_boards::descriptions(&facts));
        Verdict {
            allowed,
            found,
            inventory: PageInventory::from_facts(&facts),
            layout: options.learn.and_then(|learn| infer::layout(&facts, learn)),
            files: facts.files.iter().map(|file| file.name.clone()).collect(),
            pages: facts.sheets.len(),
            boards: boards.named,
            cells: boards.cells,
            adjacencies: boards.adjacencies,
            lines: against_lines::lines_held(&facts),
            pieces: facts.sheets.iter().map(|sheet| sheet.fronts().count()).sum(),
            largest_deviation: all.worst_deviation(),
            rules: rules().filter(|rule| !rule.run.is_for_shops()).count(),
            checked: None,
            printers,
            part_of: part_of(&facts),
            faults: all.faults,
            not_judged: all.not_judged,
        }
    }
}

impl Collected {
    /// If a font is missing in a file, drops the faults of all rules that measure texts. It is unknown
    /// how texts in this font look.
    fn leave_out_unknown_letters(&mut self) {
        if self.faults.iter().any(|fault| fault.code == FONT_NOT_EMBEDDED) {
            self.faults.retain(|fault| !find(fault.code).is_some_and(|rule| rule.measures_text));
            self.not_judged.push("text in a font that is not in the file".to_owned());
        }
    }

    /// Drops the faults that the layout allows.
    ///
    /// For each allowed code, returns the number of dropped faults, and the reason that the layout
    /// gives. Leaves out codes without faults.
    fn leave_out_allowed(&mut self, expected: Expected<'_>) -> Vec<AllowedFaults> {
        let mut allowed = Vec::new();
        for allow in &expected.game.allow {
            let before = self.faults.len();
            self.faults.retain(|fault| fault.code != allow.code);
            let count = before - self.faults.len();
            if count > 0 {
                allowed.push(AllowedFaults { code: allow.code, count, reason: allow.because.clone() });
            }
        }
        allowed.sort_by_key(|faults| faults.code);
        allowed
    }

    /// Returns the largest deviation, in mm.
    ///
    /// A rule may report a larger deviation than it recorded, so the deviations of errors count too.
    /// Those of warnings and notes do not count, because they may be intended.
    fn worst_deviation(&self) -> f64 {
        let errors = self.faults.iter().filter(|fault| fault.severity == Severity::Error);
        errors.map(|fault| fault.deviation).fold(self.largest_deviation, f64::max)
    }
}

/// Orders faults by severity. Equally severe faults are ordered by deviation, the largest one first,
/// and then by code.
pub fn worst_first(a: &Fault, b: &Fault) -> std::cmp::Ordering {
    a.severity.cmp(&b.severity).then(b.deviation.total_cmp(&a.deviation)).then(a.code.cmp(&b.code))
}

/// Three facts about the boards on all pages: the number of cells, the number of pairs of neighbouring
/// cells, and the shapes of the boards.
#[derive(Default)]
struct BoardCounts {
    cells: usize,
    adjacencies: usize,
    /// The shapes of the boards in files without a record, each with its page number.
    named: Vec<(usize, FoundShape)>,
}

impl BoardCounts {
    fn from_facts(facts: &Facts<'_>) -> Self {
        let mut counts = Self::default();
        for sheet in &facts.sheets {
            for board in sheet.boards() {
                let mut cells: Vec<CellAddress> = board.cells.iter().map(|cell| cell.address).collect();
                cells.sort_unstable();
                cells.dedup();
                counts.adjacencies += adjacencies(board.lattice.grid.tiling, &cells);
                counts.cells += board.cells.len();
                counts.named.extend(board.named.clone().map(|shape| (sheet.number, shape)));
            }
        }
        counts
    }
}

/// Returns the number of files in the whole build if some of them were not judged. Returns `None` if all
/// of them were judged.
fn part_of(facts: &Facts<'_>) -> Option<usize> {
    let parts: Vec<_> = facts.files.iter().filter_map(|file| file.record.as_ref()?.part.as_ref()).collect();
    let present: BTreeSet<&str> = parts.iter().map(|part| &*part.sheet).collect();
    let incomplete = parts.iter().find(|part| part.of.iter().any(|name| !present.contains(&**name)));
    incomplete.map(|part| part.of.len())
}
