//! Judges PDFs by the standards of print shops: PDF/X-4 (ISO 15930-7) and PDF/X-1a (ISO 15930-4).
//!
//! - In: the features that `read/press` found in a file, and the demands of a print shop.
//! - Out: faults.
//! - Not here: reading files.
//!
//! The texts of the standards are not free of charge, so the rules follow free sources:
//!
//! - the tables of contents of ISO 15930-4:2003 and 15930-7:2010, for the numbers of clauses
//! - "Application Notes for PDF/X Standards, Version 4" (CGATS, 2006)
//! - "PDF/X in a Nutshell" (PDF Association, 2017)
//! - ISO 32000-1
//!
//! If these sources do not state that a feature is forbidden, the feature only gets a warning.

pub(crate) mod colours;
pub(crate) mod interaction;
pub(crate) mod metadata;
pub(crate) mod output_intent;
pub(crate) mod pages;
pub(crate) mod pdf_version;
pub(crate) mod shop;
pub(crate) mod unprintable_features;

use hexpress_scene::print::setup::Standard;

/// Describes the parts of a standard that no rule checks.
pub(crate) fn not_checked(standard: Standard) -> &'static [&'static str] {
    match standard {
        Standard::PdfX4 => &[
            "PDF/X-4: whether elements that are not printed are marked as such (6.2), names in UTF-8 (6.6), \
             details of pictures (6.16 and 6.27), limits of numbers and names (6.25)",
            "PDF/X-4: whether fonts are complete and have the right widths (6.5), and the tables in colour \
             profiles (6.4)",
        ],
        Standard::PdfX1a => &[
            "PDF/X-1a: whether fonts are complete and have the right widths (6.3), and values of private keys",
        ],
    }
}
