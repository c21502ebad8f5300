//! What came of judging: what is wrong, what was found, and the counts.

use super::cause::{Cause, causes};
use super::facts::shape::FoundShape;
use super::fault::Fault;
use super::foreign::infer::Learned;
use super::shown::Shown;
use crate::base::units::counted;
use crate::diag::{Code, Severity};

/// What came of it.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// What is wrong, the worst first.
    pub faults: Vec<Fault>,
    /// What is wrong and allowed by the layout: which code, how often, and why.
    pub allowed: Vec<(Code, usize, String)>,
    /// What was found in files that do not say what they show.
    pub found: Vec<String>,
    /// The boards of such files: each with its page, and what it is.
    pub boards: Vec<(usize, FoundShape)>,
    /// What is on the pages, one by one.
    pub shown: Shown,
    /// The layout that builds the boards of a drawing again, where that was asked for and there are any.
    pub layout: Option<Learned>,
    /// What could not be judged, and why.
    pub not_judged: Vec<String>,
    /// The names of the files, as faults count them.
    pub files: Vec<String>,
    /// How many pages were read.
    pub pages: usize,
    /// How many cells there are on boards.
    pub cells: usize,
    /// How many pairs of neighbouring cells.
    pub adjacencies: usize,
    /// How many lines the boards of a layout have that were found in drawings held against it.
    pub lines: usize,
    /// How many pieces there are on all pages, backs not counted.
    pub pieces: usize,
    /// The largest distance from right that was measured, in mm: no fault is further from right.
    pub worst: f64,
    /// How many rules were run.
    pub rules: usize,
    /// The printers that files are corrected for: they are judged as these print them.
    pub printers: Vec<String>,
    /// Of how many files these are a part; none where all files of the build are there.
    pub part_of: Option<usize>,
}

impl Verdict {
    /// Whether anything is an error.
    pub fn has_errors(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }

    /// Whether anything is an error or a warning, and more than a note.
    pub fn has_warnings(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity != Severity::Note)
    }

    /// Returns the causes of all faults, the worst first.
    pub fn causes(&self) -> Vec<Cause<'_>> {
        causes(&self.faults)
    }

    /// Returns a summary in one line: `37 cells, 90 adjacencies, worst deviation 0.0004 mm: clean`.
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        if self.cells > 0 {
            parts.push(counted(self.cells, "cell", "cells"));
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
        let allowed: usize = self.allowed.iter().map(|(_, n, _)| n).sum();
        if allowed > 0 {
            verdict.push_str(&format!(", {allowed} allowed"));
        }
        parts.extend(self.printers.iter().map(|name| format!("as {name} prints them")));
        parts.extend(self.part_of.map(|all| format!("{} of {all} files", self.files.len())));
        if self.cells + self.lines == 0 && !self.found.is_empty() && self.boards.is_empty() {
            if verdict == "clean" {
                "nothing to judge".clone_into(&mut verdict);
            }
            return format!("{}, no board: {verdict}", parts.join(", "));
        }
        format!("{}, worst deviation {:.4} mm: {verdict}", parts.join(", "), self.worst)
    }
}
