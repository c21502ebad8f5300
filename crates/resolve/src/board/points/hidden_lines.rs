//! Warns about lines that pass behind cells.
//!
//! - In: points that are placed in mm or along a curve, the cells around them, their links and roads.
//! - Out: one warning. It describes the first line that passes behind a cell, and says how many other
//!   lines do so. The cells at the two ends of a line do not count.
//! - Not here: arcs. Lines between points on a tiling are not checked either: they end at the next point,
//!   so they cannot pass behind a cell.

use kurbo::{Line, ParamCurveNearest, Point, Rect};

use super::super::cells::BoardDraft;
use super::free_points::FreeCells;
use crate::context::Resolver;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::cell_index::CellIndex;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_game::{Points, Road};

/// How far a line may extend into a cell without a warning, as a fraction of the cell's size.
const MAX_HIDDEN_FRACTION: f64 = 0.02;

/// A line between the centres of two cells.
struct CentreLine {
    ends: [usize; 2],
    place: SourceSpan,
}

/// Warns about the links and roads that pass behind cells.
pub fn warn(
    draft: &BoardDraft<'_>,
    cells: FreeCells,
    points: &Points,
    roads: &[Road],
    resolver: &mut Resolver<'_>,
) {
    let places: Vec<Point> = draft.cells.iter().map(|cell| centre(cell.address)).collect();
    let sweep = Sweep::new(&places, cells);
    let links = draft.table.links.iter().flat_map(|value| {
        let place = resolver.place(value);
        points.links.iter().map(move |ends| CentreLine { ends: *ends, place })
    });
    let index = CellIndex::from_cells(&draft.addresses());
    let hidden: Vec<(CentreLine, Vec<usize>)> = links
        .chain(roads.iter().flat_map(|road| steps(&index, road)))
        .map(|line| {
            let covering = sweep.covering(&line);
            (line, covering)
        })
        .filter(|(_, covering)| !covering.is_empty())
        .collect();
    let Some((line, covering)) = hidden.first() else { return };
    let name = |cell: usize| draft.names.as_ref().and_then(|names| names.get(cell)).unwrap_or("?");
    let behind: Vec<String> = covering.iter().map(|cell| format!("`{}`", name(*cell))).collect();
    let more = match hidden.len() - 1 {
        0 => String::new(),
        1 => "; another line also passes behind cells".to_owned(),
        n => format!("; {n} other lines also pass behind cells"),
    };
    let message = format!(
        "the line from `{}` to `{}` passes behind {}{more}",
        name(line.ends[0]),
        name(line.ends[1]),
        behind.join(", ")
    );
    let hint = "make the cells smaller, or move points so that the line is clear of other cells";
    resolver.warnings.push(codes::IDLE_KEY.warning(message).at(line.place).hint(hint));
}

/// Returns the centre of a cell, in coordinate steps.
fn centre(cell: CellAddress) -> Point {
    Point::new(f64::from(cell.q), f64::from(cell.r))
}

/// Returns the straight parts of a road. Each part leads from the centre of a cell to the centre of
/// the next cell.
fn steps(index: &CellIndex, road: &Road) -> Vec<CentreLine> {
    let stops: Vec<usize> = road.stops.iter().filter_map(|stop| index.get(stop.address)).collect();
    stops.windows(2).map(|pair| CentreLine { ends: [pair[0], pair[1]], place: road.place }).collect()
}

/// The centres of cells. `order` sorts them from left to right. A line is compared only with the cells
/// that are above, below or on it, and not with those to its left or right.
struct Sweep<'p> {
    places: &'p [Point],
    order: Vec<usize>,
    cells: FreeCells,
}

impl<'p> Sweep<'p> {
    fn new(places: &'p [Point], cells: FreeCells) -> Self {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by(|a, b| places[*a].x.total_cmp(&places[*b].x).then(a.cmp(b)));
        Self { places, order, cells }
    }

    /// Returns the cells that cover a part of a line. Leaves out the cells at the two ends of the line.
    fn covering(&self, line: &CentreLine) -> Vec<usize> {
        let [from, to] = line.ends.map(|end| self.places[end]);
        let size = kurbo::Size::new(self.cells.width_factor, 1.0)
            * (self.cells.steps_per_side() * (1.0 - MAX_HIDDEN_FRACTION));
        let reach = size.width / 2.0;
        let first = self.order.partition_point(|cell| self.places[*cell].x < from.x.min(to.x) - reach);
        let mut covering: Vec<usize> = self.order[first..]
            .iter()
            .copied()
            .take_while(|cell| self.places[*cell].x <= from.x.max(to.x) + reach)
            .filter(|cell| !line.ends.contains(cell))
            .filter(|cell| {
                let at = self.places[*cell];
                match self.cells.has_discs {
                    true => Line::new(from, to).nearest(at, 1e-9).distance_sq < reach * reach,
                    false => passes_through(Rect::from_center_size(at, size), from, to),
                }
            })
            .collect();
        covering.sort_unstable();
        covering
    }
}

/// Returns whether a line passes through a box (Liang and Barsky, 1984).
fn passes_through(area: Rect, from: Point, to: Point) -> bool {
    let along = to - from;
    let sides = [
        (-along.x, from.x - area.x0),
        (along.x, area.x1 - from.x),
        (-along.y, from.y - area.y0),
        (along.y, area.y1 - from.y),
    ];
    // Where the line enters and leaves the box, as fractions of the length of the line.
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (speed, room) in sides {
        if speed == 0.0 && room < 0.0 {
            return false;
        }
        if speed < 0.0 {
            enters = enters.max(room / speed);
        } else if speed > 0.0 {
            leaves = leaves.min(room / speed);
        }
    }
    enters < leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_pass_through_a_box_or_beside_it() {
        let area = Rect::new(10.0, 20.0, 30.0, 24.0);
        let passes = |from: (f64, f64), to: (f64, f64)| passes_through(area, from.into(), to.into());
        assert!(passes((0.0, 22.0), (40.0, 22.0)) && passes((20.0, 0.0), (20.0, 40.0)));
        assert!(passes((8.0, 18.0), (20.0, 22.0)) && passes((15.0, 21.0), (16.0, 23.0)));
        // Above, below, to the left and to the right of the box.
        assert!(!passes((0.0, 19.0), (40.0, 19.0)) && !passes((0.0, 25.0), (40.0, 25.0)));
        assert!(!passes((9.0, 0.0), (9.0, 40.0)) && !passes((31.0, 0.0), (31.0, 40.0)));
        // The line ends before the box, or passes a corner.
        assert!(!passes((0.0, 22.0), (9.0, 22.0)) && !passes((8.0, 22.0), (12.0, 16.0)));
    }
}
