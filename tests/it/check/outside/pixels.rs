//! What an eye sees of a change, and whether the checker reports that and nothing else: both files are drawn, and every
//! pixel that differs is held to the places that are reported.
//!
//! The project's own raster draws PDF and SVG. `PIXELS=folder` writes what was judged and what it was made of into a folder,
//! so that another renderer can be asked by hand.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use hexpress::raster::{Pages, draw_areas};
use hexpress::read::{svg, svg_areas};
use kurbo::{Point, Rect};

use super::base::{Base, Fault, Told, has_layout};
use super::expected::DIGEST;

/// Pixels of an inch.
const DPI: f64 = 80.0;
const SCALE: f64 = DPI / 25.4;
/// So many shades of 255 beyond those about a pixel are plainly seen; so many are a difference at all.
const PLAIN: u8 = 40;
const ANY: u8 = 3;
/// How far beside a place that is reported its pixels may lie, in mm.
const BESIDE: f64 = 1.2;

/// A page on white paper: three bytes for each pixel.
pub struct Picture {
    size: (u32, u32),
    rgb: Vec<[u8; 3]>,
}

type Files = [(String, Vec<u8>)];

/// Writes files into a folder, each under a name of its own.
fn write(folder: &str, what: &str, files: &Files) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    for (name, bytes) in files {
        let count = if what.ends_with("changed") { COUNT.fetch_add(1, Ordering::Relaxed) } else { 0 };
        std::fs::write(format!("{folder}/{what}.{count}.{name}"), bytes).unwrap();
    }
}

/// All pages of files; none where one cannot be drawn.
fn drawn(files: &Files) -> Option<Vec<Picture>> {
    let mut all = Vec::new();
    for (name, bytes) in files {
        let mut rgba = Vec::new();
        if name.ends_with(".svg") {
            let page = svg(bytes).ok()?.document.pages.first()?.media;
            let size = ((page.width() * SCALE).ceil() as u32, (page.height() * SCALE).ceil() as u32);
            let areas = svg_areas(bytes).ok()?;
            draw_areas(&areas, SCALE, size, |band| rgba.extend_from_slice(band)).then_some(())?;
            all.push(Picture::new(size, &rgba));
            continue;
        }
        let pages = Pages::open(bytes.clone())?;
        for (at, (wide, high)) in pages.sizes().into_iter().enumerate() {
            let size = ((wide * DPI / 72.0).round() as u32, (high * DPI / 72.0).round() as u32);
            rgba.clear();
            pages.draw(at, size, &pages.kept(), |band| rgba.extend_from_slice(band)).then_some(())?;
            all.push(Picture::new(size, &rgba));
        }
    }
    Some(all)
}

impl Picture {
    fn new(size: (u32, u32), rgba: &[u8]) -> Self {
        let on_paper = |pixel: &[u8; 4]| {
            let white = 255 - pixel[3];
            [pixel[0].saturating_add(white), pixel[1].saturating_add(white), pixel[2].saturating_add(white)]
        };
        Self { size, rgb: rgba.as_chunks().0.iter().map(on_paper).collect() }
    }

    /// The lowest and the highest shades about a pixel.
    fn about(&self, at: usize) -> ([u8; 3], [u8; 3]) {
        let width = self.size.0 as usize;
        let (mut low, mut high) = ([255; 3], [0; 3]);
        for middle in [at.checked_sub(width), Some(at), Some(at + width)].into_iter().flatten() {
            for pixel in self.rgb.get(middle.saturating_sub(1)..middle + 2).unwrap_or_default() {
                for part in 0..3 {
                    low[part] = low[part].min(pixel[part]);
                    high[part] = high[part].max(pixel[part]);
                }
            }
        }
        (low, high)
    }
}

/// A pixel that differs.
struct Differing {
    at: Point,
    /// Whether an eye sees it, whatever the edges about it.
    plain: bool,
}

fn far(a: [u8; 3], b: [u8; 3]) -> u8 {
    (0..3).map(|part| a[part].abs_diff(b[part])).max().unwrap()
}

fn differing(found: &Picture, made: &Picture) -> Vec<Differing> {
    let width = found.size.0 as usize;
    let stands_out = |own: [u8; 3], (low, high): ([u8; 3], [u8; 3])| {
        (0..3).any(|part| {
            let more = PLAIN.saturating_add((high[part] - low[part]) / 3);
            own[part].saturating_add(more) < low[part] || own[part] > high[part].saturating_add(more)
        })
    };
    let pairs = found.rgb.iter().zip(&made.rgb).enumerate();
    let others = pairs.filter(|(_, (a, b))| a != b && far(**a, **b) > ANY);
    let one = |(at, (a, b)): (usize, (&[u8; 3], &[u8; 3]))| {
        let plain =
            far(*a, *b) > PLAIN && (stands_out(*a, made.about(at)) || stands_out(*b, found.about(at)));
        let place = Point::new((at % width) as f64 + 0.5, (at / width) as f64 + 0.5);
        Differing { at: (place.to_vec2() / SCALE).to_point(), plain }
    };
    others.map(one).collect()
}

/// What the pixels say of a row.
#[derive(Default)]
pub struct Seen {
    /// The pages that an eye sees to be others.
    pub changed: bool,
    /// Whether any pixel of any page differs.
    pub any: bool,
    /// What is seen and not reported.
    pub unreported: Option<String>,
    /// What is reported where no pixel differs.
    pub innocent: Option<String>,
    /// Whether what is seen is reported by nothing but a digest or a page.
    pub vague: bool,
}

/// The pictures of what the rows start from, by name.
#[derive(Default)]
pub struct Drawn(Mutex<BTreeMap<String, Option<Arc<Vec<Picture>>>>>);

impl Drawn {
    fn of(&self, name: &str, base: &Base) -> Option<Arc<Vec<Picture>>> {
        if let Some(known) = self.0.lock().unwrap().get(name) {
            return known.clone();
        }
        let made = drawn(&base.files).map(Arc::new);
        self.0.lock().unwrap().insert(name.to_owned(), made.clone());
        made
    }

    /// Holds every pixel of changed files to what is reported of them; none where the pages are others, or another
    /// program drew them anew.
    pub fn seen(&self, name: &str, base: &Base, files: &Files, told: &Told) -> Option<Seen> {
        if let Ok(folder) = std::env::var("PIXELS") {
            write(&folder, name, &base.files);
            write(&folder, &format!("{name}.changed"), files);
        }
        let made = self.of(name, base)?;
        let found = drawn(files)?;
        let sizes = |all: &[Picture]| all.iter().map(|one| one.size).collect::<Vec<_>>();
        if sizes(&made) != sizes(&found) {
            return None;
        }
        // Without its layout nothing but the digest of a page says that it was changed.
        let counts = |code: &str| code != DIGEST || !has_layout(name);
        let errors: Vec<&Fault> =
            told.faults.iter().filter(|fault| fault.error && counts(&fault.code)).collect();
        let mut seen = Seen::default();
        let mut touched = vec![false; errors.len()];
        for (page, (found, made)) in (1..).zip(found.iter().zip(&*made)) {
            let places: Vec<_> = errors.iter().map(|fault| Place::of(fault, page, base)).collect();
            let mut missed = Vec::new();
            for pixel in differing(found, made) {
                seen.any = true;
                seen.changed |= pixel.plain;
                let mut told = false;
                let mut named = false;
                for (touched, place) in touched.iter_mut().zip(&places) {
                    if place.holds(pixel.at) {
                        *touched = true;
                        told = true;
                        named |= !matches!(place, Place::Whole);
                    }
                }
                seen.vague |= pixel.plain && told && !named;
                if pixel.plain && !told {
                    missed.push(pixel.at);
                }
            }
            if let Some(first) = missed.first() {
                let more = missed.len();
                let text = seen.unreported.get_or_insert_default();
                write!(text, " page {page}: {more} pixels, first at {:.1} {:.1}", first.x, first.y).unwrap();
            }
        }
        // Browsers may draw what is not followed here.
        let is_drawn = |fault: &Fault| !fault.message.contains("not followed");
        let blamed = errors.iter().zip(touched).find(|(fault, touched)| {
            !touched && fault.code == "HX469" && fault.piece.is_some() && is_drawn(fault)
        });
        seen.innocent = blamed.map(|(fault, _)| format!("{:?}: {}", fault.piece, fault.message));
        Some(seen)
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
    fn of(fault: &Fault, page: usize, base: &Base) -> Self {
        if fault.page.is_some_and(|on| on != page) {
            return Self::Elsewhere;
        }
        let mut boxes: Vec<Rect> = fault.rect.filter(|_| fault.page.is_some()).into_iter().collect();
        if let Some(spots) = fault.piece.as_ref().and_then(|piece| base.spots.get(piece)) {
            boxes.extend(spots.iter().filter(|(on, _)| *on == page).map(|(_, rect)| rect));
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
