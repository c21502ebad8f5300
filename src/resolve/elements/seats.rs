//! Words that are printed once for each seat.

use crate::diag::codes;
use crate::resolve::context::Compiler;
use crate::spec::values::place::At;
use crate::spec::values::value::{For, Pair, Where};

/// Tells words for each seat that stand in the very middle, about which seats are turned: they would be printed over one
/// another.
pub fn check(places: &[Where], each: &At<For>, compiler: &mut Compiler<'_>) {
    if places.contains(&Where::CENTRE) || places.contains(&Where::Offset(Pair::default())) {
        let message = "in the middle, the words for all seats would lie on one another";
        compiler.hinted(codes::BAD_VALUE, each, message, "at = \"bottom\"");
    }
}
