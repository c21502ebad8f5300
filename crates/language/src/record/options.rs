//! The options of a build.
//!
//! - In: the command line, or the record of a file.
//! - Out: options with which the same build can be made again.
//! - Not here: checking the names of components and papers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::BuildId;
use super::as_text::{capture, margins, profile, text_or_none, tiles};
use hexpress_scene::print::capture::CapturedJob;
use hexpress_scene::print::margins::{DEFAULT_MARGIN, Margins};
use hexpress_scene::print::press::Press;
use hexpress_scene::print::profile::Profile;
use hexpress_scene::print::setup::{Backs, Cutter, Inking, Marking, Order, PrintSetup, Standard};

/// Those options of a build that change what is printed.
///
/// Most options have no key in the record if they are not used. Older versions of the program, which
/// do not know these options, can then read the record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// The paper, in the user's words: `iso`, `210x297mm`.
    pub paper: String,
    /// The margins along the edges of each sheet, in mm.
    #[serde(rename = "margin-mm", with = "margins")]
    pub margin: Margins,
    /// The names of the components to print. If empty, all components are printed.
    pub only: Vec<String>,
    /// Whether each stack of sheets gets a separate file. The stacks can then be printed with different
    /// settings.
    pub split: bool,
    /// Whether sheets of all sizes are in one file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not", rename = "one-file")]
    pub one_file: bool,
    /// The cutting tool, the backs, the ink and the marks.
    #[serde(flatten, with = "Choices")]
    pub print_setup: PrintSetup,
    /// The profile of the printer whose distortions are corrected on the pages.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "profile")]
    pub printer: Option<Arc<Profile>>,
    /// The pages of a PDF from the program of a cutting machine. These pages show the shapes that
    /// the machine cuts, and the marks of the machine. `None` if no such PDF is used.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "capture")]
    pub capture: Option<Arc<CapturedJob>>,
    /// The numbers of the pieces to print, such as `deck:12,40-45`. If empty, all pieces are
    /// printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// The number of each piece, in the order of the rows, such as `deck:1-11,54,12-53`. Set if the
    /// pieces keep their numbers from an earlier print.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<String>,
    /// Whether the pieces of this build replace pieces of an earlier print. If so, the players already
    /// have the rest of the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exchange: bool,
    /// The seed of random decks. If `None`, the seed of the layout is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of tiles of one random deck. If `None`, the number in the layout is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<DeckSize>,
}

/// How the record stores a [`PrintSetup`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "PrintSetup", rename_all = "kebab-case")]
struct Choices {
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text_or_none")]
    cut: Option<Cutter>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text_or_none")]
    backs: Option<Backs>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text_or_none")]
    ink: Option<Inking>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text_or_none")]
    marks: Option<Marking>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    cut_plan: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    test_sheet: bool,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text_or_none")]
    order: Option<Order>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text_or_none")]
    standard: Option<Standard>,
    /// The record leaves out the press, because the PDF itself contains the profile of the press.
    #[serde(skip)]
    press: Option<&'static Press>,
}

/// The number of tiles of a random deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeckSize {
    /// The name of the component. `None` for the first random deck that is printed.
    pub deck: Option<String>,
    /// The number of tiles. `None` for all tiles.
    #[serde(with = "tiles")]
    pub tiles: Option<i64>,
}

impl Options {
    /// Returns options with this paper and these margins. All other options have their defaults.
    pub fn new(paper: &str, margin: impl Into<Margins>) -> Self {
        Self { paper: paper.to_owned(), margin: margin.into(), ..Self::default() }
    }

    /// Returns the default options: ISO sheets with the default margin.
    pub fn defaults() -> Self {
        Self::new("iso", DEFAULT_MARGIN)
    }

    /// Returns the id of a build of a game. The id does not depend on whether sheets of all sizes are
    /// in one file.
    pub fn build_id(&self, game: &str) -> BuildId {
        // All fields are texts, numbers, or lists of texts and numbers, so writing them as JSON cannot
        // fail.
        let options = serde_json::to_string(&Self { one_file: false, ..self.clone() }).unwrap_or_default();
        BuildId(xxhash_rust::xxh3::xxh3_64(format!("{game}\n{options}").as_bytes()).to_be_bytes())
    }

    /// Returns, as JSON, the options that determine how pages are corrected for the distortions of the
    /// printer: its profile, the margins and the backs.
    ///
    /// Returns an empty text if pages are not corrected.
    pub fn printer_json(&self) -> String {
        let Some(printer) = self.printer.as_ref().filter(|printer| printer.corrects()) else {
            return String::new();
        };
        let print_setup =
            PrintSetup { backs: Some(self.print_setup.backs_or_default()), ..PrintSetup::default() };
        let options = Self { printer: Some(Arc::clone(printer)), print_setup, ..Self::new("", self.margin) };
        serde_json::to_string(&options).unwrap_or_default()
    }

    /// Returns these options. Everything that the printer's profile sets has the value of the profile.
    pub fn with_profile(self, printer: &Arc<Profile>) -> Self {
        Self {
            paper: printer.paper.clone().unwrap_or(self.paper),
            margin: printer.margin.unwrap_or(self.margin),
            print_setup: printer.print_setup.over(self.print_setup),
            printer: Some(Arc::clone(printer)),
            ..self
        }
    }
}
