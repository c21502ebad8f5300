//! Compiles the form of pieces: their outline, holes and folds.
//!
//! - In: the keys `shape`, `outline`, `round`, `cells`, `holes` and `fold`.
//! - Out: an outline, holes and fold lines, or errors.
//! - Not here: the size of pieces.

mod holes;

use std::sync::Arc;

use crate::context::Resolver;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::tiling::Tiling;
use hexpress_base::units::ShortNumber;
use hexpress_game::pieces::{FoldLine, Outline, PathOutline, PieceSize, fold_across};
use hexpress_language::tables::layout::{Outline as Figure, Pieces};
use hexpress_language::values::spanned::Spanned;
pub(super) use holes::holes;

/// Returns the outline of pieces. Reports the keys `shape`, `round` and `cells` if they have no
/// effect on this outline.
pub(super) fn outline(
    p: &Pieces,
    default: Figure,
    resolver: &mut Resolver<'_>,
    place: SourceSpan,
) -> Outline {
    match &p.outline {
        Some(path) => of_path(p, path, resolver),
        None => of_shape(p, default, resolver, place),
    }
}

/// Returns the outline that a path describes. After an error, returns a rectangle.
fn of_path(p: &Pieces, path: &Spanned<String>, resolver: &mut Resolver<'_>) -> Outline {
    let others = [
        ("shape", p.shape.as_ref().map(|at| &at.span)),
        ("round", p.round.as_ref().map(|at| &at.span)),
        ("cells", p.cells.as_ref().map(|at| &at.span)),
    ];
    for (key, span) in others {
        if let Some(span) = span {
            let message = format!("`{key}` has no effect: these pieces have an `outline`");
            resolver.error_with_hint(codes::IDLE_KEY, resolver.key_place(span), message, "delete it");
        }
    }
    let form = resolver.ok_or_report(PathOutline::read(path), path);
    form.map_or(Outline::Rectangle(0.0), |form| Outline::Path(Arc::new(form)))
}

/// Returns the outline that a shape describes. Reports the keys `round` and `cells` if they have no
/// effect on this shape.
fn of_shape(table: &Pieces, default: Figure, resolver: &mut Resolver<'_>, place: SourceSpan) -> Outline {
    let round = table.round.as_ref().map_or(0.0, |r| r.value.0);
    if let Some(at) = &table.round
        && !(0.0..=100.0).contains(&round)
    {
        resolver.error(codes::BAD_SIZE, at, "`round` must be 0 to 100 mm");
    }
    let given = table.shape.as_ref().map_or(default, |s| s.value);
    if let (Some(at), false) = (&table.round, matches!(given, Figure::Rectangle | Figure::Square)) {
        let diagnostic = codes::IDLE_KEY.error(format!("`round` has no effect on {}", plural(given)));
        resolver.add_error(
            diagnostic.hint("delete it: only the corners of rectangles can be rounded"),
            resolver.key_place(&at.span),
        );
    }
    if let (Some(at), true) = (&table.cells, given != Figure::Hexagon) {
        let diagnostic = codes::IDLE_KEY.error(format!("`cells` has no effect on {}", plural(given)));
        resolver.add_error(
            diagnostic.hint("delete it: only hexagons are flat-top or pointy-top"),
            resolver.key_place(&at.span),
        );
    }
    match given {
        Figure::Rectangle | Figure::Square => Outline::Rectangle(round),
        Figure::Disc => Outline::Disc,
        Figure::Triangle => Outline::Regular(Tiling::Triangles),
        Figure::Octagon => Outline::Regular(Tiling::T488),
        Figure::Hexagon => {
            let needs = "missing `cells`: hexagons are either flat-top or pointy-top";
            Outline::Hexagon(resolver.orientation(&table.cells, place, needs))
        }
    }
}

/// If `round` is a percentage of the piece, returns a rectangle whose corners have this radius.
/// Otherwise returns `outline` unchanged. Reports such a `round` if the size of the pieces is a
/// percentage of a cell.
pub(super) fn with_round_share(
    outline: Outline,
    p: &Pieces,
    size: Option<&PieceSize>,
    resolver: &mut Resolver<'_>,
) -> Outline {
    let (Outline::Rectangle(_), Some(round)) = (&outline, p.round.as_ref().filter(|round| round.is_share()))
    else {
        return outline;
    };
    match size {
        Some(PieceSize::Fixed(size)) => Outline::Rectangle(round.lengths_in(size.min_side())[0]),
        Some(PieceSize::Share(_)) => {
            let message = "`round` cannot be a percentage here, because the size of these pieces is a percentage of a cell";
            let hint = "write the radius in mm: round = \"2mm\"";
            resolver.error_with_hint(codes::BAD_SIZE, round, message, hint);
            outline
        }
        None => outline,
    }
}

/// Returns the name of an outline in the plural, for messages.
fn plural(outline: Figure) -> &'static str {
    match outline {
        Figure::Rectangle => "rectangles",
        Figure::Square => "squares",
        Figure::Hexagon => "hexagons",
        Figure::Triangle => "triangles",
        Figure::Octagon => "octagons",
        Figure::Disc => "discs",
    }
}

/// The largest number of folds in a piece.
const MAX_FOLDS: usize = 20;

/// Returns the lines along which pieces are folded. Reports lines that are not on the piece.
pub(super) fn folds(p: &Pieces, size: Option<&PieceSize>, resolver: &mut Resolver<'_>) -> Vec<FoldLine> {
    /// The least distance between a fold and a parallel edge, in mm.
    const MIN_FOLD_DISTANCE_MM: f64 = 1.0;
    let Some(list) = &p.fold else { return Vec::new() };
    if list.value.is_empty() || list.value.len() > MAX_FOLDS {
        let message = format!("`fold` must have 1 to {MAX_FOLDS} lines");
        resolver.error_with_hint(codes::BAD_COUNT, list, message, "write fold = [\"across 50%\"]");
        return Vec::new();
    }
    for fold in &list.value {
        let Some(PieceSize::Fixed(size)) = size else { break };
        let line = fold_across(fold.value, *size);
        let (at, whole) = match fold.value.is_level {
            true => (line.p0.y + size.height / 2.0, size.height),
            false => (line.p0.x + size.width / 2.0, size.width),
        };
        if !(MIN_FOLD_DISTANCE_MM..=whole - MIN_FOLD_DISTANCE_MM).contains(&at) {
            let message = format!(
                "this fold is not on the piece: its position must be {} to {} mm",
                ShortNumber(MIN_FOLD_DISTANCE_MM),
                ShortNumber(whole - MIN_FOLD_DISTANCE_MM)
            );
            let direction = if fold.value.is_level { "across" } else { "down" };
            let hint = format!("for a fold in the middle, write \"{direction} 50%\"");
            resolver.error_with_hint(codes::BAD_SIZE, fold, message, hint);
        }
    }
    list.value.iter().map(|fold| fold.value).collect()
}
