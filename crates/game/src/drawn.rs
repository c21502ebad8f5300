//! A deck that was drawn at random, and its table, by which decks are compared and printed again.

use std::fmt::Write;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::edges::edge_name;
use super::values::{Column, ColumnBuilder, Values, whole};
use crate::spec::values::scalar::Scalar;
use crate::tiles::{Alike, MOST_EDGES, Tile};

/// A deck that was drawn at random.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnDeck {
    /// What it was drawn from; none where it was read from a file.
    pub seed: Option<u64>,
    /// How many different tiles there are of this kind.
    pub classes: u64,
    /// The tiles, in the order in which they were drawn; colours by their places in `colours`, from 1.
    pub tiles: Vec<Tile>,
    /// The names of the colours.
    pub colours: Vec<Arc<str>>,
    /// Whether edges are joined by paths.
    pub paths: bool,
    /// Which tiles count as one; none where tiles may be alike.
    pub alike: Option<Alike>,
    /// The numbers of the tiles.
    pub numbers: Vec<Numbers>,
    /// The tiles' own numbers, where they come from a file that says them.
    pub own: Option<Vec<Scalar>>,
    /// SHA-256 of [`DrawnDeck::csv`], in lower-case hex.
    pub hash: String,
}

/// A number that each tile has.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbers {
    /// What it is called.
    pub name: Arc<str>,
    /// Its value for each tile, in their order.
    pub values: Vec<Scalar>,
}

impl DrawnDeck {
    /// With its hash.
    pub fn hashed(mut self) -> Self {
        for byte in Sha256::digest(self.csv().as_bytes()) {
            // Writing to a text cannot fail.
            let _ = write!(self.hash, "{byte:02x}");
        }
        self
    }

    /// The words of each tile: its edges in one text and one by one, or its paths; its colours, and its numbers.
    /// The texts with all edges or paths are made only where `in_one` says that an element asks for them.
    pub fn values(&self, in_one: bool) -> Values {
        let name = if self.paths { "paths" } else { "edges" };
        let mut columns = vec![if in_one {
            let mut length = 0;
            let texts = self.tiles.iter().map(|tile| {
                let mut text = String::with_capacity(length);
                self.write(tile, " ", &mut text);
                length = text.len();
                Scalar::Text(text.into())
            });
            // Where tiles are all different, so are these texts: none is looked for among the others.
            let numbers = 0..u32::try_from(self.tiles.len()).unwrap_or(u32::MAX);
            Column::new(name.into(), texts.collect(), numbers.collect())
        } else {
            Column::empty(name.into(), self.tiles.len())
        }];
        let colours = (0..=MOST_EDGES).map(whole).collect();
        let distinct = self.tiles.iter().map(|tile| tile.distinct() as u32).collect();
        columns.push(Column::new("colours".into(), colours, distinct));
        let column = |name: &Arc<str>, values: &[Scalar]| {
            let mut column = ColumnBuilder::new(Arc::clone(name));
            values.iter().for_each(|value| column.push(Some(value)));
            column.finish()
        };
        columns.extend(self.numbers.iter().map(|number| column(&number.name, &number.values)));
        columns.extend(self.own.iter().map(|own| column(&"number".into(), own)));
        if !self.paths {
            let blank = Scalar::empty().clone();
            let names = self.colours.iter().map(|name| Scalar::Text(name.to_string().into()));
            let names: Vec<_> = std::iter::once(blank).chain(names).collect();
            for edge in 0..self.tiles.first().map_or(0, Tile::edges) {
                let letter = |tile: &Tile| tile.letters().get(edge).map_or(0, |letter| letter.colour.into());
                let cells = self.tiles.iter().map(letter).collect();
                columns.push(Column::new(edge_name(edge + 1).into(), names.clone(), cells));
            }
        }
        Values::of_columns(columns)
    }

    /// What a tile is called: its own number, or its place in the deck.
    pub fn number(&self, index: usize) -> Scalar {
        self.own.as_ref().and_then(|own| own.get(index)).cloned().unwrap_or_else(|| whole(index + 1))
    }

    /// The first eight digits of the hash: what stands on the sheets.
    pub fn short_hash(&self) -> &str {
        self.hash.get(..8).unwrap_or(&self.hash)
    }

    /// The deck as CSV, a line for each tile: its number, its edges (or paths), and its other numbers. Lines end in
    /// a line feed; the hash is taken over these bytes.
    pub fn csv(&self) -> String {
        let edges = self.tiles.first().map_or(0, Tile::edges);
        let mut text = String::with_capacity(16 + self.tiles.len() * (edges + self.numbers.len() + 1) * 6);
        text.push_str("number");
        if self.paths {
            text.push_str(",paths");
        } else {
            for edge in 1..=edges {
                // Writing to a text cannot fail.
                let _ = write!(text, ",edge{edge}");
            }
        }
        for number in &self.numbers {
            let _ = write!(text, ",{}", number.name);
        }
        text.push('\n');
        let mut digits = itoa::Buffer::new();
        for (index, tile) in self.tiles.iter().enumerate() {
            match &self.own {
                Some(_) => cell(&self.number(index), &mut text),
                None => text.push_str(digits.format(index + 1)),
            }
            text.push(',');
            if self.paths {
                // In quotes, for its commas.
                text.push('"');
                self.write(tile, ",", &mut text);
                text.push('"');
            } else {
                self.write(tile, ",", &mut text);
            }
            for number in &self.numbers {
                text.push(',');
                if let Some(value) = number.values.get(index) {
                    cell(value, &mut text);
                }
            }
            text.push('\n');
        }
        text
    }

    /// The names of a tile's edges, `-` for blank, with something between them; or its paths: `1-4 red, 2-3 blue`.
    pub fn write(&self, tile: &Tile, between: &str, text: &mut String) {
        if self.paths {
            for (nth, (edge, letter)) in tile.marks().enumerate() {
                let comma = if nth > 0 { ", " } else { "" };
                let colour = self.colour(letter.colour);
                let _ = write!(text, "{comma}{}-{} {colour}", edge + 1, edge + usize::from(letter.link) + 1);
            }
            return;
        }
        for (edge, letter) in tile.letters().iter().enumerate() {
            if edge > 0 {
                text.push_str(between);
            }
            text.push_str(self.colour(letter.colour));
        }
    }

    /// The name of a colour by its place, from 1; `-` for 0.
    pub fn colour(&self, place: u8) -> &str {
        usize::from(place).checked_sub(1).and_then(|at| self.colours.get(at)).map_or("-", AsRef::as_ref)
    }
}

/// A value; in quotes where it would be read otherwise, which words of a file may be.
fn cell(value: &Scalar, text: &mut String) {
    if let Scalar::Whole(n) = value {
        text.push_str(itoa::Buffer::new().format(*n));
        return;
    }
    let start = text.len();
    let _ = write!(text, "{value}");
    if text[start..].contains([',', '"', '\n', '\r']) {
        let quoted = text[start..].replace('"', "\"\"");
        text.truncate(start);
        let _ = write!(text, "\"{quoted}\"");
    }
}
