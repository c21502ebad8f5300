//! The cells of a board in three layers: grounds, lines, drawings. No cell covers a line or a drawing of its neighbour.

use crate::base::map::Map;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Size, Vec2};
use rustc_hash::FxHashMap;

use super::fit::BoardFit;
use super::{points, roads};
use crate::base::hex::{Hex, SQRT_3, polygon};
use crate::base::tiling::Tiling;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, codes};
use crate::layout::draw::{frame::Frame, painter::Context, share::shared};
use crate::layout::elements::IN_ELEMENT;
use crate::layout::page::Page;
use crate::model::style::Style;
use crate::model::template::{NoRow, Row, Template};
use crate::model::{Board, Cell, Element, Kind, PerRow, Shape, Words};
use crate::scene::{Draw, Ink, Look, Many, OfCell, Placed, Shared, Stroke};
use crate::spec::values::value::Align;
use crate::text::{FontId, Manner};

/// Draws the cells of a board.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let of = |k: u8| Outline::new(board, Hex { k, ..Hex::new(0, 0) }, fit.side);
    let outlines = (0..board.tiling.polygons()).map(of).collect();
    let (known, shown) = (Map::new(), FxHashMap::default());
    let mut parts = Parts { board, fit, outlines, page, known, shown };
    parts.layer(board.cells.iter(), |shown| &shown.ground);
    points::draw(board, fit, parts.page);
    roads::draw(board, fit, parts.page);
    parts.layer(in_order_of_lines(board).into_iter(), |shown| &shown.lines);
    parts.layer(board.cells.iter(), |shown| &shown.over);
}

/// The part of a cell that no line reaches, its own or a neighbour's.
fn inner(board: &Board, frame: &Frame) -> Frame {
    let own = board.kinds.iter().filter_map(|kind| kind.line.as_ref());
    let widest = own.chain([&board.line]).map(|line| line.width).fold(0.0, f64::max);
    frame.grown(-widest / 2.0)
}

/// The cells in the order in which their lines are drawn: first those that have the line of the board, then those with
/// a line of their own, in the order of the layout. So a cell's own line is whole but where a later one lies on it.
pub fn in_order_of_lines(board: &Board) -> Vec<&Cell> {
    let mut cells: Vec<&Cell> = board.cells.iter().collect();
    cells.sort_by_key(|cell| own_line(board, cell).map(|_| cell.kind));
    cells
}

/// The line that a cell has of its own.
pub fn own_line<'b>(board: &'b Board, cell: &Cell) -> Option<&'b Stroke> {
    board.kinds.get(cell.kind)?.line.as_ref()
}

/// Whether an element covers its cell up to the edge, or may. Such elements lie under the lines, which stay whole.
fn is_ground(element: &Element) -> bool {
    let covers = matches!(element.shape, Shape::Fill | Shape::EdgeBand(..) | Shape::Image(_));
    covers && element.line.is_none()
}

/// What is taken off the corners of a regular polygon so that they are round.
fn rounded_off(cell: &Frame, radius: f64) -> BezPath {
    let corners = cell.corners();
    let count = corners.len();
    let side = corners.iter().zip(corners.iter().skip(1)).next().map_or(0.0, |(a, b)| a.distance(*b));
    // The circle touches both sides of a corner at its radius times the tangent of half of the turn there, and a cubic's
    // handles for the arc are 4/3 of that of a quarter (Goldapp 1991): 30 and 15 degrees for a hexagon.
    let turn = std::f64::consts::TAU / count.max(3) as f64;
    let (cotangent, quarter) = match count {
        6 => (SQRT_3, 2.0 - SQRT_3),
        _ => (1.0 / libm::tan(turn / 2.0), libm::tan(turn / 4.0)),
    };
    let reach = (radius / cotangent).min(side / 2.0);
    let handle = 4.0 / 3.0 * quarter * cotangent;
    let mut path = BezPath::new();
    for (index, tip) in corners.iter().enumerate() {
        let towards = |other: Point| (other - *tip).normalize() * reach;
        let before = towards(corners[(index + count - 1) % count]);
        let after = towards(corners[(index + 1) % count]);
        path.move_to(*tip + before);
        path.line_to(*tip);
        path.line_to(*tip + after);
        path.curve_to(*tip + after * (1.0 - handle), *tip + before * (1.0 - handle), *tip + before);
        path.close_path();
    }
    path
}

/// What cells share, by the index of its kind or mark on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SharedPart {
    /// The colour of a kind's cells, and what the first of their elements cover.
    Ground(usize),
    /// The line round a kind's cells.
    Line(usize),
    /// The other elements of a kind.
    Kind(usize),
    Mark(usize),
    /// The label of a kind.
    Label(usize),
}

/// The parts of a board's cells, each drawn when a cell first needs it.
struct Parts<'b, 'q, 'p, 'a> {
    board: &'b Board,
    fit: &'b BoardFit,
    /// One for each polygon of the tiling.
    outlines: Vec<Outline>,
    page: &'q mut Page<'p, 'a>,
    /// By polygon; no drawing where a part draws nothing.
    known: Map<(u8, SharedPart), Option<Arc<Shared>>>,
    /// By polygon, kind and marks.
    shown: FxHashMap<(u8, usize, Vec<usize>), ShownParts>,
}

/// What cells look alike by: polygon, kind and marks. Those without marks have no list of them: to compare two empty ones
/// takes longer than all else, for their addresses are no memory.
type CellLook<'c> = (u8, usize, Option<&'c [usize]>);

/// A polygon of the tiling as cells have it.
struct Outline {
    path: BezPath,
    frame: Frame,
    /// The part that no line reaches.
    inner: Frame,
}

impl Outline {
    fn new(board: &Board, hex: Hex, side: f64) -> Self {
        let corners: Vec<Point> =
            board.grid().sharp_corners(hex).map(|corner| (corner * side).to_point()).collect();
        let frame = Frame::cell(board.grid(), hex, side);
        Self { path: polygon(&corners), inner: inner(board, &frame), frame }
    }
}

/// What cells of one sort and kind show that have the same marks, in its three layers: parts that are drawn one over the
/// other.
struct ShownParts {
    ground: Vec<Arc<Shared>>,
    /// What no line reaches needs no layer of its own.
    lines: Vec<Arc<Shared>>,
    over: Vec<Arc<Shared>>,
}

impl<'b> Parts<'b, '_, '_, '_> {
    /// Adds a layer of cells to the sheet.
    fn layer<'c>(&mut self, cells: impl Iterator<Item = &'c Cell>, of: fn(&ShownParts) -> &Vec<Arc<Shared>>)
    where
        'b: 'c,
    {
        let mut looks: Vec<Look> = Vec::new();
        // The number of each look, none for what shows nothing.
        let mut numbers: FxHashMap<CellLook<'_>, Option<u32>> = FxHashMap::default();
        let mut places = Vec::new();
        // Most cells look as the one before.
        let mut last: Option<(CellLook<'_>, Option<u32>)> = None;
        for cell in cells {
            let marks = Some(cell.marks.as_slice()).filter(|marks| !marks.is_empty());
            let key = (cell.hex.k, cell.kind, marks);
            let known = last.filter(|(before, _)| *before == key).map(|(_, look)| look);
            let look = known.unwrap_or_else(|| {
                *numbers.entry(key).or_insert_with(|| {
                    let used = of(self.shown(cell)).iter().map(Arc::clone);
                    let used = used.map(|shared| Draw::Use { shared, transform: Affine::IDENTITY });
                    let draws: Vec<Draw> = used.collect();
                    (!draws.is_empty()).then(|| {
                        looks.push(Look { shift: Vec2::ZERO, draws });
                        looks.len() as u32 - 1
                    })
                })
            });
            last = Some((key, look));
            places.extend(look.map(|look| Placed { hex: cell.hex, look, word: 0 }));
        }
        let (component, lattice) = (Arc::clone(self.page.painter.component()), self.fit.lattice());
        let words = Arc::default();
        self.page.push_many(Many {
            component,
            of: OfCell::Cell,
            lattice,
            looks: looks.into(),
            words,
            places,
        });
    }

    /// What a cell shows, drawn when it is first asked for.
    fn shown(&mut self, cell: &Cell) -> &ShownParts {
        let key = (cell.hex.k, cell.kind, cell.marks.clone());
        if !self.shown.contains_key(&key) {
            let drawn = self.parts_of(cell);
            self.shown.insert(key.clone(), drawn);
        }
        &self.shown[&key]
    }

    fn parts_of(&mut self, cell: &Cell) -> ShownParts {
        let k = cell.hex.k;
        let ground = self.draw(k, SharedPart::Ground(cell.kind)).into_iter().collect();
        let mut lines: Vec<_> = self.draw(k, SharedPart::Line(cell.kind)).into_iter().collect();
        let marks = cell.marks.iter().map(|mark| SharedPart::Mark(*mark));
        let all =
            [SharedPart::Kind(cell.kind)].into_iter().chain(marks).chain([SharedPart::Label(cell.kind)]);
        let mut over: Vec<_> = all.filter_map(|part| self.draw(k, part)).collect();
        if self.is_clear(cell, &over) {
            lines.append(&mut over);
        }
        ShownParts { ground, lines, over }
    }

    /// Whether no line reaches these drawings.
    fn is_clear(&self, cell: &Cell, drawn: &[Arc<Shared>]) -> bool {
        let inner = &self.outlines[usize::from(cell.hex.k)].inner;
        drawn.iter().all(|shared| inner.holds(shared.bounds, Affine::IDENTITY))
    }

    /// A part; none where it draws nothing.
    fn draw(&mut self, k: u8, part: SharedPart) -> Option<Arc<Shared>> {
        if let Some(known) = self.known.get(&(k, part)) {
            return known.clone();
        }
        let draws = self.part(usize::from(k), part).unwrap_or_default();
        let drawn = (!draws.is_empty()).then(|| Arc::new(shared(draws)));
        self.known.insert((k, part), drawn.clone());
        drawn
    }

    fn part(&mut self, k: usize, part: SharedPart) -> Option<Vec<Draw>> {
        let board = self.board;
        let outlined = |fill, stroke| Draw::Path { path: self.outlines[k].path.clone(), fill, stroke };
        Some(match part {
            SharedPart::Ground(kind) => {
                let kind = board.kinds.get(kind)?;
                // On a ragged board a wide band may reach into cells across a bay: they cover it, unless something
                // is to be seen through them.
                let covers = !board.sides.is_empty() && board.under.is_empty();
                let paper = covers.then(|| Ink::new("white", [0xFF; 3]));
                let fill = kind
                    .fill
                    .clone()
                    .map(|ink| self.fitted(ink))
                    .or(paper)
                    .map(|fill| outlined(Some(fill), None));
                let first = kind.draws.iter().take_while(|element| is_ground(element));
                fill.into_iter().chain(self.elements(k, first, kind.row(), &kind.name)).collect()
            }
            SharedPart::Line(kind) => {
                let stroke = board.kinds.get(kind)?.line.as_ref().unwrap_or(&board.line);
                let stroke = stroke.with_dashes_for(self.fit.side);
                if stroke.width <= 0.0 {
                    return None;
                }
                let corners = (board.round > 0.0).then(|| {
                    let inside = self.outlines[k].frame.grown(-stroke.width / 2.0);
                    Draw::filled(rounded_off(&inside, board.round), stroke.ink.clone())
                });
                [outlined(None, Some(stroke))].into_iter().chain(corners).collect()
            }
            SharedPart::Kind(kind) => {
                let kind = board.kinds.get(kind)?;
                let over = kind.draws.iter().skip_while(|element| is_ground(element));
                self.elements(k, over, kind.row(), &kind.name)
            }
            SharedPart::Mark(mark) => {
                let mark = board.marks.get(mark)?;
                self.elements(k, [&mark.element], &NoRow, &mark.name)
            }
            SharedPart::Label(kind) => {
                let kind = board.kinds.get(kind).filter(|kind| !kind.label.is_empty())?;
                let before = std::mem::take(self.page.painter.report());
                let draws = self.elements(k, [&label_element(board, kind)], &NoRow, &kind.name);
                let own = std::mem::replace(self.page.painter.report(), before);
                for mut wrong in own.into_items() {
                    // How all labels look is said in one place.
                    wrong.hint = wrong.hint.map(|hint| hint.replace(IN_ELEMENT, "in [board.labels]"));
                    self.page.painter.wrong(wrong);
                }
                draws
            }
        })
    }

    /// An ink whose pattern runs on from cell to cell.
    fn fitted(&self, ink: Ink) -> Ink {
        // The next cells lie three halves of a side away, and half of their width from flat to flat.
        let (along, across) = (1.5 * self.fit.side, 0.75_f64.sqrt() * self.fit.side);
        match self.board.tiling {
            Tiling::FlatTop => ink.fitted(along, across),
            Tiling::PointyTop => ink.fitted(across, along),
            // Half a brick as well, by which every other row is pushed in.
            _ => ink.fitted(self.fit.side * self.fit.wide, self.fit.side),
        }
    }

    fn elements<'e>(
        &mut self,
        k: usize,
        elements: impl IntoIterator<Item = &'e Element>,
        row: &dyn Row,
        who: &str,
    ) -> Vec<Draw> {
        let context = Context { frame: &self.outlines[k].frame, row, who, edge: None };
        let mut draws = Vec::new();
        for element in elements {
            draws.extend(self.page.painter.element(element, context));
            if let Some(warning) = larger_than_cell(element, context.frame) {
                self.page.painter.wrong(warning);
            }
        }
        draws
    }
}

/// An icon that is larger than its cell: it lies over all cells around it.
fn larger_than_cell(element: &Element, frame: &Frame) -> Option<Diagnostic> {
    /// An icon whose square is larger by this share may be within its cell all the same.
    const SQUARE: f64 = 1.1;
    let (Shape::Icon(_), Some(PerRow::Fixed(size))) = (&element.shape, &element.size) else { return None };
    let shortest = |size: Size| size.width.min(size.height);
    let (own, cell) = (shortest(size.of(frame.size)), shortest(frame.size));
    if own <= SQUARE * cell {
        return None;
    }
    let round = |mm: f64| Trimmed((mm * 10.0).round() / 10.0);
    let message = format!("this icon is {} mm wide, and its cell {} mm", round(own), round(cell));
    let smaller = Trimmed((cell * 0.6).floor().max(0.5));
    let hint = format!("make it smaller: size = \"{smaller}mm\"");
    Some(codes::FIGURE_TOO_LARGE.warning(message).hint(hint).at(element.place))
}

/// A kind's label as an element, so that it is placed, turned and shrunk as all words are.
fn label_element(board: &Board, kind: &Kind) -> Element {
    let style = &board.labels;
    Element {
        shape: fixed_words(&kind.label, style.font, style.size, style.least),
        places: vec![PerRow::Fixed(style.at)],
        inset: PerRow::Fixed(style.inset),
        each_seat: style.each_seat,
        colour: Some(PerRow::Fixed(style.ink.clone())),
        style: Style::halo(style.halo.clone()),
        ..Element::nothing(kind.place)
    }
}

/// Words that are the same wherever they stand, `size` mm large and at least `least`.
pub fn fixed_words(words: &Arc<str>, font: FontId, size: f64, least: f64) -> Shape {
    let (align, manner) = (Align::default(), Manner::default());
    let set = Words { font, size, least, align, spacing: None, manner, bend: None, along: false };
    Shape::Text(Template::fixed(words), set)
}
