//! Which sheets go into which PDF: all into one, or a stack for each way of printing.

use std::ops::Range;

use super::some;
use crate::layout::{Aside, Content, Plan, SheetPlan};
use crate::model::Body;
use crate::record::Options;

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

/// Says on every sheet which page of which PDF it is, and gives the sheets of each file. The cut plans of a file's sheets
/// end it.
pub fn name_pages(plan: &mut Plan<'_>, stem: &str, options: &Options) -> Vec<Stack> {
    let some = some(options);
    plan.drop_blanks();
    let split = options.split && !options.house.test_sheet;
    if split && options.house.cut_plan {
        plans_to_their_stacks(plan);
    }
    let mut stacks = stacks(plan, split);
    let mut ranges: Vec<Range<usize>> = stacks.iter().map(|stack| stack.sheets.clone()).collect();
    plan.keep_in_step(&mut ranges);
    for (stack, sheets) in stacks.iter_mut().zip(&ranges) {
        stack.sheets = sheets.clone();
    }
    if split {
        plan.number_cut_plans(&ranges);
    }
    for stack in &stacks {
        let name = match &stack.name {
            Some(component) => format!("{stem}-{component}{some}.pdf"),
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
    matches!(sheet.content, Content::Aside(Aside::Cuts(_)))
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
            Body::Deck(deck) => deck.blank.as_ref().map(|blank| &*blank.name),
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

/// All sheets in one stack, or a stack for each run of sheets that are printed differently: other paper,
/// other stock, other number of copies. A cut plan goes with the sheets before it.
fn stacks(plan: &Plan<'_>, split: bool) -> Vec<Stack> {
    if !split {
        return vec![Stack { name: None, components: names(&plan.sheets), sheets: 0..plan.sheets.len() }];
    }
    let mut stacks = Vec::new();
    let mut start = 0;
    for end in 1..=plan.sheets.len() {
        let goes_on =
            |next: &SheetPlan<'_>| is_cut_plan(next) || Way::of(next) == Way::of(&plan.sheets[start]);
        if !plan.sheets.get(end).is_some_and(goes_on) {
            let components = names(&plan.sheets[start..end]);
            stacks.push(Stack { name: components.first().cloned(), components, sheets: start..end });
            start = end;
        }
    }
    stacks
}
