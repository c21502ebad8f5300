//! Describes the conditions under which sheets are printed: papers, margins, cutting tool and
//! printer.
//!
//! A [`Setup`] is an input of the whole crate. Other crates compute it from the options of the
//! user. No part of it is in a layout file.

use std::sync::Arc;

use hexpress_game::Game;
use hexpress_scene::print::capture::CapturedJob;
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::print::margins::{DEFAULT_MARGIN, Margins};
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::print::profile::Profile;
use hexpress_scene::print::registration::RegistrationMarks;
use hexpress_scene::print::setup::{Cutter, PrintSetup};

/// The conditions under which sheets are printed. They depend on the user and the printer, not on
/// the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The papers for large and for small sheets.
    pub paper: PaperChoice,
    /// The unprintable strips along the edges of a sheet.
    pub margin: Margins,
    /// The names of the components that are printed. If the list is empty, all components are
    /// printed.
    pub only: Vec<String>,
    /// The settings for the cutting tool, duplex printing, ink and marks.
    pub print_setup: PrintSetup,
    /// The measured errors of the printer, which are corrected on the sheets. `None` if the errors
    /// are unknown.
    pub printer: Option<Arc<Profile>>,
    /// The pages that the program of the cutting machine printed. `None` if there are no such
    /// pages.
    pub capture: Option<Arc<CapturedJob>>,
}

impl Setup {
    /// Returns the setup that prints all components with the default margin.
    pub fn new(paper: PaperChoice) -> Self {
        Self {
            paper,
            margin: DEFAULT_MARGIN.into(),
            only: Vec::new(),
            print_setup: PrintSetup::default(),
            printer: None,
            capture: None,
        }
    }

    /// Returns the registration marks of the cutting machine. Returns `None` if no machine needs
    /// such marks.
    pub fn registration(&self) -> Option<RegistrationMarks> {
        RegistrationMarks::from_cutter(self.print_setup.cut)
    }

    /// Returns whether the cutting machine cuts all sheets of a component with the same job.
    pub fn repeats_a_job(&self) -> bool {
        self.print_setup.cut.is_some_and(Cutter::repeats_a_job)
    }

    /// Returns the setups that are tried for sheets of pieces, in this order. If a cutting machine
    /// needs registration marks, there are two setups. Their margins keep pieces away from the marks in
    /// different ways.
    pub fn for_pieces(&self) -> Vec<Self> {
        match self.registration() {
            Some(marks) => marks.margins(self.margin).map(|margin| Self { margin, ..self.clone() }).to_vec(),
            None => vec![self.clone()],
        }
    }

    /// Returns the settings for the furniture of a game's sheets: rulers, marks, and texts at the
    /// edges. The settings of the layout override the settings of the printer.
    pub fn furniture(&self, game: &Game) -> Furniture {
        let of_printer = self.printer.as_ref().map(|printer| printer.furniture).unwrap_or_default();
        Furniture::new(game.furniture.over(of_printer), self.print_setup.ink)
    }
}

/// The largest rounding error of a length, in mm. An object that is too large by less than this length still
/// fits.
pub const TOLERANCE: f64 = 1e-6;
