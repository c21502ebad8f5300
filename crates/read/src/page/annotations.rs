//! Reads the annotations of a page (ISO 32000-1, 12.5).
//!
//! - In: a page.
//! - Out: the appearances of its annotations, and a list of annotations that look different on
//!   paper and on screens, or in different viewers.
//! - Not here: collecting the items of the appearances (`collector`).

use kurbo::{Affine, Rect};

use crate::hayro::{Array, Dict, Name, ObjRef, Object, PdfPage, Stream};
use crate::layers::references;
use crate::structure::dict_name_is;
use crate::{BY_LAYER, BY_VIEWER};

// Flags of annotations (ISO 32000-1, table 165).
/// The flag of an annotation that is never drawn.
const HIDDEN_FLAG: u32 = 1 << 1;
/// The flag of an annotation that is printed.
const PRINT_FLAG: u32 = 1 << 2;
/// The flag of an annotation that is not drawn on a screen.
const NO_VIEW_FLAG: u32 = 1 << 5;

/// The types of annotations that viewers draw even if the annotation has no appearance.
const ALWAYS_DRAWN_TYPES: [&[u8]; 17] = [
    b"Square",
    b"Circle",
    b"Line",
    b"PolyLine",
    b"Polygon",
    b"Highlight",
    b"Underline",
    b"Squiggly",
    b"StrikeOut",
    b"Stamp",
    b"Ink",
    b"FreeText",
    b"Caret",
    b"Text",
    b"FileAttachment",
    b"Sound",
    b"Redact",
];

/// The annotations of a page.
#[derive(Default)]
pub(super) struct Annotations<'a> {
    /// All appearances of the annotations, including those that are not drawn.
    pub appearances: Vec<Stream<'a>>,
    /// The boxes of annotations that have an appearance and are printed, in mm.
    pub printed: Vec<Rect>,
    /// The boxes of annotations that have an appearance but are shown only on a screen, in mm.
    pub on_screen: Vec<Rect>,
    /// The annotations that viewers draw in different ways.
    pub by_viewers: Vec<ByViewer>,
}

/// An annotation that viewers draw in different ways.
pub(super) struct ByViewer {
    /// The box of the annotation, in mm.
    pub rect: Rect,
    /// The tag of the box that stands for the annotation: [`BY_VIEWER`] or [`BY_LAYER`].
    pub tag: &'static str,
}

impl<'a> Annotations<'a> {
    /// Reads the annotations of a page. `to_page` transforms the units of the page to mm.
    pub fn new(page: &PdfPage<'a>, to_page: Affine) -> Self {
        let mut all = Self::default();
        let list = page.raw().get::<Array<'_>>("Annots");
        for dict in list.iter().flat_map(|list| list.iter::<Dict<'_>>()) {
            let Some([x0, y0, x1, y1]) = dict.get::<[f64; 4]>("Rect") else { continue };
            let rect = to_page.transform_rect_bbox(Rect::new(x0, y0, x1, y1).abs());
            let flags = dict.get::<u32>("F").unwrap_or(0);
            let appearances = appearances(&dict);
            let prints = flags & PRINT_FLAG != 0 && flags & HIDDEN_FLAG == 0;
            match (appearances.is_empty(), prints) {
                // Some annotations are printed, but hidden on screens. The PDF library does not
                // draw them.
                (false, true) if flags & NO_VIEW_FLAG != 0 => {
                    all.by_viewers.push(ByViewer { rect, tag: BY_VIEWER })
                }
                // If an annotation is on a hidden layer, Ghostscript and PDFium print it, but
                // Poppler and MuPDF do not.
                (false, true) if is_on_layer_off(&dict, page) => {
                    all.on_screen.push(rect);
                    all.by_viewers.push(ByViewer { rect, tag: BY_LAYER });
                }
                (false, true) => all.printed.push(rect),
                (false, false) => all.on_screen.push(rect),
                (true, true) if is_drawn(&dict) => all.by_viewers.push(ByViewer { rect, tag: BY_VIEWER }),
                (true, _) => {}
            }
            all.appearances.extend(appearances);
        }
        all
    }

    /// Returns whether a drawing of an annotation's appearance is printed. `drawn` is the bounding
    /// box of the drawing.
    pub fn prints(&self, drawn: Rect) -> bool {
        !contain(&self.on_screen, drawn) || contain(&self.printed, drawn)
    }
}

/// Returns whether any of `rects` contains `other`, with a tolerance of 0.1 mm.
fn contain(rects: &[Rect], other: Rect) -> bool {
    rects.iter().any(|rect| rect.inflate(0.1, 0.1).contains_rect(other))
}

fn appearances<'a>(annotation: &Dict<'a>) -> Vec<Stream<'a>> {
    match annotation.get::<Dict<'_>>("AP").and_then(|all| all.get::<Object<'_>>("N")) {
        Some(Object::Stream(stream)) => vec![stream],
        Some(Object::Dict(states)) => {
            states.keys().filter_map(|key| states.get::<Stream<'_>>(&*key)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether an annotation is on a hidden layer. If the annotation is on several layers, returns true
/// if at least one of them is hidden (ISO 32000-1, 8.11).
fn is_on_layer_off(annotation: &Dict<'_>, page: &PdfPage<'_>) -> bool {
    let mut layers: Vec<ObjRef> = annotation.get_ref("OC").into_iter().collect();
    if let Some(membership) = annotation.get::<Dict<'_>>("OC") {
        layers.extend(membership.get_ref("OCGs"));
        layers.extend(references(&membership, "OCGs"));
    }
    let state = page
        .xref()
        .get::<Dict<'_>>(page.xref().root_id())
        .and_then(|root| root.get::<Dict<'_>>("OCProperties").and_then(|layers| layers.get::<Dict<'_>>("D")));
    let Some(state) = state.filter(|_| !layers.is_empty()) else { return false };
    let is_off = references(&state, "OFF").iter().any(|layer| layers.contains(layer));
    let is_on = references(&state, "ON").iter().any(|layer| layers.contains(layer));
    is_off || dict_name_is(&state, "BaseState", b"OFF") && !is_on
}

/// Returns whether a form field has a background, a border or a caption.
fn has_look(field: &Dict<'_>) -> bool {
    let look = field.get::<Dict<'_>>("MK");
    look.is_some_and(|look| ["BG", "BC", "CA"].iter().any(|key| look.contains_key(*key)))
}

/// Returns whether viewers draw an annotation that has no appearance. Viewers draw a link if it has
/// a border, and a form field if it has a background, a border or a caption.
fn is_drawn(annotation: &Dict<'_>) -> bool {
    let Some(kind) = annotation.get::<Name<'_>>("Subtype") else { return false };
    let border = annotation.get::<Array<'_>>("Border").and_then(|border| border.iter::<f64>().nth(2));
    let style = annotation.get::<Dict<'_>>("BS").and_then(|style| style.get::<f64>("W"));
    ALWAYS_DRAWN_TYPES.contains(&kind.as_ref())
        || (kind.as_ref() == b"Widget" && has_look(annotation))
        || (kind.as_ref() == b"Link" && border.or(style).is_some_and(|width| width > 0.0))
}
