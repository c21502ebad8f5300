//! What a layout asks of a board, and paper does not show.

use super::view::{View, views};
use crate::check::facts::Facts;
use crate::check::fault::Findings;

/// The kinds and marks that a rule counts or compares can be told apart, and there is a board to look at.
pub fn all_is_seen(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (name, must) in &expected.game.constraints.boards {
        let Some((index, component)) = expected.component(name) else { continue };
        let shows_nothing =
            component.board().is_some_and(|board| board.cells.iter().all(|cell| !board.is_drawn(cell)));
        let mut sheets = facts.sheets_of(index).filter(|sheet| sheet.board.is_none());
        if let Some(sheet) = sheets.next().filter(|_| shows_nothing && must.asks_anything()) {
            let message =
                format!("rules of `{name}` are not judged: its cells have neither a colour nor a line");
            out.fault(message).at(sheet.file, sheet.number, None).line(Some(component.place));
        }
    }
    for (view, must) in views(facts, out, |must| must.asks_anything().then_some(must)) {
        let named = must.names();
        let mut unclear = view.seen().unclear.iter();
        let first = unclear.find(|(name, _)| !must.matches.is_empty() || named.contains(name));
        if let Some((_, why)) = first {
            warn(&view, out, why);
        }
    }
}

fn warn(view: &View<'_>, out: &mut Findings, why: &str) {
    let place = view.component.place;
    view.fault(out, place, format!("rules of `{}` are not judged: {why}", view.name))
        .hint("give one of them a `fill`, a `label` or a drawing of its own");
}
