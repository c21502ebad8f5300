//! The faces of decks: each element is drawn once for all pieces that have the same values.

use crate::base::map::Map;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Size};

use super::covers::{self, Covers};
use super::lines::hairline;
use super::pack_fit::{Marks, PackFit};
use super::rim::{self, Rim};
use crate::base::identity::Feature;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, codes};
use crate::layout::draw::bleed;
use crate::layout::draw::frame::Frame;
use crate::layout::draw::painter::{Context, OVERSHOOT, Painter};
use crate::layout::draw::reach;
use crate::layout::draw::share::{bounds, shared};
use crate::layout::elements::heard_as;
use crate::model::element::value_for;
use crate::model::template::Row;
use crate::model::template::heard::heard;
use crate::model::values::Column;
use crate::model::{Deck, Element, Figure, PerRow, Shape, Stated, edge_name};
use crate::scene::{Draw, Ink, Shared, Stroke};
use crate::spec::values::value::Where;

/// What a core keeps of a deck from sheet to sheet: each element drawn once for each combination of values that it
/// asks for.
#[derive(Debug)]
pub struct FaceCache<'d> {
    deck: &'d Deck,
    /// Whether these are the backs.
    back: bool,
    /// The outline that the pieces are cut along.
    pub frame: Frame,
    parts: Vec<CachedElement<'d>>,
    covers: Covers,
    /// The sheet that is drawn at the moment, counted from the first one that was.
    sheet: usize,
    /// The cuts of a full sheet are drawn once for all sheets.
    pub once: bool,
    /// They, once they are known.
    pub full: Option<Full>,
    /// Where a piece is cut out.
    pub cut: Cut,
    /// Places just inside the outline, at which it is looked up how dark a face is.
    rim: Vec<Point>,
}

/// The face of a piece.
pub struct Face {
    /// Its drawings, about its middle.
    pub draws: Vec<Draw>,
    /// What it shows along its outline.
    pub rim: Rim,
}

/// The cuts of a sheet that is full, which all full sheets of a deck have in common.
#[derive(Debug)]
pub struct Full {
    /// The lines.
    pub lines: Arc<Shared>,
    /// What the pieces cover.
    pub taken: Vec<Rect>,
}

/// Where a piece is cut out.
#[derive(Debug)]
pub struct Cut {
    /// The line.
    pub line: Arc<Shared>,
    /// A wider white line, which goes under it where a face is so dark that the line would be lost.
    pub light: Arc<Shared>,
    /// Points of the outline about the piece's middle, close enough together to be its corners.
    pub corners: Vec<Point>,
}

/// An element, or what it draws at one edge.
#[derive(Debug)]
struct CachedElement<'d> {
    /// Without the places that are edges, where it has others too and is drawn for those.
    element: Cow<'d, Element>,
    edge: Option<usize>,
    /// The columns that it asks for.
    columns: Vec<usize>,
    /// Whether it asks for something that is another for each piece.
    own: bool,
    /// So many drawings are kept.
    kept: usize,
    /// Drawings by the numbers of the values that they were made for.
    known: HashMap<Box<[usize]>, CachedDrawing>,
}

#[derive(Debug)]
struct CachedDrawing {
    shared: Option<Arc<Shared>>,
    rim: Rim,
    /// The sheet on which something was said of it: there it is not said again, and on the next it is.
    told: Option<usize>,
}

/// So many drawings of one element are kept at most; where there are more, few are used twice.
const KEPT: usize = 4096;
/// The same of an element that asks for values of which hardly two are alike: copies of a piece lie side by side.
const FEW_KEPT: usize = 8;

impl<'d> FaceCache<'d> {
    /// The fronts, or the backs, of a deck of pieces that lie so; `once` says whether there are many sheets, so that
    /// what they have in common is drawn once.
    pub fn new(deck: &'d Deck, back: bool, fit: &PackFit, once: bool) -> Self {
        let frame = Frame::piece(fit.outline, fit.piece).with_strips(deck.bleed_of(back), deck.safe.mm);
        let frame = if back { frame.behind() } else { frame };
        let face = if back { &deck.back } else { &deck.face };
        let mut parts = Vec::new();
        for element in face {
            if !element.is_at_edges() {
                parts.push(CachedElement::new(deck, Cow::Borrowed(element), None));
                continue;
            }
            // Each edge by itself: six edges in seven colours are 42 drawings, all six together 117,649.
            let edges = 0..frame.edges().len();
            parts.extend(edges.map(|edge| CachedElement::new(deck, Cow::Borrowed(element), Some(edge))));
            // What stands in the middle as well stands there once.
            let mut rest = element.clone();
            rest.places.retain(|place| *place != Where::EachEdge);
            if rest.is_off_edges() {
                parts.push(CachedElement::new(deck, Cow::Owned(rest), None));
            }
        }
        let covers = Covers::of(parts.iter().map(|part| part.edge.is_none().then_some(&*part.element)));
        let cut = Cut::new(&frame.outline(), fit.marks == Marks::Bold);
        let rim = rim::places(&cut.corners);
        Self { deck, back, frame, parts, covers, sheet: 0, once, full: None, cut, rim }
    }

    /// Begins another sheet.
    pub fn begin(&mut self) {
        self.sheet += 1;
        for part in self.parts.iter_mut().filter(|part| part.known.len() > part.kept) {
            part.known.clear();
        }
    }

    /// The `index`-th piece; none if there is none.
    pub fn piece(&mut self, painter: &mut Painter<'_, '_>, index: usize) -> Option<Face> {
        let deck = self.deck;
        let row = deck.row(index)?;
        let mut draws = Vec::with_capacity(self.parts.len());
        let mut rim = Rim::default();
        let mut numbers = Vec::new();
        let mut boxes = Vec::new();
        for part in &mut self.parts {
            boxes.push(draws.len());
            if part.own {
                let drawn = part.draw(&self.frame, painter, deck, index);
                rim.add(Rim::of(&drawn, &self.rim));
                draws.extend(drawn);
                continue;
            }
            numbers.clear();
            numbers.extend(part.columns.iter().map(|column| {
                // 0 is no value.
                deck.values.columns().get(*column).and_then(|c| c.number(row)).map_or(0, |number| number + 1)
            }));
            let known = part.known.get(&*numbers);
            let known = known.filter(|known| known.told.is_none_or(|sheet| sheet == self.sheet));
            let (shared, own) = match known {
                Some(known) => (known.shared.clone(), known.rim),
                None => {
                    let (drawn, well) = painter.apart(|painter| part.draw(&self.frame, painter, deck, index));
                    let rim = Rim::of(&drawn, &self.rim);
                    let shared = (!drawn.is_empty()).then(|| Arc::new(shared(drawn)));
                    let told = (!well).then_some(self.sheet);
                    let drawing = CachedDrawing { shared: shared.clone(), rim, told };
                    part.known.insert(numbers.as_slice().into(), drawing);
                    (shared, rim)
                }
            };
            rim.add(own);
            draws.extend(shared.map(|shared| Draw::Use { shared, transform: Affine::IDENTITY }));
        }
        if self.covers.any() {
            let ends = boxes.iter().skip(1).copied().chain([draws.len()]);
            let boxes: Vec<Option<Rect>> =
                boxes.iter().zip(ends).map(|(from, to)| bounds(draws.get(*from..to)?)).collect();
            for (above, below) in self.covers.found(&boxes) {
                let wrong = covers::warning(&self.parts[above].element, &self.parts[below].element);
                painter.wrong(wrong);
            }
        }
        Some(Face { draws: self.heard(painter, draws, index), rim })
    }

    /// The drawings of a front, with what is read aloud in place of its words if the layout says so.
    fn heard(&self, painter: &mut Painter<'_, '_>, draws: Vec<Draw>, index: usize) -> Vec<Draw> {
        let Some(Stated { what, place }) = self.deck.alt.as_ref().filter(|_| !self.back) else {
            return draws;
        };
        let Some(piece) = self.deck.piece(index) else { return draws };
        let text = painter.settler().text(what, &piece);
        match text.and_then(|text| heard(&text).map(Into::into)) {
            Ok(heard) => heard_as(heard, draws),
            Err(wrong) => {
                let who = painter.identity(Feature::piece(self.deck.number(index), false));
                painter.wrong(wrong.of(&who.to_string()).at(*place));
                draws
            }
        }
    }
}

/// The width of a line that scissors follow, mm: what is left of it on the piece is a narrow rim.
const BOLD: f64 = 0.3;

/// How far the white line under a cut reaches beyond it on both sides, in mm.
const LIGHT: f64 = 0.1;

impl Cut {
    fn new(outline: &BezPath, bold: bool) -> Self {
        let mut corners = Vec::new();
        kurbo::flatten(outline, 0.5, |element| {
            if let PathEl::MoveTo(p) | PathEl::LineTo(p) = element {
                corners.push(p);
            }
        });
        let hairline = hairline();
        let stroke = if bold { Stroke { width: BOLD, ..hairline } } else { hairline };
        let light = Stroke::solid(stroke.width + 2.0 * LIGHT, Ink::new("white", [0xFF; 3]));
        let along = |stroke| {
            let path = outline.clone();
            Arc::new(shared(vec![Draw::Path { path, fill: None, stroke: Some(stroke) }]))
        };
        Self { line: along(stroke), light: along(light), corners }
    }
}

impl<'d> CachedElement<'d> {
    fn new(deck: &Deck, element: Cow<'d, Element>, edge: Option<usize>) -> Self {
        let (mut columns, mut own) = (Vec::new(), false);
        for need in element.needs() {
            let of_edge = edge.filter(|_| need == "edge").map(|edge| edge_name(edge + 1));
            let need = of_edge.as_deref().unwrap_or(need);
            let column = deck.values.position(need);
            columns.extend(column);
            own |= need == "number"
                && match column {
                    // A row that does not say which number it has goes by its place in the deck.
                    Some(column) => deck.values.lacks(column),
                    // What all pieces share makes no difference, and neither does what none of them has.
                    None => deck.word(need).is_none(),
                };
        }
        let hardly_any_alike =
            |column: &usize| deck.values.columns().get(*column).is_some_and(Column::is_varied);
        let kept = if columns.iter().any(hardly_any_alike) { FEW_KEPT } else { KEPT };
        Self { element, edge, columns, own, kept, known: HashMap::new() }
    }

    /// Its drawing for one piece.
    fn draw(&self, frame: &Frame, painter: &mut Painter<'_, '_>, deck: &Deck, index: usize) -> Vec<Draw> {
        let Some(piece) = deck.piece(index) else { return Vec::new() };
        let element = &*self.element;
        let side = Feature::piece(deck.number(index), false);
        let who = painter.identity(side).to_string();
        let mut draws = painter.element(element, Context { frame, row: &piece, who: &who, edge: self.edge });
        if frame.safe > 0.0 {
            bleed::keep_safe(element, &draws, frame, &who, painter);
        }
        if frame.bleed > 0.0 {
            if let Some(wrong) = larger_than_bled(element, frame, painter, &piece) {
                painter.wrong(wrong.of(&who).at(element.place));
            }
            bleed::run_on(&mut draws, frame);
        } else if let Some(what) = figure(element)
            && let reach = reach::outside(&draws, Affine::IDENTITY, frame)
            && reach > OVERSHOOT
        {
            let message = format!("this {what} reaches {} mm outside its piece", Trimmed(reach));
            let hint = from_the_corner(element, &draws, frame)
                .unwrap_or_else(|| "what reaches outside is printed on the piece beside it".to_owned());
            let wrong = codes::FIGURE_TOO_LARGE.error(message).of(&who).at(element.place);
            painter.wrong(wrong.hint(hint));
        } else if let Some(wrong) = larger_than_piece(element, &draws, frame, painter, &piece) {
            painter.wrong(wrong.of(&who).at(element.place));
        } else if frame.rounding() > 0.0 {
            bleed::round_off(&mut draws, frame);
        }
        draws
    }
}

/// An icon whose square is larger than its piece, though what is drawn in the square ends before the cut.
fn larger_than_piece(
    element: &Element,
    draws: &[Draw],
    frame: &Frame,
    painter: &Painter<'_, '_>,
    piece: &dyn Row,
) -> Option<Diagnostic> {
    let shortest = |size: Size| size.width.min(size.height);
    if !matches!(element.shape, Shape::Icon(_)) || draws.is_empty() {
        return None;
    }
    let own = value_for(element.size.as_ref()?, painter.game, piece).ok()?.of(frame.size);
    let (own, whole) = (shortest(own), shortest(frame.size));
    if own <= whole + OVERSHOOT {
        return None;
    }
    let message = format!("this icon is {} mm wide, and its piece {} mm", Trimmed(own), Trimmed(whole));
    let smaller = Trimmed((whole * 0.8).floor().max(0.5));
    Some(codes::FIGURE_TOO_LARGE.error(message).hint(format!("make it smaller: size = \"{smaller}mm\"")))
}

/// A box or a picture that is larger than its piece with the bleed: what is beyond is cut off.
fn larger_than_bled(
    element: &Element,
    frame: &Frame,
    painter: &Painter<'_, '_>,
    piece: &dyn Row,
) -> Option<Diagnostic> {
    /// What reaches so far beyond the bleed on both sides together, in mm, may be meant to be safe.
    const SAFE: f64 = 6.0;
    let what = match &element.shape {
        Shape::Figure(Figure::Box, ..) => "box",
        Shape::Image(_) => "picture",
        _ => return None,
    };
    let bled = frame.bled().size;
    let size = match &element.shape {
        Shape::Figure(_, size, _) => value_for(size, painter.game, piece).ok()?,
        _ => value_for(element.size.as_ref()?, painter.game, piece).ok()?,
    };
    let own = size.of(frame.size);
    if own.width <= bled.width + SAFE && own.height <= bled.height + SAFE {
        return None;
    }
    let pair = |size: Size| {
        let [width, height] = [size.width, size.height].map(|mm| Trimmed((mm * 100.0).round() / 100.0));
        format!("{width} x {height}")
    };
    let message =
        format!("this {what} is {} mm large, and its piece with the bleed {} mm", pair(own), pair(bled));
    let hint = "what is beyond the bleed is cut off; 100% x 100% fills the piece and its bleed";
    Some(codes::FIGURE_TOO_LARGE.warning(message).hint(hint))
}

/// What to write where a place was counted from the upper left corner of the piece, and the drawing would be on it there.
fn from_the_corner(element: &Element, draws: &[Draw], frame: &Frame) -> Option<String> {
    let [PerRow::Fixed(Where::Offset(offset))] = element.places.as_slice() else { return None };
    let corner = frame.size.to_vec2() / 2.0;
    let fits = reach::outside(draws, Affine::translate(-corner), frame) <= OVERSHOOT;
    let [x, y] = [offset.x - corner.x, offset.y - corner.y].map(|mm| Trimmed((mm * 100.0).round() / 100.0));
    fits.then(|| {
        format!("`at` counts from the middle of the piece, to the right and down: at = \"{x} {y}mm\"")
    })
}

/// What a drawing is called that must stay on its piece; none for those that always do, and for words, which are
/// measured as they are set.
fn figure(element: &Element) -> Option<&'static str> {
    match &element.shape {
        Shape::Figure(figure, ..) => Some(figure.name()),
        Shape::Icon(_) => Some("icon"),
        Shape::Arrow(_) => Some("arrow"),
        Shape::Polygon(_) | Shape::Curve(_) | Shape::Line(_) => Some("figure"),
        _ => None,
    }
}

/// More sheets than this are many: what is the same on most of them stands in a file once. In a small file that would
/// cost more than it saves.
const MANY: usize = 8;

/// The faces of decks, by component and side.
#[derive(Debug)]
pub struct FaceCaches<'a> {
    known: Map<(Arc<str>, bool), FaceCache<'a>>,
    /// Whether there are so many sheets that what they have in common is drawn once.
    pub many: bool,
}

impl<'a> FaceCaches<'a> {
    /// No face yet, for so many sheets.
    pub fn new(sheets: usize) -> Self {
        Self { known: Map::new(), many: sheets > MANY }
    }

    /// The fronts, or the backs, of the deck called `name`.
    pub fn of(&mut self, name: &Arc<str>, deck: &'a Deck, back: bool, fit: &PackFit) -> &mut FaceCache<'a> {
        let many = self.many;
        self.known.entry((Arc::clone(name), back)).or_insert_with(|| FaceCache::new(deck, back, fit, many))
    }
}
