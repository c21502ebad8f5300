//! Elements as drawings: worked out for a row, at each of their places, turned for each seat.

use std::borrow::Cow;
use std::sync::Arc;

use kurbo::{Point, Size};

use super::figure;
use super::stops::stops;
use super::style;
use super::words::{LONG, LONGEST, MOST_OF_LONG, Rich, too_long, too_many};
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Place, Result, codes};
use crate::layout::draw::frame::{Edge, Frame, each, turn};
use crate::layout::draw::painter::{Context, Painter, line_of_text, said_whole};
use crate::layout::draw::placing::Placing;
use crate::model::template::Row;
use crate::model::{EdgeRow, Element, Resolve, Shape, Value, Words, edge_name};
use crate::scene::{Draw, Group, Ink};
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

/// A band that leaves so little of the middle that this is hardly meant; one that meets the others in the middle is.
fn too_deep(deep: f64, edge: &Edge) -> Option<Diagnostic> {
    /// Such a share of the way to the middle, and more, is too deep.
    const DEEP: f64 = 0.9;
    let whole = edge.middle().to_vec2().hypot();
    if deep < DEEP * whole || deep > whole - 0.01 {
        return None;
    }
    let hundredths = |mm: f64| Trimmed((mm * 100.0).round() / 100.0);
    let message = format!(
        "this band goes {} mm deep, and the middle is {} mm away",
        hundredths(deep),
        hundredths(whole)
    );
    let hint = format!("a smaller `depth`; bands that meet in the middle are {} mm deep", hundredths(whole));
    Some(codes::BAD_SIZE.warning(message).hint(hint))
}

/// Whether a mistake is in what a value says.
fn is_of_a_value(wrong: &Diagnostic) -> bool {
    [codes::BAD_VALUE, codes::BAD_SIZE, codes::BAD_COUNT].contains(&wrong.code)
}

/// Drawings in place of which something else is read aloud.
pub fn heard_as(alt: Arc<str>, draws: Vec<Draw>) -> Vec<Draw> {
    if draws.is_empty() {
        return draws;
    }
    vec![Draw::Group(Group { alt: Some(alt), ..Group::plain(draws) })]
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
                let all = match context.edge {
                    Some(only) => only..only + 1,
                    None => 0..context.frame.corners().len(),
                };
                for (index, edge) in all.filter_map(|index| Some((index, context.frame.edge(index)?))) {
                    draws.extend(self.at_edge(element, context, index, edge)?);
                }
                continue;
            }
            for seat in (0..seats).filter(|_| holds) {
                let seat_turn = f64::from(seat) * 360.0 / f64::from(seats);
                let at = Placing { element: &settled, context, place, seat_turn };
                let drawn = self.shape(&at)?;
                // What is drawn for each seat is heard once.
                draws.extend(if seat == 0 { drawn } else { heard_as("".into(), drawn) });
            }
        }
        let draws = self.styled(&settled.style, draws, context.row)?;
        self.heard(element, draws, context.row)
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
            if let Some(wrong) = too_deep(element.inset.y.max(0.0) + depth, &edge) {
                self.wrong(wrong.at(element.place));
            }
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
        let draws = self.heard(element, draws, &row)?;
        Ok(if draws.is_empty() { draws } else { vec![Draw::moved(turn(edge.degrees + 180.0), draws)] })
    }

    /// Drawings with what is read aloud in their place, if the layout says so.
    fn heard(&self, element: &Element, draws: Vec<Draw>, row: &dyn Row) -> Result<Vec<Draw>> {
        match &element.alt {
            Some(alt) if !draws.is_empty() => Ok(heard_as(self.game.engine.render(alt, row)?.into(), draws)),
            _ => Ok(draws),
        }
    }

    /// A value for one row.
    pub fn value<T: Resolve + Clone>(&self, value: &Value<T>, row: &dyn Row) -> Result<T> {
        value.get(&self.game.engine, &self.game.names, row)
    }

    /// A value that may be left out, for one row.
    pub fn optional<T: Resolve + Clone>(&self, value: &Option<Value<T>>, row: &dyn Row) -> Result<Option<T>> {
        value.as_ref().map(|v| self.value(v, row)).transpose()
    }

    pub(super) fn text(
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
        if string.len() > LONG && self.game.engine.count_set(string.len()) > MOST_OF_LONG {
            return Err(too_many());
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
            return style::bent(words, bend, &shaped, cap, &ink, at);
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
