//! The layout as it is at the moment, and what the page shows of it: sheets, or the last good ones and the mistakes.

use crate::base::map::Map;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::{apart, mistakes};
use crate::build::{self, Built, Input, Ready};
use crate::check::{self, Expected, Opened};
use crate::diag::{Report, Result, Sources};
use crate::layout::{Content, Plan, plan};
use crate::print::paper::sheet_name;
use crate::record::Options;
use crate::resolve::own_seed;
use crate::text::Fonts;
use crate::write::svg;

/// Reads the layout anew: the command line knows what was asked for.
pub type Reader = dyn Fn() -> Result<Source> + Send + Sync;

/// Does a task in a process with bounds.
pub type Helper = dyn Fn(Task, &Choice) -> Result<Vec<u8>> + Send + Sync;

/// Where the layout is drawn.
#[derive(Clone)]
pub enum Source {
    /// In this process.
    Here(Arc<Input>),
    /// In one with bounds: what the file does to whoever reads it is not known.
    Apart(Arc<Helper>),
}

/// What there is to be done for a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Task {
    /// The paper to begin with.
    Paper,
    /// The sheets, as JSON.
    Sheets,
    /// The checker's verdict, as JSON.
    Verdict,
    /// The PDFs: a line of JSON with the name and length of each, then their bytes.
    Pdf,
}

/// How many choices are remembered; whoever asks for more begins anew.
const CHOICES: usize = 8;

/// What somebody who looks at the page chose.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// As it would be typed: `iso`, `210x297mm`.
    pub paper: String,
    /// What random decks are drawn from, over what the layout says.
    pub seed: Option<u64>,
}

/// The layout on the desk. Shared by all connections.
pub struct Desk {
    reader: Box<Reader>,
    /// Margin and components; paper and seed are chosen on the page.
    options: Options,
    fonts: Fonts,
    now: Mutex<Now>,
    changed: Condvar,
    /// What the checker said last, and of what. One at a time is judged.
    judged: Mutex<Option<(u64, Choice, Value)>>,
}

struct Now {
    input: Result<Source>,
    /// The files that a layout names which is drawn apart.
    named: Vec<(PathBuf, Option<u64>)>,
    version: u64,
    /// What each choice shows, and of which version.
    shown: Map<Choice, (u64, Arc<Shown>)>,
}

/// What the page shows of one choice.
#[derive(Debug, Clone, Default)]
pub(super) struct Shown {
    pub(super) title: String,
    pub(super) language: String,
    /// Of this version or, while there are mistakes, of the last good one.
    pub(super) sheets: Arc<Vec<Value>>,
    /// The PDFs that they go into, each with its name and paper.
    pub(super) files: Vec<Value>,
    pub(super) mistakes: Value,
    pub(super) good: bool,
    /// What is drawn from if no seed is chosen; none where nothing is drawn at random.
    pub(super) own_seed: Option<u64>,
}

impl Shown {
    /// Mistakes, beside what was shown before them.
    pub(super) fn with_mistakes(mistakes: Value, earlier: Option<&Self>) -> Self {
        let nothing = || Self { language: "en".to_owned(), ..Self::default() };
        Self { mistakes, good: false, ..earlier.cloned().unwrap_or_else(nothing) }
    }
}

/// A PDF that is ready, and its name.
pub type Pdf = (String, Vec<u8>);

impl Desk {
    /// A desk with the layout on it that `reader` reads.
    pub fn new(reader: Box<Reader>, options: Options) -> Self {
        let input = reader();
        let now = Now { input, named: Vec::new(), version: 1, shown: Map::new() };
        let (fonts, now) = (Fonts::bundled(), Mutex::new(now));
        Self { reader, options, fonts, now, changed: Condvar::new(), judged: Mutex::new(None) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the layout again, and wakes whoever waits for a change.
    pub fn look_again(&self) {
        let input = (self.reader)();
        let mut now = self.now();
        now.input = input;
        now.version += 1;
        self.changed.notify_all();
    }

    /// Reads the layout again if it is not what lies on the desk: it may have been saved before anybody watched.
    pub fn look_if_changed(&self) {
        let same = match (&self.now().input, (self.reader)()) {
            (Ok(Source::Here(known)), Ok(Source::Here(input))) => known.text == input.text,
            (Ok(Source::Apart(_)), Ok(Source::Apart(_))) => true,
            (Err(known), Err(told)) => *known == told,
            _ => false,
        };
        if !same {
            self.look_again();
        }
    }

    /// The files that the layout names, as far as is known, and how long they were.
    pub fn named_files(&self) -> Vec<(PathBuf, Option<u64>)> {
        let now = self.now();
        match &now.input {
            Ok(Source::Here(input)) => input.files.paths(),
            Ok(Source::Apart(_)) => now.named.clone(),
            Err(_) => Vec::new(),
        }
    }

    /// What the page calls this version: another one after every change, and after every start.
    fn tag(version: u64) -> String {
        format!("{}-{version}", std::process::id())
    }

    /// What there is to see of this choice, as JSON, as soon as it is another version than `known`, or after
    /// `patience`.
    pub fn state(&self, choice: &Choice, known: Option<&str>, patience: Duration) -> Value {
        let same = |now: &mut Now| known == Some(Self::tag(now.version).as_str());
        let now = self.changed.wait_timeout_while(self.now(), patience, same);
        let (mut now, _) = now.unwrap_or_else(PoisonError::into_inner);
        let version = now.version;
        let shown = match now.shown.get(choice) {
            Some((of, shown)) if *of == version => Arc::clone(shown),
            earlier => {
                // Of another seed rather than nothing: there may be mistakes to show beside it.
                let alike =
                    || now.shown.iter().filter(|(of, _)| of.paper == choice.paper).map(|(_, kept)| kept);
                let earlier = earlier.or_else(|| alike().max_by_key(|(version, _)| *version));
                let earlier = earlier.map(|(_, shown)| Arc::clone(shown));
                let (shown, named) = self.shown(&now.input, choice, earlier.as_deref());
                let shown = Arc::new(shown);
                now.named = named;
                if now.shown.len() >= CHOICES {
                    now.shown.clear();
                }
                now.shown.insert(choice.clone(), (version, Arc::clone(&shown)));
                shown
            }
        };
        json!({
            "version": Self::tag(version),
            "paper": choice.paper,
            // As a text: a number of this size is not whole in a browser.
            "seed": shown.own_seed.map(|own| json!({
                "own": own.to_string(),
                "drawn": choice.seed.unwrap_or(own).to_string(),
            })),
            "title": shown.title,
            "language": shown.language,
            "good": shown.good,
            "mistakes": shown.mistakes,
            "sheets": *shown.sheets,
            "files": shown.files,
        })
    }

    fn shown(
        &self,
        input: &Result<Source>,
        choice: &Choice,
        earlier: Option<&Shown>,
    ) -> (Shown, Vec<(PathBuf, Option<u64>)>) {
        let mut sources = Sources::default();
        let mut named = Vec::new();
        let drawn = match input {
            Ok(Source::Here(input)) => self.drawn(input, choice, &mut sources),
            Ok(Source::Apart(helper)) => helper(Task::Sheets, choice).map_err(Report::from).map(|answer| {
                let answer = serde_json::from_slice(&answer).unwrap_or_default();
                named = apart::files(&answer);
                apart::shown(answer, earlier)
            }),
            Err(diagnostic) => Err(diagnostic.clone().into()),
        };
        let told = |report| Shown::with_mistakes(mistakes::json(&report, &sources), earlier);
        (drawn.unwrap_or_else(told), named)
    }

    /// What a process with bounds answers for whoever started it.
    ///
    /// # Errors
    /// What is wrong with the layout; of sheets, that is a part of the answer.
    pub fn answer(&self, task: Task, choice: &Choice) -> Result<Vec<u8>, Report> {
        let input = self.now().input.clone();
        Ok(match task {
            Task::Paper => choice.paper.clone().into_bytes(),
            Task::Sheets => {
                let (shown, _) = self.shown(&input, choice, None);
                apart::answer(&shown, &self.named_files()).into_bytes()
            }
            Task::Verdict => {
                let (line, clean, faults) = self.judge(&input?, choice).unwrap_or_default();
                json!([line, clean, faults]).to_string().into_bytes()
            }
            Task::Pdf => apart::pdf_answer(&self.pdfs(&input?, choice)?),
        })
    }

    fn options(&self, choice: &Choice) -> Options {
        let seed = choice.seed.or(self.options.seed);
        Options { paper: choice.paper.clone(), seed, ..self.options.clone() }
    }

    fn drawn(&self, input: &Input, choice: &Choice, sources: &mut Sources) -> Result<Shown, Report> {
        let Ready { layout, game, setup, options, fonts, draws, mut warnings, .. } =
            build::read(input, self.options(choice), sources, &self.fonts)?;
        let mut plan = plan(&game, &fonts, &setup)?;
        warnings.extend(plan.idle_cut_plans(&setup).map(Report::from).unwrap_or_default());
        let stem = build::stem(input, &setup);
        let stacks = build::name_pages(&mut plan, &stem, &options);
        let files = stacks.iter().filter_map(|stack| {
            let first = stack.sheets.start;
            let (line, sheet) = (plan.files.get(first)?, plan.sheets.get(first)?);
            Some(json!({ "name": line.name, "paper": sheet_name(sheet.size) }))
        });
        let files = files.collect();
        let (drawings, more) = svg::fragments(&plan, &fonts)?;
        warnings.extend(more);
        let sheets = drawings.iter().enumerate().map(|(index, svg)| sheet(&plan, index, svg)).collect();
        Ok(Shown {
            title: game.title.clone(),
            language: game.language.clone(),
            sheets: Arc::new(sheets),
            files,
            mistakes: mistakes::json(&warnings, sources),
            good: true,
            own_seed: draws.then(|| self.options.seed.unwrap_or_else(|| own_seed(&layout))),
        })
    }

    /// What the checker says of this choice, as JSON, in a line and fault by fault; nothing while there are mistakes, or
    /// where it is another version than `known`. The sheets do not wait for it.
    pub fn verdict(&self, choice: &Choice, known: Option<&str>) -> Value {
        let mut judged = self.judged.lock().unwrap_or_else(PoisonError::into_inner);
        let (version, input) = {
            let now = self.now();
            (now.version, now.input.clone())
        };
        if let Some((of, earlier, verdict)) = &*judged
            && (*of, earlier) == (version, choice)
        {
            return verdict.clone();
        }
        let wanted = known.is_none_or(|known| known == Self::tag(version));
        let found = input.ok().filter(|_| wanted).and_then(|input| self.judge(&input, choice));
        let (line, clean, faults) = found.unwrap_or_default();
        let tag = Self::tag(version);
        let verdict = json!({ "version": tag, "verdict": line, "clean": clean, "faults": faults });
        if wanted {
            *judged = Some((version, choice.clone(), verdict.clone()));
        }
        verdict
    }

    /// The verdict in a line, whether it is clean, and the faults; none of a layout with mistakes.
    fn judge(&self, source: &Source, choice: &Choice) -> Option<(Option<String>, bool, Value)> {
        let input = match source {
            Source::Here(input) => input,
            Source::Apart(helper) => {
                return serde_json::from_slice(&helper(Task::Verdict, choice).ok()?).ok();
            }
        };
        let mut sources = Sources::default();
        let Built { game, options, made } =
            build::built(input, self.options(choice), &mut sources, &self.fonts).ok()?;
        let opened = made.iter().map(|file| Opened::new(&file.name, &file.bytes).ok());
        let said = Expected { game: &game, options: &options };
        let verdict = check::judge(opened.collect::<Option<_>>()?, Some(said), check::TOLERANCE).ok()?;
        let mut report = Report::default();
        verdict.causes().iter().for_each(|cause| report.push(cause.diagnostic(&verdict.files)));
        Some((Some(verdict.summary()), !verdict.has_errors(), mistakes::json(&report, &sources)))
    }

    /// A PDF of this moment of this choice, the same bytes that `build` writes: the one of this name, or the first; none where no
    /// PDF of it has that name.
    ///
    /// # Errors
    /// What is wrong with the layout.
    pub fn pdf(&self, choice: &Choice, name: Option<&str>) -> Result<Option<Pdf>, Report> {
        let source = self.now().input.clone()?;
        let all = self.pdfs(&source, choice)?;
        Ok(all.into_iter().find(|(file, _)| name.is_none_or(|name| file == name)))
    }

    fn pdfs(&self, source: &Source, choice: &Choice) -> Result<Vec<Pdf>, Report> {
        let input = match source {
            Source::Here(input) => input,
            Source::Apart(helper) => return Ok(apart::pdfs(&helper(Task::Pdf, choice)?)),
        };
        let built = build::built(input, self.options(choice), &mut Sources::default(), &self.fonts)?;
        Ok(built.made.into_iter().map(|file| (file.name, file.bytes)).collect())
    }
}

/// A sheet as the page needs it.
fn sheet(plan: &Plan<'_>, index: usize, svg: &str) -> Value {
    let about = plan.sheets.get(index).map(|sheet| {
        let side = match &sheet.content {
            Content::Backs(..) => " (backs)".to_owned(),
            Content::Fronts(_, fit, _) if fit.duplex.fold => " (fronts and backs, to be folded)".to_owned(),
            Content::ExtraSheet(_) => " (cuts)".to_owned(),
            Content::Blank => " (the other side, left empty)".to_owned(),
            Content::Poster(poster, part) => format!(" ({})", poster.part_name(*part)),
            Content::Board(..) | Content::Fronts(..) => String::new(),
        };
        let name = format!("{}{side}", sheet.names());
        (name, sheet_name(sheet.size), sheet.size)
    });
    let (name, paper, size) = about.unwrap_or_default();
    let paths = |paths: &[kurbo::BezPath]| paths.iter().map(svg::data).collect::<String>();
    let hundredths = |mm: f64| (mm * 100.0).round() / 100.0;
    let draft = plan.draft(index).map(|draft| {
        let names = draft.names.iter();
        let names: Value =
            names.map(|(at, name)| json!([hundredths(at.x), hundredths(at.y), name])).collect();
        let (letters, cuts, safe) = (hundredths(draft.letters), paths(&draft.cuts), paths(&draft.safe));
        json!({ "names": names, "letters": letters, "cuts": cuts, "safe": safe })
    });
    json!({ "name": name, "paper": paper, "width": size.width, "svg": svg, "draft": draft })
}
