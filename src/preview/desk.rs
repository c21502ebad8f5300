//! The layout as it is at the moment, and what the page shows of it: sheets, or the last good ones and the mistakes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::mistakes;
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::layout::{Content, Plan, plan};
use crate::paper::sheet_name;
use crate::press::{self, Input, Ready};
use crate::record::Options;
use crate::text::Fonts;
use crate::write::svg;

/// Reads the layout anew: the command line knows what was asked for.
pub type Reader = dyn Fn() -> Result<Input, Diagnostic> + Send + Sync;

/// How many papers are remembered; whoever asks for more begins anew.
const PAPERS: usize = 8;

/// The layout on the desk. Shared by all connections.
pub struct Desk {
    reader: Box<Reader>,
    /// Margin and components; the paper is chosen on the page.
    options: Options,
    fonts: Fonts,
    now: Mutex<Now>,
    changed: Condvar,
}

struct Now {
    input: Result<Arc<Input>, Diagnostic>,
    version: u64,
    /// What each paper shows, and of which version.
    shown: BTreeMap<String, (u64, Arc<Shown>)>,
}

/// What the page shows on one paper.
#[derive(Debug)]
struct Shown {
    title: String,
    language: String,
    /// Of this version or, while there are mistakes, of the last good one.
    sheets: Arc<Vec<Value>>,
    mistakes: Value,
    good: bool,
}

/// A PDF that is ready, and its name.
pub type Pdf = (String, Vec<u8>);

impl Desk {
    /// A desk with the layout on it that `reader` reads.
    #[must_use]
    pub fn new(reader: Box<Reader>, options: Options) -> Self {
        let input = reader().map(Arc::new);
        let now = Now { input, version: 1, shown: BTreeMap::new() };
        let (fonts, now) = (Fonts::bundled(), Mutex::new(now));
        Self { reader, options, fonts, now, changed: Condvar::new() }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the layout again, and wakes whoever waits for a change.
    pub fn look_again(&self) {
        let input = (self.reader)().map(Arc::new);
        let mut now = self.now();
        now.input = input;
        now.version += 1;
        self.changed.notify_all();
    }

    /// Reads the layout again if it is not what lies on the desk: it may have been saved before anybody watched.
    pub fn look_if_changed(&self) {
        let same = match (&self.now().input, (self.reader)()) {
            (Ok(known), Ok(input)) => known.text == input.text,
            (Err(known), Err(told)) => *known == told,
            _ => false,
        };
        if !same {
            self.look_again();
        }
    }

    /// The files that the layout names, as far as is known, and how long they were.
    #[must_use]
    pub fn named_files(&self) -> Vec<(PathBuf, Option<u64>)> {
        self.now().input.as_ref().map(|input| input.files.paths()).unwrap_or_default()
    }

    /// What the page calls this version: another one after every change, and after every start.
    fn tag(version: u64) -> String {
        format!("{}-{version}", std::process::id())
    }

    /// What there is to see on `paper`, as JSON, as soon as it is another version than `known`, or after
    /// `patience`.
    #[must_use]
    pub fn state(&self, paper: &str, known: Option<&str>, patience: Duration) -> Value {
        let same = |now: &mut Now| known == Some(Self::tag(now.version).as_str());
        let now = self.changed.wait_timeout_while(self.now(), patience, same);
        let (mut now, _) = now.unwrap_or_else(PoisonError::into_inner);
        let version = now.version;
        let shown = match now.shown.get(paper) {
            Some((of, shown)) if *of == version => Arc::clone(shown),
            earlier => {
                let earlier = earlier.map(|(_, shown)| Arc::clone(shown));
                let shown = Arc::new(self.shown(&now.input, paper, earlier.as_deref()));
                if now.shown.len() >= PAPERS {
                    now.shown.clear();
                }
                now.shown.insert(paper.to_owned(), (version, Arc::clone(&shown)));
                shown
            }
        };
        json!({
            "version": Self::tag(version),
            "paper": paper,
            "title": shown.title,
            "language": shown.language,
            "good": shown.good,
            "mistakes": shown.mistakes,
            "sheets": *shown.sheets,
        })
    }

    fn shown(&self, input: &Result<Arc<Input>, Diagnostic>, paper: &str, earlier: Option<&Shown>) -> Shown {
        let mut sources = Sources::default();
        let drawn = match input {
            Ok(input) => self.drawn(input, paper, &mut sources),
            Err(diagnostic) => Err(diagnostic.clone().into()),
        };
        match drawn {
            Ok(shown) => shown,
            Err(report) => Shown {
                title: earlier.map_or_else(String::new, |e| e.title.clone()),
                language: earlier.map_or_else(|| "en".to_owned(), |e| e.language.clone()),
                sheets: earlier.map(|e| Arc::clone(&e.sheets)).unwrap_or_default(),
                mistakes: mistakes::json(&report, &sources),
                good: false,
            },
        }
    }

    fn options(&self, paper: &str) -> Options {
        Options { paper: paper.to_owned(), ..self.options.clone() }
    }

    fn drawn(&self, input: &Input, paper: &str, sources: &mut Sources) -> Result<Shown, Report> {
        let Ready { game, setup, options, fonts, mut warnings, .. } =
            press::read(input, self.options(paper), sources, &self.fonts)?;
        let mut plan = plan(&game, &fonts, &setup)?;
        let stem = press::stem(input, &setup);
        press::name_pages(&mut plan, &stem, &options);
        let (drawings, more) = svg::fragments(&plan, &fonts)?;
        warnings.extend(more);
        let sheets = drawings.iter().enumerate().map(|(index, svg)| sheet(&plan, index, svg)).collect();
        Ok(Shown {
            title: game.title.clone(),
            language: game.language.clone(),
            sheets: Arc::new(sheets),
            mistakes: mistakes::json(&warnings, sources),
            good: true,
        })
    }

    /// The PDF of this moment on `paper`, the same bytes that `build` writes.
    ///
    /// # Errors
    /// What is wrong with the layout.
    pub fn pdf(&self, paper: &str) -> Result<Pdf, Report> {
        let input = self.now().input.clone().map_err(Report::from)?;
        let mut sources = Sources::default();
        let Ready { game, setup, options, fonts, .. } =
            press::read(&input, self.options(paper), &mut sources, &self.fonts)?;
        let mut plan = plan(&game, &fonts, &setup)?;
        let stem = press::stem(&input, &setup);
        let (made, _) = press::pdf(&mut plan, &stem, &input, &options, &fonts)?;
        let first = made.into_iter().next().map(|file| (file.name, file.bytes));
        first.ok_or_else(|| Diagnostic::error(codes::NOTHING, "there is no sheet").into())
    }
}

/// A sheet as the page needs it.
fn sheet(plan: &Plan<'_>, index: usize, svg: &str) -> Value {
    let about = plan.sheets.get(index).map(|sheet| {
        let side = match sheet.content {
            Content::Backs(..) => " (backs)",
            Content::Board(..) | Content::Fronts(..) => "",
        };
        let name = format!("{}{side}", sheet.component.name);
        (name, sheet_name(sheet.size), sheet.size)
    });
    let (name, paper, size) = about.unwrap_or_default();
    let draft = plan.draft(index);
    let paths = |paths: &[kurbo::BezPath]| paths.iter().map(svg::data).collect::<Vec<_>>().join("");
    let hundredths = |mm: f64| (mm * 100.0).round() / 100.0;
    let draft = draft.map(|draft| {
        let names = draft.names.iter();
        let names = names.map(|(at, name)| json!([hundredths(at.x), hundredths(at.y), name]));
        json!({
            "names": names.collect::<Vec<_>>(),
            "letters": hundredths(draft.letters),
            "cuts": paths(&draft.cuts),
            "safe": paths(&draft.safe),
        })
    });
    json!({
        "name": name,
        "paper": paper,
        "width": size.width,
        "svg": svg,
        "draft": draft,
    })
}
