//! Compiles the holes of pieces.

use kurbo::Size;

use crate::context::Compiler;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::units::Trimmed;
use hexpress_game::pieces::{Hole, Outline, PieceSize};
use hexpress_language::tables::layout::{Hole as Given, Pieces};
use hexpress_language::values::place::At;
use hexpress_language::values::value::Where;

/// The largest number of entries in `holes`.
const MOST_HOLES: usize = 50;
/// The smallest and largest diameter of a hole, in mm.
const DIAMETERS: [f64; 2] = [1.0, 200.0];
/// The smallest width of the paper between a hole and the cut, in mm.
const LEAST_RIM: f64 = 1.0;

/// Returns the holes of pieces. Reports holes that are not on the piece.
pub(in crate::pieces) fn holes(
    p: &Pieces,
    outline: &Outline,
    size: Option<&PieceSize>,
    compiler: &mut Compiler<'_>,
) -> Vec<Hole> {
    let Some(list) = &p.holes else { return Vec::new() };
    if list.value.is_empty() || list.value.len() > MOST_HOLES {
        let message = format!("`holes` must have 1 to {MOST_HOLES} entries");
        let hint = "write holes = [{ size = \"5mm\", at = \"top\", inset = \"4mm\" }]";
        return compiler.error_with_hint(codes::BAD_COUNT, list, message, hint).none().unwrap_or_default();
    }
    let mut holes = Vec::new();
    for given in &list.value {
        let Some(hole) = hole(given, compiler) else { continue };
        if let Some(PieceSize::Fixed(size)) = size
            && let Some(wrong) =
                off_piece(&hole, outline, *size).or_else(|| meets_another(&hole, &holes, *size))
        {
            compiler.add_error(wrong, given);
        }
        holes.push(hole);
    }
    holes
}

fn hole(given: &At<Given>, compiler: &mut Compiler<'_>) -> Option<Hole> {
    let place = compiler.place(given);
    let Some(size) = &given.size else {
        let message = "this hole has no `size`";
        return compiler.error_with_hint(codes::MISSING_KEY, given, message, "add size = \"5mm\"").none();
    };
    let [least, most] = DIAMETERS;
    if !(least..=most).contains(&size.value.0) {
        let message = format!("the `size` of a hole must be {} to {} mm", Trimmed(least), Trimmed(most));
        return compiler.error(codes::BAD_SIZE, size, message).none();
    }
    let at = given.at.as_ref().map_or(Where::CENTRE, |at| at.value);
    if let (Where::EachEdge, Some(typed)) = (at, &given.at) {
        let hint = "write a place such as at = \"top\" or at = \"0 -5mm\"";
        return compiler
            .error_with_hint(codes::BAD_VALUE, typed, "a hole cannot be at each edge", hint)
            .none();
    }
    let inset = given.inset.as_ref().map_or_else(Default::default, |inset| inset.value);
    Some(Hole { diameter: size.value.0, at, inset, place })
}

/// Returns the error for a hole that is not inside its piece, or too close to the cut.
fn off_piece(hole: &Hole, outline: &Outline, size: Size) -> Option<Diagnostic> {
    let contour = outline.contour(size);
    let rims = hole.middles(size).into_iter().map(|middle| contour.depth(middle) - hole.diameter / 2.0);
    let rim = rims.fold(f64::INFINITY, f64::min);
    if rim >= LEAST_RIM - 1e-6 {
        return None;
    }
    let message = if rim < 0.0 {
        format!("this hole extends {} mm beyond the cut", hundredths(-rim))
    } else {
        format!("this hole is {} mm from the cut; the minimum is {} mm", hundredths(rim), Trimmed(LEAST_RIM))
    };
    Some(codes::BAD_SIZE.error(message).hint("move it inwards with a larger `inset`, or make it smaller"))
}

/// Returns the error for a hole that meets one of the `others`.
fn meets_another(hole: &Hole, others: &[Hole], size: Size) -> Option<Diagnostic> {
    let middles = hole.middles(size);
    let other = others.iter().find(|other| {
        let reach = (hole.diameter + other.diameter) / 2.0;
        other.middles(size).iter().any(|place| middles.iter().any(|middle| middle.distance(*place) < reach))
    })?;
    let wrong = codes::BAD_SIZE.error("this hole touches another hole").hint("move one of the holes");
    Some(wrong.also(other.place, "the other hole"))
}

fn hundredths(mm: f64) -> Trimmed {
    Trimmed((mm * 100.0).round() / 100.0)
}
