//! HX450: drawings that reach out of their piece.

use kurbo::{ParamCurve as _, PathEl, Point};

use crate::base::geometry::{beyond, winding};
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{PageContext, covers, tight_corners};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{Item, ItemKind};

/// The rule behind HX450.
pub const RULE: Rule = Rule {
    title: "drawings stay on their piece",
    why: "What reaches over the cut is printed on the piece beside it. Where no layout says how far colours go on \
          beyond the cut, they may do so by 20 mm, but not onto another piece.",
    right: "a title inside its card",
    wrong: "a title that ends on the next card",
    ..Rule::error(codes::OUT_OF_PIECE, Run::Whole(out_of_piece))
};

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

/// Reports drawings that reach out of their piece.
fn out_of_piece(context: &PageContext<'_>, out: &mut Findings) {
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
