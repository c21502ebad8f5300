//! Makes the finished files of a layout in memory.
//!
//! - In: an [`Input`], the options, and the kind of files.
//! - Out: PDF, SVG or PNG files with their ticket, their warnings and the checker's verdict.
//! - Not here: writing to the disk, and printing results; `cli`, `preview` and `web_api` do both.

mod calibration;
mod cell_sizes;
mod cuts;
mod deck_statistics;
mod explain;
mod finished_files;
mod grids;
mod input;
mod job;
mod kind;
mod more_mistakes;
mod pdf_file;
mod pictures;
mod piece_images;
mod pieces;
mod prepared_game;
mod sheets_of_pdfs;
mod stale_pdfs;
pub mod ticket;
mod too_many_pages;

use std::ops::Range;
use std::sync::Arc;

pub use pdf_file::pdf_without_layout;
use pdf_file::{pdf_file, record};

pub use calibration::{calibration, too_small};
pub use cuts::setup::{SetupPicture, cut_setup};
pub use cuts::{CutFile, cuts};
pub use deck_statistics::{DeckStatistics, deck_origin, random_deck};
pub use finished_files::{Group, judge_file, known_games, lost, no_print, open, unreadable};
pub use input::{Input, refused};
pub use job::{BuildJob, BuildObserver, Outcome, Step, judge};
pub use kind::{CutFormat, OutputKind, POSSIBLE_DPI};
pub use pictures::{GridSize, PictureInfo, sheets as png};
pub use piece_images::{each, once_for_all_copies};
pub use pieces::{Numbering, PieceSelection, choice_of_cells, number_runs};
pub use prepared_game::{PreparedGame, read};
pub use sheets_of_pdfs::{FileSheets, name_pages, runs};
pub use stale_pdfs::stale_pdfs;
pub use too_many_pages::too_many_pages;

use crate::shops::canvas::Canvas;
use crate::shops::pdf_description::ShopPdf;
use hexpress_base::diag::{Report, Result, Sources, codes};
use hexpress_game::Game;
use hexpress_language::record::Options;
use hexpress_layout::{Plan, Setup, SheetPlan};
use hexpress_scene::picture::Obstacle;
use hexpress_scene::text::Fonts;
use hexpress_scene::{Image, Sheet};
use hexpress_write::pdf::Hindrance;
use hexpress_write::svg::RecordAndLayout;
use hexpress_write::{About, FileBytes};

/// The options and inputs for making files from a plan.
#[derive(Debug, Clone, Copy)]
pub struct OutputContext<'o> {
    /// The beginning of all file names; see [`stem`].
    pub stem: &'o str,
    pub input: &'o Input,
    /// The options, as [`read`] returns them: sorted, and without options that have no effect.
    pub options: &'o Options,
    /// The bundled fonts, and the fonts of the game.
    pub fonts: &'o Fonts,
    /// For each component, the size with bleed that a print shop expects. Empty if the files are not
    /// for a shop.
    pub canvases: &'o [Canvas],
}

/// The files that were made from a plan.
#[derive(Debug)]
pub struct MadeFiles {
    /// The files, in the order of their sheets.
    pub files: Vec<OutputFile<FileBytes>>,
    /// Warnings about the drawings.
    pub warnings: Report,
    /// What the files show.
    pub shows: FileContents,
    /// The PDF from which pictures of sheets were drawn. `None` for all other files.
    pub proof: Option<Proof>,
}

impl MadeFiles {
    /// Loads the contents of files that are on the disk into memory.
    ///
    /// # Errors
    /// A file cannot be read back.
    fn load(&mut self) -> Result<()> {
        for file in &mut self.files {
            file.bytes = std::mem::take(&mut file.bytes).in_memory()?.into();
        }
        Ok(())
    }
}

/// A PDF whose pages were drawn as pictures. The checker judges the PDF instead of the pictures.
#[derive(Debug)]
pub struct Proof {
    /// The file name that the PDF would have if it were saved.
    pub name: String,
    pub pdf: Arc<Vec<u8>>,
}

/// What the files of a build show.
#[derive(Debug)]
pub enum FileContents {
    /// Sheets to print.
    Sheets,
    /// Pieces or decks. There is an item for each file, in the order of the files.
    Pictures(Vec<PictureInfo>),
    /// Pages for a print shop. There is an item for each file, in the order of the files.
    ShopPdfs(Vec<ShopPdf>),
    /// Cut lines. There is an item for each file, in the order of the files.
    Cuts(CutFormat, Vec<CutFile>),
    /// Shapes for the program of a cutting machine. There is an item for each file, in the order of the
    /// files.
    CutSetup(Vec<SetupPicture>),
}

/// A finished file. `B` is the type of its contents. By default, the contents are in memory.
#[derive(Debug)]
pub struct OutputFile<B = Vec<u8>> {
    /// The sheets in the file.
    pub sheets: FileSheets,
    /// The path of the file in the output folder, with `/` between folders.
    pub name: String,
    pub bytes: B,
}

impl OutputFile<FileBytes> {
    /// Loads the contents into memory, if they are on the disk.
    ///
    /// # Errors
    /// The contents cannot be read back.
    pub fn in_memory(self) -> Result<OutputFile> {
        let Self { sheets, name, bytes } = self;
        Ok(OutputFile { sheets, name, bytes: bytes.in_memory()? })
    }
}

/// The PDFs of a layout, and the game and options by which they are judged.
#[derive(Debug)]
pub struct BuiltPdfs {
    /// The game. If the options have `pieces`, it contains only those pieces.
    pub game: Game,
    /// The options, as [`read`] returns them: sorted, and without options that have no effect.
    pub options: Options,
    pub files: Vec<OutputFile>,
    /// Warnings about the layout, and about the drawings of its pieces and boards.
    pub warnings: Report,
}

/// Builds the PDFs of a layout. Calls `planned` before any sheet is drawn.
///
/// # Errors
/// The layout has mistakes, something does not fit on paper, or `planned` returns an error. The
/// report contains all mistakes of the layout.
pub fn build_pdfs(
    input: &Input,
    options: Options,
    sources: &mut Sources,
    fonts: &Fonts,
    planned: impl FnOnce(&Plan<'_>) -> Result<()>,
) -> Result<BuiltPdfs, Report> {
    let PreparedGame { game, setup, options, fonts, mut warnings, .. } =
        read(input, options, sources, fonts)?;
    let mut plan = hexpress_layout::plan(&game, &fonts, &setup)
        .map_err(|mistakes| after_warnings(warnings.clone(), mistakes))?;
    planned(&plan)?;
    let context =
        OutputContext { stem: &stem(input, &setup), input, options: &options, fonts: &fonts, canvases: &[] };
    let output = pdf(&mut plan, &context).map_err(|mistakes| after_warnings(warnings.clone(), mistakes))?;
    warnings.extend(output.warnings);
    drop(plan);
    let files = output.files.into_iter().map(OutputFile::in_memory).collect::<Result<_>>()?;
    Ok(BuiltPdfs { game, options, files, warnings })
}

/// Joins two reports. The warnings come first, because a warning may explain a mistake.
fn after_warnings(mut warnings: Report, mistakes: Report) -> Report {
    warnings.extend(mistakes);
    warnings
}

/// Returns the beginning of all file names of a build: `GAME-PAPER`.
pub fn stem(input: &Input, setup: &Setup) -> String {
    format!("{}-{}", input.id, setup.paper)
}

/// Returns the end of all file names of a build, before the extension, e.g. `-test`.
///
/// This keeps a test sheet, or a build of a few pieces, from replacing the files of the whole game.
fn suffix(options: &Options) -> &'static str {
    match (options.print_setup.test_sheet, options.pieces.is_empty()) {
        (true, _) => "-test",
        (false, true) => "",
        (false, false) => ".pieces",
    }
}

/// Returns the name of the folder for a build that makes a file for each sheet, piece or deck.
pub fn folder(stem: &str, options: &Options) -> String {
    format!("{stem}{}", suffix(options))
}

/// Makes the PDFs of a plan: one file, or one for each paper size, or one for each print job (option
/// `split`).
///
/// A print job consists of successive sheets with the same printer settings.
///
/// # Errors
/// Something cannot be drawn. If any sheet has a mistake, no file is made.
pub fn pdf(plan: &mut Plan<'_>, context: &OutputContext<'_>) -> Result<MadeFiles, Report> {
    let pdfs = name_pages(plan, context.stem, context.options);
    // Each PDF embeds all files that are used. The used files are known only when all sheets have
    // been drawn.
    let mut drawn = Vec::with_capacity(pdfs.len());
    for pdf in &pdfs {
        drawn.push(pages(plan, pdf.indices.clone(), context.fonts)?);
    }
    let mut warnings = Report::default();
    let mut made = Vec::with_capacity(pdfs.len());
    for (pdf, pages) in pdfs.into_iter().zip(drawn) {
        warnings.extend(pages.warnings.clone());
        let name = plan.page_labels.get(pdf.indices.start).map_or_else(String::new, |line| line.name.clone());
        warnings.extend(not_archival(&name, &pages, context.input));
        if let Some(error) = refused(context.input, plan.game(), &pages) {
            return Err(error.into());
        }
        // The options in the record of a PDF are used to build it again. With `split`, they name only
        // the components of this PDF. For a PDF with one of several paper sizes, they name the
        // components of all sizes.
        let is_of_component = pdf.name.is_some() && pdf.part.is_none();
        let only = if is_of_component { &pdf.components } else { &context.options.only }.clone();
        let options = &Options { only, ..context.options.clone() };
        let bytes = pdf_file(plan, pages, &OutputContext { options, ..*context }, pdf.part.clone())?;
        made.push(OutputFile { sheets: pdf, name, bytes });
    }
    Ok(MadeFiles { files: made, warnings, shows: FileContents::Sheets, proof: None })
}

/// Draws a range of sheets as the pages of one PDF.
fn pages(plan: &Plan<'_>, sheets: Range<usize>, fonts: &Fonts) -> Result<hexpress_write::pdf::Pages, Report> {
    let job = plan.job(sheets.clone());
    hexpress_write::pdf::pages(&plan.range(sheets), job, fonts, Some(plan.game()))
}

/// Returns a note for each picture that prevents a file from being PDF/A or PDF/UA. The note gives the
/// reason.
fn not_archival(name: &str, pages: &hexpress_write::pdf::Pages, input: &Input) -> Report {
    let mut report = Report::default();
    let called = |image: &Image| input.picture_name(image);
    for Hindrance { image, obstacle: Obstacle { why, hint } } in pages.hindrances() {
        let picture = called(image);
        let note = codes::NOT_ARCHIVAL
            .note(format!("`{name}` is a plain PDF, not PDF/A-3 for archives: {picture} {why}"));
        report.push(note.hint(hint));
    }
    for image in pages.illegible() {
        let picture = called(image);
        let message = format!("`{name}` is not PDF/UA-1: {picture} has text whose characters are unknown");
        let hint = "for a file that screen readers accept, export the picture with its text as outlines";
        report.push(codes::NOT_ARCHIVAL.note(message).hint(hint));
    }
    report
}

/// Makes an SVG for every sheet of a plan: `GAME-PAPER/NN-NAME.svg`.
///
/// # Errors
/// Something cannot be drawn. If any sheet has a mistake, no file is made.
pub fn svg(plan: &mut Plan<'_>, context: &OutputContext<'_>) -> Result<MadeFiles, Report> {
    // Blank pages are only needed in a PDF, so that each back is printed behind its front.
    plan.drop_blanks();
    let count = plan.sheets.len();
    name_sheets(plan, "svg");
    let game = plan.game();
    // The original files of the pictures are embedded, so decoding them is not necessary.
    game.pictures.leave_unpacked();
    let about = |index: usize, sheet: &Sheet| {
        About::game(game, format!("{}: {}, sheet {} of {count}", game.title, sheet.component, index + 1))
    };
    let carried = |index: usize| {
        game.embed.then(|| RecordAndLayout {
            record: record(plan, context),
            layout: context.input.text.clone(),
            sheet: (index + 1, count),
        })
    };
    let (files, warnings) = hexpress_write::svg::files(&plan.range(0..count), context.fonts, about, carried)?;
    Ok(MadeFiles {
        files: one_each(plan, context, files),
        warnings,
        shows: FileContents::Sheets,
        proof: None,
    })
}

/// Returns a named file for each sheet. `files` are the contents of the files.
fn one_each(plan: &Plan<'_>, context: &OutputContext<'_>, files: Vec<Vec<u8>>) -> Vec<OutputFile<FileBytes>> {
    let folder = folder(context.stem, context.options);
    (0..)
        .zip(plan.page_labels.iter().zip(files))
        .map(|(index, (line, bytes))| OutputFile {
            sheets: single_sheet(plan, index),
            name: format!("{folder}/{}", line.name),
            bytes: bytes.into(),
        })
        .collect()
}

/// Names the files of single sheets: `NN-NAME.EXTENSION`.
fn name_sheets(plan: &mut Plan<'_>, extension: &str) {
    // All numbers are padded to the same number of digits. Files that are sorted by name then have the
    // order of the sheets.
    let digits = plan.sheets.len().to_string().len().max(2);
    for (index, (sheet, line)) in plan.sheets.iter().zip(&mut plan.page_labels).enumerate() {
        let name = match (sheet.name_suffix(), &*sheet.component.name) {
            (None, name) => name.to_owned(),
            // The test sheet does not belong to a component.
            (Some(suffix), _) if suffix == "test" => suffix.to_owned(),
            (Some(suffix), name) => format!("{name}-{suffix}"),
        };
        line.name = format!("{:0digits$}-{name}.{extension}", index + 1);
    }
}

/// Describes a file with only the sheet at this index.
fn single_sheet(plan: &Plan<'_>, index: usize) -> FileSheets {
    let sheet = plan.sheets.get(index);
    let parts = sheet.into_iter().flat_map(SheetPlan::parts);
    FileSheets {
        name: sheet.map(|sheet| sheet.component.name.to_string()),
        part: None,
        components: parts.map(|part| part.component.name.to_string()).collect(),
        indices: index..index + 1,
    }
}
