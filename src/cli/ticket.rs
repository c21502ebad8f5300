//! The job ticket: what to print, on what, how often. One could send it to a copy shop.

use std::ops::Range;

use serde_json::{Value, json};

use crate::layout::{Content, Plan, Setup, SheetPlan};
use crate::model::{Body, Component, Deck, Outline};
use crate::paper::{SheetClass, sheet_name};
use crate::units::Trimmed;

/// Sheets that go into one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// The component that the file is named after; none where everything is in one file.
    pub name: Option<String>,
    /// Its components.
    pub components: Vec<String>,
    /// Which of the plan's sheets.
    pub sheets: Range<usize>,
}

/// A stack that was written.
#[derive(Debug)]
pub struct Printed<'a> {
    /// What is in it.
    pub stack: &'a Stack,
    /// Its file.
    pub path: String,
    /// Its size.
    pub bytes: usize,
}

/// All sheets in one stack, or a stack for each run of sheets that are printed differently: other paper,
/// other stock, other number of copies.
#[must_use]
pub fn stacks(plan: &Plan<'_>, split: bool) -> Vec<Stack> {
    let names = |range: Range<usize>| {
        let mut names: Vec<String> = Vec::new();
        for sheet in &plan.sheets[range] {
            if names.last().is_none_or(|last| *last != *sheet.component.name) {
                names.push(sheet.component.name.to_string());
            }
        }
        names
    };
    if !split {
        let all = 0..plan.sheets.len();
        return vec![Stack { name: None, components: names(all.clone()), sheets: all }];
    }
    let way = |sheet: &SheetPlan<'_>| {
        let (w, h) = (sheet.size.width.min(sheet.size.height), sheet.size.width.max(sheet.size.height));
        (w.to_bits(), h.to_bits(), sheet.component.stock.clone(), sheet.component.print)
    };
    let mut stacks = Vec::new();
    let mut start = 0;
    for end in 1..=plan.sheets.len() {
        if end == plan.sheets.len() || way(&plan.sheets[end]) != way(&plan.sheets[start]) {
            let components = names(start..end);
            stacks.push(Stack { name: components.first().cloned(), components, sheets: start..end });
            start = end;
        }
    }
    stacks
}

/// What a component prints, in a few words: `board of 37 hexagons`, `18 movement cards`.
#[must_use]
pub fn contents(component: &Component) -> String {
    match &component.body {
        Body::Board(board) => format!("{} of {} hexagons", component.name, board.cells.len()),
        Body::Deck(deck) => {
            let each = deck.pieces.len() * component.print as usize;
            format!("{each} {}", component.name)
        }
    }
}

/// The ticket of one game, for people and for programs.
#[must_use]
pub fn ticket(plan: &Plan<'_>, setup: &Setup, printed: &[Printed<'_>]) -> (String, Value) {
    let game = plan.game();
    let mut text = format!("{}\n", game.title);
    let mut files = Vec::new();
    for file in printed {
        let pages = file.stack.sheets.len();
        let plural = if pages == 1 { "page" } else { "pages" };
        text.push_str(&format!("  {}   {pages} {plural}, {} KB\n", file.path, file.bytes.div_ceil(1000)));
        let mut rows = Vec::new();
        for run in runs(plan, file.stack.sheets.clone()) {
            let row = row(plan, &run, file.stack.sheets.start);
            text.push_str(&row.text());
            rows.push(row.json());
        }
        files.push(json!({ "path": file.path, "pages": pages, "bytes": file.bytes, "sheets": rows }));
    }
    let sides = if plan.sheets.iter().any(|s| matches!(s.content, Content::Backs(..))) {
        "backs behind their fronts"
    } else {
        "one-sided"
    };
    text.push_str(&format!(
        "  Print at 100 % (\"actual size\"), {sides}, not \"fit to page\"; then hold a ruler to the ruler on the sheet.\n"
    ));
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
        text.push_str("  The layout travels inside the PDF, so that it can be built again (embed = false leaves it out).\n");
    }
    text.push('\n');
    (text, Value::Array(files))
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
    cuts: Option<u32>,
}

fn row(plan: &Plan<'_>, run: &Range<usize>, first: usize) -> Row {
    let sheet = &plan.sheets[run.start];
    let component = sheet.component;
    let (content, cuts) = match &sheet.content {
        Content::Board(board, fit) => {
            let across = crate::hex::across_from_side(fit.side);
            (format!("{} hexagons, {} mm across", board.cells.len(), Trimmed(across)), None)
        }
        Content::Fronts(deck, fit, _) | Content::Backs(deck, fit, _) => (pieces(deck, fit.piece), fit.cuts),
    };
    let backs = plan.sheets[run.clone()].iter().any(|s| matches!(s.content, Content::Backs(..)));
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
    let count = deck.pieces.len();
    let plural = if count == 1 { "" } else { "s" };
    let (w, h) = (Trimmed(size.width), Trimmed(size.height));
    let across = Trimmed(size.width.min(size.height));
    match deck.outline {
        Outline::Rectangle(_) => format!("{count} piece{plural} of {w} x {h} mm"),
        Outline::Hexagon(_) => format!("{count} hexagon{plural}, {across} mm across"),
        Outline::Disc => format!("{count} disc{plural}, {across} mm across"),
    }
}

impl Row {
    fn text(&self) -> String {
        let (from, to) = self.pages;
        let pages = if from == to { format!("page {from}") } else { format!("pages {from}-{to}") };
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
