//! What the edges of a tile are called: `edge1`, `edge2`.

/// The name of the word for an edge, counted from 1: `edge1`.
pub fn edge_name(edge: usize) -> String {
    format!("edge{edge}")
}

/// Which edge a name is the word for, counted from 1: `edge1` is that of the first, `edgewise` that of none.
pub fn edge_number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("edge").filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    digits.parse().ok()
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
