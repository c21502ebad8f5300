//! Asks for the readings of a calibration sheet, one after the other.
//!
//! - In: the readings to ask for, and the lines that the user types.
//! - Out: the values in mm, and the tool that cuts the pieces.

use crate::cli::io::Output;
use hexpress_base::diag::{Result, codes};
use hexpress_base::units::ShortNumber;
use hexpress_scene::print::profile::readings::{COUNT, Reading, ReadingGroup, number};
use hexpress_scene::print::setup::Cutter;

/// Parses what the user typed for a reading, and returns the value in mm.
///
/// # Errors
/// The text is not a number, or the value is out of range. The error is the text of a message.
pub fn value(reading: &Reading, typed: &str) -> Result<f64, String> {
    let Some(mm) = number(typed) else {
        return Err(format!("expected a number of millimetres, such as {}", right(reading)));
    };
    let (least, most) = reading.bounds;
    if (least..=most).contains(&mm) {
        return Ok(mm);
    }
    let (lower, upper) = (ShortNumber(least.round()), ShortNumber(most.round()));
    Err(match reading.group {
        ReadingGroup::Light | ReadingGroup::Unprintable => {
            format!("{} must be a number on its scale, from {lower} to {upper}", reading.letter)
        }
        _ => format!(
            "{} mm is too far from the expected {} mm; the value must be {lower} to {upper} mm",
            ShortNumber(mm),
            right(reading)
        ),
    })
}

/// Returns what the user would read from the sheet of a perfect printer, in mm, rounded to one decimal.
fn right(reading: &Reading) -> ShortNumber {
    ShortNumber::tenths(reading.right)
}

/// Asks for all readings. Repeats a question until the answer is a possible value.
///
/// # Errors
/// The input ends before the last reading.
pub fn readings(known: &[Reading; COUNT], output: &mut Output) -> Result<[f64; COUNT]> {
    output.ask("Type each reading in millimetres, then press Enter. Press only Enter to accept the number in brackets.\n");
    let mut values = known.clone().map(|reading| reading.right);
    let mut group = None;
    for (reading, mm) in known.iter().zip(&mut values) {
        if group != Some(reading.group) {
            group = Some(reading.group);
            output.ask(&format!("\n{}.\n", reading.group.what()));
        }
        loop {
            output.ask(&format!("  {}  {} [{}]: ", reading.letter, reading.what, right(reading)));
            let Some(typed) = output.answer() else {
                output.ask("\n\n");
                let message = format!("the input ended before a value for {} was typed", reading.letter);
                let hint = "press Enter at each question to accept the expected value, or give all values in the command: --readings A=189.5,B=276";
                return Err(codes::BAD_READING.error(message).hint(hint));
            };
            if typed.trim().is_empty() {
                break;
            }
            match value(reading, &typed) {
                Ok(typed) => {
                    *mm = typed;
                    break;
                }
                Err(what) => output.ask(&format!("     {what}. Try again:\n")),
            }
        }
    }
    Ok(values)
}

/// Asks for the user's cutting tool. Returns `None` if the user skips the question.
pub fn cut(output: &mut Output) -> Option<Cutter> {
    // `Captured` is not offered. It stands for the PDF of a cutting job, which belongs to a game and
    // not to a printer.
    let tools = Cutter::ALL.iter().filter(|tool| **tool != Cutter::Captured);
    let words: Vec<_> = tools.map(|tool| tool.word()).collect();
    loop {
        output.ask(&format!("\nWhich tool do you cut with: {}? Press Enter to skip: ", words.join(", ")));
        let typed = output.answer()?;
        if typed.trim().is_empty() {
            return None;
        }
        match typed.parse() {
            Ok(cutter) => return Some(cutter),
            Err(what) => output.ask(&format!("  {what}\n")),
        }
    }
}
