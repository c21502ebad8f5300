//! Reads a file of cut lines for a plotter.
//!
//! - In: the bytes of an SVG or a DXF file, made by any program.
//! - Out: lines with their kinds, in mm. The origin is the top left corner of the sheet, and y
//!   points down.
//! - Not here: comparing the lines with a print.

mod dxf;

use std::fmt;

use hexpress_scene::print::cuts::{CutKind, CutPath};
use kurbo::{BezPath, Size};

use crate::{ItemKind, ReadError, Rgb};
pub use dxf::DxfError;

/// The largest number of lines and curves in a file.
pub const MAX_SEGMENTS: usize = 100_000;

/// The lines of a file for a plotter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CutFile {
    /// The size of the sheet, if the file states it.
    pub sheet: Option<Size>,
    pub lines: Vec<CutPath>,
}

/// A reason why a file for a plotter cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub enum CutFileError {
    Svg(ReadError),
    Dxf(DxfError),
    /// There are more than `MAX_SEGMENTS` lines and curves.
    TooManyLines,
}

impl fmt::Display for CutFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Svg(error) => write!(f, "{error}"),
            Self::Dxf(error) => write!(f, "{error}"),
            Self::TooManyLines => write!(f, "it has more than {MAX_SEGMENTS} lines and curves"),
        }
    }
}

/// Reads an SVG or a DXF file.
///
/// # Errors
/// The file is damaged, exceeds the limits, or has curves that are not supported.
pub fn cut_file(bytes: &[u8]) -> Result<CutFile, CutFileError> {
    let file =
        if crate::is_svg(bytes) { svg(bytes)? } else { dxf::read(bytes).map_err(CutFileError::Dxf)? };
    let segments: usize = file.lines.iter().map(|line| line.path.elements().len()).sum();
    if segments > MAX_SEGMENTS { Err(CutFileError::TooManyLines) } else { Ok(file) }
}

/// Reads an SVG file. The colour of a line says what the cutting machine does along the line. Blue lines are
/// left out, because the machine does not cut them.
fn svg(bytes: &[u8]) -> Result<CutFile, CutFileError> {
    let read = crate::svg(bytes).map_err(CutFileError::Svg)?;
    let Some(page) = read.document.pages.first() else { return Ok(CutFile::default()) };
    let mut lines = Vec::new();
    for item in &page.items {
        let ItemKind::Path { path, stroke: Some(stroke), .. } = &item.kind else { continue };
        if let Some(kind) = kind_of(stroke.colour) {
            lines.push(CutPath { kind, path: path.elements().collect::<BezPath>() });
        }
    }
    Ok(CutFile { sheet: Some(page.media.size()), lines })
}

/// Returns what a cutting machine does along lines of this colour. Returns `None` for blue, because the
/// machine ignores blue lines.
fn kind_of(Rgb([r, g, b]): Rgb) -> Option<CutKind> {
    /// A channel counts as bright if it has at least this value.
    const MIN_BRIGHT_CHANNEL: u8 = 128;
    match [r, g, b].map(|channel| channel >= MIN_BRIGHT_CHANNEL) {
        [false, false, true] => None,
        [false, true, true] => Some(CutKind::Fold),
        [false, true, false] => Some(CutKind::Perforation),
        [true, false, true] => Some(CutKind::Kiss),
        _ => Some(CutKind::Through),
    }
}
