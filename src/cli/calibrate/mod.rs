//! `hexpress calibrate`: a sheet to measure a printer by, and the profile that follows from what is read off it.

mod ask;

use std::path::Path;

use serde_json::json;

use super::args::Calibrate;
use super::check::verdict_output;
use super::io::{Output, Workplace};
use crate::base::units::Trimmed;
use crate::build;
use crate::check::{Ask, TOLERANCE};
use crate::diag::{Report, Result, codes};
use crate::print::paper::{PAPERS, PaperChoice, sheet_name};
use crate::print::profile::fit::{Fitted, Misfit};
use crate::print::profile::readings::{COUNT, Reading, readings};
use crate::print::profile::{Marks, PrintedSide, Profile, called, fit, profile_text};
use crate::print::setup::{Backs, PrintSetup};
use crate::spec::tables::profile::too_far;
use crate::text::Fonts;

/// The paper of whoever names none: most printers at home take it.
const PAPER: &str = "a4";

/// Writes the sheet, or makes a profile of its readings.
///
/// # Errors
/// What was asked for or typed cannot be.
pub fn run(args: &Calibrate, place: &Workplace, output: &mut Output) -> Result<(), Report> {
    place.is_for_files(&args.output)?;
    let paper = PaperChoice::parse(args.paper.as_deref().unwrap_or(PAPER))?;
    match (&args.profile, &args.readings[..]) {
        (Some(file), _) => profile(file, &paper, args, place, output),
        (None, []) => sheet(&paper, args, place, output),
        (None, _) => {
            let message = "--readings are for a profile, and none is named";
            let hint = "name the file to write: --profile my-printer.toml";
            Err(codes::BAD_OPTION.error(message).hint(hint).into())
        }
    }
}

/// How the sheet is turned over.
fn flip(args: &Calibrate) -> Result<Backs> {
    match args.backs {
        None => Ok(Backs::FlipLong),
        Some(way @ (Backs::FlipLong | Backs::FlipShort)) => Ok(way),
        Some(way) => {
            let message = format!("--backs {way}: the sheet has two sides, and is turned over");
            Err(codes::BAD_OPTION.error(message).hint("flip-long or flip-short"))
        }
    }
}

fn sheet(
    paper: &PaperChoice,
    args: &Calibrate,
    place: &Workplace,
    output: &mut Output,
) -> Result<(), Report> {
    let flip = flip(args)?;
    let bytes = build::calibration(paper, flip, &Fonts::bundled())?;
    let path = args.output.join(format!("calibration-{}.pdf", paper.name));
    let size = bytes.len();
    place.save(&[(path.clone(), &bytes)]).map_err(|wrong| wrong.hint("another folder: --output DIR"))?;
    let shown = path.display().to_string();
    let mut names = vec![sheet_name(paper.small)];
    names.extend((paper.large != paper.small).then(|| sheet_name(paper.large)));
    let (edge, backs) = match flip {
        Backs::FlipShort => ("shorter", " --backs flip-short"),
        _ => ("longer", ""),
    };
    let known = PAPERS.iter().find(|known| known.size == (paper.small.width, paper.small.height));
    let paper = match known.map_or(paper.name.as_str(), |known| known.name) {
        PAPER => String::new(),
        name => format!(" --paper {name}"),
    };
    let text = format!(
        "{shown}   a sheet of {}, {} KB\n  Print both sides at 100 % (\"actual size\"), turned over the {edge} edge, on the \
         paper you print games on.\n  Then take a ruler and a lamp, and type what you read:\n    hexpress calibrate \
         --profile my-printer.toml{paper}{backs}\n",
        names.join(" and one of "),
        size.div_ceil(1000),
    );
    let verdict =
        build::judge([(shown.as_str(), bytes.as_slice())].into_iter(), None, TOLERANCE, Ask::default())?;
    verdict_output::show_faults(&verdict, None, output);
    let text = format!("{text}  {}.\n", verdict.summary());
    output.result(
        &text,
        json!({ "path": shown, "bytes": size, "sheets": names, "clean": !verdict.has_errors() }),
    );
    Ok(())
}

fn profile(
    file: &Path,
    paper: &PaperChoice,
    args: &Calibrate,
    place: &Workplace,
    output: &mut Output,
) -> Result<(), Report> {
    let flip = flip(args)?;
    if paper.large != paper.small {
        let message = format!("--paper {} are two sheets, and a profile is of one", paper.name);
        let hint = "name the one that the readings are of: --paper a4";
        return Err(codes::BAD_OPTION.error(message).hint(hint).into());
    }
    let marks = Marks::on(paper.small).ok_or_else(|| build::too_small(paper.small))?;
    if place.at(file).exists() {
        let message = format!("{} is there already", file.display());
        let hint = "name another file, or take this one away first: it is not written over";
        return Err(codes::PROFILE_EXISTS.error(message).hint(hint).into());
    }
    let known = readings(&marks);
    let (read, cut) = if args.readings.is_empty() {
        let asked = ask::readings(&known, output)?;
        let cut = if args.cut.is_some() { args.cut } else { ask::cut(output) };
        (asked, cut)
    } else {
        (typed(&known, &args.readings)?, args.cut)
    };
    let fitted = fit(&marks, &read, flip);
    let mut report = Report::default();
    for (name, side) in [("front", &fitted.front), ("back", &fitted.back)] {
        // What is wrong with the scale makes all the rest wrong.
        if let (Some(excess), false) = (side.excess().first(), report.has_errors()) {
            report.push(too_far(name, excess));
        }
    }
    if report.has_errors() {
        return Err(report);
    }
    let name = args.name.clone().or_else(|| Some(file.file_stem()?.to_string_lossy().into_owned()));
    let mut profile = Profile {
        name: called(&name.unwrap_or_default()),
        paper: Some(paper.name.clone()),
        print_setup: PrintSetup { cut, backs: Some(flip), ink: args.ink, ..PrintSetup::default() },
        margin: None,
        reach: Some(fitted.reach),
        front: fitted.front,
        back: fitted.back,
        text: String::new(),
    };
    profile.margin = Some(profile.margin_for(fitted.reach, marks.size));
    let read: Vec<String> =
        known.iter().zip(read).map(|(one, mm)| format!("{}={}", one.letter, Trimmed(mm))).collect();
    let remarks = [format!("Read off a sheet of {}: {}", sheet_name(marks.size), read.join(" "))];
    let text = profile_text(&profile, &remarks);
    place.save(&[(file.to_owned(), text)])?;
    output.report(&doubts(&fitted));
    let shown = file.display().to_string();
    let side = |name: &str, PrintedSide { scale: (x, y), offset: (right, down), .. }: &PrintedSide| {
        let (x, y) = (Trimmed::hundredths(x * 100.0), Trimmed::hundredths(y * 100.0));
        let (right, down) = (Trimmed::hundredths(*right), Trimmed::hundredths(*down));
        format!("  {name}: 100 mm become {x} x {y} mm, moved by {right} and {down} mm\n")
    };
    let said = format!(
        "{shown}\n{}{}  It prints to {} from the edges; a margin of {} is left free.\n  From now on: hexpress build \
         --printer {shown}\n",
        side("front", &fitted.front),
        side("back", &fitted.back),
        fitted.reach,
        profile.margin.unwrap_or_default(),
    );
    output.result(&said, json!({ "profile": shown, "name": profile.name }));
    Ok(())
}

/// What `--readings A=199.5,B=276` says; what it does not say is as it should be.
fn typed(known: &[Reading; COUNT], texts: &[String]) -> Result<[f64; COUNT], Report> {
    let mut report = Report::default();
    let mut read = known.clone().map(|reading| reading.right);
    for text in texts {
        let mut wrong = |what: String| {
            let hint = "for example --readings A=189.5,B=276,C=27";
            report.push(codes::BAD_READING.error(what).hint(hint));
        };
        let Some((letter, number)) = text.split_once('=') else {
            wrong(format!("--readings {text}: a letter and a number are meant, with = between"));
            continue;
        };
        let letter = letter.trim().to_ascii_uppercase();
        let Some(at) = known.iter().position(|reading| reading.letter.to_string() == letter) else {
            wrong(format!("--readings {text}: no reading is called {letter}"));
            continue;
        };
        match ask::value(&known[at], number) {
            Ok(mm) => read[at] = mm,
            Err(what) => wrong(format!("--readings {text}: {what}")),
        }
    }
    if report.has_errors() { Err(report) } else { Ok(read) }
}

/// What should be looked at before the profile is trusted.
fn doubts(fitted: &Fitted) -> Report {
    let mut report = Report::default();
    let (x, y) = fitted.front.scale;
    let mean = (x + y) / 2.0;
    // Printers are right within a hundredth; "fit to page" takes 2 to 6 hundredths, the same both ways.
    if (0.9..0.985).contains(&mean) && (x - y).abs() < 0.02 {
        let smaller = Trimmed(((1.0 - mean) * 1000.0).round() / 10.0);
        let message = format!("the printer makes everything {smaller} % smaller");
        let hint =
            "that looks like \"fit to page\": print the sheet again at 100 %, or always print in this way";
        report.push(codes::FIT_TO_PAGE.warning(message).hint(hint));
    }
    let Misfit { distance, cross } = fitted.worst;
    if distance > 0.4 {
        let message = format!(
            "the readings against the light at cross {cross} are {distance:.1} mm from what the others say"
        );
        let hint = "read that cross again, and its signs: + is to the right and down";
        report.push(codes::READINGS_APART.warning(message).hint(hint));
    }
    report
}
