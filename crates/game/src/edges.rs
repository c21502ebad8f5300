//! What the edges of a tile are called: `edge1`, `edge2`; and a row as one of its edges sees it.

use crate::diag::Place;
use crate::model::template::{Row, RowOwner};
use crate::spec::values::scalar::Scalar;

/// The name of the word for an edge, counted from 1: `edge1`.
pub fn edge_name(edge: usize) -> String {
    format!("edge{edge}")
}

/// Which edge a name is the word for, counted from 1: `edge1` is that of the first, `edgewise` that of none.
pub fn edge_number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("edge").filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    digits.parse().ok()
}

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
    fn owner(&self) -> RowOwner {
        self.row.owner()
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        self.row.value(if name == "edge" { &self.name } else { name })
    }

    fn names(&self) -> Vec<&str> {
        let mut names = self.row.names();
        names.push("edge");
        names
    }

    fn has_letters(&self, name: &str) -> bool {
        self.row.has_letters(name)
    }

    fn place(&self, name: &str) -> Option<Place> {
        self.row.place(if name == "edge" { &self.name } else { name })
    }

    fn origin(&self, needs: &[&str]) -> Option<(Place, String)> {
        let own: Vec<&str> =
            needs.iter().map(|need| if *need == "edge" { &*self.name } else { need }).collect();
        self.row.origin(&own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_edges() {
        assert_eq!((edge_name(1), edge_number("edge12")), ("edge1".to_owned(), Some(12)));
        for other in ["edge", "edges", "edgewise", "edge+1", "edge1b", "Edge1", "edge99999999999999999999"] {
            assert_eq!(edge_number(other), None, "{other}");
        }
    }
}
