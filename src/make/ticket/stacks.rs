//! Explains on a ticket how to cut and stack sheets with `--order stack`.

use hexpress_base::units::capital;
use hexpress_layout::{Content, PackFit, Plan, Setup, SheetPlan};
use hexpress_scene::print::setup::Order;

/// How far the middles of two pieces of one row may differ in height, in mm.
const SAME_ROW: f64 = 0.01;

/// Explains for each component how to cut its sheets together, and how to lay the stacks on one
/// another. Returns an empty text without `--order stack`.
pub fn instructions(plan: &Plan<'_>, setup: &Setup) -> String {
    if setup.print_setup.order_or_default() != Order::Stack || setup.print_setup.test_sheet {
        return String::new();
    }
    let mut text = String::new();
    let mut last: Option<&str> = None;
    for sheet in &plan.sheets {
        let (Content::Fronts(_, fit, pieces), name) = (&sheet.content, &*sheet.component.name) else {
            continue;
        };
        if last.replace(name) == Some(name) {
            continue;
        }
        if pieces.as_range().is_none() {
            let sheets = plan.sheets.iter().filter(|other| is_of(other, name)).count();
            let name = capital(name);
            text.push_str(&format!(
                "  {name}: put its {sheets} sheets in a pile in the order of the pages, the first on top, and cut the pile.\n"
            ));
            text.push_str(&order_of_stacks(fit, pieces.count()));
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

/// Explains in which order the stacks are laid on one another.
fn order_of_stacks(fit: &PackFit, stacks: usize) -> String {
    let mut rows: Vec<Vec<(f64, usize)>> = Vec::new();
    let mut slots: Vec<_> = fit.slots.iter().take(stacks).zip(1..).collect();
    slots.sort_by(|(a, _), (b, _)| a.middle.y.total_cmp(&b.middle.y));
    let mut height = f64::NEG_INFINITY;
    for (slot, number) in slots {
        if slot.middle.y - height > SAME_ROW {
            rows.push(Vec::new());
        }
        height = slot.middle.y;
        if let Some(row) = rows.last_mut() {
            row.push((slot.middle.x, number));
        }
    }
    rows.iter_mut().for_each(|row| row.sort_by(|a, b| a.0.total_cmp(&b.0)));
    if rows.iter().flatten().map(|(_, number)| *number).eq(1..=stacks) {
        return format!(
            "    Then lay the {stacks} stacks on one another, row by row from the top left: the first is on top.\n"
        );
    }
    let words = rows.iter().map(|row| {
        let numbers: Vec<String> = row.iter().map(|(_, number)| number.to_string()).collect();
        numbers.join(" ")
    });
    let numbers = words.collect::<Vec<_>>().join(" / ");
    format!(
        "    Then lay the {stacks} stacks on one another, the first on top. Their numbers, row by row: {numbers}.\n"
    )
}
