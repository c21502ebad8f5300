//! Judges finished files: reads the files, runs the rules in passes, and builds the verdict.
//!
//! - In: files that have the same *record*: the layout and the options of their build, which
//!   hexpress stores in each file.
//! - Out: a [`Verdict`].
//! - Not here: measuring drawings; the rules do that.

mod conclude;
mod findings;
mod page_rules;
mod press;

use std::cell::OnceCell;

use kurbo::Affine;

use self::findings::{Collected, run_page_rules};
use self::page_rules::FileContext;
pub use self::press::judge_press;
use crate::compare;
use crate::facts::closest_drawing::{ReferenceLayout, boards, is_lines};
use crate::facts::opened::Opened;
use crate::facts::poster;
use crate::facts::printer::Printer;
use crate::facts::{Expected, Facts, File, Format, PageContext};
use crate::fault::Findings;
use crate::foreign::infer::Learn;
use crate::must::hx434_read_aloud;
use crate::registry::rules;
use crate::rule::RuleFunction;
use crate::rules::posters::RULES as POSTER_RULES;
use crate::verdict::Verdict;
use hexpress_base::diag::codes::DIFFERS;
use hexpress_game::{Game, SheetNumber};
use hexpress_read::{Document, ReadError};

/// What the caller requests in addition to the findings of the rules.
#[derive(Clone, Copy, Default)]
pub struct JudgeOptions<'a> {
    /// The game with which the drawings are compared.
    pub against: Option<ReferenceLayout<'a>>,
    /// Known games, with their names. If a drawing shows the board of one of them, the description of
    /// the drawing contains the name of the game.
    pub known: &'a [(String, Game)],
    /// Options for a layout that is inferred from the drawing; `None` if no layout is requested.
    pub learn: Option<Learn<'a>>,
    /// This function is called after each page, on the thread that judged the page.
    pub watch: Option<&'a (dyn Fn() + Sync)>,
    /// Builds a file again from its layout. Returns `None` if that fails.
    ///
    /// If the bytes of a file were changed, the file is compared with this new build.
    pub made: Option<&'a dyn Fn(&Opened) -> Option<Vec<u8>>>,
    /// Whether the pages are only exported as pictures. In this case, it does not matter whether the two
    /// sides of a sheet are aligned.
    pub proof: bool,
}

/// Judges together all files that have the same record.
///
/// # Errors
/// A file cannot be read. The error contains the name of the file and the reason.
pub fn judge(
    files: Vec<Opened>,
    expected: Option<Expected<'_>>,
    tolerance: f64,
) -> Result<Verdict, (String, ReadError)> {
    judge_with(files, expected, tolerance, JudgeOptions::default())
}

/// Judges together all files that have the same record, and also returns what `options` request.
///
/// # Errors
/// A file cannot be read. The error contains the name of the file and the reason.
pub fn judge_with(
    files: Vec<Opened>,
    expected: Option<Expected<'_>>,
    tolerance: f64,
    options: JudgeOptions<'_>,
) -> Result<Verdict, (String, ReadError)> {
    let mut judging = JudgeRun::new(expected, tolerance, options);
    for (index, file) in files.into_iter().enumerate() {
        judging.read_file(index, file)?;
    }
    for pass in JudgeRun::PASSES {
        pass(&mut judging);
    }
    Ok(judging.verdict())
}

/// The files that are being judged, with the facts and the faults that are already found.
struct JudgeRun<'a> {
    options: JudgeOptions<'a>,
    facts: Facts<'a>,
    /// The findings of the rules that ran while pages were read.
    on_pages: Collected,
    /// The findings of the rules that ran later, on posters and on all pages.
    afterwards: Collected,
    printers: Vec<String>,
}

impl<'a> JudgeRun<'a> {
    /// The passes over the facts after all pages have been read and judged. They run in this order.
    const PASSES: [fn(&mut Self); 5] = [
        Self::note_files_without_layout,
        Self::assemble_posters,
        Self::judge_posters,
        Self::judge_everything,
        Self::place_poster_faults,
    ];

    fn new(expected: Option<Expected<'a>>, tolerance: f64, options: JudgeOptions<'a>) -> Self {
        let facts = Facts {
            files: Vec::new(),
            sheets: Vec::new(),
            posters: Vec::new(),
            differences: Vec::new(),
            expected,
            against: options.against,
            closest: OnceCell::new(),
            laid: OnceCell::new(),
            tolerance,
            proof: options.proof,
        };
        let (on_pages, afterwards) = (Collected::default(), Collected::default());
        Self { options, facts, on_pages, afterwards, printers: Vec::new() }
    }

    /// Reads a file, and runs the rules for pages while the pages are in memory.
    ///
    /// # Errors
    /// The file cannot be read.
    fn read_file(&mut self, index: usize, file: Opened) -> Result<(), (String, ReadError)> {
        let Compared { file, original } = self.compare(index, file)?;
        let printer = self.printer(&file);
        self.printers.extend(printer.iter().map(|printer| printer.name().to_owned()));
        let context = self.file_context(index, &file, printer.as_ref());
        let watch = self.options.watch;
        let (judged_file, pages) = file.pages(
            &|size, named| printer.as_ref().map_or(Affine::IDENTITY, |printer| printer.printed(size, named)),
            |page, picture| {
                let judged = context.judge(page, picture);
                if let Some(watch) = watch {
                    watch();
                }
                judged
            },
        )?;
        for page in pages {
            self.facts.sheets.push(page.sheet);
            page.findings.into_iter().for_each(|findings| self.on_pages.add(findings));
        }
        // If the file was compared with a new build, the pages are those of the new build. But the
        // rules about files examine the original file.
        self.facts.files.push(original.unwrap_or(judged_file));
        Ok(())
    }

    /// If a file was changed, builds it again from its layout and compares both files.
    fn compare(&mut self, index: usize, mut file: Opened) -> Result<Compared, (String, ReadError)> {
        let expected = self.facts.expected;
        if expected.is_some_and(|expected| hx434_read_aloud::has_alt_text(expected.game)) {
            file.read_spoken_texts();
        }
        let make_again = self.options.made.filter(|_| file.unsealed.is_some());
        let made = make_again.and_then(|make_again| make_again(&file));
        let Some((expected, made)) = expected.zip(made) else {
            return Ok(Compared { file, original: None });
        };
        let comparison = compare::compare_with_build(file, index, &made, expected)?;
        self.facts.differences.extend(comparison.faults);
        Ok(Compared { file: comparison.made, original: Some(comparison.found) })
    }

    /// Returns the printer whose errors a file corrects; `None` if the file corrects no errors.
    fn printer(&self, file: &Opened) -> Option<Printer> {
        // Only a PDF is sent to a printer. An SVG is for other programs.
        if file.format != Format::Pdf {
            return None;
        }
        // A file without a record may still contain the options for its printer. If it contains none,
        // the options that the caller expects are used.
        let own_options =
            file.record.as_ref().map(|record| &record.options).or(file.printer_options.as_deref());
        let options = own_options.or(self.facts.expected.map(|expected| expected.options))?;
        Printer::new(options, file.document().duplex.as_deref())
    }

    /// Returns the context that all pages of a file share.
    fn file_context<'f>(
        &'f self,
        index: usize,
        file: &Opened,
        printer: Option<&'f Printer>,
    ) -> FileContext<'f> {
        let has_no_record = file.record.is_none();
        FileContext {
            index,
            has_no_record,
            is_nameless: has_no_record && self.is_nameless(file.document()),
            format: file.format,
            first_sheet: file.first_sheet(),
            expected: self.facts.expected,
            tolerance: self.facts.tolerance,
            printer,
            has_lines: self
                .options
                .against
                .is_some_and(|against| boards(against.game).any(|(_, board)| is_lines(board))),
        }
    }

    /// Returns whether hexpress made a file, but its drawings have no names, and no layout says what the
    /// file should show. Drawings lose their names if another program rewrites the file.
    fn is_nameless(&self, document: &Document) -> bool {
        document.is_rewritten() && self.facts.expected.is_none() && self.facts.against.is_none()
    }

    /// Adds a note for each file without a layout. Such files are judged only in part, because it is
    /// unknown what they should show.
    fn note_files_without_layout(&mut self) {
        for (index, file) in self.facts.files.iter().enumerate() {
            if file.record.is_none() {
                let reason = self.reason_without_layout(index, file);
                self.on_pages.not_judged.push(reason);
            }
        }
    }

    fn reason_without_layout(&self, index: usize, file: &File) -> String {
        let has_foreign_page =
            self.facts.sheets.iter().any(|sheet| sheet.file == index && sheet.is_foreign());
        match has_foreign_page && self.is_nameless(&file.document) {
            true => format!(
                "the boards and pieces of {}: another program saved the file without their names and the \
                    layout; check the original file, or add the layout with --against",
                file.name
            ),
            false => format!(
                "{} was not written by hexpress, or its layout was left out: the expected content is unknown",
                file.name
            ),
        }
    }

    /// Joins the pages of each poster. Each of these pages shows a part of the same board or piece.
    fn assemble_posters(&mut self) {
        let Facts { files, sheets, posters, expected, .. } = &mut self.facts;
        if sheets.iter().any(|sheet| sheet.poster_part().is_some()) {
            *posters = poster::assemble(files, sheets, *expected);
        }
    }

    /// Judges the boards and pieces of complete posters.
    fn judge_posters(&mut self) {
        let Facts { files, sheets, posters, expected, tolerance, .. } = &self.facts;
        for poster in posters.iter().filter(|poster| poster.is_complete) {
            let Some(sheet) = poster.first().and_then(|index| sheets.get(index)) else { continue };
            let Some(page) = &sheet.page else { continue };
            let context = PageContext {
                sheet,
                found: sheet.board(),
                page,
                expected: *expected,
                sheet_number: SheetNumber { sheet: sheet.number, sheets: sheets.len() },
                format: files.get(sheet.file).map_or(Format::Pdf, |file| file.format),
                tolerance: *tolerance,
                printer: None,
                printed: Affine::IDENTITY,
            };
            let findings = run_page_rules(&context, |run| match run {
                RuleFunction::Pieces(rule) | RuleFunction::Whole(rule) | RuleFunction::EachBoard(rule) => {
                    Some(rule)
                }
                _ => None,
            });
            findings.into_iter().for_each(|findings| self.afterwards.add(findings));
        }
    }

    /// Runs the rules that look at all pages.
    fn judge_everything(&mut self) {
        for rule in rules() {
            if let RuleFunction::All(run) = rule.run {
                let mut findings = Findings::new(rule.code, rule.severity);
                run(&self.facts, &mut findings);
                self.afterwards.add(findings);
            }
        }
    }

    /// Moves each fault of a poster to the page that shows the fault. The rules for posters report a
    /// place on the joined poster.
    fn place_poster_faults(&mut self) {
        for poster in &self.facts.posters {
            for fault in &mut self.afterwards.faults {
                // These faults already have a place on a single page.
                let is_placed =
                    fault.code == DIFFERS || POSTER_RULES.iter().any(|rule| rule.code == fault.code);
                if !is_placed {
                    poster.place(&self.facts.sheets, fault);
                }
            }
        }
    }
}

/// A file whose pages are judged, and the original file if it was compared with a new build.
struct Compared {
    /// The file whose pages are judged. If the original file was changed, this is a new build of its
    /// layout.
    file: Opened,
    /// The original file, if it was compared with a new build.
    original: Option<File>,
}
