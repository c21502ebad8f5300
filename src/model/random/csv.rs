//! A deck as a table, by which decks are compared and printed again.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::Drawn;
use crate::spec::values::scalar::Scalar;
use crate::tiles::Tile;

impl Drawn {
    /// The deck as CSV, a line for each tile: its number, its edges (or paths), and its other numbers. Lines end in
    /// a line feed; the hash is taken over these bytes.
    #[must_use]
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
    #[must_use]
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

/// SHA-256 in lower-case hex.
pub fn hash(text: &str) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
