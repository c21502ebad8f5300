//! Describes a fault of a print.

use std::sync::Arc;

use kurbo::{Rect, Vec2};

use crate::colour_grid::Colour;
use hexpress_base::identity::Identity;

/// The smallest displacement of a piece that is a fault, in mm.
pub const MIN_MOVE: f64 = 0.1;
/// The smallest displacement of a piece that is a fault in a photo, in mm.
const MIN_MOVE_IN_PHOTO: f64 = 0.15;

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// The paper is bare where the page draws something.
    Missing,
    /// A piece is not in its place.
    Moved,
    /// Something other than the drawing is in this place.
    Covered,
    /// Edges are much less sharp than elsewhere.
    Smeared,
    /// Everything up to an edge of the sheet is missing.
    CutOff,
    /// A long and narrow strip is too light or too dark.
    Streak,
    /// A piece or a cell has a wrong colour.
    Coloured,
    /// An ink is missing on the whole page.
    WithoutInk(Ink),
}

/// The inks that make colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    Cyan,
    Magenta,
    Yellow,
}

impl Ink {
    /// The inks in the order of the channels red, green and blue. Each ink takes away the light of its
    /// channel.
    pub const ALL: [Self; 3] = [Self::Cyan, Self::Magenta, Self::Yellow];

    pub fn name(self) -> &'static str {
        match self {
            Self::Cyan => "cyan",
            Self::Magenta => "magenta",
            Self::Yellow => "yellow",
        }
    }
}

/// A fault of a print.
#[derive(Debug, Clone)]
pub struct Fault {
    pub kind: FaultKind,
    /// The area on the page, in mm.
    pub area: Rect,
    /// The smallest piece, cell or mark that contains the fault.
    pub id: Option<Arc<Identity>>,
    /// How far a piece moved, in mm on the page.
    pub shift: Option<Vec2>,
    /// Another piece or cell, whose colour this piece or cell has by mistake.
    pub like: Option<Arc<Identity>>,
    /// The wrong colour and the expected colour, as the scan would show them in even light.
    pub colours: Option<[Colour; 2]>,
}

impl Fault {
    /// Creates a fault without a displacement and without a colour.
    pub fn new(kind: FaultKind, area: Rect, id: Option<Arc<Identity>>) -> Self {
        Self { kind, area, id, shift: None, like: None, colours: None }
    }

    /// Returns whether the fault also counts in a photo. A photo shows displacements less exactly
    /// than a scan, so small displacements do not count.
    pub fn counts_in_photo(&self) -> bool {
        self.shift.is_none_or(|by| by.hypot() >= MIN_MOVE_IN_PHOTO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_displacements_do_not_count_in_a_photo() {
        let fault = |shift| Fault { shift, ..Fault::new(FaultKind::Moved, Rect::ZERO, None) };
        assert!(fault(Some(Vec2::new(0.0, -0.15))).counts_in_photo());
        assert!(!fault(Some(Vec2::new(0.1, 0.11))).counts_in_photo());
        assert!(fault(None).counts_in_photo());
    }
}
