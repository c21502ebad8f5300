//! Random decks, and their tables as CSV.
//!
//! - In: tiles that were chosen at random, or read from the table of a random deck.
//! - Out: the fields of the tiles, a table of the tiles as CSV, and its hash.
//! - Not here: choosing tiles at random.

use std::fmt::Write;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::values::{Column, ColumnBuilder, Values, whole_value};
use hexpress_language::values::scalar::Scalar;
use hexpress_template::edge_name;
use hexpress_tiles::{MAX_EDGES, Tile, TileEquality};

#[derive(Debug, Clone, PartialEq)]
pub struct RandomTiles {
    /// The seed of the random numbers. `None` if the tiles were read from a file.
    pub seed: Option<u64>,
    /// The number of different tiles that the rules of the deck allow.
    pub possible_tile_count: u64,
    /// The tiles, in the order in which they were chosen. In a tile, a colour is a number: its position
    /// in `colours`, counted from 1. The number 0 stands for a blank edge.
    pub tiles: Vec<Tile>,
    pub colours: Vec<Arc<str>>,
    /// Whether tiles have paths from edge to edge. Otherwise, they have coloured edges.
    pub has_paths: bool,
    /// How tiles are compared, if the deck must not contain equal tiles. `None` if it may contain them.
    pub equality: Option<TileEquality>,
    /// The fields that contain a number for each tile.
    pub numbers: Vec<NumberField>,
    /// The values of the column `number`, if the tiles come from a file with that column.
    pub own_numbers: Option<Vec<Scalar>>,
    /// The SHA-256 of [`RandomTiles::csv`], in lower-case hexadecimal digits.
    pub hash: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct NumberField {
    pub name: Arc<str>,
    /// The values in the order of the tiles.
    pub values: Vec<Scalar>,
}

impl RandomTiles {
    /// Returns the deck after setting `hash`.
    pub fn hashed(mut self) -> Self {
        for byte in Sha256::digest(self.csv().as_bytes()) {
            // Writing to a `String` cannot fail.
            let _ = write!(self.hash, "{byte:02x}");
        }
        self
    }

    /// Returns the fields of the tiles: their edges or paths, the number of their colours, and the
    /// fields in `numbers`.
    ///
    /// If tiles have coloured edges, each edge has its own field. If `needs_list` is true, an
    /// additional field contains all edges or paths in one text. This takes time, because the texts of
    /// nearly all tiles are different.
    pub fn values(&self, needs_list: bool) -> Values {
        let name = if self.has_paths { "paths" } else { "edges" };
        let list =
            if needs_list { self.list_column(name) } else { Column::empty(name.into(), self.tiles.len()) };
        let mut columns = vec![list];
        let colours = (0..=MAX_EDGES).map(whole_value).collect();
        let distinct = self.tiles.iter().map(|tile| tile.distinct() as u32).collect();
        columns.push(Column::new("colours".into(), colours, distinct));
        columns.extend(self.numbers.iter().map(|number| column(Arc::clone(&number.name), &number.values)));
        columns.extend(self.own_numbers.iter().map(|own| column("number".into(), own)));
        if !self.has_paths {
            let blank = Scalar::empty().clone();
            let named = self.colours.iter().map(|name| Scalar::Text(name.to_string().into()));
            let names: Vec<_> = std::iter::once(blank).chain(named).collect();
            for edge in 0..self.tiles.first().map_or(0, Tile::edges) {
                let letters = self.tiles.iter().map(|tile| tile.letters().get(edge));
                let cells = letters.map(|letter| letter.map_or(0, |letter| letter.colour.into())).collect();
                columns.push(Column::new(edge_name(edge + 1).into(), names.clone(), cells));
            }
        }
        Values::of_columns(columns)
    }

    /// Returns the column that contains all edges or paths of each tile in one text.
    fn list_column(&self, name: &str) -> Column {
        let mut length = 0;
        let texts = self.tiles.iter().map(|tile| {
            let mut text = String::with_capacity(length);
            self.write(tile, " ", &mut text);
            length = text.len();
            Scalar::Text(text.into())
        });
        // Nearly all of these texts differ, so it is not worthwhile to search for equal ones.
        let numbers = 0..u32::try_from(self.tiles.len()).unwrap_or(u32::MAX);
        Column::new(name.into(), texts.collect(), numbers.collect())
    }

    /// Returns the field `number` of a tile. If the tiles come from a file with a column `number`, this
    /// is the value in the file. Otherwise, it is the position of the tile in the deck, from 1.
    pub fn number(&self, index: usize) -> Scalar {
        self.own_numbers
            .as_ref()
            .and_then(|own| own.get(index))
            .cloned()
            .unwrap_or_else(|| whole_value(index + 1))
    }

    /// Returns the first eight digits of the hash, which are printed on sheets.
    pub fn short_hash(&self) -> &str {
        self.hash.get(..8).unwrap_or(&self.hash)
    }

    /// Returns the deck as CSV, with a line for each tile.
    ///
    /// A line contains the number of the tile, its edges or paths, and its fields in `numbers`. Each
    /// line ends with a line feed. The hash of the deck is the hash of the bytes of this text.
    pub fn csv(&self) -> String {
        let edges = self.tiles.first().map_or(0, Tile::edges);
        let mut text = String::with_capacity(16 + self.tiles.len() * (edges + self.numbers.len() + 1) * 6);
        text.push_str("number");
        if self.has_paths {
            text.push_str(",paths");
        } else {
            for edge in 1..=edges {
                // Writing to a `String` cannot fail.
                let _ = write!(text, ",edge{edge}");
            }
        }
        for number in &self.numbers {
            let _ = write!(text, ",{}", number.name);
        }
        text.push('\n');
        let mut digits = itoa::Buffer::new();
        for (index, tile) in self.tiles.iter().enumerate() {
            match &self.own_numbers {
                Some(_) => write_cell(&self.number(index), &mut text),
                None => text.push_str(digits.format(index + 1)),
            }
            text.push(',');
            if self.has_paths {
                // Commas separate the paths of a tile, so the value must be in quotes.
                text.push('"');
                self.write(tile, ",", &mut text);
                text.push('"');
            } else {
                self.write(tile, ",", &mut text);
            }
            for number in &self.numbers {
                text.push(',');
                if let Some(value) = number.values.get(index) {
                    write_cell(value, &mut text);
                }
            }
            text.push('\n');
        }
        text
    }

    /// Appends the colours of a tile's edges to `text`, separated by `separator`. A blank edge is
    /// written as `-`.
    ///
    /// For a tile with paths, appends its paths instead, e.g. `1-4 red, 2-3 blue`.
    pub fn write(&self, tile: &Tile, separator: &str, text: &mut String) {
        if self.has_paths {
            for (nth, (edge, letter)) in tile.marks().enumerate() {
                let comma = if nth > 0 { ", " } else { "" };
                let colour = self.colour(letter.colour);
                let _ = write!(text, "{comma}{}-{} {colour}", edge + 1, edge + usize::from(letter.link) + 1);
            }
            return;
        }
        for (edge, letter) in tile.letters().iter().enumerate() {
            if edge > 0 {
                text.push_str(separator);
            }
            text.push_str(self.colour(letter.colour));
        }
    }

    /// Returns the name of the colour with this position in `colours`, counted from 1. Returns `-` for
    /// 0.
    pub fn colour(&self, place: u8) -> &str {
        usize::from(place).checked_sub(1).and_then(|at| self.colours.get(at)).map_or("-", AsRef::as_ref)
    }
}

fn column(name: Arc<str>, values: &[Scalar]) -> Column {
    let mut builder = ColumnBuilder::new(name);
    values.iter().for_each(|value| builder.push(Some(value)));
    builder.finish()
}

/// Appends a value of a CSV table to `text`. It is put in quotes if it contains a comma, a quote or a
/// line break.
fn write_cell(value: &Scalar, text: &mut String) {
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
