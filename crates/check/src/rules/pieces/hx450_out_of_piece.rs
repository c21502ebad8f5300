//! HX450: drawings that extend beyond their piece.
//!
//! If there is a layout, drawings may extend to the end of the bleed. Without a layout, they may
//! extend further, but must not be visible on another piece. Text must be inside the cut.

use kurbo::{ParamCurve as _, Point, Rect};

use super::net_place::net_place;
use crate::facts::cut::Cut;
use crate::facts::pieces::{FoundPiece, elements_of};
use crate::facts::{PageContext, tight_corners, visible_bounds};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::{is_curve, overhang, winding};
use hexpress_base::identity::Feature;
use hexpress_game::{Element, Image, Shape};
use hexpress_read::{Item, ItemKind};

pub const RULE: Rule = Rule {
    title: "drawings stay on their piece",
    why: "A drawing that extends beyond the cut is printed on the neighbouring piece. If no layout says how \
        far artwork may extend, up to 20 mm are allowed, but not onto another piece.",
    right: "a title inside its card",
    wrong: "a title that ends on the next card",
    ..Rule::error(codes::OUT_OF_PIECE, RuleFunction::Whole(out_of_piece))
};

/// If there is no layout, a drawing may extend beyond the cut by at most this distance, in mm. No layout
/// can set a larger bleed.
const MAX_BLEED: f64 = 20.0;

fn out_of_piece(context: &PageContext<'_>, findings: &mut Findings) {
    for piece in context.sheet.pieces() {
        let Some(cut) = &piece.cut else { continue };
        for &index in &piece.items {
            judge_drawing(
                context,
                PieceDrawing { index, item: &context.page.items[index], piece, cut },
                findings,
            );
        }
    }
}

#[derive(Clone, Copy)]
struct PieceDrawing<'page> {
    /// The index of the drawing among the items of the page.
    index: usize,
    item: &'page Item,
    piece: &'page FoundPiece,
    cut: &'page Cut,
}

fn judge_drawing(context: &PageContext<'_>, drawing: PieceDrawing<'_>, findings: &mut Findings) {
    let PieceDrawing { item, piece, .. } = drawing;
    let deck = context.deck();
    let bleed = deck.map_or(MAX_BLEED, |deck| deck.bleed_of(piece.side));
    // If a text crosses the edge to another part of the same box, it continues on that part. So it need
    // not end at the cut.
    let is_text = matches!(item.kind, ItemKind::Text(_)) && !is_across_seam(context, drawing);
    let beyond_cut = distance_beyond_cut(item, drawing.cut, is_text);
    let may_bleed = deck.is_some() || beyond_cut <= context.tolerance || !is_on_other_piece(context, drawing);
    let by = if may_bleed && !is_text { beyond_cut - bleed } else { beyond_cut };
    if by > context.tolerance {
        let picture = picture_with_text(context, item);
        let what = match &item.kind {
            ItemKind::Text(text) => match picture {
                Some(picture) => format!("\"{}\" in the picture `{}`", text.string, picture.file.source()),
                None => format!("\"{}\"", text.string),
            },
            ItemKind::Image { .. } => "a picture".to_owned(),
            ItemKind::Path { .. } => "a drawing".to_owned(),
        };
        let piece_name = item.id.as_ref().map_or_else(|| "its piece".to_owned(), ToString::to_string);
        let limit = if deck.is_some() && bleed > 0.0 && !is_text {
            "beyond the bleed of"
        } else {
            "beyond the edge of"
        };
        let message = format!("{what} extends {} {limit} {piece_name}", format_mm(by));
        let hint = match is_text {
            true if picture.is_some() => {
                "in the file of the picture, make the text smaller, shorten it or move it; or make the picture smaller"
            }
            true => "make the font smaller, shorten the text, or move it",
            false if deck.is_some() => {
                "make the drawing smaller or move it; if it should extend beyond the edge, set a `bleed` that is wide enough"
            }
            false => "make the drawing smaller, or move it",
        };
        context
            .fault_of(findings, visible_bounds(item).unwrap_or_default(), item.id.as_ref(), message)
            .hint(hint)
            .deviation(by);
    }
}

/// The text `item` may belong to a picture in the layout. Returns this picture if the side of the piece
/// has only one picture, and no other element that could draw text. Otherwise returns `None`.
fn picture_with_text<'e>(context: &PageContext<'e>, item: &Item) -> Option<&'e Image> {
    let Some(Feature::Piece(side)) = item.id.as_deref()?.feature() else { return None };
    let elements = elements_of(context.deck()?, side.side);
    let draws_text = |element: &Element| {
        matches!(
            element.shape,
            Shape::Text(..) | Shape::Compass(_) | Shape::Icon(_) | Shape::Board { .. } | Shape::Parts(_)
        )
    };
    if elements.iter().any(draws_text) {
        return None;
    }
    let mut pictures = elements.iter().filter_map(|element| match &element.shape {
        Shape::Image(picture) => Some(picture),
        _ => None,
    });
    pictures.next().filter(|picture| pictures.next().is_none() && picture.file.needs().next().is_none())
}

/// Returns the distance by which a drawing extends beyond the cut, in mm. The result is negative if the
/// drawing stays inside.
///
/// For a line, the distance of its middle is measured. If a line runs along the cut, half of its width
/// is outside on purpose.
fn distance_beyond_cut(item: &Item, cut: &Cut, is_text: bool) -> f64 {
    if item.clip.is_some() && !is_text {
        // The exact shape of the clip is unknown, so its box is measured.
        return visible_bounds(item).map_or(0.0, |visible| overhang(visible, cut.bounds()));
    }
    match &item.kind {
        ItemKind::Path { path, .. } => match cut {
            // The curves of a round piece usually run along a circle. Then no point of a curve is
            // farther from the middle than its ends, so only the ends are measured.
            Cut::Disc(disc) if path.kinds().iter().any(is_curve) => {
                largest(path.ends().map(|end| end.distance(disc.centre) - disc.radius))
            }
            _ => largest(path.ends().map(|end| -cut.depth(end))),
        },
        ItemKind::Text(text) => largest(tight_corners(text).into_iter().map(|corner| -cut.depth(corner))),
        ItemKind::Image { corners, .. } => largest(corners.iter().map(|corner| -cut.depth(*corner))),
    }
}

/// Returns whether a drawing crosses a seam. A seam is an edge at which one part of a box is joined to
/// another part.
fn is_across_seam(context: &PageContext<'_>, drawing: PieceDrawing<'_>) -> bool {
    let Some((deck, part)) = context.deck().and_then(|deck| Some((deck, deck.net.as_ref()?.part.as_ref()?)))
    else {
        return false;
    };
    let Some(whole) = drawing.item.painted_bounds else { return false };
    let place = net_place(drawing.cut, deck);
    part.joints.iter().any(|joint| {
        let edge = place * joint.edge;
        Rect::from_points(edge.p0, edge.p1)
            .inflate(MAX_SEAM_DISTANCE_MM, MAX_SEAM_DISTANCE_MM)
            .overlaps(whole)
    })
}

/// A drawing counts as crossing a seam if its distance from the seam is at most this, in mm.
const MAX_SEAM_DISTANCE_MM: f64 = 0.01;

fn largest(distances: impl Iterator<Item = f64>) -> f64 {
    distances.fold(f64::NEG_INFINITY, f64::max)
}

/// Returns whether a part of a drawing is visible on another piece.
fn is_on_other_piece(context: &PageContext<'_>, drawing: PieceDrawing<'_>) -> bool {
    let item = drawing.item;
    let ItemKind::Path { path, .. } = &item.kind else { return false };
    let points: Vec<Point> = path
        .segments()
        .flat_map(|segment| (0..8).map(move |eighth| segment.eval(f64::from(eighth) / 8.0)))
        .filter(|point| item.clip.is_none_or(|clip| clip.contains(*point)))
        .collect();
    let others = context.sheet.pieces().iter().filter(|other| !std::ptr::eq(*other, drawing.piece));
    others.filter_map(|other| Some((other, other.cut.as_ref()?))).any(|(other, cut)| {
        // Only the bounding box of a clip is known. So clipped drawings are examined only on
        // rectangular pieces.
        let is_exact = item.clip.is_none() || matches!(cut, Cut::Box { .. });
        is_exact
            && points.iter().any(|point| {
                cut.depth(*point) > context.tolerance
                    && !covers_later(context, other, cut, drawing.index, *point)
            })
    })
}

/// Returns whether a drawing of `piece` hides a point of the drawing `index`. Only drawings that come
/// after `index` can hide the point.
fn covers_later(
    context: &PageContext<'_>,
    piece: &FoundPiece,
    cut: &Cut,
    index: usize,
    point: Point,
) -> bool {
    let later = piece.items.iter().filter(|other| **other > index).map(|&other| &context.page.items[other]);
    later.filter(|item| visible_bounds(item).is_some_and(|rect| rect.contains(point))).any(|item| match &item
        .kind
    {
        // Rounded corners are cut later. So a drawing with rounded corners that reaches all sides of
        // the piece also counts as covering the corners.
        ItemKind::Path { path, fill, .. } => {
            fill.is_some() && (winding(path, point) != 0 || is_as_large(item, cut, context.tolerance))
        }
        ItemKind::Image { .. } => true,
        ItemKind::Text(_) => false,
    })
}

/// Returns whether a drawing reaches all sides of a piece.
fn is_as_large(item: &Item, cut: &Cut, tolerance: f64) -> bool {
    visible_bounds(item).is_some_and(|rect| rect.inflate(tolerance, tolerance).contains_rect(cut.bounds()))
}
