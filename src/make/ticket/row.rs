//! The rows of a ticket. Each row describes a run of successive sheets with the same component.
//!
//! - In: a plan, and the sheets of one file.
//! - Out: the contents, the paper, the copies and the printed sides of each run, as text and as JSON.

use std::ops::Range;

use kurbo::Size;
use serde_json::{Value, json};

use super::stacks::CutStacks;
use crate::make::{self, GridSize};
use hexpress_base::units::{ShortNumber, count_with_noun};
use hexpress_game::pieces::NetPart;
use hexpress_game::{Board, Body, Component, Outline, PieceSet};
use hexpress_layout::{
    Content, ExtraSheet, PageSheet, PieceRun, Plan, Poster, PosterSubject, SheetPacking, SheetPlan,
};
use hexpress_scene::print::job::Sides;
use hexpress_scene::print::paper::sheet_name;

/// A row of a ticket. It describes a run of sheets.
#[derive(Default)]
pub struct Row {
    /// The number of the first page in the run, counted from 1.
    first_page: usize,
    last_page: usize,
    component: String,
    /// The names of the other components that are on the same sheets as `component`.
    with: Vec<String>,
    sheet: String,
    stock: Option<String>,
    /// How many times the sheets are printed.
    print: u32,
    sides: Sides,
    /// Whether a sheet has fronts on one half and backs on the other, and is folded between them.
    fold: bool,
    /// Whether a blank page replaces the back of a sheet, so that its other side stays empty.
    empty: bool,
    content: String,
    /// The number of straight cuts on a sheet. `None` if there are no cuts.
    cuts: Option<usize>,
    poster: Option<GridSize>,
    /// The number of cuts if the user first cuts the sheet into strips, and then cuts all strips at
    /// once.
    stacked: Option<usize>,
    /// The stacks of pieces that result from cutting all sheets of the component in one pile. `None` if
    /// each sheet has consecutive pieces.
    stacks: Option<CutStacks>,
    /// Which part of a box this component is. `None` if it is not a part of a box, or is a whole box.
    part: Option<BoxPart>,
}

/// One part of a box that is larger than a sheet.
struct BoxPart {
    /// The name of the box.
    of: String,
    letter: String,
    /// The number of parts of the box.
    count: usize,
}

/// Divides a range of sheets in a plan into runs. Each run becomes a row of the ticket.
pub fn runs(plan: &Plan<'_>, sheets: Range<usize>) -> Vec<Range<usize>> {
    let first = sheets.start;
    let runs = make::runs(plan.sheets.get(sheets).unwrap_or_default(), share_a_row);
    runs.map(|run| first + run.start..first + run.end).collect()
}

/// Returns whether two successive sheets belong to the same row.
fn share_a_row(sheet: &SheetPlan<'_>, next: &SheetPlan<'_>) -> bool {
    let [is_extra, is_next_extra] =
        [sheet, next].map(|sheet| matches!(sheet.content, Content::ExtraSheet(_)));
    // A blank page is the back of the sheet before it, so it belongs to the row of that sheet.
    if matches!(next.content, Content::Blank) {
        return !is_extra;
    }
    is_extra == is_next_extra && (is_extra || sheet.names() == next.names())
}

impl Row {
    /// Returns the row for a run of sheets. `first` is the index of the first sheet in the file.
    pub fn new(plan: &Plan<'_>, run: &Range<usize>, first: usize) -> Self {
        let sheet = &plan.sheets[run.start];
        let component = sheet.component;
        let mut row = Self {
            first_page: run.start - first + 1,
            last_page: run.end - first,
            component: component.name.to_string(),
            with: sheet.other_parts.iter().map(|part| part.component.name.to_string()).collect(),
            sheet: sheet_name(sheet.size),
            print: 1,
            part: component.box_part().map(|part| BoxPart {
                of: part.of.to_string(),
                letter: NetPart::letter(part.index),
                count: part.count,
            }),
            ..Self::default()
        };
        match &sheet.content {
            Content::Board(board, fit) => {
                let across = match fit.grid.size(fit.side) {
                    Some(_) => format!("{} mm", fit.grid.measure(fit.side)),
                    None => format!("{} mm across", ShortNumber(fit.grid.tiling.across_from_side(fit.side))),
                };
                row.content = format!("{}, {across}", count_with_noun(board.cells.len(), cell_name(board)));
                if !sheet.other_parts.is_empty() {
                    row.content = format!("{}; {}", row.content, contents(sheet.parts()));
                    row.cuts = cuts_on(sheet);
                }
            }
            Content::Poster(poster, _) => row.describe_poster(poster),
            Content::ExtraSheet(extra) => {
                row.describe_extra_sheet(extra);
                // Extra pages are cut plans and test sheets. If the file is printed on two sides, two
                // of them are the front and the back of one sheet.
                if run.len() > 1 {
                    row.sides = plan.job(plan.file_of(run.start)).sides;
                }
                return row;
            }
            Content::Fronts(_, packing, pieces) | Content::Backs(_, packing, pieces) => {
                row.describe_pieces(plan.sheets.get(run.clone()).unwrap_or_default(), sheet, packing, pieces);
            }
            Content::Page(flow, _, PageSheet::Copies(_, grid)) if grid.count() > 1 => {
                let count = grid.count();
                row.content =
                    format!("{} of text, {count} copies on a sheet", count_with_noun(flow.pages, "page"));
            }
            Content::Page(flow, ..) => {
                row.content = format!("{} of text", count_with_noun(flow.pages, "page"))
            }
            // A run never begins with a blank page, because a blank page belongs to the sheet before
            // it.
            Content::Blank => {}
        }
        row.describe_print(plan, component);
        row
    }

    fn describe_poster(&mut self, poster: &Poster<'_>) {
        self.poster = Some(GridSize { columns: poster.grid.columns, rows: poster.grid.rows });
        self.content = match &poster.shows {
            PosterSubject::Board(board, fit) => {
                let cells = count_with_noun(board.cells.len(), cell_name(board));
                format!("a poster of {cells}, {} mm across", fit.grid.measure(fit.side))
            }
            PosterSubject::Piece { deck, packing, .. } if deck.pieces.len() == 1 => {
                format!("a poster of {}", pieces(deck, packing.piece))
            }
            PosterSubject::Piece { deck, packing, .. } => {
                format!("posters of {}", pieces(deck, packing.piece))
            }
        };
    }

    fn describe_extra_sheet(&mut self, extra: &ExtraSheet) {
        let (name, content) = match extra {
            ExtraSheet::Cuts(_) => ("cut plan", "where to cut, and in which order"),
            ExtraSheet::Test(_) => ("test sheet", "rulers, colours, and one piece of each kind that fits"),
        };
        self.component = name.to_owned();
        self.content = content.to_owned();
    }

    /// Describes the pieces and the cuts. The cuts are those of the first sheet, because no other sheet
    /// has more pieces.
    fn describe_pieces(
        &mut self,
        run: &[SheetPlan<'_>],
        first: &SheetPlan<'_>,
        packing: &SheetPacking,
        pieces: &PieceRun,
    ) {
        let same_side = run.iter().filter(|sheet| sheet.is_back() == first.is_back());
        self.content = contents(same_side.flat_map(SheetPlan::parts));
        self.cuts = cuts_on(first);
        self.stacks = CutStacks::from_sheet(first);
        self.stacked = packing.cuts_if_stacked(pieces.count()).filter(|_| first.other_parts.is_empty());
    }

    /// Describes the paper stock, the copies and the printed sides.
    ///
    /// This needs all sheets of the component, because fronts and backs may be in different files.
    fn describe_print(&mut self, plan: &Plan<'_>, component: &Component) {
        let contents = || {
            let sheets = plan.sheets.iter().filter(|sheet| sheet.component.name == component.name);
            sheets.map(|sheet| &sheet.content)
        };
        if plan.sheets.iter().any(|sheet| sheet.component.name == component.name && sheet.is_back()) {
            self.sides = plan.flips();
        }
        let is_one_sided = self.sides == Sides::One;
        self.empty = is_one_sided && contents().any(|content| matches!(content, Content::Blank));
        self.fold = is_one_sided
            && !self.empty
            && contents()
                .any(|content| matches!(content, Content::Fronts(_, packing, _) if packing.duplex.fold));
        // Paper that is cut before it is printed has a product name, which is shown as the stock.
        self.stock = component.stock.clone().or_else(|| match &component.body {
            Body::Pieces(deck) => deck.die_sheet.as_ref().map(|blank| blank.name.to_string()),
            Body::Board(_) | Body::Pages(_) => None,
        });
        self.print = component.print;
    }

    /// Returns the page numbers as text, such as `page 1` or `pages 2-4`. `unit` is `page` or
    /// `sheet`.
    pub fn pages(&self, unit: &str) -> String {
        let (first, last) = (self.first_page, self.last_page);
        if first == last { format!("{unit} {first}") } else { format!("{unit}s {first}-{last}") }
    }

    /// Returns the row as a line of text. The page numbers are padded to `width` characters.
    pub fn text(&self, unit: &str, width: usize) -> String {
        let pages = self.pages(unit);
        let print = match self.print {
            1 => "print once".to_owned(),
            n => format!("print {n} times"),
        };
        let stock = self.stock.as_ref().map_or_else(String::new, |stock| format!(", {stock}"));
        let sides = match self.sides.edge() {
            Some(edge) => format!(", two-sided, flip on the {edge} edge"),
            None if self.empty => ", other side left empty".to_owned(),
            None if self.fold => ", one-sided, fold and glue, then cut".to_owned(),
            None => String::new(),
        };
        let stacked = self.stacked.map_or_else(String::new, |n| format!(", or {n} with stacked strips"));
        let cuts = self
            .cuts
            .map_or_else(String::new, |n| format!(", {} a sheet{stacked}", count_with_noun(n, "cut")));
        format!(
            "    {pages:<width$} {:<14} {}{stock}{sides}: {print}; {}{cuts}\n",
            [std::slice::from_ref(&self.component), &self.with].concat().join(", "),
            self.sheet,
            self.content
        )
    }

    /// Returns the row as a JSON object for `build --json`.
    pub fn to_json(&self) -> Value {
        let mut value = json!({
            "first-page": self.first_page,
            "last-page": self.last_page,
            "component": self.component,
            "sheet": self.sheet,
            "stock": self.stock,
            "print": self.print,
            "sides": if self.sides == Sides::One { 1 } else { 2 },
            "flip": self.sides.edge(),
            "fold": self.fold,
            "other-side-empty": self.empty,
            "content": self.content,
            "cuts-a-sheet": self.cuts,
        });
        if !self.with.is_empty() {
            value["with"] = json!(self.with);
        }
        if let Some(GridSize { columns, rows }) = self.poster {
            value["poster"] = json!({ "columns": columns, "rows": rows });
        }
        if let Some(BoxPart { of, letter, count }) = &self.part {
            value["part"] = json!({ "of": of, "letter": letter, "parts": count });
        }
        if let Some(stacks) = &self.stacks {
            value["stacks"] = stacks.to_json();
        }
        value
    }
}

/// Returns the number of straight cuts on a sheet, or `None` if there are no cuts.
fn cuts_on(sheet: &SheetPlan<'_>) -> Option<usize> {
    let blocks = sheet.blocks();
    let last_parts = blocks.iter().filter_map(|block| block.last().copied());
    let cuts = sheet.block_cuts.len() + last_parts.map(cuts_of_block).sum::<usize>();
    (cuts > 0).then_some(cuts)
}

/// Returns the number of straight cuts that separate the pieces in one block of a sheet.
///
/// `part` is the last component in the block. Its pieces come after those of the other components,
/// whose number is `fit.foreign_slots`.
fn cuts_of_block(part: &SheetPlan<'_>) -> usize {
    match &part.content {
        Content::Fronts(_, packing, run) | Content::Backs(_, packing, run) => {
            packing.cuts_of(packing.foreign_slots + run.count()).count()
        }
        _ => 0,
    }
}

/// The pieces of one component on a group of sheets.
struct CountedPieces<'a> {
    component: &'a Component,
    /// A description of all pieces of the component.
    all: String,
    /// How many of these pieces are on the sheets.
    count: usize,
}

/// Describes the pieces on a group of sheets: all pieces of the first component, then of the second,
/// and so on.
///
/// If a component also has pieces on other sheets, the text states how many are on the sheets of the
/// group, e.g. `9 of 54 cards`.
fn contents<'p, 'a: 'p>(parts: impl Iterator<Item = &'p SheetPlan<'a>>) -> String {
    let mut counted: Vec<CountedPieces<'_>> = Vec::new();
    for part in parts {
        let (Content::Fronts(deck, packing, run) | Content::Backs(deck, packing, run)) = &part.content else {
            continue;
        };
        match counted.iter_mut().find(|known| std::ptr::eq(known.component, part.component)) {
            Some(known) => known.count += run.count(),
            None => counted.push(CountedPieces {
                component: part.component,
                all: pieces(deck, packing.piece),
                count: run.count(),
            }),
        }
    }
    let texts = counted.into_iter().map(|CountedPieces { component, all, count }| {
        let is_complete = component.deck().is_none_or(|deck| deck.pieces.len() == count);
        if is_complete { all } else { format!("{count} of {all}") }
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// Returns the word for the cells or points of a board, such as `hexagon`.
pub fn cell_name(board: &Board) -> &'static str {
    if board.points.is_some() { "point" } else { board.grid.cell_noun() }
}

/// Describes the pieces of a deck and their size in mm. The size of a hexagon is the distance between
/// two opposite sides. The size of a disc is its diameter.
fn pieces(deck: &PieceSet, size: Size) -> String {
    let pieces = count_with_noun(deck.pieces.len(), deck.outline.called());
    match deck.outline {
        Outline::Rectangle(_) => {
            format!("{pieces} of {} x {} mm", ShortNumber(size.width), ShortNumber(size.height))
        }
        Outline::Path(_) => {
            let [width, height] = [size.width, size.height].map(ShortNumber::hundredths);
            let measured = match deck.net.as_deref().and_then(|net| net.part.as_deref()) {
                Some(part) => {
                    let letter = NetPart::letter(part.index);
                    format!("part {letter} of {}, {width} x {height} mm", part.count)
                }
                None => format!("{pieces} of {width} x {height} mm"),
            };
            match deck.net.as_deref().and_then(|net| net.inside) {
                Some(inside) => {
                    let inside = [inside.width, inside.height, inside.depth].map(ShortNumber::hundredths);
                    let [w, h, d] = inside;
                    format!("{measured} to fold, {w} x {h} x {d} mm inside")
                }
                None => measured,
            }
        }
        Outline::Hexagon(_) | Outline::Regular(_) | Outline::Disc => {
            format!("{pieces}, {} mm across", ShortNumber::hundredths(deck.outline.across_of(size)))
        }
    }
}
