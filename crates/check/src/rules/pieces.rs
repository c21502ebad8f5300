//! Pieces: all there, of the right size, apart from each other, and cut where their marks say.

use crate::base::hex::{Hex, Orientation};
use crate::base::map::Map;
use std::collections::BTreeSet;

use kurbo::{ParamCurve as _, PathEl, Point, Rect, Size};

use super::marks;
use crate::base::geometry::{beyond, winding};
use crate::base::tiling::Tiling;
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{Facts, Format, PageContext, covers, tight_corners};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::find::Polygon;
use crate::model::{Deck, Outline, PieceSize};
use crate::print::setup::{Backs, Marking};
use crate::read::{Item, ItemKind};

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "pieces do not lie on each other",
        why: "Where two pieces overlap, one of them is cut into.",
        right: "cards edge to edge",
        wrong: "a card that was moved by 2 mm onto the next one",
        ..Rule::error(codes::PIECES_OVERLAP, Run::Pieces(apart))
    },
    Rule {
        title: "marks and lines for cutting touch no piece",
        why: "A mark on a piece stays on it, and a cut along a line through a piece cuts it in two.",
        right: "marks that begin 1 mm outside the cards, lines that pass along the sides of hexagons",
        wrong: "a mark that runs 0.5 mm into a card",
        ..Rule::error(codes::MARK_ON_PIECE, Run::Pieces(marks::outside))
    },
    Rule {
        title: "the marks at both ends of a cut show the same cut",
        why: "A ruler laid from mark to mark cuts askew if one of them is off, through a whole row of cards.",
        right: "marks at x = 25.5 mm above the cards and below them",
        wrong: "a mark at 25.5 mm above the cards, and one at 25.7 mm below",
        ..Rule::error(codes::MARKS_DISAGREE, Run::Whole(marks::agree))
    },
    Rule {
        title: "pieces are as large as the layout says, and of its shape",
        why: "Cards of two sizes can be told apart from behind, and tiles of two sizes do not fit together.",
        right: "size = \"41 x 63mm\", and cuts 41 mm and 63 mm apart",
        wrong: "size = \"41 x 63mm\", and cuts 40.8 mm apart",
        ..Rule::error(codes::PIECE_SIZE, Run::Whole(sizes))
    },
    Rule {
        title: "drawings stay on their piece",
        why: "What reaches over the cut is printed on the piece beside it. Where no layout says how far colours go on \
              beyond the cut, they may do so by 20 mm, but not onto another piece.",
        right: "a title inside its card",
        wrong: "a title that ends on the next card",
        ..Rule::error(codes::OUT_OF_PIECE, Run::Whole(within))
    },
    Rule {
        title: "every piece of the layout is on a page",
        why: "A deck that lacks a card is another deck. A piece that shows nothing has a white point in its middle, by \
              which it is found.",
        right: "rows that make 18 cards, and cards 1 to 18",
        wrong: "rows that make 18 cards, and no card 7",
        ..Rule::error(codes::PIECE_MISSING, Run::All(all_there))
    },
    Rule {
        title: "every piece on the pages is in the layout, once",
        why: "A card too many is drawn more often than it should be.",
        right: "rows that make 18 cards, and cards 1 to 18",
        wrong: "card 7 on two pages",
        ..Rule::error(codes::PIECE_EXTRA, Run::All(none_extra))
    },
];

fn apart(context: &PageContext<'_>, out: &mut Findings) {
    for Pair { one, other, gap, rect } in pairs(context, 0.0) {
        if -gap > context.tolerance {
            let message = format!("{} and {} overlap by {}", one.name(), other.name(), mm(-gap));
            context.fault_of(out, rect, one.id.as_ref(), message).by(-gap);
        }
    }
}

/// Two pieces that lie near each other.
pub(super) struct Pair<'e> {
    pub one: &'e FoundPiece,
    pub other: &'e FoundPiece,
    /// How far their cuts are apart, in mm; negative where they overlap.
    pub gap: f64,
    /// The box round both.
    pub rect: Rect,
}

/// The pieces of a page, two and two, whose boxes are less than `reach` mm apart.
pub(super) fn pairs<'e>(context: &PageContext<'e>, reach: f64) -> Vec<Pair<'e>> {
    let mut cuts: Vec<(&FoundPiece, &Cut, Rect)> =
        context.sheet.pieces.iter().filter_map(|p| p.cut.as_ref().map(|c| (p, c, c.bounds()))).collect();
    cuts.sort_by(|a, b| a.2.x0.total_cmp(&b.2.x0));
    let mut pairs = Vec::new();
    for (i, (one, cut, rect)) in cuts.iter().enumerate() {
        let near = cuts[i + 1..].iter().take_while(|(_, _, r)| r.x0 < rect.x1 + reach);
        let near = near.filter(|(_, _, r)| r.y0 < rect.y1 + reach && rect.y0 < r.y1 + reach);
        pairs.extend(near.map(|(other, other_cut, other_rect)| Pair {
            one,
            other,
            gap: -cut.overlap(other_cut),
            rect: rect.union(*other_rect),
        }));
    }
    pairs
}

fn sizes(context: &PageContext<'_>, out: &mut Findings) {
    let Some(deck) = context.deck() else { return };
    let unmarked = context.expected.and_then(|expected| deck.marking(&expected.options.print_setup))
        == Some(Marking::None);
    let mut hidden = false;
    for piece in &context.sheet.pieces {
        let Some(cut) = &piece.cut else {
            if unmarked {
                hidden = true;
            } else if piece.covers.is_some() {
                let rect = piece.covers.unwrap_or_default();
                let message = format!("no cut goes round {}", piece.name());
                context.fault_of(out, rect, piece.id.as_ref(), message);
            }
            continue;
        };
        let rect = cut.bounds();
        let Measured { by, what } = measured(deck, piece, cut, context.tolerance);
        if by > context.tolerance {
            let message = format!("{} {what}", piece.name());
            context.fault_of(out, rect, piece.id.as_ref(), message).by(by);
        }
        if by.is_finite() {
            out.measured(by, context.tolerance);
        }
    }
    if hidden {
        out.not_judged("where pieces are cut that no colour covers: nothing shows it, as was asked");
    }
}

/// How far a piece is from what the layout says, in mm, and what is to be told of it.
struct Measured {
    by: f64,
    what: String,
}

fn measured(deck: &Deck, piece: &FoundPiece, cut: &Cut, tolerance: f64) -> Measured {
    let fixed = match &deck.size {
        PieceSize::Fixed(size) => Some(*size),
        // How large its board's cells are is known after the last page.
        PieceSize::Share(_) => None,
    };
    match (cut, deck.outline) {
        (Cut::Polygon(hexagon), Outline::Hexagon(stands)) => of_hexagon(hexagon, stands, fixed, tolerance),
        (Cut::Polygon(polygon), Outline::Regular(tiling)) => {
            // Every other triangle points down, and each of them turned over about the other edge of the sheet.
            let may_point_down = piece.back || tiling.is_triangles();
            of_regular(polygon, tiling, fixed.map(|f| deck.outline.across_of(f)), may_point_down, tolerance)
        }
        (Cut::Disc(disc), Outline::Disc) => {
            let asked = fixed.map_or(0.0, |f| f.width);
            Measured {
                by: fixed.map_or(0.0, |f| (2.0 * disc.radius - f.width).abs()),
                what: format!(
                    "measures {:.2} mm across, and the layout says {asked:.2} mm",
                    2.0 * disc.radius
                ),
            }
        }
        (Cut::Box(rect, radius), Outline::Rectangle(round)) => {
            // Where the layout does not say how pieces lie, some may be turned by a right angle.
            let may_turn = deck.grid.is_none() && deck.pack.is_none();
            of_rectangle(*rect, [*radius, round], fixed, may_turn, tolerance)
        }
        _ => Measured { by: f64::INFINITY, what: "has another shape than the layout says".to_owned() },
    }
}

fn of_hexagon(hexagon: &Polygon, stands: Orientation, fixed: Option<Size>, tolerance: f64) -> Measured {
    let side = hexagon.side();
    let turn = hexagon.turned_from(stands.degrees()).abs();
    let twist = turn.to_radians() * side;
    let (w, h) = stands.unit_size();
    let size = fixed.map_or(0.0, |f| (w * side - f.width).abs().max((h * side - f.height).abs()));
    let irregular = hexagon.irregularity();
    let by = size.max(irregular).max(twist);
    let what = if by <= tolerance {
        String::new()
    } else if irregular > tolerance {
        "is no regular hexagon".to_owned()
    } else if twist > tolerance {
        format!("is turned by {turn:.1}°")
    } else {
        let asked = fixed.map_or(0.0, |f| f.width.min(f.height));
        format!(
            "measures {:.2} mm from flat to flat, and the layout says {asked:.2} mm",
            hexagon.across_flats()
        )
    };
    Measured { by, what }
}

/// The same of a triangle or an octagon that should be `asked` mm across.
fn of_regular(
    polygon: &Polygon,
    tiling: Tiling,
    asked: Option<f64>,
    may_point_down: bool,
    tolerance: f64,
) -> Measured {
    let turn = polygon.turned_from(tiling.degrees(Hex::new(0, 0))).abs();
    let turn = if may_point_down { turn.min(polygon.period() / 2.0 - turn).abs() } else { turn };
    let twist = turn.to_radians() * polygon.side();
    let is = tiling.across_from_side(polygon.side());
    let size = asked.map_or(0.0, |asked| (is - asked).abs());
    let irregular = polygon.irregularity();
    let what = if irregular > tolerance {
        format!("is no regular {}", Outline::Regular(tiling).called())
    } else if twist > tolerance {
        format!("is turned by {turn:.1}°")
    } else {
        format!("measures {is:.2} mm across, and the layout says {:.2} mm", asked.unwrap_or(0.0))
    };
    Measured { by: size.max(irregular).max(twist), what }
}

/// The same of a rectangle; `rounded` are the radii of its corners as they are, and as they should be.
fn of_rectangle(
    rect: Rect,
    rounded: [f64; 2],
    fixed: Option<Size>,
    may_turn: bool,
    tolerance: f64,
) -> Measured {
    let off = |f: Size| (rect.width() - f.width).abs().max((rect.height() - f.height).abs());
    let turned = |f: Size| off(Size::new(f.height, f.width));
    let by = fixed.map_or(0.0, |f| if may_turn { off(f).min(turned(f)) } else { off(f) });
    let [radius, round] = rounded;
    let round_by = (radius - round).abs();
    let what = if by > tolerance {
        let f = fixed.unwrap_or_default();
        format!(
            "measures {:.2} x {:.2} mm, and the layout says {:.2} x {:.2} mm",
            rect.width(),
            rect.height(),
            f.width,
            f.height
        )
    } else {
        format!("has corners rounded by {radius:.2} mm, and the layout says {round:.2} mm")
    };
    // The radius comes from an area, which tells it less exactly than a length is known.
    Measured { by: by.max(if round_by > 0.2 { round_by } else { 0.0 }), what }
}

/// How far a drawing reaches out of its piece, in mm. Lines are measured along their middle: half of one that runs
/// along the cut lies beyond it, and is meant to.
fn out_by(item: &Item, cut: &Cut) -> f64 {
    let deepest = |points: &mut dyn Iterator<Item = Point>| {
        points.map(|p| -cut.depth(p)).fold(f64::NEG_INFINITY, f64::max)
    };
    if item.clip.is_some() && !matches!(item.kind, ItemKind::Text(_)) {
        // Of a clip its box is known.
        let (Some(seen), all) = (covers(item), cut.bounds()) else { return 0.0 };
        return beyond(seen, all);
    }
    match &item.kind {
        ItemKind::Path { path, .. } => {
            let curved = path.kinds().iter().any(|e| matches!(e, PathEl::QuadTo(..) | PathEl::CurveTo(..)));
            if let (Cut::Disc(disc), true) = (cut, curved) {
                // Along a circle the ends of its curves lie on it; in between nothing is farther out by more.
                let ends = path.ends();
                return ends.map(|p| p.distance(disc.centre) - disc.radius).fold(f64::NEG_INFINITY, f64::max);
            }
            deepest(&mut path.ends())
        }
        ItemKind::Text(text) => deepest(&mut tight_corners(text).into_iter()),
        ItemKind::Image { corners, .. } => deepest(&mut corners.iter().copied()),
    }
}

/// How far a drawing may go on beyond its cut where no layout says it, in mm: as far as one may say.
const WIDEST_BLEED: f64 = 20.0;

/// Whether a drawing reaches all sides of a piece.
fn is_as_large(item: &Item, cut: &Cut, tolerance: f64) -> bool {
    covers(item).is_some_and(|rect| rect.inflate(tolerance, tolerance).contains_rect(cut.bounds()))
}

/// Whether a drawing is seen on another piece than its own: on one that does not cover it.
fn is_on_another(context: &PageContext<'_>, index: usize, own: &FoundPiece) -> bool {
    let item = &context.page.items[index];
    let ItemKind::Path { path, .. } = &item.kind else { return false };
    let seen = |point: &Point| item.clip.is_none_or(|clip| clip.contains(*point));
    let points: Vec<Point> = path
        .segments()
        .flat_map(|segment| (0..8).map(move |t| segment.eval(f64::from(t) / 8.0)))
        .filter(seen)
        .collect();
    let others = context.sheet.pieces.iter().filter(|other| !std::ptr::eq(*other, own));
    others.filter_map(|other| Some((other, other.cut.as_ref()?))).any(|(other, cut)| {
        // Of a clip its box is known, which is the clip where pieces are boxes.
        let known = item.clip.is_none() || matches!(cut, Cut::Box(..));
        let covered = |point: Point| {
            let later = other.items.iter().filter(|i| **i > index).map(|&i| &context.page.items[i]);
            later.filter(|item| covers(item).is_some_and(|rect| rect.contains(point))).any(|item| match &item
                .kind
            {
                // Round corners are cut after the sheet, and no mark says so.
                ItemKind::Path { path, fill, .. } => {
                    fill.is_some() && (winding(path, point) != 0 || is_as_large(item, cut, context.tolerance))
                }
                ItemKind::Image { .. } => true,
                ItemKind::Text(_) => false,
            })
        };
        known && points.iter().any(|point| cut.depth(*point) > context.tolerance && !covered(*point))
    })
}

fn within(context: &PageContext<'_>, out: &mut Findings) {
    let deck = context.deck();
    let cuts = context.sheet.pieces.iter().filter_map(|piece| Some((piece, piece.cut.as_ref()?)));
    let items = cuts.flat_map(|(piece, cut)| piece.items.iter().map(move |&i| (i, piece, cut)));
    for (index, piece, cut) in items {
        let item = &context.page.items[index];
        let beyond = deck.map_or(WIDEST_BLEED, |deck| deck.bleed_of(piece.back));
        let words = matches!(item.kind, ItemKind::Text(_));
        let out_by = out_by(item, cut);
        let free = deck.is_some() || out_by <= context.tolerance || !is_on_another(context, index, piece);
        let by = if words || !free { out_by } else { out_by - beyond };
        if by > context.tolerance {
            let what = match &item.kind {
                ItemKind::Text(text) => format!("\"{}\"", text.string),
                ItemKind::Image { .. } => "a picture".to_owned(),
                ItemKind::Path { .. } => "a drawing".to_owned(),
            };
            let its = item.id.as_ref().map_or_else(|| "its piece".to_owned(), ToString::to_string);
            let over =
                if deck.is_some() && beyond > 0.0 && !words { "beyond the bleed of" } else { "out of" };
            let message = format!("{what} reaches {} {over} {its}", mm(by));
            context.fault_of(out, covers(item).unwrap_or_default(), item.id.as_ref(), message).by(by);
        }
    }
}

/// How often each piece of a component is found: its number, and whether it is the back.
type Counts = Map<(usize, bool), usize>;

/// What should be there and what is, for each deck whose pages are all here.
fn tallies<'e>(
    facts: &'e Facts<'_>,
    out: &mut Findings,
) -> Vec<(usize, &'e crate::model::Component, BTreeSet<(usize, bool)>, Counts)> {
    let Some(expected) = facts.expected else { return Vec::new() };
    // One SVG holds one sheet of many.
    let sheets: BTreeSet<usize> = facts.files.iter().filter_map(|f| Some(f.sheet?.0)).collect();
    let all = facts.files.iter().find_map(|f| Some(f.sheet?.1));
    let whole =
        facts.files.iter().any(|f| f.format == Format::Pdf) || all.is_none_or(|all| sheets.len() >= all);
    if !whole {
        out.not_judged("whether all pieces are there: some sheets of this build were not given");
        return Vec::new();
    }
    // Pages that are missing have been told, and take their pieces along.
    let pages = |(index, file): (usize, &crate::check::File)| {
        let own = facts.sheets.iter().filter(|sheet| sheet.file == index).count();
        file.record.as_ref().is_some_and(|record| record.pages.len() != own)
    };
    if facts.files.iter().enumerate().any(pages) {
        return Vec::new();
    }
    let mut tallies = Vec::new();
    for (i, component) in expected.game.components.iter().enumerate() {
        let Some(deck) = component.deck() else { continue };
        if !expected.prints(component) {
            continue;
        }
        let mut found = Counts::new();
        for piece in facts.sheets_of(i).flat_map(|sheet| &sheet.pieces) {
            if let Some(number) = piece.number {
                *found.entry((number, piece.back)).or_default() += 1;
            }
        }
        // A build may leave out backs.
        let wanted = !deck.back.is_empty() && expected.options.print_setup.backs != Some(Backs::None);
        let backs = wanted || found.keys().any(|(_, back)| *back);
        let numbers = (0..deck.pieces.len()).map(|n| deck.number(n));
        let sides = |number| [Some((number, false)), backs.then_some((number, true))];
        let asked = numbers.flat_map(sides).flatten().collect();
        tallies.push((i, component, asked, found));
    }
    tallies
}

fn side(back: bool) -> &'static str {
    if back { "the back of piece" } else { "piece" }
}

fn all_there(facts: &Facts<'_>, out: &mut Findings) {
    for (index, component, asked, found) in tallies(facts, out) {
        let missing: Vec<_> = asked.iter().filter(|key| !found.contains_key(key)).collect();
        let Some((number, back)) = missing.first() else { continue };
        let more = match missing.len() {
            1 => String::new(),
            n => format!(", and {} more", n - 1),
        };
        let message = format!("`{}` lacks {} {number}{more}", component.name, side(*back));
        match facts.sheets_of(index).next() {
            Some(sheet) => facts.page_fault(out, sheet, message),
            None => out.fault(message).line(Some(component.place)),
        };
    }
}

fn none_extra(facts: &Facts<'_>, out: &mut Findings) {
    for (index, component, asked, found) in tallies(facts, out) {
        for ((number, back), count) in &found {
            let known = asked.contains(&(*number, *back));
            if known && *count == 1 {
                continue;
            }
            let what = match (known, count) {
                (false, _) => "is not in the layout".to_owned(),
                (true, n) => format!("is there {n} times"),
            };
            let all = facts.sheets_of(index).flat_map(|s| s.pieces.iter().map(move |p| (s, p)));
            let own = all.filter(|(_, piece)| (piece.number, piece.back) == (Some(*number), *back));
            if let Some(last) = own.last() {
                let message = format!("{} {number} of `{}` {what}", side(*back), component.name);
                facts.piece_fault(out, last, message);
            }
        }
    }
}
