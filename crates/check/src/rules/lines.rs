//! Where pieces may touch and where they must not, and lines along which a straight cut goes.

use kurbo::{Point, Rect};

use super::pieces::{Pair, pairs};
use crate::base::identity::Identity;
use crate::check::facts::PageContext;
use crate::check::facts::cut::{CropMark, Cut, is_cut, straight_lines};
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::shared::goes_round;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::find::Polygon;
use crate::model::{Outline, Pack, Stated};
use crate::print::setup::{Cutter, Marking};
use crate::read::Page;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "lines for cutting run along the sides of pieces",
        why: "A straight cut that no side lies on leaves a white rim on one piece, or takes a slice off another.",
        right: "a line that six hexagons have a side on",
        wrong: "a line 0.5 mm beside them",
        ..Rule::error(codes::LINE_OFF_SIDES, Run::Pieces(lines_along_sides))
    },
    Rule {
        title: "pieces stand as far apart as scissors or their bleed need",
        why: "Scissors need room to turn, and where the bleed of one card reaches the next, each has a rim of the other's \
              colour.",
        right: "--cut scissors, and 4 mm between the cards",
        wrong: "--cut scissors, and 3 mm between the cards",
        ..Rule::error(codes::TOO_CLOSE, Run::Whole(gaps))
    },
];

/// How deep a line comes into an outline, in mm; negative where it stays outside.
fn deepest(line: &CropMark, cut: &Cut) -> f64 {
    let at = |share: f64| cut.depth(line.from.lerp(line.to, share));
    // How deep the points of a line lie in something convex rises and then falls again.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if at(low + third) < at(high - third) { low += third } else { high -= third }
    }
    at(f64::midpoint(low, high))
}

/// Lines for straight cuts on a sheet of hexagons or discs: they touch no piece.
pub fn lines_outside(context: &PageContext<'_>, out: &mut Findings) {
    let round =
        || context.sheet.pieces.iter().filter(|p| matches!(p.cut, Some(Cut::Polygon(_) | Cut::Disc(_))));
    if round().next().is_none() {
        return;
    }
    for line in straight_lines(context.page) {
        let along = Rect::from_points(line.from, line.to);
        for piece in round() {
            let Some(cut) = piece.cut.as_ref().filter(|cut| cut.bounds().overlaps(along)) else { continue };
            let by = deepest(&line, cut);
            if by > context.tolerance {
                let message = format!("a line for cutting passes {} inside {}", mm(by), piece.name());
                context.fault_of(out, cut.bounds(), piece.id.as_ref(), message).by(by);
                break;
            }
        }
    }
}

/// The lines for straight cuts; on a sheet of several components, those that lie round hexagons.
fn lines_round(context: &PageContext<'_>, hexagons: &[(&FoundPiece, &Polygon)]) -> Vec<CropMark> {
    if context.sheet.views.is_empty() {
        return straight_lines(context.page);
    }
    let mut middles: Vec<Point> = hexagons.iter().map(|(_, hexagon)| hexagon.centre).collect();
    middles.sort_by(|a, b| a.x.total_cmp(&b.x));
    let own = context.page.items.iter().filter(|item| is_cut(item) && goes_round(item, &middles));
    straight_lines(&Page { items: own.cloned().collect(), ..Page::default() })
}

/// How far an end of a line may be from where it was meant, as files write numbers, in mm.
const ROUNDED: f64 = 0.0005;

/// Lines for straight cuts show the side of a piece.
fn lines_along_sides(context: &PageContext<'_>, out: &mut Findings) {
    let hexagons: Vec<_> = context
        .sheet
        .pieces
        .iter()
        .filter_map(|piece| match &piece.cut {
            Some(Cut::Polygon(hexagon)) => Some((piece, hexagon)),
            _ => None,
        })
        .collect();
    if hexagons.is_empty() {
        return;
    }
    for line in lines_round(context, &hexagons) {
        let way = (line.to - line.from).normalize();
        let length = line.from.distance(line.to);
        // How far a side is from the line at its farther end; what a short line says of a side far away is only as true
        // as its ends are written.
        let off = |p: Point| {
            let off = (p - line.from).cross(way).abs();
            (off - ROUNDED * p.distance(line.from) / length).max(0.0)
        };
        let sides = hexagons.iter().flat_map(|(_, hexagon)| sides_and_edges_of_rows(&hexagon.corners));
        let sides = sides.map(|[a, b]| off(a).max(off(b)));
        let Some(by) = sides.min_by(f64::total_cmp) else { continue };
        // A line that cuts into a piece has been reported.
        let inside = hexagons
            .iter()
            .any(|(piece, _)| piece.cut.as_ref().is_some_and(|cut| deepest(&line, cut) > context.tolerance));
        if !inside && out.measured(by, context.tolerance) {
            let message = format!("a line for cutting runs {} beside the nearest side of a piece", mm(by));
            context.fault_of(out, line.covers(), Some(&Identity::Cut.into()), message).by(by);
        }
    }
}

/// Returns the sides of a polygon. Of a triangle also the edges of the rows that it may lie in: through each corner, as
/// its opposite side runs.
fn sides_and_edges_of_rows(corners: &[Point]) -> Vec<[Point; 2]> {
    let next = corners.iter().cycle().skip(1);
    let mut sides: Vec<[Point; 2]> = corners.iter().zip(next).map(|(a, b)| [*a, *b]).collect();
    if let &[a, b, c] = corners {
        sides.extend([(a, b, c), (b, c, a), (c, a, b)].map(|(p, q, apex)| {
            let half = (q - p) / 2.0;
            [apex - half, apex + half]
        }));
    }
    sides
}

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

fn gaps(context: &PageContext<'_>, out: &mut Findings) {
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
