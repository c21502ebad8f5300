//! A page that is corrected for a printer is judged as that printer prints it.

use std::sync::Arc;

use kurbo::{Affine, Rect, Size};

use super::{Look, covers};
use crate::base::identity::{Feature, Identity};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::{Severity, codes};
use crate::print::profile::Profile;
use crate::print::setup::Backs;
use crate::record::Options;

/// The rules of this group.
pub const RULES: &[Rule] = &[Rule {
    code: codes::BEYOND_REACH,
    title: "a printer's correction moves nothing to where the printer does not print",
    why: "What a printer makes smaller is made larger in its file, and what it moves to the left is moved to the right. \
          So something that ends where the margin begins may end beyond what the printer prints, and is cut off.",
    right: "a margin of 7 mm for a printer that prints to 5 mm from the edge and moves all by 1.5 mm",
    wrong: "a margin of 5 mm for the same printer",
    severity: Severity::Warning,
    run: Run::Page(in_reach),
}];

/// The printer that a file is corrected for.
#[derive(Debug, Clone)]
pub struct Printer {
    profile: Arc<Profile>,
    /// How it turns sheets over.
    flip: Option<Backs>,
    /// The strip along each edge that was asked for, in mm.
    margin: f64,
}

impl Printer {
    /// The printer of these options; none where nothing is corrected.
    #[must_use]
    pub fn of(options: &Options) -> Option<Self> {
        let profile = Arc::clone(options.printer.as_ref().filter(|profile| profile.corrects())?);
        Some(Self { profile, flip: Some(options.print_setup.way()), margin: options.margin })
    }

    /// What its owner calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.profile.name
    }

    /// From the page to the sheet that it prints of it. Whether the page is a back, its contents say.
    #[must_use]
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

fn in_reach(look: &Look<'_>, out: &mut Findings) {
    let Some(Printer { profile, margin, .. }) = look.printer else { return };
    let size = look.sheet.size;
    let reach = profile.reach.or(profile.margin).unwrap_or(*margin);
    let room = Rect::from_origin_size((0.0, 0.0), size).inset(-reach);
    let correction = look.printed.inverse();
    let beyond = |rect: Rect| {
        let moved = correction.transform_rect_bbox(rect);
        (room.x0 - moved.x0).max(room.y0 - moved.y0).max(moved.x1 - room.x1).max(moved.y1 - room.y1)
    };
    let all = look.page.items.iter().filter_map(|item| covers(item).map(|rect| (beyond(rect), rect, item)));
    // What reaches farthest says how large the margin should be.
    let Some((by, rect, item)) = all.max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    if by > look.tolerance {
        let message = format!(
            "what `{}` prints to is {} mm from the edge, and its correction moves something {} beyond that",
            profile.name,
            crate::base::units::Trimmed(reach),
            mm(by)
        );
        let margin = crate::base::units::Trimmed(profile.margin_for(reach, size));
        look.fault(out, rect, message)
            .about(item.id.as_ref())
            .by(by)
            .hint(format!("leave more free along the edges: --margin {margin}mm"));
    }
}
