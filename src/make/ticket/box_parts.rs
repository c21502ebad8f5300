//! Writes how to glue the parts of a box together. This text is a part of the ticket, a file next to
//! the PDF. The ticket tells the user or a copy shop what to print.
//!
//! - In: the sheets of a plan.
//! - Out: the instructions for glueing. The text is empty if no box is divided into parts.
//! - Not here: dividing boxes into parts.

use hexpress_base::units::capital;
use hexpress_game::pieces::{Joint, NetPart};
use hexpress_layout::{Plan, Setup, SheetPlan, hint_to_print_box_whole};

/// Returns the order in which the parts of a box are glued, for each box that is larger than its sheet.
pub fn instructions(plan: &Plan<'_>, setup: &Setup) -> String {
    let mut text = String::new();
    let mut known: Vec<&str> = Vec::new();
    let components = plan.sheets.iter().flat_map(SheetPlan::parts).map(|part| part.component);
    for (component, part) in components.filter_map(|component| Some((component, component.box_part()?))) {
        if known.contains(&&*part.of) {
            continue;
        }
        known.push(&part.of);
        let (name, count) = (capital(&part.of), part.count);
        text.push_str(&format!(
            "  {name} is in {count} parts: cut them out, and glue them together before you fold the box.\n"
        ));
        let steps: Vec<String> = part.whole.joints.iter().map(step).collect();
        text.push_str(&format!("    Glue the strips in this order: {}.\n", steps.join(", ")));
        if let Some(hint) = hint_to_print_box_whole(component, setup) {
            text.push_str(&format!("    {}.\n", capital(&hint)));
        }
    }
    text
}

fn step(joint: &Joint) -> String {
    let [strip, over] = [joint.strip_of, joint.over].map(NetPart::letter);
    format!("{strip} under {over}")
}
