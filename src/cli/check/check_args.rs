//! The arguments of `check`. Doc comments are the help texts.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::reach::Reach;
use hexpress_base::units::Mm;
use hexpress_scene::print::setup::Standard;

#[derive(Debug, clap::Args)]
pub struct Check {
    /// A bundled game, a .toml file, a finished .pdf or .svg, or a folder of them. Files of one
    /// build are checked together. A scan of a print (.png, .jpg) needs --against. [default: the
    /// layouts in this folder]
    #[arg(value_name = "WHAT")]
    pub what: Vec<PathBuf>,
    #[command(flatten)]
    pub reach: Reach,
    /// The paper to check a layout for. [default: iso; for a scan, the paper that fits best]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// The profile of the printer that a layout is corrected for.
    #[arg(long, value_name = "PROFILE.toml")]
    pub printer: Option<PathBuf>,
    /// The largest allowed deviation of a length, at most 10mm. [default: 0.05mm]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub tolerance: Option<Mm>,
    /// Count warnings as errors. The only value is `warnings`.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub deny: Option<Deny>,
    /// Allow a layout with more than 2000 pages.
    #[arg(long)]
    pub many: bool,
    /// Check PDFs by the rules of a standard for print shops, pdfx-4 or pdfx-1a, in place of all
    /// other rules.
    #[arg(long, value_name = "STANDARD")]
    pub standard: Option<Standard>,
    /// Also check what a print shop demands: ink=240 (the limit of the total ink coverage), dpi=300
    /// (the resolution of pictures), black-text, cut-plate=CutContour.
    #[arg(long, value_name = "DEMAND,…", value_delimiter = ',')]
    pub require: Vec<String>,
    /// Check PDFs by the standard and the demands in the preset of a print shop.
    #[arg(long = "for", value_name = "SHOP")]
    pub shop: Option<PathBuf>,
    /// Draw the pages that have faults, with a numbered ring around each fault. The file is an
    /// .svg; for a PDF or a layout it can also be a .pdf or .png.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Compare finished files with a game or a .toml file, in any orientation. Compare a scan
    /// (.png, .jpg) with the PDF or the layout that was printed.
    #[arg(long, value_name = "GAME|FILE")]
    pub against: Option<PathBuf>,
    /// The pictures are photos, not scans. Each shows a whole sheet, with its four edges, on
    /// something darker.
    #[arg(long)]
    pub photo: bool,
    /// A bank card is on the glass of the scanner, next to the sheet, or on the sheet where
    /// nothing is printed. The card shows the exact size.
    #[arg(long)]
    pub card: bool,
    /// The page that a scan shows. [default: the page that fits best]
    #[arg(long, value_name = "NUMBER")]
    pub page: Option<usize>,
    /// Write a layout that builds the boards of a finished file again. An existing file is not
    /// overwritten.
    #[arg(long, value_name = "FILE.toml")]
    pub write_layout: Option<PathBuf>,
}

/// Findings that count as errors, although they are not errors by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    Warnings,
}
