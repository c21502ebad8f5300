//! Names the two sides of a piece.

/// The front or the back of a piece.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceSide {
    /// The side with `face`.
    #[default]
    Front,
    /// The side with `back`.
    Back,
}

impl PieceSide {
    /// Both sides in printing order.
    pub const BOTH: [Self; 2] = [Self::Front, Self::Back];

    /// Returns the back if `is_back`, else the front.
    pub fn from_is_back(is_back: bool) -> Self {
        if is_back { Self::Back } else { Self::Front }
    }

    /// Whether the side is the back.
    pub fn is_back(self) -> bool {
        self == Self::Back
    }
}
