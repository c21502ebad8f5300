//! Rows: the values of the names in a template.

use hexpress_base::diag::Place;
use hexpress_language::values::scalar::Scalar;

/// The owner of the fields of a row. Messages about an unknown name depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowOwner {
    /// A piece with fields.
    Piece,
    /// A row before its pieces are made.
    Row,
    /// A piece that has only the fields of the game.
    BarePiece,
    /// A cell, an edge or a corner, which have no fields.
    Cell,
    /// A cell with its fields.
    DataCell,
    /// An edge or a corner of a cell, with its fields.
    Edge,
    /// A sheet, which has the fields of the game.
    Sheet,
}

/// The values of the names in a template.
pub trait Row {
    /// Returns the owner of the fields.
    fn owner(&self) -> RowOwner {
        RowOwner::Piece
    }

    /// Returns the value of a field; `None` if there is no such field.
    fn value(&self, name: &str) -> Option<&Scalar>;

    /// Returns the names of all fields.
    fn names(&self) -> Vec<&str>;

    /// Returns whether `y` and `n` in a field are letters, not yes and no.
    fn has_letters(&self, _name: &str) -> bool {
        false
    }

    /// Returns the place of a field in a file.
    fn place(&self, _name: &str) -> Option<Place> {
        None
    }

    /// Returns the place of the values behind some names in a data file, and what that place is
    /// called: a cell for one column, a row for several.
    fn origin(&self, _needs: &[&str]) -> Option<(Place, String)> {
        None
    }
}

/// A row without fields: a cell, an edge or a corner.
#[derive(Debug, Clone, Copy)]
pub struct NoRow;

impl Row for NoRow {
    fn owner(&self) -> RowOwner {
        RowOwner::Cell
    }

    fn value(&self, _: &str) -> Option<&Scalar> {
        None
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}
