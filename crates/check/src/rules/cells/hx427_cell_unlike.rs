//! HX427: cells that look different from the others of their kind.

use super::layout_cells::{lacks_mark, pairs};
use crate::base::map::Map;
use crate::check::color_vision::hex;
use crate::check::facts::PageContext;
use crate::check::facts::board::FoundCell;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::check::rules::text::label_count::miscounted;
use crate::check::rules::visibility::cell_look::cell_look_without_patterns;
use crate::diag::codes;
use crate::model::{Board, Cell, Mark, Shape};
use crate::read::{ItemKind, Rgb};

/// The rule behind HX427.
pub const RULE: Rule = Rule {
    title: "cells of one kind look alike",
    why: "Players take what looks different for something different. A cell that should look like the others of \
          its kind and does not has lost something, or has something too many.",
    right: "six cells of one kind that each show the same star on the same colour",
    wrong: "one of the six without its star",
    of_words: true,
    alike: true,
    ..Rule::error(codes::CELL_UNLIKE, Run::Whole(cell_unlike))
};

/// Files give colours in thousandths, or in whole steps.
fn same_colour(context: &PageContext<'_>, Rgb(asked): Rgb, Rgb(found): Rgb) -> bool {
    asked.iter().zip(found).all(|(a, b)| a.abs_diff(b) <= 1)
        || context.expected.is_some_and(|said| said.may_print(asked, found))
}

/// A mark of a cell of whose colour nothing is there.
fn recoloured<'l>(
    context: &PageContext<'_>,
    layout: &'l Board,
    cell: &Cell,
    found: &FoundCell,
) -> Option<&'l Mark> {
    let coloured = |rgb: [u8; 3]| {
        found.own(context.page).any(|item| match item.kind {
            ItemKind::Path { fill: Some(fill), .. } => same_colour(context, Rgb(rgb), fill),
            _ => false,
        })
    };
    let marks = cell.marks.iter().filter_map(|m| layout.marks.get(*m));
    let mut wrong = marks.filter(|mark| {
        // Only figures are filled with the one colour that the layout says.
        let figure = matches!(mark.element.shape, Shape::Figure(..));
        match &mark.element.fill {
            Some(crate::model::PerRow::Fixed(Some(ink))) if figure && ink.shade.is_none() => {
                !coloured(ink.rgb)
            }
            _ => false,
        }
    });
    wrong.next().map(|mark| &**mark)
}

/// Reports cells that look different from the others of their kind.
fn cell_unlike(context: &PageContext<'_>, out: &mut Findings) {
    let Some((layout, cells)) = pairs(context) else { return };
    let mut groups: Map<(usize, &[usize]), Vec<(usize, &FoundCell)>> = Map::new();
    for (i, cell, found) in cells {
        if let Some(mark) =
            recoloured(context, layout, cell, found).filter(|_| !lacks_mark(context, layout, cell, found))
        {
            let message = format!(
                "{}: its mark {} has not the colour that the layout says",
                context.name_of(found),
                mark.name
            );
            let (cause, place) = (format!("{} {}", cell.kind, mark.name), mark.element.place);
            let fault = context.fault_of(out, found.bounds(), found.id.as_ref(), message);
            fault.line(Some(place)).cause(cause);
            continue;
        }
        // What lacks its words or its mark has been reported.
        if miscounted(context, layout, cell, found).is_none() && !lacks_mark(context, layout, cell, found) {
            groups.entry((cell.kind, &cell.marks)).or_default().push((i, found));
        }
    }
    for ((kind, _), group) in groups {
        let looks: Vec<_> = group.iter().map(|(_, cell)| cell_look_without_patterns(context, cell)).collect();
        // What most of them look like is right.
        let votes = |i: usize| looks.iter().take(64).filter(|other| looks[i].same(other)).count();
        let Some(usual) = (0..looks.len().min(64)).max_by_key(|&i| (votes(i), std::cmp::Reverse(i))) else {
            continue;
        };
        let kind_place = layout.kinds.get(kind).map(|kind| kind.place);
        let asked = layout.kinds.get(kind).and_then(|kind| kind.fill.as_ref()).map(|ink| Rgb(ink.rgb));
        for ((_, cell), own) in group.iter().zip(&looks) {
            // The layout itself may say what it should look like.
            if let (Some(asked), Some(fill)) = (asked, cell.fill)
                && !same_colour(context, asked, fill)
            {
                let message = format!(
                    "{}: its colour is {}, and the layout says {}",
                    context.name_of(cell),
                    hex(fill),
                    hex(asked)
                );
                let cause = format!("{kind} {fill:?}");
                let fault = context.fault_of(out, cell.bounds(), cell.id.as_ref(), message);
                fault.line(kind_place).cause(cause);
                continue;
            }
            let Some(what) = own.difference(&looks[usual]) else { continue };
            let name = layout.kinds.get(kind).map_or("", |kind| &kind.name);
            let of = if name.is_empty() { "its kind".to_owned() } else { format!("the kind {name}") };
            let message = format!("does not look like the others of {of}: {what}");
            context.cell(out, cell, &message).line(kind_place).cause(format!("{kind} {what}"));
        }
    }
}
