//! The printer that a file is corrected for: its pages are judged as it prints them.

use std::sync::Arc;

use kurbo::{Affine, Size};

use crate::base::identity::{Feature, Identity};
use crate::print::margins::Margins;
use crate::print::profile::Profile;
use crate::print::setup::Backs;
use crate::read::Named;
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

    /// From the page to the sheet that it prints of it. The names of its drawings say whether it is a back.
    pub fn printed(&self, page: Size, named: &Named<'_>) -> Affine {
        self.profile.printed(is_back(named), page, self.flip)
    }
}

/// Whether all pieces of a page are backs.
fn is_back(named: &Named<'_>) -> bool {
    let mut backs = false;
    let has_front = named.find(|tag, id| match id {
        // The sheets of a poster have one side, whatever it shows.
        Identity::Of(_, Feature::Seam(..)) => Some(()),
        Identity::Of(..) if tag == b"Piece" => {
            backs |= id.is_back();
            (!id.is_back()).then_some(())
        }
        _ => None,
    });
    backs && has_front.is_none()
}
