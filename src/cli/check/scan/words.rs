//! Describes what a scan shows, as text and as JSON.

use serde_json::{Value, json};

use super::Shown;
use super::reading::Origin;
use hexpress_base::diag::{Code, Diagnostic, Severity, codes};
use hexpress_base::units::{Trimmed, several};
use hexpress_scan::faults::{Fault, Kind};
use hexpress_scan::figures::Figure;

/// A scale is a fault if it differs from 1 by more than its uncertainty plus this value.
const SCALE_TOLERANCE: f64 = 0.002;

/// Returns the measured scales, converted to the settled resolution.
fn scales(shown: &Shown<'_>) -> [Figure; 2] {
    let figures = &shown.judged.figures;
    let factor = shown.resolution.factor;
    [figures.across, figures.down].map(|figure| Figure {
        value: figure.value * factor,
        fit: figure.fit * factor,
        ..figure
    })
}

/// Returns the faults of a print as findings.
pub fn diagnostics(shown: &Shown<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    found.extend(wrong_scale(shown));
    found.extend(shown.judged.faults.iter().map(|fault| finding(fault, shown)));
    found
}

pub fn is_fault(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// Returns the error for a print that certainly does not have its right size.
fn wrong_scale(shown: &Shown<'_>) -> Option<Diagnostic> {
    let [across, down] = scales(shown);
    let is_wrong = |scale: &Figure| (scale.value - 1.0).abs() > scale.uncertainty() + SCALE_TOLERANCE;
    if ![across, down].iter().any(is_wrong) {
        return None;
    }
    let message =
        format!("the print has {} of its size across and {} down", percent(&across), percent(&down));
    let hint = match shown.resolution.origin {
        Origin::Stated | Origin::Photo => {
            "print it again at 100 % (\"actual size\"), without \"fit to page\""
        }
        Origin::Assumed => {
            "the picture states no resolution: scan again to a file with a resolution, such as a PNG at 300 dpi; if \
             the picture is a photo, add --photo"
        }
    };
    Some(codes::SCAN_SCALED.error(message).hint(hint))
}

fn percent(figure: &Figure) -> String {
    format!("{:.2} % (± {:.2} %)", figure.value * 100.0, figure.uncertainty() * 100.0)
}

fn code(kind: Kind) -> Code {
    match kind {
        Kind::Missing => codes::SCAN_MISSING,
        Kind::Moved => codes::SCAN_MOVED,
        Kind::Covered => codes::SCAN_COVERED,
        Kind::Smeared => codes::SCAN_SMEARED,
        Kind::CutOff => codes::SCAN_CUT_OFF,
        Kind::Streak => codes::SCAN_STREAK,
    }
}

fn finding(fault: &Fault, shown: &Shown<'_>) -> Diagnostic {
    let whole = fault.id.as_ref().map(|id| id.to_string());
    let what = whole.unwrap_or_else(|| "the page".to_owned());
    let what = if is_side(fault, shown) { format!("a side of {what}") } else { what };
    let area = fault.area;
    let place = format!(
        "{} x {} mm, {} mm from the left and {} mm from the top of the page",
        tenths(area.width()),
        tenths(area.height()),
        tenths(area.x0),
        tenths(area.y0)
    );
    let message = match (fault.kind, fault.shift) {
        (Kind::Moved, Some(shift)) => format!(
            "{what} is {:.2} mm from its place: {:.2} mm to the {} and {:.2} mm {}",
            shift.hypot(),
            shift.x.abs(),
            if shift.x < 0.0 { "left" } else { "right" },
            shift.y.abs(),
            if shift.y < 0.0 { "up" } else { "down" }
        ),
        (Kind::Moved, None) => format!("{what} is not in its place"),
        (Kind::Missing, _) => format!("a part of {what} is missing: {place}"),
        (Kind::Covered, _) => format!("something covers a part of {what}: {place}"),
        (Kind::Smeared, _) => format!("a part of {what} is smeared: {place}"),
        (Kind::CutOff, _) => format!("a part of {what} is cut off at the edge of the sheet: {place}"),
        (Kind::Streak, _) => format!("a streak goes through {what}: {place}"),
    };
    let page = shown.judged.shown;
    let mut diagnostic = code(fault.kind).error(message);
    diagnostic.hint = Some(match fault.kind {
        Kind::CutOff => {
            "leave a larger margin: hexpress build --margin, or a profile of the printer".to_owned()
        }
        _ => format!("page {} of {}", page.page + 1, shown.printed.name(page.file)),
    });
    diagnostic
}

/// Returns whether one side of a piece is displaced, and not the whole piece.
fn is_side(fault: &Fault, shown: &Shown<'_>) -> bool {
    let piece = shown.judged.pieces.iter().find(|piece| Some(&piece.id) == fault.id.as_ref());
    fault.kind == Kind::Moved && piece.is_some_and(|piece| !fault.area.contains_rect(piece.area))
}

fn tenths(mm: f64) -> Trimmed {
    Trimmed((mm * 10.0).round() / 10.0)
}

/// Returns the measured values of a scan as text for people.
pub fn text(shown: &Shown<'_>, diagnostics: &[Diagnostic]) -> String {
    let judged = &shown.judged;
    let [across, down] = scales(shown);
    let page = judged.shown;
    let mut text = format!("{}: page {} of {}", shown.name, page.page + 1, shown.printed.name(page.file));
    if let Some(also) = judged.also {
        text.push_str(&format!(
            " (page {} of {} fits as well; choose one with --page)",
            also.page + 1,
            shown.printed.name(also.file)
        ));
    }
    let resolution = shown.resolution.dpi;
    match shown.resolution.origin {
        Origin::Stated => text.push_str(&format!(", {resolution:.0} dpi\n")),
        Origin::Photo => text.push_str(&format!(", a photo with {resolution:.0} pixels per inch\n")),
        Origin::Assumed => text.push_str(&format!(
            "\n  resolution: the picture states none; {resolution:.0} dpi is assumed, so the scale is a guess\n"
        )),
    }
    let is_photo = shown.resolution.origin == Origin::Photo;
    let tool = if is_photo { "the tolerance of paper sizes" } else { "the scanner's own error" };
    text.push_str(&format!(
        "  scale: {:.2} % across and {:.2} % down, ± {:.2} % with {tool}, ± {:.3} % without it\n",
        across.value * 100.0,
        down.value * 100.0,
        across.uncertainty().max(down.uncertainty()) * 100.0,
        across.fit.max(down.fit) * 100.0
    ));
    let figures = &judged.figures;
    let quarters = ["", " after a quarter turn", " after half a turn", " after three quarter turns"];
    let turned = if is_photo { "turn on the sheet" } else { "turn on the scan" };
    text.push_str(&format!(
        "  {turned}: {:.2}° clockwise{} (± {:.3}°); skew {:.2}° (± {:.2}°)\n",
        figures.turn.value,
        quarters[usize::from(figures.quarters) % 4],
        figures.turn.fit,
        figures.skew.value,
        figures.skew.uncertainty()
    ));
    match &judged.on_paper {
        Some(paper) => text.push_str(&format!(
            "  place on the paper: {} and {} (± {:.2} mm), turned {:.2}° (± {:.2}°)\n",
            direction(&paper.right, "to the right", "to the left"),
            direction(&paper.down, "down", "up"),
            paper.right.uncertainty(),
            paper.turn.value,
            paper.turn.uncertainty()
        )),
        None => text.push_str(
            "  place on the paper: unknown, because the scan does not show all four edges of the sheet\n",
        ),
    }
    text.push_str(&format!(
        "  everything else within {:.3} mm of that (95 %); ink spreads by {:.3} mm\n",
        judged.uneven, judged.spread
    ));
    text.push_str(&match diagnostics.iter().filter(|it| is_fault(it)).count() {
        0 => "  no faults\n".to_owned(),
        count => format!("  {}\n", several(count, "fault")),
    });
    text
}

fn direction(figure: &Figure, positive: &str, negative: &str) -> String {
    let word = if figure.value < 0.0 { negative } else { positive };
    format!("{:.2} mm {word}", figure.value.abs())
}

fn figure(figure: &Figure) -> Value {
    let rounded = |value: f64| (value * 1e6).round() / 1e6 + 0.0;
    json!({
        "value": rounded(figure.value),
        "uncertainty": rounded(figure.uncertainty()),
        "uncertainty-of-fit": rounded(figure.fit),
    })
}

/// Returns what a scan shows as JSON for programs.
pub fn to_json(shown: &Shown<'_>, diagnostics: &[Diagnostic]) -> Value {
    let rounded = |value: f64| (value * 1e4).round() / 1e4 + 0.0;
    let judged = &shown.judged;
    let [across, down] = scales(shown);
    let placed = judged.on_paper.as_ref().map(|paper| {
        json!({ "right-mm": figure(&paper.right), "down-mm": figure(&paper.down), "turn-degrees": figure(&paper.turn) })
    });
    let also =
        judged.also.map(|also| json!({ "file": shown.printed.name(also.file), "page": also.page + 1 }));
    let faults: Vec<Value> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code == codes::SCAN_SCALED)
        .map(Diagnostic::value)
        .chain(judged.faults.iter().zip(diagnostics.iter().filter(|it| it.code != codes::SCAN_SCALED)).map(
            |(fault, diagnostic)| {
                let mut value = diagnostic.value();
                let area = fault.area;
                value["piece"] = json!(fault.id.as_ref().map(ToString::to_string));
                value["page"] = json!(judged.shown.page + 1);
                value["at-mm"] = json!({
                    "x": rounded(area.x0), "y": rounded(area.y0),
                    "width": rounded(area.width()), "height": rounded(area.height()),
                });
                value["shift-mm"] =
                    fault.shift.map_or(Value::Null, |by| json!({ "x": rounded(by.x), "y": rounded(by.y) }));
                value
            },
        ))
        .collect();
    json!({
        "what": shown.name,
        "file": shown.printed.name(judged.shown.file),
        "page": judged.shown.page + 1,
        "fits-as-well": also,
        "clean": faults.is_empty(),
        "dpi": shown.resolution.dpi,
        "photo": shown.resolution.origin == Origin::Photo,
        "dpi-is-stated": shown.resolution.origin == Origin::Stated,
        "match": rounded(judged.quality),
        "scale-across": figure(&across),
        "scale-down": figure(&down),
        "turn-degrees": figure(&judged.figures.turn),
        "quarter-turns": judged.figures.quarters,
        "skew-degrees": figure(&judged.figures.skew),
        "on-paper": placed,
        "uneven-mm": rounded(judged.uneven),
        "ink-spread-mm": rounded(judged.spread),
        "faults": faults,
    })
}
