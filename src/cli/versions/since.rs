//! `hexpress build --since`: the pieces to print after a change.

use std::path::Path;

use super::source::{Named, read};
use crate::cli::bounded;
use crate::cli::io::Workplace;
use crate::make::{Input, Numbering};
use crate::versions::{BoardRepair, Edition, EditionPart, Exchange, Trust, compare, exchange, kept_numbers};
use hexpress_base::diag::{Report, Sources};
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// The version that was printed before.
#[derive(Debug, Clone, Copy)]
pub struct Since<'s> {
    /// A layout, a PDF, a folder of PDFs or a layout in git.
    pub old: &'s Path,
    /// How to mend boards.
    pub repair: BoardRepair,
}

/// Compares a layout with an earlier version, and decides what to print. Components with a `key`
/// keep the numbers of their pieces: `options` gets these numbers.
///
/// # Errors
/// One of the versions cannot be read, or a board cannot be mended with stickers.
pub fn exchange_since(
    Since { old: since, repair }: Since<'_>,
    input: &Input,
    options: &mut Options,
    place: &Workplace,
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<Exchange, Report> {
    let old = read(&Named::find(since, place)?, Some(options), fonts, sources)?;
    let mut new = Edition::read(input, options, sources, fonts, Trust::Built, &bounded::allow_sheets)?;
    bounded::allow_another();
    let numbering = kept_numbers(&old.parts, &new.parts);
    if options.numbers.is_empty() && numbering != Numbering::default() {
        // The numbers may be printed on the pieces, so the layout is read again with these numbers.
        options.numbers = numbering.texts();
        new = Edition::read(input, options, sources, fonts, Trust::Built, &bounded::allow_sheets)?;
    }
    let is_printed = |name: &str| options.only.is_empty() || options.only.iter().any(|only| only == name);
    let among = |parts: &[EditionPart]| -> Vec<_> {
        parts.iter().filter(|part| is_printed(&part.name)).cloned().collect()
    };
    let difference = compare(&among(&old.parts), &among(&new.parts));
    Ok(exchange(difference, &old.described(), old.options.as_ref(), options, repair)?)
}
