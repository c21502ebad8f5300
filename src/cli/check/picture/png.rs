//! The pages with faults as pixels, one below the other: drawn from the PDF that has the rings.

use super::pdf;
use super::rings::{pages, unreadable};
use crate::check::Verdict;
use crate::diag::Result;
use crate::write::About;
use crate::write::png::together;

/// Draws the faults on the pages that have any.
pub fn draw(verdict: &Verdict, files: &[Vec<u8>]) -> Result<Vec<u8>> {
    let all = pages(verdict);
    let mut with_faults: Vec<usize> = all.iter().map(|page| page.file).collect();
    with_faults.dedup();
    let ringed = with_faults.into_iter().map(|file| pdf::of_file(file, &all, files, "a .png"));
    let ringed = ringed.collect::<Result<Vec<_>, _>>()?;
    let about = About { title: "Faults".into(), language: "en".into(), ..About::default() };
    together(ringed, &about).ok_or_else(|| unreadable("a page cannot be made into pixels"))
}
