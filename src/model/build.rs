//! From a description to a game: every name looked up, every mistake told.

use std::collections::HashSet;
use std::sync::Arc;

use super::board::{self, Mark};
use super::element::Compiler;
use super::names::{Direction, Names, literal_colour};
use super::pieces::{Deck, combinations};
use super::template::Engine;
use super::{Body, Component, Game};
use crate::diag::{Diagnostic, FileId, Place, Report, Sources, codes};
use crate::paper::SheetClass;
use crate::scene::Ink;
use crate::spec::layout::{Class, Layout, Pieces};
use crate::spec::place::{At, Named};
use crate::spec::scalar::Scalar;
use crate::text::Fonts;

/// The most pieces one component may have, copies counted.
pub const MOST_PIECES: usize = 1_000_000;

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
) -> Result<Game, Report> {
    let mut report = Report::default();
    let source = sources.get(file).map_or("", |s| s.text.as_str());
    let names = names(layout, file, &mut report);
    let engine = Engine::default();
    let mut compiler =
        Compiler { file, names: &names, engine: &engine, fonts, marks: Vec::new(), report: &mut report };
    let mut components = Vec::new();
    let marks: Vec<_> = layout.board.iter().map(|b| board::marks(b, &mut compiler)).collect();
    compiler.marks = marks.iter().flatten().map(|(_, mark): &(char, Arc<Mark>)| Arc::clone(mark)).collect();
    for (given, marks) in layout.board.iter().zip(marks) {
        let common = Common::of(&given.name, &given.sheet, &given.stock, &given.print, "board", Class::Large);
        if let Some(board) = board::board(given, marks, source, &mut compiler) {
            components.extend(component(given, common, Body::Board(board), &mut compiler));
        }
    }
    for (default_name, list) in [("cards", &layout.cards), ("notes", &layout.notes)] {
        for given in list {
            let common =
                Common::of(&given.name, &given.sheet, &given.stock, &given.print, default_name, Class::Small);
            if let Some(deck) = deck(given, &mut compiler) {
                components.extend(component(given, common, Body::Deck(deck), &mut compiler));
            }
        }
    }
    components.sort_by_key(|c| c.place.start);
    let mut seen = HashSet::new();
    for component in &components {
        if !seen.insert(Arc::clone(&component.name)) {
            let message = format!("two components are called `{}`", component.name);
            let hint = "give this one a name of its own: name = \"…\"";
            report.push(Diagnostic::error(codes::SAME_NAME, message).at(component.place).hint(hint));
        }
    }
    if components.is_empty() && !report.has_errors() {
        report.push(
            Diagnostic::error(codes::NOTHING, "this layout prints nothing")
                .at(Place::new(file, 0..0))
                .hint("add a [[board]], [[cards]] or [[notes]]"),
        );
    }
    let about = layout.game.as_ref().map(|g| &g.value);
    if let Some(seats) = about.and_then(|g| g.seats.as_ref())
        && !(1..=12).contains(&seats.value)
    {
        let message = "`seats` is how many readers sit round the table: between 1 and 12";
        report.push(Diagnostic::error(codes::BAD_COUNT, message).at(Place::new(file, seats.span.clone())));
    }
    if report.has_errors() {
        return Err(report);
    }
    let text = |get: fn(&crate::spec::layout::Game) -> Option<&At<String>>| {
        about.and_then(get).map_or_else(String::new, |t| t.value.clone())
    };
    Ok(Game {
        id: id.to_owned(),
        file,
        title: about.and_then(|g| g.title.as_ref()).map_or_else(|| id.to_owned(), |t| t.value.clone()),
        author: text(|g| g.author.as_ref()),
        rights: text(|g| g.rights.as_ref()),
        source: text(|g| g.source.as_ref()),
        language: about
            .and_then(|g| g.language.as_ref())
            .map_or_else(|| "en".to_owned(), |l| l.value.clone()),
        seats: about.and_then(|g| g.seats.as_ref()).map_or(2, |s| s.value),
        bring: about.and_then(|g| g.bring.as_ref()).into_iter().flatten().map(|b| b.value.clone()).collect(),
        embed: about.and_then(|g| g.embed.as_ref()).is_none_or(|e| e.value),
        names,
        engine,
        components,
    })
}

fn names(layout: &Layout, file: FileId, report: &mut Report) -> Names {
    let mut names = Names::default();
    for (name, value) in layout.colours.iter() {
        match literal_colour(&value.value.0) {
            Some(rgb) => names.colours.push(Ink::new(&name.value, rgb)),
            None => {
                let message = format!("`{}` is not a colour", value.value.0);
                report.push(
                    Diagnostic::error(codes::UNKNOWN_COLOUR, message)
                        .at(Place::new(file, value.span.clone()))
                        .hint("write hex digits such as \"#CFE8CF\", or a CSS name such as \"teal\""),
                );
                // Known from here on, so that its uses are not mistakes as well.
                names.colours.push(Ink::new(&name.value, [0; 3]));
            }
        }
    }
    for (name, heading) in layout.directions.iter() {
        names.directions.push(Direction { name: name.value.as_str().into(), degrees: heading.value.0 });
    }
    names
}

/// What every component has.
struct Common<'a> {
    name: &'a str,
    class: SheetClass,
    stock: Option<String>,
    print: Option<&'a At<u32>>,
}

impl<'a> Common<'a> {
    fn of(
        name: &'a Option<At<String>>,
        sheet: &Option<At<Class>>,
        stock: &Option<At<String>>,
        print: &'a Option<At<u32>>,
        default_name: &'a str,
        default_class: Class,
    ) -> Self {
        let class = match sheet.as_ref().map_or(default_class, |s| s.value) {
            Class::Large => SheetClass::Large,
            Class::Small => SheetClass::Small,
        };
        Self {
            name: name.as_ref().map_or(default_name, |n| n.value.as_str()),
            class,
            stock: stock.as_ref().map(|s| s.value.clone()),
            print: print.as_ref(),
        }
    }
}

fn component<T>(
    given: &At<T>,
    common: Common<'_>,
    body: Body,
    compiler: &mut Compiler<'_>,
) -> Option<Component> {
    let place = compiler.place(given);
    let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if common.name.is_empty() || !common.name.chars().all(kebab) {
        let message = format!("`{}` cannot be a component's name", common.name);
        let hint = "names are small letters, digits and -, as in `starting-tiles`".to_owned();
        compiler.wrong((codes::BAD_VALUE, message, Some(hint)), place);
    }
    let print = common.print.map_or(1, |p| p.value);
    if let Some(at) = common.print
        && !(1..=1000).contains(&print)
    {
        let message = "`print` is how many times to print each sheet: between 1 and 1000".to_owned();
        compiler.wrong((codes::BAD_COUNT, message, None), compiler.place(at));
    }
    Some(Component { name: common.name.into(), class: common.class, stock: common.stock, print, body, place })
}

fn deck(given: &At<Pieces>, compiler: &mut Compiler<'_>) -> Option<Deck> {
    let place = compiler.place(given);
    let p = &given.value;
    let Some(size) = &p.size else {
        let hint = "size = \"63 x 88mm\"".to_owned();
        compiler.wrong((codes::MISSING_KEY, "pieces need a size".into(), Some(hint)), place);
        return None;
    };
    let mm = size.value.of(kurbo::Size::ZERO);
    let fits = |v: f64| (2.0..=2000.0).contains(&v);
    if !(fits(mm.width) && fits(mm.height)) {
        let message = "a piece measures between 2mm and 2000mm each way".to_owned();
        compiler.wrong((codes::BAD_SIZE, message, None), compiler.place(size));
        return None;
    }
    let (columns, rows, copies) = rows(p, place, compiler)?;
    let mut pieces = Vec::new();
    for (row, copies) in copies.iter().enumerate() {
        if pieces.len() + copies > MOST_PIECES {
            let message = format!("more than {MOST_PIECES} pieces in one component");
            compiler.wrong((codes::BAD_COUNT, message, None), place);
            return None;
        }
        pieces.extend(std::iter::repeat_n(u32::try_from(row).unwrap_or(u32::MAX), *copies));
    }
    if pieces.is_empty() {
        compiler.wrong((codes::NOTHING, "this component has no piece".into(), None), place);
    }
    let words = p.set.iter().map(|(name, value)| (name.value.as_str().into(), value.value.clone())).collect();
    let face: Vec<_> = p.face.iter().filter_map(|e| compiler.element(e)).collect();
    Some(Deck { size: mm, grid: p.grid.as_ref().map(|g| g.value), columns, rows, words, pieces, face })
}

type Rows = (Vec<Arc<str>>, Vec<Vec<Option<Scalar>>>, Vec<usize>);

/// The names of the columns, the rows, and how many copies of each.
fn rows(p: &Pieces, place: Place, compiler: &mut Compiler<'_>) -> Option<Rows> {
    if let (Some(rows), Some(_)) = (&p.rows, &p.each) {
        let message = "`rows` and `each` both say which pieces there are: leave one out".to_owned();
        compiler.wrong((codes::BAD_VALUE, message, None), compiler.place(rows));
        return None;
    }
    if let Some(each) = &p.each {
        return combined(each, compiler);
    }
    let Some(given) = &p.rows else {
        // One piece without values of its own.
        return Some((Vec::new(), vec![Vec::new()], vec![1]));
    };
    if given.value.is_empty() {
        compiler.wrong((codes::NOTHING, "`rows` is empty".into(), None), compiler.place(given));
        return None;
    }
    let mut columns: Vec<Arc<str>> = Vec::new();
    for row in &given.value {
        for name in row.value.names() {
            if name != "copies" && !columns.iter().any(|c| c.as_ref() == name) {
                columns.push(name.into());
            }
        }
    }
    let mut rows = Vec::with_capacity(given.value.len());
    let mut copies = Vec::with_capacity(given.value.len());
    for row in &given.value {
        rows.push(columns.iter().map(|c| row.value.get(c).map(|v| v.value.clone())).collect());
        copies.push(copies_of(&row.value, compiler));
    }
    let _ = place;
    Some((columns, rows, copies))
}

fn copies_of(row: &Named<At<Scalar>>, compiler: &mut Compiler<'_>) -> usize {
    let Some(copies) = row.get("copies") else { return 1 };
    match copies.value {
        Scalar::Whole(n) if (0..=MOST_PIECES as i64).contains(&n) => n as usize,
        _ => {
            let message = format!("`copies` is a whole number from 0 to {MOST_PIECES}");
            compiler.wrong((codes::BAD_COUNT, message, None), compiler.place(copies));
            0
        }
    }
}

fn combined(each: &At<Named<At<Vec<At<Scalar>>>>>, compiler: &mut Compiler<'_>) -> Option<Rows> {
    let mut count: usize = 1;
    for (name, list) in each.value.iter() {
        if list.value.is_empty() {
            let message = format!("the list `{}` is empty, so there is no piece", name.value);
            compiler.wrong((codes::NOTHING, message, None), compiler.place(list));
            return None;
        }
        count = count.saturating_mul(list.value.len());
    }
    if count > MOST_PIECES {
        let message = format!("these lists combine to {count} pieces; at most {MOST_PIECES} can be made");
        compiler.wrong((codes::BAD_COUNT, message, None), compiler.place(each));
        return None;
    }
    let columns = each.value.names().map(Arc::from).collect();
    let lists: Vec<Vec<Scalar>> =
        each.value.iter().map(|(_, list)| list.value.iter().map(|v| v.value.clone()).collect()).collect();
    let rows = combinations(&lists);
    let copies = vec![1; rows.len()];
    Some((columns, rows, copies))
}
