//! The painter that draws elements, and the context that they are drawn for.
//!
//! - In: the game, its fonts, and the component of the sheet.
//! - Out: a sheet, or a report of what cannot be drawn.
//! - Not here: drawing shapes: the modules of `elements` add that to the painter.

use std::cell::Cell;
use std::sync::Arc;

use kurbo::{Point, Rect, Size};

use super::frame::Frame;
use super::placing::CopyStep;
use hexpress_base::diag::{Diagnostic, Report};
use hexpress_base::identity::{Feature, Identity};
use hexpress_game::{Game, Words};
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::print::setup::Inking;
use hexpress_scene::text::{Shaped, Shaper};
use hexpress_scene::{Draw, Group, Ink, Sheet, Text};
use hexpress_settle::{PieceContext, Settler, Subject};
use hexpress_template::Row;

/// Draws the elements of one sheet, and collects mistakes.
#[derive(Debug)]
pub struct Painter<'p, 'a> {
    /// The game that the sheet belongs to.
    pub game: &'a Game,
    /// The fonts of the game.
    pub shaper: &'p Shaper<'a>,
    /// The inking of the finished sheet; `None` if colours stay the same.
    pub inking: Option<Inking>,
    /// The furniture of the sheet.
    pub furniture: Furniture,
    component: Arc<str>,
    report: Report,
    /// The number of copies of repeated elements so far.
    copies: usize,
}

/// The most copies of repeated elements on one sheet.
pub const MOST_COPIES: usize = 100_000;

/// The distance outside a frame that is not a mistake, in mm: round letters reach slightly farther
/// than flat ones.
pub const OVERSHOOT: f64 = 0.1;

/// The frame and the row that an element is drawn for.
#[derive(Clone, Copy)]
pub struct Context<'r> {
    /// The frame that it is placed in.
    pub frame: &'r Frame,
    /// The row with the values for its templates.
    pub row: &'r dyn Row,
    /// The name of the piece in messages, such as `movement/7`.
    pub who: &'r str,
    /// The only edge, from 0, that an element at each edge is drawn for; `None` for all edges.
    pub edge: Option<usize>,
    /// The step to the copy that is drawn.
    pub step: CopyStep,
    /// Where the stack that the element is in learns what the element covers.
    pub covered: Option<&'r Cell<Option<Rect>>>,
}

impl<'r> Context<'r> {
    /// Returns the context of elements that are drawn at all edges, and not in a stack. `who` is
    /// the name of the piece in messages.
    pub fn new(frame: &'r Frame, row: &'r dyn Row, who: &'r str) -> Self {
        Self { frame, row, who, edge: None, step: CopyStep::NONE, covered: None }
    }

    /// Returns the row and the name that reports use.
    pub fn subject(&self) -> Subject<'r> {
        Subject { row: self.row, name: self.who }
    }

    /// Returns the piece that elements are settled for.
    pub fn stands(&self) -> PieceContext<'r> {
        let Frame { size, .. } = self.frame;
        PieceContext {
            subject: self.subject(),
            edges: self.frame.corners().len(),
            side: size.width.min(size.height),
            only: self.edge,
        }
    }
}

impl<'p, 'a> Painter<'p, 'a> {
    /// Returns a painter for a sheet of `component`.
    pub fn new(game: &'a Game, shaper: &'p Shaper<'a>, component: Arc<str>) -> Self {
        let furniture = Furniture::default();
        Self { game, shaper, inking: None, furniture, component, report: Report::default(), copies: 0 }
    }

    /// Returns the settler of the elements that the painter draws.
    pub fn settler(&self) -> Settler<'p, 'a> {
        Settler { game: self.game, shaper: self.shaper }
    }

    /// Returns the report of the mistakes found so far.
    pub fn report(&mut self) -> &mut Report {
        &mut self.report
    }

    /// Sets the component that later drawings belong to.
    pub fn set_component(&mut self, component: &Arc<str>) {
        self.component = Arc::clone(component);
    }

    /// Returns the component that drawings belong to.
    pub fn component(&self) -> &Arc<str> {
        &self.component
    }

    /// Returns the identity of a feature of the component.
    pub fn identity(&self, feature: Feature) -> Identity {
        Identity::Of(Arc::clone(&self.component), feature)
    }

    /// Reports a mistake or a warning.
    pub fn add_finding(&mut self, diagnostic: Diagnostic) {
        self.report.push(diagnostic);
    }

    /// Counts copies of repeated elements. Returns whether a sheet may have so many.
    pub fn count_copies(&mut self, copies: usize) -> bool {
        self.copies = self.copies.saturating_add(copies);
        self.copies <= MOST_COPIES
    }

    /// Runs `part`, and returns its result and whether it reported nothing.
    pub fn track_findings<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        Report::track_findings(self, |all| &mut all.report, part)
    }

    /// Returns the sheet with the drawings.
    ///
    /// # Errors
    /// The report, if it has errors.
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

/// Groups a text with tracking, so that readers find and copy it as whole words and not letter by
/// letter.
pub fn grouped_if_tracked(text: Draw, words: &Words) -> Draw {
    match &text {
        Draw::Text(line) if words.letter_style.tracking() > 0.0 => {
            let actual_text = Some(Arc::clone(&line.string));
            Draw::Group(Group { actual_text, ..Group::plain(vec![text]) })
        }
        _ => text,
    }
}

/// Returns a shaped line as a text of `size` mm whose baseline begins at `origin`.
pub fn line_of_text(shaped: &Shaped, size: f64, origin: Point, ink: Ink) -> Draw {
    Draw::Text(Text {
        string: Arc::clone(&shaped.string),
        font: shaped.font,
        size,
        origin,
        glyphs: Arc::clone(&shaped.glyphs),
        ink,
    })
}
