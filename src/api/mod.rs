//! The public interface of the library.
//!
//! - In: a layout and the files that it names, in memory.
//! - Out: finished files, a verdict, or random decks.
//! - Not here: reading or writing files.

mod mistake;
mod options;
mod source;

use std::path::Path;

use crate::make::{self, BuildJob, read};
use hexpress_base::diag::{Diagnostic, Report, Sources};
use hexpress_scene::text::Fonts;

pub use mistake::{Mistake, Mistakes, Place};
pub use options::{Backs, Cut, Format, Ink, Options};
pub use source::Source;

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
    /// The file name, which is the same as with `hexpress build`.
    pub name: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// What the checker found in the finished files of a layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// True if the checker found no errors. It may still have found warnings.
    pub is_clean: bool,
    /// A line of text such as `37 cells, 90 adjacencies, worst deviation 0.0004 mm: clean`.
    pub summary: String,
    /// The faults, the worst first.
    pub faults: Vec<Mistake>,
}

/// A deck whose tiles were chosen at random.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    /// The name of the component that the deck belongs to.
    pub name: String,
    /// A CSV table with a row for each tile. `hexpress deck --format csv` writes the same text.
    pub csv: String,
    /// The SHA-256 of `csv` in hex digits.
    pub sha256: String,
}

/// The result of a build.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The finished PDF, SVG or PNG files.
    pub files: Vec<File>,
    /// What to print, on which paper and how many times, as text for people.
    pub ticket: String,
    /// Warnings about the layout, for example a key without effect.
    pub warnings: Vec<Mistake>,
    /// The verdict of the checker on the finished files.
    ///
    /// The checker cannot read PNG files. Instead, it judges PDFs of the same sheets.
    pub verdict: Verdict,
}

/// Builds the files of a layout, reads them back and judges them. The same input gives the same
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
/// All mistakes of the layout, or an option that is out of range.
pub fn build(source: &Source, options: &Options) -> Result<Outcome, Mistakes> {
    let mut sources = Sources::default();
    let built = job(source, options, &mut sources).map_err(|report| Mistakes::new(&report, &sources))?;
    into_outcome(built, &sources).map_err(|error| Mistakes::new(&error.into(), &sources))
}

/// Returns the result of a build, with all its files in memory.
fn into_outcome(built: make::Outcome, sources: &Sources) -> Result<Outcome, Diagnostic> {
    let verdict = built.verdict.transpose()?.unwrap_or_default();
    let mut made = built.files;
    // The last file is the ticket. It is removed here, because callers get its text in the field
    // `ticket`.
    made.pop();
    let files = made
        .into_iter()
        .map(|(name, bytes)| Ok(File { name, bytes: bytes.in_memory()? }))
        .collect::<Result<_, Diagnostic>>()?;
    let warnings = Mistake::all(&built.warnings, sources);
    Ok(Outcome { files, ticket: built.ticket.text, warnings, verdict: Verdict::new(&verdict, sources) })
}

fn job(source: &Source, options: &Options, sources: &mut Sources) -> Result<make::Outcome, Report> {
    let job = BuildJob {
        input: &source.input()?,
        options: options.to_recorded()?,
        kind: options.kind()?,
        check: true,
        explain: false,
        exchange: None,
        shop: None,
        folder: Path::new(""),
    };
    job.run(sources, &Fonts::bundled(), &())
}

/// Builds a layout in memory, reads the files back, and reports the faults in them.
///
/// ```
/// let game = hexpress::Source::layout("small", "[[cards]]\nsize = 'poker'\nface = [{ text = 'tiny', font = '3pt' }]\n");
/// let verdict = hexpress::check(&game, &hexpress::Options::default())?;
/// assert!(!verdict.is_clean && verdict.faults[0].code == "HX424");
/// # Ok::<(), hexpress::Mistakes>(())
/// ```
///
/// # Errors
/// All mistakes of the layout, if it cannot be built.
pub fn check(source: &Source, options: &Options) -> Result<Verdict, Mistakes> {
    build(source, options).map(|outcome| outcome.verdict)
}

/// Judges a finished PDF or SVG file. Any program may have made it. `name` ends with the extension
/// of the file.
///
/// ```
/// let game = hexpress::Source::layout("ann", "[[cards]]\nsize = 'poker'\nface = [{ text = 'Ann', font = '20pt' }]\n");
/// let made = hexpress::build(&game, &hexpress::Options::default())?;
/// let verdict = hexpress::check_file("ann-iso.pdf", &made.files[0].bytes)?;
/// assert!(verdict.is_clean, "{}", verdict.summary);
/// # Ok::<(), hexpress::Mistakes>(())
/// ```
///
/// # Errors
/// The file cannot be read, or hexpress made the file and it was damaged later.
pub fn check_file(name: &str, bytes: &[u8]) -> Result<Verdict, Mistakes> {
    let mut sources = Sources::default();
    let judged = make::judge_file(name, bytes, &Fonts::bundled(), &mut sources);
    judged
        .map(|verdict| Verdict::new(&verdict, &sources))
        .map_err(|error| Mistakes::new(&error.into(), &sources))
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

/// Chooses the tiles of the random decks of a layout. The same seed always gives the same decks.
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
    let recorded = options.to_recorded().map_err(|report| Mistakes::new(&report, &sources))?;
    let ready = read(&input, recorded, &mut sources, &fonts);
    let game = ready.map_err(|report| Mistakes::new(&report, &sources))?.game;
    Ok(game
        .components
        .iter()
        .filter(|component| component.is_among(&options.only))
        .filter_map(|component| {
            let random_tiles = component.deck()?.random_tiles.as_deref()?;
            Some(Deck {
                name: component.name.to_string(),
                csv: random_tiles.csv(),
                sha256: random_tiles.hash.clone(),
            })
        })
        .collect())
}
