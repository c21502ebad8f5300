//! A printing press for board games: TOML in, true-to-size vector PDF out, and a checker that proves it.
//!
//! A game is a text. This one is three cards:
//!
//! ```
//! let text = r#"
//! [game]
//! title = "Three Friends"
//!
//! [[cards]]
//! size = "poker"
//! rows = [{ name = "Ann" }, { name = "Bob" }, { name = "Cleo" }]
//! face = [
//!   { text = "{{ name }}", at = "top", inset = "8mm", font = "bold 20pt" },
//!   { star = "30mm", fill = "gold" },
//! ]
//! "#;
//! let game = hexpress::Source::layout("three-friends", text);
//! let options = hexpress::Options::default();
//!
//! // Everything that is wrong with it is told at once, with its line; there is nothing.
//! let files = hexpress::build(&game, &options)?;
//! assert_eq!(files[0].name, "three-friends-iso.pdf");
//!
//! // What was made is read back, and measured.
//! let verdict = hexpress::check(&game, &options)?;
//! assert!(verdict.is_clean, "{}", verdict.summary);
//! # Ok::<(), hexpress::Mistakes>(())
//! ```
//!
//! Nothing is written to a disk and nothing is read from one: what a layout names comes along in [`Source::with`]. A row for
//! each card may stand in a table:
//!
//! ```
//! # let options = hexpress::Options::default();
//! let text = "[[cards]]\nsize = 'poker'\ndata = 'cards.csv'\nface = [{ text = '{{ name }}', font = '20pt' }]\n";
//! let game = hexpress::Source::layout("deck", text).with("cards.csv", "name,copies\nAnn,2\nBob,1\n");
//! assert!(hexpress::check(&game, &options)?.summary.starts_with("3 pieces"));
//! # Ok::<(), hexpress::Mistakes>(())
//! ```
//!
//! Tiles may be drawn at random, the same for ever from the same seed: [`deck()`].
//!
//! # What is stable
//!
//! The ten items at the root: [`build()`], [`check()`], [`deck()`], [`Source`], [`Options`], [`File`], [`Mistake`], [`Mistakes`],
//! [`Verdict`] and [`Deck`]. They follow Semantic Versioning. A new field of [`Options`] is a change of the second number before
//! 1.0; write `..Options::default()`. All modules are the program's own, and change as it does.
//!
//! # The pipeline
//!
//! The modules, in their order:
//!
//! - [`spec`]: what a layout file may say, with the place of every value;
//! - [`resolve`]: from that to the game, with every name looked up and every mistake reported;
//! - [`model`]: the types of the game, which checker, layout and writers see;
//! - [`layout`]: which piece lies on which sheet, and each sheet as drawings in millimetres ([`scene`]);
//! - [`mod@write`]: sheets as bytes; [`mod@build`] makes whole files of them, [`page`] answers a page that shows them, and
//!   [`editor`] answers editors.
//!
//! Beside it, the way back: [`read`] turns a finished file into flat items in millimetres, [`find`] sees
//! hexagons, rectangles and discs in them, [`raster`] paints them as pixels, and [`mod@check`] judges what was found. [`base`], [`diag`], [`files`], [`picture`],
//! [`print`](mod@print), [`text`] and [`tiles`] serve all.

#![forbid(unsafe_code)]

#[cfg(feature = "fonts")]
mod api;
pub mod base;
pub mod build;
pub mod bundled;
pub mod check;
#[cfg(feature = "program")]
pub mod cli;
pub mod diag;
#[cfg(feature = "program")]
pub mod editor;
pub mod files;
pub mod find;
pub mod layout;
pub mod model;
pub mod page;
pub mod picture;
#[cfg(feature = "program")]
pub mod preview;
pub mod print;
pub mod raster;
pub mod read;
pub mod record;
pub mod resolve;
pub mod scene;
pub mod spec;
pub mod text;
pub mod tiles;
pub mod write;

#[cfg(feature = "fonts")]
pub use api::{Deck, File, Mistake, Mistakes, Options, Source, Verdict, build, check, deck};
