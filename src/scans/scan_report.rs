//! Describes what a scan shows, as text and as JSON.

use serde_json::{Value, json};

use super::reading::Origin;
use super::{CardSeen, ScanResult};
use hexpress_base::diag::{Code, Diagnostic, Severity, codes};
use hexpress_base::identity::Identity;
use hexpress_base::units::{ShortNumber, count_with_noun};
use hexpress_scan::colour_grid::Colour;
use hexpress_scan::faults::{Fault, FaultKind};
use hexpress_scan::figures::Figure;

/// A measured scale is a fault if its distance from 1 is larger than its uncertainty plus this value.
const SCALE_TOLERANCE: f64 = 0.002;

/// Returns the measured scales across and down, corrected for the final resolution. 1 is the true size.
fn scales(result: &ScanResult<'_>) -> [Figure; 2] {
    let figures = &result.picture.judged.figures;
    let factor = result.picture.resolution.factor;
    [figures.across, figures.down].map(|figure| Figure {
        value: figure.value * factor,
        fit: figure.fit * factor,
        ..figure
    })
}

/// Returns the faults of a print as findings.
pub fn diagnostics(result: &ScanResult<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    found.extend(wrong_scale(result));
    found.extend(result.picture.judged.faults.iter().map(|fault| finding(fault, result)));
    found
}

pub fn is_fault(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// Returns the error for a print that certainly has the wrong size. Returns `None` for any other print.
fn wrong_scale(result: &ScanResult<'_>) -> Option<Diagnostic> {
    let [across, down] = scales(result);
    let is_wrong = |scale: &Figure| (scale.value - 1.0).abs() > scale.uncertainty() + SCALE_TOLERANCE;
    if ![across, down].iter().any(is_wrong) {
        return None;
    }
    let message =
        format!("the print has {} of its size across and {} down", percent(&across), percent(&down));
    let hint = match result.picture.resolution.origin {
        Origin::Stated | Origin::Card | Origin::Photo => {
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

fn code(kind: FaultKind) -> Code {
    match kind {
        FaultKind::Missing => codes::SCAN_MISSING,
        FaultKind::Moved => codes::SCAN_MOVED,
        FaultKind::Covered => codes::SCAN_COVERED,
        FaultKind::Smeared => codes::SCAN_SMEARED,
        FaultKind::CutOff => codes::SCAN_CUT_OFF,
        FaultKind::Streak => codes::SCAN_STREAK,
        FaultKind::Coloured => codes::SCAN_COLOURED,
        FaultKind::WithoutInk(_) => codes::SCAN_WITHOUT_INK,
    }
}

fn finding(fault: &Fault, result: &ScanResult<'_>) -> Diagnostic {
    let whole = fault.id.as_ref().map(|id| id.to_string());
    let what = whole.unwrap_or_else(|| "the page".to_owned());
    let what = if is_side(fault, result) { format!("a side of {what}") } else { what };
    let area = fault.area;
    let place = format!(
        "{} x {} mm, {} mm from the left and {} mm from the top of the page",
        ShortNumber::tenths(area.width()),
        ShortNumber::tenths(area.height()),
        ShortNumber::tenths(area.x0),
        ShortNumber::tenths(area.y0)
    );
    let message = match (fault.kind, fault.shift) {
        (FaultKind::Moved, Some(shift)) => format!(
            "{what} is {:.2} mm from its place: {:.2} mm to the {} and {:.2} mm {}",
            shift.hypot(),
            shift.x.abs(),
            if shift.x < 0.0 { "left" } else { "right" },
            shift.y.abs(),
            if shift.y < 0.0 { "up" } else { "down" }
        ),
        (FaultKind::Moved, None) => format!("{what} is not in its place"),
        (FaultKind::Missing, _) => format!("a part of {what} is missing: {place}"),
        (FaultKind::Covered, _) => format!("something covers a part of {what}: {place}"),
        (FaultKind::Smeared, _) => format!("a part of {what} is smeared: {place}"),
        (FaultKind::CutOff, _) => format!("a part of {what} is cut off at the edge of the sheet: {place}"),
        (FaultKind::Streak, _) => format!("a streak goes through {what}: {place}"),
        (FaultKind::Coloured, _) => coloured(fault, &what, result),
        (FaultKind::WithoutInk(ink), _) => {
            format!(
                "{name} is missing in the whole print: the scan shows the other inks, and no {name}",
                name = ink.name()
            )
        }
    };
    let page = result.picture.judged.shown;
    let mut diagnostic = code(fault.kind).error(message);
    diagnostic.hint = Some(match fault.kind {
        FaultKind::CutOff => {
            "build with a larger margin, such as --margin 10mm, or with the profile of the printer: --printer"
                .to_owned()
        }
        FaultKind::WithoutInk(ink) => {
            format!("refill the {} or clean its nozzles, and print the page again", ink.name())
        }
        _ => format!("see page {} of {}", page.page + 1, result.printed.name(page.file)),
    });
    diagnostic
}

/// Returns the message about a cell or piece with a wrong colour. If a cell looks like a cell of another
/// kind, the message names both kinds.
fn coloured(fault: &Fault, what: &str, result: &ScanResult<'_>) -> String {
    let kind = |id: Option<&Identity>| id.and_then(|id| result.printed.kind(id));
    let (own, other) = (kind(fault.id.as_deref()), kind(fault.like.as_deref()));
    match (own, other, &fault.like, fault.colours) {
        (Some(own), Some(other), ..) if own != other => {
            format!("{what} is printed as `{other}`, not `{own}`")
        }
        (_, _, Some(like), _) => format!("{what} is printed in the colour of {like}"),
        (_, _, None, Some([wrong, right])) => {
            format!("{what} has the colour {} on the scan, but {} is expected", hex(wrong), hex(right))
        }
        _ => format!("{what} has a wrong colour"),
    }
}

fn hex(colour: Colour) -> String {
    let [red, green, blue] = colour.map(|value| value.round().clamp(0.0, 255.0) as u8);
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Returns whether only one side of a piece is displaced, and not the whole piece.
fn is_side(fault: &Fault, result: &ScanResult<'_>) -> bool {
    let piece =
        result.picture.judged.named_drawings.iter().find(|piece| Some(&piece.id) == fault.id.as_ref());
    fault.kind == FaultKind::Moved && piece.is_some_and(|piece| !fault.area.contains_rect(piece.area))
}

/// Returns the measured values of a scan as text for people.
pub fn text(result: &ScanResult<'_>, diagnostics: &[Diagnostic]) -> String {
    let judged = &result.picture.judged;
    let [across, down] = scales(result);
    let page = judged.shown;
    let mut text = format!("{}: page {} of {}", result.name, page.page + 1, result.printed.name(page.file));
    if let Some(also) = judged.also {
        text.push_str(&format!(
            " (page {} of {} fits as well; choose one with --page)",
            also.page + 1,
            result.printed.name(also.file)
        ));
    }
    let resolution = result.picture.resolution.dpi;
    match result.picture.resolution.origin {
        Origin::Stated => text.push_str(&format!(", {resolution:.0} dpi\n")),
        Origin::Card => text.push_str(&format!(
            "\n  resolution: the picture states none; {resolution:.0} dpi is assumed, and the card shows it exactly\n"
        )),
        Origin::Photo => text.push_str(&format!(", a photo with {resolution:.0} pixels per inch\n")),
        Origin::Assumed => text.push_str(&format!(
            "\n  resolution: the picture states none; {resolution:.0} dpi is assumed, so the scale is a guess\n"
        )),
    }
    let is_photo = result.picture.resolution.origin == Origin::Photo;
    let tool = match result.picture.card {
        CardSeen::Found(_) => "the tolerance of the card",
        _ if is_photo => "the tolerance of paper sizes",
        _ => "the scanner's own error",
    };
    text.push_str(&format!(
        "  scale: {:.2} % across and {:.2} % down, ± {:.2} % with {tool}, ± {:.3} % without it\n",
        across.value * 100.0,
        down.value * 100.0,
        across.uncertainty().max(down.uncertainty()) * 100.0,
        across.fit.max(down.fit) * 100.0
    ));
    text.push_str(&card_text(result));
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
        "  everything else: 95 % of the parts are within {:.3} mm of their places; ink spreads by {:.3} mm\n",
        judged.uneven, judged.spread
    ));
    text.push_str(&match diagnostics.iter().filter(|it| is_fault(it)).count() {
        0 => "  no faults\n".to_owned(),
        count => format!("  {}\n", count_with_noun(count, "fault")),
    });
    text
}

/// Returns by how much the scanner stretches lengths along its rows and along its columns, as
/// fractions. For example, 0.002 means 0.2 % too long. Returns `None` if no card was found.
fn scanner_off(result: &ScanResult<'_>) -> Option<[f64; 2]> {
    let CardSeen::Found(card) = result.picture.card else { return None };
    let nominal = result.picture.resolution.judged_per_mm();
    Some([card.pixels_per_mm.x / nominal - 1.0, card.pixels_per_mm.y / nominal - 1.0])
}

/// Returns the line about a bank card.
fn card_text(result: &ScanResult<'_>) -> String {
    match (result.picture.card, scanner_off(result)) {
        (CardSeen::Found(card), Some([rows, columns])) => format!(
            "  card: found; the scanner makes rows {:+.2} % and columns {:+.2} % longer (± {:.2} %)\n",
            rows * 100.0,
            columns * 100.0,
            card.uncertainty.x.max(card.uncertainty.y) * 100.0
        ),
        (CardSeen::NotFound, _) => {
            "  card: not found; lay the card flat on the glass, with all four edges on something of another colour\n"
                .to_owned()
        }
        _ => String::new(),
    }
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

/// Returns what is known about a bank card as JSON. Null means that the user did not mention a card,
/// and false that no card was found.
fn card_value(result: &ScanResult<'_>) -> Value {
    let rounded = |value: f64| (value * 1e6).round() / 1e6 + 0.0;
    match (result.picture.card, scanner_off(result)) {
        (CardSeen::Found(card), Some([rows, columns])) => json!({
            "scanner-rows": { "value": rounded(1.0 + rows), "uncertainty": rounded(card.uncertainty.x) },
            "scanner-columns": { "value": rounded(1.0 + columns), "uncertainty": rounded(card.uncertainty.y) },
        }),
        (CardSeen::NotFound, _) => Value::Bool(false),
        _ => Value::Null,
    }
}

/// Returns what a scan shows as JSON for programs.
pub fn to_json(result: &ScanResult<'_>, diagnostics: &[Diagnostic]) -> Value {
    let rounded = |value: f64| (value * 1e4).round() / 1e4 + 0.0;
    let judged = &result.picture.judged;
    let [across, down] = scales(result);
    let placed = judged.on_paper.as_ref().map(|paper| {
        json!({ "right-mm": figure(&paper.right), "down-mm": figure(&paper.down), "turn-degrees": figure(&paper.turn) })
    });
    let also =
        judged.also.map(|also| json!({ "file": result.printed.name(also.file), "page": also.page + 1 }));
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
                value["like"] = json!(fault.like.as_ref().map(ToString::to_string));
                value["shift-mm"] =
                    fault.shift.map_or(Value::Null, |by| json!({ "x": rounded(by.x), "y": rounded(by.y) }));
                value
            },
        ))
        .collect();
    json!({
        "what": result.name,
        "file": result.printed.name(judged.shown.file),
        "page": judged.shown.page + 1,
        "fits-as-well": also,
        "clean": faults.is_empty(),
        "dpi": result.picture.resolution.dpi,
        "photo": result.picture.resolution.origin == Origin::Photo,
        "dpi-is-stated": result.picture.resolution.origin == Origin::Stated,
        "card": card_value(result),
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
