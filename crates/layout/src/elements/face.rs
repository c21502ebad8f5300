//! Draws elements: computes their values for a row, draws them at each of their places, and rotates
//! them for each seat. A seat is a side at which a reader sits.
//!
//! - In: an element of the game, the frame in which it is drawn, and the row with its values.
//! - Out: drawings in the frame. Elements that do not fit are reported.
//! - Not here: drawing the shapes themselves (`shape`).

use std::cell::Cell;
use std::sync::Arc;

use kurbo::{Point, Rect, Size};

use super::stops::stop_place;
use super::text_fit::{SetText, block_alignment};
use super::{effects, figure};
use crate::draw::angle::turn;
use crate::draw::frame::{Edge, Frame, single_places};
use crate::draw::painter::{Context, MAX_COPIES, Painter, grouped_if_tracked, line_of_text};
use crate::draw::placing::{CopyStep, Placing};
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::repeat::Repeat;
use hexpress_game::{Element, TextFormat};
use hexpress_language::values::value::{Anchor, ElementPlace};
use hexpress_scene::text::{FontId, Shaped};
use hexpress_scene::{Drawing, Group, Ink};
use hexpress_settle::ShapedText;
use hexpress_settle::{AtEdge, Effects, Settled, SettledElement, SettledShape};
use hexpress_template::{EdgeRow, RowWith};

/// Returns a warning if a band along an edge ends just before the middle of the piece, because such a deep
/// band is rarely intended. Otherwise, returns `None`.
///
/// A band that extends up to the middle causes no warning, because bands that meet in the middle are
/// intended.
fn too_deep(depth: f64, edge: &Edge) -> Option<Diagnostic> {
    /// A band is too deep if its depth is more than this fraction of the distance from the edge to
    /// the middle.
    const MAX_BAND_DEPTH_SHARE: f64 = 0.9;
    let to_middle = edge.centre().to_vec2().hypot();
    if depth < MAX_BAND_DEPTH_SHARE * to_middle || depth > to_middle - 0.01 {
        return None;
    }
    let gap = ShortNumber::hundredths(to_middle - depth);
    let message = format!("this band ends only {gap} mm before the middle");
    let hint = format!("reduce `depth`, or increase it by {gap} mm so that the bands meet in the middle");
    Some(codes::BAD_SIZE.warning(message).hint(hint))
}

/// Puts drawings into a group. Screen readers read the text `alt` in place of the group. This also works for
/// an empty group, for example on a blank piece.
pub fn group_with_alt(alt: Arc<str>, drawings: Vec<Drawing>) -> Vec<Drawing> {
    vec![Drawing::Group(Group { alt: Some(alt), ..Group::plain(drawings) })]
}

impl Painter<'_, '_> {
    /// Draws an element in its frame. Returns no drawings if the element shows nothing or has an
    /// error.
    pub fn element(&mut self, element: &Element, context: Context<'_>) -> Vec<Drawing> {
        match &element.repeat {
            Some(repeat) => self.copies(element, repeat, context),
            None => self.one_element(element, context),
        }
    }

    fn copies(&mut self, element: &Element, repeat: &Repeat, context: Context<'_>) -> Vec<Drawing> {
        let copies = self.settler().copies(element, repeat, context.piece_context(), self.report());
        if !self.count_copies(copies.len()) {
            let message = format!("the repeated elements of this sheet have more than {MAX_COPIES} copies");
            let hint = "reduce `repeat` in this element, or in the group around it";
            self.add_finding(codes::BAD_COUNT.error(message).hint(hint).at(element.place));
            return Vec::new();
        }
        let (mut drawings, mut covered) = (Vec::new(), None::<Rect>);
        for copy in &copies {
            let row = RowWith::new(context.row, &copy.fields);
            let own = Cell::new(None);
            let called = repeat.name.as_ref().map(|name| copy.called(name));
            let who = match (context.who, &called) {
                ("", Some(called)) => called.clone(),
                // Elements of whole sheets have no piece, so `who` is empty. Messages then say, for
                // example, `copy 3 of this element`.
                ("", None) => format!("{} of this element", copy.called("copy").replace('/', " ")),
                (who, Some(called)) => format!("{who}, {called}"),
                (who, None) => who.to_owned(),
            };
            let own_context =
                Context { row: &row, who: &who, step: CopyStep::to(copy), covered: Some(&own), ..context };
            let drawn = self.one_element(element, own_context);
            match called {
                Some(called) if !drawn.is_empty() => {
                    drawings.push(Drawing::Group(Group::copy(called, drawn)))
                }
                _ => drawings.extend(drawn),
            }
            covered = own.get().map(|rect| covered.map_or(rect, |all| all.union(rect))).or(covered);
        }
        if let Some(stack) = context.covered {
            stack.set(covered);
        }
        drawings
    }

    fn one_element(&mut self, element: &Element, context: Context<'_>) -> Vec<Drawing> {
        let settled = self.settler().element(element, context.piece_context(), self.report());
        let Some(settled) = settled else { return Vec::new() };
        self.settled(element, &settled, context).unwrap_or_else(|diagnostic| {
            self.add_finding(context.subject().no_room(element, diagnostic));
            Vec::new()
        })
    }

    /// Draws an element whose values are computed. `at_edges` contains one version of the element for each
    /// edge at which it is drawn. `off_edges` is the version for all other places.
    ///
    /// # Errors
    /// The element does not fit.
    fn settled(
        &mut self,
        source: &Element,
        Settled { off_edges, at_edges, effects }: &Settled<'_>,
        context: Context<'_>,
    ) -> Result<Vec<Drawing>> {
        let mut drawings = Vec::new();
        let Some(element) = off_edges else {
            self.at_edges(at_edges, context, &mut drawings)?;
            return Ok(self.with_alt(effects, self.with_effects(effects, drawings)));
        };
        let seats = if source.each_seat { self.game.seats } else { 1 };
        for place in element.places.all(|stop| stop_place(stop, context.frame)).flat_map(single_places) {
            if place == ElementPlace::EachEdge {
                self.at_edges(at_edges, context, &mut drawings)?;
                continue;
            }
            for seat in 0..seats {
                let seat_turn = f64::from(seat) * 360.0 / f64::from(seats);
                let drawn = self.shape(&Placing { element, context, place, seat_turn })?;
                // If an element is drawn for several seats, screen readers read only the first
                // drawing.
                let is_repeated = seat > 0 && !drawn.is_empty();
                drawings.extend(if is_repeated { group_with_alt("".into(), drawn) } else { drawn });
            }
        }
        Ok(self.with_alt(effects, self.with_effects(effects, drawings)))
    }

    /// Draws an element at each edge of its frame.
    fn at_edges(
        &mut self,
        all: &[AtEdge<'_>],
        context: Context<'_>,
        drawings: &mut Vec<Drawing>,
    ) -> Result<()> {
        for at in all {
            if let Some(edge) = context.frame.edge(at.edge) {
                drawings.extend(self.at_edge(at, context, &edge)?);
            }
        }
        Ok(())
    }

    /// Draws an element at one edge. The element is upright for a reader who sits at this edge.
    fn at_edge(
        &mut self,
        AtEdge { element, effects, edge: number }: &AtEdge<'_>,
        context: Context<'_>,
        edge: &Edge,
    ) -> Result<Vec<Drawing>> {
        if let SettledShape::EdgeBand { fill, depth } = &element.shape {
            return Ok(self.edge_band(element, fill, *depth, edge));
        }
        // The element is drawn in a new frame with this edge at the bottom, because the reader sits at this
        // edge.
        let middle = edge.centre().to_vec2().hypot();
        let frame = Frame::rectangle(Size::new((edge.to - edge.from).hypot(), 2.0 * middle))
            .with_bleed_and_safe(0.0, context.frame.safe);
        let place = ElementPlace::Anchor(Anchor::BOTTOM);
        // Parts of the element may use the word of this edge. They are drawn completely, not only at one edge.
        let row = EdgeRow::new(context.row, *number);
        let context = Context { frame: &frame, row: &row, edge: None, ..context };
        let shape = self.shape(&Placing { element, context, place, seat_turn: 0.0 })?;
        let drawings = self.with_alt(effects, self.with_effects(effects, shape));
        Ok(if drawings.is_empty() {
            drawings
        } else {
            vec![Drawing::moved(turn(edge.degrees + 180.0), drawings)]
        })
    }

    fn edge_band(
        &mut self,
        element: &SettledElement<'_>,
        fill: &Ink,
        depth: f64,
        edge: &Edge,
    ) -> Vec<Drawing> {
        /// The width of the overlap between neighbouring bands without a line, in mm. The overlap
        /// prevents gaps in PDF viewers, and is too small to be visible.
        const OVERLAP: f64 = 0.05;
        let stroke = element.colours.line.clone();
        let overlap = if stroke.is_none() { OVERLAP } else { 0.0 };
        if let Some(diagnostic) = too_deep(element.inset.y.max(0.0) + depth, edge) {
            self.add_finding(diagnostic.at(element.source.place));
        }
        let path = figure::edge_band(edge, element.inset.y, depth, overlap);
        if fill.pattern.is_none() {
            return vec![Drawing::Path { path, fill: Some(fill.clone()), stroke }];
        }
        // The pattern is rotated with its edge, so that it looks the same at every edge.
        let along = turn(edge.degrees + 180.0);
        let level = along.inverse() * path;
        vec![Drawing::moved(along, vec![Drawing::Path { path: level, fill: Some(fill.clone()), stroke }])]
    }

    /// If the layout sets an `alt` text, puts the drawings into a group. Screen readers read this text
    /// in place of the group.
    fn with_alt(&self, effects: &Effects, drawings: Vec<Drawing>) -> Vec<Drawing> {
        match &effects.alt {
            Some(alt) if !drawings.is_empty() => group_with_alt(Arc::clone(alt), drawings),
            _ => drawings,
        }
    }

    /// Draws a text.
    ///
    /// # Errors
    /// The text does not fit.
    pub(super) fn text(
        &self,
        format: &TextFormat,
        set: &ShapedText,
        ink: Ink,
        at: &Placing<'_>,
        area: Option<Size>,
    ) -> Result<Vec<Drawing>> {
        let shaped = match set {
            ShapedText::Block(block) => return self.lines(format, block, &ink, at, area),
            ShapedText::Line(shaped) => shaped,
        };
        if format.along {
            return self.along_sides(format, shaped, &ink, at, area.unwrap_or(at.context.frame.size));
        }
        let cap = self.shaper.cap_height(format.font);
        if let Some(bend) = format.bend {
            return effects::bent_line(format, bend, shaped, cap, &ink, at);
        }
        // The tracking after the last letter is subtracted, because it is only empty space at the end
        // of the line.
        let advance = shaped.advance - format.letter_style.tracking();
        let baseline = format.align.baseline.then(|| block_alignment(format, at.place).across);
        let origin_at = |size: f64| match baseline {
            // The text is placed by a point on its baseline, not by its box.
            Some(across) => Point::new(-advance * size * (1.0 + across.sign()) / 2.0, 0.0),
            None => line_origin(Size::new(advance * size, cap * size)),
        };
        let fitted = at.shrunk(format, &shaped.string, |size| {
            let object = if baseline.is_some() { Size::ZERO } else { Size::new(advance * size, cap * size) };
            SetText { object, ink: shaped.ink.scale_from_origin(size) + origin_at(size).to_vec2() }
        })?;
        let text = line_of_text(shaped, fitted.size, origin_at(fitted.size), ink);
        Ok(vec![Drawing::moved(fitted.transform, vec![grouped_if_tracked(text, format)])])
    }

    /// Shapes a string.
    ///
    /// # Errors
    /// The font lacks a letter.
    pub fn shaped(&self, font: FontId, string: &str) -> Result<Arc<Shaped>> {
        self.settler().shaped(font, string)
    }
}

/// Returns the start of a line's baseline. The middle of the line's box, which has the size `object`,
/// is at the origin.
fn line_origin(object: Size) -> Point {
    Point::new(-object.width / 2.0, object.height / 2.0)
}
