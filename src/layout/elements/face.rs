//! Elements as drawings: measured, placed, turned for each seat.

use std::borrow::Cow;
use std::sync::Arc;

use kurbo::{Point, Shape as _, Size};

use super::figure;
use super::guilloche;
use super::stops::stops;
use super::words::{LONGEST, Rich, too_long};
use super::{border, style};
use crate::base::round;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Place, Result, codes};
use crate::layout::draw::edge_row::EdgeRow;
use crate::layout::draw::frame::{Edge, Frame, each, turn};
use crate::layout::draw::painter::{Context, Painter, line_of_text, said_whole};
use crate::layout::draw::placing::Placing;
use crate::model::template::Row;
use crate::model::{Element, Figure, Guilloche, Resolve, Shape, Value, Words, edge_name};
use crate::scene::{Draw, Ink, Stroke};
use crate::spec::values::value::{Anchor, Where};
use crate::text::inline::may_be_rich;
use crate::text::{FontId, Shaped};

impl Context<'_> {
    /// The place of the value of the row that a mistake is about.
    fn culprit(&self, element: &Element, wrong: &Diagnostic) -> Option<Place> {
        let needs = element.needs();
        let names = needs.iter().flat_map(|name| match *name {
            "edge" => self.edges().map(edge_name).collect(),
            name => vec![name.to_owned()],
        });
        let value = |name: String| Some((self.row.value(&name)?.to_string(), name));
        let (values, names): (Vec<_>, Vec<_>) = names.filter_map(value).unzip();
        if let Some(name) = wrong.culprit(&values).and_then(|at| names.get(at)) {
            return self.row.place(name);
        }
        // A part of a length that is put together; what is fixed has been read before.
        match (needs.as_slice(), &element.shape) {
            ([one], Shape::Figure(..)) if wrong.code == codes::BAD_VALUE => self.row.place(one),
            ([one], _) if !element.worked.is_empty() && is_of_a_value(wrong) => self.row.place(one),
            _ => None,
        }
    }

    /// The numbers of the edges that the element is drawn at.
    fn edges(&self) -> std::ops::RangeInclusive<usize> {
        match self.edge {
            Some(edge) => edge + 1..=edge + 1,
            None => 1..=self.frame.edges().len(),
        }
    }
}

/// Whether a mistake is in what a value says.
fn is_of_a_value(wrong: &Diagnostic) -> bool {
    [codes::BAD_VALUE, codes::BAD_SIZE, codes::BAD_COUNT].contains(&wrong.code)
}

impl Painter<'_, '_> {
    /// One element as drawings in its frame; none where it is not drawn or cannot be.
    pub fn element(&mut self, element: &Element, context: Context<'_>) -> Vec<Draw> {
        self.try_element(element, context).unwrap_or_else(|mut wrong| {
            if !context.who.is_empty() {
                wrong = wrong.of(&format!("{}: ", context.who));
            }
            wrong = match context.culprit(element, &wrong) {
                Some(word) => wrong.at(word).also(element.place, "asked for here"),
                None => wrong.at(element.place),
            };
            if let Some((row, what)) = context.row.origin(&element.needs(), &wrong) {
                wrong = wrong.also(row, what);
            }
            self.wrong(wrong);
            Vec::new()
        })
    }

    fn try_element(&mut self, element: &Element, context: Context<'_>) -> Result<Vec<Draw>> {
        // Whether it is drawn where there is no edge, which is asked once; each edge is asked by itself.
        let mut holds = context.edge.is_none() && element.stands_off_edges();
        if let Some(when) = element.when.as_ref().filter(|_| holds) {
            holds = self.game.engine.holds(when, context.row)?;
        }
        let settled =
            if holds { element.settled(&self.game.engine, context.row)? } else { Cow::Borrowed(element) };
        let seats = if element.each_seat { self.game.seats } else { 1 };
        let on = element.on.as_ref().filter(|_| holds);
        let on = on.map(|on| stops(&self.game.engine.render(on, context.row)?, context.frame)).transpose()?;
        let places = on.as_ref().unwrap_or(&settled.places);
        let mut draws = Vec::new();
        for place in places.iter().flat_map(|p| each(*p)) {
            if place == Where::EachEdge {
                for (index, edge) in context.frame.edges().into_iter().enumerate() {
                    if context.edge.is_none_or(|only| only == index) {
                        draws.extend(self.at_edge(element, context, index, edge)?);
                    }
                }
                continue;
            }
            for seat in (0..seats).filter(|_| holds) {
                let seat_turn = f64::from(seat) * 360.0 / f64::from(seats);
                let at = Placing { element: &settled, context, place, seat_turn };
                draws.extend(self.shape(&at)?);
            }
        }
        self.styled(&settled.style, draws, context.row)
    }

    /// An element at one edge: words and icons are upright for a reader who sits there.
    fn at_edge(
        &mut self,
        element: &Element,
        context: Context<'_>,
        index: usize,
        edge: Edge,
    ) -> Result<Vec<Draw>> {
        let row = EdgeRow::new(context.row, index);
        if let Some(when) = &element.when
            && !self.game.engine.holds(when, &row)?
        {
            return Ok(Vec::new());
        }
        let element = &*element.settled(&self.game.engine, &row)?;
        if let Shape::EdgeBand(template, depth) = &element.shape {
            let name = self.game.engine.render(template, &row)?;
            if name.is_empty() {
                return Ok(Vec::new());
            }
            let Some(fill) = Option::<Ink>::resolve(&name, &self.game.names)? else { return Ok(Vec::new()) };
            let stroke = self.optional(&element.line, &row)?;
            // Where no line parts two bands, they overlap a little: paper would show between them.
            /// So far, in mm: as much as a renderer lets show through, and less than an eye sees.
            const BELOW_NEXT: f64 = 0.05;
            let under = if stroke.is_none() { BELOW_NEXT } else { 0.0 };
            let path = figure::edge_band(&edge, element.inset.y, *depth, under);
            if fill.pattern.is_none() {
                return Ok(vec![Draw::Path { path, fill: Some(fill), stroke }]);
            }
            // Patterns run along their edge, so that they are the same however the piece is turned.
            let along = turn(edge.degrees + 180.0);
            let path = along.inverse() * path;
            return Ok(vec![Draw::moved(along, vec![Draw::Path { path, fill: Some(fill), stroke }])]);
        }
        // The frame as seen from this edge: the edge is at the bottom, and its reader below it.
        let middle = edge.middle().to_vec2().hypot();
        let seen = Frame::rectangle(Size::new((edge.to - edge.from).hypot(), 2.0 * middle))
            .with_strips(0.0, context.frame.safe);
        let bottom = Where::Anchor(Anchor { column: 1, row: 2 });
        let context = Context { frame: &seen, row: &row, ..context };
        let at = Placing { element, context, place: bottom, seat_turn: 0.0 };
        let draws = self.shape(&at)?;
        let draws = self.styled(&element.style, draws, &row)?;
        Ok(if draws.is_empty() { draws } else { vec![Draw::moved(turn(edge.degrees + 180.0), draws)] })
    }

    /// A value for one row.
    pub fn value<T: Resolve + Clone>(&self, value: &Value<T>, row: &dyn Row) -> Result<T> {
        value.get(&self.game.engine, &self.game.names, row)
    }

    /// A value that may be left out, for one row.
    pub fn optional<T: Resolve + Clone>(&self, value: &Option<Value<T>>, row: &dyn Row) -> Result<Option<T>> {
        value.as_ref().map(|v| self.value(v, row)).transpose()
    }

    /// The colours of an element, for one row.
    pub fn paint(&self, element: &Element, row: &dyn Row) -> Result<Paint> {
        Ok(Paint {
            given: element.fill.is_some(),
            fill: self.optional(&element.fill, row)?.flatten(),
            line: self.optional(&element.line, row)?,
            colour: self.optional(&element.colour, row)?.unwrap_or_else(Ink::black),
        })
    }

    fn shape(&mut self, at: &Placing<'_>) -> Result<Vec<Draw>> {
        let (element, row, frame) = (at.element, at.context.row, at.context.frame);
        let Paint { given, fill, line, colour } = self.paint(element, row)?;
        let size = self.optional(&element.size, row)?.map(|size| size.of(frame.size));
        let draws = match &element.shape {
            Shape::Text(words) => {
                let string = self.game.engine.render(&words.template, row)?;
                return self.text(words, &string, colour, at, size).map_err(|wrong| outwards(wrong, element));
            }
            Shape::Fill => {
                // A fill covers the piece, whatever its anchor, and a line shows where the piece ends.
                if frame.bleed == 0.0 {
                    return Ok(vec![Draw::Path { path: frame.outline(), fill, stroke: line }]);
                }
                let area = Draw::Path { path: frame.bled().outline(), fill, stroke: None };
                let rim = line.map(|line| Draw::stroked(frame.outline(), line));
                return Ok([area].into_iter().chain(rim).collect());
            }
            Shape::Icon(template) => {
                let name = self.game.engine.render(template, row)?;
                if name.is_empty() {
                    return Ok(Vec::new());
                }
                let size = size.unwrap_or(Size::new(5.0, 5.0));
                let icon = self.game.pictures.icon(&name)?;
                let hollow = given && fill.is_none();
                let fill = fill.unwrap_or(colour);
                let mut draws = icon.draws(size.width.min(size.height), &fill, line.as_ref());
                for draw in draws.iter_mut().filter(|_| hollow) {
                    if let Draw::Path { fill, .. } = draw {
                        *fill = None;
                    }
                }
                return Ok(at.placed(size, draws));
            }
            Shape::Image(image) => {
                let space = self.optional(&element.size, row)?;
                let space = space.map_or(frame.size, |size| size.of_both(frame.size));
                return self.image(image, space, at, row);
            }
            Shape::Path(path) => {
                let stroke = line.or_else(|| (!given).then(|| Stroke::solid(0.3, colour)));
                let draws = vec![Draw::Path { path: path.clone(), fill, stroke }];
                return Ok(at.placed(path.bounding_box().size(), draws));
            }
            Shape::EdgeBand(..) => {
                let message = "an edge band stands at an edge";
                return Err(codes::BAD_ELEMENT.error(message).hint("at = \"each edge\""));
            }
            Shape::Paths(template, width) => {
                let list = self.game.engine.render(template, row)?;
                let fixed = element.colour.as_ref().map(|_| colour);
                // Ways that meet in the middle are one: what parts them from others lies below them all.
                let (mut below, mut draws) = (Vec::new(), Vec::new());
                for way in figure::read_paths(&list, frame.edges().len())? {
                    let ink = match (&fixed, way.colour) {
                        (_, Some(name)) => Ink::resolve(name, &self.game.names)
                            .map_err(|wrong| wrong.prefixed(&format!("`{}`: ", way.typed)))?,
                        (Some(fixed), None) => fixed.clone(),
                        (None, None) => {
                            let message = format!("`{}` has no colour", way.typed);
                            let hint = format!("\"{} red\", or colour = \"red\" for all", way.typed);
                            let wrong = codes::BAD_VALUE.error(message).hint(hint);
                            return Err(wrong.about(way.typed));
                        }
                    };
                    let Some(to) = way.to else {
                        let path = figure::edge_to_middle(&frame.edges(), way.from);
                        if let Some(line) = line.as_ref().filter(|line| line.width > 0.0) {
                            let rim = Stroke { width: width + 2.0 * line.width, ..line.clone() };
                            below.extend(to_middle(&path, &rim));
                        }
                        draws.extend(to_middle(&path, &Stroke::solid(*width, ink)));
                        continue;
                    };
                    let path = figure::edge_to_edge(&frame.edges(), way.from, to);
                    // What is seen of it on both sides is the rim that parts it from the ways below.
                    if let Some(line) = line.as_ref().filter(|line| line.width > 0.0) {
                        let rim = Stroke { width: width + 2.0 * line.width, ..line.clone() };
                        draws.push(Draw::stroked(path.clone(), rim));
                    }
                    draws.push(Draw::stroked(path, Stroke::solid(*width, ink)));
                }
                below.extend(draws);
                return Ok(below);
            }
            Shape::Frame(style, depth) => {
                let line = line.unwrap_or_else(|| Stroke::solid(0.5, colour));
                let (area, object) = match size {
                    Some(size) => (Frame::rectangle(size), size),
                    None => (frame.grown(-element.inset.x), Size::ZERO),
                };
                let most = area.size.width.min(area.size.height) / 2.0;
                if let Some(deep) = depth.filter(|deep| *deep > most) {
                    let message = format!(
                        "corners {} mm deep meet in the middle of a frame that has room for {} mm",
                        Trimmed(deep),
                        Trimmed(most)
                    );
                    return Err(codes::BAD_SIZE.error(message).hint("a smaller `depth`"));
                }
                let draws = border::draw(*style, &area, *depth, fill, &line);
                let seat = turn(at.seat_turn);
                return Ok(if object == Size::ZERO {
                    vec![Draw::moved(seat, draws)]
                } else {
                    at.placed(object, draws)
                });
            }
            Shape::Board(name) => {
                let size = size.unwrap_or(frame.size);
                let draws = self.small_board(name, size, at.context)?;
                return Ok(at.placed(size, draws));
            }
            Shape::Figure(figure, extent, marks) => {
                // A share of a hexagon is one from flat to flat, as its size in mm is.
                let whole = match frame.corners().len() {
                    6 if *figure == Figure::Hexagon => {
                        Size::new(1.0, 1.0) * frame.size.width.min(frame.size.height)
                    }
                    _ => frame.size,
                };
                let size = self.value(extent, row)?.of(whole);
                let path = match (figure, element.style.round) {
                    (Figure::Box, radius) if radius > 0.0 => Frame::rounded(size, radius).outline(),
                    _ => figure::outline(*figure, size),
                };
                let (fill, line) = Paint { given, fill, line, colour }.of_figure();
                let mut draws = vec![Draw::Path { path, fill, stroke: line }];
                if *figure == Figure::Hexagon {
                    // Across its flats it is as wide as it says; from corner to corner it is wider.
                    let whole = at.transform(figure::hexagon_box(size, element.turn));
                    for (degrees, mark) in marks {
                        // Marks stand where their direction points on the sheet, however the hexagon is turned.
                        let spot = figure::end_of_hexagon(size, element.turn, *degrees);
                        draws.extend(self.small_mark(&mark.element, size, element.turn, spot, at.context)?);
                    }
                    return Ok(vec![Draw::moved(whole, draws)]);
                }
                return Ok(at.placed(size, draws));
            }
            Shape::Arrow(template) => {
                let name = self.game.engine.render(template, row)?;
                let degrees = self.game.names.direction(&name)?;
                let size = size.unwrap_or(Size::new(10.0, 10.0));
                let path = figure::arrow(size.width.min(size.height), degrees + element.turn);
                let fill = if given { fill } else { Some(colour) };
                return Ok(at.unturned(size, vec![Draw::Path { path, fill, stroke: line }]));
            }
            Shape::Compass(words) => {
                let size = size.unwrap_or(Size::new(40.0, 40.0));
                let draws = self.compass(words, size, &colour, at)?;
                return Ok(at.unturned(size, draws));
            }
            Shape::Guilloche(parameters, second) => {
                let second = self.optional(second, row)?;
                let own = size.unwrap_or(frame.size);
                let bled = at.covers_piece(own).then(|| frame.bled().size);
                let (whole, mut size) = (bled.unwrap_or(frame.size), bled.unwrap_or(own));
                // A border keeps its inset on all four sides.
                if let Guilloche::Border { .. } = parameters {
                    size.width = size.width.min(whole.width - 2.0 * element.inset.x);
                    size.height = size.height.min(whole.height - 2.0 * element.inset.y);
                }
                let stroke = Stroke { round: true, ..line.unwrap_or_else(|| Stroke::solid(0.15, colour)) };
                guilloche::draw(parameters, size, [&stroke, second.as_ref().unwrap_or(&stroke)])
            }
        };
        Ok(at.placed(size.unwrap_or(frame.size), draws))
    }

    fn text(
        &mut self,
        words: &Words,
        string: &str,
        ink: Ink,
        at: &Placing<'_>,
        area: Option<Size>,
    ) -> Result<Vec<Draw>> {
        if string.is_empty() {
            return Ok(Vec::new());
        }
        if string.len() > LONGEST {
            return Err(too_long(string));
        }
        let plain;
        let mut string = string;
        if words.along {
            return self.along_sides(words, string, &ink, at, area.unwrap_or(at.context.frame.size));
        }
        if area.is_some() || may_be_rich(string) {
            match self.rich(words, string, &ink, at, area)? {
                Rich::Drawn(draws) => return Ok(draws),
                Rich::Plain(line) => plain = line,
            }
            string = &plain;
        }
        let shaped = self.shaper.shape_as(words.font, words.manner, string);
        let shaped = shaped.map_err(|missing| self.no_glyph(&missing, string))?;
        let cap = self.shaper.cap_height(words.font);
        if let Some(bend) = words.bend {
            return Ok(style::bent(words, bend, &shaped, cap, &ink, at));
        }
        // Behind the last letter none stands farther apart.
        let advance = shaped.advance - words.manner.tracking();
        let object = |size: f64| Size::new(advance * size, cap * size);
        let origin = |size: f64| Point::new(-object(size).width / 2.0, object(size).height / 2.0);
        let letters = |size: f64| shaped.ink.scale_from_origin(size) + origin(size).to_vec2();
        let (size, transform) = at.shrunk(words, string, |size| (object(size), letters(size)))?;
        let text = line_of_text(&shaped, size, origin(size), ink);
        Ok(vec![Draw::moved(transform, vec![said_whole(text, words)])])
    }

    /// Shapes a string, with the mistake told as a user would want it.
    pub fn shaped(&self, font: FontId, string: &str) -> Result<Arc<Shaped>> {
        self.shaper.shape(font, string).map_err(|missing| self.no_glyph(&missing, string))
    }
}

/// Words that reach out of their piece because they were moved there want another place, not a smaller font.
fn outwards(wrong: Diagnostic, element: &Element) -> Diagnostic {
    let moved = wrong.code == codes::TEXT_TOO_LARGE && (element.inset.x < 0.0 || element.inset.y < 0.0);
    let inwards = "`inset` counts from the edge inwards, and a negative one moves the words out";
    if moved { wrong.hint(inwards) } else { wrong }
}

/// What an element is drawn in.
#[derive(Debug, Clone)]
pub struct Paint {
    /// Whether a fill is given: one that is `none` takes the place of what is drawn where none is given.
    pub given: bool,
    /// Inside.
    pub fill: Option<Ink>,
    /// Along its outline.
    pub line: Option<Stroke>,
    /// Of what has neither fill nor line of its own; black if not given.
    pub colour: Ink,
}

impl Paint {
    /// Fill and line of a plain figure: without either it would not be seen, so it is filled with its colour.
    pub fn of_figure(self) -> (Option<Ink>, Option<Stroke>) {
        let fill = if !self.given && self.line.is_none() { Some(self.colour) } else { self.fill };
        (fill, self.line)
    }
}

/// A way that ends in the middle: a disc there closes the gap between several.
fn to_middle(path: &kurbo::BezPath, stroke: &Stroke) -> [Draw; 2] {
    let end = Draw::Path {
        path: round::circle(Point::ZERO, stroke.width / 2.0),
        fill: Some(stroke.ink.clone()),
        stroke: None,
    };
    [Draw::stroked(path.clone(), stroke.clone()), end]
}
