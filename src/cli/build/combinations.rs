//! Options of `build` that cannot be used together.
//!
//! - In: the typed options.
//! - Out: a message for each conflict.
//! - Not here: options that are wrong by themselves; the parser of each option reports them.

use super::args::{Build, Format};
use crate::cli::io::Workplace;
use crate::make::ticket::manifest;
use hexpress_base::diag::{Report, codes};
use hexpress_base::files::{LARGEST_FINISHED, read_plain};

/// Checks `--manifest`. Reports a mistake if the build makes no PDFs to list, or if the name of the file
/// does not end with `.csv`. Also reports an existing file that is not a manifest.
pub fn check_manifest(args: &Build, place: &Workplace, report: &mut Report) {
    let Some(path) = &args.manifest else { return };
    let shown = path.display();
    if args.format != Format::Pdf {
        let error = codes::BAD_OPTION.error("--manifest lists PDFs, but this --format makes no PDFs");
        report.push(error.hint("delete --manifest, or delete --format"));
    }
    let existing = place.at(path);
    let is_manifest = || {
        read_plain(&existing, LARGEST_FINISHED)
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

/// Two options that conflict, or one option that has no effect because of another.
struct Combination {
    is_typed: bool,
    options: &'static str,
    hint: &'static str,
}

/// Reports options that cannot be used together.
pub fn check(args: &Build, report: &mut Report) {
    for Combination { is_typed, options, hint } in [
        Combination {
            is_typed: args.all && !args.games.is_empty(),
            options: "--all and names of games",
            hint: "delete the names: --all builds every bundled game",
        },
        Combination {
            is_typed: args.since.is_some() && !args.pieces.is_empty(),
            options: "--since and --pieces",
            hint: "delete --pieces: --since chooses the pieces that changed",
        },
        Combination {
            is_typed: args.since.is_some() && args.all,
            options: "--since and --all",
            hint: "delete --all, and name the game that was printed",
        },
        Combination {
            is_typed: args.since.is_some() && args.test_sheet,
            options: "--since and --test-sheet",
            hint: "delete --since: the test sheet is the same for all versions",
        },
        Combination {
            is_typed: args.patches && args.since.is_none(),
            options: "--patches without --since",
            hint: "name the print to mend: --since OLD.pdf",
        },
        Combination {
            is_typed: args.one_file && args.split,
            options: "--one-file and --split",
            hint: "delete --one-file: --split makes a file for each stack",
        },
        Combination {
            is_typed: args.test_sheet && args.split,
            options: "--split and --test-sheet",
            hint: "delete --split: the test sheet is a single file",
        },
        Combination {
            is_typed: args.test_sheet && args.cut_plan,
            options: "--cut-plan and --test-sheet",
            hint: "delete --cut-plan: the test sheet is printed without other pages",
        },
        Combination {
            is_typed: args.test_sheet && args.each.is_some(),
            options: "--each and --test-sheet",
            hint: "delete --each: the test sheet is a single picture",
        },
        Combination {
            is_typed: args.test_sheet && args.format == Format::CutSvg,
            options: "--format cut-svg and --test-sheet",
            hint: "choose another format: the test sheet has no cuts",
        },
        Combination {
            is_typed: args.test_sheet && args.format == Format::CutDxf,
            options: "--format cut-dxf and --test-sheet",
            hint: "choose another format: the test sheet has no cuts",
        },
        Combination {
            is_typed: args.test_sheet && args.format == Format::CutSetup,
            options: "--format cut-setup and --test-sheet",
            hint: "choose another format: the test sheet has no cuts",
        },
        Combination {
            is_typed: args.cut.is_some() && args.format == Format::CutSetup,
            options: "--format cut-setup and --cut",
            hint: "delete --cut: first make a cutting job from the picture, then build with --cut JOB.pdf instead of --format",
        },
        Combination {
            is_typed: args.test_sheet && args.order.is_some(),
            options: "--order and --test-sheet",
            hint: "delete --order: the test sheet has no pieces to stack",
        },
        Combination {
            is_typed: args.each.is_some() && args.order.is_some(),
            options: "--each and --order",
            hint: "delete --order: pictures of pieces are always in order",
        },
        Combination {
            is_typed: args.cut_plan && args.each.is_some(),
            options: "--each and --cut-plan",
            hint: "delete --cut-plan: pictures of pieces have no cuts",
        },
    ] {
        if is_typed {
            let verb =
                if options.contains(" without ") { "has no effect" } else { "cannot be used together" };
            let message = format!("{options} {verb}");
            report.push(codes::BAD_OPTION.error(message).hint(hint));
        }
    }
}
