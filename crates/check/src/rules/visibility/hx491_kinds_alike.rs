//! HX491: kinds of cells that differ only in their colours, if these colours are similar.
//!
//! If there is a layout, the rule compares the kinds of cells in it. Without a layout, it compares
//! the colours of cells that are otherwise equal.

use std::collections::BTreeSet;

use super::cell_look::{CellLook, cell_look};
use super::similar_colours::{ColourPair, clearest, pairs};
use crate::colour_vision::Differences;
use crate::facts::PageContext;
use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::piece_look::Shapes;
use crate::facts::shape::counted_cells;
use crate::fault::Findings;
use crate::hints::drawn_kinds::{MAX_KINDS, is_written_over};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_index::CellIndex;
use hexpress_base::diag::codes;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::Board;
use hexpress_read::{ItemKind, Page, Rgb};
use hexpress_scene::print::setup::Inking;

pub const RULE: Rule = Rule {
    title: "kinds of cells can be told apart in grey and by colour-blind people",
    why: "About one man in twelve confuses some colours, and a black-and-white printer prints none. A \
        label, a mark or an icon in the cell helps, and so does a colour that is much darker than the \
        others.",
    right: "green cells labelled Buy, and red cells labelled Sell",
    wrong: "green cells and red cells of the same lightness, without labels",
    measures_text: true,
    merges_same_messages: true,
    ..Rule::error(codes::KINDS_ALIKE, RuleFunction::Whole(kinds_alike))
};

/// At most this number of groups of cells are compared with each other.
const MAX_GROUPS: usize = 100;

/// The hint for kinds of cells that look alike.
const DISTINGUISH_HINT: &str = "give one of them a label, a mark, an icon or a darker colour";

fn kinds_alike(context: &PageContext<'_>, findings: &mut Findings) {
    if context.component().is_none() {
        report_drawn_kinds(context, findings);
    }
    if let (Some(layout), Some(board)) = (context.board(), context.found) {
        report_layout_kinds(context, layout, board, findings);
    }
}

/// Reports kinds in the layout that look similar on the page.
///
/// Only one cell of each kind is examined. Another rule checks that all cells of a kind look the same.
fn report_layout_kinds(
    context: &PageContext<'_>,
    layout: &Board,
    board: &FoundBoard,
    findings: &mut Findings,
) {
    let mut known = Differences::default();
    let groups: Vec<_> = groups_of_layout(context, layout, board).into_iter().take(MAX_GROUPS).collect();
    for (((kind, _), (cell, one)), ((other_kind, _), (_, other))) in pairs(&groups) {
        if !one.shapes.looks_same_as(&other.shapes) || kind == other_kind {
            continue;
        }
        let colours = all_colours(one).zip(all_colours(other));
        let clearest = clearest(colours, &mut known).or_else(|| {
            let is_lost = lost_colour(context, layout, *kind, *other_kind);
            is_lost.then(|| ColourPair::identical(one.fill.unwrap_or(Rgb::WHITE)))
        });
        let Some(similar) = clearest.filter(ColourPair::is_similar) else { continue };
        let (few, many) = (kind_name(layout, *other_kind), kind_name(layout, *kind));
        let alike = similar.message();
        let message = if few == many {
            format!("some cells differ only in colour, and {alike}")
        } else {
            format!("{few} and {many} cells differ only in colour, and {alike}")
        };
        let place = layout.kinds.get(*kind).map(|kind| kind.place);
        let fault = context.fault_of(findings, cell.bounds(), cell.id.as_ref(), message).in_layout(place);
        similar.soften(fault).hint(DISTINGUISH_HINT);
    }
}

/// For each combination of kind and marks, returns one cell with its look.
///
/// On a poster, cells beyond a seam are left out. They are judged on the sheet that shows them
/// completely.
fn groups_of_layout<'page>(
    context: &PageContext<'_>,
    layout: &'page Board,
    board: &'page FoundBoard,
) -> SortedMap<(usize, &'page [usize]), (&'page FoundCell, CellLook)> {
    let cells = board.cells.iter().enumerate().filter(|(_, cell)| !is_beyond_seam(cell));
    let places = CellIndex::numbered(cells.map(|(index, cell)| (index, cell.address)));
    let mut groups: SortedMap<(usize, &[usize]), (&FoundCell, CellLook)> = SortedMap::new();
    for cell in &layout.cells {
        if let Some(found) = places.get(cell.address).and_then(|index| board.cells.get(index)) {
            groups.entry((cell.kind, &cell.marks)).or_insert_with(|| (found, cell_look(context.page, found)));
        }
    }
    groups
}

fn is_beyond_seam(cell: &FoundCell) -> bool {
    matches!(cell.id.as_deref().and_then(Identity::feature), Some(Feature::Beyond(_)))
}

/// Returns the colours of the drawings in a cell, and then the colour of the cell. A cell without a
/// fill is white.
fn all_colours(look: &CellLook) -> impl Iterator<Item = Rgb> {
    look.colours.iter().copied().chain([look.fill.unwrap_or(Rgb::WHITE)])
}

fn kind_name(layout: &Board, kind: usize) -> &str {
    layout.kinds.get(kind).map_or("", |kind| &kind.name)
}

/// Returns whether two kinds may look the same only because the print saves ink: they have different
/// colours in the layout.
fn lost_colour(context: &PageContext<'_>, layout: &Board, one: usize, other: usize) -> bool {
    let ink = context.expected.and_then(|expected| expected.options.print_setup.ink);
    !matches!(ink, None | Some(Inking::Full)) && kind_fill(layout, one) != kind_fill(layout, other)
}

fn kind_fill(layout: &Board, kind: usize) -> Option<[u8; 3]> {
    layout.kinds.get(kind).and_then(|kind| kind.fill.as_ref()).map(|ink| ink.rgb)
}

/// A group of cells with the same colour, on a board without a layout.
struct ColourGroup<'page> {
    /// The different contents of the cells. An entry consists of a label and the number of a drawing.
    /// Drawings that look the same have the same number.
    contents: BTreeSet<(&'page str, usize)>,
    count: usize,
    first: &'page FoundCell,
}

/// Reports cells that differ only in colour, on boards without a layout.
fn report_drawn_kinds(context: &PageContext<'_>, findings: &mut Findings) {
    let mut known = Differences::default();
    for board in context.sheet.boards().filter(|board| board.named.is_some()) {
        if is_written_over(context.page, board) {
            continue;
        }
        let texts: Vec<String> = board.cells.iter().map(|cell| cell_text(context.page, cell)).collect();
        let groups: Vec<_> = groups_by_colour(context, board, &texts).into_iter().collect();
        if groups.len() > MAX_KINDS {
            let colours = groups.len();
            findings.not_judged(format!(
                "the cells of a board in {colours} colours: this number suggests a scale, not kinds of cells"
            ));
            continue;
        }
        for ((one, own_group), (other, others)) in pairs(&groups) {
            let similar = ColourPair::look_up(Rgb(*other), Rgb(*one), &mut known);
            if !own_group.contents.is_disjoint(&others.contents) && similar.is_similar() {
                report_colour_groups(context, &similar, own_group, others, findings);
            }
        }
    }
}

/// Returns the cells of a board, grouped by colour.
fn groups_by_colour<'page>(
    context: &PageContext<'_>,
    board: &'page FoundBoard,
    texts: &'page [String],
) -> SortedMap<[u8; 3], ColourGroup<'page>> {
    /// A new drawing is compared with at most this number of known drawings.
    const MAX_DRAWINGS: usize = 100;
    let mut uses: SortedMap<&str, usize> = SortedMap::new();
    texts.iter().for_each(|text| *uses.entry(text).or_default() += 1);
    // Drawings that look the same get the same number.
    let mut drawings: Vec<Shapes> = Vec::new();
    let mut groups: SortedMap<[u8; 3], ColourGroup<'_>> = SortedMap::new();
    for (cell, text) in board.cells.iter().zip(texts) {
        let items = cell.items.iter().map(|&index| &context.page.items[index]);
        let graphics = items.filter(|item| !matches!(item.kind, ItemKind::Text(_)));
        let shapes = Shapes::new(graphics, cell.outline.centre);
        let known = drawings.iter().take(MAX_DRAWINGS).position(|known| known.looks_same_as(&shapes));
        let number = known.unwrap_or_else(|| {
            drawings.push(shapes);
            drawings.len() - 1
        });
        // A text that only one cell has is probably the name of this cell. It does not distinguish
        // kinds.
        let label = if uses.get(text.as_str()).is_some_and(|uses| *uses > 1) { text.as_str() } else { "" };
        let group = groups.entry(cell.fill.unwrap_or(Rgb::WHITE).0).or_insert_with(|| ColourGroup {
            contents: BTreeSet::new(),
            count: 0,
            first: cell,
        });
        group.contents.insert((label, number));
        group.count += 1;
    }
    groups
}

/// Reports two groups of cells with similar colours.
///
/// The fault is reported at a cell of the smaller group, because this group is more likely to be wrong.
fn report_colour_groups(
    context: &PageContext<'_>,
    similar: &ColourPair,
    own_group: &ColourGroup<'_>,
    others: &ColourGroup<'_>,
    findings: &mut Findings,
) {
    let cell = if own_group.count <= others.count { own_group.first } else { others.first };
    let (few, many) = (counted_cells(others.count), counted_cells(own_group.count));
    let message = format!("{few} and {many} differ only in colour, and {}", similar.message());
    let fault = context.fault_of(findings, cell.bounds(), cell.id.as_ref(), message);
    // Without a layout, both colours may have the same meaning. So this is only a warning.
    fault.warning().hint(if similar.difference < 3.0 {
        "if the colours mean the same, make them equal; otherwise make one of them darker"
    } else {
        DISTINGUISH_HINT
    });
}

/// Returns the text in a cell.
///
/// In some files, the characters of letters are unknown. A code for the shapes of such letters is added
/// to the text.
fn cell_text(page: &Page, cell: &FoundCell) -> String {
    let mut text = cell.words(page);
    if text.contains(char::REPLACEMENT_CHARACTER) {
        let items = cell.items.iter().filter_map(|&index| page.items.get(index));
        items.for_each(|item| text.push_str(&format!(" {:x}", item.effect)));
    }
    text
}
