//! Where pieces lie on a sheet, and where it is cut: rectangles edge to edge, hexagons as a honeycomb that shares its
//! edges or so that straight cuts part them, discs in staggered rows; what they are cut with has a say in it.

mod choose;
mod draw;
mod hexagons;
mod lines;
mod rectangles;
mod rows;

use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Size};

pub use choose::{fit, tried};
pub use draw::{Side, draw};
pub use lines::CutLine;

/// Pieces on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct PackFit {
    /// The sheet, as it lies: width and height in mm.
    pub sheet: Size,
    /// Width and height of a piece, in mm.
    pub piece: Size,
    /// Where pieces lie, in the order they are filled.
    pub slots: Arc<[Slot]>,
    /// How they lie.
    pub packing: Packing,
    /// The straight cuts that part all of them, in the order they are made, each from edge to edge of the sheet or of
    /// the part that earlier cuts left; none where no straight cut parts them.
    pub cuts: Arc<[CutLine]>,
    /// Between the sides of neighbours, in mm; 0 where they share them.
    pub gap: f64,
    /// Whether the pieces are hexagons.
    hexagons: bool,
}

/// How pieces lie on their sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Rectangles or discs in columns and rows.
    Grid,
    /// Rectangles in two blocks, of which one is turned by a right angle.
    Mixed,
    /// Hexagons as a honeycomb.
    Honeycomb,
    /// Hexagons corner to corner, every other row pushed in: every cut runs straight through the sheet.
    Straight,
    /// Hexagons corner to corner in strips: each strip is cut off, and then cut both ways.
    Strips,
    /// Discs in staggered rows.
    Staggered,
}

impl Packing {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Grid => "columns and rows",
            Self::Mixed => "two blocks, one of them turned",
            Self::Honeycomb => "a honeycomb",
            Self::Straight => "corner to corner, for straight cuts",
            Self::Strips => "strips, corner to corner",
            Self::Staggered => "staggered rows",
        }
    }
}

/// Where a piece lies on its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Its middle, in mm.
    pub middle: Point,
    /// How it is turned: so many right angles clockwise, from 0 to 3.
    pub turn: u8,
}

impl Slot {
    /// A piece that stands upright.
    #[must_use]
    pub fn upright(middle: Point) -> Self {
        Self { middle, turn: 0 }
    }

    /// From the piece's own frame, about its middle, to the sheet.
    #[must_use]
    pub fn transform(&self) -> Affine {
        // Right angles need no sine: the same on every machine.
        let [cos, sin] = match self.turn % 4 {
            0 => [1.0, 0.0],
            1 => [0.0, 1.0],
            2 => [-1.0, 0.0],
            _ => [0.0, -1.0],
        };
        Affine::new([cos, sin, -sin, cos, self.middle.x, self.middle.y])
    }

    /// Where the back of the piece lies, on a sheet of this size that is turned over its upright edge.
    #[must_use]
    pub fn behind(&self, sheet: Size) -> Self {
        Self { middle: Point::new(sheet.width - self.middle.x, self.middle.y), turn: (4 - self.turn % 4) % 4 }
    }

    /// What a piece of this size covers.
    #[must_use]
    pub fn covers(&self, piece: Size) -> Rect {
        let size = if self.turn.is_multiple_of(2) { piece } else { Size::new(piece.height, piece.width) };
        Rect::from_center_size(self.middle, size)
    }
}

impl PackFit {
    /// What all slots together cover.
    #[must_use]
    pub fn block(&self) -> Rect {
        let boxes = self.slots.iter().map(|slot| slot.covers(self.piece));
        boxes.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    /// The straight cuts that part the first `pieces` of a sheet: those that run along one of them.
    pub fn cuts_of(&self, pieces: usize) -> impl Iterator<Item = &CutLine> {
        let slots = self.slots.get(..pieces).unwrap_or(&self.slots);
        let all = slots.len() == self.slots.len();
        self.cuts
            .iter()
            .filter(move |cut| all || slots.iter().any(|slot| cut.touches(slot, self.piece, self.hexagons)))
    }
}
