//! The arguments of the command line. Doc comments are the help texts.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::build::build_args::Build;
use super::calibrate::calibrate_args::Calibrate;
use super::check::check_args::Check;
use super::reach::Reach;
use super::versions::version_args::{Diff, Which};

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

impl Command {
    /// Returns the additional folders from which a layout may use files. A layout may always use
    /// the files in its own folder.
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
    /// A request that the server received. This process answers it with limits on time and memory.
    #[arg(long, hide = true)]
    pub answer: Option<String>,
    /// The length in bytes of the dropped file that the request is about. The file is on standard
    /// input.
    #[arg(long, hide = true)]
    pub dropped: Option<u64>,
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
