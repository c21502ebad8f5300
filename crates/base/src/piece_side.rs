//! Names the two sides of a piece.

/// The front or the back of a piece.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceSide {
    /// The side that the key `face` describes.
    #[default]
    Front,
    /// The side that the key `back` describes.
    Back,
}

impl PieceSide {
    /// Both sides, in the order in which they are printed.
    pub const BOTH: [Self; 2] = [Self::Front, Self::Back];

    pub fn from_is_back(is_back: bool) -> Self {
        if is_back { Self::Back } else { Self::Front }
    }

    pub fn is_back(self) -> bool {
        self == Self::Back
    }
}
