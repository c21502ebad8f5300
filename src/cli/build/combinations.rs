//! Options of `build` that cannot be used together.
//!
//! - In: the typed options.
//! - Out: a message for each conflict.
//! - Not here: options that are wrong by themselves; the parser of each option reports them.

use super::build_args::{Build, Format};
use crate::cli::io::RunContext;
use crate::make::ticket::manifest;
use hexpress_base::diag::{Report, codes};
use hexpress_base::files::{MAX_FINISHED_FILE_BYTES, read_plain};

/// Checks `--manifest`. Reports a mistake if the build makes no PDFs to list, or if the name of the file
/// does not end with `.csv`. Also reports an existing file that is not a manifest.
pub fn check_manifest(args: &Build, run_context: &RunContext, report: &mut Report) {
    let Some(path) = &args.manifest else { return };
    let shown = path.display();
    if args.format != Format::Pdf {
        let error = codes::BAD_OPTION.error("--manifest lists PDFs, but this --format makes no PDFs");
        report.push(error.hint("delete --manifest, or delete --format"));
    }
    let existing = run_context.at(path);
    let is_manifest = || {
        read_plain(&existing, MAX_FINISHED_FILE_BYTES)
            .is_ok_and(|bytes| bytes.starts_with(manifest::HEAD.as_bytes()))
    };
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("csv")) {
        let error = codes::BAD_OPTION.error(format!("--manifest {shown} does not end with .csv"));
        report.push(error.hint("write --manifest job.csv"));
    } else if existing.exists() && !is_manifest() {
        let error =
            codes::BAD_OPTION.error(format!("--manifest would replace {shown}, which is not a manifest"));
        report.push(error.hint("write another name for the manifest, for example --manifest pdfs.csv"));
    }
}

/// Reports two options that cannot be used together, and an option that has no effect because of
/// another option.
pub fn check(args: &Build, report: &mut Report) {
    let mut refuse = |options: &str, hint: &str| {
        let verb = if options.contains(" without ") { "has no effect" } else { "cannot be used together" };
        report.push(codes::BAD_OPTION.error(format!("{options} {verb}")).hint(hint));
    };
    if args.all && !args.games.is_empty() {
        refuse("--all and names of games", "delete the names: --all builds every bundled game");
    }
    if args.since.is_some() && !args.pieces.is_empty() {
        refuse("--since and --pieces", "delete --pieces: --since chooses the pieces that changed");
    }
    if args.since.is_some() && args.all {
        refuse("--since and --all", "delete --all, and name the game that was printed");
    }
    if args.since.is_some() && args.test_sheet {
        refuse("--since and --test-sheet", "delete --since: the test sheet is the same for all versions");
    }
    if args.patches && args.since.is_none() {
        refuse("--patches without --since", "name the print to mend: --since OLD.pdf");
    }
    if args.one_file && args.split {
        refuse("--one-file and --split", "delete --one-file: --split makes a file for each stack");
    }
    if args.test_sheet && args.split {
        refuse("--split and --test-sheet", "delete --split: the test sheet is a single file");
    }
    if args.test_sheet && args.cut_plan {
        refuse(
            "--cut-plan and --test-sheet",
            "delete --cut-plan: the test sheet is printed without other pages",
        );
    }
    if args.test_sheet && args.each.is_some() {
        refuse("--each and --test-sheet", "delete --each: the test sheet is a single picture");
    }
    if args.test_sheet && args.format == Format::CutSvg {
        refuse("--format cut-svg and --test-sheet", "choose another format: the test sheet has no cuts");
    }
    if args.test_sheet && args.format == Format::CutDxf {
        refuse("--format cut-dxf and --test-sheet", "choose another format: the test sheet has no cuts");
    }
    if args.test_sheet && args.format == Format::CutSetup {
        refuse("--format cut-setup and --test-sheet", "choose another format: the test sheet has no cuts");
    }
    if args.cut.is_some() && args.format == Format::CutSetup {
        refuse(
            "--format cut-setup and --cut",
            "first build without --cut; make a cutting job from the picture of this build; then build with --cut JOB.pdf instead of --format",
        );
    }
    if args.test_sheet && args.order.is_some() {
        refuse("--order and --test-sheet", "delete --order: the test sheet has no pieces to stack");
    }
    if args.each.is_some() && args.order.is_some() {
        refuse("--each and --order", "delete --order: pictures of pieces are always in order");
    }
    if args.cut_plan && args.each.is_some() {
        refuse("--each and --cut-plan", "delete --cut-plan: pictures of pieces have no cuts");
    }
}
