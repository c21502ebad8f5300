//! What sheets are laid out for: papers, margins, cutter and printer.

use std::sync::Arc;

use crate::print::margins::{DEFAULT_MARGIN, Margins};
use crate::print::paper::PaperChoice;
use crate::print::profile::Profile;
use crate::print::setup::PrintSetup;

/// What sheets are laid out for; it belongs to whoever prints, not to the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The sheets at hand.
    pub paper: PaperChoice,
    /// The strips along the edges that the printer cannot reach.
    pub margin: Margins,
    /// Components to print; all if empty.
    pub only: Vec<String>,
    /// Cutter, duplex printing, ink and marks.
    pub print_setup: PrintSetup,
    /// What its printer does to sheets, if that is to be corrected.
    pub printer: Option<Arc<Profile>>,
}

impl Setup {
    /// A setup with the default margin, printing everything.
    pub fn new(paper: PaperChoice) -> Self {
        Self {
            paper,
            margin: DEFAULT_MARGIN.into(),
            only: Vec::new(),
            print_setup: PrintSetup::default(),
            printer: None,
        }
    }
}

/// Room that floating point may take from a sheet that is exactly full, in mm.
pub const TOLERANCE: f64 = 1e-6;
