//! `hexpress diff`: compares two versions of a game.
//!
//! - In: two versions, and the format of the result.
//! - Out: the differences as a table, as JSON, as a PDF, or as a page for a browser.
//! - Not here: comparing the versions, and drawing the pages; `crate::versions` does both.

use std::collections::BTreeSet;
use std::path::PathBuf;

use kurbo::Size;
use serde_json::{Value, json};

use super::named_version::{NamedLayouts, Version, read};
use super::version_args::{Diff, DiffFormat};
use crate::cli::io::{Output, RunContext, Status, has_extension};
use crate::cli::limited_process;
use crate::versions::{Comparison, PageSetup, VersionLayouts, VersionName, compare, html, not_compared, pdf};
use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_language::record::Options;
use hexpress_scene::print::paper::{PaperChoice, SheetClass};
use hexpress_scene::print::setup::Inking;
use hexpress_scene::text::Fonts;
use hexpress_write::FileBytes;

/// Compares two versions, and shows what differs.
///
/// # Errors
/// The arguments have mistakes, a version cannot be read, or a file cannot be written.
pub fn run(args: &Diff, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    check_options(args, output.is_json())?;
    let fonts = Fonts::bundled();
    let [old, new] = [&args.old, &args.new].map(|path| NamedLayouts::find(path, run_context));
    let named = [old?, new?];
    for path in args.pdf.iter().chain(&args.output) {
        if named.iter().any(|named| named.has_read(path, run_context)) {
            let message = format!("{} is a version to compare, and is not overwritten", path.display());
            return Err(codes::NOT_OVER.error(message).hint("name another file").into());
        }
    }
    // A layout does not say on which paper it is printed. If the other version is a PDF, the layout is
    // laid out on the paper of this PDF. Otherwise, the cells of a board could differ in size.
    let options = named.iter().find_map(NamedLayouts::options).cloned();
    let paper = paper(args, options.as_ref())?;
    let [old, new] = named.each_ref().map(|named| read(named, options.as_ref(), &fonts, &mut output.sources));
    let (old, new) = (old?, new?);
    let difference = compare(&old.parts, &new.parts);
    let (before, after) = (old.described(), new.described());
    let mut text = format!("{before} → {after}\n{}", difference.table());
    let texts: BTreeSet<&str> = old.texts.iter().chain(&new.texts).map(|name| &**name).collect();
    text.extend(not_compared(texts.iter().copied()).map(|line| format!("{line}\n")));
    let mut value = json!({
        "old": before,
        "new": after,
        "same": difference.is_empty(),
        "components": difference.to_json(),
    });
    if !texts.is_empty() {
        value["not-compared"] = json!(texts);
    }
    if args.pdf.is_some() || args.format == DiffFormat::Html {
        let comparison = Comparison { old: &name_of(&old), new: &name_of(&new), difference: &difference };
        let of_named = named.each_ref().map(|named| named.prints(options.as_ref()));
        let prints = VersionLayouts::read(of_named, &difference, &fonts, &mut output.sources)?;
        let mut files: Vec<(PathBuf, FileBytes)> = Vec::new();
        let mut warnings = Report::default();
        if let Some(path) = &args.pdf {
            let inking = args.ink.filter(|ink| *ink != Inking::Full);
            let setup = PageSetup { paper, inking };
            let (file, left_out) = pdf(&comparison, &prints, setup, &limited_process::allow_sheets)?;
            files.push((path.clone(), file));
            warnings.extend(left_out);
            value["pdf"] = Value::from(path.display().to_string());
        }
        if args.format == DiffFormat::Html {
            let (page, left_out) = html(&comparison, &prints, &limited_process::allow_sheets)?;
            warnings.extend(left_out);
            match &args.output {
                Some(path) => files.push((path.clone(), page.into_bytes().into())),
                None => text = page,
            }
        }
        run_context.save(&files)?;
        output.report(&warnings);
    }
    output.result(&text, value);
    if !difference.is_empty() {
        output.raise_status(Status::Faults);
    }
    Ok(())
}

fn name_of(version: &Version) -> VersionName {
    let Version { display_name, title, version, .. } = version;
    VersionName { display_name: display_name.clone(), title: title.clone(), version: version.clone() }
}

/// Returns the paper for the PDF that shows the differences: the paper that the user typed, or else the
/// paper in `print`. `print` contains the options of a PDF among the two versions, if there is one.
///
/// # Errors
/// No paper has this name.
fn paper(args: &Diff, print: Option<&Options>) -> Result<Size, Diagnostic> {
    let usual = Options::defaults();
    let of_print = &print.unwrap_or(&usual).paper;
    let choice = PaperChoice::parse(args.paper.as_ref().unwrap_or(of_print))?;
    Ok(choice.sheet(SheetClass::Small))
}

/// Reports options that cannot be used together, or that have no effect.
///
/// # Errors
/// At least one such option was typed. The report has an error for each of them.
fn check_options(args: &Diff, is_json: bool) -> Result<(), Report> {
    let is_html = args.format == DiffFormat::Html;
    let mut report = Report::default();
    for (is_wrong, message, hint) in [
        (
            is_html && is_json,
            "--format html and --json cannot be used together",
            "delete --format html: the JSON has all differences",
        ),
        (
            args.output.is_some() && !is_html,
            "--output requires --format html",
            "add --format html, or name a PDF with --pdf changes.pdf",
        ),
        (args.paper.is_some() && args.pdf.is_none(), "--paper requires --pdf", "add --pdf changes.pdf"),
        (args.ink.is_some() && args.pdf.is_none(), "--ink requires --pdf", "add --pdf changes.pdf"),
    ] {
        if is_wrong {
            report.push(codes::BAD_OPTION.error(message).hint(hint));
        }
    }
    for (option, path, extensions) in
        [("--pdf", &args.pdf, &["pdf"][..]), ("--output", &args.output, &["html", "htm"])]
    {
        if option == "--output" && !is_html {
            continue;
        }
        let Some(path) = path.as_deref().filter(|path| !has_extension(path, extensions)) else { continue };
        let extension = extensions.first().copied().unwrap_or_default();
        let message = format!("{option}: the name of the file must end with .{extension}");
        let named = path.with_extension(extension);
        report.push(codes::BAD_OPTION.error(message).hint(format!("write {option} {}", named.display())));
    }
    if report.is_empty() { Ok(()) } else { Err(report) }
}
