//! The pages with faults, each fault ringed and numbered.

mod pdf;
mod png;
mod rings;
mod svg;

use std::path::Path;

use crate::check::Verdict;
use crate::cli::Place;
use crate::diag::{Diagnostic, codes};

/// What a picture is drawn as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// An SVG of all pages with faults, one below the other.
    Svg,
    /// The PDF's own pages that have faults.
    Pdf,
    /// Those pages as pixels, one below the other.
    Png,
}

/// What the name of a picture asks for.
///
/// # Errors
/// A kind that is not drawn.
pub fn kind(path: &Path) -> Result<PictureKind, Diagnostic> {
    let end = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match end.as_deref() {
        Some("svg") => Ok(PictureKind::Svg),
        Some("pdf") => Ok(PictureKind::Pdf),
        Some("png") => Ok(PictureKind::Png),
        _ => {
            let message =
                format!("{}: a picture of faults is an .svg, a .pdf or a .png file", path.display());
            Err(Diagnostic::error(codes::BAD_OPTION, message).hint("browsers show SVG: --picture faults.svg"))
        }
    }
}

/// Draws the faults of a verdict on the pages of its files, in the order of their names there.
///
/// # Errors
/// A picture that cannot be made of these files, or cannot be written.
pub fn save(path: &Path, place: &Place, verdict: &Verdict, files: &[Vec<u8>]) -> Result<(), Diagnostic> {
    let bytes = match kind(path)? {
        PictureKind::Svg => svg::draw(verdict, files)?,
        PictureKind::Pdf => pdf::draw(verdict, files)?,
        PictureKind::Png => png::draw(verdict, files)?,
    };
    place.save(&[(path.to_owned(), bytes)]).map_err(|(path, error)| {
        Diagnostic::error(codes::UNWRITABLE, format!("{} cannot be written: {error}", path.display()))
    })
}
