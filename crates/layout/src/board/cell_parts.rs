//! Draws the parts that are the same in all cells of a kind, such as `forest`: ground, line, elements,
//! marks and label.
//!
//! - In: a board, its place on the sheet, and a cell.
//! - Out: for each layer of the cell, drawings that many cells share. Each part is drawn only once, for
//!   the first cell that needs it.
//! - Not here: placing the drawings on the sheet (`cells`).

use std::sync::Arc;

use kurbo::Affine;
use rustc_hash::FxHashMap;

use super::cell_outline::{CellOutline, corner_fillets};
use super::fit::BoardFit;
use crate::draw::{bounds::shared, frame::Frame, painter::Context};
use crate::elements::IN_ELEMENT;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Tiling;
use hexpress_base::units::ShortNumber;
use hexpress_game::board::MarkOnKind;
use hexpress_game::style::Style;
use hexpress_game::text_flow::TextFlow;
use hexpress_game::{Board, Cell, CellKind, Element, PerRow, Shape, TextFormat};
use hexpress_language::values::value::Align;
use hexpress_scene::text::{FontId, LetterStyle};
use hexpress_scene::{Drawing, Ink, Shared};
use hexpress_template::{NoRow, Row, Template};

/// A layer of the cells of a board. The layers are listed from bottom to top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// Fills, and elements that cover their cell up to its edge.
    Ground,
    /// The lines around cells. Also the contents of a cell, if no line touches these contents.
    Lines,
    /// The contents of a cell, if a line may touch these contents.
    Contents,
}

/// A part that is the same in many cells. The number in a variant is the index of a kind in the board's list
/// of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PartId {
    /// The fill of a kind. Also those elements at the start of the kind's list that cover the whole cell,
    /// such as a picture.
    Ground(usize),
    /// The line around the cells of a kind.
    Line(usize),
    /// The elements of a kind that are not part of its ground.
    Kind(usize),
    Mark(MarkOnKind),
    Label(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PolygonPart {
    polygon: u8,
    part: PartId,
}

/// The properties on which the drawings of a cell depend.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct CellKey {
    polygon: u8,
    kind: usize,
    marks: Vec<usize>,
}

/// The parts of all cells that have the same polygon, kind and marks. Each layer lists its parts in
/// drawing order.
struct LayeredParts {
    ground: Vec<Arc<Shared>>,
    lines: Vec<Arc<Shared>>,
    contents: Vec<Arc<Shared>>,
}

impl LayeredParts {
    fn layer(&self, layer: Layer) -> &[Arc<Shared>] {
        match layer {
            Layer::Ground => &self.ground,
            Layer::Lines => &self.lines,
            Layer::Contents => &self.contents,
        }
    }
}

/// The parts of a board's cells. Each part is drawn only once, for the first cell that needs it.
pub struct CellParts<'b, 'q, 'p, 'a> {
    board: &'b Board,
    fit: &'b BoardFit,
    /// The outline of a cell, for each polygon of the tiling.
    outlines: Vec<CellOutline>,
    page: &'q mut SheetBuilder<'p, 'a>,
    /// The parts that are already drawn. The value is `None` for a part that shows nothing.
    drawn_parts: SortedMap<PolygonPart, Option<Arc<Shared>>>,
    shown: FxHashMap<CellKey, LayeredParts>,
}

impl<'b, 'q, 'p, 'a> CellParts<'b, 'q, 'p, 'a> {
    /// Prepares the parts of a board. Errors in elements are added to the report of `page`.
    pub fn new(board: &'b Board, fit: &'b BoardFit, page: &'q mut SheetBuilder<'p, 'a>) -> Self {
        let outlines = (0..board.grid.tiling.polygons())
            .map(|k| CellOutline::new(board, CellAddress { polygon: k, ..CellAddress::new(0, 0) }, fit.side))
            .collect();
        Self { board, fit, outlines, page, drawn_parts: SortedMap::new(), shown: FxHashMap::default() }
    }

    /// Returns the page on which the parts are used.
    pub fn page(&mut self) -> &mut SheetBuilder<'p, 'a> {
        self.page
    }

    /// Returns the drawings of a cell in a layer.
    pub fn shown(&mut self, cell: &Cell, layer: Layer) -> &[Arc<Shared>] {
        let key = CellKey { polygon: cell.address.polygon, kind: cell.kind, marks: cell.marks.clone() };
        if !self.shown.contains_key(&key) {
            let parts = self.layered_parts(cell);
            self.shown.insert(key.clone(), parts);
        }
        self.shown[&key].layer(layer)
    }

    fn layered_parts(&mut self, cell: &Cell) -> LayeredParts {
        let polygon = cell.address.polygon;
        let ground = self.part(polygon, PartId::Ground(cell.kind)).into_iter().collect();
        let mut lines: Vec<_> = self.part(polygon, PartId::Line(cell.kind)).into_iter().collect();
        let marks = cell.marks.iter().map(|mark| PartId::Mark(self.board.mark_on(*mark, cell.kind)));
        let ids = [PartId::Kind(cell.kind)].into_iter().chain(marks).chain([PartId::Label(cell.kind)]);
        let ids: Vec<PartId> = ids.collect();
        let mut contents: Vec<_> = ids.into_iter().filter_map(|id| self.part(polygon, id)).collect();
        // If no line touches the contents, they are drawn in the same layer as the lines.
        if self.is_clear(cell, &contents) {
            lines.append(&mut contents);
        }
        LayeredParts { ground, lines, contents }
    }

    /// Returns whether no line touches these drawings.
    fn is_clear(&self, cell: &Cell, drawn: &[Arc<Shared>]) -> bool {
        let inner = &self.outlines[usize::from(cell.address.polygon)].inner;
        drawn.iter().all(|shared| inner.holds(shared.bounds, Affine::IDENTITY))
    }

    /// Returns a part, and draws it first if it is not drawn yet. Returns `None` if the part shows
    /// nothing.
    fn part(&mut self, polygon: u8, part: PartId) -> Option<Arc<Shared>> {
        let key = PolygonPart { polygon, part };
        if let Some(known) = self.drawn_parts.get(&key) {
            return known.clone();
        }
        let drawings = self.part_draws(usize::from(polygon), part).unwrap_or_default();
        let drawn = (!drawings.is_empty()).then(|| Arc::new(shared(drawings)));
        self.drawn_parts.insert(key, drawn.clone());
        drawn
    }

    fn part_draws(&mut self, polygon: usize, part: PartId) -> Option<Vec<Drawing>> {
        let board = self.board;
        match part {
            PartId::Ground(kind) => Some(self.ground(polygon, board.kinds.get(kind)?)),
            PartId::Line(kind) => self.line(polygon, board.kinds.get(kind)?),
            PartId::Kind(kind) => {
                let kind = board.kinds.get(kind)?;
                let others = kind.draws.iter().skip_while(|element| is_ground(element));
                Some(self.elements(polygon, others, kind.row(), &kind.name))
            }
            PartId::Mark(on_kind) => {
                let mark = board.marks.get(on_kind.mark)?;
                Some(self.elements(polygon, [&mark.element], board.row_of(on_kind), &mark.name))
            }
            PartId::Label(kind) => {
                let kind = board.kinds.get(kind).filter(|kind| !kind.label.is_empty())?;
                Some(self.label(polygon, kind))
            }
        }
    }

    /// Draws the label of a kind. Hints in messages name the table `[board.labels]`, because the
    /// layout sets the style of all labels there.
    fn label(&mut self, polygon: usize, kind: &CellKind) -> Vec<Drawing> {
        let before = std::mem::take(self.page.painter.report());
        let drawings = self.elements(polygon, [&label_element(self.board, kind)], &NoRow, &kind.name);
        let found = std::mem::replace(self.page.painter.report(), before);
        for mut diagnostic in found.into_items() {
            diagnostic.hint =
                diagnostic.hint.map(|hint| hint.replace(IN_ELEMENT, "in the table `labels` of the board"));
            self.page.painter.add_finding(diagnostic);
        }
        drawings
    }

    /// Draws the fill of a kind, and those elements at the start of the kind's list that cover the whole
    /// cell.
    fn ground(&mut self, polygon: usize, kind: &CellKind) -> Vec<Drawing> {
        // Where the border bends inwards, the coloured band outside the board may extend into cells on the
        // other side of the bend. A white fill hides the band there. If the board has elements under its
        // cells, the fill is left out, because it would hide these elements.
        let hides_bands = !self.board.sides.is_empty() && self.board.under.is_empty();
        // A fill hides the ends of the lines between points. These lines run from middle to middle, but must
        // be visible only outside the cells.
        let hides_lines = self.board.joins_free_points() && kind.is_drawn(self.board);
        let fill = match &kind.fill {
            Some(ink) => Some(self.fitted(ink.clone())),
            None => (hides_bands || hides_lines).then(|| Ink::new("white", [0xFF; 3])),
        };
        let mut drawings: Vec<Drawing> =
            fill.map(|ink| self.outlines[polygon].filled(ink)).into_iter().collect();
        let first = kind.draws.iter().take_while(|element| is_ground(element));
        drawings.extend(self.elements(polygon, first, kind.row(), &kind.name));
        drawings
    }

    /// Draws the line around the cells of a kind. Returns `None` if the line has no width.
    fn line(&self, polygon: usize, kind: &CellKind) -> Option<Vec<Drawing>> {
        let outline = &self.outlines[polygon];
        let line = kind.line.as_ref().unwrap_or(&self.board.line);
        let stroke = line.with_dashes_for(self.fit.side);
        if stroke.width <= 0.0 {
            return None;
        }
        let has_fillets = self.board.round > 0.0 && !self.board.grid.is_free();
        let corners = has_fillets.then(|| {
            let inside = outline.frame.grown(-stroke.width / 2.0);
            Drawing::filled(corner_fillets(&inside, self.board.round), stroke.ink.clone())
        });
        Some([outline.stroked(stroke)].into_iter().chain(corners).collect())
    }

    /// Returns `ink` with its pattern adapted to the size of the cells. The pattern then continues from
    /// one cell to the next without a break.
    fn fitted(&self, ink: Ink) -> Ink {
        let side = self.fit.side;
        // A honeycomb repeats every 1.5 side lengths in one direction. In the other direction, it
        // repeats after half of the distance between two opposite sides.
        let (along, across) = (1.5 * side, 0.75_f64.sqrt() * side);
        match self.board.grid.tiling {
            Tiling::FlatTop => ink.fitted(along, across),
            Tiling::PointyTop => ink.fitted(across, along),
            // Every second row of bricks is shifted by half a brick. The pattern is adapted to the
            // width of a whole brick, so that it continues in the next row, too.
            _ => ink.fitted(side * self.fit.grid.width_factor, side),
        }
    }

    fn elements<'e>(
        &mut self,
        polygon: usize,
        elements: impl IntoIterator<Item = &'e Element>,
        row: &dyn Row,
        who: &str,
    ) -> Vec<Drawing> {
        let context = Context::new(&self.outlines[polygon].frame, row, who);
        let mut drawings = Vec::new();
        for element in elements {
            drawings.extend(self.page.painter.element(element, context));
            if let Some(warning) = larger_than_cell(element, context.frame) {
                self.page.painter.add_finding(warning);
            }
        }
        drawings
    }
}

/// Returns whether an element covers its cell up to the edge, or might do so. Such elements are drawn before
/// the lines around cells, so that the lines stay visible.
fn is_ground(element: &Element) -> bool {
    let covers = matches!(element.shape, Shape::Fill | Shape::EdgeBand { .. } | Shape::Image(_));
    covers && element.line.is_none()
}

/// Returns a warning if an element is an icon that is larger than its cell, because the icon then covers
/// neighbouring cells. Otherwise, returns `None`.
fn larger_than_cell(element: &Element, frame: &Frame) -> Option<Diagnostic> {
    /// The size of an icon, divided by the size of its cell, above which a warning is given. The value is
    /// more than 1 because the drawing of an icon is usually smaller than its box.
    const MAX_ICON_SHARE: f64 = 1.1;
    let (Shape::Icon(_), Some(PerRow::Fixed(size))) = (&element.shape, &element.size) else { return None };
    let icon = size.of(frame.size).min_side();
    let cell = frame.size.min_side();
    if icon <= MAX_ICON_SHARE * cell {
        return None;
    }
    let message = format!(
        "this icon is {} mm wide, but its cell is only {} mm wide",
        ShortNumber::tenths(icon),
        ShortNumber::tenths(cell)
    );
    let smaller = ShortNumber((cell * 0.6).floor().max(0.5));
    let hint = format!("make it smaller: size = \"{smaller}mm\"");
    Some(codes::FIGURE_TOO_LARGE.warning(message).hint(hint).at(element.place))
}

/// Returns the label of a kind as an element. The label is then placed, rotated and shrunk like any
/// other text.
fn label_element(board: &Board, kind: &CellKind) -> Element {
    let style = &board.labels;
    Element {
        shape: fixed_text(&kind.label, style.font, style.size, style.min_size),
        places: vec![PerRow::Fixed(style.anchor)],
        inset: PerRow::Fixed(style.inset),
        each_seat: style.each_seat,
        colour: Some(PerRow::Fixed(style.ink.clone())),
        style: Style::halo(style.halo.clone()),
        ..Element::nothing(kind.place)
    }
}

/// Returns the shape for a text that is the same for all rows. The text has the size `size`, but
/// may shrink to the size `min_size`. Both sizes are in mm.
pub fn fixed_text(text: &Arc<str>, font: FontId, size: f64, min_size: f64) -> Shape {
    let (align, letter_style) = (Align::default(), LetterStyle::default());
    let (along, flow) = (false, TextFlow::default());
    let format =
        TextFormat { font, size, min_size, align, spacing: None, letter_style, bend: None, along, flow };
    Shape::Text(Template::fixed(text), format)
}
