//! The arguments of `diff` and `which`. Doc comments are the help texts.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::reach::Reach;
use hexpress_scene::print::setup::Inking;

#[derive(Debug, clap::Args)]
pub struct Diff {
    /// The old version: a bundled game, a .toml file, a PDF made by hexpress, a folder with a
    /// layout or with PDFs, or a layout in git (HEAD~3:my-game.toml).
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The new version.
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    #[command(flatten)]
    pub reach: Reach,
    /// Write a PDF to this file: a change sheet for players, and then old and new pieces next to
    /// each other, with rings around what differs.
    #[arg(long, value_name = "FILE.pdf")]
    pub pdf: Option<PathBuf>,
    /// The paper of the PDF. A pair means its smaller paper. [default: the paper of OLD or NEW, or a4]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// How much ink the PDF uses: full, low or black. [default: full]
    #[arg(long, value_name = "INK")]
    pub ink: Option<Inking>,
    /// table lists what differs; html is a page for a browser that shows it.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "table")]
    pub format: DiffFormat,
    /// With --format html: write the page to this file. [default: standard output]
    #[arg(long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
}

/// The format of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    Table,
    Html,
}

#[derive(Debug, clap::Args)]
pub struct Which {
    /// The four characters of the mark on the piece, such as 3F7K.
    #[arg(value_name = "MARK")]
    pub mark: String,
    /// The versions to search: .toml files, PDFs made by hexpress, folders, or layouts in git.
    /// [default: the layouts in this folder]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Also search the history of the layouts in git.
    #[arg(long)]
    pub git: bool,
    #[command(flatten)]
    pub reach: Reach,
}
