//! Words that are printed once for each seat.

use crate::diag::{Diagnostic, Place, codes};
use crate::resolve::context::Compiler;
use crate::spec::values::value::{Anchor, Pair, Where};

/// Whether this place is the very middle, about which seats are turned.
#[must_use]
pub fn is_middle(at: Where) -> bool {
    match at {
        Where::Anchor(anchor) => anchor == Anchor { column: 1, row: 1 },
        Where::Offset(offset) => offset == Pair::default(),
        Where::EachCorner | Where::EachEdge => false,
    }
}

/// Tells words for each seat that stand in the middle, where they would be printed over one another.
pub fn check(middle: bool, place: Place, compiler: &mut Compiler<'_>) {
    if middle {
        let message = "in the middle, the words for all seats would lie on one another".to_owned();
        compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message).hint("at = \"bottom\""), place);
    }
}
