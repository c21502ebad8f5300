//! Draws rings on the faulty pages of a PDF.
//!
//! - In: a verdict, and the files that were judged.
//! - Out: a PDF with the faulty pages of one file. Their content is kept, so text stays text.
//! - Not here: the tags and metadata of the file. They are removed, because they do not describe the
//!   rings.

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape, Size};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::fault_rings::{COLOUR, FaultyPage, LINE_WIDTH, Overlay, pages, unreadable};
use super::inset::{self, Inset};
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_base::units::MM_PER_INCH;
use hexpress_check::Verdict;

/// Entries of the PDF's catalogue that are removed, because they describe the pages without rings.
const OUTDATED: [&[u8]; 3] = [b"Metadata", b"StructTreeRoot", b"MarkInfo"];
/// The largest number of parent nodes of a page that are searched. Without a limit, the search would
/// never end if the nodes of a damaged PDF form a cycle.
const MAX_NODES_ABOVE_PAGE: usize = 32;

/// Draws the faults on the pages of the first file that has faults.
///
/// # Errors
/// The file is not a PDF, or is damaged.
pub fn draw(verdict: &Verdict, files: &[Vec<u8>]) -> Result<Vec<u8>> {
    let faulty = pages(verdict);
    ringed(faulty.first().map_or(0, |first| first.key.file), &faulty, files, "a .pdf")
}

/// Returns a PDF with the faulty pages of one file and their rings.
///
/// Error messages call the picture `kind`, for example `a .pdf`.
///
/// # Errors
/// The file is not a PDF, or is damaged.
pub fn ringed(file: usize, faulty: &[FaultyPage], files: &[Vec<u8>], kind: &str) -> Result<Vec<u8>> {
    let bytes = files.get(file).ok_or_else(|| unreadable("the checked file is missing"))?;
    if !bytes.starts_with(b"%PDF-") {
        return Err(unreadable(&format!("{kind} can show only the faults of a PDF"))
            .hint("write --picture faults.svg"));
    }
    let mut document = Document::load_mem(bytes).map_err(broken)?;
    let ids = document.get_pages();
    let mut without_faults: Vec<u32> = ids.keys().copied().collect();
    for page in faulty.iter().filter(|page| page.key.file == file) {
        let number = u32::try_from(page.key.number).unwrap_or(u32::MAX);
        let Some(id) = ids.get(&number).copied() else { continue };
        without_faults.retain(|other| *other != number);
        draw_over(&mut document, id, page)?;
    }
    document.delete_pages(&without_faults);
    for entry in OUTDATED {
        document.catalog_mut().map_err(broken)?.remove(entry);
    }
    let mut pdf = Vec::new();
    document.save_to(&mut pdf).map_err(|error| unreadable(&error.to_string()))?;
    Ok(pdf)
}

/// Draws the faults of a page on top of its content.
fn draw_over(document: &mut Document, id: ObjectId, page: &FaultyPage) -> Result<()> {
    let view =
        PageView::new(document, id).ok_or_else(|| unreadable("a page of the PDF has no size (MediaBox)"))?;
    let content_of_page = document.get_page_contents(id);
    let mut contents = Vec::new();
    for part in view.parts(&page.overlay(view.size)) {
        match part {
            ContentPart::Page => contents.extend(content_of_page.iter().copied().map(Object::Reference)),
            ContentPart::Operators(text) => {
                let stream = Stream::new(Dictionary::new(), text.into_bytes());
                contents.push(Object::Reference(document.add_object(stream)));
            }
        }
    }
    document.get_dictionary_mut(id).map_err(broken)?.set("Contents", contents);
    Ok(())
}

fn broken(error: lopdf::Error) -> Diagnostic {
    unreadable(&error.to_string())
}

/// A part of the content of a page with rings.
enum ContentPart {
    /// All content streams that the page already has.
    Page,
    /// A new content stream with these operators.
    Operators(String),
}

/// The geometry of a page as a PDF viewer shows it.
struct PageView {
    /// Width and height in mm, after the rotation by `Rotate`.
    size: Size,
    /// Maps a point of the page to the coordinates of the content stream. The point is in mm, on the
    /// page as a viewer shows it.
    to_content: Affine,
}

impl PageView {
    /// Reads the media box, rotation and unit of a page. Returns `None` if the page has no media
    /// box, or no area.
    fn new(document: &Document, page: ObjectId) -> Option<Self> {
        let corners = inherited(document, page, b"MediaBox")?.as_array().ok()?;
        let bounds = Rect::from_points(
            (number(corners, 0)?, number(corners, 1)?),
            (number(corners, 2)?, number(corners, 3)?),
        );
        let rotation = inherited(document, page, b"Rotate").and_then(|turn| turn.as_i64().ok());
        let unit = inherited(document, page, b"UserUnit").and_then(|unit| unit.as_float().ok());
        let scale = MM_PER_INCH / 72.0 * f64::from(unit.unwrap_or(1.0));
        let (w, h) = (bounds.width() * scale, bounds.height() * scale);
        let upright = Affine::new([scale, 0.0, 0.0, -scale, -bounds.x0 * scale, bounds.y1 * scale]);
        let (rotated, size) = match rotation.unwrap_or(0).rem_euclid(360) {
            90 => (Affine::new([0.0, 1.0, -1.0, 0.0, h, 0.0]), Size::new(h, w)),
            180 => (Affine::new([-1.0, 0.0, 0.0, -1.0, w, h]), Size::new(w, h)),
            270 => (Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, w]), Size::new(h, w)),
            _ => (Affine::IDENTITY, Size::new(w, h)),
        };
        (w > 0.0 && h > 0.0).then(|| Self { size, to_content: (rotated * upright).inverse() })
    }

    /// Returns the content of the page and the shapes of the overlay as parts, in drawing order.
    fn parts(&self, overlay: &Overlay) -> Vec<ContentPart> {
        let [r, g, b] = COLOUR.map(|c| f64::from(c) / 255.0);
        let colours = format!("1 g {r:.3} {g:.3} {b:.3} RG 1 J 1 j");
        let in_mm = concatenation(self.to_content);
        // The page's content may change the graphics state. Therefore `q` saves the state before the
        // content, and `Q` restores it for the overlay.
        let mut text = format!("\nQ q {in_mm} {colours} {LINE_WIDTH:.3} w\n");
        push_path(&overlay.rings, Paint::Stroke, &mut text);
        for plate in &overlay.plates {
            push_path(&plate.to_path(0.1), Paint::Fill, &mut text);
        }
        push_path(&overlay.numbers, Paint::Stroke, &mut text);
        let mut parts = vec![ContentPart::Operators("q\n".to_owned()), ContentPart::Page];
        for inset in &overlay.insets {
            self.push_window(inset, &mut text);
            parts.extend([ContentPart::Operators(std::mem::take(&mut text)), ContentPart::Page]);
            text = format!("\nQ Q q {in_mm} {colours}\nq 1 G {:.3} w\n", inset::HALO_WIDTH);
            push_path(&inset.arrow, Paint::Stroke, &mut text);
            text.push_str(&format!("Q {:.3} w\n", inset::LINE_WIDTH));
            push_path(&inset.arrow, Paint::Stroke, &mut text);
            push_path(&inset.lines, Paint::Stroke, &mut text);
        }
        text.push_str("Q\n");
        parts.push(ContentPart::Operators(text));
        parts
    }

    /// Adds operators that draw the white background of an inset, and clip to its detail.
    ///
    /// The caller then draws the content of the page again, enlarged.
    fn push_window(&self, inset: &Inset, text: &mut String) {
        push_path(&inset.frame.to_path(0.1), Paint::Fill, text);
        push_path(&inset.detail.to_path(0.1), Paint::Clip, text);
        // The caller draws the page's content again after these operators. They set the units of the
        // inset, and restore the graphics state at the beginning of a page.
        let enlarged = concatenation(inset.page_to_detail * self.to_content.inverse());
        text.push_str(&format!("{enlarged} q 0 g 0 G 1 w 0 J 0 j\n"));
    }
}

fn number(corners: &[Object], index: usize) -> Option<f64> {
    corners.get(index)?.as_float().ok().map(f64::from)
}

/// Returns the value of an entry that a page has itself or inherits. If the page lacks the entry,
/// searches its parent, then the parent of this parent, and so on. Returns `None` if no node has the
/// entry, or if the PDF is damaged.
fn inherited<'d>(document: &'d Document, page: ObjectId, key: &[u8]) -> Option<&'d Object> {
    let mut id = page;
    for _ in 0..MAX_NODES_ABOVE_PAGE {
        let node = document.get_dictionary(id).ok()?;
        if let Ok(value) = node.get(key) {
            return document.dereference(value).ok().map(|(_, value)| value);
        }
        id = node.get(b"Parent").ok()?.as_reference().ok()?;
    }
    None
}

/// Returns the operator that applies a transform to everything drawn after it.
fn concatenation(transform: Affine) -> String {
    let [a, b, c, d, e, f] = transform.as_coeffs();
    format!("{a:.6} {b:.6} {c:.6} {d:.6} {e:.4} {f:.4} cm")
}

/// How a path is used: painted, or as a clip for later drawings.
#[derive(Clone, Copy)]
enum Paint {
    Stroke,
    Fill,
    /// The path is not painted. Later drawings are visible only inside the path.
    Clip,
}

impl Paint {
    fn operator(self) -> &'static str {
        match self {
            Self::Stroke => "S",
            Self::Fill => "f",
            Self::Clip => "W n",
        }
    }
}

/// Adds the operators of a path, unless the path is empty.
fn push_path(path: &BezPath, paint: Paint, text: &mut String) {
    if path.elements().is_empty() {
        return;
    }
    for element in path.elements() {
        text.push_str(&match *element {
            PathEl::MoveTo(p) => format!("{} m\n", operands(p)),
            PathEl::LineTo(p) => format!("{} l\n", operands(p)),
            PathEl::CurveTo(p, q, r) => format!("{} {} {} c\n", operands(p), operands(q), operands(r)),
            PathEl::QuadTo(p, q) => format!("{} {} {} c\n", operands(p), operands(p), operands(q)),
            PathEl::ClosePath => "h\n".to_owned(),
        });
    }
    text.push_str(paint.operator());
    text.push('\n');
}

fn operands(point: Point) -> String {
    format!("{:.3} {:.3}", point.x, point.y)
}
