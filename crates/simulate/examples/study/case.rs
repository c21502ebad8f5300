//! Prints one page, scans or photographs the print, and compares what is found with the truth.

mod card;
mod colour;

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use hexpress_read::raster::Pages;
use hexpress_scan::faults::{Fault, FaultKind};
use hexpress_scan::figures::nearest_linear;
use hexpress_scan::judge::{Judged, PageOf, Reference, judge, judge_found};
use hexpress_scan::light;
use hexpress_scan::locate::{Candidate, Scan};
use hexpress_scan::map::Map;
use hexpress_scan::named_drawings::NamedDrawing;
use hexpress_scan::photo::{Flat, find_sheet, flatten};
use hexpress_scan::plane::Plane;
use hexpress_simulate::camera::{Camera, photograph};
use hexpress_simulate::print::{INK_PER_MM, Ink as Printed, Original, Planted, Printer};
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Scanner, scan_ink};
use kurbo::{Point, Rect, Vec2};

use crate::conditions::PrintQuality;
use crate::save::save;
use crate::table::{Detection, Interval, Outcome};

/// A page that is printed, and what is needed to judge its prints.
pub struct Subject {
    name: String,
    page: usize,
    references: Vec<Reference>,
    named_drawings: Vec<NamedDrawing>,
    original: Original,
    /// The grey values of the page if it is printed without errors.
    ink: Plane,
    /// The ink of the last print without faults. The next print without faults uses the same ink if its
    /// `Dots` are equal.
    last: RefCell<Option<(Dots, Printed)>>,
}

impl Subject {
    pub fn open(path: &str, bytes: &Arc<Vec<u8>>, page: usize) -> Self {
        let stem = std::path::Path::new(path).file_stem().expect("a name").to_string_lossy();
        let reference = Reference::open(Arc::clone(bytes)).expect("a PDF");
        let pages = Pages::open(Arc::clone(bytes)).expect("a PDF");
        let original = Original::draw(&pages, page).expect("a page");
        Self {
            name: format!("{stem}#{}", page + 1),
            page,
            named_drawings: reference.named_drawings(page).expect("a readable page"),
            references: vec![reference],
            last: RefCell::default(),
            ink: original.ink(&Printer::default(), &[]).plane.map(|light| light::to_grey(255.0 * light)),
            original,
        }
    }

    /// Returns a random fault of a piece that changes the print visibly. Returns `None` if no visible
    /// fault is found.
    fn plant(&self, printer: &Printer, random: &mut Random) -> Option<(String, Planted)> {
        /// A moved piece must change at least this area of the print, in mm².
        const MIN_MOVED_AREA: f64 = 2.0;
        /// An erased or covered piece must change at least this area of the print, in mm².
        const MIN_CHANGED_AREA: f64 = 4.0;
        /// The largest area of a piece that may have a fault, as a share of the page. A page that lacks
        /// most of its drawings cannot be recognized.
        const MAX_SHARE: f64 = 0.2;
        let largest = MAX_SHARE * self.original.size.area();
        let named_drawings: Vec<&NamedDrawing> = self
            .named_drawings
            .iter()
            .filter(|piece| piece.is_piece_or_cell() && piece.area.area() < largest)
            .collect();
        if named_drawings.is_empty() {
            return None;
        }
        (0..20).find_map(|_| {
            let piece = named_drawings[random.below(named_drawings.len())];
            let area = piece.area.intersect(self.original.size.to_rect());
            let angle = random.between(0.0, std::f64::consts::TAU);
            let by = Vec2::new(libm::cos(angle), libm::sin(angle)) * random.between(0.15, 0.4);
            let radius = random.between(2.0, 5.0).min(area.width().min(area.height()) / 2.0);
            let (planted, least) = match random.below(3) {
                0 => (Planted::Moved(area, by), MIN_MOVED_AREA),
                1 => (Planted::Erased(area), MIN_CHANGED_AREA),
                _ => {
                    let grey = random.between(0.0, 230.0) as f32;
                    (Planted::Covered(area.center(), radius, grey), MIN_CHANGED_AREA)
                }
            };
            let named = (piece.id.to_string(), planted);
            (self.changed(area, &planted) >= least && self.is_printed(printer, area, planted))
                .then_some(named)
        })
    }

    /// Returns whether a fault changes the print. It may change nothing, because two dark greys look
    /// alike if their halftone dots run together.
    fn is_printed(&self, printer: &Printer, area: Rect, planted: Planted) -> bool {
        /// The fault must change the grey value of at least one square of 1 mm by more than this.
        const VISIBLE: f32 = 5.0;
        let [before, after] = [&[][..], &[planted]].map(|faults| self.original.ink(printer, faults).plane);
        let side = INK_PER_MM as usize;
        let grey = |plane: &Plane, x: usize, y: usize| {
            let rows = (y..y + side).map(|y| plane.row(y)[x..x + side].iter().sum::<f32>());
            light::to_grey(255.0 * rows.sum::<f32>() / (side * side) as f32)
        };
        let squares = |from: f64, to: f64, most: usize| {
            let first = (from * INK_PER_MM).max(0.0) as usize;
            (first..((to * INK_PER_MM) as usize).min(most.saturating_sub(side))).step_by(side)
        };
        squares(area.y0, area.y1, before.height).any(|y| {
            squares(area.x0, area.x1, before.width)
                .any(|x| (grey(&before, x, y) - grey(&after, x, y)).abs() > VISIBLE)
        })
    }

    /// Returns the area in which a fault visibly changes the print, in mm².
    fn changed(&self, area: Rect, planted: &Planted) -> f64 {
        /// A change of a grey value is visible if it is larger than this.
        const VISIBLE: f32 = 40.0;
        let bound = |mm: f64, most: usize| ((mm * INK_PER_MM).max(0.0) as usize).min(most);
        let mut count = 0;
        for y in bound(area.y0, self.ink.height)..bound(area.y1, self.ink.height) {
            for x in bound(area.x0, self.ink.width)..bound(area.x1, self.ink.width) {
                let at = Point::new(x as f64 + 0.5, y as f64 + 0.5);
                let after = match *planted {
                    Planted::Moved(_, by) => {
                        let from = at - by * INK_PER_MM;
                        let is_inside = area.contains((from.to_vec2() / INK_PER_MM).to_point());
                        let moved = self.ink.sample(from.x, from.y).filter(|_| is_inside);
                        moved.unwrap_or(255.0)
                    }
                    Planted::Erased(_) => 255.0,
                    Planted::Covered(centre, radius, grey)
                        if (at - centre.to_vec2() * INK_PER_MM).to_vec2().hypot() < radius * INK_PER_MM =>
                    {
                        grey
                    }
                    _ => self.ink.at(x, y),
                };
                count += usize::from((after - self.ink.at(x, y)).abs() > VISIBLE);
            }
        }
        count as f64 / (INK_PER_MM * INK_PER_MM)
    }
}

/// The values that determine the ink of a print without faults. `per_mm` is the resolution of the scan
/// in pixels per mm. The other values are properties of the printer.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Dots {
    gain: f64,
    halftone: bool,
    per_mm: f64,
}

/// How a print becomes a picture: as a scan or as a photo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Medium {
    /// A scan with this resolution in dpi.
    Scan(f64),
    /// A photo of 12 megapixels.
    Photo,
}

impl Medium {
    /// Returns the resolution for which the ink is computed, in dpi.
    fn dpi(self) -> f64 {
        match self {
            Self::Scan(dpi) => dpi,
            Self::Photo => 300.0,
        }
    }
}

/// The conditions under which pages are printed and scanned.
pub struct Case {
    pub kind: PrintQuality,
    pub medium: Medium,
    pub plan: Plan,
}

/// What is wrong with prints, and whether their scans are in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Nothing is wrong. The scans are grey.
    Right,
    /// A piece is moved, erased or covered. The scans are grey.
    Fault,
    /// Nothing is wrong. The scans have colours.
    Plain,
    /// A piece has the colour of another piece. The scans have colours.
    Colour,
    /// An ink is missing. The scans have colours.
    Ink,
    /// A bank card is next to the sheet. The scans are grey.
    Card,
}

impl Plan {
    fn is_coloured(self) -> bool {
        matches!(self, Self::Plain | Self::Colour | Self::Ink)
    }
}

/// A scan or photo that is judged, and the truth about it.
struct Shot {
    shown: Scan,
    /// Converts a point of the page, in mm, to the pixel of the picture that shows the point.
    truth: Box<dyn Fn(Point) -> Point>,
    per_mm: f64,
    /// The scales at which the page is searched for. 1 is the true size.
    sizes: Vec<f64>,
    note: String,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = match self.plan {
            Plan::Right => "",
            Plan::Fault => "+faults",
            Plan::Plain => "+plain",
            Plan::Colour => "+colour",
            Plan::Ink => "+ink",
            Plan::Card => "+card",
        };
        let kind = format!("{:?}", self.kind).to_lowercase();
        match self.medium {
            Medium::Scan(dpi) => write!(f, "{kind}{faults}@{dpi}"),
            Medium::Photo => write!(f, "{kind}{faults}@photo"),
        }
    }
}

/// A page counts as found if the quality of its fit is at least this. The highest quality is 1. Pages
/// that are found in the correct place have more than 0.55.
const FOUND: f64 = 0.5;

impl Case {
    /// Prints a page, scans or photographs it, and compares what is found with the truth. Returns
    /// `None` if the page has no piece that can have a fault.
    pub fn run(&self, subject: &Subject, seed: u64) -> Option<Outcome> {
        let seed_of = |number: u64| {
            subject.name.bytes().fold(number, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
        };
        let dpi = self.medium.dpi();
        // Photos and scans get different random numbers.
        let camera_seed = if self.medium == Medium::Photo { 7 } else { 0 };
        let mixed =
            seed.wrapping_mul(4096) + dpi as u64 + u64::from(self.kind == PrintQuality::Poor) + camera_seed;
        let random = &mut Random::new(seed_of(mixed));
        let mut printer = self.kind.printer(random);
        // Eight consecutive seeds give the same gain and halftone, so that prints can share their ink.
        let ink = self.kind.printer(&mut Random::new(seed_of(seed / 8)));
        (printer.gain, printer.halftone) = (ink.gain, ink.halftone);
        let scanner = self.kind.scanner(dpi, random);
        if self.plan.is_coloured() {
            return self.run_in_colour(subject, &printer, &scanner, seed, random);
        }
        if self.plan == Plan::Card {
            return self.run_with_card(subject, &printer, &scanner, seed, random);
        }
        let planted = if self.plan == Plan::Fault { Some(subject.plant(&printer, random)?) } else { None };
        let faults: Vec<Planted> = planted.iter().map(|(_, planted)| *planted).collect();
        // Consecutive prints without faults share their ink if its properties are equal. This saves time.
        let dots = Dots { gain: printer.gain, halftone: printer.halftone, per_mm: dpi / 25.4 };
        let make = || subject.original.ink(&printer, &faults).for_scan(dpi / 25.4);
        let mut last = subject.last.borrow_mut();
        let with_faults;
        let ink = if faults.is_empty() {
            if last.as_ref().is_none_or(|(known, _)| *known != dots) {
                *last = Some((dots, make()));
            }
            &last.as_ref().expect("ink").1
        } else {
            with_faults = make();
            &with_faults
        };
        let file = std::env::var("SAVE")
            .ok()
            .map(|folder| format!("{folder}/{}-{seed}.png", subject.name.replace('#', "-")));
        let start = Instant::now();
        let mut outcome = Outcome { title: format!("{} {seed}", subject.name), ..Outcome::default() };
        let shot = match self.medium {
            Medium::Scan(_) => Some(scanned(ink, &printer, &scanner, file.as_deref(), random)),
            Medium::Photo => {
                let camera = self.kind.camera(ink.size, random);
                outcome
                    .notes
                    .push(format!("{:.2?} offset {:.3} turn {:.1}", camera.tilt, camera.offset, camera.turn));
                photographed(ink, &printer, &camera, file.as_deref(), random)
            }
        };
        let Some(shot) = shot else {
            outcome.notes.push("no sheet in the photo".to_owned());
            return Some(outcome);
        };
        let wanted = [PageOf { file: 0, page: subject.page }];
        let start = if self.medium == Medium::Photo { start } else { Instant::now() };
        let search = || judge(&subject.references, &wanted, &shot.shown, &shot.sizes);
        let judged = if seed.is_multiple_of(8) || self.medium == Medium::Photo {
            search()
        } else {
            // For most scans, the search starts near the true place, which saves time. If the page is
            // not found from there, the search starts again, as in the program.
            let rough = near_truth(subject, &shot.truth, random);
            match judge_found(&subject.references[0], wanted[0], &rough, &shot.shown) {
                Ok(judged) if judged.quality >= FOUND => Ok(judged),
                _ => search(),
            }
        };
        outcome.seconds = start.elapsed().as_secs_f64();
        outcome.notes.push(format!(
            "gain {:.2}{} {}",
            printer.gain,
            if printer.halftone { " halftone" } else { "" },
            shot.note
        ));
        let judged = match judged {
            Ok(judged) => judged,
            Err(why) => {
                outcome.notes.push(format!("{why:?}"));
                return Some(outcome);
            }
        };
        compare_places(&judged, &shot, &printer, &mut outcome);
        compare_faults(planted.as_ref(), &judged, &mut outcome);
        Some(outcome)
    }
}

/// Returns the true map from the page to the scan, changed by small random errors. The search starts
/// with this map.
fn near_truth(subject: &Subject, truth: &dyn Fn(Point) -> Point, random: &mut Random) -> Candidate {
    let size = subject.original.size;
    let mut map = Map::turned(size, 1.0, 0.0, Point::ORIGIN);
    let centre = map.frame.centre;
    let step = |by: Vec2| (truth(centre + by) - truth(centre - by)) / (2.0 * by.hypot());
    map.across = step(Vec2::new(40.0, 0.0)) * (1.0 + 0.002 * random.normal());
    map.down = step(Vec2::new(0.0, 40.0)) * (1.0 + 0.002 * random.normal());
    let off = Vec2::new(random.normal(), random.normal()) * 0.3;
    map.centre = truth(centre) + map.across * off.x + map.down * off.y;
    Candidate { page: subject.page, map, turned: Vec::new(), quality: 1.0 }
}

/// Scans a sheet.
fn scanned(
    ink: &Printed,
    printer: &Printer,
    scanner: &Scanner,
    file: Option<&str>,
    random: &mut Random,
) -> Shot {
    let scanned = scan_ink(ink, printer, scanner, random);
    if let Some(file) = file {
        save(file, &scanned.plane, scanner.dpi);
    }
    // The command line halves the resolution of scans with more than 400 dpi. The study does the same.
    let halvings = i32::from(scanner.dpi > 400.0);
    let shown = scanned.plane.map(light::of_grey);
    let shown = if halvings == 1 { shown.halved() } else { shown };
    let pixels = f64::from(1 << halvings);
    let per_mm = scanner.dpi / 25.4 / pixels;
    let note = format!(
        "blur {:.1} noise {:.0} jpeg {} shade {:.2}",
        scanner.blur,
        scanner.noise,
        scanner.jpeg.unwrap_or(100),
        scanner.shade,
    );
    Shot {
        shown: Scan::new(shown, per_mm),
        truth: Box::new(move |at| (scanned.truth(at).to_vec2() / pixels).to_point()),
        per_mm,
        sizes: (0..13).map(|index| 0.88 + 0.015 * f64::from(index)).collect(),
        note,
    }
}

/// Takes a photo of a sheet. Returns `None` if the sheet is not found in the photo.
fn photographed(
    ink: &Printed,
    printer: &Printer,
    camera: &Camera,
    file: Option<&str>,
    random: &mut Random,
) -> Option<Shot> {
    let photo = photograph(ink, printer, camera, random);
    if let Some(file) = file {
        save(file, &photo.plane, 72.0);
    }
    let shown = photo.plane.map(light::of_grey);
    let Flat { plane, flattening } = flatten(&shown, find_sheet(&shown, ink.size)?);
    let per_mm = flattening.pixels_per_mm;
    if let Some(file) = file {
        save(&file.replace(".png", "-flat.png"), &plane.map(light::to_grey), per_mm * 25.4);
    }
    let grid = (0..81).map(|index| {
        let [u, v] = [index % 9, index / 9].map(|at| f64::from(at) / 8.0);
        Point::new(ink.size.width * u, ink.size.height * v)
    });
    let off =
        grid.map(|at| flattening.view.to_sheet(photo.truth_of_paper(at)).distance(at)).fold(0.0, f64::max);
    let note = format!(
        "sheet {off:.3} tilt {:.0} {:.0} lens {:.3} {:.3} table {:.2} fill {:.2} edges {:.3}",
        camera.tilt[0],
        camera.tilt[1],
        camera.lens[0],
        camera.lens[1],
        camera.table,
        camera.fill,
        flattening.view.uneven
    );
    Some(Shot {
        shown: Scan::new(plane, per_mm),
        truth: Box::new(move |at| flattening.from_photo(photo.truth(at))),
        per_mm,
        sizes: (0..10).map(|index| 0.93 + 0.012 * f64::from(index)).collect(),
        note,
    })
}

fn compare_places(judged: &Judged, shot: &Shot, printer: &Printer, outcome: &mut Outcome) {
    let located = &judged.located;
    let places = located.measurements.iter().flatten().map(|measurement| measurement.at);
    outcome.errors =
        places.map(|at| located.map.apply(at).distance((shot.truth)(at)) / shot.per_mm).collect();
    outcome.errors.sort_by(f64::total_cmp);
    let figures = &judged.figures;
    let truth = nearest_linear(figures.area, shot.per_mm, |at| (shot.truth)(at)).parts();
    let mut turn = truth[2] - 90.0 * f64::from(figures.quarters);
    turn -= 360.0 * (turn / 360.0).round();
    let found = [figures.across, figures.down, figures.turn, figures.skew];
    for (found, truth) in found.into_iter().zip([truth[0], truth[1], turn, truth[3]]) {
        outcome.figures.push(Interval { off: found.value - truth, half: found.fit });
    }
    if let Some(paper) = &judged.on_paper {
        let Vec2 { x, y } = printer.offset;
        for (found, truth) in [(paper.right, x), (paper.down, y)] {
            outcome.places.push(Interval { off: found.value - truth, half: found.uncertainty() });
        }
    }
    outcome.notes.push(format!(
        "scatter {:.3} spread {:.3} match {:.2}",
        located.fitted.scatter, located.fitted.spread, judged.quality
    ));
}

/// Compares the faults that were found with the fault that was planted.
fn compare_faults(planted: Option<&(String, Planted)>, judged: &Judged, outcome: &mut Outcome) {
    let id = |fault: &Fault| fault.id.as_ref().map_or_else(|| "-".to_owned(), |id| id.to_string());
    for fault in &judged.faults {
        let is_planted = planted.is_some_and(|(name, planted)| {
            id(fault) == *name || area(planted).inflate(2.0, 2.0).contains_rect(fault.area)
        });
        let shift = fault.shift.map_or_else(String::new, |by| format!(" by {:.2} {:.2}", by.x, by.y));
        outcome.notes.push(format!("{:?} {} {:.1}{shift}", fault.kind, id(fault), fault.area));
        if !is_planted {
            outcome.false_faults += 1;
        } else if let Some((_, planted)) = planted {
            let is_same = fault.kind == kind(planted);
            outcome.found = match outcome.found {
                Detection::Same => Detection::Same,
                _ if is_same => Detection::Same,
                _ => Detection::Other,
            };
        }
    }
    if let Some((name, planted)) = planted {
        outcome.planted = Some(kind(planted));
        outcome.notes.push(format!("planted {planted:.2?} {name}"));
    }
}

fn area(planted: &Planted) -> Rect {
    match *planted {
        Planted::Moved(area, _) | Planted::Erased(area) | Planted::Smeared(area, _) => area,
        Planted::Covered(centre, radius, _) => Rect::from_center_size(centre, (2.0 * radius, 2.0 * radius)),
        Planted::Streak(top, width) => Rect::new(0.0, top, 1e4, top + width),
    }
}

fn kind(planted: &Planted) -> FaultKind {
    match planted {
        Planted::Moved(..) => FaultKind::Moved,
        Planted::Erased(_) => FaultKind::Missing,
        Planted::Covered(..) => FaultKind::Covered,
        Planted::Smeared(..) => FaultKind::Smeared,
        Planted::Streak(..) => FaultKind::Streak,
    }
}
