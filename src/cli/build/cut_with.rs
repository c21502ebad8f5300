//! Reads `--cut`. Its value is a cutting tool, or the path of a PDF with the job of a cutting machine.
//!
//! - In: the value that the user typed.
//! - Out: the tool, and the pages of the PDF (the captured job).
//! - Not here: comparing these pages with the layout.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use super::build_args::Build;
use crate::cli::io::RunContext;
use crate::make::OutputKind;
use hexpress_base::diag::{Diagnostic, Result, codes, near};
use hexpress_layout::Setup;
use hexpress_scene::print::capture::CapturedJob;
use hexpress_scene::print::setup::Cutter;

/// The largest size of the PDF of a cutting job, in bytes.
const MAX_CAPTURE_BYTES: u64 = 64 << 20;

/// The value of `--cut`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CutWith {
    Tool(Cutter),
    /// The path of a PDF. The program of a cutting machine has printed its job to this PDF.
    CapturedJob(PathBuf),
}

impl CutWith {
    pub fn tool(&self) -> Cutter {
        match self {
            Self::Tool(tool) => *tool,
            Self::CapturedJob(_) => Cutter::Captured,
        }
    }

    /// Returns the path of the PDF with the cutting job. Returns `None` if only a tool was typed.
    pub fn captured_job(&self) -> Option<&Path> {
        match self {
            Self::Tool(_) => None,
            Self::CapturedJob(file) => Some(file),
        }
    }
}

impl FromStr for CutWith {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let file = Path::new(text.trim());
        match file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")) {
            true => Ok(Self::CapturedJob(file.to_owned())),
            false => text.parse().map(Self::Tool).map_err(|diagnostic| with_tools(diagnostic, text)),
        }
    }
}

/// Adds a list of the possible tools to an error. [`Cutter::Captured`] is not listed, because the user
/// chooses this tool with the path of a PDF.
fn with_tools(diagnostic: Diagnostic, typed: &str) -> Diagnostic {
    let tools = Cutter::ALL.iter().filter(|tool| **tool != Cutter::Captured);
    let words: Vec<_> = tools.map(|tool| tool.word()).collect();
    diagnostic.hint(near::among(&typed.trim().to_ascii_lowercase(), &words, "choose one of:"))
}

/// Reads the PDF that `--cut` names. Returns `None` if `--cut` names no PDF.
///
/// # Errors
/// The file cannot be read, or its shapes cannot be measured.
pub fn read_captured_job(args: &Build, run_context: &RunContext) -> Result<Option<Arc<CapturedJob>>> {
    let Some(file) = args.cut.as_ref().and_then(CutWith::captured_job) else { return Ok(None) };
    let bytes = run_context.read(file, MAX_CAPTURE_BYTES)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    match hexpress_read::capture(&bytes, &name) {
        Ok(capture) => Ok(Some(Arc::new(capture))),
        Err(why) => {
            let message = format!("{} cannot be used with --cut: {why}", file.display());
            let hint = "build with --format cut-setup, open the picture in the software of your cutting \
                machine, and print the job from there to a PDF at 100 %";
            Err(codes::BAD_OPTION.error(message).hint(hint))
        }
    }
}

/// Returns the tool that the user typed. Returns `None` if the user typed no tool.
///
/// With `--format cut-setup`, always returns [`Cutter::Captured`], because the pictures are for a
/// machine that cuts a captured job.
pub fn tool(args: &Build, kind: OutputKind) -> Option<Cutter> {
    let is_setup = matches!(kind, OutputKind::CutSetup(_));
    if is_setup { Some(Cutter::Captured) } else { args.cut.as_ref().map(CutWith::tool) }
}

/// Returns `capture` if the tool is [`Cutter::Captured`]. Returns `None` for other tools.
///
/// With `--format cut-setup`, always returns `None`. The build then makes pictures, and the user makes
/// the job from these pictures later.
pub fn capture_for(
    cut: Option<Cutter>,
    kind: OutputKind,
    capture: Option<Arc<CapturedJob>>,
) -> Option<Arc<CapturedJob>> {
    let is_setup = matches!(kind, OutputKind::CutSetup(_));
    capture.filter(|_| cut == Some(Cutter::Captured) && !is_setup)
}

/// Checks that the user named the PDF of the job, if the tool of the build is [`Cutter::Captured`].
///
/// The pictures of `--format cut-setup` do not need this PDF.
///
/// # Errors
/// The PDF is missing.
pub fn check(setup: &Setup, kind: OutputKind) -> Result<()> {
    let is_setup = matches!(kind, OutputKind::CutSetup(_));
    if setup.print_setup.cut != Some(Cutter::Captured) || setup.capture.is_some() || is_setup {
        return Ok(());
    }
    Err(codes::BAD_OPTION
        .error("expected the PDF of a cutting job after --cut, found `captured`")
        .hint("build with --format cut-setup, open the picture in the software of your cutting machine, print the job from there to a PDF, and write --cut JOB.pdf"))
}
