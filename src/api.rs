//! The public interface of the library.
//!
//! - In: a layout and the files that it names, in memory.
//! - Out: finished files, a verdict, or random decks.
//! - Not here: reading or writing files.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::make::{self, BuildJob, Input, OutputKind, read};
use crate::record;
use hexpress_base::diag::{Diagnostic, Report, Severity, Sources, codes, locate, seen};
use hexpress_base::files::{Files, PlainName, PlainPath};
use hexpress_layout::DEFAULT_MARGIN;
use hexpress_scene::text::Fonts;

/// A layout, and the files that it names.
///
/// ```
/// let game = hexpress::Source::layout("three", "[game]\ntitle = 'Three'\n[[cards]]\nsize = 'poker'\ndata = 'cards.csv'\n")
///     .with("cards.csv", "name\nAnn\nBob\nCleo\n");
/// # let _ = game;
/// ```
#[derive(Debug, Clone, Default)]
pub struct Source {
    name: String,
    text: String,
    files: BTreeMap<String, Arc<[u8]>>,
}

impl Source {
    /// A layout with this name. The names of all files that are made of it begin with the name, so
    /// it has no extension.
    #[must_use]
    pub fn layout(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), files: BTreeMap::new() }
    }

    /// Adds a file that the layout names: a table, a picture or a font. `name` is a path relative
    /// to the layout, with `/` between folders.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        self.files.insert(name.into(), bytes.as_ref().into());
        self
    }

    fn input(&self) -> Result<Input, Report> {
        let mut files = BTreeMap::new();
        for (name, bytes) in &self.files {
            let path = name.parse::<PlainPath>().map_err(|why| unsafe_name(name, &why))?;
            files.insert(path, Arc::clone(bytes));
        }
        let file = format!("{}.toml", self.name);
        Ok(Input {
            id: plain_name(&self.name)?,
            file: plain_name(&file)?,
            shown: file,
            text: self.text.clone(),
            files: Files::attached(files, record::RECORD),
            options: None,
        })
    }
}

fn plain_name(name: &str) -> Result<PlainName, Report> {
    name.parse().map_err(|why| unsafe_name(name, &why))
}

fn unsafe_name(name: &str, why: &dyn fmt::Display) -> Report {
    codes::UNSAFE_NAME.error(format!("`{name}`: {why}")).into()
}

/// How a game is printed: everything that depends on the printer and not on the game.
///
/// ```
/// let options = hexpress::Options { paper: "letter".to_owned(), ..hexpress::Options::default() };
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// As `hexpress build --paper` takes it: `iso`, `us`, `a4`, `a3+letter`, `210x297mm`.
    pub paper: String,
    /// The strip along each edge that the printer cannot reach, in mm.
    pub margin: f64,
    /// The components that are printed; all if empty.
    pub only: Vec<String>,
    /// The seed of random decks; `None` for the seed of the layout.
    pub seed: Option<u64>,
}

impl Default for Options {
    /// A3 and A4 paper, with a margin of 6.35 mm.
    fn default() -> Self {
        Self { paper: "iso".to_owned(), margin: DEFAULT_MARGIN, only: Vec::new(), seed: None }
    }
}

impl Options {
    fn to_recorded(&self) -> record::Options {
        record::Options {
            only: self.only.clone(),
            seed: self.seed,
            ..record::Options::new(&self.paper, self.margin)
        }
    }
}

/// A finished file.
///
/// ```
/// # let game = hexpress::Source::layout("ann", "[[cards]]\nsize = 'poker'\nface = [{ text = 'Ann', font = '20pt' }]\n");
/// for file in hexpress::build(&game, &hexpress::Options::default())?.files {
///     println!("{}: {} bytes", file.name, file.bytes.len());
/// }
/// # Ok::<(), hexpress::Mistakes>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The name that `hexpress build` gives the file.
    pub name: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// A mistake in a layout, or a fault on paper and the place in the layout that causes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The code, for example `HX404`. `hexpress rules` explains all codes.
    pub code: String,
    /// Whether it is an error, and not a warning.
    pub is_error: bool,
    /// What is wrong.
    pub message: String,
    /// How to correct the mistake.
    pub hint: Option<String>,
    /// The line and the column in the layout, both from 1.
    pub place: Option<(usize, usize)>,
}

/// All mistakes of a layout that cannot be built, in the order of the file. As text, each has a
/// line with its hint below.
///
/// ```
/// let game = hexpress::Source::layout("oops", "[[cards]]\nsise = 'poker'\n");
/// let wrong = hexpress::build(&game, &hexpress::Options::default()).unwrap_err();
/// assert_eq!(wrong.mistakes[0].hint.as_deref(), Some("did you mean `size`?"));
/// assert!(wrong.to_string().contains("oops.toml:2:1"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes {
    /// The mistakes as values.
    pub mistakes: Vec<Mistake>,
    text: String,
}

impl fmt::Display for Mistakes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl std::error::Error for Mistakes {}

impl Mistakes {
    fn new(report: &Report, sources: &Sources) -> Self {
        let mut text = String::new();
        let mut mistakes = Vec::new();
        for diagnostic in report.sorted() {
            if let Some(at) = diagnostic.place.and_then(|place| locate(sources, place)) {
                text.push_str(&format!("{}:{}:{}: ", at.file, at.line, at.column));
            }
            let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
            text.push_str(&format!("{severity}[{}]: {}\n", diagnostic.code, diagnostic.full_message()));
            if let Some(hint) = &diagnostic.hint {
                text.push_str(&format!("  help: {hint}\n"));
            }
            mistakes.push(Mistake::new(diagnostic, sources));
        }
        Self { mistakes, text: seen(text.trim_end()).into_owned() }
    }
}

impl Mistake {
    fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let located = diagnostic.place.and_then(|place| locate(sources, place));
        Self {
            code: diagnostic.code.to_string(),
            is_error: diagnostic.severity == Severity::Error,
            message: diagnostic.full_message().into_owned(),
            hint: diagnostic.hint.clone(),
            place: located.map(|at| (at.line, at.column)),
        }
    }
}

/// What the checker found in the finished files of a layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Whether there are no errors. Warnings do not count.
    pub is_clean: bool,
    /// One line: what was counted, and the largest deviation.
    pub summary: String,
    /// The faults, the worst first.
    pub faults: Vec<Mistake>,
}

/// A deck that was drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    /// The name of its component.
    pub name: String,
    /// A CSV table with a row for each tile, as `hexpress deck --format csv` writes it.
    pub csv: String,
    /// The SHA-256 of `csv` in hex digits.
    pub sha256: String,
}

/// The result of a build.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The PDFs.
    pub files: Vec<File>,
    /// What to print, on which paper and how many times, as text for people.
    pub ticket: String,
    /// The verdict on the files, which the checker has read back.
    pub verdict: Verdict,
}

/// Builds the PDFs of a layout, reads them back and judges them. The same input gives the same
/// bytes on every machine.
///
/// ```
/// let game = hexpress::Source::layout("ann", "[[cards]]\nsize = 'poker'\nface = [{ text = 'Ann', font = '20pt' }]\n");
/// let outcome = hexpress::build(&game, &hexpress::Options::default())?;
/// assert_eq!(outcome.files[0].name, "ann-iso.pdf");
/// assert!(outcome.files[0].bytes.starts_with(b"%PDF-"));
/// assert!(outcome.ticket.contains("63.5 x 88.9 mm"));
/// assert!(outcome.verdict.is_clean);
/// # Ok::<(), hexpress::Mistakes>(())
/// ```
///
/// # Errors
/// All mistakes of the layout.
pub fn build(source: &Source, options: &Options) -> Result<Outcome, Mistakes> {
    let mut sources = Sources::default();
    let built = job(source, options, &mut sources).map_err(|report| Mistakes::new(&report, &sources))?;
    finish(built, &sources).map_err(|error| Mistakes::new(&error.into(), &sources))
}

/// Loads the files of a build.
fn finish(built: make::Outcome, sources: &Sources) -> Result<Outcome, Diagnostic> {
    let verdict = built.verdict.transpose()?.unwrap_or_default();
    let mut made = built.files;
    // The last file is the ticket.
    made.pop();
    let files = made
        .into_iter()
        .map(|(name, bytes)| Ok(File { name, bytes: bytes.in_memory()? }))
        .collect::<Result<_, Diagnostic>>()?;
    Ok(Outcome { files, ticket: built.ticket.text, verdict: Verdict::new(&verdict, sources) })
}

fn job(source: &Source, options: &Options, sources: &mut Sources) -> Result<make::Outcome, Report> {
    let job = BuildJob {
        input: &source.input()?,
        options: options.to_recorded(),
        kind: OutputKind::Pdf,
        check: true,
        explain: false,
        folder: Path::new(""),
    };
    job.run(sources, &Fonts::bundled(), &())
}

/// Builds a layout in memory, reads the files back, and says what is wrong on paper.
///
/// ```
/// let game = hexpress::Source::layout("small", "[[cards]]\nsize = 'poker'\nface = [{ text = 'tiny', font = '3pt' }]\n");
/// let verdict = hexpress::check(&game, &hexpress::Options::default())?;
/// assert!(!verdict.is_clean && verdict.faults[0].code == "HX424");
/// # Ok::<(), hexpress::Mistakes>(())
/// ```
///
/// # Errors
/// All mistakes of the layout: it cannot be built.
pub fn check(source: &Source, options: &Options) -> Result<Verdict, Mistakes> {
    build(source, options).map(|outcome| outcome.verdict)
}

impl Verdict {
    fn new(verdict: &hexpress_check::Verdict, sources: &Sources) -> Self {
        let faults = verdict
            .causes()
            .iter()
            .map(|cause| Mistake::new(&cause.diagnostic(&verdict.files), sources))
            .collect();
        Self { is_clean: !verdict.has_errors(), summary: verdict.summary(), faults }
    }
}

/// Draws the random decks of a layout, the same for the same seed.
///
/// ```
/// let tiles = "[[tiles]]\ncells = 'flat-top'\nacross = '40mm'\n[tiles.deck]\ncount = 10\nedges = ['red', 'blue', 'gold']\n";
/// let decks = hexpress::deck(&hexpress::Source::layout("ten", tiles), &hexpress::Options::default())?;
/// assert_eq!(decks[0].csv.lines().count(), 11);
/// # Ok::<(), hexpress::Mistakes>(())
/// ```
///
/// # Errors
/// All mistakes of the layout.
pub fn deck(source: &Source, options: &Options) -> Result<Vec<Deck>, Mistakes> {
    let mut sources = Sources::default();
    let fonts = Fonts::bundled();
    let input = source.input().map_err(|report| Mistakes::new(&report, &sources))?;
    let ready = read(&input, options.to_recorded(), &mut sources, &fonts);
    let game = ready.map_err(|report| Mistakes::new(&report, &sources))?.game;
    Ok(game
        .components
        .iter()
        .filter(|component| component.is_among(&options.only))
        .filter_map(|component| {
            let drawn = component.deck()?.drawn.as_deref()?;
            Some(Deck { name: component.name.to_string(), csv: drawn.csv(), sha256: drawn.hash.clone() })
        })
        .collect())
}
