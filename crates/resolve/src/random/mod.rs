//! Makes random decks: chooses the tiles and their numbers at random, and computes the hash of the
//! deck.
//!
//! - In: the table `[tiles.deck]` of the layout, and the seed.
//! - Out: a [`RandomTiles`].
//! - Not here: the mathematics ([`hexpress_tiles`]).
//!
//! `docs/decks.md` defines every step exactly, so that another program can make the same deck.

mod deck_rules;
mod file;
mod numbers;

use std::fmt::Display;

use crate::context::{DeckProperties, Resolver};
use deck_rules::RulesAndColours;
use hexpress_base::diag::{Diagnostic, Reported, SourceSpan, codes};
use hexpress_game::{MAX_PIECES, RandomTiles};
use hexpress_language::tables::deck::{NoTwoAlike, RandomDeck};
use hexpress_language::tables::layout::Layout;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::tiles::TileCount;
use hexpress_tiles::balance::balance;
use hexpress_tiles::necklaces::EdgeMarking;
use hexpress_tiles::{Classes, Stream, draw};

/// The seed of a game that sets no `seed`.
const DEFAULT_SEED: u64 = 1;

/// Returns the seed that the layout sets, or 1 if it sets none. A seed from the command line overrides
/// this one, but not in this function.
pub fn own_seed(layout: &Layout) -> u64 {
    layout.game.as_ref().and_then(|game| game.seed.as_ref()).map_or(DEFAULT_SEED, |at| at.value.0)
}

/// Chooses the tiles of a random deck, or reads them from the data file. Returns `None` after an
/// error.
pub fn choose_tiles(
    table: &Spanned<Box<RandomDeck>>,
    properties: DeckProperties<'_>,
    resolver: &mut Resolver<'_>,
) -> Option<Box<RandomTiles>> {
    let name = properties.name;
    let place = resolver.key_place(&table.span);
    let rules = resolver
        .without_errors(|resolver| deck_rules::deck_rules(table, place, properties, resolver))
        .flatten();
    if let Some(data) = &table.data {
        let read = resolver.without_errors(|resolver| file::read(table, data, rules, properties, resolver));
        return read.flatten().map(Box::new);
    }
    let planned = numbers::planned(&table.numbers, resolver);
    let wanted = TileCountRequest::new(table, name, place, resolver);
    let (RulesAndColours { rules, colours }, numbers, wanted) = (rules?, planned?, wanted?);
    let distinct = table.no_two_alike.as_deref() != Some(&NoTwoAlike::MayBeAlike);
    let paths = rules.marking == EdgeMarking::Paths;
    let equality = distinct.then_some(rules.alike);
    // `Classes::new` fails only if there are too many colours. This has already been reported.
    let classes = Classes::new(rules)?;
    if classes.count() == 0 {
        let message = "no tile meets all conditions of this deck";
        let hint = "delete one of the conditions, or add colours";
        return resolver.error_with_hint(codes::NOTHING, place, message, hint).none();
    }
    wanted.check(classes.count(), distinct, resolver)?;
    let seed = resolver.seed;
    let mut stream = Stream::new(seed, name, "tiles");
    let drawn_classes = match wanted.number {
        Some(count) if !distinct => draw::with_replacement(classes.count(), count, &mut stream),
        count => draw::without_replacement(classes.count(), count.unwrap_or(classes.count()), &mut stream),
    };
    let mut tiles = draw::tiles(&classes, &drawn_classes, &mut Stream::new(seed, name, "turn"));
    if let Some(at) = table.balance.as_ref().filter(|at| at.value) {
        let balanced = balance(&classes, tiles, distinct, &mut Stream::new(seed, name, "balance"));
        tiles = balanced.tiles;
        if balanced.spread > 1 {
            let marking = if paths { "paths" } else { "edges" };
            let warning = uneven(name, balanced.spread, marking);
            resolver.warnings.push(warning.at(resolver.key_place(&at.span)));
        }
    }
    let deck = RandomTiles {
        seed: Some(seed),
        possible_tile_count: classes.count(),
        numbers: numbers::draw_numbers(&numbers, &tiles, seed, name, resolver)?,
        tiles,
        colours,
        has_paths: paths,
        equality,
        own_numbers: None,
        hash: String::new(),
    };
    Some(Box::new(deck.hashed()))
}

/// Returns the warning for a deck in which some colours are more frequent than others. `spread` is the
/// difference between the most frequent and the least frequent colour, counted in edges or paths.
fn uneven(name: &str, spread: impl Display, marking: &str) -> Diagnostic {
    let message = format!(
        "the colours of `{name}` cannot be balanced: the most frequent colour has {spread} more {marking} \
            than the rarest"
    );
    let hint = "try another `seed` in [game], a larger `count`, or fewer conditions for each tile";
    codes::UNEVEN_DECK.warning(message).hint(hint)
}

/// The number of tiles that the layout or the command line asks for.
struct TileCountRequest {
    typed: TileCount,
    /// The number of tiles, or `None` for all possible tiles.
    number: Option<u64>,
    /// The place of the number in the layout. `None` if the number was typed on the command line.
    place: Option<SourceSpan>,
}

impl TileCountRequest {
    /// Returns the number of tiles in a deck. Reports a number that is missing or invalid. Returns
    /// `None` after an error.
    fn new(table: &RandomDeck, name: &str, deck: SourceSpan, resolver: &mut Resolver<'_>) -> Option<Self> {
        let command_line_count =
            resolver.layout.deck_overrides.count.as_ref().filter(|(component, _)| component == name);
        let (typed, place) = match (command_line_count, &table.count) {
            (Some((_, count)), _) => (*count, None),
            (None, Some(at)) => (at.value, Some(resolver.place(at))),
            (None, None) => {
                let hint = "add count = 60, or count = \"all\"";
                return resolver
                    .error_with_hint(codes::MISSING_KEY, deck, "a random deck needs a `count` of tiles", hint)
                    .none();
            }
        };
        let number = match typed {
            TileCount::All => None,
            TileCount::Seats => Some(resolver.seats.into()),
            TileCount::Number(n) => Some(u64::try_from(n).unwrap_or(0)),
        };
        let wanted = Self { typed, number, place };
        if number.is_some_and(|n| !(1..=MAX_PIECES as u64).contains(&n)) {
            return wanted.report(format!("a deck must have 1 to {MAX_PIECES} tiles"), None, resolver).none();
        }
        Some(wanted)
    }

    /// Reports a number of tiles that is too large. `classes` is the number of different tiles that the
    /// rules allow. If `distinct` is true, the deck cannot have more tiles. Returns `None` after an
    /// error.
    fn check(&self, classes: u64, distinct: bool, resolver: &mut Resolver<'_>) -> Option<()> {
        match self.number {
            None if classes > MAX_PIECES as u64 => {
                let too_many =
                    format!("there are {classes} different tiles, but a deck can have at most {MAX_PIECES}");
                self.report(too_many, None, resolver).none()
            }
            Some(count) if count > classes && distinct => {
                let are = if classes == 1 { "is only 1" } else { &format!("are only {classes}") };
                let hint = match self.place {
                    Some(_) => "write count = \"all\", add colours, or write no-two-alike = \"may be alike\"",
                    None => "write --count all",
                };
                let message = format!("the deck needs {count} different tiles, but there {are}");
                self.report(message, Some(hint.to_owned()), resolver).none()
            }
            _ => Some(()),
        }
    }

    /// Reports an error in the number of tiles, at the key `count` of the layout. If the number was typed
    /// on the command line, the error has no place, and its message begins with the option `--count`.
    fn report(&self, message: String, hint: Option<String>, resolver: &mut Resolver<'_>) -> Reported {
        let typed = match (self.place, self.typed) {
            (Some(_), _) => "`count`",
            (None, TileCount::Number(n)) => &format!("--count {n}"),
            (None, TileCount::All) => "--count all",
            (None, TileCount::Seats) => "--count seats",
        };
        let diagnostic = codes::BAD_COUNT.error(format!("{typed}: {message}")).maybe_hint(hint);
        resolver.report.add_error(Diagnostic { place: self.place, ..diagnostic })
    }
}
