//! `check --picture`: draws the pages with faults. Each fault has a ring and a number.
//!
//! - In: a verdict, and the files that were judged.
//! - Out: one SVG, PDF or PNG file.
//! - Not here: judging anything, or showing pages without faults.

mod fault_rings;
mod inset;
mod pdf;
mod png;
mod room;
mod strokes;
mod svg;

use std::path::{Path, PathBuf};

use crate::cli::RunContext;
use crate::cli::io::same_file;
use hexpress_base::diag::{Result, codes};
use hexpress_check::Verdict;

/// A function that draws the faulty pages of the judged files.
type DrawFunction = fn(&Verdict, &[Vec<u8>]) -> Result<Vec<u8>>;

/// Returns the function that draws a picture in the format that the extension of the path names.
///
/// An `.svg` or `.png` shows all faulty pages, one below the other. A `.pdf` contains each faulty page
/// as a page.
///
/// # Errors
/// The path has another extension.
pub fn kind(path: &Path) -> Result<DrawFunction> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(svg::draw),
        Some("pdf") => Ok(pdf::draw),
        Some("png") => Ok(png::draw),
        _ => {
            let message =
                format!("{}: the name of the picture must end with .svg, .pdf or .png", path.display());
            Err(codes::BAD_OPTION
                .error(message)
                .hint("for a file that browsers show, write --picture faults.svg"))
        }
    }
}

/// Saves a picture of the faults of a verdict.
///
/// `files` are the contents of the judged files, in the order in which they were judged. `read`
/// contains the paths of all files that were read.
///
/// # Errors
/// The picture would replace a file in `read`, cannot be drawn from these files, or cannot be
/// written.
pub fn save(
    path: &Path,
    run_context: &RunContext,
    verdict: &Verdict,
    files: &[Vec<u8>],
    read: &[PathBuf],
) -> Result<()> {
    if read.iter().any(|read| same_file(read, &run_context.at(path))) {
        let message = format!("{} is the file to check, and is not overwritten", path.display());
        return Err(codes::NOT_OVER.error(message).hint("name another file: --picture faults.svg"));
    }
    run_context.save(&[(path.to_owned(), kind(path)?(verdict, files)?)])
}
