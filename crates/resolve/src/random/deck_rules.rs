//! Compiles the rules of a random deck. The rules describe the tiles that are allowed in the deck.
//!
//! - In: the keys of `[tiles.deck]`.
//! - Out: a [`DeckRules`] and the names of the colours, or errors for keys that contradict each other.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use crate::context::{DeckProperties, Resolver};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_game::default_colours;
use hexpress_language::tables::deck::{NoTwoAlike, RandomDeck};
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::ColourName;
use hexpress_tiles::TileEquality;
use hexpress_tiles::classes::{DeckRules, MAX_COLOURS};
use hexpress_tiles::necklaces::EdgeMarking;

pub struct RulesAndColours {
    pub rules: DeckRules,
    pub colours: Vec<Arc<str>>,
}

/// Returns the rules of a deck. Reports contradictory keys. Returns `None` after an error.
pub fn deck_rules(
    table: &RandomDeck,
    place: SourceSpan,
    properties: DeckProperties<'_>,
    resolver: &mut Resolver<'_>,
) -> Option<RulesAndColours> {
    let edges = properties.outline.edges();
    if edges == 0 || !properties.is_square {
        let message = match edges {
            0 => "a random deck needs pieces with edges, but these have none",
            _ => "the tiles of a random deck must have equal sides, but these are oblong",
        };
        let hint = "choose triangles, squares, hexagons or octagons: shape = \"square\"";
        resolver.error_with_hint(codes::BAD_VALUE, place, message, hint);
    }
    report_idle_keys(table, resolver);
    let named = match (&table.edges, &table.join) {
        (Some(_), Some(join)) => {
            let both = "`edges` and `join` both define the edges";
            let place = resolver.key_place(&join.span);
            return resolver.error_with_hint(codes::BAD_VALUE, place, both, "delete one of them").none();
        }
        (Some(edges), None) => Some(edges),
        (None, Some(join)) if table.colours.is_none() => {
            let hint = "add colours = [\"red\", \"blue\"]";
            return resolver
                .error_with_hint(codes::MISSING_KEY, join, "`join` needs `colours` for the paths", hint)
                .none();
        }
        (None, Some(_)) => table.colours.as_ref(),
        (None, None) => None,
    };
    let colours = match named {
        Some(named) => resolver.without_errors(|resolver| colours(named, resolver)),
        None => Some(default_colours::names().collect()),
    };
    let blank = table.blank_edges.as_ref().is_some_and(|at| at.value);
    let least = if blank { 0 } else { 1 };
    // `distinct` depends on the number of colours. So it is not checked if a colour is invalid, which
    // has already been reported.
    let distinct =
        colours.as_ref().and_then(|colours| distinct(table, least, edges, colours.len(), resolver));
    if let Some(at) = table.without.as_ref().filter(|at| at.value.0.iter().any(|s| s.0 as usize > edges / 2))
    {
        let most = edges / 2;
        let message =
            format!("a tile has at most {most} straight paths, but `without` names a larger number");
        resolver.error(codes::BAD_COUNT, at, message);
    }
    let without = table.without.iter().flat_map(|at| &at.value.0);
    let without_straight = without.map(|straight| straight.0 as usize).collect();
    let alike = match table.no_two_alike.as_ref().map(|at| at.value) {
        Some(NoTwoAlike::TurnedOrFlipped) => TileEquality::TurnedOrFlipped,
        _ => TileEquality::Turned,
    };
    let marking = if table.join.is_some() { EdgeMarking::Paths } else { EdgeMarking::Edges { blank } };
    let colours = colours?;
    let rules =
        DeckRules { edges, colours: colours.len(), marking, distinct: distinct?, alike, without_straight };
    Some(RulesAndColours { rules, colours })
}

/// Reports keys that have no effect together with other keys.
fn report_idle_keys(table: &RandomDeck, resolver: &mut Resolver<'_>) {
    if let (Some(at), Some(_)) = (&table.blank_edges, &table.join) {
        does_nothing(
            "blank-edges",
            &at.span,
            "delete it: `join` joins all edges, so no edge is blank",
            resolver,
        );
    }
    if let (Some(at), None) = (&table.colours, &table.join) {
        let right_key = match &table.edges {
            None => "for the colours of edges, write `edges` instead of `colours`",
            Some(_) => {
                "delete it, because `colours` is only for paths; to use paths, replace `edges` with \
                    join = \"all edges in pairs\""
            }
        };
        does_nothing("colours", &at.span, right_key, resolver);
    }
    if let (Some(at), None) = (&table.without, &table.join) {
        let for_paths = match table.edges {
            Some(_) => {
                "delete it, because `without` is only for paths; to use paths, replace `edges` with \
                    join = \"all edges in pairs\" and `colours`"
            }
            None => {
                "delete it, or add join = \"all edges in pairs\": `without` excludes tiles by their paths"
            }
        };
        does_nothing("without", &at.span, for_paths, resolver);
    }
}

/// Reports a key that has no effect.
fn does_nothing(key: &str, span: &Range<usize>, hint: &str, resolver: &mut Resolver<'_>) {
    let place = resolver.key_place(span);
    resolver.error_with_hint(codes::IDLE_KEY, place, format!("`{key}` has no effect here"), hint);
}

/// Returns the names of colours. Reports unknown and duplicate colours, and lists that are empty or
/// too long.
fn colours(named: &Spanned<Vec<Spanned<ColourName>>>, resolver: &mut Resolver<'_>) -> Vec<Arc<str>> {
    let mut known = BTreeSet::new();
    for at in &named.value {
        let (name, place) = (at.value.0.as_str(), resolver.place(at));
        if !known.insert(name) {
            resolver.error(codes::SAME_NAME, place, format!("`{name}` is in this list twice"));
        } else if name == "-" || name.contains(|c: char| c.is_whitespace() || ",\"{}|".contains(c)) {
            let message = format!("a colour of a deck must be a single word, but `{name}` is not");
            let hint = "give this colour a one-word name in [colours], and write that name here";
            resolver.error_with_hint(codes::BAD_VALUE, place, message, hint);
        } else {
            resolver.ink(at);
        }
    }
    if named.value.is_empty() {
        resolver.error(codes::NOTHING, named, "this list is empty, so there are no tiles");
    }
    if named.value.len() > MAX_COLOURS {
        let message =
            format!("a deck can have at most {MAX_COLOURS} colours, but this list has {}", named.value.len());
        resolver.error(codes::BAD_COUNT, named, message);
    }
    named.value.iter().map(|at| Arc::from(at.value.0.as_str())).collect()
}

/// Returns the range of the number of different colours on a tile, from the keys `at-least` and
/// `exactly`. Without these keys, the range starts at `least`. Reports a number that no tile can have.
/// Returns `None` after an error.
fn distinct(
    table: &RandomDeck,
    least: usize,
    edges: usize,
    colours: usize,
    resolver: &mut Resolver<'_>,
) -> Option<RangeInclusive<usize>> {
    if let (Some(_), Some(at)) = (&table.at_least, &table.exactly) {
        let both = "`at-least` and `exactly` both set the number of colours of a tile";
        let place = resolver.key_place(&at.span);
        return resolver.error_with_hint(codes::BAD_VALUE, place, both, "delete one of them").none();
    }
    let Some(at) = table.at_least.as_ref().or(table.exactly.as_ref()) else { return Some(least..=edges) };
    let number = at.value.0 as usize;
    let (room, what) = match table.join {
        Some(_) => (edges / 2, "paths"),
        None => (edges, "edges"),
    };
    if number > colours.min(room) {
        let why = if colours < room {
            let plural = if colours == 1 { "" } else { "s" };
            format!("this deck has only {colours} colour{plural}")
        } else {
            format!("a tile has {room} {what}")
        };
        let plural = if number == 1 { "" } else { "s" };
        let message = format!("no tile has {number} different colour{plural}: {why}");
        return resolver.error(codes::BAD_COUNT, at, message).none();
    }
    Some(if table.exactly.is_some() { number..=number } else { number.max(least)..=edges })
}
