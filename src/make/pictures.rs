//! Draws whole sheets as PNG files.
//!
//! - In: a plan, and the resolution in pixels per inch.
//! - Out: PNG files that look like the pages of the PDF, because they are drawn from the PDF of the
//!   same plan.
//! - Not here: pictures of pieces and decks; see `piece_images.rs`.

use std::sync::Arc;

use kurbo::Size;

use super::{FileContents, MadeFiles, OutputContext, Proof, pdf_file};
use hexpress_base::diag::{Report, Result, codes};
use hexpress_layout::Plan;
use hexpress_scene::PixelSize;
use hexpress_scene::print::paper::sheet_name;
use hexpress_write::About;
use hexpress_write::png::{MAX_PIXELS, MAX_SIDE_PIXELS, PictureRequest, pixels};

/// The resolutions that a hint may suggest, the highest first.
const USUAL_DPI: [u32; 7] = [1200, 600, 400, 300, 200, 150, 100];

/// The number of columns and rows of a grid, such as the pieces in a picture or the sheets of a poster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridSize {
    pub columns: usize,
    pub rows: usize,
}

/// What a picture of pieces or of a board shows, and how large it is.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureInfo {
    pub component: String,
    /// The size of the picture in pixels.
    pub pixels: PixelSize,
    /// The resolution in pixels per inch.
    pub dpi: u32,
    /// The size of the picture in mm.
    pub size: Size,
    /// The numbers of the pieces, in the order of the picture. Empty for a board.
    pub pieces: Vec<usize>,
    /// How many times the whole component is printed. Each time, all copies of its pieces are printed.
    pub times: u32,
    /// The grid of pieces, if the picture shows a whole deck. `None` for a single piece or a board.
    pub grid: Option<GridSize>,
    /// Whether the picture shows the back.
    pub back: bool,
    /// Whether the picture shows the back that all pieces of the component share.
    pub of_all: bool,
    /// How far the picture extends beyond the trim line on every side, in mm.
    pub bleed: f64,
}

/// Draws a picture for every sheet of a plan: `GAME-PAPER/NN-NAME.png`.
///
/// # Errors
/// A piece or a sheet cannot be drawn, or a picture would be too large. The report contains all such
/// errors.
pub fn sheets(
    plan: &mut Plan<'_>,
    context: &OutputContext<'_>,
    dpi: Option<u32>,
) -> Result<MadeFiles, Report> {
    plan.game().pictures.leave_unpacked();
    super::name_sheets(plan, "png");
    let requests = requests(plan, dpi.unwrap_or(plan.game().dpi))?;
    let pages = super::pages(plan, 0..plan.sheets.len(), context.fonts)?;
    let warnings = pages.warnings.clone();
    let pdf = Arc::new(pdf_file(plan, pages, context, None)?.in_memory()?);
    let files = hexpress_write::png::pictures(Arc::clone(&pdf), &requests).ok_or_else(undrawable)?;
    let made = super::one_each(plan, context, files);
    let proof = Some(Proof { name: format!("{}.pdf", context.stem), pdf });
    Ok(MadeFiles { files: made, warnings, shows: FileContents::Sheets, proof })
}

/// Returns the pictures to draw, one for every sheet.
///
/// # Errors
/// A picture would be too large. Only the first picture that is too large is reported. The hint
/// suggests a lower resolution. `--dpi` sets the resolution of all pictures.
fn requests(plan: &Plan<'_>, dpi: u32) -> Result<Vec<PictureRequest>> {
    let count = plan.sheets.len();
    let mut requests = Vec::with_capacity(count);
    for (page, sheet) in plan.sheets.iter().enumerate() {
        let what = format!("`{}` on {}", sheet.names(), sheet_name(sheet.size));
        let pixels = grid_pixels(sheet.size, GridSize { columns: 1, rows: 1 }, dpi, &what)?;
        let title = format!("{}: {}, sheet {} of {count}", plan.game().title, sheet.names(), page + 1);
        let about = About::game(plan.game(), title);
        requests.push(PictureRequest { page, size: pixels, dpi, has_transparent_background: false, about });
    }
    Ok(requests)
}

/// Returns the size of a grid in pixels. `cell` is the size of a cell in mm. `what` is the name of the
/// picture in error messages.
///
/// Every cell has a whole number of pixels. Tabletop simulators cut a picture of a deck into its
/// pieces, so a boundary between cells must not be inside a pixel.
///
/// # Errors
/// The picture would have too many pixels.
pub(crate) fn grid_pixels(cell: Size, grid: GridSize, dpi: u32, what: &str) -> Result<PixelSize> {
    let width = times(pixels(cell.width, dpi), grid.columns);
    let height = times(pixels(cell.height, dpi), grid.rows);
    let size = PixelSize { width, height };
    let total = size.area();
    if total <= MAX_PIXELS && size.longer_side() <= MAX_SIDE_PIXELS {
        return Ok(size);
    }
    let message = format!(
        "at {dpi} dpi, {what} has {width} x {height} pixels, {} million in total; the limit is {} million \
         pixels",
        total.div_ceil(1_000_000),
        MAX_PIXELS / 1_000_000
    );
    let possible = USUAL_DPI
        .into_iter()
        .filter(|less| *less < dpi)
        .find(|less| grid_pixels(cell, grid, *less, what).is_ok());
    Err(codes::BAD_OPTION.error(message).maybe_hint(possible.map(|dpi| format!("write --dpi {dpi}"))))
}

fn times(pixels: u32, count: usize) -> u32 {
    pixels.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns the error for a page that cannot be drawn as a picture. This should not happen to pages that
/// hexpress made.
pub(crate) fn undrawable() -> Report {
    codes::UNWRITABLE.error("a page cannot be rendered").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_too_large_suggests_a_resolution_that_fits() {
        let size = Size::new(1000.0, 1000.0);
        let one = GridSize { columns: 1, rows: 1 };
        let error = grid_pixels(size, one, 1200, "a sheet").unwrap_err();
        let dpi: u32 = error.hint.unwrap().trim_start_matches("write --dpi ").parse().unwrap();
        assert!(grid_pixels(size, one, dpi, "a sheet").is_ok());
    }

    #[test]
    fn a_picture_may_have_as_many_pixels_as_the_limit() {
        // The lengths are chosen so that, at 1000 pixels per inch, the picture has `width` times
        // `height` pixels.
        let is_allowed = |width: f64, height: f64| {
            let cell = Size::new(width / 1000.0 * 25.4, height / 1000.0 * 25.4);
            grid_pixels(cell, GridSize { columns: 1, rows: 1 }, 1000, "a sheet").is_ok()
        };
        assert!(is_allowed(20_000.0, 10_000.0) && !is_allowed(20_001.0, 10_000.0));
        let longest = f64::from(MAX_SIDE_PIXELS);
        assert!(is_allowed(longest, 10.0) && !is_allowed(longest + 1.0, 10.0));
        assert!(is_allowed(10.0, longest) && !is_allowed(10.0, longest + 1.0));
    }

    #[test]
    fn a_grid_beyond_all_numbers_is_an_error() {
        let grid = GridSize { columns: usize::MAX, rows: usize::MAX };
        assert!(grid_pixels(Size::new(10.0, 10.0), grid, 100, "a grid").is_err());
    }
}
