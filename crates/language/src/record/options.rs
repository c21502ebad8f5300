//! What a build was asked for.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::BuildId;
use super::as_text::{margins, profile, text_or_none, tiles};
use crate::print::margins::{DEFAULT_MARGIN, Margins};
use crate::print::profile::Profile;
use crate::print::setup::{Backs, Cutter, Inking, Marking, PrintSetup};

/// What a build was asked for, as far as it changes what is printed.
///
/// An option that is not asked for has no key in the record, so that builds without it read like older versions'.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// As typed: `iso`, `210x297mm`.
    pub paper: String,
    /// The strips along the edges that the printer cannot reach: a number of mm, or a list of four.
    #[serde(rename = "margin-mm", with = "margins")]
    pub margin: Margins,
    /// Components; all if empty.
    pub only: Vec<String>,
    /// Whether each stack has a file of its own.
    pub split: bool,
    /// Whether sheets of all sizes are in one file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not", rename = "one-file")]
    pub one_file: bool,
    /// Cutting tool, backs, ink and marks.
    #[serde(flatten, with = "Choices")]
    pub print_setup: PrintSetup,
    /// The printer that pages are corrected for.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "profile")]
    pub printer: Option<Arc<Profile>>,
    /// Pieces by their numbers, as in `deck:12,40-45`; all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// What random decks are drawn from, over what the layout says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many tiles one of the random decks has, over what the layout says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<DeckCount>,
}

/// The keys of a [`PrintSetup`] among the options.
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
}

/// How many tiles a deck has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeckCount {
    /// The component; the first that is printed and drawn at random, if none is named.
    pub deck: Option<String>,
    /// So many; all there are for none.
    #[serde(with = "tiles")]
    pub tiles: Option<i64>,
}

impl Options {
    /// Everything as it is if nothing is asked for.
    pub fn new(paper: &str, margin: impl Into<Margins>) -> Self {
        Self { paper: paper.to_owned(), margin: margin.into(), ..Self::default() }
    }

    /// What is asked for where nothing is said: ISO sheets with the usual margin.
    pub fn usual() -> Self {
        Self::new("iso", DEFAULT_MARGIN)
    }

    /// What PDFs of one game have in common that were asked for alike, whether in one file or in several.
    pub fn build_of(&self, game: &str) -> BuildId {
        // Every field is text, a number or a list of them, so this cannot fail.
        let asked = serde_json::to_string(&Self { one_file: false, ..self.clone() }).unwrap_or_default();
        BuildId(xxhash_rust::xxh3::xxh3_64(format!("{game}\n{asked}").as_bytes()).to_be_bytes())
    }

    /// What a file says of the printer that it is corrected for where it says nothing else; empty for none.
    pub fn printer_alone(&self) -> String {
        let Some(printer) = self.printer.as_ref().filter(|printer| printer.corrects()) else {
            return String::new();
        };
        let print_setup = PrintSetup { backs: Some(self.print_setup.way()), ..PrintSetup::default() };
        let alone = Self { printer: Some(Arc::clone(printer)), print_setup, ..Self::new("", self.margin) };
        serde_json::to_string(&alone).unwrap_or_default()
    }

    /// The same with what a printer's profile says.
    pub fn on(self, printer: &Arc<Profile>) -> Self {
        Self {
            paper: printer.paper.clone().unwrap_or(self.paper),
            margin: printer.margin.unwrap_or(self.margin),
            print_setup: printer.print_setup.over(self.print_setup),
            printer: Some(Arc::clone(printer)),
            ..self
        }
    }
}
