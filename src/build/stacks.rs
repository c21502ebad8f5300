//! Which sheets go into which PDF: one for each size of paper, one for each way of printing, or all into one.

use std::ops::Range;

use super::some;
use crate::layout::{Content, ExtraSheet, Plan, SheetPlan};
use crate::model::Body;
use crate::print::paper::sheet_word;
use crate::record::{FilePart, Options};

/// Sheets that go into one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// What its file has in its name beside the game and the paper: a component, or the word of its sheets; none where
    /// everything is in one file.
    pub name: Option<String>,
    /// Which of the files it is, where there is one for each size of paper.
    pub part: Option<FilePart>,
    /// Its components.
    pub components: Vec<String>,
    /// Which of the plan's sheets.
    pub sheets: Range<usize>,
}

/// Says on every sheet which page of which PDF it is, and gives the sheets of each file. The cut plans of a file's sheets
/// end it.
pub fn name_pages(plan: &mut Plan<'_>, stem: &str, options: &Options) -> Vec<Stack> {
    let some = some(options);
    plan.drop_blanks();
    let mut stacks = match (options.split && !options.print_setup.test_sheet, options.one_file) {
        (true, _) => {
            if options.print_setup.cut_plan {
                plans_to_their_stacks(plan);
            }
            by_way(plan)
        }
        (false, true) => vec![whole(plan)],
        (false, false) => by_size(plan),
    };
    let mut ranges: Vec<Range<usize>> = stacks.iter().map(|stack| stack.sheets.clone()).collect();
    plan.keep_in_step(&mut ranges);
    for (stack, sheets) in stacks.iter_mut().zip(&ranges) {
        stack.sheets = sheets.clone();
    }
    plan.number_cut_plans(&ranges);
    for stack in &stacks {
        let name = match &stack.name {
            Some(name) => format!("{stem}-{name}{some}.pdf"),
            None => format!("{stem}{some}.pdf"),
        };
        let pages = stack.sheets.len();
        for (page, index) in (1..).zip(stack.sheets.clone()) {
            if let Some(line) = plan.files.get_mut(index) {
                line.name.clone_from(&name);
                (line.page, line.pages) = (page, pages);
            }
        }
    }
    stacks
}

fn is_cut_plan(sheet: &SheetPlan<'_>) -> bool {
    matches!(sheet.content, Content::ExtraSheet(ExtraSheet::Cuts(_)))
}

/// The different components of some sheets.
fn names(sheets: &[SheetPlan<'_>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for sheet in sheets.iter().filter(|sheet| !is_cut_plan(sheet)) {
        if names.last().is_none_or(|last| *last != *sheet.component.name) {
            names.push(sheet.component.name.to_string());
        }
    }
    names
}

/// Moves each cut plan from the end of all sheets to the end of those that are printed like the ones it is for.
fn plans_to_their_stacks(plan: &mut Plan<'_>) {
    let (plans, printed): (Vec<_>, Vec<_>) =
        std::mem::take(&mut plan.sheets).into_iter().partition(is_cut_plan);
    // Both stand in the order of the components.
    let (mut plans, mut printed) = (plans.into_iter().peekable(), printed.into_iter().peekable());
    while let Some(first) = printed.next() {
        let way = Way::of(&first);
        let mut stack = vec![first];
        while let Some(sheet) = printed.next_if(|sheet| Way::of(sheet) == way) {
            stack.push(sheet);
        }
        let own =
            |plan: &SheetPlan<'_>| stack.iter().any(|sheet| sheet.component.name == plan.component.name);
        let mut ends = Vec::new();
        while let Some(plan) = plans.next_if(own) {
            ends.push(plan);
        }
        plan.sheets.append(&mut stack);
        plan.sheets.append(&mut ends);
    }
}

/// How a sheet is printed.
#[derive(PartialEq)]
struct Way<'a> {
    /// Width and height of the paper in mm as it stands upright.
    paper: (f64, f64),
    stock: Option<&'a str>,
    /// What a sheet is called that is cut already.
    cut_already: Option<&'a str>,
    copies: u32,
}

impl<'a> Way<'a> {
    fn of(sheet: &SheetPlan<'a>) -> Self {
        let size = sheet.size;
        let cut_already = match &sheet.component.body {
            Body::Deck(deck) => deck.die_sheet.as_ref().map(|blank| &*blank.name),
            Body::Board(_) => None,
        };
        Self {
            paper: (size.width.min(size.height), size.width.max(size.height)),
            stock: sheet.component.stock.as_deref(),
            cut_already,
            copies: sheet.component.print,
        }
    }
}

/// All sheets in one stack.
fn whole(plan: &Plan<'_>) -> Stack {
    Stack { name: None, part: None, components: names(&plan.sheets), sheets: 0..plan.sheets.len() }
}

/// A stack for each size of paper, upright or lying: a print queue decides once for all pages of a file whether it
/// scales them. Sheets keep their order within a stack; a cut plan is as large as the sheets that it is for.
fn by_size(plan: &mut Plan<'_>) -> Vec<Stack> {
    let word = |sheet: &SheetPlan<'_>| sheet_word(sheet.size);
    let mut words: Vec<String> = Vec::new();
    for sheet in &plan.sheets {
        let word = word(sheet);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.len() < 2 {
        return vec![whole(plan)];
    }
    plan.sheets.sort_by_cached_key(|sheet| words.iter().position(|one| *one == word(sheet)));
    let mut start = 0;
    let stack = |own: &String| {
        let count = plan.sheets.iter().skip(start).take_while(|sheet| word(sheet) == *own).count();
        let sheets = start..start + count;
        start = sheets.end;
        let components = names(&plan.sheets[sheets.clone()]);
        let part = FilePart { sheet: own.clone(), components: components.clone(), of: words.clone() };
        Stack { name: Some(own.clone()), part: Some(part), components, sheets }
    };
    words.iter().map(stack).collect()
}

/// A stack for each run of sheets that are printed differently: other paper, other stock, other number of copies. A
/// cut plan goes with the sheets before it.
fn by_way(plan: &Plan<'_>) -> Vec<Stack> {
    let mut stacks = Vec::new();
    let mut start = 0;
    for end in 1..=plan.sheets.len() {
        let goes_on =
            |next: &SheetPlan<'_>| is_cut_plan(next) || Way::of(next) == Way::of(&plan.sheets[start]);
        if !plan.sheets.get(end).is_some_and(goes_on) {
            let components = names(&plan.sheets[start..end]);
            stacks.push(Stack {
                name: components.first().cloned(),
                part: None,
                components,
                sheets: start..end,
            });
            start = end;
        }
    }
    stacks
}
