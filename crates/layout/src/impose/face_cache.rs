//! Draws the faces of decks. If several pieces have the same values for an element, the element is
//! drawn only once.
//!
//! - In: a deck.
//! - Out: the drawings of one piece at a time. Their coordinates are relative to the middle of the
//!   piece.
//!
//! The module `choose_packing` positions the pieces on a sheet.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect};

use super::cut_outline::{CutOutline, SheetOutlines};
use super::hidden_elements::{self, HiddenElements};
use super::oversized::{self, ElementOnPiece};
use super::rim_contrast::{self, LineColour, RimContrast};
use super::sheet_packing::{Marks, SheetPacking};
use super::words_on_hole;
use crate::box_parts::Window;
use crate::draw::bleed;
use crate::draw::bounds::{bounds, shared};
use crate::draw::frame::Frame;
use crate::draw::painter::{Context, Painter};
use crate::elements::group_with_alt;
use crate::marks::punch::PunchedHole;
use crate::marks::version_mark::VersionMarks;
use hexpress_base::diag::Diagnostic;
use hexpress_base::identity::Feature;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::alt_text::alt_text;
use hexpress_game::values::Column;
use hexpress_game::{Element, Located, PieceSet, PieceSide};
use hexpress_language::values::value::ElementPlace;
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::{Drawing, Shared};
use hexpress_template::edge_name;

/// The maximum number of drawings of one element that are kept from one sheet to the next. An element with
/// more drawings rarely uses one of them again, so all are removed.
const MAX_KEPT: usize = 4096;
/// The maximum number of drawings that are kept for an element whose values rarely repeat. Pieces with
/// equal values follow one another, so older drawings are not needed.
const MAX_KEPT_IF_VARIED: usize = 8;
/// In a file with at most this many pages, pages do not share drawings. Sharing would cost more
/// than it saves in such a small file.
const MAX_PAGES_WITHOUT_SHARING: usize = 8;

/// A cache for one side of a deck's pieces. Each thread has its own cache, and uses it for all
/// sheets that the thread draws.
#[derive(Debug)]
pub struct FaceCache<'d> {
    deck: &'d PieceSet,
    side: PieceSide,
    /// The outline along which a piece is cut out, with its bleed and safe zone.
    pub frame: Frame,
    elements: Vec<CachedElement<'d>>,
    hidden: HiddenElements,
    /// True if all full sheets share one drawing of their cut lines.
    pub shares_sheets: bool,
    /// The cut lines of a full sheet. `None` until the first full sheet is drawn.
    pub full_sheet: Option<SheetOutlines>,
    pub cut: CutOutline,
    /// Points just inside the outline. At these points, the colours of a face are compared with the
    /// colour of the cut line.
    rim_samples: Vec<Point>,
    line_colour: LineColour,
    /// The object that draws the version mark of each piece. `None` if pieces have no version
    /// marks.
    mark: Option<Box<VersionMarks<'d>>>,
    /// The part of a larger picture that each piece shows, such as the part of a divided box. `None` for all
    /// other pieces.
    window: Option<Box<Window>>,
}

pub struct Face {
    /// The drawings. Coordinates are relative to the middle of the piece.
    pub drawings: Vec<Drawing>,
    /// Where the cut line along the outline is hardly visible on the face.
    pub rim: RimContrast,
    /// The version mark. Coordinates are relative to the middle of the piece. `None` if the piece has no
    /// mark.
    pub mark: Option<Drawing>,
}

/// What is cached as one unit: a whole element, or only its drawing at one edge.
#[derive(Debug)]
struct CachedElement<'d> {
    /// The element. If an element is drawn at edges and also elsewhere, the entry for the places elsewhere
    /// contains a copy of it without the edges.
    element: Cow<'d, Element>,
    /// The index of the edge. `None` if the element is not drawn at an edge.
    edge: Option<usize>,
    /// The indices of the columns whose values the element uses.
    columns: Vec<usize>,
    /// True if the element uses the number of the piece. Each of its drawings is then different.
    is_unique: bool,
    most_kept: usize,
    /// The drawings that are kept. The method `write_key` computes the key of a drawing from the values
    /// in `columns`.
    drawings: HashMap<Box<[usize]>, CachedDrawing>,
}

#[derive(Debug, Clone)]
struct CachedDrawing {
    /// The drawing. `None` if the element shows nothing.
    shared: Option<Arc<Shared>>,
    rim: RimContrast,
    /// The mistakes in the drawing. They are reported again for each piece that uses the drawing.
    findings: Arc<[Diagnostic]>,
}

impl<'d> FaceCache<'d> {
    /// Returns an empty cache for one side of a deck, without version marks. `packing` describes how
    /// the pieces are packed.
    pub fn new(deck: &'d PieceSet, side: PieceSide, packing: &SheetPacking, furniture: &Furniture) -> Self {
        let mut front_frame = Frame::piece(&packing.outline, packing.piece)
            .with_bleed_and_safe(deck.bleed_of(side), deck.safe.mm);
        front_frame.bleed_shape = deck.bleed_shape;
        let (frame, face) = match side {
            PieceSide::Front => (front_frame, &deck.face),
            PieceSide::Back => (front_frame.of_back(), &deck.back),
        };
        let edges = frame.edges().len();
        let elements: Vec<CachedElement<'d>> =
            face.iter().flat_map(|element| CachedElement::split(deck, element, edges)).collect();
        let hidden = HiddenElements::new(elements.iter().map(|cached| match cached.edge {
            None => Some(&*cached.element),
            Some(_) => None,
        }));
        let stroke =
            if packing.marks == Marks::Bold { furniture.bold_stroke() } else { furniture.cut_stroke() };
        let window = Window::new(deck, &frame).map(Box::new);
        let cut = CutOutline::new(&frame.outline(), stroke);
        let rim_samples = rim_contrast::samples(&cut.corners);
        Self {
            deck,
            side,
            frame,
            elements,
            hidden,
            shares_sheets: false,
            full_sheet: None,
            cut,
            rim_samples,
            line_colour: LineColour::new(furniture.line_ink.rgb),
            mark: None,
            window,
        }
    }

    /// Returns the cache with a changed frame, which has neither bleed nor safe zone.
    pub fn without_bleed_or_safe(self) -> Self {
        let frame = self.frame.with_bleed_and_safe(0.0, 0.0);
        Self { window: Window::new(self.deck, &frame).map(Box::new), frame, ..self }
    }

    /// Returns a cache whose faces have version marks if the layout asks for such marks.
    fn with_version_marks(self, packing: &SheetPacking) -> Self {
        let is_marked = self.deck.version_mark.is_some() && self.side == PieceSide::Front;
        Self { mark: is_marked.then(|| Box::new(VersionMarks::new(self.deck, packing))), ..self }
    }

    /// Begins another sheet. If the cache contains too many drawings of an element, removes the
    /// drawings of this element.
    pub fn begin_sheet(&mut self) {
        for element in &mut self.elements {
            if element.drawings.len() > element.most_kept {
                element.drawings.clear();
            }
        }
    }

    /// Returns the face of the piece at `index`, or `None` if there is no such piece.
    pub fn piece(&mut self, painter: &mut Painter<'_, '_>, index: usize) -> Option<Face> {
        let row = self.deck.row(index)?;
        if let (PieceSide::Front, Some(drawings)) = (self.side, self.deck.drawn_faces.get(row)) {
            let rim = RimContrast::new(drawings, &self.rim_samples, self.line_colour);
            return Some(Face { drawings: drawings.clone(), rim, mark: None });
        }
        let mut drawings = Vec::with_capacity(self.elements.len());
        let mut rim = RimContrast::default();
        // The index of the first drawing of each element.
        let mut starts = Vec::with_capacity(self.elements.len());
        let mut key = Vec::new();
        let window = self.window.as_deref();
        for element in &mut self.elements {
            starts.push(drawings.len());
            if element.is_unique {
                let drawn = element.draw_in(window, &self.frame, painter, self.deck, index);
                rim.add(RimContrast::new(&drawn, &self.rim_samples, self.line_colour));
                drawings.extend(drawn);
                continue;
            }
            element.write_key(&mut key, self.deck, row);
            let drawing = match element.drawings.get(&*key) {
                Some(known) => {
                    report_again(&known.findings, painter, self.deck, index);
                    known.clone()
                }
                None => {
                    let (drawn, findings) = painter.track_findings(|painter| {
                        element.draw_in(window, &self.frame, painter, self.deck, index)
                    });
                    let drawing = CachedDrawing {
                        rim: RimContrast::new(&drawn, &self.rim_samples, self.line_colour),
                        shared: (!drawn.is_empty()).then(|| Arc::new(shared(drawn))),
                        findings: findings.into(),
                    };
                    element.drawings.insert(key.as_slice().into(), drawing.clone());
                    drawing
                }
            };
            rim.add(drawing.rim);
            drawings
                .extend(drawing.shared.map(|shared| Drawing::Use { shared, transform: Affine::IDENTITY }));
        }
        self.report_hidden(&drawings, &starts, painter);
        let mark = self.mark.as_mut().and_then(|marks| marks.draw(painter, index, &drawings, &self.frame));
        Some(Face { drawings: self.with_alt(painter, drawings, index), rim, mark })
    }

    /// Warns about elements that a later box hides. `starts` contains the index of the first drawing of
    /// each element.
    fn report_hidden(&mut self, drawings: &[Drawing], starts: &[usize], painter: &mut Painter<'_, '_>) {
        if !self.hidden.is_searching() {
            return;
        }
        let ends = starts.iter().skip(1).copied().chain([drawings.len()]);
        let boxes: Vec<Option<Rect>> =
            starts.iter().zip(ends).map(|(start, end)| bounds(drawings.get(*start..end)?)).collect();
        for pair in self.hidden.search(&boxes) {
            let [cover, hidden] = [pair.cover, pair.hidden].map(|index| &*self.elements[index].element);
            painter.add_finding(hidden_elements::warning(cover, hidden));
        }
    }

    /// Returns the drawings of a face. If the layout sets `alt` for the front, screen readers read
    /// this text instead of the texts on the front.
    fn with_alt(&self, painter: &mut Painter<'_, '_>, drawings: Vec<Drawing>, index: usize) -> Vec<Drawing> {
        let (PieceSide::Front, Some(Located { value: what, place })) = (self.side, &self.deck.alt) else {
            return drawings;
        };
        let Some(piece) = self.deck.piece(index) else { return drawings };
        let text = painter.settler().text(what, &piece);
        match text.and_then(|text| alt_text(&text).map(Into::into)) {
            Ok(alt) => group_with_alt(alt, drawings),
            Err(diagnostic) => {
                let name = painter.identity(Feature::piece(self.deck.number(index), PieceSide::Front));
                painter.add_finding(diagnostic.of_piece(&name.to_string()).at(*place));
                drawings
            }
        }
    }
}

/// Reports the mistakes of a drawing for another piece with the same drawing.
fn report_again(findings: &[Diagnostic], painter: &mut Painter<'_, '_>, deck: &PieceSet, index: usize) {
    for finding in findings {
        let name = painter.identity(Feature::piece(deck.number(index), PieceSide::Front)).to_string();
        let again = finding.clone();
        painter.add_finding(if again.piece.is_some() { again.of_piece(&name) } else { again });
    }
}

impl<'d> CachedElement<'d> {
    /// Splits an element into parts that are cached separately. `edges` is the number of edges of a
    /// piece. There is one part for each edge at which the element is drawn, and one part for all other
    /// places.
    ///
    /// For example, an element may be at six edges, and each edge may have one of seven colours. Then
    /// at most 42 drawings (6 × 7) are needed. If the edges were cached together, there could be
    /// 117,649 drawings (7 to the power of 6).
    fn split(deck: &PieceSet, element: &'d Element, edges: usize) -> Vec<Self> {
        if !element.is_at_edges() {
            return vec![Self::new(deck, Cow::Borrowed(element), None)];
        }
        let mut parts: Vec<Self> =
            (0..edges).map(|edge| Self::new(deck, Cow::Borrowed(element), Some(edge))).collect();
        let mut rest = element.clone();
        rest.places.retain(|place| *place != ElementPlace::EachEdge);
        if rest.is_off_edges() {
            parts.push(Self::new(deck, Cow::Owned(rest), None));
        }
        parts
    }

    fn new(deck: &PieceSet, element: Cow<'d, Element>, edge: Option<usize>) -> Self {
        let (mut columns, mut is_unique) = (Vec::new(), false);
        for need in element.needs() {
            let own_edge = edge.filter(|_| need == "edge").map(|edge| edge_name(edge + 1));
            let field = own_edge.as_deref().unwrap_or(need);
            let column = deck.values.position(field);
            columns.extend(column);
            is_unique |= field == "number"
                && match column {
                    // If a row sets no number, the number of the piece is its position in the deck, and no
                    // two pieces are alike.
                    Some(column) => deck.values.lacks(column),
                    // If a field sets one number for all pieces, the drawings can still be equal.
                    None => deck.field(field).is_none(),
                };
        }
        let is_varied =
            columns.iter().any(|column| deck.values.columns().get(*column).is_some_and(Column::is_varied));
        let most_kept = if is_varied { MAX_KEPT_IF_VARIED } else { MAX_KEPT };
        Self { element, edge, columns, is_unique, most_kept, drawings: HashMap::new() }
    }

    /// Writes the key of a row to `key`. In each column, equal values have the same number. For each
    /// column that the element uses, the key contains the number of the row's value plus 1. If the row
    /// has no value, the key contains 0.
    fn write_key(&self, key: &mut Vec<usize>, deck: &PieceSet, row: usize) {
        let columns = deck.values.columns();
        key.clear();
        key.extend(self.columns.iter().map(|column| {
            columns.get(*column).and_then(|values| values.number(row)).map_or(0, |number| number + 1)
        }));
    }

    /// Draws the element for one piece. If the piece shows a part of a larger picture, draws the element in
    /// the whole picture. Returns only the drawings that are visible on the piece.
    fn draw_in(
        &self,
        window: Option<&Window>,
        frame: &Frame,
        painter: &mut Painter<'_, '_>,
        deck: &PieceSet,
        index: usize,
    ) -> Vec<Drawing> {
        match window {
            Some(window) => window.shown(self.draw(&window.whole, painter, deck, index)),
            None => self.draw(frame, painter, deck, index),
        }
    }

    /// Draws the element for one piece, and reports its mistakes.
    fn draw(
        &self,
        frame: &Frame,
        painter: &mut Painter<'_, '_>,
        deck: &PieceSet,
        index: usize,
    ) -> Vec<Drawing> {
        let Some(piece) = deck.piece(index) else { return Vec::new() };
        let element = &*self.element;
        let name = painter.identity(Feature::piece(deck.number(index), PieceSide::Front)).to_string();
        let context = Context { edge: self.edge, ..Context::new(frame, &piece, &name) };
        let mut drawings = painter.element(element, context);
        if frame.safe > 0.0 {
            bleed::keep_safe(element, &drawings, frame, &name, painter);
        }
        if !deck.holes.is_empty() {
            let holes = PunchedHole::all(deck, frame.size, PieceSide::from_is_back(frame.is_back()));
            if let Some(diagnostic) = words_on_hole::check(element, &drawings, &holes, painter) {
                painter.add_finding(diagnostic.of_piece(&name).at(element.place));
            }
        }
        if frame.bleed > 0.0 {
            if let Some(diagnostic) = oversized::larger_than_bleed(element, frame, painter, &piece) {
                painter.add_finding(diagnostic.of_piece(&name).at(element.place));
            }
            bleed::extend_into_bleed(&mut drawings, frame);
            return drawings;
        }
        let on_piece = ElementOnPiece { element, drawings: &drawings, frame };
        // On a piece with a form (an irregular outline), drawings that extend outside the piece are not
        // reported, because they are clipped at the outline.
        let beyond = if frame.has_form() { None } else { on_piece.outside_error() };
        let oversized = beyond.or_else(|| on_piece.large_icon_error(painter, &piece));
        if let Some(diagnostic) = oversized {
            painter.add_finding(diagnostic.of_piece(&name).at(element.place));
        } else if frame.rounding() > 0.0 || frame.has_form() {
            bleed::round_off(&mut drawings, frame);
        }
        drawings
    }
}

/// The face caches of all decks. The key consists of a component and a side.
#[derive(Debug)]
pub struct FaceCaches<'a> {
    caches: SortedMap<(Arc<str>, PieceSide), FaceCache<'a>>,
    furniture: Furniture,
    /// True if pages share drawings, because the file has more than `MAX_PAGES_WITHOUT_SHARING`
    /// pages.
    pub shares_sheets: bool,
}

impl<'a> FaceCaches<'a> {
    /// Returns empty caches for a file with `pages` pages.
    pub fn new(pages: usize, furniture: Furniture) -> Self {
        Self { caches: SortedMap::new(), furniture, shares_sheets: pages > MAX_PAGES_WITHOUT_SHARING }
    }

    /// Returns the face cache for one side of the deck of the component `name`.
    pub fn cache_for(
        &mut self,
        name: &Arc<str>,
        deck: &'a PieceSet,
        side: PieceSide,
        packing: &SheetPacking,
    ) -> &mut FaceCache<'a> {
        let shares_sheets = self.shares_sheets;
        let furniture = &self.furniture;
        self.caches.entry((Arc::clone(name), side)).or_insert_with(|| {
            let cache = FaceCache::new(deck, side, packing, furniture).with_version_marks(packing);
            FaceCache { shares_sheets, ..cache }
        })
    }
}
