//! Resolves a layout: looks up every name, and reports every error.
//!
//! - In: a layout with its fonts and files.
//! - Out: a [`Game`] with the components that have no errors, and a report.
//! - Not here: deciding where pieces are placed on sheets.

use crate::board::{self, BoardMarks};
use crate::boxes::{BoxContent, BoxPart};
use crate::component::{ComponentKeys, ResolvedComponent, component};
use crate::context::Resolver;
use crate::language_tag::check_language;
use crate::pieces::{deck, die_sheet::die_sheet, families};
use crate::random::own_seed;
use crate::unused_columns::UnusedColumns;
use crate::uses::Uses;
use crate::{boxes, covered_elements, names, pages, undeclared_colours, unmet_conditions, unused};
use hexpress_base::diag::{FileId, Report, SourceSpan, Sources, codes};
use hexpress_base::files::Files;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::{Body, Component, Game, Located, Names, Pictures, Sharing, SheetNumber};
use hexpress_language::tables::layout::{Board, Layout};
use hexpress_language::values::choice::{Class, Decimal};
use hexpress_language::values::parse_field::Spelling;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::OnSheet;
use hexpress_scene::print::furniture::FurnitureSettings;
use hexpress_scene::print::paper::SheetClass;
use hexpress_scene::text::Fonts;
use hexpress_template::{Engine, Template};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A layout, with the fonts and files that it needs.
#[derive(Debug, Clone, Copy)]
pub struct LayoutInput<'a> {
    /// The name of the layout's file without its extension: `hexagons` for `hexagons.toml`.
    pub id: &'a str,
    pub layout: &'a Layout,
    pub file: FileId,
    pub sources: &'a Sources,
    /// The bundled fonts and the fonts of the layout.
    pub fonts: &'a Fonts,
    /// The pictures and icons in the folder of the layout.
    pub files: &'a Files,
}

/// Resolves a layout.
///
/// # Errors
/// The layout has errors. The report contains every error that can be found before pieces are
/// placed on sheets.
pub fn game(input: LayoutInput<'_>) -> Result<Game, Report> {
    let (game, report) = resolve_partial(input);
    if report.has_errors() { Err(report) } else { Ok(game) }
}

/// Resolves a layout as far as possible. Returns a game with all components that have no errors,
/// and a report. The report contains every error that can be found before pieces are placed on
/// sheets.
pub fn resolve_partial(input: LayoutInput<'_>) -> (Game, Report) {
    let resolver = &mut compiler(input);
    resolver.pictures = pictures(input.files, resolver);
    names::add(resolver);
    resolver.engine = engine(resolver);
    die_sheets(resolver);
    let mut built = resolve_boards(resolver);
    resolve_pieces(&mut built, resolver);
    resolve_boxes(&mut built, resolver);
    resolve_pages(&mut built, resolver);
    let unused_columns = std::mem::take(&mut resolver.unused_columns);
    if !input.layout.is_partial {
        let has_errors = resolver.report.has_errors();
        let found = unused_columns.diagnostics(has_errors, input.sources);
        found.for_each(|diagnostic| resolver.report.push(diagnostic));
    }
    if resolver.knows_all_uses() {
        unused::warn(resolver);
        undeclared_colours::warn(resolver);
    }
    built.sort_by_key(|built| built.component.place.start);
    repeated_names(&built, resolver);
    let valid = built.into_iter().filter(|built| built.is_valid);
    let components: Vec<Component> = valid.map(|built| built.component).collect();
    if components.is_empty() && !resolver.report.has_errors() {
        let hint = "add a [[board]], [[cards]], [[notes]], [[tiles]], [[counters]], [[page]] or [[box]]";
        let message = "this layout contains no boards, cards or other pieces to print";
        resolver.error_with_hint(codes::NOTHING, SourceSpan::new(input.file, 0..0), message, hint);
    }
    check_seats(resolver);
    check_dpi(resolver);
    check_language(resolver);
    let game = assemble(input.id, components, resolver);
    if resolver.knows_all_uses() {
        unmet_conditions::warn(&game, resolver);
        unmet_conditions::warn_of_empty(&game, resolver);
        covered_elements::warn(&game, resolver);
    }
    let mut report = std::mem::take(&mut resolver.report);
    std::mem::take(&mut resolver.warnings).into_iter().for_each(|warning| report.push(warning));
    (game, report)
}

const MAX_SEATS: u32 = 12;

/// Returns a compiler in its initial state.
fn compiler(input: LayoutInput<'_>) -> Resolver<'_> {
    let LayoutInput { layout, file, sources, fonts, .. } = input;
    let seats = layout.game.as_deref().and_then(|game| game.seats.as_ref());
    Resolver {
        layout,
        file,
        text: sources.get(file).map_or("", |s| s.text()),
        fonts,
        names: Names::default(),
        engine: Engine::default(),
        pictures: Pictures::default(),
        marks: Vec::new(),
        boards: layout.board.iter().map(|board| board_name(board).to_owned()).collect(),
        cell_sizes: SortedMap::new(),
        die_sheets: Vec::new(),
        die_sheet_names: Vec::new(),
        seed: layout.deck_overrides.seed.unwrap_or_else(|| own_seed(layout)),
        seats: seats.map_or(2, |at| at.value.clamp(1, MAX_SEATS)),
        unused_columns: UnusedColumns::default(),
        uses: Uses::default(),
        depth: 0,
        open_looks: Vec::new(),
        warnings: Vec::new(),
        pieces: 0,
        elements: 0,
        report: Report::default(),
    }
}

/// Returns the template engine for a layout. The engine knows the names and the language of the
/// layout.
fn engine(resolver: &Resolver<'_>) -> Engine {
    let about = resolver.layout.game.as_deref();
    let language = about.and_then(|about| about.language.as_ref());
    let tag = language.map_or("en", |language| language.value.as_str());
    let mut spelling = Spelling::of_language(tag);
    if let Some(decimal) = about.and_then(|about| about.decimal.as_deref()) {
        spelling.decimal_comma = *decimal == Decimal::Comma;
    }
    Engine::new(Arc::new(resolver.names.clone()), tag, spelling)
}

fn die_sheets(resolver: &mut Resolver<'_>) {
    for table in &resolver.layout.sheet {
        resolver.die_sheet_names.extend(table.name.as_deref().cloned());
        let sheet = resolver.without_errors(|resolver| die_sheet(table, resolver)).flatten();
        resolver.die_sheets.extend(sheet.map(Arc::new));
    }
}

/// Reports components that have the name of an earlier component.
fn repeated_names(built: &[ResolvedComponent], resolver: &mut Resolver<'_>) {
    let mut known = HashSet::new();
    for ResolvedComponent { component: Component { name, place, .. }, .. } in built {
        if !known.insert(name) {
            let message = format!("two components have the name `{name}`");
            let hint = format!("give one of them another name: name = \"{name}-2\"");
            resolver.error_with_hint(codes::SAME_NAME, *place, message, hint);
        }
    }
}

/// Reports an invalid number of seats.
fn check_seats(resolver: &mut Resolver<'_>) {
    let seats = resolver.layout.game.as_ref().and_then(|about| about.seats.as_ref());
    if let Some(seats) = seats.filter(|seats| !(1..=MAX_SEATS).contains(&seats.value)) {
        let message = "`seats` must be 1 to 12: it is the number of people around the table";
        resolver.error(codes::BAD_COUNT, seats, message);
    }
}

/// The resolution of a layout without `dpi`, in dots per inch. It is the resolution that print shops
/// require. At a lower resolution, small text is not legible.
const DEFAULT_DPI: u32 = 300;

/// The range of allowed resolutions, in dots per inch.
const POSSIBLE_DPI: RangeInclusive<u32> = 72..=1200;

/// Reports an invalid resolution.
fn check_dpi(resolver: &mut Resolver<'_>) {
    let dpi = resolver.layout.game.as_ref().and_then(|about| about.dpi.as_ref());
    if let Some(dpi) = dpi.filter(|dpi| !POSSIBLE_DPI.contains(&dpi.value)) {
        let message = format!("`dpi` must be from 72 to 1200, not {}", dpi.value);
        let hint = "write dpi = 300, which print shops usually ask for, or dpi = 600 for finer pixels";
        resolver.error_with_hint(codes::BAD_COUNT, dpi, message, hint);
    }
}

/// Creates a game from components. The names, the engine and the pictures are moved from the
/// compiler to the game.
fn assemble(id: &str, components: Vec<Component>, resolver: &mut Resolver<'_>) -> Game {
    let about = resolver.layout.game.as_deref();
    let constraints = super::constraints::constraints(&components, resolver);
    let title = text_of(about.and_then(|about| about.title.as_ref()));
    let language = about.and_then(|about| about.language.as_ref());
    let mut game = Game {
        id: id.to_owned(),
        title: if title.trim().is_empty() { id.to_owned() } else { title },
        author: text_of(about.and_then(|about| about.author.as_ref())),
        rights: text_of(about.and_then(|about| about.rights.as_ref())),
        source: text_of(about.and_then(|about| about.source.as_ref())),
        version: text_of(about.and_then(|about| about.version.as_ref())),
        language: language.map_or("en", |language| language.value.as_str()).to_owned(),
        seats: resolver.seats,
        dpi: about.and_then(|about| about.dpi.as_deref()).map_or(DEFAULT_DPI, |dpi| *dpi),
        extra_equipment: about
            .and_then(|g| g.bring.as_ref())
            .into_iter()
            .flatten()
            .map(|b| b.value.clone())
            .collect(),
        furniture: furniture(resolver),
        sheet_code: sheet_code(resolver),
        digest: UNKNOWN_DIGEST.to_owned(),
        allow: super::allow::allow(resolver),
        constraints,
        embed: about.and_then(|g| g.embed.as_deref()).is_none_or(|embed| *embed),
        names: std::mem::take(&mut resolver.names),
        engine: std::mem::take(&mut resolver.engine),
        pictures: std::mem::take(&mut resolver.pictures),
        components,
    };
    check_sheet_code(&game, resolver);
    let words = game.fields().map(|(name, value)| (Arc::from(name), Scalar::Text(value.into())));
    for component in &mut game.components {
        // If several fields have the same name, such as `title`, a piece uses the first one. The fields
        // of the game are added at the end, so that the fields of the piece itself take precedence.
        if let Body::Pieces(deck) = &mut component.body {
            deck.fields.extend(words.iter().cloned());
        }
    }
    game
}

/// Returns the settings for what is printed next to the pieces of a sheet, such as rulers and
/// notes.
fn furniture(resolver: &mut Resolver<'_>) -> FurnitureSettings {
    let mut mistakes = Vec::new();
    let table = resolver.layout.furniture.as_deref();
    let settings = table.map(|table| table.settings(resolver.file, &mut mistakes));
    mistakes.into_iter().for_each(|mistake| resolver.report.push(mistake));
    settings.unwrap_or_default()
}

/// Stands for the digest of the layout, which is not known yet. It has as many digits as the digest, so
/// the text of the QR code on sheets has its final length.
const UNKNOWN_DIGEST: &str = "000000000000";

/// Returns the template of the text for the QR code on every sheet. Returns `None` if the layout sets
/// no such QR code, or after an error.
fn sheet_code(resolver: &mut Resolver<'_>) -> Option<Located<Template>> {
    let value = resolver.layout.furniture.as_deref()?.qr.as_deref()?;
    resolver.located_template(value)
}

/// Reports the QR code of the sheets if its text cannot be computed, is empty or is too long.
fn check_sheet_code(game: &Game, resolver: &mut Resolver<'_>) {
    let Some(code) = &game.sheet_code else { return };
    let first = SheetNumber { sheet: 1, sheets: 1 };
    if let Some(Err(diagnostic)) = game.sheet_code_modules(first) {
        resolver.report.push(diagnostic.at(code.place));
    }
}

/// Returns a text of the layout, or an empty text if the key is missing.
fn text_of(value: Option<&Spanned<String>>) -> String {
    value.map_or_else(String::new, |at| at.value.clone())
}

/// Returns the name of a board. The default is `board`.
fn board_name(board: &Board) -> &str {
    board.name.as_deref().map_or("board", String::as_str)
}

fn resolve_boards(resolver: &mut Resolver<'_>) -> Vec<ResolvedComponent> {
    let given = &resolver.layout.board;
    let marks = board::marks(given, resolver);
    let mut built = Vec::new();
    for (table, BoardMarks { marks, are_valid }) in given.iter().zip(marks) {
        let (board, has_no_errors) = resolver.track_errors(|resolver| board::board(table, marks, resolver));
        let Some(board) = board else { continue };
        let is_valid = has_no_errors && are_valid;
        if is_valid {
            resolver.cell_sizes.entry(board_name(table).to_owned()).or_insert(board.size);
        }
        let class = sheet_class(table.sheet.as_deref().copied().unwrap_or(Class::Large));
        let common =
            ComponentKeys::new("board", &table.name, &table.stock, &table.print, class, Sharing::Nothing);
        built.push(component(table, common, Body::Board(Box::new(board)), is_valid, resolver));
    }
    built
}

fn resolve_pieces(built: &mut Vec<ResolvedComponent>, resolver: &mut Resolver<'_>) {
    let all_share = resolver.layout.game.as_ref().and_then(|game| game.share.as_deref());
    for family in families(resolver.layout) {
        for table in family.tables {
            let (deck, has_no_errors) = resolver
                .track_errors(|resolver| deck(table, family.name_of(table), family.outline, resolver));
            let Some(deck) = deck else { continue };
            let class = match table.sheet.as_deref() {
                Some(OnSheet::Of(class)) => sheet_class(*class),
                // Pieces on a pre-cut sheet use the paper of that sheet.
                _ => deck.die_sheet.as_ref().map_or(SheetClass::Small, |sheet| sheet.class()),
            };
            let share = sharing(table.share.as_deref().copied(), all_share.copied());
            let common =
                ComponentKeys::new(family.name, &table.name, &table.stock, &table.print, class, share);
            built.push(component(table, common, Body::Pieces(Box::new(deck)), has_no_errors, resolver));
        }
    }
}

/// Compiles the boxes. `built` contains the components that a box may hold.
fn resolve_boxes(built: &mut Vec<ResolvedComponent>, resolver: &mut Resolver<'_>) {
    let all_share = resolver.layout.game.as_ref().and_then(|game| game.share.as_deref());
    for table in &resolver.layout.boxes {
        let (parts, has_no_errors) = resolver.track_errors(|resolver| {
            boxes::parts(table, &components_with_pieces(built, resolver.layout), resolver)
        });
        for BoxPart { name, class, deck } in parts {
            let name = Some(table.with(name));
            let (class, share) = (sheet_class(class), sharing(None, all_share.copied()));
            let common = ComponentKeys::new("box", &name, &table.stock, &table.print, class, share);
            built.push(component(table, common, Body::Pieces(Box::new(deck)), has_no_errors, resolver));
        }
    }
}

/// Returns all components with pieces. If a component has errors, its `deck` is `None`.
fn components_with_pieces<'c>(built: &'c [ResolvedComponent], layout: &'c Layout) -> Vec<BoxContent<'c>> {
    let families = families(layout).into_iter();
    let given =
        families.flat_map(|family| family.tables.iter().map(move |own_table| (family.name, own_table)));
    given
        .map(|(table, own_table)| {
            let name = own_table.name.as_deref().map_or(table, String::as_str);
            let component = built.iter().find(|built| *built.component.name == *name);
            let component = component.filter(|built| built.is_valid).map(|built| &built.component);
            let deck = component.and_then(|component| match &component.body {
                Body::Pieces(deck) => Some(deck.as_ref()),
                Body::Board(_) | Body::Pages(_) => None,
            });
            BoxContent { name, table, print: component.map_or(1, |component| component.print), deck }
        })
        .collect()
}

fn resolve_pages(built: &mut Vec<ResolvedComponent>, resolver: &mut Resolver<'_>) {
    for table in &resolver.layout.page {
        let (pages, is_valid) = resolver.track_errors(|resolver| pages::pages(table, resolver));
        let Some(pages) = pages else { continue };
        let (class, share) = (SheetClass::Small, Sharing::Nothing);
        let common = ComponentKeys::new("page", &table.name, &table.stock, &table.print, class, share);
        let mut built_pages = component(table, common, Body::Pages(Box::new(pages)), is_valid, resolver);
        if table.for_.is_some() {
            built_pages.component.print *= resolver.seats;
        }
        built.push(built_pages);
    }
    let components: Vec<&Component> = built.iter().map(|built| &built.component).collect();
    pages::check_figures(&components, resolver);
}

/// Returns which other components may share sheets with the pieces of a component. `own` is the key
/// `share` of the component, and `all` is the key `share` of the game.
fn sharing(own: Option<bool>, all: Option<bool>) -> Sharing {
    match own.or(all) {
        Some(false) => Sharing::Nothing,
        _ if own == Some(true) => Sharing::AnyBoard,
        _ => Sharing::SameStock,
    }
}

fn sheet_class(class: Class) -> SheetClass {
    match class {
        Class::Large => SheetClass::Large,
        Class::Small => SheetClass::Small,
    }
}

/// Returns the pictures and icons in the folder of a layout.
fn pictures(files: &Files, resolver: &mut Resolver<'_>) -> Pictures {
    let icons = resolver.layout.icons.as_ref();
    let folder = icons.and_then(|icons| icons.folder.as_ref()).map(|at| {
        let path = at.value.trim_end_matches('/').to_owned();
        if files.list(&path).is_none() {
            let message = format!("there is no folder `{path}` next to the layout");
            let hint = format!(
                "create the folder `{path}` and put an SVG file for each icon in it, or set `folder` to the folder that has your icons"
            );
            resolver.error_with_hint(codes::NO_FILE, at, message, hint);
        }
        path
    });
    let credit = icons
        .and_then(|icons| icons.credit.as_ref())
        .map(|credit| credit.value.trim().to_owned())
        .filter(|credit| !credit.is_empty());
    Pictures::new(files, resolver.fonts, folder, credit)
}
