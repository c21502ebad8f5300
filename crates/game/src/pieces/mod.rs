//! Decks of pieces. All pieces of a deck share the same compiled elements, and differ only in the
//! values of their rows.
//!
//! - In: the compiled elements and rows of a component.
//! - Out: the fields of each piece for templates, and the place of each value in its file.
//! - Not here: where a piece is on its sheet.

mod hole;
mod net;
mod origin;
mod outline;
mod path_outline;

use std::sync::Arc;

use kurbo::Size;

use crate::RandomTiles;
use crate::constraints::Located;
use crate::element::Element;
use crate::sheet::DieSheet;
use crate::values::{Values, whole_value};
use hexpress_base::diag::SourceSpan;
pub use hexpress_base::piece_side::PieceSide;
use hexpress_base::units::ShortNumber;
pub use hexpress_language::values::choice::Pack;
pub use hexpress_language::values::fold_line::FoldLine;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::value::Grid;
use hexpress_scene::Drawing;
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::print::setup::{Marking, PrintSetup};
use hexpress_template::{Row, RowOwner, Template, edge_number};
pub use hole::{Hole, PlacedHole, fold_across};
pub use net::{Joint, Net, NetPart, PartJoint, WholeNet};
pub use origin::{ComputedColumn, Origin, ValuePlaces};
pub use outline::{BAD_PIECE, CellShare, Outline, PieceSize, share_of_cell};
pub use path_outline::PathOutline;

/// The largest number of pieces in a component. Copies are counted, too.
pub const MAX_PIECES: usize = 100_000;

/// A deck: cards, notes, tiles or counters.
#[derive(Debug, Clone)]
pub struct PieceSet {
    pub size: PieceSize,
    /// Where in the layout file the size is set. `None` if it is not set.
    pub size_place: Option<SourceSpan>,
    /// The size from the layout, but with `mm` in place of `cm`, for a hint. `None` unless the layout
    /// gives the size in cm and this size is larger than most sheets.
    pub meant_in_mm: Option<Arc<str>>,
    /// The size as a percentage of a board's cell. `None` if the layout gives the size in another
    /// way.
    pub share: Option<Box<CellShare>>,
    pub outline: Outline,
    pub holes: Vec<Hole>,
    /// The lines along which each piece is folded.
    pub folds: Vec<FoldLine>,
    /// The lines on a box that is unfolded flat. `None` for other pieces.
    pub net: Option<Arc<Net>>,
    /// The number of columns and rows of pieces on a sheet. `None` if the layout does not set it.
    pub grid: Option<Grid>,
    /// The pre-cut sheet on which the pieces are printed. `None` for plain paper.
    pub die_sheet: Option<Arc<DieSheet>>,
    /// How the pieces are packed on sheets. `None` if the layout does not set a packing.
    pub pack: Option<Pack>,
    /// The cutting marks. `None` if the layout does not set marks.
    pub marks: Option<Located<Marking>>,
    /// The way in which a machine cuts out the pieces and their holes.
    pub cut: CutKind,
    /// The distance from the pieces on a sheet to a cut around all of them, in mm. `None` if there is
    /// no such cut.
    pub cut_around: Option<f64>,
    /// The values of the rows. All copies of a piece share a row.
    pub values: Values,
    /// The places where the layout sets the values of the rows and the fields of the component.
    /// Messages refer to these places.
    pub places: Box<ValuePlaces>,
    /// The fields that the component sets for all its pieces.
    pub fields: Vec<(Arc<str>, Scalar)>,
    /// For each printed piece, the index of its row. The index of a row with three copies occurs three
    /// times.
    pub pieces: Vec<u32>,
    /// The data file that contains the rows. `None` if the rows are not from a file.
    pub origin: Option<Origin>,
    /// The random tiles. `None` unless this is a random deck.
    pub random_tiles: Option<Box<RandomTiles>>,
    /// The numbers of the printed pieces, counted from 1 and in ascending order. `None` if all pieces
    /// of the deck are printed.
    pub picked: Option<Vec<u32>>,
    /// The number of pieces of the whole deck, even if only some are printed.
    pub total: usize,
    /// The place where the layout asks to fill the last sheet with copies. `None` if the number of
    /// copies is fixed.
    pub fill: Option<SourceSpan>,
    /// The bleed on the fronts, in mm.
    pub bleed: f64,
    /// The bleed on the backs, in mm. It is never less than the bleed on the fronts.
    pub back_bleed: f64,
    pub bleed_shape: BleedShape,
    pub safe: Safe,
    /// The elements of the front.
    pub face: Vec<Element>,
    /// The elements of the back. Empty for pieces without backs.
    pub back: Vec<Element>,
    /// The finished drawings of the fronts, in the order of the rows. If the list is empty, the
    /// elements in `face` are drawn instead.
    pub drawn_faces: Vec<Vec<Drawing>>,
    /// The alternative text of the front. `None` if the layout does not set it.
    pub alt: Option<Located<Template>>,
    /// The field that identifies a row when two versions of the game are compared. `None` if the layout
    /// does not set such a field.
    pub key: Option<Arc<str>>,
    /// The place in the layout file that asks for a mark on each piece. The mark shows the version of
    /// the piece. `None` for pieces without such marks.
    pub version_mark: Option<SourceSpan>,
}

/// The shape of the outer edge of a bleed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BleedShape {
    /// The outline of the piece, enlarged on all sides.
    #[default]
    Outline,
    /// A rectangle around the piece, enlarged on all sides.
    Rectangle,
}

/// The safe zone: the area inside the trim line that texts and icons must not leave.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Safe {
    /// The distance from the trim line to the safe zone, in mm.
    pub mm: f64,
    /// The place where the layout sets the safe zone. `None` for the default.
    pub place: Option<SourceSpan>,
}

/// A piece, as a row of fields for templates.
#[derive(Debug, Clone)]
pub struct Piece<'a> {
    deck: &'a PieceSet,
    row: usize,
    number: Scalar,
    total: Scalar,
}

impl PieceSet {
    /// Returns a deck of finished drawings. There is one row and one piece for each drawing.
    pub fn drawn(size: Size, outline: Outline, values: Values, drawn_faces: Vec<Vec<Drawing>>) -> Self {
        let count = drawn_faces.len();
        Self {
            size: PieceSize::Fixed(size),
            size_place: None,
            meant_in_mm: None,
            share: None,
            outline,
            holes: Vec::new(),
            folds: Vec::new(),
            net: None,
            grid: None,
            die_sheet: None,
            pack: None,
            marks: None,
            cut: CutKind::Through,
            cut_around: None,
            values,
            places: Box::default(),
            fields: Vec::new(),
            pieces: (0..).take(count).collect(),
            origin: None,
            random_tiles: None,
            picked: None,
            total: count,
            fill: None,
            bleed: 0.0,
            back_bleed: 0.0,
            bleed_shape: BleedShape::default(),
            safe: Safe::default(),
            face: Vec::new(),
            back: Vec::new(),
            drawn_faces,
            alt: None,
            key: None,
            version_mark: None,
        }
    }

    pub fn bleed_of(&self, side: PieceSide) -> f64 {
        match side {
            PieceSide::Front => self.bleed,
            PieceSide::Back => self.back_bleed,
        }
    }

    /// Returns the cutting marks that the layout sets. If the layout sets no marks, returns the marks
    /// of the print setup. Returns `None` if the print setup has no marks either.
    pub fn marking(&self, print_setup: &PrintSetup) -> Option<Marking> {
        self.marks.map(|marks| marks.value).or(print_setup.marks)
    }

    /// Returns the printed piece with this index, from 0. Returns `None` if there is no such piece.
    pub fn piece(&self, index: usize) -> Option<Piece<'_>> {
        let (number, total) = (whole_value(self.number(index)), whole_value(self.total));
        Some(Piece { deck: self, row: self.row(index)?, number, total })
    }

    /// Returns the index of the row of a printed piece. `index` counts the printed pieces from 0.
    /// Returns `None` if there is no such piece.
    pub fn row(&self, index: usize) -> Option<usize> {
        self.pieces.get(index).map(|row| *row as usize).filter(|row| *row < self.values.len())
    }

    /// Returns the field `name` that the component sets for all its pieces. Returns `None` if it sets
    /// no such field.
    pub fn field(&self, name: &str) -> Option<&Scalar> {
        self.fields.iter().find(|(word, _)| word.as_ref() == name).map(|(_, value)| value)
    }

    /// Returns the number of a printed piece. This is its position in the whole deck, counted from 1
    /// and including copies.
    pub fn number(&self, index: usize) -> usize {
        self.picked.as_ref().and_then(|picked| picked.get(index)).map_or(index + 1, |n| *n as usize)
    }

    /// Returns the index of the printed piece with this number. Returns `None` if the piece is not
    /// printed.
    pub fn index_of(&self, number: usize) -> Option<usize> {
        match &self.picked {
            None => number.checked_sub(1),
            Some(picked) => picked.binary_search(&u32::try_from(number).ok()?).ok(),
        }
    }

    /// Gives each piece a new number, and sorts the pieces by number.
    ///
    /// `numbers` contains the new numbers in the current order of the pieces. Returns false, and
    /// changes nothing, unless `numbers` contains each number from 1 to the number of pieces.
    pub fn renumber(&mut self, numbers: &[u32]) -> bool {
        let mut pieces = vec![None; self.pieces.len()];
        for (number, row) in numbers.iter().zip(&self.pieces) {
            let at = (*number as usize).checked_sub(1).and_then(|index| pieces.get_mut(index));
            let Some(at) = at else { return false };
            *at = Some(*row);
        }
        let all: Option<Vec<u32>> = pieces.into_iter().collect();
        let Some(all) = all.filter(|_| numbers.len() == self.pieces.len()) else { return false };
        self.pieces = all;
        true
    }

    /// Adds copies until there are `count` pieces: first a copy of the first piece, then a copy of
    /// the second piece, and so on. Copies of a row stay next to each other.
    pub fn fill_up(&mut self, count: usize) {
        let more: Vec<u32> =
            self.pieces.iter().copied().cycle().take(count).skip(self.pieces.len()).collect();
        self.pieces.extend(more);
        self.pieces.sort_unstable();
        self.total = self.pieces.len();
    }

    /// Keeps only the pieces with these numbers. The numbers must be in ascending order.
    pub fn pick(&mut self, numbers: Vec<u32>) {
        let indices = numbers.iter().filter_map(|number| (*number as usize).checked_sub(1));
        self.pieces = indices.filter_map(|index| self.pieces.get(index).copied()).collect();
        self.picked = Some(numbers);
    }
}

impl Row for Piece<'_> {
    fn owner(&self) -> RowOwner {
        // The fields of the game are neither in `columns` nor in `places.fields`. If both are empty,
        // templates see only the fields of the game.
        let has_fields = !self.deck.values.columns().is_empty() || !self.deck.places.fields.is_empty();
        if has_fields { RowOwner::Piece } else { RowOwner::BarePiece }
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        let values = &self.deck.values;
        let column = values.position(name);
        let value = column.and_then(|column| values.value(self.row, column));
        value.or_else(|| self.deck.field(name)).or(match name {
            "number" => Some(&self.number),
            "of" => Some(&self.total),
            _ => column.map(|_| Scalar::empty()),
        })
    }

    fn names(&self) -> Vec<&str> {
        let columns = self.deck.values.names();
        columns.chain(self.deck.fields.iter().map(|(word, _)| word.as_ref())).collect()
    }

    fn table(&self) -> Option<(&str, Vec<&str>)> {
        let table = &self.deck.origin.as_ref()?.table;
        Some((&table.name, table.columns.iter().map(AsRef::as_ref).collect()))
    }

    fn has_letters(&self, name: &str) -> bool {
        self.deck.values.has_letters(name)
    }

    fn place(&self, name: &str) -> Option<SourceSpan> {
        let PieceSet { values, places, .. } = self.deck;
        let is_edge = edge_number(name).is_some();
        if let Some(column) = values.position(name).filter(|column| values.value(self.row, *column).is_some())
        {
            // The field of a single edge, such as `edge2`, may come from the column `edges`, which
            // contains all edges.
            let edges = values.position("edges").filter(|_| is_edge);
            let place = places
                .value(self.row, column)
                .or_else(|| edges.and_then(|column| places.value(self.row, column)));
            if place.is_some() {
                return place;
            }
        }
        // The value may come from a field that the component sets. If the component sets no field
        // for a single edge, such as `edge2`, the value comes from its field `edges`.
        let name = if is_edge && self.deck.field(name).is_none() { "edges" } else { name };
        let index = self.deck.fields.iter().position(|(word, _)| word.as_ref() == name)?;
        places.fields.get(index).copied()
    }

    fn origin(&self, needs: &[&str]) -> Option<(SourceSpan, String)> {
        // The field `edge` exists only at the edges of a piece, so the row does not have it.
        let are_known = needs.iter().all(|need| *need == "edge" || self.value(need).is_some());
        self.deck.origin.as_ref()?.place_of_needs(self.row, are_known, needs)
    }
}

impl Safe {
    /// Checks that the safe zone leaves some space on a piece of this size.
    ///
    /// # Errors
    /// The safe zone leaves no space. The error is the text of the message.
    pub fn fits(&self, piece: Size) -> Result<(), String> {
        // Half of the shorter side is the distance from the middle to the nearest side, even for a
        // hexagon.
        let half = piece.width.min(piece.height) / 2.0;
        if self.mm < half {
            return Ok(());
        }
        let rounded = ShortNumber((half * 1000.0).round() / 1000.0);
        Err(format!(
            "a safe zone {} mm inside the cut leaves no room: the middle of the piece is only {rounded} mm from the cut",
            ShortNumber(self.mm)
        ))
    }
}
