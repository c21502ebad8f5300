//! What annotations add to a page on paper (ISO 32000-1, 12.5).

use kurbo::{Affine, Rect};

use crate::read::hayro::{Array, Dict, Name, ObjRef, Object, PdfPage, Stream};
use crate::read::structure::is;
use crate::read::{BY_LAYER, BY_VIEWER};

/// The flags of annotations (table 165): not drawn at all, drawn where the page is printed, and not on a screen.
const HIDDEN: u32 = 1 << 1;
const PRINT: u32 = 1 << 2;
const NO_VIEW: u32 = 1 << 5;

/// Annotations that a viewer draws by itself where they bring no appearance.
const DRAWN: [&[u8]; 17] = [
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
    /// All appearances, drawn or not.
    pub appearances: Vec<Stream<'a>>,
    /// Where those with an appearance are that are printed, in mm.
    pub printed: Vec<Rect>,
    /// Where those with an appearance are that only a screen shows, in mm.
    pub on_screen: Vec<Rect>,
    /// Those that viewers draw each in its own way, or not all of them.
    pub by_viewers: Vec<ByViewer>,
}

/// An annotation that viewers differ in.
pub(super) struct ByViewer {
    /// Where it is, in mm.
    pub rect: Rect,
    /// What its box is tagged with: [`BY_VIEWER`] or [`BY_LAYER`].
    pub tag: &'static str,
}

impl<'a> Annotations<'a> {
    /// Those of a page; `to_page` leads from its units to millimetres.
    pub fn of(page: &PdfPage<'a>, to_page: Affine) -> Self {
        let mut all = Self::default();
        let list = page.raw().get::<Array<'_>>("Annots");
        for dict in list.iter().flat_map(|list| list.iter::<Dict<'_>>()) {
            let Some([x0, y0, x1, y1]) = dict.get::<[f64; 4]>("Rect") else { continue };
            let rect = to_page.transform_rect_bbox(Rect::new(x0, y0, x1, y1).abs());
            let flags = dict.get::<u32>("F").unwrap_or(0);
            let appearances = appearances(&dict);
            let prints = flags & PRINT != 0 && flags & HIDDEN == 0;
            match (appearances.is_empty(), prints) {
                // What no screen shows is not drawn here either.
                (false, true) if flags & NO_VIEW != 0 => {
                    all.by_viewers.push(ByViewer { rect, tag: BY_VIEWER })
                }
                // Ghostscript and pdfium print it, poppler and mupdf do not.
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

    /// Whether something that annotations draw is on paper.
    pub fn prints(&self, drawn: Rect) -> bool {
        let holds = |rects: &[Rect]| rects.iter().any(|rect| rect.inflate(0.1, 0.1).contains_rect(drawn));
        !holds(&self.on_screen) || holds(&self.printed)
    }
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

/// Whether an annotation belongs to a layer that is off, or to several of which one is (ISO 32000-1, 8.11).
fn is_on_layer_off(annotation: &Dict<'_>, page: &PdfPage<'_>) -> bool {
    let mut layers: Vec<ObjRef> = annotation.get_ref("OC").into_iter().collect();
    if let Some(several) = annotation.get::<Dict<'_>>("OC") {
        layers.extend(several.get_ref("OCGs"));
        let all = several.get::<Array<'_>>("OCGs");
        layers.extend(all.iter().flat_map(Array::raw_iter).filter_map(|layer| layer.as_obj_ref()));
    }
    let state = page
        .xref()
        .get::<Dict<'_>>(page.xref().root_id())
        .and_then(|root| root.get::<Dict<'_>>("OCProperties").and_then(|layers| layers.get::<Dict<'_>>("D")));
    let Some(state) = state.filter(|_| !layers.is_empty()) else { return false };
    let holds = |key: &str| {
        let all = state.get::<Array<'_>>(key);
        let mut all = all.iter().flat_map(Array::raw_iter).filter_map(|layer| layer.as_obj_ref());
        all.any(|layer| layers.contains(&layer))
    };
    holds("OFF") || is(&state, "BaseState", b"OFF") && !holds("ON")
}

/// Whether viewers draw an annotation without an appearance: a link only where it asks for a border, a field where it has a
/// ground, a border or a caption.
fn is_drawn(annotation: &Dict<'_>) -> bool {
    let Some(kind) = annotation.get::<Name<'_>>("Subtype") else { return false };
    let border = annotation.get::<Array<'_>>("Border").and_then(|border| border.iter::<f64>().nth(2));
    let style = annotation.get::<Dict<'_>>("BS").and_then(|style| style.get::<f64>("W"));
    let look = annotation.get::<Dict<'_>>("MK");
    let has_look = || look.is_some_and(|look| ["BG", "BC", "CA"].iter().any(|key| look.contains_key(*key)));
    DRAWN.contains(&kind.as_ref())
        || (kind.as_ref() == b"Widget" && has_look())
        || (kind.as_ref() == b"Link" && border.or(style).is_some_and(|width| width > 0.0))
}
