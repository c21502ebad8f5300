//! Words: inside their cells, off each other, not under a counter, large and dark enough to read.

use crate::base::map::Map;
use kurbo::{Point, Rect};

use super::colours::cell_look_without_patterns;
use super::element_pair::ElementPair;
use crate::base::cell_index::CellIndex;
use crate::base::geometry::overlap;
use crate::base::hex::bounds;
use crate::base::identity::{Feature, Identity};
use crate::check::color_vision::hex;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::item::{is_kerned, is_one_sign};
use crate::check::facts::{PageContext, Words, depth, is_furniture, squeezed, texts, tight_corners};
use crate::check::fault::{Findings, mm};
use crate::check::foreign::hints::names_of_tiles;
use crate::check::rule::{Rule, Run};
use crate::diag::{Place, codes};
use crate::model::{Board, Cell, Mark, Shape, Stated};
use crate::read::{Item, ItemKind, Rgb, Text};
use crate::spec::values::value::Where;

/// How far two words may reach into each other before they hide one another, as a share of the lower one's height.
/// Boxes of letters that do not touch may overlap by less.
const MEET: f64 = 0.25;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "words in cells stay inside their cells",
        why: "A word that runs over the line of its cell seems to belong to the next one, and is hard to read on the \
              line.",
        right: "\"Just Visiting\" in two lines, 5 mm inside its cell",
        wrong: "\"Just Visiting\" in one line that is wider than its cell",
        alike: true,
        ..Rule::error(codes::LABEL_OUTSIDE, Run::Whole(inside))
    },
    Rule {
        title: "words do not lie on each other",
        why: "Words printed over words cannot be read, neither of them.",
        right: "a name at the top of a card, and a price at the bottom",
        wrong: "a long name that grew down into the price",
        alike: true,
        ..Rule::error(codes::LABELS_MEET, Run::Sheet(off_each_other))
    },
    Rule {
        title: "a counter in a cell leaves its words to be read",
        why: "A player who has to lift her counter to see what the cell does will put it down elsewhere.",
        right: "[board.labels] clear-of = \"24mm\", and every word more than 12 mm from the middle of its cell",
        wrong: "[board.labels] clear-of = \"24mm\", and a word 10 mm from the middle",
        alike: true,
        ..Rule::error(codes::LABEL_COVERED, Run::Whole(uncovered))
    },
    Rule {
        title: "every cell says what the layout says of its kind",
        why: "A cell that says Sell and is meant to be a Change is another game.",
        right: "a cell of the kind with label = \"Sell\" that says Sell",
        wrong: "a cell of the kind with label = \"Sell\" that says Change, or nothing",
        of_words: true,
        alike: true,
        ..Rule::error(codes::LABEL_WRONG, Run::Whole(words))
    },
    Rule {
        title: "cells of one kind look alike",
        why: "Players take what looks different for something different. A cell that should look like the others of \
              its kind and does not has lost something, or has something too many.",
        right: "six cells of one kind that each show the same star on the same colour",
        wrong: "one of the six without its star",
        of_words: true,
        alike: true,
        ..Rule::error(codes::CELL_UNLIKE, Run::Whole(alike))
    },
    Rule {
        title: "every mark of the layout is drawn in its cell",
        why: "A starting place that is not marked cannot be found.",
        right: "a cell that the map marks with ^, and the disc of that mark in it",
        wrong: "the same cell without the disc",
        alike: true,
        ..Rule::error(codes::MARK_MISSING, Run::Whole(marks))
    },
    Rule {
        title: "no small word stands twice in a row",
        why: "A word typed twice is hard to see, most of all where the line breaks between the two. It is found on the \
              table.",
        right: "\"Go to the castle\"",
        wrong: "\"Go to the the castle\"",
        alike: true,
        ..Rule::warning(codes::WORD_TWICE, Run::Whole(twice))
    },
    Rule {
        title: "names beside a board lie on no cell",
        why: "A name of a line that is printed in a cell seems to be that cell's own. Where a board is ragged, the end of \
              a line may lie between other cells.",
        right: "the letter of a column above the board",
        wrong: "the letter of a short column in the cell of the next one",
        ..Rule::error(codes::NAME_ON_CELL, Run::Whole(beside))
    },
];

/// English words that are never meant twice in a row.
const SMALL: [&str; 14] =
    ["a", "an", "and", "as", "at", "by", "for", "from", "of", "or", "the", "to", "with", "your"];

/// The cells of a board by their places and by what they say of themselves; of several at one place, the first.
pub(crate) struct Homes<'b> {
    board: &'b FoundBoard,
    told: CellIndex,
    there: CellIndex,
}

impl<'b> Homes<'b> {
    /// The cells of a board.
    pub(crate) fn of(board: &'b FoundBoard) -> Self {
        let cells = board.cells.iter().enumerate().rev();
        let told = CellIndex::numbered(cells.filter_map(|(i, cell)| Some((i, cell.told?))));
        Self { board, told, there: board.places() }
    }

    /// The cell that words say they stand in.
    pub(crate) fn of_words(&self, item: &Item) -> Option<&'b FoundCell> {
        let (Feature::Cell(hex) | Feature::Name(hex)) = item.id.as_deref()?.feature()? else { return None };
        // Words that went elsewhere together with their cell are still at home.
        self.board.cells.get(self.told.get(*hex).or_else(|| self.there.get(*hex))?)
    }
}

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

fn inside(context: &PageContext<'_>, out: &mut Findings) {
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

fn off_each_other(context: &PageContext<'_>, out: &mut Findings) {
    let mut all: Vec<(&Item, &Text)> = texts(context.page).map(|(_, item, text)| (item, text)).collect();
    all.sort_by(|a, b| a.1.outline.x0.total_cmp(&b.1.outline.x0));
    if all.len() > 20_000 && context.sheet.foreign.is_some() {
        out.not_judged("whether words lie on each other: there are too many of them");
        return;
    }
    for (i, (item, text)) in all.iter().enumerate() {
        let after = all.iter().enumerate().skip(i + 1);
        for (j, (_, other)) in after.take_while(|(_, (_, t))| t.outline.x0 <= text.outline.x1) {
            let (a, b) = (text.outline, other.outline);
            if a.y1 < b.y0 || b.y1 < a.y0 {
                continue;
            }
            let height = |t: &Text| t.corners[0].distance(t.corners[3]);
            let low = height(text).min(height(other));
            let by = overlap(&tight_corners(text), &tight_corners(other));
            // The same words a little aside are a shadow, and meant.
            let turned = (text.angle - other.angle).abs() > 0.1;
            let shadow = !turned && text.string == other.string && a.center().distance(b.center()) < low;
            let composed =
                context.sheet.foreign.is_some() && (is_one_sign(text, other) || is_kerned(text, other));
            if by > MEET * low && by > context.tolerance && !shadow && !composed {
                let message = format!(
                    "\"{}\" and \"{}\" lie on each other, {} deep",
                    text.string,
                    other.string,
                    mm(by)
                );
                let fault =
                    context.fault_of_words(out, &Words { rect: a.union(b), item, text }, message).by(by);
                if let Some((place, hint)) = label_on_name(context, [(item, text), (all[j].0, other)]) {
                    fault.cause("a label on a name").line(Some(place)).hint(hint);
                } else if let Some(pair) = ElementPair::find(context, [(item, text), (all[j].0, other)]) {
                    let [first, second] = pair.places();
                    let cause = format!("texts of the elements at {} and {}", first.start, second.start);
                    fault.cause(cause).line(Some(second)).also(first, "the other element").hint(pair.hint());
                } else if context.sheet.foreign.is_none() {
                    fault.hint("give one of them a place of its own, or a smaller font");
                }
            }
        }
    }
}

/// The place of the labels of a board and what to write, if a label and the name of a cell lie on each other.
fn label_on_name(context: &PageContext<'_>, pair: [(&Item, &Text); 2]) -> Option<(Place, String)> {
    let board = context.board()?;
    let feature = |item: &Item| item.id.as_deref().and_then(Identity::feature).cloned();
    let is_name = |(item, _): &(&Item, &Text)| matches!(feature(item), Some(Feature::Name(_)));
    let is_label = |(item, text): &(&Item, &Text)| {
        let Some(Feature::Cell(hex)) = feature(item) else { return false };
        let kind = board.cell_at(hex).and_then(|at| board.kinds.get(board.cells.get(at)?.kind));
        kind.is_some_and(|kind| squeezed(&kind.label).contains(&squeezed(&text.string)))
    };
    if !pair.iter().any(is_name) || !pair.iter().any(is_label) {
        return None;
    }
    let place = board.labels.said.unwrap_or(board.name_style.place);
    let is_low = |at: &Where| match at {
        Where::Anchor(anchor) => anchor.row == 2,
        Where::Offset(offset) => offset.y > 0.0,
        _ => false,
    };
    let free = if is_low(&board.name_style.at) { "top" } else { "bottom" };
    Some((
        place,
        format!(
            "give the names another place, names-at = \"{free}\" in [[board]], or the labels one in [board.labels]"
        ),
    ))
}

fn beside(context: &PageContext<'_>, out: &mut Findings) {
    let Some(board) = context.found else { return };
    let mut cells: Vec<(Rect, &FoundCell)> =
        board.cells.iter().map(|cell| (bounds(&cell.outline.corners), cell)).collect();
    cells.sort_by(|a, b| a.0.x0.total_cmp(&b.0.x0));
    let widest = cells.iter().map(|(rect, _)| rect.width()).fold(0.0, f64::max);
    for (_, item, text) in texts(context.page) {
        if !matches!(item.id.as_deref().and_then(Identity::feature), Some(Feature::Line(_))) {
            continue;
        }
        let corners = tight_corners(text);
        let first = cells.partition_point(|(rect, _)| rect.x0 < text.outline.x0 - widest);
        let near = cells[first..].iter().take_while(|(rect, _)| rect.x0 <= text.outline.x1);
        let deep = near.map(|(_, cell)| (overlap(&corners, &cell.outline.corners), *cell));
        let Some((by, cell)) = deep.max_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        if by > context.tolerance {
            let (said, home) = (&text.string, context.name_of(cell));
            let message = format!("\"{said}\", the name of a line, is printed {} inside {home}", mm(by));
            let hint = "print names in the cells (show-names = \"inside\"), or along the border (\"edge\")";
            context.fault_of(out, text.outline, item.id.as_ref(), message).hint(hint).by(by);
        }
    }
}

fn uncovered(context: &PageContext<'_>, out: &mut Findings) {
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

/// Words of one drawing and one size are read on from line to line.
fn twice(context: &PageContext<'_>, out: &mut Findings) {
    let mut before: Option<(&Item, &Text)> = None;
    for (_, item, text) in texts(context.page).filter(|(_, item, _)| !is_furniture(item)) {
        // What stands far away is read by itself: letters at both ends of a row.
        let near = |line: &Text| line.outline.inflate(text.size, text.size).overlaps(text.outline);
        let same = before.filter(|(other, line)| other.id == item.id && line.size == text.size && near(line));
        let last = same.and_then(|(_, line)| line.string.split_whitespace().next_back());
        let words: Vec<&str> = last.into_iter().chain(text.string.split_whitespace()).collect();
        before = Some((item, text));
        let is_twice = |pair: &&[&str]| pair[0].eq_ignore_ascii_case(pair[1]) && SMALL.contains(&pair[1]);
        if let Some(pair) = words.windows(2).find(is_twice) {
            let message = format!("\"{} {}\": a word stands twice in a row", pair[0], pair[1]);
            context.fault_of(out, text.outline, item.id.as_ref(), message).hint("leave one out");
        }
    }
}

/// The cells of the layout's board with what was found where each lies.
fn pairs<'e>(context: &'e PageContext<'_>) -> Option<(&'e Board, Vec<(usize, &'e Cell, &'e FoundCell)>)> {
    let (layout, board) = (context.board()?, context.found?);
    let found = board.places();
    let cells = layout.cells.iter().enumerate();
    let pair = |(i, cell): (usize, &'e Cell)| Some((i, cell, board.cells.get(found.get(cell.hex)?)?));
    Some((layout, cells.filter_map(pair).collect()))
}

/// How often a cell says its label, and how often it should; none where it says it as often as it should.
fn miscounted(
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

fn words(context: &PageContext<'_>, out: &mut Findings) {
    let Some((layout, cells)) = pairs(context) else { return };
    for (_, cell, found) in cells {
        let Some((times, asked)) = miscounted(context, layout, cell, found) else { continue };
        let label = layout.kinds.get(cell.kind).and_then(|kind| kind.words()).unwrap_or_default();
        let label = label.replace('\n', " ");
        let times = match times {
            0 => "does not say".to_owned(),
            1 => "says once".to_owned(),
            n => format!("says {n} times"),
        };
        let asked = if asked == 1 { "once".to_owned() } else { format!("{asked} times") };
        let message = format!("{times} \"{label}\"; the layout has it {asked}");
        let fault = context.cell(out, found, &message);
        fault.hint("what its kind says stands under [board.key]").cause(format!("{} {message}", cell.kind));
    }
}

/// Files give colours in thousandths, or in whole steps.
fn same_colour(context: &PageContext<'_>, Rgb(asked): Rgb, Rgb(found): Rgb) -> bool {
    asked.iter().zip(found).all(|(a, b)| a.abs_diff(b) <= 1)
        || context.expected.is_some_and(|said| said.may_print(asked, found))
}

/// Whether a cell shows fewer drawings than it has marks, its words left out.
fn lacks_mark(context: &PageContext<'_>, layout: &Board, cell: &Cell, found: &FoundCell) -> bool {
    let label = layout.kinds.get(cell.kind).and_then(|kind| kind.words());
    let label = label.map_or_else(String::new, |words| squeezed(&words));
    let drawn = found.own(context.page).filter(
        |item| !matches!(&item.kind, ItemKind::Text(text) if label.contains(&squeezed(&text.string))),
    );
    !cell.marks.is_empty() && drawn.count() < cell.marks.len()
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

fn alike(context: &PageContext<'_>, out: &mut Findings) {
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

fn marks(context: &PageContext<'_>, out: &mut Findings) {
    let Some((layout, cells)) = pairs(context) else { return };
    for (_, cell, found) in cells {
        if lacks_mark(context, layout, cell, found) {
            let names: Vec<_> =
                cell.marks.iter().filter_map(|m| Some(layout.marks.get(*m)?.name.to_string())).collect();
            let message = format!("lacks its mark {}", names.join(" or "));
            context.cell(out, found, &message).cause(message.clone());
        }
    }
}
