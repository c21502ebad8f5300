//! Boards: cells, what they are, and what is marked on them.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::constraints::Stated;
use super::element::{Element, Mark};
use super::naming::CellNames;
use super::template::{NoRow, Row, RowOwner, Template};
use crate::base::cell_index::CellIndex;
use crate::base::hex::Hex;
use crate::base::tiling::{Grid, Tiling};
use crate::diag::Place;
use crate::scene::{Ink, Stroke};
pub use crate::spec::values::choice::ShowNames;
use crate::spec::values::scalar::Scalar;
use crate::spec::values::value::{Pair, Where};
use crate::text::FontId;
use crate::text::inline::{Inline, is_silent, may_be_rich, read};

/// A board of cells.
#[derive(Debug)]
pub struct Board {
    /// What its cells are.
    pub tiling: Tiling,
    /// How many times as wide as in the tiling they are: other than 1 for rectangles alone.
    pub wide: f64,
    /// How large they are.
    pub size: CellSize,
    /// The cells, in the order of the map.
    pub cells: Vec<Cell>,
    /// What cells may be.
    pub kinds: Vec<Kind>,
    /// What may be marked on them.
    pub marks: Vec<Arc<Mark>>,
    /// What cells are called, in the order of `cells`; none where the layout does not say.
    pub names: Option<Arc<CellNames>>,
    /// Where names are printed, and how.
    pub name_style: NameStyle,
    /// The colour of names; none where each stands in what can be read on its cell.
    pub names_ink: Option<Ink>,
    /// The line round names.
    pub names_halo: Option<Stroke>,
    /// Where the layout says what cells are called.
    pub names_place: Place,
    /// The lines between its cells, where pieces stand on points: each cell is the room of one.
    pub points: Option<Points>,
    /// The line round every cell.
    pub line: Stroke,
    /// Coloured sides.
    pub sides: Vec<ColouredSide>,
    /// How wide the band along a side is, in mm.
    pub sides_width: f64,
    /// A line on both sides of the band.
    pub sides_outline: Option<Stroke>,
    /// The line round the whole board, outside its cells.
    pub rim: Option<Stroke>,
    /// The radius of the cells' corners, in mm.
    pub round: f64,
    /// Where the layout says so.
    pub round_place: Option<Place>,
    /// What stands in the strip above the cells, and how high the strip is in mm.
    pub head: Head,
    /// What is drawn on edges and corners of cells.
    pub details: Vec<Detail>,
    /// Lines from middle to middle of cells.
    pub roads: Vec<Road>,
    /// How labels are printed.
    pub labels: LabelStyle,
    /// Drawings on the sheet.
    pub draw: Vec<Element>,
    /// Where the layout says what line is round every cell.
    pub line_place: Place,
    /// Drawings on the sheet, under the cells.
    pub under: Vec<Element>,
    /// Small print along the bottom.
    pub bottom_line: Option<Stated<Template>>,
    /// What is read aloud in place of its cells.
    pub alt: Option<Stated<Template>>,
    /// Which cell lies where, from when it is asked first.
    pub places: OnceLock<CellIndex>,
}

impl Board {
    /// What its cells lie on.
    pub const fn grid(&self) -> Grid {
        Grid { tiling: self.tiling, wide: self.wide }
    }

    /// The number of the cell that lies there, in [`Board::cells`].
    pub fn cell_at(&self, hex: Hex) -> Option<usize> {
        self.places.get_or_init(|| CellIndex::new(self.cells.iter().map(|cell| cell.hex))).get(hex)
    }

    /// How wide the widest line round a cell is, in mm.
    pub fn widest_line(&self) -> f64 {
        let kinds = self.cells.iter().filter_map(|cell| self.kinds.get(cell.kind));
        let widths = kinds.map(|kind| kind.line.as_ref().unwrap_or(&self.line).width);
        // A rim lies outside the cells with all of its width.
        widths.chain(self.rim.as_ref().map(|rim| 2.0 * rim.width)).fold(0.0, f64::max)
    }
}

/// A strip above the cells of a board.
#[derive(Debug, Default)]
pub struct Head {
    /// How high it is, in mm; 0 where there is none.
    pub height: f64,
    /// What stands in it.
    pub draw: Vec<Element>,
    /// Whether it is left out where it alone would take one more sheet: a theme's is.
    pub gives_way: bool,
}

/// How large cells are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CellSize {
    /// As large as the sheet allows.
    Largest,
    /// From flat to flat, in mm; of rectangles, from top to bottom.
    Across(f64),
}

/// A cell of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Where it lies.
    pub hex: Hex,
    /// Index in [`Board::kinds`].
    pub kind: usize,
    /// Indices in [`Board::marks`].
    pub marks: Vec<usize>,
    /// Its sign in the map.
    pub place: Place,
}

/// What a cell may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: Arc<str>,
    /// The words in the cell; empty for none.
    pub label: Arc<str>,
    /// What its words are worked out from, until they are: a file of data says something else of each cell.
    pub label_from: Option<Arc<LabelFrom>>,
    /// Its colour.
    pub fill: Option<Ink>,
    /// Its own line, if it has one.
    pub line: Option<Stroke>,
    /// What else is drawn in the cell.
    pub draws: Vec<Element>,
    /// What a file of data says of the one cell of this kind, for the templates of `draws`.
    pub words: Option<Arc<CellWords>>,
    /// Where the layout says so.
    pub place: Place,
}

impl Kind {
    /// A kind that nothing is said of.
    pub fn plain(name: &str, place: Place) -> Self {
        let (label_from, fill, line, draws, words) = (None, None, None, Vec::new(), None);
        Self { name: name.into(), label: "".into(), label_from, fill, line, draws, words, place }
    }
}

/// What the label of a cell is worked out from.
#[derive(Debug, PartialEq)]
pub struct LabelFrom {
    /// The words, with some in braces.
    pub template: Template,
    /// Where the layout says so.
    pub place: Place,
}

/// A coloured side.
#[derive(Debug, Clone, PartialEq)]
pub struct ColouredSide {
    /// Its name: `top`, `upper-left`.
    pub name: &'static str,
    /// Its edges, clockwise round the board: cell and edge.
    pub edges: Vec<(Hex, usize)>,
    /// Whether the side before has the first half of its first edge, in the middle of a blunt corner.
    pub shares_first: bool,
    /// Its colour.
    pub ink: Ink,
}

/// The lines of a board of points.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    /// The line between two points that are joined.
    pub line: Stroke,
    /// Which are, by their numbers among the cells, each pair once.
    pub links: Vec<[usize; 2]>,
    /// Those that an arc joins.
    pub bows: Vec<Bow>,
    /// Where the layout says something of them.
    pub place: Option<Place>,
}

/// A line from middle to middle of cells: a road, a river.
#[derive(Debug, Clone, PartialEq)]
pub struct Road {
    /// How it is drawn.
    pub line: Stroke,
    /// The places on it, in order.
    pub stops: Vec<Stop>,
    /// Where the layout says so.
    pub place: Place,
}

/// A place on a road.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// The cell.
    pub hex: Hex,
    /// Its edge of which this is the middle, or its corner; none for the middle of the cell.
    pub spot: Option<DetailSpot>,
}

/// An arc of a circle from a point to another, clockwise; all three by their numbers among the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bow {
    /// Where it begins.
    pub from: usize,
    /// The middle of its circle.
    pub about: usize,
    /// Where it ends.
    pub to: usize,
}

/// Something on an edge or a corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Detail {
    /// The cell.
    pub hex: Hex,
    /// Which of its edges or corners, as [`Tiling::unit_corners`] counts.
    pub spot: DetailSpot,
    /// Along the edge.
    pub line: Option<Stroke>,
    /// Words there; empty for none.
    pub label: Arc<str>,
    /// Drawings there.
    pub draws: Vec<Element>,
    /// Where the layout says so.
    pub place: Place,
}

/// An edge or a corner of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DetailSpot {
    /// The edge of this number.
    Edge(usize),
    /// The corner of this number.
    Corner(usize),
}

/// Where names are printed, and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NameStyle {
    /// Where.
    pub show: ShowNames,
    /// The face.
    pub font: FontId,
    /// The em, in mm.
    pub size: f64,
    /// Where in its cell a name stands.
    pub at: Where,
    /// Once for each seat.
    pub each_seat: bool,
    /// Where the layout says so.
    pub place: Place,
}

/// How labels stand in their cells.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelStyle {
    /// Where in the cell.
    pub at: Where,
    /// In from the cell's edge, mm.
    pub inset: Pair,
    /// The face.
    pub font: FontId,
    /// The em, in mm.
    pub size: f64,
    /// The smallest em to shrink to, in mm.
    pub least: f64,
    /// The colour.
    pub ink: Ink,
    /// The line round them.
    pub halo: Option<Stroke>,
    /// A counter of this size, in mm, should not cover them, and where the layout says so.
    pub clear_of: Option<Stated<f64>>,
    /// Once for each seat.
    pub each_seat: bool,
    /// Where the layout says so; none if it says nothing of labels.
    pub said: Option<Place>,
}

/// The kind of cells that nothing is said of: messages do not name it.
pub const PLAIN: &str = "cell";

/// What a cell is called in messages: by its name if it has one, else by its kind and where it lies.
pub fn cell_called(name: Option<&str>, kind: Option<&str>, hex: Hex) -> String {
    match (name, kind.filter(|kind| !matches!(*kind, "" | PLAIN))) {
        (Some(name), _) => format!("the cell {name}"),
        (None, Some(kind)) => format!("the {kind} cell {hex}"),
        (None, None) => format!("the cell {hex}"),
    }
}

/// What is heard of the cell that lies there: its name or its place, its kind unless the words in the cell say the same,
/// and its marks; none if there is no cell.
pub fn cell_heard(board: &Board, hex: Hex, words: &str) -> Option<String> {
    let index = board.cell_at(hex)?;
    let cell = board.cells.get(index)?;
    let kind = board.kinds.get(cell.kind).map(|kind| &*kind.name);
    let marks = cell.marks.iter().filter_map(|mark| Some(&*board.marks.get(*mark)?.name));
    let name = board.name(index).map_or_else(|| format!("cell {hex}"), ToOwned::to_owned);
    let says_more = |kind: &&str| !matches!(*kind, "" | PLAIN) && !kind.eq_ignore_ascii_case(words);
    let more = kind.filter(says_more).into_iter().chain(marks);
    Some(more.fold(name, |heard, word| heard + ", " + word))
}

/// What a row of a file of data says of a cell.
#[derive(Debug, PartialEq)]
pub struct CellWords {
    /// The columns' names, and the values.
    pub words: Vec<(Arc<str>, Scalar)>,
    /// The columns in which `y` and `n` are letters, and say neither yes nor no.
    pub letters: Arc<[Arc<str>]>,
    /// Where the row stands.
    pub place: Place,
}

impl Row for CellWords {
    fn owner(&self) -> RowOwner {
        RowOwner::DataCell
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        self.words.iter().find(|(own, _)| &**own == name).map(|(_, value)| value)
    }

    fn names(&self) -> Vec<&str> {
        self.words.iter().map(|(name, _)| &**name).collect()
    }

    fn has_letters(&self, name: &str) -> bool {
        self.letters.iter().any(|own| **own == *name)
    }

    fn place(&self, _name: &str) -> Option<Place> {
        Some(self.place)
    }
}

impl Kind {
    /// The words for the templates of what is drawn in its cells.
    pub fn row(&self) -> &dyn Row {
        self.words.as_deref().map_or(&NoRow, |words| words as &dyn Row)
    }

    /// Whether its cells have a colour or a line, on this board, by which they are seen.
    pub fn is_drawn(&self, board: &Board) -> bool {
        self.fill.is_some() || self.line.as_ref().unwrap_or(&board.line).width > 0.0
    }

    /// The words of its label as they stand on paper: without the stars that make words bold, and without what shows
    /// nothing. None where it may show an icon, of which each program reads something else.
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

impl Board {
    /// Whether a cell has a colour or a line by which it is seen.
    pub fn is_drawn(&self, cell: &Cell) -> bool {
        self.kinds.get(cell.kind).is_none_or(|kind| kind.is_drawn(self))
    }

    /// The name of the cell `index`; none where the layout gives none.
    pub fn name(&self, index: usize) -> Option<&str> {
        self.names.as_ref()?.get(index).filter(|name| !name.is_empty())
    }

    /// Whether its names have two parts each, and its lines lie as those of hexagons or squares: over edges that lie opposite.
    pub fn has_plain_lines(&self) -> bool {
        let mut names = self.names.iter().flat_map(|names| names.iter()).filter(|name| !name.is_empty());
        self.tiling.polygons() == 1
            && self.tiling != Tiling::Brick
            && names.all(|name| super::naming::split_name(name).is_some())
    }

    /// What the cell `index` is called in messages: `the cell a1`, `the hill cell 2,3`; none where there is none.
    pub fn cell_name(&self, index: usize) -> Option<String> {
        let cell = self.cells.get(index)?;
        let kind = self.kinds.get(cell.kind).map(|kind| &*kind.name);
        Some(cell_called(self.name(index), kind, cell.hex))
    }
}
