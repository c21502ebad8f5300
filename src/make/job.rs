//! A whole build in memory: from a layout to finished files, their ticket and the checker's verdict.
//!
//! - Goes in: a layout, the options, and what kind of files to make.
//! - Comes out: an [`Outcome`]. Whoever asked for it saves and shows it.
//! - Does not: touch the disk or the terminal.

use std::path::Path;

use serde_json::{Value, json};

use super::ticket::{self, Printed, Told};
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

/// What a build comes to.
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
    /// What deserves a look: doubts about the layout, and warnings of the sheets.
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

/// What is told of a build while it runs.
pub trait Watch: Sync {
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

/// Watches nothing.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watch for Unwatched {}

impl BuildJob<'_> {
    /// Builds everything in memory.
    ///
    /// # Errors
    /// All mistakes of the layout, what does not fit on paper, or what `watch` objects to.
    pub fn run(self, sources: &mut Sources, fonts: &Fonts, watch: &dyn Watch) -> Result<Outcome, Report> {
        let ready = super::read(self.input, self.options.clone(), sources, fonts)?;
        let more = watch.read(&ready)?;
        let Ready { layout, game, setup, options, pieces, fonts, mut warnings, .. } = ready;
        // Everything in its tables is in the pieces of the game.
        drop(layout);
        warnings.extend(more);
        let count = || watch.sheet();
        let mut plan = match crate::layout::plan(&game, &fonts, &setup) {
            Ok(plan) => plan,
            Err(wrong) => return Err(after(warnings, wrong)),
        };
        watch.planned(&plan)?;
        warnings.extend(plan.idle_cut_plans(&setup).map(Report::from).unwrap_or_default());
        plan.watch(&count);
        watch.begin(Step::Draw, plan.sheets.len());
        let stem = super::stem(self.input, &setup);
        let order = Order { stem: &stem, input: self.input, options: &options, fonts: &fonts };
        let making = self.kind.make(&mut plan, &order);
        watch.end();
        let Making { made, warnings: more, shows, proof } = match making {
            Ok(making) => making,
            Err(wrong) => return Err(after(warnings, wrong)),
        };
        warnings.extend(more);
        let is_judged = self.check && matches!(shows, Shows::Sheets);
        let mut files = Vec::with_capacity(made.len() + 1);
        let mut printed = Vec::with_capacity(made.len());
        for Made { stack, name, bytes } in made {
            printed.push(Printed { stack, path: name.clone(), bytes: bytes.length() });
            // What is read back has to be in memory.
            let is_read_back = is_judged && proof.is_none();
            files.push((name, if is_read_back { bytes.in_memory()?.into() } else { bytes }));
        }
        let verdict = is_judged.then(|| {
            let made: Vec<(String, &[u8])> = match &proof {
                Some((name, pdf)) => vec![(name.clone(), pdf)],
                None => files.iter().map(|(name, whole)| (self.shown(name), whole.held())).collect(),
            };
            watch.begin(Step::Check, plan.sheets.len());
            let ask = Ask { watch: Some(&count), proof: proof.is_some(), ..Ask::default() };
            let made = made.iter().map(|(name, bytes)| (name.as_str(), *bytes));
            let expected = Expected { game: &game, options: &options };
            let verdict = judge(made, Some(expected), TOLERANCE, ask);
            watch.end();
            verdict
        });
        let folder = super::folder(&stem, &options);
        let ticket_name = format!("{folder}.txt");
        let job = Job { plan: &plan, setup: &setup, pieces: &pieces, shows: &shows, kind: self.kind };
        // The saved ticket names files as they are seen from its own folder.
        let saved = job.ticket(&printed, &folder, &folder).text;
        for file in &mut printed {
            file.path = self.shown(&file.path);
        }
        let Told { mut text, value: list } = job.ticket(&printed, &folder, &self.shown(&folder));
        let why = self.explain.then(|| explain::explain(&plan, &setup));
        if let Some(why) = &why {
            text = format!("{}\n{}\n", text.trim_end_matches('\n'), why.text);
        }
        let mut value = json!({
            "game": game.id, "title": game.title, "paper": options.paper, "files": null,
            "ticket": self.shown(&ticket_name),
        });
        // Moved in: `json!` copies what it is given.
        value["files"] = list;
        job.add_to(&mut value, &options, why.map(|why| why.value));
        files.push((ticket_name, format!("{}\n", seen(saved.trim_end())).into_bytes().into()));
        drop(plan);
        Ok(Outcome { game: game.id, stem, options, files, ticket: Told { text, value }, warnings, verdict })
    }

    /// A path below the output folder, as it is shown.
    fn shown(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }
}

/// Mistakes after doubts, which may be their reason.
fn after(mut doubts: Report, mistakes: Report) -> Report {
    doubts.extend(mistakes);
    doubts
}

/// What a ticket is written from.
struct Job<'p, 'a> {
    plan: &'p Plan<'a>,
    setup: &'p Setup,
    pieces: &'p str,
    shows: &'p Shows,
    kind: OutputKind,
}

impl Job<'_, '_> {
    /// The ticket of these files; `shown` is the folder of files that are one for each sheet, as people see it.
    fn ticket(&self, printed: &[Printed], folder: &str, shown: &str) -> Told {
        let &Self { plan, setup, pieces, shows, kind } = self;
        match shows {
            Shows::Sheets => {
                let folder = (kind != OutputKind::Pdf).then_some((shown, kind == OutputKind::Svg));
                ticket::ticket(
                    plan,
                    setup,
                    pieces,
                    printed,
                    folder,
                    ticket::without_large(plan, setup).as_ref(),
                )
            }
            Shows::Pictures(pictures) => ticket::pictures(plan, pieces, folder, printed, pictures),
            Shows::Cuts(cuts) => ticket::cuts(plan, pieces, folder, printed, cuts),
        }
    }

    /// Adds what only some builds have to a ticket for programs.
    fn add_to(&self, value: &mut Value, options: &Options, why: Option<Value>) {
        let game = self.plan.game();
        let travels = game.embed && self.kind == OutputKind::Pdf;
        let smaller = ticket::without_large(self.plan, self.setup);
        let decks = ticket::decks(self.plan);
        for (name, more) in [
            ("explain", why),
            ("pieces", (!options.pieces.is_empty()).then(|| json!(options.pieces))),
            (
                "without-large-sheets",
                smaller.map(|less| json!({ "paper": less.paper, "sheets": less.sheets })),
            ),
            ("travels", travels.then(|| json!(game.pictures.files()))),
            ("decks", Some(decks).filter(|decks| !decks.is_null())),
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
