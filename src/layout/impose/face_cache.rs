//! The faces of decks: each element is drawn once for all pieces that have the same values.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect};

use super::lines::hairline;
use super::pack_fit::{Marks, PackFit};
use crate::base::identity::Feature;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, codes};
use crate::layout::draw::frame::Frame;
use crate::layout::draw::painter::{Context, OVERSHOOT, Painter};
use crate::layout::draw::share::shared;
use crate::layout::draw::{bleed, reach};
use crate::model::{Deck, Element, Shape, edge_name};
use crate::scene::{Draw, Shared, Stroke};
use crate::spec::values::value::Where;

/// What a core keeps of a deck from sheet to sheet: each element drawn once for each combination of values that it
/// asks for.
#[derive(Debug)]
pub struct FaceCache<'d> {
    deck: &'d Deck,
    face: &'d [Element],
    frame: Frame,
    parts: Vec<CachedElement>,
    /// The sheet that is drawn at the moment, counted from the first one that was.
    sheet: usize,
    /// The cuts of a full sheet are drawn once for all sheets.
    once: bool,
    /// They, once they are known.
    pub full: Option<Full>,
    /// Where a piece is cut out.
    pub cut: Cut,
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
#[derive(Debug, Clone)]
pub struct Cut {
    /// The line.
    pub line: Arc<Shared>,
    /// Points of the outline about the piece's middle, close enough together to be its corners.
    pub corners: Vec<Point>,
}

/// An element, or what it draws at one edge.
#[derive(Debug)]
struct CachedElement {
    element: usize,
    edge: Option<usize>,
    /// The element without the places that are edges, where it has others too.
    rest: Option<Box<Element>>,
    /// The columns that it asks for.
    columns: Vec<usize>,
    /// Whether it asks for something that is another for each piece.
    own: bool,
    known: Known,
}

/// Drawings by the numbers of the values that they were made for.
#[derive(Debug)]
enum Known {
    /// For values of one column, or of none, in which case all is at 0.
    ByNumber(Vec<Option<CachedDrawing>>),
    /// For values of several columns.
    ByNumbers(HashMap<Box<[usize]>, CachedDrawing>),
}

#[derive(Debug, Clone)]
struct CachedDrawing {
    shared: Option<Arc<Shared>>,
    /// The sheet on which something was said of it: there it is not said again, and on the next it is.
    told: Option<usize>,
}

/// So many drawings of one element are kept at most; where there are more, few are used twice.
const KEPT: usize = 4096;

impl<'d> FaceCache<'d> {
    /// The fronts, or the backs, of a deck of pieces that lie so; `once` says whether there are many sheets, so that
    /// what they have in common is drawn once.
    #[must_use]
    pub fn new(deck: &'d Deck, back: bool, fit: &PackFit, once: bool) -> Self {
        let frame = Frame::piece(fit.outline, fit.piece).with_strips(deck.bleed_of(back), deck.safe.mm);
        let frame = if back { frame.behind() } else { frame };
        let face = if back { &deck.back } else { &deck.face };
        let mut parts = Vec::new();
        for (index, element) in face.iter().enumerate() {
            if element.places.contains(&Where::EachEdge) {
                // Each edge by itself: six edges in seven colours are 42 drawings, all six together 117,649.
                parts.extend(
                    (0..frame.edges().len()).map(|edge| CachedElement::new(deck, element, index, Some(edge))),
                );
                // What stands in the middle as well stands there once.
                if element.places.iter().any(|place| *place != Where::EachEdge) {
                    let mut rest = element.clone();
                    rest.places.retain(|place| *place != Where::EachEdge);
                    let part = CachedElement::new(deck, &rest, index, None);
                    parts.push(CachedElement { rest: Some(Box::new(rest)), ..part });
                }
            } else {
                parts.push(CachedElement::new(deck, element, index, None));
            }
        }
        let cut = Cut::new(&frame.outline(), fit.marks == Marks::Bold);
        Self { deck, face, frame, parts, sheet: 0, once, full: None, cut }
    }

    /// Begins another sheet.
    pub fn begin(&mut self) {
        self.sheet += 1;
        for part in &mut self.parts {
            part.known.shed();
        }
    }

    /// The outline that the pieces are cut along.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Whether the cuts of full sheets are drawn once for all of them.
    #[must_use]
    pub fn once(&self) -> bool {
        self.once
    }

    /// The drawing of the `index`-th piece, about its middle; none if there is none.
    pub fn piece(&mut self, painter: &mut Painter<'_, '_>, index: usize) -> Option<Vec<Draw>> {
        let deck = self.deck;
        let row = deck.row(index)?;
        let mut draws = Vec::with_capacity(self.parts.len());
        let mut numbers = Vec::new();
        for part in &mut self.parts {
            if part.own {
                draws.extend(part.draw(self.face, &self.frame, painter, deck, index));
                continue;
            }
            numbers.clear();
            numbers.extend(part.columns.iter().map(|column| {
                // 0 is no value.
                deck.values.columns().get(*column).and_then(|c| c.number(row)).map_or(0, |number| number + 1)
            }));
            let known =
                part.known.get(&numbers).filter(|known| known.told.is_none_or(|sheet| sheet == self.sheet));
            let shared = match known {
                Some(known) => known.shared.clone(),
                None => {
                    let (drawn, well) =
                        painter.apart(|painter| part.draw(self.face, &self.frame, painter, deck, index));
                    let shared = (!drawn.is_empty()).then(|| Arc::new(shared(drawn)));
                    let told = (!well).then_some(self.sheet);
                    part.known.set(&numbers, CachedDrawing { shared: shared.clone(), told });
                    shared
                }
            };
            draws.extend(shared.map(|shared| Draw::Use { shared, transform: Affine::IDENTITY }));
        }
        Some(draws)
    }
}

/// The width of a line that scissors follow, mm: what is left of it on the piece is a narrow rim.
const BOLD: f64 = 0.3;

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
        let line = shared(vec![Draw::Path { path: outline.clone(), fill: None, stroke: Some(stroke) }]);
        Self { line: Arc::new(line), corners }
    }
}

impl CachedElement {
    fn new(deck: &Deck, element: &Element, index: usize, edge: Option<usize>) -> Self {
        let mut part = Self {
            element: index,
            edge,
            rest: None,
            columns: Vec::new(),
            own: false,
            known: Known::ByNumber(Vec::new()),
        };
        for need in element.needs() {
            let own = edge.filter(|_| need == "edge").map(|edge| edge_name(edge + 1));
            let need = own.as_deref().unwrap_or(need);
            match deck.values.position(need) {
                Some(column) => part.columns.push(column),
                // What all pieces share makes no difference, and neither does what none of them has.
                None => part.own |= need == "number" && deck.word(need).is_none(),
            }
            // A row that does not say which number it has goes by its place in the deck.
            part.own |= need == "number" && deck.values.position(need).is_some_and(|c| deck.values.lacks(c));
        }
        if part.columns.len() > 1 {
            part.known = Known::ByNumbers(HashMap::new());
        }
        part
    }

    /// Its drawing for one piece.
    fn draw(
        &self,
        face: &[Element],
        frame: &Frame,
        painter: &mut Painter<'_, '_>,
        deck: &Deck,
        index: usize,
    ) -> Vec<Draw> {
        let element = self.rest.as_deref().or_else(|| face.get(self.element));
        let (Some(element), Some(piece)) = (element, deck.piece(index)) else {
            return Vec::new();
        };
        let side = Feature::piece(deck.number(index), false);
        let who = painter.identity(side).to_string();
        let mut draws = painter.element(element, Context { frame, row: &piece, who: &who, edge: self.edge });
        if frame.safe > 0.0 {
            bleed::keep_safe(element, &draws, frame, &who, painter);
        }
        if frame.bleed > 0.0 {
            bleed::run_on(&mut draws, frame);
        } else if let Some(what) = figure(element)
            && let reach = reach::outside(&draws, Affine::IDENTITY, frame)
            && reach > OVERSHOOT
        {
            let message = format!("{who}: this {what} reaches {} mm outside its piece", Trimmed(reach));
            let hint = "what reaches outside is printed on the piece beside it";
            let wrong = Diagnostic::error(codes::FIGURE_TOO_LARGE, message).at(element.place);
            painter.wrong(wrong.hint(hint));
        } else if frame.rounding() > 0.0 {
            bleed::round_off(&mut draws, frame);
        }
        draws
    }
}

impl Known {
    fn get(&self, numbers: &[usize]) -> Option<&CachedDrawing> {
        match self {
            Self::ByNumber(known) => known.get(numbers.first().copied().unwrap_or(0))?.as_ref(),
            Self::ByNumbers(known) => known.get(numbers),
        }
    }

    fn set(&mut self, numbers: &[usize], drawing: CachedDrawing) {
        match self {
            Self::ByNumber(known) => {
                let number = numbers.first().copied().unwrap_or(0);
                if known.len() <= number {
                    known.resize(number + 1, None);
                }
                if let Some(known) = known.get_mut(number) {
                    *known = Some(drawing);
                }
            }
            Self::ByNumbers(known) => {
                known.insert(numbers.into(), drawing);
            }
        }
    }

    /// Forgets everything if it is too much.
    fn shed(&mut self) {
        match self {
            Self::ByNumber(known) if known.len() > KEPT => known.clear(),
            Self::ByNumbers(known) if known.len() > KEPT => known.clear(),
            _ => {}
        }
    }
}

/// What a drawing is called that must stay on its piece; none for those that always do, and for words, which are
/// measured as they are set.
fn figure(element: &Element) -> Option<&'static str> {
    match &element.shape {
        Shape::Figure(figure, ..) => Some(figure.name()),
        Shape::Icon(_) => Some("icon"),
        Shape::Arrow(_) => Some("arrow"),
        Shape::Path(_) => Some("figure"),
        _ => None,
    }
}

/// More sheets than this are many: what is the same on most of them stands in a file once. In a small file that would
/// cost more than it saves.
const MANY: usize = 8;

/// The faces of decks, by component and side.
#[derive(Debug)]
pub struct FaceCaches<'a> {
    known: BTreeMap<(Arc<str>, bool), FaceCache<'a>>,
    many: bool,
}

impl<'a> FaceCaches<'a> {
    /// No face yet, for so many sheets.
    #[must_use]
    pub fn new(sheets: usize) -> Self {
        Self { known: BTreeMap::new(), many: sheets > MANY }
    }

    /// Whether there are so many sheets that what they have in common is drawn once.
    #[must_use]
    pub fn many(&self) -> bool {
        self.many
    }
    /// The fronts, or the backs, of the deck called `name`.
    pub fn of(&mut self, name: &Arc<str>, deck: &'a Deck, back: bool, fit: &PackFit) -> &mut FaceCache<'a> {
        let many = self.many;
        self.known.entry((Arc::clone(name), back)).or_insert_with(|| FaceCache::new(deck, back, fit, many))
    }
}
