//! A complete build in memory.
//!
//! - In: a layout, the options, and the kind of files to make.
//! - Out: an [`Outcome`] with the files, their ticket and the checker's verdict.
//! - Not here: saving files, or printing results; the caller does both.

use std::path::Path;

use serde_json::{Value, json};

use super::ticket::{self, FolderTicket, SheetFolder, SheetTicket, Smaller, TextAndJson, TicketFile};
use super::{
    FileContents, Input, MadeFiles, OutputContext, OutputFile, OutputKind, PreparedGame, Proof,
    after_warnings, explain, unreadable,
};
use crate::shops::board::set_sizes;
use crate::shops::canvas::{
    Canvas, choose_canvases, describe, explain_safe_zone, file_word, to_json as shop_to_json,
};
use hexpress_base::diag::{Report, Result, Sources, codes, escape_control};
use hexpress_check::{Expected, JudgeOptions, Opened, TOLERANCE, Verdict, judge_press};
use hexpress_language::record::Options;
use hexpress_language::tables::shop::Shop;
use hexpress_layout::{Plan, Setup};
use hexpress_scene::print::demands::Demands;
use hexpress_scene::text::Fonts;
use hexpress_write::FileBytes;

/// What to build: a layout, the options, and the kind of files.
#[derive(Debug, Clone)]
pub struct BuildJob<'j> {
    /// The layout, and the files that it names.
    pub input: &'j Input,
    /// The paper, the margins, the cutter, the printer and the seed.
    pub options: Options,
    /// The kind of files to make.
    pub kind: OutputKind,
    /// Whether the checker reads the files back. The checker judges sheets, but never pictures of
    /// pieces or files of cut lines.
    pub check: bool,
    /// Whether the ticket also explains how pieces were laid out.
    pub explain: bool,
    /// A text for the ticket. It says which pieces of an earlier print the new pieces replace.
    pub exchange: Option<&'j TextAndJson>,
    /// The shop that the pictures are for.
    pub shop: Option<&'j Shop>,
    /// The output folder. Paths on the ticket begin with it.
    pub folder: &'j Path,
}

/// The result of a build.
#[derive(Debug)]
pub struct Outcome {
    /// The identity of the game: the name of its layout.
    pub game: String,
    /// The beginning of the names of all files, such as `GAME-PAPER`.
    pub stem: String,
    /// The options that the files were built with.
    pub options: Options,
    /// The files, with their paths in the output folder. The last one is the ticket.
    pub files: Vec<(String, FileBytes)>,
    /// What to print, on which paper and how many times.
    pub ticket: TextAndJson,
    /// Warnings about the layout and about the sheets.
    pub warnings: Report,
    /// The verdict of the checker, or an error if the files cannot be read back. `None` if the checker
    /// did not run.
    pub verdict: Option<Result<Verdict>>,
}

/// A slow step of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Draws and writes sheets.
    Draw,
    /// Reads sheets back and judges them.
    Check,
}

/// Observes a build, and may stop it.
pub trait BuildObserver: Sync {
    /// Called when the layout was read, before anything is laid out. The returned warnings are
    /// added to those of the layout.
    ///
    /// # Errors
    /// The observer stops the build.
    fn read(&self, _: &PreparedGame<'_>) -> Result<Report, Report> {
        Ok(Report::default())
    }

    /// Called with the plan, before any sheet is drawn.
    ///
    /// # Errors
    /// The observer stops the build.
    fn planned(&self, _: &Plan<'_>) -> Result<(), Report> {
        Ok(())
    }

    /// Called before a step begins. `sheets` is the number of sheets that the step draws or checks.
    fn begin(&self, _: Step, _sheets: usize) {}

    /// Called when another sheet of the current step is done.
    fn sheet(&self) {}

    /// Called when the current step ends.
    fn end(&self) {}
}

/// An observer that does nothing, and never stops a build.
impl BuildObserver for () {}

impl BuildJob<'_> {
    /// Builds everything in memory.
    ///
    /// # Errors
    /// The layout has mistakes, something does not fit on paper, or `observer` returns an error.
    pub fn run(
        self,
        sources: &mut Sources,
        fonts: &Fonts,
        observer: &dyn BuildObserver,
    ) -> Result<Outcome, Report> {
        let ready = super::read(self.input, self.options.clone(), sources, fonts)?;
        let observed = observer.read(&ready)?;
        let PreparedGame { layout, mut game, setup, options, pieces, fonts, mut warnings, .. } = ready;
        // The layout is not needed any more. Dropping it saves memory, because its tables may take
        // as much memory as the game.
        drop(layout);
        warnings.extend(observed);
        let mut canvases = match self.shop {
            Some(shop) => choose_canvases(shop, &mut game, &setup)
                .map_err(|mistakes| after_warnings(warnings.clone(), mistakes))?,
            None => Vec::new(),
        };
        let count_sheet = || observer.sheet();
        let mut plan = hexpress_layout::plan(&game, &fonts, &setup)
            .map_err(|mistakes| after_warnings(warnings.clone(), mistakes))?;
        set_sizes(&mut canvases, &plan);
        observer.planned(&plan)?;
        warnings.extend(plan.idle_cut_plans(&setup).map(Report::from).unwrap_or_default());
        plan.watch(&count_sheet);
        let stem = self.stem(&setup);
        let context = OutputContext {
            stem: &stem,
            input: self.input,
            options: &options,
            fonts: &fonts,
            canvases: &canvases,
        };
        let mut output = self.draw(&mut plan, &context, observer).map_err(|mistakes| {
            let explained = match self.shop {
                Some(shop) => explain_safe_zone(shop, mistakes),
                None => mistakes,
            };
            after_warnings(warnings.clone(), explained)
        })?;
        warnings.extend(std::mem::take(&mut output.warnings));
        warnings.extend(
            self.meets_demands(&mut output).map_err(|mistakes| after_warnings(warnings.clone(), mistakes))?,
        );
        let verdict = match self.is_judged(&output) {
            true => {
                // The checker needs files that are in memory. A proof is a PDF of the same pages. If
                // there is a proof, the checker reads only the proof, so the files need not be loaded.
                if output.proof.is_none() {
                    output.load()?;
                }
                let judge_options = JudgeOptions {
                    watch: Some(&count_sheet),
                    proof: output.proof.is_some(),
                    ..JudgeOptions::default()
                };
                let expected = Expected { game: &game, options: &options };
                observer.begin(Step::Check, plan.sheets.len());
                let verdict = self.judge(&output, expected, judge_options);
                observer.end();
                Some(verdict)
            }
            false => None,
        };
        let Ticket { on_screen: ticket, file } =
            self.ticket(&plan, &setup, &options, &pieces, &output, &canvases);
        let made = output.files.into_iter().map(|OutputFile { name, bytes, .. }| (name, bytes));
        let mut files: Vec<(String, FileBytes)> = made.collect();
        if let Some(shop) = self.shop.filter(|shop| shop.zip) {
            let folder = super::folder(&stem, &options);
            let archive = zipped(&mut files, &folder, shop)?;
            files.push((format!("{folder}.zip"), archive));
        }
        files.push(file);
        drop(plan);
        Ok(Outcome { game: game.id, stem, options, files, ticket, warnings, verdict })
    }

    /// Draws the sheets and makes the files.
    fn draw(
        &self,
        plan: &mut Plan<'_>,
        context: &OutputContext<'_>,
        observer: &dyn BuildObserver,
    ) -> Result<MadeFiles, Report> {
        observer.begin(Step::Draw, plan.sheets.len());
        let output = self.kind.make(plan, context);
        observer.end();
        output
    }

    /// Checks that the PDFs meet the demands of the shop. Returns warnings about them.
    ///
    /// # Errors
    /// A file does not meet a demand. The report contains all such faults.
    fn meets_demands(&self, output: &mut MadeFiles) -> Result<Report, Report> {
        let Some(shop) = self.shop.filter(|shop| !shop.demands.is_empty()) else {
            return Ok(Report::default());
        };
        output.load()?;
        let standard = self.options.print_setup.standard;
        let demands = Demands { standard, ..shop.demands.clone() };
        let mut report = Report::default();
        for file in &output.files {
            let path = Path::new(&file.name);
            let name = &*path.file_name().unwrap_or_default().to_string_lossy();
            let verdict = judge_press(name, file.bytes.held(), &demands)
                .map_err(|error| super::unreadable(name, &error))?;
            let names = [name.to_owned(), String::new()];
            for cause in verdict.causes() {
                report.push(cause.diagnostic(&names));
            }
        }
        if report.has_errors() { Err(report) } else { Ok(report) }
    }

    fn is_judged(&self, output: &MadeFiles) -> bool {
        self.check && matches!(output.shows, FileContents::Sheets)
    }

    /// Judges the files. If they are pictures of sheets, judges the PDF that the pictures were drawn
    /// from.
    fn judge(
        &self,
        output: &MadeFiles,
        expected: Expected<'_>,
        judge_options: JudgeOptions<'_>,
    ) -> Result<Verdict> {
        let files: Vec<(String, &[u8])> = match &output.proof {
            Some(Proof { name, pdf }) => vec![(name.clone(), pdf)],
            None => {
                output.files.iter().map(|file| (self.path_on_ticket(&file.name), file.bytes.held())).collect()
            }
        };
        judge(
            files.iter().map(|(name, bytes)| (name.as_str(), *bytes)),
            Some(expected),
            TOLERANCE,
            judge_options,
        )
    }

    /// Returns the beginning of all file names, such as `GAME-PAPER`. Files for a shop do not depend on
    /// the paper, so their names contain the shop instead.
    fn stem(&self, setup: &Setup) -> String {
        match self.shop {
            Some(shop) => format!("{}-{}", self.input.id, file_word(&shop.name)),
            None => super::stem(self.input, setup),
        }
    }

    /// Writes two versions of the ticket: one for the terminal, and one that is saved.
    fn ticket(
        &self,
        plan: &Plan<'_>,
        setup: &Setup,
        options: &Options,
        pieces: &str,
        output: &MadeFiles,
        canvases: &[Canvas],
    ) -> Ticket {
        let folder = super::folder(&self.stem(setup), options);
        let file_name = format!("{folder}.txt");
        // Laying out boards on smaller paper is slow, so both tickets use the same result.
        let smaller = ticket::on_smaller_paper(plan, setup);
        let contents =
            TicketContents { plan, setup, pieces, output, kind: self.kind, smaller: smaller.as_ref() };
        let mut printed: Vec<TicketFile> = output.files.iter().map(TicketFile::from).collect();
        // The saved ticket is next to the files, so its paths are relative.
        let mut saved = contents.ticket(&printed, &folder, &folder).text;
        for file in &mut printed {
            file.path = self.path_on_ticket(&file.path);
        }
        let TextAndJson { mut text, value: files } =
            contents.ticket(&printed, &folder, &self.path_on_ticket(&folder));
        if let Some(exchange) = self.exchange {
            let exchange = ticket::translated(plan, &exchange.text);
            for ticket in [&mut saved, &mut text] {
                *ticket = format!("{}\n{exchange}\n", ticket.trim_end_matches('\n'));
            }
        }
        if let Some(shop) = self.shop {
            let zip = shop.zip.then(|| format!("{folder}.zip"));
            let order = describe(shop, canvases, zip.as_deref());
            for ticket in [&mut saved, &mut text] {
                *ticket = format!("{}\n{order}\n", ticket.trim_end_matches('\n'));
            }
        }
        let explanation = self.explain.then(|| explain::explain(plan, setup));
        if let Some(explanation) = &explanation {
            text = format!("{}\n{}\n", text.trim_end_matches('\n'), explanation.text);
        }
        let game = plan.game();
        let mut value = json!({
            "game": game.id, "title": game.title, "paper": options.paper, "files": null,
            "ticket": self.path_on_ticket(&file_name),
        });
        // `files` may be long. It is moved into `value` here, because `json!` would copy it.
        value["files"] = files;
        if let Some(shop) = self.shop {
            value["shop"] = shop_to_json(shop, canvases);
        }
        if let Some(exchange) = self.exchange {
            value["exchange"] = exchange.value.clone();
        }
        contents.add_optional(&mut value, options, explanation.map(|explanation| explanation.value));
        let bytes = format!("{}\n", escape_control(saved.trim_end())).into_bytes().into();
        Ticket { on_screen: TextAndJson { text, value }, file: (file_name, bytes) }
    }

    /// Returns the path of a file in the output folder, as shown on the ticket.
    fn path_on_ticket(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }
}

/// Returns a ZIP file with all files for a shop. Paths in the ZIP file start at `folder`.
///
/// # Errors
/// The files are too large for a ZIP file, or a file that was moved to the disk cannot be read back.
fn zipped(files: &mut [(String, FileBytes)], folder: &str, shop: &Shop) -> Result<FileBytes> {
    let mut contents = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let below = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
        *bytes = std::mem::take(bytes).in_memory()?.into();
        contents.push((below.to_owned(), bytes.held().to_vec()));
    }
    let Some(archive) = hexpress_write::zip(&contents) else {
        let message = format!("the files for {} are too large for a ZIP file", shop.name);
        return Err(codes::UNWRITABLE.error(message).hint("build fewer components at a time: --only deck"));
    };
    Ok(archive.into())
}

/// The ticket of a build: one version to show, and one to save.
struct Ticket {
    on_screen: TextAndJson,
    /// The path of the saved ticket in the output folder, and its contents.
    file: (String, FileBytes),
}

/// The data for both versions of the ticket.
struct TicketContents<'p, 'a> {
    plan: &'p Plan<'a>,
    setup: &'p Setup,
    /// The pieces that are printed, as text. Empty if all pieces are printed.
    pieces: &'p str,
    output: &'p MadeFiles,
    kind: OutputKind,
    /// How many sheets the large boards would need on smaller paper. `None` if there is no large board
    /// or no smaller paper.
    smaller: Option<&'p Smaller>,
}

impl TicketContents<'_, '_> {
    /// Writes the ticket for the files `printed`.
    ///
    /// If the build makes a folder of files, `folder` is the name of this folder, and `path_on_ticket` is its
    /// path as the ticket shows it.
    fn ticket(&self, printed: &[TicketFile], folder: &str, path_on_ticket: &str) -> TextAndJson {
        let &Self { plan, setup, pieces, output, kind, smaller } = self;
        let of_folder = FolderTicket { plan, setup, pieces, folder, printed };
        match &output.shows {
            FileContents::Sheets => {
                let folder = (kind != OutputKind::Pdf)
                    .then_some(SheetFolder { path_on_ticket, carries_layout: kind == OutputKind::Svg });
                SheetTicket { plan, setup, pieces, printed, folder, smaller }.write()
            }
            FileContents::Pictures(pictures) => of_folder.pictures(pictures),
            FileContents::ShopPdfs(pdfs) => of_folder.shop_pdfs(pdfs),
            FileContents::Cuts(format, cuts) => of_folder.cuts(*format, cuts),
            FileContents::CutSetup(pictures) => of_folder.cut_setup(pictures),
        }
    }

    /// Adds the fields that only some builds have to the JSON of a ticket.
    fn add_optional(&self, value: &mut Value, options: &Options, explanation: Option<Value>) {
        let game = self.plan.game();
        let travels = game.embed && self.kind == OutputKind::Pdf;
        let smaller = self.smaller.map(|less| json!({ "paper": less.paper, "sheets": less.sheets }));
        for (name, field) in [
            ("explain", explanation),
            ("pieces", (!options.pieces.is_empty()).then(|| json!(options.pieces))),
            ("without-large-sheets", smaller),
            ("travels", travels.then(|| json!(game.pictures.files()))),
            (
                "registration",
                Some(ticket::registration(self.plan, self.setup)).filter(|marks| !marks.is_null()),
            ),
            ("capture", Some(ticket::captured_jobs(self.plan, self.setup)).filter(|jobs| !jobs.is_null())),
            ("decks", Some(ticket::decks(self.plan)).filter(|decks| !decks.is_null())),
        ] {
            if let Some(field) = field {
                value[name] = field;
            }
        }
    }
}

/// Judges finished files. `made` contains the name and the contents of each file.
///
/// # Errors
/// A file cannot be read back.
pub fn judge<'b>(
    made: impl Iterator<Item = (&'b str, &'b [u8])>,
    expected: Option<Expected<'_>>,
    tolerance: f64,
    judge_options: JudgeOptions<'_>,
) -> Result<Verdict> {
    let opened = made
        .map(|(name, bytes)| Opened::new(name, bytes).map_err(|error| unreadable(name, &error)))
        .collect::<Result<Vec<_>, _>>()?;
    hexpress_check::judge_with(opened, expected, tolerance, judge_options)
        .map_err(|(name, error)| unreadable(&name, &error))
}
