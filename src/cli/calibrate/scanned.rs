//! Measures a printer with scans of its calibration sheet.
//!
//! - In: scans of both sides.
//! - Out: the errors of the printer, and the uncertainty of these errors.
//! - Not here: writing the profile.

use std::path::Path;
use std::sync::Arc;

use kurbo::{Affine, Point, Size, Vec2};
use serde_json::{Value, json};

use super::calibrate_args::Calibrate;
use crate::cli::check::scan::{allow_scan_of, read_scan};
use crate::cli::io::RunContext;
use crate::make;
use crate::scans::reading::Origin;
use crate::scans::unjudged;
use hexpress_base::diag::{Report, Result, codes, escape_name};
use hexpress_base::piece_side::PieceSide;
use hexpress_layout::extra::calibration::edges::ticks;
use hexpress_scan::card::find_card;
use hexpress_scan::judge::{PageOf, Reference, judge};
use hexpress_scan::sheet::{OnSheet, ScannedSheet, Uncertainties};
use hexpress_scan::strips;
use hexpress_scan::turned::{Scanner, ShownErrors};
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::print::profile::marks::EDGE_MARKS;
use hexpress_scene::print::profile::{Marks, PrintedSide};
use hexpress_scene::print::setup::Backs;
use hexpress_scene::text::Fonts;

/// The largest number of scans of one calibration sheet.
pub const MAX_SCANS: usize = 8;

/// What the scans of a sheet show.
pub struct Measured {
    pub front: MeasuredSide,
    /// The back. `None` if no scan shows it.
    pub back: Option<MeasuredSide>,
    /// The widths of the strips along the edges of the sheet on which the printer cannot print. `None`
    /// if the scans do not show all these strips.
    pub unprintable: Option<Margins>,
    scanner: Option<Scanner>,
    has_card: bool,
}

/// The errors of a printer on one side of the sheet.
pub struct MeasuredSide {
    pub printed: PrintedSide,
    uncertainties: Uncertainties,
}

/// A scan of a side of the sheet.
struct SideScan {
    side: PieceSide,
    sheet: ScannedSheet,
    /// The width of the strip that the printer leaves blank along the left, top, right and bottom edge
    /// of the sheet, in mm. `None` if the scan does not show the width at this edge.
    unprintable: [Option<f64>; 4],
}

/// Measures a printer.
///
/// # Errors
/// A scan cannot be read or does not show the sheet, or no scan shows the front.
pub fn measure(
    args: &Calibrate,
    paper: &PaperChoice,
    marks: &Marks,
    flip: Backs,
    run_context: &RunContext,
) -> Result<Measured, Report> {
    if !is_within_limit(args.scan.len()) {
        let message =
            format!("--scan is given {} times; at most {MAX_SCANS} scans are read", args.scan.len());
        return Err(codes::BAD_OPTION
            .error(message)
            .hint("name only the scans of one calibration sheet")
            .into());
    }
    let sheet = make::calibration(paper, flip, &Fonts::bundled())?;
    let Some(reference) = Reference::open(Arc::new(sheet)) else {
        return Err(codes::UNREADABLE.error("the calibration sheet cannot be read").into());
    };
    let (mut scans, mut report) = (Vec::new(), Report::default());
    for path in &args.scan {
        allow_scan_of(reference.page_count());
        match read_side(path, &reference, marks.size, run_context, args.card) {
            Ok(scan) => scans.push(scan),
            Err(diagnostic) => report.push(diagnostic),
        }
    }
    if report.has_errors() {
        return Err(report);
    }
    let scanner = PieceSide::BOTH.into_iter().find_map(|side| scanner_of(&scans, side));
    let measured = |side| measured_side(&scans, side, scanner.as_ref(), marks.size);
    let Some(front) = measured(PieceSide::Front) else {
        let message = "no scan shows the front of the calibration sheet";
        return Err(codes::SCAN_UNKNOWN
            .error(message)
            .hint("scan the front too, and add the scan: --scan front.png")
            .into());
    };
    Ok(Measured {
        front,
        back: measured(PieceSide::Back),
        unprintable: unprintable(&scans),
        scanner,
        has_card: args.card,
    })
}

fn is_within_limit(scans: usize) -> bool {
    scans <= MAX_SCANS
}

fn read_side(
    path: &Path,
    reference: &Reference,
    page: Size,
    run_context: &RunContext,
    has_card: bool,
) -> Result<SideScan> {
    let name = escape_name(&path.display().to_string()).to_string();
    let read = read_scan(path, reference.longest_side(), run_context)?;
    if read.resolution.origin == Origin::Assumed {
        let message = format!("{name} states no resolution, so the size of the print is unknown");
        let hint = "scan the sheet to a PNG or JPEG with a resolution, at 150 dpi or more";
        return Err(codes::BAD_PICTURE.error(message).hint(hint));
    }
    let pages: Vec<PageOf> = (0..reference.page_count()).map(|page| PageOf { file: 0, page }).collect();
    let judged = judge(std::slice::from_ref(reference), &pages, &read.scan, read.resolution.sizes())
        .map_err(|why| unjudged(&why, &name, &["the calibration sheet".to_owned()]))?;
    let Some(paper) = judged.on_paper else {
        let message =
            format!("{name} does not show all four edges of the sheet, so the place of the print is unknown");
        let hint = "lay a dark sheet of paper over it, and turn off automatic cropping";
        return Err(codes::BAD_PICTURE.error(message).hint(hint));
    };
    let card = has_card.then(|| find_card(&judged.located, &read.scan, read.scan.pixels_per_mm)).flatten();
    if has_card && card.is_none() {
        let message = format!("{name} shows no bank card");
        let hint = "lay the card flat on the glass, where nothing is printed, with all four edges on something of another colour; or delete --card";
        return Err(codes::BAD_PICTURE.error(message).hint(hint));
    }
    let places: Vec<f64> = EDGE_MARKS.places().collect();
    let printed_from =
        |lines: Vec<[Point; 2]>| strips::first_of_whole_lines(&judged.located, read.scan.finest(), &lines);
    let unprintable = ticks(page).map(|lines| printed_from(lines).and_then(|line| places.get(line).copied()));
    Ok(SideScan {
        side: if judged.shown.page == 0 { PieceSide::Front } else { PieceSide::Back },
        sheet: ScannedSheet {
            page,
            map: judged.located.map,
            figures: judged.figures,
            paper,
            pixels_per_mm: read.scan.pixels_per_mm,
            card,
        },
        unprintable,
    })
}

fn of_side(scans: &[SideScan], side: PieceSide) -> impl Iterator<Item = &SideScan> {
    scans.iter().filter(move |scan| scan.side == side)
}

/// Returns the errors of the scanner, if two scans show this side, and the user turned the paper by 90
/// degrees between these scans. Otherwise returns `None`.
fn scanner_of(scans: &[SideScan], side: PieceSide) -> Option<Scanner> {
    Scanner::new(&of_side(scans, side).map(|scan| ShownErrors::new(&scan.sheet.figures)).collect::<Vec<_>>())
}

/// Returns the errors of the printer on a side, as the mean of all scans of this side. Returns `None` if
/// no scan shows the side.
fn measured_side(
    scans: &[SideScan],
    side: PieceSide,
    scanner: Option<&Scanner>,
    page: Size,
) -> Option<MeasuredSide> {
    let all: Vec<OnSheet> = of_side(scans, side).map(|scan| OnSheet::measure(&scan.sheet, scanner)).collect();
    let OnSheet { steps, offset, uncertainties } = OnSheet::mean(&all)?;
    let centre = page.to_vec2() / 2.0;
    let Vec2 { x: a, y: b } = steps.across;
    let Vec2 { x: c, y: d } = steps.down;
    // Maps each point of the page to the point of the paper at which the printer prints it.
    let printed =
        Affine::translate(centre + offset) * Affine::new([a, b, c, d, 0.0, 0.0]) * Affine::translate(-centre);
    Some(MeasuredSide { printed: PrintedSide::from_affine(printed, page), uncertainties })
}

/// Returns the widths of the strips along the edges on which the printer cannot print. If the scans
/// differ, the widest strip at each edge is used. Returns `None` if the scans do not show all of these
/// strips.
fn unprintable(scans: &[SideScan]) -> Option<Margins> {
    let widest = |edge: usize| {
        let all: Option<Vec<f64>> = scans.iter().map(|scan| scan.unprintable[edge]).collect();
        all?.into_iter().reduce(f64::max)
    };
    Some(Margins { left: widest(0)?, top: widest(1)?, right: widest(2)?, bottom: widest(3)? })
}

impl MeasuredSide {
    /// Returns a line of text that says how exactly the errors of a side are known.
    pub fn uncertainty_text(&self) -> String {
        let Uncertainties { scale, place, turn, skew, .. } = self.uncertainties;
        format!(
            "    ± {:.2} mm in each of these lengths, ± {place:.2} mm in place, ± {turn:.2}° in turn, ± {skew:.2}° in angle\n",
            scale * 100.0
        )
    }

    fn value(&self) -> Value {
        let PrintedSide { scale, offset, skew, angle } = self.printed;
        let rounded = |value: f64| (value * 1e5).round() / 1e5 + 0.0;
        json!({
            "scale": [rounded(scale.across), rounded(scale.down)],
            "offset-mm": [rounded(offset.x), rounded(offset.y)],
            "skew-degrees": rounded(skew),
            "angle-degrees": rounded(angle),
            "uncertainty": {
                "scale": rounded(self.uncertainties.scale),
                "across-against-down": rounded(self.uncertainties.scale_ratio),
                "offset-mm": rounded(self.uncertainties.place),
                "skew-degrees": rounded(self.uncertainties.turn),
                "angle-degrees": rounded(self.uncertainties.skew),
            },
        })
    }
}

impl Measured {
    /// Returns a text about the errors of the scanner.
    pub fn scanner_text(&self) -> String {
        let size = self.front.uncertainties.scale * 100.0;
        let Some(scanner) = &self.scanner else {
            if self.has_card {
                return format!("  The size is that of the bank card, ± {size:.2} %.\n");
            }
            return "  Scanners are off by up to 0.3 %, so the size is uncertain by 0.3 %. Turn the sheet by 90°, \
                    and scan the same side again:\n  both scans show how much more the scanner stretches one \
                    direction than the other, and its slant.\n"
                .to_owned();
        };
        format!(
            "  The scanner stretches its rows by {:.2} % more than its columns, and slants by {:.2}°. The profile does not \
             contain these errors.\n  The ratio of across to down is known to ± {:.3} %. The size itself is known \
             only to ± {size:.1} %.\n",
            scanner.scanner_stretch_difference() * 100.0,
            scanner.scanner_skew(),
            self.front.uncertainties.scale_ratio * 100.0
        )
    }

    /// Returns the measured values for `--json`.
    pub fn value(&self) -> Value {
        json!({
            "front": self.front.value(),
            "back": self.back.as_ref().map(MeasuredSide::value),
            "scanner-is-known": self.scanner.is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_scans_as_the_limit_are_read() {
        assert!(is_within_limit(MAX_SCANS) && !is_within_limit(MAX_SCANS + 1));
    }
}
