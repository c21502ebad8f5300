//! Collects the faults that rules report, and their other findings.
//!
//! - In: places on paper and in the layout, messages, and measured deviations.
//! - Out: [`Fault`]s and [`Findings`].
//! - Not here: deciding what is a fault.

use std::ops::Deref;
use std::sync::Arc;

use kurbo::{Point, Rect, Vec2};

use hexpress_base::diag::{Code, Diagnostic, Severity, SourceSpan};
use hexpress_base::identity::Identity;
use hexpress_base::units::ShortNumber;
pub use hexpress_base::units::counted;

/// A place on paper.
#[derive(Debug, Clone, PartialEq)]
pub struct PaperPlace {
    /// The index of the file in the list of judged files.
    pub file: usize,
    /// The number of the page in that file, from 1.
    pub page: usize,
    /// The box, in mm from the top-left corner of the page; `None` for the whole page.
    pub rect: Option<Rect>,
}

/// The actual and the expected position of a point, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// The actual position.
    pub actual: Point,
    /// The expected position.
    pub expected: Point,
}

impl Shift {
    /// Returns the vector from the expected to the actual position, in mm.
    pub fn offset(&self) -> Vec2 {
        self.actual - self.expected
    }
}

/// A diagnostic with its place on paper. The message does not contain the place.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    bare_diagnostic: Diagnostic,
    /// The place on paper; `None` for a whole file.
    pub spot: Option<PaperPlace>,
    /// The id of the drawing that has the fault, such as `board/cell:3,-1`.
    pub id: Option<Arc<Identity>>,
    /// The deviation in mm; 0 if the fault is not a measurable deviation. Faults with larger deviations
    /// are listed first.
    pub deviation: f64,
    /// The actual and the expected position, if they are known.
    pub shift: Option<Shift>,
    /// The cause of the fault. It is set if several faults have the same cause, but different messages.
    /// All these faults have the same text here.
    pub cause: Option<Box<str>>,
}

impl Deref for Fault {
    type Target = Diagnostic;

    fn deref(&self) -> &Diagnostic {
        &self.bare_diagnostic
    }
}

impl Fault {
    /// Sets the place on paper.
    pub fn at(&mut self, file: usize, page: usize, rect: Option<Rect>) -> &mut Self {
        self.spot = Some(PaperPlace { file, page, rect });
        self
    }

    /// Sets the drawing that has the fault.
    pub fn about(&mut self, id: Option<&Arc<Identity>>) -> &mut Self {
        self.id = id.cloned();
        self
    }

    /// Sets the place in the layout.
    pub fn in_layout(&mut self, place: Option<SourceSpan>) -> &mut Self {
        self.bare_diagnostic.place = place;
        self
    }

    /// Adds another place in the layout. `what` says how the place is related to the fault.
    pub fn related_place(&mut self, place: SourceSpan, what: &'static str) -> &mut Self {
        self.bare_diagnostic = self.bare_diagnostic.clone().related_place(place, what);
        self
    }

    pub fn hint(&mut self, hint: impl Into<String>) -> &mut Self {
        self.bare_diagnostic.hint = Some(hint.into());
        self
    }

    /// Sets the deviation, in mm.
    pub fn deviation(&mut self, mm: f64) -> &mut Self {
        self.deviation = mm;
        self
    }

    /// Sets the actual and the expected position of a point, in mm.
    pub fn shifted(&mut self, actual: Point, expected: Point) -> &mut Self {
        self.shift = Some(Shift { actual, expected });
        self
    }

    /// Sets the cause. Faults with the same cause have the same text.
    pub fn cause(&mut self, cause: impl Into<Box<str>>) -> &mut Self {
        self.cause = Some(cause.into());
        self
    }

    pub fn warning(&mut self) -> &mut Self {
        self.bare_diagnostic.severity = Severity::Warning;
        self
    }

    /// Makes the fault a note, because it may be intended.
    pub fn note(&mut self) -> &mut Self {
        self.bare_diagnostic.severity = Severity::Note;
        self
    }

    /// Returns the place on paper in words, e.g. `page 2 at (103.5, 88.2) mm`.
    ///
    /// If there are several `files`, the text also contains the name of the file.
    pub fn whereabouts(&self, files: &[String]) -> String {
        let Some(spot) = &self.spot else { return String::new() };
        let mut words = match files {
            [_] => String::new(),
            all => all.get(spot.file).map_or_else(String::new, |name| format!("{name}, ")),
        };
        words.push_str(&format!("page {}", spot.page));
        if let Some(rect) = spot.rect {
            words.push_str(&format!(" at {}", point(rect.center())));
        }
        words
    }

    /// Returns the fault as a diagnostic: its place, then its message, then `more`.
    pub fn diagnostic(&self, files: &[String], more: &str) -> Diagnostic {
        let place = self.whereabouts(files);
        let colon = if place.is_empty() { "" } else { ": " };
        let mut diagnostic = self.bare_diagnostic.clone();
        diagnostic.message.push_str(more);
        diagnostic.prefixed(&format!("{place}{colon}"))
    }
}

/// Formats a point for messages, e.g. `(103.5, 88.2) mm`. The numbers are the distances from the left
/// and from the top.
pub fn point(point: Point) -> String {
    // Only a file with errors contains such large coordinates, or coordinates that are not numbers.
    if !(point.x.abs() < 1e9 && point.y.abs() < 1e9) {
        return "a place outside any paper".to_owned();
    }
    let [x, y] = [point.x, point.y].map(ShortNumber::tenths);
    format!("({x}, {y}) mm")
}

/// Formats a length in mm for messages, with one to four decimals. Shorter lengths get more decimals.
pub fn format_mm(length: f64) -> String {
    let length = length.abs();
    if length.is_nan() || length >= 1e6 {
        return "more than a kilometre".to_owned();
    }
    let digits = match length {
        l if l >= 10.0 => 1,
        l if l >= 0.1 => 2,
        l if l >= 0.01 => 3,
        _ => 4,
    };
    format!("{length:.digits$} mm")
}

/// The findings of a rule.
#[derive(Debug)]
pub struct Findings {
    code: Code,
    severity: Severity,
    /// The faults, in the order in which the rule reported them.
    pub faults: Vec<Fault>,
    /// What could not be judged, each with the reason.
    pub not_judged: Vec<String>,
    /// The largest deviation that was measured, in mm. It may be within the tolerance.
    pub largest_deviation: f64,
}

impl Findings {
    pub fn new(code: Code, severity: Severity) -> Self {
        Self { code, severity, faults: Vec::new(), not_judged: Vec::new(), largest_deviation: 0.0 }
    }

    /// Adds a fault. Returns it, so that the caller can set its place and other values.
    pub fn fault(&mut self, message: impl Into<String>) -> &mut Fault {
        let bare_diagnostic = Diagnostic { severity: self.severity, ..Diagnostic::error(self.code, message) };
        let index = self.faults.len();
        self.faults.push(Fault {
            bare_diagnostic,
            spot: None,
            id: None,
            deviation: 0.0,
            shift: None,
            cause: None,
        });
        &mut self.faults[index]
    }

    /// Adds a text that says what could not be judged, and why.
    pub fn not_judged(&mut self, why: impl Into<String>) {
        self.not_judged.push(why.into());
    }

    /// Records a measured deviation in mm, and checks whether it is larger than the tolerance.
    pub fn measured(&mut self, mm: f64, tolerance: f64) -> bool {
        self.largest_deviation = self.largest_deviation.max(mm);
        // A comparison with NaN is always false, so NaN needs its own check.
        mm > tolerance || mm.is_nan()
    }
}

#[cfg(test)]
mod tests {
    use super::format_mm;

    #[test]
    fn short_lengths_have_more_decimals() {
        let lengths = [12.34, -1.234, 0.1, 0.0994, 0.0123, 0.01, 0.00994];
        let texts = ["12.3 mm", "1.23 mm", "0.10 mm", "0.099 mm", "0.012 mm", "0.010 mm", "0.0099 mm"];
        assert_eq!(lengths.map(format_mm), texts);
        assert_eq!([f64::NAN, 1e6].map(format_mm), ["more than a kilometre"; 2]);
    }
}
