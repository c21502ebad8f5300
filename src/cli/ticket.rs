//! The job ticket: what to print, on what, how often. One could send it to a copy shop.

use std::ops::Range;

use serde_json::{Value, json};

use crate::house::Inking;
use crate::layout::{Content, Plan, Setup, SheetPlan};
use crate::model::{Body, Component, Deck, Drawn, Outline};
use crate::paper::{SheetClass, sheet_name};
use crate::press::Stack;
use crate::units::Trimmed;

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

/// What a component prints, in a few words: `board (37 hexagons)`, `start (1 disc)`.
#[must_use]
pub fn contents(component: &Component) -> String {
    match &component.body {
        Body::Board(board) => format!("{} ({})", component.name, counted(board.cells.len(), "hexagon")),
        Body::Deck(deck) => {
            let each = deck.pieces.len() * component.print as usize;
            format!("{} ({})", component.name, counted(each, piece_word(deck.outline)))
        }
    }
}

/// What one piece of this outline is called.
fn piece_word(outline: Outline) -> &'static str {
    match outline {
        Outline::Rectangle(_) => "piece",
        Outline::Hexagon(_) => "hexagon",
        Outline::Disc => "disc",
    }
}

/// `1 hexagon`, `2 hexagons`.
fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// The ticket of one game, for people and for programs; `pieces` are those that alone are printed, in words. Where
/// each sheet has a file of its own, `folder` is where they lie.
#[must_use]
pub fn ticket(
    plan: &Plan<'_>,
    setup: &Setup,
    pieces: &str,
    printed: &[Printed],
    folder: Option<&str>,
) -> (String, Value) {
    let game = plan.game();
    let title: Vec<_> = game.title.split_whitespace().collect();
    let mut text = format!("{}\n", title.join(" "));
    let mut files = Vec::new();
    for file in printed {
        let pages = file.stack.sheets.len();
        let first = file.stack.sheets.start;
        let rows: Vec<_> =
            runs(plan, file.stack.sheets.clone()).iter().map(|run| row(plan, run, first)).collect();
        if folder.is_none() {
            let pages = counted(pages, "page");
            text.push_str(&format!("  {}   {pages}, {} KB\n", file.path, file.bytes.div_ceil(1000)));
            rows.iter().for_each(|row| text.push_str(&row.text("page")));
        }
        let rows: Vec<_> = rows.iter().map(Row::json).collect();
        files.push(json!({ "path": file.path, "pages": pages, "bytes": file.bytes, "sheets": rows }));
    }
    if let Some(folder) = folder {
        text.push_str(&sheets_in(plan, folder, printed));
    }
    let mut decks: Vec<&str> = Vec::new();
    for (component, drawn) in plan.sheets.iter().filter_map(drawn) {
        if !decks.contains(&component.name.as_ref()) {
            decks.push(&component.name);
            text.push_str(&format!("  {}: {}.\n", component.name, super::deck::origin(drawn)));
        }
    }
    if !pieces.is_empty() {
        text.push_str(&format!("  Only these pieces: {pieces}.\n"));
    }
    let sides = if plan.sheets.iter().any(|s| matches!(s.content, Content::Backs(..))) {
        "backs behind their fronts"
    } else {
        "one-sided"
    };
    text.push_str(&format!(
        "  Print at 100 % (\"actual size\"), {sides}, not \"fit to page\"; then hold a ruler to the ruler on the sheet.\n"
    ));
    match setup.house.ink {
        None | Some(Inking::Full) => {}
        Some(ink) => {
            let pictures =
                if game.pictures.files() > 0 { "; pictures made of pixels keep their colours" } else { "" };
            text.push_str(&format!("  {}{pictures}.\n", capital(ink.words())));
        }
    }
    let large = plan.sheets.iter().find(|s| s.component.class == SheetClass::Large);
    if let Some(sheet) = large
        && setup.paper.large != setup.paper.small
    {
        text.push_str(&format!(
            "  {} needs {}: a copy shop has it, if your printer does not take it.\n",
            capital(&sheet.component.name),
            sheet_name(sheet.size),
        ));
    }
    if !game.bring.is_empty() {
        text.push_str(&format!("  You also need: {}.\n", game.bring.join(", ")));
    }
    if game.embed {
        let (what, out) = match (game.pictures.files(), folder) {
            (0, _) => ("The layout travels", "it"),
            (_, Some(_)) => ("The layout, without the files it names, travels", "it"),
            (1, None) => ("The layout and the file it names travel", "them"),
            (_, None) => ("The layout and the files it names travel", "them"),
        };
        let place = match folder {
            None => "the PDF, so that it can be built again",
            Some(_) => "each file",
        };
        text.push_str(&format!("  {what} inside {place} (embed = false leaves {out} out).\n"));
    }
    text.push('\n');
    (text, Value::Array(files))
}

/// The random deck on a sheet, and whose it is.
fn drawn<'a>(sheet: &SheetPlan<'a>) -> Option<(&'a Component, &'a Drawn)> {
    let Body::Deck(deck) = &sheet.component.body else { return None };
    Some((sheet.component, deck.drawn.as_deref()?))
}

/// The random decks that are printed, for programs; null where there is none.
#[must_use]
pub fn decks(plan: &Plan<'_>) -> Value {
    let mut decks = serde_json::Map::new();
    for (component, drawn) in plan.sheets.iter().filter_map(drawn) {
        decks.entry(component.name.as_ref()).or_insert_with(|| {
            json!({ "seed": drawn.seed, "tiles": drawn.tiles.len(), "of": drawn.classes, "sha256": drawn.hash })
        });
    }
    if decks.is_empty() { Value::Null } else { Value::Object(decks) }
}

/// What lies in a folder with a file for each sheet.
fn sheets_in(plan: &Plan<'_>, folder: &str, printed: &[Printed]) -> String {
    let bytes: usize = printed.iter().map(|file| file.bytes).sum();
    let sheets = counted(printed.len(), "sheet");
    let mut text = format!("  {folder}   {sheets}, {} KB\n", bytes.div_ceil(1000));
    for run in runs(plan, 0..printed.len()) {
        text.push_str(&row(plan, &run, 0).text("sheet"));
        let name = |index: usize| plan.files.get(index).map_or("", |line| line.name.as_str());
        let (first, last) = (name(run.start), name(run.end - 1));
        let names = if first == last { first.to_owned() } else { format!("{first} … {last}") };
        text.push_str(&format!("               {names}\n"));
    }
    text
}

/// Runs of sheets of one component.
fn runs(plan: &Plan<'_>, sheets: Range<usize>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for index in sheets {
        match runs.last_mut() {
            Some(run) if plan.sheets[run.start].component.name == plan.sheets[index].component.name => {
                run.end = index + 1;
            }
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

struct Row {
    pages: (usize, usize),
    component: String,
    sheet: String,
    stock: Option<String>,
    print: u32,
    sides: u32,
    content: String,
    cuts: Option<usize>,
}

fn row(plan: &Plan<'_>, run: &Range<usize>, first: usize) -> Row {
    let sheet = &plan.sheets[run.start];
    let component = sheet.component;
    let (content, cuts) = match &sheet.content {
        Content::Board(board, fit) => {
            let across = crate::hex::across_from_side(fit.side);
            (format!("{}, {} mm across", counted(board.cells.len(), "hexagon"), Trimmed(across)), None)
        }
        Content::Fronts(deck, fit, range) | Content::Backs(deck, fit, range) => {
            // The first sheet of a run is as full as any.
            let cuts = matches!(deck.outline, Outline::Rectangle(_)).then(|| fit.cuts(range.len()));
            (pieces(deck, fit.piece), cuts)
        }
    };
    // A front and its back may be two files.
    let same = |s: &&SheetPlan<'_>| s.component.name == component.name;
    let backs = plan.sheets.iter().filter(same).any(|s| matches!(s.content, Content::Backs(..)));
    Row {
        sides: if backs { 2 } else { 1 },
        pages: (run.start - first + 1, run.end - first),
        component: component.name.to_string(),
        sheet: sheet_name(sheet.size),
        stock: component.stock.clone(),
        print: component.print,
        content,
        cuts,
    }
}

/// How many pieces, of what size: hexagons and discs are measured across, from flat to flat.
fn pieces(deck: &Deck, size: kurbo::Size) -> String {
    let pieces = counted(deck.pieces.len(), piece_word(deck.outline));
    let (w, h) = (Trimmed(size.width), Trimmed(size.height));
    let across = Trimmed(size.width.min(size.height));
    match deck.outline {
        Outline::Rectangle(_) => format!("{pieces} of {w} x {h} mm"),
        Outline::Hexagon(_) | Outline::Disc => format!("{pieces}, {across} mm across"),
    }
}

impl Row {
    fn text(&self, unit: &str) -> String {
        let (from, to) = self.pages;
        let pages = if from == to { format!("{unit} {from}") } else { format!("{unit}s {from}-{to}") };
        let print = match self.print {
            1 => "print once".to_owned(),
            n => format!("print {n} times"),
        };
        let stock = self.stock.as_ref().map_or_else(String::new, |s| format!(", {s}"));
        let sides = if self.sides == 2 { ", two-sided" } else { "" };
        let cuts = self.cuts.map_or_else(String::new, |n| format!(", {n} cuts a sheet"));
        format!(
            "    {pages:<10} {:<14} {}{stock}{sides}: {print}; {}{cuts}\n",
            self.component, self.sheet, self.content
        )
    }

    fn json(&self) -> Value {
        json!({
            "first-page": self.pages.0,
            "last-page": self.pages.1,
            "component": self.component,
            "sheet": self.sheet,
            "stock": self.stock,
            "print": self.print,
            "sides": self.sides,
            "content": self.content,
            "cuts-a-sheet": self.cuts,
        })
    }
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
