//! What the checker says: of what the layout makes, and of any file that is dropped on the page.

use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use super::mistakes;
use crate::build::{self, Built, Group, Input};
use crate::check::{self, Ask, Cause, Expected, Opened, TOLERANCE, Verdict};
use crate::diag::{Report, Result, Sources};
use crate::record::Options;
use crate::text::Fonts;
use crate::write::About;
use crate::write::png::{Wish, page_sizes, pictures, pixels};

/// The most causes that are told, and the most places of each that are shown.
const CAUSES: usize = 100;
const PLACES: usize = 60;
/// The most pages of a dropped file that are shown, and the pixels to the inch and in all that each may have.
const PAGES: usize = 6;
const DPI: u32 = 110;
const PIXELS: f64 = 4e6;

/// The verdict on what the layout makes, or the mistakes for which it makes nothing.
pub fn own(input: &Result<Arc<Input>>, options: Options, fonts: &Fonts) -> Value {
    let mut sources = Sources::default();
    let input = input.as_ref().map_err(|wrong| Report::from(wrong.clone()));
    let judged = input.and_then(|input| judged(input, options, fonts, &mut sources));
    judged.unwrap_or_else(|report| json!({ "verdict": null, "mistakes": mistakes::json(&report, &sources) }))
}

fn judged(input: &Input, options: Options, fonts: &Fonts, sources: &mut Sources) -> Result<Value, Report> {
    let Built { game, options, made, .. } = build::built(input, options, sources, fonts, |_| Ok(()))?;
    let opened = made.iter().map(|file| build::open(&file.name, &file.bytes));
    let opened = opened.collect::<Result<Vec<_>>>()?;
    let said = Expected { game: &game, options: &options };
    let verdict = check::judge(opened, Some(said), TOLERANCE)
        .map_err(|(name, error)| build::unreadable(&name, &error))?;
    let sheet = |file: usize, page: usize| Some(made.get(file)?.stack.sheets.start + page.checked_sub(1)?);
    Ok(told(&verdict, sources, sheet))
}

/// The verdict on a finished file, ours or anybody's, and its pages as pictures if they are wanted and it is a PDF.
pub fn foreign(name: &str, bytes: &[u8], fonts: &Fonts, with_pictures: bool) -> Value {
    let mut sources = Sources::default();
    let judged = build::open(name, bytes).and_then(|opened: Opened| {
        let group = Group::new(opened);
        let known = if group.is_silent() { build::known(fonts) } else { Vec::new() };
        let ask = Ask { known: &known, ..Ask::default() };
        group.judge(TOLERANCE, ask, fonts, &mut sources)
    });
    match judged {
        Ok(verdict) => {
            let mut value = told(&verdict, &sources, |_, page| page.checked_sub(1));
            if with_pictures {
                value["pages"] = pages(&verdict, bytes);
            }
            value
        }
        Err(wrong) => json!({ "verdict": null, "mistakes": mistakes::json(&wrong.into(), &sources) }),
    }
}

/// A verdict for the page; `sheet` says which sheet a page of a file is.
fn told(verdict: &Verdict, sources: &Sources, sheet: impl Fn(usize, usize) -> Option<usize>) -> Value {
    let causes = verdict.causes();
    let fault = |cause: &Cause<'_>| {
        let mut value = mistakes::one(&cause.diagnostic(&verdict.files), sources, 0);
        let spots = cause.faults().filter_map(|fault| fault.spot.as_ref());
        let spots = spots.filter_map(|spot| {
            let rect = spot.rect.filter(|rect| rect.is_finite());
            let rect = rect.map(|rect| [rect.x0, rect.y0, rect.width(), rect.height()]);
            Some(json!({ "sheet": sheet(spot.file, spot.page)?, "rect": rect }))
        });
        value["spots"] = spots.take(PLACES).collect();
        value
    };
    json!({
        "verdict": verdict.summary(),
        "clean": !verdict.has_errors(),
        "faults": causes.iter().take(CAUSES).map(fault).collect::<Vec<_>>(),
        "found": verdict.found,
        "unjudged": verdict.not_judged,
        "mistakes": [],
    })
}

/// The first pages of a PDF as pictures, those with faults before the others; none of an SVG, which a browser draws.
fn pages(verdict: &Verdict, bytes: &[u8]) -> Value {
    let Some(sizes) = page_sizes(bytes) else { return json!([]) };
    let spots = verdict.faults.iter().filter_map(|fault| fault.spot.as_ref());
    let mut order: Vec<usize> = spots.filter_map(|spot| spot.page.checked_sub(1)).collect();
    order.sort_unstable();
    order.dedup();
    order.extend((0..sizes.len()).filter(|page| order.binary_search(page).is_err()).collect::<Vec<_>>());
    order.truncate(PAGES);
    order.sort_unstable();
    let wish = |page: usize| {
        let (width, height) = *sizes.get(page)?;
        let fits = (PIXELS / (width * height).max(1.0)).sqrt() * crate::base::units::MM_PER_INCH;
        let dpi = DPI.min(fits as u32).max(1);
        let pixels = (pixels(width, dpi), pixels(height, dpi));
        Some(Wish { page, pixels, dpi, see_through: false, about: About::default() })
    };
    let wishes: Vec<Wish> = order.into_iter().filter_map(wish).collect();
    let pictures = pictures(bytes.to_vec(), &wishes).unwrap_or_default();
    let page = |(wish, png): (&Wish, Vec<u8>)| {
        let (width, height) = sizes.get(wish.page).copied().unwrap_or_default();
        json!({ "sheet": wish.page, "width": width, "height": height, "png": BASE64_STANDARD.encode(png) })
    };
    wishes.iter().zip(pictures).map(page).collect()
}
