//! Runs the rules over files of one record, and puts what they find together.

use std::cell::OnceCell;

use kurbo::{Affine, Size};

use super::compare;
use super::facts::against::{Against, boards, is_lines};
use super::facts::opened::Opened;
use super::facts::poster;
use super::facts::poster::part::PosterPart;
use super::facts::printer::Printer;
use super::facts::visible::{Hidden, Ours};
use super::facts::{Expected, Facts, Format, FoundSheet, PageContext};
use super::fault::{Fault, Findings};
use super::foreign::infer::Learn;
use super::foreign::{against, against_lines, drawn, infer};
use super::game::heard;
use super::registry::{find, rules};
use super::rule::Run;
use super::rules::posters::RULES as OF_PARTS;
use super::shown::Shown;
use super::verdict::Verdict;
use crate::base::hex::Hex;
use crate::diag::codes::{DIFFERS, FONT_NOT_EMBEDDED};
use crate::model::Game;
use crate::model::cells::adjacencies;
use crate::read::{Document, Named, Page, ReadError};

/// What else is asked of a drawing.
#[derive(Clone, Copy, Default)]
pub struct Ask<'a> {
    /// A game that it is held against.
    pub against: Option<Against<'a>>,
    /// Games that it may show, each with what it is called.
    pub known: &'a [(String, Game)],
    /// What the layout is written with that is to be written of it; none for no layout.
    pub learn: Option<Learn<'a>>,
    /// What is called each time a page was looked at, by whichever core did.
    pub watch: Option<&'a (dyn Fn() + Sync)>,
    /// Makes a file again, from what it carries: one that somebody may have changed is compared with it. None where that
    /// cannot be done.
    pub made: Option<&'a dyn Fn(&Opened) -> Option<Vec<u8>>>,
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
    expected: Option<Expected<'_>>,
    tolerance: f64,
) -> Result<Verdict, (String, ReadError)> {
    judge_and(files, expected, tolerance, Ask::default())
}

/// Judges files of one record together, and answers what else is asked of them.
///
/// # Errors
/// The file that cannot be read, and why.
pub fn judge_and(
    files: Vec<Opened>,
    expected: Option<Expected<'_>>,
    tolerance: f64,
    ask: Ask<'_>,
) -> Result<Verdict, (String, ReadError)> {
    let Ask { against, known, learn, watch, made, proof } = ask;
    let mut facts = Facts {
        files: Vec::new(),
        sheets: Vec::new(),
        posters: Vec::new(),
        differences: Vec::new(),
        expected,
        against,
        closest: OnceCell::new(),
        laid: OnceCell::new(),
        tolerance,
        proof,
    };
    let mut verdict = Verdict::default();
    let says_what_is_heard = expected.is_some_and(|expected| heard::is_said(expected.game));
    for (index, mut file) in files.into_iter().enumerate() {
        if says_what_is_heard {
            file.hear();
        }
        let made = made.filter(|_| file.unsealed.is_some()).and_then(|made| made(&file));
        let (file, found) = match expected.zip(made) {
            Some((expected, made)) => {
                let held = compare::hold(file, index, &made, expected)?;
                facts.differences.extend(held.faults);
                (held.made, Some(held.found))
            }
            None => (file, None),
        };
        let (format, silent) = (file.format, file.record.is_none());
        // A file without a record is held to what was asked for; an SVG is for other programs than a printer's.
        let options = file.record.as_ref().map(|record| &record.options).or(file.asked.as_deref());
        let options = options.or(expected.map(|expected| expected.options));
        let printer = options.filter(|_| format == Format::Pdf).and_then(Printer::of);
        let printer = printer.as_ref();
        verdict.printers.extend(printer.map(|printer| printer.name().to_owned()));
        let as_printed = |page: Size, named: &Named<'_>| {
            printer.map_or(Affine::IDENTITY, |printer| printer.printed(page, named))
        };
        let lines = against.is_some_and(|against| boards(against.game).any(|(_, board)| is_lines(board)));
        let nameless = silent && nameless(file.document(), expected, against);
        let rules_for = OfFile { index, silent, nameless, format, expected, tolerance, printer, lines };
        let (file, sheets) = file.pages(&as_printed, |page| {
            let judged = rules_for.page(page);
            if let Some(watch) = watch {
                watch();
            }
            judged
        })?;
        for (sheet, found) in sheets {
            facts.sheets.push(sheet);
            found.into_iter().for_each(|findings| verdict.add(findings));
        }
        // Rules for the file as it is handed on look at the one that was found.
        facts.files.push(found.unwrap_or(file));
    }
    for (index, file) in facts.files.iter().enumerate().filter(|(_, file)| file.record.is_none()) {
        let is_nameless = facts.sheets.iter().any(|sheet| sheet.file == index && sheet.foreign.is_some());
        verdict.not_judged.push(match is_nameless && nameless(&file.document, expected, against) {
            true => format!(
                "the boards and pieces of {}: another program has rewritten the file without their names and its \
                 layout; check the file that was built, or add --against with the layout",
                file.name
            ),
            false => format!(
                "{} is not one of ours, or its layout was left out of it: what should be there is not known",
                file.name
            ),
        });
    }
    let of_pages = verdict.faults.len();
    if facts.sheets.iter().any(|sheet| sheet.part.is_some()) {
        facts.posters = poster::assemble(&facts.files, &mut facts.sheets, expected);
        judge_whole(&facts, &mut verdict);
    }
    for rule in rules() {
        if let Run::All(run) = rule.run {
            let mut findings = Findings::new(rule.code, rule.severity);
            run(&facts, &mut findings);
            verdict.add(findings);
        }
    }
    for poster in &facts.posters {
        // What rules for parts tell has its place on one of them.
        let whole = verdict.faults.iter_mut().skip(of_pages);
        let of_parts = |fault: &&mut Fault| OF_PARTS.iter().any(|rule| rule.code == fault.code);
        let whole = whole.filter(|fault| fault.code != DIFFERS && !of_parts(fault));
        whole.for_each(|fault| poster.place(&facts.sheets, fault));
    }
    verdict.conclude(&facts);
    verdict.lines = against_lines::lines_held(&facts);
    verdict.found = drawn::told(&facts, known);
    verdict.found.extend(against::told(&facts));
    verdict.layout = learn.and_then(|learn| infer::layout(&facts, learn));
    Ok(verdict)
}

/// Whether this program drew a file, another one has rewritten it, and nothing says what should be on it.
fn nameless(document: &Document, expected: Option<Expected<'_>>, against: Option<Against<'_>>) -> bool {
    document.is_rewritten() && expected.is_none() && against.is_none()
}

/// What all pages of a file are judged by.
struct OfFile<'a> {
    index: usize,
    /// Whether it has no record.
    silent: bool,
    /// Whether this program drew it, and its pieces have no names any more: a sheet of pieces looks like a crooked board
    /// then, and words beside a board like words out of their cells.
    nameless: bool,
    format: Format,
    expected: Option<Expected<'a>>,
    tolerance: f64,
    printer: Option<&'a Printer>,
    /// Whether its lines are held against those of a layout.
    lines: bool,
}

impl OfFile<'_> {
    /// What a page shows, and what the rules that look at one page say of it.
    fn page(&self, mut page: Page) -> (FoundSheet, Vec<Findings>) {
        let &Self { index, silent, nameless, format, expected, tolerance, printer, lines } = self;
        let ours = expected.and_then(|expected| Ours::of(&page, expected));
        let hidden = match ours {
            _ if silent && expected.is_none() => Hidden::take_out(&mut page),
            // What the parts of a poster make together is looked at, and not each of them.
            Some(ours) if PosterPart::of(&page).is_none() => Hidden::take_out_of(&mut page, ours),
            _ => Hidden::default(),
        };
        let mut sheet = FoundSheet { hidden, ..FoundSheet::of(&page, index, expected, silent) };
        if let Some(drawing) = &mut sheet.foreign {
            drawing.white = sheet.hidden.white;
        }
        let tolerance = drawn::tolerance(&sheet, tolerance);
        let (printed, found) = (page.seen, sheet.board.as_ref());
        let context =
            PageContext { sheet: &sheet, found, page: &page, expected, format, tolerance, printer, printed };
        // What is to be said of a poster is said of the whole.
        let whole = sheet.part.is_none();
        let nameless = nameless && sheet.foreign.is_some();
        let mut found = run(&context, |rule| match rule {
            Run::Sheet(run) => Some(run),
            _ if nameless => None,
            Run::Pieces(run) => whole.then_some(run),
            Run::Whole(run) | Run::EachBoard(run) => (whole && sheet.views.is_empty()).then_some(run),
            Run::All(_) => None,
        });
        for own in &sheet.views {
            let Some(page) = &own.page else { continue };
            found.extend(run(&PageContext { sheet: own, page, ..context }, |rule| match rule {
                Run::Whole(run) | Run::EachBoard(run) => Some(run),
                _ => None,
            }));
        }
        for more in sheet.more.iter().filter(|_| !nameless) {
            found.extend(run(&PageContext { found: Some(more), ..context }, |rule| match rule {
                Run::EachBoard(run) => Some(run),
                _ => None,
            }));
        }
        let kept = lines || sheet.board.is_some() || !whole || !sheet.small.is_empty();
        sheet.page = kept.then_some(page);
        let unasked = |own: &&mut FoundSheet| own.small.is_empty();
        sheet.views.iter_mut().filter(unasked).for_each(|own| own.page = None);
        (sheet, found)
    }
}

/// Judges the boards and pieces that were put together from several pages.
fn judge_whole(facts: &Facts<'_>, verdict: &mut Verdict) {
    for poster in facts.posters.iter().filter(|poster| poster.whole) {
        let Some(sheet) = poster.first().and_then(|index| facts.sheets.get(index)) else { continue };
        let Some(page) = &sheet.page else { continue };
        let format = facts.files.get(sheet.file).map_or(Format::Pdf, |file| file.format);
        let (expected, tolerance) = (facts.expected, facts.tolerance);
        let (found, printed) = (sheet.board.as_ref(), Affine::IDENTITY);
        let context = PageContext { sheet, found, page, expected, format, tolerance, printer: None, printed };
        let found = run(&context, |rule| match rule {
            Run::Pieces(run) | Run::Whole(run) | Run::EachBoard(run) => Some(run),
            Run::Sheet(_) | Run::All(_) => None,
        });
        found.into_iter().for_each(|findings| verdict.add(findings));
    }
}

/// A rule that looks at one page.
type OfPage = fn(&PageContext<'_>, &mut Findings);

/// What the rules find on a page for which `which` gives a function.
fn run(context: &PageContext<'_>, which: impl Fn(Run) -> Option<OfPage>) -> Vec<Findings> {
    let own = rules().filter_map(|rule| Some((rule, which(rule.run)?)));
    own.map(|(rule, run)| {
        let mut findings = Findings::new(rule.code, rule.severity);
        run(context, &mut findings);
        findings
    })
    .collect()
}

impl Verdict {
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
        if self.faults.iter().any(|fault| fault.code == FONT_NOT_EMBEDDED) {
            self.faults.retain(|fault| !find(fault.code).is_some_and(|rule| rule.of_words));
            self.not_judged.push("words in a font that is not in the file".to_owned());
        }
    }

    /// Leaves out what the layout allows, puts the worst first, and counts what was judged.
    fn conclude(&mut self, facts: &Facts<'_>) {
        self.without_words();
        for allow in facts.expected.iter().flat_map(|expected| &expected.game.allow) {
            let before = self.faults.len();
            self.faults.retain(|fault| fault.code != allow.code);
            let gone = before - self.faults.len();
            if gone > 0 {
                self.allowed.push((allow.code, gone, allow.because.clone()));
            }
        }
        self.allowed.sort_by_key(|(code, ..)| *code);
        self.faults.sort_by(|a, b| {
            a.severity.cmp(&b.severity).then(b.by.total_cmp(&a.by)).then(a.code.cmp(&b.code))
        });
        for sheet in &facts.sheets {
            for board in sheet.boards() {
                let mut cells: Vec<Hex> = board.cells.iter().map(|cell| cell.hex).collect();
                cells.sort_unstable();
                cells.dedup();
                self.adjacencies += adjacencies(board.lattice.tiling, &cells);
                self.cells += board.cells.len();
                self.boards.extend(board.named.clone().map(|named| (sheet.number, named)));
            }
            self.pieces += sheet.fronts().count();
        }
        self.shown = Shown::of(facts);
        // Rules may tell a fault by more than they measured for all.
        // What a note or a warning tells may be meant: a file that is clean has no such deviation.
        let wrong = self.faults.iter().filter(|fault| fault.severity == crate::diag::Severity::Error);
        self.worst = wrong.map(|fault| fault.by).fold(self.worst, f64::max);
        self.files = facts.files.iter().map(|file| file.name.clone()).collect();
        self.pages = facts.sheets.len();
        self.rules = rules().count();
        self.part_of = part_of(facts);
        self.printers.dedup();
    }
}

/// How many files the build has that some of these are of, if not all of them are there.
fn part_of(facts: &Facts<'_>) -> Option<usize> {
    let parts = || facts.files.iter().filter_map(|file| file.record.as_ref()?.part.as_ref());
    let here = |word: &String| parts().any(|part| part.sheet == *word);
    parts().find(|part| !part.of.iter().all(here)).map(|part| part.of.len())
}
