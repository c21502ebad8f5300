//! Rows: the values of the fields that templates use.

use hexpress_base::diag::SourceSpan;
use hexpress_language::values::scalar::Scalar;

/// The owner of the fields of a row, such as a piece or a cell. Messages about unknown names depend on
/// the owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowOwner {
    /// A piece with fields.
    Piece,
    /// A row from which no pieces have been made yet.
    Row,
    /// A piece that has only the fields of the game.
    BarePiece,
    /// A cell, an edge or a corner without fields.
    Cell,
    /// A cell with fields.
    DataCell,
    /// An edge or a corner of a cell, with fields.
    Edge,
    /// A sheet. It has only the fields of the game.
    Sheet,
}

/// A row: the values of the fields that templates use.
pub trait Row {
    fn owner(&self) -> RowOwner {
        RowOwner::Piece
    }

    /// Returns the value of a field. Returns `None` if the row does not have the field.
    fn value(&self, name: &str) -> Option<&Scalar>;

    /// Returns the names of all fields.
    fn names(&self) -> Vec<&str>;

    /// Returns the name of the data file that the row comes from, and the columns of the file. Returns
    /// `None` if the row is not from a data file.
    fn table(&self) -> Option<(&str, Vec<&str>)> {
        None
    }

    /// Returns whether `y` and `n` in this field are ordinary letters. Otherwise they mean yes and no.
    fn has_letters(&self, _name: &str) -> bool {
        false
    }

    /// Returns where the value of a field is, in the file that contains the value. Returns `None` if
    /// this is not known.
    fn place(&self, _name: &str) -> Option<SourceSpan> {
        None
    }

    /// Returns the position of the given fields in a data file, and a description of this position for
    /// messages. Returns `None` if the fields are not in a data file.
    ///
    /// For a single field, this is the position of a cell of the file. For no field or several fields, it
    /// is the position of the row.
    fn origin(&self, _needs: &[&str]) -> Option<(SourceSpan, String)> {
        None
    }
}

/// The row of a cell, an edge or a corner that has no fields.
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
