//! HX477: pieces and backs that are upside down.

use super::sheet_sides::Both;
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{Facts, FoundSheet};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::{Severity, codes};
use crate::model::{Deck, Element, Outline, PieceSize, Shape};

/// The rule behind HX477.
pub const RULE: Rule = Rule {
    title: "pieces and their backs are the right way up",
    why: "A card whose back is upside down is known by it in every hand, and one that is upside down on its sheet \
          comes out of the deck so.",
    right: "a sheet that is turned over its lower edge, with its backs upside down on the page",
    wrong: "one card of a sheet that was turned about its middle",
    ..Rule::error(codes::PIECE_TURNED, Run::All(piece_turned))
};

/// Whether more of a face stands upright than upside down, whatever is on the piece: then a piece on which it is the
/// other way round was turned.
fn stands_one_way(face: &[Element]) -> bool {
    !face.is_empty()
        && face.iter().all(|element| {
            let own = element.needs().is_empty() && element.when.is_none();
            let at_edges = element.is_at_edges();
            let band = matches!(element.shape, Shape::EdgeBand(..));
            // A quarter of a turn or less to either side is upright still.
            let turned = element.turn.fixed().map(|turn| turn.rem_euclid(360.0));
            let upright = turned.is_some_and(|turned| turned <= 90.0 || turned >= 270.0);
            upright && (band || own || !at_edges) && !matches!(element.shape, Shape::Board(_))
        })
}

/// Whether a piece lies on its side, by its outline.
fn lies(deck: &Deck, piece: &FoundPiece) -> bool {
    match (&piece.cut, deck.outline, &deck.size) {
        (Some(Cut::Box(rect, _)), Outline::Rectangle(_), PieceSize::Fixed(size)) => {
            let (w, h) = (rect.width(), rect.height());
            let off = |a: f64, b: f64| (w - a).abs() + (h - b).abs();
            off(size.width, size.height) > off(size.height, size.width) + 1e-6
        }
        (Some(Cut::Polygon(hexagon)), Outline::Hexagon(stands), _) => {
            hexagon.turned_from(stands.degrees()).abs() > 15.0
        }
        _ => false,
    }
}

/// How many right angles a triangle is turned by: two where it points down, on fronts and on backs.
fn of_triangle(deck: &Deck, piece: &FoundPiece) -> Option<usize> {
    let down = piece.cut.as_ref()?.points_down(deck.outline)?;
    Some(if down { 2 } else { 0 })
}

/// Whether a piece is upside down as against `quarter` right angles clockwise.
fn against(piece: &FoundPiece, quarter: usize) -> bool {
    piece.turns[(quarter + 2) % 4] > piece.turns[quarter % 4]
}

/// How the pieces of a page that lie on their side are turned: most of them.
fn side_turn<'p>(pieces: impl Iterator<Item = &'p FoundPiece>) -> usize {
    let [right, left] = pieces.fold([0_usize; 2], |[right, left], piece| {
        [right + usize::from(against(piece, 3)), left + usize::from(against(piece, 1))]
    });
    if left > right { 3 } else { 1 }
}

/// Reports pieces and backs that are upside down.
fn piece_turned(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    let deck = |sheet: &FoundSheet| expected.game.components.get(sheet.component?)?.deck();
    let mut tell = |sheet: &FoundSheet, piece: &FoundPiece, what: &str| {
        facts.piece_fault(out, (sheet, piece), format!("{} is {what}", piece.name()));
    };
    for sheet in facts.views() {
        let Some(deck) = deck(sheet).filter(|deck| stands_one_way(&deck.face)) else { continue };
        let fronts = || sheet.fronts();
        let aside = side_turn(fronts().filter(|piece| lies(deck, piece)));
        for piece in fronts() {
            let usual = if lies(deck, piece) { aside } else { 0 };
            if against(piece, of_triangle(deck, piece).unwrap_or(usual)) {
                tell(sheet, piece, "upside down on its sheet");
            }
        }
    }
    let mut unsaid = Findings::new(codes::PIECE_TURNED, Severity::Error);
    for both in Both::all(facts, &mut unsaid) {
        let Some(deck) = deck(both.back).filter(|deck| stands_one_way(&deck.back)) else { continue };
        let fronts = both.front.fronts().filter(|piece| lies(deck, piece));
        let aside = if stands_one_way(&deck.face) { side_turn(fronts) } else { 1 };
        for (_, piece) in both.backs() {
            let front = if lies(deck, piece) { aside } else { 0 };
            // What was turned clockwise on the front is turned the other way as seen from behind.
            let back = if both.upright { 4 - front } else { 6 - front };
            if against(piece, of_triangle(deck, piece).unwrap_or(back)) {
                tell(both.back, piece, "upside down as against its front");
            }
        }
    }
}
