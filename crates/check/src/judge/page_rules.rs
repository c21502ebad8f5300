//! Runs the rules that judge one page.
//!
//! - In: a page, and the context that all pages of its file share.
//! - Out: the contents of the page, and the findings of the rules.
//! - Not here: posters. They are judged after all pages have been read and their parts have been
//!   joined.

use super::findings::run_page_rules;
use crate::facts::file_picture::FilePicture;
use crate::facts::poster::part::PosterPart;
use crate::facts::printer::Printer;
use crate::facts::qr_codes::page_codes;
use crate::facts::sheet::{SheetContent, SheetFinder};
use crate::facts::visible::{Hidden, PageLayout};
use crate::facts::{Expected, Format, FoundSheet, PageContext};
use crate::fault::Findings;
use crate::hints::foreign_tolerances;
use crate::rule::RuleFunction;
use hexpress_game::SheetNumber;
use hexpress_read::Page;

pub struct FileContext<'a> {
    /// The index of the file in the list of judged files.
    pub index: usize,
    /// Whether the file has no record of its build.
    pub has_no_record: bool,
    /// True if hexpress drew the file, but the drawings have lost their names.
    ///
    /// In such a file, a sheet of pieces looks like an irregular board, and texts next to a board
    /// look like texts outside their cells.
    pub is_nameless: bool,
    pub format: Format,
    /// The number of the first sheet in the file, and the total number of sheets. If each sheet is an
    /// SVG, the total is the number of sheets in the build.
    pub first_sheet: SheetNumber,
    pub expected: Option<Expected<'a>>,
    /// The largest deviation that is not a fault, in mm.
    pub tolerance: f64,
    /// The printer whose errors the file corrects; `None` if the file corrects no errors.
    pub printer: Option<&'a Printer>,
    /// Whether the file is compared with a layout that has boards of points and lines.
    pub has_lines: bool,
}

/// The contents of a page, and the findings of the rules.
pub struct JudgedPage {
    pub sheet: FoundSheet,
    pub findings: Vec<Findings>,
}

impl FileContext<'_> {
    /// Finds the contents of a page, and runs the rules that judge one page.
    pub fn judge(&self, mut page: Page, picture: &FilePicture<'_>) -> JudgedPage {
        let mut sheet = self.find_sheet(&mut page);
        sheet.codes = page_codes(&page, picture);
        let findings = self.run_rules(&sheet, &page);
        let is_kept = self.has_lines
            || sheet.board().is_some()
            || sheet.poster_part().is_some()
            || !sheet.small_boards().is_empty();
        sheet.page = is_kept.then_some(page);
        if let SheetContent::Several(shared) = &mut sheet.content {
            let is_idle = |view: &FoundSheet| view.small_boards().is_empty() && view.board().is_none();
            for view in shared.views.iter_mut().filter(|view| is_idle(view)) {
                view.page = None;
            }
        }
        JudgedPage { sheet, findings }
    }

    /// Removes hidden drawings from a page, and finds its contents.
    fn find_sheet(&self, page: &mut Page) -> FoundSheet {
        let ours = self.expected.and_then(|expected| PageLayout::new(page, expected));
        let hidden = match ours {
            _ if self.has_no_record && self.expected.is_none() => Hidden::take_out(page),
            // On a part of a poster, hidden drawings are searched later, when the parts have been
            // joined.
            Some(ours) if PosterPart::from_page(page).is_none() => Hidden::take_out_of(page, ours),
            _ => Hidden::default(),
        };
        let finder =
            SheetFinder { file: self.index, expected: self.expected, has_no_record: self.has_no_record };
        let mut sheet = finder.sheet(page);
        if let SheetContent::Foreign(foreign) = &mut sheet.content {
            foreign.page.white = hidden.white;
        }
        sheet.hidden = hidden;
        sheet
    }

    fn run_rules(&self, sheet: &FoundSheet, page: &Page) -> Vec<Findings> {
        let context = PageContext {
            sheet,
            found: sheet.board(),
            page,
            expected: self.expected,
            sheet_number: SheetNumber {
                sheet: self.first_sheet.sheet + sheet.number.saturating_sub(1),
                ..self.first_sheet
            },
            format: self.format,
            tolerance: foreign_tolerances::tolerance(sheet, self.tolerance),
            printer: self.printer,
            printed: page.to_printed_sheet,
        };
        // The boards and pieces of a poster are judged later, when its parts have been joined.
        let is_part = sheet.poster_part().is_some();
        let is_nameless = self.is_nameless && sheet.is_foreign();
        let mut findings = run_page_rules(&context, |run| match run {
            RuleFunction::Sheet(rule) => Some(rule),
            _ if is_nameless || is_part => None,
            RuleFunction::Pieces(rule) => Some(rule),
            RuleFunction::Whole(rule) | RuleFunction::EachBoard(rule) => (!sheet.is_shared()).then_some(rule),
            RuleFunction::All(_) | RuleFunction::Press(_) | RuleFunction::Shop(..) => None,
        });
        for view in sheet.views().filter(|_| sheet.is_shared()) {
            let Some(page) = &view.page else { continue };
            let view_context = PageContext { sheet: view, found: view.board(), page, ..context };
            findings.extend(run_page_rules(&view_context, |run| match run {
                RuleFunction::Whole(rule) | RuleFunction::EachBoard(rule) => Some(rule),
                _ => None,
            }));
        }
        for board in sheet.boards().skip(1).filter(|_| !is_nameless) {
            let board_context = PageContext { found: Some(board), ..context };
            findings.extend(run_page_rules(&board_context, |run| match run {
                RuleFunction::EachBoard(rule) => Some(rule),
                _ => None,
            }));
        }
        findings
    }
}
