//! The checker: rules, each one function, over what was found in finished files.
//!
//! # What is judged
//!
//! [`Opened`] is a finished file, a PDF or an SVG of ours, whose pages have yet to be looked at. [`judge`] takes files
//! of one record and what that record says ([`Said`]: the layout, parsed again by whoever calls), and gives a
//! [`Verdict`]. There are two kinds of rules ([`Run`]):
//!
//! - *page rules* see one page with all its drawings ([`Look`]), as it is read; pages are read on all cores, and
//!   their drawings are dropped afterwards;
//! - *rules over everything* see what was found on all pages ([`Evidence`]), which is small: boards with their cells
//!   ([`FoundBoard`]), pieces with their outline, words, colours and edges ([`FoundPiece`]). The drawings of boards are
//!   kept ([`Sheet::page`]).
//!
//! # How a rule is made
//!
//! 1. a code in [`crate::diag::codes`], whose comment says what is wrong where it is told;
//! 2. an entry in the `RULES` of a file of its topic: what holds where it is kept, why, a right and a wrong example,
//!    how bad it is to break it, and the function. A new file is added to [`rule::GROUPS`];
//! 3. a function `fn(&Look, &mut Findings)` or `fn(&Evidence, &mut Findings)`. It measures on the drawing
//!    ([`Findings::measured`] keeps the worst), tells a [`Fault`] with its place on paper and the line of the
//!    layout, and says what it could not judge ([`Findings::not_judged`]). It tells nothing that another rule tells;
//! 4. a row in the table of rules in `docs/check.md`, and at least one in its table of wrongs, which the tests run.
//!
//! Nothing here knows how sheets are laid out or written: a wrong that both made and judged would never be found.

mod color_vision;
mod facts;
mod fault;
pub(crate) mod foreign;
pub mod game;
pub mod rule;
pub(crate) mod rules;

use crate::check::facts::poster;
use crate::check::foreign::against;
use crate::check::foreign::drawn;
use crate::check::foreign::infer;
use std::collections::{BTreeMap, BTreeSet};

pub use facts::board::{FoundBoard, FoundCell};
pub use facts::lattice::Lattice;
pub use facts::look::Edge;
pub use facts::opened::Opened;
pub use facts::pieces::{CropMark, Cut, FoundPiece};
pub use facts::printer::Printer;
pub use facts::shape_name::{Known, Named};
pub use facts::{Evidence, File, Format, Look, Said, Sheet, cell_of, covers, depth, line};
pub use fault::{Fault, Findings, Spot, mm};
pub use foreign::against::Against;
pub use foreign::drawing::Drawing;
pub use rule::{Rule, Run, find, rules};

use crate::base::hex::Hex;
use crate::diag::{Code, Severity};
use crate::model::Game;
use crate::model::cells::adjacencies;
use crate::read::ReadError;

/// How far from right a length may be, in mm, where nothing else is asked for.
pub const TOLERANCE: f64 = 0.05;

/// What came of it.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// What is wrong, the worst first.
    pub faults: Vec<Fault>,
    /// What is wrong and allowed by the layout: which code, how often, and why.
    pub allowed: Vec<(Code, usize, String)>,
    /// What was found in files that do not say what they show.
    pub found: Vec<String>,
    /// The boards of such files: each with its page, and what it is.
    pub boards: Vec<(usize, Named)>,
    /// The layout that builds the boards of a drawing again, where that was asked for and there are any.
    pub layout: Option<String>,
    /// What could not be judged, and why.
    pub not_judged: Vec<String>,
    /// The names of the files, as faults count them.
    pub files: Vec<String>,
    /// How many pages were read.
    pub pages: usize,
    /// How many cells there are on boards.
    pub cells: usize,
    /// How many pairs of neighbouring cells.
    pub adjacencies: usize,
    /// How many pieces there are on all pages, backs not counted.
    pub pieces: usize,
    /// The largest distance from right that was measured, in mm.
    pub worst: f64,
    /// How many rules were run.
    pub rules: usize,
    /// The printers that files are corrected for: they are judged as these print them.
    pub printers: Vec<String>,
    /// Of how many files these are a part; none where all files of the build are there.
    pub part_of: Option<usize>,
}

impl Verdict {
    /// Whether anything is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }

    /// All in one line: `37 cells, 90 adjacencies, worst deviation 0.0004 mm: clean`.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let mut parts = Vec::new();
        if self.cells > 0 {
            parts.push(count(self.cells, "cell", "cells"));
            parts.push(count(self.adjacencies, "adjacency", "adjacencies"));
        }
        if self.pieces > 0 {
            parts.push(count(self.pieces, "piece", "pieces"));
        }
        if parts.is_empty() {
            parts.push(count(self.pages, "page", "pages"));
        }
        let of = |severity| self.faults.iter().filter(|f| f.severity == severity).count();
        let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
        let mut verdict = match (errors, warnings) {
            (0, 0) => "clean".to_owned(),
            (0, n) => format!("clean, {}", count(n, "warning", "warnings")),
            (n, 0) => count(n, "error", "errors"),
            (n, m) => format!("{}, {}", count(n, "error", "errors"), count(m, "warning", "warnings")),
        };
        let allowed: usize = self.allowed.iter().map(|(_, n, _)| n).sum();
        if allowed > 0 {
            verdict.push_str(&format!(", {allowed} allowed"));
        }
        parts.extend(self.printers.iter().map(|name| format!("as {name} prints them")));
        parts.extend(self.part_of.map(|all| format!("{} of {all} files", self.files.len())));
        // Of a drawing in which no board was found, no board was judged.
        if self.cells == 0 && !self.found.is_empty() && self.boards.is_empty() {
            let verdict = if verdict == "clean" { "nothing to judge" } else { &verdict };
            return format!("{}, no board: {verdict}", parts.join(", "));
        }
        format!("{}, worst deviation {:.4} mm: {verdict}", parts.join(", "), self.worst)
    }
}

/// What else is asked of a drawing.
#[derive(Clone, Copy, Default)]
pub struct Ask<'a> {
    /// A game that it is held against.
    pub against: Option<Against<'a>>,
    /// Games that it may show, each with what it is called.
    pub known: &'a [(String, Game)],
    /// The title of the layout that is to be written of it; none for no layout.
    pub learn: Option<&'a str>,
    /// What is called each time a page was looked at, by whichever core did.
    pub watch: Option<&'a (dyn Fn() + Sync)>,
    /// Whether the pages are there for pictures to be made of, and are no job for a printer that has to keep the two
    /// sides of its sheets in step.
    pub proof: bool,
}

/// Judges files of one record together.
///
/// # Errors
/// The file that cannot be read, and why.
pub fn judge(
    files: Vec<Opened>,
    said: Option<Said<'_>>,
    tolerance: f64,
) -> Result<Verdict, (String, ReadError)> {
    judge_and(files, said, tolerance, Ask::default())
}

/// Judges files of one record together, and answers what else is asked of them.
///
/// # Errors
/// The file that cannot be read, and why.
pub fn judge_and(
    files: Vec<Opened>,
    said: Option<Said<'_>>,
    tolerance: f64,
    ask: Ask<'_>,
) -> Result<Verdict, (String, ReadError)> {
    let Ask { against, known, learn, watch, proof } = ask;
    let (of_files, sheets, posters) = (Vec::new(), Vec::new(), Vec::new());
    let closest = std::cell::OnceCell::new();
    let mut evidence =
        Evidence { files: of_files, sheets, posters, said, against, closest, tolerance, proof };
    let mut all = All::default();
    for (index, file) in files.into_iter().enumerate() {
        let (format, silent) = (file.format, file.record.is_none());
        // A file without a record is held to what was asked for; an SVG is for other programs than a printer's.
        let options = file.record.as_ref().map(|record| &record.options).or(said.map(|said| said.options));
        let printer = options.filter(|_| format == Format::Pdf).and_then(Printer::of);
        let printer = printer.as_ref();
        all.printers.extend(printer.map(|printer| printer.name().to_owned()));
        let as_printed = |page: kurbo::Size, contents: &[u8]| {
            printer.map_or(kurbo::Affine::IDENTITY, |printer| printer.printed(page, contents))
        };
        let (file, sheets) = file.pages(&as_printed, |page| {
            let mut sheet = Sheet::of(&page, index, said, silent);
            let tolerance = drawn::tolerance(&sheet, tolerance);
            let printed = page.seen;
            let look = Look { sheet: &sheet, page: &page, said, format, tolerance, printer, printed };
            // What is to be said of a poster is said of the whole.
            let whole = sheet.part.is_none();
            let own = rules().filter(|rule| whole || !poster::is_of_the_whole(rule.code));
            let mut found: Vec<Findings> = own.filter_map(|rule| run_page(rule, &look)).collect();
            drawn::each_more(&mut sheet, |sheet| {
                let look = Look { sheet, page: &page, said, format, tolerance, printer, printed };
                let of_boards = rules().filter(|rule| drawn::OF_BOARDS.contains(&rule.code));
                found.extend(of_boards.filter_map(|rule| run_page(rule, &look)));
            });
            let kept = sheet.board.is_some() || !whole || !sheet.small.is_empty();
            sheet.page = kept.then_some(page);
            if let Some(watch) = watch {
                watch();
            }
            (sheet, found)
        })?;
        for (sheet, found) in sheets {
            evidence.sheets.push(sheet);
            found.into_iter().for_each(|findings| all.add(findings));
        }
        evidence.files.push(file);
    }
    for file in evidence.files.iter().filter(|file| file.record.is_none()) {
        all.not_judged.push(format!(
            "{} is not one of ours, or its layout was left out of it: what should be there is not known",
            file.name
        ));
    }
    let of_pages = all.faults.len();
    if evidence.sheets.iter().any(|sheet| sheet.part.is_some()) {
        evidence.posters = poster::assemble(&mut evidence);
        judge_whole(&evidence, &mut all);
    }
    for rule in rules() {
        if let Run::All(run) = rule.run {
            let mut findings = Findings::new(rule.code, rule.severity);
            run(&evidence, &mut findings);
            all.add(findings);
        }
    }
    for poster in &evidence.posters {
        all.faults.iter_mut().skip(of_pages).for_each(|fault| poster.place(&evidence, fault));
    }
    let mut verdict = all.verdict(&evidence);
    verdict.found = drawn::told(&evidence, known);
    verdict.found.extend(against::told(&evidence));
    verdict.layout = learn.and_then(|title| infer::layout(&evidence, title));
    Ok(verdict)
}

/// Judges the boards and pieces that were put together from several pages.
fn judge_whole(evidence: &Evidence<'_>, all: &mut All) {
    for poster in evidence.posters.iter().filter(|poster| poster.whole) {
        let Some(sheet) = poster.first().and_then(|index| evidence.sheets.get(index)) else { continue };
        let Some(page) = &sheet.page else { continue };
        let format = evidence.files.get(sheet.file).map_or(Format::Pdf, |file| file.format);
        let (said, tolerance) = (evidence.said, evidence.tolerance);
        let printed = kurbo::Affine::IDENTITY;
        let look = Look { sheet, page, said, format, tolerance, printer: None, printed };
        let own = rules().filter(|rule| poster::is_of_the_whole(rule.code));
        own.filter_map(|rule| run_page(rule, &look)).for_each(|found| all.add(found));
    }
}

/// The pieces of a component, fronts alone, each with its page.
fn fronts_of<'e>(
    evidence: &'e Evidence<'_>,
    component: usize,
) -> impl Iterator<Item = (&'e Sheet, &'e FoundPiece)> {
    let fronts = |sheet: &'e Sheet| sheet.fronts().map(move |piece| (sheet, piece));
    evidence.sheets_of(component).flat_map(fronts)
}

/// What a page rule finds; nothing of rules that look at all pages together.
fn run_page(rule: &Rule, look: &Look<'_>) -> Option<Findings> {
    let Run::Page(run) = rule.run else { return None };
    let mut findings = Findings::new(rule.code, rule.severity);
    run(look, &mut findings);
    Some(findings)
}

/// What all rules found.
#[derive(Default)]
struct All {
    faults: Vec<Fault>,
    not_judged: Vec<String>,
    worst: f64,
    printers: Vec<String>,
}

impl All {
    fn add(&mut self, findings: Findings) {
        self.faults.extend(findings.faults);
        for why in findings.not_judged {
            if !self.not_judged.contains(&why) {
                self.not_judged.push(why);
            }
        }
        self.worst = self.worst.max(findings.worst);
    }

    /// Words in a font that is not there cannot be seen, so nothing is said of them but that.
    fn without_words(&mut self) {
        use crate::diag::codes::{
            CELL_UNLIKE, FONT_NOT_EMBEDDED, KINDS_ALIKE, LABEL_WRONG, NOT_SEARCHABLE, PIECES_ALIKE,
            RULER_FALSE,
        };
        if self.faults.iter().any(|fault| fault.code == FONT_NOT_EMBEDDED) {
            let of_words = [CELL_UNLIKE, KINDS_ALIKE, LABEL_WRONG, NOT_SEARCHABLE, PIECES_ALIKE, RULER_FALSE];
            self.faults.retain(|fault| !of_words.contains(&fault.code));
            self.not_judged.push("words in a font that is not in the file".to_owned());
        }
    }

    fn verdict(mut self, evidence: &Evidence<'_>) -> Verdict {
        self.without_words();
        let mut allowed: BTreeMap<Code, (usize, String)> = BTreeMap::new();
        if let Some(said) = evidence.said {
            for allow in &said.game.allow {
                let before = self.faults.len();
                self.faults.retain(|fault| fault.code != allow.code);
                let gone = before - self.faults.len();
                if gone > 0 {
                    allowed.insert(allow.code, (gone, allow.because.clone()));
                }
            }
        }
        self.faults.sort_by(|a, b| {
            a.severity.cmp(&b.severity).then(b.by.total_cmp(&a.by)).then(a.code.cmp(&b.code))
        });
        let boards: Vec<&FoundBoard> = evidence.sheets.iter().flat_map(Sheet::boards).collect();
        let adjacencies = boards.iter().map(|board| {
            let cells: BTreeSet<Hex> = board.cells.iter().map(|cell| cell.hex).collect();
            adjacencies(&cells.into_iter().collect::<Vec<_>>())
        });
        Verdict {
            faults: self.faults,
            allowed: allowed.into_iter().map(|(code, (n, why))| (code, n, why)).collect(),
            found: Vec::new(),
            boards: evidence
                .sheets
                .iter()
                .flat_map(|sheet| {
                    sheet.boards().filter_map(|board| Some((sheet.number, board.named.clone()?)))
                })
                .collect(),
            layout: None,
            not_judged: self.not_judged,
            files: evidence.files.iter().map(|file| file.name.clone()).collect(),
            pages: evidence.sheets.len(),
            cells: boards.iter().map(|board| board.cells.len()).sum(),
            adjacencies: adjacencies.sum(),
            pieces: evidence.sheets.iter().map(|sheet| sheet.fronts().count()).sum(),
            worst: self.worst,
            rules: rules().count(),
            part_of: part_of(evidence),
            printers: {
                self.printers.dedup();
                self.printers
            },
        }
    }
}

/// How many files the build has that some of these are of, if not all of them are there.
fn part_of(evidence: &Evidence<'_>) -> Option<usize> {
    let parts = || evidence.files.iter().filter_map(|file| file.record.as_ref()?.part.as_ref());
    let here = |word: &String| parts().any(|part| part.sheet == *word);
    parts().find(|part| !part.of.iter().all(here)).map(|part| part.of.len())
}
