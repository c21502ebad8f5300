//! HX608: finds cards or tiles that are slightly out of line with the others in their row or column.
//!
//! - In: the shapes on a page by another program.
//! - Out: a fault for the piece that is out of line.
//!
//! Pieces may be arranged in any way. So a piece counts as moved by mistake only if all other pieces of
//! the same size are in straight rows and columns.

use kurbo::{Rect, Vec2};

use crate::facts::PageContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::find::LooseShape;

pub const RULE: Rule = Rule {
    title: "pieces on a page are in straight rows and columns",
    why: "People cut a whole row at once. A piece that is out of its row is cut off at one side.",
    right: "nine cards in three rows and three columns",
    wrong: "nine cards, one of them 0.8 mm further to the right than the others of its column",
    ..Rule::warning(codes::OUT_OF_LINE, RuleFunction::Sheet(in_rows))
};

/// The arrangement of pieces of one size is judged only if there are at least this many. With fewer
/// pieces, it is not certain what the arrangement should be.
const MIN_PIECES: usize = 6;
/// The smallest side of a piece, in mm. Smaller shapes are only parts of pieces.
const MIN_PIECE_SIDE_MM: f64 = 15.0;
/// A page is judged only if it has at most this number of pieces.
///
/// Comparing every piece with all others would take too long for more pieces. A page with so many shapes
/// is not a sheet of pieces anyway.
const MAX_PIECES: usize = 5_000;
/// Two pieces have the same size if neither their widths nor their heights differ by more than this, in
/// mm.
const SAME_SIZE: f64 = 0.1;
/// Two pieces are in line if their positions differ by at most this, in mm.
const SAME_LINE_MM: f64 = 0.3;
/// A piece belongs to a row if its distance from the row is less than this, in mm.
const MAX_ROW_DISTANCE_MM: f64 = 3.0;

fn in_rows(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(drawing) = context.sheet.foreign() else { return };
    for size in sizes(&drawing.shapes) {
        if let Some((piece, shift)) = misplaced_piece(&size) {
            let by = shift.hypot();
            let message = format!("a piece is {by:.1} mm out of line with the others of its size");
            context.fault(findings, piece, message).hint("move it into its row and column").deviation(by);
        }
    }
}

/// Returns the boxes of the pieces, grouped by kind and size. Returns an empty list if there are
/// more than [`MAX_PIECES`] pieces.
fn sizes(shapes: &[LooseShape]) -> Vec<Vec<Rect>> {
    let is_piece = |shape: &&LooseShape| shape.rect.width().min(shape.rect.height()) >= MIN_PIECE_SIDE_MM;
    let pieces: Vec<&LooseShape> = shapes.iter().filter(is_piece).take(MAX_PIECES + 1).collect();
    if pieces.len() > MAX_PIECES {
        return Vec::new();
    }
    let mut sizes: Vec<(&str, Vec<Rect>)> = Vec::new();
    for piece in pieces {
        let (what, rect) = (piece.what, piece.rect);
        let is_same = |first: &Rect| {
            (first.width() - rect.width()).abs() < SAME_SIZE
                && (first.height() - rect.height()).abs() < SAME_SIZE
        };
        match sizes.iter_mut().find(|(known, all)| *known == what && all.first().is_some_and(is_same)) {
            Some((_, all)) => all.push(rect),
            None => sizes.push((what, vec![rect])),
        }
    }
    sizes.into_iter().map(|(_, all)| all).collect()
}

/// Returns the piece that is out of line, and its offset from its proper place, in mm.
///
/// Returns `None` if no piece is out of line. Also returns `None` if several are, because this may be
/// intended.
fn misplaced_piece(pieces: &[Rect]) -> Option<(Rect, Vec2)> {
    if pieces.len() < MIN_PIECES {
        return None;
    }
    let axes = [|rect: &Rect| rect.x0, |rect: &Rect| rect.y0];
    let mut found = None;
    for (index, piece) in pieces.iter().enumerate() {
        let others = || pieces.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, rect)| rect);
        let [across, down] = axes.map(|axis| out_of_line(axis(piece), others().map(axis)));
        let shift = Vec2::new(across?, down?);
        if shift != Vec2::ZERO && found.replace((*piece, shift)).is_some() {
            return None;
        }
    }
    found
}

/// Returns the offset of `place` from the nearest line of at least two pieces, in mm. The offset is
/// negative if `place` is before the line. `place` and `others` are positions along one axis, in
/// mm.
///
/// Returns 0 if another piece has about the same position, because the piece is then in line. Returns
/// `None` if there is no line near `place`.
fn out_of_line(place: f64, others: impl Iterator<Item = f64>) -> Option<f64> {
    let near: Vec<f64> =
        others.map(|other| place - other).filter(|by| by.abs() < MAX_ROW_DISTANCE_MM).collect();
    if near.iter().any(|by| by.abs() <= SAME_LINE_MM) {
        return Some(0.0);
    }
    let nearest = near.iter().copied().min_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    let on_its_line = near.iter().filter(|by| (*by - nearest).abs() <= SAME_LINE_MM).count();
    (on_its_line >= 2).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(columns: i32, rows: i32, moved: impl Fn(i32, i32) -> (f64, f64)) -> Vec<Rect> {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let card = |(column, row)| {
            let (x, y) = moved(column, row);
            Rect::from_origin_size(
                (10.0 + 63.0 * f64::from(column) + x, 10.0 + 88.0 * f64::from(row) + y),
                (63.0, 88.0),
            )
        };
        places.map(card).collect()
    }

    #[test]
    fn one_card_that_is_moved_is_found() {
        let (piece, shift) =
            misplaced_piece(&cards(3, 3, |x, y| if (x, y) == (1, 1) { (0.8, 0.0) } else { (0.0, 0.0) }))
                .unwrap();
        assert!((piece.x0 - 73.8).abs() < 1e-9 && (shift - Vec2::new(0.8, 0.0)).hypot() < 1e-9);
        assert!(
            misplaced_piece(&cards(3, 3, |x, y| if (x, y) == (0, 2) { (0.0, -0.5) } else { (0.0, 0.0) }))
                .is_some()
        );
    }

    #[test]
    fn straight_pages_and_other_arrangements_are_not_reported() {
        assert_eq!(misplaced_piece(&cards(3, 3, |_, _| (0.0, 0.0))), None);
        assert_eq!(misplaced_piece(&cards(3, 3, |x, y| (0.1 * f64::from(x * y % 2), 0.0))), None);
        // The four cases are: too few cards, every second row moved by half a card, cards without rows
        // and columns, and several cards out of line.
        assert_eq!(
            misplaced_piece(&cards(2, 2, |x, y| if (x, y) == (1, 1) { (0.8, 0.0) } else { (0.0, 0.0) })),
            None
        );
        assert_eq!(misplaced_piece(&cards(3, 3, |_, y| (31.5 * f64::from(y % 2), 0.0))), None);
        assert_eq!(misplaced_piece(&cards(3, 3, |x, y| (f64::from(y), f64::from(x)))), None);
        assert_eq!(misplaced_piece(&cards(3, 3, |x, y| if x == y { (0.8, 0.0) } else { (0.0, 0.0) })), None);
    }

    #[test]
    fn a_page_of_more_shapes_than_a_sheet_has_pieces_is_not_compared() {
        let shape = |index: usize| LooseShape {
            what: "rectangle",
            rect: Rect::from_origin_size((20.0 * index as f64, 0.0), (20.0, 20.0)),
        };
        let shapes = |count| (0..count).map(shape).collect::<Vec<_>>();
        assert_eq!(sizes(&shapes(MAX_PIECES))[0].len(), MAX_PIECES);
        assert!(sizes(&shapes(MAX_PIECES + 1)).is_empty());
    }
}
