//! Lists the rules about text: its position, size, contrast and wording.

use crate::rule::Rule;

mod element_pair;
mod ground_colours;
mod hx421_label_outside;
mod hx422_labels_meet;
mod hx423_label_covered;
mod hx424_text_too_small;
mod hx425_low_contrast;
mod hx426_label_wrong;
mod hx429_word_twice;
mod hx430_name_on_cell;
mod hx433_not_at_edge;
mod hx435_qr_code_wrong;
mod hx436_qr_code_hard_to_read;
mod hx437_text_incomplete;
mod hx438_booklet_wrong;
mod hx439_link_wrong;
pub(crate) mod label_count;
mod paper_colour;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx421_label_outside::RULE,
    hx422_labels_meet::RULE,
    hx423_label_covered::RULE,
    hx424_text_too_small::RULE,
    hx425_low_contrast::RULE,
    hx426_label_wrong::RULE,
    hx429_word_twice::RULE,
    hx430_name_on_cell::RULE,
    hx433_not_at_edge::RULE,
    hx435_qr_code_wrong::RULE,
    hx436_qr_code_hard_to_read::RULE,
    hx437_text_incomplete::RULE,
    hx438_booklet_wrong::RULE,
    hx439_link_wrong::RULE,
];
