//! Pieces that share a face: one compiled face, and a compact row for each piece.

use std::sync::Arc;

use kurbo::Size;

use super::DrawnDeck;
use super::constraints::Stated;
use super::edges::edge_number;
use super::element::Element;
use super::sheet::DieSheet;
use super::template::{Row, RowOwner, Template};
use super::values::{Values, keep_rows, whole};
use crate::base::hex::{Hex, Orientation};
use crate::base::tiling::Tiling;
use crate::base::units::Trimmed;
use crate::diag::Place;
use crate::print::setup::{Marking, PrintSetup};
use crate::spec::data::Table;
pub use crate::spec::values::choice::Pack;
use crate::spec::values::scalar::Scalar;
use crate::spec::values::value::Grid;

/// The outline of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outline {
    /// A rectangle with corners of this radius, in mm.
    Rectangle(f64),
    /// A regular hexagon.
    Hexagon(Orientation),
    /// Another regular polygon: the first cell of this tiling.
    Regular(Tiling),
    /// A disc.
    Disc,
}

/// How large a piece is.
#[derive(Debug, Clone, PartialEq)]
pub enum PieceSize {
    /// Width and height in mm.
    Fixed(Size),
    /// So many hundredths of the size, from flat to flat, of the cells of a board that is fitted to its sheet:
    /// known once the paper is.
    Share(Box<CellShare>),
}

/// A share of the cells of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct CellShare {
    /// Hundredths.
    pub percent: f64,
    /// The board.
    pub board: Arc<str>,
    /// Where the layout says so.
    pub place: Place,
}

/// Cards, notes, tiles or counters.
#[derive(Debug)]
pub struct Deck {
    /// How large a piece is.
    pub size: PieceSize,
    /// Where the layout says how large.
    pub size_place: Option<Place>,
    /// The size as it would be typed in millimetres, where it has centimetres and is very large.
    pub meant_in_mm: Option<Arc<str>>,
    /// The share of a board's cells that the layout gives as their size.
    pub share: Option<Box<CellShare>>,
    /// Its outline.
    pub outline: Outline,
    /// Columns and rows on a sheet, where the layout says so.
    pub grid: Option<Grid>,
    /// The sheet with a place for each that they lie on, where it is not a plain one.
    pub die_sheet: Option<Arc<DieSheet>>,
    /// How they lie there, where the layout says so.
    pub pack: Option<Pack>,
    /// What shows where to cut, where the layout says so, and where it does.
    pub marks: Option<Stated<Marking>>,
    /// One row for each different piece.
    pub values: Values,
    /// Where the values of rows and words stand, for messages.
    pub places: Box<WordPlaces>,
    /// Words of the component's own.
    pub words: Vec<(Arc<str>, Scalar)>,
    /// Which row each printed piece shows: a row with three copies stands three times.
    pub pieces: Vec<u32>,
    /// The file that the rows come from.
    pub origin: Option<Origin>,
    /// Its tiles, where they were drawn at random.
    pub drawn: Option<Box<DrawnDeck>>,
    /// The number of each piece, where only some of a deck are printed.
    pub picked: Option<Vec<u32>>,
    /// How many pieces the whole deck has.
    pub of: usize,
    /// How far drawings go on beyond the cut, in mm.
    pub bleed: f64,
    /// How far the drawings of backs do, in mm: never less.
    pub back_bleed: f64,
    /// How far inside the cut words and icons must stay.
    pub safe: Safe,
    /// What is drawn on each.
    pub face: Vec<Element>,
    /// What is drawn on the back of each; none for pieces without backs.
    pub back: Vec<Element>,
    /// What is read aloud of the front of each, in place of its words.
    pub alt: Option<Stated<Template>>,
}

/// Where the values of a deck's rows and words stand.
#[derive(Debug, Default)]
pub struct WordPlaces {
    /// Of rows that are typed: for each row the places of its values, in the order of the columns.
    pub rows: Vec<Vec<Option<Place>>>,
    /// Of rows that come from lists: for each column its list.
    pub lists: Vec<Vec<Place>>,
    /// Of rows that come from lists, where some were left out: which ones are there.
    pub kept: Option<Vec<u32>>,
    /// Of the component's words, in their order.
    pub words: Vec<Place>,
}

impl WordPlaces {
    /// Leaves the rows that `keep` says out.
    pub fn keep(&mut self, keep: &[bool]) {
        keep_rows(&mut self.rows, keep);
        let there = (0..).zip(keep).filter(|(_, keep)| **keep).map(|(row, _)| row);
        self.kept = (!self.lists.is_empty()).then(|| there.collect());
    }

    /// Where the value of a row in a column stands.
    pub fn value(&self, row: usize, column: usize) -> Option<Place> {
        if let Some(list) = self.lists.get(column) {
            let row = self.kept.as_ref().map_or(Some(row), |kept| kept.get(row).map(|k| *k as usize))?;
            // The last list turns fastest.
            let below: usize = self.lists[column + 1..].iter().map(Vec::len).product();
            return list.get(row / below.max(1) % list.len().max(1)).copied();
        }
        *self.rows.get(row)?.get(column)?
    }
}

/// Where the rows of a deck come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// The file's table.
    pub table: Arc<Table>,
    /// Which row of the table each row of the deck is.
    pub rows: Vec<u32>,
    /// Words of the component that are worked out, in their order, and the fields that each asks for.
    pub made: Vec<(Arc<str>, Vec<Arc<str>>)>,
}

/// How far inside the cut words and icons must stay.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Safe {
    /// In mm.
    pub mm: f64,
    /// Where the layout says so; none where it does not.
    pub place: Option<Place>,
}

/// One piece, for templates to ask.
#[derive(Debug, Clone)]
pub struct Piece<'a> {
    deck: &'a Deck,
    index: usize,
    number: Scalar,
    of: Scalar,
}

/// The least and the largest that a piece measures each way, in mm.
const SIZES: std::ops::RangeInclusive<f64> = 2.0..=2000.0;

/// What is said of a piece that is not of such a size.
pub const BAD_PIECE: &str = "a piece measures between 2mm and 2000mm each way";

impl PieceSize {
    /// Whether a piece may be so large.
    pub fn allows(size: Size) -> bool {
        SIZES.contains(&size.width) && SIZES.contains(&size.height)
    }
}

/// A share of a board's cells, in whole hundredths of a millimetre: a size that can be told and measured.
pub fn share_of(percent: f64, across: f64) -> f64 {
    (across * percent).round() / 100.0
}

impl Outline {
    /// What one piece of it is called.
    pub fn called(self) -> &'static str {
        match self {
            Self::Rectangle(_) => "piece",
            Self::Hexagon(_) => "hexagon",
            Self::Regular(tiling) if tiling.is_triangles() => "triangle",
            Self::Regular(_) => "octagon",
            Self::Disc => "disc",
        }
    }

    /// How much farther a bleed goes at the corners of a triangle or an octagon than at its sides.
    pub fn reach(self) -> f64 {
        match self {
            Self::Regular(tiling) => tiling.reach(),
            _ => 1.0,
        }
    }

    /// From side to side of a piece of this size in mm, from flat to flat, or from a side to the corner opposite.
    pub fn across_of(self, size: Size) -> f64 {
        match self {
            Self::Regular(tiling) => {
                let unit = tiling.unit_bounds(Hex::new(0, 0)).width();
                tiling.across_from_side(size.width / unit)
            }
            _ => size.width.min(size.height),
        }
    }

    /// Width and height of a piece that measures `across` mm from flat to flat, or from side to side.
    pub fn across(self, across: f64) -> Size {
        match self {
            Self::Hexagon(orientation) => {
                let (w, h) = orientation.unit_size();
                let side = crate::base::hex::side_from_across(across);
                Size::new(w * side, h * side)
            }
            Self::Regular(tiling) => {
                // Its middle is that of its box: below a triangle as much is free as its tip lies further up.
                let side = tiling.side_from_across(across);
                let Size { width, height } = tiling.unit_bounds(Hex::new(0, 0)).size();
                let around = if tiling.is_triangles() { tiling.unit_long() } else { height };
                Size::new(width * side, around * side)
            }
            Self::Rectangle(_) | Self::Disc => Size::new(across, across),
        }
    }

    /// How many edges a piece has: none for a disc.
    pub fn edges(self) -> usize {
        match self {
            Self::Rectangle(_) => 4,
            Self::Hexagon(_) => 6,
            Self::Regular(tiling) => tiling.edges(Hex::new(0, 0)),
            Self::Disc => 0,
        }
    }
}

impl Deck {
    /// How far drawings go on beyond the cut, on fronts or on backs, in mm.
    pub fn bleed_of(&self, back: bool) -> f64 {
        if back { self.back_bleed } else { self.bleed }
    }

    /// What is to show where to cut: what the layout says, else the print setup. None where neither does.
    pub fn marking(&self, print_setup: &PrintSetup) -> Option<Marking> {
        self.marks.map(|marks| marks.what).or(print_setup.marks)
    }

    /// The piece that stands `index`-th in the deck, from 0.
    pub fn piece(&self, index: usize) -> Option<Piece<'_>> {
        let row = self.row(index)?;
        let (number, of) = (whole(self.number(index)), whole(self.of));
        Some(Piece { deck: self, index: row, number, of })
    }

    /// Which row the `index`-th piece shows.
    pub fn row(&self, index: usize) -> Option<usize> {
        self.pieces.get(index).map(|row| *row as usize).filter(|row| *row < self.values.len())
    }

    /// What a word of the component's own stands for.
    pub fn word(&self, name: &str) -> Option<&Scalar> {
        self.words.iter().find(|(word, _)| word.as_ref() == name).map(|(_, value)| value)
    }

    /// The number of the piece that stands `index`-th, from 1: its place in the whole deck, copies counted.
    pub fn number(&self, index: usize) -> usize {
        self.picked.as_ref().and_then(|picked| picked.get(index)).map_or(index + 1, |n| *n as usize)
    }

    /// Where the piece with this number stands, from 0.
    pub fn index_of(&self, number: usize) -> Option<usize> {
        match &self.picked {
            None => number.checked_sub(1),
            Some(picked) => picked.binary_search(&u32::try_from(number).ok()?).ok(),
        }
    }

    /// Leaves only the pieces with these numbers, in ascending order.
    pub fn pick(&mut self, numbers: Vec<u32>) {
        let row = |n: &u32| (*n as usize).checked_sub(1).and_then(|i| self.pieces.get(i)).copied();
        self.pieces = numbers.iter().filter_map(row).collect();
        self.picked = Some(numbers);
    }
}

impl Row for Piece<'_> {
    fn owner(&self) -> RowOwner {
        // Behind the component's own words stand the game's, which have no place.
        let own = !self.deck.values.columns().is_empty() || !self.deck.places.words.is_empty();
        if own { RowOwner::Piece } else { RowOwner::BarePiece }
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        let values = &self.deck.values;
        let column = values.position(name);
        let own = column.and_then(|column| values.value(self.index, column));
        own.or_else(|| self.deck.word(name)).or(match name {
            "number" => Some(&self.number),
            "of" => Some(&self.of),
            _ => column.map(|_| Scalar::empty()),
        })
    }

    fn names(&self) -> Vec<&str> {
        let columns = self.deck.values.names();
        columns.chain(self.deck.words.iter().map(|(word, _)| word.as_ref())).collect()
    }

    fn has_letters(&self, name: &str) -> bool {
        self.deck.values.has_letters(name)
    }

    fn place(&self, name: &str) -> Option<Place> {
        let column = |name: &str| self.deck.values.position(name);
        if let Some(at) = column(name)
            && self.deck.values.value(self.index, at).is_some()
        {
            // The word of one edge stands among those of all edges.
            let edge = edge_number(name).is_some();
            let own = self.deck.places.value(self.index, at);
            let own = own.or_else(|| self.deck.places.value(self.index, column("edges").filter(|_| edge)?));
            if own.is_some() {
                return own;
            }
        }
        // A column may be worked out from a word, and the word of one edge stands among those of all.
        let edges = edge_number(name).is_some() && self.deck.word(name).is_none();
        let name = if edges { "edges" } else { name };
        let word = self.deck.words.iter().position(|(word, _)| word.as_ref() == name)?;
        self.deck.places.words.get(word).copied()
    }

    fn origin(&self, needs: &[&str]) -> Option<(Place, String)> {
        let known = needs.iter().all(|need| *need == "edge" || self.value(need).is_some());
        self.deck.origin.as_ref()?.of(self.index, known, needs)
    }
}

impl Origin {
    /// Where a row says something in the column of this name.
    pub fn cell(&self, row: usize, name: &str) -> Option<Place> {
        let column = self.table.columns.iter().position(|column| **column == *name)?;
        Some(self.table.cell_place(*self.rows.get(row)? as usize, column))
    }

    /// The place of what a template asked of one row, and what it is: a cell if it is one cell only; the header where
    /// not all that was asked for is `known`.
    pub fn of(&self, row: usize, known: bool, needs: &[&str]) -> Option<(Place, String)> {
        let table = &self.table;
        if !known {
            return Some((table.header_place(), "the columns of this file".to_owned()));
        }
        let row = *self.rows.get(row)? as usize;
        let mut needs = needs.to_vec();
        // Each word asks only for words above it.
        for (word, asks) in self.made.iter().rev() {
            if needs.contains(&&**word) {
                needs.extend(asks.iter().map(|name| &**name));
            }
        }
        // The single edges of a piece come from one cell.
        let of_edge = |need: &str| need == "edge" || edge_number(need).is_some();
        let asked =
            |column: &str| needs.iter().any(|need| column == *need || column == "edges" && of_edge(need));
        let columns = table.columns.iter().enumerate().filter(|(_, name)| asked(name)).map(|(i, _)| i);
        let columns: Vec<usize> = columns.collect();
        Some(match *columns.as_slice() {
            [column] => (table.cell_place(row, column), table.cell_name(row, column)),
            _ => (table.row_place(row), table.row_name(row)),
        })
    }
}

impl Safe {
    /// Whether a piece of this size has room inside its safe zone.
    ///
    /// # Errors
    /// What to say if it has not.
    pub fn fits(&self, piece: Size) -> Result<(), String> {
        // Of a hexagon, the shorter side of its box is from flat to flat.
        let half = piece.width.min(piece.height) / 2.0;
        if self.mm < half {
            return Ok(());
        }
        let half = Trimmed((half * 1000.0).round() / 1000.0);
        Err(format!(
            "a safe zone {} mm inside the cut leaves nothing of a piece of which half measures {half} mm",
            Trimmed(self.mm)
        ))
    }
}

/// The most pieces one component may have, copies counted.
pub const MOST_PIECES: usize = 100_000;
