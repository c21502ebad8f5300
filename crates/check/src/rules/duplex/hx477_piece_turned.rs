//! HX477: pieces and backs that are upside down.
//!
//! The rule judges fronts only if the layout draws all elements on the fronts upright, for every
//! piece of the deck. It judges backs only if the layout draws all elements on the backs upright.
//! Then the rotations of the drawings in the file show whether a side is upside down.

use super::sheet_sides::SheetSides;
use crate::facts::cut::Cut;
use crate::facts::pieces::FoundPiece;
use crate::facts::{Facts, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{Severity, codes};
use hexpress_game::{Element, Outline, PieceSet, PieceSize, Shape};

pub const RULE: Rule = Rule {
    title: "pieces and their backs are the right way up",
    why: "A card with an upside-down back can be recognized in every hand. A card that is upside down on \
        its sheet is upside down in the deck.",
    right: "a sheet that is turned over along its lower edge, with backs that are upside down on the page",
    wrong: "a sheet with one card rotated by 180 degrees",
    ..Rule::error(codes::PIECE_TURNED, RuleFunction::All(piece_turned))
};

fn piece_turned(facts: &Facts<'_>, findings: &mut Findings) {
    for sheet in facts.views() {
        let Some(deck) = deck_of(facts, sheet).filter(|deck| is_one_way_up(&deck.face)) else { continue };
        let sideways = usual_turn_sideways(deck, sheet);
        for piece in sheet.fronts() {
            let usual = if is_sideways(deck, piece) { sideways } else { 0 };
            if is_upside_down(piece, triangle_turn(deck, piece).unwrap_or(usual)) {
                let message = format!("{} is upside down on its sheet", piece.name());
                facts.piece_fault(findings, (sheet, piece), message);
            }
        }
    }
    // HX476 already adds notes about the backs that cannot be judged. The same notes are therefore
    // dropped here.
    let mut ignored = Findings::new(codes::PIECE_TURNED, Severity::Error);
    for sides in SheetSides::all(facts, &mut ignored) {
        report_backs(facts, &sides, findings);
    }
}

/// Reports backs that are upside down relative to their fronts.
fn report_backs(facts: &Facts<'_>, sides: &SheetSides<'_>, findings: &mut Findings) {
    let Some(deck) = deck_of(facts, sides.back).filter(|deck| is_one_way_up(&deck.back)) else { return };
    let sideways = if is_one_way_up(&deck.face) { usual_turn_sideways(deck, sides.front) } else { 1 };
    for (_, piece) in sides.backs() {
        let front = if is_sideways(deck, piece) { sideways } else { 0 };
        // The back of a piece is rotated in the opposite direction to its front. If the sheet is turned
        // over around a horizontal line, all backs are also upside down on their page, which adds two
        // steps of 90 degrees.
        let back = if sides.is_upright { 4 - front } else { 6 - front };
        if is_upside_down(piece, triangle_turn(deck, piece).unwrap_or(back)) {
            let message = format!("{} is upside down relative to its front", piece.name());
            facts.piece_fault(findings, (sides.back, piece), message);
        }
    }
}

fn deck_of<'page>(facts: &'page Facts<'_>, sheet: &FoundSheet) -> Option<&'page PieceSet> {
    facts.expected?.game.components.get(sheet.component?)?.deck()
}

/// Returns whether all elements on a side of the pieces are upright, in every row.
///
/// If some elements are not upright, the checker cannot recognise a piece that is upside down.
fn is_one_way_up(face: &[Element]) -> bool {
    !face.is_empty() && face.iter().all(is_upright_on_all_pieces)
}

fn is_upright_on_all_pieces(element: &Element) -> bool {
    let is_on_all = element.needs().is_empty() && element.when.is_none();
    let is_band = matches!(element.shape, Shape::EdgeBand { .. });
    // An element that is rotated by up to 90 degrees counts as upright.
    let turn = element.turn.fixed().map(|turn| turn.rem_euclid(360.0));
    turn.is_some_and(|turn| turn <= 90.0 || turn >= 270.0)
        && (is_band || is_on_all || !element.is_at_edges())
        && !matches!(element.shape, Shape::Board { .. })
}

/// Returns whether the outline of a piece is rotated by 90 degrees on its sheet.
fn is_sideways(deck: &PieceSet, piece: &FoundPiece) -> bool {
    match (&piece.cut, &deck.outline, &deck.size) {
        (Some(Cut::Box { rect, .. }), Outline::Rectangle(_), PieceSize::Fixed(size)) => {
            let upright = (rect.width() - size.width).abs() + (rect.height() - size.height).abs();
            let sideways = (rect.width() - size.height).abs() + (rect.height() - size.width).abs();
            upright > sideways + 1e-6
        }
        (Some(Cut::Polygon(hexagon)), Outline::Hexagon(orientation), _) => {
            hexagon.turned_from(orientation.degrees()).abs() > 15.0
        }
        _ => false,
    }
}

/// Returns the rotation of a triangle in steps of 90 degrees. The result is 2 if the triangle points down,
/// and 0 if it points up. This is the same for fronts and backs. Returns `None` for other outlines.
fn triangle_turn(deck: &PieceSet, piece: &FoundPiece) -> Option<usize> {
    let points_down = piece.cut.as_ref()?.points_down(&deck.outline)?;
    Some(if points_down { 2 } else { 0 })
}

/// Returns whether more drawings of a piece are upside down than upright.
///
/// `turn` is the expected rotation, clockwise in steps of 90 degrees.
fn is_upside_down(piece: &FoundPiece, turn: usize) -> bool {
    piece.turns[(turn + 2) % 4] > piece.turns[turn % 4]
}

/// Returns the direction in which most sideways fronts on a page are rotated by 90 degrees: 1 for
/// clockwise, or 3 for counterclockwise.
fn usual_turn_sideways(deck: &PieceSet, sheet: &FoundSheet) -> usize {
    let (mut right, mut left) = (0_usize, 0_usize);
    for piece in sheet.fronts().filter(|piece| is_sideways(deck, piece)) {
        right += usize::from(is_upside_down(piece, 3));
        left += usize::from(is_upside_down(piece, 1));
    }
    if left > right { 3 } else { 1 }
}
