//! `hexpress build`: from layouts to files.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Status;
use super::args::Build;
use super::input::{self, Input};
use super::output::Output;
use super::pieces::Wanted;
use super::ticket::{self, Printed};
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::layout::{DEFAULT_MARGIN, Plan, Setup, plan};
use crate::paper::PaperChoice;
use crate::record::{Options, RECORD, Record};
use crate::text::Fonts;
use crate::write;
use crate::write::pdf::Attachment;

/// Builds everything that the arguments name.
pub fn run(args: &Build, output: &mut Output) -> Status {
    let mut report = Report::default();
    let inputs = input::collect(&args.games, &mut report);
    if let Some(paper) = &args.paper
        && let Err((message, hint)) = PaperChoice::parse(paper)
    {
        report.push(Diagnostic::error(codes::UNKNOWN_PAPER, message).hint(hint));
    }
    if let Some(margin) = args.margin
        && !(0.0..=100.0).contains(&margin.0)
    {
        let message = format!("a margin of {margin} cannot be: it lies between 0 and 100 mm");
        report.push(Diagnostic::error(codes::BAD_OPTION, message));
    }
    if let Err(wrong) = Wanted::parse(&args.pieces) {
        report.extend(wrong);
    }
    output.report(&report, &Sources::default());
    if report.has_errors() {
        return output.finish(Status::Wrong);
    }
    let fonts = Fonts::bundled();
    let mut status = Status::Well;
    for (left, input) in (0..inputs.len()).rev().zip(&inputs) {
        let mut sources = Sources::default();
        if let Err(report) = game(input, args, &fonts, &mut sources, output, left == 0) {
            output.report(&report, &sources);
            status = Status::Wrong;
        }
    }
    output.finish(status)
}

fn game(
    input: &Input,
    args: &Build,
    fonts: &Fonts,
    sources: &mut Sources,
    output: &mut Output,
    last: bool,
) -> Result<(), Report> {
    let file = sources.add(&input.shown, &input.text);
    let (layout, mut report) = crate::spec::attempt(file, sources);
    let Some(mut layout) = layout else { return Err(report) };
    if let Err(more) = crate::spec::data::fetch(&mut layout, file, sources, &input.files) {
        report.extend(more);
        if layout.prints_nothing() {
            return Err(report);
        }
    }
    // The game's own fonts stay with the game.
    let mut of_fonts = Report::default();
    let fonts = crate::model::fonts(&layout, file, &input.files, fonts, &mut of_fonts);
    let fonts = fonts.as_ref();
    let has_fonts = !of_fonts.has_errors();
    report.extend(of_fonts);
    let (mut game, more) = crate::model::attempt(&input.id, &layout, file, sources, fonts, &input.files);
    report.extend(more);
    let mut options = options(args, input);
    let paper = PaperChoice::parse(&options.paper).map_err(|(message, hint)| {
        Report::from(Diagnostic::error(codes::UNKNOWN_PAPER, message).hint(hint))
    })?;
    if report.has_errors() {
        // All mistakes of a file are told at once: those of the parts that are well so far too.
        let setup = Setup { margin: options.margin, only: options.only, ..Setup::new(paper) };
        // But what stands in for a font says nothing of what fits.
        if has_fonts {
            report.extend(crate::layout::mistakes(&game, fonts, &setup));
        }
        return Err(report);
    }
    let wanted = Wanted::parse(&options.pieces)?;
    let mut only = options.only.clone();
    if !options.pieces.is_empty() {
        let picked = wanted.pick(&mut game)?;
        options.pieces = wanted.texts();
        if only.is_empty() {
            only = picked;
        } else {
            only.retain(|name| picked.contains(name));
            if only.is_empty() {
                let message = "--only and --pieces name different components, so nothing is printed";
                return Err(Diagnostic::error(codes::BAD_OPTION, message).hint("leave --only out").into());
            }
        }
    }
    let setup = Setup { margin: options.margin, only, ..Setup::new(paper) };
    let mut plan = plan(&game, fonts, &setup)?;
    let stem = format!("{}-{}", input.id, setup.paper);
    // A few pieces do not take the place of the whole game's file.
    let some = if options.pieces.is_empty() { "" } else { ".pieces" };
    let stacks = ticket::stacks(&plan, options.split);
    for stack in &stacks {
        let name = match &stack.name {
            Some(component) => format!("{stem}-{component}{some}.pdf"),
            None => format!("{stem}{some}.pdf"),
        };
        let pages = stack.sheets.len();
        for (page, index) in (1..).zip(stack.sheets.clone()) {
            if let Some(line) = plan.files.get_mut(index) {
                line.name.clone_from(&name);
                (line.page, line.pages) = (page, pages);
            }
        }
    }
    // Everything is drawn before anything is written: a mistake on the last sheet leaves no file behind.
    let mut drawn = Vec::new();
    for stack in &stacks {
        drawn.push(write::pdf::pages(&plan, stack.sheets.clone(), fonts)?);
    }
    let mut warnings = Report::default();
    let mut made: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (stack, pages) in stacks.iter().zip(drawn) {
        warnings.extend(pages.warnings.clone());
        let only = match &stack.name {
            Some(_) => stack.components.clone(),
            None => options.only.clone(),
        };
        let bytes = document(&plan, pages, fonts, input, &Options { only, ..options.clone() })?;
        let name = plan.files.get(stack.sheets.start).map_or("", |line| line.name.as_str());
        made.push((args.output.join(name), bytes));
    }
    for (path, bytes) in &made {
        write::save(path, bytes).map_err(|e| Report::from(unwritable(path, &e)))?;
    }
    output.report(&warnings, sources);
    let printed: Vec<_> = stacks
        .iter()
        .zip(&made)
        .map(|(stack, (path, bytes))| Printed { stack, path: path.display().to_string(), bytes: bytes.len() })
        .collect();
    let (text, value) = ticket::ticket(&plan, &setup, &wanted.words(), &printed);
    let mut value = json!({ "game": game.id, "title": game.title, "paper": options.paper, "files": value });
    if !options.pieces.is_empty() {
        value["pieces"] = json!(options.pieces);
    }
    output.result(&text, value);
    if last {
        // The process ends next: to hand every piece of memory back first takes a twentieth of its time.
        std::mem::forget(plan);
        std::mem::forget((game, layout, made));
    }
    Ok(())
}

/// The command line's options, over those of the PDF that is built again, over the defaults.
fn options(args: &Build, input: &Input) -> Options {
    let earlier = input.options.clone().unwrap_or(Options {
        paper: "iso".to_owned(),
        margin: DEFAULT_MARGIN,
        only: Vec::new(),
        pieces: Vec::new(),
        split: false,
    });
    // What is typed now says alone what is printed.
    let (only, pieces) = if args.only.is_empty() && args.pieces.is_empty() {
        (earlier.only, earlier.pieces)
    } else {
        (args.only.clone(), args.pieces.clone())
    };
    Options {
        paper: args.paper.as_ref().map_or(earlier.paper, |p| p.trim().to_ascii_lowercase()),
        margin: args.margin.map_or(earlier.margin, |m| m.0),
        only,
        pieces,
        split: args.split || earlier.split,
    }
}

fn document(
    plan: &Plan<'_>,
    pages: write::pdf::Pages,
    fonts: &Fonts,
    input: &Input,
    options: &Options,
) -> Result<Vec<u8>, Report> {
    let game = plan.game();
    let mut attachments = Vec::new();
    if game.embed {
        let files = input.files.read();
        let record = Record {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.id.clone(),
            layout: input.file.clone(),
            files: files.keys().cloned().collect(),
            options: options.clone(),
            pages: pages.digests.clone(),
        };
        attachments.push(Attachment {
            name: RECORD.to_owned(),
            description: "How hexpress made this file".to_owned(),
            mime: "application/json".to_owned(),
            bytes: record.to_json().into_bytes(),
        });
        attachments.push(Attachment {
            name: input.file.clone(),
            description: "The layout this file was made from".to_owned(),
            mime: "application/toml".to_owned(),
            bytes: input.text.clone().into_bytes(),
        });
        attachments.extend(files.into_iter().map(|(name, bytes)| Attachment {
            mime: mime(&name).to_owned(),
            description: "A file that the layout names".to_owned(),
            bytes: bytes.to_vec(),
            name,
        }));
    }
    write::pdf::bind(plan, pages, fonts, &game.title, &attachments)
}

/// The type of a file, by how its name ends.
fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("csv") => "text/csv",
        Some("tsv") => "text/tab-separated-values",
        Some("json") => "application/json",
        Some("xlsx") => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("svg") => "image/svg+xml",
        Some("ttf") => "font/ttf",
        Some("otf") => "font/otf",
        _ => "application/octet-stream",
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let what = match error.kind() {
        std::io::ErrorKind::PermissionDenied => "you may not write there".to_owned(),
        std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        std::io::ErrorKind::QuotaExceeded => "your share of the disk is used up".to_owned(),
        std::io::ErrorKind::FileTooLarge => "it would be larger than files may be there".to_owned(),
        std::io::ErrorKind::NotADirectory | std::io::ErrorKind::AlreadyExists => {
            "a file is in the way".to_owned()
        }
        std::io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => error.to_string(),
    };
    let message = format!("{} cannot be written: {what}", path.display());
    Diagnostic::error(codes::UNWRITABLE, message).hint("another folder: --output DIR")
}
