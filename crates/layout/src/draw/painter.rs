//! Defines the painter, which draws elements, and the context in which an element is drawn.
//!
//! - In: the game, its fonts, and the component of the sheet.
//! - Out: a sheet, or a report of what cannot be drawn.
//! - Not here: drawing shapes. The modules of `elements` add methods for this to the painter.

use std::cell::Cell;
use std::sync::Arc;

use kurbo::{Point, Rect, Size};

use super::frame::Frame;
use super::placing::CopyStep;
use hexpress_base::diag::{Diagnostic, Report};
use hexpress_base::identity::{Feature, Identity};
use hexpress_game::{Game, TextFormat};
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::print::setup::Inking;
use hexpress_scene::text::{Shaped, Shaper};
use hexpress_scene::{Drawing, Group, Ink, Sheet, Text};
use hexpress_settle::{PieceContext, Settler, Subject};
use hexpress_template::Row;

/// Draws the elements of one sheet, and collects errors and warnings.
#[derive(Debug)]
pub struct Painter<'p, 'a> {
    pub game: &'a Game,
    /// The fonts of the game.
    pub shaper: &'p Shaper<'a>,
    /// How the colours of the finished sheet are replaced. `None` if the colours are not replaced.
    pub inking: Option<Inking>,
    pub furniture: Furniture,
    component: Arc<str>,
    report: Report,
    /// The number of copies of repeated elements that are already on the sheet.
    copies: usize,
}

/// The maximum number of copies of repeated elements on one sheet. An element with too many copies is
/// reported.
pub const MAX_COPIES: usize = 100_000;

/// A drawing is reported only if it extends outside a frame by more than this length, in mm. A smaller excess
/// is allowed, because round letters, such as O, extend slightly farther than flat letters, such as H.
pub const OVERSHOOT: f64 = 0.1;

/// The piece for which an element is drawn, with its frame and its row.
#[derive(Clone, Copy)]
pub struct Context<'r> {
    pub frame: &'r Frame,
    /// The row with the values for the templates of elements.
    pub row: &'r dyn Row,
    /// The name of the piece in messages, such as `movement/7`.
    pub who: &'r str,
    /// The index of the only edge at which the element is drawn. `None` means all edges.
    pub edge: Option<usize>,
    /// The step from the element to its current copy.
    pub step: CopyStep,
    /// The `Cell` in which an element of a stack stores its bounding box. The elements of a stack are
    /// placed one after another. `None` if the element is not in a stack.
    pub covered: Option<&'r Cell<Option<Rect>>>,
}

impl<'r> Context<'r> {
    /// Returns the context of elements that are drawn at all edges and are not in a stack. `who` is
    /// the name of the piece in messages.
    pub fn new(frame: &'r Frame, row: &'r dyn Row, who: &'r str) -> Self {
        Self { frame, row, who, edge: None, step: CopyStep::NONE, covered: None }
    }

    /// Returns the row and the piece, for messages about the element.
    pub fn subject(&self) -> Subject<'r> {
        Subject { row: self.row, name: self.who }
    }

    /// Returns the properties of the piece on which the values of elements depend.
    pub fn piece_context(&self) -> PieceContext<'r> {
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
    pub fn new(game: &'a Game, shaper: &'p Shaper<'a>, component: Arc<str>) -> Self {
        let furniture = Furniture::default();
        Self { game, shaper, inking: None, furniture, component, report: Report::default(), copies: 0 }
    }

    /// Returns a settler, which computes the values of the elements.
    pub fn settler(&self) -> Settler<'p, 'a> {
        Settler { game: self.game, shaper: self.shaper }
    }

    /// Returns the report with all errors and warnings that were found so far.
    pub fn report(&mut self) -> &mut Report {
        &mut self.report
    }

    /// Sets the component to which later drawings belong.
    pub fn set_component(&mut self, component: &Arc<str>) {
        self.component = Arc::clone(component);
    }

    pub fn component(&self) -> &Arc<str> {
        &self.component
    }

    /// Returns the identity of a feature of the current component: its name in the finished file, such
    /// as `board/cell:3,-1`.
    pub fn identity(&self, feature: Feature) -> Identity {
        Identity::Of(Arc::clone(&self.component), feature)
    }

    pub fn add_finding(&mut self, diagnostic: Diagnostic) {
        self.report.push(diagnostic);
    }

    /// Adds `copies` to the number of copies of repeated elements on the sheet. Returns false if the
    /// sheet then has more than [`MAX_COPIES`].
    pub fn count_copies(&mut self, copies: usize) -> bool {
        self.copies = self.copies.saturating_add(copies);
        self.copies <= MAX_COPIES
    }

    /// Runs `part`. Returns its result, and the errors and warnings that it reported.
    pub fn track_findings<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, Vec<Diagnostic>) {
        Report::track_findings(self, |all| &mut all.report, part)
    }

    /// Returns a sheet with these drawings.
    ///
    /// # Errors
    /// Returns the report if it has errors.
    pub fn finish(self, component: Arc<str>, size: Size, drawings: Vec<Drawing>) -> Result<Sheet, Report> {
        if self.report.has_errors() {
            return Err(self.report);
        }
        Ok(Sheet {
            title: Arc::clone(&component),
            component,
            size,
            drawings,
            warnings: self.report.into_items(),
            correction: None,
        })
    }
}

/// Puts a text with tracking into a group. PDF readers then find and copy whole words instead of
/// single letters.
pub fn grouped_if_tracked(text: Drawing, format: &TextFormat) -> Drawing {
    match &text {
        Drawing::Text(line) if format.letter_style.tracking() > 0.0 => {
            let actual_text = Some(Arc::clone(&line.string));
            Drawing::Group(Group { actual_text, ..Group::plain(vec![text]) })
        }
        _ => text,
    }
}

/// Converts a shaped line to a text drawing. The baseline begins at `origin`, and an em is `size`
/// mm.
pub fn line_of_text(shaped: &Shaped, size: f64, origin: Point, ink: Ink) -> Drawing {
    Drawing::Text(Text {
        string: Arc::clone(&shaped.string),
        font: shaped.font,
        size,
        origin,
        glyphs: Arc::clone(&shaped.glyphs),
        ink,
        is_leftward: false,
    })
}
