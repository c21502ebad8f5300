//! HX485: texts that are crossed by a seam of a poster.

use kurbo::Rect;

use crate::facts::poster::PosterText;
use crate::facts::{Facts, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::corners;

pub const RULE: Rule = Rule {
    title: "no text crosses a seam",
    why: "Text that was cut and glued together is hard to read and looks untidy.",
    right: "a seam along the edges of cells, and text inside the cells",
    wrong: "a seam through the middle of a name",
    ..Rule::error(codes::WORDS_ON_SEAM, RuleFunction::All(words_on_seam))
};

/// Returns the names of the seams of a sheet that cross the box `rect`.
fn crossed(sheet: &FoundSheet, rect: Rect) -> impl Iterator<Item = &str> {
    let seams = sheet.poster_part().into_iter().flat_map(|part| &part.seams);
    seams.filter_map(move |(name, seam)| {
        let crosses = seam.corners.windows(2).any(|pair| {
            let line = kurbo::Line::new(pair[0], pair[1]);
            let bounds = Rect::from_points(pair[0], pair[1]);
            let are_separate =
                bounds.x1 <= rect.x0 || bounds.x0 >= rect.x1 || bounds.y1 <= rect.y0 || bounds.y0 >= rect.y1;
            let sides = corners(rect).map(|corner| (line.p1 - line.p0).cross(corner - line.p0) > 0.0);
            !are_separate && sides.contains(&true) && sides.contains(&false)
        });
        crosses.then_some(&**name)
    })
}

fn words_on_seam(facts: &Facts<'_>, findings: &mut Findings) {
    for poster in &facts.posters {
        for PosterText { sheet: index, id, string, rect, is_whole } in &poster.texts {
            let sheet = &facts.sheets[*index];
            let seam = crossed(sheet, *rect).next();
            let message = match seam {
                Some(name) => format!("\"{string}\" crosses the seam {name}"),
                None if !*is_whole => format!("\"{string}\" is cut off"),
                None => continue,
            };
            facts.fault(findings, sheet, (Some(*rect), id.as_ref()), message);
        }
    }
}
