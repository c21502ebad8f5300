//! Readings, asked for one after the other.

use crate::base::units::Trimmed;
use crate::cli::io::Output;
use crate::diag::{Result, codes};
use crate::print::profile::readings::{COUNT, Group, Reading, number};
use crate::print::setup::Cutter;

/// The reading that a text says, in mm.
///
/// # Errors
/// Why it cannot be.
pub fn value(reading: &Reading, typed: &str) -> Result<f64, String> {
    let Some(mm) = number(typed) else {
        return Err(format!("a number of millimetres is meant, such as {}", right(reading)));
    };
    let (least, most) = reading.bounds;
    if (least..=most).contains(&mm) {
        return Ok(mm);
    }
    let (least, most) = (Trimmed(least.round()), Trimmed(most.round()));
    Err(match reading.group {
        Group::Light | Group::Reach => format!("its scale goes from {least} to {most}"),
        _ => format!(
            "{} mm cannot be where {} mm would be right: {least} to {most} mm",
            Trimmed(mm),
            right(reading)
        ),
    })
}

fn right(reading: &Reading) -> Trimmed {
    Trimmed((reading.right * 10.0).round() / 10.0)
}

/// Asks for all readings.
///
/// # Errors
/// That nothing more was typed before the last of them.
pub fn readings(known: &[Reading; COUNT], output: &mut Output) -> Result<[f64; COUNT]> {
    output.ask("Type each reading in millimetres, then Enter. Enter alone takes the number in brackets.\n");
    let mut read = known.clone().map(|reading| reading.right);
    let mut group = None;
    for (reading, mm) in known.iter().zip(&mut read) {
        if group != Some(reading.group) {
            group = Some(reading.group);
            output.ask(&format!("\n{}.\n", reading.group.what()));
        }
        loop {
            output.ask(&format!("  {}  {} [{}]: ", reading.letter, reading.what, right(reading)));
            let Some(typed) = output.answer() else {
                output.ask("\n\n");
                let message = format!("nothing more is typed, and reading {} is asked for", reading.letter);
                let hint = "Enter takes what is right; or all at once: --readings A=189.5,B=276";
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
                Err(what) => output.ask(&format!("     {what}. Again:\n")),
            }
        }
    }
    Ok(read)
}

/// Asks what pieces are cut with; none where that is left open.
pub fn cut(output: &mut Output) -> Option<Cutter> {
    let words: Vec<_> = Cutter::ALL.iter().map(|one| one.word()).collect();
    loop {
        output.ask(&format!("\nWhat do you cut with: {}? Enter leaves it open: ", words.join(", ")));
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
