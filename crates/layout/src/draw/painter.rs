//! What elements are drawn with, and what they are drawn for.

use std::sync::Arc;

use kurbo::{Point, Size};

use super::frame::Frame;
use crate::base::identity::{Feature, Identity};
use crate::diag::{Diagnostic, Report};
use crate::model::template::Row;
use crate::model::{Game, Words};
use crate::print::setup::Inking;
use crate::scene::{Draw, Group, Ink, Sheet, Text};
use crate::settle::{Settler, Stands, Subject};
use crate::text::Shaper;

/// Draws the elements of one sheet, and gathers what cannot be drawn.
#[derive(Debug)]
pub struct Painter<'p, 'a> {
    /// The game.
    pub game: &'a Game,
    /// Its fonts.
    pub shaper: &'p Shaper<'a>,
    /// What becomes of colours once the sheet is drawn; none where they stay as they are.
    pub inking: Option<Inking>,
    component: Arc<str>,
    report: Report,
}

/// Round letters reach a little over and under flat ones: so much of it, in mm, is no fault.
pub const OVERSHOOT: f64 = 0.1;

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

impl<'r> Context<'r> {
    /// For what is reported of it.
    pub fn subject(&self) -> Subject<'r> {
        Subject { row: self.row, who: self.who }
    }

    /// The piece, as it is settled.
    pub fn stands(&self) -> Stands<'r> {
        Stands { subject: self.subject(), edges: self.frame.corners().len(), only: self.edge }
    }
}

impl<'p, 'a> Painter<'p, 'a> {
    /// A painter for a sheet of `component`.
    pub fn new(game: &'a Game, shaper: &'p Shaper<'a>, component: Arc<str>) -> Self {
        Self { game, shaper, inking: None, component, report: Report::default() }
    }

    /// Settles the elements that it draws.
    pub fn settler(&self) -> Settler<'p, 'a> {
        Settler { game: self.game, shaper: self.shaper }
    }

    /// The mistakes found until now.
    pub fn report(&mut self) -> &mut Report {
        &mut self.report
    }

    /// What is drawn from now on is of this component.
    pub fn is_of(&mut self, component: &Arc<str>) {
        self.component = Arc::clone(component);
    }

    /// The component whose sheet it is.
    pub fn component(&self) -> &Arc<str> {
        &self.component
    }

    /// The identity of a feature of that component.
    pub fn identity(&self, feature: Feature) -> Identity {
        Identity::Of(Arc::clone(&self.component), feature)
    }

    /// Adds something that cannot be drawn, or should be looked at.
    pub fn wrong(&mut self, diagnostic: Diagnostic) {
        self.report.push(diagnostic);
    }

    /// What a part of the sheet comes to, and whether nothing was reported of it.
    pub fn apart<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        Report::apart(self, |all| &mut all.report, part)
    }

    /// The sheet, if all could be drawn.
    pub fn finish(self, component: Arc<str>, size: Size, draws: Vec<Draw>) -> Result<Sheet, Report> {
        if self.report.has_errors() {
            return Err(self.report);
        }
        Ok(Sheet {
            title: Arc::clone(&component),
            component,
            size,
            draws,
            warnings: self.report.into_items(),
            correction: None,
        })
    }
}

/// Words whose letters stand apart, so that they are found and copied as words and not letter by letter.
pub fn said_whole(text: Draw, words: &Words) -> Draw {
    match &text {
        Draw::Text(line) if words.manner.tracking() > 0.0 => {
            let says = Some(Arc::clone(&line.string));
            Draw::Group(Group { says, ..Group::plain(vec![text]) })
        }
        _ => text,
    }
}

/// A shaped line as a drawing, its baseline beginning at `origin`.
pub fn line_of_text(shaped: &crate::text::Shaped, size: f64, origin: Point, ink: Ink) -> Draw {
    Draw::Text(Text {
        string: Arc::clone(&shaped.string),
        font: shaped.font,
        size,
        origin,
        glyphs: Arc::clone(&shaped.glyphs),
        ink,
    })
}
