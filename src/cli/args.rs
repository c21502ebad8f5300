//! The arguments of the command line. Their comments are the help texts.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use hexpress_base::units::Mm;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::setup::{Backs, Cutter, Inking};

/// A printing press for board games: plain TOML in, true-to-size vector PDF out.
#[derive(Debug, Parser)]
#[command(name = "hexpress", version, about)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Results as JSON, for programs.
    #[arg(long, global = true)]
    pub json: bool,
    /// Say nothing but mistakes.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// This process is the one with bounds, which does work whose size a file decides.
    #[arg(long, global = true, hide = true)]
    pub bounded: bool,
    /// Whether what it says ends on a terminal.
    #[arg(long, global = true, hide = true)]
    pub coloured: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// The bundled games, one a line.
    List(List),
    /// The papers that --paper knows.
    Papers,
    /// The sizes of cards that layouts know by name.
    Sizes,
    /// The icons that layouts can print.
    Icons,
    /// The families of fonts that layouts can print with.
    Fonts,
    /// The layout language as a JSON Schema, for editors.
    Schema,
    /// Makes a folder with a layout of your own in it, to begin from.
    New(New),
    /// Prints games into PDF files.
    Build(Build),
    /// Draws a game's random tiles, and says what there is to know of them.
    Deck(Deck),
    /// Proves a game or a finished file, or says what is wrong with it.
    Check(Check),
    /// The rules that `check` knows, or what one of them says.
    Rules(Rules),
    /// Shows a layout in the browser, drawn anew as you save it.
    Preview(Preview),
    /// A sheet to measure your printer by, and the profile that corrects it.
    Calibrate(Calibrate),
    /// Writes a layout in its usual order and spacing; remarks stay.
    Fmt(Fmt),
    /// Tells editors what they ask of a layout, over standard input and output (the language server protocol).
    Lsp,
    /// What a shell needs to complete commands and options.
    Completions(Completions),
    /// The manual pages.
    Man(Man),
}

/// What layouts may take files from.
#[derive(Debug, Clone, clap::Args)]
pub struct Reach {
    /// Another folder that a layout may take files from: those that its own folder lacks, and those that links in it
    /// lead to.
    #[arg(long, value_name = "FOLDER")]
    pub allow: Vec<PathBuf>,
}

impl Command {
    /// The folders from which layouts may use files, in addition to their own.
    pub fn allowed(&self) -> &[PathBuf] {
        match self {
            Self::Build(build) => &build.reach.allow,
            Self::Deck(deck) => &deck.reach.allow,
            Self::Check(check) => &check.reach.allow,
            Self::Preview(preview) => &preview.reach.allow,
            _ => &[],
        }
    }

    /// Whether the command reads standard input to its end.
    pub fn reads_input(&self) -> bool {
        match self {
            Self::Fmt(fmt) => fmt.is_typed(),
            Self::Lsp => true,
            _ => false,
        }
    }
}

#[derive(Debug, clap::Args)]
pub struct Build {
    /// A bundled game, a .toml file, a folder of them, or a PDF that hexpress made. None: the layouts of this folder.
    #[arg(value_name = "GAME")]
    pub games: Vec<PathBuf>,
    /// All bundled games.
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub reach: Reach,
    /// iso (A3 and A4), us (11x17 and 8.5x11), both (for either), one paper (a4), a pair (a3+a4), or a size (210x297mm).
    /// [default: iso, or what the PDF was made for]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// Where to write.
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub output: PathBuf,
    /// A PDF for each size of paper; or, in the folder DIR/GAME-PAPER, a file for each sheet: svg, png, or cut-svg, the cut lines alone for a
    /// plotter.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pdf")]
    pub format: Format,
    /// Pixels to the inch of --format png. [default: 300; with --each deck so many that no side has more than 4096 pixels]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub dpi: Option<String>,
    /// With --format png: no sheets, but a picture of each piece, cut out, or of each deck in a grid of at most 10 by 7.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub each: Option<EachOf>,
    /// With --each piece: pictures go on beyond the cut as far as the layout's `bleed`, as shops ask for.
    #[arg(long)]
    pub bleed: bool,
    /// Only these components.
    #[arg(long, value_name = "COMPONENT,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Only these pieces, by the number that each has in its deck, once each.
    #[arg(long, value_name = "COMPONENT:4,7-9")]
    pub pieces: Vec<String>,
    /// A file for each stack that is printed differently.
    #[arg(long)]
    pub split: bool,
    /// One file for sheets of all sizes. Print queues that scale pages may then shrink them all.
    #[arg(long)]
    pub one_file: bool,
    /// What random decks are drawn from; `random` picks a seed. [default: the layout's own]
    #[arg(long, value_name = "N|random", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// How many tiles the first random deck has, or the first of those that --only names.
    #[arg(long, value_name = "N|all", allow_hyphen_values = true)]
    pub count: Option<String>,
    /// The strip along each edge that the printer cannot reach, or four of them: "5 5 20 30mm" is top, right, bottom and
    /// left of the upright sheet. [default: 6.35mm]
    #[arg(long, value_name = "LENGTHS", allow_hyphen_values = true)]
    pub margin: Option<Margins>,
    /// What you cut with: guillotine, knife, scissors or plotter. It says how pieces lie on their sheets.
    #[arg(long, value_name = "TOOL")]
    pub cut: Option<Cutter>,
    /// Say how many pieces a sheet holds, what else was tried, and why not one more.
    #[arg(long)]
    pub explain: bool,
    /// How backs get behind their fronts: flip-long, flip-short, fold or none.
    #[arg(long, value_name = "WAY")]
    pub backs: Option<Backs>,
    /// How much colour to print: full, low or black. [default: full]
    #[arg(long, value_name = "INK")]
    pub ink: Option<Inking>,
    /// What your printer does to sheets, as `hexpress calibrate` measures it; PDF files are corrected for it. `none` for
    /// a PDF that was corrected.
    #[arg(long, value_name = "PROFILE.toml")]
    pub printer: Option<PathBuf>,
    /// Pages at the end that number the cuts, in an order that a guillotine can make them in.
    #[arg(long)]
    pub cut_plan: bool,
    /// Nothing but one small sheet, to try paper and printer with: rulers, colours, and one of each piece.
    #[arg(long)]
    pub test_sheet: bool,
    /// Print however many sheets there are: without it, more than 2000 pages count as a slip.
    #[arg(long)]
    pub many: bool,
    /// Leave out the checker's verdict.
    #[arg(long)]
    pub no_check: bool,
}

#[derive(Debug, clap::Args)]
pub struct Deck {
    /// A bundled game, a .toml file, or a PDF that hexpress made.
    #[arg(value_name = "GAME")]
    pub game: PathBuf,
    #[command(flatten)]
    pub reach: Reach,
    /// What to draw from; `random` picks a seed. [default: the layout's own]
    #[arg(long, value_name = "N|random", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// How many tiles the first deck has, or the first of those that --only names.
    #[arg(long, value_name = "N|all", allow_hyphen_values = true)]
    pub count: Option<String>,
    /// Only these components.
    #[arg(long, value_name = "COMPONENT,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// A table with figures, or the tiles for a spreadsheet or a program; CSV is of one deck.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "table")]
    pub format: DeckFormat,
}

/// What a deck is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeckFormat {
    Table,
    Csv,
    Json,
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub struct List {
    /// Also the gallery: old games that belong to nobody.
    #[arg(long)]
    pub all: bool,
}

#[derive(Debug, clap::Args)]
pub struct New {
    /// The folder to make. The game is called as it is.
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// What to begin from. A board: hexhex, rhombus, parallelogram, rectangle, triangle, star, diamond, cross, morris,
    /// map. Pieces: cards, deck (cards from a spreadsheet), notes, tiles, counters. A little of each: game. Or a copy of a
    /// bundled game.
    #[arg(long, value_name = "SHAPE|GAME", default_value = "game")]
    pub like: String,
    /// And what a repository on GitHub needs, which checks and builds the game whenever it is changed.
    #[arg(long)]
    pub github: bool,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Preview {
    /// A bundled game, a .toml file, or a folder that holds one. None: the layout of this folder.
    #[arg(value_name = "GAME")]
    pub game: Option<PathBuf>,
    #[command(flatten)]
    pub reach: Reach,
    /// The paper to begin with; the page lets you choose another. [default: iso]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// The printer that the PDF is corrected for.
    #[arg(long, value_name = "PROFILE.toml")]
    pub printer: Option<PathBuf>,
    /// The port of this machine to answer on; 0 takes a free one.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = port)]
    pub port: u16,
    /// Only say where the page is; do not open a browser.
    #[arg(long)]
    pub no_open: bool,
    /// What the process with bounds is to answer for the one that shows the page.
    #[arg(long, hide = true)]
    pub answer: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct Calibrate {
    /// The paper that the printer takes. [default: a4]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// Where to write the sheet.
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub output: PathBuf,
    /// Makes a printer's profile of what you read off the sheet; you are asked for it.
    #[arg(long, value_name = "FILE.toml")]
    pub profile: Option<PathBuf>,
    /// What you read, all at once; what you leave out is right.
    #[arg(long, value_name = "A=189.5,B=276,…", value_delimiter = ',')]
    pub readings: Vec<String>,
    /// What you call the printer. [default: the file's name]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// How it turns sheets over: flip-long or flip-short. [default: flip-long]
    #[arg(long, value_name = "WAY")]
    pub backs: Option<Backs>,
    /// For the profile: what you cut with.
    #[arg(long, value_name = "TOOL")]
    pub cut: Option<Cutter>,
    /// For the profile: how much colour it prints.
    #[arg(long, value_name = "INK")]
    pub ink: Option<Inking>,
}

#[derive(Debug, clap::Args)]
pub struct Check {
    /// A bundled game, a .toml file, a finished .pdf or .svg, or a folder of them. Files of one build are judged
    /// together. None: the layouts of this folder.
    #[arg(value_name = "WHAT")]
    pub what: Vec<PathBuf>,
    #[command(flatten)]
    pub reach: Reach,
    /// The paper that a layout is checked for. [default: iso]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// The printer that a layout is corrected for.
    #[arg(long, value_name = "PROFILE.toml")]
    pub printer: Option<PathBuf>,
    /// How far from right a length may be. [default: 0.05mm]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub tolerance: Option<Mm>,
    /// What counts as an error too: `warnings`.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub deny: Option<Deny>,
    /// Judge however many sheets there are: without it, a layout with more than 2000 pages counts as a slip.
    #[arg(long)]
    pub many: bool,
    /// Draws the pages with faults, each ringed and numbered: a .svg file; of a PDF or a layout also a .pdf or .png.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Holds finished files against a game or a .toml file, however they are turned.
    #[arg(long, value_name = "GAME|FILE.toml")]
    pub against: Option<PathBuf>,
    /// Writes a layout that builds the boards of a finished file again. A file that is there is not written over.
    #[arg(long, value_name = "FILE.toml")]
    pub write_layout: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct Rules {
    /// A code, as in HX404.
    pub code: Option<String>,
}

#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell that they are for.
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

#[derive(Debug, clap::Args)]
pub struct Man {
    /// Where to write them, one for each command.
    #[arg(long, value_name = "DIR", default_value = "man")]
    pub output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct Fmt {
    /// Layouts, or folders of them; `-` reads standard input and writes standard output. None: the layouts of this
    /// folder.
    #[arg(value_name = "FILE.toml")]
    pub files: Vec<PathBuf>,
    /// Write nothing: say which files would change, and end with 1 if one does.
    #[arg(long)]
    pub check: bool,
}

impl Fmt {
    /// Whether the layout is read from standard input.
    pub fn is_typed(&self) -> bool {
        self.files == [Path::new("-")]
    }
}

fn port(text: &str) -> Result<u16, String> {
    text.trim().parse().map_err(|_| "a port is a whole number from 0 to 65535".to_owned())
}

/// What counts as an error too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    Warnings,
}

/// What a sheet is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Pdf,
    Svg,
    Png,
    CutSvg,
}

/// What has a picture of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EachOf {
    Piece,
    Deck,
}
