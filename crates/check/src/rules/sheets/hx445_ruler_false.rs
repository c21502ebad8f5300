//! HX445: rulers whose length differs from their label.

use std::sync::Arc;

use kurbo::{Rect, Shape as _, Size};

use crate::facts::cut::{Axis, Cut, crop_marks, cut_positions};
use crate::facts::{PageContext, is_furniture};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::{Identity, Ruler};
use hexpress_base::units::{UNITS, split_number};
use hexpress_read::{Item, ItemKind};

pub const RULE: Rule = Rule {
    title: "rulers have the length that is printed on them",
    why: "Players compare the printed ruler with their own. A false ruler makes a wrong print look right.",
    right: "a line of 100 mm labelled 100 mm",
    wrong: "a line of 97 mm labelled 100 mm",
    measures_text: true,
    ..Rule::error(codes::RULER_FALSE, RuleFunction::Sheet(ruler_false))
};

fn ruler_false(context: &PageContext<'_>, findings: &mut Findings) {
    for ruler in [Ruler::Across, Ruler::Down] {
        report_ruler(context, &Arc::new(Identity::Ruler(ruler)), findings);
    }
    report_overall_size(context, findings);
}

fn report_ruler(context: &PageContext<'_>, id: &Arc<Identity>, findings: &mut Findings) {
    let mut printed: Option<f64> = None;
    let mut drawn: Option<Rect> = None;
    for item in context.page.items.iter().filter(|item| item.id.as_ref() == Some(id)) {
        match &item.kind {
            ItemKind::Text(text) => printed = printed.or_else(|| printed_length(&text.string)),
            ItemKind::Path { path, .. } => {
                let bounds = path.bounding_box();
                drawn = Some(drawn.map_or(bounds, |drawn| drawn.union(bounds)));
            }
            ItemKind::Image { .. } => {}
        }
    }
    let Some(rect) = drawn else { return };
    let length = rect.width().max(rect.height());
    let Some(printed) = printed else {
        context.fault(findings, rect, format!("a ruler of {length:.2} mm has no label with its length"));
        return;
    };
    let by = (length - printed).abs();
    if findings.measured(by, context.tolerance) {
        let message = format!("a ruler labelled {printed} mm measures {length:.2} mm");
        context.fault(findings, rect, message).about(Some(id)).deviation(by);
    }
}

/// Converts a printed length such as `100 mm` or `4 in` to mm. Returns `None` if the text is not a length.
fn printed_length(text: &str) -> Option<f64> {
    let (number, unit) = split_number(text.trim());
    let value: f64 = number.parse().ok()?;
    let (_, factor) = UNITS.iter().find(|(name, _)| *name == unit.trim())?;
    Some(value * factor)
}

/// The largest rounding error of the total size that is printed on a page, in mm.
const ROUNDING: f64 = 0.05;

/// A text with the size of everything on the page together, such as `overall 189 × 264 mm`.
///
/// Pages without room for a ruler have such a text.
struct OverallSize<'page> {
    item: &'page Item,
    rect: Rect,
    /// The size that the text states, in mm.
    size: Size,
}

impl<'page> OverallSize<'page> {
    fn from_item(item: &'page Item) -> Option<Self> {
        let ItemKind::Text(text) = &item.kind else { return None };
        if !is_furniture(item) {
            return None;
        }
        let mut parts = text.string.split(" · ");
        let lengths = parts.find_map(|part| {
            let stated = part.strip_prefix("overall ").or_else(|| part.strip_prefix("all cells "))?;
            stated.strip_suffix(" mm")
        })?;
        let (width, height) = lengths.split_once(" × ")?;
        Some(Self { item, rect: text.outline, size: Size::new(width.parse().ok()?, height.parse().ok()?) })
    }
}

/// Reports the text with the total size if the size is wrong. The correct width and height are measured
/// between the outermost cuts or cells.
fn report_overall_size(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(OverallSize { item, rect, size }) = context.page.items.iter().find_map(OverallSize::from_item)
    else {
        return;
    };
    let bounds = match context.found {
        Some(board) => Some(board.bounds()),
        None => bounds_of_cuts(context),
    };
    let Some(bounds) = bounds else { return };
    // The text gives the size of a full page of pieces. The last page may have fewer pieces, which cover
    // a smaller area.
    let tolerance = context.tolerance + ROUNDING;
    let is_smaller = bounds.width() < size.width - tolerance || bounds.height() < size.height - tolerance;
    let is_partial = context.found.is_none() && is_smaller;
    let by = (bounds.width() - size.width).abs().max((bounds.height() - size.height).abs());
    if !is_partial && findings.measured(by - ROUNDING, context.tolerance) {
        let message = format!(
            "the label says that the overall size is {} x {} mm, but the drawing measures {:.2} x {:.2} mm",
            size.width,
            size.height,
            bounds.width(),
            bounds.height()
        );
        context.fault(findings, rect, message).about(item.id.as_ref()).deviation(by);
    }
}

/// Returns the box around all cuts of a page. The cuts are known from crop marks, or else from the outlines
/// of pieces. Returns `None` if the page shows no cuts.
fn bounds_of_cuts(context: &PageContext<'_>) -> Option<Rect> {
    let marks = crop_marks(context.page);
    let [xs, ys] = [Axis::Vertical, Axis::Horizontal].map(|axis| cut_positions(&marks, axis));
    if let ([x0, .., x1], [y0, .., y1]) = (xs.as_slice(), ys.as_slice()) {
        return Some(Rect::new(*x0, *y0, *x1, *y1));
    }
    let outlines = context.sheet.pieces().iter().filter_map(|piece| piece.cut.as_ref());
    outlines.map(Cut::bounds).reduce(|a, b| a.union(b))
}

#[cfg(test)]
mod tests {
    use super::printed_length;

    #[test]
    fn a_printed_length_needs_a_number_and_a_known_unit() {
        assert_eq!(printed_length(" 100 mm "), Some(100.0));
        assert_eq!(printed_length("100"), None);
        assert_eq!(printed_length("100 miles"), None);
    }
}
