//! The PDF itself, with rings on it; pages without faults are left out.

use kurbo::{BezPath, PathEl};
use lopdf::{Document, Object, Stream, dictionary};

use super::rings::{COLOUR, FaultyPage, LINE, pages, unreadable};
use crate::base::units::Mm;
use crate::check::Verdict;
use crate::diag::Diagnostic;

/// Draws the faults on the pages of the first file that has any.
pub fn draw(verdict: &Verdict, files: &[Vec<u8>]) -> Result<Vec<u8>, Diagnostic> {
    let all = pages(verdict);
    of_file(all.first().map_or(0, |first| first.file), &all, files, "a .pdf")
}

/// The pages of one file that have faults, with their rings; `kind` is what becomes of them.
pub fn of_file(
    file: usize,
    all: &[FaultyPage],
    files: &[Vec<u8>],
    kind: &str,
) -> Result<Vec<u8>, Diagnostic> {
    let bytes = files.get(file).ok_or_else(|| unreadable("the file is gone"))?;
    if !bytes.starts_with(b"%PDF-") {
        return Err(unreadable(&format!("{kind} can be drawn of a PDF only")).hint("--picture faults.svg"));
    }
    let wrong = |error: lopdf::Error| unreadable(&error.to_string());
    let mut document = Document::load_mem(bytes).map_err(wrong)?;
    let ids = document.get_pages();
    let mut others: Vec<u32> = ids.keys().copied().collect();
    for FaultyPage { page, rings, .. } in all.iter().filter(|page| page.file == file) {
        let number = u32::try_from(*page).unwrap_or(u32::MAX);
        let Some(id) = ids.get(&number).copied() else { continue };
        others.retain(|other| *other != number);
        let bounds = bounds(&document, id).ok_or_else(|| unreadable("a page has no media box"))?;
        let rings = document.add_object(Stream::new(dictionary! {}, content(rings, bounds)));
        // What the page leaves changed must not change the rings.
        let save = document.add_object(Stream::new(dictionary! {}, b"q\n".to_vec()));
        let own = document.get_page_contents(id);
        let contents = [save].into_iter().chain(own).chain([rings]).map(Object::Reference);
        let contents: Vec<Object> = contents.collect();
        document.get_dictionary_mut(id).map_err(wrong)?.set("Contents", contents);
    }
    document.delete_pages(&others);
    let mut made = Vec::new();
    document.save_to(&mut made).map_err(|error| unreadable(&error.to_string()))?;
    Ok(made)
}

/// The left and the top of a page, in points.
fn bounds(document: &Document, page: lopdf::ObjectId) -> Option<(f64, f64)> {
    let mut id = page;
    // The box may stand in a node above the page; trees are not deep.
    for _ in 0..32 {
        let node = document.get_dictionary(id).ok()?;
        if let Ok(media) = node.get(b"MediaBox") {
            let (_, media) = document.dereference(media).ok()?;
            let number = |i: usize| media.as_array().ok()?.get(i)?.as_float().ok().map(f64::from);
            return Some((number(0)?.min(number(2)?), number(1)?.max(number(3)?)));
        }
        id = node.get(b"Parent").ok()?.as_reference().ok()?;
    }
    None
}

fn content(path: &BezPath, (left, top): (f64, f64)) -> Vec<u8> {
    let [r, g, b] = COLOUR.map(|c| f64::from(c) / 255.0);
    let mut text = format!("\nQ q {r:.3} {g:.3} {b:.3} RG {:.3} w 1 J 1 j\n", Mm(LINE).to_pt());
    let point = |p: kurbo::Point| format!("{:.3} {:.3}", left + Mm(p.x).to_pt(), top - Mm(p.y).to_pt());
    for element in path.elements() {
        text.push_str(&match *element {
            PathEl::MoveTo(p) => format!("{} m\n", point(p)),
            PathEl::LineTo(p) => format!("{} l\n", point(p)),
            PathEl::CurveTo(p, q, r) => format!("{} {} {} c\n", point(p), point(q), point(r)),
            PathEl::QuadTo(p, q) => format!("{} {} {} c\n", point(p), point(p), point(q)),
            PathEl::ClosePath => "h\n".to_owned(),
        });
    }
    text.push_str("S Q\n");
    text.into_bytes()
}
