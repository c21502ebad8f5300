//! `--pieces deck:12,40-45`: prints only the pieces with these numbers. For a board, the numbers
//! stand for its sheets.
//!
//! - In: the texts that the user typed.
//! - Out: the numbers, and a game with only these pieces.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::count_with_noun;
use hexpress_game::MAX_PIECES;
use hexpress_game::{Body, Game};
use hexpress_layout::Setup;
use hexpress_scene::text::Fonts;

/// The numbers of the pieces to print, for each component.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PieceSelection(SortedMap<String, Choice>);

/// Which pieces of a component are printed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Choice {
    /// The whole component.
    All,
    /// The pieces with these numbers.
    Numbers(BTreeSet<u32>),
    /// Stickers for the cells with these numbers. Cells are numbered from 1, in the order of
    /// `Board::cells`.
    Cells(BTreeSet<u32>),
}

impl Default for Choice {
    fn default() -> Self {
        Self::Numbers(BTreeSet::new())
    }
}

impl Choice {
    fn add(&mut self, more: impl IntoIterator<Item = u32>) {
        if let Self::Numbers(numbers) | Self::Cells(numbers) = self {
            numbers.extend(more);
        }
    }
}

/// The word that the user types for all pieces of a component.
const ALL: &str = "all";
/// The word before the numbers of cells. `--since` adds it; users never type it.
const CELLS: &str = "cells ";
/// The end of the name of a component with stickers. For example, `map-patches` has the stickers for
/// the board `map`.
const PATCHES: &str = "-patches";

/// Returns the text that chooses stickers for these cells of a board, such as `map-patches:cells 3,7`.
/// Cells are numbered from 1, in the order of the board's list of cells.
pub fn choice_of_cells(board: &str, numbers: &BTreeSet<u32>) -> String {
    format!("{board}{PATCHES}:{CELLS}{}", number_runs(numbers, ","))
}

/// A hint for a text that names no component.
const EXAMPLE: &str = "for example, write --pieces COMPONENT:1,3-5, with the name of a component";

impl PieceSelection {
    /// Reads the texts that the user typed, such as `deck:12,40-45`. Each text consists of the name of
    /// a component and the numbers of its pieces.
    ///
    /// # Errors
    /// The report contains an error for every text that is not written in this way.
    pub fn parse(texts: &[String]) -> Result<Self, Report> {
        let mut report = Report::default();
        let mut wanted: SortedMap<String, Choice> = SortedMap::new();
        for text in texts {
            let Some((name, numbers)) = text.split_once(':') else {
                report.push(without_colon(text));
                continue;
            };
            let found = wanted.entry(name.trim().to_owned()).or_default();
            if numbers.trim() == ALL {
                *found = Choice::All;
                continue;
            }
            let numbers = match numbers.strip_prefix(CELLS) {
                Some(cells) if name.ends_with(PATCHES) => {
                    *found = Choice::Cells(BTreeSet::new());
                    cells
                }
                _ => numbers,
            };
            for part in numbers.split(',') {
                match NumberRun::parse(part.trim()) {
                    Ok(run) => found.add(run.first..=run.last),
                    Err(what) => {
                        let message = format!("--pieces `{text}`: {what}");
                        let hint = match name.trim() {
                            "" => EXAMPLE.to_owned(),
                            name => format!("for example, write --pieces {name}:1,3-5"),
                        };
                        report.push(codes::BAD_OPTION.error(message).hint(hint));
                    }
                }
            }
        }
        if report.has_errors() { Err(report) } else { Ok(Self(wanted)) }
    }

    /// Returns an error if the user typed a space between a component and its numbers, as in `--pieces
    /// deck 2`. Returns `None` if there is no such space.
    ///
    /// Because of the space, the number is a separate argument, at a place where the name of a game is
    /// expected.
    pub fn split_by_space(texts: &[String], games: &[PathBuf]) -> Option<Diagnostic> {
        let name = texts.iter().find(|text| !text.contains(':'))?;
        let numbers: Vec<&str> = games.iter().filter_map(|game| numbers(game)).collect();
        if numbers.is_empty() {
            return None;
        }
        let message = format!(
            "--pieces `{name} {}`: there is a space between the component and its numbers",
            numbers.join(" ")
        );
        let hint = format!("write --pieces {name}:{}", numbers.join(",").replace(",,", ","));
        Some(codes::BAD_OPTION.error(message).hint(hint))
    }

    /// Returns the chosen pieces as sorted texts for the record, such as `deck:12,40-45`.
    pub fn texts(&self) -> Vec<String> {
        let text = |(name, choice): (&String, &Choice)| match choice {
            Choice::All => format!("{name}:{ALL}"),
            Choice::Numbers(numbers) => format!("{name}:{}", number_runs(numbers, ",")),
            Choice::Cells(numbers) => format!("{name}:{CELLS}{}", number_runs(numbers, ",")),
        };
        self.0.iter().map(text).collect()
    }

    /// Returns whether no pieces were chosen. If so, all pieces are printed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the piece with this number is printed. For a board, `number` is the number
    /// of a sheet.
    pub fn contains(&self, component: &str, number: u32) -> bool {
        match self.0.get(component) {
            Some(Choice::All) => true,
            Some(Choice::Numbers(numbers)) => numbers.contains(&number),
            Some(Choice::Cells(_)) => false,
            None => self.is_empty(),
        }
    }

    /// Returns the numbers of the cells of a board that are printed as stickers. Returns `None` if no
    /// stickers of this board are printed.
    pub fn cells_of(&self, board: &str) -> Option<&BTreeSet<u32>> {
        match self.0.get(&format!("{board}{PATCHES}")) {
            Some(Choice::Cells(numbers)) => Some(numbers),
            _ => None,
        }
    }

    /// Adds components with stickers to a game.
    ///
    /// # Errors
    /// A board does not exist, or its cells cannot be printed as stickers.
    pub fn add_patches(&self, game: &mut Game, fonts: &Fonts, setup: &Setup) -> Result<(), Report> {
        for (name, choice) in &self.0 {
            let (Choice::Cells(numbers), Some(board)) = (choice, name.strip_suffix(PATCHES)) else {
                continue;
            };
            let known = |name: &str| game.components.iter().find(|component| *component.name == *name);
            let Some(component) = known(board) else { return Err(game.unknown_component(board).into()) };
            if known(name).is_some() {
                let message = format!("--patches makes a component `{name}`, but the layout has one already");
                return Err(codes::BAD_OPTION
                    .error(message)
                    .hint(format!("rename `{name}` in the layout"))
                    .into());
            }
            let cells: Vec<usize> =
                numbers.iter().map(|number| (*number as usize).saturating_sub(1)).collect();
            let patches = hexpress_layout::patches(game, fonts, setup, component, name, &cells)?;
            game.components.push(patches);
        }
        Ok(())
    }

    /// Returns the chosen pieces as text for the user, such as `deck 12, 40-45` or
    /// `board (sheets 2, 5)`.
    pub fn words(&self, game: &Game) -> String {
        let is_board = |name: &str| game.components.iter().any(|c| *c.name == *name && c.board().is_some());
        let parts = self.0.iter().map(|(name, choice)| match choice {
            Choice::All => name.clone(),
            Choice::Numbers(numbers) if is_board(name) => {
                let sheets = if numbers.len() == 1 { "sheet" } else { "sheets" };
                format!("{name} ({sheets} {})", number_runs(numbers, ", "))
            }
            Choice::Numbers(numbers) => format!("{name} {}", number_runs(numbers, ", ")),
            Choice::Cells(numbers) => format!("{name} ({})", count_with_noun(numbers.len(), "cell")),
        });
        parts.collect::<Vec<_>>().join("; ")
    }

    /// In each component that the user named, keeps only the chosen pieces. If the user chose
    /// pieces by number, each chosen piece is printed once.
    ///
    /// Returns the names of the components with chosen pieces.
    ///
    /// # Errors
    /// A component or the number of a piece is unknown. The numbers of sheets are checked elsewhere,
    /// because they are known only when the game is laid out.
    pub fn pick(&self, game: &mut Game) -> Result<Vec<String>, Report> {
        let mut report = Report::default();
        for (name, choice) in &self.0 {
            let Some(index) = game.components.iter().position(|component| component.is_called(name)) else {
                report.push(game.unknown_component(name));
                continue;
            };
            let component = &mut game.components[index];
            let Choice::Numbers(numbers) = choice else { continue };
            let Body::Pieces(deck) = &mut component.body else {
                component.sheets = numbers.iter().copied().collect();
                component.print = 1;
                continue;
            };
            if let Some(last) = numbers.last().filter(|n| **n as usize > deck.total) {
                let pieces = count_with_noun(deck.total, "piece");
                let message = format!("--pieces: `{name}` has {pieces}, so there is no piece {last}");
                report.push(codes::BAD_OPTION.error(message));
                continue;
            }
            deck.pick(numbers.iter().copied().collect());
            // `print` says how often the whole component is printed. Chosen pieces are printed once.
            component.print = 1;
        }
        if report.has_errors() { Err(report) } else { Ok(self.0.keys().cloned().collect()) }
    }
}

/// The numbers of pieces. Contains only components whose numbers are not in the order of the rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Numbering(SortedMap<String, Vec<u32>>);

impl Numbering {
    /// Sets the numbers of a component's pieces. `numbers` is in the order of the rows. Ascending
    /// numbers are not stored, because they are the default.
    pub fn add(&mut self, component: &str, numbers: Vec<u32>) {
        if !numbers.is_sorted() {
            self.0.insert(component.to_owned(), numbers);
        }
    }

    /// Returns the numbers as texts for the record, such as `deck:1-11,54,12-53`. In this example, the
    /// twelfth row has number 54.
    pub fn texts(&self) -> Vec<String> {
        let text = |(name, numbers): (&String, &Vec<u32>)| {
            let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| NumberRun::from_numbers(run).text());
            format!("{name}:{}", runs.collect::<Vec<_>>().join(","))
        };
        self.0.iter().map(text).collect()
    }

    /// Reads the numbers in a record.
    ///
    /// # Errors
    /// A text does not consist of a name and numbers.
    pub fn parse(texts: &[String]) -> Result<Self, Diagnostic> {
        let mut numbering = Self::default();
        for text in texts {
            let (name, runs) = text.split_once(':').ok_or_else(|| damaged_numbers(text))?;
            let mut numbers = Vec::new();
            for run in runs.split(',') {
                let run = NumberRun::parse(run).map_err(|_| damaged_numbers(text))?;
                numbers.extend(run.first..=run.last);
                if numbers.len() > MAX_PIECES {
                    return Err(damaged_numbers(text));
                }
            }
            numbering.0.insert(name.to_owned(), numbers);
        }
        Ok(numbering)
    }

    /// Sets the numbers of the pieces of a game, and sorts the pieces by number.
    ///
    /// # Errors
    /// The numbers for a component do not match its pieces.
    pub fn apply(&self, game: &mut Game) -> Result<(), Diagnostic> {
        for (name, numbers) in &self.0 {
            let component = game.components.iter_mut().find(|component| *component.name == **name);
            let deck = component.and_then(|component| match &mut component.body {
                Body::Pieces(deck) => Some(deck),
                Body::Board(_) | Body::Pages(_) => None,
            });
            let renumbered = deck.is_some_and(|deck| deck.renumber(numbers));
            if !renumbered {
                return Err(damaged_numbers(name));
            }
        }
        Ok(())
    }
}

fn damaged_numbers(text: &str) -> Diagnostic {
    codes::DAMAGED_RECORD
        .error(format!("the PDF contains numbers of pieces that do not fit its layout: {text}"))
        .hint("build from the layout itself, the .toml file")
}

/// Returns the error for a value of `--pieces` without a colon.
fn without_colon(text: &str) -> Diagnostic {
    let message = format!("--pieces `{text}`: expected a component and its numbers, separated by `:`");
    let is_name = text.starts_with(char::is_alphabetic) && !text.contains(char::is_whitespace);
    let hint = if is_name {
        format!("for example, write --pieces {text}:1,3-5")
    } else if text.split(',').all(|part| NumberRun::parse(part.trim()).is_ok()) {
        format!("write --pieces COMPONENT:{text}, with the name of a component")
    } else {
        EXAMPLE.to_owned()
    };
    codes::BAD_OPTION.error(message).hint(hint)
}

/// `game` is an argument at a place where the name of a game is expected. Returns it if it looks like
/// numbers of pieces, such as `12,40-45`. Otherwise returns `None`.
pub fn numbers(game: &Path) -> Option<&str> {
    let text = game.to_str()?;
    let is_list = text.starts_with(|c: char| c.is_ascii_digit())
        && text.split(',').all(|part| part.is_empty() || NumberRun::parse(part).is_ok());
    is_list.then_some(text)
}

/// A run of successive numbers, such as `40-45`. A single number is also a run.
struct NumberRun {
    first: u32,
    last: u32,
}

impl NumberRun {
    /// Reads a number, such as `12`, or a range, such as `40-45`.
    ///
    /// # Errors
    /// The text is neither a number nor a range. The error is a reason, which the caller appends to a
    /// message.
    fn parse(text: &str) -> Result<Self, String> {
        let (first, last) = match text.split_once('-') {
            Some((first, last)) => (piece_number(first)?, piece_number(last)?),
            None => {
                let number = piece_number(text)?;
                (number, number)
            }
        };
        if first > last {
            return Err(format!(
                "a range starts with the smaller number: write `{last}-{first}`, not `{text}`"
            ));
        }
        Ok(Self { first, last })
    }

    /// Returns the run that consists of these successive numbers.
    fn from_numbers(numbers: &[u32]) -> Self {
        let [first, last] = [numbers.first(), numbers.last()].map(|number| number.copied().unwrap_or(0));
        Self { first, last }
    }

    fn text(&self) -> String {
        let Self { first, last } = self;
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    }
}

/// Reads the number of a piece.
///
/// # Errors
/// No piece can have this number. The error is a reason, which the caller appends to a message.
fn piece_number(text: &str) -> Result<u32, String> {
    match text.trim().parse::<u32>() {
        Ok(0) => Err("pieces are numbered from 1, so there is no piece 0".to_owned()),
        Ok(n) if n as usize > MAX_PIECES => {
            Err(format!("a component has at most {MAX_PIECES} pieces, so there is no piece {n}"))
        }
        Ok(n) => Ok(n),
        Err(_) if text.is_empty() => Err("a number is missing next to `,`, `-` or `:`".to_owned()),
        Err(_) if text.contains(':') => {
            Err(format!("`{text}` is a second component: repeat --pieces for each component"))
        }
        Err(_) if text.contains("..") => Err(format!("write a range as `{}`", text.replace("..", "-"))),
        Err(_) => Err(format!(
            "expected the number of a piece, found `{text}`; to see the numbers, print `{{{{ number }}}}` on \
                the pieces"
        )),
    }
}

/// Returns sorted numbers as text. Successive numbers are written as a run, such as `40-45`.
/// `separator` is between two runs.
pub fn number_runs(numbers: &BTreeSet<u32>, separator: &str) -> String {
    let mut runs: Vec<NumberRun> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if run.last + 1 == number => run.last = number,
            _ => runs.push(NumberRun { first: number, last: number }),
        }
    }
    runs.iter().map(NumberRun::text).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sorted_and_joined_to_runs() {
        let texts = ["deck:40-42,12", "b:3", "deck:43, 12"].map(str::to_owned);
        let wanted = PieceSelection::parse(&texts).unwrap();
        assert_eq!(wanted.texts(), ["b:3", "deck:12,40-43"]);
        assert_eq!(PieceSelection::parse(&wanted.texts()).unwrap(), wanted);
    }

    #[test]
    fn numbers_in_another_order_are_the_same_after_writing_and_reading() {
        let mut numbering = Numbering::default();
        numbering.add("deck", vec![1, 2, 3, 54, 4, 5]);
        numbering.add("sorted", vec![1, 2, 3]);
        assert_eq!(numbering.texts(), ["deck:1-3,54,4-5"]);
        assert_eq!(Numbering::parse(&numbering.texts()).unwrap(), numbering);
        for damaged in ["deck", "deck:x", "deck:3-1", "deck:1-100000,1"] {
            assert!(Numbering::parse(&[damaged.to_owned()]).is_err(), "{damaged}");
        }
    }

    #[test]
    fn all_pieces_can_be_chosen() {
        let wanted =
            PieceSelection::parse(&["deck:3", "deck:all", "b:1", "board:all"].map(str::to_owned)).unwrap();
        assert_eq!(wanted.texts(), ["b:1", "board:all", "deck:all"]);
        assert!(wanted.contains("deck", 9) && wanted.contains("b", 1) && !wanted.contains("b", 2));
        assert!(!wanted.contains("c", 1) && PieceSelection::default().contains("c", 1));
        assert_eq!(PieceSelection::parse(&wanted.texts()).unwrap(), wanted);
    }

    #[test]
    fn cells_are_chosen_for_stickers() {
        let text = choice_of_cells("board", &[3, 1, 2, 9].into());
        assert_eq!(text, "board-patches:cells 1-3,9");
        let wanted = PieceSelection::parse(&[text.clone(), "deck:2".to_owned()]).unwrap();
        assert_eq!(wanted.texts(), [text, "deck:2".to_owned()]);
        assert_eq!(wanted.cells_of("board"), Some(&[1, 2, 3, 9].into()));
        assert!(wanted.cells_of("deck").is_none() && !wanted.contains("board-patches", 1));
        assert!(PieceSelection::parse(&["board:cells 1".to_owned()]).is_err());
    }

    #[test]
    fn the_last_number_may_be_the_most_pieces_and_no_more() {
        assert!(PieceSelection::parse(&[format!("deck:{MAX_PIECES}")]).is_ok());
        assert!(PieceSelection::parse(&[format!("deck:{}", MAX_PIECES + 1)]).is_err());
        assert!(PieceSelection::parse(&["deck:0".to_owned()]).is_err());
    }
}
