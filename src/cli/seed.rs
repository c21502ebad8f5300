//! `--seed` and `--count`: what is asked of a game's random decks.

use std::hash::{BuildHasher, RandomState};

use crate::diag::{Diagnostic, Report, codes};
use crate::model::{Game, MOST_PIECES};
use crate::record::{DeckCount, Options};

/// What was typed.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    seed: Option<u64>,
    count: Option<DeckCount>,
}

impl Asked {
    /// Reads what was typed; `random` is one seed for all games of this run.
    pub fn parse(seed: Option<&str>, count: Option<&str>, report: &mut Report) -> Self {
        let mut wrong = |message: String| report.push(codes::BAD_OPTION.error(message));
        let seed = seed.and_then(|typed| match typed.trim() {
            "random" => Some(random()),
            number => {
                let (most, seed) = (u64::MAX, number.parse().ok());
                if seed.is_none() {
                    wrong(format!("--seed {typed}: a seed is a whole number from 0 to {most}, or `random`"));
                }
                seed
            }
        });
        let count = count.and_then(|typed| match typed.trim() {
            "all" => Some(DeckCount { deck: None, tiles: None }),
            number => {
                let digits = number.strip_prefix('-').unwrap_or(number);
                let count = number.parse::<i64>().ok().filter(|n| (1..=MOST_PIECES as i64).contains(n));
                if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
                    wrong(format!("--count {typed}: a number of tiles is meant, or `all`"));
                } else if count.is_none() {
                    wrong(format!("--count {typed}: a deck has between 1 and {MOST_PIECES} tiles"));
                }
                count.map(|tiles| DeckCount { deck: None, tiles: Some(tiles) })
            }
        });
        Self { seed, count }
    }

    /// What is typed now comes before what an earlier build was asked for.
    pub fn over(&self, options: &mut Options) {
        options.seed = self.seed.or(options.seed);
        options.count = self.count.clone().or(options.count.take());
    }

    /// Nothing may be asked of random decks where there is none to ask.
    ///
    /// # Errors
    /// What was asked; or the component that was asked for, if the game has none of this name.
    pub fn is_nothing(&self, game: &Game, options: &Options) -> Result<(), Report> {
        let is_known = |name: &&String| game.components.iter().any(|component| **name == *component.name);
        if let Some(unknown) = options.only.iter().find(|name| !is_known(name)) {
            return Err(game.has_no(unknown).into());
        }
        let mut report = Report::default();
        for what in
            [self.seed.map(|_| "--seed: "), self.count.as_ref().map(|_| "--count: ")].into_iter().flatten()
        {
            report.push(no_deck(&game.id, what, options));
        }
        if report.is_empty() { Ok(()) } else { Err(report) }
    }
}

/// What is said where nothing that is asked for is drawn at random.
pub fn no_deck(game: &str, what: &str, options: &Options) -> Diagnostic {
    let message = if options.only.is_empty() && options.pieces.is_empty() {
        format!("{what}`{game}` has no random deck")
    } else {
        format!("{what}of `{game}` no random deck is asked for")
    };
    codes::BAD_OPTION
        .error(message)
        .hint("leave it out: it is for [tiles.deck], tiles that are drawn at random")
}

/// A seed from the system, short enough to be typed again.
fn random() -> u64 {
    // The keys of a map's hasher come from the system's own random numbers.
    RandomState::new().hash_one(0_u8) % 10_000_000_000
}
