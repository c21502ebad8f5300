//! Elements as drawings: measured, placed, turned for each seat.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Shape as _, Size};

use super::figure;
use super::frame::{Edge, Frame, each, turn};
use super::guilloche;
use crate::diag::{Diagnostic, Report, codes};
use crate::model::template::{Row, Template};
use crate::model::{Element, Game, Piece, Resolve, Shape, Value, Words, Wrong};
use crate::scene::{Draw, Group, Ink, Shared, Sheet, Stroke, Text};
use crate::spec::value::Where;
use crate::text::{FontId, Shaper};
use crate::units::{PT_PER_MM, Trimmed};

/// Draws the elements of one sheet, and gathers what cannot be drawn.
#[derive(Debug)]
pub struct Painter<'p, 'a> {
    /// The game.
    pub game: &'a Game,
    /// Its fonts.
    pub shaper: &'p Shaper<'a>,
    component: Arc<str>,
    report: Report,
}

/// What an element is drawn for.
#[derive(Clone, Copy)]
pub struct Context<'r> {
    /// Where it is placed in.
    pub frame: &'r Frame,
    /// The values its templates ask for.
    pub row: &'r dyn Row,
    /// For messages: `movement/7`.
    pub who: &'r str,
    /// Which edge, from 0, an element that stands at each edge is drawn for; none for all of them.
    pub edge: Option<usize>,
}

impl<'p, 'a> Painter<'p, 'a> {
    /// A painter for a sheet of `component`.
    pub fn new(game: &'a Game, shaper: &'p Shaper<'a>, component: Arc<str>) -> Self {
        Self { game, shaper, component, report: Report::default() }
    }

    /// The component whose sheet it is.
    pub fn component(&self) -> &str {
        &self.component
    }

    /// Adds something that cannot be drawn.
    pub fn wrong(&mut self, diagnostic: Diagnostic) {
        self.report.push(diagnostic);
    }

    /// The sheet, if all could be drawn.
    pub fn finish(self, sheet: Sheet) -> Result<Sheet, Report> {
        if self.report.has_errors() { Err(self.report) } else { Ok(sheet) }
    }

    /// One element as drawings in its frame; none where it is not drawn or cannot be.
    pub fn element(&mut self, element: &Element, context: Context<'_>) -> Vec<Draw> {
        match self.try_element(element, context) {
            Ok(draws) => draws,
            Err((code, message, hint)) => {
                let message =
                    if context.who.is_empty() { message } else { format!("{}: {message}", context.who) };
                let mut diagnostic = Diagnostic::error(code, message).at(element.place);
                diagnostic.hint = hint;
                self.report.push(diagnostic);
                Vec::new()
            }
        }
    }

    fn try_element(&mut self, element: &Element, context: Context<'_>) -> Result<Vec<Draw>, Wrong> {
        let at_edges = element.places.contains(&Where::EachEdge);
        if let Some(when) = element.when.as_ref().filter(|_| !at_edges) {
            let holds = self.game.engine.holds(when, context.row);
            if !holds.map_err(|what| (codes::BAD_TEMPLATE, what, None))? {
                return Ok(Vec::new());
            }
        }
        let seats = if element.each_seat { self.game.seats } else { 1 };
        let mut draws = Vec::new();
        for place in element.places.iter().flat_map(|p| each(*p)) {
            if place == Where::EachEdge {
                for (index, edge) in context.frame.edges().into_iter().enumerate() {
                    if context.edge.is_none_or(|only| only == index) {
                        draws.extend(self.at_edge(element, context, index, edge)?);
                    }
                }
                continue;
            }
            for seat in 0..seats {
                let seat_turn = f64::from(seat) * 360.0 / f64::from(seats);
                let at = Placing { element, context, place, seat_turn };
                draws.extend(self.shape(&at)?);
            }
        }
        Ok(draws)
    }

    /// An element at one edge: words and icons are upright for a reader who sits there.
    fn at_edge(
        &mut self,
        element: &Element,
        context: Context<'_>,
        index: usize,
        edge: Edge,
    ) -> Result<Vec<Draw>, Wrong> {
        let row = EdgeRow::new(context.row, index);
        if let Some(when) = &element.when {
            let holds = self.game.engine.holds(when, &row);
            if !holds.map_err(|what| (codes::BAD_TEMPLATE, what, None))? {
                return Ok(Vec::new());
            }
        }
        if let Shape::EdgeBand(template, depth) = &element.shape {
            let name = self.render(template, &row)?;
            if name.is_empty() {
                return Ok(Vec::new());
            }
            let fill = Ink::resolve(&name, &self.game.names)?;
            let stroke = self.optional(&element.line, &row)?;
            let path = figure::edge_band(&edge, *depth);
            return Ok(vec![Draw::Path { path, fill: Some(fill), stroke }]);
        }
        // The frame as seen from this edge: the edge is at the bottom, and its reader below it.
        let turned = edge.degrees + 180.0;
        let middle = edge.middle().to_vec2().hypot();
        let seen = Frame::rectangle(Size::new((edge.to - edge.from).hypot(), 2.0 * middle));
        let bottom = Where::Anchor(crate::spec::value::Anchor { column: 1, row: 2 });
        let context = Context { frame: &seen, row: &row, ..context };
        let at = Placing { element, context, place: bottom, seat_turn: 0.0 };
        let draws = self.shape(&at)?;
        if draws.is_empty() {
            return Ok(draws);
        }
        Ok(vec![Draw::Group(Group { transform: turn(turned), ..Group::plain(draws) })])
    }

    fn render(&self, template: &Template, row: &dyn Row) -> Result<String, Wrong> {
        self.game.engine.render(template, row).map_err(|what| (codes::BAD_TEMPLATE, what, None))
    }

    fn value<T: Resolve + Clone>(&self, value: &Value<T>, row: &dyn Row) -> Result<T, Wrong> {
        value.get(&self.game.engine, &self.game.names, row)
    }

    fn optional<T: Resolve + Clone>(
        &self,
        value: &Option<Value<T>>,
        row: &dyn Row,
    ) -> Result<Option<T>, Wrong> {
        value.as_ref().map(|v| self.value(v, row)).transpose()
    }

    fn shape(&mut self, at: &Placing<'_>) -> Result<Vec<Draw>, Wrong> {
        let (element, row, frame) = (at.element, at.context.row, at.context.frame);
        let fill = self.optional(&element.fill, row)?;
        let line = self.optional(&element.line, row)?;
        let colour = self.optional(&element.colour, row)?.unwrap_or_else(Ink::black);
        let size = match &element.size {
            Some(size) => Some(self.value(size, row)?.of(frame.size)),
            None => None,
        };
        let draws = match &element.shape {
            Shape::Text(words) => {
                let string = self.render(&words.template, row)?;
                return self.text(words, &string, colour, at);
            }
            Shape::Fill => {
                // A fill covers the piece, whatever its anchor.
                return Ok(vec![Draw::Path { path: frame.outline(), fill, stroke: line }]);
            }
            Shape::Icon(template) => {
                let name = self.render(template, row)?;
                if name.is_empty() {
                    return Ok(Vec::new());
                }
                let size = size.unwrap_or(Size::new(5.0, 5.0));
                let path = Affine::scale(size.width.min(size.height)) * crate::model::icons::find(&name)?;
                let fill = Some(fill.unwrap_or(colour));
                return Ok(at.placed(size, vec![Draw::Path { path, fill, stroke: line }]));
            }
            Shape::Path(path) => {
                let stroke = line.or_else(|| fill.is_none().then(|| Stroke::solid(0.3, colour)));
                let draws = vec![Draw::Path { path: path.clone(), fill, stroke }];
                return Ok(at.placed(path.bounding_box().size(), draws));
            }
            Shape::EdgeBand(..) => {
                let message = "an edge band stands at an edge".to_owned();
                return Err((codes::BAD_ELEMENT, message, Some("at = \"each edge\"".to_owned())));
            }
            Shape::Paths(template, width) => {
                let list = self.render(template, row)?;
                let fixed = element.colour.as_ref().map(|_| colour);
                let mut draws = Vec::new();
                for (from, to, name) in figure::read_paths(&list, frame.edges().len())? {
                    let ink = match (&fixed, name) {
                        (Some(fixed), _) => fixed.clone(),
                        (None, Some(name)) => Ink::resolve(name, &self.game.names)?,
                        (None, None) => Ink::black(),
                    };
                    let path = figure::edge_to_edge(&frame.edges(), from, to);
                    let stroke = Stroke::solid(*width, ink);
                    draws.push(Draw::Path { path, fill: None, stroke: Some(stroke) });
                }
                return Ok(draws);
            }
            Shape::Board(name) => {
                let size = size.unwrap_or(frame.size);
                let draws = self.small_board(name, size, at.context)?;
                return Ok(at.placed(size, draws));
            }
            Shape::Figure(figure, extent) => {
                let size = self.value(extent, row)?.of(frame.size);
                let path = figure::outline(figure, size);
                // A figure without fill and line would not be seen.
                let fill = if fill.is_none() && line.is_none() { Some(colour) } else { fill };
                let mut draws = vec![Draw::Path { path, fill, stroke: line }];
                if let crate::model::Figure::Hexagon(marks) = figure {
                    let whole = at.transform(size);
                    for (degrees, mark) in marks {
                        // Marks stand where their direction points on the sheet, however the hexagon is turned.
                        let spot = figure::end_of_hexagon(size, element.turn, *degrees);
                        draws.extend(self.small_mark(&mark.element, size, element.turn, spot, at.context)?);
                    }
                    return Ok(vec![Draw::Group(Group { transform: whole, ..Group::plain(draws) })]);
                }
                return Ok(at.placed(size, draws));
            }
            Shape::Arrow(template) => {
                let name = self.render(template, row)?;
                let degrees = self.game.names.direction(&name)?;
                let size = size.unwrap_or(Size::new(10.0, 10.0));
                let path = figure::arrow(size.width.min(size.height), degrees + element.turn);
                let draws = vec![Draw::Path { path, fill: Some(fill.unwrap_or(colour)), stroke: line }];
                return Ok(at.unturned(size, draws));
            }
            Shape::Compass(words) => {
                let size = size.unwrap_or(Size::new(40.0, 40.0));
                let draws = self.compass(words, size, &colour, at)?;
                return Ok(at.unturned(size, draws));
            }
            Shape::Guilloche(parameters) => {
                let size = size.unwrap_or(frame.size);
                // A border keeps its inset on all four sides.
                let size = match parameters {
                    crate::model::Guilloche::Border { .. } => Size::new(
                        size.width.min(frame.size.width - 2.0 * element.inset.x),
                        size.height.min(frame.size.height - 2.0 * element.inset.y),
                    ),
                    crate::model::Guilloche::Rosette { .. } => size,
                };
                let stroke = Stroke { round: true, ..line.unwrap_or_else(|| Stroke::solid(0.15, colour)) };
                guilloche::draw(parameters, size, &stroke)
            }
        };
        Ok(at.placed(size.unwrap_or(frame.size), draws))
    }

    /// A board's mark, small, at the end of a hexagon of `size` that is drawn turned by `turned` degrees.
    fn small_mark(
        &mut self,
        mark: &Element,
        size: Size,
        turned: f64,
        spot: Point,
        context: Context<'_>,
    ) -> Result<Vec<Draw>, Wrong> {
        let Shape::Figure(figure, extent) = &mark.shape else { return Ok(Vec::new()) };
        let fill = self.optional(&mark.fill, context.row)?;
        let line = self.optional(&mark.line, context.row)?;
        let real = self.value(extent, context.row)?.of(size);
        let scale = size.width * 0.13 / real.width.max(real.height).max(0.001);
        let stroke = line.map(|l| Stroke { width: l.width.min(0.3), ..l });
        let path = figure::outline(figure, real * scale);
        let back = turn(-turned) * Affine::translate(spot.to_vec2());
        let draws = vec![Draw::Path { path, fill, stroke }];
        Ok(vec![Draw::Group(Group { transform: back, ..Group::plain(draws) })])
    }

    fn text(&mut self, words: &Words, string: &str, ink: Ink, at: &Placing<'_>) -> Result<Vec<Draw>, Wrong> {
        if string.is_empty() {
            return Ok(Vec::new());
        }
        let shaped = self.shaped(words.font, string)?;
        let cap = self.shaper.metrics(words.font).cap_height;
        let mut size = words.size;
        loop {
            let object = Size::new(shaped.advance * size, cap * size);
            let transform = at.transform(object);
            let origin = Point::new(-object.width / 2.0, object.height / 2.0);
            let ink_box = Rect::new(
                origin.x + shaped.ink.x0 * size,
                origin.y + shaped.ink.y0 * size,
                origin.x + shaped.ink.x1 * size,
                origin.y + shaped.ink.y1 * size,
            );
            let excess = at.context.frame.excess(ink_box, transform);
            if excess <= 0.0 {
                let text = line_of_text(&shaped, words.font, size, origin, ink);
                return Ok(vec![Draw::Group(Group { transform, ..Group::plain(vec![text]) })]);
            }
            if size <= words.least {
                let message = format!(
                    "\"{string}\" at {} pt reaches {} mm outside its place",
                    Trimmed(size * PT_PER_MM),
                    Trimmed(excess),
                );
                let hint = "a smaller font, shrink = \"…pt\", or fewer words".to_owned();
                return Err((codes::TEXT_TOO_LARGE, message, Some(hint)));
            }
            // A quarter of a point at a time.
            size = (size - 0.25 / PT_PER_MM).max(words.least);
        }
    }

    /// Shapes a string, with the mistake told as a user would want it.
    pub fn shaped(&self, font: FontId, string: &str) -> Result<Arc<crate::text::Shaped>, Wrong> {
        self.shaper.shape(font, string).map_err(|missing| {
            let c = missing.character;
            let message = format!("the font has no `{c}` (U+{:04X}), in \"{string}\"", u32::from(c));
            (codes::NO_GLYPH, message, Some("another font, or another character".to_owned()))
        })
    }

    /// A board small enough for `size`: its cells in their colours, their marks, no words.
    fn small_board(&mut self, name: &str, size: Size, context: Context<'_>) -> Result<Vec<Draw>, Wrong> {
        let board = self.game.components.iter().find_map(|c| match &c.body {
            crate::model::Body::Board(board) if c.name.as_ref() == name => Some(board),
            _ => None,
        });
        let Some(board) = board else { return Ok(Vec::new()) };
        let unit = super::fit::unit_bounds(board);
        let line = board.line.width.min(0.25);
        let side = ((size.width - line) / unit.width()).min((size.height - line) / unit.height());
        let outline = board.orientation.outline(Point::ZERO, side);
        let mut draws = Vec::new();
        for cell in &board.cells {
            let Some(kind) = board.kinds.get(cell.kind) else { continue };
            let centre = (board.orientation.unit_centre(cell.hex) - unit.center()) * side;
            let stroke = kind.line.clone().unwrap_or_else(|| board.line.clone());
            let stroke = Stroke { width: stroke.width.min(line), ..stroke };
            let fill = kind.fill.clone();
            let mut content = vec![Draw::Path { path: outline.clone(), fill, stroke: Some(stroke) }];
            for mark in cell.marks.iter().filter_map(|m| board.marks.get(*m)) {
                // As large in its cell as on a board with cells of about 45 mm.
                let whole = Size::new(side * 3.6, side * 3.6);
                content.extend(self.small_mark(&mark.element, whole, 0.0, Point::ZERO, context)?);
            }
            let transform = Affine::translate(centre);
            draws.push(Draw::Group(Group { transform, ..Group::plain(content) }));
        }
        Ok(draws)
    }

    fn compass(
        &mut self,
        words: &Words,
        size: Size,
        ink: &Ink,
        at: &Placing<'_>,
    ) -> Result<Vec<Draw>, Wrong> {
        let cap = self.shaper.metrics(words.font).cap_height * words.size;
        let mut arms = Vec::new();
        for direction in &self.game.names.directions {
            let shaped = self.shaped(words.font, &direction.name)?;
            arms.push((direction.degrees, shaped));
        }
        let sizes = arms.iter().map(|(_, s)| Size::new(s.advance * words.size, cap));
        let places = figure::compass(size, arms.iter().map(|(d, _)| *d).zip(sizes).collect());
        let mut draws = places.draws(ink);
        for ((_, shaped), centre) in arms.iter().zip(&places.labels) {
            // The arms are true on the sheet; each word is turned about its own middle, to face its reader.
            let origin = Point::new(-shaped.advance * words.size / 2.0, cap / 2.0);
            let text = line_of_text(shaped, words.font, words.size, origin, ink.clone());
            let transform = Affine::translate(centre.to_vec2()) * turn(at.seat_turn);
            draws.push(Draw::Group(Group { transform, ..Group::plain(vec![text]) }));
        }
        Ok(draws)
    }
}

/// A shaped line as a drawing, its baseline beginning at `origin`.
pub fn line_of_text(shaped: &crate::text::Shaped, font: FontId, size: f64, origin: Point, ink: Ink) -> Draw {
    Draw::Text(Text {
        string: Arc::clone(&shaped.string),
        font,
        size,
        origin,
        glyphs: Arc::clone(&shaped.glyphs),
        ink,
    })
}

/// One drawing of an element: where, and for which seat.
struct Placing<'e> {
    element: &'e Element,
    context: Context<'e>,
    place: Where,
    seat_turn: f64,
}

impl Placing<'_> {
    /// Where the middle of the object lies, before it is turned for its seat.
    fn spot(&self, object: Size) -> Point {
        let shift = self.element.shift;
        self.context.frame.centre(self.place, self.element.inset, object) + kurbo::Vec2::new(shift.x, shift.y)
    }

    /// From the object's own frame to the element's.
    fn transform(&self, object: Size) -> Affine {
        turn(self.seat_turn) * Affine::translate(self.spot(object).to_vec2()) * turn(self.element.turn)
    }

    fn placed(&self, object: Size, draws: Vec<Draw>) -> Vec<Draw> {
        let transform = self.transform(object);
        if transform == Affine::IDENTITY {
            return draws;
        }
        vec![Draw::Group(Group { transform, ..Group::plain(draws) })]
    }

    /// At its seat's place, but not turned with it: directions are true for all readers.
    fn unturned(&self, object: Size, draws: Vec<Draw>) -> Vec<Draw> {
        let spot = turn(self.seat_turn) * self.spot(object);
        vec![Draw::Group(Group { transform: Affine::translate(spot.to_vec2()), ..Group::plain(draws) })]
    }
}

/// The face of a deck, drawn once for each combination of values that an element asks for.
pub struct Faces<'d> {
    face: &'d [Element],
    frame: Frame,
    /// For each element: the edge it is drawn for, if it stands at each edge, and the names it asks for.
    parts: Vec<(usize, Option<usize>, Vec<String>)>,
    known: HashMap<(usize, String), Option<Arc<Shared>>>,
}

impl<'d> Faces<'d> {
    /// The faces of pieces that are drawn in `frame`.
    #[must_use]
    pub fn new(face: &'d [Element], frame: Frame) -> Self {
        let edges = frame.edges().len();
        let mut parts = Vec::new();
        for (index, element) in face.iter().enumerate() {
            let needs = element.needs();
            if !element.places.contains(&Where::EachEdge) {
                parts.push((index, None, needs.iter().map(|n| (*n).to_owned()).collect()));
                continue;
            }
            // Each edge by itself: six edges in seven colours are 42 drawings, all six together 117,649.
            for edge in 0..edges {
                let own = |need: &&str| if **need == *"edge" { edge_name(edge) } else { (*need).to_owned() };
                parts.push((index, Some(edge), needs.iter().map(own).collect()));
            }
        }
        Self { face, frame, parts, known: HashMap::new() }
    }

    /// The drawing of one piece, about its middle; `number` is for messages.
    pub fn piece(&mut self, painter: &mut Painter<'_, '_>, piece: Piece<'_>, number: usize) -> Vec<Draw> {
        let mut draws = Vec::with_capacity(self.parts.len());
        for (part, (index, edge, needs)) in self.parts.iter().enumerate() {
            let mut key = String::new();
            for need in needs {
                if let Some(value) = piece.value(need) {
                    key.push_str(&value.to_string());
                }
                key.push('\u{1f}');
            }
            let frame = &self.frame;
            let face = self.face;
            let known = self.known.entry((part, key)).or_insert_with(|| {
                let who = format!("{}/{number}", painter.component);
                let context = Context { frame, row: &piece, who: &who, edge: *edge };
                let draws = painter.element(face.get(*index)?, context);
                (!draws.is_empty()).then(|| Arc::new(shared(draws)))
            });
            if let Some(shared) = known {
                draws.push(Draw::Use { shared: Arc::clone(shared), transform: Affine::IDENTITY });
            }
        }
        draws
    }
}

fn edge_name(edge: usize) -> String {
    format!("edge{}", edge + 1)
}

/// A row as seen from one edge: `edge` is that edge's value.
struct EdgeRow<'r> {
    row: &'r dyn Row,
    name: String,
}

impl<'r> EdgeRow<'r> {
    fn new(row: &'r dyn Row, edge: usize) -> Self {
        Self { row, name: edge_name(edge) }
    }
}

impl Row for EdgeRow<'_> {
    fn value(&self, name: &str) -> Option<&crate::spec::scalar::Scalar> {
        self.row.value(if name == "edge" { &self.name } else { name })
    }

    fn names(&self) -> Vec<&str> {
        let mut names = self.row.names();
        names.push("edge");
        names
    }
}

/// Paths with more pieces than this stand in the file once.
const LARGE: usize = 400;

/// Drawings to be used many times.
pub fn shared(draws: Vec<Draw>) -> Shared {
    let large = draws.iter().map(path_elements).sum::<usize>() > LARGE;
    let bounds = bounds(&draws).unwrap_or_default();
    Shared { draws, large, bounds }
}

fn path_elements(draw: &Draw) -> usize {
    match draw {
        Draw::Path { path, .. } => path.elements().len(),
        Draw::Group(group) => group.draws.iter().map(path_elements).sum(),
        Draw::Text(_) | Draw::Use { .. } => 1,
    }
}

/// What drawings cover; text counts by its em.
pub fn bounds(draws: &[Draw]) -> Option<Rect> {
    let boxes = draws.iter().filter_map(|draw| match draw {
        Draw::Path { path, stroke, .. } => {
            let width = stroke.as_ref().map_or(0.0, |s| s.width);
            Some(path.bounding_box().inflate(width, width))
        }
        Draw::Text(text) => {
            let advance: f64 = text.glyphs.iter().map(|g| g.advance).sum::<f64>() / 1000.0 * text.size;
            let (x, y) = (text.origin.x, text.origin.y);
            Some(Rect::new(x, y - text.size, x + advance, y + text.size * 0.35))
        }
        Draw::Group(group) => bounds(&group.draws).map(|b| group.transform.transform_rect_bbox(b)),
        Draw::Use { shared, transform } => Some(transform.transform_rect_bbox(shared.bounds)),
    });
    boxes.reduce(|a, b| a.union(b))
}

/// A row without values, for what is drawn once.
pub struct NoRow;

impl Row for NoRow {
    fn value(&self, _: &str) -> Option<&crate::spec::scalar::Scalar> {
        None
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}
