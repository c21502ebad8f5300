//! A sheet while it is drawn.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Size};

use super::draw::angle::turn;
use super::draw::painter::{Painter, line_of_text};
use super::draw::pattern;
use super::draw::space::Space;
use crate::base::identity::{Feature, Single};
use crate::diag::Report;
use crate::model::Game;
use crate::scene::{Draw, Group, Ink, Many, Role, Sheet};
use crate::text::{Shaped, Shaper};

/// What is drawn so far, what draws it, and the room that is left.
pub struct Page<'p, 'a> {
    pub painter: Painter<'p, 'a>,
    pub space: Space,
    pub draws: Vec<Draw>,
    /// Whether it is put together with others, so that what stands at its edges is level with theirs.
    pub is_part: bool,
}

impl<'p, 'a> Page<'p, 'a> {
    /// An empty sheet of `component`.
    pub fn new(game: &'a Game, shaper: &'p Shaper<'a>, component: &Arc<str>, printable: Rect) -> Self {
        let painter = Painter::new(game, shaper, Arc::clone(component));
        Self { painter, space: Space::new(printable), draws: Vec::new(), is_part: false }
    }

    /// Adds a feature of the component.
    pub fn push(&mut self, feature: Feature, transform: Affine, content: Vec<Draw>) {
        let id = self.painter.identity(feature);
        let content = pattern::drawn(content);
        self.draws.push(Draw::Group(Group::piece(id, transform, content)));
    }

    /// Adds groups of many cells.
    pub fn push_many(&mut self, many: Many) {
        self.draws.extend((!many.places.is_empty()).then_some(Draw::Many(many)));
    }

    /// Adds marks and words for whoever prints.
    pub fn push_marks(&mut self, single: Single, transform: Affine, content: Vec<Draw>) {
        let id = self.painter.identity(Feature::Single(single));
        let group = Group { role: Role::PrinterMark, ..Group::piece(id, transform, content) };
        self.draws.push(Draw::Group(group));
    }

    /// Adds the line that says which page it is.
    pub fn push_heading(&mut self, single: Single, heading: Draw) {
        let id = self.painter.identity(Feature::Single(single));
        let group = Group::piece(id, Affine::IDENTITY, vec![heading]);
        self.draws.push(Draw::Group(Group { role: Role::Heading, ..group }));
    }

    /// The sheet, if all could be drawn.
    pub fn finish(self, size: Size) -> Result<Sheet, Report> {
        let component = Arc::clone(self.painter.component());
        self.painter.finish(component, size, self.draws)
    }
}

/// A shaped line in black with its middle at `middle`, turned clockwise.
pub fn centred_words(shaped: &Shaped, size: f64, middle: Point, degrees: f64) -> Draw {
    let origin = Point::new(-shaped.advance * size / 2.0, -shaped.ink.center().y * size);
    let text = line_of_text(shaped, size, origin, Ink::black());
    let transform = Affine::translate(middle.to_vec2()) * turn(degrees);
    Draw::Group(Group { transform, ..Group::plain(vec![text]) })
}

/// A line from point to point.
pub fn open_line(points: &[Point]) -> BezPath {
    let mut line = crate::base::hex::polygon(points);
    line.pop();
    line
}
