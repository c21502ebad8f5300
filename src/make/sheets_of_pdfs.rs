//! Decides which sheets of a plan are in which PDF.
//!
//! - In: a plan, and the options `split` and `one_file`.
//! - Out: a [`FileSheets`] for every PDF. The file name and page number of every sheet are stored in the
//!   plan.
//! - Not here: drawing or writing anything.

use std::ops::Range;
use std::sync::Arc;

use super::suffix;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::Body;
use hexpress_language::record::{FilePart, Options};
use hexpress_layout::{Content, ExtraSheet, PageInFile, Plan, SheetPlan};
use hexpress_scene::print::paper::sheet_word;

/// The sheets in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSheets {
    /// The part of the file name after `GAME-PAPER`: the name of a component or of a paper size. `None`
    /// if all sheets are in one file.
    pub name: Option<String>,
    /// The part of the build that is in this file, if there is a file for each paper size.
    pub part: Option<FilePart>,
    /// The names of the components on the sheets.
    pub components: Vec<String>,
    /// The indices of the sheets in the plan.
    pub indices: Range<usize>,
}

/// Divides the sheets of a plan into PDFs, and gives every sheet a file name and a page number.
///
/// A cut plan is a page that shows where to cut. Moves every cut plan to the end of its PDF.
pub fn name_pages(plan: &mut Plan<'_>, stem: &str, options: &Options) -> Vec<FileSheets> {
    plan.drop_blanks();
    let mut pdfs = if options.split && !options.print_setup.test_sheet {
        if options.print_setup.cut_plan {
            move_cut_plans(plan);
        }
        pdfs_by_print(plan)
    } else if options.one_file {
        vec![single_pdf(plan)]
    } else {
        pdfs_by_size(plan)
    };
    let mut ranges: Vec<Range<usize>> = pdfs.iter().map(|pdf| pdf.indices.clone()).collect();
    plan.keep_in_step(&mut ranges);
    for (pdf, sheets) in pdfs.iter_mut().zip(&ranges) {
        pdf.indices = sheets.clone();
    }
    plan.number_cut_plans(&ranges);
    let suffix = suffix(options);
    for pdf in &pdfs {
        let part = pdf.name.as_ref().map_or_else(String::new, |name| format!("-{name}"));
        let file = format!("{stem}{part}{suffix}.pdf");
        let pages = pdf.indices.len();
        let entries = plan.page_labels.get_mut(pdf.indices.clone()).unwrap_or_default();
        for (page, entry) in (1..).zip(entries) {
            *entry = PageInFile { name: file.clone(), page, pages };
        }
    }
    pdfs
}

fn is_cut_plan(sheet: &SheetPlan<'_>) -> bool {
    matches!(sheet.content, Content::ExtraSheet(ExtraSheet::Cuts(_)))
}

/// Returns the names of the components on these sheets. Each name occurs once.
fn component_names(sheets: &[SheetPlan<'_>]) -> Vec<String> {
    let printed = sheets.iter().filter(|sheet| !is_cut_plan(sheet));
    let mut names: Vec<String> = Vec::new();
    for part in printed.flat_map(SheetPlan::parts) {
        if !names.iter().any(|known| **known == *part.component.name) {
            names.push(part.component.name.to_string());
        }
    }
    names
}

/// Moves each cut plan behind the last sheet that has the same printer settings.
///
/// All cut plans must be at the end of the plan before this call.
fn move_cut_plans(plan: &mut Plan<'_>) {
    let printed: Vec<_> = plan.sheets.iter().filter(|sheet| !is_cut_plan(sheet)).collect();
    let pdfs = printed.chunk_by(|a, b| PrintSettings::from_sheet(a) == PrintSettings::from_sheet(b));
    // All sheets of a component have the same printer settings, so each component is in only one PDF.
    let mut stack_of = SortedMap::new();
    for (index, pdf) in pdfs.enumerate() {
        stack_of.extend(pdf.iter().map(|sheet| (Arc::clone(&sheet.component.name), index)));
    }
    plan.sheets.sort_by_key(|sheet| (stack_of.get(&*sheet.component.name).copied(), is_cut_plan(sheet)));
}

/// The settings of the printer for a sheet. Sheets with different settings need separate print jobs.
#[derive(PartialEq)]
struct PrintSettings<'a> {
    /// The shorter side of the paper, in mm.
    short_side: f64,
    long_side: f64,
    stock: Option<&'a str>,
    /// The name of the pre-cut sheet. `None` if the paper is not cut before it is printed.
    die_sheet: Option<&'a str>,
    copies: u32,
}

impl<'a> PrintSettings<'a> {
    fn from_sheet(sheet: &SheetPlan<'a>) -> Self {
        Self {
            short_side: sheet.size.width.min(sheet.size.height),
            long_side: sheet.size.width.max(sheet.size.height),
            stock: sheet.component.stock.as_deref(),
            die_sheet: match &sheet.component.body {
                Body::Pieces(deck) => deck.die_sheet.as_ref().map(|blank| &*blank.name),
                Body::Board(_) | Body::Pages(_) => None,
            },
            copies: sheet.component.print,
        }
    }
}

/// Returns one PDF with all sheets.
fn single_pdf(plan: &Plan<'_>) -> FileSheets {
    let components = component_names(&plan.sheets);
    FileSheets { name: None, part: None, components, indices: 0..plan.sheets.len() }
}

/// Returns a PDF for every paper size. Portrait and landscape count as the same size.
///
/// A print queue scales all pages of a file by the same factor, so sheets of different sizes are in
/// different files. In each PDF, sheets keep their order. A cut plan is in the same PDF as the sheets
/// that it describes, because it has the same size.
fn pdfs_by_size(plan: &mut Plan<'_>) -> Vec<FileSheets> {
    let mut sizes: Vec<String> = Vec::new();
    for sheet in &plan.sheets {
        let size = sheet_word(sheet.size);
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    if sizes.len() < 2 {
        return vec![single_pdf(plan)];
    }
    plan.sheets.sort_by_cached_key(|sheet| {
        let size = sheet_word(sheet.size);
        sizes.iter().position(|known| *known == size)
    });
    runs(&plan.sheets, |a, b| sheet_word(a.size) == sheet_word(b.size))
        .map(|sheets| {
            let components = component_names(&plan.sheets[sheets.clone()]);
            let size = sheet_word(plan.sheets[sheets.start].size);
            let part = FilePart { sheet: size.clone(), components: components.clone(), of: sizes.clone() };
            FileSheets { name: Some(size), part: Some(part), components, indices: sheets }
        })
        .collect()
}

/// Divides sheets into runs. A sheet and the next one are in the same run if `alike` returns true for
/// them.
pub fn runs<'p, 'a>(
    sheets: &'p [SheetPlan<'a>],
    alike: impl Fn(&SheetPlan<'a>, &SheetPlan<'a>) -> bool + 'p,
) -> impl Iterator<Item = Range<usize>> + 'p {
    let mut start = 0;
    sheets.chunk_by(alike).map(move |run| {
        start += run.len();
        start - run.len()..start
    })
}

/// Returns a PDF for every run of successive sheets with the same printer settings. A cut plan belongs
/// to the run of the sheets before it.
fn pdfs_by_print(plan: &Plan<'_>) -> Vec<FileSheets> {
    runs(&plan.sheets, |sheet, next| {
        is_cut_plan(next) || PrintSettings::from_sheet(sheet) == PrintSettings::from_sheet(next)
    })
    .map(|sheets| {
        let components = component_names(&plan.sheets[sheets.clone()]);
        FileSheets { name: components.first().cloned(), part: None, components, indices: sheets }
    })
    .collect()
}
