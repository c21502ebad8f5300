//! What an eye sees of a change, and whether the checker reports that and nothing else: both files are drawn, and every
//! pixel that differs is held to the places that are reported.
//!
//! The project's own raster draws PDF and SVG. Most rows are judged with [`COARSE`] pixels of an inch. A row that would
//! fail is judged once more with [`FINE`] ones: lines thinner than a pixel are then drawn alike, and differ by a whole one.
//! `PIXELS=folder` writes what was judged and what it was made of into a folder, so that another renderer can be asked by
//! hand.

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
const COARSE: u32 = 80;
const FINE: u32 = 300;
/// So many shades of 255 beyond those about a pixel are plainly seen; so many are a difference at all.
const PLAIN: u8 = 40;
const ANY: u8 = 3;
/// How far beside a place that is reported its pixels may lie, in mm.
const BESIDE: f64 = 1.2;

/// Words of messages that tell that something differs, and not what became of it.
const VAGUE: [&str; 3] =
    ["is not what the layout draws", "was changed after the file was made", "in another way"];

/// A page: four bytes for each pixel.
pub struct Picture {
    size: (u32, u32),
    rgba: Vec<u8>,
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

/// A PDF without the annotations that only a screen shows: what is judged is what is printed.
fn printed(bytes: &[u8]) -> Vec<u8> {
    /// The flag of those that are printed (ISO 32000-1, 12.5.3).
    const PRINT: i64 = 4;
    if !bytes.windows(7).any(|word| word == b"/Annots") {
        return bytes.to_vec();
    }
    let mut file = lopdf::Document::load_mem(bytes).unwrap();
    let is_printed = |dict: &lopdf::Dictionary| {
        dict.get(b"F").and_then(lopdf::Object::as_i64).is_ok_and(|flags| flags & PRINT != 0)
    };
    let on_screen = |object: &lopdf::Object| {
        object.as_dict().is_ok_and(|dict| dict.has(b"Rect") && dict.has(b"AP") && !is_printed(dict))
    };
    let hidden: Vec<_> =
        file.objects.iter().filter(|(_, object)| on_screen(object)).map(|(id, _)| *id).collect();
    for id in hidden {
        file.get_dictionary_mut(id).unwrap().remove(b"AP");
    }
    let mut out = Vec::new();
    file.save_to(&mut out).unwrap();
    out
}

/// All pages of files with so many pixels of an inch; none where one cannot be drawn.
fn drawn(files: &Files, dpi: u32) -> Option<Vec<Picture>> {
    let scale = f64::from(dpi) / 25.4;
    let mut all = Vec::new();
    for (name, bytes) in files {
        let mut rgba = Vec::new();
        if name.ends_with(".svg") {
            let page = svg(bytes).ok()?.document.pages.first()?.media;
            let size = ((page.width() * scale).ceil() as u32, (page.height() * scale).ceil() as u32);
            let areas = svg_areas(bytes).ok()?;
            draw_areas(&areas, scale, size, |band| rgba.extend_from_slice(band)).then_some(())?;
            all.push(Picture { size, rgba });
            continue;
        }
        let pages = Pages::open(printed(bytes))?;
        let kept = pages.kept();
        for (at, size) in pages.sizes().into_iter().enumerate() {
            let pixels = |points: f64| (points * f64::from(dpi) / 72.0).round() as u32;
            let size = (pixels(size.0), pixels(size.1));
            let mut rgba = Vec::new();
            pages.draw(at, size, &kept, |band| rgba.extend_from_slice(band)).then_some(())?;
            all.push(Picture { size, rgba });
        }
    }
    Some(all)
}

/// A pixel on white paper.
fn on_paper(pixel: [u8; 4]) -> [u8; 3] {
    let white = 255 - pixel[3];
    [pixel[0].saturating_add(white), pixel[1].saturating_add(white), pixel[2].saturating_add(white)]
}

impl Picture {
    /// The lowest and the highest shades about a pixel.
    fn about(&self, at: usize) -> ([u8; 3], [u8; 3]) {
        let width = self.size.0 as usize;
        let (mut low, mut high) = ([255; 3], [0; 3]);
        let pixels = self.rgba.as_chunks::<4>().0;
        for middle in [at.checked_sub(width), Some(at), Some(at + width)].into_iter().flatten() {
            for pixel in pixels.get(middle.saturating_sub(1)..middle + 2).unwrap_or_default() {
                let pixel = on_paper(*pixel);
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

/// The pixels that differ. Rows of pixels that are the same, as most are, are not looked at one by one.
fn differing(found: &Picture, made: &Picture, dpi: u32) -> Vec<Differing> {
    let scale = f64::from(dpi) / 25.4;
    let width = found.size.0 as usize;
    let stands_out = |own: [u8; 3], (low, high): ([u8; 3], [u8; 3])| {
        (0..3).any(|part| {
            let more = PLAIN.saturating_add((high[part] - low[part]) / 3);
            own[part].saturating_add(more) < low[part] || own[part] > high[part].saturating_add(more)
        })
    };
    let mut all = Vec::new();
    for (row, (a, b)) in found.rgba.chunks(4 * width).zip(made.rgba.chunks(4 * width)).enumerate() {
        if a == b {
            continue;
        }
        for (column, (a, b)) in a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0).enumerate() {
            if a == b {
                continue;
            }
            let (a, b) = (on_paper(*a), on_paper(*b));
            if far(a, b) <= ANY {
                continue;
            }
            let at = row * width + column;
            let plain =
                far(a, b) > PLAIN && (stands_out(a, made.about(at)) || stands_out(b, found.about(at)));
            let place = Point::new(column as f64 + 0.5, row as f64 + 0.5);
            all.push(Differing { at: (place.to_vec2() / scale).to_point(), plain });
        }
    }
    all
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
    /// Whether what is seen is reported by nothing that tells what became of it.
    pub vague: bool,
}

/// The pictures of what the rows start from, by name and by the pixels of an inch.
#[derive(Default)]
pub struct Drawn(Mutex<BTreeMap<(String, u32), Option<Arc<Vec<Picture>>>>>);

impl Drawn {
    fn of(&self, name: &str, base: &Base, dpi: u32) -> Option<Arc<Vec<Picture>>> {
        let key = (name.to_owned(), dpi);
        if let Some(known) = self.0.lock().unwrap().get(&key) {
            return known.clone();
        }
        let made = drawn(&base.files, dpi).map(Arc::new);
        self.0.lock().unwrap().insert(key, made.clone());
        made
    }

    /// Holds every pixel of changed files to what is reported of them; none where the pages are others, or another
    /// program drew them anew.
    pub fn seen(&self, name: &str, base: &Base, files: &Files, told: &Told) -> Option<Seen> {
        if let Ok(folder) = std::env::var("PIXELS") {
            write(&folder, name, &base.files);
            write(&folder, &format!("{name}.changed"), files);
        }
        let seen = self.looked(name, base, files, told, COARSE)?;
        match seen.unreported.is_some() || seen.innocent.is_some() {
            true => self.looked(name, base, files, told, FINE),
            false => Some(seen),
        }
    }

    fn looked(&self, name: &str, base: &Base, files: &Files, told: &Told, dpi: u32) -> Option<Seen> {
        let made = self.of(name, base, dpi)?;
        let found = drawn(files, dpi)?;
        let sizes = |all: &[Picture]| all.iter().map(|one| one.size).collect::<Vec<_>>();
        if sizes(&made) != sizes(&found) {
            return None;
        }
        // Without its layout nothing but the digest of a page says that it was changed.
        let counts = |code: &str| code != DIGEST || !has_layout(name);
        let errors: Vec<&Fault> =
            told.faults.iter().filter(|fault| fault.error && counts(&fault.code)).collect();
        let tells: Vec<bool> =
            errors.iter().map(|fault| !VAGUE.iter().any(|words| fault.message.contains(words))).collect();
        let mut seen = Seen::default();
        let mut touched = vec![false; errors.len()];
        for (page, (found, made)) in (1..).zip(found.iter().zip(&*made)) {
            let places: Vec<_> = errors.iter().map(|fault| Place::of(fault, page, base)).collect();
            let mut missed = Vec::new();
            for pixel in differing(found, made, dpi) {
                seen.any = true;
                seen.changed |= pixel.plain;
                let (mut told, mut named) = (false, false);
                for ((touched, place), tells) in touched.iter_mut().zip(&places).zip(&tells) {
                    if place.holds(pixel.at) {
                        *touched = true;
                        told = true;
                        named |= tells;
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
