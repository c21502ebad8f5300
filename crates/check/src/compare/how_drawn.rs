//! In what the manner differs in which two marks are drawn that lie at one place and have one colour.

use super::marks::SAME;
use super::marks::{ByViewer, Mark, What, same_dashes};
use crate::check::fault::mm;
use crate::read::{Stroke, Text};

/// What is other about a mark, as words that go on from its name.
pub fn difference(found: &Mark, made: &Mark) -> String {
    if found.by_viewer == Some(ByViewer::Printed) {
        return "is left out or replaced where some programs print it".to_owned();
    }
    if (found.cover - made.cover).abs() > 0.004 {
        let share = |mark: &Mark| format!("{:.0} %", mark.cover * 100.0);
        return format!("covers {} of what is below it, not {}", share(found), share(made));
    }
    if found.is_patterned {
        return "is filled with a pattern".to_owned();
    }
    match (&found.what, &made.what) {
        (What::Line(_, a), What::Line(_, b)) if !same_dashes(a, b) => {
            format!("is {}, not {}", dashes(a), dashes(b))
        }
        (What::Line(..), What::Line(..)) if has_other_form(found, made) => "takes another way".to_owned(),
        (What::Line(..), What::Line(..)) => "has other ends or corners, or is blended or cut".to_owned(),
        (What::Surface(..), What::Surface(..)) if has_other_form(found, made) => {
            "has another outline".to_owned()
        }
        (What::Surface(..), What::Surface(..)) => {
            "has other holes, or is shaded, blended or cut in another way".to_owned()
        }
        (What::Words(a), What::Words(b)) => letters(a, b),
        (What::Picture(..), What::Picture(..)) if has_other_form(found, made) => {
            "is turned or distorted".to_owned()
        }
        (What::Picture(..), What::Picture(..)) => "has other pixels, or is masked or blended".to_owned(),
        _ => "is drawn in another way".to_owned(),
    }
}

fn has_other_form(found: &Mark, made: &Mark) -> bool {
    !found.is_formed_as(made)
}

/// The dashes of a line, in words.
fn dashes(line: &Stroke) -> String {
    if line.dash.is_empty() {
        return "solid".to_owned();
    }
    let lengths: Vec<String> = line.dash.iter().map(|length| mm(*length)).collect();
    let from = if line.phase > SAME { format!(" from {} on", mm(line.phase)) } else { String::new() };
    format!("dashed {}{from}", lengths.join(", "))
}

fn letters(found: &Text, made: &Text) -> String {
    let turned = (found.angle - made.angle).rem_euclid(360.0);
    let turned = turned.min(360.0 - turned);
    if turned >= 0.5 {
        format!("is turned by {turned:.1} degrees")
    } else if found.font != made.font && !found.font.is_empty() && !made.font.is_empty() {
        format!("is set in {}, not {}", found.font, made.font)
    } else if (found.balance.middle - made.balance.middle).hypot() > SAME / 2.0 {
        "has its letters in other places".to_owned()
    } else {
        "has other letter forms, or is outlined, blended or cut".to_owned()
    }
}
