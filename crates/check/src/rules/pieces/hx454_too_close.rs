//! HX454: pieces with too little space between them for scissors, or for their bleed.

use super::near_pieces::{NearPieces, near_pieces};
use crate::facts::PageContext;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::{Located, Outline, Pack, PieceSet};
use hexpress_scene::print::setup::{Cutter, Marking};

pub const RULE: Rule = Rule {
    title: "pieces are far enough apart for scissors or for their bleed",
    why: "Scissors need room to turn. If the bleed of a card reaches the next one, a strip of its colour \
        appears there.",
    right: "--cut scissors, and 4 mm between the cards",
    wrong: "--cut scissors, and 3 mm between the cards",
    ..Rule::error(codes::TOO_CLOSE, RuleFunction::Whole(too_close))
};

/// The required distance between pieces that are cut out with scissors, in mm.
const MIN_SCISSORS_DISTANCE_MM: f64 = 4.0;

struct RequiredGap {
    /// The smallest allowed distance between pieces, in mm.
    distance: f64,
    /// The reason for this distance, as a part of a message.
    reason: &'static str,
}

fn too_close(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(RequiredGap { distance, reason }) = required_gap(context) else { return };
    for NearPieces { one, other, gap, rect } in near_pieces(context, distance) {
        let by = distance - gap;
        // Another rule reports pieces that overlap.
        if by > context.tolerance && gap >= -context.tolerance {
            let (a, b) = (one.name(), other.name());
            let message = format!(
                "{a} and {b} are {} apart; {reason} {}",
                format_mm(gap.max(0.0)),
                format_mm(distance)
            );
            context.fault_of(findings, rect, one.id.as_ref(), message).deviation(by);
        }
    }
}

/// Returns the required distance between the pieces on a page; `None` if they may touch.
fn required_gap(context: &PageContext<'_>) -> Option<RequiredGap> {
    // The pieces of a sheet that is sold with cuts need no scissors.
    let deck = context.deck().filter(|deck| deck.die_sheet.is_none())?;
    let needs_scissors = match deck.pack {
        Some(pack) => pack == Pack::Apart,
        None => context.expected?.options.print_setup.cut == Some(Cutter::Scissors),
    };
    let has_gaps_for_bleed = match deck.outline {
        Outline::Hexagon(_) => meets_at_corners(context, deck)?,
        _ => false,
    };
    let bleed = 2.0 * deck.bleed;
    if needs_scissors && bleed <= MIN_SCISSORS_DISTANCE_MM {
        Some(RequiredGap { distance: MIN_SCISSORS_DISTANCE_MM, reason: "scissors need" })
    } else if bleed > 0.0 && !has_gaps_for_bleed {
        Some(RequiredGap { distance: bleed, reason: "their bleed needs" })
    } else {
        None
    }
}

/// Checks whether hexagons are packed for straight cuts, so that they touch only at their corners.
/// Returns `None` if the packing is unknown.
///
/// The gaps between such hexagons are triangles, and have enough room for the bleed.
fn meets_at_corners(context: &PageContext<'_>, deck: &PieceSet) -> Option<bool> {
    Some(match deck.pack {
        Some(pack) => matches!(pack, Pack::Straight | Pack::Strips),
        None if matches!(deck.marks, Some(Located { value: Marking::Edge | Marking::Line, .. })) => true,
        None => context.expected?.options.print_setup.cut == Some(Cutter::Guillotine),
    })
}
