//! The job ticket: what to print, on what, how often. One could send it to a copy shop.

use std::ops::Range;

use serde_json::{Value, json};

use crate::base::units::{Trimmed, capital, several};
use crate::build::{self, Made, Stack};
use crate::layout::{Content, ExtraSheet, Plan, PosterShows, Setup, SheetPlan};
use crate::model::{Board, Body, Component, Deck, Outline, Pack};
use crate::print::job::Sides;
use crate::print::language;
use crate::print::paper::{SheetClass, sheet_name};
use crate::print::setup::{Cutter, Inking};
use crate::write::FileBytes;

mod others;
mod posters;

pub use others::{cuts, pictures};
pub use posters::{Smaller, without_large};

/// A stack that was written.
#[derive(Debug)]
pub struct Printed {
    /// What is in it.
    pub stack: Stack,
    /// Its file.
    pub path: String,
    /// Its size.
    pub bytes: usize,
}

impl From<&Made<FileBytes>> for Printed {
    fn from(made: &Made<FileBytes>) -> Self {
        Self { stack: made.stack.clone(), path: made.name.clone(), bytes: made.bytes.length() }
    }
}

/// A ticket or an explanation, for people and for programs.
#[derive(Debug)]
pub struct Told {
    /// For people.
    pub text: String,
    /// For programs.
    pub value: Value,
}

/// What a component prints, in a few words: `board (37 hexagons)`, `start (1 disc)`.
pub fn contents(component: &Component) -> String {
    match &component.body {
        Body::Board(board) => {
            format!("{} ({})", component.name, several(board.cells.len(), cells_of(board)))
        }
        Body::Deck(deck) => {
            let each = deck.pieces.len() * component.print as usize;
            format!("{} ({})", component.name, several(each, deck.outline.called()))
        }
    }
}

/// The ticket of one game, for people and for programs; `pieces` are those that alone are printed, in words. Where
/// each sheet has a file of its own, `folder` is where they lie, and whether the layout travels in each.
pub fn ticket(
    plan: &Plan<'_>,
    setup: &Setup,
    pieces: &str,
    printed: &[Printed],
    folder: Option<(&str, bool)>,
    smaller: Option<&Smaller>,
) -> Told {
    let game = plan.game();
    let mut text = title(plan);
    let mut files = Vec::new();
    for file in printed {
        let pages = file.stack.sheets.len();
        let first = file.stack.sheets.start;
        let paper = paper(plan, file.stack.sheets.clone());
        let rows: Vec<_> =
            runs(plan, file.stack.sheets.clone()).iter().map(|run| row(plan, run, first)).collect();
        if folder.is_none() {
            let pages = several(pages, "page");
            let paper = paper.as_ref().map_or_else(String::new, |paper| format!(" of {paper}"));
            text.push_str(&format!("  {}   {pages}{paper}, {} KB\n", file.path, file.bytes.div_ceil(1000)));
            let width = rows.iter().map(|row| row.range("page").len()).fold(10, usize::max);
            rows.iter().for_each(|row| text.push_str(&row.text("page", width)));
        }
        let duplex = plan.job(file.stack.sheets.clone()).sides.edge();
        let mut value = json!({
            "path": file.path, "paper": paper, "pages": pages, "bytes": file.bytes, "duplex": duplex,
        });
        // Moved in: `json!` copies what it is given.
        value["sheets"] = rows.iter().map(Row::json).collect();
        files.push(value);
    }
    if let Some((folder, _)) = folder {
        text.push_str(&sheets_in(plan, folder, printed));
    }
    text.push_str(&chosen(plan, pieces));
    text.push_str(&of_cutting(plan, setup));
    if let Some(printer) = setup.printer.as_ref().filter(|printer| printer.corrects() && folder.is_none()) {
        let name = &printer.name;
        text.push_str(&format!("  Corrected for {name}: print it there, at 100 %, and nowhere else.\n"));
    }
    let two = |file: &Printed| plan.job(file.stack.sheets.clone()).sides != Sides::One;
    let sides = match (plan.job(0..plan.sheets.len()).sides.edge(), folder) {
        (None, _) => "one-sided".to_owned(),
        (Some(edge), None) if printed.iter().all(two) => {
            format!("two-sided, flip on the {edge} edge")
        }
        (Some(edge), _) => format!("two-sided where it says so, flip on the {edge} edge"),
    };
    text.push_str(&format!(
        "  Print at 100 %, {sides}, not \"fit to page\"; then hold a ruler to the ruler on the sheet.\n{TRUE_SIZE}"
    ));
    if folder.is_none() && printed.iter().any(|file| paper(plan, file.stack.sheets.clone()).is_none()) {
        text.push_str(MIXED);
    }
    if let Some(ink) = setup.print_setup.ink.filter(|ink| *ink != Inking::Full) {
        let pictures = if !game.pictures.files().is_empty() {
            "; pictures made of pixels keep their colours"
        } else {
            ""
        };
        text.push_str(&format!("  {}{pictures}.\n", capital(ink.words())));
    }
    let large = plan.sheets.iter().find(|s| s.component.class == SheetClass::Large);
    if let Some(sheet) = large.filter(|_| setup.paper.large != setup.paper.small) {
        let (name, size) = (capital(&sheet.component.name), sheet_name(sheet.size));
        text.push_str(&format!(
            "  {name} needs {size}: a copy shop has it, if your printer does not take it.\n"
        ));
        if let Some(Smaller { paper, boards, sheets }) = smaller {
            let glue = if sheets > boards { ", and glue or tape" } else { "" };
            let sheets = several(*sheets, "sheet");
            text.push_str(&format!("  No printer for {size}? --paper {paper}: {sheets}{glue}.\n"));
        }
    }
    text.push_str(&posters::told(plan, setup));
    if !game.bring.is_empty() {
        text.push_str(&format!("  You also need: {}.\n", game.bring.join(", ")));
    }
    if game.embed && folder.is_none_or(|(_, carries)| carries) {
        let files = game.pictures.files();
        let (what, out) = match (files.as_slice(), folder) {
            ([], _) => ("The layout travels".to_owned(), "it"),
            (_, Some(_)) => ("The layout, without the files it names, travels".to_owned(), "it"),
            ([one], None) => (format!("The layout and {one} travel"), "them"),
            ([one, two], None) => (format!("The layout, {one} and {two} travel"), "them"),
            (more, None) => (format!("The layout and the {} files it names travel", more.len()), "them"),
        };
        let place = match folder {
            None if printed.len() > 1 => "each PDF, so that all can be built again",
            None => "the PDF, so that it can be built again",
            Some(_) => "each file",
        };
        text.push_str(&format!("  {what} inside {place} (embed = false leaves {out} out).\n"));
    }
    text.push('\n');
    Told { text: language::ticket(&game.language, text), value: Value::Array(files) }
}

/// What print dialogs call the true size.
const TRUE_SIZE: &str = "    Adobe Reader: \"Actual size\". A browser: \"100 %\" or \"Custom scale 100\". macOS Preview: \"Scale: 100 %\".\n    \
     A shell: lp -o print-scaling=none.\n";

/// That sheets of several sizes are in one file.
const MIXED: &str = "  This file has sheets of different sizes, and a print queue may shrink them all: print it with\n  \
     lp -o print-scaling=none, or build without --one-file, which makes a file for each size.\n";

/// The paper of some sheets, if they all have one size.
fn paper(plan: &Plan<'_>, sheets: Range<usize>) -> Option<String> {
    let mut names = plan.sheets.get(sheets)?.iter().map(|sheet| sheet_name(sheet.size));
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

/// What cannot be cut, or does not lie, as the tool would have it.
fn of_cutting(plan: &Plan<'_>, setup: &Setup) -> String {
    let Some(tool) = setup.print_setup.cut else { return String::new() };
    let mut text = String::new();
    let mut last: Option<&str> = None;
    let parts = plan.sheets.iter().flat_map(SheetPlan::parts);
    for sheet in parts.filter(|sheet| !matches!(sheet.content, Content::ExtraSheet(_))) {
        let (Body::Deck(deck), name) = (&sheet.component.body, &*sheet.component.name) else { continue };
        if last.replace(name) == Some(name) {
            continue;
        }
        let hexagons = matches!(deck.outline, Outline::Hexagon(_));
        let otherwise = match (deck.pack, tool) {
            (Some(Pack::Close | Pack::Straight | Pack::Strips), Cutter::Scissors) => true,
            (Some(Pack::Close | Pack::Apart), Cutter::Guillotine) => hexagons,
            (Some(Pack::Apart | Pack::Straight | Pack::Strips), Cutter::Knife | Cutter::Plotter) => true,
            _ => false,
        };
        if let Some(pack) = deck.pack.filter(|_| otherwise).map(Pack::word) {
            text.push_str(&format!(
                "  {name}: laid out as the layout says, pack = \"{pack}\", whatever would suit --cut {tool}.\n"
            ));
        } else if tool == Cutter::Guillotine && deck.outline == Outline::Disc {
            text.push_str(&format!(
                "  {name}: no straight cut parts discs; cut them out with scissors or a punch.\n"
            ));
        }
    }
    text
}

/// The first line of a ticket.
fn title(plan: &Plan<'_>) -> String {
    let title: Vec<_> = plan.game().title.split_whitespace().collect();
    format!("{}\n", title.join(" "))
}

/// Which pieces there are: what they were drawn from, and whether they are all.
fn chosen(plan: &Plan<'_>, pieces: &str) -> String {
    let mut text = String::new();
    let mut decks: Vec<&str> = Vec::new();
    let parts = plan.sheets.iter().flat_map(SheetPlan::parts);
    for (component, drawn) in parts.filter_map(|part| build::drawn(part.component)) {
        if !decks.contains(&component.name.as_ref()) {
            decks.push(&component.name);
            text.push_str(&format!("  {}: {}.\n", component.name, build::origin(drawn)));
        }
    }
    if plan.saved > 0 {
        let saved = several(plan.saved, "sheet");
        text.push_str(&format!(
            "  Components that share sheets save {saved} (share = false keeps them apart).\n"
        ));
    }
    if !pieces.is_empty() {
        text.push_str(&format!("  Only these pieces: {pieces}.\n"));
    }
    text
}

/// The random decks that are printed, for programs; null where there is none.
pub fn decks(plan: &Plan<'_>) -> Value {
    let mut decks = serde_json::Map::new();
    let parts = plan.sheets.iter().flat_map(SheetPlan::parts);
    for (component, drawn) in parts.filter_map(|part| build::drawn(part.component)) {
        decks.entry(component.name.as_ref()).or_insert_with(|| {
            json!({ "seed": drawn.seed, "tiles": drawn.tiles.len(), "of": drawn.classes, "sha256": drawn.hash })
        });
    }
    if decks.is_empty() { Value::Null } else { Value::Object(decks) }
}

/// What lies in a folder with a file for each sheet.
fn sheets_in(plan: &Plan<'_>, folder: &str, printed: &[Printed]) -> String {
    let bytes: usize = printed.iter().map(|file| file.bytes).sum();
    let sheets = several(printed.len(), "sheet");
    let mut text = format!("  {folder}   {sheets}, {} KB\n", bytes.div_ceil(1000));
    let runs = runs(plan, 0..printed.len());
    let rows: Vec<_> = runs.iter().map(|run| row(plan, run, 0)).collect();
    let width = rows.iter().map(|row| row.range("sheet").len()).fold(10, usize::max);
    for (run, row) in runs.iter().zip(&rows) {
        text.push_str(&row.text("sheet", width));
        let name = |index: usize| plan.files.get(index).map_or("", |line| line.name.as_str());
        let (first, last) = (name(run.start), name(run.end - 1));
        let names = if first == last { first.to_owned() } else { format!("{first} … {last}") };
        text.push_str(&format!("     {:width$}{names}\n", ""));
    }
    text
}

/// Runs of sheets of one component.
fn runs(plan: &Plan<'_>, sheets: Range<usize>) -> Vec<Range<usize>> {
    let first = sheets.start;
    let own = build::runs(plan.sheets.get(sheets).unwrap_or_default(), one_run);
    own.map(|run| first + run.start..first + run.end).collect()
}

/// Whether two sheets are told of together.
fn one_run(a: &SheetPlan<'_>, b: &SheetPlan<'_>) -> bool {
    let [extra, other] = [a, b].map(|sheet| matches!(sheet.content, Content::ExtraSheet(_)));
    // An empty page belongs to the sheet that it is the back of.
    if matches!(b.content, Content::Blank) {
        return !extra;
    }
    extra == other && (extra || a.names() == b.names())
}

/// What is told of a run of sheets.
#[derive(Default)]
struct Row {
    pages: (usize, usize),
    component: String,
    /// What else lies on its sheets.
    with: Vec<String>,
    sheet: String,
    stock: Option<String>,
    print: u32,
    sides: Sides,
    /// Whether backs lie beside their fronts.
    fold: bool,
    /// Whether there is no back, and an empty page stands for it.
    empty: bool,
    content: String,
    cuts: Option<usize>,
    /// How many sheets of a poster stand side by side and one below the other.
    poster: Option<(usize, usize)>,
    /// How many cuts are made at once, if strips are stacked.
    stacked: Option<usize>,
}

fn row(plan: &Plan<'_>, run: &Range<usize>, first: usize) -> Row {
    let sheet = &plan.sheets[run.start];
    let component = sheet.component;
    let mut row = Row {
        pages: (run.start - first + 1, run.end - first),
        component: component.name.to_string(),
        with: sheet.beside.iter().map(|part| part.component.name.to_string()).collect(),
        sheet: sheet_name(sheet.size),
        print: 1,
        ..Row::default()
    };
    match &sheet.content {
        Content::Board(board, fit) => {
            let across = match fit.grid().size(fit.side) {
                Some(_) => format!("{} mm", fit.grid().measure(fit.side)),
                None => format!("{} mm across", Trimmed(fit.tiling.across_from_side(fit.side))),
            };
            row.content = format!("{}, {across}", several(board.cells.len(), cells_of(board)));
        }
        Content::Poster(poster, _) => {
            row.poster = Some((poster.grid.columns, poster.grid.rows));
            row.content = match &poster.shows {
                PosterShows::Board(board, fit) => {
                    let cells = several(board.cells.len(), cells_of(board));
                    format!("a poster of {cells}, {} mm across", fit.grid().measure(fit.side))
                }
                PosterShows::Piece { deck, fit, .. } if deck.pieces.len() == 1 => {
                    format!("a poster of {}", pieces(deck, fit.piece))
                }
                PosterShows::Piece { deck, fit, .. } => format!("posters of {}", pieces(deck, fit.piece)),
            };
        }
        Content::ExtraSheet(extra) => {
            let (name, content) = match extra {
                ExtraSheet::Cuts(_) => ("cut plan", "where to cut, and in which order"),
                ExtraSheet::Test(_) => {
                    ("test sheet", "a ruler both ways, colours, and a piece of each kind that has room")
                }
            };
            (row.component, row.content) = (name.to_owned(), content.to_owned());
            // In a file that is printed on both sides they lie behind each other.
            if run.len() > 1 {
                row.sides = plan.job(plan.file_of(run.start)).sides;
            }
            return row;
        }
        Content::Fronts(_, fit, range) | Content::Backs(_, fit, range) => {
            let (first, own) = (sheet.is_back(), plan.sheets.get(run.clone()).unwrap_or_default());
            let all = own.iter().filter(|other| other.is_back() == first).flat_map(SheetPlan::parts);
            row.content = contents_of(all);
            // The first sheet of a run is as full as any.
            let blocks = || sheet.blocks().into_iter().filter_map(|block| block.last().copied());
            let cuts: usize = sheet.between.len() + blocks().map(cuts_of).sum::<usize>();
            row.cuts = (cuts > 0).then_some(cuts);
            row.stacked = fit.stacked(range.len()).filter(|_| sheet.beside.is_empty());
        }
        // An empty page follows what it is the back of.
        Content::Blank => {}
    }
    // A front and its back may be two files.
    let same = |s: &&SheetPlan<'_>| s.component.name == component.name;
    let any = |what: fn(&Content<'_>) -> bool| plan.sheets.iter().filter(same).any(|s| what(&s.content));
    if any(|content| matches!(content, Content::Backs(..))) {
        row.sides = plan.flips();
    }
    let one_sided = row.sides == Sides::One;
    row.empty = one_sided && any(|content| matches!(content, Content::Blank));
    row.fold = one_sided
        && !row.empty
        && any(|content| matches!(content, Content::Fronts(_, fit, _) if fit.duplex.fold));
    // Labels are what their sheet is called.
    row.stock = component.stock.clone().or_else(|| match &component.body {
        Body::Deck(deck) => deck.die_sheet.as_ref().map(|blank| blank.name.to_string()),
        Body::Board(_) => None,
    });
    row.print = component.print;
    row
}

/// How many straight cuts part the pieces of a block, of which this is the last part.
fn cuts_of(part: &SheetPlan<'_>) -> usize {
    match &part.content {
        Content::Fronts(_, fit, range) | Content::Backs(_, fit, range) => {
            fit.cuts_of(fit.taken + range.len()).count()
        }
        _ => 0,
    }
}

/// The pieces on some sheets, component by component; of those that have more on others, how many.
fn contents_of<'p, 'a: 'p>(parts: impl Iterator<Item = &'p SheetPlan<'a>>) -> String {
    let mut all: Vec<(&Component, String, usize)> = Vec::new();
    for part in parts {
        let (Content::Fronts(deck, fit, range) | Content::Backs(deck, fit, range)) = &part.content else {
            continue;
        };
        match all.iter_mut().find(|(known, ..)| std::ptr::eq(*known, part.component)) {
            Some((.., count)) => *count += range.len(),
            None => all.push((part.component, pieces(deck, fit.piece), range.len())),
        }
    }
    let told = all.into_iter().map(|(component, words, count)| {
        let whole = component.deck().is_none_or(|deck| deck.pieces.len() == count);
        if whole { words } else { format!("{count} of {words}") }
    });
    told.collect::<Vec<_>>().join("; ")
}

/// What the places of a board are called.
fn cells_of(board: &Board) -> &'static str {
    if board.points.is_some() { "point" } else { board.grid().called() }
}

/// How many pieces, of what size: hexagons and discs are measured across, from flat to flat.
fn pieces(deck: &Deck, size: kurbo::Size) -> String {
    let pieces = several(deck.pieces.len(), deck.outline.called());
    let (w, h) = (Trimmed(size.width), Trimmed(size.height));
    let across = Trimmed::hundredths(deck.outline.across_of(size));
    match deck.outline {
        Outline::Rectangle(_) => format!("{pieces} of {w} x {h} mm"),
        Outline::Hexagon(_) | Outline::Regular(_) | Outline::Disc => format!("{pieces}, {across} mm across"),
    }
}

impl Row {
    /// `page 1`, `pages 2-4`.
    fn range(&self, unit: &str) -> String {
        let (from, to) = self.pages;
        if from == to { format!("{unit} {from}") } else { format!("{unit}s {from}-{to}") }
    }

    /// Its line, in which the pages take so many characters.
    fn text(&self, unit: &str, width: usize) -> String {
        let pages = self.range(unit);
        let print = match self.print {
            1 => "print once".to_owned(),
            n => format!("print {n} times"),
        };
        let stock = self.stock.as_ref().map_or_else(String::new, |s| format!(", {s}"));
        let sides = match self.sides.edge() {
            Some(edge) => format!(", two-sided, flip on the {edge} edge"),
            None if self.empty => ", other side left empty".to_owned(),
            None if self.fold => ", one-sided, fold and glue, then cut".to_owned(),
            None => String::new(),
        };
        let stacked = self.stacked.map(|n| format!(", or {n} with the strips on top of each other"));
        let stacked = stacked.unwrap_or_default();
        let cuts =
            self.cuts.map_or_else(String::new, |n| format!(", {} a sheet{stacked}", several(n, "cut")));
        format!(
            "    {pages:<width$} {:<14} {}{stock}{sides}: {print}; {}{cuts}\n",
            [std::slice::from_ref(&self.component), &self.with].concat().join(", "),
            self.sheet,
            self.content
        )
    }

    fn json(&self) -> Value {
        let mut value = json!({
            "first-page": self.pages.0,
            "last-page": self.pages.1,
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
        if let Some((columns, rows)) = self.poster {
            value["poster"] = json!({ "columns": columns, "rows": rows });
        }
        value
    }
}
