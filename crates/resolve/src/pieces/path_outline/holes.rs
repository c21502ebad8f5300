//! Compiles the holes of pieces.

use std::sync::Arc;

use kurbo::Size;

use crate::context::Resolver;
use hexpress_base::contour::Contour;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::pieces::{Hole, Outline, PathOutline, PieceSize, PlacedHole};
use hexpress_language::tables::layout::{Hole as Given, Pieces};
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::{ElementPlace, Measure, Pair};

/// The largest number of entries in `holes`.
const MAX_HOLES: usize = 50;
/// The largest total number of lines and curves in the outlines of all holes of a piece.
const MAX_SEGMENTS: usize = 1000;
/// The smallest and the largest allowed diameter of a hole, in mm. For holes that are not round,
/// the same limits apply to the width and the height.
const ALLOWED_DIAMETERS_MM: [f64; 2] = [1.0, 200.0];
/// The smallest allowed distance between a hole and the outline of its piece, in mm.
const MIN_RIM: f64 = 1.0;

/// Returns the holes of pieces. Reports holes that are not on the piece.
pub(in crate::pieces) fn holes(
    p: &Pieces,
    outline: &Outline,
    size: Option<&PieceSize>,
    resolver: &mut Resolver<'_>,
) -> Vec<Hole> {
    let Some(list) = &p.holes else { return Vec::new() };
    if list.value.is_empty() || list.value.len() > MAX_HOLES {
        let message = format!("`holes` must have 1 to {MAX_HOLES} entries");
        let hint = "write holes = [{ size = \"5mm\", at = \"top\", inset = \"4mm\" }]";
        return resolver.error_with_hint(codes::BAD_COUNT, list, message, hint).none().unwrap_or_default();
    }
    let (mut holes, mut segments) = (Vec::new(), 0);
    for table in &list.value {
        let Some(hole) = hole(table, resolver) else { continue };
        segments += hole.form.as_ref().map_or(0, |form| form.segments());
        if segments > MAX_SEGMENTS {
            let message =
                format!("the outlines of `holes` have at most {MAX_SEGMENTS} lines and curves together");
            return resolver.error(codes::BAD_COUNT, table, message).none().unwrap_or_default();
        }
        if let Some(PieceSize::Fixed(size)) = size
            && let Some(diagnostic) =
                off_piece(&hole, outline, *size).or_else(|| meets_another(&hole, &holes, *size))
        {
            resolver.add_error(diagnostic, table);
        }
        holes.push(hole);
    }
    holes
}

fn hole(table: &Spanned<Given>, resolver: &mut Resolver<'_>) -> Option<Hole> {
    let place = resolver.place(table);
    let form = match &table.outline {
        Some(path) => Some(Arc::new(resolver.ok_or_report(PathOutline::read_as(path, "a hole"), path)?)),
        None => None,
    };
    match (&table.size, &form) {
        (None, None) => {
            let message = "this hole has no `size`";
            return resolver.error_with_hint(codes::MISSING_KEY, table, message, "add size = \"5mm\"").none();
        }
        (Some(size), None) if size.height.is_some() => {
            let message = "a round hole takes one length, not two";
            let hint = "write one length; for a hole that is not round, write its outline: outline = \"M 0 -4 L 4 3 H -4 Z\"";
            return resolver.error_with_hint(codes::BAD_SIZE, size, message, hint).none();
        }
        _ => {}
    }
    let at = table.at.as_ref().map_or_else(centre, |at| at.value.clone());
    if let (ElementPlace::EachEdge, Some(typed)) = (at.value, &table.at) {
        let hint = "write a place such as at = \"top\" or at = \"0 -5mm\"";
        return resolver
            .error_with_hint(codes::BAD_VALUE, typed, "a hole cannot be at each edge", hint)
            .none();
    }
    let inset = table.inset.as_ref().map_or_else(no_inset, |inset| inset.value.clone());
    let hole = Hole { form, size: table.size.as_ref().map(|size| size.value), at, inset, place };
    if has_measure_in_mm(&hole) && !is_possible(hole.extent(Size::ZERO)) {
        return resolver
            .add_error(bad_size(), table.size.as_ref().map_or(place, |size| resolver.place(size)))
            .none();
    }
    Some(hole)
}

fn centre() -> OfWhole<ElementPlace> {
    OfWhole { value: ElementPlace::CENTRE, percents: [0.0; 2] }
}

fn no_inset() -> OfWhole<Pair> {
    OfWhole { value: Pair::default(), percents: [0.0; 2] }
}

/// Returns whether the size of a hole is in mm, and not a percentage of the piece.
fn has_measure_in_mm(hole: &Hole) -> bool {
    let is_share = |measure: Measure| matches!(measure, Measure::Percent(_));
    hole.size.is_none_or(|size| !is_share(size.width) && !size.height.is_some_and(is_share))
}

/// Returns whether a hole may have this size.
fn is_possible(size: Size) -> bool {
    let [least, most] = ALLOWED_DIAMETERS_MM;
    [size.width, size.height].iter().all(|mm| (least..=most).contains(mm))
}

fn bad_size() -> Diagnostic {
    let [least, most] = ALLOWED_DIAMETERS_MM;
    codes::BAD_SIZE.error(format!(
        "the `size` of a hole must be {} to {} mm",
        ShortNumber(least),
        ShortNumber(most)
    ))
}

/// Returns the error for a hole of the wrong size. Also returns an error for a hole that extends beyond
/// its piece or is too close to the outline. Returns `None` for a correct hole.
fn off_piece(hole: &Hole, outline: &Outline, size: Size) -> Option<Diagnostic> {
    if !is_possible(hole.extent(size)) {
        return Some(bad_size());
    }
    let contour = outline.contour(size);
    let rims = hole.placed(size).into_iter().map(|placed| match placed.form {
        None => contour.depth(placed.centre) - placed.size.width / 2.0,
        // The outline of the piece may have a dent that extends into the hole. So the distance is
        // measured from the corners of the hole to the outline, and also from the corners of the outline
        // to the hole.
        Some(_) => {
            let own_contour = Contour::new(&placed.path());
            let nearest = own_contour.points().iter().map(|point| contour.depth(*point));
            let dents = contour.points().iter().map(|point| -own_contour.depth(*point));
            nearest.chain(dents).fold(f64::INFINITY, f64::min)
        }
    });
    let rim = rims.fold(f64::INFINITY, f64::min);
    if rim >= MIN_RIM - 1e-6 {
        return None;
    }
    let message = if rim < 0.0 {
        format!("this hole extends {} mm beyond the cut", ShortNumber::hundredths(-rim))
    } else {
        format!(
            "this hole is {} mm from the cut; the minimum is {} mm",
            ShortNumber::hundredths(rim),
            ShortNumber(MIN_RIM)
        )
    };
    let hint = "make the hole smaller, or move it inwards: use a larger `inset`, or another place in `at`";
    Some(codes::BAD_SIZE.error(message).hint(hint))
}

/// Returns the error for a hole that touches or overlaps one of the holes in `others`. Returns `None`
/// for any other hole.
fn meets_another(hole: &Hole, others: &[Hole], size: Size) -> Option<Diagnostic> {
    let placed = hole.placed(size);
    let other = others
        .iter()
        .find(|other| other.placed(size).iter().any(|there| placed.iter().any(|own| meet(own, there))))?;
    let diagnostic =
        codes::BAD_SIZE.error("this hole touches or overlaps another one").hint("move one of them");
    Some(diagnostic.related_place(other.place, "the other hole"))
}

/// Returns whether two holes touch or overlap.
fn meet(one: &PlacedHole, other: &PlacedHole) -> bool {
    if one.form.is_none() && other.form.is_none() {
        let reach = (one.size.width + other.size.width) / 2.0;
        return one.centre.distance(other.centre) < reach;
    }
    let [one, other] = [one, other].map(|hole| Contour::new(&hole.path()));
    let is_in = |a: &Contour, b: &Contour| a.points().iter().any(|point| b.depth(*point) > 0.0);
    is_in(&one, &other) || is_in(&other, &one) || one.crosses(&other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_holes_meet_if_they_are_nearer_than_their_radii() {
        let hole = |x: f64, diameter: f64| PlacedHole {
            centre: kurbo::Point::new(x, 0.0),
            size: Size::new(diameter, diameter),
            form: None,
        };
        assert!(meet(&hole(0.0, 4.0), &hole(4.9, 6.0)));
        assert!(!meet(&hole(0.0, 4.0), &hole(5.1, 6.0)));
    }
}
