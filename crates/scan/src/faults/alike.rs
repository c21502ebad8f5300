//! Compares pieces with other pieces that are drawn alike.
//!
//! - In: the pieces of a page, and how much the grey values of the scan differ from the grey values
//!   of the page.
//! - Out: marks on tiles. A tile is marked if its piece, or its part of a piece, differs from the
//!   others.
//!
//! Halftone dots and spreading ink change a drawing in ways that no model predicts, but they change all
//! copies of a drawing alike. So a comparison of copies shows smaller faults than a comparison with a
//! model.

use std::collections::BTreeMap;

use kurbo::Rect;

use super::marks::Marks;
use super::scan_view::{View, squares_of};
use super::tiles::{Border, Difference, difference};
use crate::fit::median_or_zero;
use crate::named_drawings::NamedDrawing;
use crate::tone::Tones;

/// Areas without edges have the same tone if their grey values in the drawing differ by less than this.
/// The limit is small, because a printer may use larger halftone dots for a slightly darker grey. The
/// print may then be darker by 20 grey values.
const SAME_PLAIN: f64 = 0.25;

/// Marks the parts of pieces that are lighter or darker than the same parts of other pieces with the
/// same size. Only parts that are drawn alike are compared. Leaves out the parts that touch a piece in
/// `wrong`, because a displaced or absent piece also changes what is next to it.
pub fn mark_parts(
    view: &View<'_>,
    tones: &Tones,
    named_drawings: &[NamedDrawing],
    wrong: &[Rect],
    marks: &mut Marks,
) {
    /// A tile belongs to a part if a strip of it with at least this width is inside the part.
    const MIN_STRIP_MM: f64 = 0.25;
    /// The largest number of parts that are compared with each other. More parts would take too long.
    const MAX_COMPARED_PARTS: usize = 500;
    /// In a strip around a wrong piece, the scan may be wrong, too. This is the width of the strip.
    const STRIP_AROUND_WRONG_MM: f64 = 0.6;
    let wrong: Vec<Rect> =
        wrong.iter().map(|area| area.inflate(STRIP_AROUND_WRONG_MM, STRIP_AROUND_WRONG_MM)).collect();
    let is_free = |part: &Rect| !wrong.iter().any(|area| area.overlaps(*part));
    let free = same_parts(named_drawings).map(|group| group.into_iter().filter(is_free).collect());
    let groups: Vec<Vec<Rect>> =
        free.filter(|group: &Vec<Rect>| group.len() > Limits::FEW_EDGES.min_count).collect();
    let measured = hexpress_base::parallel::in_order(
        groups.len(),
        || (),
        |(), index| -> Vec<PiecePart> {
            let part = |area: &Rect| {
                Some(PiecePart { area: *area, difference: difference(view, tones, *area, Border::Tapered)? })
            };
            groups[index].iter().filter_map(part).collect()
        },
    );
    for group in measured.iter().flat_map(|group| group.chunks(MAX_COMPARED_PARTS)) {
        for (index, part) in group.iter().enumerate() {
            let others = group.iter().enumerate().filter(|(other, _)| *other != index);
            if part.is_wrong(others.map(|(_, other)| &other.difference)) {
                marks.tiles(part.area.inset(-MIN_STRIP_MM)).for_each(|tile| marks.mark_tone(tile, true));
            }
        }
    }
}

/// Groups the parts of pieces. Each list contains the areas of the parts that are at the same place in
/// pieces of the same size.
fn same_parts(named_drawings: &[NamedDrawing]) -> impl Iterator<Item = Vec<Rect>> + use<> {
    /// The parts with the same `index` in all pieces of the same size. `width` and `height` are the size
    /// of the pieces, in units of 0.1 mm.
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct PartPlace {
        width: i32,
        height: i32,
        index: usize,
    }
    let mut parts: BTreeMap<PartPlace, Vec<Rect>> = BTreeMap::new();
    for NamedDrawing { area, .. } in named_drawings.iter().filter(|piece| piece.is_piece_or_cell()) {
        let [width, height] = [area.width(), area.height()].map(|side| (10.0 * side).round() as i32);
        for (index, part) in squares_of(*area).into_iter().enumerate() {
            parts.entry(PartPlace { width, height, index }).or_default().push(part);
        }
    }
    parts.into_values()
}

/// A part of a piece, and how the scan differs from the drawing there.
struct PiecePart {
    area: Rect,
    difference: Difference,
}

impl PiecePart {
    /// Returns whether the part differs from the parts of other pieces that are drawn alike.
    fn is_wrong<'d>(&self, others: impl Iterator<Item = &'d Difference>) -> bool {
        /// Two parts have the same tone if their grey values in the drawing differ by less than this.
        const SAME_PART: f64 = 1.0;
        /// Two quarters of parts have the same tone if their grey values in the drawing differ by less
        /// than this.
        const SAME_QUARTER: f64 = 2.0;
        /// Larger differences are allowed if the `Likeness::edges` of a part is larger than this,
        /// because such parts vary more.
        const FEW_EDGES: u8 = 3;
        let Difference { off, drawn, likeness, quarters, .. } = self.difference;
        let is_peer = |other: &&Difference| {
            (other.drawn - drawn).abs() < if likeness.edges == 0 { SAME_PLAIN } else { SAME_PART }
                && other.likeness.edges == likeness.edges
                && other.quarters.iter().zip(quarters).all(|(other, own)| (other - own).abs() < SAME_QUARTER)
        };
        let limits = if likeness.edges > FEW_EDGES { Limits::MANY_EDGES } else { Limits::FEW_EDGES };
        let allowed = limits.allowed(others.filter(is_peer).map(|other| other.off).collect());
        allowed.is_some_and(|allowed| !allowed.contains(off))
    }
}

/// How large a difference between pieces that are drawn alike must be to count as a fault.
struct Limits {
    /// The smallest number of other parts or pieces that a comparison needs.
    min_count: usize,
    /// A fault differs from the median of the others by more than each of three values. The first is
    /// `min_difference`, in grey values. The second is `usual_factor` times the usual distance of the others
    /// from the median. The third is `third_factor` times their third largest distance. So a difference that
    /// three others also have is not a fault.
    min_difference: f64,
    usual_factor: f64,
    third_factor: f64,
}

/// The differences from the drawing that are not faults, in grey values. They are at most `max_distance` away
/// from `middle`.
struct Allowed {
    middle: f64,
    max_distance: f64,
}

impl Limits {
    const FEW_EDGES: Self = Self { min_count: 6, min_difference: 8.0, usual_factor: 6.0, third_factor: 1.5 };
    const MANY_EDGES: Self =
        Self { min_count: 12, min_difference: 18.0, usual_factor: 6.0, third_factor: 1.5 };
    /// The limits for whole pieces. Pieces are far apart, so the light may differ between them.
    const PIECES: Self = Self { min_count: 4, min_difference: 12.0, usual_factor: 8.0, third_factor: 1.6 };

    /// Returns the range of differences that are not faults. `others` contains the difference from
    /// the drawing for each other part or piece. Returns `None` if there are too few of them.
    fn allowed(&self, mut others: Vec<f64>) -> Option<Allowed> {
        const COUNTED_RANK: usize = 3;
        if others.len() < self.min_count {
            return None;
        }
        let middle = median_or_zero(&mut others);
        let mut distances: Vec<f64> = others.iter().map(|off| (off - middle).abs()).collect();
        distances.sort_by(f64::total_cmp);
        // The factor 1.4826 converts the median of distances to a standard deviation.
        let usual = 1.4826 * distances[distances.len() / 2];
        let several = distances[distances.len() - COUNTED_RANK];
        Some(Allowed {
            middle,
            max_distance: self.min_difference.max(self.usual_factor * usual).max(self.third_factor * several),
        })
    }
}

impl Allowed {
    fn contains(&self, off: f64) -> bool {
        (off - self.middle).abs() <= self.max_distance
    }
}

/// Compares pieces whose tiles without edges have the same tone. If a piece is lighter or darker than
/// the others, marks these tiles. The median of many tiles shows smaller differences than a single tile.
pub fn mark_pieces(differences: &[Option<Difference>], named_drawings: &[NamedDrawing], marks: &mut Marks) {
    /// A tile is marked if it has more than this fraction of the difference of its piece.
    const MIN_MARKED_FRACTION: f64 = 0.6;
    let units = named_drawings.iter().filter(|piece| piece.is_piece_or_cell());
    let plain: Vec<PlainPiece> =
        units.filter_map(|piece| PlainPiece::new(piece, differences, marks)).collect();
    for (index, piece) in plain.iter().enumerate() {
        let is_peer = |other: &PlainPiece| (other.drawn - piece.drawn).abs() < SAME_PLAIN;
        let peers = plain.iter().enumerate().filter(|(at, other)| *at != index && is_peer(other));
        let Some(allowed) = Limits::PIECES.allowed(peers.map(|(_, other)| other.off).collect()) else {
            continue;
        };
        if allowed.contains(piece.off) {
            continue;
        }
        let off = piece.off - allowed.middle;
        for tile in &piece.tiles {
            let own = differences[*tile].as_ref().map_or(0.0, |tile| tile.off - allowed.middle);
            if own * off.signum() > MIN_MARKED_FRACTION * off.abs() {
                marks.mark_tone(*tile, true);
            }
        }
    }
}

/// The tiles of a piece that contain no edges.
struct PlainPiece {
    tiles: Vec<usize>,
    /// The median grey value of the tiles in the drawing (`drawn`), and the median difference between
    /// the scan and the expected grey value (`off`).
    drawn: f64,
    off: f64,
}

impl PlainPiece {
    /// Returns `None` if the piece has too few tiles without edges.
    fn new(piece: &NamedDrawing, differences: &[Option<Difference>], marks: &Marks) -> Option<Self> {
        const MIN_TILES: usize = 16;
        let is_plain = |tile: &usize| {
            piece.area.contains_rect(marks.rect(*tile))
                && differences[*tile].as_ref().is_some_and(|tile| tile.likeness.edges == 0)
        };
        let tiles: Vec<usize> = marks.tiles(piece.area).filter(is_plain).collect();
        let of_tiles = || tiles.iter().filter_map(|tile| differences[*tile].as_ref());
        let drawn = median_or_zero(&mut of_tiles().map(|tile| tile.drawn).collect::<Vec<_>>());
        let off = median_or_zero(&mut of_tiles().map(|tile| tile.off).collect::<Vec<_>>());
        (tiles.len() >= MIN_TILES).then_some(Self { tiles, drawn, off })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn most(limits: &Limits, offs: &[f64]) -> Option<f64> {
        limits.allowed(offs.to_vec()).map(|allowed| allowed.max_distance)
    }

    #[test]
    fn few_others_do_not_show_what_is_usual() {
        for limits in [Limits::FEW_EDGES, Limits::MANY_EDGES, Limits::PIECES] {
            assert_eq!(most(&limits, &vec![2.0; limits.min_count - 1]), None);
            assert_eq!(most(&limits, &vec![2.0; limits.min_count]), Some(limits.min_difference));
        }
    }

    #[test]
    fn what_several_others_have_is_no_fault() {
        let with = |faults: usize| most(&Limits::FEW_EDGES, &[vec![0.0; 20], vec![10.0; faults]].concat());
        assert_eq!(with(2), Some(8.0));
        assert_eq!(with(3), Some(15.0));
    }

    #[test]
    fn parts_are_compared_at_the_same_place_of_pieces_with_the_same_size() {
        let piece = |x: f64, width: f64| NamedDrawing {
            id: Arc::new("men/1".parse().unwrap()),
            area: Rect::new(x, 0.0, x + width, 4.0),
        };
        let groups: Vec<Vec<Rect>> =
            same_parts(&[piece(0.0, 4.0), piece(10.0, 4.0), piece(20.0, 2.0)]).collect();
        let counts: Vec<usize> = groups.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 1, 2, 2, 2, 2]);
        assert_eq!(groups[2], [Rect::new(0.0, 0.0, 2.0, 2.0), Rect::new(10.0, 0.0, 12.0, 2.0)]);
    }
}
