//! The printer that a file is corrected for: its pages are judged as it prints them.

use std::sync::Arc;

use kurbo::{Affine, Size};

use crate::base::identity::{Feature, Identity};
use crate::print::margins::Margins;
use crate::print::profile::Profile;
use crate::print::setup::Backs;
use crate::record::Options;

/// The printer that a file is corrected for.
#[derive(Debug, Clone)]
pub struct Printer {
    /// How it prints.
    pub profile: Arc<Profile>,
    /// How it turns sheets over.
    flip: Option<Backs>,
    /// The strips along the edges that were asked for.
    pub margin: Margins,
}

impl Printer {
    /// The printer of these options; none where nothing is corrected.
    pub fn of(options: &Options) -> Option<Self> {
        let profile = Arc::clone(options.printer.as_ref().filter(|profile| profile.corrects())?);
        Some(Self { profile, flip: Some(options.print_setup.way()), margin: options.margin })
    }

    /// What its owner calls it.
    pub fn name(&self) -> &str {
        &self.profile.name
    }

    /// From the page to the sheet that it prints of it. Whether the page is a back, its contents say.
    pub fn printed(&self, page: Size, contents: &[u8]) -> Affine {
        self.profile.printed(is_back(contents), page, self.flip)
    }
}

/// Whether all pieces of a page are backs.
fn is_back(contents: &[u8]) -> bool {
    const BEFORE: &[u8] = b" <</Id (";
    let mut backs = false;
    let mut rest = contents;
    while let Some(at) = rest.windows(BEFORE.len()).position(|window| window == BEFORE) {
        let (before, after) = rest.split_at(at);
        rest = &after[BEFORE.len()..];
        let end = rest.iter().position(|byte| *byte == b')').unwrap_or(rest.len());
        let Ok(id) = String::from_utf8_lossy(&rest[..end]).parse();
        match id {
            // The sheets of a poster have one side, whatever it shows.
            Identity::Of(_, Feature::Seam(..)) => return false,
            Identity::Of(..) if before.ends_with(b"/Piece") => {
                if !id.is_back() {
                    return false;
                }
                backs = true;
            }
            _ => {}
        }
    }
    backs
}
