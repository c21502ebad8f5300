//! The arguments of the command line. Doc comments are the help texts.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::calibrate::args::Calibrate;
use hexpress_base::units::Mm;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::setup::{Backs, Cutter, Inking, Order, Standard};

/// A printing press for board games: plain TOML in, true-to-size vector PDF out.
#[derive(Debug, Parser)]
#[command(name = "hexpress", version, about)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Print results as JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Print only mistakes.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Marks the process as limited in time and memory.
    #[arg(long, global = true, hide = true)]
    pub bounded: bool,
    /// Whether the output of the process is shown on a terminal.
    #[arg(long, global = true, hide = true)]
    pub coloured: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the bundled games.
    List(List),
    /// List the papers for --paper.
    Papers,
    /// List the named card sizes of the layout language.
    Sizes,
    /// List the icons of the layout language.
    Icons,
    /// List the font families of the layout language.
    Fonts,
    /// Print the JSON Schema of the layout language, for editors.
    Schema,
    /// Make a folder with a new layout.
    New(New),
    /// Build PDF, SVG or PNG files from games.
    Build(Build),
    /// Draw the random tiles of a game, and show their statistics.
    Deck(Deck),
    /// Check games and finished files.
    Check(Check),
    /// Compare two versions of a game: list the pieces and cells that look different.
    Diff(Diff),
    /// Find the version that a printed piece is from, by its mark.
    Which(Which),
    /// List the rules of the checker, or explain one of them.
    Rules(Rules),
    /// Show a layout in the browser, redrawn whenever you save it.
    Preview(Preview),
    /// Make a calibration sheet for your printer, or its profile.
    Calibrate(Calibrate),
    /// Format layouts: order and spacing. Comments are kept.
    Fmt(Fmt),
    /// Run the language server for editors, over standard input and output.
    Lsp,
    /// Print a completion script for a shell.
    Completions(Completions),
    /// Write the manual pages.
    Man(Man),
}

/// The folders that layouts may take files from.
#[derive(Debug, Clone, clap::Args)]
pub struct Reach {
    /// Another folder from which layouts may take files. A link to a file in this folder is allowed
    /// too. Without this option, a layout can only use files in its own folder.
    #[arg(long, value_name = "FOLDER")]
    pub allow: Vec<PathBuf>,
}

impl Command {
    /// Returns the folders from which layouts may use files, in addition to the layout's folder.
    pub fn allowed(&self) -> &[PathBuf] {
        match self {
            Self::Build(build) => &build.reach.allow,
            Self::Deck(deck) => &deck.reach.allow,
            Self::Check(check) => &check.reach.allow,
            Self::Diff(diff) => &diff.reach.allow,
            Self::Which(which) => &which.reach.allow,
            Self::Preview(preview) => &preview.reach.allow,
            _ => &[],
        }
    }

    /// Returns whether the command reads standard input.
    pub fn reads_input(&self) -> bool {
        match self {
            Self::Fmt(fmt) => fmt.is_typed(),
            Self::Preview(preview) => preview.dropped.is_some(),
            Self::Lsp => true,
            _ => false,
        }
    }
}

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
    /// The paper: iso (A3 and A4), us (11x17 and 8.5x11 in), both (fits either), one paper (a4), a
    /// pair (a3+a4), or a size (210x297mm). [default: iso, or the paper of the PDF]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub output: PathBuf,
    /// pdf makes a PDF for each paper size. The others make a file for each sheet in the folder
    /// DIR/GAME-PAPER: svg, png, or cut-svg and cut-dxf, which have only the cut lines, for a
    /// plotter.
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
    /// The standard that PDFs conform to: pdfx-4, for print shops. Colours become inks of a printing
    /// press.
    #[arg(long, value_name = "STANDARD")]
    pub standard: Option<Standard>,
    /// Make the files that a print shop asks for: american-printer, european-printer,
    /// makeplayingcards, mb-print, printninja, the-game-crafter, or your own preset, a .toml file.
    #[arg(long = "for", value_name = "SHOP", conflicts_with_all = ["format", "dpi", "each", "bleed", "split", "one_file", "test_sheet", "cut_plan", "order", "since", "manifest"])]
    pub shop: Option<PathBuf>,
    /// Print only these components.
    #[arg(long, value_name = "COMPONENT,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Print only these pieces, once each: a component, and the numbers of its pieces, or `all`. For
    /// a board, write the numbers of the sheets that it takes.
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
    /// Make a file for each stack of sheets that needs its own print settings.
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
    /// The margin that the printer cannot reach: one length, or four for top, right, bottom and
    /// left of the portrait sheet, such as "5 5 20 30mm". [default: 6.35mm]
    #[arg(long, value_name = "LENGTHS", allow_hyphen_values = true)]
    pub margin: Option<Margins>,
    /// The tool you cut with: guillotine, knife, scissors, plotter, silhouette, or silhouette-four
    /// for its newer machines. It decides how pieces are arranged on sheets. Silhouette machines get
    /// registration marks.
    #[arg(long, value_name = "TOOL")]
    pub cut: Option<Cutter>,
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

#[derive(Debug, clap::Args)]
pub struct Deck {
    /// A bundled game, a .toml file, or a PDF made by hexpress.
    #[arg(value_name = "GAME")]
    pub game: PathBuf,
    #[command(flatten)]
    pub reach: Reach,
    /// The seed; `random` chooses one. [default: the seed of the layout]
    #[arg(long, value_name = "N|random", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// The number of tiles of the first deck, or of the first one in --only.
    #[arg(long, value_name = "N|all", allow_hyphen_values = true)]
    pub count: Option<String>,
    /// Print only these components.
    #[arg(long, value_name = "COMPONENT,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// table shows tiles and statistics; csv has the tiles of one deck, for spreadsheets; json has
    /// everything.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "table")]
    pub format: DeckFormat,
}

/// The format of a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeckFormat {
    Table,
    Csv,
    Json,
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub struct List {
    /// Also list the gallery: games in the public domain.
    #[arg(long)]
    pub all: bool,
}

#[derive(Debug, clap::Args)]
pub struct New {
    /// The folder to make. The game has the same name.
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// What to start from. A board: hexhex, rhombus, parallelogram, rectangle, triangle, star,
    /// diamond, cross, morris, map. Pieces: cards, deck (cards from a spreadsheet), notes, tiles,
    /// counters. Some of each: game. Or a copy of a bundled game.
    #[arg(long, value_name = "SHAPE|GAME", default_value = "game")]
    pub like: String,
    /// Make cards from this table (CSV, TSV, XLSX or JSON): a card for each row. The table is copied
    /// into the folder, with the pictures that it names.
    #[arg(long, value_name = "TABLE", conflicts_with = "like")]
    pub data: Option<PathBuf>,
    /// Add the files of a GitHub repository that checks and builds the game after every change.
    #[arg(long)]
    pub github: bool,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Preview {
    /// A bundled game, a .toml file, or a folder with one. [default: the layout in this folder]
    #[arg(value_name = "GAME")]
    pub game: Option<PathBuf>,
    #[command(flatten)]
    pub reach: Reach,
    /// The paper at the start; you can choose another on the page. [default: iso]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// The profile of the printer that the PDF is corrected for.
    #[arg(long, value_name = "PROFILE.toml")]
    pub printer: Option<PathBuf>,
    /// The port on this computer; 0 chooses a free one.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = port)]
    pub port: u16,
    /// Only print the address of the page; do not open a browser.
    #[arg(long)]
    pub no_open: bool,
    /// A request of the server. This process answers it with limits on time and memory.
    #[arg(long, hide = true)]
    pub answer: Option<String>,
    /// The length of the dropped file that the request is about, in bytes. The file is on standard
    /// input.
    #[arg(long, hide = true)]
    pub dropped: Option<u64>,
}

#[derive(Debug, clap::Args)]
pub struct Check {
    /// A bundled game, a .toml file, a finished .pdf or .svg, or a folder of them. Files of one
    /// build are checked together. A scan of a print (.png, .jpg) needs --against. [default: the
    /// layouts in this folder]
    #[arg(value_name = "WHAT")]
    pub what: Vec<PathBuf>,
    #[command(flatten)]
    pub reach: Reach,
    /// The paper to check a layout for. [default: iso]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// The profile of the printer that a layout is corrected for.
    #[arg(long, value_name = "PROFILE.toml")]
    pub printer: Option<PathBuf>,
    /// The largest deviation of a length, at most 10mm. [default: 0.05mm]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub tolerance: Option<Mm>,
    /// Count warnings as errors. The only value is `warnings`.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub deny: Option<Deny>,
    /// Allow a layout with more than 2000 pages.
    #[arg(long)]
    pub many: bool,
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
    /// The page that a scan shows. [default: the page that fits best]
    #[arg(long, value_name = "NUMBER")]
    pub page: Option<usize>,
    /// Write a layout that builds the boards of a finished file again. An existing file is not
    /// overwritten.
    #[arg(long, value_name = "FILE.toml")]
    pub write_layout: Option<PathBuf>,
}

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
    /// The paper of the PDF. Of a pair, the smaller one. [default: the paper of OLD or NEW, or a4]
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

#[derive(Debug, clap::Args)]
pub struct Rules {
    /// The code of a rule or mistake, such as HX404.
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell for the script.
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

#[derive(Debug, clap::Args)]
pub struct Man {
    /// The folder to write to, one page for each command.
    #[arg(long, value_name = "DIR", default_value = "man")]
    pub output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct Fmt {
    /// Layouts, or folders of them; `-` reads standard input and writes standard output. [default:
    /// the layouts in this folder]
    #[arg(value_name = "FILE.toml")]
    pub files: Vec<PathBuf>,
    /// Write nothing; list the files that would change, and exit with 1 if there are any.
    #[arg(long)]
    pub check: bool,
}

impl Fmt {
    /// Returns whether the layout is read from standard input.
    pub fn is_typed(&self) -> bool {
        self.files == [Path::new("-")]
    }
}

fn port(text: &str) -> Result<u16, String> {
    text.trim().parse().map_err(|_| "a port must be a whole number from 0 to 65535".to_owned())
}

/// Findings that count as errors, although they are not errors by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    Warnings,
}

/// The format of sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Pdf,
    Svg,
    Png,
    CutSvg,
    CutDxf,
}

/// What each picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EachOf {
    Piece,
    Deck,
}
