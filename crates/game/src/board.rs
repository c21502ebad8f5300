//! Boards: cells with their kinds, marks and names, and the drawings on and around them.
//!
//! - In: the values that `hexpress-resolve` compiles.
//! - Out: a board. None of its sizes depends on the paper.
//! - Not here: the positions of cells on sheets (`hexpress-layout`).

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::board_style::{BoardCut, Head, LabelStyle, NameStyle, Plate};
use crate::cell_lines::{CellLine, LengthPercentages};
use crate::constraints::Located;
use crate::element::{Element, Mark};
use crate::naming::CellNames;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::cell_index::CellIndex;
use hexpress_base::diag::SourceSpan;
use hexpress_base::tiling::{Edge, Grid, Tiling};
use hexpress_language::values::scalar::Scalar;
use hexpress_scene::text::inline::{Inline, is_silent, may_be_rich, read};
use hexpress_scene::{Ink, Stroke};
use hexpress_template::{NoRow, Row, RowOwner, Template};

/// A board of cells.
#[derive(Debug, Clone)]
pub struct Board {
    /// The shape, the orientation and the proportions of the cells.
    ///
    /// A layout may place points in mm or along a curve. The grid for these free points is very fine,
    /// so a point can be almost anywhere.
    pub grid: Grid,
    /// Whether the cells are discs. This is possible only for the cells around free points.
    pub has_discs: bool,
    pub size: CellSize,
    /// The cells, in the order of the map, the shape or the data file.
    pub cells: Vec<Cell>,
    pub kinds: Vec<CellKind>,
    /// The marks that cells may have.
    pub marks: Vec<Arc<Mark>>,
    /// The names of the cells, in the order of `cells`. `None` if the cells have no names.
    pub names: Option<Arc<CellNames>>,
    pub name_style: NameStyle,
    /// The ink of names. If it is `None`, each name gets an ink that is legible on its cell.
    pub names_ink: Option<Ink>,
    pub names_halo: Option<Stroke>,
    /// Where in the layout file the names are set.
    pub names_place: SourceSpan,
    /// The lines between points, if the game is played on points. A cell is then the area around a
    /// point. `None` if the game is played on cells.
    pub points: Option<Points>,
    /// The outline of cells.
    pub line: CellLine,
    pub sides: Vec<ColouredSide>,
    /// The width of the coloured band along a side of the board, in mm.
    pub sides_width: f64,
    /// The line along the inner and the outer edge of the coloured band. `None` for no line.
    pub sides_outline: Option<Stroke>,
    /// The line around the whole board, outside of the cells. `None` for no line.
    pub rim: Option<Stroke>,
    /// The radius of the corners of cells, in mm.
    pub round: f64,
    /// Where in the layout file `round` is set. `None` if it is not set.
    pub round_place: Option<SourceSpan>,
    /// How the board is cut out of its sheet. `None` if it is not cut out.
    pub cut: Option<BoardCut>,
    /// The background or frame that is drawn behind the cells, if there is one.
    pub plate: Option<Plate>,
    /// The strip above the cells, for titles and other drawings.
    pub head: Head,
    /// The drawings on edges and corners.
    pub details: Vec<Detail>,
    /// The roads and rivers.
    pub roads: Vec<Road>,
    pub labels: LabelStyle,
    /// The elements on the sheet that are drawn on top of the cells.
    pub draw: Vec<Element>,
    /// Where in the layout file the outline of the cells is set.
    pub line_place: SourceSpan,
    /// The elements on the sheet that are drawn behind the cells.
    pub under: Vec<Element>,
    /// The template for the small print along the bottom of the sheet. `None` for no small print.
    pub bottom_line: Option<Located<Template>>,
    /// The lengths that the layout gives as percentages of a cell. The widths of the lines of cells,
    /// edges and roads are not in this list, because each [`CellLine`] stores its own percentage.
    pub percentage_lengths: Vec<LengthPercentages>,
    /// The alternative text of the whole board. If it is `None`, screen readers read the cells one by
    /// one.
    pub alt: Option<Located<Template>>,
    /// An index that finds a cell by its coordinates. It is built when it is first used.
    pub cell_index: OnceLock<CellIndex>,
}

impl Board {
    /// Returns whether the board has free points, which are not in a grid, and lines or roads between
    /// them.
    ///
    /// On such a board, the discs around the points cover the ends of the lines.
    pub fn joins_free_points(&self) -> bool {
        let has_lines = self.points.as_ref().is_some_and(|p| !p.links.is_empty() || !p.arcs.is_empty());
        self.grid.is_free() && (has_lines || !self.roads.is_empty())
    }

    /// Returns the index of a cell in [`Board::cells`]; `None` if the board has no cell with these
    /// coordinates.
    pub fn cell_at(&self, address: CellAddress) -> Option<usize> {
        self.cell_index
            .get_or_init(|| CellIndex::new(self.cells.iter().map(|cell| cell.address)))
            .get(address)
    }

    /// Returns the width of the widest outline of a cell, in mm. The line around the board counts as an
    /// outline of twice its width.
    pub fn widest_line(&self) -> f64 {
        let kinds = self.cells.iter().filter_map(|cell| self.kinds.get(cell.kind));
        let widths = kinds.map(|kind| kind.line.as_ref().unwrap_or(&self.line).width);
        // Half of the width of an outline is outside its cell. The whole width of the line around the
        // board is outside, so that line counts as an outline of twice its width.
        widths.chain(self.rim.as_ref().map(|rim| 2.0 * rim.width)).fold(0.0, f64::max)
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CellSize {
    /// The largest size at which the board fits on the sheet.
    Largest,
    /// A fixed size of the cells in mm, measured between opposite sides. For rectangular cells, it is
    /// their height.
    Across(f64),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    pub address: CellAddress,
    /// The index in [`Board::kinds`].
    pub kind: usize,
    /// The indices in [`Board::marks`].
    pub marks: Vec<usize>,
    /// The place in a file that defines the cell, such as its character in the map.
    pub place: SourceSpan,
}

/// A kind of cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellKind {
    /// The name in the layout.
    pub name: Arc<str>,
    /// The text that is printed in the cell. It may be empty.
    pub label: Arc<str>,
    /// The templates for the label, the fill and the line, if these are computed for each cell.
    pub computed: ComputedLook,
    pub fill: Option<Ink>,
    /// The outline. If it is `None`, the cell has the outline that is set for the whole board.
    pub line: Option<CellLine>,
    /// The elements in the cell.
    pub draws: Arc<[Element]>,
    /// The fields for the templates of `draws`. `None` if these templates use no fields.
    ///
    /// If a field differs from cell to cell, every cell has its own kind.
    pub fields: Option<Arc<CellFields>>,
    pub place: SourceSpan,
}

impl CellKind {
    /// Returns a kind that has no label, fill or drawings.
    pub fn plain(name: &str, place: SourceSpan) -> Self {
        let (fill, line, draws, fields) = (None, None, Arc::from([]), None);
        let computed = ComputedLook::default();
        Self { name: name.into(), label: "".into(), computed, fill, line, draws, fields, place }
    }
}

/// The label, the fill and the line of a kind, if templates compute them from the fields of a cell.
///
/// When a value has been computed, its template is set to `None`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComputedLook {
    /// The fields that the table `set` adds.
    pub set: Vec<SetValue>,
    pub label: Option<Arc<Located<Template>>>,
    pub fill: Option<Arc<Located<Template>>>,
    pub line: Option<Arc<Located<Template>>>,
}

/// A field that the table `set` adds.
#[derive(Debug, Clone, PartialEq)]
pub struct SetValue {
    /// The name of the field, and its value as written in the layout.
    pub field: CellField,
    /// The template of the value. `None` if the value is fixed.
    pub template: Option<Template>,
}

impl ComputedLook {
    /// Returns whether a template sets the label, the fill or the line. A template counts even if it uses
    /// no fields.
    pub fn has_templates(&self) -> bool {
        [&self.label, &self.fill, &self.line].into_iter().any(Option::is_some)
    }

    /// Returns the names of the fields that the templates use.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let looks = [&self.label, &self.fill, &self.line].into_iter().flatten();
        let set = self.set.iter().filter_map(|value| value.template.as_ref());
        looks.map(|stated| &stated.value).chain(set).flat_map(Template::needs)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct ColouredSide {
    /// The name of the side, such as `top` or `upper-left`.
    pub name: &'static str,
    /// The edges, in clockwise order around the board.
    pub edges: Vec<Edge>,
    /// Whether the first half of the first edge belongs to the previous side. On a board in the shape
    /// of a hexagon, for example, two sides meet in the middle of an edge.
    pub shares_first: bool,
    pub ink: Ink,
}

/// The lines between the points of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    /// The line between two connected points.
    pub line: Stroke,
    /// Pairs of points that a line connects. A point is given by the index of its cell.
    pub links: Vec<[usize; 2]>,
    /// The arcs between points.
    pub arcs: Vec<PointArc>,
    /// The links that have an arrowhead. Each entry contains the index of the point where the arrow
    /// begins, and the index of the point where it ends.
    pub arrows: Vec<[usize; 2]>,
    /// The length of an arrowhead, in mm.
    pub arrow_length: f64,
    /// Where in the layout file these lines are set. `None` for the default lines.
    pub place: Option<SourceSpan>,
}

/// A line that leads from cell to cell, such as a road or a river.
#[derive(Debug, Clone, PartialEq)]
pub struct Road {
    pub line: CellLine,
    /// The places that the road connects, in order.
    pub stops: Vec<Stop>,
    pub place: SourceSpan,
}

/// A place on a road: the middle of a cell, one of its edges or one of its corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    pub address: CellAddress,
    /// The edge or corner at which the road stops. If `None`, the road stops in the middle of the
    /// cell.
    pub spot: Option<EdgeOrCorner>,
}

/// A clockwise arc from one point to another. A point is given by the index of its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PointArc {
    pub from: usize,
    /// The point that is the centre of the arc.
    pub centre: usize,
    pub to: usize,
}

/// The drawings on one edge or corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Detail {
    /// The coordinates of a cell that has this edge or corner.
    pub address: CellAddress,
    /// The edge or corner, numbered as in [`Tiling::unit_corners`].
    pub spot: EdgeOrCorner,
    /// The line along the edge. `None` for no line, and for a corner.
    pub line: Option<CellLine>,
    /// The text on the edge or corner. It may be empty.
    pub label: Arc<str>,
    pub draws: Vec<Element>,
    /// The fields for the templates of `draws`. `None` if these templates use no fields.
    pub fields: Option<Arc<CellFields>>,
    pub place: SourceSpan,
}

impl Detail {
    /// Returns the fields that the templates of this edge or corner can use.
    pub fn row(&self) -> &dyn Row {
        row_of(self.fields.as_ref())
    }
}

/// Returns fields as a row. Returns an empty row for `None`.
fn row_of(fields: Option<&Arc<CellFields>>) -> &dyn Row {
    fields.map_or(&NoRow, |fields| &**fields as &dyn Row)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeOrCorner {
    Edge(usize),
    Corner(usize),
}

/// The name of the default kind of cells. Messages do not mention it.
pub const DEFAULT_KIND_NAME: &str = "cell";

/// Returns the words for a cell in messages: its name, or else its kind and its coordinates.
pub fn cell_called(name: Option<&str>, kind: Option<&str>, address: CellAddress) -> String {
    match (name, kind.filter(|kind| !matches!(*kind, "" | DEFAULT_KIND_NAME))) {
        (Some(name), _) => format!("the cell {name}"),
        (None, Some(kind)) => format!("the {kind} cell {address}"),
        (None, None) => format!("the cell {address}"),
    }
}

/// Returns the alternative text of a cell. It contains the name or the coordinates of the cell, its
/// kind and its marks.
///
/// `text` is the text that is printed in the cell. If this text is also the name of the kind, the kind
/// is left out. Returns `None` if the board has no cell at `address`.
pub fn cell_alt_text(board: &Board, address: CellAddress, text: &str) -> Option<String> {
    let index = board.cell_at(address)?;
    let cell = board.cells.get(index)?;
    let kind = board.kinds.get(cell.kind).map(|kind| &*kind.name);
    let marks = cell.marks.iter().filter_map(|mark| Some(&*board.marks.get(*mark)?.name));
    let name = board.name(index).map_or_else(|| format!("cell {address}"), ToOwned::to_owned);
    let new_kind =
        kind.filter(|kind| !matches!(*kind, "" | DEFAULT_KIND_NAME) && !kind.eq_ignore_ascii_case(text));
    Some(new_kind.into_iter().chain(marks).fold(name, |list, word| list + ", " + word))
}

#[derive(Debug, Clone, PartialEq)]
pub struct CellField {
    pub name: Arc<str>,
    pub value: Scalar,
    /// The place where the layout sets the value. For a value from a data file, this is the place of
    /// its row in that file. `None` for a value that the program sets, such as the name of the cell.
    pub place: Option<SourceSpan>,
}

/// The fields of a cell, an edge or a corner.
///
/// The fields come from a row of a data file, from `set`, and from the cell itself: its name, kind,
/// label, column and row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CellFields {
    /// The fields. If several of them have the same name, the first one is used.
    pub fields: Vec<CellField>,
    /// Whether the fields belong to an edge or a corner instead of a cell.
    pub is_edge_or_corner: bool,
    /// The names of the columns in which `y` and `n` are ordinary letters. In all other columns,
    /// `y` means yes and `n` means no.
    pub letters: Arc<[Arc<str>]>,
}

impl CellFields {
    /// Returns a copy without the fields for which `is_left_out` returns true. The argument of
    /// `is_left_out` is the name of a field.
    pub fn without(&self, is_left_out: impl Fn(&str) -> bool) -> Self {
        let kept = self.fields.iter().filter(|field| !is_left_out(&field.name)).cloned();
        Self {
            fields: kept.collect(),
            is_edge_or_corner: self.is_edge_or_corner,
            letters: Arc::clone(&self.letters),
        }
    }

    pub fn field(&self, name: &str) -> Option<&CellField> {
        self.fields.iter().find(|field| *field.name == *name)
    }
}

impl Row for CellFields {
    fn owner(&self) -> RowOwner {
        if self.is_edge_or_corner { RowOwner::Edge } else { RowOwner::DataCell }
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        self.field(name).map(|field| &field.value)
    }

    fn names(&self) -> Vec<&str> {
        self.fields.iter().map(|field| &*field.name).collect()
    }

    fn has_letters(&self, name: &str) -> bool {
        self.letters.iter().any(|own| **own == *name)
    }

    fn place(&self, name: &str) -> Option<SourceSpan> {
        self.field(name)?.place
    }
}

impl CellKind {
    /// Returns the fields that the templates in cells of this kind can use.
    pub fn row(&self) -> &dyn Row {
        row_of(self.fields.as_ref())
    }

    /// Returns whether cells of this kind have a visible fill or outline on a board.
    pub fn is_drawn(&self, board: &Board) -> bool {
        self.fill.is_some() || self.line.as_ref().unwrap_or(&board.line).width > 0.0
    }

    /// Returns the label as it is printed, without markup and without invisible characters.
    ///
    /// Returns `None` if the label contains an icon, because different PDF readers extract different
    /// texts for an icon.
    pub fn words(&self) -> Option<Cow<'_, str>> {
        if !may_be_rich(&self.label) {
            return Some(Cow::Borrowed(&self.label));
        }
        let mut words = String::with_capacity(self.label.len());
        for inline in read(&self.label, |_| true) {
            match inline {
                Inline::Words { string, .. } => words.extend(string.chars().filter(|c| !is_silent(*c))),
                Inline::Icon(_) => return None,
            }
        }
        Some(Cow::Owned(words))
    }
}

/// A mark, with the kind of the cell on which it is drawn. The mark may use fields of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkOnKind {
    /// The index of the mark in [`Board::marks`].
    pub mark: usize,
    /// The index of the kind that provides the fields of the mark. `None` if the mark looks the same in
    /// all cells.
    kind: Option<usize>,
}

impl Board {
    /// Returns a mark together with the kind of the cell on which it is drawn. `mark` and `kind` are
    /// indices.
    pub fn mark_on(&self, mark: usize, kind: usize) -> MarkOnKind {
        let uses_fields = self.marks.get(mark).is_some_and(|mark| mark.element.uses_fields());
        MarkOnKind { mark, kind: uses_fields.then_some(kind) }
    }

    /// Returns all elements that the board draws.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        let kinds = self.kinds.iter().flat_map(|kind| kind.draws.iter());
        let marks = self.marks.iter().map(|mark| &mark.element);
        let details = self.details.iter().flat_map(|detail| &detail.draws);
        let plate = self.plate.iter().flat_map(|plate| &plate.draw);
        let around = [&self.under, &self.draw, &self.head.draw].into_iter().flatten();
        kinds.chain(marks).chain(details).chain(plate).chain(around)
    }

    /// Returns the fields that the templates of a mark can use.
    pub fn row_of(&self, mark: MarkOnKind) -> &dyn Row {
        mark.kind.and_then(|kind| self.kinds.get(kind)).map_or(&NoRow as &dyn Row, CellKind::row)
    }

    /// Returns whether a cell has a visible fill or outline.
    pub fn is_drawn(&self, cell: &Cell) -> bool {
        self.kinds.get(cell.kind).is_none_or(|kind| kind.is_drawn(self))
    }

    /// Returns the name of the cell with this index. Returns `None` if the cell has no name.
    pub fn name(&self, index: usize) -> Option<&str> {
        self.names.as_ref()?.get(index).filter(|name| !name.is_empty())
    }

    /// Returns whether cells form straight lines, and are named after these lines. For example, the cell
    /// `e5` is in the lines `e` and `5`. A straight line enters a cell through one edge, and leaves it
    /// through the opposite edge.
    ///
    /// Returns true if the cells are hexagons or squares, and the names of all named cells have two
    /// parts, such as `e` and `5`.
    pub fn has_plain_lines(&self) -> bool {
        let mut names = self.names.iter().flat_map(|names| names.iter()).filter(|name| !name.is_empty());
        self.grid.tiling.polygons() == 1
            && self.grid.tiling != Tiling::Brick
            && names.all(|name| super::naming::split_name(name).is_some())
    }

    /// Returns the words for the cell with this index in messages, e.g. `the cell a1` or `the hill cell
    /// 2,3`. Returns `None` if there is no such cell.
    pub fn cell_name(&self, index: usize) -> Option<String> {
        let cell = self.cells.get(index)?;
        let kind = self.kinds.get(cell.kind).map(|kind| &*kind.name);
        Some(cell_called(self.name(index), kind, cell.address))
    }
}
