//! `--pieces deck:12,40-45`: only some pieces, by their numbers.

use crate::base::map::Map;
use crate::base::units::several;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Report, codes};
use crate::model::MOST_PIECES;
use crate::model::{Body, Game};

/// The numbers that are asked for, by component.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted(Map<String, BTreeSet<u32>>);

const EXAMPLE: &str = "for example --pieces COMPONENT:12,40-45, with the name of a component";

impl Wanted {
    /// Reads what was typed; each text names one component and its numbers.
    ///
    /// # Errors
    /// Everything that is not a name and numbers.
    pub fn parse(texts: &[String]) -> Result<Self, Report> {
        let mut report = Report::default();
        let mut wanted: Map<String, BTreeSet<u32>> = Map::new();
        for text in texts {
            let Some((name, numbers)) = text.split_once(':') else {
                let message =
                    format!("--pieces {text}: a component and its numbers are meant, with : between");
                let is_name = text.starts_with(char::is_alphabetic) && !text.contains(char::is_whitespace);
                let hint = if is_name {
                    format!("for example --pieces {text}:12,40-45")
                } else if text.split(',').all(|part| range(part.trim()).is_ok()) {
                    format!("write --pieces COMPONENT:{text}, with the name of a component")
                } else {
                    EXAMPLE.to_owned()
                };
                report.push(codes::BAD_OPTION.error(message).hint(hint));
                continue;
            };
            let found = wanted.entry(name.trim().to_owned()).or_default();
            for part in numbers.split(',') {
                match range(part.trim()) {
                    Ok((from, to)) => found.extend(from..=to),
                    Err(what) => {
                        let message = format!("--pieces {text}: {what}");
                        let hint = match name.trim() {
                            "" => EXAMPLE.to_owned(),
                            name => format!("for example --pieces {name}:12,40-45"),
                        };
                        report.push(codes::BAD_OPTION.error(message).hint(hint));
                    }
                }
            }
        }
        if report.has_errors() { Err(report) } else { Ok(Self(wanted)) }
    }

    /// Returns the error that the numbers of pieces are parted from their component by a blank, so that they are among the
    /// names of games: `--pieces deck 2`.
    pub fn parted(texts: &[String], games: &[PathBuf]) -> Option<Diagnostic> {
        let name = texts.iter().find(|text| !text.contains(':'))?;
        let numbers: Vec<&str> = games.iter().filter_map(|game| numbers(game)).collect();
        if numbers.is_empty() {
            return None;
        }
        let message =
            format!("--pieces {name} {}: a blank parts the component from its numbers", numbers.join(" "));
        let hint = format!("write --pieces {name}:{}", numbers.join(",").replace(",,", ","));
        Some(codes::BAD_OPTION.error(message).hint(hint))
    }

    /// The same as texts, for the record: `deck:12,40-45`, whatever the order it was typed in.
    pub fn texts(&self) -> Vec<String> {
        self.0.iter().map(|(name, numbers)| format!("{name}:{}", runs(numbers, ","))).collect()
    }

    /// The same for people: `deck 12, 40-45`.
    pub fn words(&self) -> String {
        let parts = self.0.iter().map(|(name, numbers)| format!("{name} {}", runs(numbers, ", ")));
        parts.collect::<Vec<_>>().join("; ")
    }

    /// Leaves only the wanted pieces in the game, each once; the names of their components.
    ///
    /// # Errors
    /// Components and numbers that there are not.
    pub fn pick(&self, game: &mut Game) -> Result<Vec<String>, Report> {
        let mut report = Report::default();
        for (name, numbers) in &self.0 {
            let Some(at) = game.components.iter().position(|c| *c.name == **name) else {
                report.push(game.has_no(name));
                continue;
            };
            let component = &mut game.components[at];
            let Body::Deck(deck) = &mut component.body else {
                let message = format!("--pieces: `{name}` is a board, which has no pieces");
                let hint = format!("--only {name} prints it alone");
                report.push(codes::BAD_OPTION.error(message).hint(hint));
                continue;
            };
            if let Some(last) = numbers.last().filter(|n| **n as usize > deck.total) {
                let pieces = several(deck.total, "piece");
                let message = format!("--pieces: `{name}` has {pieces}, and {last} is asked for");
                report.push(codes::BAD_OPTION.error(message));
                continue;
            }
            deck.pick(numbers.iter().copied().collect());
            // They are wanted once, however often the whole sheet is printed.
            component.print = 1;
        }
        if report.has_errors() { Err(report) } else { Ok(self.0.keys().cloned().collect()) }
    }
}

/// What was typed for a game, if it is the numbers of pieces: `12,40-45`.
pub fn numbers(game: &Path) -> Option<&str> {
    let text = game.to_str()?;
    let is_range = |part: &str| part.is_empty() || range(part).is_ok();
    (text.starts_with(|c: char| c.is_ascii_digit()) && text.split(',').all(is_range)).then_some(text)
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| match text.trim().parse::<u32>() {
        Ok(0) => Err("the first piece is 1, not 0".to_owned()),
        Ok(n) if n as usize > MOST_PIECES => Err(format!("no component has {n} pieces")),
        Ok(n) => Ok(n),
        Err(_) if text.is_empty() => Err("a number is missing".to_owned()),
        Err(_) if text.contains(':') => {
            Err(format!("`{text}` is of another component: --pieces may be typed for each"))
        }
        Err(_) if text.contains("..") => {
            Err(format!("write {} for those from one to the other", text.replace("..", "-")))
        }
        Err(_) => {
            Err(format!("`{text}` is not a number: pieces are numbered from 1, as {{{{ number }}}} prints"))
        }
    };
    let Some((from, to)) = text.split_once('-') else { return number(text).map(|n| (n, n)) };
    let (from, to) = (number(from)?, number(to)?);
    if from > to { Err(format!("`{text}` runs backwards: {to}-{from}")) } else { Ok((from, to)) }
}

/// Numbers that follow one another as `40-45`.
fn runs(numbers: &BTreeSet<u32>, between: &str) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &n in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => runs.push((n, n)),
        }
    }
    let texts =
        runs.iter().map(|(from, to)| if from == to { from.to_string() } else { format!("{from}-{to}") });
    texts.collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_in_order() {
        let texts = ["deck:40-42,12", "b:3", "deck:43, 12"].map(str::to_owned);
        let wanted = Wanted::parse(&texts).unwrap();
        assert_eq!(wanted.texts(), ["b:3", "deck:12,40-43"]);
        assert_eq!(wanted.words(), "b 3; deck 12, 40-43");
        assert_eq!(Wanted::parse(&wanted.texts()).unwrap(), wanted);
    }
}
