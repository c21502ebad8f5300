//! Judges a scan or a photo of a print for the web page.
//!
//! - In: a picture, and the layout that was printed.
//! - Out: the measured values, the faults, and the places of the faults in the picture, as JSON.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Target, mistakes};
use crate::make::{self, Input};
use crate::scans::marked_scan::Overlay;
use crate::scans::reading::SizeLimits;
use crate::scans::{PrintedPdfs, ScanResult, scan_report};
use hexpress_base::diag::{Report, Result, Sources};
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// Returns the verdict on a picture of a print. In `target`, the value `print` is `scan` or `photo`.
/// The optional value `sheet` is the number of the sheet.
pub fn judged(
    input: &Result<Arc<Input>>,
    options: Options,
    target: &Target,
    picture: &[u8],
    fonts: &Fonts,
) -> Value {
    let mut sources = Sources::default();
    let verdict = match input {
        Ok(input) => verdict(input, options, target, picture, fonts, &mut sources),
        Err(error) => Err(Report::from(error.clone())),
    };
    verdict
        .unwrap_or_else(|report| json!({ "verdict": null, "mistakes": mistakes::to_json(&report, &sources) }))
}

fn verdict(
    input: &Input,
    options: Options,
    target: &Target,
    picture: &[u8],
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<Value, Report> {
    let made = make::build_pdfs(input, options, sources, fonts, |_| Ok(()))?;
    let files = made.files.into_iter().map(|file| (file.name, file.bytes)).collect();
    let printed = PrintedPdfs::open(files)?.with_kinds(&made.game);
    let wanted = printed.wanted(target.value("sheet").and_then(|sheet| sheet.parse().ok()))?;
    let name = target.value("name").unwrap_or("the picture").to_owned();
    let picture: Arc<[u8]> = picture.into();
    let seen = match target.value("print") {
        Some("photo") => printed.judge_photo(&picture, &name, &wanted, SizeLimits::PAGE)?,
        _ => {
            printed.judge_scan(&picture, &name, &wanted, target.value("card").is_some(), SizeLimits::PAGE)?
        }
    };
    let result = ScanResult { name, printed: &printed, picture: seen };
    let found = scan_report::diagnostics(&result);
    let text = scan_report::text(&result, &found);
    let mut lines = text.lines().map(|line| line.trim().trim_end_matches('.'));
    let overlay = Overlay::new(&result);
    let rings: Vec<Value> =
        overlay.rings.iter().map(|(path, at)| json!({ "path": path, "x": at.x, "y": at.y })).collect();
    let faults: Vec<Value> =
        found.iter().map(|fault| mistakes::diagnostic_to_json(fault, sources, 0)).collect();
    Ok(json!({
        "verdict": lines.next(),
        "clean": !found.iter().any(scan_report::is_fault),
        "faults": faults,
        "found": lines.collect::<Vec<_>>(),
        "mistakes": [],
        "picture": {
            "width": overlay.width, "height": overlay.height, "per-mm": overlay.per_mm,
            "outlines": overlay.outlines, "rings": rings,
        },
    }))
}
