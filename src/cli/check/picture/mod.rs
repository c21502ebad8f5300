//! The pages with faults, each fault ringed and numbered.

mod inset;
mod pdf;
mod png;
mod rings;
mod room;
mod strokes;
mod svg;

use std::path::{Path, PathBuf};

use crate::check::Verdict;
use crate::cli::Workplace;
use crate::cli::io::same_file;
use crate::diag::{Result, codes};

/// Draws the pages of some files that have faults.
type Draw = fn(&Verdict, &[Vec<u8>]) -> Result<Vec<u8>>;

/// How a picture of this name is drawn: as an SVG of all pages with faults, one below the other, as the PDF's own pages
/// that have faults, or as those in pixels, one below the other.
///
/// # Errors
/// A kind that is not drawn.
pub fn kind(path: &Path) -> Result<Draw> {
    let end = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match end.as_deref() {
        Some("svg") => Ok(svg::draw),
        Some("pdf") => Ok(pdf::draw),
        Some("png") => Ok(png::draw),
        _ => {
            let message =
                format!("{}: a picture of faults is an .svg, a .pdf or a .png file", path.display());
            Err(codes::BAD_OPTION.error(message).hint("browsers show SVG: --picture faults.svg"))
        }
    }
}

/// Draws the faults of a verdict on the pages of its files, in the order of their names there. It does not take the
/// place of anything that was read for the verdict.
///
/// # Errors
/// A picture that cannot be made of these files, or cannot be written.
pub fn save(
    path: &Path,
    place: &Workplace,
    verdict: &Verdict,
    files: &[Vec<u8>],
    read: &[PathBuf],
) -> Result<()> {
    if read.iter().any(|read| same_file(read, &place.at(path))) {
        let message = format!("{} is what is judged, and is not written over", path.display());
        return Err(codes::NOT_OVER.error(message).hint("name another file: --picture faults.svg"));
    }
    place.save(&[(path.to_owned(), kind(path)?(verdict, files)?)])
}
