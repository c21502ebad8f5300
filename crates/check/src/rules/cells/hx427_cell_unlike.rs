//! HX427: cells that look different from other cells of their kind.

use super::layout_cells::{LayoutCell, lacks_mark, layout_cells};
use crate::colour_vision::hex_code;
use crate::facts::PageContext;
use crate::facts::board::FoundCell;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use crate::rules::text::label_count::miscounted_label;
use crate::rules::visibility::cell_look::{CellLook, cell_look_without_patterns};
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::{Board, Cell, Mark, PerRow, Shape};
use hexpress_read::{ItemKind, Rgb};

pub const RULE: Rule = Rule {
    title: "cells of one kind look alike",
    why: "Players expect that a cell that looks different is different. If one cell differs from others of \
        its kind, it lacks something or has something extra.",
    right: "six cells of one kind that each show the same star on the same colour",
    wrong: "the same six cells, one of them without its star",
    measures_text: true,
    merges_same_messages: true,
    ..Rule::error(codes::CELL_UNLIKE, RuleFunction::Whole(cell_unlike))
};

/// To find the usual look of a kind, at most this number of its cells are compared with each other.
const MAX_VOTERS: usize = 64;

fn cell_unlike(context: &PageContext<'_>, findings: &mut Findings) {
    let Some((layout, cells)) = layout_cells(context) else { return };
    let mut groups: SortedMap<(usize, &[usize]), Vec<&FoundCell>> = SortedMap::new();
    for LayoutCell { cell, found } in cells {
        let lacks_mark = lacks_mark(context, layout, cell, found);
        if let Some(mark) = recoloured_mark(context, layout, cell, found).filter(|_| !lacks_mark) {
            let message = format!(
                "{}: the colour of its mark `{}` differs from the layout",
                context.name_of(found),
                mark.name
            );
            let (cause, place) = (format!("{} {}", cell.kind, mark.name), mark.element.place);
            let fault = context.fault_of(findings, found.bounds(), found.id.as_ref(), message);
            fault.in_layout(Some(place)).cause(cause);
        } else if !lacks_mark && miscounted_label(context, layout, cell, found).is_none() {
            // Other rules report cells without their label or mark. Such cells are not compared here.
            groups.entry((cell.kind, &cell.marks)).or_default().push(found);
        }
    }
    for ((kind, _), cells) in groups {
        report_group(context, layout, kind, &cells, findings);
    }
}

/// Reports cells that look different from most other cells with the same kind and marks.
fn report_group(
    context: &PageContext<'_>,
    layout: &Board,
    kind_index: usize,
    cells: &[&FoundCell],
    findings: &mut Findings,
) {
    let looks: Vec<_> = cells.iter().map(|cell| cell_look_without_patterns(context, cell)).collect();
    let Some(usual) = usual_look(&looks) else { return };
    let kind = layout.kinds.get(kind_index);
    let place = kind.map(|kind| kind.place);
    let layout_fill = kind.and_then(|kind| kind.fill.as_ref()).map(|ink| Rgb(ink.rgb));
    for (cell, look) in cells.iter().zip(&looks) {
        if let (Some(expected), Some(fill)) = (layout_fill, cell.fill)
            && !is_same_colour(context, expected, fill)
        {
            let message = format!(
                "{}: its colour is {}; the layout says {}",
                context.name_of(cell),
                hex_code(fill),
                hex_code(expected)
            );
            let cause = format!("{kind_index} {fill:?}");
            let fault = context.fault_of(findings, cell.bounds(), cell.id.as_ref(), message);
            fault.in_layout(place).cause(cause);
            continue;
        }
        let Some(difference) = look.difference(usual) else { continue };
        let kind_name = match kind {
            Some(kind) if !kind.name.is_empty() => format!("the kind `{}`", kind.name),
            _ => "its kind".to_owned(),
        };
        let unlike = format!("does not look like the other cells of {kind_name}: {difference}");
        context.cell(findings, cell, &unlike).in_layout(place).cause(format!("{kind_index} {difference}"));
    }
}

/// Returns the most frequent look among the first [`MAX_VOTERS`] cells. If several looks are equally
/// frequent, returns the first of them. Returns `None` if there are no looks.
fn usual_look(looks: &[CellLook]) -> Option<&CellLook> {
    let voters = &looks[..looks.len().min(MAX_VOTERS)];
    let votes = voters.iter().map(|look| voters.iter().filter(|other| look.looks_same_as(other)).count());
    let (first, _) = votes.enumerate().max_by_key(|(index, votes)| (*votes, std::cmp::Reverse(*index)))?;
    voters.get(first)
}

/// Returns whether two colours look the same in print.
///
/// Colours in files are rounded, so each channel may differ by 1.
fn is_same_colour(context: &PageContext<'_>, Rgb(expected): Rgb, Rgb(found): Rgb) -> bool {
    expected.iter().zip(found).all(|(a, b)| a.abs_diff(b) <= 1)
        || context.expected.is_some_and(|layout| layout.may_print(expected, found))
}

/// Returns the first mark that seems to be drawn in a wrong colour: no drawing in the cell has the
/// colour of this mark.
fn recoloured_mark<'layout>(
    context: &PageContext<'_>,
    layout: &'layout Board,
    cell: &Cell,
    found: &FoundCell,
) -> Option<&'layout Mark> {
    let mut marks = cell.marks.iter().filter_map(|mark| layout.marks.get(*mark));
    let wrong = marks.find(|mark| fixed_fill(mark).is_some_and(|fill| !has_fill(context, found, fill)));
    wrong.map(|mark| &**mark)
}

/// If a mark is a shape in only one colour, returns this colour. Returns `None` for other marks, because
/// they may be drawn in other colours than the layout says.
fn fixed_fill(mark: &Mark) -> Option<Rgb> {
    match (&mark.element.shape, &mark.element.fill) {
        (Shape::Figure { .. }, Some(PerRow::Fixed(Some(ink)))) if ink.shade.is_none() => Some(Rgb(ink.rgb)),
        _ => None,
    }
}

fn has_fill(context: &PageContext<'_>, cell: &FoundCell, colour: Rgb) -> bool {
    cell.kind_items(context.page).any(|item| match item.kind {
        ItemKind::Path { fill: Some(fill), .. } => is_same_colour(context, colour, fill),
        _ => false,
    })
}
