//! The tables of a theme, which is a layout without pieces.

use super::element::Element;
use super::layout::{Board, Colour, NamedPlace, Pieces};
use crate::values::place::{At, NameOr, Named};

tables! {
    /// What a theme says: names for all components, and one table for each sort of component.
    pub struct ThemeTables {
        /// Colours by name.
        pub colours: Named<At<NameOr<Colour>>>,
        /// Places by name.
        pub places: Named<At<NamedPlace>>,
        /// Elements by name.
        pub look: Named<At<Vec<At<Element>>>>,
        /// What boards look like.
        pub board: Option<At<Board>>,
        /// What cards look like.
        pub cards: Option<At<Pieces>>,
        /// What notes look like.
        pub notes: Option<At<Pieces>>,
        /// What tiles look like.
        pub tiles: Option<At<Pieces>>,
        /// What counters look like.
        pub counters: Option<At<Pieces>>,
    }
}
