//! HX442: drawings in the margin, where printers cannot print.

use kurbo::Rect;

use super::overreach::{Overreach, OverreachingItem, is_cut_line_on_edge, report_overreach};
use crate::facts::PageContext;
use crate::facts::text::is_ground;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::overhang;
use hexpress_base::identity::Identity;
use hexpress_base::units::Mm;
use hexpress_read::ItemKind;
use hexpress_scene::print::margins::Margins;

pub const RULE: Rule = Rule {
    title: "nothing is in the margin that printers cannot reach",
    why: "Home printers leave a strip along each edge white, and cut off text that reaches into it. The \
        record of the file has the width of the margin.",
    right: "text that ends 6.35 mm before the edge of the sheet",
    wrong: "a line of text 4 mm from the edge",
    ..Rule::error(codes::OUTSIDE_MARGIN, RuleFunction::Sheet(outside_margin))
};

fn outside_margin(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(expected) = context.expected else { return };
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let margins = expected.options.margin;
    let area = margins.inside(context.sheet.size);
    report_overreach(
        context,
        area,
        findings,
        |rect| margin_name(context, margins, rect),
        |found| {
            // Drawings beyond the sheet are reported by another rule. Pieces may end where the margin
            // starts, so half of the width of a line along their cut may be in the margin.
            let is_fine = is_cut_line_on_edge(found)
                || expected.options.capture.is_some() && is_of_job(found)
                || is_line_along_cut(context, found, area)
                || is_page_ground(context, found)
                || overhang(found.rect, sheet) > context.tolerance;
            if is_fine { Overreach::Fine } else { Overreach::Wrong }
        },
    );
}

/// Returns the words of a message for the margin that a box extends into, such as
/// `into the left margin of 5 mm`. If there are several, chooses the one that it extends into the
/// farthest.
fn margin_name(context: &PageContext<'_>, margins: Margins, rect: Rect) -> String {
    if let Some(uniform) = margins.uniform() {
        return format!("into the margin of {}", Mm(uniform));
    }
    let area = margins.inside(context.sheet.size);
    let own_insets = margins.on_page(context.sheet.size);
    let sides = [
        (area.y0 - rect.y0, own_insets.y0, "top"),
        (rect.x1 - area.x1, own_insets.x1, "right"),
        (rect.y1 - area.y1, own_insets.y1, "bottom"),
        (area.x0 - rect.x0, own_insets.x0, "left"),
    ];
    let farthest = sides.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    farthest.map_or_else(String::new, |(_, margin, side)| format!("into the {side} margin of {}", Mm(margin)))
}

/// Returns whether a drawing belongs to the job of a cutting machine. Such drawings are pieces, their
/// cuts, and the marks of the machine.
///
/// They are not reported, because the program of the machine decides which places the machine can
/// reach.
fn is_of_job(found: &OverreachingItem<'_>) -> bool {
    found.item.id.as_deref().is_some_and(|id| {
        id.piece().is_some() || matches!(id, Identity::Registration | Identity::Cut | Identity::Hole)
    })
}

/// Returns whether a drawing is a coloured area behind a page of text. Nothing is lost if the printer
/// does not print the edge of this area.
fn is_page_ground(context: &PageContext<'_>, found: &OverreachingItem<'_>) -> bool {
    let is_area = matches!(found.item.kind, ItemKind::Path { stroke: None, .. });
    context.sheet.text().is_some() && is_area && is_ground(found.item)
}

/// Returns whether a drawing is a line along the cut of a piece, and only the outer half of the line is
/// outside `area`.
fn is_line_along_cut(context: &PageContext<'_>, found: &OverreachingItem<'_>, area: Rect) -> bool {
    let ItemKind::Path { stroke: Some(stroke), .. } = &found.item.kind else { return false };
    let own = context.sheet.pieces().iter().filter(|piece| piece.id.is_some() && piece.id == found.item.id);
    let mut cuts = own.filter_map(|piece| piece.cut.as_ref());
    found.by <= stroke.width / 2.0 + 0.01 && cuts.any(|cut| overhang(cut.bounds(), area) <= context.tolerance)
}
