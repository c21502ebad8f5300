//! The kinds of files that a build can make.
//!
//! - In: a plan.
//! - Out: the new files of one kind, or the files of earlier builds that the new files replace.

use std::path::Path;

use super::{MadeFiles, OutputContext};
use crate::shops::piece_pdfs::pdfs;
use hexpress_base::diag::Report;
use hexpress_language::tables::shop::SharedBack;
use hexpress_layout::{PictureSubject, Plan};
use hexpress_write::{Family, Stale, stale};

/// The possible resolutions of pictures, in pixels per inch.
pub const POSSIBLE_DPI: std::ops::RangeInclusive<u32> = 10..=2400;

/// The kind of files that a build makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputKind {
    /// PDFs with sheets: one file, or one for each paper size, or one for each print job.
    Pdf,
    /// An SVG for each sheet.
    Svg,
    /// A PNG for each sheet. The value is the resolution in pixels per inch; `None` uses the
    /// default.
    Png(Option<u32>),
    /// A PNG for each piece or deck. The second value is the resolution in pixels per inch; `None`
    /// uses the default.
    Each(PictureSubject, Option<u32>),
    /// PDFs for a print shop: one for each component, with a page for each side of each piece. If all
    /// pieces share a back, the value says where the page with this back is.
    ShopPdf(SharedBack),
    /// A file with cut lines for each sheet.
    Cuts(CutFormat),
    /// A PNG and an SVG of the shapes to cut, for the program of a cutting machine. The value is the
    /// resolution of the PNG in pixels per inch; `None` uses the default.
    CutSetup(Option<u32>),
}

impl OutputKind {
    /// Returns whether the files are PDFs.
    pub fn is_pdf(self) -> bool {
        matches!(self, Self::Pdf | Self::ShopPdf(_))
    }
}

/// The format of files with cut lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutFormat {
    Svg,
    Dxf,
}

impl CutFormat {
    /// Returns the end of the names of files in this format, after the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "cut.svg",
            Self::Dxf => "cut.dxf",
        }
    }
}

impl OutputKind {
    /// Makes the files of this kind for a plan.
    ///
    /// # Errors
    /// A sheet has a mistake. The report contains every mistake on every sheet.
    pub fn make(self, plan: &mut Plan<'_>, context: &OutputContext<'_>) -> Result<MadeFiles, Report> {
        match self {
            Self::Pdf => super::pdf(plan, context),
            Self::Svg => super::svg(plan, context),
            Self::Png(dpi) => super::png(plan, context, dpi),
            Self::Each(each, dpi) => super::each(plan, context, each, dpi),
            Self::ShopPdf(shared_back) => pdfs(plan, context, shared_back),
            Self::Cuts(format) => super::cuts(plan, context, format),
            Self::CutSetup(dpi) => super::cut_setup(plan, context, dpi),
        }
    }

    /// Finds files of this kind from earlier builds in the folders of the written files.
    ///
    /// Returns nothing for PDFs, because `stale_pdfs` finds those.
    pub fn stale(self, written: &[&Path]) -> Stale {
        let family = match self {
            Self::Pdf | Self::ShopPdf(_) => return Stale::default(),
            Self::Svg => Family::Svg,
            Self::Png(_) => Family::Png,
            Self::Each(PictureSubject::Piece | PictureSubject::Bled | PictureSubject::Canvas, _) => {
                Family::Pieces
            }
            Self::Each(PictureSubject::Deck, _) => Family::Decks,
            Self::Cuts(CutFormat::Svg) => Family::Cuts,
            Self::Cuts(CutFormat::Dxf) => Family::CutDxf,
            Self::CutSetup(_) => Family::CutSetup,
        };
        let mut folders: Vec<&Path> = written.iter().filter_map(|path| path.parent()).collect();
        folders.sort_unstable();
        folders.dedup();
        let mut found = Stale::default();
        for folder in folders {
            let Stale { ours, kept, .. } = stale(family, folder, written);
            found.ours.extend(ours);
            found.kept.extend(kept);
        }
        found
    }
}
