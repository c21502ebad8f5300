//! Collects the drawings of a sheet.
//!
//! - In: drawings, and their identities: their names in the file, such as `board/cell:3,-1`.
//! - Out: a finished [`Sheet`], or the errors that were reported.
//! - Not here: deciding what to draw, and where.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Size};

use super::draw::angle::turn;
use super::draw::painter::{Painter, line_of_text};
use super::draw::pattern;
use super::draw::space::Space;
use hexpress_base::diag::Report;
use hexpress_base::identity::{Feature, Single};
use hexpress_game::Game;
use hexpress_scene::text::{Shaped, Shaper};
use hexpress_scene::{CellDrawings, Drawing, Group, Ink, Role, Sheet};

/// The drawings that are already on a sheet, and the space that is still free.
pub struct SheetBuilder<'p, 'a> {
    pub painter: Painter<'p, 'a>,
    pub space: Space,
    pub drawings: Vec<Drawing>,
    /// True if the sheet is a part of a poster. The texts at the edges of all parts are then at the
    /// same height.
    pub is_part: bool,
}

impl<'p, 'a> SheetBuilder<'p, 'a> {
    /// Returns an empty sheet of `component`.
    pub fn new(game: &'a Game, shaper: &'p Shaper<'a>, component: &Arc<str>, printable: Rect) -> Self {
        let painter = Painter::new(game, shaper, Arc::clone(component));
        Self { painter, space: Space::new(printable), drawings: Vec::new(), is_part: false }
    }

    /// Adds the drawings of a feature of the component, such as a cell or a piece.
    pub fn push(&mut self, feature: Feature, transform: Affine, content: Vec<Drawing>) {
        let id = self.painter.identity(feature);
        self.drawings.push(Drawing::Group(Group::piece(id, transform, pattern::drawn(content))));
    }

    /// Adds the drawings of many cells, as one group for each cell. Does nothing if there are no
    /// cells.
    pub fn push_cells(&mut self, cells: CellDrawings) {
        if !cells.places.is_empty() {
            self.drawings.push(Drawing::Cells(cells));
        }
    }

    /// Adds marks and instructions for the printer.
    pub fn push_marks(&mut self, single: Single, transform: Affine, content: Vec<Drawing>) {
        let id = self.painter.identity(Feature::Single(single));
        let group = Group { role: Role::PrinterMark, ..Group::piece(id, transform, content) };
        self.drawings.push(Drawing::Group(group));
    }

    /// Adds the line with the page number as the heading of the page.
    pub fn push_heading(&mut self, single: Single, heading: Drawing) {
        let id = self.painter.identity(Feature::Single(single));
        let group = Group::piece(id, Affine::IDENTITY, vec![heading]);
        self.drawings.push(Drawing::Group(Group { role: Role::Heading, ..group }));
    }

    /// Returns the finished sheet.
    ///
    /// # Errors
    /// Some elements cannot be drawn. The report contains all of them.
    pub fn finish(self, size: Size) -> Result<Sheet, Report> {
        let component = Arc::clone(self.painter.component());
        self.painter.finish(component, size, self.drawings)
    }
}

/// Draws a shaped line of text with its middle at `centre`. `degrees` is the clockwise rotation of
/// the line. `size` is the size of an em in mm.
pub fn centred_words(shaped: &Shaped, size: f64, centre: Point, degrees: f64, ink: Ink) -> Drawing {
    let origin = Point::new(-shaped.advance * size / 2.0, -shaped.ink.center().y * size);
    let text = line_of_text(shaped, size, origin, ink);
    let transform = Affine::translate(centre.to_vec2()) * turn(degrees);
    Drawing::Group(Group { transform, ..Group::plain(vec![text]) })
}

/// Returns an open line through these points.
pub fn open_line(points: &[Point]) -> BezPath {
    let mut line = hexpress_base::geometry::polygon(points);
    line.pop();
    line
}
