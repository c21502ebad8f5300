//! Reads a page that the program of a cutting machine printed to a PDF.
//!
//! - In: the bytes of a PDF.
//! - Out: a [`CapturedJob`] with the shapes and the marks of each page.
//! - Not here: comparing the shapes with a layout.
//!
//! The machine cuts the shapes, which have the setup colour ([`SETUP_COLOUR`]). It finds the sheet by
//! the marks, which are all other visible drawings. Shapes may be paths, or pixels of a picture. Marks
//! may be paths, or dark pixels of a picture.

mod pictures;
mod pixel_shapes;

use std::fmt;

use hexpress_scene::print::capture::{
    CapturedJob, CapturedMark, CapturedPage, CapturedShape, MAX_ELEMENTS, MAX_PAGES, MAX_SHAPES,
    SETUP_COLOUR, parts, rounded, shapes_of,
};
use kurbo::{BezPath, PathEl, Point, Rect, Shape as _, Size};

use crate::{Item, ItemKind, Outline, Page, ReadError, Rgb, Stroke, structure};
use hexpress_base::units::ShortNumber;

/// The largest difference between a shape's colour and the setup colour, in each channel.
const SAME_COLOUR: u8 = 40;
/// A colour counts as white if each of its channels has at least this value.
const MIN_WHITE_CHANNEL: u8 = 250;
/// The largest number of outlines on a page. A shape may have more than one outline, because a hole is
/// an outline, too.
const MAX_OUTLINES: usize = 2 * MAX_SHAPES;
/// The smallest area of a shape, in mm².
const MIN_AREA: f64 = 0.5;
/// Two outlines count as one if their bounding boxes differ by less than this on every side, in mm.
const SAME_PLACE: f64 = 0.03;

/// A reason why a captured page cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub enum CaptureError {
    Unreadable(ReadError),
    /// The file was made by hexpress, not by the program of a cutting machine.
    Ours,
    /// There are more than [`MAX_PAGES`] pages.
    TooManyPages(usize),
    /// No page shows a shape in the setup colour.
    NoShapes,
    /// The page has too many shapes or marks.
    TooComplex,
    /// A picture that shows shapes has too many pixels.
    PictureTooLarge,
    /// A clip cuts off a part of a picture that shows shapes.
    Cropped,
    /// A picture that shows shapes is transparent in a way that hides the edges of the shapes.
    Masked,
    /// A picture that shows shapes is rotated, but not by a multiple of 90°. The value is the clockwise
    /// angle in degrees.
    TurnedPicture(f64),
}

impl From<ReadError> for CaptureError {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(error)
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "{error}"),
            Self::Ours => {
                write!(f, "hexpress made this file, but it must come from the software of the machine")
            }
            Self::TooManyPages(pages) => {
                write!(f, "it has {pages} pages, but at most {MAX_PAGES} are allowed")
            }
            Self::NoShapes => {
                let [r, g, b] = SETUP_COLOUR;
                write!(f, "it shows no shape in the colour #{r:02X}{g:02X}{b:02X}")
            }
            Self::TooComplex => write!(f, "it has too many shapes or marks"),
            Self::PictureTooLarge => write!(f, "its picture of the shapes has too many pixels"),
            Self::Cropped => write!(f, "its picture of the shapes is cropped"),
            Self::Masked => write!(f, "its picture of the shapes has a mask, so their edges are unknown"),
            Self::TurnedPicture(degrees) => {
                write!(f, "its picture of the shapes is turned by {}°", ShortNumber::hundredths(*degrees))
            }
        }
    }
}

/// Reads the captured pages of a PDF. Leaves out pages without shapes.
///
/// # Errors
/// The file cannot be read, or its shapes cannot be measured.
pub fn capture(bytes: &[u8], name: &str) -> Result<CapturedJob, CaptureError> {
    let document = crate::pdf(bytes)?;
    if document.is_ours() || document.is_rewritten() {
        return Err(CaptureError::Ours);
    }
    if document.pages.len() > MAX_PAGES {
        return Err(CaptureError::TooManyPages(document.pages.len()));
    }
    let (pdf, _) = structure::open(bytes)?;
    let mut pages = Vec::new();
    for page in &document.pages {
        let pictures = pictures::of_page(&pdf, page.number)?;
        let captured = captured_page(page, pictures)?;
        if !captured.shapes.is_empty() {
            pages.push(captured);
        }
    }
    let marks = || pages.iter().flat_map(|page| &page.marks).map(|mark| mark.path.elements().len());
    let paths = pages.iter().flat_map(|page| &page.shapes).filter_map(|shape| shape.path.as_ref());
    let elements: usize = paths.map(|path| path.elements().len()).chain(marks()).sum();
    match pages.is_empty() {
        true => Err(CaptureError::NoShapes),
        false if elements > MAX_ELEMENTS => Err(CaptureError::TooComplex),
        false => Ok(CapturedJob { name: name.to_owned(), pages }),
    }
}

fn captured_page(page: &Page, pictures: Measured) -> Result<CapturedPage, CaptureError> {
    let mut outlines: Vec<BezPath> = Vec::new();
    let mut marks: Vec<CapturedMark> = Vec::new();
    for item in &page.items {
        let ItemKind::Path { path, fill, stroke } = &item.kind else { continue };
        let is_of_setup = |colour: Option<Rgb>| colour.is_some_and(is_setup_colour);
        let line = stroke.as_ref().map(|stroke| stroke.colour);
        if is_of_setup(*fill) || is_of_setup(line) {
            let visible = clipped(item, path);
            let whole = parts(&visible).into_iter().filter(|part| part.area().abs() >= MIN_AREA);
            for part in whole.map(|part| round_path(&part)) {
                if !outlines.iter().any(|known| is_same(known, &part)) {
                    outlines.push(part);
                }
            }
            if outlines.len() > MAX_OUTLINES {
                return Err(CaptureError::TooComplex);
            }
        } else {
            marks.extend(mark_of(item, path, *fill, stroke.as_deref(), &marks));
        }
    }
    let mut shapes: Vec<CapturedShape> = shapes_of(&outlines).into_iter().map(CapturedShape::drawn).collect();
    shapes.extend(pictures.shapes);
    marks.extend(pictures.marks);
    let size = Size::new(rounded(page.media.width()), rounded(page.media.height()));
    marks.retain(|mark| mark.boxes().iter().any(|rect| rect.overlaps(size.to_rect())));
    if shapes.len() > MAX_SHAPES {
        return Err(CaptureError::TooComplex);
    }
    shapes.iter_mut().for_each(|shape| shape.area = rounded(shape.area));
    Ok(CapturedPage { size, shapes, marks })
}

/// The shapes and marks that the pictures of a page show.
#[derive(Debug, Default)]
struct Measured {
    shapes: Vec<CapturedShape>,
    marks: Vec<CapturedMark>,
}

fn is_setup_colour(Rgb(colour): Rgb) -> bool {
    colour.iter().zip(SETUP_COLOUR).all(|(channel, own)| channel.abs_diff(own) <= SAME_COLOUR)
}

/// Returns the path of an item. If the path is an upright rectangle, returns only the part that is inside the
/// clip of the item.
fn clipped(item: &Item, path: &Outline) -> BezPath {
    let path: BezPath = path.elements().collect();
    let (Some(clip), true) = (item.clip, crate::item::is_upright(&path)) else { return path };
    let visible = path.bounding_box().intersect(clip);
    if visible == path.bounding_box() { path } else { visible.to_path(0.1) }
}

/// Returns whether two outlines are at the same place, for example the fill and the line of one
/// shape.
fn is_same(a: &BezPath, b: &BezPath) -> bool {
    let (a, b) = (a.bounding_box(), b.bounding_box());
    [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].iter().all(|side| side.abs() < SAME_PLACE)
}

/// Returns the mark that an item draws. Returns `None` if the item is invisible on paper. `below`
/// contains the marks that are drawn before the item.
fn mark_of(
    item: &Item,
    path: &Outline,
    fill: Option<Rgb>,
    stroke: Option<&Stroke>,
    below: &[CapturedMark],
) -> Option<CapturedMark> {
    let whole = item.painted_bounds?;
    let visible = item.clip.map_or(whole, |clip| clip.intersect(whole));
    if visible.area() <= 0.0 {
        return None;
    }
    let is_white = |Rgb(colour): Rgb| colour.iter().all(|channel| *channel >= MIN_WHITE_CHANNEL);
    let shown = fill.into_iter().chain(stroke.map(|stroke| stroke.colour));
    // A white drawing is visible only if it is drawn on top of a mark.
    if shown.clone().all(is_white) && !below.iter().any(|mark| contains(mark.path.bounding_box(), visible)) {
        return None;
    }
    let mut outline = clipped(item, path);
    if item.draw_style.has_holes {
        let outlines = parts(&outline);
        outline = shapes_of(&outlines).iter().flat_map(|shape| shape.elements().to_vec()).collect();
    }
    Some(CapturedMark {
        path: round_path(&outline),
        fill: fill.map(|Rgb(colour)| colour),
        stroke: stroke.map(|stroke| (rounded(stroke.width), stroke.colour.0)),
    })
}

fn contains(outer: Rect, inner: Rect) -> bool {
    outer.union(inner) == outer
}

/// Rounds all points of a path to 0.1 µm, the precision of a [`CapturedJob`].
fn round_path(path: &BezPath) -> BezPath {
    let round = |point: Point| Point::new(rounded(point.x), rounded(point.y));
    let rounded = path.elements().iter().map(|element| match *element {
        PathEl::MoveTo(p) => PathEl::MoveTo(round(p)),
        PathEl::LineTo(p) => PathEl::LineTo(round(p)),
        PathEl::QuadTo(p, q) => PathEl::QuadTo(round(p), round(q)),
        PathEl::CurveTo(p, q, r) => PathEl::CurveTo(round(p), round(q), round(r)),
        PathEl::ClosePath => PathEl::ClosePath,
    });
    rounded.collect()
}
