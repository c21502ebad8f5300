//! HX433: texts that are not at the edge of the piece that they belong to.

use kurbo::Point;

use crate::base::geometry::corners;
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{PageContext, Words};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::template::Row;
use crate::model::{Deck, EdgeRow, Element, Shape};
use crate::read::{Item, ItemKind, Text};
use crate::spec::values::value::Where;

/// The rule behind HX433.
pub const RULE: Rule = Rule {
    title: "words at an edge are nearer to it than to any other, and are read from there",
    why: "Players take the word nearest to an edge for the word of that edge.",
    right: "{ text = \"{{ edge }}\", at = \"each edge\", inset = \"6mm\" } on a triangle of 40 mm",
    wrong: "the same with inset = \"14mm\": the words cross the middle, and stand at the corners opposite",
    of_words: true,
    alike: true,
    ..Rule::error(codes::NOT_AT_EDGE, Run::Whole(not_at_edge))
};

/// By how much farther the next edge has to be, as a share of the way from an edge to the middle.
const NEARER: f64 = 0.05;

/// Words that are turned by less are read well, in degrees.
const TURNED: f64 = 1.0;

/// Words of the layout that stand at edges.
struct Said {
    /// What each edge says, clockwise from the first.
    words: Vec<String>,
    /// How far they are turned from upright for a reader at their edge, in degrees.
    turn: f64,
}

/// A side of a piece: where it begins and ends, clockwise, and where it faces in degrees from up.
struct Side {
    from: Point,
    to: Point,
    faces: f64,
}

impl Side {
    fn depth(&self, point: Point) -> f64 {
        (self.to - self.from).cross(point - self.from) / self.from.distance(self.to)
    }
}

fn sides(cut: &Cut) -> Vec<Side> {
    let corners: Vec<Point> = match cut {
        Cut::Polygon(polygon) => polygon.corners.to_vec(),
        Cut::Box(rect, _) => corners(*rect).to_vec(),
        Cut::Disc(_) => return Vec::new(),
    };
    let next = corners.iter().cycle().skip(1);
    let side = |(from, to): (&Point, &Point)| {
        let along = *to - *from;
        Side { from: *from, to: *to, faces: libm::atan2(along.y, along.x).to_degrees() }
    };
    corners.iter().zip(next).map(side).collect()
}

/// The angle between two ways, in degrees.
fn between(one: f64, other: f64) -> f64 {
    let off = (one - other).rem_euclid(360.0);
    off.min(360.0 - off)
}

/// What the edges of a piece say, for each element that says something there.
fn said(context: &PageContext<'_>, deck: &Deck, piece: &FoundPiece, edges: usize) -> Vec<Said> {
    let (Some(expected), Some(number)) = (context.expected, piece.number) else { return Vec::new() };
    let index = match &deck.picked {
        Some(picked) => u32::try_from(number).ok().and_then(|number| picked.binary_search(&number).ok()),
        None => number.checked_sub(1),
    };
    let Some(row) = index.and_then(|index| deck.piece(index)) else { return Vec::new() };
    let engine = &expected.game.engine;
    let elements = if piece.back { &deck.back } else { &deck.face };
    let is_worded = |element: &&Element| matches!(element.shape, Shape::Text(..));
    let at_edge = |element: &Element| element.places == [Where::EachEdge] && element.on.is_none();
    let render = |element: &Element, row: &dyn Row| match &element.shape {
        Shape::Text(template, _) => engine.render(template, row).unwrap_or_default().trim().to_owned(),
        _ => String::new(),
    };
    let others = elements.iter().filter(is_worded).filter(|element| !at_edge(element));
    let others: Vec<String> = others.map(|element| render(element, &row)).collect();
    let own =
        elements.iter().filter(is_worded).filter(|element| at_edge(element) && !element.varies_in_form());
    let own = own.map(|element| Said {
        words: (0..edges)
            .map(|edge| render(element, &EdgeRow::new(&row, edge)))
            .map(|words| if others.contains(&words) { String::new() } else { words })
            .collect(),
        turn: element.turn.fixed().copied().unwrap_or_default(),
    });
    own.collect()
}

/// Reports texts that are not at the edge of the piece that they belong to.
fn not_at_edge(context: &PageContext<'_>, out: &mut Findings) {
    let is_asked = |element: &Element| matches!(element.shape, Shape::Text(..)) && element.is_at_edges();
    let Some(deck) = context.deck().filter(|deck| deck.face.iter().chain(&deck.back).any(is_asked)) else {
        return;
    };
    for piece in &context.sheet.pieces {
        let Some(cut) = &piece.cut else { continue };
        let sides = sides(cut);
        for said in said(context, deck, piece, sides.len()) {
            of_piece(context, (piece, cut), &sides, &said, out);
        }
    }
}

/// Judges the words that one element says at the edges of one piece.
fn of_piece(
    context: &PageContext<'_>,
    (piece, cut): (&FoundPiece, &Cut),
    sides: &[Side],
    said: &Said,
    out: &mut Findings,
) {
    let middle = cut.centre();
    let mut found: Vec<(usize, &Item, &Text)> = Vec::new();
    for item in piece.items.iter().map(|&i| &context.page.items[i]) {
        let ItemKind::Text(text) = &item.kind else { continue };
        let string = text.string.trim();
        if string.is_empty() || !said.words.iter().any(|words| words == string) {
            continue;
        }
        let at = text.outline.center();
        let mut far: Vec<(f64, usize)> =
            sides.iter().map(|side| side.depth(at) / side.depth(middle)).zip(0..).collect();
        far.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [(first, nearest), (second, _), ..] = far[..] else { continue };
        let words = Words { rect: text.outline, item, text };
        let hint = "a smaller `inset`";
        if second - first < NEARER {
            let message = format!("\"{string}\" stands no nearer to one edge of its piece than to another");
            context.fault_of_words(out, &words, message).hint(hint);
        } else if between(text.angle, sides[nearest].faces + 180.0 + said.turn) > TURNED {
            let message = format!("\"{string}\" is at an edge from which it cannot be read upright");
            context.fault_of_words(out, &words, message).hint(hint);
        } else {
            found.push((nearest, item, text));
        }
    }
    // Pieces may lie turned; edges of backs run the other way round.
    let count = sides.len();
    let is_at = |turn: usize, side: usize, string: &str| {
        let edge = if piece.back { turn + count - side } else { turn + side };
        said.words.get(edge % count).is_some_and(|words| words == string)
    };
    let all = |turn: usize| found.iter().all(|(side, _, text)| is_at(turn, *side, text.string.trim()));
    if let Some((_, item, text)) = found.first().filter(|_| !(0..count).any(all)) {
        let message = format!("{} has its words at other edges than the layout says", piece.name());
        context.fault_of_words(out, &Words { rect: cut.bounds(), item, text }, message);
    }
}
