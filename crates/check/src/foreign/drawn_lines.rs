//! HX603, HX606: lines between cells that do not meet, and lines that are too thin to be printed.
//!
//! - In: the lines in drawings by other programs.
//! - Out: faults.
//! - Not here: comparing lines with a layout, see `against_lines`.

use kurbo::Rect;

use crate::facts::{PageContext, visible_bounds};
use crate::fault::{Findings, format_mm, point};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::ItemKind;
use hexpress_read::find::LooseEnd;

pub const RULES: &[Rule] = &[
    Rule {
        title: "lines between cells meet at the corners",
        why: "A line that is too short leaves a gap where three cells meet. A line that is too long sticks out.",
        right: "three lines that end in one point",
        wrong: "two lines that end in one point, and a third that ends 0.4 mm before it",
        ..Rule::error(codes::LINES_APART, RuleFunction::Sheet(lines_meet))
    },
    Rule {
        title: "lines are wide enough to be printed",
        why: "A line without a width is printed as thin as the printer can. It looks fine on a screen and \
            on cheap printers, and vanishes on good ones.",
        right: "lines of 0.2 mm",
        wrong: "lines of 0.02 mm",
        ..Rule::warning(codes::HAIRLINE, RuleFunction::Sheet(no_hairlines))
    },
];

/// The width of the thinnest line that every printer prints, in mm. For comparison, a quarter of a
/// point is 0.088 mm.
const MIN_LINE_WIDTH: f64 = 0.05;
/// If a page has more lines with loose ends than this, they are reported as one fault.
const MAX_LOOSE_ENDS: usize = 20;

fn lines_meet(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(drawing) = context.sheet.foreign() else { return };
    let wrong: Vec<_> =
        drawing.loose.iter().filter(|loose| findings.measured(gap(loose), context.tolerance)).collect();
    let rects = wrong.iter().map(|loose| Rect::from_points(loose.end, loose.target));
    if wrong.len() > MAX_LOOSE_ENDS {
        let (count, by) = (wrong.len(), wrong.iter().map(|loose| gap(loose)).fold(0.0, f64::max));
        let message =
            format!("{count} lines stop up to {} short of the corners that they should reach", format_mm(by));
        let rect = rects.reduce(|a, b| a.union(b)).unwrap_or_default();
        let hint = "make the lines end in the same points, for example by snapping them to a grid";
        context.fault(findings, rect, message).hint(hint).deviation(by);
        return;
    }
    for (loose, rect) in wrong.iter().zip(rects) {
        let by = gap(loose);
        let short = format!("a line ends {} before the corner that it should reach", format_mm(by));
        let hint = format!("end it at {}", point(loose.target));
        let fault = context.fault(findings, rect.inflate(1.0, 1.0), short).hint(hint);
        fault.deviation(by).shifted(loose.end, loose.target);
    }
}

/// Returns the distance between the end of a line and the corner that the line should reach, in mm.
fn gap(loose: &LooseEnd) -> f64 {
    loose.end.distance(loose.target)
}

fn no_hairlines(context: &PageContext<'_>, findings: &mut Findings) {
    if !context.sheet.is_foreign() {
        return;
    }
    let mut thin: Vec<(Rect, f64)> = Vec::new();
    for item in &context.page.items {
        if let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind
            && stroke.width < MIN_LINE_WIDTH
        {
            thin.extend(visible_bounds(item).map(|rect| (rect, stroke.width)));
        }
    }
    if let Some(&(rect, _)) = thin.first() {
        let least = thin.iter().map(|(_, width)| *width).fold(MIN_LINE_WIDTH, f64::min);
        let many = match thin.len() {
            1 => "a line is".to_owned(),
            n => format!("{n} lines are"),
        };
        let message = format!(
            "{many} {least:.3} mm wide; the thinnest line that every printer can print is \
            {MIN_LINE_WIDTH} mm"
        );
        context.fault(findings, rect, message).hint("use at least 0.2 mm").deviation(MIN_LINE_WIDTH - least);
    }
}
