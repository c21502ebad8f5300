//! A profile as a file that somebody can read and change.

use super::{PrintedSide, Profile};
use crate::base::units::Trimmed;
use crate::print::margins::Margins;

/// The text of a profile's file; `remarks` say where its numbers come from.
pub fn profile_text(profile: &Profile, remarks: &[String]) -> String {
    let mut text = String::from(
        "# What a printer does to a sheet. `hexpress build --printer THIS-FILE` undoes it.\n\
         # Change what you like: what is left out is as if nothing were wrong.\n",
    );
    for remark in remarks {
        text.push_str(&format!("# {remark}\n"));
    }
    let mut line = |key: &str, value: Option<String>, example: &str, what: &str| {
        let said = match value {
            Some(value) => format!("{key:<6} = {value}"),
            // There to be filled in.
            None => format!("# {key} = {example}"),
        };
        text.push_str(&format!("{said:<28} # {what}\n"));
    };
    let quoted = |value: &str| format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""));
    let mm = |value: Option<Margins>| value.map(|margins| quoted(&margins.typed()));
    line("name", Some(quoted(&profile.name)), "", "what you call it");
    line("paper", profile.paper.as_deref().map(quoted), "\"a4\"", "what --paper says where you do not");
    let print_setup = profile.print_setup;
    let backs = print_setup.backs.map(|w| quoted(w.word()));
    line("backs", backs, "\"flip-long\"", "how it turns sheets over: --backs");
    line("cut", print_setup.cut.map(|w| quoted(w.word())), "\"knife\"", "what you cut with: --cut");
    let marks = print_setup.marks.map(|w| quoted(w.word()));
    line("marks", marks, "\"edge\"", "what shows where to cut, where a layout leaves it open");
    line("ink", print_setup.ink.map(|w| quoted(w.word())), "\"full\"", "how much colour: --ink");
    line("reach", mm(profile.reach), "\"4.5mm\"", "how near to the edges it prints");
    line("margin", mm(profile.margin), "\"6mm\"", "what is left free along the edges: --margin");
    for (name, side) in [("front", &profile.front), ("back", &profile.back)] {
        text.push_str(&format!("\n[{name}]\n{}", lines(side)));
    }
    text
}

fn lines(side: &PrintedSide) -> String {
    // Hundredths of a percent, of a millimetre and of a degree: finer than any ruler.
    let fine = Trimmed::hundredths;
    let (x, y) = (fine(side.scale.0 * 100.0), fine(side.scale.1 * 100.0));
    let (right, down) = (fine(side.offset.0), fine(side.offset.1));
    let rows = [
        (format!("scale  = \"{x} x {y}%\""), "what 100 mm become, across and down"),
        (format!("offset = \"{right} {down}mm\""), "how far the print lies to the right and down"),
        (format!("skew   = {}", fine(side.skew)), "degrees by which it is turned clockwise"),
        (format!("angle  = {}", fine(side.angle)), "degrees between lying and upright lines"),
    ];
    rows.map(|(said, what)| format!("{said:<28} # {what}\n")).concat()
}
