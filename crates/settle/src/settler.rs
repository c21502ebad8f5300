//! Settles elements: computes their values for one piece, both for its edges and for all other places.
//!
//! - In: an element and a piece.
//! - Out: the element with its values for this piece, and errors.
//! - Not here: computing each of these values (`element_settler.rs`).

use std::ops::Range;
use std::sync::Arc;

use super::element::{AtEdge, Settled, SettledElement};
use super::element_settler::ElementSettler;
use super::shaped_texts::no_glyph;
use super::subject::Subject;
use hexpress_base::diag::{Report, Result};
use hexpress_game::{Element, Game};
use hexpress_scene::text::{FontId, Shaped, Shaper};
use hexpress_template::{EdgeRow, Row, Template};

/// Settles elements of a game. To settle is to compute the values of an element for one row.
#[derive(Debug, Clone, Copy)]
pub struct Settler<'p, 'a> {
    pub game: &'a Game,
    pub shaper: &'p Shaper<'a>,
}

/// The piece for which an element is settled.
#[derive(Clone, Copy)]
pub struct PieceContext<'r> {
    /// The fields and the name of the piece.
    pub subject: Subject<'r>,
    /// The number of edges of the piece.
    pub edges: usize,
    /// The smaller side of the frame, in mm. The frame is the area in which the element is drawn. Values
    /// such as `50%` are percentages of this side.
    pub side: f64,
    /// The index of the only edge to settle, starting at 0. If it is `None`, all edges and all other
    /// places are settled.
    pub only: Option<usize>,
}

impl Settler<'_, '_> {
    /// Returns an element with its values for one piece. Returns `None` if nothing is drawn, or after
    /// an error.
    ///
    /// Errors are added to `report`.
    pub fn element<'e>(
        &self,
        element: &'e Element,
        context: PieceContext<'_>,
        report: &mut Report,
    ) -> Option<Settled<'e>> {
        let PieceContext { subject, edges, only, .. } = context;
        let mut element_settler = ElementSettler::new(*self, element, context, report);
        let off_edges = match only {
            None if element.is_off_edges() && element_settler.is_drawn()? => element_settler.off_edges(),
            _ => None,
        };
        let settled_edges: Range<usize> = only.map_or(0..edges, |edge| edge..edge + 1);
        let mut at_edges = Vec::new();
        for edge in settled_edges.filter(|_| element.is_at_edges()) {
            let row = EdgeRow::new(subject.row, edge);
            let at_edge = PieceContext { subject: Subject { row: &row, ..subject }, ..context };
            let mut edge_settler = ElementSettler::new(*self, element, at_edge, element_settler.report);
            if edge_settler.is_drawn()?
                && let Some(element) = edge_settler.at_edge()
            {
                at_edges.push(AtEdge { edge, element, effects: edge_settler.effects()? });
            }
        }
        if off_edges.is_none() && at_edges.is_empty() {
            return None;
        }
        Some(Settled { off_edges, at_edges, effects: element_settler.effects()? })
    }

    /// Returns an element for all places that are not edges. The condition `when` is not evaluated.
    ///
    /// Returns `None` if nothing is drawn, or after an error.
    pub fn off_edges<'e>(
        &self,
        element: &'e Element,
        context: PieceContext<'_>,
        report: &mut Report,
    ) -> Option<SettledElement<'e>> {
        ElementSettler::new(*self, element, context, report).off_edges()
    }

    /// Returns the width of the gap around an element, in mm. In this gap, the drawings behind the
    /// element are removed.
    ///
    /// Returns `None` if no drawings are removed, or after an error.
    pub fn knock_out(
        &self,
        element: &Element,
        context: PieceContext<'_>,
        report: &mut Report,
    ) -> Option<f64> {
        let knock_out = element.style.knock_out.as_ref()?;
        ElementSettler::new(*self, element, context, report).distance(knock_out, "`knock-out`")
    }

    /// Returns the text of a template, shaped as one line.
    ///
    /// # Errors
    /// The template cannot be computed, or the font does not have a character.
    pub fn line(&self, template: &Template, row: &dyn Row, font: FontId) -> Result<Arc<Shaped>> {
        let text = self.text(template, row)?;
        self.shaped(font, &text.trim().replace('\n', " "))
    }

    /// Returns the text of a template.
    ///
    /// # Errors
    /// The template cannot be computed.
    pub fn text(&self, template: &Template, row: &dyn Row) -> Result<String> {
        self.game.engine.render(template, row)
    }

    /// Shapes a string.
    ///
    /// # Errors
    /// The font does not have a character.
    pub fn shaped(&self, font: FontId, string: &str) -> Result<Arc<Shaped>> {
        self.shaper.shape(font, string).map_err(|missing| no_glyph(self.shaper, missing, string))
    }
}
