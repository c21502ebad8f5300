//! HX442: drawings that reach into the margin that printers leave white.

use kurbo::Rect;

use super::overreach::{Weight, ends_there, reach};
use crate::base::geometry::beyond;
use crate::base::units::Mm;
use crate::check::facts::PageContext;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{Item, ItemKind};

/// The rule behind HX442.
pub const RULE: Rule = Rule {
    title: "nothing lies in the strip that printers do not reach",
    why: "Home printers leave a strip along each edge white. A word that ends in it ends too soon. Which strip was \
          meant stands in the file's record.",
    right: "words that end 6.35 mm before the edge of the sheet",
    wrong: "a line of text 4 mm from the edge",
    ..Rule::error(codes::OUTSIDE_MARGIN, Run::Sheet(outside_margin))
};

/// Whether nothing lies beyond an edge but the outer half of a line that runs along the cut of its piece.
fn is_cut_off(context: &PageContext<'_>, item: &Item, room: Rect, by: f64) -> bool {
    let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind else { return false };
    let own = context.sheet.pieces.iter().filter(|piece| piece.id.is_some() && piece.id == item.id);
    let mut cuts = own.filter_map(|piece| piece.cut.as_ref());
    by <= stroke.width / 2.0 + 0.01 && cuts.any(|cut| beyond(cut.bounds(), room) <= context.tolerance)
}

/// Reports drawings that reach into the margin that printers leave white.
fn outside_margin(context: &PageContext<'_>, out: &mut Findings) {
    let Some(expected) = context.expected else { return };
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let margin = expected.options.margin;
    let room = margin.inside(context.sheet.size);
    let what = |rect: Rect| match margin.uniform() {
        Some(mm) => format!("into the margin of {}", Mm(mm)),
        None => {
            let own = margin.on_page(context.sheet.size);
            // How far it reaches into each of them.
            let sides = [
                (room.y0 - rect.y0, own.y0, "top"),
                (rect.x1 - room.x1, own.x1, "right"),
                (rect.y1 - room.y1, own.y1, "bottom"),
                (room.x0 - rect.x0, own.x0, "left"),
            ];
            let worst = sides.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
            worst.map_or_else(String::new, |(_, mm, side)| format!("into the {side} margin of {}", Mm(mm)))
        }
    };
    reach(context, room, out, what, |item, rect, by| {
        // Pieces may end where the margin begins. What lies outside the sheet has been reported.
        let is_fine = ends_there(item, by)
            || is_cut_off(context, item, room, by)
            || beyond(rect, sheet) > context.tolerance;
        if is_fine { Weight::Fine } else { Weight::Wrong }
    });
}
