//! Counts how often a cell prints its label.

use crate::check::facts::board::FoundCell;
use crate::check::facts::{PageContext, squeezed};
use crate::model::{Board, Cell, Shape};
use crate::read::ItemKind;

/// How often a cell says its label, and how often it should; none where it says it as often as it should.
pub(crate) fn miscounted(
    context: &PageContext<'_>,
    layout: &Board,
    cell: &Cell,
    found: &FoundCell,
) -> Option<(usize, usize)> {
    let kind = layout.kinds.get(cell.kind)?;
    let words = squeezed(&kind.words()?);
    if words.is_empty() {
        return None;
    }
    let said = found.own(context.page).filter_map(|item| match &item.kind {
        ItemKind::Text(text) => Some(squeezed(&text.string)),
        _ => None,
    });
    let seats = context.expected.map_or(1, |said| said.game.seats) as usize;
    let asked = if layout.labels.each_seat { seats } else { 1 };
    let times = times_said(&said.collect::<Vec<_>>(), &words);
    // What else is drawn in it may say the same.
    let marks = cell.marks.iter().filter_map(|mark| Some(&layout.marks.get(*mark)?.element));
    let again = kind.draws.iter().chain(marks).any(|element| match &element.shape {
        Shape::Text(template, _) => squeezed(template.source()) == words,
        _ => false,
    });
    (times < asked || times > asked && !again).then_some((times, asked))
}

/// How often words stand by themselves among runs that are drawn one after the other: in one of them, or in several that
/// make a line, or lines.
pub(crate) fn times_said(runs: &[String], words: &str) -> usize {
    let mut times = 0;
    let mut from = 0;
    while from < runs.len() {
        let mut rest = words;
        let own = runs[from..].iter().take_while(|run| match rest.strip_prefix(run.as_str()) {
            Some(after) if !rest.is_empty() => {
                rest = after;
                true
            }
            _ => false,
        });
        let own = own.count();
        let is_said = rest.is_empty();
        times += usize::from(is_said);
        from += if is_said { own.max(1) } else { 1 };
    }
    times
}
