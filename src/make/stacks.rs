//! Which sheets go into which PDF: one for each size of paper, one for each way of printing, or all into one.

use crate::base::map::Map;
use std::ops::Range;
use std::sync::Arc;

use super::some;
use crate::layout::{Content, ExtraSheet, FileLine, Plan, SheetPlan};
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
        let name = stack.name.as_ref().map_or_else(String::new, |name| format!("-{name}"));
        let name = format!("{stem}{name}{some}.pdf");
        let pages = stack.sheets.len();
        let lines = plan.files.get_mut(stack.sheets.clone()).unwrap_or_default();
        for (page, line) in (1..).zip(lines) {
            *line = FileLine { name: name.clone(), page, pages };
        }
    }
    stacks
}

fn is_cut_plan(sheet: &SheetPlan<'_>) -> bool {
    matches!(sheet.content, Content::ExtraSheet(ExtraSheet::Cuts(_)))
}

/// The different components of some sheets.
fn names(sheets: &[SheetPlan<'_>]) -> Vec<String> {
    let printed = sheets.iter().filter(|sheet| !is_cut_plan(sheet));
    let mut names: Vec<String> = Vec::new();
    for part in printed.flat_map(SheetPlan::parts) {
        if !names.iter().any(|known| **known == *part.component.name) {
            names.push(part.component.name.to_string());
        }
    }
    names
}

/// Moves each cut plan from the end of all sheets to the end of those that are printed like the ones it is for.
fn plans_to_their_stacks(plan: &mut Plan<'_>) {
    let printed: Vec<_> = plan.sheets.iter().filter(|sheet| !is_cut_plan(sheet)).collect();
    let stacks = printed.chunk_by(|a, b| Way::of(a) == Way::of(b));
    // A component is printed in one way.
    let mut stack_of = Map::new();
    for (index, stack) in stacks.enumerate() {
        stack_of.extend(stack.iter().map(|sheet| (Arc::clone(&sheet.component.name), index)));
    }
    plan.sheets.sort_by_key(|sheet| (stack_of.get(&*sheet.component.name).copied(), is_cut_plan(sheet)));
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
    for word in plan.sheets.iter().map(word) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.len() < 2 {
        return vec![whole(plan)];
    }
    plan.sheets.sort_by_cached_key(|sheet| words.iter().position(|one| *one == word(sheet)));
    let alike = |a: &SheetPlan<'_>, b: &SheetPlan<'_>| word(a) == word(b);
    let stack = |sheets: Range<usize>| {
        let components = names(&plan.sheets[sheets.clone()]);
        let sheet = word(&plan.sheets[sheets.start]);
        let part = FilePart { sheet: sheet.clone(), components: components.clone(), of: words.clone() };
        Stack { name: Some(sheet), part: Some(part), components, sheets }
    };
    runs(&plan.sheets, alike).map(stack).collect()
}

/// Runs of sheets of which each two neighbours are `alike`.
pub fn runs<'p, 'a>(
    sheets: &'p [SheetPlan<'a>],
    alike: impl Fn(&SheetPlan<'a>, &SheetPlan<'a>) -> bool + 'p,
) -> impl Iterator<Item = Range<usize>> + 'p {
    let mut start = 0;
    sheets.chunk_by(alike).map(move |run| {
        start += run.len();
        start - run.len()..start
    })
}

/// A stack for each run of sheets that are printed differently: other paper, other stock, other number of copies. A
/// cut plan goes with the sheets before it.
fn by_way(plan: &Plan<'_>) -> Vec<Stack> {
    let alike = |a: &SheetPlan<'_>, next: &SheetPlan<'_>| is_cut_plan(next) || Way::of(a) == Way::of(next);
    let stack = |sheets: Range<usize>| {
        let components = names(&plan.sheets[sheets.clone()]);
        Stack { name: components.first().cloned(), part: None, components, sheets }
    };
    runs(&plan.sheets, alike).map(stack).collect()
}
