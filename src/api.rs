//! The library as others use it: a layout in, finished files, a verdict or a deck out, all in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::diag::{Diagnostic, Report, Severity, Sources, codes, locate, seen};
use crate::files::{Files, PlainName, PlainPath};
use crate::layout::DEFAULT_MARGIN;
use crate::make::{self, BuildJob, Input, OutputKind, read};
use crate::record;
use crate::text::Fonts;

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
    /// A layout of this name, without an ending: all files that are made of it begin so.
    #[must_use]
    pub fn layout(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), files: BTreeMap::new() }
    }

    /// With a file beside it: a table, a picture, a font. Its name is a path from the layout, with `/` between folders.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        self.files.insert(name.into(), bytes.as_ref().into());
        self
    }

    fn input(&self) -> Result<Input, Report> {
        let wrong = |name: &str, why: &dyn fmt::Display| {
            Report::from(codes::UNSAFE_NAME.error(format!("`{name}`: {why}")))
        };
        let plain = |name: &str| name.parse::<PlainName>().map_err(|why| wrong(name, &why));
        let mut files = BTreeMap::new();
        for (name, bytes) in &self.files {
            files.insert(name.parse::<PlainPath>().map_err(|why| wrong(name, &why))?, Arc::clone(bytes));
        }
        let file = format!("{}.toml", self.name);
        Ok(Input {
            id: plain(&self.name)?,
            file: plain(&file)?,
            shown: file,
            text: self.text.clone(),
            files: Files::attached(files, record::RECORD),
            options: None,
        })
    }
}

/// What belongs to the house that prints, and not to the game.
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
    /// What random decks are drawn from, in place of the layout's own seed.
    pub seed: Option<u64>,
}

impl Default for Options {
    /// A3 and A4, with a quarter of an inch free.
    fn default() -> Self {
        Self { paper: "iso".to_owned(), margin: DEFAULT_MARGIN, only: Vec::new(), seed: None }
    }
}

impl Options {
    fn recorded(&self) -> record::Options {
        let plain = record::Options::new(&self.paper, self.margin);
        record::Options { only: self.only.clone(), seed: self.seed, ..plain }
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
    /// What `hexpress build` calls it.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Something that is wrong with a layout or on paper, and where the layout says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// `HX404`; `hexpress rules` explains it.
    pub code: String,
    /// Whether it is an error; otherwise it is a warning.
    pub is_error: bool,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
    /// The line of the layout, from 1, and the column.
    pub place: Option<(usize, usize)>,
}

/// Why a layout cannot be built: all of its mistakes at once, in the order of the file. As text they are a line each,
/// with what would be right below it.
///
/// ```
/// let game = hexpress::Source::layout("oops", "[[cards]]\nsise = 'poker'\n");
/// let wrong = hexpress::build(&game, &hexpress::Options::default()).unwrap_err();
/// assert_eq!(wrong.mistakes[0].hint.as_deref(), Some("did you mean `size`?"));
/// assert!(wrong.to_string().contains("oops.toml:2:1"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes {
    /// One by one.
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
    fn of(report: &Report, sources: &Sources) -> Self {
        let mut text = String::new();
        let mut mistakes = Vec::new();
        for one in report.sorted() {
            let place = one.place.and_then(|place| locate(sources, place));
            let place =
                place.map_or_else(String::new, |at| format!("{}:{}:{}: ", at.file, at.line, at.column));
            let severity = if one.severity == Severity::Error { "error" } else { "warning" };
            text.push_str(&format!("{place}{severity}[{}]: {}\n", one.code, one.said()));
            text.extend(one.hint.iter().map(|hint| format!("  help: {hint}\n")));
            mistakes.push(mistake(one, sources));
        }
        Self { mistakes, text: seen(text.trim_end()).into_owned() }
    }
}

fn mistake(one: &Diagnostic, sources: &Sources) -> Mistake {
    let place = one.place.and_then(|place| locate(sources, place));
    Mistake {
        code: one.code.to_string(),
        is_error: one.severity == Severity::Error,
        message: one.said().into_owned(),
        hint: one.hint.clone(),
        place: place.map(|at| (at.line, at.column)),
    }
}

/// What the checker says of the finished files of a layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Whether nothing is wrong; warnings do not count.
    pub is_clean: bool,
    /// In a line: what was counted, and how far anything is from right.
    pub summary: String,
    /// What is wrong, the worst first.
    pub faults: Vec<Mistake>,
}

/// A deck that was drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    /// The component that it belongs to.
    pub name: String,
    /// A line for each tile below a line with the columns, as `hexpress deck --format csv` writes them.
    pub csv: String,
    /// The SHA-256 of `csv`: decks with the same digits are the same.
    pub sha256: String,
}

/// Everything that a build comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The PDFs.
    pub files: Vec<File>,
    /// What to print, on what paper and how many times, for people.
    pub ticket: String,
    /// What the checker found when it read the files back.
    pub verdict: Verdict,
}

/// Builds the PDFs of a layout, reads them back and judges them. The same input gives the same bytes on every machine.
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
    let built = job(source, options, &mut sources).map_err(|report| Mistakes::of(&report, &sources))?;
    let (mut files, ticket) = (built.files, built.ticket.text);
    // The ticket is the last of the files.
    files.pop();
    let files = files.into_iter().map(|(name, bytes)| Ok(File { name, bytes: bytes.in_memory()? }));
    let files = files.collect::<Result<_, Diagnostic>>();
    let wrong = |wrong: Diagnostic| Mistakes::of(&wrong.into(), &sources);
    let verdict = built.verdict.transpose().map_err(wrong)?.unwrap_or_default();
    Ok(Outcome { files: files.map_err(wrong)?, ticket, verdict: Verdict::of(&verdict, &sources) })
}

fn job(source: &Source, options: &Options, sources: &mut Sources) -> Result<make::Outcome, Report> {
    let job = BuildJob {
        input: &source.input()?,
        options: options.recorded(),
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
    fn of(verdict: &crate::check::Verdict, sources: &Sources) -> Self {
        let causes = verdict.causes();
        let faults = causes.iter().map(|cause| mistake(&cause.diagnostic(&verdict.files), sources)).collect();
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
    let input = source.input().map_err(|report| Mistakes::of(&report, &sources))?;
    let ready = read(&input, options.recorded(), &mut sources, &fonts);
    let game = ready.map_err(|report| Mistakes::of(&report, &sources))?.game;
    let decks = game.components.iter().filter(|component| component.is_among(&options.only));
    let decks = decks.filter_map(|component| Some((component, component.deck()?.drawn.as_deref()?)));
    let decks = decks.map(|(component, drawn)| Deck {
        name: component.name.to_string(),
        csv: drawn.csv(),
        sha256: drawn.hash.clone(),
    });
    Ok(decks.collect())
}
