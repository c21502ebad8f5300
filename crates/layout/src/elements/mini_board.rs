//! Draws a small picture of a board, such as a map on a card.
//!
//! - In: the name of a board of the game, and the size of the picture.
//! - Out: the cells of the board in their colours, and its roads, lines and marks.
//! - Not here: names, labels and patterns. They would be too small to be seen.

use kurbo::{Affine, BezPath, Point, Rect, Size, Vec2};

use super::paint::Paint;
use super::small_mark::{MARK_SIZE, MAX_LINE_WIDTH_MM, outline_on};
use crate::board::points::between_points;
use crate::board::roads::stop_point;
use crate::board::{cells, fit};
use crate::draw::painter::{Context, Painter};
use crate::sheet_builder::open_line;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::polygon;
use hexpress_base::round_shapes;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::board::MarkOnKind;
use hexpress_game::{Board, Cell, CellSize, Road, Shape};
use hexpress_scene::{Drawing, Ink, Stroke};

/// The cell width for which marks are designed, in mm. The width is measured between opposite sides.
pub const NOMINAL_CELL: f64 = 45.0;
/// A mark that is larger than usual on its board is also larger than usual in the picture, but at most by
/// this factor.
const MAX_ENLARGEMENT: f64 = 3.0;
/// The width of the square from which the size of a small mark is computed, as a multiple of the length of a
/// cell's side.
///
/// The square is larger than the cell, because a small mark takes only the fraction [`MARK_SIZE`] of the
/// square's width. A usual mark is 3.6 × 0.13 = 0.47 cell sides wide: about a quarter of the width of a
/// hexagon.
const MARK_BOX: f64 = 3.6;
/// The largest width of a line around a cell, in mm.
const MAX_LINE_WIDTH: f64 = 0.25;
/// The default width of a route (`walk`), as a multiple of a cell's side.
const ROUTE_WIDTH: f64 = 0.22;
/// The length of the arrowhead at the end of a route, as a multiple of the route's line width.
const HEAD_LENGTH: f64 = 3.5;
/// The largest length of an arrowhead, as a fraction of the last leg of the route.
const MAX_HEAD_SHARE: f64 = 0.6;
/// The radius of the dot at the start of a route, as a multiple of the route's line width.
const DOT: f64 = 1.3;
/// The smallest width of the line around a mark that would otherwise be hard to see, in mm.
const MIN_MARK_LINE: f64 = 0.1;

impl Painter<'_, '_> {
    /// Draws a small picture of a board, no larger than `size`, with a route on it. Returns no
    /// drawings if the game does not have the board.
    pub fn small_board(
        &mut self,
        name: &str,
        size: Size,
        route: &[CellAddress],
        paint: &Paint,
        context: Context<'_>,
    ) -> Vec<Drawing> {
        let Some(board) = self.game.board(name) else { return Vec::new() };
        let mut picture = MiniBoard::new(board, size);
        let marks = self.small_marks(&picture, context);
        picture.draw_cells();
        picture.draw_marks(&marks);
        picture.draw_route(route, paint);
        picture.drawings
    }

    /// Draws the marks of a board around the origin. A mark that uses fields of the cells is drawn once
    /// for each kind of cell. Every other mark is drawn only once.
    fn small_marks(&mut self, picture: &MiniBoard<'_>, context: Context<'_>) -> SmallMarks {
        let board = picture.board;
        let mut marks = SmallMarks::new();
        for cell in &board.cells {
            for mark in cell.marks.iter().map(|mark| board.mark_on(*mark, cell.kind)) {
                if !marks.contains_key(&mark) {
                    let drawings = self.mark_of_picture(mark, picture, context);
                    marks.insert(mark, drawings);
                }
            }
        }
        marks
    }

    /// Draws one mark around the origin.
    ///
    /// A mark that fills its cell on the board also fills its cell in the picture. All other marks
    /// have about the same size.
    fn mark_of_picture(
        &mut self,
        mark: MarkOnKind,
        picture: &MiniBoard<'_>,
        context: Context<'_>,
    ) -> Vec<Drawing> {
        let board = picture.board;
        let Some(shown) = board.marks.get(mark.mark) else { return Vec::new() };
        let element = &shown.element;
        if matches!(element.shape, Shape::Text(..) | Shape::Compass(_) | Shape::QrCode(_)) {
            return Vec::new();
        }
        let context = Context { row: board.row_of(mark), ..context };
        let mark_box = Size::new(picture.side * MARK_BOX, picture.side * MARK_BOX);
        let extent = self.mark_extent(element, picture.across, context);
        let in_picture = extent * board.grid.tiling.unit_across() * picture.side;
        let enlarged =
            (in_picture / (picture.across * mark_box.width * MARK_SIZE)).clamp(1.0, MAX_ENLARGEMENT);
        self.small_mark(element, mark_box * enlarged, 0.0, Point::ZERO, context)
    }
}

type SmallMarks = SortedMap<MarkOnKind, Vec<Drawing>>;

struct MiniBoard<'b> {
    board: &'b Board,
    /// The bounding box of the cells, in units of a cell's side length.
    unit_bounds: Rect,
    /// The length of a side of a cell in the picture, in mm.
    side: f64,
    /// The width of a cell on the board, between opposite sides, in mm. If the layout does not set it,
    /// it is [`NOMINAL_CELL`].
    across: f64,
    /// The largest width of a line around a cell, in mm.
    widest_line: f64,
    drawings: Vec<Drawing>,
}

impl<'b> MiniBoard<'b> {
    fn new(board: &'b Board, size: Size) -> Self {
        let unit_bounds = fit::unit_bounds(board);
        let widest_line = board.line.width.min(MAX_LINE_WIDTH);
        let side = ((size.width - widest_line) / unit_bounds.width())
            .min((size.height - widest_line) / unit_bounds.height());
        let across = match board.size {
            CellSize::Across(across) => across,
            CellSize::Largest => NOMINAL_CELL,
        };
        Self { board, unit_bounds, side, across, widest_line, drawings: Vec::new() }
    }

    /// Returns the middle of a cell, in mm from the middle of the picture.
    fn centre(&self, cell: CellAddress) -> Vec2 {
        (self.board.grid.centre(cell) - self.unit_bounds.center()) * self.side
    }

    fn corner(&self, cell: CellAddress, number: usize) -> Point {
        let corners: Vec<_> = self.board.grid.corners(cell).collect();
        self.centre(cell).to_point() + corners[number % corners.len().max(1)] * self.side
    }

    fn outline(&self, cell: &Cell) -> BezPath {
        if self.board.has_discs {
            return hexpress_base::round_shapes::circle(Point::ZERO, self.side / 2.0);
        }
        let corners = self.board.grid.sharp_corners(cell.address);
        polygon(&corners.map(|corner| (corner * self.side).to_point()).collect::<Vec<_>>())
    }

    fn fill(&self, cell: &Cell) -> Option<Ink> {
        let kind = self.board.kinds.get(cell.kind)?;
        let hides_lines = self.board.joins_free_points() && kind.is_drawn(self.board);
        let paper = hides_lines.then(|| Ink::new("white", [0xFF; 3]));
        kind.fill.clone().map(Ink::plain).or(paper)
    }

    /// Converts a line of the board to a line of the picture. Returns `None` if the line of the
    /// board has no width.
    fn stroke(&self, stroke: &Stroke) -> Option<Stroke> {
        let width = stroke.width.min(self.widest_line);
        (width > 0.0).then(|| Stroke { width, ..stroke.with_dashes_for(self.side) })
    }

    /// Moves drawings to the middle of a cell, and adds them to the picture.
    fn push(&mut self, cell: &Cell, drawings: Vec<Drawing>) {
        self.drawings.push(Drawing::moved(Affine::translate(self.centre(cell.address)), drawings));
    }

    fn push_outline(&mut self, cell: &Cell, fill: Option<Ink>, stroke: Option<Stroke>) {
        let path = self.outline(cell);
        self.push(cell, vec![Drawing::Path { path, fill, stroke }]);
    }

    /// Draws the cells, roads and lines of the board in the same order as on the board.
    fn draw_cells(&mut self) {
        let board = self.board;
        // Usually, a cell is filled and outlined in one step. The fill of a cell covers parts of its
        // neighbours' lines, but the cell's own line is then drawn over the same places.
        //
        // On a board with roads, every cell is drawn in two steps, because roads are drawn after the
        // fills and before the lines. A cell whose kind sets an outline is also drawn in two steps.
        let (in_two_steps, at_once): (Vec<_>, Vec<_>) = cells::in_outline_order(board)
            .into_iter()
            .partition(|cell| !board.roads.is_empty() || cells::own_line(board, cell).is_some());
        // If the layout sets the places of points, the lines between points are drawn before the
        // cells.
        let is_free = board.grid.is_free();
        if is_free {
            self.draw_lines();
        }
        for cell in &in_two_steps {
            if let Some(fill) = self.fill(cell) {
                self.push_outline(cell, Some(fill), None);
            }
        }
        for cell in &at_once {
            self.push_outline(cell, self.fill(cell), self.stroke(&board.line));
        }
        for road in &board.roads {
            self.drawings.push(self.road(road));
        }
        for cell in &in_two_steps {
            if let Some(stroke) = self.stroke(cells::own_line(board, cell).unwrap_or(&board.line)) {
                self.push_outline(cell, None, Some(stroke));
            }
        }
        if !is_free {
            self.draw_lines();
        }
    }

    /// Draws the lines between points.
    fn draw_lines(&mut self) {
        let Some(points) = &self.board.points else { return };
        let width = points.line.width.min(MAX_LINE_WIDTH_MM);
        let stroke = Stroke { width, ..points.line.with_dashes_for(self.side) };
        let path = between_points(self.board, points, |address| self.centre(address).to_point());
        self.drawings.push(Drawing::stroked(path, stroke));
    }

    /// Returns a road. Its width is to scale, unless it would then be too narrow to be visible.
    fn road(&self, road: &Road) -> Drawing {
        let scale = self.side * self.board.grid.tiling.unit_across() / self.across;
        let stops: Vec<Point> = road
            .stops
            .iter()
            .map(|stop| {
                stop_point(
                    *stop,
                    |address| self.centre(address).to_point(),
                    |address, number| self.corner(address, number),
                )
            })
            .collect();
        let width = (road.line.width * scale).max(road.line.width.min(MAX_LINE_WIDTH_MM));
        let dashed = road.line.with_dashes_for(self.side);
        let stroke = Stroke { width, round: dashed.dash.is_empty(), ..dashed };
        Drawing::stroked(open_line(&stops), stroke)
    }

    /// Draws a route: a dot on the first cell, and an arrow to the last cell.
    fn draw_route(&mut self, route: &[CellAddress], paint: &Paint) {
        let points: Vec<Point> = route.iter().map(|address| self.centre(*address).to_point()).collect();
        let [.., before, last] = points[..] else { return };
        let stroke = paint.line.clone().unwrap_or_else(|| {
            Stroke::solid((self.side * ROUTE_WIDTH).max(MAX_LINE_WIDTH_MM), paint.colour.clone())
        });
        let (ink, width) = (stroke.ink.clone(), stroke.width);
        let length = (last - before).hypot();
        let head = (width * HEAD_LENGTH).min(length * MAX_HEAD_SHARE);
        let along = (last - before) / length.max(f64::EPSILON);
        let across = Vec2::new(-along.y, along.x) * (head / 2.0);
        // The line ends inside the arrowhead, because the tip of the arrowhead is narrower than the
        // line.
        let neck = last - along * head;
        let mut line = points.clone();
        line.pop();
        line.push(last - along * (head * 0.9));
        self.drawings.push(Drawing::stroked(open_line(&line), stroke));
        let tip = polygon(&[last, neck + across, neck - across]);
        self.drawings.push(Drawing::filled(tip, ink.clone()));
        let dot = round_shapes::circle(points[0], width * DOT);
        self.drawings.push(Drawing::filled(dot, ink));
    }

    fn draw_marks(&mut self, marks: &SmallMarks) {
        let line = self.widest_line.max(MIN_MARK_LINE);
        for cell in self.board.cells.iter().filter(|cell| !cell.marks.is_empty()) {
            let of_cell = cell.marks.iter().map(|mark| self.board.mark_on(*mark, cell.kind));
            let mut drawn: Vec<Drawing> =
                of_cell.filter_map(|mark| marks.get(&mark)).flatten().cloned().collect();
            outline_on(self.fill(cell).as_ref(), line, &mut drawn);
            self.push(cell, drawn);
        }
    }
}
