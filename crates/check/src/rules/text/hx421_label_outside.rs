//! HX421: texts that reach out of their cell.

use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::{PageContext, depth, texts, tight_corners};
use crate::check::fault::{Findings, mm};
use crate::check::foreign::hints::names_of_tiles;
use crate::check::rule::{Rule, Run};
use crate::check::rules::cells::cell_addresses::Homes;
use crate::diag::codes;
use crate::read::{Item, ItemKind, Text};

/// The rule behind HX421.
pub const RULE: Rule = Rule {
    title: "words in cells stay inside their cells",
    why: "A word that runs over the line of its cell seems to belong to the next one, and is hard to read on the \
          line.",
    right: "\"Just Visiting\" in two lines, 5 mm inside its cell",
    wrong: "\"Just Visiting\" in one line that is wider than its cell",
    alike: true,
    ..Rule::error(codes::LABEL_OUTSIDE, Run::Whole(label_outside))
};

/// The words on cells, each with its cell: the one that it says, or the one that it lies in.
fn at_home<'e>(
    context: &'e PageContext<'_>,
    board: &'e FoundBoard,
) -> Vec<(&'e Item, &'e Text, &'e FoundCell)> {
    if context.sheet.foreign.is_none() {
        let homes = Homes::of(board);
        return texts(context.page)
            .filter_map(|(_, item, text)| Some((item, text, homes.of_words(item)?)))
            .collect();
    }
    let own = context.sheet.boards().flat_map(|board| &board.cells);
    let words = own.flat_map(|cell| cell.items.iter().map(move |&i| (cell, &context.page.items[i])));
    words
        .filter_map(|(cell, item)| match &item.kind {
            ItemKind::Text(text) if !text.invisible => Some((item, &**text, cell)),
            _ => None,
        })
        .collect()
}

/// Reports texts that reach out of their cell.
fn label_outside(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    let names = names_of_tiles(context);
    for (item, text, cell) in at_home(context, board) {
        let deep = tight_corners(text)
            .into_iter()
            .map(|c| depth(c, &cell.outline.corners))
            .fold(f64::INFINITY, f64::min);
        if deep < -context.tolerance {
            let message =
                format!("\"{}\" reaches {} out of {}", text.string, mm(deep), context.name_of(cell));
            let fault = context.fault_of(out, text.outline, item.id.as_ref(), message).by(-deep);
            let cell = cell.bounds();
            let wide = cell.width().max(cell.height());
            let aside = text.outline.center() - cell.center();
            // Words that are longer than a cell and not in its middle are seldom its label.
            let is_longer = text.corners[0].distance(text.corners[1]) > wide && aside.hypot() > wide / 4.0;
            if context.sheet.foreign.is_some() && (is_longer || names.contains(&std::ptr::from_ref(text))) {
                fault.note();
            }
        }
    }
}
