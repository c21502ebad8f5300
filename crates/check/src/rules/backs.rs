//! Both sides of a sheet: backs behind their fronts, pieces the right way up, and printers told so.

use std::collections::BTreeMap;

use kurbo::{Affine, Point, Size};

use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::{FoundPiece, turns_upright};
use crate::check::facts::{Facts, Format, FoundSheet};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::{Severity, codes};
use crate::model::{Deck, Element, Outline, PieceSize, Shape};
use crate::print::setup::Backs;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "backs lie behind their fronts",
        why: "A sheet is cut once for both sides. A back that lies elsewhere is cut through, and a back behind another \
              piece gives that piece away.",
        right: "a card 20 mm from the left edge, and its back 20 mm from the right edge of the next page",
        wrong: "backs in the same order as their fronts: once the sheet is turned over, each is behind another card",
        ..Rule::error(codes::BACK_ASTRAY, Run::All(behind))
    },
    Rule {
        title: "pieces and their backs are the right way up",
        why: "A card whose back is upside down is known by it in every hand, and one that is upside down on its sheet \
              comes out of the deck so.",
        right: "a sheet that is turned over its lower edge, with its backs upside down on the page",
        wrong: "one card of a sheet that was turned about its middle",
        ..Rule::error(codes::PIECE_TURNED, Run::All(upright))
    },
];

/// How the record says that backs are printed.
pub fn way(facts: &Facts<'_>) -> Option<Backs> {
    facts.expected.map(|expected| expected.options.print_setup.way())
}

/// Whether a page shows fronts. A part of a poster shows neither these nor backs: its sheets have one side.
pub fn has_fronts(sheet: &FoundSheet) -> bool {
    sheet.part.is_none() && sheet.pieces.iter().any(|piece| piece.number.is_some() && !piece.back)
}

/// Whether a page shows backs.
pub fn has_backs(sheet: &FoundSheet) -> bool {
    sheet.part.is_none() && sheet.pieces.iter().any(|piece| piece.number.is_some() && piece.back)
}

/// Whether a page shows backs alone.
pub fn is_back(sheet: &FoundSheet) -> bool {
    has_backs(sheet) && !has_fronts(sheet)
}

/// The page that is printed on the other side of one with backs; none where it was not given.
fn front_of<'e>(facts: &'e Facts<'_>, pages: &Pages, back: &FoundSheet) -> Option<&'e FoundSheet> {
    let file = facts.files.get(back.file)?;
    let front = match (file.format, file.sheet) {
        (Format::Pdf, _) => pages.in_file.get(&(back.file, back.number.checked_sub(1)?)),
        (Format::Svg, Some((which, _))) => {
            let front = pages.files.get(&which.checked_sub(1)?)?;
            pages.in_file.range((*front, 0)..(*front + 1, 0)).map(|(_, sheet)| sheet).min()
        }
        (Format::Svg, None) => None,
    };
    facts.sheets.get(*front?)?.views().find(|front| front.name == back.name || !has_fronts(front))
}

/// Where the pages are, to find each by its number.
struct Pages {
    /// The first sheet of this file and number.
    in_file: BTreeMap<(usize, usize), usize>,
    /// The first file that holds the one sheet of this number.
    files: BTreeMap<usize, usize>,
}

impl Pages {
    fn of(facts: &Facts<'_>) -> Self {
        let sheets = facts.sheets.iter().enumerate().rev();
        let files = facts.files.iter().enumerate().rev();
        Self {
            in_file: sheets.map(|(i, sheet)| ((sheet.file, sheet.number), i)).collect(),
            files: files.filter_map(|(i, file)| Some((file.sheet?.0, i))).collect(),
        }
    }
}

/// From a place on a front to the place behind it on a sheet of this size: upright, for a line from top to bottom about
/// which the sheet is turned over.
fn over(upright: bool, size: Size) -> Affine {
    if upright {
        Affine::new([-1.0, 0.0, 0.0, 1.0, size.width, 0.0])
    } else {
        Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, size.height])
    }
}

/// How far an outline is from another one as seen through the sheet, in mm.
fn apart(front: &Cut, back: &Cut, over: Affine) -> f64 {
    match (front, back) {
        (Cut::Box(a, r), Cut::Box(b, s)) => {
            let a = over.transform_rect_bbox(*a);
            let sides = [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1];
            // A radius is known less exactly than a length.
            let round = if (r - s).abs() > 0.2 { (r - s).abs() } else { 0.0 };
            sides.iter().map(|d| d.abs()).fold(round, f64::max)
        }
        (Cut::Polygon(a), Cut::Polygon(b)) => {
            let nearest = |at: Point| b.corners.iter().map(|c| c.distance(at)).fold(f64::INFINITY, f64::min);
            a.corners.iter().map(|corner| nearest(over * *corner)).fold(0.0, f64::max)
        }
        (Cut::Disc(a), Cut::Disc(b)) => (over * a.centre).distance(b.centre).max((a.radius - b.radius).abs()),
        _ => f64::INFINITY,
    }
}

/// Fronts and backs that are printed on one sheet, and the way from the one to the other.
struct Both<'e> {
    front: &'e FoundSheet,
    back: &'e FoundSheet,
    over: Affine,
    /// Whether what stands upright on the front does so on the back.
    upright: bool,
}

impl<'e> Both<'e> {
    /// All of them, with what could not be judged.
    fn all(facts: &'e Facts<'_>, out: &mut Findings) -> Vec<Self> {
        let Some(way) = way(facts) else { return Vec::new() };
        let pages = Pages::of(facts);
        let mut all = Vec::new();
        for back in facts.views().filter(|sheet| has_backs(sheet)) {
            if has_fronts(back) {
                // A page without a line to fold along is reported by another rule.
                let Some((from, to)) = back.fold else { continue };
                let upright = (from.x - to.x).abs() < (from.y - to.y).abs();
                let middle = from.midpoint(to);
                let over = over(upright, Size::new(2.0 * middle.x, 2.0 * middle.y));
                all.push(Self { front: back, back, over, upright });
                continue;
            }
            let Some(front) = front_of(facts, &pages, back) else {
                out.not_judged("whether backs lie behind their fronts: the fronts are not among these pages");
                continue;
            };
            let upright = turns_upright(way, back.size);
            all.push(Self { front, back, over: over(upright, back.size), upright });
        }
        all
    }

    /// The fronts by their numbers.
    fn fronts(&self) -> BTreeMap<usize, &'e FoundPiece> {
        self.front.fronts().filter_map(|p| Some((p.number?, p))).collect()
    }

    fn backs(&self) -> impl Iterator<Item = (usize, &'e FoundPiece)> {
        self.back.pieces.iter().filter(|piece| piece.back).filter_map(|piece| Some((piece.number?, piece)))
    }
}

fn behind(facts: &Facts<'_>, out: &mut Findings) {
    for both in Both::all(facts, out) {
        let fronts = both.fronts();
        let mut wrong: Vec<(f64, String, &FoundPiece)> = Vec::new();
        for (number, back) in both.backs() {
            let Some(cut) = &back.cut else { continue };
            let (by, front) = match fronts.get(&number) {
                Some(front) => {
                    let Some(own) = &front.cut else { continue };
                    (apart(own, cut, both.over), front.name().to_owned())
                }
                None if fronts.is_empty() => {
                    // Faces on which nothing is drawn: their outlines have no numbers.
                    let outlines = both.front.pieces.iter().filter_map(|piece| piece.cut.as_ref());
                    let by = outlines.map(|own| apart(own, cut, both.over)).reduce(f64::min);
                    let Some(by) = by else { continue };
                    (by, "any front".to_owned())
                }
                None => {
                    let message =
                        format!("the front of {} is not on page {}", back.name(), both.front.number);
                    wrong.push((f64::INFINITY, message, back));
                    continue;
                }
            };
            if out.measured(if by.is_finite() { by } else { 0.0 }, facts.tolerance) || by.is_infinite() {
                let what = if by.is_finite() { mm(by) } else { "an outline of another shape".to_owned() };
                wrong.push((by, format!("{} is {what} from its place behind {front}", back.name()), back));
            }
        }
        wrong.sort_by(|a, b| b.0.total_cmp(&a.0));
        // Where many are off, only the worst is reported.
        let told = if wrong.len() > 3 { 1 } else { wrong.len() };
        let more = wrong.len() - told;
        for (by, message, piece) in wrong.into_iter().take(told) {
            let message = if more > 0 { format!("{message}; so are {more} more") } else { message };
            let by = if by.is_finite() { by } else { 0.0 };
            facts.piece_fault(out, (both.back, piece), message).by(by);
        }
    }
}

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

fn upright(facts: &Facts<'_>, out: &mut Findings) {
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
