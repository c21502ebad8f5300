//! Settles elements: away from edges, and at each edge.

use std::ops::Range;
use std::sync::Arc;

use super::element::{AtEdge, Settled, SettledElement};
use super::subject::Subject;
use super::values::Values;
use super::words::no_glyph;
use crate::diag::{Report, Result};
use crate::model::template::{Row, Template};
use crate::model::{EdgeRow, Element, Game};
use crate::text::{FontId, Shaped, Shaper};

/// Settles the elements of one game.
#[derive(Debug, Clone, Copy)]
pub struct Settler<'p, 'a> {
    /// The game.
    pub game: &'a Game,
    /// Shapes words in its fonts.
    pub shaper: &'p Shaper<'a>,
}

/// The piece of an element.
#[derive(Clone, Copy)]
pub struct Stands<'r> {
    /// Which piece.
    pub subject: Subject<'r>,
    /// How many edges it has.
    pub edges: usize,
    /// The only edge to settle, from 0; all edges and what is away from them if none.
    pub only: Option<usize>,
}

impl Settler<'_, '_> {
    /// What one piece shows of an element; mistakes go to `report`. `None` if nothing is drawn of it.
    pub fn element<'e>(
        &self,
        element: &'e Element,
        stands: Stands<'_>,
        report: &mut Report,
    ) -> Option<Settled<'e>> {
        let Stands { subject, edges, only } = stands;
        let mut values = Values::new(*self, element, stands, report);
        let away = match only {
            None if element.is_off_edges() && values.is_there()? => values.away(),
            _ => None,
        };
        let at: Range<usize> = only.map_or(0..edges, |edge| edge..edge + 1);
        let mut at_edges = Vec::new();
        for edge in at.filter(|_| element.is_at_edges()) {
            let row = EdgeRow::new(subject.row, edge);
            let stands = Stands { subject: Subject { row: &row, ..subject }, ..stands };
            let mut values = Values::new(*self, element, stands, values.report);
            if values.is_there()?
                && let Some(element) = values.at_edge()
            {
                at_edges.push(AtEdge { edge, element, effects: values.effects()? });
            }
        }
        if away.is_none() && at_edges.is_empty() {
            return None;
        }
        Some(Settled { away, at_edges, effects: values.effects()? })
    }

    /// The element away from edges, whether or not its `when` holds.
    pub fn away<'e>(
        &self,
        element: &'e Element,
        stands: Stands<'_>,
        report: &mut Report,
    ) -> Option<SettledElement<'e>> {
        Values::new(*self, element, stands, report).away()
    }

    /// One shaped line of a template's text.
    ///
    /// # Errors
    /// What cannot be computed, or a character that the font does not have.
    pub fn line(&self, template: &Template, row: &dyn Row, font: FontId) -> Result<Arc<Shaped>> {
        let text = self.text(template, row)?;
        self.shaped(font, &text.trim().replace('\n', " "))
    }

    /// The text of a template.
    ///
    /// # Errors
    /// What cannot be computed.
    pub fn text(&self, template: &Template, row: &dyn Row) -> Result<String> {
        self.game.engine.render(template, row)
    }

    /// Shapes a string.
    ///
    /// # Errors
    /// A character that the font does not have.
    pub fn shaped(&self, font: FontId, string: &str) -> Result<Arc<Shaped>> {
        self.shaper.shape(font, string).map_err(|missing| no_glyph(self.shaper, missing, string))
    }
}
