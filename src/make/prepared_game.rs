//! Reads a layout, and makes a game that can be laid out on sheets.
//!
//! - In: an [`Input`] and the options of a build.
//! - Out: a [`PreparedGame`], or all mistakes of the layout at once.
//! - Not here: laying out sheets, except to find more mistakes in a layout with mistakes.

use std::borrow::Cow;

use super::cell_sizes::SuspectUnits;
use super::{Input, Numbering, PieceSelection, grids, more_mistakes};
use hexpress_base::diag::{FileId, Report, Sources, codes};
use hexpress_game::Game;
use hexpress_language::record::{AttachmentsDigest, DeckSize, Options};
use hexpress_language::tables::layout::Layout;
use hexpress_language::values::tiles::TileCount;
use hexpress_language::{Attempt, Theme};
use hexpress_layout::Setup;
use hexpress_resolve::LayoutInput;
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::text::Fonts;

/// A layout that can be printed.
#[derive(Debug)]
pub struct PreparedGame<'f> {
    /// The layout with its theme and its tables.
    pub layout: Layout,
    /// The game. If the options have `pieces`, it contains only those pieces.
    pub game: Game,
    /// The setup for printing: the paper, the margins, the cutter, duplex printing, the ink and the
    /// marks.
    pub setup: Setup,
    /// The options, in a form that is the same for all builds with the same result.
    ///
    /// The numbers of pieces are sorted. Options that have no effect on this layout are left out.
    pub options: Options,
    /// The pieces that are printed, as text. Empty if all pieces are printed.
    pub pieces: String,
    /// The fonts that the caller passed, together with the fonts of the game.
    pub fonts: Cow<'f, Fonts>,
    /// Whether a deck with randomly chosen tiles is printed. If not, the seed has no effect.
    pub draws: bool,
    /// Warnings about the layout.
    pub warnings: Report,
}

/// Reads a layout.
///
/// # Errors
/// The report contains all mistakes of the layout, even those that are hidden by other mistakes.
pub fn read<'f>(
    input: &Input,
    options: Options,
    sources: &mut Sources,
    fonts: &'f Fonts,
) -> Result<PreparedGame<'f>, Report> {
    let file = sources.add(&input.display_name, &input.text);
    let asked = options.clone();
    prepare(input, options, file, sources, fonts).map_err(|mut report| {
        let reading = more_mistakes::ReadContext { input, options: &asked, file, fonts };
        more_mistakes::add_mistakes(&reading, sources, &mut report);
        report
    })
}

fn prepare<'f>(
    input: &Input,
    mut options: Options,
    file: FileId,
    sources: &mut Sources,
    fonts: &'f Fonts,
) -> Result<PreparedGame<'f>, Report> {
    let StyledLayout { mut layout, theme, mut report } = styled_layout(input, file, sources)?;
    if let Err(mistakes) = hexpress_language::fetch(&mut layout, file, sources, &input.files) {
        report.extend(mistakes);
        if layout.prints_nothing() {
            return Err(report);
        }
    }
    let draws = ask_decks(&mut layout, &mut options);
    let mut font_report = Report::default();
    let fonts = hexpress_resolve::fonts(&layout, file, &input.files, fonts, &mut font_report);
    let has_fonts = !font_report.has_errors();
    report.extend(font_report);
    let (mut game, found) = hexpress_resolve::resolve_partial(LayoutInput {
        id: input.id.as_str(),
        layout: &layout,
        file,
        sources,
        fonts: &fonts,
        files: &input.files,
    });
    report.extend(match &theme {
        Some(theme) => theme.moved_to_file(file, found),
        None => found,
    });
    if game.sheet_code.is_some() {
        game.digest = digest(input, &layout);
    }
    let mut setup = setup(&options)?;
    if report.has_errors() {
        // The components without mistakes are laid out, to report elements that do not fit. Nothing is
        // laid out if a font is missing, because the sizes of texts would be wrong.
        if has_fonts {
            let (plan, unfit) = hexpress_layout::plan_partial(&game, &fonts, &setup);
            report.extend(unfit);
            report.extend(plan.check());
        }
        return Err(report);
    }
    report.extend(hexpress_layout::fill(&mut game, &setup));
    hexpress_layout::divide_boxes(&mut game, &setup);
    Numbering::parse(&options.numbers)?.apply(&mut game)?;
    let wanted = PieceSelection::parse(&options.pieces)?;
    if !options.pieces.is_empty() {
        wanted.add_patches(&mut game, &fonts, &setup)?;
        let picked = wanted.pick(&mut game)?;
        options.pieces = wanted.texts();
        setup.only = both(&options.only, picked)?;
    }
    report.extend(grids::grids(&game, &layout, file, &setup));
    let units = SuspectUnits { game: &game, layout: &layout, file, text: &input.text };
    report.extend(units.warnings(&fonts, &setup));
    let pieces = wanted.words(&game);
    Ok(PreparedGame { layout, game, setup, options, pieces, fonts, draws, warnings: report })
}

/// The number of hexadecimal digits of a digest that are printed on a sheet.
const SHOWN_DIGITS: usize = 12;

/// Returns the first digits of the digest of a layout and its tables.
///
/// Pictures are not included, because some of them are only read later, when a sheet is drawn.
fn digest(input: &Input, layout: &Layout) -> String {
    let mut digest = AttachmentsDigest::of_layout(&input.text);
    for name in layout.data_names() {
        let file = input.files.get(name).or_else(|_| input.files.get(name.split('#').next().unwrap_or(name)));
        // A table that cannot be read has already been reported.
        if let Ok(bytes) = file {
            digest.add(name, &bytes);
        }
    }
    let mut text = digest.text();
    text.truncate(SHOWN_DIGITS);
    text
}

/// A layout, completed with the values of its theme.
struct StyledLayout {
    layout: Layout,
    theme: Option<Theme>,
    /// The mistakes and warnings that were found while the layout was read.
    report: Report,
}

/// Reads a layout and its theme.
///
/// # Errors
/// The file is not TOML, or its theme cannot be read.
fn styled_layout(input: &Input, file: FileId, sources: &mut Sources) -> Result<StyledLayout, Report> {
    let Attempt { layout, theme: named, mut report } = hexpress_language::read_partial(file, sources);
    let mut theme_report = Report::default();
    let theme = named.and_then(|named| {
        hexpress_language::fetch_theme(
            &named,
            layout.as_ref(),
            file,
            sources,
            &input.files,
            &mut theme_report,
        )
    });
    // A theme with errors lacks values, so the layout would seem to have more mistakes than it has.
    // Therefore only the mistakes that were found up to this point are reported.
    let has_theme = !theme_report.has_errors();
    report.extend(theme_report);
    match layout.filter(|_| has_theme) {
        Some(layout) => {
            let styled = theme.iter().fold(layout, Layout::with_theme);
            Ok(StyledLayout { layout: styled, theme, report })
        }
        None => Err(report),
    }
}

/// Returns the setup for printing that the options describe.
///
/// # Errors
/// No paper has this name.
pub(super) fn setup(options: &Options) -> Result<Setup, Report> {
    Ok(Setup {
        paper: PaperChoice::parse(&options.paper).map_err(Report::from)?,
        margin: options.margin,
        only: options.only.clone(),
        print_setup: options.print_setup,
        printer: options.printer.clone(),
        capture: options.capture.clone(),
    })
}

/// Returns the components in `picked` (from `--pieces`) that `only` (from `--only`) also names. If
/// `only` is empty, returns all components in `picked`.
///
/// # Errors
/// The two options have no component in common.
fn both(only: &[String], picked: Vec<String>) -> Result<Vec<String>, Report> {
    if only.is_empty() {
        return Ok(picked);
    }
    let common: Vec<String> = only.iter().filter(|name| picked.contains(name)).cloned().collect();
    if common.is_empty() {
        let message = "--only and --pieces name different components, so nothing is printed";
        return Err(codes::BAD_OPTION.error(message).hint("delete --only").into());
    }
    Ok(common)
}

/// Passes the seed and the count in the options to the random decks of a layout. Returns whether a
/// random deck is printed.
///
/// If the layout has no random deck, removes the seed and the count from the options.
pub(super) fn ask_decks(layout: &mut Layout, options: &mut Options) -> bool {
    let decks = layout.decks();
    if decks.is_empty() {
        options.seed = None;
        options.count = None;
        return false;
    }
    let first = decks
        .into_iter()
        .find(|name| is_listed(&options.only, name) && is_listed(&options.pieces, name))
        .map(str::to_owned);
    let draws = first.is_some();
    layout.deck_overrides.seed = options.seed;
    if let Some(DeckSize { deck, tiles }) = &mut options.count {
        if deck.is_none() {
            *deck = first;
        }
        let count = tiles.map_or(TileCount::All, TileCount::Number);
        layout.deck_overrides.count = deck.clone().map(|deck| (deck, count));
    }
    draws
}

/// Returns whether a list names a component. An empty list means all components.
///
/// The items are values of `--only` (`NAME`) or of `--pieces` (`NAME:NUMBERS`).
fn is_listed(list: &[String], name: &str) -> bool {
    list.is_empty() || list.iter().any(|entry| entry.split(':').next().map(str::trim) == Some(name))
}
