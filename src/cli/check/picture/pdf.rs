//! The PDF itself, with rings on it; pages without faults are left out.

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape, Size};
use lopdf::{Document, Object, ObjectId, Stream, dictionary};

use super::inset;
use super::rings::{COLOUR, FaultyPage, LINE, Overlay, pages, unreadable};
use crate::base::units::MM_PER_INCH;
use crate::check::Verdict;
use crate::diag::Result;

/// Draws the faults on the pages of the first file that has any.
pub fn draw(verdict: &Verdict, files: &[Vec<u8>]) -> Result<Vec<u8>> {
    let all = pages(verdict);
    of_file(all.first().map_or(0, |first| first.file), &all, files, "a .pdf")
}

/// The pages of one file that have faults, with their rings; `kind` is what becomes of them.
pub fn of_file(file: usize, all: &[FaultyPage], files: &[Vec<u8>], kind: &str) -> Result<Vec<u8>> {
    let bytes = files.get(file).ok_or_else(|| unreadable("the file is gone"))?;
    if !bytes.starts_with(b"%PDF-") {
        return Err(unreadable(&format!("{kind} can be drawn of a PDF only")).hint("--picture faults.svg"));
    }
    let wrong = |error: lopdf::Error| unreadable(&error.to_string());
    let mut document = Document::load_mem(bytes).map_err(wrong)?;
    let ids = document.get_pages();
    let mut others: Vec<u32> = ids.keys().copied().collect();
    for faulty in all.iter().filter(|page| page.file == file) {
        let number = u32::try_from(faulty.page).unwrap_or(u32::MAX);
        let Some(id) = ids.get(&number).copied() else { continue };
        others.retain(|other| *other != number);
        let sheet = SeenPage::of(&document, id).ok_or_else(|| unreadable("a page has no media box"))?;
        let overlay = faulty.overlay(sheet.size);
        let own = document.get_page_contents(id);
        let mut contents = Vec::new();
        for part in sheet.parts(&overlay) {
            match part {
                Part::Page => contents.extend(own.iter().copied().map(Object::Reference)),
                Part::Lines(text) => {
                    let stream = Stream::new(dictionary! {}, text.into_bytes());
                    contents.push(Object::Reference(document.add_object(stream)));
                }
            }
        }
        document.get_dictionary_mut(id).map_err(wrong)?.set("Contents", contents);
    }
    document.delete_pages(&others);
    // What is drawn over the pages is not read aloud, and no file to keep.
    for claim in [&b"Metadata"[..], b"StructTreeRoot", b"MarkInfo"] {
        document.catalog_mut().map_err(wrong)?.remove(claim);
    }
    let mut made = Vec::new();
    document.save_to(&mut made).map_err(|error| unreadable(&error.to_string()))?;
    Ok(made)
}

/// A part of what a page draws.
enum Part {
    /// What it draws without faults.
    Page,
    /// Operators.
    Lines(String),
}

/// A page as it is seen.
struct SeenPage {
    /// Its size, in mm.
    size: Size,
    /// From mm on the page as it is seen to what its operators count in.
    way: Affine,
}

impl SeenPage {
    fn of(document: &Document, page: ObjectId) -> Option<Self> {
        let media = inherited(document, page, b"MediaBox")?;
        let number = |i: usize| media.as_array().ok()?.get(i)?.as_float().ok().map(f64::from);
        let (a, b, c, d) = (number(0)?, number(1)?, number(2)?, number(3)?);
        let bounds = Rect::from_points((a, b), (c, d));
        let turn = inherited(document, page, b"Rotate").and_then(|turn| turn.as_i64().ok()).unwrap_or(0);
        let unit =
            inherited(document, page, b"UserUnit").and_then(|unit| unit.as_float().ok()).unwrap_or(1.0);
        let scale = MM_PER_INCH / 72.0 * f64::from(unit);
        let (w, h) = (bounds.width() * scale, bounds.height() * scale);
        let upright = Affine::new([scale, 0.0, 0.0, -scale, -bounds.x0 * scale, bounds.y1 * scale]);
        let (turned, size) = match turn.rem_euclid(360) {
            90 => (Affine::new([0.0, 1.0, -1.0, 0.0, h, 0.0]), Size::new(h, w)),
            180 => (Affine::new([-1.0, 0.0, 0.0, -1.0, w, h]), Size::new(w, h)),
            270 => (Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, w]), Size::new(h, w)),
            _ => (Affine::IDENTITY, Size::new(w, h)),
        };
        (w > 0.0 && h > 0.0).then(|| Self { size, way: (turned * upright).inverse() })
    }

    /// What is drawn one after the other.
    fn parts(&self, overlay: &Overlay) -> Vec<Part> {
        let [r, g, b] = COLOUR.map(|c| f64::from(c) / 255.0);
        let colours = format!("1 g {r:.3} {g:.3} {b:.3} RG 1 J 1 j");
        let in_mm = matrix(self.way);
        // What the page leaves changed must not change the rings.
        let mut lines = format!("\nQ q {in_mm} {colours} {LINE:.3} w\n");
        push(&overlay.rings, "S", &mut lines);
        overlay.plates.iter().for_each(|plate| push(&plate.to_path(0.1), "f", &mut lines));
        push(&overlay.numbers, "S", &mut lines);
        let mut parts = vec![Part::Lines("q\n".to_owned()), Part::Page];
        for inset in &overlay.insets {
            push(&inset.frame.to_path(0.1), "f", &mut lines);
            push(&inset.picture.to_path(0.1), "W n", &mut lines);
            // The page's own operators, so that they draw there what they draw on it.
            let larger = matrix(inset.way * self.way.inverse());
            lines.push_str(&format!("{larger} q 0 g 0 G 1 w 0 J 0 j\n"));
            parts.extend([Part::Lines(std::mem::take(&mut lines)), Part::Page]);
            lines = format!("\nQ Q q {in_mm} {colours}\nq 1 G {:.3} w\n", inset::GROUND);
            push(&inset.arrow, "S", &mut lines);
            lines.push_str(&format!("Q {:.3} w\n", inset::LINE));
            push(&inset.arrow, "S", &mut lines);
            push(&inset.lines, "S", &mut lines);
        }
        lines.push_str("Q\n");
        parts.push(Part::Lines(lines));
        parts
    }
}

/// What a page says, or a node above it.
fn inherited<'d>(document: &'d Document, page: ObjectId, key: &[u8]) -> Option<&'d Object> {
    let mut id = page;
    // Trees are not deep.
    for _ in 0..32 {
        let node = document.get_dictionary(id).ok()?;
        if let Ok(value) = node.get(key) {
            return document.dereference(value).ok().map(|(_, value)| value);
        }
        id = node.get(b"Parent").ok()?.as_reference().ok()?;
    }
    None
}

fn matrix(way: Affine) -> String {
    let [a, b, c, d, e, f] = way.as_coeffs();
    format!("{a:.6} {b:.6} {c:.6} {d:.6} {e:.4} {f:.4} cm")
}

fn push(path: &BezPath, then: &str, text: &mut String) {
    if path.elements().is_empty() {
        return;
    }
    let point = |p: Point| format!("{:.3} {:.3}", p.x, p.y);
    for element in path.elements() {
        text.push_str(&match *element {
            PathEl::MoveTo(p) => format!("{} m\n", point(p)),
            PathEl::LineTo(p) => format!("{} l\n", point(p)),
            PathEl::CurveTo(p, q, r) => format!("{} {} {} c\n", point(p), point(q), point(r)),
            PathEl::QuadTo(p, q) => format!("{} {} {} c\n", point(p), point(p), point(q)),
            PathEl::ClosePath => "h\n".to_owned(),
        });
    }
    text.push_str(then);
    text.push('\n');
}
