//! Keeps track of the graphics state while the contents of a page are read (ISO 32000-1, 8.4 and
//! 9.3).
//!
//! - In: the operands of operators.
//! - Out: the current colours, path and text position.
//! - Not here: the operators themselves (`page_contents`).

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape};

use super::spaces::{Family, Space};
use super::{PressPlace, Shares};

/// The maximum number of saved graphics states.
const MAX_SAVED_STATES: usize = 10_000;

/// The colour of areas or of lines.
#[derive(Debug, Clone)]
pub(super) struct Paint {
    pub space: Arc<Space>,
    pub values: Vec<f64>,
    pub overprints: bool,
}

impl Paint {
    fn black() -> Self {
        Self { space: Arc::new(Space::Plain(Family::Grey)), values: vec![0.0], overprints: false }
    }

    /// Returns the shares of cyan, magenta, yellow and black in the colour. Returns `None` if they are
    /// unknown.
    pub fn shares(&self) -> Option<Shares> {
        self.space.shares(&self.values)
    }

    /// Sets the colour space. The colour becomes the initial colour of the new colour space.
    pub fn set_space(&mut self, space: Arc<Space>) {
        self.values = match &*space {
            Space::Plain(Family::Cmyk | Family::Icc(4)) => vec![0.0, 0.0, 0.0, 1.0],
            Space::Named(names) => vec![1.0; names.len()],
            _ => vec![0.0],
        };
        self.space = space;
    }
}

#[derive(Debug, Clone)]
pub(super) struct State {
    /// The transform from the units of the contents to mm on the page.
    pub to_page: Affine,
    pub fill: Paint,
    pub stroke: Paint,
    /// Whether overprint mode 1 is set. In this mode, a drawing keeps the earlier amount of every ink that
    /// its own colour does not contain.
    pub keeps_other_inks: bool,
    pub font_size: f64,
    /// The name of the font if the file does not contain the font.
    pub missing_font: Option<Arc<str>>,
    /// The text rendering mode (ISO 32000-1, table 106).
    pub mode: i64,
    pub rise: f64,
    pub leading: f64,
}

/// The current graphics state, and the saved graphics states.
pub(super) struct States {
    pub now: State,
    saved: Vec<State>,
    /// The text matrix at the start of the current line.
    pub line: Affine,
    /// The current path, in mm on the page.
    path: BezPath,
}

impl States {
    pub fn new(to_page: Affine) -> Self {
        let now = State {
            to_page,
            fill: Paint::black(),
            stroke: Paint::black(),
            keeps_other_inks: false,
            font_size: 0.0,
            missing_font: None,
            mode: 0,
            rise: 0.0,
            leading: 0.0,
        };
        Self { now, saved: Vec::new(), line: Affine::IDENTITY, path: BezPath::new() }
    }

    pub fn save(&mut self) {
        if self.saved.len() < MAX_SAVED_STATES {
            self.saved.push(self.now.clone());
        }
    }

    pub fn restore(&mut self) {
        if let Some(saved) = self.saved.pop() {
            self.now = saved;
        }
    }

    /// Adds a point to the path. `coordinates` are in the units of the contents.
    pub fn point(&mut self, coordinates: &[f64]) {
        for pair in coordinates.chunks_exact(2) {
            let point = self.now.to_page * Point::new(pair[0], pair[1]);
            if self.path.is_empty() {
                self.path.move_to(point);
            } else {
                self.path.line_to(point);
            }
        }
    }

    /// Adds a rectangle to the path.
    pub fn rectangle(&mut self, [x, y, width, height]: [f64; 4]) {
        self.point(&[x, y, x + width, y, x + width, y + height, x, y + height]);
    }

    /// Ends the path, and returns the bounding box of the path in mm. Returns `None` if the path is empty.
    pub fn take_path(&mut self) -> Option<Rect> {
        let path = std::mem::take(&mut self.path);
        (!path.is_empty()).then(|| path.bounding_box()).filter(|bounds| bounds.is_finite())
    }

    /// Begins a new line of text. The start of the new line has this offset from the start of the
    /// previous line.
    pub fn next_line(&mut self, x: f64, y: f64) {
        self.line *= Affine::translate((x, y));
    }

    /// Returns two values: the size of letters on paper in points, and the start of the line in mm.
    pub fn letters(&self) -> (f64, Point) {
        let to_page = self.now.to_page * self.line;
        let [_, _, x, y, _, _] = to_page.as_coeffs();
        let mm = self.now.font_size.abs() * libm::hypot(x, y);
        (mm * hexpress_base::units::PT_PER_MM, to_page * Point::new(0.0, self.now.rise))
    }

    /// Returns a place on a page. Leaves out `rect` if it is not finite.
    pub fn place(page: usize, rect: Option<Rect>) -> PressPlace {
        PressPlace { page: Some(page), rect: rect.filter(Rect::is_finite) }
    }
}
