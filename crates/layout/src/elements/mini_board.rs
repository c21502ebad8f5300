//! Small pictures: a board on a card, its marks in small, a compass.

use kurbo::{Affine, Point, Size};

use super::figure;
use super::shape::Paint;
use crate::base::hex::{Hex, Orientation, SQRT_3, polygon};
use crate::diag::Result;
use crate::layout::board::points::between_points;
use crate::layout::board::roads::place;
use crate::layout::board::{cells, fit};
use crate::layout::draw::frame::{Frame, turn};
use crate::layout::draw::painter::{Context, Painter, line_of_text};
use crate::layout::draw::placing::Placing;
use crate::layout::draw::share::bounds;
use crate::layout::page::open_line;
use crate::model::{Board, Body, Cell, CellSize, Element, PerRow, Road, Shape, Words};
use crate::scene::{Draw, Ink, Stroke, luminance};
use crate::settle::{SettledElement, SettledShape};
use crate::spec::values::value::Where;

/// The size of the cells that marks are made for, from flat to flat, in mm.
const NOMINAL: f64 = 45.0;
/// The widest line of a small mark, in mm.
const THIN: f64 = 0.3;

/// How large a small mark is, as a share of what it stands in; and how much larger one may be that is large on its board.
const SMALL: f64 = 0.13;
const LARGEST: f64 = 3.0;
/// Marks that have less contrast than this to their cell have a line round them.
const SEEN: f64 = 1.4;

/// Gives areas that can hardly be told from a ground a line of so many mm.
fn outlined_on(ground: Option<&Ink>, width: f64, draws: &mut [Draw]) {
    let ground = ground.map_or([0xFF; 3], |ink| ink.rgb);
    for draw in draws {
        match draw {
            Draw::Path { fill: Some(fill), stroke: stroke @ None, .. } => {
                let (a, b) = (luminance(fill.rgb) + 0.05, luminance(ground) + 0.05);
                let alike = a.max(b) / a.min(b) < SEEN;
                *stroke = alike
                    .then(|| Stroke::solid(width, if fill.is_light() { Ink::black() } else { Ink::white() }));
            }
            Draw::Group(group) => outlined_on(Some(&Ink::from_rgb(ground)), width, &mut group.draws),
            _ => {}
        }
    }
}

/// A mark that stands by itself, in the middle or at the edges of its cell.
fn alone(mark: &Element) -> Element {
    let edges = mark.is_at_edges();
    let place = if edges { Where::EachEdge } else { Where::CENTRE };
    let (inset, shift) = if edges { (mark.inset.clone(), mark.shift.clone()) } else { Default::default() };
    Element { places: vec![PerRow::Fixed(place)], inset, shift, each_seat: false, ..mark.clone() }
}

/// Makes lines at most so wide, in mm.
fn thin(draws: &mut [Draw], widest: f64) {
    for draw in draws {
        match draw {
            Draw::Path { stroke: Some(stroke), .. } => stroke.width = stroke.width.min(widest),
            Draw::Group(group) => thin(&mut group.draws, widest),
            _ => {}
        }
    }
}

/// A road of a board whose cells have sides of `side` mm here, `scale` times as long as there: as wide as the scale makes it,
/// but wide enough to be seen.
fn small_road(board: &Board, road: &Road, scale: f64, side: f64, middle: impl Fn(Hex) -> Point) -> Draw {
    let corner = |hex: Hex, k: usize| {
        let corners: Vec<_> = board.grid().corners(hex).collect();
        middle(hex) + corners[k % corners.len().max(1)] * side
    };
    let stops: Vec<Point> = road.stops.iter().map(|stop| place(*stop, &middle, corner)).collect();
    let width = (road.line.width * scale).max(road.line.width.min(THIN));
    let stroke = Stroke { width, ..road.line.with_dashes_for(side) };
    let stroke = Stroke { round: stroke.dash.is_empty(), ..stroke };
    Draw::stroked(open_line(&stops), stroke)
}

impl Painter<'_, '_> {
    /// A board's mark, small, at the end of a hexagon of `size` that is drawn turned by `turned` degrees. Marks are
    /// all about as large, however large they are on their board.
    pub fn small_mark(
        &mut self,
        mark: &Element,
        size: Size,
        turned: f64,
        spot: Point,
        context: Context<'_>,
    ) -> Vec<Draw> {
        let largest = size.width * SMALL;
        let (own, draws) = if let Shape::Figure(figure, ..) = &mark.shape {
            let Some(settled) = self.settled_mark(mark, context) else { return Vec::new() };
            let SettledShape::Figure(_, extent, _) = settled.shape else { return Vec::new() };
            let Paint { fill, line, .. } = Paint::of(&settled.colours).of_figure();
            let real = extent.of(size);
            let scale = largest / real.width.max(real.height).max(0.001);
            let stroke = line.map(|l| Stroke { width: l.width.min(THIN), ..l });
            let path = figure::outline(*figure, real * scale);
            (turn(settled.turn), vec![Draw::Path { path, fill, stroke }])
        } else {
            let frame = Frame::hexagon(Orientation::FlatTop, NOMINAL / SQRT_3);
            let mut draws = self.element(&alone(mark), Context { frame: &frame, edge: None, ..context });
            let Some(covered) = bounds(&draws) else { return Vec::new() };
            let scale = largest / covered.width().max(covered.height()).max(0.001);
            thin(&mut draws, THIN / scale);
            (Affine::scale(scale) * Affine::translate(-covered.center().to_vec2()), draws)
        };
        let transform = turn(-turned) * Affine::translate(spot.to_vec2()) * own;
        vec![Draw::moved(transform, draws)]
    }

    /// A mark by itself; `None` after a mistake.
    fn settled_mark<'e>(&mut self, mark: &'e Element, context: Context<'_>) -> Option<SettledElement<'e>> {
        self.settler().away(mark, context.stands(), self.report())
    }

    /// How large a mark is on a board whose cells are `across` mm wide, in mm.
    fn reach_of(&mut self, mark: &Element, across: f64, context: Context<'_>) -> f64 {
        let frame = Frame::hexagon(Orientation::FlatTop, across / SQRT_3);
        if mark.size.is_none() && !matches!(mark.shape, Shape::Figure(..)) {
            return 0.0;
        }
        let Some(settled) = self.settled_mark(mark, context) else { return 0.0 };
        let extent = match settled.shape {
            SettledShape::Figure(_, extent, _) => Some(extent),
            _ => settled.size,
        };
        let size = extent.map(|extent| extent.of(frame.size));
        size.map_or(0.0, |size| size.width.max(size.height))
    }

    /// A board small enough for `size`: its cells in their colours, their marks, no words.
    pub fn small_board(&mut self, name: &str, size: Size, context: Context<'_>) -> Vec<Draw> {
        let board = self.game.components.iter().find_map(|c| match &c.body {
            Body::Board(board) if c.name.as_ref() == name => Some(board),
            _ => None,
        });
        let Some(board) = board else { return Vec::new() };
        let unit = fit::unit_bounds(board);
        let line = board.line.width.min(0.25);
        let side = ((size.width - line) / unit.width()).min((size.height - line) / unit.height());
        // As large in its cell as on a board with cells of about 45 mm.
        let whole = Size::new(side * 3.6, side * 3.6);
        let across = match board.size {
            CellSize::Across(across) => across,
            CellSize::Largest => NOMINAL,
        };
        let mut marks = Vec::with_capacity(board.marks.len());
        for mark in &board.marks {
            // What fills its cell on the board fills it here too; what is small there is as large as can be seen here.
            let real = self.reach_of(&mark.element, across, context);
            let larger = (real * board.tiling.unit_across() * side / (across * whole.width * SMALL))
                .clamp(1.0, LARGEST);
            marks.push(match mark.element.shape {
                Shape::Text(..) | Shape::Compass(_) => Vec::new(),
                _ => self.small_mark(&mark.element, whole * larger, 0.0, Point::ZERO, context),
            });
        }
        let mut draws = Vec::new();
        let push = |draws: &mut Vec<Draw>, cell: &Cell, content: Vec<Draw>| {
            let centre = (board.grid().middle(cell.hex) - unit.center()) * side;
            draws.push(Draw::moved(Affine::translate(centre), content));
        };
        let stroke = |stroke: &Stroke| {
            let stroke = Stroke { width: stroke.width.min(line), ..stroke.with_dashes_for(side) };
            (stroke.width > 0.0).then_some(stroke)
        };
        let outline = |cell: &Cell| {
            let corners = board.grid().sharp_corners(cell.hex).map(|corner| (corner * side).to_point());
            polygon(&corners.collect::<Vec<_>>())
        };
        let outlined = |cell: &Cell, fill, stroke| vec![Draw::Path { path: outline(cell), fill, stroke }];
        // Cells as small as these are too small for patterns.
        let fill =
            |cell: &Cell| board.kinds.get(cell.kind).and_then(|kind| kind.fill.clone().map(Ink::plain));
        let cells = cells::in_order_of_lines(board);
        let has_roads = !board.roads.is_empty();
        // A usual cell is filled and outlined at once, for what it covers of its neighbours' lines, its own replaces; but
        // roads lie between.
        let is_parted = |cell: &&Cell| has_roads || cells::own_line(board, cell).is_some();
        let (parted, usual): (Vec<_>, Vec<_>) = cells.into_iter().partition(is_parted);
        for (cell, fill) in parted.iter().filter_map(|cell| Some((cell, fill(cell)?))) {
            push(&mut draws, cell, outlined(cell, Some(fill), None));
        }
        for cell in &usual {
            push(&mut draws, cell, outlined(cell, fill(cell), stroke(&board.line)));
        }
        let at = |hex: Hex| ((board.grid().middle(hex) - unit.center()) * side).to_point();
        for road in &board.roads {
            draws.push(small_road(board, road, side * board.tiling.unit_across() / across, side, at));
        }
        let line_of_marks = line.max(0.1);
        let line = |cell: &Cell| stroke(cells::own_line(board, cell).unwrap_or(&board.line));
        for (cell, line) in parted.iter().filter_map(|cell| Some((cell, line(cell)?))) {
            push(&mut draws, cell, outlined(cell, None, Some(line)));
        }
        if let Some(points) = &board.points {
            let stroke = Stroke { width: points.line.width.min(THIN), ..points.line.with_dashes_for(side) };
            draws.push(Draw::stroked(between_points(board, points, at), stroke));
        }
        for cell in board.cells.iter().filter(|cell| !cell.marks.is_empty()) {
            let mut drawn: Vec<Draw> =
                cell.marks.iter().filter_map(|mark| marks.get(*mark)).flatten().cloned().collect();
            outlined_on(fill(cell).as_ref(), line_of_marks, &mut drawn);
            push(&mut draws, cell, drawn);
        }
        draws
    }

    /// A compass of the game's directions.
    pub fn compass(&mut self, words: &Words, size: Size, ink: &Ink, at: &Placing<'_>) -> Result<Vec<Draw>> {
        let cap = self.shaper.cap_height(words.font) * words.size;
        let directions = &self.game.names.directions;
        let shaped = directions.iter().map(|direction| self.shaped(words.font, &direction.name));
        let shaped = shaped.collect::<Result<Vec<_>, _>>()?;
        let degrees = || directions.iter().map(|direction| direction.degrees);
        let sizes = shaped.iter().map(|s| Size::new(s.advance * words.size, cap));
        let places = figure::compass(size, &degrees().zip(sizes).collect::<Vec<_>>());
        let mut draws = places.draws(degrees(), ink);
        for (shaped, centre) in shaped.iter().zip(&places.labels) {
            // The arms are true on the sheet; each word is turned about its own middle, to face its reader.
            let origin = Point::new(-shaped.advance * words.size / 2.0, cap / 2.0);
            let text = line_of_text(shaped, words.size, origin, ink.clone());
            let transform = Affine::translate(centre.to_vec2()) * turn(at.seat_turn);
            draws.push(Draw::moved(transform, vec![text]));
        }
        Ok(draws)
    }
}
