//! Finds straight lines of cells on every tiling.
//!
//! - In: a tiling, and the cells of a board.
//! - Out: the cells of a line in order.
//! - Not here: the names of cells.

use kurbo::{Point, Vec2};

use crate::cells::touching;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::Tiling;

/// The largest distance between a line and the middle of a cell on this line, in units of a cell's side
/// length.
///
/// Without rounding errors, the distance would be 0.
const ON_LINE: f64 = 1e-6;

/// Returns the cells on the straight line from one cell to another, including both ends.
///
/// Returns `None` if no straight line leads from `from` to `to`. For hexagons, squares and bricks, the
/// line is computed only from the coordinates. The result may therefore contain positions without a
/// cell.
pub fn straight(
    tiling: Tiling,
    cells: &[CellAddress],
    from: CellAddress,
    to: CellAddress,
) -> Option<Vec<CellAddress>> {
    if tiling.is_triangles() {
        return in_strip(tiling, cells, from, to);
    }
    if tiling.polygons() > 1 {
        return through_middles(tiling, cells, from, to);
    }
    let (q, r) = (to.q - from.q, to.r - from.r);
    let steps = 0..=q.abs().max(r.abs());
    let line = steps.map(|step| CellAddress::new(from.q + step * q.signum(), from.r + step * r.signum()));
    tiling.is_straight(to - from).then(|| line.collect())
}

/// Returns the numbers of the three strips that contain a triangle, one for each direction of grid
/// lines.
///
/// A strip is the row of triangles between two neighbouring parallel grid lines. If two triangles have
/// the same number for a direction, they are in the same strip.
pub fn strips(tiling: Tiling, cell: CellAddress) -> [i32; 3] {
    let (q, r) = if tiling == Tiling::TrianglesSideways { (cell.r, cell.q) } else { (cell.q, cell.r) };
    [r, q + i32::from(cell.polygon), q + r]
}

/// The start and the direction of a line. The cells of the line are sorted along this direction.
struct RunAxis {
    tiling: Tiling,
    start: Point,
    direction: Vec2,
}

impl RunAxis {
    fn position(&self, cell: CellAddress) -> f64 {
        (self.tiling.unit_centre(cell) - self.start).dot(self.direction)
    }

    fn sort(&self, cells: &mut [CellAddress]) {
        cells.sort_by(|a, b| self.position(*a).total_cmp(&self.position(*b)));
    }
}

/// Returns the triangles of a strip from one triangle to another, including both ends. Returns `None`
/// if no strip contains both triangles.
fn in_strip(
    tiling: Tiling,
    cells: &[CellAddress],
    from: CellAddress,
    to: CellAddress,
) -> Option<Vec<CellAddress>> {
    let (a, b) = (strips(tiling, from), strips(tiling, to));
    let direction = (0..3).find(|&direction| a[direction] == b[direction])?;
    let start = tiling.unit_centre(from);
    let axis = RunAxis { tiling, start, direction: tiling.unit_centre(to) - start };
    let range = 0.0..=axis.position(to);
    let strip = cells.iter().copied().filter(|address| strips(tiling, *address)[direction] == a[direction]);
    let mut line: Vec<CellAddress> =
        strip.filter(|address| range.contains(&axis.position(*address))).collect();
    axis.sort(&mut line);
    Some(line)
}

/// Returns the cells whose middles are on the straight line from one cell to another.
///
/// Returns `None` unless each of these cells touches the next one.
fn through_middles(
    tiling: Tiling,
    cells: &[CellAddress],
    from: CellAddress,
    to: CellAddress,
) -> Option<Vec<CellAddress>> {
    let (start, end) = (tiling.unit_centre(from), tiling.unit_centre(to));
    let length = start.distance(end).max(ON_LINE);
    let axis = RunAxis { tiling, start, direction: (end - start) / length };
    let range = -ON_LINE..=length + ON_LINE;
    let in_range = cells.iter().copied().filter(|address| range.contains(&axis.position(*address)));
    let mut line: Vec<CellAddress> = in_range
        .filter(|address| axis.direction.cross(tiling.unit_centre(*address) - start).abs() < ON_LINE)
        .collect();
    axis.sort(&mut line);
    line.windows(2).all(|pair| touching(tiling, pair[0]).contains(&pair[1])).then_some(line)
}
