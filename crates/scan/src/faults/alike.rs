//! Compares pieces with other pieces that are drawn alike.
//!
//! - In: the pieces of a page, and how much the grey values of the scan differ from those of the page.
//! - Out: marks on the tiles of a piece, or of a part of a piece, that differs from the others.
//!
//! Dots of grey and spreading ink change a drawing in ways that no model predicts, but they change all
//! copies of a drawing alike. So copies show smaller faults than a model can.

use std::collections::BTreeMap;

use kurbo::Rect;

use super::marks::Marks;
use super::tiles::{Difference, difference};
use super::view::{View, squares_of};
use crate::fit::median;
use crate::pieces::Piece;
use crate::tone::Tones;

/// Parts whose grey values in the drawing differ by less than this have the same tone.
const SAME: f64 = 3.0;

/// Marks the parts of pieces that are lighter or darker than the same parts of other pieces with the
/// same size. Only parts that are drawn alike are compared. Leaves out the parts that touch a piece in
/// `wrong`, because a displaced or absent piece also changes what is next to it.
pub fn mark_parts(view: &View<'_>, tones: &Tones, pieces: &[Piece], wrong: &[Rect], marks: &mut Marks) {
    /// A tile counts as a tile of a part if at least this width of it is inside, in mm.
    const INSIDE: f64 = 0.25;
    /// The width of the strip around a wrong piece in which the scan may be wrong, too, in mm.
    const NEXT_TO: f64 = 0.6;
    let wrong: Vec<Rect> = wrong.iter().map(|area| area.inflate(NEXT_TO, NEXT_TO)).collect();
    let is_free = |part: &Rect| !wrong.iter().any(|area| area.overlaps(*part));
    let free = same_parts(pieces).map(|group| group.into_iter().filter(is_free).collect());
    let groups: Vec<Vec<Rect>> = free.filter(|group: &Vec<Rect>| group.len() > Peers::FEWEST).collect();
    let measured = hexpress_base::parallel::in_order(
        groups.len(),
        || (),
        |(), index| -> Vec<Part> {
            let part = |area: &Rect| Some(Part { area: *area, difference: difference(view, tones, *area)? });
            groups[index].iter().filter_map(part).collect()
        },
    );
    for group in measured {
        for (index, part) in group.iter().enumerate() {
            let others = group.iter().enumerate().filter(|(other, _)| *other != index);
            if part.is_wrong(others.map(|(_, other)| &other.difference)) {
                marks.tiles(part.area.inset(-INSIDE)).for_each(|tile| marks.mark_tone(tile, true));
            }
        }
    }
}

/// Returns the areas of parts at the same place of pieces with the same size. There is a list for each
/// place.
fn same_parts(pieces: &[Piece]) -> impl Iterator<Item = Vec<Rect>> + use<> {
    /// A place in pieces with a width and height. Lengths are in units of 0.1 mm.
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Place {
        width: i32,
        height: i32,
        index: usize,
    }
    let mut parts: BTreeMap<Place, Vec<Rect>> = BTreeMap::new();
    for Piece { area, .. } in pieces.iter().filter(|piece| piece.is_unit()) {
        let [width, height] = [area.width(), area.height()].map(|side| (10.0 * side).round() as i32);
        for (index, part) in squares_of(*area).into_iter().enumerate() {
            parts.entry(Place { width, height, index }).or_default().push(part);
        }
    }
    parts.into_values()
}

/// A part of a piece, and how it differs from the drawing.
struct Part {
    area: Rect,
    difference: Difference,
}

impl Part {
    /// Checks whether the part differs from the parts of other pieces that are drawn alike.
    fn is_wrong<'d>(&self, others: impl Iterator<Item = &'d Difference>) -> bool {
        let Difference { off, drawn, likeness, .. } = self.difference;
        let is_peer = |other: &&Difference| {
            (other.drawn - drawn).abs() < SAME && other.likeness.edges == likeness.edges
        };
        let peers = Peers::new(others.filter(is_peer).map(|other| other.off).collect(), likeness.edges);
        peers.is_some_and(|peers| (off - peers.middle).abs() > peers.most)
    }
}

/// The parts with which a part is compared, in grey values.
struct Peers {
    middle: f64,
    /// The largest difference from the middle that is no fault.
    most: f64,
}

impl Peers {
    /// The smallest number of parts that show what is usual.
    const FEWEST: usize = 6;

    /// `offs` contains the difference of each part from the drawing, and `edges` is the number of edges
    /// that all of them have. Returns `None` if the parts are too few.
    fn new(mut offs: Vec<f64>, edges: u8) -> Option<Self> {
        /// Parts with more edges than this vary more. So more parts are needed, and a fault must differ
        /// by more grey values.
        const FEW_EDGES: u8 = 3;
        const LEAST: f64 = 6.5;
        const LEAST_AT_EDGES: f64 = 18.0;
        const FEWEST_AT_EDGES: usize = 12;
        /// A fault differs by more than this many times the usual difference.
        const SURE: f64 = 6.0;
        /// If several parts differ as much, the cause is no fault. So a fault must differ by this factor
        /// more than the part that differs the `SEVERAL`th most.
        const MORE: f64 = 1.5;
        const SEVERAL: usize = 3;
        let (least, fewest) = match edges > FEW_EDGES {
            true => (LEAST_AT_EDGES, FEWEST_AT_EDGES),
            false => (LEAST, Self::FEWEST),
        };
        if offs.len() < fewest {
            return None;
        }
        let middle = median(&mut offs);
        let mut distances: Vec<f64> = offs.iter().map(|off| (off - middle).abs()).collect();
        distances.sort_by(f64::total_cmp);
        let usual = 1.4826 * distances[distances.len() / 2];
        let several = distances[distances.len() - SEVERAL];
        Some(Self { middle, most: least.max(SURE * usual).max(MORE * several) })
    }
}

/// Marks the pieces whose plain areas are lighter or darker than plain areas with the same tone in
/// other pieces. The median of many tiles shows smaller differences than a single tile.
pub fn mark_pieces(differences: &[Option<Difference>], pieces: &[Piece], marks: &mut Marks) {
    /// The smallest number of other pieces with which a piece is compared. They have the same tone.
    const LEAST_PEERS: usize = 4;
    /// A piece may differ because the light is uneven, or because the dots that make up a grey fall on
    /// other places in each piece. It may differ by `UNEVEN` grey values, or by `SURE` times the usual
    /// distance between pieces, whichever is larger.
    const UNEVEN: f64 = 12.0;
    const SURE: f64 = 8.0;
    /// If several other pieces differ as much, the dots that make up a grey are the cause. So a piece
    /// must differ at least `MORE` times as much as the other piece with the `SEVERAL`th largest
    /// difference.
    const MORE: f64 = 1.6;
    const SEVERAL: usize = 3;
    /// A tile is marked if it has more than this fraction of the difference of its piece.
    const SHARE: f64 = 0.6;
    let units = pieces.iter().filter(|piece| piece.is_unit());
    let plain: Vec<PlainPiece> =
        units.filter_map(|piece| PlainPiece::new(piece, differences, marks)).collect();
    for (index, piece) in plain.iter().enumerate() {
        let is_peer = |other: &PlainPiece| (other.drawn - piece.drawn).abs() < SAME;
        let peers = plain.iter().enumerate().filter(|(at, other)| *at != index && is_peer(other));
        let mut peers: Vec<f64> = peers.map(|(_, other)| other.off).collect();
        if peers.len() < LEAST_PEERS {
            continue;
        }
        let middle = median(&mut peers);
        let mut distances: Vec<f64> = peers.iter().map(|off| (off - middle).abs()).collect();
        distances.sort_by(f64::total_cmp);
        let distance = 1.4826 * distances[distances.len() / 2];
        let several = distances[distances.len() - SEVERAL];
        let off = piece.off - middle;
        if off.abs() < UNEVEN.max(SURE * distance).max(MORE * several) {
            continue;
        }
        for tile in &piece.tiles {
            let own = differences[*tile].as_ref().map_or(0.0, |tile| tile.off - middle);
            if own * off.signum() > SHARE * off.abs() {
                marks.mark_tone(*tile, true);
            }
        }
    }
}

/// The tiles of a piece that contain no edges.
struct PlainPiece {
    tiles: Vec<usize>,
    /// The medians over the tiles: `drawn` of the grey value in the drawing, and `off` of the
    /// difference between the scan and the expected grey value.
    drawn: f64,
    off: f64,
}

impl PlainPiece {
    /// Returns `None` if the piece has too few tiles without edges.
    fn new(piece: &Piece, differences: &[Option<Difference>], marks: &Marks) -> Option<Self> {
        const LEAST: usize = 16;
        let is_plain = |tile: &usize| {
            piece.area.contains_rect(marks.rect(*tile))
                && differences[*tile].as_ref().is_some_and(|tile| tile.likeness.edges == 0)
        };
        let tiles: Vec<usize> = marks.tiles(piece.area).filter(is_plain).collect();
        let of_tiles = || tiles.iter().filter_map(|tile| differences[*tile].as_ref());
        let drawn = median(&mut of_tiles().map(|tile| tile.drawn).collect::<Vec<_>>());
        let off = median(&mut of_tiles().map(|tile| tile.off).collect::<Vec<_>>());
        (tiles.len() >= LEAST).then_some(Self { tiles, drawn, off })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn most(offs: &[f64], edges: u8) -> Option<f64> {
        Peers::new(offs.to_vec(), edges).map(|peers| peers.most)
    }

    #[test]
    fn few_parts_do_not_show_what_is_usual() {
        assert_eq!(most(&[2.0; 5], 0), None);
        assert_eq!(most(&[2.0; 6], 3), Some(6.5));
        assert_eq!(most(&[2.0; 11], 4), None);
        assert_eq!(most(&[2.0; 12], 4), Some(18.0));
    }

    #[test]
    fn what_several_parts_have_is_no_fault() {
        let with = |faults: usize| most(&[vec![0.0; 20], vec![10.0; faults]].concat(), 0);
        assert_eq!(with(2), Some(6.5));
        assert_eq!(with(3), Some(15.0));
    }

    #[test]
    fn parts_are_compared_at_the_same_place_of_pieces_with_the_same_size() {
        let piece = |x: f64, width: f64| Piece {
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
