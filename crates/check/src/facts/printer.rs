//! Computes where the printer puts the drawings of a page on the printed sheet. The rules check the
//! printed sheet.
//!
//! - In: the options of a build. They contain the profile of the printer.
//! - Out: the transform from a page to the printed sheet.

use std::sync::Arc;

use kurbo::{Affine, Size};

use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_base::piece_side::PieceSide;
use hexpress_language::record::Options;
use hexpress_read::DrawingNames;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::profile::Profile;
use hexpress_scene::print::setup::Backs;

/// The printer that a file is made for. The file corrects the errors of this printer.
#[derive(Debug, Clone)]
pub struct Printer {
    /// The measured deviations of the printer.
    pub profile: Arc<Profile>,
    /// The edge along which sheets are turned over.
    backs: Backs,
    /// The margin of the sheet. The build draws nothing in it.
    pub margin: Margins,
}

impl Printer {
    /// Returns the printer in the options of a build. Returns `None` if the build does not correct the
    /// errors of a printer.
    ///
    /// `duplex` is the print setting of the file that says along which edge sheets are turned over. It
    /// is used only if the options contain no edge.
    pub fn new(options: &Options, duplex: Option<&str>) -> Option<Self> {
        let profile = Arc::clone(options.printer.as_ref().filter(|profile| profile.corrects())?);
        // If the user chooses no edge, folded sheets are turned over along the short edge, and the file
        // requests this edge.
        let backs = match (options.print_setup.backs, duplex) {
            (None, Some("DuplexFlipShortEdge")) => Backs::FlipShort,
            _ => options.print_setup.backs_or_default(),
        };
        Some(Self { profile, backs, margin: options.margin })
    }

    /// Returns the name that the user gave the printer.
    pub fn name(&self) -> &str {
        &self.profile.name
    }

    /// Returns the transform from a page to its printed sheet.
    ///
    /// `page` is the size of the page. `named` contains the ids of its drawings. The ids show whether
    /// the page is a front or a back.
    pub fn printed(&self, page: Size, named: &DrawingNames<'_>) -> Affine {
        self.profile.printed(side(named), page, Some(self.backs))
    }
}

/// Returns whether a page is the front or the back of its sheet.
///
/// A page is a back if all its pieces are backs. It is also a back if its text is on the inner side of
/// a folded sheet.
fn side(named: &DrawingNames<'_>) -> PieceSide {
    let mut has_back = false;
    let has_front = named.find(|tag, id| match id {
        // All sheets of a poster show the same side of the board or piece, so they count as fronts.
        Identity::Of(_, Feature::Seam(..)) => Some(()),
        Identity::Of(_, Feature::Single(Single::InnerGround)) => {
            has_back = true;
            None
        }
        // Texts, links and drawings may be on either side of a sheet.
        Identity::Of(_, Feature::Text(_) | Feature::Link(_) | Feature::Draw(_)) => None,
        Identity::Of(..) if tag == b"Piece" => {
            has_back |= id.is_back();
            (!id.is_back()).then_some(())
        }
        _ => None,
    });
    PieceSide::from_is_back(has_back && has_front.is_none())
}
