//! The conditions that sheets are laid out for: papers, margins, cutter and printer.
//!
//! A [`Setup`] is input of the whole crate. It is read from options elsewhere, and no layout file
//! contains it.

use std::sync::Arc;

use hexpress_game::Game;
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::print::margins::{DEFAULT_MARGIN, Margins};
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::print::profile::Profile;
use hexpress_scene::print::setup::PrintSetup;

/// The conditions that sheets are laid out for. They belong to the user who prints, not to the
/// game.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The papers for large and for small sheets.
    pub paper: PaperChoice,
    /// The strips along the edges that the printer cannot reach.
    pub margin: Margins,
    /// Names of the components to print; all if empty.
    pub only: Vec<String>,
    /// Cutter, duplex printing, ink and marks.
    pub print_setup: PrintSetup,
    /// The errors of the printer, which are corrected; `None` if they are not known.
    pub printer: Option<Arc<Profile>>,
}

impl Setup {
    /// Returns the setup that prints everything with the default margin.
    pub fn new(paper: PaperChoice) -> Self {
        Self {
            paper,
            margin: DEFAULT_MARGIN.into(),
            only: Vec::new(),
            print_setup: PrintSetup::default(),
            printer: None,
        }
    }

    /// Returns the furniture of the sheets of a game. The settings of the layout come first.
    pub fn furniture(&self, game: &Game) -> Furniture {
        let of_printer = self.printer.as_ref().map(|printer| printer.furniture).unwrap_or_default();
        Furniture::new(game.furniture.over(of_printer), self.print_setup.ink)
    }
}

/// The room by which a sheet may be too small because of rounding, in mm.
pub const TOLERANCE: f64 = 1e-6;
