//! Lists the rules about posters: boards and pieces that are divided among several sheets.

use crate::rule::Rule;

mod hx483_parts_apart;
mod hx484_part_missing;
mod hx485_words_on_seam;
mod hx486_part_hidden;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] =
    &[hx483_parts_apart::RULE, hx484_part_missing::RULE, hx485_words_on_seam::RULE, hx486_part_hidden::RULE];
