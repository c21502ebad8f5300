//! What is wrong, and where: on which page, at which place of it, and at which line of the layout.

use std::ops::Deref;
use std::sync::Arc;

use kurbo::{Point, Rect, Vec2};

use crate::base::identity::Identity;
use crate::base::units::Trimmed;
pub use crate::base::units::counted;
use crate::diag::{Code, Diagnostic, Place, Severity};

/// A place on paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Which of the files that are judged together, from 0.
    pub file: usize,
    /// The page's number in that file, from 1.
    pub page: usize,
    /// What is meant, in mm from the page's top-left corner; none for the page as a whole.
    pub rect: Option<Rect>,
}

/// Something that lies beside its place: a point of it, and where that point should be, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// Where it is.
    pub is: Point,
    /// Where it should be.
    pub should: Point,
}

impl Shift {
    /// How far it is from right: to the right and down, in mm.
    pub fn way(&self) -> Vec2 {
        self.is - self.should
    }
}

/// Something that is wrong: a diagnostic, and its place on paper, which its message does not name.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    told: Diagnostic,
    /// Where it is seen; none for a file as a whole.
    pub spot: Option<Spot>,
    /// The drawing it is about: `board/cell:3,-1`.
    pub id: Option<Arc<Identity>>,
    /// How far something is from right, in mm, if that can be said: the worst come first.
    pub by: f64,
    /// Which way, where that is known.
    pub shift: Option<Shift>,
    /// What faults of one cause have in common, where it is not the message.
    pub cause: Option<Box<str>>,
}

impl Deref for Fault {
    type Target = Diagnostic;

    fn deref(&self) -> &Diagnostic {
        &self.told
    }
}

impl Fault {
    /// At a place on paper.
    pub fn at(&mut self, file: usize, page: usize, rect: Option<Rect>) -> &mut Self {
        self.spot = Some(Spot { file, page, rect });
        self
    }

    /// About this drawing.
    pub fn about(&mut self, id: Option<&Arc<Identity>>) -> &mut Self {
        self.id = id.cloned();
        self
    }

    /// Made by this line of the layout.
    pub fn line(&mut self, place: Option<Place>) -> &mut Self {
        self.told.place = place;
        self
    }

    /// With another line of the layout that has a part in it.
    pub fn also(&mut self, place: Place, what: &'static str) -> &mut Self {
        self.told = self.told.clone().also(place, what);
        self
    }

    /// What would mend it.
    pub fn hint(&mut self, hint: impl Into<String>) -> &mut Self {
        self.told.hint = Some(hint.into());
        self
    }

    /// So many mm from right.
    pub fn by(&mut self, mm: f64) -> &mut Self {
        self.by = mm;
        self
    }

    /// A point of it is not where it should be.
    pub fn shifted(&mut self, is: Point, should: Point) -> &mut Self {
        self.shift = Some(Shift { is, should });
        self
    }

    /// All faults of the rule for which this is the same have one cause.
    pub fn cause(&mut self, cause: impl Into<Box<str>>) -> &mut Self {
        self.cause = Some(cause.into());
        self
    }

    /// Not so bad that it has to be mended.
    pub fn warning(&mut self) -> &mut Self {
        self.told.severity = Severity::Warning;
        self
    }

    /// Odd, and perhaps meant.
    pub fn note(&mut self) -> &mut Self {
        self.told.severity = Severity::Note;
        self
    }

    /// The place on paper in words: `page 2, 103.5 x 88.2 mm`. `file` is named where there are several.
    pub fn whereabouts(&self, files: &[String]) -> String {
        let Some(spot) = &self.spot else { return String::new() };
        let mut words = match files {
            [_] => String::new(),
            all => all.get(spot.file).map_or_else(String::new, |name| format!("{name}, ")),
        };
        words.push_str(&format!("page {}", spot.page));
        if let Some(rect) = spot.rect {
            words.push_str(&format!(", {}", point(rect.center())));
        }
        words
    }

    /// Returns the fault as a diagnostic: its place, then its message, then `more`.
    pub fn diagnostic(&self, files: &[String], more: &str) -> Diagnostic {
        let place = self.whereabouts(files);
        let colon = if place.is_empty() { "" } else { ": " };
        let mut told = self.told.clone();
        told.message.push_str(more);
        told.prefixed(&format!("{place}{colon}"))
    }
}

/// Returns a point in tenths of a mm, from the left and from the top: `103.5 x 88.2 mm`.
pub fn point(point: Point) -> String {
    // Such numbers come from files with wrong coordinates.
    if !(point.x.abs() < 1e9 && point.y.abs() < 1e9) {
        return "beyond all paper".to_owned();
    }
    let [x, y] = [point.x, point.y].map(|along| Trimmed((along * 10.0).round() / 10.0));
    format!("{x} x {y} mm")
}

/// Returns a length in mm for messages, with two significant digits, and never as `0`.
pub fn mm(length: f64) -> String {
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

/// What a rule finds.
#[derive(Debug)]
pub struct Findings {
    code: Code,
    severity: Severity,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// What could not be judged, and why.
    pub not_judged: Vec<String>,
    /// The largest distance from right that was measured so far, in mm, faults or none.
    pub worst: f64,
}

impl Findings {
    /// Nothing yet, for a rule.
    pub fn new(code: Code, severity: Severity) -> Self {
        Self { code, severity, faults: Vec::new(), not_judged: Vec::new(), worst: 0.0 }
    }

    /// Something is wrong.
    pub fn fault(&mut self, message: impl Into<String>) -> &mut Fault {
        let told = Diagnostic { severity: self.severity, ..Diagnostic::error(self.code, message) };
        let index = self.faults.len();
        self.faults.push(Fault { told, spot: None, id: None, by: 0.0, shift: None, cause: None });
        &mut self.faults[index]
    }

    /// Something could not be judged.
    pub fn not_judged(&mut self, why: impl Into<String>) {
        self.not_judged.push(why.into());
    }

    /// Something was measured, and is so many mm from right. Whether that is too much.
    pub fn measured(&mut self, mm: f64, tolerance: f64) -> bool {
        self.worst = self.worst.max(mm);
        // What is not a number is no right length.
        mm > tolerance || mm.is_nan()
    }
}
