//! HX454: pieces that are too close for scissors or for their bleed.

use super::near_pieces::{Pair, pairs};
use crate::check::facts::PageContext;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::{Outline, Pack, Stated};
use crate::print::setup::{Cutter, Marking};

/// The rule behind HX454.
pub const RULE: Rule = Rule {
    title: "pieces stand as far apart as scissors or their bleed need",
    why: "Scissors need room to turn, and where the bleed of one card reaches the next, each has a rim of the other's \
          colour.",
    right: "--cut scissors, and 4 mm between the cards",
    wrong: "--cut scissors, and 3 mm between the cards",
    ..Rule::error(codes::TOO_CLOSE, Run::Whole(too_close))
};

/// Between two pieces that are cut out with scissors, in mm.
const SCISSORS: f64 = 4.0;

/// How far pieces of this page must be apart, in mm, and what for; nothing where they may touch.
fn apart_for(context: &PageContext<'_>) -> Option<(f64, &'static str)> {
    // What is cut already needs no room for scissors.
    let deck = context.deck().filter(|deck| deck.die_sheet.is_none())?;
    let hexagons = matches!(deck.outline, Outline::Hexagon(_));
    let scissors = match deck.pack {
        Some(pack) => pack == Pack::Apart,
        None => context.expected?.options.print_setup.cut == Some(Cutter::Scissors),
    };
    let corners = hexagons
        && match deck.pack {
            Some(pack) => matches!(pack, Pack::Straight | Pack::Strips),
            // Where straight cuts are to be shown, they lie so that there are some.
            None if matches!(deck.marks, Some(Stated { what: Marking::Edge | Marking::Line, .. })) => true,
            None => context.expected?.options.print_setup.cut == Some(Cutter::Guillotine),
        };
    let bleed = 2.0 * deck.bleed;
    match () {
        () if scissors && bleed <= SCISSORS => Some((SCISSORS, "scissors need")),
        // Hexagons that meet at their corners have their bleed in the triangles between them.
        () if bleed > 0.0 && !corners => Some((bleed, "their bleed needs")),
        () => None,
    }
}

/// Reports pieces that are too close for scissors or for their bleed.
fn too_close(context: &PageContext<'_>, out: &mut Findings) {
    let Some((asked, what)) = apart_for(context) else { return };
    for Pair { one, other, gap, rect } in pairs(context, asked) {
        let by = asked - gap;
        // Pieces that lie on each other have been reported.
        if by > context.tolerance && gap >= -context.tolerance {
            let (a, b) = (one.name(), other.name());
            let message = format!("{a} and {b} are {} apart, and {what} {}", mm(gap.max(0.0)), mm(asked));
            context.fault_of(out, rect, one.id.as_ref(), message).by(by);
        }
    }
}
