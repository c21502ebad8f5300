//! Decides whether the checker reports every visible change, and nothing else.
//!
//! Every differing pixel must be in a reported place. Every reported piece must have a differing
//! pixel.
//!
//! A row is one line of `rows/*.txt`. Every row is judged at a resolution of [`COARSE`]. If a row fails at
//! this resolution, the places where it fails are compared again at [`FINE`]. At that resolution, equal thin
//! lines have equal pixels, and different lines differ by at least one pixel.
//!
//! `PIXELS=folder` writes the changed files and their bases into a folder, so that you can compare
//! them with another renderer.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use kurbo::{Point, Rect, Size};

use super::base::{Base, Fault, Reported, has_layout};
use super::expected::DIGEST;
use super::pixels::{Compared, Files, Pair, Picture, Sheets, Turn, compared};

/// Resolutions in pixels per inch.
const COARSE: u32 = 80;
const FINE: u32 = 300;
/// How far a pixel may be from a reported place, in mm.
const MAX_PIXEL_DISTANCE_MM: f64 = 1.2;

/// Phrases of messages that report a difference, but not what happened.
const VAGUE: [&str; 5] = [
    "differs from the layout",
    "looks different from the layout",
    "was changed after the file was built",
    "differently",
    ", or is ",
];

/// The result of comparing the pixels of a row.
#[derive(Default)]
pub struct PixelResult {
    /// True if a difference on any page is visible.
    pub visibly_differs: bool,
    /// True if any pixel of any page differs.
    pub differs: bool,
    /// A visible change that is not reported.
    pub unreported: Option<String>,
    /// A report at a place where no pixel differs.
    pub false_report: Option<String>,
    /// A visible change for which no report says both where it is and what happened.
    pub vague: Option<String>,
}

/// Returns true if a fault says what happened, and at which piece, place, page or layer.
fn explains(fault: &Fault) -> bool {
    let is_placed = fault.piece.is_some() || fault.page.is_some();
    let names_it = || ["page", "layer"].iter().any(|what| fault.message.contains(what));
    (is_placed || names_it()) && !VAGUE.iter().any(|words| fault.message.contains(words))
}

/// A sheet of a base: its size in mm, and its picture.
struct Sheet {
    size: Size,
    picture: Picture,
}

/// The sheets of the bases, by name. Each sheet is drawn only once.
#[derive(Default)]
pub struct BaseSheets(Mutex<BTreeMap<String, Arc<OnceLock<Vec<Sheet>>>>>);

impl BaseSheets {
    /// Compares the pixels of changed files with the reports about them. Returns `None` if the
    /// files cannot be drawn.
    pub fn compare(
        &self,
        name: &str,
        base: &Base,
        files: &Files,
        reported: &Reported,
    ) -> Option<PixelResult> {
        if let Ok(folder) = std::env::var("PIXELS") {
            write(&folder, name, &base.files);
            write(&folder, &format!("{name}.changed"), files);
        }
        let found = Sheets::open(files)?;
        let made = Arc::clone(self.0.lock().unwrap().entry(name.to_owned()).or_default());
        let made = made.get_or_init(|| {
            let sheets = Sheets::open(&base.files).expect("what rows start from can be drawn");
            let sheet = |(at, size)| Sheet { size, picture: sheets.picture(at, Turn::NONE, None, COARSE) };
            sheets.sizes().into_iter().enumerate().map(sheet).collect()
        });
        // If the files do not carry their layout, the digest is the only sign that a page was changed. Only
        // in this case does the report of the digest rule count.
        let counts = |code: &str| code != DIGEST || !has_layout(name);
        let errors: Vec<&Fault> =
            reported.faults.iter().filter(|fault| fault.error && counts(&fault.code)).collect();
        let touched = vec![false; errors.len()];
        let check = PixelCheck { base, found: &found, made, errors, touched, result: PixelResult::default() };
        Some(check.judged())
    }
}

/// Writes files into a folder, under unique names.
fn write(folder: &str, what: &str, files: &Files) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    for (name, bytes) in files {
        let count = if what.ends_with("changed") { COUNT.fetch_add(1, Ordering::Relaxed) } else { 0 };
        std::fs::write(format!("{folder}/{what}.{count}.{name}"), bytes).unwrap();
    }
}

/// Changed files, and the reports that their pixels are compared with.
struct PixelCheck<'a> {
    base: &'a Base,
    /// The sheets of the changed files.
    found: &'a Sheets,
    /// The sheets of the base.
    made: &'a [Sheet],
    errors: Vec<&'a Fault>,
    /// For each error, true if a pixel differs at its place.
    touched: Vec<bool>,
    result: PixelResult,
}

/// A found sheet and the expected sheet that it is compared with, as indices from 0.
#[derive(Clone, Copy)]
struct Leaf {
    found: usize,
    made: usize,
    turn: Turn,
}

impl PixelCheck<'_> {
    fn judged(mut self) -> PixelResult {
        let mut leaves = Vec::new();
        let mut missed = Vec::new();
        for (found, sheet) in self.order() {
            let Some(sheet) = sheet else {
                self.is_other(&format!("sheet {} is one more", found + 1), found);
                continue;
            };
            let Sheet { size, picture } = &self.made[sheet];
            let Some(Compared { turn, pair }) = self.compared(found, *size, picture) else {
                self.is_other(&format!("sheet {} has another size", found + 1), found);
                continue;
            };
            let leaf = Leaf { found, made: sheet, turn };
            leaves.push(leaf);
            let boxes = self
                .compare_with_reports(leaf, &pair)
                .into_iter()
                .map(|at| Rect::from_center_size(at, (2.0, 2.0)));
            missed.extend(boxes.reduce(|a, b| a.union(b)).map(|part| (leaf, part)));
        }
        let unfounded_errors = self.unfounded_errors();
        if missed.is_empty() && unfounded_errors.is_empty() {
            return self.result;
        }
        let made = Sheets::open(&self.base.files).expect("what rows start from can be drawn");
        let made = |leaf: Leaf, part: Rect| made.picture(leaf.made, Turn::NONE, Some(part), FINE);
        for (leaf, part) in missed {
            let missed =
                self.compare_with_reports(leaf, &Pair::new(self.found_again(leaf, part), &made(leaf, part)));
            if let Some(first) = missed.first() {
                let (page, more) = (leaf.found + 1, missed.len());
                let text = self.result.unreported.get_or_insert_default();
                write!(text, " page {page}: {more} pixels, first at {:.1} {:.1}", first.x, first.y).unwrap();
            }
        }
        for fault in unfounded_errors {
            for &leaf in &leaves {
                let ErrorPlace::Boxes(boxes) = ErrorPlace::new(self.errors[fault], leaf, self.base) else {
                    continue;
                };
                for part in boxes {
                    let part = part.inflate(MAX_PIXEL_DISTANCE_MM, MAX_PIXEL_DISTANCE_MM);
                    self.compare_with_reports(
                        leaf,
                        &Pair::new(self.found_again(leaf, part), &made(leaf, part)),
                    );
                }
            }
        }
        let left = self.unfounded_errors().first().map(|fault| self.errors[*fault]);
        self.result.false_report = left.map(|fault| format!("{:?}: {}", fault.piece, fault.message));
        self.result
    }

    fn found_again(&self, leaf: Leaf, part: Rect) -> Picture {
        self.found.picture(leaf.found, leaf.turn, Some(part), FINE)
    }

    fn compared<'p>(&self, found: usize, size: Size, made: &'p Picture) -> Option<Compared<'p>> {
        compared(self.found, found, made, size, self.base.is_two_sided(), COARSE)
    }

    /// Returns which expected sheet each found sheet is compared with.
    ///
    /// If a sheet is missing or added, the numbers of other sheets change. So each found sheet is matched
    /// with the next expected sheet that looks the same.
    fn order(&mut self) -> Vec<(usize, Option<usize>)> {
        let count = self.found.sizes().len();
        if count == self.made.len() {
            return (0..count).map(|at| (at, Some(at))).collect();
        }
        let mut free: Vec<usize> = (0..self.made.len()).collect();
        let order = (0..count).map(|found| {
            let looks_as = |at: &usize| {
                let Sheet { size, picture } = &self.made[*at];
                self.compared(found, *size, picture).is_some_and(|one| one.pair.pixels.is_empty())
            };
            (found, free.iter().position(looks_as).map(|at| free.remove(at)))
        });
        let order: Vec<_> = order.collect();
        free.into_iter().for_each(|at| self.is_other(&format!("sheet {} is missing", at + 1), count));
        order
    }

    /// Records that a whole sheet is different. An error on this sheet, or an error of the whole file, counts
    /// as a report of this difference.
    fn is_other(&mut self, what: &str, found: usize) {
        (self.result.differs, self.result.visibly_differs) = (true, true);
        let is_on = |fault: &Fault| fault.page.is_none_or(|page| page == found + 1);
        let on: Vec<usize> = (0..self.errors.len()).filter(|at| is_on(self.errors[*at])).collect();
        match on.first() {
            None => self.result.unreported = Some(what.to_owned()),
            Some(first) if !on.iter().any(|at| explains(self.errors[*at])) => {
                self.result.vague = Some(self.errors[*first].message.clone());
            }
            Some(_) => {}
        }
        on.into_iter().for_each(|at| self.touched[at] = true);
    }

    /// Compares the pixels of a sheet with the reports. Returns the visible pixels that no report
    /// explains.
    fn compare_with_reports(&mut self, leaf: Leaf, pair: &Pair<'_>) -> Vec<Point> {
        let places: Vec<_> =
            self.errors.iter().map(|fault| ErrorPlace::new(fault, leaf, self.base)).collect();
        let explains: Vec<bool> = self.errors.iter().map(|fault| explains(fault)).collect();
        let mut missed = Vec::new();
        for &pixel in &pair.pixels {
            self.result.differs = true;
            let at = pair.place(pixel);
            let (mut reporting, mut is_explained) = (None, false);
            for (fault, place) in places.iter().enumerate() {
                if (!is_explained || !self.touched[fault]) && place.holds(at) {
                    self.touched[fault] = true;
                    reporting = Some(fault);
                    is_explained |= explains[fault];
                }
            }
            // Visibility is computed only if it affects the result.
            if self.result.visibly_differs && is_explained || !pair.is_plain(pixel) {
                continue;
            }
            self.result.visibly_differs = true;
            match reporting {
                None => missed.push(at),
                Some(fault) if !is_explained => {
                    self.result.vague.get_or_insert_with(|| self.errors[fault].message.clone());
                }
                Some(_) => {}
            }
        }
        missed
    }

    /// Returns the errors at pieces where no pixel differs.
    ///
    /// Errors about features that the checker does not understand are left out, because other programs
    /// may draw these features.
    fn unfounded_errors(&self) -> Vec<usize> {
        let is_drawn = |fault: &Fault| !fault.message.contains("the checker cannot tell what");
        let is_unfounded =
            |at: &usize| !self.touched[*at] && self.errors[*at].piece.is_some() && is_drawn(self.errors[*at]);
        (0..self.errors.len()).filter(is_unfounded).collect()
    }
}

/// The place of an error on one page.
enum ErrorPlace {
    /// The error is on another page.
    Elsewhere,
    /// The error is about the whole page or the whole file.
    Whole,
    Boxes(Vec<Rect>),
}

impl ErrorPlace {
    fn new(fault: &Fault, Leaf { found, made, .. }: Leaf, base: &Base) -> Self {
        if fault.page.is_some_and(|on| on != found + 1) {
            return Self::Elsewhere;
        }
        let mut boxes: Vec<Rect> = fault.rect.filter(|_| fault.page.is_some()).into_iter().collect();
        if let Some(spots) = fault.piece.as_ref().and_then(|piece| base.spots.get(piece)) {
            boxes.extend(spots.iter().filter(|(on, _)| *on == made + 1).map(|(_, rect)| rect));
        }
        if boxes.is_empty() { Self::Whole } else { Self::Boxes(boxes) }
    }

    fn holds(&self, at: Point) -> bool {
        match self {
            Self::Elsewhere => false,
            Self::Whole => true,
            Self::Boxes(boxes) => boxes
                .iter()
                .any(|rect| rect.inflate(MAX_PIXEL_DISTANCE_MM, MAX_PIXEL_DISTANCE_MM).contains(at)),
        }
    }
}
