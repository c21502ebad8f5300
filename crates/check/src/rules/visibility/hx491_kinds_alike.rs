//! HX491: kinds of cells that only similar colours tell apart.

use std::collections::BTreeSet;

use kurbo::Shape as _;

use super::cell_look::{CellLook, cell_look};
use super::similar_colours::{Alike, clearest, pairs};
use crate::base::cell_index::CellIndex;
use crate::base::identity::{Feature, Identity};
use crate::base::map::Map;
use crate::check::color_vision::{APART, Differences, Sight};
use crate::check::facts::PageContext;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::look::Shapes;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::Board;
use crate::print::setup::Inking;
use crate::read::{ItemKind, Page, Rgb};

/// The rule behind HX491.
pub const RULE: Rule = Rule {
    title: "kinds of cells can be told apart without seeing colours",
    why: "One man in twelve sees some pairs of colours as one, and a laser printer sees none. A word, a mark or an \
          icon in the cell helps; so do colours of which one is much darker.",
    right: "green cells that say Buy, and red cells that say Sell",
    wrong: "green cells and red cells of the same lightness, without words",
    of_words: true,
    alike: true,
    ..Rule::error(codes::KINDS_ALIKE, Run::Whole(kinds_alike))
};

/// More colours than these on a board are no kinds: they show a quantity, or are a picture.
pub(crate) const KINDS: usize = 12;

/// What mends kinds of cells that are alike.
const DARKER: &str = "give one of them a label, a mark or an icon, or a darker colour";

/// The words in a cell. Letters that a file does not explain are told apart by how they are drawn.
fn told_words(page: &Page, cell: &FoundCell) -> String {
    let mut words = cell.words(page);
    if words.contains(char::REPLACEMENT_CHARACTER) {
        let items = cell.items.iter().filter_map(|&i| page.items.get(i));
        items.for_each(|item| words.push_str(&format!(" {:x}", item.effect)));
    }
    words
}

/// Whether one drawing of many parts lies over several cells, as words that were turned into curves do: which part
/// belongs to which cell is not known.
pub(crate) fn is_written_over(page: &Page, board: &FoundBoard) -> bool {
    let (all, side) = (board.bounds(), board.lattice.side);
    page.items.iter().any(|item| match &item.kind {
        ItemKind::Path { path, fill: Some(_), .. } => {
            let bounds = path.bounding_box();
            path.parts() * 2 >= board.cells.len()
                && bounds.width().max(bounds.height()) > 2.1 * side
                && all.inflate(side, side).contains_rect(bounds)
                && path.area().abs() < 0.3 * all.area()
        }
        _ => false,
    })
}

/// Cells of two colours that nothing else tells apart, where no layout says which kinds there are.
fn drawn_kinds(context: &PageContext<'_>, out: &mut Findings) {
    /// With so many drawings is each one compared.
    const MOST: usize = 100;
    let mut known = Differences::default();
    for board in context.sheet.boards().filter(|board| board.named.is_some()) {
        let mut uses: Map<String, usize> = Map::new();
        if is_written_over(context.page, board) {
            continue;
        }
        let words: Vec<String> = board.cells.iter().map(|cell| told_words(context.page, cell)).collect();
        words.iter().for_each(|words| *uses.entry(words.clone()).or_default() += 1);
        // What else is drawn: the first of those that look the same stands for all of them.
        let mut drawings: Vec<Shapes> = Vec::new();
        let mut fills: Map<[u8; 3], (BTreeSet<(&str, usize)>, usize, &FoundCell)> = Map::new();
        for (cell, words) in board.cells.iter().zip(&words) {
            let fill = cell.fill.unwrap_or(Rgb([255; 3]));
            let items = cell.items.iter().map(|&i| &context.page.items[i]);
            let drawn = items.filter(|item| !matches!(item.kind, ItemKind::Text(_)));
            let shapes = Shapes::of(drawn, cell.outline.centre);
            let drawing = drawings.iter().take(MOST).position(|known| known.same(&shapes));
            let drawing = drawing.unwrap_or_else(|| {
                drawings.push(shapes);
                drawings.len() - 1
            });
            // What a cell is called is no part of what it is.
            let kind = if uses.get(words).is_some_and(|n| *n > 1) { words.as_str() } else { "" };
            let (kinds, count, _) = fills.entry(fill.0).or_insert_with(|| (BTreeSet::new(), 0, cell));
            kinds.insert((kind, drawing));
            *count += 1;
        }
        if fills.len() > KINDS {
            let colours = fills.len();
            out.not_judged(format!(
                "the cells of a board in {colours} colours: so many are no kinds of cells"
            ));
            continue;
        }
        let fills: Vec<_> = fills.into_iter().collect();
        for ((one, (kinds, count, cell)), (other, (other_kinds, other_count, other_cell))) in pairs(&fills) {
            let (one, other) = (Rgb(*one), Rgb(*other));
            let alike = Alike::of(other, one, known.apart(one, other));
            if kinds.is_disjoint(other_kinds) || alike.by >= APART {
                continue;
            }
            // The fewer are the likelier to be wrong.
            let cell = if count <= other_count { cell } else { other_cell };
            let cells = |n: usize| if n == 1 { "one cell".to_owned() } else { format!("{n} cells") };
            let (few, many, words) = (cells(*other_count), cells(*count), alike.words());
            let message = format!("only colours tell {few} from {many}, and {words}");
            let fault = context.fault_of(out, cell.bounds(), cell.id.as_ref(), message);
            // Nobody says that they are meant to be told apart.
            fault.warning().hint(if alike.by < 3.0 {
                "if one colour was meant, give both cells the same; else make one of them darker"
            } else {
                DARKER
            });
        }
    }
}

/// Reports kinds of cells that only similar colours tell apart.
fn kinds_alike(context: &PageContext<'_>, out: &mut Findings) {
    if context.component().is_none() {
        drawn_kinds(context, out);
    }
    let (Some(layout), Some(board)) = (context.board(), context.found) else { return };
    let mut known = Differences::default();
    // What a sheet of a poster shows beyond its seam is judged on the sheet that has all of it.
    let whole = |cell: &&FoundCell| {
        !matches!(cell.id.as_deref().and_then(Identity::feature), Some(Feature::Beyond(_)))
    };
    let found = board.cells.iter().enumerate().filter(|(_, cell)| whole(cell));
    let found = CellIndex::numbered(found.map(|(i, cell)| (i, cell.hex)));
    // One cell stands for its kind: that cells of one kind look alike is another rule.
    let mut groups: Map<(usize, &[usize]), (&FoundCell, CellLook)> = Map::new();
    for cell in &layout.cells {
        if let Some(found) = found.get(cell.hex).and_then(|i| board.cells.get(i)) {
            groups.entry((cell.kind, &cell.marks)).or_insert_with(|| (found, cell_look(context.page, found)));
        }
    }
    let groups: Vec<_> = groups.into_iter().take(100).collect();
    for (((kind, _), (cell, one)), ((other_kind, _), (_, other))) in pairs(&groups) {
        if !one.shapes.same(&other.shapes) || kind == other_kind {
            continue;
        }
        let paper = |fill: Option<Rgb>| fill.unwrap_or(Rgb([255; 3]));
        let own = one.colours.iter().copied().chain([paper(one.fill)]);
        let both = own.zip(other.colours.iter().copied().chain([paper(other.fill)]));
        let clearest = clearest(both, &mut known).or_else(|| {
            // Without colours, two may have become one.
            let one = paper(one.fill);
            differ(context, layout, *kind, *other_kind).then(|| Alike::of(one, one, (0.0, Sight::Usual)))
        });
        if let Some(alike) = clearest.filter(|alike| alike.by < APART) {
            let name = |kind: usize| layout.kinds.get(kind).map_or("", |k| &k.name);
            let (few, many, words) = (name(*other_kind), name(*kind), alike.words());
            let message = match few == many {
                true => format!("only colours tell some cells from others, and {words}"),
                false => format!("only colours tell {few} from {many} cells, and {words}"),
            };
            let line = layout.kinds.get(*kind).map(|k| k.place);
            let fault = context.fault_of(out, cell.bounds(), cell.id.as_ref(), message).line(line);
            alike.soften(fault).hint(DARKER);
        }
    }
}

/// Whether the layout has two colours for two kinds, of which a print without colours shows one.
fn differ(context: &PageContext<'_>, layout: &Board, one: usize, other: usize) -> bool {
    let fill = |kind: usize| layout.kinds.get(kind).and_then(|kind| kind.fill.as_ref()).map(|ink| ink.rgb);
    let inked = context.expected.and_then(|expected| expected.options.print_setup.ink);
    !matches!(inked, None | Some(Inking::Full)) && fill(one) != fill(other)
}
