//! Values as seen from one edge of a piece.

use crate::diag::{Diagnostic, Place};
use crate::model::edge_name;
use crate::model::template::{Of, Row};
use crate::spec::values::scalar::Scalar;

/// A row as seen from one edge: `edge` is that edge's value.
pub struct EdgeRow<'r> {
    row: &'r dyn Row,
    name: String,
}

impl<'r> EdgeRow<'r> {
    /// The row as edge `edge`, from 0, sees it.
    pub fn new(row: &'r dyn Row, edge: usize) -> Self {
        Self { row, name: edge_name(edge + 1) }
    }
}

impl Row for EdgeRow<'_> {
    fn of(&self) -> Of {
        self.row.of()
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        self.row.value(if name == "edge" { &self.name } else { name })
    }

    fn names(&self) -> Vec<&str> {
        let mut names = self.row.names();
        names.push("edge");
        names
    }

    fn place(&self, name: &str) -> Option<Place> {
        self.row.place(if name == "edge" { &self.name } else { name })
    }

    fn origin(&self, needs: &[&str], wrong: &Diagnostic) -> Option<(Place, String)> {
        self.row.origin(needs, wrong)
    }
}
