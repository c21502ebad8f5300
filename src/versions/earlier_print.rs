//! Compares a layout with the pieces that were printed earlier.
//!
//! - In: the pieces that the user has, a layout, and the options of its build.
//! - Out: what to print, and which pieces to exchange. Components with a `key` keep the numbers of
//!   their pieces.
//! - Not here: reading the earlier prints.

use super::compare::compare;
use super::exchange::{BoardRepair, Exchange, exchange};
use super::game_version::{ComponentVersion, DrawCheck, GameVersion};
use super::numbers::kept_numbers;
use crate::make::{Input, Numbering};
use hexpress_base::diag::{Report, Sources};
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// The pieces that were printed earlier, and how to repair boards.
#[derive(Debug, Clone)]
pub struct EarlierPrint<'p> {
    pub parts: &'p [ComponentVersion],
    /// The name of the version, as users see it.
    pub name: String,
    /// The options of the last PDF of the version. `None` if the version is a layout.
    pub options: Option<&'p Options>,
    /// How a printed board is brought up to date: with new sheets or with stickers.
    pub repair: BoardRepair,
}

/// Decides which pieces of a layout to print. Before any sheets are drawn, calls `planned` with their
/// number, so that the caller can extend its time limit.
///
/// Pieces that were already in the old version keep their numbers. The numbers are stored in `options`.
///
/// # Errors
/// The layout has mistakes, or stickers cannot bring a board up to date.
pub fn since(
    old: &EarlierPrint<'_>,
    input: &Input,
    options: &mut Options,
    sources: &mut Sources,
    fonts: &Fonts,
    planned: &dyn Fn(usize),
) -> Result<Exchange, Report> {
    let mut new = GameVersion::read(input, options, sources, fonts, DrawCheck::Built, planned)?;
    let numbering = kept_numbers(old.parts, &new.parts);
    if options.numbers.is_empty() && numbering != Numbering::default() {
        // A piece may show its own number, so all pieces are drawn again with the numbers that they
        // keep.
        options.numbers = numbering.texts();
        new = GameVersion::read(input, options, sources, fonts, DrawCheck::Built, planned)?;
    }
    let is_printed = |name: &str| options.only.is_empty() || options.only.iter().any(|only| only == name);
    let among = |parts: &[ComponentVersion]| -> Vec<_> {
        parts.iter().filter(|part| is_printed(&part.name)).cloned().collect()
    };
    let difference = compare(&among(old.parts), &among(&new.parts));
    let texts = new.texts.iter().filter(|name| is_printed(name)).cloned().collect();
    Ok(exchange(difference, &old.name, old.options, options, old.repair, texts)?)
}
