//! Checks texts that are printed once for each seat at the table. Each copy is rotated so that the
//! player in this seat can read it.

use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::{DrawnFor, ElementPlace, Pair};

/// Reports a text that is printed once for each seat and is in the centre of its piece. Its copies
/// are rotated around the centre, so they would overlap.
pub fn check(
    mut places: impl Iterator<Item = ElementPlace>,
    each: &Spanned<DrawnFor>,
    resolver: &mut Resolver<'_>,
) {
    if places.any(|place| place == ElementPlace::CENTRE || place == ElementPlace::Offset(Pair::default())) {
        let message = "the texts for all seats are in the middle, where they overlap";
        let hint = "write at = \"bottom\": each text is then at the edge that is nearest to its seat";
        resolver.error_with_hint(codes::BAD_VALUE, each, message, hint);
    }
}
