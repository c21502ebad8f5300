//! A whole build in memory: from a layout to finished files, their ticket and the checker's verdict.
//!
//! - Goes in: a layout, the options, and what kind of files to make.
//! - Comes out: an [`Outcome`].
//! - Does not: save or show anything; the caller does.

use std::path::Path;

use serde_json::{Value, json};

use super::ticket::{self, Printed, Smaller, Told};
use super::{Input, Made, Making, Order, OutputKind, Ready, Shows, explain, unreadable};
use crate::check::{self, Ask, Expected, Opened, TOLERANCE, Verdict};
use crate::diag::{Report, Result, Sources, seen};
use crate::layout::{Plan, Setup};
use crate::record::Options;
use crate::text::Fonts;
use crate::write::FileBytes;

/// What is asked of a build.
#[derive(Debug, Clone)]
pub struct BuildJob<'j> {
    /// The layout, and the files that it names.
    pub input: &'j Input,
    /// Paper, margins, cutter, printer, seed.
    pub options: Options,
    /// Which files to make.
    pub kind: OutputKind,
    /// Whether the checker reads the files back. It judges sheets and never pictures of single pieces.
    pub check: bool,
    /// Whether the ticket also explains how pieces were laid out.
    pub explain: bool,
    /// The folder that shown paths begin with.
    pub folder: &'j Path,
}

/// The result of a build.
#[derive(Debug)]
pub struct Outcome {
    /// The identity of the game: the name of its layout.
    pub game: String,
    /// What all file names of the build begin with: `GAME-PAPER`.
    pub stem: String,
    /// The options that the files were made with.
    pub options: Options,
    /// The files, by their names below the output folder; the ticket is the last.
    pub files: Vec<(String, FileBytes)>,
    /// What to print, on what and how many times.
    pub ticket: Told,
    /// Doubts about the layout, and warnings about the sheets.
    pub warnings: Report,
    /// What the checker found in the files, or why it could not read them; `None` if nothing was judged.
    pub verdict: Option<Result<Verdict>>,
}

/// The steps of a build that take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Sheets are drawn.
    Draw,
    /// Sheets are read back and judged.
    Check,
}

/// Follows a build while it runs, and may stop it.
pub trait BuildObserver: Sync {
    /// Judges what was read, before anything is laid out. Returns more warnings.
    ///
    /// # Errors
    /// A reason to build nothing.
    fn read(&self, _: &Ready<'_>) -> Result<Report, Report> {
        Ok(Report::default())
    }

    /// Judges the plan, before any sheet is drawn.
    ///
    /// # Errors
    /// A reason to build nothing.
    fn planned(&self, _: &Plan<'_>) -> Result<(), Report> {
        Ok(())
    }

    /// A step begins, with this many sheets.
    fn begin(&self, _: Step, _sheets: usize) {}

    /// One more sheet of the current step is done.
    fn sheet(&self) {}

    /// The current step is over.
    fn end(&self) {}
}

/// Follows nothing.
impl BuildObserver for () {}

impl BuildJob<'_> {
    /// Builds everything in memory.
    ///
    /// # Errors
    /// All mistakes of the layout, what does not fit on paper, or what `observer` objects to.
    pub fn run(
        self,
        sources: &mut Sources,
        fonts: &Fonts,
        observer: &dyn BuildObserver,
    ) -> Result<Outcome, Report> {
        let ready = super::read(self.input, self.options.clone(), sources, fonts)?;
        let more = observer.read(&ready)?;
        let Ready { layout, game, setup, options, pieces, fonts, mut warnings, .. } = ready;
        // The game holds everything that its tables hold.
        drop(layout);
        warnings.extend(more);
        let count_sheet = || observer.sheet();
        let mut plan = match crate::layout::plan(&game, &fonts, &setup) {
            Ok(plan) => plan,
            Err(mistakes) => return Err(after(warnings, mistakes)),
        };
        observer.planned(&plan)?;
        warnings.extend(plan.idle_cut_plans(&setup).map(Report::from).unwrap_or_default());
        plan.watch(&count_sheet);
        observer.begin(Step::Draw, plan.sheets.len());
        let stem = super::stem(self.input, &setup);
        let order = Order { stem: &stem, input: self.input, options: &options, fonts: &fonts };
        let making = self.kind.make(&mut plan, &order);
        observer.end();
        let mut making = match making {
            Ok(making) => making,
            Err(mistakes) => return Err(after(warnings, mistakes)),
        };
        warnings.extend(std::mem::take(&mut making.warnings));
        let is_judged = self.check && matches!(making.shows, Shows::Sheets);
        if is_judged && making.proof.is_none() {
            // What is read back has to be in memory.
            for file in &mut making.made {
                file.bytes = std::mem::take(&mut file.bytes).in_memory()?.into();
            }
        }
        let verdict = is_judged.then(|| {
            observer.begin(Step::Check, plan.sheets.len());
            let ask = Ask { watch: Some(&count_sheet), proof: making.proof.is_some(), ..Ask::default() };
            let verdict = self.judge(&making, Expected { game: &game, options: &options }, ask);
            observer.end();
            verdict
        });
        let (ticket, saved) = self.ticket(&plan, &setup, &options, &pieces, &making);
        let mut files: Vec<(String, FileBytes)> =
            making.made.into_iter().map(|Made { name, bytes, .. }| (name, bytes)).collect();
        files.push(saved);
        drop(plan);
        Ok(Outcome { game: game.id, stem, options, files, ticket, warnings, verdict })
    }

    /// Reads the files back, or the PDF that pictures were drawn from, and judges them.
    fn judge(&self, making: &Making, expected: Expected<'_>, ask: Ask<'_>) -> Result<Verdict> {
        let files: Vec<(String, &[u8])> = match &making.proof {
            Some((name, pdf)) => vec![(name.clone(), pdf)],
            None => making.made.iter().map(|file| (self.shown(&file.name), file.bytes.held())).collect(),
        };
        let files = files.iter().map(|(name, bytes)| (name.as_str(), *bytes));
        judge(files, Some(expected), TOLERANCE, ask)
    }

    /// Returns the ticket as it is shown, and the file that it is saved in.
    fn ticket(
        &self,
        plan: &Plan<'_>,
        setup: &Setup,
        options: &Options,
        pieces: &str,
        making: &Making,
    ) -> (Told, (String, FileBytes)) {
        let folder = super::folder(&super::stem(self.input, setup), options);
        let file_name = format!("{folder}.txt");
        // This may divide a board into sheets, so it is done once.
        let smaller = ticket::without_large(plan, setup);
        let contents =
            TicketContents { plan, setup, pieces, making, kind: self.kind, smaller: smaller.as_ref() };
        let mut printed: Vec<Printed> = making.made.iter().map(Printed::from).collect();
        // The saved ticket names files as they are seen from its own folder.
        let saved = contents.ticket(&printed, &folder, &folder).text;
        for file in &mut printed {
            file.path = self.shown(&file.path);
        }
        let Told { mut text, value: list } = contents.ticket(&printed, &folder, &self.shown(&folder));
        let explanation = self.explain.then(|| explain::explain(plan, setup));
        if let Some(explanation) = &explanation {
            text = format!("{}\n{}\n", text.trim_end_matches('\n'), explanation.text);
        }
        let game = plan.game();
        let mut value = json!({
            "game": game.id, "title": game.title, "paper": options.paper, "files": null,
            "ticket": self.shown(&file_name),
        });
        // Moved in: `json!` copies what it is given.
        value["files"] = list;
        contents.add_optional(&mut value, options, explanation.map(|explanation| explanation.value));
        let bytes = format!("{}\n", seen(saved.trim_end())).into_bytes().into();
        (Told { text, value }, (file_name, bytes))
    }

    /// A path below the output folder, as it is shown.
    fn shown(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }
}

/// Puts mistakes after doubts, which may be their reason.
fn after(mut doubts: Report, mistakes: Report) -> Report {
    doubts.extend(mistakes);
    doubts
}

/// What a ticket is written from.
struct TicketContents<'p, 'a> {
    plan: &'p Plan<'a>,
    setup: &'p Setup,
    /// The only pieces that are printed, in words; empty for all.
    pieces: &'p str,
    making: &'p Making,
    kind: OutputKind,
    /// The sheets that the boards would take on smaller paper.
    smaller: Option<&'p Smaller>,
}

impl TicketContents<'_, '_> {
    /// Returns the ticket of these files. `shown` is the folder of files that are one for each sheet, as it is shown.
    fn ticket(&self, printed: &[Printed], folder: &str, shown: &str) -> Told {
        let &Self { plan, setup, pieces, making, kind, smaller } = self;
        match &making.shows {
            Shows::Sheets => {
                let folder = (kind != OutputKind::Pdf).then_some((shown, kind == OutputKind::Svg));
                ticket::ticket(plan, setup, pieces, printed, folder, smaller)
            }
            Shows::Pictures(pictures) => ticket::pictures(plan, pieces, folder, printed, pictures),
            Shows::Cuts(cuts) => ticket::cuts(plan, pieces, folder, printed, cuts),
        }
    }

    /// Adds what only some builds have to a ticket for programs.
    fn add_optional(&self, value: &mut Value, options: &Options, explanation: Option<Value>) {
        let game = self.plan.game();
        let travels = game.embed && self.kind == OutputKind::Pdf;
        let smaller = self.smaller.map(|less| json!({ "paper": less.paper, "sheets": less.sheets }));
        for (name, more) in [
            ("explain", explanation),
            ("pieces", (!options.pieces.is_empty()).then(|| json!(options.pieces))),
            ("without-large-sheets", smaller),
            ("travels", travels.then(|| json!(game.pictures.files()))),
            ("decks", Some(ticket::decks(self.plan)).filter(|decks| !decks.is_null())),
        ] {
            if let Some(more) = more {
                value[name] = more;
            }
        }
    }
}

/// Judges files that this program has just made, and answers what else is asked of them.
///
/// # Errors
/// A file that cannot be read back.
pub fn judge<'b>(
    made: impl Iterator<Item = (&'b str, &'b [u8])>,
    said: Option<Expected<'_>>,
    tolerance: f64,
    ask: Ask<'_>,
) -> Result<Verdict> {
    let opened = made.map(|(name, bytes)| Opened::new(name, bytes).map_err(|e| unreadable(name, &e)));
    let opened = opened.collect::<Result<Vec<_>, _>>()?;
    check::judge_and(opened, said, tolerance, ask).map_err(|(name, error)| unreadable(&name, &error))
}
