//! Makes stickers that show cells of a board. Users put them on a printed board, over cells that have
//! changed.
//!
//! - In: a board, and the cells that look different in a new version.
//! - Out: a component with a piece for each of these cells. The pieces have the size and the
//!   outline of the cells, and show the same drawings as the cells.
//! - Not here: finding the cells that look different, and packing the stickers.

use kurbo::{Affine, BezPath, Line, ParamCurve as _, PathEl, Point, Rect, Shape as _, Size};

use crate::board;
use crate::board::cell_outline::CellOutline;
use crate::board::fit::{self, BoardFit, SizedBoard, SpaceAroundCells};
use crate::draw::bounds::bounds;
use crate::plan::piece_size;
use crate::poster::{BoardDivider, Divider};
use crate::setup::Setup;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::diag::{Diagnostic, Report, Result, codes};
use hexpress_base::tiling::Tiling;
use hexpress_base::tiling::hex::Orientation;
use hexpress_base::units::width_and_height;
use hexpress_game::values::{ColumnBuilder, Values};
use hexpress_game::{Board, Body, Component, Game, Outline, PieceSet, PieceSize, Sharing};
use hexpress_language::values::choice::Pack;
use hexpress_scene::print::paper::SheetClass;
use hexpress_scene::text::{Fonts, Shaper};
use hexpress_scene::{CellDrawings, CellRow, Drawing, Group, Role};

/// The outline of a cell is scaled by this factor before the drawings inside it are searched for. The outline
/// is then slightly smaller, so that drawings of neighbouring cells that only touch the cell are not found.
const OUTLINE_SCALE: f64 = 0.999;
/// The largest distance between a curve and the straight lines that replace it, in mm.
const FLATNESS: f64 = 0.01;
/// In the deck of stickers, the name of the column that contains the names of the cells.
const NAME: &str = "name";

/// The board for which stickers are made, and its place on a sheet.
struct DrawnBoard<'a> {
    board: SizedBoard<'a>,
    fit: BoardFit,
    drawings: Vec<Drawing>,
}

/// Returns a component called `name` with a sticker for each cell in `cells`, which contains indices of cells
/// of the board.
///
/// # Errors
/// The board cannot be drawn, or it lacks one of the cells, or its cells are not hexagons, squares or
/// points.
pub fn patches(
    game: &Game,
    fonts: &Fonts,
    setup: &Setup,
    component: &Component,
    name: &str,
    cells: &[usize],
) -> Result<Component, Report> {
    let Body::Board(board) = &component.body else {
        return Err(no_cells(&component.name).into());
    };
    let outline = outline(board).ok_or_else(|| wrong_cells(&component.name))?;
    let drawn = DrawnBoard::new(game, fonts, setup, component, board)?;
    let mut names = ColumnBuilder::new(NAME.into());
    let (mut faces, mut size) = (Vec::with_capacity(cells.len()), Size::ZERO);
    for index in cells {
        let Some(cell) = board.cells.get(*index) else {
            let message = format!(
                "`{}` has {} cells, so there is no cell {}",
                component.name,
                board.cells.len(),
                index + 1
            );
            return Err(codes::BAD_OPTION.error(message).into());
        };
        let shape = CellOutline::new(&drawn.board, cell.address, drawn.fit.side).frame;
        size = shape.size;
        let name = board.names.as_ref().and_then(|names| names.get(*index)).unwrap_or_default();
        names.push_text(name);
        faces.push(drawn.cut_out(drawn.fit.centre(cell.address), &shape.outline()));
    }
    if !PieceSize::allows(size) {
        let message = format!(
            "the cells of `{}` measure {} mm, but stickers must measure 2 to 2000 mm",
            component.name,
            width_and_height(size)
        );
        return Err(codes::BAD_OPTION.error(message).hint(PRINT_AGAIN).into());
    }
    let values = Values::of_columns(vec![names.finish()]);
    let deck = PieceSet { pack: Some(Pack::Apart), ..PieceSet::drawn(size, outline, values, faces) };
    Ok(Component {
        name: name.into(),
        table: component.table,
        class: SheetClass::Small,
        stock: None,
        print: component.print,
        share: Sharing::Nothing,
        sheets: Vec::new(),
        body: Body::Pieces(Box::new(deck)),
        place: component.place,
    })
}

/// Returns the outline of the stickers. Returns `None` if the cells of the board have different
/// outlines, or if pieces cannot have such an outline.
fn outline(board: &Board) -> Option<Outline> {
    match board.grid.tiling {
        _ if board.has_discs => Some(Outline::Disc),
        _ if board.grid.is_free() => Some(Outline::Rectangle(board.round)),
        Tiling::FlatTop => Some(Outline::Hexagon(Orientation::FlatTop)),
        Tiling::PointyTop => Some(Outline::Hexagon(Orientation::PointyTop)),
        Tiling::Square => Some(Outline::Rectangle(0.0)),
        _ => None,
    }
}

fn no_cells(name: &str) -> Diagnostic {
    codes::BAD_OPTION.error(format!("`{name}` is not a board, so it has no cells for stickers"))
}

fn wrong_cells(name: &str) -> Diagnostic {
    let message =
        format!("stickers are made for hexagons, squares and points, not for the cells of `{name}`");
    codes::BAD_OPTION.error(message).hint(PRINT_AGAIN)
}

/// The hint for boards whose cells cannot have stickers.
const PRINT_AGAIN: &str = "delete --patches: the sheets that changed are printed again";

impl<'a> DrawnBoard<'a> {
    /// Draws the whole board on a single sheet, which is as large as necessary.
    fn new(
        game: &Game,
        fonts: &Fonts,
        setup: &Setup,
        component: &Component,
        board: &'a Board,
    ) -> Result<Self, Report> {
        let board = piece_size::sized(component, board, setup);
        let name = &*component.name;
        let furniture = &setup.furniture(game);
        let paper = setup.paper.sheet(component.class);
        let divider = Divider { game, fonts, component, name, paper, margin: setup.margin, furniture };
        let side = piece_size::cell_side(component, &board, setup)?;
        let design = setup.paper.design_sheet(component.class);
        let board_divider = BoardDivider { divider, board: &board, side, design };
        let needs = board_divider.room(SpaceAroundCells::new(&board, setup.margin));
        let fit = match fit::board(&board, &needs, side, paper) {
            Ok(fit) => fit,
            Err(_) => board_divider.fit_of_whole(&needs)?,
        };
        let shaper = Shaper::new(fonts);
        let mut page = SheetBuilder::new(game, &shaper, &component.name, setup.margin.inside(fit.sheet));
        board::draw(&board, &fit, &mut page);
        let drawings = page.finish(fit.sheet)?.drawings;
        Ok(Self { board, fit, drawings })
    }

    /// Moves `outline` to `centre`, and returns the drawings of the board that are inside it. The returned
    /// drawings are moved back to the origin.
    fn cut_out(&self, centre: Point, outline: &BezPath) -> Vec<Drawing> {
        let inside = Affine::translate(centre.to_vec2()) * Affine::scale(OUTLINE_SCALE) * outline.clone();
        let shown = all_near(&self.drawings, &inside);
        let moved = Drawing::moved(Affine::translate(-centre.to_vec2()), shown);
        vec![Drawing::clipped(outline.clone(), vec![moved])]
    }
}

/// Returns the part of a drawing that may be inside an outline, without printer's marks. Identities, such as
/// `board/cell:3,-1`, are removed, because the sheet of a sticker does not contain the board's cells. Returns
/// `None` if nothing is inside.
fn part_inside(drawing: &Drawing, outline: &BezPath) -> Option<Drawing> {
    let window = outline.bounding_box();
    match drawing {
        Drawing::Group(Group { role: Role::PrinterMark, .. }) => None,
        Drawing::Group(group) => {
            let inner = group.transform.inverse() * outline.clone();
            let drawings = all_near(&group.drawings, &inner);
            (!drawings.is_empty()).then(|| {
                let Group { id, role, copy, .. } = Group::plain(Vec::new());
                Drawing::Group(Group { id, role, copy, drawings, ..group.clone() })
            })
        }
        Drawing::Cells(cells) => {
            let groups: Vec<Drawing> =
                nearby(cells, window).map(|cell| Drawing::Group(cells.group(cell))).collect();
            let drawings = all_near(&groups, outline);
            (!drawings.is_empty()).then(|| Drawing::Group(Group::plain(drawings)))
        }
        Drawing::Use { shared, transform } => {
            let inner = transform.inverse() * outline.clone();
            let is_near = shared.drawings.iter().any(|drawing| part_inside(drawing, &inner).is_some());
            is_near.then(|| drawing.clone())
        }
        leaf => {
            let covered = bounds(std::slice::from_ref(leaf))?;
            let reaches = covered.overlaps(window) || window.contains(covered.center());
            let is_near = match leaf {
                Drawing::Path { path, stroke: None, .. } | Drawing::EvenOdd { path, .. } if reaches => {
                    overlap(path, outline)
                }
                _ => reaches,
            };
            is_near.then(|| leaf.clone())
        }
    }
}

/// Returns the parts of drawings that may be inside an outline.
fn all_near(drawings: &[Drawing], outline: &BezPath) -> Vec<Drawing> {
    drawings.iter().filter_map(|drawing| part_inside(drawing, outline)).collect()
}

/// Returns whether two areas overlap. Areas that only touch do not overlap.
fn overlap(a: &BezPath, b: &BezPath) -> bool {
    let (own, other) = (lines(a), lines(b));
    starts_inside(a, b)
        || starts_inside(b, a)
        || own.iter().any(|own_line| other.iter().any(|other| cross(*own_line, *other)))
}

/// Returns whether the first point of a path is inside an area.
fn starts_inside(path: &BezPath, area: &BezPath) -> bool {
    path.elements().first().and_then(PathEl::end_point).is_some_and(|start| area.winding(start) != 0)
}

/// Returns the outline of an area as straight lines.
fn lines(area: &BezPath) -> Vec<Line> {
    let mut lines = BezPath::new();
    kurbo::flatten(area, FLATNESS, |element| lines.push(element));
    lines.segments().map(|segment| Line::new(segment.start(), segment.end())).collect()
}

/// Returns whether two lines cross: the ends of each line must be on different sides of the other line.
fn cross(a: Line, b: Line) -> bool {
    let is_left = |line: Line, point: Point| (line.p1 - line.p0).cross(point - line.p0) > 0.0;
    is_left(a, b.p0) != is_left(a, b.p1) && is_left(b, a.p0) != is_left(b, a.p1)
}

/// Returns the cells whose drawings may extend into the box `window`.
fn nearby(cells: &CellDrawings, window: Rect) -> impl Iterator<Item = CellRow> {
    let max_distance = cells.max_distance() + 1.0;
    let around = window.inflate(max_distance, max_distance);
    cells.places.iter().copied().filter(move |placed| around.contains(cells.lattice.centre(placed.address)))
}
