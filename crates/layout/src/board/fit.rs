//! How large a board is, and where it lies on its sheet.

use kurbo::{Point, Rect, Shape as _, Size, Vec2};

use super::points::between_points;
use crate::base::hex::Hex;
use crate::base::tiling::{Grid, Tiling};
use crate::layout::impose::grid::turned;
use crate::layout::setup::TOLERANCE;
use crate::model::{Board, CellSize, ShowNames};
use crate::print::margins::Margins;
use crate::scene::Lattice;

/// A board on its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardFit {
    /// The sheet, as it lies: width and height in mm.
    pub sheet: Size,
    /// What its cells are.
    pub tiling: Tiling,
    /// How many times as wide as in the tiling they are.
    pub wide: f64,
    /// The side of a cell, in mm.
    pub side: f64,
    /// Where cell (0, 0) has its centre, in mm from the sheet's top left corner.
    pub origin: Point,
    /// Everything the cells cover, their lines included.
    pub cells: Rect,
    /// What the outlines of its cells measure in all: what a ruler finds, whatever the widths of line and rim.
    pub outlines: Size,
    /// The height of the strip above the cells, in mm; 0 for none.
    pub head: f64,
    /// Where the small print along the bottom has its baseline, if there is any.
    pub bottom_line: Option<f64>,
}

impl BoardFit {
    /// What its cells lie on.
    pub const fn grid(&self) -> Grid {
        Grid { tiling: self.tiling, wide: self.wide }
    }

    /// Where its cells lie.
    pub const fn lattice(&self) -> Lattice {
        Lattice { grid: self.grid(), side: self.side, origin: self.origin }
    }

    /// The middle of a cell.
    pub fn middle(&self, hex: Hex) -> Point {
        self.lattice().middle(hex)
    }

    /// A place on a grid of side 1.
    pub fn point(&self, at: Point) -> Point {
        self.origin + at.to_vec2() * self.side
    }

    /// The strip above the cells, between the edges of what the printer reaches.
    pub fn strip(&self, printable: Rect) -> Rect {
        Rect::new(printable.x0, self.cells.y0 - self.head, printable.x1, self.cells.y0)
    }

    /// The `k`-th corner of a cell, clockwise.
    pub fn corner(&self, hex: Hex, k: usize) -> Point {
        let corner = self.tiling.unit_corners(hex)[k % self.tiling.edges(hex)];
        let corner = Vec2::new(corner.x * self.wide, corner.y);
        self.origin + (self.grid().middle(hex).to_vec2() + corner) * self.side
    }
}

/// Height of the strip that the small print takes, in mm, and of the gap above it.
pub const BOTTOM_LINE: f64 = 4.0;

/// Places a board whose cells have sides of `side` mm on the sheet at hand.
///
/// # Errors
/// The board's own width and height where they are larger than the sheet at hand.
pub fn board(board: &Board, room: &Room, side: f64, paper: Size) -> Result<BoardFit, Size> {
    let Room { unit, line, strip, head, margin } = *room;
    let outlines = unit.size() * side;
    let covers = outlines + Size::new(line, line);
    let needs = Size::new(covers.width, covers.height + strip + head);
    // The way in which more room is left.
    let sheet = if room.largest(turned(paper)) > room.largest(paper) { turned(paper) } else { paper };
    if room.largest(sheet) < side - TOLERANCE {
        return Err(needs);
    }
    let centre = margin.middle(sheet);
    // Unless the board needs the height of what stands above it or below, it is in the middle of what is printed.
    let slack = margin.room(sheet).height - needs.height;
    let aside = head - strip;
    let centre = centre + Vec2::new(0.0, (aside.abs() - slack.clamp(0.0, aside.abs())).copysign(aside) / 2.0);
    let middle = unit.center().to_vec2() * side;
    let bottom = sheet.height - margin.on_page(sheet).y1 - 1.2;
    Ok(BoardFit {
        sheet,
        tiling: board.tiling,
        wide: board.wide,
        side,
        origin: centre - middle,
        cells: Rect::from_center_size(centre, covers),
        outlines,
        head,
        bottom_line: board.bottom_line.as_ref().map(|_| bottom),
    })
}

/// What a board needs of its sheet.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// What the cells cover on a grid of side 1.
    unit: Rect,
    /// What stands at both sides of the cells together, mm.
    line: f64,
    /// The height of the small print, mm.
    strip: f64,
    /// The height of the strip above the cells, mm.
    head: f64,
    /// Along the edges of the sheet.
    pub margin: Margins,
}

impl Room {
    /// What a board needs between such margins.
    pub fn of(board: &Board, margin: Margins) -> Self {
        let strip = if board.bottom_line.is_some() { BOTTOM_LINE } else { 0.0 };
        let bows = board.points.as_ref().filter(|points| !points.bows.is_empty());
        let widest = board.widest_line().max(bows.map_or(0.0, |points| points.line.width));
        let line = widest + 2.0 * border(board);
        Self { unit: unit_bounds(board), line, strip, head: board.head.height, margin }
    }

    /// The same without the strip above the cells.
    pub fn without_head(self) -> Self {
        Self { head: 0.0, ..self }
    }

    /// The largest side, in mm, for which the cells fit into a sheet that lies this way.
    fn largest(&self, sheet: Size) -> f64 {
        let room = self.margin.grown(self.line / 2.0).room(sheet);
        (room.width / self.unit.width()).min((room.height - self.strip - self.head) / self.unit.height())
    }
}

/// The side of a board's cells, in mm: the one it asks for, or the largest that its design sheet allows.
pub fn cell_side(board: &Board, room: &Room, design: Size) -> f64 {
    match board.size {
        CellSize::Across(across) => board.tiling.side_from_across(across),
        CellSize::Largest => {
            let side = room.largest(design).max(room.largest(turned(design)));
            // Hundredths of a millimetre from flat to flat: a size that can be told and measured.
            let across = board.tiling.across_from_side(side);
            board.tiling.side_from_across((across * 100.0 + TOLERANCE).floor() / 100.0)
        }
    }
}

/// What a board needs all round its cells: bands along its sides, and names beside them.
pub fn border(board: &Board) -> f64 {
    let names = match board.name_style.show {
        ShowNames::Outside if board.name_style.each_seat => board.name_style.size * (BESIDE + FURTHER),
        ShowNames::Outside => board.name_style.size * BESIDE,
        ShowNames::Inside | ShowNames::Edge | ShowNames::None => 0.0,
    };
    band(board) + names
}

/// What names beside a board need, in ems.
pub const BESIDE: f64 = 2.2;
/// How much further out a name may stand where there is another one, in ems: both ends of lines have names there.
pub const FURTHER: f64 = 1.8;

/// The band along a side, and a mitre at its corners, in mm.
pub fn band(board: &Board) -> f64 {
    board.sides_width * board.tiling.reach()
}

/// What the cells cover on a grid of side 1.
pub fn unit_bounds(board: &Board) -> Rect {
    let covers = |hex| board.grid().bounds(hex) + board.grid().middle(hex).to_vec2();
    let boxes = board.cells.iter().map(|cell| covers(cell.hex));
    let cells = boxes.reduce(|a, b| a.union(b)).unwrap_or(Rect::new(-1.0, -1.0, 1.0, 1.0));
    match board.points.as_ref().filter(|points| !points.bows.is_empty()) {
        Some(points) => {
            cells.union(between_points(board, points, |hex| board.grid().middle(hex)).bounding_box())
        }
        None => cells,
    }
}
