//! From a description to a game: every name looked up, every mistake told.

use std::collections::HashSet;
use std::sync::Arc;

use super::board;
use super::context::{Chance, Compiler};
use super::doubts::Doubts;
use super::pieces::die_sheet::die_sheet;
use super::pieces::{CellSizes, Family, deck};
use super::random::own_seed;
use crate::diag::{Diagnostic, FileId, Place, Report, Sources, codes};
use crate::files::{Files, NotPlain, PlainName};
use crate::model::Mark;
use crate::model::board::CellSize;
use crate::model::names::{Direction, Names};
use crate::model::pictures::Pictures;
use crate::model::template::Engine;
use crate::model::{Body, Component, Game};
use crate::print::paper::SheetClass;
use crate::scene::Ink;
use crate::spec;
use crate::spec::tables::layout::{Cells, Layout};
use crate::spec::values::choice::Class;
use crate::spec::values::place::{At, TextOr};
use crate::spec::values::scalar::Scalar;
use crate::spec::values::value::OnSheet;
use crate::text::Fonts;

/// Resolves a layout.
///
/// # Errors
/// Every mistake that can be seen before pieces are laid out.
pub fn game(
    id: &str,
    layout: &Layout,
    file: FileId,
    sources: &Sources,
    fonts: &Fonts,
    files: &Files,
) -> Result<Game, Report> {
    let (game, report) = attempt(id, layout, file, sources, fonts, files);
    if report.has_errors() { Err(report) } else { Ok(game) }
}

/// Resolves a layout as far as it goes: every mistake that can be seen before pieces are laid out, and a game of
/// the components in which there is none.
pub fn attempt(
    id: &str,
    layout: &Layout,
    file: FileId,
    sources: &Sources,
    fonts: &Fonts,
    files: &Files,
) -> (Game, Report) {
    let mut report = Report::default();
    let source = sources.get(file).map_or("", |s| s.text.as_str());
    let pictures = pictures(layout, file, files, &mut report);
    let names = names(layout, &pictures, file, &mut report);
    let engine = Engine::new(&names);
    let mut compiler = Compiler {
        file,
        text: source,
        keys: &layout.keys,
        names: &names,
        engine: &engine,
        fonts,
        pictures: &pictures,
        marks: Vec::new(),
        marks_of: Vec::new(),
        boards: Vec::new(),
        die_sheets: Vec::new(),
        die_sheet_names: Vec::new(),
        looks: &layout.look,
        places: &layout.places,
        chance: Chance {
            seed: layout.asked.seed.unwrap_or_else(|| own_seed(layout)),
            seats: seats(layout),
            asked: &layout.asked,
        },
        doubts: Doubts::default(),
        warnings: Vec::new(),
        pieces: 0,
        report: &mut report,
    };
    for given in &layout.sheet {
        compiler.die_sheet_names.extend(given.value.name.as_ref().map(|name| name.value.clone()));
        let sheet = compiler.whole(|compiler| die_sheet(given, compiler)).flatten();
        compiler.die_sheets.extend(sheet.map(Arc::new));
    }
    let mut components = Vec::new();
    // The names of all, also of those in which something is wrong.
    let mut all = Vec::new();
    let mut whole = Vec::new();
    let marks: Vec<_> = layout
        .board
        .iter()
        .map(|b| {
            let (marks, well) = compiler.apart(|compiler| board::marks(b, compiler));
            whole.push(well);
            marks
        })
        .collect();
    compiler.marks = marks.iter().flatten().map(|(_, mark): &(char, Arc<Mark>)| Arc::clone(mark)).collect();
    let board_name =
        |b: &At<crate::spec::tables::layout::Board>| b.name.as_ref().map_or("board", |n| &n.value).to_owned();
    compiler.boards = layout.board.iter().map(board_name).collect();
    let mut cells = CellSizes::new();
    let mut broken: Vec<String> = Vec::new();
    for ((given, marks), whole) in layout.board.iter().zip(marks).zip(whole) {
        let class = given.sheet.as_ref().map_or(Class::Large, |at| at.value);
        let common = Common::of(&given.name, class, &given.stock, &given.print, "board");
        compiler.marks_of = marks.iter().map(|(_, mark)| mark.name.to_string()).collect();
        let (board, well) = compiler.apart(|compiler| board::board(given, marks, source, compiler));
        let whole = whole && well;
        if !whole {
            broken.push(board_name(given));
        }
        if let Some(board) = board {
            let across = match board.size {
                CellSize::Across(mm) => Some(mm),
                CellSize::Largest => None,
            };
            cells.push((board_name(given), across));
            let body = Body::Board(Box::new(board));
            let (component, well) = compiler.apart(|compiler| component(given, common, body, compiler));
            all.push((Arc::clone(&component.name), component.place));
            components.extend(Some(component).filter(|_| whole && well));
        }
    }
    let families = [
        ("cards", &layout.cards, Family::Cards),
        ("notes", &layout.notes, Family::Cards),
        ("tiles", &layout.tiles, Family::Tiles),
        ("counters", &layout.counters, Family::Counters),
    ];
    for (default_name, list, family) in families {
        for given in list {
            let class = match given.sheet.as_ref().map(|at| &at.value) {
                Some(OnSheet::Of(class)) => *class,
                // One that is cut already knows its paper.
                Some(OnSheet::Named(_)) | None => Class::Small,
            };
            let mut common = Common::of(&given.name, class, &given.stock, &given.print, default_name);
            let name = common.name;
            let (deck, whole) =
                compiler.apart(|compiler| deck(given, name, family, &cells, &broken, compiler));
            if let Some(deck) = deck {
                common.class = deck.die_sheet.as_ref().map_or(common.class, |sheet| sheet.class());
                let body = Body::Deck(Box::new(deck));
                let (component, well) = compiler.apart(|compiler| component(given, common, body, compiler));
                all.push((Arc::clone(&component.name), component.place));
                components.extend(Some(component).filter(|_| whole && well));
            }
        }
    }
    let (doubts, warnings) = (compiler.doubts, compiler.warnings);
    doubts.tell().chain(warnings).for_each(|diagnostic| report.push(diagnostic));
    components.sort_by_key(|c| c.place.start);
    all.sort_by_key(|(_, place)| place.start);
    let mut seen = HashSet::new();
    for (name, place) in all {
        if !seen.insert(Arc::clone(&name)) {
            let message = format!("two components are called `{name}`");
            let hint = "give this one a name of its own: name = \"…\"";
            report.push(Diagnostic::error(codes::SAME_NAME, message).at(place).hint(hint));
        }
    }
    if components.is_empty() && !report.has_errors() {
        report.push(
            Diagnostic::error(codes::NOTHING, "this layout prints nothing")
                .at(Place::new(file, 0..0))
                .hint("add a [[board]], [[cards]], [[notes]], [[tiles]] or [[counters]]"),
        );
    }
    let about = layout.game.as_ref().map(|g| &g.value);
    if let Some(seats) = about.and_then(|g| g.seats.as_ref())
        && !(1..=12).contains(&seats.value)
    {
        let message = "`seats` is how many readers sit round the table: between 1 and 12";
        report.push(Diagnostic::error(codes::BAD_COUNT, message).at(Place::new(file, seats.span.clone())));
    }
    let text = |get: fn(&crate::spec::tables::layout::Game) -> Option<&At<String>>| {
        about.and_then(get).map_or_else(String::new, |t| t.value.clone())
    };
    let constraints = super::constraints::constraints(layout, file, &components, &names, &mut report);
    let mut game = Game {
        id: id.to_owned(),
        file,
        title: title(about).unwrap_or(id).to_owned(),
        author: text(|g| g.author.as_ref()),
        rights: text(|g| g.rights.as_ref()),
        source: text(|g| g.source.as_ref()),
        version: text(|g| g.version.as_ref()),
        language: about
            .and_then(|g| g.language.as_ref())
            .map_or_else(|| "en".to_owned(), |l| l.value.clone()),
        seats: seats(layout),
        bring: about.and_then(|g| g.bring.as_ref()).into_iter().flatten().map(|b| b.value.clone()).collect(),
        allow: super::allow::allow(layout, file, &mut report),
        constraints,
        embed: about.and_then(|g| g.embed.as_ref()).is_none_or(|e| e.value),
        names,
        engine,
        pictures,
        components,
    };
    let words = game.words().map(|(name, value)| (Arc::from(name), Scalar::Text(value.to_owned())));
    for component in &mut game.components {
        // A piece may have a title of its own, so the game's words come last.
        if let Body::Deck(deck) = &mut component.body {
            // They stand behind the component's own, whose places are known.
            deck.words.extend(words.iter().cloned());
        }
    }
    (game, report)
}

/// How many readers sit round the table.
fn seats(layout: &Layout) -> u32 {
    let seats = layout.game.as_ref().and_then(|game| game.seats.as_ref());
    seats.map_or(2, |at| at.value.clamp(1, 12))
}

/// The game's title, if it has one: an empty one is none.
fn title(about: Option<&spec::tables::layout::Game>) -> Option<&str> {
    let title = about?.title.as_ref()?.value.as_str();
    (!title.trim().is_empty()).then_some(title)
}

/// Where pictures and the game's own icons come from.
fn pictures(layout: &Layout, file: FileId, files: &Files, report: &mut Report) -> Pictures {
    let folder = layout.icons.as_ref().and_then(|icons| icons.folder.as_ref());
    let folder = folder.map(|at| {
        let folder = at.value.trim_end_matches('/').to_owned();
        if files.list(&folder).is_none() {
            let message = format!("there is no folder `{folder}` beside the layout");
            let place = Place::new(file, at.span.clone());
            let hint = "it holds the game's own icons, each an SVG file: folder = \"icons\"";
            report.push(Diagnostic::error(codes::NO_FILE, message).at(place).hint(hint));
        }
        folder
    });
    Pictures::new(files, folder)
}

fn names(layout: &Layout, pictures: &Pictures, file: FileId, report: &mut Report) -> Names {
    let cells = layout.board.first().and_then(|b| b.value.cells.as_ref()).map(|c| c.value);
    let mut names = Names { pointy_top: cells == Some(Cells::PointyTop), ..Names::default() };
    for (name, given) in layout.colours.iter() {
        let (value, span, icon) = match &given.value {
            TextOr::Text(text) => (text.as_str(), given.span.clone(), None),
            TextOr::Full(colour) => match &colour.fill {
                Some(fill) => (fill.value.0.as_str(), fill.span.clone(), colour.icon.as_ref()),
                None => {
                    let diagnostic = Diagnostic::error(codes::MISSING_KEY, "a colour needs a fill");
                    let place = Place::new(file, given.span.clone());
                    report.push(diagnostic.at(place).hint("{ fill = \"#A40122\", icon = \"circle\" }"));
                    ("black", given.span.clone(), None)
                }
            },
        };
        // A colour may be made from one that stands above it; its own name does not count yet.
        let ink = names.colour(value).unwrap_or_else(|wrong| {
            let digits = "write hex digits such as \"#CFE8CF\"";
            let again = |message: String| Diagnostic::error(wrong.code, message);
            let mut below = layout.colours.names().skip(names.colours.len());
            let diagnostic = match below.find(|later| is_made_from(value, later)) {
                Some(later) if later == name.value => {
                    again(format!("`{later}` cannot be made from itself")).hint(digits)
                }
                Some(later) => {
                    again(format!("`{later}` stands further down: a colour is made from one above it"))
                        .hint(format!("move the line of `{later}` above this one"))
                }
                None if wrong.hint.is_none() => wrong.hint(digits),
                None => wrong,
            };
            report.push(diagnostic.at(Place::new(file, span)));
            // Known from here on, so that its uses are not mistakes as well.
            Ink::black()
        });
        if let Some(icon) = icon
            && let Err(wrong) = pictures.icon(&icon.value)
        {
            report.push(wrong.at(Place::new(file, icon.span.clone())));
        }
        names.colours.push(Ink::new(&name.value, ink.rgb));
        names.icons.push(icon.map(|i| i.value.as_str().into()));
    }
    if layout.decks_without_colours() {
        crate::model::default_colours::add(&mut names);
    }
    for (name, heading) in layout.directions.iter() {
        let degrees = if names.pointy_top { heading.value.pointy_top } else { heading.value.flat_top };
        names.directions.push(Direction { name: name.value.as_str().into(), degrees });
    }
    names
}

/// Whether a colour is this one, or this one made lighter or darker.
fn is_made_from(value: &str, name: &str) -> bool {
    value.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// What every component has.
struct Common<'a> {
    name: &'a str,
    /// Where it says so.
    named: Option<&'a At<String>>,
    class: SheetClass,
    stock: Option<String>,
    print: Option<&'a At<u32>>,
}

impl<'a> Common<'a> {
    fn of(
        name: &'a Option<At<String>>,
        class: Class,
        stock: &Option<At<String>>,
        print: &'a Option<At<u32>>,
        default_name: &'a str,
    ) -> Self {
        let class = match class {
            Class::Large => SheetClass::Large,
            Class::Small => SheetClass::Small,
        };
        Self {
            name: name.as_ref().map_or(default_name, |n| n.value.as_str()),
            named: name.as_ref(),
            class,
            stock: stock.as_ref().map(|s| s.value.clone()),
            print: print.as_ref(),
        }
    }
}

/// The longest name of a component.
const LONGEST_NAME: usize = 60;

fn component<T>(given: &At<T>, common: Common<'_>, body: Body, compiler: &mut Compiler<'_>) -> Component {
    let place = compiler.place(given);
    let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let long = common.name.len() > LONGEST_NAME;
    // Folders and files are called after it.
    let plain = common.name.parse::<PlainName>();
    if plain.is_err() || long || !common.name.chars().all(kebab) {
        let (message, hint) = if plain == Err(NotPlain::Device) {
            let message = format!("`{}` cannot be a component's name: {}", common.name, NotPlain::Device);
            (message, "a longer name will do".to_owned())
        } else if long {
            // Files are called after it, and systems have their limits.
            let message = format!("a component's name with {} characters", common.name.chars().count());
            (message, format!("names have at most {LONGEST_NAME}"))
        } else {
            let message = format!("`{}` cannot be a component's name", common.name);
            (message, "names are small letters, digits and -, as in `starting-tiles`".to_owned())
        };
        let at = common.named.map_or(place, |name| compiler.place(name));
        compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message).hint(hint), at);
    }
    let print = common.print.map_or(1, |p| p.value);
    if let Some(at) = common.print
        && !(0..=1000).contains(&print)
    {
        let message = "`print` is how many times to print each sheet: up to 1000, or 0 for a board that is only shown in small".to_owned();
        compiler.wrong(Diagnostic::error(codes::BAD_COUNT, message), compiler.place(at));
    }
    Component { name: common.name.into(), class: common.class, stock: common.stock, print, body, place }
}
