//! HX486: parts of a poster that are on no sheet.

use kurbo::{PathEl, Point, Rect};

use crate::facts::Facts;
use crate::facts::poster::BestSheet;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "every point of a poster is visible on one of its sheets",
    why: "A point that is beyond the seam on both sheets, or outside the printable area, is not printed on either.",
    right: "sheets that each show a little more than their part",
    wrong: "a strip between two sheets that neither of them shows",
    ..Rule::error(codes::PART_HIDDEN, RuleFunction::All(part_hidden))
};

fn part_hidden(facts: &Facts<'_>, findings: &mut Findings) {
    let margin = facts.expected.map(|said| said.options.margin).unwrap_or_default();
    for poster in facts.posters.iter().filter(|poster| poster.is_complete) {
        let Some(first) = poster.first().and_then(|index| facts.sheets.get(index)) else { continue };
        // `windows` contains the visible and printable part of each sheet, in the coordinates of
        // the whole poster.
        let windows: Vec<Rect> = poster
            .sheets
            .iter()
            .filter_map(|placed| {
                let sheet = facts.sheets.get(placed.index)?;
                let reached = margin.inside(sheet.size);
                let visible = sheet.poster_part()?.window.intersect(reached);
                Some(visible.inflate(facts.tolerance, facts.tolerance) + placed.shift?)
            })
            .collect();
        let cells = first.boards().flat_map(|board| &board.cells).map(|cell| {
            let address = cell.intended_address();
            let corners = &cell.outline.corners;
            (format!("the cell {address}"), &cell.id, sides(corners, cell.outline.centre))
        });
        let pieces = first.pieces().iter().filter_map(|piece| {
            let cut = piece.cut.as_ref()?;
            let outline = cut.path();
            let ends: Vec<Point> = outline.elements().iter().filter_map(PathEl::end_point).collect();
            Some((piece.name().to_owned(), &piece.id, sides(&ends, cut.centre())))
        });
        for (what, id, points) in cells.chain(pieces) {
            let hidden = points.into_iter().find(|p| !windows.iter().any(|w| w.contains(*p)));
            let Some((point, BestSheet { index, shift })) =
                hidden.and_then(|p| Some((p, poster.sheet_showing_best(&facts.sheets, p)?)))
            else {
                continue;
            };
            let sheet = &facts.sheets[index];
            let at = Rect::from_center_size(point - shift, (1.0, 1.0));
            let message = format!("a part of {what} is not on any sheet");
            facts.fault(findings, sheet, (Some(at), id.as_ref()), message);
        }
    }
}

/// Returns the points of an outline that must be visible on at least one sheet. These are its corners,
/// the middles of its sides, and its centre.
fn sides(corners: &[Point], centre: Point) -> Vec<Point> {
    let next = corners.iter().cycle().skip(1);
    let middles = corners.iter().zip(next).map(|(a, b)| a.midpoint(*b));
    corners.iter().copied().chain(middles).chain([centre]).collect()
}
