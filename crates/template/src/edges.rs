//! The fields for the edges of a tile. All elements can use `edge1`, `edge2` and so on. An element that
//! is drawn at each edge can also use `edge`.

use crate::{Row, RowOwner};
use hexpress_base::diag::SourceSpan;
use hexpress_language::values::scalar::Scalar;

/// Returns the name of the field for an edge, such as `edge1`. Edges are counted from 1.
pub fn edge_name(edge: usize) -> String {
    format!("edge{edge}")
}

/// Returns the number of the edge to which a field belongs, such as 2 for `edge2`.
///
/// Returns `None` for other fields, such as `edgewise`.
pub fn edge_number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("edge").filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    digits.parse().ok()
}

/// The row of a tile with an additional field `edge`. This field has the value of the edge at which
/// an element is drawn.
pub struct EdgeRow<'r> {
    row: &'r dyn Row,
    name: String,
}

impl<'r> EdgeRow<'r> {
    /// Creates the row for this edge. The edges are counted from 0.
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

    fn place(&self, name: &str) -> Option<SourceSpan> {
        self.row.place(if name == "edge" { &self.name } else { name })
    }

    fn origin(&self, needs: &[&str]) -> Option<(SourceSpan, String)> {
        let fields: Vec<&str> =
            needs.iter().map(|need| if *need == "edge" { &*self.name } else { need }).collect();
        self.row.origin(&fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_edge_and_a_number_is_the_field_of_an_edge() {
        assert_eq!((edge_name(1), edge_number("edge12")), ("edge1".to_owned(), Some(12)));
        for other in ["edge", "edges", "edgewise", "edge+1", "edge1b", "Edge1", "edge99999999999999999999"] {
            assert_eq!(edge_number(other), None, "{other}");
        }
    }
}
