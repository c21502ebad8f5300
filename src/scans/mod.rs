//! Judges scans and photos of printed sheets, for the command line and for the page.
//!
//! - In: pictures in memory, and the PDFs that were printed.
//! - Out: measured values with their uncertainty, and faults, as text, JSON or SVG.
//! - Not here: measuring (`crates/scan`), or reading files.

pub mod marked_scan;
pub mod photo;
pub mod reading;
pub mod scan_report;

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::Size;

use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::pixel_size::PixelSize;
use hexpress_base::units::count_with_noun;
use hexpress_game::{Body, Game};
use hexpress_scan::card::{Card, find_card};
use hexpress_scan::figures::Figures;
use hexpress_scan::judge::{Judged, MAX_PAGES, PageOf, Reference, Unjudged, judge};
use hexpress_scan::photo::Flattening;
use reading::{Origin, SizeLimits};

/// The files that were printed.
pub struct PrintedPdfs {
    references: Vec<Reference>,
    names: Vec<String>,
    /// A scan that states no resolution is compared only with the first `usual` files. Its size is
    /// unknown, so it cannot show which of several papers the page was printed on.
    default_paper_files: usize,
    /// The kind of each cell, if the layout is known.
    kinds: BTreeMap<Identity, Arc<str>>,
}

/// Whether the user said that a bank card is on the scan, and whether the card was found. All bank
/// cards have the same size, so a card shows the scale of the scan.
#[derive(Debug, Clone, Copy)]
pub enum CardSeen {
    NotAsked,
    NotFound,
    Found(Card),
}

/// A picture that was judged.
pub struct JudgedPicture {
    pub size: PixelSize,
    pub judged: Judged,
    pub resolution: reading::Resolution,
    /// The correction that makes a photo look as if it was taken from straight above the sheet. `None`
    /// for a scan.
    pub flattening: Option<Flattening>,
    pub card: CardSeen,
    /// The measured values before they were corrected with the known size of a bank card.
    pub uncorrected: Figures,
}

/// The result for one picture.
pub struct ScanResult<'s> {
    pub name: String,
    pub printed: &'s PrintedPdfs,
    pub picture: JudgedPicture,
}

impl PrintedPdfs {
    /// Opens PDFs. Each item is a name for messages and the contents of a file.
    ///
    /// # Errors
    /// A file is not a PDF.
    pub fn open(files: Vec<(String, Vec<u8>)>) -> Result<Self> {
        let (mut references, mut names) = (Vec::new(), Vec::new());
        for (name, bytes) in files {
            let Some(reference) = Reference::open(Arc::new(bytes)) else {
                return Err(codes::UNREADABLE.error(format!("{name} is not a PDF")));
            };
            references.push(reference);
            names.push(name);
        }
        Ok(Self { default_paper_files: references.len(), references, names, kinds: BTreeMap::new() })
    }

    /// Limits the comparison of scans without a resolution to the first `usual` files. The other files
    /// were made for other papers.
    pub fn with_default_paper_files(self, default_paper_files: usize) -> Self {
        Self { default_paper_files, ..self }
    }

    /// Adds the kinds of the cells of a game.
    pub fn with_kinds(mut self, game: &Game) -> Self {
        for component in &game.components {
            let Body::Board(board) = &component.body else { continue };
            for cell in &board.cells {
                let Some(kind) = board.kinds.get(cell.kind) else { continue };
                let id = Identity::Of(Arc::from(&*component.name), Feature::Cell(cell.address));
                self.kinds.insert(id, Arc::clone(&kind.name));
            }
        }
        self
    }

    /// Returns the name of a file.
    pub fn name(&self, file: usize) -> &str {
        self.names.get(file).map_or("", String::as_str)
    }

    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    /// Returns the kind of a cell, if it is known.
    fn kind(&self, id: &Identity) -> Option<&str> {
        self.kinds.get(id).map(|kind| &**kind)
    }

    /// Returns the size of a page, in mm. Returns `None` for an unknown page.
    fn size(&self, page: PageOf) -> Option<Size> {
        self.references.get(page.file)?.size(page.page)
    }

    /// Returns the longest side of all pages that a scan without a resolution may show, in mm.
    fn longest_side(&self) -> f64 {
        self.references.iter().take(self.default_paper_files).map(Reference::longest_side).fold(0.0, f64::max)
    }

    /// Returns the pages that a scan may show. `page` is the value of `--page`.
    ///
    /// # Errors
    /// No page has this number, or there are too many pages.
    pub fn wanted(&self, page: Option<usize>) -> Result<Vec<PageOf>> {
        let files = self.references.iter().enumerate();
        let all = files.flat_map(|(file, it)| (0..it.page_count()).map(move |page| PageOf { file, page }));
        let wanted: Vec<PageOf> =
            all.filter(|it| page.is_none_or(|number| number.checked_sub(1) == Some(it.page))).collect();
        match page {
            Some(number) if wanted.is_empty() => {
                let message = format!("--page {number}: {}", self.page_counts());
                Err(codes::BAD_OPTION.error(message))
            }
            None if !is_few(wanted.len()) => {
                let message =
                    format!("a scan is compared with at most {MAX_PAGES} pages, and {}", self.page_counts());
                let hint = match self.default_paper_files < self.references.len() {
                    true => "name the page that you scanned, and its paper: --page 12 --paper a4",
                    false => "name the page that you scanned: --page 12",
                };
                Err(codes::BAD_OPTION.error(message).hint(hint))
            }
            _ => Ok(wanted),
        }
    }

    /// Returns how many pages each file has, as text for a message.
    fn page_counts(&self) -> String {
        let counts = self.names.iter().zip(&self.references);
        let counts: Vec<String> = counts
            .map(|(name, file)| format!("{name} has {}", count_with_noun(file.page_count(), "page")))
            .collect();
        counts.join(", ")
    }

    /// Judges a scan. If its size is known, pages of about this size are tried first. If none of them
    /// fits well, the other pages are tried, because the scan may show only a part of a larger page.
    fn judge_pages(&self, wanted: &[PageOf], read: &reading::Read) -> Result<Judged, Unjudged> {
        /// A page with at least this quality fits well.
        const GOOD: f64 = 0.8;
        let judge = |pages: &[PageOf]| judge(&self.references, pages, &read.scan, read.resolution.sizes());
        let Some(size) = read.size_mm() else {
            let usual: Vec<PageOf> =
                wanted.iter().copied().filter(|page| page.file < self.default_paper_files).collect();
            return judge(&usual);
        };
        let (like, others): (Vec<PageOf>, Vec<PageOf>) =
            wanted.iter().partition(|page| self.size(**page).is_some_and(|page| is_like(page, size)));
        let first = judge(&like);
        if others.is_empty() || first.as_ref().is_ok_and(|judged| judged.quality >= GOOD) {
            return first;
        }
        better(first, judge(&others))
    }

    /// Judges a scan. `has_card` says whether a bank card is on the glass of the scanner.
    ///
    /// # Errors
    /// The file cannot be read, or no page fits.
    pub fn judge_scan(
        &self,
        file: &Arc<[u8]>,
        name: &str,
        wanted: &[PageOf],
        has_card: bool,
        limits: SizeLimits,
    ) -> Result<JudgedPicture> {
        let read = reading::read(file, self.longest_side(), limits).map_err(|diagnostic| Diagnostic {
            message: format!("{name} {}", diagnostic.message),
            ..diagnostic
        })?;
        let judged = self.judge_pages(wanted, &read).map_err(|why| unjudged(&why, name, &self.names))?;
        let resolution = read.resolution.settled(&judged);
        let picture = JudgedPicture {
            size: read.size,
            uncorrected: judged.figures,
            judged,
            resolution,
            flattening: None,
            card: CardSeen::NotAsked,
        };
        if !has_card {
            return Ok(picture);
        }
        let nominal = read.scan.pixels_per_mm / picture.resolution.factor;
        Ok(match find_card(&picture.judged.located, &read.scan, nominal) {
            Some(card) => measured_by(picture, card, read.scan.pixels_per_mm),
            None => JudgedPicture { card: CardSeen::NotFound, ..picture },
        })
    }
}

/// Returns the better of two judgements. The first is about a page that is as large as the scan, so the
/// second must be clearly better to be chosen. If no page fits, returns the error with the higher
/// quality.
fn better(first: Result<Judged, Unjudged>, second: Result<Judged, Unjudged>) -> Result<Judged, Unjudged> {
    /// The second judgement is chosen if its quality is higher by more than this.
    const CLEAR: f64 = 0.1;
    match (first, second) {
        (Ok(first), Ok(second)) => Ok(if second.quality > first.quality + CLEAR { second } else { first }),
        (Ok(judged), Err(_)) | (Err(_), Ok(judged)) => Ok(judged),
        (Err(Unjudged::NoPage(first)), Err(Unjudged::NoPage(second))) => {
            Err(Unjudged::NoPage(first.max(second)))
        }
        (Err(why @ Unjudged::Unreadable(_)), Err(_)) | (Err(_), Err(why)) => Err(why),
    }
}

/// Returns whether a page of the size `page` fits into a scan of the size `scan`, and fills most of it.
/// Both sizes are in mm, in any orientation.
fn is_like(page: Size, scan: Size) -> bool {
    /// A page may be this much longer than the scan along each side, because a scan may lack the edges
    /// of the page.
    const MAX_CROPPED_MM: f64 = 5.0;
    /// The page has at least this fraction of the area of the scan.
    const MIN_SHARE: f64 = 0.6;
    page.max_side() <= scan.max_side() + MAX_CROPPED_MM
        && page.min_side() <= scan.min_side() + MAX_CROPPED_MM
        && page.area() >= MIN_SHARE * scan.area()
}

/// Corrects the measured values of a scan by the known size of a card. Removes faults that the card
/// covers.
///
/// `nominal` is the number of pixels per mm on which the measured values are based.
fn measured_by(picture: JudgedPicture, card: Card, nominal: f64) -> JudgedPicture {
    /// The width of the shadow of a card, in mm.
    const SHADOW: f64 = 4.0;
    let JudgedPicture { mut judged, mut resolution, size, flattening, uncorrected, .. } = picture;
    let covered = card.area(&judged.located).inflate(SHADOW, SHADOW);
    judged.faults.retain(|fault| fault.area.intersect(covered).area() < 0.5 * fault.area.area());
    judged.figures = card.figures(&judged.located, &judged.figures, nominal);
    resolution.factor = 1.0;
    if resolution.origin == Origin::Assumed {
        resolution.origin = Origin::Card;
    }
    JudgedPicture { judged, resolution, size, flattening, uncorrected, card: CardSeen::Found(card) }
}

/// Returns whether a scan can be compared with this number of pages in a reasonable time.
fn is_few(pages: usize) -> bool {
    pages <= MAX_PAGES
}

/// Returns the error for a scan that cannot be judged. `files` are the names of the files whose pages
/// the scan may show.
pub fn unjudged(why: &Unjudged, name: &str, files: &[String]) -> Diagnostic {
    match why {
        Unjudged::NoPage(best) => {
            let message = format!(
                "{name} shows no page of {}: only {:.0} % of the edges match in the most similar page",
                files.join(", "),
                best * 100.0
            );
            codes::SCAN_UNKNOWN.error(message).hint(
                "scan the sheet flat on the glass, with all of its drawings, at 150 dpi or more; \
                   check that --against names the file that was printed; if the picture is a photo, add --photo",
            )
        }
        Unjudged::Unreadable(error) => codes::UNREADABLE.error(format!("{}: {error}", files.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_shows_a_page_of_its_own_size_first() {
        const A3: Size = Size::new(297.0, 420.0);
        const A4: Size = Size::new(210.0, 297.0);
        const LETTER: Size = Size::new(215.9, 279.4);
        let turned = Size::new(A4.height, A4.width);
        // The glass of many scanners is slightly larger than A4.
        let glass = Size::new(216.0, 297.0);
        assert!(is_like(A4, A4) && is_like(A4, turned) && is_like(A4, glass) && is_like(LETTER, glass));
        assert!(is_like(A4, Size::new(205.0, 292.0)) && !is_like(A4, Size::new(204.9, 292.0)));
        assert!(!is_like(LETTER, A4) && !is_like(A4, LETTER) && !is_like(A3, A4) && !is_like(A4, A3));
        assert!(is_like(Size::new(60.0, 100.0), Size::new(100.0, 100.0)));
        assert!(!is_like(Size::new(59.0, 100.0), Size::new(100.0, 100.0)));
    }

    #[test]
    fn a_scan_is_compared_with_as_many_pages_as_the_limit() {
        assert!(is_few(MAX_PAGES) && !is_few(MAX_PAGES + 1));
    }
}
