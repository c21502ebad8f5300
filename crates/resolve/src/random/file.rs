//! A deck that was drawn before, read from the file it was written to, and held against what the layout wishes.

use crate::base::map::Map;
use std::sync::Arc;

use crate::diag::{Few, Place, codes};
use crate::model::edges::{edge_name, edge_number};
use crate::model::{DrawnDeck, Numbers};
use crate::resolve::context::{Compiler, DeckContext};
use crate::spec::data::{BESIDE_DATA, Data, Table};
use crate::spec::tables::deck::{NoTwoAlike, RandomDeck};
use crate::spec::values::place::At;
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::Spelling;
use crate::tiles::classes::Wish;
use crate::tiles::necklaces::Marking;
use crate::tiles::{Classes, Letter, Tile};

/// Reads the tiles of a deck.
pub fn read(
    given: &RandomDeck,
    data: &At<Data>,
    wish: Option<(Wish, Vec<Arc<str>>)>,
    kind: DeckContext<'_>,
    compiler: &mut Compiler<'_>,
) -> Option<DrawnDeck> {
    idle(given, kind, compiler);
    let Some(table) = &data.value.table else {
        let message = format!("`{}` has not been read", data.value.name);
        return compiler.error(codes::UNREADABLE, data, message).none();
    };
    let (wish, colours) = wish?;
    let paths = wish.marking == Marking::Paths;
    let columns = Columns::of(table, &wish, compiler)?;
    let distinct = given.no_two_alike.as_ref().is_none_or(|at| at.value != NoTwoAlike::MayBeAlike);
    let alike = distinct.then_some(wish.alike);
    let classes = Classes::new(wish)?;
    let mut tiles = Vec::with_capacity(table.len());
    let mut seen: Map<u64, Place> = Map::new();
    for row in 0..table.len() {
        if compiler.report.len() >= Few::MOST {
            return None;
        }
        let tile = compiler.whole(|compiler| columns.tile(table, row, &colours, classes.wish(), compiler));
        let Some(tile) = tile.flatten() else { continue };
        let place = table.row_place(row);
        let Some(number) = classes.number(&tile) else {
            let message = "this tile is not as the deck wants them";
            compiler.hinted(codes::BAD_DATA, place, message, wanted(&classes));
            continue;
        };
        if let Some(first) = seen.get(&number).copied().filter(|_| distinct) {
            let message = match given.no_two_alike.as_ref().map(|at| at.value) {
                Some(NoTwoAlike::TurnedOrFlipped) => {
                    "this tile is there twice: it can be turned or flipped into another one"
                }
                _ => "this tile is there twice: it can be turned into another one",
            };
            let diagnostic = codes::BAD_DATA.error(message).at(place).also(first, "the other one");
            compiler.report.push(diagnostic.hint("no-two-alike = \"may be alike\" takes both"));
            continue;
        }
        seen.insert(number, place);
        tiles.push(tile);
    }
    let column = |at: usize| (0..table.len()).filter_map(|row| table.row(row).get(at).map(number)).collect();
    let numbers = columns
        .others
        .iter()
        .map(|&at| Some(Numbers { name: Arc::clone(table.columns.get(at)?), values: column(at) }));
    let numbers = numbers.collect::<Option<Vec<_>>>()?;
    let own = columns.number.map(column);
    let (classes, hash) = (classes.count(), String::new());
    Some(DrawnDeck { seed: None, classes, tiles, colours, paths, alike, numbers, own, hash }.hashed())
}

/// What a cell of a column of numbers says, where it is a number that is written as this program writes it.
fn number(value: &Scalar) -> Scalar {
    let Scalar::Text(text) = value else { return value.clone() };
    let number = Spelling::default().number(text).filter(|number| number.to_string() == **text);
    number.unwrap_or_else(|| value.clone())
}

/// Keys that say how tiles are drawn.
fn idle(given: &RandomDeck, kind: DeckContext<'_>, compiler: &mut Compiler<'_>) {
    for (key, span) in given.idle_beside_data() {
        let hint = BESIDE_DATA.to_owned();
        let place = compiler.key_place(&span);
        compiler.hinted(codes::IDLE_KEY, place, format!("`{key}` does nothing beside `data`"), hint);
    }
    for (key, _) in given.numbers.iter() {
        let message = format!("`{}` is not drawn: the numbers of these tiles come from the file", key.value);
        compiler.hinted(codes::IDLE_KEY, key, message, "leave it out");
    }
    if compiler.layout.asked.count.as_ref().is_some_and(|(of, _)| of == kind.name) {
        let message = format!("--count: the tiles of `{}` come from a file", kind.name);
        compiler.report.push(codes::BAD_OPTION.error(message));
    }
}

/// What a tile may have, in words.
fn wanted(classes: &Classes) -> String {
    let wish = classes.wish();
    let (least, most) = (*wish.distinct.start(), *wish.distinct.end());
    let blank = if wish.marking == (Marking::Edges { blank: false }) { ", and no blank edge" } else { "" };
    let plural = if most == 1 { "" } else { "s" };
    if least == most {
        format!("each has {least} different colour{plural}{blank}")
    } else {
        format!("each has {least} to {} different colours{blank}", most.min(wish.colours))
    }
}

/// Which column of a file is what.
struct Columns {
    /// Of each edge, or of the paths.
    edges: Vec<usize>,
    number: Option<usize>,
    others: Vec<usize>,
}

impl Columns {
    fn of(table: &Table, wish: &Wish, compiler: &mut Compiler<'_>) -> Option<Self> {
        let at = |name: &str| table.columns.iter().position(|column| column.as_ref() == name);
        let bearing: Vec<String> = match wish.marking {
            Marking::Paths => vec!["paths".to_owned()],
            Marking::Edges { .. } => (1..=wish.edges).map(edge_name).collect(),
        };
        let is = |name: &str| bearing.iter().any(|one| one == name);
        let missing = bearing.iter().find(|name| at(name).is_none());
        let more = table.columns.iter().find(|name| edge_number(name).is_some() && !is(name));
        let wrong = match (missing, more) {
            (Some(missing), _) => Some(format!("there is no column `{missing}`")),
            (None, Some(more)) => {
                Some(format!("a tile has {} edges, and there is a column `{more}`", wish.edges))
            }
            (None, None) => None,
        };
        if let Some(message) = wrong {
            let hint = match bearing.as_slice() {
                [first, .., last] => format!("the edges stand in the columns {first} to {last}"),
                _ => "the paths stand in the column paths: 1-4 red, 2-3 blue".to_owned(),
            };
            return compiler.hinted(codes::BAD_DATA, table.header_place(), message, hint).none();
        }
        if at("copies").is_some() {
            let message = "a deck has each tile once, and there is a column `copies`";
            let hint = "leave it out; `print` prints whole sheets again";
            return compiler.hinted(codes::BAD_DATA, table.header_place(), message, hint).none();
        }
        let own = |name: &str| is(name) || ["number", "colours", "edges", "paths"].contains(&name);
        let others = table.columns.iter().enumerate().filter(|(_, name)| !own(name)).map(|(at, _)| at);
        Some(Self {
            edges: bearing.iter().filter_map(|name| at(name)).collect(),
            number: at("number"),
            others: others.collect(),
        })
    }

    /// The tile of a row.
    fn tile(
        &self,
        table: &Table,
        row: usize,
        colours: &[Arc<str>],
        wish: &Wish,
        compiler: &mut Compiler<'_>,
    ) -> Option<Tile> {
        let mut letters = Vec::with_capacity(wish.edges);
        for &column in &self.edges {
            let text = table.row(row).get(column).map_or_else(String::new, ToString::to_string);
            let place = table.cell_place(row, column);
            let mut wrong = |message: String, hint: Option<String>| {
                compiler.wrong(codes::UNKNOWN_COLOUR.error(message).maybe_hint(hint), place);
            };
            let mut colour = |name: &str| match colours.iter().position(|colour| colour.as_ref() == name) {
                Some(at) => at as u8 + 1,
                None => {
                    let hint = crate::diag::near::among(name, colours, "its colours:");
                    wrong(format!("`{name}` is no colour of this deck"), Some(hint));
                    0
                }
            };
            if wish.marking != Marking::Paths {
                let blank = matches!(text.trim(), "" | "-");
                letters.push(Letter { link: 0, colour: if blank { 0 } else { colour(text.trim()) } });
                continue;
            }
            let Some(paths) = joined(&text, wish.edges) else {
                let message = format!("`{text}` does not join all edges in pairs");
                return compiler.hinted(codes::BAD_DATA, place, message, "1-4 red, 2-3 blue, 5-6 red").none();
            };
            letters.extend(paths.into_iter().map(|(link, name)| Letter { link, colour: colour(name) }));
        }
        Some(Tile::new(&letters))
    }
}

/// Paths such as `1-4 red, 2-3 blue, 5-6 red` as how far each edge is joined, and in which colour; none where an edge
/// is left out or joined twice.
fn joined(text: &str, edges: usize) -> Option<Vec<(u8, &str)>> {
    let mut found: Vec<Option<(u8, &str)>> = vec![None; edges];
    for path in text.split(',') {
        let (ends, colour) = path.trim().split_once(' ')?;
        let (from, to) = ends.split_once('-')?;
        let edge = |text: &str| text.parse::<usize>().ok()?.checked_sub(1).filter(|edge| *edge < edges);
        let (from, to) = (edge(from)?, edge(to)?);
        for (one, other) in [(from, to), (to, from)] {
            let link = (other + edges - one) % edges;
            let free = found.get_mut(one).filter(|there| there.is_none() && link > 0)?;
            *free = Some((link as u8, colour.trim()));
        }
    }
    found.into_iter().collect()
}
