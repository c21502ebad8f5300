//! Elements as drawings: worked out for a row, at each of their places, turned for each seat.

use std::sync::Arc;

use kurbo::{Point, Size};

use super::stops::stop;
use super::{effects, figure};
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::frame::{Edge, Frame, each, turn};
use crate::layout::draw::painter::{Context, Painter, line_of_text, said_whole};
use crate::layout::draw::placing::Placing;
use crate::model::{Element, Words};
use crate::scene::{Draw, Group, Ink};
use crate::settle::SetWords;
use crate::settle::{AtEdge, Effects, Settled, SettledElement, SettledShape};
use crate::spec::values::value::{Anchor, Where};
use crate::text::{FontId, Shaped};

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

/// Drawings in place of which something else is read aloud. A blank piece has none, and is still read aloud.
pub fn heard_as(alt: Arc<str>, draws: Vec<Draw>) -> Vec<Draw> {
    vec![Draw::Group(Group { alt: Some(alt), ..Group::plain(draws) })]
}

impl Painter<'_, '_> {
    /// One element as drawings in its frame; none where it is not drawn or cannot be.
    pub fn element(&mut self, element: &Element, context: Context<'_>) -> Vec<Draw> {
        let settled = self.settler().element(element, context.stands(), self.report());
        let Some(settled) = settled else { return Vec::new() };
        self.settled(element, &settled, context).unwrap_or_else(|wrong| {
            self.wrong(context.subject().no_room(element, wrong));
            Vec::new()
        })
    }

    /// A settled element as drawings.
    ///
    /// # Errors
    /// What has no room.
    fn settled(
        &mut self,
        source: &Element,
        Settled { away, at_edges, effects }: &Settled<'_>,
        context: Context<'_>,
    ) -> Result<Vec<Draw>> {
        let mut draws = Vec::new();
        let Some(element) = away else {
            self.at_edges(at_edges, context, &mut draws)?;
            return Ok(self.heard(effects, self.seen(effects, draws)));
        };
        let seats = if source.each_seat { self.game.seats } else { 1 };
        for place in element.places.all(|way| stop(way, context.frame)).flat_map(each) {
            if place == Where::EachEdge {
                self.at_edges(at_edges, context, &mut draws)?;
                continue;
            }
            for seat in 0..seats {
                let seat_turn = f64::from(seat) * 360.0 / f64::from(seats);
                let drawn = self.shape(&Placing { element, context, place, seat_turn })?;
                // What is drawn for each seat is heard once.
                let is_again = seat > 0 && !drawn.is_empty();
                draws.extend(if is_again { heard_as("".into(), drawn) } else { drawn });
            }
        }
        Ok(self.heard(effects, self.seen(effects, draws)))
    }

    fn at_edges(&mut self, all: &[AtEdge<'_>], context: Context<'_>, draws: &mut Vec<Draw>) -> Result<()> {
        for at in all {
            if let Some(edge) = context.frame.edge(at.edge) {
                draws.extend(self.at_edge(at, context, &edge)?);
            }
        }
        Ok(())
    }

    /// An element at one edge: words and icons are upright for a reader who sits there.
    fn at_edge(
        &mut self,
        AtEdge { element, effects, .. }: &AtEdge<'_>,
        context: Context<'_>,
        edge: &Edge,
    ) -> Result<Vec<Draw>> {
        if let SettledShape::EdgeBand(fill, depth) = &element.shape {
            return Ok(self.edge_band(element, fill, *depth, edge));
        }
        // The frame as seen from this edge: the edge is at the bottom, and its reader below it.
        let middle = edge.middle().to_vec2().hypot();
        let seen = Frame::rectangle(Size::new((edge.to - edge.from).hypot(), 2.0 * middle))
            .with_strips(0.0, context.frame.safe);
        let bottom = Where::Anchor(Anchor { column: 1, row: 2 });
        let context = Context { frame: &seen, ..context };
        let draws = self.shape(&Placing { element, context, place: bottom, seat_turn: 0.0 })?;
        let draws = self.heard(effects, self.seen(effects, draws));
        Ok(if draws.is_empty() { draws } else { vec![Draw::moved(turn(edge.degrees + 180.0), draws)] })
    }

    fn edge_band(&mut self, element: &SettledElement<'_>, fill: &Ink, depth: f64, edge: &Edge) -> Vec<Draw> {
        /// How far bands overlap that no line parts, in mm: as much as a renderer lets show through, and less than an eye
        /// sees.
        const BELOW_NEXT: f64 = 0.05;
        let stroke = element.colours.line.clone();
        let under = if stroke.is_none() { BELOW_NEXT } else { 0.0 };
        if let Some(wrong) = too_deep(element.inset.y.max(0.0) + depth, edge) {
            self.wrong(wrong.at(element.source.place));
        }
        let path = figure::edge_band(edge, element.inset.y, depth, under);
        let fill = Some(fill.clone());
        if fill.as_ref().is_none_or(|fill| fill.pattern.is_none()) {
            return vec![Draw::Path { path, fill, stroke }];
        }
        // Patterns run along their edge, so that they are the same however the piece is turned.
        let along = turn(edge.degrees + 180.0);
        let path = along.inverse() * path;
        vec![Draw::moved(along, vec![Draw::Path { path, fill, stroke }])]
    }

    /// Drawings with what is read aloud in their place, if the layout says so.
    fn heard(&self, effects: &Effects, draws: Vec<Draw>) -> Vec<Draw> {
        match &effects.alt {
            Some(alt) if !draws.is_empty() => heard_as(Arc::clone(alt), draws),
            _ => draws,
        }
    }

    /// Words of a piece.
    ///
    /// # Errors
    /// Words that have no room.
    pub(super) fn text(
        &self,
        words: &Words,
        set: &SetWords,
        ink: Ink,
        at: &Placing<'_>,
        area: Option<Size>,
    ) -> Result<Vec<Draw>> {
        let shaped = match set {
            SetWords::Block(block) => return self.lines(words, block, &ink, at, area),
            SetWords::Line(shaped) => shaped,
        };
        if words.along {
            return self.along_sides(words, shaped, &ink, at, area.unwrap_or(at.context.frame.size));
        }
        let cap = self.shaper.cap_height(words.font);
        if let Some(bend) = words.bend {
            return effects::bent(words, bend, shaped, cap, &ink, at);
        }
        // Behind the last letter none stands farther apart.
        let advance = shaped.advance - words.manner.tracking();
        let object = |size: f64| Size::new(advance * size, cap * size);
        let origin = |size: f64| Point::new(-object(size).width / 2.0, object(size).height / 2.0);
        let letters = |size: f64| shaped.ink.scale_from_origin(size) + origin(size).to_vec2();
        let (size, transform) = at.shrunk(words, &shaped.string, |size| (object(size), letters(size)))?;
        let text = line_of_text(shaped, size, origin(size), ink);
        Ok(vec![Draw::moved(transform, vec![said_whole(text, words)])])
    }

    /// Shapes a string, with the mistake told as a user would want it.
    pub fn shaped(&self, font: FontId, string: &str) -> Result<Arc<Shaped>> {
        self.settler().shaped(font, string)
    }
}
