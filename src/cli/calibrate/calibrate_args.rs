//! The arguments of `hexpress calibrate`. Doc comments are the help texts.

use std::path::PathBuf;

use hexpress_scene::print::setup::{Backs, Cutter, Inking};

#[derive(Debug, clap::Args)]
pub struct Calibrate {
    /// The paper for the calibration sheet. [default: a4]
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// The folder to write the sheet to.
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub output: PathBuf,
    /// Write the profile of the printer. hexpress asks you for the readings of the sheet.
    #[arg(long, value_name = "FILE.toml")]
    pub profile: Option<PathBuf>,
    /// All readings at once; hexpress then asks nothing. A reading that you leave out counts as
    /// exact.
    #[arg(long, value_name = "A=189.5,B=276,…", value_delimiter = ',')]
    pub readings: Vec<String>,
    /// A scan of the printed sheet (.png, .jpg), instead of readings: first the front, then the
    /// back. Another scan of the same side, with the paper turned by 90 degrees, shows the errors
    /// of the scanner.
    #[arg(long, value_name = "SCAN")]
    pub scan: Vec<PathBuf>,
    /// A bank card is on each scan, where nothing is printed. The card shows the exact size.
    #[arg(long)]
    pub card: bool,
    /// The name of the printer. [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// How the printer turns sheets over: flip-long or flip-short. [default: flip-long]
    #[arg(long, value_name = "WAY")]
    pub backs: Option<Backs>,
    /// The tool you cut with, for the profile.
    #[arg(long, value_name = "TOOL")]
    pub cut: Option<Cutter>,
    /// How much ink to use, for the profile.
    #[arg(long, value_name = "INK")]
    pub ink: Option<Inking>,
}
