//! `hexpress calibrate`: measures a printer.
//!
//! - In: the paper, or readings or scans of a printed calibration sheet.
//! - Out: the sheet as a PDF, or the profile of the printer as a TOML file.

mod ask;
pub mod calibrate_args;
mod scanned;

use std::path::Path;

use serde_json::{Value, json};

use self::calibrate_args::Calibrate;
use super::check::verdict_output;
use super::io::{Output, RunContext};
use crate::make;
use hexpress_base::diag::{Report, Result, codes, escape_name};
use hexpress_base::units::ShortNumber;
use hexpress_check::{JudgeOptions, TOLERANCE};
use hexpress_language::tables::profile::too_far;
use hexpress_scene::print::cuts::Blade;
use hexpress_scene::print::furniture::FurnitureSettings;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::paper::{PAPERS, PaperChoice, sheet_name};
use hexpress_scene::print::profile::fit::CrossResidual;
use hexpress_scene::print::profile::readings::{COUNT, Reading, readings};
use hexpress_scene::print::profile::{Marks, PrintedSide, Profile, ScaleFactors, called, fit, profile_text};
use hexpress_scene::print::setup::{Backs, Cutter, PrintSetup};
use hexpress_scene::text::Fonts;

/// The default paper. Most home printers can use it.
const PAPER: &str = "a4";
/// The file name of the profile if it is made from scans, and `--profile` is not typed.
const PROFILE: &str = "my-printer.toml";

/// Writes the calibration sheet, or makes a profile from the readings of a printed sheet.
///
/// # Errors
/// The arguments or the readings have mistakes.
pub fn run(args: &Calibrate, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    run_context.check_output_folder(&args.output)?;
    let paper = PaperChoice::parse(args.paper.as_deref().unwrap_or(PAPER))?;
    if !args.scan.is_empty() && !args.readings.is_empty() {
        let message = "--scan and --readings cannot be used together: each of them measures the sheet";
        return Err(codes::BAD_OPTION.error(message).hint("delete --scan or --readings").into());
    }
    match (&args.profile, &args.readings[..]) {
        (Some(file), _) => write_profile(file, &paper, args, run_context, output),
        (None, []) if !args.scan.is_empty() => {
            write_profile(Path::new(PROFILE), &paper, args, run_context, output)
        }
        (None, []) => write_sheet(&paper, args, run_context, output),
        (None, _) => {
            let message = "--readings requires --profile";
            let hint = "also name the profile that is written: --profile my-printer.toml";
            Err(codes::BAD_OPTION.error(message).hint(hint).into())
        }
    }
}

/// Returns the edge (long or short) over which the sheet is turned before its back is printed.
///
/// # Errors
/// The value of `--backs` does not turn sheets over.
fn flip(args: &Calibrate) -> Result<Backs> {
    match args.backs {
        None => Ok(Backs::FlipLong),
        Some(backs @ (Backs::FlipLong | Backs::FlipShort)) => Ok(backs),
        Some(backs) => {
            let message =
                format!("--backs {backs} is not possible: the calibration sheet is printed on both sides");
            Err(codes::BAD_OPTION.error(message).hint("write --backs flip-long or --backs flip-short"))
        }
    }
}

/// Writes the calibration sheet, and prints what the user should do with it.
fn write_sheet(
    paper: &PaperChoice,
    args: &Calibrate,
    run_context: &RunContext,
    output: &mut Output,
) -> Result<(), Report> {
    let flip = flip(args)?;
    let bytes = make::calibration(paper, flip, &Fonts::bundled())?;
    let path = args.output.join(format!("calibration-{}.pdf", paper.name));
    let size = bytes.len();
    run_context
        .save(&[(path.clone(), &bytes)])
        .map_err(|diagnostic| diagnostic.hint("choose another folder with --output DIR"))?;
    let shown = path.display().to_string();
    let mut names = vec![sheet_name(paper.small)];
    names.extend((paper.large != paper.small).then(|| sheet_name(paper.large)));
    let (edge, backs) = match flip {
        Backs::FlipShort => ("shorter", " --backs flip-short"),
        _ => ("longer", ""),
    };
    let known = PAPERS.iter().find(|known| known.size == (paper.small.width, paper.small.height));
    let paper_option = match known.map_or(paper.name.as_str(), |known| known.name) {
        PAPER => String::new(),
        name => format!(" --paper {name}"),
    };
    let instructions = format!(
        "{shown}   a sheet of {}, {} KB\n  Print both sides at 100 % (\"actual size\"), turned over the {edge} edge, on the \
         paper you print games on.\n  Then take a ruler and a lamp, and type what you read:\n    hexpress calibrate \
         --profile {PROFILE}{paper_option}{backs}\n  Or scan both sides:\n    hexpress calibrate --scan front.png \
         --scan back.png{paper_option}{backs}\n",
        names.join(" and one of "),
        size.div_ceil(1000),
    );
    let verdict = make::judge(
        [(shown.as_str(), bytes.as_slice())].into_iter(),
        None,
        TOLERANCE,
        JudgeOptions::default(),
    )?;
    verdict_output::show_faults(&verdict, None, output);
    output.result(
        &format!("{instructions}  {}.\n", verdict.summary()),
        json!({ "path": shown, "bytes": size, "sheets": names, "clean": !verdict.has_errors() }),
    );
    Ok(())
}

/// The errors of a printer, and texts about these errors.
struct Measurement {
    front: PrintedSide,
    back: PrintedSide,
    /// The widths of the strips along the edges on which the printer cannot print. `None` if they are
    /// unknown.
    unprintable: Option<Margins>,
    cut: Option<Cutter>,
    /// A comment for the profile. It says how the errors were measured.
    origin: String,
    /// The measured values of both sides, as text for people.
    text: String,
    doubts: Report,
    value: Value,
}

/// Writes the profile of a printer. With `--scan`, measures the errors of the printer in scans.
/// Otherwise computes them from the readings in `--readings`, or asks the user for the readings.
fn write_profile(
    file: &Path,
    paper: &PaperChoice,
    args: &Calibrate,
    run_context: &RunContext,
    output: &mut Output,
) -> Result<(), Report> {
    let flip = flip(args)?;
    if paper.large != paper.small {
        let message = format!("--paper {} names two papers, but a profile is for one paper", paper.name);
        let hint = "name the paper of the sheet that you measured, for example --paper a4";
        return Err(codes::BAD_OPTION.error(message).hint(hint).into());
    }
    let marks = Marks::on(paper.small).ok_or_else(|| make::too_small(paper.small))?;
    if run_context.at(file).exists() {
        let message = format!("{} already exists", file.display());
        let hint = format!("name another file, or delete {} first", file.display());
        return Err(codes::PROFILE_EXISTS.error(message).hint(hint).into());
    }
    let measured = if args.scan.is_empty() {
        from_readings(args, &marks, flip, output)?
    } else {
        from_scans(args, &scanned::measure(args, paper, &marks, flip, run_context)?, &marks)
    };
    check_excess([("front", &measured.front), ("back", &measured.back)])?;
    let name = args.name.clone().or_else(|| Some(file.file_stem()?.to_string_lossy().into_owned()));
    let mut profile = Profile {
        name: called(&name.unwrap_or_default()),
        paper: Some(paper.name.clone()),
        print_setup: PrintSetup {
            cut: measured.cut,
            backs: Some(flip),
            ink: args.ink,
            ..PrintSetup::default()
        },
        furniture: FurnitureSettings::default(),
        margin: None,
        unprintable: measured.unprintable,
        blade: Blade::default(),
        front: measured.front,
        back: measured.back,
        text: String::new(),
    };
    profile.margin = profile.unprintable.map(|unprintable| profile.margin_for(unprintable, marks.size));
    run_context.save(&[(file.to_owned(), profile_text(&profile, &[measured.origin]))])?;
    output.report(&measured.doubts);
    let shown = file.display().to_string();
    let reach = match (profile.unprintable, profile.margin) {
        (Some(unprintable), Some(margin)) => {
            format!("  The printer prints up to {unprintable} from the edges; builds leave a margin of {margin}.\n")
        }
        _ => {
            "  How near to the edges the printer prints is unknown, because the scans do not show all scales there.\n"
                .to_owned()
        }
    };
    let text = format!("{shown}\n{}{reach}  From now on: hexpress build --printer {shown}\n", measured.text);
    let mut value = json!({ "profile": shown, "name": profile.name });
    if !measured.value.is_null() {
        value["measured"] = measured.value;
    }
    output.result(&text, value);
    Ok(())
}

/// Computes the errors of a printer from `--readings`, or from the answers to questions.
fn from_readings(
    args: &Calibrate,
    marks: &Marks,
    flip: Backs,
    output: &mut Output,
) -> Result<Measurement, Report> {
    let known = readings(marks);
    let (values, cut) = if args.readings.is_empty() {
        let asked = ask::readings(&known, output)?;
        let cut = if args.cut.is_some() { args.cut } else { ask::cut(output) };
        (asked, cut)
    } else {
        (typed_readings(&known, &args.readings)?, args.cut)
    };
    let fitted = fit(marks, &values, flip);
    let typed_values: Vec<String> = known
        .iter()
        .zip(values)
        .map(|(reading, mm)| format!("{}={}", reading.letter, ShortNumber(mm)))
        .collect();
    Ok(Measurement {
        front: fitted.front,
        back: fitted.back,
        unprintable: Some(fitted.unprintable),
        cut,
        origin: format!("Measured on a sheet of {}: {}", sheet_name(marks.size), typed_values.join(" ")),
        text: format!("{}{}", describe("front", &fitted.front), describe("back", &fitted.back)),
        doubts: doubts(&fitted.front, Some(&fitted.worst)),
        value: Value::Null,
    })
}

/// Converts the errors that were measured in scans to a [`Measurement`], and adds texts about them.
fn from_scans(args: &Calibrate, measured: &scanned::Measured, marks: &Marks) -> Measurement {
    let front = measured.front.printed;
    let back = measured.back.as_ref().map_or_else(PrintedSide::default, |back| back.printed);
    let names: Vec<String> =
        args.scan.iter().map(|path| called(&escape_name(&path.display().to_string()))).collect();
    let mut text = format!("{}{}", describe("front", &front), measured.front.uncertainty_text());
    match &measured.back {
        Some(side) => text.push_str(&format!("{}{}", describe("back", &back), side.uncertainty_text())),
        None => text.push_str("  back: not scanned, so backs are not corrected\n"),
    }
    text.push_str(&measured.scanner_text());
    Measurement {
        front,
        back,
        unprintable: measured.unprintable,
        cut: args.cut,
        origin: format!("Measured on scans of a sheet of {}: {}", sheet_name(marks.size), names.join(" ")),
        text,
        doubts: doubts(&front, None),
        value: measured.value(),
    }
}

/// Checks that a printer's errors are small enough to be corrected.
///
/// # Errors
/// An error on the front or the back is too large. Reports only the first error that is too large,
/// because a wrong scale makes all other values wrong. The back is checked only if the front has no
/// error that is too large.
fn check_excess(sides: [(&'static str, &PrintedSide); 2]) -> Result<()> {
    for (name, side) in sides {
        if let Some(excess) = side.excess().first() {
            return Err(too_far(name, excess));
        }
    }
    Ok(())
}

/// Describes how a printer stretches and shifts what it prints on a side of the sheet.
fn describe(name: &str, side: &PrintedSide) -> String {
    let [x, y] = [side.scale.across, side.scale.down].map(|factor| ShortNumber::hundredths(factor * 100.0));
    let moved = |mm: f64, [positive, negative]: [&str; 2]| {
        let direction = if (mm * 100.0).round() < 0.0 { negative } else { positive };
        format!("{} mm {direction}", ShortNumber::hundredths(mm.abs()))
    };
    let across = moved(side.offset.x, ["to the right", "to the left"]);
    let down = moved(side.offset.y, ["down", "up"]);
    format!("  {name}: 100 mm become {x} mm across and {y} mm down, moved {across} and {down}\n")
}

/// Reads `--readings`, such as `A=199.5,B=276`. If the user leaves a reading out, it gets the value of
/// a perfect printer.
///
/// # Errors
/// The report contains an error for every item that is not a known letter, `=` and a possible number.
fn typed_readings(known: &[Reading; COUNT], texts: &[String]) -> Result<[f64; COUNT], Report> {
    let mut report = Report::default();
    let mut values = known.clone().map(|reading| reading.right);
    for text in texts {
        match typed_reading(known, text) {
            Ok((index, mm)) => values[index] = mm,
            Err(what) => {
                let hint = "for example, write --readings A=189.5,B=276,H=0.5";
                report.push(codes::BAD_READING.error(format!("--readings `{text}`: {what}")).hint(hint));
            }
        }
    }
    if report.has_errors() { Err(report) } else { Ok(values) }
}

/// Reads one item of `--readings`, such as `A=199.5`. Returns the index of the reading and its value in
/// mm.
///
/// # Errors
/// The text is not an item of `--readings`. The error is a reason, which the caller appends to a
/// message.
fn typed_reading(known: &[Reading; COUNT], text: &str) -> Result<(usize, f64), String> {
    let (typed, number) =
        text.split_once('=').ok_or_else(|| "expected a letter and a number, such as A=189.5".to_owned())?;
    let letter = typed.trim().to_ascii_uppercase();
    let index = known
        .iter()
        .position(|reading| reading.letter.to_string() == letter)
        .ok_or_else(|| format!("unknown reading `{letter}`; the letters are A to U, without I and O"))?;
    Ok((index, ask::value(&known[index], number)?))
}

/// Returns warnings about values that are probably wrong. `worst` is the cross whose readings disagree
/// most with those of the other crosses.
fn doubts(front: &PrintedSide, worst: Option<&CrossResidual>) -> Report {
    let mut report = Report::default();
    let ScaleFactors { across: x, down: y } = front.scale;
    let mean = (x + y) / 2.0;
    // Printers are accurate to 1 %, but "Fit to page" makes pages 2 to 6 % smaller in both directions.
    // A page that is about 2 to 6 % too small was therefore probably printed with "Fit to page".
    if (0.9..0.985).contains(&mean) && (x - y).abs() < 0.02 {
        let smaller = ShortNumber(((1.0 - mean) * 1000.0).round() / 10.0);
        let message = format!("the printer scales everything down by {smaller} %");
        let hint = "turn off \"fit to page\" and print the sheet again at 100 %, or always print games with the same settings";
        report.push(codes::FIT_TO_PAGE.warning(message).hint(hint));
    }
    if let Some(CrossResidual { distance, cross }) = worst
        && *distance > 0.4
    {
        let message = format!(
            "at cross {cross}, the values that you read against the light differ by {distance:.1} mm from those of the other crosses"
        );
        let hint = "read both values of this cross again, and check their signs: + is to the right and down";
        report.push(codes::READINGS_APART.warning(message).hint(hint));
    }
    report
}
