//! The tables of a theme, which sets only how components look.

use super::element::Element;
use super::layout::{Board, Colour, GameBox, NamedPlace, Page, Pieces};
use crate::values::spanned::{NameOr, NamedEntries, Spanned};

toml_tables! {
    /// A theme: names for all components, and one table for each kind of component.
    pub struct ThemeTables {
        /// Colours by name.
        /// Example: `paper = "#F4F1E8"`.
        pub colours: NamedEntries<Spanned<NameOr<Colour>>>,
        /// Places by name.
        /// Example: `title = { at = "top", inset = "5mm" }`.
        pub places: NamedEntries<Spanned<NamedPlace>>,
        /// Lists of elements by name.
        /// Example: `hero = [{ fill = "paper" }]`.
        pub look: NamedEntries<Spanned<Vec<Spanned<Element>>>>,
        /// The appearance of boards.
        /// Example: `[board]` and below it `line = "0.4mm deep"`.
        pub board: Option<Spanned<Board>>,
        /// The appearance of cards.
        /// Example: `[cards]` and below it `round = "3mm"`.
        pub cards: Option<Spanned<Pieces>>,
        /// The appearance of notes.
        /// Example: `[notes]` and below it `size = "120 x 60mm"`.
        pub notes: Option<Spanned<Pieces>>,
        /// The appearance of tiles.
        /// Example: `[tiles]` and below it `across = "40mm"`.
        pub tiles: Option<Spanned<Pieces>>,
        /// The appearance of counters.
        /// Example: `[counters]` and below it `across = "20mm"`.
        pub counters: Option<Spanned<Pieces>>,
        /// The appearance of pages of text.
        /// Example: `[page]` and below it `font = "serif 10pt"`.
        pub page: Option<Spanned<Page>>,
        /// The appearance of boxes.
        /// Example: `[box]` and below it `ground = [{ fill = "paper" }]`.
        #[serde(rename = "box")]
        pub boxes: Option<Spanned<GameBox>>,
    }
}
