//! Compiles a layout into a game: resolves names, computes values, and checks everything that does
//! not depend on a sheet of paper.
//!
//! - In: a layout as tables of `hexpress-language`, with its fonts and files.
//! - Out: a `hexpress_game::Game`, and a report of all errors and warnings with their places.
//! - Not here: placing pieces on sheets, and drawing.
//!
//! # Example
//!
//! A row with two copies makes two cards of the game:
//!
//! ```
//! use hexpress_base::diag::Sources;
//! use hexpress_resolve::LayoutInput;
//! # use hexpress_base::files::Files;
//! # use hexpress_scene::text::Fonts;
//!
//! let text = "[[cards]]\nsize = 'poker'\nrows = [{ name = 'Ann', copies = 2 }, { name = 'Bob' }]\n\
//!             face = [{ text = '{{ name }}', font = '20pt' }]\n";
//! let mut sources = Sources::default();
//! let file = sources.add("friends.toml", text);
//! let layout = &hexpress_language::read(file, &sources).unwrap();
//! # let (fonts, files) = (&Fonts::bundled(), &Files::default());
//! # let sources = &sources;
//! let game = hexpress_resolve::game(LayoutInput { id: "friends", layout, file, sources, fonts, files }).unwrap();
//! let deck = game.components[0].deck().unwrap();
//! assert_eq!(deck.pieces, [0, 0, 1]);
//! ```

mod allow;
mod board;
mod boxes;
pub mod comparisons;
mod component;
mod constraints;
mod context;
mod covered_elements;
mod elements;
mod empty_comparisons;
mod fonts;
mod game;
mod language_tag;
mod names;
mod pages;
mod pieces;
mod random;
mod undeclared_colours;
mod unmet_conditions;
mod unused;
mod unused_columns;
mod uses;

pub use fonts::{add_unknown_fonts, fonts};
pub use game::{LayoutInput, game, resolve_partial};
pub use pieces::{families, is_count};
pub use random::own_seed;
pub use unused_columns::is_noted;
