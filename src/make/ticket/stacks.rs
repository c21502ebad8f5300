//! Writes how to cut and stack sheets with `--order stack`. This text is a part of the ticket, a file
//! next to the PDF. The ticket tells the user or a copy shop what to print.
//!
//! - In: the sheets of a plan.
//! - Out: the order of the stacks, as text and as JSON.
//! - Not here: deciding which piece is on which sheet.

use serde_json::{Value, json};

use hexpress_base::units::capital;
use hexpress_layout::{Content, Plan, Setup, SheetPacking, SheetPlan};
use hexpress_scene::print::setup::Order;

/// The largest vertical distance between the centres of two neighbours in the same row, in mm.
const SAME_ROW: f64 = 0.01;

/// The stacks of pieces that result from cutting all sheets of a component in one pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutStacks {
    /// The numbers of the stacks, row by row, as they are on the sheet. The user puts the stacks on top
    /// of each other in the order of these numbers, which start at 1.
    rows: Vec<Vec<usize>>,
}

impl CutStacks {
    /// Returns the stacks of the component on a sheet. Returns `None` if the sheet has no fronts, or
    /// has consecutive pieces, which form no stacks.
    pub fn from_sheet(sheet: &SheetPlan<'_>) -> Option<Self> {
        match &sheet.content {
            Content::Fronts(_, packing, pieces) if pieces.as_range().is_none() => {
                Some(Self { rows: rows(packing, pieces.count()) })
            }
            _ => None,
        }
    }

    pub fn to_json(&self) -> Value {
        json!({ "count": self.count(), "rows": self.rows })
    }

    fn count(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// Returns the order in which the user puts the stacks on top of each other.
    fn instruction(&self) -> String {
        let count = self.count();
        if self.rows.iter().flatten().copied().eq(1..=count) {
            return format!(
                "    Then lay the {count} stacks on one another, row by row from the top left: the first is on top.\n"
            );
        }
        let words = self.rows.iter().map(|row| {
            let numbers: Vec<String> = row.iter().map(usize::to_string).collect();
            numbers.join(" ")
        });
        let numbers = words.collect::<Vec<_>>().join(" / ");
        format!(
            "    Then lay the {count} stacks on one another, the first on top. Their numbers, row by row: {numbers}.\n"
        )
    }
}

/// Returns, for each component, how to cut its sheets in one pile, and how to put the stacks on top of
/// each other. The text is empty without `--order stack`.
pub fn instructions(plan: &Plan<'_>, setup: &Setup) -> String {
    if setup.print_setup.order_or_default() != Order::Stack || setup.print_setup.test_sheet {
        return String::new();
    }
    let mut text = String::new();
    let mut last: Option<&str> = None;
    for sheet in plan.sheets.iter().filter(|sheet| matches!(sheet.content, Content::Fronts(..))) {
        let name = &*sheet.component.name;
        if last.replace(name) == Some(name) {
            continue;
        }
        if let Some(stacks) = CutStacks::from_sheet(sheet) {
            let sheets = plan.sheets.iter().filter(|other| is_of(other, name)).count();
            let name = capital(name);
            text.push_str(&format!(
                "  {name}: put its {sheets} sheets in a pile in the order of the pages, the first on top, and cut the pile.\n"
            ));
            text.push_str(&stacks.instruction());
        }
    }
    if text.is_empty() {
        text.push_str("  --order stack changes nothing: no component has stacks of pieces.\n");
    }
    text
}

/// Returns whether a sheet has the fronts of this component.
fn is_of(sheet: &SheetPlan<'_>, name: &str) -> bool {
    matches!(sheet.content, Content::Fronts(..)) && &*sheet.component.name == name
}

/// Returns the numbers of the stacks, row by row from the top left.
fn rows(packing: &SheetPacking, stacks: usize) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<(f64, usize)>> = Vec::new();
    let mut slots: Vec<_> = packing.slots.iter().take(stacks).zip(1..).collect();
    slots.sort_by(|(a, _), (b, _)| a.centre.y.total_cmp(&b.centre.y));
    let mut height = f64::NEG_INFINITY;
    for (slot, number) in slots {
        if slot.centre.y - height > SAME_ROW {
            rows.push(Vec::new());
        }
        height = slot.centre.y;
        if let Some(row) = rows.last_mut() {
            row.push((slot.centre.x, number));
        }
    }
    rows.iter_mut().for_each(|row| row.sort_by(|a, b| a.0.total_cmp(&b.0)));
    rows.into_iter().map(|row| row.into_iter().map(|(_, number)| number).collect()).collect()
}
