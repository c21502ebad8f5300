//! `hexpress build --since`: finds the pieces that must be printed again after a change.

use std::path::Path;

use super::named_version::{NamedLayouts, read};
use crate::cli::io::RunContext;
use crate::cli::limited_process;
use crate::make::Input;
use crate::versions::{self, BoardRepair, EarlierPrint, Exchange};
use hexpress_base::diag::{Report, Sources};
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// The version that was printed earlier, and how to repair its boards.
#[derive(Debug, Clone, Copy)]
pub struct Since<'s> {
    /// The path of the version: a layout, a PDF, a folder of PDFs, or a layout in git.
    pub old: &'s Path,
    /// How a printed board is brought up to date: with new sheets or with stickers.
    pub repair: BoardRepair,
}

/// Compares a layout with an earlier version, and decides which pieces to print.
///
/// If a component has a `key`, its pieces keep the numbers that they had. These numbers are stored in
/// `options`.
///
/// # Errors
/// One of the versions cannot be read, or stickers cannot bring a board up to date.
pub fn exchange_since(
    Since { old: since, repair }: Since<'_>,
    input: &Input,
    options: &mut Options,
    run_context: &RunContext,
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<Exchange, Report> {
    let old = read(&NamedLayouts::find(since, run_context)?, Some(options), fonts, sources)?;
    let printed =
        EarlierPrint { parts: &old.parts, name: old.described(), options: old.options.as_ref(), repair };
    let planned = |sheets| {
        limited_process::allow_another();
        limited_process::allow_sheets(sheets);
    };
    versions::since(&printed, input, options, sources, fonts, &planned)
}
