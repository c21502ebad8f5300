//! Judges a scan: which page it shows, how the print differs from the file, and what is wrong.
//!
//! - In: the pages of PDFs, and a scan.
//! - Out: scale, rotation, skew and faults.
//! - Not here: messages.

use std::sync::Arc;

use crate::displaced::without_displaced;
use crate::faults::{Fault, faults};
use crate::figures::{Figure, Figures, figures, nearest_linear};
use crate::fit::median_or_zero;
use crate::locate::{Candidate, Located, Scan, find_page, locate};
use crate::named_drawings::{NamedDrawing, named_drawings};
use crate::page::Sheets;
use crate::paper::{OnPaper, on_paper};
use crate::photo::paper_tolerance;
use hexpress_base::parallel;
use hexpress_read::{OpenFile, ReadError};

/// A page counts as shown only if its quality is at least this (see [`Candidate::quality`]).
const MIN_QUALITY: f64 = 0.35;
/// Two pages fit equally well if their qualities differ by less than this.
const SAME_QUALITY: f64 = 0.02;
/// A page of another file is also considered if its rough quality is lower than the best quality by at
/// most this value. For example, two files may contain the same board for different papers.
const RIVAL_QUALITY: f64 = 0.25;
/// The largest number of pages of other files that are compared accurately with the best page.
const MAX_RIVALS: usize = 2;
/// The largest number of pages that a scan is compared with.
pub const MAX_PAGES: usize = 200;

/// A finished PDF that may have been printed.
pub struct Reference {
    bytes: Arc<Vec<u8>>,
    sheets: Sheets,
}

impl Reference {
    /// Opens a PDF. Returns `None` if the bytes are not a PDF.
    pub fn open(bytes: Arc<Vec<u8>>) -> Option<Self> {
        Some(Self { sheets: Sheets::open(Arc::clone(&bytes))?, bytes })
    }

    pub fn page_count(&self) -> usize {
        self.sheets.sizes().len()
    }

    /// Returns the longest side of a page, in mm.
    pub fn longest_side(&self) -> f64 {
        let sizes = self.sheets.sizes().into_iter().map(|size| size.width.max(size.height));
        sizes.fold(0.0, f64::max)
    }

    /// Returns the size of a page in mm. Returns `None` if the page does not exist.
    pub fn size(&self, page: usize) -> Option<kurbo::Size> {
        self.sheets.size(page)
    }

    /// Returns the named drawings of a page, such as its pieces and cells.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn named_drawings(&self, page: usize) -> Result<Vec<NamedDrawing>, ReadError> {
        let open = OpenFile::new(&self.bytes)?;
        let correction = |_, _: &hexpress_read::DrawingNames<'_>| kurbo::Affine::IDENTITY;
        let read = open.pages(Some(&correction), |read| {
            if read.number == page + 1 { named_drawings(&read) } else { Vec::new() }
        })?;
        Ok(read.pages.into_iter().nth(page).unwrap_or_default())
    }
}

/// A page of one of several files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageOf {
    pub file: usize,
    /// The index of the page.
    pub page: usize,
}

/// Why a scan cannot be judged.
#[derive(Debug)]
pub enum Unjudged {
    /// No page fits. The value is the quality of the page that fits best (see [`Candidate::quality`]).
    NoPage(f64),
    Unreadable(ReadError),
}

/// The result of judging a scan.
pub struct Judged {
    pub shown: PageOf,
    /// Another page of the same file that fits equally well.
    pub also: Option<PageOf>,
    /// How well the page fits, up to 1 (see [`Candidate::quality`]).
    pub quality: f64,
    pub figures: Figures,
    pub on_paper: Option<OnPaper>,
    /// How far the print is bent, in mm on the page. `figures` describes a linear map. 95 % of the parts
    /// are closer than this to the places where this map puts them.
    pub uneven: f64,
    /// How far the ink spreads, in mm.
    pub spread: f64,
    pub faults: Vec<Fault>,
    pub named_drawings: Vec<NamedDrawing>,
    pub located: Located,
}

impl Judged {
    /// Adapts the result for a photo that was judged like a scan. Lengths in a photo are measured
    /// against the edges of the paper, so the uncertainties follow from the tolerance of the paper.
    pub fn of_photo(mut self) -> Self {
        self.faults.retain(Fault::counts_in_photo);
        let size = self.located.size;
        let shares = [size.width, size.height].map(paper_tolerance);
        let angle = libm::atan(shares[0].min(shares[1])).to_degrees();
        let with_instrument_error =
            |figure: Figure, instrument_error: f64| Figure { instrument_error, ..figure };
        let figures = Figures {
            across: with_instrument_error(self.figures.across, shares[0]),
            down: with_instrument_error(self.figures.down, shares[1]),
            turn: with_instrument_error(self.figures.turn, angle),
            skew: with_instrument_error(self.figures.skew, angle),
            ..self.figures
        };
        Self { figures, ..self }
    }
}

/// Judges a scan. `wanted` contains the pages that the scan may show. `sizes` contains the possible
/// sizes of the print, as factors of its nominal size.
///
/// # Errors
/// No page fits, or the file cannot be read.
pub fn judge(
    references: &[Reference],
    wanted: &[PageOf],
    scan: &Scan,
    sizes: &[f64],
) -> Result<Judged, Unjudged> {
    if let [PageOf { file, page }] = wanted {
        // If only one page is wanted, it is drawn accurately first. The rough search uses this
        // drawing too, so the page is drawn only once.
        let _ = references[*file].sheets.draw(*page, scan.pixels_per_mm);
    }
    let mut candidates: Vec<(PageOf, Candidate)> = parallel::in_order(
        wanted.len(),
        || (),
        |(), index| -> Option<(PageOf, Candidate)> {
            let wanted = wanted[index];
            Some((wanted, find_page(&references[wanted.file].sheets, wanted.page, scan, sizes)?))
        },
    )
    .into_iter()
    .flatten()
    .collect();
    candidates.sort_by(|(_, a), (_, b)| b.quality.total_cmp(&a.quality));
    let best = candidates.first().map_or(0.0, |(_, candidate)| candidate.quality);
    candidates.retain(|(_, one)| one.quality >= MIN_QUALITY);
    let Some(((first, rough), others)) = candidates.split_first() else {
        return Err(Unjudged::NoPage(best));
    };
    let mut judged = judge_found(&references[first.file], *first, rough, scan)?;
    let (same_file, other_files): (Vec<_>, Vec<_>) =
        others.iter().partition(|(page, _)| page.file == first.file);
    judged.also = same_file.iter().find(|(_, one)| one.quality > best - SAME_QUALITY).map(|(page, _)| *page);
    let rivals = other_files.into_iter().filter(|(_, one)| one.quality > best - RIVAL_QUALITY);
    for (page, rough) in rivals.take(MAX_RIVALS) {
        if let Ok(rival) = judge_found(&references[page.file], *page, rough, scan)
            && rival.quality > judged.quality
        {
            judged = rival;
        }
    }
    Ok(judged)
}

/// Judges a scan of a page whose rough place is known.
///
/// # Errors
/// The page does not fit, or the file cannot be read.
pub fn judge_found(
    reference: &Reference,
    shown: PageOf,
    rough: &Candidate,
    scan: &Scan,
) -> Result<Judged, Unjudged> {
    let unjudged = || Unjudged::NoPage(rough.quality);
    let located = locate(&reference.sheets, rough, scan).ok_or_else(unjudged)?;
    let named_drawings = reference.named_drawings(shown.page).map_err(Unjudged::Unreadable)?;
    let located = without_displaced(located, scan, &named_drawings).ok_or_else(unjudged)?;
    let figures = figures(&located, scan.pixels_per_mm).ok_or_else(unjudged)?;
    Ok(Judged {
        shown,
        also: None,
        quality: located.quality,
        on_paper: on_paper(&located, scan.finest()),
        uneven: uneven(&located, &figures, scan.pixels_per_mm),
        spread: located.fitted.spread,
        faults: faults(&located, scan, &named_drawings),
        figures,
        named_drawings,
        located,
    })
}

/// Returns the value of [`Judged::uneven`].
fn uneven(located: &Located, figures: &Figures, scale: f64) -> f64 {
    let linear = nearest_linear(figures.area, scale, |at| located.map.apply(at));
    let mid = figures.area.center();
    let flat = |at: kurbo::Point| (linear.across * (at.x - mid.x) + linear.down * (at.y - mid.y)) * scale;
    let places = || located.measurements.iter().flatten().map(|measurement| measurement.at);
    let off: Vec<kurbo::Vec2> = places().map(|at| located.map.apply(at).to_vec2() - flat(at)).collect();
    let [mut x, mut y]: [Vec<f64>; 2] =
        [off.iter().map(|off| off.x).collect(), off.iter().map(|off| off.y).collect()];
    let centre = kurbo::Vec2::new(median_or_zero(&mut x), median_or_zero(&mut y));
    let mut sizes: Vec<f64> = off.iter().map(|off| (*off - centre).hypot() / scale).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() * 95 / 100).copied().unwrap_or(0.0)
}
