//! `--seed` and `--count`: control how the tiles of random decks are chosen.
//!
//! - In: what the user typed.
//! - Out: the seed and the count of a build.

use std::hash::{BuildHasher, RandomState};

use hexpress_base::diag::{Diagnostic, Report, Result, codes};
use hexpress_game::{Game, MAX_PIECES};
use hexpress_language::record::{DeckSize, Options};

/// The seed and the count that the user typed.
#[derive(Debug, Clone, Default)]
pub struct DeckChoices {
    seed: Option<u64>,
    count: Option<DeckSize>,
}

impl DeckChoices {
    /// Reads `--seed` and `--count`, and reports mistakes. `--seed random` chooses one seed for all
    /// games of a run.
    pub fn parse(seed: Option<&str>, count: Option<&str>, report: &mut Report) -> Self {
        Self {
            seed: seed.and_then(|typed| report.ok_or_report(parse_seed(typed))),
            count: count.and_then(|typed| report.ok_or_report(parse_count(typed))),
        }
    }

    /// Replaces the seed and the count in `options` with those that the user typed. A value that the
    /// user did not type stays.
    pub fn replace_in(&self, options: &mut Options) {
        options.seed = self.seed.or(options.seed);
        options.count = self.count.clone().or(options.count.take());
    }

    /// If the user typed `--seed` or `--count`, reports that it has no effect. Called if no random deck
    /// is printed.
    ///
    /// # Errors
    /// A seed or a count was typed. If `--only` names an unknown component, only this mistake is
    /// reported.
    pub fn expect_unused(&self, game: &Game, options: &Options) -> Result<(), Report> {
        let mut names = options.only.iter();
        if let Some(unknown) = names.find(|name| !game.components.iter().any(|c| c.is_called(name))) {
            return Err(game.unknown_component(unknown).into());
        }
        let mut report = Report::default();
        if self.seed.is_some() {
            report.push(no_deck(&game.id, "--seed: ", options));
        }
        if self.count.is_some() {
            report.push(no_deck(&game.id, "--count: ", options));
        }
        if report.is_empty() { Ok(()) } else { Err(report) }
    }
}

/// Reads a seed.
///
/// # Errors
/// The text is neither `random` nor a number.
fn parse_seed(typed: &str) -> Result<u64> {
    match typed.trim() {
        "random" => Ok(random()),
        number => number.parse().map_err(|_| {
            let most = u64::MAX;
            let message =
                format!("--seed must be a whole number from 0 to {most}, or `random`, not `{typed}`");
            codes::BAD_OPTION.error(message)
        }),
    }
}

/// Reads a number of tiles.
///
/// # Errors
/// The text is neither `all` nor a number, or no deck can have this number of tiles.
fn parse_count(typed: &str) -> Result<DeckSize> {
    let number = typed.trim();
    if number == "all" {
        return Ok(DeckSize { deck: None, tiles: None });
    }
    let digits = number.strip_prefix('-').unwrap_or(number);
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        let message = format!("--count must be a number of tiles, or `all`, not `{typed}`");
        return Err(codes::BAD_OPTION.error(message));
    }
    match number.parse::<i64>() {
        Ok(tiles) if (1..=MAX_PIECES as i64).contains(&tiles) => {
            Ok(DeckSize { deck: None, tiles: Some(tiles) })
        }
        _ => {
            let message = format!("--count must be from 1 to {MAX_PIECES}, not `{typed}`");
            Err(codes::BAD_OPTION.error(message))
        }
    }
}

/// Returns the error for an option that has no effect because no random deck is printed.
///
/// The message begins with `option`, e.g. `--seed: `.
pub fn no_deck(game: &str, option: &str, options: &Options) -> Diagnostic {
    let message = if options.only.is_empty() && options.pieces.is_empty() {
        format!("{option}`{game}` has no random deck")
    } else {
        format!("{option}the chosen components of `{game}` have no random deck")
    };
    codes::BAD_OPTION.error(message).hint("delete this option: it applies only to random decks, [tiles.deck]")
}

/// Returns a random seed. The seed has at most ten digits, so that the user can type it again.
fn random() -> u64 {
    // The system gives each hasher random keys, so the hash is a random number.
    RandomState::new().hash_one(0_u8) % 10_000_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_a_number_that_a_deck_can_have() {
        assert_eq!(parse_count("1").unwrap().tiles, Some(1));
        assert_eq!(parse_count(&MAX_PIECES.to_string()).unwrap().tiles, Some(MAX_PIECES as i64));
        assert_eq!(parse_count(" all ").unwrap().tiles, None);
        for wrong in ["0", "-1", "", "-", "1.5", "99999999999999999999"] {
            assert!(parse_count(wrong).is_err(), "{wrong}");
        }
        assert!(parse_count(&(MAX_PIECES + 1).to_string()).is_err());
    }

    #[test]
    fn a_seed_has_64_bits() {
        assert_eq!(parse_seed("18446744073709551615").unwrap(), u64::MAX);
        assert!(parse_seed("18446744073709551616").is_err() && parse_seed("-1").is_err());
        assert!(parse_seed("random").unwrap() < 10_000_000_000);
    }
}
