//! The arguments of `build`. Doc comments are the help texts.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::cut_with::CutWith;
use crate::cli::reach::Reach;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::setup::{Backs, Inking, Order, Standard};

#[derive(Debug, clap::Args)]
pub struct Build {
    /// A bundled game, a .toml file, a folder of them, or a PDF made by hexpress. [default: the
    /// layouts in this folder]
    #[arg(value_name = "GAME")]
    pub games: Vec<PathBuf>,
    /// Build all bundled games.
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub reach: Reach,
    /// The paper: iso (A3 and A4), us (11x17 and 8.5x11 in), both (fits iso and us), one paper (a4), a
    /// pair (a3+a4), or a size (210x297mm). [default: iso, or the paper of the PDF]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub output: PathBuf,
    /// pdf makes a PDF for each paper size. svg and png make a file for each sheet in the folder
    /// DIR/GAME-PAPER. cut-svg and cut-dxf make files with only the cut lines, for a plotter.
    /// cut-setup makes pictures of the shapes to cut, for the program of any machine.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pdf")]
    pub format: Format,
    /// Also write a table of all PDFs: size, stock, copies and sides.
    #[arg(long, value_name = "FILE.csv")]
    pub manifest: Option<PathBuf>,
    /// The resolution of --format png, in pixels per inch. [default: 300; with --each deck, the
    /// highest that keeps both sides within 4096 pixels]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub dpi: Option<String>,
    /// With --format png: make a picture of each piece, or of each deck, instead of each sheet. A
    /// deck is a grid of at most 10 x 7 pieces.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub each: Option<EachOf>,
    /// With --each piece: include the `bleed` of the layout in the pictures. Print shops ask for
    /// this.
    #[arg(long)]
    pub bleed: bool,
    /// The standard of PDFs for print shops, with colours as inks: pdfx-4, or pdfx-1a without
    /// transparency.
    #[arg(long, value_name = "STANDARD")]
    pub standard: Option<Standard>,
    /// The colour profile of the press, for --standard. [default: FOGRA39, offset on coated paper]
    #[arg(long, value_name = "FILE.icc")]
    pub profile: Option<PathBuf>,
    /// Make the files that a print shop asks for: american-printer, drivethrucards,
    /// european-printer, launch-tabletop, makeplayingcards, mb-print, printninja, the-game-crafter, or
    /// your own preset, a .toml file.
    #[arg(long = "for", value_name = "SHOP", conflicts_with_all = ["format", "dpi", "each", "bleed", "split", "one_file", "test_sheet", "cut_plan", "order", "since", "manifest"])]
    pub shop: Option<PathBuf>,
    /// Print only these components.
    #[arg(long, value_name = "COMPONENT,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Print only these pieces, once each: a component, and the numbers of its pieces, or `all`. For a
    /// board, write the numbers of its sheets.
    #[arg(long, value_name = "COMPONENT:4,7-9")]
    pub pieces: Vec<String>,
    /// Print only the pieces that look different from an earlier print: a PDF made by hexpress, a
    /// folder of such PDFs, a layout, or a layout in git. The ticket lists the pieces to exchange.
    #[arg(long, value_name = "OLD")]
    pub since: Option<PathBuf>,
    /// With --since: print a sticker for each cell of a board that looks different, instead of the
    /// sheets of the board.
    #[arg(long)]
    pub patches: bool,
    /// Make a separate PDF for each group of sheets that needs its own print settings.
    #[arg(long)]
    pub split: bool,
    /// Put sheets of all sizes into one file. A print queue that scales pages may then shrink all
    /// of them.
    #[arg(long)]
    pub one_file: bool,
    /// The seed of random decks; `random` chooses one. [default: the seed of the layout]
    #[arg(long, value_name = "N|random", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// The number of tiles of the first random deck, or of the first one in --only.
    #[arg(long, value_name = "N|all", allow_hyphen_values = true)]
    pub count: Option<String>,
    /// The margin that the printer cannot print on: one length, or four for top, right, bottom and left
    /// of the portrait sheet, such as "5 5 20 30mm". [default: 6.35mm]
    #[arg(long, value_name = "LENGTHS", allow_hyphen_values = true)]
    pub margin: Option<Margins>,
    /// The tool you cut with: guillotine, knife, scissors, plotter, silhouette, or silhouette-four
    /// for its newer machines. The tool decides how pieces are arranged on sheets. Silhouette machines
    /// get registration marks. For another machine, name the PDF to which its program printed the job
    /// (see --format cut-setup).
    #[arg(long, value_name = "TOOL|JOB.pdf")]
    pub cut: Option<CutWith>,
    /// Explain how many pieces fit on a sheet, what else was tried, and how much space one more
    /// piece would need.
    #[arg(long)]
    pub explain: bool,
    /// How backs get behind their fronts. Sheets are turned over the long edge (flip-long) or the
    /// short edge (flip-short), or are folded (fold); none leaves out backs.
    #[arg(long, value_name = "WAY")]
    pub backs: Option<Backs>,
    /// How much ink to use: full, low or black. [default: full]
    #[arg(long, value_name = "INK")]
    pub ink: Option<Inking>,
    /// The profile of your printer, made by `hexpress calibrate`: PDF files are corrected for it.
    /// `none` removes the correction of a PDF.
    #[arg(long, value_name = "PROFILE.toml")]
    pub printer: Option<PathBuf>,
    /// The order of pieces: sheets puts consecutive pieces on each sheet. stack puts them at the same
    /// place of consecutive sheets, so you cut all sheets at once and lay the stacks on one another.
    /// [default: sheets]
    #[arg(long, value_name = "ORDER")]
    pub order: Option<Order>,
    /// Add pages that number the cuts in an order that a guillotine can make.
    #[arg(long)]
    pub cut_plan: bool,
    /// Make only one small sheet to test paper and printer: rulers, colours, and one piece of each
    /// kind.
    #[arg(long)]
    pub test_sheet: bool,
    /// Allow more than 2000 pages.
    #[arg(long)]
    pub many: bool,
    /// Do not run the checker.
    #[arg(long)]
    pub no_check: bool,
}

impl Build {
    /// Returns the paths of the layouts, and the path of the PDF of a cutting job if `--cut` names
    /// one.
    pub fn files(&self) -> Vec<PathBuf> {
        let job = self.cut.as_ref().and_then(CutWith::captured_job).map(Path::to_owned);
        self.games.iter().cloned().chain(job).collect()
    }
}

/// The format of sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Pdf,
    Svg,
    Png,
    CutSvg,
    CutDxf,
    CutSetup,
}

/// What each picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EachOf {
    Piece,
    Deck,
}
