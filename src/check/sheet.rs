//! To come.
use super::rule::Rule;
/// The rules of this group.
pub const RULES: &[Rule] = &[];
