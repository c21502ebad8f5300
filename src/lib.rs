//! A printing press for board games: TOML in, true-to-size vector PDF out.
//!
//! The modules are the pipeline, in its order:
//!
//! - [`spec`]: what a layout file may say, with the place of every value;
//! - [`resolve`]: from that to the game, with every name looked up and every mistake reported;
//! - [`model`]: the types of the game, which checker, layout and writers see;
//! - [`layout`]: which piece lies on which sheet, and each sheet as drawings in millimetres ([`scene`]);
//! - [`mod@write`]: sheets as bytes; [`build`] makes whole files of them, and
//!   [`page`] answers a page that shows them.
//!
//! Beside it, the way back: [`read`] turns a finished file into flat items in millimetres, [`find`] sees
//! hexagons, rectangles and discs in them, [`raster`] paints them as pixels, and [`check`] judges what was found. [`base`], [`diag`], [`files`], [`picture`],
//! [`print`](mod@print), [`text`] and [`tiles`] serve all.

#![forbid(unsafe_code)]

pub mod base;
pub mod build;
pub mod bundled;
pub mod check;
#[cfg(feature = "program")]
pub mod cli;
pub mod diag;
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
