//! HX433: texts that are printed at the wrong edge of a piece.
//!
//! For each element that prints texts at the edges, the rule compares the printed texts with those in
//! the row of the piece.

use kurbo::Point;

use crate::facts::cut::Cut;
use crate::facts::pieces::{FoundPiece, elements_of};
use crate::facts::{PageContext, ReportedText};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::piece_side::PieceSide;
use hexpress_game::{Element, Piece, PieceSet, Shape};
use hexpress_language::values::value::ElementPlace;
use hexpress_read::{Item, ItemKind, Text};
use hexpress_template::{EdgeRow, Engine, Row};

pub const RULE: Rule = Rule {
    title: "text for an edge is nearer to this edge than to the others, and upright for a reader at this edge",
    why: "Players assign each text to the closest edge.",
    right: "{ text = \"{{ edge }}\", at = \"each edge\", inset = \"6mm\" } on a triangle of 40 mm",
    wrong: "the same element with inset = \"14mm\": the text is beyond the middle, near the opposite corner",
    measures_text: true,
    merges_same_messages: true,
    ..Rule::error(codes::NOT_AT_EDGE, RuleFunction::Whole(not_at_edge))
};

/// A text belongs to its nearest edge only if the second nearest edge is farther away by at least this.
/// Otherwise, it is unclear to which edge the text belongs.
///
/// The value is a fraction of the distance between an edge and the middle of the piece.
const MIN_DIFFERENCE: f64 = 0.05;
/// A text counts as upright if it is rotated by at most this, in degrees.
const MAX_TURN: f64 = 1.0;

/// The texts that one element of the layout prints at the edges of a piece.
struct EdgeTexts {
    /// The text at each edge, clockwise from the first edge. If another element prints the same text
    /// elsewhere, the text is empty here.
    texts: Vec<String>,
    /// The rotation that the layout gives the element, in degrees. If it is 0, you can read each text
    /// when its edge is at the bottom.
    turn: f64,
}

/// One straight edge of a piece.
struct PieceEdge {
    /// The end that comes first in clockwise order.
    from: Point,
    to: Point,
    /// The direction that the edge faces, in degrees clockwise from straight up.
    direction: f64,
}

impl PieceEdge {
    /// Returns the distance between a point and the edge, in mm. The distance is negative outside the
    /// piece.
    fn depth(&self, point: Point) -> f64 {
        (self.to - self.from).cross(point - self.from) / self.from.distance(self.to)
    }
}

/// Returns the straight edges of a piece, clockwise. Discs and free forms have none.
fn sides(cut: &Cut) -> Vec<PieceEdge> {
    let corners = cut.corners();
    let following = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(following)
        .map(|(from, to)| {
            let along = *to - *from;
            PieceEdge { from: *from, to: *to, direction: libm::atan2(along.y, along.x).to_degrees() }
        })
        .collect()
}

fn angle_between(one: f64, other: f64) -> f64 {
    let clockwise = (one - other).rem_euclid(360.0);
    clockwise.min(360.0 - clockwise)
}

/// Returns the row of the layout from which a piece was made. Returns `None` if the layout has no such row.
fn row_of<'game>(deck: &'game PieceSet, piece: &FoundPiece) -> Option<Piece<'game>> {
    deck.piece(deck.index_of(piece.number?)?)
}

fn is_text(element: &Element) -> bool {
    matches!(element.shape, Shape::Text(..))
}

fn is_at_each_edge(element: &Element) -> bool {
    element.places == [ElementPlace::EachEdge] && element.on.is_none()
}

/// Returns the text that an element prints for a row.
fn printed_text(engine: &Engine, element: &Element, row: &dyn Row) -> String {
    match &element.shape {
        Shape::Text(template, _) => engine.render(template, row).unwrap_or_default().trim().to_owned(),
        _ => String::new(),
    }
}

/// For each element that prints texts at the edges, returns these texts.
fn expected_texts(
    context: &PageContext<'_>,
    deck: &PieceSet,
    piece: &FoundPiece,
    edges: usize,
) -> Vec<EdgeTexts> {
    let (Some(expected), Some(row)) = (context.expected, row_of(deck, piece)) else { return Vec::new() };
    let engine = &expected.game.engine;
    let elements = elements_of(deck, piece.side);
    let (at_edges, elsewhere): (Vec<&Element>, Vec<&Element>) =
        elements.iter().filter(|element| is_text(element)).partition(|element| is_at_each_edge(element));
    let texts_elsewhere: Vec<String> =
        elsewhere.into_iter().map(|element| printed_text(engine, element, &row)).collect();
    at_edges
        .into_iter()
        .filter(|element| !element.varies_in_form())
        .map(|element| EdgeTexts {
            texts: (0..edges)
                .map(|edge| printed_text(engine, element, &EdgeRow::new(&row, edge)))
                .map(|text| if texts_elsewhere.contains(&text) { String::new() } else { text })
                .collect(),
            turn: element.turn.fixed().copied().unwrap_or_default(),
        })
        .collect()
}

/// Reports texts that are not at their proper edge of a piece.
fn not_at_edge(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(deck) = context.deck() else { return };
    if ![&deck.face, &deck.back]
        .into_iter()
        .flat_map(|face| Element::with_parts(face))
        .any(|element| is_text(element) && element.is_at_edges())
    {
        return;
    }
    for piece in context.sheet.pieces() {
        let Some(cut) = &piece.cut else { continue };
        let sides = sides(cut);
        for expected in expected_texts(context, deck, piece, sides.len()) {
            PieceEdges { context, piece, cut, sides: &sides, expected: &expected }.judge(findings);
        }
    }
}

/// The edges of a piece, and the texts that one element should print there.
struct PieceEdges<'page> {
    context: &'page PageContext<'page>,
    piece: &'page FoundPiece,
    cut: &'page Cut,
    sides: &'page [PieceEdge],
    expected: &'page EdgeTexts,
}

/// A text, and the index of the nearest edge.
struct TextAtSide<'page> {
    side: usize,
    item: &'page Item,
    text: &'page Text,
}

impl<'page> PieceEdges<'page> {
    fn judge(&self, findings: &mut Findings) {
        let mut upright: Vec<TextAtSide<'page>> = Vec::new();
        for item in self.piece.items.iter().map(|&index| &self.context.page.items[index]) {
            let ItemKind::Text(text) = &item.kind else { continue };
            let string = text.string.trim();
            if string.is_empty() || !self.expected.texts.iter().any(|expected| expected == string) {
                continue;
            }
            let [(nearest_distance, side), (next_distance, _), ..] = self.sides_by_distance(text)[..] else {
                continue;
            };
            let problem = if next_distance - nearest_distance < MIN_DIFFERENCE {
                "is no closer to one edge of its piece than to another"
            } else if !self.is_upright(text, side) {
                "is not upright for a reader at its edge"
            } else {
                upright.push(TextAtSide { side, item, text });
                continue;
            };
            let words = ReportedText { rect: text.outline, item, text };
            let message = format!("\"{string}\" {problem}");
            self.context.fault_of_text(findings, &words, message).hint("use a smaller `inset`");
        }
        self.report_order(&upright, findings);
    }

    /// Returns the distance from a text to each edge, with the index of the edge. The nearest edge
    /// comes first.
    ///
    /// Each distance is a fraction of the distance between the edge and the middle of the piece.
    fn sides_by_distance(&self, text: &Text) -> Vec<(f64, usize)> {
        let (place, centre) = (text.outline.center(), self.cut.centre());
        let mut distances: Vec<(f64, usize)> =
            self.sides.iter().map(|side| side.depth(place) / side.depth(centre)).zip(0..).collect();
        distances.sort_by(|a, b| a.0.total_cmp(&b.0));
        distances
    }

    /// Returns whether a text has the rotation that the layout demands at the edge with the index
    /// `side`.
    fn is_upright(&self, text: &Text, side: usize) -> bool {
        let upright = self.sides[side].direction + 180.0 + self.expected.turn;
        angle_between(text.angle, upright) <= MAX_TURN
    }

    /// Reports a piece whose texts are not in the order of the layout. The piece may be rotated on its
    /// sheet, so all rotations are tried.
    fn report_order(&self, found: &[TextAtSide<'_>], findings: &mut Findings) {
        let Some(TextAtSide { item, text, .. }) = found.first() else { return };
        if (0..self.sides.len()).any(|turn| found.iter().all(|text| self.is_expected(text, turn))) {
            return;
        }
        let message = format!("{} has its texts at other edges than the layout", self.piece.name());
        self.context.fault_of_text(findings, &ReportedText { rect: self.cut.bounds(), item, text }, message);
    }

    /// Returns whether a text is at the correct edge if the piece is rotated by `turn` edges.
    ///
    /// On backs, edges are counted in the opposite direction.
    fn is_expected(&self, found: &TextAtSide<'_>, turn: usize) -> bool {
        let count = self.sides.len();
        let edge = match self.piece.side {
            PieceSide::Front => turn + found.side,
            PieceSide::Back => turn + count - found.side,
        };
        self.expected.texts.get(edge % count).is_some_and(|expected| expected == found.text.string.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::angle_between;

    #[test]
    fn angles_are_measured_the_short_way_round() {
        assert!((angle_between(359.5, 0.0) - 0.5).abs() < 1e-9);
        assert!((angle_between(10.0, 190.0) - 180.0).abs() < 1e-9);
    }
}
