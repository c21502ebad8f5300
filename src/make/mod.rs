//! From a layout to finished files, all in memory: what `build` writes to the disk and `preview` shows.

mod again;
mod attached;
mod calibration;
mod cuts;
mod document;
mod each;
mod earlier;
mod explain;
mod figures;
mod grids;
mod input;
mod job;
mod kind;
mod large;
mod pictures;
mod pieces;
mod rest;
mod slip;
mod stacks;
pub mod ticket;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use document::{document, record};

pub use again::{Group, known, lost, open, unreadable};
pub use calibration::{calibration, too_small};
pub use cuts::{CutFile, cuts};
pub use each::each;
pub use earlier::earlier;
pub use figures::{Figures, drawn, origin};
pub use input::Input;
pub use job::{BuildJob, BuildObserver, Outcome, Step, judge};
pub use kind::OutputKind;
pub use pictures::{DPI, Shown, sheets as png};
pub use pieces::Wanted;
pub use slip::slip;
pub use stacks::{Stack, name_pages, runs};

use crate::diag::{FileId, Report, Result, Sources, codes};
use crate::layout::{Plan, Setup};
use crate::model::Game;
use crate::print::paper::PaperChoice;
use crate::record::{DeckCount, Options};
use crate::scene::Sheet;
use crate::spec::Attempt;
use crate::spec::tables::layout::Layout;
use crate::spec::values::tiles::TileCount;
use crate::text::Fonts;
use crate::write;
use crate::write::pdf::Hindrance;
use crate::write::svg::Travels;
use crate::write::{About, FileBytes};

/// What a plan is made into files for.
#[derive(Debug, Clone, Copy)]
pub struct Order<'o> {
    /// What all files have in their names: [`stem`].
    pub stem: &'o str,
    /// The layout.
    pub input: &'o Input,
    /// What was asked for, put in order.
    pub options: &'o Options,
    /// The fonts.
    pub fonts: &'o Fonts,
}

/// What was made.
#[derive(Debug)]
pub struct Making {
    /// The files.
    pub made: Vec<Made<FileBytes>>,
    /// What there is to look at.
    pub warnings: Report,
    /// What the files show.
    pub shows: Shows,
    /// The PDF that pictures of sheets were drawn from, and the name it would have.
    pub proof: Option<(String, Arc<Vec<u8>>)>,
}

/// What files show.
#[derive(Debug)]
pub enum Shows {
    /// They are sheets.
    Sheets,
    /// Pieces or decks, in the order of the files.
    Pictures(Vec<Shown>),
    /// Cuts, in the order of the files.
    Cuts(Vec<CutFile>),
}

/// A finished file; where nothing else is said, in memory.
#[derive(Debug)]
pub struct Made<B = Vec<u8>> {
    /// What is in it.
    pub stack: Stack,
    /// Its name below the folder that the user names, with `/` between folders.
    pub name: String,
    /// Its contents.
    pub bytes: B,
}

impl Made<FileBytes> {
    /// The same with its contents in memory.
    ///
    /// # Errors
    /// They cannot be read again.
    pub fn in_memory(self) -> Result<Made> {
        let Self { stack, name, bytes } = self;
        Ok(Made { stack, name, bytes: bytes.in_memory()? })
    }
}

/// A layout that can be printed.
#[derive(Debug)]
pub struct Ready<'f> {
    /// What its file says.
    pub layout: Layout,
    /// The game, with only the pieces that are wanted.
    pub game: Game,
    /// Cutter, duplex printing, ink and marks.
    pub setup: Setup,
    /// What was asked for, put in order.
    pub options: Options,
    /// The pieces that are wanted, in words; empty if all are.
    pub pieces: String,
    /// The fonts at hand, and the game's own.
    pub fonts: Cow<'f, Fonts>,
    /// Whether anything that is asked for is drawn at random.
    pub draws: bool,
    /// What there is to look at in the layout itself.
    pub warnings: Report,
}

/// What a layout is built into.
#[derive(Debug)]
pub struct Built {
    /// The game, with only the pieces that are wanted.
    pub game: Game,
    /// What was asked for, put in order.
    pub options: Options,
    /// The PDFs.
    pub made: Vec<Made>,
    /// What there is to look at in the layout itself.
    pub warnings: Report,
}

/// Builds the PDFs of a layout, for these options. `planned` is asked before any sheet is drawn.
///
/// # Errors
/// All mistakes of the file at once, what does not fit on paper, or what `planned` says.
pub fn built(
    input: &Input,
    options: Options,
    sources: &mut Sources,
    fonts: &Fonts,
    planned: impl FnOnce(&Plan<'_>) -> Result<()>,
) -> Result<Built, Report> {
    let Ready { game, setup, options, fonts, mut warnings, .. } = read(input, options, sources, fonts)?;
    // What is doubtful may be the reason of what cannot be made.
    let with_doubts = |wrong: Report, mut all: Report| {
        all.extend(wrong);
        all
    };
    let mut plan =
        crate::layout::plan(&game, &fonts, &setup).map_err(|wrong| with_doubts(wrong, warnings.clone()))?;
    planned(&plan)?;
    let order = Order { stem: &stem(input, &setup), input, options: &options, fonts: &fonts };
    let Making { made, warnings: more, .. } =
        pdf(&mut plan, &order).map_err(|wrong| with_doubts(wrong, warnings.clone()))?;
    warnings.extend(more);
    drop(plan);
    let made = made.into_iter().map(Made::in_memory).collect::<Result<_>>()?;
    Ok(Built { game, options, made, warnings })
}

/// Reads a layout, for these options.
///
/// # Errors
/// All mistakes of the file at once: where there are some, also those of the parts that are well so far.
pub fn read<'f>(
    input: &Input,
    options: Options,
    sources: &mut Sources,
    fonts: &'f Fonts,
) -> Result<Ready<'f>, Report> {
    let file = sources.add(&input.shown, &input.text);
    let asked = options.clone();
    ready(input, options, file, sources, fonts).map_err(|mut report| {
        let reading = rest::Reading { input, options: &asked, file, fonts };
        rest::add_mistakes(&reading, sources, &mut report);
        report
    })
}

fn ready<'f>(
    input: &Input,
    mut options: Options,
    file: FileId,
    sources: &mut Sources,
    fonts: &'f Fonts,
) -> Result<Ready<'f>, Report> {
    let Attempt { layout, theme, mut report } = crate::spec::attempt(file, sources);
    let mut of_theme = Report::default();
    let theme = theme.and_then(|named| {
        crate::spec::theme(&named, layout.as_ref(), file, sources, &input.files, &mut of_theme)
    });
    // What a theme that cannot be had would have said is not missing.
    let has_theme = !of_theme.has_errors();
    report.extend(of_theme);
    let Some(layout) = layout.filter(|_| has_theme) else { return Err(report) };
    let mut layout = theme.iter().fold(layout, Layout::over);
    if let Err(more) = crate::spec::fetch(&mut layout, file, sources, &input.files) {
        report.extend(more);
        if layout.prints_nothing() {
            return Err(report);
        }
    }
    let draws = ask(&mut layout, &mut options);
    // The game's own fonts stay with the game.
    let mut of_fonts = Report::default();
    let fonts = crate::resolve::fonts(&layout, file, &input.files, fonts, &mut of_fonts);
    let has_fonts = !of_fonts.has_errors();
    report.extend(of_fonts);
    let (mut game, more) =
        crate::resolve::attempt(input.id.as_str(), &layout, file, sources, &fonts, &input.files);
    report.extend(match &theme {
        Some(theme) => theme.moved_to_file(file, more),
        None => more,
    });
    let mut setup = Setup {
        paper: PaperChoice::parse(&options.paper).map_err(Report::from)?,
        margin: options.margin,
        only: options.only.clone(),
        print_setup: options.print_setup,
        printer: options.printer.clone(),
    };
    if report.has_errors() {
        // All mistakes of a file are told at once: those of the parts that are well so far too. But what stands in for
        // a font says nothing of what fits.
        if has_fonts {
            let (plan, unfit) = crate::layout::attempt(&game, &fonts, &setup);
            report.extend(unfit);
            report.extend(plan.check());
        }
        return Err(report);
    }
    let wanted = Wanted::parse(&options.pieces)?;
    if !options.pieces.is_empty() {
        let picked = wanted.pick(&mut game)?;
        options.pieces = wanted.texts();
        setup.only = match options.only.is_empty() {
            true => picked,
            false => options.only.iter().filter(|name| picked.contains(name)).cloned().collect(),
        };
        if setup.only.is_empty() {
            let message = "--only and --pieces name different components, so nothing is printed";
            return Err(codes::BAD_OPTION.error(message).hint("leave --only out").into());
        }
    }
    report.extend(grids::grids(&game, &layout, file, &setup));
    report.extend(large::large((&game, &layout), (file, &input.text), &fonts, &setup));
    Ok(Ready { layout, game, setup, options, pieces: wanted.words(), fonts, draws, warnings: report })
}

/// Hands on what is asked of random decks, and takes it out of the options where the layout has none. Whether one of
/// them is asked for.
fn ask(layout: &mut Layout, options: &mut Options) -> bool {
    let listed = |list: &[String], name: &str| {
        list.is_empty() || list.iter().any(|one| one.split(':').next().map(str::trim) == Some(name))
    };
    let decks = layout.decks();
    if decks.is_empty() {
        (options.seed, options.count) = (None, None);
        return false;
    }
    let printed = |name: &&str| listed(&options.only, name) && listed(&options.pieces, name);
    let first = decks.into_iter().find(printed).map(str::to_owned);
    let draws = first.is_some();
    layout.asked.seed = options.seed;
    if let Some(DeckCount { deck, tiles }) = &mut options.count {
        if deck.is_none() {
            *deck = first;
        }
        let count = tiles.map_or(TileCount::All, TileCount::Number);
        layout.asked.count = deck.clone().map(|deck| (deck, count));
    }
    draws
}

/// What all files of a build have in their names: `GAME-PAPER`.
pub fn stem(input: &Input, setup: &Setup) -> String {
    format!("{}-{}", input.id, setup.paper)
}

/// What a few pieces have in the names of their files: they do not take the place of the whole game's.
fn some(options: &Options) -> &'static str {
    match (options.print_setup.test_sheet, options.pieces.is_empty()) {
        (true, _) => "-test",
        (false, true) => "",
        (false, false) => ".pieces",
    }
}

/// The folder of files that are one for each sheet.
pub fn folder(stem: &str, options: &Options) -> String {
    format!("{stem}{}", some(options))
}

/// The PDF files of a plan: one for each size of paper, one for each stack that is printed differently, or one.
/// Beside them, what there is to look at on the sheets.
///
/// # Errors
/// Everything that cannot be drawn: a mistake on the last sheet makes no file at all.
pub fn pdf(plan: &mut Plan<'_>, order: &Order<'_>) -> Result<Making, Report> {
    let stacks = name_pages(plan, order.stem, order.options);
    // Everything is drawn before anything is bound: what a layout names is known only then.
    let mut drawn = Vec::with_capacity(stacks.len());
    for stack in &stacks {
        drawn.push(pages(plan, stack.sheets.clone(), order.fonts)?);
    }
    let mut warnings = Report::default();
    let mut made = Vec::with_capacity(stacks.len());
    for (stack, pages) in stacks.into_iter().zip(drawn) {
        warnings.extend(pages.warnings.clone());
        let name = plan.files.get(stack.sheets.start).map_or_else(String::new, |line| line.name.clone());
        warnings.extend(not_archival(&name, &pages, order.input));
        // A stack is built again by itself, a file for a size of paper with the others.
        let by_itself = stack.name.is_some() && stack.part.is_none();
        let only = if by_itself { &stack.components } else { &order.options.only }.clone();
        let options = &Options { only, ..order.options.clone() };
        let bytes = document(plan, pages, &Order { options, ..*order }, stack.part.clone())?;
        made.push(Made { stack, name, bytes });
    }
    Ok(Making { made, warnings, shows: Shows::Sheets, proof: None })
}

/// The sheets of a range as pages of one PDF.
fn pages(plan: &Plan<'_>, sheets: Range<usize>, fonts: &Fonts) -> Result<write::pdf::Pages, Report> {
    let job = plan.job(sheets.clone());
    write::pdf::pages(&plan.range(sheets), job, fonts, Some(plan.game()))
}

/// Notes on the pictures for which a file is a plain PDF.
fn not_archival(name: &str, pages: &write::pdf::Pages, input: &Input) -> Report {
    let mut report = Report::default();
    let files = input.files.read();
    for Hindrance { image, why } in pages.hindrances() {
        let file = files.iter().find(|(_, file)| **file == image.file);
        let file = file.map_or_else(|| "a picture".to_owned(), |(file, _)| format!("`{file}`"));
        let note = codes::NOT_ARCHIVAL.note(format!("`{name}` is a plain PDF, not PDF/A-3: {file} {why}"));
        report.push(
            note.hint(
                "save the picture in RGB, or with its profile, if the file is to be kept in an archive",
            ),
        );
    }
    report
}

/// The SVG files of a plan, one for each sheet: `GAME-PAPER/NN-NAME.svg`.
/// Beside them, what there is to look at on the sheets.
///
/// # Errors
/// Everything that cannot be drawn: a mistake on the last sheet makes no file at all.
pub fn svg(plan: &mut Plan<'_>, order: &Order<'_>) -> Result<Making, Report> {
    // Each sheet is a file by itself, so there is nothing to keep in step.
    plan.drop_blanks();
    let count = plan.sheets.len();
    name_sheets(plan, "svg");
    let embed = plan.game().embed;
    let travels = |index: usize| {
        embed.then(|| Travels {
            record: record(plan, order),
            layout: order.input.text.clone(),
            sheet: (index + 1, count),
        })
    };
    let game = plan.game();
    // Pictures are attached as whole files.
    game.pictures.leave_unpacked();
    let about = |index: usize, sheet: &Sheet| {
        About::game(game, format!("{}: {}, sheet {} of {count}", game.title, sheet.component, index + 1))
    };
    let (files, warnings) = write::svg::files(&plan.range(0..count), order.fonts, about, travels)?;
    Ok(Making { made: one_each(plan, order, files), warnings, shows: Shows::Sheets, proof: None })
}

/// The files of sheets that have one each, in their folder.
fn one_each(plan: &Plan<'_>, order: &Order<'_>, files: Vec<Vec<u8>>) -> Vec<Made<FileBytes>> {
    let lines = plan.files.iter().enumerate();
    let made = lines.zip(files).map(|((index, line), bytes)| {
        let name = format!("{}/{}", folder(order.stem, order.options), line.name);
        Made { stack: alone(plan, index), name, bytes: bytes.into() }
    });
    made.collect()
}

/// Names the files of sheets that have one each: `NN-NAME.END`.
fn name_sheets(plan: &mut Plan<'_>, end: &str) {
    // Numbers of one length, so that a folder lists them in their order.
    let digits = plan.sheets.len().to_string().len().max(2);
    for (index, (sheet, line)) in plan.sheets.iter().zip(&mut plan.files).enumerate() {
        let name = match (sheet.name_suffix(), &*sheet.component.name) {
            (None, name) => name.to_owned(),
            // The test sheet is of no component.
            (Some(what), _) if what == "test" => what.to_owned(),
            (Some(what), name) => format!("{name}-{what}"),
        };
        line.name = format!("{:0digits$}-{name}.{end}", index + 1);
    }
}

/// A sheet that has a file of its own.
fn alone(plan: &Plan<'_>, index: usize) -> Stack {
    let component = plan.sheets.get(index).map(|sheet| sheet.component.name.to_string());
    let parts = plan.sheets.get(index).into_iter().flat_map(|sheet| sheet.parts());
    let components = parts.map(|part| part.component.name.to_string()).collect();
    Stack { name: component, part: None, components, sheets: index..index + 1 }
}
