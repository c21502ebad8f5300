//! Draws the names of lines outside the board, such as the letters and numbers along a chess board.
//!
//! - In: a board, its place on the sheet, and the names of its cells.
//! - Out: the name of each line, at the end of the line where counting begins. If readers sit on
//!   several sides, the name is at both ends.
//! - Not here: finding the lines (`plain_lines` and `irregular_lines`).

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::fit::{BoardFit, MAX_EXTRA_DISTANCE_EMS, NAME_ROOM, band};
use super::name_ink::ink;
use super::named_line::{LineEnd, NamedLine};
use super::{irregular_lines, plain_lines};
use crate::draw::{angle::turn, painter::line_of_text};
use crate::sheet_builder::SheetBuilder;
use hexpress_base::box_index::BoxIndex;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::identity::Feature;
use hexpress_game::Board;
use hexpress_game::naming::CellNames;
use hexpress_settle::Effects;

/// A name moves outwards until it is clear of other names, in at most this number of steps. All steps
/// together have the length [`MAX_EXTRA_DISTANCE_EMS`].
const STEPS: u32 = 12;
/// The gap between two names, in ems.
const NAME_GAP: f64 = 0.2;

/// Draws the names outside a board.
///
/// # Errors
/// A line is not straight, a name does not fit, or the font lacks a letter.
pub fn draw(board: &Board, fit: &BoardFit, names: &CellNames, page: &mut SheetBuilder<'_, '_>) -> Result<()> {
    let style = board.name_style;
    let rim = board.rim.as_ref().map_or(0.0, |rim| rim.width);
    // At this distance from the cells, names overlap neither the cells nor a wide rim around them.
    let distance = band(board) + (style.size * (NAME_ROOM - 0.9)).max(rim + style.size * 0.7);
    let lines = match board.has_plain_lines() {
        true => plain_lines::lines(board, fit, names, distance),
        false => irregular_lines::lines(board, names)?,
    };
    let seats = if style.each_seat { page.painter.game.seats } else { 1 };
    let cap = page.painter.shaper.cap_height(style.font) * style.size;
    let halo = Effects::halo(board.names_halo.clone());
    let mut placer = NamePlacer::new(board, fit, distance, fit.area.face);
    for NamedLine { name, ends } in lines {
        let shaped = page.painter.shaped(style.font, name)?;
        let size = Size::new(shaped.advance * style.size, cap);
        let origin = Point::new(-size.width / 2.0, cap / 2.0);
        let ink = board.names_ink.clone().unwrap_or_else(ink);
        let drawing = page.painter.with_effects(&halo, vec![line_of_text(&shaped, style.size, origin, ink)]);
        let used_ends = if seats > 1 { &ends[..] } else { &ends[..1] };
        for end in used_ends {
            let rotation = turn(nearest_seat(end.out, seats));
            let covered = rotation.transform_rect_bbox(Rect::from_center_size(Point::ZERO, size));
            let spot = placer.place(*end, covered).ok_or_else(|| no_room(name))?;
            page.space.take_name(covered + spot);
            page.push(Feature::Line(name.into()), Affine::translate(spot) * rotation, drawing.clone());
        }
    }
    Ok(())
}

fn no_room(name: &str) -> Diagnostic {
    let message = format!("the name `{name}` has no room next to the board: it would overlap other names");
    let hint = "use a smaller `names-font` or larger cells, or write show-names = \"inside\"";
    codes::TEXT_TOO_LARGE.error(message).hint(hint)
}

/// Returns the rotation of the reader's seat that is nearest to a name, in degrees. The rotation of the
/// first seat, which is below the board, is 0. `out` is the direction from the board to the name.
///
/// If two seats are equally near, chooses the seat from which the name is seen on the left.
fn nearest_seat(out: Vec2, seats: u32) -> f64 {
    (0..seats)
        .map(|seat| f64::from(seat) * 360.0 / f64::from(seats))
        .max_by(|a, b| nearness(out, *a).total_cmp(&nearness(out, *b)))
        .unwrap_or(0.0)
}

/// Returns a number for comparing seats: the nearer a seat is to the direction `out`, the larger the number.
/// `degrees` is the rotation of the seat, clockwise from the seat below the board. Directions to the left of
/// the seat count as slightly nearer.
fn nearness(out: Vec2, degrees: f64) -> f64 {
    let from_seat = turn(-degrees) * out.to_point();
    from_seat.y - 1e-3 * from_seat.x
}

/// Finds a place for each name, clear of the cells and of the names placed earlier.
struct NamePlacer<'b> {
    board: &'b Board,
    fit: &'b BoardFit,
    /// The distance from the cells to the middle of a name, in mm.
    distance: f64,
    printable: Rect,
    /// The bounding boxes of the cells. `None` until the first name needs them.
    cells: Option<CellBoxes>,
    taken_boxes: Vec<Rect>,
    index: BoxIndex,
}

impl<'b> NamePlacer<'b> {
    fn new(board: &'b Board, fit: &'b BoardFit, distance: f64, printable: Rect) -> Self {
        let (taken_boxes, index) = (Vec::new(), BoxIndex::default());
        Self { board, fit, distance, printable, cells: None, taken_boxes, index }
    }

    /// Reserves a place for a name at the end of a line. Returns the middle of the place, in mm from
    /// the top left corner of the sheet.
    ///
    /// `covered` is the box of the name around the origin. If no place is free, the result depends on the
    /// name. A name with a fixed distance gets its usual place, where it may overlap other names. For all
    /// other names, the result is `None`.
    fn place(&mut self, end: LineEnd, covered: Rect) -> Option<Vec2> {
        let centre = self.fit.point(end.at);
        let least = end.distance.unwrap_or_else(|| {
            let cells = self.cells.get_or_insert_with(|| CellBoxes::new(self.board, self.fit));
            cells.clear_distance(centre, end.out, covered, self.distance)
        });
        // If the name of another line is in the way, this name moves outwards a little.
        let found = (0..=STEPS)
            .map(|step| MAX_EXTRA_DISTANCE_EMS * f64::from(step) / f64::from(STEPS))
            .map(|further| (centre + end.out * (least + further * self.board.name_style.size)).to_vec2())
            .find(|spot| self.is_free(covered + *spot));
        let fixed = end.distance.map(|_| (centre + end.out * least).to_vec2());
        let spot = found.or(fixed)?;
        self.taken_boxes.push(covered + spot);
        Some(spot)
    }

    fn is_free(&mut self, own_rect: Rect) -> bool {
        let gap = self.board.name_style.size * NAME_GAP;
        let taken_boxes = &self.taken_boxes;
        self.printable.contains_rect(own_rect)
            && !self
                .index
                .meets(taken_boxes.len(), own_rect.inflate(gap, gap), |i| taken_boxes.get(i).copied())
    }
}

/// The distance by which a name moves outwards in one step, in mm. The name moves until it is clear of all
/// cells.
const CLEARING_STEP: f64 = 1.0;
/// How often the last step is halved, to find the distance with a precision of about 0.001 mm.
const HALVINGS: u32 = 10;

/// The bounding boxes of a board's cells on its sheet.
struct CellBoxes {
    boxes: Vec<Rect>,
    index: BoxIndex,
    /// The number of steps of [`CLEARING_STEP`] after which a name is certainly outside the board.
    most_steps: u32,
}

impl CellBoxes {
    fn new(board: &Board, fit: &BoardFit) -> Self {
        let boxes = board.cells.iter().map(|cell| cell_box(board, fit, cell.address)).collect();
        let most_steps = ((fit.cells.width() + fit.cells.height()) / CLEARING_STEP) as u32;
        Self { boxes, index: BoxIndex::default(), most_steps }
    }

    /// Returns the smallest distance from `centre` in the direction `out`, in mm, at which the name is clear
    /// of all cells. The middle of the name is then at least `reach` mm away from them. `covered` is the box
    /// of the name.
    fn clear_distance(&mut self, centre: Point, out: Vec2, covered: Rect, distance: f64) -> f64 {
        let half = Vec2::new(
            out.x.abs() * distance + out.y.abs() * covered.width() / 2.0,
            out.y.abs() * distance + out.x.abs() * covered.height() / 2.0,
        );
        let mut meets_at = |distance: f64| {
            let at = centre + out * distance;
            self.index.meets(self.boxes.len(), Rect::from_points(at - half, at + half), |i| {
                self.boxes.get(i).copied()
            })
        };
        let mut step = 0;
        while step < self.most_steps && meets_at(f64::from(step) * CLEARING_STEP) {
            step += 1;
        }
        let (mut distance, mut by) = (f64::from(step) * CLEARING_STEP, CLEARING_STEP);
        for _ in 0..HALVINGS {
            by /= 2.0;
            distance -= if meets_at(distance - by) { 0.0 } else { by };
        }
        distance
    }
}

/// Returns the box of a cell on its sheet, in mm.
fn cell_box(board: &Board, fit: &BoardFit, cell: CellAddress) -> Rect {
    let Rect { x0, y0, x1, y1 } = board.grid.bounds(cell);
    let at = fit.centre(cell);
    Rect::new(at.x + x0 * fit.side, at.y + y0 * fit.side, at.x + x1 * fit.side, at.y + y1 * fit.side)
}
