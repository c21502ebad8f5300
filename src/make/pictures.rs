//! Pictures of the finished PDF: of its sheets, or of each piece or deck by itself.

use std::sync::Arc;

use kurbo::Size;

use super::{Making, Order, Shows, document};
use crate::diag::{Report, Result, codes};
use crate::layout::Plan;
use crate::print::paper::sheet_name;
use crate::write;
use crate::write::About;
use crate::write::png::{LONGEST, MOST_PIXELS, Wish, pixels};

/// Pixels to the inch where nobody asks for others: what print shops want, and what a small word needs to be read.
pub const DPI: u32 = 300;

/// What a picture by itself shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// Of which component.
    pub component: String,
    /// How large it is, across and down.
    pub pixels: (u32, u32),
    /// How many of them are an inch.
    pub dpi: u32,
    /// Width and height in mm.
    pub size: Size,
    /// The pieces by their numbers, in the order they lie; none on a board.
    pub pieces: Vec<usize>,
    /// How often each of them is printed, beside its copies in the deck.
    pub times: u32,
    /// Columns and rows of a grid.
    pub grid: Option<(usize, usize)>,
    /// Whether it is a back.
    pub back: bool,
    /// Whether it is the back of all pieces.
    pub of_all: bool,
    /// How far it goes on beyond the cut on each side, in mm.
    pub bleed: f64,
}

/// The sheets of a plan as pictures, one for each: `GAME-PAPER/NN-NAME.png`.
///
/// # Errors
/// Everything that cannot be drawn, and pictures that would be too large.
pub fn sheets(plan: &mut Plan<'_>, order: &Order<'_>, dpi: Option<u32>) -> Result<Making, Report> {
    let dpi = dpi.unwrap_or(DPI);
    plan.game().pictures.leave_unpacked();
    super::name_sheets(plan, "png");
    let mut report = Report::default();
    let count = plan.sheets.len();
    let mut wishes = Vec::with_capacity(count);
    for (page, sheet) in plan.sheets.iter().enumerate() {
        let what = format!("`{}` on {}", sheet.names(), sheet_name(sheet.size));
        match size(sheet.size, (1, 1), dpi, &what) {
            Ok(pixels) => {
                let title =
                    format!("{}: {}, sheet {} of {count}", plan.game().title, sheet.names(), page + 1);
                wishes.push(Wish {
                    page,
                    pixels,
                    dpi,
                    see_through: false,
                    about: About::game(plan.game(), title),
                });
            }
            Err(wrong) if !report.has_errors() => report.push(wrong),
            Err(_) => {}
        }
    }
    if report.has_errors() {
        return Err(report);
    }
    let pages = super::pages(plan, 0..count, order.fonts)?;
    let warnings = pages.warnings.clone();
    let pdf = Arc::new(document(plan, pages, order, None)?.in_memory()?);
    let files = write::png::pictures(Arc::clone(&pdf), &wishes).ok_or_else(undrawable)?;
    let made = super::one_each(plan, order, files);
    let proof = Some((format!("{}.pdf", order.stem), pdf));
    Ok(Making { made, warnings, shows: Shows::Sheets, proof })
}

/// How many pixels across and down a grid has of so many columns and rows that measure `cell` mm each: whole pixels for
/// each of them, so that a simulator cuts between two. `what` it is, for a message.
///
/// # Errors
/// More of them than there may be.
pub(crate) fn size(cell: Size, grid: (usize, usize), dpi: u32, what: &str) -> Result<(u32, u32)> {
    let times = |pixels: u32, count: usize| pixels.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX));
    let (w, h) = (times(pixels(cell.width, dpi), grid.0), times(pixels(cell.height, dpi), grid.1));
    let all = u64::from(w) * u64::from(h);
    if all <= MOST_PIXELS && w.max(h) <= LONGEST {
        return Ok((w, h));
    }
    let message = format!(
        "--dpi {dpi} makes {what} {w} x {h} pixels: {} million, and {} million are the most",
        all.div_ceil(1_000_000),
        MOST_PIXELS / 1_000_000
    );
    // As many as fit, in steps that one would type.
    let fits = |dpi: &u32| size(cell, grid, *dpi, what).is_ok();
    let most = [1200, 600, 400, 300, 200, 150, 100].into_iter().filter(|less| *less < dpi).find(fits);
    let wrong = codes::BAD_OPTION.error(message);
    Err(match most {
        Some(most) => wrong.hint(format!("--dpi {most}")),
        None => wrong,
    })
}

/// That a page of our own cannot be drawn, which no test has seen.
pub(crate) fn undrawable() -> Report {
    codes::UNWRITABLE.error("a page cannot be drawn as a picture").into()
}
