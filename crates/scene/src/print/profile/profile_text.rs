//! Writes a profile as a file that the user can read and change.
//!
//! - In: a profile, and remarks that say where its numbers come from.
//! - Out: the text of the file.
//! - Not here: reading the file.

use super::super::furniture::{FurnitureSettings, RulerCorner, WordsEdge};
use super::{PrintedSide, Profile};
use hexpress_base::units::ShortNumber;

/// Returns the text of a profile's file. `remarks` say where the numbers come from.
pub fn profile_text(profile: &Profile, remarks: &[String]) -> String {
    let mut text = String::from(
        "# The errors of a printer. `hexpress build --printer THIS-FILE` corrects them.\n\
         # You can change every value; a value that is left out corrects nothing.\n",
    );
    for remark in remarks {
        text.push_str(&format!("# {remark}\n"));
    }
    let setup = profile.print_setup;
    let [unprintable, margin] =
        [profile.unprintable, profile.margin].map(|margins| margins.map(|margins| margins.typed()));
    let (backs, cut) = (setup.backs.map(|backs| backs.word()), setup.cut.map(|cut| cut.word()));
    let (marks, ink) = (setup.marks.map(|marks| marks.word()), setup.ink.map(|ink| ink.word()));
    for row in [
        ProfileRow::new("name", Some(&profile.name), "", "your name for the printer"),
        ProfileRow::new("paper", profile.paper.as_deref(), "a4", "the paper, unless --paper is given"),
        ProfileRow::new(
            "backs",
            backs,
            "flip-long",
            "how the printer turns sheets over, unless --backs is given",
        ),
        ProfileRow::new("cut", cut, "knife", "what you cut with, unless --cut is given"),
        ProfileRow::new("marks", marks, "edge", "the cut marks, if the layout sets none"),
        ProfileRow::new("ink", ink, "full", "how much ink to use, unless --ink is given"),
        ProfileRow::new(
            "reach",
            unprintable.as_deref(),
            "4.5mm",
            "the strips at the edges that the printer cannot print",
        ),
        ProfileRow::new("margin", margin.as_deref(), "6mm", "the margins, unless --margin is given"),
    ] {
        text.push_str(&row.line());
    }
    text.push_str(&furniture(&profile.furniture));
    for (name, side) in [("front", &profile.front), ("back", &profile.back)] {
        text.push_str(&format!("\n[{name}]\n{}", lines(side)));
    }
    text
}

/// Returns the TOML table of page furniture. If the profile sets no furniture, the table is commented
/// out.
fn furniture(settings: &FurnitureSettings) -> String {
    let rulers = settings.rulers.map(RulerCorner::word);
    let length = settings.length.map(|cm| format!("{}mm", u32::from(cm) * 10));
    let words = settings.words.map(WordsEdge::word);
    let ink = settings.ink.map(|ink| format!("{}%", ShortNumber(ink * 100.0)));
    let weight = settings.weight.map(|mm| format!("{}mm", ShortNumber(mm)));
    let rows = [
        ProfileRow::new("ink", ink.as_deref(), "60%", "the percentage of black in the grey"),
        ProfileRow::new("weight", weight.as_deref(), "0.1mm", "the width of lines"),
        ProfileRow::new("rulers", rulers, "top-left", "the corner with the rulers"),
        ProfileRow::new("length", length.as_deref(), "100mm", "the length of rulers"),
        ProfileRow::new("words", words, "top", "the edge with the line of text"),
    ];
    let is_set = |row: &&ProfileRow<'_>| row.value.is_some();
    let example = |row: &&ProfileRow<'_>| row.key == "length";
    let (mark, lines): (_, String) = if rows.iter().any(|row| is_set(&row)) {
        ("", rows.iter().filter(is_set).map(ProfileRow::line).collect())
    } else {
        ("# ", rows.iter().filter(example).map(ProfileRow::line).collect())
    };
    let head = format!("{mark}[furniture]");
    format!("\n{head:<28} # rulers, marks and text, if the layout sets none\n{lines}")
}

/// A line of the file: a key and its value.
struct ProfileRow<'v> {
    key: &'static str,
    value: Option<&'v str>,
    /// An example value. If the profile does not set the key, the line is commented out and contains
    /// this value.
    example: &'static str,
    explanation: &'static str,
}

impl<'v> ProfileRow<'v> {
    fn new(
        key: &'static str,
        value: Option<&'v str>,
        example: &'static str,
        explanation: &'static str,
    ) -> Self {
        Self { key, value, example, explanation }
    }

    fn line(&self) -> String {
        let entry = match self.value {
            Some(value) => format!("{:<6} = {}", self.key, quoted(value)),
            None => format!("# {} = {}", self.key, quoted(self.example)),
        };
        format!("{entry:<28} # {}\n", self.explanation)
    }
}

/// Returns a text as a basic string of TOML.
fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns the lines for one side. Percents, millimetres and degrees are rounded to hundredths.
fn lines(side: &PrintedSide) -> String {
    let [x, y] = [side.scale.across, side.scale.down].map(|factor| ShortNumber::hundredths(factor * 100.0));
    let [right, down] = [side.offset.x, side.offset.y].map(ShortNumber::hundredths);
    let rows = [
        (format!("scale  = \"{x} x {y}%\""), "what 100 mm become, across and down"),
        (format!("offset = \"{right} {down}mm\""), "how far the print is shifted to the right and down"),
        (
            format!("skew   = {}", ShortNumber::hundredths(side.skew)),
            "by how many degrees the print is turned \
            clockwise",
        ),
        (
            format!("angle  = {}", ShortNumber::hundredths(side.angle)),
            "the angle between horizontal and vertical lines, in degrees",
        ),
    ];
    rows.map(|(entry, explanation)| format!("{entry:<28} # {explanation}\n")).concat()
}
