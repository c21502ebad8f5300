//! `hexpress check --standard`: judges PDFs as a print shop does.
//!
//! - In: the arguments.
//! - Out: a verdict for every file.
//! - Not here: the rules; `crates/check/src/standards` has them.

use std::path::PathBuf;

use super::check_args::{Check, Deny};
use super::{NamedFiles, is_saved, picture, verdict_output};
use crate::cli::build::shop;
use crate::cli::io::{Output, RunContext, Status, has_extension};
use crate::cli::limited_process;
use crate::make;
use hexpress_base::diag::{Report, Result, Sources, codes, escape_name};
use hexpress_base::files::MAX_FINISHED_FILE_BYTES;
use hexpress_check::{Verdict, judge_press};
use hexpress_language::record::Options;
use hexpress_scene::print::demands::Demands;
use hexpress_scene::text::Fonts;

/// Returns the standard and the other demands that the arguments state for PDFs.
///
/// # Errors
/// A demand cannot be understood, or the preset of the shop has mistakes.
pub fn demands(args: &Check, run_context: &RunContext, sources: &mut Sources) -> Result<Demands, Report> {
    let shop = shop::named(args.shop.as_deref(), run_context, sources)?;
    let has_shop = shop.is_some();
    let mut demands = shop.map(|shop| shop.demands).unwrap_or_default();
    if has_shop && demands.is_empty() && args.standard.is_none() && args.require.is_empty() {
        let error = codes::BAD_OPTION
            .error("the preset of this shop names no PDF standard, so there is nothing to check");
        return Err(error.hint("add a standard, such as --standard pdfx-4, or delete --for").into());
    }
    demands.standard = args.standard.or(demands.standard);
    let mut report = Report::default();
    for typed in &args.require {
        if let Err(diagnostic) = demands.add(typed) {
            report.push(diagnostic);
        }
    }
    if report.has_errors() { Err(report) } else { Ok(demands) }
}

/// Judges the files that the arguments name. Layouts are first built as PDFs of the standard.
///
/// # Errors
/// The arguments conflict.
pub fn run(
    args: &Check,
    demands: &Demands,
    named: &NamedFiles,
    run_context: &RunContext,
    fonts: &Fonts,
    output: &mut Output,
) -> Result<(), Report> {
    check_arguments(args, named)?;
    args.picture.as_deref().map(picture::kind).transpose()?;
    for input in &named.layouts {
        let mut options = Options::defaults();
        options.print_setup.standard = demands.standard;
        if let Some(paper) = &args.paper {
            options.paper = paper.trim().to_ascii_lowercase();
        }
        let allow = |plan: &hexpress_layout::Plan<'_>| {
            limited_process::allow_sheets(plan.sheets.len());
            make::too_many_pages(plan).filter(|_| !args.many).map_or(Ok(()), Err)
        };
        match make::build_pdfs(input, options, &mut output.sources, fonts, allow) {
            Ok(built) => {
                output.report(&built.warnings);
                for file in built.files {
                    judge(args, demands, &file.name, file.bytes, &[], run_context, output);
                }
            }
            Err(report) => output.report_failure(report),
        }
        limited_process::allow_another();
    }
    for path in &named.files {
        limited_process::allow_another();
        match run_context.read(path, MAX_FINISHED_FILE_BYTES) {
            Ok(bytes) => {
                limited_process::allow_bytes(bytes.len());
                let name = escape_name(&path.display().to_string()).into_owned();
                judge(args, demands, &name, bytes, &[run_context.at(path)], run_context, output);
            }
            Err(diagnostic) => output.report_failure(diagnostic),
        }
    }
    Ok(())
}

/// Judges a file, and shows its verdict. `read` are the paths that a picture must not replace.
fn judge(
    args: &Check,
    demands: &Demands,
    name: &str,
    bytes: Vec<u8>,
    read: &[PathBuf],
    run_context: &RunContext,
    output: &mut Output,
) {
    let verdict = match judge_press(name, &bytes, demands) {
        Ok(verdict) => verdict,
        Err(error) => {
            output
                .report_failure(codes::UNREADABLE.error(format!("{name} cannot be read as a PDF: {error}")));
            return;
        }
    };
    if args.deny == Some(Deny::Warnings) && verdict.has_warnings() {
        output.raise_status(Status::Faults);
    }
    let picture = args.picture.as_deref().filter(|path| {
        has_spots(&verdict) && is_saved(picture::save(path, run_context, &verdict, &[bytes], read), output)
    });
    verdict_output::show(name, &verdict, &verdict_output::SavedFiles { picture, layout: None }, output);
}

fn has_spots(verdict: &Verdict) -> bool {
    verdict.faults.iter().any(|fault| fault.spot.is_some())
}

/// Reports options that have no effect on files for a print shop, and files that are not PDFs.
fn check_arguments(args: &Check, named: &NamedFiles) -> Result<(), Report> {
    let mut report = Report::default();
    for (option, is_typed) in [
        ("--against", args.against.is_some()),
        ("--write-layout", args.write_layout.is_some()),
        ("--printer", args.printer.is_some()),
        ("--tolerance", args.tolerance.is_some()),
    ] {
        if is_typed {
            let message = format!("{option} has no effect with --standard, --require or --for");
            report.push(codes::BAD_OPTION.error(message).hint(format!("delete {option}")));
        }
    }
    for file in named.files.iter().chain(&named.scans).filter(|file| !has_extension(file, &["pdf"])) {
        let message = format!("{} is not a PDF, and print shops take PDFs", file.display());
        report.push(codes::BAD_OPTION.error(message).hint("name a .pdf file or a layout"));
    }
    if report.has_errors() { Err(report) } else { Ok(()) }
}
