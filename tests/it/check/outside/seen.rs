//! Whether the checker reports what an eye sees of a change, and nothing else: every pixel that differs is held to the
//! places that are reported, and every reported piece to the pixels.
//!
//! Every row is judged with [`COARSE`] pixels of an inch. The places of a row that would fail are looked at once more with
//! [`FINE`] ones: lines thinner than a pixel are then drawn alike, and differ by a whole one. `PIXELS=folder` writes what
//! was judged and what it was made of into a folder, so that another renderer can be asked by hand.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use kurbo::{Point, Rect, Size};

use super::base::{Base, Fault, Told, has_layout};
use super::expected::DIGEST;
use super::pixels::{Compared, Files, Pair, Picture, Sheets, Turn, compared};

/// Pixels of an inch.
const COARSE: u32 = 80;
const FINE: u32 = 300;
/// How far beside a place that is reported its pixels may lie, in mm.
const BESIDE: f64 = 1.2;

/// Words of messages that tell that something differs, and not what became of it.
const VAGUE: [&str; 5] = [
    "differs from the layout",
    "looks different from the layout",
    "was changed after the file was built",
    "differently",
    ", or is ",
];

/// What the pixels say of a row.
#[derive(Default)]
pub struct Seen {
    /// Whether an eye sees that a page is another.
    pub changed: bool,
    /// Whether any pixel of any page differs.
    pub any: bool,
    /// What is seen and not reported.
    pub unreported: Option<String>,
    /// What is reported where no pixel differs.
    pub innocent: Option<String>,
    /// What is seen and reported by nothing that names its piece or place and says what became of it.
    pub vague: Option<String>,
}

/// Whether a fault says what happened, and at which piece, place, page or layer.
fn tells(fault: &Fault) -> bool {
    let is_placed = fault.piece.is_some() || fault.page.is_some();
    let names_it = || ["page", "layer"].iter().any(|what| fault.message.contains(what));
    (is_placed || names_it()) && !VAGUE.iter().any(|words| fault.message.contains(words))
}

/// A sheet that rows start from: its size in mm, and its picture.
struct Sheet {
    size: Size,
    picture: Picture,
}

/// What the rows start from, by name: each sheet is drawn once.
#[derive(Default)]
pub struct Looks(Mutex<BTreeMap<String, Arc<OnceLock<Vec<Sheet>>>>>);

impl Looks {
    /// Holds every pixel of changed files to what is reported of them; none where they cannot be drawn.
    pub fn seen(&self, name: &str, base: &Base, files: &Files, told: &Told) -> Option<Seen> {
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
        // Without its layout nothing but the digest of a page says that it was changed.
        let counts = |code: &str| code != DIGEST || !has_layout(name);
        let errors: Vec<&Fault> =
            told.faults.iter().filter(|fault| fault.error && counts(&fault.code)).collect();
        let touched = vec![false; errors.len()];
        let held = Held { base, found: &found, made, errors, touched, seen: Seen::default() };
        Some(held.judged())
    }
}

/// Writes files into a folder, each under a name of its own.
fn write(folder: &str, what: &str, files: &Files) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    for (name, bytes) in files {
        let count = if what.ends_with("changed") { COUNT.fetch_add(1, Ordering::Relaxed) } else { 0 };
        std::fs::write(format!("{folder}/{what}.{count}.{name}"), bytes).unwrap();
    }
}

/// Changed files that are held to what is reported of them.
struct Held<'a> {
    base: &'a Base,
    found: &'a Sheets,
    made: &'a [Sheet],
    errors: Vec<&'a Fault>,
    /// Whether a pixel differs where each of the errors is.
    touched: Vec<bool>,
    seen: Seen,
}

/// A sheet that was found and the one that it is held to, by their numbers from 0.
#[derive(Clone, Copy)]
struct Leaf {
    found: usize,
    made: usize,
    turn: Turn,
}

impl Held<'_> {
    fn judged(mut self) -> Seen {
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
            let boxes = self.hold(leaf, &pair).into_iter().map(|at| Rect::from_center_size(at, (2.0, 2.0)));
            missed.extend(boxes.reduce(|a, b| a.union(b)).map(|part| (leaf, part)));
        }
        let blamed = self.blamed();
        if missed.is_empty() && blamed.is_empty() {
            return self.seen;
        }
        let made = Sheets::open(&self.base.files).expect("what rows start from can be drawn");
        let made = |leaf: Leaf, part: Rect| made.picture(leaf.made, Turn::NONE, Some(part), FINE);
        for (leaf, part) in missed {
            let missed = self.hold(leaf, &Pair::of(self.found_again(leaf, part), &made(leaf, part)));
            if let Some(first) = missed.first() {
                let (page, more) = (leaf.found + 1, missed.len());
                let text = self.seen.unreported.get_or_insert_default();
                write!(text, " page {page}: {more} pixels, first at {:.1} {:.1}", first.x, first.y).unwrap();
            }
        }
        for fault in blamed {
            for &leaf in &leaves {
                let Place::Boxes(boxes) = Place::of(self.errors[fault], leaf, self.base) else { continue };
                for part in boxes {
                    let part = part.inflate(BESIDE, BESIDE);
                    self.hold(leaf, &Pair::of(self.found_again(leaf, part), &made(leaf, part)));
                }
            }
        }
        let left = self.blamed().first().map(|fault| self.errors[*fault]);
        self.seen.innocent = left.map(|fault| format!("{:?}: {}", fault.piece, fault.message));
        self.seen
    }

    fn found_again(&self, leaf: Leaf, part: Rect) -> Picture {
        self.found.picture(leaf.found, leaf.turn, Some(part), FINE)
    }

    fn compared<'p>(&self, found: usize, size: Size, made: &'p Picture) -> Option<Compared<'p>> {
        compared(self.found, found, made, size, self.base.is_two_sided(), COARSE)
    }

    /// Which sheet each of those found is held to. Where one is missing or added, the next one that looks the same: it only
    /// lies elsewhere in the stack.
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

    /// Notes that a sheet is another one as a whole, which the errors at it explain, and those of the file.
    fn is_other(&mut self, what: &str, found: usize) {
        (self.seen.any, self.seen.changed) = (true, true);
        let is_on = |fault: &Fault| fault.page.is_none_or(|page| page == found + 1);
        let on: Vec<usize> = (0..self.errors.len()).filter(|at| is_on(self.errors[*at])).collect();
        match on.first() {
            None => self.seen.unreported = Some(what.to_owned()),
            Some(first) if !on.iter().any(|at| tells(self.errors[*at])) => {
                self.seen.vague = Some(self.errors[*first].message.clone());
            }
            Some(_) => {}
        }
        on.into_iter().for_each(|at| self.touched[at] = true);
    }

    /// Holds the pixels of a sheet to what is reported; those that an eye sees and nothing explains.
    fn hold(&mut self, leaf: Leaf, pair: &Pair<'_>) -> Vec<Point> {
        let places: Vec<_> = self.errors.iter().map(|fault| Place::of(fault, leaf, self.base)).collect();
        let tells: Vec<bool> = self.errors.iter().map(|fault| tells(fault)).collect();
        let mut missed = Vec::new();
        for &pixel in &pair.pixels {
            self.seen.any = true;
            let at = pair.place(pixel);
            let (mut told, mut named) = (None, false);
            for (fault, place) in places.iter().enumerate() {
                if (!named || !self.touched[fault]) && place.holds(at) {
                    self.touched[fault] = true;
                    told = Some(fault);
                    named |= tells[fault];
                }
            }
            // What an eye sees is asked only where it decides something.
            if self.seen.changed && named || !pair.is_plain(pixel) {
                continue;
            }
            self.seen.changed = true;
            match told {
                None => missed.push(at),
                Some(fault) if !named => {
                    self.seen.vague.get_or_insert_with(|| self.errors[fault].message.clone());
                }
                Some(_) => {}
            }
        }
        missed
    }

    /// The errors at pieces where no pixel differs. Features that the checker does not understand may be drawn by other programs.
    fn blamed(&self) -> Vec<usize> {
        let is_drawn = |fault: &Fault| !fault.message.contains("the checker cannot tell how");
        let is_innocent =
            |at: &usize| !self.touched[*at] && self.errors[*at].piece.is_some() && is_drawn(self.errors[*at]);
        (0..self.errors.len()).filter(is_innocent).collect()
    }
}

/// Where an error is, on one page.
enum Place {
    /// Not on this page.
    Elsewhere,
    /// The whole page, or the whole file.
    Whole,
    /// These boxes.
    Boxes(Vec<Rect>),
}

impl Place {
    fn of(fault: &Fault, Leaf { found, made, .. }: Leaf, base: &Base) -> Self {
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
            Self::Boxes(boxes) => boxes.iter().any(|rect| rect.inflate(BESIDE, BESIDE).contains(at)),
        }
    }
}
