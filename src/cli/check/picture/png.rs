//! Draws the faulty pages as pixels, one below the other.
//!
//! - In: a verdict, and the PDFs that were judged.
//! - Out: one PNG, drawn from the ringed pages of [`super::pdf`].

use super::fault_rings::{pages, unreadable};
use super::pdf;
use hexpress_base::diag::Result;
use hexpress_check::Verdict;
use hexpress_write::About;
use hexpress_write::png::together;

/// Draws the faulty pages with their faults.
///
/// # Errors
/// The file is not a PDF, or a page cannot be drawn.
pub fn draw(verdict: &Verdict, files: &[Vec<u8>]) -> Result<Vec<u8>> {
    let faulty = pages(verdict);
    let mut files_with_faults: Vec<usize> = faulty.iter().map(|page| page.key.file).collect();
    files_with_faults.dedup();
    let ringed = files_with_faults
        .into_iter()
        .map(|file| pdf::ringed(file, &faulty, files, "a .png"))
        .collect::<Result<Vec<_>, _>>()?;
    let about = About { title: "Faults".into(), language: "en".into(), ..About::default() };
    together(ringed, &about).ok_or_else(|| unreadable("a page cannot be rendered"))
}
