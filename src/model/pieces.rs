//! Pieces that share a face: one compiled face, and a compact row for each piece.

use std::sync::Arc;

use kurbo::Size;

use super::element::Element;
use super::template::Row;
use crate::diag::Place;
use crate::hex::Orientation;
use crate::spec::scalar::Scalar;
use crate::spec::value::Grid;

/// The outline of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outline {
    /// A rectangle with corners of this radius, in mm.
    Rectangle(f64),
    /// A regular hexagon.
    Hexagon(Orientation),
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
    /// Its outline.
    pub outline: Outline,
    /// Columns and rows on a sheet, where the layout says so.
    pub grid: Option<Grid>,
    /// The names of the rows' values.
    pub columns: Vec<Arc<str>>,
    /// One row for each different piece, in the order of `columns`; none where the row lacks the value.
    pub rows: Vec<Vec<Option<Scalar>>>,
    /// Where the values of rows and words stand, for messages.
    pub places: Box<WordPlaces>,
    /// Words of the component's own.
    pub words: Vec<(Arc<str>, Scalar)>,
    /// Which row each printed piece shows: a row with three copies stands three times.
    pub pieces: Vec<u32>,
    /// What is drawn on each.
    pub face: Vec<Element>,
    /// What is drawn on the back of each; none for pieces without backs.
    pub back: Vec<Element>,
}

/// Where the values of a deck's rows and words stand.
#[derive(Debug, Default)]
pub struct WordPlaces {
    /// Of rows that are typed: for each row the places of its values, in the order of the columns.
    pub rows: Vec<Vec<Option<Place>>>,
    /// Of rows that come from lists: for each column its list.
    pub lists: Vec<Vec<Place>>,
    /// Of the component's words, in their order.
    pub words: Vec<Place>,
}

impl WordPlaces {
    /// Where the value of a row in a column stands.
    #[must_use]
    pub fn value(&self, row: usize, column: usize) -> Option<Place> {
        if let Some(list) = self.lists.get(column) {
            // The last list turns fastest.
            let below: usize = self.lists[column + 1..].iter().map(Vec::len).product();
            return list.get(row / below.max(1) % list.len().max(1)).copied();
        }
        *self.rows.get(row)?.get(column)?
    }
}

/// One piece, for templates to ask.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    deck: &'a Deck,
    number: usize,
    row: &'a [Option<Scalar>],
}

/// The least and the largest that a piece measures each way, in mm.
const SIZES: std::ops::RangeInclusive<f64> = 2.0..=2000.0;

/// What is said of a piece that is not of such a size.
pub const BAD_PIECE: &str = "a piece measures between 2mm and 2000mm each way";

impl PieceSize {
    /// Whether a piece may be so large.
    #[must_use]
    pub fn allows(size: Size) -> bool {
        SIZES.contains(&size.width) && SIZES.contains(&size.height)
    }
}

/// A share of a board's cells, in whole hundredths of a millimetre: a size that can be told and measured.
#[must_use]
pub fn share_of(percent: f64, across: f64) -> f64 {
    (across * percent).round() / 100.0
}

impl Outline {
    /// Width and height of a piece that measures `across` mm from flat to flat, or from side to side.
    #[must_use]
    pub fn across(self, across: f64) -> Size {
        match self {
            Self::Hexagon(orientation) => {
                let (w, h) = orientation.unit_size();
                let side = crate::hex::side_from_across(across);
                Size::new(w * side, h * side)
            }
            Self::Rectangle(_) | Self::Disc => Size::new(across, across),
        }
    }

    /// How many edges a piece has: none for a disc.
    #[must_use]
    pub fn edges(self) -> usize {
        match self {
            Self::Rectangle(_) => 4,
            Self::Hexagon(_) => 6,
            Self::Disc => 0,
        }
    }
}

impl Deck {
    /// The piece that stands `index`-th in the deck, from 0.
    #[must_use]
    pub fn piece(&self, index: usize) -> Option<Piece<'_>> {
        let row = *self.pieces.get(index)? as usize;
        Some(Piece { deck: self, number: row, row: self.rows.get(row)? })
    }
}

impl Row for Piece<'_> {
    fn value(&self, name: &str) -> Option<&Scalar> {
        let column = self.deck.columns.iter().position(|c| c.as_ref() == name);
        let own = column.and_then(|c| self.row.get(c)).and_then(Option::as_ref);
        own.or_else(|| self.deck.words.iter().find(|(word, _)| word.as_ref() == name).map(|(_, value)| value))
    }

    fn names(&self) -> Vec<&str> {
        let columns = self.deck.columns.iter().map(AsRef::as_ref);
        columns.chain(self.deck.words.iter().map(|(word, _)| word.as_ref())).collect()
    }

    fn place(&self, name: &str) -> Option<Place> {
        let column = |name: &str| self.deck.columns.iter().position(|c| c.as_ref() == name);
        if let Some(at) = column(name)
            && self.row.get(at).is_some_and(Option::is_some)
        {
            // The word of one edge stands among those of all edges.
            let edge = name.strip_prefix("edge").is_some_and(|n| n.parse::<u8>().is_ok());
            let own = self.deck.places.value(self.number, at);
            return own.or_else(|| self.deck.places.value(self.number, column("edges").filter(|_| edge)?));
        }
        let word = self.deck.words.iter().position(|(word, _)| word.as_ref() == name)?;
        self.deck.places.words.get(word).copied()
    }
}

/// All combinations of lists, the last list turning fastest.
#[must_use]
pub fn combinations(lists: &[Vec<Scalar>]) -> Vec<Vec<Option<Scalar>>> {
    let mut rows: Vec<Vec<Option<Scalar>>> = vec![Vec::new()];
    for list in lists {
        rows = rows
            .iter()
            .flat_map(|row| {
                list.iter().map(move |value| {
                    let mut row = row.clone();
                    row.push(Some(value.clone()));
                    row
                })
            })
            .collect();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_list_turns_fastest() {
        let n = |i| Scalar::Whole(i);
        let rows = combinations(&[vec![n(1), n(2)], vec![n(10), n(20)]]);
        let flat: Vec<_> =
            rows.iter().map(|r| r.iter().map(|v| v.clone().unwrap()).collect::<Vec<_>>()).collect();
        assert_eq!(flat, [[n(1), n(10)], [n(1), n(20)], [n(2), n(10)], [n(2), n(20)]]);
    }
}
