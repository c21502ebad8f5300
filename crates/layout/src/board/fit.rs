//! Computes the size of a board and its place on the sheet.
//!
//! - In: a board, the margins, and a sheet.
//! - Out: the length of a cell's side, and a [`BoardFit`] with the place of every cell on the sheet.
//! - Not here: drawing, and dividing a board into a poster.

use std::ops::Deref;
use std::sync::Arc;

use kurbo::{Point, Rect, Shape as _, Size, Vec2};

use super::area::{self, BoardArea};
use super::points::between_points;
use crate::impose::grid::transposed;
use crate::setup::TOLERANCE;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::grown;
use hexpress_base::tiling::Grid;
use hexpress_game::board_style::Around;
use hexpress_game::{Board, BoardCut, CellSize, Plate, ShowNames};
use hexpress_scene::Lattice;
use hexpress_scene::print::margins::Margins;

/// The place of a board on its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardFit {
    /// The size of the sheet in mm, in the orientation that suits the board.
    pub sheet: Size,
    pub grid: Grid,
    pub side: f64,
    /// The middle of cell (0, 0), in mm from the top left corner of the sheet.
    pub origin: Point,
    /// The bounding box of all cells with their lines, in mm.
    pub cells: Rect,
    /// The size of all cells together, in mm. The outer half of the lines around the outermost cells is
    /// not included.
    pub outlines: Size,
    /// The height of the strip above the cells, in which the elements of `head` are drawn, in mm. The height
    /// is 0 without a strip.
    pub head: f64,
    /// How far the ends of the strip above the cells are inside the left and right edges of `cells`, in mm.
    /// `None` if no plate (a ground with a frame) encloses both the cells and the strip.
    pub head_inset: Option<f64>,
    /// Whether the plate is drawn: the ground and the frame behind the cells. If the layout allows it,
    /// hexpress leaves out the plate when the board then needs fewer sheets.
    pub plate: bool,
    /// The distance from the top of the sheet to the baseline of the small print, in mm. The small
    /// print is a line of text at the bottom. `None` for a board without small print.
    pub bottom_line: Option<f64>,
    /// The part of the sheet that the board takes.
    pub area: BoardArea,
}

impl BoardFit {
    pub const fn lattice(&self) -> Lattice {
        Lattice { grid: self.grid, side: self.side, origin: self.origin }
    }

    /// Returns the middle of a cell on the sheet, in mm.
    pub fn centre(&self, cell: CellAddress) -> Point {
        self.lattice().centre(cell)
    }

    /// Converts a point on the grid, where sides have the length 1, to a point on the sheet, in mm.
    pub fn point(&self, at: Point) -> Point {
        self.origin + at.to_vec2() * self.side
    }

    /// Returns the box of the strip above the cells. The strip is as wide as the area of the board. If
    /// a plate encloses the strip, the strip is as wide as the plate without its inner margin.
    pub fn head_strip(&self) -> Rect {
        let width = self.head_inset.map_or(self.area.face, |inset| self.cells.inset(-inset));
        let bottom = self.cells.y0 + self.head_inset.unwrap_or(0.0);
        Rect::new(width.x0, bottom - self.head, width.x1, bottom)
    }

    /// Returns the bounding box of the cells, the strip above them, and the plate.
    pub fn with_strip(&self) -> Rect {
        match self.head > 0.0 {
            true if self.head_inset.is_some() => Rect { y0: self.cells.y0 - self.head, ..self.cells },
            true => self.cells.union(self.head_strip()),
            false => self.cells,
        }
    }

    /// Returns a corner of a cell on the sheet, in mm. Corners are numbered clockwise from 0. Larger
    /// numbers start again at the first corner: in a hexagon, 6 is the same corner as 0.
    pub fn corner(&self, cell: CellAddress, number: usize) -> Point {
        let unit = self.grid.tiling.unit_corners(cell)[number % self.grid.tiling.edges(cell)];
        let widened = Vec2::new(unit.x * self.grid.width_factor, unit.y);
        self.origin + (self.grid.centre(cell).to_vec2() + widened) * self.side
    }
}

/// A board whose lengths are adapted to its sheet, if necessary.
#[derive(Debug, Clone)]
pub enum SizedBoard<'a> {
    /// The board has the lengths that the layout gives.
    Given(&'a Board),
    /// The layout gives lengths as percentages of cells, and the cells are as large as the sheet
    /// allows. This copy of the board has the resulting lengths.
    Fitted(Arc<Board>),
}

impl Deref for SizedBoard<'_> {
    type Target = Board;

    fn deref(&self) -> &Board {
        match self {
            Self::Given(board) => board,
            Self::Fitted(board) => board,
        }
    }
}

/// The combined height of the small print at the bottom and the gap above it, in mm.
pub const BOTTOM_LINE: f64 = 4.0;

/// The distance from the bottom margin up to the baseline of the small print, in mm.
const BASELINE: f64 = 1.2;

/// Places a board on a sheet of size `paper`, in portrait or landscape. The sides of cells are `side`
/// mm long.
///
/// # Errors
/// The sheet is too small. The error is the size that the board needs.
pub fn board(board: &Board, room: &SpaceAroundCells, side: f64, paper: Size) -> Result<BoardFit, Size> {
    let SpaceAroundCells { unit, beside_cells, small_print_height, head, head_inset, plate, .. } = *room;
    let outlines = unit.size() * side;
    let covers = outlines + Size::new(beside_cells, beside_cells);
    let needs = Size::new(covers.width, covers.height + small_print_height + head);
    let paper = room.better_sheet(paper);
    if room.largest(paper) < side - TOLERANCE || !room.holds_trim(paper) {
        return Err(room.cut.map_or(needs, |cut| area::needed(&cut, needs)));
    }
    let PlacedBoard { page: sheet, area, margin } = room.placed(paper);
    // If there is enough space, the cells are in the middle of the printable area. If there is not, the cells
    // move away from the higher of the two strips: down from the strip above them, or up from the small
    // print. They move by at most half of the difference between the heights.
    let slack = margin.room(sheet).height - needs.height;
    let difference = head - small_print_height;
    let shift = (difference.abs() - slack.clamp(0.0, difference.abs())).copysign(difference) / 2.0;
    let centre = margin.centre(sheet) + Vec2::new(0.0, shift);
    let mid = unit.center().to_vec2() * side;
    let bottom = sheet.height - margin.on_page(sheet).y1 - BASELINE - room.lift();
    Ok(BoardFit {
        sheet,
        grid: board.grid,
        side,
        origin: centre - mid,
        cells: Rect::from_center_size(centre, covers),
        outlines,
        head,
        head_inset,
        plate,
        bottom_line: board.bottom_line.as_ref().map(|_| bottom),
        area,
    })
}

/// How much space a board needs on its sheet around its cells. The size of the cells is not known yet.
#[derive(Debug, Clone, Copy)]
pub struct SpaceAroundCells {
    /// The bounding box of the cells, in units of a cell's side length.
    unit: Rect,
    /// How much wider than its cells the board is, in mm, because of lines, bands, names and the plate on
    /// both sides. Without its strips, the board is also higher than its cells by this length.
    beside_cells: f64,
    /// The height of the strip for the small print below the cells, in mm.
    small_print_height: f64,
    /// The height of the strip above the cells, in mm.
    head: f64,
    /// How far the ends of the strip above the cells are inside the left and right edges of the plate, in mm.
    /// `None` if no plate encloses both the cells and the strip.
    head_inset: Option<f64>,
    plate: bool,
    pub margin: Margins,
    /// How the board is cut out of its sheet. `None` if it is not cut out.
    pub cut: Option<BoardCut>,
}

/// A page, and the place of a board on it.
struct PlacedBoard {
    /// The size of the page, in mm.
    page: Size,
    area: BoardArea,
    /// The distances between the edges of the page and the space for the cells.
    margin: Margins,
}

impl SpaceAroundCells {
    /// Returns the space that a board needs on a sheet with these margins.
    pub fn new(board: &Board, margin: Margins) -> Self {
        Self::with_plate(board, board.plate.as_ref(), margin)
    }

    fn with_plate(board: &Board, plate: Option<&Plate>, margin: Margins) -> Self {
        let lift = board.cut.map_or(0.0, |cut| area::lift(&cut));
        let small_print_height = if board.bottom_line.is_some() { BOTTOM_LINE + lift } else { 0.0 };
        let arcs = board.points.as_ref().filter(|points| !points.arcs.is_empty());
        let widest = match board.cut {
            // The outermost cells may touch the cut. The outer half of their lines is then in the
            // bleed, and needs no space.
            Some(BoardCut { border: 0.0, trim: Some(_), .. }) => {
                board.rim.as_ref().map_or(0.0, |rim| 2.0 * rim.width)
            }
            _ => board.widest_line().max(arcs.map_or(0.0, |points| points.line.width)),
        };
        let (border, reach) = (border(board), plate.map_or(0.0, Plate::extent));
        let around = plate.map(|plate| plate.around);
        let sides = if around == Some(Around::Cells) { border.max(reach) } else { border + reach };
        let beside_cells = widest + 2.0 * sides;
        let head_inset = (around == Some(Around::All)).then_some(reach);
        let (unit, head) = (unit_bounds(board), board.head.height);
        let cut = board.cut;
        Self { unit, beside_cells, small_print_height, head, head_inset, plate: plate.is_some(), margin, cut }
    }

    /// Returns the distance by which the small print is moved up to stay clear of the cut, in mm.
    fn lift(&self) -> f64 {
        self.cut.map_or(0.0, |cut| area::lift(&cut))
    }

    /// Returns the page of a board, and the place of the board on this page. `sheet` is the size of the
    /// paper.
    fn placed(&self, sheet: Size) -> PlacedBoard {
        let Some(cut) = self.cut else {
            let area = BoardArea::whole(self.margin.inside(sheet));
            return PlacedBoard { page: sheet, area, margin: self.margin };
        };
        let (page, area) = BoardArea::of(&cut, self.margin, sheet);
        PlacedBoard { page, area, margin: Margins::around(area.face.inset(-cut.border), page) }
    }

    /// Returns the size of `paper` in the orientation that suits the board better: portrait or
    /// landscape.
    fn better_sheet(&self, paper: Size) -> Size {
        let other = transposed(paper);
        let is_better = match self.cut.and_then(|cut| cut.trim) {
            Some(trim) => (other.width > other.height) == (trim.width > trim.height),
            None => self.largest(other) > self.largest(paper),
        };
        if is_better { other } else { paper }
    }

    /// Returns whether the trim size of the board, with the bleed and the crop marks, fits a sheet. Always
    /// returns true if the layout sets no trim size, or if the page is made for a print shop.
    fn holds_trim(&self, sheet: Size) -> bool {
        let Some(cut) = self.cut.filter(|cut| !cut.page.is_for_shop() && cut.trim.is_some()) else {
            return true;
        };
        let (needed, room) = (area::needed(&cut, Size::ZERO), self.margin.room(sheet));
        needed.width <= room.width + TOLERANCE && needed.height <= room.height + TOLERANCE
    }

    /// If the board does not fit its trim, returns two sizes: the size that the board needs, and the size
    /// that is available inside the trim. Otherwise, returns `None`. The sides of the cells are `side` mm
    /// long.
    pub fn beyond_trim(&self, side: f64) -> Option<(Size, Size)> {
        let cut = self.cut?;
        let offered = grown(cut.trim?, -cut.border);
        let covers = self.unit.size() * side + Size::new(self.beside_cells, self.beside_cells);
        let needs = Size::new(covers.width, covers.height + self.small_print_height + self.head);
        let fits = needs.width <= offered.width + TOLERANCE && needs.height <= offered.height + TOLERANCE;
        (!fits).then_some((needs, offered))
    }

    /// Leaves out the plate behind the cells, if the layout allows it.
    pub fn without_plate(self, board: &Board) -> Self {
        let plate = board.plate.as_ref().filter(|plate| !plate.gives_way);
        let bare = Self::with_plate(board, plate, self.margin);
        Self { beside_cells: bare.beside_cells, head_inset: bare.head_inset, plate: plate.is_some(), ..self }
    }

    /// Leaves out the strip above the cells, if the layout allows it.
    pub fn without_head(self, board: &Board) -> Self {
        Self { head: if board.head.gives_way { 0.0 } else { self.head }, ..self }
    }

    /// Returns the largest length of a cell's side, in mm, at which the board fits a sheet in this
    /// orientation.
    fn largest(&self, sheet: Size) -> f64 {
        let PlacedBoard { page, margin, .. } = self.placed(sheet);
        let room = margin.grown(self.beside_cells / 2.0).room(page);
        (room.width / self.unit.width())
            .min((room.height - self.small_print_height - self.head) / self.unit.height())
    }
}

/// Returns the length of the side of a board's cells, in mm. If the layout does not set it, returns the
/// largest length at which the board fits a sheet of the size `design`.
pub fn cell_side(board: &Board, room: &SpaceAroundCells, design: Size) -> f64 {
    match board.size {
        CellSize::Across(across) => board.grid.tiling.side_from_across(across),
        CellSize::Largest => {
            let side = room.largest(design).max(room.largest(transposed(design)));
            // The distance between opposite sides is rounded to hundredths of a millimetre, so that
            // users can print and measure it.
            let across = board.grid.tiling.across_from_side(side);
            board.grid.tiling.side_from_across((across * 100.0 + TOLERANCE).floor() / 100.0)
        }
    }
}

/// Returns the board with the lengths that it has on a sheet of the size `design`.
///
/// The result differs from `board` only if two conditions are met: some lengths are percentages of cells, and
/// the layout makes cells as large as the sheet allows.
pub fn sized<'a>(board: &'a Board, margin: Margins, design: Size) -> SizedBoard<'a> {
    if board.size != CellSize::Largest || !board.has_percentage_lengths() {
        return SizedBoard::Given(board);
    }
    let grid = board.grid;
    let side = |board: &Board| cell_side(board, &SpaceAroundCells::new(board, margin), design);
    let room = |cell: f64| {
        let room = SpaceAroundCells::new(&board.with_cells_of(cell), margin);
        grid.across(room.largest(design).max(room.largest(transposed(design))))
    };
    let fitted = board.with_cells_of(largest_cell(room));
    let side = side(&fitted);
    let mut sized = fitted.with_cells_of(grid.across(side));
    // The size of cells was rounded down, so some space is free. The size is fixed here, so that the cells do
    // not grow into this space. Exception: if the layout sets the places of points, a fixed size would move
    // the board away from the middle of the sheet.
    if !grid.is_free() {
        sized.size = CellSize::Across(board.grid.tiling.across_from_side(side));
    }
    SizedBoard::Fitted(Arc::new(sized))
}

/// Returns the size of cells that exactly fill the sheet.
///
/// Larger cells have wider lines and larger names, which leave less space for the cells. `room(size)` returns
/// the size of the largest cells that fit if lines and names are as large as those of cells of size `size`.
/// The cells exactly fill the sheet if `room(size)` equals `size`. `room` never grows with its argument, so
/// there is only one such size. `room` is almost linear, so a few steps are enough to find it.
fn largest_cell(room: impl Fn(f64) -> f64) -> f64 {
    /// The maximum number of steps. Every second step halves the range of possible sizes.
    const STEPS: usize = 60;
    const EXACT: f64 = 1e-9;
    let (mut least, mut most) = (0.0, room(0.0).max(0.0));
    let mut beyond = [most, room(most) - most];
    for step in 0..STEPS {
        let [at_least, at_most] = beyond;
        let between = match step % 2 {
            0 if at_least > at_most => least + (most - least) * at_least / (at_least - at_most),
            _ => (least + most) / 2.0,
        };
        let more = room(between) - between;
        if more.abs() < EXACT {
            return between;
        }
        if more > 0.0 { (least, beyond[0]) = (between, more) } else { (most, beyond[1]) = (between, more) }
    }
    least
}

/// Returns the width of the bands and names on each side of the cells, in mm.
pub fn border(board: &Board) -> f64 {
    let names = match board.name_style.show {
        ShowNames::Outside if board.name_style.each_seat => {
            board.name_style.size * (NAME_ROOM + MAX_EXTRA_DISTANCE_EMS)
        }
        ShowNames::Outside => board.name_style.size * NAME_ROOM,
        ShowNames::Inside | ShowNames::Edge | ShowNames::None => 0.0,
    };
    band(board) + names
}

/// The width of the space for names outside a board, in ems.
pub const NAME_ROOM: f64 = 2.2;
/// The largest additional distance by which a name may move outwards to avoid another name, in ems.
pub const MAX_EXTRA_DISTANCE_EMS: f64 = 1.8;

/// Returns how far the band along a side of the board extends from the cells, in mm. The distance is
/// larger than the width of the band, because the mitres at corners extend farther.
pub fn band(board: &Board) -> f64 {
    board.sides_width * board.grid.tiling.corner_to_edge_ratio()
}

/// Returns the bounding box of a board's cells and of the curved lines between its points, in units of
/// a cell's side length.
pub fn unit_bounds(board: &Board) -> Rect {
    let grid = board.grid;
    let cells = board
        .cells
        .iter()
        .map(|cell| grid.bounds(cell.address) + grid.centre(cell.address).to_vec2())
        .reduce(|a, b| a.union(b))
        .unwrap_or(Rect::new(-1.0, -1.0, 1.0, 1.0));
    // If the layout gives the places of cells in mm, they are measured from the middle of the sheet. The box
    // is then extended, so that the origin is in its middle.
    let cells = match board.size {
        CellSize::Across(_) if grid.is_free() => {
            cells.union(Rect::new(-cells.x1, -cells.y1, -cells.x0, -cells.y0))
        }
        _ => cells,
    };
    match board.points.as_ref().filter(|points| !points.arcs.is_empty()) {
        Some(points) => {
            cells.union(between_points(board, points, |address| grid.centre(address)).bounding_box())
        }
        None => cells,
    }
}
