//! Random decks: from `[tiles.deck]` to tiles, their numbers, and the deck's hash. The mathematics are in
//! [`crate::tiles`]; `docs/decks.md` says all of it so that another program can draw the same deck.

mod file;
mod numbers;
mod wish;

use super::context::{Compiler, Kind};
use crate::diag::{Diagnostic, Place, codes};
use crate::model::{Drawn, MOST_PIECES, drawn};
use crate::spec::tables::deck::{NoTwoAlike, RandomDeck};
use crate::spec::tables::layout::Layout;
use crate::spec::values::place::At;
use crate::spec::values::tiles::TileCount;
use crate::tiles::balance::balance;
use crate::tiles::pattern::Marking;
use crate::tiles::{Classes, Stream, draw};

/// The seed of a game that gives none.
const DEFAULT_SEED: u64 = 1;

/// What the decks of a layout are drawn from if nothing else is asked for.
#[must_use]
pub fn own_seed(layout: &Layout) -> u64 {
    layout.game.as_ref().and_then(|game| game.seed.as_ref()).map_or(DEFAULT_SEED, |at| at.value.0)
}

/// Draws the deck of a component.
pub fn drawn(given: &At<Box<RandomDeck>>, kind: Kind<'_>, compiler: &mut Compiler<'_>) -> Option<Box<Drawn>> {
    let name = kind.name;
    let place = compiler.key_place(&given.span);
    let wish = compiler.whole(|compiler| wish::wish(given, place, kind, compiler)).flatten();
    if let Some(data) = &given.data {
        let drawn = compiler.whole(|compiler| file::read(given, data, wish, kind, compiler));
        return drawn.flatten().map(Box::new);
    }
    let planned = numbers::planned(&given.numbers, compiler);
    let count = wanted(given, name, place, compiler);
    let ((wish, colours), numbers, count) = (wish?, planned?, count?);
    let rule = given.no_two_alike.as_ref().map_or(NoTwoAlike::default(), |at| at.value);
    let paths = wish.marking == Marking::Paths;
    let alike = wish.alike;
    // There are never too many colours here.
    let classes = Classes::new(wish)?;
    let count = how_many(count, classes.count(), rule, given, name, place, compiler)?;
    let seed = compiler.chance.seed;
    let mut stream = Stream::new(seed, name, "tiles");
    let drawn = match (rule, count) {
        (NoTwoAlike::MayBeAlike, Count::Some(count)) => {
            draw::with_replacement(classes.count(), count, &mut stream)
        }
        (_, Count::Some(count)) => draw::without_replacement(classes.count(), count, &mut stream),
        (_, Count::All) => draw::without_replacement(classes.count(), classes.count(), &mut stream),
    };
    let mut tiles = draw::tiles(&classes, &drawn, &mut Stream::new(seed, name, "turn"));
    let distinct = rule != NoTwoAlike::MayBeAlike;
    if let Some(at) = given.balance.as_ref().filter(|at| at.value) {
        let even = balance(&classes, tiles, distinct, &mut Stream::new(seed, name, "balance"));
        tiles = even.tiles;
        if even.spread > 1 {
            let what = if paths { "paths" } else { "edges" };
            let message = format!(
                "the colours of `{name}` cannot be even: the most frequent one is on {} {what} more than the rarest",
                even.spread
            );
            let hint = "other tiles may do: another seed, more of them, or fewer demands on each";
            let warning = Diagnostic::warning(codes::UNEVEN_DECK, message);
            compiler.warnings.push(warning.at(compiler.key_place(&at.span)).hint(hint));
        }
    }
    let numbers = numbers::numbers(&numbers, &tiles, seed, name, compiler)?;
    let alike = distinct.then_some(alike);
    let hash = String::new();
    let classes = classes.count();
    let mut drawn =
        Drawn { seed: Some(seed), classes, tiles, colours, paths, alike, numbers, own: None, hash };
    drawn.hash = drawn::hash(&drawn.csv());
    Some(Box::new(drawn))
}

/// How many tiles are drawn.
#[derive(Debug, Clone, Copy)]
enum Count {
    All,
    Some(u64),
}

/// Where a count was said.
#[derive(Debug, Clone, Copy)]
enum Said {
    File(Place),
    CommandLine,
}

fn wrong_count(
    said: Said,
    typed: TileCount,
    message: &str,
    hint: Option<String>,
    compiler: &mut Compiler<'_>,
) {
    match said {
        Said::File(place) => compiler.wrong(
            Diagnostic::error(codes::BAD_COUNT, format!("`count`: {message}")).maybe_hint(hint),
            place,
        ),
        Said::CommandLine => {
            let typed = match typed {
                TileCount::Number(n) => n.to_string(),
                TileCount::All => "all".to_owned(),
                TileCount::Seats => "seats".to_owned(),
            };
            compiler.report.push(
                Diagnostic::error(codes::BAD_COUNT, format!("--count {typed}: {message}")).maybe_hint(hint),
            );
        }
    }
}

/// The count that holds, and where it was said.
fn said(given: &RandomDeck, name: &str, compiler: &Compiler<'_>) -> Option<(TileCount, Said)> {
    if let Some((_, count)) = compiler.chance.asked.count.as_ref().filter(|(of, _)| of == name) {
        return Some((*count, Said::CommandLine));
    }
    given.count.as_ref().map(|at| (at.value, Said::File(compiler.place(at))))
}

/// What is asked for, if it can be at all.
fn wanted(given: &RandomDeck, name: &str, place: Place, compiler: &mut Compiler<'_>) -> Option<Count> {
    let Some((typed, said)) = said(given, name, compiler) else {
        let message = "a deck needs a number of tiles".to_owned();
        let hint = "count = 60, or count = \"all\"".to_owned();
        compiler.wrong(Diagnostic::error(codes::MISSING_KEY, message).hint(hint), place);
        return None;
    };
    match typed {
        TileCount::All => Some(Count::All),
        TileCount::Seats => Some(Count::Some(compiler.chance.seats.into())),
        TileCount::Number(n) if (1..=MOST_PIECES as i64).contains(&n) => Some(Count::Some(n.unsigned_abs())),
        TileCount::Number(_) => {
            let message = format!("a deck has between 1 and {MOST_PIECES} tiles");
            wrong_count(said, typed, &message, None, compiler);
            None
        }
    }
}

/// The count once it is known how many tiles there are.
fn how_many(
    count: Count,
    classes: u64,
    rule: NoTwoAlike,
    given: &RandomDeck,
    name: &str,
    place: Place,
    compiler: &mut Compiler<'_>,
) -> Option<Count> {
    if classes == 0 {
        let message = "no tile is as this deck wants them".to_owned();
        compiler.wrong(Diagnostic::error(codes::NOTHING, message), place);
        return None;
    }
    let (typed, said) = said(given, name, compiler)?;
    match count {
        Count::All if classes > MOST_PIECES as u64 => {
            let message =
                format!("there are {classes} different tiles, and a deck has at most {MOST_PIECES}");
            wrong_count(said, typed, &message, None, compiler);
            None
        }
        Count::Some(count) if count > classes && rule != NoTwoAlike::MayBeAlike => {
            let are = if classes == 1 { "is only 1" } else { &format!("are only {classes}") };
            let message = format!("{count} different tiles are asked for, and there {are}");
            let hint = match said {
                Said::File(_) => "count = \"all\", more colours, or no-two-alike = \"may be alike\"",
                Said::CommandLine => "--count all",
            };
            wrong_count(said, typed, &message, Some(hint.to_owned()), compiler);
            None
        }
        count => Some(count),
    }
}
