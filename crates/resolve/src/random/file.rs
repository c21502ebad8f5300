//! Reads the tiles of a random deck from a data file. They were chosen at random in an earlier run,
//! which wrote this file.
//!
//! - In: the table in the file, and the rules, which describe the allowed tiles.
//! - Out: the tiles, or an error for every row with a tile that the rules do not allow.
//! - Not here: choosing tiles at random.

use std::sync::Arc;

use super::deck_rules::RulesAndColours;
use crate::context::{DeckProperties, Resolver};
use hexpress_base::diag::{Diagnostic, MistakeLimit, SourceSpan, codes, near};
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::{NumberField, RandomTiles};
use hexpress_language::data::{Data, Table};
use hexpress_language::tables::deck::{NoTwoAlike, RandomDeck};
use hexpress_language::values::parse_field::Spelling;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::Spanned;
use hexpress_template::{edge_name, edge_number};
use hexpress_tiles::classes::DeckRules;
use hexpress_tiles::necklaces::EdgeMarking;
use hexpress_tiles::{Classes, Letter, Tile};

/// Reads the tiles of a deck. Returns `None` after an error. `rules` is `None` if the rules are invalid,
/// which has already been reported.
pub fn read(
    own_table: &RandomDeck,
    data: &Spanned<Data>,
    rules: Option<RulesAndColours>,
    properties: DeckProperties<'_>,
    resolver: &mut Resolver<'_>,
) -> Option<RandomTiles> {
    report_idle_keys(own_table, properties, resolver);
    let table = resolver.table(data)?;
    let RulesAndColours { rules, colours } = rules?;
    let paths = rules.marking == EdgeMarking::Paths;
    let columns = Columns::new(table, &rules, resolver)?;
    let rule = own_table.no_two_alike.as_ref().map(|at| at.value);
    let equality = (rule != Some(NoTwoAlike::MayBeAlike)).then_some(rules.alike);
    let classes = Classes::new(rules)?;
    let mut tiles = Vec::with_capacity(table.len());
    let mut known: SortedMap<u64, SourceSpan> = SortedMap::new();
    for row in 0..table.len() {
        if resolver.report.len() >= MistakeLimit::MAX_REPORTED {
            return None;
        }
        let tile =
            resolver.without_errors(|resolver| columns.tile(table, row, &colours, classes.rules(), resolver));
        let Some(tile) = tile.flatten() else { continue };
        let place = table.row_place(row);
        let Some(number) = classes.number(&tile) else {
            let unwanted = "this tile does not meet the conditions of the deck";
            resolver.error_with_hint(codes::BAD_DATA, place, unwanted, wanted_tiles_text(&classes));
            continue;
        };
        if let Some(first) = known.get(&number).copied().filter(|_| equality.is_some()) {
            resolver.report.push(repeated_tile(rule).at(place).related_place(first, "the other tile"));
            continue;
        }
        known.insert(number, place);
        tiles.push(tile);
    }
    Some(
        RandomTiles {
            seed: None,
            possible_tile_count: classes.count(),
            tiles,
            colours,
            has_paths: paths,
            equality,
            numbers: columns.other_numbers(table)?,
            own_numbers: columns.number.map(|column| column_numbers(table, column)),
            hash: String::new(),
        }
        .hashed(),
    )
}

/// Returns the error for a tile that is equal to an earlier one.
fn repeated_tile(rule: Option<NoTwoAlike>) -> Diagnostic {
    let message = match rule {
        Some(NoTwoAlike::TurnedOrFlipped) => {
            "this tile is in the file twice: when rotated or flipped, it is the same as another tile"
        }
        _ => "this tile is in the file twice: when rotated, it is the same as another tile",
    };
    codes::BAD_DATA
        .error(message)
        .hint("delete one of them; to allow both, write no-two-alike = \"may be alike\" in the deck")
}

/// Returns the values of a column, each converted by [`number`].
fn column_numbers(table: &Table, column: usize) -> Vec<Scalar> {
    (0..table.len()).filter_map(|row| table.row(row).get(column)).map(number).collect()
}

/// Converts a text such as `12` to a number. A text such as `012` remains a text, because as a number it
/// would be printed as `12`. Returns any other value unchanged.
fn number(value: &Scalar) -> Scalar {
    let Scalar::Text(text) = value else { return value.clone() };
    let number = Spelling::default().number(text).filter(|number| number.to_string() == **text);
    number.unwrap_or_else(|| value.clone())
}

/// Reports keys and options that have no effect because the tiles come from a file.
fn report_idle_keys(table: &RandomDeck, properties: DeckProperties<'_>, resolver: &mut Resolver<'_>) {
    for key in table.idle_keys() {
        let place = resolver.key_place(&key.value);
        resolver.add_error(key.mistake(), place);
    }
    for (key, _) in table.numbers.iter() {
        let message = format!("`{}` has no effect in `numbers`: these tiles come from a file", key.value);
        resolver.error_with_hint(codes::IDLE_KEY, key, message, "delete it");
    }
    if resolver
        .layout
        .deck_overrides
        .count
        .as_ref()
        .is_some_and(|(component, _)| component == properties.name)
    {
        let diagnostic = codes::BAD_OPTION
            .error(format!("--count has no effect: the tiles of `{}` come from a file", properties.name));
        resolver.report.push(diagnostic);
    }
}

/// Returns a hint that describes which tiles the rules allow.
fn wanted_tiles_text(classes: &Classes) -> String {
    let rules = classes.rules();
    let (least, most) = (*rules.distinct.start(), *rules.distinct.end());
    let blank =
        if rules.marking == (EdgeMarking::Edges { blank: false }) { " and no blank edge" } else { "" };
    let is_free = rules.without_straight.is_empty();
    let straight = if is_free { "" } else { ", and no number of straight paths that `without` excludes" };
    let plural = if most == 1 { "" } else { "s" };
    if least == most {
        format!("give this tile {least} different colour{plural}{blank}{straight}")
    } else {
        format!("give this tile {least} to {} different colours{blank}{straight}", most.min(rules.colours))
    }
}

/// The indices of the columns of a file that are read.
struct Columns {
    /// The columns of the edges. If the tiles have paths, this is the single column of the paths.
    edges: Vec<usize>,
    number: Option<usize>,
    /// All other columns, which contain numbers on the tiles.
    others: Vec<usize>,
}

impl Columns {
    /// Finds the columns of a file. Reports missing columns, columns for edges that a tile does not
    /// have, and the column `copies`. Returns `None` after an error.
    fn new(table: &Table, rules: &DeckRules, resolver: &mut Resolver<'_>) -> Option<Self> {
        let needed: Vec<String> = match rules.marking {
            EdgeMarking::Paths => vec!["paths".to_owned()],
            EdgeMarking::Edges { .. } => (1..=rules.edges).map(edge_name).collect(),
        };
        if let Some(message) = edge_columns(table, &needed, rules) {
            let hint = match needed.as_slice() {
                [first, .., last] => format!("write the edges in the columns {first} to {last}"),
                _ => "write the paths in the column `paths`: 1-4 red, 2-3 blue".to_owned(),
            };
            return resolver.error_with_hint(codes::BAD_DATA, table.header_place(), message, hint).none();
        }
        if position(table, "copies").is_some() {
            let diagnostic = codes::BAD_DATA
                .error("a deck contains each tile only once, but the file has a column `copies`");
            let print = diagnostic.hint("delete the column; to print all sheets several times, use `print`");
            return resolver.add_error(print, table.header_place()).none();
        }
        let others = table.columns.iter().enumerate().filter(|(_, name)| {
            !needed.iter().any(|needed| **needed == ***name)
                && !["number", "colours", "edges", "paths"].contains(&&***name)
        });
        Some(Self {
            edges: needed.iter().filter_map(|name| position(table, name)).collect(),
            number: position(table, "number"),
            others: others.map(|(index, _)| index).collect(),
        })
    }

    /// Returns the numbers on the tiles, except the column `number`. There is one [`NumberField`] for each
    /// column.
    fn other_numbers(&self, table: &Table) -> Option<Vec<NumberField>> {
        let numbers = self.others.iter().map(|&column| {
            let name = Arc::clone(table.columns.get(column)?);
            Some(NumberField { name, values: column_numbers(table, column) })
        });
        numbers.collect()
    }

    /// Returns the tile in a row. Reports unknown colours, and paths that leave out an edge. Returns
    /// `None` after an error.
    fn tile(
        &self,
        table: &Table,
        row: usize,
        colours: &[Arc<str>],
        rules: &DeckRules,
        resolver: &mut Resolver<'_>,
    ) -> Option<Tile> {
        let mut letters = Vec::with_capacity(rules.edges);
        for &column in &self.edges {
            let text = table.row(row).get(column).map_or_else(String::new, ToString::to_string);
            let place = table.cell_place(row, column);
            if rules.marking != EdgeMarking::Paths {
                let colour = match text.trim() {
                    "" | "-" => 0,
                    name => colour_letter(name, colours, place, resolver),
                };
                letters.push(Letter { link: 0, colour });
                continue;
            }
            let Some(paths) = edge_paths(&text, rules.edges) else {
                let message = format!("`{text}` does not join all edges in pairs");
                let hint = "for example, write 1-4 red, 2-3 blue, 5-6 red";
                return resolver.error_with_hint(codes::BAD_DATA, place, message, hint).none();
            };
            for EdgePath { link, colour } in paths {
                letters.push(Letter { link, colour: colour_letter(colour, colours, place, resolver) });
            }
        }
        Some(Tile::new(&letters))
    }
}

fn position(table: &Table, name: &str) -> Option<usize> {
    table.columns.iter().position(|column| **column == *name)
}

/// Returns an error message if the columns of edges or paths are wrong. Returns `None` if they are
/// correct.
fn edge_columns(table: &Table, needed: &[String], rules: &DeckRules) -> Option<String> {
    if let Some(missing) = needed.iter().find(|name| !table.columns.iter().any(|column| **column == ***name))
    {
        return Some(format!("there is no column `{missing}`"));
    }
    let mut columns = table.columns.iter();
    let extra = columns
        .find(|name| edge_number(name).is_some() && !needed.iter().any(|needed| **needed == ***name))?;
    Some(format!("a tile has {} edges, but the file has a column `{extra}`", rules.edges))
}

/// Returns the position of a colour in `colours`, counted from 1. Reports an unknown colour, and
/// returns 0, which means a blank edge.
fn colour_letter(name: &str, colours: &[Arc<str>], place: SourceSpan, resolver: &mut Resolver<'_>) -> u8 {
    if let Some(index) = colours.iter().position(|colour| **colour == *name) {
        return index as u8 + 1;
    }
    let hint = near::among(name, colours, "choose one of:");
    let message = format!("`{name}` is not a colour of this deck");
    resolver.error_with_hint(codes::UNKNOWN_COLOUR, place, message, hint);
    0
}

/// The path at an edge of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EdgePath<'t> {
    /// The number of edges from this edge to the other end of the path, counted clockwise.
    link: u8,
    colour: &'t str,
}

/// Parses paths such as `1-4 red, 2-3 blue, 5-6 red`. Returns the path at each edge. Returns `None` if
/// an edge belongs to no path, or to several paths.
fn edge_paths(text: &str, edges: usize) -> Option<Vec<EdgePath<'_>>> {
    let mut found: Vec<Option<EdgePath<'_>>> = vec![None; edges];
    for path in text.split(',') {
        let (ends, colour) = path.trim().split_once(' ')?;
        let (from, to) = ends.split_once('-')?;
        let (from, to) = (edge_index(from, edges)?, edge_index(to, edges)?);
        for (one, other) in [(from, to), (to, from)] {
            let link = (other + edges - one) % edges;
            let free = found.get_mut(one).filter(|path| path.is_none() && link > 0)?;
            *free = Some(EdgePath { link: link as u8, colour: colour.trim() });
        }
    }
    found.into_iter().collect()
}

/// Parses the number of an edge, counted from 1. Returns the index of the edge, or `None` if the tile
/// has no such edge.
fn edge_index(text: &str, edges: usize) -> Option<usize> {
    text.parse::<usize>().ok()?.checked_sub(1).filter(|edge| *edge < edges)
}

#[cfg(test)]
mod tests {
    use super::{EdgePath, edge_paths};

    #[test]
    fn every_edge_has_exactly_one_path() {
        let path = |link, colour| EdgePath { link, colour };
        let straight = Some(vec![path(2, "red"), path(2, "blue"), path(2, "red"), path(2, "blue")]);
        assert_eq!(edge_paths("1-3 red, 2-4 blue", 4), straight);
        for text in ["1-3 red", "1-3 red, 3-4 blue", "1-1 red, 2-4 blue", "1-5 red, 2-4 blue", "0-3 red", ""]
        {
            assert_eq!(edge_paths(text, 4), None, "{text}");
        }
    }
}
