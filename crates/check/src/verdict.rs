//! Contains the result of judging files. It consists of the faults, of what else was found on the pages,
//! and of the numbers of judged pages, cells and pieces.
//!
//! - In: the values that `judge` sets.
//! - Out: the causes of the faults, and a summary.
//! - Not here: judging.

use crate::cause::{Cause, causes};
use crate::facts::shape::FoundShape;
use crate::fault::Fault;
use crate::foreign::infer::Learned;
use crate::shown::PageInventory;
use hexpress_base::diag::{Code, Severity};
use hexpress_base::units::counted;
use hexpress_scene::print::setup::Standard;

/// The result of judging files.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// The faults. The worst fault comes first.
    pub faults: Vec<Fault>,
    /// The numbers of faults that were dropped because the layout allows them.
    pub allowed: Vec<AllowedFaults>,
    /// Descriptions of the contents of files without a record.
    pub found: Vec<String>,
    /// The shapes of the boards in files without a record, each with the number of its page.
    pub boards: Vec<(usize, FoundShape)>,
    /// The boards, pieces and shapes on all pages.
    pub inventory: PageInventory,
    /// A layout with the boards of a drawing. `None` if the caller did not request it, or if the
    /// drawing has no boards.
    pub layout: Option<Learned>,
    /// What could not be judged, each with the reason.
    pub not_judged: Vec<String>,
    /// The names of the files. Faults store indices into this list.
    pub files: Vec<String>,
    /// The number of pages.
    pub pages: usize,
    /// The number of cells on boards.
    pub cells: usize,
    /// The number of pairs of neighbouring cells.
    pub adjacencies: usize,
    /// The number of lines that were compared with drawings. Only boards of points and lines have such lines.
    pub lines: usize,
    /// The number of pieces on all pages. A piece and its back count as one piece.
    pub pieces: usize,
    /// The largest measured deviation, in mm. No error has a larger deviation.
    pub largest_deviation: f64,
    /// The rules that were checked for a print shop. `None` if the files were judged by the other
    /// rules.
    pub checked: Option<Checked>,
    /// The number of rules that ran.
    pub rules: usize,
    /// The names of the printers whose errors the files correct.
    pub printers: Vec<String>,
    /// The number of files in the whole build. `None` if all of them were judged.
    pub part_of: Option<usize>,
}

/// Faults with one code that were dropped because the layout allows this code, and their number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedFaults {
    /// The code of the faults.
    pub code: Code,
    pub count: usize,
    /// The reason that the layout gives for allowing these faults.
    pub reason: String,
}

/// The rules for print shops that were checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The standard that the rules belong to. `None` if the print shop demands no standard.
    pub standard: Option<Standard>,
    pub codes: Vec<Code>,
}

impl Checked {
    /// Describes the rules, e.g. `31 rules of PDF/X-4`.
    pub fn describe(&self) -> String {
        let rules = counted(self.codes.len(), "rule", "rules");
        self.standard.map_or(rules.clone(), |standard| format!("{rules} of {}", standard.name()))
    }
}

impl Verdict {
    pub fn has_errors(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }

    /// Returns whether there is an error or a warning.
    pub fn has_warnings(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity != Severity::Note)
    }

    /// Returns the causes of all faults. The worst cause comes first.
    pub fn causes(&self) -> Vec<Cause<'_>> {
        causes(&self.faults)
    }

    /// Returns a summary in one line, e.g. `37 cells, 90 adjacencies, worst deviation 0.0004 mm:
    /// clean`.
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        let checked = self.checked.as_ref().map(Checked::describe);
        if self.cells > 0 {
            parts.push(counted(self.cells, "cell", "cells"));
        }
        if self.adjacencies > 0 {
            parts.push(counted(self.adjacencies, "adjacency", "adjacencies"));
        }
        if self.lines > 0 {
            parts.push(counted(self.lines, "line", "lines"));
        }
        if self.pieces > 0 {
            parts.push(counted(self.pieces, "piece", "pieces"));
        }
        if parts.is_empty() {
            parts.push(counted(self.pages, "page", "pages"));
        }
        let causes = self.causes();
        let counts = [Severity::Error, Severity::Warning]
            .map(|severity| causes.iter().filter(|cause| cause.first.severity == severity).count());
        let mut verdict = match counts.into() {
            (0, 0) => "clean".to_owned(),
            (0, n) => format!("clean, {}", counted(n, "warning", "warnings")),
            (n, 0) => counted(n, "error", "errors"),
            (n, m) => format!("{}, {}", counted(n, "error", "errors"), counted(m, "warning", "warnings")),
        };
        let allowed: usize = self.allowed.iter().map(|faults| faults.count).sum();
        if allowed > 0 {
            verdict.push_str(&format!(", {allowed} allowed"));
        }
        parts.extend(self.printers.iter().map(|name| format!("as {name} prints them")));
        parts.extend(self.part_of.map(|all| format!("{} of {all} files", self.files.len())));
        if let Some(checked) = checked {
            let verdict = if verdict == "clean" { "no faults" } else { &verdict };
            return format!("{}, {checked}: {verdict}", parts.join(", "));
        }
        if self.cells + self.lines == 0 && !self.found.is_empty() && self.boards.is_empty() {
            if verdict == "clean" {
                "nothing to check".clone_into(&mut verdict);
            }
            return format!("{}, no board: {verdict}", parts.join(", "));
        }
        format!("{}, worst deviation {:.4} mm: {verdict}", parts.join(", "), self.largest_deviation)
    }
}
