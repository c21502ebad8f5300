//! Counts how many times a label is printed in a cell.

use crate::facts::board::FoundCell;
use crate::facts::{PageContext, without_spaces};
use hexpress_game::{Board, Cell, Element, Shape};
use hexpress_read::ItemKind;

/// The number of times that a label is printed in a cell, and the expected number.
pub(crate) struct LabelCount {
    pub found: usize,
    pub expected: usize,
}

/// Counts how many times the label of a cell is printed in the cell. Returns the count only if it is wrong.
///
/// If another element of the cell prints the same text, a larger number is accepted.
pub(crate) fn miscounted_label(
    context: &PageContext<'_>,
    layout: &Board,
    cell: &Cell,
    found: &FoundCell,
) -> Option<LabelCount> {
    let kind = layout.kinds.get(cell.kind)?;
    let label = without_spaces(&kind.words()?);
    if label.is_empty() {
        return None;
    }
    let texts: Vec<String> = found
        .kind_items(context.page)
        .filter_map(|item| match &item.kind {
            ItemKind::Text(text) => Some(without_spaces(&text.string)),
            _ => None,
        })
        .collect();
    let seats = context.expected.map_or(1, |layout| layout.game.seats) as usize;
    let expected = if layout.labels.each_seat { seats } else { 1 };
    let count = LabelCount { found: times_printed(&texts, &label), expected };
    let marks = cell.marks.iter().filter_map(|mark| Some(&layout.marks.get(*mark)?.element));
    let is_repeated = kind.draws.iter().chain(marks).any(|element| prints(element, &label));
    (count.found < expected || count.found > expected && !is_repeated).then_some(count)
}

/// Returns whether an element prints the text `label`. Spaces are ignored, and `label` must contain
/// none.
fn prints(element: &Element, label: &str) -> bool {
    matches!(&element.shape, Shape::Text(template, _) if without_spaces(template.source()) == label)
}

/// Returns how many times `text` occurs in the list of printed runs. It may be a single run, or several
/// consecutive runs together.
pub(crate) fn times_printed(runs: &[String], text: &str) -> usize {
    let mut times = 0;
    let mut first = 0;
    while first < runs.len() {
        let length = runs_that_make(&runs[first..], text);
        times += usize::from(length.is_some());
        first += length.unwrap_or(1).max(1);
    }
    times
}

/// If the first runs of the list are together exactly `text`, returns how many runs these are. Otherwise
/// returns `None`.
fn runs_that_make(runs: &[String], text: &str) -> Option<usize> {
    let mut rest = text;
    let mut count = 0;
    for run in runs {
        match rest.strip_prefix(run.as_str()) {
            Some(after) if !rest.is_empty() => (rest, count) = (after, count + 1),
            _ => break,
        }
    }
    rest.is_empty().then_some(count)
}

#[cfg(test)]
mod tests {
    use super::times_printed;

    #[test]
    fn a_text_counts_in_one_run_and_in_several() {
        let runs = ["Just", "Visiting", "JustVisiting", "Visiting"].map(str::to_owned);
        assert_eq!(times_printed(&runs, "JustVisiting"), 2);
        assert_eq!(times_printed(&runs, "Just"), 1);
        assert_eq!(times_printed(&[], "Just"), 0);
    }
}
