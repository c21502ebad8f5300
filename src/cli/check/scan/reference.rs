//! Reads or builds the files that scans are compared with.
//!
//! - In: the PDF or the layout that `--against` names.
//! - Out: PDFs, and for each of them the paper that it was built for.

use kurbo::Size;

use crate::cli::check::check_args::Check;
use crate::cli::io::Output;
use crate::cli::{RunContext, folder, limited_process, read_input};
use crate::make::{self, Input, OutputFile};
use crate::scans::PrintedPdfs;
use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_base::files::MAX_FINISHED_FILE_BYTES;
use hexpress_language::record::Options;
use hexpress_scan::judge::PageOf;
use hexpress_scene::text::Fonts;

/// The papers that a layout is built for if `--paper` is not typed. The scan shows which of them was
/// printed. The first one is the default of `hexpress build`.
const PAPERS: [&str; 4] = ["iso", "a4", "us", "letter"];

/// The files that may have been printed.
pub struct ReferenceFiles {
    pub printed: PrintedPdfs,
    /// For each file, the value of `--paper` that builds it. `None` if the user can leave out
    /// `--paper`.
    papers: Vec<Option<String>>,
}

/// A PDF, its name, and the value of `--paper` that builds it. `paper` is `None` if the user can leave
/// out `--paper`.
struct NamedPdf {
    name: String,
    bytes: Vec<u8>,
    paper: Option<String>,
}

impl NamedPdf {
    fn built(file: OutputFile, paper: Option<&str>) -> Self {
        Self { name: file.name, bytes: file.bytes, paper: paper.map(str::to_owned) }
    }
}

impl ReferenceFiles {
    /// Reads the file or builds the layout that `--against` names.
    ///
    /// # Errors
    /// `--against` is missing, or the file or layout that it names cannot be read.
    pub fn read(
        args: &Check,
        run_context: &RunContext,
        fonts: &Fonts,
        output: &mut Output,
    ) -> Result<Self, Report> {
        let Some(named) = args.against.as_deref() else { return Err(needs_reference().into()) };
        let is_pdf = named.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf"));
        if is_pdf {
            let bytes = run_context.read(named, MAX_FINISHED_FILE_BYTES)?;
            limited_process::allow_bytes(bytes.len());
            return Self::open(vec![NamedPdf { name: named.display().to_string(), bytes, paper: None }]);
        }
        let mut report = Report::default();
        let layout = folder::single(Some(named), "--against", run_context)?;
        let inputs = read_input::one(&layout, run_context, &mut report)?;
        let [input] = inputs.as_slice() else { return Err(report) };
        match &args.paper {
            Some(paper) => Self::built(input, &[paper.trim()], fonts, output),
            None => Self::built(input, &PAPERS, fonts, output),
        }
    }

    /// Builds a layout for each of the papers. Leaves out papers for which the layout cannot be built, such
    /// as a paper that is too small. Also leaves out papers for which the sheets are the same as for an
    /// earlier paper.
    ///
    /// # Errors
    /// The layout cannot be built for any of the papers.
    fn built(input: &Input, papers: &[&str], fonts: &Fonts, output: &mut Output) -> Result<Self, Report> {
        let mut files: Vec<NamedPdf> = Vec::new();
        let (mut game, mut failure, mut known) = (None, None, Vec::new());
        for paper in papers {
            let options = Options { paper: paper.to_ascii_lowercase(), ..Options::defaults() };
            let paper = (options.paper != Options::defaults().paper).then(|| options.paper.clone());
            let mut sheets: Vec<Size> = Vec::new();
            let planned = |plan: &hexpress_layout::Plan<'_>| {
                limited_process::allow_sheets(plan.sheets.len());
                sheets = plan.sheets.iter().map(|sheet| sheet.size).collect();
                Ok(())
            };
            match make::build_pdfs(input, options, &mut output.sources, fonts, planned) {
                Ok(_) if known.contains(&sheets) => {}
                Ok(built) => {
                    known.push(sheets);
                    let made = built.files.into_iter();
                    files.extend(made.map(|file| NamedPdf::built(file, paper.as_deref())));
                    game.get_or_insert(built.game);
                }
                Err(report) => {
                    failure.get_or_insert(report);
                }
            }
        }
        let Some(game) = game else { return Err(failure.unwrap_or_default()) };
        let first = files.first().and_then(|file| file.paper.clone());
        let default_paper_files = files.iter().take_while(|file| file.paper == first).count();
        let reference = Self::open(files)?;
        Ok(Self {
            printed: reference.printed.with_default_paper_files(default_paper_files).with_kinds(&game),
            ..reference
        })
    }

    fn open(files: Vec<NamedPdf>) -> Result<Self, Report> {
        let lengths: Vec<usize> = files.iter().map(|file| file.bytes.len()).collect();
        let papers = files.iter().map(|file| file.paper.clone()).collect();
        let printed = PrintedPdfs::open(files.into_iter().map(|file| (file.name, file.bytes)).collect())?;
        for (reference, length) in printed.references().iter().zip(lengths) {
            limited_process::allow_pages(reference.page_count(), length);
        }
        Ok(Self { printed, papers })
    }

    /// Returns the value of `--paper` that prints this page again. Returns `None` if the user can leave
    /// out `--paper`.
    pub fn paper(&self, page: PageOf) -> Option<&str> {
        self.papers.get(page.file)?.as_deref()
    }
}

fn needs_reference() -> Diagnostic {
    codes::BAD_OPTION
        .error("a scan can be checked only against the file that was printed")
        .hint("name the printed file: hexpress check scan.png --against game-a4.pdf")
}
