//! HX423: texts that a counter in their cell covers.

use kurbo::Point;

use crate::check::facts::{PageContext, texts};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::check::rules::cells::cell_addresses::Homes;
use crate::diag::codes;
use crate::model::Stated;

/// The rule behind HX423.
pub const RULE: Rule = Rule {
    title: "a counter in a cell leaves its words to be read",
    why: "A player who has to lift her counter to see what the cell does will put it down elsewhere.",
    right: "[board.labels] clear-of = \"24mm\", and every word more than 12 mm from the middle of its cell",
    wrong: "[board.labels] clear-of = \"24mm\", and a word 10 mm from the middle",
    alike: true,
    ..Rule::error(codes::LABEL_COVERED, Run::Whole(label_covered))
};

/// Reports texts that a counter in their cell covers.
fn label_covered(context: &PageContext<'_>, out: &mut Findings) {
    let (Some(board), Some(layout)) = (context.found, context.board()) else { return };
    let Some(Stated { what: size, place }) = layout.labels.clear_of else { return };
    let homes = Homes::of(board);
    for (_, item, text) in texts(context.page) {
        let Some(cell) = homes.of_words(item) else { continue };
        let middle = cell.outline.centre;
        let r = text.outline;
        let nearest = Point::new(middle.x.clamp(r.x0, r.x1), middle.y.clamp(r.y0, r.y1));
        let covered = size / 2.0 - nearest.distance(middle);
        if covered > context.tolerance {
            let message = format!(
                "a counter of {} in {} covers {} of \"{}\"",
                crate::base::units::Mm(size),
                context.name_of(cell),
                mm(covered),
                text.string
            );
            context.fault(out, r, message).about(item.id.as_ref()).line(Some(place)).by(covered);
        }
    }
}
