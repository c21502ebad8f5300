//! A printing press for board games: TOML in, true-to-size vector PDF out, and a checker that
//! proves it.
//!
//! A game is a text. This example has three cards:
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
//! // All mistakes are reported at once, each with its line. This layout has none.
//! let outcome = hexpress::build(&game, &options)?;
//! assert_eq!(outcome.files[0].name, "three-friends-iso.pdf");
//!
//! // The files were read back and measured.
//! assert!(outcome.verdict.is_clean, "{}", outcome.verdict.summary);
//! # Ok::<(), hexpress::Mistakes>(())
//! ```
//!
//! The library reads and writes no files. [`Source::with`] adds the files that a layout names. For
//! example, a table can have a row for each card:
//!
//! ```
//! # let options = hexpress::Options::default();
//! let text = "[[cards]]\nsize = 'poker'\ndata = 'cards.csv'\nface = [{ text = '{{ name }}', font = '20pt' }]\n";
//! let game = hexpress::Source::layout("deck", text).with("cards.csv", "name,copies\nAnn,2\nBob,1\n");
//! assert!(hexpress::check(&game, &options)?.summary.starts_with("3 pieces"));
//! # Ok::<(), hexpress::Mistakes>(())
//! ```
//!
//! [`deck()`] returns the random tiles of a layout. The same seed always gives the same tiles.
//!
//! # Without the command line
//!
//! By default, the crate contains the whole program, with clap and a server for the preview. A
//! program that only calls the library can leave them out. The feature `fonts` adds the bundled
//! fonts. Without `fonts`, the crate has no items at its root. The following dependency keeps the
//! fonts, but leaves out the command line:
//!
//! ```toml
//! [dependencies]
//! hexpress = { git = "https://github.com/-OWNER-/hexpress", default-features = false, features = ["fonts"] }
//! ```
//!
//! Cargo reads the section `[patch.crates-io]` only from the repository that it builds. A program
//! that depends on this crate therefore compiles two versions of harfrust and of skrifa, and texts in
//! SVG pictures are shaped by the older harfrust. To prevent this, copy the section to the
//! `Cargo.toml` of the program, with the address of this repository instead of `path`:
//!
//! ```toml
//! [patch.crates-io]
//! harfrust = { git = "https://github.com/-OWNER-/hexpress" }
//! skrifa = { git = "https://github.com/-OWNER-/hexpress" }
//! ```
//!
//! # What is stable
//!
//! The items at the root are stable. These are the functions [`build()`], [`check()`],
//! [`check_file()`] and [`deck()`], and the types that they take and return. They follow Semantic
//! Versioning. Before version 1.0, a new field of [`Options`] changes the second number of the
//! version. Write `..Options::default()`, so that your code compiles with new fields. The internal
//! crates (`hexpress-base` and so on) may change at any time.

#![warn(missing_docs)]

#[cfg(feature = "fonts")]
mod api;
#[doc(hidden)]
pub mod bundled;
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod cli;
#[cfg_attr(
    not(feature = "program"),
    allow(dead_code, reason = "only the language server uses the other answers")
)]
#[doc(hidden)]
pub mod editor;
#[doc(hidden)]
pub mod from_table;
#[doc(hidden)]
pub mod make;
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod preview;
#[cfg(feature = "scans")]
#[doc(hidden)]
pub mod scans;
#[doc(hidden)]
pub mod shops;
#[cfg_attr(not(feature = "program"), allow(dead_code, reason = "only the program compares versions"))]
#[doc(hidden)]
pub mod versions;
#[doc(hidden)]
pub mod web_api;

// The internal crates. Only the tests, the fuzzer and the web page use these names.
#[doc(hidden)]
pub use {
    hexpress_base as base,
    hexpress_base::{diag, files},
    hexpress_check as check, hexpress_game as game, hexpress_language as language,
    hexpress_language::record,
    hexpress_layout as layout, hexpress_read as read,
    hexpress_read::{find, raster},
    hexpress_resolve as resolve, hexpress_scene as scene,
    hexpress_scene::{picture, print, text},
    hexpress_template as template, hexpress_tiles as tiles, hexpress_write as write,
};

#[cfg(feature = "fonts")]
pub use api::{
    Backs, Cut, Deck, File, Format, Ink, Mistake, Mistakes, Options, Outcome, Place, Source, Verdict, build,
    check, check_file, deck,
};
