//! Reads the columns `doubled-column` and `doubled-row` of `data = "map.csv"`. The two columns
//! contain doubled coordinates: the position of a hexagon, or of the edge between two hexagons.
//!
//! - In: the rows of a file, and the hexagons of a board.
//! - Out: the hexagon or the edge that a row describes.
//! - Not here: what a row draws.

use std::collections::HashMap;

use crate::board::cells::BoardDraft;
use crate::board::data::CellRows;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, SourceSpan, codes};
use hexpress_base::tiling::Tiling;
use hexpress_game::address::BoardPlace;

/// The names that templates use for the columns `doubled-column` and `doubled-row`.
pub const DOUBLED: [&str; 2] = ["doubled_column", "doubled_row"];
/// The largest allowed number in the columns `doubled-column` and `doubled-row`.
const MAX_DOUBLED_COORDINATE: f64 = 1_000_000.0;

/// The doubled coordinates of a position, multiplied by 2. The result is a whole number even for an edge,
/// whose doubled coordinates may end in one half, such as `2.5`.
type Halves = [i64; 2];

/// The position of a hexagon or an edge, as a row of the file states it.
pub struct TypedPosition {
    halves: Halves,
    text: String,
    place: SourceSpan,
}

impl TypedPosition {
    /// Returns the position in a row, or `None` if the row has no position.
    ///
    /// # Errors
    /// One of the two numbers is missing, or is not a multiple of one half.
    pub fn of(rows: &CellRows<'_>, row: usize) -> Option<Result<Self, Diagnostic>> {
        let [across, down] = DOUBLED.map(|name| rows.text(row, name));
        let (across, down) = match (across, down) {
            (None, None) => return None,
            (Some(across), Some(down)) => (across, down),
            (across, down) => {
                let missing = if across.is_none() { DOUBLED[0] } else { DOUBLED[1] };
                let place = across.or(down)?.1;
                let typed = missing.replace('_', "-");
                let message = format!("this row has no number in the column `{typed}`");
                return Some(Err(codes::BAD_DATA.error(message).at(place)));
            }
        };
        let halves = halves(&across.0, across.1).and_then(|x| Ok([x, halves(&down.0, down.1)?]));
        let text = format!("{}, {}", across.0, down.0);
        Some(halves.map(|halves| Self { halves, text, place: across.1 }))
    }

    /// Returns the cell at this position, or `None` if the position is between cells. `first` is the
    /// position of the board's first cell. It is `None` if this position is itself the first one.
    pub fn cell(&self, tiling: Tiling, first: Option<&Self>) -> Option<CellAddress> {
        let first = first.unwrap_or(self);
        let [[x, y], [first_x, first_y]] = [self, first].map(|position| position.halves);
        // A hexagon has whole coordinates. The differences between the coordinates of two hexagons have
        // an even sum.
        let is_whole = x % 2 == 0 && y % 2 == 0 && first_x % 2 == 0 && first_y % 2 == 0;
        let [across, down] = [(x - first_x) / 2, (y - first_y) / 2];
        (is_whole && (across + down) % 2 == 0).then(|| crate::board::map::axial(tiling, across, down))
    }
}

/// Reads a number that is whole or ends in one half, such as `2.5`. Returns twice this number.
fn halves(text: &str, place: SourceSpan) -> Result<i64, Diagnostic> {
    let number = text.parse::<f64>().ok().filter(|number| number.abs() <= MAX_DOUBLED_COORDINATE);
    let doubled = number.map(|number| number * 2.0).filter(|doubled| doubled.fract() == 0.0);
    doubled.map(|doubled| doubled as i64).ok_or_else(|| {
        let message =
            format!("expected a whole number for a cell, or one that ends in .5 for an edge, found `{text}`");
        codes::BAD_DATA.error(message).at(place)
    })
}

/// Finds the hexagons and edges of a board by their positions.
pub struct DoubledPlaces {
    spots: HashMap<Halves, BoardPlace>,
}

impl DoubledPlaces {
    /// Collects the hexagons and edges of a board by their positions. Returns `None` if the file states
    /// no positions, or if no cell has a position.
    ///
    /// If the file defines the cells of the board, the positions are those in the file. Otherwise, the
    /// first column and the first row of the board are number 1.
    pub fn new(draft: &BoardDraft<'_>, rows: &CellRows<'_>) -> Option<Self> {
        if !rows.has_doubled() || !draft.tiling.is_hexagons() || draft.cells.is_empty() {
            return None;
        }
        let raw = |address: CellAddress| raw_position(draft.tiling, address);
        let positions = draft.cells.iter().map(|cell| raw(cell.address));
        let first = positions.reduce(|[x, y], [other_x, other_y]| [x.min(other_x), y.min(other_y)])?;
        let origin = match draft.first_position(rows) {
            // The first cell in the file has the address `0,0`, so its position is the origin.
            Some(position) => position.halves,
            None => first.map(|first| 2 * (1 - first)),
        };
        let mut spots = HashMap::new();
        let moved = |[x, y]: Halves| [x + origin[0], y + origin[1]];
        for (cell, own_cell) in draft.cells.iter().enumerate() {
            let [x, y] = raw(own_cell.address);
            spots.insert(moved([2 * x, 2 * y]), BoardPlace::Cell(cell));
            for edge in 0..draft.tiling.edges(own_cell.address) {
                let [next_x, next_y] = raw(draft.tiling.neighbour(own_cell.address, edge));
                spots.entry(moved([x + next_x, y + next_y])).or_insert(BoardPlace::Edge { cell, edge });
            }
        }
        Some(Self { spots })
    }

    /// Returns the hexagon or the edge that a row describes. Returns `None` if the row states no
    /// position.
    ///
    /// # Errors
    /// At this position, the board has neither a hexagon nor an edge.
    pub fn spot(&self, rows: &CellRows<'_>, row: usize) -> Option<Result<BoardPlace, Diagnostic>> {
        Some(TypedPosition::of(rows, row)?.and_then(|position| {
            self.spots.get(&position.halves).copied().ok_or_else(|| {
                let message = format!("no cell and no edge of the board is at {}", position.text);
                let hint = "to see the numbers of cells, write names = \"doubled\" and show-names = \"inside\"; the numbers of an edge are halfway between those of its two cells";
                codes::UNKNOWN_PLACE.error(message).hint(hint).at(position.place)
            })
        }))
    }
}

/// Returns the doubled coordinates of a hexagon. The hexagon with the address `0,0` has the doubled
/// coordinates 0 and 0.
fn raw_position(tiling: Tiling, cell: CellAddress) -> [i64; 2] {
    let (q, r) = (i64::from(cell.q), i64::from(cell.r));
    if tiling == Tiling::FlatTop { [q, 2 * r + q] } else { [2 * q + r, r] }
}
