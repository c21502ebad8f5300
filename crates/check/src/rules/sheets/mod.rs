//! Lists the rules about the sheet of paper: its size, boxes, rulers and printable area.

use crate::rule::Rule;

mod captured_job;
mod hx441_outside_sheet;
mod hx442_outside_margin;
mod hx443_wrong_paper;
mod hx444_wrong_boxes;
mod hx445_ruler_false;
mod hx458_registration_mark;
mod hx467_beyond_reach;
mod hx468_calibration_mark;
mod overreach;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx441_outside_sheet::RULE,
    hx442_outside_margin::RULE,
    hx443_wrong_paper::RULE,
    hx444_wrong_boxes::RULE,
    hx445_ruler_false::RULE,
    hx458_registration_mark::RULE,
    hx467_beyond_reach::RULE,
    hx468_calibration_mark::RULE,
];
