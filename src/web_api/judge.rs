//! Shows the checker's verdict on the web page, for the layout or for a file that was dropped on
//! the page.
//!
//! - In: a layout, or the bytes of a finished file.
//! - Out: faults with their places, as JSON. For a dropped PDF, also pictures of its pages.

use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use super::mistakes;
use crate::make::{self, BuiltPdfs, Input};
use hexpress_base::diag::{Report, Result, Sources};
use hexpress_base::units::MM_PER_INCH;
use hexpress_check::{Expected, PaperPlace, TOLERANCE, Verdict};
use hexpress_language::record::Options;
use hexpress_scene::PixelSize;
use hexpress_scene::text::Fonts;
use hexpress_write::About;
use hexpress_write::png::{PictureRequest, page_sizes, pictures_with_stand_ins, pixels};

/// The largest number of causes that are shown. Faults with the same cause are shown as one fault.
const MAX_CAUSES: usize = 100;
/// The largest number of places that are shown for faults with one cause.
const MAX_PLACES: usize = 60;
/// The largest number of pages of a dropped file that are shown.
const MAX_PAGES: usize = 6;
/// The message for a file that does not contain all of its fonts.
const STAND_INS: &str =
    "the pictures show text in a similar font, because the file does not contain its own fonts";
/// The default resolution of a page, in pixels per inch.
const DPI: u32 = 110;
/// The largest number of pixels of a page. A page that would have more pixels is drawn at a lower
/// resolution.
const MAX_PIXELS: f64 = 4e6;

/// Returns the verdict on the files of the layout, or the mistakes of the layout.
pub fn layout(input: &Result<Arc<Input>>, options: Options, fonts: &Fonts) -> Value {
    let mut sources = Sources::default();
    let judged = match input {
        Ok(input) => judged(input, options, fonts, &mut sources),
        Err(error) => Err(Report::from(error.clone())),
    };
    judged
        .unwrap_or_else(|report| json!({ "verdict": null, "mistakes": mistakes::to_json(&report, &sources) }))
}

fn judged(input: &Input, options: Options, fonts: &Fonts, sources: &mut Sources) -> Result<Value, Report> {
    let BuiltPdfs { game, options, files, .. } =
        make::build_pdfs(input, options, sources, fonts, |_| Ok(()))?;
    let opened = files.iter().map(|file| make::open(&file.name, &file.bytes)).collect::<Result<Vec<_>>>()?;
    let expected = Expected { game: &game, options: &options };
    let verdict = hexpress_check::judge(opened, Some(expected), TOLERANCE)
        .map_err(|(name, error)| make::unreadable(&name, &error))?;
    Ok(to_json(&verdict, sources, |spot| {
        Some(files.get(spot.file)?.sheets.indices.start + spot.page.checked_sub(1)?)
    }))
}

/// Whether a verdict includes pictures of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagePictures {
    /// The verdict contains pictures of at most `MAX_PAGES` pages of a PDF.
    Include,
    Omit,
}

/// Returns the verdict on a finished file. Any program may have made it.
pub fn dropped_file(name: &str, bytes: &[u8], fonts: &Fonts, page_pictures: PagePictures) -> Value {
    let mut sources = Sources::default();
    match make::judge_file(name, bytes, fonts, &mut sources) {
        Ok(verdict) => {
            let mut value = to_json(&verdict, &sources, |spot| spot.page.checked_sub(1));
            if page_pictures == PagePictures::Include {
                let (pages, has_stand_ins) = draw_pages(&verdict, bytes, fonts);
                value["pages"] = pages;
                if let Some(found) = value["found"].as_array_mut().filter(|_| has_stand_ins) {
                    found.push(STAND_INS.into());
                }
            }
            value
        }
        Err(error) => json!({ "verdict": null, "mistakes": mistakes::to_json(&error.into(), &sources) }),
    }
}

/// Returns a verdict as the JSON that the web page needs. `sheet` returns the index of the sheet that
/// shows a fault.
fn to_json(verdict: &Verdict, sources: &Sources, sheet: impl Fn(&PaperPlace) -> Option<usize>) -> Value {
    let faults: Vec<Value> = verdict
        .causes()
        .iter()
        .take(MAX_CAUSES)
        .map(|cause| {
            let mut value = mistakes::diagnostic_to_json(&cause.diagnostic(&verdict.files), sources, 0);
            let spots = cause.faults().filter_map(|fault| fault.spot.as_ref());
            value["spots"] =
                spots.filter_map(|spot| spot_to_json(spot, sheet(spot)?)).take(MAX_PLACES).collect();
            value
        })
        .collect();
    json!({
        "verdict": verdict.summary(),
        "clean": !verdict.has_errors(),
        "faults": faults,
        "found": verdict.found,
        "unjudged": verdict.not_judged,
        "mistakes": [],
    })
}

fn spot_to_json(spot: &PaperPlace, sheet: usize) -> Option<Value> {
    let rect = spot.rect.filter(|rect| rect.is_finite());
    let numbers = rect.map(|rect| [rect.x0, rect.y0, rect.width(), rect.height()]);
    Some(json!({ "sheet": sheet, "rect": numbers }))
}

/// Draws up to [`MAX_PAGES`] pages of a PDF. Pages with faults have priority. If there is space, the
/// first pages without faults are added.
///
/// Returns the pictures in the order of the pages. Also returns whether other fonts were used for fonts
/// that the file lacks. Returns no pictures for an SVG, because browsers can show it.
fn draw_pages(verdict: &Verdict, bytes: &[u8], fonts: &Fonts) -> (Value, bool) {
    let Some(sizes) = page_sizes(bytes) else { return (json!([]), false) };
    let spots = verdict.faults.iter().filter_map(|fault| fault.spot.as_ref());
    let mut pages: Vec<usize> = spots.filter_map(|spot| spot.page.checked_sub(1)).collect();
    pages.sort_unstable();
    pages.dedup();
    let without_faults: Vec<usize> =
        (0..sizes.len()).filter(|page| pages.binary_search(page).is_err()).collect();
    pages.extend(without_faults);
    pages.truncate(MAX_PAGES);
    pages.sort_unstable();
    let requests: Vec<PictureRequest> = pages
        .into_iter()
        .filter_map(|page| {
            let (width, height) = *sizes.get(page)?;
            Some(page_request(page, width, height))
        })
        .collect();
    let (pngs, has_stand_ins) = pictures_with_stand_ins(bytes.to_vec(), &requests, fonts).unwrap_or_default();
    let pages = requests
        .iter()
        .zip(pngs)
        .map(|(request, png)| {
            let (width, height) = sizes.get(request.page).copied().unwrap_or_default();
            let png = BASE64_STANDARD.encode(png);
            json!({ "sheet": request.page, "width": width, "height": height, "png": png })
        })
        .collect();
    (pages, has_stand_ins)
}

/// Returns a request to draw a page, with the size of its picture in pixels. `width` and `height` are
/// those of the page, in mm.
fn page_request(page: usize, width: f64, height: f64) -> PictureRequest {
    let finest = (MAX_PIXELS / (width * height).max(1.0)).sqrt() * MM_PER_INCH;
    let dpi = DPI.min(finest as u32).max(1);
    PictureRequest {
        page,
        size: PixelSize::new(pixels(width, dpi), pixels(height, dpi)),
        dpi,
        has_transparent_background: false,
        about: About::default(),
    }
}
