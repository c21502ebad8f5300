//! Lists the rules about files: fonts, pictures, print settings, and the record of pages.

use crate::rule::Rule;

mod hx461_font_not_embedded;
mod hx462_raster;
mod hx463_print_scaling;
mod hx464_page_changed;
mod hx465_pages_lost;
mod hx466_not_searchable;
mod recorded_pages;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx461_font_not_embedded::RULE,
    hx462_raster::RULE,
    hx463_print_scaling::RULE,
    hx464_page_changed::RULE,
    hx465_pages_lost::RULE,
    hx466_not_searchable::RULE,
];
