//! Shows two versions of a game next to each other, so that people can compare them by eye.
//!
//! - In: the layouts of both versions, and their differences.
//! - Out: a PDF whose first page is a change sheet for players, or a page for a browser.
//! - Not here: finding the differences, or writing files.

mod album;
mod before_and_after;
mod chapters;
mod difference_rings;
mod front_page;
mod html;
mod item;
mod lettering;
mod page_plan;
mod pages;

pub use album::{LayoutWithOptions, VersionLayouts};
pub use html::html;

pub use pages::{PageSetup, pdf};

use super::compare::Difference;
use hexpress_base::text::one_line;

/// Two versions and their differences.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'c> {
    pub old: &'c VersionName,
    pub new: &'c VersionName,
    pub difference: &'c Difference,
}

/// The names of a version: the argument on the command line, the title of the game, and the value of
/// `version`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionName {
    /// The argument that names the version on the command line.
    pub display_name: String,
    /// The title of the game.
    pub title: String,
    /// The value of the key `version` in the layout. It is empty if the layout lacks the key.
    pub version: String,
}

/// Says whether something is from the old or from the new version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VersionSide {
    Old,
    New,
}

impl VersionSide {
    const BOTH: [Self; 2] = [Self::Old, Self::New];

    fn index(self) -> usize {
        match self {
            Self::Old => 0,
            Self::New => 1,
        }
    }

    /// Returns the label below a picture of this version.
    fn label(self) -> &'static str {
        match self {
            Self::Old => "before",
            Self::New => "after",
        }
    }
}

impl Comparison<'_> {
    /// Returns the titles of both games, such as `Old → New`. Returns only one if they are equal.
    fn title(&self) -> String {
        let [old, new] = [self.old, self.new].map(|name| one_line(&name.title));
        if old == new { new } else { format!("{old} → {new}") }
    }

    /// Returns the values of `version` in both layouts, such as `0.1 → 0.2`. The text is empty if both
    /// layouts lack this key.
    fn versions(&self) -> String {
        let [old, new] = [self.old, self.new].map(|name| one_line(&name.version));
        match (old.is_empty(), new.is_empty()) {
            (true, true) => String::new(),
            (_, true) => format!("from version {old}"),
            (true, _) => format!("to version {new}"),
            _ if old == new => format!("version {new}"),
            _ => format!("version {old} → {new}"),
        }
    }

    /// Returns the arguments that name the versions on the command line.
    fn sources(&self) -> String {
        format!("{} → {}", one_line(&self.old.display_name), one_line(&self.new.display_name))
    }
}
