//! Reads a scan or a photo, and determines the resolution of a scan.
//!
//! - In: the bytes of a PNG or JPEG.
//! - Out: the brightness and the colours, the resolution, and where the resolution is from.

use std::sync::Arc;

use kurbo::Size;

use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::pixel_size::PixelSize;
use hexpress_base::stored::Stored;
use hexpress_base::units::MM_PER_INCH;
use hexpress_scan::colour_grid::Colours;
use hexpress_scan::judge::Judged;
use hexpress_scan::locate::Scan;
use hexpress_scan::plane::Plane;
use hexpress_scan::reduce::{Reduced, Reducer};
use hexpress_scene::picture::{SCANNED_DPI, photograph_dpi, visit_photograph};

/// Limits on the size of pictures, so that they need little memory. In a larger picture, several pixels
/// are averaged into one.
#[derive(Debug, Clone, Copy)]
pub struct SizeLimits {
    /// The highest resolution that is judged, in dpi. If a picture has a higher resolution, several
    /// pixels are averaged into one.
    finest: f64,
    /// The largest number of pixels that are judged. If a picture has more, several pixels are averaged
    /// into one.
    most_judged: f64,
    /// The largest number of pixels that are read in a browser. The command line does not need this
    /// limit. It reads a PNG row by row, and refuses every picture with more than 100 million pixels.
    most_read: f64,
}

impl SizeLimits {
    /// The limits on the command line.
    pub const PROGRAM: Self = Self { finest: 400.0, most_judged: 30e6, most_read: f64::INFINITY };
    /// The limits of a page in a browser, which may run on a phone.
    pub const PAGE: Self = Self { finest: 200.0, most_judged: 5e6, most_read: MAX_PAGE_PIXELS };
}

/// The largest number of pixels of a picture in the browser.
const MAX_PAGE_PIXELS: f64 = 40e6;
/// The least number of pixels along the longer side of a scan or a photo.
const MIN_PIXELS: u32 = 500;

/// A scan that was read.
pub struct Read {
    pub scan: Scan,
    pub size: PixelSize,
    pub resolution: Resolution,
}

impl Read {
    /// Returns the size of the scan in mm. Returns `None` if the file states no resolution.
    pub fn size_mm(&self) -> Option<Size> {
        let Resolution { dpi, origin, .. } = self.resolution;
        let mm = |pixels: u32| f64::from(pixels) / dpi * MM_PER_INCH;
        (origin == Origin::Stated).then(|| Size::new(mm(self.size.width), mm(self.size.height)))
    }
}

/// The number of pixels per inch, and the source of this number.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    pub dpi: f64,
    pub origin: Origin,
    /// How many pixels along each axis of the file were averaged into one.
    pub reduced: usize,
    /// Measured scales are multiplied by this factor. It is 1, unless the resolution was replaced after
    /// the measurement.
    pub factor: f64,
    sizes: Vec<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The file states the resolution.
    Stated,
    /// The resolution is assumed. Among the usual resolutions, such as 300 dpi, it is the one at which
    /// the print is nearest to its right size.
    Assumed,
    /// The file states no resolution. The resolution follows from the known size of a bank card on the
    /// scan.
    Card,
    /// The picture is a photo. The resolution follows from the known size of the sheet.
    Photo,
}

impl Resolution {
    /// Returns the scales that the print may have on the scan. All of them are tried. For example, 0.9
    /// means 90 % of the right size.
    pub fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    /// Returns the number of judged pixels per mm, according to this resolution.
    pub fn judged_per_mm(&self) -> f64 {
        self.dpi / MM_PER_INCH / self.reduced as f64
    }

    /// Returns the final resolution, after the print has been found on the scan. If the resolution was
    /// assumed, chooses the usual resolution, such as 300 dpi, that brings the print nearest to its
    /// right size.
    pub fn settled(self, judged: &Judged) -> Self {
        if self.origin != Origin::Assumed {
            return self;
        }
        let mean = (judged.figures.across.value + judged.figures.down.value) / 2.0;
        let measured = self.dpi * mean;
        let distance = |dpi: f64| (dpi / measured - 1.0).abs();
        let nearest = SCANNED_DPI.into_iter().min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        let dpi = nearest.unwrap_or(measured);
        Self { dpi, factor: self.dpi / dpi, ..self }
    }
}

/// Reads a scan. `page_mm` is the longest side of the pages that it may show.
///
/// # Errors
/// The file is not a picture, is damaged, or has too few or too many pixels.
pub fn read(file: &Arc<[u8]>, page_mm: f64, limits: SizeLimits) -> Result<Read> {
    let stated = photograph_dpi(file);
    let mut begun: Option<Result<Begun>> = None;
    visit_photograph(file, &Stored::new(Arc::clone(file)), |size, _, row| {
        let begun = begun.get_or_insert_with(|| begin(size, stated, page_mm, limits));
        if let Ok(begun) = begun {
            begun.reducer.push(row);
        }
    })?;
    let Begun { size, resolution, reducer } = begun.ok_or_else(|| unusable("has no pixels"))??;
    let per_mm = resolution.dpi / MM_PER_INCH / resolution.reduced as f64;
    let Reduced { light, colours } = reducer.finish();
    Ok(Read { scan: Scan::new(light, per_mm).with_colours(colours), size, resolution })
}

/// A photo that was read.
pub struct ReadPhoto {
    pub light: Plane,
    pub colours: Colours,
    pub size: PixelSize,
    /// How many pixels along each axis of the file were averaged into one pixel of `light`.
    pub reduced: usize,
}

/// Reads a photo.
///
/// # Errors
/// The file is not a picture, is damaged, or has too few or too many pixels.
pub fn read_photo(file: &Arc<[u8]>, limits: SizeLimits) -> Result<ReadPhoto> {
    let mut begun: Option<Result<BegunPhoto>> = None;
    visit_photograph(file, &Stored::new(Arc::clone(file)), |size, _, row| {
        if let Ok(begun) = begun.get_or_insert_with(|| begin_photo(size, limits)) {
            begun.reducer.push(row);
        }
    })?;
    let BegunPhoto { size, reduced, reducer } = begun.ok_or_else(|| unusable("has no pixels"))??;
    let Reduced { light, colours } = reducer.finish();
    Ok(ReadPhoto { light, colours, size, reduced })
}

/// The state of reading a photo row by row.
struct BegunPhoto {
    size: PixelSize,
    reduced: usize,
    reducer: Reducer,
}

fn begin_photo(size: PixelSize, limits: SizeLimits) -> Result<BegunPhoto> {
    check_pixels(size, limits)?;
    let reduced = limits.least_reduction(size).ceil().max(1.0) as usize;
    let reducer = Reducer::new(size.width as usize, size.height as usize, reduced);
    Ok(BegunPhoto { size, reduced, reducer })
}

impl SizeLimits {
    /// Returns the factor by which each side of a picture must be divided, so that at most
    /// `most_judged` pixels remain.
    fn least_reduction(self, size: PixelSize) -> f64 {
        (count(size) / self.most_judged).sqrt()
    }

    /// Returns how many pixels along each axis are averaged into one. The result is at least `least`.
    fn reduction(self, dpi: f64, least: f64) -> usize {
        ((dpi / self.finest).max(least).ceil() as usize).max(1)
    }
}

fn count(size: PixelSize) -> f64 {
    f64::from(size.width) * f64::from(size.height)
}

fn check_pixels(size: PixelSize, limits: SizeLimits) -> Result<()> {
    if count(size) > limits.most_read {
        let most = limits.most_read / 1e6;
        let what = format!(
            "has {} x {} pixels; the browser reads at most {most:.0} million",
            size.width, size.height
        );
        return Err(
            unusable(what).hint("scan the sheet at 300 dpi or less, or check the scan with `hexpress check`")
        );
    }
    if size.longer_side() < MIN_PIXELS {
        let what = format!("has {} x {} pixels, too few to measure a sheet", size.width, size.height);
        return Err(unusable(what).hint("scan the sheet at 150 dpi or more"));
    }
    Ok(())
}

/// The state of reading a scan row by row.
struct Begun {
    size: PixelSize,
    resolution: Resolution,
    reducer: Reducer,
}

fn begin(size: PixelSize, stated: Option<[f64; 2]>, page_mm: f64, limits: SizeLimits) -> Result<Begun> {
    check_pixels(size, limits)?;
    let resolution = resolution(size, stated, page_mm, limits)?;
    let reducer = Reducer::new(size.width as usize, size.height as usize, resolution.reduced);
    Ok(Begun { size, resolution, reducer })
}

fn unusable(what: impl Into<String>) -> Diagnostic {
    codes::BAD_PICTURE.error(what)
}

/// Determines the resolution of a scan from the file, or assumes one.
fn resolution(
    size: PixelSize,
    stated: Option<[f64; 2]>,
    page_mm: f64,
    limits: SizeLimits,
) -> Result<Resolution> {
    /// The largest accepted difference between the horizontal and the vertical resolution of a scan, as
    /// a fraction.
    const MAX_RESOLUTION_DIFFERENCE: f64 = 0.01;
    let longer = f64::from(size.longer_side());
    let least = limits.least_reduction(size);
    if let Some([across, down]) = stated {
        if (across / down - 1.0).abs() > MAX_RESOLUTION_DIFFERENCE {
            let what = format!("has {across:.0} dpi across, but {down:.0} dpi down");
            return Err(unusable(what).hint("scan the sheet with the same resolution in both directions"));
        }
        let shown_mm = longer / across * MM_PER_INCH;
        // Programs write 72 or 96 dpi into pictures whose resolution they do not know. Such a value is
        // only used if the picture then has about the size of the page. With a higher value, the
        // picture may be up to three times as large, because a small page may be on a large glass.
        let most = if across > 97.0 { 3.0 } else { 1.6 };
        if (0.5..most).contains(&(shown_mm / page_mm)) {
            return Ok(Resolution {
                origin: Origin::Stated,
                ..with_sizes(across, limits.reduction(across, least), [0.88, 1.06])
            });
        }
    }
    // No resolution is known, so the picture is assumed to show the whole page, and little around it.
    let dpi = longer / page_mm * MM_PER_INCH;
    Ok(with_sizes(dpi, limits.reduction(dpi, least), [0.7, 1.1]))
}

/// Returns the resolution of a photo.
pub fn of_photo(pixels_per_mm: f64, reduced: usize) -> Resolution {
    let dpi = pixels_per_mm * MM_PER_INCH;
    Resolution { origin: Origin::Photo, reduced, ..with_sizes(dpi, 1, [0.88, 1.06]) }
}

/// Returns a resolution with the origin [`Origin::Assumed`]. `reduced` pixels along each axis are
/// averaged into one. The print may have the scales from `least` to `most`.
fn with_sizes(dpi: f64, reduced: usize, [least, most]: [f64; 2]) -> Resolution {
    /// The difference between two successive scales.
    const STEP: f64 = 0.015;
    let count = ((most - least) / STEP).round() as usize;
    let sizes = (0..=count).map(|index| least + STEP * index as f64).collect();
    Resolution { dpi, origin: Origin::Assumed, reduced, factor: 1.0, sizes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_may_have_as_few_pixels_as_the_limit() {
        let begun = |longer| begin(PixelSize::new(longer, 300), None, 297.0, SizeLimits::PROGRAM).is_ok();
        assert!(begun(MIN_PIXELS) && !begun(MIN_PIXELS - 1));
    }

    #[test]
    fn pixels_above_the_limit_are_averaged() {
        let reduced = |width, height| {
            resolution(PixelSize::new(width, height), Some([400.0; 2]), 297.0, SizeLimits::PROGRAM)
                .unwrap()
                .reduced
        };
        assert_eq!([reduced(5000, 6000), reduced(5000, 6001)], [1, 2]);
    }

    #[test]
    fn the_page_reads_as_many_pixels_as_its_limit() {
        let begun = |width| begin(PixelSize::new(width, 5000), None, 297.0, SizeLimits::PAGE).is_ok();
        assert!(begun(8000) && !begun(8001));
        let reduced = begin_photo(PixelSize::new(4000, 3000), SizeLimits::PAGE).unwrap().reduced;
        assert_eq!(reduced, 2);
    }

    #[test]
    fn a_resolution_counts_only_if_the_page_fits() {
        let origin = |stated| {
            let read = resolution(PixelSize::new(2480, 3508), stated, 297.0, SizeLimits::PROGRAM).unwrap();
            (read.dpi.round(), read.origin)
        };
        assert_eq!(origin(Some([300.0, 300.0])), (300.0, Origin::Stated));
        assert_eq!(origin(Some([72.0, 72.0])), (300.0, Origin::Assumed));
        assert_eq!(origin(None), (300.0, Origin::Assumed));
        // A page of A6 on the glass of a scanner for A4.
        let small =
            resolution(PixelSize::new(2480, 3508), Some([300.0; 2]), 148.0, SizeLimits::PROGRAM).unwrap();
        assert_eq!((small.dpi, small.origin), (300.0, Origin::Stated));
        assert!(
            resolution(PixelSize::new(2480, 3508), Some([300.0, 150.0]), 297.0, SizeLimits::PROGRAM).is_err()
        );
    }
}
