//! Judges a photo of a printed sheet.
//!
//! - In: a photo, and the pages that it may show.
//! - Out: a verdict. Its lengths are measured relative to the edges of the sheet.
//! - Not here: finding the sheet; `crates/scan` does.

use std::sync::Arc;

use kurbo::Size;

use super::reading::{self, ReadPhoto, Resolution, SizeLimits};
use super::{CardSeen, JudgedPicture, PrintedPdfs, unjudged};
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_scan::judge::{Judged, PageOf, Unjudged, judge};
use hexpress_scan::locate::Scan;
use hexpress_scan::photo::{Flat, Flattening, find_sheet, flatten, flatten_colours};

/// The result for a photo if its sheet has a certain size. The real size is unknown, so every possible
/// size is tried.
struct SizeTrial {
    judged: Judged,
    resolution: Resolution,
    flattening: Flattening,
}

impl PrintedPdfs {
    /// Judges a photo. `wanted` are the pages that it may show.
    ///
    /// # Errors
    /// The file cannot be read, no sheet is found, or no page fits.
    pub fn judge_photo(
        &self,
        file: &Arc<[u8]>,
        name: &str,
        wanted: &[PageOf],
        limits: SizeLimits,
    ) -> Result<JudgedPicture> {
        let photo = reading::read_photo(file, limits).map_err(|diagnostic| Diagnostic {
            message: format!("{name} {}", diagnostic.message),
            ..diagnostic
        })?;
        let mut best: Option<SizeTrial> = None;
        let mut failure: Option<Diagnostic> = None;
        for paper in sizes(self, wanted) {
            let pages: Vec<PageOf> =
                wanted.iter().copied().filter(|page| self.size(*page) == Some(paper)).collect();
            match judge_on(&photo, paper, self, &pages) {
                Ok(seen) if best.as_ref().is_none_or(|known| known.judged.quality < seen.judged.quality) => {
                    best = Some(seen);
                }
                Ok(_) => {}
                Err(why) => {
                    failure =
                        Some(why.map_or_else(|| no_sheet(name), |why| unjudged(&why, name, &self.names)));
                }
            }
        }
        match (best, failure) {
            (Some(SizeTrial { judged, resolution, flattening }), _) => Ok(JudgedPicture {
                size: photo.size,
                uncorrected: judged.figures,
                judged,
                resolution,
                flattening: Some(flattening),
                card: CardSeen::NotAsked,
            }),
            (None, Some(failure)) => Err(failure),
            (None, None) => Err(no_sheet(name)),
        }
    }
}

/// Returns the sizes of the pages. Each size occurs once.
fn sizes(printed: &PrintedPdfs, wanted: &[PageOf]) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for size in wanted.iter().filter_map(|page| printed.size(*page)) {
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    sizes
}

/// Judges a photo as if it shows a sheet of the size `paper`.
///
/// # Errors
/// The photo does not show a sheet (the error is `None`), or no page fits.
fn judge_on(
    photo: &ReadPhoto,
    paper: Size,
    printed: &PrintedPdfs,
    pages: &[PageOf],
) -> Result<SizeTrial, Option<Unjudged>> {
    let light = &photo.light;
    let Flat { plane, flattening } = flatten(light, find_sheet(light, paper).ok_or(None)?);
    let resolution = reading::of_photo(flattening.pixels_per_mm, photo.reduced);
    let colours = flatten_colours(&photo.colours, &flattening);
    let scan = Scan::new(plane, flattening.pixels_per_mm).with_colours(colours);
    let judged = judge(&printed.references, pages, &scan, resolution.sizes()).map_err(Some)?;
    Ok(SizeTrial { judged: judged.of_photo(), resolution, flattening })
}

fn no_sheet(name: &str) -> Diagnostic {
    codes::SCAN_UNKNOWN.error(format!("{name} does not show the four edges of a sheet")).hint(
        "lay the whole sheet flat on something darker, and take the photo from above, with a little of the table \
         on every side",
    )
}
